"""What a text says: amounts, days, ids, phrases; and the moods that decide what is heard."""

import time
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crm_gym import text
from crm_gym.domains.base import load_domain
from crm_gym.text.parts import parts_of
from crm_gym.text.phrases import Phrases, Tag
from crm_gym.text.sentences import words_of
from tests.corpus.score import load_lexicon

TODAY = date(2026, 8, 3)
LEXICON = load_lexicon()


def cents(message):
    return [money.cents for money in text.amounts(message)]


def outcomes(message, before=""):
    return {(outcome.kind, outcome.about) for outcome in text.listen(message, LEXICON, before=before).outcomes}


# Amounts


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("$1,286.04", [128604]),
        ("1286.04 USD", [128604]),
        ("1.286,04 EUR", [128604]),
        ("EUR 310 and EUR310 and 310EUR", [31000, 31000, 31000]),
        ("15 euros 50", [1550]),
        ("15 euros and 50 cents", [1550]),
        ("80p", [80]),
        ("nine thousand", [900000]),
        ("three hundred and five pounds", [30500]),
        ("one hundred fifty dollars and twenty cents", [15020]),
        ("9,000 or 9k or 20 thousand", [900000, 900000, 2000000]),
        ("\N{POUND SIGN}12, then 39.90", [1200, 3990]),
        ("transfer 500 to Ana, and 600.", [50000, 60000]),
        ("11.000 is over 10.000", [1100000, 1000000]),
        ("two pounds", [200]),
    ],
)
def test_amounts_are_read_however_they_are_written(message, expected):
    assert cents(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "TXN-0412, txn 0412, TXN 9001 and trf-9001",
        "account 1000200301 or 4410 0229 18",
        "on 4 August 2026 at 10:42, 04/08/2026, 2026-08-04, Aug 4, 12.8.",
        "5 % of it, 20 points, 30 days, 10-15 working days, 3 transactions, 24/7",
        "the card ending 4471, ends in 4471, last four 0077, Visa 6620",
        "call +44 20 7946 0123",
        "1. name\n2. phone\n3) e-mail",
        "your code is 448120",
        "since 2019, at 6 in the morning, by 5 pm, tok_7f3a",
        "one moment, two of them, a hundred points",
    ],
)
def test_numbers_that_are_no_money_are_no_amounts(message):
    assert cents(message) == []


def test_an_amount_says_where_it_stands():
    message = "It is \N{EURO SIGN}1,286.04 in all."
    (money,) = text.amounts(message)
    assert message[money.start : money.end] == "\N{EURO SIGN}1,286.04"


def test_an_amount_is_not_part_of_another():
    assert text.states_amount("It costs 15.50.", 1550)
    assert not text.states_amount("It costs 115.50.", 1550)
    assert not text.states_amount("See TXN-1550.", 155000)


FORMS = [
    lambda whole, part: f"${whole:,}.{part:02}",
    lambda whole, part: f"{whole}.{part:02} USD",
    lambda whole, part: f"\N{EURO SIGN}{whole}.{part:02}",
    lambda whole, part: f"{whole:,}".replace(",", ".") + f",{part:02} EUR",
    lambda whole, part: f"{whole:,}.{part:02}",
    lambda whole, part: f"GBP {whole}.{part:02}",
    lambda whole, part: f"{whole} euros {part:02}",
]


@given(
    st.integers(1, 999_999),
    st.integers(0, 99),
    st.sampled_from(FORMS),
    st.sampled_from(["{}", "It is {}.", "So {}, right?", "({})"]),
)
def test_a_written_amount_is_read_back(whole, part, form, frame):
    assert cents(frame.format(form(whole, part))) == [whole * 100 + part]


@given(
    st.sampled_from(["TXN-{:04}", "trf {:04}", "RVW {:04}", "dsp-{:04}", "100020{:04}", "account 4410 02{:04}"]),
    st.integers(0, 9999),
)
def test_ids_are_never_amounts(form, number):
    assert cents(f"It is {form.format(number)}, thanks.") == []


# Days


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("2026-08-04", [date(2026, 8, 4)]),
        ("4 August 2026, the 4th of August, Aug 4, August 4th, 2026", [date(2026, 8, 4)]),
        ("04/08/2026", [date(2026, 8, 4), date(2026, 4, 8)]),
        ("12.08.2026", [date(2026, 8, 12)]),
        ("13/08/2026", [date(2026, 8, 13)]),
        ("today, tomorrow", [TODAY, date(2026, 8, 4)]),
        ("Monday, next Monday, Friday", [date(2026, 8, 10), date(2026, 8, 7)]),
        ("in two weeks", [date(2026, 8, 17)]),
        ("31 February, 24/7, it may be 5", []),
    ],
)
def test_days_are_read_however_they_are_written(message, expected):
    assert list(text.dates(message, TODAY)) == expected


DAY_FORMS = [
    "{0:%Y-%m-%d}",
    "{0.day} {0:%B} {0.year}",
    "{0:%b} {0.day}, {0.year}",
    "the {0.day}th of {0:%B} {0.year}",
    "{0:%d/%m/%Y}",
]


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)), st.sampled_from(DAY_FORMS))
def test_a_written_day_is_read_back(day, form):
    message = f"It leaves on {form.format(day)}."
    assert day in text.dates(message, TODAY)
    assert text.amounts(message) == ()


@given(st.integers(1, 7))
def test_a_weekday_is_the_next_such_day(ahead):
    day = TODAY + timedelta(days=ahead)
    assert text.dates(f"on {day:%A}", TODAY) == (day,)


@pytest.mark.parametrize(
    ("message", "month", "day", "states"),
    [
        ("the day after tomorrow", 8, 5, True),
        ("the day after tomorrow", 8, 4, False),
        ("Thursday next week, 13 August", 8, 6, False),
        ("Thursday next week, 13 August", 8, 13, True),
        ("Thursday next week", 8, 13, True),
        ("Thursday next week", 8, 6, False),
        ("next week Thursday", 8, 13, True),
        ("in a fortnight", 8, 17, True),
        ("on 16/08", 8, 16, True),
        ("the 16th", 8, 16, True),
        ("on Sunday the 16th", 8, 16, True),
        ("on Sunday the 16th", 8, 9, False),
        ("Sunday, 16 August 2026", 8, 9, False),
        ("a week from today", 8, 10, True),
        ("two days from now", 8, 5, True),
        ("three days ago", 7, 31, True),
        ("on 05.08.", 8, 5, True),
        ("it cost 15.08 euros", 8, 15, False),
        ("not on Thursday but on Friday", 8, 6, False),
        ("not on Thursday but on Friday", 8, 7, True),
        ("It isn't tomorrow, it's the 6th of August.", 8, 4, False),
        ("It isn't tomorrow, it's the 6th of August.", 8, 6, True),
        ("this Friday", 8, 7, True),
        ("last Friday", 7, 31, True),
        ("yesterday", 8, 2, True),
        ("last night", 8, 2, True),
        ("this afternoon", 8, 3, True),
        ("the sixteenth of August", 8, 16, True),
        ("August the 16th", 8, 16, True),
        ("16-Aug-2026", 8, 16, True),
        ("2026/08/16", 8, 16, True),
        ("the first of next month", 9, 1, True),
        ("Thursday week", 8, 13, True),
        ("You asked for Thursday; it will be Friday", 8, 6, False),
        ("You asked for Thursday; it will be Friday", 8, 7, True),
        ("rather than on 5 August it runs on 6 August", 8, 5, False),
        ("on Tuesday (4 August)", 8, 11, False),
        ("next Monday, the 10th", 8, 10, True),
        ("Monday, next Monday, Friday", 8, 10, True),
        ("in 10 days", 8, 13, True),
        ("Tue 4 Aug", 8, 4, True),
        ("a week on Thursday", 8, 6, False),
        ("seconds", 8, 2, False),
        ("first try the second one", 8, 2, False),
        ("the 2nd attempt", 8, 2, True),
        ("not before Friday", 8, 7, False),
        ("The transfer was not sent on 5 August but on 6 August", 8, 5, False),
        ("within 3 days", 8, 6, False),
        ("until 31 December", 12, 31, True),
        ("8.08", 8, 8, False),
        ("on 8.08 euros", 8, 8, False),
    ],
)
def test_a_day_is_stated_in_many_forms_and_not_when_denied(message, month, day, states):
    assert text.states_day(message, date(2026, month, day), TODAY) is states


# Ids and phrases


@pytest.mark.parametrize(
    "message", ["TXN-0412", "(txn 0412)", "txn0412.", "TXN\N{NON-BREAKING HYPHEN}0412, ok", "is it TXN_0412?"]
)
def test_an_id_is_found_in_any_spelling(message):
    assert text.mentions(message, "TXN-0412")


@pytest.mark.parametrize("message", ["TXN-04123", "ATXN-0412", "TXN-0412-1", "0412", "TXN-041"])
def test_an_id_is_not_part_of_a_longer_one(message):
    assert not text.mentions(message, "TXN-0412")


def test_account_numbers_may_be_grouped():
    assert text.mentions("to 4410 0229 18 today", "4410022918")
    assert not text.mentions("to 14410 0229 18", "4410022918")
    assert not text.mentions("to 44100229181", "4410022918")
    assert not text.mentions("54 of W#154", "5")


