"""The world: layers, indexes, the journal, and time travel."""

import copy
from collections import Counter
from datetime import datetime
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from crm_gym.world import Cents, Change, Record, Refusal, Rows, World, Write, minor_units

NOW = datetime(2026, 8, 3, 13, 0)


class Card(Record):
    key: ClassVar[str] = "card_id"
    indexed: ClassVar[tuple[str, ...]] = ("owner", "tags")
    prefix: ClassVar[str] = "C"
    hidden: ClassVar[frozenset[str]] = frozenset({"pin"})

    card_id: str
    owner: str = "ines"
    state: Literal["active", "frozen"] = "active"
    limit: Cents = 500_00
    pin: str = "0000"
    tags: tuple[str, ...] = ()


class Tries(Record):
    key: ClassVar[str] = "tries_id"
    bookkeeping: ClassVar[bool] = True

    tries_id: str = "tries"
    count: int = 0


ONE, TWO = Card(card_id="C-1", tags=("gold",)), Card(card_id="C-2", owner="marek")
GIVEN = Card(card_id="C-3", tags=("gold", "blue"))
FREE = [f"C-{number}" for number in range(1, 6)]


def world_of(*given: Record) -> World:
    return World(Rows([Tries(), ONE, TWO]), Rows(given), NOW)


def ids(records: list[Card]) -> list[str]:
    return [record.id for record in records]


# Layers


def test_given_rows_lie_over_the_domains_rows():
    mine = Card(card_id="C-1", owner="nadia")
    world = world_of(mine, GIVEN)
    assert world.get(Card, "C-1") is mine
    assert world.get(Card, "C-2") is TWO
    assert world.get(Card, "C-3") is GIVEN
    assert world.ids("Card") == {"C-1", "C-2", "C-3"}


def test_changes_lie_over_both_and_touch_neither():
    domain, given = Rows([ONE, TWO]), Rows([GIVEN])
    world = World(domain, given, NOW)
    world.update(ONE, state="frozen")
    world.remove(GIVEN)
    assert world.get(Card, "C-1").state == "frozen"
    assert world.peek(Card, "C-3") is None
    assert domain.get("Card", "C-1") is ONE
    assert given.get("Card", "C-3") is GIVEN


def test_what_is_not_there_is_refused_by_get_and_none_by_peek():
    world = world_of()
    assert world.peek(Card, "C-9") is None
    assert world.row("Nothing", "C-1") is None
    with pytest.raises(Refusal, match="no card 'C-9'") as refusal:
        world.get(Card, "C-9")
    assert refusal.value.code == "NOT_FOUND"


def test_a_layer_has_each_row_once():
    with pytest.raises(ValueError, match="Card 'C-1' is there twice"):
        Rows([ONE, ONE])


def test_worlds_share_their_rows():
    domain, given = Rows([ONE, TWO]), Rows([GIVEN])
    worlds = [World(domain, given, NOW) for _ in range(2)]
    worlds += [worlds[0].fork(), worlds[0].start(), copy.deepcopy(worlds[0])]
    for world in worlds:
        assert world.get(Card, "C-1") is ONE
        assert world.get(Card, "C-3") is GIVEN


def test_a_new_world_looks_at_no_row():
    class Untouched(Rows):
        def get(self, table: str, id: str) -> Record | None:
            raise AssertionError("a row was read")

        def __iter__(self) -> Any:
            raise AssertionError("the rows were read")

    rows = Untouched([ONE, TWO])
    world = World(rows, rows, NOW)
    world.rollback(world.mark())
    assert world.fork().start().changes() == []


# Indexes


def test_find_reads_an_index_and_filters_by_the_rest():
    world = world_of(GIVEN)
    assert ids(world.find(Card, owner="ines")) == ["C-1", "C-3"]
    assert ids(world.find(Card, owner="ines", state="frozen")) == []
    assert ids(world.find(Card, state="active", owner="marek")) == ["C-2"]
    assert ids(world.find(Card, owner="nobody")) == []


def test_find_needs_an_index():
    with pytest.raises(TypeError, match="no index on any of"):
        world_of().find(Card, state="active")


def test_lookup_files_a_tuple_under_each_member():
    world = world_of(GIVEN)
    assert ids(world.lookup(Card, "tags", "gold")) == ["C-1", "C-3"]
    assert ids(world.lookup(Card, "tags", "blue")) == ["C-3"]


