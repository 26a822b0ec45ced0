"""Who and what payments stories are about: customers with their accounts, cards, payees and payments as given rows."""

from datetime import date, timedelta
from typing import Any, NamedTuple

from crm_gym.contract import Check, Row
from crm_gym.domains.base import Session
from crm_gym.domains.payments import authenticate_party, find_party, list_accounts
from crm_gym.domains.payments.records import (
    Account,
    Card,
    CardToken,
    Merchant,
    Party,
    PayeeName,
    SavedPayee,
    Transaction,
    Transfer,
)
from crm_gym.persona import Wordings
from crm_gym.tasks.builder import Draw, Person, ends, matchers, say
from crm_gym.types import Call, Say
from crm_gym.world import minor_units


class Customer(NamedTuple):
    """A person and their record."""

    person: Person
    party: Party

    @property
    def id(self) -> str:
        """The party id."""
        return self.party.party_id


def customer(draw: Draw, *, last: str | None = None, **fields: Any) -> Customer:
    """A party of its own; `fields` are those of `Party`, like level, points, delegates."""
    person = draw.person(last)
    party = Party(
        party_id=draw.id("PTY"),
        name=person.name,
        email=person.email,
        phone=person.phone,
        code=draw.digits(6),
        **fields,
    )
    return Customer(person, draw.add(party))


def account(draw: Draw, owner: Party, label: str, balance: float, **fields: Any) -> Account:
    """An account with its row in the directory of the name check."""
    number = draw.digits(10)
    fields |= {name: minor_units(fields[name]) for name in _MONEY & fields.keys()}
    row = Account(account_number=number, party_id=owner.party_id, label=label, balance=minor_units(balance), **fields)
    draw.add(PayeeName(account_number=number, holder_name=owner.name))
    return draw.add(row)


_MONEY = {"transfer_limit", "daily_limit", "sent_today"}


def saved_payee(draw: Draw, owner: Party, account: Account, label: str, used: date | None) -> SavedPayee:
    """An entry of the customer's address book; `used` is None while nothing has been sent there."""
    return draw.add(
        SavedPayee(
            payee_id=draw.id("PAY"),
            party_id=owner.party_id,
            account_number=account.account_number,
            label=label,
            first_used_on=used,
        )
    )


def card(draw: Draw, owner: Party, **fields: Any) -> Card:
    """A card on file, with the vault's row for its token."""
    row = Card(card_id=draw.id("CRD"), party_id=owner.party_id, last4=draw.digits(4), token=token(draw), **fields)
    draw.add(CardToken(token=row.token, party_id=owner.party_id, last4=row.last4))
    return draw.add(row)


def token(draw: Draw) -> str:
    """What the app's card form shows for a card."""
    return "tok_" + "".join(draw.pick("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def payment(
    draw: Draw, method: Card, merchant: Merchant, amount: float, *, days_ago: int, hour: int = 10, **fields: Any
) -> Transaction:
    """A card payment so many calendar days before the task's clock."""
    at = (draw.now - timedelta(days=days_ago)).replace(hour=hour, minute=draw.number(0, 59), second=0)
    state = fields.pop("state", "success")
    return draw.add(
        Transaction(
            transaction_id=draw.id("TXN"),
            party_id=method.party_id,
            merchant=merchant.name,
            merchant_ref=f"{merchant.merchant_code}-{draw.digits(4)}",
            amount=minor_units(amount),
            currency=merchant.currency,
            method=method.card_id,
            state=state,
            at=at,
            **fields,
        )
    )


def scheduled(draw: Draw, source: Account, target: Account, amount: float, run_on: date, memo: str = "") -> Transfer:
    """A transfer that waits for its day."""
    return draw.add(
        Transfer(
            transfer_id=draw.id("TRF"),
            from_account=source.account_number,
            to_account=target.account_number,
            amount=minor_units(amount),
            currency=source.currency,
            memo=memo,
            state="scheduled",
            run_on=run_on,
            at=draw.now - timedelta(days=draw.number(5, 40)),
        )
    )


def merchant(draw: Draw, code: str) -> Merchant:
    """A merchant of the seed world."""
    row = draw.domain.rows.get("Merchant", code)
    assert isinstance(row, Merchant), code
    return row


class _Manner(NamedTuple):
    """How somebody gives their details."""

    email: tuple[str, str]
    phone: tuple[str, str]
    name: tuple[str, str]
    code: tuple[str, str]


_MANNERS = (
    _Manner(
        ("It's {}.", "My e-mail is {}."),
        ("My number is {}.", "{}."),
        ("{}.", "My name is {}."),
        ("The code is {}.", "{}."),
    ),
    _Manner(
        ("{}", "e-mail's {}"),
        ("{}", "mobile {}"),
        ("{}", "{}, that's me"),
        ("code {}", "{}"),
    ),
    _Manner(
        ("You will find me under {}.", "I am registered with {}."),
        ("The number you have is {}.", "I can be reached on {}."),
        ("I am {}.", "The name is {}."),
        ("The six digits are {}.", "The security code reads {}."),
    ),
    _Manner(
        ("Sure, it's {}.", "That'd be {}."),
        ("Sure, {}.", "You can have my mobile: {}."),
        ("{} here.", "Sure, {}."),
        ("And the code says {}.", "I've got {} here for the code."),
    ),
    _Manner(
        ("I use {} for everything.", "Should be under {}."),
        ("Try {}.", "Should be {}."),
        ("{}, if that helps.", "I'm {}."),
        ("For the code, it shows {}.", "Let me look... the code is {}."),
    ),
)


def identity(who: Customer) -> dict[str, Wordings]:
    """What a customer answers when asked who they are, in a manner of their own."""
    manner = _MANNERS[int(who.party.code) % len(_MANNERS)]
    person = who.person
    values = {"email": person.email, "phone": person.phone, "name": person.name, "code": who.party.code}
    return {slot: tuple(way.format(value) for way in getattr(manner, slot)) for slot, value in values.items()}


def sign_in(who: Customer, greeting: str = "Happy to help.") -> list[Say | Call]:
    """The usual start of a solution: ask, find, authenticate, look."""
    return [
        say(f"{greeting} What is your e-mail address, and your six-digit security code?"),
        find_party.call(email=who.person.email),
        authenticate_party.call(who.id, who.party.code),
        list_accounts.call(who.id),
    ]


def signed_in(who: Customer) -> Check:
    """The customer has proved who they are: policy comes before even a review, and only the session shows it."""
    return ends(Session(), verified_id=who.id)


def untouched(row: Transaction, **fields: object) -> Check:
    """The payment ends with these values, and none of the steps that belong to a new charge was taken for it."""
    steps = {"receipt_sent": row.receipt_sent, "points_awarded": row.points_awarded, "logged": row.logged}
    return Row(table=type(row).__name__, key=row.id, fields=matchers({**steps, **fields}))


def day_of(row: Transaction) -> str:
    """The day of a payment as people say it."""
    return f"{row.at.day} {row.at:%B}"
