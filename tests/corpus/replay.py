"""Replays every solution in other words: python -m tests.corpus.replay [FILE]

The paraphrases were written by hand, message by message, without sight of the code that reads them.
"""

import json
import sys
from itertools import chain
from pathlib import Path

from crm_gym.audit.plays import play_policy
from crm_gym.baselines import Script
from crm_gym.registration import task_ids
from crm_gym.tasks.store import load_task
from crm_gym.types import Say

PARAPHRASES = Path(__file__).parent / "paraphrases.jsonl"


def paraphrases(path=PARAPHRASES):
    """By task and message: what the agent says, and the same in other words."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(row["task"], row["message"]): (row["agent"], row["other"]) for row in rows}


def reworded(task, others):
    """The solution with other words; a message that has changed since stays as it is."""
    steps, number = [], 0
    for step in task.solution:
        if isinstance(step, Say):
            said, other = others.get((task.id, number), ("", ""))
            steps.append(Say(text=other) if said == step.text else step)
            number += 1
        else:
            steps.append(step)
    return steps


def replay(task, others):
    """The env after the solution was played in other words."""
    return play_policy(task, Script(reworded(task, others)), 0)


def main():
    others = paraphrases(Path(sys.argv[1]) if len(sys.argv) > 1 else PARAPHRASES)
    known = {(id, number): step.text for id in task_ids() for number, step in _says(load_task(id))}
    stale = [key for key, (said, _) in others.items() if known.get(key) != said]
    print(f"{len(others)} paraphrases, {len(stale)} of them of messages that have changed since: {stale[:9]}")
    right: dict[str, list[bool]] = {}
    for id in task_ids():
        env = replay(load_task(id), others)
        right.setdefault(env.task.domain, []).append(env.success)
        if not env.success:
            broken = [f"{v.id}: {v.why}" for v in env.verdicts if v.outcome != "holds"]
            print(id, env.task.family, env.end, broken)
    for domain, held in [*right.items(), ("all", list(chain.from_iterable(right.values())))]:
        print(f"{domain:<10} {sum(held)} of {len(held)} ({sum(held) / len(held):.1%})")


def _says(task):
    return enumerate(step for step in task.solution if isinstance(step, Say))


if __name__ == "__main__":
    main()
