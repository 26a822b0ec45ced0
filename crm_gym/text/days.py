"""Days in a text, however they are written."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from crm_gym.text.plain import uniform

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?! (?:be|not|i|we|you|have|go|take)\b)|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = rf"(?:{'|'.join(_DAYS)}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
_COUNTS = dict(
    zip("zero one two three four five six seven eight nine ten eleven twelve".split(), range(13), strict=True)
) | {"a": 1}
_COUNT = rf"\d{{1,3}}|{'|'.join(_COUNTS)}"
_SHORT_DAY = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
_ORDINALS = {
    word: n
    for n, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
        "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth "
        "thirty-first".split(),
        1,
    )
}
_ORDINAL = rf"\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))}"
_YEAR_1 = r"(?:,?[\ -](?P<y1>\d{4})(?!\d))?"
_YEAR_2 = r"(?:,?\ (?P<y2>\d{4})(?!\d))?"
_NO_MONEY = r"(?!\ ?(?:eur|usd|gbp|chf|dollar|pound|[$\u20ac\u00a3]))"

_ABSOLUTE = rf"""
    (?<!-)(?P<iso>\d{{4}}(?P<dash>[-/])\d{{2}}(?P=dash)\d{{2}})(?!\d|[-/]\d)
  | (?<![.,/])(?P<a>\d{{1,2}})(?P<mark>[/.-])(?P<b>\d{{1,2}})(?P=mark)(?P<c>\d{{4}}|\d{{2}})(?![\w/])
  | (?<![.,/])(?P<da>(?!24/7)\d{{1,2}})/(?P<db>\d{{1,2}})(?![\w/.,]*\d)
  | (?:(?<=^)|(?<=^[-*>+][ ])|(?<=^\d[.)][ ]))(?P<la>\d{{2}})\.(?P<lb>0[1-9]|1[0-2])\.(?=\ )
  | (?<=\bon\ )(?P<pa>\d{{1,2}})\.(?P<pb>\d{{1,2}})(?!\d|[.,]\d){_NO_MONEY}
  | (?<![.,/])(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:-|\ )(?:day\ )?(?:of\ )?(?P<m1>{MONTH})\b\.?{_YEAR_1}
