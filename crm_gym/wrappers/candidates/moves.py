"""What the candidates of a moment are: calls to fill in, calls to make, and messages.

Candidates that depend on little are made once and kept: there are dozens at each moment, and few are chosen.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from crm_gym.wrappers.candidates import wording
from crm_gym.wrappers.candidates.memory import Entry, Part
from crm_gym.wrappers.candidates.telling import Due

_KEPT = 8192
AGAIN = 0.3
"""How much less likely a tool is that was of use already, or a call that is not the newest."""
DUE = "due"
"""A tool that the instructions name right after the last one."""
NOTHING_NEW, NOTHING_HEARD = "failed, nothing new", "failed, nothing heard"
"""A tool that has failed, and since then nothing has succeeded; or the customer has said nothing."""
OUTDATED = "other figures"
"""A tool, or a call, that was read back with other figures than the customer has named since."""
READY = "ready"
"""A tool for which the customer has named all that leaves a choice."""
CASES = {DUE: 60.0, OUTDATED: 5.0, READY: 2.0, NOTHING_NEW: 0.03, NOTHING_HEARD: 0.3}
"""How likely such tools are."""
_OUTDATED = 0.1
"""How likely such a call is."""
_WITH_REASON = 3.0
"""How much likelier a refusal is for which a tool has given the reason."""
_AS_BEFORE = 5.0
"""How much likelier a refusal is that was spoken before: who says no stays with it."""
_BESIDE = 0.1
"""How likely it is to tell what was not asked for."""
AWAITED, NEEDED, OPEN, ADVISED, NOT_NEEDED = "awaited", "needed", "open", "advised", "not needed"
"""A question whose answer lets the customer in; for all that a tool lacks; for what the customer has left open of what
was begun; one that the policy says to ask; and any other."""
_NEEDED = {AWAITED: 10.0, NEEDED: 1.0, OPEN: 0.5, ADVISED: 0.3, NOT_NEEDED: 0.05}
"""How likely questions are."""


class Move(NamedTuple):
    """One candidate."""

    group: str
    """`look`, `act`, `do`, `ask`, `report`, `found`, `refuse`, `tell`, or `fill` while a call is being filled in."""
    name: str
    """What it is, for people: unique among the candidates of a moment."""
    tokens: tuple[str, ...]
    """What a learner may know about it."""
    weight: float
    """How much likelier it is than others of its group before anything is learnt."""
    effect: Any
    """A message, a `Form` to fill in, or a `Call` to make."""


class Call(NamedTuple):
    """A tool call."""

    tool: str
    arguments: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The same for the same call: arguments stand in the order of the tool's slots."""
        return f"{self.tool} {self.arguments}"


class Form(NamedTuple):
    """A call that is being filled in, slot by slot."""

    tool: str
    slots: tuple[str, ...]
    chosen: Mapping[str, Any]

    @property
    def slot(self) -> str:
        """The slot that is filled in next; '' when all are."""
        return self.slots[len(self.chosen)] if len(self.chosen) < len(self.slots) else ""

    def with_value(self, value: Any) -> "Form":
        """With the next slot filled in."""
        return self._replace(chosen={**self.chosen, self.slot: value})


class Message(NamedTuple):
    """Something to say, and what it then counts as."""

    act: str
    words: Callable[[], str]
    """Makes the text, once it is chosen."""


class ReadBack(NamedTuple):
    """A read-back, and the call that a yes to it would allow."""

    call: Call
    words: Callable[[], str]


class Fit(NamedTuple):
    """How well something fits."""

    token: str
    weight: float


@lru_cache(_KEPT)
def fit(shared: int) -> Fit:
    """How well something fits with which so many words are shared."""
    count = min(shared, _FITTING)
    return Fit(f"fits {count}", 0.2 + 0.8 * count)


_FITTING = 3
"""More words than these in common make no difference."""


def message(group: str, act: str, words: Callable[[], str], tokens: tuple[str, ...], weight: float = 1.0) -> Move:
    """A candidate that says something."""
    return Move(group, act, tokens, weight, Message(act, words))


def times(tool: str, used: int) -> str:
    """How often a tool was of use, as a token."""
    return f"used {min(used, 3)} times"


@lru_cache(_KEPT)
def opened(
    form: tuple[str, int, tuple[str, ...]], *, looks: bool, used: int, about: tuple[str, ...], weight: float
) -> Move:
    """Begins to fill in a call: tool, number of the variant, and its slots."""
    tool, number, slots = form
    group = "look" if looks else "act"
    tokens = (group, f"call {tool}", f"call {tool} {number}", times(tool, used), *about)
    return Move(group, f"{tool}({', '.join(slots)})", tokens, weight, Form(tool, slots, {}))


def agreed(call: Call, rank: int, used: int, *, outdated: bool) -> Move:
    """Makes a call that was read back; `outdated` is one to which the customer has answered with other figures."""
    tokens = ("do", f"do {call.tool}", f"do rank={rank}", times(call.tool, used), *[OUTDATED] * outdated)
    weight = (1.0 if rank == 0 else AGAIN) * (_OUTDATED if outdated else 1.0)
    return Move("do", f"do {wording.call(call.tool, call.arguments, {})}", tokens, weight, call)


