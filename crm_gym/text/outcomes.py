"""What a customer takes to be done, refused or pending, clause by clause."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from crm_gym.text.english import DETERMINERS, MODALS, NEGATIONS, STATED
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.parts import Named, Part, Sentences, by_start, overlapping

OutcomeKind = Literal["done", "refused", "pending"]


class Outcome(NamedTuple):
    """What the customer believes about a topic from a clause on."""

    kind: OutcomeKind
    about: str
    clause: str


class Background(NamedTuple):
    """What the customer had just said."""

    topics: tuple[str, ...] = ()
    """What it is about; what they want done comes first."""
    wanted: frozenset[str] = frozenset()
    """What they want done."""
    asks_how: bool = False
    """They asked how something works, for no action."""
    guess: tuple[OutcomeKind, str] | None = None
    """The outcome that they asked to confirm: "was it rejected?"."""


class _Signal(NamedTuple):
    """A predicate that states an outcome."""

    kind: OutcomeKind
    at: int
    topics: tuple[Named, ...] = ()
    """Those it can be said of; none: all."""
    aside: bool = False
    """The topics are a last resort: whatever the clause names comes before them."""


class _Place(NamedTuple):
    """What a signal without a topic of its own can be about, the nearest first."""

    carried: tuple[str, ...]
    context: tuple[str, ...]
    order: tuple[str, ...]
    last: OutcomeKind | None = None
    """The kind of the outcome stated just before: a further clause of that kind explains it, unless it names another topic."""


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
    carried: tuple[str, ...] = ()
    order = tuple(lexicon.topics)
    asks_for = False
    last: OutcomeKind | None = None
    for sentence in sentences:
        previous: Part | None = None
        listed = asks_for and sentence[0].clause.item
        asks_for = listed or any(part.has("ask", "need") for part in sentence)
        if listed:
            continue
        figures = any(word.endswith("#") for part in sentence for word in part.words)
        for part in sentence:
            outcome = _outcome(part, previous, context, _Place(carried, context.topics, order, last), awaits_yes=awaits_yes and figures)
            nouns = tuple(dict.fromkeys(n.name for n in part.names("noun", "base", "past")))
            if outcome:
                yield outcome
                last = outcome.kind
                nouns = (outcome.about, *nouns)
            carried = nouns or carried
            previous = part


def _guess(parts: Sequence[Part], place: _Place) -> tuple[OutcomeKind, str] | None:
    """The outcome that a question of the customer supposes."""
    for part in parts:
        settled = _settled(_signals(part), part, place)
        if settled:
            return settled
    return None


def _outcome(
    part: Part, previous: Part | None, context: Background, place: _Place, *, awaits_yes: bool
) -> Outcome | None:
    """The outcome that a clause states, if any."""
    text = part.clause.text
    if previous is None and context.guess and part.words == ("yes",) or part.words in (("yes", "sadly"), ("yes", "unfortunately")):
        return Outcome(*context.guess, text) if context.guess else None
    explains = part.words[0] in ("because", "since", "as") and previous is not None
    if not _states(part) or explains or (previous and previous.bids_yes):
        return None
    signals = [signal for signal in _signals(part) if not (awaits_yes and _unfinished(part, signal))]
    settled = _settled(signals, part, place)
    if settled is None:
        return _elliptic(part, place) if part.has("did") else None
    kind, about = settled
    if _general(part, signals[-1].at) and not _answers(part, kind, about, context):
        return None
    return Outcome(kind, about, text)


def _states(part: Part) -> bool:
    """Whether the clause states anything: no question, condition, request, or report of what the customer said."""
    clause = part.clause
    if clause.question or clause.condition or clause.consequent or part.words[:1] == ("whether",):
        return False
    if part.has("said", "not that", "would have", "scrap", "payee check") or part.bids_yes:
        return False
    return not part.has("ask") or part.has("refused", "can not")


def _elliptic(part: Part, place: _Place) -> Outcome | None:
    """ "It did", "it has": what was spoken of, has happened."""
    hit = part.hits["did"][0]
    about = (*place.carried, *place.context)
    room = 5 if part.words[hit.end - 1] == "did" else 1
    if hit.start > 1 or len(part.words) > hit.end + room or not about or part.words[hit.end : hit.end + 1] == ("not",):
        return None
    return Outcome("done", about[0], part.clause.text)


def _unfinished(part: Part, signal: _Signal) -> bool:
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
    return part.words[0] not in DETERMINERS and any(named.start == 0 and part.words[named.end - 1].endswith("s") for named in part.names("noun", "slot", "several"))


def _answers(part: Part, kind: OutcomeKind, about: str, context: Background) -> bool:
    """Whether a general rule plainly refuses what the customer wants."""
    return kind == "refused" and (part.has("sorry") or (about in context.wanted and not context.asks_how))


def _settled(signals: Iterable[_Signal], part: Part, place: _Place) -> tuple[OutcomeKind, str] | None:
    """The outcome that counts: what waits before what is refused before what is done; of equals the last with a topic."""
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


def _by_itself(signal: _Signal, place: _Place) -> str | None:
    """The topic that a phrase suggests when nothing else does."""
    own = [n for n in signal.topics if n.own or n.end - n.start > 1]
    return meant(own, (), place.order) if own else None


_STATING = frozenset(("pending", "handed", "undecided", "refused", "can not", "done"))
_STATING_NAMES = frozenset(("waits", "isnt", "is", "past"))


def _signals(part: Part) -> Iterator[_Signal]:
    if part.hits.keys().isdisjoint(_STATING) and part.named.keys().isdisjoint(_STATING_NAMES):
        return
    yield from _pending(part)
    yield from _refused(part)
    if not part.has("others say") and part.words[:1] != ("my",):
        yield from _done(part)


def _pending(part: Part) -> Iterator[_Signal]:
    words = part.words
    for hit in part.hits.get("pending", ()):
        for_you = words[hit.end - 1] in _WAITS_FOR and words[hit.end : hit.end + 1] in (("you",), ("your",))
        if not for_you and not part.negated(hit.start):
            yield _Signal("pending", hit.start)
    for group in overlapping(part.names("waits")):
        if not part.negated(group[0].start) and not _ahead(words, group[0].start) and "am" not in words:
            yield _Signal("pending", group[0].start, tuple(group), aside=True)
    for start in part.starts("handed"):
        if _happened(part, start) and not part.negated(start) and not _thing(part):
            yield _Signal("pending", start)
    yield from _undecided(part)


_WAITS_FOR = frozenset(("awaiting", "waiting", "for", "on"))


def _undecided(part: Part) -> Iterator[_Signal]:
    """Somebody has not decided, answered, signed yet."""
    if part.has("yet") or "have" in part.words or "has" in part.words:
        for start in part.starts("undecided"):
            if part.negated(start) and not part.names("past"):
                yield _Signal("pending", start)


def _refused(part: Part) -> Iterator[_Signal]:
    words = part.words
    for hit in part.hits.get("refused", ()):
        inside = any(hit.start <= place < hit.end for place in part.negatives)
        denies = inside or NEGATIONS.isdisjoint(words[hit.start : hit.end])
        if denies and not part.negated(hit.start) and (inside or not _ahead(words, hit.start)):
            yield _Signal("refused", hit.start)
    for group in overlapping(part.names("isnt")):
        if not part.negated(group[0].start):
            yield _Signal("refused", group[0].start, tuple(group))
    for hit in part.hits.get("can not", ()):
        yield from _cannot(part, hit.end)
    yield from _undone(part)


def _cannot(part: Part, at: int) -> Iterator[_Signal]:
    """A verb behind "cannot"."""
    near = [n for n in part.names("base", "past", "offers") if at <= n.start <= at + 3]
    if near:
        yield _Signal("refused", near[0].start, tuple(n for n in near if n.start == near[0].start))
    elif any(at <= start <= at + 2 for start in part.starts("do")):
        yield _Signal("refused", at)


def _undone(part: Part) -> Iterator[_Signal]:
    """What is done, negated."""
    if part.has("yet") and not part.names("past"):
        return
    for start, topics in _predicates(part):
        if part.negated(start):
            yield _Signal("refused", start, topics)


def _done(part: Part) -> Iterator[_Signal]:
    for start, topics in _predicates(part):
        if not part.negated(start):
            yield _Signal("done", start, topics)


def _predicates(part: Part) -> Iterator[tuple[int, tuple[Named, ...]]]:
    """Where something is said to have happened, and of which topics that can be said."""
    for start in part.starts("done"):
        if _happened(part, start):
            yield start, ()
    if _thing(part):
        return
    for group in map(_longest, overlapping(part.names("past", "is"))):
        if any(_stands(part, named) for named in group):
            yield group[0].start, tuple(group)


def _longest(group: list[Named]) -> list[Named]:
    """The phrases that say most; words that are part of them by chance say nothing of their own."""
    most = max(named.end - named.start for named in group)
    return [named for named in group if named.end - named.start >= most - 1]


def _stands(part: Part, named: Named) -> bool:
    """Whether a phrase states that something is done: a participle alone may be an adjective or be to come."""
    if named.end - named.start == 1 or named.own:
        return _happened(part, named.start)
    return not _ahead(part.words, named.start) and not _mentioned(part, named.start)


def _happened(part: Part, at: int) -> bool:
    """Whether a participle says that we did it: no adjective, not to come, not done by the customer."""
    words = part.words
    before = words[at - 1] if at else ""
    if before in DETERMINERS or before in ("you", "she", "he"):
        return False
    if before in ("have", "had") and at > 1 and words[at - 2] == "you":
        return False
    return not _ahead(words, at) and not _mentioned(part, at)


def _mentioned(part: Part, at: int) -> bool:
    """Whether something that exists is only pointed at: "I see a transfer planned for Thursday"."""
    ends = [hit.end for hit in part.hits.get("exists", ()) if hit.end <= at]
    return bool(ends) and STATED.isdisjoint(part.words[max(ends) : at])


def _ahead(words: Sequence[str], at: int) -> bool:
    """Whether the verb at a place is still to come, wished for, or only possible."""
    for back in range(at - 1, max(-1, at - 7), -1):
        word = words[back]
        if word in MODALS:
            return word != "to" or back == at - 1 or words[at - 1] == "be"
        if word in STATED and word != "be":
            return word == "have" and back > 0 and words[back - 1] in ("would", "could", "might", "to")
    return False


def _thing(part: Part) -> bool:
    """Whether it is said of a code, a message or the like."""
    return part.has("thing") and not part.names("noun")


def _about(part: Part, signal: _Signal, place: _Place) -> str | None:
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
