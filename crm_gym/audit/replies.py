"""Mutants of what the agent says: the opposite, another figure, too late, not at all, or what must not be said."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from crm_gym import text
from crm_gym.audit.mutants import Mutant
from crm_gym.audit.plays import Move, Stage
from crm_gym.audit.values import turned
from crm_gym.audit.wording import OUTCOMES, day, negated, noun, outcome, with_other_amounts, without
from crm_gym.contract import (
    AsksBefore,
    AsksFor,
    Criterion,
    Mentions,
    NeverSays,
    SaysAny,
    SaysBefore,
    StatesAmount,
    StatesDate,
    StatesOutcome,
    Verdict,
)
from crm_gym.types import AgentSays

NEGATED = "final reply negated"
WRONG_AMOUNT = "wrong amount in the reply"
WRONG_VALUE = "wrong id or day in the reply"
WRONG_OUTCOME = "wrong outcome in the reply"
UNSAID = "a reply unsaid"
LATE = "said or asked too late"
SAID = "said what must not be said"


def mutants_of_replies(stage: Stage) -> Iterator[Mutant]:
    """All mutants of the messages of a solution."""
    yield from _negated(stage)
    for check, verdict in zip(stage.task.contract, stage.verdicts, strict=True):
        maker = MAKERS.get(type(check))
        if maker is not None:
            yield from maker(stage, check, verdict)


def _mutant(kind: str, what: str, moves: list[Move]) -> Mutant:
    return Mutant(kind, what, frozenset({"reply"}), moves)


def _reworded(stage: Stage, numbers: Collection[int] | None, change: Callable[[str], str]) -> list[Move]:
    """The solution with some messages (all, without numbers) changed; those left empty are not sent."""
    moves: list[Move] = []
    for number, event in enumerate(stage.base):
        mine = isinstance(event, AgentSays) and (numbers is None or number in numbers)
        said = change(event.text) if isinstance(event, AgentSays) and mine else None
        if said is None or (isinstance(event, AgentSays) and said == event.text):
            moves.append(event)
        elif said:
            moves.append(AgentSays(text=said))
    return moves


def _negated(stage: Stage) -> Iterator[Mutant]:
    """The opposite of what is said after the last call, where the contract asks for it, and of what was said of it."""
    final = {number for number, _ in stage.run.messages if number > stage.last_call}
    pairs = zip(stage.task.contract, stage.verdicts, strict=True)
    resting = [check for check, verdict in pairs if isinstance(check, Criterion) and final & set(verdict.evidence)]
    if resting:
        stated = [check.about for check in resting if isinstance(check, StatesOutcome)]
        numbers = final.union(*(_about(stage, topic) for topic in stated))
        kinds = {check.outcome for check in resting if isinstance(check, StatesOutcome)} or {"done", "refused"}
        opposite = partial(negated, good=bool(kinds - {"refused"}), bad="refused" in kinds)
        yield _mutant(NEGATED, "what is said in the end", _reworded(stage, numbers, opposite))


def _appended(stage: Stage, message: str) -> list[Move]:
    return [*stage.base, AgentSays(text=message)]


# One maker for each kind of check


def _mentions(stage: Stage, check: Mentions, verdict: Verdict) -> Iterator[Mutant]:
    other = turned(check.value) if any(letter.isdigit() for letter in check.value) else "somebody else"
    pattern = re.compile(re.escape(check.value), re.I)
    moves = _reworded(stage, None, lambda message: pattern.sub(other, message))
    yield _mutant(WRONG_VALUE, f"{check.id}: {check.value} to {other}", moves)


def _amount(stage: Stage, check: StatesAmount, verdict: Verdict) -> Iterator[Mutant]:
    cents = round(check.amount * 100)
    moves = _reworded(stage, None, lambda message: with_other_amounts(message, [cents]))
    yield _mutant(WRONG_AMOUNT, f"{check.id}: not {check.amount:.2f}", moves)
    if check.about:
        rival = f"The {noun(stage.domain.lexicon, check.about)} of {check.amount + 10:.2f} EUR has been made."
        yield _mutant(WRONG_AMOUNT, f"{check.id}: also {check.amount + 10:.2f}", _appended(stage, rival))


def _date(stage: Stage, check: StatesDate, verdict: Verdict) -> Iterator[Mutant]:
    other = day(check.day + timedelta(days=1), 1)
    moves = _reworded(stage, verdict.evidence, lambda message: f"The day is {other}.")
    yield _mutant(WRONG_VALUE, f"{check.id}: {other}", moves)


def _says_any(stage: Stage, check: SaysAny, verdict: Verdict) -> Iterator[Mutant]:
    moves = _reworded(stage, None, lambda message: without(message, check.phrases))
    yield _mutant(UNSAID, f"{check.id}: {check.meaning}", moves)


def _outcome(stage: Stage, check: StatesOutcome, verdict: Verdict) -> Iterator[Mutant]:
    lexicon = stage.domain.lexicon
    about = _about(stage, check.about)
    for kind in wrong_outcomes(stage, check):
        last = outcome(lexicon, kind, check.about, 0)
        yield _mutant(WRONG_OUTCOME, f"{check.id}: {kind} in the end", _appended(stage, last))
        instead = outcome(lexicon, kind, check.about, 2)
        moves = _reworded(stage, about, lambda message, instead=instead: instead)  # type: ignore[misc] # binds the loop variable
        yield _mutant(WRONG_OUTCOME, f"{check.id}: {kind} instead", moves)
    silent = {*about, *_speaking(stage, check.about)}
    yield _mutant(UNSAID, f"{check.id}: nothing about the {check.about}", _reworded(stage, silent, _nothing))


def wrong_outcomes(stage: Stage, check: StatesOutcome) -> list[str]:
    """What the outcome is not; of what somebody else decides, done and pending are the same."""
    right = set(check.accepted)
    if not stage.domain.lexicon.topics[check.about].decided and right & {"done", "pending"}:
        right |= {"done", "pending"}
    return [kind for kind in OUTCOMES if kind not in right]


def _about(stage: Stage, topic: str) -> list[int]:
    """The messages that state an outcome of a topic."""
    said = stage.run.messages
    return [n for n, message in said if any(o.about == topic for o in stage.run.outcomes(n, message))]


def _speaking(stage: Stage, topic: str) -> list[int]:
    """The messages that tell a deed by speaking of it, with no outcome."""
    return [n for n, message in stage.run.messages if text.speaks_of(message, topic, stage.domain.lexicon)]


def _nothing(message: str) -> str:
    return ""


def _asks_for(stage: Stage, check: AsksFor, verdict: Verdict) -> Iterator[Mutant]:
    yield _mutant(UNSAID, f"{check.id}: {check.slot} not asked for", _reworded(stage, verdict.evidence, _nothing))


def _asks_before(stage: Stage, check: AsksBefore, verdict: Verdict) -> Iterator[Mutant]:
    first = verdict.evidence[-1]
    asking = [n for n, message in stage.run.messages if n < first and check.asked_in(stage.run, n, message)]
    yield _mutant(UNSAID, f"{check.id}: {check.slot} not asked for", _reworded(stage, asking, _nothing))
    yield _mutant(LATE, f"{check.id}: {check.slot} asked for afterwards", _moved(stage, asking, first))


def _moved(stage: Stage, numbers: Sequence[int], behind: int) -> list[Move]:
    """The solution with some messages only after an event."""
    kept: list[Move] = [event for number, event in enumerate(stage.base[: behind + 1]) if number not in numbers]
    return [*kept, *(stage.base[number] for number in numbers), *stage.base[behind + 1 :]]


def _says_before(stage: Stage, check: SaysBefore, verdict: Verdict) -> Iterator[Mutant]:
    first = verdict.evidence[-1]
    telling = [number for number, message in stage.run.messages if number < first and _tells(check, message)]
    yield _mutant(UNSAID, f"{check.id}: not said", _reworded(stage, telling, _nothing))
    yield _mutant(LATE, f"{check.id}: said afterwards", _moved(stage, telling, first))


def _tells(check: SaysBefore, message: str) -> bool:
    return (
        any(text.mentions(message, value) for value in check.mentions)
        or any(text.states_amount(message, round(amount * 100)) for amount in check.amounts)
        or any(text.says(message, phrase) for phrase in check.phrases)
    )


def _never_says(stage: Stage, check: NeverSays, verdict: Verdict) -> Iterator[Mutant]:
    for phrase in check.phrases:
        yield _mutant(SAID, f"{check.id}: {phrase}", _appended(stage, f"By the way, I can see {phrase} here."))


MAKERS: dict[type, Callable[[Stage, Any, Verdict], Iterator[Mutant]]] = {
    Mentions: _mentions,
    StatesAmount: _amount,
    StatesDate: _date,
    SaysAny: _says_any,
    StatesOutcome: _outcome,
    AsksFor: _asks_for,
    AsksBefore: _asks_before,
    SaysBefore: _says_before,
    NeverSays: _never_says,
}
