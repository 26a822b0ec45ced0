"""Policies that are measured see observations, and nothing else."""

import json

import pytest

from crm_gym.baselines import POLICIES, Action, Briefing, Observation, Policy
from crm_gym.baselines.heuristics import Heuristic, PaymentsHeuristic, SupportHeuristic
from crm_gym.envs.crm_env import CRMEnv, shared_env
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks import draw_training_task

BLIND = ("noop", "refuse", "random", "lookup_only", "comply_all", "heuristic")
RULES = {"payments": PaymentsHeuristic, "support": SupportHeuristic}

each_domain = pytest.mark.parametrize("domain", SUITES)


def made(name: str) -> Policy:
    """A policy from a briefing that says nothing."""
    return POLICIES[name](Briefing((), (), 0))


def play(policy: Policy, env: CRMEnv, observation: Observation) -> tuple[list[Observation], list[Action]]:
    """What was observed and done in an episode."""
    seen, done = [], []
    if hasattr(policy, "reset"):
        policy.reset(7)
    while not env.end:
        seen.append(observation)
        done.append(policy.act(observation))
        observation = env.step(done[-1])[0]
    return seen, done


@pytest.mark.parametrize("name", BLIND)
@each_domain
def test_the_same_observations_lead_to_the_same_actions_without_an_env(name, domain):
    env = shared_env(domain)
    for id in task_ids(domain)[::5]:
        seen, done = play(made(name), env, env.reset(seed=3, options={"task_id": id})[0])
        twin = made(name)
        if hasattr(twin, "reset"):
            twin.reset(7)
        assert [twin.act(json.loads(json.dumps(observation))) for observation in seen] == done


@each_domain
def test_rules_forget_the_episode_before(domain):
    env = shared_env(domain)
    worn = RULES[domain]()
    for id in task_ids(domain)[::3]:
        assert (
            play(worn, env, env.reset(seed=3, options={"task_id": id})[0])[1]
            == (play(RULES[domain](), env, env.reset(seed=3, options={"task_id": id})[0])[1])
        )


@each_domain
def test_rules_stand_whatever_training_tasks_bring(domain):
    env = shared_env(domain)
    for number in range(0, 300, 7):
        play(Heuristic(), env, env.start(draw_training_task(domain, number), number))
        assert env.end


@each_domain
def test_rules_stand_whatever_a_customer_says(domain):
    env = shared_env(domain)
    openings = [draw_training_task(domain, number).persona.opening[0] for number in range(40)]
    task = draw_training_task(domain, 0)
    for opening in [*openings, "", "{", "No.", "é" * 300, "31 February 1990, +0 0000000000 and 99999 €"]:
        observation = {**env.start(task, 0), "content": opening}
        play(Heuristic(), env, observation)
        assert env.end


@each_domain
def test_each_business_has_its_rules(domain):
    heuristic, rules = Heuristic(), RULES[domain]()
    env = shared_env(domain)
    id = task_ids(domain)[0]
    assert (
        play(heuristic, env, env.reset(seed=1, options={"task_id": id})[0])[1]
        == (play(rules, env, env.reset(seed=1, options={"task_id": id})[0])[1])
    )


def test_rules_say_what_they_need():
    env = shared_env("payments", "routed")
    observation, _ = env.reset(seed=0)
    with pytest.raises(ValueError, match="exposure='all'"):
        Heuristic().act(observation)
