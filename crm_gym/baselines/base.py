"""What a policy is: something that acts on observations, and on nothing else."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

Action = str | dict[str, Any]
Observation = Mapping[str, str]


@runtime_checkable
class Policy(Protocol):
    """Plays episodes. It is made afresh for each trial and never receives info or the task.

    It may also have

    - `reset(seed: int) -> None`, which is called before the first action of an episode;
    - `usage`, the `crm_gym.llm.Usage` of the episode so far, and `model` or `endpoint`, for tokens and cost;
    - `limit_seconds`, which is set before each action to the seconds that the trial has left.

    What makes policies, like their class, may say which exposure they play, if no other: `only_exposure = "all"`.
    """

    def act(self, observation: Observation) -> Action:
        """The next action: a message, or a tool call as `{"name": ..., "arguments": {...}}`."""


@runtime_checkable
class BatchPolicy(Protocol):
    """Plays several episodes side by side, each in a numbered slot, so that a model answers many customers in one call.

    `evaluate(..., num_envs=64)` makes it once for a run. Worker processes make one for each part of the run that they
    are given: load what is large in a function with `functools.cache`. It never receives info or the task.

    >>> class Assistant:
    ...     def __init__(self):
    ...         self.heard = {}
    ...
    ...     def start(self, slot, seed):
    ...         self.heard[slot] = []
    ...
    ...     def act_batch(self, observations):
    ...         for slot, observation in observations.items():
    ...             self.heard[slot].append(observation["content"])
    ...         answers = self.generate([self.heard[slot] for slot in observations])
    ...         return dict(zip(observations, answers))
    ...
    ...     def generate(self, conversations):
    ...         return ["Could you tell me more?" for conversation in conversations]
    >>> import crm_gym
    >>> episodes = crm_gym.evaluate(Assistant, "payments", limit=8, num_envs=4)
    >>> len(episodes)
    8

    It may also have

    - `start(slot: int, seed: int) -> None`, which is called when a new episode begins in a slot: what was remembered of
      the one before is over;
    - `usage_in(slot: int) -> crm_gym.llm.Usage` of the episode in a slot so far, and `model` or `endpoint`, for tokens
      and cost;
    - `limit_seconds`, which is set before each call to the seconds that the call may take. Its episodes share them: a
      call of 8 seconds for 4 slots takes 2 seconds of each.
    """

    def act_batch(self, observations: Mapping[int, Observation]) -> Mapping[int, Action]:
        """The next action for each slot that waits for one, by slot; slots that are idle are not asked.

        Slots come in no order and with gaps, so a list of actions is refused. Other slots than those asked are ignored.
        """
