"""What a message asks for."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from crm_gym.text.closing import is_closing
from crm_gym.text.commands import core
from crm_gym.text.context import Background
from crm_gym.text.english import AUXILIARIES, BEFORE_WH, DEEDS, POINTERS, TAGS, TELLING, WH
from crm_gym.text.forms import announces, chooses, invites, proposes
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.parts import Part, Sentence, Sentences, read_once, some_have
from crm_gym.text.slots import SHORT, names_little_else, slots_asked, starts_with_slot

OPEN = "details"
"""The slot of an open invitation to tell."""


class Asked(NamedTuple):
    """What the customer is asked to supply."""

    slots: tuple[str, ...] = ()
    clauses: frozenset[int] = frozenset()
    """The numbers of the clauses that ask for it."""


_NOTHING = Asked()


class Pointers(NamedTuple):
    """What a customer's words left to point back to."""

    named: str = ""
    """The slot that they were about, for "type it here"."""
    several: str = ""
    """The slot of which several were named last, for "which one?"."""
    offered: bool = False
    """They had asked what else is needed."""


def pointers(said: Sentences) -> Pointers:
    """What the customer's words left to point back to."""
    memory = _Memory()
    for sentence in said:
        for part in sentence:
            memory.keep(_pointable(part, True), fresh=True)
    return Pointers(memory.named, memory.several, any(_offers_details(part) for sentence in said for part in sentence))


def may_ask(sentences: Sentences) -> bool:
    """Whether a first look shows that a message may ask for something."""
    return any(map(_may_ask, sentences))


def asked(sentences: Sentences, before: Pointers, context: Background, lexicon: Lexicon) -> Asked:
    """The slots that the customer is asked to fill."""
    last = max((number for number, sentence in enumerate(sentences) if _may_ask(sentence)), default=-1)
    if last < 0:
        return _NOTHING
    asking = _Asking(before, context, lexicon)
    for number, sentence in enumerate(sentences):
        if number > last and not asking.goes_on:
            break
        asking.read(sentence)
    return Asked(tuple(asking.slots), frozenset(asking.clauses))


class _Memory:
    """What can be pointed back to."""

    def __init__(self, named: str = "", several: str = "") -> None:
        self.named, self.several = named, several
        self.counted = False
        """Several were counted, or called by what they are."""
        self.topics: tuple[str, ...] = ()
        """What was named so far."""

    def keep(self, seen: "_Pointable", *, fresh: bool) -> bool:
        """Takes in a clause: of the slots of a sentence the first. Says whether there was none."""
        if len(self.topics) < _ENOUGH:
            self.topics += seen.topics
        if seen.several:
            self.several, self.counted = seen.several, True
        elif seen.listed and not self.counted:
            self.several = seen.listed
        if fresh and seen.slot:
            self.named = seen.slot
        return fresh and not seen.slot


