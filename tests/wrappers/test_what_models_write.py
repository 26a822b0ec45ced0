"""What models write, right or wrong, is an answer in bounded time: as text and as chat messages."""

import json
import time

import gymnasium as gym
import pytest
from gymnasium.error import InvalidAction
from pydantic import BaseModel

from crm_gym.types import MAX_TEXT, AgentSays, ToolUse
from crm_gym.wrappers import Chat, RecordCost, TextAction
from crm_gym.wrappers.text_action import parse

LONG = 100_000


def _reset(env):
    env.reset(seed=7)
    return env


def _make():
    return gym.make("CRMPayments-v0")


def _chat():
    return _reset(Chat(_make()))


def _call(name, arguments, **rest):
    return {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}, **rest}


def _calling(*calls):
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def _deep(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


# As text

HOSTILE = (
    "```json" + "\n" * LONG,
    "```" * (LONG // 3),
    "```json\n" * (LONG // 8),
    "<think>" * (LONG // 7),
    "</think>" * (LONG // 8),
    "<think></think>" * (LONG // 15),
    "<think>" * (LONG // 15) + "</think>" * (LONG // 15),
    "<tool_call>" * (LONG // 11),
    "<tool_call></tool_call>" * (LONG // 23),
    "</tool_call>" * (LONG // 12),
    "[" * LONG,
    '{"name": ' * (LONG // 9),
    '{"name": "a", "arguments": ' + "[" * 3000,
    "{ " * (LONG // 2),
    "{" + " " * LONG,
    '{"name"' + " " * LONG,
    '"name"' + " " * LONG + ":" + " " * LONG,
    '{"id": "' + " " * LONG,
    '{"name": "a", "arguments": ' + "9" * LONG + "}",
    "<tool_call>" + "[" * LONG + "</tool_call>",
    '<tool_call>{"name": "find_party", "arguments": {"email": ' + "[" * 3000 + "</tool_call>",
    '<tool_call>{"name": "find_party", "arguments": {"email": ' + "[" * 900 + "]" * 900 + "}}</tool_call>",
)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20])
def test_no_text_holds_up_the_reading(text):
    began = time.perf_counter()
    parse(text)
    assert time.perf_counter() - began < 1.0


@pytest.mark.parametrize(
    "stack", [TextAction, lambda env: TextAction(Chat(env)), lambda env: RecordCost(TextAction(env))]
)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20])
def test_no_text_raises(stack, text):
    env = _reset(stack(_make()))
    observation, *_ = env.step(text)
    assert observation in env.observation_space


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The customer wants X.</think>\n\nHello.", "Hello."),
        ('I could call <tool_call>{"name": "freeze"}</tool_call>, but must not.</think>Hello.', "Hello."),
        ('{"name": "freeze"}</think>Hello.', "Hello."),
        ("a</think>b</think>c", "c"),
        ("a</think>b<think>c</think>d", "bd"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ('<think>a<think>b</think><tool_call>{"name": "freeze"}</tool_call></think>d', "d"),
        ("<think>I write <think> first.</think>Hello.", "Hello."),
        ("<think>a<think>b</think>c<think>d", "c"),
        ("a<think>b</think>c<think>d", "ac"),
        ("<think></think>", ""),
    ],
)
def test_thoughts_are_neither_said_nor_called(text, words):
    assert parse(text) == (words, [])


EMAIL = {"email": "a@mail.example"}


@pytest.mark.parametrize(
    "text",
    [
        '{"tool_calls": [{"name": "find_party", "arguments": {"email": "a@mail.example"}}]}',
        '{"tool_calls": [{"function": {"name": "find_party", "arguments": {"email": "a@mail.example"}}}], "x": 1}',
        '{"function_call": {"name": "find_party", "arguments": {"email": "a@mail.example"}}}',
        '{"function_call": {"name": "find_party", "arguments": "{\\"email\\": \\"a@mail.example\\"}"}}',
        '[{"type": "function", "function": {"name": "find_party", "arguments": {"email": "a@mail.example"}}}]',
        '```\n{"name": "find_party", "arguments": {"email": "a@mail.example"}}\n```',
        '```json\n{"name": "find_party", "arguments": {"email": "a@mail.example"}}',
        '<tool_call>{"function_call": {"name": "find_party", "arguments": {"email": "a@mail.example"}}}</tool_call>',
    ],
)
def test_calls_are_run_in_every_common_form(text):
    assert parse(text) == ("", [{"name": "find_party", "arguments": EMAIL}])


@pytest.mark.parametrize("stack", [TextAction, lambda env: TextAction(Chat(env))])
@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "find_party", "arguments": {"email": "a"}',
        '[{"name": "find_party", "arguments": {"email": "a"}},',
        '{"arguments": {"email": "a"}, "name": "find_party"',
        '{"parameters": {"email": "a"}, "name": "find_party"',
        '{"type": "function", "function": {"name": "find_party"',
        '{"id": "call_1", "type": "function", "function": {"name": "find_party"',
        '{"tool_calls": [{"name": "find_party", "arguments": {}}',
        '{"function_call": {"name": "find_party", "arguments": {}',
        "{'name': 'find_party', 'arguments': {'email': 'a'}}",
        '```json\n[{"name": "find_party", "arguments": {',
    ],
)
def test_a_broken_call_is_an_attempt_in_every_form(stack, text):
    env = _reset(stack(_make()))
    env.step(text)
    event = env.unwrapped.events[-1]
    assert (event.kind, event.name, event.status) == ("tool", "find_party", "invalid")


@pytest.mark.parametrize(
    "text",
    [
        "{customer_name}, thank you!",
        "[Agent] Your balance is {see below}.",
        '["name", "function"] are both fine.',
        '{"amount": 3}',
        '[{"amount": 3}]',
        '{"type": "refund", "amount": 3}',
        '{"id": "TXN-1", "amount": 3}',
        'I have {"name": "Ines"} on file, is that right?',
        "[1] and [2] are done.",
        "```\nYour reference: 12\n```",
        "```",
    ],
)
def test_a_message_with_brackets_is_spoken(text):
    assert parse(text) == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "get_balance", "arguments": ""}',
        '{"name": "get_balance", "arguments": null}',
        '{"name": "get_balance", "arguments": "null"}',
        '{"name": "get_balance", "arguments": "\\"{}\\""}',
        '{"name": "get_balance", "arguments": [1]}',
        '{"name": "find_party", "arguments": "{\\"email\\": \\"a@mail.example\\"}"}',
        '{"name": "find_party", "arguments": {"email": 12345678901234567890, "x": 1e999}}',
        "<tool_call></tool_call>",
        "<tool_call>42</tool_call>",
        '<tool_call>"42"</tool_call>',
        "<tool_call>[]</tool_call>",
        '<tool_call>{"email": "a"}</tool_call>',
        '<tool_call>{"name": "find_party", "arguments": {"email": "a"}</tool_call>',
        "Hello \ud83d there.",
        "",
    ],
)
def test_the_env_is_told_the_same_over_chat_and_without(text):
    plain, chat = _reset(TextAction(_make())), _reset(TextAction(Chat(_make())))
    observation, *_ = plain.step(text)
    messages = chat.step(text)[0]["messages"]
    assert messages[-1]["content"] == observation["content"]
    assert plain.unwrapped.events == chat.unwrapped.events


# As chat messages


@pytest.mark.parametrize(
    "arguments",
    [
        '{"email": ' + "[" * 100_000,
        '{"email": ' + "[" * 3000,
        '{"email": ' + "[" * 900 + "]" * 900 + "}",
        {"email": _deep(100_000)},
        {"email": _deep(3000)},
        {"email": {"a", "b"}},
        {"email": b"a"},
        {("a",): 1},
        {"a", "b"},
        b"{}",
        _deep(3000),
        "9" * 5000,
    ],
    ids=lambda arguments: type(arguments).__name__,
)
@pytest.mark.parametrize("stack", [Chat, lambda env: RecordCost(Chat(env))])
def test_no_arguments_raise(stack, arguments):
    env = _reset(stack(_make()))
    observation, *_ = env.step(_calling(_call("find_party", arguments)))
    assert env.unwrapped.events[-1].status == "invalid"
    assert isinstance(observation["messages"][-2]["tool_calls"][0]["function"]["arguments"], str)
    json.dumps(observation, ensure_ascii=False).encode()


@pytest.mark.parametrize("name", [5, None, _deep(3000), 10**5000, {"a": 1}], ids=lambda name: type(name).__name__)
def test_a_name_that_is_no_text_is_an_unknown_tool(name):
    env = _chat()
    env.step(_calling(_call(name, "{}")))
    assert env.unwrapped.events[-1].status == "unknown"


class Function(BaseModel):
    name: str
    arguments: str


class ClientCall(BaseModel):
    id: str
    type: str = "function"
    function: Function


class ClientMessage(BaseModel):
    role: str = "assistant"
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[ClientCall] | None = None


FUNCTION = Function(name="find_party", arguments=json.dumps(EMAIL))


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": None, "tool_calls": [ClientCall(id="c1", function=FUNCTION)]},
        {"role": "assistant", "tool_calls": (ClientCall(id="c1", function=FUNCTION),)},
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": FUNCTION}]},
        ClientMessage(tool_calls=[ClientCall(id="c1", function=FUNCTION)]),
    ],
)
def test_objects_of_the_client_library_are_read_at_every_level(message):
    env = _chat()
    assert message in env.action_space
    observation, *_ = env.step(message)
    event = env.unwrapped.events[-1]
    assert (event.name, event.arguments) == ("find_party", EMAIL)
    assert observation["messages"][-2] == _calling(_call("find_party", json.dumps(EMAIL)))


