"""The strict loader: each way to break a good task is refused with a message that names it."""

from typing import Any

import pytest

from crm_gym import contract as c
from crm_gym.domains.base import load_domain
from crm_gym.matchers import AtMost, Equals, OneOf
from crm_gym.persona import Asked, Goal, HeardOutcome, Reaction
from crm_gym.tasks.spec import Act, Given, Task
from crm_gym.tasks.validate import (
    InvalidTask,
    contract_skeleton,
    family_problems,
    problems,
    require_sound,
    solution_skeleton,
)
from crm_gym.types import Say
from tests.tasks.stories import task

GOOD, OVER = task(0), task(1)
PAID = Equals(value="done")
NUMBER = GOOD.given[2].row["account_number"]
MY_ID = GOOD.given[0].row["party_id"]


@pytest.mark.parametrize("cell", range(3))
def test_a_good_task_has_no_problem(cell: int):
    assert list(problems(task(cell))) == []
    assert require_sound(task(cell)) == task(cell)


def contract(*checks: Any) -> Task:
    """The good task with other checks."""
    return GOOD.model_copy(update={"contract": checks})


def more(*checks: Any) -> Task:
    """The good task with more checks."""
    return contract(*GOOD.contract, *checks)


def persona(**update: Any) -> Task:
    return GOOD.model_copy(update={"persona": GOOD.persona.model_copy(update=update)})


CALLED = c.Called(id="called-1", tool="execute_transfer")
ONLY = c.OnlyChanged(id="only")
TELLS = c.StatesOutcome(id="tells", outcome="done", about="transfer")
FORBIDS = c.NeverCalled(id="never", tool="freeze_card")


def row(table: str = "Account", key: str | None = str(NUMBER), **fields: Any) -> c.Row:
    return c.Row(id="row-9", table=table, key=key, fields=fields)


CONTRACTS = [
    (contract(), "the contract is empty"),
    (contract(TELLS), "talk would pass"),
    (contract(TELLS, ONLY), "talk would pass"),
    (contract(TELLS, row(state=Equals(value="open")).model_copy(update={"stays": True})), "talk would pass"),
    (contract(FORBIDS), "doing nothing would pass"),
    (contract(CALLED, CALLED), "the check id 'called-1' is given 2 times"),
    (contract(CALLED.model_copy(update={"id": ""})), "the check id '' is given"),
    (more(c.Called(id="x", tool="send_money")), "check 'x': unknown tool 'send_money'"),
    (more(c.CalledAny(id="x", tools=("get_balance", "send_money"))), "check 'x': unknown tool 'send_money'"),
    (more(c.NeverPassed(id="x", values=("1",), tools=("send_money",))), "check 'x': unknown tool 'send_money'"),
    (more(c.SaysBefore(id="x", tool="send_money", phrases=("a",))), "check 'x': unknown tool 'send_money'"),
    (more(c.AsksBefore(id="x", tool="send_money")), "check 'x': unknown tool 'send_money'"),
    (
        more(c.InOrder(id="x", steps=(c.Step(tool="get_balance"), c.Step(tool="send_money")))),
        "check 'x': unknown tool 'send_money'",
    ),
    (
        more(c.Passed(id="x", tool="execute_transfer", args={"sum": Equals(value=5)})),
        "check 'x': execute_transfer has no argument 'sum'",
    ),
    (
        more(c.NeverCalled(id="x", tool="freeze_card", args={"why": Equals(value=5)})),
        "check 'x': freeze_card has no argument 'why'",
    ),
    (
        more(c.NeverCalled(id="x", tool="freeze_card", args={"reason_code": Equals(value="bored")})),
        "check 'x': freeze_card.reason_code cannot be 'bored'",
    ),
    (
        more(c.Passed(id="x", tool="submit_review", args={"kind": OneOf(values=("locked", "open"))})),
        "check 'x': submit_review.kind cannot be 'open'",
    ),
    (more(row("Purse", "1", state=PAID)), "check 'row-9': unknown table 'Purse'"),
    (more(c.Rows(id="x", table="Purse", where={"a": PAID}, count=1)), "check 'x': unknown table 'Purse'"),
    (more(c.Gone(id="x", table="Purse", key="1")), "check 'x': unknown table 'Purse'"),
    (more(c.Protected(id="x", table="Purse", keys="*")), "check 'x': unknown table 'Purse'"),
    (more(c.OnlyChanged(id="x", created=(c.Created(table="Purse"),))), "check 'x': unknown table 'Purse'"),
    (more(row(colour=PAID)), "check 'row-9': Account has no field 'colour'"),
    (
        more(c.Rows(id="x", table="Transfer", where={"colour": PAID}, count=1)),
        "check 'x': Transfer has no field 'colour'",
    ),
    (
        more(c.OnlyChanged(id="x", created=(c.Created(table="Transfer", where={"colour": PAID}),))),
        "check 'x': Transfer has no field 'colour'",
    ),
    (more(row(state=Equals(value="melted"))), "check 'row-9': Account.state cannot be 'melted'"),
    (more(row(state=OneOf(values=("frozen", "melted")))), "check 'row-9': Account.state cannot be 'melted'"),
    (more(row(key="9999999999", state=Equals(value="frozen"))), "check 'row-9': there is no Account '9999999999'"),
    (more(c.Gone(id="x", table="Account", key="9999999999")), "check 'x': there is no Account '9999999999'"),
    (more(c.Protected(id="x", table="Party", keys=("PTY-9999",))), "check 'x': there is no Party 'PTY-9999'"),
    (more(c.Protected(id="x", table="Party", keys="*", but=("PTY-9999",))), "check 'x': there is no Party 'PTY-9999'"),
    (
        more(c.OnlyChanged(id="x", records=(c.Ref(table="Party", key="PTY-9999"),))),
        "check 'x': there is no Party 'PTY-9999'",
    ),
    (more(row(key=None, state=Equals(value="frozen"))), "check 'row-9': says neither which Account nor where"),
    (more(row(state=Equals(value="open"))), "check 'row-9': holds before anything is done"),
    (
        more(c.Rows(id="x", table="Transfer", where={"from_account": Equals(value=NUMBER)}, count=0)),
        "check 'x': holds before anything is done",
    ),
    (
        more(row(state=Equals(value="frozen")).model_copy(update={"stays": True})),
        "check 'row-9': says that it stays, but does not hold at the start",
    ),
    (more(c.StatesAmount(id="x", amount=5, about="weather")), "check 'x': unknown topic 'weather'"),
    (more(c.StatesOutcome(id="x", outcome="done", about="weather")), "check 'x': unknown topic 'weather'"),
    (more(c.AsksFor(id="x", slot="mood")), "check 'x': unknown slot 'mood'"),
    (more(c.AsksBefore(id="x", tool="freeze_card", slot="mood")), "check 'x': unknown slot 'mood'"),
]


