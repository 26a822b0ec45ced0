"""The runs that a report is about: where they are, what they are called, and what a reader must be warned of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from crm_gym.evaluation import Episode, Outcome, RunInfo, StoredRun, read_run, rejudge, task_hash
from crm_gym.evaluation.figures import efficiency, last_attempts
from crm_gym.evaluation.storage import RUN
from crm_gym.tasks.store import UnknownTask


class PlayedRun(NamedTuple):
    """One run under the name that it has in the report."""

    name: str
    info: RunInfo
    episodes: list[Episode]
    """The last attempt of each trial, by task and trial."""
    released: bool
    """Whether its tasks are still those of this version: only then can their contracts be shown."""


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
    return PlayedRun(name, run.info, last, _is_released(run.info))


def _is_released(info: RunInfo) -> bool:
    try:
        return task_hash(info.tasks) == info.task_hash
    except UnknownTask:
        return False


def rejudged(run: PlayedRun) -> PlayedRun:
    """The run judged again with the contracts and checks of this version.

    Raises ValueError when a model judged its replies, or when tasks or data are others than they were.
    """
    if _judge(run.info) != "rule":
        raise ValueError(f"the replies of {run.name} were judged by {run.info.judge}: rules would be another judge")
    if not run.released:
        raise ValueError(f"the tasks of {run.name} are not those of this version: they cannot be judged again")
    return run._replace(episodes=[rejudge(episode) for episode in run.episodes])


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
    """What makes these runs no fair comparison."""
    told: dict[str, list[str]] = {
        "simulated customers": [run.info.user for run in runs],
        "judges of replies": [_judge(run.info) for run in runs],
        "exposure": [run.info.exposure for run in runs],
        "limits of turns and steps": [f"{run.info.max_user_turns}/{run.info.max_steps}" for run in runs],
        "seconds for a trial": [f"{run.info.limits.seconds:g}" for run in runs],
    }
    untold: dict[str, list[object]] = {
        "tasks": [run.info.task_hash for run in runs],
        "the data of their businesses": [run.info.data for run in runs],
        "settings of the simulated customer": [run.info.user_settings for run in runs],
        "settings of the judge": [run.info.judge_settings for run in runs if _judge(run.info) != "rule"],
    }
    found = [f"{what} ({', '.join(dict.fromkeys(values))})" for what, values in told.items() if len(set(values)) > 1]
    found += [what for what, settings in untold.items() if any(other != settings[0] for other in settings)]
    if found:
        yield f"These runs differ in {'; '.join(found)}: their figures are not comparable."


def _judge(info: RunInfo) -> str:
    """Who decides about replies: an opinion beside the rules does not."""
    return info.judge.partition("+")[0]


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
    if not run.released:
        yield "the tasks are not those of this version of crm_gym; contracts are shown by their verdicts alone."


_UNSCORED: dict[Outcome, str] = {
    "infra_failure": "failed for want of infrastructure",
    "timeout_unreviewed": "ran out of time and wait for a review",
    "evaluator_error": "met an error in a check or a tool, which is a bug and no result",
    "cancelled": "were cancelled",
}
