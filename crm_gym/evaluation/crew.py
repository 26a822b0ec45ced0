"""Worker processes: they never hear Ctrl-C, and they end with their parent, whatever ends it."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.connection import wait
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Crew:
    """Worker processes that may be kept for several runs: each takes seconds to load what it needs to play.

    They start with the first work, and again after they were dismissed. As a context manager it dismisses them.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool: ProcessPoolExecutor | None = None
        self._others: set[int | None] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.dismiss(at_once=kind is not None)

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Gives work to whoever is free."""
        with _interrupts_held():
            if self._pool is None:
                self._others = {child.pid for child in active_children()}
                self._pool = ProcessPoolExecutor(
                    self.size, mp_context=get_context("spawn"), initializer=_end_with_parent
                )
            return self._pool.submit(work, *args, **kwargs)

    def dismiss(self, *, at_once: bool) -> None:
        """Ends the processes; `at_once` also those that still work."""
        if self._pool is None:
            return
        self._pool.shutdown(wait=not at_once, cancel_futures=True)
        self._pool = None
        for child in active_children() if at_once else ():
            if child.pid not in self._others:
                child.terminate()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after this; processes that are started within never see it, because they inherit that it waits."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # Python lets Ctrl-C through again when it starts this within
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """In a worker: a parent that is killed leaves nobody behind."""
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
