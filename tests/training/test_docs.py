"""The code of docs/training.md runs, and its commands exist."""

import re
import shlex
from pathlib import Path

import pytest

from crm_gym.__main__ import parser

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_code_runs(code):
    exec(code, {})


@pytest.mark.parametrize("command", re.findall(r"^crm-gym (.*)$", PAGE, re.MULTILINE))
def test_commands_are_understood(command):
    assert parser().parse_args(shlex.split(command)).run
