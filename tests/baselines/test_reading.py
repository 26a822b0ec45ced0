import re
from datetime import datetime

import pytest

from crm_gym.baselines import reading


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("500 from current into savings", [500.0]),
        ("send 12,000 to Mwangi, not 9,999.99 euros", [12000.0, 9999.99]),
        ("my €15.50 just hung, QS-4471", [15.5]),
        ("59.90, paid on 20 July. The code is 443815.", [59.9]),
        ("account 3086792201, call +44 20 7946 0965", []),
    ],
)
def test_sums(words, found):
    assert reading.sums(words) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("nuria@inbox.example tidy acorn", "tidy acorn"),
        ("That'd be nils@inbox.example. The magic words are velvet teapot.", "velvet teapot"),
        ("Dad's mail is leo@mail.example. I was given gentle violin for this.", "gentle violin"),
        ("My passphrase: silver spoon. And do hurry up please", "silver spoon"),
        ("9 9 9", ""),
    ],
)
def test_passphrase(words, found):
    assert reading.passphrase(words) == found


def test_code_is_the_last_one_said():
    assert reading.code("It was 111111, no, 222222.") == "222222"
    assert reading.code("5358575302 and 12,345,678") == ""


@pytest.mark.parametrize(
    ("words", "says_yes"),
    [
        ("Yes, please.", True),
        ("Go for it, cheers!", True),
        ("No, wait.", False),
        ("Yes... no, don't.", False),
        ("Hm", False),
    ],
)
def test_agrees(words, says_yes):
    assert reading.agrees(words) == says_yes


def test_birth_date():
    assert reading.birth_date("Born 22 September 1983.") == "1983-09-22"
    assert reading.birth_date("1983-09-22") == "1983-09-22"
    assert reading.birth_date("in spring") == ""


def test_fitting_takes_the_options_with_most_in_common():
    labels = ["Sinclair, Ferry Quay", "Sinclair, Mill Lane", "Window cleaner"]
    assert reading.fitting(labels, "740 to Sinclair", str) == labels[:2]
    assert reading.fitting(labels, "Sinclair in Mill Lane", str) == labels[1:2]
    assert reading.fitting(labels, "my rent", str) == []


def test_clock():
    assert reading.clock("It is Monday 3 August 2026, 13:05.\n\n# Policy") == datetime(2026, 8, 3, 13, 5)
    with pytest.raises(ValueError, match=re.escape("do not say when it is")):
        reading.clock("# Policy")


def test_lists_and_days_as_they_are_spoken():
    assert reading.listed(["a", "b", "c"]) == "a, b and c"
    assert reading.listed(["a"]) == "a"
    assert reading.spoken("2026-08-04") == "4 August 2026"
    assert reading.spoken_month("2026-08") == "August 2026"
    assert reading.money(1250) == "1,250.00 EUR"
