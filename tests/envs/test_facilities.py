"""What Gymnasium users do with an env: every facility, over every registered id; warnings are errors."""

import copy
import json
import pickle
import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.utils import create_zero_array

import crm_gym
from crm_gym.envs.spaces import JsonValue
from crm_gym.registration import SUITES, task_ids
from crm_gym.wrappers import Chat, TextAction

IDS = [*SUITES.values(), *(f"crm/{id}-v0" for id in task_ids())]
each_id = pytest.mark.parametrize("id", IDS)
HOSTILE = ("", "naïve — ¿qué? 你好 👋🏽", "\u202ertl", "{'a': 1}", "x" * 20_000)


def test_every_suite_and_task_is_registered():
    assert set(IDS) <= gym.registry.keys()
    assert len(IDS) == len(set(IDS))


def test_registering_twice_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        crm_gym.register_crm_envs()


@each_id
def test_check_env_has_nothing_to_say(id):
    check_env(gym.make(id, disable_env_checker=True).unwrapped, skip_render_check=False)


@each_id
def test_spec_survives_json(id):
    spec = gym.spec(id)
    assert gym.envs.registration.EnvSpec.from_json(spec.to_json()) == spec


def _play(env, actions, seed=3):
    return [env.reset(seed=seed), *(env.step(action) for action in actions)]


ACTIONS = (
    "Could you give me your e-mail address?",
    {"name": "find_party", "arguments": {"email": "nobody@mail.example"}},
    {"name": "no_such_tool", "arguments": {"x": 1}},
    "Let me check.",
)


@each_id
def test_the_same_seed_and_actions_give_the_same_bytes(id):
    one, two = (_play(gym.make(id), ACTIONS) for _ in range(2))
    assert json.dumps(one) == json.dumps(two)


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("id", SUITES.values())
def test_a_clone_from_the_middle_has_the_same_future(id, clone):
    env = gym.make(id)
    _play(env, ACTIONS[:2])
    twin = clone(env)
    assert json.dumps([env.step(a) for a in ACTIONS]) == json.dumps([twin.step(a) for a in ACTIONS])
    assert env.unwrapped.world.journal == twin.unwrapped.world.journal


@pytest.mark.parametrize("id", SUITES.values())
def test_shipped_wrappers_work(id):
    env = gym.wrappers.RecordEpisodeStatistics(gym.make(id, max_episode_steps=3))
    env = gym.wrappers.TransformObservation(env, lambda obs: obs["content"], env.observation_space["content"])
    env.reset(seed=1)
    ended = [env.step("Hello.")[3] for _ in range(3)]
    assert ended == [False, False, True]


def test_rendering_shows_the_conversation(capsys):
    env = gym.make("CRMPayments-v0", render_mode="ansi")
    observation, _ = env.reset(seed=1)
    env.step(ACTIONS[1])
    assert observation["content"] in env.render()
    assert "find_party" in env.render()
    human = gym.make("CRMPayments-v0", render_mode="human")
    observation, _ = human.reset(seed=1)
    assert observation["content"] in capsys.readouterr().out


# Vector envs


def _vector(kind, n=3, **kwargs):
    makers = [lambda: gym.make("crm_gym:CRMPayments-v0")] * n
    if kind == "sync":
        return SyncVectorEnv(makers, **kwargs)
    return AsyncVectorEnv(makers, shared_memory=kind == "shared", context="spawn", **kwargs)


def _texts(observations):
    return [tuple(observations[key][i] for key in sorted(observations)) for i in range(len(observations["content"]))]


@pytest.mark.parametrize("kind", ["shared", "piped"])
def test_async_equals_sync_and_is_never_stale(kind):
    batches = [(message, ACTIONS[1], ACTIONS[3]) for message in HOSTILE]
    rolls = []
    for envs in (_vector("sync"), _vector(kind)):
        first, _ = envs.reset(seed=5)
        roll = [_texts(copy.deepcopy(first))]
        for batch in batches:
            observations, rewards, terminated, truncated, _ = envs.step(batch)
            roll.append((_texts(observations), rewards.tolist(), terminated.tolist(), truncated.tolist()))
        rolls.append(roll)
        envs.close()
    assert rolls[0] == rolls[1]
    assert len({str(step[0]) for step in rolls[1][1:]}) == len(HOSTILE)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_every_autoreset_mode_shows_the_verdict(mode):
    envs = _vector("sync", autoreset_mode=mode)
    envs.reset(seed=2)
    seen = 0
    for _ in range(12):
        _, _, terminated, _, infos = envs.step(("Hello.",) * 3)
        if terminated.any():
            final = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
            assert "success" in final
            assert set(final["checks"]) - {f"_{family}" for family in final["checks"]}
            seen += 1
            if mode == AutoresetMode.DISABLED:
                envs.reset(options={"reset_mask": terminated.copy()})
    assert seen


def test_make_vec_and_info_lists_work():
    envs = gym.make_vec("crm_gym:CRMPayments-v0", num_envs=2, vectorization_mode="sync")
    envs = gym.wrappers.vector.DictInfoToList(envs)
    _, infos = envs.reset(seed=1)
    assert [info["task_id"] in task_ids() for info in infos] == [True, True]
    envs.close()


