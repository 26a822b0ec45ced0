"""A run that is killed, torn or interrupted: no trial is lost, none is counted twice."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from random import Random

import pytest

import crm_gym
from crm_gym.evaluation import Limits, RunFolder, read_run
from crm_gym.llm import Endpoint
from crm_gym.registration import task_ids
from tests.evaluation.policies import Hello, Recovering

SOME = task_ids("payments")[:5]
CLOCK = ("timing", "attempts", "spent")


def summary_of(run):
    """What a run comes to, without what the clock decides."""
    return {name: value for name, value in json.loads((run / "summary.json").read_text()).items() if name not in CLOCK}


def rows(run):
    """The stored lines without their seconds, sorted: workers end in any order."""
    episodes = (json.loads(line) for line in (run / "episodes.jsonl").read_text().splitlines())
    return sorted(json.dumps({**episode, "seconds": None}) for episode in episodes)


KILLED_AGAIN_AND_AGAIN = """
    import os, signal, sys, time
    from pathlib import Path
    from random import Random

    import crm_gym

    out, tasks, random = Path(sys.argv[1]), sys.argv[2:], Random(7)
    crm_gym.evaluate("oracle", tasks)  # loads everything once, so that children start at once

    def lines():
        file = out / "episodes.jsonl"
        return file.read_bytes().count(b"\\n") if file.exists() else 0

    for _ in range(30):
        child = os.fork()
        if not child:
            crm_gym.evaluate("oracle", tasks, trials=6, seed=3, out=out, resume=True)
            os._exit(0)
        wanted = lines() + int(random.random() * 6)
        while lines() < wanted:
            time.sleep(0.001)
        time.sleep(random.random() * 0.012)
        os.kill(child, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, lines(), flush=True)
    crm_gym.evaluate("oracle", tasks, trials=6, seed=3, out=out, resume=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_thirty_kills_lose_nothing(tmp_path):
    tasks = task_ids("payments")
    program = textwrap.dedent(KILLED_AGAIN_AND_AGAIN)
    killed = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "killed"), *tasks],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert killed.returncode == 0, killed.stderr
    kills = [tuple(map(int, line.split())) for line in killed.stdout.splitlines()]
    assert [status for status, _ in kills] == [-signal.SIGKILL] * 30
    assert [count for _, count in kills] == sorted(count for _, count in kills)
    assert len({count for _, count in kills}) > 10, "hardly a kill came in the middle of the run"
    crm_gym.evaluate("oracle", tasks, trials=6, seed=3, out=tmp_path / "whole")
    assert rows(tmp_path / "killed") == rows(tmp_path / "whole")
    assert summary_of(tmp_path / "killed") == summary_of(tmp_path / "whole")


def test_a_torn_line_is_dropped_wherever_it_was_torn(tmp_path):
    crm_gym.evaluate("random", SOME, trials=2, out=tmp_path / "whole")
    whole = (tmp_path / "whole" / "episodes.jsonl").read_bytes()
    random = Random(1)
    cuts = [0, 1, len(whole) - 1, len(whole) - 2, *(int(random.random() * len(whole)) for _ in range(12))]
    for cut in cuts:
        run = tmp_path / str(cut)
        run.mkdir(exist_ok=True)
        (run / "run.json").write_bytes((tmp_path / "whole" / "run.json").read_bytes())
        (run / "episodes.jsonl").write_bytes(whole[:cut])
        episodes = crm_gym.evaluate("random", SOME, trials=2, out=run, resume=True)
        assert [(e.task, e.trial) for e in episodes] == [(task, trial) for task in SOME for trial in range(2)]
        assert rows(run) == rows(tmp_path / "whole")
        assert summary_of(run) == summary_of(tmp_path / "whole")


def test_a_broken_line_in_the_middle_is_not_guessed_at(tmp_path):
    crm_gym.evaluate("noop", SOME, out=tmp_path)
    lines = (tmp_path / "episodes.jsonl").read_text().splitlines()
    (tmp_path / "episodes.jsonl").write_text("\n".join([lines[0], lines[1][:40], *lines[2:]]) + "\n")
    with pytest.raises(ValueError, match="line 2 is no episode"):
        crm_gym.evaluate("noop", SOME, out=tmp_path, resume=True)


def test_a_finished_run_plays_nothing(tmp_path):
    first = crm_gym.evaluate("noop", SOME, out=tmp_path)
    before = (tmp_path / "episodes.jsonl").read_bytes()
    shown = []
    assert crm_gym.evaluate("noop", SOME, out=tmp_path, resume=True, progress=shown.append) == first
    assert shown == first
    assert (tmp_path / "episodes.jsonl").read_bytes() == before