@pytest.mark.parametrize(("broken", "message"), CONTRACTS, ids=[message for _, message in CONTRACTS])
def test_a_contract_is_refused(broken: Task, message: str):
    with pytest.raises(InvalidTask) as refusal:
        require_sound(broken)
    assert any(line.startswith("payments-900 (to_a_friend): ") and message in line for line in _lines(refusal.value))


def _lines(error: Exception) -> list[str]:
    return str(error).splitlines()


def test_an_optional_argument_and_field_have_their_values_checked():
    from crm_gym.tasks.validate import allowed_values

    assert allowed_values({"enum": ["a", "b"]}) == ("a", "b")
    assert allowed_values({"const": "a"}) == ("a",)
    assert allowed_values({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}) == ("a", "b", None)
    assert allowed_values({"anyOf": [{"enum": ["a", "b"]}, {"type": "string"}]}) is None
    assert allowed_values({"type": "string"}) is None


def test_a_tool_that_no_node_exposes_cannot_be_forbidden(monkeypatch: pytest.MonkeyPatch):
    domain = load_domain("payments")
    graph = {
        name: node.model_copy(update={"tools": tuple(tool for tool in node.tools if tool != "freeze_card")})
        for name, node in domain.graph.items()
    }
    monkeypatch.setitem(domain.__dict__, "graph", graph)
    monkeypatch.setitem(domain.__dict__, "reachable", type(domain).reachable.func(domain))
    assert list(problems(more(FORBIDS))) == ["check 'never': no node of the graph exposes 'freeze_card'"]
    passed = c.NeverPassed(id="x", values=("1",), tools=("freeze_card",))
    assert list(problems(more(passed))) == ["check 'x': no node of the graph exposes 'freeze_card'"]


HOP = {"styles": ("hop",)}

