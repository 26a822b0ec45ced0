"""Typed matchers: what fits and what does not."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from crm_gym.matchers import (
    MISSING,
    AnyMatcher,
    AtLeast,
    AtMost,
    ContainsWords,
    Equals,
    IsAbsent,
    Matcher,
    Matchers,
    MatchesId,
    Near,
    OnDate,
    OneOf,
    carries,
    fits_all,
    misfits,
    same,
)

DAY = date(2026, 1, 31)
MATCHER: TypeAdapter[AnyMatcher] = TypeAdapter(Matcher)
NUMBERS = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=20)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
CENTS = st.integers(-(10**11), 10**11)
DATES = st.dates(date(1, 1, 1), date(9999, 12, 31))
EACH: list[AnyMatcher] = [
    Equals(value="x"),
    Equals(value=5),
    OneOf(values=("x", 5)),
    Near(amount=5),
    AtMost(value=5),
    AtMost(value=DAY),
    AtLeast(value=5),
    OnDate(day=DAY),
    ContainsWords(words=("x",)),
    MatchesId(id="x"),
]


@pytest.mark.parametrize(
    ("matcher", "fitting", "unfit"),
    [
        (Equals(value="Lost Card"), ["Lost Card", " lost\n card "], ["lostcard", "Lost Cards", None, 5, ["Lost Card"]]),
        (Equals(value="it's"), ["it\u2019s"], ["its"]),
        (Equals(value="5"), ["5"], [5, 5.0]),
        (Equals(value=5), [5, 5.0, 5.001], ["5", 5.01, True, None, [5]]),
        (Equals(value=15.5), [15.5, 15.50], [15.51, 15.49, 1550, "15.5"]),
        (Equals(value=0.3), [0.1 + 0.2], [0.29, 0.31]),
        (Equals(value=True), [True], [False, 1, 1.0, "true", None]),
        (Equals(value=0), [0, 0.0, -0.0], [False, None, "", []]),
        (Equals(value=None), [None], [False, 0, "", MISSING]),
        (OneOf(values=("lost", "stolen", 5)), ["Lost", "stolen", 5.0], ["found", "5", None, MISSING, True]),
        (Near(amount=15.5), [15.5, 15.504], [15.51, "15.50", True, None, MISSING]),
        (Near(amount=15.5, within=0.5), [15, 16, 15.75], [14.99, 16.01]),
        (Near(amount=1), [1], [True, 1e308, -1e308]),
        (AtMost(value=50), [50, 0, -1e308], [50.01, 1e308, "50", True, None, MISSING]),
        (AtLeast(value=50), [50, 50.0, 1e308], [49.99, "50", True, None, MISSING]),
        (AtMost(value=DAY), ["2026-01-31", "2026-01-30", "2026-01-31T23:59:00"], ["2026-02-01", "31.01.2026", 5, None]),
        (AtLeast(value=DAY), ["2026-01-31", "2026-02-01"], ["2026-01-30", "2026-13-40", "soon", MISSING]),
        (OnDate(day=DAY), ["2026-01-31", "2026-01-31T10:00:00"], ["2026-01-30", "2026-01-311", "31/01/2026", 5, None]),
        (
            ContainsWords(words=("broken", "zip")),
            ["The zip is broken.", "BROKEN zip"],
            ["unbroken zip", "zip", 5, None],
        ),
        (ContainsWords(words=("late fee",)), ["a Late  fee!"], ["late, fee", "fee late"]),
        (MatchesId(id="PTY-0042"), ["PTY-0042", "pty 0042", "pty0042"], ["PTY-00421", "PTY-042", 42, None, MISSING]),
        (IsAbsent(), [None, MISSING], ["", 0, False, [], {}]),
    ],
)
def test_what_fits(matcher: AnyMatcher, fitting: list, unfit: list):
    assert [value for value in fitting if not matcher.fits(value)] == []
    assert [value for value in unfit if matcher.fits(value)] == []


@given(SCALARS)
def test_equals_is_reflexive(value: Any):
    assert Equals(value=value).fits(value)


@given(SCALARS, SCALARS)
def test_equality_is_symmetric(one: Any, other: Any):
    assert same(one, other) == same(other, one)


@given(st.booleans(), NUMBERS)
def test_a_bool_never_equals_a_number(truth: bool, number: float):
    assert not Equals(value=truth).fits(number)
    assert not Equals(value=number).fits(truth)
    assert not Near(amount=number).fits(truth)


@given(st.lists(SCALARS, min_size=1, max_size=4), JSON)
def test_one_of_is_any_equals(values: list, found: Any):
    assert OneOf(values=tuple(values)).fits(found) == any(Equals(value=value).fits(found) for value in values)


@given(CENTS, CENTS, st.integers(0, 10**6))
def test_amounts_compare_in_minor_units(one: int, other: int, within: int):
    bound, found = one / 100, other / 100
    assert Equals(value=bound).fits(found) == (one == other)
    assert Near(amount=bound).fits(found) == (one == other)
    assert Near(amount=bound, within=within / 100).fits(found) == (abs(one - other) <= within)
    assert AtMost(value=bound).fits(found) == (other <= one)
    assert AtLeast(value=bound).fits(found) == (other >= one)


@given(DATES, DATES)
def test_days_compare_as_days(bound: date, found: date):
    text = found.isoformat()
    assert AtMost(value=bound).fits(text) == (found <= bound)
    assert AtLeast(value=bound).fits(f"{text}T10:00:00") == (found >= bound)
    assert OnDate(day=bound).fits(text) == (found == bound)


@pytest.mark.parametrize("matcher", EACH, ids=lambda matcher: matcher.kind)
@given(found=JSON)
def test_no_json_value_makes_a_matcher_fail(matcher: AnyMatcher, found: Any):
    assert matcher.fits(found) in (True, False)


@pytest.mark.parametrize("matcher", EACH, ids=lambda matcher: matcher.kind)
def test_what_is_missing_fits_nothing(matcher: AnyMatcher):
    assert not matcher.fits(MISSING)
    assert not fits_all({"name": matcher}, {})


def test_fits_all_and_misfits_name_each_value():
    matchers: Matchers = {"amount": Near(amount=5), "memo": IsAbsent(), "reason": Equals(value="lost")}
    assert fits_all(matchers, {"amount": 5, "reason": "LOST", "other": 1})
    assert misfits(matchers, {"amount": 6, "memo": "x"}) == {"amount": 6, "memo": "x", "reason": None}


ANY_MATCHER = st.one_of(
    st.builds(Equals, value=SCALARS),
    st.builds(OneOf, values=st.lists(SCALARS, min_size=1, max_size=3).map(tuple)),
    st.builds(Near, amount=NUMBERS, within=st.floats(0, 1e6)),
    st.builds(AtMost, value=NUMBERS | DATES),
    st.builds(AtLeast, value=NUMBERS | DATES),
    st.builds(OnDate, day=DATES),
    st.builds(ContainsWords, words=st.lists(st.text(), min_size=1, max_size=3).map(tuple)),
    st.builds(MatchesId, id=st.text()),
    st.builds(IsAbsent),
)


@given(ANY_MATCHER)
def test_every_matcher_survives_json(matcher: AnyMatcher):
    back = MATCHER.validate_json(MATCHER.dump_json(matcher))
    assert back == matcher
    assert type(getattr(back, "value", None)) is type(getattr(matcher, "value", None))


@pytest.mark.parametrize(("value", "text"), [("x", '"x"'), (True, "true"), (5, "5"), (5.5, "5.5"), (None, "null")])
def test_equals_is_written_as_the_bare_value(value: Any, text: str):
    assert MATCHER.dump_json(Equals(value=value)).decode() == text
    assert MATCHER.validate_json(text) == Equals(value=value)


@pytest.mark.parametrize("build", [lambda x: Equals(value=x), lambda x: Near(amount=x), lambda x: AtMost(value=x)])
@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_no_matcher_demands_a_number_that_json_cannot_write(build: Any, number: float):
    with pytest.raises(ValidationError):
        build(number)


@pytest.mark.parametrize(
    ("value", "wanted", "found"),
    [
        ("PTY-0042", "PTY-0042", True),
        ("see pty-0042, please", "PTY-0042", True),
        ("(PTY-0042)", "PTY-0042", True),
        ("PTY\u20110042", "PTY-0042", True),
        ("PTY-00421", "PTY-0042", False),
        ("XPTY-0042", "PTY-0042", False),
        ("A-PTY-0042", "PTY-0042", False),
        ("PTY-0042-B", "PTY-0042", False),
        ("2000001001", "2000001001", True),
        ("2000 001 001", "2000001001", True),
        ("2000-001-001", "2000001001", True),
        ("12000001001", "2000001001", False),
        ("20000010011", "2000001001", False),
        ("TRF2000001001", "2000001001", False),
        ("TRF-2000001001", "2000001001", False),
        ("2000001001,2000001002", "2000001001", True),
        (2000001001, "2000001001", True),
        (2000001001.0, "2000001001", True),
        (2000001001.5, "2000001001", False),
        (4156.93, "415693", False),
        ("4156.93 EUR", "415693", False),
        ("4.415693", "415693", False),
        ("code: 415693.", "415693", True),
        (True, "true", False),
        (None, "none", False),
        ("two  words", "Two words", True),
        ("two words-", "two words", True),
    ],
)
def test_what_a_value_carries(value: Any, wanted: str, found: bool):
    assert carries(value, wanted) == found


def _nested(leaf: str) -> st.SearchStrategy:
    """The leaf somewhere inside a JSON value, as a key or as a value."""
    return st.recursive(
        st.just(leaf),
        lambda inner: st.one_of(
            st.tuples(st.lists(JSON, max_size=2), inner).map(lambda pair: [*pair[0], pair[1]]),
            st.tuples(st.dictionaries(st.text(max_size=3), JSON, max_size=2), inner).map(lambda p: p[0] | {"k": p[1]}),
            st.just({leaf: 1}),
        ),
        max_leaves=5,
    )


@given(_nested("before KEY-4711 after"))
def test_a_planted_value_is_found_at_any_nesting(value: Any):
    assert carries(value, "KEY-4711")


@given(st.integers(10**5, 10**6 - 1).map(str), st.text("0123456789", min_size=1, max_size=3), st.booleans())
def test_digits_are_not_found_inside_longer_numbers(code: str, more: str, ahead: bool):
    longer = more + code if ahead else code + more
    if code not in longer[1:-1] or longer.count(code) == 1:
        assert carries(longer, code) == (longer == code)
