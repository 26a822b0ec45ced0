"""The form of a clause, whatever it is about: a request, a proposal, a choice, a check, an announcement."""

from collections.abc import Sequence

from crm_gym.text.english import (
    ANNOUNCING,
    ASSENT,
    AUXILIARIES,
    BARE_ASSENT,
    CHECKED,
    DOUBTFUL_VERBS,
    LITTLE,
    NEGATIONS,
    NO_ACTIONS,
    OBJECTS,
    OPENERS,
    TAGS,
    TELLING,
    WH,
)
from crm_gym.text.parts import Part


def core(words: Sequence[str]) -> int:
    """Where a clause begins behind its opening words: "and then please"; its length when it has no others."""
    return next((at for at, word in enumerate(words) if word not in OPENERS), len(words))


def requests(part: Part, previous: Part | None) -> bool:
    """Whether the customer is told or asked to tell: "state your name", "could you look up the date"."""
    words = part.words
    if TELLING.isdisjoint(words):
        return False
    at = core(words)
    if at < len(words) and words[at] in TELLING and _takes_object(words, at):
        return previous is None or not announces(previous)
    return any(_asked_to(words, at) for at, word in enumerate(words) if at and word in TELLING)


def _takes_object(words: Sequence[str], at: int) -> bool:
    """Whether a verb at the start of a clause is no noun, and tells nobody but us: "name the shop"."""
    following = words[at + 1] if at + 1 < len(words) else ""
    if words[at] in DOUBTFUL_VERBS:
        return following in OBJECTS
    return following not in ("you", "of", "is", "was", "are")


def _asked_to(words: Sequence[str], at: int) -> bool:
    """Whether the verb at a place is what "please" or "could you" asks for."""
    before, earlier = words[at - 1], words[at - 2] if at > 1 else ""
    if words[at + 1 : at + 2] == ("you",):
        return False
    if before in ("please", "kindly"):
        return earlier != "will" or "you" in words[: at - 1]
    if before == "you":
        return earlier in _MAY_YOU or (earlier in ("if", "once") and words[at + 1 : at + 2] in (("me",), ("us",)))
    if before == "to":
        return earlier in ("you", "kind", "good", "need", "free", "have") and "can" not in words
    return before in ("just", "also", "then", "first") and earlier == "you"


_MAY_YOU = frozenset("could can would will must might".split())


def names_little_else(part: Part) -> bool:
    """Whether the clause names slots and says next to nothing else."""
    slots = part.named.get("slot")
    if not slots:
        return False
    covered = {at for named in slots for at in range(named.start, named.end)}
    others = [word for at, word in enumerate(part.words) if at not in covered and word not in LITTLE]
    return len(others) <= (1 if len(part.words) > 2 else 0)


def proposes(part: Part) -> bool:
    """Whether the clause proposes that we do something, in the form of a question."""
    if not part.clause.question:
        return False
    if part.has("propose"):
        start = min(part.starts("propose"))
        return part.words[start] in ("what", "how", "why") or WH.isdisjoint(part.words[:start])
    return bare_action(part)


def bare_action(part: Part) -> bool:
    """Whether a question starts with the action: "Send 10,000 today?"."""
    at = core(part.words)
    return part.clause.question and any(
        named.start == at and (named.end - named.start > 1 or named.own) for named in part.names("base", "offers")
    )


def choice_at(part: Part) -> int:
    """Where the "or" of "A or B?" stands; 0 when there is none."""
    words = part.words
    if not part.clause.question or "or" not in words:
        return 0
    at = words.index("or")
    return at if at + 1 < len(words) and words[at + 1] not in _NO_CHOICE else 0


_NO_CHOICE = frozenset("not no would else something anything other another shall should am are more".split())


def checks(part: Part) -> bool:
    """Whether a question asks if all is right, or for a bare yes: "Are the details in order?", "Proceed?"."""
    words = part.words
    if not part.clause.question or len(words) > _LONG_CHECK:
        return False
    if BARE_ASSENT.issuperset(words) and not ASSENT.isdisjoint(words):
        return True
    if not WH.isdisjoint(words[:2]) and words[:1] != ("what",):
        return False
    at = core(words)
    lead = words[at : at + 3]
    return bool(lead) and lead[0] in AUXILIARIES and not CHECKED.isdisjoint(lead) and not ASSENT.isdisjoint(words[at + 1 :])


_LONG_CHECK = 14
"""Words of the longest question that only checks."""


def tagged(part: Part) -> bool:
    """Whether a statement ends in "..., right?"."""
    return part.clause.question and (
        TAGS.issuperset(part.words) or (part.words[-1] in TAGS and not part.interrogative)
    )


def announces(part: Part) -> bool:
    """Whether we say what we do next: "I'll check that", "cancelling it now"."""
    words = part.words
    for hit in part.hits.get("promise", ()):
        if words[hit.end : hit.end + 1] and words[hit.end] not in NEGATIONS and words[hit.end] not in NO_ACTIONS:
            return True
    at = core(words)
    if at >= len(words):
        return False
    if words[at] in ("i", "we") and words[at + 1 : at + 2] in (("am",), ("are",)):
        at += 2
        while at < len(words) and words[at] in ANNOUNCING:
            at += 1
    return at < len(words) and words[at].endswith("ing") and words[at] not in NO_ACTIONS and len(words[at]) > _ING


_ING = 4
"""Letters of the longest words in -ing that are no verbs in any case: "king"."""
