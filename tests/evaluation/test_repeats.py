"""Trials, runs and pairs, against figures computed by hand."""

from math import sqrt

import pytest

from crm_gym.evaluation import figures
from tests.evaluation.episodes import episode, failed


def trials(task, results):
    return [(episode if won else failed)(task, n) for n, won in enumerate(results)]


THREE = [
    *trials("payments-001", [True, True, True]),
    *trials("payments-002", [True, False, True]),
    *trials("payments-003", [False, False, True]),
    *trials("payments-004", [False, False, False]),
]


def test_three_trials():
    found = figures.repeats(THREE)
    assert found.rates == (0.5, 0.25, 0.75)
    assert found.mean == 0.5
    assert found.deviation == 0.25  # sqrt((0 + 0.0625 + 0.0625) / 2)
    # pass^1: (3 + 2 + 1 + 0) / 3 / 4; pass^2: (3 + 1 + 0 + 0) / 3 / 4; pass^3: 1 / 4
    assert found.pass_k == pytest.approx((0.5, 1 / 3, 0.25))
    assert found.flips == ("payments-002", "payments-003")


def test_one_trial_has_no_spread():
    found = figures.repeats(trials("payments-001", [True]))
    assert (found.deviation, found.pass_k, found.flips) == (None, (1.0,), ())


def test_tasks_with_too_few_scored_trials_are_left_out_of_pass_k():
    lost = episode("payments-005", 1, "infra_failure")
    found = figures.repeats([*THREE, episode("payments-005", 0), lost])
    assert found.pass_k[2] == 0.25
    assert found.pass_k[0] == pytest.approx((1 + 2 / 3 + 1 / 3 + 0 + 1) / 5)
    assert figures.pass_hat({"a": [True]}, 2) == 0.0


def test_deviation_divides_by_one_less():
    assert figures.deviation([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]) == pytest.approx(sqrt(32 / 7))
    assert figures.deviation([1.0]) is None


def test_spearman():
    assert figures.spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1.0)
    assert figures.spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1.0)
    # d = (0, 1, 1, 0): 1 - 6 * 2 / (4 * 15)
    assert figures.spearman([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(0.8)
    # ranks (1, 2.5, 2.5, 4) and (1, 2, 3, 4): covariance 4.5, spreads 4.5 and 5
    assert figures.spearman([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / sqrt(4.5 * 5))
    assert figures.spearman([1, 1], [1, 2]) is None
    with pytest.raises(ValueError, match="2 values"):
        figures.spearman([1, 2], [1])


def test_rankings_over_runs():
    runs = {
        "a": {"x": 0.9, "y": 0.8, "z": 0.7},
        "b": {"x": 0.8, "y": 0.9, "z": 0.1, "only here": 1.0},
    }
    assert figures.rank_correlations(runs) == {("a", "b"): pytest.approx(0.5)}
    played = [
        episode("payments-001", 0, policy="x"),
        failed("payments-001", 0, policy="y"),
        failed(trial=1, policy="x"),
    ]
    assert figures.rates_by_trial(played) == {"trial 0": {"x": 1.0, "y": 0.0}, "trial 1": {"x": 0.0}}


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),  # 2 * 1/2
        (5, 0, 0.0625),  # 2 * 1/32
        (8, 2, 0.109375),  # 2 * (1 + 10 + 45) / 1024
        (3, 3, 1.0),
        (2, 8, 0.109375),
    ],
)
def test_mcnemar_is_exact(wins, losses, p):
    assert figures.mcnemar(wins, losses) == p
    assert 0.0 <= figures.mcnemar(3000, 2000) < 1e-40


def test_pairs():
    first = [*trials("payments-001", [True, True, False, False]), episode("payments-002")]
    second = [*trials("payments-001", [True, False, True, False]), episode("payments-003")]
    found = figures.pair(first, second)
    assert (found.wins, found.losses, found.both_succeed, found.both_fail) == (1, 1, 1, 1)
    assert (found.ties, found.unpaired, found.difference, found.p_value) == (2, 2, 0.0, 1.0)
    assert [(flip.trial, flip.winner, flip.why) for flip in found.flips] == [
        (1, "first", "action"),
        (2, "second", "action"),
    ]
    assert figures.pair(first[:2], second[:2]).difference == 0.5
