"""The audit's parts: plays past the tools, wordings, waivers, the report and the command."""

import json
from types import SimpleNamespace

import pytest

from crm_gym.__main__ import main
from crm_gym.audit import Audit, Tally, Waiver, audit_task, audit_tasks, play
from crm_gym.audit.benign import variants
from crm_gym.audit.examine import fate_of
from crm_gym.audit.findings import ROWS, Finding, needless, waive
from crm_gym.audit.isolation import fingerprint, start_elsewhere
from crm_gym.audit.mutants import Mutant, mutants_of_steps
from crm_gym.audit.pairs import ids_by_position, twin_groups
from crm_gym.audit.plays import Stage, Tamper
from crm_gym.audit.replies import mutants_of_replies
from crm_gym.audit.report import MEANINGS, kill_matrix, overlapping, report
from crm_gym.audit.spoils import mutants_of_contract
from crm_gym.audit.values import turned
from crm_gym.audit.wording import OUTCOMES, WORDINGS, negated, outcome, rewritten, with_other_amounts
from crm_gym.contract import succeeded
from crm_gym.domains.base import load_domain
from crm_gym.domains.payments.records import Party
from crm_gym.registration import task_ids
from crm_gym.tasks.store import load_task, load_tasks
from crm_gym.types import Call
from tests.audit.good import task

GOOD = task()


def stage(cell=0):
    return Stage(task(cell), tuple(play(task(cell), "oracle", 0).events))


# Plays


def test_what_was_played_is_played_again_alike():
    good = stage()
    assert good.perform(good.base).events == list(good.base)
    again = good.perform([*good.base[:3], *(event.model_copy() for event in good.base[3:])])
    assert again.events == list(good.base)
    assert again.changes == good.run.changes
    assert succeeded(good.verdicts)


def test_a_write_past_the_tools_counts_for_the_call_before_it():
    good = stage()
    party = next(row for row in good.domain.rows if isinstance(row, Party))
    tamper = Tamper((lambda world: world.update(world.get(Party, party.id), points=77),))
    run = good.perform([*good.base, tamper])
    assert [(n, write.id) for n, write in run.writes][-1] == (good.last_call, party.id)
    assert [verdict.id for verdict in good.broken(run)] == ["only_changed-1"]


def test_trying_things_leaves_the_stage_as_it_was():
    good = stage()
    before = [world.changes() for world in good._worlds]
    for mutant in (*mutants_of_steps(good), *mutants_of_contract(good), *mutants_of_replies(good)):
        fate_of(good, mutant)
    assert [world.changes() for world in good._worlds] == before
    assert good.broken(good.run) == []


def test_every_kind_of_mutant_of_the_design_is_made():
    made = {mutant.kind for cell in range(2) for mutant in _all_mutants(stage(cell))}
    assert made >= {
        "drop a step",
        "repeat a write",
        "swap an ordered pair",
        "change an argument",
        "another party's id",
        "a forbidden attempt",
        "a write elsewhere",
        "write, then revert",
        "final reply negated",
        "wrong amount in the reply",
        "stop early",
    }


def test_every_kind_of_benign_variant_of_the_design_is_made():
    kinds = {variant.kind for variant in variants(stage())}
    assert {"an extra read", "a refused attempt before the right call"} <= kinds
    assert {"replies in other words", "ids and amounts written another way"} <= kinds


def _all_mutants(at):
    yield from mutants_of_steps(at)
    yield from mutants_of_contract(at)
    yield from mutants_of_replies(at)


def test_a_mutant_that_only_other_families_see_is_told_apart():
    good = stage()
    mutant = Mutant("x", "y", frozenset({"reply"}), good.edited(good.last_call, good.last_call + 1))
    assert fate_of(good, mutant).outcome == "killed"
    extra = good.edited(good.last_call + 1, good.last_call + 1, Call(name="request_limit_increase"))
    assert fate_of(good, Mutant("x", "y", frozenset({"reply"}), extra)).outcome == "elsewhere"
    assert fate_of(good, Mutant("x", "y", frozenset({"reply"}), list(good.base))).outcome == "survived"


