"""Agents of language models in the real env, over real HTTP: a model that knows the solution, and models that err."""

import json
import pickle

import gymnasium as gym
import pytest

from crm_gym.baselines import Policy
from crm_gym.baselines.agent import HOW, LEFT_OUT, NOTHING, REMINDER, LLMAgent
from crm_gym.baselines.graph_agent import MOST_MOVES, ROUTING, GraphAgent
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import shared_env
from crm_gym.llm import Client, ContextExceeded, Endpoint, Misconfigured, Unavailable
from crm_gym.registration import SUITES
from crm_gym.tasks.store import load_tasks
from crm_gym.types import AgentSays, Call, Routed, ToolUse
from tests.llm.oracle import Oracle, play, play_offline
from tests.llm.server import calls, completion, fails, says

each_domain = pytest.mark.parametrize("domain", SUITES)
each_agent = pytest.mark.parametrize(
    ("kind", "exposure"), [(LLMAgent, "all"), (LLMAgent, "routed"), (GraphAgent, "routed")]
)
SAMPLE = 8
"""Every so many tasks are played with what is wrong on purpose."""


# A model that knows the solution


@pytest.mark.parametrize(("kind", "exposure"), [(LLMAgent, "all"), (GraphAgent, "routed")])
@each_domain
def test_a_model_that_knows_the_solution_earns_everything(server, client, domain, kind, exposure):
    env, graph = shared_env(domain, exposure), load_domain(domain).graph
    failed = []
    for task in load_tasks(domain).values():
        server.begin(Oracle(task.solution, graph))
        score = play(env, kind(client), task)
        if score.reward != 1.0 or score != play_offline(task, task.solution, exposure):
            failed.append(task.id)
    assert failed == []


@each_domain
def test_several_calls_of_one_answer_are_made_in_order(server, client, domain):
    env, graph = shared_env(domain), load_domain(domain).graph
    for task in list(load_tasks(domain).values())[::SAMPLE]:
        server.begin(Oracle(task.solution, graph, parallel=True))
        assert play(env, LLMAgent(client), task) == play_offline(task, task.solution, "all")
        made = [event.name for event in env.events if isinstance(event, ToolUse)]
        assert made == [step.name for step in task.solution if isinstance(step, Call)]
        assert not any("I look into it" in event.text for event in env.events if isinstance(event, AgentSays))


def _without_last_write(domain, steps):
    tools = load_domain(domain).toolbox.tools
    last = max(n for n, step in enumerate(steps) if isinstance(step, Call) and tools[step.name].writes)
    return [*steps[:last], *steps[last + 1 :]]


def _with_another_amount(domain, steps):
    place = next((n for n, step in enumerate(steps) if isinstance(step, Call) and "amount" in step.arguments), None)
    if place is None:
        return None
    wrong = {**steps[place].arguments, "amount": steps[place].arguments["amount"] + 1}
    return [*steps[:place], Call(name=steps[place].name, arguments=wrong), *steps[place + 1 :]]


@each_agent
@pytest.mark.parametrize("spoil", [_without_last_write, _with_another_amount])
@each_domain
def test_a_model_that_errs_scores_as_its_steps_do(server, client, domain, spoil, kind, exposure):
    env, graph = shared_env(domain, exposure), load_domain(domain).graph
    for task in list(load_tasks(domain).values())[::SAMPLE]:
        steps = spoil(domain, task.solution)
        if steps is not None:
            server.begin(Oracle(steps, graph))
            score = play(env, kind(client), task)
            assert score == play_offline(task, steps, exposure), task.id
            assert score.reward == 0.0, task.id


# What is sent and kept


@pytest.fixture
def env():
    env = gym.make("CRMPayments-v0")
    env.reset(seed=3)
    return env


def _look(env):
    return env.unwrapped.last_observation


def _steps(env, agent, count):
    for _ in range(count):
        env.step(agent.act(_look(env)))


def test_the_policy_is_the_system_prompt_and_the_tools_are_those_shown(server, client, env):
    first = _look(env)
    _steps(env, LLMAgent(client), 1)
    request = server.requests[0]
    assert request["messages"][0] == {"role": "system", "content": first["instructions"] + HOW}
    assert request["messages"][1:] == [{"role": "user", "content": first["content"]}]
    assert request["tools"] == json.loads(first["tools"])


