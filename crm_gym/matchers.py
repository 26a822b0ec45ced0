"""Typed matchers: what an argument or a field must look like."""

import math
import re
from collections.abc import Iterator, Mapping
from datetime import date
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, FiniteFloat, SerializerFunctionWrapHandler, WrapSerializer

from crm_gym.text.plain import folded
from crm_gym.types import Json, Value


class Missing(Enum):
    """The value of an argument that was not given."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
Found = Json | Missing
"""What is compared: a JSON value, or nothing at all."""

Scalar = str | bool | int | FiniteFloat | None


class Equals(Value):
    """The same value: text casefolded, with one form of white space, quotes and dashes; numbers to the minor unit."""

    kind: Literal["equals"] = "equals"
    value: Scalar

    def fits(self, found: Found) -> bool:
        """Whether the value is this one; what is missing never is."""
        return found is not MISSING and same(self.value, found)


class OneOf(Value):
    """One of several values."""

    kind: Literal["one_of"] = "one_of"
    values: tuple[Scalar, ...] = Field(min_length=1)

    def fits(self, found: Found) -> bool:
        """Whether the value equals one of them."""
        return found is not MISSING and any(same(value, found) for value in self.values)


class Near(Value):
    """An amount, compared in minor units."""

    kind: Literal["near"] = "near"
    amount: FiniteFloat
    within: FiniteFloat = Field(default=0.0, ge=0)

    def fits(self, found: Found) -> bool:
        """Whether the number is this amount, give or take."""
        return _is_number(found) and abs(_cents(found) - _cents(self.amount)) <= _cents(self.within)


class AtMost(Value):
    """A number or a day that is not above this one."""

    kind: Literal["at_most"] = "at_most"
    value: FiniteFloat | date

    def fits(self, found: Found) -> bool:
        """Whether the value is at or below the bound."""
        ordered = _comparable(self.value, found)
        return ordered is not None and ordered[1] <= ordered[0]


class AtLeast(Value):
    """A number or a day that is not below this one."""

    kind: Literal["at_least"] = "at_least"
    value: FiniteFloat | date

    def fits(self, found: Found) -> bool:
        """Whether the value is at or above the bound."""
        ordered = _comparable(self.value, found)
        return ordered is not None and ordered[1] >= ordered[0]


class OnDate(Value):
    """A day; a point in time fits when it falls on it."""

    kind: Literal["on_date"] = "on_date"
    day: date

    def fits(self, found: Found) -> bool:
        """Whether the value is that day."""
        return _day(found) == self.day


class ContainsWords(Value):
    """Free text that has all of these words, in any order."""

    kind: Literal["contains_words"] = "contains_words"
    words: tuple[str, ...] = Field(min_length=1)

    def fits(self, found: Found) -> bool:
        """Whether every word stands in the text on its own."""
        if not isinstance(found, str):
            return False
        text = folded(found)
        return all(re.search(rf"(?<!\w){re.escape(folded(word))}(?!\w)", text) for word in self.words)


class MatchesId(Value):
    """An id, written with or without spaces and in any case."""

    kind: Literal["matches_id"] = "matches_id"
    id: str

    def fits(self, found: Found) -> bool:
        """Whether the text is this id."""
        return isinstance(found, str) and _bare(found) == _bare(self.id)


class IsAbsent(Value):
    """Not given, or null."""

    kind: Literal["is_absent"] = "is_absent"

    def fits(self, found: Found) -> bool:
        """Whether there is no value."""
        return found is MISSING or found is None


AnyMatcher = Equals | OneOf | Near | AtMost | AtLeast | OnDate | ContainsWords | MatchesId | IsAbsent


def _lift(value: Any) -> Any:
    return Equals(value=value) if value is None or isinstance(value, str | bool | int | float) else value


def _lower(value: Any, handler: SerializerFunctionWrapHandler) -> Any:
    return value.value if isinstance(value, Equals) else handler(value)


Matcher = Annotated[
    Annotated[AnyMatcher, Field(discriminator="kind")],
    BeforeValidator(_lift),
    WrapSerializer(_lower),
]
"""Any matcher; a bare scalar stands for `equals`."""

Matchers = dict[str, Matcher]


def fits_all(matchers: Mapping[str, AnyMatcher], found: Mapping[str, Json]) -> bool:
    """Whether every named value is there and fits."""
    for name, matcher in matchers.items():  # noqa: SIM110 - a generator costs three times as much
        if not matcher.fits(found.get(name, MISSING)):
            return False
    return True


def misfits(matchers: Mapping[str, AnyMatcher], found: Mapping[str, Json]) -> dict[str, Json]:
    """The values that do not fit; null for a missing one."""
    return {name: found.get(name) for name, m in matchers.items() if not m.fits(found.get(name, MISSING))}


def same(expected: Json, found: Json) -> bool:
    """Equality of JSON values as business people see it."""
    if type(expected) is type(found) and expected == found:
        return True
    if isinstance(expected, bool) or isinstance(found, bool):
        return isinstance(expected, bool) and isinstance(found, bool) and expected == found
    if _is_number(expected) and _is_number(found):
        return _cents(expected) == _cents(found)
    if isinstance(expected, str) and isinstance(found, str):
        return folded(expected) == folded(found)
    return expected == found


def carries(value: Json, wanted: str) -> bool:
    """Whether the text stands anywhere in a JSON value, on token boundaries; digits may be grouped."""
    plain = folded(wanted)
    texts = map(folded, (value,) if isinstance(value, str) else _scalars(value))
    if plain.isdigit():
        return any(plain in _ungrouped(text) and _grouped(plain).search(text) for text in texts)
    return any(plain in text and _alone(plain).search(text) for text in texts)


@lru_cache(maxsize=4096)
def _ungrouped(text: str) -> str:
    """The text without what may stand between the groups of a number."""
    return text.replace(" ", "").replace("-", "")


def _scalars(value: Json) -> Iterator[str]:
    match value:
        case dict():
            for key, item in value.items():
                yield str(key)
                yield from _scalars(item)
        case list():
            for item in value:
                yield from _scalars(item)
        case None | bool():
            return
        case float() if value.is_integer():
            yield str(int(value))
        case _:
            yield str(value)


@lru_cache(maxsize=4096)
def _alone(plain: str) -> re.Pattern[str]:
    """Finds a text in a folded one, but not within a longer word, number or id."""
    return re.compile(rf"(?<!\w)(?<!\w-){re.escape(plain)}(?!\w)(?!-\w)")


@lru_cache(maxsize=4096)
def _grouped(digits: str) -> re.Pattern[str]:
    """Finds a number, whose digits may stand in groups, but not within a longer word, number or id."""
    body = rf"(?<!\d\.){'[ -]?'.join(digits)}(?!\.\d)(?!,\d\d?(?!\d))"
    return re.compile(rf"(?<!\w)(?<!\w-){body}(?!\w)(?!-\w)")


def _comparable(bound: float | date, found: Found) -> tuple[int, int] | None:
    """Both values on one scale, or None when they cannot be compared."""
    if isinstance(bound, date):
        day = _day(found)
        return None if day is None else (bound.toordinal(), day.toordinal())
    return (_cents(bound), _cents(found)) if _is_number(found) else None


def _is_number(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _cents(value: object) -> int:
    """Minor units; whole numbers stay exact, however large."""
    assert isinstance(value, int | float)
    return int(value) * 100 if value == int(value) else round(value * 100)


def _day(value: object) -> date | None:
    if not isinstance(value, str) or not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T|\Z)", value):
        return None
    try:
        return date.fromisoformat(value[:10])
    except ValueError:
        return None


def _bare(text: str) -> str:
    return re.sub(r"[\s-]", "", text).casefold()
