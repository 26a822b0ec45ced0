"""The audit of many tasks, in several processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from subprocess import Popen

from crm_gym.audit.examine import audit_task
from crm_gym.audit.findings import Finding, Row, Tally, TaskAudit, needless, reviewed_waivers, waive
from crm_gym.audit.isolation import differences, start_elsewhere
from crm_gym.audit.pairs import twin_trials
from crm_gym.registration import task_ids
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.tasks.validate import family_problems
from crm_gym.types import Value

SAMPLE = 12
"""Tasks of each domain that are played in other processes as well."""
AT_ONCE = "outcomes at once"
AT_ONCE_FAILS = 0.95
"""The share of all tasks on which stating every outcome at once must fail; the few others need no waiver."""

INFORMATION = frozenset({"outcomes in turn"})
"""Audits that are told and demand nothing."""

Progress = Callable[[TaskAudit], None]


class Audit(Value):
    """The audit of many tasks."""

    tasks: tuple[TaskAudit, ...]
    tallies: dict[str, dict[Row, Tally]]
    """By domain, what was tried on its tasks together: twins, and other processes."""
    findings: tuple[Finding, ...]
    """What was found on tasks together."""

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """All findings, task by task."""
        return (*(finding for task in self.tasks for finding in task.findings), *self.findings)

    @property
    def shortfalls(self) -> list[Finding]:
        """The findings that must be seen to: neither waived nor allowed."""
        return [finding for finding in self._open if finding.audit not in self._free]

    @property
    def allowed(self) -> list[Finding]:
        """The findings that may stay without a waiver."""
        return [finding for finding in self._open if finding.audit in self._free]

    def tally(self, row: Row, domain: str | None = None) -> Tally:
        """The trials of one audit, in all domains or in one."""
        found = [task.tallies for task in self.tasks if domain in (None, task.domain)]
        found += [tallies for name, tallies in self.tallies.items() if domain in (None, name)]
        return sum((tallies[row] for tallies in found if row in tallies), Tally(right=0, total=0))

    @property
    def _open(self) -> list[Finding]:
        return [finding for finding in self.all_findings if not finding.waived]

    @property
    def _free(self) -> frozenset[Row]:
        """The audits whose findings may stay."""
        stated = self.tally(AT_ONCE)
        spared = stated.total and stated.right / stated.total >= AT_ONCE_FAILS
        return INFORMATION | {AT_ONCE} if spared else INFORMATION


def audit_tasks(tasks: Sequence[Task], workers: int = 1, progress: Progress | None = None) -> Audit:
    """Audits tasks one by one, then what they are together."""
    together = [_Together(domain, mine) for domain, mine in _by_domain(tasks).items()]
    if _released(tasks):
        for one in together:
            one.start_processes()
    audited = []
    for result in _each(tasks, workers):
        audited.append(result)
        if progress is not None:
            progress(result)
    for one in together:
        one.compare()
        one.end_processes()
    findings = [finding for one in together for finding in one.findings]
    found = [*(finding for task in audited for finding in task.findings), *findings]
    stale = needless(reviewed_waivers(), tasks, found)
    findings += [Finding(task=w.task, audit="loader", what=w.what, why="this waiver is needless") for w in stale]
    tallies = {one.domain: one.tallies for one in together}
    return Audit(tasks=tuple(audited), tallies=tallies, findings=tuple(findings))


def _by_domain(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    return {domain: [t for t in tasks if t.domain == domain] for domain in dict.fromkeys(t.domain for t in tasks)}


def _released(tasks: Sequence[Task]) -> bool:
    return all(task.id in task_ids() and load_task(task.id) is task for task in tasks)


def _each(tasks: Sequence[Task], workers: int) -> Iterator[TaskAudit]:
    if workers <= 1:
        yield from map(audit_task, tasks)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(audit_task, tasks, chunksize=2)


class _Together:
    """What is found on the tasks of a domain together."""

    def __init__(self, domain: str, tasks: Sequence[Task]) -> None:
        self.domain = domain
        self.tallies: dict[Row, Tally] = {}
        self.findings: list[Finding] = []
        self._tasks = tasks
        self._ids = [task.id for task in tasks][:SAMPLE]
        self._elsewhere: list[Popen[str]] = []

    def note(self, task: Task | None, audit: Row, right: bool, what: str) -> None:
        tally = self.tallies.get(audit, Tally(right=0, total=0))
        self.tallies[audit] = tally + Tally(right=int(right), total=1)
        if not right:
            finding = Finding(task=task.id if task else "", audit=audit, what=what, why=what)
            self.findings += waive(task, [finding], reviewed_waivers()) if task else [finding]

    def compare(self) -> None:
        """Families as a whole, and each solution on the twins of its task."""
        for problem in family_problems(self._tasks):
            self.note(None, "loader", False, problem)
        for one, other, how, passes in twin_trials(self._tasks):
            self.note(other, "twins", not passes, f"the solution of its twin {one.id} passes, {how}")

    def start_processes(self) -> None:
        """Some tasks are played in other processes, meanwhile."""
        self._elsewhere = start_elsewhere(self._ids)

    def end_processes(self) -> None:
        """What came out there must have come out here."""
        if not self._elsewhere:
            return
        wrong = [f"{self.domain}: {one}" for one in differences(self._ids, self._elsewhere)]
        total = len(self._elsewhere)
        self.tallies["isolation"] = Tally(right=total - len(wrong), total=total)
        self.findings += [Finding(task="", audit="isolation", what=one, why=one) for one in wrong]
