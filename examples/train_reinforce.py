"""Trains the numpy learner for a few updates on the easy training tasks of one family, and plays a released task.

`crm-gym train` does the whole run; this shows its parts.
"""

import tempfile
from pathlib import Path
from typing import Any

import gymnasium as gym

import crm_gym  # noqa: F401 - registers the environments
from crm_gym.baselines.learned import Learned
from crm_gym.baselines.reinforce import Kind, Learner, Settings, Stage
from crm_gym.wrappers import CandidateActions

UPDATES = 4
STAGES = (Stage(("easy",), length=40, until=1.1, share=1.1),)


def make_env(kind: Kind) -> Any:
    """The training tasks of a kind as numbered candidates."""
    env = gym.make("CRMPayments-v0", split="train", families=[kind.family], difficulty=[kind.difficulty])
    return CandidateActions(env)


learner = Learner(
    make_env, [Kind("card_in_chat", "easy")], settings=Settings(groups=4, members=4, curriculum=STAGES), seed=0
)
for progress in learner.train(choices=10_000_000):
    print(f"update {progress.update}: {progress.episodes} episodes, success {progress.success:.1%}")
    if progress.update == UPDATES:
        break

with tempfile.TemporaryDirectory() as folder:
    learner.save(Path(folder) / "checkpoint.npz")
    policy = Learned(Path(folder) / "checkpoint.npz")

env = gym.make("crm/payments-014-v0", render_mode="ansi")
observation, _ = env.reset(seed=0)
ended = False
while not ended:
    observation, reward, terminated, truncated, info = env.step(policy.act(observation))
    ended = terminated or truncated
print(env.render())
print("reward", reward)
