"""Figures over episodes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from crm_gym.evaluation.episode import Episode


class Summary(NamedTuple):
    """Strict success over some episodes."""

    name: str
    episodes: int
    successes: int
    errors: int

    @property
    def rate(self) -> float:
        """The share of scored episodes that succeed; 0 when none is scored."""
        scored = self.episodes - self.errors
        return self.successes / scored if scored else 0.0


def summarise(episodes: Iterable[Episode], by: Callable[[Episode], str]) -> list[Summary]:
    """Strict success by whatever `by` names, in order of first appearance."""
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(by(episode), []).append(episode)
    return [_summary(name, group) for name, group in groups.items()]


def _summary(name: str, group: Sequence[Episode]) -> Summary:
    errors = sum(episode.outcome == "evaluator_error" for episode in group)
    return Summary(name, len(group), sum(episode.success for episode in group), errors)


def family_shares(episodes: Iterable[Episode]) -> Mapping[str, float]:
    """For each check family the share of the episodes declaring it in which all its checks hold."""
    held: dict[str, list[bool]] = {}
    for episode in episodes:
        for family, share in episode.checks.items():
            held.setdefault(family, []).append(share == 1.0)
    return {family: sum(values) / len(values) for family, values in held.items()}
