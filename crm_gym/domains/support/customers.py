"""Customers: who they are, how they prove it, and their contact details."""

import re
from datetime import timedelta
from typing import Annotated, NoReturn

from pydantic import Field

from crm_gym.domains.people import found_by, masked
from crm_gym.domains.support import access
from crm_gym.domains.support.records import (
    Contact,
    ContactField,
    Customer,
    CustomerId,
    Device,
    Factor,
    Product,
    Session,
    spelled,
)
from crm_gym.tools import Text, tool
from crm_gym.types import Json
from crm_gym.world import Refusal, World

MAX_ATTEMPTS = 3
STRONG = 2
"""The level of a holder who has passed two different factors."""
COOLING_OFF = timedelta(days=7)

Email = Annotated[str, Field(max_length=200, description="The e-mail address on file.")]
Phone = Annotated[str, Field(max_length=40, description="The phone number on file.")]
Answer = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="The passphrase; or postcode and birth date in one text, like 'AB1 2CD 1980-01-31'.",
    ),
]


@tool()
def find_customer(
    world: World, email: Email | None = None, phone: Phone | None = None, customer_id: CustomerId | None = None
) -> dict[str, object]:
    """Find a customer by e-mail, phone or id; all that are given must fit. Returns the id and a masked name.

    Finding somebody proves nothing: see verify_customer.
    """
    if not (email or phone or customer_id):
        raise Refusal("IDENTIFIER_REQUIRED", "give an e-mail address, a phone number or a customer id")
    found = found_by(world, Customer, email, phone, customer_id)
    if not found:
        raise Refusal("NOT_FOUND", "no customer has these details")
    if len(found) > 1:
        raise Refusal("AMBIGUOUS_MATCH", "several customers share these details", count=len(found))
    return {"customer_id": found[0].customer_id, "masked_name": masked(found[0].name)}


@tool(writes=True)
def verify_customer(world: World, customer_id: CustomerId, factor: Factor, value: Answer) -> dict[str, object]:
    """Check what somebody says to prove who they are; whoever was verified before for another account is replaced.

    The holder passes with postcode_birth_date or passphrase (level 1), with both of them one after the other level 2.
    An authorised contact passes with contact_passphrase. Three wrong answers in a conversation lock it for good.
    """
    customer = world.get(Customer, customer_id)
    _require_unlocked(world)
    if factor == "contact_passphrase":
        contact = _contact(customer, value)
        return _let_in_contact(world, customer, contact) if contact else _count_wrong(world, customer_id)
    right = customer.passphrase if factor == "passphrase" else f"{customer.postcode} {customer.birth_date}"
    if factor == "postcode_birth_date":
        _require_both(value)
    if _plain(value) != _plain(right):
        _count_wrong(world, customer_id)
    return _let_in_holder(world, customer, factor)


@tool()
def get_customer(world: World, customer_id: CustomerId) -> dict[str, object]:
    """Show a verified customer's tier, status, region, flags, devices and the names of authorised contacts.

    Flags and internal_note are for staff only. Contact details are never shown.
    """
    customer = access.verified_customer(world, customer_id)
    return {
        **customer.seen(),
        "authorised_contacts": [_listed(contact) for contact in customer.authorised_contacts],
        "devices": [_named(world, device) for device in world.find(Device, customer_id=customer_id)],
    }


@tool(writes=True)
def update_contact_detail(world: World, customer_id: CustomerId, field: ContactField, value: Text) -> dict[str, object]:
    """Change e-mail, phone or postcode of a holder who has passed two different factors.

    After a change there is no other one for seven days, of whichever detail.
    """
    customer = access.verified_customer(world, customer_id)
    _require_strong(world)
    if "fraud_watch" in customer.flags:
        raise Refusal("ACCOUNT_RESTRICTED", "contact details of this account cannot be changed here")
    until = customer.contact_changed_at and customer.contact_changed_at + COOLING_OFF
    if until and world.now < until:
        raise Refusal("COOLING_OFF", "a contact detail was changed less than seven days ago", until=spelled(until))
    changed = world.update(customer, contact_changed_at=world.now, **{field: _formed(field, value)})
    return {"customer_id": customer_id, "field": field, "value": getattr(changed, field)}


