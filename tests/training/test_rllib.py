"""RLlib's PPO on candidate actions, in a virtual environment that has it: see docs/training.md."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed here")
pytest.importorskip("ray.rllib", reason="RLlib is not installed here: pip install 'ray[rllib]' torch")

import torch
from ray.rllib.algorithms.algorithm import Algorithm

from tests.training.examples import example

train_rllib = example("train_rllib")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own, of which each version has others


@pytest.fixture(scope="module")
def algorithm():
    made = train_rllib.configured(choices=256).build_algo()
    yield made
    made.stop()


def kept_to_the_mask(episode):
    masks, chosen = episode.get_observations()["action_mask"], episode.get_actions()
    return masks[np.arange(len(chosen)), chosen].all()


def weights(algorithm):
    return algorithm.get_module().weights.detach().numpy().copy()


def test_it_keeps_to_the_mask(algorithm):
    episodes = algorithm.env_runner.sample(num_timesteps=200, random_actions=False)
    assert sum(map(len, episodes)) >= 200
    assert all(map(kept_to_the_mask, episodes))


def test_it_learns_and_is_restored(algorithm, tmp_path):
    before = weights(algorithm)
    choices, _ = train_rllib.reported(algorithm.train())
    after = weights(algorithm)
    assert choices >= 256
    assert np.isfinite(after).all()
    assert not np.array_equal(before, after)
    restored = Algorithm.from_checkpoint(algorithm.save_to_path(tmp_path / "checkpoint"))
    assert np.array_equal(weights(restored), after)
    restored.stop()


def test_an_untrained_module_is_the_prior():
    env = train_rllib.make_env({})
    observation, _ = env.reset(seed=2)
    spaces = {"observation_space": env.observation_space, "action_space": env.action_space}
    module = train_rllib.CandidateModule(**spaces)
    batch = {"obs": {key: torch.as_tensor(value)[None] for key, value in observation.items()}}
    given = torch.softmax(module.forward_inference(batch)["action_dist_inputs"][0], 0).numpy()
    count = int(observation["action_mask"].sum())
    prior = np.exp(observation["candidate_features"][:count, 0])
    assert given[:count] == pytest.approx(prior / prior.sum(), abs=1e-5)
    assert given[count:].sum() == 0
