"""Many phrases looked up in one pass over the words of a clause.

A phrase is words and these signs: `a/b` one of several words, `[a/b]` may be left out, `..` up to three words of any
kind, `#` any number. `send [you] .. #` finds "send you the full 10,000".
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

GAP = 3
"""The most words that `..` stands for."""


class Hit(NamedTuple):
    """A phrase that was found: the words from `start` up to `end`."""

    tag: str
    start: int
    end: int


class _Part(NamedTuple):
    words: frozenset[str]
    optional: bool
    gap: bool


class _Phrase(NamedTuple):
    tag: str
    rest: tuple[_Part, ...]
    tight: bool
    """Without a gap: what it covers is read as this phrase and nothing else."""


class Phrases:
    """An index of tagged phrases by their first word."""

    def __init__(self, tagged: Iterable[tuple[str, str]]) -> None:
        """Takes pairs of a tag and a phrase."""
        self._by_first: dict[str, list[_Phrase]] = {}
        self.words: set[str] = set()
        """Every word that occurs in a phrase."""
        for tag, phrase in tagged:
            self._add(tag, [_part(sign) for sign in phrase.split()])

    def find(self, words: Sequence[str]) -> list[Hit]:
        """Every phrase in these words, but for those that lie within a longer one."""
        loose: list[Hit] = []
        tight: list[Hit] = []
        for start, word in enumerate(words):
            for phrase in self._by_first.get(word, ()):
                end = _match(words, start + 1, phrase.rest, 0)
                if end:
                    (tight if phrase.tight else loose).append(Hit(phrase.tag, start, end))
        if not tight:
            return loose
        return [hit for hit in (*loose, *tight) if not _covered(hit, tight)]

    def _add(self, tag: str, parts: list[_Part]) -> None:
        """A leading part that may be left out makes two phrases."""
        first, *rest = parts
        phrase = _Phrase(tag, tuple(rest), not any(part.gap for part in rest))
        for word in first.words:
            self._by_first.setdefault(word, []).append(phrase)
        self.words.update(*(part.words for part in parts))
        if first.optional:
            self._add(tag, rest)


def _part(sign: str) -> _Part:
    if sign == "..":
        return _Part(frozenset(), optional=True, gap=True)
    optional = sign.startswith("[") and sign.endswith("]")
    return _Part(frozenset(sign.strip("[]").split("/")), optional, gap=False)


def _match(words: Sequence[str], at: int, parts: tuple[_Part, ...], number: int) -> int:
    """Where the parts from a number on end when they start at a word; 0 when they do not stand there."""
    if number == len(parts):
        return at
    part = parts[number]
    if part.gap:
        return next((end for skip in range(GAP + 1) if (end := _match(words, at + skip, parts, number + 1))), 0)
    if at < len(words) and words[at] in part.words and (end := _match(words, at + 1, parts, number + 1)):
        return end
    return _match(words, at, parts, number + 1) if part.optional else 0


def _covered(hit: Hit, tight: list[Hit]) -> bool:
    """Whether a longer phrase takes up all words of this one."""
    size = hit.end - hit.start
    return any(t.start <= hit.start and hit.end <= t.end and t.end - t.start > size for t in tight)
