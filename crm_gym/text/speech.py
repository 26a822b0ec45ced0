"""What a customer hears in an agent's message."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from crm_gym.text.closing import ends, pauses
from crm_gym.text.context import Background, background
from crm_gym.text.figures import Shape, shape
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Outcome, stated
from crm_gym.text.parts import Part, Sentences, parts_of
from crm_gym.text.plain import has_any, ids_in
from crm_gym.text.proposals import Proposing, Stance, bids, may_propose, proposes_to, stance
from crm_gym.text.requests import Pointers, asked, may_ask, pointers

Before = str | tuple[str, ...]
"""One turn of the customer, or several."""


class Heard(NamedTuple):
    """What a message does to the customer."""

    asks: tuple[str, ...] = ()
    """Slots that the customer is asked to fill."""
    confirms: bool = False
    """An action is read back, and a yes is waited for."""
    outcomes: tuple[Outcome, ...] = ()
    """One per topic, or per record that is named: what holds at the end of the message, without its clauses."""
    offers: tuple[str, ...] = ()
    """Topics proposed without having been asked for."""
    more_help: bool = False
    """Anything else? Or goodbye."""
    waits: bool = False
    """One moment, and nothing more."""

    @property
    def understood(self) -> bool:
        """Whether anything was heard at all."""
        return self != _NOTHING


_NOTHING = Heard()


def listen(message: str, lexicon: Lexicon, *, before: Before = "") -> Heard:
    """What a customer hears in an agent's message; `before` is what the customer had said."""
    return hear(shape(message).text, lexicon, _shapes(before))


@lru_cache(maxsize=4096)
def _shapes(before: Before) -> tuple[str, ...]:
    """What the customer said, turn by turn, without the values of its figures."""
    return tuple([shape(turn).text for turn in ((before,) if isinstance(before, str) else before)])


@lru_cache(maxsize=4096)
def hear(message: str, lexicon: Lexicon, before: tuple[str, ...]) -> Heard:
    """The same, for a message and turns as they are; where only figures differ, `listen` has it read once."""
    sentences = parts_of(message, lexicon)
    left = _pointers(before, lexicon) if may_ask(sentences) else _NO_POINTERS
    ready = _stance(before, lexicon) if may_propose(sentences) else None
    return _heard(message, lexicon, _background(before, lexicon), left, ready)


@lru_cache(maxsize=4096)
def _heard(message: str, lexicon: Lexicon, context: Background, left: Pointers, ready: Stance | None) -> Heard:
    """What is heard after words that prepare for the same, whatever they were."""
    sentences = parts_of(message, lexicon)
    outcomes = _last_per_topic(_stated(message, lexicon, context))
    asks = asked(sentences, left, context, lexicon)
    yes = False
    offers: tuple[str, ...] = ()
    if ready is not None:
        proposing = Proposing(ready, context, outcomes, lexicon)
        proposing.read(sentences, asks.clauses)
        done = {outcome.about for outcome in outcomes if outcome.kind == "done"} if lexicon.settles else set()
        yes, offers = proposing.confirms, tuple([topic for topic in proposing.offers if topic not in done])
    more = ends(sentences)
    waits = not (asks.slots or yes or outcomes or offers or more) and pauses(sentences)
    told = tuple([outcome._replace(clause="") for outcome in outcomes])
    return Heard(asks.slots, yes, told, offers, more, waits)


@lru_cache(maxsize=4096)
def outcomes_in_order(message: str, lexicon: Lexicon, *, before: Before = "") -> tuple[Outcome, ...]:
    """Every outcome that the message states, clause by clause, also those that later ones overrule."""
    said = shape(message)
    return _filled(outcomes_as_written(said.text, lexicon, _shapes(before)), said)


def _filled(outcomes: tuple[Outcome, ...], said: Shape) -> tuple[Outcome, ...]:
    return tuple([outcome._replace(clause=said.filled(outcome.clause)) for outcome in outcomes])


def outcomes_as_written(message: str, lexicon: Lexicon, before: tuple[str, ...]) -> tuple[Outcome, ...]:
    """The same, for a message and turns as they are."""
    return _stated(message, lexicon, _background(before, lexicon))


