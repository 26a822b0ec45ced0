"""State checks: what is left behind."""

import re
from typing import ClassVar, Literal

from pydantic import Field

from crm_gym.contract.assignment import unserved
from crm_gym.contract.run import Check, Family, Finding, Run
from crm_gym.contract.wording import args_text
from crm_gym.matchers import AnyMatcher, Equals, Matchers, OneOf, fits_all, misfits
from crm_gym.types import Value
from crm_gym.world import Change, Record, World


class Row(Check):
    """A record, found by id or by predicate, has these field values."""

    family: ClassVar[Family] = "state"
    kind: Literal["row"] = "row"
    table: str
    key: str | None = None
    where: Matchers = {}
    fields: Matchers = Field(min_length=1)
    stays: bool = False
    """Says that it holds from the start and must go on holding."""

    @property
    def sentence(self) -> str:
        """What must be true."""
        which = self.key if self.key is not None else f"with {args_text(self.where)}"
        return f"{self.table} {which} has {args_text(self.fields)}"

    def find(self, run: Run) -> Finding:
        """A record found by predicate must be there, and one of them must fit."""
        rows = _select(run.world, self.table, self.key, self.where)
        if not rows:
            return Finding(False, "there is no such record")
        bad = [misfits(self.fields, row.whole()) for row in rows]
        holds = any(not misfit for misfit in bad)
        return Finding(holds, "as demanded" if holds else f"it has {bad[0]}", run.writers(self.table, rows))


class Rows(Check):
    """Exactly so many records match: what 'exactly once' means."""

    family: ClassVar[Family] = "state"
    kind: Literal["rows"] = "rows"
    table: str
    where: Matchers = Field(min_length=1)
    count: int = Field(ge=0)
    stays: bool = False

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"exactly {self.count} {self.table} records have {args_text(self.where)}"

    def find(self, run: Run) -> Finding:
        """Counts over the whole table."""
        rows = _select(run.world, self.table, None, self.where)
        return Finding(len(rows) == self.count, f"there are {len(rows)}", run.writers(self.table, rows))


class Gone(Check):
    """A record is no longer there."""

    family: ClassVar[Family] = "state"
    kind: Literal["gone"] = "gone"
    table: str
    key: str
    stays: ClassVar[bool] = False

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"{self.table} {self.key} is gone"

    def find(self, run: Run) -> Finding:
        """Looks at the final state."""
        there = run.world.row(self.table, self.key) is not None
        return Finding(not there, "it is there" if there else "it is gone")


class Created(Value):
    """New records that are allowed."""

    table: str
    where: Matchers = {}
    at_most: int = Field(default=1, ge=1)

    def covers(self, change: Change) -> bool:
        """Whether a new record is one of these."""
        return change.table == self.table and change.after is not None and _fits(self.where, change.after)


class Ref(Value):
    """One record."""

    table: str
    key: str


class OnlyChanged(Check):
    """In the end nothing differs from the start but these records, and new ones as allowed."""

    family: ClassVar[Family] = "state"
    kind: Literal["only_changed"] = "only_changed"
    records: tuple[Ref, ...] = ()
    created: tuple[Created, ...] = ()
    stays: ClassVar[bool] = True

    @property
    def sentence(self) -> str:
        """What must be true."""
        allowed = [f"{ref.table} {ref.key}" for ref in self.records]
        allowed += [f"{new.at_most} new {new.table}" for new in self.created]
        return f"nothing changes but {', '.join(allowed)}" if allowed else "nothing changes"

    def find(self, run: Run) -> Finding:
        """Each new record takes up one allowance."""
        stray = [change for change in run.changes if not _is_new(change) and not self._allows(change)]
        new = [change for change in run.changes if _is_new(change)]
        places = [allowed for allowed in self.created for _ in range(min(allowed.at_most, len(new)))]
        stray += [new[number] for number in unserved(new, places, Created.covers)]
        if not stray:
            return Finding(True, "nothing else changed")
        names = ", ".join(f"{change.table} {change.id}" for change in stray)
        touched = {(change.table, change.id) for change in stray}
        return Finding(False, f"also changed: {names}", run.events_that_wrote(touched))

    def _allows(self, change: Change) -> bool:
        return any(ref.table == change.table and ref.key == change.id for ref in self.records)


def _is_new(change: Change) -> bool:
    return change.before is None


def _select(world: World, table: str, key: str | None, where: Matchers) -> list[Record]:
    ids = [key] if key is not None else sorted(_candidates(world, table, where))
    rows = (world.row(table, id) for id in ids)
    return [row for row in rows if row is not None and _fits(where, row)]


def _fits(where: Matchers, record: Record) -> bool:
    """Whether a record has these field values; writing out its values is what a state check mostly costs."""
    return not where or fits_all(where, record.whole())


_ID = re.compile(r"[A-Z]{2,4}-\d{4}|\d{10}")
"""Ids have one spelling, so an index finds all that equal them; of other texts it would miss some."""


def _candidates(world: World, table: str, where: Matchers) -> set[str]:
    """Ids among which all matching records are: by a field that has certain ids, else the whole table."""
    named = [(field, ids) for field, matcher in where.items() if (ids := _named_ids(matcher))]
    for field, ids in named:
        filed = [found for id in ids if (found := world.filed(table, field, id)) is not None]
        if len(filed) == len(ids):
            return set().union(*filed)
        if any(row.key == field for id in ids if (row := world.row(table, id)) is not None):
            return set(ids)
    if not named:
        return world.ids(table)
    field, ids = named[0]
    return {id for id in world.ids(table) if getattr(world.row(table, id), field, None) in ids}


def _named_ids(matcher: AnyMatcher) -> tuple[str, ...]:
    """The ids that a matcher names, if it lets nothing else pass."""
    values = (matcher.value,) if isinstance(matcher, Equals) else matcher.values if isinstance(matcher, OneOf) else ()
    ids = tuple([value for value in values if isinstance(value, str) and _ID.fullmatch(value)])
    return ids if len(ids) == len(values) else ()
