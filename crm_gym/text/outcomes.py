"""What a customer takes to be done, refused or pending, clause by clause."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from crm_gym.text.context import Background
from crm_gym.text.english import DETERMINERS, MODALS, STATED
from crm_gym.text.forms import proposes
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.numbers import amounts
from crm_gym.text.parts import Part, Sentence, Sentences, read_once, some_have
from crm_gym.text.settling import settled
from crm_gym.text.signals import OutcomeKind, Signal, signals
from crm_gym.text.topics import Place, outer


class Outcome(NamedTuple):
    """What the customer believes about a topic from a clause on."""

    kind: OutcomeKind
    about: str
    clause: str


class _Reading(NamedTuple):
    """A clause, what stands before it in the sentence, and what the message is about so far."""

    part: Part
    place: Place
    previous: Part | None
    before: Outcome | None
    """The outcome of the previous clause."""
    following: Part | None = None
    """The next clause of the sentence."""


def stated(sentences: Sentences, lexicon: Lexicon, context: Background, *, awaits_yes: bool) -> Iterator[Outcome]:
    """Every outcome that the clauses state, in order. What is read back for a yes has not happened."""
    wanted = tuple([topic for topic in context.topics if topic in context.wanted])
    place = Place(lexicon, (), context.topics, wanted)
    asks_for = False
    bare: list[Outcome] = []
    gists = list(map(_gist, sentences))
    frame = _Frame(
        context,
        awaits_yes=awaits_yes,
        ready=awaits_yes or not context.wanted.isdisjoint(chain.from_iterable([gist.proposes for gist in gists])),
        hints=context.guess is not None or place.told(*wanted),
    )
    if not (frame.hints or any([gist.tells for gist in gists])):
        return
    corrects = any([gist.corrects for gist in gists])
    for sentence, gist in zip(sentences, gists, strict=True):
        kept = Sentence([part for part in sentence if "i said" not in part.hits]) if corrects else sentence
        listed = asks_for and sentence[0].clause.item
        asks_for = listed or gist.asks
        if kept and not listed:
            found, place = _sentence(kept, place, frame)
            yield from bare if all(outcome.kind != "done" for outcome in found) else ()
            bare = found if len(kept) == 1 and kept[0].words in _DONE else []
            yield from () if bare else found
    yield from bare


class _Frame(NamedTuple):
    """What holds for all sentences of a message."""

    context: Background
    awaits_yes: bool
    ready: bool
    """What is said to be ready waits for a yes."""
    hints: bool
    """The customer's words let clauses state outcomes that say little by themselves: a yes, or figures."""


class _Gist(NamedTuple):
    """What a sentence is about by itself, whatever stands before it."""

    tells: bool
    """It may state an outcome."""
    asks: bool
    """It asks for something, or leads to options, so that the items of a list state nothing."""
    corrects: bool
    proposes: frozenset[str]
    """The topics of what we propose to do."""
    carries: tuple[str, ...]
    """The topics that later sentences can be about."""


@read_once
def _gist(sentence: Sentence) -> _Gist:
    carries: tuple[str, ...] = ()
    for part in sentence:
        carries = _topics(part) or carries
        if _leads_to_options(part):
            break
    return _Gist(
        tells=any(signals(part) or _elides(part) for part in sentence),
        asks=any(part.has("ask", "need") or _leads_to_options(part) for part in sentence),
        corrects="corrects" in sentence.tags,
        proposes=frozenset([n.name for part in sentence if proposes(part) for n in part.names("base", "offers")]),
        carries=carries,
    )


def _leads_to_options(part: Part) -> bool:
    """Whether a list of what could be done follows: "You have two options:"."""
    return "ways" in part.hits and not part.clause.item and part.words[-1] in _OPTIONS


_OPTIONS = frozenset("options ways choices possibilities alternatives forward".split())


