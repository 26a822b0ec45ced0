"""The training split: its parts, that a number is a task, and that no released task is ever drawn."""

import json

import gymnasium as gym
import pytest

from crm_gym.registration import SUITES
from crm_gym.tasks import scenarios, training_split
from crm_gym.tasks.store import load_tasks
from tests.training.leaks import drawn, fingerprint, foreign_names

DRAWS = 300
each_suite = pytest.mark.parametrize("domain", SUITES)


def train(domain="payments", **arguments):
    return gym.make(SUITES[domain], split="train", **arguments).unwrapped


@each_suite
def test_no_released_task_is_drawn(domain):
    released = {fingerprint(task) for task in load_tasks(domain).values()}
    prints = [fingerprint(task) for task in drawn(domain, range(DRAWS))]
    assert released.isdisjoint(prints)
    assert len(set(prints)) > 0.95 * len(prints)


@pytest.mark.parametrize("domain", [domain for domain in SUITES if load_tasks(domain)])
def test_people_of_the_release_are_not_trained(domain):
    found = {(task.family, name) for task in drawn(domain, range(DRAWS)) for name in foreign_names(task)}
    assert not found


def test_a_released_task_would_be_found_whatever_its_people_are_called():
    task = load_tasks("payments")["payments-016"]
    family = next(f for f in scenarios("payments") if f.family == task.family)
    again = family.released(task.cell, "payments-train-1")
    renamed = type(task).model_validate_json(
        again.model_dump_json().replace("Lucian", "Alma").replace("PTY-7", "PTY-6")
    )
    assert fingerprint(renamed) == fingerprint(task)


@each_suite
def test_a_number_is_a_task_by_every_route(domain):
    env, other = train(domain), train(domain)
    first = env.reset(seed=1, options={"task_seed": 41})
    env.reset(seed=2)
    assert env.reset(seed=1, options={"task_seed": 41}) == first == other.reset(seed=1, options={"task_seed": 41})
    assert env.task == training_split(domain).draw(41)


def test_only_the_families_and_difficulties_asked_for():
    env = train(families=["part_refund", "basket"], difficulty=["easy"])
    tasks = [env.reset(seed=seed) and env.task for seed in range(30)]
    assert {task.family for task in tasks} == {"part_refund", "basket"}
    assert {task.difficulty for task in tasks} == {"easy"}


def test_held_out_families_are_never_drawn():
    split = training_split("payments", held_out=["part_refund"])
    assert "part_refund" not in {split.draw(number).family for number in range(200)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"families": ["part_refunds"]}, "unknown family 'part_refunds'; did you mean 'part_refund'"),
        ({"difficulty": ["simple"]}, "unknown difficulty 'simple'"),
        ({"held_out_families": ["baskets"]}, "did you mean 'basket'"),
        ({"families": ["basket"], "held_out_families": ["basket"]}, "no training task is left"),
    ],
)
def test_unknown_parts_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        train(**arguments)


def test_parts_and_task_seeds_are_for_training_only():
    with pytest.raises(ValueError, match="add split='train'"):
        gym.make("CRMPayments-v0", families=["basket"])
    with pytest.raises(ValueError, match="split='train'"):
        gym.make("CRMPayments-v0").reset(seed=1, options={"task_seed": 3})


def test_the_spec_keeps_the_parts():
    env = gym.make("CRMPayments-v0", split="train", families=["basket"], difficulty=["easy"])
    again = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert json.dumps(again.reset(seed=3)) == json.dumps(env.reset(seed=3))
