"""What stories about baskets have in common: who pays what, how they tell it, and the chain of a charge."""

from typing import Any, NamedTuple

from crm_gym.contract import Check
from crm_gym.domains.payments import award_points, log_transaction, process_payment, send_receipt
from crm_gym.domains.payments.checkout import CENTS_PER_POINT
from crm_gym.domains.payments.records import Card, CardToken, Merchant, Transaction
from crm_gym.persona import Goal, Persona, Wordings
from crm_gym.tasks.builder import Draw, calls, count, ends, say
from crm_gym.tasks.payments.cast import Customer, account, customer, identity, merchant
from crm_gym.types import Call, Say
from crm_gym.world import minor_units

_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}


DECLINED = (
    "declined", "declines", "decline", "failed", "fail", "did not go through", "didn't go through", "not gone through",
    "unsuccessful", "rejected", "refused", "turned down", "not accepted", "insufficient funds", "did not work",
)  # fmt: skip
"""Words in which an agent may tell that a charge was declined."""


class Basket(NamedTuple):
    """What a customer wants to pay."""

    shop: Merchant
    ref: str
    amount: float

    @property
    def price(self) -> str:
        """The amount with the sign of its currency."""
        return f"{_SIGNS[self.shop.currency]}{self.amount:.2f}"

    @property
    def points(self) -> int:
        """What it earns."""
        return minor_units(self.amount) // CENTS_PER_POINT


class Tale(NamedTuple):
    """How one customer tells their story."""

    voice: str
    story: str
    opening: Wordings
    again: Wordings
    details: Wordings
    yes: Wordings
    thanks: Wordings
    leaves: Wordings


def basket_at(draw: Draw, code: str, amount: float) -> Basket:
    """A new basket at a shop."""
    return Basket(merchant(draw, code), f"{code}-{draw.digits(4)}", amount)


def shopper(draw: Draw, **fields: Any) -> Customer:
    """A customer with an account that no checkout touches."""
    me = customer(draw, **fields)
    account(draw, me.party, "current", draw.money(400, 2400))
    return me


def two_cards(draw: Draw, me: Customer, *, first: dict[str, Any], second: dict[str, Any]) -> tuple[Card, Card]:
    """Two saved cards; the customer's first choice is the one that stands first in lists."""
    ids = sorted(draw.id("CRD") for _ in range(2))
    made = [numbered_card(draw, me, id, **fields) for id, fields in zip(ids, (first, second), strict=True)]
    return made[0], made[1]


def numbered_card(draw: Draw, me: Customer, card_id: str, **fields: Any) -> Card:
    """A card with an id of the story's choice."""
    token = draw.add(CardToken(token=f"tok_{draw.digits(12)}", party_id=me.id, last4=draw.digits(4)))
    return draw.add(Card(card_id=card_id, party_id=me.id, last4=token.last4, token=token.token, **fields))


def basket_facts(me: Customer, basket: Basket, plastic: Card) -> dict[str, Wordings]:
    """What anybody who pays a basket can tell."""
    shop, ref = basket.shop.name, basket.ref
    return {
        **identity(me),
        "amount": (f"It's {basket.price}.", f"{basket.amount:.2f}, that's the total.", f"{basket.price} altogether."),
        "merchant": (f"{shop}; the reference is {ref}.", f"It's {shop}, and it says {ref}."),
        "transaction": (f"The one at {shop}, {basket.price}, reference {ref}.",),
        "card": (f"The card ending {plastic.last4}.", f"Use the one ending in {plastic.last4}, please."),
        "last4": (f"It ends in {plastic.last4}.",),
        "reason": (f"It's for what I bought at {shop}.",),
        "date": ("Today.",),
    }


def basket_goals(basket: Basket, again: Wordings) -> tuple[Goal, ...]:
    """The basket is to be paid, and nobody leaves before they have heard about their points."""
    asks = (
        "And what about the receipt and my points?",
        "Did the receipt go out, and did I get my points?",
        "There was the receipt as well, and my points?",
    )
    told = (f"{basket.points} points", f"{basket.points:,} points", "points added", "points awarded")
    return (Goal(about="payment", again=again), Goal(about="points", told=told, again=asks))


def payer(me: Customer, tale: Tale, basket: Basket, plastic: Card, **fields: Any) -> Persona:
    """The customer of a tale; `facts` are added to those of the basket."""
    facts = {**basket_facts(me, basket, plastic), "details": tale.details, **fields.pop("facts", {})}
    return Persona(
        name=me.person.name,
        voice=tale.voice,
        story=tale.story,
        opening=tale.opening,
        facts=facts,
        figures=(basket.amount,),
        goals=fields.pop("goals", None) or basket_goals(basket, tale.again),
        yes=tale.yes,
        thanks=tale.thanks,
        leaves=tale.leaves,
        **fields,
    )


def read_back(basket: Basket, plastic: Card) -> Say:
    """The charge is read back."""
    return say(
        f"I would charge {basket.price} for {basket.ref} at {basket.shop.name} to your card ending {plastic.last4}. "
        "Shall I go ahead?"
    )


def charge(me: Customer, basket: Basket, method: str) -> Call:
    """The charge alone."""
    return process_payment.call(me.id, basket.amount, method, basket.ref)


def chain(me: Customer, basket: Basket, method: str, txn: str) -> list[Say | Call]:
    """The charge and everything after it."""
    return [
        charge(me, basket, method),
        send_receipt.call(txn),
        award_points.call(txn),
        log_transaction.call(txn),
    ]


def all_done(basket: Basket, txn: str) -> Say:
    """The whole chain is reported."""
    return say(
        f"All done: {basket.price} has been charged, payment {txn}. The receipt has been sent and {basket.points} "
        "points have been added."
    )


def charged(me: Customer, basket: Basket, plastic: Card) -> list[Check]:
    """The expected charge."""
    return calls(
        process_payment,
        party_id=me.id,
        amount=basket.amount,
        method=plastic.card_id,
        merchant_ref=basket.ref,
    )


def completed(me: Customer, basket: Basket, plastic: Card | None = None) -> list[Check]:
    """In the end there is one success for the basket (on this card), with every step, and its points once."""
    method: dict[str, Any] = {"method": plastic.card_id} if plastic else {}
    return [
        count(
            Transaction,
            1,
            party_id=me.id,
            merchant_ref=basket.ref,
            amount=basket.amount,
            state="success",
            receipt_sent=True,
            points_awarded=basket.points,
            logged=True,
            **method,
        ),
        ends(me.party, points=me.party.points + basket.points),
    ]


def broken_off(me: Customer, basket: Basket, plastic: Card) -> Check:
    """In the end there is one failed charge on the card, without any later step."""
    return count(
        Transaction,
        1,
        party_id=me.id,
        merchant_ref=basket.ref,
        method=plastic.card_id,
        amount=basket.amount,
        state="failed",
        receipt_sent=False,
        points_awarded=None,
        logged=False,
    )


IN_CHAIN = (send_receipt, award_points, log_transaction)
