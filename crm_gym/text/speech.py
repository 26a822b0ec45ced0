"""What a customer hears in an agent's message."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from crm_gym.text.closing import ends, pauses
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Background, Outcome, background, stated
from crm_gym.text.parts import Sentences, negations, parts_of
from crm_gym.text.plain import find_phrase, folded
from crm_gym.text.proposals import Proposing, bids
from crm_gym.text.requests import asked
from crm_gym.text.sentences import read, words_of

Before = str | tuple[str, ...]
"""One turn of the customer, or several."""


class Heard(NamedTuple):
    """What a message does to the customer."""

    asks: tuple[str, ...] = ()
    """Slots that the customer is asked to fill."""
    confirms: bool = False
    """An action is read back, and a yes is waited for."""
    outcomes: tuple[Outcome, ...] = ()
    """One per topic: what holds at the end of the message."""
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


@lru_cache(maxsize=2048)
def listen(message: str, lexicon: Lexicon, *, before: Before = "") -> Heard:
    """What a customer hears in an agent's message; `before` is what the customer had said."""
    said, sentences = _said(before, lexicon), parts_of(message, lexicon)
    context = _context(before, lexicon)
    outcomes = _last_per_topic(stated(sentences, lexicon, context, awaits_yes=bids(sentences)))
    asks = asked(sentences, said, context, lexicon)
    proposing = Proposing(said, context, outcomes, lexicon)
    proposing.read(sentences, asks.clauses)
    yes, offers = proposing.confirms, proposing.offers
    more = ends(sentences)
    waits = not (asks.slots or yes or outcomes or offers or more) and pauses(sentences)
    return Heard(asks.slots, yes, outcomes, offers, more, waits)


@lru_cache(maxsize=2048)
def outcomes_in_order(message: str, lexicon: Lexicon, *, before: Before = "") -> tuple[Outcome, ...]:
    """Every outcome that the message states, clause by clause, also those that later ones overrule."""
    sentences, context = parts_of(message, lexicon), _context(before, lexicon)
    return tuple(stated(sentences, lexicon, context, awaits_yes=bids(sentences)))


@lru_cache(maxsize=512)
def _context(before: Before, lexicon: Lexicon) -> Background:
    """What the customer had said; of many answers it is the same."""
    return background(_said(before, lexicon), lexicon)


def _said(before: Before, lexicon: Lexicon) -> Sentences:
    """All sentences of the customer; turns are read one by one, because some come up again and again."""
    turns = (before,) if isinstance(before, str) else before
    return tuple(chain.from_iterable(parts_of(turn, lexicon) for turn in turns))


def affirms(message: str, phrase: str) -> bool:
    """Whether a clause says the phrase that is not negated, asked, quoted or supposed."""
    wanted = folded(phrase)
    if find_phrase(folded(message), wanted) < 0:
        return False
    return any(
        _affirms(clause.own, wanted)
        for clause in read(message)
        if not (clause.question or clause.condition or clause.consequent)
    )


def _affirms(clause: str, phrase: str) -> bool:
    text = folded(clause)
    at = find_phrase(text, phrase)
    if at < 0:
        return False
    return len(negations(words_of(text[:at]))) % 2 == 0


def _last_per_topic(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    last = {outcome.about: outcome for outcome in outcomes}
    return tuple(last.values())
