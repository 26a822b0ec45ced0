"""Many phrases looked up in one pass over the words of a clause.

A phrase is words and these signs: `a/b` one of several words, `[a/b]` may be left out, `..` up to three words of any
kind, `#` a number, `|` the start or the end of the clause. `send [you] .. #` finds "send you the full 10,000".
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from crm_gym.text.english import FILLERS

GAP = 3
"""The most words that `..` stands for."""
EDGE = "|"
ANY = ".."


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


class _Label(NamedTuple):
    """What ends at a node: its tag, the sort of phrases that hide it, and whether it hides others."""

    tag: Tag
    sort: str
    hides: bool


_Found = tuple[_Label, int, int]
"""A phrase that was found: the words from the first number up to the second."""
_Choice = tuple[str, ...]
"""Words that may stand for a sign; none when it may be left out."""
_Signs = tuple[tuple[_Choice, ...], ...]
"""A phrase, or the rest of one: what may stand for each of its signs."""


class _Node(dict[str, "_Node"]):
    """A place in the tree of phrases: the next words, and the tags of the phrases that end here.

    It grows only where messages lead: until it is opened it knows no more than what is left of its phrases. All that
    the signs of every phrase can stand for would be too much to write out.
    """

    __slots__ = ("gap", "rest", "tags")

    def __init__(self) -> None:
        super().__init__()
        self.rest: list[tuple[_Label, _Signs]] = []
        """Phrases whose next words are not known here yet."""
        self.tags: tuple[_Label, ...] = ()
        self.gap: _Node | None = None
        """What follows up to three words of any kind."""

    def open(self) -> None:
        """Puts what is left of its phrases into the nodes of their next words."""
        ending: dict[_Label, None] = {}
        following: dict[str, _Node] = defaultdict(_Node)
        for label, signs in self.rest:
            for at, choices in enumerate(signs, 1):
                for choice in choices:
                    if choice:
                        following[choice[0]].rest.append((label, _behind(choice, signs[at:])))
                if () not in choices:
                    break
            else:
                ending[label] = None
        self._become(following, tuple(ending))

    def _become(self, following: "dict[str, _Node]", tags: tuple[_Label, ...]) -> None:
        """Takes over what was found out; only then the node counts as open, for other threads, too."""
        if self.rest:
            self.update(following)
            self.tags, self.gap = tags, self.get(ANY)
            self.rest = []


class Phrases:
    """A tree of tagged phrases."""

    def __init__(self, tagged: Iterable[tuple[Tag, str]]) -> None:
        """Takes pairs of a tag and a phrase."""
        self._root = _Node()
        labels: dict[Tag, _Label] = {}
        signs: dict[str, tuple[_Choice, ...]] = {}
        for tag, phrase in tagged:
            label = labels.get(tag) or labels.setdefault(tag, _Label(tag, _sort(tag), tag.kind not in _OPEN))
            read = tuple([signs.get(sign) or signs.setdefault(sign, _choices(sign)) for sign in phrase.split()])
            self._root.rest.append((label, read))
        self._root.open()
        self.words = {word for choices in signs.values() for choice in choices for word in choice}
        """Every word that occurs in a phrase."""
        self.slips = _slips(self.words)
        """Words with a letter left out, and the words that are meant."""

    def find(self, words: Sequence[str]) -> list[tuple[Tag, int, int]]:
        """Every phrase in these words, but for those that lie within a longer one."""
        framed = (EDGE, *words, EDGE)
        loose: list[_Found] = []
        tight: list[_Found] = []
        root = self._root
        for start, (word, following) in enumerate(pairwise(framed)):
            if word in root:
                node = root[word]
                if node.rest:
                    node.open()
                if following in node or node.tags or node.gap is not None:
                    _walk(node, framed, start + 1, start, tight, loose)
        return [(label.tag, start, end) for label, start, end in _outermost(tight, loose)]


def _slips(words: set[str]) -> dict[str, str]:
    """Every longer word without one of its inner letters, or without its last "e"."""
    slips: dict[str, str] = {}
    for word in sorted(word for word in words if len(word) > _SHORT and word.isalpha()):
        for at in range(1, len(word) if word.endswith("e") else len(word) - 1):
            slips.setdefault(word[:at] + word[at + 1 :], word)
    return {slip: word for slip, word in slips.items() if slip not in words}


_SHORT = 5
"""Letters of words in which no letter is taken to be missing."""


def _parts(word: str) -> list[str]:
    """The words of a compound, as a message is read: "co-owner" is two words, "trf-#" one."""
    parts = word.split("-")
    return parts if all(map(str.isalpha, parts)) else [word]


def _choices(sign: str) -> tuple[_Choice, ...]:
    """What a sign can stand for; no words for nothing."""
    optional = sign.startswith("[") and sign.endswith("]")
    words = sign[1:-1].split("/") if optional else sign.split("/")
    found = (tuple([part for part in _parts(word) if part and part not in FILLERS]) for word in words)
    return tuple(dict.fromkeys([*(((),) if optional else ()), *found]))


def _behind(choice: _Choice, signs: _Signs) -> _Signs:
    """What is left of a phrase behind the first word of a choice."""
    return ((choice[1:],), *signs) if len(choice) > 1 else signs


def _walk(node: _Node, words: Sequence[str], at: int, start: int, found: list[_Found], loose: list[_Found]) -> None:
    """Adds the phrases that go on from a node; behind a gap they are loose."""
    size = len(words)
    first = start - 1 if start else 0
    while True:
        if node.rest:
            node.open()
        if node.tags:
            last = at - 1 if at < size else size - 2
            for label in node.tags:
                found.append((label, first, last))
        gap = node.gap
        if gap is not None:
            if gap.rest:
                gap.open()
            for skipped in range(at, min(at + GAP + 1, size)):
                behind = gap.get(words[skipped])
                if behind is not None:
                    _walk(behind, words, skipped + 1, start, loose, loose)
        following = node.get(words[at]) if at < size else None
        if following is None:
            return
        node, at = following, at + 1


def _outermost(tight: list[_Found], loose: list[_Found]) -> list[_Found]:
    """All but those within a longer tight one. A cue hides all but slots; what names something hides its like."""
    found = [*loose, *tight]
    if len(found) < 2:
        return found
    covers: dict[str, list[tuple[int, int]]] = {}
    for label, start, end in tight:
        if end - start > 1 and label.hides:
            covers.setdefault(label.sort, []).append((start, end))
    if not covers:
        return found
    cues = covers.get("")
    kept = []
    for one in found:
        (_, sort, _), start, end = one
        over = covers.get(sort)
        if over and _within(start, end, over):
            continue
        if not (cues and sort and sort not in _APART and _within(start, end, cues)):
            kept.append(one)
    return kept


def _within(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether one of the spans holds this one and more."""
    for first, last in spans:  # noqa: SIM110 - a generator costs three times as much
        if first <= start and end <= last and last - first > end - start:
            return True
    return False


_APART = ("slot", "several", "option")
_OPEN = ("ask", "need")
"""Cues that leave what they cover readable: "send the money" may be an agent's request or a customer's wish."""


def _sort(tag: Tag) -> str:
    """Phrases that hide each other: those of slots, those that name a topic in one way, and (no name) the cues."""
    return tag.kind if tag.kind in _APART else tag.name and f"{tag.kind} {tag.name}"
