"""The tools of an observation: what each argument takes, worked out once for each text of schemas."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from crm_gym.wrappers.candidates import reading, wording

Schema = Mapping[str, Any]

_FREE = 120
"""A text without a form that may be longer than this is free."""
_SAID = ("email", "phone", "name", "value")
"""Slots whose values the customer says, whatever their length."""


class Slot(NamedTuple):
    """An argument of a tool."""

    name: str
    schema: Schema
    """Of a value that is given, where it may also be null."""
    kind: str
    """Where values come from: `pattern`, `enum`, `boolean`, `integer`, `number`, `array`, `date`, `moment`, `free`,
    `email`, `phone`, `name`, `answer`, `text`, or `none`."""
    key: str
    """What its values depend on: the same text for slots that have the same values."""
    form: str
    """The regular expression that the whole value matches, if it is a `pattern` or a `text`."""
    parts: tuple[str, ...]
    """The regular expressions of what it is put together from, as its example shows; '' stands for a day."""
    description: str
    """What a question for it may say."""
    by_key: bool
    """Whether it may be what identifies a record: its name or its description speaks of an id, a number or a code."""


class Variant(NamedTuple):
    """Slots that are filled in together: the required ones, or one of those of which any will do."""

    number: int
    names: tuple[str, ...]
    keys: tuple[str, ...]
    """What the values of each depend on."""
    rivals: tuple[int, ...]
    """For each slot, how many slots take different values from the same source: it must have so many."""


class Tool(NamedTuple):
    """An exposed tool."""

    name: str
    description: str
    looks: bool
    """Whether it only looks something up."""
    slots: Mapping[str, Slot]
    stems: frozenset[str]
    """How the words of its name and of its description begin."""
    needs: bool
    """Whether it has required slots, which are then in all variants: the first has no others."""
    variants: tuple[Variant, ...]


class Tools(NamedTuple):
    """The tools of an observation."""

    text: str
    """The observation's own, which tells these tools from those of another moment."""
    by_name: Mapping[str, Tool]
    all: tuple[Tool, ...]
    acts: tuple[Tool, ...]
    """Those that change something."""
    askable: Mapping[str, str]
    """Slots that a customer can know, with their descriptions."""
    fixed: tuple[Slot, ...]
    """Slots for whose values records do not matter; of those with the same values, one each."""
    varying: tuple[Slot, ...]
    """The others."""
    forms: tuple[str, ...]
    """The regular expressions of all slots."""
    answers: tuple[Slot, ...]
    """Slots for whatever an open question is answered with."""


_PAIR = 2
"""So many slots that may be left out are also filled in together."""
_FIXED = ("enum", "boolean", "integer", "free", "none")


@lru_cache(maxsize=64)
def tools_of(text: str) -> Tools:
    """The tools of an observation."""
    tools = tuple(_tool(item["function"]) for item in json.loads(text))
    slots = [slot for tool in tools for slot in tool.slots.values()]
    askable = {"name": "Your full name."}
    for slot in filter(_can_be_asked, slots):
        askable.setdefault(slot.name, slot.description)
    sources = {slot.key: slot for slot in slots}.values()
    return Tools(
        text=text,
        by_name={tool.name: tool for tool in tools},
        all=tools,
        acts=tuple(tool for tool in tools if not tool.looks),
        askable=askable,
        fixed=tuple(slot for slot in sources if slot.kind in _FIXED),
        varying=tuple(slot for slot in sources if slot.kind not in _FIXED),
        forms=tuple(dict.fromkeys(slot.form for slot in slots if slot.form)),
        answers=tuple(slot for slot in slots if slot.kind == "answer"),
    )


