"""What a run comes to, as JSON: recomputed from its episodes each time."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from crm_gym.evaluation import figures
from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures import By, Rate, Summary
from crm_gym.evaluation.info import RunInfo

GROUPS: dict[str, By] = {
    "domain": figures.by_domain,
    "label": figures.by_label,
    "difficulty": figures.by_difficulty,
    "style": figures.by_style,
}
"""By what strict success is broken down."""


def summary(info: RunInfo, episodes: Iterable[Episode]) -> dict[str, Any]:
    """All figures of one run. What depends on the clock or on failed attempts is in the last three parts alone."""
    attempts = list(episodes)
    order = {task: place for place, task in enumerate(info.tasks)}
    last = sorted(figures.last_attempts(attempts), key=lambda episode: (order[episode.task], episode.trial))
    repeats, efficiency = figures.repeats(last), _plain(figures.efficiency(last))
    return {
        "policy": info.policy,
        "user": info.user,
        "judge": info.judge,
        "task_set": info.task_set,
        "strict": _rate(figures.headline(last, scheduled=info.scheduled)),
        "outcomes": figures.outcomes(last),
        "reasons": figures.reasons(last),
        **{f"by_{name}": {s.name: _rate(s) for s in figures.summarise(last, by)} for name, by in GROUPS.items()},
        "families": {rate.name: _share(rate) for rate in figures.family_rates(last)},
        "waterfall": {rate.name: _share(rate) for rate in figures.waterfall(last)},
        "failures": figures.failures(last),
        "compliance": _compliance(last),
        "efficiency": {name: value for name, value in efficiency.items() if name not in _CLOCK},
        "trials": _plain(repeats),
        **({"agreement": _plain(figures.agreement(last))} if any(e.opinions for e in last) else {}),
        "timing": {**{name: efficiency[name] for name in _CLOCK}, "seconds": _seconds(last)},
        "attempts": len(attempts),
        "spent": {whose: _spent(attempts, whose) for whose in ("agent", "simulator", "judge")},
    }


def _rate(found: Summary) -> dict[str, Any]:
    return {
        "rate": found.rate,
        "interval": list(found.interval),
        "successes": found.successes,
        "scored": found.scored,
        "scheduled": found.episodes,
        "coverage": found.coverage,
        "worst_case": found.worst_case,
    }


def _share(rate: Rate) -> dict[str, Any]:
    return {"share": rate.share, "held": rate.held, "declared": rate.declared}


def _compliance(episodes: Sequence[Episode]) -> dict[str, Any]:
    found = figures.compliance(episodes)
    shares = {"compliance": found.compliance, "completion": found.completion}
    return {**_plain(found), **shares, "negative_checks": figures.negative_totals(episodes)}


def _spent(attempts: Sequence[Episode], whose: str) -> dict[str, Any]:
    """Tokens of all attempts, also of those that are not scored."""
    return figures.used(getattr(attempt.spent, whose) for attempt in attempts).model_dump()


_CLOCK = ("latency", "latency_p50", "latency_p95")
"""The figures of `efficiency` that depend on the clock."""


def _seconds(episodes: Sequence[Episode]) -> dict[str, float]:
    whose = ("total", "agent", "simulator", "judge")
    return {name: sum(getattr(episode.seconds, name) for episode in episodes) for name in whose}


def _plain(found: NamedTuple) -> dict[str, Any]:
    return found._asdict()
