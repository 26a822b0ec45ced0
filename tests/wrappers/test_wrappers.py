"""The wrappers: each as its docstring shows it, over every domain, in vector envs, and against what models write."""

import json
import re
import textwrap

import gymnasium as gym
import pytest
from gymnasium.error import InvalidAction
from gymnasium.utils.env_checker import check_env
from pydantic import BaseModel

from crm_gym import wrappers
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.store import load_task
from crm_gym.types import Say, ToolUse
from crm_gym.wrappers import CandidateActions, Chat, HistoryWindow, MaxLength, PartialCredit, RecordCost, TextAction
from crm_gym.wrappers.text_action import parse

STACKS = {
    "chat": lambda env: Chat(env),
    "window": lambda env: HistoryWindow(Chat(env), messages=4),
    "text": lambda env: TextAction(env),
    "text over chat": lambda env: TextAction(Chat(env)),
    "length": lambda env: MaxLength(env, content=500),
    "text over length": lambda env: TextAction(MaxLength(env, content=500, message=100)),
    "credit": lambda env: PartialCredit(env, weight=0.25),
}
each_stack = pytest.mark.parametrize("stack", STACKS.values(), ids=STACKS)
each_suite = pytest.mark.parametrize("suite", SUITES.values())


@pytest.mark.parametrize("name", [name for name in wrappers.__all__ if name != "ChatAction"])
def test_the_example_of_a_docstring_runs(name):
    (code,) = re.findall(r"```python\n(.*?)```", getattr(wrappers, name).__doc__, re.DOTALL)
    exec(textwrap.dedent(code), {})


@each_suite
@each_stack
@pytest.mark.filterwarnings("ignore:.*The environment.*is different from the unwrapped version.*")
def test_check_env_has_nothing_else_to_say(suite, stack):
    check_env(stack(gym.make(suite, disable_env_checker=True).unwrapped), skip_render_check=True)


@each_stack
def test_a_spec_rebuilds_the_wrappers(stack):
    env = stack(gym.make("CRMPayments-v0"))
    spec = gym.envs.registration.EnvSpec.from_json(env.spec.to_json())
    again = gym.make(spec)
    assert str(again).count("<") == str(env).count("<")
    assert json.dumps(again.reset(seed=3)) == json.dumps(env.reset(seed=3))


def _as_message(step, number):
    if isinstance(step, Say):
        return {"role": "assistant", "content": step.text}
    function = {"name": step.name, "arguments": json.dumps(step.arguments)}
    return {"role": "assistant", "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}]}


def _as_text(step):
    if isinstance(step, Say):
        return f"<think>{{}}</think>{step.text}"
    return f"<tool_call>\n{json.dumps({'name': step.name, 'arguments': step.arguments})}\n</tool_call>"


def _play(env, actions, task):
    observation, _ = env.reset(seed=1, options={"task_id": task})
    for action in [*actions, *["Is there anything else I can do for you?"] * 5]:
        observation, reward, terminated, _, info = env.step(action)
        if terminated:
            return reward, info, observation
    raise AssertionError("the episode does not end")


@pytest.mark.parametrize("domain", SUITES)
def test_solutions_succeed_as_chat_messages_and_as_text(domain):
    for task in task_ids(domain)[::9]:
        steps = load_task(task).solution
        messages = [_as_message(step, number) for number, step in enumerate(steps)]
        assert _play(Chat(gym.make(SUITES[domain])), messages, task)[0] == 1.0
        assert _play(TextAction(gym.make(SUITES[domain])), [_as_text(step) for step in steps], task)[0] == 1.0
        assert _play(TextAction(Chat(gym.make(SUITES[domain]))), [_as_text(step) for step in steps], task)[0] == 1.0


def _chat():
    env = Chat(gym.make("CRMPayments-v0"))
    env.reset(seed=1)
    return env


def _call(name, arguments, id="c1"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def test_parallel_calls_are_run_in_order_and_words_beside_them_are_not_spoken():
    env = _chat()
    calls = [_call("find_party", '{"email": "a@mail.example"}', "a"), _call("get_balance", "{}", "b")]
    observation, *_ = env.step({"role": "assistant", "content": "One moment.", "tool_calls": calls})
    roles = [(m["role"], m.get("tool_call_id")) for m in observation["messages"]]
    assert roles == [("system", None), ("user", None), ("assistant", None), ("tool", "a"), ("tool", "b")]
    assert observation["messages"][2]["content"] == "One moment."
    assert [event.name for event in env.unwrapped.events if isinstance(event, ToolUse)] == ["find_party", "get_balance"]
    assert not any(event.kind == "agent" for event in env.unwrapped.events)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": None},
        {"role": "assistant"},
        {"role": "assistant", "tool_calls": [_call("find_party", '{"email": ')]},
        {"role": "assistant", "tool_calls": [_call("find_party", "[1, 2]")]},
        {"role": "assistant", "tool_calls": [{"function": {"name": "find_party"}}]},
        {"role": "assistant", "tool_calls": [{}]},
        {"role": "assistant", "tool_calls": [{"id": None, "function": {"name": None, "arguments": {"email": "x"}}}]},
    ],
)
def test_whatever_a_model_sends_is_answered(message):
    observation, reward, terminated, truncated, _ = _chat().step(message)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert observation["messages"][-1]["content"]


