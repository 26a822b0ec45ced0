"""Successful calls in an order."""

import pytest

from crm_gym.contract import InOrder
from crm_gym.contract import Step as Place
from crm_gym.matchers import Equals
from tests.contract.shop import Step, add_note, answer, find_order, refund, set_status, sign_in

REFUND, REFUSED = refund.call("O-1001", 15.5), refund.call("O-1001", 1000)
CANCEL = set_status.call("O-1001", "cancelled")
NOTE = add_note.call("O-1001", "done")
LOOK = find_order.call("O-1001")
SIGN_IN = sign_in.call("Ines")
SAME = set_status.call("O-1001", "placed")
TWO = (Place(tool="refund"), Place(tool="set_status"))


@pytest.mark.parametrize(
    ("steps", "subsequence", "exact"),
    [
        ([REFUND, CANCEL], ("holds", (0, 1)), ("holds", (0, 1))),
        ([LOOK, REFUND, "Refunded.", LOOK, CANCEL], ("holds", (1, 4)), ("holds", (1, 4))),
        ([SIGN_IN, REFUND, SIGN_IN, CANCEL], ("holds", (1, 3)), ("holds", (1, 3))),
        ([REFUND, NOTE, CANCEL], ("holds", (0, 2)), ("broken", (0, 1, 2))),
        ([REFUND, REFUND, CANCEL], ("holds", (0, 2)), ("broken", (0, 1, 2))),
        ([REFUND, CANCEL, REFUND], ("holds", (0, 1)), ("broken", (0, 1, 2))),
        ([CANCEL, REFUND, CANCEL], ("holds", (1, 2)), ("broken", (0, 1, 2))),
        ([CANCEL, REFUND], ("broken", (1,)), ("broken", (0, 1))),
        ([REFUSED, CANCEL], ("broken", ()), ("broken", (1,))),
        ([REFUSED, REFUND, CANCEL], ("holds", (1, 2)), ("holds", (1, 2))),
        ([REFUND], ("broken", (0,)), ("broken", (0,))),
        ([CANCEL], ("broken", ()), ("broken", (0,))),
        ([], ("broken", ()), ("broken", ())),
    ],
)
def test_steps_must_happen_in_order(steps: list[Step], subsequence: object, exact: object):
    assert answer(InOrder(steps=TWO), *steps) == subsequence
    assert answer(InOrder(steps=TWO, mode="exact"), *steps) == exact


def test_each_step_needs_a_call_of_its_own():
    check = InOrder(steps=(Place(tool="refund"), Place(tool="refund")))
    assert answer(check, REFUND) == ("broken", (0,))
    assert answer(check, REFUND, REFUND) == ("holds", (0, 1))


def test_steps_may_demand_arguments():
    check = InOrder(
        steps=(
            Place(tool="set_status", args={"status": Equals(value="shipped")}),
            Place(tool="set_status", args={"status": Equals(value="cancelled")}),
        )
    )
    shipped = set_status.call("O-1001", "shipped")
    assert answer(check, shipped, CANCEL) == ("holds", (0, 1))
    assert answer(check, SAME, CANCEL) == ("broken", ())
    assert answer(check, CANCEL, shipped) == ("broken", (1,))


def test_reads_can_be_steps_of_a_subsequence():
    check = InOrder(steps=(Place(tool="find_order"), Place(tool="refund")))
    assert answer(check, LOOK, REFUND) == ("holds", (0, 1))
    assert answer(check, REFUND, LOOK) == ("broken", (1,))


def test_a_wrong_argument_breaks_an_exact_order():
    check = InOrder(
        steps=(Place(tool="refund", args={"order_id": Equals(value="O-1002")}), Place(tool="set_status")), mode="exact"
    )
    assert answer(check, REFUND, CANCEL) == ("broken", (0, 1))
    assert answer(check, refund.call("O-1002", 5), CANCEL) == ("holds", (0, 1))
