"""MaskablePPO of sb3-contrib on candidate actions, from terminal rewards alone.

    pip install sb3-contrib
    python train_sb3.py --steps 400000 --out runs/sb3

The policy begins with the prior that the candidates come with, and learns what to add to it: a bilinear score of each
candidate's features and those of the moment. DIR gets `curve.csv`, `curve.png` (where matplotlib is installed) and
`model.zip`, which is loaded again and plays released tasks. Without sb3-contrib the program says so and ends.
"""

# mypy: ignore-errors
# torch and sb3-contrib are not installed where types are checked.

import argparse
import csv
import importlib.util
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np

import crm_gym
from crm_gym.registration import SUITES
from crm_gym.wrappers import CandidateActions
from crm_gym.wrappers.candidates import Dialogue, observed

try:
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
except ModuleNotFoundError as missing:
    print(f"this example needs sb3-contrib: pip install sb3-contrib ({missing})")
    sys.exit(0)


class Sizes(NamedTuple):
    """The arrays of an observation: smaller than the wrapper's own sizes, for speed."""

    candidates: int = 96
    context: int = 1024
    width: int = 128


SIZES = Sizes()
LENGTH = 40
"""Choices that an episode may take; easy tasks need about half of them."""
RECENT = 300
"""Episodes over which the curve takes the rate of success."""
CURVE, MODEL = "curve.csv", "model.zip"


# The env


class AtMost(gym.Wrapper):
    """Ends an episode without reward after so many choices.

    It is an end and no truncation: a value that was bootstrapped there would make stalling pay.
    """

    def __init__(self, env: gym.Env, choices: int) -> None:
        super().__init__(env)
        self.choices = choices
        self.made = 0

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts counting."""
        self.made = 0
        return self.env.reset(**kwargs)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Counts a choice."""
        self.made += 1
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, reward, terminated or self.made >= self.choices, truncated, info


def make_env(domain: str, **arguments: Any) -> gym.Env:
    """The easy training tasks of a domain as numbered candidates."""
    env = gym.make(SUITES[domain], split="train", difficulty=["easy"], **arguments)
    return AtMost(CandidateActions(env, **SIZES._asdict()), LENGTH)


# The policy


