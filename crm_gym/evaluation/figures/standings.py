"""Several runs next to each other: the leaderboard, success by difficulty and domain, and the front of cost."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures.efficiency import Efficiency, Point, efficiency, pareto
from crm_gym.evaluation.figures.rates import Summary, by_difficulty, by_domain, headline, summarise


class Standing(NamedTuple):
    """One run in the table."""

    name: str
    strict: Summary
    by_difficulty: dict[str, Summary]
    by_domain: dict[str, Summary]
    efficiency: Efficiency
    on_front: bool
    """No run that is known to cost less, or as much, does better."""

    @property
    def fall(self) -> float | None:
        """How much lower strict success is on hard tasks than on easy ones; None without both."""
        if not {"easy", "hard"} <= self.by_difficulty.keys():
            return None
        return self.by_difficulty["easy"].rate - self.by_difficulty["hard"].rate


def standings(runs: Mapping[str, Iterable[Episode]]) -> list[Standing]:
    """The runs by strict success, the best first; the same policy with two simulators is two runs.

    `runs` maps a name to the episodes of one policy.
    """
    rows = [_standing(name, list(episodes)) for name, episodes in runs.items()]
    front = {point.name for point in pareto(Point(row.name, row.efficiency.cost, row.strict.rate) for row in rows)}
    ranked = sorted(rows, key=lambda row: -row.strict.rate)
    return [row._replace(on_front=row.name in front) for row in ranked]


def _standing(name: str, episodes: list[Episode]) -> Standing:
    difficulties = {found.name: found for found in summarise(episodes, by_difficulty)}
    domains = {found.name: found for found in summarise(episodes, by_domain)}
    strict = headline(episodes, name=name)
    return Standing(name, strict, difficulties, domains, efficiency(episodes), on_front=False)
