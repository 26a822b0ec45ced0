"""What is read from plain words: amounts, days, names."""

from datetime import date

import pytest

from crm_gym.wrappers.candidates import reading

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
    ],
)
def test_days(text, day):
    assert date.fromisoformat(day) in reading.days(text, TODAY)


def test_no_day_is_made_up():
    assert reading.days("the 31st of February, or so", TODAY) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It's Stellan Moreau.", "Stellan Moreau"),
        ("Please pay Quigley & Hartmann Catering today", "Quigley & Hartmann Catering"),
        ("My name is Ines", "Ines"),
    ],
)
def test_names(text, name):
    assert name in reading.names(text)


def test_today_stands_in_the_first_line():
    assert reading.today_of("It is Monday 3 August 2026, 13:00.\n\n# Policy") == TODAY


@pytest.mark.parametrize(
    "text", ["I wrote it down: paper candle.", "Let me think... paper candle.", 'It reads "paper candle", I believe.']
)
def test_an_open_answer_is_found_at_an_end(text):
    assert "paper candle" in reading.endings(text)
