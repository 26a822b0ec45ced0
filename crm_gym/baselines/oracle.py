"""Plays the steps of a known solution: the upper bound, and the way contracts are tested."""

from collections.abc import Sequence

from crm_gym.baselines.base import Action, Observation
from crm_gym.types import Call, Say

CLOSING = "Is there anything else I can do for you?"


class Script:
    """Plays given steps one after the other, then offers more help until the customer leaves."""

    def __init__(self, steps: Sequence[Say | Call]) -> None:
        self._steps = list(steps)
        self._next = 0

    def reset(self, seed: int) -> None:
        """Starts again from the first step."""
        self._next = 0

    def act(self, observation: Observation) -> Action:
        """The next step, whatever was observed."""
        if self._next == len(self._steps):
            return CLOSING
        step = self._steps[self._next]
        self._next += 1
        return step.action
