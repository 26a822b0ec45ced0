"""Plays one trial from a reset env to its end."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Event
from types import TracebackType
from typing import NamedTuple

from crm_gym.baselines import POLICIES, Action, BatchPolicy, Briefing, Observation, Policy
from crm_gym.contract import EvaluatorError, ReplyJudge, Run, Verdict, judge, shares
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import SIMULATOR_DOWN, CRMEnv
from crm_gym.evaluation.episode import Episode, Seconds, Spent, edit
from crm_gym.evaluation.jobs import Job
from crm_gym.evaluation.judging import (
    OUT_OF_TIME,
    TOO_LONG,
    Ruling,
    find_all,
    of_replies,
    review,
    rule_on,
    ruled,
    unjudged,
)
from crm_gym.judges import rule_judge
from crm_gym.llm import ContextExceeded, Endpoint, LLMError, Misconfigured, Usage, cost
from crm_gym.tasks.routes import routed
from crm_gym.tasks.store import load_task
from crm_gym.types import Call, Say

AGENT_DOWN = "infra.agent"
"""The end of an episode whose agent could not be asked."""


class Played(NamedTuple):
    """An episode, as it comes out of an engine."""

    episode: Episode
    stop: str = ""
    """Why the whole run must stop; '' when it can go on."""
    json: str = ""
    """The episode as JSON, where it was needed on the way; else ''."""


Episodes = Generator[Played, None, None]
"""Episodes as they end; closing it ends whatever plays."""


@contextmanager
def charged(account: Callable[[float], None]) -> Iterator[None]:
    """Tells an account how many seconds this took, whatever came of it."""
    began = time.perf_counter()
    try:
        yield
    finally:
        account(time.perf_counter() - began)


class Trial:
    """One attempt at a trial while it is played: whose seconds these are, and what ended it.

    It has taken the seconds that were charged to it, and no others: what trials beside it take is not its own.
    """

    def __init__(self, job: Job, env: CRMEnv) -> None:
        self.job = job
        self.env = env
        self._agent = self._simulator = self._business = 0.0
        self._end = ""
        self._fault: LLMError | None = None
        self._broken = False

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return bool(self.env.end or self._end or self._broken)

    @property
    def took(self) -> float:
        """Seconds that the trial has taken."""
        return self._agent + self._simulator + self._business

    @property
    def left(self) -> float:
        """Seconds that the trial may still take."""
        return self.job.conditions.seconds - self.took

    def check_time(self) -> None:
        """Ends the trial when its seconds have run out; for between steps."""
        if not self.over and self.left <= 0:
            self._end = OUT_OF_TIME

    def agent_took(self, seconds: float) -> None:
        """Adds to the agent's seconds."""
        self._agent += seconds

    def business_took(self, seconds: float) -> None:
        """Adds to the seconds of the business: its tools, and the start of the episode."""
        self._business += seconds

    def answer_took(self, action: Action, seconds: float) -> None:
        """Adds to the seconds of whoever answered an action: the customer or the business."""
        if isinstance(action, str):
            self._simulator += seconds
        else:
            self.business_took(seconds)

    def agent_failed(self, error: LLMError) -> None:
        """The agent's model gave no action."""
        if isinstance(error, ContextExceeded):
            self._end = TOO_LONG
        else:
            self._end, self._fault = AGENT_DOWN, error

    def check_failed(self) -> None:
        """A check could not be evaluated."""
        self._broken = True

    # Acting, for policies that play one trial

    def introduce(self, policy: Policy) -> None:
        """Tells a policy that the episode begins, if it wants to know."""
        if hasattr(policy, "reset"):
            with charged(self.agent_took):
                policy.reset(self.job.seed)

    def ask(self, policy: Policy, observation: Observation) -> Action:
        """The policy's next action. When its model gives none the trial is over, and nobody hears what this returns."""
        if hasattr(policy, "limit_seconds"):
            policy.limit_seconds = self.left
        try:
            with charged(self.agent_took):
                return policy.act(observation)
        except LLMError as error:
            self.agent_failed(error)
            return ""

    def step(self, action: Action) -> Observation:
        """What the env answers."""
        try:
            with charged(partial(self.answer_took, action)):
                return self.env.step(action)[0]
        except EvaluatorError:
            self.check_failed()
            return self.env.last_observation

    # The end

    def played(self, usage: Usage, model: str) -> Played:
        """The episode, judged, with what the agent's model used."""
        seconds = Seconds(total=self.took, agent=self._agent, simulator=self._simulator)
        verdicts = self._verdicts()
        ruling = self._ruling(verdicts)
        scores = shares(verdicts) if ruling.outcome != "evaluator_error" else {}
        task = self.env.task
        episode = Episode(
            policy=self.job.conditions.name,
            model=model,
            task=task.id,
            domain=task.domain,
            family=task.family,
            labels=task.labels,
            styles=task.styles,
            difficulty=task.difficulty,
            policy_constrained=task.policy_constrained,
            exposure=self.job.conditions.exposure,
            trial=self.job.trial,
            attempt=self.job.attempt,
            seed=self.job.seed,
            outcome=ruling.outcome,
            reason=ruling.reason,
            end=self._end or self.env.end,
            checks=scores,
            verdicts=verdicts,
            steps=self.env.steps,
            events=tuple(self.env.events),
            given=task.given,
            changes=tuple(map(edit, self.env.world.changes())),
            journal=tuple(map(edit, self.env.world.journal)),
            data_hash=self.env.domain.data_hash,
            spent=Spent(agent=usage, simulator=self.env.simulator_usage),
            cost=cost(usage, model, self.job.conditions.prices),
            seconds=seconds,
        )
        return self._judged(Played(self._reviewed(episode), self._stop()))

    @property
    def _run(self) -> Run:
        return Run(self.env.events, self.env.world, self.env.domain.lexicon)

    @property
    def _unjudgeable(self) -> bool:
        return self._fault is not None or self.env.end == SIMULATOR_DOWN

    def _verdicts(self) -> tuple[Verdict, ...]:
        """The env's; what was cut off is judged here, as far as it came."""
        if self.env.verdicts or self._unjudgeable:
            return self.env.verdicts
        return judge(self.env.task.contract, self._run, rule_judge)

    def _ruling(self, verdicts: tuple[Verdict, ...]) -> Ruling:
        if self._broken:
            return Ruling("evaluator_error", "evaluator.check")
        if self._fault is not None:
            return Ruling("infra_failure", f"{AGENT_DOWN}.{self._fault.reason}")
        if self.env.end == SIMULATOR_DOWN:
            return Ruling("infra_failure", f"{SIMULATOR_DOWN}.{self.env.fault}")
        return rule_on(self._end or self.env.end, verdicts)

    def _reviewed(self, episode: Episode) -> Episode:
        """By the run's rule, where it has one."""
        share = self.job.conditions.agent_share
        if share is None or episode.outcome != "timeout_unreviewed" or self._agent < share * episode.seconds.total:
            return episode
        return review(episode, model=True, by=f"rule: the agent took {share:.0%} of the seconds or more")

    def _stop(self) -> str:
        """Why no other trial can fare better, with what to do about it."""
        if isinstance(self._fault, Misconfigured):
            return f"the agent's model cannot be asked ({self._fault.reason}): {self._fault}"
        if isinstance(self.env.simulator_error, Misconfigured):
            return f"the customer's model cannot be asked ({self.env.fault}): check its name, address and key"
        return ""

    def _judged(self, played: Played) -> Played:
        """With the verdicts of another judge of replies, where the run has one."""
        make, episode = self.job.conditions.judge, played.episode
        if make is None or self._unjudgeable or self._broken:
            return played
        began, replies = time.perf_counter(), make(self.env.task.persona.story)
        try:
            verdicts = find_all(self.env.task, self._run, replies)
        except LLMError as error:
            stop = f"the judge's model cannot be asked ({error.reason}): {error}"
            episode = self._with_judge(episode, replies, time.perf_counter() - began)
            failed = episode if self.job.conditions.beside else unjudged(episode, error)
            return Played(failed, stop if isinstance(error, Misconfigured) else "")
        episode = self._with_judge(episode, replies, time.perf_counter() - began)
        if self.job.conditions.beside:
            return Played(episode.model_copy(update={"opinions": of_replies(self.env.task, verdicts)}))
        return Played(ruled(episode, verdicts))

    @staticmethod
    def _with_judge(episode: Episode, replies: ReplyJudge, took: float) -> Episode:
        """With the tokens and seconds of the judge, also of one that failed on the way."""
        used = getattr(replies, "usage", None)
        spent = episode.spent.model_copy(update={"judge": used if isinstance(used, Usage) else Usage()})
        return episode.model_copy(
            update={"spent": spent, "seconds": episode.seconds.model_copy(update={"judge": took})}
        )


