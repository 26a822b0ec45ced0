"""What an agent sends is recorded as plain, bounded JSON, whatever it was."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from crm_gym.types import (
    MAX_DEPTH,
    MAX_TEXT,
    AgentSays,
    Call,
    Cleaned,
    Event,
    ToolUse,
    UserSays,
    clean_arguments,
    clean_text,
)

LARGE = 4 * MAX_TEXT
"""Generous bound of what may be stored for one call, in characters of JSON."""

HOSTILE_TEXT = st.text(st.characters(), max_size=30) | st.text(
    "\ud800\udc00\x00\ufeff\ufffe\u202e\U0001f600a", max_size=30
)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("abc é", max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=5), inner, max_size=3),
    max_leaves=8,
)
HOSTILE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 2000).map(lambda power: -(10**power))
    | st.floats()
    | HOSTILE_TEXT
    | st.binary(max_size=5)
    | st.sampled_from([object(), {1, 2}, range(3), complex(1, 2), Ellipsis, dict, "x" * 20_000]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner)
        | st.dictionaries(HOSTILE_TEXT | st.integers() | st.none() | st.tuples(st.integers()), inner, max_size=4)
    ),
    max_leaves=12,
)


def looped() -> dict[str, Any]:
    """A dict that contains itself many times over."""
    loop: dict[str, Any] = {}
    loop.update({str(number): loop for number in range(20)})
    return loop


def deep(levels: int, kind: type = dict) -> dict[str, Any]:
    inner: Any = "bottom"
    for _ in range(levels):
        inner = {"in": inner} if kind is dict else [inner]
    return {"top": inner}


def wide(levels: int) -> dict[str, Any]:
    """A small object that is huge when written out: each level refers to the one below ten times."""
    inner: Any = "leaf"
    for _ in range(levels):
        inner = [inner] * 10
    return {"top": inner}


def require_recorded(cleaned: Cleaned[Any]) -> None:
    """JSON, small, storable as an event and sendable as UTF-8."""
    text = json.dumps(cleaned.value, allow_nan=False, ensure_ascii=False)
    assert len(text) <= LARGE
    text.encode()
    assert len(cleaned.note) < 1000
    use = ToolUse(name="x", arguments=cleaned.value, status="invalid", result="{}")
    assert ToolUse.model_validate_json(use.model_dump_json()).arguments == cleaned.value


@given(st.dictionaries(st.text("abc", max_size=5), PLAIN, max_size=4))
def test_plain_arguments_come_through_untouched(arguments: dict[str, Any]):
    assert clean_arguments(arguments) == (arguments, "")


@settings(max_examples=150)
@given(st.dictionaries(HOSTILE_TEXT | st.integers(), HOSTILE, max_size=4))
def test_any_arguments_are_recorded_as_small_json(arguments: dict[Any, Any]):
    cleaned = clean_arguments(arguments)
    require_recorded(cleaned)
    assert clean_arguments(cleaned.value).value == cleaned.value
    assert cleaned.note or json.loads(json.dumps(arguments)) == cleaned.value


@pytest.mark.parametrize(
    ("arguments", "note"),
    [
        (looped(), "nested deeper"),
        (deep(100_000), "nested deeper"),
        (deep(100_000, list), "nested deeper"),
        (deep(MAX_DEPTH), "nested deeper"),
        (wide(12), "longer than"),
        ({"text": "x" * 1_000_000}, "cut to"),
        ({"text": "é" * 1_000_000}, "cut to"),
        ({str(number): "x" for number in range(100_000)}, "longer than"),
        ({"list": list(range(100_000))}, "longer than"),
        ({"x" * 1_000_000: 1}, "cut to"),
        ({"a": "\x00" * 15_000}, "longer than"),
        ({"text": "lone \ud800 surrogate"}, "surrogates"),
        ({"lone \udfff surrogate": 1}, "surrogates"),
        ({"amount": math.nan}, "not finite"),
        ({"amount": -math.inf}, "not finite"),
        ({"amount": 2**63}, "too large"),
        ({"amount": -(10**4000)}, "too large"),
        ({"amount": 10**100_000}, "too large"),
        ({"amount": b"15"}, "type bytes is not JSON"),
        ({"amount": {1, 2}}, "type set is not JSON"),
        ({"amount": object()}, "type object is not JSON"),
        ({"amount": type("x" * 100_000, (), {})()}, "is not JSON"),
        ({1: "one"}, "names must be text"),
        ({None: "one"}, "names must be text"),
        ({10**100_000: "one"}, "names must be text"),
        ({"in": {(1, 2): "one"}}, "names must be text"),
    ],
)
def test_what_is_no_plain_json_is_recorded_with_a_note(arguments: dict[Any, Any], note: str):
    cleaned = clean_arguments(arguments)
    assert note in cleaned.note
    require_recorded(cleaned)
    assert clean_arguments(cleaned.value).value == cleaned.value


def test_nesting_within_bounds_is_read():
    arguments = deep(MAX_DEPTH - 1)
    assert clean_arguments(arguments) == (arguments, "")


def test_tuples_are_recorded_as_lists():
    assert clean_arguments({"pair": (1, (2,))}) == ({"pair": [1, [2]]}, "")


def test_braces_in_a_text_are_no_nesting():
    arguments = {"note": "{[" * 100}
    assert clean_arguments(arguments) == (arguments, "")


def test_what_is_recorded_does_not_change_with_what_was_sent():
    sent = {"items": [1, 2], "more": {"a": 1}}
    recorded = clean_arguments(sent).value
    sent["items"].append(3)
    sent["more"].clear()
    assert recorded == {"items": [1, 2], "more": {"a": 1}}


def test_keys_that_become_alike_stay_apart_or_are_said_to_be_wrong():
    cleaned = clean_arguments({chr(0xD800): 1, chr(0xD801): 2})
    assert cleaned.note
    require_recorded(cleaned)


@settings(max_examples=150)
@given(HOSTILE_TEXT)
def test_any_text_is_recorded_as_text_that_can_be_sent(text: str):
    cleaned = clean_text(text)
    cleaned.value.encode()
    assert clean_text(cleaned.value) == (cleaned.value, "")
    assert (cleaned.note == "") == (cleaned.value == text)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("x" * 1_000_000, f"cut to {MAX_TEXT} characters"),
        ("\ud800", "lone surrogates replaced"),
        ("\ud83d\ude00" * 20_000, f"cut to {MAX_TEXT} characters, lone surrogates replaced"),
        ("x" * MAX_TEXT, ""),
        ("", ""),
        ("\ufeffBOM é 😀", ""),
    ],
)
def test_long_and_broken_text(text: str, note: str):
    cleaned = clean_text(text)
    assert cleaned.note == note
    assert len(cleaned.value) <= MAX_TEXT
    cleaned.value.encode()


def test_values_are_frozen_and_closed():
    call = Call(name="refund")
    with pytest.raises(ValidationError, match="frozen"):
        call.name = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs"):
        Call(name="refund", arg={})  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "event",
    [
        AgentSays(text="hi"),
        UserSays(text="hello"),
        ToolUse(name="x", arguments={"a": [1, {"b": None}]}, status="ok", result="{}", writes=True, wrote=2),
    ],
)
def test_events_survive_json(event: Event):
    adapter: TypeAdapter[Event] = TypeAdapter(Event)
    assert adapter.validate_json(adapter.dump_json(event)) == event
