"""What is kept of a trial: one episode, one JSON line."""

from typing import Literal

from crm_gym.contract import Verdict
from crm_gym.envs.crm_env import NOT_CONVERGED, CRMEnv
from crm_gym.evaluation.jobs import Job
from crm_gym.tasks.spec import Given
from crm_gym.types import Arguments, Event, Value
from crm_gym.world import Change, Record, Write

Outcome = Literal["success", "model_failure", "evaluator_error"]


class Edit(Value):
    """A record before and after a write, or between start and end."""

    table: str
    key: str
    before: Arguments | None
    after: Arguments | None


class Episode(Value):
    """One trial of one policy on one task, with everything needed to judge it again."""

    policy: str
    task: str
    domain: str
    family: str
    labels: tuple[str, ...]
    difficulty: str
    policy_constrained: bool
    trial: int
    seed: int
    outcome: Outcome
    reason: str
    """Why it failed, namespaced: `model.checks`, `model.turn_limit`, `evaluator.check`; '' for a success."""
    end: str
    checks: dict[str, float]
    verdicts: tuple[Verdict, ...]
    steps: int
    events: tuple[Event, ...]
    given: tuple[Given, ...]
    changes: tuple[Edit, ...]
    journal: tuple[Edit, ...]
    data_hash: str
    seconds: float
    """Wall-clock time of the trial: the one field that differs between runs."""

    @property
    def success(self) -> bool:
        """Every declared check holds, and the episode came to its own end."""
        return self.outcome == "success"


def record(job: Job, env: CRMEnv, seconds: float, *, failed: bool = False) -> Episode:
    """The episode that an env has just ended; `failed` says that a check could not be evaluated."""
    task, domain = env.task, env.domain
    outcome: Outcome = "evaluator_error" if failed else "success" if env.success else "model_failure"
    return Episode(
        policy=job.name,
        task=task.id,
        domain=task.domain,
        family=task.family,
        labels=task.labels,
        difficulty=task.difficulty,
        policy_constrained=task.policy_constrained,
        trial=job.trial,
        seed=job.seed,
        outcome=outcome,
        reason=_reason(outcome, env.end),
        end=env.end,
        checks={} if failed else env.scores,
        verdicts=env.verdicts,
        steps=env.steps,
        events=tuple(env.events),
        given=task.given,
        changes=tuple(map(_edit, env.world.changes())),
        journal=tuple(map(_edit, env.world.journal)),
        data_hash=domain.data_hash,
        seconds=round(seconds, 6),
    )


def _reason(outcome: Outcome, end: str) -> str:
    if outcome == "evaluator_error":
        return "evaluator.check"
    if outcome == "success":
        return ""
    return f"model.{end}" if end in NOT_CONVERGED else "model.checks"


def _edit(change: Change | Write) -> Edit:
    return Edit(table=change.table, key=change.id, before=_whole(change.before), after=_whole(change.after))


def _whole(record: Record | None) -> Arguments | None:
    return None if record is None else record.whole()
