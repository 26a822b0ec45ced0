"""The records of Norhaven's helpdesk, and the ids that name them."""

import re
from datetime import date, datetime, time
from functools import lru_cache
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from crm_gym.domains import base
from crm_gym.domains.people import Reachable
from crm_gym.types import Value
from crm_gym.world import Cents, Record

CustomerId = Annotated[str, Field(pattern=r"^CUS-[0-9]{4,10}$", description="Customer id, like CUS-0042.")]
DeviceId = Annotated[str, Field(pattern=r"^DEV-[0-9]{4,10}$", description="Device id, like DEV-0042.")]
CaseId = Annotated[str, Field(pattern=r"^CAS-[0-9]{4,10}$", description="Case id, like CAS-0042.")]
InvoiceId = Annotated[str, Field(pattern=r"^INV-[0-9]{4,10}$", description="Invoice id, like INV-0042.")]
LineId = Annotated[str, Field(pattern=r"^LIN-[0-9]{4,10}$", description="Id of one invoice line, like LIN-0042.")]
ApprovalId = Annotated[str, Field(pattern=r"^APR-[0-9]{4,10}$", description="Approval id, like APR-0042.")]
ProductCode = Annotated[str, Field(pattern=r"^[A-Z]{2}-[0-9]{1,2}$", description="Product code, like HT-2.")]
SubjectId = Annotated[
    str,
    Field(pattern=r"^(INV|CAS)-[0-9]{4,10}$", description="The invoice id for a credit, the case id for a priority."),
]
Month = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}$")]

Tier = Literal["standard", "plus", "priority"]
Region = Literal["north", "east", "south", "west", "central"]
Flag = Literal["fraud_watch", "vulnerable"]
Factor = Literal["postcode_birth_date", "passphrase", "contact_passphrase"]
ContactField = Literal["email", "phone", "postcode"]
Category = Literal["billing", "technical", "account", "product"]
Priority = Literal["low", "medium", "high", "urgent"]
CaseStatus = Literal["new", "working", "waiting", "escalated", "resolved", "closed"]
Resolution = Literal["solved", "duplicate", "withdrawn"]
TeamName = Literal["billing", "technical", "account", "trust"]
CreditReason = Literal["duplicate_charge", "outage", "goodwill", "price_error"]
EscalationReason = Literal["no_article", "sla_breach", "safety", "customer_request", "beyond_limit"]
ApprovalKind = Literal["credit", "priority"]
Outcome = Literal["approved", "denied", "pending"]
HandoverReason = Literal["locked", "vulnerable", "trust_review", "user_demand", "out_of_scope"]


@lru_cache(maxsize=1024)
def stems(text: str) -> frozenset[str]:
    """The telling words of a text without case and endings, so that `resetting` finds `resets`."""
    words = re.findall(r"[^\W_]+", text.casefold().replace("wi-fi", "wifi"))
    return frozenset(_stem(word) for word in words if len(word) > 1 and word not in _EMPTY)


def _stem(word: str) -> str:
    bare = re.sub(r"(?<=\w{3})(?:ing|ed|ies|es|e|s|y)$", "", word)
    return re.sub(r"(.)\1$", r"\1", bare)


_EMPTY = frozenset(
    "an and are be can cannot do does for from has have how in is it its me my no not of off on or our the their to"
    " was what when why will with won you your".split()
)


def _minute(value: object) -> object:
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}", value):
        raise ValueError("must be a day and time like 2026-01-31T09:30")
    return datetime.fromisoformat(value)


def spelled(moment: datetime) -> str:
    """A point in time as slots are written: to the minute."""
    return moment.isoformat(timespec="minutes")


Slot = Annotated[
    datetime,
    BeforeValidator(_minute),
    PlainSerializer(spelled, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "description": "Day and time of a callback, like 2026-01-31T09:30."}),
]


class Session(base.Session):
    """The session, and which factors the holder has already passed."""

    factors: tuple[Factor, ...] = ()


class Contact(Value):
    """Somebody whom the holder has allowed to ask about cases."""

    name: str
    passphrase: str
    may_read_cases: bool = True


class Customer(Reachable):
    """The holder of an account."""

    key: ClassVar[str] = "customer_id"
    indexed: ClassVar[tuple[str, ...]] = ("email", "phone")
    hidden: ClassVar[frozenset[str]] = frozenset(
        {"email", "phone", "postcode", "birth_date", "passphrase", "authorised_contacts"}
    )
    prefix: ClassVar[str] = "CUS"

    customer_id: CustomerId
    name: str
    email: str
    phone: str
    postcode: str
    birth_date: date
    passphrase: str
    tier: Tier = "standard"
    status: Literal["active", "suspended", "closed"] = "active"
    region: Region
    language: str = "en"
    flags: tuple[Flag, ...] = ()
    authorised_contacts: tuple[Contact, ...] = ()
    contact_changed_at: datetime | None = None
    """When e-mail, phone or postcode were last changed."""
    internal_note: str = ""
    """Never for customers."""


class Product(Record):
    """A kind of device."""

    key: ClassVar[str] = "product_code"

    product_code: ProductCode
    name: str


class Device(Record):
    """One device in a customer's home."""

    key: ClassVar[str] = "device_id"
    indexed: ClassVar[tuple[str, ...]] = ("customer_id",)
    prefix: ClassVar[str] = "DEV"

    device_id: DeviceId
    customer_id: CustomerId
    product_code: ProductCode
    nickname: str
    """What the customer calls it."""
    purchased_on: date
    warranty_until: date
    state: Literal["online", "offline", "retired"] = "online"


class Comment(Value):
    """One entry of a case; those that are not public are for staff."""

    author: str
    body: str
    public: bool