def test_phrases_stand_on_token_boundaries():
    assert text.says("It\N{RIGHT SINGLE QUOTATION MARK}s  Paid\nout", "it's paid out")
    assert not text.says("unpaid", "paid")
    assert not text.says("115.50", "15.50")
    assert text.says("It is 15.50.", "15.50")
    assert not text.says("anything", "")


@pytest.mark.parametrize(
    "message",
    [
        "It was not refunded.",
        "Has it been refunded?",
        'You wrote "it was refunded".',
        "If it is refunded, you get a mail.",
        "It was never refunded.",
    ],
)
def test_a_phrase_is_not_affirmed_when_denied_asked_quoted_or_supposed(message):
    assert text.says(message, "refunded")
    assert not text.affirms(message, "refunded")


def test_a_phrase_is_affirmed_when_said_outright():
    assert text.affirms("I looked. It was refunded, no problem.", "refunded")
    assert text.affirms("It isn't late, but it was refunded.", "refunded")


@pytest.mark.parametrize(
    ("phrase", "message"),
    [
        ("restart the hub", "Please restart the hub."),
        ("restart the hub", "Restart the hub, then wait."),
        ("restart the hub", "1. Restart the hub"),
        ("restart the hub", "Could you restart the hub, please?"),
        ("restart the hub", "If it stays off, restart the hub."),
        ("restart the hub", "You need to restart the hub."),
        ("restart the hub", "First, unplug it; then restart the hub."),
        ("restart the hub", "I'd restart the hub."),
        ("restart the hub", "Don't worry, restart the hub and it'll be fine."),
        ("restart the hub", "Not to worry: just restart the hub."),
        ("restart the hub", "Once it's charged, please restart the hub."),
        ("restart the hub", "It didn't work last time, so let's restart the hub."),
        ("restart the hub", "You can restart the hub from the app."),
        ("cannot be undone", "This cannot be undone."),
        ("cannot be undone", "It can't be undone."),
        ("cannot be undone", "Once sent, it can't be undone."),
        ("cannot be undone", "Please note that closing can not be undone."),
        ("cannot be undone", "I'm sorry, a sent transfer cannot be undone."),
        ("cannot be undone", "What you ask for cannot be undone once it's booked."),
        ("account is locked", "Your account is locked."),
        ("account is locked", "Your account is currently locked."),
        ("account is locked", "I see that the account is locked for an hour."),
        ("account is locked", "After three tries your account is locked for an hour."),
        ("account is locked", "The reason is that your account is locked."),
        ("account is locked", "Because the account is locked, I can't sign you in."),
        ("forgotten password", 'Tap "Forgotten password" on the sign-in screen.'),
        ("forgotten password", "Choose \u201cForgotten password\u201d."),
        ("forgotten password", "Tap 'Forgotten password' below the field."),
        ("forgotten password", "Select **Forgotten password**."),
        ("covered by the warranty", "Yes, it's covered by the warranty."),
        ("covered by the warranty", "It isn't just the plan: the hub is covered by the warranty."),
        ("covered by the warranty", "No problem, it's covered by the warranty."),
        ("covered by the warranty", "I'm not sure about the lamp, but the hub is covered by the warranty."),
        ("similar but not the same", "The name is similar but not the same."),
        ("no fee", "There is no fee."),
        ("no fee", "There's no fee at all."),
        ("no fee", "No fee applies."),
        ("11 am", "It is only late after 11 am."),
        ("a person will call you", "Someone from the team, a person will call you tomorrow."),
    ],
)
def test_a_phrase_is_affirmed_in_many_forms(phrase, message):
    assert text.affirms(message, phrase)


@pytest.mark.parametrize(
    ("phrase", "message"),
    [
        ("restart the hub", "Don't restart the hub."),
        ("restart the hub", "Did you restart the hub?"),
        ("restart the hub", "Have you tried to restart the hub?"),
        ("restart the hub", "There's no need to restart the hub."),
        ("restart the hub", "You needn't restart the hub."),
        ("restart the hub", "You said you had to restart the hub."),
        ("restart the hub", "Would it help to restart the hub?"),
        ("restart the hub", "You don't have to restart the hub."),
        ("restart the hub", "If you restart the hub, your settings are lost."),
        ("restart the hub", "Please wait instead of trying to restart the hub."),
        ("restart the hub", "Never restart the hub during an update."),
        ("cannot be undone", "It's not true that it cannot be undone."),
        ("cannot be undone", "You asked whether it cannot be undone."),
        ("cannot be undone", "Is it that it cannot be undone?"),
        ("cannot be undone", "I doubt that it cannot be undone."),
        ("account is locked", "Your account is not locked."),
        ("account is locked", "If your account is locked, wait an hour."),
        ("account is locked", "Is the account locked? I can't tell whether your account is locked."),
        ("account is locked", "I can't see that your account is locked."),
        ("account is locked", "It's no longer so that the account is locked."),
        ("account is locked", "You wrote that your account is locked."),
        ("account is locked", "You'd see it if the account is locked."),
        ("account is locked", "Nobody said your account is locked."),
        ("account is locked", "Once your account is locked you must wait."),
        ("account is locked", "Unless your account is locked, you can sign in."),
        ("locked out", "One more try and you'd be locked out."),
        ("locked out", "You would be locked out then."),
        ("locked out", "You are not locked out."),
        ("locked out", "You're no longer locked out."),
        ("covered by the warranty", "It's no longer covered by the warranty."),
        ("covered by the warranty", "It isn't covered by the warranty."),
        ("covered by the warranty", "It was never covered by the warranty."),
        ("covered by the warranty", "Whether it's covered by the warranty I can't say."),
        ("covered by the warranty", "I can't tell you if it's covered by the warranty."),
        ("covered by the warranty", "It would be covered by the warranty if it were newer."),
        ("covered by the warranty", "You think it is covered by the warranty."),
        ("forgotten password", 'You wrote "I have a forgotten password".'),
        ("no fee", "It's not that there's no fee."),
        ("no fee", "You were told there was no fee."),
    ],
)
def test_a_phrase_is_not_affirmed_by_doubt_denial_or_hearsay(phrase, message):
    assert not text.affirms(message, phrase)


def test_clauses_survive_decimals_ids_abbreviations_and_lists():
    assert text.clauses("Mr. Abara, TXN-0412 over 15.50 is paid. Thanks!") == (
        "Mr. Abara, TXN-0412 over 15.50 is paid.",
        "Thanks!",
    )
    assert text.clauses("**Refund:** pending\n\n| Card | added |\n|---|---|\n1. done") == (
        "Refund",
        "pending",
        "Card",
        "added",
        "done",
    )
    assert text.clauses("") == ()


# Hearing: moods


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Your refund has been paid.", {("done", "refund")}),
        ("Your refund has not been paid.", {("refused", "refund")}),
        ("Your refund hasn't been decided yet.", {("pending", "refund")}),
        ("Has your refund been paid?", set()),
        ("I'll pay your refund now.", set()),
        ("Once the refund is paid, you will get a mail.", set()),
        ("You said the refund was paid.", set()),
        ("I would have paid the refund if the shop had agreed.", set()),
        ("A refund is usually paid within five days.", set()),
        ("The refund wasn't denied.", set()),
    ],
)
def test_the_mood_of_a_clause_decides_what_is_heard(message, expected):
    assert outcomes(message) == expected


def test_the_last_outcome_of_a_topic_holds_and_all_are_listed_in_order():
    message = "The transfer has been sent. Sorry, the transfer was declined."
    assert outcomes(message) == {("refused", "transfer")}
    assert [outcome.kind for outcome in text.outcomes_in_order(message, LEXICON)] == ["done", "refused"]


def test_what_the_customer_said_tells_what_a_short_answer_is_about():
    assert outcomes("Declined by your bank.", before="Charge my Visa.") == {("refused", "payment")}
    assert outcomes("Yes.", before="Was my dispute rejected?") == {("refused", "dispute")}
    assert outcomes("Declined by your bank.") == set()


def test_proposing_what_is_wanted_confirms_and_anything_else_is_an_offer():
    assert text.listen("Shall I freeze it?", LEXICON, before="Freeze my card.").confirms
    assert text.listen("Shall I freeze it?", LEXICON, before="I lost my card.").offers == ("freeze",)


def test_a_warning_asks_for_nothing():
    assert text.listen("Never send me the code on the back.", LEXICON).asks == ()


def test_which_one_asks_for_what_there_were_several_of():
    assert text.listen("You have two payees called Alex. Which one?", LEXICON).asks == ("payee",)


def test_waiting_is_heard_only_alone():
    assert text.listen("One moment, please.", LEXICON).waits
    assert not text.listen("One moment, please. What is your e-mail?", LEXICON).waits


def test_nothing_is_understood_in_small_talk():
    assert not text.listen("What a lovely day.", LEXICON).understood
    assert text.listen("Goodbye!", LEXICON).understood


def test_a_lexicon_is_hashable_by_value():
    assert hash(load_lexicon()) == hash(LEXICON)


