"""`crm-gym doctor` against endpoints that can play, and against those that cannot."""

import argparse
import io

import pytest
from rich.console import Console

from crm_gym.cli import doctor
from tests.llm.server import calls, fails, says

GOOD = (calls(("get_transfer", {"reference": "TRF-9001"})), says("It was 47.10 EUR."))


def examined(server, *argv):
    parser = argparse.ArgumentParser()
    doctor.add_parser(parser.add_subparsers())
    args = parser.parse_args(["doctor", "--base-url", server.url, *argv])
    out = io.StringIO()
    return args.run(args, Console(file=out, width=200)), out.getvalue()


def test_an_endpoint_that_can_play(server):
    server.plays(*GOOD)
    code, out = examined(server, "--model", "gpt-5-mini", "--options", '{"temperature": 0}')
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "ok    answers", "ok    calls functions", "ok    counts tokens", "ok    uses results",
    ]  # fmt: skip
    assert "100 in, 10 out; 0.000045 USD" in out
    assert len(server.requests) == 2
    assert server.requests[0]["temperature"] == 0


@pytest.mark.parametrize(
    ("replies", "line"),
    [
        ((says("get_transfer(TRF-9001)"),), "wrong calls functions: no call, but 'get_transfer(TRF-9001)'"),
        ((calls(("get_transfer", '{"reference": ')), GOOD[1]), "wrong calls functions: get_transfer({\"reference\": )"),
        ((calls(("find", {"reference": "TRF-9001"})), GOOD[1]), "wrong calls functions: find"),
        ((GOOD[0], says("I do not know.")), "wrong uses results: 'I do not know.'"),
        ((says("Hello.", usage=None),), "wrong counts tokens: no usage is reported"),
        ((fails(401, "bad key"),), "wrong answers: authentication: HTTP 401"),
        ((GOOD[0], fails(500, "cannot parse", x_should_retry="false")), "wrong answers: outage: HTTP 500"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(server, replies, line):
    server.plays(*replies)
    code, out = examined(server, "--model", "m")
    assert code == 3
    assert line in out


def test_a_price_that_is_not_known_is_told(server):
    server.plays(*GOOD)
    code, out = examined(server, "--model", "m")
    assert (code, "no price known" in out) == (0, True)


def test_a_wrong_option_is_named(server):
    with pytest.raises(ValueError, match="warmth"):
        examined(server, "--model", "m", "--options", '{"warmth": 0}')
