"""What a message asks for, offers, reads back; and whether it ends or pauses the conversation."""

from collections.abc import Iterator, Sequence

from crm_gym.text.english import AUXILIARIES, POINTERS, TAGS, WH
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Background, Outcome, meant
from crm_gym.text.parts import Named, Part, Sentences, by_start


class _Asking:
    """Reads the sentences of a message one by one and keeps what later ones point back to."""

    def __init__(self, before: Sentences) -> None:
        self.slots: dict[str, None] = {}
        self._lists = False
        """A list of what is asked for has begun."""
        self._named = ""
        """The slot that the last sentence was about, for "type it here"."""
        self._several = ""
        """The slot of which several were named last, for "which one?"."""
        for sentence in before:
            for part in sentence:
                self._remember(part, fresh=True)

    def read(self, sentence: Sequence[Part]) -> None:
        """Takes in one sentence."""
        if any(part.has("asks others") for part in sentence):
            return
        going = self._lists and sentence[0].clause.item
        fresh = True
        for number, part in enumerate(sentence):
            if _asks_nothing(part) and not going:
                fresh = self._remember(part, fresh=fresh)
                continue
            if part.has("do not ask"):
                going = False
            elif not part.has("said") and not _only_supposes(part, going=going):
                going = self._clause(part, sentence[number:], going=going)
            fresh = self._remember(part, fresh=fresh)
        self._lists = going or (self._lists and sentence[0].clause.item)

    def _clause(self, part: Part, rest: Sequence[Part], *, going: bool) -> bool:
        """Takes in one clause; says whether the next ones may go on with it."""
        asking = _asks(part, rest)
        if not (asking or going):
            return False
        if part.has("details") and (asking or part.clause.question):
            self.slots["details"] = None
        found = list(_slots(part, listing=going and not part.interrogative))
        if not found and asking and not part.has("details"):
            found = [*self._pointed(part)]
        if not (part.has("details") and part.clause.question and found == ["date"]):
            self.slots.update(dict.fromkeys(found))
        return not part.clause.question or bool(found)

    def _pointed(self, part: Part) -> Iterator[str]:
        """What "which one?" and "type it here" ask for."""
        if "which" in part.words and "prefer" not in part.words and self._several:
            yield self._several
        elif part.has("ask") and self._named and not POINTERS.isdisjoint(part.words):
            yield self._named

    def _remember(self, part: Part, *, fresh: bool) -> bool:
        """Keeps what can be pointed back to: of the slots of a sentence the first. Says whether there was none."""
        for named in part.names("several"):
            self._several = named.name
        slots = part.names("slot")
        if fresh and slots:
            self._named = slots[0].name
        return fresh and not slots


_ASKING = frozenset(("ask", "need", "need behind", "details", "do not ask"))


def _asks_nothing(part: Part) -> bool:
    """Whether a first look shows that the clause asks for nothing."""
    return not part.clause.question and "slot" not in part.named and part.hits.keys().isdisjoint(_ASKING)


def _only_supposes(part: Part, *, going: bool) -> bool:
    """Whether the clause is a condition, and no question within a request: "let me know when you bought it"."""
    return part.clause.condition and not part.has("ask") and not (going and part.words[0] in WH)


def asked(sentences: Sentences, before: Sentences) -> tuple[str, ...]:
    """The slots that the customer is asked to fill."""
    asking = _Asking(before)
    for sentence in sentences:
        asking.read(sentence)
    return tuple(asking.slots)


def _asks(part: Part, rest: Sequence[Part]) -> bool:
    """Whether the clause asks for something to be told."""
    if _proposes(part) and "or" in part.words and part.names("slot"):
        return True
    if part.has("ask", "need", "need behind"):
        return not _proposes(part) or part.has("need")
    if part.clause.question:
        return not (_proposes(part) or (_bids(part) and not part.interrogative))
    if rest[1:] and (rest[1].has("need behind") or rest[1].clause.question) and _is_fragment(part):
        return True
    return _is_fragment(part) and len(rest) == 1 and part.clause.text.count(",") > 0


def _is_fragment(part: Part) -> bool:
    """Whether the clause names slots and says next to nothing else."""
    covered = {at for named in part.names("slot") for at in range(named.start, named.end)}
    return bool(covered) and sum(at not in covered for at in range(len(part.words))) <= 2


def _slots(part: Part, *, listing: bool) -> Iterator[str]:
    """The slots named where they are asked for."""
    stop = min((start for start in part.starts("purpose") if start > 2), default=len(part.words))
    wide = listing or part.has("ask", "need", "need behind", "have you") or _is_fragment(part)
    wide = wide or (len(part.words) <= 6 and part.words[0] not in AUXILIARIES)
    for named in part.names("slot"):
        asked = wide or named.end - named.start > 2 or not WH.isdisjoint(part.words[: named.end])
        if asked and named.start < stop and not _is_verb(part, named):
            yield named.name


def _is_verb(part: Part, named: Named) -> bool:
    """Whether a noun is used as a verb: "please name the shop"."""
    return (
        named.end - named.start == 1 and named.start > 0 and part.words[named.start - 1] in ("to", "please", "kindly")
    )


def bids(sentences: Sentences) -> bool:
    """Whether the agent asks for a yes, to whatever it is."""
    return any(_bids_in(sentence) for sentence in sentences)


