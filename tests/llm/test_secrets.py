"""A key stands in no file, log, message or traceback, also where an endpoint repeats it."""

import logging
import traceback

import pytest

from crm_gym.__main__ import main
from crm_gym.llm import Client, Endpoint, LLMError
from tests.llm.roles import ROLES, patient
from tests.llm.server import Reply, fails, says

KEY = "sk-test-0123456789abcdef0123456789"
HELLO = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello?"}]
ECHOES = {
    "refused": fails(401, f"Incorrect API key provided: {KEY}."),
    "down": fails(503, f"no route for {KEY}"),
    "bad": fails(400, f"{'a long story. ' * 30}{KEY}"),
    "too long": fails(400, f"too long, {KEY}", code="context_length_exceeded"),
    "unreadable": Reply(f"{'x' * 480} authorization: Bearer {KEY}", content_type="text/plain"),
    "cut": fails(422, f"{'x' * 440}{KEY}"),
}


@pytest.fixture(autouse=True)
def key(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.mark.parametrize("name", ECHOES)
def test_what_an_endpoint_repeats_is_not_told(server, name, caplog):
    caplog.set_level(logging.DEBUG)
    server.plays(ECHOES[name])
    with pytest.raises(LLMError) as caught:
        Client(Endpoint(model="m", base_url=server.url, attempts=1)).complete(HELLO)
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    with_locals = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    told = [str(caught.value), repr(caught.value), *with_locals.format(), caplog.text]
    assert not any(KEY[:12] in text for text in told)


@pytest.mark.parametrize("role", ROLES)
def test_agent_customer_and_judge_tell_a_reason_and_no_key(server, role, caplog):
    caplog.set_level(logging.DEBUG)
    server.plays(ECHOES["refused"])
    assert ROLES[role](patient(server.url)) == "authentication"
    assert KEY[:12] not in caplog.text


def test_a_short_key_is_no_secret(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    server.plays(fails(400, "none of the tools is known"))
    with pytest.raises(LLMError, match="none of the tools is known"):
        Client(Endpoint(model="m", base_url=server.url)).complete(HELLO)


@pytest.mark.parametrize("name", ECHOES)
@pytest.mark.parametrize("part", [[], ["--user", "c"], ["--judge", "llm", "--judge-model", "j"]])
def test_a_run_writes_and_prints_no_key(server, name, part, tmp_path, capsys, caplog):
    caplog.set_level(logging.DEBUG)
    failing = {"--user": "c", "--judge": "j"}[part[0]] if part else "m"
    server.model = lambda request, number: ECHOES[name] if request["model"] == failing else says("Goodbye.")
    options = '{"attempts": 1}'
    main(["evaluate", "--policy", "llm:m", "--task", "payments-001", "--base-url", server.url, "--out", f"{tmp_path}/r",
          "--agent-options", options, "--user-options", options, "--judge-options", options, *part])  # fmt: skip
    printed = capsys.readouterr()
    files = [file.read_text("utf-8") for file in (tmp_path / "r").iterdir()]
    assert len(files) >= 3
    assert any(request["model"] == failing for request in server.requests)
    assert not any(KEY[:12] in text for text in [printed.out, printed.err, caplog.text, *files])


def test_the_doctor_prints_no_key(server, capsys):
    server.plays(ECHOES["refused"])
    assert main(["doctor", "--model", "m", "--base-url", server.url]) == 3
    out = capsys.readouterr().out
    assert "Incorrect API key provided: ***" in " ".join(out.split())
    assert KEY[:12] not in out
