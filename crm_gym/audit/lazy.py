"""Plays that must earn nothing: no work, no words, or all words at once."""

import json
import re
from collections.abc import Iterator, Sequence

from crm_gym import text
from crm_gym.audit.plays import Move, Stage, play, play_policy, steps_of
from crm_gym.audit.static import values_in
from crm_gym.audit.wording import DECLINING, READ_BACKS, outcome, said_of
from crm_gym.baselines import Script
from crm_gym.contract import NeverSays, StatesOutcome
from crm_gym.types import AgentSays, Call, Json, ToolUse, UserSays

LONGEST = 15_000
"""Characters of one message of a dump; an env cuts longer ones."""

Play = tuple[str, bool]
"""What was played, and whether it earns the reward."""


def lazy_plays(stage: Stage) -> Iterator[tuple[str, Play]]:
    """Each lazy way to play, by the audit that it belongs to."""
    for policy in ("noop", "talk", "refuse"):
        yield policy, (policy, play(stage.task, policy, 0).success)
    for number, call in enumerate(stage.domain.hand_over):
        yield "transfer", (str(call.arguments), play(stage.task, "transfer", 0, number).success)
    yield from (("refuse", (said, _passes(stage, [AgentSays(text=said)]))) for said in _refusals(stage))
    for call in _informed(stage):
        yield "transfer", (f"{call.arguments}, with the right words", _passes(stage, [call, *_final(stage)]))


def _passes(stage: Stage, moves: Sequence[Move]) -> bool:
    """Whether these moves right after the opening satisfy the contract."""
    return not stage.broken(stage.perform([stage.base[0], *moves]))


def _refusals(stage: Stage) -> Iterator[str]:
    for topic in _topics(stage):
        yield from (said_of(said, stage.domain.lexicon, topic) for said in DECLINING)


def _topics(stage: Stage) -> list[str]:
    """What the contract and the customer want to hear about."""
    stated = [check.about for check in stage.task.contract if isinstance(check, StatesOutcome)]
    return list(dict.fromkeys([*stated, *(goal.about for goal in stage.task.persona.goals)]))


def _final(stage: Stage) -> list[Move]:
    return [event for event in stage.base[stage.last_call :] if isinstance(event, AgentSays)]


def _informed(stage: Stage) -> Iterator[Call]:
    """Each hand-over call, about each record of the task that it could be about."""
    for call in stage.domain.hand_over:
        for name, value in call.arguments.items():
            tables = {type(row).__name__ for row in stage.domain.rows if row.id == value}
            own = (str(g.row[stage.domain.records[g.table].key]) for g in stage.task.given if g.table in tables)
            yield from (Call(name=call.name, arguments={**call.arguments, name: key}) for key in own)


# Silence


def silent(stage: Stage) -> list[Move]:
    """The calls of the solution without a word."""
    return [event for event in stage.base if not isinstance(event, AgentSays)]


def must_speak(stage: Stage) -> bool:
    """Whether some check asks for words."""
    return any(check.family == "reply" and not isinstance(check, NeverSays) for check in stage.task.contract)


# Everything at once


def dumped(stage: Stage) -> list[Move]:
    """The solution, and then every value that the agent has seen and all that the customer has said."""
    heard = [event.text for event in stage.base if isinstance(event, UserSays)]
    told = " ; ".join([*map(_plain, _seen(stage)), *heard])
    chunks = [told[start : start + LONGEST] for start in range(0, len(told), LONGEST)]
    return [*stage.base, *(AgentSays(text=chunk) for chunk in chunks)]


def _seen(stage: Stage) -> list[Json]:
    found = [value for _, use in stage.run.uses for value in values_in(json.loads(use.result))]
    return [value for place, value in enumerate(found) if value is not None and value not in found[:place]]


def _plain(value: Json) -> str:
    return str(value)


ORDERS = (("done", "refused", "pending"), ("refused", "pending", "done"), ("pending", "done", "refused"))
"""In which order all outcomes are stated; each of them comes last once."""


def outcomes_at_once(stage: Stage) -> Iterator[str]:
    """The orders in which the solution's calls pass with all outcomes, amounts and ids stated in every message."""
    calls: list[Move] = [event for event in stage.base if isinstance(event, ToolUse)]
    for order in ORDERS:
        said = " ".join([*_facts(stage), *(one for kind in order for one in _all(stage, kind))])
        asking = AgentSays(text=" ".join([said, *READ_BACKS, *_questions(stage)]))
        if _passes(stage, [asking, *calls, AgentSays(text=said)]):
            yield f"{order[-1]} last"


def outcomes_in_turn(stage: Stage) -> Iterator[str]:
    """The orders in which the solution's calls pass with one outcome after the other told to the customer.

    It is played through the env: first the calls, without a word, then three messages, each with all amounts and ids
    and one outcome of every topic. The customer answers in between, and may leave before the last of them.
    """
    calls: list[Move] = [event for event in stage.base if isinstance(event, ToolUse)]
    for order in ORDERS:
        messages = [" ".join([*_facts(stage), *_all(stage, kind)]) for kind in order]
        steps = steps_of([*calls, *(AgentSays(text=message) for message in messages)])
        if play_policy(stage.task, Script(steps), 0).success:
            yield f"{order[-1]} last"


def _all(stage: Stage, kind: str) -> list[str]:
    lexicon = stage.domain.lexicon
    return [outcome(lexicon, kind, topic, form) for form, topic in enumerate(_topics(stage))]


def _questions(stage: Stage) -> list[str]:
    return [f"What is your {slot}?" for slot in stage.domain.lexicon.slots]


_ID = re.compile(r"\b[A-Z]{2,4}-\d{3,6}\b")


def _facts(stage: Stage) -> list[str]:
    """The ids and amounts that stand in results and in the customer's words."""
    heard = " ".join(event.text for event in stage.base if isinstance(event, UserSays))
    seen = [value for value in _seen(stage) if not isinstance(value, bool)]
    ids = dict.fromkeys([*(v for v in seen if isinstance(v, str) and _ID.fullmatch(v)), *_ID.findall(heard)])
    figures = [v for v in seen if isinstance(v, float)] + [m.cents / 100 for m in text.amounts(heard)]
    return [" ".join(ids), " ".join(f"{figure:,.2f} EUR." for figure in dict.fromkeys(figures))]
