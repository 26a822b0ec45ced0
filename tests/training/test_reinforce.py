"""The learner: its estimator, that it learns, that it repeats, and that it sees observations and rewards alone."""

import json
import re

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces

from crm_gym.__main__ import main
from crm_gym.baselines import reinforce
from crm_gym.baselines.learned import Learned
from crm_gym.baselines.reinforce import (
    Group,
    Job,
    Kind,
    Learner,
    Played,
    Scorer,
    Settings,
    Stage,
    Start,
    Venture,
    leave_one_out,
)
from crm_gym.tasks import training_split
from crm_gym.wrappers import CandidateActions
from tests.training.test_candidates import Veiled

WIDTH, CONTEXT, MOST = 17, 12, 5
START = Start(0, 5, ())


class Colours(gym.Env):
    """Names one of the candidates by its colour, which the context shows; two right choices in a row earn 1."""

    observation_space = spaces.Dict(
        {
            "features": spaces.Box(0, 1, (CONTEXT,), np.float32),
            "action_mask": spaces.MultiBinary(MOST),
            "candidate_features": spaces.Box(-np.inf, 1, (MOST, WIDTH), np.float32),
        }
    )
    action_space = spaces.Discrete(MOST)
    of = 4
    """How many colours may be asked for."""

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.right = 0
        return self._show(), {}

    def _show(self):
        colours = self.np_random.permutation(4)
        self.wanted = int(self.np_random.integers(self.of))
        features, candidates = np.zeros(CONTEXT, np.float32), np.zeros((MOST, WIDTH), np.float32)
        features[[0, 1 + self.wanted]] = 0.7
        candidates[:4, 0] = -np.log(4)
        candidates[np.arange(4), 1 + colours] = 1
        self.answer = int(np.flatnonzero(colours == self.wanted)[0])
        mask = np.array([1, 1, 1, 1, 0], np.int8)
        return {"features": features, "action_mask": mask, "candidate_features": candidates}

    def step(self, action):
        right = action == self.answer
        self.right += right
        return self._show(), float(self.right == 2), not right or self.right == 2, False, {}


def colours(kind):
    return Colours()


def payments(kind):
    return gym.make("CRMPayments-v0", split="train", families=[kind.family], difficulty=[kind.difficulty])


def crm(kind):
    return CandidateActions(payments(kind))


def veiled(kind):
    return CandidateActions(Veiled(payments(kind)))


COLOURS = [Kind("colours", "easy"), Kind("colours", "hard")]
KINDS = [Kind("unknown_charge", "easy")]
SHORT = Settings(groups=3, members=3, imitated=2, tries=3, curriculum=(Stage(("easy",), 45, 1.1, 1.1),))


def weights(make_env, kinds=KINDS, settings=SHORT, choices=1200, **arguments):
    """The weights after a short run in which something was learnt."""
    learner = Learner(make_env, kinds, settings=settings, **arguments)
    list(learner.train(choices))
    assert learner.scorer.weights.any()
    return learner.scorer.weights


def test_it_learns_from_terminal_rewards_alone():
    learner = Learner(colours, COLOURS, settings=Settings(rate=0.5), seed=1)
    *_, last = learner.train(8_000)
    assert last.success > 0.9


def test_leave_one_out_advantages():
    assert leave_one_out([1.0, 0.0, 0.0]) == pytest.approx([1.0, -0.5, -0.5])
    assert leave_one_out([1.0, 1.0]) == [0.0, 0.0]
    assert leave_one_out([1.0]) == [0.0]


def test_the_gradient_is_that_of_the_objective():
    rng = np.random.default_rng(0)
    scorer = Scorer(CONTEXT, WIDTH)
    scorer.weights = rng.normal(size=(CONTEXT, WIDTH)).astype(np.float32) * 0.3
    played = reinforce.play(Colours(), scorer, Start(0, 3, (1,)), 5)
    step = played.steps[0]
    analytic = np.zeros_like(scorer.weights)
    reinforce.gradient(scorer, [Played((step,), 0.0, START)], [0.7]).add_to(analytic)

    def objective():
        candidates = np.unpackbits(step.bits, axis=1, count=WIDTH).astype(np.float32)
        chances = reinforce.softmax(scorer.logits(step.at, step.prior, candidates))
        return 0.7 * np.log(chances[step.chosen])

    for place in [(0, 1), (0, 2), (int(step.at[1]), 3)]:
        base = scorer.weights[place]
        scorer.weights[place] = base + 1e-2
        up = objective()
        scorer.weights[place] = base - 1e-2
        down = objective()
        scorer.weights[place] = base
        assert analytic[place] == pytest.approx((up - down) / 2e-2, abs=2e-3)


