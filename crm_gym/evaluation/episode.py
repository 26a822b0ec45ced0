"""What is kept of a trial: one episode, one JSON line."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, get_args

from crm_gym.contract import Verdict
from crm_gym.llm import Usage
from crm_gym.tasks.spec import Given
from crm_gym.types import AgentSays, Arguments, Event, ToolUse, Value
from crm_gym.world import Change, Record, Write

Outcome = Literal["success", "model_failure", "timeout_unreviewed", "infra_failure", "evaluator_error", "cancelled"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
SCORED: frozenset[Outcome] = frozenset({"success", "model_failure"})
"""Outcomes that say something about the policy. All others lower the coverage, never the success."""


class Edit(Value):
    """A record before and after a write, or between start and end."""

    table: str
    key: str
    before: Arguments | None
    after: Arguments | None


class Seconds(Value):
    """What a trial took by the clock, and whose time it was: the one part of an episode that differs between runs.

    They mean the same however trials are played: side by side a trial is not charged for what others beside it take,
    and what all of them wait for together, like one call of a `BatchPolicy`, is divided among them.
    """

    total: float = 0.0
    """Those of agent and simulator, and what the env itself took: the start of the episode, and tools."""
    agent: float = 0.0
    """Spent in the policy: its latency."""
    simulator: float = 0.0
    """Spent on the customer's turns, a model's or the script's."""
    judge: float = 0.0
    """Spent on judging again, after the episode, with another judge than the rules."""


class Spent(Value):
    """Tokens of the three models of a trial, apart."""

    agent: Usage = Usage()
    simulator: Usage = Usage()
    judge: Usage = Usage()


class Episode(Value):
    """One attempt at one trial of one policy on one task, with everything needed to judge it again."""

    policy: str
    model: str = ""
    """The language model that the policy asks; '' when it asks none."""
    task: str
    domain: str
    family: str
    labels: tuple[str, ...]
    styles: tuple[str, ...] = ()
    difficulty: str
    policy_constrained: bool
    exposure: str = "all"
    """`all` or `routed`: in a routed episode the `Routed` events say which node's tools were shown."""
    trial: int
    attempt: int = 1
    """Counts from 1; only infrastructure failures are tried again."""
    seed: int
    outcome: Outcome
    reason: str
    """Why it did not succeed, namespaced: `model.checks`, `infra.agent.rate_limit`, ...; '' for a success."""
    end: str
    """How the conversation ended, in the env's words, or what cut it off: `seconds`, `context_exceeded`, ..."""
    reviewed: str = ""
    """Who or what decided about an episode that ran out of time; '' when nobody did."""
    checks: dict[str, float]
    """For each declared family the share of its checks that hold; empty when nothing was judged."""
    verdicts: tuple[Verdict, ...]
    opinions: tuple[Verdict, ...] = ()
    """What a second judge says about the reply checks; it decides nothing."""
    steps: int
    events: tuple[Event, ...]
    given: tuple[Given, ...]
    changes: tuple[Edit, ...]
    journal: tuple[Edit, ...]
    data_hash: str
    spent: Spent = Spent()
    cost: float | None = None
    """US dollars for the policy's model, never for simulator or judge; None when it has no known price."""
    seconds: Seconds

    @property
    def success(self) -> bool:
        """Every declared check holds, and the episode came to its own end."""
        return self.outcome == "success"

    @property
    def scored(self) -> bool:
        """Whether it counts for or against the policy."""
        return self.outcome in SCORED

    @property
    def tool_calls(self) -> int:
        """Attempts of tools, also those that were refused or invalid; ways through the graph are none."""
        return sum(isinstance(event, ToolUse) for event in self.events)

    @property
    def messages(self) -> int:
        """What the agent told the customer."""
        return sum(isinstance(event, AgentSays) for event in self.events)


@contextmanager
def collector_paused() -> Iterator[None]:
    """For reading many episodes at once: they hold no cycles, and Python's search for some takes twice the reading."""
    ran = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if ran:
            gc.enable()


def edit(change: Change | Write) -> Edit:
    """A change of the world as JSON values."""
    return Edit(table=change.table, key=change.id, before=_whole(change.before), after=_whole(change.after))


def _whole(record: Record | None) -> Arguments | None:
    return None if record is None else record.whole()