def _sentence(sentence: Sentence, place: Place, frame: _Frame) -> tuple[list[Outcome], Place]:
    """The outcomes of a sentence, and what later ones can be about."""
    gist = _gist(sentence)
    if not (gist.tells or frame.hints):
        return [], _moved_on(place, gist.carries, None)
    unsure = frame.awaits_yes and _counted(sentence) and sentence[0].words not in _DONE
    first = some_have(sentence, "need", "ask")
    found: list[Outcome] = []
    previous: Part | None = None
    before: Outcome | None = None
    for part, following in zip(sentence, (*sentence[1:], None), strict=True):
        if previous and _leads_to_options(previous):
            break
        told = _signalled(part, frame.context, first=first)
        if told and frame.ready:
            told = [one for one in told if not (one.kind == "done" and _only_ready(part, one))]
        outcome = None
        if told or frame.hints or _elides(part):
            reading = _Reading(part, place, previous, before, following)
            outcome = _outcome(reading, told, frame.context, reads_back=unsure)
        if outcome:
            found = [*_confirmed(found, outcome, reading, sentence), *_coordinated(outcome, reading)]
        elif before and (also := _bare(part) or _id(part, before, place)):
            outcome = before._replace(about=also)
        place = _moved_on(place, _topics(part), outcome)
        previous, before = part, outcome
        if outcome:
            found += [outcome, *_others(part, told, outcome, place)]
    return found, place


def _confirmed(found: list[Outcome], outcome: Outcome, reading: _Reading, sentence: Sequence[Part]) -> list[Outcome]:
    """The outcomes of the clauses before that still count, once another one is stated."""
    part, place, previous, *_ = reading
    if found and _only_why(found[-1], outcome, previous, part):
        found = found if place.told(found[-1].about) else found[:-1]
    if previous and _says_no_more(previous, sentence):
        found = [one for one in found if outcome.kind != "done" or one.kind != "done" or one.about == outcome.about]
    return found


def _says_no_more(part: Part, sentence: Sequence[Part]) -> bool:
    """Whether a first clause says only that something is done, and the next one what: "It is booked: they call you"."""
    if part is not sentence[0]:
        return False
    return part.words in _DONE or (len(part.words) <= _BARE_NOUN and part.words[0] == "it" and not part.names("noun"))


_DONE = (("done",), ("all", "done"), ("sorted",), ("all", "sorted"), ("all", "set"))
"""Clauses that say no more than that; what follows tells what: "Done: the case is open"."""


def _signalled(part: Part, context: Background, *, first: bool) -> Sequence[Signal]:
    """What a clause signals, if it may count; what cannot be yet only has to be asked for first."""
    told = signals(part)
    if not told or not (context.guess or part.words[0] == "as" or _states(part)):
        return ()
    return [signal for signal in told if signal.kind != "refused"] if first and "yet" in part.words else told


def _only_ready(part: Part, signal: Signal) -> bool:
    """Whether all is only ready for what waits for a yes: "so we are all set"."""
    return not signal.topics and signal.at in part.starts("ready")


def _counted(sentence: Sequence[Part]) -> bool:
    """Whether a number stands in a sentence."""
    return any([word[-1:] == "#" for part in sentence for word in part.words])


def _only_why(last: Outcome, outcome: Outcome, previous: Part | None, part: Part) -> bool:
    """Whether the clause before was only the reason: "it is still pending, so I cannot dispute it"."""
    named = previous is not None and previous.names("noun")
    return not named and part.words[0] == "so" and last.about != outcome.about and outcome.kind == "refused"


def _coordinated(outcome: Outcome, reading: _Reading) -> Iterator[Outcome]:
    """What is said of the bare noun before as well: "the receipt | and the points have been sent"."""
    previous = reading.previous
    if previous and not reading.before and reading.part.words[0] == "and" and not previous.clause.question:
        nouns = previous.names("noun")
        if nouns and len(previous.words) <= _BARE_NOUN and nouns[-1].name != outcome.about:
            yield outcome._replace(about=nouns[-1].name)


_BARE_NOUN = 4
"""Words of a clause that only names something: "and the loyalty points"."""