@pytest.mark.parametrize("action", [3, None, {"role": "user", "content": "hi"}, ["hi"]])
def test_another_type_is_a_programming_error(action):
    with pytest.raises(InvalidAction):
        _chat().step(action)


def test_changing_an_observation_changes_no_history():
    env = _chat()
    observation, *_ = env.step("Hello.")
    observation["messages"].clear()
    observation["tools"].clear()
    observation, *_ = env.step("Hello.")
    assert len(observation["messages"]) == 6
    assert observation["tools"]


def test_changing_a_call_in_an_observation_changes_neither_history_nor_snapshot():
    env = _chat()
    observation, *_ = env.step({"role": "assistant", "tool_calls": [_call("get_balance", "{}")]})
    before, moment = json.dumps(observation["messages"]), env.save()
    call = observation["messages"][2]["tool_calls"][0]
    call["function"]["arguments"] = {}  # what chat templates of trainers want
    call["id"] = "other"
    assert json.dumps(env.step("Hello.")[0]["messages"][:4]) == before
    assert json.dumps(env.restore(moment)["messages"]) == before


def test_a_chat_can_be_saved_and_restored():
    env = _chat()
    env.step("Hello.")
    moment = env.save()
    futures = []
    for _ in range(2):
        start = env.restore(moment)
        futures.append(json.dumps([start, env.step("Who are you?"), env.step("And your e-mail?")]))
    assert futures[0] == futures[1]


@pytest.mark.parametrize(
    ("text", "words", "names"),
    [
        ("Hello there.", "Hello there.", []),
        ('<think>{"name": "x"}</think>Hello.', "Hello.", []),
        ("<think>never closed", "", []),
        ('<tool_call>{"name": "a", "arguments": {}}</tool_call>', "", ["a"]),
        ('Sure.<tool_call>{"name": "a", "arguments": {}}</tool_call><tool_call>{"name": "b"}', "Sure.", ["a", "b"]),
        ('{"name": "a", "arguments": {"x": 1}}', "", ["a"]),
        ('{"name": "a", "parameters": {"x": 1}}', "", ["a"]),
        ('{"type": "function", "function": {"name": "a", "arguments": "{\\"x\\": 1}"}}', "", ["a"]),
        ('```json\n[{"name": "a"}, {"name": "b"}]\n```', "", ["a", "b"]),
        ('{"name": "a", "arguments": {"x": 1}', "", ["a"]),
        ('<tool_call>{"name": "a", "arg</tool_call>', "", ["a"]),
        ("<tool_call>a(1)</tool_call>", "", [""]),
        ('{"amount": 3}', '{"amount": 3}', []),
        ("[]", "[]", []),
        ("42", "42", []),
        ("", "", []),
    ],
)
def test_texts_are_read_as_models_write_them(text, words, names):
    parsed = parse(text)
    assert (parsed.words, [call["name"] for call in parsed.calls]) == (words, names)


