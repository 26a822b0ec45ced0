"""The details that a clause names, and those of them that it asks for."""

from collections.abc import Iterator, Sequence

from crm_gym.text.commands import core
from crm_gym.text.english import AUXILIARIES, BEFORE_WH, LITTLE, NO_ADJECTIVES, TELLING, WH
from crm_gym.text.parts import Named, Part, read_once


@read_once
def slots_asked(part: Part, listing: bool) -> tuple[str, ...]:
    """The slots of a clause that asks; all that it names when it is short, a request, or an item of a list."""
    return tuple(_asked(part, listing=listing))


def _asked(part: Part, *, listing: bool) -> Iterator[str]:
    stop = min((start for start in part.starts("purpose") if start > _LEAD), default=len(part.words))
    told = listing or part.told
    wide = told or part.has("ask", "need", "need behind", "polite", "have you", "once known")
    wide = wide or part.words[:2] == ("if", "you")
    wide = wide or (len(part.words) <= SHORT and AUXILIARIES.isdisjoint(part.words[: core(part.words) + 1]))
    wide = wide or names_little_else(part) or starts_with_slot(part)
    wide = wide and part.words[core(part.words) : core(part.words) + 1] != ("whether",)
    found: Named | None = None
    for named in sorted(slots_of(part), key=_start):
        asks = wide or named.end - named.start > _LONG or not WH.isdisjoint(part.words[: named.end])
        if asks and named.start < stop and not (found and (_aside(part, named) or _belongs(part, found, named))):
            found = named
            yield named.name
    for head in _heads_of(part, listing=told or part.has("need")):
        if head.start < stop:
            yield head.name


SHORT = 6
"""Words of a question that is about what it names."""
_LEAD = 2
"""Words behind which "so that" opens a side clause."""
_LONG = 2
"""Words of a phrase that hardly stands by chance in a question are more than these."""


def _start(named: Named) -> int:
    return named.start


def slots_of(part: Part) -> list[Named]:
    """The slots that a clause names; "please name the shop" names no name, "the day when it came" asks for no day."""
    checked = part.hits.get("payee check", ())
    slots = [n for n in part.named.get("slot", ()) if not (_other_use(part, n) or _subject(part, n))]
    return [n for n in slots if not any(hit.start <= n.start and n.end <= hit.end for hit in checked)]


def _subject(part: Part, named: Named) -> bool:
    """Whether it is who did what is asked about: "what did the merchant say?"."""
    before = part.words[max(0, named.start - 2) : named.start]
    lead = part.words[: named.start]
    return (
        "did" in before and lead[:1] in (("what",), ("when",), ("why",), ("how",)) and part.words[named.start] not in WH
    )


def _other_use(part: Part, named: Named) -> bool:
    """Whether a noun is used as a verb, or "when" and "who" as a conjunction or relative pronoun."""
    if named.end - named.start > 1 or named.start == 0:
        return False
    before, word = part.words[named.start - 1], part.words[named.start]
    if word not in WH:
        return before in ("to", "please", "kindly")
    following = part.words[named.end] if named.end < len(part.words) else ""
    return bool(following) and before not in BEFORE_WH and not (word == "when" and following in AUXILIARIES)


@read_once
def names_little_else(part: Part) -> bool:
    """Whether the clause names slots and says next to nothing else."""
    slots = slots_of(part)
    if not slots:
        return False
    covered = {at for named in slots for at in range(named.start, named.end)}
    others = sum(at not in covered and word not in LITTLE for at, word in enumerate(part.words))
    return others <= (len(slots) if len(part.words) > _BRIEF else 0)


_BRIEF = 2
"""Words of a clause that has none to spare."""


def starts_with_slot(part: Part) -> bool:
    """Whether the clause is a name with what belongs to it, and says nothing of it: "the code from the text"."""
    if "slot" not in part.named:
        return False
    slots = slots_of(part)
    covered = {at for named in slots if named.end - named.start > _LONG for at in range(named.start, named.end)}
    if any(word in _VERBS and at not in covered for at, word in enumerate(part.words)):
        return False
    return bool(slots) and LITTLE.issuperset(part.words[: min(named.start for named in slots)])


_VERBS = AUXILIARIES | frozenset("i we it be been being they he she not never".split())


def _heads_of(part: Part, *, listing: bool) -> list[Named]:
    """The nouns that are asked for: behind "which" with adjectives at most between, or as objects of a request."""
    heads = part.named.get("head")
    if not heads:
        return []
    slots = part.names("slot")
    starts = {named.start for named in heads}
    free = [h for h in heads if h.end not in starts and not any(s.start <= h.start < s.end for s in slots)]
    return [head for head in free if _head_asked(part.words, head.start, listing=listing)]


def _head_asked(words: Sequence[str], at: int, *, listing: bool) -> bool:
    """Whether the noun at a place is asked for; looks back over its adjectives."""
    for back in range(at - 1, max(-1, at - _ADJECTIVES), -1):
        word, before = words[back], words[back - 1] if back else ""
        if word in ("which", "what"):
            return before in ("", *BEFORE_WH) and words[back + 1] not in _ARTICLES
        if word == "any" or (word == "of" and before in ("which", "one")):
            return True
        if listing and (word in _GIVING or word in TELLING):
            return True
        if word in NO_ADJECTIVES and not (listing and word in _ARTICLES):
            return before == "of" and words[back - 2 : back - 1] in (("which",), ("one",))
    return listing and at <= 1


_ARTICLES = frozenset(("the", "a", "your"))
_GIVING = frozenset("me us need and or plus require know have want".split())
"""Words behind which a noun is what is wanted."""
_ADJECTIVES = 5
"""How far before a noun "which" may stand."""


def _belongs(part: Part, found: Named, named: Named) -> bool:
    """Whether a name belongs to what another asks for: "digits of the card that ...", "the e-mail at which ..."."""
    words = part.words
    same = named.name == found.name or named.start == found.start
    if same or not _JOINS.isdisjoint(words[found.start : named.start]):
        return False
    if named.start < found.end:
        return words[found.end : found.end + 1] != () and words[found.end] in _RELATIVE
    if named.start == found.end and words[named.start] in _BESIDE:
        return not WH.isdisjoint(words[named.start + 1 : named.start + 2])
    between = words[found.end : named.start]
    return WH.isdisjoint(words[named.start - 1 : named.end]) and not AUXILIARIES.isdisjoint(between)


_RELATIVE = frozenset("that which who whose".split())
_JOINS = frozenset("and or plus".split())


def _aside(part: Part, named: Named) -> bool:
    """Whether it only belongs to something else: "the code that we sent to your e-mail"."""
    words, at = part.words, named.start - 1
    if at > 0 and words[at] in _OWNERS:
        at -= 1
    return at > 0 and words[at] in _BESIDE and named.end - named.start <= _BRIEF


_OWNERS = frozenset("your the his her their my our".split())
_BESIDE = frozenset("to from in on at via by through into is are".split())
"""Words behind which stands where something is, or what else is said: "to whom is the sum to be paid"."""
