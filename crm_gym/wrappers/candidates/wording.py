"""Messages in plain English, made of the names of tools, slots and fields alone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from crm_gym.wrappers.candidates.memory import Entry, Part

LOOKS = frozenset(
    "find get list search show check validate look view read quote lookup authenticate verify calculate preview".split()
)
"""Verbs of tools that only look something up; all others change something."""
_LETS_IN = frozenset("authenticate verify".split())
_PARTICIPLES = {
    "send": "sent",
    "submit": "submitted",
    "freeze": "frozen",
    "cancel": "cancelled",
    "log": "logged",
    "pay": "paid",
    "make": "made",
    "give": "given",
    "set": "set",
    "put": "put",
    "tell": "told",
    "refer": "referred",
    "ship": "shipped",
    "stop": "stopped",
    "write": "written",
    "reset": "reset",
    "book": "booked",
    "transfer": "transferred",
    "hand": "handed",
    "take": "taken",
    "withdraw": "withdrawn",
}
_PLAINER = {"execute": "make", "perform": "make", "create": "make"}
"""Verbs that nobody says to a customer."""
_REFUSED = frozenset("failed declined denied rejected refused".split())
_PENDING = frozenset("pending processing awaiting waiting".split())
_SUCCEEDED = frozenset("success succeeded completed executed".split())
_USUAL = frozenset("active open".split())
_STATES = ("state", "status", "outcome", "result")


_CALLED = ("label", "merchant", "name", "title", "subject")
_YOU = "you "
CHANGES = frozenset("update change set edit".split())
"""Verbs of tools that put something new in the place of something old."""


class Deed(NamedTuple):
    """What a tool does, as words."""

    verb: str
    thing: str

    @property
    def infinitive(self) -> str:
        """Like "cancel the scheduled transfer"."""
        return f"{self.verb} {_the(self.thing)}".strip()

    @property
    def passive(self) -> str:
        """Like "the scheduled transfer has been cancelled"."""
        if self.thing.startswith(_YOU):
            return f"you have been {participle(self.verb)} {self.thing.removeprefix(_YOU)}"
        have = "have" if self.thing.endswith("s") else "has"
        return f"{_the(self.thing) or 'it'} {have} been {participle(self.verb)}"


@lru_cache(maxsize=1024)
def deed(tool: str) -> Deed:
    """The verb and the thing of a tool's name."""
    verb, _, thing = tool.partition("_")
    thing = thing.replace("_", " ")
    return Deed(_PLAINER.get(verb, verb), f"you to a {thing[3:]}" if thing.startswith("to ") else thing)


def looks(tool: str) -> bool:
    """Whether a tool only looks something up, as its verb says."""
    return deed(tool).verb in LOOKS


def lasts(tool: str) -> bool:
    """Whether a success of a tool makes a difference to later calls: it changes something, or lets the customer in."""
    return deed(tool).verb not in LOOKS or lets_in(tool)


def lets_in(tool: str) -> bool:
    """Whether a tool makes sure who the customer is."""
    return deed(tool).verb in _LETS_IN


def participle(verb: str) -> str:
    """The past participle of an English verb."""
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}ed"


def ask(slot: str, description: str) -> str:
    """A question for a slot, in the words of its description where it has some."""
    for way, question in (("from_", "should it come from"), ("to_", "should it go to")):
        if slot.startswith(way):
            return f"Which {slot.removeprefix(way).replace('_', ' ')} {question}?"
    if slot.endswith("_name"):
        return f"What is the full name of the {slot.removesuffix('_name').replace('_', ' ')}?"
    if slot == "name":
        return "What is your full name?"
    described = re.split(r"[,.;]", description)[0].strip()
    if described.startswith("The ") and len(described) < _LONG:
        thing = described.replace("The customer's", "your").replace("on file", "").replace("The ", "the ", 1).strip()
        be = "are" if re.search(r"digits|words|numbers", thing) and "code" not in thing else "is"
        return f"What {be} {thing.replace('the e-mail', 'your e-mail').replace('the phone', 'your phone')}?"
    if described.startswith("Id of a"):
        return f"Which {described.split(' ', 3)[3]} do you mean?"
    name = slot.replace("_", " ").removesuffix(" id").removesuffix(" code").replace("email", "e-mail address")
    if slot.endswith("_on"):
        return f"On which day should it {name.removesuffix(' on')}?"
    return f"What is the {name}?"


