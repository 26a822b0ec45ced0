"""What an agent may do next: tool calls with grounded arguments, and messages; chosen step by step."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from crm_gym.wrappers.candidates import reading, wording
from crm_gym.wrappers.candidates.grounding import Option, Schema, beside, free, options, plain, shared, values
from crm_gym.wrappers.candidates.memory import Entry, Memory, envelope

Action = str | dict[str, Any]


class Move(NamedTuple):
    """One candidate."""

    group: str
    """`look`, `act`, `do`, `ask`, `report`, `refuse`, `tell`, or `fill` while a call is being filled in."""
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
        """The same for the same call."""
        return f"{self.tool} {sorted(self.arguments.items())}"


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


class Fit(NamedTuple):
    """How well something fits."""

    token: str
    weight: float


class ReadBack(NamedTuple):
    """A read-back, and the call that a yes to it would allow."""

    call: Call
    words: Callable[[], str]


class Tool(NamedTuple):
    """An exposed tool."""

    name: str
    description: str
    slots: Mapping[str, Schema]
    stems: frozenset[str]
    """How the words of its name and of its description begin."""
    keys: Mapping[str, str]
    """The slots with their schemas as text: what may be shared between tools."""
    rivals: Mapping[str, int]
    """For each slot, how many slots take different values from the same source: it must have so many."""
    variants: tuple[tuple[str, ...], ...]
    """Which slots are filled in together: the required ones, or one of those of which any will do."""


@lru_cache(maxsize=64)
def tools_of(text: str) -> tuple[Tool, ...]:
    """The tools of an observation."""
    return tuple(_tool(item["function"]) for item in json.loads(text))


def _tool(function: Mapping[str, Any]) -> Tool:
    parameters = function["parameters"]
    slots = parameters.get("properties", {})
    required = tuple(parameters.get("required", ()))
    spare = [slot for slot in slots if slot not in required and not free(slot, slots[slot])]
    variants: list[tuple[str, ...]] = [required, *((*required, slot) for slot in spare)]
    if not required and slots:
        variants = [(slot,) for slot in slots]
    keys = {slot: shared(slot, schema) for slot, schema in slots.items()}
    alike = Counter(keys[slot] for slot in required)
    rivals = {slot: max(alike[key], 1) for slot, key in keys.items()}
    description = function.get("description", "")
    described = f"{function['name'].replace('_', ' ')} {description.split('.')[0]}"
    return Tool(function["name"], description, slots, reading.stems(described), keys, rivals, tuple(variants))


class Dialogue:
    """One conversation as the agent sees it: what is known, what was done, and what can be done next."""

    def __init__(self, observation: Mapping[str, str]) -> None:
        self.memory = Memory(observation["content"], reading.today_of(observation["instructions"]))
        self.observation = dict(observation)
        self.form: Form | None = None
        self.spoken: Counter[str] = Counter()
        """How often each kind of message was sent."""
        self.last_said = ""
        """The kind of the last message."""
        self.used: Counter[str] = Counter()
        """How often each tool succeeded."""
        self.last_call: Call | None = None
        self.last_status = ""
        self.last_entries: tuple[Entry, ...] = ()
        self.last_found: tuple[tuple[str, str], ...] = ()
        """What the last look-up has answered in words."""
        self.last_failure: tuple[str, Mapping[str, Any]] | None = None
        """Why the last call failed: message and details."""
        self.errors: dict[str, str] = {}
        """The last refusal of each tool."""
        self.proposed: tuple[Call, ...] = ()
        """Calls that were read back and not made yet, the newest first."""
        self.unreported: tuple[tuple[str, str], ...] = ()
        """What was changed since the customer was told: tool and key of the record."""
        self.reported: tuple[tuple[str, str], ...] = ()
        self._made: dict[str, tuple[bool, int]] = {}
        """Calls by key: whether they succeeded, and how many changes or, if not, successes there had been."""
        self._changes = 0
        self._successes = 0
        self._moves: tuple[Move, ...] | None = None

    def copy(self) -> "Dialogue":
        """An independent conversation at the same point."""
        twin = object.__new__(Dialogue)
        copies = {k: v.copy() if isinstance(v, dict | Memory) else v for k, v in vars(self).items()}
        vars(twin).update(copies)
        return twin

    # Acting

    @property
    def moves(self) -> tuple[Move, ...]:
        """The candidates of this moment; never empty."""
        if self._moves is None:
            self._moves = tuple(self._fill(self.form) if self.form else self._open())
        return self._moves

    def choose(self, index: int) -> Action | None:
        """Takes a candidate; returns the action of the env, or None while a call is being filled in."""
        effect = self.moves[index].effect
        self._moves = None
        if isinstance(effect, Form):
            self.form = self._advanced(effect)
            return self._finished()
        self.form = None
        if isinstance(effect, ReadBack):
            self.proposed = (effect.call, *(other for other in self.proposed if other.key != effect.call.key))[:2]
            effect = Message(f"read back {effect.call.tool}", effect.words)
        if isinstance(effect, Call):
            self.last_call = effect
            return {"name": effect.tool, "arguments": dict(effect.arguments)}
        return self._say(effect)

    def mumble(self) -> str:
        """A message for an action that is no candidate."""
        self._moves = self.form = None
        return self._say(Message("nothing", lambda: "Hm."))

    def _advanced(self, form: Form) -> Form:
        """Fills in what leaves no choice."""
        while form.slot and len(found := self._options(form)) == 1:
            form = form.with_value(found[0].value)
        return form

    def _finished(self) -> Action | None:
        """The call of a form that only looks something up, once it is filled in."""
        form = self.form
        if form is None or form.slot or not wording.looks(form.tool):
            return None
        self.form = None
        self.last_call = Call(form.tool, form.chosen)
        return {"name": form.tool, "arguments": dict(form.chosen)}

    def _say(self, message: Message) -> str:
        self.last_call = None
        self.spoken[message.act] += 1
        self.last_said = message.act.partition(" ")[0]
        if message.act == "report":
            self.reported, self.unreported = self.unreported or self.reported, ()
        return message.words()

    # Observing

    def observe(self, observation: Mapping[str, str]) -> None:
        """Takes in what the last action has led to."""
        self.observation = dict(observation)
        self._moves = None
        if self.last_call is None:
            self.memory.hear(observation["content"])
        else:
            self._learn(self.last_call, envelope(observation["content"]))

    def _learn(self, call: Call, answer: Mapping[str, Any]) -> None:
        succeeded = answer.get("ok") is True
        error = {} if succeeded else answer.get("error") or {}
        entries = self.memory.read(answer.get("data") if succeeded else error.get("details") or {})
        self.last_entries = tuple(entries)
        self.last_found = _in_words(answer.get("data")) if succeeded and wording.looks(call.tool) else ()
        self.last_failure = None if succeeded else (self._reason(error), error.get("details") or {})
        self.last_status = "ok" if succeeded else str(error.get("code", "failed"))
        if succeeded:
            self.used[call.tool] += 1
            self._successes += 1
            self.errors.pop(call.tool, None)
        else:
            self.errors[call.tool] = self._reason(error)
        if succeeded and not wording.looks(call.tool):
            self._changes += 1
            key = entries[0].key if entries else ""
            self.unreported = (*self.unreported, (call.tool, key))
        self.proposed = tuple(other for other in self.proposed if other.key != call.key)
        self._made[call.key] = (succeeded, self._changes if succeeded else self._successes)

    @staticmethod
    def _reason(error: Mapping[str, Any]) -> str:
        return str(error.get("message", "")).rstrip(".")

    # Candidates

    def _stale(self, call: Call) -> bool:
        """Whether a call was made, and would say or do the same again."""
        made = self._made.get(call.key)
        if made is None:
            return False
        succeeded, before = made
        if succeeded:
            return before == self._changes or not wording.looks(call.tool)
        return before == self._successes

    def _options(self, form: Form) -> list[Option]:
        """The values of a form's next slot that lead to a call that is not stale."""
        tool = next(tool for tool in tools_of(self.observation["tools"]) if tool.name == form.tool)
        found = beside(self._grounded(tool, form.slot), form.chosen, self.memory)
        if len(form.slots) - len(form.chosen) > 1:
            return found
        return [o for o in found if not self._stale(Call(form.tool, {**form.chosen, form.slot: o.value}))]

    def _grounded(self, tool: Tool, slot: str) -> Sequence[Option]:
        return self.memory.derived(tool.keys[slot], lambda: options(self.memory, slot, tool.slots[slot]))

    def _values(self, tool: Tool, slot: str) -> Sequence[Any]:
        return self.memory.derived(("values", tool.keys[slot]), lambda: values(self.memory, slot, tool.slots[slot]))

    def _fill(self, form: Form) -> Iterator[Move]:
        if not form.slot:
            yield from self._ready(Call(form.tool, form.chosen))
            return
        found = self._options(form)
        for option in found:
            tokens = (form.slot, *(f"{form.slot}: {token}" for token in option.tokens))
            yield Move("fill", f"{form.slot} = {option.value}", tokens, option.weight, form.with_value(option.value))
        if not found:
            yield _closing()

    def _ready(self, call: Call) -> Iterator[Move]:
        """A call that changes something, filled in: read back, or made at once."""
        words = partial(wording.read_back, call.tool, call.arguments, self.memory.entries)
        yield Move("fill", "read back", ("read back", f"read back {call.tool}"), 2.0, ReadBack(call, words))
        yield Move("fill", "at once", ("at once", f"at once {call.tool}"), 1.0, call)

    def _open(self) -> Iterator[Move]:
        tools = tools_of(self.observation["tools"])
        yield from self._calls(tools)
        yield from self._agreed()
        yield from self._questions()
        yield from self._reports()
        yield from self._refusals(tools)
        yield from self._statements(tools)

    def _calls(self, tools: tuple[Tool, ...]) -> Iterator[Move]:
        for tool in tools:
            for number, slots in enumerate(tool.variants):
                form = Form(tool.name, slots, {})
                if self._fillable(tool, form):
                    group = "look" if wording.looks(tool.name) else "act"
                    label = f"{tool.name}({', '.join(slots)})"
                    fits = self._fits(tool)
                    tokens = (
                        group,
                        f"call {tool.name}",
                        f"call {tool.name} {number}",
                        self._times(tool.name),
                        fits.token,
                    )
                    yield Move(group, label, tokens, self._likely(tool, form, number), form)

    def _likely(self, tool: Tool, form: Form, number: int) -> float:
        """What leaves no choice is looked up first; what changes something should fit what was said."""
        again = _AGAIN if self.used[tool.name] or number else 1.0
        if not wording.looks(tool.name):
            return again * self._fits(tool).weight
        choices = any(len(self._values(tool, slot)) > 1 for slot in form.slots)
        return again * (_AGAIN if choices else 1.0)

    def _fits(self, tool: Tool) -> Fit:
        """How much a tool has to do with what the customer has said."""
        shared: int = self.memory.derived(
            ("fits", tool.name), lambda: min(len(tool.stems & self.memory.stems), _FITTING)
        )
        return Fit(f"fits {shared}", 0.2 + 0.8 * shared)

    def _times(self, tool: str) -> str:
        return f"used {min(self.used[tool], 3)} times"

    def _fillable(self, tool: Tool, form: Form) -> bool:
        """Whether there is a value for every slot, and a call that is not stale."""
        found: dict[str, Sequence[Any]] = {}
        for slot in form.slots:
            found[slot] = self._values(tool, slot)
            if len(found[slot]) < tool.rivals[slot]:
                return False
        several = [slot for slot in form.slots if len(found[slot]) > 1]
        if len(several) > 1:
            return True
        fixed = {slot: held[0] for slot, held in found.items()}
        vary = several[0] if several else (form.slots[-1] if form.slots else "")
        held = found[vary] if vary else [None]
        return any(not self._stale(Call(form.tool, {**fixed, vary: v} if vary else {})) for v in held)

    def _agreed(self) -> Iterator[Move]:
        for rank, call in enumerate(self.proposed):
            tokens = ("do", f"do {call.tool}", f"do rank={rank}", self._times(call.tool))
            yield Move(
                "do", f"do {wording.call(call.tool, call.arguments, {})}", tokens, 1.0 if rank == 0 else _AGAIN, call
            )

    def _questions(self) -> Iterator[Move]:
        missing = self._missing()
        for slot, description in _askable(self.observation["tools"]).items():
            if self.spoken[f"ask {slot}"] < _MOST_ASKED:
                needed = slot in missing
                times = f"asked {self.spoken[f'ask {slot}']} times"
                about = ("ask", f"ask {slot}", times, "needed" if needed else "not needed")
                words = partial(wording.ask, slot, description)
                yield _message("ask", f"ask {slot}", words, about, 1.0 if needed else _NOT_NEEDED)
        for place, keys in self.memory.lists.items():
            entries = [self.memory.entries[key] for key in keys if key in self.memory.entries]
            if len(entries) > 1 and self.spoken[f"which {place}"] < _MOST_ASKED:
                tokens = ("which", f"which {place}", f"asked {self.spoken[f'which {place}']} times")
                yield _message("ask", f"which {place}", partial(wording.which, place, entries), tokens, _NOT_NEEDED)

    def _missing(self) -> set[str]:
        """Slots each of which is all that a tool still lacks."""
        found = set()
        for tool in tools_of(self.observation["tools"]):
            if not self.used[tool.name]:
                for slots in tool.variants:
                    lacking = [slot for slot in slots if not self._values(tool, slot)]
                    found |= set(lacking) if len(lacking) == 1 else set()
        return found

    def _reports(self) -> Iterator[Move]:
        deeds = self.unreported or self.reported
        if not deeds:
            return
        fresh = "fresh" if self.unreported else "again"
        tokens = ("report", f"report {fresh}", *(f"report {tool}" for tool, _ in deeds))
        if self.unreported or self.spoken["report"] < _MOST_REPEATS:
            group = "report" if self.unreported else "tell"
            yield _message(group, "report", partial(wording.reports, deeds, self.memory.entries), tokens)

    def _topics(self, tools: tuple[Tool, ...]) -> frozenset[str]:
        """What the talk is about beside what the customer says: what was changed, and the states that were seen."""
        states = " ".join(value for entry in self.last_entries for _, value in wording.states(entry))
        changed = (tool.stems for tool in tools if self.used[tool.name] and not wording.looks(tool.name))
        return reading.stems(states).union(*changed)

    def _findings(self) -> Iterator[Move]:
        """The record or the answer that was found last, for the customer to say whether it is the right one."""
        if self.last_found and not self.spoken[f"found {self.last_found}"]:
            found = dict(self.last_found)
            about = ("found", *(f"found {name}" for name in found))
            yield _message("tell", f"found {self.last_found}", partial(wording.result, found), about)
        if self.last_failure and not self.spoken[f"sorry {self.last_failure[0]}"]:
            message, details = self.last_failure
            about = ("sorry", f"sorry {self.last_status}")
            yield _message("tell", f"sorry {message}", partial(wording.sorry, message, details), about)
        for rank, entry in enumerate(islice(filter(_showable, self.memory.recent()), _MOST_SHOWN)):
            act = f"show {entry.key}"
            if self.spoken[act] < _MOST_ASKED:
                state = entry.fields.get("state") or entry.fields.get("status")
                fits = "fits" if entry.words & self.memory.all_words else "fits not"
                tokens = ("show", f"show {entry.kind}", f"show rank={min(rank, 3)}", f"show {state}", f"show {fits}")
                yield _message(
                    "tell",
                    act,
                    partial(wording.show, entry),
                    tokens,
                    1.0 if fits == "fits" and not self.spoken[act] else _AGAIN,
                )

    def _refusals(self, tools: tuple[Tool, ...]) -> Iterator[Move]:
        for tool in tools:
            act, fits = f"refuse {tool.name}", self._fits(tool)
            if not wording.looks(tool.name) and self.spoken[act] < _MOST_REPEATS:
                why = self.errors.get(tool.name, "")
                reason = "with reason" if why else "without reason"
                tokens = ("refuse", act, reason, f"said {self.spoken[act]} times", fits.token)
                yield _message("refuse", act, partial(wording.refuse, tool.name, why), tokens, fits.weight)
            act = f"explain {tool.name}"
            if not wording.looks(tool.name) and self.spoken[act] < _MOST_REPEATS:
                about = ("refuse", act, f"said {self.spoken[act]} times", fits.token)
                words = partial(wording.explain, tool.description)
                yield _message("refuse", act, words, about, fits.weight * _AGAIN)

    def _statements(self, tools: tuple[Tool, ...]) -> Iterator[Move]:
        yield from self._findings()
        for tool in tools:
            act = f"offer {tool.name}"
            if not wording.looks(tool.name) and not self.spoken[act]:
                yield _message("tell", act, partial(wording.offer, tool.name), ("offer", act))
        for sentence in _quotable(self.observation["instructions"], self.memory.stems | self._topics(tools)):
            act = f"quote {sentence[:40]}"
            if not self.spoken[act]:
                yield _message("tell", act, partial(str, sentence), ("quote", act))
        yield _closing()