# Words


@pytest.mark.parametrize(
    ("said", "opposite"),
    [
        ("The refund has been made.", "The refund has not been made."),
        ("Done: 5.00 EUR has been refunded.", "5.00 EUR has not been refunded."),
        ("I cannot make the transfer.", "I can make the transfer."),
        ("I've sent it.", "I have not sent it."),
        ("It was not sent.", "It was sent."),
        ("Sorry, no money has moved.", "Sorry, the money has moved."),
        ("Nothing is set up.", "everything is set up."),
        ("It was declined.", "It was not declined."),
        ("Anything else?", "Anything else?"),
    ],
)
def test_a_message_is_turned_into_its_opposite(said, opposite):
    assert negated(said) == opposite


def test_only_the_news_that_is_asked_for_is_turned():
    said = "The card is frozen, I cannot open a dispute, it was declined."
    assert negated(said, bad=False) == "The card is not frozen, I cannot open a dispute, it was declined."
    assert negated(said, good=False) == "The card is frozen, I can open a dispute, it was not declined."


def test_ids_and_amounts_are_written_in_other_ways():
    said = "I have sent 9,000.00 EUR, reference TRF-9001."
    forms = {rewritten(said, form) for form in range(WORDINGS)}
    assert "I have sent 9000 EUR, reference trf 9001." in forms
    assert "I have sent EUR 9,000.00, reference TRF 9001." in forms
    assert len(forms) > 3
    assert rewritten("cards ending in 4067, 2646 and 8676", 0) == "cards ending in 4067, 2646 and 8676"


def test_amounts_are_replaced_by_wrong_ones():
    assert with_other_amounts("5.00 EUR and 7.00 EUR", [500]) == "15.00 EUR and 7.00 EUR"


def test_there_are_five_wordings_of_each_outcome_and_they_agree_with_their_noun():
    lexicon = load_domain("payments").lexicon
    assert {len(wordings) for wordings in OUTCOMES.values()} == {WORDINGS}
    assert outcome(lexicon, "done", "points", 0) == "The points have been done."
    assert outcome(lexicon, "done", "transfer", 1) == "I have sent it for you."
    assert outcome(lexicon, "pending", "refund", 0) == "The refund is still pending."


def test_another_id_differs_in_its_last_digit():
    assert turned("TRF-9009") == "TRF-9000"
    assert turned("none") == "none"


# Twins


def test_twins_are_grouped_and_their_ids_mapped_by_position():
    assert [[t.id for t in group] for group in twin_groups([task(0), task(1)])] == [["payments-910", "payments-911"]]
    assert ids_by_position(task(0), task(1)) == {}
    other = task(0).model_copy(
        update={"given": tuple(g.model_copy(update={"row": {**g.row, "party_id": "PTY-1"}}) for g in task(0).given)}
    )
    assert set(ids_by_position(task(0), other).values()) == {"PTY-1"}


# Waivers

FINDING = Finding(task=GOOD.id, audit="mutants", what="repeat a write: send(1)", why="no check sees it")


@pytest.mark.parametrize(
    ("waiver", "covered"),
    [
        (Waiver(GOOD.id, "repeat a write: send(1)", "r"), True),
        (Waiver(GOOD.family, "repeat a write: *", "r"), True),
        (Waiver(GOOD.id, "repeat a write", "r"), False),
        (Waiver("payments-001", "*", "r"), False),
    ],
)
def test_a_waiver_covers_what_it_names(waiver, covered):
    assert [bool(finding.waived) for finding in waive(GOOD, [FINDING], [waiver])] == [covered]
    assert (needless([waiver], [GOOD], [FINDING]) == [waiver]) is (not covered and waiver.task != "payments-001")


def test_reviewed_waivers_name_tasks_and_give_reasons():
    from crm_gym.audit.findings import reviewed_waivers

    known = {*task_ids(), *(load_task(id).family for id in task_ids())}
    for waiver in reviewed_waivers():
        assert waiver.task in known
        assert len(waiver.reason) > 20


