"""What stories about refunds have in common: a purchase of two items, and what its owner can tell."""

from typing import Any, NamedTuple

from crm_gym.domains.payments.records import Card, Transaction
from crm_gym.persona import Offered, Reaction, Wordings
from crm_gym.tasks.builder import Draw, says_any
from crm_gym.tasks.payments.cast import Customer, identity, merchant, payment


class Purchase(NamedTuple):
    """A payment for two items, of which one goes back."""

    payment: Transaction
    item: str
    price: float
    other: str
    rest: float

    @property
    def id(self) -> str:
        """The id of the payment."""
        return self.payment.transaction_id

    @property
    def total(self) -> float:
        """What both cost together."""
        return self.payment.amount / 100


def bought_two(
    draw: Draw,
    method: Card,
    code: str,
    items: tuple[tuple[str, float], tuple[str, float]],
    days_ago: int,
    **fields: Any,
) -> Purchase:
    """A purchase whose items stand in the payment's note, the one that goes back first or last."""
    (item, price), (other, rest) = items
    lines = draw.pick([f"{item} {price:.2f}, {other} {rest:.2f}", f"{other} {rest:.2f}, {item} {price:.2f}"])
    total = round(price + rest, 2)
    row = payment(draw, method, merchant(draw, code), total, days_ago=days_ago, note=lines.capitalize(), **fields)
    return Purchase(row, item, price, other, rest)


def points_of(*amounts: float) -> int:
    """The points of a payment of these items."""
    return sum(round(amount * 100) for amount in amounts) // 10


POINTS_NOTE = says_any(
    "the agent tells the user that the back office will adjust the points later",
    *("back office", "back-office", "adjust", "adjusts", "adjusted", "adjustment", "corrected", "recalculated"),
)


AGREE = Reaction(on=Offered(about="refund"), says=("Yes, please.", "Yes, please do."), every=True)
"""A yes to somebody who proposes what was asked for anyway."""


def refund_facts(me: Customer, bought: Purchase, about: Wordings) -> dict[str, Wordings]:
    """What somebody who sends an item back can tell."""
    shop = bought.payment.merchant
    return {
        **identity(me),
        "merchant": (f"It was {shop}.", f"{shop}."),
        "transaction": (f"The {shop} one with the {bought.item} and the {bought.other} on it.",),
        "amount": (f"The {bought.item} alone was {bought.price:.2f}.",),
        "reason": about,
        "details": about,
    }
