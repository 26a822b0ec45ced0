"""Constraints on the arguments of successful calls."""

from datetime import date

import pytest

from crm_gym.contract import Passed
from crm_gym.matchers import AtLeast, AtMost, ContainsWords, Equals, IsAbsent, MatchesId, Near, OnDate, OneOf
from tests.contract.shop import Step, add_note, answer, refund

RIGHT = refund.call("O-1001", 15.5, "damaged")
WRONG = refund.call("O-1001", 15.4, "damaged")
REFUSED = refund.call("O-1001", 1000)
AMOUNT = {"amount": Near(amount=15.5)}


@pytest.mark.parametrize(
    ("steps", "some", "every"),
    [
        ([], ("broken", ()), ("broken", ())),
        ([REFUSED], ("broken", ()), ("broken", ())),
        ([RIGHT], ("holds", (0,)), ("holds", (0,))),
        ([WRONG], ("broken", (0,)), ("broken", (0,))),
        ([RIGHT, RIGHT], ("holds", (0, 1)), ("holds", (0, 1))),
        ([WRONG, RIGHT], ("holds", (1,)), ("broken", (0,))),
        ([RIGHT, REFUSED], ("holds", (0,)), ("holds", (0,))),
    ],
)
def test_some_and_every_speak_of_successful_calls(steps: list[Step], some: object, every: object):
    assert answer(Passed(tool="refund", args=AMOUNT, quantifier="some"), *steps) == some
    assert answer(Passed(tool="refund", args=AMOUNT, quantifier="every"), *steps) == every


@pytest.mark.parametrize(
    ("args", "outcome"),
    [
        ({"amount": Equals(value=15.5)}, "holds"),
        ({"amount": Equals(value="15.5")}, "broken"),
        ({"amount": AtMost(value=15.5)}, "holds"),
        ({"amount": AtLeast(value=15.51)}, "broken"),
        ({"amount": Near(amount=15, within=0.5)}, "holds"),
        ({"order_id": MatchesId(id="o 1001")}, "holds"),
        ({"order_id": OneOf(values=("O-1001", "O-1002"))}, "holds"),
        ({"reason": ContainsWords(words=("damaged",))}, "holds"),
        ({"reason": ContainsWords(words=("damage",))}, "broken"),
        ({"reason": OnDate(day=date(2026, 8, 3))}, "broken"),
        ({"reason": IsAbsent()}, "broken"),
        ({"memo": Equals(value=None)}, "broken"),
        ({"memo": IsAbsent()}, "holds"),
        ({"amount": Equals(value=15.5), "order_id": Equals(value="O-1002")}, "broken"),
    ],
)
def test_all_arguments_of_one_call_must_fit(args: dict, outcome: str):
    assert answer(Passed(tool="refund", args=args), RIGHT)[0] == outcome


def test_arguments_of_two_calls_do_not_add_up():
    args = {"order_id": Equals(value="O-1002"), "amount": Near(amount=15.5)}
    assert answer(Passed(tool="refund", args=args), RIGHT, refund.call("O-1002", 20))[0] == "broken"


def test_null_is_absent_and_equals_null():
    null = add_note.call("O-1001", "hello", None)
    assert answer(Passed(tool="add_note", args={"extra": IsAbsent()}), null)[0] == "holds"
    assert answer(Passed(tool="add_note", args={"extra": Equals(value=None)}), null)[0] == "holds"


def test_an_amount_beyond_any_float_is_broken_and_no_fault_of_the_evaluator():
    huge = add_note.call("O-1001", "hello", {"amount": 1e308})
    check = Passed(tool="add_note", args={"note": Equals(value=5), "extra": Near(amount=5)})
    assert answer(check, huge)[0] == "broken"
