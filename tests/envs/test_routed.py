"""Routed exposure: the business's graph as an access policy, with the same tasks and contracts."""

import json

import gymnasium as gym
import pytest

import crm_gym
from crm_gym.domains.base import ROUTE, ROUTER, load_domain
from crm_gym.envs.crm_env import CRMEnv
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.routes import routed, shortest_way
from crm_gym.types import Call, Routed, Say, ToolUse

each_domain = pytest.mark.parametrize("domain", SUITES)


def _env(domain):
    env = gym.make(SUITES[domain], exposure="routed")
    return env, env.reset(seed=1)[0]


def _tools(observation):
    return [schema["function"]["name"] for schema in json.loads(observation["tools"])]


@each_domain
def test_the_router_shows_the_ways_on_and_no_tool(domain):
    _, observation = _env(domain)
    graph = load_domain(domain).graph
    assert _tools(observation) == [ROUTE + edge for edge in graph[ROUTER].edges]


@each_domain
def test_a_node_shows_its_own_part_of_the_policy_and_its_tools(domain):
    env, observation = _env(domain)
    business = load_domain(domain)
    for name in business.graph[ROUTER].edges:
        observation, *_ = env.step({"name": ROUTE + name, "arguments": {}})
        node = business.graph[name]
        assert _tools(observation) == [*node.tools, *(ROUTE + edge for edge in node.edges)]
        assert business.sections[name] in observation["instructions"]
        assert business.sections["common"] in observation["instructions"]
        others = [text for other, text in business.sections.items() if other not in ("common", name) and text]
        assert not any(text in observation["instructions"] for text in others)
        env.step({"name": ROUTE + ROUTER, "arguments": {}})


@each_domain
def test_each_turn_of_the_customer_starts_at_the_router(domain):
    env, first = _env(domain)
    way = load_domain(domain).graph[ROUTER].edges[0]
    env.step({"name": ROUTE + way, "arguments": {}})
    observation, *_ = env.step("Hello, who is there?")
    assert observation["tools"] == first["tools"]


@each_domain
def test_a_call_that_is_not_exposed_is_answered_and_counts_as_an_attempt(domain):
    env, _ = _env(domain)
    tool = next(iter(load_domain(domain).toolbox.tools))
    observation, *_ = env.step({"name": tool, "arguments": {}})
    assert json.loads(observation["content"])["error"]["code"] == "TOOL_NOT_EXPOSED"
    event = env.unwrapped.events[-1]
    assert isinstance(event, ToolUse)
    assert event.status == "not_exposed"


@each_domain
def test_a_way_that_is_not_there_leads_nowhere(domain):
    env, before = _env(domain)
    observation, *_ = env.step({"name": ROUTE + ROUTER, "arguments": {}})
    assert observation["tools"] == before["tools"]
    assert env.unwrapped.events[-1] == Routed(node=ROUTER, status="not_exposed", result=observation["content"])
    env.step({"name": ROUTE + "nowhere", "arguments": {}})
    assert env.unwrapped.events[-1].status == "unknown"


@each_domain
def test_a_route_takes_no_arguments(domain):
    env, before = _env(domain)
    way = json.loads(before["tools"])[0]["function"]["name"]
    observation, *_ = env.step({"name": way, "arguments": {"why": "to look"}})
    assert json.loads(observation["content"])["error"] == {
        "code": "INVALID_ARGUMENT",
        "message": f"{way} takes no arguments",
        "details": {},
    }
    assert observation["tools"] == before["tools"]
    assert env.unwrapped.events[-1].status == "invalid"


def test_routes_are_unknown_where_everything_is_shown():
    env = gym.make("CRMPayments-v0")
    env.reset(seed=1)
    env.step({"name": "route_to_checkout", "arguments": {}})
    assert env.unwrapped.events[-1].status == "unknown"


@each_domain
def test_every_solution_succeeds_in_routed_form(domain):
    episodes = crm_gym.evaluate("oracle", domain, exposure="routed")
    assert [episode.task for episode in episodes if not episode.success] == []
    assert all(any(isinstance(event, Routed) for event in episode.events) for episode in episodes)


@each_domain
def test_routes_are_no_tool_calls_of_the_contract(domain):
    plain = crm_gym.evaluate("oracle", task_ids(domain)[:10])
    other = crm_gym.evaluate("oracle", task_ids(domain)[:10], exposure="routed")
    for one, two in zip(plain, other, strict=True):
        assert [e for e in one.events if isinstance(e, ToolUse)] == [e for e in two.events if isinstance(e, ToolUse)]
        assert [(v.id, v.outcome, v.why) for v in one.verdicts] == [(v.id, v.outcome, v.why) for v in two.verdicts]


@each_domain
def test_every_tool_can_be_reached(domain):
    business = load_domain(domain)
    assert business.reachable == set(business.toolbox.tools)
    for start in business.graph:
        for tool in business.toolbox.tools:
            way = shortest_way(business.graph, start, tool)
            for here, there in zip([start, *way], way, strict=False):
                assert there in business.graph[here].edges


def test_ways_are_shortest_and_start_again_after_a_message():
    graph = load_domain("payments").graph
    steps = routed(
        [Call(name="get_balance"), Call(name="freeze_card"), Say(text="Hi"), Call(name="freeze_card")], graph
    )
    names = [step.name if isinstance(step, Call) else "say" for step in steps]
    assert names == [
        "route_to_transfer",
        "get_balance",
        "route_to_security",
        "freeze_card",
        "say",
        "route_to_security",
        "freeze_card",
    ]
    with pytest.raises(LookupError):
        shortest_way(graph, ROUTER, "no_such_tool")


def test_a_wrong_exposure_is_named():
    with pytest.raises(ValueError, match="unknown exposure 'rooted'; did you mean 'routed'"):
        CRMEnv(domain="payments", exposure="rooted")
