"""`crm-gym report`: runs as one HTML page."""

import argparse
from pathlib import Path

from rich.console import Console

from crm_gym.evaluation.figures import headline
from crm_gym.report import PlayedRun, load, rejudged, write_report

FILE = "report.html"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "report",
        help="write runs as one HTML page",
        description="Writes one HTML file that opens from the disk, without server or network: the figures of one run, "
        "or of several side by side, and every episode with its contract, state diff and journal.",
        epilog="examples: crm-gym report runs/first;  crm-gym report runs/a runs/b --out a-and-b.html",
    )
    parser.add_argument(
        "runs",
        nargs="+",
        type=Path,
        metavar="RUN",
        help="a directory that `evaluate --out` wrote, or one that holds such",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=f"the page (default: {FILE} in RUN; with several, here)"
    )
    parser.add_argument(
        "--rejudge", action="store_true", help="judge all episodes again with the checks as they are now"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Writes the page and says where; 3 when a check itself failed."""
    runs = load(args.runs)
    if args.rejudge:
        runs = [rejudged(run) for run in runs]
    out = args.out or (args.runs[0] / FILE if len(args.runs) == 1 else Path(FILE))
    note = "Judged again with the checks of this version; the run directories are as they were." if args.rejudge else ""
    size = write_report(runs, out, note=note)
    for played in runs:
        console.print(_line(played), markup=False, highlight=False)
    console.print(f"written: {out} ({size / 1e6:.1f} MB); open it in a browser", markup=False, soft_wrap=True)
    return 3 if any(episode.outcome == "evaluator_error" for played in runs for episode in played.episodes) else 0


def _line(run: PlayedRun) -> str:
    total = headline(run.episodes, scheduled=run.info.scheduled)
    low, high = total.interval
    return f"{run.name}: {total.rate:.1%} strict ({low:.1%} to {high:.1%}), {total.scored} of {total.episodes} scored"
