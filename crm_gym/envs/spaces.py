"""The two custom spaces: what an agent may do, and any text; with what vector envs need to carry them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from typing import Any

import gymnasium.vector.utils as vector
from gymnasium import Space
from gymnasium.spaces import Dict, Tuple
from gymnasium.spaces.utils import is_space_dtype_shape_equiv
from gymnasium.vector.utils import batch_differing_spaces
from gymnasium.wrappers.utils import create_zero_array

MAX_BYTES = 65_535
"""Longest text of an observation leaf, in UTF-8 bytes."""

MAX_JSON_BYTES = 1_000_000
"""Longest JSON value in shared memory."""

_HEADER = 4
_WORDS = ("hello", "thanks", "sure", "your", "account", "please", "one", "moment", "which", "payment", "done", "sorry")


class Utterance(Space[str]):
    """Any Unicode text. `spaces.Text` cannot hold it: it has a fixed character set and goes stale in shared memory."""

    def __init__(self, max_bytes: int = MAX_BYTES, seed: int | None = None) -> None:
        """A space of texts of at most `max_bytes` bytes in UTF-8."""
        self.max_bytes = max_bytes
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Text has no fixed-size array form."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> str:
        """A few plain words."""
        return _words(self)

    def contains(self, x: Any) -> bool:
        """Whether it is a text that fits."""
        return isinstance(x, str) and (len(x) * 4 <= self.max_bytes or len(_encode(x)) <= self.max_bytes)

    def to_jsonable(self, sample_n: Iterable[str]) -> list[str]:
        """Texts are JSON already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[str]:
        """Texts are JSON already."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Utterance) and self.max_bytes == other.max_bytes

    def __repr__(self) -> str:
        return f"Utterance({self.max_bytes})"


class JsonValue(Space[Any]):
    """Any JSON value: text, numbers, lists, objects. For wrappers; the env itself needs no more than `Utterance`."""

    def __init__(self, max_bytes: int = MAX_JSON_BYTES, seed: int | None = None) -> None:
        """A space of values of at most `max_bytes` bytes as JSON in UTF-8, which counts only in shared memory."""
        self.max_bytes = max_bytes
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """JSON has no fixed-size array form."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> Any:
        """A few plain words in a list."""
        return [_words(self)]

    def contains(self, x: Any) -> bool:
        """Whether it is made of what JSON knows, and no deeper than it can be written."""
        try:
            return _is_json(x)
        except RecursionError:
            return False

    def to_jsonable(self, sample_n: Iterable[Any]) -> list[Any]:
        """Values are JSON already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[Any]:
        """Values are JSON already."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JsonValue) and self.max_bytes == other.max_bytes

    def __repr__(self) -> str:
        return f"JsonValue({self.max_bytes})"


class AgentAction(Space[Any]):
    """A message to the user (a `str`) or a tool call (`{"name": str, "arguments": dict}`).

    `tools` is only a hint for `sample`: spaces with other hints are equal, so that domains share one vector env.
    """

    def __init__(self, tools: Sequence[str] = (), seed: int | None = None) -> None:
        """A space of actions; `tools` are the names that `sample` uses."""
        self.tools = tuple(tools)
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Actions have no fixed-size array form."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> Any:
        """A message, or a call without arguments."""
        if not self.tools or self.np_random.random() < 0.5:
            return _words(self)
        return {"name": self.tools[int(self.np_random.integers(len(self.tools)))], "arguments": {}}

    def contains(self, x: Any) -> bool:
        """Whether it is a message or has the form of a tool call; whether the call is any good is for `step` to say."""
        if isinstance(x, str):
            return True
        return (
            isinstance(x, dict)
            and x.keys() == {"name", "arguments"}
            and isinstance(x["name"], str)
            and isinstance(x["arguments"], dict)
        )

    def to_jsonable(self, sample_n: Iterable[Any]) -> list[Any]:
        """Actions are JSON already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[Any]:
        """Actions are JSON already."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AgentAction)

    def __repr__(self) -> str:
        return "AgentAction()"


def has_leaf(space: Space[Any], name: str, kind: type[Space[Any]]) -> bool:
    """Whether it is a `Dict` with such a space under this name: how a wrapper knows what it is put on."""
    return isinstance(space, Dict) and isinstance(space.spaces.get(name), kind)


def _words(space: Space[Any]) -> str:
    count = int(space.np_random.integers(1, 8))
    return " ".join(_WORDS[int(i)] for i in space.np_random.integers(len(_WORDS), size=count))


