"""The client over real HTTP: what each answer of an endpoint means, how often it is asked, how long it waits."""

import gc
import json
import pickle
import socket
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crm_gym.llm import (
    Attempt,
    Client,
    Completion,
    ContextExceeded,
    Endpoint,
    Misconfigured,
    ToolCall,
    Unavailable,
    Usage,
    cost,
    json_object,
    prices,
)
from tests.llm.server import Reply, calls, completion, fails, says

HELLO = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello?"}]
TOOL = {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object"}}}
GOOD = says("Hello.")


# What is sent


def test_a_request_has_the_model_the_messages_the_tools_and_a_bound(server, endpoint):
    more = {"temperature": 0.5, "seed": 3, "max_tokens": 77, "extra": {"cache_prompt": False}}
    Client(endpoint.model_copy(update=more)).complete(HELLO, [TOOL], tool_choice="required")
    assert server.requests == [
        {
            "model": "some-model",
            "messages": HELLO,
            "tools": [TOOL],
            "max_tokens": 77,
            "temperature": 0.5,
            "seed": 3,
            "cache_prompt": False,
            "tool_choice": "required",
        }
    ]


def test_a_client_that_nobody_holds_leaves_no_connection_open(server, endpoint):
    client = Client(endpoint)
    client.complete(HELLO)
    library = client._library
    client.itself = client
    assert not library.is_closed()
    del client
    gc.collect()
    assert library.is_closed()


def test_what_is_not_set_is_not_sent(server, client):
    client.complete(HELLO)
    assert server.requests[0].keys() == {"model", "messages", "max_tokens"}


def test_the_bound_has_the_name_that_the_endpoint_knows(server, endpoint):
    Client(endpoint.model_copy(update={"token_field": "max_completion_tokens"})).complete(HELLO)
    assert "max_completion_tokens" in server.requests[0]
    assert "max_tokens" not in server.requests[0]
    at_openai = Client(Endpoint(model="gpt-5-mini"))
    assert "max_completion_tokens" in at_openai._body(HELLO, (), {})


def test_nothing_is_not_sent(server, client):
    with pytest.raises(ValueError, match="nothing to complete"):
        client.complete([])
    assert server.requests == []


def test_the_key_comes_from_the_environment_and_is_never_part_of_the_endpoint(server, endpoint, monkeypatch):
    monkeypatch.setenv("OTHER_KEY", "s3cret")
    endpoint = endpoint.model_copy(update={"key_variable": "OTHER_KEY"})
    client = Client(endpoint)
    client.complete(HELLO)
    assert server.headers[0]["Authorization"] == "Bearer s3cret"
    assert "s3cret" not in endpoint.model_dump_json()
    assert b"s3cret" not in pickle.dumps(client)
    assert Endpoint.model_validate_json(endpoint.model_dump_json()) == endpoint


def test_the_base_url_may_come_from_the_environment(server, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert Client(Endpoint(model="m")).complete(HELLO).content == "Hello."


def test_without_a_key_nothing_leaves_this_machine():
    for base_url in (None, "https://models.example/v1"):
        with pytest.raises(Misconfigured, match="set OPENAI_API_KEY") as caught:
            Client(Endpoint(model="m", base_url=base_url)).complete(HELLO)
        assert caught.value.reason == "no_key"


@pytest.mark.parametrize("package", ["openai", "tenacity"])
def test_a_missing_package_is_named(endpoint, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Misconfigured, match="pip install openai tenacity") as caught:
        Client(endpoint).complete(HELLO)
    assert caught.value.reason == "no_package"


def test_importing_crm_gym_does_not_import_the_library():
    code = "import sys, crm_gym, crm_gym.llm, crm_gym.envs.crm_env; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_pickled_client_works(server, client):
    client.complete(HELLO)
    assert pickle.loads(pickle.dumps(Client(client.endpoint))).complete(HELLO).content == "Hello."


# What is asked again

PASSING = {408: "timeout", 409: "outage", 429: "rate_limit", 500: "outage", 502: "outage", 503: "outage", 529: "outage"}


@pytest.mark.parametrize(("status", "reason"), PASSING.items())
def test_a_passing_failure_is_asked_again(server, client, waits, status, reason):
    server.plays(fails(status), fails(status), GOOD)
    answer = client.complete(HELLO)
    assert answer.content == "Hello."
    assert len(server.requests) == 3
    assert answer.log == tuple(Attempt(reason=reason, waited=round(wait, 3)) for wait in waits)
    assert 0.5 <= waits[0] <= 0.625
    assert 1.0 <= waits[1] <= 1.25


@pytest.mark.parametrize(("status", "reason"), PASSING.items())
def test_a_failure_that_does_not_pass_is_an_outage(server, client, waits, status, reason):
    server.plays(fails(status, "come back tomorrow"))
    with pytest.raises(Unavailable, match=f"HTTP {status} .*come back tomorrow.*after 5 requests") as caught:
        client.complete(HELLO)
    assert caught.value.reason == reason
    assert len(server.requests) == 5
    assert [attempt.waited for attempt in caught.value.log] == [round(wait, 3) for wait in waits] + [0.0]
    assert all(low <= wait <= low * 1.25 for wait, low in zip(waits, (0.5, 1, 2, 4), strict=True))


def test_the_number_of_requests_is_the_endpoints(server, endpoint, waits):
    server.plays(fails(503))
    with pytest.raises(Unavailable, match="after 1 request"):
        Client(endpoint.model_copy(update={"attempts": 1}), sleep=waits.append).complete(HELLO)
    assert len(server.requests) == 1
    assert waits == []


def test_waits_have_a_seed(server, endpoint):
    server.plays(fails(503))
    found = []
    for jitter in (1, 1, 2):
        waits = []
        with pytest.raises(Unavailable):
            Client(endpoint, sleep=waits.append, jitter=jitter).complete(HELLO)
        found.append(waits)
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry_after": "7"}, 7.0),
        ({"retry_after": "1.5"}, 1.5),
        ({"retry_after_ms": "300"}, 0.3),
        ({"retry_after_ms": "300", "retry_after": "9"}, 0.3),
    ],
)
def test_the_endpoint_says_how_long_to_wait(server, client, waits, headers, wait):
    server.plays(fails(429, **headers), GOOD)
    client.complete(HELLO)
    assert waits == [wait]


