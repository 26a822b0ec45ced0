"""What a message proposes: what the customer wants, for which a yes is waited for, or something else."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from crm_gym.text.commands import core
from crm_gym.text.context import Background
from crm_gym.text.english import DETAIL_WORDS, WH
from crm_gym.text.forms import checks, proposes, starts_with_action, tagged
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Outcome
from crm_gym.text.parts import Part, Sentence, Sentences, by_start, read_once, some_have
from crm_gym.text.topics import meant


def bids(sentences: Sentences) -> bool:
    """Whether the agent asks for a yes, to whatever it is."""
    return any(map(_bids_apart, sentences))


@read_once
def _bids_apart(sentence: Sentence) -> bool:
    """Whether a sentence asks for a yes, and not to who the customer is."""
    return any(map(_bids, sentence)) and not ("who are you" in sentence.tags and _asks_who(sentence))


def proposes_to(sentences: Sentences, deed: str, lexicon: Lexicon) -> bool:
    """Whether it is read back with its figures what a tool does, and asked for a yes: "Shall I credit 25.00?"."""
    words = set(deed.split("_"))
    verbs = {name for name, topic in lexicon.topics.items() if words & {forms.split()[0] for forms in topic.verbs}}
    topics = {name for name in lexicon.topics if name in words} or verbs
    for number, sentence in enumerate(sentences):
        if any(proposes(part) or _bids(part) for part in sentence):
            near = sentences[max(0, number - _BACK) : number]
            before = [one for one in near if some_have(one, "offer") or not topics.isdisjoint(_named(one))]
            told = [part for one in (*before, sentence) for part in one]
            if not topics.isdisjoint(_named(told)) and any(word.endswith("#") for part in told for word in part.words):
                return True
    return False


_BACK = 2
"""Sentences before a question that may say what it asks a yes for."""


def _named(parts: Sequence[Part]) -> set[str]:
    return {named.name for part in parts for named in part.names("base", "offers", "noun")}


def _asks_who(sentence: Sequence[Part]) -> bool:
    """Whether it is about who the customer is: "is that you, correct?"; behind a quote it may be about more."""
    return some_have(sentence[:-1], "who are you")


_BIDDING = frozenset(("say yes", "confirm"))


@read_once
def _bids(part: Part) -> bool:
    """Whether the clause asks for a yes, to whatever it is."""
    clause = part.clause
    if not clause.question and part.hits.keys().isdisjoint(_BIDDING):
        return False
    if part.has("said", "who are you", "helped") or part.words[-1] in WH:
        return False
    if clause.question and part.has("as wanted") and "#" in part.words:
        return True
    if part.bids_yes or tagged(part) or checks(part):
        return True
    bidding = clause.question or part.words[core(part.words) - 1] in ("please", "kindly") or "confirm" in part.words[:1]
    ends = [hit.end for hit in part.hits.get("confirm", ()) if not _confirms_detail(part, hit.end)]
    return bidding and bool(ends) and WH.isdisjoint(part.words[:3])


def _confirms_detail(part: Part, at: int) -> bool:
    """Whether a detail is to be confirmed, no action: "could you confirm your e-mail", "please confirm why ..."."""
    return part.words[at - 1] == "confirm" and (not WH.isdisjoint(part.words[at:]) or bool(part.names("slot")))


class Stance(NamedTuple):
    """How the customer's words prepare for what may be proposed."""

    implied: frozenset[str] = frozenset()
    """Topics that the words suggest, but do not name."""
    again: bool = False
    """They want once more what has failed."""
    answers: bool = False
    """They only gave what was asked for, so that what they want was said before."""
    orders: bool = False
    """They gave figures."""


def stance(said: Sentences, lexicon: Lexicon) -> Stance:
    """How the customer's words prepare for what may be proposed."""
    parts = [part for sentence in said for part in sentence]
    named = {n.name for part in parts for n in part.names("base", "offers", "noun")}
    return Stance(
        implied=frozenset([name for name, topic in lexicon.topics.items() if topic.implied and name not in named]),
        again=any(not _AGAIN.isdisjoint(part.words) for part in parts),
        answers=_only_answers(parts),
        orders=any("#" in part.words for part in parts),
    )


def may_propose(sentences: Sentences) -> bool:
    """Whether a first look shows that a message may propose something."""
    return any(_may_propose(sentence) or "which of these" in sentence.tags for sentence in sentences)


