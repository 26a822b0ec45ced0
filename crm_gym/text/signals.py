"""The predicates of a clause that state an outcome: negation, tense and modality decide which."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Literal, NamedTuple

from crm_gym.text.english import DETERMINERS, HARMLESS_NO, MODALS, NEGATIONS, POINTERS, PREPOSITIONS, STATED
from crm_gym.text.parts import Named, Part, overlapping, read_once
from crm_gym.text.phrases import Hit

OutcomeKind = Literal["done", "refused", "pending"]


class Signal(NamedTuple):
    """A predicate that states an outcome."""

    kind: OutcomeKind
    at: int
    topics: tuple[Named, ...] = ()
    """Those it can be said of; none: all."""
    aside: bool = False
    """The topics are a last resort: whatever the clause names comes before them."""
    bars: bool = False
    """It says why something cannot be, so a thing named in it may stand for what was to be done to it."""
    unless: tuple[str, ...] = ()
    """Topics of which the same words say that they are done: "will not be sent", when it was to be cancelled."""
    verb: bool = False
    """The topics are those of a verb: what it is done to may be another."""
    decides: bool = False
    """It says that something was decided, not only done: "settled"."""


_WAITING = frozenset(("pending", "handed", "undecided", "decider", "waits"))
_REFUSING = frozenset(("refused", "can not", "isnt"))
_STATING = _WAITING | _REFUSING | {"done", "managed"}
_STATING_NAMES = frozenset(("waits", "isnt", "is", "past"))


@read_once
def signals(part: Part) -> tuple[Signal, ...]:
    """Every predicate of a clause that states an outcome, by kind."""
    emphatic = "base" in part.named and ("did" in part.words or "already" in part.words)
    if not emphatic and part.hits.keys().isdisjoint(_STATING) and part.named.keys().isdisjoint(_STATING_NAMES):
        return ()
    found = {*part.hits, *part.named}
    waiting = () if found.isdisjoint(_WAITING) else _pending(part)
    refusing = () if found.isdisjoint(_REFUSING) else _refused(part)
    told = (*waiting, *refusing, *_happenings(part))
    if "that" in part.words:
        content = _content(part.words)
        return tuple([signal for signal in told if signal.at < content])
    return told


def _content(words: Sequence[str]) -> int:
    """Where the content of a note begins, which is no news: "I have added that it is dead"."""
    places = (
        at for at, word in enumerate(words) if word == "that" and not _NOTED.isdisjoint(words[max(0, at - 3) : at])
    )
    return next(places, len(words))


_NOTED = frozenset("added noted recorded logged mentioned written wrote reported comment note says".split())


def _pending(part: Part) -> Iterator[Signal]:
    """What waits: a state, or something handed in."""
    words = part.words
    if (not (_SELF | _HOLDERS).isdisjoint(words) and not _CALLING.isdisjoint(words)) or _of_another(part):
        return
    for hit in part.hits.get("pending", ()):
        for_you = words[hit.end - 1] in _WAITS_FOR and words[hit.end : hit.end + 1] in (("you",), ("your",))
        for_you = for_you and words[hit.end + 1 : hit.end + 2] not in _YOUR_OTHERS
        for_you = for_you or _needs_replacing(words, hit)
        thanks = words[hit.start] == "waiting" and words[max(0, hit.start - 1)] == "for"
        hidden = _within(part.names("waits"), hit.start) or _only_with(words, hit.start, hit.end)
        if not (for_you or thanks or hidden) and not part.negated(hit.start):
            yield Signal("pending", hit.start)
    for group in overlapping(part.names("waits")):
        reach = max(named.end for named in group)
        if part.negated(group[0].start) or _ahead(words, group[0].start) or _only_with(words, group[0].start, reach):
            continue
        if "am" not in words:
            yield Signal("pending", group[0].start, tuple(group), aside=True)
    yield from _to_come(part)
    for start in part.starts("handed"):
        longer = any(n.start <= start < n.end and n.end - n.start > _PUT_IN for n in part.names("is"))
        if _happened(part, start) and not part.negated(start) and not _thing(part) and not longer:
            yield Signal("pending", start)
    yield from _undecided(part)
    if any(_decides(words, start + 1) for start in part.starts("decider")):
        yield Signal("pending", part.starts("decider")[0])


def _needs_replacing(words: Sequence[str], hit: Hit) -> bool:
    """Whether something has to be done to a thing, which decides nothing: "the unit needs to be replaced"."""
    thing = words[hit.start] in ("unit", "system", "network") and words[hit.end - 1] == "to"
    return thing and words[hit.end : hit.end + 1] == ("be",)


def _of_another(part: Part) -> bool:
    """Whether it is said of a thing that waits while what was asked for is done: "your new PIN is being processed"."""
    words = part.words
    return words[:1] in _OWNING and not _OTHERS.isdisjoint(words[1:3]) and not part.names("noun")


_OWNING = (("your",), ("the",), ("a",))
_OTHERS = frozenset(("pin", "pins", "newsletter"))


def _to_come(part: Part) -> Iterator[Signal]:
    """What we will have done by then: "it will be entered tonight", "they will be mailed to you automatically"."""
    words = part.words
    if "will" not in words or _LATER.isdisjoint(words) or part.negatives:
        return
    for group in overlapping(part.names("past")):
        at = group[0].start
        if words[max(0, at - 2) : at] == ("will", "be") and not _LATER.isdisjoint(words[at + 1 : at + _SOON]):
            yield Signal("pending", at, tuple(group), aside=True, verb=True)


_LATER = frozenset(
    "tonight tomorrow automatically overnight later then "
    "monday tuesday wednesday thursday friday saturday sunday".split()
)
_SOON = 7
"""Words behind a verb within which its time stands."""


def _only_with(words: Sequence[str], at: int, end: int) -> bool:
    """Whether "with the team" belongs to a noun of which more is said: "your call with our team is booked"."""
    return (
        words[at] == "with" and not _BE.isdisjoint(words[end : end + 2]) and _BE.isdisjoint(words[max(0, at - 2) : at])
    )


_BE = frozenset("is are was were has have".split())
_HOLDERS = frozenset("holder father mother dad mum aunt uncle son daughter wife husband partner".split())
_SELF = frozenset("himself herself themselves".split())
_CALLING = frozenset("order ask contact call write request apply come get ring".split())
"""What others must do themselves, so that nothing waits."""
_PUT_IN = 2
"""Words of "put in"; "put in for tomorrow" says more."""


def _decides(words: Sequence[str], at: int) -> bool:
    """Whether somebody else is said to be at it, or about to answer: "the bank is checking", "they will ring you"."""
    if not _ANYONE.isdisjoint(words[:at]):
        return False
    helps = [word for word in words[at : at + 4] if word in _TO_COME]
    if not helps or "not" in words[at : at + 3]:
        return False
    verbs = words[at + 1 : at + 7]
    if helps[0] in ("is", "are", "still"):
        return any(word.endswith("ing") and word[:4] in _DECIDING for word in verbs)
    return any(word[:4] in _DECIDING and not word.endswith("ed") for word in verbs)


_ANYONE = frozenset("anyone anybody someone somebody".split())
_TO_COME = frozenset("will must needs need shall is are still wants want may".split())
_DECIDING = frozenset(
    "look revi chec deci exam veri proc cons asse rule answ resp repl call ring phon emai writ cont ping reac "
    "conf appr sign agre get come back work hand deal fini inve go goin scre read say make run take ruli maki "
    "runn gett comi taki".split()
)
"""Beginnings of what somebody does who decides."""


_YOUR_OTHERS = (("bank",), ("co",), ("issuer",), ("employer",))
"""Who may be waited for, and is not the customer: "your bank"."""
_WAITS_FOR = frozenset(("awaiting", "waiting", "for", "on"))


def _undecided(part: Part) -> Iterator[Signal]:
    """Somebody has not decided, answered, signed yet."""
    if part.has("yet") or "have" in part.words or "has" in part.words:
        for start in part.starts("undecided"):
            if part.negated(start) and not part.names("past"):
                yield Signal("pending", start)


def _refused(part: Part) -> Iterator[Signal]:
    """What is refused, cannot be, or has not happened."""
    words = part.words
    warns = words[0].endswith("ing") and "undone" in words
    if words[:2] == ("do", "not") or warns:
        return
    for hit in part.hits.get("refused", ()):
        inside = any(hit.start <= place < hit.end for place in part.negatives)
        denies = inside or NEGATIONS.isdisjoint(words[hit.start : hit.end])
        if (
            _attributive(words, hit)
            or (words[hit.end - 1] == "no" and not HARMLESS_NO.isdisjoint(words[hit.end : hit.end + 1]))
            or (_within(part.names("isnt"), hit.start) or words[hit.end : hit.end + 1] in _UNREAD)
        ):
            continue
        if denies and not part.negated(hit.start) and (inside or not _ahead(words, hit.start)):
            bars = words[hit.start] not in _FAILED
            yield Signal("refused", hit.start, bars=bars, unless=_done_by(part, hit.start))
    for group in overlapping(part.names("isnt")):
        reach = max(named.end for named in group)
        twice = words[reach - 1] == "not" and words[reach : reach + 1] != () and words[reach] in _FAILED
        if not part.negated(group[0].start) and not twice:
            yield Signal("refused", group[0].start, tuple(group), unless=_done_by(part, group[0].start))
    for hit in part.hits.get("can not", ()):
        unless = _done_by(part, hit.start)
        found = [signal for signal in _cannot(part, hit.end) if not _within(part.names("isnt"), signal.at)]
        yield from (signal._replace(unless=unless) for signal in found)


def _attributive(words: Sequence[str], hit: Hit) -> bool:
    """Whether an adjective only describes a thing: "a case for the dead battery"."""
    following = words[hit.end] if hit.end < len(words) else ""
    single = hit.end - hit.start == 1 and words[hit.start] in _QUALITIES and following.isalpha()
    return single and words[hit.start - 1] in _ARTICLES and following not in STATED | PREPOSITIONS | MODALS


_QUALITIES = frozenset("dead expired invalid void lapsed failed unavailable bounced".split())
_ARTICLES = frozenset("the a an your that this its two both three new old".split())
_UNREAD = (("read",), ("seen",), ("opened",))
"""Behind "could not be" they are said of a document."""


def _within(named: Iterable[Named], at: int) -> bool:
    """Whether a place lies in a long phrase, which says more than a single word there."""
    return any(n.start <= at < n.end and n.end - n.start >= _LONG for n in named)


_LONG = 4
"""Words of a phrase that hides what its words say by themselves."""


def _done_by(part: Part, at: int) -> tuple[str, ...]:
    """The topics of which a negated phrase says that they are done: "will not go out", of a cancellation."""
    words = part.words
    spans = [n for n in part.names("is") if n.start <= at < n.end and n.end - n.start > 1]
    return tuple(n.name for n in spans if not NEGATIONS.isdisjoint(words[n.start : n.end]))


_FAILED = frozenset(
    "declined rejected refused denied turned failed unsuccessful bounced unsuccessfully aborted voided returned "
    "came".split()
)
"""Verbs of what was tried: they are said of the thing itself."""


def _cannot(part: Part, at: int) -> Iterator[Signal]:
    """A verb behind "cannot"."""
    near = [n for n in part.names("base", "past", "offers") if at <= n.start <= at + 3]
    if near:
        yield Signal("refused", near[0].start, tuple(n for n in near if n.start == near[0].start), verb=True)
    elif at == len(part.words) or part.words[at] in _ENDS:
        yield from (Signal("refused", at - 1, bars=True),) if _ours(part.words) else ()
    elif any(at <= start <= at + 2 for start in part.starts("do")) or (_acts(part, at) and not _not_yet(part, at)):
        yield Signal("refused", at, bars=True)


def _not_yet(part: Part, at: int) -> bool:
    """Whether others only have not done something yet: "the shop has not finalised it yet"."""
    words = part.words
    return "yet" in words and words[at - 2 : at - 1] in (("has",), ("have",)) and not {"i", "we"} & {*words[:at]}


_ENDS = frozenset("sorry today so because unfortunately though anymore".split())
"""Words behind a "cannot" that leaves out its verb."""


def _ours(words: Sequence[str]) -> bool:
    """Whether a short "I cannot" speaks of us: "couldn't, sorry"."""
    return _THEIRS.isdisjoint(words[:1]) and words[-1] != "have"


def _acts(part: Part, at: int) -> bool:
    """Whether the words behind "cannot" name something that we might have done, whatever it is."""
    words = part.words
    if at > len(words) - 1 or words[at - 1] == "only" or not _THEIRS.isdisjoint(words[:1]):
        return False
    told = not _TENSES.isdisjoint(words[max(0, at - 2) : at])
    if told and (words[at] in ("have", "been") or any(noun.end <= at for noun in part.names("noun"))):
        return False
    rest = [word for word in words[at : at + 4] if word not in _LIGHT]
    return bool(rest) and rest[0].isalpha() and rest[0] not in _NO_ACTS


_THEIRS = frozenset("you they he she people nobody anyone who".split())
_TENSES = frozenset("did does has will would may must".split())
_LIGHT = frozenset("be been just simply also either yet now then get".split())
_NO_ACTS = (
    frozenset(
        "answer see find tell say promise guarantee speed influence wait know imagine hear think stress thank "
        "apologise apologize understand recall remember recommend comment explain have do keep ask need take be i we "
        "you the a an your this that it not lose matter hurt change mind go rush predict judge guess stay read speak "
        "believe mean for to in on hurry at with of by until before so and or as look seem sound shown affect "
        "skip bypass waive touched require "
        "cost cause show mention come count unlock any anything always still if when ring yet".split()
    )
    | MODALS
    | STATED
)
"""Words behind "cannot" that refuse nothing."""


def _happenings(part: Part) -> Iterator[Signal]:
    """What has happened; or, negated, has not."""
    unsettled = part.has("yet") and not part.names("past")
    others = part.has("others say") or (part.words[:1] == ("my",) and _OURS.isdisjoint(part.words[1:4]))
    for start, topics in _predicates(part):
        verb = any(n.own or n.end - n.start == 1 or _holds_verb(part, n) for n in topics)
        if part.negated(start):
            if "ever" not in part.words and not unsettled and part.words[:2] != ("do", "not"):
                yield Signal("refused", start, topics, verb=bool(topics), unless=_done_by(part, start))
        elif not others:
            yield Signal("done", start, topics, verb=verb, decides=part.words[start] in _DECIDED)


def _holds_verb(part: Part, named: Named) -> bool:
    """Whether a phrase of a topic ends in, or begins with, a verb of that topic: "has been credited"."""
    return any(n.name == named.name and named.start <= n.start < named.end for n in part.names("past"))


_OURS = frozenset("supervisor manager boss lead colleague colleagues team".split())
"""Who speaks for us: "my supervisor said yes"."""
_DECIDED = frozenset("settled resolved finished concluded closed approved upheld granted decided cleared".split())
"""Verbs that end what waits for a decision."""


def _predicates(part: Part) -> Iterator[tuple[int, tuple[Named, ...]]]:
    """Where something is said to have happened, and of which topics that can be said."""
    for start in part.starts("done"):
        if _happened(part, start) and not _of_detail(part, start):
            yield start, ()
    yield from _emphatic(part)
    yield from ((hit.end, ()) for hit in part.hits.get("managed", ()) if hit.end < len(part.words))
    yield from ((start, ()) for start in _perfects(part))
    if part.named.keys().isdisjoint(_HAPPENING):
        return
    things = part.starts("thing") if part.words[0] != "#" and _thing(part) else ()
    nouns = {noun.name for noun in part.names("noun")}
    for group in (_longest(group, nouns) for group in overlapping(part.names("past", "is"))):
        if things and not any(named.start <= thing < named.end for named in group for thing in things):
            continue
        standing = tuple(named for named in group if _stands(part, named))
        if standing:
            yield group[0].start, standing


_HAPPENING = ("past", "is")


def _emphatic(part: Part) -> Iterator[tuple[int, tuple[Named, ...]]]:
    """A verb in another form that tells an event: "I did send it", "I block already the card"."""
    words = part.words
    if "did" not in words and "already" not in words:
        return
    for group in overlapping(part.names("base")):
        at = group[0].start
        now = (words[at - 1] in ("i", "we") and words[at + 1 : at + 2] == ("already",)) if at else False
        if at and (words[at - 1] == "did" or now or words[max(0, at - 2) : at] in _ALREADY) and not part.interrogative:
            yield at, tuple(group)


_ALREADY = (("i", "already"), ("we", "already"))


def _of_detail(part: Part, at: int) -> bool:
    """Whether only a detail that the customer gave is said to be so: "account accepted"."""
    back = at - 1 if at and part.words[at - 1] in STATED else at
    if back > 0 and part.words[back - 1] == "token":
        return True
    return back > 0 and part.words[back - 1] in _DETAILS and not part.names("noun")


_DETAILS = frozenset("account amount date number address".split())


def _perfects(part: Part) -> Iterator[int]:
    """Any other verb in the perfect that is said of a topic: "I have topped up the refund"."""
    words = part.words
    if {"have", "has"}.isdisjoint(words) or _thing(part) or not (part.names("noun") or words[-1] in POINTERS):
        return
    known = {hit.start for tag in _STATING for hit in part.hits.get(tag, ())}
    known.update(named.start for named in part.names("past", "is"))
    for at, word in enumerate(words):
        acts = word.endswith("ed") or word in _IRREGULAR
        if acts and at not in known and word not in _LOOKED and _helped(words, at):
            yield at


def _helped(words: Sequence[str], at: int) -> bool:
    """Whether "I have", "it has been" stand before the verb."""
    helpers = [word for word in words[max(0, at - 4) : at] if word in STATED or word in ("i", "we")]
    return helpers[-2:] in (["i", "have"], ["we", "have"], ["has", "been"], ["have", "been"])


_IRREGULAR = frozenset("given put run sent taken paid set brought dealt".split())
_LOOKED = frozenset(
    "checked looked noted tried received verified reviewed compared explained prepared located pulled matched "
    "answered described mentioned discussed considered listed included quoted asked needed used wanted attempted "
    "searched viewed learned clarified investigated researched changed closed expired listened called noticed "
    "touched informed apologised advised worked failed waited traced".split()
)
"""Verbs that only lead up to something."""


def _longest(group: list[Named], nouns: Set[str]) -> list[Named]:
    """The phrases that say most; words that are part of them by chance say nothing of their own."""
    most = max(named.end - named.start for named in group)
    return [named for named in group if named.end - named.start >= most - 1 or named.name in nouns]


def _stands(part: Part, named: Named) -> bool:
    """Whether a phrase states that something is done: a participle alone may be an adjective or be to come."""
    if _shut(part.words, named):
        return False
    if named.end - named.start == 1 or named.own:
        return _happened(part, named.start)
    if part.words[named.end : named.end + 1] == ("being",) or part.words[named.end - 1 : named.end + 1] in _HAVE_TO:
        return False
    return not _ahead(part.words, named.start) and not _mentioned(part, named.start)


_HAVE_TO = (("has", "to"), ("have", "to"))


def _shut(words: Sequence[str], named: Named) -> bool:
    """Whether it is said of people or places that they are closed, not of a case."""
    if "closed" not in words[named.start : named.end] or _PLACES.isdisjoint(words[: named.end]):
        return False
    at = words.index("closed", named.start)
    return not _COPULA.isdisjoint(words[max(0, at - 2) : at])


_COPULA = frozenset("is are was were".split())
_PLACES = frozenset("they we team teams desk office lines specialists support everyone".split())


def _happened(part: Part, at: int) -> bool:
    """Whether a participle says that we did it: no adjective, not to come, not done by the customer."""
    words = part.words
    before = words[at - 1] if at else ""
    following = words[at + 1] if at + 1 < len(words) else ""
    if before in DETERMINERS or before in _NOT_DONE or following in _AS_IT_IS or _adjective(part, at):
        return False
    if (
        at <= 1
        and following
        and words[at] in _BASE_TOO
        and before in _BIDS
        and not part.names("noun")
        and "#" not in words[: at + 4]
    ):
        return False
    if following in _PLURALS and not STATED.isdisjoint(words[at + 2 : at + 3]):
        return False
    if (words[at] == "left" and following in POINTERS) or (words[at] == "reached" and following in ("our", "us")):
        return False
    if before in ("have", "had") and at > 1 and words[at - 2] == "you":
        return False
    if before in _REMAINS or (words[at] == "left" and before in STATED):
        return False
    return not _ahead(words, at) and not _mentioned(part, at)


def _adjective(part: Part, at: int) -> bool:
    """Whether a participle begins the name of a thing: "multiple scheduled transfers", "enter registered email"."""
    return any(
        n.start == at and n.end - n.start > 1 and part.words[max(0, at - 1)] not in _AUXILIARY
        for n in part.names("noun", "slot")
    )


_BASE_TOO = frozenset("put set shut cut let reset".split())
"""Participles that are base forms, too: "and put in a new battery" tells the customer what to do."""
_BIDS = frozenset(("", "and", "then", "please", "now"))
_PLURALS = frozenset("cases disputes transfers payments refunds requests accounts cards reviews".split())
_AUXILIARY = frozenset("have has had been was were is are i we".split())
_NOT_DONE = frozenset("you she he no get getting easily well almost nearly multiple several which".split())
"""Words before a participle that is no event of ours."""
_AS_IT_IS = frozenset("itself himself herself broken damaged faulty defective dead late torn cracked".split())
"""Words behind a participle that is said of how something is."""
_REMAINS = frozenset("remains remain stays stay still".split())
"""Before a participle these speak of a state that goes on."""


def _mentioned(part: Part, at: int) -> bool:
    """Whether something that exists is only pointed at: "I see a transfer planned for Thursday"."""
    relative = part.words.index("which") if "which" in part.words[:at] else 0
    if relative and part.words[relative - 1] in PREPOSITIONS:
        return True
    if "see" in part.words[:at] and part.negated(at):
        return True
    hits = [hit for hit in part.hits.get("exists", ()) if hit.end <= at]
    ends = [hit.end for hit in hits if part.words[hit.end] != "been"]
    return bool(ends) and STATED.isdisjoint(part.words[max(ends) : at])


def _ahead(words: Sequence[str], at: int) -> bool:
    """Whether the verb at a place is still to come, wished for, or only possible."""
    for back in range(at - 1, max(-1, at - 7), -1):
        word = words[back]
        if word in MODALS:
            return word != "to" or back == at - 1 or words[at - 1] == "be"
        if word in STATED and word != "be":
            return word == "have" and back > 0 and words[back - 1] in _MAY_HAVE
    return False


_MAY_HAVE = ("would", "could", "might", "will", "to", "can", "may", "must", "should")


def _thing(part: Part) -> bool:
    """Whether it is said of a code, a message or the like."""
    things = part.starts("thing")
    return bool(things) and all(noun.end in things or part.aside(noun.start) for noun in part.names("noun"))
