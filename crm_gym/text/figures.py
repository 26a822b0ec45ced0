"""Figures put aside, so that messages which differ in nothing else are read once.

What a customer hears in a message depends on where its figures stand and on which of them are the same, not on their
values. Only figures whose form says all about them are put aside: no days, years, times, codes or small numbers.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from crm_gym.text.plain import uniform

_FIGURE = re.compile(
    r"""(\d(?:
      (?<=[A-Za-z]{2}-\d)\d{2,5}                                               # TXN-0412
    | (?<![\w.,:/+'\#-]\d)(?<!\d\ \d)(?:
        (?:\d{0,2}(?:,\d{3})+|\d{0,5})\.\d{2}(?!(?<=\d\d\.0[1-9])\.|(?<=\d\d\.1[0-2])\.)   # 1,286.04, but not 12.08.
      | (?!(?<=1)9\d\d(?!\d)|(?<=2)0\d\d(?!\d))(?<!0)\d{2,6}                   # 1286, but not 2026
      )
    )(?![\w'/:%-]|[.,]\d|\ \d|\ ?(?:cents?|pence|p)\b))""",
    re.X,
)
"""It begins with its digit, so that a search passes over everything else quickly."""
_STAND_INS = tuple(str.maketrans("0123456789", digit * 10) for digit in "3456789")
"""What makes one digit over and over of a figure; none can become a day, a month, or a year."""


class Shape(NamedTuple):
    """A message without the values of its figures."""

    text: str
    figures: Mapping[str, str]
    """What was written, by what stands there now and nowhere else in the message."""

    def filled(self, text: str) -> str:
        """A piece of the text with the figures as they were written."""
        for stand_in, figure in self.figures.items():
            text = text.replace(stand_in, figure)
        return text


@lru_cache(maxsize=4096)
def shape(message: str) -> Shape:
    """The message with other figures in place of its own: the first one is always the same, and so on.

    A message with more figures than there are stand-ins is left as it is.
    """
    text = uniform(message)
    pieces = _FIGURE.split(text)
    standing = _standing(dict.fromkeys(pieces[1::2]), text) if len(pieces) > 1 else {}
    if not standing:
        return Shape(text, _NO_FIGURES)
    pieces[1::2] = [standing[figure] for figure in pieces[1::2]]
    return Shape("".join(pieces), {stand_in: figure for figure, stand_in in standing.items()})


_NO_FIGURES: Mapping[str, str] = MappingProxyType({})


def _standing(figures: Iterable[str], text: str) -> dict[str, str]:
    """What stands for each figure, as long as it and with its marks; nothing if there are too many."""
    standing: dict[str, str] = {}
    left = iter(_STAND_INS)
    for figure in figures:
        for digits in left:
            stand_in = figure.translate(digits)
            if stand_in not in text:
                standing[figure] = stand_in
                break
        else:
            return {}
    return standing
