"""`crm-gym export`: tasks and trajectories as JSON lines for trainers of language models."""

import argparse
from itertools import chain
from pathlib import Path

from rich.console import Console

from crm_gym.baselines import POLICIES
from crm_gym.cli.list import positive
from crm_gym.export import EnvSpec, Shipped, Start, rollout_groups, task_rows, write_rows
from crm_gym.registration import SUITES, task_ids


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "export",
        help="write tasks or trajectories as JSON lines",
        description="Writes one JSON object per line: tasks with their first messages, tools and start, or rollouts of "
        "a shipped policy as chat messages with reward and components. Rollouts of one start form a group.",
        epilog="examples: crm-gym export tasks --domain payments --split train --limit 500 --out tasks.jsonl;"
        "  crm-gym export trajectories --domain payments --split train --policy oracle --limit 500 --out gold.jsonl",
    )
    parser.add_argument("what", choices=("tasks", "trajectories"))
    parser.add_argument("--domain", choices=SUITES, required=True)
    parser.add_argument("--split", choices=("test", "train"), default="train", help="default: train")
    parser.add_argument("--policy", choices=POLICIES, default="oracle", help="who plays the trajectories")
    parser.add_argument("--group", type=positive, default=1, help="rollouts of each start (default: 1)")
    parser.add_argument(
        "--limit", type=positive, help="so many starts (default: 1000 training tasks, or all released ones)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the first training task, and the customer's wording")
    parser.add_argument("--workers", type=positive, default=1, help="processes (default: 1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Writes the file."""
    spec = EnvSpec(args.domain, args.split)
    starts = _starts(args)
    if args.what == "tasks":
        count = write_rows(args.out, task_rows(spec, starts))
    else:
        groups = rollout_groups(
            spec, Shipped(args.policy), starts, members=args.group, workers=args.workers, name=args.policy
        )
        count = write_rows(args.out, chain.from_iterable(groups))
    console.print(f"{count} {args.what} written: {args.out}", soft_wrap=True)
    return 0


def _starts(args: argparse.Namespace) -> list[Start]:
    if args.split == "test":
        return [Start(args.seed, task_id=id) for id in task_ids(args.domain)[: args.limit]]
    first = args.seed * (args.limit or _MANY)
    return [Start(first + n, task_seed=first + n) for n in range(args.limit or _MANY)]


_MANY = 1000
