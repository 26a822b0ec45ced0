"""A model's raw text as the action."""

import json
import re
from typing import Any, NamedTuple

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from crm_gym.envs.spaces import MAX_BYTES, AgentAction, Utterance, has_leaf
from crm_gym.wrappers.branching import Branching
from crm_gym.wrappers.chat import ChatAction, read_arguments


class Parsed(NamedTuple):
    """What a text is: tool calls, or something to say."""

    words: str
    calls: list[dict[str, Any]]


class TextAction(Branching, RecordConstructorArgs):
    """Takes the text that a model writes, and finds the tool calls in it.

    Calls stand in `<tool_call>{"name": ..., "arguments": {...}}</tool_call>` (one or several), or the whole text is
    such a JSON object, a list of them, or an object with `tool_calls` or `function_call`, also in a Markdown fence.
    Anything else is said to the customer. What stands in `<think>...</think>` is neither said nor called, nor is what
    comes before a `</think>` that the prompt has opened. Something that looks like a call and is no JSON is answered as
    a failed attempt. Works over the env itself and over `Chat`; over the env, the results of several calls come joined
    in `content`, cut where they do not fit into it.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import TextAction

    env = TextAction(gym.make("CRMPayments-v0"))
    env.reset(seed=7)
    text = '<tool_call>{"name": "find_party", "arguments": {"email": "ines@mail.example"}}</tool_call>'
    observation, reward, terminated, truncated, info = env.step(text)
    assert observation["role"] == "tool"
    ```
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        self._chat = isinstance(env.action_space, ChatAction)
        plain = isinstance(env.action_space, AgentAction) and has_leaf(env.observation_space, "content", Utterance)
        if not (self._chat or plain):
            raise TypeError(
                f"TextAction goes over the env itself or over Chat, once, like TextAction(Chat(env)): {env}"
            )
        self.action_space = Utterance()
        self._joined = ""

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        self._joined = ""
        return self.env.reset(**kwargs)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Makes the calls of a text, or says it."""
        if not isinstance(action, str):
            raise gym.error.InvalidAction(f"an action is a text, not {type(action).__name__}")
        parsed = parse(action)
        if self._chat:
            return self.env.step(_message(parsed))
        actions: list[Any] = [*parsed.calls] or [parsed.words]
        return self._each(actions)

    def _memory(self) -> str:
        return self._joined

    def _remember(self, memory: str) -> None:
        self._joined = memory

    def _each(self, actions: list[Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        total, contents = 0.0, []
        for action in actions:
            observation, reward, terminated, truncated, info = self.env.step(action)
            total += float(reward)
            contents.append(observation["content"])
            if terminated or truncated:
                break
        self._joined = _cut("\n".join(contents)) if len(contents) > 1 else ""
        return self._seen(observation), total, terminated, truncated, info

    def _seen(self, observation: Any) -> Any:
        return {**observation, "content": self._joined} if self._joined else observation


def _cut(text: str) -> str:
    """What of a text fits into an observation, with a note about the rest."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= MAX_BYTES:
        return text
    kept = data[: MAX_BYTES - _NOTE].decode("utf-8", "ignore")
    return f"{kept} [... {len(text) - len(kept)} characters left out]"


_NOTE = 60
"""What the note about a cut takes at most, in bytes."""

_THINK = re.compile(r"</?think>")
_TAGGED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_LIKE_A_CALL = re.compile(
    r"""
    [\[{\s]* \{ \s* ["'] (?:                                            # not only braces: the first name tells
        (?: name | function | tool | tool_calls | function_call | arguments | parameters ) ["']
        | type ["'] \s* : \s* ["'] function ["']
        | id ["'] \s* : \s* ["'] [^"']* ["'] \s* , \s* ["'] (?: name | function | type ) ["']
    )
    """,
    re.VERBOSE,
)
_NAMED = re.compile(r"""["']name["']\s*:\s*["']([^"']{1,80})["']""")


def parse(text: str) -> Parsed:
    """The tool calls that stand in a text, or the text as something to say."""
    text = _without_thoughts(text)
    tagged = _TAGGED.findall(text)
    if tagged:
        words = _TAGGED.sub("", text).strip()
        return Parsed(words, [call for part in tagged for call in _calls(part) or [_broken(part)]])
    bare = _unfenced(text)
    calls = _calls(bare)
    if not calls and _LIKE_A_CALL.match(bare):
        calls = [_broken(bare)]
    return Parsed("" if calls else text.strip(), calls)


def _without_thoughts(text: str) -> str:
    """What a model says or calls. A thought may hold others; one that the prompt has opened begins with the text.

    A thought that is never closed ends where the last one in it does, or with the text.
    """
    said: list[str] = []
    depth = opened = start = 0
    for tag in _THINK.finditer(text):
        if tag[0] == "</think>":
            if not depth:
                said.clear()
            depth = max(0, depth - 1)
            start = tag.end()
        else:
            if not depth:
                opened = tag.start()
                said.append(text[start:opened])
            depth += 1
    if not depth:
        said.append(text[start:])
    elif start > opened:
        said.append(text[start:].partition("<think>")[0])
    return "".join(said)


def _unfenced(text: str) -> str:
    """A text without the Markdown fence around it, closed or not."""
    bare = text.strip()
    return bare[3:].removeprefix("json").removesuffix("```").strip() if bare.startswith("```") else bare


def _calls(text: str) -> list[dict[str, Any]]:
    """The calls that a JSON text is; none when it is something else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(value, dict) and isinstance(value.get("tool_calls"), list):
        value = value["tool_calls"]
    calls = [_call(item) for item in (value if isinstance(value, list) else [value])]
    return calls if all(calls) else []


def _call(value: Any) -> dict[str, Any]:
    """One call in the forms that models write; empty when it is none."""
    for wrapping in ("function", "function_call"):
        if isinstance(value, dict) and isinstance(value.get(wrapping), dict):
            value = value[wrapping]
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return {}
    return {"name": value["name"], "arguments": read_arguments(value.get("arguments", value.get("parameters")))}


def _broken(text: str) -> dict[str, Any]:
    """A call that cannot be read, as the attempt that it is."""
    name = _NAMED.search(text)
    return {"name": name[1] if name else "", "arguments": read_arguments(text.strip())}


def _message(parsed: Parsed) -> dict[str, Any]:
    """The text as an assistant message. Arguments stay values, so that `Chat` makes the same calls as the env."""
    calls = [{"type": "function", "function": call} for call in parsed.calls]
    message = {"role": "assistant", "content": parsed.words}
    return {**message, "tool_calls": calls} if calls else message
