"""The frozen release: numbers that are never used again, and files that say what the tasks are."""

import json
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crm_gym import contract as c
from crm_gym.matchers import AtLeast, AtMost, ContainsWords, Equals, IsAbsent, MatchesId, Near, OnDate, OneOf
from crm_gym.persona import Asked, HeardOutcome, Offered, Reaction, ReadBack, RefusedTimes, Told
from crm_gym.tasks.builder import Scenario
from crm_gym.tasks.freeze import File, cell_key, draw_release, give_numbers, plain, task_file
from crm_gym.tasks.spec import Task
from tests.tasks.stories import CELLS, task, to_a_friend

DAY = date(2026, 1, 31)
MATCHERS = {
    "equals": Equals(value="x"),
    "number": Equals(value=5),
    "amount": Equals(value=5.0),
    "truth": Equals(value=False),
    "null": Equals(value=None),
    "one": OneOf(values=("x", 5, 5.5, True, None)),
    "near": Near(amount=5, within=0.5),
    "most": AtMost(value=5),
    "least": AtLeast(value=DAY),
    "day": OnDate(day=DAY),
    "words": ContainsWords(words=("a", "b")),
    "id": MatchesId(id="PTY-0042"),
    "absent": IsAbsent(),
}
EVERY_KIND: c.Contract = (
    c.Called(tool="a", args=MATCHERS, times=2),
    c.Called(tool="a"),
    c.CalledAny(tools=("a", "b")),
    c.Passed(tool="a", args=MATCHERS, quantifier="every"),
    c.InOrder(steps=(c.Step(tool="a"), c.Step(tool="b", args=MATCHERS)), mode="exact"),
    c.Mentions(value="PTY-0042"),
    c.StatesAmount(amount=5, about="refund"),
    c.StatesDate(day=DAY),
    c.SaysAny(phrases=("a", "b"), meaning="says a"),
    c.StatesOutcome(outcome="pending", about="refund"),
    c.AsksFor(slot="email"),
    c.AsksBefore(tool="a", slot="email", args=MATCHERS),
    c.SaysBefore(tool="a", mentions=("x",), amounts=(5,), phrases=("y",)),
    c.NeverSays(phrases=("x",)),
    c.Row(table="T", key="k", fields=MATCHERS, stays=True),
    c.Row(table="T", where=MATCHERS, fields=MATCHERS),
    c.Rows(table="T", where=MATCHERS, count=0),
    c.Gone(table="T", key="k"),
    c.OnlyChanged(records=(c.Ref(table="T", key="k"),), created=(c.Created(table="T", where=MATCHERS, at_most=2),)),
    c.OnlyChanged(),
    c.NeverCalled(tool="a", args=MATCHERS),
    c.NeverPassed(values=("x",), tools=("a",), calls="all"),
    c.Protected(table="T", keys="*", but=("k",)),
    c.Protected(table="T", keys=("k", "l")),
)
REACTIONS = (
    Reaction(on=Asked(slot="email", times=2), says=("No.",), learns={"email": ("x",)}, every=True),
    Reaction(on=HeardOutcome(outcome="done"), says=("Oh.",), figures=(5.5,), goals=task().persona.goals),
    Reaction(on=Offered(about="refund", at_most=5), says=("Fine.",), settles=("refund",)),
    Reaction(on=RefusedTimes(times=2), says=("Well.",)),
    Reaction(on=ReadBack(), says=("Yes.",)),
    Reaction(on=Told(phrases=("x",)), says=("Ah.",)),
)
FULL = task(1).model_copy(
    update={
        "contract": EVERY_KIND,
        "now": datetime(2026, 8, 3, 9, 30),
        "persona": task(1).persona.model_copy(
            update={"reactions": REACTIONS, "says_yes": False, "pushes": (("Please!",),)}
        ),
    }
)


@pytest.mark.parametrize("story", [task(0), task(1), task(2), FULL], ids=["within", "over", "single", "full"])
def test_a_task_is_read_as_it_was_written(story: Task):
    assert Task.model_validate_json(json.dumps(plain(story))) == story
    [row] = json.loads(task_file([story]))
    assert Task.model_validate_json(json.dumps(row)) == story
    assert Task.model_validate_json(story.model_dump_json()) == story


def test_every_kind_of_check_is_in_the_full_task():
    kinds = {kind.model_fields["kind"].default for kind in vars(c).values() if _declares_a_kind(kind)}
    assert {check.kind for check in EVERY_KIND} == kinds


def _declares_a_kind(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, c.Check) and "kind" in thing.model_fields


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=9),
        min_size=1,
        max_size=3,
    )
)
def test_any_demanded_value_is_read_as_it_was_written(values: dict):
    check = c.Called(tool="a", args={name: Equals(value=value) for name, value in values.items()})
    assert c.Called.model_validate_json(json.dumps(plain(check))) == check
    assert plain(check)["args"] == values


def test_the_file_has_one_row_check_and_step_on_each_line():
    lines = task_file([task(0), task(1)]).splitlines()
    for part in (*task(0).given, *task(0).contract, *task(0).solution):
        assert sum(line.strip().rstrip(",") == json.dumps(plain(part), ensure_ascii=False) for line in lines) >= 1
    assert not any("at_least_once" in line for line in lines)


def test_a_file_without_tasks_is_json():
    assert json.loads(task_file([])) == []


# Numbers


def keys() -> list[str]:
    return [cell_key("to_a_friend", cell) for cell in CELLS]


def family(*cells: dict[str, str]) -> Scenario:
    return Scenario(
        domain="payments",
        family="to_a_friend",
        function=to_a_friend.function,
        labels=("account_transfer",),
        difficulty="easy",
        styles=("routine",),
        cells=cells,
    )


def test_numbers_are_given_from_one_on():
    assert sorted(give_numbers([to_a_friend], {}).values()) == [1, 2, 3]
    assert give_numbers([to_a_friend], {}).keys() == set(keys())


def test_numbers_do_not_depend_on_the_order_of_families_and_cells():
    assert give_numbers([family(*CELLS)], {}) == give_numbers([family(*reversed(CELLS))], {})


def test_a_number_once_given_stays():
    before = give_numbers([family(CELLS[0])], {})
    after = give_numbers([family(*CELLS)], before)
    assert before.items() <= after.items()
    assert sorted(after.values()) == [1, 2, 3]


def test_a_number_is_never_used_again():
    first = give_numbers([family(*CELLS)], {})
    without = give_numbers([family(CELLS[0])], first)
    assert without == first
    grown = give_numbers([family(CELLS[0], {"amount": "new"})], without)
    assert grown[cell_key("to_a_friend", {"amount": "new"})] == 4
    assert len(set(grown.values())) == len(grown)


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=5))
def test_numbers_survive_any_history(history: list[list[str]]):
    numbers: dict[str, int] = {}
    for names in history:
        grown = give_numbers([family(*({"name": name} for name in names))], numbers)
        assert numbers.items() <= grown.items()
        assert len(set(grown.values())) == len(grown)
        numbers = grown


def test_tasks_carry_their_numbers():
    numbers = dict(zip(keys(), (7, 12, 100), strict=True))
    assert [story.id for story in draw_release([to_a_friend], numbers)] == [
        "payments-007",
        "payments-012",
        "payments-100",
    ]


def test_a_file_is_fresh_when_the_disk_has_the_same(tmp_path: Path):
    file = File(tmp_path / "tasks.json", "[]\n")
    assert not file.fresh
    file.path.write_text("[1]\n")
    assert not file.fresh
    file.path.write_text(file.text)
    assert file.fresh
