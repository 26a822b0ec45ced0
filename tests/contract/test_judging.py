"""From checks to an outcome: one verdict each, strict conjunction, shares by family; and figure 1 of the paper."""

from typing import get_args

import pytest

from crm_gym import contract as c
from crm_gym.contract import (
    AnyCheck,
    Called,
    Check,
    EvaluatorError,
    Finding,
    InOrder,
    Mentions,
    NeverCalled,
    OnlyChanged,
    Passed,
    Row,
    Rows,
    Run,
    StatesAmount,
    Step,
    Verdict,
    judge,
    shares,
    succeeded,
)
from crm_gym.domains.base import Session, load_domain
from crm_gym.domains.payments.records import Card, Merchant, Party, Transaction
from crm_gym.judges import rule_judge
from crm_gym.matchers import Equals, Near
from crm_gym.types import AgentSays, Call, Event
from crm_gym.world import Rows as Layer
from crm_gym.world import World
from tests.contract.shop import find_order, play, refund, verdicts


class Faulty(Check):
    """A check that cannot be judged."""

    family = "state"

    def find(self, run: Run) -> Finding:
        raise ZeroDivisionError("no ground")


def test_a_fault_of_a_check_is_neither_held_nor_broken():
    found = judge([Faulty(id="faulty-1"), Called(id="called-1", tool="refund")], play(), rule_judge)
    assert [v.outcome for v in found] == ["error", "broken"]
    assert "no ground" in found[0].why
    with pytest.raises(EvaluatorError, match=r"'faulty-1'.*no ground"):
        succeeded(found)


def test_a_fault_of_the_reply_judge_is_an_error():
    def failing(check: object, run: Run) -> Finding:
        raise TimeoutError("judge is away")

    [found] = judge([Mentions(value="RF-9001")], play("Hello."), failing)
    assert found.outcome == "error"
    with pytest.raises(EvaluatorError):
        succeeded([found])


class Unfit(Equals):
    """A matcher that fails."""

    def fits(self, found: object) -> bool:
        raise ArithmeticError("cannot compare")


def test_a_fault_while_calls_are_assigned_stays_with_its_check():
    faulty = Called.model_construct(
        id="faulty", tool="find_order", args={"order_id": Unfit(value="x")}, times="at_least_once"
    )
    found = judge([faulty, Called(id="fine", tool="find_order")], play(find_order.call("O-1001")), rule_judge)
    assert [v.outcome for v in found] == ["error", "holds"]


def test_every_declared_check_has_its_verdict_in_order():
    contract = [Called(id=f"c-{n}", tool=tool) for n, tool in enumerate(("refund", "find_order", "refund"))]
    found = verdicts(contract, refund.call("O-1001", 5))
    assert [v.id for v in found] == ["c-0", "c-1", "c-2"]
    assert [v.outcome for v in found] == ["holds", "broken", "broken"]


def test_success_is_the_conjunction():
    held = Verdict(id="a", family="action", kind="called", outcome="holds", why="1 call")
    broken = held.model_copy(update={"outcome": "broken"})
    assert succeeded([held, held])
    assert not succeeded([held, broken])


def test_shares_has_the_declared_families_only():
    contract = [Called(tool="refund"), Called(tool="find_order"), NeverCalled(tool="set_status")]
    assert shares(verdicts(contract, find_order.call("O-1001"))) == {"action": 0.5, "forbidden": 1.0}
    assert shares([]) == {}


KINDS = get_args(get_args(AnyCheck)[0])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_check_has_a_family_and_is_offered_by_the_package(kind: type[Check]):
    assert kind.family in c.FAMILIES
    assert getattr(c, kind.__name__) is kind
    assert kind.model_fields["kind"].default


# Figure 1: a checkout of 15.50 that earns 155 points, once

PAYMENTS = load_domain("payments")
BUYER = Party(
    party_id="PTY-5001",
    name="Ines Novak",
    email="i@mail.example",
    phone="+44 20 7946 0123",
    code="415693",
    level="verified",
)
CARD = Card(card_id="CRD-5001", party_id=BUYER.id, last4="1111", token="tok_1111")
SHOP = Merchant(merchant_code="ZZ", name="Shop", refund_days=30, contact="help@shop.example")
PAY = Call(
    name="process_payment",
    arguments={"party_id": BUYER.id, "amount": 15.5, "method": CARD.id, "merchant_ref": "ZZ-4471"},
)
CHECKOUT = [
    PAY,
    *(Call(name=name, arguments={"transaction_id": "TXN-9001"}) for name in ("send_receipt", "award_points")),
]
AGAIN = [PAY, Call(name="award_points", arguments={"transaction_id": "TXN-9002"})]
TOLD = AgentSays(text="Your payment of 15.50 EUR went through, reference TXN-9001.")
ONCE = [
    Called(id="pay", tool="process_payment"),
    Called(id="receipt", tool="send_receipt"),
    Called(id="points", tool="award_points"),
    Passed(
        id="amount",
        tool="process_payment",
        args={"amount": Near(amount=15.5), "merchant_ref": Equals(value="ZZ-4471")},
        quantifier="every",
    ),
    InOrder(id="order", steps=(Step(tool="process_payment"), Step(tool="send_receipt"), Step(tool="award_points"))),
    StatesAmount(id="states", amount=15.5),
    Mentions(id="reference", value="TXN-9001"),
    Row(id="balance", table="Party", key=BUYER.id, fields={"points": Equals(value=155)}),
    Rows(id="once", table="Transaction", where={"merchant_ref": Equals(value="ZZ-4471")}, count=1),
    OnlyChanged(
        id="only", records=(c.Ref(table="Party", key=BUYER.id),), created=(c.Created(table="Transaction", at_most=1),)
    ),
]


def checkout(*calls: Call) -> Run:
    world = World(Layer([Session(verified_id=BUYER.id), BUYER, CARD, SHOP]), Layer(), PAYMENTS.now)
    events: list[Event] = [PAYMENTS.toolbox.run(world, call.name, call.arguments) for call in calls]
    return Run([*events, TOLD], world, PAYMENTS.lexicon)


def test_the_checkout_holds_once():
    run = checkout(*CHECKOUT)
    assert run.world.get(Party, BUYER.id).points == 155
    assert succeeded(judge(ONCE, run, rule_judge))


def test_the_duplicate_of_the_checkout_breaks_the_state_alone():
    run = checkout(*CHECKOUT, *AGAIN)
    assert run.world.get(Party, BUYER.id).points == 310
    assert len(run.world.all(Transaction)) == 2
    found = judge(ONCE, run, rule_judge)
    assert shares(found) == {"action": 1.0, "parameter": 1.0, "order": 1.0, "reply": 1.0, "state": 0.0}
    assert not succeeded(found)
