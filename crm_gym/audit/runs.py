"""The audit of many tasks, in several processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

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
"""Tasks that are played in other processes as well."""
SOUPS_FAIL = 0.95
"""The share of the tasks on which stating everything must fail; a single one that passes is no finding."""

INFORMATION = frozenset({"soup in turn"})
"""Audits that are told and demand nothing."""

Progress = Callable[[TaskAudit], None]


class Audit(Value):
    """The audit of many tasks."""

    tasks: tuple[TaskAudit, ...]
    tallies: dict[Row, Tally]
    """What was tried on all tasks together: twins, and other processes."""
    findings: tuple[Finding, ...]
    """What was found on all tasks together."""

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """All findings, task by task."""
        return (*(finding for task in self.tasks for finding in task.findings), *self.findings)

    @property
    def shortfalls(self) -> list[Finding]:
        """The findings that must be seen to: not waived, and no soup within the allowance."""
        soup = self.tally("soup")
        spared = soup.total and soup.right / soup.total >= SOUPS_FAIL
        free = {*INFORMATION, *(["soup"] if spared else [])}
        return [finding for finding in self.all_findings if not finding.waived and finding.audit not in free]

    def tally(self, row: Row, domain: str | None = None) -> Tally:
        """The trials of one audit, in all domains or in one."""
        found = [task.tallies[row] for task in self.tasks if row in task.tallies and domain in (None, task.domain)]
        return sum([*found, *([self.tallies[row]] if row in self.tallies else [])], Tally(right=0, total=0))


def audit_tasks(tasks: Sequence[Task], workers: int = 1, progress: Progress | None = None) -> Audit:
    """Audits tasks one by one, then what they are together."""
    ids = [task.id for task in tasks][:SAMPLE]
    elsewhere = start_elsewhere(ids) if _released(tasks) else []
    audited = []
    for result in _each(tasks, workers):
        audited.append(result)
        if progress is not None:
            progress(result)
    together = _Together()
    together.compare(tasks)
    if elsewhere:
        together.processes(list(differences(ids, elsewhere)), len(elsewhere))
    found = [*(f for one in audited for f in one.findings), *together.findings]
    stale = needless(reviewed_waivers(), tasks, found)
    together.findings += [
        Finding(task=w.task, audit="loader", what=w.what, why="this waiver is needless") for w in stale
    ]
    return Audit(tasks=tuple(audited), tallies=together.tallies, findings=tuple(together.findings))


def _released(tasks: Sequence[Task]) -> bool:
    return all(task.id in task_ids() and load_task(task.id) is task for task in tasks)


def _each(tasks: Sequence[Task], workers: int) -> Iterator[TaskAudit]:
    if workers <= 1:
        yield from map(audit_task, tasks)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(audit_task, tasks, chunksize=2)


class _Together:
    """What is found on several tasks together."""

    def __init__(self) -> None:
        self.tallies: dict[Row, Tally] = {}
        self.findings: list[Finding] = []

    def note(self, task: Task | None, audit: Row, right: bool, what: str) -> None:
        tally = self.tallies.get(audit, Tally(right=0, total=0))
        self.tallies[audit] = tally + Tally(right=int(right), total=1)
        if not right:
            finding = Finding(task=task.id if task else "", audit=audit, what=what, why=what)
            self.findings += waive(task, [finding], reviewed_waivers()) if task else [finding]

    def compare(self, tasks: Sequence[Task]) -> None:
        for problem in family_problems(tasks):
            self.note(None, "loader", False, problem)
        for one, other, how, passes in twin_trials(tasks):
            self.note(other, "twins", not passes, f"the solution of its twin {one.id} passes, {how}")

    def processes(self, wrong: Sequence[str], total: int) -> None:
        self.tallies["isolation"] = Tally(right=total - len(wrong), total=total)
        self.findings += [Finding(task="", audit="isolation", what=one, why=one) for one in wrong]
