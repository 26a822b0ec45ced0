"""What the policy says: sentences that have to do with what is talked about, and tools that come in an order."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import NamedTuple

from crm_gym.wrappers.candidates import reading, wording

_MOST_QUOTED = 10
_MOST_AFTER = 3
_MOST_BESIDE = 2
"""Sentences that are quotable for each further reason."""
_LABEL = 20
"""What stands before a colon and is not longer than this is no sentence, but a label of the next: "Pending:"."""
_COMMON = 12
"""A word that stands in more sentences than this does not tell them apart."""


class Sentence(NamedTuple):
    """A sentence of a policy."""

    text: str
    stems: frozenset[str]
    """How the words begin that tell it from others."""
    label: frozenset[str]
    """The words of a label before it, or none."""


@lru_cache(maxsize=4096)
def quotable(instructions: str, heard: frozenset[str], now: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """Sentences of the instructions that have most to do with what the customer has said and the agent has done.

    Beside them stand those that come right after the ones that fit best. Each comes with the number of words that it,
    or the one before such a sentence, has in common with what is talked about `now`.
    """
    sentences = _sentences(instructions)
    best = _best(instructions, heard, _MOST_QUOTED)
    after = [at for at in best if at + 1 < len(sentences) and at + 1 not in best][:_MOST_AFTER]
    beside = [(at, at) for at in best] + [(at + 1, at) for at in after]
    return tuple((sentences[at].text, len(sentences[fits].stems & now)) for at, fits in beside)


@lru_cache(maxsize=4096)
def further(instructions: str, states: frozenset[str], topics: frozenset[str]) -> tuple[str, ...]:
    """Sentences that are quotable for other reasons than what the customer says.

    They name a time of day, are labelled with a state that was seen last, or have most to do with the topics.
    """
    sentences = _sentences(instructions)
    labelled = (at for at in _labelled(instructions) if sentences[at].label & states)
    fitting = _best(instructions, topics, _MOST_BESIDE)
    found = (*_timed(instructions), *islice(labelled, _MOST_BESIDE), *fitting)
    return tuple(dict.fromkeys(sentences[at].text for at in found))


@lru_cache(maxsize=64)
def _timed(instructions: str) -> tuple[int, ...]:
    """The place of the first sentence, after that with the present time, that names a time of day."""
    found = (at for at, sentence in enumerate(_sentences(instructions)) if at and reading.CLOCK.search(sentence.text))
    return tuple(islice(found, 1))


@lru_cache(maxsize=64)
def _labelled(instructions: str) -> tuple[int, ...]:
    """The places of the sentences after a label."""
    return tuple(at for at, sentence in enumerate(_sentences(instructions)) if sentence.label)


@lru_cache(maxsize=1024)
def described(description: str, states: frozenset[str]) -> tuple[str, ...]:
    """The first sentence of a tool's description that speaks of one of these states."""
    found = (sentence.text for sentence in _sentences(description) if states & set(reading.words(sentence.text)))
    return tuple(islice(found, 1))


def _best(instructions: str, heard: frozenset[str], most: int) -> list[int]:
    """The places of the sentences that have most to do with these words."""
    places, sentences = _places(instructions), _sentences(instructions)
    shared = Counter(chain.from_iterable(places[stem] for stem in heard if stem in places))
    scores = {at: count / (len(sentences[at].stems) + 1) ** 0.5 for at, count in shared.items()}
    return sorted(scores, key=lambda at: (-scores[at], at))[:most]


@lru_cache(maxsize=64)
def _places(instructions: str) -> Mapping[str, Sequence[int]]:
    """In which sentences words stand that begin like this."""
    found: dict[str, list[int]] = {}
    for at, sentence in enumerate(_sentences(instructions)):
        for stem in sentence.stems:
            found.setdefault(stem, []).append(at)
    return found


