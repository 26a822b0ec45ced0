"""How tasks are drawn: the same everywhere, with nobody and nothing drawn twice."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crm_gym.contract import Called, CalledAny, InOrder, Passed, Protected, Step
from crm_gym.domains.base import Session, load_domain
from crm_gym.domains.payments import execute_transfer, find_party, get_balance
from crm_gym.domains.payments.records import Card, Merchant, Party, Transfer
from crm_gym.matchers import AtMost, Equals, Near, OnDate, OneOf
from crm_gym.tasks.builder import (
    Draw,
    calls,
    calls_any,
    ends,
    in_order,
    matchers,
    protects,
    protects_all,
    refused,
    scenario,
    states,
    step,
)
from crm_gym.tasks.freeze import task_file
from crm_gym.tasks.names import RELEASED, TRAINED
from crm_gym.tasks.spec import Act
from crm_gym.tasks.store import given_rows
from crm_gym.types import Call
from crm_gym.world import World
from tests.tasks.stories import CELLS, task, to_a_friend


def draw_of(seed: str = "1", **more: Any) -> Draw:
    return Draw("payments", "family", seed, {}, **more)


def sample(draw: Draw) -> list[object]:
    """A bit of everything."""
    return [
        draw.number(1, 1000),
        draw.pick("abcdefgh"),
        draw.several("abcdefgh", 4),
        draw.money(5, 500),
        draw.digits(8),
        draw.id("TXN"),
        draw.person(),
    ]


def test_the_same_key_draws_the_same():
    assert sample(draw_of("1")) == sample(draw_of("1"))
    assert sample(draw_of("1")) != sample(draw_of("2"))
    assert sample(draw_of("1")) != sample(draw_of("1", split="train"))


@pytest.mark.parametrize("environment", [{"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}, {"PYTHONHASHSEED": "2"}])
def test_a_task_is_the_same_in_every_process(environment: dict[str, str]):
    program = (
        "import sys; from tests.tasks.stories import *; from crm_gym.tasks.freeze import task_file;"
        "sys.stdout.buffer.write(task_file([task(0), task(1)]).encode())"
    )
    env = os.environ | environment
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=env)
    assert done.stdout.decode() == task_file([task(0), task(1)])


@given(st.text(max_size=8), st.integers(-100, 100), st.integers(0, 100))
def test_numbers_lie_within_their_bounds(seed: str, low: int, span: int):
    draw = draw_of(seed)
    assert all(low <= draw.number(low, low + span) <= low + span for _ in range(20))


@given(st.text(max_size=8), st.integers(0, 500), st.integers(1, 500), st.sampled_from([0.01, 0.5, 1, 50]))
def test_money_lies_on_its_grid(seed: str, low: int, span: int, grid: float):
    amount = draw_of(seed).money(low, low + span, grid)
    assert low <= amount <= low + span + grid / 2
    assert amount == round(amount, 2)
    assert abs((amount - low) / grid - round((amount - low) / grid)) < 1e-6


@given(st.text(max_size=8))
def test_several_are_different(seed: str):
    options = list(range(6))
    assert sorted(draw_of(seed).several(options, 6)) == options
    assert options == list(range(6))


def test_nothing_is_drawn_twice():
    draw = draw_of()
    numbers = [draw.digits(2) for _ in range(80)]
    assert len(set(numbers)) == 80
    assert all(len(number) == 2 and number[0] != "0" for number in numbers)
    ids = [draw.id("TXN") for _ in range(500)]
    assert len(set(ids)) == 500
    assert all(1001 <= int(id.removeprefix("TXN-")) <= 8999 for id in ids)
    people = [draw.person() for _ in range(30)]
    for field in ("first", "last", "email", "phone"):
        assert len({getattr(person, field) for person in people}) == 30
    assert all(person.email.isascii() for person in people)


def test_what_cannot_be_drawn_any_more_is_an_error_and_no_endless_loop():
    draw = draw_of()
    for _ in range(9):
        draw.digits(1)
    with pytest.raises(ValueError, match="nothing is left to draw"):
        draw.digits(1)


def test_relatives_share_their_surname():
    draw = draw_of()
    one, other = draw.person(), draw.person()
    child = draw.person(one.last)
    assert child.last == one.last
    assert child.first not in (one.first, other.first)


def test_released_and_trained_people_have_no_name_in_common():
    assert not set(RELEASED.first) & set(TRAINED.first)
    assert not set(RELEASED.last) & set(TRAINED.last)
    assert not set(RELEASED.mail) & set(TRAINED.mail)
    for pool in (RELEASED, TRAINED):
        assert len(set(pool.first)) == len(pool.first)
        assert len(set(pool.last)) == len(pool.last)
    drawn = draw_of(split="train").person()
    assert drawn.first in TRAINED.first
    assert drawn.last in TRAINED.last


# Scenarios


def test_twins_share_people_and_figures_and_differ_in_their_contract():
    within, over = task(0), task(1)
    assert within.twin == over.twin == "to_a_friend voice=calm"
    assert within.persona.name == over.persona.name
    for slot in ("email", "code", "source", "destination"):
        assert within.persona.facts[slot] == over.persona.facts[slot]
    assert within.given == over.given
    assert abs(within.persona.figures[0] - over.persona.figures[0]) == 2
    assert within.contract != over.contract


def test_a_cell_without_a_counterpart_has_no_twin():
    assert task(2).twin == ""
    assert task(2).persona.name != task(0).persona.name


def test_a_family_without_a_boundary_has_no_twins():
    family = scenario("payments", labels=["x"], difficulty="easy", styles=["routine"], cells=[{"a": "1"}, {"a": "2"}])
    assert [family(lambda draw: draw).twin(cell) for cell in ({"a": "1"}, {"a": "2"})] == ["", ""]


def test_checks_are_numbered_within_their_kind():
    assert [check.id for check in task(0).contract] == [
        "called-1",
        "passed-1",
        "passed-2",
        "row-1",
        "rows-1",
        "only_changed-1",
        "outcome-1",
    ]


def test_what_a_task_says_of_itself():
    assert (task(0).policy_constrained, task(1).policy_constrained) == (False, True)
    assert (task(0).expected_actions, task(0).ordered) == (1, False)
    assert to_a_friend.about.startswith("Money goes to a friend")
    assert [act.expect for act in task(1).solution if isinstance(act, Act)] == ["ok", "ok", "refused"]


@pytest.mark.parametrize("cell", range(len(CELLS)))
def test_the_solution_works_and_creates_the_ids_it_says(cell: int):
    story, domain = task(cell), load_domain("payments")
    world = World(domain.rows, given_rows(story), domain.now)
    calls = [step for step in story.solution if isinstance(step, Act)]
    assert [domain.toolbox.run(world, call.name, call.arguments).status for call in calls] == [c.expect for c in calls]
    created = [change.id for change in world.changes() if change.table == "Transfer"]
    assert created == ([] if cell == 1 else [draw_of().new(Transfer)])


def test_training_tasks_are_drawn_from_their_seed():
    tasks = [to_a_friend.draw(CELLS[0], seed, id="x", split="train") for seed in ("1", "1", "2")]
    assert tasks[0] == tasks[1]
    assert tasks[0].persona.name != tasks[2].persona.name
    assert tasks[0].persona.name.split()[0] in TRAINED.first


# Checks and steps


@pytest.mark.parametrize(
    ("value", "matcher"),
    [
        ("x", Equals(value="x")),
        (5, Equals(value=5)),
        (True, Equals(value=True)),
        (None, Equals(value=None)),
        (5.0, Near(amount=5)),
        (date(2026, 1, 31), OnDate(day=date(2026, 1, 31))),
        (datetime(2026, 1, 31, 10), Equals(value="2026-01-31T10:00:00")),
        (("a", 5), OneOf(values=("a", 5))),
        (AtMost(value=5), AtMost(value=5)),
    ],
)
def test_plain_values_become_matchers(value: object, matcher: object):
    assert matchers({"field": value}) == {"field": matcher}


def test_a_value_without_a_matcher_is_an_error():
    with pytest.raises(TypeError, match="no matcher for"):
        matchers({"field": object()})


def test_calls_declares_the_action_and_the_parameters():
    assert calls(execute_transfer) == [Called(tool="execute_transfer")]
    assert calls(execute_transfer, 2, amount=5.0) == [
        Called(tool="execute_transfer", times=2),
        Passed(tool="execute_transfer", args={"amount": Near(amount=5)}),
    ]


CARD = Card(card_id="CRD-1001", party_id="PTY-1001", last4="1111", token="tok_1")
SHOP = Merchant(merchant_code="SH", name="Shop", refund_days=30, contact="x@shop.example")


def test_protects_makes_one_check_for_each_table():
    other = CARD.model_copy(update={"card_id": "CRD-1002"})
    assert protects(CARD, SHOP, other) == [
        Protected(table="Card", keys=("CRD-1001", "CRD-1002")),
        Protected(table="Merchant", keys=("SH",)),
    ]
    assert protects_all(Party, but=[CARD]) == Protected(table="Party", keys="*", but=("CRD-1001",))


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: calls_any(get_balance, find_party), CalledAny),
        (lambda: in_order(get_balance, step(execute_transfer, amount=5.0), mode="exact"), InOrder),
    ],
)
def test_tools_are_named_in_checks(make: Callable[[], object], kind: type):
    assert isinstance(make(), kind)


def test_steps_of_an_order_are_tools_or_calls():
    steps = in_order(get_balance, step(execute_transfer, amount=5.0)).steps  # type: ignore[attr-defined]
    assert steps == (Step(tool="get_balance"), Step(tool="execute_transfer", args={"amount": Near(amount=5)}))


def test_states_takes_an_amount_or_a_day():
    assert states(5.0, "refund").kind == "states_amount"  # type: ignore[attr-defined]
    assert states(date(2026, 1, 31)).kind == "states_date"  # type: ignore[attr-defined]


def test_a_refused_call_says_so():
    call = Call(name="x", arguments={"a": 1})
    assert refused(call) == Act(name="x", arguments={"a": 1}, expect="refused")


def test_ends_names_the_record_and_its_stay():
    check = ends(Session(), role="customer", stays=True)
    assert (check.table, check.key, check.stays) == ("Session", "session", True)  # type: ignore[attr-defined]
