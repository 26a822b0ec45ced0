"""Measures every figure of the budget table; exit code 3 when one is missed."""

import argparse
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

import gymnasium as gym
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import crm_gym
from benchmarks.measure import Figure, Nothing, Stopwatch, forget_texts, times
from benchmarks.moments import all_new, as_it_is, each_step, moments, with_a_note, with_other_figures
from crm_gym import evaluate
from crm_gym.audit import play
from crm_gym.contract import Run, judge
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import shared_env
from crm_gym.judges import rule_judge
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks import draw_training_task
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.wrappers import CandidateActions

SUITE = "crm_gym:CRMPayments-v0"
CALL = {"name": "find_party", "arguments": {"email": "nobody@mail.example"}}
"""What nobody is found by: the cheapest call, so that what is around it weighs most."""
LARGE = 1700
"""A payments world of half a million records."""
RELEASE = 555
"""Tasks of the whole release, for which budgets are set."""


def main() -> int:
    """Prints a line for each figure."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", default="", help="only figures whose group has this in its name")
    only = parser.parse_args().only
    missed = 0
    watch = Stopwatch(_step_of_nothing())
    for group in GROUPS:
        if only in group.__name__:
            for figure in group(watch):
                print(figure.line, flush=True)
                missed += not figure.ok
    for name, pace in zip(("quickest", "slowest"), watch.paces, strict=True):
        print(Figure(f"steps of an env that does nothing, {name} moment of the run", pace, "steps/s").line)
    print(f"{missed} budgets missed" if missed else "every budget is kept")
    return 3 if missed else 0


def _step_of_nothing() -> Callable[[], object]:
    """A step of an env that does nothing, through the default wrappers: what Gymnasium itself takes."""
    env = _reset(gym.make(SUITE))
    nothing = Nothing(env.observation_space, env.action_space, env.reset(seed=1)[0])
    wrapped = _reset(gym.wrappers.OrderEnforcing(gym.wrappers.PassiveEnvChecker(nothing)))
    return partial(wrapped.step, "Hi")


def importing(watch: Stopwatch) -> Iterator[Figure]:
    """What `import crm_gym` costs beyond the packages that it needs anyway."""
    code = "import gymnasium, pydantic, time; t = time.perf_counter(); import crm_gym; print(time.perf_counter() - t)"
    ours = min(float(_python(code)) for _ in range(7))
    yield Figure("import beyond gymnasium and pydantic", ours * 1000, "ms", at_most=50)
    yield Figure("registered ids", len(SUITES) + len(task_ids()), "ids")
    _reset(gym.make(SUITE))
    yield Figure("make", watch.each(lambda: gym.make(SUITE), 100) * 1e6, "us")


def _python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def resets(watch: Stopwatch) -> Iterator[Figure]:
    """Starting an episode, in worlds of every size."""
    scales = (1, 100, 1000, LARGE)
    envs = [_reset(gym.make(SUITE, world_scale=scale)) for scale in scales]
    costs = watch.in_turns(*(times(env.reset, 500) for env in envs), repeats=20)
    for scale, cost in zip(scales, costs, strict=True):
        yield Figure(f"reset, world x {scale}", cost / 500 * 1e6, "us", at_most=150)
    yield Figure(f"reset, world x {LARGE} against x 1", costs[-1] / costs[0], "ratio", at_most=1.2)


def steps(watch: Stopwatch) -> Iterator[Figure]:
    """The steps of all solutions through the default wrappers."""
    for scale in (1, 1000):
        for domain in SUITES:
            calls = list(moments(domain, talks=False, world_scale=scale))
            yield Figure(
                f"tool calls, {domain}, world x {scale}", 1 / each_step(watch, calls, as_it_is), "steps/s", 10_000
            )
    said = [moment for domain in SUITES for moment in moments(domain, talks=True)]
    yield Figure("message, words heard before", 1 / each_step(watch, said, as_it_is, _UNTIL_FULL), "steps/s", 10_000)
    yield Figure(
        "message, other figures", 1 / each_step(watch, said, with_other_figures, _UNTIL_FULL), "steps/s", 10_000
    )
    yield Figure("message, one sentence never heard", 1 / each_step(watch, said, with_a_note, _UNTIL_FULL), "steps/s")
    yield Figure("message, no sentence heard before", 1 / each_step(watch, said, all_new, _UNTIL_FULL), "steps/s")


_UNTIL_FULL = 9
"""Rounds until caches hold as much as they will: a long run is what counts."""


def _reset(env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
    env.reset(seed=1)
    return env


def judging(watch: Stopwatch) -> Iterator[Figure]:
    """Judging an episode, and playing and judging all solutions."""
    for domain in SUITES:
        runs = []
        for id in task_ids(domain):
            env = play(load_task(id), "oracle", 0)
            runs.append((load_task(id).contract, env.events[:], env.world.fork()))
        lexicon = load_domain(domain).lexicon

        def all_of_them(runs: list[Any] = runs, lexicon: Any = lexicon) -> None:
            for contract, events, world in runs:
                judge(contract, Run(events, world, lexicon), rule_judge)

        yield Figure(f"judging an episode, {domain}", watch.seconds(all_of_them) / len(runs) * 1e6, "us", at_most=300)
    everyone = partial(_play_all, [load_task(id) for id in task_ids()])
    most = round(3 * len(task_ids()) / RELEASE, 2)
    yield Figure(f"all {len(task_ids())} solutions", watch.seconds(everyone), "s", at_most=most)
    first = watch.seconds(everyone, before=forget_texts)
    yield Figure(f"all {len(task_ids())} solutions, words heard for the first time", first, "s")


def _play_all(tasks: Sequence[Task]) -> None:
    for task in tasks:
        play(task, "oracle", 0)


def vectors(watch: Stopwatch) -> Iterator[Figure]:
    """Vector envs, against the same number of single ones."""
    single = times(partial(_reset(gym.make(SUITE, max_steps=10**9)).step, CALL), 200)
    for number in (1, 8, 64):
        envs = SyncVectorEnv([lambda: gym.make(SUITE, max_steps=10**9)] * number)
        alone, together = watch.in_turns(single, _stepping(envs))
        yield Figure(f"SyncVectorEnv({number})", 100 * number / together, "steps/s")
        envs.close()
    ratio = (together / 100) / (number * alone / 200)
    yield Figure(f"SyncVectorEnv({number}) against {number} single envs", ratio, "ratio", at_most=2)
    processes = AsyncVectorEnv([lambda: gym.make(SUITE, max_steps=10**9)] * 2, context="spawn")
    yield Figure("AsyncVectorEnv(2)", 200 / watch.seconds(_stepping(processes)), "steps/s")
    processes.close()


def _stepping(envs: gym.vector.VectorEnv[Any, Any, Any]) -> Callable[[], None]:
    """A hundred steps of all envs."""
    envs.reset(seed=1)
    return times(partial(envs.step, [CALL] * envs.num_envs), 100)


def memory(watch: Stopwatch) -> Iterator[Figure]:
    """What one more env in the same process takes, in the middle of an episode."""
    first = [_middle() for _ in range(10)]
    tracemalloc.start()
    more = [_middle() for _ in range(200)]
    size = tracemalloc.get_traced_memory()[0] / len(more)
    tracemalloc.stop()
    yield Figure("memory of one more env", size / 1000, "kB", at_most=100)
    env: Any = first[0].unwrapped
    yield Figure("saving a snapshot", watch.each(env.save, 2000) * 1e6, "us")
    snapshot = env.save()
    yield Figure("restoring a snapshot", watch.each(lambda: env.restore(snapshot), 2000) * 1e6, "us")


def _middle() -> gym.Env[Any, Any]:
    env = _reset(gym.make(SUITE))
    for action in (CALL, "Could you give me your e-mail address?", CALL):
        env.step(action)
    return env


def training(watch: Stopwatch) -> Iterator[Figure]:
    """Fresh training tasks: their customers say what nobody has said, and so do those who serve them."""
    for domain in SUITES:
        numbers = count()
        draw = partial(_draw, domain, numbers)
        yield Figure(f"drawing a training task, {domain}", watch.each(draw, 300) * 1000, "ms", at_most=2)
        _play_all([draw() for _ in range(200)])  # a training run is never at its beginning
        yield from _fresh_episodes(domain, [draw() for _ in range(200)])


def _draw(domain: str, numbers: Iterator[int]) -> Task:
    return draw_training_task(domain, next(numbers))


def _fresh_episodes(domain: str, tasks: Sequence[Task]) -> Iterator[Figure]:
    """Solutions of tasks that were never played."""
    env = shared_env(domain)
    taken, ends = 0, []
    began = time.perf_counter()
    for task in tasks:
        env.start(task, 0)
        for step in task.solution:
            before = time.perf_counter()
            env.step(step.action)
            if env.end:
                break
        ends.append(time.perf_counter() - before)
        taken += env.steps
    yield Figure(f"steps of fresh training tasks, {domain}", taken / (time.perf_counter() - began), "steps/s")
    yield Figure(f"last step of a fresh training task with judging, {domain}", fmean(ends) * 1e6, "us")


def choosing(_watch: Stopwatch) -> Iterator[Figure]:
    """Choices among candidates, as learners make them; one in a few is a step of the env."""
    for domain in SUITES:
        env = CandidateActions(gym.make(f"crm_gym:{SUITES[domain]}", split="train"))
        observation, _ = env.reset(seed=1)
        env.action_space.seed(1)
        began = time.perf_counter()
        for _ in range(1000):
            observation, _, ended, cut, _ = env.step(env.action_space.sample(observation["action_mask"]))
            if ended or cut:
                observation, _ = env.reset()
        yield Figure(f"choices through CandidateActions, {domain}", 1000 / (time.perf_counter() - began), "choices/s")


def evaluating(_watch: Stopwatch) -> Iterator[Figure]:
    """A whole run of the solutions, from the start of its processes to its summary."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        evaluate("oracle", "all", trials=TRIALS, workers=2, out=f"{folder}/run")
        took = time.perf_counter() - began
    yield Figure(
        f"{TRIALS * len(task_ids()):,} episodes evaluated, written and summarised, 2 workers", took, "s", at_most=60
    )


TRIALS = 51
"""So many of each task are a little over 10,000 episodes."""


def beginning(_watch: Stopwatch) -> Iterator[Figure]:
    """What the first episode of a process takes, and what it holds after many messages."""
    yield Figure("first episode of a process: make, reset, one message", float(_python(_FIRST)), "s")
    yield Figure("memory of a process after 10,000 new messages", float(_python(_MANY)), "MB")


_FIRST = """
import gymnasium as gym, time, crm_gym
began = time.perf_counter()
env = gym.make("CRMPayments-v0")
env.reset(seed=1)
env.step("Hello, who is there?")
print(time.perf_counter() - began)
"""
_MANY = """
import gymnasium as gym, resource, crm_gym
env = gym.make("CRMPayments-v0")
for number in range(10_000):
    if number % 5 == 0:
        env.reset(seed=number)
    env.step(f"Let me see what I can do about number {number:x} of your wishes. Which account is it?")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""


GROUPS: tuple[Callable[[Stopwatch], Iterator[Figure]], ...] = (
    importing,
    beginning,
    resets,
    steps,
    judging,
    vectors,
    memory,
    training,
    choosing,
    evaluating,
)

if __name__ == "__main__":
    crm_gym.register_crm_envs()
    sys.exit(main())
