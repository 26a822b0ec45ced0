"""Card payments after the fact: look up, refund, dispute."""

from datetime import date, timedelta
from typing import Annotated

from pydantic import Field

from crm_gym.domains.payments import access
from crm_gym.domains.payments.records import (
    Card,
    Dispute,
    DisputeReason,
    Merchant,
    PartyId,
    Refund,
    RefundReason,
    Transaction,
    TransactionId,
)
from crm_gym.tools import Amount, Text, tool
from crm_gym.world import Refusal, World, major_units

PAGE = 50
"""The most payments in one list."""

DISPUTE_DAYS = 60
NOT_RECOGNISED_DAYS = 120

Days = Annotated[int, Field(ge=1, le=180, description="How many days to look back, 1 to 180.")]


@tool()
def list_transactions(world: World, party_id: PartyId, days: Days) -> dict[str, object]:
    """List a customer's card payments of the last days, newest first, 50 at most; total says how many there are.

    Only the customer and their delegates may look. Transfers between accounts are not in it: see get_balance.
    """
    access.viewed_party(world, party_id)
    since = world.now - timedelta(days=days)
    payments = [payment for payment in world.find(Transaction, party_id=party_id) if payment.at >= since]
    payments.sort(key=lambda payment: (payment.at, payment.id), reverse=True)
    return {"transactions": [_shown(world, payment) for payment in payments[:PAGE]], "total": len(payments)}


@tool()
def get_transaction(world: World, transaction_id: TransactionId) -> dict[str, object]:
    """Show one card payment with what is left to refund and the merchant's terms for refunds and disputes.

    Only the customer who made it and their delegates may look.
    """
    access.customer_id(world)
    payment = world.get(Transaction, transaction_id)
    access.viewed_party(world, payment.party_id)
    merchant = _merchant(world, payment)
    terms = {
        "refund_until": _refund_until(merchant, payment),
        "disputes_direct": merchant.disputes_direct,
        "contact": merchant.contact,
        "note": merchant.note,
    }
    return {**_shown(world, payment), "left_to_refund": major_units(payment.left), "merchant_terms": terms}


@tool(writes=True)
def refund_payment(
    world: World, transaction_id: TransactionId, amount: Amount, reason_code: RefundReason
) -> dict[str, object]:
    """Give a successful payment back to its card, in full or in part, within the merchant's refund days.

    Returns the refund and what is left of the payment. Account balances and points do not change.
    """
    payment = access.acting_payment(world, transaction_id)
    _check_refund(world, payment, amount)
    refund = Refund(
        refund_id=world.new_id(Refund),
        transaction_id=transaction_id,
        amount=amount,
        reason=reason_code,
        at=world.now,
    )
    world.add(refund)
    state = "refunded" if amount == payment.left else "success"
    payment = world.update(payment, refunded=payment.refunded + amount, state=state)
    return {**refund.seen(), "transaction_state": state, "left_to_refund": major_units(payment.left)}


@tool(writes=True)
def open_dispute(world: World, transaction_id: TransactionId, reason_code: DisputeReason, statement: Text) -> Dispute:
    """Contest a posted payment: within 60 days, or 120 days when the customer does not recognise it.

    Returns the dispute. Does not freeze the card, and gives no money back before the case is decided.
    """
    payment = access.acting_payment(world, transaction_id)
    _check_disputable(payment)
    _check_age(world, payment, reason_code)
    _check_contacted(world, payment)
    world.update(payment, state="disputed")
    return world.add(
        Dispute(
            dispute_id=world.new_id(Dispute),
            transaction_id=transaction_id,
            party_id=payment.party_id,
            reason=reason_code,
            statement=statement,
            at=world.now,
        )
    )


def _shown(world: World, payment: Transaction) -> dict[str, object]:
    """A payment with the digits by which its customer knows the card."""
    card = world.peek(Card, payment.method)
    return {**payment.seen(), "card_last4": card.last4 if card else None}


def _merchant(world: World, payment: Transaction) -> Merchant:
    return world.get(Merchant, payment.merchant_ref.split("-")[0])


def _refund_until(merchant: Merchant, payment: Transaction) -> date:
    """The last day of a refund."""
    return payment.at.date() + timedelta(days=merchant.refund_days)


def _check_refund(world: World, payment: Transaction, amount: int) -> None:
    if amount <= 0:
        raise Refusal("NON_POSITIVE_AMOUNT", "the amount must be above zero")
    if payment.state == "disputed":
        raise Refusal("DISPUTED", f"{payment.id} is disputed; the dispute decides about the money")
    if payment.state in ("pending", "failed"):
        raise Refusal("NOT_SETTLED", f"{payment.id} is {payment.state}", state=payment.state)
    last = _refund_until(_merchant(world, payment), payment)
    if world.now.date() > last:
        message = f"{payment.merchant} gave refunds until {last}"
        raise Refusal("REFUND_WINDOW_CLOSED", message, last_day=last.isoformat())
    if amount > payment.left:
        left = major_units(payment.left)
        raise Refusal("EXCEEDS_PAID", f"{left:.2f} of {payment.id} is left to refund", left=left)


def _check_disputable(payment: Transaction) -> None:
    """Refuses a payment whose state rules a dispute out."""
    if payment.state == "pending":
        raise Refusal("PENDING_PAYMENT", f"{payment.id} is pending; it can be disputed once it has posted")
    if payment.state == "failed":
        raise Refusal("NOT_SETTLED", f"{payment.id} failed, so no money was taken", state=payment.state)
    if payment.state == "disputed":
        raise Refusal("DISPUTED", f"{payment.id} is disputed already")
    if payment.refunded:
        message = f"{payment.id} has been refunded in part or in full"
        raise Refusal("REFUND_EXISTS", message, refunded=major_units(payment.refunded))


def _check_age(world: World, payment: Transaction, reason: DisputeReason) -> None:
    limit = NOT_RECOGNISED_DAYS if reason == "not_recognised" else DISPUTE_DAYS
    age = (world.now.date() - payment.at.date()).days
    if age > limit:
        message = f"{payment.id} is {age} days old; {reason} can be disputed for {limit} days"
        raise Refusal("OUTSIDE_WINDOW", message, days=age, limit=limit)


def _check_contacted(world: World, payment: Transaction) -> None:
    merchant = _merchant(world, payment)
    if merchant.disputes_direct and payment.merchant_contacted_on is None:
        message = f"{merchant.name} handles complaints itself first"
        raise Refusal("CONTACT_MERCHANT_FIRST", message, merchant=merchant.name, contact=merchant.contact)
