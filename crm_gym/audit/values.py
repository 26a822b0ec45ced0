"""Other values in the place of the right ones: twins, strangers, wrong amounts, and arguments that a tool takes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import islice, product
from typing import Any

from crm_gym.audit.plays import Stage
from crm_gym.domains.base import load_domain
from crm_gym.matchers import AtLeast, AtMost, ContainsWords, Equals, IsAbsent, MatchesId, Near, OnDate, OneOf
from crm_gym.tasks.validate import allowed_values
from crm_gym.types import Arguments, Call, Json
from crm_gym.world import Record, World

MOST_TWINS = 3
"""Twins of a value that are tried."""
MOST_COMBINATIONS = 80
"""Combinations of arguments that are tried when a call is looked for."""
FREE_TEXT = 100
"""A text argument that may be longer than this is free text, unless a pattern says what it looks like."""

Schema = Mapping[str, Any]


def parameters(stage: Stage, tool: str) -> Mapping[str, Schema]:
    """The JSON schema of each argument of a tool."""
    properties: Mapping[str, Schema] = _arguments(stage.domain.name, tool)["properties"]
    return properties


@cache
def _arguments(domain: str, tool: str) -> Schema:
    found: Schema = load_domain(domain).toolbox.tools[tool].schema["function"]["parameters"]
    return found


@cache
def _fields(kind: type[Record]) -> Schema:
    found: Schema = kind.model_json_schema()["properties"]
    return found


def free_text(schema: Schema) -> bool:
    """Whether an argument is prose: nobody can say which other prose is wrong."""
    return _type(schema) == "string" and "pattern" not in schema and _option(schema).get("maxLength", 0) > FREE_TEXT


def _option(schema: Schema) -> Schema:
    """The schema of the value, where null is another one."""
    options = [option for option in schema.get("anyOf", ()) if option.get("type") != "null"]
    return options[0] if options else schema


def _type(schema: Schema) -> str:
    option = _option(schema)
    return "date" if option.get("format") == "date" else str(option.get("type", ""))


# Values in the place of one


def alternatives(stage: Stage, tool: str, name: str, value: Json) -> list[Json]:
    """Plausible wrong values of an argument."""
    schema = parameters(stage, tool).get(name, {})
    allowed = allowed_values(schema)
    if allowed is not None:
        return [other for other in allowed if other != value and isinstance(other, str)]
    match _type(schema):
        case "number" if isinstance(value, int | float):
            return [round(value + 1, 2), round(value - 0.01, 2), *_other_amounts(stage, float(value))]
        case "date" if isinstance(value, str):
            return [_later(value, 1), _later(value, 7)]
        case "string" if isinstance(value, str) and not free_text(schema):
            return list(islice(twins(stage, value), MOST_TWINS))
    return []


def _other_amounts(stage: Stage, value: float) -> list[Json]:
    """Another amount that stands in the task's own rows."""
    rows = (given.row for given in stage.task.given)
    amounts = (found for row in rows for found in row.values() if isinstance(found, float))
    return list(islice((found for found in amounts if 0 < found < value), 1))


def _later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def twins(stage: Stage, value: str) -> Iterator[str]:
    """Other values of the same field of the same table in the task's rows; those that the agent has seen first."""
    seen = " ".join(use.result for _, use in stage.run.uses)
    found = dict.fromkeys(_same_field(stage, value))
    yield from sorted((other for other in found if other != value), key=lambda other: other not in seen)


def _same_field(stage: Stage, value: str) -> Iterator[str]:
    rows = [(given.table, given.row) for given in stage.task.given]
    rows += [(change.table, change.after.whole()) for change in stage.run.changes if change.after is not None]
    fields = {(table, field) for table, row in rows for field, found in row.items() if found == value}
    for table, row in rows:
        mine = (found for field, found in row.items() if (table, field) in fields)
        yield from (found for found in mine if isinstance(found, str))


def stranger(stage: Stage, value: str) -> str | None:
    """The key of somebody else's record: of the table that this key is of, from the domain's own rows."""
    tables = [record for record in stage.domain.rows if _is_key(stage, type(record).__name__, value)]
    return next((record.id for record in tables if record.id != value), None)


def _is_key(stage: Stage, table: str, value: str) -> bool:
    record = stage.run.world.row(table, value)
    return record is not None and table not in ("PayeeName", "LimitDecision")


# Values that fit a matcher


