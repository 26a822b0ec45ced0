"""An audit for people: a table of what was tried, a kill matrix, and what falls short."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table

from crm_gym.audit.findings import ROWS, CheckFate, Finding, TaskAudit
from crm_gym.audit.runs import AT_ONCE_FAILS, Audit

MEANINGS = {
    "loader": "tasks that the strict loader accepts",
    "solution": "solutions that earn the reward, over several customers",
    "noop": "nothing said, nothing done: earns nothing",
    "refuse": "refusals in several wordings that earn nothing",
    "transfer": "hand-overs at once, for every reason, that earn nothing",
    "talk": "the solution's words without its calls: earn nothing",
    "act": "the calls without a word fail just where words are asked for",
    "dump": "disclosure checks that see everything read out",
    "outcomes at once": f"the calls, and every outcome in each message: fails ({AT_ONCE_FAILS:.0%} demanded)",
    "outcomes in turn": "the calls, then one outcome after the other: fails (not demanded)",
    "mutants": "mutants killed by a check of the right family",
    "unkilled": "declared checks that some mutant kills",
    "benign": "variants that are as right and pass",
    "provenance": "solutions whose arguments were all seen or heard before",
    "twins": "solutions that fail on their boundary twin",
    "exposure": "tasks whose forbidden tools are reachable",
    "leaks": "tasks whose private parts never reach the agent",
    "isolation": "episodes that are the same whatever was played before, and where",
}
"""What each audit counts."""


def report(audit: Audit) -> Iterator[Table | str]:
    """The whole report in parts; texts are not to be wrapped."""
    domains = sorted({task.domain for task in audit.tasks})
    yield from (summary(audit, domain if len(domains) > 1 else None) for domain in domains)
    yield kill_matrix(audit.tasks)
    yield from _lists(audit)


def summary(audit: Audit, domain: str | None = None) -> Table:
    """What was tried and how much of it came out as it must."""
    table = _table(domain or "audit", "right", "of", "share", "")
    for row in ROWS:
        tally = audit.tally(row, domain)
        if tally.total:
            share = f"{tally.right / tally.total:.1%}"
            table.add_row(row, str(tally.right), str(tally.total), share, MEANINGS[row])
    return table


def kill_matrix(tasks: Sequence[TaskAudit]) -> str:
    """For each kind of check (down) and of mutant (across) how many mutants it kills."""
    kinds = list(dict.fromkeys(fate.kind for task in tasks for fate in task.mutants))
    counted = matrix(tasks)
    lines = [_row("kills", "alone", range(1, len(kinds) + 1))]
    for check in dict.fromkeys(check for check, _ in counted):
        alone = sum(fate.alone for task in tasks for fate in task.checks if fate.kind == check)
        lines.append(_row(check, alone, (counted[check, kind] or "." for kind in kinds)))
    totals = Counter(fate.kind for task in tasks for fate in task.mutants)
    lines.append(_row("all mutants", "", (totals[kind] for kind in kinds)))
    lines += [f"{number:>4} {kind}" for number, kind in enumerate(kinds, 1)]
    return "\n".join(["", *lines, ""])


def _row(name: str, alone: object, cells: Iterable[object]) -> str:
    return f"{name:<14}{alone:>6}" + "".join(f"{cell:>5}" for cell in cells)


def matrix(tasks: Iterable[TaskAudit]) -> Counter[tuple[str, str]]:
    """Kills by kind of check and kind of mutant."""
    counted: Counter[tuple[str, str]] = Counter()
    for task in tasks:
        kinds = {check.id: check.kind for check in task.checks}
        for fate in task.mutants:
            counted.update((kind, fate.kind) for kind in dict.fromkeys(kinds[id] for id in fate.broken))
    return counted


def _lists(audit: Audit) -> Iterator[str]:
    """What falls short, what is waived, and which checks never see anything alone."""
    short = audit.shortfalls
    for row in ROWS:
        findings = [finding for finding in short if finding.audit == row]
        if findings:
            yield _block(f"{row}: {len(findings)} fall short", map(_line, findings))
    waived = [finding for finding in audit.all_findings if finding.waived]
    if waived:
        yield _block(f"waived: {len(waived)}", (f"{_line(finding)}  [{finding.waived}]" for finding in waived))
    if audit.allowed:
        yield _block(f"allowed without a waiver: {len(audit.allowed)}", _allowed(audit.allowed))
    yield overlapping(audit.tasks)


def _allowed(findings: Sequence[Finding]) -> Iterator[str]:
    """The tasks, by audit: each passes there though it should not."""
    for row in dict.fromkeys(finding.audit for finding in findings):
        found = [finding.task for finding in findings if finding.audit == row]
        yield f"{row}, {len(found)}: {' '.join(found)}"


def overlapping(tasks: Sequence[TaskAudit]) -> str:
    """How many checks of each kind are killed, but never alone."""
    checks: list[CheckFate] = [check for task in tasks for check in task.checks if check.kills and not check.alone]
    kinds = Counter(check.kind for check in checks)
    listed = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    return f"overlapping (killed, but never alone): {len(checks)} checks: {listed or 'none'}"


def _line(finding: Finding) -> str:
    return f"{finding.task or 'all tasks'}: {finding.why}"


def _block(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines), ""])


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(first, no_wrap=True)
    for column in others:
        table.add_column(column, justify="right" if column else "left")
    return table
