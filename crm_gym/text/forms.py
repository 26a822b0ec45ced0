"""The form of a clause, whatever it is about: a proposal, a choice, a check, an announcement, an invitation."""

from collections.abc import Sequence
from itertools import pairwise

from crm_gym.text.commands import core
from crm_gym.text.english import ANNOUNCING, ASSENT, AUXILIARIES, BARE_ASSENT, CHECKED, NEGATIONS, NO_ACTIONS, TAGS, WH
from crm_gym.text.parts import Part, read_once


@read_once
def proposes(part: Part) -> bool:
    """Whether the clause proposes that we do something, in the form of a question."""
    if not part.clause.question:
        return False
    words = part.words
    if words[-1] in WH:
        return False
    if part.has("propose"):
        start = min(part.starts("propose"))
        return words[start] in ("what", "how", "why") or WH.isdisjoint(words[:start])
    at = core(words)
    if at + 1 < len(words) and words[at] in _SHORTENED and words[at + 1] not in _SUBJECTS:
        return True
    return starts_with_action(part)


_SHORTENED = frozenset(("could", "can", "shall", "should"))
"""Before a verb these propose without saying who: "could open a dispute instead?"."""
_SUBJECTS = frozenset(
    "i we you it that this they he she the your a there not these those him her my somebody someone anybody anyone "
    "everybody nobody something anything".split()
)


def starts_with_action(part: Part) -> bool:
    """Whether a question starts with the action: "Send 10,000 today?"."""
    words = part.words
    at = core(words) if part.clause.question else len(words)
    if at >= len(words):
        return False
    if words[at] in _WOULD_BE and any(named.start == at + 1 for named in part.names("doing")):
        return True
    kinds = ("base", "doing", "offers") if words[at] == "#" else ("base", "doing")
    return any(named.start == at for named in part.names(*kinds))


_WOULD_BE = frozenset(("would", "could", "is", "might"))
"""Words of "would freezing it help?"."""


def chooses(part: Part, following: Part | None) -> bool:
    """Whether it asks "A or B?", where B may be a clause of its own."""
    words = part.words
    if not part.clause.question:
        return False
    if following and following.words[0] == "or" and not _NO_CHOICE.issuperset(following.words[1:2]):
        return following.words[1:3] != ("would", "you")
    if "or" not in words[1:-1]:
        return False
    at = words.index("or")
    return words[at + 1] not in _NO_CHOICE and not any(named.start == at + 1 for named in part.names("base"))


_NO_CHOICE = frozenset(
    "not no else something anything other another shall should am are more use try wait ask leave keep".split()
)
"""Words behind an "or" that leaves no choice."""


def checks(part: Part) -> bool:
    """Whether a question asks if all is right, or for a bare yes: "Are the details in order?", "Proceed?"."""
    words = part.words
    if not part.clause.question or len(words) > _LONG_CHECK:
        return False
    if words[0] == "still" or (BARE_ASSENT.issuperset(words) and not ASSENT.isdisjoint(words)):
        return True
    if words[0] in ("everything", "all") and len(words) <= _ALL_WELL and "otherwise" not in words:
        return True
    if not WH.isdisjoint(words[:2]) or "should" in words[:2] or "one" in words[:4]:
        return False
    at = core(words)
    lead, rest = words[at : at + 3], words[at + 1 :]
    return AUXILIARIES.issuperset(lead[:1]) and not (CHECKED.isdisjoint(lead) or ASSENT.isdisjoint(rest))


_ALL_WELL = 6
"""Words of "everything as it should be?"."""
_LONG_CHECK = 14
"""Words of the longest question that only checks."""


def tagged(part: Part) -> bool:
    """Whether a statement ends in "..., right?"."""
    if not part.clause.question or part.words[-1] not in TAGS:
        return False
    return not part.interrogative or TAGS.issuperset(part.words)


def announces(part: Part) -> bool:
    """Whether we say what we do next: "I'll check that", "cancelling it now"."""
    words = part.words
    for hit in part.hits.get("promise", ()):
        if words[hit.end : hit.end + 1] and words[hit.end] not in NEGATIONS and words[hit.end] not in NO_ACTIONS:
            return True
    at = core(words)
    if words[at : at + 2] in _WE_ARE:
        at += 2
        while at < len(words) and words[at] in ANNOUNCING:
            at += 1
    verb = words[at] if at < len(words) else ""
    doing = verb.endswith("ing") and len(verb) > _ING and verb not in NO_ACTIONS
    return doing and words[at + 1 : at + 2] != ("forward",)


_WE_ARE = (("i", "am"), ("we", "are"))
_ING = 4
"""Letters of the longest words in -ing that are no verbs in any case: "king"."""


def invites(words: Sequence[str]) -> bool:
    """Whether it asks what we can do: "what can we sort out for you?", "in what way may I help?"."""
    if _FOR_YOU.isdisjoint(words):
        return False
    at = next((at for at, word in enumerate(words[:_LATE]) if word in ("what", "how")), len(words))
    behind = words[at + 1 :]
    return any(a in _CAN and b in ("i", "we") for a, b in pairwise(behind))


_CAN = frozenset("can could may shall might".split())
_FOR_YOU = frozenset("you help assist today do serve assistance service".split())
_LATE = 4
"""Words among which an open question has its "what"."""
