"""What stories about money share: lines in a row, yearly plans, and what a contract says of a credit."""

from typing import NamedTuple

from crm_gym.contract import Check
from crm_gym.domains.support import issue_credit
from crm_gym.domains.support.records import Credit, CreditReason, Invoice, Line
from crm_gym.persona import Offered, Reaction
from crm_gym.tasks.builder import Draw, asks_before, count, tells
from crm_gym.tasks.support.cast import PLANS, Holder, invoice, line


def ascending(*lines: Line) -> tuple[Line, ...]:
    """The lines with their ids in rising order, so that nobody can doubt which of two is the later one."""
    ids = sorted(line.line_id for line in lines)
    return tuple(line.model_copy(update={"line_id": id}) for line, id in zip(lines, ids, strict=True))


class Yearly(NamedTuple):
    """An invoice for a year of a plan, what it has too much, and what would be right."""

    invoice: Invoice
    line: Line
    over: float
    right: float


def yearly(draw: Draw, owner: Holder, month: str, over: float) -> Yearly:
    """A year of the holder's plan, paid at once, and too dear by so much."""
    label, price = PLANS[owner.account.tier]
    right = round(12 * price, 2)
    wrong = line(draw, f"{label}, twelve months", round(right + over, 2), month, "yearly_plan")
    return Yearly(invoice(draw, owner, month, wrong), wrong, over, right)


def agrees(topic: str, *says: str) -> Reaction:
    """To what an agent proposes on the way to the credit, the customer says yes."""
    return Reaction(on=Offered(about=topic), says=says, every=True)


def credited(on: Invoice, line: Line, amount: float, reason: CreditReason) -> list[Check]:
    """One credit for exactly this, after a yes, and the customer knows."""
    return [
        count(
            Credit,
            1,
            customer_id=on.customer_id,
            invoice_id=on.id,
            line_id=line.line_id,
            amount=amount,
            reason_code=reason,
        ),
        asks_before(issue_credit),
        tells("done", "credit"),
    ]
