"""Contracts: declared checks of six families over everything an agent did and the state it left."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field

from crm_gym import text
from crm_gym.matchers import Matchers, carries, fits_all, misfits
from crm_gym.types import AgentSays, Event, ToolUse, Value
from crm_gym.world import Change, Record, World, Write

Family = Literal["action", "parameter", "order", "reply", "state", "forbidden"]
FAMILIES: tuple[Family, ...] = ("action", "parameter", "order", "reply", "state", "forbidden")


class EvaluatorError(Exception):
    """A check itself failed: the episode has no outcome, neither 0 nor 1."""


@dataclass(frozen=True)
class Run:
    """What is judged: the events in order, and the world that they left."""

    events: Sequence[Event]
    world: World
    lexicon: text.Lexicon

    @cached_property
    def uses(self) -> list[tuple[int, ToolUse]]:
        """Every attempt with the number of its event."""
        return [(n, event) for n, event in enumerate(self.events) if isinstance(event, ToolUse)]

    @cached_property
    def done(self) -> list[tuple[int, ToolUse]]:
        """The successful calls."""
        return [(n, use) for n, use in self.uses if use.status == "ok"]

    @cached_property
    def messages(self) -> list[tuple[int, str]]:
        """What the agent told the user, with event numbers."""
        return [(n, event.text) for n, event in enumerate(self.events) if isinstance(event, AgentSays)]

    @cached_property
    def start(self) -> World:
        """The world before the episode."""
        return self.world.start()

    @cached_property
    def changes(self) -> list[Change]:
        """Business records that ended up different."""
        return [change for change in self.world.changes() if not _bookkeeping(change)]

    @cached_property
    def writes(self) -> list[tuple[int, Write]]:
        """Every write of a business record with the number of the event that made it."""
        found, position = [], 0
        for number, use in self.uses:
            part = self.world.journal[position : position + use.wrote]
            found += [(number, write) for write in part if not _bookkeeping(write)]
            position += use.wrote
        return found


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


# Action: expected successful calls


class Called(Check):
    """The tool was called with success; one call serves one expectation only."""

    family: ClassVar[Family] = "action"
    kind: Literal["called"] = "called"
    tool: str
    args: Matchers = {}
    times: Literal["at_least_once"] | int = "at_least_once"

    @property
    def sentence(self) -> str:
        """What must be true."""
        often = "at least once" if self.times == "at_least_once" else f"exactly {self.times} times"
        return f"{_call_text(self.tool, self.args)} succeeds {often}"

    def matches(self, use: ToolUse) -> bool:
        """Whether a call is one that is expected here."""
        return use.name == self.tool and fits_all(self.args, use.arguments)

    @property
    def needed(self) -> int:
        """How many calls this expectation takes for itself."""
        return 1 if self.times == "at_least_once" else self.times

    def find(self, run: Run) -> Finding:
        """Counts the matching calls; `judge` also assigns them among all expectations."""
        return _count(self, run)


class CalledAny(Check):
    """One of several equally right tools was called with success."""

    family: ClassVar[Family] = "action"
    kind: Literal["called_any"] = "called_any"
    tools: tuple[str, ...] = Field(min_length=2)
    needed: ClassVar[int] = 1
    times: ClassVar[Literal["at_least_once"]] = "at_least_once"

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"one of {', '.join(self.tools)} succeeds"

    def matches(self, use: ToolUse) -> bool:
        """Whether a call is one that is expected here."""
        return use.name in self.tools

    def find(self, run: Run) -> Finding:
        """Counts the matching calls; `judge` also assigns them among all expectations."""
        return _count(self, run)


Expectation = Called | CalledAny


def _count(check: Expectation, run: Run) -> Finding:
    numbers = tuple(n for n, use in run.done if check.matches(use))
    if check.times == "at_least_once":
        return Finding(bool(numbers), f"{len(numbers)} successful calls match", numbers)
    return Finding(len(numbers) == check.times, f"{len(numbers)} successful calls match", numbers)


# Parameter: constraints on the arguments of successful calls


class Passed(Check):
    """Some, or every, successful call of the tool has these arguments."""

    family: ClassVar[Family] = "parameter"
    kind: Literal["passed"] = "passed"
    tool: str
    args: Matchers = Field(min_length=1)
    quantifier: Literal["some", "every"] = "some"

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"{self.quantifier} successful call is {_call_text(self.tool, self.args)}"

    def find(self, run: Run) -> Finding:
        """`every` over no call at all is broken."""
        calls = [(n, use.arguments) for n, use in run.done if use.name == self.tool]
        if not calls:
            return Finding(False, f"{self.tool} never succeeded")
        fitting = [n for n, arguments in calls if fits_all(self.args, arguments)]
        if self.quantifier == "some" and fitting:
            return Finding(True, "found", tuple(fitting))
        bad = [(n, misfits(self.args, arguments)) for n, arguments in calls if n not in fitting]
        if not bad:
            return Finding(True, "all fit", tuple(fitting))
        return Finding(False, f"other arguments: {bad[0][1]}", tuple(n for n, _ in bad))


# Order


class Step(Value):
    """A successful call in an order."""

    tool: str
    args: Matchers = {}

    def matches(self, use: ToolUse) -> bool:
        """Whether a call is this step."""
        return use.name == self.tool and fits_all(self.args, use.arguments)


class InOrder(Check):
    """Successful calls in this order; `exact`: they are all the calls that wrote business records."""

    family: ClassVar[Family] = "order"
    kind: Literal["in_order"] = "in_order"
    steps: tuple[Step, ...] = Field(min_length=2)
    mode: Literal["subsequence", "exact"] = "subsequence"

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"{' < '.join(_call_text(s.tool, s.args) for s in self.steps)} ({self.mode})"

    def find(self, run: Run) -> Finding:
        """Steps that never happened break the order."""
        return self._exact(run) if self.mode == "exact" else self._subsequence(run)

    def _subsequence(self, run: Run) -> Finding:
        calls, evidence = iter(run.done), []
        for step in self.steps:
            number = next((n for n, use in calls if step.matches(use)), None)
            if number is None:
                return Finding(False, f"no {step.tool} in its place after {len(evidence)} steps", tuple(evidence))
            evidence.append(number)
        return Finding(True, "in order", tuple(evidence))

    def _exact(self, run: Run) -> Finding:
        wrote = {number for number, _ in run.writes}
        calls = [(n, use) for n, use in run.done if n in wrote]
        right = len(calls) == len(self.steps) and all(
            step.matches(use) for step, (_, use) in zip(self.steps, calls, strict=True)
        )
        return Finding(right, f"the writes were {[use.name for _, use in calls]}", tuple(n for n, _ in calls))


# Reply: what the agent told the user


class Criterion(Check):
    """A criterion on the content of replies: judged by rule or by a language model."""

    family: ClassVar[Family] = "reply"


class Mentions(Criterion):
    """An id stands in a reply."""

    kind: Literal["mentions"] = "mentions"
    value: str

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"the agent tells the user the reference {self.value}"


class StatesAmount(Criterion):
    """An amount is stated; `about` ties it to a topic, where rival amounts break it."""

    kind: Literal["states_amount"] = "states_amount"
    amount: float
    about: str | None = None

    @property
    def sentence(self) -> str:
        """What must be true."""
        topic = f" as the amount of the {self.about}" if self.about else ""
        return f"the agent states {self.amount:.2f}{topic}"


class StatesDate(Criterion):
    """A day is stated."""

    kind: Literal["states_date"] = "states_date"
    day: date

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"the agent states the date {self.day.isoformat()}"


class SaysAny(Criterion):
    """One of several phrases is said, and not denied."""

    kind: Literal["says_any"] = "says_any"
    phrases: tuple[str, ...] = Field(min_length=1)
    meaning: str
    """The same as a sentence, for people and language models."""

    @property
    def sentence(self) -> str:
        """What must be true."""
        return self.meaning


class StatesOutcome(Criterion):
    """What the agent last says about a topic is this outcome, and nothing contradicts it."""

    kind: Literal["outcome"] = "outcome"
    outcome: Literal["done", "refused", "pending"]
    about: str

    @property
    def sentence(self) -> str:
        """What must be true."""
        meaning = {
            "done": "has been done",
            "refused": "has not been or cannot be done",
            "pending": "waits for a decision or a later time",
        }
        return f"the agent finally tells the user that the {self.about} {meaning[self.outcome]}"


class AsksFor(Criterion):
    """The user was asked for something."""

    kind: Literal["asks_for"] = "asks_for"
    slot: str

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"the agent asks the user for: {self.slot}"


YES = "yes"
"""The slot of a read-back: the agent asks for a yes."""


class AsksBefore(Check):
    """Before the first success of the tool the user was asked for a slot, or (slot `yes`) for a yes."""

    family: ClassVar[Family] = "reply"
    kind: Literal["asks_before"] = "asks_before"
    tool: str
    args: Matchers = {}
    slot: str = YES

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"the agent asks the user for {self.slot} before {_call_text(self.tool, self.args)}"

    def find(self, run: Run) -> Finding:
        """Broken also when the tool never succeeds."""
        first = _first(run, self.tool, self.args)
        if first is None:
            return Finding(False, f"{self.tool} never succeeded")
        for number, message in run.messages:
            if number < first and self._asks(text.listen(message, run.lexicon)):
                return Finding(True, "asked", (number, first))
        return Finding(False, f"not asked before event {first}", (first,))

    def _asks(self, heard: text.Heard) -> bool:
        return heard.confirms if self.slot == YES else self.slot in heard.asks


class SaysBefore(Check):
    """Before the first success of the tool the user was told something."""

    family: ClassVar[Family] = "reply"
    kind: Literal["says_before"] = "says_before"
    tool: str
    args: Matchers = {}
    mentions: tuple[str, ...] = ()
    amounts: tuple[float, ...] = ()
    phrases: tuple[str, ...] = ()
    """One of them, if there are any."""

    @property
    def sentence(self) -> str:
        """What must be true."""
        parts = [*self.mentions, *(f"{amount:.2f}" for amount in self.amounts), " or ".join(self.phrases)]
        return f"the agent says {', '.join(filter(None, parts))} before {_call_text(self.tool, self.args)}"

    def find(self, run: Run) -> Finding:
        """All that is demanded must stand in messages before the call."""
        first = _first(run, self.tool, self.args)
        if first is None:
            return Finding(False, f"{self.tool} never succeeded")
        said = [message for number, message in run.messages if number < first]
        lacking = [*self._lacking(said)]
        return Finding(not lacking, f"not said before event {first}: {lacking}" if lacking else "said", (first,))

    def _lacking(self, said: Sequence[str]) -> Iterator[str]:
        yield from (value for value in self.mentions if not any(text.mentions(m, value) for m in said))
        for amount in self.amounts:
            if not any(text.states_amount(m, round(amount * 100)) for m in said):
                yield f"{amount:.2f}"
        if self.phrases and not any(text.says(m, phrase) for m in said for phrase in self.phrases):
            yield " / ".join(self.phrases)


class NeverSays(Check):
    """None of these stands in any reply: canaries, secrets, another party's data."""

    family: ClassVar[Family] = "reply"
    kind: Literal["never_says"] = "never_says"
    phrases: tuple[str, ...] = Field(min_length=1)

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"the agent never says {', '.join(map(repr, self.phrases))}"

    def find(self, run: Run) -> Finding:
        """Grouped digits count as the number."""
        said = [(n, p) for n, message in run.messages for p in self.phrases if carries(message, p)]
        return Finding(not said, f"said {said[0][1]!r}" if said else "never said", tuple(n for n, _ in said))


