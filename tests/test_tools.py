"""Tools: a strict schema from a signature, and an answer to every call."""

import json
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from crm_gym.domains.base import load_domain
from crm_gym.tools import Amount, Day, Text, Tool, Toolbox, shown, tool
from crm_gym.types import Call, Json, ToolUse
from crm_gym.world import Cents, Record, Refusal, Rows, World

NOW = datetime(2026, 8, 3, 13, 0)
BoxId = Annotated[str, Field(pattern=r"^B-[0-9]{4}$", description="Box id, like B-0001.")]
Size = Literal["small", "large"]


class Box(Record):
    key: ClassVar[str] = "box_id"
    prefix: ClassVar[str] = "B"
    hidden: ClassVar[frozenset[str]] = frozenset({"secret"})

    box_id: str
    worth: Cents = 0
    secret: str = "SECRET-1"
    due: date = date(2026, 9, 1)
    label: Annotated[str, Field(max_length=5)] = ""


class Door(Record):
    key: ClassVar[str] = "door_id"
    bookkeeping: ClassVar[bool] = True

    door_id: str = "door"
    knocks: int = 0


@tool()
def look(world: World, box_id: BoxId) -> Box:
    """Look at a box."""
    return world.get(Box, box_id)


@tool(writes=True)
def fill(
    world: World,
    box_id: BoxId,
    worth: Amount,
    due: Day | None = None,
    size: Size = "small",
    count: int = 1,
    fragile: bool = False,
    tags: list[str] | None = None,
    weight: Annotated[float | None, Field(description="In kilograms.")] = None,
) -> dict[str, Any]:
    """Fill a box
    up to its worth.

    Says what
    was given.
    """
    box = world.update(world.get(Box, box_id), worth=worth, due=due or world.now.date())
    return {"box": box, "given": [size, count, fragile, tags, weight]}


@tool(writes=True)
def knock(world: World, word: Text) -> str:
    """Knock; only the third time with the right word helps."""
    world.add(Box(box_id=world.new_id(Box)))
    door = world.get(Door, "door")
    door = world.update(door, knocks=door.knocks + 1)
    if door.knocks < 3 or word != "sesame":
        raise Refusal("CLOSED", "nobody answers", knocks=door.knocks)
    return "open"


@tool(writes=True)
def label(world: World, box_id: BoxId, text: Text) -> Box:
    """Label a box; forgets to bound the text."""
    return world.update(world.get(Box, box_id), label=text)


@tool()
def odd(world: World) -> object:
    """Returns what no tool may return."""
    return object()


BOXES = Toolbox([look, fill, knock, label, odd])
BOX = Box(box_id="B-0001")


def world_of() -> World:
    return World(Rows([BOX, Door()]), Rows(), NOW)


def run(name: str, world: World | None = None, /, **arguments: Json) -> ToolUse:
    return BOXES.run(world or world_of(), name, arguments)


def error_of(use: ToolUse) -> dict[str, Any]:
    """The error of an envelope that has nothing else."""
    envelope = json.loads(use.result)
    assert envelope.keys() == {"ok", "error"}
    assert envelope["ok"] is False
    assert envelope["error"].keys() == {"code", "message", "details"}
    assert envelope["error"]["message"]
    error: dict[str, Any] = envelope["error"]
    return error


# Strict arguments


@pytest.mark.parametrize(
    ("argument", "good", "bad"),
    [
        ("box_id", ["B-0001"], ["B-1", "b-0001", "B-00012", " B-0001", "B-0001\n", 1, None, ["B-0001"]]),
        ("worth", [15.5, 15, 0, -1, 15.50], ["15.50", "15", 15.555, True, None, [15], 1e12, 1e308]),
        (
            "due",
            ["2026-01-31", None],
            ["2026-02-30", "31.01.2026", "2026-1-31", "20260131", "2026-W05-1", "soon", 20260131],
        ),
        ("due", [], ["2026-01-31T00:00:00", "", True, "\uff12\uff10\uff12\uff16-01-31"]),
        ("size", ["small", "large"], ["Small", "medium", "", None, 1]),
        ("count", [1, -5], ["1", 1.0, 1.5, True, None]),
        ("fragile", [True, False], [1, 0, "true", "yes", None]),
        ("tags", [["a", "b"], [], None], ["a", [1], [None], {"a": 1}]),
        ("weight", [1.5, 2, None], ["1.5", True]),
    ],
)
def test_arguments_are_taken_as_they_are_or_not_at_all(argument: str, good: list, bad: list):
    base: dict[str, Json] = {"box_id": "B-0001", "worth": 5}
    for value in good:
        assert run("fill", **(base | {argument: value})).status == "ok", value
    for value in bad:
        use = run("fill", **(base | {argument: value}))
        assert use.status == "invalid", value
        assert error_of(use)["code"] == "INVALID_ARGUMENT"
        assert argument in error_of(use)["message"]


