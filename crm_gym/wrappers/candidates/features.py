"""Hashed features of a moment and of its candidates, as arrays of fixed size."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain, islice
from operator import truediv

import numpy as np
import numpy.typing as npt

from crm_gym.wrappers.candidates import reading, wording
from crm_gym.wrappers.candidates.blocks import Block, bucket
from crm_gym.wrappers.candidates.dialogue import Dialogue
from crm_gym.wrappers.candidates.memory import Entry, Memory
from crm_gym.wrappers.candidates.quoting import NO, TELL, terms

Floats = npt.NDArray[np.float32]

PRIOR = 0
"""The column of a candidate's features that holds the logarithm of its share before anything is learnt."""
GROUPS = {"look": 8.0, "ask": 4.0, "act": 1.0, "do": 6.0, "report": 6.0, "found": 0.3, "refuse": 0.3, "tell": 0.3}
"""How the shares of the groups of candidates compare: look before you speak, and do not refuse out of hand."""
_SUCCEEDED = {**GROUPS, "found": 1.0}
"""After a call it is natural to say what was found."""
_ANSWERED = {**GROUPS, "found": 4.0}
"""And more so if the instructions say so."""
_FORBIDDEN = {**GROUPS, "found": 2.0, "refuse": 6.0}
"""After a state to which the instructions say no."""
_FAILED = {**GROUPS, "found": 4.0, "refuse": 4.0}
"""After a failure it is natural to say why."""
_SHORT = {**GROUPS, "found": 1.0, "refuse": 3.0}
"""After records of which one shows less than what was said, where it matters."""
_PARTICULAR = ("show", "quote", "found", "sorry", "state", "part", "day")
"""Kinds of messages of which there are many, each about something else."""
_BOUND = re.compile(r"(?:^|_)(?:limit|left|balance|remaining|available)(?:_|$)")
_REFUSED = {**GROUPS, "refuse": 4.0}
"""After a no it is natural to stay with it."""
_AGREED = {**GROUPS, "do": 40.0}
"""After a yes."""
_ASKED = {"tell": 2.0, "found": 1.0}
"""A question wants an answer."""


def context(dialogue: Dialogue, size: int) -> Floats:
    """What is known at this moment: hashed words and facts, scaled to length one."""
    memory = dialogue.memory
    at = {bucket(token, size) for token in _doings(dialogue)}
    at |= memory.of_turns(size, lambda: _heard(memory, size))
    at |= memory.of_both(size, lambda: frozenset(bucket(token, size) for token in _shown(dialogue)))
    row = np.zeros(size, np.float32)
    row[list(at)] = np.float32(1.0) / np.float32(math.sqrt(len(at)))
    return row


def groups(dialogue: Dialogue) -> Mapping[str, float]:
    """How the shares of the groups compare at this moment."""
    if dialogue.last_call is None:
        return _spoken(dialogue)
    if dialogue.last_status != "ok":
        return _FAILED
    if dialogue.ruling == NO:
        return _FORBIDDEN
    if dialogue.ruling == TELL:
        return _ANSWERED
    return _SHORT if any(map(_BOUND.search, _short(dialogue))) else _SUCCEEDED


def _spoken(dialogue: Dialogue) -> Mapping[str, float]:
    """How they compare after a turn of the customer."""
    turns = dialogue.memory.turns
    if dialogue.last_said == "read" and reading.agrees(turns[-1]):
        return _AGREED
    usual = _REFUSED if dialogue.last_said in ("refuse", "explain") else GROUPS
    return {**usual, **_ASKED} if len(turns) > 1 and "?" in turns[-1] else usual


def candidates(blocks: Sequence[Block], compared: Mapping[str, float], rows: int, width: int) -> Floats:
    """One row of hashed features for each candidate, of which there must be so many at most.

    `compared` says how the shares of the groups compare.
    """
    shares = _shares(blocks, compared)
    kinds = chain.from_iterable(block.groups for block in blocks)
    weights = chain.from_iterable(block.weights for block in blocks)
    logs = list(map(math.log, map(truediv, weights, map(shares.__getitem__, kinds))))
    matrix = np.zeros((rows, width), np.float32)
    flat, start = matrix.reshape(-1), 0
    for block in blocks:
        flat[block.places(width) + start] = 1.0
        start += len(block.moves) * width
    matrix[: len(logs), PRIOR] = logs
    return matrix


