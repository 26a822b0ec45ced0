"""Numbers that follow from others: what is missing, what is too much by the policy's prices, shares and percentages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple


class Figure(NamedTuple):
    """A number with its origin."""

    value: float
    origin: str
    """`said`, `opening`, `policy`, the name of a record's field, or how it was computed."""


class Priced(NamedTuple):
    """A record's amounts and counts, with the words that tell it from others."""

    words: frozenset[str]
    figures: Sequence[Figure]
    counts: Sequence[int]


class Rules(NamedTuple):
    """The numbers of a policy."""

    amounts: tuple[float, ...]
    """In the order in which they stand."""
    prices: tuple[tuple[str, float], ...]
    """Amounts with the word before them: "standard 9.99"."""
    parts: tuple[int, ...]
    """The n of shares like 1/n, of which several may be due."""
    percentages: tuple[float, ...]


@lru_cache(maxsize=64)
def rules(policy: str) -> Rules:
    """The numbers of a policy."""
    prices = [(word, float(figure)) for word, figure in re.findall(r"([a-z]+) (\d+\.\d\d)\b", policy)]
    return Rules(
        tuple(dict.fromkeys(price for _, price in prices)),
        tuple(dict.fromkeys(prices)),
        tuple(dict.fromkeys(int(n) for n in re.findall(r"\b1/(\d+)\b", policy) if int(n) > 1)),
        tuple(dict.fromkeys(float(n) for n in _PERCENTAGE.findall(policy))),
    )


_PERCENTAGE = re.compile(r"\b(\d+(?:\.\d+)?) ?(?:%|per ?cent\b)")
_YEAR = 12
_MOST_BASES = 4
_MOST_COUNTS = 3


def combined(said: Sequence[Figure], shown: Sequence[Figure]) -> Iterator[Figure]:
    """What is missing, what is left, and what two things make together."""
    for a in said:
        for b in [*said, *shown]:
            if a.value > b.value:
                yield Figure(round(a.value - b.value, 2), f"said - {b.origin}")
    for at, a in enumerate(said):
        for b in said[at + 1 :]:
            yield Figure(round(a.value + b.value, 2), "said + said")


def ruled(policy: str, records: Sequence[Priced]) -> Iterator[Figure]:
    """What the rules of a policy make of the amounts of records."""
    told = rules(policy)
    yield from _too_much(told, records)
    bases = distinct(figure for record in records for figure in record.figures if figure.value > 0)[:_MOST_BASES]
    counts = list(dict.fromkeys(n for record in records for n in record.counts if 0 < n <= max(told.parts, default=0)))
    for part in told.parts:
        for count in counts[:_MOST_COUNTS]:
            yield from (Figure(_cents(base.value * count / part), f"{base.origin} share") for base in bases)
    for percentage in told.percentages:
        yield from (Figure(_cents(base.value * percentage / 100), f"{base.origin} percentage") for base in bases)


def _too_much(told: Rules, records: Sequence[Priced]) -> Iterator[Figure]:
    """What records have above the policy's price for what they are called, for one month or for a year of them."""
    for record in records:
        for word, price in told.prices:
            for figure in record.figures if word in record.words else ():
                right = price * _YEAR if figure.value > price * _YEAR else price
                if figure.value > right:
                    yield Figure(_cents(figure.value - right), f"{figure.origin} - policy")


def _cents(value: float) -> float:
    return round(value + 1e-9, 2)


def distinct(figures: Iterable[Figure]) -> list[Figure]:
    """The first of those with the same value."""
    kept: dict[float, Figure] = {}
    for figure in figures:
        kept.setdefault(figure.value, figure)
    return list(kept.values())
