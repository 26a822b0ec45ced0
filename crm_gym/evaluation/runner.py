"""Plays a policy over tasks: which trials, in what order again, until when, and what is kept."""

import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from importlib.metadata import version
from pathlib import Path
from typing import Any

from crm_gym import __version__
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import MAX_STEPS, MAX_USER_TURNS
from crm_gym.evaluation.crew import Crew
from crm_gym.evaluation.engines import Workers, place
from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.info import GRADING, RunInfo
from crm_gym.evaluation.jobs import (
    Conditions,
    Job,
    Judge,
    Made,
    check_exposure,
    make_jobs,
    policy_name,
    select,
    task_hashes,
)
from crm_gym.evaluation.limits import Limits, Meter, RunStopped
from crm_gym.evaluation.overview import summary
from crm_gym.evaluation.playing import Episodes, Played
from crm_gym.evaluation.storage import RunFolder, endpoint_settings
from crm_gym.llm import Endpoint, Price
from crm_gym.llm import prices as shipped_prices
from crm_gym.tasks.store import load_task

Progress = Callable[[Episode], None]


def evaluate(
    policy: Made,
    tasks: str | Iterable[str] = "all",
    *,
    name: str = "",
    trials: int = 1,
    seed: int = 0,
    limit: int | None = None,
    exposure: str = "all",
    user: Endpoint | None = None,
    judge: Judge | None = None,
    judge_beside: bool = False,
    workers: int | Crew = 1,
    threads: int = 1,
    num_envs: int | None = None,
    engine: str = "local",
    limits: Limits = Limits(),  # noqa: B008 - a frozen value
    prices: Mapping[str, Price] | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> list[Episode]:
    """Plays a policy over tasks, each `trials` times, and returns one episode per trial, by task and trial.

    >>> class Hello:
    ...     def act(self, observation):
    ...         return "Hello, how can I help you?"
    >>> episodes = evaluate(Hello, "payments", limit=2, trials=3)
    >>> [(episode.trial, episode.success) for episode in episodes]
    [(0, False), (1, False), (2, False), (0, False), (1, False), (2, False)]

    What is played: `policy` is the name of a shipped policy or a callable without arguments, like a class, that makes a
    fresh one for each trial; `name` is what figures call it. It acts on observations alone; what it may have besides
    `act` stands at `crm_gym.baselines.Policy`. `tasks` is a suite id, a domain, a task id, several of these, or "all";
    `limit` (at least 1; None: all) is how many of them, `trials` (at least 1) how often each. `exposure="routed"` shows
    one node of the business's graph at a time. With `user` a language model plays the customer. `judge` makes a judge
    of replies for each episode, called with what the customer wants, in place of the rules; with `judge_beside` the
    rules decide and its opinions are kept.

    How: one after the other; in `workers` processes, to which the policy must be importable, or in those of a `Crew`,
    which stay for the next run; in `threads`, for policies that wait for a network; `num_envs` trials of one business
    side by side through a vector env; with `engine="ray"` on a Ray cluster. The episodes are the same. An
    infrastructure failure is played again after all else, `limits.retries` times; a failure of the model never.

    With `num_envs` the policy may be a `crm_gym.baselines.BatchPolicy`: `act_batch(observations)` gets the observations
    of all slots that wait, by slot, and returns a mapping with one action for each of these slots.

    With `out` the run is kept there: `run.json`, `episodes.jsonl` with one line for each attempt, on the disk as it
    ends, and `summary.json`. With `resume` what is missing there is played, and infrastructure failures once more.
    `progress` is called with each attempt, stored ones first. `prices` is a price table in place of the shipped one.

    Raises UnknownTask, ValueError and TypeError for what cannot be run, RunStopped when a limit of the whole run is
    reached or an endpoint refuses for good, and whatever a policy raises, with the task and trial named.
    """
    _check_numbers(trials, limit)
    table = shipped_prices() if prices is None else prices
    shown = policy_name(policy)
    name = name or shown
    check_exposure(policy, exposure, name)
    conditions = Conditions(
        policy, name, exposure, user, limits.seconds, limits.agent_share, judge, judge_beside, table
    )
    jobs = make_jobs(conditions, select(tasks)[:limit], trials, seed)
    processes, crew = (workers.size, workers) if isinstance(workers, Crew) else (workers, None)
    pool = Workers(processes, threads, num_envs, engine, crew).checked()
    info = _describe(conditions, jobs, limits, seed=seed, trials=trials)
    meter = Meter(limits, table, simulator=user.model if user else "", judge=_model(judge))
    with nullcontext() if out is None else RunFolder(out) as folder:
        run = _Run(info, jobs, folder, progress)
        run.begin(resume=resume)
        try:
            run.play(pool, meter)
        finally:
            run.conclude()
    return run.last


def _check_numbers(trials: int, limit: int | None) -> None:
    """Raises ValueError for numbers of which nothing would be played."""
    if trials < 1:
        raise ValueError(f"trials is at least 1, not {trials}")
    if limit is not None and limit < 1:
        raise ValueError(f"limit is at least 1, or None for all tasks, not {limit}")


class _Run:
    """The attempts of a run so far, and the trials that are still to be played."""

    def __init__(self, info: RunInfo, jobs: Sequence[Job], folder: RunFolder | None, progress: Progress | None) -> None:
        self._info = info
        self._jobs = jobs
        self._folder = folder
        self._progress = progress
        self._attempts: list[Episode] = []
        self._last: dict[tuple[str, int], Episode] = {}

    def begin(self, *, resume: bool) -> None:
        """Starts the run directory, or goes on with what is there."""
        if self._folder is None:
            if resume:
                raise ValueError("there is nothing to resume without a run directory: give `out`")
        elif resume:
            for episode in self._folder.resume(self._info):
                self._note(episode)
        else:
            self._folder.begin(self._info)

    @property
    def last(self) -> list[Episode]:
        """The last attempt of each trial that was played, by task and trial."""
        found = (self._last.get((job.task, job.trial)) for job in self._jobs)
        return [episode for episode in found if episode is not None]

    def play(self, workers: Workers, meter: Meter) -> None:
        """Plays what is missing, and what failed for want of infrastructure. Raises RunStopped."""
        stop = next((why for why in map(meter.add, self._attempts) if why), "")
        here = place(workers.num_envs)
        for _ in range(1 + self._info.limits.retries):
            todo = workers.ordered(list(self._todo()))
            if todo and not stop:
                feed = _Feed(todo)
                self._add_all(workers.play(feed, len(todo), here), feed, meter)
                stop = feed.stop
        if stop and any(self._todo()):
            raise RunStopped(f"{stop} ({len(self._last)} of {len(self._jobs)} trials are played)", self.last)

    def _todo(self) -> Iterator[Job]:
        for job in self._jobs:
            last = self._last.get((job.task, job.trial))
            if last is None:
                yield job
            elif last.outcome == "infra_failure":
                yield job._replace(attempt=last.attempt + 1)

    def _add_all(self, episodes: Episodes, feed: "_Feed", meter: Meter) -> None:
        """Keeps episodes as they end, and stops the feed when the run must; what was in flight then is kept too."""
        with closing(episodes):
            for played in episodes:
                self._add(played)
                feed.stop = feed.stop or played.stop or meter.add(played.episode)

    def _add(self, played: Played) -> None:
        if self._folder is not None:
            self._folder.add(played.episode, played.json)
        self._note(played.episode)

    def _note(self, episode: Episode) -> None:
        self._attempts.append(episode)
        self._last[episode.task, episode.trial] = episode
        if self._progress is not None:
            self._progress(episode)

    def conclude(self) -> None:
        """Writes the summary."""
        if self._folder is not None:
            self._folder.conclude(summary(self._info, self._attempts))


class _Feed(Iterator[Job]):
    """Jobs until there is a reason to stop."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self.stop = ""
        self._jobs = iter(jobs)

    def __next__(self) -> Job:
        if self.stop:
            raise StopIteration
        return next(self._jobs)


def _describe(conditions: Conditions, jobs: Sequence[Job], limits: Limits, *, seed: int, trials: int) -> RunInfo:
    """What goes into `run.json`."""
    tasks = tuple(dict.fromkeys(job.task for job in jobs))
    domains = dict.fromkeys(load_task(task).domain for task in tasks)
    user, judge = conditions.user, conditions.judge
    models = {_model(conditions.policy), *([user.model] if user else [])}
    return RunInfo(
        policy=conditions.name,
        policy_settings=settings_of(conditions.policy),
        tasks=task_hashes(tasks),
        data={domain: load_domain(domain).data_hash for domain in domains},
        trials=trials,
        seed=seed,
        exposure=conditions.exposure,
        max_user_turns=MAX_USER_TURNS,
        max_steps=MAX_STEPS,
        user=user.model if user else "scripted",
        user_settings=endpoint_settings(user) if user else {},
        judge=judge_name(judge, beside=conditions.beside),
        judge_settings=settings_of(judge),
        grading=GRADING,
        limits=limits,
        prices={model: conditions.prices[model] for model in sorted(models) if model in conditions.prices},
        version=__version__,
        python=platform.python_version(),
        packages={package: version(package) for package in ("gymnasium", "numpy", "pydantic")},
    )


def judge_name(judge: Judge | None, *, beside: bool) -> str:
    """What `run.json` calls a judge."""
    if judge is None:
        return "rule"
    model = _model(judge) or policy_name(judge)  # type: ignore[arg-type] # a name for any callable
    return f"rule+{model}" if beside else model


def _model(maker: object) -> str:
    """The model that a maker of policies or judges says that they ask: with an `endpoint`, or a `model`."""
    endpoint = getattr(maker, "endpoint", None)
    model = endpoint.model if isinstance(endpoint, Endpoint) else getattr(maker, "model", "")
    return model if isinstance(model, str) else ""


def settings_of(maker: object) -> dict[str, Any]:
    """What a maker says about those it makes: its `endpoint`, and the JSON object that `describe()` gives."""
    endpoint = getattr(maker, "endpoint", None)
    settings = endpoint_settings(endpoint) if isinstance(endpoint, Endpoint) else {}
    return {**settings, **(maker.describe() if hasattr(maker, "describe") else {})}