class Bench:
    """Plays trials of one run, one after the other; each thread has its own: an env plays one episode at a time."""

    def __init__(self, cancelled: Event | None = None) -> None:
        """`cancelled` ends the trial that is being played, without an episode."""
        self._cancelled = cancelled or Event()
        self._envs: dict[str, CRMEnv] = {}

    def play(self, job: Job) -> Played | None:
        """One trial from a reset env to its end; None when it was cancelled. What a policy raises names the trial."""
        with Named(job):
            return self._play(job)

    def play_all(self, jobs: Iterable[Job]) -> Episodes:
        """Plays one trial after the other."""
        for job in jobs:
            played = self.play(job)
            if played is not None:
                yield played

    def _play(self, job: Job) -> Played | None:
        policy = acting(made(job), job)
        env = self._env(job)
        trial = Trial(job, env)
        observation: Observation
        with charged(trial.business_took):
            observation, _ = env.reset(seed=job.seed, options={"task_id": job.task})
        trial.introduce(policy)
        while not trial.over:
            if self._cancelled.is_set():
                return None
            action = trial.ask(policy, observation)
            if not trial.over:
                observation = trial.step(action)
            trial.check_time()
        return trial.played(usage_of(policy), model_of(policy))

    def _env(self, job: Job) -> CRMEnv:
        if job.domain not in self._envs:
            self._envs[job.domain] = job.conditions.env(job.domain)
        return self._envs[job.domain]


