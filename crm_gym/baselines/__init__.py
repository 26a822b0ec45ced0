"""The shipped policies by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from crm_gym.baselines.base import Action, BatchPolicy, Observation, Policy
from crm_gym.baselines.oracle import Script
from crm_gym.baselines.trivial import Noop, RandomPolicy, Refuse, transfer
from crm_gym.types import Call, Say

__all__ = ["POLICIES", "Action", "BatchPolicy", "Briefing", "Observation", "Policy", "Script"]


class Briefing(NamedTuple):
    """What a shipped policy may be made from; policies that are measured use none of it."""

    solution: Sequence[Say | Call]
    hand_over: Sequence[Call]
    trial: int


def _oracle(briefing: Briefing) -> Policy:
    return Script(briefing.solution)


def _talk(briefing: Briefing) -> Policy:
    return Script([step for step in briefing.solution if isinstance(step, Say)])


def _transfer(briefing: Briefing) -> Policy:
    return transfer(briefing.hand_over[briefing.trial % len(briefing.hand_over)])


POLICIES: Mapping[str, Callable[[Briefing], Policy]] = {
    "oracle": _oracle,
    "noop": lambda briefing: Noop(),
    "refuse": lambda briefing: Refuse(),
    "transfer": _transfer,
    "talk": _talk,
    "random": lambda briefing: RandomPolicy(),
}
"""`oracle` plays the solution, `talk` only its messages; the others see observations alone."""