@pytest.mark.parametrize("text", ["", "   ", "\n", "x" * 2001, 5, None])
def test_free_text_says_something_and_not_too_much(text: Json):
    assert run("knock", word=text).status == "invalid"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({}, "box_id"), ({"box_id": "B-0001"}, "worth"), ({"box_id": "B-0001", "worth": 5, "colour": "red"}, "colour")],
)
def test_missing_and_extra_arguments_are_named(arguments: dict[str, Json], named: str):
    use = run("fill", **arguments)
    assert use.status == "invalid"
    assert named in error_of(use)["message"]


def test_money_reaches_the_function_in_minor_units_and_the_agent_in_major():
    world = world_of()
    use = run("fill", world, box_id="B-0001", worth=15.5)
    assert world.get(Box, "B-0001").worth == 1550
    assert json.loads(use.result)["data"]["box"]["worth"] == 15.5
    assert use.arguments == {"box_id": "B-0001", "worth": 15.5}


# Answers


def test_a_success_is_shown_without_hidden_fields():
    use = run("look", box_id="B-0001")
    assert (use.status, use.writes, use.wrote) == ("ok", False, 0)
    assert json.loads(use.result) == {
        "ok": True,
        "data": {"box_id": "B-0001", "worth": 0.0, "due": "2026-09-01", "label": ""},
    }


def test_a_write_says_how_much_it_wrote():
    use = run("fill", box_id="B-0001", worth=5, due="2026-12-24", size="large", tags=["a"])
    assert (use.status, use.writes, use.wrote) == ("ok", True, 1)
    assert json.loads(use.result)["data"]["given"] == ["large", 1, False, ["a"], None]


def test_a_refusal_has_code_message_and_details_and_leaves_bookkeeping_alone():
    world = world_of()
    for knocks in (1, 2, 3):
        use = run("knock", world, word="please")
        assert (use.status, use.writes, use.wrote) == ("refused", True, 1)
        assert error_of(use) == {"code": "CLOSED", "message": "nobody answers", "details": {"knocks": knocks}}
    assert world.ids("Box") >= {"B-0001"}
    assert world.all(Box) == [BOX]
    assert [write.table for write in world.journal] == ["Door"] * 3
    use = run("knock", world, word="sesame")
    assert (use.status, use.wrote) == ("ok", 2)
    assert [box.id for box in world.all(Box)] == ["B-0001", "B-9001"]


def test_what_is_not_there_is_refused():
    assert error_of(run("look", box_id="B-0009")) == {
        "code": "NOT_FOUND",
        "message": "there is no box 'B-0009'",
        "details": {},
    }


def test_an_unknown_tool_is_an_answer():
    for name in ("lok", "", "x" * 100_000, "lone \ud800"):
        use = run(name)
        assert (use.status, use.writes, use.wrote) == ("unknown", False, 0)
        assert error_of(use)["code"] == "UNKNOWN_TOOL"
        use.model_dump_json()


def test_a_tool_that_is_not_exposed_does_not_run():
    world = world_of()
    use = BOXES.run(world, "fill", {"box_id": "B-0001", "worth": 5}, exposed={"look"})
    assert (use.status, use.writes, use.wrote) == ("not_exposed", True, 0)
    assert error_of(use)["code"] == "TOOL_NOT_EXPOSED"
    assert world.journal == []
    assert BOXES.run(world, "fill", {"box_id": "B-0001", "worth": 5}, exposed={"fill"}).status == "ok"


def test_a_call_that_had_to_be_cleaned_does_not_run():
    world = world_of()
    for bad in ({"box_id": "B-0001\ud800"}, {"box_id": float("nan")}, {1: 2}, {"box_id": object()}):
        use = BOXES.run(world, "look", bad)
        assert use.status == "invalid"
        assert error_of(use)["message"]
        use.model_dump_json()


def test_long_names_of_arguments_do_not_make_long_answers():
    use = run("look", **{"x" * 1000 + str(number): 1 for number in range(14)})
    assert use.status == "invalid"
    assert len(use.result) < 3000