def _bare(part: Part) -> str | None:
    """The topic of a clause that only names one more thing that the clause before is said of."""
    nouns = part.names("noun")
    if nouns and part.words[0] == "as" and part.words[1:2] in (("does",), ("do",), ("is",), ("are",), ("has",)):
        return nouns[0].name
    bare = part.words[0] == "and" and nouns and len(part.words) <= _BARE_NOUN and part.named.keys() <= {"noun", "slot"}
    return nouns[0].name if bare else None


def _id(part: Part, before: Outcome, place: Place) -> str | None:
    """The topic of a bare number of what was handed in with what waits: "held for a review, RVW-9052"."""
    nouns = part.names("noun")
    if before.kind != "pending" or not nouns or nouns[-1].name == before.about or not part.words[-1].endswith("-#"):
        return None
    return None if place.lexicon.topics[nouns[-1].name].decided else nouns[-1].name


def _others(part: Part, told: Sequence[Signal], outcome: Outcome, place: Place) -> Iterator[Outcome]:
    """What else is done by the same clause, of things that stand right before their verbs: "and 48 points booked"."""
    if also := _id(part, outcome, place):
        yield outcome._replace(about=also)
    if outcome.kind == "refused" and "or" in part.words:
        at = part.words.index("or") + 1
        others = {n.name for n in part.names("base") if n.start == at} - {outcome.about}
        yield from (outcome._replace(about=name) for name in sorted(others, key=place.order.index)[:1])
    if outcome.kind != "done" or len(told) < 2:
        return
    if place.lexicon.settles:
        yield from _outright(told, outcome)
    shared = {noun.start for noun in part.names("noun") if noun.name == outcome.about}
    nouns = [noun for noun in part.names("noun") if noun.start not in shared and not part.aside(noun.start)]
    seen = {outcome.about}
    for signal in told:
        allowed = {named.name for named in signal.topics if signal.kind == "done"}
        for noun in nouns:
            near = noun.end <= signal.at <= noun.end + _NEAR
            if near and noun.name in allowed - seen:
                seen.add(noun.name)
                yield outcome._replace(about=noun.name)


def _outright(told: Sequence[Signal], outcome: Outcome) -> Iterator[Outcome]:
    """What a phrase of several words states besides: "it is now with the billing team under CAS-1001"."""
    for signal in told:
        names = {named.name for named in signal.topics if named.end - named.start >= _SAYS_ALL}
        if signal.kind == "done" and len(names) == 1 and outcome.about not in names:
            yield outcome._replace(about=names.pop())


_SAYS_ALL = 4
"""Words of a phrase that needs no more to be understood."""
_NEAR = 2
"""Words between a noun and what is said of it: "points have been added"."""


def _moved_on(place: Place, named: tuple[str, ...], outcome: Outcome | None) -> Place:
    """What later clauses can be about once those of some topics are read."""
    lexicon, _, context, wanted, told_of, last = place
    if outcome:
        return Place(lexicon, (outcome.about, *named), context, wanted, outcome.about, outcome.kind)
    return Place(lexicon, named, context, wanted, told_of, last) if named else place


@read_once
def _topics(part: Part) -> tuple[str, ...]:
    """What a clause names that others can be about."""
    names = outer(part.names("noun", "base", "past", "doing"))
    return tuple(dict.fromkeys([n.name for n in names if part.words[n.end : n.end + 1] != ("itself",)]))


