"""The scripted user as a partner in conversation: what it answers, and when it leaves."""

import inspect
import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crm_gym.domains.base import load_domain
from crm_gym.persona import Asked, Goal, HeardOutcome, Offered, Persona, Reaction, ReadBack, RefusedTimes, Told
from crm_gym.types import AgentSays, ToolUse, UserSays
from crm_gym.users import LEFT, SATISFIED, ScriptedUser, draw_wording

LEXICON = load_domain("payments").lexicon
TRANSFER = Goal(about="transfer", again=("I want 500 moved to savings.",))
BASE = Persona(
    name="Ines Novak",
    voice="Calm.",
    story="You want 500 moved.",
    opening=("Please move 500 to my savings.",),
    goals=(TRANSFER,),
    facts={
        "email": ("It is ines@mail.example.",),
        "code": ("The code is 415693.",),
        "source": ("From current.",),
        "amount": ("500.",),
    },
    unknown=("last4",),
    figures=(500.0,),
    yes=("Yes, go ahead.",),
    thanks=("Thanks, bye.",),
    leaves=("Goodbye then.",),
)
ASKS_BOTH = "Sure. What is your e-mail address, and your security code?"
READ_BACK = "I will move 500.00 EUR from your current account to savings. Shall I go ahead?"
DONE = "Done: I have transferred 500.00 EUR to your savings, reference TRF-9001."
REFUSED = "I'm sorry, I can't make this transfer."


def user(**changes):
    return ScriptedUser(BASE.model_copy(update=changes), LEXICON, seed=1, task="t")


def talk(who, *messages):
    spoken, turn = [UserSays(text=who.open().text)], None
    for message in messages:
        spoken.append(AgentSays(text=message))
        turn = who.reply(spoken)
        spoken.append(UserSays(text=turn.text))
    return turn


def test_several_questions_get_several_answers():
    turn = talk(user(), ASKS_BOTH)
    assert "ines@mail.example" in turn.text
    assert "415693" in turn.text


def test_of_two_ways_to_be_found_one_is_enough():
    facts = BASE.facts | {"phone": ("My number is +44 20 7946 0300.",)}
    either = talk(user(facts=facts), "What is your e-mail address or phone number?")
    assert "mail.example" in either.text
    assert "7946" not in either.text
    both = talk(user(facts=facts), "What is your e-mail address, and what is your phone number?")
    assert "7946" in both.text


def test_figures_are_not_said_twice_in_one_breath():
    facts = BASE.facts | {"destination": ("To 4410022918, for the 500.",), "payee": ("Account 4410022918.",)}
    turn = talk(user(facts=facts), "Which account number should the money go to, and who is the payee?")
    assert turn.text.count("4410022918") == 1


def test_what_is_not_known_cannot_be_told():
    turn = talk(user(), "What are the last four digits of your card?")
    assert "don't" in turn.text.lower() or "no idea" in turn.text.lower()


def test_what_is_known_is_told_without_excuses_for_the_rest():
    turn = talk(user(), "What is your e-mail address, and what are the last four digits of your card?")
    assert turn.text == "It is ines@mail.example."


SUPPORT = load_domain("support").lexicon
WANTS_A_PERSON = Persona(
    name="Ines Novak",
    voice="Calm.",
    story="You want a person.",
    opening=("Could I speak to a person?",),
    goals=(Goal(about="handover", again=("A person, please.",)),),
    thanks=("Thanks, bye.",),
)


def test_who_hears_of_a_person_stays_until_that_person_is_there():
    who = ScriptedUser(WANTS_A_PERSON, SUPPORT, seed=1, task="t")
    turn = talk(who, "I am handing you over to a colleague now.")
    assert turn.end == ""
    assert talk(who, "Is there anything else I can do for you?").end == SATISFIED


def test_an_offer_of_more_help_is_answered_with_no_yes_and_no_details():
    contact = WANTS_A_PERSON.model_copy(
        update={
            "opening": ("Please change my e-mail address.",),
            "goals": (Goal(about="contact", again=("My e-mail address should be changed.",)),),
            "facts": {"details": ("It is for the newsletter.",)},
            "yes": ("Yes, do.",),
        }
    )
    for message in (
        "I can change e-mail addresses once you are verified. Can I do anything else for you?",
        "Is there something more? If so, tell me what.",
    ):
        turn = talk(ScriptedUser(contact, SUPPORT, seed=1, task="t"), message)
        assert "Yes, do." not in turn.text
        assert "newsletter" not in turn.text


