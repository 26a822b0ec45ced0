"""What an outcome is about: named in the clause, carried from the ones before, or what the customer had asked for."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crm_gym.text.english import POINTERS, PREPOSITIONS, STATED
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.parts import Named, Part
from crm_gym.text.signals import OutcomeKind, Signal


class Place(NamedTuple):
    """What a signal without a topic of its own can be about, the nearest first."""

    lexicon: Lexicon
    carried: tuple[str, ...] = ()
    """What the clauses before were about."""
    context: tuple[str, ...] = ()
    """What the customer had spoken of."""
    wanted: tuple[str, ...] = ()
    """What the customer wants done."""
    told_of: str = ""
    """What the outcome stated last was about."""
    last: OutcomeKind | None = None
    """The kind of the outcome stated just before; a refusal that names no topic only explains the one before it."""

    @property
    def order(self) -> tuple[str, ...]:
        """All topics; of two that fit, the first one is meant."""
        return self.lexicon.order

    def told(self, *topics: str) -> bool:
        """Whether one of some topics is done by telling figures."""
        return not self.lexicon.told.isdisjoint(topics)

    def on(self, topic: str, thing: str) -> bool:
        """Whether a topic is something done to another: a refund to a payment."""
        return thing in self.lexicon.topics[topic].on


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


def by_itself(part: Part, signal: Signal, place: Place) -> str | None:
    """The topic that a phrase suggests when nothing else does."""
    own = [n for n in signal.topics if n.end - n.start >= _TELLING or (n.own and _tells(part, signal))]
    paid = _moves_money(part, signal)
    own = own or [
        n
        for n in signal.topics
        if n.end - n.start > 1 and (part.words[n.start] in STATED or (paid and n.name in _MONEY))
    ]
    if not own:
        return None
    topic = meant(own, (), place.order)
    stop = part.words.index("or") if signal.kind == "refused" and "or" in part.words else len(part.words)
    others = [n.name for n in part.names("noun") if n.start < stop and not part.aside(n.start) and n.name != topic]
    strange = place.context and any(not place.on(topic, name) for name in others)
    topics = place.lexicon.topics
    most = max(n.end - n.start for n in own)
    names = any(n.end - n.start == most and most >= _TELLING and _names_thing(part, n) for n in own)
    wide = topics[topic].told or most > _TELLING or names or (signal.kind != "done" and most >= _TELLING)
    if place.context and not signal.verb and not wide:
        near = (topic, *topics[topic].on, *topics[topic].called)
        strange = strange or not any(name in near or topic in topics[name].on for name in place.context)
    return None if strange else topic


def _names_thing(part: Part, named: Named) -> bool:
    """Whether a phrase has a subject of its own: "the code is right"."""
    words = part.words[named.start : named.end]
    return words[0].isalpha() and words[0] not in _NO_SUBJECTS and not STATED.isdisjoint(words[1:])


_NO_SUBJECTS = STATED | PREPOSITIONS | POINTERS | frozenset("not no i we you they he she there and".split())


def _tells(part: Part, signal: Signal) -> bool:
    """Whether a verb stands where an event is told: "has been sent", "Sent.", "75 sent", "cannot send"."""
    helped = not STATED.isdisjoint(part.words[max(0, signal.at - _HELPERS) : signal.at])
    return (
        helped
        or signal.kind == "refused"
        or signal.at <= 1
        or part.words[0] == "consider"
        or _moves_money(part, signal)
    )


_HELPERS = 5
"""Words in which "is" or "has" may stand before their verb."""
_TELLING = 3
"""Words of a phrase that names its topic by itself."""


def about(part: Part, signal: Signal, place: Place) -> str | None:
    """The topic of a signal: named in the clause, before it or by the customer, among those it can be said of."""
    allowed = tuple(named.name for named in signal.topics)
    chosen = _object(part, signal, place) or _named(part, signal, place, allowed)
    if chosen is None and len(allowed) > 1 and _moves_money(part, signal):
        allowed = tuple(name for name in allowed if name in _MONEY) or allowed
    for names in (place.carried, place.context):
        chosen = chosen or _pick(names, place, allowed)
    if chosen and signal.at == 0 and signal.kind == "refused":
        chosen = next((topic for topic in place.carried[:1] if place.on(topic, chosen)), chosen)
    if chosen is None and place.last == "refused" and signal.kind == "done" and signal.at == 0:
        chosen = next((name for topic in place.carried[:1] for name in allowed if place.on(topic, name)), None)
    if chosen is None:
        return None
    if signal.bars and not _itself(part, signal, chosen):
        return _whole(chosen, place)
    return _called(chosen, place, loose=not allowed)


_MAKES = frozenset(("make", "with", "execute", "out"))
"""Words before what is done itself: "go ahead with the transfer", unlike "undo the transfer"."""


def _itself(part: Part, signal: Signal, topic: str) -> bool:
    """Whether the topic is what cannot be done, not what something cannot be done to."""
    nouns = [n.start for n in part.names("noun") if n.name == topic and signal.at <= n.start <= signal.at + _REACH + 3]
    return any(not _MAKES.isdisjoint(part.words[signal.at : start]) for start in nouns)


_MONEY = ("transfer", "refund", "payment", "points", "schedule", "limit", "cancellation")
"""Topics that a number may be the object of."""


def _moves_money(part: Part, signal: Signal) -> bool:
    """Whether a number is what the verb is about: "220 has been sent to your cousin", "sent the 500 to Dan"."""
    words = part.words
    return "#" in words[max(0, signal.at - 5) : signal.at] or "#" in words[signal.at + 1 : signal.at + 4]


def _object(part: Part, signal: Signal, place: Place) -> str | None:
    """The noun that the verb is said of, whatever the verb: "added the points", "the dispute was raised"."""
    if not signal.verb or not place.lexicon.tells_objects:
        return None
    allowed = {named.name for named in signal.topics}
    bases = {n.start for n in part.names("base") if n.start and part.words[n.start - 1] in ("or", "to", "and")}
    nouns = [n for n in part.names("noun") if not part.aside(n.start) and n.start not in bases]
    between = part.words[signal.at + 1 : signal.at + _REACH]
    reach = next((at for at, word in enumerate(between, 1) if word in PREPOSITIONS), _REACH)
    behind = [n.name for n in nouns if signal.at < n.start <= signal.at + reach]
    before = [n.name for n in nouns if signal.at - _REACH <= n.start < signal.at]
    for name in (*behind[:1], *before[-1:]):
        if name not in allowed and not any(place.on(verb, name) for verb in allowed):
            return name
    return None


_REACH = 4
"""Words between a verb and its object, at most."""


def _named(part: Part, signal: Signal, place: Place, allowed: tuple[str, ...]) -> str | None:
    """The topic named in the clause."""
    says_all = place.lexicon.settles and any(n.end - n.start > _TELLING for n in signal.topics)
    if signal.kind == "pending" and not signal.topics and (decided := _to_decide(part, signal, place)):
        return decided
    for names in _named_here(part, signal):
        if chosen := _pick(names, place, () if signal.aside and not says_all else allowed):
            return chosen
    return None


def _to_decide(part: Part, signal: Signal, place: Place) -> str | None:
    """What is wanted and somebody named before has to decide on: "the shift lead has to release each escalation"."""
    waits = part.starts("pending")
    deciders = [n for n in part.names("noun") if any(n.start <= at <= n.end for at in waits)]
    matters = [n.name for n in part.names("noun") if n.start > signal.at and not part.aside(n.start)]
    wanted = [name for name in matters if name in place.wanted or name in place.context[:1]]
    known = any(n.name in place.context for n in deciders)
    return wanted[0] if deciders and wanted and not known else None


def _named_here(part: Part, signal: Signal) -> Iterator[list[str]]:
    """The topics of the clause: those before the verb, behind it, and last those of side phrases ("to your card")."""
    kinds = ("noun",) if signal.kind == "pending" else ("noun", "base")
    before = [n for n in part.names("noun") if n.start <= signal.at]
    before += [n for n in part.names("offers") if n.start < signal.at] if signal.aside else []
    before += [n for n in part.names("base") if n.start < signal.at + (not signal.verb)]
    before = outer(before)
    behind = [n for n in outer(part.names(*kinds)) if n.start > signal.at]
    if signal.kind == "pending" and len(behind) == 1 and part.words[0] in POINTERS and _is_id(part, behind[0]):
        behind = []
    for some in (before, behind):
        yield [n.name for n in some if not part.aside(n.start)]
    for some in (before, behind):
        yield [n.name for n in some]


def outer(nouns: list[Named]) -> list[Named]:
    """Those that are no part of a longer one: "transfer" in "scheduled transfer"."""
    if len(nouns) < 2:
        return nouns
    return [n for n in nouns if not any(o.start <= n.start and n.end <= o.end and _size(o) > _size(n) for o in nouns)]


def _size(named: Named) -> int:
    return named.end - named.start


def _is_id(part: Part, named: Named) -> bool:
    """Whether only a number is added at the end: "it is on hold for a check, RVW-9001"."""
    return named.end == len(part.words) and part.words[-1].endswith("-#") and not part.aside(named.start)


def _whole(topic: str, place: Place) -> str:
    """What the customer wants done to a thing, when only the thing is named: refunding, for the payment."""
    if topic in place.wanted:
        return topic
    return next((want for want in place.wanted if place.on(want, topic)), _called(topic, place, loose=False))


def _called(topic: str, place: Place, *, loose: bool) -> str:
    """What goes by another topic's name: a transfer that is called a payment."""
    topics = place.lexicon.topics
    if topic not in place.context:
        return next((want for want in place.wanted if topic in topics[want].called), topic)
    before = place.context[: place.context.index(topic)] if loose else ()
    return next((want for want in before if topic in topics[want].called and place.on(want, topic)), topic)


def _pick(names: Sequence[str], place: Place, allowed: tuple[str, ...]) -> str | None:
    """The first topic of the lexicon among the allowed ones; what was spoken of already goes before."""
    fitting = [name for name in names if not allowed or name in allowed]
    if len(fitting) < 2 or names is place.carried or names is place.context:
        return fitting[0] if fitting else None
    known = [name for name in fitting if name in place.carried or name in place.context]
    return min(known or fitting, key=place.order.index)
