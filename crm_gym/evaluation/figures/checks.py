"""Which checks hold: by family and kind, the waterfall to strict success, and one failure label per episode."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from crm_gym.contract import FAMILIES, Family
from crm_gym.envs.crm_env import NOT_CONVERGED
from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures.rates import Interval, scored, wilson


class Rate(NamedTuple):
    """How often something holds where it is declared."""

    name: str
    held: int
    declared: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 when nothing declares it."""
        return self.held / self.declared if self.declared else 0.0

    @property
    def interval(self) -> Interval:
        """The Wilson 95 % interval of the share."""
        return wilson(self.held, self.declared)


def family_rates(episodes: Iterable[Episode]) -> list[Rate]:
    """For each check family that is declared: in how many of the episodes declaring it all its checks hold."""
    counts = {family: [0, 0] for family in FAMILIES}
    for episode in scored(episodes):
        for family, share in episode.checks.items():
            counts[_family(family)][0] += share == 1.0
            counts[_family(family)][1] += 1
    return [Rate(family, held, declared) for family, (held, declared) in counts.items() if declared]


def family_shares(episodes: Iterable[Episode]) -> Mapping[str, float]:
    """The shares of `family_rates` by family."""
    return {rate.name: rate.share for rate in family_rates(episodes)}


def kind_rates(episodes: Iterable[Episode]) -> list[Rate]:
    """For each kind of check, like `forbidden/never_called`: how many of the single checks hold."""
    held: Counter[str] = Counter()
    declared: Counter[str] = Counter()
    for episode in scored(episodes):
        for verdict in episode.verdicts:
            name = f"{verdict.family}/{verdict.kind}"
            declared[name] += 1
            held[name] += verdict.outcome == "holds"
    order = {family: place for place, family in enumerate(FAMILIES)}
    names = sorted(declared, key=lambda name: (order[_family(name.partition("/")[0])], name))
    return [Rate(name, held[name], declared[name]) for name in names]


WATERFALL: tuple[tuple[str, tuple[Family, ...]], ...] = (
    ("reply only", ("reply",)),
    ("+ action", ("action",)),
    ("+ parameter", ("parameter",)),
    ("+ order", ("order",)),
    ("+ state", ("state",)),
)


def waterfall(episodes: Iterable[Episode]) -> list[Rate]:
    """From judging replies alone to strict success, adding one family after the other (figure 6 of the paper).

    Each step counts the scored episodes in which all checks of its families hold; a family that a task does not
    declare holds. The last step adds the forbidden checks, non-convergence and other errors of the model: it is strict
    success.
    """
    found = scored(episodes)
    steps, wanted = [], set[str]()
    for name, families in WATERFALL:
        wanted.update(families)
        steps.append(Rate(name, sum(_all_hold(episode, wanted) for episode in found), len(found)))
    return [*steps, Rate("strict", sum(episode.success for episode in found), len(found))]


def _all_hold(episode: Episode, families: Iterable[str]) -> bool:
    """Whether all checks of these families hold; an episode that was cut off before judging has no such claim."""
    return bool(episode.checks) and all(episode.checks.get(family, 1.0) == 1.0 for family in families)


FailureLabel = Literal["error", "non-convergence", "action", "parameter", "order", "state", "forbidden", "reply"]
FAILURE_LABELS: tuple[FailureLabel, ...] = get_args(FailureLabel)
"""The order in which a failed episode gets its one primary label."""


def failure_label(episode: Episode) -> FailureLabel | None:
    """The primary label of a scored episode that failed; None for successes and what is not scored.

    `error` is what the model could not go on with, like a context that was exceeded; `non-convergence` the turn or step
    limit, or a time-out that was reviewed as the model's.
    """
    if episode.outcome != "model_failure":
        return None
    cause = episode.reason.removeprefix("model.")
    if cause in NOT_CONVERGED or cause == "timeout":
        return "non-convergence"
    if cause != "checks":
        return "error"
    return next((label for label in FAILURE_LABELS if episode.checks.get(label, 1.0) < 1.0), "error")


def failures(episodes: Iterable[Episode]) -> dict[FailureLabel, int]:
    """How many scored episodes failed under which primary label; all labels, also those that did not come up."""
    labels = Counter(failure_label(episode) for episode in scored(episodes))
    return {label: labels[label] for label in FAILURE_LABELS}


class Agreement(NamedTuple):
    """How a second judge sees the reply checks, next to the first."""

    both_hold: int
    both_broken: int
    only_first: int
    """The first judge says that it holds, the second that it does not."""
    only_second: int

    @property
    def share(self) -> float:
        """The share of reply checks on which they agree; 1 when there is none."""
        return (self.both_hold + self.both_broken) / sum(self) if sum(self) else 1.0

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: agreement beyond chance; None when one of them always says the same."""
        total = sum(self)
        if not total:
            return None
        first, second = (self.both_hold + self.only_first) / total, (self.both_hold + self.only_second) / total
        chance = first * second + (1 - first) * (1 - second)
        return None if chance == 1.0 else (self.share - chance) / (1 - chance)


def agreement(episodes: Iterable[Episode]) -> Agreement:
    """The verdicts on reply checks against the second opinions, check by check."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for episode in scored(episodes):
        first = {verdict.id: verdict.outcome == "holds" for verdict in episode.verdicts}
        counts.update((first[v.id], v.outcome == "holds") for v in episode.opinions if v.id in first)
    return Agreement(counts[True, True], counts[False, False], counts[True, False], counts[False, True])


def _family(name: str) -> Family:
    return next(family for family in FAMILIES if family == name)
