"""What a customer takes to be done, refused or pending, clause by clause."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from crm_gym.text.english import DETERMINERS, MODALS, STATED
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.parts import Named, Part, Sentences, by_start
from crm_gym.text.signals import OutcomeKind, Signal, signals


class Outcome(NamedTuple):
    """What the customer believes about a topic from a clause on."""

    kind: OutcomeKind
    about: str
    clause: str


class Background(NamedTuple):
    """What the customer had just said."""

    topics: tuple[str, ...] = ()
    """What it is about: what they want done before what they mention."""
    wanted: frozenset[str] = frozenset()
    """What they want done."""
    asks_how: bool = False
    """They asked how something works, for no action."""
    guess: tuple[OutcomeKind, str] | None = None
    """The outcome that they asked to confirm: "was it rejected?"."""


class _Place(NamedTuple):
    """What a signal without a topic of its own can be about, the nearest first."""

    carried: tuple[str, ...]
    context: tuple[str, ...]
    order: tuple[str, ...]
    last: OutcomeKind | None = None
    """The kind of the outcome stated just before; a refusal that names no topic only explains the one before it."""
    wanted: tuple[str, ...] = ()
    """What the customer wants done."""
    objects: Mapping[str, tuple[str, ...]] = {}
    """Per topic those that it is done to: a refund to a payment."""
    handed_in: frozenset[str] = frozenset()
    """Topics that wait for somebody's decision once they are done."""


def background(said: Sentences, lexicon: Lexicon) -> Background:
    """What the customer had just said, as far as it helps to understand the answer."""
    parts = [part for sentence in said for part in sentence]
    order = tuple(lexicon.topics)
    place = _Place((), (), order)
    wanted = dict.fromkeys(name for part in parts for name in _wishes(part, place))
    topics = tuple(dict.fromkeys([*wanted, *(name for part in parts for name in _mentions(part, place))]))
    wanted = wanted or dict.fromkeys(n.name for part in parts[:1] for n in part.names("noun"))
    asks_how = bool(parts) and parts[0].words[:1] in (("how",), ("what",), ("does",))
    return Background(topics, frozenset(wanted), asks_how, _guess(parts, _Place((), topics, order)))


def _mentions(part: Part, place: _Place) -> Iterator[str]:
    """The topics of a clause of the customer, in order."""
    nouns = [n.name for n in part.names("noun")]
    for group in by_start(part.names("noun", "base", "past", "is", "offers")).values():
        yield meant(group, [nouns], place.order)


def _wishes(part: Part, place: _Place) -> Iterator[str]:
    """The topics of the verbs in a wish; of a verb of several, the one whose noun stands there too."""
    nouns = [n.name for n in part.names("noun")]
    for start, group in by_start(part.names("base", "offers")).items():
        if not part.negated(start):
            yield meant(group, [nouns], place.order)


def meant(group: Sequence[Named], named: Sequence[Sequence[str]], order: Sequence[str]) -> str:
    """Which of several topics that share a verb is meant: one named nearby, else one that has the verb as its own."""
    length = max(n.end - n.start for n in group)
    longest = {n.name for n in group if n.end - n.start == length}
    if len(longest) == 1 and length > 1:
        return longest.pop()
    fitting = {n.name for n in group}
    for names in named:
        for name in names:
            if name in fitting:
                return name
    own = {n.name for n in group if n.own} or fitting
    return min(own, key=order.index)


def stated(sentences: Sentences, lexicon: Lexicon, context: Background, *, awaits_yes: bool) -> Iterator[Outcome]:
    """Every outcome that the clauses state, in order. What is read back for a yes has not happened."""
    wanted = tuple(topic for topic in context.topics if topic in context.wanted)
    place = _Place((), context.topics, tuple(lexicon.topics), None, wanted, lexicon.objects, lexicon.handed_in)
    asks_for = False
    for sentence in sentences:
        listed = asks_for and sentence[0].clause.item
        asks_for = listed or any(part.has("ask", "need") for part in sentence)
        unsure = awaits_yes and any(word.endswith("#") for part in sentence for word in part.words)
        previous: Part | None = None
        before: Outcome | None = None
        for part in () if listed else sentence:
            outcome = _outcome(part, previous, context, place, reads_back=unsure)
            yield from _coordinated(outcome, before, previous, part)
            if outcome is None and before and (also := _bare(part)):
                outcome = before._replace(about=also)
            place = _moved_on(place, part, outcome)
            previous, before = part, outcome
            if outcome:
                yield outcome