class AsItIs(BaseFeaturesExtractor):
    """Hands the observation on: the scorer takes its arrays apart from each other."""

    def __init__(self, space: gym.spaces.Dict) -> None:
        super().__init__(space, features_dim=space["features"].shape[0])
        self.width = space["candidate_features"].shape[1]

    def forward(self, observation: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        """The same."""
        return observation


class Scorer(torch.nn.Module):
    """logit = prior + candidate x weights x moment, as in `crm_gym.baselines.reinforce`; and what the critic reads."""

    def __init__(self, context: int, width: int, hidden: int = 64) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = 1, hidden
        self.weights = torch.nn.Parameter(torch.zeros(context, width - 1))
        self.moment = torch.nn.Sequential(torch.nn.Linear(context, hidden), torch.nn.Tanh())

    def forward(self, observation: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, and the critic's features."""
        return self.forward_actor(observation), self.forward_critic(observation)

    def forward_actor(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        """A logit for each candidate. Column 0 is the prior; with weights of zero the policy is the prior."""
        candidates = observation["candidate_features"]
        wanted = observation["features"] @ self.weights
        return candidates[:, :, 0] + (candidates[:, :, 1:] @ wanted.unsqueeze(2)).squeeze(2)

    def forward_critic(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        """From the moment alone."""
        return self.moment(observation["features"])


class CandidatePolicy(MaskableMultiInputActorCriticPolicy):
    """Takes the scorer's logits as they are."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "features_extractor_class": AsItIs})

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scorer(self.features_extractor.features_dim, self.features_extractor.width)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = torch.nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


# Learning


class Curve(BaseCallback):
    """After each rollout: a line with steps, episodes and the rate of success over the last ones; and the model.

    A run that is stopped leaves what it has learnt.
    """

    def __init__(self, out: Path) -> None:
        super().__init__()
        self.out = out
        self.episodes = 0

    def _on_training_start(self) -> None:
        self._write("w", ("steps", "episodes", "success", "choices"))

    def _on_step(self) -> bool:
        self.episodes += int(self.locals["dones"].sum())
        return True

    def _on_rollout_end(self) -> None:
        ended = self.model.ep_info_buffer
        if ended:
            success, choices = (float(np.mean([episode[key] for episode in ended])) for key in "rl")
            self._write("a", (self.num_timesteps, self.episodes, round(success, 4), round(choices, 1)))
            print(f"{self.num_timesteps:>9,} steps {self.episodes:>7,} episodes  success {success:6.1%}", flush=True)
        self.model.save(self.out / MODEL)

    def _write(self, mode: str, row: tuple[Any, ...]) -> None:
        with (self.out / CURVE).open(mode, newline="", encoding="utf-8") as file:
            csv.writer(file).writerow(row)


def learner(env: Any, *, seed: int = 0, **arguments: Any) -> MaskablePPO:
    """MaskablePPO with settings for a terminal reward of 0 or 1: nothing is discounted."""
    settings = {"n_steps": 512, "batch_size": 512, "n_epochs": 4, "learning_rate": 3e-3, "ent_coef": 0.001}
    return MaskablePPO(
        CandidatePolicy,
        env,
        gamma=1.0,
        gae_lambda=0.95,
        max_grad_norm=1.0,
        target_kl=0.03,
        stats_window_size=RECENT,
        seed=seed,
        **{**settings, **arguments},
    )


def plot(curve: Path, picture: Path, title: str) -> None:
    """Draws a curve, if matplotlib is there."""
    if importlib.util.find_spec("matplotlib") is None:
        return
    from matplotlib.figure import Figure

    with curve.open(newline="", encoding="utf-8") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    figure = Figure(figsize=(8, 4), layout="constrained")
    label = f"success, last {RECENT} episodes"
    axes = figure.add_subplot(xlabel="steps (choices)", ylabel=label, ylim=(0, 1), title=title)
    axes.plot([row["steps"] for row in rows], [row["success"] for row in rows])
    axes.grid(alpha=0.3)
    figure.savefig(picture, dpi=120)


# Playing


class Learnt:
    """A model as a policy on the text env: it sees observations and nothing else."""

    def __init__(self, path: Path) -> None:
        self.model = MaskablePPO.load(path, device="cpu")
        self.dialogue: Dialogue | None = None

    def reset(self, seed: int) -> None:
        """Forgets the last episode."""
        self.dialogue = None

    def act(self, observation: dict[str, Any]) -> Any:
        """The next message or tool call."""
        if self.dialogue is None:
            self.dialogue = Dialogue(observation)
        else:
            self.dialogue.observe(observation)
        action = None
        while action is None:
            seen = observed(self.dialogue, *SIZES)
            chosen, _ = self.model.predict(seen, action_masks=seen["action_mask"], deterministic=True)
            action = self.dialogue.choose(int(chosen))
        return action


def released(path: Path, domain: str, limit: int | None = None) -> tuple[int, int]:
    """Released tasks that a saved model passes, and how many it played."""
    episodes = crm_gym.evaluate(partial(Learnt, path), domain, name="MaskablePPO", limit=limit)
    return sum(episode.success for episode in episodes), len(episodes)


def train(domain: str, steps: int, out: Path, *, seed: int = 0, num_envs: int = 8, **arguments: Any) -> Path:
    """Learns, and returns where the model was saved."""
    torch.set_num_threads(1)
    out.mkdir(parents=True, exist_ok=True)
    env = make_vec_env(partial(make_env, domain), n_envs=num_envs, seed=seed)
    model = learner(env, seed=seed, **arguments)
    model.learn(steps, callback=Curve(out))
    model.save(out / MODEL)
    plot(out / CURVE, out / "curve.png", f"MaskablePPO, {domain}, easy training tasks, terminal reward only")
    return out / MODEL


def main() -> None:
    """Trains, saves, loads, evaluates."""
    parser = argparse.ArgumentParser(description="MaskablePPO on candidate actions")
    parser.add_argument("--domain", choices=SUITES, default="payments")
    parser.add_argument("--steps", type=int, default=4096, help="choices to learn from (default: 4096, which is a try)")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    parser.add_argument("--tasks", type=int, help="released tasks to play at the end (default: all)")
    parser.add_argument("--out", type=Path, help="where to keep curve and model (default: nowhere)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model = train(args.domain, args.steps, args.out or Path(folder), seed=args.seed)
        passed, played = released(model, args.domain, args.tasks)
    print(f"{args.steps:,} steps: {passed} of {played} released tasks passed")


if __name__ == "__main__":
    main()