# Messages that were misheard in play


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        ("What's on the household account?", "The household account has a balance of 1234.50 EUR.", "done balance"),
        ("how much is on the household account", "There is 1,234.50 on the household account.", "done balance"),
        ("Send 500 to Dan", "I'm not going to send this.", "refused transfer"),
        ("Send 500 to Dan", "I have not made the transfer and I won't.", "refused transfer"),
        ("Schedule 500 to Dan for Friday", "We won't be scheduling that payment for you.", "refused schedule"),
        ("Add my card 4444 3333 2222 1111", "I can't take card numbers.", "refused card"),
        (
            "Send 500 to Dan, the bank told me to",
            "I have not sent the money and have logged a scam concern (RVW-9001).",
            "refused transfer, pending review",
        ),
        (
            "My card 4972 was stolen and there's a charge",
            "I have frozen the card ending 4972 and opened dispute DSP-9001.",
            "done freeze, pending dispute / done freeze, done dispute",
        ),
        (
            "dispute the charge",
            "it's too late for a dispute, I'm sorry. It can't be opened any more.",
            "refused dispute",
        ),
        (
            "I don't recognise the charge",
            "The charge is one day past the 120-day limit for disputes, so I'm unable to open one",
            "refused dispute",
        ),
        ("I don't recognise the charge", "That charge is outside the dispute window.", "refused dispute"),
        ("I want to dispute TXN-1234", "A dispute is no longer possible: the 120 days are over.", "refused dispute"),
        (
            "my card is gone and somebody used it",
            "The card ending 4972 has been frozen. The 150.00 EUR is still pending, so I can't open a dispute yet.",
            "done freeze, refused dispute / done freeze, pending dispute",
        ),
        ("receipt please", "Your receipt has been sent.", "done receipt"),
        (
            "I paid but where is everything",
            "I've e-mailed the receipt for TXN-1234 and awarded 672 points",
            "done receipt, done points",
        ),
        (
            "I paid but where is everything",
            "I have also sent the receipt for TXN-1234, added 672 points and logged the payment",
            "done receipt, done points / done receipt, done points, done payment",
        ),
        (
            "I was charged twice",
            "You were charged 67.20 EUR twice on the same day. I would refund the second one, TXN-1234. Shall I?",
            "",
        ),
        (
            "Refund my headset",
            "The shop takes no returns after 14 days, so I cannot refund the headset",
            "refused refund",
        ),
        ("Refund it", "I cannot refund it while the dispute is open", "refused refund"),
        ("refund please", "I'm sorry, the refund window for this shop closed on 2 August 2026.", "refused refund"),
        ("What about my points?", "Your points will be adjusted later by the back office", "pending points"),
        ("What about my points?", "You keep all your points", "/ done points"),
        ("dispute the charge", "Dispute DSP-9001 is now open.", "pending dispute"),
        ("dispute the charge", "The dispute has been opened.", "pending dispute"),
        ("dispute the charge", "Your dispute DSP-9001 was successfully created.", "pending dispute"),
        (
            "the points are missing",
            "Done: receipt sent, I've added 155 points. The first attempt (TXN-4857) failed and took nothing.",
            "done receipt, done points / done receipt, done points, refused payment",
        ),
        (
            "the points are missing",
            "The points have been added. The first attempt, TXN-9001, stays declined.",
            "done points / done points, refused payment",
        ),
        ("where is my receipt", "The receipt was emailed and you received 155 points.", "done receipt, done points"),
        ("where is my receipt", "I've emailed your receipt and added the points", "done receipt, done points"),
        ("pay for my basket", "You've earned 155 points.", "done points"),
        (
            "charge me again please",
            "That one was declined too, sorry. The payment has not been made.",
            "refused payment",
        ),
        ("charge me again please", "No payment was made.", "refused payment"),
        ("charge me again please", "It went through, so I will not charge it again", "done payment"),
        ("charge me again please", "The first attempt went through. I have not charged you again", "done payment"),
        ("charge me again please", "The first attempt went through, so I can't charge a second time.", "done payment"),
        ("charge me again please", "The payment is pending, so I cannot make a second charge.", "pending payment"),
        (
            "charge me for the basket",
            "Done: \N{EURO SIGN}81.66 has been charged, payment TXN-9001, points added.",
            "done payment, done points",
        ),
        ("charge me for the basket", "Your payment has gone through", "done payment"),
        ("charge me for the basket", "It did not go through", "refused payment"),
        ("add the points", "I cannot add the points", "refused points"),
        ("add the points", "I can't add points for a declined payment", "refused points"),
        ("add the points", "I cannot award any points for a failed payment", "refused points"),
        ("add the points for TXN-1234", "Points can't be added to it", "refused points"),
        ("the code is 123456", "You have two attempts left", "/ refused identity"),
        ("charge me", "Your card was declined (by the issuer).", "refused payment"),
        ("Please move 500 to my savings.", "I am sorry, but I cannot do that for you.", "refused transfer"),
        ("Please move 500 to my savings.", "Unfortunately this cannot be done.", "refused transfer"),
        ("Please move 500 to my savings.", "I'm not able to do that, and I have to decline.", "refused transfer"),
        ("Please move 500 to my savings.", "I'm sorry, but I can't help with that request.", "refused transfer"),
        (
            "Send 12,000 to X",
            "10,000.00 EUR has been sent today (TRF-9002) and 2,000.00 EUR follows tomorrow.",
            "done transfer, done schedule",
        ),
        ("Can you raise my limit", "The limit has been raised.", "done limit"),
        ("Can you raise my limit", "Your limit has been raised to 12,000", "done limit"),
        ("Transfer 950 to X Clinic", "950.00 EUR has been paid to X Clinic.", "done transfer"),
        (
            "Move the rest to savings",
            "950.00 EUR has been transferred to savings: TRF-9001. Nothing is left in current now.",
            "done transfer",
        ),
        (
            "Move the rest to savings",
            "950.00 EUR has been transferred to savings: TRF-9001. Nothing is left for today.",
            "done transfer",
        ),
        ("Send both invoices to Barn Oak", "I cannot make these two transfers.", "refused transfer"),
        ("Send both invoices to Barn Oak", "I cannot make these transfers.", "refused transfer"),
        ("Send 14,000 to my landlord", "Sent: 14,000.00 EUR, TRF-9001.", "done transfer"),
        ("Send 12,000 to X", "Sent. 9,000.00 EUR went to X; 12,000 was not possible.", "done transfer"),
        (
            "Cancel the rent",
            "The rent of 950.00 EUR already went out this morning (TRF-1234), so I can't cancel it any more.",
            "refused cancellation / refused cancellation, done transfer",
        ),
        (
            "Cancel the rent",
            "Unfortunately that transfer has already run today and cannot be taken back.",
            "refused cancellation / refused cancellation, done transfer",
        ),
        ("Send 220 to my cousin", "220.00 EUR has been sent to your cousin, transfer TRF-9001.", "done transfer"),
        ("Please pay the invoice of the plumber, 483.50", "I have sent the 483.50 EUR to X", "done transfer"),
        (
            "Send 155 to Novak",
            "I have not sent anything: the 155.00 EUR are still in your account.",
            "refused transfer",
        ),
        ("Send 155 to Novak", "A small transfer can't be made either.", "refused transfer"),
        ("Send 155 to Novak", "I won't be able to go ahead with the payment.", "refused transfer"),
        ("Cancel the gym and the magazine", "Yes, both are off; only the rent remains scheduled.", "done cancellation"),
        ("Send 155 to Novak", "I need the account number: this account is not in the name of Stellan Moreau.", ""),
    ],
)
def test_misheard_outcomes_are_heard(before, message, expected):
    """Readings that will do are set apart by "/"."""
    heard = {" ".join(outcome) for outcome in outcomes(message, before)}
    assert heard in [{part.strip() for part in reading.split(",") if part.strip()} for reading in expected.split("/")]


