"""What a policy's model takes: tokens, tool calls, latency and cost; simulator and judge are never in it."""

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures.rates import scored
from crm_gym.llm import Usage


class Efficiency(NamedTuple):
    """Means over the scored episodes of a policy, per episode."""

    episodes: int
    tokens_in: float | None
    """None when an endpoint did not say."""
    tokens_out: float | None
    model_calls: float
    tool_calls: float
    messages: float
    latency: float
    """Seconds that the agent took, mean."""
    latency_p50: float
    latency_p95: float
    cost: float | None
    """US dollars; None when the price of the model or the usage of an episode is unknown."""
    total_cost: float | None


def efficiency(episodes: Iterable[Episode]) -> Efficiency:
    """Figures of one policy over its scored episodes."""
    found = scored(episodes)
    usage = used(episode.spent.agent for episode in found)
    seconds = [episode.seconds.agent for episode in found]
    costs = [episode.cost for episode in found]
    known = [cost for cost in costs if cost is not None]
    priced = bool(costs) and len(known) == len(costs)
    return Efficiency(
        episodes=len(found),
        tokens_in=usage.prompt / len(found) if found and usage.known else None,
        tokens_out=usage.completion / len(found) if found and usage.known else None,
        model_calls=usage.calls / len(found) if found else 0.0,
        tool_calls=mean([episode.tool_calls for episode in found]),
        messages=mean([episode.messages for episode in found]),
        latency=mean(seconds),
        latency_p50=percentile(seconds, 50),
        latency_p95=percentile(seconds, 95),
        cost=mean(known) if priced else None,
        total_cost=sum(known) if priced else None,
    )


def used(usages: Iterable[Usage]) -> Usage:
    """What several models or episodes used together."""
    found = list(usages)
    return Usage(
        prompt=sum(usage.prompt for usage in found),
        completion=sum(usage.completion for usage in found),
        cached=sum(usage.cached for usage in found),
        reasoning=sum(usage.reasoning for usage in found),
        calls=sum(usage.calls for usage in found),
        known=all(usage.known for usage in found),
    )


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], percent: float) -> float:
    """A percentile, linear between the two nearest ranks (as numpy's default); 0 of nothing."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    below, above = ordered[floor(place)], ordered[ceil(place)]
    return below + (above - below) * (place - floor(place))


class Point(NamedTuple):
    """A policy in a plane of what it takes and what it achieves."""

    name: str
    spent: float | None
    """Cost, seconds or tokens: less is better. None is not known, and then it is on no front."""
    rate: float
    """Strict success: more is better."""


def pareto(points: Iterable[Point]) -> list[Point]:
    """The points that no other one beats, from the cheapest to the best.

    One point beats another when it is at least as good in both, and better in one.
    """
    known = [(point.spent, point) for point in points if point.spent is not None]
    front: list[Point] = []
    for spent, point in sorted(known, key=lambda item: (item[0], -item[1].rate)):
        if not front or point.rate > front[-1].rate or (point.rate, spent) == (front[-1].rate, front[-1].spent):
            front.append(point)
    return front
