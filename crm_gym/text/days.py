"""Days in a text, however they are written."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from crm_gym.text.plain import uniform

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?! (?:be|not|i|we|you|have|go|take)\b)|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_YEAR_1 = r"(?:,?\ (?P<y1>\d{4})(?!\d))?"
_YEAR_2 = r"(?:,?\ (?P<y2>\d{4})(?!\d))?"

_DAY = re.compile(
    rf"""
    (?<!\w)(?:(?=\d)(?:
      (?<!-)(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d|-\d)
    | (?<![.,/])(?P<a>\d{{1,2}})(?P<mark>[/.-])(?P<b>\d{{1,2}})(?P=mark)(?P<c>\d{{4}}|\d{{2}})(?![\w/])
    | (?<![.,/])(?P<da>(?!24/7)\d{{1,2}})/(?P<db>\d{{1,2}})(?![\w/.,]*\d)
    | (?<![.,/])(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\ (?:day\ )?(?:of\ )?(?P<m1>{MONTH})\b\.?{_YEAR_1}
    )|(?=[jfmasondtywi])(?:
      (?P<m2>{MONTH})\b\.?\ (?:the\ )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.,:]\d){_YEAR_2}
    | (?P<name>today|tonight|tomorrow|tmrw|yesterday|(?P<coming>next\ )?(?:{"|".join(_DAYS)}))\b
    | in\ (?P<count>\d{{1,3}}|a|one|two|three|four|five|six|seven)\ (?P<unit>days?|weeks?)\b
    ))
    """,
    re.I | re.X,
)
_COUNTS = {word: n for n, word in enumerate("zero one two three four five six seven".split())} | {"a": 1}


def dates(message: str, today: date) -> tuple[date, ...]:
    """Every day that the message names, in order; both readings of an ambiguous numeric date."""
    found: list[date] = []
    for match in _DAY.finditer(uniform(message)):
        found += [day for day in _read(match, today) if day not in found]
    return tuple(found)


def _read(match: re.Match[str], today: date) -> Iterator[date]:
    """The readings of one match; none when there is no such day."""
    if match["iso"]:
        year, month, day = map(int, match["iso"].split("-"))
        yield from _day(year, month, day)
    elif match["a"]:
        year = int(match["c"]) + (2000 if len(match["c"]) == 2 else 0)
        yield from _either(year, int(match["a"]), int(match["b"]), dotted=match["mark"] == ".")
    elif match["da"]:
        yield from _either(today.year, int(match["da"]), int(match["db"]))
    elif match["m1"] or match["m2"]:
        month = _MONTHS.index((match["m1"] or match["m2"]).lower()[:3]) + 1
        yield from _day(int(match["y1"] or match["y2"] or today.year), month, int(match["d1"] or match["d2"]))
    else:
        yield _relative(match, today)


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


def _either(year: int, first: int, second: int, *, dotted: bool = False) -> Iterator[date]:
    """Day first, and month first where dots do not rule that out."""
    yield from _day(year, second, first)
    if first != second and not dotted:
        yield from _day(year, first, second)


def _relative(match: re.Match[str], today: date) -> date:
    """A day that is named as seen from today."""
    if match["count"]:
        word = match["count"].lower()
        count = int(word) if word.isdigit() else _COUNTS[word]
        return _shift(today, count * (7 if match["unit"].lower().startswith("week") else 1))
    name = match["name"].lower()
    if name in ("today", "tonight"):
        return today
    if name in ("tomorrow", "tmrw", "yesterday"):
        return _shift(today, -1 if name == "yesterday" else 1)
    ahead = (_DAYS.index(name.split()[-1]) - today.weekday()) % 7
    return _shift(today, ahead or 7)


def _shift(day: date, days: int) -> date:
    """The last representable day instead of an overflow."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max if days > 0 else date.min