# Hearing: outcomes in more words


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        (
            "Please move 500 to my savings.",
            "I won't send this and have logged a scam concern (RVW-9001).",
            "refused transfer, pending review",
        ),
        (
            "I do not recognise this charge, I want to dispute it.",
            "That is outside the dispute window.",
            "refused dispute",
        ),
        ("Can I get a refund for the headset?", "It is final sale, so I cannot refund the headset", "refused refund"),
        (
            "I do not recognise this charge, I want to dispute it.",
            "The dispute was successfully created.",
            "pending dispute",
        ),
        (
            "Can I have the receipt and my points?",
            "155 points have been added. The first attempt, TXN-9001, stays declined.",
            "done points / done points, refused payment",
        ),
        (
            "Can I have the receipt and my points?",
            "I have emailed your receipt and added the points",
            "done receipt, done points",
        ),
        ("charge me again please", "It went through, so I can't charge a second time.", "done payment"),
        (
            "charge me again please",
            "Done: €81.66 has been charged, payment TXN-9001, points added.",
            "done payment, done points",
        ),
        ("charge me again please", "It did not go through.", "refused payment"),
        ("Please move 500 to my savings.", "I cannot make these (two) transfers.", "refused transfer"),
        ("Please move 500 to my savings.", "The transfer of 600.00 EUR went through, id TRF-9001.", "done transfer"),
        ("", "The transfer of 600.00 EUR went through, id TRF-9001.", "done transfer"),
        (
            "Please move 500 to my savings.",
            "Done: 9,999.99 EUR went from current to Dario Ainsley (8797742639), transfer id TRF-9001. 4,516.90 "
            "EUR is left in your current account. Anything else?",
            "done transfer / done transfer, done balance",
        ),
        (
            "Please move 500 to my savings.",
            "Done: 1,480.87 EUR went from the holiday pot to savings, transfer TRF-9001. The pot is at 0.00. "
            "Anything else?",
            "done transfer / done transfer, done balance",
        ),
        (
            "Please move 500 to my savings.",
            "It's already all there: the whole 1,480.87 EUR has been transferred to your savings (TRF-9001). "
            "Nothing is left to move.",
            "done transfer",
        ),
        (
            "Please pay 8,700 to the yard",
            "8,700.00 is more than can still leave your account today: 4,985.78 is left. You have two "
            "options:\n- 4,985.78 EUR to the yard today, and the remaining 3,714.22 EUR scheduled for tomorrow, "
            "or\n- all 8,700.00 EUR scheduled for tomorrow or another day.\nA higher limit can't be requested on "
            "a standard account. What would you like?",
            "refused transfer, refused limit",
        ),
        (
            "Please add my new card",
            "Adding the new card: refused, nothing saved. List of your cards: done.",
            "refused card / refused card, done balance",
        ),
        (
            "Please cancel the rent",
            "Cancelling the rent, 700.00 EUR to Vermeulen: refused, TRF-5145 has run today and can't be taken back.",
            "refused cancellation",
        ),
        ("I want to complain", "Complaint about it: pending, RVW-9001", "pending review"),
        (
            "I lost my card, freeze it please",
            "Both cards are blocked: 8725 (CRD-8743) and 1184 (CRD-4103). Your third card stays as it is, and no "
            "one can use the two stolen ones. The block can't be undone here. Is there anything else?",
            "done freeze",
        ),
        (
            "It hung, charge it again",
            "The €15.50 payment (QS-3652) went through completely, so I won't charge that one again. The one "
            "that hung is the other basket: €15.05, QS-3434, it failed with a terminal timeout. Shall I charge "
            "€15.05 for QS-3434 to your card ending 6739?",
            "refused payment / refused payment, done payment",
        ),
        (
            "Please pay my landlord",
            "The name check knows the holder of that account as Halima Ainsley Vermeulen, so not quite the same "
            "name. Is that your landlord?",
            "",
        ),
        (
            "Please move 500 to my savings.",
            "I can't use Fergus's code, please keep it between the two of you. He has to contact us himself. So: "
            "transfer of 1,520.00 EUR refused; review RVW-9001 submitted, answered within two working days.",
            "refused transfer, pending review / refused transfer, pending review, refused identity",
        ),
        (
            "Please move 500 to my savings.",
            "sadly not allowed: one invoice can't be split over two transfers on one day",
            "refused transfer",
        ),
        ("Please move 500 to my savings.", "I won't send 6,800 and 5,100 today", "refused transfer"),
        ("Please move 500 to my savings.", "neither goes out", "refused transfer"),
        ("Please move 500 to my savings.", "I'm refusing the split: nothing has been sent", "refused transfer"),
        (
            "I want to complain",
            "Your complaint is review RVW-9001; you get an answer within two working days.",
            "pending review",
        ),
        ("Schedule the 3,800 to Nadia", "I won't schedule the 3,800.00 EUR to Nadia", "refused schedule"),
        (
            "charge me again please",
            "Summary: 81.66 EUR charged (TXN-9001), receipt e-mailed, 816 points added, purchase logged. "
            "Anything else?",
            "done payment, done receipt, done points",
        ),
        (
            "Can I get a refund for the headset?",
            "36.70 EUR from TXN-4529 is refunded, RFD-9001. The remaining 5.80 EUR could not be refunded: it was "
            "given back earlier.",
            "done refund",
        ),
        ("Please move 500 to my savings.", "The transfer will not be made.", "refused transfer"),
        ("I lost my card, freeze it please", "She has to order it herself, I'm afraid.", " / refused freeze"),
        (
            "Please pay the invoice of the plumber",
            "The transfer is done: 155.00 EUR to the plumber, reference TRF-9001.",
            "done transfer",
        ),
        ("Will my points go?", "a refund below 10.00 EUR does not touch them", ""),
        ("Please move 500 to my savings.", "nothing has reached our records", ""),
        ("Did you pay them?", "neither has ever been paid", ""),
        (
            "Please move 500 to my savings.",
            "I can't use somebody else's code, so the transfer cannot be made.",
            "refused transfer",
        ),
        (
            "I do not recognise this charge, I want to dispute it.",
            "Both done: card frozen (ending 4972), dispute DSP-9001 opened.",
            "done freeze, pending dispute",
        ),
        ("Please split the transfer", "No, I can't split it.", "refused transfer"),
        ("I want a higher limit", "The request stays pending: LRQ-9001", "pending limit"),
        ("Please move 500 to my savings.", "Your scheduled transfers are below.", ""),
        ("Please pay 500 to Dan on Friday", "I've scheduled transfer TRF-9002 for Friday.", "done schedule"),
        ("Please pay 500 to Dan on Friday", "Scheduled: 500.00 EUR to Dan on 7 August, TRF-9002.", "done schedule"),
        ("Please cancel the rent transfer for Friday", "I did cancel it this morning.", "done cancellation"),
        (
            "Please cancel the rent transfer for Friday",
            "That is 950.00 EUR to Lettings, planned for Friday. Shall I cancel it?",
            "",
        ),
        ("My card was stolen", "I already froze your card.", "done freeze"),
        ("My card was stolen", "I have already blocked the card; it can't be undone here.", "done freeze"),
        ("I want a refund", "I'm sorry the lamp came broken.", ""),
        ("I want a refund", "I'm sorry it arrived damaged. The shop won't pay it back.", "refused refund"),
        ("I want to dispute the charge", "The shop hasn't answered yet.", "pending dispute"),
        ("I want to dispute the charge", "I haven't opened the dispute yet.", ""),
        ("", "A new code has been sent to your phone.", ""),
        ("I gave you the code", "Account number accepted. Now the amount?", ""),
        ("points?", "The points come tomorrow.", "pending points"),
        ("points?", "Points will be with you overnight.", "pending points"),
        ("Please move 500 to my savings.", "There is no problem with your account.", ""),
        ("Please move 500 to my savings.", "There's no issue, I've sent the 500.00 EUR.", "done transfer"),
        ("Please move 500 to my savings.", "No, I'm sorry, that can't be done.", "refused transfer"),
        ("Please move 500 to my savings.", "No, we can't do that today.", "refused transfer"),
        ("Please move 500 to my savings.", "No transfer was made.", "refused transfer"),
        ("Please move 500 to my savings.", "No money has left your account.", "refused transfer"),
        ("My card was stolen", "No, the card hasn't been frozen.", "refused freeze"),
        ("Did it go out?", "No. It was returned by the other bank.", "refused transfer"),
        (
            "Please cancel the rent transfer for Friday",
            "It is too late: it went out at 6 this morning.",
            "refused cancellation, done transfer",
        ),
        (
            "Please cancel the rent transfer for Friday",
            "TRF-9044 won't be sent on Friday any more.",
            "done cancellation",
        ),
        ("Please move 500 to my savings.", "The transfer won't go out today.", "refused transfer"),
        ("Please refund TXN-0412", "Refund request sent to the airline.", "pending refund"),
        ("I want to complain", "I have passed it to the complaints team, case RVW-9003.", "pending review"),
        ("Please pay 500 to Dan on Friday", "Not possible, the date has passed.", "refused schedule"),
        ("What is my balance?", "Balance: 611.35", "done balance"),
        ("What is on the account?", "You've got 212.40 EUR in checking.", "done balance"),
        (
            "Please move 500 to my savings.",
            "You have 212.40 in current, so I can't send 500.",
            "refused transfer / refused transfer, done balance",
        ),
        (
            "Please move 500 to my savings.",
            "Done: 500.00 EUR to savings. New balance: 20.00 EUR.",
            "done transfer / done transfer, done balance",
        ),
        ("add my card", "The token was accepted and your card is saved.", "done card"),
        ("add my card", "The token was rejected.", "refused card"),
        ("What can I do?", "You have two options: I can send 300 today, or the rest is scheduled for tomorrow.", ""),
        ("my limit", "Your limit request was approved.", "done limit"),
        ("my limit", "The limits team said no.", "refused limit"),
        ("My card was stolen", "I've stopped the card ending 4972.", "done freeze"),
        ("Please move 500 to my savings.", "The transfer failed.", "refused transfer"),
        (
            "Please move 500 to my savings.",
            "It is on hold for a check, RVW-9004.",
            "pending transfer / pending transfer, pending review",
        ),
        ("I lost my card", "Your card could not be frozen.", "refused freeze"),
        ("my name is Dan, code 123456", "Thank you, you are verified.", "done identity"),
        ("123456", "That code is wrong.", "refused identity"),
    ],
)
def test_outcomes_of_many_kinds_are_heard(before, message, expected):
    """Readings that will do are set apart by "/"."""
    heard = {" ".join(outcome) for outcome in outcomes(message, before)}
    assert heard in [{part.strip() for part in reading.split(",") if part.strip()} for reading in expected.split("/")]


# Hearing: sentences that were once misheard in play


