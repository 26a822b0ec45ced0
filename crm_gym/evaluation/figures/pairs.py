"""Two runs over the same trials: wins, losses and ties, McNemar's test, and what flipped."""

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.figures.checks import failure_label
from crm_gym.evaluation.figures.rates import scored


class Flip(NamedTuple):
    """A trial that one run wins and the other does not."""

    task: str
    trial: int
    winner: str
    """`first` or `second`."""
    why: str
    """The primary failure label of the loser."""


class Pairing(NamedTuple):
    """The first run against the second, over the trials that are scored in both."""

    wins: int
    """Only the first succeeds."""
    losses: int
    """Only the second succeeds."""
    both_succeed: int
    both_fail: int
    unpaired: int
    """Trials that only one of them has a score for; they are left out of everything else."""
    flips: tuple[Flip, ...]

    @property
    def ties(self) -> int:
        """Both succeed or both fail."""
        return self.both_succeed + self.both_fail

    @property
    def pairs(self) -> int:
        """Trials that both have a score for."""
        return self.wins + self.losses + self.ties

    @property
    def difference(self) -> float:
        """Strict success of the first minus that of the second, over the pairs."""
        return (self.wins - self.losses) / self.pairs if self.pairs else 0.0

    @property
    def p_value(self) -> float:
        """McNemar's exact test: how likely a split as uneven as this is if neither is better.

        It takes the pairs as independent; several trials of the same task are not quite that.
        """
        return mcnemar(self.wins, self.losses)


def mcnemar(wins: int, losses: int) -> float:
    """The two-sided exact p-value of McNemar's test, from the pairs in which the two differ."""
    differing = wins + losses
    tail = sum(comb(differing, k) for k in range(min(wins, losses) + 1))
    return float(min(1.0, 2 * tail / 2**differing))


def pair(first: Iterable[Episode], second: Iterable[Episode]) -> Pairing:
    """Pairs the scored trials of two runs by task and trial; each run has one policy."""
    one, other = ({(e.task, e.trial): e for e in scored(episodes)} for episodes in (first, second))
    both = [(episode, other[key]) for key, episode in one.items() if key in other]
    flips = tuple(_flip(a, b) for a, b in both if a.success != b.success)
    wins = sum(flip.winner == "first" for flip in flips)
    succeed = sum(a.success and b.success for a, b in both)
    return Pairing(
        wins=wins,
        losses=len(flips) - wins,
        both_succeed=succeed,
        both_fail=len(both) - succeed - len(flips),
        unpaired=len(one.keys() ^ other.keys()),
        flips=flips,
    )


def _flip(first: Episode, second: Episode) -> Flip:
    winner, loser = ("first", second) if first.success else ("second", first)
    return Flip(first.task, first.trial, winner, failure_label(loser) or "")
