"""How figures are measured and told."""

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import gymnasium as gym


class Figure(NamedTuple):
    """One measured number with its budget; without a budget it is only told."""

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ok(self) -> bool:
        """Whether the budget is kept."""
        low = self.at_least is None or self.value >= self.at_least
        return low and (self.at_most is None or self.value <= self.at_most)

    @property
    def line(self) -> str:
        """The figure as JSON."""
        told: dict[str, Any] = {"figure": self.name, "value": float(f"{self.value:.4g}"), "unit": self.unit}
        budgets = {"at_most": self.at_most, "at_least": self.at_least}
        told |= {name: budget for name, budget in budgets.items() if budget is not None}
        return json.dumps({**told, "ok": self.ok} if len(told) > 3 else told)


SPAN = 2.0
"""Seconds over which runs are repeated at least: longer than a short disturbance lasts."""
PATIENCE = 30.0
"""Seconds for which an undisturbed moment is waited for."""
UNDISTURBED = 1.15
"""The machine is undisturbed when an env that does nothing takes at most so much longer than at its quickest."""
CALM = 3
"""Runs that are waited for, before and after which the machine is undisturbed."""


class Stopwatch:
    """Takes the shortest of several runs: what work takes when nothing disturbs it.

    A shared machine can be at half its pace for seconds on end. So an env that does nothing is timed before and after
    the work, and runs are repeated until it has been about as quick as it ever was around some of them.
    """

    def __init__(self, step: Callable[[], object]) -> None:
        """`step` is that of the env that does nothing."""
        self._reference = times(step, _STEPS)
        self._taken: list[float] = []

    @property
    def paces(self) -> tuple[float, float]:
        """Steps of the env that does nothing in a second: at the quickest moment so far, and at the slowest."""
        return _STEPS / min(self._taken), _STEPS / max(self._taken)

    def in_turns(
        self,
        *works: Callable[[], object],
        repeats: int = 5,
        span: float = SPAN,
        before: Callable[[], object] = lambda: None,
    ) -> list[float]:
        """Seconds of each work. They are run in turns, so that what disturbs one disturbs the others too.

        `before` comes before each run.
        """
        best = [float("inf")] * len(works)
        calm = 0
        began, number = time.perf_counter(), 0
        while number < repeats or not self._enough(time.perf_counter() - began, span, calm):
            pace = self._pace()
            for place, work in enumerate(works):
                before()
                gc.collect()
                best[place] = min(best[place], _timed(work))
            calm += max(pace, self._pace()) <= UNDISTURBED * min(self._taken)
            number += 1
        return best

    def seconds(self, work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
        """Seconds of one work."""
        (best,) = self.in_turns(work, before=before)
        return best

    def each(self, work: Callable[[], object], number: int) -> float:
        """Seconds of a short work, which is done `number` times in each run."""
        return self.seconds(times(work, number)) / number

    def _pace(self) -> float:
        self._taken.append(_timed(self._reference))
        return self._taken[-1]

    def _enough(self, passed: float, span: float, calm: int) -> bool:
        return passed >= span and (calm >= CALM or passed >= PATIENCE)


_STEPS = 5000


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def times(work: Callable[[], object], number: int) -> Callable[[], None]:
    """Work that is done many times."""

    def many() -> None:
        for _ in range(number):
            work()

    return many


def forget_texts() -> None:
    """Empties the caches of everything that has been read, as if no message had been heard yet."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("crm_gym.text", "crm_gym.users")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


class Nothing(gym.Env[str, Any]):
    """An env that does nothing: what Gymnasium itself costs."""

    metadata = {"render_modes": []}

    def __init__(self, space: gym.Space[Any], actions: gym.Space[Any], observation: Any) -> None:
        self.observation_space = space
        self.action_space = actions
        self._seen = observation

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts nothing."""
        super().reset(seed=seed)
        return dict(self._seen), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Does nothing."""
        return dict(self._seen), 0.0, False, False, {}
