"""What a piece of text says: amounts, dates, ids and phrases; what a customer hears in an agent's message."""

from crm_gym.text.days import dates
from crm_gym.text.lexicon import Lexicon, Topic
from crm_gym.text.numbers import Money, amounts, states_amount
from crm_gym.text.outcomes import Outcome
from crm_gym.text.plain import mentions, says
from crm_gym.text.sentences import clauses
from crm_gym.text.signals import OutcomeKind
from crm_gym.text.speech import Heard, affirms, listen, outcomes_in_order

__all__ = [
    "Heard",
    "Lexicon",
    "Money",
    "Outcome",
    "OutcomeKind",
    "Topic",
    "affirms",
    "amounts",
    "clauses",
    "dates",
    "listen",
    "mentions",
    "outcomes_in_order",
    "says",
    "states_amount",
]
