"""Every way in which a trial can end: its outcome, its reason, and whose seconds they were."""

import json

import pytest
from gymnasium.error import InvalidAction

import crm_gym
from crm_gym.__main__ import main
from crm_gym.contract import EvaluatorError, Finding
from crm_gym.envs import crm_env
from crm_gym.evaluation import Limits, RunStopped, figures, read_run, rejudge, review
from crm_gym.evaluation.side_by_side import IDLE
from crm_gym.judges import rule_judge
from crm_gym.llm import Misconfigured, Unavailable, Usage
from crm_gym.registration import task_ids
from crm_gym.tasks.store import load_task
from tests.evaluation.policies import (
    Failing,
    Hello,
    Overflowing,
    Recovering,
    Slow,
    Talker,
    Unpaid,
    Watching,
    Wrong,
)

SOME = task_ids("payments")[:4]
ONCE = Limits(retries=0)
WAYS = [{}, {"threads": 3}, {"num_envs": 3}]
ANY_WAY = [*WAYS, {"workers": 2}]


def ids(way):
    return next(iter(way), "one by one")


@pytest.mark.parametrize("way", WAYS, ids=ids)
def test_a_failing_endpoint_is_no_failure_of_the_model(way):
    episodes = crm_gym.evaluate(Failing, SOME, limits=ONCE, **way)
    assert {(e.outcome, e.reason, e.end) for e in episodes} == {
        ("infra_failure", "infra.agent.rate_limit", "infra.agent")
    }
    assert not any(e.verdicts or e.checks for e in episodes)
    assert [e.messages for e in episodes] == [1] * 4
    assert figures.headline(episodes).coverage == 0.0


@pytest.mark.parametrize("way", WAYS, ids=ids)
def test_a_context_that_is_exceeded_is_the_models_own_failure(way):
    episodes = crm_gym.evaluate(Overflowing, SOME, **way)
    assert {(e.outcome, e.reason, e.end) for e in episodes} == {
        ("model_failure", "model.context_exceeded", "context_exceeded")
    }
    for episode in episodes:
        assert len(episode.verdicts) == len(load_task(episode.task).contract)
        assert not episode.success
        assert episode.attempt == 1
        assert figures.failure_label(episode) == "error"


@pytest.mark.parametrize("way", ANY_WAY, ids=ids)
def test_a_key_that_is_refused_stops_the_run(way):
    with pytest.raises(RunStopped, match=r"authentication.*the key is wrong.* of 12 trials") as stopped:
        crm_gym.evaluate(Unpaid, SOME, trials=3, **way)
    played = stopped.value.episodes
    assert 1 <= len(played) < 12
    assert {e.reason for e in played} == {"infra.agent.authentication"}


@pytest.mark.parametrize("way", ANY_WAY, ids=ids)
def test_what_a_policy_raises_names_the_trial(way):
    with pytest.raises(KeyError) as raised:
        crm_gym.evaluate(Wrong, SOME[2], **way)
    assert raised.value.__notes__ == [f"while Wrong played {SOME[2]}, trial 0"]


@pytest.mark.parametrize("way", [{}, {"threads": 2}, {"num_envs": 2}], ids=ids)
def test_a_trial_that_takes_too_long_waits_for_a_review(way):
    (episode,) = crm_gym.evaluate(Slow, SOME[0], limits=Limits(seconds=0.3), **way)
    assert (episode.outcome, episode.reason, episode.end) == ("timeout_unreviewed", "limit.seconds", "seconds")
    assert episode.verdicts
    assert not episode.scored
    assert 0.3 < episode.seconds.total < 10
    assert episode.seconds.agent >= 0.2
    assert episode.seconds.agent + episode.seconds.simulator <= episode.seconds.total


def test_a_trial_that_ends_in_time_is_scored_however_slow_its_last_step_was():
    (episode,) = crm_gym.evaluate(Slow, SOME[0], limits=Limits(seconds=1000))
    assert episode.scored


def test_a_policy_is_told_what_time_it_has_left():
    Watching.left.clear()
    crm_gym.evaluate(Watching, SOME[0], limits=Limits(seconds=500))
    assert 499 < Watching.left[0] <= 500
    assert Watching.left == sorted(Watching.left, reverse=True)
    assert len(Watching.left) > 1


def test_turns_and_steps_run_out():
    class Tireless:
        def act(self, observation):
            return {"name": "find_party", "arguments": {}}

    (episode,) = crm_gym.evaluate(Tireless, SOME[0])
    assert (episode.outcome, episode.reason) == ("model_failure", "model.step_limit")
    assert figures.failure_label(episode) == "non-convergence"