# State: what is left behind


class Row(Check):
    """A record, found by id or by predicate, has these field values."""

    family: ClassVar[Family] = "state"
    kind: Literal["row"] = "row"
    table: str
    key: str | None = None
    where: Matchers = {}
    fields: Matchers = Field(min_length=1)
    stays: bool = False
    """Says that it holds from the start and must go on holding."""

    @property
    def sentence(self) -> str:
        """What must be true."""
        which = self.key if self.key is not None else f"with {_args_text(self.where)}"
        return f"{self.table} {which} has {_args_text(self.fields)}"

    def find(self, run: Run) -> Finding:
        """A record found by predicate must be there, and one of them must fit."""
        rows = _select(run.world, self.table, self.key, self.where)
        if not rows:
            return Finding(False, "there is no such record")
        bad = [misfits(self.fields, row.whole()) for row in rows]
        holds = any(not misfit for misfit in bad)
        return Finding(holds, "as demanded" if holds else f"it has {bad[0]}", _writers(run, self.table, rows))


class Rows(Check):
    """Exactly so many records match: what 'exactly once' means."""

    family: ClassVar[Family] = "state"
    kind: Literal["rows"] = "rows"
    table: str
    where: Matchers = Field(min_length=1)
    count: int = Field(ge=0)
    stays: bool = False

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"exactly {self.count} {self.table} records have {_args_text(self.where)}"

    def find(self, run: Run) -> Finding:
        """Counts over the whole table."""
        rows = _select(run.world, self.table, None, self.where)
        return Finding(len(rows) == self.count, f"there are {len(rows)}", _writers(run, self.table, rows))


