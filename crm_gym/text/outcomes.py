"""What a customer takes to be done, refused or pending, clause by clause."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from crm_gym.text.english import DETERMINERS, MODALS, STATED
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.parts import Named, Part, negations, parts_of
from crm_gym.text.phrases import Hit

OutcomeKind = Literal["done", "refused", "pending"]


class Outcome(NamedTuple):
    """What the customer believes about a topic from a clause on."""

    kind: OutcomeKind
    about: str
    clause: str


class Background(NamedTuple):
    """What the customer had said: the topics it is about, and whether it asked for an action."""

    topics: tuple[str, ...] = ()
    wants: bool = True
    guess: tuple[OutcomeKind, str] | None = None
    """The outcome that the customer asked to confirm: "was it rejected?"."""


class _Signal(NamedTuple):
    """A predicate that states an outcome; `topics` are those it can be said of, none meaning all."""

    kind: OutcomeKind
    at: int
    topics: tuple[str, ...] = ()


def background(before: str, lexicon: Lexicon) -> Background:
    """What the customer had just said, as far as it helps to understand the answer."""
    parts = parts_of(before, lexicon)
    order = list(lexicon.topics)
    found = {n.name for part in parts for n in part.names("noun", "base", "past", "is", "offers")}
    topics = tuple(sorted(found, key=order.index))
    first = parts[0].words[:2] if parts else ()
    wants = bool(first) and first[0] not in ("how", "what", "does", "if", "when", "why")
    guess: tuple[OutcomeKind, str] | None = None
    for part in parts:
        for signal in _signals(part, frozenset()):
            about = _about(part, signal, (), topics, order)
            if about:
                guess = (signal.kind, about)
    return Background(topics, wants, guess)


def stated(parts: Sequence[Part], lexicon: Lexicon, context: Background) -> Iterator[Outcome]:
    """Every outcome that the clauses state, in order, without those that later ones overrule."""
    order = list(lexicon.topics)
    carried: tuple[str, ...] = ()
    for number, part in enumerate(parts):
        nouns = tuple(dict.fromkeys(n.name for n in part.names("noun", "base", "past")))
        if not _states(part):
            carried = nouns or carried
            continue
        answer = _answer(part, number, context)
        if answer:
            yield answer
            continue
        signal = _strongest(part, context, number, parts)
        about = _about(part, signal, carried, context.topics, order) if signal else None
        if signal and about:
            yield Outcome(signal.kind, about, part.clause.text)
            carried = (about,)
        else:
            carried = nouns or carried


def _states(part: Part) -> bool:
    """Whether the clause states anything: no question, condition, request, or report of what the customer said."""
    clause = part.clause
    if clause.condition or clause.consequent or part.has("said", "not that", "would have", "scrap", "payee check"):
        return False
    if clause.question and (part.interrogative or part.has("propose")):
        return False
    return not (part.has("ask") and not part.has("refused", "done"))


def _answer(part: Part, number: int, context: Background) -> Outcome | None:
    """A bare yes to what the customer supposed."""
    if context.guess and number == 0 and part.words[:1] == ("yes",) and len(part.words) <= 2:
        return Outcome(*context.guess, part.clause.text)
    return None


def _strongest(part: Part, context: Background, number: int, parts: Sequence[Part]) -> _Signal | None:
    """The signal that counts: what waits before what is refused before what is done; of equals the last."""
    signals = list(_signals(part, frozenset(context.topics)))
    for kind in ("pending", "refused", "done"):
        fitting = [signal for signal in signals if signal.kind == kind]
        if fitting:
            named = [signal for signal in fitting if signal.topics]
            return (named or fitting)[-1]
    return None


def _signals(part: Part, topics: frozenset[str]) -> Iterator[_Signal]:
    yield from _pending(part)
    yield from _refused(part)
    yield from _done(part)


def _pending(part: Part) -> Iterator[_Signal]:
    words = part.words
    for hit in part.hits.get("pending", ()):
        if words[hit.end : hit.end + 1] not in (("you",), ("your",)) and not _negated(part, hit.start):
            yield _Signal("pending", hit.start)
    for named in part.names("waits"):
        if not _negated(part, named.start) and not _ahead(words, named.start):
            yield _Signal("pending", named.start, (named.name,))
    for hit in part.hits.get("handed", ()):
        if _happened(part, hit) and not _negated(part, hit.start):
            yield _Signal("pending", hit.start)
    if part.has("yet") or "have" in words or "has" in words:
        for hit in part.hits.get("undecided", ()):
            if _negated(part, hit.start) and not part.names("past"):
                yield _Signal("pending", hit.start)


def _refused(part: Part) -> Iterator[_Signal]:
    words = part.words
    for hit in part.hits.get("refused", ()):
        inside = negations(words, hit.start, hit.end)
        if not _negated(part, hit.start) and not (_ahead(words, hit.start) and not inside):
            yield _Signal("refused", hit.start)
    for named in part.names("isnt"):
        if not _negated(part, named.start):
            yield _Signal("refused", named.start, (named.name,))
    for hit in part.hits.get("can not", ()):
        yield from _cannot(part, hit)
    yield from _undone(part)


def _cannot(part: Part, hit: Hit) -> Iterator[_Signal]:
    """A verb behind "cannot"."""
    near = [n for n in part.names("base", "past", "offers") if hit.end <= n.start <= hit.end + 4]
    if near:
        first = min(n.start for n in near)
        yield _Signal("refused", first, tuple(n.name for n in near if n.start == first))
    elif any(hit.end <= do.start <= hit.end + 2 for do in part.hits.get("do", ())):
        yield _Signal("refused", hit.start)


def _undone(part: Part) -> Iterator[_Signal]:
    """What is done, negated."""
    if part.has("yet") and not part.names("past"):
        return
    for start, names in _predicates(part):
        if negations(part.words, 0, start) % 2 == 1:
            yield _Signal("refused", start, names)


def _done(part: Part) -> Iterator[_Signal]:
    for start, names in _predicates(part):
        if negations(part.words, 0, start) % 2 == 0 and not _ahead(part.words, start):
            yield _Signal("done", start, names)
    for start, group in _grouped(part.names("is")):
        free = all(n.end - n.start > 1 for n in group)
        if free and not _negated(part, start) and not _thing(part, start):
            yield _Signal("done", start, tuple(n.name for n in group))


def _predicates(part: Part) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Where something is said to have happened, and of which topics that can be said."""
    for hit in part.hits.get("done", ()):
        if _happened(part, hit):
            yield hit.start, ()
    single = [n for n in part.names("is") if n.end - n.start == 1]
    for start, group in _grouped([*part.names("past"), *single]):
        if _happened(part, Hit("", start, start + 1)) and not _thing(part, start):
            yield start, tuple(dict.fromkeys(n.name for n in group))