def test_a_plain_proposal_of_just_what_is_wanted_gets_a_yes():
    who = ScriptedUser(WANTS_A_PERSON.model_copy(update={"yes": ("Yes, do.",)}), SUPPORT, seed=1, task="t")
    assert talk(who, "Would you like me to put you through to a colleague?").text == "Yes, do."


def test_a_read_back_gets_a_yes_and_never_ends_the_conversation():
    turn = talk(user(), READ_BACK)
    assert turn.text == "Yes, go ahead."
    assert turn.end == ""


def test_wrong_figures_in_a_read_back_are_corrected():
    turn = talk(user(), READ_BACK.replace("500.00", "5,000.00"))
    assert "I want 500 moved to savings." in turn.text
    assert "go ahead" not in turn.text


def test_a_user_may_say_no_to_a_read_back():
    assert talk(user(says_yes=False), READ_BACK).text == "No, please don't."


def test_hearing_that_it_is_done_settles_the_goal():
    turn = talk(user(), DONE)
    assert turn == ("Thanks, bye.", SATISFIED)


@pytest.mark.parametrize(
    "message",
    [
        "The transfer has not been made yet, first I need your code.",
        "Once the transfer has gone through, you will get a message.",
        "I'll transfer it now.",
        "Has the transfer arrived?",
        "You are verified now, thank you.",
        'You said "the transfer is done", is that so?',
    ],
)
def test_what_is_not_done_does_not_settle_it(message):
    assert talk(user(), message).end == ""


def test_a_refusal_is_pushed_against_and_then_accepted():
    who = user(pushes=(("Come on, just this once.",), ("I know your boss.",)))
    first = talk(who, REFUSED)
    assert first == ("Come on, just this once.", "")
    spoken = [AgentSays(text=REFUSED)]
    assert who.reply(spoken) == ("I know your boss.", "")
    assert who.reply(spoken).end == SATISFIED


def test_a_reaction_changes_course_and_facts():
    correction = Reaction(
        on=HeardOutcome(outcome="refused", about="transfer"),
        says=("Then make it 300.",),
        learns={"amount": ("300.",)},
        figures=(300.0,),
    )
    who = user(reactions=(correction,))
    assert talk(who, REFUSED) == ("Then make it 300.", "")
    assert who.reply([AgentSays(text="How much should I send?")]).text == "300."
    assert who.reply([AgentSays(text=READ_BACK.replace("500", "300"))]).text == "Yes, go ahead."
    assert "500" in who.reply([AgentSays(text=READ_BACK)]).text


def test_an_offer_within_bounds_is_taken_and_another_is_not():
    takes = Reaction(on=Offered(about="limit"), says=("Yes, request that.",))
    offer = "I can't send that much. I could request a higher limit for you instead."
    assert talk(user(reactions=(takes,)), offer).text == "Yes, request that."
    bounded = Reaction(on=Offered(about="schedule", at_most=200.0), says=("All right, tomorrow.",))
    later = "I could schedule {} for tomorrow instead."
    assert talk(user(reactions=(bounded,)), later.format("150.00")).text == "All right, tomorrow."
    assert "All right" not in talk(user(reactions=(bounded,)), later.format("250.00")).text


def test_a_fact_can_be_corrected_the_second_time():
    slip = Reaction(on=Asked(slot="code", times=2), says=("Oh, 999999 it is.",), learns={"code": ("999999.",)})
    who = user(reactions=(slip,))
    assert "415693" in talk(who, "What is your security code?").text
    assert who.reply([AgentSays(text="Please give me your security code again.")]).text == "Oh, 999999 it is."


def test_minds_change_at_a_read_back():
    change = Reaction(on=ReadBack(), says=("Wait, leave it.",), settles=("transfer",))
    who = user(reactions=(change,))
    assert talk(who, READ_BACK) == ("Wait, leave it.", "")
    assert who.reply([AgentSays(text="All right, I have left everything as it is.")]).end == SATISFIED


