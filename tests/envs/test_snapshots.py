"""Snapshots: branching from the middle of an episode is the same as replaying it from the start."""

import json
import pickle

import gymnasium as gym
import pytest
from pytest_httpserver import HTTPServer

from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.store import load_task
from crm_gym.types import Say

each_domain = pytest.mark.parametrize("domain", SUITES)


def _actions(task):
    return [
        step.text if isinstance(step, Say) else {"name": step.name, "arguments": step.arguments}
        for step in load_task(task).solution
    ]


def _start(domain, task):
    env = gym.make(SUITES[domain])
    env.reset(seed=4, options={"task_id": task})
    return env


def _finish(env, actions):
    rolled = [env.step(action) for action in actions if not env.unwrapped.end]
    while not env.unwrapped.end:
        rolled.append(env.step("Is there anything else I can do for you?"))
    return json.dumps(rolled), env.unwrapped.world.journal, env.unwrapped.verdicts


BRANCHES = (
    lambda rest: rest,
    lambda rest: rest[1:],
    lambda rest: rest[:-1],
    lambda rest: ["One moment, please.", *rest],
    lambda rest: ["I am sorry, I cannot help you with that."],
)


@each_domain
def test_best_of_n_from_the_middle_equals_replaying_from_the_start(domain):
    for task in task_ids(domain)[::12]:
        actions = _actions(task)
        middle = len(actions) // 2
        env = _start(domain, task)
        for action in actions[:middle]:
            env.step(action)
        moment = env.unwrapped.save()
        branched = []
        for branch in BRANCHES:
            env.unwrapped.restore(moment)
            branched.append(_finish(env, branch(actions[middle:])))
        for branch, result in zip(BRANCHES, branched, strict=True):
            again = _start(domain, task)
            for action in actions[:middle]:
                again.step(action)
            assert _finish(again, branch(actions[middle:])) == result
        assert json.loads(branched[0][0])[-1][1] == 1.0


@each_domain
def test_a_snapshot_works_at_every_step_in_any_env_and_after_pickling(domain):
    task = task_ids(domain)[0]
    actions = _actions(task)
    env = _start(domain, task)
    moments = [pickle.loads(pickle.dumps(env.unwrapped.save()))]
    for action in actions:
        if not env.unwrapped.end:
            env.step(action)
            moments.append(pickle.loads(pickle.dumps(env.unwrapped.save())))
    expected = _finish(env, [])[1:]
    for done, moment in enumerate(moments):
        other = gym.make(SUITES[domain])
        other.reset(seed=99)
        other.unwrapped.restore(moment)
        assert _finish(other, actions[done:])[1:] == expected


def test_restoring_gives_back_the_observation_as_a_new_object():
    env = _start("payments", task_ids("payments")[0])
    observation, *_ = env.step("Hello.")
    moment = env.unwrapped.save()
    env.step({"name": "find_party", "arguments": {}})
    assert env.unwrapped.restore(moment) == observation
    env.unwrapped.restore(moment)["content"] = "spoiled"
    assert env.unwrapped.restore(moment) == observation


def test_what_happens_in_a_branch_stays_in_it():
    env = _start("payments", task_ids("payments")[0])
    moment = env.unwrapped.save()
    before = pickle.dumps(moment)
    for action in _actions(task_ids("payments")[0]):
        if not env.unwrapped.end:
            env.step(action)
    assert pickle.dumps(moment) == before


@each_domain
def test_a_snapshot_goes_on_in_an_env_of_another_exposure(domain):
    everything = gym.make(SUITES[domain])
    shown, _ = everything.reset(seed=4)
    routed = gym.make(SUITES[domain], exposure="routed")
    opening, _ = routed.reset(seed=4)
    assert routed.unwrapped.restore(everything.unwrapped.save()) == opening
    way = json.loads(opening["tools"])[0]["function"]["name"]
    observation, *_ = routed.step({"name": way, "arguments": {}})
    assert json.loads(observation["content"])["ok"]
    assert observation["tools"] != opening["tools"]
    other = everything.unwrapped.restore(routed.unwrapped.save())
    assert other == {**shown, "content": observation["content"], "role": "tool"}
    assert everything.step("Hello.")[0]["tools"] == shown["tools"]


def test_a_snapshot_of_another_business_is_refused():
    payments, support = gym.make("CRMPayments-v0"), gym.make("CRMSupport-v0")
    payments.reset(seed=1)
    support.reset(seed=1)
    before = support.unwrapped.save()
    with pytest.raises(ValueError, match="a snapshot of payments cannot go on in an env of support"):
        support.unwrapped.restore(payments.unwrapped.save())
    assert support.unwrapped.save().observation == before.observation


def test_saving_before_a_reset_says_what_to_do():
    with pytest.raises(gym.error.ResetNeeded, match="reset"):
        gym.make("CRMPayments-v0").unwrapped.save()


def test_an_episode_that_has_ended_can_be_saved_and_is_still_over():
    env = _start("payments", task_ids("payments")[0])
    _finish(env, [])
    moment = env.unwrapped.save()
    env.reset(seed=1)
    env.unwrapped.restore(moment)
    assert env.unwrapped.end
    with pytest.raises(gym.error.ResetNeeded):
        env.unwrapped.step("Hello?")


# With a language model as the customer


@pytest.fixture
def played(monkeypatch):
    """An env whose customer is a model: its server answers once, then it is down."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    said = {"choices": [{"message": {"content": "Hm."}}], "usage": {"prompt_tokens": 90, "completion_tokens": 3}}
    with HTTPServer(host="127.0.0.1") as http:
        http.expect_ordered_request("/v1/chat/completions").respond_with_json(said)
        http.expect_ordered_request("/v1/chat/completions").respond_with_json({}, status=401)
        env = gym.make("CRMPayments-v0", user="llm", base_url=http.url_for("/v1")).unwrapped
        assert env.simulator_usage.calls == 0
        env.reset(seed=4)
        yield env


def test_why_the_customer_failed_is_part_of_a_snapshot(played):
    moments = [played.save()]
    for _ in range(2):
        played.step("Hello?")
        moments.append(pickle.loads(pickle.dumps(played.save())))
    error = str(played.simulator_error)
    other = gym.make("CRMPayments-v0").unwrapped
    for number, fault, end in ((2, "authentication", "infra.simulator"), (0, "", ""), (1, "", "")):
        for env in (played, other):
            env.restore(moments[number])
            assert (env.fault, env.end) == (fault, end)
            assert str(env.simulator_error) == (error if fault else "None")


def test_what_the_customer_used_is_that_of_the_moment(played):
    before = played.save()
    played.step("Hello?")
    after = played.save()
    for moment, prompt in ((before, 0), (after, 90), (before, 0)):
        played.restore(pickle.loads(pickle.dumps(moment)))
        assert played.simulator_usage.prompt == prompt
