"""The words: what an agent does, what happens, and what is spoken."""

import json
import math
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

MAX_TEXT = 16_000
"""Longest message or JSON of arguments from an agent, in characters; the rest is cut, and the answer says so."""

MAX_DEPTH = 16
"""Deepest nesting of arguments that is read at all."""

MAX_NOTES = 8
"""How many faults of one call are named."""

Json = JsonValue
Arguments = dict[str, JsonValue]
T = TypeVar("T")


class Value(BaseModel):
    """A frozen value; a field that is not declared is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Say(Value):
    """The agent tells the user something."""

    kind: Literal["say"] = "say"
    text: str

    @property
    def action(self) -> str:
        """It as an action of the env."""
        return self.text


class Call(Value):
    """The agent calls a tool."""

    kind: Literal["call"] = "call"
    name: str
    arguments: Arguments = {}

    @property
    def action(self) -> dict[str, Any]:
        """It as an action of the env."""
        return {"name": self.name, "arguments": self.arguments}


class AgentSays(Value):
    """A message that the user has received."""

    kind: Literal["agent"] = "agent"
    text: str


class UserSays(Value):
    """A turn of the user."""

    kind: Literal["user"] = "user"
    text: str


Status = Literal["ok", "refused", "invalid", "unknown", "not_exposed"]


class ToolUse(Value):
    """A tool call and its answer: one event."""

    kind: Literal["tool"] = "tool"
    name: str
    arguments: Arguments
    status: Status
    result: str
    """The envelope as JSON text, exactly as the agent saw it."""
    writes: bool = False
    """Whether the tool is one that may change records."""
    wrote: int = 0
    """How many entries of the journal this call added."""


class Routed(Value):
    """The agent moves to another node of the graph, or tries to: what it sees from here on is that node's."""

    kind: Literal["route"] = "route"
    node: str
    status: Literal["ok", "invalid", "not_exposed"]
    result: str
    """The envelope as JSON text."""


Spoken = AgentSays | UserSays
Event = Annotated[AgentSays | UserSays | ToolUse | Routed, Field(discriminator="kind")]


class Cleaned(NamedTuple, Generic[T]):
    """Input as it is recorded, and what had to be changed or is wrong with it ('' when nothing is)."""

    value: T
    note: str


def clean_text(text: str) -> Cleaned[str]:
    """Text that can be stored and sent anywhere: no lone surrogates, at most `MAX_TEXT` characters."""
    if len(text) <= MAX_TEXT and text.isascii():
        return Cleaned(text, "")
    notes = []
    if len(text) > MAX_TEXT:
        text = text[:MAX_TEXT]
        notes.append(f"cut to {MAX_TEXT} characters")
    if not text.isascii():
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if whole != text:
            text = whole
            notes.append("lone surrogates replaced")
    return Cleaned(text, ", ".join(notes))


_MOST_FOR_ONE = 40
"""Characters that one character or one value takes in JSON at most, with the marks around it: a number, cut off."""


def clean_arguments(arguments: dict[Any, Any]) -> Cleaned[Arguments]:
    """Arguments as plain JSON of bounded size; the note says why a tool must not run them as they came."""
    if _is_clean(arguments):
        return Cleaned(dict(arguments), "")
    cleaning = _Cleaning()
    cleaned = cleaning.members(arguments, 0)
    if MAX_TEXT - cleaning.left > MAX_TEXT // _MOST_FOR_ONE:
        text = json.dumps(cleaned, ensure_ascii=False)
        if cleaning.left < 0 or len(text) > MAX_TEXT:
            cleaning.note(f"arguments are longer than {MAX_TEXT} characters")
            cleaned = {"cut": text[:1000]}
    return Cleaned(cleaned, "; ".join(cleaning.notes))


def _is_clean(arguments: dict[Any, Any]) -> bool:
    """Whether they are what nearly every call has, a few short plain texts and numbers; that is quick to see."""
    size = 0
    for name, value in arguments.items():
        if type(name) is not str or not name.isascii():
            return False
        if type(value) is str:
            if not value.isascii():
                return False
            size += len(value)
        elif type(value) is not float or not math.isfinite(value):
            return False
        size += len(name) + 1
    return size <= MAX_TEXT // _MOST_FOR_ONE


class _Cleaning:
    """One pass over arguments that may be anything: what is wrong with them, and how much may still be recorded.

    It reads no more than it records, so that neither loops nor what is shared many times over can hold it up.
    """

    def __init__(self) -> None:
        self.notes: dict[str, None] = {}
        self.left = MAX_TEXT

    def note(self, note: str) -> None:
        if len(self.notes) < MAX_NOTES:
            self.notes[note] = None

    def value(self, value: object, depth: int) -> Json:
        self.left -= 1
        if depth > MAX_DEPTH:
            self.note(f"arguments are nested deeper than {MAX_DEPTH}")
            return "..."
        match value:
            case None | bool():
                return value
            case int() | float():
                return self.number(value)
            case str():
                return self.text(value)
            case dict():
                return dict(self.members(value, depth))
            case list() | tuple():
                return [self.value(item, depth + 1) for item in value if self.left >= 0]
        self.note(f"a value of type {clean_text(type(value).__name__[:40]).value} is not JSON")
        return "..."

    def number(self, value: int | float) -> Json:
        if isinstance(value, int):
            if abs(value) < 2**63:
                return int(value)
            self.note("a number is too large")
            return hex(value)[:32]
        if math.isfinite(value):
            return float(value)
        self.note("a number is not finite")
        return str(float(value))

    def text(self, value: str) -> str:
        text = clean_text(str.__str__(value))
        self.left -= len(text.value)
        if text.note:
            self.note(text.note)
        return text.value

    def members(self, members: dict[Any, Any], depth: int) -> Arguments:
        return {self.name(name): self.value(item, depth + 1) for name, item in members.items() if self.left >= 0}

    def name(self, name: object) -> str:
        if isinstance(name, str):
            return self.text(name)
        self.note("names must be text")
        return "..."
