"""Several trials and several runs: mean and spread, pass^k, flips, and how stable rankings are."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures.efficiency import mean
from crm_gym.evaluation.figures.rates import scored


class Repeats(NamedTuple):
    """k trials of the same tasks, each trial taken as one run."""

    rates: tuple[float, ...]
    """Strict success of each trial, over its scored episodes."""
    mean: float
    deviation: float | None
    """Sample standard deviation over the trials; None with fewer than two."""
    pass_k: tuple[float, ...]
    """pass^1, pass^2, ..., pass^k."""
    flips: tuple[str, ...]
    """Tasks that succeed in some trials and fail in others."""


def repeats(episodes: Iterable[Episode]) -> Repeats:
    """Mean, spread, pass^k and flips of one policy."""
    found = scored(episodes)
    trials: dict[int, list[float]] = {}
    for episode in found:
        trials.setdefault(episode.trial, []).append(float(episode.success))
    rates = tuple(mean(trials[trial]) for trial in sorted(trials))
    results = results_by_task(found)
    most = max((len(result) for result in results.values()), default=0)
    return Repeats(
        rates=rates,
        mean=mean(rates),
        deviation=deviation(rates),
        pass_k=tuple(pass_hat(results, k) for k in range(1, most + 1)),
        flips=tuple(task for task, result in results.items() if 0 < sum(result) < len(result)),
    )


def results_by_task(episodes: Iterable[Episode]) -> dict[str, list[bool]]:
    """Successes and failures of the scored trials of each task."""
    results: dict[str, list[bool]] = {}
    for episode in scored(episodes):
        results.setdefault(episode.task, []).append(episode.success)
    return results


def deviation(values: Sequence[float]) -> float | None:
    """The sample standard deviation (divided by n - 1); None for fewer than two values."""
    if len(values) < 2:
        return None
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def pass_hat(results: Mapping[str, Sequence[bool]], k: int) -> float:
    """pass^k: the chance that k trials of a task all succeed, averaged over tasks.

    With c successes in n trials it is estimated without bias as C(c, k) / C(n, k). Tasks with fewer than k scored
    trials are left out; 0 when no task has that many.
    """
    return mean([comb(sum(result), k) / comb(len(result), k) for result in results.values() if len(result) >= k])


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation, with mean ranks for ties; None when one side has no order at all.

    Raises ValueError for sequences of different length.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} values cannot be ranked against {len(second)}")
    a, b = ranks(first), ranks(second)
    middle_a, middle_b = mean(a), mean(b)
    shared = sum((x - middle_a) * (y - middle_b) for x, y in zip(a, b, strict=True))
    spread = sum((x - middle_a) ** 2 for x in a) * sum((y - middle_b) ** 2 for y in b)
    return shared / sqrt(spread) if spread else None


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1 for the smallest; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def rank_correlations(runs: Mapping[str, Mapping[str, float]]) -> dict[tuple[str, str], float | None]:
    """For each two runs Spearman's correlation between the rates of the policies that both have.

    `runs` maps a run's name to the strict success of each policy in it.
    """
    found: dict[tuple[str, str], float | None] = {}
    for one, other in combinations(runs, 2):
        names = [name for name in runs[one] if name in runs[other]]
        found[one, other] = spearman([runs[one][n] for n in names], [runs[other][n] for n in names])
    return found


def rates_by_trial(episodes: Iterable[Episode]) -> dict[str, dict[str, float]]:
    """For `rank_correlations`: each trial as a run, with the strict success of each policy in it."""
    groups: dict[int, dict[str, list[float]]] = {}
    for episode in scored(episodes):
        groups.setdefault(episode.trial, {}).setdefault(episode.policy, []).append(float(episode.success))
    return {
        f"trial {trial}": {policy: mean(values) for policy, values in groups[trial].items()} for trial in sorted(groups)
    }
