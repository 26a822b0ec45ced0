import json
import subprocess
import sys
import time

import pytest

from benchmarks.measure import _STEPS, CALM, Figure, Stopwatch


@pytest.mark.parametrize(
    ("figure", "ok"),
    [
        (Figure("x", 9.0, "us"), True),
        (Figure("x", 9.0, "us", at_most=9), True),
        (Figure("x", 9.1, "us", at_most=9), False),
        (Figure("x", 9.0, "steps/s", 9), True),
        (Figure("x", 8.9, "steps/s", 9), False),
    ],
)
def test_a_budget_is_kept_or_missed(figure, ok):
    assert figure.ok is ok
    assert json.loads(figure.line).get("ok", True) is ok


def test_the_shortest_run_counts():
    sleeps = iter([0.2, 0.0, 0.1])
    watch = Stopwatch(lambda: None)
    assert watch.in_turns(lambda: time.sleep(next(sleeps, 0.1)), repeats=3, span=0)[0] < 0.1


def test_works_are_run_in_turns_each_after_what_comes_before():
    log = []
    watch = Stopwatch(lambda: None)
    watch.in_turns(lambda: log.append("a"), lambda: log.append("b"), repeats=2, span=0, before=lambda: log.append("."))
    assert log[: 2 * 4] == [".", "a", ".", "b"] * 2


def test_an_undisturbed_moment_is_waited_for():
    """The env that does nothing is slow after the first runs, for three rounds."""
    delays = iter([0.0] * 2 * CALM * _STEPS + [0.00001] * 2 * 3 * _STEPS)
    watch = Stopwatch(lambda: time.sleep(delay) if (delay := next(delays, 0.0)) else None)
    runs = []
    watch.in_turns(lambda: runs.append(len(runs)), repeats=1, span=0)
    watch.in_turns(lambda: runs.append(len(runs)), repeats=1, span=0)
    assert len(runs) >= CALM + 3 + CALM
    quickest, slowest = watch.paces
    assert quickest > 2 * slowest


def test_the_command_prints_one_json_line_for_each_figure():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--only", "memory"], capture_output=True, text=True, check=False
    )
    *lines, last = done.stdout.splitlines()
    assert [json.loads(line)["figure"] for line in lines] == [
        "memory of one more env",
        "saving a snapshot",
        "restoring a snapshot",
        "steps of an env that does nothing, quickest moment of the run",
        "steps of an env that does nothing, slowest moment of the run",
    ]
    assert (done.returncode, last) in ((0, "every budget is kept"), (3, "1 budgets missed"))
