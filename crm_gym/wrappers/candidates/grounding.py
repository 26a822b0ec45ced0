"""Which values an argument may take: those that were said or seen, and that its schema allows."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from crm_gym.wrappers.candidates import reading
from crm_gym.wrappers.candidates.memory import Entry, Memory

Schema = Mapping[str, Any]

MOST = 32
"""Values that one argument can be chosen from at most."""
_MOST_OF_A_KIND = 8
_FREE = 120
"""A text without a form that may be longer than this is free."""


class Option(NamedTuple):
    """A value for an argument, and what can be said about it."""

    value: Any
    tokens: tuple[str, ...]
    weight: float = 1.0
    """How much likelier it is than others before anything is learnt."""


def options(memory: Memory, slot: str, schema: Schema) -> Sequence[Option]:
    """The values that fit a slot, best known first."""
    schema = plain(schema)
    if "pattern" in schema:
        return _described(memory, _spread(memory, memory.matching(_compiled(schema["pattern"]))))
    if "enum" in schema:
        return [Option(value, (f"value={value}",)) for value in schema["enum"]]
    match schema.get("type"):
        case "boolean":
            return [Option(value, (f"value={value}",)) for value in (True, False)]
        case "integer":
            return _integers(memory, schema)
        case "number":
            return _amounts(memory)
        case "array":
            return [Option([item.value], item.tokens) for item in options(memory, slot, schema.get("items", {}))]
        case "string":
            return _texts(memory, slot, schema)
    return []


def values(memory: Memory, slot: str, schema: Schema) -> Sequence[Any]:
    """The values of `options` alone, which cost less."""
    schema = plain(schema)
    if "pattern" in schema:
        return _spread(memory, memory.matching(_compiled(schema["pattern"])))
    if "enum" in schema:
        return tuple(schema["enum"])
    if schema.get("type") == "number":
        return [figure.value for figure in memory.figures()[:MOST]]
    if schema.get("type") == "string" and schema.get("format") != "date" and not free(slot, schema):
        return _spread(memory, _values(memory, slot, schema))
    return [option.value for option in options(memory, slot, schema)]


def beside(found: Sequence[Option], chosen: Mapping[str, Any], memory: Memory) -> list[Option]:
    """The values that fit beside arguments that are chosen already: nothing is named twice, and sums are compared."""
    entries = [entry for value in chosen.values() if (entry := memory.owner(value))][:2]
    left = [option for option in found if option.value not in chosen.values()]
    return [o._replace(tokens=(*o.tokens, *_compared(o.value, entries))) for o in left]


def plain(schema: Schema) -> Schema:
    """The schema of a value that is given, where it may also be null."""
    variants = [variant for variant in schema.get("anyOf", ()) if variant.get("type") != "null"]
    return {**schema, **variants[0]} if variants else schema


def shared(slot: str, schema: Schema) -> str:
    """What the values of a slot depend on: the same text for slots that have the same values."""
    schema = plain(schema)
    by_form = "pattern" in schema or schema.get("format") == "date" or schema.get("type") in ("number", "integer")
    told = {name: value for name, value in schema.items() if not by_form or name != "description"}
    return json.dumps(told) if by_form else f"{slot} {json.dumps(told)}"


_SAID = ("email", "phone", "name", "value")
"""Slots whose values the customer says, whatever their length."""


def free(slot: str, schema: Schema) -> bool:
    """Whether any text will do, and a long one."""
    if "pattern" in schema:
        return False
    schema = plain(schema)
    formed = {"enum", "pattern", "format"} & schema.keys() or any(part in slot for part in _SAID)
    formed = formed or "like " in schema.get("description", "")
    return schema.get("type") == "string" and not formed and schema.get("maxLength", _FREE) >= _FREE


def _integers(memory: Memory, schema: Schema) -> list[Option]:
    low, high = schema.get("minimum", 1), schema.get("maximum")
    fits = [int(v) for v in memory.said_figures() if v == int(v) and low <= v <= (high or _LARGEST)]
    most = high if high is not None else max(low, 1)
    return [Option(most, ("most",)), *(Option(value, ("said",)) for value in fits[:3] if value != most)]


_LARGEST = 1000


def _amounts(memory: Memory) -> list[Option]:
    last = reading.amounts(memory.turns[-1])
    return [
        Option(value, (f"from={origin}", _rank(at), *(("last turn",) if value in last else ())), _likely(at, origin))
        for at, (value, origin) in enumerate(memory.figures()[:MOST])
    ]


def _likely(at: int, origin: str) -> float:
    """What was said last is the likeliest figure or day, then what was said before."""
    return 6.0 if at == 0 else 2.0 if origin in ("said", "opening") else 0.5


def _compared(value: Any, entries: Sequence[Entry]) -> Iterator[str]:
    """How an amount stands to those of records; nothing for other values."""
    if isinstance(value, float):
        for entry in entries:
            for name, bound in entry.fields.items():
                if isinstance(bound, float):
                    yield f"{'over' if value > bound else 'same as' if value == bound else 'within'} {name}"


def _rank(at: int) -> str:
    return f"rank={min(at, 5)}"


def _texts(memory: Memory, slot: str, schema: Schema) -> Sequence[Option]:
    if schema.get("format") == "date":
        return _days(memory)
    if free(slot, schema):
        return [Option(_own_words(memory.turns[0], int(schema.get("maxLength", 200))), ("own words",))]
    return _described(memory, _spread(memory, _values(memory, slot, schema)))


def _days(memory: Memory) -> list[Option]:
    days = list(memory.days()[:MOST])
    tomorrow = reading.days("tomorrow", memory.today)[0].isoformat()
    days += [(tomorrow, "tomorrow")] if tomorrow not in dict(days) else []
    return [Option(day, (f"from={origin}", _rank(at)), _likely(at, origin)) for at, (day, origin) in enumerate(days)]


def _values(memory: Memory, slot: str, schema: Schema) -> Sequence[str]:
    """Texts that fit by their form or, where none is demanded, by the name of the slot."""
    for part, form in (("email", reading.EMAIL), ("phone", reading.PHONE)):
        if part in slot:
            return _unique(memory.found(form), memory.named(slot))
    if "name" in slot:
        return memory.names()
    if slot == "value":
        return _answers(memory)
    form = _form_of(schema.get("description", ""))
    return _unique(memory.matching(form), memory.named(slot))


def _answers(memory: Memory) -> Sequence[str]:
    """What an open question may have been answered with: a mailbox, a number, or the end of a sentence."""
    formed = (*memory.found(reading.EMAIL), *memory.found(reading.PHONE))
    return _unique(formed, [end for turn in memory.turns[:-4:-1] for end in reading.endings(turn)])


def _unique(first: Sequence[str], second: Sequence[str]) -> Sequence[str]:
    return tuple(dict.fromkeys((*first, *second)))


@lru_cache(maxsize=256)
def _form_of(description: str) -> re.Pattern[str]:
    """The form of a code from its description: "six-digit", or an example like `tok_k3vq9mxa`."""
    digits = re.search(r"(\w+)-digit", description)
    count = reading.number_word(digits[1]) if digits else 0
    if count:
        return re.compile(rf"\d{{{count}}}")
    example = re.search(r"like ([a-z]+_)\w*\d", description)
    return re.compile(example[1] + r"\w+") if example else reading.CODE


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _spread(memory: Memory, values: Sequence[str]) -> list[str]:
    """Not too many, and of each kind of record some."""
    kept: list[str] = []
    kinds: dict[str, int] = {}
    for value in values:
        entry = memory.entries.get(value)
        kind = entry.kind if entry else ""
        kinds[kind] = kinds.get(kind, 0) + 1
        if not kind or kinds[kind] <= _MOST_OF_A_KIND:
            kept.append(value)
    return kept[:MOST]


def _described(memory: Memory, values: Sequence[str]) -> list[Option]:
    """What speaks for each value: where it comes from, its record, and whether the customer's words fit that."""
    owners = [memory.owner(value) for value in values]
    scores = [_overlap(memory, entry) for entry in owners]
    best = max(scores, default=(0, 0))
    alone = scores.count(best) == 1
    last = memory.turns[-1].lower()
    found = []
    for rank, (value, entry, score) in enumerate(zip(values, owners, scores, strict=True)):
        tokens = [_rank(rank), "only" if len(values) == 1 else "one of several"]
        tokens += ["in last turn"] if value.lower() in last else []
        tokens += ["fits last turn"] if score[0] else []
        tokens += ["fits"] if score[1] else []
        tokens += ["fits best"] if alone and score == best else []
        tokens += _origin(memory, value, entry) if entry else ["said"]
        weight = (4.0 if value.lower() in last else 1.0) * (2.0 if score[1] else 1.0) * (1.0 if entry else 2.0)
        found.append(Option(value, tuple(dict.fromkeys(tokens)), weight))
    return found


def _overlap(memory: Memory, entry: Entry | None) -> tuple[int, int]:
    return (len(entry.words & memory.last_words), len(entry.words & memory.all_words)) if entry else (0, 0)


def _origin(memory: Memory, value: str, entry: Entry) -> Iterator[str]:
    yield f"{'key' if entry.key == value else 'field'} of {entry.kind}"
    for word in entry.words & memory.led_in.keys():
        yield from (f"after {lead}" for lead in memory.led_in[word])
    yield from (f"{name}={held}" for name, held in entry.fields.items() if _telling(name, held))


def _telling(name: str, value: Any) -> bool:
    """Whether a field says what kind of record it is rather than which one."""
    return value is None or isinstance(value, bool) or name in ("state", "status", "label", "level", "kind", "currency")


@lru_cache(maxsize=1024)
def _own_words(opening: str, most: int) -> str:
    """The wish in the customer's words, without anything that could be a code or a number of a card."""
    wish = re.sub(r"\w*\d[\w-]*\d\w*", "...", opening)
    return f"The customer says: {wish}"[:most]
