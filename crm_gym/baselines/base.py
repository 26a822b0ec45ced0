"""What a policy is: something that acts on observations, and on nothing else."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

Action = str | dict[str, Any]
Observation = Mapping[str, str]


@runtime_checkable
class Policy(Protocol):
    """Plays episodes. It is made afresh for each trial and never receives info or the task.

    A policy may also have `reset(seed: int) -> None`, which is called before the first action of an episode.
    """

    def act(self, observation: Observation) -> Action:
        """The next action: a message, or a tool call as `{"name": ..., "arguments": {...}}`."""


@runtime_checkable
class BatchPolicy(Protocol):
    """Plays several episodes side by side, each in a numbered slot. It is made once for a run."""

    def start(self, slot: int, seed: int) -> None:
        """A new episode begins in a slot: what was remembered of the one before is over."""

    def act_batch(self, observations: Mapping[int, Observation]) -> Mapping[int, Action]:
        """The next action for each slot that waits for one; slots that are idle are not asked."""