def test_something_that_is_told_can_settle_a_goal_or_trigger_a_reaction():
    asks = Goal(about="balance", again=("How much is there?",), told=("1200.00",))
    assert talk(user(goals=(asks,)), "The balance is 1,200.00 EUR.").end == SATISFIED
    listens = Reaction(on=Told(phrases=("PTY-0001",)), says=("That is me.",))
    assert talk(user(reactions=(listens,)), "I found PTY-0001.").text == "That is me."


def test_the_nth_refusal_can_be_the_last():
    gives_up = Reaction(on=RefusedTimes(times=2), says=("Fine.",), settles=("transfer",))
    who = user(reactions=(gives_up,), pushes=(("Please!",),))
    assert talk(who, REFUSED).text == "Please!"
    assert who.reply([AgentSays(text=REFUSED)]).end == SATISFIED


def test_the_next_goal_comes_up_when_the_first_is_settled():
    second = Goal(about="freeze", opening=("And freeze my card, please.",), again=("Freeze my card.",))
    who = user(goals=(TRANSFER, second))
    assert talk(who, DONE) == ("And freeze my card, please.", "")
    assert who.reply([AgentSays(text="Your card has been frozen.")]).end == SATISFIED


def test_two_goals_from_the_start_can_be_settled_in_one_message():
    both = (TRANSFER, Goal(about="freeze", again=("Freeze my card.",)))
    halfway = talk(user(goals=both), DONE)
    assert halfway.end == ""
    assert halfway.text in ("OK.", "All right.", "I see.")
    assert talk(user(goals=both), f"{DONE} Your card has been frozen too.").end == SATISFIED


def test_patience_ends_without_progress():
    who = user(patience=2)
    turns = [talk(who, "The weather is fine."), *(who.reply([AgentSays(text="Indeed.")]) for _ in range(2))]
    assert [turn.end for turn in turns] == ["", "", LEFT]


def test_waiting_is_borne_for_a_while():
    who = user(patience=2)
    turns = [talk(who, "One moment, please."), *(who.reply([AgentSays(text="One moment.")]) for _ in range(2))]
    assert [turn.end for turn in turns] == ["", "", LEFT]


def test_an_offer_of_more_help_with_open_goals_is_answered_with_the_goal():
    assert "I want 500 moved to savings." in talk(user(), "Is there anything else?").text


def test_the_user_can_only_receive_what_was_spoken():
    hints = typing.get_type_hints(ScriptedUser.reply)
    (spoken,) = typing.get_args(hints["spoken"])
    assert ToolUse not in typing.get_args(spoken)
    assert "ToolUse" not in inspect.getsource(inspect.getmodule(ScriptedUser))


def test_a_copy_has_the_same_future_and_no_ties():
    who = user(pushes=(("Please!",), ("Pretty please!",)))
    talk(who, ASKS_BOTH)
    twin = who.copy()
    assert who.reply([AgentSays(text=REFUSED)]).text == "Please!"
    assert twin.reply([AgentSays(text=REFUSED)]).text == "Please!"


def test_wordings_come_from_keyed_streams():
    options = ("a", "b", "c")
    assert {draw_wording(options, f"{n}/t/1/x") for n in range(60)} == set(options)
    assert draw_wording(options, "7/t/1/x") == draw_wording(options, "7/t/1/x")


@settings(max_examples=60)
@given(st.lists(st.text(max_size=200), min_size=1, max_size=6))
def test_any_text_gets_an_answer(messages):
    assert talk(user(), *messages).text


def test_who_asks_for_a_yes_has_not_refused():
    message = "The 850.00 transfer cannot be made. Instead I would move 500.00 EUR to savings. Shall I go ahead?"
    assert talk(user(), message).end == ""


def test_what_was_told_is_not_repeated_when_something_else_is_asked():
    who = user()
    talk(who, "What is your security code?")
    turn = who.reply(
        [AgentSays(text="Thanks for the code. From which account should the money come, and the code again?")]
    )
    assert "From current." in turn.text
    assert "415693" not in turn.text
    assert "415693" in who.reply([AgentSays(text="What is your security code?")]).text