def _tool(function: Mapping[str, Any]) -> Tool:
    parameters = function["parameters"]
    slots = {name: slot_of(name, schema) for name, schema in parameters.get("properties", {}).items()}
    required = tuple(parameters.get("required", ()))
    spare = [name for name, slot in slots.items() if name not in required and slot.kind != "free"]
    sets: list[tuple[str, ...]] = [required, *((*required, name) for name in spare)]
    sets += [(*required, *spare)] if required and len(spare) == _PAIR else []
    if not required and slots:
        sets = [(name,) for name in slots]
    alike = Counter(slots[name].key for name in required)
    variants = tuple(
        Variant(number, names, keys := tuple(slots[n].key for n in names), tuple(max(alike[key], 1) for key in keys))
        for number, names in enumerate(sets)
    )
    name, description = function["name"], function.get("description", "")
    stems = reading.stems(f"{name.replace('_', ' ')} {description.split('.')[0]}")
    return Tool(name, description, wording.looks(name), slots, stems, bool(required), variants)


def slot_of(name: str, schema: Schema) -> Slot:
    """What there is to know about an argument."""
    variants = [variant for variant in schema.get("anyOf", ()) if variant.get("type") != "null"]
    plain = {**schema, **variants[0]} if variants else schema
    kind = _kind(name, plain)
    form = plain["pattern"] if kind == "pattern" else _form_of(plain.get("description", "")) if kind == "text" else ""
    if kind == "array":
        form = slot_of(name, plain.get("items", {})).form
    parts = _parts_of(plain.get("description", "")) if kind in ("answer", "text") else ()
    description = schema.get("description", "")
    by_key = bool(re.search(r"\b(?:id|number|code)s?\b", f"{name.replace('_', ' ')} {description}", re.I))
    return Slot(name, plain, kind, _shared(name, plain), form, parts, description, by_key)


def _kind(name: str, schema: Schema) -> str:
    if "pattern" in schema or "enum" in schema:
        return "pattern" if "pattern" in schema else "enum"
    type_ = str(schema.get("type"))
    if type_ != "string":
        return type_ if type_ in ("boolean", "integer", "number", "array") else "none"
    if schema.get("format") == "date":
        return "date"
    if schema.get("format") == "date-time" or re.search(r"like \d{4}-\d\d-\d\dT", schema.get("description", "")):
        return "moment"
    if _free(name, schema):
        return "free"
    return next((part for part in ("email", "phone", "name") if part in name), "answer" if name == "value" else "text")


def _free(name: str, schema: Schema) -> bool:
    """Whether any text will do, and a long one."""
    formed = "format" in schema or any(part in name for part in _SAID) or "like " in schema.get("description", "")
    return not formed and schema.get("maxLength", _FREE) >= _FREE


def _form_of(description: str) -> str:
    """The form of a code from its description: "six-digit", or an example like `tok_k3vq9mxa`."""
    digits = re.search(r"(\w+)-digit", description)
    count = reading.number_word(digits[1]) if digits else 0
    if count:
        return rf"\d{{{count}}}"
    example = re.search(r"like ([a-z]+_)\w*\d", description)
    return example[1] + r"\w+" if example else reading.CODE.pattern


def _parts_of(description: str) -> tuple[str, ...]:
    """The parts of an example like 'AB1 2CD 1980-01-31': words of a form, and days."""
    example = re.search(r"like '([^']+ [^']+)'", description)
    pieces = re.split(r"(\d{4}-\d\d-\d\d)", example[1]) if example else []
    return tuple("" if piece[:4].isdigit() else _shape(piece.strip()) for piece in pieces if piece.strip())


def _shape(example: str) -> str:
    """What looks like an example: capitals for capitals, digits for digits."""
    return re.sub(r"[A-Z]", "[A-Z]", re.sub(r"\d", r"\\d", re.escape(example).replace(r"\ ", " ")))


def _shared(name: str, schema: Schema) -> str:
    by_form = "pattern" in schema or schema.get("format") == "date" or schema.get("type") in ("number", "integer")
    told = {name: value for name, value in schema.items() if not by_form or name != "description"}
    return json.dumps(told) if by_form else f"{name} {json.dumps(told)}"


def _can_be_asked(slot: Slot) -> bool:
    return not slot.name.endswith("_id") and slot.kind != "free" and slot.schema.get("type") not in _NOT_ASKED


_NOT_ASKED = ("boolean", "integer", "array")
