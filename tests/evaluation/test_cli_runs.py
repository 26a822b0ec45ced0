"""The commands around runs: evaluate with models on a real server, compare, show."""

import json
import pickle
from argparse import Namespace
from pathlib import Path

import pytest
from rich.console import Console
from werkzeug import Request, Response

from crm_gym.__main__ import main
from crm_gym.baselines.graph_agent import GraphAgent
from crm_gym.cli.list import stats
from crm_gym.cli.models import Agent, ModelJudge, player
from crm_gym.cli.progress import Board, Tally
from crm_gym.envs.crm_env import USER_MODEL
from crm_gym.evaluation import read_run
from crm_gym.evaluation.info import GRADING
from crm_gym.judges_llm import LLMJudge
from crm_gym.llm import Endpoint
from crm_gym.registration import task_ids
from crm_gym.report import load
from crm_gym.report.runs import warnings
from crm_gym.tasks.store import load_task
from tests.evaluation.episodes import episode, failed

TASK, OTHER = task_ids("payments")[:2]
KEY = "sk-crmgymtest-0123456789abcdef"


@pytest.fixture
def server(httpserver, monkeypatch):
    """An endpoint; tests say how it answers with `server.answer`."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    httpserver.seen = []

    def handle(request: Request) -> Response:
        httpserver.seen.append(request.headers.get("Authorization"))
        status, body = httpserver.answer(request.get_json())
        return Response(json.dumps(body), status=status, content_type="application/json")

    httpserver.expect_request("/v1/chat/completions", method="POST").respond_with_handler(handle)
    return httpserver


def says(text):
    """A completion."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 50, "completion_tokens": 5, "total_tokens": 55}
    return 200, {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


def refuses(status, message="no"):
    """An error as endpoints write it."""
    return status, {"error": {"message": message, "type": "error", "code": None}}


def run(capsys, *argv):
    code = main(argv)
    shown = capsys.readouterr()
    return code, shown.out + shown.err


ONCE = ("--agent-options", '{"attempts": 1}', "--user-options", '{"attempts": 1}', "--judge-options", '{"attempts": 1}')


def evaluate(capsys, out, *argv):
    return run(capsys, "evaluate", "--task", TASK, "--task", OTHER, "--retries", "0", "--out", str(out), *ONCE, *argv)


def test_a_model_is_measured_and_its_key_is_in_no_file(server, tmp_path, capsys):
    server.answer = lambda body: says("Hello, how can I help you?")
    code, text = evaluate(capsys, tmp_path / "r", "--policy", "llm:some/model", "--threads", "2")
    assert code == 0, text
    assert set(server.seen) == {f"Bearer {KEY}"}
    info, episodes = read_run(tmp_path / "r")
    assert info.policy == "llm:some/model"
    assert info.policy_settings["model"] == "some/model"
    assert {e.model for e in episodes} == {"some/model"}
    assert all(e.spent.agent.prompt == 50 * e.spent.agent.calls > 0 for e in episodes)
    assert all(e.cost is None and e.scored for e in episodes)
    assert all(e.seconds.agent > 0 for e in episodes)
    files = [path for path in (tmp_path / "r").rglob("*") if path.is_file()]
    assert len(files) == 3
    assert not any(KEY in path.read_text() or "Bearer" in path.read_text() for path in files)
    assert KEY not in text


def test_models_are_named_by_a_flag_or_by_default(server, tmp_path, capsys):
    server.answer = lambda body: says("Hello.")
    code, text = evaluate(capsys, tmp_path / "r", "--policy", "llm", "--model", "some/model", "--user", "llm")
    assert code == 0, text
    info, _ = read_run(tmp_path / "r")
    assert info.policy == "llm:some/model"
    assert info.user_settings["model"] == USER_MODEL
    code, text = evaluate(capsys, tmp_path / "s", "--policy", "llm")
    assert code == 2
    assert "llm:MODEL" in text


def test_prices_make_costs_and_costs_make_limits(server, tmp_path, capsys):
    server.answer = lambda body: says("Hello.")
    prices = tmp_path / "prices.json"
    prices.write_text('{"m": [1000, 2000]}')
    options = ("--policy", "llm:m", "--prices", str(prices))
    code, text = evaluate(capsys, tmp_path / "r", *options, "--max-cost", "0.05")
    assert code == 3
    assert "may cost $0.05 (1 of 2 trials are played); the same command with --resume goes on" in text
    (played,) = read_run(tmp_path / "r").episodes
    assert played.cost == pytest.approx(played.spent.agent.calls * (50 * 1000 + 5 * 2000) / 1e6)
    code, text = evaluate(capsys, tmp_path / "r", *options, "--max-cost", "50", "--resume")
    assert code == 0, text
    assert len(read_run(tmp_path / "r").episodes) == 2


def test_a_busy_endpoint_lowers_the_coverage(server, tmp_path, capsys):
    server.answer = lambda body: refuses(429)
    code, text = evaluate(capsys, tmp_path / "r", "--policy", "llm:m")
    assert code == 0
    assert "not scored: 2 for infra.agent.rate_limit" in text
    assert "coverage 0.0%" in text


def test_a_refused_key_stops_the_run_and_is_not_repeated(server, tmp_path, capsys):
    server.answer = lambda body: refuses(401, f"wrong key: {KEY}")
    code, text = evaluate(capsys, tmp_path / "r", "--policy", "llm:m")
    assert code == 3
    assert "stopped: the agent's model cannot be asked (authentication)" in text
    assert KEY not in text
    assert not any(KEY in path.read_text() for path in (tmp_path / "r").iterdir())


def test_a_customer_that_cannot_be_reached(server, tmp_path, capsys):
    server.answer = lambda body: refuses(503)
    _, text = evaluate(capsys, tmp_path / "r", "--policy", "noop", "--user", "m")
    assert "not scored: 2 for infra.simulator.outage" in text
    info, episodes = read_run(tmp_path / "r")
    assert info.user == info.user_settings["model"] == "m"
    assert {e.end for e in episodes} == {"infra.simulator"}
    server.answer = lambda body: refuses(401)
    code, text = evaluate(capsys, tmp_path / "s", "--policy", "noop", "--user", "m")
    assert code == 3
    assert "the customer's model cannot be asked (authentication)" in text


def test_a_customer_that_a_model_plays(server, tmp_path, capsys):
    server.answer = lambda body: says("I only want this to be done.")
    code, text = evaluate(capsys, tmp_path / "r", "--policy", "noop", "--user", "m", "--limit", "1")
    assert code == 0, text
    (played,) = read_run(tmp_path / "r").episodes
    assert played.end == "turn_limit"
    assert played.spent.simulator.calls == 29
    assert played.spent.agent.calls == 0
    assert played.seconds.simulator > played.seconds.agent


def judged_task():
    return next(
        id for id in task_ids("payments") if any(c.kind in ("mentions", "outcome") for c in load_task(id).contract)
    )


def test_judges(server, tmp_path, capsys):
    command = ("evaluate", "--task", judged_task(), "--policy", "oracle", "--retries", "0", *ONCE)
    server.answer = lambda body: says("I would say yes.")
    code, text = run(capsys, *command, "--judge", "llm", "--judge-model", "m", "--out", str(tmp_path / "r"))
    assert "not scored: 1 for infra.judge.unparsable" in text
    server.answer = lambda body: says('{"holds": false, "evidence": ""}')
    code, text = run(capsys, *command, "--judge", "llm", "--judge-model", "m", "--out", str(tmp_path / "s"))
    assert code == 0
    (played,) = read_run(tmp_path / "s").episodes
    assert (played.outcome, played.reason) == ("model_failure", "model.checks")
    assert played.spent.judge.calls > 0
    assert read_run(tmp_path / "s").info.judge == "m"
    code, text = run(capsys, *command, "--judge", "both", "--judge-model", "m", "--out", str(tmp_path / "t"))
    assert "the judges agree on 0.0% of" in text
    assert read_run(tmp_path / "t").episodes[0].success
    assert read_run(tmp_path / "t").info.judge == "rule+m"
    code, text = run(capsys, "compare", str(tmp_path / "s"), str(tmp_path / "t"))
    assert code == 2
    assert "they differ in judge of replies: m in first, rule in second" in text


def test_nobody_judges_itself_unless_told_so(capsys):
    command = ("evaluate", "--policy", "llm:m", "--judge", "llm", "--judge-model", "m", "--limit", "1")
    code, text = run(capsys, *command)
    assert (code, "--allow-self-judge" in text) == (2, True)
    code, text = run(capsys, "evaluate", "--judge", "llm", "--limit", "1")
    assert (code, "--judge-model MODEL" in text) == (2, True)


def test_policies_of_ones_own(capsys):
    code, text = run(capsys, "evaluate", "--policy", "tests.evaluation.policies:Hello", "--task", TASK)
    assert code == 0
    assert "tests.evaluation.policies:Hello" in text.replace("\n", "")
    assert "no module 'nowhere'" in run(capsys, "evaluate", "--policy", "nowhere:X", "--task", TASK)[1]
    assert "has no 'Nobody'" in run(capsys, "evaluate", "--policy", "tests.evaluation.policies:Nobody")[1]
    code, text = run(capsys, "evaluate", "--policy", "llm:m", "--agent-options", '{"heat": 0}')
    assert code == 2
    assert "'heat'" in text
    assert "temperature" in text


@pytest.fixture
def two_runs(tmp_path, capsys):
    for name in ("oracle", "noop"):
        run(capsys, "evaluate", "--policy", name, "--domain", "payments", "--limit", "4", "--out", str(tmp_path / name))
    return tmp_path


def test_runs_are_compared(two_runs, capsys):
    code, text = run(capsys, "compare", str(two_runs / "oracle"), str(two_runs / "noop"))
    assert code == 0
    assert "wins 4, losses 0, ties 0" in text
    assert "p = 0.125" in text  # 2 / 2^4
    assert text.count("first   ") >= 4
    assert "-100.0%" in run(capsys, "compare", str(two_runs / "noop"), str(two_runs / "oracle"))[1]


def test_runs_over_other_tasks_are_not_compared_unless_told_so(two_runs, capsys):
    run(capsys, "evaluate", "--domain", "payments", "--limit", "3", "--out", str(two_runs / "short"))
    pair = ("compare", str(two_runs / "oracle"), str(two_runs / "short"))
    code, text = run(capsys, *pair)
    missing = task_ids("payments")[3]
    assert (code, f"differ in tasks: 1 not in all of them ({missing}); the same in all: 3 (--common:" in text) == (
        2,
        True,
    )
    code, text = run(capsys, *pair, "--common")
    assert code == 0
    assert "warning: they differ in tasks: 1 not in all of them" in text
    assert "on 3 trials of 3 tasks: wins 0, losses 0, ties 3" in text
    assert "left out" not in text
    assert "holds no run" in run(capsys, "compare", str(two_runs), str(two_runs))[1]


def edited(folder, **fields):
    file = folder / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def test_a_task_that_changed_is_compared_with_nothing(two_runs, capsys):
    tasks = read_run(two_runs / "noop").info.tasks
    edited(two_runs / "noop", tasks=tasks | {TASK: "0"})
    pair = ("compare", str(two_runs / "oracle"), str(two_runs / "noop"))
    assert f"tasks: 1 changed ({TASK}); the same in all: 3" in run(capsys, *pair)[1]
    code, text = run(capsys, *pair, "--common")
    assert code == 0
    assert "wins 3, losses 0" in text
    assert TASK not in text.partition("won by")[2]
    edited(two_runs / "noop", tasks=dict.fromkeys(tasks, "0"))
    code, text = run(capsys, *pair, "--force")
    assert (code, "cannot be compared: tasks: 4 changed" in text) == (2, True)


def test_another_customer_is_compared_only_by_force(two_runs, capsys):
    edited(two_runs / "noop", user="gpt-5-mini", seed=4)
    pair = ("compare", str(two_runs / "oracle"), str(two_runs / "noop"))
    code, text = run(capsys, *pair, "--common")
    assert code == 2
    assert "they differ in simulated customer: scripted in first, gpt-5-mini in second (--force" in text
    code, text = run(capsys, *pair, "--force")
    assert code == 0
    assert "warning: they differ in simulated customer: scripted in first, gpt-5-mini in second" in text
    assert "warning: they differ in seed, and with it the customer's wording: 0 in first, 4 in second" in text


def test_another_grading_is_compared_only_by_force(two_runs, capsys):
    described = json.loads((two_runs / "noop" / "run.json").read_text())
    assert described.pop("grading") == GRADING
    (two_runs / "noop" / "run.json").write_text(json.dumps(described))
    told = "they differ in grading (see CHANGELOG.md; `crm-gym evaluate --rejudge` judges again)"
    told = f"{told}: {GRADING} in first, 1 in second"
    pair = ("compare", str(two_runs / "oracle"), str(two_runs / "noop"))
    code, text = run(capsys, *pair, "--common")
    assert (code, told in text) == (2, True)
    code, text = run(capsys, *pair, "--force")
    assert (code, f"warning: {told}" in text) == (0, True)
    (warning,) = warnings(load([two_runs / "oracle", two_runs / "noop"]))
    assert warning.startswith("These runs differ in grading ")
    again = str(two_runs / "again")
    assert run(capsys, "evaluate", "--rejudge", str(two_runs / "noop"), "--out", again)[0] == 0
    assert run(capsys, "compare", str(two_runs / "oracle"), again)[0] == 0


def test_a_run_of_another_grading_is_not_gone_on_with(two_runs, capsys):
    edited(two_runs / "noop", grading=1)
    command = ("evaluate", "--policy", "noop", "--domain", "payments", "--limit", "4", "--resume")
    code, text = run(capsys, *command, "--out", str(two_runs / "noop"))
    assert (code, f"grading: 1, not {GRADING}" in text) == (2, True)


def test_the_number_of_the_grading_is_that_of_the_changelog():
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changelog.splitlines().count("### Grading") == GRADING


def test_an_episode_is_shown_as_it_was(two_runs, capsys):
    code, text = run(capsys, "show", str(two_runs / "oracle"), TASK)
    assert code == 0
    (played,) = (e for e in read_run(two_runs / "oracle").episodes if e.task == TASK)
    for event in played.events:
        assert (event.text if event.kind in ("user", "agent") else event.result) in text
    for verdict in played.verdicts:
        assert f"{verdict.id}: {verdict.why}" in text
    decided = next(v for v in played.verdicts if v.evidence)
    assert f"+{decided.id}" in next(
        line for line in text.splitlines() if line.startswith(f"  {decided.evidence[0]:>3} ")
    )
    assert "nothing was judged" not in text
    assert f"{TASK}   trial 0" in run(capsys, "show", str(two_runs / "noop"), f"{TASK}/0")[1]
    assert "no trial '7'" in run(capsys, "show", str(two_runs / "noop"), f"{TASK}/7")[1]
    assert "did you mean" in run(capsys, "show", str(two_runs / "noop"), TASK.replace("00", "0"))[1]
    assert "say which episode" in run(capsys, "show", str(two_runs / "noop"))[1]


def test_a_stored_run_is_judged_again(two_runs, capsys):
    code, text = run(capsys, "evaluate", "--rejudge", str(two_runs / "oracle"), "--out", str(two_runs / "again"))
    assert code == 0
    assert "0 of 4 outcomes changed" in text
    assert read_run(two_runs / "again").episodes == read_run(two_runs / "oracle").episodes
    lines = (two_runs / "oracle" / "episodes.jsonl").read_text().splitlines()
    wrong = json.loads(lines[0]) | {"outcome": "model_failure", "reason": "model.checks"}
    (two_runs / "oracle" / "episodes.jsonl").write_text("\n".join([json.dumps(wrong), *lines[1:]]) + "\n")
    text = run(capsys, "evaluate", "--rejudge", str(two_runs / "oracle"))[1]
    assert f"{TASK} trial 0: model_failure -> success" in text
    assert "1 of 4 outcomes changed" in text


# Progress


def test_a_tally_counts_trials_and_not_attempts():
    tally = Tally()
    assert str(tally) == "success n/a, coverage n/a"
    tally.add(episode("payments-001", cost=0.25))
    tally.add(episode("payments-002", 0, "infra_failure", cost=0.5))
    assert (tally.done, str(tally)) == (2, "success 100.0%, coverage 50.0%, cost $0.75")
    tally.add(failed("payments-002", attempt=2, cost=0.5))
    assert (tally.done, str(tally)) == (2, "success 50.0%, coverage 100.0%, cost $1.25")


def test_a_bar_on_a_terminal_and_plain_lines_elsewhere(capsys):
    for terminal in (True, False):
        console = Console(force_terminal=terminal, width=120)
        with Board(console, "mine", 2) as board:
            board(episode("payments-001"))
            board(failed("payments-002"))
        shown = capsys.readouterr().out
        assert "2/2" in shown if terminal else shown == "mine: 2 of 2 played, success 50.0%, coverage 100.0%\n"
        assert "success 50.0%" in shown


def test_what_makes_agents_and_judges_can_be_sent_to_other_processes():
    agent, judge = (
        pickle.loads(pickle.dumps(maker))
        for maker in (Agent("graph", Endpoint(model="m")), ModelJudge(Endpoint(model="j")))
    )
    assert isinstance(agent(), GraphAgent)
    assert agent.endpoint.model == "m"
    assert agent.describe()["agent"] == "GraphAgent"
    assert isinstance(judge("a story"), LLMJudge)
    assert judge.describe()["code"] != agent.describe()["code"]


def test_the_reference_agent_plays_routed():
    args = Namespace(exposure="all", base_url=None, agent_options={})
    assert player("graph:m", args).exposure == "routed"
    assert player("llm:m", args).exposure == "all"
    assert player("oracle", args) == ("oracle", "oracle", "all", "")


# What is asked for wrongly


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--label", "acount_transfer"), "no released task has the label 'acount_transfer'; did you mean"),
        (("--style", "hops"), "no released task has the style 'hops'; did you mean 'hop'"),
        (("--style", "?"), "no released task has the style '?'; known: adv"),
        (("--family", "split_in_to"), "did you mean 'split_in_two'"),
        (("--trials", "0"), "--trials: '0' is no whole number from 1 on"),
        (("--limit", "-1"), "--limit: '-1' is no whole number from 1 on"),
        (("--workers", "two"), "--workers: 'two' is no whole number from 1 on"),
        (("--limit", "1", "--resume"), "name it with --out DIR"),
        (("--num-envs", "0"), "--num-envs: '0' is no whole number from 1 on"),
    ],
    ids=str,
)
def test_what_cannot_be_played_says_what_can(options, told, capsys):
    try:
        code, text = run(capsys, "evaluate", "--policy", "noop", *options)
    except SystemExit as left:  # argparse ends the program by itself
        code, text = left.code, capsys.readouterr().err
    assert code == 2
    assert told in text


