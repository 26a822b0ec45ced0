"""What a task is: frozen data that names its customer, its given rows, its contract and one solution."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from crm_gym.contract import Contract
from crm_gym.persona import Persona
from crm_gym.types import Arguments, Call, Say, Value

Difficulty = Literal["easy", "medium", "hard"]
Style = Literal["routine", "routing", "hop", "ambig", "refuse", "adv", "collateral"]
Cell = dict[str, str]
"""Where a task stands on its family's variation axes: what decides it."""


class Given(Value):
    """A row that the task lays over the domain's; money is in major units."""

    table: str
    row: Arguments


class Act(Call):
    """A call of the solution."""

    expect: Literal["ok", "refused"] = "ok"
    """`refused`: the business says no, and the solution must learn that by asking."""


SolutionStep = Annotated[Say | Act, Field(discriminator="kind")]


class Task(Value):
    """One benchmark task. What the agent sees of it is the domain, the opening and nothing else."""

    id: str
    """Opaque, like `payments-017`: the number says nothing and is never used again."""
    domain: str
    family: str
    """The scenario that it was drawn from."""
    cell: Cell
    labels: tuple[str, ...] = Field(min_length=1)
    difficulty: Difficulty
    styles: tuple[Style, ...] = Field(min_length=1)
    twin: str = ""
    """Tasks with the same twin name differ only in the side of a boundary they stand on: no trajectory passes two."""
    now: datetime | None = None
    """The clock, where it differs from the domain's."""
    given: tuple[Given, ...]
    persona: Persona
    contract: Contract
    solution: tuple[SolutionStep, ...]

    @property
    def policy_constrained(self) -> bool:
        """Whether the contract has a negative check."""
        return any(check.family == "forbidden" for check in self.contract)

    @property
    def expected_actions(self) -> int:
        """How many expected-action entries the contract has."""
        return sum(check.family == "action" for check in self.contract)

    @property
    def ordered(self) -> bool:
        """Whether the contract has an order check."""
        return any(check.family == "order" for check in self.contract)