class Case(Record):
    """A customer's matter, from its opening to its end."""

    key: ClassVar[str] = "case_id"
    indexed: ClassVar[tuple[str, ...]] = ("customer_id", "device_id")
    prefix: ClassVar[str] = "CAS"

    case_id: CaseId
    customer_id: CustomerId
    device_id: DeviceId | None = None
    subject: str
    category: Category
    priority: Priority
    status: CaseStatus = "new"
    owner_team: TeamName
    opened_at: datetime
    respond_by: datetime
    """The promised time of the first answer."""
    master_incident: str | None = None
    resolution_code: Resolution | None = None
    comments: tuple[Comment, ...] = ()

    @property
    def open(self) -> bool:
        """Whether there is still something to do."""
        return self.status not in ("resolved", "closed")


class Article(Record):
    """A page of the knowledge base."""

    key: ClassVar[str] = "article_id"
    indexed: ClassVar[tuple[str, ...]] = ("keywords",)
    hidden: ClassVar[frozenset[str]] = frozenset({"keywords"})
    prefix: ClassVar[str] = "ART"

    article_id: str
    title: str
    category: Category
    product_codes: tuple[ProductCode, ...] = ()
    """Empty: for every product."""
    keywords: tuple[str, ...]
    body: str
    audience: Literal["public", "internal"] = "public"

    def index_keys(self, field: str) -> tuple[object, ...]:
        """Keywords by the stems of their words."""
        if field == "keywords":
            return tuple(sorted(stems(" ".join(self.keywords))))
        return super().index_keys(field)


class Incident(Record):
    """A fault of the service itself: one product in one region."""

    key: ClassVar[str] = "incident_id"
    indexed: ClassVar[tuple[str, ...]] = ("product_code",)
    prefix: ClassVar[str] = "INC"

    incident_id: str
    product_code: ProductCode
    region: Region
    state: Literal["active", "resolved"]
    started_at: datetime
    eta: datetime | None = None
    """When an active one should be over."""
    ended_at: datetime | None = None
    master_case_id: CaseId

    @property
    def full_days(self) -> int:
        """Days of 24 hours from start to end; none before it is over."""
        return (self.ended_at - self.started_at).days if self.ended_at else 0


class Line(Value):
    """One position of an invoice."""

    line_id: LineId
    kind: Literal["plan", "yearly_plan", "addon", "device", "fee"]
    label: str
    amount: Cents
    covers_month: Month


class Invoice(Record):
    """What a customer was asked to pay for a month."""

    key: ClassVar[str] = "invoice_id"
    indexed: ClassVar[tuple[str, ...]] = ("customer_id",)
    prefix: ClassVar[str] = "INV"

    invoice_id: InvoiceId
    customer_id: CustomerId
    month: Month
    status: Literal["due", "paid", "void"] = "paid"
    total: Cents
    lines: tuple[Line, ...]

    def line(self, line_id: str) -> Line | None:
        """The line with this id, if it is on this invoice."""
        return next((line for line in self.lines if line.line_id == line_id), None)


class Credit(Record):
    """Money given back on an invoice."""

    key: ClassVar[str] = "credit_id"
    indexed: ClassVar[tuple[str, ...]] = ("customer_id", "invoice_id", "approval_id")
    prefix: ClassVar[str] = "CRD"

    credit_id: str
    customer_id: CustomerId
    invoice_id: InvoiceId
    line_id: LineId | None = None
    amount: Cents
    reason_code: CreditReason
    approval_id: ApprovalId | None = None
    issued_at: datetime


class ApprovalDecision(Record):
    """How the supervisors answer about an invoice or a case; no row means that they have to think. No tool shows it."""

    key: ClassVar[str] = "subject_id"

    subject_id: SubjectId
    kind: ApprovalKind
    outcome: Outcome


class Approval(Record):
    """A request to the supervisors, with its answer."""

    key: ClassVar[str] = "approval_id"
    indexed: ClassVar[tuple[str, ...]] = ("subject_id",)
    prefix: ClassVar[str] = "APR"

    approval_id: ApprovalId
    kind: ApprovalKind
    subject_id: SubjectId
    amount: Cents | None = None
    justification: str
    outcome: Outcome
    at: datetime


class Team(Record):
    """A team of specialists, with its hours."""

    key: ClassVar[str] = "team"

    team: TeamName
    days: tuple[int, ...]
    """Weekdays with hours; Monday is 0."""
    opens: time
    closes: time
    specialists: tuple[str, ...]
    callback_times: tuple[time, ...]
    """On each of its days one callback can be booked at each of these times."""


class Escalation(Record):
    """A case that a specialist has taken over."""

    key: ClassVar[str] = "escalation_id"
    indexed: ClassVar[tuple[str, ...]] = ("case_id", "team")
    prefix: ClassVar[str] = "ESC"

    escalation_id: str
    case_id: CaseId
    team: TeamName
    reason_code: EscalationReason
    summary: str
    specialist: str
    state: Literal["open", "done"] = "open"
    """The team itself ends it."""
    at: datetime


class Callback(Record):
    """A call that a team has promised."""

    key: ClassVar[str] = "callback_id"
    indexed: ClassVar[tuple[str, ...]] = ("case_id", "team")
    prefix: ClassVar[str] = "CBK"

    callback_id: str
    case_id: CaseId
    team: TeamName
    slot: Slot
    at: datetime


class Handover(Record):
    """A conversation given to a person."""

    key: ClassVar[str] = "handover_id"
    prefix: ClassVar[str] = "HND"

    handover_id: str
    reason_code: HandoverReason
    summary: str
    customer_id: CustomerId | None = None
    """Who was verified; None when nobody was."""
    at: datetime
