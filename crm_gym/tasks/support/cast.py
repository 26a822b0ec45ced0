"""Who and what support stories are about: holders with their devices, cases, invoices and credits as given rows."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from crm_gym.contract import Check
from crm_gym.domains.support import find_customer, get_customer, verify_customer
from crm_gym.domains.support.cases import ANSWER_WITHIN, TEAM_OF
from crm_gym.domains.support.records import (
    Approval,
    ApprovalDecision,
    ApprovalKind,
    Callback,
    Case,
    CaseStatus,
    Category,
    Comment,
    Contact,
    Credit,
    CreditReason,
    Customer,
    Device,
    Escalation,
    EscalationReason,
    Incident,
    Invoice,
    Line,
    Outcome,
    Priority,
    Product,
    Region,
    Resolution,
    Session,
    Team,
    TeamName,
)
from crm_gym.persona import Wordings
from crm_gym.tasks.builder import Draw, Person, ends, say
from crm_gym.types import Call, Say
from crm_gym.world import minor_units


class Holder(NamedTuple):
    """A person and their account."""

    person: Person
    account: Customer

    @property
    def id(self) -> str:
        """The customer id."""
        return self.account.customer_id

    @property
    def proof(self) -> str:
        """Postcode and birth date as `verify_customer` takes them."""
        return f"{self.account.postcode} {self.account.birth_date}"

    @property
    def born(self) -> str:
        """The birth date as people say it."""
        return spoken_day(self.account.birth_date)


def holder(draw: Draw, *, last: str | None = None, **fields: Any) -> Holder:
    """An account of its own; `fields` are those of `Customer`, like tier, region, flags, note, authorised_contacts."""
    person = draw.person(last)
    account = Customer(
        customer_id=draw.id("CUS"),
        name=person.name,
        email=person.email,
        phone=person.phone,
        postcode=fields.pop("postcode", None) or postcode(draw),
        birth_date=date(draw.number(1946, 2003), draw.number(1, 12), draw.number(1, 28)),
        passphrase=passphrase(draw),
        region=fields.pop("region", "central"),
        **fields,
    )
    return Holder(person, draw.add(account))


def contact(draw: Draw, last: str | None = None, *, may_read_cases: bool = True) -> tuple[Person, Contact]:
    """Somebody whom a holder may have named, with a passphrase of their own."""
    person = draw.person(last)
    return person, Contact(name=person.name, passphrase=passphrase(draw), may_read_cases=may_read_cases)


def postcode(draw: Draw) -> str:
    """A postcode of an area that does not exist."""
    letters = "ABDEFGHJLNPQRSTUWXYZ"
    area = draw.pick(("QA", "QD", "QH", "QN", "QT", "XB", "XG", "XK", "XR", "VQ", "VX"))
    return f"{area}{draw.number(1, 9)} {draw.number(1, 9)}{draw.pick(letters)}{draw.pick(letters)}"


def passphrase(draw: Draw) -> str:
    """Two words."""
    return f"{draw.pick(_FIRST_WORDS)} {draw.pick(_SECOND_WORDS)}"


_FIRST_WORDS = tuple(
    "amber brisk cobalt dusty eager folded gentle hollow ivory jolly knitted lazy mossy narrow olive paper rusty"
    " silver tidy velvet woollen".split()
)
_SECOND_WORDS = tuple(
    "acorn bridge candle drum engine falcon garden hammer island jacket kettle ladder meadow needle orchard pebble"
    " ribbon saddle teapot umbrella violin windmill".split()
)


def device(draw: Draw, owner: Holder, product: str, nickname: str, **fields: Any) -> Device:
    """A device in somebody's home; `nickname` is what they call it."""
    bought = fields.pop("purchased_on", None) or draw.now.date() - timedelta(days=draw.number(90, 600))
    return draw.add(
        Device(
            device_id=draw.id("DEV"),
            customer_id=owner.id,
            product_code=product,
            nickname=nickname,
            purchased_on=bought,
            warranty_until=fields.pop("warranty_until", bought + timedelta(days=730)),
            **fields,
        )
    )


