"""What a customer hears in an agent's message."""

from collections.abc import Iterable
from typing import NamedTuple

from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Background, Outcome, background, stated
from crm_gym.text.parts import Part, negations, parts_of
from crm_gym.text.plain import find_phrase, folded
from crm_gym.text.requests import asked, confirms, ends, offered, pauses
from crm_gym.text.sentences import read, words_of


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


def listen(message: str, lexicon: Lexicon, *, before: str = "") -> Heard:
    """What a customer hears in an agent's message, having said `before`."""
    parts = parts_of(message, lexicon)
    context = background(before, lexicon) if before else Background()
    outcomes = _last_per_topic(stated(parts, lexicon, context))
    asks = asked(parts, lexicon)
    yes = confirms(parts, context, outcomes)
    offers = offered(parts, context, outcomes, lexicon)
    more = ends(parts)
    waits = not (asks or yes or outcomes or offers or more) and pauses(parts)
    return Heard(asks, yes, outcomes, offers, more, waits)


def outcomes_in_order(message: str, lexicon: Lexicon, *, before: str = "") -> tuple[Outcome, ...]:
    """Every outcome that the message states, clause by clause, also those that later ones overrule."""
    context = background(before, lexicon) if before else Background()
    return tuple(stated(parts_of(message, lexicon), lexicon, context))


def affirms(message: str, phrase: str) -> bool:
    """Whether a clause says the phrase that is not negated, asked, quoted or supposed."""
    return any(_affirms(clause.text, folded(phrase)) for clause in read(message) if not (clause.question or clause.condition or clause.consequent))


def _affirms(clause: str, phrase: str) -> bool:
    text = folded(clause)
    at = find_phrase(text, phrase)
    if at < 0:
        return False
    before = words_of(text[:at])
    return negations(before, 0, len(before)) % 2 == 0


def _last_per_topic(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    last = {outcome.about: outcome for outcome in outcomes}
    return tuple(last.values())
