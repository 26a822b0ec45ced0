"""What an episode changed, told apart: what its contract demands, what it allows, and what it does not."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from crm_gym.contract import Check, Created, Gone, OnlyChanged, Protected, Row, Rows
from crm_gym.contract.assignment import unserved
from crm_gym.domains.base import load_domain
from crm_gym.evaluation import Edit
from crm_gym.matchers import fits_all
from crm_gym.types import Json, ToolUse

Role = Literal["expected", "allowed", "violating", "open", "bookkeeping"]
"""`open`: the contract says nothing about the record. `bookkeeping`: sessions and counters, which no check sees."""


class Field(NamedTuple):
    """One field before and after."""

    name: str
    before: Json
    after: Json
    as_demanded: bool | None
    """Whether the contract demands this value; None when it demands none."""


def roles(contract: Sequence[Check], domain: str, changes: Sequence[Edit]) -> list[Role]:
    """The role of each change under a contract."""
    records = load_domain(domain).records
    business = [edit for edit in changes if not (edit.table in records and records[edit.table].bookkeeping)]
    stray = {(edit.table, edit.key) for check in contract for edit in _forbidden(check, business)}
    closed = any(isinstance(check, OnlyChanged) for check in contract)

    def role(edit: Edit) -> Role:
        if edit not in business:
            return "bookkeeping"
        if (edit.table, edit.key) in stray:
            return "violating"
        if any(_demands(check, edit) for check in contract):
            return "expected"
        return "allowed" if closed else "open"

    return [role(edit) for edit in changes]


def _forbidden(check: Check, changes: Sequence[Edit]) -> list[Edit]:
    """The changes that one check does not allow."""
    match check:
        case Protected():
            return [edit for edit in changes if _is_protected(check, edit)]
        case OnlyChanged():
            return _not_allowed(check, changes)
    return []


def _is_protected(check: Protected, edit: Edit) -> bool:
    named = check.keys == "*" or edit.key in check.keys
    return edit.table == check.table and named and edit.key not in check.but


def _not_allowed(check: OnlyChanged, changes: Sequence[Edit]) -> list[Edit]:
    """Each allowance for new records serves one new record."""
    listed = {(ref.table, ref.key) for ref in check.records}
    new = [edit for edit in changes if edit.before is None]
    stray = [edit for edit in changes if edit.before is not None and (edit.table, edit.key) not in listed]
    places = [allowed for allowed in check.created for _ in range(min(allowed.at_most, len(new)))]
    return stray + [new[place] for place in unserved(new, places, _covers)]


def _covers(allowed: Created, edit: Edit) -> bool:
    return edit.table == allowed.table and edit.after is not None and fits_all(allowed.where, edit.after)


def _demands(check: Check, edit: Edit) -> bool:
    """Whether a state check is about this record."""
    match check:
        case Row(key=None) | Rows():
            return check.table == edit.table and edit.after is not None and fits_all(check.where, edit.after)
        case Row() | Gone():
            return check.table == edit.table and check.key == edit.key
    return False


def fields(contract: Sequence[Check], edit: Edit) -> list[Field]:
    """The fields that differ, with whether their value is the one demanded; of a new record those that have a value."""
    before, after = edit.before or {}, edit.after or {}
    demanded = {
        name: matcher.fits(after.get(name))
        for check in contract
        if isinstance(check, Row) and _demands(check, edit)
        for name, matcher in check.fields.items()
    }
    return [
        Field(name, before.get(name), after.get(name), demanded.get(name))
        for name in dict.fromkeys([*before, *after])
        if _differs(name, before, after)
    ]


def _differs(name: str, before: Mapping[str, Json], after: Mapping[str, Json]) -> bool:
    return before.get(name) != after.get(name)


def writers(events: Sequence[object], journal: Sequence[Edit]) -> list[int | None]:
    """For each entry of the journal the number of the event that wrote it; None when no call accounts for it."""
    numbers = [n for n, event in enumerate(events) if isinstance(event, ToolUse) for _ in range(event.wrote)]
    return [numbers[place] if place < len(numbers) else None for place in range(len(journal))]
