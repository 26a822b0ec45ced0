"""How well reply checks judge labelled replies: `python -m tests.corpus.score_replies FILE`."""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, TypeAdapter

from crm_gym.contract import (
    AsksFor,
    Criterion,
    Mentions,
    NeverSays,
    Run,
    SaysAny,
    StatesAmount,
    StatesDate,
    StatesOutcome,
)
from crm_gym.domains.base import load_domain
from crm_gym.judges import rule_judge
from crm_gym.types import AgentSays, UserSays
from crm_gym.world import Rows, World

ReplyCheck = Mentions | StatesDate | SaysAny | AsksFor | StatesAmount | StatesOutcome | NeverSays
_CHECKS: TypeAdapter[ReplyCheck] = TypeAdapter(Annotated[ReplyCheck, Field(discriminator="kind")])


class Result(NamedTuple):
    """One line: whether its criterion should hold, and whether it was found to."""

    id: str
    domain: str
    kind: str
    before: str
    reply: str
    demand: str
    expected: bool
    found: bool
    why: str

    @property
    def right(self) -> bool:
        """Whether label and judgement agree."""
        return self.expected == self.found


def results(path: Path) -> list[Result]:
    """Every line of a corpus file with its judgement."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [_result(line) for line in lines]


def agreement(outcome: Sequence[Result]) -> float:
    """The share of lines that are judged as they are labelled."""
    return sum(result.right for result in outcome) / len(outcome)


def false_accepts(outcome: Sequence[Result]) -> list[Result]:
    """The lines that pass and should not."""
    return [result for result in outcome if result.found and not result.expected]


def false_rejects(outcome: Sequence[Result]) -> list[Result]:
    """The lines that should pass and do not."""
    return [result for result in outcome if result.expected and not result.found]


def report(outcome: Sequence[Result]) -> str:
    """The wrong lines, and the agreement by kind, by domain and overall."""
    shown: list[str] = []
    for title, wrong in (("false accepts", false_accepts(outcome)), ("false rejects", false_rejects(outcome))):
        shown += [f"== {title}: {len(wrong)}", *map(_shown, wrong)]
    shown += ["== agreement", *_rates(outcome, lambda r: r.kind), *_rates(outcome, lambda r: r.domain)]
    shown += _rates(outcome, lambda r: f"{r.domain} {r.kind}")
    return "\n".join([*shown, *_rates(outcome, lambda _: "overall")])


def _result(line: dict[str, object]) -> Result:
    domain = load_domain(str(line["domain"]))
    check = _CHECKS.validate_json(json.dumps(line["criterion"]))
    before, reply = str(line["before"]), str(line["reply"])
    run = Run([UserSays(text=before), AgentSays(text=reply)], World(domain.rows, Rows(), domain.now), domain.lexicon)
    finding = rule_judge(check, run) if isinstance(check, Criterion) else check.find(run)
    return Result(
        str(line["id"]),
        domain.name,
        check.kind,
        before,
        reply,
        check.sentence,
        line["holds"] is True,
        finding.holds,
        finding.why,
    )


def _rates(outcome: Sequence[Result], key: Callable[[Result], str]) -> list[str]:
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in outcome:
        groups[key(result)].append(result)
    return [_rate(name, groups[name]) for name in sorted(groups)]


def _rate(name: str, group: Sequence[Result]) -> str:
    accepts, rejects = len(false_accepts(group)), len(false_rejects(group))
    return f"{name:24} {agreement(group):7.2%} of {len(group):3}, {accepts} false accepts, {rejects} false rejects"


def _shown(result: Result) -> str:
    return (
        f"{result.id}  {result.domain}: {result.demand}\n"
        f"  customer: {result.before}\n  agent: {result.reply}\n  {result.why}"
    )


if __name__ == "__main__":
    sys.stdout.write(report(results(Path(sys.argv[1]))) + "\n")
