"""What the policy says: sentences that have to do with what is talked about, and tools that come in an order."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from crm_gym.wrappers.candidates import reading

_MOST_QUOTED = 10
_MOST_AFTER = 3
_COMMON = 12
"""A word that stands in more sentences than this does not tell them apart."""


@lru_cache(maxsize=4096)
def quotable(instructions: str, heard: frozenset[str], now: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """Sentences of the instructions that have most to do with what the customer has said and the agent has done.

    Beside them stand those that come right after the ones that fit best. Each comes with the number of words that it,
    or the one before such a sentence, has in common with what is talked about `now`.
    """
    sentences = _sentences(instructions)
    scores = [len(stems & heard) / (len(stems) + 1) ** 0.5 for _, stems in sentences]
    order = sorted(range(len(sentences)), key=lambda at: (-scores[at], at))
    best = [at for at in order[:_MOST_QUOTED] if scores[at]]
    after = [at for at in best if at + 1 < len(sentences) and at + 1 not in best][:_MOST_AFTER]
    beside = [(at, at) for at in best] + [(at + 1, at) for at in after]
    return tuple((sentences[at][0], len(sentences[fits][1] & now)) for at, fits in beside)


@lru_cache(maxsize=64)
def sequences(instructions: str) -> Mapping[str, frozenset[str]]:
    """Which names in code a sentence of the instructions has right after each: like tools that come in an order."""
    flat = re.sub(r"\s+", " ", re.sub(r"(?m)^(#.*|-\s+)", ". ", instructions))
    named = (re.findall(r"`(\w+)`", part) for part in re.split(r"(?<=[.!?])\s+", flat))
    after: dict[str, set[str]] = {}
    for before, name in (pair for names in named for pair in pairwise(names)):
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
def _sentences(instructions: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a policy with the words that tell them apart."""
    flat = re.sub(r"\s+", " ", re.sub(r"(?m)^(#.*|-\s+)", ". ", instructions).replace("**", "").replace("`", ""))
    parts = [part.strip(" .:") for part in re.split(r"(?<=[.!?:])\s+", flat)]
    kept = [f"{part}." for part in parts if 20 < len(part) < 220]
    often = Counter(stem for part in kept for stem in reading.stems(part))
    return tuple((part, frozenset(stem for stem in reading.stems(part) if often[stem] <= _COMMON)) for part in kept)
