"""Episodes as the page reads them: a table of short rows, and for each task one part that is opened when it is needed.

All runs of a task share a part, since they share most of its text: what the customer says, what tools answer. In a part
every longer text stands once, in `texts`; elsewhere is its place there.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from zlib import compress

from crm_gym.contract import FAMILIES, Check, Verdict
from crm_gym.evaluation import OUTCOMES, Edit, Episode
from crm_gym.evaluation.figures import FAILURE_LABELS, failure_label, results_by_task
from crm_gym.report.diffs import fields, roles, writers
from crm_gym.report.measures import DIFFICULTIES
from crm_gym.report.runs import PlayedRun
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.types import AgentSays, Event, Routed, Say, ToolUse, UserSays


class Played(NamedTuple):
    """An episode and the place of its run."""

    run: int
    episode: Episode


def by_task(runs: Sequence[PlayedRun]) -> dict[str, list[Played]]:
    """All episodes of each task, run by run and trial by trial; tasks in the order of the first run that has them."""
    tasks: dict[str, list[Played]] = {}
    for place, run in enumerate(runs):
        for episode in run.episodes:
            tasks.setdefault(episode.task, []).append(Played(place, episode))
    return tasks


# The table


def index(runs: Sequence[PlayedRun]) -> dict[str, Any]:
    """Tasks, and one column for each thing that the table of episodes shows, filters or sorts by."""
    tasks = by_task(runs)
    flips = [_flipping(run) for run in runs]
    reasons = list(dict.fromkeys(played.episode.reason for group in tasks.values() for played in group))
    rows = [
        (place, played.run, *_row(played.episode, reasons, flips[played.run]))
        for place, group in enumerate(tasks.values())
        for played in group
    ]
    columns = zip(COLUMNS, zip(*rows, strict=True), strict=True)
    return {
        "families": FAMILIES,
        "outcomes": OUTCOMES,
        "labels": FAILURE_LABELS,
        "difficulties": DIFFICULTIES,
        "reasons": reasons,
        "tasks": [_task(group[0].episode) for group in tasks.values()],
        "columns": {name: list(column) for name, column in columns},
    }


COLUMNS = (
    *("task", "run", "trial", "attempt", "outcome", "reason", "label", "broken", "declared", "flips"),
    *("calls", "messages", "steps", "seconds", "tokens", "cost"),
)


def _flipping(run: PlayedRun) -> set[str]:
    return {task for task, results in results_by_task(run.episodes).items() if 0 < sum(results) < len(results)}


def _row(episode: Episode, reasons: Sequence[str], flips: set[str]) -> tuple[Any, ...]:
    label = failure_label(episode)
    agent = episode.spent.agent
    return (
        episode.trial,
        episode.attempt,
        OUTCOMES.index(episode.outcome),
        reasons.index(episode.reason),
        FAILURE_LABELS.index(label) if label else -1,
        _bits(family for family, share in episode.checks.items() if share < 1.0),
        _bits(episode.checks),
        int(episode.task in flips),
        episode.tool_calls,
        episode.messages,
        episode.steps,
        round(episode.seconds.agent, 4),
        agent.prompt + agent.completion if agent.calls and agent.known else None,
        None if episode.cost is None else round(episode.cost, 6),
    )


def _bits(families: Iterable[str]) -> int:
    named = set(families)
    return sum(1 << place for place, family in enumerate(FAMILIES) if family in named)


def _task(episode: Episode) -> dict[str, Any]:
    return {
        "id": episode.task,
        "domain": episode.domain,
        "family": episode.family,
        "labels": episode.labels,
        "styles": episode.styles,
        "difficulty": episode.difficulty,
        "constrained": episode.policy_constrained,
    }


# The parts


class Texts:
    """Texts of a part, each kept once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def add(self, text: str) -> int:
        """The place of a text."""
        return self._places.setdefault(text, len(self._places))

    @property
    def all(self) -> list[str]:
        """The texts by place."""
        return list(self._places)


def part(group: Sequence[Played], *, known: bool) -> dict[str, Any]:
    """What the pages of all episodes of one task show."""
    task = load_task(group[0].episode.task) if known else None
    contract = task.contract if task else ()
    texts = Texts()
    checks = _checks(contract, group)
    places = {check["id"]: place for place, check in enumerate(checks)}
    episodes = [_episode(played.episode, contract, places, texts) for played in group]
    return {"checks": checks, **(_about(task) if task else {}), "episodes": episodes, "texts": texts.all}


def _about(task: Task) -> dict[str, Any]:
    return {
        "customer": task.persona.name,
        "story": task.persona.story,
        "solution": [
            [step.text] if isinstance(step, Say) else [step.name, step.arguments, step.expect] for step in task.solution
        ],
    }


def _checks(contract: Sequence[Check], group: Sequence[Played]) -> list[dict[str, str]]:
    """The declared checks; without the task those that verdicts speak of."""
    verdicts = {verdict.id: verdict for played in group for verdict in played.episode.verdicts}
    found = {check.id: _check(check.id, check.family, getattr(check, "kind", ""), check.sentence) for check in contract}
    for id, verdict in verdicts.items():
        found.setdefault(id, _check(id, verdict.family, verdict.kind, ""))
    return list(found.values())


def _check(id: str, family: str, kind: str, sentence: str) -> dict[str, str]:
    return {"id": id, "family": family, "kind": kind, "sentence": sentence}


def _episode(episode: Episode, contract: Sequence[Check], places: dict[str, int], texts: Texts) -> dict[str, Any]:
    wrote = writers(episode.events, episode.journal)
    return {
        "seed": episode.seed,
        "end": episode.end,
        "model": episode.model,
        "exposure": episode.exposure,
        "seconds": [round(getattr(episode.seconds, name), 3) for name in ("total", "agent", "simulator", "judge")],
        "usage": [episode.spent.agent.prompt, episode.spent.agent.completion, episode.spent.agent.calls],
        "events": [_event(event, texts) for event in episode.events],
        "verdicts": [_verdict(verdict, places, texts) for verdict in episode.verdicts],
        "opinions": [_verdict(verdict, places, texts) for verdict in episode.opinions],
        "changes": [
            [role, *_edit(contract, edit)]
            for role, edit in zip(roles(contract, episode.domain, episode.changes), episode.changes, strict=True)
        ],
        "journal": [[number, *_edit((), edit)] for number, edit in zip(wrote, episode.journal, strict=True)],
    }


def _event(event: Event, texts: Texts) -> list[Any]:
    match event:
        case UserSays():
            return ["user", texts.add(event.text)]
        case AgentSays():
            return ["agent", texts.add(event.text)]
        case ToolUse():
            result = texts.add(event.result)
            return ["tool", event.name, event.arguments, event.status, result, int(event.writes), event.wrote]
        case Routed():
            return ["route", event.node, event.status, texts.add(event.result)]


def _verdict(verdict: Verdict, places: dict[str, int], texts: Texts) -> list[Any]:
    return [places.get(verdict.id, -1), verdict.outcome, texts.add(verdict.why), verdict.evidence]


def _edit(contract: Sequence[Check], edit: Edit) -> list[Any]:
    verb = "created" if edit.before is None else "deleted" if edit.after is None else "changed"
    return [verb, edit.table, edit.key, fields(contract, edit)]


def packed(value: Any) -> str:
    """JSON, deflated, as base64: letters, digits, `+`, `/` and `=` alone, so that it can stand anywhere in a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b64encode(compress(text.encode("utf-8"), 9)).decode("ascii")
