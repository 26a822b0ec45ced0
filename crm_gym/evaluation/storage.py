"""A run on disk: `run.json` says what is run, `episodes.jsonl` what happened, `summary.json` what it comes to."""

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from crm_gym.evaluation.comparing import unlike
from crm_gym.evaluation.episode import Episode, collector_paused
from crm_gym.evaluation.info import RunInfo, run_info
from crm_gym.llm import Endpoint
from crm_gym.types import Json

try:
    import fcntl
except ImportError:  # there are no such locks on Windows
    fcntl = None  # type: ignore[assignment]

RUN, EPISODES, SUMMARY = "run.json", "episodes.jsonl", "summary.json"

SYNC_SECONDS = 0.5
"""Shortest time between two orders to the disk: they take longer than a scripted trial, and far less than a model's."""
SECRETS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_CREDENTIALS")
"""How the names of environment variables end whose values are never written."""
SHORTEST_SECRET = 12
"""Characters; shorter values would be found where they are none."""


class StoredRun(NamedTuple):
    """A run that was read from its directory."""

    info: RunInfo
    episodes: list[Episode]
    """Every attempt, in the order in which they ended."""


def read_run(path: str | Path) -> StoredRun:
    """Reads a run directory. A torn last line is left out. Raises ValueError when there is no run, or a broken one."""
    folder = Path(path)
    if not (folder / RUN).is_file():
        raise ValueError(f"{folder} holds no run: there is no {RUN} in it")
    try:
        info = run_info((folder / RUN).read_text("utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{folder / RUN} is no JSON ({error}): was it edited?") from None
    except ValidationError as error:
        raise ValueError(f"{folder / RUN} is not of this version of crm_gym: {_first(error)}") from None
    return StoredRun(info, read_episodes(folder))


def read_episodes(folder: Path) -> list[Episode]:
    """The attempts of a run; none when nothing was played yet."""
    file = folder / EPISODES
    if not file.exists():
        return []
    whole = file.read_bytes().split(b"\n")[:-1]
    with collector_paused():
        return [_episode(line, f"{file}, line {number}") for number, line in enumerate(whole, 1)]


def _episode(line: bytes, where: str) -> Episode:
    try:
        return Episode.model_validate_json(line)
    except ValidationError as error:
        raise ValueError(f"{where} is no episode of this version of crm_gym: {_first(error)}") from None


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"


class RunFolder:
    """Writes a run directory, so that whatever ends the program loses at most the trials in flight.

    It is a context manager: within it no other process writes there, where the system has such locks.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._secrets = secrets()
        self._lock = -1
        self._file: BinaryIO | None = None
        self._synced = -SYNC_SECONDS

    def __enter__(self) -> Self:
        """Raises ValueError while another process writes."""
        self.path.mkdir(parents=True, exist_ok=True)
        if fcntl is None:
            return self
        self._lock = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise ValueError(f"another process is writing {self.path}: wait for it, or choose another one") from None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self._close()
        finally:
            if fcntl is not None:
                os.close(self._lock)

    def begin(self, info: RunInfo) -> None:
        """Starts a run. Raises ValueError when the directory already has one."""
        check_free(self.path)
        write_whole(self.path / RUN, without_secrets(info.model_dump_json(indent=1)) + "\n")

    def resume(self, info: RunInfo) -> list[Episode]:
        """Goes on with a run, or starts one; returns what was played. Raises ValueError when it is another run."""
        if not (self.path / EPISODES).exists():
            self.begin(info)
            return []
        stored = read_run(self.path)
        if told := "; ".join(unlike(stored.info, info)):
            raise ValueError(
                f"{self.path} holds another run ({told}); give what it was begun with, or another directory"
            )
        self._drop_torn_line()
        return stored.episodes

    def _drop_torn_line(self) -> None:
        file = self.path / EPISODES
        if file.exists():
            with file.open("rb+") as stream:
                stream.truncate(file.read_bytes().rfind(b"\n") + 1)

    def add(self, episode: Episode, as_json: str = "") -> None:
        """Appends an attempt; `as_json` is the same where it is known already.

        When this returns, the attempt outlives this process. It is ordered to the disk, to outlive the machine, unless
        that was done less than `SYNC_SECONDS` ago; then it goes there with the next one, or when the folder is left.
        """
        line = without_secrets(as_json or episode.model_dump_json(), self._secrets)
        if self._file is None:
            self._file = (self.path / EPISODES).open("ab")
        self._file.write(line.encode("utf-8") + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self._sync()

    def _sync(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _close(self) -> None:
        if self._file is not None:
            self._sync()
            self._file.close()
            self._file = None

    def amend(self, episode: Episode) -> None:
        """Appends what was decided about an attempt; the last line about it counts."""
        self._drop_torn_line()
        self.add(episode)

    def conclude(self, summary: Mapping[str, Any]) -> None:
        """Writes what the run comes to so far, when all of its episodes are on the disk."""
        self._sync()
        write_whole(self.path / SUMMARY, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def check_free(path: Path) -> None:
    """Raises ValueError when a directory already has a run."""
    if (path / EPISODES).exists():
        raise ValueError(f"{path} already holds a run; resume it (--resume), choose another directory or remove it")


def write_whole(file: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all."""
    beside = file.with_name(f".{file.name}.part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)


def without_secrets(text: str, values: Sequence[str] | None = None) -> str:
    """Text in which no value of an environment variable stands that is named like a key."""
    for value in secrets() if values is None else values:
        text = text.replace(value, "[removed]")
    return text


def secrets() -> Sequence[str]:
    """Secret values of the environment, the longest first, so that none is left in parts."""
    values = {value for name, value in os.environ.items() if name.upper().endswith(SECRETS)}
    return sorted((value for value in values if len(value) >= SHORTEST_SECRET), key=len, reverse=True)


def endpoint_settings(endpoint: Endpoint) -> dict[str, Json]:
    """What may be known of an endpoint: no key, no user or query in its address; of extra fields only the names."""
    kept = endpoint.model_dump(mode="json", exclude={"extra", "key_variable", "base_url"})
    return {**kept, "base_url": _bare(endpoint.base_url), "extra": sorted(endpoint.extra)}


def _bare(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
