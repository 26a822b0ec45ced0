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


def seconds(work: Callable[[], object], repeats: int = 5, before: Callable[[], object] = lambda: None) -> float:
    """The shortest of several runs, each with what comes before it: what work takes when nothing disturbs it."""
    best = float("inf")
    for _ in range(repeats):
        before()
        gc.collect()
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def each(work: Callable[[], object], number: int, repeats: int = 5) -> float:
    """Seconds for one of many runs."""

    def many() -> None:
        for _ in range(number):
            work()

    return seconds(many, repeats) / number


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