def _outcome(reading: _Reading, told: Sequence[Signal], context: Background, *, reads_back: bool) -> Outcome | None:
    """The outcome that a clause states, if any."""
    part, place, previous = reading.part, reading.place, reading.previous
    text = part.clause.text
    if previous is None and context.guess and part.words[0] == "yes" and not told and len(part.words) <= _BARE_YES:
        return Outcome(*context.guess, text)
    if not (told or _elides(part) or _wants_figures(place)):
        return None
    explains = part.words[0] in ("because", "since", "as") and previous is not None and part.words[1:2] not in _AN
    if not _states(part) or explains or (previous and previous.bids_yes):
        return None
    if previous and _described(part, previous, place, context.wanted):
        return None
    found = _told(told, part, context, reads_back=reads_back)
    outcome = settled(found, part, place)
    if outcome is None:
        return _elliptic(reading) or _figures(reading)
    again = outcome[0] == "refused" == place.last
    last = max([found[-1].at, *(named.end - 1 for named in found[-1].topics)])
    rule = _general(part, last) and not again and not _answers(part, *outcome, context)
    if outcome[0] == "done" and part.has("hedged"):
        return None
    reason = outcome[0] == "done" and part.words[0] in ("because", "since") and reading.following
    if rule or reason or _adds_nothing(reading, outcome):
        return None
    return Outcome(*outcome, text)


_AN = (("a",), ("an",))


def _described(part: Part, previous: Part, place: Place, wanted: frozenset[str]) -> bool:
    """Whether a participle only describes what was found: "that is 500 to Dan, scheduled for Friday"."""
    if previous.words[:2] != ("that", "is") or "#" not in previous.words[2:4]:
        return False
    names = {named.name for named in part.names("past", "is") if named.start == 0}
    others = names - wanted or {name for name in names if any(place.on(want, name) for want in wanted)}
    return bool(others)


def _told(told: Sequence[Signal], part: Part, context: Background, *, reads_back: bool) -> Sequence[Signal]:
    """The signals of what is told as an event, neither read back nor how it goes in general."""
    if context.asks_process and _NOW.isdisjoint(part.words):
        return [signal for signal in told if signal.kind == "refused"]
    return [signal for signal in told if not _unfinished(part, signal)] if reads_back else told


_NOW = frozenset("has have had was were now already been done i we".split())
"""Words of an event; without them it is told how something works, to who asks it."""
_BARE_YES = 5
"""Words of a yes that says nothing else: "Yes, sadly." """


def _adds_nothing(reading: _Reading, told: tuple[OutcomeKind, str]) -> bool:
    """Whether the clause only explains or qualifies what was stated before."""
    part, place, before = reading.part, reading.place, reading.before
    kind, topic = told
    if kind == "refused" and _cannot_be_undone(part, topic, place):
        return True
    if place.last == "done" and _after_it_is_done(part, kind, topic, place):
        return True
    if kind == "refused" and place.last in ("done", "pending") and topic in place.carried:
        goes_on = place.last == "pending" and (part.words[0] in _NONE or not _STAYS.isdisjoint(part.words))
        return goes_on or not (_AGAIN | _MORE).isdisjoint(part.words) or (place.last == "done" and _other_amount(part))
    named = {noun.name for noun in part.names("noun")}
    if kind == "refused" and place.last == "done" and place.context and topic not in (*place.context, *named):
        return not place.told(*place.carried[:1])
    if kind == "pending" and place.last == "refused" and topic == place.told_of and not _OPENS.isdisjoint(part.words):
        return True
    if kind == place.last == "pending" and place.carried and place.on(place.carried[0], topic):
        return True
    if before is None or before.kind == kind == "done":
        return False
    if kind == before.kind == "refused":
        return before.about in place.wanted and topic not in (*place.wanted, before.about) and part.words[0] != "and"
    if before.kind == "refused" and kind == "pending" and part.words[0] in ("she", "he", "only"):
        return True
    stays = before.kind == "pending" and topic == before.about and not part.names("noun")
    stays = stays and {"now", "agreed", "approved", "okayed"}.isdisjoint(part.words)
    return stays and (kind == "done" or part.has("yet"))


_NO_OTHER = (("no", "other"), ("no", "further"), ("nothing", "else"), ("anything", "else"))
"""Words of what cannot be done besides: "no other detail can be changed for seven days"."""
_OPENS = frozenset("opens reopens opening hear".split())
"""Words of when one may try again, or hear of it: "the desk opens tomorrow"."""