@pytest.mark.parametrize("way", [{}, {"threads": 3}, {"num_envs": 3}], ids=ids)
def test_infrastructure_failures_are_played_again_after_all_else(way, tmp_path):
    Recovering.played.clear()
    episodes = crm_gym.evaluate(Recovering, SOME, out=tmp_path, **way)
    assert all(episode.scored for episode in episodes)
    assert [episode.attempt for episode in episodes] == [2] * 4
    lines = [json.loads(line) for line in (tmp_path / "episodes.jsonl").read_text().splitlines()]
    assert [line["attempt"] for line in lines] == [1] * 4 + [2] * 4
    assert {line["seed"] for line in lines[:4]} == {line["seed"] for line in lines[4:]}


def test_retries_come_to_an_end():
    Recovering.played.clear()
    (episode,) = crm_gym.evaluate(Recovering, SOME[0], limits=ONCE)
    assert (episode.outcome, episode.attempt) == ("infra_failure", 1)
    Recovering.played.clear()
    played = []
    crm_gym.evaluate(Failing, SOME[0], limits=Limits(retries=3), progress=played.append)
    assert [e.attempt for e in played] == [1, 2, 3, 4]


def test_a_failure_of_the_model_is_not_played_again():
    played = []
    crm_gym.evaluate(Overflowing, SOME, limits=Limits(retries=3), progress=played.append)
    assert len(played) == 4


# Caps


def test_a_run_stops_at_its_cost():
    # one trial asks k times; a call costs (1000 * 0.25 + 100 * 2) / 1e6 = 0.00045, cached tokens counted as plain ones
    (one,) = crm_gym.evaluate(Talker, SOME[0])
    assert one.cost == pytest.approx(one.messages * 0.00045)
    assert one.model == "gpt-5-mini"
    with pytest.raises(RunStopped, match=r"may cost \$0\.00.*\(1 of 8 trials are played\)") as stopped:
        crm_gym.evaluate(Talker, SOME, trials=2, limits=Limits(cost=one.cost))
    assert len(stopped.value.episodes) == 1


def test_a_limit_that_is_reached_at_the_end_stops_nothing():
    (one,) = crm_gym.evaluate(Talker, SOME[0])
    assert len(crm_gym.evaluate(Talker, SOME[0], limits=Limits(cost=one.cost))) == 1


def test_a_run_stops_at_its_tokens_and_what_is_in_flight_is_kept(tmp_path):
    with pytest.raises(RunStopped, match="may use 1,000"):
        crm_gym.evaluate(Talker, SOME, trials=5, threads=2, limits=Limits(tokens=1000), out=tmp_path)
    kept = len((tmp_path / "episodes.jsonl").read_text().splitlines())
    assert kept in (1, 2)
    assert json.loads((tmp_path / "summary.json").read_text())["strict"]["scored"] == kept
    rest = crm_gym.evaluate(Talker, SOME, trials=5, threads=2, out=tmp_path, resume=True)
    assert len(rest) == 20


def test_a_cost_that_cannot_be_known_cannot_be_kept():
    with pytest.raises(RunStopped, match="price of 'gpt-5-mini' is unknown"):
        crm_gym.evaluate(Talker, SOME, limits=Limits(cost=1.0), prices={})
    assert crm_gym.evaluate(Talker, SOME[0], prices={})[0].cost is None
    assert crm_gym.evaluate("noop", SOME[0], limits=Limits(cost=1.0))[0].cost is None


# Judges


class Strict:
    """Finds nothing said."""

    def __init__(self, story):
        self.story = story
        self.usage = Usage(prompt=7, completion=3, calls=1)

    def __call__(self, check, run):
        assert self.story
        return Finding(False, "no")


class Unreadable(Strict):
    def __call__(self, check, run):
        raise Unavailable("unparsable", "no JSON")


class Locked(Strict):
    def __call__(self, check, run):
        raise Misconfigured("authentication", "the judge's key")


def with_replies():
    """A task that declares a reply criterion."""
    return next(
        id for id in task_ids("payments") if any(c.kind in ("mentions", "outcome") for c in load_task(id).contract)
    )


def test_another_judge_decides_the_replies_alone():
    id = with_replies()
    (plain,) = crm_gym.evaluate("oracle", id)
    (judged,) = crm_gym.evaluate("oracle", id, judge=Strict)
    assert plain.success
    assert (judged.outcome, judged.reason) == ("model_failure", "model.checks")
    assert figures.failure_label(judged) == "reply"
    others = [v for v in judged.verdicts if v.outcome == "broken"]
    assert {v.family for v in others} == {"reply"}
    assert judged.spent.judge.prompt == 7
    assert judged.seconds.judge > 0
    (same,) = crm_gym.evaluate("oracle", id, judge=lambda story: rule_judge)
    assert same.verdicts == plain.verdicts