class Named:
    """Says of an error in which trial it came up, if any is played, and how many others it concerns."""

    def __init__(self, job: Job | None, others: int = 0) -> None:
        self._job = job
        self._beside = f", with {others} other trial{'s' * (others > 1)}" if others else ""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None and self._job is not None:
            played = f"{self._job.task}, trial {self._job.trial}{self._beside}"
            error.add_note(f"while {self._job.conditions.name} played {played}")


def made(job: Job) -> Policy | BatchPolicy:
    """A fresh policy for a trial; it may be one for several."""
    chosen = job.conditions.policy
    return POLICIES[chosen](_briefing(job)) if isinstance(chosen, str) else chosen()


def acting(policy: Policy | BatchPolicy, job: Job) -> Policy:
    """The policy, when it plays single trials. Raises TypeError for one that does not."""
    if isinstance(policy, Policy):
        return policy
    wanted = (
        "a policy with `act_batch` needs evaluate(..., num_envs=8)"
        if isinstance(policy, BatchPolicy)
        else "a policy needs `act(observation)`, or `act_batch(observations)` and num_envs=8"
    )
    raise TypeError(f"{job.conditions.name} has no `act`: {wanted}")


def usage_of(policy: object) -> Usage:
    """What a policy says that its model has used in this trial: its `usage`, if it has one."""
    used = getattr(policy, "usage", None)
    return used if isinstance(used, Usage) else Usage()


def model_of(policy: object) -> str:
    """The model that a policy says it asks, with its `endpoint` or its `model`, if it has one; it names the price."""
    endpoint = getattr(policy, "endpoint", None)
    model = endpoint.model if isinstance(endpoint, Endpoint) else getattr(policy, "model", "")
    return model if isinstance(model, str) else ""


def _briefing(job: Job) -> Briefing:
    task = load_task(job.task)
    domain = load_domain(task.domain)
    steps: Sequence[Say | Call] = task.solution
    if job.conditions.exposure == "routed":
        steps = routed(steps, domain.graph)
    return Briefing(steps, domain.hand_over, job.trial)