def _shares(blocks: Sequence[Block], compared: Mapping[str, float]) -> dict[str, float]:
    """What the weight of a candidate is divided by, for each group: all shares add up to one.

    A group counts as much as its likeliest candidate.
    """
    sums: dict[str, float] = {}
    most: dict[str, float] = {}
    for block in blocks:
        for group, weights in block.by_group.items():
            sums[group] = sum(weights, sums.get(group, 0.0))
            most[group] = max(most.get(group, 0.0), compared.get(group, 1.0) * max(weights))
    total = sum(most.values())
    return {group: sums[group] * total / most[group] for group in sums}


def _heard(memory: Memory, size: int) -> frozenset[int]:
    """What the customer has said first and last."""
    held = _words("opening", memory.turns[0], size)
    if len(memory.turns) > 1:
        held |= _words("heard", memory.turns[-1], size)
    return held | {bucket("always", size), bucket(f"turn {min(len(memory.turns), 9)}", size)}


@lru_cache(maxsize=4096)
def _words(place: str, text: str, size: int) -> frozenset[int]:
    return frozenset(bucket(f"{place} {word}", size) for word in reading.words(text))


def _doings(dialogue: Dialogue) -> Iterator[str]:
    """What is being done, and was done."""
    form = dialogue.form
    if form:
        yield f"filling {form.tool}"
        yield f"filling {form.tool} {form.slot}"
        yield f"filling {form.slot}"
    if dialogue.last_call:
        yield f"last {dialogue.last_call.tool} {dialogue.last_status}"
        yield "just called"
    else:
        yield "just spoke"
    yield f"said last: {dialogue.last_said}"
    yield f"ruling {dialogue.ruling}"
    yield from (f"used {tool} {min(times, 2)}" for tool, times in dialogue.used.items())
    yield from (f"refused {tool}" for tool in dialogue.errors)
    yield from (f"said {act}" for act in dialogue.spoken if not act.startswith(_PARTICULAR))
    yield from (f"read back {call.tool}" for call in dialogue.proposed)
    yield from (f"to report {done.tool}" for done in dialogue.unreported)
    if dialogue.unreported:
        yield "something to report"
    for entry in dialogue.last_entries[:_MOST]:
        yield from (f"{entry.kind} {name}={value}" for name, value in wording.states(entry))
        yield from _ages(entry, dialogue)


def _shown(dialogue: Dialogue) -> Iterator[str]:
    """Counts of the records, figures of the newest that are less than what was said, and what else was said."""
    memory = dialogue.memory
    yield from (f"named {slot}" for slot in dialogue.said_slots())
    yield f"{min(len(memory.said_names()), 3)} names"
    yield from (f"{min(count, 3)} {kind} fit" for kind, count in _fitting(memory).items())
    kinds = Counter(entry.kind for entry in memory.entries.values())
    yield from (f"{min(count, 3)} {kind}" for kind, count in kinds.items())
    said = max(memory.said_figures(), default=0.0)
    for entry in islice(memory.recent(), _MOST):
        yield from (f"said over {name}" for value, name in entry.figures if said > value)


def _ages(entry: Entry, dialogue: Dialogue) -> Iterator[str]:
    """How the days of a record stand to today, and to the numbers of days that the policy names."""
    limits = terms(dialogue.memory.policy)
    for day, name in entry.days:
        yield from _age(name, day, dialogue.memory.today, limits)


@lru_cache(maxsize=4096)
def _age(name: str, day: str, today: date, limits: tuple[int, ...]) -> tuple[str, ...]:
    age = (today - date.fromisoformat(day)).days
    if age <= 0:
        return (f"{name} is {'ahead' if age else 'today'}",)
    return (f"{name} is past", *(f"{name} {'over' if age > limit else 'within'} {limit}" for limit in limits))


def _short(dialogue: Dialogue) -> Iterator[str]:
    """The fields of the latest records that show less than the largest figure that was said."""
    said = max(dialogue.memory.said_figures(), default=0.0)
    return (name for entry in dialogue.lately for value, name in entry.figures if said > value)


def _fitting(memory: Memory) -> Mapping[str, int]:
    """How many records of each kind the customer's words fit equally well, and best."""
    kinds: dict[str, list[Entry]] = {}
    for entry in memory.entries.values():
        kinds.setdefault(entry.kind, []).append(entry)
    return {kind: count for kind, entries in kinds.items() if (count := memory.fitting(entries))}


_MOST = 6