_LONG = 70


def which(place: str, entries: Sequence[Entry]) -> str:
    """A question which of several records is meant."""
    noun = place.replace("_", " ")
    described = "; ".join(describe(entry) for entry in entries[:_MOST_TOLD])
    return f"I see {len(entries)} {noun}: {described}. Which one of the {noun} do you mean?"


_MOST_TOLD = 6


def describe(entry: Entry) -> str:
    """A record in a few words: what it is called, how much, when, and its key."""
    fields = entry.fields
    called = next((str(fields[n]) for n in _CALLED if fields.get(n)), "")
    money = next((n for n in ("amount", "total", "price", "balance") if isinstance(fields.get(n), float)), "")
    sum_ = f"{fields[money]:,.2f} {fields.get('currency') or ''}".strip() if money else ""
    ending = f"ending in {fields['last4']}" if fields.get("last4") else ""
    when = next((_on(str(v)) for n, v in fields.items() if v and (n == "at" or n.endswith("_on"))), "")
    state = next((str(fields[n]) for n in _STATES if fields.get(n)), "")
    kind = str(fields.get("kind") or "").replace("_", " ")
    parts = (kind, called, sum_, ending, when, state if state not in _USUAL else "")
    key = "" if entry.kind == "card" else entry.key
    contact = next((str(v) for n, v in fields.items() if "contact" in n and v and "@" in str(v)), "")
    return " ".join(part for part in (*parts, key, contact) if part) or entry.kind


def _whens(entry: Entry) -> str:
    """Its moments that `describe` leaves out: "The eta is on 17 March at 09:00. "."""
    moments = ((name, _on(day)) for day, name in entry.moments if not f"_{name}".endswith("_at"))
    months = ((n, month) for n, v in entry.fields.items() if isinstance(v, str) and (month := _month(v)))
    return "".join(f"The {name.replace('_', ' ')} is {when}. " for name, when in (*moments, *months))


def _facts(entry: Entry) -> str:
    """What has been done with a record, as its fields say: "The receipt has been sent. "."""
    return "".join(_fact(name, value) for name, value in entry.fields.items() if _counts(value))


def _fact(name: str, value: Any) -> str:
    *thing, deed_ = name.split("_")
    if not deed_.endswith(("ed", "sent")):
        return ""
    subject = " ".join(thing)
    if value is not True:
        return f"{value} {subject} have been {deed_}. "
    return f"{_upper(_the(subject)) or 'It'} has been {deed_}. "


def _counts(value: Any) -> bool:
    return value is True or (isinstance(value, int) and value > 0)


def states(entry: Entry) -> list[tuple[str, str]]:
    """The fields of a record that say how it is, in few words."""
    return [(n, str(v)) for n, v in entry.fields.items() if n in _STATES or v is None or isinstance(v, bool)]


def _on(stamp: str) -> str:
    if not re.match(r"\d{4}-\d\d-\d\d", stamp):
        return ""
    day = date.fromisoformat(stamp[:10])
    time = re.match(r".{10}T(\d\d:\d\d)(?!:\d\d\.)", stamp)
    return f"on {day.day} {_MONTHS[day.month - 1]}{f' at {time[1]}' if time else ''}"


def _month(text: str) -> str:
    """Like "March 2026" for 2026-03; '' for what is no month."""
    match = re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])", text)
    return f"{_MONTHS[int(match[2]) - 1]} {match[1]}" if match else ""


