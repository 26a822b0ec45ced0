"""Clauses with the phrases found in them, and what the customer had just said."""

from typing import NamedTuple

from crm_gym.text.english import AUXILIARIES, HARMLESS_NO, NEGATIONS, WH
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.phrases import Hit
from crm_gym.text.sentences import Clause, read


class Named(NamedTuple):
    """A topic or slot that a phrase names."""

    name: str
    start: int
    end: int


class Part(NamedTuple):
    """A clause and what was found in it."""

    clause: Clause
    hits: dict[str, list[Hit]]
    """By tag."""
    named: dict[str, list[Named]]
    """By kind of phrase (slot, several, noun, base, past, done, ...)."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the clause."""
        return self.clause.words

    def has(self, *tags: str) -> bool:
        """Whether a phrase of one of these tags stands in the clause."""
        return any(tag in self.hits for tag in tags)

    def names(self, *kinds: str) -> list[Named]:
        """The topics or slots named in one of these ways, in order."""
        found = [named for kind in kinds for named in self.named.get(kind, ())]
        return sorted(found, key=lambda named: named.start)

    @property
    def interrogative(self) -> bool:
        """Whether it has the form of a question."""
        words = self.words
        first = words[0] if words else ""
        if first in ("and", "or", "so", "then", "ok", "but") and len(words) > 1:
            first = words[1]
        return first in WH or (first in AUXILIARIES and words[-1] != first)


def parts_of(message: str, lexicon: Lexicon) -> tuple[Part, ...]:
    """The clauses of a message with what was found in them."""
    return tuple(_part(clause, lexicon) for clause in read(message))


def negations(words: tuple[str, ...], start: int, end: int) -> int:
    """How many negations stand among these words."""
    return sum(
        words[at] in NEGATIONS and not (words[at] == "no" and words[at + 1 : at + 2] and words[at + 1] in HARMLESS_NO)
        and words[at + 1 : at + 2] != ("only",)
        for at in range(start, end)
    )


def _part(clause: Clause, lexicon: Lexicon) -> Part:
    hits: dict[str, list[Hit]] = {}
    named: dict[str, list[Named]] = {}
    for hit in lexicon.phrases.find(clause.words):
        kind, _, name = hit.tag.partition(" ")
        if kind in _NAMING:
            named.setdefault(kind, []).append(Named(name, hit.start, hit.end))
        else:
            hits.setdefault(hit.tag, []).append(hit)
    return Part(clause, hits, named)


_NAMING = frozenset(("slot", "several", "noun", "base", "past", "is", "isnt", "waits", "offers"))
