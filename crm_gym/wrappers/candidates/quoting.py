"""Sentences of the policy that have to do with what is talked about."""

import re
from collections import Counter
from functools import lru_cache

from crm_gym.wrappers.candidates import reading

_MOST_QUOTED = 10
_MOST_AFTER = 3
_COMMON = 12
"""A word that stands in more sentences than this does not tell them apart."""


@lru_cache(maxsize=4096)
def quotable(instructions: str, heard: frozenset[str]) -> tuple[str, ...]:
    """Sentences of the instructions that have most to do with what the customer has said and the agent has done.

    Beside them stand those that come right after the ones that fit best.
    """
    sentences = _sentences(instructions)
    scores = [len(stems & heard) / (len(stems) + 1) ** 0.5 for _, stems in sentences]
    order = sorted(range(len(sentences)), key=lambda at: (-scores[at], at))
    best = [at for at in order[:_MOST_QUOTED] if scores[at]]
    after = [at + 1 for at in best if at + 1 < len(sentences) and at + 1 not in best]
    return tuple(sentences[at][0] for at in (*best, *after[:_MOST_AFTER]))


@lru_cache(maxsize=64)
def _sentences(instructions: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a policy with the words that tell them apart."""
    flat = re.sub(r"\s+", " ", re.sub(r"(?m)^(#.*|-\s+)", ". ", instructions).replace("**", "").replace("`", ""))
    parts = [part.strip(" .:") for part in re.split(r"(?<=[.!?:])\s+", flat)]
    kept = [f"{part}." for part in parts if 20 < len(part) < 220]
    often = Counter(stem for part in kept for stem in reading.stems(part))
    return tuple((part, frozenset(stem for stem in reading.stems(part) if often[stem] <= _COMMON)) for part in kept)
