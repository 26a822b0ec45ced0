"""The release as a whole: quotas, soundness, and what lazy policies earn."""

from collections import Counter

import pytest

from crm_gym.audit import LAZY, play
from crm_gym.cli.check import check
from crm_gym.domains.base import load_domain
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks import draw_training_task, scenarios
from crm_gym.tasks.names import RELEASED, TRAINED
from crm_gym.tasks.store import load_task, load_tasks
from crm_gym.tasks.validate import family_problems, problems
from tests.conftest import each_task

QUOTAS = {
    # tasks, several labels, two or more expected actions, order, negative checks
    "payments": (73, 13, 28, 18, 22),
    "support": (125, 38, 55, 40, 48),
}


def test_every_domain_has_its_quota():
    assert QUOTAS.keys() == SUITES.keys()
    for domain, quota in QUOTAS.items():
        tasks = load_tasks(domain).values()
        counted = (
            len(tasks),
            sum(len(task.labels) > 1 for task in tasks),
            sum(task.expected_actions > 1 for task in tasks),
            sum(task.ordered for task in tasks),
            sum(task.policy_constrained for task in tasks),
        )
        assert counted == quota


def test_every_label_has_at_least_three_tasks():
    for domain in SUITES:
        used = Counter(label for task in load_tasks(domain).values() for label in task.labels)
        assert used.keys() == set(load_domain(domain).labels)
        assert min(used.values()) >= 3


def test_difficulties_are_spread_as_designed():
    tasks = [load_task(id) for id in task_ids()]
    share = {name: sum(task.difficulty == name for task in tasks) / len(tasks) for name in ("easy", "medium", "hard")}
    assert share == pytest.approx({"easy": 0.35, "medium": 0.40, "hard": 0.25}, abs=0.03)


def test_no_decision_cell_stands_twice_in_a_family():
    assert list(family_problems(load_task(id) for id in task_ids())) == []


@each_task
def test_task_is_sound_its_solution_succeeds_and_laziness_does_not(task_id):
    assert list(check(load_task(task_id), seeds=20)) == []


def test_twins_stand_on_two_sides_of_a_boundary():
    groups: dict[str, list] = {}
    for id in task_ids():
        if load_task(id).twin:
            groups.setdefault(load_task(id).twin, []).append(load_task(id))
    assert groups
    for twins in groups.values():
        assert len(twins) > 1
        same_person = len({task.persona.name for task in twins}) == 1
        assert same_person or len({task.persona.opening for task in twins}) == 1


@pytest.mark.parametrize("number", range(60))
def test_training_tasks_are_sound_and_new(number):
    for domain in SUITES:
        task = draw_training_task(domain, number)
        assert list(problems(task)) == []
        assert play(task, "oracle", seed=number).success
        assert not any(play(task, policy, seed=0).success for policy in LAZY)
        assert task.persona.name not in {released.persona.name for released in load_tasks(domain).values()}


def test_training_and_release_share_no_name():
    assert not set(RELEASED.first) & set(TRAINED.first)
    assert not set(RELEASED.last) & set(TRAINED.last)
    assert not set(RELEASED.mail) & set(TRAINED.mail)


def test_there_are_at_least_as_many_families_as_designed():
    assert {domain: len(scenarios(domain)) for domain in SUITES} == {"payments": 15, "support": 30}
