"""`crm-gym train`: the numpy learner on the training split, and how it does on the released tasks."""

import argparse
import importlib.util
import json
import time
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from rich.console import Console

from crm_gym.baselines.learned import Learned
from crm_gym.baselines.reinforce import Kind, Learner, Progress
from crm_gym.cli.list import table
from crm_gym.evaluation import evaluate
from crm_gym.registration import PLAYS, SUITES, task_ids
from crm_gym.tasks import training_split
from crm_gym.wrappers import CandidateActions

CHECKPOINT = "checkpoint.npz"
CURVE = "curve.jsonl"
CONTEXT, WIDTH = 4096, 512
"""Hashed features of a moment and of a candidate: enough that few of them share a place."""
EVERY = 10
"""Updates between two checkpoints."""


@dataclass(frozen=True)
class Trained:
    """What is trained on; makes the envs of each kind of task, in any process."""

    domain: str

    def __call__(self, kind: Kind) -> Any:
        """An env with the training tasks of a kind."""
        env = gym.make(SUITES[self.domain], split="train", families=[kind.family], difficulty=[kind.difficulty])
        return CandidateActions(env, context=CONTEXT, width=WIDTH)


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "train",
        help="train the numpy learner and evaluate it",
        description="Learns by REINFORCE from terminal rewards on the training split (never on a released task), then "
        "plays the released tasks. DIR gets checkpoint.npz, curve.jsonl, run.json and, with matplotlib, curve.png.",
        epilog="examples: crm-gym train --domain payments --out runs/learned;"
        "  crm-gym train --domain payments --held-out part_refund --steps 2000000 --workers 2 --out runs/held_out",
    )
    parser.add_argument("--domain", choices=SUITES, required=True)
    parser.add_argument("--steps", type=int, default=1_000_000, help="choices to learn from (default: 1000000)")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    parser.add_argument("--workers", type=int, default=1, help="processes that play (default: 1)")
    parser.add_argument("--held-out", action="append", default=[], metavar="FAMILY", help="never train this family")
    parser.add_argument("--resume", action="store_true", help="go on from DIR's checkpoint")
    parser.add_argument("--no-evaluation", action="store_true", help="do not play the released tasks")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Trains, prints the curve and evaluates."""
    kinds = [Kind(*kind) for kind in training_split(args.domain, held_out=args.held_out).kinds]
    checkpoint = args.out / CHECKPOINT
    if checkpoint.exists() and not args.resume:
        raise ValueError(f"{checkpoint} is there already: add --resume, or give another --out")
    learner = Learner(Trained(args.domain), kinds, seed=args.seed, workers=args.workers)
    if args.resume:
        _resume(learner, args, console)
    args.out.mkdir(parents=True, exist_ok=True)
    settings = {"domain": args.domain, "seed": learner.seed, "held_out": args.held_out}
    (args.out / "run.json").write_text(json.dumps(settings) + "\n", encoding="utf-8")
    _train(learner, args, console)
    console.print(sparkline(_curve(args.out)))
    if _plot(args.out):
        console.print(f"learning curve: {args.out / 'curve.png'}")
    if not args.no_evaluation:
        console.print(_results(args))
    return 0


def _resume(learner: Learner, args: argparse.Namespace, console: Console) -> None:
    before = json.loads((args.out / "run.json").read_text(encoding="utf-8"))
    if before["domain"] != args.domain or before["held_out"] != args.held_out:
        raise ValueError(f"this run was begun with {before}: resume it with the same --domain and --held-out")
    console.print("going on from the checkpoint: its remembered episodes are played again first", soft_wrap=True)
    learner.load(args.out / CHECKPOINT)
    known = [progress for progress in _curve(args.out) if progress.update <= learner.progress.update]
    (args.out / CURVE).write_text("".join(map(_row, known)), encoding="utf-8")


def _train(learner: Learner, args: argparse.Namespace, console: Console) -> None:
    started = time.perf_counter()
    with (args.out / CURVE).open("a", encoding="utf-8") as curve:
        for progress in learner.train(args.steps):
            curve.write(_row(progress))
            if progress.update % EVERY == 0:
                curve.flush()
                learner.save(args.out / CHECKPOINT)
                console.print(_line(progress, args.steps, time.perf_counter() - started), soft_wrap=True)
    learner.save(args.out / CHECKPOINT)


def _row(progress: Progress) -> str:
    return json.dumps(progress._asdict()) + "\n"


def _line(progress: Progress, steps: int, seconds: float) -> str:
    return (
        f"{progress.choices:>9,} of {steps:,} choices  {progress.episodes:>7,} episodes  stage {progress.stage + 1}"
        f"  success {progress.success:6.1%}  {seconds:6.0f} s"
    )


def _curve(out: Path) -> list[Progress]:
    lines = (out / CURVE).read_text(encoding="utf-8").splitlines()
    return [Progress(**json.loads(line)) for line in lines]


_BARS = " ▁▂▃▄▅▆▇█"


def sparkline(curve: Sequence[Progress], width: int = 60) -> str:
    """The rate of success in training over the whole run, in one line of text."""
    if not curve:
        return ""
    chunks = np.array_split([progress.success for progress in curve], min(width, len(curve)))
    bars = "".join(_BARS[round(float(chunk.mean()) * (len(_BARS) - 1))] for chunk in chunks)
    return f"success in training  |{bars}|  {curve[-1].success:.1%} at the end"


def _plot(out: Path) -> bool:
    """Draws the learning curve, if matplotlib is there."""
    if importlib.util.find_spec("matplotlib") is None:
        return False
    figures = importlib.import_module("matplotlib.figure")
    curve = _curve(out)
    figure = figures.Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="choices", ylabel="success in training", ylim=(0, 1))
    axes.plot([p.choices for p in curve], [p.success for p in curve])
    for before, after in pairwise(curve):
        if after.stage > before.stage:
            axes.axvline(after.choices, linestyle=":", color="grey")
    axes.set_title(f"{len(curve)} updates; dotted: the next stage of the curriculum")
    figure.savefig(out / "curve.png", dpi=120)
    return True


def _results(args: argparse.Namespace) -> object:
    """Strict success on the released tasks, before and after, in the trained families and in the others.

    Beside it stands how many of them can be passed by choosing candidates, as far as is known.
    """
    checkpoint = args.out / CHECKPOINT
    learned = evaluate(partial(Learned, checkpoint), args.domain, name="learned", out=args.out / "evaluation")
    untrained = evaluate(partial(Learned, checkpoint, untrained=True), args.domain, name="untrained")
    trained = {name for name, _ in training_split(args.domain, held_out=args.held_out).cells}
    tasks = {episode.task for episode in learned}
    inside = {episode.task for episode in learned if episode.family in trained}
    passed = {
        "untrained": {episode.task for episode in untrained if episode.success},
        "learned": {episode.task for episode in learned if episode.success},
        "expressible": json.loads(PLAYS.read_text(encoding="utf-8")).keys(),
    }
    rows = [(name, *(_rate(ids, among) for among in (inside, tasks - inside, tasks))) for name, ids in passed.items()]
    return table((f"{len(task_ids(args.domain))} released tasks", "trained families", "held-out families", "all"), rows)


def _rate(ids: Set[str], among: Set[str]) -> str:
    found = len(ids & among)
    return f"{found} of {len(among)} ({found / len(among):.1%})" if among else "-"
