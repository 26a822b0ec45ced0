"""What is likely while nobody knows yet who the customer is, in a library that exists nowhere else."""

import json

import pytest

from crm_gym.wrappers.candidates.dialogue import Dialogue
from crm_gym.wrappers.candidates.quoting import sequences

POLICY = """It is Monday 3 August 2026, 13:00.

Find readers by their e-mail (`find_reader`). They give their password or the year in which they joined
(`verify_reader`).

`list_loans` shows what they have borrowed. `renew_loan` renews it.
"""


def tool(name, **slots):
    parameters = {"type": "object", "properties": slots, "required": list(slots)}
    return {"type": "function", "function": {"name": name, "description": "", "parameters": parameters}}


READER = {"type": "string", "pattern": "^RDR-[0-9]{4}$", "description": "Id of a reader."}
TOOLS = json.dumps(
    [
        tool("find_reader", email={"type": "string", "format": "email", "description": "The e-mail address on file."}),
        tool(
            "verify_reader",
            reader_id=READER,
            factor={"type": "string", "enum": ["joining_year", "password"], "description": ""},
            value={"type": "string", "description": "The password, or the year.", "maxLength": 60},
        ),
        tool("list_loans", reader_id=READER),
        tool("renew_loan", loan_id={"type": "string", "pattern": "^LON-[0-9]{4}$", "description": "Id of a loan."}),
    ]
)


def dialogue(*turns):
    """After a reader was found, and turns of question and answer."""
    talk = Dialogue(observed("Hi, dora@mail.example here, my books are due today, could you renew them?"))
    take(talk, "find_reader")
    talk.observe(observed(json.dumps({"ok": True, "data": {"reader_id": "RDR-4071", "masked_name": "D***"}})))
    for question, answer in turns:
        take(talk, question)
        talk.observe(observed(answer))
    return talk


def observed(content):
    return {"content": content, "instructions": POLICY, "tools": TOOLS}


def take(talk, name):
    talk.choose([move.name for move in talk.moves].index(next(m.name for m in talk.moves if m.name.startswith(name))))


def likeliest(talk):
    return max(talk.moves, key=lambda move: move.weight).name


def test_the_question_that_lets_a_customer_in_is_asked_once_they_are_found():
    talk = dialogue()
    assert "ask value" in {move.name for move in talk.moves}
    asks = {move.name: move.weight for move in talk.moves if move.group == "ask"}
    assert asks["ask value"] > 5 * max(weight for name, weight in asks.items() if name != "ask value")
    assert not any(move.name.startswith("verify_reader") for move in talk.moves)


@pytest.mark.parametrize("answer", ["The password is woollen meadow.", "Password, hm: woollen meadow."])
def test_the_reply_to_the_question_is_the_answer_and_tells_of_which_kind(answer):
    talk = dialogue(("ask value", answer), ("ask value", answer))
    take(talk, "verify_reader")
    assert likeliest(talk) == "factor = password"
    take(talk, "factor = password")
    assert likeliest(talk) == "value = woollen meadow"


def test_the_reply_stays_the_answer_when_the_talk_has_gone_on():
    talk = dialogue(("ask value", "woollen meadow"), ("offer renew_loan", "Yes, all of them, as I said before."))
    take(talk, "verify_reader")
    take(talk, "factor = password")
    names = [move.name for move in talk.moves]
    assert names[0] == "value = woollen meadow"


def test_a_tool_that_lets_in_comes_after_what_the_sentence_before_has_named():
    assert sequences(POLICY)["find_reader"] == {"verify_reader"}
    assert "verify_reader" not in sequences(POLICY)
