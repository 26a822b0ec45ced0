import pytest

from crm_gym.contract import Created, Gone, OnlyChanged, Protected, Ref, Row, Rows
from crm_gym.evaluation import Edit
from crm_gym.report import load
from crm_gym.report.diffs import Field, fields, roles, writers
from crm_gym.tasks.store import load_task
from crm_gym.types import AgentSays, ToolUse


def edit(table, key, before=None, after=None):
    return Edit(table=table, key=key, before=before, after=after)


PARTY = edit("Party", "PTY-1", {"points": 0, "name": "A"}, {"points": 5, "name": "A"})
NEW = edit("Transaction", "TXN-9001", None, {"amount": 5.0, "note": None})
GONE = edit("Transaction", "TXN-0007", {"amount": 5.0}, None)


@pytest.mark.parametrize(
    ("contract", "change", "role"),
    [
        ((), PARTY, "open"),
        ((Row(table="Party", key="PTY-1", fields={"points": 5}),), PARTY, "expected"),
        ((Row(table="Party", key="PTY-2", fields={"points": 5}),), PARTY, "open"),
        ((Row(table="Party", where={"name": "A"}, fields={"points": 5}),), PARTY, "expected"),
        ((Rows(table="Transaction", where={"amount": 5.0}, count=1),), NEW, "expected"),
        ((Rows(table="Transaction", where={"amount": 6.0}, count=1),), NEW, "open"),
        ((Gone(table="Transaction", key="TXN-0007"),), GONE, "expected"),
        ((OnlyChanged(records=(Ref(table="Party", key="PTY-1"),)),), PARTY, "allowed"),
        ((OnlyChanged(),), PARTY, "violating"),
        ((OnlyChanged(created=(Created(table="Transaction"),)),), NEW, "allowed"),
        ((OnlyChanged(created=(Created(table="Transaction", where={"amount": 6.0}),)),), NEW, "violating"),
        ((OnlyChanged(created=(Created(table="Transaction"),)),), GONE, "violating"),
        ((Protected(table="Party", keys="*"),), PARTY, "violating"),
        ((Protected(table="Party", keys="*", but=("PTY-1",)),), PARTY, "open"),
        ((Protected(table="Party", keys=("PTY-2",)),), PARTY, "open"),
        ((OnlyChanged(),), edit("Session", "session", {"a": 1}, {"a": 2}), "bookkeeping"),
    ],
)
def test_what_a_change_is_under_a_contract(contract, change, role):
    assert roles(contract, "payments", [change]) == [role]


def test_one_allowance_serves_one_new_record():
    contract = (OnlyChanged(created=(Created(table="Transaction"),)),)
    again = edit("Transaction", "TXN-9002", None, {"amount": 6.0})
    assert sorted(roles(contract, "payments", [NEW, again])) == ["allowed", "violating"]


def test_fields_that_differ_say_whether_they_are_as_demanded():
    contract = (Row(table="Party", key="PTY-1", fields={"points": 5}),)
    assert fields(contract, PARTY) == [Field("points", 0, 5, True)]
    wrong = edit("Party", "PTY-1", {"points": 0}, {"points": 4})
    assert fields(contract, wrong) == [Field("points", 0, 4, False)]
    assert fields((), NEW) == [Field("amount", None, 5.0, None)]


def test_a_record_is_violating_exactly_where_the_verdict_says_so(played):
    """The judge looks at the world, the report at the stored changes: they must agree on every played episode."""
    seen = {"holds": 0, "broken": 0}
    for run in load([played]):
        for episode in run.episodes:
            contract = [check for check in load_task(episode.task).contract if isinstance(check, OnlyChanged)]
            for check in contract:
                verdict = next(verdict for verdict in episode.verdicts if verdict.id == check.id)
                violating = "violating" in roles([check], episode.domain, episode.changes)
                assert violating == (verdict.outcome == "broken"), (run.name, episode.task)
                seen[verdict.outcome] += 1
    assert all(seen.values()), seen


def test_the_journal_knows_which_event_wrote():
    call = ToolUse(name="t", arguments={}, status="ok", result="{}", wrote=2)
    events = [AgentSays(text=""), call, call.model_copy(update={"wrote": 0}), call.model_copy(update={"wrote": 1})]
    assert writers(events, [PARTY, NEW, GONE, PARTY]) == [1, 1, 3, None]
