"""Long conversations: whatever a model repeats, what is observed stays in its space, and no worker is lost."""

import json

import gymnasium as gym
import pytest

from crm_gym.envs.spaces import MAX_JSON_BYTES
from crm_gym.tasks.store import load_task
from crm_gym.wrappers import Chat, HistoryWindow, TextAction

NASTY = ("x", "\x01", "👋", '"')
"""One, six, four and two bytes each, as JSON in shared memory."""


def _call(arguments, id):
    return {"id": id, "type": "function", "function": {"name": "find_party", "arguments": arguments}}


def _calling(count, arguments):
    calls = [_call(arguments, f"c{number}") for number in range(count)]
    return {"role": "assistant", "content": "\x01" * 20_000, "tool_calls": calls}


def _whole(observation):
    """Whether an endpoint takes the messages: each result follows its call, in order, and nothing is too long."""
    waiting = []
    for message in observation["messages"]:
        if message["role"] == "tool":
            assert message["tool_call_id"] == waiting.pop(0)
        else:
            assert not waiting
            waiting = [call["id"] for call in message.get("tool_calls", ())]
    assert not waiting
    return len(json.dumps(observation["messages"], ensure_ascii=False).encode()) <= MAX_JSON_BYTES


@pytest.mark.parametrize("kind", NASTY)
@pytest.mark.parametrize("at_once", [1, 7, 300])
def test_an_observation_never_grows_out_of_its_slot(kind, at_once):
    env = Chat(gym.make("CRMPayments-v0", max_steps=100))
    env.reset(seed=1)
    over = False
    while not over:
        observation, _, over, *_ = env.step(_calling(at_once, kind * 20_000))
        assert _whole(observation)
    first, *rest = observation["messages"]
    assert first["content"].endswith("left out here.]")
    assert rest[-1]["role"] == "tool"
    assert len(rest) > 8


def test_a_short_conversation_is_shown_in_full_and_nothing_is_said_of_it():
    env = Chat(gym.make("CRMPayments-v0"))
    env.reset(seed=1)
    observation, *_ = env.step(_calling(3, "{}"))
    assert len(observation["messages"]) == 6
    assert "left out" not in observation["messages"][0]["content"]


@pytest.mark.parametrize("wrappers", [[Chat], [Chat, HistoryWindow], [Chat, TextAction]])
@pytest.mark.parametrize("kind", NASTY)
def test_a_default_vector_env_survives_a_model_that_repeats_itself(wrappers, kind):
    envs = gym.make_vec(
        "crm_gym:CRMPayments-v0", num_envs=1, vectorization_mode="async", wrappers=wrappers, max_user_turns=9
    )
    envs.reset(seed=1)
    message = _calling(150, kind * 20_000)
    tagged = json.dumps({"name": "find_party", "arguments": {"email": kind * 15_000}}, ensure_ascii=False)
    calls = f"<tool_call>{tagged}</tool_call>" * 150 if TextAction in wrappers else message
    for action in (calls, *[kind * 85_000] * 7):
        observations, *_ = envs.step([action])
    envs.close()
    assert _whole({"messages": observations["messages"][0]})


CALLS = [step for step in load_task("payments-001").solution if step.kind == "call"]
"""The first two sign the customer in; from then on there is something to list."""


def _tagged(call):
    return f"<tool_call>{json.dumps({'name': call.name, 'arguments': call.arguments})}</tool_call>"


LISTING = next(_tagged(call) for call in CALLS if call.name == "list_accounts")


def test_joined_results_stay_in_the_observation_space():
    env = TextAction(gym.make("crm/payments-001-v0"))
    env.reset(seed=1)
    for call in CALLS[:2]:
        env.step(_tagged(call))
    one, *_ = env.step(LISTING)
    observation, *_ = env.step(LISTING * 180)
    assert observation in env.observation_space
    assert observation["content"].startswith(one["content"] + "\n" + one["content"])
    assert observation["content"].endswith("characters left out]")


@pytest.mark.parametrize("letter", ["é", "👋", "\ud83d"])
def test_a_cut_inside_of_a_letter_is_no_error(letter):
    env = gym.make("CRMPayments-v0")
    env = gym.wrappers.TransformObservation(env, lambda seen: {**seen, "content": "x" + letter * 10_000}, None)
    env = TextAction(env)
    env.reset(seed=1)
    observation, *_ = env.step('<tool_call>{"name": "get_balance"}</tool_call>' * 9)
    assert observation in env.observation_space
    assert observation["content"].endswith("characters left out]")


def test_a_default_vector_env_survives_many_calls_in_one_text():
    envs = gym.make_vec("crm_gym:crm/payments-001-v0", num_envs=1, vectorization_mode="async", wrappers=[TextAction])
    envs.reset(seed=1)
    for call in CALLS[:2]:
        envs.step([_tagged(call)])
    observations, *_ = envs.step([LISTING * 180])
    envs.close()
    assert observations["content"][0].endswith("characters left out]")
