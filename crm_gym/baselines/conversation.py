"""Policies that are written down as one conversation: what is said and called, in the order in which it happens."""

import json
from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar

from crm_gym.baselines.base import Action, Observation
from crm_gym.baselines.oracle import CLOSING

T = TypeVar("T")
Steps = Generator[Action, Observation, T]
"""Yields what is done next, is sent what is observed then, and returns what has come of it."""


class Answer(NamedTuple):
    """What a tool said: its data, or the code and details of its refusal."""

    ok: bool
    data: Any


class Conversation(ABC):
    """Acts as `serve` says; once that is at its end, it offers more help until the customer leaves."""

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Forgets the episode before."""
        self._steps: Steps[None] | None = None

    def act(self, observation: Observation) -> Action:
        """The next step."""
        if self._steps is None:
            self._steps = self._whole(observation)
            return next(self._steps)
        return self._steps.send(observation)

    @abstractmethod
    def serve(self, opening: Observation) -> Steps[None]:
        """The conversation from the customer's opening on."""

    def _whole(self, opening: Observation) -> Steps[None]:
        yield from self.serve(opening)
        while True:
            yield CLOSING

    def say(self, words: str) -> Steps[str]:
        """Says something; returns the customer's answer."""
        observation = yield words
        return observation["content"]

    def call(self, tool: str, **arguments: Any) -> Steps[Answer]:
        """Calls a tool; returns its answer."""
        observation = yield {"name": tool, "arguments": arguments}
        envelope = json.loads(observation["content"])
        return Answer(envelope["ok"], envelope["data"] if envelope["ok"] else envelope["error"])
