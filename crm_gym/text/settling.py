"""Which of the outcomes that a clause signals counts, and what it is about."""

from collections.abc import Sequence

from crm_gym.text.parts import Part
from crm_gym.text.signals import OutcomeKind, Signal
from crm_gym.text.topics import Place, about, by_itself


def settled(told: Sequence[Signal], part: Part, place: Place) -> tuple[OutcomeKind, str] | None:
    """The outcome that counts: what waits, else what is refused, else what is done; of equals the last with a topic."""
    if not told:
        return None
    for kind in _KINDS:
        fitting = [signal for signal in told if signal.kind == kind and not _means_done(signal, place)]
        if kind == "pending" and place.lexicon.settles:
            fitting = [signal for signal in fitting if not _handed_in(signal, told, part, place)]
        if not fitting:
            continue
        fitting = sorted(reversed(fitting), key=_topicless)
        for find in (about, by_itself) if place.last != "refused" else (about,):
            for signal in fitting:
                if topic := find(part, signal, place):
                    topic = _rather(fitting, part, place) or topic if place.told(topic) and not signal.topics else topic
                    return _kind(signal, topic, place), topic
    return None


def _rather(fitting: Sequence[Signal], part: Part, place: Place) -> str | None:
    """What the verbs of a clause suggest; figures that were asked for are not refused by the way."""
    return next((topic for signal in fitting if signal.topics and (topic := by_itself(part, signal, place))), None)


def _means_done(signal: Signal, place: Place) -> bool:
    """Whether a negated phrase says that something is done that was spoken of: a cancellation, a freeze."""
    return any(topic in place.context or topic in place.carried for topic in signal.unless)


def _handed_in(signal: Signal, told: Sequence[Signal], part: Part, place: Place) -> bool:
    """Whether what only seems to wait was done by handing it in: "escalated", "opened"."""
    done = [named for other in told if other.kind == "done" for named in other.topics]
    if "who" in part.words[: signal.at + 2] and any(named.start < part.words.index("who") for named in done):
        return True
    most = max((n.end - n.start for n in signal.topics), default=0)
    done = [n for n in done if n.start - 1 <= signal.at < n.end and n.end - n.start > most]
    return any(place.lexicon.topics[n.name].decided for n in done)


_KINDS: tuple[OutcomeKind, ...] = ("pending", "refused", "done")


def _topicless(signal: Signal) -> bool:
    return not signal.topics


def _kind(signal: Signal, topic: str, place: Place) -> OutcomeKind:
    """What is only handed in when it is done, waits: "your dispute is set up"."""
    own = any(named.name == topic for named in signal.topics)
    waits = signal.kind == "done" and not own and not signal.decides and not place.lexicon.topics[topic].decided
    return "pending" if waits else signal.kind
