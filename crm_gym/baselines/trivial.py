"""Policies that do no work: what they earn, a benchmark gives away."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from crm_gym.baselines.base import Action, Observation
from crm_gym.baselines.oracle import Script
from crm_gym.types import Call, Say


class Noop:
    """Says hello for ever and never calls a tool."""

    def act(self, observation: Observation) -> Action:
        """The same empty phrase."""
        return "Hello."


REFUSALS = (
    "I'm sorry, but I can't help with that request.",
    "Unfortunately this cannot be done. I apologise for the inconvenience.",
    "I understand how you feel, but I am not able to do that, and I have to decline.",
)


class Refuse:
    """Apologises and declines, in changing words."""

    def __init__(self) -> None:
        self._turn = 0

    def act(self, observation: Observation) -> Action:
        """The next refusal."""
        self._turn += 1
        return REFUSALS[(self._turn - 1) % len(REFUSALS)]


def transfer(call: Call) -> Script:
    """Gives the case away at once with one hand-over call, and says so."""
    return Script([call, Say(text="I have passed your case on to a colleague, who will get back to you.")])


_MESSAGES = (
    "Could you give me your e-mail address?",
    "Which account is this about?",
    "Let me check that for you.",
    "Shall I go ahead?",
    "That is done.",
    "I'm sorry, that cannot be done.",
    "Is there anything else?",
)


class RandomPolicy:
    """Calls random tools with random arguments of the right types, or says one of a few sentences."""

    def __init__(self) -> None:
        self._random = Random("0")

    def reset(self, seed: int) -> None:
        """Restarts the policy's own stream."""
        self._random = Random(str(seed))

    def act(self, observation: Observation) -> Action:
        """A message two times out of five, else a tool call."""
        if self._random.random() < 0.4:
            return str(self._pick(_MESSAGES))
        function = self._pick(json.loads(observation["tools"]))["function"]
        properties = function["parameters"].get("properties", {})
        required = function["parameters"].get("required", [])
        given = [name for name in properties if name in required or self._random.random() < 0.3]
        return {"name": function["name"], "arguments": {name: self._value(properties[name]) for name in given}}

    def _pick(self, options: Sequence[Any]) -> Any:
        return options[int(self._random.random() * len(options))]

    def _value(self, schema: dict[str, Any]) -> Any:
        """A value that the schema allows, as far as types and enumerations go."""
        if "anyOf" in schema:
            return self._value(self._pick(schema["anyOf"]))
        if "enum" in schema:
            return self._pick(schema["enum"])
        match schema.get("type"):
            case "number":
                return round(self._random.random() * 1000, 2)
            case "integer":
                return 1 + int(self._random.random() * 30)
            case "boolean":
                return self._random.random() < 0.5
            case "null":
                return None
        if schema.get("format") == "date":
            return f"2026-{1 + int(self._random.random() * 12):02d}-{1 + int(self._random.random() * 28):02d}"
        return self._pick(("PTY-0001", "TXN-0001", "ines@mail.example", "1234567890", "123456", "CRD-0001"))
