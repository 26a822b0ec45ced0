"""Judging replies by rule: the default, programmatic form of each reply criterion."""

from collections.abc import Sequence

from crm_gym import text
from crm_gym.contract import (
    AsksFor,
    Criterion,
    Finding,
    Mentions,
    Run,
    SaysAny,
    StatesAmount,
    StatesDate,
    StatesOutcome,
)


def rule_judge(check: Criterion, run: Run) -> Finding:
    """Judges one criterion from the words of the messages alone."""
    match check:
        case Mentions():
            return _some(run, [n for n, message in run.messages if text.mentions(message, check.value)])
        case StatesDate():
            today = run.world.now.date()
            return _some(run, [n for n, message in run.messages if check.day in text.dates(message, today)])
        case SaysAny():
            return _some(run, [n for n, m in run.messages if any(text.affirms(m, phrase) for phrase in check.phrases)])
        case AsksFor():
            asked = [n for n, message in run.messages if check.slot in run.hears(n, message).asks]
            return _some(run, asked)
        case StatesAmount():
            return _amount(check, run)
        case StatesOutcome():
            return _outcome(check, run)
    raise TypeError(f"no rule for {check!r}")


def _some(run: Run, numbers: list[int]) -> Finding:
    if numbers:
        return Finding(True, "said", tuple(numbers))
    return Finding(False, f"in none of {len(run.messages)} messages")


def _amount(check: StatesAmount, run: Run) -> Finding:
    """The amount stands in a message, and no statement about the topic gives only other amounts."""
    cents = round(check.amount * 100)
    said = [n for n, message in run.messages if text.states_amount(message, cents)]
    if check.about is None or not said:
        return _some(run, said)
    for number, message in run.messages:
        for outcome in run.outcomes(number, message):
            stated = outcome.about == check.about and outcome.kind == "done" and not _of_balance(outcome.clause)
            if stated and _others(outcome.clause, {cents}):
                return Finding(False, f"another amount for the {check.about}: {outcome.clause!r}", (number,))
    return _some(run, said)


def _outcome(check: StatesOutcome, run: Run) -> Finding:
    """The last message that says anything about the topic decides, and it must not say everything at once."""
    for number, message in reversed(run.messages):
        outcomes = [outcome for outcome in run.outcomes(number, message) if outcome.about == check.about]
        if outcomes:
            return _decide(check, _same_matter(check, outcomes), number)
    return Finding(False, f"nothing was said about the {check.about}")


_LEFT = ("balance", "left", "remains", "remaining", "holds")


def _of_balance(clause: str) -> bool:
    """Whether a clause tells what an account holds afterwards."""
    return any(text.says(clause, word) for word in _LEFT)


def _same_matter(check: StatesOutcome, outcomes: Sequence[text.Outcome]) -> list[str]:
    """The kinds without those said of other amounts: '600 is sent; the 850 was not' is about 600."""
    right = {money.cents for o in outcomes if o.kind in check.accepted for money in text.amounts(o.clause)}
    return [o.kind for o in outcomes if o.kind in check.accepted or not right or not _others(o.clause, right)]


def _others(clause: str, amounts: set[int]) -> bool:
    """Whether a clause names amounts, and none of these."""
    found = {money.cents for money in text.amounts(clause)}
    return bool(found) and found.isdisjoint(amounts)


def _decide(check: StatesOutcome, kinds: Sequence[str], number: int) -> Finding:
    """One turn from bad news to good is fine ('not 12,000, but 9,000 is sent'); going back and forth is not."""
    course = [kind for place, kind in enumerate(kinds) if place == 0 or kind != kinds[place - 1]]
    if len(course) > 2:
        return Finding(False, f"contradicts itself about the {check.about}: {course}", (number,))
    return Finding(course[-1] in check.accepted, f"last said {course[-1]} about the {check.about}", (number,))
