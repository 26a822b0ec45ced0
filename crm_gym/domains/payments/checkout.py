"""Card checkout: charge, receipt, points, log."""

from typing import Literal

from crm_gym.domains.payments import access
from crm_gym.domains.payments.records import (
    Card,
    CardId,
    Merchant,
    MerchantRef,
    Party,
    PartyId,
    Transaction,
    TransactionId,
)
from crm_gym.tools import Amount, tool
from crm_gym.world import Refusal, World

CENTS_PER_POINT = 10
"""10 points per unit: 15.50 earns 155."""


@tool(writes=True)
def process_payment(
    world: World, party_id: PartyId, amount: Amount, method: CardId, merchant_ref: MerchantRef
) -> Transaction:
    """Charge a saved card of the signed-in customer for a merchant's basket, in the merchant's currency.

    Returns the payment: state `success`, `pending` (the merchant confirms later) or `failed` with failure_reason.
    Every call charges again: it does not notice repeats.
    """
    access.acting_party(world, party_id)
    if amount <= 0:
        raise Refusal("NON_POSITIVE_AMOUNT", "the amount must be above zero")
    card = _usable_card(world, party_id, method)
    merchant = _merchant(world, merchant_ref)
    failure = "card expired" if card.state == "expired" else card.declines
    return world.add(
        Transaction(
            transaction_id=world.new_id(Transaction),
            party_id=party_id,
            merchant=merchant.name,
            merchant_ref=merchant_ref,
            amount=amount,
            currency=merchant.currency,
            method=method,
            state=_outcome(merchant, failure),
            failure_reason=failure or None,
            at=world.now,
        )
    )


@tool(writes=True)
def send_receipt(world: World, transaction_id: TransactionId) -> dict[str, object]:
    """E-mail the receipt of a successful payment to the customer. Works once per payment."""
    payment = access.acting_payment(world, transaction_id)
    _require_settled(payment)
    if payment.receipt_sent:
        raise Refusal("ALREADY_SENT", f"the receipt of {transaction_id} has been sent before")
    payment = world.update(payment, receipt_sent=True)
    return {**payment.seen(), "sent_to": world.get(Party, payment.party_id).email}


@tool(writes=True)
def award_points(world: World, transaction_id: TransactionId) -> dict[str, object]:
    """Award the loyalty points of a successful payment: 10 per unit, from the recorded amount. Works once per payment.

    Returns the payment with the customer's new points balance.
    """
    payment = access.acting_payment(world, transaction_id)
    _require_settled(payment)
    if payment.points_awarded is not None:
        message = f"the points of {transaction_id} have been awarded before"
        raise Refusal("ALREADY_AWARDED", message, points_awarded=payment.points_awarded)
    points = payment.amount // CENTS_PER_POINT
    payment = world.update(payment, points_awarded=points)
    party = world.get(Party, payment.party_id)
    party = world.update(party, points=party.points + points)
    return {**payment.seen(), "points_balance": party.points}


@tool(writes=True)
def log_transaction(world: World, transaction_id: TransactionId) -> Transaction:
    """Write a payment into the customer's purchase log. Works once per payment; does not look at its state."""
    payment = access.acting_payment(world, transaction_id)
    if payment.logged:
        raise Refusal("ALREADY_LOGGED", f"{transaction_id} is in the log already")
    return world.update(payment, logged=True)


def _usable_card(world: World, party_id: str, card_id: str) -> Card:
    """A card on file that is not frozen; an expired one is for the issuer to decline."""
    card = world.peek(Card, card_id)
    if card is None or card.party_id != party_id:
        raise Refusal("METHOD_NOT_ON_FILE", f"{card_id} is not a saved card of {party_id}")
    if card.state == "frozen":
        raise Refusal("CARD_FROZEN", f"{card_id} is frozen", last4=card.last4)
    return card


def _merchant(world: World, merchant_ref: str) -> Merchant:
    """The merchant whose code a reference starts with."""
    merchant = world.peek(Merchant, merchant_ref.split("-")[0])
    if merchant is None:
        raise Refusal("UNKNOWN_MERCHANT", f"no merchant has references like {merchant_ref}")
    return merchant


def _outcome(merchant: Merchant, failure: str) -> Literal["failed", "pending", "success"]:
    if failure:
        return "failed"
    return "pending" if merchant.settles_later else "success"


def _require_settled(payment: Transaction) -> None:
    if payment.state != "success":
        message = f"{payment.id} is {payment.state}, not a success"
        raise Refusal("NOT_SETTLED", message, state=payment.state, failure_reason=payment.failure_reason)
