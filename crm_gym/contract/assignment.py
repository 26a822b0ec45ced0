"""Who gets what, when each thing serves one want only."""

from collections.abc import Callable, Sequence
from typing import TypeVar

W = TypeVar("W")
T = TypeVar("T")


def unserved(wants: Sequence[W], things: Sequence[T], serves: Callable[[T, W], bool]) -> list[int]:
    """The places of the wants that go without in a largest possible assignment."""
    owner: dict[int, int] = {}

    def serve(want: int, tried: set[int]) -> bool:
        for thing in range(len(things)):
            if thing in tried or not serves(things[thing], wants[want]):
                continue
            tried.add(thing)
            if thing not in owner or serve(owner[thing], tried):
                owner[thing] = want
                return True
        return False

    return [want for want in range(len(wants)) if not serve(want, set())]
