"""The audit itself under test: each defect that is planted in a good task is reported, and for the right reason."""

from collections.abc import Callable
from typing import Any

import pytest

from crm_gym import contract as c
from crm_gym.audit import audit_task, audit_tasks
from crm_gym.domains.base import load_domain
from crm_gym.matchers import Equals, Near
from crm_gym.tasks.spec import Act, Given, Task
from crm_gym.types import Say
from tests.audit.good import CANARY, task

GOOD, OVER = task(0), task(1)
MINE, THEIRS, SAVINGS = (str(g.row["account_number"]) for g in GOOD.given if g.table == "Account")
RENT = next(str(g.row["transfer_id"]) for g in GOOD.given if g.table == "Transfer")


@pytest.mark.parametrize("cell", range(2))
def test_the_good_tasks_have_no_finding(cell: int):
    found = audit_task(task(cell))
    assert [finding.why for finding in found.findings if finding.audit != "outcomes in turn"] == []
    assert len(found.mutants) > 50


# Ways to break a task


def contract(keep: Callable[[Any], bool], *more: Any, base: Task = GOOD) -> Task:
    """The good task with some of its checks, and more."""
    return base.model_copy(update={"contract": (*filter(keep, base.contract), *more)})


def without(*ids: str, base: Task = GOOD) -> Task:
    return contract(lambda check: check.id not in ids, base=base)


def other(id: str, **fields: Any) -> Task:
    """The good task with a check that demands something else."""
    checks = (check.model_copy(update=fields) if check.id == id else check for check in GOOD.contract)
    return GOOD.model_copy(update={"contract": tuple(checks)})


def more(*checks: Any, base: Task = GOOD) -> Task:
    return contract(lambda check: True, *checks, base=base)


def solution(*steps: Any, base: Task = GOOD) -> Task:
    return base.model_copy(update={"solution": steps})


def persona(**fields: Any) -> Task:
    return GOOD.model_copy(update={"persona": GOOD.persona.model_copy(update=fields)})


def with_argument(tool: str, **arguments: Any) -> Task:
    """The good task whose solution calls a tool otherwise."""
    return solution(*(_otherwise(step, tool, arguments) for step in GOOD.solution))


def _otherwise(step: Any, tool: str, arguments: dict[str, Any]) -> Any:
    if isinstance(step, Act) and step.name == tool:
        return step.model_copy(update={"arguments": {**step.arguments, **arguments}})
    return step


def family(*names: str) -> Callable[[Any], bool]:
    return lambda check: check.family not in names


ASK, FIND, SIGN_IN, LIST, ASK_PAYEE, CHECK, READ_BACK, SEND, LAST = GOOD.solution
REVIEW = Act(
    name="submit_review",
    arguments={
        "kind": "complaint",
        "subject_id": GOOD.given[0].row["party_id"],
        "summary": "They want an answer soon.",
    },
)