"""
_NAMED = rf"""
    (?P<m2>{MONTH})\b\.?\ (?:the\ )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.,:]\d){_YEAR_2}
  | (?P<o1>{_ORDINAL})\ (?:day\ )?of\ (?P<m3>{MONTH})\b
  | the\ (?P<beyond>day\ after\ tomorrow|day\ before\ yesterday)\b
  | the\ (?P<o2>{_ORDINAL})\ of\ (?P<of>next|this|the)\ month\b
  | the\ (?P<o3>\d{{1,2}}(?:st|nd|rd|th))(?![\w-])(?!\ (?:day\ )?(?:of\ )?(?:{MONTH})\b)
  | (?P<name>today|tonight|tomorrow|tmrw|yesterday|last\ night|this\ (?:morning|afternoon|evening))\b
  | (?:the\ )?(?P<week7>{_WEEKDAY})\ after\ next\b
  | next\ week(?:'s|\ on)?\ (?P<week1>{_WEEKDAY})\b
  | (?P<this1>{_WEEKDAY})(?:\ of)?\ this\ week\b | this\ week(?:'s|\ on)?\ (?P<this2>{_WEEKDAY})\b
  | (?:(?P<which2>next|last|this|coming)\ |(?<=\bon\ )|(?<=\bby\ ))(?P<week4>{_SHORT_DAY})
    (?P<later2>\ next\ week|\ week)?\b
  | (?P<week5>{_SHORT_DAY})(?P<later3>\ next\ week)\b
  | (?P<week6>{_WEEKDAY})\ in\ (?P<weeks>{_COUNT})\ weeks?(?:'\ time)?\b
  | (?:(?P<which>next|last|past|this|coming)\ )?(?P<week2>{"|".join(_DAYS)})
    (?P<later>\ (?:in\ the\ )?next\ week|\ week)?\b
  | in\ (?P<count1>{_COUNT})\ (?:more\ )?(?P<unit1>days?|weeks?|fortnight)\b
"""
_FROM = rf"""
    (?P<count2>{_COUNT})\ (?P<unit2>days?|weeks?|fortnight)\ (?:from|after|on)\ (?:today|now|(?P<week3>{_WEEKDAY}))\b
  | (?P<count3>{_COUNT})\ (?P<unit3>days?|weeks?|fortnight)\ ago\b
  | (?P<count4>{_COUNT})\ (?P<unit4>months?|years?)\ (?P<side>ago\ today|ago\ to\ the\ day|from\ (?:today|now))\b
"""
_DAY = re.compile(
    rf"(?<!\w)(?:(?=[\daotfsen])(?:{_FROM})|(?=\d)(?:{_ABSOLUTE})|(?=[\djfmasondtywlipc])(?:{_NAMED}))",
    re.I | re.X | re.M,
)


class _Found(NamedTuple):
    """Where days stand, and the readings."""

    start: int
    end: int
    days: tuple[date, ...]
    weekday: bool


def dates(message: str, today: date) -> tuple[date, ...]:
    """Every day that the message names, in order; both readings of an ambiguous one."""
    return tuple(dict.fromkeys(day for one in _found(uniform(message), today) for day in one.days))


def states_day(message: str, day: date, today: date) -> bool:
    """Whether the message gives this day, and neither denies it nor says that somebody had wished it."""
    text = uniform(message)
    return any(
        day in one.days and not _DENIED.search(text, max(0, one.start - _NEAR), one.start)
        for one in _found(text, today)
    )


_NEAR = 60
_DENIED = re.compile(
    r"(?:\bnot|n't|\bnever|\bno longer|\binstead of|\brather than|\bexcept)(?: (?:be|yet|only))?"
    r"(?: \w+(?= (?:on|for|by)\b))?(?: (?:on|for|at|by|till|until|from|this|next|the|before|due|set|\w+day,?)){0,3} $"
    r"|\b(?:is|was)(?: not|n't) [^;!?]{0,50}\bon $"
    r"|\byou (?:had |have )?(?:asked|wanted|hoped|wished|said|wrote|mentioned|typed|requested)"
    r"(?: for| it| to be| that)?(?: the)? $"
    r"|\b(?:i|we) (?:had )?(?:said|told you|mistyped|misread|wrote)\b[^.!?;,]{0,20}$",
    re.I,
)


@lru_cache(maxsize=4096)
def _found(text: str, today: date) -> tuple[_Found, ...]:
    """All days; a weekday beside a date is that date's: "Thursday, 13 August"."""
    return tuple(_each(text, today))


def _each(text: str, today: date) -> Iterator[_Found]:
    matches = list(_DAY.finditer(text))
    for place, match in enumerate(matches):
        weekday = any(match[name] is not None for name in _WEEKDAYS)
        near = [other for other in matches[max(0, place - 1) : place + 2] if other is not match]
        if weekday and any(_same(text, match, other) for other in near):
            continue
        yield _Found(match.start(), match.end(), tuple(_read(match, today)), weekday)


_WEEKDAYS = ("week1", "week2", "week4", "week5", "week6", "week7", "this1", "this2")


def _same(text: str, weekday: re.Match[str], other: re.Match[str]) -> bool:
    """Whether a weekday and a date beside it are one day."""
    if not (other["iso"] or other["a"] or other["da"] or other["d1"] or other["m2"] or other["o1"] or other["o3"]):
        return False
    first, second = sorted((weekday.span(), other.span()))
    return _BESIDE.fullmatch(text, first[1], second[0]) is not None


_BESIDE = re.compile(r"[ ,(:-]{1,3}(?:(?:so|the|i\.e\.|that is|that's|which is|this is|on) ){0,2}\(?")


def _read(match: re.Match[str], today: date) -> Iterator[date]:
    """The readings of one match; none when there is no such day."""
    if match["iso"]:
        year, month, day = map(int, re.split("[-/]", match["iso"]))
        yield from _day(year, month, day)
    elif match["a"]:
        year = int(match["c"]) + (2000 if len(match["c"]) == 2 else 0)
        yield from _either(year, int(match["a"]), int(match["b"]), dotted=match["mark"] == ".")
    elif match["da"]:
        yield from _either(today.year, int(match["da"]), int(match["db"]))
    elif match["pa"]:
        yield from _either(today.year, int(match["pa"]), int(match["pb"]), dotted=True)
    elif match["la"]:
        yield from _day(today.year, int(match["lb"]), int(match["la"]))
    elif month_name := match["m1"] or match["m2"] or match["m3"]:
        month = _MONTHS.index(month_name.lower()[:3]) + 1
        day = _ordinal(match["d1"] or match["d2"] or match["o1"])
        yield from _day(int(match["y1"] or match["y2"] or today.year + _years_off(match)), month, day)
    else:
        yield from _relative(match, today)


def _years_off(match: re.Match[str]) -> int:
    """How far the year is that is named behind a day: "2 May next year"."""
    year = _YEAR_NAMED.match(match.string, match.end())
    return {"next": 1, "last": -1}[year[1].lower()] if year else 0


_YEAR_NAMED = re.compile(r",? (?:of )?(next|last) year\b", re.I)


def _ordinal(word: str) -> int:
    digits = re.match(r"\d+", word)
    return int(digits[0]) if digits else _ORDINALS[word.lower()]


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


def _relative(match: re.Match[str], today: date) -> Iterator[date]:
    """A day that is named as seen from today."""
    if match["o2"] or match["o3"]:
        yield from _of_month(match, today)
    elif match["beyond"]:
        yield _shift(today, 2 if "tomorrow" in match["beyond"].lower() else -2)
    elif match["name"]:
        yield _shift(today, _NAMES.get(match["name"].lower(), 0))
    elif this := match["this1"] or match["this2"]:
        yield _shift(today, _number(this) - today.weekday())
    elif match["week7"]:
        yield _shift(today, _ahead(match["week7"], today) + 7)
    elif match["week6"]:
        yield _shift(today, 7 * _days(match["weeks"], "d") - today.weekday() + _number(match["week6"]))
    elif any(match[name] for name in _WEEKDAYS):
        yield from _weekday(match, today)
    elif match["count4"]:
        back = "ago" in match["side"].lower()
        months = _days(match["count4"], "d") * (12 if match["unit4"][0].lower() == "y" else 1)
        yield from _months_off(today, -months if back else months)
    elif match["count3"]:
        yield _shift(today, -_days(match["count3"], match["unit3"]))
    else:
        since = _shift(today, _ahead(match["week3"], today)) if match["week3"] else today
        yield _shift(since, _days(match["count1"] or match["count2"], match["unit1"] or match["unit2"]))


_NAMES = {"tomorrow": 1, "tmrw": 1, "yesterday": -1, "last night": -1}


def _of_month(match: re.Match[str], today: date) -> Iterator[date]:
    """The 16th: of this month, and of the next when it is over or meant."""
    day = _ordinal(match["o2"] or match["o3"])
    later = (match["of"] or "").lower() == "next"
    if not later:
        yield from _day(today.year, today.month, day)
    if later or (match["of"] is None and day < today.day):
        yield from _day(today.year + today.month // 12, today.month % 12 + 1, day)


def _weekday(match: re.Match[str], today: date) -> Iterator[date]:
    """The next such day; one of next week where that is said, or may be meant."""
    which = (match["which"] or match["which2"] or "").lower()
    later = (match["later"] or match["later2"] or match["later3"] or "").lower()
    ahead = _ahead(match["week1"] or match["week2"] or match["week4"] or match["week5"], today)
    if which in ("last", "past"):
        yield _shift(today, ahead - 7)
    elif match["week1"] or "next" in later:
        yield _shift(today, _in_next_week(ahead, today))
    elif later:
        yield _shift(today, ahead + 7)
    else:
        yield _shift(today, ahead)
        if which == "next":
            yield _shift(today, _in_next_week(ahead, today))


def _in_next_week(ahead: int, today: date) -> int:
    """Days until a weekday of the week that begins on the next Monday."""
    return 7 - today.weekday() + (today.weekday() + ahead) % 7


def _ahead(name: str, today: date) -> int:
    """Days until the next such weekday."""
    return (_number(name) - today.weekday()) % 7 or 7


def _number(name: str) -> int:
    """The number of a weekday; Monday is 0."""
    return next(n for n, day in enumerate(_DAYS) if day.startswith(name.lower()[:3]))


def _months_off(today: date, months: int) -> Iterator[date]:
    """The same day of another month."""
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    if date.min.year <= year <= date.max.year:
        yield from _day(year, month + 1, today.day)


def _days(count: str, unit: str) -> int:
    number = int(count) if count.isdigit() else _COUNTS[count.lower()]
    return number * {"d": 1, "w": 7, "f": 14}[unit[0].lower()]


def _shift(day: date, days: int) -> date:
    """The last representable day instead of an overflow."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max if days > 0 else date.min
