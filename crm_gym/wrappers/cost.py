"""What an episode costs, in the last info."""

import json
import time
from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs


class RecordCost(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Adds `info["cost"]` to the last step of an episode: time, messages, tool calls and tokens.

    | key | meaning |
    |---|---|
    | `seconds` | wall-clock time since the reset |
    | `env_seconds` | of these, inside the env |
    | `messages`, `tool_calls` | what the agent did |
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
        self._messages = self._calls = 0
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
        calls = _calls(action)
        self._calls += calls
        self._messages += not calls
        self._written += _size(action)
        began = time.perf_counter()
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._inside += time.perf_counter() - began
        self._read += _size(observation)
        if terminated or truncated:
            info = {**info, "cost": self._cost()}
        return observation, reward, terminated, truncated, info

    def _cost(self) -> dict[str, float | int]:
        tokens_in, tokens_out = self._usage or (self._read // 4, self._written // 4)
        return {
            "seconds": time.perf_counter() - self._started,
            "env_seconds": self._inside,
            "messages": self._messages,
            "tool_calls": self._calls,
            "tokens_in": tokens_in,
            "tokens_out": tokens_out,
        }


def _calls(action: Any) -> int:
    """How many tool calls an action makes, of the env or of `Chat`."""
    if not isinstance(action, dict):
        return 0
    return len(action.get("tool_calls") or ()) if "role" in action else 1


def _size(value: Any) -> int:
    """How many characters a policy reads or writes with a value."""
    if isinstance(value, str):
        return len(value)
    return sum(map(len, value.values())) if _flat(value) else len(json.dumps(value, default=str))


def _flat(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