def _plain(text: str) -> str:
    """A text without case, spaces and punctuation."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _require_unlocked(world: World) -> None:
    if sum(access.session(world).failed_attempts.values()) >= MAX_ATTEMPTS:
        raise Refusal("VERIFICATION_LOCKED", f"verification is locked after {MAX_ATTEMPTS} wrong answers")


def _require_both(value: str) -> None:
    """A text that cannot be postcode and birth date is no wrong answer yet."""
    if not re.fullmatch(r"\S.*[\s,;]\s*\d{4}-\d{2}-\d{2}\s*", value):
        message = "give postcode and birth date in one text, like 'AB1 2CD 1980-01-31'"
        raise Refusal("INVALID_FORMAT", message)


def _count_wrong(world: World, customer_id: str) -> NoReturn:
    """Counts a wrong answer; the last one also ends what had been proved."""
    session = access.session(world)
    attempts = {**session.failed_attempts, customer_id: session.failed_attempts.get(customer_id, 0) + 1}
    left = MAX_ATTEMPTS - sum(attempts.values())
    kept = session if left else _nobody(session)
    world.update(session, **vars(kept) | {"failed_attempts": attempts})
    raise Refusal("VERIFICATION_FAILED", "the answer is wrong", attempts_left=left)


def _nobody(session: Session) -> Session:
    nothing = {"actor_id": None, "role": "customer", "verified_id": None, "verified_level": 0, "factors": ()}
    return session.model_copy(update=nothing)


def _contact(customer: Customer, passphrase: str) -> Contact | None:
    """The authorised contact with this passphrase."""
    contacts = customer.authorised_contacts
    return next((contact for contact in contacts if _plain(contact.passphrase) == _plain(passphrase)), None)


def _let_in_contact(world: World, customer: Customer, contact: Contact) -> dict[str, object]:
    world.update(
        access.session(world),
        actor_id=contact.name,
        role="contact",
        verified_id=customer.customer_id,
        verified_level=1,
        factors=(),
    )
    return {"customer_id": customer.customer_id, "verified_as": "contact", "name": contact.name, "verified_level": 1}


def _let_in_holder(world: World, customer: Customer, factor: Factor) -> dict[str, object]:
    session = access.session(world)
    before = session.factors if session.verified_id == customer.customer_id else ()
    factors = tuple(sorted({*before, factor}))
    world.update(
        session,
        actor_id=customer.customer_id,
        role="customer",
        verified_id=customer.customer_id,
        verified_level=len(factors),
        factors=factors,
    )
    shown = {"customer_id": customer.customer_id, "verified_as": "holder", "name": customer.name}
    return {**shown, "verified_level": len(factors)}


def _listed(contact: Contact) -> dict[str, object]:
    return {"name": contact.name, "may_read_cases": contact.may_read_cases}


def _named(world: World, device: Device) -> dict[str, object]:
    return {**device.seen(), "product": world.get(Product, device.product_code).name}


def _require_strong(world: World) -> None:
    session = access.session(world)
    if session.verified_level < STRONG:
        factors = ("postcode_birth_date", "passphrase")
        missing: list[Json] = [factor for factor in factors if factor not in session.factors]
        raise Refusal("STRONG_VERIFICATION_REQUIRED", "the holder must pass both factors first", missing=missing)


def _formed(field: ContactField, value: str) -> str:
    """A contact detail in its one spelling; refuses with INVALID_FORMAT."""
    formed = {"email": _email, "phone": _phone, "postcode": _postcode}[field](value.strip())
    if formed is None:
        raise Refusal("INVALID_FORMAT", f"{value!r} is no {field}", field=field)
    return formed


def _email(value: str) -> str | None:
    return value.casefold() if re.fullmatch(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+", value) else None


def _phone(value: str) -> str | None:
    """Ten national digits, with or without the country or trunk code."""
    if not re.fullmatch(r"[0-9+()./\s-]+", value):
        return None
    fits = re.fullmatch(r"(?:0044|440?|0)?([1-9]\d{9})", re.sub(r"\D", "", value))
    return f"+44 {fits[1][:2]} {fits[1][2:6]} {fits[1][6:]}" if fits else None


def _postcode(value: str) -> str | None:
    squeezed = "".join(value.upper().split())
    fits = re.fullmatch(r"[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}", squeezed)
    return f"{squeezed[:-3]} {squeezed[-3:]}" if fits else None
