"""Evaluation through a vector env: every task once per trial, nobody asked in vain, the same episodes."""

import pytest

import crm_gym
from crm_gym.baselines import BatchPolicy
from crm_gym.contract import EvaluatorError
from crm_gym.envs import crm_env
from crm_gym.evaluation import trial_seed
from crm_gym.registration import SUITES, task_ids

SOME = [*task_ids("payments")[:11], *task_ids("support")[:7]]


def _rows(episodes):
    return [episode.model_dump(exclude={"seconds"}) for episode in episodes]


@pytest.mark.parametrize("num_envs", [1, 8, 64])
@pytest.mark.parametrize("policy", ["oracle", "random"])
def test_the_episodes_are_those_of_one_by_one(policy, num_envs):
    assert _rows(crm_gym.evaluate(policy, SOME, trials=2, num_envs=num_envs)) == _rows(
        crm_gym.evaluate(policy, SOME, trials=2)
    )


def test_processes_change_nothing():
    assert _rows(crm_gym.evaluate("random", SOME, num_envs=3, workers=2)) == _rows(crm_gym.evaluate("random", SOME))


@pytest.mark.parametrize("domain", SUITES)
def test_routed_exposure_works_side_by_side(domain):
    episodes = crm_gym.evaluate("oracle", task_ids(domain)[:9], exposure="routed", num_envs=4)
    assert all(episode.success for episode in episodes)


class Greeter:
    """Answers everybody alike, and keeps count."""

    asked: list[int] = []
    started: list[tuple[int, int]] = []

    def start(self, slot, seed):
        self.started.append((slot, seed))

    def act_batch(self, observations):
        self.asked.append(len(observations))
        return dict.fromkeys(observations, "Hello, how can I help you?")


def test_a_batch_policy_is_asked_once_for_each_step_and_never_in_vain():
    assert isinstance(Greeter(), BatchPolicy)
    episodes = crm_gym.evaluate(Greeter, SOME, trials=3, num_envs=5)
    assert [(e.task, e.trial) for e in episodes] == [(task, trial) for task in SOME for trial in range(3)]
    assert sum(Greeter.asked) == sum(episode.steps for episode in episodes)
    assert max(Greeter.asked) <= 5
    assert sorted(seed for _, seed in Greeter.started) == sorted(
        trial_seed(0, task, trial) for task in SOME for trial in range(3)
    )
    assert {slot for slot, _ in Greeter.started} == set(range(5))


def test_a_batch_policy_without_a_vector_env_says_what_to_do():
    with pytest.raises(TypeError, match="num_envs=8"):
        crm_gym.evaluate(Greeter, SOME[:1])


def test_a_check_that_fails_ends_its_own_episode_alone(monkeypatch):
    judge = crm_env.judge

    def failing(contract, run, judge_reply):
        if run.world.peek is not None and any("TXN" in str(check) for check in contract):
            raise EvaluatorError("broken check")
        return judge(contract, run, judge_reply)

    monkeypatch.setattr(crm_env, "judge", failing)
    one, many = (crm_gym.evaluate("oracle", SOME[:11], num_envs=n) for n in (None, 4))
    assert _rows(one) == _rows(many)
    assert {"success", "evaluator_error"} <= {episode.outcome for episode in many}
