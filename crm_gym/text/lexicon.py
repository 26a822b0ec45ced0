"""The words of one business, and the index that finds them."""

from collections.abc import Iterator
from functools import cached_property

from pydantic import Field

from crm_gym.text.cues import CUES
from crm_gym.text.phrases import Phrases, Tag
from crm_gym.types import Value

Patterns = tuple[str, ...]
"""Phrases in the notation of `crm_gym.text.phrases`."""


class Topic(Value):
    """Something that can be done, refused or pending."""

    nouns: Patterns = ()
    """What it is called."""
    verbs: Patterns = ()
    """What is done to it: base form and past participle, like `send sent`; the participle states that it is done."""
    done: Patterns = ()
    """Other ways to say that it is done."""
    refused: Patterns = ()
    """Other ways to say that it is not, or cannot be."""
    pending: Patterns = ()
    """Other ways to say that it waits."""
    offers: Patterns = ()
    """Other ways to propose it, behind "I can" or "shall I"."""
    wishes: Patterns = ()
    """How customers ask for it in words of their own: "my money back", "I lost my card"."""
    on: Patterns = ()
    """Topics that it is done to: a payment is refunded, a scheduled transfer cancelled."""
    called: Patterns = ()
    """Topics whose names it goes by when the customer had spoken of it alone: a transfer is also called a payment."""
    told: bool = False
    """Whether it is done by telling figures."""
    implied: bool = False
    """Whether its wishes only suggest it: whoever lost a card may want it frozen."""
    stays: bool = False
    """Whether customers who hear of it stay for it: somebody else will go on with them in the same conversation."""
    decided: bool = True
    """Whether doing it settles it; otherwise it is only handed in, and somebody decides."""


_KINDS = {"nouns": "noun", "done": "is", "refused": "isnt", "pending": "waits", "offers": "offers", "wishes": "wish"}
"""The kind under which the phrases of a field are found."""


class Lexicon(Value):
    """The words of one business: what is asked for, and what is talked about."""

    slots: dict[str, Patterns]
    """Per slot the nouns and the questions that ask for it."""
    topics: dict[str, Topic]
    """Topics; of two that fit, the first one is meant."""
    several: dict[str, Patterns] = Field(default_factory=dict)
    """Per slot what there may be more than one of, so that "which one?" asks for it."""
    heads: dict[str, Patterns] = Field(default_factory=dict)
    """Per slot the nouns that ask for it behind "which" or "tell me the", but not elsewhere."""
    options: dict[str, Patterns] = Field(default_factory=dict)
    """Per slot what may stand on either side of "A or B?", so that it asks for it."""
    tells: dict[str, str] = Field(default_factory=dict)
    """Per slot the one that it tells, too: the last four digits say which card."""
    beside: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Per slot what others mean that are asked for with it: the name beside an account number is the payee's."""
    read_as: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Per topic, when the customer had spoken of nothing else, slots that mean others: a receipt goes to an e-mail."""
    picks: dict[str, str] = Field(default_factory=dict)
    """Per topic the slot that tells several of them apart when nothing else does."""
    settles: bool = False
    """Handing a thing in is all there is to do: a case that is opened, or given to a team, does not wait."""

    def __hash__(self) -> int:
        """Of the values, computed once: what was heard is cached per lexicon."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.model_dump_json())

    @cached_property
    def tells_objects(self) -> bool:
        """Whether it tells what topics are done to; otherwise a verb says enough."""
        return any(topic.on for topic in self.topics.values())

    @cached_property
    def told(self) -> frozenset[str]:
        """The topics that are done by telling figures."""
        return frozenset(name for name, topic in self.topics.items() if topic.told)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of all topics."""
        return tuple(self.topics)

    @cached_property
    def phrases(self) -> Phrases:
        """All phrases of the business and of the language in one index."""
        return Phrases(dict.fromkeys((*self._slot_phrases(), *self._topic_phrases(), *_cues())))

    def _slot_phrases(self) -> Iterator[tuple[Tag, str]]:
        for slot, patterns in self.slots.items():
            yield from ((Tag("slot", slot), pattern) for pattern in patterns)
        for slot, patterns in self.several.items():
            yield from ((Tag("several", slot), pattern) for pattern in patterns)
        for slot, patterns in self.heads.items():
            yield from ((Tag("head", slot), pattern) for pattern in patterns)
        for slot, patterns in self.options.items():
            yield from ((Tag("option", slot), pattern) for pattern in patterns)

    def _topic_phrases(self) -> Iterator[tuple[Tag, str]]:
        for name, topic in self.topics.items():
            for field, kind in _KINDS.items():
                patterns: Patterns = getattr(topic, field)
                yield from ((Tag(kind, name), pattern) for pattern in patterns)
            yield from self._verb_phrases(name, topic)

    @staticmethod
    def _verb_phrases(name: str, topic: Topic) -> Iterator[tuple[Tag, str]]:
        for forms in topic.verbs:
            base, participle, *rest = forms.split(None, 2)
            tail = " ".join(["", *rest])
            yield Tag("base", name), base + tail
            yield from ((Tag("doing", name), gerund + tail) for gerund in gerunds(base))
            yield Tag("past", name), participle + tail


def gerunds(base: str) -> tuple[str, ...]:
    """What a verb may be with -ing: its last letter may be lost or doubled."""
    if base.endswith("e") and not base.endswith("ee"):
        return (base[:-1] + "ing",)
    return (base + "ing", base + base[-1] + "ing")


def _cues() -> Iterator[tuple[Tag, str]]:
    for tag, patterns in CUES.items():
        yield from ((Tag(tag), pattern) for pattern in patterns)
