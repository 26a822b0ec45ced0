"""What can be read from plain words without knowing the business: amounts, days, numbers, addresses and names."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"\+?\d[\d ()-]{7,}\d")
CODE = re.compile(r"\b\w*\d\w*(?:[-_]\w+)*\b")
SPACED = re.compile(r"\b(?:[A-Z]+\d[A-Z0-9]*|\d+[A-Z][A-Z0-9]*)(?: [A-Z0-9]*\d[A-Z0-9]*)+\b")
"""A code in several pieces: "AB1 2CD"."""
_FIGURE = re.compile(r"(?<![\w.,/-])(\d{1,3}(?:[, ]\d{3})+|\d+)(?:[.,](\d{1,2}))?(k)?(?![\w/-]|[.,]\d)", re.I)
_ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_NUMERIC = re.compile(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b")
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.](\d\d))? ?(am|pm|a\.m\.|p\.m\.|o'clock|h\b)|\b(\d{1,2}):(\d\d)\b", re.I)
CLOCK = re.compile(r"\b\d\d?:\d\d\b")
_HOUR = re.compile(r"\b([a-z]+) o'clock")
_SPLIT = re.compile(r"[\s,;:!?()\"]+")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
_NAMES_OF_MONTHS = {number: name for name, number in reversed(_MONTHS.items())}
_WEEKDAYS = {name: n for n, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
_UNITS = {
    name: value
    for value, names in enumerate(
        "zero|one first|two second|three third|four fourth|five fifth|six sixth|seven seventh|eight eighth|nine ninth"
        "|ten tenth|eleven eleventh|twelve twelfth|thirteen thirteenth|fourteen fourteenth|fifteen fifteenth"
        "|sixteen sixteenth|seventeen seventeenth|eighteen eighteenth|nineteen nineteenth".split("|")
    )
    for name in names.split()
}
_TENS = {name: 10 * n for n, name in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b")


@lru_cache(maxsize=8192)
def endings(text: str) -> tuple[str, ...]:
    """How each part of a sentence ends and begins, in two, three or one words; and what stands in quotation marks."""
    found = re.findall(r"[\"\u201c']([^\"\u201d']{2,60})[\"\u201d']", text)
    parts = [part.split() for part in re.split(r"[.!?;:,)(]+(?:\s|$)|\s[-\u2013]\s", text)]
    for count in (2, 3, 1):
        pieces = [piece for part in parts if len(part) >= count for piece in (part[-count:], part[:count])]
        found += [" ".join(piece).strip("'\"") for piece in pieces]
    found += [match[at] for match in _GIVEN.finditer(text) for at in (1, 2)]
    return tuple(dict.fromkeys(found))


_GIVEN = re.compile(r"\b(?:given|is|are|was|reads|says|it's)\b[:,]? (?=((\w+) \w+))", re.I)
"""What is introduced in the middle of a sentence: "I was given paper candle for this"."""


def number_word(word: str) -> int:
    """What a word like "six" or "6" says; 0 for any other."""
    return int(word) if word.isdigit() else _UNITS.get(word.lower(), 0)


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """The lower-case words and whole numbers of a text."""
    return tuple(_WORD.findall(text.lower()))


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """How the words of a text begin, without the commonest and shortest words."""
    return frozenset(word[:_STEM] for word in words(text) if len(word) > 3 and word not in _USUAL)


_STEM = 6
_USUAL = frozenset(
    "that this with from your have will what when where which would could should them they then than there here about"
    " after before into once only some over please like want need customer customers party".split()
)


@lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[str, ...]:
    """What stands between spaces, without punctuation around it."""
    return tuple(word for part in _SPLIT.split(text) if (word := part.strip(".'\u2019")))


@lru_cache(maxsize=8192)
def found(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    """What matches a pattern."""
    return tuple(match.strip() for match in pattern.findall(text))


@lru_cache(maxsize=8192)
def amounts(text: str) -> tuple[float, ...]:
    """Numbers that may be sums of money or counts, in the order in which they stand; also some in words."""
    text = _GROUPED.sub(lambda match: "x" * len(match[0]), text)
    found = [
        (match.start(), _figure(match))
        for match in _FIGURE.finditer(text)
        if len(match[1]) < _CODE_LENGTH or not match[1].isdigit()
    ]
    found += _spelt(text)
    return tuple(value for _, value in sorted(found) if value < _TOO_LARGE)


_GROUPED = re.compile(r"(?:\+\d|\(0|(?<![\d.,])0\d)[\d ()-]{6,}\d|\b\d{4}(?: \d{2,4}){2,}\b")
"""Numbers of phones and accounts in groups, which are no sums."""
_TOO_LARGE = 1e7
_CODE_LENGTH = 6
"""So many digits without a separator are a code or the number of an account."""


def _figure(match: re.Match[str]) -> float:
    whole = float(re.sub(r"[, ]", "", match[1]))
    cents = float(f"0.{match[2]}") if match[2] else 0.0
    return round((whole + cents) * (1000 if match[3] else 1), 2)


def _spelt(text: str) -> list[tuple[int, float]]:
    """Numbers in words, from twenty on or with a hundred or a thousand in them."""
    found: list[tuple[int, float]] = []
    total, part, start = 0, 0, -1
    for match in [*re.finditer(r"[a-z]+", text.lower()), None]:
        word = match[0] if match else ""
        if word in _UNITS:
            part += _UNITS[word]
        elif word in _TENS:
            part += _TENS[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        elif word == "and" and start >= 0:
            continue
        else:
            if start >= 0 and total + part >= _SMALL:
                found.append((start, float(total + part)))
            total, part, start = 0, 0, -1
            continue
        start = match.start() if start < 0 and match else start
    return found


_SMALL = 13


@lru_cache(maxsize=8192)
def days(text: str, today: date) -> tuple[date, ...]:
    """Days that a text names, those without a year from today on; in no particular order."""
    found = [_day(int(y), int(m), int(d)) for y, m, d in _ISO.findall(text)]
    found += [_day(int(y), int(b), int(a)) or _day(int(y), int(a), int(b)) for a, b, y in _NUMERIC.findall(text)]
    spoken = words(_ISO.sub(" ", text))
    for at, word in enumerate(spoken):
        found += _near(word, today)
        if word in _MONTHS:
            year = next((int(w) for w in spoken[at + 1 : at + 3] if len(w) == 4 and w.isdigit()), 0)
            month = _MONTHS[word]
            numbers = _numbers_beside(spoken, at)
            found += [_day(year, month, n) if year else _next(month, n, today) for n in numbers]
    return tuple(dict.fromkeys(day for day in found if day))


@lru_cache(maxsize=8192)
def agrees(text: str) -> bool:
    """Whether a turn is a plain yes."""
    return bool(_YES.search(text)) and not _BUT.search(text)


_YES = re.compile(
    r"\b(?:yes|yep|yeah|yup|sure|ok|okay|please do|go ahead|do (?:it|that|so)|correct|exactly|that's (?:it|right))\b",
    re.I,
)
_BUT = re.compile(r"\b(?:no|not|don't|but|wait|hang on|hold on|actually|instead|rather)\b", re.I)


@lru_cache(maxsize=8192)
def meant(text: str, today: date) -> frozenset[str]:
    """The words and days by which a text tells one thing from another, without what it rules out."""
    left = _RULED_OUT.sub(" ", text)
    named = (*days(left, today), *_days_past(left, today))
    return frozenset((*words(left), *(day.isoformat() for day in named)))


_RULED_OUT = re.compile(
    r"\b(?:not (?:the|my|that|this|from|for|on)|all but|except|instead of|rather than)\b[^,.;!?]*"
    r"|\bthe other\b[^.;!?]*|[^,.;!?]*\bstays?\b[^,.;!?]*",
    re.IGNORECASE,
)


def _days_past(text: str, today: date) -> Iterator[date]:
    """The last two days with each name of a weekday: "from Wednesday last week"."""
    for number in (_WEEKDAYS[word] for word in words(text) if word in _WEEKDAYS):
        last = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
        yield from (last, last - timedelta(days=7))


@lru_cache(maxsize=4096)
def words_of_day(day: str) -> tuple[str, str]:
    """What a day may be called by: itself, as ISO text, and its month."""
    return day, _NAMES_OF_MONTHS[int(day[5:7])]


@lru_cache(maxsize=8192)
def times(text: str) -> tuple[str, ...]:
    """Times of day that a text names, like "14:30"; early hours by the clock are those of the afternoon."""
    found = []
    for hour, minute, half, plain, minutes in _CLOCK.findall(text):
        after = half[:1].lower() == "p" or (half == "o'clock" and 0 < int(hour) < _EARLY)
        found.append((int(hour or plain) % 24 + (12 if after and int(hour) < 12 else 0), minute or minutes or "00"))
    for word in _HOUR.findall(text.lower()):
        hour = _UNITS.get(word, 0)
        found += [(hour + 12 if hour < _EARLY else hour, "00")] if hour else []
    return tuple(dict.fromkeys(f"{hour:02}:{minute}" for hour, minute in found if hour < 24))


_EARLY = 7


def _near(word: str, today: date) -> Iterator[date]:
    if word in ("today", "tomorrow", "yesterday"):
        yield today + timedelta(days={"today": 0, "tomorrow": 1, "yesterday": -1}[word])
    elif word in _WEEKDAYS:
        yield today + timedelta(days=(_WEEKDAYS[word] - today.weekday() - 1) % 7 + 1)


def _numbers_beside(spoken: Sequence[str], at: int) -> Iterator[int]:
    """Days of the month that stand around its name: "the 3rd of May", "May 3"."""
    for place in (at - 3, at - 2, at - 1, at + 1):
        word = spoken[place] if 0 <= place < len(spoken) else ""
        if word.isdigit() and len(word) <= 2:
            yield int(word)
        elif word in _UNITS:
            tens = _TENS.get(spoken[place - 1], 0) if place > 0 else 0
            yield tens + _UNITS[word]


def _next(month: int, day: int, today: date) -> date | None:
    """That day in the year in which it is nearest to today."""
    years = (today.year - 1, today.year, today.year + 1)
    around = [found for year in years if (found := _day(year, month, day))]
    return min(around, key=lambda found: abs((found - today).days), default=None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def today_of(instructions: str) -> date:
    """The day that the first line of the instructions names: "It is Monday 3 August 2026, 13:00."."""
    line = words(instructions[:80])
    for at, word in enumerate(line[1:-1], 1):
        if word in _MONTHS and line[at - 1].isdigit() and line[at + 1].isdigit():
            return _day(int(line[at + 1]), _MONTHS[word], int(line[at - 1])) or date(2000, 1, 1)
    return date(2000, 1, 1)


_PART = r"(?:(?:[A-Z]\.)+|(?:Dr|Mr|Mrs|Ms|St)\.|[A-Z][\w'\u2019-]*)"
_NAME = re.compile(rf"{_PART}(?:\s+(?:(?:&|and|of|de|van|the)\s+)?{_PART})*")
_NO_NAMES = frozenset(
    "I I'm I'd I've I'll It It's Its The That That's This My Your He She They We A An And But Or So If To For"
    " From In On Of At Yes No Not Hi Hello Hey Hiya Good Morning Evening Afternoon Please Thanks Thank Sure"
    " Well Right OK Okay Oh What Which Who When Where Why How Can Could Would Should Will Do Does Did Is Are"
    " Was Were There Then Fine Just Sorry Name Code Account Number Card Payee Same Exactly Correct Sir Madam Mr"
    " Mrs Ms Dr Full Out Paid Registered Under Written Here Now Let Monday Tuesday Wednesday Thursday Friday"
    " Saturday Sunday January February March April May June July August September October November December"
    " Spelt Hm Hmm Ah Uh Um Ha Hold Look Wait".split()
)
_OPENS = re.compile(r"(?:^|[.!?:;\n]\s*)[\s\"'(\u2018\u201c-]*$")
"""What stands before the first word of a sentence."""
_GOES_ON = re.compile(r"\s+[a-z]")


@lru_cache(maxsize=8192)
def names(text: str) -> tuple[str, ...]:
    """Capitalised names in the order in which they stand, without words that only begin a sentence."""
    found = []
    for match in _NAME.finditer(text):
        parts = match[0].rstrip(".'\u2019-").split()
        begins = len(parts) == 1 and _OPENS.search(text[: match.start()]) and _GOES_ON.match(text[match.end() :])
        while parts and parts[0].rstrip(".,'\u2019") in _NO_NAMES:
            parts.pop(0)
        if parts and not begins and len(parts[0]) > 1 and not re.search(r"\d", parts[0]):
            found.append(" ".join(parts).removesuffix("'s").removesuffix("\u2019s"))
    return tuple(dict.fromkeys(found))