_NOT_NEEDED = 0.05
"""How much less likely a question is that makes no tool callable."""
_FITTING = 3
"""More words than these in common make no difference."""
_AGAIN = 0.3
"""How much less likely a tool is that was of use already, or a call that is not the newest."""
_MOST_ASKED = 2
_MOST_REPEATS = 5
_MOST_SHOWN = 8
_MOST_QUOTED = 10


def _in_words(data: Any) -> tuple[tuple[str, str], ...]:
    """The short texts of an answer that are no keys of records."""
    if not isinstance(data, dict) or any(isinstance(value, list | dict) for value in data.values()):
        return ()
    return tuple((n, v) for n, v in data.items() if isinstance(v, str) and not n.endswith(("id", "number", "code")))


def _message(group: str, act: str, words: Callable[[], str], tokens: tuple[str, ...], weight: float = 1.0) -> Move:
    return Move(group, act, tokens, weight, Message(act, words))


def _closing() -> Move:
    return _message("tell", "close", partial(str, wording.CLOSE), ("close",))


def _showable(entry: Entry) -> bool:
    return any(isinstance(v, float) or n in ("state", "status") for n, v in entry.fields.items())


@lru_cache(maxsize=64)
def _askable(text: str) -> dict[str, str]:
    """Slots that a customer can know, with their descriptions."""
    found: dict[str, str] = {"name": "Your full name."}
    for tool in tools_of(text):
        for slot, schema in tool.slots.items():
            if _can_be_asked(slot, schema):
                found.setdefault(slot, schema.get("description", ""))
    return found


