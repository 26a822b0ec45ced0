"""The strict loader: what is wrong with a task, before anybody plays it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from crm_gym import contract as c
from crm_gym.domains.base import Domain, load_domain
from crm_gym.matchers import Equals, Matchers, OneOf, carries
from crm_gym.tasks.spec import Act, Task
from crm_gym.tasks.store import given_rows
from crm_gym.types import Call, Say
from crm_gym.world import World


class InvalidTask(ValueError):
    """A task that must not be released; the message names task, check and value."""


def require_sound(task: Task) -> Task:
    """The task itself, or InvalidTask with everything that is wrong with it."""
    found = list(problems(task))
    if found:
        raise InvalidTask("\n".join(f"{task.id} ({task.family}): {problem}" for problem in found))
    return task


def problems(task: Task) -> Iterator[str]:
    """Everything that is wrong with one task, in sentences."""
    domain = load_domain(task.domain)
    yield from _whole(task, domain)
    for check in task.contract:
        for problem in _of_check(check, task, domain):
            yield f"check {check.id!r}: {problem}"
    given = list(_given(task, domain))
    yield from given or _initial_state(task, domain)
    yield from _texts(task, domain)
    yield from _solution(task, domain)


def family_problems(tasks: Iterable[Task]) -> Iterator[str]:
    """What is wrong between tasks: a decision cell twice in a family, an id twice."""
    tasks = list(tasks)
    cells = Counter((task.family, tuple(sorted(task.cell.items()))) for task in tasks)
    yield from (
        f"family {family!r} has the cell {dict(cell)} {n} times" for (family, cell), n in cells.items() if n > 1
    )
    ids = Counter(task.id for task in tasks)
    yield from (f"the id {id!r} is given {n} times" for id, n in ids.items() if n > 1)


def _whole(task: Task, domain: Domain) -> Iterator[str]:
    if not task.contract:
        yield "the contract is empty"
        return
    if all(check.family == "forbidden" for check in task.contract):
        yield "the contract only forbids: doing nothing would pass"
    if not any(_demands_action(check) for check in task.contract):
        yield "the contract demands no call and no change: talk would pass"
    for id, number in Counter(check.id for check in task.contract).items():
        if number > 1 or not id:
            yield f"the check id {id!r} is given {number} times"
    if not task.cell:
        yield "the task names no decision cell"
    for label in task.labels:
        if label not in domain.labels:
            yield f"unknown label {label!r}"


def _demands_action(check: Any) -> bool:
    return check.family in ("action", "order") or (check.family == "state" and not check.stays)


# Names that a check uses


def _of_check(check: Any, task: Task, domain: Domain) -> Iterator[str]:
    for tool, args in _calls_in(check):
        yield from _call_problems(tool, args, domain)
    for table, fields in _fields_in(check):
        yield from _field_problems(table, fields, domain)
    yield from _word_problems(check, domain)
    if isinstance(check, c.Row) and check.key is None and not check.where:
        yield f"says neither which {check.table} nor where"
    if isinstance(check, c.NeverCalled | c.NeverPassed):
        yield from _unexposed(check, domain)


def _calls_in(check: Any) -> Iterator[tuple[str, Matchers]]:
    match check:
        case c.CalledAny() | c.NeverPassed():
            yield from ((tool, {}) for tool in check.tools)
        case c.InOrder():
            yield from ((step.tool, step.args) for step in check.steps)
        case c.Called() | c.Passed() | c.AsksBefore() | c.SaysBefore() | c.NeverCalled():
            yield check.tool, check.args


def _call_problems(tool: str, args: Matchers, domain: Domain) -> Iterator[str]:
    known = domain.toolbox.tools.get(tool)
    if known is None:
        yield f"unknown tool {tool!r}"
        return
    properties = known.schema["function"]["parameters"]["properties"]
    for name, matcher in args.items():
        if name not in properties:
            yield f"{tool} has no argument {name!r}"
        else:
            yield from (f"{tool}.{name} cannot be {value!r}" for value in _impossible(matcher, properties[name]))


def _impossible(matcher: object, schema: Mapping[str, Any]) -> Iterator[object]:
    """Demanded values that are none of those that a closed set allows."""
    allowed = allowed_values(schema)
    if allowed is not None:
        yield from (value for value in _values(matcher) if value not in allowed)


def allowed_values(schema: Mapping[str, Any]) -> tuple[object, ...] | None:
    """The closed set that a JSON schema describes, or None when it describes none."""
    if "const" in schema:
        return (schema["const"],)
    if "enum" in schema:
        return tuple(schema["enum"])
    if schema.get("type") == "null":
        return (None,)
    parts = [allowed_values(option) for option in schema.get("anyOf", ())]
    if not parts or None in parts:
        return None
    return tuple(value for part in parts for value in part or ())


def _values(matcher: object) -> tuple[object, ...]:
    if isinstance(matcher, Equals):
        return (matcher.value,)
    return matcher.values if isinstance(matcher, OneOf) else ()


def _fields_in(check: Any) -> Iterator[tuple[str, Matchers]]:
    match check:
        case c.Row():
            yield check.table, {**check.where, **check.fields}
        case c.Rows():
            yield check.table, check.where
        case c.Gone() | c.Protected():
            yield check.table, {}
        case c.OnlyChanged():
            yield from ((ref.table, {}) for ref in check.records)
            yield from ((new.table, new.where) for new in check.created)


def _field_problems(table: str, fields: Matchers, domain: Domain) -> Iterator[str]:
    record = domain.records.get(table)
    if record is None:
        yield f"unknown table {table!r}"
        return
    schema = record.model_json_schema()
    for name, matcher in fields.items():
        if name not in schema["properties"]:
            yield f"{table} has no field {name!r}"
        else:
            possible = schema["properties"][name]
            yield from (f"{table}.{name} cannot be {value!r}" for value in _impossible(matcher, possible))


def _word_problems(check: Any, domain: Domain) -> Iterator[str]:
    topic = getattr(check, "about", None)
    if topic is not None and topic not in domain.lexicon.topics:
        yield f"unknown topic {topic!r}"
    slot = getattr(check, "slot", None)
    if slot is not None and slot not in {*domain.lexicon.slots, c.YES, "details"}:
        yield f"unknown slot {slot!r}"


def _unexposed(check: Any, domain: Domain) -> Iterator[str]:
    tools = check.tools if isinstance(check, c.NeverPassed) else (check.tool,)
    yield from (f"no node of the graph exposes {tool!r}" for tool in tools if tool not in domain.reachable)


# The initial state


def _given(task: Task, domain: Domain) -> Iterator[str]:
    """Rows that cannot be laid over the world."""
    seen: set[tuple[str, str]] = set()
    for number, given in enumerate(task.given):
        if given.table not in domain.records:
            yield f"given row {number}: unknown table {given.table!r}"
            continue
        try:
            record = domain.parse(given.table, given.row)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"]))
            yield f"given row {number} ({given.table}): {where}: {problem['msg']}"
            continue
        if (given.table, record.id) in seen:
            yield f"given row {number}: {given.table} {record.id!r} is there twice"
        seen.add((given.table, record.id))


def _initial_state(task: Task, domain: Domain) -> Iterator[str]:
    world = World(domain.rows, given_rows(task), task.now or domain.now)
    run = c.Run([], world, domain.lexicon)
    for check in task.contract:
        yield from (
            f"check {check.id!r}: there is no {t} {key!r}" for t, key in _keys_in(check) if not world.row(t, key)
        )
        if check.family == "state":
            holds = check.find(run).holds
            if holds and not getattr(check, "stays", True):
                yield f"check {check.id!r}: holds before anything is done"
            if not holds and getattr(check, "stays", True):
                yield f"check {check.id!r}: says that it stays, but does not hold at the start"


def _keys_in(check: Any) -> Iterator[tuple[str, str]]:
    match check:
        case c.Row(table=table, key=str(key)) | c.Gone(table=table, key=key):
            yield table, key
        case c.OnlyChanged():
            yield from ((ref.table, ref.key) for ref in check.records)
        case c.Protected():
            keys = () if check.keys == "*" else check.keys
            yield from ((check.table, key) for key in (*keys, *check.but))


# Texts


def _texts(task: Task, domain: Domain) -> Iterator[str]:
    persona = task.persona
    for opening in persona.opening:
        for name in (*domain.toolbox.tools, *domain.labels):
            if "_" in name and name in opening:
                yield f"the opening names {name!r}"
        if "hop" in task.styles:
            yield from (f"the opening gives away {v!r}" for v in _ids_to_find(task) if carries(opening, v))
    yield from _persona_words(task, domain)
    for check in task.contract:
        if isinstance(check, c.NeverSays):
            yield from (f"check {check.id!r}: {problem}" for problem in _open_secrets(check, domain))


def _open_secrets(check: c.NeverSays, domain: Domain) -> Iterator[str]:
    """Phrases that must never be said and that every agent reads. What the customer says may well be one of them."""
    public = {"the policy": domain.policy, "a tool": domain.tools_json}
    for place, text in public.items():
        found = (phrase for phrase in check.phrases if carries(text, phrase))
        yield from (f"{place} says {phrase!r}, which must never be said" for phrase in found)


def _ids_to_find(task: Task) -> Iterator[str]:
    """Ids among the expected arguments that the agent has to discover."""
    keys = {str(value) for given in task.given for value in given.row.values() if isinstance(value, str)}
    for check in task.contract:
        if isinstance(check, c.Passed):
            values = (v for m in check.args.values() for v in _values(m))
            yield from (v for v in values if isinstance(v, str) and v in keys and any(d.isdigit() for d in v))


def _persona_words(task: Task, domain: Domain) -> Iterator[str]:
    persona = task.persona
    slots = {*domain.lexicon.slots, "details"}
    facts: list[str] = [*persona.facts, *persona.unknown]
    facts += [slot for reaction in persona.reactions for slot in reaction.learns]
    yield from (f"the persona knows an unknown slot {slot!r}" for slot in facts if slot not in slots)
    goals = [*persona.goals, *(goal for reaction in persona.reactions for goal in reaction.goals)]
    topics = [topic for goal in goals for topic in (goal.about, *goal.also)]
    triggers = [reaction.on for reaction in persona.reactions]
    topics += [topic for trigger in triggers if (topic := getattr(trigger, "about", None))]
    yield from (f"the persona speaks of an unknown topic {t!r}" for t in topics if t not in domain.lexicon.topics)
    asked = [slot for trigger in triggers if (slot := getattr(trigger, "slot", None))]
    yield from (f"a reaction waits for an unknown slot {slot!r}" for slot in asked if slot not in slots)


# The solution


def _solution(task: Task, domain: Domain) -> Iterator[str]:
    if not any(isinstance(step, Act) for step in task.solution):
        yield "the solution calls no tool"
    for number, step in enumerate(task.solution):
        match step:
            case Say(text=text) if not text.strip():
                yield f"step {number} of the solution says nothing"
            case Call(name=name) if name not in domain.toolbox.tools:
                yield f"step {number} of the solution calls an unknown tool {name!r}"


Skeleton = tuple[Any, ...]


def contract_skeleton(task: Task) -> Skeleton:
    """What kinds of checks a contract has, over which tools, tables and arguments, without values."""
    return tuple(sorted(_skeleton_of(check) for check in task.contract))


def _skeleton_of(check: Any) -> tuple[str, ...]:
    names = [f"{tool}({','.join(sorted(args))})" for tool, args in _calls_in(check)]
    names += [f"{table}[{','.join(sorted(fields))}]" for table, fields in _fields_in(check)]
    words = [str(getattr(check, field, "") or "") for field in ("outcome", "about", "slot")]
    return (check.kind, *names, *words)


def solution_skeleton(task: Task) -> Skeleton:
    """The order of calls and messages of a solution."""
    return tuple(step.name if isinstance(step, Call) else "say" for step in task.solution)
