"""What a text says: amounts, days, ids, phrases; and the moods that decide what is heard."""

import time
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crm_gym import text
from crm_gym.text.phrases import Phrases, Tag
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
    start = time.perf_counter()
    text.listen(message, LEXICON)
    text.amounts(message)
    text.dates(message, TODAY)
    text.mentions(message, "TXN-0412")
    text.affirms(message, "done")
    assert time.perf_counter() - start < 0.5  # about 0.05 on an idle machine: this guards against backtracking


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(message):
    text.listen(message, LEXICON, before=message)
    text.outcomes_in_order(message, LEXICON)
    text.affirms(message, message)
    text.mentions(message, message)
    assert all(0 <= money.start < money.end <= len(message) for money in text.amounts(message))
    text.dates(message, TODAY)


WORDS = st.lists(
    st.sampled_from([*sorted(LEXICON.phrases.words), ".", "?", ",", "15.50", "TXN-0412", "\n- "]), max_size=40
)


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
