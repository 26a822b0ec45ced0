"""Variants of a solution that are as right: whoever plays them must earn the reward too."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from crm_gym.audit.mutants import text_of
from crm_gym.audit.plays import Move, Stage, play_policy, steps_of
from crm_gym.audit.values import calls_of
from crm_gym.audit.wording import WORDINGS, fulfilling, question, rewritten
from crm_gym.baselines import Script
from crm_gym.contract import YES, AsksBefore, Criterion, NeverSays, SaysBefore, Verdict
from crm_gym.types import AgentSays, Call, ToolUse

EXTRA_READ = "an extra read"
COMMUTED = "independent steps commuted"
REFUSED = "a refused attempt before the right call"
REWORDED = "replies in other words"
PLAYED = "replies in other words, with the customer"
REWRITTEN = "ids and amounts written another way"
WAITING = "a word in between"

MOST_REFUSED = 2
"""Refused attempts that are tried before one call."""


class Variant(NamedTuple):
    """Another right way to play a task."""

    kind: str
    what: str
    moves: list[Move]


def variants(stage: Stage) -> Iterator[Variant]:
    """All variants, but those whose calls the contract forbids in so many words."""
    yield from _extra_reads(stage)
    yield from _commuted(stage)
    yield from _refused_first(stage)
    yield from (Variant(REWORDED, f"wording {form + 1}", reworded(stage, form)) for form in range(WORDINGS))
    yield from (Variant(REWRITTEN, f"form {form + 1}", _rewritten(stage, form)) for form in range(WORDINGS))
    first = min((number for number, _ in stage.run.uses), default=0)
    yield Variant(WAITING, "before the first call", stage.edited(first, first, AgentSays(text="One moment, please.")))


def trouble(stage: Stage, variant: Variant) -> list[Verdict]:
    """The checks that a variant breaks, without those that are declared against just this."""
    broken = stage.broken(stage.perform(variant.moves))
    declared = {EXTRA_READ: "forbidden", REFUSED: "forbidden", COMMUTED: "order"}.get(variant.kind)
    return [] if broken and all(verdict.family == declared for verdict in broken) else broken


def played_trouble(stage: Stage, form: int, seed: int) -> list[str]:
    """Why a reworded solution does not earn the reward from the customer."""
    env = play_policy(stage.task, Script(steps_of(reworded(stage, form))), seed)
    if env.success:
        return []
    broken = [f"{v.id}: {v.why}" for v in env.verdicts if v.outcome != "holds"]
    return broken or [f"the episode ended with {env.end!r}"]


# Other calls


def _extra_reads(stage: Stage) -> Iterator[Variant]:
    for number, use in stage.run.done:
        if not use.writes:
            again = Call(name=use.name, arguments=use.arguments)
            yield Variant(EXTRA_READ, f"{text_of(use)} again", stage.edited(number + 1, number + 1, again))
    place = stage.last_call + 1
    for tool in stage.domain.toolbox.tools.values():
        call = next(_reads(stage, place, tool.name), None) if not tool.writes else None
        if call is not None:
            yield Variant(EXTRA_READ, text_of(call), stage.edited(place, place, call))


def _reads(stage: Stage, place: int, tool: str) -> Iterator[Call]:
    for call in calls_of(stage, stage.before(place), tool, {}):
        if stage.domain.toolbox.run(stage.before(place), call.name, call.arguments).status == "ok":
            yield call


def _commuted(stage: Stage) -> Iterator[Variant]:
    """Neighbouring calls that give the same results, and leave the same records, in either order."""
    for number in range(len(stage.base) - 1):
        first, second = stage.base[number], stage.base[number + 1]
        if isinstance(first, ToolUse) and isinstance(second, ToolUse):
            moves = stage.edited(number, number + 2, second, first)
            run = stage.perform(moves)
            same = [event for _, event in run.uses[-len(stage.run.uses) :]]
            swapped = {(use.name, use.result) for use in same} == {(u.name, u.result) for _, u in stage.run.uses}
            if swapped and run.changes == stage.run.changes:
                yield Variant(COMMUTED, f"{second.name} before {first.name}", moves)


def _refused_first(stage: Stage) -> Iterator[Variant]:
    for number, use in stage.run.done:
        found = 0
        for call in _mistakes(use) if use.writes else ():
            tried = stage.domain.toolbox.run(stage.before(number), call.name, call.arguments)
            if tried.status != "ok" and tried.wrote == 0 and found < MOST_REFUSED:
                found += 1
                what = f"{text_of(call)} {tried.status}"
                yield Variant(REFUSED, what, stage.edited(number, number, call))


def _mistakes(use: ToolUse) -> Iterator[Call]:
    """The same call as a careless agent might make it first."""
    for name, value in use.arguments.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield Call(name=use.name, arguments={**use.arguments, name: 0})
            yield Call(name=use.name, arguments={**use.arguments, name: f"{value}"})
    last = list(use.arguments)[-1:]
    yield Call(name=use.name, arguments={name: value for name, value in use.arguments.items() if name not in last})


# Other words


def reworded(stage: Stage, form: int) -> list[Move]:
    """The solution with each message that a reply check rests on said in other words."""
    resting = _resting(stage)
    moves: list[Move] = []
    for number, event in enumerate(stage.base):
        if isinstance(event, AgentSays) and number in resting:
            moves.append(AgentSays(text=_said(stage, number, event.text, resting[number], form)))
        else:
            moves.append(event)
    return moves


def _resting(stage: Stage) -> dict[int, list[Criterion | AsksBefore | SaysBefore]]:
    """For each message the checks that it fulfils; a check is told once, what comes first must come first."""
    resting: dict[int, list[Criterion | AsksBefore | SaysBefore]] = {}
    for check, verdict in zip(stage.task.contract, stage.verdicts, strict=True):
        match check:
            case NeverSays():
                continue
            case SaysBefore():
                numbers: Collection[int] = [n for n, _ in stage.run.messages if n < verdict.evidence[-1]][-1:]
            case AsksBefore():
                numbers = verdict.evidence[:1]
            case Criterion():
                numbers = verdict.evidence[-1:]
            case _:
                continue
        for number in numbers:
            resting.setdefault(number, []).append(check)
    return resting


def _said(stage: Stage, number: int, message: str, checks: list[Criterion | AsksBefore | SaysBefore], form: int) -> str:
    """One sentence per check, and the questions of the message, so that the customer goes on."""
    lexicon = stage.domain.lexicon
    heard = stage.run.hears(number, message)
    slots = dict.fromkeys([*heard.asks, *([YES] if heard.confirms else [])])
    telling = [check for check in checks if not isinstance(check, AsksBefore)]
    asking = [check.slot for check in checks if isinstance(check, AsksBefore)]
    sentences = [fulfilling(check, lexicon, form) for check in telling]
    return " ".join([*sentences, *(question(lexicon, slot, form) for slot in dict.fromkeys([*slots, *asking]))])


def _rewritten(stage: Stage, form: int) -> list[Move]:
    return [AgentSays(text=rewritten(e.text, form)) if isinstance(e, AgentSays) else e for e in stage.base]
