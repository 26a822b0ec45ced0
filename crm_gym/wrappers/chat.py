"""The conversation as chat messages in OpenAI's form, and an assistant message as the action."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

import gymnasium as gym
from gymnasium.spaces import Dict, Space, Tuple
from gymnasium.spaces.utils import is_space_dtype_shape_equiv
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector.utils import batch_differing_spaces
from gymnasium.wrappers.utils import create_zero_array
from pydantic import BaseModel

from crm_gym.envs.spaces import MAX_JSON_BYTES, AgentAction, JsonValue, Utterance, has_leaf
from crm_gym.llm import call_id
from crm_gym.types import MAX_TEXT, clean_arguments, clean_text
from crm_gym.wrappers.branching import Branching

Message = dict[str, Any]

_LONGEST_NAME = 200
"""Characters of a name or an id of a call that are kept."""

_SPARE = 120_000
"""Bytes of an observation that no message may use: for the words beside calls that are left out, and for a note."""

_LEFT_OUT = "\n\n[The conversation has become too long: its first messages are left out here.]"


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
        """Whether it is text or has the form of an assistant message; whether its calls are any good says `step`."""
        try:
            read_message(x)
        except gym.error.InvalidAction:
            return False
        return True

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


@create_zero_array.register(ChatAction)
def _nothing_said(space: ChatAction) -> str:
    return ""


class Kept(NamedTuple):
    """A message of the history, and the bytes that it takes as JSON; those of a call are counted with its result."""

    message: Message
    size: int


class Chat(Branching, RecordConstructorArgs):
    """The whole conversation as chat messages, and an assistant message as the action.

    The observation is `{"messages": [...], "tools": [...]}`: the system message with the instructions that hold now,
    then everything since; and the tool schemas of this moment in OpenAI's function form. Give back what the endpoint
    answers: several tool calls are run in their order, and what stands beside tool calls is kept in the messages, but
    not spoken to the customer. Arguments that are no JSON object are answered as a failed attempt. The reward of a step
    is the sum over its calls; calls after the end of the episode are neither made nor kept.

    Messages keep what was sent as the env records it: text is cut at 16,000 characters and can be encoded, ids in one
    message differ. An observation stays below a megabyte, the slot of an env in shared memory: from a conversation that
    is longer the first messages are left out, and the system message says so.

    To branch, use `save` and `restore` of the outermost wrapper. An episode that was restored beneath `Chat` is not the
    one of its messages any more, and the next step raises `ResetNeeded`.

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
        if not (isinstance(env.action_space, AgentAction) and has_leaf(env.observation_space, "content", Utterance)):
            raise TypeError(f"Chat goes over the env itself, and others over it, like TextAction(Chat(env)): {env}")
        self.observation_space = Dict({"messages": JsonValue(), "tools": JsonValue()})
        self.action_space = ChatAction()
        self._history: list[Kept] = []
        self._last: object = None

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode: the system message and the customer's opening."""
        observation, info = self.env.reset(**kwargs)
        self._history = [_kept({"role": "user", "content": observation["content"]})]
        self._last = self._last_event()
        return self._seen(observation), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes the calls of an assistant message, or says it."""
        sent = read_message(action)
        self._check_episode()
        total, heard = 0.0, []
        steps: list[Any] = [call.action for call in sent.calls] or [sent.words or ""]
        for step in steps:
            observation, reward, terminated, truncated, info = self.env.step(step)
            total += float(reward)
            heard.append(observation["content"])
            if terminated or truncated:
                break
        self._history += _kept_turn(sent, heard)
        self._last = self._last_event()
        return self._seen(observation), total, terminated, truncated, info

    def _memory(self) -> tuple[Kept, ...]:
        self._check_episode()
        return tuple(self._history)

    def _remember(self, memory: tuple[Kept, ...]) -> None:
        self._history = list(memory)
        self._last = self._last_event()

    def _last_event(self) -> object:
        env: Any = self.unwrapped
        return env.events[-1] if env.events else None

    def _check_episode(self) -> None:
        """Who restores the env alone would go on with messages of another branch, and never know."""
        if self._last_event() is not self._last:
            raise gym.error.ResetNeeded(
                "the episode was changed beneath Chat: call `save` and `restore` of the outermost wrapper, "
                "not of `env.unwrapped`, or `reset()`"
            )

    def _seen(self, observation: Mapping[str, str]) -> dict[str, Any]:
        system = {"role": "system", "content": observation["instructions"]}
        messages, whole = _fitting(self._history, MAX_JSON_BYTES - _SPARE - _size(system))
        if not whole:
            system["content"] += _LEFT_OUT
        return {"messages": [system, *map(_copied, messages)], "tools": json.loads(observation["tools"])}


# What is sent


class SentCall(NamedTuple):
    """A tool call of a message, whatever the model left out."""

    id: str
    name: str
    arguments: Any
    """As they came: JSON text, or an object, or something else."""

    @property
    def action(self) -> dict[str, Any]:
        """The call as an action of the env."""
        return {"name": self.name, "arguments": read_arguments(self.arguments)}

    @property
    def message(self) -> Message:
        """The call as it is kept in the messages."""
        function = {"name": _short(self.name), "arguments": _written(self.arguments)}
        return {"id": self.id, "type": "function", "function": function}


class Sent(NamedTuple):
    """What an assistant message says and calls."""

    words: str | None
    calls: list[SentCall]


def read_message(action: Any) -> Sent:
    """What an action says and calls. Raises InvalidAction for anything but a text and an assistant message."""
    action = _plain(action)
    if isinstance(action, str):
        return Sent(action, [])
    if not isinstance(action, dict) or action.get("role") != "assistant":
        raise gym.error.InvalidAction(f"an action is an assistant message or a text, not {_kind(action)}")
    return Sent(_words(action.get("content")), _calls(action.get("tool_calls")))


def read_arguments(arguments: Any) -> Any:
    """The arguments of a call; none at all are an empty object, and text that is no JSON stays text, which fails."""
    if not isinstance(arguments, str):
        return {} if arguments is None else arguments
    try:
        value = json.loads(arguments) if arguments.strip() else None
    except (ValueError, RecursionError):
        return arguments
    # A text in a text stays as it is, so that reading twice is reading once.
    return arguments if isinstance(value, str) else read_arguments(value)


def _plain(value: Any) -> Any:
    """An object of the client library as a dict; only one level of it, so that no depth of it can raise."""
    return dict(value) if isinstance(value, BaseModel) else value


def _kind(value: Any) -> str:
    """What a value is, in words that cannot raise, whatever it holds."""
    return f"a dict with the role {value.get('role')!r:.40}" if _has_role(value) else type(value).__name__


def _has_role(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("role"), str)


def _words(content: Any) -> str | None:
    if content is None or isinstance(content, str):
        return content
    if not isinstance(content, list | tuple):
        raise gym.error.InvalidAction(f"the content of a message is text or a list of parts, not {_kind(content)}")
    return "".join(map(_part, content))


def _part(part: Any) -> str:
    """The text of a content part."""
    part = _plain(part)
    kind = part.get("type") if isinstance(part, dict) else None
    text = part.get(kind) if kind in ("text", "refusal") else None
    if not isinstance(text, str):
        raise gym.error.InvalidAction("the parts of an assistant message are texts and refusals, no others")
    return text


def _calls(calls: Any) -> list[SentCall]:
    if not isinstance(calls, list | tuple | None):
        raise gym.error.InvalidAction(f"the tool calls of a message are a list, not {_kind(calls)}")
    found = [_call(call) for call in calls or ()]
    return [call._replace(id=id) for call, id in zip(found, _unique([call.id for call in found]), strict=True)]


def _call(call: Any) -> SentCall:
    call = _plain(call)
    call = call if isinstance(call, dict) else {}
    function = _plain(call.get("function"))
    function = function if isinstance(function, dict) else {}
    id, name = call.get("id"), function.get("name")
    return SentCall(
        id=_short(id) if isinstance(id, str) else "",
        name=name if isinstance(name, str) else "",
        arguments=function.get("arguments"),
    )


def _unique(ids: Sequence[str]) -> Iterable[str]:
    """The ids of the calls of one message; where one is missing or stands twice, one of its own."""
    given = set(ids)
    spare = (id for id in map(call_id, count(1)) if id not in given)
    unique: dict[str, None] = {}
    for id in ids:
        unique[id if id and id not in unique else next(spare)] = None
    return unique


# What is kept


def _kept_turn(sent: Sent, heard: Sequence[str]) -> list[Kept]:
    """A message with the calls that were made, and what they or the customer answered."""
    calls = [call.message for call, _ in zip(sent.calls, heard, strict=False)]
    words = None if sent.words is None and calls else clean_text(sent.words or "").value
    message = {"role": "assistant", "content": words}
    if not calls:
        return [_kept(message), _kept({"role": "user", "content": heard[0]})]
    results = [
        {"role": "tool", "tool_call_id": call["id"], "content": content}
        for call, content in zip(calls, heard, strict=True)
    ]
    return [
        Kept({**message, "tool_calls": calls}, _size(message)),
        *(Kept(result, _size(call) + _size(result)) for call, result in zip(calls, results, strict=True)),
    ]


def _kept(message: Message) -> Kept:
    return Kept(message, _size(message))


def _size(value: Any) -> int:
    """The bytes that a value takes in a list in shared memory."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")) + 2


