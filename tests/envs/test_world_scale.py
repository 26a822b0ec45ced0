"""A larger world: the same episodes with many more customers around them, at no cost."""

import json
import pickle
import re

import gymnasium as gym
import pytest

from crm_gym.baselines import Script
from crm_gym.domains.background import MOST, Background, stamp, unstamp
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import CRMEnv
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.store import load_task

each_domain = pytest.mark.parametrize("domain", SUITES)


def _solution(env, task, seed=0):
    script = Script(load_task(task).solution)
    observation = env.start(load_task(task), seed)
    rolled = [observation]
    while not env.end:
        rolled.append(env.step(script.act(observation)))
    return json.dumps(rolled)


@each_domain
def test_every_solution_sees_the_same_bytes_in_a_world_a_thousand_times_as_large(domain):
    small, large = CRMEnv(domain=domain), CRMEnv(domain=domain, world_scale=1000)
    for task in task_ids(domain):
        assert _solution(large, task) == _solution(small, task)
        assert large.success


@each_domain
def test_copies_are_found_by_id_and_by_every_index(domain):
    rows = load_domain(domain).rows_at(5)
    everything = list(rows)
    assert len({(type(row).__name__, row.id) for row in everything}) == len(everything)
    copied = {kind.__name__ for kind in load_domain(domain).copied}
    seed_world = list(load_domain(domain).rows)
    assert len(everything) == len(seed_world) + 4 * sum(type(row).__name__ in copied for row in seed_world)
    for row in everything:
        table = type(row).__name__
        assert rows.get(table, row.id) == row
        for field in row.indexed:
            for key in filter(None, row.index_keys(field)):
                assert row.id in set(rows.lookup(table, field, key))


@each_domain
def test_copies_belong_together_and_to_nobody_else(domain):
    rows = load_domain(domain).rows_at(3)
    own = {row.id for row in load_domain(domain).rows if type(row) in load_domain(domain).copied}
    strangers = [row for row in rows if row.id not in own and type(row) in load_domain(domain).copied]
    assert strangers
    for row in strangers:
        assert not own & set(re.findall(r"[A-Z]{3}-\d+|\d{10,}", json.dumps(row.whole())))


def test_a_copy_can_be_served_like_anybody():
    env = CRMEnv(domain="payments", world_scale=50)
    env.reset(seed=1)
    party = env.world.row("Party", "PTY-490001")
    run = env.domain.toolbox.run
    for details in ({"email": party.email}, {"phone": party.phone}):
        assert json.loads(run(env.world, "find_party", details).result)["data"]["party_id"] == party.id
    assert run(env.world, "authenticate_party", {"party_id": party.id, "code": party.code}).status == "ok"
    accounts = json.loads(run(env.world, "list_accounts", {"party_id": party.id}).result)["data"]["accounts"]
    assert {account["party_id"] for account in accounts} == {party.id}
    assert env.world.row("Party", "PTY-500001") is None


def test_a_write_to_a_copy_is_seen_like_any_other():
    env = CRMEnv(domain="payments", world_scale=50)
    env.reset(seed=1)
    env.world.update(env.world.row("Party", "PTY-70001"), points=1)
    assert [change.id for change in env.world.changes()] == ["PTY-70001"]
    assert "PTY-70001" in env.world.ids("Party")


def test_envs_of_a_process_share_one_background_and_another_process_finds_its_own():
    one, two = (CRMEnv(domain="payments", world_scale=7) for _ in range(2))
    assert one._rows is two._rows
    again = pickle.loads(pickle.dumps(one))
    assert again._rows is one._rows
    assert len(pickle.dumps(one)) < 100_000


@pytest.mark.parametrize("scale", [0, -1, MOST + 1])
def test_a_wrong_scale_is_refused_with_the_right_ones(scale):
    with pytest.raises(ValueError, match="from 1 to 100000"):
        gym.make("CRMPayments-v0", world_scale=scale)


@pytest.mark.parametrize(
    ("key", "copy"),
    [
        ("CUS-0001", "CUS-170001"),
        ("4021337788", "174021337788"),
        ("tok_abc", "tok_17_abc"),
        ("ines@mail.example", "ines@17.mail.example"),
    ],
)
def test_stamps_can_be_taken_off_again(key, copy):
    assert stamp(key, 17, {"CUS"}) == copy
    assert unstamp(copy) == (17, key)
    assert unstamp(key) is None


def test_phone_numbers_of_copies_are_nobodys():
    assert stamp("+44 20 7946 0123", 17, ()) == "+999 000017 0123"
    assert unstamp("0000170123") == (17, "2079460123")


def test_prefixes_that_are_not_copied_stay():
    assert stamp("INC-0001 about CUS-0001", 3, {"CUS"}) == "INC-0001 about CUS-30001"


def test_a_background_of_nothing_is_the_seed_world():
    rows = load_domain("payments").rows
    assert list(Background(rows, (), 9)) == list(rows)
