"""`crm-gym audit`: are the contracts sound?"""

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from crm_gym.audit import Audit, audit_tasks
from crm_gym.audit.findings import ROWS
from crm_gym.audit.report import matrix, report
from crm_gym.audit.runs import INFORMATION
from crm_gym.cli.check import drawn
from crm_gym.registration import SUITES
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task, load_tasks


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "audit",
        help="are the contracts sound? mutation testing of every task",
        description="Plays every task rightly, lazily and wrongly in many ways: its contract must pass what is right "
        "and fail everything else. Offline, and the same every time. Exits with 3 when something demanded falls "
        "short: data/waivers.json says what may stay, and why; the report lists what is allowed without a waiver.",
        epilog="examples: crm-gym audit --workers 2 --json audit.json;  crm-gym audit --family it_hung",
    )
    parser.add_argument("--domain", choices=SUITES, help="only this business (default: all)")
    parser.add_argument("--task", action="append", help="only this task; may be repeated")
    parser.add_argument("--family", help="this scenario family as it is drawn now, frozen or not")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was found")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Audits, prints and writes; 3 when something falls short."""
    tasks = chosen(args)
    if not tasks:
        console.print("no task passes these filters; `crm-gym list` shows what there is")
        return 2
    audit = _audited(tasks, args.workers, console)
    for part in report(audit):
        console.print(part, markup=False, highlight=False, soft_wrap=isinstance(part, str))
    if args.json:
        args.json.write_text(json.dumps(whole(audit), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        console.print(f"written: {args.json}")
    short = audit.shortfalls
    console.print(f"{len(short)} findings fall short" if short else "nothing falls short of what is demanded")
    return 3 if short else 0


def chosen(args: argparse.Namespace) -> list[Task]:
    """The released tasks that are named, or all; or a family as it is drawn."""
    named = [load_task(id) for id in args.task or ()]
    domains = [args.domain] if args.domain else list(SUITES)
    if args.family:
        return [task for domain in domains for task in drawn(domain, args.family)]
    tasks = named or [task for domain in domains for task in load_tasks(domain).values()]
    return [task for task in tasks if args.domain in (None, task.domain)]


def _audited(tasks: list[Task], workers: int, console: Console) -> Audit:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        row = bar.add_task("auditing", total=len(tasks))
        return audit_tasks(tasks, workers, progress=lambda _: bar.advance(row))


def whole(audit: Audit) -> dict[str, Any]:
    """Everything as JSON: the figures first."""
    tallies = {row: audit.tally(row) for row in ROWS if audit.tally(row).total}
    kills: dict[str, dict[str, int]] = {}
    for (check, mutant), number in sorted(matrix(audit.tasks).items()):
        kills.setdefault(check, {})[mutant] = number
    return {
        "tasks": len(audit.tasks),
        "rows": {row: {**tally.model_dump(), "demanded": row not in INFORMATION} for row, tally in tallies.items()},
        "kill_matrix": kills,
        "shortfalls": [finding.model_dump() for finding in audit.shortfalls],
        "allowed": [finding.model_dump() for finding in audit.allowed],
        "findings": [finding.model_dump() for finding in audit.all_findings],
        "audited": [task.model_dump(mode="json") for task in audit.tasks],
    }
