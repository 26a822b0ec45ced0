"""The state left behind."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from crm_gym.contract import Check, Created, Gone, OnlyChanged, Ref, Row, Rows
from crm_gym.matchers import AtLeast, AtMost, Equals, Matchers, Near, OnDate, OneOf
from tests.contract.shop import (
    Step,
    add_note,
    answer,
    copy_order,
    delete_order,
    find_order,
    refund,
    set_status,
    sign_in,
)

REFUND = refund.call("O-1001", 15.5)
REFUSED = refund.call("O-1001", 1000)
OTHER = refund.call("O-1002", 20)
CANCEL, PLACE = set_status.call("O-1001", "cancelled"), set_status.call("O-1001", "placed")
NOTE = add_note.call("O-1001", "called back")
DELETE, COPY = delete_order.call("O-1001"), copy_order.call("O-1001")
SIGN_IN, LOOK = sign_in.call("Ines"), find_order.call("O-1001")

BY_KEY = Row(table="Order", key="O-1001", fields={"status": Equals(value="cancelled")})
STAYS = Row(table="Order", key="O-1001", fields={"status": Equals(value="placed")}, stays=True)
BY_WHERE = Row(table="Refund", where={"order_id": Equals(value="O-1001")}, fields={"amount": Near(amount=15.5)})


@pytest.mark.parametrize(
    ("check", "steps", "expected"),
    [
        (BY_KEY, [], ("broken", ())),
        (BY_KEY, [CANCEL], ("holds", (0,))),
        (BY_KEY, [LOOK, NOTE, CANCEL], ("holds", (1, 2))),
        (BY_KEY, [CANCEL, PLACE], ("broken", (0, 1))),
        (BY_KEY, [set_status.call("O-1002", "cancelled")], ("broken", ())),
        (BY_KEY, [CANCEL, DELETE], ("broken", ())),
        (STAYS, [], ("holds", ())),
        (STAYS, [CANCEL], ("broken", (0,))),
        (STAYS, [CANCEL, PLACE], ("holds", (0, 1))),
        (BY_WHERE, [], ("broken", ())),
        (BY_WHERE, [REFUND], ("holds", (0,))),
        (BY_WHERE, [REFUSED], ("broken", ())),
        (BY_WHERE, [OTHER], ("broken", ())),
        (BY_WHERE, [refund.call("O-1001", 15)], ("broken", (0,))),
        (BY_WHERE, [refund.call("O-1001", 15), REFUND], ("holds", (0, 1))),
    ],
)
def test_row(check: Check, steps: list[Step], expected: object):
    assert answer(check, *steps) == expected


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"total": Equals(value=39)}, "holds"),
        ({"total": Equals(value=3900)}, "broken"),
        ({"total": AtMost(value=39.0)}, "holds"),
        ({"total": AtLeast(value=39.01)}, "broken"),
        ({"placed_on": OnDate(day=date(2026, 7, 1))}, "holds"),
        ({"placed_on": Equals(value="2026-07-01")}, "holds"),
        ({"placed_on": AtMost(value=date(2026, 6, 30))}, "broken"),
        ({"status": OneOf(values=("placed", "shipped"))}, "holds"),
        ({"status": Equals(value="placed"), "note": Equals(value="x")}, "broken"),
        ({"colour": Equals(value=None)}, "broken"),
    ],
)
def test_fields_take_matchers_and_money_is_in_major_units(fields: dict, outcome: str):
    assert answer(Row(table="Order", key="O-1001", fields=fields))[0] == outcome


def test_a_row_demands_a_field():
    with pytest.raises(ValidationError):
        Row(table="Order", key="O-1001", fields={})


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ({"refund_id": OneOf(values=("RF-9001", "RF-9009"))}, 1),
        ({"refund_id": OneOf(values=("RF-9001", "RF-9002"))}, 2),
        ({"refund_id": OneOf(values=("RF-9001", "rf-9002"))}, 2),
        ({"refund_id": OneOf(values=("RF-9008", "RF-9009"))}, 0),
        ({"refund_id": Equals(value="RF-9001"), "order_id": Equals(value="O-1002")}, 0),
        ({"reason": Equals(value="RF-9001")}, 1),
        ({"reason": OneOf(values=("RF-9001", None))}, 2),
    ],
)
def test_rows_are_found_by_whichever_field_names_ids(where: Matchers, count: int):
    about = refund.call("O-1002", 5, "RF-9001")
    assert answer(Rows(table="Refund", where=where, count=count), REFUND, about)[0] == "holds"


ONCE = Rows(table="Refund", where={"order_id": Equals(value="O-1001")}, count=1)
NONE = Rows(table="Refund", where={"order_id": Equals(value="O-1001")}, count=0, stays=True)


@pytest.mark.parametrize(
    ("check", "steps", "expected"),
    [
        (ONCE, [], ("broken", ())),
        (ONCE, [REFUND], ("holds", (0,))),
        (ONCE, [REFUND, REFUND], ("broken", (0, 1))),
        (ONCE, [REFUND, REFUSED, OTHER], ("holds", (0,))),
        (NONE, [], ("holds", ())),
        (NONE, [OTHER], ("holds", ())),
        (NONE, [LOOK, REFUND], ("broken", (1,))),
    ],
)
def test_rows_counts_exactly(check: Check, steps: list[Step], expected: object):
    assert answer(check, *steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [([], "broken"), ([DELETE], "holds"), ([delete_order.call("O-1002")], "broken"), ([CANCEL], "broken")],
)
def test_gone(steps: list[Step], expected: str):
    assert answer(Gone(table="Order", key="O-1001"), *steps)[0] == expected


NOTHING = OnlyChanged()
ORDER = OnlyChanged(records=(Ref(table="Order", key="O-1001"),))
ONE_REFUND = OnlyChanged(created=(Created(table="Refund"),))
BOTH = OnlyChanged(records=(Ref(table="Order", key="O-1001"),), created=(Created(table="Refund"),))
TWO = OnlyChanged(created=(Created(table="Refund", at_most=2),))
OF_FIRST = OnlyChanged(created=(Created(table="Refund", where={"order_id": Equals(value="O-1001")}),))


@pytest.mark.parametrize(
    ("check", "steps", "expected"),
    [
        (NOTHING, [], ("holds", ())),
        (NOTHING, [LOOK, SIGN_IN, REFUSED], ("holds", ())),
        (NOTHING, [CANCEL], ("broken", (0,))),
        (NOTHING, [CANCEL, PLACE], ("holds", ())),
        (NOTHING, [COPY], ("broken", (0,))),
        (NOTHING, [COPY, delete_order.call("O-9001")], ("holds", ())),
        (NOTHING, [DELETE], ("broken", (0,))),
        (ORDER, [], ("holds", ())),
        (ORDER, [CANCEL, NOTE], ("holds", ())),
        (ORDER, [DELETE], ("holds", ())),
        (ORDER, [LOOK, CANCEL, set_status.call("O-1002", "placed")], ("broken", (2,))),
        (ORDER, [CANCEL, COPY], ("broken", (1,))),
        (ORDER, [REFUND], ("broken", (0,))),
        (ONE_REFUND, [], ("holds", ())),
        (ONE_REFUND, [REFUND], ("holds", ())),
        (ONE_REFUND, [REFUND, REFUND], ("broken", (1,))),
        (ONE_REFUND, [COPY], ("broken", (0,))),
        (ONE_REFUND, [REFUND, CANCEL], ("broken", (1,))),
        (BOTH, [REFUND, CANCEL], ("holds", ())),
        (TWO, [REFUND, OTHER], ("holds", ())),
        (TWO, [REFUND, OTHER, OTHER], ("broken", (2,))),
        (OF_FIRST, [REFUND], ("holds", ())),
        (OF_FIRST, [OTHER], ("broken", (0,))),
        (OF_FIRST, [OTHER, REFUND], ("broken", (0,))),
    ],
)
def test_only_changed(check: Check, steps: list[Step], expected: object):
    assert answer(check, *steps) == expected


ORDERS = ("O-1001", "O-1002")


@given(
    st.lists(st.tuples(st.sets(st.sampled_from(ORDERS), min_size=1), st.integers(1, 2)), max_size=3),
    st.lists(st.sampled_from(ORDERS), max_size=4),
)
def test_allowances_are_assigned_so_that_as_many_records_as_possible_fit(allowed: list, made: list[str]):
    created = tuple(
        Created(table="Refund", where={"order_id": OneOf(values=tuple(orders))}, at_most=number)
        for orders, number in allowed
    )
    places = [orders for orders, number in allowed for _ in range(number)]
    firsts, seconds = made.count("O-1001"), made.count("O-1002")
    only_first = sum(orders == {"O-1001"} for orders in places)
    only_second = sum(orders == {"O-1002"} for orders in places)
    either = len(places) - only_first - only_second
    fit = max(0, firsts - only_first) + max(0, seconds - only_second) <= either
    found = answer(OnlyChanged(created=created), *(refund.call(order, 1) for order in made))
    assert found[0] == ("holds" if fit else "broken")
