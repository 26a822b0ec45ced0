"""Who may do what: the owner acts, a joint holder acts on the joint account, a delegate only looks."""

from typing import NoReturn

from crm_gym.domains.base import Session
from crm_gym.domains.payments.records import Account, Party, Transaction
from crm_gym.world import Refusal, World


def session(world: World) -> Session:
    """The session of this conversation."""
    return world.get(Session, "session")


def customer_id(world: World) -> str:
    """The party that has proved who it is; refuses with AUTH_REQUIRED."""
    verified = session(world).verified_id
    if verified is None:
        raise Refusal("AUTH_REQUIRED", "nobody has been authenticated in this conversation yet")
    return verified


def viewed_party(world: World, party_id: str) -> Party:
    """The party, for itself or one of its delegates."""
    customer = customer_id(world)
    party = world.get(Party, party_id)
    if customer != party_id and customer not in party.delegates:
        _forbid(customer, f"see the accounts of {party_id}")
    return party


def acting_party(world: World, party_id: str) -> Party:
    """The party, for itself alone."""
    customer = customer_id(world)
    party = world.get(Party, party_id)
    if customer != party_id:
        _forbid(customer, f"act for {party_id}")
    return party


def account(world: World, account_number: str) -> Account:
    """The account; refuses with UNKNOWN_ACCOUNT."""
    found = world.peek(Account, account_number)
    if found is None:
        raise Refusal("UNKNOWN_ACCOUNT", f"there is no account {account_number}")
    return found


def viewed_account(world: World, account_number: str) -> Account:
    """The account, for its holders and their delegates."""
    customer = customer_id(world)
    found = account(world, account_number)
    holders = [world.get(Party, id) for id in (found.party_id, found.joint_holder_id) if id is not None]
    if not found.held_by(customer) and not any(customer in holder.delegates for holder in holders):
        _forbid(customer, f"see account {account_number}")
    return found


def require_holder(world: World, found: Account) -> None:
    """Refuses everybody but the holders of an account."""
    customer = customer_id(world)
    if not found.held_by(customer):
        _forbid(customer, f"use account {found.account_number}")


def acting_payment(world: World, transaction_id: str) -> Transaction:
    """The payment, for the customer who made it."""
    customer_id(world)
    payment = world.get(Transaction, transaction_id)
    acting_party(world, payment.party_id)
    return payment


def _forbid(customer: str, what: str) -> NoReturn:
    raise Refusal("NOT_AUTHORIZED", f"{customer} may not {what}", signed_in=customer)