# The whole


def test_the_audit_is_the_same_in_several_processes():
    tasks = list(load_tasks("payments").values())[:3]
    assert audit_tasks(tasks, workers=1) == audit_tasks(tasks, workers=2)


def test_other_processes_see_the_same_episodes():
    ids = task_ids("payments")[:3]
    assert {process.communicate()[0] for process in start_elsewhere(ids)} == {fingerprint(ids)}


def test_outcomes_at_once_count_together_and_waived_findings_fall_short_of_nothing():
    one = audit_task(GOOD)
    stated = FINDING.model_copy(update={"audit": "outcomes at once"})
    waived = FINDING.model_copy(update={"waived": "because"})
    few = one.model_copy(
        update={"findings": (stated, waived), "tallies": {"outcomes at once": Tally(right=1, total=2)}}
    )
    audit = Audit(tasks=(few,), tallies={}, findings=())
    assert (audit.shortfalls, audit.allowed) == ([stated], [])
    many = few.model_copy(update={"tallies": {"outcomes at once": Tally(right=99, total=100)}})
    audit = Audit(tasks=(many,), tallies={}, findings=())
    assert (audit.shortfalls, audit.allowed) == ([], [stated])


def test_outcomes_in_turn_are_told_and_demand_nothing():
    found = FINDING.model_copy(update={"audit": "outcomes in turn"})
    audit = Audit(tasks=(audit_task(GOOD),), tallies={}, findings=(found,))
    assert audit.shortfalls == []
    assert found in audit.allowed
    assert any("allowed without a waiver" in str(part) and GOOD.id in str(part) for part in report(audit))


def test_what_is_tried_on_tasks_together_counts_for_their_domain():
    twins = [next(group for group in twin_groups(load_tasks(domain).values())) for domain in ("payments", "support")]
    whole = audit_tasks([task for group in twins for task in group])
    for row in ("twins", "isolation"):
        alone = [audit_tasks(group).tally(row) for group in twins]
        assert [whole.tally(row, domain) for domain in ("payments", "support")] == alone
        assert whole.tally(row) == alone[0] + alone[1]
        assert all(tally.total for tally in alone)


def test_the_report_names_every_audit_and_kind():
    assert MEANINGS.keys() == set(ROWS)
    one = audit_task(GOOD)
    parts = list(report(Audit(tasks=(one,), tallies={}, findings=(FINDING,))))
    assert any("repeat a write" in str(part) and "rows" in str(part) for part in parts)
    assert any("mutants: 1 fall short" in str(part) for part in parts)
    assert "only_changed" in kill_matrix([one])
    assert "overlapping" in overlapping([one])


def test_the_command_prints_writes_and_says_what_falls_short(capsys, tmp_path, monkeypatch):
    path = tmp_path / "audit.json"
    found = Audit(tasks=(audit_task(GOOD),), tallies={}, findings=())
    monkeypatch.setattr("crm_gym.cli.audit.audit_tasks", lambda *_, **__: found)
    assert main(["audit", "--task", task_ids()[0], "--json", str(path)]) == 0
    assert "nothing falls short of what is demanded" in capsys.readouterr().out
    written = json.loads(path.read_text())
    assert written["rows"]["mutants"]["right"] == written["rows"]["mutants"]["total"] > 50
    assert written["audited"][0]["task"] == GOOD.id
    assert written["allowed"] == [finding.model_dump() for finding in found.allowed]
    short = found.model_copy(update={"findings": (FINDING,)})
    monkeypatch.setattr("crm_gym.cli.audit.audit_tasks", lambda *_, **__: short)
    assert main(["audit", "--domain", "payments"]) == 3
    assert "1 findings fall short" in capsys.readouterr().out


def test_the_command_takes_known_tasks_only(capsys):
    from crm_gym.cli.audit import chosen

    assert main(["audit", "--task", "payments_001"]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert len(chosen(SimpleNamespace(task=None, domain="payments", family=None))) == len(task_ids("payments"))
