"""Freezes the release: draws every cell of every scenario and writes what the envs read."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from crm_gym.matchers import Equals
from crm_gym.registration import INDEX, SUITES
from crm_gym.tasks import scenarios
from crm_gym.tasks.builder import Scenario
from crm_gym.tasks.spec import Cell, Task
from crm_gym.tasks.validate import require_sound
from crm_gym.types import Value

DATA = INDEX.parent


class File(NamedTuple):
    """A generated file."""

    path: Path
    text: str

    @property
    def fresh(self) -> bool:
        """Whether the file on disk is the same."""
        return self.path.exists() and self.path.read_text(encoding="utf-8") == self.text


def frozen_files(domains: Iterable[str] = tuple(SUITES)) -> list[File]:
    """All generated files of these domains, and the index of all."""
    files: list[File] = []
    index: dict[str, list[str]] = json.loads(INDEX.read_text()) if INDEX.exists() else {}
    for domain in domains:
        families = scenarios(domain)
        numbers = give_numbers(families, ledger(domain))
        tasks = sorted(map(require_sound, draw_release(families, numbers)), key=lambda task: task.id)
        index[domain] = [task.id for task in tasks]
        files.append(File(DATA / domain / "numbers.json", json.dumps(numbers, indent=1, ensure_ascii=False) + "\n"))
        files.append(File(DATA / domain / "tasks.json", task_file(tasks)))
    return [*files, File(INDEX, json.dumps(index, indent=1) + "\n")]


def draw_release(families: Iterable[Scenario], numbers: Mapping[str, int]) -> Iterable[Task]:
    """One task for each cell, with its number."""
    for family in families:
        for cell in family.cells:
            key = cell_key(family.family, cell)
            yield family.released(cell, id=f"{family.domain}-{numbers[key]:03d}")


def give_numbers(families: Iterable[Scenario], given: Mapping[str, int]) -> dict[str, int]:
    """Numbers are given once and never again; their order says nothing about the family."""
    keys = [cell_key(family.family, cell) for family in families for cell in family.cells]
    new = sorted((key for key in keys if key not in given), key=lambda key: hashlib.sha256(key.encode()).hexdigest())
    first = max(given.values(), default=0) + 1
    return {**given, **{key: first + place for place, key in enumerate(new)}}


def cell_key(family: str, cell: Cell) -> str:
    """What identifies a released task in the ledger of numbers."""
    return f"{family} {json.dumps(cell, sort_keys=True, ensure_ascii=False)}"


def ledger(domain: str) -> dict[str, int]:
    """The numbers that were given so far, by family and cell."""
    path = DATA / domain / "numbers.json"
    numbers: dict[str, int] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return numbers


def task_file(tasks: Iterable[Task]) -> str:
    """Tasks as JSON with one row, check or step per line, so that a review sees what changed."""
    return "[\n" + ",\n".join(_block(plain(task), 1) for task in tasks) + "\n]\n"


_LISTS = ("given", "contract", "solution", "reactions", "goals")


def _block(value: dict[str, Any], indent: int) -> str:
    pad = " " * indent
    lines = []
    for key, item in value.items():
        if key == "persona":
            text = _block(item, indent + 1).lstrip()
        elif key in _LISTS and item:
            text = "[\n" + ",\n".join(f"{pad}  {_line(part)}" for part in item) + f"\n{pad} ]"
        else:
            text = _line(item)
        lines.append(f"{pad} {_line(key)}: {text}")
    return f"{pad}{{\n" + ",\n".join(lines) + f"\n{pad}}}"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def plain(value: Any) -> Any:
    """A value as JSON without fields that have their default."""
    if isinstance(value, Equals):
        return value.value
    if isinstance(value, Value):
        fields = type(value).model_fields
        kept = {n: getattr(value, n) for n, f in fields.items() if n == "kind" or getattr(value, n) != f.default}
        return {name: plain(item) for name, item in kept.items()}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value.isoformat() if hasattr(value, "isoformat") else value