PLANTED: dict[str, tuple[Task, str, str]] = {
    # what the loader refuses
    "an empty contract": (contract(lambda check: False), "loader", "the contract is empty"),
    "a check id twice": (more(GOOD.contract[0]), "loader", "the check id 'called-1' is given 2 times"),
    "a misspelt tool": (more(c.Called(id="x", tool="execute_transfers")), "loader", "unknown tool 'execute_transfers'"),
    "a misspelt field": (
        more(c.Row(id="x", table="Account", key=MINE, fields={"colour": Equals(value=1)})),
        "loader",
        "Account has no field 'colour'",
    ),
    "a state that is true from the start": (
        more(c.Row(id="x", table="Account", key=MINE, fields={"state": Equals(value="open")})),
        "loader",
        "check 'x': holds before anything is done",
    ),
    "a contract that only forbids": (
        contract(family("action", "parameter", "order", "reply", "state")),
        "loader",
        "the contract only forbids: doing nothing would pass",
    ),
    "a contract that talk satisfies": (
        contract(family("action", "parameter", "order", "state", "forbidden")),
        "loader",
        "the contract demands no call and no change: talk would pass",
    ),
    "a value in the opening that is to be discovered": (
        persona(opening=(f"Please send 699 euros to {THEIRS}.",)).model_copy(update={"styles": ("hop",)}),
        "loader",
        f"the opening gives away '{THEIRS}'",
    ),
    "a canary in public text": (
        other("never_says-1", phrases=("Quayside Pay",)),
        "loader",
        "the policy says 'Quayside Pay', which must never be said",
    ),
    "a record that is not there": (
        more(c.Protected(id="x", table="Transfer", keys=("TRF-0000",))),
        "loader",
        "there is no Transfer 'TRF-0000'",
    ),
    # solutions
    "a wrong amount in the contract": (
        other("row-1", fields={"balance": Near(amount=710.0)}),
        "solution",
        "row-1 broken: it has {'balance': 709.0}",
    ),
    "a refused call in the solution": (
        solution(ASK, FIND, LIST, SIGN_IN, LIST, ASK_PAYEE, CHECK, READ_BACK, SEND, LAST),
        "solution",
        "list_accounts was refused, expected ok",
    ),
    "a customer who is never told the end": (
        solution(ASK, FIND, SIGN_IN, LIST, ASK_PAYEE, CHECK, READ_BACK, SEND, Say(text="Have a nice day.")),
        "solution",
        "outcome-1 broken",
    ),
    "an argument out of nowhere": (
        solution(FIND, SIGN_IN, LIST, CHECK, READ_BACK, SEND, LAST),
        "provenance",
        f"find_party.email={GOOD.given[0].row['email']!r} comes out of nowhere",
    ),
    "an account that nobody has named": (
        with_argument("validate_payee", account_number="0123456789").model_copy(
            update={"contract": tuple(filter(family("order", "parameter"), GOOD.contract))}
        ),
        "solution",
        "validate_payee was refused",
    ),
    # contracts that are too weak
    "no state check": (contract(family("state")), "mutants", "the solution writes records, and no check looks at them"),
    "no count on a tool that repeats": (
        without("rows-1", "row-1", "only_changed-1"),
        "mutants",
        "repeat a write (execute_transfer(",
    ),
    "nothing against writes elsewhere": (without("only_changed-1"), "mutants", "a write elsewhere (Party "),
    "a reply check that the opposite passes": (
        without("outcome-1"),
        "mutants",
        "final reply negated (what is said in the end): no check sees it",
    ),
    "an amount that is named among others": (
        contract(lambda check: check.id not in ("states_amount-1", "outcome-1"), c.StatesAmount(id="x", amount=699.0)),
        "outcomes at once",
        "every outcome, amount and id stated passes",
    ),
    "a call with the wrong payee passes": (
        contract(lambda check: check.id not in ("passed-1", "in_order-1", "row-1", "only_changed-1", "protected-1")),
        "mutants",
        f"execute_transfer.to_account={THEIRS} to ",
    ),
    "an unwanted call passes": (
        without("only_changed-1", base=OVER),
        "mutants",
        "an unwanted write (schedule_transfer(",
    ),
    # checks that say nothing
    "an order that any path meets": (
        more(c.InOrder(id="x", steps=(c.Step(tool="authenticate_party"), c.Step(tool="list_accounts")))),
        "unkilled",
        "x (in_order): any path meets this order: the tools refuse the other one",
    ),
    "a protected record that nothing could touch": (
        more(c.Protected(id="x", table="Merchant", keys=("QS",))),
        "unkilled",
        "x (protected): no call writes these records: there is nothing to protect",
    ),
    "a canary that nobody sees": (
        other("never_says-1", phrases=("RSK-0000",)),
        "dump",
        "never_says-1: the agent never sees RSK-0000",
    ),
    # lazy ways
    "a hand-over that is all": (
        GOOD.model_copy(
            update={
                "solution": (ASK, FIND, SIGN_IN, REVIEW, Say(text="I cannot make the transfer; a colleague will.")),
                "contract": (
                    c.Called(id="a", tool="submit_review"),
                    c.OnlyChanged(id="b", created=(c.Created(table="Review"),)),
                    c.StatesOutcome(id="c", outcome="refused", about="transfer"),
                ),
            }
        ),
        "transfer",
        "with the right words earns the reward",
    ),
    "words that are not asked for": (
        contract(lambda check: check.family != "reply" or check.id == "never_says-1", base=GOOD),
        "",
        "",
    ),
}


