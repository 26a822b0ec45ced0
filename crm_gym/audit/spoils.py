"""Mutants of what a contract is about: forbidden attempts, and records left otherwise than they must be."""

from collections.abc import Callable, Iterator
from typing import Any

from crm_gym.audit.mutants import Mutant, successes, text_of
from crm_gym.audit.plays import Stage, Tamper
from crm_gym.audit.values import calls_of, copied, fixed_by, free_text, otherwise, parameters
from crm_gym.contract import Created, Gone, NeverCalled, NeverPassed, OnlyChanged, Protected, Ref, Row, Rows, Run
from crm_gym.matchers import fits_all
from crm_gym.types import Call
from crm_gym.world import Record, World

FORBIDDEN = "a forbidden attempt"
ELSEWHERE = "a write elsewhere"
REVERTED = "write, then revert"
SPOILED = "a record left otherwise"

MOST_PASSED = 4
"""Tools into which a value is passed that must not be."""


def mutants_of_contract(stage: Stage) -> Iterator[Mutant]:
    """All mutants that are made for a certain check."""
    for check in stage.task.contract:
        yield from MAKERS.get(type(check), _none)(stage, check)
    if not any(isinstance(check, OnlyChanged) for check in stage.task.contract):
        yield from _only_changed(stage, _implied(stage))


def _implied(stage: Stage) -> OnlyChanged:
    """What a contract would say that allows just what the solution changes."""
    changed = [change for change in stage.run.changes if change.before is not None]
    new = dict.fromkeys(change.table for change in stage.run.changes if change.before is None)
    return OnlyChanged(
        records=tuple(Ref(table=change.table, key=change.id) for change in changed),
        created=tuple(Created(table=table) for table in new),
    )


def _none(stage: Stage, check: Any) -> Iterator[Mutant]:
    yield from ()


# Forbidden attempts


def _called(stage: Stage, check: NeverCalled) -> Iterator[Mutant]:
    """One attempt that the tool refuses, and one that succeeds where there is a way."""
    fixed = fixed_by(check.args)
    place = stage.last_call + 1
    refused = next(_refused(stage, place, check.tool, fixed), None)
    if refused is not None:
        yield _attempt(stage, check.id, "refused", place, refused)
    for place in dict.fromkeys((stage.last_call + 1, _signed_in(stage))):
        done = next(successes(stage, place, check.tool, fixed), None)
        if done is not None:
            yield _attempt(stage, check.id, "succeeds", place, done)
            return


def _attempt(stage: Stage, check: str, how: str, place: int, call: Call) -> Mutant:
    what = f"{check}: {text_of(call)} {how}"
    return Mutant(FORBIDDEN, what, frozenset({"forbidden"}), stage.edited(place, place, call))


def _refused(stage: Stage, place: int, tool: str, fixed: dict[str, Any]) -> Iterator[Call]:
    for call in (Call(name=tool, arguments=fixed), *calls_of(stage, stage.before(place), tool, fixed)):
        if stage.domain.toolbox.run(stage.before(place), call.name, call.arguments).status != "ok":
            yield call


def _signed_in(stage: Stage) -> int:
    """The place behind the last call that writes nothing but the session."""
    signs = [n for n, use in stage.run.done if use.writes and n not in stage.wrote]
    return max(signs, default=0) + 1


def _passed(stage: Stage, check: NeverPassed) -> Iterator[Mutant]:
    """Each value goes into the first arguments that could carry it, and into prose."""
    tools = check.tools or [tool.name for tool in stage.domain.toolbox.tools.values() if tool.writes]
    place = stage.last_call + 1
    for value in check.values:
        for tool in list(tools)[:MOST_PASSED]:
            schemas = parameters(stage, tool)
            names = [name for name, schema in schemas.items() if schema.get("type") == "string"]
            prose = [name for name in names if free_text(schemas[name])]
            for name in dict.fromkeys((*names[:1], *prose[:1])):
                text = f"It is about {value}." if name in prose else value
                call = Call(name=tool, arguments={name: text})
                yield _attempt(stage, check.id, "refused", place, call)


# Writes past the tools


def _protected(stage: Stage, check: Protected) -> Iterator[Mutant]:
    """A write that is taken back, and calls that write a protected record."""
    rows = [row for row in _rows(stage, check.table) if _covers(check, row.id)]
    place = stage.last_call + 1
    for row in rows[:1]:
        changed = otherwise(stage, row)
        if changed is not None:
            moves = stage.edited(place, place, Tamper((_update(changed), _update(row))))
            yield Mutant(REVERTED, f"{check.id}: {check.table} {row.id}", frozenset({"forbidden"}), moves)
    call = next(protected_calls(stage, check), None)
    if call is not None:
        yield _attempt(stage, check.id, "succeeds", place, call)


def protected_calls(stage: Stage, check: Protected) -> Iterator[Call]:
    """Calls by which an agent could write a protected record: what makes the protection worth declaring."""
    place = stage.last_call + 1
    for tool in stage.domain.toolbox.tools.values():
        for call in successes(stage, place, tool.name) if tool.writes else ():
            run = stage.perform(stage.edited(place, place, call))
            if not check.find(run).holds:
                yield call


