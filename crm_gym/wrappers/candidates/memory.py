"""What an agent has been told and has read so far: values with their origin, and records by their key."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, NamedTuple, TypeVar

from crm_gym.wrappers.candidates import reading
from crm_gym.wrappers.candidates.figures import Figure, Priced, combined, distinct, ruled, rules

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
    figures: tuple[Figure, ...]
    items: tuple[tuple[float, frozenset[str]], ...]
    """Sums of money in its texts, with the words before each: "headset 36.90"."""
    counts: tuple[int, ...]
    """Its whole numbers."""
    days: tuple[tuple[str, str], ...]
    """Its days as ISO text, with the names of their fields."""
    moments: tuple[tuple[str, str], ...]
    """Its days with a time, with the names of their fields."""
    names: tuple[str, ...]
    """What it is called."""
    says: str
    """Its longest text, if that is a sentence or more."""


class Part(NamedTuple):
    """A member of a list in a tool result that has no key of its own, like a comment."""

    owner: str
    """The key of the record that it belongs to, or ''."""
    place: str
    """The list it stood in."""
    fields: Mapping[str, Any]


class Memory:
    """Everything that an agent may use as a value, from observations alone."""

    def __init__(self, opening: str, policy: str) -> None:
        self.policy = policy
        self.today = reading.today_of(policy)
        self.turns: tuple[str, ...] = (opening,)
        """What the customer has said."""
        self.replies: dict[str, str] = {}
        """What was said right after a question for a slot, by slot."""
        self.entries: dict[str, Entry] = {}
        self.lists: dict[str, tuple[str, ...]] = {}
        """Keys of the records of each list that was shown, by the list's name."""
        self.listed: dict[str, str] = {}
        """Texts that stood in lists, with the lists' names; those of the newest list first."""
        self.parts: tuple[Part, ...] = ()
        """Parts of records, those shown last first."""
        self.results = 0
        """How many tool results have shown something."""
        self.shown_in: dict[str, int] = {}
        """The last result that showed each record."""
        self.owners: dict[str, str] = {}
        """The record that a value stands for: its own key, or the key of a record that holds it."""
        self._of_turns: dict[Any, Any] = {}
        self._of_entries: dict[Any, Any] = {}
        self._of_both: dict[Any, Any] = {}

    def copy(self) -> "Memory":
        """An independent memory of the same things."""
        twin = object.__new__(Memory)
        copies = {k: v.copy() if isinstance(v, dict) else v for k, v in vars(self).items()}
        vars(twin).update(copies)
        return twin

    def of_turns(self, key: Any, make: Callable[[], T]) -> T:
        """Something made of the customer's turns; made once as long as there is no further one."""
        return _kept(self._of_turns, key, make)

    def of_entries(self, key: Any, make: Callable[[], T]) -> T:
        """Something made of the records; made once as long as none is shown."""
        return _kept(self._of_entries, key, make)

    def of_both(self, key: Any, make: Callable[[], T]) -> T:
        """Something made of turns and records; made once as long as nothing is added."""
        return _kept(self._of_both, key, make)

    def hear(self, words: str, asked: str = "") -> None:
        """Remembers a turn of the customer, who may have been asked for a slot."""
        if asked:
            self.replies[asked] = words
        self._of_turns, self._of_both = {}, {}
        self.turns = (*self.turns, words)

    def heed(self, policy: str) -> None:
        """Takes in the policy that is shown now."""
        if policy != self.policy:
            self.policy = policy
            self._of_entries, self._of_both = {}, {}

    def read(self, result: Any) -> list[Entry]:
        """Remembers the records of a tool result; returns them."""
        found = list(self._walk(result, ""))
        listed = dict(_listed(result, ""))
        self.listed = {**listed, **{text: place for text, place in self.listed.items() if text not in listed}}
        parts = tuple(_parts(result, "", ""))[::-1]
        if found or listed or parts:
            self._of_entries, self._of_both = {}, {}
            self.results += 1
        self.parts = (*parts, *(part for part in self.parts if part not in parts))[:_MOST_PARTS]
        for entry in found:
            self.entries.pop(entry.key, None)
            self.entries[entry.key] = entry
            self.shown_in[entry.key] = self.results
            self.owners[entry.key] = entry.key
            for value in filter(_short, entry.fields.values()):
                self.owners.setdefault(value, entry.key)
        for place in dict.fromkeys(entry.place for entry in found if entry.place):
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
        if known and known.place == place and known.fields == fields:
            return known._replace(fields=fields)
        return _entry(key, _kind_of(own), place, fields)

    # What was said

    @property
    def last_words(self) -> frozenset[str]:
        """By which words the customer's last turn tells things apart."""
        return self.of_turns("last words", lambda: reading.meant(self.turns[-1], self.today))

    @property
    def all_words(self) -> frozenset[str]:
        """By which words all turns of the customer tell things apart."""
        return self.of_turns(
            "all words", lambda: frozenset().union(*(reading.meant(t, self.today) for t in self.turns))
        )

    @property
    def stems(self) -> frozenset[str]:
        """How the words of the customer begin."""
        return self.of_turns("stems", lambda: frozenset(stem for turn in self.turns for stem in reading.stems(turn)))

    def fitting(self, entries: Iterable[Entry]) -> int:
        """How many of these records the customer's words fit best, equally well; 0 if they fit none."""
        words = self.all_words
        fits = [len(entry.words & words) for entry in entries]
        most = max(fits, default=0)
        return fits.count(most) if most else 0

    @property
    def led_in(self) -> Mapping[str, frozenset[str]]:
        """For each word the prepositions that the customer has put before it."""
        return self.of_turns("led in", lambda: _led_in(self.turns))

    def _said(self) -> Iterator[str]:
        return reversed(self.turns)

    def recent(self) -> Iterator[Entry]:
        """Records, those shown last first."""
        return reversed(self.entries.values())

    def foremost(self) -> Sequence[Entry]:
        """Records, those shown last first, but in the order in which each result has them."""
        entries = self.entries.values()
        return self.of_entries("foremost", lambda: sorted(entries, key=lambda entry: -self.shown_in[entry.key]))

    # Values by what they look like

    def matching(self, forms: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
        """Words of the customer and values of records by their form, the newest first."""
        return self.of_both(("matching", forms), lambda: self._matching(forms))

    def _matching(self, forms: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
        spoken = self.of_turns(forms, lambda: _by_form(self._spoken(), forms))
        shown = self.of_entries(forms, lambda: _by_form(self._texts(), forms))
        return {form: _unique((*spoken[form], *shown[form])) if spoken[form] else shown[form] for form in forms}

    def _spoken(self) -> Sequence[str]:
        return _unique(word for turn in self._said() for word in reading.tokens(turn))

    def _texts(self) -> Sequence[str]:
        return _unique(text for entry in self.recent() for text in entry.texts)

    def named(self, name: str) -> Sequence[str]:
        """Values of record fields with this name."""
        return self.of_entries(
            ("named", name), lambda: _unique(str(e.fields[name]) for e in self.recent() if e.fields.get(name))
        )

    def found(self, pattern: re.Pattern[str]) -> Sequence[str]:
        """What the customer wrote in this form, the newest first."""
        key = ("found", pattern.pattern)
        return self.of_turns(key, lambda: _unique(m for turn in self._said() for m in reading.found(pattern, turn)))

    def said_names(self) -> Sequence[str]:
        """Names that the customer wrote, the newest first."""
        return self.of_turns("names", lambda: _unique(name for turn in self._said() for name in reading.names(turn)))

    def names(self) -> Sequence[str]:
        """Names that the customer wrote, then those of records as far as they are not masked."""
        spoken = self.said_names()
        shown = self.of_entries("names", lambda: _unique(n for e in self.recent() for n in e.names if "*" not in n))
        return _unique((*spoken, *shown))

    def said_figures(self) -> Sequence[float]:
        """Numbers that the customer has named, the newest first."""
        return self.of_turns("said", lambda: _unique(v for turn in self._said() for v in reading.amounts(turn)))

    def was_said(self, value: Any) -> bool:
        """Whether the customer has named a value; bare choices and days do not count."""
        if isinstance(value, float):
            return value in self.said_figures()
        said = self.of_turns("lower", lambda: "\n".join(self.turns).lower())
        return isinstance(value, str) and value.lower() in said

    def figures(self) -> Sequence[Figure]:
        """Numbers: said ones first, then those of the records shown last, then sums and differences of the two."""
        return self.of_both("figures", self._figures)

    def _figures(self) -> Sequence[Figure]:
        codes = self.of_entries("codes", lambda: {int(text) for text in self._texts() if _CODE.fullmatch(text)})
        said = [figure for figure in self.of_turns("figures", self._said_figures) if figure.value not in codes]
        shown = self.of_entries("figures", self._shown_figures)
        ruled = self.of_entries("ruled", self._ruled_figures)
        stated = [Figure(value, "policy") for value in rules(self.policy).amounts[:_MANY]]
        return distinct([*said[:_MANY], *distinct(shown)[:_MANY], *ruled, *combined(said[:4], shown[:16]), *stated])

    def _ruled_figures(self) -> list[Figure]:
        records = [Priced(e.words, e.figures, e.counts) for e in islice(self.recent(), _RULED)]
        return distinct(ruled(self.policy, records))[:_MANY]

    def _said_figures(self) -> list[Figure]:
        first = set(reading.amounts(self.turns[0]))
        return [Figure(value, "opening" if value in first else "said") for value in self.said_figures()]

    def _shown_figures(self) -> list[Figure]:
        return [
            figure
            for entry in self.recent()
            for figure in (*entry.figures, *(Figure(value, "item") for value, _ in entry.items))
            if figure.value > 0
        ]

    def named_items(self) -> Mapping[float, int]:
        """Sums of money in the texts of records, with how often the customer has said the words before them."""
        return self.of_both("items", self._named_items)

    def _named_items(self) -> Mapping[float, int]:
        said = Counter(word for turn in self.turns for word in reading.words(turn) if word not in _COMMON)
        items = dict(item for entry in self.entries.values() for item in entry.items)
        return {value: count for value, words in items.items() if (count := max((said[w] for w in words), default=0))}

    def days(self) -> Sequence[tuple[str, str]]:
        """Days as ISO text with their origin: said ones, then those of records."""
        return self.of_both("days", self._days)

    def _days(self) -> Sequence[tuple[str, str]]:
        said = self.of_turns(
            "days", lambda: {day.isoformat(): "said" for turn in self._said() for day in reading.days(turn, self.today)}
        )
        kept = dict(said)
        for entry in self.recent():
            for day, origin in entry.days:
                kept.setdefault(day, origin)
        return list(kept.items())


def _kept(store: dict[Any, Any], key: Any, make: Callable[[], T]) -> T:
    if key not in store:
        store[key] = make()
    value: T = store[key]
    return value


_MANY = 8
_MOST_PARTS = 3
_RULED = 16
"""The newest records, to which the rules of the policy are applied."""
_CODE = re.compile(r"\d{1,6}")
"""What is said like a sum, but is the end of a card's number or another code of a record."""
_LONG = 40
_PREPOSITIONS = frozenset("from to into onto at for of not".split())
_DULL = frozenset("currency state status at balance transfer_limit daily_limit level".split())
_COMMON = frozenset("the a an and of to for in on at by it my your is was i 0 1".split())


def _by_form(texts: Sequence[str], forms: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Which texts have which form."""
    found: dict[str, list[str]] = {form: [] for form in forms}
    forms_of = _classifier(forms)
    for text in texts:
        for form in forms_of(text):
            found[form].append(text)
    return found


@lru_cache(maxsize=64)
def _classifier(forms: tuple[str, ...]) -> Callable[[str], Sequence[str]]:
    """Tells which of many forms a text has, and remembers it."""
    patterns = [(form, re.compile(form)) for form in forms]

    @lru_cache(maxsize=16384)
    def forms_of(text: str) -> Sequence[str]:
        return tuple(form for form, pattern in patterns if pattern.fullmatch(text))

    return forms_of


def _entry(key: str, kind: str, place: str, fields: Mapping[str, Any]) -> Entry:
    return Entry(
        key,
        kind,
        place,
        fields,
        texts=tuple(value for value in fields.values() if _short(value) and " " not in value),
        words=_telling_words(fields),
        figures=tuple(Figure(value, name) for name, value in fields.items() if isinstance(value, float)),
        items=tuple(item for value in fields.values() if isinstance(value, str) for item in _items(value)),
        counts=tuple(v for v in fields.values() if isinstance(v, int) and not isinstance(v, bool)),
        days=tuple(_days_of(fields)),
        moments=tuple((v, name) for name, v in fields.items() if isinstance(v, str) and reading.MOMENT.match(v)),
        says=max((v for v in fields.values() if isinstance(v, str) and len(v) > _LONG), key=len, default=""),
        names=tuple(value for name, value in fields.items() if _names(name) and _short(value)),
    )


@lru_cache(maxsize=4096)
def _items(text: str) -> tuple[tuple[float, frozenset[str]], ...]:
    return tuple((float(sum_), frozenset(reading.words(name))) for name, sum_ in _ITEM.findall(text))


_ITEM = re.compile(r"([^,;.\d]{3,40}?) (\d{1,6}\.\d\d)(?![\d.])")


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
    days = (word for day, _ in _days_of(fields) for word in reading.words_of_day(day))
    return frozenset((*(word for text in texts for word in reading.words(text)), *days)) - _COMMON


def _days_of(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    return ((v[:10], name) for name, v in fields.items() if isinstance(v, str) and reading.DAY.match(v))


def _wordy(name: str, value: Any) -> bool:
    return isinstance(value, str | float) and name not in _DULL and not name.endswith(("_id", "_on", "_limit"))


def _short(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 60


def _names(field: str) -> bool:
    return field in ("label", "merchant") or field.endswith("name")


def _key_of(flat: Mapping[str, Any]) -> str:
    """The field that identifies a record: the first that looks like a key."""
    return next((name for name, value in flat.items() if _KEY.match(name) and _short(value)), "")


def _kind_of(field: str) -> str:
    return re.sub(r"_?(?:id|number|code|ref|sku)$", "", field) or field


def _parts(value: Any, owner: str, place: str) -> Iterator[Part]:
    """The members of lists that have no key of their own."""
    if isinstance(value, list):
        for item in value:
            yield from _parts(item, owner, place)
    elif isinstance(value, dict):
        flat = _flat(value)
        own = _key_of(flat)
        if place and flat and not own:
            yield Part(owner, place, flat)
        for name, item in value.items():
            if isinstance(item, dict | list):
                yield from _parts(item, str(flat[own]) if own else owner, name if isinstance(item, list) else "")


def _listed(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Texts that stand in lists, with the lists' names."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _listed(part, name)
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, str):
                yield part, place
            else:
                yield from _listed(part, place)


def envelope(content: str) -> Mapping[str, Any]:
    """A tool result as data; empty when it is none."""
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