class Proposing:
    """Reads the sentences of a message one by one: what is proposed, and whether it is what the customer wants."""

    def __init__(self, before: "Stance", context: Background, outcomes: Sequence[Outcome], lexicon: Lexicon) -> None:
        self.confirms = False
        self._offers: dict[str, None] = {}
        self._order = lexicon.order
        self._refused = tuple(outcome.about for outcome in outcomes if outcome.kind == "refused")
        self._settled = bool(outcomes)
        self._done = {outcome.about for outcome in outcomes if outcome.kind == "done"}
        self._last = outcomes[-1].about if outcomes else ""
        self._context = context
        self._wanted = context.wanted - before.implied
        if not before.again:
            self._wanted = self._wanted.difference(self._refused)
        self._answered = before.answers
        self._expected = before.answers and before.orders and not outcomes
        """Whatever we can do, is what was ordered: "500 to Ana from savings"."""
        self._pending = False
        """Something else was put forward, which "shall I?" points to."""

    @property
    def offers(self) -> tuple[str, ...]:
        """The topics that the agent proposes of its own accord."""
        return () if self.confirms else tuple(self._offers)

    def read(self, sentences: Sentences, asking: Collection[int]) -> None:
        """Takes in a message; the clauses that ask for details, by number, propose nothing."""
        number = 0
        leading = False
        for place, sentence in enumerate(sentences):
            number += len(sentence)
            if place == 0 and sentence[0].words[0] == "so" and sentence[0].has("purpose"):
                continue
            listed = any(["which of these" in one.tags for one in sentences[place : place + 2]])
            listed = listed or (leading and sentence[0].clause.item)
            leading = False
            if listed or _may_propose(sentence):
                numbered = enumerate(sentence, number - len(sentence))
                parts = [part for at, part in numbered if at not in asking]
                leading = self._sentence(parts, sentence, listed=listed)

    def _sentence(self, parts: Sequence[Part], sentence: Sentence, *, listed: bool) -> bool:
        """Takes in a sentence; says whether items that follow go on with its proposals."""
        who = _asks_who(sentence)
        wanted = "as wanted" in sentence.tags
        ending = any(part.has("more", "bye") or (part.has("said") and not part.clause.condition) for part in parts)
        leads = not ending and (listed or any(map(_leads, sentence)))
        before = len(self._offers)
        proposed = False
        for part in parts:
            proposed = proposes(part) or (proposed and part.words[0] in ("and", "or") and bool(self._topics(part)))
            if proposed and wanted:
                self.confirms = True
            elif proposed and not tagged(part):
                self._asked_for(part)
            elif not who and _bids(part):
                self._points(sentence)
            elif leads:
                other = "works too" in sentence.tags and not self._answered
                self._add(list(self._possible(part, listed=listed or other)))
        if leads and len(self._offers) == before and self._refused and some_have(parts, "works too"):
            self._add([self._last])
        return leads

    def _asked_for(self, part: Part) -> None:
        """A proposal in the form of a question."""
        if part.has("more", "more of", "bye"):
            return
        topics = self._topics(part)
        if not topics and self._settled and not _generic(part):
            return
        if not topics or _points_back(part):
            self._points((part,))
        elif not self._wants(topics, part.words):
            self._add(topics)
        else:
            self.confirms = True

    def _points(self, sentence: Sequence[Part]) -> None:
        """A yes is asked for, to what was said before."""
        if self._pending or (self._settled and not self._refused and all(part.words == ("ok",) for part in sentence)):
            return
        if any(part.clause.condition for part in sentence):
            topics = [name for part in sentence for name in self._topics(part)]
            if topics and not self._wants(topics, ()):
                self._add(topics)
                return
        self.confirms = True

    def _possible(self, part: Part, *, listed: bool) -> Iterator[str]:
        asks = part.clause.question and part.interrogative and not part.has("works too")
        if part.has("need") and "what" in part.words:
            return
        if part.has("can not") or (part.has("ask") and not part.clause.condition) or asks or _unsure(part):
            return
        for name in self._topics(part):
            expected = self._expected or name in self._wanted
            if listed or not expected or name in self._refused or part.has("could") or _other_way(part.words):
                yield name

    def _add(self, topics: Sequence[str]) -> None:
        self._offers.update(dict.fromkeys(topics))
        self._pending = self._pending or bool(topics)

    def _wants(self, topics: Sequence[str], words: Sequence[str]) -> bool:
        """Whether one of the topics is what the customer asked for."""
        if self._answered and not self._refused and (not self._settled or _ALSO.isdisjoint(words)):
            return True
        wanted = self._wanted - self._done if words[-1:] == ("well",) or "too" in words else self._wanted
        return not wanted.isdisjoint(topics)

    def _topics(self, part: Part) -> list[str]:
        """The topics of a proposal: of each of its verbs, else of whatever it names."""
        if part.named.keys().isdisjoint(_PROPOSED):
            return []
        named = [
            n
            for n in part.names("offers", "base", "doing", *(("past",) if part.clause.condition else ()))
            if not n.start or (part.words[n.start - 1] not in _NOUN_MARKS and not _yours(part.words, n.start))
        ]
        first = core(part.words) if not part.clause.question or starts_with_action(part) else -1
        doing = {n.start for n in part.names("doing")}
        if not named and part.has("an option"):
            named = part.names("noun")
        doing.update(n.start for n in named if part.words[n.start] == "#")
        verbs = [n for n in named if n.start == first or n.start in doing or _proposed_verb(part.words, n.start)]
        starts = {n.start for n in part.names("base")}
        others = [n.name for n in part.names("offers") if n.start not in starts]
        nearby = ([*(n.name for n in part.names("noun")), *others], self._refused, self._context.topics)
        if "either" in part.words:
            verbs = named
        groups = by_start(verbs) or ({0: named} if named else {})
        return [meant(group, nearby, self._order) for group in groups.values()]


