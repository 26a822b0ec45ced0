"""Stored episodes are judged again, and come to the same."""

import pytest

import crm_gym
from crm_gym.contract import Finding
from crm_gym.evaluation import Limits, read_run, rejudge, run_of
from crm_gym.llm import Misconfigured, Unavailable
from crm_gym.registration import SUITES, task_ids
from tests.evaluation.policies import Failing, Overflowing, Slow

SOME = task_ids("payments")[:4]


@pytest.mark.parametrize("domain", SUITES)
@pytest.mark.parametrize("policy", ["oracle", "random"])
def test_judging_again_comes_to_the_same(domain, policy, tmp_path):
    crm_gym.evaluate(policy, task_ids(domain)[::3], out=tmp_path)
    episodes = read_run(tmp_path).episodes
    assert [rejudge(episode) for episode in episodes] == episodes


def test_the_world_is_as_it_was_left():
    (episode,) = crm_gym.evaluate("oracle", SOME[0])
    world = run_of(episode).world
    assert len(world.journal) == len(episode.journal) > 0
    assert [(c.table, c.id) for c in world.changes()] == [(edit.table, edit.key) for edit in episode.changes]
    assert [c.after.whole() for c in world.changes() if c.after] == [e.after for e in episode.changes if e.after]


def test_a_wrong_verdict_is_put_right():
    (right,) = crm_gym.evaluate("oracle", SOME[0])
    wrong = right.model_copy(
        update={"outcome": "model_failure", "reason": "model.checks", "verdicts": (), "checks": {}}
    )
    assert rejudge(wrong) == right
    tampered = right.model_copy(update={"events": tuple(e for e in right.events if e.kind != "agent")})
    assert rejudge(tampered).outcome == "model_failure"


def test_other_data_is_refused():
    (episode,) = crm_gym.evaluate("oracle", SOME[0])
    with pytest.raises(ValueError, match="other data of payments"):
        rejudge(episode.model_copy(update={"data_hash": "0" * 16}))
    with pytest.raises(ValueError, match="drawn anew"):
        rejudge(episode.model_copy(update={"given": episode.given[:-1]}))


def test_what_cut_an_episode_off_stays():
    (failed,) = crm_gym.evaluate(Failing, SOME[0], limits=Limits(retries=0))
    (long,) = crm_gym.evaluate(Overflowing, SOME[0])
    (late,) = crm_gym.evaluate(Slow, SOME[0], limits=Limits(seconds=0.1))
    for episode, outcome in ((failed, "infra_failure"), (long, "model_failure"), (late, "timeout_unreviewed")):
        assert rejudge(episode) == episode
        assert episode.outcome == outcome


def no_to_all(check, run):
    return Finding(False, "no")


def refuses(check, run):
    raise Unavailable("unparsable", "no JSON")


def locked(check, run):
    raise Misconfigured("authentication", "the key is wrong")


def with_replies():
    """An episode with a reply criterion, that succeeds."""
    episodes = crm_gym.evaluate("oracle", task_ids("payments")[:12])
    return next(e for e in episodes if any(v.kind in ("mentions", "outcome") for v in e.verdicts))


def test_another_judge():
    episode = with_replies()
    assert rejudge(episode, no_to_all).outcome == "model_failure"
    beside = rejudge(episode, no_to_all, beside=True)
    assert beside.success
    assert beside.opinions
    assert rejudge(beside) == episode
    failed = rejudge(episode, refuses)
    assert (failed.outcome, failed.reason) == ("infra_failure", "infra.judge.unparsable")
    assert rejudge(failed) == episode, "a failure of the judge is made good"
    assert rejudge(episode, refuses, beside=True) == episode
    with pytest.raises(Misconfigured):
        rejudge(episode, locked)