def test_a_vector_env_plays_each_episode_as_a_single_env_does():
    envs = _vector("sync")
    observations, infos = envs.reset(seed=[11, 12, 13])
    for i, seed in enumerate((11, 12, 13)):
        single, info = gym.make("CRMPayments-v0").reset(seed=seed)
        assert _texts(observations)[i] == tuple(single[key] for key in sorted(single))
        assert infos["task_id"][i] == info["task_id"]


@pytest.mark.parametrize("kind", ["sync", "shared", "piped"])
def test_domains_stand_side_by_side_in_one_vector_env(kind):
    suites = list(SUITES.values())
    makers = [lambda suite=suite: gym.make(f"crm_gym:{suite}") for suite in suites]
    envs = SyncVectorEnv(makers) if kind == "sync" else AsyncVectorEnv(makers, shared_memory=kind == "shared")
    _, infos = envs.reset(seed=9)
    observations, *_ = envs.step([f"Grüße an {suite} — 你好" for suite in suites])
    envs.close()
    assert [id.rsplit("-", 1)[0] for id in infos["task_id"]] == list(SUITES)
    for place, suite in enumerate(suites):
        single = gym.make(suite)
        single.reset(seed=9 + place)
        alone, *_ = single.step(f"Grüße an {suite} — 你好")
        assert _texts(observations)[place] == tuple(alone[key] for key in sorted(alone))


def test_masked_resets_touch_no_other_env():
    envs = _vector("sync", autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=4)
    before, *_ = envs.step(("Hello.",) * 3)
    mask = np.array([False, True, False])
    task = task_ids("payments")[5]
    after, infos = envs.reset(seed=[None, 77, None], options={"reset_mask": mask, "task_id": task})
    assert [_texts(after)[place] == _texts(before)[place] for place in range(3)] == [True, False, True]
    assert infos["task_id"][1] == task
    assert envs.envs[1].unwrapped.steps == 0
    assert envs.envs[0].unwrapped.steps == 1


def test_vector_statistics_see_returns_and_lengths():
    envs = gym.make_vec("crm_gym:CRMPayments-v0", num_envs=2, vectorization_mode="sync", max_user_turns=4)
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=1)
    for _ in range(3):
        *_, infos = envs.step(["Hm."] * 2)
    assert infos["episode"]["l"].tolist() == [3, 3]
    assert infos["episode"]["r"].tolist() == [0.0, 0.0]
    assert infos["end"].tolist() == ["turn_limit"] * 2


@pytest.mark.parametrize("shared", [True, False])
def test_make_vec_makes_processes_too(shared):
    envs = gym.make_vec(
        "crm_gym:CRMPayments-v0", num_envs=2, vectorization_mode="async", vector_kwargs={"shared_memory": shared}
    )
    observations, infos = envs.reset(seed=[11, 12])
    single, info = gym.make("CRMPayments-v0").reset(seed=12)
    envs.close()
    assert _texts(observations)[1] == tuple(single[key] for key in sorted(single))
    assert infos["task_id"][1] == info["task_id"]


def test_spaces_sample_what_they_contain():
    env = gym.make("CRMPayments-v0")
    env.action_space.seed(0)
    assert all(env.action_space.sample() in env.action_space for _ in range(50))
    assert env.observation_space.sample() in env.observation_space
    batch = gym.vector.utils.batch_space(env.action_space, 4)
    assert batch.sample() in batch
    assert data_equivalence(env.action_space.from_jsonable(env.action_space.to_jsonable(["a"])), ["a"])
    assert np.all([space.is_np_flattenable is False for space in (env.action_space,)])


@pytest.mark.parametrize("stack", [lambda env: env, Chat, TextAction], ids=["env", "chat", "text"])
def test_observations_are_stacked_and_delayed(stack):
    single = stack(gym.make("CRMPayments-v0"))
    first, _ = single.reset(seed=1)
    second, *_ = single.step("Hello.")
    stacked = gym.wrappers.FrameStackObservation(stack(gym.make("CRMPayments-v0")), 3, padding_type="zero")
    stacked.reset(seed=1)
    frames, *_ = stacked.step("Hello.")
    assert frames in stacked.observation_space
    assert {key: values[1:] for key, values in frames.items()} == {key: (first[key], second[key]) for key in first}
    delayed = gym.wrappers.DelayObservation(stack(gym.make("CRMPayments-v0")), 1)
    nothing, _ = delayed.reset(seed=1)
    assert nothing in delayed.observation_space
    assert not any(nothing.values())
    assert delayed.step("Hello.")[0] == first


@pytest.mark.parametrize("stack", [lambda env: env, Chat, TextAction], ids=["env", "chat", "text"])
def test_doing_nothing_is_an_action(stack):
    env = stack(gym.make("CRMPayments-v0"))
    assert create_zero_array(env.action_space) in env.action_space


@pytest.mark.parametrize("depth", [3000, 100_000])
def test_a_value_too_deep_to_be_written_is_not_in_the_space(depth):
    value = []
    for _ in range(depth):
        value = [value]
    assert value not in JsonValue()
    assert [[["x"]]] in JsonValue()


def test_a_copied_or_pickled_env_shares_what_never_changes():
    env = gym.make("CRMPayments-v0").unwrapped
    env.reset(seed=1)
    env.step("Hello.")
    assert len(pickle.dumps(env)) < 100_000
    assert copy.deepcopy(env).world._domain is env.world._domain
    assert pickle.loads(pickle.dumps(env)).world._domain is env.world._domain
