"""Who may do what: the holder acts, an authorised contact reads cases and comments on them."""

from typing import NoReturn

from crm_gym.domains.support.records import Case, Customer, Invoice, Session
from crm_gym.world import Refusal, World


def session(world: World) -> Session:
    """The session of this conversation."""
    return world.get(Session, "session")


def is_contact(world: World) -> bool:
    """Whether a contact of the holder is being served."""
    return session(world).role == "contact"


def verified_customer(world: World, customer_id: str) -> Customer:
    """The customer, for the holder and their contacts; refuses with VERIFICATION_REQUIRED."""
    if session(world).verified_id != customer_id:
        raise Refusal("VERIFICATION_REQUIRED", f"{customer_id} has not been verified in this conversation")
    return world.get(Customer, customer_id)


def holder(world: World, customer_id: str) -> Customer:
    """The customer, for the holder alone."""
    customer = verified_customer(world, customer_id)
    if is_contact(world):
        _forbid("an authorised contact may only read and comment on cases")
    return customer


def case_reader(world: World, customer_id: str) -> Customer:
    """The customer, for the holder and for contacts who may read cases."""
    customer = verified_customer(world, customer_id)
    if is_contact(world) and not _may_read(customer, session(world).actor_id):
        _forbid("this contact is not allowed to read cases")
    return customer


def read_case(world: World, case_id: str) -> Case:
    """The case, for those who may read and comment on it."""
    case = _own_case(world, case_id)
    case_reader(world, case.customer_id)
    return case


def held_case(world: World, case_id: str) -> Case:
    """The case, for the holder alone."""
    case = _own_case(world, case_id)
    holder(world, case.customer_id)
    return case


def own_invoice(world: World, invoice_id: str) -> Invoice:
    """The invoice of the verified customer."""
    verified = _verified_id(world)
    invoice = world.get(Invoice, invoice_id)
    if invoice.customer_id != verified:
        _forbid(f"{invoice_id} is not an invoice of {verified}")
    return invoice


def _own_case(world: World, case_id: str) -> Case:
    verified = _verified_id(world)
    case = world.get(Case, case_id)
    if case.customer_id != verified:
        _forbid(f"{case_id} is not a case of {verified}")
    return case


def _verified_id(world: World) -> str:
    verified = session(world).verified_id
    if verified is None:
        raise Refusal("VERIFICATION_REQUIRED", "nobody has been verified in this conversation yet")
    return verified


def _may_read(customer: Customer, name: str | None) -> bool:
    return any(contact.name == name and contact.may_read_cases for contact in customer.authorised_contacts)


def _forbid(why: str) -> NoReturn:
    raise Refusal("NOT_AUTHORIZED", why)
