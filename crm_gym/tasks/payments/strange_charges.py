"""What stories about unknown charges have in common: the charge, and what its victim knows and wants."""

from typing import Any, NamedTuple

from crm_gym.domains.payments.records import Card, Transaction
from crm_gym.persona import Goal, Offered, OutcomeKind, Reaction, ReadBack, Told, Wordings
from crm_gym.tasks.builder import Draw
from crm_gym.tasks.payments.cast import Customer, day_of, identity, merchant, payment


class Stranger(NamedTuple):
    """A charge, and the card that it came from."""

    payment: Transaction
    card: Card

    @property
    def id(self) -> str:
        """The id of the payment."""
        return self.payment.transaction_id

    @property
    def amount(self) -> float:
        """What was charged."""
        return self.payment.amount / 100

    @property
    def named(self) -> str:
        """Merchant, day and amount, so that the customer can think again."""
        row = self.payment
        return f"{self.amount:.2f} {row.currency} to {row.merchant} on {day_of(row)}, card ending in {self.card.last4}"


_YES = ("Yes, please.", "Yes, please do that.", "Yes, go ahead.")


_FREEZE = ("Yes, freeze the card, please.", "Yes, please freeze it.")


FREEZES = Reaction(on=Told(phrases=("freeze", "freezing", "block your card", "block the card")), says=_FREEZE)
"""A yes to somebody who speaks of freezing without asking."""


def not_mine(*denials: tuple[Transaction, Wordings]) -> tuple[Reaction, ...]:
    """Does not know the merchants when they are first named, and says yes to what is read back or offered."""
    return (
        *(Reaction(on=Told(phrases=(row.merchant, _short(row.merchant))), says=no) for row, no in denials),
        Reaction(on=ReadBack(), says=_YES, every=True),
        Reaction(on=Offered(about="freeze"), says=_FREEZE, every=True),
        Reaction(on=Offered(about="dispute"), says=_YES),
    )


def _short(merchant: str) -> str:
    """A merchant's name as people shorten it: without the last word."""
    return merchant.rsplit(" ", 1)[0]


def charge_facts(me: Customer, charge: Stranger, when: str, about: str) -> dict[str, Wordings]:
    """What somebody can tell about a charge that they know nothing of."""
    return {
        **identity(me),
        "amount": (f"{charge.amount:.2f}.", f"It says {charge.amount:.2f}."),
        "transaction": (f"The one of {charge.amount:.2f}. {when}",),
        "date": (when,),
        "card": (f"The card ending in {charge.card.last4}.",),
        "last4": (f"{charge.card.last4}.",),
        "reason": (about,),
        "details": (about,),
    }


def contest(again: Wordings, settled_by: tuple[OutcomeKind, ...] = ("done", "pending")) -> tuple[Goal, Goal]:
    """The wish to contest a charge and, without the word, to be safe from the next one. An open dispute is enough."""
    safe = tuple(f"{text} And it must not happen to me again." for text in again)
    return (
        Goal(about="freeze", settled_by=("done", "pending"), again=safe),
        Goal(about="dispute", settled_by=settled_by, again=again),
    )


def strange(draw: Draw, method: Card, code: str, amount: float, days_ago: int, **fields: Any) -> Stranger:
    """A charge that its customer does not know."""
    return Stranger(payment(draw, method, merchant(draw, code), amount, days_ago=days_ago, **fields), method)