@pytest.mark.parametrize(
    ("policies", "options", "told"),
    [
        ("noop,heuristic", ("--exposure", "routed"), "heuristic plays exposure='all' alone, not 'routed'"),
        ("noop,tests.evaluation.policies:HELLO", (), "policies:HELLO is a Hello"),
        ("noop,tests.evaluation.policies:Batch", (), "tests.evaluation.policies:Batch needs --num-envs"),
        ("noop,llm:m", ("--judge", "both", "--judge-model", "m"), "--allow-self-judge"),
        ("noop,refuse,noop", (), "noop is there twice"),
    ],
)
def test_a_list_with_a_policy_that_cannot_be_played_is_not_begun(policies, options, told, tmp_path, capsys):
    out = tmp_path / "run"
    code, text = run(capsys, "evaluate", "--policy", policies, "--task", TASK, *options, "--out", str(out))
    assert code == 2
    assert told in text.replace("\n", " ")
    assert "strict success" not in text
    assert not out.exists()


def test_a_list_whose_runs_are_partly_there_is_not_begun(tmp_path, capsys):
    command = ("evaluate", "--task", TASK, "--out")
    assert run(capsys, *command, str(tmp_path / "r" / "noop"), "--policy", "noop")[0] == 0
    code, text = run(capsys, *command, str(tmp_path / "r"), "--policy", "refuse,noop")
    assert (code, "already holds a run" in text) == (2, True)
    assert not (tmp_path / "r" / "refuse").exists()


