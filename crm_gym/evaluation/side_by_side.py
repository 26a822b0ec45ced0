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
from crm_gym.evaluation.jobs import Conditions, Job
from crm_gym.evaluation.playing import Named, Played, Trial, made, model_of, usage_of
from crm_gym.llm import LLMError, Usage
from crm_gym.registration import SUITES

IDLE: Action = {"name": "idle", "arguments": {}}
"""What an env without a trial is told, so that the vector env can go on: no policy and no customer is asked for it."""


def play_side_by_side(jobs: Iterable[Job], num_envs: int) -> Iterator[Played]:
    """Plays each trial once, `num_envs` at a time, and yields the episodes as they end.

    Time that several trials spend together is divided among them.
    """
    for domain, part in groupby(jobs, lambda job: job.domain):
        yield from _Table(domain, num_envs).play(part)


class _Careful(gym.Wrapper[Any, Any, Any, Any]):
    """Ends an episode in which a check fails with an error, so that those beside it can go on; measures its steps."""

    failed = False
    took = 0.0
    job: Job | None = None
    """The trial that is played here."""

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        began = time.perf_counter()
        try:
            with Named(self.job):
                return super().step(action)
        except EvaluatorError:
            self.failed = True
            return self.played.last_observation, 0.0, True, False, {"task_id": self.played.task.id}
        finally:
            self.took = time.perf_counter() - began

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        self.failed = False
        return super().reset(**kwargs)

    @property
    def played(self) -> CRMEnv:
        """The env itself."""
        env: CRMEnv = self.unwrapped  # type: ignore[assignment]
        return env


class _Table:
    """A vector env of one business, with the trials that are played in its slots."""

    def __init__(self, domain: str, num_envs: int) -> None:
        self._domain = domain
        self._size = num_envs
        self._trials: dict[int, Trial] = {}
        self._observations: dict[str, Sequence[str]] = {}

    def play(self, jobs: Iterator[Job]) -> Iterator[Played]:
        """Each finished episode."""
        first = next(jobs)
        self._envs = self._make(first.conditions)
        self._players = _players(first)
        self._observations, _ = self._envs.reset(seed=0)
        self._next(0, first)
        for slot in range(1, self._size):
            self._next(slot, next(jobs, None))
        while self._trials:
            free = []
            for slot in self._turn():
                yield self._finished(slot)
                free.append(slot)
            for slot in free:
                self._next(slot, next(jobs, None))

    def _make(self, conditions: Conditions) -> SyncVectorEnv:
        arguments = conditions.env_arguments()
        make = lambda: _Careful(gym.make(SUITES[self._domain], **arguments))  # noqa: E731
        return SyncVectorEnv([make] * self._size, copy=False, autoreset_mode=AutoresetMode.DISABLED)

    def _next(self, slot: int, job: Job | None) -> None:
        """Starts the next trial in a slot; with none left the slot idles."""
        mask = np.arange(self._size) == slot
        seeds = [job.seed if job and number == slot else None for number in range(self._size)]
        options = {"reset_mask": mask, **({"task_id": job.task} if job else {})}
        self._observations, _ = self._envs.reset(seed=seeds, options=options)
        self._careful(slot).job = job
        if job is None:
            return
        self._trials[slot] = Trial(job, self._careful(slot).played)
        with Named(job):
            self._players.start(slot, job)

    def _turn(self) -> Iterator[int]:
        """One action in every trial that is played; yields the slots of those that are over, before they go on."""
        actions = self._players.act({slot: self._seen(slot) for slot in self._trials}, self._trials)
        yield from self._over()
        asked = list(self._trials)
        if not asked:
            return
        told = [actions[slot] if slot in asked else IDLE for slot in range(self._size)]
        self._reset_finished()
        self._observations, _, _, _, _ = self._envs.step(told)
        for slot in asked:
            self._note(slot, actions[slot])
        yield from self._over()

    def _over(self) -> list[int]:
        return [slot for slot, trial in self._trials.items() if trial.over]

    def _reset_finished(self) -> None:
        """Idle envs may have ended while they idled; an ended env may not be stepped."""
        ended = np.array([bool(self._careful(slot).played.end) for slot in range(self._size)])
        idle = np.array([slot not in self._trials for slot in range(self._size)])
        if (ended & idle).any():
            self._observations, _ = self._envs.reset(options={"reset_mask": ended & idle})

    def _note(self, slot: int, action: Action) -> None:
        """What the last step meant for a trial."""
        trial, careful = self._trials[slot], self._careful(slot)
        if isinstance(action, str):
            trial.simulator_took(careful.took)
        if careful.failed:
            trial.check_failed()
        trial.check_time()

    def _careful(self, slot: int) -> _Careful:
        careful = self._envs.envs[slot]
        assert isinstance(careful, _Careful)
        return careful

    def _seen(self, slot: int) -> Observation:
        return {name: texts[slot] for name, texts in self._observations.items()}

    def _finished(self, slot: int) -> Played:
        trial = self._trials.pop(slot)
        return trial.played(self._players.usage(slot), self._players.model(slot))


def _players(job: Job) -> "_Seats | _Batch":
    if isinstance(job.conditions.policy, str):
        return _Seats()
    policy = job.conditions.policy()
    return _Batch(policy) if isinstance(policy, BatchPolicy) else _Seats()


class _Seats:
    """Policies for one customer each."""

    def __init__(self) -> None:
        self._policies: dict[int, Policy] = {}

    def start(self, slot: int, job: Job) -> None:
        """A fresh policy takes the slot."""
        policy = self._policies[slot] = made(job)
        if hasattr(policy, "reset"):
            policy.reset(job.seed)

    def act(self, observations: Mapping[int, Observation], trials: Mapping[int, Trial]) -> dict[int, Action]:
        """Each policy's own action; none from those whose model failed."""
        actions: dict[int, Action] = {}
        for slot, observation in observations.items():
            with Named(trials[slot].job):
                action = trials[slot].ask(self._policies[slot], observation)
            if not trials[slot].over:
                actions[slot] = action
        return actions

    def usage(self, slot: int) -> Usage:
        """What the model of a slot used in its trial."""
        return usage_of(self._policies[slot])

    def model(self, slot: int) -> str:
        """The model of a slot."""
        return model_of(self._policies[slot])


class _Batch:
    """One policy for all. It may have `usage_in(slot) -> Usage`, for the trial that is played there."""

    def __init__(self, policy: BatchPolicy) -> None:
        self._policy = policy

    def start(self, slot: int, job: Job) -> None:
        """A new episode begins."""
        self._policy.start(slot, job.seed)

    def act(self, observations: Mapping[int, Observation], trials: Mapping[int, Trial]) -> Mapping[int, Action]:
        """All actions at once; when the model fails, it fails in every trial."""
        began = time.perf_counter()
        try:
            return self._policy.act_batch(observations)
        except LLMError as error:
            for trial in trials.values():
                trial.agent_failed(error)
            return {}
        finally:
            for trial in trials.values():
                trial.agent_took((time.perf_counter() - began) / len(trials))

    def usage(self, slot: int) -> Usage:
        """What was used for the trial in a slot."""
        used = self._policy.usage_in(slot) if hasattr(self._policy, "usage_in") else None
        return used if isinstance(used, Usage) else Usage()

    def model(self, slot: int) -> str:
        """The one model."""
        return model_of(self._policy)
