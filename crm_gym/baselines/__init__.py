"""The shipped policies by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from crm_gym.baselines import scripted
from crm_gym.baselines.base import Action, BatchPolicy, Observation, Policy
from crm_gym.baselines.eager import ComplyAll, LookupOnly
from crm_gym.baselines.heuristics import Heuristic
from crm_gym.baselines.oracle import Script
from crm_gym.baselines.trivial import Noop, RandomPolicy, Refuse, transfer
from crm_gym.types import Call, Say

__all__ = ["POLICIES", "Action", "BatchPolicy", "Briefing", "Observation", "Policy", "Script"]


class Briefing(NamedTuple):
    """What a shipped policy may be made from; policies that are measured use none of it."""

    solution: Sequence[Say | Call]
    hand_over: Sequence[Call]
    trial: int


def _transfer(briefing: Briefing) -> Policy:
    return transfer(briefing.hand_over[briefing.trial % len(briefing.hand_over)])


POLICIES: Mapping[str, Callable[[Briefing], Policy]] = {
    "oracle": lambda briefing: Script(briefing.solution),
    "noop": lambda briefing: Noop(),
    "refuse": lambda briefing: Refuse(),
    "transfer": _transfer,
    "talk": lambda briefing: scripted.talk(briefing.solution),
    "act": lambda briefing: scripted.act(briefing.solution),
    "random": lambda briefing: RandomPolicy(),
    "lookup_only": lambda briefing: LookupOnly(),
    "comply_all": lambda briefing: ComplyAll(),
    "dump_all": lambda briefing: scripted.DumpAll(briefing.solution),
    "soup": lambda briefing: scripted.Soup(briefing.solution),
    "duplicate": lambda briefing: scripted.duplicate(briefing.solution),
    "heuristic": lambda briefing: Heuristic(),
}
"""`oracle`, `talk`, `act`, `dump_all`, `soup` and `duplicate` play a solution; the others see observations alone."""