def case(
    draw: Draw,
    owner: Holder,
    subject: str,
    category: Category = "technical",
    *,
    device: Device | None = None,
    priority: Priority = "medium",
    status: CaseStatus = "working",
    opened: datetime | None = None,
    respond_by: datetime | None = None,
    comments: Sequence[Comment] = (),
    resolution: Resolution | None = None,
) -> Case:
    """A case; unless told otherwise, opened yesterday afternoon and still in time."""
    opened = opened or (draw.now - timedelta(days=1)).replace(hour=16, minute=draw.number(0, 59))
    return draw.add(
        Case(
            case_id=draw.id("CAS"),
            customer_id=owner.id,
            device_id=device.device_id if device else None,
            subject=subject,
            category=category,
            priority=priority,
            status=status,
            owner_team=TEAM_OF[category],
            opened_at=opened,
            respond_by=respond_by or opened + ANSWER_WITHIN[priority],
            comments=tuple(comments),
            resolution_code=resolution,
        )
    )


def comment(author: str, body: str, *, public: bool = True) -> Comment:
    """An entry of a case; authors are `customer`, `desk` or a team."""
    return Comment(author=author, body=body, public=public)


def escalation(
    draw: Draw, of: Case, reason: EscalationReason = "customer_request", summary: str = "Asked for a specialist."
) -> Escalation:
    """An open escalation of a case, which should have status `escalated`."""
    return draw.add(
        Escalation(
            escalation_id=draw.id("ESC"),
            case_id=of.id,
            team=of.owner_team,
            reason_code=reason,
            summary=summary,
            specialist=draw.pick(team(draw, of.owner_team).specialists),
            at=of.opened_at + timedelta(hours=1),
        )
    )


def callback(draw: Draw, of: Case, slot: datetime) -> Callback:
    """A call that is booked for a case; the slot is taken for everybody."""
    return draw.add(Callback(callback_id=draw.id("CBK"), case_id=of.id, team=of.owner_team, slot=slot, at=of.opened_at))


def team(draw: Draw, name: TeamName) -> Team:
    """A team of the seed world."""
    row = draw.domain.rows.get("Team", name)
    assert isinstance(row, Team), name
    return row


def product_name(draw: Draw, code: str) -> str:
    """What a product is called in the shop."""
    row = draw.domain.rows.get("Product", code)
    assert isinstance(row, Product), code
    return row.name


PLANS = {"standard": ("Standard plan", 9.99), "plus": ("Plus plan", 14.99), "priority": ("Priority plan", 24.99)}
"""Label and monthly price of the plan of each tier."""


def line(draw: Draw, label: str, amount: float, month: str, kind: str = "addon") -> Line:
    """A line of an invoice; kinds: plan, yearly_plan, addon, device, fee."""
    return Line.model_validate(
        {
            "line_id": draw.id("LIN"),
            "kind": kind,
            "label": label,
            "amount": minor_units(amount),
            "covers_month": month,
        }
    )


def plan_line(draw: Draw, owner: Holder, month: str, amount: float | None = None) -> Line:
    """The plan of the holder's tier for a month; another amount for one that was invoiced wrongly."""
    label, price = PLANS[owner.account.tier]
    return line(draw, label, price if amount is None else amount, month, "plan")


def invoice(draw: Draw, owner: Holder, month: str, *lines: Line, status: str = "paid") -> Invoice:
    """What a holder was invoiced for a month like 2026-02."""
    return draw.add(
        Invoice.model_validate(
            {
                "invoice_id": draw.id("INV"),
                "customer_id": owner.id,
                "month": month,
                "status": status,
                "total": sum(each.amount for each in lines),
                "lines": lines,
            }
        )
    )


def credit(
    draw: Draw, of: Invoice, amount: float, reason: CreditReason, *, on: Line | None = None, at: datetime
) -> Credit:
    """A credit that was given before."""
    return draw.add(
        Credit(
            credit_id=draw.id("CRD"),
            customer_id=of.customer_id,
            invoice_id=of.id,
            line_id=on.line_id if on else None,
            amount=minor_units(amount),
            reason_code=reason,
            issued_at=at,
        )
    )


def decision(draw: Draw, about: Invoice | Case, outcome: Outcome) -> ApprovalDecision:
    """How the supervisors will answer when they are asked about an invoice or a case."""
    kind: ApprovalKind = "credit" if isinstance(about, Invoice) else "priority"
    return draw.add(ApprovalDecision(subject_id=about.id, kind=kind, outcome=outcome))