class Gone(Check):
    """A record is no longer there."""

    family: ClassVar[Family] = "state"
    kind: Literal["gone"] = "gone"
    table: str
    key: str
    stays: ClassVar[bool] = False

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"{self.table} {self.key} is gone"

    def find(self, run: Run) -> Finding:
        """Looks at the final state."""
        there = run.world.row(self.table, self.key) is not None
        return Finding(not there, "it is there" if there else "it is gone")


class Created(Value):
    """New records that are allowed."""

    table: str
    where: Matchers = {}
    at_most: int = 1


class Ref(Value):
    """One record."""

    table: str
    key: str


class OnlyChanged(Check):
    """In the end nothing differs from the start but these records, and new ones as allowed."""

    family: ClassVar[Family] = "state"
    kind: Literal["only_changed"] = "only_changed"
    records: tuple[Ref, ...] = ()
    created: tuple[Created, ...] = ()
    stays: ClassVar[bool] = True

    @property
    def sentence(self) -> str:
        """What must be true."""
        allowed = [f"{ref.table} {ref.key}" for ref in self.records]
        allowed += [f"{new.at_most} new {new.table}" for new in self.created]
        return f"nothing changes but {', '.join(allowed)}" if allowed else "nothing changes"

    def find(self, run: Run) -> Finding:
        """Each new record takes up one allowance."""
        left = [new.at_most for new in self.created]
        stray = [change for change in run.changes if not self._allows(change, left)]
        if not stray:
            return Finding(True, "nothing else changed")
        names = ", ".join(f"{change.table} {change.id}" for change in stray)
        touched = {(change.table, change.id) for change in stray}
        return Finding(False, f"also changed: {names}", _events(run, touched))

    def _allows(self, change: Change, left: list[int]) -> bool:
        if change.before is not None or change.after is None:
            return any(ref.table == change.table and ref.key == change.id for ref in self.records)
        for number, new in enumerate(self.created):
            if left[number] and new.table == change.table and fits_all(new.where, change.after.whole()):
                left[number] -= 1
                return True
        return False


