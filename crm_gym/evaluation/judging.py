"""What an episode comes to: its verdicts, its outcome and the reason, at its end or again later."""

from collections.abc import Sequence
from typing import NamedTuple

from crm_gym.contract import Criterion, Finding, ReplyJudge, Run, Verdict, judge, shares
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import NOT_CONVERGED
from crm_gym.evaluation.episode import Edit, Episode, Outcome
from crm_gym.judges import rule_judge
from crm_gym.llm import LLMError, Misconfigured
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import given_rows, load_task
from crm_gym.types import Arguments
from crm_gym.world import Record, World

OUT_OF_TIME = "seconds"
"""The end of an episode whose seconds ran out."""
TOO_LONG = "context_exceeded"
"""The end of an episode that became too long for the agent's model."""


class Ruling(NamedTuple):
    """An outcome and why."""

    outcome: Outcome
    reason: str


def rule_on(end: str, verdicts: Sequence[Verdict]) -> Ruling:
    """The outcome of a conversation that ended like this and was judged."""
    if any(verdict.outcome == "error" for verdict in verdicts):
        return Ruling("evaluator_error", "evaluator.check")
    if end == OUT_OF_TIME:
        return Ruling("timeout_unreviewed", "limit.seconds")
    if end in NOT_CONVERGED or end == TOO_LONG:
        return Ruling("model_failure", f"model.{end}")
    if all(verdict.outcome == "holds" for verdict in verdicts):
        return Ruling("success", "")
    return Ruling("model_failure", "model.checks")


def find_all(task: Task, run: Run, replies: ReplyJudge) -> tuple[Verdict, ...]:
    """Verdicts with another judge of replies. Raises LLMError when it cannot be asked."""
    findings = {check.id: replies(check, run) for check in task.contract if isinstance(check, Criterion)}

    def found(check: Criterion, run: Run) -> Finding:
        return findings[check.id]

    return judge(task.contract, run, found)


def of_replies(task: Task, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """The verdicts that a judge of replies decides."""
    criteria = {check.id for check in task.contract if isinstance(check, Criterion)}
    return tuple(verdict for verdict in verdicts if verdict.id in criteria)


def rejudge(episode: Episode, replies: ReplyJudge | None = None, *, beside: bool = False) -> Episode:
    """Judges a stored episode again, with the contract and the checks as they are now.

    The rules judge the replies, or `replies` does; with `beside` the rules do, and its opinions are kept. What was
    never judged, like an infrastructure failure, comes back as it is; a failure of the judge is made good. Raises
    ValueError when the task or the data of its business are others than they were, UnknownTask, and Misconfigured.
    """
    if episode.outcome == "infra_failure" and not episode.reason.startswith("infra.judge."):
        return episode
    task, run = load_task(episode.task), run_of(episode)
    by_rule = judge(task.contract, run, rule_judge)
    if replies is None:
        return ruled(episode, by_rule)
    try:
        verdicts = find_all(task, run, replies)
    except Misconfigured:
        raise
    except LLMError as error:
        return ruled(episode, by_rule) if beside else unjudged(episode, error)
    if beside:
        return ruled(episode, by_rule).model_copy(update={"opinions": of_replies(task, verdicts)})
    return ruled(episode, verdicts)


def ruled(episode: Episode, verdicts: tuple[Verdict, ...]) -> Episode:
    """The episode with these verdicts and the outcome that they give it."""
    outcome, reason = rule_on(episode.end, verdicts)
    if outcome == "timeout_unreviewed" and episode.reviewed:
        outcome, reason = episode.outcome, episode.reason
    checks = {} if outcome == "evaluator_error" else shares(verdicts)
    update = {"outcome": outcome, "reason": reason, "verdicts": verdicts, "checks": checks, "opinions": ()}
    return episode.model_copy(update=update)


def review(episode: Episode, *, model: bool, by: str) -> Episode:
    """Decides about an episode that ran out of time: was it the model's own failure, or that of its surroundings?

    The latter is then an infrastructure failure like others: resuming the run plays it again. Raises ValueError for
    other episodes.
    """
    if episode.outcome != "timeout_unreviewed":
        raise ValueError(f"{episode.task} trial {episode.trial} did not run out of time unreviewed: {episode.outcome}")
    outcome, reason = ("model_failure", "model.timeout") if model else ("infra_failure", "infra.timeout")
    return episode.model_copy(update={"outcome": outcome, "reason": reason, "reviewed": by})


def unjudged(episode: Episode, error: LLMError) -> Episode:
    """The episode when the judge of replies failed: neither success nor failure."""
    update = {"outcome": "infra_failure", "reason": f"infra.judge.{error.reason}", "verdicts": (), "checks": {}}
    return episode.model_copy(update=update)


def run_of(episode: Episode) -> Run:
    """What was judged: the events, and the world that they left. Raises ValueError and UnknownTask."""
    task, domain = load_task(episode.task), load_domain(episode.domain)
    if episode.data_hash != domain.data_hash:
        raise ValueError(
            f"{episode.task} was played over other data of {episode.domain} ({episode.data_hash}, not "
            f"{domain.data_hash}): judge it with the version of crm_gym that played it"
        )
    if episode.given != task.given:
        raise ValueError(f"{episode.task} has been drawn anew since it was played: play it again")
    world = World(domain.rows, given_rows(task), task.now or domain.now)
    for edit in episode.journal:
        world._write(edit.table, edit.key, _record(episode, edit, edit.before), _record(episode, edit, edit.after))
    return Run(episode.events, world, domain.lexicon)


def _record(episode: Episode, edit: Edit, row: Arguments | None) -> Record | None:
    return None if row is None else load_domain(episode.domain).parse(edit.table, row)
