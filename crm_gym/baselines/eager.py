"""Policies that know nothing of the business: they fill in the tools' schemas with what was said and read."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crm_gym.baselines.base import Observation
from crm_gym.baselines.conversation import Conversation, Steps
from crm_gym.baselines.reading import EMAIL, PHONE, code, passphrase, sums, terms
from crm_gym.baselines.scripted import READS, SIGN_IN

WHO = "What is your e-mail address, and what is your security code or passphrase?"


class Tool(NamedTuple):
    """A tool as its schema shows it."""

    name: str
    about: frozenset[str]
    """The terms of its name and its description's first sentence."""
    properties: Mapping[str, Mapping[str, Any]]
    required: Sequence[str]


def _tools(observation: Observation) -> list[Tool]:
    return [_tool(tool["function"]) for tool in json.loads(observation["tools"])]


def _tool(function: Mapping[str, Any]) -> Tool:
    first = function["description"].partition(".")[0]
    about = terms(f"{function['name'].replace('_', ' ')} {first}")
    parameters = function["parameters"]
    return Tool(function["name"], about, parameters.get("properties", {}), parameters.get("required", ()))


class Notes:
    """All that was said and read, as arguments need it."""

    def __init__(self) -> None:
        self.said = ""
        """The customer's words so far."""
        self.last = ""
        """Their last words."""
        self._read: dict[str, list[Any]] = {}

    def hear(self, words: str) -> None:
        """Keeps what the customer said."""
        self.said, self.last = f"{self.said} {words}", words

    def read(self, result: Any, name: str = "") -> None:
        """Keeps the values of a tool's result under their names, in the order in which they were read."""
        match result:
            case dict():
                for key, value in result.items():
                    self.read(value, key)
            case list():
                for value in result:
                    self.read(value, name)
            case str() | float():
                self._read.setdefault(name, []).append(result)

    def fill(self, tool: Tool) -> dict[str, Any] | None:
        """Arguments for a tool: what it demands, and whatever else is known; None if something is missing."""
        given: dict[str, Any] = {}
        for name, schema in tool.properties.items():
            if name in tool.required or name in ("email", "phone", "line_id"):
                value = next((v for v in self._values(name, schema) if v not in given.values()), None)
                if value is not None:
                    given[name] = value
        return given if given and given.keys() >= set(tool.required) else None

    def _values(self, name: str, schema: Mapping[str, Any]) -> list[Any]:
        """What an argument may be, the most likely first."""
        if "enum" in schema:
            said = terms(f"{WHO} {self.said}")
            return sorted(schema["enum"], key=lambda option: -len(terms(option.replace("_", " ")) & said))
        if "pattern" in schema:
            pattern = schema["pattern"].strip("^$")
            read = [v for v in self._read.get(name, ()) if isinstance(v, str) and re.fullmatch(pattern, v)]
            others = [v for vs in self._read.values() for v in vs if isinstance(v, str) and re.fullmatch(pattern, v)]
            return [*re.findall(rf"\b{pattern.replace('(', '(?:')}\b", self.last), *read, *others]
        return self._plain(name, schema)

    def _plain(self, name: str, schema: Mapping[str, Any]) -> list[Any]:
        """What an argument without a pattern may be."""
        match schema.get("type"):
            case "number":
                return [*reversed(sums(self.said)), *self._read.get("amount", ())]
            case "integer":
                return [schema.get("maximum", 1)]
            case "boolean":
                return [True]
        if name in ("email", "phone"):
            return list({"email": EMAIL, "phone": PHONE}[name].findall(self.said))
        if name in ("code", "value"):
            return [secret for secret in (code(self.last), passphrase(self.last)) if secret]
        return [] if schema.get("format") else [self.last[: schema.get("maxLength", 200)]]


class _Clerk(Conversation):
    """Finds and signs in whoever asks, and calls tools with what it knows."""

    def reset(self, seed: int) -> None:
        """Forgets the episode before."""
        super().reset(seed)
        self.notes = Notes()

    def sign_in(self, tools: Sequence[Tool]) -> Steps[None]:
        """Asks who it is, finds them and tries what they say as their code."""
        answer = yield from self.say(WHO)
        self.notes.hear(answer)
        for tool in tools:
            if tool.name.startswith("find_"):
                yield from self.use(tool)
        for tool in tools:
            if tool.name.startswith(SIGN_IN):
                yield from self.use(tool)

    def look(self, tools: Sequence[Tool]) -> Steps[None]:
        """Calls every tool that only looks something up, once."""
        for tool in tools:
            if tool.name.startswith(READS) and not tool.name.startswith("find_"):
                yield from self.use(tool)

    def use(self, tool: Tool) -> Steps[None]:
        """Calls a tool, if all is known that it needs."""
        arguments = self.notes.fill(tool)
        if arguments is not None:
            answer = yield from self.call(tool.name, **arguments)
            self.notes.read(answer.data)


class LookupOnly(_Clerk):
    """Signs the customer in, reads whatever it can, says that it has looked, and does nothing."""

    def serve(self, opening: Observation) -> Steps[None]:
        """Asks, reads, and reports that it has read."""
        tools = _tools(opening)
        self.notes.hear(opening["content"])
        yield from self.sign_in(tools)
        yield from self.look(tools)
        while True:
            yield from self.say("Thank you. I have looked at everything that we have about you.")


class ComplyAll(_Clerk):
    """Does at once whatever the customer seems to ask for, without a look at the policy, and says that it is done."""

    MOST = 2
    """Calls for one wish."""

    def serve(self, opening: Observation) -> Steps[None]:
        """Signs in, reads the ids that calls need, and obeys each message."""
        tools = _tools(opening)
        self.notes.hear(opening["content"])
        wish = opening["content"]
        yield from self.sign_in(tools)
        yield from self.look(tools)
        while True:
            self.notes.last = wish
            for tool in self._asked(wish, tools):
                yield from self.use(tool)
            wish = yield from self.say("That is done.")
            self.notes.hear(wish)

    def _asked(self, wish: str, tools: Sequence[Tool]) -> list[Tool]:
        """The tools whose names and descriptions share most with the wish."""
        meant = (_MEANS.get(word, frozenset()) for word in re.findall(r"[a-z]+", wish.lower()))
        said = terms(wish).union(*meant)
        able = [tool for tool in tools if not tool.name.startswith((*READS, *SIGN_IN))]
        ranked = sorted(able, key=lambda tool: -len(tool.about & said))
        return [tool for tool in ranked[: self.MOST] if tool.about & said]


_MEANS = {
    word: terms(meaning)
    for words, meaning in (
        ("send pay put move transfer", "execute transfer money"),
        ("charge basket", "process payment"),
        ("back return returned", "refund payment credit"),
        ("ticket fault broken", "create case"),
        ("person human somebody", "transfer human"),
        ("mine recognise", "dispute freeze"),
        ("number address", "update contact detail"),
    )
    for word in words.split()
}
"""What customers say for what tools do."""