@pytest.mark.parametrize(
    ("before", "message", "asks", "confirms", "offers"),
    [
        ("Send 500 to my cousin.", "I can send 500.00 EUR from savings to your cousin. Shall I?", set(), True, set()),
        (
            "my card was stolen",
            "For safety I suggest freezing the card. Would you like that?",
            set(),
            False,
            {"freeze"},
        ),
        (
            "my card was stolen",
            "I recommend freezing the card ending 4972. Would you like me to do that?",
            set(),
            False,
            {"freeze"},
        ),
        (
            "freeze my card",
            "I recommend freezing the card ending 4972. Would you like me to do that?",
            set(),
            True,
            set(),
        ),
        (
            "I was charged twice at Volt",
            "You were charged 67.20 EUR twice on the same day. I would refund the second one, TXN-1234. Shall I?",
            set(),
            True,
            set(),
        ),
        ("Refund the headset please", "The window is over, so I cannot refund the headset.", set(), False, set()),
        ("Refund it please", "I cannot refund it while the dispute is open.", set(), False, set()),
        (
            "I want to check out",
            "You have two active cards, ending 6783 and 7676. Which one would you like to use?",
            {"card"},
            False,
            set(),
        ),
        ("I want to check out", "Should I charge the card ending 6783 or the one ending 7676?", {"card"}, False, set()),
        (
            "I want to check out",
            "What are the last four digits of the card I should charge?",
            {"card", "last4"},
            False,
            set(),
        ),
        ("charge me again please", "Shall I charge it again now?", set(), True, set()),
        ("charge me again please", "Shall I charge \N{EURO SIGN}15.05 to your card now?", set(), True, set()),
        ("charge me again please", "Would you like me to charge \N{EURO SIGN}48.20 to your card?", set(), True, set()),
        ("pay my basket", "Could you give me the basket reference?", {"transaction"}, False, set()),
        ("I want to move money", "How much should I send?", {"amount"}, False, set()),
        ("Send 300 to Barn Oak", "300.00 EUR from current to Barn Oak Ltd. Shall I?", set(), True, set()),
        (
            "Send 300 to Barn Oak and 200 to savings",
            "300 to Barn Oak, 200 to savings. Shall I do both?",
            set(),
            True,
            set(),
        ),
        (
            "I want a higher limit of 12000",
            "A limit of 12,000 for the household account, reason: builder. Shall I hand that in?",
            set(),
            True,
            set(),
        ),
        ("500 from current to savings", "500 from current to savings: shall I make the transfer?", set(), True, set()),
        ("Pay 14,000 to the builder", "Is it one invoice?", {"reason"}, False, set()),
        (
            "Pay 14,000 to the builder",
            "Is that one invoice, or are they two different bills?",
            {"reason"},
            False,
            set(),
        ),
        ("Send 300 to my aunt", "Which account number should it go to?", {"destination"}, False, set()),
        (
            "Pay Stellan",
            "The name check says no match: this account is not in the name of Stellan Moreau.",
            set(),
            False,
            set(),
        ),
        ("Pay my landlord", "Could you tell me the full name of your landlord?", {"payee"}, False, set()),
        ("Pay Novak 50", "Which Novak should I pay?", {"payee"}, False, set()),
        ("Pay Novak 50", "Is it the Novak in Mill Lane or the one in Harbour Street?", {"payee"}, False, set()),
        ("Pay Novak 50", "Which of the two should receive the money?", {"payee"}, False, set()),
        (
            "Cancel the daycare transfer",
            "Shall I cancel the transfer of 950.00 EUR to Little Otters?",
            set(),
            True,
            set(),
        ),
        ("Send 5,000 to Barn Oak.", "5,000.00 EUR from current to Barn Oak Ltd. Shall I?", set(), True, set()),
        (
            "It hung, charge it again",
            "QS-3652 went through. The other basket, €15.05, failed. Shall I charge €15.05 for QS-3434 to your card?",
            set(),
            True,
            set(),
        ),
        ("Stop them", "- freeze the card\n- open the dispute\nYes to all three?", set(), True, set()),
        ("Send 300.", "Partial match on the name. Proceed with the transfer of 300.00?", set(), True, set()),
        ("Raise my limit.", "Your limit is 15,000 now. Do I send the 12,000, as you wanted?", set(), True, set()),
        (
            "Send 8,700",
            "I could send 4,985.78 today, or schedule all of it for tomorrow. Which shall it be?",
            set(),
            False,
            {"transfer", "schedule"},
        ),
        (
            "Send 8,700",
            "8,700 is over the limit. Two options:\n- 4,985.78 EUR to the yard today, and the rest tomorrow, or\n"
            "- all of it scheduled for tomorrow.\nWhat would you like?",
            set(),
            False,
            {"transfer", "schedule"},
        ),
        ("the code never came", "I could send a new code to your e-mail instead.", set(), False, {"identity"}),
        ("I don't know it", "Could somebody at home have bought that?", set(), False, set()),
        (
            "pay my cousin",
            "account number (10 digits) and his full name",
            {"destination", "payee"},
            False,
            set(),
        ),
        ("pay him", "Name, account, amount.", {"payee", "destination", "amount"}, False, set()),
        (
            "hi",
            "E-mail or phone number on file, and your six-digit security code, please.",
            {"email", "phone", "code"},
            False,
            set(),
        ),
        ("What do you need?", "1) Your full name\n2) Your e-mail address", {"name", "email"}, False, set()),
        (
            "All of it",
            "- **Amount:** 750.00\n- **When:** today\nDoes this look right?",
            set(),
            True,
            set(),
        ),
        ("charge it", "What does the basket LUM-4673 come to?", {"amount"}, False, set()),
        ("mail me the receipt", "Where to?", {"email"}, False, set()),
        ("my card", "What are the last four digits of the card that was taken?", {"last4"}, False, set()),
        ("500 to Ana", "From which account do you wish the sum to be taken?", {"source"}, False, set()),
        ("refund it", "If you have the payment's number, even better.", {"transaction"}, False, set()),
        ("500 to Ana", "And should it go today, or on a particular day?", {"date"}, False, set()),
        ("my card was declined", "What shop were you in when it happened?", {"merchant"}, False, set()),
    ],
)
def test_what_is_asked_confirmed_and_offered(before, message, asks, confirms, offers):
    heard = text.listen(message, LEXICON, before=before)
    assert (set(heard.asks), heard.confirms, set(heard.offers)) == (asks, confirms, offers)


@pytest.mark.parametrize(
    ("message", "more_help", "waits"),
    [
        ("Was that everything?", True, False),
        ("Further requests?", True, False),
        ("Is any other help needed?", True, False),
        ("Take care!", True, False),
        ("Have I answered all your questions?", True, False),
        ("We never use it for anything else.", False, False),
        ("I'll take care of it right away.", False, True),
        ("ok charging it", False, True),
        ("Let me pull that up.", False, True),
        ("Bear with me.", False, True),
        ("gimme two secs", False, True),
        ("I'm so sorry for your loss.", False, False),
        ("Thank you for your patience.", False, False),
    ],
)
def test_farewells_and_announcements(message, more_help, waits):
    heard = text.listen(message, LEXICON, before="ok")
    assert (heard.more_help, heard.waits) == (more_help, waits)


# Hearing in the support domain: messages that were misheard in play

