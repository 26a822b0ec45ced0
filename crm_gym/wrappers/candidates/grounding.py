"""Which values an argument may take: those that were said or seen, and that its schema allows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from crm_gym.wrappers.candidates import reading
from crm_gym.wrappers.candidates.memory import Entry, Memory
from crm_gym.wrappers.candidates.schemas import Schema, Slot, Tools, slot_of

Matching = Mapping[str, Sequence[str]]
MOST = 32
"""Values that one argument can be chosen from at most."""
MOST_FIGURES = 40
_MOST_OF_A_KIND = 8
_MOST_PARTS = 2
"""So many of each part are put together."""


class Option(NamedTuple):
    """A value for an argument, and what can be said about it."""

    value: Any
    tokens: tuple[str, ...]
    weight: float = 1.0
    """How much likelier it is than others before anything is learnt."""


Grounds = Mapping[str, Sequence[Any]]
"""The values of all slots, by `Slot.key`."""


def grounds(memory: Memory, tools: Tools) -> Grounds:
    """The values of all slots of the tools, best known first."""
    return memory.of_both(("grounds", tools.text), lambda: _grounds(memory, tools))


def _grounds(memory: Memory, tools: Tools) -> Grounds:
    matching = memory.matching(tools.forms)
    fixed = memory.of_turns(
        ("fixed", tools.text), lambda: {slot.key: _values(memory, slot, {}) for slot in tools.fixed}
    )
    return {**fixed, **{slot.key: _values(memory, slot, matching) for slot in tools.varying}}


def _values(memory: Memory, slot: Slot, matching: Matching) -> Sequence[Any]:
    match slot.kind:
        case "pattern":
            found = matching[slot.form]
            return _spread(memory, found if slot.by_key else [v for v in found if v not in memory.entries])
        case "enum":
            return tuple(slot.schema["enum"])
        case "number":
            return [figure.value for figure in memory.figures()[:MOST_FIGURES]]
        case "email" | "phone" | "name" | "answer" | "text":
            return _spread(memory, _unique(_composed(memory, slot.parts), _texts(memory, slot, matching)))
    return [option.value for option in _made(memory, slot, matching)]


def options(memory: Memory, slot: Slot, tools: Tools) -> Sequence[Option]:
    """The values that fit a slot, with what is known of them."""
    return memory.of_both(slot.key, lambda: _made(memory, slot, memory.matching(tools.forms)))


def _made(memory: Memory, slot: Slot, matching: Matching) -> Sequence[Option]:
    match slot.kind:
        case "enum":
            return [Option(value, (f"value={value}",)) for value in slot.schema["enum"]]
        case "boolean":
            return [Option(value, (f"value={value}",)) for value in (True, False)]
        case "integer":
            return _integers(memory, slot.schema)
        case "number":
            return _amounts(memory)
        case "array":
            items = _made(memory, slot_of(slot.name, slot.schema.get("items", {})), matching)
            return [Option([item.value], item.tokens) for item in items]
        case "date":
            return _days(memory)
        case "moment":
            return _moments(memory)
        case "free":
            return [Option(_own_words(memory.turns[0], int(slot.schema.get("maxLength", 200))), ("own words",))]
        case "none":
            return []
    found = _described(memory, _values(memory, slot, matching))
    return _first_likeliest(found) if slot.kind == "answer" else found


def _first_likeliest(found: Sequence[Option]) -> Sequence[Option]:
    """The options, each less likely than those before it."""
    return [option._replace(weight=option.weight / (1 + rank) ** 2) for rank, option in enumerate(found)]


def beside(found: Sequence[Option], chosen: Mapping[str, Any], memory: Memory) -> list[Option]:
    """The values that fit beside arguments that are chosen already: nothing is named twice, and sums are compared."""
    entries = [entry for value in chosen.values() if (entry := memory.owner(value))][:2]
    left = [option for option in found if option.value not in chosen.values()]
    return [o._replace(tokens=(*o.tokens, *_compared(o.value, entries))) for o in left]


def _integers(memory: Memory, schema: Schema) -> list[Option]:
    low, high = schema.get("minimum", 1), schema.get("maximum")
    fits = [int(v) for v in memory.said_figures() if v == int(v) and low <= v <= (high or _LARGEST)]
    most = high if high is not None else max(low, 1)
    return [Option(most, ("most",)), *(Option(value, ("said",)) for value in fits[:3] if value != most)]


_LARGEST = 1000


def _amounts(memory: Memory) -> list[Option]:
    last, named = reading.amounts(memory.turns[-1]), memory.named_items()
    most = max(named.values(), default=0)
    found = []
    for at, (value, origin) in enumerate(memory.figures()[:MOST_FIGURES]):
        fits = ["item fits"] * (value in named) + ["item fits best"] * (most > 0 and named.get(value) == most)
        tokens = (f"from={origin}", _rank(at), *["last turn"] * (value in last), *fits)
        found.append(Option(value, tokens, _likely(at, origin) * 3.0 ** len(fits)))
    return found


def _likely(at: int, origin: str) -> float:
    """What was said last is the likeliest figure or day, then what was said before."""
    said = origin in ("said", "opening")
    return 6.0 if said and at == 0 else 2.0 if said else 0.1 if origin == "policy" else 0.5


def _compared(value: Any, entries: Sequence[Entry]) -> Iterator[str]:
    """How an amount stands to those of records; nothing for other values."""
    if isinstance(value, float):
        for entry in entries:
            for name, bound in entry.fields.items():
                if isinstance(bound, float):
                    yield f"{'over' if value > bound else 'same as' if value == bound else 'within'} {name}"


def _rank(at: int) -> str:
    return f"rank={min(at, 5)}"


def _days(memory: Memory) -> list[Option]:
    days = list(memory.days()[:MOST])
    tomorrow = reading.days("tomorrow", memory.today)[0].isoformat()
    days += [(tomorrow, "tomorrow")] if tomorrow not in dict(days) else []
    return [Option(day, (f"from={origin}", _rank(at)), _likely(at, origin)) for at, (day, origin) in enumerate(days)]


def _moments(memory: Memory) -> list[Option]:
    """Times of a day: those that were shown, and those that were said."""
    last = memory.turns[-1]
    days = [day.isoformat() for day in reading.days(last, memory.today)]
    times = reading.times(last)
    shown = [text for text in memory.listed if reading.MOMENT.fullmatch(text)][:_MOST_OF_A_KIND]
    said = [f"{day}T{time}" for day in days[:_MOST_PARTS] for time in times[:_MOST_PARTS]]
    found = []
    for at, text in enumerate(_unique(shown, said)):
        day, _, time = text.partition("T")
        fits = ["day fits"] * (day in days) + ["time fits"] * (time in times)
        tokens = (f"from={memory.listed.get(text, 'said')}", _rank(at), *fits)
        found.append(Option(text, tokens, (2.0 if at == 0 else 1.0) * 3.0 ** len(fits)))
    return found


def _composed(memory: Memory, parts: tuple[str, ...]) -> Sequence[str]:
    """Texts that are put together from what was said, as an example shows."""
    if not parts:
        return ()
    found = [_days_said(memory) if not part else memory.found(_compiled(part)) for part in parts]
    return [" ".join(pieces) for pieces in product(*(held[:_MOST_PARTS] for held in found))]


def _days_said(memory: Memory) -> Sequence[str]:
    return [day for day, origin in memory.days() if origin == "said"]


@lru_cache(maxsize=256)
def _compiled(part: str) -> re.Pattern[str]:
    return re.compile(rf"\b{part}\b")


def _texts(memory: Memory, slot: Slot, matching: Matching) -> Sequence[str]:
    """Texts that fit by their form or, where none is demanded, by the name of the slot."""
    match slot.kind:
        case "email" | "phone":
            said = memory.found(reading.EMAIL if slot.kind == "email" else reading.PHONE)
            return _unique(said, memory.named(slot.name))
        case "name":
            return memory.names()
        case "answer":
            return _answers(memory, slot)
    return _unique(matching[slot.form], memory.named(slot.name))


def _answers(memory: Memory, slot: Slot) -> Sequence[str]:
    """What an open question may have been answered with: a mailbox, a number, a code, or the end of a sentence.

    What was said right after the question comes first.
    """
    reply = memory.replies.get(slot.name, "")
    first = [*(text for form in _FORMED for text in reading.found(form, reply)), *reading.endings(reply)]
    formed = (found for form in _FORMED for found in memory.found(form))
    return _unique(first, [*formed, *(end for turn in memory.turns[:-4:-1] for end in reading.endings(turn))])


_FORMED = (reading.EMAIL, reading.PHONE, reading.SPACED)
"""What is an answer by its form."""


def _unique(first: Sequence[str], second: Sequence[str]) -> Sequence[str]:
    return tuple(dict.fromkeys((*first, *second)))


def _spread(memory: Memory, values: Sequence[str]) -> Sequence[str]:
    """Not too many, and of each kind of record some."""
    if len(values) <= _MOST_OF_A_KIND:
        return values
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
    yield from (f"in {place}" for place, keys in memory.lists.items() if entry.key in keys)
    for word in entry.words & memory.led_in.keys():
        yield from (f"after {lead}" for lead in memory.led_in[word])
    yield from (f"{name}={held}" for name, held in entry.fields.items() if _telling(name, held))
    yield from (f"has {name}" for _, name in entry.days)


def _telling(name: str, value: Any) -> bool:
    """Whether a field says what kind of record it is rather than which one."""
    return value is None or isinstance(value, bool) or name in ("state", "status", "label", "level", "kind", "currency")


@lru_cache(maxsize=1024)
def _own_words(opening: str, most: int) -> str:
    """The wish in the customer's words, without anything that could be a code or a number of a card."""
    wish = re.sub(r"\w*\d[\w-]*\d\w*", "...", opening)
    return f"The customer says: {wish}"[:most]
