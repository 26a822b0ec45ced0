"""What a customer takes to be done, refused or pending, clause by clause."""

from collections.abc import Iterable, Iterator, Sequence
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
    """What it is about, in order."""
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


def background(said: Sentences, lexicon: Lexicon) -> Background:
    """What the customer had just said, as far as it helps to understand the answer."""
    parts = [part for sentence in said for part in sentence]
    order = tuple(lexicon.topics)
    place = _Place((), (), order)
    wanted = dict.fromkeys(name for part in parts for name in _wishes(part, place))
    wanted = wanted or dict.fromkeys(n.name for part in parts[:1] for n in part.names("noun"))
    topics = tuple(dict.fromkeys(name for part in parts for name in _mentions(part, place)))
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
    place = _Place((), context.topics, tuple(lexicon.topics))
    asks_for = False
    for sentence in sentences:
        listed = asks_for and sentence[0].clause.item
        asks_for = listed or any(part.has("ask", "need") for part in sentence)
        unsure = awaits_yes and any(word.endswith("#") for part in sentence for word in part.words)
        previous: Part | None = None
        for part in () if listed else sentence:
            outcome = _outcome(part, previous, context, place, reads_back=unsure)
            place = _moved_on(place, part, outcome)
            previous = part
            if outcome:
                yield outcome


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
    if settled is None:
        return _elliptic(part, place) if part.has("did") else None
    kind, about = settled
    if _general(part, found[-1].at) and not _answers(part, kind, about, context):
        return None
    return Outcome(kind, about, text)


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
                return signal.kind, about
    return None


def _by_itself(signal: Signal, place: _Place) -> str | None:
    """The topic that a phrase suggests when nothing else does."""
    own = [n for n in signal.topics if n.own or n.end - n.start > 1]
    return meant(own, (), place.order) if own else None


def _about(part: Part, signal: Signal, place: _Place) -> str | None:
    """The topic of a signal: named in the clause, before it or by the customer, among those it can be said of."""
    before = [n.name for n in part.names("noun", "base") if n.start <= signal.at]
    behind = [n.name for n in part.names("noun", "base") if n.start > signal.at]
    if signal.kind == "pending":
        behind = [n.name for n in part.names("noun") if n.start > signal.at]
    if signal.aside:
        before += [n.name for n in part.names("offers") if n.start <= signal.at]
        found = _pick(before, place, ()) or _pick(behind, place, ())
        if found:
            return found
    allowed = tuple(named.name for named in signal.topics)
    for names in (before, behind, place.carried, place.context):
        chosen = _pick(names, place, allowed)
        if chosen:
            return chosen
    return None


def _pick(names: Sequence[str], place: _Place, allowed: tuple[str, ...]) -> str | None:
    """The first topic of the lexicon among the allowed ones; what was spoken of already goes before."""
    fitting = [name for name in names if not allowed or name in allowed]
    if len(fitting) < 2 or names is place.carried or names is place.context:
        return fitting[0] if fitting else None
    known = [name for name in fitting if name in place.carried or name in place.context]
    return min(known or fitting, key=place.order.index)
