"""Figures put aside, so that messages which differ in nothing else are read once.

What a customer hears in a message depends on where its figures stand and on which of them are the same, not on their
values. Only figures whose form says all about them are put aside: no days, years, times, codes or small numbers.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType
from typing import NamedTuple

from crm_gym.text.plain import uniform

_FIGURE = re.compile(
    r"""(?=\d)(?:
      (?<=[A-Za-z]{2}-)\d{3,6}                                                 # TXN-0412
    | (?<![\w.,:/+'\#-])(?<!\d\ )(?:
        (?:\d{1,3}(?:,\d{3})+|\d{1,6})\.\d{2}(?!(?<=\d\d\.0[1-9])\.|(?<=\d\d\.1[0-2])\.)   # 1,286.04, but not 12.08.
      | (?!(?:19|20)\d\d(?!\d))[1-9]\d{2,6}                                    # 1286, but not 2026
      )
    )(?![\w'/:%-]|[.,]\d|\ \d|\ ?(?:cents?|pence|p)\b)""",
    re.X,
)
_STAND_INS = (*"3456789", *map("".join, permutations("3456789", 2)))
"""What is written over and over for the digits of a figure; none can become a day, a month, or a year."""


class Shape(NamedTuple):
    """A message without the values of its figures."""

    text: str
    figures: Mapping[str, str]
    """What was written, by what stands there now."""

    def filled(self, text: str) -> str:
        """A piece of the text with the figures as they were written."""
        return _FIGURE.sub(lambda match: self.figures.get(match[0], match[0]), text) if self.figures else text


_NO_FIGURES: Mapping[str, str] = MappingProxyType({})


def shape(message: str) -> Shape:
    """The message with other figures in place of its own: the first one is always the same, and so on."""
    text = uniform(message)
    found = dict.fromkeys(_FIGURE.findall(text))
    if not found or len(found) > _MOST:
        return Shape(text, _NO_FIGURES)
    free = (code for code in _STAND_INS if (code * 3)[:3] not in text)
    standing = {figure: _written(figure, code) for figure, code in zip(found, free, strict=False)}
    changed = _FIGURE.sub(lambda match: standing.get(match[0], match[0]), text)
    return Shape(changed, {stand_in: figure for figure, stand_in in standing.items()})


_MOST = 30
"""Figures of a message that are put aside; who lists more says it only once."""


@lru_cache(maxsize=4096)
def _written(figure: str, code: str) -> str:
    """As long as the figure, with its marks."""
    digits = iter(code * len(figure))
    return "".join([next(digits) if char.isdigit() else char for char in figure])
