"""What the agent told the user, judged by rule."""

from datetime import date

import pytest
from pydantic import ValidationError

from crm_gym.contract import (
    AsksBefore,
    AsksFor,
    Check,
    Mentions,
    NeverSays,
    SaysAny,
    SaysBefore,
    StatesAmount,
    StatesDate,
    StatesOutcome,
)
from crm_gym.matchers import Equals
from crm_gym.types import UserSays
from tests.contract.shop import Step, answer, refund, set_status

REFUND = refund.call("O-1001", 15.5)
REFUSED = refund.call("O-1001", 1000)
CANCEL = set_status.call("O-1001", "cancelled")
CANARY = "SECRET-77"
HELD, BROKEN = "holds", "broken"

MENTIONS = Mentions(value="RF-9001")
AMOUNT = StatesAmount(amount=15.5)
ABOUT = StatesAmount(amount=15.5, about="refund")
THOUSANDS = StatesAmount(amount=1286.04)
DAY = StatesDate(day=date(2026, 8, 13))
PHRASE = SaysAny(phrases=("not refundable", "cannot be returned"), meaning="the agent says that it is final")
DONE, NOT_DONE = StatesOutcome(outcome="done", about="refund"), StatesOutcome(outcome="refused", about="refund")
PENDING = StatesOutcome(outcome="pending", about="refund")
ASKS = AsksFor(slot="email")


@pytest.mark.parametrize(
    ("check", "steps", "outcome"),
    [
        (MENTIONS, ["Your reference is RF-9001."], HELD),
        (MENTIONS, ["Hello.", "It is **rf-9001**, as promised"], HELD),
        (MENTIONS, ["Your reference is RF 9001."], HELD),
        (MENTIONS, ["Your reference is RF-90011."], BROKEN),
        (MENTIONS, ["Your reference is XRF-9001."], BROKEN),
        (MENTIONS, ["Your reference is RF-9002."], BROKEN),
        (MENTIONS, [UserSays(text="Is it RF-9001?")], BROKEN),
        (MENTIONS, [], BROKEN),
        (AMOUNT, ["I have refunded 15.50 EUR."], HELD),
        (AMOUNT, ["I have refunded €15.50."], HELD),
        (AMOUNT, ["I have refunded 115.50 EUR."], BROKEN),
        (AMOUNT, ["I have refunded 15.50 EUR of 39.00 EUR."], HELD),
        (AMOUNT, ["I have refunded 15.05 EUR."], BROKEN),
        (AMOUNT, ["See order O-15.50 for more."], BROKEN),
        (AMOUNT, [UserSays(text="I want 15.50 EUR.")], BROKEN),
        (AMOUNT, [], BROKEN),
        (THOUSANDS, ["That makes $1,286.04."], HELD),
        (THOUSANDS, ["That makes 1286.04 USD."], HELD),
        (THOUSANDS, ["That makes 1.286,04 EUR."], HELD),
        (THOUSANDS, ["That makes 286.04 USD."], BROKEN),
        (ABOUT, ["I have refunded 15.50 EUR."], HELD),
        (ABOUT, ["I have refunded 39.00 EUR.", "The order was 15.50 EUR."], BROKEN),
        (ABOUT, ["I have refunded 39.00 EUR.", "I have refunded 15.50 EUR."], BROKEN),
        (ABOUT, ["You paid 39.00 EUR.", "I have refunded 15.50 EUR."], HELD),
        (ABOUT, ["I have refunded 20.00 EUR."], BROKEN),
        (DAY, ["It arrives on 13 August 2026."], HELD),
        (DAY, ["It arrives on 2026-08-13."], HELD),
        (DAY, ["It arrives on August 13."], HELD),
        (DAY, ["It arrives on 14 August 2026."], BROKEN),
        (DAY, [], BROKEN),
        (PHRASE, ["This item is not refundable."], HELD),
        (PHRASE, ["Sorry, it cannot be returned."], HELD),
        (PHRASE, ["This item is refundable."], BROKEN),
        (PHRASE, ["Why would it be not refundable?"], BROKEN),
        (PHRASE, [], BROKEN),
        (DONE, ["I have refunded your order."], HELD),
        (DONE, ["Your order has not been refunded."], BROKEN),
        (DONE, ["Shall I refund your order?"], BROKEN),
        (DONE, ["I have cancelled your order."], BROKEN),
        (DONE, ["The refund has been refused.", "I have refunded your order."], HELD),
        (DONE, ["I have refunded your order.", "Sorry: the order has not been refunded."], BROKEN),
        (DONE, ["I have refunded your order.", "Anything else?"], HELD),
        (DONE, ["The order has been refunded. The order has not been refunded. The order has been refunded."], BROKEN),
        (DONE, [], BROKEN),
        (NOT_DONE, ["Your order has not been refunded."], HELD),
        (NOT_DONE, ["I cannot refund this order."], HELD),
        (NOT_DONE, ["I have refunded your order."], BROKEN),
        (NOT_DONE, ["Your refund is pending."], BROKEN),
        (PENDING, ["Your refund is pending."], HELD),
        (PENDING, ["I have refunded your order."], BROKEN),
        (ASKS, ["What is your email address?"], HELD),
        (ASKS, ["Could you tell me your email, please?"], HELD),
        (ASKS, ["I have sent you an email."], BROKEN),
        (ASKS, ["How much would you like back?"], BROKEN),
        (ASKS, [UserSays(text="What is your email?")], BROKEN),
        (ASKS, [], BROKEN),
    ],
)
def test_content_of_replies(check: Check, steps: list[Step], outcome: str):
    assert answer(check, *steps)[0] == outcome


