"""Golden conversations: any change of what is said or done in them is a diff to review.

To write them anew: python -m tests.test_transcripts
"""

from pathlib import Path

import pytest

from crm_gym.audit import play
from crm_gym.registration import SUITES
from crm_gym.tasks.store import load_tasks
from crm_gym.transcript import conversation

FOLDER = Path(__file__).parent / "transcripts"


def golden():
    """One task of each family: the one with the lowest number."""
    firsts = {}
    for domain in SUITES:
        for task in load_tasks(domain).values():
            firsts.setdefault((domain, task.family), task)
    return list(firsts.values())


def transcript(task):
    env = play(task, "oracle", seed=0)
    verdicts = "\n".join(f"{v.outcome:<7}{v.family:<10}{v.id}: {v.why}" for v in env.verdicts)
    return f"{conversation(env.events)}\n\nended: {env.end}\n{verdicts}\n"


@pytest.mark.parametrize("task", golden(), ids=lambda task: task.family)
def test_conversation_is_as_recorded(task):
    assert transcript(task) == (FOLDER / f"{task.family}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for task in golden():
        (FOLDER / f"{task.family}.txt").write_text(transcript(task), encoding="utf-8")