def _coordinated(outcome: Outcome | None, before: Outcome | None, previous: Part | None, part: Part) -> Iterator[Outcome]:
    """What is said of the bare noun before as well: "the receipt | and the points have been sent"."""
    if outcome and not before and previous and part.words[0] == "and" and not previous.clause.question:
        nouns = previous.names("noun")
        if nouns and len(previous.words) <= _BARE_NOUN and nouns[-1].name != outcome.about:
            yield outcome._replace(about=nouns[-1].name)


_BARE_NOUN = 4
"""Words of a clause that only names something: "and the loyalty points"."""


def _bare(part: Part) -> str | None:
    """The topic of a clause that only names one more thing that the clause before is said of."""
    nouns = part.names("noun")
    bare = part.words[0] == "and" and nouns and len(part.words) <= _BARE_NOUN and part.named.keys() <= {"noun", "slot"}
    return nouns[0].name if bare else None


def _moved_on(place: _Place, part: Part, outcome: Outcome | None) -> _Place:
    """What later clauses can be about once this one is read."""
    named = tuple(dict.fromkeys(n.name for n in part.names("noun", "base", "past")))
    if outcome:
        return place._replace(carried=(outcome.about, *named), last=outcome.kind)
    return place._replace(carried=named) if named else place


def _guess(parts: Sequence[Part], place: _Place) -> tuple[OutcomeKind, str] | None:
    """The outcome that a question of the customer supposes."""
    for part in parts:
        settled = _settled(signals(part), part, place)
        if settled:
            return settled
    return None


def _outcome(
    part: Part, previous: Part | None, context: Background, place: _Place, *, reads_back: bool
) -> Outcome | None:
    """The outcome that a clause states, if any."""
    text = part.clause.text
    if previous is None and context.guess and part.words[0] == "yes" and len(part.words) <= _BARE_YES:
        return Outcome(*context.guess, text)
    explains = part.words[0] in ("because", "since", "as") and previous is not None
    if not _states(part) or explains or (previous and previous.bids_yes):
        return None
    found = [signal for signal in signals(part) if not (reads_back and _unfinished(part, signal))]
    settled = _settled(found, part, place)
    if settled and _once_more(part, settled, place):
        return None
    if settled is None:
        return _elliptic(part, place) if part.has("did") else None
    kind, about = settled
    if _general(part, found[-1].at) and not _answers(part, kind, about, context):
        return None
    return Outcome(kind, about, text)


def _once_more(part: Part, settled: tuple[OutcomeKind, str], place: _Place) -> bool:
    """Whether only doing again is refused of what has just been said to be done: "I will not charge you again"."""
    kind, about = settled
    again = not _AGAIN.isdisjoint(part.words)
    return kind == "refused" and again and place.last in ("done", "pending") and about in place.carried


_AGAIN = frozenset("again twice second third another".split())

_BARE_YES = 2
"""Words of a yes that says nothing else: "Yes, sadly." """


def _states(part: Part) -> bool:
    """Whether the clause states anything: no question, condition, request, or report of what the customer said."""
    clause = part.clause
    if clause.question or clause.condition or clause.consequent or part.words[0] in ("whether", "please", "kindly"):
        return False
    if part.has("said", "not that", "would have", "scrap", "payee check") or part.bids_yes:
        return False
    return not part.has("ask") or part.has("refused", "can not")


def _elliptic(part: Part, place: _Place) -> Outcome | None:
    """What was spoken of, has happened: "it did", "they have"."""
    hit = part.hits["did"][0]
    about = (*place.carried, *place.context)
    room = 5 if part.words[hit.end - 1] == "did" else 1
    if hit.start > 1 or len(part.words) > hit.end + room or not about or part.words[hit.end : hit.end + 1] == ("not",):
        return None
    return Outcome("done", about[0], part.clause.text)


def _unfinished(part: Part, signal: Signal) -> bool:
    """Whether a participle without "is" or "has" stands in a read-back: "charged to your card, today"."""
    return signal.kind == "done" and STATED.isdisjoint(part.words[: signal.at + 2])


def _general(part: Part, at: int) -> bool:
    """Whether a rule is told, not an event: "refunds are paid in five days", "a refund is always ..."."""
    words = part.words[: at + 1]
    if not {"was", "were", "has", "have", "had", "your", "this", "my"}.isdisjoint(words):
        return False
    if part.has("usually"):
        return True
    return words[:1] in (("a",), ("an",)) or (_starts_with_kind(part) and not _VERBS.isdisjoint(words))


