"""Judging a run: one verdict per declared check, and their strict conjunction."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from crm_gym.contract.assignment import unserved
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
    verdicts = [_verdict(check, run, replies) for check in contract]
    for place in _starved(contract, verdicts, run):
        why = "its call already serves another expectation"
        verdicts[place] = verdicts[place].model_copy(update={"outcome": "broken", "why": why})
    assert len(verdicts) == len(contract)
    return tuple(verdicts)


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


def _verdict(check: Check, run: Run, replies: ReplyJudge) -> Verdict:
    kind = getattr(check, "kind", type(check).__name__)
    try:
        finding = replies(check, run) if isinstance(check, Criterion) else check.find(run)
    except Exception as error:  # noqa: BLE001 - a fault of the evaluator must never become a 0 or a 1
        return Verdict(id=check.id, family=check.family, kind=kind, outcome="error", why=repr(error))
    outcome: Literal["holds", "broken"] = "holds" if finding.holds else "broken"
    return Verdict(
        id=check.id, family=check.family, kind=kind, outcome=outcome, why=finding.why, evidence=finding.evidence
    )


def _starved(contract: Sequence[Check], verdicts: Sequence[Verdict], run: Run) -> list[int]:
    """Places of expectations that hold by themselves and yet get no call of their own; verdicts name their calls."""
    wants: list[tuple[int, Expectation]] = []
    for place, check in enumerate(contract):
        if isinstance(check, Called | CalledAny) and verdicts[place].outcome == "holds":
            wants += [(place, check)] * check.needed
    lacking = unserved(wants, run.done, lambda call, want: call[0] in verdicts[want[0]].evidence)
    return [wants[want][0] for want in lacking]