def test_text_beside_calls_is_kept_and_not_spoken(server, client, env):
    server.plays(calls(("find_party", {"email": "x@y.example"}), text="I look you up."), says("Who are you?"))
    _steps(env, LLMAgent(client), 2)
    assert [event.text for event in env.unwrapped.events if isinstance(event, AgentSays)] == ["Who are you?"]
    assert server.requests[1]["messages"][2]["content"] == "I look you up."


def test_each_result_answers_its_call(server, client, env):
    made = [("find_party", {"email": "x@y.example"}), ("get_balance", {"account_id": "ACC-0001"}), ("no_tool", {})]
    server.plays(calls(*made), says("Sorry?"))
    _steps(env, LLMAgent(client), 4)
    uses = [event for event in env.unwrapped.events if isinstance(event, ToolUse)]
    results = [message for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert [(m["tool_call_id"], m["content"]) for m in results] == [
        (f"call_{number}", use.result) for number, use in enumerate(uses, 1)
    ]
    assert [use.name for use in uses] == [name for name, _ in made]
    assert len(server.requests) == 2


def test_usage_and_time_are_summed_for_an_episode(server, client, env):
    agent = LLMAgent(client)
    _steps(env, agent, 3)
    assert agent.usage.calls == 3
    assert agent.usage.prompt == 300
    assert agent.seconds > 0
    agent.reset(1)
    assert (agent.usage.calls, agent.seconds) == (0, 0.0)


def test_a_reset_forgets_the_episode_before(server, client, env):
    agent = LLMAgent(client)
    _steps(env, agent, 2)
    env.reset(seed=4)
    agent.reset(4)
    _steps(env, agent, 1)
    assert [message["role"] for message in server.requests[-1]["messages"]] == ["system", "user"]


def test_an_endpoint_with_a_seed_gets_another_for_each_trial(server, endpoint, env):
    agent = LLMAgent(endpoint.model_copy(update={"seed": 10}))
    for trial in (0, 5):
        agent.reset(trial)
        _steps(env, agent, 1)
    assert [request["seed"] for request in server.requests] == [10, 15]


@pytest.mark.parametrize("kind", [LLMAgent, GraphAgent])
def test_an_agent_is_made_from_an_endpoint_its_json_or_a_client(endpoint, kind):
    for told in (endpoint, json.loads(endpoint.model_dump_json()), {"model": "some-model"}, Client(endpoint)):
        agent = kind(told)
        assert isinstance(agent, Policy)
        assert agent.endpoint.model == "some-model"
    assert pickle.loads(pickle.dumps(kind(endpoint))).endpoint == endpoint


# What models get wrong


@pytest.mark.parametrize(
    "arguments", ['{"email": "x', "null", "[]", "email: x", '{"email": "a@b.example", "email": "c@d.example"}', "{}}"]
)
@pytest.mark.parametrize("kind", [LLMAgent, GraphAgent])
def test_malformed_arguments_are_a_failed_attempt_and_not_replayed(server, client, kind, arguments):
    env = gym.make("CRMPayments-v0", exposure="routed" if kind is GraphAgent else "all")
    env.reset(seed=3)
    bad = calls(("find_party", arguments))
    replies = [calls(("route_to_transfer", {})), bad] if kind is GraphAgent else [bad]
    server.plays(*replies, says("Sorry?"))
    _steps(env, kind(client), len(replies) + 1)  # the server refuses malformed arguments in the history
    use = next(event for event in env.unwrapped.events if isinstance(event, ToolUse))
    assert (use.name, use.status) == ("find_party", "invalid")
    assert use.arguments["arguments"] == arguments
    last = server.requests[-1]["messages"]
    assert last[-2]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert "INVALID_ARGUMENT" in last[-1]["content"]


@pytest.mark.parametrize(
    "prose",
    [
        '{"name": "find_party", "arguments": {"email": "ines@mail.example"}}',
        '<tool_call>{"name": "find_party", "arguments": {}}</tool_call>',
        '<tool_response>{"ok": true}</tool_response> You are signed in.',
        "I am calling find_party now.",
        "I want a refund. " * 500,
    ],
    ids=["call", "tagged call", "made-up result", "announcement", "repetition"],
)
def test_calls_in_prose_are_words(server, client, env, prose):
    server.plays(says(prose, "length"))
    _steps(env, LLMAgent(client), 2)
    assert [event.text for event in env.unwrapped.events if isinstance(event, AgentSays)] == [prose.strip()] * 2
    assert not any(isinstance(event, ToolUse) for event in env.unwrapped.events)


def test_one_call_for_ever_ends_at_the_limit(server, client):
    env = gym.make("CRMPayments-v0", max_steps=12)
    observation, _ = env.reset(seed=3)
    server.plays(calls(("find_party", {"email": "x@y.example"})))
    agent, ended = LLMAgent(client), False
    while not ended:
        observation, reward, ended, _, info = env.step(agent.act(observation))
    assert (reward, info["end"]) == (0.0, "step_limit")
    assert len(server.requests) == 12


def test_a_wrong_tool_with_whole_arguments_is_the_models_own_business(server, client, env):
    server.plays(calls(("freeze_card", {"card_id": "CRD-0001"})))
    _steps(env, LLMAgent(client), 1)
    assert env.unwrapped.events[-1].name == "freeze_card"


@pytest.mark.parametrize(
    "empty",
    [
        says(None),
        says(""),
        says(" \n"),
        says(None, "length"),
        says(None, "content_filter"),
        says("<think>Hm.</think>"),
        fails(400, code="tool_use_failed"),
    ],
)
def test_an_empty_answer_is_asked_for_once_more(server, client, env, empty):
    server.plays(empty, says("Hello?"), says("Still there?"))
    _steps(env, LLMAgent(client), 2)
    assert [event.text for event in env.unwrapped.events if isinstance(event, AgentSays)] == ["Hello?", "Still there?"]
    last = [request["messages"][-1]["content"] for request in server.requests]
    assert [REMINDER in content for content in last] == [False, True, False]


def test_who_has_nothing_to_say_says_nothing(server, client, env):
    server.plays(says(None), says(""), says("Hello?"))
    agent = LLMAgent(client)
    _steps(env, agent, 2)
    assert [event.text for event in env.unwrapped.events if isinstance(event, AgentSays)] == ["", "Hello?"]
    assert server.requests[2]["messages"][2] == {"role": "assistant", "content": NOTHING}
    assert agent.usage.calls == 3


def test_a_refusal_is_what_the_model_says(server, client, env):
    server.plays(completion({"content": None, "refusal": "I cannot help with that."}))
    _steps(env, LLMAgent(client), 1)
    assert AgentSays(text="I cannot help with that.") in env.unwrapped.events


def test_odd_names_are_attempts(server, client, env):
    server.plays(calls(("functions.find party", {})), says("Sorry?"))
    _steps(env, LLMAgent(client), 2)
    use = env.unwrapped.events[1]
    assert (use.name, use.status) == ("functions.find party", "unknown")


# Too long, and not there


def test_old_results_are_left_out_when_the_conversation_is_too_long(server, client, env):
    def model(request, number):
        said = sum(len(message["content"] or "") for message in request["messages"][1:])
        if said > 700:
            return fails(400, code="context_length_exceeded")
        return calls(*[("find_party", {"email": "x@y.example"})] * 2)

    server.model = model
    _steps(env, LLMAgent(client), 12)
    results = [message["content"] for message in server.requests[-1]["messages"] if message["role"] == "tool"]
    assert LEFT_OUT in results[0]
    assert LEFT_OUT not in results[-1]
    assert results == sorted(results, key=lambda content: content != LEFT_OUT)
    assert [message["content"] for message in server.requests[-1]["messages"] if message["role"] == "user"]


def test_what_cannot_be_shortened_is_a_typed_failure(server, client, env):
    server.plays(calls(("find_party", {"email": "x@y.example"})), fails(400, type="exceed_context_size_error"))
    agent = LLMAgent(client)
    with pytest.raises(ContextExceeded) as caught:
        _steps(env, agent, 2)
    assert caught.value.reason == "context_exceeded"
    assert len(server.requests) == 2


@pytest.mark.parametrize("kind", [LLMAgent, GraphAgent])
@pytest.mark.parametrize(("reply", "error"), [(fails(503), Unavailable), (fails(401), Misconfigured)])
def test_an_endpoint_that_fails_is_no_action(server, client, kind, reply, error):
    env = gym.make("CRMPayments-v0", exposure="routed")
    observation, _ = env.reset(seed=3)
    server.plays(reply)
    with pytest.raises(error):
        kind(client).act(observation)


# The graph


def _routed(client, *replies):
    env = gym.make("CRMPayments-v0", exposure="routed")
    env.reset(seed=3)
    return env, GraphAgent(client)


def test_the_router_picks_a_way_and_the_node_acts_with_its_own_part(server, client):
    env, agent = _routed(client)
    graph, sections = load_domain("payments").graph, load_domain("payments").sections
    server.plays(
        calls(("route_to_disputes", {})),
        calls(("route_to_security", {})),
        calls(("find_party", {"email": "x@y.example"})),
        says("Who are you?"),
        calls(("route_to_transfer", {})),
        says("Hello?"),
    )
    _steps(env, agent, 6)
    assert agent.routes == [["disputes", "security"], ["transfer"]]
    router, disputes, security, *_ = server.requests
    assert router["tool_choice"] == "required"
    assert router["messages"][0]["content"].endswith(ROUTING)
    for node, request in (("disputes", disputes), ("security", security)):
        shown = {tool["function"]["name"] for tool in request["tools"]}
        assert shown == {*graph[node].tools, *(f"route_to_{edge}" for edge in graph[node].edges)}
        assert sections[node] in request["messages"][0]["content"]
        assert sections["transfer"] not in request["messages"][0]["content"]
        assert "tool_choice" not in request


def test_routes_are_what_the_env_has_done(server, client):
    for task in list(load_tasks("payments").values())[::20]:
        server.begin(Oracle(task.solution, load_domain("payments").graph))
        env, agent = shared_env("payments", "routed"), GraphAgent(client)
        play(env, agent, task)
        moves = [event.node for event in env.events if isinstance(event, Routed) and event.status == "ok"]
        assert [node for turn in agent.routes for node in turn] == moves
        assert len(agent.routes) == sum(event.kind == "user" for event in env.events) - 1


@pytest.mark.parametrize(
    ("prose", "way"),
    [
        ("disputes", "disputes"),
        ("I route this to Security.", "security"),
        ('{"name": "route_to_checkout"}', "checkout"),
        ("checkout or disputes, who knows", "transfer"),
        ("Hello, how can I help?", "transfer"),
        ("", "transfer"),
    ],
)
def test_a_router_that_writes_prose_is_read(server, client, prose, way):
    env, agent = _routed(client)
    server.model = lambda request, number: says(prose) if "tool_choice" in request else says("Who are you?")
    _steps(env, agent, 2)
    assert agent.routes[0] == [way]
    assert [event.text for event in env.unwrapped.events if isinstance(event, AgentSays)] == ["Who are you?"]


def test_a_router_that_picks_nothing_goes_on_where_it_was(server, client):
    env, agent = _routed(client)
    server.plays(calls(("route_to_security", {})), says("Who are you?"), says("Hm."), says("Hello?"))
    _steps(env, agent, 4)
    assert agent.routes == [["security"], ["security"]]


def test_a_router_cannot_call_what_it_is_not_shown(server, client):
    env, agent = _routed(client)
    server.plays(calls(("freeze_card", {"card_id": "CRD-0001"}), ("route_to_security", {})), says("Who are you?"))
    _steps(env, agent, 2)
    assert not any(isinstance(event, ToolUse) for event in env.unwrapped.events)
    assert agent.routes[0] == ["security"]


def test_nodes_cannot_pass_a_case_on_for_ever(server, client):
    env, agent = _routed(client)

    def model(request, number):
        ways = [tool["function"]["name"] for tool in request["tools"] if tool["function"]["name"].startswith("route_")]
        return calls((ways[-1], {})) if ways else says("Who are you?")

    server.model = model
    _steps(env, agent, MOST_MOVES + 3)
    assert len(agent.routes[0]) in (MOST_MOVES, MOST_MOVES + 1)
    assert any(isinstance(event, AgentSays) for event in env.unwrapped.events)


def test_a_way_that_is_not_there_is_no_move(server, client):
    env, agent = _routed(client)
    server.plays(calls(("route_to_transfer", {})), calls(("route_to_disputes", {})), says("Who are you?"))
    _steps(env, agent, 3)
    assert agent.routes[0] == ["transfer"]
    assert env.unwrapped.events[2] == Routed(
        node="disputes", status="not_exposed", result=env.unwrapped.events[2].result
    )


def test_a_graph_needs_a_graph(server, client, env):
    with pytest.raises(ValueError, match="exposure='routed'"):
        GraphAgent(client).act(_look(env))


def test_an_endpoint_is_enough():
    assert LLMAgent(Endpoint(model="m")).endpoint == Endpoint(model="m")


def test_no_wait_goes_beyond_what_the_episode_may_take(server, client, waits, env):
    server.plays(fails(429, retry_after="40"), says("Hello?"))
    agent = LLMAgent(client)
    agent.limit_seconds = 30.0
    with pytest.raises(Unavailable):
        agent.act(_look(env))
    assert waits == []
    agent.reset(0)
    assert agent.act(_look(env)) == "Hello?"
    assert 30 < waits[0] < 40  # the next episode waits for what is left of it
