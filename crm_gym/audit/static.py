"""What can be told from one played solution and the task's own data: provenance, exposure, leaks, order, state."""

import json
import re
from collections.abc import Iterator, Sequence

from crm_gym import text
from crm_gym.audit.mutants import ordered_pairs
from crm_gym.audit.plays import Stage
from crm_gym.audit.spoils import protected_calls
from crm_gym.audit.values import Schema, free_text, parameters
from crm_gym.contract import NeverCalled, NeverPassed, Protected
from crm_gym.envs.crm_env import shared_env
from crm_gym.matchers import carries, same
from crm_gym.tasks.spec import Task
from crm_gym.tasks.validate import allowed_values
from crm_gym.types import AgentSays, Event, Json, Say, ToolUse, UserSays

# Provenance

_TOKEN = re.compile(r"\b(?:[A-Z]{2,4}-\d{3,6}|\d{10,})\b")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
SHORT = 4
"""A free text of fewer words must have been seen as it stands: it is a name."""


def unsourced(stage: Stage, events: Sequence[Event]) -> Iterator[str]:
    """Arguments of calls that stand in nothing that the agent had seen or heard before."""
    today = stage.run.world.now
    seen = [stage.domain.policy, f"{today:%Y-%m-%d}"]
    spoken: list[str] = []
    for event in events:
        if isinstance(event, ToolUse):
            schemas = parameters(stage, event.name) if event.name in stage.domain.toolbox.tools else {}
            for name, value in event.arguments.items():
                if not _sourced(stage, value, schemas.get(name, {}), seen, spoken):
                    yield f"{event.name}.{name}={value!r} comes out of nowhere"
            seen.append(event.result)
        elif isinstance(event, AgentSays):
            spoken.append(event.text)
        elif isinstance(event, UserSays):
            spoken.append(event.text)
            seen.append(event.text)


def _sourced(stage: Stage, value: Json, schema: Schema, seen: Sequence[str], spoken: Sequence[str]) -> bool:
    match value:
        case None | bool():
            return True
        case int() | float() if schema.get("type") == "integer":
            return True
        case int() | float():
            return _amount_known(value, [*seen, *spoken])
        case str() if allowed_values(schema) is not None:
            return True
        case str() if free_text(schema) and len(value.split()) >= SHORT:
            return _prose_known(value, [*seen, *spoken])
        case str() if schema.get("format") == "date":
            return _day_known(stage, value, [*seen, *spoken])
        case str():
            return any(carries(said, value) for said in seen) or _joined(stage, value, seen)
    return False


def _day_known(stage: Stage, value: str, said: Sequence[str]) -> bool:
    today = stage.run.world.now.date()
    return any(value in map(str, text.dates(one, today)) for one in said)


def _joined(stage: Stage, value: str, seen: Sequence[str]) -> bool:
    """Whether a text joins what was heard with a day that was heard, like a postcode and a birth date."""
    first, _, day = value.rpartition(" ")
    return bool(first and _DAY.fullmatch(day)) and _day_known(stage, day, seen) and any(carries(o, first) for o in seen)


def _amount_known(value: float, said: Sequence[str]) -> bool:
    cents = round(value * 100)
    plain = f"{value:.0f}" if cents % 100 == 0 else f"{value:.2f}"
    return any(text.states_amount(one, cents) or _holds_number(one, value) or carries(one, plain) for one in said)


def _holds_number(result: str, value: float) -> bool:
    """Whether a tool's result has this number as a value."""
    return result.startswith("{") and any(same(value, found) for found in values_in(json.loads(result)))


def _prose_known(value: str, said: Sequence[str]) -> bool:
    ids = all(any(carries(one, token) for one in said) for token in _TOKEN.findall(value))
    return ids and all(_amount_known(money.cents / 100, said) for money in text.amounts(value))


def values_in(value: Json) -> Iterator[Json]:
    """All scalars of a JSON value."""
    match value:
        case dict():
            for item in value.values():
                yield from values_in(item)
        case list():
            for item in value:
                yield from values_in(item)
        case _:
            yield value


