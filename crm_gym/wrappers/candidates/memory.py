"""What an agent has been told and has read so far: values with their origin, and records by their key."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from crm_gym.wrappers.candidates import reading

T = TypeVar("T")
_KEY = re.compile(r"(?:.*_)?(?:id|number|code|ref|sku)$")


class Entry(NamedTuple):
    """A record that a tool has shown, as it was when it was shown last."""

    key: str
    """What identifies it, like `TXN-0042`."""
    kind: str
    """What it is, from the name of its key: `transaction`."""
    place: str
    """The list it stood in, or ''."""
    fields: Mapping[str, Any]
    texts: tuple[str, ...]
    """Values without spaces: keys, codes, states."""
    words: frozenset[str]
    """The words that tell it from others: names, labels, figures."""
    order: int
    """When it was shown: later is larger."""


class Figure(NamedTuple):
    """A number with its origin."""

    value: float
    origin: str
    """`said`, `opening`, the name of a record's field, or how it was computed."""


class Memory:
    """Everything that an agent may use as a value, from observations alone."""

    def __init__(self, opening: str, today: date) -> None:
        self.today = today
        self.turns: tuple[str, ...] = (opening,)
        """What the customer has said."""
        self.entries: dict[str, Entry] = {}
        self.lists: dict[str, tuple[str, ...]] = {}
        """Keys of the records of each list that was shown, by the list's name."""
        self.owners: dict[str, str] = {}
        """The record that a value stands for: its own key, or the key of a record that holds it."""
        self._order = 0
        self._derived: dict[Any, Any] = {}

    def copy(self) -> "Memory":
        """An independent memory of the same things."""
        twin = object.__new__(Memory)
        copies = {k: v.copy() if isinstance(v, dict) else v for k, v in vars(self).items()}
        vars(twin).update(copies)
        return twin

    def derived(self, key: Any, make: Callable[[], T]) -> T:
        """Something made of what is remembered; made once as long as nothing is added."""
        if key not in self._derived:
            self._derived[key] = make()
        value: T = self._derived[key]
        return value

    def hear(self, words: str) -> None:
        """Remembers a turn of the customer."""
        self._derived = {}
        self.turns = (*self.turns, words)

    def read(self, result: Any) -> list[Entry]:
        """Remembers the records of a tool result; returns them."""
        self._derived = {}
        self._order += 1
        found = list(self._walk(result, ""))
        for entry in found:
            self.entries.pop(entry.key, None)
            self.entries[entry.key] = entry
            self.owners[entry.key] = entry.key
            for value in filter(_short, entry.fields.values()):
                self.owners.setdefault(value, entry.key)
        for place in {entry.place for entry in found if entry.place}:
            self.lists[place] = tuple(entry.key for entry in found if entry.place == place)
        return found

    def owner(self, value: Any) -> Entry | None:
        """The record that a value stands for."""
        return self.entries.get(self.owners.get(str(value), ""))

    def _walk(self, value: Any, place: str) -> Iterator[Entry]:
        if isinstance(value, list):
            for item in value:
                yield from self._walk(item, place)
        elif isinstance(value, dict):
            flat = _flat(value)
            own = _key_of(flat)
            if own:
                yield self._entry(own, flat, place)
            for name, item in value.items():
                if isinstance(item, dict | list):
                    yield from self._walk(item, name if isinstance(item, list) else "")

    def _entry(self, own: str, flat: Mapping[str, Any], place: str) -> Entry:
        key = str(flat[own])
        known = self.entries.get(key)
        fields = {**(known.fields if known and not place else {}), **flat}
        texts = tuple(value for value in fields.values() if _short(value) and " " not in value)
        return Entry(key, _kind_of(own), place, fields, texts, _telling_words(fields), self._order)

    # What was said

    @property
    def last_words(self) -> frozenset[str]:
        """The words of the customer's last turn."""
        return self.derived("last words", lambda: frozenset(reading.words(self.turns[-1])))

    @property
    def all_words(self) -> frozenset[str]:
        """The words of all turns of the customer."""
        return self.derived("all words", lambda: frozenset(w for turn in self.turns for w in reading.words(turn)))

    @property
    def stems(self) -> frozenset[str]:
        """How the words of the customer begin."""
        return self.derived("stems", lambda: frozenset(stem for turn in self.turns for stem in reading.stems(turn)))

    @property
    def led_in(self) -> Mapping[str, frozenset[str]]:
        """For each word the prepositions that the customer has put before it."""
        return self.derived("led in", lambda: _led_in(self.turns))

    def _said(self) -> Iterator[str]:
        return reversed(self.turns)

    def recent(self) -> Iterator[Entry]:
        """Records, those shown last first."""
        return reversed(self.entries.values())

    # Values by what they look like

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        """Words of the customer and values of records that have this form, the newest first."""
        return self.derived(("matching", pattern), lambda: self._matching(pattern))

    def _matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        return _unique((*_spoken(pattern, self.turns), *_fitting(pattern, self._texts())))

    def _texts(self) -> tuple[str, ...]:
        return self.derived("texts", lambda: _unique(text for entry in self.recent() for text in entry.texts))

    def named(self, name: str) -> Sequence[str]:
        """Values of record fields with this name."""
        return _unique(str(entry.fields[name]) for entry in self.recent() if entry.fields.get(name))

    def found(self, pattern: re.Pattern[str]) -> Sequence[str]:
        """What the customer wrote in this form, the newest first."""
        return _unique(match for turn in self._said() for match in reading.found(pattern, turn))

    def names(self) -> Sequence[str]:
        """Names that the customer wrote, then those of records."""
        spoken = [name for turn in self._said() for name in reading.names(turn)]
        shown = [str(v) for e in self.recent() for k, v in e.fields.items() if _names(k) and _short(v)]
        return _unique([*spoken, *shown])

    def said_figures(self) -> Sequence[float]:
        """Numbers that the customer has named, the newest first."""
        return self.derived("said", lambda: _unique(v for turn in self._said() for v in reading.amounts(turn)))

    def figures(self) -> Sequence[Figure]:
        """Numbers: said ones first, then those of the records shown last, then sums and differences of the two."""
        return self.derived("figures", self._figures)

    def _figures(self) -> Sequence[Figure]:
        first = set(reading.amounts(self.turns[0]))
        said = [Figure(value, "opening" if value in first else "said") for value in self.said_figures()]
        shown = [Figure(value, name) for entry in self.recent() for name, value in _sums(entry.fields)]
        return _distinct([*said[:_MANY], *_distinct(shown)[:_MANY], *_computed(said[:4], shown[:16])])

    def days(self) -> Sequence[tuple[str, str]]:
        """Days as ISO text with their origin: said ones, then those of records."""
        return self.derived("days", self._days)

    def _days(self) -> Sequence[tuple[str, str]]:
        found = [(day.isoformat(), "said") for turn in self._said() for day in reading.days(turn, self.today)]
        found += [
            (value[:10], name)
            for entry in self.recent()
            for name, value in entry.fields.items()
            if isinstance(value, str) and _DAY.match(value)
        ]
        kept: dict[str, str] = {}
        for day, origin in found:
            kept.setdefault(day, origin)
        return list(kept.items())