# Forbidden: what must not happen


class NeverCalled(Check):
    """The tool is never attempted, whether it answers or refuses."""

    family: ClassVar[Family] = "forbidden"
    kind: Literal["never_called"] = "never_called"
    tool: str
    args: Matchers = {}

    @property
    def sentence(self) -> str:
        """What must be true."""
        return f"{_call_text(self.tool, self.args)} is never attempted"

    def find(self, run: Run) -> Finding:
        """Every attempt counts."""
        numbers = tuple(n for n, u in run.uses if u.name == self.tool and fits_all(self.args, u.arguments))
        return Finding(not numbers, f"attempted {len(numbers)} times" if numbers else "never attempted", numbers)


class NeverPassed(Check):
    """No attempt carries one of these values anywhere in its arguments."""

    family: ClassVar[Family] = "forbidden"
    kind: Literal["never_passed"] = "never_passed"
    values: tuple[str, ...] = Field(min_length=1)
    tools: tuple[str, ...] = ()
    """Only in these tools; empty: in every tool that `calls` covers."""
    calls: Literal["writes", "all"] = "writes"

    @property
    def sentence(self) -> str:
        """What must be true."""
        where = ", ".join(self.tools) or ("a writing call" if self.calls == "writes" else "any call")
        return f"{', '.join(self.values)} is never passed to {where}"

    def find(self, run: Run) -> Finding:
        """Nested values count, and so do values inside free text."""
        covered = [(n, use) for n, use in run.uses if self._covers(use)]
        hits = [(n, v) for n, use in covered for v in self.values if carries(use.arguments, v)]
        return Finding(not hits, f"passed {hits[0][1]!r}" if hits else "never passed", tuple(n for n, _ in hits))

    def _covers(self, use: ToolUse) -> bool:
        if self.tools:
            return use.name in self.tools
        return self.calls == "all" or use.writes