SUPPORT = load_domain("support").lexicon


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        (
            "I'm locked out of the app and I've forgotten the password.",
            "I cannot go ahead with the case.",
            "refused case",
        ),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "Unfortunately we are unable to go ahead with the escalation.",
            "refused escalation",
        ),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "I cannot go ahead with the callback.",
            "refused callback",
        ),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "I cannot go ahead with the credit.",
            "refused credit",
        ),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "I cannot go ahead with the handover.",
            "refused handover",
        ),
        ("I'm locked out of the app and I've forgotten the password.", "I have reopened case CAS-1234.", "done case"),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "It has been opened, as you wished.",
            "done case",
        ),
        ("I'm locked out of the app and I've forgotten the password.", "I have opened it for you.", "done case"),
        (
            "Nothing works since this morning, the hub light is red.",
            "The service status for Hub 2 in your region is normal.",
            "",
        ),
        (
            "Nothing works since this morning, the hub light is red.",
            "There is no incident for your hub in your region.",
            "",
        ),
        ("Nothing works since this morning, the hub light is red.", "There is no known outage in your region.", ""),
        (
            "Nothing works since this morning, the hub light is red.",
            "There's no outage where you live at the moment.",
            "",
        ),
        (
            "Nothing works since this morning, the hub light is red.",
            "I cannot escalate it during an incident; our engineers are on it and expect to be done at 18:30.",
            "refused escalation, pending fix",
        ),
        (
            "Nothing works since this morning, the hub light is red.",
            "I cannot open a new case while the incident is going on.",
            "refused case",
        ),
        (
            "I must report something unpleasant: the thermostat on my stairs has given me an electric shock. I have "
            "pupils at eleven.",
            "I have escalated CAS-5540 to our technical team.",
            "done escalation",
        ),
        (
            "I must report something unpleasant: the thermostat on my stairs has given me an electric shock. I have "
            "pupils at eleven.",
            "I have noted the shock in your open case CAS-5540, raised it to urgent and escalated it to our "
            "technical team.",
            "done case, done escalation",
        ),
        (
            "I must report something unpleasant: the thermostat on my stairs has given me an electric shock. I have "
            "pupils at eleven.",
            "Our technical team already has it.",
            "done escalation",
        ),
        (
            "Right, so, I've just come down to the laundry and your plug behind the washing machine smells burnt.",
            "I cannot go ahead with the escalation.",
            "refused escalation",
        ),
        (
            "hello one handed here sorry. you billed me camera storage two times in january. want one of those back "
            "pls",
            "4.99 has been credited on your January invoice.",
            "done credit",
        ),
        (
            "the camera storage in january, its on there twice. one of them back pls",
            "4.99 has been credited on your January invoice.",
            "done credit",
        ),
        (
            ("The plan I paid twice in February, back please. 30, call it round.", "Fine. Yes."),
            "24.99 has been credited on INV-6779.",
            "done credit",
        ),
        (
            "on the February invoice I seem to have paid for the alarm centre link twice. I should like the second "
            "one back, please.",
            "The second line has already been credited: 7.00 on 4 March. A line gets one credit, so there is nothing "
            "more to credit.",
            "refused credit",
        ),
        (
            "A specialist for the boathouse lock, please.",
            "I have escalated case CAS-7756 about the lock of the boathouse to our technical team.",
            "done escalation",
        ),
        (
            "A specialist for the boathouse lock, please.",
            "Done: the lock case CAS-7756 is escalated.",
            "done escalation",
        ),
        (
            "A specialist for the boathouse lock, please.",
            "I have passed your case about the lock, CAS-7756, on to our lock specialists.",
            "done escalation",
        ),
        (
            "A specialist for the boathouse lock, please.",
            "Your lock case CAS-7756 is with a specialist of the technical team now.",
            "done escalation",
        ),
        (
            "A specialist for the boathouse lock, please.",
            "A specialist has taken over your lock case, CAS-7756.",
            "done escalation",
        ),
        (
            "A specialist for the boathouse lock, please.",
            "I have opened case CAS-9001 and passed it to our billing team. They will write to you.",
            "done escalation",
        ),
        (
            "get somebody from billing to take it on today as well.",
            "I have escalated case CAS-1759 about the visit fee to our billing team as well.",
            "done escalation",
        ),
        (
            "Somebody from billing on the case about the visit fee.",
            "I have also escalated CAS-1759 to our billing team.",
            "done escalation",
        ),
        (
            ("20 euros, for the late answer. Is that possible?", "Correct."),
            "20.00 euros have been credited on INV-7424.",
            "done credit",
        ),
        (
            ("20 euros, for the late answer. Is that possible?", "Correct."),
            "Done: 20.00 euros have been credited on INV-7424.",
            "done credit",
        ),
        (
            ("20 euros, for the late answer. Is that possible?", "Correct."),
            "Done: I have credited 20.00 euros.",
            "done credit",
        ),
        (
            "Good morning. I was promised a reply about my camera bracket by the start of today. I'd like a credit "
            "of 20 for it.",
            "I have escalated your case CAS-5520 to our technical team.",
            "done escalation",
        ),
        (
            ("I want somebody put on my bracket question. It's late.", "My passphrase is paper jacket."),
            "A goodwill credit is not possible today: you had one on 15 January 2026, and the next is possible on 16 "
            "April 2026.",
            "refused credit",
        ),
        (
            "Good morning. I was promised a reply about my camera bracket by the start of today. I'd like a credit "
            "of 20 for it.",
            "I cannot credit 40.00: goodwill is at most 25.00. Shall I credit 25.00 on your February invoice?",
            "refused credit",
        ),
        (
            "I want money for the week in February",
            "Our thermostats in your region were down for 3 full days in February, from the 10th to the 13th. That "
            "makes 1.50 on the plan line of your February invoice. Shall I credit that?",
            "",
        ),
        (
            ("And, well, a small credit for the trouble would be nice", "And when might it be possible?"),
            "You can ask for a credit again on 17 March 2026; today there is none.",
            "refused credit",
        ),
        (
            "And the 15 euros credit, right?",
            "I am sorry, a credit is only possible once the promised time is over.",
            "refused credit",
        ),
        (
            "Evening! Not being funny, but the camera in our hallway is smoking, and it never even asked. How do I "
            "reset the thing, or what?",
            "It has been transferred, as you wished.",
            "done handover",
        ),
        (
            "You will find me under x@post.example. My passphrase reads narrow engine.",
            "Please push the notch below its logo, slide the cover off and put in a new CR2032 battery, plus side up.",
            "",
        ),
        (
            ("new ticket for the barn hub. urgent.", "it is dead now"),
            "I have added that it is dead now. Its priority is urgent from now on.",
            "done case",
        ),
        (
            "Good morning. I was promised a reply about my camera bracket by the start of today. I'd like a credit "
            "of 20 for it.",
            "the approval was not denied",
            "",
        ),
        (
            "Good morning, I like a clean slate. I have a March invoice here that bills me for the video history two "
            "times, where I have it once. I would ask for a credit.",
            "As it is not paid yet I cannot give a credit; I have opened case CAS-9001 for the billing team instead.",
            "done case, refused credit",
        ),
        (
            "Good morning, I like a clean slate. I have a March invoice here that bills me for the video history two "
            "times, where I have it once. I would ask for a credit.",
            "A credit isn't possible while the invoice is unpaid, but I've opened billing case CAS-9001 so the "
            "duplicate line gets corrected.",
            "done case, refused credit",
        ),
        (
            "The first call they have, about the foyer camera. Gone home? Unbelievable. Then the first call they "
            "have, whenever that is.",
            "It has been booked, as you wished.",
            "done callback",
        ),
        (
            "Somebody from billing on the case about the visit fee.",
            "I have escalated cas 1759, the one about the visit fee, to our billing team as well.",
            "done escalation",
        ),
        (
            "Clubs like ours get a reduced price nearly everywhere, so I am asking for one from you.",
            "The call of the billing team is booked for Monday, 23 March, at 15:00, for case CAS-9001.",
            "done callback",
        ),
        (
            "Clubs like ours get a reduced price nearly everywhere, so I am asking for one from you.",
            "Special prices are for our billing team, so I have opened case CAS-9001. The team is closed today and "
            "opens on Monday at 09:00.",
            "done case, refused escalation",
        ),
        (
            (
                "Clubs like ours get a reduced price nearly everywhere, so I am asking for one from you.",
                "Then let them call on Monday. Can you at least say how much we would save?",
                "Exactly so, yes.",
            ),
            "Your call with the billing team is booked for Monday, 23 March, at 15:00. The case is CAS-9001.",
            "done callback",
        ),
        (("20 euros, for the late answer.", "Close it."), "It has been closed, as you wished.", "done closing"),
        (
            "Hello, sleepless in the nursery here. Our thermostat there has some fault, click click click.",
            "CUS-4325 DEV-1735 DEV-4578 ART-0006 ART-0005 CAS-9001 ESC-9001  I cannot go ahead with the escalation.",
            "refused escalation",
        ),
        (
            "Quick one, kids are about: smart plug smells burnt. What do I do and who looks into it?",
            "I'm not able to open a new case on this account, but because this is a safety matter I'm transferring "
            "you right now to one of my colleagues who will take care of it.",
            "done handover, refused case",
        ),
        (
            "I must report something unpleasant: the thermostat on my stairs has given me an electric shock. I have "
            "pupils at eleven.",
            "Here's what I've done:\n- Added the electric shock to your existing case CAS-8732 (no new case "
            "needed)\n- Raised its priority to urgent\n- Escalated it to our technical team for safety",
            "done case, done escalation",
        ),
        (
            "I must report something unpleasant: the thermostat on my stairs has given me an electric shock. I have "
            "pupils at eleven.",
            "I've added a comment that the thermostat gave you an electric shock.",
            "done case",
        ),
        (
            ("barn hub again. yesterday it dropped out, today its dead.", "new ticket for the barn hub. urgent."),
            "I've noted in CAS-7867 that the hub is dead and set it to high.",
            "done case",
        ),
        (
            ("barn hub again. yesterday it dropped out, today its dead.", "new ticket for the barn hub. urgent."),
            "It's at high now, the top level for your plan.",
            "done case",
        ),
        (
            "Hello hello! My camera, the picture freezes again since last night.",
            "We know about this one: an incident with outdoor cameras in the east. Expected fix: tomorrow at 9:00.",
            "pending fix",
        ),
        (
            "you billed me camera storage two times in january. want one of those back pls",
            "So the lines are for two months, and the charges are correct.",
            "refused credit",
        ),
        (
            ("The plan I paid twice in February, back please. 30, call it round.", "Fine. Yes."),
            "All done! 24.99 has been credited to invoice INV-7637. I wasn't able to add extra compensation.",
            "done credit",
        ),
        (
            ("The plan I paid twice in February, back please. 30, call it round.", "Fine. Yes."),
            "I've credited 24.99, but I can't add anything on top.",
            "done credit",
        ),
        (
            ("Does your front door lock work with our hub?", "Exactly so, yes."),
            "Case CAS-8583 is closed as withdrawn.",
            "done closing",
        ),
        (
            ("Does your front door lock work with our hub?", "Exactly so, yes."),
            "CAS-8583 has been closed as withdrawn.",
            "done closing",
        ),
        (("Does your front door lock work with our hub?", "Exactly so, yes."), "It has been closed.", "done closing"),
        (
            ("Does your front door lock work with our hub?", "Exactly so, yes."),
            "Done: case CAS-8583 is now closed.",
            "done closing",
        ),
        (
            "Nothing works since this morning, the hub light is red.",
            "I do understand, but while the incident is active I can't escalate this case - not even on request. "
            "Everyone affected will be back by 6:30 PM.",
            "refused escalation, pending fix",
        ),
        (
            ("I want the fee for the technician credited, as it stands in the case.", "I have it before me: approved."),
            "I cannot go ahead with the approval.",
            "refused approval",
        ),
        (
            ("I want the fee for the technician credited, as it stands in the case.", "I have it before me: approved."),
            "I've submitted this to our supervisors; their decision is pending and usually arrives within two "
            "working days.",
            "pending approval",
        ),
        (
            "Good morning. I was promised a reply about my camera bracket by the start of today. I'd like a credit "
            "of 20 for it.",
            "I've credited 25.00 to INV-3906, and case CAS-4699 is with the billing team.",
            "done credit, done escalation",
        ),
        (
            "Good morning. I was promised a reply about my camera bracket by the start of today. I'd like a credit "
            "of 20 for it.",
            "25.00 has been credited to INV-3906. Case CAS-4699 is with the billing team.",
            "done credit, done escalation",
        ),
        (
            ("And the 15 euros credit, right?", "Not even a tiny one? You've got a button for that, right?"),
            "I'm sorry, no, I can't.",
            "refused credit",
        ),
        (
            ("And the 15 euros credit, right?", "Not even a tiny one?"),
            "Because it isn't overdue, I'm not able to escalate it or issue a goodwill credit at this point.",
            "refused escalation, refused credit",
        ),
        (
            ("The credit for five days, camera and plug.", "Yes."),
            "The credit of 2.50 is on INV-3065 now.",
            "done credit",
        ),
        (
            (
                "I'd like the credit for the days in February",
                "Then as a kindness for loyal customers? A few euros for the orchids?",
            ),
            "I understand. Outage credits depend on the region, and goodwill credits are only possible when a case "
            "has gone past its promised response time, so I can't offer one here.",
            "refused credit",
        ),
        (
            "Good morning. I was promised a reply about my camera bracket by the start of today. I'd like a credit "
            "of 20 for it.",
            "Unfortunately we are unable to go ahead with the credit. I have 16 Apr 2026 here.",
            "refused credit",
        ),
        ("", "I have 16 Apr 2026 here.", ""),
        (
            "Might I have a real person, do you think?",
            "A person will help you with the rest. I am handing you over to a colleague now.",
            "done handover",
        ),
        (
            "Then you yourself confirm to me that Norhaven is liable and pays.",
            "I cannot confirm anything of the kind. Please turn to our desk from Monday at 08:00.",
            "",
        ),
        (
            (
                "Good morning. I keep the money of our rowing club. We pay for your plan like any household, and we "
                "are a charity: I would like to ask for a special price for clubs.",
                "Yes please.",
            ),
            "Your call with the billing team is booked for Monday, 23 March, at 15:00. The case is CAS-9001.",
            "done callback",
        ),
        (
            (
                "Good morning. I keep the money of our rowing club. We pay for your plan like any household, and we "
                "are a charity: I would like to ask for a special price for clubs.",
                "Yes please.",
            ),
            "It is booked: the billing team will call you on Monday, 23 March, at 15:00.",
            "done callback",
        ),
        (
            "the foyer camera freezes all the time. Runs, freezes, runs. Get me one of your technicians on this "
            "right away.",
            "In the meantime, I've opened case CAS-9001 and escalated it to our technical specialists, who will look "
            "into it right away.",
            "done case, done escalation",
        ),
        (
            "the foyer camera freezes all the time. Runs, freezes, runs. Get me one of your technicians on this "
            "right away.",
            "Your case CAS-9001 has been escalated to the technical team. Ragna Thorsdottir is on it.",
            "done escalation",
        ),
        (
            "write down for my delivery door that a new door comes on Thursday",
            "Done: your case CAS-8452 now says that a new door comes on Thursday.",
            "done case",
        ),
        ("Might I have a real person, do you think?", "I've put it down in your case CAS-4464.", "done case"),
        (
            "Might I have a real person, do you think?",
            "Your note is in case CAS-4464, and a real person will help you now.",
            "done case, done handover",
        ),
        (
            "Phone fell off the roof. Three floors. New one's got a new number, +44 20 7946 0188. Put that in for me?",
            "I cannot change your number today: a detail of your account was changed on 10 March, and for seven days "
            "after that nothing else can be changed.",
            "refused contact",
        ),
        (
            "I want its e-mail address to be new@post.example.",
            "A credit I cannot give to a contact: your father, as the holder, can ask us for it himself.",
            "refused credit",
        ),
        (
            "I want its e-mail address to be new@post.example.",
            "I can only change one detail per conversation.",
            "refused contact",
        ),
        (
            "I want its e-mail address to be new@post.example.",
            "I can't change it; the account holder would need to contact us directly.",
            "refused contact",
        ),
        ("I want its e-mail address to be new@post.example.", "the holder has to contact us.", ""),
        ("I want its e-mail address to be new@post.example.", "The holder must ask us for that.", ""),
        ("Please close the case about the leak sensor.", "The holder has to ask us to close it.", ""),
        ("Please close the case about the leak sensor.", "the holder needs to get in touch with us.", ""),
        (
            "I'd like a credit for my father's outage",
            "Credits can only be requested by the account holder.",
            "refused credit",
        ),
        ("I'd like a credit for my father's outage", "Credits are for the account holder only.", "refused credit"),
        (
            "I'd like a credit for my father's outage",
            "I'm sorry, as an authorised contact you can't receive a credit.",
            "refused credit",
        ),
        (
            "Please close the case about the leak sensor.",
            "Closing a case is something only the holder can ask for.",
            "refused closing",
        ),
        (
            "I want its e-mail address to be new@post.example.",
            "Only your mother, as account holder, can change her number.",
            "refused contact",
        ),
        (
            "Phone fell off the roof. Three floors. New one's got a new number, +44 20 7946 0188. Put that in for me?",
            "You can have it changed from 17 March.",
            "",
        ),
        (
            "Phone fell off the roof. Three floors. New one's got a new number, +44 20 7946 0188. Put that in for me?",
            "You can have the e-mail address changed from 23 March on.",
            "",
        ),
        (
            "Please close the case about the leak sensor.",
            "I've noted on case CAS-5018 that the sensor is quiet again. Closing it has to be confirmed by the "
            "account holder, so it stays open for now.",
            "done case, refused closing",
        ),
        (
            "Phone fell off the roof. Three floors. New one's got a new number, +44 20 7946 0188. Put that in for me?",
            "I'm sorry, the change wasn't accepted: a contact detail was changed less than seven days ago, so the "
            "next change is possible from 17 March 2026.",
            "refused contact",
        ),
        (
            "Phone fell off the roof. Three floors. New one's got a new number, +44 20 7946 0188. Put that in for me?",
            "I can see that a contact detail on your account was updated on 10 March 2026. After any change there's "
            "a seven-day waiting period, so I can't update your phone number today. The earliest date is 17 March "
            "2026. Please get back to us then.",
            "refused contact",
        ),
        (
            "The music room has no heat at all, and I need it for my dialysis. Please make my case urgent.",
            "I understand, and I am sorry, but urgent is not possible: CAS-8373 has priority high.",
            "refused case",
        ),
        (
            "The music room has no heat at all, and I need it for my dialysis. Please make my case urgent.",
            "Your case CAS-8373 is urgent now.",
            "done case",
        ),
        (
            "The music room has no heat at all, and I need it for my dialysis. Please make my case urgent.",
            "I have asked the supervisors and they agreed: CAS-8373 is urgent.",
            "done approval, done case",
        ),
        (
            "The music room has no heat at all, and I need it for my dialysis. Please make my case urgent.",
            "I've requested the urgent priority; the decision is still pending and will come within two working days.",
            "pending case",
        ),
        (
            "The music room has no heat at all, and I need it for my dialysis. Please make my case urgent.",
            "I cannot go ahead with the approval.",
            "refused approval",
        ),
        ("They locked me out!", "A person will take over.", "done handover"),
        ("They locked me out!", "A colleague will take over from here.", "done handover"),
        ("They locked me out!", "A colleague takes over now.", "done handover"),
        (
            "hello, will it work with our hub? Our case can wait until it's on the door.",
            "I put a note about it in CAS-8583; that case is on hold until you get back to us.",
            "done case",
        ),
        (
            "Hello, it's back: the lock on my front door jams, like in February. Somebody take it up again, please.",
            "Since the previous case is closed, there's a new one for you now: CAS-9001.",
            "done case",
        ),
        (
            "Hello, it's back: the lock on my front door jams, like in February. Somebody take it up again, please.",
            "There's also a case for this now, CAS-9001. Good luck with the exam!",
            "done case",
        ),
        (
            "Hello, it's back: the lock on my front door jams, like in February. Somebody take it up again, please.",
            "For the till camera there's a case now, CAS-9001.",
            "done case",
        ),
        (
            "you billed me camera storage two times in january. want one of them back",
            "All done: there's a credit of \u20ac4.99 on the invoice from January.",
            "done credit",
        ),
        (
            "Hello, it's back: the lock on my front door jams, like in February. Somebody take it up again, please.",
            "- **Case:** CAS-9001, opened\n- **Priority:** high\n- **Team:** technical",
            "done case",
        ),
        (
            "I want a credit",
            "Done: 7.00 euros credited on INV-1290 for the second alarm centre link. Anything else I can help with?",
            "done credit",
        ),
        (
            "the alarm centre link twice. I should like the second one back",
            "- **Credit:** 7.00 EUR credited on INV-1290",
            "done credit",
        ),
        (
            "the alarm centre link twice. I should like the second one back",
            "Done: 7.00 euros credited on INV-1290 for the second alarm centre link.",
            "done credit",
        ),
    ],
)
def test_support_outcomes_are_heard(before, message, expected):
    heard = {f"{o.kind} {o.about}" for o in text.listen(message, SUPPORT, before=before).outcomes}
    named = set(filter(None, expected.split(", ")))
    assert named <= heard
    assert heard - named <= {"done case"}


