"""What the rules of all businesses have in common: listening, asking for a yes, and one rule for each wish."""

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from crm_gym.baselines.base import Observation
from crm_gym.baselines.conversation import Conversation, Steps
from crm_gym.baselines.oracle import CLOSING
from crm_gym.baselines.reading import agrees, clock, fitting, listed


class Rule(NamedTuple):
    """What to do when a customer's words fit a pattern; what it returns is said to them."""

    pattern: re.Pattern[str]
    serve: Callable[[Any, str], Steps[str]]


T = TypeVar("T")
REPEATS = 3
"""How often the last report is said again."""
_NOD = re.compile(r"(?:ok|okay|all right|alright|i see|fine|good|thanks?|thank you)\W*", re.IGNORECASE)


def rule(pattern: str, serve: Callable[[Any, str], Steps[str]]) -> Rule:
    """A rule for words in any case."""
    return Rule(re.compile(pattern, re.IGNORECASE), serve)


class Desk(Conversation):
    """Serves one wish after the other: the first rule that fits the customer's words says what is done."""

    rules: Sequence[Rule] = ()

    def reset(self, seed: int) -> None:
        """Forgets the episode before."""
        super().reset(seed)
        self.rules = type(self).rules
        self.said = ""
        """The customer's words so far."""
        self.report = CLOSING
        """What the last wish came to."""
        self.repeats = 0
        self.now = datetime.min

    def serve(self, opening: Observation) -> Steps[None]:
        """Signs the customer in and serves what they want."""
        self.said = opening["content"]
        self.now = clock(opening["instructions"])
        words = opening["content"]
        if not (yield from self.sign_in()):
            return
        while True:
            report = yield from self.follow(words)
            words = yield from self.tell(report)

    def follow(self, words: str) -> Steps[str]:
        """What the first fitting rule does, or `otherwise`; what has been said often enough is not said again."""
        if _NOD.fullmatch(words.strip()):
            return CLOSING
        serve = next((serve for pattern, serve in self.rules if pattern.search(words)), type(self).otherwise)
        report = yield from serve(self, words)
        self.repeats = self.repeats + 1 if report == self.report else 0
        self.report = report
        return CLOSING if self.repeats > REPEATS else report

    def otherwise(self, words: str) -> Steps[str]:
        """What to say to words that no rule is for: who insists, or did not follow, hears the last report again."""
        yield from ()
        return self.report

    @abstractmethod
    def sign_in(self) -> Steps[bool]:
        """Asks who it is and checks it; whether that went well. Says all there is to say if not."""

    def tell(self, words: str) -> Steps[str]:
        """Says something, and keeps what the customer answers."""
        answer = yield from self.say(words)
        self.said = f"{self.said} {answer}"
        return answer

    def choose(self, options: Sequence[T], words: str, describe: Callable[[T], str]) -> Steps[T | None]:
        """The one option that fits the words, after a question if several do."""
        fits = fitting(options, words, describe)
        if len(fits) > 1:
            question = f"I see {listed([describe(option) for option in fits])}. Which one do you mean?"
            fits = fitting(fits, (yield from self.tell(question)), describe)
        return fits[0] if len(fits) == 1 else None

    def agreed(self, read_back: str) -> Steps[bool]:
        """Reads back what is about to be done; whether the customer says yes to it."""
        return agrees((yield from self.tell(f"{read_back} Shall I go ahead?")))


def refused(why: str) -> str:
    """How a no is said."""
    return f"I'm sorry, but {why}"
