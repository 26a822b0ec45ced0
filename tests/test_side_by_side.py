"""Evaluation through a vector env: every task once per trial, nobody asked in vain, the same episodes."""

import time
from itertools import chain

import pytest

import crm_gym
from crm_gym.baselines import BatchPolicy
from crm_gym.contract import EvaluatorError
from crm_gym.envs import crm_env
from crm_gym.evaluation import Limits, trial_seed
from crm_gym.llm import Unavailable
from crm_gym.registration import SUITES, task_ids
from tests.evaluation.policies import Slow

SOME = [*task_ids("payments")[:11], *task_ids("support")[:7]]
ALTERNATING = list(chain.from_iterable(zip(task_ids("payments")[:9], task_ids("support")[:9], strict=True)))


def _rows(episodes):
    return [episode.model_dump(exclude={"seconds"}) for episode in episodes]


@pytest.mark.parametrize("num_envs", [1, 8, 64])
@pytest.mark.parametrize("policy", ["oracle", "random"])
def test_the_episodes_are_those_of_one_by_one(policy, num_envs):
    assert _rows(crm_gym.evaluate(policy, SOME, trials=2, num_envs=num_envs)) == _rows(
        crm_gym.evaluate(policy, SOME, trials=2)
    )


def test_processes_change_nothing():
    assert _rows(crm_gym.evaluate("random", SOME, num_envs=3, workers=2)) == _rows(crm_gym.evaluate("random", SOME))


@pytest.mark.parametrize("domain", SUITES)
def test_routed_exposure_works_side_by_side(domain):
    episodes = crm_gym.evaluate("oracle", task_ids(domain)[:9], exposure="routed", num_envs=4)
    assert all(episode.success for episode in episodes)


class Greeter:
    """Answers everybody alike, and keeps count."""

    asked: list[int] = []
    started: list[tuple[int, int]] = []

    def start(self, slot, seed):
        self.started.append((slot, seed))

    def act_batch(self, observations):
        self.asked.append(len(observations))
        return dict.fromkeys(observations, "Hello, how can I help you?")


def test_a_batch_policy_is_asked_once_for_each_step_and_never_in_vain():
    assert isinstance(Greeter(), BatchPolicy)
    episodes = crm_gym.evaluate(Greeter, SOME, trials=3, num_envs=5)
    assert [(e.task, e.trial) for e in episodes] == [(task, trial) for task in SOME for trial in range(3)]
    assert sum(Greeter.asked) == sum(episode.steps for episode in episodes)
    assert max(Greeter.asked) <= 5
    assert sorted(seed for _, seed in Greeter.started) == sorted(
        trial_seed(0, task, trial) for task in SOME for trial in range(3)
    )
    assert {slot for slot, _ in Greeter.started} == set(range(5))


def test_a_batch_policy_without_a_vector_env_says_what_to_do():
    with pytest.raises(TypeError, match="num_envs=8"):
        crm_gym.evaluate(Greeter, SOME[:1])


def test_a_check_that_fails_ends_its_own_episode_alone(monkeypatch):
    judge = crm_env.judge

    def failing(contract, run, judge_reply):
        if run.world.peek is not None and any("TXN" in str(check) for check in contract):
            raise EvaluatorError("broken check")
        return judge(contract, run, judge_reply)

    monkeypatch.setattr(crm_env, "judge", failing)
    one, many = (crm_gym.evaluate("oracle", SOME[:11], num_envs=n) for n in (None, 4))
    assert _rows(one) == _rows(many)
    assert {"success", "evaluator_error"} <= {episode.outcome for episode in many}


# What a batch policy may return