def test_a_second_judge_decides_nothing():
    id = with_replies()
    (plain,) = crm_gym.evaluate("oracle", id)
    (both,) = crm_gym.evaluate("oracle", id, judge=Strict, judge_beside=True)
    assert both.success
    assert both.verdicts == plain.verdicts
    assert both.opinions
    assert all(v.outcome == "broken" and v.family == "reply" for v in both.opinions)
    assert figures.agreement([both]).only_first == len(both.opinions)


def test_a_judge_that_cannot_be_read_gives_no_score():
    id = with_replies()
    (episode,) = crm_gym.evaluate("oracle", id, judge=Unreadable, limits=ONCE)
    assert (episode.outcome, episode.reason, episode.verdicts) == ("infra_failure", "infra.judge.unparsable", ())
    (beside,) = crm_gym.evaluate("oracle", id, judge=Unreadable, judge_beside=True)
    assert beside.success
    assert beside.opinions == ()
    with pytest.raises(RunStopped, match="the judge's model cannot be asked"):
        crm_gym.evaluate("oracle", id, judge=Locked)


def test_an_error_in_a_check_is_neither_success_nor_failure(monkeypatch):
    def failing(contract, run, judge_reply):
        raise EvaluatorError("broken check")

    monkeypatch.setattr(crm_env, "judge", failing)
    for way in ({}, {"num_envs": 2}):
        (episode,) = crm_gym.evaluate("oracle", SOME[0], **way)
        assert (episode.outcome, episode.reason, episode.checks) == ("evaluator_error", "evaluator.check", {})
        assert not episode.scored


def test_ways_of_playing_that_do_not_go_together_say_so():
    for way in ({"threads": 2, "workers": 2}, {"threads": 2, "num_envs": 2}):
        with pytest.raises(ValueError, match="threads are for policies that wait"):
            crm_gym.evaluate("noop", SOME, **way)
    with pytest.raises(ValueError, match="at least 1"):
        crm_gym.evaluate("noop", SOME, workers=0)
    with pytest.raises(ValueError, match="no engine 'dask'"):
        crm_gym.evaluate("noop", SOME, engine="dask")
    with pytest.raises(ValueError, match="without a run directory"):
        crm_gym.evaluate(Hello, SOME, resume=True)


# Reviews


def test_a_rule_of_the_run_decides_about_time():
    (mine,) = crm_gym.evaluate(Slow, SOME[0], limits=Limits(seconds=0.1, agent_share=0.5))
    assert (mine.outcome, mine.reason) == ("model_failure", "model.timeout")
    assert mine.reviewed.startswith("rule: the agent took 50%")
    assert figures.failure_label(mine) == "non-convergence"
    assert rejudge(mine) == mine
    (never,) = crm_gym.evaluate(Slow, SOME[0], limits=Limits(seconds=0.1, agent_share=1.0))
    assert (never.outcome, never.reviewed) == ("timeout_unreviewed", "")


def test_a_person_decides_about_time(tmp_path):
    limits = Limits(seconds=0.1)
    _, second = crm_gym.evaluate(Slow, SOME[:2], limits=limits, out=tmp_path)
    for blamed, task in (("model", SOME[0]), ("infra", SOME[1])):
        assert main(["show", str(tmp_path), task, "--review", blamed]) == 0
    decided = figures.last_attempts(read_run(tmp_path).episodes)
    assert [(e.outcome, e.reason, e.reviewed) for e in decided] == [
        ("model_failure", "model.timeout", "a person"),
        ("infra_failure", "infra.timeout", "a person"),
    ]
    assert main(["show", str(tmp_path), SOME[0], "--review", "infra"]) == 2
    with pytest.raises(ValueError, match="did not run out of time"):
        review(decided[0], model=True, by="me")
    again = crm_gym.evaluate(Slow, SOME[:2], limits=limits, out=tmp_path, resume=True)
    assert again[0] == decided[0]
    assert again[1].attempt > second.attempt


@pytest.mark.parametrize("way", WAYS, ids=ids)
def test_an_action_that_is_none_is_a_programming_error(way):
    class Silent:
        def act(self, observation):
            return None

    with pytest.raises(InvalidAction) as raised:
        crm_gym.evaluate(Silent, SOME[1], **way)
    assert raised.value.__notes__ == [f"while Silent played {SOME[1]}, trial 0"]


def test_an_idle_env_asks_nobody():
    assert isinstance(IDLE, dict), "a message would ask the model that plays the customer"
    lengths = {e.task: e.steps for e in crm_gym.evaluate("random", SOME)}
    assert max(lengths.values()) > min(lengths.values()), "some env must idle"
    assert {e.task: e.steps for e in crm_gym.evaluate("random", SOME, num_envs=7)} == lengths
