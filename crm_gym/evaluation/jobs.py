"""Which trials are played: tasks by name, a seed for each trial, and what all trials of a run have in common."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from crm_gym.baselines import POLICIES, BatchPolicy, Policy
from crm_gym.baselines.heuristics import Heuristic
from crm_gym.contract import ReplyJudge
from crm_gym.envs.crm_env import EXPOSURES, CRMEnv
from crm_gym.llm import Endpoint, Price
from crm_gym.registration import SUITES, suggest, task_ids
from crm_gym.tasks.store import UnknownTask, load_task

Made = str | Callable[[], Policy | BatchPolicy]
"""A policy: the name of a shipped one, or what makes a fresh one (a class, a function)."""
Judge = Callable[[str], ReplyJudge]
"""Makes a judge of replies for one episode, from what its customer wants."""

ONLY_EXPOSURE = {"heuristic": Heuristic.only_exposure}
"""Of the shipped policies, those that play one exposure and no other."""
SECONDS = 1200.0
"""Of one trial (paper, section 2)."""


class Conditions(NamedTuple):
    """What all trials of a run have in common."""

    policy: Made
    name: str
    exposure: str = "all"
    user: Endpoint | None = None
    """The model that plays the customer; None: the scripted one."""
    seconds: float = SECONDS
    agent_share: float | None = None
    """See `Limits`."""
    judge: Judge | None = None
    """Judges the replies instead of the rules, or beside them."""
    beside: bool = False
    prices: Mapping[str, Price] = {}

    def env_arguments(self) -> dict[str, Any]:
        """How envs are made for these trials."""
        if self.user is None:
            return {"exposure": self.exposure}
        options = self.user.model_dump(exclude={"model", "base_url"}, exclude_defaults=True)
        return {
            "exposure": self.exposure,
            "user": "llm",
            "user_model": self.user.model,
            "base_url": self.user.base_url,
            "user_options": options,
        }

    def env(self, domain: str) -> CRMEnv:
        """A new env of a business."""
        return CRMEnv(domain=domain, **self.env_arguments())


class Job(NamedTuple):
    """One attempt at one trial."""

    conditions: Conditions
    task: str
    trial: int
    seed: int
    attempt: int = 1

    @property
    def domain(self) -> str:
        """The business of the task."""
        return load_task(self.task).domain


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


def policy_name(policy: Made) -> str:
    """What a policy is called in figures.

    Raises ValueError for a name that no shipped policy has, and TypeError for what makes no policies.
    """
    if not isinstance(policy, str):
        if not callable(policy):
            kind = type(policy).__name__
            raise TypeError(
                f"policy is a {kind}, but each trial needs a fresh one: give the class {kind} itself, or a function "
                "without arguments that makes one"
            )
        return str(getattr(policy, "__name__", type(policy).__name__))
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}{suggest(policy, POLICIES)}; known: {', '.join(POLICIES)}")
    return policy


def check_exposure(policy: Made, exposure: str, name: str) -> None:
    """Raises ValueError for an exposure that there is not, or that a policy says that it does not play."""
    if exposure not in EXPOSURES:
        raise ValueError(f"there is no exposure {exposure!r}; known: {', '.join(EXPOSURES)}")
    only = ONLY_EXPOSURE.get(policy) if isinstance(policy, str) else getattr(policy, "only_exposure", None)
    if only and only != exposure:
        raise ValueError(f"{name} plays exposure={only!r} alone, not {exposure!r}: give it a run of its own with that")


def make_jobs(conditions: Conditions, tasks: Sequence[str], trials: int, seed: int) -> list[Job]:
    """One job for each task and trial, in this order."""
    return [Job(conditions, task, trial, trial_seed(seed, task, trial)) for task in tasks for trial in range(trials)]


def trial_seed(seed: int, task: str, trial: int) -> int:
    """The seed of one trial: the same whatever else is run, in whatever order."""
    return int(Random(f"{seed}/{task}/{trial}").random() * 2**31)


def task_hashes(tasks: Iterable[str]) -> dict[str, str]:
    """Identifies each task by content."""
    return {id: _digest([id]) for id in tasks}


def current_hash(task: str) -> str:
    """The hash of a task as it is in this version; '' when there is none of that name."""
    try:
        return _digest([task])
    except UnknownTask:
        return ""


def set_hash(tasks: Iterable[str]) -> str:
    """Identifies a set of tasks by content, as runs of format 1 do; '' when this version does not have them all."""
    try:
        return _digest(sorted(tasks))
    except UnknownTask:
        return ""


def _digest(tasks: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for id in tasks:
        digest.update(load_task(id).model_dump_json().encode())
    return digest.hexdigest()[:16]
