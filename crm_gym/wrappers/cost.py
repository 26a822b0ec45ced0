"""What an episode costs, in the last info."""

import json
import time
from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs
from pydantic import BaseModel

from crm_gym.types import AgentSays, Routed, ToolUse, clean_arguments
from crm_gym.wrappers.branching import Branching


class RecordCost(Branching, RecordConstructorArgs):
    """Adds `info["cost"]` to the last step of an episode: time, messages, tool calls and tokens.

    | key | meaning |
    |---|---|
    | `seconds` | wall-clock time since the reset |
    | `env_seconds` | of these, inside the env |
    | `messages`, `tool_calls` | what the agent did, as the env has recorded it: the same over and under any wrapper |
    | `tokens_in`, `tokens_out` | what `record_usage` was told; else characters read and written, divided by four |

    A policy that knows its usage tells it: `env.get_wrapper_attr("record_usage")(prompt=812, completion=64)`. The
    clock makes the last info differ from run to run, so put this wrapper outside of what must repeat.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import RecordCost

    env = RecordCost(gym.make("CRMPayments-v0", max_user_turns=2))
    env.reset(seed=7)
    *_, info = env.step("Hello.")
    assert info["cost"]["messages"] == 1
    ```
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        self._begin()

    def _begin(self) -> None:
        self._started = time.perf_counter()
        self._inside = 0.0
        self._read = self._written = 0
        self._usage: tuple[int, int] | None = None

    def record_usage(self, prompt: int, completion: int) -> None:
        """Adds tokens that an endpoint has counted; from then on these count alone."""
        told, written = self._usage or (0, 0)
        self._usage = (told + prompt, written + completion)

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode, with everything at zero."""
        self._begin()
        observation, info = self.env.reset(**kwargs)
        self._inside += time.perf_counter() - self._started
        self._read += _size(observation)
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Acts and counts."""
        began = time.perf_counter()
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._inside += time.perf_counter() - began
        self._written += _size(action)
        self._read += _size(observation)
        if terminated or truncated:
            info = {**info, "cost": self._cost()}
        return observation, reward, terminated, truncated, info

    def _memory(self) -> tuple[float, float, int, int, tuple[int, int] | None]:
        return time.perf_counter() - self._started, self._inside, self._read, self._written, self._usage

    def _remember(self, memory: tuple[float, float, int, int, tuple[int, int] | None]) -> None:
        seconds, self._inside, self._read, self._written, self._usage = memory
        self._started = time.perf_counter() - seconds

    def _cost(self) -> dict[str, float | int]:
        env: Any = self.unwrapped
        tokens_in, tokens_out = self._usage or (self._read // 4, self._written // 4)
        return {
            "seconds": time.perf_counter() - self._started,
            "env_seconds": self._inside,
            "messages": sum(isinstance(event, AgentSays) for event in env.events),
            "tool_calls": sum(isinstance(event, ToolUse | Routed) for event in env.events),
            "tokens_in": tokens_in,
            "tokens_out": tokens_out,
        }


def _size(value: Any) -> int:
    """How many characters a policy reads or writes with a value."""
    if isinstance(value, str):
        return len(value)
    if _flat(value):
        return sum(map(len, value.values()))
    try:
        return len(json.dumps(value, default=_plain, skipkeys=True))
    except (ValueError, RecursionError):  # loops, and what is nested too deep
        return len(json.dumps(clean_arguments({"": value}).value))


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, BaseModel) else str(value)


def _flat(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
