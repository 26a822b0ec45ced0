"""How well agents' messages are heard and judged, on labelled lines."""

from pathlib import Path

import pytest

from tests.corpus import score, score_replies

HERE = Path(__file__).parent / "corpus"
LEAST = {"dev": 0.97, "dev2": 0.95, "test": 0.96, "fresh": 0.65}
"""Per corpus file the share of lines in which everything must be heard right."""


@pytest.mark.parametrize("name", LEAST)
def test_labelled_messages_are_heard_right(name):
    found = score.results(HERE / f"acts_{name}.jsonl")
    assert score.accuracy(found) >= LEAST[name], score.report(found)


REPLIES = HERE / "replies_dev.jsonl"
AGREED = {"payments": 0.87, "support": 0.93}
"""Per business the least share of replies that must be judged as they are labelled."""
MOST_FALSE_ACCEPTS = 24
"""Replies of the file that may pass although they should not."""


@pytest.mark.parametrize("domain", AGREED)
def test_labelled_replies_are_judged_right(domain):
    found = [result for result in score_replies.results(REPLIES) if result.domain == domain]
    assert score_replies.agreement(found) >= AGREED[domain], score_replies.report(found)


def test_few_wrong_replies_pass():
    found = score_replies.results(REPLIES)
    assert len(score_replies.false_accepts(found)) <= MOST_FALSE_ACCEPTS, score_replies.report(found)