def _other_way(words: Sequence[str]) -> bool:
    """Whether it is put as an alternative: "I charge your Visa instead", "or I can take it from the wallet"."""
    return "instead" in words or words[:3] == ("or", "i", "can")


@read_once
def _may_propose(sentence: Sentence) -> bool:
    """Whether a first look shows that a sentence may propose something."""
    return any(proposes(part) or _bids(part) or _leads(part) for part in sentence)


def _leads(part: Part) -> bool:
    """Whether it says that something could be done, not "I can not"."""
    offers = any(part.words[hit.end : hit.end + 1] not in _NO_OFFERS for hit in part.hits.get("offer", ()))
    return offers or part.has("ways", "an option", "works too")


_NO_OFFERS = (("not",), ("confirm",), ("see",), ("report",), ("assure",))
"""Behind "I can" they propose nothing."""


def _unsure(part: Part) -> bool:
    """Whether it is a condition for something else than what we would do: not "if I send", "if you'd like me to"."""
    words = part.words
    if not part.clause.condition or words[:2] == ("if", "i"):
        return False
    if words[0] != "if":
        return True
    joined = " ".join(words)
    return not any(phrase in joined for phrase in (" me to ", " i could ", " i can ", " we could ", " we can "))


def _only_answers(parts: Sequence[Part]) -> bool:
    """Whether a customer only gave what was asked for."""
    words = [word for part in parts for word in part.words]
    if any(not part.named.keys() <= _DETAILS for part in parts):
        return False
    if not words or len(words) <= _BRIEF or words[0] in DETAIL_WORDS:
        return bool(words)
    if "#" in words and len(words) <= _ORDER and WH.isdisjoint(words) and _TALES.isdisjoint(words):
        return True
    return len(words) <= _DETAIL and any(part.words[n.start] not in WH for part in parts for n in part.names("slot"))


_DETAILS = frozenset(("slot", "option", "several", "wish", "noun", "head"))
_ORDER = 12
"""Words of an order that leaves out its verb: "500 to Ana from savings"."""


_TALES = frozenset("took taken charged instead was were did had went came twice".split())
"""Words of what has happened, not of an order."""
_BRIEF = 3
_DETAIL = 8
"""Words of an answer that gives nothing but a detail; the more when it names the detail."""


def _points_back(part: Part) -> bool:
    """Whether a proposal is about what was read back just before: "still send?", "send it anyway?", "pay it?"."""
    return not _EVEN_SO.isdisjoint(part.words) or (part.words[0] in _ANY_DEED and len(part.words) <= _SHORT_DEED)


_PROPOSED = frozenset(("offers", "base", "doing", "past", "noun"))
_AGAIN = frozenset("again retry anew".split())
"""Words of a customer who wants once more what has failed."""
_EVEN_SO = frozenset("still regardless anyway nonetheless nevertheless".split())
_SHORT_DEED = 2
_ANY_DEED = frozenset("send do proceed submit continue pay go".split())


def _generic(part: Part) -> bool:
    """Whether a proposal names no action of its own: "shall I do that?"."""
    return part.has("confirm") or _GENERIC.issuperset(part.words)


_ALSO = frozenset("also too meantime meanwhile instead want additionally as like".split())
_GENERIC = frozenset(
    "shall should may can could would will do does you want like wish prefer need me us i we to it them this that "
    "these those so now then go ahead proceed continue try both all the yes please submit send make put through in on "
    "for happy if".split()
)


def _yours(words: Sequence[str], at: int) -> bool:
    """Whether a verb is the customer's own: "you could pay with another card"."""
    return at > 1 and words[at - 1] in ("can", "could", "may", "might") and words[at - 2] == "you"


def _proposed_verb(words: Sequence[str], at: int) -> bool:
    """Whether a verb says what the agent would do: "I could send", not "you could pay" or "ask them to send"."""
    before = words[at - 1] if at else ""
    if before == "to":
        return at > 1 and words[at - 2] in _BEFORE_TO
    return before in _BEFORE_VERBS


_BEFORE_TO = frozenset(
    "position me us able happy glad prepared pleased ready want like need free option prefer rather is i".split()
)
_BEFORE_VERBS = frozenset(
    "i we you could can and or then shall should may me us also now just still would might is".split()
)
_NOUN_MARKS = frozenset(("your", "that"))
