"""The run directory: what stands in it, and what never does."""

import json
import os

import pytest

import crm_gym
from crm_gym.evaluation import (
    Episode,
    RunFolder,
    RunInfo,
    endpoint_settings,
    figures,
    read_run,
    summary,
    task_sets,
    unchanged,
)
from crm_gym.evaluation.comparing import unlike
from crm_gym.evaluation.jobs import set_hash
from crm_gym.evaluation.storage import read_episodes, without_secrets
from crm_gym.llm import Endpoint
from crm_gym.registration import task_ids
from tests.evaluation.policies import Talker

SOME = task_ids("payments")[:4]


def test_a_run_says_what_was_run(tmp_path):
    crm_gym.evaluate("oracle", SOME, trials=2, seed=9, out=tmp_path)
    info = read_run(tmp_path).info
    assert tuple(info.tasks) == SOME
    assert len(set(info.tasks.values())) == 4
    assert (info.policy, info.trials, info.seed, info.exposure) == ("oracle", 2, 9, "all")
    assert (info.user, info.judge, info.max_user_turns, info.max_steps) == ("scripted", "rule", 30, 200)
    assert info.limits.seconds == 1200
    assert info.scheduled == 8
    assert info.version == crm_gym.__version__
    assert set(info.packages) == {"gymnasium", "numpy", "pydantic"}
    assert set(info.data) == {"payments"}


def test_the_summary_is_recomputed_from_the_episodes(tmp_path):
    episodes = crm_gym.evaluate(Talker, SOME, trials=2, out=tmp_path)
    stored = read_run(tmp_path)
    assert stored.episodes == episodes
    assert all(isinstance(episode, Episode) for episode in stored.episodes)
    written = json.loads((tmp_path / "summary.json").read_text())
    assert written == json.loads(json.dumps(summary(stored.info, stored.episodes)))
    assert written["strict"]["scheduled"] == 8
    asked = sum(episode.messages for episode in episodes)
    assert written["spent"]["agent"]["prompt"] == 1000 * asked
    assert written["spent"]["simulator"]["calls"] == 0
    assert written["efficiency"]["total_cost"] == pytest.approx(figures.efficiency(episodes).total_cost)
    assert json.loads((tmp_path / "run.json").read_text())["prices"] == {"gpt-5-mini": [0.25, 2.0]}


def test_what_is_no_run_says_so(tmp_path):
    with pytest.raises(ValueError, match="holds no run"):
        read_run(tmp_path)
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(ValueError, match="not of this version of crm_gym: policy: Field required"):
        read_run(tmp_path)


class Leaky:
    """A policy that repeats a key that it has found somewhere."""

    key = ""

    def act(self, observation):
        return f"My key is {self.key}."

    @classmethod
    def describe(cls):
        return {"note": f"asked with {cls.key}"}


def test_a_key_is_in_no_file(tmp_path, monkeypatch):
    key = "sk-crmgymtest-0123456789abcdef"
    monkeypatch.setenv("SOME_API_KEY", key)
    monkeypatch.setenv("SHORT_KEY", "Hello")
    monkeypatch.setattr(Leaky, "key", key)
    (episode,) = crm_gym.evaluate(Leaky, SOME[0], out=tmp_path)
    assert key in episode.events[1].text
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 3
    for path in files:
        assert key not in path.read_text()
    assert "My key is [removed]." in (tmp_path / "episodes.jsonl").read_text()
    assert "asked with [removed]" in (tmp_path / "run.json").read_text()
    assert without_secrets("Hello") == "Hello"
    assert read_run(tmp_path).episodes[0].task == SOME[0]


def test_an_address_is_kept_without_what_opens_it():
    endpoint = Endpoint(
        model="m", base_url="https://me:secret@host.example:8443/v1?token=secret", extra={"api_key": "secret"}
    )
    settings = endpoint_settings(endpoint)
    assert settings["base_url"] == "https://host.example:8443/v1"
    assert settings["extra"] == ["api_key"]
    assert "secret" not in json.dumps(settings)
    assert endpoint_settings(Endpoint(model="m"))["base_url"] is None


def test_differences_name_what_differs(tmp_path):
    crm_gym.evaluate("oracle", SOME, out=tmp_path)
    info = read_run(tmp_path).info
    assert unlike(info, info) == []
    other = info.model_copy(update={"seed": 5, "python": "4.0"})
    assert unlike(other, info) == ["seed: 5, not 0"]
    assert RunInfo.model_validate_json(info.model_dump_json()) == info


@pytest.fixture
def format_1(tmp_path):
    """A run as it was written when one hash stood for all tasks, and how to change its `run.json`."""
    crm_gym.evaluate("oracle", SOME, out=tmp_path)
    file = tmp_path / "run.json"
    found = json.loads(file.read_text())
    del found["format"]
    found |= {"tasks": list(found["tasks"]), "task_hash": set_hash(SOME)}
    file.write_text(json.dumps(found))
    return lambda **fields: file.write_text(json.dumps(found | fields))


def test_a_run_of_format_1_is_read_and_gone_on_with(tmp_path, format_1):
    crm_gym.evaluate("oracle", SOME, out=tmp_path / "new")
    assert read_run(tmp_path).info == read_run(tmp_path / "new").info
    assert len(crm_gym.evaluate("oracle", SOME, out=tmp_path, resume=True)) == 4


def test_what_a_run_of_format_1_does_not_say_is_not_guessed(tmp_path, format_1):
    format_1(task_hash="0")
    info = read_run(tmp_path).info
    assert info.tasks == dict.fromkeys(SOME, "")
    assert unchanged(info) == frozenset()
    assert task_sets([info, info]).changed == SOME
    with pytest.raises(ValueError, match=r"another run \(tasks: 4 changed"):
        crm_gym.evaluate("oracle", SOME, out=tmp_path, resume=True)
    format_1(tasks=["payments-gone"])
    assert read_run(tmp_path).info.tasks == {"payments-gone": ""}


def test_a_run_of_a_later_format_says_so(tmp_path, format_1):
    format_1(format=3)
    with pytest.raises(ValueError, match="not of this version of crm_gym: format: Input should be 2"):
        read_run(tmp_path)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(ValueError, match="is no JSON"):
        read_run(tmp_path)


def test_lines_are_on_the_disk_when_the_folder_is_left(tmp_path, monkeypatch):
    """Each line leaves this process at once; orders to the disk are rarer, and the last one is never left out."""
    synced = []
    monkeypatch.setattr("os.fsync", lambda file: synced.append(os.fstat(file).st_size))
    played = crm_gym.evaluate("noop", SOME)
    with RunFolder(tmp_path) as folder:
        for number, episode in enumerate(played, 1):
            folder.add(episode)
            assert len(read_episodes(tmp_path)) == number
        assert len(synced) == 1
    assert synced[-1] == (tmp_path / "episodes.jsonl").stat().st_size


def test_what_a_worker_wrote_is_what_is_kept(tmp_path):
    (played,) = crm_gym.evaluate("noop", SOME[0])
    with RunFolder(tmp_path) as folder:
        folder.add(played)
        folder.add(played, played.model_dump_json())
    one, other = (tmp_path / "episodes.jsonl").read_bytes().splitlines()
    assert one == other
