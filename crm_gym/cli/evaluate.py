"""`crm-gym evaluate`: plays policies over tasks."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crm_gym.baselines import POLICIES
from crm_gym.cli.list import add_filters, chosen, table
from crm_gym.contract import FAMILIES
from crm_gym.evaluation import Episode, evaluate, family_shares, select, summarise
from crm_gym.registration import suggest


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "evaluate",
        help="play policies over tasks and print their scores",
        description="Plays shipped policies over released tasks. With --out, DIR gets run.json and episodes.jsonl.",
        epilog="examples: crm-gym evaluate --policy oracle,random --trials 3 --workers 2 --out runs/first;"
        "  crm-gym evaluate --policy refuse --task payments-017",
    )
    parser.add_argument("--policy", default="oracle", help=f"one or several of {', '.join(POLICIES)} (default: oracle)")
    parser.add_argument("--task", action="append", help="only this task; may be repeated")
    add_filters(parser)
    parser.add_argument("--limit", type=int, help="only the first so many tasks")
    parser.add_argument("--trials", type=int, default=1, help="episodes per task (default: 1)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--num-envs", type=int, help="play so many trials side by side in each process")
    parser.add_argument(
        "--exposure", choices=("all", "routed"), default="all", help="routed: one node of the graph at a time"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the whole run (default: 0)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to write the run; one directory for each policy")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Plays, writes and prints; 3 when a check itself failed."""
    policies = args.policy.split(",")
    for name in policies:
        if name not in POLICIES:
            console.print(f"there is no policy {name!r}{suggest(name, POLICIES)}; known: {', '.join(POLICIES)}")
            return 2
    named = set(select(args.task)) if args.task else None
    ids = [task.id for task in chosen(args) if named is None or task.id in named][: args.limit]
    if not ids:
        console.print("no task passes these filters; `crm-gym list` shows what there is")
        return 2
    episodes = _play(policies, ids, args, console)
    console.print(scores(policies, episodes))
    if len({episode.domain for episode in episodes}) > 1 or len(policies) == 1:
        console.print(_by_family(episodes))
    if args.out:
        console.print(f"written: {args.out}/*/episodes.jsonl" if len(policies) > 1 else f"written: {args.out}")
    return 3 if any(episode.outcome == "evaluator_error" for episode in episodes) else 0


def _play(policies: Sequence[str], ids: Sequence[str], args: argparse.Namespace, console: Console) -> list[Episode]:
    episodes: list[Episode] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        for name in policies:
            row = bar.add_task(f"{name:<10}", total=len(ids) * args.trials)
            out = args.out / name if args.out and len(policies) > 1 else args.out
            episodes += evaluate(
                name,
                ids,
                trials=args.trials,
                workers=args.workers,
                num_envs=args.num_envs,
                exposure=args.exposure,
                seed=args.seed,
                out=out,
                progress=lambda episode, row=row: bar.advance(row),  # type: ignore[misc] # binds the loop variable
            )
            if not console.is_terminal:
                console.print(f"{name}: {len(ids) * args.trials} episodes played")
    return episodes


def scores(policies: Sequence[str], episodes: Sequence[Episode]) -> object:
    """Strict success for each policy, and how often each check family holds where it is declared."""
    rows = []
    for summary in summarise(episodes, lambda episode: episode.policy):
        mine = [episode for episode in episodes if episode.policy == summary.name]
        shares = family_shares(mine)
        families = [f"{shares[family]:.0%}" if family in shares else "-" for family in FAMILIES]
        rows.append((summary.name, str(summary.episodes), f"{summary.rate:.1%}", *families))
    return table(("policy", "episodes", "strict success", *FAMILIES), rows)


def _by_family(episodes: Sequence[Episode]) -> object:
    found = summarise(episodes, lambda episode: f"{episode.domain}  {episode.family}")
    return table(
        ("domain  family", "episodes", "strict success"), [(s.name, str(s.episodes), f"{s.rate:.1%}") for s in found]
    )
