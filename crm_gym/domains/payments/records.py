"""The records of Quayside Pay, and the ids that name them."""

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from crm_gym.domains.people import Reachable
from crm_gym.world import Cents, Record

PartyId = Annotated[str, Field(pattern=r"^PTY-[0-9]{4,10}$", description="Party id, like PTY-0042.")]
AccountNumber = Annotated[str, Field(pattern=r"^[0-9]{10,16}$", description="Account number, 10 digits or more.")]
CardId = Annotated[str, Field(pattern=r"^CRD-[0-9]{4,10}$", description="Id of a saved card, like CRD-0042.")]
LastFour = Annotated[str, Field(pattern=r"^[0-9]{4}$", description="The last four digits of a card.")]
TransactionId = Annotated[str, Field(pattern=r"^TXN-[0-9]{4,10}$", description="Id of a card payment, like TXN-0042.")]
TransferId = Annotated[str, Field(pattern=r"^TRF-[0-9]{4,10}$", description="Transfer id, like TRF-0042.")]
MerchantCode = Annotated[str, Field(pattern=r"^[A-Z]{2,4}$")]
MerchantRef = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2,4}-[0-9]{1,6}$", description="The merchant's basket or order reference, like QS-4471."),
]
SubjectId = Annotated[
    str,
    Field(
        pattern=r"^([A-Z]{3}-[0-9]{4,10}|[0-9]{10,16})$",
        description="What the case is about: a party, card, payment or transfer id, or an account number.",
    ),
]

Currency = Literal["EUR", "GBP", "USD"]
RefundReason = Literal["returned", "duplicate", "service"]
DisputeReason = Literal["not_recognised", "not_received", "duplicate"]
FreezeReason = Literal["lost", "stolen", "suspicious"]
ReviewKind = Literal["scam_concern", "locked", "complaint", "delegate"]
Outcome = Literal["approved", "denied", "pending"]


class Party(Reachable):
    """A customer: a person or a firm."""

    key: ClassVar[str] = "party_id"
    indexed: ClassVar[tuple[str, ...]] = ("email", "phone", "delegates")
    hidden: ClassVar[frozenset[str]] = frozenset({"code"})
    prefix: ClassVar[str] = "PTY"

    party_id: PartyId
    name: str
    email: str
    phone: str
    code: Annotated[str, Field(pattern=r"^[0-9]{6}$")]
    """The secret that proves who somebody is."""
    level: Literal["standard", "verified", "business"] = "standard"
    points: int = 0
    risk_note: str = ""
    """Internal: never for customers."""
    delegates: tuple[PartyId, ...] = ()
    """Who may view this party's accounts, and do nothing else with them."""


class Account(Record):
    """Money of one party, or of two who hold it jointly."""

    key: ClassVar[str] = "account_number"
    indexed: ClassVar[tuple[str, ...]] = ("party_id", "joint_holder_id")

    account_number: AccountNumber
    party_id: PartyId
    joint_holder_id: PartyId | None = None
    label: str
    currency: Currency = "EUR"
    balance: Cents
    state: Literal["open", "frozen", "closed"] = "open"
    transfer_limit: Cents = 10_000_00
    """The most that one transfer may carry away from its holder."""
    daily_limit: Cents = 20_000_00
    sent_today: Cents = 0
    """What counted against the daily limit so far."""

    @property
    def left_today(self) -> int:
        """What may still leave its holder today."""
        return max(0, self.daily_limit - self.sent_today)

    def held_by(self, party_id: str) -> bool:
        """Whether this party is the owner or the joint holder."""
        return party_id in (self.party_id, self.joint_holder_id)


class PayeeName(Record):
    """The directory of the name check: who holds an account, as banks spell it. Every account has its row."""

    key: ClassVar[str] = "account_number"

    account_number: AccountNumber
    holder_name: str


class SavedPayee(Record):
    """An account in a customer's address book, under the customer's own label."""

    key: ClassVar[str] = "payee_id"
    indexed: ClassVar[tuple[str, ...]] = ("party_id",)
    prefix: ClassVar[str] = "PAY"

    payee_id: str
    party_id: PartyId
    account_number: AccountNumber
    label: str
    first_used_on: date | None = None
    """None while nothing has been sent there yet."""


