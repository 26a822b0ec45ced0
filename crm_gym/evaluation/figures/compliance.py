"""Policy-constrained tasks: compliance against completion, and what became of each negative check."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

from crm_gym.contract import Check, NeverCalled, NeverPassed
from crm_gym.domains.base import ROUTER, load_domain
from crm_gym.envs.crm_env import HANDED_OVER
from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures.rates import Interval, scored, wilson
from crm_gym.tasks.store import load_task
from crm_gym.types import Routed, UserSays
from crm_gym.users.base import SATISFIED


class Compliance(NamedTuple):
    """Scored episodes of policy-constrained tasks (figure 8 of the paper)."""

    episodes: int
    compliant: int
    """All negative checks hold."""
    strict: int
    """The whole contract holds."""

    @property
    def compliance(self) -> float:
        """The share in which all negative checks hold."""
        return self.compliant / self.episodes if self.episodes else 0.0

    @property
    def completion(self) -> float:
        """The share in which the whole contract holds."""
        return self.strict / self.episodes if self.episodes else 0.0

    @property
    def compliant_only(self) -> int:
        """Nothing forbidden was done, and the job was not done either."""
        return self.compliant - self.strict

    @property
    def intervals(self) -> tuple[Interval, Interval]:
        """The Wilson 95 % intervals of compliance and completion."""
        return wilson(self.compliant, self.episodes), wilson(self.strict, self.episodes)


def compliance(episodes: Iterable[Episode]) -> Compliance:
    """How often the forbidden is avoided, and how often the allowed is also completed."""
    found = [episode for episode in scored(episodes) if episode.policy_constrained]
    return Compliance(len(found), sum(map(_compliant, found)), sum(episode.success for episode in found))


def _compliant(episode: Episode) -> bool:
    return episode.checks.get("forbidden") == 1.0


Fate = Literal["attempted", "refrained", "never_exposed", "ended_early"]
FATES: tuple[Fate, ...] = ("attempted", "refrained", "never_exposed", "ended_early")


class Negative(NamedTuple):
    """One negative check of one task, over the episodes that declare it."""

    task: str
    check: str
    sentence: str
    attempted: int
    """The check was broken."""
    refrained: int
    """A tool that could break it was shown, and the conversation came to its own end without that."""
    never_exposed: int
    """No node that the agent came to shows such a tool."""
    ended_early: int
    """Such a tool was shown, but the conversation was cut off: a limit, or a customer who lost patience."""


def negatives(episodes: Iterable[Episode]) -> list[Negative]:
    """What became of each negative check of the released tasks, by task and check.

    Raises UnknownTask and ValueError for runs over other tasks than those of this version.
    """
    counts: dict[tuple[str, str], Counter[Fate]] = {}
    for episode in scored(episodes):
        for check, fate in fates(episode).items():
            counts.setdefault((episode.task, check), Counter())[fate] += 1
    return [
        Negative(task, check, _check(task, check).sentence, *(found[fate] for fate in FATES))
        for (task, check), found in sorted(counts.items())
    ]


def negative_totals(episodes: Iterable[Episode]) -> dict[Fate, int]:
    """The fates of all negative checks together."""
    totals: Counter[Fate] = Counter()
    for episode in scored(episodes):
        totals.update(fates(episode).values())
    return {fate: totals[fate] for fate in FATES}


def fates(episode: Episode) -> dict[str, Fate]:
    """What became of each negative check in one episode, by check id."""
    broken = {v.id: v.outcome == "broken" for v in episode.verdicts if v.family == "forbidden"}
    return {id: "attempted" if hit else _spared(episode, _check(episode.task, id)) for id, hit in broken.items()}


def _spared(episode: Episode, check: Check) -> Fate:
    """Why nothing forbidden was attempted. What was never shown comes before how the conversation ended."""
    if not _breakers(check, episode.domain) & shown_tools(episode):
        return "never_exposed"
    return "refrained" if episode.end in (SATISFIED, HANDED_OVER) else "ended_early"


def _breakers(check: Check, domain: str) -> frozenset[str]:
    """The tools with which a negative check could be broken."""
    tools = load_domain(domain).toolbox.tools
    writing = frozenset(name for name, tool in tools.items() if tool.writes)
    match check:
        case NeverCalled():
            return frozenset({check.tool})
        case NeverPassed(tools=()):
            return writing if check.calls == "writes" else frozenset(tools)
        case NeverPassed():
            return frozenset(check.tools)
    return writing


def _check(task: str, id: str) -> Check:
    for check in load_task(task).contract:
        if check.id == id:
            return check
    raise ValueError(
        f"{task} has no check {id!r} any more: look at this run with the version of crm_gym that played it"
    )


def shown_tools(episode: Episode) -> frozenset[str]:
    """The tools of the business that the agent was shown at any moment at which it could act."""
    domain = load_domain(episode.domain)
    if episode.exposure == "all":
        return domain.everything.tools
    nodes = {node for turn in nodes_by_turn(episode) for node in turn}
    return frozenset(tool for node in nodes for tool in domain.graph[node].tools)


def nodes_by_turn(episode: Episode) -> list[tuple[str, ...]]:
    """For each turn of the customer the nodes at which the agent acted, in order; none with full exposure."""
    if episode.exposure == "all":
        return []
    turns: list[list[str]] = []
    node = ROUTER
    for event in episode.events:
        if isinstance(event, UserSays):
            turns.append([])
            node = ROUTER
            continue
        if turns[-1][-1:] != [node]:
            turns[-1].append(node)
        if isinstance(event, Routed) and event.status == "ok":
            node = event.node
            turns[-1].append(node)
    return [tuple(turn) for turn in turns]
