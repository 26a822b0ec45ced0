"""Tokens, calls, latency, cost and Pareto fronts, counted by hand."""

import pytest

from crm_gym.evaluation import Seconds, Spent, figures
from crm_gym.llm import Usage
from crm_gym.types import AgentSays, ToolUse, UserSays
from tests.evaluation.episodes import episode, failed

CALL = ToolUse(name="t", arguments={}, status="refused", result="{}")
SAID = AgentSays(text="a")


def spent(task, agent, seconds, cost, events=(), known=True):
    usage = Usage(prompt=agent[0], completion=agent[1], calls=2, known=known)
    return episode(
        task,
        spent=Spent(agent=usage, simulator=Usage(prompt=10**6, calls=1)),
        seconds=Seconds(total=100.0, agent=seconds, simulator=50.0),
        cost=cost,
        events=(UserSays(text="u"), *events),
    )


def test_the_agent_alone_counts():
    found = figures.efficiency(
        [
            spent("payments-001", (100, 10), 1.0, 0.25, (CALL, CALL, SAID)),
            spent("payments-002", (300, 30), 3.0, 0.75, (SAID,)),
            episode("payments-003", 0, "infra_failure", seconds=Seconds(agent=1000.0)),
        ]
    )
    assert (found.episodes, found.tokens_in, found.tokens_out, found.model_calls) == (2, 200, 20, 2)
    assert (found.tool_calls, found.messages) == (1.0, 1.0)
    assert (found.latency, found.latency_p50, found.latency_p95) == pytest.approx((2.0, 2.0, 2.9))
    assert (found.cost, found.total_cost) == (0.5, 1.0)


def test_what_is_not_known_is_not_zero():
    unpriced = [spent("payments-001", (1, 1), 1.0, 0.5), spent("payments-002", (1, 1), 1.0, None)]
    assert figures.efficiency(unpriced).cost is None
    untold = figures.efficiency([spent("payments-001", (0, 0), 1.0, None, known=False)])
    assert (untold.tokens_in, untold.tokens_out) == (None, None)
    assert figures.efficiency([]).cost is None


@pytest.mark.parametrize(
    ("percent", "value"), [(0, 1.0), (50, 3.0), (95, 4.8), (100, 5.0), (25, 2.0), (10, 1.4)]
)  # of five values: place 4 * percent / 100
def test_percentiles_are_linear(percent, value):
    assert figures.percentile([5.0, 1.0, 4.0, 2.0, 3.0], percent) == pytest.approx(value)
    assert figures.percentile([], percent) == 0.0


def test_the_front_has_what_nothing_beats():
    point = figures.Point
    points = [
        point("cheap", 1.0, 0.5),
        point("beaten", 2.0, 0.5),
        point("good", 2.0, 0.7),
        point("dear and worse", 9.0, 0.6),
        point("best", 5.0, 0.9),
        point("same as best", 5.0, 0.9),
        point("unknown", None, 1.0),
    ]
    assert [p.name for p in figures.pareto(points)] == ["cheap", "good", "best", "same as best"]


def test_standings():
    def played(outcomes, cost):
        return [
            (episode if won else failed)(f"payments-{n:03d}", difficulty=difficulty, cost=cost)
            for n, (won, difficulty) in enumerate(outcomes)
        ]

    easy, hard = "easy", "hard"
    runs = {
        "cheap": played([(True, easy), (False, hard)], 0.1),
        "best": played([(True, easy), (True, easy), (True, hard), (False, hard)], 0.5),
        "dear": played([(True, easy), (False, hard)], 0.9),
        "unpriced": played([(True, easy)], None),
    }
    rows = figures.standings(runs)
    assert [row.name for row in rows] == ["unpriced", "best", "cheap", "dear"]
    assert [row.strict.rate for row in rows] == [1.0, 0.75, 0.5, 0.5]
    assert [row.on_front for row in rows] == [False, True, True, False]
    assert [row.fall for row in rows] == [None, 0.5, 1.0, 1.0]
    assert rows[1].by_difficulty["hard"].rate == 0.5
    assert rows[1].by_domain["payments"].scored == 4
    assert rows[1].efficiency.total_cost == 2.0
