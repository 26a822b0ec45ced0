"""How tasks are written: a scenario function draws what decides, and returns user, contract and solution."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar

from crm_gym import contract as c
from crm_gym.domains.base import load_domain
from crm_gym.matchers import Equals, Matchers, Near, OnDate, OneOf
from crm_gym.persona import OutcomeKind, Persona
from crm_gym.tasks.names import RELEASED, TRAINED, Pool
from crm_gym.tasks.spec import Act, Cell, Difficulty, Given, Style, Task
from crm_gym.tools import Tool
from crm_gym.types import Call, Say, Value
from crm_gym.world import FIRST_NEW, Record

Split = Literal["test", "train"]
T = TypeVar("T")
R = TypeVar("R", bound=Record)
Checks = Sequence[c.Check | Sequence[c.Check]]


MOST_TRIES = 1000
"""How often a value that is not used yet is looked for."""


class Person(NamedTuple):
    """A synthetic person."""

    first: str
    last: str
    email: str
    phone: str

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"


class Draw:
    """The one source of chance of a scenario: the same key draws the same task everywhere."""

    def __init__(self, domain: str, family: str, seed: str, cell: Cell, split: Split = "test") -> None:
        self.domain = load_domain(domain)
        self.cell = cell
        """The decision cell of this instance."""
        self.split: Split = split
        self.now = self.domain.now
        self.given: list[Record] = []
        self._random = Random(f"{domain}/{family}/{split}/{seed}")
        self._pool: Pool = RELEASED if split == "test" else TRAINED
        self._used: set[str] = set()
        self._new: dict[str, int] = {}

    def number(self, low: int, high: int) -> int:
        """An integer, both ends included."""
        return low + int(self._random.random() * (high - low + 1))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.number(0, len(options) - 1)]

    def several(self, options: Sequence[T], count: int) -> list[T]:
        """Different options, in drawn order."""
        left = list(options)
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(count)]

    def money(self, low: float, high: float, step: float = 0.01) -> float:
        """An amount in major units on a grid."""
        steps = round((high - low) / step)
        return round(float(low + self.number(0, steps) * step), 2)

    def digits(self, count: int) -> str:
        """A string of digits that does not start with 0, never drawn twice in a task."""
        return self._fresh(lambda: str(self.number(10 ** (count - 1), 10**count - 1)))

    def id(self, prefix: str) -> str:
        """An id for a given row: between those of the seed world and those that tools create."""
        return self._fresh(lambda: f"{prefix}-{self.number(1001, 8999)}")

    def person(self, last: str | None = None) -> Person:
        """Somebody nobody else in the task is; with a given surname for twins and relatives."""
        first = self._fresh(lambda: self.pick(self._pool.first))
        last = last or self._fresh(lambda: self.pick(self._pool.last))
        phone = self._fresh(lambda: f"+44 20 7946 0{self.number(100, 999)}")
        mailbox = f"{first}.{last}".lower().replace(" ", "").replace("'", "")
        ascii_mailbox = mailbox.translate(_ASCII)
        return Person(first, last, f"{ascii_mailbox}@{self.pick(self._pool.mail)}", phone)

    def add(self, record: R) -> R:
        """Lays a row over the world."""
        self.given.append(record)
        return record

    def new(self, kind: type[Record]) -> str:
        """The id that the next created record of this kind will get: for the solution, never for checks."""
        number = self._new.get(kind.__name__, FIRST_NEW)
        self._new[kind.__name__] = number + 1
        return f"{kind.prefix}-{number}"

    def _fresh(self, make: Callable[[], str]) -> str:
        for _ in range(MOST_TRIES):
            value = make()
            if value not in self._used:
                self._used.add(value)
                return value
        raise ValueError(f"nothing is left to draw: {value!r} and the like are used up")


_ASCII = str.maketrans(
    "áàâäãåąćčçéèêëęěíìîïłńñňóòôöõøřśšșťțúùûüůýźżžđğışæœ", "aaaaaaaccceeeeeeiiiilnnnoooooorsssttuuuuuyzzzdgisao"
)


@dataclass(frozen=True)
class Draft:
    """What a scenario returns; labels, difficulty and styles only where they differ from the scenario's."""

    user: Persona
    solution: Sequence[Say | Call]
    contract: Checks
    labels: tuple[str, ...] = ()
    difficulty: Difficulty | None = None
    styles: tuple[Style, ...] = ()
    now: datetime | None = None


