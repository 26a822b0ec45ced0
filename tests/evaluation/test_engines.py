"""However trials are played, the rows are the same, byte for byte, but for the clock."""

import json
import threading
import time
from importlib.util import find_spec
from random import Random

import pytest

import crm_gym
from crm_gym.evaluation.runner import _Feed
from crm_gym.registration import SUITES, task_ids
from tests.evaluation.policies import Hello

SOME = [id for domain in SUITES for id in task_ids(domain)[:9]]
SHUFFLED = sorted(SOME, key=lambda id: Random(id).random())


def rows(run):
    """The stored lines without the clock, sorted: workers end in any order."""
    episodes = (json.loads(line) for line in (run / "episodes.jsonl").read_text().splitlines())
    return sorted(json.dumps({**episode, "seconds": None}) for episode in episodes)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    out = tmp_path_factory.mktemp("plain")
    crm_gym.evaluate("random", SOME, trials=2, out=out)
    return rows(out)


@pytest.mark.parametrize(
    "way",
    [
        {},
        {"workers": 2},
        {"workers": 8},
        {"num_envs": 5},
        {"threads": 4},
        {"workers": 2, "num_envs": 3},
    ],
    ids=str,
)
def test_rows_do_not_depend_on_how_they_are_played(way, plain, tmp_path):
    assert SHUFFLED != SOME
    episodes = crm_gym.evaluate("random", SHUFFLED, trials=2, out=tmp_path, **way)
    assert rows(tmp_path) == plain
    assert [(e.task, e.trial) for e in episodes] == [(task, trial) for task in SHUFFLED for trial in range(2)]


@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install 'ray>=2.40'")
def test_rows_from_a_cluster_are_the_same(plain, tmp_path):
    episodes = crm_gym.evaluate("random", SHUFFLED, trials=2, out=tmp_path, engine="ray", workers=2)
    assert rows(tmp_path) == plain
    assert [(e.task, e.trial) for e in episodes] == [(task, trial) for task in SHUFFLED for trial in range(2)]


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")
def test_without_ray_the_engine_says_what_to_install(tmp_path):
    with pytest.raises(ValueError, match=r"pip install 'ray>=2\.40'"):
        crm_gym.evaluate("noop", SOME, engine="ray", out=tmp_path)
    assert not list(tmp_path.iterdir())


def test_threads_play_at_the_same_time():
    class Meeting(Hello):
        """Two of them wait for each other."""

        barrier = threading.Barrier(2, timeout=20)

        def __init__(self):
            self._met = False

        def act(self, observation):
            if not self._met:
                self.barrier.wait()
                self._met = True
            return "Hello."

    assert len(crm_gym.evaluate(Meeting, SOME[:2], threads=2)) == 2


def test_threads_end_when_a_run_is_over():
    before = set(threading.enumerate())
    crm_gym.evaluate("noop", SOME[:3], threads=3)
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()


def test_what_other_threads_play_is_given_up_when_one_fails():
    class Busy:
        """Would look around for ten seconds; one of them has a bug."""

        begun = []

        def __init__(self):
            self.begun.append(self)

        def act(self, observation):
            if len(self.begun) == 2 and self is self.begun[0]:
                raise LookupError("a bug")
            time.sleep(0.05)
            return {"name": "look", "arguments": {}}

    before = set(threading.enumerate())
    with pytest.raises(LookupError):
        crm_gym.evaluate(Busy, SOME[:2], threads=2)
    for thread in set(threading.enumerate()) - before:
        thread.join(4)
        assert not thread.is_alive()


def test_a_feed_that_is_stopped_gives_nothing_more():
    feed = _Feed([1, 2, 3])
    assert next(feed) == 1
    feed.stop = "enough"
    assert list(feed) == []
