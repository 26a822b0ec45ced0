"""`crm-gym compare`: two runs over the same trials."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from crm_gym.cli.list import table
from crm_gym.evaluation import RunInfo, StoredRun, figures, read_run


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "compare",
        help="which of two runs is better, and on which trials?",
        description="Pairs the trials of two run directories: wins, losses and ties, McNemar's exact test, and the "
        "trials that flip. Refuses runs over other tasks, or with another customer or judge.",
        epilog="example: crm-gym compare runs/first runs/second",
    )
    parser.add_argument("first", type=Path, help="a run directory")
    parser.add_argument("second", type=Path, help="another one")
    parser.add_argument("--force", action="store_true", help="compare them all the same")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints the comparison. Raises ValueError for runs that cannot be compared."""
    first, second = read_run(args.first), read_run(args.second)
    differences = list(incomparable(first, second))
    if differences and not args.force:
        raise ValueError(f"these runs cannot be compared: {'; '.join(differences)} (--force does it all the same)")
    for difference in differences:
        _say(console, f"warning: {difference}")
    if first.info.version != second.info.version:
        _say(console, f"warning: played with crm_gym {first.info.version} and {second.info.version}; see CHANGELOG.md")
    pairing = figures.pair(first.episodes, second.episodes)
    console.print(_heads(args, first, second))
    _say(
        console,
        f"wins {pairing.wins}, losses {pairing.losses}, ties {pairing.ties} "
        f"({pairing.both_succeed} both succeed, {pairing.both_fail} both fail)",
        f"difference {pairing.difference:+.1%}, McNemar's exact test p = {pairing.p_value:.3g}",
    )
    if pairing.unpaired:
        _say(console, f"{pairing.unpaired} trials are scored in one run only and are left out")
    if pairing.flips:
        rows = [(flip.task, str(flip.trial), flip.winner, flip.why) for flip in pairing.flips]
        console.print(table(("task", "trial", "won by", "the other failed for"), rows))
    return 0


def incomparable(first: StoredRun, second: StoredRun) -> Iterator[str]:
    """Why a difference between two runs would say little about their policies."""
    one, other = first.info, second.info
    if one.task_hash != other.task_hash:
        yield f"their tasks differ ({len(one.tasks)} tasks {one.task_hash}, {len(other.tasks)} tasks {other.task_hash})"
    if one.data != other.data:
        yield f"their seed worlds differ ({one.data}, {other.data})"
    if (one.user, one.user_settings) != (other.user, other.user_settings):
        yield f"another customer ({one.user}, {other.user}), or the same with other settings"
    if _judge(one) != _judge(other):
        yield f"another judge ({one.judge}, {other.judge}), or the same with other settings"


def _judge(info: RunInfo) -> tuple[str, object]:
    """Who decides: an opinion beside the rules does not."""
    return ("rule", {}) if info.judge.startswith("rule+") else (info.judge, info.judge_settings)


def _heads(args: argparse.Namespace, first: StoredRun, second: StoredRun) -> object:
    rows = []
    for name, folder, stored in (("first", args.first, first), ("second", args.second, second)):
        found = figures.headline(stored.episodes, scheduled=stored.info.scheduled)
        interval = f"{found.interval.low:.1%}-{found.interval.high:.1%}"
        rows.append((name, str(folder), stored.info.policy, f"{found.rate:.1%}", interval, f"{found.coverage:.1%}"))
    return table(("", "run", "policy", "strict success", "95 % interval", "coverage"), rows)


def _say(console: Console, *lines: str) -> None:
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
