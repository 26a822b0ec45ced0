"""The runs that a report is about: where they are, what they are called, and what a reader must be warned of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from crm_gym.evaluation import (
    Episode,
    Outcome,
    RunInfo,
    StoredRun,
    differences,
    read_run,
    rejudge,
    task_sets,
    unchanged,
)
from crm_gym.evaluation.comparing import judge_of, listed
from crm_gym.evaluation.figures import efficiency, last_attempts
from crm_gym.evaluation.storage import RUN


class PlayedRun(NamedTuple):
    """One run under the name that it has in the report."""

    name: str
    info: RunInfo
    episodes: list[Episode]
    """The last attempt of each trial, by task and trial."""
    known: frozenset[str]
    """The tasks that are still the same in this version: only of these contracts can be shown."""


def load(paths: Iterable[str | Path]) -> list[PlayedRun]:
    """Reads run directories, and those right below a directory that is none itself.

    Raises ValueError when there is no run, or a run that cannot be read.
    """
    folders = list(dict.fromkeys(folder for path in paths for folder in _run_folders(Path(path))))
    return named([(folder.name, read_run(folder)) for folder in folders])


def named(stored: Sequence[tuple[str, StoredRun]]) -> list[PlayedRun]:
    """Runs by the names of their policies, with the folder's name where two runs have the same policy.

    Raises ValueError when nothing has been played.
    """
    policies = Counter(run.info.policy for _, run in stored)
    taken: Counter[str] = Counter()
    runs = []
    for folder, run in stored:
        name = run.info.policy if policies[run.info.policy] == 1 else f"{run.info.policy} ({folder})"
        taken[name] += 1
        runs.append(_played(name if taken[name] == 1 else f"{name} {taken[name]}", run))
    if not any(run.episodes for run in runs):
        raise ValueError("nothing has been played in this run yet: there is nothing to report")
    return runs


def _run_folders(path: Path) -> Iterator[Path]:
    if (path / RUN).is_file():
        yield path
        return
    below = sorted(folder.parent for folder in path.glob(f"*/{RUN}"))
    if not below:
        raise ValueError(f"{path} holds no run; name a directory that `crm-gym evaluate --out` has written")
    yield from below


def _played(name: str, run: StoredRun) -> PlayedRun:
    order = {task: place for place, task in enumerate(run.info.tasks)}
    last = sorted(last_attempts(run.episodes), key=lambda episode: (order[episode.task], episode.trial))
    return PlayedRun(name, run.info, last, unchanged(run.info))


def rejudged(run: PlayedRun) -> PlayedRun:
    """The run judged again with the contracts and checks of this version.

    Raises ValueError when a model judged its replies, or when a task gives other rows in this version.
    """
    if judge_of(run.info) != "rule":
        raise ValueError(f"the replies of {run.name} were judged by {run.info.judge}: rules would be another judge")
    info = run.info.judged_again()
    return run._replace(info=info, episodes=[rejudge(episode) for episode in run.episodes], known=unchanged(info))


def warnings(runs: Sequence[PlayedRun]) -> list[str]:
    """What a reader must know before reading any figure."""
    concerned: dict[str, list[str]] = {}
    for run in runs:
        for warning in _about(run):
            concerned.setdefault(warning, []).append(run.name)
    told = [f"{_named(names, len(runs))}: {warning}" for warning, names in concerned.items()]
    return [*_differences(runs), *told]


def _named(names: Sequence[str], runs: int) -> str:
    return "all runs" if len(names) == runs > 1 else ", ".join(names)


def _differences(runs: Sequence[PlayedRun]) -> Iterator[str]:
    """What makes these runs no fair comparison, and what is good to know."""
    found = differences({run.name: run.info for run in runs})
    sets = task_sets([run.info for run in runs])
    if unfair := [difference.text for difference in found if difference.unfair]:
        yield f"These runs differ in {'; '.join(unfair)}. Their figures are not comparable."
    if sets.differ:
        yield f"These runs differ in {sets.text}. Figures are over each run's own tasks, pairs over the same."
    if other := [difference.text for difference in found if not difference.unfair]:
        yield f"These runs also differ in {'; '.join(other)}."


def _about(run: PlayedRun) -> Iterator[str]:
    counts = Counter(episode.outcome for episode in run.episodes)
    trials = run.info.scheduled
    if missing := trials - len(run.episodes):
        yield f"{missing:,} of {trials:,} trials have not been played; `crm-gym evaluate --resume` plays them."
    for outcome, told in _UNSCORED.items():
        if counts[outcome]:
            yield f"{counts[outcome]:,} of {trials:,} trials {told}; they have no score."
    if any(episode.model for episode in run.episodes) and efficiency(run.episodes).cost is None:
        yield "the cost is unknown: the price of the model, or the tokens of some episodes, are not known."
    if others := [task for task in run.info.tasks if task not in run.known]:
        yield (
            f"{len(others):,} of {len(run.info.tasks):,} tasks ({listed(others)}) are not those of this version of "
            "crm_gym: of their contracts only the verdicts are shown."
        )


_UNSCORED: dict[Outcome, str] = {
    "infra_failure": "failed for want of infrastructure",
    "timeout_unreviewed": "ran out of time and wait for a review",
    "evaluator_error": "met an error in a check or a tool, which is a bug and no result",
    "cancelled": "were cancelled",
}