def test_find_sees_changes():
    world = world_of(GIVEN)
    world.update(ONE, owner="marek", tags=("blue",))
    assert ids(world.find(Card, owner="ines")) == ["C-3"]
    assert ids(world.find(Card, owner="marek")) == ["C-1", "C-2"]
    assert ids(world.lookup(Card, "tags", "blue")) == ["C-1", "C-3"]
    world.remove(GIVEN)
    world.add(Card(card_id="C-9"))
    assert ids(world.find(Card, owner="ines")) == ["C-9"]
    assert ids(world.all(Card)) == ["C-1", "C-2", "C-9"]


def test_find_sees_the_given_row_in_place_of_the_domains():
    world = world_of(Card(card_id="C-1", owner="nadia"))
    assert world.find(Card, owner="ines") == []
    assert ids(world.find(Card, owner="nadia")) == ["C-1"]


# Writing


def test_update_validates_and_leaves_the_old_record_alone():
    world = world_of()
    frozen = world.update(ONE, state="frozen")
    assert (frozen.state, ONE.state) == ("frozen", "active")
    for bad in ({"state": "melted"}, {"limit": 5.5}, {"colour": "red"}):
        with pytest.raises(ValidationError):
            world.update(frozen, **bad)
    assert len(world.journal) == 1


def test_a_record_is_added_once():
    world = world_of()
    with pytest.raises(ValueError, match="Card 'C-1' exists"):
        world.add(Card(card_id="C-1"))
    world.remove(ONE)
    assert world.add(Card(card_id="C-1", owner="nadia")).owner == "nadia"


def test_only_a_record_as_it_is_now_can_be_written():
    world = world_of()
    frozen = world.update(ONE, state="frozen")
    with pytest.raises(ValueError, match="Card 'C-1' has changed"):
        world.update(ONE, owner="nadia")
    with pytest.raises(ValueError, match="Card 'C-1' has changed"):
        world.remove(ONE)
    world.remove(frozen)
    with pytest.raises(ValueError, match="Card 'C-1' has changed"):
        world.update(frozen, owner="nadia")
    with pytest.raises(ValueError, match="Card 'C-9' has changed"):
        world.remove(Card(card_id="C-9"))


def test_the_journal_has_every_write_with_both_sides():
    world = world_of()
    frozen = world.update(ONE, state="frozen")
    thawed = world.update(frozen, state="active")
    world.remove(thawed)
    new = world.add(Card(card_id="C-9"))
    assert world.journal == [
        Write("Card", "C-1", ONE, frozen),
        Write("Card", "C-1", frozen, thawed),
        Write("Card", "C-1", thawed, None),
        Write("Card", "C-9", None, new),
    ]


def test_changes_are_what_ended_up_different():
    world = world_of(GIVEN)
    world.update(world.update(ONE, state="frozen"), state="active")
    assert world.changes() == []
    assert len(world.journal) == 2
    new = world.add(Card(card_id="C-9"))
    world.remove(world.add(Card(card_id="C-8")))
    owned = world.update(TWO, owner="ines")
    world.remove(GIVEN)
    assert world.changes() == [
        Change("Card", "C-2", TWO, owned),
        Change("Card", "C-3", GIVEN, None),
        Change("Card", "C-9", None, new),
    ]


def test_ids_of_new_records_are_counted_by_kind():
    world = world_of()
    assert [world.new_id(Card), world.new_id(Card)] == ["C-9001", "C-9002"]
    assert world_of().new_id(Card) == "C-9001"


# Time travel


def test_rollback_takes_back_all_but_bookkeeping():
    world = world_of()
    world.update(TWO, owner="nadia")
    mark = world.mark()
    world.new_id(Card)
    world.update(ONE, state="frozen")
    tries = world.update(Tries(), count=1)
    world.add(Card(card_id="C-9"))
    world.update(tries, count=2)
    world.remove(world.get(Card, "C-2"))
    world.rollback(mark)
    assert world.get(Card, "C-1") == ONE
    assert world.get(Card, "C-2").owner == "nadia"
    assert world.peek(Card, "C-9") is None
    assert world.get(Tries, "tries").count == 2
    assert [(write.table, write.id) for write in world.journal] == [("Card", "C-2"), *[("Tries", "tries")] * 2]
    assert world.new_id(Card) == "C-9001"


def test_a_mark_can_be_used_again():
    world = world_of()
    mark = world.mark()
    for _ in range(3):
        assert world.new_id(Card) == "C-9001"
        world.add(Card(card_id="C-9001"))
        world.rollback(mark)
    assert world.changes() == []