def test_a_broken_call_is_an_attempt():
    env = TextAction(gym.make("CRMPayments-v0"))
    env.reset(seed=1)
    observation, *_ = env.step('<tool_call>{"name": "find_party", "arguments": </tool_call>')
    assert json.loads(observation["content"])["error"]["code"] == "INVALID_ARGUMENT"
    assert env.unwrapped.events[-1].status == "invalid"


def test_a_window_never_begins_with_an_orphan():
    env = HistoryWindow(_chat(), messages=1)
    calls = [_call("get_balance", "{}", id) for id in "abc"]
    observation, *_ = env.step({"role": "assistant", "tool_calls": calls})
    assert [m["role"] for m in observation["messages"]] == ["system", "assistant", "tool", "tool", "tool"]


def test_costs_stand_in_the_last_info_alone():
    env = RecordCost(Chat(gym.make("CRMPayments-v0", max_user_turns=3)))
    env.reset(seed=1)
    env.get_wrapper_attr("record_usage")(prompt=100, completion=7)
    *_, info = env.step({"role": "assistant", "tool_calls": [_call("get_balance", "{}", id) for id in "ab"]})
    assert "cost" not in info
    env.step("Hello.")
    *_, info = env.step("Hello.")
    cost = info["cost"]
    assert {k: cost[k] for k in ("messages", "tool_calls", "tokens_in", "tokens_out")} == {
        "messages": 2,
        "tool_calls": 2,
        "tokens_in": 100,
        "tokens_out": 7,
    }
    assert 0 < cost["env_seconds"] <= cost["seconds"]


class _Message(BaseModel):
    role: str = "assistant"
    content: str | None = None
    tool_calls: list[dict] = []


@pytest.mark.parametrize(
    ("stack", "actions"),
    [
        (RecordCost, [{"name": "get_balance", "arguments": {}}] * 2),
        (lambda env: RecordCost(Chat(env)), [_Message(tool_calls=[_call("get_balance", "{}", id) for id in "ab"])]),
        (lambda env: RecordCost(TextAction(env)), ['<tool_call>{"name": "get_balance"}</tool_call>' * 2]),
        (lambda env: RecordCost(TextAction(Chat(env))), ['[{"name": "get_balance"}, {"name": "get_balance"}]']),
        (lambda env: TextAction(Chat(RecordCost(env))), ['[{"name": "get_balance"}, {"name": "get_balance"}]']),
    ],
)
def test_costs_are_counted_right_in_every_stack(stack, actions):
    env = stack(gym.make("CRMPayments-v0", max_user_turns=2))
    env.reset(seed=1)
    for action in actions:
        env.step(action)
    cost = env.step("Bye.")[4]["cost"]
    assert (cost["messages"], cost["tool_calls"]) == (1, 2)
    assert cost["tokens_out"] > 10


def _loop():
    loop = {}
    return loop | {"loop": loop.setdefault("loop", loop)}


@pytest.mark.parametrize("arguments", [{("a",): 1}, {"a": {1}}, {"a": b"b"}, _loop(), 3], ids=lambda _: "odd")
def test_nothing_is_too_odd_to_be_counted(arguments):
    env = RecordCost(gym.make("CRMPayments-v0", disable_env_checker=True))
    env.reset(seed=1)
    env.step({"name": "x", "arguments": arguments})
    assert env.unwrapped.events[-1].kind == "tool"


def test_a_way_in_the_graph_counts_as_a_call():
    env = RecordCost(gym.make("CRMPayments-v0", exposure="routed", max_user_turns=2))
    observation, _ = env.reset(seed=1)
    way = next(tool["function"]["name"] for tool in json.loads(observation["tools"]) if "route_to" in str(tool))
    env.step({"name": way, "arguments": {}})
    assert env.step("Bye.")[4]["cost"]["tool_calls"] == 1


