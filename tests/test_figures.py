"""Figures put aside before a message is read: nothing that is heard depends on their values."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crm_gym import text
from crm_gym.domains.base import load_domain
from crm_gym.registration import SUITES
from crm_gym.text.figures import shape
from crm_gym.text.numbers import amounts_as_written
from crm_gym.text.plain import has_any, uniform
from crm_gym.text.speech import hear, outcomes_as_written

CORPUS = Path(__file__).parent / "corpus"
SPOKEN = ("agent", "reply", "other")


def messages() -> Iterator[tuple[str, str]]:
    """Every labelled message of the corpus with the customer's words before it, and every paraphrase."""
    for path in sorted(CORPUS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            before = row.get("customer") or row.get("before") or ""
            for field in SPOKEN:
                if isinstance(row.get(field), str):
                    yield row[field], before if isinstance(before, str) else " ".join(before)


WITH_FIGURES = sorted({pair for pair in messages() if shape(pair[0]).figures})


@pytest.mark.parametrize("domain", SUITES)
def test_what_is_heard_is_what_stands_there(domain):
    lexicon = load_domain(domain).lexicon
    assert len(WITH_FIGURES) > 500
    for message, before in WITH_FIGURES:
        assert text.listen(message, lexicon, before=before) == hear(message, lexicon, (before,))
        found = text.outcomes_in_order(message, lexicon, before=before)
        assert found == outcomes_as_written(message, lexicon, (before,))


def test_amounts_are_those_that_stand_there():
    for message, _ in WITH_FIGURES:
        assert text.amounts(message) == amounts_as_written(message)


PIECES = (
    "EUR € $ k cents and 50 1,286.04 120.50 999 12.08. 4471 hundred thousand fiver euros 15 TXN-0412 card ending - / ( "
    ") , . % points at in 2026 pence 3 1000 12345.67 nineteen ninety-five m grand 7654321 no order €€ £1234 \u00b4"
    " \u00bc \uff11\uff12\uff13\uff14"
).split()


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " "])), max_size=8))
def test_amounts_are_those_that_stand_there_in_any_order_of_pieces(pieces):
    message = "".join(map("".join, pieces))
    assert text.amounts(message) == amounts_as_written(message)


PHRASES = (("the account",), ("your order", "not possible"), ("TXN",), ("1286", "is"), ("card ending 4471", "TXN-0412"))


@pytest.mark.parametrize("phrases", PHRASES)
def test_phrases_are_those_that_stand_there(phrases):
    told = [has_any(message, phrases) for message, _ in WITH_FIGURES]
    assert [text.tells_any(message, phrases) for message, _ in WITH_FIGURES] == told


def test_figures_among_the_phrases_are_looked_for_as_they_stand():
    message = "TXN-0412 came to 1,286.04, on the card ending 4471."
    assert text.tells_any(message, ("TXN-0412",))
    assert text.tells_any(message, ("ending 4471",))
    assert not text.tells_any(message, ("TXN-0333", "ending 3333"))
    assert text.tells_any(message, ("on the card",))
    assert not text.tells_any(message, ())


def test_a_shape_is_filled_again():
    for message, _ in WITH_FIGURES:
        put_aside = shape(message)
        assert put_aside.text != message
        assert put_aside.filled(put_aside.text) == uniform(message)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I've sent 120.50 EUR, TXN-0412.", "I've sent 999.99 EUR, TXN-5555."),
        ("Order 1286 is paid, order 1287 is not.", "Order 4000 is paid, order 4100 is not."),
        ("CAS-1001 is closed, CAS-1002 and CAS-1001 too.", "CAS-2001 is closed, CAS-2003 and CAS-2001 too."),
        ("€1,286.04 has left your account.", "€7,000.99 has left your account."),
    ],
)
def test_messages_that_differ_in_figures_alone_have_one_shape(one, other):
    assert shape(one).text == shape(other).text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CAS-1001 is closed, CAS-1002 stays open.", "CAS-1001 is closed, CAS-1001 stays open."),
        ("I've sent 120.50 EUR.", "I've sent 1,120.50 EUR."),
        ("I've sent 12.50 EUR.", "I've sent 120 EUR."),
    ],
)
def test_which_figures_are_the_same_and_how_they_are_written_belongs_to_the_shape(one, other):
    assert shape(one).text != shape(other).text


@pytest.mark.parametrize(
    "message",
    [
        "It starts in 2026, on 2026-08-04, at 10:30, or on 04/08/2026.",
        "- 12.08. comes before 12.09. and 30 before 31.",
        "Call +44 20 7946 0958 or 0161 496 0123.",
        "Version 1.25.30 takes 10% or 150% of it, that is 150 cents.",
        "The account is 8120 4471 0032.",
    ],
)
def test_figures_whose_values_tell_what_they_are_stay(message):
    assert shape(message).text == message


def test_a_stand_in_is_never_a_figure_of_the_message():
    message = "TXN-3333 is 444 and 555.55; TXN-4444 is 3333."
    put_aside = shape(message)
    assert put_aside.filled(put_aside.text) == message
    assert not set(put_aside.figures) & {"3333", "444", "555.55", "4444"}


def test_a_long_list_is_read_as_it_stands():
    message = " ".join(f"{n}.50" for n in range(1000, 1040))
    assert shape(message).text == message


def test_the_cents_of_an_amount_begin_no_new_sentence():
    assert text.clauses("The wallet has 41.20. anything else") == ("The wallet has 41.20.", "anything else")
