"""What the guide for models tells people to type, and the example program, work."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from crm_gym.__main__ import COMMANDS as KNOWN
from crm_gym.__main__ import parser
from crm_gym.cli import doctor
from crm_gym.llm import ATTEMPTS, BUDGET, MAX_TOKENS, TIMEOUT, Endpoint
from tests.llm.server import calls, says

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "evaluate_your_model.md").read_text(encoding="utf-8")
COMMANDS = [*re.findall(r"^    (crm-gym .*)$", GUIDE, re.MULTILINE), *re.findall(r"`(crm-gym \w+ --.*?)`", GUIDE)]


def _run(server, *argv):
    env = {"OPENAI_BASE_URL": server.url, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-W", "error", *argv], env=env, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_guide_is_one(command, tmp_path, monkeypatch):
    if command.startswith("crm-gym doctor") and doctor not in KNOWN:
        pytest.skip("crm_gym.cli.doctor is not yet among the COMMANDS of crm_gym/__main__.py")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prices.json").write_text("{}")
    parser().parse_args(shlex.split(command)[1:])


def test_the_options_of_the_guide_are_those_of_an_endpoint():
    rows = re.findall(r"^\| (`.*?) \| .* \| (.*) \|$", GUIDE[GUIDE.index("| option |") :], re.MULTILINE)
    told = dict(rows)
    names = {name for cell in told for name in re.findall(r"`(\w+)`", cell)}
    assert names <= set(Endpoint.model_fields)
    assert {told[f"`{name}`"] for name in ("max_tokens", "timeout", "budget", "attempts")} == {
        str(MAX_TOKENS), str(int(TIMEOUT)), str(int(BUDGET)), str(ATTEMPTS),
    }  # fmt: skip


PRINTED = (r"(payments-\d{3} model_failure model\S*\n){2}", r"0 of 5\n", r"73 episodes, \d+ steps\n")


@pytest.mark.parametrize(
    ("code", "printed"), [*zip(re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL), PRINTED, strict=True)]
)
def test_the_code_of_the_guide_runs(server, code, printed, tmp_path):
    (tmp_path / "snippet.py").write_text(code, encoding="utf-8")
    done = _run(server, str(tmp_path / "snippet.py"))
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(printed, done.stdout)


@pytest.mark.parametrize("options", [[], ["--graph"], ["--user", "customer-model"]])
def test_the_example_shows_a_conversation_and_what_it_took(server, options):
    def model(request, number):
        if request["model"] == "customer-model":
            system = request["messages"][0]["content"]
            return says(f"Bye. {re.search(r'.leave .*?]]', system)[0].join(['[', ''])}")
        ways = [tool["function"]["name"] for tool in request["tools"]]
        return calls((ways[0], {})) if "tool_choice" in request else says("Good morning to you.")

    server.model = model
    done = _run(server, str(ROOT / "examples" / "llm_agent.py"), "--model", "gpt-5-mini", *options)
    assert done.returncode == 0, done.stderr
    assert "Good morning to you." in done.stdout
    assert "ended by 'user_left', success: False" in done.stdout
    assert re.search(r"\d+ completions in .* tokens in, \d+ out, 0\.\d+ USD", done.stdout)
