"""Groups of rollouts from one start, and rows for trainers."""

import json

import gymnasium as gym
import pytest

from crm_gym.__main__ import main
from crm_gym.baselines.trivial import RandomPolicy
from crm_gym.export import EnvSpec, Shipped, Start, Trajectory, rollout_groups, task_rows
from crm_gym.registration import SUITES
from crm_gym.wrappers import PartialCredit

STARTS = [Start(seed=5, task_seed=3), Start(seed=5, task_seed=4), Start(seed=6, task_seed=3)]


def random_policy(env, member):
    return RandomPolicy()


def groups(workers=1):
    return list(rollout_groups(EnvSpec("payments", "train"), random_policy, STARTS, members=3, workers=workers))


def test_members_of_a_group_begin_alike_and_go_on_differently():
    for group in groups():
        assert len({json.dumps([t.messages[:2], t.tools]) for t in group}) == 1
        assert len({json.dumps(t.messages) for t in group}) == len(group) == 3


def test_groups_do_not_depend_on_the_number_of_workers():
    assert groups(workers=2) == groups()


def test_starts_differ_by_task_and_by_seed():
    spec = EnvSpec("payments", "train")
    for starts in ([Start(1, task_seed=n) for n in range(8)], [Start(n, task_seed=1) for n in range(8)]):
        assert len({row.messages[1]["content"] for row in task_rows(spec, starts)}) > 1


@pytest.mark.parametrize("domain", SUITES)
def test_gold_trajectories_of_the_training_split_succeed(domain):
    starts = [Start(n, task_seed=n) for n in range(20)]
    played = [t for (t,) in rollout_groups(EnvSpec(domain, "train"), Shipped("oracle"), starts, members=1)]
    assert all(t.success and t.reward == 1.0 and t.end for t in played)
    assert all(t.components and set(t.components.values()) == {1.0} for t in played)
    assert all(t.messages[0]["role"] == "system" and t.messages[-1]["role"] in ("user", "tool") for t in played)


def test_a_row_of_a_task_says_how_to_start_it():
    (row,) = task_rows(EnvSpec("payments", "train"), [STARTS[0]])
    env = gym.make(SUITES[row.domain], split=row.split)
    observation, info = env.reset(seed=row.seed, options={"task_seed": row.task_seed})
    assert info["task_id"] == row.task_id
    assert row.messages[-1] == {"role": "user", "content": observation["content"]}
    assert list(row.tools) == json.loads(observation["tools"])


def test_the_command_writes_lines_that_can_be_read(tmp_path, capsys):
    out = tmp_path / "new" / "gold.jsonl"
    code = main(["export", "trajectories", "--domain", "payments", "--limit", "2", "--group", "2", "--out", str(out)])
    rows = [Trajectory.model_validate_json(line) for line in out.read_text().splitlines()]
    assert (code, len(rows)) == (0, 4)
    assert "4 trajectories written" in capsys.readouterr().out
    assert main(["export", "tasks", "--domain", "payments", "--split", "test", "--limit", "3", "--out", str(out)]) == 0
    assert [json.loads(line)["task_seed"] for line in out.read_text().splitlines()] == [None] * 3


def test_partial_credit_is_only_for_failures_and_never_a_whole_reward():
    for wrap, low, high in ((lambda env: env, 0.0, 0.0), (PartialCredit, 0.01, 0.5)):
        env = wrap(gym.make("CRMPayments-v0", max_user_turns=2))
        env.reset(seed=3)
        _, reward, terminated, _, info = env.step("Hello.")
        assert terminated
        assert not info["success"]
        assert low <= reward <= high


def test_partial_credit_leaves_a_success_alone():
    env = PartialCredit(gym.make("crm/payments-016-v0"), weight=0.9)
    env.reset(seed=0)
    policy = Shipped("oracle")(env, 0)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(policy.act(env.unwrapped.last_observation))
    assert (reward, info["success"]) == (1.0, True)


@pytest.mark.parametrize("weight", [-0.1, 1.0])
def test_partial_credit_must_stay_below_a_success(weight):
    with pytest.raises(ValueError, match="below 1"):
        PartialCredit(gym.make("CRMPayments-v0"), weight=weight)