def _grouped(named: Sequence[Named]) -> Iterator[tuple[int, list[Named]]]:
    starts = dict.fromkeys(n.start for n in named)
    for start in starts:
        yield start, [n for n in named if n.start == start]


def _happened(part: Part, hit: Hit) -> bool:
    """Whether a participle is a statement: neither an adjective nor to come."""
    words, at = part.words, hit.start
    if at and words[at - 1] in DETERMINERS:
        return False
    return not _ahead(words, at)


def _ahead(words: Sequence[str], at: int) -> bool:
    """Whether the verb at a place is still to come or only possible."""
    for back in range(at - 1, max(-1, at - 6), -1):
        if words[back] in MODALS:
            return words[back] != "to" or back == at - 1 or words[at - 1] == "be"
        if words[back] in STATED and words[back] != "be":
            return words[back - 1 : back] and words[back - 1] in ("would", "could", "might") and words[back] == "have"
    return False


def _negated(part: Part, at: int) -> bool:
    return negations(part.words, 0, at) % 2 == 1


def _thing(part: Part, at: int) -> bool:
    """Whether it is said of a code, a message or the like."""
    return part.has("thing") and not part.names("noun")


def _about(
    part: Part, signal: _Signal, carried: tuple[str, ...], context: tuple[str, ...], order: Sequence[str]
) -> str | None:
    """The topic of a signal: named in the clause, before it or by the customer, among those it can be said of."""
    before = [n.name for n in part.names("noun") if n.start <= signal.at]
    behind = [n.name for n in part.names("noun", "base") if n.start > signal.at]
    for names in (before, behind, carried, context):
        fitting = [name for name in names if not signal.topics or name in signal.topics]
        if fitting:
            return min(fitting, key=order.index)
    return min(signal.topics, key=order.index) if signal.topics else None