@lru_cache(maxsize=4096)
def _stated(message: str, lexicon: Lexicon, context: Background) -> tuple[Outcome, ...]:
    sentences = parts_of(message, lexicon)
    return tuple(stated(sentences, lexicon, context, awaits_yes=bids(sentences)))


def tells_any(message: str, phrases: tuple[str, ...]) -> bool:
    """Whether one of the phrases or ids stands in the message."""
    if not phrases:
        return False
    words, others = _apart(phrases)
    return (bool(words) and has_any(shape(message).text, words)) or (bool(others) and has_any(message, others))


@lru_cache(maxsize=4096)
def _apart(phrases: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of words alone, for which it does not matter what figures stand beside them, and the others."""
    words = tuple([phrase for phrase in phrases if not any(map(str.isdigit, phrase))])
    return words, tuple([phrase for phrase in phrases if phrase not in words])


@lru_cache(maxsize=4096)
def proposes(message: str, deed: str, lexicon: Lexicon) -> bool:
    """Whether a question of the message reads back what a tool of this name does."""
    return proposes_to(parts_of(message, lexicon), deed, lexicon)


@lru_cache(maxsize=4096)
def topics_in(message: str, lexicon: Lexicon) -> frozenset[str]:
    """The topics that are named."""
    parts = chain.from_iterable(parts_of(message, lexicon))
    return frozenset(named.name for part in parts for named in part.names("noun", "base", "past"))


@lru_cache(maxsize=4096)
def speaks_of(message: str, topic: str, lexicon: Lexicon) -> bool:
    """Whether a plain statement names a topic: nothing that is asked, supposed, negated, or to come."""
    parts = chain.from_iterable(parts_of(message, lexicon))
    return any(_plain(part) and any(n.name == topic for n in part.names("noun", "past")) for part in parts)


def _plain(part: Part) -> bool:
    clause = part.clause
    supposed = clause.question or clause.condition or clause.consequent or part.interrogative
    said = any(word.isalpha() and word not in _CURRENCIES for word in part.words)
    return said and not (supposed or part.negatives) and _MODAL.isdisjoint(part.words)


_CURRENCIES = frozenset("eur euro euros usd gbp pounds dollars".split())
"""Words of a bare list of ids and amounts, which tells nothing."""


_MODAL = frozenset("will shall would could can may might should must 'll going whether if unless until".split())
"""Words of a clause that says what is to come or what may be."""


_NO_POINTERS = Pointers()


@lru_cache(maxsize=4096)
def _background(before: tuple[str, ...], lexicon: Lexicon) -> Background:
    """What the customer's words are about, which is all that outcomes need."""
    return background(_said(before, lexicon), lexicon)


@lru_cache(maxsize=4096)
def _pointers(before: tuple[str, ...], lexicon: Lexicon) -> Pointers:
    """What the customer's words left to point back to, for a message that may ask for something."""
    return pointers(_said(before, lexicon))


@lru_cache(maxsize=4096)
def _stance(before: tuple[str, ...], lexicon: Lexicon) -> Stance:
    """How the customer's words prepare for a message that may propose something."""
    return stance(_said(before, lexicon), lexicon)


def _said(before: tuple[str, ...], lexicon: Lexicon) -> Sentences:
    """Turns are read one by one, because some come up again and again."""
    return tuple(chain.from_iterable(parts_of(turn, lexicon) for turn in before))


def _last_per_topic(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    last: dict[str, Outcome] = {}
    apart: list[Outcome] = []
    for outcome in outcomes:
        before = last.get(outcome.about)
        if before and before.kind != outcome.kind and _other_ids(before, outcome):
            apart.append(before)
        last[outcome.about] = outcome
    return (*apart, *last.values())


def _other_ids(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are those of different records: "CAS-1001 is closed, CAS-1002 stays open"."""
    ids, others = ids_in(one.clause), ids_in(other.clause)
    return bool(ids and others) and ids.isdisjoint(others)
