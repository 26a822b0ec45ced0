"""A model's raw text as the action."""

import json
import re
from typing import Any, NamedTuple

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from crm_gym.envs.spaces import Utterance
from crm_gym.wrappers.chat import ChatAction


class Parsed(NamedTuple):
    """What a text is: tool calls, or something to say."""

    words: str
    calls: list[dict[str, Any]]


class TextAction(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Takes the text that a model writes, and finds the tool calls in it.

    Calls stand in `<tool_call>{"name": ..., "arguments": {...}}</tool_call>` (one or several), or the whole text is
    such a JSON object, or a list of them, also in a Markdown fence. Anything else is said to the customer, without what
    stands in `<think>...</think>`. Something that looks like a call and is no JSON is answered as a failed attempt.
    Works over the env itself and over `Chat`; over the env, the results of several calls come joined in `content`.

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
        self.action_space = Utterance()

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Makes the calls of a text, or says it."""
        if not isinstance(action, str):
            raise gym.error.InvalidAction(f"an action is a text, not {type(action).__name__}: {action!r}")
        parsed = parse(action)
        if self._chat:
            return self.env.step(_message(parsed))
        actions: list[Any] = [*parsed.calls] or [parsed.words]
        return self._each(actions)

    def _each(self, actions: list[Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        total, contents = 0.0, []
        for action in actions:
            observation, reward, terminated, truncated, info = self.env.step(action)
            total += float(reward)
            contents.append(observation["content"])
            if terminated or truncated:
                break
        return {**observation, "content": "\n".join(contents)}, total, terminated, truncated, info


_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_TAGGED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_FENCED = re.compile(r"\s*```(?:json)?\s*(.*?)\s*```\s*", re.DOTALL)
_LIKE_A_CALL = re.compile(r"\s*\{\s*\"(?:name|function|tool)\"")


def parse(text: str) -> Parsed:
    """The tool calls that stand in a text, or the text as something to say."""
    text = _THOUGHT.sub("", text)
    tagged = _TAGGED.findall(text)
    if tagged:
        words = _TAGGED.sub("", text).strip()
        return Parsed(words, [call for part in tagged for call in _calls(part) or [_broken(part)]])
    fenced = _FENCED.fullmatch(text)
    bare = fenced[1] if fenced else text
    calls = _calls(bare)
    if not calls and _LIKE_A_CALL.match(bare):
        calls = [_broken(bare)]
    return Parsed("" if calls else text.strip(), calls)


def _calls(text: str) -> list[dict[str, Any]]:
    """The calls that a JSON text is; none when it is something else."""
    try:
        value = json.loads(text)
    except ValueError:
        return []
    values = value if isinstance(value, list) else [value]
    calls = [_call(item) for item in values]
    return [call for call in calls if call] if all(calls) else []


def _call(value: Any) -> dict[str, Any]:
    """One call in the forms that models write; empty when it is none."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return {}
    arguments = value.get("arguments", value.get("parameters", {}))
    if isinstance(arguments, str):
        arguments = _loaded(arguments)
    return {"name": value["name"], "arguments": arguments}


def _loaded(text: str) -> Any:
    """Arguments that were written as JSON in a string; what is no JSON stays text and fails as a call."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _broken(text: str) -> dict[str, Any]:
    """A call that cannot be read, as the attempt that it is."""
    name = re.search(r'"name"\s*:\s*"([^"]{1,80})"', text)
    return {"name": name[1] if name else "", "arguments": text.strip()}


def _message(parsed: Parsed) -> dict[str, Any]:
    calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": call["name"], "arguments": _dumped(call["arguments"])},
        }
        for number, call in enumerate(parsed.calls, 1)
    ]
    message = {"role": "assistant", "content": parsed.words}
    return {**message, "tool_calls": calls} if calls else message


def _dumped(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
