"""Hand-written rules that serve customers: one policy for each business, from observations alone."""

import json
from collections.abc import Mapping

from crm_gym.baselines.base import Action, Observation, Policy
from crm_gym.baselines.heuristics.payments import PaymentsHeuristic
from crm_gym.baselines.heuristics.support import SupportHeuristic

__all__ = ["Heuristic", "PaymentsHeuristic", "SupportHeuristic"]

_RULES: Mapping[str, type[PaymentsHeuristic | SupportHeuristic]] = {
    "find_party": PaymentsHeuristic,
    "find_customer": SupportHeuristic,
}
"""The rules for a business, by the tool with which it finds customers."""


class Heuristic:
    """Plays by the rules of whichever business the tools that it sees belong to.

    `act` raises ValueError where it knows none of the tools, as under routed exposure.
    """

    only_exposure = "all"
    """A node of the graph does not show the tools that tell the businesses apart."""

    def __init__(self) -> None:
        self._rules: Policy | None = None

    def reset(self, seed: int) -> None:
        """Forgets the episode before."""
        self._rules = None

    def act(self, observation: Observation) -> Action:
        """What the rules of this business say."""
        if self._rules is None:
            self._rules = _rules_for(observation)
        return self._rules.act(observation)


def _rules_for(observation: Observation) -> Policy:
    for tool in json.loads(observation["tools"]):
        if tool["function"]["name"] in _RULES:
            return _RULES[tool["function"]["name"]]()
    raise ValueError(f"there are rules for businesses with one of {', '.join(_RULES)}: play with exposure='all'")