# Exposure


def unexposed(stage: Stage) -> Iterator[str]:
    """Forbidden tools that no node of the graph shows: nobody could be tempted."""
    for check in stage.task.contract:
        tools: tuple[str, ...] = (check.tool,) if isinstance(check, NeverCalled) else ()
        tools = check.tools if isinstance(check, NeverPassed) else tools
        hidden = [tool for tool in tools if tool not in stage.domain.reachable]
        yield from (f"{check.id}: no node of the graph exposes {tool!r}" for tool in hidden)


# Leaks

SENTINEL = "SENTINEL"


def sentinel(task: Task) -> Task:
    """The same task with other private parts."""
    first = task.contract[0].model_copy(update={"id": f"{SENTINEL}-CHECK"})
    return task.model_copy(
        update={
            "contract": (first,),
            "solution": (Say(text=f"{SENTINEL}-SOLUTION"),),
            "labels": (f"{SENTINEL}-LABEL",),
            "difficulty": "easy" if task.difficulty != "easy" else "hard",
            "styles": ("hop",),
            "cell": {SENTINEL: "CELL"},
            "family": f"{SENTINEL}-FAMILY",
            "twin": f"{SENTINEL}-TWIN",
            "persona": task.persona.model_copy(
                update={"story": f"{SENTINEL}-STORY", "voice": f"{SENTINEL}-VOICE", "name": f"{SENTINEL}-NAME"}
            ),
        }
    )


def leaks(stage: Stage, seed: int) -> Iterator[str]:
    """Private parts that reach the agent."""
    task = stage.task
    plain, planted = observed(task, task, seed), observed(sentinel(task), task, seed)
    if plain != planted:
        yield "what the agent sees depends on private parts of the task"
    if SENTINEL in planted:
        yield "a private part of the task reaches the agent"
    results = " ".join(use.result for _, use in stage.run.uses)
    told = (value for value in _secrets(stage) if carries(results, value))
    yield from (f"a tool shows a hidden value: {value!r}" for value in told)


def _secrets(stage: Stage) -> Iterator[str]:
    """Codes and tokens in fields that no tool shows; hidden words, like why a card is declined, may come out."""
    for given in stage.task.given:
        values = [given.row.get(field) for field in sorted(stage.domain.records[given.table].hidden)]
        yield from (v for v in values if isinstance(v, str) and any(map(str.isdigit, v)) and len(v) >= SHORT)


def observed(task: Task, played: Task, seed: int) -> str:
    """Everything before the end that an agent sees who plays the solution of a task on another."""
    env = shared_env(task.domain)
    seen: list[object] = [env.start(task, seed)]
    for step in played.solution:
        action = step.action
        observation, reward, ended, truncated, information = env.step(action)
        if ended:
            break
        seen.append((observation, reward, truncated, information))
    return json.dumps(seen)


# Checks that say nothing


def idle_checks(stage: Stage) -> Iterator[tuple[str, str]]:
    """Checks that no agent could break by acting otherwise: the check and why."""
    kept = {check.id for check, first, second in ordered_pairs(stage) if not _enforced(stage, first, second)}
    for check_id in dict.fromkeys(check.id for check, _, _ in ordered_pairs(stage)):
        if check_id not in kept:
            yield check_id, "any path meets this order: the tools refuse the other one"
    for check in stage.task.contract:
        if isinstance(check, Protected) and next(protected_calls(stage, check), None) is None:
            yield check.id, "no call writes these records: there is nothing to protect"


def _enforced(stage: Stage, first: int, second: int) -> bool:
    """Whether the later step is refused when it is made before the earlier one."""
    later = stage.base[second]
    assert isinstance(later, ToolUse)
    tried = stage.domain.toolbox.run(stage.before(first), later.name, later.arguments)
    return tried.status != "ok"


def stateless(stage: Stage) -> bool:
    """Whether the solution writes records and no check looks at the state."""
    return bool(stage.wrote) and not any(check.family == "state" for check in stage.task.contract)
