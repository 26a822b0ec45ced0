"""Plays many trials at once through a vector env, so that a policy can answer several customers in one call."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from crm_gym.baselines import Action, BatchPolicy, Observation, Policy
from crm_gym.contract import EvaluatorError
from crm_gym.envs.crm_env import CRMEnv
from crm_gym.evaluation.episode import Episode, record
from crm_gym.evaluation.jobs import Job
from crm_gym.evaluation.playing import made
from crm_gym.registration import SUITES
from crm_gym.tasks.store import load_task

IDLE = ""
"""What an env without a trial is told, so that the vector env can go on: nobody is asked for it."""


def play_side_by_side(jobs: Sequence[Job], num_envs: int) -> Iterator[Episode]:
    """Plays each trial once, `num_envs` at a time, and yields the episodes in the order of the jobs."""
    for (domain, exposure), part in groupby(jobs, lambda job: (load_task(job.task).domain, job.exposure)):
        yield from _in_order(_Table(domain, exposure, num_envs).play(list(part)))


def _in_order(finished: Iterable[tuple[int, Episode]]) -> Iterator[Episode]:
    """Holds back what is finished before its turn."""
    waiting: dict[int, Episode] = {}
    due = 0
    for place, episode in finished:
        waiting[place] = episode
        while due in waiting:
            yield waiting.pop(due)
            due += 1


class Seats:
    """A batch policy out of policies for one customer each."""

    def __init__(self) -> None:
        self._policies: dict[int, Policy] = {}

    def seat(self, slot: int, policy: Policy) -> None:
        """Who plays in a slot from here on."""
        self._policies[slot] = policy

    def start(self, slot: int, seed: int) -> None:
        """A new episode begins."""
        policy = self._policies[slot]
        if hasattr(policy, "reset"):
            policy.reset(seed)

    def act_batch(self, observations: Mapping[int, Observation]) -> dict[int, Action]:
        """Each policy's own action."""
        return {slot: self._policies[slot].act(observation) for slot, observation in observations.items()}


class _Careful(gym.Wrapper[Any, Any, Any, Any]):
    """Ends an episode in which a check fails with an error, so that those beside it can go on."""

    failed = False

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        try:
            return super().step(action)
        except EvaluatorError:
            self.failed = True
            env: CRMEnv = self.unwrapped  # type: ignore[assignment]
            return env.last_observation, 0.0, True, False, {"task_id": env.task.id}

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        self.failed = False
        return super().reset(**kwargs)


class _Table:
    """A vector env of one business, with the trials that are played in its slots."""

    def __init__(self, domain: str, exposure: str, num_envs: int) -> None:
        make = lambda: _Careful(gym.make(SUITES[domain], exposure=exposure))  # noqa: E731
        self._envs = SyncVectorEnv([make] * num_envs, copy=False, autoreset_mode=AutoresetMode.DISABLED)
        self._playing: dict[int, tuple[int, Job, float]] = {}
        self._observations: dict[str, Sequence[str]] = {}

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[int, Episode]]:
        """Each finished episode with the place of its job."""
        ahead = iter(enumerate(jobs))
        policy = self._policy(jobs[0])
        self._observations, _ = self._envs.reset(seed=0)
        for slot in range(self._envs.num_envs):
            self._next(slot, ahead, policy)
        while self._playing:
            actions = policy.act_batch({slot: self._seen(slot) for slot in self._playing})
            told = [actions[slot] if slot in self._playing else IDLE for slot in range(self._envs.num_envs)]
            self._observations, _, ended, _, _ = self._envs.step(told)
            for slot in np.flatnonzero(ended).tolist():
                if slot in self._playing:
                    yield self._finished(slot)
                self._next(slot, ahead, policy)

    def _policy(self, job: Job) -> BatchPolicy:
        if isinstance(job.policy, str):
            return Seats()
        policy = job.policy()
        return policy if isinstance(policy, BatchPolicy) else Seats()

    def _next(self, slot: int, ahead: Iterator[tuple[int, Job]], policy: BatchPolicy) -> None:
        """Starts the next trial in a slot; with none left the slot idles."""
        place, job = next(ahead, (-1, None))
        mask = np.arange(self._envs.num_envs) == slot
        seeds = [job.seed if job and number == slot else None for number in range(self._envs.num_envs)]
        options = {"reset_mask": mask, **({"task_id": job.task} if job else {})}
        self._observations, _ = self._envs.reset(seed=seeds, options=options)
        if job is None:
            return
        self._playing[slot] = (place, job, time.perf_counter())
        if isinstance(policy, Seats):
            policy.seat(slot, made(job))
        policy.start(slot, job.seed)

    def _seen(self, slot: int) -> Observation:
        return {name: texts[slot] for name, texts in self._observations.items()}

    def _finished(self, slot: int) -> tuple[int, Episode]:
        place, job, started = self._playing.pop(slot)
        careful = self._envs.envs[slot]
        assert isinstance(careful, _Careful)
        env: CRMEnv = careful.unwrapped  # type: ignore[assignment]
        return place, record(job, env, time.perf_counter() - started, failed=careful.failed)
