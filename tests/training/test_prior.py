"""What makes candidates likely before anything is learnt, in a business that exists nowhere else."""

import json

import pytest

from crm_gym.wrappers.candidates import moves
from crm_gym.wrappers.candidates.dialogue import Dialogue
from crm_gym.wrappers.candidates.features import groups
from crm_gym.wrappers.candidates.quoting import quotable, rulings, to_be_asked
from crm_gym.wrappers.candidates.reading import stems

POLICY = """It is Monday 3 August 2026, 13:00.

Ask for the amount and the order's reference. The order of things is fixed: `pay_order`, then `send_receipt`.
`declined`: do not try again. `partial`: tell what is missing; wait. `done`: go on.
"""


def tool(name, **slots):
    parameters = {"type": "object", "properties": slots, "required": list(slots)}
    return {"type": "function", "function": {"name": name, "description": "", "parameters": parameters}}


TOOLS = json.dumps(
    [
        tool("list_cards"),
        tool("open_garage", gate={"type": "string", "pattern": "^[A-Z]{5}$", "description": "The name of the gate."}),
        tool("verify_caller", code={"type": "string", "pattern": "^[0-9]{6}$", "description": "The caller's code."}),
        tool(
            "pay_order",
            amount={"type": "number"},
            card_id={"type": "string", "pattern": "^CRD-[0-9]{4}$", "description": "Id of a card."},
            order_ref={"type": "string", "pattern": "^[A-Z]{2,4}-[0-9]{1,6}$", "description": "What the order says."},
        ),
        tool("send_receipt", payment_id={"type": "string", "pattern": "^PAY-[0-9]{4}$", "description": "Payment id."}),
    ]
)
CARDS = {"cards": [{"card_id": "CRD-0001", "last4": "4471"}, {"card_id": "CRD-0002", "last4": "9812"}]}
OPENING = "Please pay 12.50 for my order QS-31 with the card ending 4471."


def observed(content):
    return {"content": content, "instructions": POLICY, "tools": TOOLS}


def after(*events):
    """A dialogue after its opening and pairs of a candidate's name and what came of it."""
    dialogue = Dialogue(observed(OPENING))
    for name, answer in events:
        take(dialogue, name)
        while dialogue.form:
            take(dialogue, "read back" if not dialogue.form.slot else next(iter(dialogue.moves)).name)
        dialogue.observe(observed(answer if isinstance(answer, str) else json.dumps(answer)))
    return dialogue


def take(dialogue, name):
    dialogue.choose(next(at for at, move in enumerate(dialogue.moves) if move.name.startswith(name)))


def move(dialogue, name):
    return next((move for move in dialogue.moves if move.name.startswith(name)), None)


def ok(**data):
    return {"ok": True, "data": data}


def failed(message):
    return {"ok": False, "error": {"code": "refused", "message": message}}


LISTED = ("list_cards", ok(**CARDS))
READ_BACK = ("pay_order", "Yes, go ahead.")


def test_the_policy_rules_on_states():
    assert rulings(POLICY) == {"declined": "no", "partial": "tell", "done": ""}


@pytest.mark.parametrize(("slot", "advised"), [("amount", True), ("order_ref", True), ("card_id", False)])
def test_the_policy_says_what_to_ask(slot, advised):
    assert to_be_asked(POLICY, slot) is advised


def test_what_the_policy_says_to_ask_is_a_likely_question():
    assert moves.ADVISED in move(after(LISTED), "ask order_ref").tokens


def test_a_tool_that_has_nothing_to_do_with_what_was_said_needs_no_question():
    assert moves.NOT_NEEDED in move(after(LISTED), "ask gate").tokens
    assert moves.NEEDED in move(after(LISTED, ("close", "Then open the garage.")), "ask gate").tokens


def test_what_can_be_looked_up_is_looked_up_before_asking():
    assert moves.OPEN in move(after(), "ask code").tokens
    assert moves.NEEDED in move(after(LISTED), "ask code").tokens


def test_a_ready_tool_is_likely():
    assert move(after(), "pay_order") is None
    assert moves.READY in move(after(LISTED), "pay_order").tokens