@lru_cache(_KEPT)
def question(slot: str, description: str, asked: int, needed: str) -> Move:
    """Asks for a slot."""
    about = ("ask", f"ask {slot}", f"asked {asked} times", needed)
    return message("ask", f"ask {slot}", partial(wording.ask, slot, description), about, _NEEDED[needed])


@lru_cache(_KEPT)
def new_value(tool: str, asked: int) -> Move:
    """Asks what something should be changed to."""
    act = f"ask new {tool}"
    return message(
        "ask", act, partial(wording.ask_new, tool), ("ask", act, f"asked {asked} times"), _NEEDED[NOT_NEEDED]
    )


def which(place: str, entries: Any, asked: int, *, several: bool) -> Move:
    """Asks which of several records is meant; it is needed where several fit the customer's words equally well."""
    why = NEEDED if several and not asked else NOT_NEEDED
    tokens = ("which", f"which {place}", f"asked {asked} times", "several fit" if several else "one fits")
    return message("ask", f"which {place}", partial(wording.which, place, entries), tokens, _NEEDED[why])


@lru_cache(_KEPT)
def refusal(tool: str, why: str, said: int, fit: Fit) -> Move:
    """Says no to what a tool does, with its own reason if it has given one."""
    reason = "with reason" if why else "without reason"
    tokens = ("refuse", f"refuse {tool}", reason, f"said {said} times", fit.token)
    weight = fit.weight * (_WITH_REASON if why else 1.0) * (_AS_BEFORE if said else 1.0)
    return message("refuse", f"refuse {tool}", partial(wording.refuse, tool, why), tokens, weight)


@lru_cache(_KEPT)
def explanation(tool: str, description: str, said: int, fit: Fit) -> Move:
    """Says no in the words with which a tool is described."""
    about = ("refuse", f"explain {tool}", f"said {said} times", fit.token)
    weight = fit.weight * (_AS_BEFORE if said else 1.0)
    return message("refuse", f"explain {tool}", partial(wording.explain, description), about, weight)


@lru_cache(_KEPT)
def offer(tool: str, fit: Fit) -> Move:
    """Proposes what a tool does."""
    about = ("offer", f"offer {tool}", fit.token)
    return message("tell", f"offer {tool}", partial(wording.offer, tool), about, fit.weight)


@lru_cache(_KEPT)
def quote(sentence: str, fit: Fit) -> Move:
    """Quotes the policy."""
    act = f"quote {sentence[:40]}"
    return message("tell", act, partial(str, sentence), ("quote", act, fit.token), fit.weight)


def show(entry: Entry, rank: int, shown: int, *, fits: bool) -> Move:
    """Shows a record, for the customer to say whether it is the right one."""
    tokens = _shown(entry.kind, min(rank, 3), str(entry.fields.get("state") or entry.fields.get("status")), fits=fits)
    return message(
        "found", f"show {entry.key}", partial(wording.show, entry), tokens, 1.0 if fits and not shown else AGAIN
    )


@lru_cache(_KEPT)
def _shown(kind: str, rank: int, state: str, *, fits: bool) -> tuple[str, ...]:
    return ("show", f"show {kind}", f"show rank={rank}", f"show {state}", f"show fits{'' if fits else ' not'}")


def pass_on(entry: Entry, told: str, again: int) -> Move:
    """Says what a record says: its long text."""
    kinds = tuple(f"pass on {name}={value}" for name, value in entry.fields.items() if _short(name, value))
    tokens = ("pass on", f"pass on {entry.kind}", *kinds)
    return message("tell", f"pass on {entry.key}", partial(str, told), tokens, AGAIN if again else 1.0)


def state(entry: Entry, *, touched: bool) -> Move:
    """Says how a record is."""
    kinds = (f"state {name}={value}" for name, value in entry.fields.items() if _short(name, value))
    tokens = ("state", f"state {entry.kind}", "state touched" if touched else "state untouched", *kinds)
    words = partial(wording.stated, entry, touched=touched)
    return message("tell", f"state {entry.key}", words, tokens, _BESIDE)


def part(told: Part) -> Move:
    """Says what a part of a record says, or how it is."""
    kinds = (f"part {name}={value}" for name, value in told.fields.items() if _plain(name, value))
    text = wording.part(told)
    return message(
        "tell", f"part {told.owner} {text[:40]}", partial(str, text), ("part", f"part {told.place}", *kinds), _BESIDE
    )


@lru_cache(_KEPT)
def day(due: Due) -> Move:
    """Says from which day on something is possible."""
    act = f"day {due.days} after {due.base.day}"
    tokens = ("day", f"day {due.days}", f"day after {due.base.origin}")
    words = partial(wording.due, due.days, due.base.day, due.day)
    return message("tell", act, words, tokens, _BESIDE)


def _plain(name: str, value: Any) -> bool:
    return isinstance(value, bool) or _short(name, value)


def _short(name: str, value: Any) -> bool:
    return isinstance(value, str) and value.isidentifier() and not name.endswith(("_id", "_code"))


@lru_cache(1)
def helping() -> Move:
    """Offers to help here."""
    return message("tell", "help", partial(str, wording.HELP), ("help",), AGAIN)


@lru_cache(1)
def closing() -> Move:
    """Asks whether there is anything else."""
    return message("tell", "close", partial(str, wording.CLOSE), ("close",))
