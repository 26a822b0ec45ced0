import doctest
import importlib
import json

import pytest

import crm_gym
from crm_gym.baselines import POLICIES, Policy
from crm_gym.baselines.heuristics import Heuristic
from crm_gym.evaluation import Episode, family_shares, select, summarise, trial_seed
from crm_gym.registration import task_ids
from crm_gym.tasks.store import UnknownTask

SOME = task_ids("payments")[:6]


class SaysHello:
    """A policy from outside."""

    def act(self, observation):
        assert set(observation) == {"role", "content", "instructions", "tools"}
        return "Hello."


def test_a_policy_is_anything_with_act():
    episodes = crm_gym.evaluate(SaysHello, SOME[:2])
    assert isinstance(SaysHello(), Policy)
    assert [episode.policy for episode in episodes] == ["SaysHello", "SaysHello"]
    assert not any(episode.success for episode in episodes)


def test_oracle_succeeds_and_lazy_policies_do_not():
    assert all(episode.success for episode in crm_gym.evaluate("oracle", SOME))
    for name in ("noop", "refuse", "transfer", "talk", "random"):
        assert not any(episode.success for episode in crm_gym.evaluate(name, SOME)), name


def test_every_task_is_played_once_per_trial_in_order():
    episodes = crm_gym.evaluate("noop", SOME, trials=3)
    assert [(e.task, e.trial) for e in episodes] == [(task, trial) for task in SOME for trial in range(3)]
    assert len({e.seed for e in episodes}) == len(episodes)


def test_a_trial_has_its_seed_whatever_else_is_run():
    (episode,) = crm_gym.evaluate("oracle", SOME[3], trials=1, seed=5)
    assert episode.seed == trial_seed(5, SOME[3], 0)


def _rows(episodes):
    return [episode.model_dump(exclude={"seconds"}) for episode in episodes]


def test_workers_change_nothing():
    assert _rows(crm_gym.evaluate("random", SOME, workers=2)) == _rows(crm_gym.evaluate("random", SOME))


def test_an_episode_holds_what_is_needed_to_judge_it_again(tmp_path):
    episodes = crm_gym.evaluate("oracle", SOME, out=tmp_path / "run")
    lines = (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()
    assert [Episode.model_validate_json(line) for line in lines] == episodes
    assert all(episode.events and episode.given and episode.data_hash for episode in episodes)
    run = json.loads((tmp_path / "run" / "run.json").read_text())
    assert list(run["tasks"]) == list(SOME)
    assert run["user"] == "scripted"


def test_a_run_is_never_written_over(tmp_path):
    crm_gym.evaluate("noop", SOME[0], out=tmp_path)
    with pytest.raises(ValueError, match="already holds a run"):
        crm_gym.evaluate("noop", SOME[0], out=tmp_path)


def test_tasks_are_named_in_many_ways():
    assert select("CRMPayments-v0") == select("payments") == list(task_ids("payments"))
    assert select(f"crm_gym:crm/{SOME[0]}-v0") == select([SOME[0], SOME[0]]) == [SOME[0]]
    with pytest.raises(UnknownTask, match="did you mean"):
        select("CRMPayment-v0")
    with pytest.raises(ValueError, match="did you mean 'oracle'"):
        crm_gym.evaluate("orcale", SOME)


def test_summaries_count_by_hand():
    episodes = [*crm_gym.evaluate("oracle", SOME[:3]), *crm_gym.evaluate("noop", SOME[:1])]
    (whole,) = summarise(episodes, lambda episode: "all")
    assert (whole.episodes, whole.successes, whole.rate) == (4, 3, 0.75)
    assert all(0.0 <= share <= 1.0 for share in family_shares(episodes).values())
    assert set(POLICIES) >= {"oracle", "noop", "refuse", "transfer", "random"}


@pytest.mark.parametrize("module", ["crm_gym", "crm_gym.baselines.base", "crm_gym.evaluation.runner"])
def test_the_examples_of_the_documentation_run(module):
    done = doctest.testmod(importlib.import_module(module))
    assert done.failed == 0
    assert done.attempted > 0


# What is asked for wrongly: nothing is played or written


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"trials": 0}, "trials is at least 1, not 0"),
        ({"trials": -1}, "trials is at least 1, not -1"),
        ({"limit": 0}, "limit is at least 1, or None for all tasks, not 0"),
        ({"limit": -1}, "limit is at least 1, or None for all tasks, not -1"),
        ({"num_envs": 0}, "num_envs are at least 1"),
        ({"num_envs": -2}, "num_envs are at least 1"),
        ({"exposure": "root"}, "there is no exposure 'root'; known: all, routed"),
        ({"policy": "heuristic", "exposure": "routed"}, "heuristic plays exposure='all' alone"),
        ({"policy": Heuristic, "exposure": "routed"}, "Heuristic plays exposure='all' alone"),
    ],
    ids=str,
)
def test_what_cannot_be_played_says_what_can(asked, told, tmp_path):
    with pytest.raises(ValueError, match=told):
        crm_gym.evaluate(**{"policy": "noop", "tasks": SOME, "out": tmp_path / "run", **asked})
    assert not list(tmp_path.iterdir())


def test_every_other_shipped_policy_plays_routed():
    for name in POLICIES.keys() - {"heuristic"}:
        assert crm_gym.evaluate(name, SOME[0], exposure="routed")[0].scored, name


def test_a_policy_that_is_made_already_says_what_to_give(tmp_path):
    with pytest.raises(TypeError, match=r"policy is a SaysHello.*give the class SaysHello itself") as raised:
        crm_gym.evaluate(SaysHello(), SOME, out=tmp_path / "run")
    assert "fresh" in str(raised.value)
    assert not list(tmp_path.iterdir())