@dataclass(frozen=True)
class Scenario:
    """A family of tasks: one story with its decision cells."""

    domain: str
    family: str
    function: Callable[[Draw], Draft]
    labels: tuple[str, ...]
    difficulty: Difficulty
    styles: tuple[Style, ...]
    cells: tuple[Cell, ...]
    boundary: str = ""
    """An axis of the cells: tasks that differ on it alone are twins, with the same people and figures."""
    held_out: bool = False
    """Never trained, so that generalisation to new families can be measured."""

    @property
    def about(self) -> str:
        """The point of the story."""
        return (self.function.__doc__ or "").strip()

    def twin(self, cell: Cell) -> str:
        """What twins have in common; '' for a cell without a twin."""
        rest = {axis: value for axis, value in cell.items() if axis != self.boundary}
        alike = [other for other in self.cells if {**other, self.boundary: ""} == {**rest, self.boundary: ""}]
        name = " ".join([self.family, *(f"{axis}={value}" for axis, value in sorted(rest.items()))])
        return name if self.boundary in cell and len(alike) > 1 else ""

    def released(self, cell: Cell, id: str) -> Task:
        """The released task of a cell."""
        key = self.twin(cell) or " ".join(f"{axis}={value}" for axis, value in sorted(cell.items()))
        return self.draw(cell, key, id=id)

    def draw(self, cell: Cell, seed: str, *, id: str, split: Split = "test") -> Task:
        """Draws one task."""
        draw = Draw(self.domain, self.family, seed, cell, split)
        draft = self.function(draw)
        return Task(
            id=id,
            domain=self.domain,
            family=self.family,
            cell=cell,
            labels=draft.labels or self.labels,
            difficulty=draft.difficulty or self.difficulty,
            styles=draft.styles or self.styles,
            twin=self.twin(cell),
            now=draft.now,
            given=tuple(Given(table=type(row).__name__, row=row.whole()) for row in draw.given),
            persona=draft.user,
            contract=_named(draft.contract),
            solution=tuple(_step(step) for step in draft.solution),
        )


def scenario(
    domain: str,
    *,
    labels: Sequence[str],
    difficulty: Difficulty,
    styles: Sequence[Style],
    cells: Sequence[Cell],
    boundary: str = "",
    held_out: bool = False,
) -> Callable[[Callable[[Draw], Draft]], Scenario]:
    """Marks a function as a family; each cell is a released task, and `boundary` names the axis that makes twins."""
    return lambda function: Scenario(
        domain=domain,
        family=function.__name__,
        function=function,
        labels=tuple(labels),
        difficulty=difficulty,
        styles=tuple(styles),
        cells=tuple(dict(cell) for cell in cells),
        boundary=boundary,
        held_out=held_out,
    )


# Steps of a solution


def say(text: str) -> Say:
    """The agent tells the user something."""
    return Say(text=text)


def refused(call: Call) -> Act:
    """A call that the business is expected to refuse."""
    return Act(name=call.name, arguments=call.arguments, expect="refused")


# Checks. Values of arguments: a float is money, a date a day, a tuple one of several, else equality.


def calls(tool: Tool, times: Literal["at_least_once"] | int = "at_least_once", **args: object) -> list[c.Check]:
    """The tool succeeds, and some success has these arguments: an action check and a parameter check."""
    action = c.Called(tool=tool.name, times=times)
    return [action, c.Passed(tool=tool.name, args=matchers(args))] if args else [action]


def calls_any(*tools: Tool) -> c.Check:
    """One of the tools succeeds."""
    return c.CalledAny(tools=tuple(tool.name for tool in tools))


def passes(tool: Tool, quantifier: Literal["some", "every"] = "some", **args: object) -> c.Check:
    """Some or every success of the tool has these arguments."""
    return c.Passed(tool=tool.name, args=matchers(args), quantifier=quantifier)


def step(tool: Tool, **args: object) -> c.Step:
    """A step of an order."""
    return c.Step(tool=tool.name, args=matchers(args))


def in_order(*steps: Tool | c.Step, mode: Literal["subsequence", "exact"] = "subsequence") -> c.Check:
    """These successes in this order."""
    return c.InOrder(steps=tuple(s if isinstance(s, c.Step) else step(s) for s in steps), mode=mode)


def ends(record: Record, *, stays: bool = False, **fields: object) -> c.Check:
    """The record has these values in the end; money in major units."""
    return c.Row(table=type(record).__name__, key=record.id, fields=matchers(fields), stays=stays)


def count(kind: type[Record], number: int, /, *, stays: bool = False, **where: object) -> c.Check:
    """Exactly so many records match."""
    return c.Rows(table=kind.__name__, where=matchers(where), count=number, stays=stays)


def changes_only(*records: Record, new: Mapping[type[Record], int] | None = None) -> c.Check:
    """Nothing else differs in the end."""
    refs = tuple(c.Ref(table=type(record).__name__, key=record.id) for record in records)
    created = tuple(c.Created(table=kind.__name__, at_most=number) for kind, number in (new or {}).items())
    return c.OnlyChanged(records=refs, created=created)


