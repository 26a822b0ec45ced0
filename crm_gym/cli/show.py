"""`crm-gym show`: one task as a page to read."""

import argparse
from collections.abc import Iterable, Iterator

from rich.console import Console

from crm_gym.persona import Persona, Reaction
from crm_gym.tasks import scenarios
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.types import Say


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "show",
        help="one task as a page: user, facts, contract, solution",
        description="Shows everything about one task, also what agents never see.",
        epilog="example: crm-gym show payments-017",
    )
    parser.add_argument("task", help="a task id, like payments-017")
    parser.add_argument("--rows", action="store_true", help="also the rows that the task gives")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints the page."""
    console.print(page(load_task(args.task), rows=args.rows), markup=False, highlight=False, soft_wrap=True)
    return 0


def page(task: Task, *, rows: bool = False) -> str:
    """A task as text."""
    family = next(s for s in scenarios(task.domain) if s.family == task.family)
    cell = ", ".join(f"{axis}: {value}" for axis, value in task.cell.items())
    head = [
        f"{task.id}   {task.difficulty}   {', '.join(task.labels)}   ({', '.join(task.styles)})",
        f"family {task.family}: {family.about}",
        f"decided by {cell}" + (f"   twin: {task.twin}" if task.twin else ""),
    ]
    parts = [_part("USER", _user(task.persona)), _part("CONTRACT: success when all of these hold", _contract(task))]
    parts.append(_part("SOLUTION: one way to do it", _solution(task)))
    if rows:
        parts.append(_part("GIVEN ROWS", (f"{given.table}: {given.row}" for given in task.given)))
    return "\n\n".join(["\n".join(head), *parts])


def _part(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)])


def _user(user: Persona) -> Iterator[str]:
    yield f"{user.name}. {user.voice}"
    yield user.story
    yield from (f"opens with: {text}" for text in user.opening)
    yield from (f"knows {slot}: {' / '.join(answers)}" for slot, answers in user.facts.items())
    if user.unknown:
        yield f"does not know: {', '.join(user.unknown)}"
    yield from (f"wants: {g.about}, settled by {' or '.join((*g.settled_by, *g.told))}" for g in user.goals)
    yield from (_reaction(reaction) for reaction in user.reactions)
    yield from (f"pushes after a refusal: {' / '.join(push)}" for push in user.pushes)
    yield f"leaves after {user.patience + 1} turns in a row without progress"


def _reaction(reaction: Reaction) -> str:
    trigger = ", ".join(f"{k} {v}" for k, v in reaction.on.model_dump(exclude={"kind"}).items() if v is not None)
    return f"on {reaction.on.kind} ({trigger}): {' / '.join(reaction.says)}"


def _contract(task: Task) -> Iterator[str]:
    yield from (f"{check.family:<10}{check.sentence}" for check in task.contract)


def _solution(task: Task) -> Iterator[str]:
    for step in task.solution:
        if isinstance(step, Say):
            yield f"say   {step.text}"
        else:
            arguments = ", ".join(f"{name}={value!r}" for name, value in step.arguments.items())
            yield f"call  {step.name}({arguments})" + ("   -> refused" if step.expect == "refused" else "")
