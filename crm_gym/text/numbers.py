"""Amounts of money in a text, however they are written."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from crm_gym.text.days import MONTH
from crm_gym.text.figures import Shape, shape
from crm_gym.text.plain import uniform


class Money(NamedTuple):
    """An amount and where it stands in the message."""

    cents: int
    start: int
    end: int


MOST_NUMBERS = 300
"""Numbers that are looked at: nobody reads more, and the time that a message takes stays bounded."""

_CODE = r"(?:usd|eur|gbp|chf|cad|aud|nzd|jpy|sek|nok|dkk|pln|inr)"
_WORD = r"(?:dollars?|euros?|pounds?|bucks?|quid|francs?|us-dollars?)"
_SIGN = r"[$\u20ac\u00a3\u00a5\u20b9]"
_BEFORE = re.compile(rf"(?:{_SIGN}|\b{_CODE}) ?-?$", re.I)
_AFTER = re.compile(rf" ?(?:{_SIGN}|{_CODE}\b|{_WORD}\b)", re.I)
_MINOR_AFTER = re.compile(
    r"(?: (?:and )?|, )?(\d{2})(?: ?(?:cents?|pence|p))?(?![\w.,:%/-]*\w| (?:days?|points?|hours?|minutes?))", re.I
)
_MINOR_ONLY = re.compile(r" ?(?:cents?|pence|p)\b", re.I)
_SCALE = re.compile(r" ?(?:(k)|(m|mio)|(?:(hundred)|(thousand|grand)|(million)))\b", re.I)
_SCALES = (1_000, 1_000_000, 100, 1_000, 1_000_000)

_UNITS = frozenset(
    "points pts days hours hrs h minutes mins seconds secs weeks months years percent pct times transactions "
    "transfers payments charges purchases orders items units pieces seats users licenses licences digits "
    "characters letters numbers accounts cards codes attempts tries steps options things questions cases tickets "
    "records people persons customers contacts guests nights rooms miles km kms kilometers kilometres kg gb mb am "
    "pm o'clock point day hour minute second week month year transaction digit".split()
)
"""What is counted: a number before one of these is no money."""
_DEGREES = frozenset(
    "loyalty bonus reward business working calendar banking more open new different last final full six".split()
)
"""Words that may stand between a number and what it counts."""
_LABELS = frozenset(
    "step option item point page line number no nr nos code pin ending ends ended end digits four account "
    "accounts a/c acct card cards visa mastercard amex reference ref id year room floor version part section "
    "chapter ticket case invoice postcode zip phone call dial christmas easter summer winter spring autumn".split()
)
"""What is named by the number behind it."""
_LINKS = frozenset("in with is are".split())
_OPEN_YEAR = frozenset("in since of from until till by year before after during".split())
_NEXT_WORDS = re.compile(r"[ -]{0,2}(%|[a-z'/]+)(?:[ -]([a-z']+))?(?:[ -]([a-z']+))?", re.I)
_LAST_WORDS = re.compile(r"[a-z/]+", re.I)
_RANGE = re.compile(r" ?(?:-|to|or|and) ?\d+")

_CODES = r"(?:USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|PLN|INR)"
_NOT_MONEY = re.compile(
    rf"""
    (?<!\w)(?:
      (?<![.,])(?=\d)(?:
      0\d{{2,4}}[ -]\d{{3,4}}[ -]?\d{{3,4}}(?!\w)                       # national phone
    | \d{{4}}-\d{{2}}-\d{{2}}(?:t[\d:.+z-]*)?\b                         # ISO date
    | \d{{1,2}}([/.])\d{{1,2}}\1(?:\d{{4}}|\d{{2}})(?![\w])             # numeric date
    | \d{{1,2}}\.[1-9]\.(?!\d)                                         # 12.8.
    | (?:(?<=^)|(?<=^[-*>+][ ])|(?<=^\d[.)][ ]))\d{{2}}\.(?:0[1-9]|1[0-2])\.(?=[ ])  # 12.08. in front
    | \d{{1,4}}/\d{{1,4}}(?![\w])                                      # 04/08, 24/7
    | \d{{1,2}}:\d{{2}}(?::\d{{2}})?(?!\d)                              # clock time
    | \d{{1,2}}[.]\d{{2}}[ ]?(?:am|pm)\b                                # 10.30 pm
    | \d{{1,2}}(?:st|nd|rd|th)?[ ](?:of[ ])?{MONTH}\b\.?(?:,?[ ]\d{{4}}\b)?
    | \d{{4}}(?:[ -]\d{{2,4}}){{1,4}}(?!\w|[.,]\d)                      # grouped account or card number
    | (?!\d{{1,3}}(?:\.\d{{3}})+(?!\d))\d{{1,2}}(?:\.\d{{1,6}}){{2,4}}(?!\d)  # version
    | \d{{1,2}}[.)](?=\s|\*)(?:(?<=\))|(?<=^.\.)|(?<=^..\.))            # list number, 1) inside a line
    )
    | (?=[a-z]{{1,12}}\.?[ #_-]{{0,2}}\d)(?:
      {MONTH}\b\.?[ ]\d{{1,2}}(?:st|nd|rd|th)?(?!\d|[.,]\d)(?:,?[ ]\d{{4}}\b)?
    | {MONTH}\b[ ]\d{{4}}\b
    | (?!{_CODE}\d)[a-z]{{1,12}}(?:[-_]\d|\d)[\w-]*                     # TXN-0412, a1b2
    | (?-i:(?!{_CODES}\b)[A-Z]{{2,5}})[ #]\d{{3,}}(?![\d.,]*[.,]\d)     # TXN 0412
    | [bcdfghjklmnpqrstvwxz]{{3,5}}(?<!{_CODE})[ #]{{1,2}}\d{{3,}}(?![\d.,]*[.,]\d)  # txn 0412
    )
    | \+\d[\d ()-]{{5,20}}\d                                            # phone with country code
    )
    | (?m:^)[ \t>*-]{{1,8}}\(?\d{{1,2}}[.)](?=\s|\*)                    # list number behind a bullet
    """,
    re.I | re.X | re.M,
)
_DIGIT = re.compile(r"[0-9]")
_ADDRESS = re.compile(r"(?<!\S)\S{1,64}@\S{1,64}|https?://\S{1,200}", re.I)
"""E-mail addresses and links."""
_NUMBER = re.compile(
    r"""
    \d(?:(?<![\w.,']\d)|(?<=(?<!\w)[A-Z]{3}\d))                                   # alone, or EUR310
    (?:\d{0,2}(?:([,.']|[ ](?=\d{3}(?!\d)))\d{3})(?:\1\d{3}){0,3}|\d{0,11})      # 1,286 or 1286
    (?:([.,])(\d{1,2}))?(?!\d|[.,]\d)                                             # .04
    """,
    re.X,
)
"""It begins with its digit, so that a search passes over everything else quickly."""


@lru_cache(maxsize=4096)
def amounts(message: str) -> tuple[Money, ...]:
    """Every amount of money in the message, in order."""
    said = shape(message)
    if not said.figures:
        return amounts_as_written(message)
    found = amounts_as_written(said.text)
    values = [_values(money, said, message) for money in found]
    if any(len(cents) != 1 for cents in values):
        return amounts_as_written(message)
    return tuple([money._replace(cents=cents) for money, (cents,) in zip(found, values, strict=True)])


def _values(money: Money, said: Shape, message: str) -> list[int]:
    """What stands in a message where an amount was found with stand-ins in the place of its figures: one value."""
    piece = said.text[money.start : money.end]
    standing = {stand_in: figure for stand_in, figure in said.figures.items() if stand_in in piece}
    if not standing:
        return [money.cents]
    for stand_in, figure in standing.items():
        if money.cents == _cents(stand_in):
            return [_cents(figure)]
    return [written.cents for written in amounts_as_written(message[money.start : money.end])]


@lru_cache(maxsize=4096)
def amounts_as_written(message: str) -> tuple[Money, ...]:
    """The same, for a message as it is; where only figures differ, `amounts` has it read once."""
    text = uniform(message)
    found = _in_words(text)
    if _DIGIT.search(text):
        text = _ADDRESS.sub(_blank, text) if "@" in text or "://" in text else text
        found += _written(_NOT_MONEY.sub(_blank, text))
    return tuple(sorted(set(found), key=_start)) if len(found) > 1 else tuple(found)


def _start(money: Money) -> int:
    return money.start


def states_amount(message: str, cents: int) -> bool:
    """Whether this value is among the amounts of the message."""
    return any(money.cents == cents for money in amounts(message))


def _blank(match: re.Match[str]) -> str:
    """As long as what it replaces, so that positions stay; a letter-like mark keeps numbers apart."""
    return "\x00" * (match.end() - match.start())


def _written(text: str) -> list[Money]:
    """Amounts in digits. `end` of the one before tells whether these digits were its cents."""
    found: list[Money] = []
    for match in islice(_NUMBER.finditer(text), MOST_NUMBERS):
        if found and match.start() < found[-1].end:
            continue
        money = _amount(text, match)
        if money:
            found.append(money)
    return found


def _amount(text: str, match: re.Match[str]) -> Money | None:
    """The amount that these digits are, if they are one."""
    start, end = match.span()
    before = _BEFORE.search(text, max(0, start - 5), start)
    after = _AFTER.match(text, end)
    if match[1] == " " and not (before or after):
        return None
    cents = _cents(match[0])
    scale = _SCALE.match(text, end)
    if scale and scale.lastindex:
        end, cents = scale.end(), cents * _SCALES[scale.lastindex - 1]
        after = _AFTER.match(text, end)
    if before or after:
        return _with_currency(text, cents, before.start() if before else start, after.end() if after else end, after)
    if minor := _MINOR_ONLY.match(text, end):
        return Money(cents // 100, start, minor.end()) if cents % 100 == 0 else None
    if scale is None and not _bare(text, match):
        return None
    return Money(cents, start, end)


def _with_currency(text: str, cents: int, start: int, end: int, after: re.Match[str] | None) -> Money:
    """`15 euros 50` has its cents behind the currency."""
    if after and cents % 100 == 0 and (minor := _MINOR_AFTER.match(text, end)):
        return Money(cents + int(minor[1]), start, minor.end())
    return Money(cents, start, end)


def _bare(text: str, match: re.Match[str]) -> bool:
    """Whether digits without a currency are an amount: neither a count of something nor a label."""
    start, end = match.span()
    if text[end : end + 1].isalpha() or text[end : end + 1] in ("\x00", "_") or _counts(text, end):
        return False
    if match[1] or match[3]:
        return True
    digits = match[0]
    if len(digits) > _LONGEST_BARE or digits[0] == "0" or text[max(0, start - 1) : start] in _GLUE:
        return False
    return not _labelled(text, start, end, digits)


_LONGEST_BARE = 7
"""Digits of the longest integer that is read as money by itself."""
_GLUE = ("-", "/", "#", "_", "\x00", "\u00b7", "*")


def _counts(text: str, end: int) -> bool:
    """Whether the words behind a number say that it counts something other than money."""
    ahead = _RANGE.match(text, end)
    words = _NEXT_WORDS.match(text, ahead.end() if ahead else end)
    if words is None:
        return False
    first, second = words[1].lower().rstrip("'"), (words[2] or "").lower()
    if first in _DEGREES:
        return second in _UNITS or (words[3] or "").lower() in _UNITS
    return first in _UNITS or first == "%" or (first, second) == ("per", "cent")


def _labelled(text: str, start: int, end: int, digits: str) -> bool:
    """Whether the words around say that an integer is a code, a year, an hour or a number of something."""
    words = _LAST_WORDS.findall(text[max(0, start - 18) : start].lower())
    if text[max(0, start - 3) : start].strip(" ")[-1:] in (",", ";", ".", "?", "!", "\n"):
        return False
    last, before = (["", "", *words][-1], ["", "", *words][-2])
    if last in _LABELS or (last in _LINKS and before in _LABELS):
        return True
    if len(digits) == 4 and digits[:2] in ("19", "20") and last in _OPEN_YEAR:
        return True
    return len(digits) <= 2 and last in ("at", "by") and _is_clock(text, end)


def _is_clock(text: str, end: int) -> bool:
    """`at 6 in the morning`, `at 6 tonight`."""
    words = _NEXT_WORDS.match(text, end)
    return words is not None and (words[1].lower() == "tonight" or (words[1].lower(), words[2]) == ("in", "the"))


def _cents(digits: str) -> int:
    """The value of digits with separators: three digits behind the last one make it a thousands mark."""
    for mark in ".,":
        whole, found, part = digits.rpartition(mark)
        if found and len(part) <= 2 and part.isdigit():
            return _whole(whole) * 100 + int(part.ljust(2, "0"))
    return _whole(digits) * 100


def _whole(digits: str) -> int:
    return int(digits if digits.isdigit() else re.sub(r"\D", "", digits))


_ONES = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split(),
        range(20),
        strict=True,
    )
) | {"nought": 0, "a": 1}
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_BIG = {"hundred": 100, "thousand": 1_000, "grand": 1_000, "million": 1_000_000}
_DIGITS = "one|two|three|four|five|six|seven|eight|nine"
_UP_TO_19 = "|".join(sorted((word for word in _ONES if word not in ("a", "zero", "nought")), key=len, reverse=True))
_PLAIN = "|".join([*_TENS, *sorted((word for word in _ONES if word != "a"), key=len, reverse=True)])
_SPELLED = re.compile(
    rf"(?<![\w-])(?=[a-z])(?:(?:{_PLAIN})|an?(?= (?:hundred|thousand|grand|million)\b))"
    rf"(?:(?:[ -]| and )(?:{_PLAIN}|hundred|thousand|grand|million)\b){{0,12}}(?![\w-])",
    re.I,
)
_SPELLED_CENTS = re.compile(rf" (?:and )?((?:{_PLAIN})(?:[ -](?:{_PLAIN}))?) (?:cents?|pence)\b", re.I)
_SMALLEST_BARE = 20
"""Smaller spelled numbers need a currency: one, two, six are said of everything."""


_PLAIN_SPELLED = re.compile(_SPELLED.pattern)
"""The same for plain lower-case ASCII."""
_NUMERALS = (*_BIG, *_PLAIN.split("|"))
_IN_NUMERALS = tuple(word for word in _NUMERALS if not any(other in word for other in _NUMERALS if other != word))
"""One of these stands in every spelled number."""


def _in_words(text: str) -> list[Money]:
    """Amounts in words and by nicknames. That a plain text has none is quick to see."""
    if not text.isascii():
        return [*_spelled(text, _SPELLED.finditer(text)), *_slang(text)]
    lower = text.lower()
    found: list[Money] = []
    if any([word in lower for word in _IN_NUMERALS]):
        found += _spelled(text, _PLAIN_SPELLED.finditer(lower))
    if "fiver" in lower or "tenner" in lower:
        found += _slang(text)
    return found


def _spelled(text: str, numerals: Iterator[re.Match[str]]) -> list[Money]:
    """Amounts in words."""
    found: list[Money] = []
    for match in numerals:
        value = _value(match[0])
        after = _AFTER.match(text, match.end())
        if found and match.start() < found[-1].end:
            continue
        if price := _SPOKEN.fullmatch(text, *match.span()):
            if not (_counts(text, match.end()) or _is_time(text, price)):
                found.append(Money(_spoken(price), match.start(), after.end() if after else match.end()))
        elif after:
            cents = _SPELLED_CENTS.match(text, after.end())
            end = cents.end() if cents else after.end()
            found.append(Money(value * 100 + (_value(cents[1]) if cents else 0), match.start(), end))
        elif value >= _SMALLEST_BARE and not _counts(text, match.end()):
            found.append(Money(value * 100, match.start(), match.end()))
    return found


_SPOKEN = re.compile(
    rf"(?:(?P<tens>{'|'.join(_TENS)})(?:[ -](?P<ones>{_DIGITS}))?|(?P<small>{_UP_TO_19}))"
    rf" (?P<cents>(?:{'|'.join(_TENS)})(?:[ -](?:{_DIGITS}))?)(?![\w-])(?! (?:hundred|thousand|grand|million|and)\b)",
    re.I,
)
"""A price as it is spoken: "nineteen ninety-five", "four fifty"."""
_SLANG = re.compile(r"(?<![\w-])(?:(?P<count>a|the|another|one|two|three|four) )?(?P<note>fiver|tenner)s?\b", re.I)
_NOTES = {"fiver": 500, "tenner": 1_000}


def _slang(text: str) -> Iterator[Money]:
    """Notes by their nicknames: "a fiver", "two tenners"."""
    for match in _SLANG.finditer(text):
        yield Money(_NOTES[match["note"].lower()] * (_ONES.get((match["count"] or "").lower(), 1) or 1), *match.span())


def _is_time(text: str, match: re.Match[str]) -> bool:
    """Whether it is a year or an hour instead: "in nineteen ninety-five", "at four fifty"."""
    last = _LAST_WORDS.findall(text[max(0, match.start() - 12) : match.start()].lower())[-1:]
    hour = match["small"] is not None and _ONES[match["small"].lower()] <= _HOURS
    return not _BEFORE_YEARS.isdisjoint(last) or (hour and not _BEFORE_HOURS.isdisjoint(last))


_HOURS = 12
_BEFORE_YEARS = frozenset(("in", "since"))
_BEFORE_HOURS = frozenset("at until till around before after".split())


def _spoken(match: re.Match[str]) -> int:
    """The cents of a spoken price."""
    whole = " ".join(filter(None, (match["tens"], match["ones"], match["small"])))
    return _value(whole) * 100 + _value(match["cents"])


def _value(words: str) -> int:
    """The value of a spelled number."""
    total = part = 0
    for word in re.split(r"[ -]+", words.lower()):
        if word == "hundred":
            part = max(part, 1) * 100
        elif word in _BIG:
            total, part = total + max(part, 1) * _BIG[word], 0
        else:
            part += _ONES.get(word, 0) + _TENS.get(word, 0)
    return total + part
