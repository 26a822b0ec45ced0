"""Expected calls: what counts as one, and which call serves which expectation."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from crm_gym.contract import Called, CalledAny
from crm_gym.matchers import AtMost, Equals, OneOf
from crm_gym.types import Call
from tests.contract.shop import Step, answer, find_order, refund, set_status, verdicts

FIRST = refund.call("O-1001", 15.5)
OTHER = refund.call("O-1002", 20)
REFUSED = refund.call("O-1001", 1000)
INVALID = refund.call("O-1001", "15.50")
UNKNOWN = Call(name="refunds", arguments=FIRST.arguments)
READ = find_order.call("O-1001")


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], ("broken", ())),
        ([FIRST], ("holds", (0,))),
        ([READ, "One moment.", FIRST], ("holds", (2,))),
        ([FIRST, OTHER], ("holds", (0, 1))),
        ([REFUSED], ("broken", ())),
        ([INVALID], ("broken", ())),
        ([UNKNOWN], ("broken", ())),
        ([READ], ("broken", ())),
        ([REFUSED, FIRST], ("holds", (1,))),
    ],
)
def test_called_holds_when_the_tool_succeeds(steps: list[Step], expected: object):
    assert answer(Called(tool="refund"), *steps) == expected


@pytest.mark.parametrize(
    ("times", "steps", "expected"),
    [
        (1, [FIRST], ("holds", (0,))),
        (1, [FIRST, FIRST], ("broken", (0, 1))),
        (1, [FIRST, REFUSED, INVALID], ("holds", (0,))),
        (2, [FIRST], ("broken", (0,))),
        (2, [FIRST, REFUSED], ("broken", (0,))),
        (2, [FIRST, OTHER], ("holds", (0, 1))),
        (2, [FIRST, OTHER, FIRST], ("broken", (0, 1, 2))),
    ],
)
def test_called_n_times_counts_successes_exactly(times: int, steps: list[Step], expected: object):
    assert answer(Called(tool="refund", times=times), *steps) == expected


@pytest.mark.parametrize("times", [0, -1])
def test_called_demands_at_least_one_call(times: int):
    with pytest.raises(ValidationError, match="greater than or equal to 1"):
        Called(tool="refund", times=times)


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"order_id": Equals(value="o-1001")}, ("holds", (0,))),
        ({"order_id": Equals(value="O-1001"), "amount": AtMost(value=15.5)}, ("holds", (0,))),
        ({"order_id": Equals(value="O-1001"), "amount": AtMost(value=15.49)}, ("broken", ())),
        ({"order_id": OneOf(values=("O-1001", "O-1002"))}, ("holds", (0, 1))),
        ({"reason": Equals(value=None)}, ("broken", ())),
    ],
)
def test_called_counts_only_calls_with_its_arguments(args: dict, expected: object):
    assert answer(Called(tool="refund", args=args), FIRST, OTHER) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], ("broken", ())),
        ([FIRST], ("holds", (0,))),
        ([set_status.call("O-1001", "shipped")], ("holds", (0,))),
        ([REFUSED], ("broken", ())),
        ([READ], ("broken", ())),
    ],
)
def test_called_any_takes_each_of_its_tools(steps: list[Step], expected: object):
    assert answer(CalledAny(tools=("refund", "set_status")), *steps) == expected


def of(order_id: str, name: str) -> Called:
    return Called(id=name, tool="refund", args={"order_id": Equals(value=order_id)})


ANY = Called(id="any", tool="refund")


@pytest.mark.parametrize(
    ("contract", "steps", "broken"),
    [
        ([ANY, Called(id="again", tool="refund")], [FIRST], 1),
        ([ANY, Called(id="again", tool="refund")], [FIRST, FIRST], 0),
        ([ANY, of("O-1001", "first")], [FIRST], 1),
        ([ANY, of("O-1001", "first")], [FIRST, OTHER], 0),
        ([ANY, of("O-1001", "first")], [OTHER, FIRST], 0),
        ([of("O-1001", "first"), ANY], [FIRST, OTHER], 0),
        ([of("O-1001", "first"), of("O-1002", "other")], [FIRST, FIRST], 1),
        ([CalledAny(id="either", tools=("refund", "set_status")), ANY], [FIRST], 1),
        (
            [CalledAny(id="either", tools=("refund", "set_status")), ANY],
            [FIRST, set_status.call("O-1001", "placed")],
            0,
        ),
        ([Called(id="twice", tool="refund", times=2), of("O-1001", "first")], [FIRST, OTHER], 1),
    ],
)
def test_one_call_serves_one_expectation(contract: list, steps: list[Step], broken: int):
    found = verdicts(contract, *steps)
    assert [v.outcome for v in found].count("broken") == broken
    assert all("another expectation" in v.why for v in found if v.outcome == "broken" and v.evidence)


def test_expectations_are_told_apart_by_place_not_by_id():
    found = verdicts([Called(tool="refund"), Called(tool="refund")], FIRST)
    assert sorted(v.outcome for v in found) == ["broken", "holds"]


ORDERS = ("O-1001", "O-1002", "O-1003")
WANTS = st.lists(st.sets(st.sampled_from(ORDERS), min_size=1), min_size=1, max_size=4)
CALLS = st.lists(st.sampled_from(ORDERS[:2]), max_size=4)


@given(WANTS, CALLS)
def test_as_many_expectations_hold_as_calls_can_serve(wants: list[set[str]], made: list[str]):
    contract = [
        Called(id=str(n), tool="find_order", args={"order_id": OneOf(values=tuple(want))})
        for n, want in enumerate(wants)
    ]
    holding = sum(v.outcome == "holds" for v in verdicts(contract, *(find_order.call(order) for order in made)))
    padded = [*made, *[""] * len(wants)]
    best = max(sum(c in w for c, w in zip(order, wants, strict=False)) for order in permutations(padded, len(wants)))
    assert holding == best