def _can_be_asked(slot: str, schema: Schema) -> bool:
    return not (
        slot.endswith("_id") or free(slot, schema) or plain(schema).get("type") in ("boolean", "integer", "array")
    )


@lru_cache(maxsize=4096)
def _quotable(instructions: str, heard: frozenset[str]) -> tuple[str, ...]:
    """Sentences of the instructions that have most to do with what the customer has said and the agent has done."""
    scored = [
        (len(stems & heard) / (len(stems) + 1) ** 0.5, -at, text)
        for at, (text, stems) in enumerate(_sentences(instructions))
    ]
    return tuple(text for score, _, text in sorted(scored, reverse=True)[:_MOST_QUOTED] if score)


@lru_cache(maxsize=64)
def _sentences(instructions: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a policy with the words that tell them apart."""
    flat = re.sub(r"\s+", " ", re.sub(r"(?m)^(#.*|-\s+)", ". ", instructions).replace("**", "").replace("`", ""))
    parts = [part.strip(" .:") for part in re.split(r"(?<=[.!?:])\s+", flat)]
    kept = [f"{part}." for part in parts if 20 < len(part) < 220]
    often = Counter(stem for part in kept for stem in reading.stems(part))
    return tuple((part, frozenset(stem for stem in reading.stems(part) if often[stem] <= _COMMON)) for part in kept)


_COMMON = 12
"""A word that stands in more sentences than this does not tell them apart."""
