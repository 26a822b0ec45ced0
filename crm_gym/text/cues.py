"""English cues that no business changes: what asks, offers, refuses, waits. Notation: see `crm_gym.text.phrases`."""

from crm_gym.text.outcome_cues import OUTCOME_CUES
from crm_gym.text.proposal_cues import PROPOSAL_CUES
from crm_gym.text.request_cues import REQUEST_CUES

_TEAM = (
    "team/teams/desk/department/unit/committee/specialists/colleagues/colleague/supervisor/manager/people/group/office/"
    "operations"
)
_DECIDER = (
    "team/desk/department/committee/bank/shop/merchant/store/issuer/hotel/company/owner/co-owner/holder/cardholder/"
    "payroll/operations/investigator/specialist/expert/engineer/technician/colleague/manager/supervisor/specialists/people/she/he/they/lead/operator/"
    "provider/retailer/seller/office/unit/who/system/network"
)


def _phrases(text: str) -> tuple[str, ...]:
    """The phrases of a list; TEAM is a team of ours, DECIDER whoever may decide."""
    listed = (" ".join(phrase.split()).replace("/ ", "/") for phrase in text.split(","))
    return tuple(phrase.replace("TEAM", _TEAM).replace("DECIDER", _DECIDER) for phrase in listed)


CUES = {cue: _phrases(text) for cue, text in (OUTCOME_CUES | REQUEST_CUES | PROPOSAL_CUES).items()}
"""What a phrase does, by name, and the phrases that do it."""
