"""What an amount of money is said of: the thing asked about, another thing, or nothing that is so."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from crm_gym.text.lexicon import Lexicon
from crm_gym.text.numbers import Money, amounts
from crm_gym.text.outcomes import Outcome
from crm_gym.text.parts import Named, Part, parts_of
from crm_gym.text.sentences import LONGEST_CLAUSE, words_of
from crm_gym.text.speech import Before, outcomes_in_order

Relation = Literal["done", "named", "free", "other", "denied"]
"""It is the amount of what has been done, is called the amount, may be it, is that of another thing, is not so."""


class Sum(NamedTuple):
    """An amount in a message, and how it is related to a topic."""

    cents: int
    relation: Relation
    clause: str


class _Told(NamedTuple):
    """A clause with what it states of the topic and of others."""

    part: Part
    found: tuple[Money, ...]
    places: tuple[int, ...]
    """The number of words before each amount."""
    outcomes: tuple[Outcome, ...]


@lru_cache(maxsize=4096)
def sums(message: str, topic: str, lexicon: Lexicon, *, before: Before = "") -> tuple[Sum, ...]:
    """Every amount of a message with its relation to a topic."""
    outcomes = outcomes_in_order(message, lexicon, before=before)
    found: list[Sum] = []
    last: list[Sum] = []
    for sentence in parts_of(message, lexicon):
        told = [_told(part, outcomes) for part in sentence]
        here = _sentence(told, topic, lexicon)
        if not here and len(last) > 1:
            found[-len(last) :] = last = _ranked(last, told, topic, lexicon)
        last = here or last
        found += here
    return tuple(found)


def _told(part: Part, outcomes: Sequence[Outcome]) -> _Told:
    found = amounts(part.clause.own)
    places = _places(part.clause.own, found)
    found = found[: len(places)]
    return _Told(part, found, places, tuple(o for o in outcomes if o.clause == part.clause.text))


def _places(text: str, found: Sequence[Money]) -> tuple[int, ...]:
    """The number of words before each amount, as far as a clause is read."""
    places: list[int] = []
    words = done = 0
    for money in found:
        words += len(words_of(text[done : money.start]))
        done = money.start
        if words >= LONGEST_CLAUSE:
            break
        places.append(words)
    return tuple(places)


def _sentence(clauses: Sequence[_Told], topic: str, lexicon: Lexicon) -> list[Sum]:
    found: list[Sum] = []
    for number, told in enumerate(clauses):
        for at in range(len(told.found)):
            relation = _relation(told, at, topic, lexicon)
            unsaid = relation in ("free", "other") or (relation == "done" and lexicon.topics[topic].told)
            if unsaid and at == 0 and number and _bare(told, lexicon):
                relation = _labelled(clauses[number - 1], topic, lexicon) or relation
            found.append(Sum(told.found[at].cents, relation, told.part.clause.text))
        if not told.found and len(found) > 1:
            found = _ranked(found, [told], topic, lexicon)
    return found


def _ranked(found: list[Sum], clauses: Sequence[_Told], topic: str, lexicon: Lexicon) -> list[Sum]:
    """Several amounts once it is told which of them is meant: "I disputed the second"."""
    for told in clauses:
        if (rank := _rank(told.part.words)) is not None and told.outcomes:
            relation = _of_clause(told, topic, lexicon)
            last = len(found) - 1 if rank < 0 else min(rank, len(found) - 1)
            return [one._replace(relation=relation if n == last else "other") for n, one in enumerate(found)]
    return found


def _bare(told: _Told, lexicon: Lexicon) -> bool:
    """Whether a clause begins with an amount that it says nothing of: "6.50", "25.00, invoice"."""
    behind = told.part.clause.own[told.found[0].end :].lstrip(" *_")
    ends = not behind or behind[0] in ",;.!" or behind.split(None, 1)[0] in ("on", "to", "for", "in")
    said = any(not lexicon.topics[outcome.about].told for outcome in told.outcomes)
    return told.places[0] <= 1 and not said and ends


def _labelled(before: _Told, topic: str, lexicon: Lexicon) -> Relation | None:
    """What the clause before says of a bare amount: "I credited half of it | 6.50", "25.00, invoice | 49.90"."""
    if not before.found:
        return _of_clause(before, topic, lexicon)
    labels = [(start, own) for start, _, own in _labels(before.part, topic, lexicon) if start > before.places[-1]]
    return ("named" if max(labels)[1] else "other") if labels else None


def _rank(words: Sequence[str]) -> int | None:
    """Which of the amounts before a clause means that names none: "I disputed the second"."""
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if word == "the" and following in _RANKS:
            return _RANKS[following]
    return None


_RANKS = {"first": 0, "former": 0, "second": 1, "latter": -1, "last": -1, "third": 2}


def _relation(told: _Told, at: int, topic: str, lexicon: Lexicon) -> Relation:
    """How one amount of a clause is related to the topic."""
    own, money = told.part.clause.own, told.found[at]
    ahead, behind = own[: money.start].lower(), own[money.end :].lower()
    if _supposed(told, at, ahead) or _DENIES.search(ahead) or _DENIED.match(behind):
        return "denied"
    if _of_more(ahead, behind, at) or (topic != "balance" and (_REST_BEFORE.search(ahead) or _REST.match(behind))):
        return "other"
    return _beside(told, at, topic, lexicon)


def _of_more(ahead: str, behind: str, at: int) -> bool:
    """Whether only a part of the amount is meant, or what it was before: "half of the 12.99", "from 500 to 600"."""
    share = _SHARE.search(ahead) or _OF_ALL.match(ahead) or (at and _OF_THAT.search(ahead))
    share = share or _PART.search(ahead) or _PART_BEHIND.match(behind)
    return bool(share or _CHANGED.search(ahead) or _PARTLY.search(behind))


def _beside(told: _Told, at: int, topic: str, lexicon: Lexicon) -> Relation:
    """What the clause as a whole, and the name that stands nearest, say of an amount."""
    whole = _of_clause(told, topic, lexicon)
    if whole == "denied" or (len(told.found) == 1 and whole == "done"):
        return whole
    label = _label(told, at, topic, lexicon)
    if label is None:
        return whole
    if not label:
        return "other" if whole != "done" or len(told.found) > 1 else whole
    return whole if whole in ("done", "free") else "free" if whole == "other" else "named"


def _supposed(told: _Told, at: int, ahead: str) -> bool:
    """Whether the amount is asked, supposed, wished for, negated, or only what somebody said."""
    clause, words = told.part.clause, told.part.words
    if clause.question or clause.condition or told.part.negated(told.places[at]) or _SAID.search(ahead):
        return True
    if told.part.has("said", "not that", "would have", "scrap"):
        return not any(outcome.kind == "done" for outcome in told.outcomes)
    return not _SUPPOSING.isdisjoint(words[: told.places[at] + _NEAR])


_SUPPOSING = frozenset("would could might should".split())
_NEAR = 3
"""Words behind an amount among which "would" is said of it."""
_LINK = (
    r"(?:\s(?:the|a|an|your|our|for|of|to|at|by|as|it|been|be|full|whole|amount|sum|quite|exactly|just|another|any))*"
)
_DENIES = re.compile(
    rf"(?:\bnot|n't|\bnever|\binstead of|\brather than|\bthan|\bno longer|\bforget|\bignore|\bdisregard|\bexcept)"
    rf"{_LINK}\s(?:(?:eur|usd|gbp)\s)?[^\w\s]?$"
)
_DENIED = re.compile(
    r"\W{0,2}(?:is|was|were|are|has|have|had)(?:n't| not| never)\b|\W{0,2}(?:was|is) (?:wrong|a mistake)"
)
_SAID = re.compile(
    r"\byou(?: had|'d| have|'ve)? (?:asked|want|wanted|hoped|hope|expected|expect|requested|wished|thought|mentioned|"
    r"said|wrote|claimed|typed|named|intended|meant|think|say|believed|"
    r"were (?:hoping|expecting|told|quoted|thinking))\b"
    r"|\byour (?:claim|request|wish|demand|ask|hope|figure|estimate) (?:was|had been)\b"
    r"|\bi(?: had|'d| have|'ve)? (?:said|told|wrote|misread|mistyped|quoted|read)\b|\bnot in the amount\b"
)
_REST = re.compile(r"\W*(?:(?:is|are|still|of \w+|on \w+|to \w+) ){0,3}(?:left|remain|remains|remaining|available)\b")
_REST_BEFORE = re.compile(r"\b(?:balance|holds|left|leaves|leaving|remaining|remainder|rest)\b(?: \w+){0,4}\W{0,3}$")
_SHARE = re.compile(r"\b(?:half|part|third|quarter|some|portion|%|percent)(?: of)?(?: the| your| those)?\W{0,3}$")
_OF_ALL = re.compile(r"\W*(?:out )?of(?: the| your| those| these)?\W*$")
_PART = re.compile(
    r"\b(?:of (?:which|that|it|this)|including|includes|included|thereof)(?: an?| the| your)?(?: \w+){0,3}\W{0,3}$"
)
_PART_BEHIND = re.compile(r"\s+of (?:that|it|this)\b")
_CHANGED = re.compile(r"\bfrom\W*$|\byou(?:'ve| have)? (?:paid|spent)\W*$")
_PARTLY = re.compile(
    r"\b(?:only|was|were|been) (?:\w+ )?(?:partly|partially|in part|half)\b|\bed in part\b|\b\w+ed in part\b"
)
_OF_THAT = re.compile(r"\b(?:of|from|out of)(?: the| your| those| these| its)?\W{0,3}$")


def _of_clause(told: _Told, topic: str, lexicon: Lexicon) -> Relation:
    """How a clause as a whole is related to the topic."""
    told_topics = {name for name, one in lexicon.topics.items() if one.told and name != topic}
    about = {outcome.about: outcome.kind for outcome in told.outcomes if outcome.about not in told_topics}
    if about.get(topic) == "refused" or (about and set(about.values()) == {"refused"}):
        return "denied"
    if topic in about:
        return "done" if about[topic] == "done" else "named"
    named = {named.name for named in told.part.names("noun", "past", "is")}
    if topic in named:
        return "free" if about or {"was", "were"} & {*told.part.words} else "named"
    near = {topic, *lexicon.topics[topic].called}
    return (
        "other" if (about.keys() | {n.name for n in told.part.names("noun")}) - near or _others(told.part) else "free"
    )


def _others(part: Part) -> bool:
    return any(word in _THINGS and not _compared(part.words, at) for at, word in enumerate(part.words))


def _compared(words: Sequence[str], at: int) -> bool:
    """Whether a thing only has the same amount: "19.95, same as the monthly fee"."""
    return ("same", "as") in pairwise(words[max(0, at - _NEARBY) : at])


_NEARBY = 5
"""Words between "the same" and what it is compared with."""


_THINGS = frozenset(
    "fee fees balance price prices cost costs costing invoice invoices bill bills inv-# plan subscription charge "
    "charges tariff deposit limit allowance worth discount tax vat tip postage shipping".split()
)
"""Other things that have an amount."""


def _label(told: _Told, at: int, topic: str, lexicon: Lexicon) -> bool | None:
    """Whether the nearest name beside an amount is that of the topic; None without a name."""
    place, places = told.places[at], told.places
    first = places[at - 1] + 1 if at else 0
    last = places[at + 1] if at + 1 < len(places) else len(told.part.words)
    near = [
        (_distance(start, end, place), own)
        for start, end, own in _labels(told.part, topic, lexicon)
        if first <= start < last
    ]
    return min(near)[1] if near else None


def _distance(start: int, end: int, place: int) -> int:
    """Words between a name and an amount; what stands behind is farther."""
    return place - end if end <= place else start - place + _BEHIND


_BEHIND = 1


def _labels(part: Part, topic: str, lexicon: Lexicon) -> Iterator[tuple[int, int, bool]]:
    """The names in a clause, and whether they are those of the topic."""
    near = lexicon.topics[topic].called
    own = {(n.start, n.end) for n in part.names("noun", "past", "is", "base") if n.name == topic}
    yield from ((start, end, True) for start, end in own)
    covered = {at for start, end in own for at in range(start, end)}
    for noun in part.names("noun"):
        if noun.name != topic and noun.name not in near and noun.start not in covered:
            yield noun.start, noun.end, _object_of(noun, topic, own, lexicon)
    for at, word in enumerate(part.words):
        if word in _THINGS and at not in covered and not _compared(part.words, at):
            yield at, at + 1, False


def _object_of(noun: Named, topic: str, own: Collection[tuple[int, int]], lexicon: Lexicon) -> bool:
    """Whether a noun is what the topic is done to, right behind it: "to approve a credit of 150"."""
    return noun.name in lexicon.topics[topic].on and any(0 <= noun.start - end <= _NEAR for _, end in own)
