"""Whatever fails at the agent, the customer or the judge lands in its class, and the episode has an end."""

import time

import pytest

import crm_gym
from crm_gym.baselines.agent import LLMAgent
from crm_gym.contract import Criterion
from crm_gym.evaluation import Limits, RunStopped
from crm_gym.judges_llm import LLMJudge
from crm_gym.llm import Client, Endpoint
from crm_gym.registration import task_ids
from crm_gym.tasks.store import load_task
from tests.llm.server import Reply, fails, says

TASK = next(id for id in task_ids("payments") if any(isinstance(c, Criterion) for c in load_task(id).contract))
REASONS = {
    "outage": fails(503),
    "rate_limit": fails(429, retry_after="0.1"),
    "timeout": Reply(says("Hello.").body, delay=0.8),
    "protocol": Reply('{"choices": [{"message": {"content": "Hel'),
    "bad_request": fails(400),
}
FOR_GOOD = {
    "quota": fails(429, code="insufficient_quota"),
    "authentication": fails(401),
    "permission": fails(403),
    "not_found": fails(404),
}
FILTERED = says(None, "content_filter")
OVERFLOW = fails(400, code="context_length_exceeded")
ROLES = {"agent": "infra.agent", "customer": "infra.simulator", "judge": "infra.judge"}


def play(server, role, reply):
    """One trial in which a role's model answers so; the others' is not there to be asked."""
    server.plays(reply)
    endpoint = Endpoint(model="m", base_url=server.url, timeout=0.4 if reply.delay else 20.0, attempts=2)
    client = Client(endpoint, sleep=lambda seconds: None)
    (episode,) = crm_gym.evaluate(
        (lambda: LLMAgent(client)) if role == "agent" else "refuse",
        TASK,
        user=endpoint if role == "customer" else None,
        judge=(lambda story: LLMJudge(client, story)) if role == "judge" else None,
        limits=Limits(retries=0, seconds=60),
    )
    return episode


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("reason", REASONS)
def test_what_may_pass_is_an_infrastructure_failure(server, role, reason):
    began = time.monotonic()
    episode = play(server, role, REASONS[reason])
    assert (episode.outcome, episode.reason) == ("infra_failure", f"{ROLES[role]}.{reason}")
    assert not episode.scored
    assert not episode.verdicts
    assert episode.end
    assert time.monotonic() - began < 60
    assert len(server.requests) == (1 if reason == "bad_request" else 2)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("reason", FOR_GOOD)
def test_what_does_not_pass_stops_the_run(server, role, reason):
    with pytest.raises(RunStopped) as stopped:
        play(server, role, FOR_GOOD[reason])
    (episode,) = stopped.value.episodes
    assert (episode.outcome, episode.reason) == ("infra_failure", f"{ROLES[role]}.{reason}")
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("role", "reply", "outcome", "reason"),
    [
        ("agent", FILTERED, "model_failure", "model.checks"),
        ("customer", FILTERED, "infra_failure", "infra.simulator.no_turn"),
        ("judge", FILTERED, "infra_failure", "infra.judge.unparsable"),
        ("agent", OVERFLOW, "model_failure", "model.context_exceeded"),
        ("customer", OVERFLOW, "infra_failure", "infra.simulator.context_exceeded"),
        ("judge", OVERFLOW, "infra_failure", "infra.judge.context_exceeded"),
    ],
)
def test_a_filter_and_a_full_context_are_the_agents_own_and_nobody_elses(server, role, reply, outcome, reason):
    episode = play(server, role, reply)
    assert (episode.outcome, episode.reason) == (outcome, reason)
    assert episode.end
    assert bool(episode.verdicts) == (outcome == "model_failure")


@pytest.mark.parametrize("role", ["agent", "customer"])
def test_seconds_are_those_of_who_was_waited_for(server, role):
    seconds = play(server, role, REASONS["timeout"]).seconds
    took = {"agent": seconds.agent, "customer": seconds.simulator, "judge": seconds.judge}
    assert took[role] >= 0.7
    assert max(took, key=took.get) == role


def test_what_a_judge_has_cost_counts_also_when_it_fails(server):
    episode = play(server, "judge", FILTERED)
    assert episode.reason == "infra.judge.unparsable"
    assert episode.spent.judge.calls == len(server.requests) > 0
    assert episode.seconds.judge > 0
