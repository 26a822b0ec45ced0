"""Who the simulated user is: what they want, know and do, as data that both the scripted and the LLM user read."""

from typing import Annotated, Literal

from pydantic import Field

from crm_gym.types import Value

Wordings = Annotated[tuple[str, ...], Field(min_length=1)]
"""Several ways to say the same; one is drawn from the user's keyed stream."""

OutcomeKind = Literal["done", "refused", "pending"]


class Asked(Value):
    """The agent asks for a slot, for the n-th time."""

    kind: Literal["asked"] = "asked"
    slot: str
    times: int = Field(default=1, ge=1)


class HeardOutcome(Value):
    """The agent states an outcome; without a topic, about anything."""

    kind: Literal["heard"] = "heard"
    outcome: OutcomeKind
    about: str | None = None


class Offered(Value):
    """The agent proposes something; with a bound, at an amount that is not above it."""

    kind: Literal["offered"] = "offered"
    about: str
    at_most: float | None = None


class RefusedTimes(Value):
    """The agent has refused the current goal so many times."""

    kind: Literal["refused_times"] = "refused_times"
    times: int = Field(ge=1)


class ReadBack(Value):
    """The agent reads back and waits for a yes, for the n-th time."""

    kind: Literal["read_back"] = "read_back"
    times: int = Field(default=1, ge=1)


class Told(Value):
    """The agent says one of these phrases, ids or amounts."""

    kind: Literal["told"] = "told"
    phrases: tuple[str, ...] = Field(min_length=1)


Trigger = Annotated[Asked | HeardOutcome | Offered | RefusedTimes | ReadBack | Told, Field(discriminator="kind")]


class Goal(Value):
    """One thing that the user wants. It is settled when its outcome is heard."""

    about: str
    """The topic whose outcomes concern this goal."""
    also: tuple[str, ...] = ()
    """Other topics under which an agent may report the same thing."""
    settled_by: tuple[OutcomeKind, ...] = ("done",)
    """Outcomes that end it at once. A refusal that is not listed ends it when pushes are used up and no reaction
    changes the course."""
    told: tuple[str, ...] = ()
    """Phrases, ids or amounts any one of which also settles it: for goals that ask for information."""
    opening: tuple[str, ...] = ()
    """How the user brings it up once the goals before it are settled; empty: it is part of the persona's opening."""
    again: Wordings
    """How the user says what they want when not understood."""


class Reaction(Value):
    """What the user does when something happens; once, unless `every` is set."""

    on: Trigger
    says: Wordings
    learns: dict[str, Wordings] = {}
    """Facts that are new or different from here on: a correction, a change of mind."""
    figures: tuple[float, ...] = ()
    """Replace the persona's figures, if there are any."""
    goals: tuple[Goal, ...] = ()
    """Replace the goals that are still open."""
    settles: tuple[str, ...] = ()
    """Topics whose goals the user gives up or considers settled."""
    every: bool = False


class Persona(Value):
    """A user of one task. The private instruction of an LLM user is rendered from the same fields."""

    name: str
    voice: str
    """How they speak and feel, in a sentence."""
    story: str
    """What they want and why, in the second person: the private goal."""
    opening: Wordings
    goals: tuple[Goal, ...] = Field(min_length=1)
    facts: dict[str, Wordings] = {}
    """What they tell when asked for a slot; each wording is a full spoken answer."""
    unknown: tuple[str, ...] = ()
    """Slots that they cannot supply."""
    says_yes: bool = True
    """The answer to a read-back that agrees with `figures`."""
    yes: Wordings = (
        "Yes, go ahead.",
        "Yes please.",
        "That's right, please do.",
        "Yes, do that.",
        "Correct.",
        "Yep, that's it.",
        "Go on, yes.",
        "Exactly so, yes.",
    )
    no: Wordings = ("No, please don't.",)
    figures: tuple[float, ...] = ()
    """Amounts that the user agrees to; a read-back with other amounts only is corrected. Empty: not checked."""
    reactions: tuple[Reaction, ...] = ()
    pushes: tuple[Wordings, ...] = Field(default=(), max_length=3)
    """What they say after a refusal, one after the other, before they give in."""
    thanks: Wordings = (
        "Thanks, that's all. Bye.",
        "That's everything, thank you. Goodbye.",
        "Right, then I'm done here. Bye.",
        "OK, bye.",
        "Good. Have a nice day.",
        "Fine, that was it.",
        "All right then. Thank you.",
    )
    """The last words when everything is settled."""
    leaves: Wordings = ("This is getting me nowhere. Goodbye.", "I'll try another time. Bye.")
    """The last words when patience is over."""
    patience: int = Field(default=3, ge=1)
    """How many turns in a row they bear without progress."""
