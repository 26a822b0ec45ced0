"""The tasks: scenarios that are drawn, and the frozen release."""

import importlib
from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple, get_args

from crm_gym.registration import suggest
from crm_gym.tasks.builder import Scenario
from crm_gym.tasks.spec import Cell, Difficulty, Task


@cache
def scenarios(domain: str) -> tuple[Scenario, ...]:
    """The scenario families of a domain, in the order of its module."""
    families: tuple[Scenario, ...] = importlib.import_module(f"crm_gym.tasks.{domain}").SCENARIOS
    return families


class TrainingSplit(NamedTuple):
    """Which training tasks are drawn: by family, then by decision cell; all of them equally often."""

    domain: str
    cells: tuple[tuple[str, tuple[int, ...]], ...]
    """The families with the numbers of those cells that are drawn."""

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The pairs of a family and a difficulty that are drawn."""
        known = _by_name(self.domain)
        pairs = ((name, _difficulty(known[name], known[name].cells[n])) for name, cells in self.cells for n in cells)
        return tuple(dict.fromkeys(pairs))

    def draw(self, number: int) -> Task:
        """A task of the split; the same number is the same task everywhere."""
        name, cells = self.cells[number % len(self.cells)]
        family = _by_name(self.domain)[name]
        cell = family.cells[cells[number // len(self.cells) % len(cells)]]
        return family.draw(cell, str(number), id=f"{self.domain}-train-{number}", split="train")


def training_split(
    domain: str,
    *,
    families: Iterable[str] | None = None,
    difficulty: Iterable[str] | None = None,
    held_out: Iterable[str] = (),
) -> TrainingSplit:
    """The training split, or the part of it with these families and difficulties.

    Families that their scenario holds out are left out unless `families` names them; `held_out` leaves out more.
    Raises ValueError for unknown names, and when nothing is left.
    """
    known = _by_name(domain)
    levels = _checked("difficulty", difficulty or get_args(Difficulty), get_args(Difficulty))
    without = _checked("family", held_out, known)
    wanted = families or [name for name, family in known.items() if not family.held_out]
    names = [name for name in _checked("family", wanted, known) if name not in without]
    cells = [(name, _cells_of(known[name], frozenset(levels))) for name in names]
    kept = tuple((name, numbers) for name, numbers in cells if numbers)
    if not kept:
        raise ValueError(f"no training task is left: families {names}, difficulty {levels}, held out {without}")
    return TrainingSplit(domain, kept)


def draw_training_task(domain: str, number: int) -> Task:
    """A task of the whole training split; the same number is the same task everywhere."""
    return training_split(domain).draw(number)


@cache
def _by_name(domain: str) -> dict[str, Scenario]:
    return {family.family: family for family in scenarios(domain)}


def _cells_of(family: Scenario, levels: frozenset[str]) -> tuple[int, ...]:
    """The numbers of the cells with one of these difficulties."""
    if levels == frozenset(get_args(Difficulty)):
        return tuple(range(len(family.cells)))
    return tuple(n for n, cell in enumerate(family.cells) if _difficulty(family, cell) in levels)


def _difficulty(family: Scenario, cell: Cell) -> str:
    return _difficulties(family.domain, family.family)[family.cells.index(cell)]


@cache
def _difficulties(domain: str, name: str) -> tuple[str, ...]:
    """The difficulty of each cell, which only a draw can tell."""
    family = _by_name(domain)[name]
    return tuple(family.draw(cell, "0", id="", split="train").difficulty for cell in family.cells)


def _checked(what: str, names: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    found = (names,) if isinstance(names, str) else tuple(names)
    for name in found:
        if name not in known:
            raise ValueError(f"unknown {what} {name!r}{suggest(name, known)}; known: {', '.join(known)}")
    return found
