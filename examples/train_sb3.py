"""MaskablePPO of sb3-contrib on candidate actions: `pip install sb3-contrib`, then `python train_sb3.py 200000`.

The policy scores each candidate by its own features and the features of the moment, and begins with the prior that the
candidates come with. Without sb3-contrib the program says so and ends.
"""

# mypy: ignore-errors
# torch and sb3-contrib are not installed where types are checked.

import sys
from typing import Any

import gymnasium as gym

import crm_gym  # noqa: F401 - registers the environments
from crm_gym.wrappers import CandidateActions

try:
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
except ImportError as missing:
    print(f"this example needs sb3-contrib: pip install sb3-contrib ({missing})")
    sys.exit(0)

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 2048
TRAINED = {"split": "train", "difficulty": ["easy"]}


class Moment(BaseFeaturesExtractor):
    """Hands everything on as one vector: the policy below takes it apart again."""

    def __init__(self, space: gym.spaces.Dict) -> None:
        """The sizes of the parts."""
        self.context = space["features"].shape[0]
        self.candidates, self.width = space["candidate_features"].shape
        super().__init__(space, self.context + self.candidates * self.width)

    def forward(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        """The context, then the candidates row by row."""
        return torch.cat([observation["features"], observation["candidate_features"].flatten(1)], dim=1)


class Scores(torch.nn.Module):
    """A logit for each candidate from its features and those of the moment; and the value of the moment."""

    def __init__(self, context: int, candidates: int, width: int, hidden: int = 64) -> None:
        """Two towers and a head for the value."""
        super().__init__()
        self.sizes = (context, candidates, width)
        self.latent_dim_pi, self.latent_dim_vf = candidates, hidden
        self.moment = torch.nn.Sequential(torch.nn.Linear(context, hidden), torch.nn.Tanh())
        self.candidate = torch.nn.Linear(width - 1, hidden)
        self.value = torch.nn.Sequential(torch.nn.Linear(context, hidden), torch.nn.Tanh())

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Both parts."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Prior + tower(candidate) x tower(moment)."""
        context, candidates, width = self.sizes
        rows = features[:, context:].reshape(-1, candidates, width)
        learnt = torch.einsum("bch,bh->bc", self.candidate(rows[:, :, 1:]), self.moment(features[:, :context]))
        return rows[:, :, 0] + learnt

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """From the moment alone."""
        value: torch.Tensor = self.value(features[:, : self.sizes[0]])
        return value


class Policy(MaskableMultiInputActorCriticPolicy):
    """Takes the logits of `Scores` as they are."""

    def _build_mlp_extractor(self) -> None:
        extractor = self.features_extractor
        self.mlp_extractor = Scores(extractor.context, extractor.candidates, extractor.width)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = torch.nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


torch.set_num_threads(1)
env = CandidateActions(gym.make("CRMPayments-v0", **TRAINED), candidates=128, context=1024, width=128)
model = MaskablePPO(
    Policy,
    env,
    n_steps=min(2048, STEPS),
    batch_size=256,
    gamma=1.0,
    ent_coef=0.0,
    learning_rate=1e-3,
    policy_kwargs={"features_extractor_class": Moment, "net_arch": []},
    seed=0,
)
model.learn(STEPS)

wins, episodes = 0.0, 20
for seed in range(episodes):
    observation, _ = env.reset(seed=seed)
    ended, steps, reward = False, 0, 0.0
    while not ended and steps < 80:
        action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=False)
        observation, reward, terminated, truncated, _ = env.step(int(action))
        ended, steps = terminated or truncated, steps + 1
    wins += reward
print(f"{STEPS} steps: {wins:.0f} of {episodes} training tasks passed")
