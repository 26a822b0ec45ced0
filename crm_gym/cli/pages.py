"""`crm-gym pages`: the documentation of each suite, generated from what it is made of."""

import argparse
import inspect
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from crm_gym.contract import FAMILIES
from crm_gym.domains.base import Domain, load_domain
from crm_gym.envs.crm_env import CRMEnv
from crm_gym.registration import SUITES
from crm_gym.tasks.freeze import File
from crm_gym.tasks.spec import Difficulty, Task
from crm_gym.tasks.store import load_tasks


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "pages",
        help="write a documentation page for each suite",
        description="Writes the environment's page and one page per suite with its counts, labels, tools, graph and "
        "policy, from the code and data themselves.",
        epilog="example: crm-gym pages --out docs --check",
    )
    parser.add_argument("--out", type=Path, default=Path("docs"), help="directory of the pages (default: docs)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 3 when a page is out of date")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Writes the pages, or says which are out of date."""
    stale = [page for page in pages(args.out) if not page.fresh]
    for page in stale:
        console.print(f"{'out of date' if args.check else 'writing'}: {page.path}", markup=False, soft_wrap=True)
        if not args.check:
            page.path.parent.mkdir(parents=True, exist_ok=True)
            page.path.write_text(page.text, encoding="utf-8")
    if not stale:
        console.print("the pages are up to date")
    elif args.check:
        console.print("run `crm-gym pages` and commit the difference")
    return 3 if stale and args.check else 0


def pages(out: Path) -> list[File]:
    """The env's own page, and one for each suite."""
    suites = [File(out / "suites" / f"{domain}.md", suite_page(domain)) for domain in SUITES]
    return [File(out / "environment.md", environment_page()), *suites]


def environment_page() -> str:
    """The docstring of the env as a page."""
    return f"{_NOTE}\n\n# CRMEnv\n\n{inspect.cleandoc(CRMEnv.__doc__ or '')}\n"


def suite_page(name: str) -> str:
    """What a suite has: counts, labels, tools, graph and policy."""
    domain, tasks = load_domain(name), list(load_tasks(name).values())
    parts = [
        _NOTE,
        f"# {SUITES[name]}: {domain.title}",
        f'`gym.make("{SUITES[name]}")`; each task is an env of its own, like `crm/{tasks[0].id}-v0`. '
        f"It is {domain.now:%Y-%m-%d %H:%M} there, unless a task says otherwise.",
        "## Tasks\n\n" + _counts(tasks),
        "## Capability labels\n\n" + _table(("label", "tasks"), _labels(domain, tasks)),
        "## Scenario families\n\n" + _table(("family", "tasks", *_DIFFICULTIES), _families(tasks)),
        "## Tools\n\n"
        + "\n".join(_tool(tool.schema["function"], tool.writes) for tool in domain.toolbox.tools.values()),
        "## Graph (routed exposure)\n\n"
        + _table(("node", "for", "tools", "ways on"), [_node(name, node) for name, node in domain.graph.items()]),
        "## Policy\n\n" + "\n".join(f"    {line}".rstrip() for line in domain.policy.splitlines()),
    ]
    return "\n\n".join(parts) + "\n"


_NOTE = "<!-- Written by `crm-gym pages`; do not edit. -->"
_DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")


def _counts(tasks: Sequence[Task]) -> str:
    difficulty = Counter(task.difficulty for task in tasks)
    declared = {f: sum(any(check.family == f for check in task.contract) for task in tasks) for f in FAMILIES}
    rows = [
        ("all", len(tasks)),
        *((f"difficulty {name}", difficulty[name]) for name in _DIFFICULTIES),
        ("several capability labels", sum(len(task.labels) > 1 for task in tasks)),
        ("two or more expected actions", sum(task.expected_actions > 1 for task in tasks)),
        *((f"with {family} checks", number) for family, number in declared.items()),
        ("with a boundary twin", sum(bool(task.twin) for task in tasks)),
        ("scenario families", len({task.family for task in tasks})),
    ]
    return _table(("", "tasks"), rows)


def _labels(domain: Domain, tasks: Sequence[Task]) -> list[tuple[str, int]]:
    return [(f"`{label}`", sum(label in task.labels for task in tasks)) for label in domain.labels]


def _families(tasks: Sequence[Task]) -> list[tuple[object, ...]]:
    """Each family with its tasks: all of them, and those of each difficulty."""
    found = Counter(task.family for task in tasks)
    cells = Counter((task.family, task.difficulty) for task in tasks)
    return [(f"`{name}`", found[name], *(cells[name, hard] for hard in _DIFFICULTIES)) for name in sorted(found)]


def _tool(schema: dict[str, Any], writes: bool) -> str:
    required = schema["parameters"].get("required", ())
    parameters = [
        f"  - `{name}`{'' if name in required else ' (optional)'}: {_parameter(value)}"
        for name, value in schema["parameters"]["properties"].items()
    ]
    kind = "writes" if writes else "reads"
    return "\n".join([f"- **`{schema['name']}`** ({kind}): {' '.join(schema['description'].split())}", *parameters])


def _parameter(schema: dict[str, Any]) -> str:
    values = schema.get("enum") or [schema["const"]] if "const" in schema or "enum" in schema else []
    if values:
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    return schema.get("description") or str(schema.get("type", "any"))


def _node(name: str, node: Any) -> tuple[str, str, str, str]:
    return name, node.about, ", ".join(f"`{tool}`" for tool in node.tools) or "none", ", ".join(node.edges)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
