"""Accounts: what a customer has, the name check, and limits."""

import unicodedata
from typing import Literal

from crm_gym.domains.payments import access
from crm_gym.domains.payments.records import (
    Account,
    AccountNumber,
    Card,
    LimitDecision,
    LimitRequest,
    Outcome,
    Party,
    PartyId,
    PayeeName,
    SavedPayee,
    Transfer,
)
from crm_gym.tools import Amount, Text, tool
from crm_gym.world import Refusal, World, major_units

RECENT = 10
"""How many transfers a balance shows."""

EMPTY_WORDS = {"and", "the", "ltd", "gmbh", "inc", "llc", "mrs"}
"""Words that make no name alike."""


@tool()
def list_accounts(world: World, party_id: PartyId) -> dict[str, object]:
    """Show everything a customer has: profile, own and joint accounts, saved cards, saved payees, scheduled transfers.

    Also lists whose accounts this customer may view as a delegate. Only the customer and their delegates may look.
    A payee without first_used_on has never been paid. internal_risk_note is for staff only.
    """
    party = access.viewed_party(world, party_id)
    accounts = _accounts(world, party_id)
    return {
        "party": _profile(world, party),
        "accounts": accounts,
        "cards": world.find(Card, party_id=party_id),
        "payees": world.find(SavedPayee, party_id=party_id),
        "scheduled_transfers": [transfer for account in accounts for transfer in _scheduled(world, account)],
        "may_view": [_named(other) for other in world.lookup(Party, "delegates", party_id)],
    }


@tool()
def get_balance(world: World, account_number: AccountNumber) -> dict[str, object]:
    """Show the balance, state and limits of an account, what may still be sent today, and its latest ten transfers.

    Only the account's holders and their delegates may look.
    """
    account = access.viewed_account(world, account_number)
    return {
        **account.seen(),
        "left_today": major_units(account.left_today),
        "recent_transfers": _recent(world, account_number),
    }


@tool()
def validate_payee(world: World, account_number: AccountNumber, payee_name: Text) -> dict[str, object]:
    """Check whether an account belongs to the payee that the customer named. Sends nothing.

    Returns match `full`, `partial` (with the suggested holder name) or `none`.
    """
    access.customer_id(world)
    entry = world.peek(PayeeName, account_number)
    if entry is None:
        raise Refusal("UNKNOWN_ACCOUNT", f"there is no account {account_number}")
    match = compare_names(payee_name, entry.holder_name)
    suggested = {"suggested": entry.holder_name} if match == "partial" else {}
    return {"account_number": account_number, "match": match, **suggested}


@tool(writes=True)
def request_limit_increase(
    world: World, account_number: AccountNumber, amount: Amount, justification: Text
) -> LimitRequest:
    """Ask the limits desk to allow a single transfer of this amount from an account. Moves no money.

    The outcome is approved (the limit is raised at once), denied (max is the highest single transfer the account can
    have) or pending (answer within two working days). Customers of level standard cannot ask.
    """
    customer = access.customer_id(world)
    account = access.account(world, account_number)
    access.require_holder(world, account)
    _require_reason(world, account, amount)
    outcome, ceiling = _decide(world, account, amount)
    if outcome == "approved":
        _raise_limits(world, account, amount)
    return world.add(
        LimitRequest(
            request_id=world.new_id(LimitRequest),
            party_id=customer,
            account_number=account_number,
            amount=amount,
            justification=justification,
            outcome=outcome,
            max=ceiling,
            at=world.now,
        )
    )


def compare_names(given: str, holder: str) -> Literal["full", "partial", "none"]:
    """Full: the same words in any order; partial: a telling word in common."""
    mine, theirs = _words(given), _words(holder)
    if mine == theirs:
        return "full"
    telling = {word for word in mine & theirs if len(word) > 2} - EMPTY_WORDS
    return "partial" if telling else "none"


def _words(name: str) -> set[str]:
    """The words of a name without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return set("".join(letter if letter.isalnum() else " " for letter in plain).split())


def _accounts(world: World, party_id: str) -> list[Account]:
    return world.find(Account, party_id=party_id) + world.find(Account, joint_holder_id=party_id)


def _profile(world: World, party: Party) -> dict[str, object]:
    """A customer as shown, with the internal note under a name that says so."""
    shown: dict[str, object] = {**party.seen()}
    shown["internal_risk_note"] = shown.pop("risk_note")
    shown["delegates"] = [_named(world.get(Party, delegate)) for delegate in party.delegates]
    return shown


def _named(party: Party) -> dict[str, object]:
    return {"party_id": party.party_id, "name": party.name}


def _scheduled(world: World, account: Account) -> list[Transfer]:
    return world.find(Transfer, from_account=account.account_number, state="scheduled")


def _recent(world: World, account_number: str) -> list[Transfer]:
    """The latest transfers out of and into an account, newest first."""
    out = world.find(Transfer, from_account=account_number, state="done")
    both = out + world.find(Transfer, to_account=account_number, state="done")
    return sorted(both, key=lambda transfer: (transfer.at, transfer.id), reverse=True)[:RECENT]


def _require_reason(world: World, account: Account, amount: int) -> None:
    """Refuses a request that makes no sense or that this customer cannot make."""
    if amount <= 0:
        raise Refusal("NON_POSITIVE_AMOUNT", "the amount must be above zero")
    level = world.get(Party, access.customer_id(world)).level
    if level == "standard":
        raise Refusal("LEVEL_REQUIRED", "only verified and business customers can ask for more", level=level)
    if amount <= min(account.transfer_limit, account.left_today):
        raise Refusal("ALREADY_ALLOWED", "a transfer of this amount is within the limits already")


def _decide(world: World, account: Account, amount: int) -> tuple[Outcome, int | None]:
    """The answer of the limits desk, with the ceiling after a denial."""
    decision = world.peek(LimitDecision, account.account_number)
    if decision is None:
        return "pending", None
    if decision.outcome != "denied":
        return decision.outcome, None
    ceiling = max(account.transfer_limit, decision.max or 0)
    return ("approved", None) if amount <= ceiling else ("denied", ceiling)


def _raise_limits(world: World, account: Account, amount: int) -> None:
    """Makes room for one transfer of this amount today."""
    single = max(account.transfer_limit, amount)
    daily = max(account.daily_limit, account.sent_today + amount)
    world.update(account, transfer_limit=single, daily_limit=daily)