def _is_json(value: object) -> bool:
    match value:
        case None | bool() | int() | float() | str():
            return True
        case list():
            return all(map(_is_json, value))
        case dict():
            return all(isinstance(name, str) and _is_json(item) for name, item in value.items())
    return False


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class SharedTexts:
    """The texts of all sub-envs in shared memory; a deep copy is the tuple of values as they are at that moment."""

    def __init__(self, memory: Any, slot: int, n: int, read: Callable[[str], Any] = str) -> None:
        """A view of `n` slots of `slot` bytes; `read` makes a value of a text."""
        self._memory, self._slot, self._n, self._read = memory, slot, n, read

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, index: int) -> Any:
        if not -self._n <= index < self._n:
            raise IndexError(index)
        start = (index % self._n) * self._slot
        with self._memory.get_lock():
            raw = self._memory.get_obj()
            size = int.from_bytes(raw[start : start + _HEADER], "big")
            text = bytes(raw[start + _HEADER : start + _HEADER + size]).decode("utf-8", "surrogatepass")
        return self._read(text)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(self._n))

    def __deepcopy__(self, memo: object) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return f"SharedTexts({tuple(self)!r})"


@vector.create_shared_memory.register(Utterance)
@vector.create_shared_memory.register(JsonValue)
def _create_shared_memory(space: Utterance | JsonValue, n: int = 1, ctx: BaseContext | None = None) -> Any:
    return (ctx or get_context()).Array("c", n * (space.max_bytes + _HEADER))


@vector.read_from_shared_memory.register(Utterance)
def _read_from_shared_memory(space: Utterance, shared_memory: Any, n: int = 1) -> SharedTexts:
    return SharedTexts(shared_memory, space.max_bytes + _HEADER, n)


@vector.read_from_shared_memory.register(JsonValue)
def _read_json_from_shared_memory(space: JsonValue, shared_memory: Any, n: int = 1) -> SharedTexts:
    return SharedTexts(shared_memory, space.max_bytes + _HEADER, n, _read_json)


def _read_json(text: str) -> Any:
    """What stands in a slot; nothing has been written to it yet when it is empty."""
    return json.loads(text) if text else None


@vector.write_to_shared_memory.register(JsonValue)
def _write_json_to_shared_memory(space: JsonValue, index: int, value: Any, shared_memory: Any) -> None:
    _write(space, index, json.dumps(value, ensure_ascii=False), shared_memory)


@vector.write_to_shared_memory.register(Utterance)
def _write_to_shared_memory(space: Utterance, index: int, value: str, shared_memory: Any) -> None:
    _write(space, index, value, shared_memory)


def _write(space: Utterance | JsonValue, index: int, text: str, shared_memory: Any) -> None:
    data = _encode(text)
    if len(data) > space.max_bytes:
        raise ValueError(f"a text of {len(data)} bytes does not fit into {space!r}; use shared_memory=False")
    start = index * (space.max_bytes + _HEADER)
    with shared_memory.get_lock():
        raw = shared_memory.get_obj()
        raw[start : start + _HEADER] = len(data).to_bytes(_HEADER, "big")
        raw[start + _HEADER : start + _HEADER + len(data)] = data


def _batch_differing_spaces(spaces: Sequence[Space[Any]]) -> Space[Any]:
    return Tuple(spaces)


# Gymnasium dispatches on the type of the first space, not of the sequence.
batch_differing_spaces.register(Utterance, _batch_differing_spaces)
batch_differing_spaces.register(JsonValue, _batch_differing_spaces)
batch_differing_spaces.register(AgentAction, _batch_differing_spaces)


@is_space_dtype_shape_equiv.register(Utterance)
def _utterances_equivalent(space_1: Utterance, space_2: object) -> bool:
    return space_1 == space_2


@is_space_dtype_shape_equiv.register(JsonValue)
def _values_equivalent(space_1: JsonValue, space_2: object) -> bool:
    return space_1 == space_2


@is_space_dtype_shape_equiv.register(AgentAction)
def _actions_equivalent(space_1: AgentAction, space_2: object) -> bool:
    return space_1 == space_2


def _nothing_said(space: Space[Any]) -> str:
    return ""


def _no_value(space: Space[Any]) -> None:
    return None


create_zero_array.register(Utterance, _nothing_said)
create_zero_array.register(AgentAction, _nothing_said)
create_zero_array.register(JsonValue, _no_value)
