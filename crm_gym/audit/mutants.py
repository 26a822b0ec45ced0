"""Mutants of what the agent does: steps left out, repeated, swapped, made with other arguments, or added."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from crm_gym.audit.plays import Move, Stage
from crm_gym.audit.values import alternatives, calls_of, free_text, parameters, stranger
from crm_gym.contract import Called, CalledAny, Family, InOrder, Passed
from crm_gym.matchers import Matchers, OneOf, fits_all
from crm_gym.types import AgentSays, Call, ToolUse

MOST_EXTRAS = 2
"""Unwanted calls of one tool that are tried."""


class Mutant(NamedTuple):
    """A wrong way to play a task, and the families of checks that should see it."""

    kind: str
    what: str
    families: frozenset[Family]
    moves: list[Move]


EVERY: frozenset[Family] = frozenset({"action", "parameter", "order", "reply", "state", "forbidden"})
DEEDS: frozenset[Family] = frozenset({"action", "parameter", "order", "state"})
STATE: frozenset[Family] = frozenset({"action", "order", "state", "forbidden"})


def mutants_of_steps(stage: Stage) -> Iterator[Mutant]:
    """All mutants of the calls of a solution."""
    yield from _dropped(stage)
    yield from _repeated(stage)
    yield from _swapped(stage)
    yield from _other_arguments(stage)
    yield from _strangers(stage)
    yield from _stopped_early(stage)
    yield from _unwanted(stage)


def text_of(call: ToolUse | Call) -> str:
    """A call in a few words."""
    arguments = ", ".join(f"{name}={value}" for name, value in call.arguments.items())
    return f"{call.name}({arguments})"


def _acting(stage: Stage) -> list[tuple[int, ToolUse]]:
    """The calls that matter: they write records or sign somebody in, or the contract expects them."""
    return [(n, use) for n, use in stage.run.done if n in stage.wrote or use.writes or _expected(stage, use)]


def _expected(stage: Stage, use: ToolUse) -> bool:
    wants = (check for check in stage.task.contract if isinstance(check, Called | CalledAny))
    return any(want.matches(use) for want in wants)


def _dropped(stage: Stage) -> Iterator[Mutant]:
    for number, use in _acting(stage):
        if number in stage.wrote or use.writes or _alone(stage, use):
            yield Mutant("drop a step", text_of(use), DEEDS, stage.edited(number, number + 1))


def _alone(stage: Stage, use: ToolUse) -> bool:
    """Whether no other call of the solution does what this one is expected for."""
    wants = [check for check in stage.task.contract if isinstance(check, Called | CalledAny) and check.matches(use)]
    return any(sum(want.matches(other) for _, other in stage.run.done) <= want.needed for want in wants)


def _repeated(stage: Stage) -> Iterator[Mutant]:
    """Writes that a tool carries out a second time."""
    for number, use in stage.run.done:
        moves = stage.edited(number + 1, number + 1, Call(name=use.name, arguments=use.arguments))
        if number in stage.wrote and number + 1 in {n for n, _ in stage.perform(moves).writes}:
            yield Mutant("repeat a write", text_of(use), STATE, moves)


def _swapped(stage: Stage) -> Iterator[Mutant]:
    for check, first, second in ordered_pairs(stage):
        moves: list[Move] = list(stage.base)
        moves[first], moves[second] = moves[second], moves[first]
        names = [getattr(stage.base[number], "name", "") for number in (first, second)]
        what = f"{check.id}: {' and '.join(names)}"
        yield Mutant("swap an ordered pair", what, frozenset({"order"}), moves)
        late = [*stage.base[:first], *stage.base[first + 1 : second + 1], stage.base[first], *stage.base[second + 1 :]]
        yield Mutant("swap an ordered pair", f"{what}, the first only then", frozenset({"order"}), list(late))


def ordered_pairs(stage: Stage) -> Iterator[tuple[InOrder, int, int]]:
    """Neighbours in a declared order, with the events of the solution that are these steps."""
    for check, verdict in zip(stage.task.contract, stage.verdicts, strict=True):
        if isinstance(check, InOrder):
            yield from ((check, first, second) for first, second in pairwise(verdict.evidence))


# Other arguments


def _other_arguments(stage: Stage) -> Iterator[Mutant]:
    for number, use in _acting(stage):
        for name, value in use.arguments.items():
            families = _families(stage, number, use, name)
            others = alternatives(stage, use.name, name, value) if families else ()
            for other in (other for other in others if other not in _as_right(stage, name)):
                what = f"{use.name}.{name}={value} to {other}"
                yield Mutant("change an argument", what, families, _with(stage, number, use, {name: other}))


def _families(stage: Stage, number: int, use: ToolUse, argument: str) -> frozenset[Family]:
    """Who should see that an argument is another one: checks that this call serves, and those of what it writes."""
    named: set[Family] = {check.family for check in stage.task.contract if _names(check, use, argument)}
    return STATE | named if number in stage.wrote else frozenset(named)


def _names(check: Any, use: ToolUse, argument: str) -> bool:
    parts = [check] if isinstance(check, Called | Passed) else check.steps if isinstance(check, InOrder) else []
    return any(p.tool == use.name and argument in p.args and fits_all(p.args, use.arguments) for p in parts)


def _as_right(stage: Stage, argument: str) -> set[Any]:
    """Values that the contract accepts on purpose beside the solution's, for an argument or the field of its name."""
    matchers = (args.get(argument) for check in stage.task.contract for args in _matchers(check))
    return {value for matcher in matchers if isinstance(matcher, OneOf) for value in matcher.values}


