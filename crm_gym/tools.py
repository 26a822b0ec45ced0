"""Tools: a typed function over the world becomes a callable schema, and every call gets an answer."""

import inspect
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from types import NoneType
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
    create_model,
)

from crm_gym.types import Arguments, Call, Json, Status, ToolUse, clean_arguments, clean_text
from crm_gym.world import Record, Refusal, World, minor_units

P = ParamSpec("P")
R = TypeVar("R")

Amount = Annotated[
    int,
    BeforeValidator(minor_units),
    WithJsonSchema({"type": "number", "description": "An amount of money in major units, at most two decimals."}),
]
"""Money as an argument: the agent writes 15.50, the function gets 1550."""


def _iso(value: object) -> date:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError("must be a date like 2026-01-31")
    return date.fromisoformat(value)


Day = Annotated[
    date,
    BeforeValidator(_iso),
    WithJsonSchema({"type": "string", "format": "date", "description": "A day, like 2026-01-31."}),
]
"""A date as an argument."""


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


Text = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_not_blank)]
"""Free text as an argument."""


class Tool:
    """A function over the world that an agent can call by name with JSON arguments."""

    def __init__(self, function: Callable[..., Any], *, writes: bool, hands_over: bool) -> None:
        self.function = function
        self.name: str = function.__name__
        self.description = _flowing(inspect.cleandoc(function.__doc__ or ""))
        self.writes = writes
        self.hands_over = hands_over
        """A successful call ends the episode: the customer is with somebody else."""
        self.model = _arguments_model(function)
        self.parameters = tuple(self.model.model_fields)

    def __call__(self, world: World, **arguments: Any) -> Any:
        """Runs the function directly; for tests and for tools that build on each other."""
        return self.function(world, **arguments)

    def call(self, *values: Json, **arguments: Json) -> Call:
        """The call as data; positional values follow the signature."""
        if len(values) > len(self.parameters):
            raise TypeError(f"{self.name} takes {len(self.parameters)} arguments, not {len(values)}")
        named = dict(zip(self.parameters, values, strict=False))
        return Call(name=self.name, arguments=named | arguments)

    @property
    def schema(self) -> dict[str, Any]:
        """The tool in OpenAI's function form."""
        parameters = _plain_schema(self.model.model_json_schema())
        function = {"name": self.name, "description": self.description, "parameters": parameters}
        return {"type": "function", "function": function}

    def parse(self, arguments: Arguments) -> dict[str, Any]:
        """The arguments as the function takes them; raises ValidationError."""
        return vars(self.model.model_validate(arguments))


def tool(*, writes: bool = False, hands_over: bool = False) -> Callable[[Callable[Concatenate[World, P], R]], Tool]:
    """Marks a function whose first parameter is the world as a tool; its docstring is what the agent reads."""
    return lambda function: Tool(function, writes=writes, hands_over=hands_over)


class Toolbox:
    """The tools of one domain."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self.tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self.tools:
                raise ValueError(f"the tool {tool.name!r} is there twice")
            self.tools[tool.name] = tool

    def run(
        self, world: World, name: str, arguments: Mapping[Any, Any], *, exposed: Collection[str] | None = None
    ) -> ToolUse:
        """Answers a call. Whatever is wrong with it is in the answer; a call without effect changes no record."""
        name = clean_text(name).value
        cleaned = clean_arguments(dict(arguments))
        tool = self.tools.get(name)
        mark = world.mark()
        status, envelope = self._answer(world, tool, name, cleaned.value, cleaned.note, exposed)
        if status != "ok":
            world.rollback(mark)
        return ToolUse(
            name=name,
            arguments=cleaned.value,
            status=status,
            result=_ENCODER.encode(envelope),
            writes=tool.writes if tool else False,
            wrote=len(world.journal) - mark.writes,
        )

    def _answer(
        self,
        world: World,
        tool: Tool | None,
        name: str,
        arguments: Arguments,
        note: str,
        exposed: Collection[str] | None,
    ) -> tuple[Status, dict[str, Json]]:
        if tool is None:
            return "unknown", failure("UNKNOWN_TOOL", f"there is no tool {name[:80]!r}")
        if exposed is not None and name not in exposed:
            return "not_exposed", failure("TOOL_NOT_EXPOSED", f"{name} cannot be called from here")
        if note:
            return "invalid", failure("INVALID_ARGUMENT", note)
        try:
            parsed = tool.parse(arguments)
        except ValidationError as error:
            return "invalid", failure("INVALID_ARGUMENT", _explain(error))
        try:
            result = tool.function(world, **parsed)
        except Refusal as refusal:
            return "refused", failure(refusal.code, refusal.message, refusal.details)
        return "ok", {"ok": True, "data": shown(result)}


_ENCODER = json.JSONEncoder(ensure_ascii=False)
"""What `json.dumps` would make anew for each result."""


def failure(code: str, message: str, details: Mapping[str, Json] | None = None) -> dict[str, Json]:
    """The envelope of a call that had no effect."""
    return {"ok": False, "error": {"code": code, "message": message, "details": dict(details or {})}}


_PLAIN = (str, int, float, NoneType)


def shown(result: object) -> Json:
    """What a tool returned, as JSON values; of a record only what an agent may see."""
    if isinstance(result, _PLAIN):
        return result
    match result:
        case Record():
            return result.seen()
        case list() | tuple():
            return [item if isinstance(item, _PLAIN) else shown(item) for item in result]
        case dict():
            return {str(key): item if isinstance(item, _PLAIN) else shown(item) for key, item in result.items()}
        case date():
            return result.isoformat()
    raise TypeError(f"a tool may not return {type(result).__name__}")


def _arguments_model(function: Callable[..., Any]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    _, *parameters = inspect.signature(function).parameters.values()
    fields: dict[str, Any] = {
        p.name: (hints[p.name], ... if p.default is inspect.Parameter.empty else p.default) for p in parameters
    }
    config = ConfigDict(extra="forbid", strict=True)
    return create_model(function.__name__, __config__=config, **fields)


def _flowing(text: str) -> str:
    """Paragraphs without the line breaks of the source."""
    return "\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _plain_schema(schema: Any) -> Any:
    """Pydantic's schema without titles that only repeat names; what is optional is left out, not null."""
    if isinstance(schema, dict):
        options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
        if len(options) == 1:
            schema = {**options[0], **{k: v for k, v in schema.items() if k != "anyOf"}}
        elif options:
            schema = {**schema, "anyOf": options}
        return {k: _plain_schema(v) for k, v in schema.items() if not _says_nothing(k, v)}
    if isinstance(schema, list):
        return [_plain_schema(item) for item in schema]
    return schema


def _says_nothing(key: str, value: object) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "default" and value is None)


def _explain(error: ValidationError) -> str:
    """Names each bad argument and what is wrong with it, in one line."""
    parts = []
    for problem in error.errors(include_url=False, include_context=False, include_input=False):
        where = ".".join(str(step) for step in problem["loc"])
        parts.append(f"{where}: {problem['msg']}"[:200])
    return "; ".join(parts[:8])
