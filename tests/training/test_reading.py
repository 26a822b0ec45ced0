"""What is read from plain words: amounts, days, names."""

from datetime import date

import pytest

from crm_gym.wrappers.candidates import reading
from crm_gym.wrappers.candidates.figures import Figure, Priced, combined, ruled

TODAY = date(2026, 8, 3)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("850 euros, current to savings", [850.0]),
        ("€1,150.00 and 15.5 more", [1150.0, 15.5]),
        ("twelve thousand five hundred", [12500.0]),
        ("nine hundred and fifty", [950.0]),
        ("12k at once", [12000.0]),
        ("the code is 287055", []),
        ("QS-4471, tok_k3vq9", []),
        ("two of them", []),
    ],
)
def test_amounts(text, values):
    assert list(reading.amounts(text)) == values


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 1 September", "2026-09-01"),
        ("the first of september", "2026-09-01"),
        ("September 21st", "2026-09-21"),
        ("the twenty first of July", "2026-07-21"),
        ("tomorrow", "2026-08-04"),
        ("on Friday", "2026-08-07"),
        ("2026-12-31", "2026-12-31"),
        ("born on 8 October 1960", "1960-10-08"),
        ("October 8, 1960", "1960-10-08"),
        ("8/10/1960", "1960-10-08"),
    ],
)
def test_days(text, day):
    assert date.fromisoformat(day) in reading.days(text, TODAY)


@pytest.mark.parametrize(
    ("text", "time"), [("at 16:30", "16:30"), ("9 am", "09:00"), ("3 pm", "15:00"), ("from three o'clock on", "15:00")]
)
def test_times(text, time):
    assert reading.times(text) == (time,)


def test_no_day_is_made_up():
    assert reading.days("the 31st of February, or so", TODAY) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It's Stellan Moreau.", "Stellan Moreau"),
        ("Please pay Quigley & Hartmann Catering today", "Quigley & Hartmann Catering"),
        ("My name is Ines", "Ines"),
        ("a laptop off Samira Ainsley. Could you", "Samira Ainsley"),
    ],
)
def test_names(text, name):
    assert name in reading.names(text)


def test_a_word_that_only_begins_a_sentence_is_no_name():
    assert reading.names("Her bill, please. You know Ines. Bashir. Plumber wants it, Samira") == (
        "Ines",
        "Bashir",
        "Samira",
    )


@pytest.mark.parametrize(
    ("text", "there", "ruled_out"),
    [
        ("The one first paid in May, not the other one from this June", "may", "june"),
        ("The other is a friend, that was June. I mean Ines", "ines", "june"),
        ("Cancel the nursery, please, the rent stays", "nursery", "rent"),
        ("all but the train, I do not know it", "know", "train"),
        ("the 25.60 from Friday last week", "2026-07-24", "2026-07-23"),
        ("It was on 1 July", "2026-07-01", "2026-07-02"),
    ],
)
def test_what_is_meant_and_what_is_ruled_out(text, there, ruled_out):
    meant = reading.meant(text, TODAY)
    assert there in meant
    assert ruled_out not in meant


def test_a_day_is_called_by_its_month():
    assert reading.words_of_day("2026-05-14") == ("2026-05-14", "may")


def test_today_stands_in_the_first_line():
    assert reading.today_of("It is Monday 3 August 2026, 13:00.\n\n# Policy") == TODAY


@pytest.mark.parametrize(
    "text",
    [
        "I was given paper candle for this.",
        "I wrote it down: paper candle.",
        "Let me think... paper candle.",
        'It reads "paper candle", I believe.',
    ],
)
def test_an_open_answer_is_found_at_an_end(text):
    assert "paper candle" in reading.endings(text)


POLICY = "Plans: basic 9.99, grand 14.99. 1/30 of the line for each full day. A fee of 2 % is due."


def test_the_policy_says_what_is_too_much():
    bill = Priced(frozenset({"basic", "plan"}), [Figure(129.88, "amount")], [])
    assert Figure(10.0, "amount - policy") in ruled(POLICY, [bill])
    assert Figure(2.6, "amount percentage") in ruled(POLICY, [bill])


def test_days_of_a_month_are_shared_out():
    assert Figure(1.5, "amount share") in ruled(POLICY, [Priced(frozenset(), [Figure(14.99, "amount")], [3])])


def test_without_rules_nothing_is_computed():
    assert list(ruled("Be kind.", [Priced(frozenset({"basic"}), [Figure(14.99, "amount")], [3])])) == []


def test_what_is_missing():
    assert Figure(370.0, "said - balance") in combined([Figure(690.0, "said")], [Figure(320.0, "balance")])
