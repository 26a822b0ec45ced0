"""What a piece of text says: amounts, dates, ids and phrases; what a customer hears in an agent's message."""

from crm_gym.text.affirming import affirms, affirms_any
from crm_gym.text.days import dates, states_day
from crm_gym.text.lexicon import Lexicon, Topic
from crm_gym.text.numbers import Money, amounts, states_amount
from crm_gym.text.outcomes import Outcome
from crm_gym.text.plain import ids_in, mentions, says
from crm_gym.text.sentences import clauses
from crm_gym.text.signals import OutcomeKind
from crm_gym.text.speech import Heard, listen, outcomes_in_order, proposes, speaks_of, tells_any, topics_in
from crm_gym.text.sums import Sum, sums

__all__ = [
    "Heard",
    "Lexicon",
    "Money",
    "Outcome",
    "OutcomeKind",
    "Sum",
    "Topic",
    "affirms",
    "affirms_any",
    "amounts",
    "clauses",
    "dates",
    "ids_in",
    "listen",
    "mentions",
    "outcomes_in_order",
    "proposes",
    "says",
    "speaks_of",
    "states_amount",
    "states_day",
    "sums",
    "tells_any",
    "topics_in",
]
