"""The conversation as chat messages in OpenAI's form, and an assistant message as the action."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import gymnasium as gym
from gymnasium.spaces import Dict, Space, Tuple
from gymnasium.spaces.utils import is_space_dtype_shape_equiv
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector.utils import batch_differing_spaces

from crm_gym.envs.spaces import JsonValue

Message = dict[str, Any]


class ChatAction(Space[Any]):
    """An assistant message in OpenAI's form (a dict, or an object of the client library), or plain text to say."""

    def __init__(self, seed: int | None = None) -> None:
        """A space of assistant messages."""
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Messages have no fixed-size array form."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> Message:
        """A message of one word."""
        words = ("hello", "thanks", "sure", "sorry")
        return {"role": "assistant", "content": words[int(self.np_random.integers(len(words)))]}

    def contains(self, x: Any) -> bool:
        """Whether it is text or has the form of an assistant message."""
        if hasattr(x, "model_dump"):
            x = x.model_dump(exclude_none=True)
        return isinstance(x, str) or (isinstance(x, dict) and x.get("role") == "assistant")

    def to_jsonable(self, sample_n: Iterable[Any]) -> list[Any]:
        """Messages are JSON already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[Any]:
        """Messages are JSON already."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChatAction)

    def __repr__(self) -> str:
        return "ChatAction()"


def _batch(spaces: Sequence[Space[Any]]) -> Space[Any]:
    return Tuple(spaces)


# Gymnasium dispatches on the type of the first space, not of the sequence.
batch_differing_spaces.register(ChatAction, _batch)


@is_space_dtype_shape_equiv.register(ChatAction)
def _equivalent(space_1: ChatAction, space_2: object) -> bool:
    return space_1 == space_2


class ChatSnapshot(NamedTuple):
    """An episode at one moment with its messages."""

    inner: Any
    messages: tuple[Message, ...]


class Chat(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """The whole conversation as chat messages, and an assistant message as the action.

    The observation is `{"messages": [...], "tools": [...]}`: the system message with the instructions that hold now,
    then everything since; and the tool schemas of this moment in OpenAI's function form. Give back what the endpoint
    answers: several tool calls are run in their order, and what stands beside tool calls is kept in the messages, but
    not spoken to the customer. Arguments that are no JSON object are answered as a failed attempt. The reward of a step
    is the sum over its calls; calls after the end of the episode are not made.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import Chat

    env = Chat(gym.make("CRMPayments-v0"))
    observation, info = env.reset(seed=7)
    call = {"name": "find_party", "arguments": '{"email": "ines@mail.example"}'}
    message = {"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}
    observation, reward, terminated, truncated, info = env.step(message)
    assert [m["role"] for m in observation["messages"]] == ["system", "user", "assistant", "tool"]
    ```
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        self.observation_space = Dict({"messages": JsonValue(), "tools": JsonValue()})
        self.action_space = ChatAction()
        self._messages: list[Message] = []

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode: the system message and the customer's opening."""
        observation, info = self.env.reset(**kwargs)
        self._messages = [{"role": "user", "content": observation["content"]}]
        return self._chat(observation), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes the calls of an assistant message, or says it."""
        message = assistant_message(action)
        self._messages.append(message)
        calls = message.get("tool_calls") or []
        steps: list[Any] = [plain_call(call["function"]) for call in calls] or [message.get("content") or ""]
        ids = [call["id"] for call in calls] or [""]
        total = 0.0
        for step, id in zip(steps, ids, strict=True):
            observation, reward, terminated, truncated, info = self.env.step(step)
            total += float(reward)
            self._hear(observation, id)
            if terminated or truncated:
                break
        return self._chat(observation), total, terminated, truncated, info

    def save(self) -> ChatSnapshot:
        """The episode as it is now, with its messages."""
        env: Any = self.unwrapped
        return ChatSnapshot(env.save(), tuple(self._messages))

    def restore(self, snapshot: ChatSnapshot) -> Any:
        """Goes on from a snapshot; returns the observation of that moment."""
        env: Any = self.unwrapped
        self._messages = list(snapshot.messages)
        return self._chat(env.restore(snapshot.inner))

    def _hear(self, observation: Mapping[str, str], id: str) -> None:
        told = {"role": "tool", "tool_call_id": id} if id else {"role": "user"}
        self._messages.append({**told, "content": observation["content"]})

    def _chat(self, observation: Mapping[str, str]) -> dict[str, Any]:
        system = {"role": "system", "content": observation["instructions"]}
        return {"messages": [system, *map(dict, self._messages)], "tools": json.loads(observation["tools"])}


def assistant_message(action: Any) -> Message:
    """An action as an assistant message whose calls all have ids. Raises InvalidAction for anything else."""
    if hasattr(action, "model_dump"):
        action = action.model_dump(exclude_none=True)
    if isinstance(action, str):
        return {"role": "assistant", "content": action}
    if not isinstance(action, dict) or action.get("role") != "assistant":
        raise gym.error.InvalidAction(f"an action is an assistant message or a text, not {action!r}")
    message = {"role": "assistant", "content": action.get("content")}
    calls = [_whole_call(call, number) for number, call in enumerate(action.get("tool_calls") or [], 1)]
    return {**message, "tool_calls": calls} if calls else message


def _whole_call(call: Any, number: int) -> dict[str, Any]:
    """A tool call of a model with everything that it should have, whatever the model left out."""
    call = call if isinstance(call, dict) else {}
    function = call.get("function") if isinstance(call.get("function"), dict) else {}
    arguments = function.get("arguments", "")
    whole = {
        "name": str(function.get("name", "")),
        "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
    }
    return {"id": str(call.get("id") or f"call_{number}"), "type": "function", "function": whole}


def plain_call(function: Mapping[str, Any]) -> dict[str, Any]:
    """A function call in OpenAI's form as an action of the env; arguments that are no JSON stay text."""
    try:
        arguments = json.loads(function["arguments"] or "{}")
    except ValueError:
        arguments = function["arguments"]
    return {"name": function["name"], "arguments": arguments}
