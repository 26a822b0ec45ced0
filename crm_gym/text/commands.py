"""Whether the words of a clause tell or ask somebody to tell something."""

from collections.abc import Sequence

from crm_gym.text.english import AUXILIARIES, DOUBTFUL_VERBS, OBJECTS, OPENERS, TELLING


def core(words: Sequence[str]) -> int:
    """Where a clause begins behind its opening words: "and then please"; its length when it has no others."""
    for at, word in enumerate(words):
        if word not in OPENERS:
            return at
    return len(words)


def commands(words: Sequence[str]) -> bool:
    """Whether the hearer is told or asked to tell: "state your name", "could you look up the date"."""
    if TELLING.isdisjoint(words) and "me" not in words and "us" not in words:
        return False
    at = core(words)
    if words[at + 1 : at + 2] in (("me",), ("us",)) and words[at] not in _NOT_ME:
        return True
    if at < len(words) and words[at] in TELLING and _takes_object(words, at):
        return True
    return any(word in TELLING and at and _asked_to(words, at) for at, word in enumerate(words))


_NOT_ME = AUXILIARIES | frozenset(
    "let trust believe excuse forgive allow to for with of from by on about like than as want need bear pardon tells "
    "told gives gave lets helps sent sends makes made permit not join at that".split()
)
"""Words before "me" that tell the hearer to give nothing."""


def _takes_object(words: Sequence[str], at: int) -> bool:
    """Whether a verb at the start of a clause is no noun, and tells nobody but us: "name the shop"."""
    following = words[at + 1] if at + 1 < len(words) else ""
    if words[at] in DOUBTFUL_VERBS:
        return following in OBJECTS
    return following not in ("you", "of", "is", "was", "are")


def _asked_to(words: Sequence[str], at: int) -> bool:
    """Whether the verb at a place is what "please" or "could you" asks for."""
    before, earlier = words[at - 1], words[at - 2] if at > 1 else ""
    following = words[at + 1] if at + 1 < len(words) else ""
    if following == "you":
        return False
    if before in ("please", "kindly"):
        return earlier != "will" or "you" in words[: at - 1]
    if before == "you":
        return earlier in _MAY_YOU or (earlier in ("if", "once") and following in ("me", "us"))
    if before == "to":
        return (earlier in _TO and "can" not in words) or (earlier == "as" and not _TO.isdisjoint(words))
    return before in ("just", "also", "then", "first") and earlier == "you"


_TO = frozenset("you kind good need free have".split())
_MAY_YOU = frozenset("could can would will must might".split())
