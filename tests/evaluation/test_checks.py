"""Family rates, waterfall, failure labels and agreement of judges, counted by hand."""

import pytest

from crm_gym.evaluation import figures
from tests.evaluation.episodes import episode, failed, verdict

LADDER = [
    failed("payments-001", checks={"reply": 0.5, "action": 1.0}),
    failed("payments-002", checks={"reply": 1.0, "action": 0.0, "parameter": 0.0}),
    failed("payments-003", checks={"reply": 1.0, "action": 1.0, "parameter": 0.5}),
    failed("payments-004", checks={"action": 1.0, "order": 0.0}),
    failed("payments-005", checks={"action": 1.0, "state": 0.5}),
    failed("payments-006", checks={"action": 1.0, "forbidden": 0.0}),
    failed("payments-007", checks={"action": 1.0}, reason="model.turn_limit"),
    episode("payments-008", checks={"reply": 1.0, "action": 1.0}),
]
UNSCORED = episode("payments-009", 0, "infra_failure", checks={})


def test_the_waterfall_takes_one_family_after_the_other():
    steps = figures.waterfall([*LADDER, UNSCORED])
    assert [(step.name, step.held, step.declared) for step in steps] == [
        ("reply only", 7, 8),
        ("+ action", 6, 8),
        ("+ parameter", 5, 8),
        ("+ order", 4, 8),
        ("+ state", 3, 8),
        ("strict", 1, 8),
    ]
    assert steps[0].share == 0.875
    assert steps[0].interval == figures.wilson(7, 8)


def test_what_was_never_judged_passes_no_step():
    cut = failed(checks={}, reason="model.context_exceeded")
    assert [step.held for step in figures.waterfall([cut])] == [0] * 6


def test_families_count_where_they_are_declared():
    found = {rate.name: (rate.held, rate.declared) for rate in figures.family_rates([*LADDER, UNSCORED])}
    assert found == {
        "action": (7, 8),
        "parameter": (0, 2),
        "order": (0, 1),
        "reply": (3, 4),
        "state": (0, 1),
        "forbidden": (0, 1),
    }
    assert figures.family_shares(LADDER)["reply"] == 0.75
    assert list(found) == ["action", "parameter", "order", "reply", "state", "forbidden"]


@pytest.mark.parametrize(
    ("checks", "reason", "label"),
    [
        ({"action": 0.0, "reply": 0.0}, "model.checks", "action"),
        ({"parameter": 0.0, "order": 0.0}, "model.checks", "parameter"),
        ({"order": 0.0, "state": 0.0}, "model.checks", "order"),
        ({"state": 0.5, "forbidden": 0.0}, "model.checks", "state"),
        ({"forbidden": 0.0, "reply": 0.0}, "model.checks", "forbidden"),
        ({"reply": 0.0}, "model.checks", "reply"),
        ({"action": 0.0}, "model.turn_limit", "non-convergence"),
        ({"action": 0.0}, "model.step_limit", "non-convergence"),
        ({"action": 0.0}, "model.timeout", "non-convergence"),
        ({"action": 0.0}, "model.context_exceeded", "error"),
    ],
)
def test_one_label_in_the_stated_order(checks, reason, label):
    assert figures.failure_label(failed(checks=checks, reason=reason)) == label


def test_successes_and_what_is_not_scored_have_no_label():
    assert figures.failure_label(episode()) is None
    assert figures.failure_label(UNSCORED) is None
    counts = figures.failures([*LADDER, UNSCORED])
    assert list(counts) == list(figures.FAILURE_LABELS)
    assert sum(counts.values()) == 7
    assert (counts["action"], counts["reply"], counts["non-convergence"], counts["error"]) == (1, 1, 1, 0)


def test_kinds_count_single_checks():
    verdicts = (
        verdict("a1", "action", "called"),
        verdict("a2", "action", "called", "broken"),
        verdict("f1", "forbidden", "protected"),
    )
    found = figures.kind_rates([failed(verdicts=verdicts), UNSCORED])
    assert [(rate.name, rate.held, rate.declared) for rate in found] == [
        ("action/called", 1, 2),
        ("forbidden/protected", 1, 1),
    ]


def test_agreement_of_two_judges():
    def judged(task, first, second):
        return episode(
            task,
            verdicts=(verdict("r", "reply", "mentions", first), verdict("a", "action", "called")),
            opinions=(verdict("r", "reply", "mentions", second),),
        )

    pairs = [("holds", "holds")] * 4 + [("broken", "broken")] * 3 + [("holds", "broken")] * 2 + [("broken", "holds")]
    found = figures.agreement(judged(f"payments-{n:03d}", *pair) for n, pair in enumerate(pairs))
    assert found == (4, 3, 2, 1)
    assert found.share == 0.7
    # chance: 0.6 * 0.5 + 0.4 * 0.5 = 0.5; kappa (0.7 - 0.5) / 0.5
    assert found.kappa == pytest.approx(0.4)
    assert figures.agreement([episode()]).kappa is None
    assert figures.agreement([episode()]).share == 1.0