def test_the_wait_may_be_a_moment(server, client, waits):
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    server.plays(fails(503, retry_after=moment), GOOD)
    client.complete(HELLO)
    assert 20 < waits[0] <= 30


@pytest.mark.parametrize("told", ["0", "-3", "soon", "", "nan", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_a_wait_that_is_none_is_ours(server, client, waits, told):
    server.plays(fails(429, retry_after=told), GOOD)
    client.complete(HELLO)
    assert 0.5 <= waits[0] <= 0.625


@pytest.mark.parametrize("told", ["90", "inf"])
def test_a_wait_beyond_the_budget_is_not_begun(server, client, waits, told):
    server.plays(fails(429, retry_after=told))
    with pytest.raises(Unavailable, match="after 1 request") as caught:
        client.complete(HELLO, budget=30)
    assert caught.value.reason == "rate_limit"
    assert len(server.requests) == 1
    assert waits == []


def test_the_budget_holds_for_all_requests_together(server, endpoint):
    server.plays(Reply(fails(503).body, 503, delay=0.15))
    with pytest.raises(Unavailable):
        Client(endpoint.model_copy(update={"budget": 0.9, "attempts": 50})).complete(HELLO)
    assert len(server.requests) in (1, 2)  # the clock is a real one; without a budget there would be 50


def test_the_endpoints_word_on_retries_counts(server, client):
    server.plays(fails(503, x_should_retry="false"), GOOD)
    with pytest.raises(Unavailable) as caught:
        client.complete(HELLO)
    assert caught.value.reason == "outage"
    for status in (400, 401, 422):
        server.begin(server.model)
        server.plays(fails(status, x_should_retry="true"), GOOD)
        assert client.complete(HELLO).content == "Hello."
        assert len(server.requests) == 2


# What no retry helps


@pytest.mark.parametrize(
    ("reply", "error", "reason"),
    [
        (fails(400), Unavailable, "bad_request"),
        (fails(413), Unavailable, "bad_request"),
        (fails(422), Unavailable, "bad_request"),
        (fails(401), Misconfigured, "authentication"),
        (fails(402), Misconfigured, "quota"),
        (fails(403), Misconfigured, "permission"),
        (fails(404), Misconfigured, "not_found"),
        (fails(429, code="insufficient_quota"), Misconfigured, "quota"),
        (fails(429, type="insufficient_quota", retry_after="1"), Misconfigured, "quota"),
        (fails(400, code="context_length_exceeded"), ContextExceeded, "context_exceeded"),
        (fails(400, type="exceed_context_size_error", code=400), ContextExceeded, "context_exceeded"),
        (fails(500, code="context_length_exceeded"), ContextExceeded, "context_exceeded"),
        (
            Reply(
                json.dumps(
                    {
                        "object": "error",
                        "message": "This model's maximum context length is 8192 tokens. However, you requested 9000.",
                        "type": "BadRequestError",
                        "param": None,
                        "code": 400,
                    }
                ),
                400,
            ),
            ContextExceeded,
            "context_exceeded",
        ),
        (Reply("<html>Bad request</html>", 400, content_type="text/html"), Unavailable, "bad_request"),
    ],
)
def test_what_no_retry_helps_is_asked_once(server, client, waits, reply, error, reason):
    server.plays(reply)
    with pytest.raises(error) as caught:
        client.complete(HELLO)
    assert type(caught.value) is error
    assert caught.value.reason == reason
    assert len(server.requests) == 1
    assert waits == []


def test_what_was_tried_before_is_in_the_log(server, client):
    server.plays(fails(503), fails(401))
    with pytest.raises(Misconfigured) as caught:
        client.complete(HELLO)
    assert [attempt.reason for attempt in caught.value.log] == ["outage"]


def test_an_error_comes_whole_from_another_process(server, client):
    server.plays(fails(503, "too busy"))
    with pytest.raises(Unavailable) as caught:
        client.complete(HELLO)
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is Unavailable
    assert (str(error), error.reason, error.log) == (str(caught.value), "outage", caught.value.log)
    assert repr(error).startswith("Unavailable('outage', 'HTTP 503")


# Lines that are cut


def test_an_endpoint_that_does_not_answer_in_time(server, endpoint, waits):
    server.plays(Reply(GOOD.body, delay=0.6), Reply(GOOD.body))
    client = Client(endpoint.model_copy(update={"timeout": 0.3}), sleep=waits.append)
    assert client.complete(HELLO).log[0].reason == "timeout"
    assert len(server.requests) == 2
    server.plays(Reply(GOOD.body, delay=0.5))
    with pytest.raises(Unavailable, match="no answer within") as caught:
        Client(endpoint.model_copy(update={"timeout": 0.2, "attempts": 2}), sleep=waits.append).complete(HELLO)
    assert caught.value.reason == "timeout"


def test_an_endpoint_that_is_not_there(waits):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(Unavailable, match=f"cannot reach {url}") as caught:
        Client(Endpoint(model="m", base_url=url), sleep=waits.append).complete(HELLO)
    assert caught.value.reason == "unreachable"
    assert len(waits) == 4


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{",
        b"HTTP/1.1 503 Busy\r\nContent-Length: 500\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nHello",
        b"Hello\r\n\r\n",
    ],
)
def test_an_answer_that_breaks_off(waits, sent):
    def serve(listening):
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(sent)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        endpoint = Endpoint(model="m", base_url=f"http://127.0.0.1:{listening.getsockname()[1]}/v1", attempts=1)
        with pytest.raises(Unavailable, match="cannot reach") as caught:
            Client(endpoint, sleep=waits.append).complete(HELLO)
        thread.join()
    assert caught.value.reason == "unreachable"


# Answers that are no completion

HELD = {"role": "assistant", "content": "Hello."}
NO_COMPLETIONS = {
    "nothing": "",
    "text": Reply("Hello.", content_type="text/plain"),
    "html": Reply("<html>Sign in</html>", content_type="text/html"),
    "broken JSON": '{"choices": [',
    "no text at all": b"\xff\xfe\x00",
    "null": "null",
    "a number": "42",
    "a list": "[]",
    "no choices": "{}",
    "choices null": '{"choices": null}',
    "choices empty": '{"choices": []}',
    "choices a number": '{"choices": 5}',
    "choices an object": '{"choices": {"0": {}}}',
    "choices of text": '{"choices": ["a"]}',
    "no message": '{"choices": [{"finish_reason": "stop"}]}',
    "message null": '{"choices": [{"message": null}]}',
    "message text": '{"choices": [{"message": "Hello."}]}',
    "calls no list": '{"choices": [{"message": {"tool_calls": 3}}]}',
    "an error": '{"error": {"message": "overloaded", "code": 503}}',
    "an error beside null": '{"choices": null, "error": {"message": "overloaded"}}',
}


@pytest.mark.parametrize("name", NO_COMPLETIONS)
def test_an_answer_that_is_no_completion_is_asked_again(server, client, name):
    body = NO_COMPLETIONS[name]
    bad = body if isinstance(body, Reply) else Reply(body)
    server.plays(bad, GOOD)
    answer = client.complete(HELLO)
    assert answer.content == "Hello."
    assert [attempt.reason for attempt in answer.log] == ["protocol"]
    server.begin(server.model)
    server.plays(bad)
    with pytest.raises(Unavailable, match="the answer is no completion") as caught:
        client.complete(HELLO)
    assert caught.value.reason == "protocol"
    assert len(server.requests) == 5


def test_an_error_in_an_answer_is_told(server, client):
    server.plays(Reply('{"error": {"message": "overloaded"}}'))
    with pytest.raises(Unavailable, match="overloaded"):
        client.complete(HELLO)


# What a model does is data


def test_a_completion_has_what_was_said_and_what_it_took(server, client):
    details = {"prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 8}}
    server.plays(says("Hello.", usage={"prompt_tokens": 90, "completion_tokens": 12, "total_tokens": 102, **details}))
    answer = client.complete(HELLO)
    assert answer.model == "served-model"
    assert answer.finish == "stop"
    assert answer.usage == Usage(prompt=90, completion=12, cached=64, reasoning=8, calls=1)
    assert answer.seconds > 0
    assert answer.log == ()
    assert answer.message == {"role": "assistant", "content": "Hello."}


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (None, Usage(calls=1, known=False)),
        ({}, Usage(calls=1, known=False)),
        ([1, 2], Usage(calls=1, known=False)),
        ({"prompt_tokens": 90}, Usage(prompt=90, calls=1, known=False)),
        ({"prompt_tokens": 90, "completion_tokens": None}, Usage(prompt=90, calls=1, known=False)),
        ({"prompt_tokens": "many", "completion_tokens": -4}, Usage(calls=1, known=False)),
        (
            {"prompt_tokens": 90, "completion_tokens": 0, "prompt_tokens_details": None},
            Usage(prompt=90, calls=1, known=True),
        ),
        (
            {"prompt_tokens": 90, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": None}},
            Usage(prompt=90, completion=1, calls=1),
        ),
    ],
)
def test_usage_may_be_partial(server, client, usage, expected):
    server.plays(completion({"content": "Hello."}, usage=usage))
    assert client.complete(HELLO).usage == expected


def test_usage_adds_up():
    one, two = Usage(prompt=1, completion=2, calls=1), Usage(prompt=10, cached=5, reasoning=3, calls=1, known=False)
    assert one + two == Usage(prompt=11, completion=2, cached=5, reasoning=3, calls=2, known=False)


def _part(text):
    return {"type": "text", "text": text}


@pytest.mark.parametrize(
    ("message", "finish", "text"),
    [
        ({"content": None}, "length", ""),
        ({"content": "Good da"}, "length", "Good da"),
        ({"content": None}, "content_filter", ""),
        ({"content": None, "refusal": "I won't."}, "stop", "I won't."),
        ({"content": "Hello."}, "a word of its own", "Hello."),
        ({"content": [_part("Hello "), {"type": "thinking"}, _part("you.")]}, "stop", "Hello you."),
        ({"content": "<think>They greet me.</think>\n\nHello."}, "stop", "Hello."),
        ({"content": "They greet me.\n</think>\nHello."}, "stop", "Hello."),
        ({"content": "<think>They greet me, and"}, "length", ""),
        ({"content": "Hello \ud83d."}, "stop", "Hello \ufffd."),
        ({}, "stop", ""),
    ],
)  # fmt: skip
def test_what_a_model_says_in_whatever_form(server, client, message, finish, text):
    server.plays(completion(message, finish))
    answer = client.complete(HELLO)
    assert answer.text == text
    assert answer.finish == finish
    assert len(server.requests) == 1
    assert answer.message == {"role": "assistant", "content": text}


@pytest.mark.parametrize(
    "reply",
    [
        fails(400, "Failed to call a function.", code="tool_use_failed", type="invalid_request_error"),
        fails(500, "The model produced output that does not match the expected peg-native format", code=500),
    ],
)
def test_an_answer_that_its_own_endpoint_cannot_read_is_the_models_failure(server, client, reply):
    server.plays(reply)
    answer = client.complete(HELLO, [TOOL])
    assert (answer.finish, answer.text, answer.tool_calls) == ("malformed", "", ())
    assert answer.usage == Usage(calls=1)
    assert len(server.requests) == 1


def test_a_missing_reason_to_finish_is_no_failure(server, client):
    server.plays(Reply('{"choices": [{"message": {"content": "Hello."}}]}'))
    assert client.complete(HELLO).finish == "stop"


# Tool calls


def _raw_calls(*made, text=None):
    return completion({"content": text, "tool_calls": list(made)}, "tool_calls")


def _call(arguments, id="call_9", name="look"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def test_tool_calls_come_in_order_with_the_text_beside_them(server, client):
    server.plays(calls(("look", {"at": 1}), ("find", {}), text="Let me see."))
    answer = client.complete(HELLO, [TOOL])
    assert [(call.name, call.parsed) for call in answer.tool_calls] == [("look", {"at": 1}), ("find", {})]
    assert answer.content == "Let me see."
    assert answer.message["content"] == "Let me see."
    assert [call["function"]["arguments"] for call in answer.message["tool_calls"]] == ['{"at": 1}', "{}"]


@pytest.mark.parametrize(
    "ids", [(None, None), ("", ""), ("same", "same"), ("one", None)], ids=["none", "empty", "same", "one"]
)
def test_calls_without_ids_of_their_own_get_some(server, client, ids):
    server.plays(_raw_calls(*(_call("{}", id=id) for id in ids)))
    assert [call.id for call in client.complete(HELLO).tool_calls] == ["call00001", "call00002"]


def test_other_kinds_of_tools_are_not_ours(server, client):
    custom = {"id": "c", "type": "custom", "custom": {"name": "code", "input": "1 + 1"}}
    server.plays(_raw_calls(custom, _call("{}")))
    assert [call.name for call in client.complete(HELLO).tool_calls] == ["look"]


@pytest.mark.parametrize(
    ("arguments", "parsed"),
    [
        ('{"at": 1}', {"at": 1}),
        ({"at": 1}, {"at": 1}),
        ("", {}),
        (" \n", {}),
        (None, {}),
        ('{"at": 1', None),
        ("at 1", None),
        ("[1]", None),
        ([1], None),
        ("null", None),
        ('"at"', None),
        ('{"at": 1, "at": 2}', None),
        ('{"in": {"at": 1, "at": 2}}', None),
        ('{"at": NaN}', None),
        ('{"at": -Infinity}', None),
        ('{"at": 1e999}', None),
        ('{"at": "\\ud800"}', None),
        ('{"at": ' + "[" * 100_000, None),
        ('{"at": ' + "9" * 5000 + "}", None),
    ],
)
def test_malformed_arguments_are_data_and_never_replayed(server, client, arguments, parsed):
    server.plays(_raw_calls(_call(arguments)))
    answer = client.complete(HELLO)
    assert answer.tool_calls[0].parsed == parsed
    assert json.loads(answer.message["tool_calls"][0]["function"]["arguments"]) == (parsed or {})
    assert len(server.requests) == 1


@pytest.mark.parametrize("name", ["", "functions.look", "look at", "Ä" * 80, None])
def test_odd_names_are_kept_and_replayed_in_a_form_that_endpoints_take(server, client, name):
    server.plays(_raw_calls(_call("{}", name=name)), GOOD)
    answer = client.complete(HELLO)
    assert answer.tool_calls[0].name == (name or "")
    result = {"role": "tool", "tool_call_id": answer.tool_calls[0].id, "content": "unknown"}
    client.complete([*HELLO, answer.message, result])  # the server checks the history


@given(st.text() | st.recursive(st.none() | st.floats() | st.text(), st.lists, max_leaves=5).map(json.dumps))
def test_whatever_the_arguments_are_the_history_has_an_object(arguments):
    call = ToolCall(id="call_1", name="look", arguments=arguments)
    message = Completion(tool_calls=(call,)).message
    assert isinstance(json_object(message["tool_calls"][0]["function"]["arguments"]), dict)


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8")), st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    )
)
def test_whole_arguments_are_read_as_they_are(arguments):  # fmt: skip
    assert json_object(json.dumps(arguments)) == arguments


# Price


def test_prices_are_those_of_the_table_with_ones_own(tmp_path):
    (tmp_path / "prices.json").write_text('{"some-model": [1.0, 4.0]}')
    table = prices(tmp_path / "prices.json")
    assert "gpt-5-mini" in table
    assert cost(Usage(prompt=500_000, completion=250_000), "some-model", table) == 1.5
    assert cost(Usage(prompt=1, known=False), "some-model", table) is None
    assert cost(Usage(prompt=1), "nobody's", table) is None
