"""Figures put aside, so that messages which differ in nothing else are read once.

What a customer hears in a message depends on where its figures stand and on which of them are the same, not on their
values. Only figures whose form says all about them are put aside: no days, years, times, codes or small numbers.
"""

import re
from collections.abc import Iterator, Mapping
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
    standing: dict[str, str] = {}
    left = iter(_STAND_INS)
    for at in range(1, len(pieces), 2):
        figure = pieces[at]
        stand_in = standing.get(figure) or _next(figure, left, text)
        if not stand_in:
            return Shape(text, _NO_FIGURES)
        pieces[at] = standing[figure] = stand_in
    if not standing:
        return Shape(text, _NO_FIGURES)
    return Shape("".join(pieces), {stand_in: figure for figure, stand_in in standing.items()})


_NO_FIGURES: Mapping[str, str] = MappingProxyType({})


def _next(figure: str, left: Iterator[dict[int, int]], text: str) -> str:
    """What can stand for a figure, as long as it and with its marks; '' when nothing is left."""
    for digits in left:
        stand_in = figure.translate(digits)
        if stand_in not in text:
            return stand_in
    return ""
