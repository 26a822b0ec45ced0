"""What a text says: amounts, days, ids, phrases; and the moods that decide what is heard."""

import time
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crm_gym import text
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
