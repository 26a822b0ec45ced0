"""The words: what an agent does, what happens, and what is spoken."""

import json
import math
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

MAX_TEXT = 16_000
"""Longest message or JSON of arguments from an agent, in characters; the rest is cut, and the answer says so."""

MAX_DEPTH = 16
"""Deepest nesting of arguments that is read at all."""

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


class Call(Value):
    """The agent calls a tool."""

    kind: Literal["call"] = "call"
    name: str
    arguments: Arguments = {}


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


Spoken = AgentSays | UserSays
Event = Annotated[AgentSays | UserSays | ToolUse, Field(discriminator="kind")]


class Cleaned(NamedTuple, Generic[T]):
    """Input as it is recorded, and what had to be changed or is wrong with it ('' when nothing is)."""

    value: T
    note: str


def clean_text(text: str) -> Cleaned[str]:
    """Text that can be stored and sent anywhere: no lone surrogates, at most `MAX_TEXT` characters."""
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


def clean_arguments(arguments: dict[Any, Any]) -> Cleaned[Arguments]:
    """Arguments as plain JSON of bounded size; the note says why a tool must not run them as they came."""
    try:
        text = json.dumps(arguments, allow_nan=False, ensure_ascii=False)
        if text.isascii() and len(text) <= MAX_TEXT and _depth(text) <= MAX_DEPTH:
            return Cleaned(arguments, "")
    except (TypeError, ValueError, RecursionError):
        pass
    notes: list[str] = []
    cleaned = _plain(arguments, notes, 0)
    assert isinstance(cleaned, dict)
    if len(json.dumps(cleaned, ensure_ascii=False)) > MAX_TEXT:
        notes.append(f"arguments are longer than {MAX_TEXT} characters")
        cleaned = {"cut": json.dumps(cleaned, ensure_ascii=False)[:1000]}
    return Cleaned(cleaned, "; ".join(dict.fromkeys(notes)))


def _depth(text: str) -> int:
    """An upper bound of the nesting depth of a JSON text."""
    return text.count("{") + text.count("[")


def _plain(value: object, notes: list[str], depth: int) -> Json:
    if depth > MAX_DEPTH:
        notes.append(f"arguments are nested deeper than {MAX_DEPTH}")
        return "..."
    match value:
        case None | bool():
            return value
        case int():
            if abs(value) < 2**63:
                return int(value)
            notes.append("a number is too large")
            return hex(value)[:32]
        case float():
            if math.isfinite(value):
                return float(value)
            notes.append("a number is not finite")
            return str(value)
        case str():
            text = clean_text(value)
            notes += [text.note] if text.note else []
            return text.value
        case dict():
            return {clean_text(str(key)).value: _plain(item, notes, depth + 1) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item, notes, depth + 1) for item in value]
        case _:
            notes.append(f"a value of type {type(value).__name__} is not JSON")
            return f"<{type(value).__name__}>"