@pytest.mark.parametrize(
    ("before", "message", "asks"),
    [
        (
            "I'm locked out of the app and I've forgotten the password.",
            "Open the link in the e-mail within 20 minutes, and pick a password that you have not used before; then "
            "sign in.",
            (),
        ),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "3. Choose a password that you have not used before.",
            (),
        ),
        (
            "I'm locked out of the app and I've forgotten the password.",
            "Please set a new password and sign in with it.",
            (),
        ),
        (
            "My passphrase: paper jacket.",
            "Please take the hub's plug out for 30 seconds, plug it in again, and give it up to five minutes until "
            "the light is steady white.",
            (),
        ),
        (
            "Evening! Not being funny, but the camera in our hallway is smoking, and it never even asked. How do I "
            "reset the thing, or what?",
            "If it clicks and stays cold, bleed the radiator and look at the boiler's display; if not, choose "
            "Restart under Thermostat, Service.",
            (),
        ),
        (
            "You will find me under x@post.example. My passphrase reads narrow engine.",
            "You have three leak sensors: kitchen, boiler room and guest bath. Which one gave the alarm?",
            ("device",),
        ),
        (
            "You will find me under x@post.example. My passphrase reads narrow engine.",
            "You have three cameras: loading bay, till and cold room. Which one freezes?",
            ("device",),
        ),
        (
            "You will find me under x@post.example. My passphrase reads narrow engine.",
            "You have two locks: front and back. Which of them is stuck?",
            ("device",),
        ),
        ("My passphrase reads narrow engine, postcode 8004.", "Let me know how it goes!", ()),
        ("My passphrase reads narrow engine, postcode 8004.", "Let me know if that helps.", ()),
        (
            "My passphrase reads narrow engine, postcode 8004.",
            "then leave it upside down for an hour, and put it back",
            (),
        ),
        ("My passphrase reads narrow engine, postcode 8004.", "Leave it at room temperature for a day.", ()),
        (
            "Phone fell off the roof. Three floors. New one's got a new number, +44 20 7946 0188. Put that in for me?",
            "It is possible from 17 March; please write to us again then.",
            (),
        ),
        (
            "Hi! New life, new data, ha. Please write down: phone +44 20 7946 0188, e-mail a@post.example. Both "
            "replace the old ones!",
            "I can change only one of them now. Which would you like me to change, the phone number or the e-mail "
            "address?",
            ("contact",),
        ),
        (
            "My passphrase reads narrow engine, postcode 8004.",
            "In the app, open Home and then Network, choose Change network, and enter the new name and password. "
            "Stay near the hub.",
            (),
        ),
        (
            "My passphrase reads narrow engine, postcode 8004.",
            "Choose Change network and enter the new name and password.",
            (),
        ),
    ],
)
def test_steps_ask_for_nothing_and_questions_for_what_they_name(before, message, asks):
    assert text.listen(message, SUPPORT, before=before).asks == asks