class _Asking:
    """Reads the sentences of a message one by one and keeps what later ones point back to."""

    def __init__(self, before: Pointers, context: Background, lexicon: Lexicon) -> None:
        self.slots: dict[str, None] = {}
        self.clauses: set[int] = set()
        self._context, self._lexicon = context, lexicon
        self._read_as = lexicon.read_as.get(context.topics[0], {}) if len(context.topics) == 1 else {}
        self._count = 0
        self._lists = False
        """A list of what is asked for has begun."""
        self._asked = False
        """The last sentence asked for something."""
        self._newest = ""
        """The slot asked for last."""
        self._memory = _Memory(before.named, before.several)
        self._offered = before.offered

    @property
    def goes_on(self) -> bool:
        """Whether a sentence that asks for nothing by itself may still go on with what was asked for."""
        return self._lists or self._asked

    def read(self, sentence: Sentence) -> None:
        """Takes in one sentence."""
        first, known = self._count, len(self.slots)
        self._count += len(sentence)
        if "asks others" in sentence.tags:
            return
        item = self._lists and sentence[0].clause.item
        going = item or (self._asked and sentence[0].words[0] == "and" and "slot" in sentence[0].named)
        if going or _may_ask(sentence):
            going = self._clauses(sentence, first, going=going)
        else:
            self._remember(sentence)
        self._lists = going or item
        self._asked = len(self.slots) > known
        if self._asked:
            self._read_together(list(self.slots)[known:])

    def _clauses(self, sentence: Sentence, first: int, *, going: bool) -> bool:
        """Takes in the clauses of a sentence that may ask; says whether the next sentence may go on with it."""
        fresh = True
        for number, part in enumerate(sentence):
            before = len(self.slots)
            going = self._part(sentence, number, going=going)
            if len(self.slots) > before:
                either = sentence[number + 1 : number + 2] != () and sentence[number + 1].words[0] == "or"
                self.clauses.update((first + number, first + number + either))
            fresh = self._memory.keep(_pointable(part, False), fresh=fresh)
        return going

    def _remember(self, sentence: Sentence) -> None:
        """Keeps what can be pointed back to in a sentence that asks for nothing."""
        fresh = True
        for part in sentence:
            if part.named:
                fresh = self._memory.keep(_pointable(part, False), fresh=fresh)

    def _part(self, sentence: Sentence, number: int, *, going: bool) -> bool:
        """Takes in one clause, if it may ask; says whether the next ones may go on with it."""
        if sentence[number].has("do not ask"):
            return False
        if _passed_over(sentence, number, going):
            return going
        if _confirms_action(sentence, number) or _only_checks(sentence, number):
            return False
        return self._clause(sentence, number, going=going and not _only_when(sentence, number))

    def _clause(self, sentence: Sentence, number: int, *, going: bool) -> bool:
        """Takes in one clause; says whether the next ones may go on with it."""
        part = sentence[number]
        chosen = self._choice(sentence, number)
        asking = bool(chosen) or _asks(sentence, number) or (self._offered and _answers_with(sentence, number))
        if not (asking or going):
            return False
        found = [*slots_asked(part, going and not part.interrogative)] or ([chosen] if chosen else [])
        if chosen and "which" in sentence[0].words[:3] and "slot" in part.named and part.names("option"):
            found = [chosen]
        found = _with_details(part, found)
        if not found and asking:
            pointed = self._pointed(sentence, number) or _tells_what(part)
            found = [pointed] if pointed else []
        self._add(found, part)
        closed = part.clause.question or part.clause.condition
        return not closed or bool(found) or part.told or core(part.words) == len(part.words)

    def _add(self, found: Sequence[str], part: Part) -> None:
        """Keeps slots; "which card, the last four?" asks for one thing only."""
        for named in found:
            slot = self._read_as.get(named, named)
            broad = self._lexicon.tells.get(slot)
            if broad and broad == self._newest and part.words[0] not in _JOINS:
                self.slots.pop(broad, None)
            self.slots[slot] = None
            self._newest = slot

    def _read_together(self, found: Sequence[str]) -> None:
        """Some slots mean another thing beside certain others."""
        for slot in found:
            beside = self._lexicon.beside.get(slot, {})
            if not beside.keys().isdisjoint(found):
                self.slots = dict.fromkeys(beside.get(one, one) if one in found else one for one in self.slots)

    def _choice(self, sentence: Sentence, number: int) -> str:
        """What "A or B?" asks for."""
        part = sentence[number]
        if not part.clause.question:
            return ""
        options = part.names("option")
        if part.words[0] == "or" and not number and options:
            return options[0].name
        following = sentence[number + 1] if number + 1 < len(sentence) else None
        if not chooses(part, following) or _answers_itself(sentence, number):
            return ""
        options = options or (following.names("option") if following else [])
        if self._memory.counted and self._memory.several not in self.slots and ("the", "one") in pairwise(part.words):
            return self._memory.several
        if options:
            return options[0].name
        if proposes(part) or "slot" in part.named or "or" not in part.words:
            return ""
        return self._one_of_several(sentence, number)

    def _pointed(self, sentence: Sentence, number: int) -> str:
        """What "which one?" and "type it here" ask for."""
        part = sentence[number]
        words = part.words
        if part.has("confirm", "say yes"):
            return ""
        listed = self._memory.counted and "one" in words[:2] and self._memory.several not in self.slots
        if words[0] == "which" and self._memory.counted and (listed or "of" in words[1:2]) and part.clause.question:
            return self._memory.several
        if (
            words[0] in ("what", "which")
            and len(words) <= SHORT
            and not _OTHERS.isdisjoint(words)
            and self._memory.named
        ):
            return self._memory.named
        if "which" in words and _asks_which(words) and not part.has("which of these"):
            return self._one_of_several(sentence, number) if part.clause.question or part.has("ask") else ""
        if _needed(part):
            return self._memory.named
        return self._memory.named if _points(part) and not POINTERS.isdisjoint(words) else ""

    def _one_of_several(self, sentence: Sentence, number: int) -> str:
        """The slot that tells apart those of which one is meant."""
        part = sentence[number]
        near = part.names("several") or [named for other in sentence for named in other.names("option")]
        if near:
            return near[0].name
        for slot in (self._memory.several, self._memory.named):
            if slot in self._lexicon.several and slot not in self.slots:
                return slot
        picks = self._lexicon.picks
        return next((picks[topic] for topic in (*self._context.topics, *self._memory.topics, "") if topic in picks), "")


