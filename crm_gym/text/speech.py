"""What a customer hears in an agent's message."""

import re
from typing import Literal, NamedTuple

from crm_gym.text.lexicon import Lexicon
from crm_gym.text.plain import says

OutcomeKind = Literal["done", "refused", "pending"]


class Outcome(NamedTuple):
    """What the customer believes about a topic from a clause on."""

    kind: OutcomeKind
    about: str
    clause: str


class Heard(NamedTuple):
    """What a message does to the customer."""

    asks: tuple[str, ...] = ()
    confirms: bool = False
    outcomes: tuple[Outcome, ...] = ()
    offers: tuple[str, ...] = ()
    more_help: bool = False
    waits: bool = False

    @property
    def understood(self) -> bool:
        """Whether anything was heard at all."""
        return self != Heard()


def clauses(message: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split(r"(?<=[.!?;])\s+|\n", message) if part.strip())


def affirms(message: str, phrase: str) -> bool:
    return any(says(c, phrase) and not says(c, "not") and not c.endswith("?") for c in clauses(message))


def outcomes_in_order(message: str, lexicon: Lexicon, *, before: str = "") -> tuple[Outcome, ...]:
    return ()


def listen(message: str, lexicon: Lexicon, *, before: str = "") -> Heard:
    low = message.lower()
    asks = tuple(s for s, ns in lexicon.slots.items() if any(says(low, n) for n in ns)) if "?" in low else ()
    return Heard(asks=asks, more_help="anything else" in low)
