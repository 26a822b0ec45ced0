"""The steps of all released solutions, each from the moment at which it is taken."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

import gymnasium as gym

from benchmarks.measure import Stopwatch
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.store import load_task
from crm_gym.types import Say


class Moment(NamedTuple):
    """What an agent does next, in an env as `gym.make` gives it."""

    env: gym.Env[Any, Any]
    snapshot: Any
    action: Any

    def recall(self) -> None:
        """Goes back to it."""
        self.env.unwrapped.restore(self.snapshot)  # type: ignore[attr-defined]


def moments(domain: str, *, talks: bool, world_scale: int = 1) -> Iterator[Moment]:
    """The messages, or the calls, of all solutions; not those that end an episode, because judging counts apart."""
    env = gym.make(f"crm_gym:{SUITES[domain]}", world_scale=world_scale)
    crm: Any = env.unwrapped
    for id in task_ids(domain):
        env.reset(seed=0, options={"task_id": id})
        for step in load_task(id).solution:
            if crm.end:
                break
            moment = Moment(env, crm.save(), step.action)
            env.step(moment.action)
            if not crm.end and isinstance(step, Say) is talks:
                yield moment


def each_step(watch: Stopwatch, found: Sequence[Moment], act: Callable[[Any, int], Any], warm: int = 1) -> float:
    """Seconds for a step from one of these moments: what it takes to go back to them is taken off."""
    numbers = count()
    actions: list[Any] = []

    def prepare() -> None:
        actions[:] = [act(moment.action, next(numbers)) for moment in found]

    def play() -> None:
        for moment, action in zip(found, actions, strict=True):
            moment.recall()
            moment.env.step(action)

    def recall() -> None:
        for moment in found:
            moment.recall()

    for _ in range(warm):
        prepare()
        play()
    playing, recalling = watch.in_turns(play, recall, before=prepare)
    return (playing - recalling) / len(found)


# Messages that nobody has said


def as_it_is(action: Any, _: int) -> Any:
    """The action of the solution."""
    return action


def with_other_figures(words: str, number: int) -> str:
    """All amounts are others, and so is a number at the end; all words have been said before."""
    amounts = count(number + 100)

    def another(amount: re.Match[str]) -> str:
        whole = next(amounts)
        return f"{whole:,}.{number % 90 + 10}" if "," in amount[0] else f"{whole}.{number % 90 + 10}"

    return f"{re.sub(_AMOUNT, another, words)} (Note {number + 3000}.)"


_AMOUNT = r"(?:\d{1,3},)*\d+\.\d\d(?!\d)"


def with_a_note(words: str, number: int) -> str:
    """One short sentence has a word that nobody has said."""
    return f"{words} (Note {_word(number)}.)"


def all_new(words: str, number: int) -> str:
    """Each sentence has a word that nobody has said."""
    return re.sub(r"^|(?<=[.!?] )", f"{_word(number)} ", words)


def _word(number: int) -> str:
    return "zz" + "".join(chr(ord("a") + int(digit)) for digit in str(number))
