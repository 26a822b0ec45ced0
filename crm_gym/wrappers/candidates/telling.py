"""What can be told of records beside the policy: how they are, what their parts say, and days that follow from both."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from crm_gym.wrappers.candidates import reading, wording
from crm_gym.wrappers.candidates.memory import Entry, Memory
from crm_gym.wrappers.candidates.quoting import Span, spans

_MOST_OF_A_KIND = 2
_MOST_STATED = 5
_MOST_SHOWN = 8
_MOST_OTHERS = 2
"""So many are shown as well that were shown less recently, but before others of their kind."""
_FEW = 2
"""A record of which there are fewer qualities to tell is only shown."""
_MOST_COUNTED = 4


class Base(NamedTuple):
    """A day from which days are counted."""

    day: date
    origin: str
    """The name of the record's field that holds it, or `today`."""
    stems: frozenset[str]
    """How the words of the field's name and of the record begin."""


class Due(NamedTuple):
    """A day that follows from the policy."""

    days: int
    base: Base

    @property
    def day(self) -> date:
        """The day itself."""
        return self.base.day + timedelta(days=self.days)


def firsts(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The first few of each kind."""
    kinds: Counter[str] = Counter()
    for entry in entries:
        kinds[entry.kind] += 1
        if kinds[entry.kind] <= _MOST_OF_A_KIND:
            yield entry


def stated(memory: Memory) -> tuple[Entry, ...]:
    """The records that have a state and other qualities, of each kind those that fit the customer's words best."""
    return memory.of_both("stated", lambda: tuple(_stated(memory)))


def _stated(memory: Memory) -> Iterator[Entry]:
    words = memory.all_words
    held = memory.of_entries("telling", lambda: [entry for entry in memory.foremost() if _telling(entry)])
    return islice(firsts(sorted(held, key=lambda entry: -len(entry.words & words))), _MOST_STATED)


def _telling(entry: Entry) -> bool:
    return _has_state(entry) and wording.qualities(entry) >= _FEW


def shown(memory: Memory) -> Sequence[Entry]:
    """The records that can be shown: those shown last, and the foremost of each kind."""
    return memory.of_entries("shown", lambda: _shown(memory))


def _shown(memory: Memory) -> Sequence[Entry]:
    last = tuple(islice(filter(_showable, memory.recent()), _MOST_SHOWN))
    keys = {entry.key for entry in last}
    others = (entry for entry in firsts(memory.foremost()) if entry.key not in keys and _showable(entry))
    return (*last, *islice(others, _MOST_OTHERS))


def _showable(entry: Entry) -> bool:
    return bool(entry.figures) or _has_state(entry)


def _has_state(entry: Entry) -> bool:
    return "state" in entry.fields or "status" in entry.fields


def due(memory: Memory, topics: frozenset[str]) -> tuple[Due, ...]:
    """Days to come that are as many days after today, or after a past day of a record, as the policy names.

    The spans come first whose paragraphs have most to do with the topics; each is counted from the record's day that
    its paragraph has most to do with, then from today, then from other days.
    """
    bases = memory.of_entries("bases", lambda: tuple(_bases(memory)))
    told = tuple(sorted(spans(memory.policy), key=lambda span: -len(span.stems & topics)))
    return memory.of_entries(("due", told), lambda: tuple(_due(told, bases, memory.today)))


def _due(told: Sequence[Span], bases: Sequence[Base], today: date) -> Iterator[Due]:
    counted = (_counted(span, bases, today) for span in told)
    in_turn = chain.from_iterable(zip_longest(*counted))
    return islice(filter(None, in_turn), _MOST_COUNTED)


def _counted(span: Span, bases: Sequence[Base], today: date) -> list[Due]:
    now, *past = (base for base in bases if (today - base.day).days < span.days)
    past.sort(key=lambda base: -len(base.stems & span.stems))
    return [Due(span.days, base) for base in (*past[:1], now, *past[1:2])]


def _bases(memory: Memory) -> Iterator[Base]:
    """Today, and the past days of records, those shown last first."""
    yield Base(memory.today, "today", frozenset())
    seen = {memory.today}
    for entry in memory.foremost():
        words = " ".join(entry.words)
        for text, name in entry.days:
            day = date.fromisoformat(text)
            if day < memory.today and day not in seen:
                seen.add(day)
                yield Base(day, name, reading.stems(f"{name.replace('_', ' ')} {words}"))
