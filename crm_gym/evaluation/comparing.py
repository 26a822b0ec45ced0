"""Which runs can be compared: the same tasks, customer, judge and grading. One answer for all who ask."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from crm_gym.evaluation.info import RunInfo
from crm_gym.evaluation.jobs import current_hash

NAMED = 5
"""So many tasks are named; of more only the number is told."""


class Difference(NamedTuple):
    """One thing in which runs differ, besides what they played."""

    text: str
    unfair: bool
    """Whether it makes their figures no measure of their policies. Else it is good to know."""


class _Aspect(NamedTuple):
    what: str
    value: Callable[[RunInfo], Any]
    unfair: bool
    settings: Callable[[RunInfo], Mapping[str, Any]] | None = None
    """What can differ beneath the same value."""


def judge_of(info: RunInfo) -> str:
    """Who decides about replies: an opinion beside the rules does not."""
    return info.judge.partition("+")[0]


def _judge_settings(info: RunInfo) -> Mapping[str, Any]:
    return {} if judge_of(info) == "rule" else info.judge_settings


_ASPECTS = (
    _Aspect("simulated customer", lambda info: info.user, True, lambda info: info.user_settings),
    _Aspect("judge of replies", judge_of, True, _judge_settings),
    _Aspect(
        "grading (see CHANGELOG.md; `crm-gym evaluate --rejudge` judges again)", lambda info: str(info.grading), True
    ),
    _Aspect("limits of turns and steps", lambda info: f"{info.max_user_turns}/{info.max_steps}", True),
    _Aspect("seconds for a trial", lambda info: f"{info.limits.seconds:g}", True),
    _Aspect("exposure", lambda info: info.exposure, False),
    _Aspect("seed, and with it the customer's wording", lambda info: str(info.seed), False),
    _Aspect("version of crm_gym (see CHANGELOG.md)", lambda info: info.version, False),
)


def differences(runs: Mapping[str, RunInfo]) -> list[Difference]:
    """In what runs differ besides their policies and tasks, by the names of the runs."""
    return [difference for aspect in _ASPECTS for difference in _different(aspect, runs)]


def _different(aspect: _Aspect, runs: Mapping[str, RunInfo]) -> Iterable[Difference]:
    by_value: dict[str, list[str]] = {}
    for name, info in runs.items():
        by_value.setdefault(aspect.value(info), []).append(name)
    if len(by_value) > 1:
        told = ", ".join(f"{value} in {listed(names)}" for value, names in by_value.items())
        yield Difference(f"{aspect.what}: {told}", aspect.unfair)
    elif aspect.settings is not None:
        settings = [aspect.settings(info) for info in runs.values()]
        names = list(dict.fromkeys(name for one in settings for name in one))
        differing = [name for name in names if any(one.get(name) != settings[0].get(name) for one in settings)]
        if differing:
            yield Difference(f"settings of the {aspect.what}: {', '.join(differing)}", aspect.unfair)


class TaskSets(NamedTuple):
    """The tasks of several runs."""

    same: tuple[str, ...]
    """In all of them, with the same content, over the same data."""
    changed: tuple[str, ...]
    """In several of them, and not the same."""
    partial: tuple[str, ...]
    """Not in all of them, and else the same."""

    @property
    def differ(self) -> bool:
        """Whether there is any task that not all of them have."""
        return bool(self.changed or self.partial)

    @property
    def text(self) -> str:
        """In what they differ."""
        parts = [
            f"{len(tasks)} {what} ({listed(tasks)})"
            for what, tasks in (("changed", self.changed), ("not in all of them", self.partial))
            if tasks
        ]
        return f"tasks: {', '.join(parts)}; the same in all: {len(self.same)}"


def task_sets(infos: Sequence[RunInfo]) -> TaskSets:
    """Which tasks are the same in runs. A task is another one when its text or the data of its business changed."""
    found: dict[str, list[object]] = {}
    for info in infos:
        for task in info.tasks:
            found.setdefault(task, []).append(_content(info, task))
    changed = tuple(task for task, contents in found.items() if any(one != contents[0] or not one for one in contents))
    whole = tuple(task for task, contents in found.items() if task not in set(changed) and len(contents) == len(infos))
    return TaskSets(whole, changed, tuple(task for task in found if task not in {*changed, *whole}))


def _content(info: RunInfo, task: str) -> object:
    """What tells a task from others with its id; '' where a run does not say."""
    digest = info.tasks[task]
    return digest and (digest, info.data.get(task.rpartition("-")[0]))


def unchanged(info: RunInfo) -> frozenset[str]:
    """The tasks of a run that are the same in this version."""
    return frozenset(task for task, digest in info.tasks.items() if digest and digest == current_hash(task))


def listed(names: Collection[str]) -> str:
    """Names for a sentence, not too many of them."""
    shown = list(names)[:NAMED]
    return ", ".join(shown) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


# Going on with a run

FREE = {"format", "tasks", "python", "packages", "limits", "prices"}
"""What may differ when a run is resumed, as it changes no episode, or what is looked at by itself."""


def unlike(stored: RunInfo, wanted: RunInfo) -> list[str]:
    """Why a stored run is another one than that which is wanted, and cannot be gone on with."""
    mine, theirs = stored.model_dump(mode="json", exclude=FREE), wanted.model_dump(mode="json", exclude=FREE)
    names = [name for name in mine if mine[name] != theirs[name]]
    found = [f"{name}: {_short(mine[name])}, not {_short(theirs[name])}" for name in names]
    for name in ("seconds", "agent_share"):
        if getattr(stored.limits, name) != getattr(wanted.limits, name):
            found.append(f"{name}: {getattr(stored.limits, name)}, not {getattr(wanted.limits, name)}")
    sets = task_sets([stored, wanted])
    return [sets.text, *found] if sets.differ else found


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
