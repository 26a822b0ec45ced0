"""A larger world: copies of the seed world's customers and what is theirs, made only when somebody looks at them."""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from crm_gym.types import Json
from crm_gym.world import Record, Rows

MOST = 100_000
"""The largest world: the seed world so many times."""


class Copied(NamedTuple):
    """What a key of a copy stands for: the number of the copy, and the key in the seed world."""

    number: int
    key: str


class Background(Rows):
    """The seed world `scale` times: first as it is, then as copies with ids, mailboxes and numbers of their own.

    Only some tables are copied: what belongs to customers. A copy of a record is computed from the record and the
    number of the copy, and so is each index entry; nothing is stored, whatever the scale. Copies are found by id and
    through indexes. Reading a whole table, as checks do, leaves out the copies that nobody has changed.
    """

    def __init__(self, seed_world: Rows, copied: Collection[type[Record]], scale: int) -> None:
        """`seed_world` is shared, not copied. Raises ValueError when `scale` is not between 1 and `MOST`."""
        if not 1 <= scale <= MOST:
            raise ValueError(f"world_scale is a number from 1 to {MOST}, not {scale}")
        super().__init__()
        self._seed_world = seed_world
        self._copied = frozenset(kind.__name__ for kind in copied)
        self._prefixes = frozenset(kind.prefix for kind in copied if kind.prefix)
        self._scale = scale

    def get(self, table: str, id: str) -> Record | None:
        """The record, or None."""
        record = self._seed_world.get(table, id)
        if record is not None or table not in self._copied:
            return record
        source = self._source(id)
        record = self._seed_world.get(table, source.key) if source else None
        if source is None or record is None:
            return None
        row = {name: _stamped(value, source.number, self._prefixes) for name, value in record.whole().items()}
        return type(record).model_validate_json(json.dumps(row))

    def ids(self, table: str) -> Iterable[str]:
        """The ids of a table in the seed world."""
        return self._seed_world.ids(table)

    def lookup(self, table: str, field: str, key: object) -> Iterable[str]:
        """Ids of the records that an indexed field files under this key."""
        own = self._seed_world.lookup(table, field, key)
        source = self._source(key) if table in self._copied and isinstance(key, str) else None
        if source is None:
            return own
        copies = self._seed_world.lookup(table, field, source.key)
        return [*own, *(self._stamp(id, source.number) for id in copies)]

    def indexes(self, table: str, field: str) -> bool:
        """Whether a field of a table is indexed."""
        return self._seed_world.indexes(table, field)

    def __iter__(self) -> Iterator[Record]:
        """Every record, copies included."""
        yield from self._seed_world
        for number, table in product(range(1, self._scale), sorted(self._copied)):
            copies = (self.get(table, self._stamp(id, number)) for id in self._seed_world.ids(table))
            yield from (record for record in copies if record is not None)

    def _stamp(self, text: str, number: int) -> str:
        return stamp(text, number, self._prefixes)

    def _source(self, key: str) -> Copied | None:
        source = unstamp(key)
        return source if source and 1 <= source.number < self._scale else None


def _stamped(value: Json, number: int, prefixes: Collection[str]) -> Json:
    match value:
        case str():
            return stamp(value, number, prefixes)
        case list():
            return [_stamped(item, number, prefixes) for item in value]
        case dict():
            return {name: _stamped(item, number, prefixes) for name, item in value.items()}
    return value


_ID = re.compile(r"\b([A-Z]{3})-(\d{4})\b")
_ACCOUNT = re.compile(r"\b(\d{10})\b")
_PHONE = re.compile(r"\+44 20 7946 (0\d{3})\b")
_MAIL = re.compile(r"(?<=\w)@(?=\w)")
_TOKEN = re.compile(r"\btok_")


def stamp(text: str, number: int, prefixes: Collection[str]) -> str:
    """A text of the seed world as it stands in a copy; phone numbers there have a country code that nobody has."""
    text = _PHONE.sub(rf"+999 {number:06d} \1", text)
    text = _ID.sub(lambda found: f"{found[1]}-{number if found[1] in prefixes else ''}{found[2]}", text)
    text = _ACCOUNT.sub(rf"{number}\1", text)
    text = _TOKEN.sub(f"tok_{number}_", text)
    return _MAIL.sub(f"@{number}.", text)


_STAMPED = (
    re.compile(r"(?P<before>[A-Z]{3}-)(?P<number>[1-9]\d*)(?P<after>\d{4})"),
    re.compile(r"(?P<before>)(?P<number>[1-9]\d*)(?P<after>\d{10})"),
    re.compile(r"(?P<before>tok_)(?P<number>[1-9]\d*)_(?P<after>.*)"),
    re.compile(r"(?P<before>.+@)(?P<number>[1-9]\d*)\.(?P<after>.+)"),
)
_STAMPED_NATIONAL = re.compile(r"(\d{6})(0\d{3})")


def unstamp(key: str) -> Copied | None:
    """The copy that a key belongs to, and the key in the seed world; None for every other text."""
    for form in _STAMPED:
        found = form.fullmatch(key)
        if found:
            return Copied(int(found["number"]), found["before"] + found["after"])
    national = _STAMPED_NATIONAL.fullmatch(key)
    return Copied(int(national[1]), f"207946{national[2]}") if national else None
