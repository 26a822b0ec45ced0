"""Whether a message ends or pauses the conversation."""

from crm_gym.text.forms import announces, invites
from crm_gym.text.parts import Part, Sentence, Sentences, read_once


def ends(sentences: Sentences) -> bool:
    """Whether the agent asks if there is more, or says goodbye."""
    return any(map(_closes, sentences)) or (bool(sentences) and "bye at last" in sentences[-1].tags)


@read_once
def _closes(sentence: Sentence) -> bool:
    return not sentence.tags.isdisjoint(_ENDING) and any(map(is_closing, sentence))


_ENDING = frozenset(("bye", "more", "more of"))


def is_closing(part: Part) -> bool:
    """Whether a clause asks if there is more, or says goodbye."""
    if part.hits.keys().isdisjoint(_ENDING):
        return False
    if part.has("bye") or any(_asks_more(part, start) for start in part.starts("more")):
        return True
    if not part.has("more of"):
        return False
    if part.clause.condition:
        return not _HAVING.isdisjoint(part.words)
    if part.interrogative and invites(part.words):
        return not _FURTHER.isdisjoint(part.words)
    return part.clause.question or part.words[0] in ("no", "further")


def _asks_more(part: Part, at: int) -> bool:
    """Whether "anything else" asks for it, and is not only compared with: "before anything else"."""
    before = part.words[at - 1] if at else ""
    if at > 1 and before in ("anything", "something", "nothing"):
        before = part.words[at - 2]
    return before not in _COMPARING and (part.clause.question or not (before == "for" or part.negated(at)))


_FURTHER = frozenset("else more further other another additional".split())
_HAVING = frozenset("have need there require want wish".split())
"""Words of "if you have any other questions", not of "if it is any help"."""
_COMPARING = frozenset("before than like as not nor of without".split())


def pauses(sentences: Sentences) -> bool:
    """Whether the agent asks for a moment or announces what comes next."""
    return any(_pauses(part) for sentence in sentences for part in sentence)


@read_once
def _pauses(part: Part) -> bool:
    if part.clause.condition or part.clause.consequent:
        return False
    return part.has("hold") or (not part.clause.question and announces(part))
