"""Plays policies over tasks and keeps what happened: one episode, one JSON line."""

import hashlib
import json
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from crm_gym.baselines import POLICIES, Briefing, Policy
from crm_gym.contract import EvaluatorError, Verdict
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import NOT_CONVERGED, CRMEnv, shared_env
from crm_gym.registration import SUITES, suggest, task_ids
from crm_gym.tasks.spec import Given, Task
from crm_gym.tasks.store import UnknownTask, load_task
from crm_gym.types import Arguments, Event, Value
from crm_gym.world import Change, Record, Write

Outcome = Literal["success", "model_failure", "evaluator_error"]
Made = str | Callable[[], Policy]
"""A policy: the name of a shipped one, or what makes a fresh one (a class, a function)."""


class Edit(Value):
    """A record before and after a write, or between start and end."""

    table: str
    key: str
    before: Arguments | None
    after: Arguments | None


class Episode(Value):
    """One trial of one policy on one task, with everything needed to judge it again."""

    policy: str
    task: str
    domain: str
    family: str
    labels: tuple[str, ...]
    difficulty: str
    policy_constrained: bool
    trial: int
    seed: int
    outcome: Outcome
    reason: str
    """Why it failed, namespaced: `model.checks`, `model.turn_limit`, `evaluator.check`; '' for a success."""
    end: str
    checks: dict[str, float]
    verdicts: tuple[Verdict, ...]
    steps: int
    events: tuple[Event, ...]
    given: tuple[Given, ...]
    changes: tuple[Edit, ...]
    journal: tuple[Edit, ...]
    data_hash: str
    seconds: float
    """Wall-clock time of the trial: the one field that differs between runs."""

    @property
    def success(self) -> bool:
        """Every declared check holds, and the episode came to its own end."""
        return self.outcome == "success"


class Job(NamedTuple):
    """One trial to play."""

    policy: Made
    name: str
    task: str
    trial: int
    seed: int


def evaluate(
    policy: Made,
    tasks: str | Iterable[str] = "all",
    *,
    trials: int = 1,
    workers: int = 1,
    seed: int = 0,
    limit: int | None = None,
    out: str | Path | None = None,
    progress: Callable[[Episode], None] | None = None,
) -> list[Episode]:
    """Plays a policy over tasks, each `trials` times, and returns the episodes in the order of tasks and trials.

    `policy` is the name of a shipped policy or a callable without arguments that makes a fresh one for each trial (with
    `workers > 1` it must be importable by other processes). `tasks` is a suite id, a domain, a task id, several of
    these, or "all". With `out`, `run.json` and `episodes.jsonl` are written there. Raises UnknownTask and ValueError.
    """
    jobs = _jobs(policy, select(tasks)[:limit], trials, seed)
    if out is not None:
        _describe(Path(out), jobs, trials=trials, seed=seed)
    episodes = []
    for episode in _play_all(jobs, workers):
        episodes.append(episode)
        if out is not None:
            with (Path(out) / "episodes.jsonl").open("a", encoding="utf-8") as file:
                file.write(episode.model_dump_json() + "\n")
        if progress is not None:
            progress(episode)
    return episodes


def select(tasks: str | Iterable[str]) -> list[str]:
    """Task ids named by suites, domains, ids of tasks or of their envs, or "all"."""
    names = [tasks] if isinstance(tasks, str) else list(tasks)
    return list(dict.fromkeys(chain.from_iterable(map(_expand, names))))


def _expand(name: str) -> Sequence[str]:
    if name == "all":
        return task_ids()
    bare = name.removeprefix("crm_gym:").removeprefix("crm/").removesuffix("-v0")
    suites = {suite.removesuffix("-v0"): domain for domain, suite in SUITES.items()}
    domain = suites.get(bare, bare)
    if domain in SUITES:
        return task_ids(domain)
    if bare in task_ids():
        return (bare,)
    known = [*SUITES, *SUITES.values(), *task_ids()]
    raise UnknownTask(f"there is no task, domain or suite {name!r}{suggest(name, known)}")


def _jobs(policy: Made, tasks: Sequence[str], trials: int, seed: int) -> list[Job]:
    if isinstance(policy, str) and policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}{suggest(policy, POLICIES)}; known: {', '.join(POLICIES)}")
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__)
    return [Job(policy, name, task, trial, trial_seed(seed, task, trial)) for task in tasks for trial in range(trials)]


def trial_seed(seed: int, task: str, trial: int) -> int:
    """The seed of one trial: the same whatever else is run, in whatever order."""
    return int(Random(f"{seed}/{task}/{trial}").random() * 2**31)