def test_text_parts_are_joined():
    parts = [{"type": "text", "text": "Hello. "}, {"type": "refusal", "refusal": "I cannot do that."}]
    for action in ({"role": "assistant", "content": parts}, {"role": "assistant", "content": tuple(parts)}):
        env = _chat()
        assert action in env.action_space
        observation, *_ = env.step(action)
        assert env.unwrapped.events[1] == AgentSays(text="Hello. I cannot do that.")
        assert observation["messages"][-2]["content"] == "Hello. I cannot do that."


@pytest.mark.parametrize(
    "action",
    [
        {"role": "assistant", "content": 5},
        {"role": "assistant", "content": {"name": "find_party", "arguments": EMAIL}},
        {"role": "assistant", "content": [{"type": "image_url", "image_url": {"url": "x"}}]},
        {"role": "assistant", "content": [{"type": "text"}]},
        {"role": "assistant", "content": [_deep(3000)]},
        {"role": "assistant", "content": b"Hello."},
        {"role": "assistant", "tool_calls": 5},
        {"role": "assistant", "tool_calls": True},
        {"role": "assistant", "tool_calls": "find_party"},
        {"role": "assistant", "tool_calls": _call("find_party", "{}")},
        {"role": "user", "content": "Hello."},
        {"content": "Hello."},
        {"role": _deep(3000)},
        _deep(3000),
        10**5000,
        Function,
        None,
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_is_no_message_is_refused_before_anything_changes(action):
    env = _chat()
    before = env.save()
    assert action not in env.action_space
    with pytest.raises(InvalidAction):
        env.step(action)
    assert env.save().memory == before.memory
    assert env.unwrapped.steps == 0
    assert env.step("Hello.")[0]["messages"][-2]["content"] == "Hello."


@pytest.mark.parametrize(
    "ids",
    [
        ["call00002", None],
        [None, "call00001"],
        ["a", "a", "a"],
        ["", "", ""],
        ["x" * 300, "x" * 301],
        ["\ud83d", "\ufffd"],
    ],
)
def test_ids_in_one_message_differ(ids):
    observation, *_ = _chat().step(_calling(*(_call("get_balance", "{}", id=id) for id in ids)))
    _, _, message, *results = observation["messages"]
    called = [call["id"] for call in message["tool_calls"]]
    assert len(set(called)) == len(ids)
    assert [result["tool_call_id"] for result in results] == called


def test_the_messages_keep_what_can_be_sent_again():
    env = _chat()
    lone = "\ud83d"
    env.step({"role": "assistant", "content": lone + "x" * 20_000})
    observation, *_ = env.step(_calling(_call("find" + lone, '{"email": "' + lone + "x" * 20_000, id="c" + lone)))
    json.dumps(observation, ensure_ascii=False).encode()
    said, _, called, _ = observation["messages"][-4:]
    assert said["content"] == env.unwrapped.events[1].text
    assert len(called["tool_calls"][0]["function"]["arguments"]) == MAX_TEXT


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ('{"email":  "a"}', '{"email":  "a"}'),
        ('{"email": "é"}', '{"email": "é"}'),
        ({"email": "é"}, '{"email": "é"}'),
        ('{"email": ', '{"email": '),
        ("[1]", "[1]"),
        ("", "{}"),
        (" ", "{}"),
        (None, "{}"),
        ([1], '{"arguments": [1]}'),
    ],
)
def test_arguments_are_kept_as_they_were_sent(sent, kept):
    observation, *_ = _chat().step(_calling(_call("find_party", sent)))
    assert observation["messages"][-2]["tool_calls"][0]["function"]["arguments"] == kept


def test_arguments_that_are_json_are_still_json_when_they_are_cut():
    observation, *_ = _chat().step(_calling(_call("find_party", json.dumps({"email": "x" * 20_000}))))
    text = observation["messages"][-2]["tool_calls"][0]["function"]["arguments"]
    assert len(text) <= MAX_TEXT
    assert isinstance(json.loads(text), dict)


def test_a_call_after_the_end_is_neither_made_nor_kept():
    env = Chat(gym.make("CRMPayments-v0", max_steps=2))
    env.reset(seed=7)
    observation, _, terminated, *_ = env.step(_calling(*(_call("get_balance", "{}", id=id) for id in "abc")))
    assert terminated
    assert [call["id"] for call in observation["messages"][2]["tool_calls"]] == ["a", "b"]
    assert sum(isinstance(event, ToolUse) for event in env.unwrapped.events) == 2
