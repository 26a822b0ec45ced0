"""What is judged, and what a check is."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

from crm_gym import text
from crm_gym.matchers import Matchers, fits_all
from crm_gym.types import AgentSays, Event, ToolUse, UserSays, Value
from crm_gym.world import Change, Record, World, Write

Family = Literal["action", "parameter", "order", "reply", "state", "forbidden"]
FAMILIES: tuple[Family, ...] = ("action", "parameter", "order", "reply", "state", "forbidden")


Answer = TypeVar("Answer")


class _Once(Generic[Answer]):
    """A property of a run that is computed when it is first asked for: `cached_property` without its lock."""

    def __init__(self, compute: "Callable[[Run], Answer]") -> None:
        self._compute = compute

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, run: "Run", owner: type) -> Answer:
        answer = vars(run)[self._name] = self._compute(run)
        return answer


@dataclass(frozen=True)
class Run:
    """What is judged: the events in order, and the world that they left."""

    events: Sequence[Event]
    world: World
    lexicon: text.Lexicon

    @_Once
    def uses(self) -> list[tuple[int, ToolUse]]:
        """Every attempt with the number of its event."""
        return [(n, event) for n, event in enumerate(self.events) if isinstance(event, ToolUse)]

    @_Once
    def done(self) -> list[tuple[int, ToolUse]]:
        """The successful calls."""
        return [(n, use) for n, use in self.uses if use.status == "ok"]

    @_Once
    def messages(self) -> list[tuple[int, str]]:
        """What the agent told the user, with event numbers."""
        return [(n, event.text) for n, event in enumerate(self.events) if isinstance(event, AgentSays)]

    @_Once
    def turns(self) -> list[tuple[int, str]]:
        """What the user told the agent, with event numbers."""
        return [(n, event.text) for n, event in enumerate(self.events) if isinstance(event, UserSays)]

    def before(self, number: int) -> tuple[str, ...]:
        """What the user had said before a message: the opening, for what it is about, and the latest turn."""
        said = [text for n, text in self.turns if n < number]
        return tuple(dict.fromkeys([*said[:1], *said[-1:]]))

    def hears(self, number: int, message: str) -> text.Heard:
        """What the user hears in a message."""
        return text.listen(message, self.lexicon, before=self.before(number))

    def outcomes(self, number: int, message: str) -> tuple[text.Outcome, ...]:
        """Every outcome that a message states, clause by clause."""
        return text.outcomes_in_order(message, self.lexicon, before=self.before(number))

    @_Once
    def start(self) -> World:
        """The world before the episode."""
        return self.world.start()

    @_Once
    def changes(self) -> list[Change]:
        """Business records that ended up different."""
        return [change for change in self.world.changes() if not _bookkeeping(change)]

    @_Once
    def writes(self) -> list[tuple[int, Write]]:
        """Every write of a business record with the number of the event that made it."""
        found, position = [], 0
        for number, use in self.uses:
            part = self.world.journal[position : position + use.wrote]
            found += [(number, write) for write in part if not _bookkeeping(write)]
            position += use.wrote
        return found

    def first(self, tool: str, args: Matchers) -> int | None:
        """The event number of the first success of a tool with fitting arguments."""
        return next((n for n, use in self.done if use.name == tool and fits_all(args, use.arguments)), None)

    def writers(self, table: str, rows: Iterable[Record]) -> tuple[int, ...]:
        """The events that wrote any of these rows of a table."""
        return self.events_that_wrote({(table, row.id) for row in rows})

    def events_that_wrote(self, touched: Collection[tuple[str, str]]) -> tuple[int, ...]:
        """The events that wrote any of these tables and ids."""
        return tuple(sorted({n for n, write in self.writes if write[:2] in touched}))


def _bookkeeping(write: Write | Change) -> bool:
    record = write.after or write.before
    return record is not None and record.bookkeeping


class Finding(NamedTuple):
    """A check's answer: does it hold, why, and the events that show it."""

    holds: bool
    why: str
    evidence: tuple[int, ...] = ()


class Verdict(Value):
    """The outcome of one declared check."""

    id: str
    family: Family
    kind: str
    outcome: Literal["holds", "broken", "error"]
    why: str
    evidence: tuple[int, ...] = ()


class Check(Value):
    """One declared check. `sentence` says what it demands."""

    family: ClassVar[Family]
    id: str = ""
    """Unique in its contract; verdicts carry it."""

    @property
    def sentence(self) -> str:
        """What must be true, for a person or a language model to read."""
        raise NotImplementedError

    def find(self, run: Run) -> Finding:
        """Looks whether the check holds."""
        raise NotImplementedError
