"""What a user is: somebody who talks with the agent, and hears only what is spoken."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from crm_gym.types import Spoken

SATISFIED = "user_done"
"""The user leaves because everything is settled as far as they can hear."""
LEFT = "user_left"
"""The user leaves because patience is over."""


class UserTurn(NamedTuple):
    """What the user says; `end` says why they leave with these words ('' while they stay)."""

    text: str
    end: str = ""


class User(Protocol):
    """Somebody who talks with the agent. By type they can only receive what was spoken."""

    def open(self) -> UserTurn:
        """The first words."""

    def reply(self, spoken: Sequence[Spoken]) -> UserTurn:
        """The answer to the agent's last message."""

    def copy(self) -> "User":
        """An independent user in the same state of mind."""


def draw_wording(options: Sequence[str], key: str) -> str:
    """One of the wordings, from a stream of its own: one more draw elsewhere shifts nothing here."""
    return options[int(Random(key).random() * len(options))] if len(options) > 1 else options[0]