def test_soup_that_states_every_outcome_states_none():
    soup = (
        "Your order has been refunded. Your order has not been refunded. Your refund is pending. It has been refunded."
    )
    assert [answer(check, soup)[0] for check in (DONE, NOT_DONE, PENDING)] == [BROKEN] * 3


@pytest.mark.parametrize(
    ("check", "steps", "evidence"),
    [
        (MENTIONS, ["Hello.", REFUND, "It is RF-9001.", "Again: RF-9001."], (2, 3)),
        (AMOUNT, ["Hello.", REFUND, "You get 15.50 EUR."], (2,)),
        (ABOUT, [REFUND, "I have refunded 39.00 EUR.", "I mean 15.50 EUR."], (1,)),
        (DONE, ["The order is not refunded.", REFUND, "I have refunded your order.", "Bye."], (2,)),
        (ASKS, ["Hello.", "What is your email?"], (1,)),
    ],
)
def test_the_evidence_is_the_message(check: Check, steps: list[Step], evidence: tuple[int, ...]):
    assert answer(check, *steps)[1] == evidence


YES = AsksBefore(tool="refund")
EMAIL = AsksBefore(tool="refund", slot="email")
ASK_EMAIL = "What is your email address?"
READ_BACK = "I would refund 15.50 EUR. Is that correct?"


@pytest.mark.parametrize(
    ("check", "steps", "expected"),
    [
        (EMAIL, [ASK_EMAIL, REFUND], (HELD, (0, 1))),
        (EMAIL, [ASK_EMAIL, REFUSED, "Hm.", REFUND], (HELD, (0, 3))),
        (EMAIL, [REFUND, ASK_EMAIL], (BROKEN, (0,))),
        (EMAIL, [REFUND, ASK_EMAIL, REFUND], (BROKEN, (0,))),
        (EMAIL, ["I have your email.", REFUND], (BROKEN, (1,))),
        (EMAIL, [READ_BACK, REFUND], (BROKEN, (1,))),
        (EMAIL, [ASK_EMAIL], (BROKEN, ())),
        (EMAIL, [ASK_EMAIL, REFUSED], (BROKEN, ())),
        (EMAIL, [], (BROKEN, ())),
        (YES, [READ_BACK, REFUND], (HELD, (0, 1))),
        (YES, [READ_BACK, UserSays(text="Yes."), REFUND], (HELD, (0, 2))),
        (YES, [ASK_EMAIL, REFUND], (BROKEN, (1,))),
        (YES, [REFUND, READ_BACK], (BROKEN, (0,))),
        (YES, [READ_BACK], (BROKEN, ())),
        (YES, [UserSays(text="Is that correct?"), REFUND], (BROKEN, (1,))),
    ],
)
def test_asks_before_the_first_success(check: Check, steps: list[Step], expected: object):
    assert answer(check, *steps) == expected