class Card(Record):
    """A card on file."""

    key: ClassVar[str] = "card_id"
    indexed: ClassVar[tuple[str, ...]] = ("party_id", "token")
    hidden: ClassVar[frozenset[str]] = frozenset({"token", "declines"})
    prefix: ClassVar[str] = "CRD"

    card_id: CardId
    party_id: PartyId
    last4: LastFour
    state: Literal["active", "frozen", "expired"] = "active"
    token: str
    declines: str = ""
    """Why the issuer declines every charge; empty when it does not."""


class CardToken(Record):
    """The vault behind the app's card form: what a token stands for. No tool shows it."""

    key: ClassVar[str] = "token"

    token: str
    party_id: PartyId
    last4: LastFour


class Merchant(Record):
    """A shop that takes Quayside Pay, with its terms."""

    key: ClassVar[str] = "merchant_code"

    merchant_code: MerchantCode
    name: str
    currency: Currency = "EUR"
    refund_days: int
    """The last day of a refund is this many calendar days after the payment."""
    disputes_direct: bool = False
    """Customers must complain to the merchant before they dispute."""
    settles_later: bool = False
    """Charges stay pending until the merchant confirms the final amount."""
    contact: str
    note: str = ""


class Transaction(Record):
    """A card payment at a merchant."""

    key: ClassVar[str] = "transaction_id"
    indexed: ClassVar[tuple[str, ...]] = ("party_id",)
    prefix: ClassVar[str] = "TXN"

    transaction_id: TransactionId
    party_id: PartyId
    merchant: str
    merchant_ref: MerchantRef
    amount: Cents
    currency: Currency = "EUR"
    method: CardId
    state: Literal["pending", "success", "failed", "refunded", "disputed"]
    """A partly refunded payment is still a `success`."""
    failure_reason: str | None = None
    refunded: Cents = 0
    """The total of its refunds."""
    receipt_sent: bool = False
    points_awarded: int | None = None
    """None until points have been awarded."""
    logged: bool = False
    merchant_contacted_on: date | None = None
    """When the merchant confirmed that the customer had complained there."""
    note: str = ""
    at: datetime

    @property
    def left(self) -> int:
        """What has been paid and not been given back."""
        return self.amount - self.refunded


class Refund(Record):
    """Money given back to the card of a payment."""

    key: ClassVar[str] = "refund_id"
    prefix: ClassVar[str] = "RFD"

    refund_id: str
    transaction_id: TransactionId
    amount: Cents
    reason: RefundReason
    at: datetime


class Dispute(Record):
    """A payment that its customer contests."""

    key: ClassVar[str] = "dispute_id"
    prefix: ClassVar[str] = "DSP"

    dispute_id: str
    transaction_id: TransactionId
    party_id: PartyId
    reason: DisputeReason
    statement: str
    state: Literal["open", "closed"] = "open"
    at: datetime


class Transfer(Record):
    """Money that went, or will go, from one account to another."""

    key: ClassVar[str] = "transfer_id"
    indexed: ClassVar[tuple[str, ...]] = ("from_account", "to_account")
    prefix: ClassVar[str] = "TRF"

    transfer_id: TransferId
    from_account: AccountNumber
    to_account: AccountNumber
    amount: Cents
    currency: Currency = "EUR"
    memo: str = ""
    state: Literal["done", "scheduled", "cancelled"]
    run_on: date | None = None
    """The day of a scheduled transfer."""
    at: datetime
    """When it was ordered."""


class LimitDecision(Record):
    """How the limits desk answers about an account; no row means that it has to think. No tool shows it."""

    key: ClassVar[str] = "account_number"

    account_number: AccountNumber
    outcome: Outcome
    max: Cents | None = None
    """Up to this amount a `denied` account is approved all the same; None: not above its present limit."""


class LimitRequest(Record):
    """A request to send more in one transfer, with its answer."""

    key: ClassVar[str] = "request_id"
    prefix: ClassVar[str] = "LRQ"

    request_id: str
    party_id: PartyId
    account_number: AccountNumber
    amount: Cents
    justification: str
    outcome: Outcome
    max: Cents | None = None
    """After a denial: the highest single transfer that this account can have."""
    at: datetime


class Review(Record):
    """A case for the people of the review team."""

    key: ClassVar[str] = "review_id"
    prefix: ClassVar[str] = "RVW"

    review_id: str
    kind: ReviewKind
    subject_id: SubjectId
    summary: str
    party_id: PartyId | None = None
    """Who was signed in; None when nobody was."""
    at: datetime
