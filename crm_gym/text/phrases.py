"""Many phrases looked up in one pass over the words of a clause.

A phrase is words and these signs: `a/b` one of several words, `[a/b]` may be left out, `..` up to three words of any
kind, `#` a number, `|` the start or the end of the clause. `send [you] .. #` finds "send you the full 10,000".
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from crm_gym.text.english import FILLERS

GAP = 3
"""The most words that `..` stands for."""
EDGE = "|"


class Tag(NamedTuple):
    """What a phrase stands for: a cue of the language, or a topic or slot of the business named in some way."""

    kind: str
    name: str = ""
    """The topic or slot."""


class Hit(NamedTuple):
    """A phrase that was found: the words from `start` up to `end`."""

    tag: Tag
    start: int
    end: int


class _Node(dict[str, "_Node"]):
    """A place in the tree of phrases: the next words, and the tags of the phrases that end here."""

    __slots__ = ("tags",)

    def __init__(self) -> None:
        super().__init__()
        self.tags: tuple[Tag, ...] = ()


class Phrases:
    """A tree of tagged phrases."""

    def __init__(self, tagged: Iterable[tuple[Tag, str]]) -> None:
        """Takes pairs of a tag and a phrase."""
        self._root = _Node()
        self.words: set[str] = set()
        """Every word that occurs in a phrase."""
        for tag, phrase in tagged:
            for words in product(*map(_choices, phrase.split())):
                self._add(tag, [word for word in words if word and word not in FILLERS])
        self.slips = _slips(self.words)
        """Words with a letter left out, and the words that are meant."""

    def find(self, words: Sequence[str]) -> list[Hit]:
        """Every phrase in these words, but for those that lie within a longer one."""
        framed = (EDGE, *words, EDGE)
        loose: list[Hit] = []
        tight: list[Hit] = []
        root = self._root
        for start, word in enumerate(framed[:-1]):
            node = root.get(word)
            if node is not None and (node.tags or framed[start + 1] in node or ".." in node):
                _walk(node, framed, start + 1, start, tight, loose)
        return [*loose, *tight] if len(tight) + len(loose) < 2 else _outermost(tight, loose)

    def _add(self, tag: Tag, words: list[str]) -> None:
        node = self._root
        for word in words:
            node = node.setdefault(word, _Node())
        if tag not in node.tags:
            node.tags = (*node.tags, tag)
        self.words.update(words)


def _slips(words: set[str]) -> dict[str, str]:
    """Every longer word without one of its inner letters, or without its last "e"."""
    slips: dict[str, str] = {}
    for word in sorted(word for word in words if len(word) > _SHORT and word.isalpha()):
        for at in range(1, len(word) if word.endswith("e") else len(word) - 1):
            slips.setdefault(word[:at] + word[at + 1 :], word)
    return {slip: word for slip, word in slips.items() if slip not in words}


_SHORT = 5
"""Letters of words in which no letter is taken to be missing."""


def _choices(sign: str) -> tuple[str, ...]:
    """What a sign can stand for; the empty word for nothing."""
    if sign.startswith("[") and sign.endswith("]"):
        return ("", *_choices(sign[1:-1]))
    return tuple(sign.split("/"))


def _walk(node: _Node, words: Sequence[str], at: int, start: int, found: list[Hit], loose: list[Hit]) -> None:
    """Adds the phrases that go on from a node; behind a gap they are loose."""
    size = len(words)
    while True:
        for tag in node.tags:
            found.append(Hit(tag, max(start - 1, 0), min(at - 1, size - 2)))
        gap = node.get("..")
        if gap is not None:
            for skipped in range(at, min(at + GAP + 1, size)):
                behind = gap.get(words[skipped])
                if behind is not None:
                    _walk(behind, words, skipped + 1, start, loose, loose)
        following = node.get(words[at]) if at < size else None
        if following is None:
            return
        node, at = following, at + 1


def _outermost(tight: list[Hit], loose: list[Hit]) -> list[Hit]:
    """All but those within a longer tight one. A cue hides all but slots; what names something hides its like."""
    spans: dict[str, set[tuple[int, int]]] = {}
    for hit in tight:
        if hit.end - hit.start > 1 and hit.tag.kind not in _OPEN:
            spans.setdefault(_sort(hit.tag), set()).add((hit.start, hit.end))
    if not spans:
        return [*loose, *tight]
    kept = []
    for hit in (*loose, *tight):
        sort = _sort(hit.tag)
        over = (*spans.get(sort, ()), *(spans.get("", ()) if sort and sort not in _APART else ()))
        if not any(start <= hit.start and hit.end <= end and end - start > hit.end - hit.start for start, end in over):
            kept.append(hit)
    return kept


_APART = ("slot", "several", "option")
_OPEN = ("ask", "need")
"""Cues that leave what they cover readable: "send the money" may be an agent's request or a customer's wish."""


def _sort(tag: Tag) -> str:
    """Phrases that hide each other: those of slots, those that name a topic in one way, and (no name) the cues."""
    return tag.kind if tag.kind in _APART else tag.name and f"{tag.kind} {tag.name}"
