"""Whether a message says a phrase, and means it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from crm_gym.text.parts import negations
from crm_gym.text.plain import find_phrase, folded
from crm_gym.text.sentences import Clause, read, words_of


class _Phrase(NamedTuple):
    """A phrase as it is looked for."""

    folded: str
    words: tuple[str, ...]
    figure: bool
    """It has a number, which must stand there as it is."""
    halves: tuple[str, ...]
    """The two deeds that it joins, if it does."""


class _Message(NamedTuple):
    """A message as phrases are looked for in it."""

    folded: str
    words: tuple[str, ...]
    known: frozenset[str]


@lru_cache(maxsize=4096)
def affirms(message: str, phrase: str) -> bool:
    """Whether a clause says the phrase that is not negated, asked, quoted or supposed."""
    return _says_it(message, phrase) or _says_both(message, phrase)


def affirms_any(message: str, phrases: tuple[str, ...]) -> bool:
    """Whether it affirms one of the phrases. Most are nowhere near it, which is quick to see."""
    text, _, known = _message(message)
    for (start, word), group in _wanted(phrases):
        if start in text or word in known or not word:
            for phrase, (plain, words, _, halves) in group:
                near = plain in text or known.issuperset(words) or (halves and halves[0] in text)
                if near and affirms(message, phrase):
                    return True
    return False


_Group = tuple[tuple[str, str], list[tuple[str, _Phrase]]]


@lru_cache(maxsize=4096)
def _wanted(phrases: tuple[str, ...]) -> tuple[_Group, ...]:
    """Phrases as they are looked for, by what they begin with as it is written and as a word."""
    groups: dict[tuple[str, str], list[tuple[str, _Phrase]]] = {}
    for phrase in phrases:
        wanted = _phrase(phrase)
        begins = wanted.folded.partition(" ")[0], wanted.words[0] if wanted.words else ""
        groups.setdefault(begins, []).append((phrase, wanted))
    return tuple(groups.items())


def _says_both(message: str, phrase: str) -> bool:
    """Whether two deeds that a phrase joins are told one after the other: "unplug it, wait, plug it back in"."""
    halves = _phrase(phrase).halves
    if not halves:
        return False
    text = _message(message).folded
    first, second = halves
    return 0 <= find_phrase(text, first) < find_phrase(text, second) and all(_says_it(message, half) for half in halves)


def _says_it(message: str, phrase: str) -> bool:
    """Whether a clause says the phrase as it stands."""
    wanted, text = _phrase(phrase), _message(message)
    if find_phrase(text.folded, wanted.folded) < 0 and (wanted.figure or not _stands(text, wanted.words)):
        return False
    clauses = _clauses(message)
    polite = {clause.sentence for clause in clauses if clause.question and _POLITE.match(folded(clause.own))}
    asked = [clause._replace(question=False) if clause.sentence in polite else clause for clause in clauses]
    return any(_affirms(clause, wanted.folded, wanted.words) for clause in asked) or _across(asked, wanted.words)


_FIGURE = re.compile(r"\d")
_clauses = lru_cache(maxsize=4096)(read)


@lru_cache(maxsize=16384)
def _phrase(phrase: str) -> _Phrase:
    plain = folded(phrase)
    first, _, second = plain.partition(" and ")
    joined = min(first.count(" "), second.count(" ")) >= 1
    return _Phrase(plain, words_of(phrase), bool(_FIGURE.search(phrase)), (first, second) if joined else ())


@lru_cache(maxsize=4096)
def _message(message: str) -> _Message:
    words = words_of(message)
    return _Message(folded(message), words, frozenset(words))


def _stands(text: _Message, wanted: tuple[str, ...]) -> bool:
    """Whether some words stand in a row."""
    return text.known.issuperset(wanted) and _place(text.words, wanted) >= 0


def _place(words: Sequence[str], wanted: tuple[str, ...]) -> int:
    """Where some words stand in a row; -1 when they do not."""
    size = len(wanted)
    starts = range(len(words) - size + 1) if size else ()
    return next((at for at in starts if tuple(words[at : at + size]) == wanted), -1)


def _affirms(clause: Clause, phrase: str, words: tuple[str, ...]) -> bool:
    """Whether a clause says the phrase and means it."""
    text = folded(clause.own)
    at = find_phrase(text, phrase)
    if at >= 0:
        before, behind = text[:at], text[at + len(phrase) :]
    else:
        place = -1 if _FIGURE.search(phrase) else _place(clause.words, words)
        if place < 0:
            return False
        before, behind = " ".join(clause.words[:place]), " ".join(clause.words[place + len(words) :])
    return _means(clause, before, behind, first=phrase.partition(" ")[0])


def _means(clause: Clause, before: str, behind: str, *, first: str = "") -> bool:
    """Whether what stands between two texts in a clause is neither asked, supposed, negated nor somebody else's."""
    if clause.question:
        return False
    if clause.condition and not any(pattern.search(before) for pattern in (_MAIN, _AFTER_THING, _DO_THEN)):
        return False
    if clause.consequent and (_MIGHT.search(before) or _WE_THEN.search(folded(clause.own))):
        return False
    scope = _ASIDE.sub("", f"{_CALM.sub('', before)}{first}")
    scope = _REASON.sub("", scope.removesuffix(first))
    if len(negations(words_of(scope))) % 2 or _DOUBTED.search(scope) or _WOULD.search(scope):
        return False
    said = _SAID.search(before) or _SAID_SO.match(behind)
    return said is None and _TAKEN_BACK.match(behind) is None


