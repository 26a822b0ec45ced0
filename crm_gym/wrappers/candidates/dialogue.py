"""What an agent may do next: tool calls with grounded arguments, and messages; chosen step by step."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice, starmap
from typing import Any

from crm_gym.wrappers.candidates import moves, reading, telling, wording
from crm_gym.wrappers.candidates.blocks import Block
from crm_gym.wrappers.candidates.grounding import Grounds, Option, beside, grounds, options
from crm_gym.wrappers.candidates.memory import Entry, Memory, envelope
from crm_gym.wrappers.candidates.moves import AGAIN, Call, Fit, Form, Message, Move, ReadBack
from crm_gym.wrappers.candidates.quoting import NO, described, further, quotable, rulings, sequences, to_be_asked
from crm_gym.wrappers.candidates.schemas import Slot, Tool, Tools, Variant, tools_of
from crm_gym.wrappers.candidates.wording import Done

Action = str | dict[str, Any]


_CALLED = 10.0
"""How much likelier a choice is that the customer calls by its name."""


class Dialogue:
    """One conversation as the agent sees it: what is known, what was done, and what can be done next."""

    def __init__(self, observation: Mapping[str, str]) -> None:
        self.memory = Memory(observation["content"], observation["instructions"])
        self.observation = dict(observation)
        self.form: Form | None = None
        self.spoken: Counter[str] = Counter()
        """How often each kind of message was sent."""
        self.last_said = ""
        """The kind of the last message."""
        self._asked = ""
        """The slot for which it has asked."""
        self.used: Counter[str] = Counter()
        """How often each tool succeeded."""
        self._last_used = ""
        self.last_call: Call | None = None
        self.last_status = ""
        self.last_entries: tuple[Entry, ...] = ()
        self.lately: tuple[Entry, ...] = ()
        """The first record of each answer since the customer has spoken or something has changed."""
        self.last_found: tuple[tuple[str, str], ...] = ()
        """What the last look-up has answered in words."""
        self.last_failure: tuple[str, Mapping[str, Any]] | None = None
        """Why the last call failed: message and details."""
        self.ruling = ""
        """What the instructions say of the state that the last call has shown."""
        self.errors: dict[str, str] = {}
        """The last refusal of each tool."""
        self._failed: dict[str, tuple[int, int]] = {}
        """How many successes and turns of the customer there had been by then."""
        self.proposed: tuple[Call, ...] = ()
        """Calls that were read back and not made yet, the newest first."""
        self.unreported: tuple[Done, ...] = ()
        """What was changed since the customer was told."""
        self.reported: tuple[Done, ...] = ()
        self._made: dict[str, tuple[bool, int]] = {}
        """Calls by key: whether they succeeded, and how many changes or, if not, lasting successes there had been."""
        self._called: frozenset[str] = frozenset()
        """The tools of those calls."""
        self._changes = 0
        self._successes = 0
        self._lasting = 0
        self._said: Counter[str] = Counter()
        """How often messages of each kind were sent."""
        self._spoken_tools: frozenset[str] = frozenset()
        """The tools that were refused or offered."""
        self._touched: dict[str, int] = {}
        """The records, by key, that calls may have changed, with how many results there had been by then."""
        self._blocks: tuple[Block, ...] = ()
        self._kept: dict[str, tuple[Any, Block]] = {}
        """Candidates that may still be the same at the next moment, with what they depend on."""

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
        return tuple(chain.from_iterable(block.moves for block in self.blocks))

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The candidates of this moment as they were made together."""
        if not self._blocks:
            self._blocks = (Block(self._fill(self.form)),) if self.form else tuple(self._open())
        return self._blocks

    def choose(self, index: int) -> Action | None:
        """Takes a candidate; returns the action of the env, or None while a call is being filled in."""
        effect = next(islice(chain.from_iterable(block.moves for block in self.blocks), index, None)).effect
        self._blocks = ()
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
        self._blocks, self.form = (), None
        return self._say(Message("nothing", lambda: "Hm."))

    def _advanced(self, form: Form) -> Form:
        """Fills in what leaves no choice."""
        while form.slot and len(found := self._options(form)) == 1:
            form = form.with_value(found[0].value)
        return form

    def _finished(self) -> Action | None:
        """The call of a form that only looks something up or is due, once it is filled in."""
        form = self.form
        if form is None or form.slot or not (wording.looks(form.tool) or form.tool in self._due()):
            return None
        self.form = None
        self.last_call = Call(form.tool, form.chosen)
        return {"name": form.tool, "arguments": dict(form.chosen)}

    def _say(self, message: Message) -> str:
        self.last_call = None
        self.spoken[message.act] += 1
        self.last_said, _, about = message.act.partition(" ")
        self._asked = about if self.last_said == "ask" else ""
        if self.last_said in _SPEAKING:
            self._spoken_tools |= {about}
        self._said[self.last_said] += 1
        if message.act == "report":
            self.reported, self.unreported = self.unreported or self.reported, ()
        return message.words()

    # Observing

    def observe(self, observation: Mapping[str, str]) -> None:
        """Takes in what the last action has led to."""
        self.observation = dict(observation)
        self._blocks = ()
        self.memory.heed(observation["instructions"])
        if self.last_call is None:
            self.memory.hear(observation["content"], self._asked)
            self.lately = ()
        else:
            self._learn(self.last_call, envelope(observation["content"]))

    def _learn(self, call: Call, answer: Mapping[str, Any]) -> None:
        succeeded = answer.get("ok") is True
        error = {} if succeeded else answer.get("error") or {}
        entries = self.memory.read(answer.get("data") if succeeded else error.get("details") or {})
        self.last_entries = tuple(entries)
        self.lately = (*self.lately, *entries[:1]) if wording.looks(call.tool) else ()
        self.last_found = _in_words(answer.get("data")) if succeeded and wording.looks(call.tool) else ()
        self.last_failure = None if succeeded else (self._reason(error), error.get("details") or {})
        self.last_status = "ok" if succeeded else str(error.get("code", "failed"))
        self.ruling = self._ruled() if succeeded else ""
        if succeeded:
            self.used[call.tool] += 1
            self._last_used = call.tool
            self._successes += 1
            self._lasting += wording.lasts(call.tool)
            self.errors.pop(call.tool, None)
            self._failed.pop(call.tool, None)
        else:
            self.errors[call.tool] = self._reason(error)
            self._failed[call.tool] = (self._successes, len(self.memory.turns))
        if succeeded and not wording.looks(call.tool):
            self._changes += 1
            key = entries[0].key if entries else ""
            self._touched.update(dict.fromkeys((key, *map(str, call.arguments.values())), self.memory.results))
            self.unreported = (*self.unreported, Done(call.tool, key, wording.choices(call.arguments)))
        self.proposed = tuple(other for other in self.proposed if other.key != call.key)
        self._called |= {call.tool}
        self._made[call.key] = (succeeded, self._changes if succeeded else self._lasting)

    def _ruled(self) -> str:
        """The first ruling of the instructions on what the last call has shown."""
        known = rulings(self.observation["instructions"])
        states = chain(self.last_found, chain.from_iterable(map(wording.states, self.last_entries[:1])))
        return next((ruling for _, state in states if (ruling := known.get(state, ""))), "")

    def _vain(self, tool: str) -> str:
        """Why there is no use in trying a tool again; '' if there may be."""
        successes, turns = self._failed.get(tool, (-1, -1))
        if successes == self._successes and turns == len(self.memory.turns):
            return moves.NOTHING_NEW
        return moves.NOTHING_HEARD if turns == len(self.memory.turns) else ""

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
        return (before == self._changes or wording.lasts(call.tool)) if succeeded else before == self._lasting

    def _options(self, form: Form) -> list[Option]:
        """The values of a form's next slot that lead to a call that is not stale."""
        found = self._grounded(form)
        if form.tool not in self._called:
            return found
        return [option for option in found if not self._in_vain(form.with_value(option.value))]

    def _grounded(self, form: Form) -> list[Option]:
        grounded = options(self.memory, self._slot(form), tools_of(self.observation["tools"]))
        return beside(grounded, form.chosen, self.memory)

    def _slot(self, form: Form) -> Slot:
        """What a form is to be filled in with next."""
        return tools_of(self.observation["tools"]).by_name[form.tool].slots[form.slot]

    def _in_vain(self, form: Form) -> bool:
        """Whether only stale calls can come of a form."""
        if not form.slot:
            return self._stale(Call(form.tool, form.chosen))
        return all(self._in_vain(form.with_value(option.value)) for option in self._grounded(form))

    def _fill(self, form: Form) -> Iterator[Move]:
        if not form.slot:
            yield from self._ready(Call(form.tool, form.chosen))
            return
        found = self._options(form)
        if wording.lets_in(form.tool) and self._slot(form).kind == "enum":
            found = [option._replace(weight=option.weight * self._called_so(option.value)) for option in found]
        for option in found:
            tokens = (form.slot, *(f"{form.slot}: {token}" for token in option.tokens))
            yield Move("fill", f"{form.slot} = {option.value}", tokens, option.weight, form.with_value(option.value))
        if not found:
            yield moves.closing()

    def _called_so(self, value: Any) -> float:
        """How much likelier a choice is for its words that the customer's last turn has: "my passphrase is ..."."""
        words = str(value).split("_")
        said = reading.words(self.memory.turns[-1])
        return math.pow(_CALLED, sum(word in said for word in words) / len(words))

    def _ready(self, call: Call) -> Iterator[Move]:
        """A call that changes something, filled in: read back, or made at once."""
        words = partial(wording.read_back, call.tool, call.arguments, self.memory.entries)
        yield Move("fill", "read back", ("read back", f"read back {call.tool}"), 2.0, ReadBack(call, words))
        yield Move("fill", "at once", ("at once", f"at once {call.tool}"), 1.0, call)
        words = partial(wording.announce, call.tool)
        yield Move("fill", "announce", ("announce", f"announce {call.tool}"), AGAIN, ReadBack(call, words))

    def _open(self) -> Iterator[Block]:
        text = self.observation["tools"]
        tools = tools_of(text)
        fits = self.memory.of_turns(("fits", text), lambda: self._fits(tools))
        calls, needed = self._calls(tools, fits)
        yield Block((*calls, *self._agreed()))
        asked = (needed, self._said["ask"], frozenset(self.errors))
        yield self._block(("questions", text, *asked), lambda: self._questions(tools, needed))
        yield Block((*self._choices(), *self._reports()))
        refused = (self._said["refuse"], self._said["explain"], tuple(self.errors.items()))
        yield self._block(("refusals", text, fits, *refused), lambda: self._refusals(tools, fits))
        yield Block(self._findings())
        topics = self._topics(tools)
        quotes = self._quotes(tools, topics)
        told = (self._said["offer"], self._said["quote"], self._said["help"])
        yield self._block(("statements", text, fits, quotes, *told), lambda: self._statements(tools, fits, quotes))
        stated, known = telling.stated(self.memory), (self.memory.results, self._changes)
        kept = (tuple(entry.key for entry in stated), self._said["state"], self._said["part"])
        yield self._block(("records", *known, *kept), lambda: self._records(stated))
        due = telling.due(self.memory, self.memory.stems | topics)
        yield self._block(("days", due, self._said["day"]), lambda: self._days(due))

    def _agreed(self) -> Iterator[Move]:
        for rank, call in enumerate(self.proposed):
            yield moves.agreed(call, rank, self.used[call.tool], outdated=self._outdated(call))

    def _outdated(self, call: Call) -> bool:
        """Whether the customer's last turn names figures, or days, that are not those of a call."""
        last, given = self.memory.turns[-1], call.arguments.values()
        said = reading.amounts(last)
        if said and any(isinstance(value, float) for value in given) and not any(map(said.__contains__, given)):
            return True
        days = [day.isoformat() for day in reading.days(last, self.memory.today)]
        return (
            bool(days) and any(map(reading.DAY.fullmatch, map(str, given))) and not any(map(days.__contains__, given))
        )

    def _block(self, key: tuple[Any, ...], make: Callable[[], Iterator[Move]]) -> Block:
        """Candidates of a kind, the first of the key; made anew when anything else in the key has changed."""
        kept = self._kept.get(key[0])
        if kept and kept[0] == key:
            return kept[1]
        block = Block(make())
        self._kept[key[0]] = (key, block)
        return block

    def _fits(self, tools: Tools) -> Mapping[str, Fit]:
        """How much each tool has to do with what the customer has said."""
        stems = self.memory.stems
        return {tool.name: moves.fit(len(tool.stems & stems)) for tool in tools.all}

    def _calls(self, tools: Tools, fits: Mapping[str, Fit]) -> tuple[list[Move], Mapping[str, str]]:
        """Calls that can be filled in, and which questions are more than `not needed`, by slot."""
        found = {**grounds(self.memory, tools), **dict.fromkeys(self._unanswered(tools), ())}
        calls: list[Move] = []
        needed: dict[str, str] = {}
        said = self._said_keys(found)
        meant = [tool for tool in tools.all if self._meant(tool, fits)]
        due, proposed = self._due(), {call.tool for call in self.proposed}
        for tool in tools.all:
            used = self.used.get(tool.name, 0)
            for variant in tool.variants:
                held = [found[key] for key in variant.keys]
                if not all(held):
                    lacking = [name for name, values in zip(variant.names, held, strict=True) if not values]
                    if len(lacking) == 1 and tool in meant:
                        needed[lacking[0]] = moves.AWAITED if self._lets_in(tool, lacking[0]) else moves.NEEDED
                    if tool.needs and not variant.number:
                        break
                elif not used and tool.name in self.errors and not self._fresh(tool, variant, held):
                    needed.update(dict.fromkeys(variant.names, moves.NEEDED))
                elif all(map(_enough, held, variant.rivals)) and self._fresh(tool, variant, held):
                    weight = AGAIN if used or variant.number else 1.0
                    weight *= _certain(held) if tool.looks else fits[tool.name].weight
                    form = (tool.name, variant.number, variant.names)
                    about: tuple[str, ...] = (fits[tool.name].token,)
                    ready = not (tool.looks or used or tool.name in proposed) and _ready(variant, held, said)
                    if case := self._case(tool.name, due) or (moves.READY if ready else ""):
                        about, weight = (*about, case), weight * moves.CASES[case]
                    calls.append(moves.opened(form, looks=tool.looks, used=used, about=about, weight=weight))
        return calls, {**self._of_use(meant, said), **self._before_asking(tools, calls, needed)}

    @staticmethod
    def _lets_in(tool: Tool, slot: str) -> bool:
        """Whether the answer to an open question is all that a tool needs to let the customer in."""
        return wording.lets_in(tool.name) and tool.slots[slot].kind == "answer"

    def _unanswered(self, tools: Tools) -> Iterator[str]:
        """The keys of open questions that were not asked: whatever was said before is no answer."""
        return (slot.key for slot in tools.answers if not self.spoken.get(f"ask {slot.name}"))

    def _meant(self, tool: Tool, fits: Mapping[str, Fit]) -> bool:
        """Whether questions for a tool may be of use: it was of none yet, and has to do with what was said."""
        return tool.name not in self.used and (tool.looks or fits[tool.name] != moves.fit(0))

    def _of_use(self, meant: Sequence[Tool], said: frozenset[str]) -> dict[str, str]:
        """Questions that the policy says to ask, or that the customer has left open."""
        policy, slots = self.observation["instructions"], (slot for tool in meant for slot in tool.slots)
        left = (slot for tool in meant for slot in _left_open(tool.variants[0], said))
        advised = {slot: moves.ADVISED for slot in slots if to_be_asked(policy, slot)}
        return {**advised, **dict.fromkeys(left, moves.OPEN)}

    def _before_asking(self, tools: Tools, calls: Sequence[Move], needed: Mapping[str, str]) -> Mapping[str, str]:
        """What is needed, as far as nothing can be looked up instead; open questions only the customer can answer."""
        looks = any(call.group == "look" and call.effect.tool not in self.used for call in calls)
        asked = {slot.name for slot in tools.answers}
        return {slot: why if slot in asked or not looks else moves.OPEN for slot, why in needed.items()}

    def _case(self, tool: str, due: frozenset[str]) -> str:
        """What is special about a tool at this moment; '' if nothing is."""
        if tool in due:
            return moves.DUE
        if self.proposed and self.proposed[0].tool == tool and self._outdated(self.proposed[0]):
            return moves.OUTDATED
        return self._vain(tool)

    def said_slots(self) -> frozenset[str]:
        """The slots for which the customer has named a value."""
        tools = tools_of(self.observation["tools"])
        said = self._said_keys(grounds(self.memory, tools))
        return frozenset(slot.name for tool in tools.all for slot in tool.slots.values() if slot.key in said)

    def _said_keys(self, found: Grounds) -> frozenset[str]:
        return self.memory.of_both(("said", len(found)), lambda: self._said_of(found))

    def _said_of(self, found: Grounds) -> frozenset[str]:
        """The keys of those slots for which the customer has named a value."""
        return frozenset(
            key for key, values in found.items() if any(map(self.memory.was_said, values)) or self._described(values)
        )

    def _described(self, values: Sequence[Any]) -> bool:
        """Whether the customer's words fit the record of one value better than those of the others."""
        entries = (entry for value in values if (entry := self.memory.entries.get(str(value))))
        return self.memory.fitting(entries) == 1

    def _due(self) -> frozenset[str]:
        """Tools that the instructions name right after the one that was of use last, even if it was reported since.

        None after a failure, or a state to which the instructions say no.
        """
        if self.ruling == NO or (self.last_call and self.last_status != "ok"):
            return frozenset()
        return sequences(self.observation["instructions"]).get(self._last_used, frozenset())

    def _fresh(self, tool: Tool, variant: Variant, held: Sequence[Sequence[Any]]) -> bool:
        """Whether its values make a call that is not stale."""
        if tool.name not in self._called:
            return True
        several = [at for at, values in enumerate(held) if len(values) > 1]
        if len(several) > 1:
            return not self._in_vain(Form(tool.name, variant.names, {}))
        fixed = {slot: values[0] for slot, values in zip(variant.names, held, strict=True)}
        if not fixed:
            return not self._stale(Call(tool.name, {}))
        vary = several[0] if several else -1
        slot = variant.names[vary]
        return any(not self._stale(Call(tool.name, {**fixed, slot: value})) for value in held[vary])

    def _questions(self, tools: Tools, needed: Mapping[str, str]) -> Iterator[Move]:
        failed = {slot for tool in self.errors if tool in tools.by_name for slot in tools.by_name[tool].slots}
        for slot, description in tools.askable.items():
            asked = self.spoken.get(f"ask {slot}", 0)
            if asked < _MOST_ASKED + _MOST_FAILED * (slot in failed):
                yield moves.question(slot, description, asked, needed.get(slot, moves.NOT_NEEDED))

        for tool in tools.acts:
            asked = self.spoken.get(f"ask new {tool.name}", 0)
            if asked < _MOST_ASKED and wording.deed(tool.name).verb in wording.CHANGES:
                yield moves.new_value(tool.name, asked)

    def _choices(self) -> Iterator[Move]:
        for place, keys in self.memory.lists.items():
            entries = [self.memory.entries[key] for key in keys if key in self.memory.entries]
            asked = self.spoken.get(f"which {place}", 0)
            if len(entries) > 1 and asked < _MOST_ASKED:
                yield moves.which(place, entries, asked, several=self.memory.fitting(entries) > 1)

    def _reports(self) -> Iterator[Move]:
        deeds = self.unreported or self.reported
        if not deeds:
            return
        fresh = "fresh" if self.unreported else "again"
        tokens = ("report", f"report {fresh}", *(f"report {done.tool}" for done in deeds))
        if self.unreported or self.spoken["report"] < _MOST_REPEATS:
            group = "report" if self.unreported else "tell"
            yield moves.message(group, "report", partial(wording.reports, deeds, self.memory.entries), tokens)

    def _topics(self, tools: Tools) -> frozenset[str]:
        """What the talk is about beside what the customer says: what was changed, and the states that were seen."""
        states = " ".join(value for entry in self.last_entries for _, value in wording.states(entry))
        changed = (tool.stems for tool in tools.acts if tool.name in self.used)
        return reading.stems(states).union(*changed)

    def _quotes(self, tools: Tools, topics: frozenset[str]) -> tuple[tuple[str, Fit], ...]:
        """Sentences of the policy that may be quoted."""
        now = reading.stems(self.memory.turns[-1]) | topics
        policy = self.observation["instructions"]
        found = dict(quotable(policy, self.memory.stems | topics, now))
        states = frozenset(value for entry in self.last_entries for _, value in wording.states(entry))
        beside = (*further(policy, states, self._spoken_of(tools)), *self._described_by(states, tools))
        return tuple((sentence, moves.fit(found.get(sentence, 0))) for sentence in dict.fromkeys((*found, *beside)))

    def _described_by(self, states: frozenset[str], tools: Tools) -> Sequence[str]:
        """What the tool that was of use last is described with, as far as it speaks of a state that was seen last."""
        tool = tools.by_name.get(self._last_used)
        return described(tool.description, states) if tool and not tool.looks else ()

    def _spoken_of(self, tools: Tools) -> frozenset[str]:
        """The words of the last failure, and of the tools that were refused or offered."""
        failure = reading.stems(self.last_failure[0]) if self.last_failure else frozenset()
        return failure.union(*(tools.by_name[tool].stems for tool in self._spoken_tools if tool in tools.by_name))

    def _records(self, stated: Sequence[Entry]) -> Iterator[Move]:
        """How records are, and what their parts say."""
        for entry in stated:
            changed = self._touched.get(entry.key, -1)
            if changed <= self.memory.shown_in[entry.key] and f"state {entry.key}" not in self.spoken:
                yield moves.state(entry, touched=changed >= 0)
        parts = {told.name: told for told in map(moves.part, self.memory.parts)}
        yield from (told for name, told in parts.items() if name not in self.spoken)

    def _days(self, due: Sequence[telling.Due]) -> Iterator[Move]:
        """Days from which something is possible by the policy."""
        return (told for told in map(moves.day, due) if told.name not in self.spoken)

    def _findings(self) -> Iterator[Move]:
        """The record or the answer that was found last, for the customer to say whether it is the right one."""
        if self.last_found and not self.spoken[f"found {self.last_found}"]:
            found = dict(self.last_found)
            about = ("found", *(f"found {name}" for name in found))
            yield moves.message("found", f"found {self.last_found}", partial(wording.result, found), about)
        if self.last_failure:
            message, details = self.last_failure
            about = ("sorry", f"sorry {self.last_status}")
            if not self.spoken[act := f"sorry {wording.failure(message, details)}"]:
                yield moves.message("found", act, partial(wording.sorry, message, details), about, _WHY)
        words = self.memory.all_words
        for rank, entry in enumerate(telling.shown(self.memory)):
            shown = self.spoken.get(f"show {entry.key}", 0)
            if shown < _MOST_ASKED:
                yield moves.show(entry, rank, shown, fits=not entry.words.isdisjoint(words))
        newest = {entry.key: entry for entry in (*self.last_entries, *self.memory.recent()) if entry.says}
        for entry in islice(newest.values(), _MOST_PASSED_ON):
            again = self.spoken.get(f"pass on {entry.key}", 0)
            if again < _MOST_ASKED:
                yield moves.pass_on(entry, entry.says, again)

    def _refusals(self, tools: Tools, fits: Mapping[str, Fit]) -> Iterator[Move]:
        for tool in tools.acts:
            name, fit = tool.name, fits[tool.name]
            said = self.spoken.get(f"refuse {name}", 0)
            if said < _MOST_REPEATS:
                yield moves.refusal(name, self.errors.get(name, ""), said, fit)
            said = self.spoken.get(f"explain {name}", 0)
            if said < _MOST_REPEATS:
                yield moves.explanation(name, tool.description, said, fit)

    def _statements(self, tools: Tools, fits: Mapping[str, Fit], quotes: Sequence[tuple[str, Fit]]) -> Iterator[Move]:
        for tool in tools.acts:
            if f"offer {tool.name}" not in self.spoken:
                yield moves.offer(tool.name, fits[tool.name])
        for quote in starmap(moves.quote, quotes):
            if quote.name not in self.spoken:
                yield quote
        if "help" not in self.spoken:
            yield moves.helping()
        yield moves.closing()


