"""TorchRL's PPO on candidate actions, in a virtual environment that has it: see docs/training.md."""

import numpy as np
import pytest

pytest.importorskip("torchrl", reason="TorchRL is not installed here: pip install torchrl")

import torch
from torchrl.envs.utils import check_env_specs

from tests.training.examples import example

train_torchrl = example("train_torchrl")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def env():
    torch.manual_seed(0)
    made = train_torchrl.make_env()
    made.set_seed(0)
    return made


def test_the_specs_hold(env):
    check_env_specs(env)


@pytest.mark.parametrize("policy", [None, train_torchrl.actor], ids=["random", "scorer"])
def test_a_rollout_keeps_to_the_mask(env, policy):
    played = env.rollout(60, policy and policy(env), break_when_any_done=False)
    assert len(played) == 60
    assert played["action_mask"].gather(-1, played["action"].unsqueeze(-1)).all()


def test_an_untrained_actor_is_the_prior(env):
    seen = env.reset()
    given = train_torchrl.actor(env).get_dist(seen).probs.detach().numpy()
    count = int(seen["action_mask"].sum())
    prior = np.exp(seen["candidate_features"][:count, 0].numpy())
    assert given[:count] == pytest.approx(prior / prior.sum(), abs=1e-5)
    assert given[count:].sum() == 0


def test_it_learns(env, monkeypatch):
    monkeypatch.setattr(train_torchrl, "CHOICES", 256)
    policy = train_torchrl.actor(env)
    losses = [loss for loss, _ in train_torchrl.train(env, policy, iterations=2)]
    weights = torch.cat([weights.flatten() for weights in policy.parameters()]).detach()
    assert len(losses) == 2
    assert np.isfinite(losses).all()
    assert bool(torch.isfinite(weights).all())
    assert float(weights.abs().sum()) > 0
