"""`crm-gym list`: what is there?"""

import argparse
from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.table import Table

from crm_gym.domains.base import load_domain
from crm_gym.registration import SUITES, suggest
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_tasks


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "list",
        help="what tasks are there?",
        description="Lists domains, capability labels, or tasks; filters may be combined.",
        epilog="examples: crm-gym list --domains;  crm-gym list --label refund_dispute --difficulty hard",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--domains", action="store_true", help="the businesses with their counts")
    what.add_argument("--labels", action="store_true", help="the capability labels with their counts")
    what.add_argument(
        "--stats", action="store_true", help="how many tasks have several labels, order, negative checks, ..."
    )
    add_filters(parser)
    parser.set_defaults(run=run)


def add_filters(parser: argparse.ArgumentParser) -> None:
    """The options that choose tasks."""
    parser.add_argument("--domain", choices=SUITES, help="only this business")
    parser.add_argument("--label", help="only tasks with this capability label")
    parser.add_argument("--difficulty", choices=("easy", "medium", "hard"))
    parser.add_argument(
        "--style", help="only this coverage style: routine, routing, hop, ambig, refuse, adv, collateral"
    )
    parser.add_argument("--family", help="only this scenario family")
    parser.add_argument("--constrained", action="store_true", help="only tasks with negative checks")


def chosen(args: argparse.Namespace) -> list[Task]:
    """The released tasks that pass the filters, by id. Raises ValueError for a name that no released task has."""
    every = [task for domain in SUITES for task in load_tasks(domain).values()]
    _known("label", args.label, {label for task in every for label in task.labels})
    _known("style", args.style, {style for task in every for style in task.styles})
    _known("family", args.family, {task.family for task in every})
    return [task for task in every if args.domain in (None, task.domain) and _passes(task, args)]


def _known(what: str, name: str | None, names: Collection[str]) -> None:
    if name is not None and name not in names:
        told = suggest(name, names) or f"; known: {', '.join(sorted(names))}"
        raise ValueError(f"no released task has the {what} {name!r}{told}")


def _passes(task: Task, args: argparse.Namespace) -> bool:
    return (
        args.label in (None, *task.labels)
        and args.difficulty in (None, task.difficulty)
        and args.style in (None, *task.styles)
        and args.family in (None, task.family)
        and (task.policy_constrained or not args.constrained)
    )


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints one table."""
    tasks = chosen(args)
    if args.domains:
        rows = [(d, load_domain(d).title, SUITES[d], str(_count(tasks, d))) for d in SUITES]
        console.print(table(("domain", "business", "suite", "tasks"), rows))
    elif args.labels:
        labels = [(d, label) for d in SUITES for label in load_domain(d).labels]
        rows3 = [(d, label, str(sum(label in task.labels for task in tasks))) for d, label in labels]
        console.print(table(("domain", "label", "tasks"), rows3))
    elif args.stats:
        console.print(table(("tasks with", "number"), stats(tasks)))
    else:
        console.print(table(("task", "about", "the customer opens with"), [_line(task) for task in tasks]))
        console.print(f"{len(tasks)} tasks; `crm-gym show TASK` shows one with its contract")
    return 0


def _line(task: Task) -> tuple[str, str, str]:
    about = [task.difficulty, *task.labels, *task.styles]
    return task.id, ", ".join(about), task.persona.opening[0]


def _count(tasks: Iterable[Task], domain: str) -> int:
    return sum(task.domain == domain for task in tasks)


def stats(tasks: Sequence[Task]) -> list[tuple[str, str]]:
    """The task set's own figures (paper, figure 3)."""
    figures = {
        "any contract": len(tasks),
        "several capability labels": sum(len(task.labels) > 1 for task in tasks),
        "two or more expected actions": sum(task.expected_actions > 1 for task in tasks),
        "explicit order": sum(task.ordered for task in tasks),
        "negative checks (policy-constrained)": sum(task.policy_constrained for task in tasks),
        "a boundary twin": sum(bool(task.twin) for task in tasks),
        **{f"difficulty {d}": sum(task.difficulty == d for task in tasks) for d in ("easy", "medium", "hard")},
    }
    return [(name, str(number)) for name, number in figures.items()]


def positive(written: str) -> int:
    """An option's value: a whole number from 1 on. Raises ArgumentTypeError."""
    if not written.isdecimal() or not int(written):
        raise argparse.ArgumentTypeError(f"{written!r} is no whole number from 1 on")
    return int(written)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Rows of plain text under headings."""
    shown = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        shown.add_column(column, overflow="fold", no_wrap=column in ("task", "domain", "suite", "policy"))
    for row in rows:
        shown.add_row(*(cell.replace("[", "\\[") for cell in row))
    return shown