def answering(answer):
    """A batch policy that returns what `answer` makes of the observations."""

    class Answering:
        def act_batch(self, observations):
            return answer(observations)

    return Answering


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda seen: ["Hello."] * len(seen), "returned a list"),
        (lambda seen: "I am sorry.", "returned a str"),
        (lambda seen: None, "returned a NoneType"),
        (lambda seen: {}, "returned a dict without the slots [0, 1, 2]"),
        (lambda seen: {str(slot): "Hello." for slot in seen}, "returned a dict without the slots [0, 1, 2]"),
        (lambda seen: {slot: "Hello." for slot in list(seen)[:2]}, "returned a dict without the slots [2]"),
        (lambda seen: seen.clear() or {}, "returned a dict without the slots [0, 1, 2]"),
    ],
    ids=["a list", "a text", "nothing", "no slot", "names of slots", "some slots", "what it emptied"],
)
def test_a_batch_of_actions_that_lacks_some_says_what_was_wanted(answer, told):
    with pytest.raises((TypeError, ValueError)) as raised:
        crm_gym.evaluate(answering(answer), SOME[:7], num_envs=3)
    assert str(raised.value) == f"act_batch {told}; it must give one action for each of the slots [0, 1, 2], by slot"
    (note,) = raised.value.__notes__
    assert note.startswith("while Answering played payments-")
    assert note.endswith(", with 2 other trials")


def test_actions_for_slots_that_were_not_asked_are_not_heard():
    exactly, more = (
        crm_gym.evaluate(answering(answer), SOME[:7], num_envs=3)
        for answer in (lambda seen: dict.fromkeys(seen, "Hello."), lambda seen: dict.fromkeys(range(99), "Hello."))
    )
    assert _rows(exactly) == _rows(more)


def test_slots_are_asked_in_any_order_and_each_customer_gets_its_own_answer():
    class Telling:
        """Ends some conversations before others, so that slots are taken again."""

        orders = []

        def act_batch(self, observations):
            self.orders.append(list(observations))
            return {slot: _reply(observations[slot]) for slot in reversed(observations)}

    class One:
        def act(self, observation):
            return _reply(observation)

    assert _rows(crm_gym.evaluate(Telling, SOME, name="x", num_envs=4)) == _rows(crm_gym.evaluate(One, SOME, name="x"))
    assert any(order != sorted(order) for order in Telling.orders)


def _reply(observation):
    words = observation["content"].split()
    return f"You said {words[-1]}: I cannot do that, sorry." if len(words) % 2 else f"What about {words[0]}?"


def test_what_a_batch_policy_raises_names_a_trial():
    def broken(seen):
        raise LookupError("a bug")

    for tasks, note in (
        (SOME[:7], f"while Answering played {SOME[0]}, trial 0, with 2 other trials"),
        (SOME[:2], f"while Answering played {SOME[0]}, trial 0, with 1 other trial"),
        (SOME[:1], f"while Answering played {SOME[0]}, trial 0"),
    ):
        with pytest.raises(LookupError) as raised:
            crm_gym.evaluate(answering(broken), tasks, num_envs=3)
        assert raised.value.__notes__ == [note]


@pytest.mark.parametrize("part", ["__init__", "start", "limit_seconds", "usage_in"])
def test_whatever_part_of_a_batch_policy_raises_a_trial_is_named(part):
    def broken(*given):
        raise LookupError("a bug")

    class Broken:
        def act_batch(self, observations):
            return dict.fromkeys(observations, "Hello.")

    setattr(Broken, part, property(lambda policy: 1.0, broken) if part == "limit_seconds" else broken)
    with pytest.raises(LookupError) as raised:
        crm_gym.evaluate(Broken, SOME[:1], num_envs=3)
    assert raised.value.__notes__ == [f"while Broken played {SOME[0]}, trial 0"]


def test_a_policy_that_cannot_act_says_what_it_lacks():
    class Idle:
        pass

    for way in ({}, {"num_envs": 2}):
        with pytest.raises(TypeError, match="Idle has no `act`: a policy needs `act") as raised:
            crm_gym.evaluate(Idle, SOME[:1], **way)
        assert raised.value.__notes__ == [f"while Idle played {SOME[0]}, trial 0"]


# One policy for a run


class Counting:
    """Counts how many are made, and how many customers are asked at once."""

    made = 0
    asked: list[int] = []

    def __init__(self):
        type(self).made += 1

    def act_batch(self, observations):
        self.asked.append(len(observations))
        return dict.fromkeys(observations, "Hello.")


