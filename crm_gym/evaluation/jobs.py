"""Which trials are played: tasks by name, and a seed for each trial."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from crm_gym.baselines import POLICIES, BatchPolicy, Policy
from crm_gym.registration import SUITES, suggest, task_ids
from crm_gym.tasks.store import UnknownTask, load_task

Made = str | Callable[[], Policy | BatchPolicy]
"""A policy: the name of a shipped one, or what makes a fresh one (a class, a function)."""


class Job(NamedTuple):
    """One trial to play."""

    policy: Made
    name: str
    task: str
    trial: int
    seed: int
    exposure: str = "all"


def select(tasks: str | Iterable[str]) -> list[str]:
    """Task ids named by suites, domains, ids of tasks or of their envs, or "all"."""
    names = [tasks] if isinstance(tasks, str) else list(tasks)
    return list(dict.fromkeys(chain.from_iterable(map(_expand, names))))


def _expand(name: str) -> Sequence[str]:
    if name == "all":
        return task_ids()
    bare = name.removeprefix("crm_gym:").removeprefix("crm/").removesuffix("-v0")
    suites = {suite.removesuffix("-v0"): domain for domain, suite in SUITES.items()}
    domain = suites.get(bare, bare)
    if domain in SUITES:
        return task_ids(domain)
    if bare in task_ids():
        return (bare,)
    known = [*SUITES, *SUITES.values(), *task_ids()]
    raise UnknownTask(f"there is no task, domain or suite {name!r}{suggest(name, known)}")


def make_jobs(policy: Made, tasks: Sequence[str], trials: int, seed: int, exposure: str) -> list[Job]:
    """One job for each task and trial, in this order."""
    if isinstance(policy, str) and policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}{suggest(policy, POLICIES)}; known: {', '.join(POLICIES)}")
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__)
    return [
        Job(policy, name, task, trial, trial_seed(seed, task, trial), exposure)
        for task in tasks
        for trial in range(trials)
    ]


def trial_seed(seed: int, task: str, trial: int) -> int:
    """The seed of one trial: the same whatever else is run, in whatever order."""
    return int(Random(f"{seed}/{task}/{trial}").random() * 2**31)


def task_hash(tasks: Iterable[str]) -> str:
    """Identifies a set of tasks by content."""
    digest = hashlib.sha256()
    for id in sorted(tasks):
        digest.update(load_task(id).model_dump_json().encode())
    return digest.hexdigest()[:16]