_WHY = 3.0
"""How much likelier it is to say why a call has failed than to show a record."""
_MOST_ASKED = 2
_MOST_FAILED = 2
"""So much more often a question is asked whose answers a tool has refused."""
_MOST_REPEATS = 5
_SPEAKING = ("refuse", "explain", "offer")
_MOST_PASSED_ON = 4


def _left_open(variant: Variant, said: frozenset[str]) -> list[str]:
    """What the customer has left open of what was begun: slots without a named value beside one with."""
    left = [name for name, key in zip(variant.names, variant.keys, strict=True) if key not in said]
    return left if len(left) < len(variant.names) else []


def _ready(variant: Variant, held: Sequence[Sequence[Any]], said: frozenset[str]) -> bool:
    """Whether the customer has named a value for some slots, and the others leave no choice."""
    named = [key in said for key in variant.keys]
    return any(named) and all(name or len(found) == 1 for name, found in zip(named, held, strict=True))


def _enough(found: Sequence[Any], rivals: int) -> bool:
    return len(found) >= rivals


def _certain(held: Sequence[Sequence[Any]]) -> float:
    """What leaves no choice is looked up first."""
    return AGAIN if any(len(found) > 1 for found in held) else 1.0


def _in_words(data: Any) -> tuple[tuple[str, str], ...]:
    """The short texts of an answer that are no keys of records, and the first ones of its lists."""
    if not isinstance(data, dict):
        return ()
    told = [(n, v) for n, v in data.items() if isinstance(v, str) and "*" not in v and not n.endswith(_KEYS)]
    parts = [value for value in data.values() if isinstance(value, list | dict)]
    if all(isinstance(value, list) and value and all(isinstance(item, str) for item in value) for value in parts):
        lists = [(name, ", ".join(value[:_MOST_TOLD])) for name, value in data.items() if isinstance(value, list)]
        return (*told, *lists)
    return ()


_KEYS = ("id", "number", "code")
_MOST_TOLD = 3
