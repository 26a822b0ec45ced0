"""What customers ask who have heard steps or an answer: nobody leaves before the agent has finished."""

from crm_gym.persona import Goal

_GOES_ON = (
    *("case", "ticket", "technician", "technicians", "engineer", "technical team", "specialist", "specialists"),
    *("write to us", "write us", "contact us", "let us know", "let me know", "come back to us", "get back to us"),
)


def if_not(*again: str) -> Goal:
    """The wish to know what happens if the steps do not help; any word about a case settles it."""
    return Goal(about="case", settled_by=("done", "refused", "pending"), told=_GOES_ON, again=again)


_ALL = (
    *("case", "ticket", "anything else", "something else", "what else", "else i can", "more i can", "that's all"),
    *("that is all", "everything", "nothing else", "nothing more", "welcome", "glad", "happy to"),
)


def all_said(*again: str) -> Goal:
    """The wish to hear the agent out after an answer; whatever an agent says at the end settles it."""
    return Goal(about="case", settled_by=("done", "refused", "pending"), told=_ALL, again=again)