_VERBS = STATED | MODALS


def _starts_with_kind(part: Part) -> bool:
    """Whether the first words are a plural without an article: "transfers over 10,000"."""
    return part.words[0] not in DETERMINERS and any(
        named.start == 0 and part.words[named.end - 1].endswith("s") for named in part.names("noun", "slot", "several")
    )


def _answers(part: Part, kind: OutcomeKind, about: str, context: Background) -> bool:
    """Whether a general rule plainly refuses what the customer wants."""
    return kind == "refused" and (part.has("sorry") or (about in context.wanted and not context.asks_how))


def _settled(signals: Iterable[Signal], part: Part, place: _Place) -> tuple[OutcomeKind, str] | None:
    """The outcome that counts: what waits, else what is refused, else what is done; of equals the last with a topic."""
    found = list(signals)
    for kind in ("pending", "refused", "done"):
        fitting = [signal for signal in found if signal.kind == kind]
        for signal in sorted(reversed(fitting), key=lambda signal: not signal.topics):
            about = _about(part, signal, place)
            if about is None and not (kind == "refused" and place.last == "refused"):
                about = _by_itself(signal, place)
            if about:
                return _kind(signal, about, place), about
    return None


def _kind(signal: Signal, about: str, place: _Place) -> OutcomeKind:
    """What is only handed in when it is done, waits: "your dispute is set up"."""
    waits = signal.kind == "done" and not signal.topics and not signal.decides and about in place.handed_in
    return "pending" if waits else signal.kind


def _by_itself(signal: Signal, place: _Place) -> str | None:
    """The topic that a phrase suggests when nothing else does."""
    own = [n for n in signal.topics if n.own or n.end - n.start > 1]
    return meant(own, (), place.order) if own else None


def _about(part: Part, signal: Signal, place: _Place) -> str | None:
    """The topic of a signal: named in the clause, before it or by the customer, among those it can be said of."""
    allowed = tuple(named.name for named in signal.topics)
    for names in _named_here(part, signal):
        if chosen := _pick(names, place, () if signal.aside else allowed):
            return _whole(chosen, place) if signal.bars else chosen
    if len(allowed) > 1 and _moves_money(part, signal) and (fitting := [name for name in allowed if name in _MONEY]):
        return next((name for name in (*place.carried, *place.context) if name in fitting), fitting[0])
    for names in (place.carried, place.context):
        if chosen := _pick(names, place, allowed):
            return _whole(chosen, place) if signal.bars else chosen
    return None


_MONEY = ("transfer", "refund", "payment", "points")
"""Topics of a number; no receipt is."""


def _moves_money(part: Part, signal: Signal) -> bool:
    """Whether a number is what the verb is about: "220 has been sent to your cousin", "sent the 500 to Dan"."""
    words = part.words
    return "#" in words[max(0, signal.at - 5) : signal.at] or "#" in words[signal.at + 1 : signal.at + 4]


def _named_here(part: Part, signal: Signal) -> Iterator[list[str]]:
    """The topics of the clause: those before the verb, behind it, and last those of side phrases ("to your card")."""
    kinds = ("noun",) if signal.kind == "pending" else ("noun", "base")
    extra = ("offers",) if signal.aside else ()
    before = [n for n in part.names("noun", "base", *extra) if n.start <= signal.at]
    behind = [n for n in part.names(*kinds) if n.start > signal.at]
    for some in (before, behind):
        yield [n.name for n in some if not part.aside(n.start)]
    for some in (before, behind):
        yield [n.name for n in some]


def _whole(topic: str, place: _Place) -> str:
    """What the customer wants done to a thing, when only the thing is named: refunding, for the payment."""
    if topic in place.wanted:
        return topic
    return next((want for want in place.wanted if topic in place.objects.get(want, ())), topic)


def _pick(names: Sequence[str], place: _Place, allowed: tuple[str, ...]) -> str | None:
    """The first topic of the lexicon among the allowed ones; what was spoken of already goes before."""
    fitting = [name for name in names if not allowed or name in allowed]
    if len(fitting) < 2 or names is place.carried or names is place.context:
        return fitting[0] if fitting else None
    known = [name for name in fitting if name in place.carried or name in place.context]
    return min(known or fitting, key=place.order.index)
