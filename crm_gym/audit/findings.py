"""What an audit says: findings, mutants and checks with what became of them."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from crm_gym.contract import FAMILIES, Family
from crm_gym.tasks.spec import Task
from crm_gym.types import Value

ROWS = (
    "loader",
    "solution",
    "noop",
    "refuse",
    "transfer",
    "talk",
    "act",
    "dump",
    "outcomes at once",
    "outcomes in turn",
    "mutants",
    "unkilled",
    "benign",
    "provenance",
    "twins",
    "exposure",
    "leaks",
    "isolation",
)
"""The audits, in the order in which they are told."""

Row = str


class Finding(Value):
    """Something that falls short, unless a reviewed waiver says why it need not be otherwise."""

    task: str
    audit: Row
    what: str
    """Names it within its task, whatever else changes: what a waiver quotes."""
    why: str
    waived: str = ""
    """The reviewed reason."""


class Fate(Value):
    """A mutant and what became of it."""

    kind: str
    what: str
    families: tuple[Family, ...]
    """The families that should see it."""
    broken: tuple[str, ...]
    """The checks that broke."""
    outcome: Literal["killed", "elsewhere", "survived"]
    """`elsewhere`: only checks of other families saw it."""


class CheckFate(Value):
    """A declared check and how many mutants it kills."""

    id: str
    kind: str
    family: Family
    kills: int
    alone: int
    """Kills that no other check sees; 0: it overlaps with others."""


class Tally(Value):
    """How many of so many trials did as they must."""

    right: int
    total: int

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(right=self.right + other.right, total=self.total + other.total)


class TaskAudit(Value):
    """Everything that was found out about one task."""

    task: str
    domain: str
    family: str
    tallies: dict[Row, Tally]
    benign: dict[str, Tally]
    """Benign variants by kind."""
    mutants: tuple[Fate, ...] = ()
    checks: tuple[CheckFate, ...] = ()
    findings: tuple[Finding, ...] = ()


class Waiver(NamedTuple):
    """A finding that may stay: of a task or a family of tasks, with its reviewed reason."""

    task: str
    what: str
    """As the finding says it; with `*` at its end: everything that begins like this."""
    reason: str

    def covers(self, task: Task, finding: Finding) -> bool:
        """Whether this is the finding that is waived."""
        if self.task not in (task.id, task.family):
            return False
        start = self.what.removesuffix("*")
        return finding.what.startswith(start) if start != self.what else finding.what == self.what


@cache
def reviewed_waivers() -> tuple[Waiver, ...]:
    """The waivers of the repository."""
    rows = json.loads(files("crm_gym").joinpath("data", "waivers.json").read_text(encoding="utf-8"))
    return tuple(Waiver(**row) for row in rows)


def waive(task: Task, findings: Iterable[Finding], waivers: Sequence[Waiver]) -> tuple[Finding, ...]:
    """The findings, each with the reason of the waiver that covers it."""
    return tuple(finding.model_copy(update={"waived": _reason(task, finding, waivers)}) for finding in findings)


def _reason(task: Task, finding: Finding, waivers: Sequence[Waiver]) -> str:
    return next((waiver.reason for waiver in waivers if waiver.covers(task, finding)), "")


def needless(waivers: Iterable[Waiver], tasks: Iterable[Task], findings: Iterable[Finding]) -> list[Waiver]:
    """Waivers of audited tasks that cover nothing any more."""
    named = {task.id: task for task in tasks}
    about = {*named, *(task.family for task in named.values())}
    found = [(named[finding.task], finding) for finding in findings if finding.task in named]
    mine = [waiver for waiver in waivers if waiver.task in about]
    return [waiver for waiver in mine if not any(waiver.covers(task, finding) for task, finding in found)]


def in_order(families: Iterable[Family]) -> tuple[Family, ...]:
    """Families in their usual order, each once."""
    wanted = set(families)
    return tuple(family for family in FAMILIES if family in wanted)
