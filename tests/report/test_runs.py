import pytest

from crm_gym.evaluation import StoredRun, read_run
from crm_gym.report import load, named, rejudged
from crm_gym.report.measures import comparison
from crm_gym.report.runs import warnings


def changed(stored, **fields):
    info = stored.info.model_copy(update=fields)
    return StoredRun(info, [episode for episode in stored.episodes if episode.task in info.tasks])


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
        (
            {"user": "gpt-5-mini"},
            "in simulated customer: scripted in oracle (run-0), gpt-5-mini in oracle (run-1).",
        ),
        (
            {"judge": "gpt-5"},
            "judge of replies: rule in oracle (run-0), gpt-5 in oracle (run-1). Their figures are not",
        ),
        ({"exposure": "routed"}, "also differ in exposure: all in oracle (run-0), routed in oracle (run-1)."),
        ({"user_settings": {"temperature": 1}}, "differ in settings of the simulated customer: temperature. Their"),
        (
            {"max_user_turns": 7},
            "differ in limits of turns and steps: 30/200 in oracle (run-0), 7/200 in",
        ),
    ],
)
def test_runs_that_are_no_fair_comparison_are_told(oracle, fields, warning):
    assert warning in told(oracle, changed(oracle, **fields))


def test_tasks_that_are_not_the_same_are_named(oracle):
    first, second, *_ = oracle.info.tasks
    fewer = {task: digest for task, digest in oracle.info.tasks.items() if task != first}
    text = told(oracle, changed(oracle, tasks=fewer | {second: "0"}))
    assert f"differ in tasks: 1 changed ({second}), 1 not in all of them ({first}); the same in all: 10" in text
    assert f"oracle (run-1): 1 of 11 tasks ({second}) are not those of this version" in text


def test_pairs_are_over_the_tasks_that_are_the_same(oracle, played):
    first, *rest = oracle.info.tasks
    random = read_run(played / "random")
    paired = [
        comparison(named([("a", oracle), ("b", one)]))["paired"]["random"]
        for one in (random, changed(random, tasks=random.info.tasks | {first: "0"}))
    ]
    assert [sum(pairing[name] for name in ("wins", "losses", "ties")) for pairing in paired] == [24, 22]
    assert len(rest) == 11


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


def test_a_contract_that_was_mended_is_the_one_that_judges_again(oracle):
    first, *_ = oracle.info.tasks
    (run,) = named([("x", changed(oracle, tasks=oracle.info.tasks | {first: "0"}))])
    assert first not in run.known
    assert rejudged(run).known == set(oracle.info.tasks)
    assert rejudged(run).info.tasks == oracle.info.tasks


def test_tasks_that_were_drawn_anew_are_not_judged_again(oracle):
    drawn = oracle.episodes[0].model_copy(update={"given": ()})
    (run,) = named([("x", StoredRun(oracle.info, [drawn]))])
    with pytest.raises(ValueError, match=f"{drawn.task} has been drawn anew since it was played"):
        rejudged(run)
