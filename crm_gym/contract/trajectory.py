"""Checks of the trajectory: which calls were made, with what, in which order, and which must not be."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from crm_gym.contract.run import Check, Family, Finding, Run
from crm_gym.contract.wording import call_text
from crm_gym.matchers import Matchers, carries, fits_all, misfits
from crm_gym.types import ToolUse, Value

# Action: expected successful calls


class Called(Check):
    """The tool was called with success; one call serves one expectation only."""

    family: ClassVar[Family] = "action"
    kind: Literal["called"] = "called"
    tool: str
    args: Matchers = {}
    times: Literal["at_least_once"] | Annotated[int, Field(ge=1)] = "at_least_once"

    @property
    def sentence(self) -> str:
        """What must be true."""
        often = "at least once" if self.times == "at_least_once" else f"exactly {self.times} times"
        return f"{call_text(self.tool, self.args)} succeeds {often}"

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
        return f"{self.quantifier} successful call is {call_text(self.tool, self.args)}"

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
        return f"{' < '.join(call_text(s.tool, s.args) for s in self.steps)} ({self.mode})"

    def find(self, run: Run) -> Finding:
        """Steps that never happened break the order."""
        return self._exact(run) if self.mode == "exact" else self._subsequence(run)

    def _subsequence(self, run: Run) -> Finding:
        calls = iter(run.done)
        evidence: list[int] = []
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
        return f"{call_text(self.tool, self.args)} is never attempted"

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
