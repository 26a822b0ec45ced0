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
            return _some(run, [n for n, message in run.messages if text.states_day(message, check.day, today)])
        case SaysAny():
            return _some(run, [n for n, message in run.messages if text.affirms_any(message, check.phrases)])
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
    """The amount is stated, and nothing gives another one for the topic."""
    cents = round(check.amount * 100)
    if check.about is None:
        return _some(run, [n for n, message in run.messages if text.states_amount(message, cents)])
    said: list[int] = []
    for number, message in run.messages:
        found = text.sums(message, check.about, run.lexicon, before=run.before(number))
        if rival := _rival(found, cents):
            return Finding(False, f"another amount for the {check.about}: {rival!r}", (number,))
        said += [number for one in found if one.cents == cents and one.relation in _STATED]
    return _some(run, said)


_STATED = ("done", "named", "free")


def _rival(found: Sequence[text.Sum], cents: int) -> str:
    """The clause that gives only other amounts for what was done, or for what the message names the amount of."""
    for one in found:
        same = any(other.clause == one.clause and other.cents == cents and other.relation in _STATED for other in found)
        named = one.relation == "named" and any(other.cents == cents for other in found)
        if one.cents != cents and not same and (one.relation == "done" or named):
            return one.clause
    return ""


def _outcome(check: StatesOutcome, run: Run) -> Finding:
    """The last message that says anything about the topic decides, and it must not say everything at once."""
    for number, message in reversed(run.messages):
        outcomes = [_filed(check, one, run) for one in run.outcomes(number, message) if one.about == check.about]
        if outcomes:
            if _denied_flatly(outcomes):
                return Finding(False, f"denies and states the {check.about} in one breath", (number,))
            about_it = _without_others(check, _explicit(check, outcomes, run), run)
            return _decide(check, _same_matter(check, about_it), number)
    return _reported(check, run)


def _reported(check: StatesOutcome, run: Run) -> Finding:
    """No outcome was heard: a deed is told as well by who speaks of it as of something that is there, once it is."""
    last = max((number for number, _ in run.writes), default=None)
    if check.outcome == "done" and last is not None:
        told = [n for n, message in run.messages if n > last and text.speaks_of(message, check.about, run.lexicon)]
        if told:
            return Finding(True, f"spoke of the {check.about} after it was done", tuple(told))
    return Finding(False, f"nothing was said about the {check.about}")


def _explicit(check: StatesOutcome, outcomes: Sequence[text.Outcome], run: Run) -> Sequence[text.Outcome]:
    """Without good news before bad that names no topic: "the payment was made in June, so I cannot refund it"."""
    last = outcomes[-1].kind
    return [o for o in outcomes if not (last == "refused" and o.kind == "done") or _names(o.clause, check.about, run)]


def _without_others(check: StatesOutcome, outcomes: Sequence[text.Outcome], run: Run) -> Sequence[text.Outcome]:
    """Without a later no to something else: "1. camera: credited 2.50 | 2. plug: no credit"."""
    sums = [n for n, o in enumerate(outcomes) if o.kind == "done" and text.amounts(o.clause)]
    if not sums or check.outcome != "done":
        return outcomes
    nouns = [noun for noun in run.lexicon.topics[check.about].nouns if noun.isalpha()]
    return [
        o
        for n, o in enumerate(outcomes)
        if n < sums[0] or o.kind != "refused" or text.amounts(o.clause) or _definite(o.clause, nouns)
    ]


def _definite(clause: str, nouns: Sequence[str]) -> bool:
    """Whether a clause speaks of the very thing: "the refund was rejected", "I cannot do it"."""
    if any(text.says(clause, word) for word in ("it", "this", "that")):
        return True
    return any(text.says(clause, f"{word} {noun}") for word in ("the", "your", "this") for noun in nouns)


def _denied_flatly(outcomes: Sequence[text.Outcome]) -> bool:
    """Whether it is said not to be done, and at once how it was: no turn for the better, which has another subject."""
    kinds = [outcome.kind for outcome in outcomes]
    return kinds == ["refused", "done"] and any(text.says(outcomes[0].clause, word) for word in _NOT_DONE)


_NOT_DONE = ("is not done", "is not complete", "is not completed", "has not been done", "have not been done")


def _names(clause: str, topic: str, run: Run) -> bool:
    return topic in text.topics_in(clause, run.lexicon)


def _filed(check: StatesOutcome, outcome: text.Outcome, run: Run) -> text.Outcome:
    """What others decide is done, too, as far as it can be, when it has been filed."""
    open_end = check.outcome == "done" and not run.lexicon.topics[check.about].decided
    filed = open_end and outcome.kind == "pending" and any(text.says(outcome.clause, word) for word in _FILED)
    return outcome._replace(kind="done") if filed else outcome


_FILED = ("filed", "opened", "lodged", "registered", "raised", "set up", "created", "is open")


def _same_matter(check: StatesOutcome, outcomes: Sequence[text.Outcome]) -> list[str]:
    """The kinds without those said of other amounts or records: '600 is sent; the 850 was not' is about 600."""
    right = {money.cents for o in outcomes if o.kind in check.accepted for money in text.amounts(o.clause)}
    ids = {id for o in outcomes if o.kind in check.accepted for id in text.ids_in(o.clause)}
    return [
        o.kind
        for o in outcomes
        if o.kind in check.accepted or not (_others(o.clause, right) or _other_ids(o.clause, ids))
    ]


def _other_ids(clause: str, ids: set[str]) -> bool:
    """Whether a clause names records, and none of these."""
    found = text.ids_in(clause)
    return bool(found and ids) and found.isdisjoint(ids)


def _others(clause: str, amounts: set[int]) -> bool:
    """Whether a clause names amounts, and none of these."""
    found = {money.cents for money in text.amounts(clause)}
    return bool(found and amounts) and found.isdisjoint(amounts)


def _decide(check: StatesOutcome, kinds: Sequence[str], number: int) -> Finding:
    """One turn from bad news to good is fine ('not 12,000, but 9,000 is sent'); going back and forth is not."""
    course = [kind for place, kind in enumerate(kinds) if place == 0 or kind != kinds[place - 1]]
    clash = len(course) > 2 or course == ["done", "refused"]
    if clash and not set(course) <= set(check.accepted):
        return Finding(False, f"contradicts itself about the {check.about}: {course}", (number,))
    return Finding(course[-1] in check.accepted, f"last said {course[-1]} about the {check.about}", (number,))
