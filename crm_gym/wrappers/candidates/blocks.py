"""Candidates that are made together, and their hashed features: worked out once for as long as they are kept."""

from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from crm_gym.wrappers.candidates.moves import Move


class Block:
    """Candidates that stay together."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self.moves = tuple(moves)
        self.groups = [move.group for move in self.moves]
        self.weights = [move.weight for move in self.moves]
        self.by_group: dict[str, list[float]] = {}
        """The weights of each group."""
        for group, weight in zip(self.groups, self.weights, strict=True):
            self.by_group.setdefault(group, []).append(weight)
        self._places: dict[int, npt.NDArray[np.intp]] = {}

    def places(self, width: int) -> npt.NDArray[np.intp]:
        """Where its features stand in a matrix of so many columns, row after row; column 0 is left free."""
        if width not in self._places:
            columns = [_columns(move.group, move.tokens, width) for move in self.moves]
            places = [row * width + column for row, held in enumerate(columns) for column in held]
            self._places[width] = np.array(places, np.intp)
        return self._places[width]


@lru_cache(maxsize=16384)
def _columns(group: str, tokens: tuple[str, ...], width: int) -> tuple[int, ...]:
    return tuple(1 + bucket(token, width - 1) for token in (group, *tokens))


@lru_cache(maxsize=65536)
def bucket(token: str, size: int) -> int:
    """The place of a token among so many."""
    return crc32(token.encode()) % size
