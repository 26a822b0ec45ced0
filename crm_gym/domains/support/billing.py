"""Billing: invoices, credits, and the approvals that larger credits need."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from crm_gym.domains.support import access
from crm_gym.domains.support.records import (
    Approval,
    ApprovalDecision,
    ApprovalId,
    ApprovalKind,
    Credit,
    CreditReason,
    Customer,
    CustomerId,
    Device,
    Incident,
    Invoice,
    InvoiceId,
    Line,
    LineId,
    SubjectId,
)
from crm_gym.tools import Amount, Text, tool
from crm_gym.world import Refusal, World, major_units

AGENT_LIMIT = 50_00
"""What an invoice may get in credits without an approval."""
DESK_LIMIT = 200_00
"""What an invoice may get in credits at all, here."""
GOODWILL_LIMIT = 25_00
GOODWILL_DAYS = 91
"""Ninety whole days lie between two goodwill credits."""
PLAN_DAYS = 30
"""A month of a plan, for outage credits."""

Months = Annotated[int, Field(ge=1, le=12, description="How many months to look back, this one included, 1 to 12.")]


@tool()
def list_invoices(world: World, customer_id: CustomerId, months: Months) -> list[dict[str, object]]:
    """List a verified holder's invoices of the last months, newest first, with their lines and past credits."""
    access.verified_customer(world, customer_id)
    if access.is_contact(world):
        raise Refusal("DELEGATE_NOT_ALLOWED", "invoices are for the holder only")
    oldest = world.now.year * 12 + world.now.month - months
    invoices = [row for row in world.find(Invoice, customer_id=customer_id) if _number(row.month) > oldest]
    invoices.sort(key=lambda invoice: (invoice.month, invoice.id), reverse=True)
    return [{**row.seen(), "credits": world.find(Credit, invoice_id=row.id)} for row in invoices]


@tool(writes=True)
def issue_credit(
    world: World,
    customer_id: CustomerId,
    invoice_id: InvoiceId,
    amount: Amount,
    reason_code: CreditReason,
    line_id: LineId | None = None,
    approval_id: ApprovalId | None = None,
) -> Credit:
    """Give money back on a paid invoice, for one of its lines where there is one. It cannot be taken back.

    All credits of an invoice together may come to 50.00, with an approval for exactly this amount to 200.00.
    """
    customer = access.verified_customer(world, customer_id)
    if "fraud_watch" in customer.flags:
        raise Refusal("ACCOUNT_RESTRICTED", "this account cannot get credits here")
    invoice = access.own_invoice(world, invoice_id)
    line = _line(world, invoice, line_id, reason_code)
    _check_room(world, invoice, amount)
    if reason_code == "goodwill":
        _check_goodwill(world, customer_id, amount)
    if reason_code == "outage":
        _check_outage(world, customer, invoice, line, amount)
    _check_limits(world, invoice, amount, approval_id)
    return world.add(
        Credit(
            credit_id=world.new_id(Credit),
            customer_id=customer_id,
            invoice_id=invoice_id,
            line_id=line.line_id if line else None,
            amount=amount,
            reason_code=reason_code,
            approval_id=approval_id,
            issued_at=world.now,
        )
    )


@tool(writes=True)
def request_approval(
    world: World, kind: ApprovalKind, subject_id: SubjectId, justification: Text, amount: Amount | None = None
) -> Approval:
    """Ask the supervisors for a credit above the desk's own limit, or for an urgent priority. Changes nothing else.

    The outcome is approved, denied or pending (answer within two working days). One request per invoice or case.
    """
    if kind == "credit":
        _check_credit_request(world, access.own_invoice(world, subject_id), amount)
    else:
        _check_priority_request(world, subject_id)
    earlier = next(iter(world.find(Approval, subject_id=subject_id)), None)
    if earlier is not None:
        message = f"{subject_id} has been asked about before"
        raise Refusal("ALREADY_REQUESTED", message, approval_id=earlier.id, outcome=earlier.outcome)
    decision = world.peek(ApprovalDecision, subject_id)
    return world.add(
        Approval(
            approval_id=world.new_id(Approval),
            kind=kind,
            subject_id=subject_id,
            amount=amount if kind == "credit" else None,
            justification=justification,
            outcome=decision.outcome if decision else "pending",
            at=world.now,
        )
    )


def _number(month: str) -> int:
    """A month like 2026-03 as a number that counts on through the years."""
    year, within = month.split("-")
    return int(year) * 12 + int(within)


def _credited(world: World, invoice: Invoice) -> int:
    """What an invoice has had in credits."""
    return sum(credit.amount for credit in world.find(Credit, invoice_id=invoice.id))


def _line(world: World, invoice: Invoice, line_id: str | None, reason: CreditReason) -> Line | None:
    """The line that a credit is for and that has had none; for an outage the plan's, also unasked."""
    if line_id is not None:
        line = invoice.line(line_id)
        if line is None:
            raise Refusal("NOT_FOUND", f"{line_id} is not on {invoice.id}")
    else:
        plans = (line for line in invoice.lines if line.kind == "plan")
        line = next(plans, None) if reason == "outage" else None
    if line is not None and world.find(Credit, invoice_id=invoice.id, line_id=line.line_id):
        raise Refusal("LINE_ALREADY_CREDITED", f"{line.line_id} has been credited before", line_id=line.line_id)
    return line