def test_a_record_that_breaks_its_own_rules_is_our_bug_and_not_the_agents():
    with pytest.raises(ValidationError):
        run("label", box_id="B-0001", text="too long")


def test_a_result_that_is_no_json_is_our_bug():
    with pytest.raises(TypeError, match="may not return object"):
        run("odd")


def test_what_is_shown_goes_to_any_depth():
    result = {"box": BOX, "more": [(BOX, date(2026, 1, 31))], 1: None}
    assert shown(result) == {"box": BOX.seen(), "more": [[BOX.seen(), "2026-01-31"]], "1": None}
    assert "SECRET" not in json.dumps(shown(result))


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()) | st.integers(), inner, max_size=3)
    ),
)


@given(
    st.sampled_from([*BOXES.tools, "nothing"]).filter(lambda name: name != "odd"),
    st.dictionaries(
        st.sampled_from(["box_id", "worth", "due", "size", "tags", "weight", "text", "word"]) | st.text(), HOSTILE
    ),
)
def test_every_call_gets_an_answer(name: str, arguments: dict[str, Any]):
    if name == "label":
        arguments.pop("text", None)
    world = world_of()
    use = BOXES.run(world, name, arguments)
    assert json.loads(use.result)["ok"] == (use.status == "ok")
    assert ToolUse.model_validate_json(use.model_dump_json()) == use
    if use.status != "ok":
        assert world.changes() == [change for change in world.changes() if change.table == "Door"]


# Schemas


def test_the_schema_is_openais_function_form():
    assert fill.schema == {
        "type": "function",
        "function": {
            "name": "fill",
            "description": "Fill a box up to its worth.\nSays what was given.",
            "parameters": {
                "type": "object",
                "additionalProperties": False,
                "required": ["box_id", "worth"],
                "properties": {
                    "box_id": {"type": "string", "pattern": "^B-[0-9]{4}$", "description": "Box id, like B-0001."},
                    "worth": {
                        "type": "number",
                        "description": "An amount of money in major units, at most two decimals.",
                    },
                    "due": {"type": "string", "format": "date", "description": "A day, like 2026-01-31."},
                    "size": {"type": "string", "enum": ["small", "large"], "default": "small"},
                    "count": {"type": "integer", "default": 1},
                    "fragile": {"type": "boolean", "default": False},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "weight": {"type": "number", "description": "In kilograms."},
                },
            },
        },
    }


@tool()
def rename(world: World, title: str, size: int | Size | None = None) -> str:
    """Has a parameter whose name is a word of JSON schema."""
    return title


def test_a_parameter_may_be_called_title_and_have_several_types():
    properties = rename.schema["function"]["parameters"]["properties"]
    assert properties == {
        "title": {"type": "string"},
        "size": {"anyOf": [{"type": "integer"}, {"type": "string", "enum": ["small", "large"]}]},
    }


def _parts(schema: Any) -> list[dict[str, Any]]:
    """Every object inside a schema."""
    if isinstance(schema, list):
        return [part for item in schema for part in _parts(item)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(part for item in schema.values() for part in _parts(item))]


@pytest.mark.parametrize("tool", load_domain("payments").toolbox.tools.values(), ids=lambda tool: tool.name)
def test_released_schemas_are_json_without_null_or_reference(tool: Tool):
    assert json.loads(json.dumps(tool.schema, allow_nan=False)) == tool.schema
    function = tool.schema["function"]
    assert function["description"]
    assert function["parameters"]["additionalProperties"] is False
    assert set(function["parameters"].get("required", ())) <= set(function["parameters"]["properties"])
    for part in _parts(function["parameters"]):
        assert "$ref" not in part
        assert part.get("type") != "null"
        assert part.get("default", 0) is not None


# Calls as data


def test_call_names_positional_values_after_the_signature():
    expected = Call(name="fill", arguments={"box_id": "B-0001", "worth": 5, "size": "large"})
    assert fill.call("B-0001", 5, size="large") == expected


def test_call_takes_no_more_values_than_the_tool_has_parameters():
    with pytest.raises(TypeError, match="look takes 1 arguments, not 2"):
        look.call("B-0001", 5)


def test_a_tool_can_be_called_as_a_function():
    assert look(world_of(), box_id="B-0001") is BOX


def test_a_toolbox_has_each_name_once():
    with pytest.raises(ValueError, match="'look' is there twice"):
        Toolbox([look, look])