def _matchers(check: Any) -> Iterator[Matchers]:
    """All matchers of a check, by argument or field."""
    for holder in (check, *getattr(check, "steps", ()), *getattr(check, "created", ())):
        yield from (getattr(holder, name) for name in ("args", "where", "fields") if hasattr(holder, name))


def _strangers(stage: Stage) -> Iterator[Mutant]:
    for number, use in stage.run.done:
        for name, value in use.arguments.items() if number in stage.wrote else ():
            other = stranger(stage, value) if isinstance(value, str) and not _prose(stage, use, name) else None
            if other is not None:
                what = f"{use.name}.{name}={value} to {other}"
                families = _families(stage, number, use, name)
                yield Mutant("another party's id", what, families, _with(stage, number, use, {name: other}))


def _prose(stage: Stage, use: ToolUse, name: str) -> bool:
    return free_text(parameters(stage, use.name).get(name, {}))


def _with(stage: Stage, number: int, use: ToolUse, arguments: dict[str, Any]) -> list[Move]:
    changed = Call(name=use.name, arguments={**use.arguments, **arguments})
    return stage.edited(number, number + 1, changed)


# Too little and too much


def _stopped_early(stage: Stage) -> Iterator[Mutant]:
    """The solution ends before each of its steps after which something is still to be done."""
    last = max((number for number, _ in _acting(stage)), default=0)
    for number, event in enumerate(stage.base):
        if number <= last and isinstance(event, ToolUse | AgentSays):
            yield Mutant("stop early", f"before event {number}", EVERY, list(stage.base[:number]))


def _unwanted(stage: Stage) -> Iterator[Mutant]:
    """Successful calls of writing tools that nobody asked for, after the last call of the solution."""
    place = stage.last_call + 1
    for tool in stage.domain.toolbox.tools.values():
        made = successes(stage, place, tool.name) if tool.writes and not tool.hands_over else ()
        for number, call in enumerate(made):
            if number == MOST_EXTRAS:
                break
            moves = stage.edited(place, place, call)
            if not _allowed(stage, moves):
                yield Mutant("an unwanted write", text_of(call), STATE, moves)


def _allowed(stage: Stage, moves: list[Move]) -> bool:
    """Whether what is written beyond the solution is just what the contract allows by name."""
    more = [change for change in stage.perform(moves).changes if change not in stage.run.changes]
    named = [new for check in stage.task.contract for new in getattr(check, "created", ()) if new.where]
    return all(change.before is None and any(new.covers(change) for new in named) for change in more)


def successes(stage: Stage, place: int, tool: str, fixed: dict[str, Any] | None = None) -> Iterator[Call]:
    """Calls of a tool that would write business records at a place of the solution."""
    for call in calls_of(stage, stage.before(place), tool, fixed or {}):
        world = stage.before(place)
        mark = len(world.journal)
        use = stage.domain.toolbox.run(world, call.name, call.arguments)
        if use.status == "ok" and any(not _bookkeeping(write) for write in world.journal[mark:]):
            yield call


def _bookkeeping(write: Any) -> bool:
    return bool((write.after or write.before).bookkeeping)
