"""`crm-gym compare`: two runs over the same trials."""

import argparse
from collections.abc import Collection, Mapping
from pathlib import Path

from rich.console import Console

from crm_gym.cli.list import table
from crm_gym.evaluation import Episode, StoredRun, TaskSets, differences, figures, read_run, task_sets


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "compare",
        help="which of two runs is better, and on which trials?",
        description="Pairs the trials of two run directories: wins, losses and ties, McNemar's exact test, and the "
        "trials that flip. Refuses runs with another customer, judge, grading or limits, and runs over other tasks.",
        epilog="examples: crm-gym compare runs/first runs/second;  crm-gym compare runs/all runs/some --common",
    )
    parser.add_argument("first", type=Path, help="a run directory")
    parser.add_argument("second", type=Path, help="another one")
    parser.add_argument("--common", action="store_true", help="compare the tasks that are the same in both")
    parser.add_argument(
        "--force", action="store_true", help="like --common, also with another customer, judge, grading or limits"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints the comparison. Raises ValueError for runs that cannot be compared."""
    runs = {"first": read_run(args.first), "second": read_run(args.second)}
    sets = task_sets([stored.info for stored in runs.values()])
    for warning in _warnings(args, runs, sets):
        _say(console, f"warning: {warning}")
    first, second = (_among(stored, sets.same) for stored in runs.values())
    pairing = figures.pair(first, second)
    console.print(_heads(args, runs, sets), "", sep="\n")
    _say(
        console,
        f"first against second on {pairing.pairs} trials of {len(sets.same)} tasks: wins {pairing.wins}, losses "
        f"{pairing.losses}, ties {pairing.ties} ({pairing.both_succeed} both succeed, {pairing.both_fail} both fail)",
        f"difference {pairing.difference:+.1%}, McNemar's exact test p = {pairing.p_value:.3g}",
    )
    if pairing.unpaired:
        _say(console, f"left out: {pairing.unpaired} trials that only one of the runs has a score for")
    if pairing.flips:
        flips = sorted(pairing.flips, key=lambda flip: (flip.task, flip.trial))
        rows = [(flip.task, str(flip.trial), flip.winner, flip.why) for flip in flips]
        console.print("", table(("task", "trial", "won by", "the other failed for"), rows), sep="\n")
    return 0


def _warnings(args: argparse.Namespace, runs: Mapping[str, StoredRun], sets: TaskSets) -> list[str]:
    """What a reader must know. Raises ValueError when there is nothing to compare, or it was not asked for."""
    found = differences({name: stored.info for name, stored in runs.items()})
    unfair = [difference.text for difference in found if difference.unfair]
    if not sets.same:
        raise ValueError(f"these runs cannot be compared: {sets.text}")
    if unfair and not args.force:
        raise ValueError(
            f"these runs are no fair comparison: they differ in {'; '.join(unfair)} (--force: all the same)"
        )
    if sets.differ and not (args.common or args.force):
        raise ValueError(f"these runs differ in {sets.text} (--common: compare those)")
    only = f"they differ in {sets.text}: all figures here are over those"
    return ([only] if sets.differ else []) + [f"they differ in {difference.text}" for difference in found]


def _among(stored: StoredRun, tasks: Collection[str]) -> list[Episode]:
    wanted = frozenset(tasks)
    return [episode for episode in stored.episodes if episode.task in wanted]


def _heads(args: argparse.Namespace, runs: Mapping[str, StoredRun], sets: TaskSets) -> object:
    rows = []
    for folder, (name, stored) in zip((args.first, args.second), runs.items(), strict=True):
        found = figures.headline(_among(stored, sets.same), scheduled=len(sets.same) * stored.info.trials)
        rate = f"{found.rate:.1%}" if found.scored else "n/a"
        interval = f"{found.interval.low:.1%}-{found.interval.high:.1%}"
        rows.append((name, str(folder), stored.info.policy, rate, interval, f"{found.coverage:.1%}"))
    return table(("", "run", "policy", "strict success", "95 % interval", "coverage"), rows)


def _say(console: Console, *lines: str) -> None:
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