class _Pointable(NamedTuple):
    """What a clause names that can be pointed back to."""

    topics: tuple[str, ...]
    several: str
    """A slot of which it names several."""
    listed: str
    """A slot of which it lists options."""
    slot: str
    """The first slot that it is about."""


@read_once
def _pointable(part: Part, by_customer: bool) -> _Pointable:
    """What a clause names that can be pointed back to; a customer's own question is not what it is about."""
    options = part.names("option")
    lists = len(options) > 1 and options[0].name == options[1].name and not _LISTING.isdisjoint(part.words)
    slots = [n for n in part.names("slot") if part.words[n.start] not in WH or n.end - n.start > 1]
    if by_customer:
        slots = [n for n in slots if part.words[n.start] not in WH] or slots
    return _Pointable(
        topics=tuple([named.name for named in part.names("noun", "base")]),
        several=next((named.name for named in reversed(part.names("several"))), ""),
        listed=options[0].name if lists else "",
        slot=slots[0].name if slots else "",
    )


_ENOUGH = 8
"""Topics that are kept."""
_LISTING = frozenset(("and", "or"))
_JOINS = frozenset(("and", "plus", "also", "what"))
_OTHERS = frozenset("other it new one right correct they them".split())
"""Words of "what is it?"."""
_RANKS = frozenset("prefer rather suits suit better best like".split())
"""Words of "which would you prefer?", which asks for no more than a yes to one of several proposals."""


@read_once
def _may_ask(sentence: Sentence) -> bool:
    """Whether a first look shows that a sentence may ask for something."""
    return not all(map(_asks_nothing, sentence))


@read_once
def _passed_over(sentence: Sentence, number: int, going: bool) -> bool:
    """Whether a clause neither asks nor ends what goes on."""
    part = sentence[number]
    if (not going and _asks_nothing(part)) or part.has("said") or (number and _only_explains(part)):
        return True
    if (number and _counts(part)) or (part.has("invite") and some_have(sentence, "sorry")):
        return True
    return _only_supposes(sentence, number, going=going)


def _asks_nothing(part: Part) -> bool:
    """Whether a first look shows that the clause asks for nothing."""
    if part.clause.question or part.told or "slot" in part.named:
        return False
    return part.hits.keys().isdisjoint(_ASKING) and not _again(part)


_ASKING = frozenset(("ask", "need", "need behind", "once known", "details", "invite"))


def _again(part: Part) -> bool:
    """Whether it says "again, please"."""
    return part.has("polite") and "again" in part.words and len(part.words) <= _BARE


_BARE = 3
"""Words of a clause that says no more than that."""


def _points(part: Part) -> bool:
    """Whether a request may be about something named before."""
    return part.told or part.has("ask") or _again(part)


def _only_supposes(sentence: Sentence, number: int, *, going: bool) -> bool:
    """Whether the clause is a condition, and no question within a request: "let me know when you bought it"."""
    part = sentence[number]
    if not part.clause.condition or part.told or part.has("ask", "once known"):
        return False
    if any(start > 1 for start in part.starts("need")) or _welcome(sentence, number):
        return False
    following = sentence[number + 1] if number + 1 < len(sentence) else None
    if "should" in part.words[:2] and chooses(part, following):
        return False
    asks = part.words[min(core(part.words), len(part.words) - 1)] in WH
    behind = part.clause.question and number > 0 and sentence[number - 1].words[-1] not in BEFORE_WH
    return not (going and asks and not behind)