def _after_it_is_done(part: Part, kind: OutcomeKind, topic: str, place: Place) -> bool:
    """Whether it only says what follows, or that no more was done: "they will write", "nothing on top"."""
    if kind == "pending":
        return topic == place.told_of and (
            part.words[0] == "who" or _only_follows(part, place) or _of_state(part, place)
        )
    no_other = any(pair in _NO_OTHER for pair in pairwise(part.words))
    more = not _MORE.isdisjoint(part.words) or (place.lexicon.settles and ("higher" in part.words or no_other))
    return kind == "refused" and more and (place.lexicon.settles or topic == place.told_of)


def _cannot_be_undone(part: Part, topic: str, place: Place) -> bool:
    """Whether a refusal only says that what was done, or would be, is final."""
    if "undone" in part.words and topic != "cancellation":
        return True
    return place.last == "done" and any(place.on(named.name, topic) for named in part.names("isnt"))


def _of_state(part: Part, place: Place) -> bool:
    """Whether it tells in what state a thing is that was handed in: "that case is on hold until you write"."""
    return place.lexicon.settles and not _STATES.isdisjoint(part.words)


_STATES = frozenset("hold progress review investigation queue answer reply question".split())


def _only_follows(part: Part, place: Place) -> bool:
    """Whether a clause only says who goes on with what was done: "they will write to you", "Mia is on it"."""
    if part.names("noun", "waits"):
        return False
    if part.words[0] in _PERSONS and part.words[1:2] in _ARE and any(w.endswith("ing") for w in part.words[2:5]):
        return True
    if place.lexicon.settles and not {"will", "shall", "on", "looking", "working"}.isdisjoint(part.words):
        return True
    return not {"will", "shall"}.isdisjoint(part.words[1:5]) and not _TOUCH.isdisjoint(part.words)


_PERSONS = frozenset(("he", "she", "they"))
_ARE = (("is",), ("are",))
_TOUCH = frozenset("write call ring contact touch reply email text message phone get answer reach".split())
_MORE = frozenset("extra additional further top beyond".split())
"""Words of what would have been more than what was done: "I cannot add anything on top"."""
_AGAIN = frozenset("again twice second third another".split())
"""Words of doing once more what has just been said to be done: "I will not charge you again"."""
_NONE = ("no", "nothing")
"""First words of what follows from waiting: "no money has left the account"."""
_STAYS = frozenset("stays stay remains remain current".split())
"""Words of what goes on until something is decided."""


def _other_amount(part: Part) -> bool:
    """Whether a number is refused: "9,000 went to Dan; 12,000 was not possible"."""
    return part.words[0] == "#" or part.words[:2] in (("the", "#"), ("but", "#"), ("and", "#"))


@read_once
def _states(part: Part) -> bool:
    """Whether the clause states anything: no question, condition, request, or report of what the customer said."""
    clause = part.clause
    if part.words[0] in ("being", "having"):
        return False
    noted = not _NOTE.isdisjoint(part.words[:2])
    if clause.question or clause.condition or clause.consequent or part.words[0] == "whether":
        return False
    if part.words[0] in ("please", "kindly") and not noted:
        return False
    if part.words[:2] in (("which", "we"), ("which", "you")) and "have" not in part.words:
        return False
    if part.has("said", "not that", "would have", "scrap") or part.bids_yes:
        return False
    if part.has("payee check") and not (part.has("pending") and part.names("noun")):
        return False
    return part.words[0] != "said" and (not _asks(part) or noted or part.has("refused", "can not"))


def _asks(part: Part) -> bool:
    """Whether it asks the customer to tell something; "they will tell us" does not."""
    return any(start == 0 or part.words[start - 1] != "will" for start in part.starts("ask"))


_NOTE = frozenset(("note", "aware", "advised"))
"""Words of "please note that", before a statement."""


def _elides(part: Part) -> bool:
    """Whether it may leave out what has happened: "it did"."""
    return "did" in part.hits or "did not" in part.hits


