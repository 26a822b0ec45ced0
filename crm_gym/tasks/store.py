"""Reads the frozen release: tasks by id, and the layer of rows that a task gives."""

import json
from collections.abc import Mapping
from functools import cache

from crm_gym.domains.base import load_domain
from crm_gym.registration import index, suggest, task_ids
from crm_gym.tasks.spec import Task
from crm_gym.world import Rows


class UnknownTask(KeyError):
    """No task or domain has this name; the message says which are near."""

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def load_tasks(domain: str) -> Mapping[str, Task]:
    """The released tasks of a domain by id; none before its first freeze."""
    if domain not in index():
        return {}
    rows = json.loads(load_domain(domain).text("tasks.json"))
    return {task.id: task for task in map(Task.model_validate_json, map(json.dumps, rows))}


def load_task(id: str) -> Task:
    """The released task with this id; raises UnknownTask."""
    domain = id.rsplit("-", 1)[0]
    task = load_tasks(domain).get(id)
    if task is None:
        raise UnknownTask(f"there is no task {id!r}{suggest(id, task_ids())}")
    return task


def given_rows(task: Task) -> Rows:
    """The task's own layer of the world."""
    domain = load_domain(task.domain)
    return Rows(domain.parse(given.table, given.row) for given in task.given)


@cache
def released_rows(id: str) -> Rows:
    """The layer of a released task, parsed once per process and shared."""
    return given_rows(load_task(id))
