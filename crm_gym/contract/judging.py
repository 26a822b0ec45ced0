"""Judging a run: one verdict per declared check, and their strict conjunction."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from crm_gym.contract.replies import (
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
)
from crm_gym.contract.run import FAMILIES, Check, Finding, Run, Verdict
from crm_gym.contract.state import Gone, OnlyChanged, Row, Rows
from crm_gym.contract.trajectory import (
    Called,
    CalledAny,
    Expectation,
    InOrder,
    NeverCalled,
    NeverPassed,
    Passed,
    Protected,
)

AnyCheck = Annotated[
    Called
    | CalledAny
    | Passed
    | InOrder
    | Mentions
    | StatesAmount
    | StatesDate
    | SaysAny
    | StatesOutcome
    | AsksFor
    | AsksBefore
    | SaysBefore
    | NeverSays
    | Row
    | Rows
    | Gone
    | OnlyChanged
    | NeverCalled
    | NeverPassed
    | Protected,
    Field(discriminator="kind"),
]
Contract = tuple[AnyCheck, ...]
ReplyJudge = Callable[[Criterion, Run], Finding]
"""Judges one criterion on the content of the replies."""


class EvaluatorError(Exception):
    """A check itself failed: the episode has no outcome, neither 0 nor 1."""


def judge(contract: Sequence[Check], run: Run, replies: ReplyJudge) -> tuple[Verdict, ...]:
    """One verdict per declared check, in order."""
    starved = _starved([check for check in contract if isinstance(check, Called | CalledAny)], run)
    verdicts = tuple(_verdict(check, run, replies, starved) for check in contract)
    assert len(verdicts) == len(contract)
    return verdicts


def succeeded(verdicts: Iterable[Verdict]) -> bool:
    """The strict conjunction. Raises EvaluatorError when a check itself failed."""
    outcomes = []
    for verdict in verdicts:
        if verdict.outcome == "error":
            raise EvaluatorError(f"check {verdict.id!r}: {verdict.why}")
        outcomes.append(verdict.outcome == "holds")
    return all(outcomes)


def shares(verdicts: Iterable[Verdict]) -> dict[str, float]:
    """For each declared family the share of its checks that hold."""
    held: dict[str, list[bool]] = {}
    for verdict in verdicts:
        held.setdefault(verdict.family, []).append(verdict.outcome == "holds")
    return {family: sum(held[family]) / len(held[family]) for family in FAMILIES if family in held}


def _verdict(check: Check, run: Run, replies: ReplyJudge, starved: Mapping[str, str]) -> Verdict:
    kind = getattr(check, "kind", type(check).__name__)
    try:
        finding = replies(check, run) if isinstance(check, Criterion) else check.find(run)
    except Exception as error:  # noqa: BLE001 - a fault of the evaluator must never become a 0 or a 1
        return Verdict(id=check.id, family=check.family, kind=kind, outcome="error", why=repr(error))
    if finding.holds and check.id in starved:
        finding = Finding(False, starved[check.id], finding.evidence)
    outcome: Literal["holds", "broken"] = "holds" if finding.holds else "broken"
    return Verdict(
        id=check.id, family=check.family, kind=kind, outcome=outcome, why=finding.why, evidence=finding.evidence
    )


def _starved(checks: Sequence[Expectation], run: Run) -> dict[str, str]:
    """Expectations that get no call of their own: a maximum assignment of calls to expectations."""
    owner: dict[int, int] = {}
    places = [check for check in checks for _ in range(check.needed)]

    def serve(place: int, tried: set[int]) -> bool:
        for number, use in run.done:
            if number in tried or not places[place].matches(use):
                continue
            tried.add(number)
            if number not in owner or serve(owner[number], tried):
                owner[number] = place
                return True
        return False

    unserved = [places[place] for place in range(len(places)) if not serve(place, set())]
    return {check.id: "its call already serves another expectation" for check in unserved}