def test_the_id_of_a_card_is_no_reference_and_its_last_digits_are_no_sum():
    dialogue = after(LISTED)
    take(dialogue, "pay_order")
    assert dialogue.form.chosen == {"amount": 12.5}
    take(dialogue, "card_id = CRD-0001")
    assert dialogue.form.chosen["order_ref"] == "QS-31"


def test_a_tool_that_has_failed_waits_for_something_new():
    opened = after(LISTED, READ_BACK, ("do pay the order", failed("the bank sleeps")))
    assert moves.NOTHING_NEW in move(opened, "pay_order").tokens
    heard = after(LISTED, READ_BACK, ("do pay the order", failed("no")), ("close", "Then take 11.00 from it."))
    assert not {moves.NOTHING_NEW, moves.NOTHING_HEARD} & set(move(heard, "pay_order").tokens)


def test_a_call_that_failed_is_no_candidate_until_the_customer_is_let_in():
    failing = ("list_cards", failed("who is that?")), ("ask code", "It is 483920.")
    assert move(after(*failing), "list_cards") is None
    assert move(after(*failing, ("verify_caller", ok(caller="C-1"))), "list_cards")


def test_a_value_that_can_only_repeat_a_failed_call_is_not_offered():
    tried = after(LISTED, READ_BACK, ("do pay the order", failed("that card is frozen")))
    frozen = tried.last_call.arguments["card_id"]
    take(tried, "pay_order")
    assert {frozen, tried.form.chosen["card_id"]} == {"CRD-0001", "CRD-0002"}
    assert tried.form.chosen["order_ref"] == "QS-31"


def test_a_question_makes_an_answer_likely():
    asked, told = groups(after(("close", "Do you send a receipt?"))), groups(after(("close", "Send me a receipt.")))
    assert asked["tell"] > told["tell"]
    assert asked["found"] > told["found"]


def test_a_yes_to_a_read_back_makes_the_call_likely():
    agreed, unsure = groups(after(LISTED, READ_BACK)), groups(after(LISTED, ("pay_order", "Hm, let me see.")))
    assert agreed["do"] > unsure["do"]
    assert groups(after(LISTED, ("close", "Yes, go ahead.")))["do"] == unsure["do"]


def test_what_fits_the_last_turn_is_quoted_first():
    quotes = dict(quotable(POLICY, stems("amount reference order"), stems("amount reference")))
    assert quotes["Ask for the amount and the order's reference."] == 2
    asking = LISTED, ("close", "Which reference?")
    asked, gone_on = after(*asking), after(*asking, ("ask order_ref", "Hm."))
    assert move(asked, "quote Ask").weight > move(gone_on, "quote Ask").weight


def test_a_question_is_asked_again_when_its_answer_was_refused():
    asked = [("ask amount", "It is 12.50."), ("ask amount", "Still 12.50.")]
    assert move(after(LISTED, *asked), "ask amount") is None
    assert move(after(LISTED, *asked, READ_BACK, ("do pay the order", failed("no"))), "ask amount")


def test_other_figures_make_a_read_back_outdated():
    agreed = after(LISTED, READ_BACK)
    assert moves.OUTDATED not in move(agreed, "do pay the order").tokens
    corrected = after(LISTED, ("pay_order", "No, make it 11.00, please."))
    assert moves.OUTDATED in move(corrected, "do pay the order").tokens
    assert moves.OUTDATED in move(corrected, "pay_order").tokens
    assert move(corrected, "do pay the order").weight < move(agreed, "do pay the order").weight


def test_what_is_due_stays_due_when_it_was_reported():
    paid = ok(payment_id="PAY-0001", state="done")
    events = [LISTED, READ_BACK, ("do pay the order", paid)]
    assert moves.DUE in move(after(*events), "send_receipt").tokens
    assert moves.DUE in move(after(*events, ("report", "Fine.")), "send_receipt").tokens


@pytest.mark.parametrize(("state", "likelier"), [("declined", "refuse"), ("partial", "found")])
def test_a_ruling_makes_its_message_likely(state, likelier):
    usual = groups(after(LISTED, READ_BACK, ("do pay the order", ok(payment_id="PAY-0001", state="done"))))
    ruled = groups(after(LISTED, READ_BACK, ("do pay the order", ok(payment_id="PAY-0001", state=state))))
    assert ruled[likelier] > usual[likelier]
