"""How a run is doing while it runs: a bar on a terminal, plain lines elsewhere."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crm_gym.evaluation import Episode

PAUSE = 10.0
"""Seconds between two plain lines; the last one is always there."""


class Tally:
    """What has been played so far; a trial counts once, with its last attempt."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, int], tuple[bool, bool]] = {}
        """Of each trial whether it is scored, and whether it succeeds."""
        self._scored = self._successes = 0
        self._cost: float | None = None
        self._models = False

    def add(self, episode: Episode) -> None:
        """Counts an attempt. What it cost counts whatever comes after it."""
        trial = episode.task, episode.trial
        was_scored, was_success = self._last.get(trial, (False, False))
        self._last[trial] = episode.scored, episode.success
        self._scored += episode.scored - was_scored
        self._successes += episode.success - was_success
        self._models = self._models or bool(episode.model) or episode.cost is not None
        if episode.cost is not None:
            self._cost = (self._cost or 0.0) + episode.cost

    @property
    def done(self) -> int:
        """Trials that were played."""
        return len(self._last)

    def __str__(self) -> str:
        success = f"{self._successes / self._scored:.1%}" if self._scored else "n/a"
        coverage = f"{self._scored / self.done:.1%}" if self.done else "n/a"
        cost = "n/a" if self._cost is None else f"${self._cost:.2f}"
        return f"success {success}, coverage {coverage}" + (f", cost {cost}" if self._models else "")


class Board:
    """Shows the progress of one policy. Call it with each attempt."""

    def __init__(self, console: Console, name: str, total: int) -> None:
        self._console = console
        self._name = name
        self._total = total
        self._tally = Tally()
        self._told = time.monotonic()
        self.episodes: dict[tuple[str, int], Episode] = {}
        """The last attempt of each trial so far."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[tally]}"),
            TimeRemainingColumn(),
        )
        self._bar = Progress(*columns, console=console, disable=not console.is_terminal, expand=True)
        self._row = self._bar.add_task(name, total=total, tally="")

    def __enter__(self) -> Self:
        self._told = time.monotonic()
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def __call__(self, episode: Episode) -> None:
        """Counts an attempt and shows where the run is."""
        self._tally.add(episode)
        self.episodes[episode.task, episode.trial] = episode
        self._bar.update(self._row, completed=self._tally.done, tally=str(self._tally))
        due = self._tally.done == self._total or time.monotonic() - self._told > PAUSE
        if not self._console.is_terminal and due:
            self._told = time.monotonic()
            line = f"{self._name}: {self._tally.done} of {self._total} played, {self._tally}"
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)