def _play_all(jobs: Sequence[Job], workers: int) -> Iterator[Episode]:
    if workers <= 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, jobs, chunksize=max(1, len(jobs) // (workers * 4)))


def play(job: Job) -> Episode:
    """Plays one trial from a reset env to its end."""
    task = load_task(job.task)
    policy = _make(job, task)
    env = shared_env(task.domain)
    started = time.perf_counter()
    observation, _ = env.reset(seed=job.seed, options={"task_id": task.id})
    if hasattr(policy, "reset"):
        policy.reset(job.seed)
    try:
        ended = False
        while not ended:
            observation, _, ended, _, _ = env.step(policy.act(observation))
    except EvaluatorError:
        return _episode(job, env, "evaluator_error", time.perf_counter() - started)
    return _episode(job, env, "success" if env.success else "model_failure", time.perf_counter() - started)


def _make(job: Job, task: Task) -> Policy:
    if isinstance(job.policy, str):
        briefing = Briefing(task.solution, load_domain(task.domain).hand_over, job.trial)
        return POLICIES[job.policy](briefing)
    return job.policy()


def _episode(job: Job, env: CRMEnv, outcome: Outcome, seconds: float) -> Episode:
    task, domain = env.task, env.domain
    return Episode(
        policy=job.name,
        task=task.id,
        domain=task.domain,
        family=task.family,
        labels=task.labels,
        difficulty=task.difficulty,
        policy_constrained=task.policy_constrained,
        trial=job.trial,
        seed=job.seed,
        outcome=outcome,
        reason=_reason(outcome, env.end),
        end=env.end,
        checks=env.scores,
        verdicts=env.verdicts,
        steps=env.steps,
        events=tuple(env.events),
        given=task.given,
        changes=tuple(map(_edit, env.world.changes())),
        journal=tuple(map(_edit, env.world.journal)),
        data_hash=domain.data_hash,
        seconds=round(seconds, 6),
    )


def _reason(outcome: Outcome, end: str) -> str:
    if outcome == "evaluator_error":
        return "evaluator.check"
    if outcome == "success":
        return ""
    return f"model.{end}" if end in NOT_CONVERGED else "model.checks"


def _edit(change: Change | Write) -> Edit:
    return Edit(table=change.table, key=change.id, before=_whole(change.before), after=_whole(change.after))


def _whole(record: Record | None) -> Arguments | None:
    return None if record is None else record.whole()


def _describe(out: Path, jobs: Sequence[Job], **settings: Any) -> None:
    """Writes `run.json`: what was run."""
    out.mkdir(parents=True, exist_ok=True)
    if (out / "episodes.jsonl").exists():
        raise ValueError(f"{out} already holds a run; choose another directory or remove it")
    tasks = list(dict.fromkeys(job.task for job in jobs))
    packages = {name: version(name) for name in ("gymnasium", "numpy", "pydantic")}
    run = {
        "policy": jobs[0].name if jobs else "",
        "tasks": tasks,
        "task_hash": task_hash(tasks),
        **settings,
        "user": "scripted",
        "judge": "rule",
        "python": platform.python_version(),
        "packages": packages,
    }
    (out / "run.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")


def task_hash(tasks: Iterable[str]) -> str:
    """Identifies a set of tasks by content."""
    digest = hashlib.sha256()
    for id in sorted(tasks):
        digest.update(load_task(id).model_dump_json().encode())
    return digest.hexdigest()[:16]


class Summary(NamedTuple):
    """Strict success over some episodes."""

    name: str
    episodes: int
    successes: int
    errors: int

    @property
    def rate(self) -> float:
        """The share of scored episodes that succeed; 0 when none is scored."""
        scored = self.episodes - self.errors
        return self.successes / scored if scored else 0.0


def summarise(episodes: Iterable[Episode], by: Callable[[Episode], str]) -> list[Summary]:
    """Strict success by whatever `by` names, in order of first appearance."""
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(by(episode), []).append(episode)
    return [_summary(name, group) for name, group in groups.items()]


def _summary(name: str, group: Sequence[Episode]) -> Summary:
    errors = sum(episode.outcome == "evaluator_error" for episode in group)
    return Summary(name, len(group), sum(episode.success for episode in group), errors)


def family_shares(episodes: Iterable[Episode]) -> Mapping[str, float]:
    """For each check family the share of the episodes declaring it in which all its checks hold."""
    held: dict[str, list[bool]] = {}
    for episode in episodes:
        for family, share in episode.checks.items():
            held.setdefault(family, []).append(share == 1.0)
    return {family: sum(values) / len(values) for family, values in held.items()}