@pytest.mark.parametrize("name", [name for name, planted in PLANTED.items() if planted[1]])
def test_a_planted_defect_is_reported(name: str):
    broken, audit, why = PLANTED[name]
    findings = audit_task(broken).findings
    assert [finding for finding in findings if finding.audit == audit and why in finding.why], [
        (finding.audit, finding.why) for finding in findings
    ]


def test_there_are_enough_planted_defects():
    assert len(PLANTED) > 25


def test_a_contract_without_words_may_be_played_in_silence():
    broken, _, _ = PLANTED["words that are not asked for"]
    assert audit_task(broken).tallies["act"].right == 1


def test_a_forbidden_tool_that_no_node_exposes_is_reported(monkeypatch: pytest.MonkeyPatch):
    domain = load_domain("payments")
    graph = {
        name: node.model_copy(update={"tools": tuple(t for t in node.tools if t != "request_limit_increase")})
        for name, node in domain.graph.items()
    }
    monkeypatch.setitem(domain.__dict__, "graph", graph)
    monkeypatch.setitem(domain.__dict__, "reachable", type(domain).reachable.func(domain))
    why = [finding.why for finding in audit_task(GOOD).findings]
    assert why == ["check 'never_called-1': no node of the graph exposes 'request_limit_increase'"]


def test_a_trajectory_that_passes_both_twins_is_reported():
    twin = GOOD.model_copy(update={"id": "payments-912", "cell": {"amount": "well within"}})
    found = [finding.why for finding in audit_tasks([GOOD, twin]).findings]
    assert found == [
        "the solution of its twin payments-910 passes, as it is",
        "the solution of its twin payments-912 passes, as it is",
    ]
    assert [finding.why for finding in audit_tasks([GOOD, OVER]).findings] == []


def test_a_trajectory_with_the_ids_of_its_twin_is_tried():
    """The twin has another account number, so that only the mapped solution passes it."""
    elsewhere = Task.model_validate_json(
        GOOD.model_copy(update={"id": "payments-913", "cell": {"amount": "elsewhere"}})
        .model_dump_json()
        .replace(THEIRS, "4400110022")
    )
    found = {finding.why for finding in audit_tasks([GOOD, elsewhere]).findings}
    assert "the solution of its twin payments-910 passes, with the ids of the twin" in found


def test_a_cell_given_twice_is_reported():
    found = audit_tasks([GOOD, GOOD.model_copy(update={"id": "payments-914"})]).findings
    assert any("has the cell {'amount': 'within'} 2 times" in finding.why for finding in found)


def test_a_tool_that_shows_a_secret_is_reported():
    """A holder's name that is also the customer's code: the name check says it aloud."""
    code = str(GOOD.given[0].row["code"])
    rows = tuple(_coded(given, code) for given in GOOD.given)
    found = audit_task(GOOD.model_copy(update={"given": rows})).findings
    assert any(finding.why == f"a tool shows a hidden value: {code!r}" for finding in found)


def _coded(given: Given, code: str) -> Given:
    if given.table == "Account" and given.row["account_number"] == SAVINGS:
        return given.model_copy(update={"row": {**given.row, "label": f"savings {code}"}})
    return given


def test_names_used_here_are_those_of_the_good_task():
    assert {MINE, THEIRS, SAVINGS} == {g.row["account_number"] for g in GOOD.given if g.table == "Account"}
    assert RENT.startswith("TRF-")
    assert CANARY in str(GOOD.given)