def _day(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS = "January February March April May June July August September October November December".split()


def call(tool: str, arguments: Mapping[str, Any], entries: Mapping[str, Entry]) -> str:
    """What a call would do: "execute the transfer: from account current 1234567890, amount 20.00"."""
    given = ", ".join(
        f"{name.replace('_', ' ').removesuffix(' id')} {_value(value, entries)}" for name, value in arguments.items()
    )
    return f"{deed(tool).infinitive}: {given}" if given else deed(tool).infinitive


def read_back(tool: str, arguments: Mapping[str, Any], entries: Mapping[str, Entry]) -> str:
    """A read-back that waits for a yes."""
    return f"I would {call(tool, arguments, entries)}. Shall I go ahead?"


def _value(value: Any, entries: Mapping[str, Entry]) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, str) and value in entries:
        described = describe(entries[value])
        return described if value in described or entries[value].kind == "card" else f"{described} {value}"
    if isinstance(value, str) and _on(value):
        return _on(value)
    return str(value).replace("_", " ")


class Done(NamedTuple):
    """A change that was made."""

    tool: str
    key: str
    """Of the record that the tool has returned; '' if none."""
    choices: str
    """What was chosen for it, in words."""


def choices(arguments: Mapping[str, Any]) -> str:
    """The arguments that are plain words: "team technical, priority high"."""
    plain = {n: v for n, v in arguments.items() if isinstance(v, str) and v.isidentifier() and not n.endswith("_code")}
    return ", ".join(_quality(name, value) for name, value in plain.items())


def _quality(name: str, value: str) -> str:
    """Like "technical team" for `owner_team` technical."""
    noun = name.removesuffix("_code").rpartition("_")[2]
    return (f"{name} {value}" if len(noun) < _NOUN else f"{value} {noun}").replace("_", " ")


def stated(entry: Entry, *, touched: bool) -> str:
    """How a record is: "The case CAS-1 Cold room: technical category, high priority. It stays as it is."."""
    told = ", ".join(_plainly(entry.fields, entry.key))
    called = f"{entry.kind.replace('_', ' ')} {describe(entry)}"
    ending = "" if touched else "It stays as it is."
    return f"The {called}: {told}. {_facts(entry)}{_whens(entry)}{ending}".strip()


def part(told: Part) -> str:
    """What a part of a record says: its longest text if that is a sentence, else how it is."""
    texts = [v for v in told.fields.values() if isinstance(v, str) and " " in v and len(v) > _SENTENCE]
    called = next((str(told.fields[n]) for n in _CALLED if told.fields.get(n)), "")
    return max(texts, key=len, default="") or f"{called} {', '.join(_plainly(told.fields, ''))}".strip() + "."


_SENTENCE = 25
_NOUN = 3
"""Shorter words at the end of a field's name, like `by`, are no nouns."""


def qualities(entry: Entry) -> int:
    """How many fields of a record say how it is."""
    return sum(1 for _ in _plainly(entry.fields, entry.key))


def _plainly(fields: Mapping[str, Any], key: str) -> Iterator[str]:
    """The fields of a record in words, without its key and what only refers to others."""
    for name, value in fields.items():
        if isinstance(value, bool):
            yield _whether(name, holds=value)
        elif isinstance(value, str) and 0 < len(value) <= _SHORT and value != key and not _apart(name, value):
            if value.isidentifier():
                yield _quality(name, value)
            elif not value[0].isdigit():
                yield f"{name.removesuffix('_code').replace('_', ' ')} {value}"


def _apart(name: str, value: str) -> bool:
    """Whether a field is told otherwise, or not at all: names, what only refers to others, and what is masked."""
    return name in _CALLED or name.endswith(_KEYS) or "*" in value


_SHORT = 40
_KEYS = ("id", "number")


def _whether(name: str, *, holds: bool) -> str:
    """Like "may not see bills" for `may_see_bills`, if that is not so."""
    first, _, rest = name.partition("_")
    words = ("" if holds else "not", first, rest) if first not in _AUXILIARY else (first, "" if holds else "not", rest)
    return " ".join(filter(None, words)).replace("_", " ")


_AUXILIARY = frozenset("may can is has was will must".split())


def due(days: int, base: date, then: date) -> str:
    """From which day on something is possible: "7 days from 1 June 2026 on, that is 8 June 2026: ..."."""
    return f"Counting {days} days from {_day(base)}, it is {_day(then)}: from that day on it is possible."