_POLITE = re.compile(
    r"\W*(?:\w+,? )?(?:could|can|would|will) (?:you|your \w+|someone|somebody)\b"
    r"(?! (?:like|prefer|rather|mind|say|tell|confirm|see|be|have|remember|check|give|share|send)\b)"
    r"(?!.*\b(?:whether|if|what|which|how)\b)"
)
_MAIN = re.compile(
    r"^\W*(?:\w+ )*?(?:once|when|after|before|as soon as)\b.* \w+.* (?:it|you|we|they|that|i|this)(?: \w+)?\s*$"
)
"""Before the phrase of a main clause that follows its condition without a comma: "once it has been sent it ..."."""
_AFTER_THING = re.compile(
    r"^\W*(?:after|before) (?!you\b|we\b|i\b|it\b|the\b|your\b|that\b)(?:[\w'-]+ ){2,4}(?:the|your|an?|my)\s*$"
)
"""Before what follows upon a thing: "after five wrong codes your ..."."""
_DO_THEN = re.compile(
    r",\s+(?:then |please |just |simply |try to |first |kindly )*"
    r"(?!(?:i|we|you|it|they|he|she|the|your|that|this|if|or|and)\b)[^,]*$"
)
"""Before what is to be done under a condition: "if it stays off, ..."."""
_WE_THEN = re.compile(r"^\W*(?:(?:and|then|so) )+(?:we|i|you|somebody|someone)(?:'ll| will| shall)\b(?!.*\balways\b)")
"""What is promised for a case that may come: "if you don't find it, tell us and we'll ..."."""
_MIGHT = re.compile(r"'d\b|\b(?:would|could|might)\b")
_WOULD = re.compile(
    r"(?<!\bi)(?<!\bi )(?:(?:'d|\bwould)(?! (?:need|have to|recommend|suggest|advise)\b)|\bmight have|\bcould have)"
    r"(?: \w+){0,2}\s*$"
)
_ASIDE = re.compile(
    r"^.*,\s(?=(?:i|we|you|it|he|she|they|someone|somebody|there|this|that|the|your|our|an?|my|one|two)\b)"
)
_REASON = re.compile(r"^\W*(?:(?:and|so|but) )?(?:as|since|because|although|though|while|whereas|given)\b.*,\s+$")
_CALM = re.compile(r"^\W*(?:don't|do not|not to|no need to) (?:worry|panic|fear|be \w+)[^,]*,\s*")
_DOUBTED = re.compile(
    r"\b(?:no need|needless|no reason|no use|no point|not necessary|one more \w+.* and|whether|no longer|"
    r"not any longer|unlikely|doubt|doubtful|far from|instead of|rather than|nowhere near|stopped being|used to be|"
    r"without|as if|as though|denies|denied|wrong that|myth that|unless|"
    r"(?<!closed )(?<!shut )(?<!open )(?<!busy )(?<!away )(?<!have )(?<!has )until(?! then\b))\b"
)
_SAID = re.compile(
    r"\b(?:you|your \w+) (?:\w+ )?(?:said|say|says|wrote|write|told|mentioned|mention|asked|ask|think|thinks|thought|"
    r"believe|believes|claim|claims|fear|feared|worried|were told|heard|read)\b(?! (?:to|for)\b)"
)
_SAID_SO = re.compile(r"\W*(?:so )?you (?:said|say|wrote|told|think|thought|mentioned|claim|claimed|believe)\b")
_TAKEN_BACK = re.compile(
    r"\W*(?:\w+ ){0,2}?(?:(?:is|was)(?: not|n't) (?:the case|true|so\b|right|certain|clear)|"
    r"is (?:wrong|untrue|a myth|a rumour|unlikely))"
)


def _across(clauses: Sequence[Clause], words: tuple[str, ...]) -> bool:
    """Whether clauses of a sentence say it together: "similar | but not the same"."""
    return any(_means(clause, before, "") for clause, before in _joined(clauses, words))


def _joined(clauses: Sequence[Clause], words: tuple[str, ...]) -> Iterator[tuple[Clause, str]]:
    """The clauses in which a phrase begins that goes on in the next, with the words before it."""
    for clause, following in pairwise(clauses):
        if clause.sentence == following.sentence and not (following.question or following.condition):
            place = _place((*clause.words, *following.words), words)
            if 0 <= place < len(clause.words) < place + len(words):
                yield clause, " ".join(clause.words[:place])
