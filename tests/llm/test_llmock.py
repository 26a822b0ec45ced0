"""How agent, customer and judge take faults: the strict verdict of llmock, whose judgement is not ours.

`make faults` installs it apart from all else, because its pytest plugin would register itself everywhere, and says
with LLMOCK where it is.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

import gymnasium as gym
import pytest

from crm_gym.baselines.agent import LLMAgent
from crm_gym.llm import Client
from crm_gym.types import ToolUse
from tests.llm.roles import ROLES, RULING, TURNS, patient

HOME = os.environ.get("LLMOCK", "")
pytestmark = pytest.mark.skipif(not HOME, reason="no llmock: `make faults` installs it")

each_role = pytest.mark.parametrize("role", ROLES)
PER_MINUTE = 600_000
"""Tokens that the server allows, with those that an answer may have."""
HELLO = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello?"}]


class Mock:
    """A running llmock, told what to do over HTTP."""

    def __init__(self, address):
        self.url = f"{address}/v1"
        self._admin = f"{address}/_llmock"

    def _ask(self, path, body=None, method="GET"):
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self._admin}/{path}", data, method=method), timeout=30) as answer:
            return json.load(answer)

    def plays(self, *faults):
        """These faults first, then a ruling for ever."""
        self._ask("reset", method="POST")
        said = {"type": "reply", "text": RULING, "times": None}
        self._ask("scenario", {"behaviors": [*faults, said]}, "POST")

    def calls_tools(self, *faults):
        """These faults first, then calls and answers of llmock's own."""
        self._ask("reset", method="POST")
        self._ask("scenario", {"behaviors": list(faults)}, "POST")

    @property
    def statuses(self):
        return [request["status"] for request in self._ask("requests")["requests"]]

    @property
    def findings(self):
        """Errors and warnings."""
        return [finding["code"] for finding in self._ask("verdict")["findings"]]


@pytest.fixture(scope="module")
def running():
    command = [sys.executable, str(Path(__file__).parent / "llmock_server.py"), HOME]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env={**os.environ, "LLMOCK_TPM": str(PER_MINUTE)}, **pipes) as process:
        yield Mock(process.stdout.readline().strip())
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.fixture
def mock(running, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return running


def fail(status, **more):
    return {"type": "fail", "status": status, **more}


@each_role
def test_what_passes_is_waited_for(mock, role):
    mock.plays(fail(500), fail(502), fail(429, retry_after=0.3))
    assert ROLES[role](patient(mock.url, attempts=4)) == ""
    assert mock.findings == []
    assert mock.statuses == [500, 502, 429, *[200] * TURNS]


@each_role
@pytest.mark.parametrize(
    ("status", "reason"), [(503, "outage"), (529, "outage"), (429, "rate_limit"), (408, "timeout")]
)
def test_an_endpoint_that_stays_away_is_given_up(mock, role, status, reason):
    mock.plays(fail(status, times=None, retry_after=0.3 if status == 429 else None))
    assert ROLES[role](patient(mock.url)) == reason
    assert mock.findings == []
    assert mock.statuses == [status] * 3


@each_role
@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (400, None, "bad_request"),
        (400, "context_length_exceeded", "context_exceeded"),
        (401, None, "authentication"),
        (403, None, "permission"),
        (404, None, "not_found"),
        (422, None, "bad_request"),
    ],
)
def test_what_no_retry_helps_is_asked_once(mock, role, status, code, reason):
    mock.plays(fail(status, code=code, times=None))
    assert ROLES[role](patient(mock.url)) == reason
    assert mock.findings == []
    assert mock.statuses == [status]


@each_role
def test_an_answer_that_is_late_is_asked_for_again(mock, role):
    mock.plays({"type": "delay", "seconds": 3.0})
    assert ROLES[role](patient(mock.url, timeout=2.0)) == ""
    assert mock.findings == []
    assert len(mock.statuses) == 1 + TURNS


def test_a_quota_is_kept_to(mock):
    """Past the quota each request waits for as long as llmock says, and none is lost."""
    mock.plays()
    client = patient(mock.url)
    for number, share in enumerate((0.6, 0.39, 0.1)):
        said = [HELLO[0], {"role": "user", "content": f"Hello {number}?"}]
        assert client.complete(said, max_tokens=int(PER_MINUTE * share)).content
    assert mock.findings == []
    assert mock.statuses == [200, 200, 429, 200]


@pytest.mark.parametrize("kind", ["malformed_arguments", "unknown_tool"])
def test_a_broken_call_is_an_attempt_and_asked_for_once(mock, kind):
    mock.calls_tools({"type": "tool_fault", "kind": kind}, fail(429, retry_after=0.2))
    env = gym.make("CRMPayments-v0", max_user_turns=3)
    observation, _ = env.reset(seed=3)
    agent, ended = LLMAgent(patient(mock.url)), False
    while not ended:
        observation, _, terminated, truncated, info = env.step(agent.act(observation))
        ended = terminated or truncated
    assert "success" in info
    uses = [event.status for event in env.unwrapped.events if isinstance(event, ToolUse)]
    assert uses[0] == {"malformed_arguments": "invalid", "unknown_tool": "unknown"}[kind]
    assert mock.findings == []
    assert mock.statuses.count(429) == 1


@pytest.mark.parametrize(
    ("wait", "fault", "finding"),
    [
        (0.0, fail(429, retry_after=0.5), "retry_after_ignored"),
        (0.2, fail(500, times=2), "no_backoff"),
    ],
)
def test_rude_clients_are_found(mock, wait, fault, finding):
    mock.plays(fault)
    Client(patient(mock.url).endpoint, sleep=lambda seconds: time.sleep(wait)).complete(HELLO)
    assert mock.findings == [finding]
