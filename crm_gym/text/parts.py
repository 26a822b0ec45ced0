"""Clauses with the phrases found in them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from typing import Any, NamedTuple, Protocol, TypeVar, TypeVarTuple

from crm_gym.text.commands import commands
from crm_gym.text.english import DETERMINERS, HARMLESS_NO, NEGATIONS, PREPOSITIONS
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.phrases import Hit, Phrases
from crm_gym.text.sentences import Clause, cut, interrogative, read_sentences


class Named(NamedTuple):
    """A topic or slot that a phrase names."""

    name: str
    start: int
    end: int
    own: bool = False
    """By a verb of its own, not by a phrase that others share."""


Memo = dict[object, Any]
"""What has been read out of a clause or sentence, by the function that read it."""


class _Readable(Protocol):
    """What can be read more than once."""

    @property
    def memo(self) -> Memo:
        """What has been read out of it."""


One = TypeVar("One", bound=_Readable)
Rest = TypeVarTuple("Rest")
Answer = TypeVar("Answer")


def read_once(read: Callable[[One, *Rest], Answer]) -> Callable[[One, *Rest], Answer]:
    """Keeps what is read out of a clause or sentence by itself: many ask for it, and agents say much again.

    It is kept with the clause or sentence and goes with it, so that nothing has to be looked up by what was said.
    """

    @wraps(read)
    def remembered(one: One, *rest: *Rest) -> Answer:
        key = (read, *rest) if rest else read
        memo = one.memo
        if key in memo:
            known: Answer = memo[key]
            return known
        answer = memo[key] = read(one, *rest)
        return answer

    return remembered


@dataclass(eq=False, slots=True)
class Part:
    """A clause and what was found in it; never changed.

    All but the clause itself is shared by all clauses of the same words and mood.
    """

    clause: Clause
    words: tuple[str, ...]
    hits: dict[str, list[Hit]]
    """By tag."""
    named: dict[str, list[Named]]
    """By kind of phrase."""
    negatives: tuple[int, ...]
    """Where negations stand."""
    told: bool
    """It tells or asks the hearer to tell something."""
    memo: Memo
    """What was read out of its words and mood."""

    def has(self, *tags: str) -> bool:
        """Whether a phrase of one of these tags stands in the clause."""
        hits = self.hits
        for tag in tags:  # noqa: SIM110 - a generator costs three times as much
            if tag in hits:
                return True
        return False

    def starts(self, *tags: str) -> list[int]:
        """Where phrases of these tags start."""
        return [hit.start for tag in tags for hit in self.hits.get(tag, ())]

    def names(self, *kinds: str) -> list[Named]:
        """The topics or slots named in one of these ways, in order."""
        all_named = self.named
        if not all_named:
            return []
        if len(kinds) == 1:
            return all_named.get(kinds[0], [])
        found = [all_named[kind] for kind in kinds if kind in all_named]
        if len(found) < 2:
            return found[0] if found else []
        return sorted([named for some in found for named in some], key=_start)

    def negated(self, at: int) -> bool:
        """Whether the words before a place hold an odd number of negations."""
        return bool(self.negatives) and sum(place < at for place in self.negatives) % 2 == 1

    def aside(self, at: int) -> bool:
        """Whether the noun at a place stands in a side phrase: "to your card", "for this payment"."""
        back = at - 1
        while back > 0 and back >= at - _MODIFIERS and self.words[back] in _LEADS:
            back -= 1
        return back >= 0 and self.words[back] in PREPOSITIONS

    @property
    @read_once
    def bids_yes(self) -> bool:
        """Whether it names the yes that is waited for: "just say yes", not "I would like to say yes"."""
        if "say yes" not in self.hits:
            return False
        words = self.words
        places = [at - 1 if at and words[at - 1] == "say" else at for at in self.starts("say yes")]
        return any(at == 0 or words[at - 1] not in _NOT_YOU for at in places)

    @property
    @read_once
    def interrogative(self) -> bool:
        """Whether it has the form of a question."""
        return interrogative(self.words)


_NOT_YOU = frozenset("to they he she it shop bank team merchant who".split())
"""Words before "say yes" that ask no customer to say it."""
_MODIFIERS = 2
"""Words between a preposition and its noun that are looked past."""
_LEADS = (DETERMINERS | set("second first other declined failed new #".split())) - PREPOSITIONS


class Sentence(tuple[Part, ...]):
    """The clauses of a sentence; never changed."""

    tags: frozenset[str]
    """Those of all phrases found in it."""
    memo: Memo

    def __new__(cls, parts: Iterable[Part]) -> "Sentence":
        """Takes the clauses in order."""
        sentence = super().__new__(cls, parts)
        sentence.tags = frozenset().union(*[part.hits for part in sentence])
        sentence.memo = {}
        return sentence


Sentences = tuple[Sentence, ...]
"""A message: the clauses of each sentence."""


@lru_cache(maxsize=4096)
def parts_of(message: str, lexicon: Lexicon) -> Sentences:
    """The clauses of a message, sentence by sentence, with what was found in them."""
    found = read_sentences(message, partial(_parts, lexicon.phrases))
    return tuple([one if isinstance(one, Sentence) else Sentence(one) for one in found])


def some_have(parts: Sequence[Part], *tags: str) -> bool:
    """Whether a phrase of one of these tags stands in one of the clauses."""
    for part in parts:  # noqa: SIM110 - a generator costs three times as much
        if part.has(*tags):
            return True
    return False


def overlapping(named: Sequence[Named]) -> list[list[Named]]:
    """What is named by phrases that share words, together."""
    groups: list[list[Named]] = []
    reach = -1
    for one in sorted(named, key=_start):
        if one.start >= reach:
            groups.append([])
        groups[-1].append(one)
        reach = max(reach, one.end)
    return groups


def by_start(named: Sequence[Named]) -> dict[int, list[Named]]:
    """What is named at each place."""
    places: dict[int, list[Named]] = {}
    for one in named:
        places.setdefault(one.start, []).append(one)
    return places


def negations(words: Sequence[str]) -> tuple[int, ...]:
    """Where negations stand; "no problem" and "not only" are none."""
    if NEGATIONS.isdisjoint(words):
        return ()
    return tuple(at for at, word in enumerate(words) if word in NEGATIONS and not _harmless(words, at))


def _harmless(words: Sequence[str], at: int) -> bool:
    following = words[at + 1] if at + 1 < len(words) else ""
    answers = _GOES_ON if at == 0 else _NO_NEGATION
    return following == "only" or (words[at] == "no" and following in answers)


_NO_NEGATION = HARMLESS_NO | {"no", "it"}
_GOES_ON = HARMLESS_NO | set("no it sorry i we they the unfortunately sadly there your that".split())
"""Words behind a "no" that only answers, or is none."""
_OWN = frozenset(("base", "past", "isnt", "waits"))


def _start(named: Named) -> int:
    return named.start


@lru_cache(maxsize=8192)
def _parts(phrases: Phrases, sentence: str, item: bool) -> Sentence:
    """The clauses of a sentence with what was found in them."""
    return Sentence([Part(clause, *_found(phrases, *clause[2:7])) for clause in cut(sentence, item)])


_Found = tuple[tuple[str, ...], dict[str, list[Hit]], dict[str, list[Named]], tuple[int, ...], bool, Memo]
"""What a part has besides its clause."""


@lru_cache(maxsize=8192)
def _found(phrases: Phrases, spelled: tuple[str, ...], *_mood: bool) -> _Found:
    """What stands in the words of a clause of some mood; agents say much again, with other figures."""
    known = phrases.words
    words = spelled
    if not known.issuperset(spelled):
        words = tuple([word if word in known else _retyped(word, phrases) for word in spelled])
    hits: dict[str, list[Hit]] = {}
    named: dict[str, list[Named]] = {}
    for tag, start, end in phrases.find(words):
        kind, name = tag
        if name:
            named.setdefault(kind, []).append(Named(name, start, end, kind in _OWN))
        else:
            hits.setdefault(kind, []).append(Hit(tag, start, end))
    return words, hits, named, negations(words), commands(words), {}


@lru_cache(maxsize=4096)
def _retyped(word: str, phrases: Phrases) -> str:
    """A known word that differs by two swapped neighbours or a missing letter: the slips of hurried typists."""
    if not _SLIP_FROM <= len(word) <= _SLIP_TO or not word.isalpha():
        return word
    for at in range(len(word) - 1):
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if swapped in phrases.words:
            return swapped
    return phrases.slips.get(word, word)


_SLIP_FROM, _SLIP_TO = 5, 15
"""Letters of a word that may be a slip."""
