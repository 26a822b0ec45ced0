"""What a message asks for, offers, reads back; and whether it ends or pauses the conversation."""

from collections.abc import Iterator, Sequence

from crm_gym.text.english import TAGS, WH, YES
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.outcomes import Background, Outcome
from crm_gym.text.parts import Part, negations


def asked(parts: Sequence[Part], lexicon: Lexicon) -> tuple[str, ...]:
    """The slots that the customer is asked to fill."""
    found: dict[str, None] = {}
    listing = False
    last: int | None = None
    for number, part in enumerate(parts):
        asking = _asking(part, parts, number)
        listing = asking or (listing and (part.clause.item or part.clause.sentence == last))
        last = part.clause.sentence
        if part.has("do not ask", "said") or part.clause.condition:
            continue
        if part.has("details") and (asking or part.clause.question):
            found["details"] = None
            continue
        if asking or listing:
            found.update(dict.fromkeys(_slots(part, parts, number, listing)))
    return tuple(found)


def _asking(part: Part, parts: Sequence[Part], number: int) -> bool:
    """Whether the clause asks for something to be told."""
    if part.has("propose") and not part.has("ask", "need"):
        return False
    if part.has("ask", "need"):
        return True
    if part.clause.question:
        return part.interrogative or not any(
            p.interrogative for p in parts if p.clause.sentence == part.clause.sentence and p is not part
        )
    return len(part.words) <= 12 and "please" in part.words


def _slots(part: Part, parts: Sequence[Part], number: int, listing: bool) -> Iterator[str]:
    ends = [hit.start for hit in part.hits.get("purpose", ()) if hit.start > 2]
    stop = min(ends, default=len(part.words))
    wide = part.has("ask", "need", "have you") or listing or len(part.words) <= 6
    for named in part.names("slot"):
        if named.start >= stop:
            continue
        if wide or part.words[named.start] in WH or any(w in WH for w in part.words[: named.start + 1]):
            yield named.name


def confirms(parts: Sequence[Part], context: Background, outcomes: Sequence[Outcome]) -> bool:
    """Whether the agent reads back an action and waits for a yes."""
    refused = {outcome.about for outcome in outcomes if outcome.kind == "refused"}
    return any(_waits_for_yes(part, context, refused) for part in parts)


def _waits_for_yes(part: Part, context: Background, refused: set[str]) -> bool:
    if part.has("said", "who are you"):
        return False
    words = part.words
    if part.has("confirm") and (part.clause.question or words[0] in ("please", "kindly", "reply", "say", "type", "confirm", "let", "just")):
        return True
    if part.clause.question and words and words[-1] in TAGS:
        return True
    if part.clause.question and part.has("propose"):
        return any(topic in context.topics and topic not in refused for topic in proposed(part))
    return False


def proposed(part: Part) -> list[str]:
    """The topics of a proposal."""
    starts = [hit.end for tag in ("propose", "offer") for hit in part.hits.get(tag, ())]
    return [n.name for n in part.names("offers", "base") if starts and n.start >= min(starts) - 3]


def offered(
    parts: Sequence[Part], context: Background, outcomes: Sequence[Outcome], lexicon: Lexicon
) -> tuple[str, ...]:
    """The topics that the agent proposes of its own accord."""
    order = list(lexicon.topics)
    refused = {outcome.about for outcome in outcomes if outcome.kind == "refused"}
    found: dict[str, None] = {}
    for part in parts:
        if not part.has("offer", "propose") or part.has("can not"):
            continue
        names = proposed(part)
        if names:
            best = min(names, key=order.index)
            if best not in context.topics or best in refused:
                found[best] = None
    return tuple(found)


def ends(parts: Sequence[Part]) -> bool:
    """Whether the agent asks if there is more, or says goodbye."""
    return any(part.has("more", "bye") and not part.has("said") for part in parts)


def pauses(parts: Sequence[Part]) -> bool:
    """Whether the agent asks for a moment or announces what comes next."""
    return any(part.has("hold", "promise") and not part.clause.condition for part in parts)