def test_a_run_repeats_and_a_seed_matters():
    assert np.array_equal(weights(crm, seed=3), weights(crm, seed=3))
    assert not np.array_equal(weights(crm, seed=3), weights(crm, seed=4))


def test_workers_change_nothing():
    assert np.array_equal(weights(colours, COLOURS, choices=400, workers=2), weights(colours, COLOURS, choices=400))


def test_it_learns_the_same_through_a_proxy_that_passes_observations_and_rewards_alone():
    assert np.array_equal(weights(veiled), weights(crm))


def test_a_run_goes_on_from_a_checkpoint(tmp_path):
    settings = Settings(groups=4, memory=5, curriculum=(Stage(("easy", "hard"), 9, 1.1, 1.1),))
    whole = Learner(colours, COLOURS, settings=settings, seed=2)
    list(whole.train(2000))
    first = Learner(colours, COLOURS, settings=settings, seed=2)
    next(progress for progress in first.train(2000) if progress.choices >= 1000)
    first.save(tmp_path / "half.npz")
    second = Learner(colours, COLOURS, settings=settings, seed=9)
    second.load(tmp_path / "half.npz")
    list(second.train(2000))
    assert first.progress.remembered > 4
    assert np.array_equal(second.scorer.weights, whole.scorer.weights)
    assert second.progress == whole.progress


def test_the_last_steps_are_ever_smaller():
    changes = []
    learner = Learner(colours, COLOURS, settings=Settings(groups=4, decay=0.0, ending=0.5), seed=2)
    before = learner.scorer.weights.copy()
    for _ in learner.train(2000):
        changes.append(float(np.abs(learner.scorer.weights - before).max()))
        before = learner.scorer.weights.copy()
    assert changes[-1] < 0.2 * max(changes)


def test_episodes_that_succeed_no_more_are_left_out_of_a_resumed_run():
    record, env = reinforce.Record(memory=4), Corridor()
    won = reinforce.play(env, Scorer(CONTEXT, WIDTH), Start(0, 5, (2,)), 100)
    record.good.append(won)
    outline = record.outline
    outline["regained"] = [(0, 5, [99]), (0, 5, [])]
    again = reinforce.Record(memory=4)
    again.restore(outline, env)
    assert [played.outline for played in again.good] == [won.outline]
    assert not again.regained


def test_the_curriculum_goes_on_when_it_is_mastered_or_late():
    stages = (Stage(("easy",), 9, until=0.0, share=1.0), Stage(("hard",), 9, until=1.0, share=1.0))
    early = Learner(colours, COLOURS, settings=Settings(curriculum=stages))
    assert [p.stage for p in early.train(10_000)][-1] == 1
    late = Learner(
        colours, COLOURS, settings=Settings(curriculum=(stages[0]._replace(until=2.0, share=0.5), stages[1]))
    )
    reached = [(p.stage, p.choices) for p in late.train(10_000)]
    assert all((stage == 1) == (choices >= 5000) for stage, choices in reached)


def test_a_learned_policy_plays_the_text_env_as_the_wrapped_one(tmp_path):
    learner = Learner(crm, KINDS, settings=SHORT, seed=5)
    list(learner.train(500))
    learner.save(tmp_path / "c.npz")
    wrapped = crm(KINDS[0])
    choices = _greedily(wrapped, learner.scorer, 40)
    env = payments(KINDS[0])
    policy = Learned(tmp_path / "c.npz")
    observation, _ = env.reset(seed=7, options={"task_seed": 7})
    policy.reset(7)
    theirs = wrapped.unwrapped.events
    for _ in range(sum(event.kind != "user" for event in theirs)):
        observation, *_ = env.step(policy.act(observation))
    assert env.unwrapped.events == theirs
    assert choices >= len(theirs) // 2