def _confirms_action(sentence: Sentence, number: int) -> bool:
    """Whether an action is to be confirmed, not a detail: "confirm: charge 88.00"."""
    bare = "confirm" in sentence[number].words[-1:] and len(sentence[number].words) <= _BARE
    return bare and number + 1 < len(sentence) and any(n.start == 0 for n in sentence[number + 1].names("base"))


def _only_checks(sentence: Sentence, number: int) -> bool:
    """Whether a detail is read back with its value: "phone number to 020 7946 0682, correct?"."""
    return number + 1 < len(sentence) and "#" in sentence[number].words and TAGS.issuperset(sentence[-1].words)


def _welcome(sentence: Sentence, number: int) -> bool:
    """Whether what a condition names would help: "if you have the number, even better"."""
    named = "slot" in sentence[number].named and sentence[number].words[:2] == ("if", "you")
    return named and some_have(sentence[number:], "welcome")


def _only_explains(part: Part) -> bool:
    """Whether a clause says what we do with what is asked for: "and I'll text a code to it"."""
    return 0 in part.starts("purpose") and not (part.told or part.interrogative or part.has("ask", "need"))


def _only_when(sentence: Sentence, number: int) -> bool:
    """Whether it says when to tell, not what: "paste it here when you have it"."""
    if not number or sentence[number].words[0] not in ("when", "before", "after"):
        return False
    previous = sentence[number - 1]
    named = "slot" in previous.named or not _THINGS.isdisjoint(previous.words)
    return named or previous.words[-1] not in BEFORE_WH


_THINGS = frozenset("it them that this these those".split())


@read_once
def _asks(sentence: Sentence, number: int) -> bool:
    """Whether the clause asks for something to be told."""
    part = sentence[number]
    if _free_relative(part):
        return False
    if _welcome(sentence, number):
        return True
    if part.has("need", "once known") or _needed(part) or (part.has("invite") and not part.clause.question):
        return True
    proposed = proposes(part) and not _takes_down(part)
    if not proposed and (part.has("ask") or (part.told and not _goes_on(sentence, number))):
        return True
    if part.clause.question:
        return not (proposed or (part.has("confirm", "say yes") and not part.interrogative))
    return _lists(sentence, number)


def _offers_details(part: Part) -> bool:
    """Whether a customer asks what they have to tell: "do you need anything else?"."""
    words = part.words
    return part.clause.question and not _WANTED.isdisjoint(words) and not _WANTING.isdisjoint(words)


_WANTED = frozenset("anything what something else more".split())
_WANTING = frozenset("need require want missing else".split())


def _answers_with(sentence: Sentence, number: int) -> bool:
    """Whether a clause names, behind a yes at most, what is still needed: "Yes, your postcode"."""
    lead = all(_YES.issuperset(part.words) for part in sentence[:number])
    return lead and names_little_else(sentence[number]) and not sentence[number].negatives


_YES = frozenset("yes ok sure only just one thing last please right".split())


def _free_relative(part: Part) -> bool:
    """Whether a clause with "how much" in front tells something of it: "how much you get is worked out by us"."""
    words = part.words
    if part.clause.question or part.has("need") or words[0] not in WH or _SUBJECTS.isdisjoint(words[1:4]):
        return False
    at = next((at for at in range(3, len(words) - 1) if words[at] in _TELLS_OF), 0)
    return at > 0 and words[at - 1] not in _SUBJECTS and "please" not in words


_SUBJECTS = frozenset("i you we it they he she".split())
_TELLS_OF = frozenset("is depends varies comes follows results will does".split())


def _goes_on(sentence: Sentence, number: int) -> bool:
    """Whether a verb goes on with what we announce: "I'll freeze it and send the code"."""
    if some_have(sentence[:number], "ways"):
        return True
    return number > 0 and sentence[number].words[0] in ("and", "then") and announces(sentence[number - 1])