_MANY = 8
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PREPOSITIONS = frozenset("from to into onto at for of not".split())
_DULL = frozenset("currency state status at balance transfer_limit daily_limit level".split())
_COMMON = frozenset("the a an and of to for in on at by it my your is was i 0 1".split())


@lru_cache(maxsize=16384)
def _spoken(pattern: re.Pattern[str], turns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for turn in reversed(turns) for word in _fitting(pattern, reading.tokens(turn)))


@lru_cache(maxsize=16384)
def _fitting(pattern: re.Pattern[str], texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in texts if pattern.fullmatch(text))


def _unique(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))


def _led_in(turns: Sequence[str]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for turn in turns:
        for first, second in pairwise(reading.words(turn)):
            if first in _PREPOSITIONS:
                found.setdefault(second, set()).add(first)
    return {word: frozenset(leads) for word, leads in found.items()}


def _flat(value: Mapping[str, Any]) -> dict[str, Any]:
    """The plain fields of an object, with those of parts of it that are no records themselves."""
    flat = {name: item for name, item in value.items() if not isinstance(item, dict | list)}
    for part in value.values():
        if isinstance(part, dict) and not _key_of(part):
            flat = {**{name: item for name, item in part.items() if not isinstance(item, dict | list)}, **flat}
    return flat


def _telling_words(fields: Mapping[str, Any]) -> frozenset[str]:
    texts = (str(value).removesuffix(".0") for name, value in fields.items() if _wordy(name, value))
    return frozenset(word for text in texts for word in reading.words(text)) - _COMMON


def _wordy(name: str, value: Any) -> bool:
    return isinstance(value, str | float) and name not in _DULL and not name.endswith(("_id", "_on", "_limit"))


def _sums(fields: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    return ((name, value) for name, value in fields.items() if isinstance(value, float) and value > 0)


def _short(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 60


def _names(field: str) -> bool:
    return field in ("label", "merchant") or field.endswith("name")


def _key_of(flat: Mapping[str, Any]) -> str:
    """The field that identifies a record: the first that looks like a key."""
    return next((name for name, value in flat.items() if _KEY.match(name) and _short(value)), "")


def _kind_of(field: str) -> str:
    return re.sub(r"_?(?:id|number|code|ref|sku)$", "", field) or field


def _distinct(figures: Iterable[Figure]) -> list[Figure]:
    kept: dict[float, Figure] = {}
    for figure in figures:
        kept.setdefault(figure.value, figure)
    return list(kept.values())


def _computed(said: list[Figure], shown: list[Figure]) -> Iterator[Figure]:
    """What is missing, what is left, and what two things make together."""
    for a in said:
        for b in [*said, *shown]:
            if a.value > b.value:
                yield Figure(round(a.value - b.value, 2), f"said - {b.origin}")
    for at, a in enumerate(said):
        for b in said[at + 1 :]:
            yield Figure(round(a.value + b.value, 2), "said + said")


def envelope(content: str) -> Mapping[str, Any]:
    """A tool result as data; empty when it is none."""
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
