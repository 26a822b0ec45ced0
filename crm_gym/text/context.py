"""What the customer had just said, as far as it helps to understand the answer."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crm_gym.text.english import DETERMINERS, STATED
from crm_gym.text.lexicon import Lexicon
from crm_gym.text.parts import Part, Sentences, by_start, read_once
from crm_gym.text.settling import settled
from crm_gym.text.signals import OutcomeKind, signals
from crm_gym.text.topics import Place, meant


class Background(NamedTuple):
    """What the customer had just said."""

    topics: tuple[str, ...] = ()
    """What it is about: what they want done before what they mention."""
    wanted: frozenset[str] = frozenset()
    """What they want done."""
    asks_how: bool = False
    """They asked how something works, for no action."""
    asks_process: bool = False
    """They asked how something is done in general."""
    guess: tuple[OutcomeKind, str] | None = None
    """The outcome that they asked to confirm: "was it rejected?"."""


def background(said: Sentences, lexicon: Lexicon) -> Background:
    """What the customer had just said, as far as it helps to understand the answer."""
    parts = [part for sentence in said for part in sentence]
    place = Place(lexicon)
    spoken = [_spoken(part, lexicon) for part in parts]
    wanted = _wanted([wish for part in spoken for wish in part.wishes], place)
    mentioned = [name for part in spoken for name in part.mentions]
    others = [name for part in spoken for name in part.acts]
    topics = tuple(dict.fromkeys([*wanted, *mentioned, *others]))
    nouns = [n for part in parts[:1] for n in part.names("noun") if not part.negated(n.start)]
    wanted = wanted or dict.fromkeys(n.name for n in nouns)
    asks_how = bool(parts) and parts[0].words[:1] in (("how",), ("what",), ("does",))
    process = bool(parts) and parts[0].words[:1] == ("how",) and not _GENERALLY.isdisjoint(parts[0].words[1:2])
    process = process or (asks_how and "difference" in parts[0].words)
    return Background(topics, frozenset(wanted), asks_how, process, _guess(parts, place._replace(context=topics)))


_GENERALLY = frozenset("do does can would could should".split())


class _Spoken(NamedTuple):
    """The topics of a clause of the customer."""

    wishes: tuple[tuple[bool, str], ...]
    mentions: tuple[str, ...]
    acts: tuple[str, ...]


@read_once
def _spoken(part: Part, lexicon: Lexicon) -> _Spoken:
    place = Place(lexicon)
    return _Spoken(tuple(_wishes(part, place)), tuple(_mentions(part, place)), tuple(_acts(part, place)))


def _acts(part: Part, place: Place) -> Iterator[str]:
    """The topics of verbs, but for those whose name another one goes by that is wished for with the same words."""
    wished = by_start(part.names("wish"))
    for named in part.names("base"):
        longer = [wish.name for wish in wished.get(named.start, ()) if wish.end > named.end]
        if not any(named.name in place.lexicon.topics[name].called for name in longer):
            yield named.name


def _mentions(part: Part, place: Place) -> Iterator[str]:
    """The topics of a clause of the customer, in order."""
    nouns = [n.name for n in part.names("noun")]
    for group in by_start(part.names("noun", "base", "past", "is", "offers", "wish")).values():
        yield meant(group, [nouns], place.order)


def _wanted(wishes: Sequence[tuple[bool, str]], place: Place) -> dict[str, None]:
    """The topics of all wishes, outright ones first, and what is done to a thing before the thing."""
    names = dict.fromkeys(name for outright in (True, False) for named, name in wishes if named is outright)
    return dict.fromkeys(sorted(names, key=lambda name: any(place.on(one, name) for one in names)))


def _wishes(part: Part, place: Place) -> Iterator[tuple[bool, str]]:
    """The topics of a wish, and whether a verb names them; of a verb of several, the one whose noun is there too."""
    nouns = [n.name for n in part.names("noun")]
    outright = {n.start for n in part.names("base", "offers")}
    within = {at for n in part.names("noun") for at in range(n.start + 1, n.end)}
    if part.words[:1] in _HAVES and (caused := _caused(part)):
        yield True, caused
    for start, group in by_start(part.names("base", "offers", "wish")).items():
        if (start == 0 and part.words[:2] in _ASSENTS) or part.words[start - 2 : start] in _WAS_DUE:
            continue
        asks = part.words[:2] in (("can", "not"), ("could", "not"))
        if (asks or not part.negated(start)) and start not in within:
            yield start in outright, meant(group, [nouns], place.order)


_WAS_DUE = (("was", "due"), ("were", "due"))
"""Before a day they say when something should have been: "the rent was due on Saturday"."""
_ASSENTS = (("correct",), ("right",), ("correct", "thanks"), ("correct", "yes"))
_HAVES = (("can",), ("could",), ("please",), ("i",), ("have",), ("get",))


def _caused(part: Part) -> str | None:
    """What the customer wants done by others: "can I have the transfer stopped"."""
    words = part.words
    last = part.names("past")[-1:]
    haves = [at for at, word in enumerate(words) if word in ("have", "get")]
    if not last or not haves or last[0].end < len(words):
        return None
    apart = haves[-1] + 2 <= last[0].start and words[last[0].start - 1] not in STATED
    return last[0].name if apart and words[haves[-1] + 1] in DETERMINERS else None


def _guess(parts: Sequence[Part], place: Place) -> tuple[OutcomeKind, str] | None:
    """The outcome that a question of the customer supposes."""
    for part in parts:
        told = [signal for signal in signals(part) if part.words[signal.at - 1 : signal.at] != ("i",)]
        if found := settled(told, part, place):
            return found
    return None
