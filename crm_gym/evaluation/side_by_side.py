"""Plays many trials at once through a vector env, so that a policy can answer several customers in one call."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from crm_gym.baselines import Action, BatchPolicy, Observation, Policy
from crm_gym.contract import EvaluatorError
from crm_gym.envs.crm_env import CRMEnv
from crm_gym.evaluation.jobs import Conditions, Job
from crm_gym.evaluation.playing import Episodes, Named, Played, Trial, acting, charged, made, model_of, usage_of
from crm_gym.llm import LLMError, Usage
from crm_gym.registration import SUITES

IDLE: Action = {"name": "idle", "arguments": {}}
"""What an env without a trial is told, so that the vector env can go on: no policy and no customer is asked for it."""


class SideBySide:
    """Plays trials of one run, several at a time; what it needs for that is made once, also a batch policy.

    Each trial is charged for its own policy and its own env, and for its share of what trials are asked together.
    """

    def __init__(self, num_envs: int) -> None:
        """`num_envs` trials at a time."""
        self._size = num_envs
        self._tables: dict[str, _Table] = {}
        self._players: _Seats | _Batch | None = None

    def play_all(self, jobs: Iterable[Job]) -> Episodes:
        """Plays each trial once, and yields the episodes as they end. Those of one business should come together."""
        for domain, part in groupby(jobs, lambda job: job.domain):
            first = next(part)
            yield from self._table(domain, first).play(chain([first], part))  # noqa: B031 - the rest of it

    def _table(self, domain: str, job: Job) -> "_Table":
        self._players = self._players or _players(job)
        if domain not in self._tables:
            self._tables[domain] = _Table(job.conditions, domain, self._size, self._players)
        return self._tables[domain]


class _Careful(gym.Wrapper[Any, Any, Any, Any]):
    """Ends an episode in which a check fails with an error, so that those beside it can go on; measures steps."""

    failed = False
    took = 0.0
    """Seconds of the last step, or of the start."""
    job: Job | None = None
    """The trial that is played here."""

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        try:
            with charged(self._note), Named(self.job):
                return super().step(action)
        except EvaluatorError:
            self.failed = True
            return self.played.last_observation, 0.0, True, False, {"task_id": self.played.task.id}

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        self.failed = False
        with charged(self._note), Named(self.job):
            return super().reset(**kwargs)

    def _note(self, seconds: float) -> None:
        self.took = seconds

    @property
    def played(self) -> CRMEnv:
        """The env itself."""
        env: CRMEnv = self.unwrapped  # type: ignore[assignment]
        return env


class _Table:
    """A vector env of one business, with the trials that are played in its slots."""

    def __init__(self, conditions: Conditions, domain: str, size: int, players: "_Seats | _Batch") -> None:
        self._size = size
        self._players = players
        self._trials: dict[int, Trial] = {}
        self._observations: dict[str, Sequence[str]] = {}
        make = lambda: _Careful(gym.make(SUITES[domain], **conditions.env_arguments()))  # noqa: E731
        self._envs = SyncVectorEnv([make] * size, copy=False, autoreset_mode=AutoresetMode.DISABLED)

    def play(self, jobs: Iterator[Job]) -> Iterator[Played]:
        """Each finished episode."""
        self._observations, _ = self._envs.reset(seed=0)
        for slot in range(self._size):
            self._next(slot, next(jobs, None))
        while self._trials:
            free = []
            for slot in self._turn():
                yield self._finished(slot)
                free.append(slot)
            for slot in free:
                self._next(slot, next(jobs, None))

    def _next(self, slot: int, job: Job | None) -> None:
        """Starts the next trial in a slot; with none left the slot idles."""
        careful = self._careful(slot)
        careful.job = job
        mask = np.arange(self._size) == slot
        seeds = [job.seed if job and number == slot else None for number in range(self._size)]
        options = {"reset_mask": mask, **({"task_id": job.task} if job else {})}
        self._observations, _ = self._envs.reset(seed=seeds, options=options)
        if job is None:
            return
        trial = self._trials[slot] = Trial(job, careful.played)
        trial.business_took(careful.took)
        with Named(job):
            self._players.start(slot, trial)

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
        trial.answer_took(action, careful.took)
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
        with Named(trial.job):
            return trial.played(self._players.usage(slot), self._players.model(slot))


def _players(job: Job) -> "_Seats | _Batch":
    """Whoever plays this trial, and all others of the run."""
    with Named(job):
        policy = made(job)
    return _Batch(policy) if isinstance(policy, BatchPolicy) else _Seats(policy)


class _Seats:
    """Policies for one customer each."""

    def __init__(self, first: Policy) -> None:
        self._first: Policy | None = first
        """The policy of the trial that starts first: it was made to see what policies these are."""
        self._policies: dict[int, Policy] = {}

    def start(self, slot: int, trial: Trial) -> None:
        """A fresh policy takes the slot."""
        policy = self._policies[slot] = acting(self._first or made(trial.job), trial.job)
        self._first = None
        trial.introduce(policy)

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
    """One policy for all."""

    def __init__(self, policy: BatchPolicy) -> None:
        self._policy = policy

    def start(self, slot: int, trial: Trial) -> None:
        """A new episode begins."""
        if hasattr(self._policy, "start"):
            with charged(trial.agent_took):
                self._policy.start(slot, trial.job.seed)

    def act(self, observations: Mapping[int, Observation], trials: Mapping[int, Trial]) -> dict[int, Action]:
        """All actions at once; when the model fails, it fails in every trial."""
        asked = list(trials.values())
        with Named(asked[0].job, others=len(asked) - 1):
            if hasattr(self._policy, "limit_seconds"):
                self._policy.limit_seconds = min(trial.left for trial in asked) * len(asked)
            try:
                with charged(partial(_divide, asked)):
                    actions = self._policy.act_batch(observations)
            except LLMError as error:
                for trial in asked:
                    trial.agent_failed(error)
                return {}
            return _for_each(list(trials), actions)

    def usage(self, slot: int) -> Usage:
        """What was used for the trial in a slot."""
        used = self._policy.usage_in(slot) if hasattr(self._policy, "usage_in") else None
        return used if isinstance(used, Usage) else Usage()

    def model(self, slot: int) -> str:
        """The one model."""
        return model_of(self._policy)


def _divide(trials: Sequence[Trial], seconds: float) -> None:
    """Charges each trial with its share."""
    for trial in trials:
        trial.agent_took(seconds / len(trials))


def _for_each(slots: Sequence[int], actions: object) -> dict[int, Action]:
    """The actions of these slots. Raises TypeError and ValueError for what does not say whose action is which."""
    wanted = f"it must give one action for each of the slots {slots}, by slot"
    if not isinstance(actions, Mapping):
        raise TypeError(f"act_batch returned a {type(actions).__name__}; {wanted}")
    if missing := [slot for slot in slots if slot not in actions]:
        raise ValueError(f"act_batch returned a {type(actions).__name__} without the slots {missing}; {wanted}")
    return {slot: actions[slot] for slot in slots}
