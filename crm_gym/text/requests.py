"""What a message asks for; and whether it ends or pauses the conversation."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crm_gym.text.english import AUXILIARIES, DEEDS, POINTERS, WH
from crm_gym.text.forms import announces, choice_at, names_little_else, proposes, requests
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Background
from crm_gym.text.parts import Named, Part, Sentences


class Asked(NamedTuple):
    """What the customer is asked to supply."""

    slots: tuple[str, ...] = ()
    clauses: frozenset[int] = frozenset()
    """The numbers of the clauses that ask for it."""


class _Asking:
    """Reads the sentences of a message one by one and keeps what later ones point back to."""

    def __init__(self, before: Sentences, context: Background, lexicon: Lexicon) -> None:
        self.slots: dict[str, None] = {}
        self.clauses: set[int] = set()
        self._context, self._lexicon = context, lexicon
        self._count = 0
        self._lists = False
        """A list of what is asked for has begun."""
        self._named = ""
        """The slot that the last sentence was about, for "type it here"."""
        self._several = ""
        """The slot of which several were named last, for "which one?"."""
        self._topics: tuple[str, ...] = ()
        """What the message has named so far."""
        for sentence in before:
            for part in sentence:
                self._remember(part, fresh=True)
        self._topics = ()

    def read(self, sentence: Sequence[Part]) -> None:
        """Takes in one sentence."""
        first = self._count
        self._count += len(sentence)
        if any(part.has("asks others") for part in sentence):
            return
        going = self._lists and sentence[0].clause.item
        fresh = True
        for number, part in enumerate(sentence):
            if part.has("do not ask"):
                going = False
            elif (going or not _asks_nothing(part)) and not part.has("said") and not _only_supposes(part, going=going):
                before = len(self.slots)
                going = self._clause(part, sentence, number, going=going)
                if len(self.slots) > before:
                    self.clauses.add(first + number)
            fresh = self._remember(part, fresh=fresh)
        self._lists = going or (self._lists and sentence[0].clause.item)

    def _clause(self, part: Part, sentence: Sequence[Part], number: int, *, going: bool) -> bool:
        """Takes in one clause; says whether the next ones may go on with it."""
        chosen = "" if self._answers_itself(sentence, number) else self._choice(part)
        asking = bool(chosen) or _asks(part, sentence, number)
        if not (asking or going):
            return False
        found = list(_slots(part, listing=going and not part.interrogative)) or [*filter(None, (chosen,))]
        if part.has("details") and (asking or part.clause.question) and found in ([], ["date"]):
            found = ["details"]
        if not found and asking:
            found = [*filter(None, (self._pointed(part),))]
        self.slots.update(dict.fromkeys(found))
        return not (part.clause.question or part.clause.condition) or bool(found)

    @staticmethod
    def _answers_itself(sentence: Sequence[Part], number: int) -> bool:
        """Whether a question before in the sentence has named what is asked for: "which card - A or B?"."""
        return any(part.clause.question and part.named.get("slot") for part in sentence[:number])

    def _choice(self, part: Part) -> str:
        """What "A or B?" asks for."""
        at = choice_at(part)
        if not at:
            return ""
        options = part.names("option")
        if options:
            return options[0].name
        verbs = {named.start for named in part.names("base")}
        if len(verbs) > 1 or (verbs and proposes(part)) or part.names("slot"):
            return ""
        return self._one_of_several(part)

    def _pointed(self, part: Part) -> str:
        """What "which one?" and "type it here" ask for."""
        words = part.words
        if part.has("confirm", "say yes"):
            return ""
        if "which" in words and _RANKS.isdisjoint(words):
            return self._one_of_several(part) if part.clause.question or part.has("ask") else ""
        if _needed(part):
            return self._named
        points = part.has("ask") or requests(part, None)
        return self._named if points and not POINTERS.isdisjoint(words) else ""

    def _one_of_several(self, part: Part) -> str:
        """The slot that tells apart those of which one is meant."""
        for named in part.names("several"):
            return named.name
        if self._several:
            return self._several
        picks = self._lexicon.picks
        for topic in (*self._context.wanted, *self._context.topics, *self._topics):
            if topic in picks:
                return picks[topic]
        return ""

    def _remember(self, part: Part, *, fresh: bool) -> bool:
        """Keeps what can be pointed back to: of the slots of a sentence the first. Says whether there was none."""
        for named in part.names("several"):
            self._several = named.name
        slots = part.names("slot")
        if fresh and slots:
            self._named = slots[0].name
        self._topics = (*self._topics, *(named.name for named in part.names("noun", "base")))[:8]
        return fresh and not slots


_RANKS = frozenset("prefer rather suits suit better best like".split())
_ASKING = frozenset(("ask", "need", "need behind", "once known", "details"))


def _asks_nothing(part: Part) -> bool:
    """Whether a first look shows that the clause asks for nothing."""
    return (
        not part.clause.question
        and "slot" not in part.named
        and part.hits.keys().isdisjoint(_ASKING)
        and not requests(part, None)
    )


def _only_supposes(part: Part, *, going: bool) -> bool:
    """Whether the clause is a condition, and no question within a request: "let me know when you bought it"."""
    if not part.clause.condition or part.has("ask", "once known") or requests(part, None):
        return False
    return not (going and part.words[0] in WH)


def asked(sentences: Sentences, before: Sentences, context: Background, lexicon: Lexicon) -> Asked:
    """The slots that the customer is asked to fill."""
    asking = _Asking(before, context, lexicon)
    for sentence in sentences:
        asking.read(sentence)
    return Asked(tuple(asking.slots), frozenset(asking.clauses))


def _asks(part: Part, sentence: Sequence[Part], number: int) -> bool:
    """Whether the clause asks for something to be told."""
    proposed = proposes(part)
    if part.has("need", "once known") or _needed(part):
        return True
    if not proposed and (part.has("ask") or requests(part, sentence[number - 1] if number else None)):
        return True
    if part.clause.question:
        return not (proposed or (part.has("confirm", "say yes") and not part.interrogative))
    rest = sentence[number:]
    if not names_little_else(part):
        return _begs(part)
    if rest[1:]:
        return rest[1].has("need behind", "polite") or rest[1].clause.question
    return part.clause.text.count(",") > 0 or _lists_only(sentence) or part.has("polite")


def _begs(part: Part) -> bool:
    """Whether "please" asks for what is named, not for something to be done: "please keep the code"."""
    words = part.words
    return part.has("polite") and all(words[hit.end : hit.end + 1] != () and words[hit.end] not in DEEDS or words[hit.end:] == () for hit in part.hits["polite"])


def _needed(part: Part) -> bool:
    """Whether something is said to be needed, or enough."""
    return any(not part.negated(start) for start in part.starts("need behind"))


def _lists_only(sentence: Sequence[Part]) -> bool:
    """Whether the sentence is a list of what is asked for: "Name, e-mail and phone."."""
    return len(sentence) > 1 and all(map(names_little_else, sentence))


def _slots(part: Part, *, listing: bool) -> Iterator[str]:
    """The slots named where they are asked for."""
    stop = min((start for start in part.starts("purpose") if start > 2), default=len(part.words))
    wide = listing or part.has("ask", "need", "need behind", "polite", "have you", "once known")
    wide = wide or requests(part, None) or names_little_else(part)
    wide = wide or (len(part.words) <= _SHORT and part.words[0] not in AUXILIARIES)
    found = False
    for named in part.names("slot"):
        asks = wide or named.end - named.start > 2 or not WH.isdisjoint(part.words[: named.end])
        if asks and named.start < stop and not (_is_verb(part, named) or _aside(part, named, found=found)):
            found = True
            yield named.name


_SHORT = 6
"""Words of a question that is about what it names."""


def _is_verb(part: Part, named: Named) -> bool:
    """Whether a noun is used as a verb, or "when" and "who" as a conjunction or relative pronoun."""
    if named.end - named.start > 1 or named.start == 0:
        return False
    before, word = part.words[named.start - 1], part.words[named.start]
    if word in WH:
        return before not in _BEFORE_WH and not (
            word == "when" and part.words[named.end : named.end + 1] and part.words[named.end] in AUXILIARIES
        )
    return before in ("to", "please", "kindly")


_BEFORE_WH = frozenset(
    "and or to for from since until by me us know say specify indicate state confirm clarify exactly is of about on "
    "ask also then please just so but ok tell explain describe remember name understand with see note either".split()
)


def _aside(part: Part, named: Named, *, found: bool) -> bool:
    """Whether it only says where something else is: "the code that we sent to your e-mail"."""
    words, at = part.words, named.start - 1
    if at > 0 and words[at] in ("your", "the", "his", "her", "their", "my", "our"):
        at -= 1
    return found and at > 0 and words[at] in _PLACES and named.end - named.start <= _ASIDE


_PLACES = frozenset("to from in on at via by through into".split())
_ASIDE = 2
"""Words of a name that may be part of another one."""


def ends(sentences: Sentences) -> bool:
    """Whether the agent asks if there is more, or says goodbye."""
    return any(_ends(part) for sentence in sentences for part in sentence)


def _ends(part: Part) -> bool:
    if part.has("bye"):
        return True
    if any(not start or part.words[start - 1] not in _COMPARING for start in part.starts("more")):
        return True
    if part.clause.condition:
        return part.has("more of") and not _HAVING.isdisjoint(part.words)
    return part.has("more of") and (part.clause.question or part.words[0] in ("no", "further"))


_HAVING = frozenset("have need is require want wish are".split())
_COMPARING = frozenset("before than like as not nor of without".split())


def pauses(sentences: Sentences) -> bool:
    """Whether the agent asks for a moment or announces what comes next."""
    return any(_pauses(part) for sentence in sentences for part in sentence)


def _pauses(part: Part) -> bool:
    if part.clause.condition or part.clause.consequent or part.clause.question:
        return part.has("hold") and not part.clause.condition and not part.clause.consequent
    return part.has("hold") or announces(part)