OTHERS = [
    (GOOD.model_copy(update={"cell": {}}), "the task names no decision cell"),
    (GOOD.model_copy(update={"labels": ("sailing",)}), "unknown label 'sailing'"),
    (GOOD.model_copy(update={"solution": (Say(text="Done."),)}), "the solution calls no tool"),
    (GOOD.model_copy(update={"solution": (*GOOD.solution, Say(text=" "))}), "step 5 of the solution says nothing"),
    (
        GOOD.model_copy(update={"solution": (*GOOD.solution, Act(name="send_money"))}),
        "step 5 of the solution calls an unknown tool 'send_money'",
    ),
    (persona(opening=("Please run execute_transfer.",)), "the opening names 'execute_transfer'"),
    (persona(opening=("It is about account_transfer.",)), "the opening names 'account_transfer'"),
    (
        persona(opening=(f"Send it from {NUMBER}.",)).model_copy(update=HOP),
        f"the opening gives away '{NUMBER}'",
    ),
    (persona(facts={"mood": ("Good.",)}), "the persona knows an unknown slot 'mood'"),
    (persona(unknown=("mood",)), "the persona knows an unknown slot 'mood'"),
    (persona(goals=(Goal(about="weather", again=("Sun.",)),)), "the persona speaks of an unknown topic 'weather'"),
    (
        persona(reactions=(Reaction(on=HeardOutcome(outcome="done", about="weather"), says=("Oh.",)),)),
        "the persona speaks of an unknown topic 'weather'",
    ),
    (
        persona(reactions=(Reaction(on=Asked(slot="mood"), says=("Good.",)),)),
        "a reaction waits for an unknown slot 'mood'",
    ),
    (
        more(c.NeverSays(id="x", phrases=("Quayside Pay",))),
        "check 'x': the policy says 'Quayside Pay', which must never be said",
    ),
    (
        more(c.NeverSays(id="x", phrases=("account number",))),
        "check 'x': a tool says 'account number', which must never be said",
    ),
    (
        GOOD.model_copy(update={"given": (*GOOD.given, Given(table="Purse", row={}))}),
        "given row 4: unknown table 'Purse'",
    ),
    (
        GOOD.model_copy(update={"given": (*GOOD.given, Given(table="Party", row={"party_id": "PTY-1"}))}),
        "given row 4 (Party): party_id: ",
    ),
    (GOOD.model_copy(update={"given": (*GOOD.given, GOOD.given[0])}), f"Party '{MY_ID}' is there twice"),
]


@pytest.mark.parametrize(("broken", "message"), OTHERS, ids=[message for _, message in OTHERS])
def test_a_task_is_refused(broken: Task, message: str):
    with pytest.raises(InvalidTask) as refusal:
        require_sound(broken)
    assert any(line.startswith("payments-900 (to_a_friend): ") and message in line for line in _lines(refusal.value))


def test_all_problems_are_told_at_once():
    broken = more(c.Called(id="x", tool="send_money"), c.AsksFor(id="y", slot="mood"))
    with pytest.raises(InvalidTask) as refusal:
        require_sound(broken)
    assert [line.split("): ")[1] for line in _lines(refusal.value)] == [
        "check 'x': unknown tool 'send_money'",
        "check 'y': unknown slot 'mood'",
    ]


def test_what_the_customer_says_may_be_what_must_not_be_repeated():
    told = persona(opening=("My card is 4000 1234 5678 9010.",))
    check = c.NeverSays(id="x", phrases=("4000123456789010",))
    assert list(problems(told.model_copy(update={"contract": (*GOOD.contract, check)}))) == []


def test_only_facts_and_values_that_decide_are_compared():
    assert list(problems(more(row(balance=AtMost(value=4000.0))))) == []


# Between tasks


def test_a_family_has_each_cell_and_each_id_once():
    assert list(family_problems([task(0), task(1), task(2)])) == []
    found = list(family_problems([GOOD, GOOD.model_copy(update={"id": "payments-907"})]))
    assert found == ["family 'to_a_friend' has the cell {'amount': 'within', 'voice': 'calm'} 2 times"]
    found = list(family_problems([GOOD, OVER.model_copy(update={"id": GOOD.id})]))
    assert found == ["the id 'payments-900' is given 2 times"]


def test_skeletons_are_alike_for_tasks_that_differ_in_values_alone():
    single = task(2)
    assert contract_skeleton(GOOD) == contract_skeleton(single)
    assert contract_skeleton(GOOD) != contract_skeleton(OVER)
    assert solution_skeleton(GOOD) == ("say", "find_party", "authenticate_party", "execute_transfer", "say")
