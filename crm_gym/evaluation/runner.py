"""Plays a policy over tasks, in one process or several, one by one or side by side."""

import json
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.jobs import Job, Made, make_jobs, select, task_hash
from crm_gym.evaluation.playing import play
from crm_gym.evaluation.side_by_side import play_side_by_side


def evaluate(
    policy: Made,
    tasks: str | Iterable[str] = "all",
    *,
    trials: int = 1,
    workers: int = 1,
    num_envs: int | None = None,
    exposure: str = "all",
    seed: int = 0,
    limit: int | None = None,
    out: str | Path | None = None,
    progress: Callable[[Episode], None] | None = None,
) -> list[Episode]:
    """Plays a policy over tasks, each `trials` times, and returns the episodes in the order of tasks and trials.

    `policy` is the name of a shipped policy or a callable without arguments that makes a fresh one for each trial (with
    `workers > 1` it must be importable by other processes). `tasks` is a suite id, a domain, a task id, several of
    these, or "all". With `num_envs` that many trials are played side by side through a vector env, with the same
    episodes; `policy` may then make a `BatchPolicy`, which answers several customers in one call. `exposure="routed"`
    shows one node of the business's graph at a time. With `out`, `run.json` and `episodes.jsonl` are written there.
    Raises UnknownTask and ValueError.
    """
    jobs = make_jobs(policy, select(tasks)[:limit], trials, seed, exposure)
    if out is not None:
        _describe(Path(out), jobs, trials=trials, seed=seed, exposure=exposure)
    episodes = []
    for episode in _play_all(jobs, workers, num_envs):
        episodes.append(episode)
        if out is not None:
            with (Path(out) / "episodes.jsonl").open("a", encoding="utf-8") as file:
                file.write(episode.model_dump_json() + "\n")
        if progress is not None:
            progress(episode)
    return episodes


def _play_all(jobs: Sequence[Job], workers: int, num_envs: int | None) -> Iterator[Episode]:
    if workers <= 1:
        yield from _play(jobs, num_envs)
        return
    size = max(num_envs or 1, len(jobs) // (workers * 4))
    parts = [jobs[start : start + size] for start in range(0, len(jobs), size)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from chain.from_iterable(pool.map(_play_part, parts, [num_envs] * len(parts)))


def _play(jobs: Sequence[Job], num_envs: int | None) -> Iterator[Episode]:
    return map(play, jobs) if num_envs is None else play_side_by_side(jobs, num_envs)


def _play_part(jobs: Sequence[Job], num_envs: int | None) -> list[Episode]:
    return list(_play(jobs, num_envs))


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