def test_tasks_of_alternating_businesses_are_played_by_one_policy_in_full_batches():
    Counting.made = 0
    Counting.asked.clear()
    episodes = crm_gym.evaluate(Counting, ALTERNATING, num_envs=9)
    assert [episode.task for episode in episodes] == ALTERNATING
    assert Counting.made == 1
    assert Counting.asked.count(9) >= 2


def test_a_batch_policy_is_kept_when_failures_are_played_again():
    class Failing(Counting):
        def act_batch(self, observations):
            raise Unavailable("outage", "HTTP 503")

    Failing.made = 0
    episodes = crm_gym.evaluate(Failing, ALTERNATING, num_envs=4, limits=Limits(retries=2))
    assert {episode.attempt for episode in episodes} == {3}
    assert Failing.made == 1


def test_policies_of_one_trial_are_made_once_for_each_trial():
    class One:
        made = 0

        def __init__(self):
            type(self).made += 1

        def act(self, observation):
            return "Hello."

    crm_gym.evaluate(One, ALTERNATING, num_envs=4)
    assert One.made == len(ALTERNATING)


# Whose seconds they are


FEW = SOME[:4]
RULE = Limits(seconds=0.58, agent_share=0.5)


@pytest.fixture
def _loaded():
    """What all trials share is there: loading it would be charged to the first."""
    crm_gym.evaluate("noop", FEW)


@pytest.mark.usefixtures("_loaded")
@pytest.mark.parametrize("num_envs", [None, 1, 4])
def test_a_trial_is_not_charged_for_those_beside_it(num_envs):
    episodes = crm_gym.evaluate(Slow, FEW, limits=RULE, num_envs=num_envs)
    assert {(e.outcome, e.reason, e.steps) for e in episodes} == {("model_failure", "model.timeout", 3)}
    for episode in episodes:
        assert 0.6 <= episode.seconds.agent <= episode.seconds.total < 1.2
        assert episode.seconds.agent + episode.seconds.simulator <= episode.seconds.total


@pytest.mark.usefixtures("_loaded")
def test_a_slow_neighbour_takes_nobodys_seconds():
    class Either(Slow):
        def reset(self, seed):
            self._seconds = 0.6 if seed == trial_seed(0, FEW[0], 0) else 0.0

    slow, *others = crm_gym.evaluate(Either, FEW, limits=RULE, num_envs=4)
    assert (slow.reason, slow.steps) == ("model.timeout", 1)
    assert not any(e.end == "seconds" for e in others)
    assert all(e.seconds.total < 0.58 for e in others)


@pytest.mark.usefixtures("_loaded")
def test_trials_share_the_seconds_of_a_batch():
    class Batch:
        left: list[float] = []

        def __init__(self):
            self.limit_seconds = None

        def act_batch(self, observations):
            self.left.append(self.limit_seconds)
            time.sleep(0.8)
            return dict.fromkeys(observations, "Hello.")

    episodes = crm_gym.evaluate(Batch, FEW, limits=RULE, num_envs=4)
    assert {(e.reason, e.steps) for e in episodes} == {("model.timeout", 3)}
    assert all(0.6 <= e.seconds.agent < 1.2 for e in episodes)
    assert 2.0 < Batch.left[0] <= 2.32  # four trials have 0.58 seconds each
    assert Batch.left == sorted(Batch.left, reverse=True)


@pytest.mark.usefixtures("_loaded")
def test_the_seconds_of_a_run_are_those_that_it_took():
    began = time.perf_counter()
    episodes = crm_gym.evaluate(Slow, FEW, limits=Limits(seconds=0.3), num_envs=4)
    took = time.perf_counter() - began
    assert 0.7 * took < sum(e.seconds.total for e in episodes) < took


@pytest.mark.parametrize("num_envs", [None, 2])
def test_what_a_policy_does_before_it_acts_is_charged_to_it(num_envs):
    class Preparing:
        def reset(self, seed):
            time.sleep(0.2)

        def act(self, observation):
            return "Hello."

    (episode,) = crm_gym.evaluate(Preparing, FEW[:1], num_envs=num_envs)
    assert episode.seconds.agent >= 0.2
