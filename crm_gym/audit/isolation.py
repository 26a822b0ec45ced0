"""Whether an episode is the same whatever was played before, and in whatever process."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from crm_gym.audit.plays import play
from crm_gym.domains.base import load_domain
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task

PROCESSES = (
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kolkata", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/Los_Angeles"},
)
"""Surroundings that must not matter."""

PROGRAM = "import sys; from crm_gym.audit.isolation import fingerprint; sys.stdout.write(fingerprint(sys.argv[1:]))"


def fingerprint_of(task: Task, seed: int) -> str:
    """Everything that happens when the solution is played, and how it is judged."""
    env = play(task, "oracle", seed)
    events = [event.model_dump(mode="json") for event in env.events]
    verdicts = [verdict.model_dump(mode="json") for verdict in env.verdicts]
    return _hash(json.dumps([events, verdicts, env.end]))


def fingerprint(ids: Sequence[str]) -> str:
    """The fingerprints of several released tasks together."""
    return _hash(" ".join(fingerprint_of(load_task(id), 5) for id in ids))


def shared_rows(domain: str) -> str:
    """Identifies the rows of a domain as they stand in memory."""
    return _hash("\n".join(map(repr, load_domain(domain).rows)))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def start_elsewhere(ids: Sequence[str]) -> list[subprocess.Popen[str]]:
    """Other processes that play the same episodes in other surroundings."""
    command = [sys.executable, "-c", PROGRAM, *ids]
    return [
        subprocess.Popen(command, env={**os.environ, **other}, stdout=subprocess.PIPE, text=True) for other in PROCESSES
    ]


def differences(ids: Sequence[str], processes: Sequence[subprocess.Popen[str]]) -> Iterator[str]:
    """The surroundings in which something came out otherwise."""
    here = fingerprint(ids)
    for process, other in zip(processes, PROCESSES, strict=True):
        if process.communicate()[0] != here:
            yield f"episodes differ with {' '.join(f'{name}={value}' for name, value in other.items())}"