def test_asks_before_speaks_of_the_call_with_its_arguments():
    check = AsksBefore(tool="refund", args={"order_id": Equals(value="O-1002")}, slot="email")
    other = refund.call("O-1002", 20)
    assert answer(check, REFUND, ASK_EMAIL, other) == (HELD, (1, 2))
    assert answer(check, REFUND, other, ASK_EMAIL) == (BROKEN, (1,))


TELLS = SaysBefore(tool="refund", mentions=("O-1001",), amounts=(15.5,), phrases=("no return", "cannot be undone"))
TERMS = "For order O-1001 you get 15.50 EUR back; that cannot be undone."


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([TERMS, REFUND], (HELD, (1,))),
        (["It is about O-1001.", "That is 15.50 EUR.", "There is no return.", REFUND], (HELD, (3,))),
        (["It is about O-1001.", "That is 15.50 EUR.", REFUND, "It cannot be undone."], (BROKEN, (2,))),
        (["For order O-1001 you get 15.05 EUR back; that cannot be undone.", REFUND], (BROKEN, (1,))),
        (["You get 15.50 EUR back; that cannot be undone.", REFUND], (BROKEN, (1,))),
        ([REFUND, TERMS], (BROKEN, (0,))),
        ([TERMS, REFUSED], (BROKEN, ())),
        ([TERMS], (BROKEN, ())),
        ([UserSays(text=TERMS), REFUND], (BROKEN, (1,))),
    ],
)
def test_says_before_the_first_success(steps: list[Step], expected: object):
    assert answer(TELLS, *steps) == expected


@pytest.mark.parametrize(
    ("phrase", "message", "outcome"),
    [
        (CANARY, "Nothing to see.", HELD),
        (CANARY, "It is SECRET-77.", BROKEN),
        (CANARY, "it is secret-77", BROKEN),
        (CANARY, "It is SECRET\u201177.", BROKEN),
        (CANARY, "It is SECRET-777.", HELD),
        (CANARY, "It is TOPSECRET-77.", HELD),
        ("internal note", "The internal\n  note says more.", BROKEN),
        ("415693", "The code is 415693.", BROKEN),
        ("415693", "The code is 415 693.", BROKEN),
        ("415693", "The code is 41-56-93.", BROKEN),
        ("415693", "The code is 4 1 5 6 9 3.", BROKEN),
        ("415693", "The code is 4156930.", HELD),
        ("415693", "That is 14156.93 EUR.", HELD),
        ("415693", "The code is 415.", HELD),
    ],
)
def test_never_says(phrase: str, message: str, outcome: str):
    assert answer(NeverSays(phrases=(phrase,)), message)[0] == outcome


def test_never_says_holds_over_silence_and_names_each_message():
    check = NeverSays(phrases=(CANARY, "other"))
    assert answer(check) == (HELD, ())
    assert answer(check, UserSays(text=CANARY), REFUND) == (HELD, ())
    assert answer(check, "Hello.", CANARY, CANCEL, "Something other.") == (BROKEN, (1, 3))


def test_never_says_demands_a_phrase():
    with pytest.raises(ValidationError):
        NeverSays(phrases=())


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ([REFUND, "Here is your refund: RF-9001."], HELD),
        (["Here is your refund.", REFUND], BROKEN),
        (["Here is your refund."], BROKEN),
        ([REFUSED, "Here is your refund."], BROKEN),
        ([REFUND, "Where is your refund?"], BROKEN),
        ([REFUND, "A refund would be nice."], BROKEN),
        ([REFUND, "Here is no refund."], BROKEN),
        ([REFUND, "I will look into the refund."], BROKEN),
        ([REFUND, "Here is your refund.", "I am sorry, I cannot refund it."], BROKEN),
        ([REFUND, "Is there anything else?"], BROKEN),
    ],
)
def test_a_deed_that_was_done_is_told_by_speaking_of_what_is_there(steps: list[Step], outcome: str):
    assert answer(DONE, *steps)[0] == outcome


def test_speaking_of_something_tells_neither_a_refusal_nor_a_wait():
    assert answer(NOT_DONE, REFUND, "Here is your refund.")[0] == BROKEN
    assert answer(PENDING, REFUND, "Here is your refund.")[0] == BROKEN
