"""TorchRL's PPO on candidate actions: `pip install torchrl`, then `python train_torchrl.py --iterations 200`.

The policy scores candidates as `train_sb3.py` does. Without TorchRL the program says so and ends.
"""

# mypy: ignore-errors
# torch and torchrl are not installed where types are checked.

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import gymnasium as gym

import crm_gym  # noqa: F401 - registers the environments
from crm_gym.wrappers import CandidateActions

try:
    import torch
    from tensordict import TensorDict
    from tensordict.nn import TensorDictModule
    from torchrl.collectors import Collector
    from torchrl.envs import ActionMask, GymWrapper, TransformedEnv
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE
except ModuleNotFoundError as missing:
    print(f"this example needs TorchRL: pip install torchrl ({missing})")
    sys.exit(0)

CHOICES = 1024
"""Choices of one update."""


def make_env(**arguments: Any) -> TransformedEnv:
    """The easy training tasks as numbered candidates; `ActionMask` keeps random actions inside the mask too."""
    made = gym.make("CRMPayments-v0", **{"split": "train", "difficulty": ["easy"], **arguments})
    env = CandidateActions(made, candidates=96, context=1024, width=128)
    return TransformedEnv(GymWrapper(env, categorical_action_encoding=True), ActionMask())


class Scorer(torch.nn.Module):
    """logit = prior + candidate x weights x moment, and the mask as booleans; weights of zero leave the prior."""

    def __init__(self, context: int, width: int) -> None:
        super().__init__()
        self.weights = torch.nn.Parameter(torch.zeros(context, width - 1))

    def forward(self, moment: torch.Tensor, candidates: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """A logit for each candidate."""
        learnt = (candidates[..., 1:] @ (moment @ self.weights).unsqueeze(-1)).squeeze(-1)
        return candidates[..., 0] + learnt, mask.bool()


def actor(env: TransformedEnv) -> ProbabilisticActor:
    """A policy over what the mask leaves."""
    spec = env.observation_spec
    scorer = Scorer(spec["features"].shape[-1], spec["candidate_features"].shape[-1])
    reads = ["features", "candidate_features", "action_mask"]
    return ProbabilisticActor(
        TensorDictModule(scorer, in_keys=reads, out_keys=["logits", "mask"]),
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def train(env: TransformedEnv, policy: ProbabilisticActor, iterations: int) -> Iterator[tuple[float, int]]:
    """Learns; yields the loss of each update and the tasks passed in it."""
    context = env.observation_spec["features"].shape[-1]
    value = torch.nn.Sequential(torch.nn.Linear(context, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))
    critic = ValueOperator(value, in_keys=["features"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(policy, critic, entropy_coeff=0.001)
    optimiser = torch.optim.Adam(loss.parameters(), lr=1e-3)
    frames = {"frames_per_batch": CHOICES, "total_frames": CHOICES * iterations}
    collector = Collector(env, policy, **frames, auto_register_policy_transforms=False)
    for batch in collector:
        passed = int(batch["next", "reward"].sum())
        for _ in range(4):
            with torch.no_grad():
                advantage(batch)
            last = [_update(loss, optimiser, batch[picked]) for picked in torch.randperm(len(batch)).split(256)][-1]
        yield last, passed
    collector.shutdown()


def _update(loss: ClipPPOLoss, optimiser: torch.optim.Optimizer, batch: TensorDict) -> float:
    parts = loss(batch)
    total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
    optimiser.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(loss.parameters(), 1.0)
    optimiser.step()
    return float(total.detach())


def main() -> None:
    """Learns for some iterations."""
    parser = argparse.ArgumentParser(description="TorchRL's PPO on candidate actions")
    parser.add_argument("--iterations", type=int, default=2, help=f"updates of {CHOICES} choices each (default: 2)")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    env = make_env()
    env.set_seed(0)
    for number, (loss, passed) in enumerate(train(env, actor(env), args.iterations), 1):
        print(f"{number * CHOICES:>9,} choices, loss {loss:.3f}, {passed} tasks passed", flush=True)


if __name__ == "__main__":
    main()
