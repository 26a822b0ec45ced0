"""What newcomers run first: the programs of examples/ and the code of the README."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def run(*argv, cwd=ROOT):
    return subprocess.run([sys.executable, "-W", "error", *argv], cwd=cwd, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_example_runs(program):
    done = run(str(program))
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.S))
def test_readme_code_runs(code, tmp_path):
    (tmp_path / "snippet.py").write_text(code, encoding="utf-8")
    done = run("snippet.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_readme_lists_every_module():
    tree = README[README.index("## Files") :]
    for path in (ROOT / "crm_gym").iterdir():
        if path.name not in ("__init__.py", "__main__.py", "__pycache__", "py.typed"):
            assert f"{path.stem}{'/' if path.is_dir() else '.py'}" in tree, path.name