def _lists(sentence: Sentence, number: int) -> bool:
    """Whether the clause names, without a verb, what is wanted: "Name, e-mail and phone.", "the code, please"."""
    part = sentence[number]
    if not _GAVE.isdisjoint(part.words) and "you" in part.words:
        return False
    little = names_little_else(part)
    if not (little or starts_with_slot(part)):
        return _begs(part)
    if part.words[0] in ("just", "only", "first") or (little and _is_bare(sentence)):
        return True
    if number + 1 < len(sentence):
        following = sentence[number + 1]
        if following.clause.question and little:
            return True
        if some_have(sentence[number + 1 : number + 3], "need behind", "polite", "polite if"):
            return True
    if part.has("polite"):
        return True
    if little and "and" in part.words[1:] and len({named.name for named in part.names("slot")}) > 1:
        return True
    if not little or "," in part.clause.text.strip(", "):
        return little
    return len(sentence) > 1 and all(map(_names_or_counts, sentence))


_GAVE = frozenset("gave entered typed provided told supplied".split())
"""Words of a detail that is there: "the postcode you gave matches"."""


def _names_or_counts(part: Part) -> bool:
    """Whether the clause names a slot and little else, or only says how long it is: "ten digits"."""
    return names_little_else(part) or _counts(part)


def _counts(part: Part) -> bool:
    """Whether it only says how long something is: "10 digits"."""
    return len(part.words) <= _BARE - 1 and part.words[-1] in ("digits", "figures", "numbers", "characters")


def _is_bare(sentence: Sentence) -> bool:
    """Whether a sentence is nothing but a name: "Last four digits."."""
    part = sentence[0]
    if len(sentence) > 1 or "#" in part.words or not WH.isdisjoint(part.words):
        return False
    covered = {at for named in part.names("slot") for at in range(named.start, named.end)}
    return part.clause.item or (len(covered) == len(part.words) and part.clause.text[-1:] in (".", "!"))


def _begs(part: Part) -> bool:
    """Whether "please" asks for what is named, not for something to be done: "please keep the code"."""
    hits = part.hits.get("polite", ())
    return bool(hits) and all(DEEDS.isdisjoint(part.words[hit.end : hit.end + 1]) for hit in hits)


def _needed(part: Part) -> bool:
    """Whether something is said to be needed, or enough."""
    return any(not part.negated(start) for start in part.starts("need behind"))


def _takes_down(part: Part) -> bool:
    """Whether a proposal names no action, but a detail: "could I take your name?"."""
    return "slot" in part.named and part.named.keys().isdisjoint(_ACTIONS) and not part.has("confirm")


_ACTIONS = frozenset(("base", "offers", "doing"))


def _answers_itself(sentence: Sentence, number: int) -> bool:
    """Whether a question before in the sentence has named what is asked for: "which card - A or B?"."""
    return any(part.clause.question and "slot" in part.named for part in sentence[:number])


def _with_details(part: Part, found: list[str]) -> list[str]:
    """The slots, and an open invitation if the clause has one that stands apart from them."""
    if part.has("invite"):
        return [OPEN]
    if part.has("details") and not part.has("more", "more of") and _stands_apart(part, found):
        return [OPEN] if part.clause.question else [*found, OPEN]
    if not found and part.interrogative and invites(part.words) and not is_closing(part):
        return [OPEN]
    return found


def _stands_apart(part: Part, found: Sequence[str]) -> bool:
    """Whether an invitation to tell stands apart from the slots that are named."""
    if part.clause.question and part.interrogative:
        return found in ([], ["date"])
    slots = part.names("slot")
    return all(hit.start >= n.end or hit.end <= n.start for hit in part.hits["details"] for n in slots)


def _tells_what(part: Part) -> str:
    """What a request to tell "what ..." asks for when nothing in it is known: just to tell."""
    if not (part.told or part.has("ask")) or part.has("confirm", "say yes", "more", "more of"):
        return ""
    words = part.words
    if _TELL_WHAT.isdisjoint(words) or TELLING.isdisjoint(words):
        return ""
    return "" if any(a in _TELL_WHAT and b == "to" for a, b in pairwise(words)) else OPEN


_TELL_WHAT = frozenset("what how everything whatever".split())


def _asks_which(words: Sequence[str]) -> bool:
    """Whether "which" asks; it may as well only join: "a matter in which I may help"."""
    at = words.index("which")
    if not _RANKS.isdisjoint(words) and not AUXILIARIES.isdisjoint(words[at + 1 : at + 2]):
        return False
    return at <= 1 or words[at - 1] in BEFORE_WH