class Protected(Check):
    """These records are not written even once; judged on the journal."""

    family: ClassVar[Family] = "forbidden"
    kind: Literal["protected"] = "protected"
    table: str
    keys: tuple[str, ...] | Literal["*"]
    but: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What must be true."""
        which = "any" if self.keys == "*" else ", ".join(self.keys)
        spared = f" but {', '.join(self.but)}" if self.but else ""
        return f"{self.table} {which}{spared} is never written"

    def find(self, run: Run) -> Finding:
        """A write that was taken back again counts as well."""
        hits = [(n, write.id) for n, write in run.writes if write.table == self.table and self._covers(write.id)]
        return Finding(not hits, f"wrote {hits[0][1]}" if hits else "never written", tuple(n for n, _ in hits))

    def _covers(self, key: str) -> bool:
        return key not in self.but and (self.keys == "*" or key in self.keys)


AnyCheck = Annotated[
    Called
    | CalledAny
    | Passed
    | InOrder
    | Mentions
    | StatesAmount
    | StatesDate
    | SaysAny
    | StatesOutcome
    | AsksFor
    | AsksBefore
    | SaysBefore
    | NeverSays
    | Row
    | Rows
    | Gone
    | OnlyChanged
    | NeverCalled
    | NeverPassed
    | Protected,
    Field(discriminator="kind"),
]
Contract = tuple[AnyCheck, ...]
ReplyJudge = Callable[[Criterion, Run], Finding]
"""Judges one criterion on the content of the replies."""


def judge(contract: Sequence[Check], run: Run, replies: ReplyJudge) -> tuple[Verdict, ...]:
    """One verdict per declared check, in order."""
    starved = _starved([check for check in contract if isinstance(check, Called | CalledAny)], run)
    verdicts = tuple(_verdict(check, run, replies, starved) for check in contract)
    assert len(verdicts) == len(contract)
    return verdicts


def succeeded(verdicts: Iterable[Verdict]) -> bool:
    """The strict conjunction. Raises EvaluatorError when a check itself failed."""
    outcomes = []
    for verdict in verdicts:
        if verdict.outcome == "error":
            raise EvaluatorError(f"check {verdict.id!r}: {verdict.why}")
        outcomes.append(verdict.outcome == "holds")
    return all(outcomes)


def shares(verdicts: Iterable[Verdict]) -> dict[str, float]:
    """For each declared family the share of its checks that hold."""
    held: dict[str, list[bool]] = {}
    for verdict in verdicts:
        held.setdefault(verdict.family, []).append(verdict.outcome == "holds")
    return {family: sum(held[family]) / len(held[family]) for family in FAMILIES if family in held}


def _verdict(check: Check, run: Run, replies: ReplyJudge, starved: Mapping[str, str]) -> Verdict:
    kind = getattr(check, "kind", type(check).__name__)
    try:
        finding = replies(check, run) if isinstance(check, Criterion) else check.find(run)
    except Exception as error:  # noqa: BLE001 - a fault of the evaluator must never become a 0 or a 1
        return Verdict(id=check.id, family=check.family, kind=kind, outcome="error", why=repr(error))
    if finding.holds and check.id in starved:
        finding = Finding(False, starved[check.id], finding.evidence)
    outcome: Literal["holds", "broken"] = "holds" if finding.holds else "broken"
    return Verdict(
        id=check.id, family=check.family, kind=kind, outcome=outcome, why=finding.why, evidence=finding.evidence
    )


def _starved(checks: Sequence[Expectation], run: Run) -> dict[str, str]:
    """Expectations that get no call of their own: a maximum assignment of calls to expectations."""
    owner: dict[int, int] = {}
    places = [check for check in checks for _ in range(check.needed)]

    def serve(place: int, tried: set[int]) -> bool:
        for number, use in run.done:
            if number in tried or not places[place].matches(use):
                continue
            tried.add(number)
            if number not in owner or serve(owner[number], tried):
                owner[number] = place
                return True
        return False

    unserved = [places[place] for place in range(len(places)) if not serve(place, set())]
    return {check.id: "its call already serves another expectation" for check in unserved}


def _first(run: Run, tool: str, args: Matchers) -> int | None:
    """The event number of the first success of a tool with fitting arguments."""
    return next((n for n, use in run.done if use.name == tool and fits_all(args, use.arguments)), None)


def _select(world: World, table: str, key: str | None, where: Matchers) -> list[Record]:
    ids = [key] if key is not None else sorted(world.ids(table))
    rows = (world.row(table, id) for id in ids)
    return [row for row in rows if row is not None and fits_all(where, row.whole())]


def _writers(run: Run, table: str, rows: Iterable[Record]) -> tuple[int, ...]:
    return _events(run, {(table, row.id) for row in rows})


def _events(run: Run, touched: set[tuple[str, str]]) -> tuple[int, ...]:
    """The events that wrote any of these records."""
    return tuple(sorted({n for n, write in run.writes if (write.table, write.id) in touched}))


def _call_text(tool: str, args: Matchers) -> str:
    return f"{tool}({_args_text(args)})"


def _args_text(args: Matchers) -> str:
    return ", ".join(f"{name}={_matcher_text(matcher)}" for name, matcher in args.items())


def _matcher_text(matcher: Value) -> str:
    values = matcher.model_dump(mode="json", exclude={"kind"})
    if matcher.model_dump()["kind"] == "equals":
        return str(values["value"])
    inside = ", ".join(str(value) for value in values.values())
    return f"{matcher.model_dump()['kind']}({inside})"