@pytest.mark.parametrize(
    ("stack", "right"),
    [
        (lambda env: MaxLength(Chat(env)), r"Chat\(MaxLength\(env\)\)"),
        (lambda env: MaxLength(HistoryWindow(Chat(env))), r"Chat\(MaxLength\(env\)\)"),
        (lambda env: MaxLength(TextAction(Chat(env))), r"Chat\(MaxLength\(env\)\)"),
        (lambda env: MaxLength(TextAction(env), message=40), r"TextAction\(MaxLength\(env\)\)"),
        (lambda env: MaxLength(CandidateActions(env)), "MaxLength goes inside"),
        (lambda env: HistoryWindow(env), r"HistoryWindow\(Chat\(env\)\)"),
        (lambda env: HistoryWindow(TextAction(env)), r"HistoryWindow\(Chat\(env\)\)"),
        (lambda env: Chat(TextAction(env)), r"TextAction\(Chat\(env\)\)"),
        (lambda env: Chat(Chat(env)), "Chat goes over the env itself"),
        (lambda env: Chat(CandidateActions(env)), "Chat goes over the env itself"),
        (lambda env: TextAction(TextAction(env)), r"TextAction\(Chat\(env\)\)"),
        (lambda env: TextAction(CandidateActions(env)), r"TextAction\(Chat\(env\)\)"),
        (lambda env: TextAction(gym.wrappers.FrameStackObservation(env, 2)), r"TextAction\(Chat\(env\)\)"),
    ],
)
def test_a_wrong_order_is_refused_at_once_with_the_right_one(stack, right):
    with pytest.raises(TypeError, match=right):
        stack(gym.make("CRMPayments-v0"))


@pytest.mark.parametrize(
    "stack",
    [
        lambda env: TextAction(HistoryWindow(Chat(MaxLength(RecordCost(PartialCredit(env)), message=40)))),
        lambda env: HistoryWindow(TextAction(Chat(env))),
        lambda env: MaxLength(TextAction(env)),
        lambda env: MaxLength(MaxLength(env, message=40), message=20),
    ],
)
def test_right_orders_are_taken(stack):
    env = stack(gym.make("CRMPayments-v0"))
    env.reset(seed=1)
    assert env.step("Hello.")[0] in env.observation_space


def test_a_cut_message_is_said_to_be_cut():
    env = MaxLength(gym.make("CRMPayments-v0"), content=200, message=10)
    plain = gym.make("CRMPayments-v0")
    env.reset(seed=1)
    plain.reset(seed=1)
    whole, *_ = env.step("0123456789")
    assert whole == plain.step("0123456789")[0]
    for _ in range(2):
        cut, *_ = env.step("0123456789" * 100)
        assert cut["content"].endswith("\n\n[Your message was changed before it was sent: cut to 10 characters.]")
        assert len(cut["content"]) <= 200
    assert env.unwrapped.events[-2].text == "0123456789"
    assert "[Your message" not in env.step("Hello.")[0]["content"]


def test_a_limit_without_room_for_its_notes_is_refused():
    for wrong in ({"content": 59}, {"content": 159, "message": 10}, {"message": 0}):
        with pytest.raises(ValueError, match="content must be at least"):
            MaxLength(gym.make("CRMPayments-v0"), **wrong)


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("wrapper", [Chat, TextAction, MaxLength, RecordCost])
def test_vector_envs_carry_the_wrappers(kind, wrapper):
    envs = gym.make_vec("crm_gym:CRMPayments-v0", num_envs=2, vectorization_mode=kind, wrappers=[wrapper])
    envs.reset(seed=3)
    observations, *_ = envs.step(["Héllo — 你好", "Hi."])
    envs.close()
    single = wrapper(gym.make("CRMPayments-v0"))
    single.reset(seed=4)
    alone, *_ = single.step("Hi.")
    assert {key: values[1] for key, values in observations.items()} == alone