def approval(draw: Draw, about: Invoice, amount: float, outcome: Outcome, at: datetime) -> Approval:
    """A request that was made before, with its answer."""
    return draw.add(
        Approval(
            approval_id=draw.id("APR"),
            kind="credit",
            subject_id=about.id,
            amount=minor_units(amount),
            justification="Asked by the desk.",
            outcome=outcome,
            at=at,
        )
    )


def incident(draw: Draw, product: str, region: Region, **fields: Any) -> Incident:
    """A fault of the service itself; `fields` are state, started_at, eta or ended_at. Its master case is CAS-0002."""
    return draw.add(
        Incident(incident_id=draw.id("INC"), product_code=product, region=region, master_case_id="CAS-0002", **fields)
    )


class _Manner(NamedTuple):
    """How somebody gives their details."""

    email: tuple[str, str]
    phone: tuple[str, str]
    name: tuple[str, str]
    postcode: tuple[str, str]
    birth_date: tuple[str, str]
    passphrase: tuple[str, str]


_MANNERS = (
    _Manner(
        ("It's {}.", "My e-mail is {}."),
        ("My number is {}.", "It's {}."),
        ("My name is {}.", "{}."),
        ("The postcode is {}.", "{} is my postcode."),
        ("I was born on {}.", "Born {}."),
        ("The passphrase is {}.", "My passphrase: {}."),
    ),
    _Manner(
        ("{}", "mail is {}"),
        ("{}", "mobile {}"),
        ("{}", "{}, that's me"),
        ("postcode {}", "{}"),
        ("born {}", "{}"),
        ("passphrase is {}", "{}"),
    ),
    _Manner(
        ("You will find me under {}.", "I am registered with {}."),
        ("I can be reached on {}.", "The number you have is {}."),
        ("The name is {}.", "I am {}."),
        ("My postcode would be {}.", "We live in {}."),
        ("My date of birth is {}.", "I came into the world on {}."),
        ("The words we agreed on are {}.", "My passphrase reads {}."),
    ),
    _Manner(
        ("Sure, it's {}.", "That'd be {}."),
        ("Sure, {}.", "You can have my mobile: {}."),
        ("{} here.", "Sure, {}."),
        ("And the postcode's {}.", "I'm in {}."),
        ("Birthday's {}.", "Born on {}, if you must know."),
        ("The magic words are {}.", "Passphrase, hm: {}."),
    ),
    _Manner(
        ("I use {} for everything.", "Should be under {}."),
        ("Try {}.", "Should be {}."),
        ("I'm {}.", "{}, if that helps."),
        ("Postcode should be {}.", "You should have {} as the postcode."),
        ("{}. Long ago now.", "It says {} in my papers."),
        ("I wrote it down: {}.", "Let me think... {}."),
    ),
)


def identity(who: Holder) -> dict[str, Wordings]:
    """What a holder answers when asked who they are, in a manner of their own."""
    account = who.account
    manner = _MANNERS[int(account.customer_id[-4:]) % len(_MANNERS)]
    values = {
        "email": account.email,
        "phone": account.phone,
        "name": account.name,
        "postcode": account.postcode,
        "birth_date": who.born,
        "passphrase": account.passphrase,
    }
    return {slot: tuple(way.format(value) for way in getattr(manner, slot)) for slot, value in values.items()}


def sign_in(who: Holder, greeting: str = "Happy to help.") -> list[Say | Call]:
    """The usual start of a solution: ask, find, verify, look."""
    return [
        say(f"{greeting} What is your e-mail address, and the passphrase of your account?"),
        find_customer.call(email=who.person.email),
        verify_customer.call(who.id, "passphrase", who.account.passphrase),
        get_customer.call(who.id),
    ]


def signed_in(who: Holder) -> Check:
    """The holder has proved who they are: only the session shows it."""
    return ends(Session(), verified_id=who.id)


def spoken_day(day: date) -> str:
    """A day as people say it, like 3 March 2026."""
    return f"{day.day} {day:%B} {day.year}"


def slot_text(slot: datetime) -> str:
    """A callback slot as `schedule_callback` takes it."""
    return slot.isoformat(timespec="minutes")
