"""`crm-gym check`: are the tasks sound?"""

import argparse
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import track

from crm_gym.audit import lazy_successes, play, replay
from crm_gym.registration import SUITES
from crm_gym.tasks import scenarios
from crm_gym.tasks.builder import Scenario
from crm_gym.tasks.freeze import draw_release, give_numbers, ledger
from crm_gym.tasks.spec import Task
from crm_gym.tasks.validate import contract_skeleton, family_problems, problems, solution_skeleton
from crm_gym.transcript import conversation


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "check",
        help="are the tasks sound?",
        description="Draws tasks from their scenarios and checks schema, names, texts, solutions and laziness.",
        epilog="example: crm-gym check --family own_accounts --seeds 20 --show",
    )
    parser.add_argument("--domain", choices=SUITES, help="only this business (default: all)")
    parser.add_argument("--family", help="only this scenario family")
    parser.add_argument(
        "--seeds", type=int, default=5, help="replay each solution with so many user seeds (default: 5)"
    )
    parser.add_argument("--show", action="store_true", help="print the conversation of each failing solution")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints what is wrong, and how different the tasks are; 3 when something falls short."""
    domains = [args.domain] if args.domain else list(SUITES)
    tasks = [task for domain in domains for task in drawn(domain, args.family)]
    if not tasks:
        console.print(f"there is no family {args.family!r}")
        return 2
    found = list(family_problems(tasks))
    for task in track(tasks, "checking", console=console, transient=True, disable=not console.is_terminal):
        found += [f"{task.id} {task.family} {task.cell}: {problem}" for problem in check(task, args.seeds, args.show)]
    for problem in found:
        console.print(problem, markup=False, highlight=False, soft_wrap=True)
    console.print(figures(tasks), markup=False)
    return 3 if found else 0


def drawn(domain: str, family: str | None = None) -> list[Task]:
    """The release as the scenarios draw it now."""
    families: Sequence[Scenario] = [s for s in scenarios(domain) if family in (None, s.family)]
    return list(draw_release(families, give_numbers(families, ledger(domain))))


def check(task: Task, seeds: int, show: bool = False) -> Iterator[str]:
    """What is wrong with a task as data, played by its solution, and played lazily."""
    found = list(problems(task))
    yield from found
    if found:
        return
    for seed in range(seeds):
        wrong = replay(task, "oracle", seed)
        yield from (f"solution, seed {seed}: {problem}" for problem in wrong)
        if wrong:
            yield from [conversation(play(task, "oracle", seed).events)] if show else []
            break
    yield from (f"{policy} earns the reward" for policy in lazy_successes(task))


def figures(tasks: Sequence[Task]) -> str:
    """How many tasks there are of each sort, and how many different shapes."""
    by_difficulty = {d: sum(task.difficulty == d for task in tasks) for d in ("easy", "medium", "hard")}
    return "\n".join(
        [
            f"{len(tasks)} tasks in {len({task.family for task in tasks})} families",
            f"{len({contract_skeleton(task) for task in tasks})} distinct contract skeletons, "
            f"{len({solution_skeleton(task) for task in tasks})} distinct solution skeletons",
            f"{sum(len(task.labels) > 1 for task in tasks)} with several labels, "
            f"{sum(task.expected_actions > 1 for task in tasks)} with two or more expected actions, "
            f"{sum(task.ordered for task in tasks)} with order, "
            f"{sum(task.policy_constrained for task in tasks)} with negative checks",
            ", ".join(f"{number} {difficulty}" for difficulty, number in by_difficulty.items()),
        ]
    )
