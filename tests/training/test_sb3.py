"""MaskablePPO of sb3-contrib on candidate actions; `make sb3` runs this in a virtual environment of its own."""

import csv

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed here: `make sb3` runs these tests")

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from tests.training.examples import example
from tests.training.test_reinforce import Colours

train_sb3 = example("train_sb3")


class MaskedColours(Colours):
    def action_masks(self):
        return np.array([1, 1, 1, 1, 0], np.bool_)


def chances(model, observation, mask):
    """What the policy gives to each candidate."""
    tensors, _ = model.policy.obs_to_tensor(observation)
    with torch.no_grad():
        return model.policy.get_distribution(tensors, mask[None]).distribution.probs[0].numpy()


@pytest.mark.filterwarnings("ignore:Your observation candidate_features has an unconventional shape:UserWarning")
def test_the_checker_finds_nothing_and_samples_without_the_mask():
    check_env(train_sb3.make_env("payments"))


def test_an_untrained_policy_is_the_prior():
    env = train_sb3.make_env("payments")
    model = train_sb3.learner(env)
    observation, _ = env.reset(seed=1)
    for _ in range(8):
        count = int(observation["action_mask"].sum())
        prior = np.exp(observation["candidate_features"][:count, 0])
        given = chances(model, observation, env.get_wrapper_attr("action_masks")())
        assert given[:count] == pytest.approx(prior / prior.sum(), abs=1e-5)
        assert given[count:].sum() == 0
        observation, *_ = env.step(0)


def test_an_episode_ends_without_reward_after_so_many_choices():
    env = train_sb3.make_env("payments")
    env.reset(seed=0)
    ends = [env.step(env.action_space.n - 1)[1:4] for _ in range(2)]
    assert ends == [(0.0, False, False)] * 2
    env.choices = 3
    assert env.step(0)[1:4] == (0.0, True, False)


def test_it_learns_what_colours_mean():
    """The whole learner on a task that takes seconds: chance passes one episode in sixteen.

    Two features hold at a time, where a moment of a conversation has sixty: hence the rate.
    """
    env = make_vec_env(MaskedColours, n_envs=8, seed=0)
    model = train_sb3.learner(env, n_steps=64, batch_size=128, learning_rate=0.03)
    model.learn(8_000)
    assert np.mean([episode["r"] for episode in list(model.ep_info_buffer)[-100:]]) > 0.9


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a short run on the training tasks."""
    out = tmp_path_factory.mktemp("sb3")
    train_sb3.train("payments", STEPS, out, num_envs=4, n_steps=ROLLOUT // 4, batch_size=256)
    return out


STEPS, ROLLOUT = 3072, 1024


def test_a_short_run_leaves_a_curve_and_finite_weights(trained):
    with (trained / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["steps"]) for row in rows] == list(range(ROLLOUT, STEPS + 1, ROLLOUT))
    assert all(0 <= float(row["success"]) <= 1 and 1 < float(row["choices"]) <= train_sb3.LENGTH for row in rows)
    model = MaskablePPO.load(trained / "model.zip")
    assert all(bool(torch.isfinite(weights).all()) for weights in model.policy.parameters())
    assert float(model.policy.mlp_extractor.weights.detach().abs().sum()) > 0


def test_a_saved_model_goes_on_learning_and_keeps_to_the_mask(trained):
    env = make_vec_env(lambda: train_sb3.make_env("payments"), n_envs=2, seed=9)
    model = MaskablePPO.load(trained / "model.zip", env=env, n_steps=64, batch_size=64)
    before = model.num_timesteps
    model.learn(128, reset_num_timesteps=False)
    buffer = model.rollout_buffer
    masks = buffer.action_masks.reshape(-1, train_sb3.SIZES.candidates)
    chosen = buffer.actions.reshape(-1).astype(int)
    assert model.num_timesteps == before + 128
    assert masks[np.arange(len(chosen)), chosen].all()


def test_a_saved_model_plays_released_tasks(trained):
    passed, played = train_sb3.released(trained / "model.zip", "payments", 6)
    assert played == 6
    assert 0 <= passed <= played
    assert (passed, played) == train_sb3.released(trained / "model.zip", "payments", 6)