def report(tool: str, entry: Entry | None, chosen: str = "") -> str:
    """What has come of a call, by the state of the record it returned."""
    fields = entry.fields if entry else {}
    state = next((str(fields[name]) for name in _STATES if fields.get(name)), "")
    details = "; ".join(filter(None, (describe(entry) if entry else "", chosen)))
    told = f" ({details})" if details else ""
    what = deed(tool)
    thing = _the(what.thing)
    if state in _REFUSED:
        why = next((str(v) for n, v in fields.items() if "reason" in n and isinstance(v, str) and "code" not in n), "")
        return f"I am sorry, {thing}{told} was {'declined' if state == 'failed' else state}{': ' + why if why else ''}."
    if state in _PENDING:
        return f"{_upper(thing)}{told} is {state}."
    return f"{_upper(what.passive)}{told}."


def reports(deeds: Sequence[Done], entries: Mapping[str, Entry]) -> str:
    """What has come of several calls."""
    return " ".join(report(done.tool, entries.get(done.key), done.choices) for done in deeds)


def show(entry: Entry) -> str:
    """A record, and the question whether it is meant."""
    state = next((str(entry.fields[n]) for n in _STATES if entry.fields.get(n)), "")
    what = f"The {entry.kind.replace('_', ' ')}"
    told = f"{what} is {state}. " if state in _PENDING else f"{what} went through. " if state in _SUCCEEDED else ""
    return f"I see {describe(entry)}. {told}{_facts(entry)}{_whens(entry)}Is that the one that you mean?"


def sorry(message: str, details: Mapping[str, Any]) -> str:
    """Why a look-up has failed, with what the tool says about it."""
    return f"I am sorry, that did not work: {failure(message, details)}."


def failure(message: str, details: Mapping[str, Any]) -> str:
    """What a tool says about a failure."""
    figures = ", ".join(_figure(n, v) for n, v in details.items() if isinstance(v, str | int | float))
    return f"{message}. {_upper(figures)}" if figures else message


def _figure(name: str, value: Any) -> str:
    """Like "1 attempt left", or "balance: 20.0"."""
    thing, _, rest = name.rpartition("_")
    if thing and rest in ("left", "remaining") and isinstance(value, int):
        return f"{value} {thing.removesuffix('s') if value == 1 else thing} {rest}".replace("_", " ")
    return f"{name.replace('_', ' ')}: {value}"


def result(fields: Mapping[str, str]) -> str:
    """What a tool has found, and the question whether that is right."""
    told = ", ".join(f"{name.replace('_', ' ')} {_stamps(value)}" for name, value in fields.items())
    return f"I have looked it up: {told}. Is that right?"


def _stamps(text: str) -> str:
    """A text with its moments as people say them."""
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d", lambda match: _on(match[0]), text)


def explain(description: str) -> str:
    """A no in the words with which a tool is described."""
    first = re.split(r"[.:;]", description)[0].strip()
    return f"I am sorry, I cannot {first[:1].lower()}{first[1:]}."


def refuse(tool: str, why: str) -> str:
    """A no, with the tool's own reason where there is one."""
    return f"I am sorry, I cannot {deed(tool).infinitive}{': ' + why if why else ''}."


def offer(tool: str) -> str:
    """A proposal that was not asked for."""
    what = deed(tool)
    article = "an " if what.thing[:1] in "aeiou" else "a "
    named = what.thing.endswith("s") or what.thing.startswith(_YOU)
    return f"I could {what.verb} {'' if named else article}{what.thing}. Would you like that?"


def announce(tool: str) -> str:
    """That something is being done."""
    what = deed(tool)
    return f"I am {_gerund(what.verb)} {_the(what.thing)} now."


def _gerund(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb[:-1]}ing"
    doubled = _PARTICIPLES.get(verb, "").startswith(verb + verb[-1:])
    return f"{verb}{verb[-1] if doubled else ''}ing"


def ask_new(tool: str) -> str:
    """What something should be changed to."""
    return f"What should {_the(deed(tool).thing)} be changed to?"


def _the(thing: str) -> str:
    return f"the {thing}" if thing and not thing.startswith(_YOU) else thing


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


HELP = "I can help you with that here, if you tell me what it is about. What is it?"
CLOSE = "Is there anything else I can do for you?"
