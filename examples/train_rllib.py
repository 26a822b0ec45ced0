"""RLlib's PPO on candidate actions: `pip install 'ray[rllib]' torch`, then `python train_rllib.py --iterations 200`.

RLlib wants a module of its own for a masked action: here it scores candidates as `train_sb3.py` does. Without RLlib the
program says so and ends.
"""

# mypy: ignore-errors
# torch and ray are not installed where types are checked.

import argparse
import os
import sys
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_AUTH_MODE", "disabled")

import gymnasium as gym

import crm_gym  # noqa: F401 - registers the environments
from crm_gym.wrappers import CandidateActions

try:
    import torch
    from ray.rllib.algorithms.ppo import PPO, PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.tune.registry import register_env
except ModuleNotFoundError as missing:
    print(f"this example needs RLlib: pip install 'ray[rllib]' torch ({missing})")
    sys.exit(0)


def make_env(config: dict[str, Any]) -> gym.Env:
    """The easy training tasks as numbered candidates; `config` has the env's id and what `gym.make` takes."""
    arguments = {"id": "CRMPayments-v0", "split": "train", "difficulty": ["easy"], **config}
    return CandidateActions(gym.make(**arguments), candidates=96, context=1024, width=128)


class CandidateModule(TorchRLModule, ValueFunctionAPI):
    """logit = prior + candidate x weights x moment; what the mask excludes is never chosen."""

    def setup(self) -> None:
        """Weights of zero: the policy begins as the prior."""
        spaces = self.observation_space
        context, width = spaces["features"].shape[0], spaces["candidate_features"].shape[1]
        self.weights = torch.nn.Parameter(torch.zeros(context, width - 1))
        self.value = torch.nn.Sequential(torch.nn.Linear(context, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        candidates = seen["candidate_features"]
        learnt = (candidates[..., 1:] @ (seen["features"] @ self.weights).unsqueeze(-1)).squeeze(-1)
        logits = (candidates[..., 0] + learnt).masked_fill(seen["action_mask"] == 0, torch.finfo(torch.float32).min)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """The critic, from the moment alone."""
        return self.value(batch[Columns.OBS]["features"]).squeeze(-1)


def configured(*, choices: int = 2048, **env_config: Any) -> PPOConfig:
    """PPO in this process; `env_runners(num_env_runners=...)` spreads the playing over processes."""
    register_env("candidates", make_env)
    return (
        PPOConfig()
        .environment("candidates", env_config=env_config)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=CandidateModule))
        .training(
            train_batch_size_per_learner=choices,
            minibatch_size=min(512, choices),
            num_epochs=4,
            gamma=1.0,
            lr=1e-3,
            entropy_coeff=0.001,
            grad_clip=1.0,
        )
        .debugging(seed=0)
    )


def reported(result: dict[str, Any]) -> tuple[int, float | None]:
    """Choices made so far, and the rate of success: the reward is 0 or 1. None before an episode has ended."""
    runners = result["env_runners"]
    return int(runners["num_env_steps_sampled_lifetime"]), runners.get("episode_return_mean")


def main() -> None:
    """Learns for some iterations."""
    parser = argparse.ArgumentParser(description="RLlib's PPO on candidate actions")
    parser.add_argument("--iterations", type=int, default=2, help="updates of 2048 choices each (default: 2)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    algorithm: PPO = configured().build_algo()
    for _ in range(args.iterations):
        choices, success = reported(algorithm.train())
        print(f"{choices:>9,} choices, success {success}", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
