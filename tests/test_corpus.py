"""How well agents' messages are heard, on labelled lines."""

from pathlib import Path

import pytest

from tests.corpus import score

HERE = Path(__file__).parent / "corpus"
LEAST = {"dev": 0.97, "dev2": 0.95, "test": 0.96, "fresh": 0.65}
"""Per corpus file the share of lines in which everything must be heard right."""


@pytest.mark.parametrize("name", LEAST)
def test_labelled_messages_are_heard_right(name):
    found = score.results(HERE / f"acts_{name}.jsonl")
    assert score.accuracy(found) >= LEAST[name], score.report(found)