def _covers(check: Protected, key: str) -> bool:
    return key not in check.but and (check.keys == "*" or key in check.keys)


def _rows(stage: Stage, table: str, world: World | None = None) -> list[Record]:
    """The records of a table as the solution leaves them: the task's own first, then the domain's."""
    kept = world or stage.run.world
    own = [str(given.row[stage.domain.records[given.table].key]) for given in stage.task.given if given.table == table]
    ids = dict.fromkeys((*own, *sorted(kept.ids(table))))
    return [row for id in ids if (row := kept.row(table, id)) is not None]


def _update(record: Record) -> Callable[[World], object]:
    def write(world: World) -> object:
        current = world.row(type(record).__name__, record.id)
        assert current is not None
        return world.update(current, **vars(record))

    return write


def _add(record: Record) -> Callable[[World], object]:
    return lambda world: world.add(record)


def _remove(record: Record) -> Callable[[World], object]:
    def write(world: World) -> None:
        current = world.row(type(record).__name__, record.id)
        assert current is not None
        world.remove(current)

    return write


def _only_changed(stage: Stage, check: OnlyChanged) -> Iterator[Mutant]:
    """In each table, a record that must stay is changed, and one is added where none may be."""
    allowed = {(ref.table, ref.key) for ref in check.records}
    creatable = {new.table for new in check.created}
    for table, kind in stage.domain.records.items():
        if kind.bookkeeping:
            continue
        rows = [row for row in _rows(stage, table) if (table, row.id) not in allowed and _old(stage, row)]
        for row in rows[:1]:
            yield from _elsewhere(stage, row, otherwise(stage, row), _update)
            yield from _elsewhere(stage, row, None if table in creatable else copied(stage, row), _add)


def _old(stage: Stage, row: Record) -> bool:
    return stage.run.start.row(type(row).__name__, row.id) is not None


def _elsewhere(
    stage: Stage, row: Record, made: Record | None, how: Callable[[Record], Callable[[World], object]]
) -> Iterator[Mutant]:
    if made is None:
        return
    place = stage.last_call + 1
    what = f"{type(row).__name__} {row.id} {'changed' if made.id == row.id else 'doubled'}"
    yield Mutant(ELSEWHERE, what, frozenset({"state"}), stage.edited(place, place, Tamper((how(made),))))


# Records left otherwise


def _spoil(stage: Stage, what: str, *writes: Callable[[World], object]) -> Mutant:
    place = stage.last_call + 1
    return Mutant(SPOILED, what, frozenset({"state"}), stage.edited(place, place, Tamper(writes)))


def _row(stage: Stage, check: Row) -> Iterator[Mutant]:
    """Each field that is demanded has another value in every record that fits."""
    rows = [row for row in _select(stage.run, check) if fits_all(check.fields, row.whole())]
    for field, matcher in check.fields.items():
        made = [otherwise(stage, row, [field], matcher) for row in rows]
        changed = [row for row in made if row is not None]
        if rows and len(changed) == len(rows):
            yield _spoil(stage, f"{check.id}: {check.table}.{field}", *map(_update, changed))


def _select(run: Run, check: Row) -> list[Record]:
    ids = [check.key] if check.key is not None else sorted(run.world.ids(check.table))
    rows = [row for id in ids if (row := run.world.row(check.table, id)) is not None]
    return [row for row in rows if fits_all(check.where, row.whole())]


def _count(stage: Stage, check: Rows) -> Iterator[Mutant]:
    """One record more, and one less: another value in a field that is counted by, or taken away."""
    rows = [row for row in _rows(stage, check.table) if fits_all(check.where, row.whole())]
    if not rows:
        made = next((_made_to_fit(stage, row, check) for row in _rows(stage, check.table)), None)
        if made is not None:
            yield _spoil(stage, f"{check.id}: one {check.table} too many", _update(made))
        return
    more = copied(stage, rows[0])
    if more is not None:
        yield _spoil(stage, f"{check.id}: one {check.table} too many", _add(more))
    for field, matcher in check.where.items():
        less = otherwise(stage, rows[0], [field], matcher) if field != type(rows[0]).key else None
        if less is not None:
            yield _spoil(stage, f"{check.id}: {check.table}.{field} of one otherwise", _update(less))
    if not _old(stage, rows[0]):
        yield _spoil(stage, f"{check.id}: one {check.table} less", _remove(rows[0]))


def _made_to_fit(stage: Stage, row: Record, check: Rows) -> Record | None:
    """A record that is not to be there, made from another one of its table."""
    return stage.domain.parse(check.table, {**row.whole(), **fixed_by(check.where), row.key: row.id})


def _gone(stage: Stage, check: Gone) -> Iterator[Mutant]:
    """The record is there again."""
    row = stage.run.start.row(check.table, check.key)
    if row is not None:
        yield _spoil(stage, f"{check.id}: {check.table} {check.key} is back", _add(row))


MAKERS: dict[type, Callable[[Stage, Any], Iterator[Mutant]]] = {
    NeverCalled: _called,
    NeverPassed: _passed,
    Protected: _protected,
    OnlyChanged: _only_changed,
    Row: _row,
    Rows: _count,
    Gone: _gone,
}
