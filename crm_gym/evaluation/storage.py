"""A run on disk: `run.json` says what is run, `episodes.jsonl` what happened, `summary.json` what it comes to."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.limits import Limits
from crm_gym.llm import Endpoint
from crm_gym.types import Json, Value

try:
    import fcntl
except ImportError:  # there are no such locks on Windows
    fcntl = None  # type: ignore[assignment]

RUN, EPISODES, SUMMARY = "run.json", "episodes.jsonl", "summary.json"

FREE = ("python", "packages", "limits", "prices")
"""What may differ when a run is resumed: it changes no episode, but for the seconds of a trial."""
SECRETS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_CREDENTIALS")
"""How the names of environment variables end whose values are never written."""
SHORTEST_SECRET = 12
"""Characters; shorter values would be found where they are none."""


class RunInfo(Value):
    """What is run."""

    policy: str
    policy_settings: dict[str, Json] = {}
    """What the policy says about itself: model, prompt hashes, ..."""
    tasks: tuple[str, ...]
    task_hash: str
    """Identifies the tasks by content."""
    data: dict[str, str]
    """The hash of each business's seed world."""
    trials: int
    seed: int
    exposure: str
    max_user_turns: int
    max_steps: int
    user: str
    """`scripted`, or the model that plays the customer."""
    user_settings: dict[str, Json] = {}
    judge: str
    """`rule`, the model that judges replies, or `rule+MODEL` when the model's opinion decides nothing."""
    judge_settings: dict[str, Json] = {}
    limits: Limits = Limits()
    prices: dict[str, tuple[float, float]] = {}
    """US dollars for a million tokens of prompt and completion, of the models that are known by name here."""
    version: str
    """Of crm_gym."""
    python: str
    packages: dict[str, str]

    @property
    def scheduled(self) -> int:
        """How many trials the run has, N."""
        return len(self.tasks) * self.trials

    def differences(self, other: "RunInfo") -> list[str]:
        """What makes another run's episodes another thing than this one's, as text."""
        mine, theirs = self.model_dump(mode="json", exclude=set(FREE)), other.model_dump(mode="json", exclude=set(FREE))
        found = [
            f"{name}: {_short(mine[name])}, not {_short(theirs[name])}" for name in mine if mine[name] != theirs[name]
        ]
        for name in ("seconds", "agent_share"):
            if getattr(self.limits, name) != getattr(other.limits, name):
                found.append(f"{name}: {getattr(self.limits, name)}, not {getattr(other.limits, name)}")
        return found


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


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
        info = RunInfo.model_validate_json((folder / RUN).read_text("utf-8"))
    except ValidationError as error:
        raise ValueError(f"{folder / RUN} is not of this version of crm_gym: {_first(error)}") from None
    return StoredRun(info, read_episodes(folder))


def read_episodes(folder: Path) -> list[Episode]:
    """The attempts of a run; none when nothing was played yet."""
    file = folder / EPISODES
    if not file.exists():
        return []
    whole = file.read_bytes().split(b"\n")[:-1]
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
        if fcntl is not None:
            os.close(self._lock)

    def begin(self, info: RunInfo) -> None:
        """Starts a run. Raises ValueError when the directory already has one."""
        if (self.path / EPISODES).exists():
            raise ValueError(f"{self.path} already holds a run; resume it, choose another directory or remove it")
        write_whole(self.path / RUN, without_secrets(info.model_dump_json(indent=1)) + "\n")

    def resume(self, info: RunInfo) -> list[Episode]:
        """Goes on with a run, or starts one; returns what was played. Raises ValueError when it is another run."""
        if not (self.path / EPISODES).exists():
            self.begin(info)
            return []
        stored = read_run(self.path)
        if differences := stored.info.differences(info):
            told = "; ".join(differences)
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

    def add(self, episode: Episode, *, sync: bool = True) -> None:
        """Appends an attempt. With `sync` it is on the disk when this returns, with all that were added before."""
        line = without_secrets(episode.model_dump_json(), self._secrets)
        with (self.path / EPISODES).open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            if sync:
                os.fsync(file.fileno())

    def amend(self, episode: Episode) -> None:
        """Appends what was decided about an attempt; the last line about it counts."""
        self._drop_torn_line()
        self.add(episode)

    def conclude(self, summary: Mapping[str, Any]) -> None:
        """Writes what the run comes to so far."""
        write_whole(self.path / SUMMARY, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


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
