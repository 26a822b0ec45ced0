import json

import pytest

from crm_gym.__main__ import COMMANDS, main
from crm_gym.cli.play import arguments
from crm_gym.registration import task_ids

TASK = task_ids("payments")[0]


def run(capsys, *argv):
    code = main(argv)
    return code, capsys.readouterr().out


@pytest.mark.parametrize("command", [module.__name__.rpartition(".")[2] for module in COMMANDS])
def test_help_teaches_with_an_example(capsys, command):
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert "example" in text or "You are the agent" in text


def test_list_filters(capsys):
    code, out = run(capsys, "list", "--difficulty", "hard", "--constrained")
    assert code == 0
    assert 0 < out.count("payments-") < len(task_ids())
    assert "CRMPayments-v0" in run(capsys, "list", "--domains")[1]
    assert "account_transfer" in run(capsys, "list", "--labels")[1]
    assert "explicit order" in run(capsys, "list", "--stats")[1]


def test_show_is_a_page_about_one_task(capsys):
    code, out = run(capsys, "show", TASK, "--rows")
    assert code == 0
    assert all(title in out for title in ("USER", "CONTRACT", "SOLUTION", "GIVEN ROWS"))


def test_unknown_names_say_what_was_meant(capsys):
    assert main(["show", TASK.replace("-", "")]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert "did you mean 'oracle'" in run(capsys, "evaluate", "--policy", "oracel")[1]
    with pytest.raises(SystemExit):
        main(["evalute"])
    assert "did you mean 'evaluate'" in capsys.readouterr().err


def test_evaluate_writes_a_run_for_each_policy(capsys, tmp_path):
    code, out = run(capsys, "evaluate", "--policy", "oracle,noop", "--limit", "3", "--out", str(tmp_path / "r"))
    assert code == 0
    assert "100.0%" in out
    assert "0.0%" in out
    for name in ("oracle", "noop"):
        lines = (tmp_path / "r" / name / "episodes.jsonl").read_text().splitlines()
        assert [json.loads(line)["policy"] for line in lines] == [name] * 3


def test_the_frozen_release_is_what_the_scenarios_draw(capsys):
    code, out = run(capsys, "freeze", "--check")
    assert (code, out.strip()) == (0, "the frozen tasks are up to date")


def test_a_person_can_play(capsys, monkeypatch):
    lines = iter(["/help", "/tool find_party", "/nonsense", '/find_party email="x@mail.example"', "Hello.", "/quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    code, out = run(capsys, "play", TASK)
    assert code == 0
    assert "there is no tool 'nonsense'" in out
    assert "NOT_FOUND" in out


def test_play_reads_arguments_as_people_type_them():
    assert arguments('a=1 b="two words" c=bare d=15.50 e=4410022918 f=true g=2026-08-04') == {
        "a": 1,
        "b": "two words",
        "c": "bare",
        "d": 15.5,
        "e": "4410022918",
        "f": True,
        "g": "2026-08-04",
    }
    with pytest.raises(ValueError, match="name=value"):
        arguments("just words")