def _short(text: str) -> str:
    return clean_text(text[:_LONGEST_NAME]).value


def _written(arguments: Any) -> str:
    """Arguments as the text that is kept: as it was sent, and JSON that is too long is cut so that it stays JSON."""
    value = read_arguments(arguments)
    readable = isinstance(value, dict)
    if isinstance(arguments, str) and arguments.strip() and (len(arguments) <= MAX_TEXT or not readable):
        return clean_text(arguments).value
    members = value if readable else {"arguments": value}
    return json.dumps(clean_arguments(members).value, ensure_ascii=False)


# What is shown


def _fitting(history: Sequence[Kept], room: int) -> tuple[list[Message], bool]:
    """The newest messages that fit, each result with its call; and whether these are all."""
    start = len(history)
    while start and history[start - 1].size <= room:
        start -= 1
        room -= history[start].size
    messages = [message for message, _ in history[start:]]
    if messages and messages[0]["role"] == "tool":
        messages.insert(0, _calling(history, start))
    return messages, start == 0


def _calling(history: Sequence[Kept], start: int) -> Message:
    """The message whose calls are answered from here on, with these calls alone."""
    first = end = start
    while history[first].message["role"] == "tool":
        first -= 1
    while end < len(history) and history[end].message["role"] == "tool":
        end += 1
    message = history[first].message
    return {**message, "tool_calls": message["tool_calls"][start - end :]}


def _copied(message: Message) -> Message:
    """A message that can be changed without changing the history."""
    if "tool_calls" not in message:
        return dict(message)
    calls = [{**call, "function": dict(call["function"])} for call in message["tool_calls"]]
    return {**message, "tool_calls": calls}
