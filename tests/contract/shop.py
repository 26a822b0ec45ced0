"""A shop with two orders, in which contracts are judged; its tools read, write, refuse and sign in."""

from datetime import date, datetime
from typing import ClassVar, Literal

from crm_gym import text
from crm_gym.contract import Check, Run, Verdict, judge
from crm_gym.judges import rule_judge
from crm_gym.tools import Amount, Toolbox, tool
from crm_gym.types import AgentSays, Call, Event, Json, UserSays
from crm_gym.world import Cents, Record, Refusal, Rows, World


class Session(Record):
    key: ClassVar[str] = "session_id"
    bookkeeping: ClassVar[bool] = True

    session_id: str = "session"
    customer: str | None = None


class Order(Record):
    key: ClassVar[str] = "order_id"
    prefix: ClassVar[str] = "O"

    order_id: str
    total: Cents
    status: Literal["placed", "shipped", "cancelled"] = "placed"
    placed_on: date = date(2026, 7, 1)
    note: str = ""


class Refund(Record):
    key: ClassVar[str] = "refund_id"
    prefix: ClassVar[str] = "RF"

    refund_id: str
    order_id: str
    amount: Cents
    reason: str | None = None


@tool()
def sign_in(world: World, customer: str) -> Session:
    """Sign a customer in."""
    return world.update(world.get(Session, "session"), customer=customer)


@tool()
def find_order(world: World, order_id: str) -> Order:
    """Look an order up."""
    return world.get(Order, order_id)


@tool(writes=True)
def refund(world: World, order_id: str, amount: Amount, reason: str | None = None) -> Refund:
    """Give money back, up to what the order cost."""
    order = world.get(Order, order_id)
    if amount > order.total:
        raise Refusal("TOO_MUCH", "that is more than the order cost")
    new = Refund(refund_id=world.new_id(Refund), order_id=order_id, amount=amount, reason=reason)
    return world.add(new)


@tool(writes=True)
def set_status(world: World, order_id: str, status: Literal["placed", "shipped", "cancelled"]) -> Order:
    """Set the status of an order."""
    return world.update(world.get(Order, order_id), status=status)


@tool(writes=True)
def add_note(world: World, order_id: str, note: str, extra: dict[str, Json] | None = None) -> Order:
    """Write a note on an order."""
    return world.update(world.get(Order, order_id), note=note)


@tool(writes=True)
def delete_order(world: World, order_id: str) -> str:
    """Take an order away."""
    world.remove(world.get(Order, order_id))
    return "deleted"


@tool(writes=True)
def copy_order(world: World, order_id: str) -> Order:
    """Order the same again."""
    order = world.get(Order, order_id)
    return world.add(Order(order_id=world.new_id(Order), total=order.total))


TOOLS = Toolbox([sign_in, find_order, refund, set_status, add_note, delete_order, copy_order])
NOW = datetime(2026, 8, 3, 13, 0)
KETTLE = Order(order_id="O-1001", total=39_00)
LAMP = Order(order_id="O-1002", total=120_00, status="shipped")
WORDS = text.Lexicon(
    slots={"email": ("email", "email address"), "amount": ("amount", "how much")},
    topics={
        "refund": text.Topic(nouns=("refund",), verbs=("refund refunded",)),
        "order": text.Topic(nouns=("order",), verbs=("cancel cancelled",)),
    },
)

Step = Call | str | UserSays
"""A call, a message of the agent, or a turn of the user: one event each, numbered from 0."""


def play(*steps: Step, exposed: set[str] | None = None) -> Run:
    """The steps as they would happen in an episode."""
    world = World(Rows([Session(), KETTLE, LAMP]), Rows(), NOW)
    events: list[Event] = []
    for step in steps:
        match step:
            case Call():
                events.append(TOOLS.run(world, step.name, step.arguments, exposed=exposed))
            case UserSays():
                events.append(step)
            case _:
                events.append(AgentSays(text=step))
    return Run(events, world, WORDS)


def verdicts(contract: list[Check], *steps: Step) -> list[Verdict]:
    """The verdict on each check; every one says why."""
    found = judge(contract, play(*steps), rule_judge)
    assert all(verdict.why for verdict in found)
    return list(found)


def answer(check: Check, *steps: Step) -> tuple[str, tuple[int, ...]]:
    """The outcome of one check and the events that show it."""
    [verdict] = verdicts([check], *steps)
    assert verdict.kind == check.kind
    assert verdict.family == check.family
    assert check.sentence
    return verdict.outcome, verdict.evidence
