"""The figures of a run as JSON, for the page to draw."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from crm_gym.evaluation import Episode, Summary, figures, task_sets
from crm_gym.evaluation.figures import By, Rate
from crm_gym.report.runs import PlayedRun
from crm_gym.tasks.spec import Difficulty

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
GROUPS: dict[str, By] = {
    "domain": figures.by_domain,
    "label": figures.by_label,
    "style": figures.by_style,
}
ALL = "all"


def measures(run: PlayedRun) -> dict[str, Any]:
    """Everything that the page shows about one run as numbers."""
    found = run.episodes
    return {
        "strict": _rate(figures.headline(found, scheduled=run.info.scheduled)),
        "outcomes": figures.outcomes(found),
        "reasons": figures.reasons(found),
        "groups": {name: _crossed(found, by) for name, by in GROUPS.items()},
        "difficulty": _crossed(found, lambda episode: ALL)[ALL],
        "families": {rate.name: _share(rate) for rate in figures.family_rates(found)},
        "kinds": {rate.name: _share(rate) for rate in figures.kind_rates(found)},
        "waterfall": [{"name": rate.name, **_share(rate)} for rate in figures.waterfall(found)],
        "failures": figures.failures(found),
        "compliance": _compliance(run),
        "efficiency": figures.efficiency(found)._asdict(),
        "trials": _trials(found),
        "agreement": _agreement(found),
    }


def _rate(found: Summary) -> dict[str, Any]:
    return {
        "rate": found.rate,
        "interval": found.interval,
        "successes": found.successes,
        "scored": found.scored,
        "scheduled": found.episodes,
        "coverage": found.coverage,
        "worst": found.worst_case,
    }


def _share(rate: Rate) -> dict[str, Any]:
    return {"rate": rate.share, "interval": rate.interval, "successes": rate.held, "scored": rate.declared}


def _crossed(episodes: Sequence[Episode], by: By) -> dict[str, dict[str, Any]]:
    """Strict success of each group, over all and by difficulty."""
    cells: dict[str, dict[str, Any]] = {
        summary.name: {ALL: _rate(summary)} for summary in sorted(figures.summarise(episodes, by), key=_name)
    }
    for (group, difficulty), summary in figures.crossed(episodes, by, figures.by_difficulty).items():
        cells[group][difficulty] = _rate(summary)
    return cells


def _name(summary: Summary) -> str:
    return summary.name


def _compliance(run: PlayedRun) -> dict[str, Any]:
    """Compliance against completion, and what became of the negative checks where the tasks are still known."""
    found = figures.compliance(run.episodes)
    intervals = found.intervals
    return {
        "episodes": found.episodes,
        "compliant": found.compliant,
        "strict": found.strict,
        "compliance": {"rate": found.compliance, "interval": intervals[0]},
        "completion": {"rate": found.completion, "interval": intervals[1]},
        "fates": figures.negative_totals(e for e in run.episodes if e.task in run.known) if run.known else None,
    }


def _trials(episodes: Sequence[Episode]) -> dict[str, Any]:
    found = figures.repeats(episodes)
    return {**found._asdict(), "flips": len(found.flips), "tasks": len(figures.results_by_task(episodes))}


def _agreement(episodes: Sequence[Episode]) -> dict[str, Any] | None:
    found = figures.agreement(episodes)
    return {**found._asdict(), "share": found.share, "kappa": found.kappa} if sum(found) else None


# Several runs side by side


def comparison(runs: Sequence[PlayedRun]) -> dict[str, Any]:
    """What is only known of several runs together; empty for one."""
    if len(runs) < 2:
        return {}
    return {"fronts": _fronts(runs), "paired": _paired(runs), "rankings": _rankings(runs)}


def _tokens(found: figures.Efficiency) -> float | None:
    """None for what asks no model, or one whose endpoint does not count."""
    if not found.model_calls or found.tokens_in is None or found.tokens_out is None:
        return None
    return found.tokens_in + found.tokens_out


SPENT: dict[str, Callable[[figures.Efficiency], float | None]] = {
    "cost": lambda found: found.cost,
    "latency": lambda found: found.latency,
    "tokens": _tokens,
    "tool_calls": lambda found: found.tool_calls,
}
"""What stands on the axes of the Pareto panels."""


def _fronts(runs: Sequence[PlayedRun]) -> dict[str, Any]:
    """For each axis what every run spends, and the names on the Pareto front."""
    rates = {run.name: figures.headline(run.episodes).rate for run in runs}
    spent = {run.name: figures.efficiency(run.episodes) for run in runs}
    fronts = {}
    for axis, value in SPENT.items():
        points = [figures.Point(name, value(found), rates[name]) for name, found in spent.items()]
        front = [point.name for point in figures.pareto(points)]
        fronts[axis] = {"spent": {point.name: point.spent for point in points}, "front": front}
    return fronts


def _paired(runs: Sequence[PlayedRun]) -> dict[str, Any]:
    """Each run against the next better one, on the trials that both have a score for."""
    ranked = sorted(runs, key=lambda run: -figures.headline(run.episodes).rate)
    found = {}
    for better, run in pairwise(ranked):
        same = frozenset(task_sets([run.info, better.info]).same)
        pairing = figures.pair(*([e for e in one.episodes if e.task in same] for one in (run, better)))
        found[run.name] = {
            "against": better.name,
            "wins": pairing.wins,
            "losses": pairing.losses,
            "ties": pairing.ties,
            "p": pairing.p_value,
        }
    return found


def _rankings(runs: Sequence[PlayedRun]) -> list[dict[str, Any]]:
    """How well the ranking of one trial agrees with that of another."""
    rates: dict[str, dict[str, float]] = {}
    for run in runs:
        for trial, by_policy in figures.rates_by_trial(run.episodes).items():
            rates.setdefault(trial, {})[run.name] = next(iter(by_policy.values()))
    return [{"trials": pair, "rho": rho} for pair, rho in figures.rank_correlations(rates).items()]
