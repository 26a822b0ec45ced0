"""Repairs a play that breaks reply checks: says one thing more, or another thing, where a candidate serves a check."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from crm_gym import text
from crm_gym.contract.replies import (
    AsksBefore,
    AsksFor,
    Mentions,
    SaysAny,
    SaysBefore,
    StatesAmount,
    StatesDate,
    StatesOutcome,
)
from crm_gym.contract.run import Check
from crm_gym.domains.base import load_domain
from crm_gym.tasks.spec import Task
from crm_gym.wrappers.candidates.moves import Message, ReadBack

FAREWELLS = ("report", "close", "close", "close", "close")
MOST_REPAIRS = 8
MOST_TRIED = 40
"""Plays that one repair may cost."""


class Played(NamedTuple):
    """A play to its end."""

    path: tuple[str, ...]
    reward: float
    broken: frozenset[int]
    """Which checks of the contract do not hold."""


def repaired(env: Any, task: Task, path: Sequence[str]) -> Played:
    """The best play that comes of repairing one."""
    best = play(env, task, path)
    for _ in range(MOST_REPAIRS):
        better = _better(env, task, best)
        if better is None:
            break
        best = better
        if best.reward == 1.0:
            break
    return best


def play(env: Any, task: Task, path: Sequence[str]) -> Played:
    """Plays choices by name from the start, without messages that are no candidates, and says goodbye."""
    env.reset(seed=0)
    done: list[str] = []
    for name in (*path, *FAREWELLS):
        names = [move.name for move in env.dialogue.moves[: env.action_space.n]]
        if name in names:
            done.append(name)
            _, reward, ended, _, info = env.step(names.index(name))
            if ended:
                return Played(tuple(done), float(reward), _broken(task, info))
    return Played(tuple(done), 0.0, frozenset(range(len(task.contract))))


def _broken(task: Task, info: dict[str, Any]) -> frozenset[int]:
    verdicts = json.loads(info.get("report") or "[]")
    return frozenset(n for n, verdict in enumerate(verdicts) if verdict["outcome"] != "holds")


def _better(env: Any, task: Task, best: Played) -> Played | None:
    for path in islice(_changes(env, task, best), MOST_TRIED):
        other = play(env, task, path)
        if other.reward == 1.0 or len(other.broken) < len(best.broken):
            return other
    return None


def _changes(env: Any, task: Task, best: Played) -> Iterator[tuple[str, ...]]:
    """Paths with one message more or another one, of those that serve a broken check."""
    lexicon = load_domain(task.domain).lexicon
    wanted = [task.contract[n] for n in sorted(best.broken)]
    found: list[tuple[int, str]] = []
    said: list[bool] = []
    env.reset(seed=0)
    for at, name in enumerate(best.path):
        moves = env.dialogue.moves[: env.action_space.n]
        texts = [(m.name, m.effect.words()) for m in moves if isinstance(m.effect, Message | ReadBack)]
        found += [(at, n) for n, words in texts if any(serves(c, words, lexicon) for c in wanted)]
        index = [move.name for move in moves].index(name)
        said.append(isinstance(moves[index].effect, Message))
        env.step(index)
    yield from _read_backs(best.path, wanted)
    spread = sorted(found, key=lambda pair: (sum(n == pair[1] for _, n in found), pair[0]))
    for at, name in _interleaved(spread):
        yield (*best.path[:at], name, *best.path[at:])
        if said[at]:
            yield (*best.path[:at], name, *best.path[at + 1 :])


def _read_backs(path: Sequence[str], wanted: Sequence[Check]) -> Iterator[tuple[str, ...]]:
    """Reads back a call before it is made, or announces it."""
    for check in wanted:
        if isinstance(check, AsksBefore | SaysBefore):
            for at in [at for at, name in enumerate(path) if name.startswith(f"{check.tool}(")]:
                call = list(path[at : path.index("at once", at)]) if "at once" in path[at:] else []
                if call:
                    yield (*path[:at], *call, "read back", *path[at:])
        if isinstance(check, StatesOutcome):
            for at in [at for at, name in enumerate(path) if name == "at once"]:
                start = max(n for n in range(at) if "(" in path[n])
                yield (*path[:at], "announce", *path[start:])


def _interleaved(found: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """First each name at its last place, then at its first, then at those between."""
    names = dict.fromkeys(name for _, name in found)
    places = {name: [at for at, other in found if other == name] for name in names}
    rounds = max(map(len, places.values()), default=0)
    for turn in range(rounds):
        for name in names:
            if places[name]:
                yield places[name].pop(-1 if turn % 2 == 0 else 0), name


def serves(check: Check, words: str, lexicon: Any) -> bool:
    """Whether a message may make a check hold."""
    match check:
        case Mentions(value=value):
            return text.mentions(words, value)
        case StatesAmount(amount=amount):
            return text.states_amount(words, round(amount * 100))
        case StatesDate(day=day):
            return day.isoformat() in words or f"{day.day} {day:%B}" in words
        case SaysAny(phrases=phrases):
            return text.affirms_any(words, phrases)
        case StatesOutcome():
            heard = text.listen(words, lexicon).outcomes
            return any(o.kind in check.accepted and o.about == check.about for o in heard)
        case AsksFor(slot=slot):
            return slot in text.listen(words, lexicon).asks
        case AsksBefore():
            heard = text.listen(words, lexicon)
            return check.slot in heard.asks or (check.slot == "yes" and heard.confirms)
        case SaysBefore():
            return (
                any(text.mentions(words, value) for value in check.mentions)
                or any(text.states_amount(words, round(amount * 100)) for amount in check.amounts)
                or any(text.says(words, phrase) for phrase in check.phrases)
            )
    return False