@lru_cache(maxsize=64)
def sequences(instructions: str) -> Mapping[str, frozenset[str]]:
    """Which names in code the instructions have right after each in a sentence: like tools that come in an order.

    A tool that lets the customer in also comes after what a sentence before it has named.
    """
    flat = re.sub(r"\s+", " ", re.sub(r"(?m)^(#.*|-\s+)", ". ", instructions))
    named = (re.findall(r"`(\w+)`", part) for part in re.split(r"(?<=[.!?])\s+", flat))
    after: dict[str, set[str]] = {}
    for before, name in (pair for names in named for pair in pairwise(names)):
        after.setdefault(before, set()).add(name)
    for paragraph in re.split(r"\n\s*\n", instructions):
        for before, name in pairwise(re.findall(r"`(\w+)`", paragraph)):
            if wording.lets_in(name):
                after.setdefault(before, set()).add(name)
    return {before: frozenset(names) for before, names in after.items()}


@lru_cache(maxsize=1024)
def to_be_asked(instructions: str, slot: str) -> bool:
    """Whether the instructions say to ask for a slot, in words that begin like the parts of its name."""
    clauses = re.findall(r"\b[Aa]sk for ([^.:;]+)", re.sub(r"\s+", " ", instructions))
    words = [word for clause in clauses for word in reading.words(clause)]
    return all(any(word.startswith(part) for word in words) for part in slot.removesuffix("_code").split("_"))


@lru_cache(maxsize=64)
def terms(instructions: str) -> tuple[int, ...]:
    """The numbers of days that the instructions name: "up to and including day 60"."""
    found = re.findall(r"\bday (\d{1,3})\b|\b(\d{1,3})\s+days\b", instructions)
    return tuple(sorted({int(one or other) for one, other in found}))[:_MOST_TERMS]


_MOST_TERMS = 6


class Span(NamedTuple):
    """So many days after something, by the policy."""

    days: int
    stems: frozenset[str]
    """How the words of the paragraph begin in which it stands."""


@lru_cache(maxsize=64)
def spans(instructions: str) -> tuple[Span, ...]:
    """The spans of days that the instructions name, in words or figures: "for seven days", "up to day 60".

    Where so many whole days must lie between two, the second is one day later.
    """
    found: dict[int, Span] = {}
    for paragraph in re.split(r"\n\s*\n|\n\s*- ", instructions):
        flat = re.sub(r"\s+", " ", paragraph)
        told = {reading.number_word(day or count): bool(between) for day, count, between in _SPAN.findall(flat)}
        for days, between in told.items():
            if days > 1:
                found.setdefault(days + between, Span(days + between, reading.stems(flat)))
    return tuple(found.values())


_SPAN = re.compile(r"\b(?:day (\d{1,3})|([a-z]+|\d{1,3}) (?:whole )?days\b( [a-z]* ?lie between)?)", re.I)
NO, TELL = "no", "tell"


@lru_cache(maxsize=64)
def rulings(instructions: str) -> Mapping[str, str]:
    """What the instructions say of names in code before a colon, like states: `no` to something, or `tell` it."""
    flat = re.sub(r"\s+", " ", instructions)
    return {name: _ruling(clause, then) for name, clause, then in re.findall(r"`(\w+)`: ([^.;]+)(?:\. (\w+))?", flat)}


def _ruling(clause: str, then: str) -> str:
    """What a clause says, and the word that the next sentence begins with."""
    if re.search(r"\b(?:no|not|never|cannot|ends)\b", clause) or then in ("No", "Never"):
        return NO
    return TELL if re.match(r"(?:tell|say|give|name)\b", clause) else ""


@lru_cache(maxsize=64)
def _sentences(instructions: str) -> tuple[Sentence, ...]:
    """The sentences of a policy with the words that tell them apart."""
    flat = re.sub(r"\s+", " ", re.sub(r"(?m)^(#.*|-\s+)", ". ", instructions).replace("**", "").replace("`", ""))
    parts = [("", ""), *((part.strip(" .:"), part[-1:]) for part in re.split(r"(?<=[.!?:])\s+", flat))]
    kept = {f"{part}.": before for before, (part, _) in pairwise(parts) if 20 < len(part) < 220}
    often = Counter(stem for part in kept for stem in reading.stems(part))
    return tuple(
        Sentence(part, frozenset(s for s in reading.stems(part) if often[s] <= _COMMON), _label(*before))
        for part, before in kept.items()
    )


def _label(text: str, mark: str) -> frozenset[str]:
    return frozenset(reading.words(text)) if mark == ":" and len(text) <= _LABEL else frozenset()
