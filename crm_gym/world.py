"""The world: frozen records in three layers, with every write in a journal."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, ValidationInfo, WithJsonSchema

from crm_gym.types import Json

R = TypeVar("R", bound="Record")


class Refusal(Exception):
    """A business 'no' that the agent reads: a code, a sentence, and what a helpful agent needs next."""

    def __init__(self, code: str, message: str, **details: Json) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


def minor_units(value: object) -> int:
    """Turns an amount in major units with at most two decimals, like 15.5, into minor units, like 1550."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
        raise ValueError("must be a number in major units, like 15.50")
    cents = round(value * 100)
    if value != cents / 100 and abs(value * 100 - cents) > 1e-4:
        raise ValueError("must have at most two decimals")
    return cents


def major_units(cents: int) -> float:
    """Turns minor units, like 1550, into major units, like 15.5."""
    return cents / 100


def _read_money(value: object, info: ValidationInfo) -> object:
    return minor_units(value) if info.mode == "json" else value


Cents = Annotated[
    int,
    BeforeValidator(_read_money),
    PlainSerializer(major_units, return_type=float, when_used="json"),
    WithJsonSchema({"type": "number"}),
]
"""Money: an integer of minor units in Python, a number of major units in JSON."""


class Record(BaseModel):
    """One row of a table. The class name is the table's name, `key` the field that identifies a row."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    key: ClassVar[str]
    indexed: ClassVar[tuple[str, ...]] = ()
    """Fields that `World.find` can look up without reading the whole table."""
    hidden: ClassVar[frozenset[str]] = frozenset()
    """Fields that no tool shows."""
    prefix: ClassVar[str] = ""
    """Ids of new rows are `prefix-9001`, `prefix-9002`, ..."""
    bookkeeping: ClassVar[bool] = False
    """The session and attempt counters: no business state, so they survive the rollback of a refused call."""

    def index_keys(self, field: str) -> tuple[object, ...]:
        """Under what an indexed field is found: its value, or each member of a tuple."""
        value = getattr(self, field)
        return value if isinstance(value, tuple) else (value,)

    @property
    def id(self) -> str:
        """The value of the key field."""
        value: str = getattr(self, self.key)
        return value

    def seen(self) -> dict[str, Json]:
        """What the agent is shown: JSON values, money in major units, nothing hidden."""
        return self.model_dump(mode="json", exclude=set(self.hidden))

    def whole(self) -> dict[str, Json]:
        """All fields as JSON values: what checks compare and files store."""
        return self.model_dump(mode="json")


class Write(NamedTuple):
    """One entry of the journal."""

    table: str
    id: str
    before: Record | None
    after: Record | None


class Change(NamedTuple):
    """A record that ended up different from the start."""

    table: str
    id: str
    before: Record | None
    after: Record | None


FIRST_NEW = 9001


class Rows:
    """An immutable layer of records with its indexes; safe to share between worlds."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._tables: dict[str, dict[str, Record]] = {}
        self._indexes: dict[tuple[str, str], dict[object, list[str]]] = {}
        for record in records:
            self._add(record)

    def _add(self, record: Record) -> None:
        name = type(record).__name__
        table = self._tables.setdefault(name, {})
        if record.id in table:
            raise ValueError(f"{name} {record.id!r} is there twice")
        table[record.id] = record
        for field in record.indexed:
            index = self._indexes.setdefault((name, field), {})
            for key in record.index_keys(field):
                index.setdefault(key, []).append(record.id)

    def get(self, table: str, id: str) -> Record | None:
        """The record, or None."""
        rows = self._tables.get(table)
        return rows.get(id) if rows else None

    def ids(self, table: str) -> Iterable[str]:
        """All ids of a table."""
        return self._tables.get(table, {}).keys()

    def lookup(self, table: str, field: str, key: object) -> Iterable[str]:
        """Ids of the records that an indexed field files under this key."""
        index = self._indexes.get((table, field))
        return index.get(key, ()) if index else ()

    def indexes(self, table: str, field: str) -> bool:
        """Whether a field of a table is indexed, as far as this layer has rows to know."""
        return (table, field) in self._indexes

    def __iter__(self) -> Iterator[Record]:
        for table in self._tables.values():
            yield from table.values()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class World:
    """The CRM during one episode: its changes over the task's given rows over the domain's rows."""

    def __init__(self, domain: Rows, given: Rows, now: datetime) -> None:
        self.now = now
        self.journal: list[Write] = []
        self._domain = domain
        self._given = given
        self._changes: dict[str, dict[str, Record | None]] = {}
        self._counters: dict[str, int] = {}

    # Reading

    def row(self, table: str, id: str) -> Record | None:
        """The record with this id as it is now, or None."""
        changed = self._changes.get(table)
        if changed is not None and id in changed:
            return changed[id]
        return self._given.get(table, id) or self._domain.get(table, id)

    def peek(self, kind: type[R], id: str) -> R | None:
        """The record with this id, or None."""
        record = self.row(kind.__name__, id)
        return record if isinstance(record, kind) else None

    def get(self, kind: type[R], id: str) -> R:
        """The record with this id; refuses with NOT_FOUND."""
        record = self.peek(kind, id)
        if record is None:
            raise Refusal("NOT_FOUND", f"there is no {kind.__name__.lower()} {id!r}")
        return record

    def find(self, kind: type[R], **fields: object) -> list[R]:
        """Records with these field values, by id; at least one field must be indexed."""
        table = kind.__name__
        field = next((name for name in fields if name in kind.indexed), None)
        if field is None:
            raise TypeError(f"{table} has no index on any of {sorted(fields)}")
        rows = self.lookup(kind, field, fields[field])
        return [row for row in rows if all(getattr(row, name) == value for name, value in fields.items())]

    def lookup(self, kind: type[R], field: str, key: object) -> list[R]:
        """Records that an indexed field files under this key, by id."""
        table = kind.__name__
        rows = (self.peek(kind, id) for id in sorted(self._filed(table, field, key)))
        return [row for row in rows if row is not None and key in row.index_keys(field)]

    def all(self, kind: type[R], **fields: object) -> list[R]:
        """Records with these field values, by id, found by reading the whole table: for small tables and checks."""
        rows = (self.peek(kind, id) for id in sorted(self.ids(kind.__name__)))
        return [row for row in rows if row is not None and all(getattr(row, k) == v for k, v in fields.items())]

    def ids(self, table: str) -> set[str]:
        """Ids of all records of a table, removed ones included."""
        changed = self._changes.get(table, {})
        return {*self._domain.ids(table), *self._given.ids(table), *changed}

    def filed(self, table: str, field: str, key: object) -> set[str] | None:
        """Ids that an index files under this key, and all changed ones; None where there is no such index."""
        indexed = self._domain.indexes(table, field) or self._given.indexes(table, field)
        return self._filed(table, field, key) if indexed else None

    def _filed(self, table: str, field: str, key: object) -> set[str]:
        changed = self._changes.get(table, {})
        return {*self._domain.lookup(table, field, key), *self._given.lookup(table, field, key), *changed}

    # Writing

    def new_id(self, kind: type[Record]) -> str:
        """The next id of this kind: counted in the state, so that runs repeat."""
        number = self._counters.get(kind.__name__, FIRST_NEW)
        self._counters[kind.__name__] = number + 1
        return f"{kind.prefix}-{number}"

    def add(self, record: R) -> R:
        """Adds a new record."""
        if self.peek(type(record), record.id) is not None:
            raise ValueError(f"{type(record).__name__} {record.id!r} exists")
        self._write(type(record).__name__, record.id, None, record)
        return record

    def update(self, record: R, **fields: Any) -> R:
        """Replaces a record by one with other field values, which are validated."""
        self._require_current(record)
        changed = type(record).model_validate(vars(record) | fields)
        self._write(type(record).__name__, record.id, record, changed)
        return changed

    def remove(self, record: Record) -> None:
        """Takes a record away."""
        self._require_current(record)
        self._write(type(record).__name__, record.id, record, None)

    def _require_current(self, record: Record) -> None:
        """A tool that writes over a newer record than it has read would undo a change unseen."""
        current = self.row(type(record).__name__, record.id)
        if current is not record and current != record:
            raise ValueError(f"{type(record).__name__} {record.id!r} has changed since it was read")

    def _write(self, table: str, id: str, before: Record | None, after: Record | None) -> None:
        self._changes.setdefault(table, {})[id] = after
        self.journal.append(Write(table, id, before, after))

    # Time travel

    def mark(self) -> "Mark":
        """A point to roll back to."""
        return Mark(len(self.journal), dict(self._counters))

    def rollback(self, mark: "Mark") -> None:
        """Takes back every write since the mark, except those of bookkeeping tables."""
        kept: list[Write] = []
        for write in reversed(self.journal[mark.writes :]):
            if (write.after or write.before or Record).bookkeeping:
                kept.append(write)
            else:
                self._changes[write.table][write.id] = write.before
        self.journal[mark.writes :] = reversed(kept)
        self._counters = dict(mark.counters)

    def fork(self) -> "World":
        """An independent world with the same state; costs what was changed."""
        twin = self.start()
        twin.journal = list(self.journal)
        twin._changes = {table: dict(rows) for table, rows in self._changes.items()}
        twin._counters = dict(self._counters)
        return twin

    def start(self) -> "World":
        """The world as it was before any change."""
        return World(self._domain, self._given, self.now)

    def changes(self) -> list[Change]:
        """Records that ended up different, by table and id."""
        start = self.start()
        touched = ((table, id) for table, rows in self._changes.items() for id in rows)
        pairs = (Change(table, id, start.row(table, id), self.row(table, id)) for table, id in sorted(touched))
        return [change for change in pairs if change.before != change.after]


class Mark(NamedTuple):
    """How far the journal and the counters had come."""

    writes: int
    counters: dict[str, int]