def test_forks_do_not_touch_each_other():
    world = world_of()
    frozen = world.update(ONE, state="frozen")
    twin = world.fork()
    assert twin.journal == world.journal
    twin.update(frozen, owner="nadia")
    twin.new_id(Card)
    world.remove(TWO)
    assert world.get(Card, "C-1") is frozen
    assert twin.get(Card, "C-2") is TWO
    assert (len(world.journal), len(twin.journal)) == (2, 2)
    assert (world.new_id(Card), twin.new_id(Card)) == ("C-9001", "C-9002")
    assert ids(twin.find(Card, owner="nadia")) == ["C-1"]
    assert world.start().get(Card, "C-1") is ONE
    assert world.start().changes() == []


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "update", "remove", "mark", "rollback", "count", "fork"]),
        st.sampled_from(FREE),
        st.sampled_from(["ines", "marek"]),
    ),
    max_size=25,
)


class Model:
    """The same world as plain dicts that are copied."""

    def __init__(self, rows: dict[str, Card]) -> None:
        self.rows = dict(rows)
        self.tries = 0
        self.writes = 0
        self.saved: list[tuple[dict[str, Card], int, int]] = []

    def rollback(self) -> None:
        self.rows, tries, writes = self.saved.pop()
        self.writes = writes + self.tries - tries


def _take(world: World, model: Model, marks: list, step: str, id: str, owner: str) -> None:
    there = model.rows.get(id)
    match step:
        case "add" if there is None:
            model.rows[id] = world.add(Card(card_id=id, owner=owner))
            model.writes += 1
        case "update" if there is not None:
            model.rows[id] = world.update(there, owner=owner)
            model.writes += 1
        case "remove" if there is not None:
            world.remove(there)
            del model.rows[id]
            model.writes += 1
        case "count":
            world.update(world.get(Tries, "tries"), count=model.tries + 1)
            model.tries += 1
            model.writes += 1
        case "mark":
            marks.append(world.mark())
            model.saved.append((dict(model.rows), model.tries, model.writes))
        case "rollback" if marks:
            world.rollback(marks.pop())
            model.rollback()


@settings(max_examples=150)
@given(STEPS)
def test_any_course_of_writes_and_rollbacks_is_that_of_copied_dicts(steps: list[tuple[str, str, str]]):
    world, model, marks = world_of(GIVEN), Model({"C-1": ONE, "C-2": TWO, "C-3": GIVEN}), []
    for step, id, owner in steps:
        world = world.fork() if step == "fork" else world
        _take(world, model, marks, step, id, owner)
    assert {record.id: record for record in world.all(Card)} == model.rows
    for owner in ("ines", "marek"):
        assert ids(world.find(Card, owner=owner)) == sorted(id for id, row in model.rows.items() if row.owner == owner)
    assert world.get(Tries, "tries").count == model.tries
    assert len(world.journal) == model.writes
    start = {"C-1": ONE, "C-2": TWO, "C-3": GIVEN}
    changed = {id for id in FREE if start.get(id) != model.rows.get(id)}
    assert {change.id for change in world.changes() if change.table == "Card"} == changed
    _replay(world)


def _replay(world: World) -> None:
    """The journal alone leads from the start to the end."""
    state: dict[tuple[str, str], Record | None] = {}
    for write in world.journal:
        state[write.table, write.id] = write.after
    assert all(world.row(table, id) == after for (table, id), after in state.items())
    assert Counter(write.table for write in world.journal).keys() <= {"Card", "Tries"}


# Money and what is seen


def test_hidden_fields_are_seen_by_checks_alone():
    assert ONE.seen() == {"card_id": "C-1", "owner": "ines", "state": "active", "limit": 500.0, "tags": ["gold"]}
    assert ONE.whole() == ONE.seen() | {"pin": "0000"}


@pytest.mark.parametrize(("amount", "cents"), [(15.5, 1550), (15, 1500), (0.1 + 0.2, 30), (-3.07, -307), (0, 0)])
def test_minor_units(amount: float, cents: int):
    assert minor_units(amount) == cents


@pytest.mark.parametrize("amount", [15.555, 1e-3, True, "15.50", None, float("nan"), float("inf"), 1e12, 10**400])
def test_what_is_no_amount(amount: object):
    with pytest.raises(ValueError, match="must"):
        minor_units(amount)


@given(st.integers(-(10**13), 10**13))
def test_money_survives_json(cents: int):
    card = Card(card_id="C-1", limit=cents)
    assert Card.model_validate_json(card.model_dump_json()).limit == cents


def test_money_in_python_is_an_integer_of_minor_units():
    with pytest.raises(ValidationError):
        Card(card_id="C-1", limit=5.5)
    with pytest.raises(ValidationError, match="at most two decimals"):
        Card.model_validate_json('{"card_id": "C-1", "limit": 5.555}')