def made(kind: type[Record], at_most: int = 1, /, **where: object) -> c.Created:
    """New records that are allowed: so many of this kind that look like this."""
    return c.Created(table=kind.__name__, at_most=at_most, where=matchers(where))


def changes_just(*records: Record, new: Sequence[c.Created]) -> c.Check:
    """Like `changes_only`, where not every new record of a kind will do."""
    refs = tuple(c.Ref(table=type(record).__name__, key=record.id) for record in records)
    return c.OnlyChanged(records=refs, created=tuple(new))


def mentions(value: str) -> c.Check:
    """The agent names this id."""
    return c.Mentions(value=value)


def states(value: float | date, about: str | None = None) -> c.Check:
    """The agent states this amount (of a topic) or this day."""
    if isinstance(value, date):
        return c.StatesDate(day=value)
    return c.StatesAmount(amount=value, about=about)


def says_any(meaning: str, *phrases: str) -> c.Check:
    """The agent says one of the phrases; `meaning` is the same as a sentence."""
    return c.SaysAny(phrases=phrases, meaning=meaning)


def tells(outcome: OutcomeKind, about: str, *, or_outcome: OutcomeKind | None = None) -> c.Check:
    """The agent's last word on the topic is this outcome, or another one that is as right."""
    return c.StatesOutcome(outcome=outcome, about=about, or_outcome=or_outcome)


def asks_for(slot: str) -> c.Check:
    """The agent asks the user for a slot."""
    return c.AsksFor(slot=slot)


def asks_before(tool: Tool, slot: str = c.YES, **args: object) -> c.Check:
    """The agent asks for a slot, or for a yes, before the tool first succeeds."""
    return c.AsksBefore(tool=tool.name, slot=slot, args=matchers(args))


def says_before(
    tool: Tool, *, mentions: Sequence[str] = (), amounts: Sequence[float] = (), phrases: Sequence[str] = ()
) -> c.Check:
    """The agent says this before the tool first succeeds."""
    return c.SaysBefore(tool=tool.name, mentions=tuple(mentions), amounts=tuple(amounts), phrases=tuple(phrases))


def never_says(*phrases: str) -> c.Check:
    """None of these stands in any reply."""
    return c.NeverSays(phrases=phrases)


def never(tool: Tool, **args: object) -> c.Check:
    """The tool is never attempted (with these arguments)."""
    return c.NeverCalled(tool=tool.name, args=matchers(args))


def never_passes(*values: str, tools: Sequence[Tool] = (), calls: Literal["writes", "all"] = "writes") -> c.Check:
    """No attempt carries one of the values."""
    return c.NeverPassed(values=values, tools=tuple(tool.name for tool in tools), calls=calls)


def protects(*records: Record) -> list[c.Check]:
    """These records are not written even once: one check for each table."""
    tables: dict[str, list[str]] = {}
    for record in records:
        tables.setdefault(type(record).__name__, []).append(record.id)
    return [c.Protected(table=table, keys=tuple(keys)) for table, keys in tables.items()]


def protects_all(kind: type[Record], but: Sequence[Record] = ()) -> c.Check:
    """No record of the table is written, new ones included."""
    return c.Protected(table=kind.__name__, keys="*", but=tuple(record.id for record in but))


def matchers(values: Mapping[str, object]) -> Matchers:
    """Plain values as matchers."""
    return {name: _matcher(value) for name, value in values.items()}


def _matcher(value: Any) -> Any:
    match value:
        case Value():
            return value
        case bool() | None | str() | int():
            return Equals(value=value)
        case float():
            return Near(amount=round(value, 2))
        case datetime():
            return Equals(value=value.isoformat())
        case date():
            return OnDate(day=value)
        case tuple() | list():
            return OneOf(values=tuple(value))
    raise TypeError(f"no matcher for {value!r}")


def _named(checks: Checks) -> c.Contract:
    """Numbers the checks within their kind."""
    numbers: dict[str, int] = {}
    return tuple(_numbered(check, numbers) for check in _flat(checks))


def _numbered(check: Any, numbers: dict[str, int]) -> Any:
    numbers[check.kind] = numbers.get(check.kind, 0) + 1
    return check.model_copy(update={"id": f"{check.kind}-{numbers[check.kind]}"})


def _flat(checks: Checks) -> Iterable[c.Check]:
    for check in checks:
        if isinstance(check, c.Check):
            yield check
        else:
            yield from check


def _step(step: Say | Call) -> Say | Act:
    return step if isinstance(step, Say | Act) else Act(name=step.name, arguments=step.arguments)