def _check_room(world: World, invoice: Invoice, amount: int) -> None:
    """Refuses what an invoice cannot give back."""
    if amount <= 0:
        raise Refusal("NON_POSITIVE_AMOUNT", "the amount must be above zero")
    if invoice.status != "paid":
        raise Refusal("INVOICE_NOT_PAID", f"{invoice.id} is {invoice.status}", status=invoice.status)
    left = invoice.total - _credited(world, invoice)
    if amount > left:
        raise Refusal("EXCEEDS_INVOICE", f"{major_units(left):.2f} is left of {invoice.id}", left=major_units(left))


def _check_goodwill(world: World, customer_id: str, amount: int) -> None:
    if amount > GOODWILL_LIMIT:
        limit = major_units(GOODWILL_LIMIT)
        raise Refusal("ABOVE_AGENT_LIMIT", f"goodwill is {limit:.2f} at most", limit=limit)
    earlier = world.find(Credit, customer_id=customer_id, reason_code="goodwill")
    if earlier:
        next_on = max(credit.issued_at for credit in earlier).date() + timedelta(days=GOODWILL_DAYS)
        if world.now.date() < next_on:
            message = "the last goodwill credit is less than 91 days old"
            raise Refusal("GOODWILL_TOO_SOON", message, next_on=next_on.isoformat())


def _check_outage(world: World, customer: Customer, invoice: Invoice, line: Line | None, amount: int) -> None:
    """Refuses all but a thirtieth of the plan line for each full day of the month's outages."""
    days = sum(incident.full_days for incident in _outages(world, customer, invoice.month))
    if line is None or line.kind != "plan" or not days:
        message = f"no full day of an outage that ended in {invoice.month} concerns a plan line of this customer"
        raise Refusal("OUTAGE_NOT_FOUND", message)
    if amount != (line.amount * days + PLAN_DAYS // 2) // PLAN_DAYS:
        plan = major_units(line.amount)
        message = f"an outage credit is 1/{PLAN_DAYS} of the plan line for each full day"
        raise Refusal("OUTAGE_AMOUNT_WRONG", message, full_days=days, plan=plan)


def _outages(world: World, customer: Customer, month: str) -> list[Incident]:
    """Incidents of the customer's products and region that ended in a month."""
    products = sorted({device.product_code for device in world.find(Device, customer_id=customer.id)})
    incidents = [row for code in products for row in world.find(Incident, product_code=code, region=customer.region)]
    return [row for row in incidents if row.ended_at is not None and f"{row.ended_at:%Y-%m}" == month]


def _check_limits(world: World, invoice: Invoice, amount: int, approval_id: str | None) -> None:
    total = _credited(world, invoice) + amount
    if total > DESK_LIMIT:
        limit = major_units(DESK_LIMIT)
        message = f"the credits of {invoice.id} would come to {major_units(total):.2f}; more than {limit:.2f} is for"
        raise Refusal("ABOVE_AGENT_LIMIT", f"{message} the billing team", limit=limit)
    if approval_id is not None:
        _check_approval(world, invoice, amount, approval_id)
    elif total > AGENT_LIMIT:
        message = f"the credits of {invoice.id} would come to {major_units(total):.2f}"
        raise Refusal("APPROVAL_REQUIRED", message, limit=major_units(AGENT_LIMIT))


def _check_approval(world: World, invoice: Invoice, amount: int, approval_id: str) -> None:
    approval = world.peek(Approval, approval_id)
    if approval is None or approval.subject_id != invoice.id:
        raise Refusal("APPROVAL_INVALID", f"{approval_id} is no approval for {invoice.id}")
    if approval.outcome != "approved":
        raise Refusal("APPROVAL_INVALID", f"{approval_id} is {approval.outcome}", outcome=approval.outcome)
    if approval.amount != amount:
        approved = major_units(approval.amount or 0)
        raise Refusal("APPROVAL_INVALID", f"{approval_id} is for {approved:.2f} exactly", amount=approved)
    if world.find(Credit, approval_id=approval_id):
        raise Refusal("APPROVAL_INVALID", f"{approval_id} has been used")


def _check_credit_request(world: World, invoice: Invoice, amount: int | None) -> None:
    """Refuses a request about what needs no approval, and about what none can allow."""
    limits = {"above": major_units(AGENT_LIMIT), "up_to": major_units(DESK_LIMIT)}
    total = _credited(world, invoice) + (amount or 0)
    if amount is None or amount <= 0 or not AGENT_LIMIT < total <= DESK_LIMIT:
        message = "approvals are for an amount that brings the credits of an invoice above 50.00, and to 200.00 at most"
        raise Refusal("OUT_OF_SCOPE", message, **limits)


def _check_priority_request(world: World, case_id: str) -> None:
    case = access.held_case(world, case_id)
    if "vulnerable" not in world.get(Customer, case.customer_id).flags:
        raise Refusal("OUT_OF_SCOPE", "an urgent priority can be asked for vulnerable customers only")
