"""What the shipped policies promise, on the released tasks."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from crm_gym.baselines import POLICIES
from crm_gym.baselines.scripted import SIGN_IN
from crm_gym.contract import NeverSays
from crm_gym.evaluation import Episode
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.types import AgentSays, ToolUse
from tests.baselines.table import PASSED, passed, played

each_domain = pytest.mark.parametrize("domain", SUITES)


@pytest.mark.parametrize("policy", POLICIES)
@each_domain
def test_scores_are_pinned(policy, domain):
    again = "`python -m tests.baselines.table` prints the table"
    assert passed(policy, domain) == PASSED.get(policy, {}).get(domain), again


def test_the_report_has_spread():
    tasks = {domain: len(task_ids(domain)) for domain in SUITES}
    assert all(PASSED["oracle"][domain] == tasks[domain] for domain in SUITES)
    assert all(0.1 < PASSED["heuristic"][domain] / tasks[domain] < 0.9 for domain in SUITES)
    assert all(PASSED[policy][domain] == 0 for policy in ("noop", "refuse", "transfer", "talk") for domain in SUITES)


def broken(episode: Episode) -> set[str]:
    """The families of the checks that do not hold."""
    return {verdict.family for verdict in episode.verdicts if verdict.outcome != "holds"}


def must_speak(task: Task) -> bool:
    """Whether some check asks for words."""
    return any(check.family == "reply" and not isinstance(check, NeverSays) for check in task.contract)


@each_domain
def test_act_earns_exactly_where_no_words_are_asked_for(domain):
    for episode in played("act", domain):
        assert broken(episode) == ({"reply"} if must_speak(load_task(episode.task)) else set()), episode.task


@each_domain
def test_talk_never_calls_a_tool(domain):
    assert not any(isinstance(event, ToolUse) for episode in played("talk", domain) for event in episode.events)


def written_twice(episode: Episode) -> Iterator[ToolUse]:
    """Writes that had an effect once more when they were repeated."""
    uses = [event for event in episode.events if isinstance(event, ToolUse)]
    for first, again in pairwise(uses):
        same = (first.name, first.arguments) == (again.name, again.arguments)
        if same and again.status == "ok" and again.wrote:
            yield again


@each_domain
def test_duplicate_fails_where_a_write_is_not_idempotent(domain):
    doubled = [episode for episode in played("duplicate", domain) if any(written_twice(episode))]
    assert len(doubled) > len(task_ids(domain)) / 5
    assert [episode.task for episode in doubled if episode.success] == []


@each_domain
def test_dump_all_makes_the_same_calls_and_fails_by_words_alone(domain):
    for dumped, told in zip(played("dump_all", domain), played("oracle", domain), strict=True):
        assert uses(dumped) == uses(told)
        assert broken(dumped) <= {"reply"}


@each_domain
def test_dump_all_fails_where_something_must_not_be_said(domain):
    secret = [
        e for e in played("dump_all", domain) if any(isinstance(c, NeverSays) for c in load_task(e.task).contract)
    ]
    leaking = [episode for episode in secret if not episode.success]
    assert len(leaking) >= 0.9 * len(secret) > 0


@each_domain
def test_soup_fails_by_its_words(domain):
    asked = [episode for episode in played("soup", domain) if must_speak(load_task(episode.task))]
    assert sum(not episode.success for episode in asked) >= 0.95 * len(asked)
    assert all(broken(episode) <= {"reply"} for episode in asked)


@each_domain
def test_lookup_only_signs_in_and_changes_nothing(domain):
    episodes = played("lookup_only", domain)
    assert all(change.table == "Session" for episode in episodes for change in episode.changes)
    signed_in = [e for e in episodes if any(use[0].startswith(SIGN_IN) and use[2] == "ok" for use in uses(e))]
    assert len(signed_in) > 0.8 * len(episodes)
    assert all("looked" in words(episode)[-1] for episode in episodes)


@each_domain
def test_comply_all_attempts_what_is_forbidden(domain):
    assert sum("forbidden" in broken(episode) for episode in played("comply_all", domain)) >= 5


@each_domain
def test_who_does_nothing_attempts_nothing_forbidden(domain):
    assert not any("forbidden" in broken(e) for policy in ("noop", "refuse") for e in played(policy, domain))


def uses(episode: Episode) -> list[tuple[str, str, str]]:
    """The calls of an episode, each with its status."""
    return [(e.name, str(e.arguments), e.status) for e in episode.events if isinstance(e, ToolUse)]


def words(episode: Episode) -> list[str]:
    """What the agent said."""
    return [event.text for event in episode.events if isinstance(event, AgentSays)]
