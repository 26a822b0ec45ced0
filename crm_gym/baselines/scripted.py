"""Policies that know a solution and play it with something missing or too much: what must not earn the reward."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from crm_gym.baselines.base import Action, Observation
from crm_gym.baselines.oracle import CLOSING, Script
from crm_gym.baselines.reading import ID
from crm_gym.types import Call, Say
from crm_gym.wrappers.candidates import wording

READS = ("find_", "list_", "get_", "search_", "classify_", "validate_")
"""What the names of tools begin with that only look something up."""
SIGN_IN = ("authenticate_", "verify_")
"""What the names of tools begin with that check who somebody is."""

Solution = Sequence[Say | Call]


def talk(solution: Solution) -> Script:
    """Only the messages."""
    return Script([step for step in solution if isinstance(step, Say)])


def act(solution: Solution) -> Script:
    """Only the calls, without a word."""
    return Script([step for step in solution if isinstance(step, Call)])


def duplicate(solution: Solution) -> Script:
    """Every write is made twice."""
    return Script([step for step in solution for _ in range(2 if _writes(step) else 1)])


class DumpAll(Script):
    """Plays a solution, and with its last words reads out all that was heard and seen."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution)
        self._seen: dict[str, None] = {}

    def reset(self, seed: int) -> None:
        """Starts again, and forgets what was seen."""
        super().reset(seed)
        self._seen = {}

    def act(self, observation: Observation) -> Action:
        """The next step; messages in other words."""
        self._seen |= dict.fromkeys(_values(observation))
        action = super().act(observation)
        return self._reword(action) if isinstance(action, str) and action != CLOSING else action

    @property
    def _last(self) -> bool:
        """Whether no message of the solution comes after this one."""
        return not any(isinstance(step, Say) for step in self._steps[self._next :])

    def _reword(self, message: str) -> str:
        return f"{message} {' ; '.join(self._seen)}" if self._last else message


class Soup(DumpAll):
    """Makes the calls of a solution, and says in place of its messages all outcomes, amounts and ids at once.

    Before the last message it asks for everything instead, for a yes too, so that the customer stays.
    """

    def _reword(self, message: str) -> str:
        return " ".join([*_facts(" ; ".join(self._seen)), *(self._outcomes() if self._last else ASKING)])

    def _outcomes(self) -> Iterator[str]:
        for deed in dict.fromkeys(wording.deed(step.name) for step in self._steps if _writes(step)):
            yield f"{deed.passive.capitalize()}. I'm sorry, I cannot {deed.infinitive}. The {deed.thing} is pending."
        yield "It is done. It cannot be done. It is pending."


ASKING = (
    "What is your e-mail address, your phone number, your code and your passphrase?",
    "Is that right, and shall I go ahead?",
)


def _writes(step: Say | Call) -> TypeGuard[Call]:
    return isinstance(step, Call) and not step.name.startswith((*READS, *SIGN_IN))


def _values(observation: Observation) -> Iterator[str]:
    """What the customer said, or every value of a tool's result."""
    if observation["role"] == "tool":
        yield from _leaves(json.loads(observation["content"]))
    else:
        yield observation["content"]


def _leaves(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for item in value.values():
                yield from _leaves(item)
        case list():
            for item in value:
                yield from _leaves(item)
        case float():
            yield f"{value:,.2f}"
        case str():
            yield value


_FIGURE = re.compile(r"(?<![\w.-])\d+(?:,\d{3})*\.\d\d(?![\w-])")


def _facts(text: str) -> Iterator[str]:
    """The ids and amounts of a text."""
    yield " ".join(dict.fromkeys(ID.findall(text)))
    yield " ".join(f"{figure} EUR." for figure in dict.fromkeys(_FIGURE.findall(text)))
