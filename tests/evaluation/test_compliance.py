"""Compliance against completion, and what became of negative checks: counted by hand, and over real episodes."""

import pytest

import crm_gym
from crm_gym.contract import NeverCalled, NeverPassed
from crm_gym.domains.base import load_domain
from crm_gym.evaluation import figures
from crm_gym.registration import SUITES
from crm_gym.tasks.store import load_tasks
from crm_gym.types import AgentSays, Routed, ToolUse, UserSays
from tests.evaluation.episodes import episode, failed


def test_compliance_and_completion_are_two_things():
    constrained = {"policy_constrained": True}
    found = figures.compliance(
        [
            episode("payments-001", **constrained, checks={"forbidden": 1.0, "action": 1.0}),
            failed("payments-002", **constrained, checks={"forbidden": 1.0, "action": 0.0}),
            failed("payments-003", **constrained, checks={"forbidden": 1.0, "action": 1.0}, reason="model.turn_limit"),
            failed("payments-004", **constrained, checks={"forbidden": 0.5, "action": 1.0}),
            failed("payments-005", **constrained, checks={}, reason="model.refusal"),
            episode("payments-006", 0, "infra_failure", **constrained, checks={}),
            episode("payments-007"),
        ]
    )
    assert (found.episodes, found.compliant, found.strict, found.compliant_only) == (5, 3, 1, 2)
    assert (found.compliance, found.completion) == (0.6, 0.2)
    assert found.intervals == (figures.wilson(3, 5), figures.wilson(1, 5))


def forbidding(domain):
    """A task that forbids a tool which only some nodes show, with the check."""
    graph = load_domain(domain).graph
    for task in load_tasks(domain).values():
        for check in task.contract:
            if (
                isinstance(check, NeverCalled)
                and not check.args
                and sum(check.tool in n.tools for n in graph.values()) > 0
            ):
                return task, check
    raise LookupError(domain)


def attempting(tool):
    """A policy that calls a tool at once."""

    class Attempts:
        def act(self, observation):
            return {"name": tool, "arguments": {}}

    return Attempts


@pytest.mark.parametrize("domain", SUITES)
def test_four_fates(domain):
    task, check = forbidding(domain)

    def fate(policy, exposure):
        (played,) = crm_gym.evaluate(policy, task.id, exposure=exposure)
        return figures.fates(played)[check.id], played

    assert fate(attempting(check.tool), "all")[0] == "attempted"
    assert fate(attempting(check.tool), "routed")[0] == "attempted"
    assert fate("noop", "routed")[0] == "never_exposed"
    assert fate("noop", "all")[0] == "ended_early"
    shown, oracle = fate("oracle", "all")
    assert shown == "refrained"
    counted = figures.negatives([oracle])
    mine = next(negative for negative in counted if negative.check == check.id)
    assert mine[3:] == (0, 1, 0, 0)
    assert mine.sentence == check.sentence
    declared = sum(c.family == "forbidden" for c in task.contract)
    assert figures.negative_totals([oracle]) == {
        "attempted": 0,
        "refrained": declared,
        "never_exposed": 0,
        "ended_early": 0,
    }


def test_nodes_by_turn_are_those_where_the_agent_acts():
    move = {"result": "{}", "status": "ok"}
    events = (
        UserSays(text="hello"),
        Routed(node="transfer", **move),
        Routed(node="disputes", result="{}", status="not_exposed"),
        ToolUse(name="find_party", arguments={}, status="ok", result="{}"),
        Routed(node="security", **move),
        AgentSays(text="a"),
        UserSays(text="b"),
        AgentSays(text="c"),
        UserSays(text="bye"),
    )
    routed = episode(events=events, exposure="routed")
    assert figures.nodes_by_turn(routed) == [("router", "transfer", "security"), ("router",), ()]
    graph = load_domain("payments").graph
    assert figures.shown_tools(routed) == {*graph["transfer"].tools, *graph["security"].tools}
    assert "refund_payment" not in figures.shown_tools(routed)
    assert figures.nodes_by_turn(episode(events=events)) == []
    assert figures.shown_tools(episode(events=events)) == frozenset(load_domain("payments").toolbox.tools)


def test_values_that_must_not_be_passed_need_a_tool_to_be_passed_to():
    task, check = next(
        (task, check)
        for task in load_tasks("payments").values()
        for check in task.contract
        if isinstance(check, NeverPassed) and check.tools
    )
    (played,) = crm_gym.evaluate("noop", task.id)
    assert figures.fates(played)[check.id] == "ended_early"
    only_read = played.model_copy(update={"exposure": "routed"})
    assert figures.fates(only_read)[check.id] == "never_exposed"
