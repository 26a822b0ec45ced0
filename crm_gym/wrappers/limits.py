"""Shorter observations and messages for models with little room."""

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from crm_gym.envs.spaces import JsonValue, Utterance, has_leaf
from crm_gym.wrappers.branching import Branching

_ROOM = 60
"""What the note about a cut observation takes at most."""
_NOTE_ROOM = 100
"""What the note about a cut message takes at most."""


class MaxLength(Branching, RecordConstructorArgs):
    """Cuts long tool results and customer turns, and long messages of the agent, at so many characters.

    What was left out is said in the observation, so that the agent can ask for less at a time. It goes inside of what
    changes the form of actions and observations: `Chat(MaxLength(env))`. Over `TextAction` it cuts observations alone,
    because a message cut there could be a call.

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
        if not has_leaf(env.observation_space, "content", Utterance):
            raise TypeError(f"MaxLength goes inside of what changes observations, like Chat(MaxLength(env)): {env}")
        if message is not None and isinstance(env.action_space, Utterance):
            raise TypeError(f"to cut messages, MaxLength goes inside of TextAction: TextAction(MaxLength(env)): {env}")
        least = _ROOM if message is None else _ROOM + _NOTE_ROOM
        if content < least or (message is not None and message < 1):
            raise ValueError(f"content must be at least {least} and message at least 1: {content}, {message}")
        self._content = content
        self._message = message
        self._note = ""

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        self._note = ""
        observation, info = self.env.reset(**kwargs)
        return self._seen(observation), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Says at most so much of a message."""
        note = ""
        if isinstance(action, str) and self._message is not None and len(action) > self._message:
            action = action[: self._message]
            note = f"\n\n[Your message was changed before it was sent: cut to {self._message} characters.]"
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._note = note
        return self._seen(observation), reward, terminated, truncated, info

    def _memory(self) -> str:
        return self._note

    def _remember(self, memory: str) -> None:
        self._note = memory

    def _seen(self, observation: dict[str, str]) -> dict[str, str]:
        content, room = observation["content"], self._content - len(self._note)
        if len(content) > room:
            kept = room - _ROOM
            content = f"{content[:kept]} [... {len(content) - kept} characters left out]"
        return {**observation, "content": content + self._note}


class HistoryWindow(Branching, gym.ObservationWrapper[Any, Any, Any], RecordConstructorArgs):
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
        if not has_leaf(env.observation_space, "messages", JsonValue):
            raise TypeError(f"HistoryWindow goes over Chat, like HistoryWindow(Chat(env)): {env}")
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

    def _seen(self, observation: dict[str, Any]) -> dict[str, Any]:
        return self.observation(observation)