def fitting(matcher: object) -> list[Json]:
    """A value that a matcher accepts; none for an argument that must be absent."""
    match matcher:
        case Equals():
            return [matcher.value]
        case OneOf():
            return [matcher.values[0]]
        case Near():
            return [matcher.amount]
        case AtMost() | AtLeast():
            return [matcher.value.isoformat() if isinstance(matcher.value, date) else matcher.value]
        case OnDate():
            return [matcher.day.isoformat()]
        case ContainsWords():
            return [" ".join(matcher.words)]
        case MatchesId():
            return [matcher.id]
        case IsAbsent():
            return []
    raise TypeError(f"no value for {matcher!r}")


def fixed_by(args: Mapping[str, object]) -> Arguments:
    """Arguments that fit a check's matchers."""
    return {name: value for name, matcher in args.items() for value in fitting(matcher)}


# Calls that a tool takes


def calls_of(stage: Stage, world: World, tool: str, fixed: Arguments) -> Iterator[Call]:
    """Calls of a tool with some arguments given and the others from the records of the task."""
    schemas = parameters(stage, tool)
    required = _arguments(stage.domain.name, tool).get("required", [])
    named = [name for name in schemas if name in required and name not in fixed]
    options = [_candidates(stage, world, schemas[name]) for name in named]
    for values in islice(product(*options), MOST_COMBINATIONS):
        yield Call(name=tool, arguments={**fixed, **dict(zip(named, values, strict=True))})


def _candidates(stage: Stage, world: World, schema: Schema) -> list[Json]:
    """Values that an argument may have."""
    allowed = allowed_values(schema)
    if allowed is not None:
        return [value for value in allowed if isinstance(value, str)]
    match _type(schema):
        case "number":
            return [1.0, *_paid(stage)]
        case "integer":
            return [30]
        case "date":
            return [(world.now.date() + timedelta(days=7)).isoformat()]
    return list(_texts(stage, world, _option(schema)))


def _paid(stage: Stage) -> Iterator[Json]:
    amounts = (given.row.get("amount") for given in stage.task.given)
    yield from islice((amount for amount in amounts if isinstance(amount, float)), 1)


def _texts(stage: Stage, world: World, schema: Schema) -> Iterator[Json]:
    if "pattern" not in schema:
        yield "What the audit says."
        return
    pattern = re.compile(schema["pattern"])
    rows = [given.row for given in stage.task.given]
    rows += [change.after.whole() for change in world.changes() if change.after is not None]
    values = (value for row in rows for value in row.values() if isinstance(value, str))
    yield from dict.fromkeys(value for value in values if pattern.search(value))


# Records that are otherwise


def otherwise(stage: Stage, record: Record, fields: Iterable[str] = (), matcher: Any = None) -> Record | None:
    """The record with another value in one of the fields (in any, when none is named) that a matcher does not fit."""
    row = record.whole()
    names = list(fields) or [name for name in row if name != record.key]
    schema = _fields(type(record))
    for name in names:
        for value in _other_values(row[name], schema.get(name, {})):
            if value != row[name] and not (matcher is not None and matcher.fits(value)):
                made = _parsed(stage, record, {**row, name: value})
                if made is not None and made != record:
                    return made
    return None


def _parsed(stage: Stage, record: Record, row: Arguments) -> Record | None:
    try:
        return stage.domain.parse(type(record).__name__, row)
    except ValueError:
        return None


def _other_values(value: Json, schema: Schema) -> Sequence[Json]:
    allowed = allowed_values(schema)
    if allowed is not None:
        return [other for other in allowed if other is None or isinstance(other, str)]
    match value:
        case bool():
            return [not value]
        case int() | float():
            return [value + 10, value + 1]
        case str():
            return [f"{value} (changed)", turned(value), "2026-01-02", "2026-01-02T10:00:00"]
        case None:
            return [1, 1.0, "2026-01-02", "PTY-0001", "changed"]
    return []


def turned(key: str, by: int = 1) -> str:
    """An id or number with another last digit."""
    digits = [place for place, letter in enumerate(key) if letter.isdigit()]
    if not digits:
        return key
    place = digits[-1]
    return f"{key[:place]}{(int(key[place]) + by) % 10}{key[place + 1 :]}"


def copied(stage: Stage, record: Record) -> Record | None:
    """A second record that is like this one, under a key that is free."""
    keys = (turned(record.id, by) for by in range(1, 10))
    free = next((key for key in keys if stage.run.world.row(type(record).__name__, key) is None), None)
    return None if free is None else _parsed(stage, record, {**record.whole(), record.key: free})
