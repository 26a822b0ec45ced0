"""Text as it is compared: one form of quotes, dashes and spaces; phrases and ids found on token boundaries."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

ONE_FORM = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\u200a\u3000", " "),
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
    }
)
"""Maps one character to one, so that positions stay those of the message."""

_SHORTEST_GROUPED = 6
"""Digits that people write in groups: account and phone numbers, not last-fours."""


def uniform(text: str) -> str:
    """The text with one form of quotes, dashes, spaces and digits; every character keeps its place."""
    return text if text.isascii() and "`" not in text else text.translate(ONE_FORM)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The text as phrases are compared: casefolded, white space squeezed."""
    return " ".join(uniform(text).casefold().split())


def says(message: str, phrase: str) -> bool:
    """Whether the phrase stands in the message, not inside longer words or numbers."""
    return find_phrase(folded(message), folded(phrase)) >= 0


def find_phrase(text: str, phrase: str) -> int:
    """Where the phrase starts in a folded text, on token boundaries; -1 when it is not there."""
    if not phrase:
        return -1
    at = text.find(phrase)
    while at >= 0 and not _stands_alone(text, at, at + len(phrase)):
        at = text.find(phrase, at + 1)
    return at


def mentions(message: str, id: str) -> bool:
    """Whether the id stands in the message, in any usual spelling, not as part of a longer id or number."""
    return _mentions(_spelled(message), _id(id))


@lru_cache(maxsize=4096)
def has_any(message: str, phrases: tuple[str, ...]) -> bool:
    """Whether one of the phrases or ids stands in the message as it is."""
    plain = uniform(message)
    wanted = [one for one in _wanted(phrases) if _has_all(plain, one[1].numbers)]
    if not wanted:
        return False
    text, spelled = folded(message), _spelled(message)
    whole, bare = spelled
    for phrase, id, joined, digits in wanted:
        if phrase in text and find_phrase(text, phrase) >= 0:
            return True
        if (joined in bare or (digits and digits in whole)) and _mentions(spelled, id):
            return True
    return False


@lru_cache(maxsize=4096)
def _wanted(phrases: tuple[str, ...]) -> "tuple[tuple[str, _Id, str, str], ...]":
    """Phrases as they are looked for, as words and as ids, and what must stand there of an id."""
    return tuple([(folded(phrase), id, id.bare, id.digits) for phrase in phrases for id in (_id(phrase),)])


def _mentions(message: "_Spelled", wanted: "_Id") -> bool:
    text, bare = message
    if not _has_all(text, wanted.numbers):
        return False
    if wanted.bare in bare and _id_pattern(wanted.text).search(text):
        return True
    return bool(wanted.digits) and wanted.digits in text and any(_called(wanted.prefix, wanted.digits, text))


def _has_all(text: str, numbers: tuple[str, ...]) -> bool:
    for number in numbers:  # noqa: SIM110 - a generator costs three times as much
        if number not in text:
            return False
    return True


_NUMBER = re.compile(r"\d+")
_NO_SEPARATORS = str.maketrans("", "", "-_ ")


class _Spelled(NamedTuple):
    """A message as ids are looked for in it."""

    text: str
    bare: str
    """Without separators: only what stands here may be an id."""


@lru_cache(maxsize=4096)
def _spelled(message: str) -> _Spelled:
    text = uniform(message).casefold()
    return _Spelled(text, text.replace(" ", "").replace("-", "").replace("_", ""))


class _Id(NamedTuple):
    """An id as it is looked for."""

    text: str
    bare: str
    """Without separators, which may be left out or be others."""
    numbers: tuple[str, ...]
    """Those in it that nobody writes in groups."""
    prefix: str
    digits: str
    """The number behind the prefix; none where no word can stand for the prefix."""


@lru_cache(maxsize=4096)
def _id(id: str) -> _Id:
    text = uniform(id).casefold().strip()
    prefix, _, digits = id.casefold().partition("-")
    return _Id(
        text,
        bare=text.translate(_NO_SEPARATORS),
        numbers=() if text.isdigit() and len(text) >= _SHORTEST_GROUPED else tuple(_NUMBER.findall(text)),
        prefix=prefix,
        digits=digits if prefix.isalpha() and digits.isdigit() else "",
    )


def _called(prefix: str, digits: str, text: str) -> Iterator[bool]:
    """Where the prefix of an id is spoken as the word that it abbreviates: "case 1234" for CAS-1234."""
    for match in _BY_NAME.finditer(text):
        word = match["word"]
        if match["digits"] == digits and word[0] == prefix[0] and word not in ("card", prefix):
            letters = iter(word)
            yield all(letter in letters for letter in prefix)


_BY_NAME = re.compile(
    r"(?<![\w-])(?<!\bto )(?<!\bi )(?<!\bwe )(?<!ll )(?P<word>[a-z]{4,14})"
    r"(?: (?:number|no\.?|nr\.?|id|reference)(?: is)?)?:? ?#?(?P<digits>\d{3,6})(?![\w-])(?![.,]\d)"
)


@lru_cache(maxsize=4096)
def ids_in(text: str) -> frozenset[str]:
    """The ids of records that stand in a text."""
    return frozenset(_ID.findall(uniform(text).upper()))


_ID = re.compile(r"\b[A-Z]{2,4}-\d{2,6}\b")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no word or number runs on over either end."""
    return not (
        _runs_on(text[max(0, start - 2) : start][::-1], text[start]) or _runs_on(text[end : end + 2], text[end - 1])
    )


def _runs_on(beyond: str, edge: str) -> bool:
    """Whether the characters beyond the edge, nearest first, belong to the same word or number."""
    if not beyond or not (edge.isalnum() or edge == "_"):
        return False
    if beyond[0].isalnum() or beyond[0] == "_":
        return True
    return beyond[0] in ".," and edge.isdigit() and beyond[1:].isdigit()


@lru_cache(maxsize=4096)
def _id_pattern(text: str) -> re.Pattern[str]:
    """Separators inside an id may be left out or be spaces; long numbers may be grouped."""
    if text.isdigit() and len(text) >= _SHORTEST_GROUPED:
        grouped = "[ -]?".join(text)
        body = rf"(?:{text}|(?<!\d )(?<!\d-){grouped}(?![ -]\d))"
    else:
        body = "".join("[-_ ]?" if part in "-_ " else re.escape(part) for part in re.split(r"([-_ ])", text) if part)
    return re.compile(rf"(?<![\w])(?<!\w-)(?<!\d[.,]){body or '(?!)'}(?!\w)(?!-\w)(?![.,]\d)")
