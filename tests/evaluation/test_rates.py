"""Strict success, its interval, coverage and groups, against figures computed by hand."""

import pytest

from crm_gym.evaluation import figures
from tests.evaluation.episodes import episode, failed


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # z = 1.96: (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)
        (8, 10, 0.4901625, 0.9433178),  # centre 0.7167401, half 0.2265777
        (5, 10, 0.2365931, 0.7634069),
        (0, 10, 0.0, 0.2775328),  # z^2 / (n + z^2)
        (10, 10, 0.7224672, 1.0),  # n / (n + z^2)
        (1, 1, 0.2065493, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(successes, trials, low, high):
    assert figures.wilson(successes, trials) == pytest.approx((low, high), abs=1e-6)


def test_the_headline_counts_only_what_is_scored():
    episodes = [
        episode("payments-001"),
        episode("payments-002"),
        failed("payments-003"),
        episode("payments-004", 0, "infra_failure"),
        episode("payments-005", 0, "timeout_unreviewed"),
        episode("payments-006", 0, "evaluator_error"),
    ]
    found = figures.headline(episodes)
    assert (found.episodes, found.scored, found.successes) == (6, 3, 2)
    assert found.rate == pytest.approx(2 / 3)
    assert found.coverage == 0.5
    assert found.worst_case == pytest.approx(2 / 6)
    assert found.interval == figures.wilson(2, 3)
    unfinished = figures.headline(episodes, scheduled=12)
    assert (unfinished.rate, unfinished.coverage, unfinished.worst_case) == pytest.approx((2 / 3, 3 / 12, 2 / 12))
    assert figures.outcomes(episodes)["infra_failure"] == 1
    assert figures.outcomes(episodes)["cancelled"] == 0
    assert figures.reasons(episodes) == {"x.y": 2, "infra.agent.outage": 1, "model.checks": 1}


def test_nothing_played_is_no_success():
    found = figures.headline([], scheduled=4)
    assert (found.rate, found.coverage, found.worst_case, tuple(found.interval)) == (0.0, 0.0, 0.0, (0.0, 1.0))


def test_the_last_attempt_counts_whatever_the_order():
    first = episode("payments-001", 0, "infra_failure")
    second = failed(attempt=2)
    for episodes in ([first, second], [second, first]):
        assert figures.last_attempts(episodes) == [second]
        assert figures.headline(episodes)[1:] == (1, 1, 0)
    other = episode(policy="q")
    assert len(figures.last_attempts([first, second, other])) == 2


def test_groups_may_overlap():
    episodes = [
        episode("payments-001", labels=("a", "b"), styles=("adv",)),
        failed("payments-002", labels=("b",), difficulty="hard"),
        episode("support-001", domain="support", labels=("b",), difficulty="hard"),
    ]
    by_label = {s.name: (s.successes, s.scored) for s in figures.summarise(episodes, figures.by_label)}
    assert by_label == {"payments/a": (1, 1), "payments/b": (1, 2), "support/b": (1, 1)}
    by_style = {s.name: s.scored for s in figures.summarise(episodes, figures.by_style)}
    assert by_style == {"adv": 1, "routine": 2}
    by_domain = {s.name: s.rate for s in figures.summarise(episodes, figures.by_domain)}
    assert by_domain == {"payments": 0.5, "support": 1.0}
    by_difficulty = {s.name: s.rate for s in figures.summarise(episodes, figures.by_difficulty)}
    assert by_difficulty == {"easy": 1.0, "hard": 0.5}
    grid = figures.crossed(episodes, figures.by_domain, figures.by_difficulty)
    assert {key: s.rate for key, s in grid.items()} == {
        ("payments", "easy"): 1.0,
        ("payments", "hard"): 0.0,
        ("support", "hard"): 1.0,
    }
