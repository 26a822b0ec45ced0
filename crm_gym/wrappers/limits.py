"""Shorter observations and messages for models with little room."""

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs


class MaxLength(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Cuts long tool results and customer turns, and long messages of the agent, at so many characters.

    What was left out is said in the observation, so that the agent can ask for less at a time.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import MaxLength

    env = MaxLength(gym.make("CRMPayments-v0"), content=400, message=1000)
    env.reset(seed=7)
    observation, *_ = env.step({"name": "find_party", "arguments": {"email": "x" * 5000}})
    assert len(observation["content"]) <= 400
    ```
    """

    def __init__(self, env: gym.Env[Any, Any], content: int = 4000, message: int | None = None) -> None:
        RecordConstructorArgs.__init__(self, content=content, message=message)
        super().__init__(env)
        if content < _ROOM or (message is not None and message < 1):
            raise ValueError(f"content must be at least {_ROOM} and message at least 1: {content}, {message}")
        self._content = content
        self._message = message

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        observation, info = self.env.reset(**kwargs)
        return self._cut(observation), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Says at most so much of a message."""
        if isinstance(action, str) and self._message is not None:
            action = action[: self._message]
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._cut(observation), reward, terminated, truncated, info

    def _cut(self, observation: dict[str, str]) -> dict[str, str]:
        content = observation["content"]
        if len(content) <= self._content:
            return observation
        kept = self._content - _ROOM
        return {**observation, "content": f"{content[:kept]} [... {len(content) - kept} characters left out]"}


_ROOM = 60
"""What the note about a cut takes at most."""


class HistoryWindow(gym.ObservationWrapper[Any, Any, Any], RecordConstructorArgs):
    """Over `Chat`: the system message and the newest messages only, beginning with no orphaned tool result.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import Chat, HistoryWindow

    env = HistoryWindow(Chat(gym.make("CRMPayments-v0")), messages=2)
    env.reset(seed=7)
    observation, *_ = env.step({"role": "assistant", "content": "Hello, who is there?"})
    assert [m["role"] for m in observation["messages"]] == ["system", "assistant", "user"]
    ```
    """

    def __init__(self, env: gym.Env[Any, Any], messages: int = 40) -> None:
        RecordConstructorArgs.__init__(self, messages=messages)
        super().__init__(env)
        if messages < 1:
            raise ValueError(f"messages must be at least 1: {messages}")
        self._messages = messages

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Leaves out what is older; a call stays with its results."""
        system, *rest = observation["messages"]
        start = max(0, len(rest) - self._messages)
        while start and rest[start]["role"] == "tool":
            start -= 1
        return {**observation, "messages": [system, *rest[start:]]}
