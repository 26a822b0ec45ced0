"""What simple rules read in plain words: addresses, codes, sums, days, yes and no."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import TypeVar

T = TypeVar("T")

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.\w+")
PHONE = re.compile(r"\+\d[\d ]{7,}\d")
ID = re.compile(r"\b[A-Z]{2,4}-\d{1,6}\b")
CARD_NUMBER = re.compile(r"\b\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}\b")
_SIX_DIGITS = re.compile(r"(?<![\d.,+-])\d{6}(?![\d.,]\d|\d)")
_SUM = re.compile(
    r"(?<![\w.,/:+-])[€£$]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d\d?)?(?:[€£$]| ?euros?\b|(?![\w:/-]|[.,]\d))", re.I
)
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?([A-Z][a-z]{2,})(?: (\d{4}))?")
_ISO = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_CLOCK = re.compile(r"It is \w+ (\d{1,2}) (\w+) (\d{4}), (\d\d):(\d\d)")
_NAMED = re.compile(r"\b(?:[Pp]assphrase|given)\W+(?:(?:is|reads|was)\W+)?([a-z]{3,} [a-z]{3,})")
_NAME = re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)+")
_YES = re.compile(
    r"\b(?:yes|yep|yeah|yup|aye|sure|ok|okay|correct|right|fine|go ahead|go for it|go on|please do|do (?:it|that|so)"
    r"|proceed|by all means|exactly|quite so|agreed|gladly|send it)\b",
    re.I,
)
_NO = re.compile(r"\b(?:no|nope|don't|do not|not|never|stop|wait|wrong|neither|leave it|forget it)\b", re.I)
_MONTHS = "January February March April May June July August September October November December".split()
_COMMON = frozenset(
    "the and for you your with from have has can could would please this that what was are not but account card into "
    "one two new all her his our they them him she it's i'm my me to of in on at is it a an i or as so by be do if "
    "there their been want need just get got when who how why again today now send pay money euros".split()
)


def sums(words: str) -> list[float]:
    """Numbers that may be sums of money, in their order; not those of days, codes and ids."""
    plain = _DAY.sub(" ", PHONE.sub(" ", ID.sub(" ", words)))
    return [
        float(match[1].replace(",", "") + (match[2] or ""))
        for match in _SUM.finditer(plain)
        if len(match[1]) < 6 or "," in match[1]
    ]


def code(words: str) -> str:
    """A code of six digits, the last one said; '' if there is none."""
    return _last(_SIX_DIGITS.findall(words))


def passphrase(words: str) -> str:
    """Two words that end an answer, or stand after the word passphrase; '' if there are none."""
    plain = EMAIL.sub(" ", words)
    ending = re.findall(r"([a-z]{3,} [a-z]{3,})\W*$", plain)
    return _last(_NAMED.findall(plain) or ending)


def birth_date(words: str) -> str:
    """A day with its year, like 31 January 1980, as 1980-01-31; '' if there is none."""
    for number, name, year in _DAY.findall(words):
        if year and name in _MONTHS:
            return f"{year}-{_MONTHS.index(name) + 1:02d}-{int(number):02d}"
    return next(iter(_ISO.findall(words)), "")


def clock(instructions: str) -> datetime:
    """The moment that the instructions begin with. Raises ValueError if there is none."""
    match = _CLOCK.search(instructions)
    if match is None:
        raise ValueError("the instructions do not say when it is, like 'It is Monday 3 August 2026, 13:00.'")
    number, month, year, hour, minute = match.groups()
    return datetime(int(year), _MONTHS.index(month) + 1, int(number), int(hour), int(minute))


def full_name(words: str) -> str:
    """The last name of two or more capitalised words; '' if there is none."""
    return _last(_NAME.findall(words))


def agrees(words: str) -> bool:
    """Whether an answer to a read-back begins with a yes and takes nothing back."""
    first = words[:60]
    return bool(_YES.search(first)) and not _NO.search(first)


def terms(words: str) -> frozenset[str]:
    """The words that tell one thing from another, without endings that only inflect."""
    found = re.findall(r"[a-z][a-z']+|\d+", words.lower())
    return frozenset(stem(word) for word in found if word not in _COMMON and len(word) > 2)


def stem(word: str) -> str:
    """A word without the commonest endings."""
    return re.sub(r"(?:'s|ing|ed|es|s|e)$", "", word) if len(word) > 4 else word


def fitting(options: Iterable[T], words: str, describe: Callable[[T], str]) -> list[T]:
    """The options that share most of the words with what was said; none if no option shares any."""
    said = terms(words)
    scored = [(len(said & terms(describe(option))), option) for option in options]
    best = max((score for score, _ in scored), default=0)
    return [option for score, option in scored if score == best and best]


def listed(names: Sequence[str]) -> str:
    """Like "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def money(amount: float) -> str:
    """Like "1,250.00 EUR"."""
    return f"{amount:,.2f} EUR"


def spoken(day: str) -> str:
    """Like "4 August 2026", for a day that is written like 2026-08-04."""
    found = date.fromisoformat(day)
    return f"{found.day} {_MONTHS[found.month - 1]} {found.year}"


def spoken_month(month: str) -> str:
    """Like "August 2026", for a month that is written like 2026-08."""
    return spoken(f"{month}-01").partition(" ")[2]


def _last(found: Sequence[str]) -> str:
    return found[-1] if found else ""