@pytest.mark.parametrize(
    ("message", "deed"),
    [
        (
            "I can see the Priority plan twice on INV-5908. I'd like to credit the second line, 24.99 EUR. Is that OK?",
            "issue_credit",
        ),
        ("I can credit 2.50 EUR on invoice INV-2673 for 3 full days. Do you agree?", "issue_credit"),
        ("I can offer a goodwill credit of 20.00 euros on INV-1000. Shall I go ahead?", "issue_credit"),
        ("I can credit the duplicate line of 14.99 euros on your February invoice. Shall I do that?", "issue_credit"),
        ("I can close CAS-5841. Do you want me to?", "close_case"),
        (
            "CAS-7382, the leak sensor: may I close it? CAS-8494 stays open, because the part is on its way.",
            "close_case",
        ),
        (
            "The first available callback is Tuesday, 17 March at 8:30. Would you like me to book that for you?",
            "schedule_callback",
        ),
    ],
)
def test_a_deed_read_back_with_its_figures_is_proposed(message, deed):
    assert text.proposes(message, deed, SUPPORT)
    assert not text.proposes("Shall I look into it?", deed, SUPPORT)


# Phrases


@pytest.mark.parametrize(
    ("words", "spans"),
    [
        ("please send a b #", [(1, 5)]),
        ("give you co owner today now", [(0, 6)]),
        ("give them co owner now", [(0, 5)]),
        ("send co now", []),
        ("send a b c d #", []),
    ],
)
def test_choices_optional_signs_and_gaps_are_found_without_writing_them_out(words, spans):
    phrases = Phrases([(Tag("x"), "send/give [you/them] .. #/co-owner [very] [today] [now]")])
    found = {(start, end) for _, start, end in phrases.find(words.split())}
    assert set(spans) <= found
    assert bool(found) == bool(spans)
    assert {"co", "owner", "them", "#", ".."} <= phrases.words
    assert "very" not in phrases.words


def test_many_choices_cost_no_time_before_they_are_met():
    signs = "/".join(f"word{n}" for n in range(100))
    start = time.perf_counter()
    phrases = Phrases([(Tag("x"), " ".join([signs] * 5))])
    assert [hit[1:] for hit in phrases.find(["word7", "word99", "word0", "word50", "word7"])] == [(0, 5)]
    assert time.perf_counter() - start < 1  # about 0.001 on an idle machine: written out they are 10,000,000,000


# Robustness

HOSTILE = [
    "a",
    "(",
    "1",
    ", ",
    "not ",
    "1 ",
    '"',
    "'a ",
    "**",
    "_a",
    "if ",
    "and i ",
    "send ",
    "the team will ",
    "? ",
    "|",
    "1,",
    "@",
    "\n1.",
    "\u2026",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_hostile_text_is_read_in_bounded_time(piece):
    message = (piece * 16_000)[:16_000]
    start = time.process_time()
    text.listen(message, LEXICON)
    text.amounts(message)
    text.dates(message, TODAY)
    text.sums(message, "transfer", LEXICON)
    text.mentions(message, "TXN-0412")
    text.affirms(message, "done")
    assert time.process_time() - start < 0.5  # about 0.1: this guards against backtracking, whatever else runs


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(message):
    text.listen(message, LEXICON, before=message)
    text.outcomes_in_order(message, LEXICON)
    text.affirms(message, message)
    text.mentions(message, message)
    assert all(0 <= money.start < money.end <= len(message) for money in text.amounts(message))
    text.dates(message, TODAY)


PLAIN = st.text(st.characters(max_codepoint=127), max_size=120) | st.lists(
    st.sampled_from("Two hundred euros, a fiver one-off don't e-mail TXN-0412 15.50 Mr. i'm 3 May so (on)".split())
).map(" ".join)


@settings(deadline=None)
@given(PLAIN)
def test_plain_text_is_read_like_any_other(message):
    assert words_of(f"{message} \u00e9") == (*words_of(message), "\u00e9")
    assert text.amounts(f"{message} x") == text.amounts(f"{message} \u00e9")


def test_clauses_that_differ_in_figures_share_what_is_read_out_of_them():
    messages = [f"Your transfer of {amount} has been sent." for amount in ("15.50", "1,200")]
    ((one,),), ((other,),) = (parts_of(message, LEXICON) for message in messages)
    assert one.memo is other.memo
    assert [outcome.clause for said in messages for outcome in text.outcomes_in_order(said, LEXICON)] == messages


WORDS = st.lists(
    st.sampled_from([*sorted(LEXICON.phrases.words), ".", "?", ",", "15.50", "TXN-0412", "\n- "]), max_size=40
)


@settings(deadline=None)
@given(WORDS)
def test_any_sequence_of_known_words_is_read_without_an_error(words):
    heard = text.listen(" ".join(words), LEXICON)
    assert len({outcome.about for outcome in heard.outcomes}) == len(heard.outcomes)
    assert not (heard.waits and (heard.asks or heard.outcomes or heard.offers or heard.confirms or heard.more_help))


@pytest.mark.parametrize("message", ["I cannot go ahead with the transfer.", "I cannot make this transfer."])
def test_what_cannot_be_made_is_the_thing_itself(message):
    before = "Hiya, quick one before my stop: 600 from current into savings, please. Yes please, quick!"
    (outcome,) = text.outcomes_in_order(message, LEXICON, before=before)
    assert (outcome.kind, outcome.about) == ("refused", "transfer")
