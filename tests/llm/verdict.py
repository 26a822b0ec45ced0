"""What is wrong with how clients ask: judged from the server, by the times and bodies of their requests."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

FOR_GOOD = frozenset({400, 401, 402, 403, 404, 413, 422})
"""The same request would fail in the same way."""
MOST = 5
"""Requests for one completion."""
FIRST = 0.5
"""Seconds that the first wait must at least take where the endpoint names none; each later one twice as long."""
EARLY = 0.03
"""Seconds by which two clocks may differ."""
IN_FLIGHT = 0.6
"""Seconds in which another thread cannot know yet what this one was told."""


class Exchange(NamedTuple):
    """A request and its answer."""

    body: str
    began: float
    ended: float
    status: int = 200
    retry_after: float = 0.0
    usable: bool = True
    """Whether an answer without an error is a completion."""

    @property
    def failed(self) -> bool:
        return self.status != 200 or not self.usable


def faults(exchanges: Sequence[Exchange], *, budget: float, at_once: int = 1) -> list[str]:
    """Everything that is wrong, as text; `budget` is that of one completion, `at_once` the threads of the client."""
    exchanges = sorted(exchanges, key=lambda exchange: exchange.began)
    calls: dict[str, list[Exchange]] = {}
    for exchange in exchanges:
        calls.setdefault(exchange.body, []).append(exchange)
    found = [*_hammering(exchanges, at_once), *_too_early(exchanges)]
    for attempts in calls.values():
        found += [*_in_vain(attempts), *_too_many(attempts, budget), *_no_growth(attempts)]
    return found


def _hammering(exchanges: Sequence[Exchange], at_once: int) -> Iterator[str]:
    for exchange in exchanges:
        open_ = sum(other.began <= exchange.began < other.ended for other in exchanges)
        if open_ > at_once:
            yield f"{open_} requests at once"


def _too_early(exchanges: Sequence[Exchange]) -> Iterator[str]:
    """No request may come before the time that the endpoint has named, whatever it is about."""
    for number, told in enumerate(exchanges):
        for later in exchanges[number + 1 :]:
            waited = later.began - told.ended
            known = waited > IN_FLIGHT or (later.body == told.body and waited >= 0)
            if told.failed and known and waited < told.retry_after - EARLY:
                yield f"asked {waited:.2f} s after an answer that wanted {told.retry_after:.2f} s"


def _in_vain(attempts: Sequence[Exchange]) -> Iterator[str]:
    for before, _ in pairwise(attempts):
        if before.status in FOR_GOOD:
            yield f"asked again after {before.status}"
        if not before.failed:
            yield "asked again after an answer"


def _too_many(attempts: Sequence[Exchange], budget: float) -> Iterator[str]:
    if len(attempts) > MOST:
        yield f"{len(attempts)} requests for one completion"
    took = attempts[-1].began - attempts[0].began
    if took > budget + 1.0:
        yield f"still asking after {took:.2f} s"


def _no_growth(attempts: Sequence[Exchange]) -> Iterator[str]:
    """By the least that is due, so that a slow machine makes nobody guilty."""
    for number, (before, after) in enumerate(pairwise(attempts)):
        waited, due = after.began - before.ended, FIRST * 2**number
        if before.failed and not before.retry_after and waited < due - EARLY:
            yield f"waited {waited:.2f} s where {due:.2f} s are due"
