import pytest

from crm_gym.evaluation import StoredRun, read_run
from crm_gym.report import load, named, rejudged
from crm_gym.report.runs import warnings


def changed(stored, **fields):
    return StoredRun(stored.info.model_copy(update=fields), stored.episodes)


def told(*stored):
    return " ".join(warnings(named([(f"run-{place}", run) for place, run in enumerate(stored)])))


@pytest.fixture(scope="module")
def oracle(played):
    return read_run(played / "oracle")


def test_a_folder_of_runs_stands_for_the_runs_in_it(played):
    assert [run.name for run in load([played])] == ["oracle", "random", "refuse"]
    assert [run.name for run in load([played / "refuse", played])] == ["refuse", "oracle", "random"]


def test_what_holds_no_run_is_named(tmp_path, oracle):
    with pytest.raises(ValueError, match=r"holds no run; name a directory that `crm-gym evaluate --out`"):
        load([tmp_path])
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "run.json").write_text(oracle.info.model_dump_json())
    with pytest.raises(ValueError, match="nothing has been played"):
        load([tmp_path / "begun"])


def test_runs_of_one_policy_are_told_apart_by_their_folders(oracle):
    names = [run.name for run in named([("monday", oracle), ("friday", oracle), ("friday", oracle)])]
    assert names == ["oracle (monday)", "oracle (friday)", "oracle (friday) 2"]


def test_an_infrastructure_failure_that_was_played_again_counts_once(oracle):
    first = oracle.episodes[0]
    again = first.model_copy(update={"attempt": 2, "outcome": "infra_failure", "reason": "infra.agent.outage"})
    (run,) = named([("x", StoredRun(oracle.info, [*oracle.episodes, again]))])
    assert len(run.episodes) == len(oracle.episodes)
    assert run.episodes[0].attempt == 2


def test_a_sound_run_needs_no_warning(oracle):
    assert told(oracle) == ""


@pytest.mark.parametrize(
    ("fields", "warning"),
    [
        ({"task_hash": "0"}, "differ in tasks: their figures are not comparable"),
        ({"user": "gpt-5-mini"}, "differ in simulated customers (scripted, gpt-5-mini)"),
        ({"judge": "gpt-5"}, "differ in judges of replies (rule, gpt-5)"),
        ({"exposure": "routed"}, "differ in exposure"),
        ({"user_settings": {"temperature": 1}}, "differ in settings of the simulated customer"),
        ({"data": {}}, "differ in the data of their businesses"),
        ({"max_user_turns": 7}, "differ in limits of turns and steps"),
    ],
)
def test_runs_that_are_no_fair_comparison_are_told(oracle, fields, warning):
    assert warning in told(oracle, changed(oracle, **fields))


def test_an_opinion_that_decides_nothing_is_no_other_judge(oracle):
    assert told(oracle, changed(oracle, judge="rule+gpt-5")) == ""


def test_missing_and_unscored_trials_are_counted(oracle, odd):
    part = StoredRun(oracle.info, oracle.episodes[:-3])
    assert "3 of 24 trials have not been played; `crm-gym evaluate --resume` plays them" in told(part)
    text = " ".join(warnings(odd))
    assert "1 of 24 trials failed for want of infrastructure" in text
    assert "1 of 24 trials ran out of time and wait for a review" in text
    assert "1 of 24 trials met an error in a check or a tool" in text


def test_the_same_warning_names_all_runs_that_it_is_about(oracle):
    part = StoredRun(oracle.info, oracle.episodes[:-3])
    assert told(part, part, oracle).startswith("oracle (run-0), oracle (run-1): 3 of 24")
    assert told(part, part).startswith("all runs: 3 of 24")


def test_judging_again_comes_to_the_same_verdicts(played):
    for run in load([played]):
        again = rejudged(run)
        assert [e.verdicts for e in again.episodes] == [e.verdicts for e in run.episodes]


def test_judging_again_mends_what_a_fixed_check_got_wrong(oracle):
    spoilt = oracle.episodes[0].model_copy(
        update={"outcome": "model_failure", "reason": "model.checks", "verdicts": ()}
    )
    (run,) = named([("x", StoredRun(oracle.info, [spoilt, *oracle.episodes[1:]]))])
    assert rejudged(run).episodes[0].success


def test_rules_do_not_stand_in_for_a_model_that_judged(oracle):
    (run,) = named([("x", changed(oracle, judge="gpt-5"))])
    with pytest.raises(ValueError, match="judged by gpt-5"):
        rejudged(run)
    (run,) = named([("x", changed(oracle, task_hash="0"))])
    with pytest.raises(ValueError, match="not those of this version"):
        rejudged(run)