def test_a_batch_policy_is_played_side_by_side(capsys):
    policy = "tests.evaluation.policies:Batch"
    code, text = run(capsys, "evaluate", "--policy", policy, "--task", TASK, "--task", OTHER, "--num-envs", "2")
    assert code == 0
    assert "100.0%" in text  # of the trials are scored


def test_a_folder_of_runs_is_no_run(two_runs, capsys):
    code, text = run(capsys, "show", str(two_runs))
    assert code == 2
    assert f"holds several runs: name one of them ({two_runs / 'noop'}, {two_runs / 'oracle'})" in text


def test_policies_share_their_processes_and_have_a_run_each(tmp_path, capsys):
    options = ("--task", TASK, "--task", OTHER, "--trials", "2")
    code, text = run(capsys, "evaluate", "--policy", "oracle,noop", *options, "--workers", "2", "--out", str(tmp_path))
    assert code == 0
    assert "crm-gym report" in text
    assert [sum(e.success for e in read_run(tmp_path / name).episodes) for name in ("oracle", "noop")] == [4, 0]
    lines = [line.split() for line in text.splitlines()]
    assert ["oracle", "100.0%", "0.0%", "100.0%", "0"] in lines  # mean, deviation, pass^2, flips
    assert ["noop", "4", "0.0%", "0.0%-49.0%", "100.0%", "0.0%", "-"] in lines  # 49.0: z^2 / (4 + z^2)


def test_the_statistics_of_a_task_set_are_counted():
    every = [check for id in task_ids() for check in load_task(id).contract]
    action, order, forbidden = (next(c for c in every if c.family == name) for name in ("action", "order", "forbidden"))
    plain = load_task(TASK).model_copy(
        update={"contract": (action,), "labels": ("a",), "difficulty": "easy", "twin": ""}
    )
    tasks = [
        plain,
        plain.model_copy(update={"contract": (action, action, order), "labels": ("a", "b"), "difficulty": "hard"}),
        plain.model_copy(update={"contract": (action, forbidden, forbidden), "twin": "x", "difficulty": "hard"}),
        plain.model_copy(update={"contract": (action, action, forbidden, order), "twin": "x", "difficulty": "hard"}),
    ]
    assert dict(stats(tasks)) == {
        "any contract": "4",
        "several capability labels": "1",
        "two or more expected actions": "2",
        "explicit order": "2",
        "negative checks (policy-constrained)": "2",
        "a boundary twin": "2",
        "difficulty easy": "1",
        "difficulty medium": "0",
        "difficulty hard": "3",
    }
