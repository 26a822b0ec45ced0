"""Writes the page: its frame, style and scripts with the packed figures and episodes inside."""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from crm_gym import __version__
from crm_gym.evaluation.storage import write_whole
from crm_gym.report.measures import comparison, measures
from crm_gym.report.packing import by_task, index, packed, part
from crm_gym.report.runs import PlayedRun, warnings

SCRIPTS = (
    *("base.js", "charts.js", "figure.js", "success.js", "breaks.js", "spent.js"),
    *("table.js", "episode.js", "main.js"),
)
"""In the order in which they build on each other; together they are one script."""


def write_report(runs: Sequence[PlayedRun], out: str | Path, *, note: str = "") -> int:
    """Writes the report of one or several runs to a file, and returns its size in bytes."""
    html = report_html(runs, note=note)
    file = Path(out)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, html)
    return len(html.encode("utf-8"))


def report_html(runs: Sequence[PlayedRun], *, note: str = "") -> str:
    """The page as text. It loads nothing: a content security policy forbids it, and any script but its own."""
    style, script = _file("style.css"), _script()
    values = {
        "TITLE": escape(_title(runs)),
        "POLICY": _security_policy(style, script),
        "STYLE": style,
        "DATA": "\n".join(_data(runs, note)),
        "SCRIPT": script,
    }
    return "".join(values.get(piece, piece) for piece in _file("page.html").split("@@"))


def _title(runs: Sequence[PlayedRun]) -> str:
    return runs[0].name if len(runs) == 1 else f"{len(runs)} runs side by side"


def _file(name: str) -> str:
    return (files("crm_gym.report") / "page" / name).read_text("utf-8")


def _script() -> str:
    return "(() => {\n'use strict';\n" + "\n".join(map(_file, SCRIPTS)) + "})();\n"


def _security_policy(style: str, script: str) -> str:
    rules = ("default-src 'none'", f"style-src {_hash(style)}", f"script-src {_hash(script)}", "img-src data:")
    return "; ".join((*rules, "base-uri 'none'", "form-action 'none'"))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _data(runs: Sequence[PlayedRun], note: str) -> Iterator[str]:
    """Data blocks, which no browser executes."""
    yield _block("overview", packed(overview(runs, note)))
    yield _block("index", packed(index(runs)))
    for place, group in enumerate(by_task(runs).values()):
        known = all(played.episode.task in runs[played.run].known for played in group)
        yield _block(f"part-{place}", packed(part(group, known=known)))


def _block(id: str, text: str) -> str:
    return f'<script type="text/plain" id="{id}">{text}</script>'


def overview(runs: Sequence[PlayedRun], note: str) -> dict[str, Any]:
    """What the page shows before any episode is opened."""
    return {
        "version": __version__,
        "note": note,
        "warnings": warnings(runs),
        "runs": [_run(run) for run in runs],
        "together": comparison(runs),
    }


def _run(run: PlayedRun) -> dict[str, Any]:
    info = json.loads(run.info.model_dump_json(exclude={"tasks"}))
    return {
        "name": run.name,
        "info": {**info, "tasks": len(run.info.tasks), "task_set": run.info.task_set},
        "figures": measures(run),
    }
