import json
from base64 import b64decode
from itertools import groupby
from zlib import decompress

import pytest

from crm_gym.evaluation import OUTCOMES, StoredRun, read_run
from crm_gym.evaluation.figures import failure_label, repeats
from crm_gym.report import load, named
from crm_gym.report.packing import by_task, index, packed, part
from crm_gym.tasks.store import load_task
from crm_gym.types import AgentSays, ToolUse, UserSays
from tests.report.odd import EVENTS, RIGHT_TO_LEFT


def unpacked(text):
    return json.loads(decompress(b64decode(text)))


@pytest.fixture(scope="module")
def runs(played):
    return load([played])


def test_what_is_packed_can_stand_anywhere_in_a_page():
    text = packed({"text": f"</script><!-- {RIGHT_TO_LEFT} \u2028"})
    assert text.isascii()
    assert not set(text) & set("<>&\"'")
    assert unpacked(text) == {"text": f"</script><!-- {RIGHT_TO_LEFT} \u2028"}


def test_the_table_has_each_episode_once(runs):
    found = index(runs)
    columns = found["columns"]
    rows = set(zip(columns["task"], columns["run"], columns["trial"], strict=True))
    assert len(rows) == len(columns["task"]) == sum(len(run.episodes) for run in runs)
    succeeded = sum(found["outcomes"][outcome] == "success" for outcome in columns["outcome"])
    assert succeeded == sum(episode.success for run in runs for episode in run.episodes)


def test_a_row_says_what_broke_and_why(runs):
    found = index(runs)
    episodes = [played.episode for group in by_task(runs).values() for played in group]
    for place, episode in enumerate(episodes):
        row = {name: column[place] for name, column in found["columns"].items()}
        broken = {family for n, family in enumerate(found["families"]) if row["broken"] >> n & 1}
        assert broken == {family for family, share in episode.checks.items() if share < 1}
        label = failure_label(episode)
        assert row["label"] == (-1 if label is None else found["labels"].index(label))
        assert found["reasons"][row["reason"]] == episode.reason
        assert (row["calls"], row["messages"]) == (episode.tool_calls, episode.messages)


def test_flips_are_those_of_the_figures(played):
    stored = read_run(played / "oracle")
    spoilt = [
        episode.model_copy(update={"outcome": "model_failure", "reason": "model.checks"})
        if place in (0, 2, 3)
        else episode
        for place, episode in enumerate(stored.episodes)
    ]
    runs = named([("x", StoredRun(stored.info, spoilt))])
    found = index(runs)
    tasks = zip(found["columns"]["task"], found["columns"]["flips"], strict=True)
    flipping = {found["tasks"][task]["id"] for task, flips in tasks if flips}
    assert flipping == set(repeats(runs[0].episodes).flips) == {next(iter(stored.info.tasks))}


def restored(event, texts):
    kind, *rest = event
    if kind == "tool":
        name, arguments, status, result, writes, wrote = rest
        return ToolUse(
            name=name, arguments=arguments, status=status, result=texts[result], writes=bool(writes), wrote=wrote
        )
    return (UserSays if kind == "user" else AgentSays)(text=texts[rest[0]])


def test_nothing_of_a_conversation_or_a_verdict_is_lost(runs):
    for group in by_task(runs).values():
        found = unpacked(packed(part(group, known=True)))
        assert [check["sentence"] for check in found["checks"]] == [
            check.sentence for check in load_task(group[0].episode.task).contract
        ]
        for (_, episode), kept in zip(group, found["episodes"], strict=True):
            assert tuple(restored(event, found["texts"]) for event in kept["events"]) == episode.events
            verdicts = [
                (found["checks"][check]["id"], outcome, found["texts"][why], tuple(evidence))
                for check, outcome, why, evidence in kept["verdicts"]
            ]
            assert verdicts == [(v.id, v.outcome, v.why, v.evidence) for v in episode.verdicts]
            assert len(kept["changes"]) == len(episode.changes)
            assert len(kept["journal"]) == len(episode.journal)


def test_a_text_is_kept_once_for_all_trials(runs):
    for group in by_task(runs).values():
        texts = part(group, known=True)["texts"]
        assert len(texts) == len(set(texts))


def test_without_its_task_an_episode_still_shows_its_verdicts(runs):
    group = next(iter(by_task(runs).values()))
    found = part(group, known=False)
    assert "solution" not in found
    assert {check["id"] for check in found["checks"]} == {v.id for played in group for v in played.episode.verdicts}
    assert not any(check["sentence"] for check in found["checks"])


def test_odd_events_come_back_as_they_were(odd):
    group = next(iter(by_task(odd).values()))
    found = unpacked(packed(part(group, known=True)))
    texts = found["texts"]
    said = [texts[event[1]] for event in found["episodes"][0]["events"] if event[0] == "agent"]
    assert said == [event.text for event in EVENTS if isinstance(event, AgentSays)]


def test_trials_stand_together_by_run(runs):
    for group in by_task(runs).values():
        assert [run for run, _ in groupby(group, lambda played: played.run)] == list(range(len(runs)))


def test_outcomes_of_unscored_trials_are_kept(odd):
    found = index(odd)
    kept = {found["outcomes"][outcome] for outcome in found["columns"]["outcome"]}
    assert kept == {"success", "model_failure", "infra_failure", "timeout_unreviewed", "evaluator_error"}
    assert kept < set(OUTCOMES)
