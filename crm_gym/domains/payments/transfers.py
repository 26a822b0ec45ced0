"""Transfers between accounts: at once, on a later day, and taken back."""

from datetime import date, timedelta
from typing import Annotated, NamedTuple

from pydantic import Field

from crm_gym.domains.payments import access
from crm_gym.domains.payments.records import Account, AccountNumber, Transfer, TransferId
from crm_gym.tools import Amount, Day, tool
from crm_gym.world import Refusal, World, major_units

FURTHEST = 366
"""How many days ahead a transfer can be scheduled."""

Memo = Annotated[str, Field(max_length=140, description="What the recipient reads on the statement.")]


class Route(NamedTuple):
    """Two accounts between which this customer may move money."""

    source: Account
    destination: Account
    own: bool
    """Both accounts are the customer's: the money does not leave, so no limit applies."""


@tool(writes=True)
def execute_transfer(
    world: World, from_account: AccountNumber, to_account: AccountNumber, amount: Amount, memo: Memo | None = None
) -> dict[str, object]:
    """Send money from an account of the signed-in customer to another account, at once and for good.

    Returns the transfer with the balance left in the source account. Every call sends again: it does not notice repeats
    and does not check the payee's name.
    """
    route = _route(world, from_account, to_account, amount)
    _check_today(route, amount)
    source = _move(world, route, amount)
    transfer = _store(world, route, amount, memo=memo or "", state="done")
    return {
        **transfer.seen(),
        "balance_left": major_units(source.balance),
        "left_today": major_units(source.left_today),
    }


@tool(writes=True)
def schedule_transfer(
    world: World, from_account: AccountNumber, to_account: AccountNumber, amount: Amount, run_on: Day
) -> Transfer:
    """Order one transfer for a later day: from tomorrow up to 366 days ahead.

    The single transfer limit applies. Balance and daily limit are checked only on the day itself.
    """
    route = _route(world, from_account, to_account, amount)
    today = world.now.date()
    earliest, latest = today + timedelta(days=1), today + timedelta(days=FURTHEST)
    if not earliest <= run_on <= latest:
        message = "a transfer can be scheduled from tomorrow up to 366 days ahead"
        raise Refusal("DATE_INVALID", message, earliest=earliest.isoformat(), latest=latest.isoformat())
    return _store(world, route, amount, state="scheduled", run_on=run_on)


@tool(writes=True)
def cancel_scheduled_transfer(world: World, transfer_id: TransferId) -> Transfer:
    """Cancel one scheduled transfer of the signed-in customer. A transfer that has run cannot be taken back."""
    access.customer_id(world)
    transfer = world.get(Transfer, transfer_id)
    access.require_holder(world, access.account(world, transfer.from_account))
    if transfer.state == "done":
        raise Refusal("ALREADY_RUN", f"{transfer_id} has already been carried out")
    if transfer.state == "cancelled":
        raise Refusal("ALREADY_CANCELLED", f"{transfer_id} is cancelled already")
    return world.update(transfer, state="cancelled")


def _route(world: World, from_account: str, to_account: str, amount: int) -> Route:
    """The two accounts of a transfer that nothing but the day's limit and the balance can still stop."""
    customer = access.customer_id(world)
    if amount <= 0:
        raise Refusal("NON_POSITIVE_AMOUNT", "the amount must be above zero")
    if from_account == to_account:
        raise Refusal("SAME_ACCOUNT", "source and destination are the same account")
    source, destination = access.account(world, from_account), access.account(world, to_account)
    access.require_holder(world, source)
    _check_pair(source, destination)
    own = destination.held_by(customer)
    if not own and amount > source.transfer_limit:
        limit = major_units(source.transfer_limit)
        raise Refusal("OVER_TRANSFER_LIMIT", f"one transfer from {from_account} may carry {limit:.2f}", limit=limit)
    return Route(source, destination, own)


def _check_pair(source: Account, destination: Account) -> None:
    for account in (source, destination):
        if account.state != "open":
            message = f"account {account.account_number} is {account.state}"
            raise Refusal("ACCOUNT_FROZEN", message, account_number=account.account_number, state=account.state)
    if source.currency != destination.currency:
        message = f"{source.currency} cannot be sent to an account in {destination.currency}"
        raise Refusal("CURRENCY_MISMATCH", message, source=source.currency, destination=destination.currency)


def _check_today(route: Route, amount: int) -> None:
    """Refuses what the day's limit or the balance does not cover."""
    source = route.source
    if not route.own and amount > source.left_today:
        left = major_units(source.left_today)
        raise Refusal("DAILY_LIMIT", f"{left:.2f} is left of today's limit", left=left)
    if amount > source.balance:
        raise Refusal(
            "INSUFFICIENT_FUNDS",
            f"account {source.account_number} does not hold enough",
            balance=major_units(source.balance),
            shortfall=major_units(amount - source.balance),
        )


def _move(world: World, route: Route, amount: int) -> Account:
    """Takes the money from one side to the other; the source as it is then."""
    source, destination, own = route
    world.update(destination, balance=destination.balance + amount)
    counted = 0 if own else amount
    return world.update(source, balance=source.balance - amount, sent_today=source.sent_today + counted)


def _store(
    world: World, route: Route, amount: int, *, state: str, memo: str = "", run_on: date | None = None
) -> Transfer:
    return world.add(
        Transfer.model_validate(
            {
                "transfer_id": world.new_id(Transfer),
                "from_account": route.source.account_number,
                "to_account": route.destination.account_number,
                "amount": amount,
                "currency": route.source.currency,
                "memo": memo,
                "state": state,
                "run_on": run_on,
                "at": world.now,
            }
        )
    )