def _elliptic(reading: _Reading) -> Outcome | None:
    """What was spoken of, has happened, or has not: "it did", "they have not"; not "I have, however, added it"."""
    part, place, following = reading.part, reading.place, reading.following
    if following and part.words[-1] in ("have", "has") and 0 in following.starts("however"):
        return None
    if not _elides(part):
        return None
    topics = (*place.carried, *place.context)
    for tag, kind in _ELLIPTIC:
        for hit in part.hits.get(tag, ())[:1]:
            counted = part.words[hit.end - 1] == "have" and part.words[hit.end : hit.end + 1] == ("#",)
            counted = counted and _MONTHS.isdisjoint(part.words[hit.end + 1 : hit.end + 3])
            figures = counted or "did" in part.words[hit.start : hit.end]
            room = 5 if figures and kind == "done" else 1
            short = _LEADS.issuperset(part.words[: hit.start]) and len(part.words) <= hit.end + room
            if topics and short and part.words[hit.end : hit.end + 1] not in (("not",), ("got",)):
                return Outcome(kind, topics[0], part.clause.text)
    return None


_MONTHS = frozenset(
    "jan january feb february mar march apr april may jun june jul july aug august sep september oct october nov "
    "november dec december here".split()
)
"""Words behind a number that is no count: "I have 16 April here"."""
_LEADS = frozenset("yes no and but oh indeed well so".split())
"""Words before "it did"."""
_ELLIPTIC: tuple[tuple[str, OutcomeKind], ...] = (("did not", "refused"), ("did", "done"))


def _wants_figures(place: Place) -> bool:
    """Whether something is wanted that is done by telling figures."""
    return bool(place.wanted) and place.told(*place.wanted)


def _figures(reading: _Reading) -> Outcome | None:
    """What is done by telling figures, and was asked for."""
    part, place = reading.part, reading.place
    told = [topic for topic in place.wanted if topic in place.lexicon.told]
    if told and not part.has("ask", "need", "promise", "offer") and amounts(part.clause.text):
        return Outcome("done", told[0], part.clause.text)
    return None


def _unfinished(part: Part, signal: Signal) -> bool:
    """Whether a participle without "is" or "has" stands in a read-back, or what was found: "you were charged twice"."""
    before = part.words[: signal.at + 2]
    return signal.kind == "done" and (STATED.isdisjoint(before) or before[:2] == ("you", "were"))


def _general(part: Part, at: int) -> bool:
    """Whether a rule is told, not an event: "refunds are paid in five days", "a refund is always ..."."""
    words = part.words[: at + 1]
    if (
        words[0] in ("#", "both", "all")
        or (not _SPECIAL.isdisjoint(words[1:2]) and "not" in words)
        or not _PEOPLE.isdisjoint(words[1:3])
        or not _EVENT.isdisjoint(words)
    ):
        return False
    if part.has("usually"):
        return True
    if not _NOWADAYS.isdisjoint(part.words):
        return False
    return words[:1] in (("a",), ("an",)) or (_starts_with_kind(part) and not _VERBS.isdisjoint(words))


_NOWADAYS = frozenset("since today now tonight tomorrow yet currently moment".split())
"""Words of what is so at this time, not as a rule."""
_SPECIAL = frozenset("second new another further third".split())
"""Behind "a" they speak of one that is not made now: "a second case is not possible"."""
_PEOPLE = frozenset("person colleague human specialist technician engineer".split())
"""Who does something, not as a rule: "a colleague will take over"."""
_EVENT = frozenset("was were has have had your this my i we went gone ago".split())
_VERBS = STATED | MODALS


def _starts_with_kind(part: Part) -> bool:
    """Whether the first words are a plural without an article: "transfers over 10,000"."""
    return part.words[0] not in DETERMINERS and any(
        named.start == 0 and part.words[named.end - 1].endswith("s") for named in part.names("noun", "slot", "several")
    )


def _answers(part: Part, kind: OutcomeKind, topic: str, context: Background) -> bool:
    """Whether a general rule plainly refuses what the customer wants."""
    asked = topic in context.wanted and not context.asks_how
    return (kind == "refused" and (asked or part.has("sorry"))) or (kind == "pending" and asked)
