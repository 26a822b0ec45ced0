"""Boundary twins: one trajectory must not pass both."""

from collections.abc import Iterable, Iterator
from itertools import permutations

from crm_gym.audit.plays import play_policy
from crm_gym.baselines import Script
from crm_gym.tasks.spec import Task
from crm_gym.types import Arguments, Call, Json, Say


def twin_groups(tasks: Iterable[Task]) -> list[list[Task]]:
    """Tasks that differ only in the side of a boundary they stand on."""
    groups: dict[tuple[str, str], list[Task]] = {}
    for task in tasks:
        if task.twin:
            groups.setdefault((task.domain, task.twin), []).append(task)
    return list(groups.values())


def twin_trials(tasks: Iterable[Task]) -> Iterator[tuple[Task, Task, str, bool]]:
    """Each solution on each twin of its task, as it is and with the twin's ids, and whether it passes."""
    for group in twin_groups(tasks):
        for one, other in permutations(group, 2):
            steps: list[Say | Call] = list(one.solution)
            yield one, other, "as it is", _passes(other, steps)
            ids = ids_by_position(one, other)
            if ids:
                mapped = [_with_ids(step, ids) for step in steps]
                yield one, other, "with the ids of the twin", _passes(other, mapped)


def _passes(task: Task, steps: list[Say | Call]) -> bool:
    return play_policy(task, Script(steps), 0).success


def ids_by_position(one: Task, other: Task) -> dict[str, str]:
    """What the texts in the rows of a task are in the rows of its twin."""
    pairs: dict[str, str] = {}
    for mine, theirs in zip(one.given, other.given, strict=False):
        if mine.table == theirs.table:
            pairs |= {v: w for v, w in _texts(mine.row, theirs.row) if v != w and any(map(str.isdigit, v))}
    return pairs


def _texts(mine: Arguments, theirs: Arguments) -> Iterator[tuple[str, str]]:
    for name, value in mine.items():
        other = theirs.get(name)
        if isinstance(value, str) and isinstance(other, str):
            yield value, other


def _with_ids(step: Say | Call, ids: dict[str, str]) -> Say | Call:
    if isinstance(step, Say):
        return Say(text=_replaced(step.text, ids))
    return Call(name=step.name, arguments={name: _mapped(value, ids) for name, value in step.arguments.items()})


def _mapped(value: Json, ids: dict[str, str]) -> Json:
    return _replaced(value, ids) if isinstance(value, str) else value


def _replaced(text: str, ids: dict[str, str]) -> str:
    for mine, theirs in ids.items():
        text = text.replace(mine, theirs)
    return text
