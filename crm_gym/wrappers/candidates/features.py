"""Hashed features of a moment and of its candidates, as arrays of fixed size."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from crm_gym.wrappers.candidates import reading, wording
from crm_gym.wrappers.candidates.dialogue import Dialogue, Move

Floats = npt.NDArray[np.float32]

PRIOR = 0
"""The column of a candidate's features that holds the logarithm of its share before anything is learnt."""
GROUPS = {"look": 8.0, "ask": 4.0, "act": 1.0, "do": 6.0, "report": 4.0, "refuse": 0.3, "tell": 0.3}
"""How the shares of the groups of candidates compare: look before you speak, and do not refuse out of hand."""


def context(dialogue: Dialogue, size: int) -> Floats:
    """What is known at this moment: hashed words and facts, scaled to length one."""
    row = np.zeros(size, np.float32)
    at = [_bucket(token, size) for token in set(_facts(dialogue))]
    row[at] = 1.0
    row /= math.sqrt(max(float(row.sum()), 1.0))
    return row


def candidates(moves: Sequence[Move], rows: int, width: int) -> Floats:
    """One row of hashed features for each candidate."""
    matrix = np.zeros((rows, width), np.float32)
    shares = _shares(moves)
    logs, places = [], []
    for row, move in enumerate(moves[:rows]):
        logs.append(math.log(move.weight / shares[move.group]))
        start = row * width + 1
        places += [start + column for column in _columns(move.group, move.tokens, width - 1)]
    matrix[: len(logs), PRIOR] = logs
    matrix.reshape(-1)[places] = 1.0
    return matrix


@lru_cache(maxsize=16384)
def _columns(group: str, tokens: tuple[str, ...], size: int) -> tuple[int, ...]:
    return tuple(_bucket(token, size) for token in (group, *tokens))


def _shares(moves: Sequence[Move]) -> dict[str, float]:
    """What the weight of a candidate is divided by, for each group: all shares add up to one.

    A group counts as much as its likeliest candidate.
    """
    sums: dict[str, float] = {}
    most: dict[str, float] = {}
    for move in moves:
        sums[move.group] = sums.get(move.group, 0.0) + move.weight
        most[move.group] = max(most.get(move.group, 0.0), GROUPS.get(move.group, 1.0) * move.weight)
    total = sum(most.values())
    return {group: sums[group] * total / most[group] for group in sums}


@lru_cache(maxsize=65536)
def _bucket(token: str, size: int) -> int:
    return crc32(token.encode()) % size


def _facts(dialogue: Dialogue) -> Iterator[str]:
    memory, form = dialogue.memory, dialogue.form
    yield "always"
    if form:
        yield f"filling {form.tool}"
        yield f"filling {form.tool} {form.slot}"
        yield f"filling {form.slot}"
    yield from (f"opening {word}" for word in set(reading.words(memory.turns[0])))
    if len(memory.turns) > 1:
        yield from (f"heard {word}" for word in set(reading.words(memory.turns[-1])))
    yield f"turn {min(len(memory.turns), 9)}"
    yield from _doings(dialogue)
    yield from _shown(dialogue)


def _doings(dialogue: Dialogue) -> Iterator[str]:
    if dialogue.last_call:
        yield f"last {dialogue.last_call.tool} {dialogue.last_status}"
        yield "just called"
    else:
        yield "just spoke"
    yield f"said last: {dialogue.last_said}"
    yield from (f"used {tool} {min(times, 2)}" for tool, times in dialogue.used.items())
    yield from (f"refused {tool}" for tool in dialogue.errors)
    yield from (f"said {act}" for act in dialogue.spoken if not act.startswith(("show", "quote", "found", "sorry")))
    yield from (f"read back {call.tool}" for call in dialogue.proposed)
    yield from (f"to report {tool}" for tool, _ in dialogue.unreported)
    if dialogue.unreported:
        yield "something to report"


def _shown(dialogue: Dialogue) -> Iterator[str]:
    """States, counts and figures of the records that were shown last, and of those that fit what was said."""
    kinds = Counter(entry.kind for entry in dialogue.memory.entries.values())
    yield from (f"{min(count, 3)} {kind}" for kind, count in kinds.items())
    for entry in dialogue.last_entries[:_MOST]:
        yield from (f"{entry.kind} {name}={value}" for name, value in wording.states(entry))
    said = dialogue.memory.said_figures()
    for entry in list(dialogue.memory.recent())[:_MOST]:
        yield from (f"said over {name}" for name in _exceeded(entry.fields.items(), max(said, default=0.0)))


_MOST = 6


def _exceeded(fields: Iterable[tuple[str, object]], amount: float) -> Iterator[str]:
    for name, value in fields:
        if isinstance(value, float) and amount > value:
            yield name
