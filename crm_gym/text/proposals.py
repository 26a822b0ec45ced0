"""What a message proposes: what the customer wants, for which a yes is waited for, or something else."""

from collections.abc import Collection, Iterator, Sequence

from crm_gym.text.english import DETAIL_WORDS, WH
from crm_gym.text.forms import bare_action, checks, core, proposes, tagged
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Background, Outcome, meant
from crm_gym.text.parts import Named, Part, Sentences, by_start


def bids(sentences: Sentences) -> bool:
    """Whether the agent asks for a yes, to whatever it is."""
    return any(_bids(part) for sentence in sentences if not _asks_who(sentence) for part in sentence)


def _asks_who(sentence: Sequence[Part]) -> bool:
    """Whether it is about who the customer is: "is that you, correct?"; behind a quote it may be about more."""
    return any(part.has("who are you") for part in sentence[:-1])


_BIDDING = frozenset(("say yes", "confirm"))


def _bids(part: Part) -> bool:
    """Whether the clause asks for a yes, to whatever it is."""
    clause = part.clause
    if not clause.question and part.hits.keys().isdisjoint(_BIDDING):
        return False
    if part.has("said", "who are you", "helped"):
        return False
    if part.bids_yes or tagged(part) or checks(part):
        return True
    bidding = clause.question or part.words[core(part.words) - 1] in ("please", "kindly") or "confirm" in part.words[:1]
    ends = [hit.end for hit in part.hits.get("confirm", ()) if not _confirms_detail(part, hit.end)]
    return bidding and bool(ends) and WH.isdisjoint(part.words[:3])


def _confirms_detail(part: Part, at: int) -> bool:
    """Whether a detail is to be confirmed, no action: "could you confirm your e-mail", "please confirm why ..."."""
    return part.words[at - 1] == "confirm" and (not WH.isdisjoint(part.words[at:]) or bool(part.names("slot")))


class Proposing:
    """Reads the sentences of a message one by one: what is proposed, and whether it is what the customer wants."""

    def __init__(self, said: Sentences, context: Background, outcomes: Sequence[Outcome], lexicon: Lexicon) -> None:
        self.confirms = False
        self._offers: dict[str, None] = {}
        self._order = tuple(lexicon.topics)
        self._refused = tuple(outcome.about for outcome in outcomes if outcome.kind == "refused")
        self._last = outcomes[-1].about if outcomes else ""
        self._context = context
        self._wanted = context.wanted - {*self._refused}
        self._answered = not context.wanted and _only_answers(said)
        self._pending = False
        """Something else was put forward, which "shall I?" points to."""

    @property
    def offers(self) -> tuple[str, ...]:
        """The topics that the agent proposes of its own accord."""
        return () if self.confirms else tuple(self._offers)

    def read(self, sentences: Sentences, asking: Collection[int]) -> None:
        """Takes in a message; the clauses that ask for details, by number, propose nothing."""
        number = 0
        for place, sentence in enumerate(sentences):
            numbered = list(enumerate(sentence, number))
            number += len(sentence)
            listed = any(part.has("which of these") for part in (*sentence, *_following(sentences, place)))
            self._sentence([part for at, part in numbered if at not in asking], sentence, listed=listed)

    def _sentence(self, parts: Sequence[Part], sentence: Sequence[Part], *, listed: bool) -> None:
        leads = listed or any(part.has("ways", "offer", "works too") for part in sentence)
        for part in parts:
            if proposes(part):
                self._asked_for(part)
            elif not _asks_who(sentence) and _bids(part):
                self._points(sentence)
        if leads and not any(part.has("more", "bye") or (part.has("said") and not part.clause.condition) for part in parts):
            self._stated(parts)

    def _asked_for(self, part: Part) -> None:
        """A proposal in the form of a question."""
        if part.has("more", "more of", "bye"):
            return
        topics = self._topics(part)
        if not topics or _points_back(part):
            self._points((part,))
        elif not self._wants(topics):
            self._add(topics)
        else:
            self.confirms = True

    def _points(self, sentence: Sequence[Part]) -> None:
        """A yes is asked for, to what was said before."""
        if self._pending:
            return
        if any(part.clause.condition for part in sentence):
            topics = [name for part in sentence for name in self._topics(part)]
            if topics and not self._wants(topics):
                self._add(topics)
                return
        self.confirms = True

    def _stated(self, parts: Sequence[Part]) -> None:
        """What the agent could do, or suggests."""
        here = [name for part in parts if not proposes(part) for name in self._possible(part)]
        self._add(here)
        if self._refused and not here and any(part.has("works too") for part in parts):
            self._add([self._last])

    def _possible(self, part: Part) -> Iterator[str]:
        asks = part.clause.question and part.interrogative and not part.has("works too")
        if part.has("can not", "ask") or asks or (part.clause.condition and part.words[:2] != ("if", "i")):
            return
        for name in self._topics(part):
            if name not in self._context.wanted or name in self._refused or part.has("could"):
                yield name

    def _add(self, topics: Sequence[str]) -> None:
        self._offers.update(dict.fromkeys(topics))
        self._pending = self._pending or bool(topics)

    def _wants(self, topics: Sequence[str]) -> bool:
        """Whether one of the topics is what the customer asked for."""
        if self._answered:
            return self._refused == () or not {*self._refused}.isdisjoint(topics)
        return not self._wanted.isdisjoint(topics)

    def _topics(self, part: Part) -> list[str]:
        """The topics of a proposal: of each of its verbs, else of whatever it names."""
        named = [
            n
            for n in part.names("offers", "base", *(("past",) if part.clause.condition else ()))
            if not n.start or part.words[n.start - 1] not in _NOUN_MARKS
        ]
        first = core(part.words) if bare_action(part) else -1
        verbs = [n for n in named if n.start == first or _proposed_verb(part.words, n.start)]
        nearby = ([n.name for n in part.names("noun")], self._refused, self._context.topics)
        groups = by_start(verbs) or ({0: named} if named else {})
        return [meant(group, nearby, self._order) for group in groups.values()]


def _following(sentences: Sentences, place: int) -> Sequence[Part]:
    """The next sentence."""
    return sentences[place + 1] if place + 1 < len(sentences) else ()


def _only_answers(said: Sentences) -> bool:
    """Whether the customer only gave what was asked for, so that what they want was said before."""
    parts = [part for sentence in said for part in sentence]
    words = [word for part in parts for word in part.words]
    if any(part.named for part in parts if not part.named.keys() <= {"slot", "option", "several"}):
        return False
    return bool(words) and (len(words) <= _BRIEF or words[0] in DETAIL_WORDS)


_BRIEF = 3
"""Words of an answer that gives nothing but a detail."""


def _points_back(part: Part) -> bool:
    """Whether a proposal is about "this": what was read back just before."""
    starts = {named.end for named in part.names("offers", "base")}
    return any(at < len(part.words) and part.words[at] in ("this", "that", "these") for at in starts)


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


def named_first(named: Sequence[Named]) -> str:
    """The first of several names."""
    return named[0].name if named else ""
