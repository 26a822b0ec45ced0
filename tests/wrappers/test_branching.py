"""Branching under every wrapper: from one snapshot each branch sees, earns and costs what replaying does."""

import copy
import json
import pickle

import gymnasium as gym
import pytest
from gymnasium.error import ResetNeeded

from crm_gym.wrappers import Chat, HistoryWindow, MaxLength, PartialCredit, RecordCost, TextAction

STACKS = {
    "cost": RecordCost,
    "length": lambda env: MaxLength(env, content=200, message=30),
    "text": TextAction,
    "credit": PartialCredit,
    "chat": Chat,
    "window": lambda env: HistoryWindow(Chat(env), messages=3),
    "text over chat": lambda env: TextAction(Chat(env)),
    "text over length": lambda env: TextAction(MaxLength(env, content=200, message=30)),
    "length over text": lambda env: MaxLength(TextAction(env), content=200),
    "all of them": lambda env: RecordCost(
        PartialCredit(TextAction(HistoryWindow(Chat(RecordCost(MaxLength(env, content=200, message=30))), messages=4)))
    ),
}
CALL = '{"name": "find_party", "arguments": {"email": "a@mail.example"}}'
BEGINNING = ("Hello, who is there? " * 3, f"<tool_call>{CALL}</tool_call>" * 3)
BRANCHES = (("What is your e-mail address?", "Thank you."), (CALL, CALL), ("No. " * 40, "Sorry."))


@pytest.fixture(params=STACKS.values(), ids=STACKS)
def env(request):
    return request.param(gym.make("CRMPayments-v0", max_user_turns=5))


def _play(env, actions):
    return [env.step(action) for action in actions]


def _seen(steps):
    """What was seen, without the time that it took."""
    costs = [info["cost"] for *_, info in steps if "cost" in info]
    for cost in costs:
        assert 0 <= cost.pop("env_seconds") <= cost.pop("seconds")
    return json.dumps(steps)


@pytest.mark.parametrize("at", [1, 2])
def test_each_branch_of_a_snapshot_is_as_if_it_were_played_alone(env, at):
    alone = []
    for branch in BRANCHES:
        env.reset(seed=7)
        before = _play(env, BEGINNING[:at])[-1]
        alone.append(_seen(_until_end(env, branch)))
    env.reset(seed=7)
    _play(env, BEGINNING[:at])
    moment = pickle.dumps(env.save())
    for branch, expected in zip(BRANCHES, alone, strict=True):
        assert json.dumps(env.restore(pickle.loads(moment))) == json.dumps(before[0])
        assert _seen(_until_end(env, branch)) == expected


def _until_end(env, branch):
    steps = _play(env, branch)
    while not (steps[-1][2] or steps[-1][3]):
        steps.append(env.step("Is there anything else?"))
    return steps


def test_a_snapshot_is_found_through_wrappers_of_others(env):
    outer = gym.wrappers.RecordEpisodeStatistics(env)
    outer.reset(seed=7)
    before = _play(outer, BEGINNING)[-1]
    moment = outer.get_wrapper_attr("save")()
    outer.step("Undone.")
    assert json.dumps(outer.get_wrapper_attr("restore")(moment)) == json.dumps(before[0])


def test_a_snapshot_goes_on_in_another_env():
    first, second = (Chat(gym.make("CRMPayments-v0")) for _ in range(2))
    first.reset(seed=7)
    second.reset(seed=8)
    first.step("Hello.")
    second.restore(pickle.loads(pickle.dumps(first.save())))
    assert _seen([first.step("Who are you?")]) == _seen([second.step("Who are you?")])


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_clone_goes_on_with_its_messages(env, clone):
    env.reset(seed=7)
    _play(env, BEGINNING)
    twin = clone(env)
    assert _seen(_play(env, BRANCHES[0])) == _seen(_play(twin, BRANCHES[0]))


def test_a_chat_that_was_restored_beneath_says_so():
    env = Chat(gym.make("CRMPayments-v0"))
    env.reset(seed=7)
    moment = env.unwrapped.save()
    env.step("Undone.")
    env.unwrapped.restore(moment)
    for go_on in (env.save, lambda: env.step("Hello.")):
        with pytest.raises(ResetNeeded, match="outermost wrapper"):
            go_on()
    env.reset(seed=7)
    assert len(env.step("Hello.")[0]["messages"]) == 4


def test_costs_are_those_of_the_branch_even_when_the_env_alone_was_restored():
    env = RecordCost(gym.make("CRMPayments-v0", max_user_turns=2))
    env.reset(seed=7)
    moment = env.unwrapped.save()
    for _ in range(5):
        env.unwrapped.restore(moment)
        env.step({"name": "get_balance", "arguments": {}})
    *_, info = env.step("Hello.")
    assert (info["cost"]["messages"], info["cost"]["tool_calls"]) == (1, 1)


def test_usage_is_that_of_the_branch():
    env = RecordCost(gym.make("CRMPayments-v0", max_user_turns=2))
    env.reset(seed=7)
    env.record_usage(prompt=10, completion=1)
    moment = env.save()
    for _ in range(3):
        env.restore(moment)
        env.record_usage(prompt=100, completion=2)
        *_, info = env.step("Hello.")
        assert (info["cost"]["tokens_in"], info["cost"]["tokens_out"]) == (110, 3)