def _greedily(env, scorer, most):
    """Plays one episode with the likeliest choices; returns how many there were."""
    observation, _ = env.reset(seed=7, options={"task_seed": 7})
    choices, over = 0, False
    while choices < most and not over:
        observation, _, terminated, truncated, _ = env.step(reinforce.best(scorer, observation))
        choices, over = choices + 1, terminated or truncated
    return choices


def test_the_command_trains_resumes_and_evaluates(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("crm_gym.cli.train.evaluate", _two_tasks)
    command = ["train", "--domain", "payments", "--held-out", "basket", "--out", str(tmp_path)]
    assert main([*command, "--steps", "1500", "--no-evaluation"]) == 0
    assert main([*command, "--steps", "1500"]) == 2
    assert "add --resume" in capsys.readouterr().err
    _write_more(tmp_path / "curve.jsonl")
    assert main([*command, "--steps", "3000", "--resume"]) == 0
    shown = capsys.readouterr().out
    assert "success in training" in shown
    assert "held-out families" in shown
    assert re.search(r"expressible .*2 of 2", shown)
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [point["update"] for point in curve] == list(range(1, len(curve) + 1))
    assert curve[-1]["choices"] >= 3000
    assert main([*command[:3], "--steps", "9", "--resume", "--out", str(tmp_path)]) == 2


def _write_more(curve):
    """What a run leaves that was killed after its checkpoint."""
    *_, last = curve.read_text().splitlines()
    row = json.loads(last)
    with curve.open("a") as file:
        file.write(json.dumps({**row, "update": row["update"] + 1}) + "\n")


def _two_tasks(policy, tasks, **arguments):
    from crm_gym.evaluation import evaluate

    return evaluate(policy, ["payments-005", "payments-016"], **arguments)


class Corridor(Colours):
    """The right choice three times in a row earns 1; any number of others may come in between."""

    of = 1

    def step(self, action):
        self.right += action == self.answer
        return self._show(), float(self.right == 3), self.right == 3, False, {}


def test_a_success_is_shortened_to_what_it_needed():
    env, start = Corridor(), Start(0, 5, (2,))
    played = reinforce.play(env, Scorer(CONTEXT, WIDTH), start, 100)
    assert played.reward == 1.0
    assert len(played.steps) > 3
    shorter = reinforce.shorten(env, played, tries=100)
    assert (len(shorter.steps), shorter.reward) == (3, 1.0)
    assert reinforce.shorten(env, played, tries=0) is played


def test_a_plan_is_followed_in_another_task():
    env, scorer = Corridor(), Scorer(CONTEXT, WIDTH)
    won = reinforce.play(env, scorer, Start(0, 5, (2,)), 100)
    plan = reinforce.shorten(env, won, tries=100).steps
    others = [Start(0, seed, (seed,)) for seed in range(20)]
    assert all(reinforce.play(env, scorer, start, 3, 1.0, plan).reward == 1.0 for start in others)
    assert sum(reinforce.play(env, scorer, start, 3).reward for start in others) < 5
    beginning = [reinforce.play(env, scorer, start, 3, 1.0, plan[:2]).reward for start in others]
    assert 0 < sum(beginning) < 15


def test_fresh_tasks_follow_their_kind_and_lost_ones_whatever_is_known():
    learner = Learner(colours, COLOURS, settings=Settings(curriculum=(Stage(("easy", "hard"), 9, 1.1, 1.1),)), seed=1)
    rng = np.random.default_rng(1)
    assert learner._plan(COLOURS[0], rng, fresh=True)[0] == ()
    won = reinforce.play(Corridor(), Scorer(CONTEXT, WIDTH), Start(0, 5, (2,)), 100)
    learner.records[COLOURS[1]].good.append(won)
    assert learner._plan(COLOURS[1], rng, fresh=True) == (won.steps, 1.0)
    plans = [learner._plan(COLOURS[0], rng, fresh=False) for _ in range(80)]
    begun = [plan for plan, kept in plans if kept < 1.0]
    assert 30 < len([plan for plan, kept in plans if kept == 1.0 and plan == won.steps]) < 50
    assert all(plan == won.steps[: len(plan)] for plan in begun)
    assert len({len(plan) for plan in begun}) > 3


def test_what_was_hard_to_get_is_half_of_what_is_imitated():
    record, rng = reinforce.Record(memory=9), np.random.default_rng(1)
    easy, hard = Played((), 1.0, START), Played((), 0.5, START)
    record.good.extend([easy] * 9)
    assert {record.any(rng) for _ in range(20)} == {easy}
    record.regained.append(hard)
    assert 20 < [record.any(rng) for _ in range(60)].count(hard) < 40
    assert record.remembered == 10


def test_a_replay_stops_where_a_choice_is_gone():
    env, start = Corridor(), Start(0, 5, (2,))
    played = reinforce.play(env, Scorer(CONTEXT, WIDTH), start, 100)
    gone = played.steps[0]._replace(bits=np.bitwise_not(played.steps[0].bits))
    assert reinforce.replay(env, start, played.steps).reward == 1.0
    assert reinforce.replay(env, start, (gone, *played.steps)) == Played((), 0.0, start)


def _job(bold, usual, **more):
    starts = tuple(Start(0, 5, (number,)) for number in range(bold + usual))
    ventures = tuple(Venture(start, (), 0.0) for start in starts[:bold])
    return Job(COLOURS[0], ventures, starts[bold:], 2, 0.9, 0, **{"fresh": True, **more})


def _group(job) -> tuple[Group, reinforce.Pull]:
    [group], gradient = reinforce.play_groups(colours, Scorer(CONTEXT, WIDTH), [job])
    return group, gradient


def test_bold_episodes_leave_no_gradient_and_are_remembered():
    group, gradient = _group(_job(bold=90, usual=1))
    assert 0 < sum(group.rewards) < 90
    assert not len(gradient.rows)
    assert group.best.reward == 1.0


def test_usual_episodes_of_a_group_leave_a_gradient():
    group, gradient = _group(_job(bold=0, usual=60))
    assert 0 < sum(group.rewards) < 60
    assert gradient.values.any()


def test_a_group_that_always_succeeds_or_never_has_nothing_to_remember():
    assert _group(_job(bold=0, usual=1))[0].best is None


def test_bold_episodes_go_back_to_the_prior():
    scorer = Scorer(CONTEXT, WIDTH)
    scorer.weights[0, 1] = 60.0
    assert set(_first_colours(scorer, 1.0)) == {0}
    assert set(_first_colours(scorer, 0.0)) == {0, 1, 2, 3}


def test_the_less_succeeds_the_bolder():
    learner = Learner(colours, COLOURS[:1], seed=1)
    assert {len(job.bold) for job in learner._jobs()} == {3}
    learner.records[COLOURS[0]].good.append(Played((), 1.0, START))
    assert {len(job.bold) for job in learner._jobs()} == {2}
    learner.records[COLOURS[0]].results.extend([1.0] * 48)
    assert {len(job.bold) for job in learner._jobs()} == {0}
    learner.records[COLOURS[0]].lost.extend([(1, 2)] * 16)
    assert {(job.fresh, len(job.bold)) for job in learner._jobs()} == {(True, 0), (False, 2)}


def _first_colours(scorer, kept):
    """The colours of the first choices of forty episodes."""
    played = [reinforce.play(Colours(), scorer, Start(0, 5, (n,)), 1, kept) for n in range(40)]
    steps = [episode.steps[0] for episode in played]
    return tuple(int(np.unpackbits(step.bits[step.chosen]).argmax()) - 1 for step in steps)


def test_tasks_without_a_success_are_tried_again_and_do_not_count():
    record = reinforce.Record(memory=4)
    lost, won = Group((0.0, 0.0), (5, 5), None), Group((0.0, 1.0), (5, 5), Played((), 1.0, START))
    record.add(_job(1, 1, fresh=True), lost)
    assert list(record.lost) == [(0, 5)]
    record.add(_job(1, 1, fresh=False), won)
    assert list(record.results) == [0.0]
    assert (len(record.good), len(record.regained)) == (0, 1)


def test_kinds_that_fail_are_drawn_more():
    learner = Learner(colours, COLOURS, seed=1)
    learner.records[COLOURS[0]].results.extend([1.0] * 48)
    drawn = learner._drawn(COLOURS, 200, 0.05, 1)
    assert drawn.count(COLOURS[0]) < 30


def test_kinds_of_the_training_split():
    kinds = training_split("payments", held_out=["basket"]).kinds
    assert ("own_accounts", "easy") in kinds
    assert not any(family == "basket" for family, _ in kinds)
    assert len(set(kinds)) == len(kinds)
