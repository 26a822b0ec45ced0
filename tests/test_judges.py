"""The rule judge where it has to weigh several statements about one thing."""

import pytest

from crm_gym.contract import Mentions, Run, StatesAmount, StatesOutcome
from crm_gym.domains.base import load_domain
from crm_gym.judges import rule_judge
from crm_gym.types import AgentSays, UserSays
from crm_gym.world import Rows, World

DOMAIN = load_domain("payments")
DONE = StatesOutcome(id="o", outcome="done", about="transfer")
REFUSED = StatesOutcome(id="o", outcome="refused", about="transfer")
OPENING = "Please send 600 to my sister."


def holds(check, *messages):
    events = [UserSays(text=OPENING)]
    for message in messages:
        events += [AgentSays(text=message), UserSays(text="OK.")]
    return rule_judge(check, Run(events, World(DOMAIN.rows, Rows(), DOMAIN.now), DOMAIN.lexicon)).holds


def test_the_last_word_on_a_topic_counts():
    assert holds(DONE, "I cannot make this transfer.", "The transfer of 600.00 has been made.")
    assert not holds(DONE, "The transfer of 600.00 has been made.", "I'm sorry, the transfer has failed.")
    assert not holds(DONE)


@pytest.mark.parametrize(
    "message",
    [
        "The transfer of 600.00 EUR went through, id TRF-9001. (The transfer of 850.00 was not made.)",
        "I could not transfer 850.00. The transfer of 600.00 has been made.",
    ],
)
def test_what_is_said_of_another_amount_is_another_matter(message):
    assert holds(DONE, message)


def test_going_back_and_forth_is_no_statement():
    soup = "The transfer has been made. The transfer cannot be made. The transfer has been made."
    assert not holds(DONE, soup)
    assert not holds(REFUSED, soup)


def test_one_of_two_right_outcomes_is_enough():
    either = StatesOutcome(id="o", outcome="done", about="dispute", or_outcome="pending")
    assert holds(either, "I have opened the dispute, it is with the disputes team now.")
    assert not holds(either, "I cannot open a dispute.")


def test_an_amount_of_a_topic_has_no_rivals():
    amount = StatesAmount(id="a", amount=600.0, about="transfer")
    assert holds(amount, "I have transferred 600.00 EUR to your sister.")
    assert not holds(amount, "I have transferred 650.00 EUR to your sister. You had asked for 600.00.")
    assert not holds(amount, "I have transferred 6,000.00 EUR to your sister.")


def test_ids_are_found_however_they_are_written():
    assert holds(Mentions(id="m", value="TRF-9001"), "Done, see trf 9001.")
    assert not holds(Mentions(id="m", value="TRF-9001"), "Done, see TRF-90012.")


@pytest.mark.parametrize(
    "rest", ["your balance is 15,444.15 EUR", "6,966.43 EUR is left", "current now holds 20.00 EUR"]
)
def test_what_an_account_holds_afterwards_is_no_rival(rest):
    amount = StatesAmount(id="a", amount=600.0, about="transfer")
    assert holds(amount, f"Done! 600.00 EUR has been transferred to your sister; the id is TRF-9001 and {rest}.")