def agrees(sentences: Sentences, context: Background, outcomes: Sequence[Outcome], lexicon: Lexicon) -> bool:
    """Whether the agent proposes, as a question, just what the customer wants and has not been refused."""
    refused = {outcome.about for outcome in outcomes if outcome.kind == "refused"}
    wanted = context.wanted - refused
    questions = [part for sentence in sentences for part in sentence if part.clause.question and _proposes(part)]
    if questions and not refused and any(_points_back(part) for part in questions):
        return True
    order = tuple(lexicon.topics)
    return any(not wanted.isdisjoint(_proposed(part, context, (), order)) for part in questions)


def _points_back(part: Part) -> bool:
    """Whether a proposal is about "this": what was read back just before."""
    starts = {named.end for named in part.names("offers", "base")}
    return any(at < len(part.words) and part.words[at] in ("this", "that", "these") for at in starts)


def _bids_in(sentence: Sequence[Part]) -> bool:
    """Not "is that you, correct?"; after a quote of the customer it may still be one."""
    return not any(part.has("who are you") for part in sentence[:-1]) and any(_bids(part) for part in sentence)


def _confirms_detail(part: Part, at: int) -> bool:
    """Whether a detail is to be confirmed, no action: "could you confirm your e-mail", "please confirm why ..."."""
    return part.words[at - 1] == "confirm" and (not WH.isdisjoint(part.words[at:]) or bool(part.names("slot")))


_BIDDING = frozenset(("say yes", "confirm"))


def _bids(part: Part) -> bool:
    """Whether the clause asks for a yes, to whatever it is."""
    if not part.clause.question and part.hits.keys().isdisjoint(_BIDDING):
        return False
    if part.has("said"):
        return False
    if part.bids_yes or (part.clause.question and TAGS.issuperset(part.words)):
        return True
    if part.clause.question and part.words[-1] in TAGS and not part.interrogative:
        return True
    bids = part.clause.question or part.words[0] in ("please", "kindly", "confirm")
    ends = [hit.end for hit in part.hits.get("confirm", ()) if not _confirms_detail(part, hit.end)]
    return bids and bool(ends) and not part.has("who are you") and WH.isdisjoint(part.words[:3])


def _proposes(part: Part) -> bool:
    """Whether the clause proposes something, in the form of a question."""
    if not part.clause.question or not part.has("propose"):
        return False
    start = min(part.starts("propose"))
    return part.words[start] in ("what", "how", "why") or WH.isdisjoint(part.words[:start])


def offered(
    sentences: Sentences, context: Background, outcomes: Sequence[Outcome], lexicon: Lexicon
) -> tuple[str, ...]:
    """The topics that the agent proposes of its own accord."""
    order = tuple(lexicon.topics)
    refused = {outcome.about for outcome in outcomes if outcome.kind == "refused"}
    found: dict[str, None] = {}
    for sentence in sentences:
        if any(part.has("ways", "offer", "works too") or _proposes(part) for part in sentence) and not any(
            part.has("more", "bye") or (part.has("said") and not part.clause.condition) for part in sentence
        ):
            here = [name for part in sentence for name in _offers(part, context, refused, order)]
            found.update(dict.fromkeys(here))
            if refused and not here and any(part.has("works too") for part in sentence):
                found[outcomes[-1].about] = None
    return tuple(found)


def _offers(part: Part, context: Background, refused: set[str], order: tuple[str, ...]) -> Iterator[str]:
    asks = part.clause.question and part.interrogative and not (_proposes(part) or part.has("works too"))
    if part.has("can not", "ask") or asks or (part.clause.condition and part.words[:2] != ("if", "i")):
        return
    for name in _proposed(part, context, tuple(refused), order):
        if name not in context.wanted or name in refused or part.has("could"):
            yield name


def _proposed(part: Part, context: Background, refused: Sequence[str], order: Sequence[str]) -> list[str]:
    """The topics of a proposal: of each of its verbs, else of whatever it names."""
    named = [
        n
        for n in part.names("offers", "base", *(("past",) if part.clause.condition else ()))
        if not n.start or part.words[n.start - 1] not in _NOUN_MARKS
    ]
    verbs = [n for n in named if _proposed_verb(part.words, n.start)]
    nearby = ([n.name for n in part.names("noun")], refused, context.topics)
    groups = by_start(verbs) or ({0: named} if named else {})
    return [meant(group, nearby, order) for group in groups.values()]


def _proposed_verb(words: Sequence[str], at: int) -> bool:
    """Whether a verb says what the agent would do: "I could send", not "you could pay" or "ask them to send"."""
    before = words[at - 1] if at else ""
    if before == "to":
        return at > 1 and words[at - 2] in _BEFORE_TO
    if before in ("can", "could", "may", "might") and at > 1 and words[at - 2] == "you":
        return False
    return before in _BEFORE_VERBS


_BEFORE_TO = frozenset(
    "me us able happy glad prepared pleased ready want like need free option prefer rather is i".split()
)
_BEFORE_VERBS = frozenset(
    "i we you could can and or then shall should may me us also now just still would might is".split()
)
_NOUN_MARKS = frozenset(("your", "that"))


def ends(sentences: Sentences) -> bool:
    """Whether the agent asks if there is more, or says goodbye."""
    return any(part.has("more", "bye") for sentence in sentences for part in sentence)


def pauses(sentences: Sentences) -> bool:
    """Whether the agent asks for a moment or announces what comes next."""
    parts = (part for sentence in sentences for part in sentence)
    return any(part.has("hold", "promise") and not (part.clause.condition or part.clause.consequent) for part in parts)