def test_resuming_plays_failures_of_infrastructure_again_and_failures_of_models_never(tmp_path):
    Recovering.played.clear()
    first = crm_gym.evaluate(Recovering, SOME[:2], out=tmp_path, limits=Limits(retries=0))
    assert [e.outcome for e in first] == ["infra_failure"] * 2
    second = crm_gym.evaluate(Recovering, SOME[:2], out=tmp_path, limits=Limits(retries=0), resume=True)
    assert [(e.outcome, e.attempt) for e in second] == [("model_failure", 2)] * 2
    third = crm_gym.evaluate(Recovering, SOME[:2], out=tmp_path, limits=Limits(retries=0), resume=True)
    assert third == second
    assert [e.attempt for e in read_run(tmp_path).episodes] == [1, 1, 2, 2]


def test_a_run_that_was_never_begun_is_begun(tmp_path):
    assert len(crm_gym.evaluate("noop", SOME, out=tmp_path / "new", resume=True)) == 5
    (tmp_path / "described only").mkdir()
    (tmp_path / "described only" / "run.json").write_text("{")
    assert len(crm_gym.evaluate("noop", SOME, out=tmp_path / "described only", resume=True)) == 5


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"policy": "refuse"}, "policy"),
        ({"tasks": SOME[:3]}, f"tasks: 2 not in all of them .{SOME[3]}, {SOME[4]}.; the same in all: 3"),
        ({"trials": 2}, "trials"),
        ({"seed": 1}, "seed"),
        ({"exposure": "routed"}, "exposure"),
        ({"limits": Limits(seconds=60)}, "seconds"),
        ({"user": Endpoint(model="m", base_url="http://localhost:1/v1")}, "user"),
        ({"judge": lambda story: None}, "judge"),
    ],
)
def test_another_run_is_not_resumed(tmp_path, changed, told):
    settings = {"policy": "noop", "tasks": SOME}
    crm_gym.evaluate(**settings, out=tmp_path)
    before = (tmp_path / "episodes.jsonl").read_bytes()
    with pytest.raises(ValueError, match=f"holds another run .*{told}"):
        crm_gym.evaluate(**{**settings, **changed}, out=tmp_path, resume=True)
    assert (tmp_path / "episodes.jsonl").read_bytes() == before


def test_what_changes_no_episode_may_change(tmp_path):
    crm_gym.evaluate(Hello, SOME[:1], trials=2, out=tmp_path)
    more = Limits(retries=5, cost=10.0)
    assert len(crm_gym.evaluate(Hello, SOME[:1], trials=2, out=tmp_path, resume=True, num_envs=2, limits=more)) == 2


def test_two_processes_do_not_write_the_same_run(tmp_path):
    crm_gym.evaluate("noop", SOME, out=tmp_path)
    with RunFolder(tmp_path), pytest.raises(ValueError, match="another process is writing"):
        crm_gym.evaluate("noop", SOME, out=tmp_path, resume=True)
    assert len(crm_gym.evaluate("noop", SOME, out=tmp_path, resume=True)) == 5


INTERRUPTED = ["evaluate", "--policy", "tests.evaluation.policies:Slow", "--limit", "60", "--domain", "payments"]


def _hears_ctrl_c():
    """Whoever runs the tests in the background ignores Ctrl-C, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("way", "wait"),
    [((), 1.0), (("--threads", "2"), 1.0), (("--workers", "2"), 0.5), (("--workers", "2"), 6.0)],
    ids=["here", "threads", "workers that start", "workers that play"],
)
def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(tmp_path, way, wait):
    command = [sys.executable, "-m", "crm_gym", *INTERRUPTED, "--out", str(tmp_path / "run"), *way]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hears_ctrl_c,
    )
    _wait_for((tmp_path / "run" / "run.json").exists)
    time.sleep(wait)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the run
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, out + err
    assert "--resume" in out
    assert "Traceback" not in out + err
    assert all(json.loads(line)["outcome"] != "cancelled" for line in _lines(tmp_path / "run"))
    assert (tmp_path / "run" / "summary.json").exists()


def _lines(run):
    return (run / "episodes.jsonl").read_text().splitlines() if (run / "episodes.jsonl").exists() else []


ORPHANS = """
    import sys
    import crm_gym
    from crm_gym.registration import task_ids
    from tests.evaluation.policies import Slow

    if __name__ == "__main__":
        crm_gym.evaluate(Slow, task_ids("payments")[:40], workers=2, out=sys.argv[1])
"""


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_a_killed_run_leaves_no_process_behind(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent(ORPHANS))
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    process = subprocess.Popen([sys.executable, str(program), str(tmp_path / "run")], env=environment)
    _wait_for(lambda: len(_children(process.pid)) >= 2)
    time.sleep(3.0)
    workers = _children(process.pid)
    process.kill()
    process.wait()
    _wait_for(lambda: not any(os.path.exists(f"/proc/{worker}") for worker in workers))


def _children(parent):
    """The processes that a process has started."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(name))
    return found


def _wait_for(true, seconds=30):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
