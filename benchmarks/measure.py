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
MOST = 200
"""Runs are repeated so often at most."""


def in_turns(
    *works: Callable[[], object],
    repeats: int = 5,
    span: float = SPAN,
    before: Callable[[], object] = lambda: None,
) -> list[float]:
    """The shortest of several runs of each work: what it takes when nothing disturbs it.

    They are run in turns, so that what disturbs one disturbs the others too. `before` comes before each run.
    """
    best = [float("inf")] * len(works)
    began = time.perf_counter()
    for number in range(MOST):
        if number >= repeats and time.perf_counter() - began > span:
            break
        for place, work in enumerate(works):
            before()
            gc.collect()
            start = time.perf_counter()
            work()
            best[place] = min(best[place], time.perf_counter() - start)
    return best


def seconds(work: Callable[[], object], repeats: int = 5, before: Callable[[], object] = lambda: None) -> float:
    """The shortest of several runs."""
    (best,) = in_turns(work, repeats=repeats, before=before)
    return best


def each(work: Callable[[], object], number: int) -> float:
    """Seconds for one of many runs."""
    return seconds(times(work, number)) / number


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
