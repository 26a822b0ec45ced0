"""Strict success with its interval, coverage and worst case; over all episodes or by group."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from crm_gym.evaluation.episode import OUTCOMES, Episode, Outcome

Z95 = 1.959963984540054
"""The standard normal quantile of a two-sided 95 % interval."""

By = Callable[[Episode], str | Iterable[str]]
"""Names the group or the groups that an episode belongs to."""


class Interval(NamedTuple):
    """Bounds of a share, between 0 and 1."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z95) -> Interval:
    """The Wilson score interval of a share; the whole of 0 to 1 when nothing was tried."""
    if not trials:
        return Interval(0.0, 1.0)
    share, spread = successes / trials, z * z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return Interval(low, high)


class Summary(NamedTuple):
    """Strict success over some trials."""

    name: str
    episodes: int
    """Trials that were scheduled, N."""
    scored: int
    """Trials with a valid score, |G|."""
    successes: int

    @property
    def rate(self) -> float:
        """The share of scored trials that succeed; 0 when none is scored."""
        return self.successes / self.scored if self.scored else 0.0

    @property
    def interval(self) -> Interval:
        """The Wilson 95 % interval of `rate`, with trials taken as independent."""
        return wilson(self.successes, self.scored)

    @property
    def coverage(self) -> float:
        """|G| / N; 1 when nothing was scheduled."""
        return self.scored / self.episodes if self.episodes else 1.0

    @property
    def worst_case(self) -> float:
        """The share of scheduled trials that succeed: what is not scored counts as failed."""
        return self.successes / self.episodes if self.episodes else 0.0


def last_attempts(episodes: Iterable[Episode]) -> list[Episode]:
    """One episode for each policy, task and trial: the last attempt, in order of first appearance."""
    last: dict[tuple[str, str, int], Episode] = {}
    for episode in episodes:
        key = episode.policy, episode.task, episode.trial
        if key not in last or episode.attempt >= last[key].attempt:
            last[key] = episode
    return list(last.values())


def headline(episodes: Iterable[Episode], *, name: str = "all", scheduled: int | None = None) -> Summary:
    """Strict success over all; `scheduled` when the run has trials that were not played yet."""
    found = _summary(name, last_attempts(episodes))
    return found if scheduled is None else found._replace(episodes=scheduled)


def summarise(episodes: Iterable[Episode], by: By) -> list[Summary]:
    """Strict success by whatever `by` names, in order of first appearance; an episode may be in several groups."""
    groups: dict[str, list[Episode]] = {}
    for episode in last_attempts(episodes):
        for name in _names(by(episode)):
            groups.setdefault(name, []).append(episode)
    return [_summary(name, group) for name, group in groups.items()]


def crossed(episodes: Iterable[Episode], rows: By, columns: By) -> dict[tuple[str, str], Summary]:
    """Strict success by two things at once, like domain by difficulty; absent where nothing was played."""
    groups: dict[tuple[str, str], list[Episode]] = {}
    for episode in last_attempts(episodes):
        for row in _names(rows(episode)):
            for column in _names(columns(episode)):
                groups.setdefault((row, column), []).append(episode)
    return {key: _summary(" / ".join(key), group) for key, group in groups.items()}


def by_domain(episode: Episode) -> str:
    """For `summarise`: the business."""
    return episode.domain


def by_label(episode: Episode) -> tuple[str, ...]:
    """For `summarise`: the capability labels, with their business; a task may have several."""
    return tuple(f"{episode.domain}/{label}" for label in episode.labels)


def by_difficulty(episode: Episode) -> str:
    """For `summarise`: easy, medium or hard."""
    return episode.difficulty


def by_style(episode: Episode) -> tuple[str, ...]:
    """For `summarise`: the coverage styles; a task may have several."""
    return episode.styles


def by_policy(episode: Episode) -> str:
    """For `summarise`: who played."""
    return episode.policy


def outcomes(episodes: Iterable[Episode]) -> dict[Outcome, int]:
    """How many trials ended in which outcome; all outcomes, also those that did not come up."""
    counts = dict.fromkeys(OUTCOMES, 0)
    for episode in last_attempts(episodes):
        counts[episode.outcome] += 1
    return counts


def reasons(episodes: Iterable[Episode]) -> dict[str, int]:
    """How many trials did not succeed for which reason, the most frequent first."""
    counts: dict[str, int] = {}
    for episode in last_attempts(episodes):
        if episode.reason:
            counts[episode.reason] = counts.get(episode.reason, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def scored(episodes: Iterable[Episode]) -> list[Episode]:
    """The last attempts that count for or against a policy."""
    return [episode for episode in last_attempts(episodes) if episode.scored]


def _names(names: str | Iterable[str]) -> Iterable[str]:
    return (names,) if isinstance(names, str) else names


def _summary(name: str, group: Sequence[Episode]) -> Summary:
    return Summary(name, len(group), sum(e.scored for e in group), sum(e.success for e in group))
