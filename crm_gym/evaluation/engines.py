"""Where trials are played: here, in threads, in processes, side by side, or on a Ray cluster.

Every engine takes jobs from an iterator only when it has room for them, and yields episodes as they end: who stops the
iterator stops the engine after what is in flight.
"""

import importlib
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from importlib.util import find_spec
from itertools import islice
from queue import SimpleQueue
from typing import Any, NamedTuple

from crm_gym.domains.base import load_domain
from crm_gym.evaluation.crew import Crew
from crm_gym.evaluation.episode import Episode, collector_paused
from crm_gym.evaluation.jobs import Job
from crm_gym.evaluation.playing import Bench, Episodes, Played
from crm_gym.evaluation.side_by_side import SideBySide
from crm_gym.tasks.store import released_rows

LONGEST_PART = 16
"""Jobs that a process gets at once: what a killed run may lose."""
SPARE = 2
"""Parts under way for each process: the one that it plays, and the next, so that it never waits for the parent."""


class Workers(NamedTuple):
    """How many trials are played at once, and where."""

    processes: int = 1
    threads: int = 1
    num_envs: int | None = None
    """So many trials side by side in each process, through a vector env."""
    engine: str = "local"
    crew: Crew | None = None
    """The processes, when they are kept for other runs too."""

    def checked(self) -> "Workers":
        """Itself. Raises ValueError for what cannot be combined, with what to do."""
        if self.engine not in ("local", "ray"):
            raise ValueError(f"there is no engine {self.engine!r}; known: local, ray")
        if self.engine == "ray" and find_spec("ray") is None:
            raise ValueError("engine='ray' needs Ray: pip install 'ray>=2.40'")
        if min(self.processes, self.threads, 1 if self.num_envs is None else self.num_envs) < 1:
            raise ValueError("workers, threads and num_envs are at least 1")
        if self.threads > 1 and (self.num_envs or self.processes > 1 or self.engine == "ray"):
            raise ValueError("threads are for policies that wait for a network: give no workers, num_envs or ray too")
        return self

    def ordered(self, jobs: Sequence[Job]) -> list[Job]:
        """Jobs in the order in which they are played: side by side those of one business come together."""
        domains = list(dict.fromkeys(job.domain for job in jobs)) if self.num_envs is not None else []
        return sorted(jobs, key=lambda job: domains.index(job.domain)) if domains else list(jobs)

    def play(self, jobs: Iterator[Job], total: int, here: Bench | SideBySide) -> Episodes:
        """Plays jobs, of which there are `total` at most; the episodes as they end.

        `here` plays when one process does, one trial after the other or side by side; it is kept for the whole run.
        """
        if self.engine == "ray":
            return _on_ray(self._parts(jobs, total), self)
        if self.processes > 1:
            return _in_processes(self._parts(jobs, total), self)
        if self.threads > 1:
            return _in_threads(jobs, min(self.threads, total))
        return here.play_all(jobs)

    def _parts(self, jobs: Iterator[Job], total: int) -> Iterator[list[Job]]:
        """Jobs in parts that are neither too small to send nor too many to lose."""
        size = max(self.num_envs or 1, min(LONGEST_PART, total // (self.processes * 4)))
        while part := list(islice(jobs, size)):
            yield part


def place(num_envs: int | None) -> Bench | SideBySide:
    """Where a process plays: what it needs for that, also a batch policy, is made once for each place."""
    return Bench() if num_envs is None else SideBySide(num_envs)


# Processes


class _Line(NamedTuple):
    """An episode on its way between processes: JSON is quicker than a pickled model, and is what gets written."""

    json: str
    stop: str

    def played(self) -> Played:
        """The episode itself."""
        return Played(Episode.model_validate_json(self.json), self.stop, self.json)


def play_part(jobs: Sequence[Job], num_envs: int | None) -> list[_Line]:
    """What a worker process does with its part. It ends early when no other trial can fare better."""
    lines = []
    for played in place(num_envs).play_all(jobs):
        lines.append(_Line(played.episode.model_dump_json(), played.stop))
        if played.stop:
            break
    return lines


def _in_processes(parts: Iterator[list[Job]], workers: Workers) -> Episodes:
    crew = workers.crew or Crew(workers.processes)
    through = False
    try:
        yield from _as_they_end(parts, crew.size * SPARE, lambda part: crew.submit(play_part, part, workers.num_envs))
        through = True
    finally:
        if not through or workers.crew is None:
            crew.dismiss(at_once=not through)


def _as_they_end(
    parts: Iterator[list[Job]], room: int, submit: Callable[[list[Job]], "Future[list[_Line]]"]
) -> Episodes:
    """Keeps as many parts under way as there is room for."""
    running = {submit(part) for part in islice(parts, room)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {submit(part) for part in islice(parts, len(done))}
        for future in done:
            yield from _arrived(future.result())


def _arrived(part: Sequence[_Line]) -> list[Played]:
    with collector_paused():
        return [line.played() for line in part]


# Threads


def _in_threads(jobs: Iterator[Job], threads: int) -> Episodes:
    """Threads wait for networks. They are daemons: after Ctrl-C nobody waits for the answer of an endpoint."""
    team = _Team(threads)
    try:
        running = sum(map(team.give, islice(jobs, threads)))
        while running:
            played = team.brought()
            running -= 1
            if played is not None:
                yield played
            running += sum(map(team.give, islice(jobs, 1)))
    finally:
        team.dismiss()


class _Team:
    """Threads that play what they are given."""

    def __init__(self, size: int) -> None:
        self._cancelled = threading.Event()
        self._given: SimpleQueue[Job | None] = SimpleQueue()
        self._brought: SimpleQueue[Played | BaseException | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def give(self, job: Job) -> int:
        """Gives a job to whoever is free; 1, the number of jobs."""
        _load(job)
        self._given.put(job)
        return 1

    def brought(self) -> Played | None:
        """The next episode that ends. Raises what a policy raised."""
        brought = self._brought.get()
        if isinstance(brought, BaseException):
            raise brought
        return brought

    def dismiss(self) -> None:
        """Cancels what is being played; the threads end by themselves."""
        self._cancelled.set()
        for _ in self._threads:
            self._given.put(None)

    def _work(self) -> None:
        bench = Bench(self._cancelled)
        while (job := self._given.get()) is not None:
            try:
                self._brought.put(bench.play(job))
            except BaseException as error:  # noqa: BLE001 - the thread that waits for the episodes raises it
                self._brought.put(error)


def _load(job: Job) -> None:
    """Loads what all threads share before they need it: what two of them load would not be one and the same object."""
    domain = load_domain(job.domain)
    released_rows(job.task)
    for name in ("rows", "everything", "exposures", "lexicon", "data_hash"):
        getattr(domain, name)


# Ray


def _on_ray(parts: Iterator[list[Job]], workers: Workers) -> Episodes:
    """One task of the cluster for each part; `processes` are those that run at once."""
    ray = _ray()
    play = ray.remote(play_part)
    running = []
    try:
        running = [play.remote(part, workers.num_envs) for part in islice(parts, workers.processes * SPARE)]
        while running:
            done, running = ray.wait(running)
            running += [play.remote(part, workers.num_envs) for part in islice(parts, len(done))]
            for reference in done:
                yield from _arrived(ray.get(reference))
    finally:
        for reference in running:
            ray.cancel(reference)


def _ray() -> Any:
    """The library, connected to the cluster that `RAY_ADDRESS` names, or to one of this machine."""
    ray = importlib.import_module("ray")
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    return ray
