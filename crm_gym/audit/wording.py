"""Sentences: what a reply criterion asks for in several wordings, and the same turned into its opposite."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from crm_gym import text
from crm_gym.contract import (
    YES,
    AsksBefore,
    AsksFor,
    Mentions,
    SaysAny,
    SaysBefore,
    StatesAmount,
    StatesDate,
    StatesOutcome,
)

WORDINGS = 5
"""How many wordings there are of each kind of criterion."""

OUTCOMES: dict[str, tuple[str, ...]] = {
    "done": (
        "The {noun} {has} been done.",
        "I have {past} it for you.",
        "Good news: the {noun} {is} done.",
        "I can confirm that the {noun} {is} done.",
        "It has been {past}, as you wished.",
    ),
    "refused": (
        "I cannot go ahead with the {noun}.",
        "I am afraid that the {noun} {is} not possible.",
        "I am sorry, but the {noun} cannot be made.",
        "Unfortunately we are unable to go ahead with the {noun}.",
        "I have to decline the {noun}.",
    ),
    "pending": (
        "The {noun} {is} still pending.",
        "The {noun} {is} waiting for a decision.",
        "Your {noun} {is} under review.",
        "The {noun} {is} still being processed.",
        "We do not have an answer about the {noun} yet.",
    ),
}
REFERENCES = (
    "The reference is {value}.",
    "For your records: {value}.",
    "You will find it under {value}.",
    "Please keep the reference ({value}).",
    "Reference: **{value}**",
)
AMOUNTS = (
    "The amount of the {noun} is {amount}.",
    "The amount is {amount}.",
    "That makes {amount} in total.",
    "It comes to {amount}.",
    "The figure is **{amount}**.",
)
AMOUNT_FORMS = ("{0:,.2f}", "EUR {0:,.2f}", "€{0:,.2f}", "{0:.2f} EUR", "{0:,.2f} euros")
DAYS = ("The day is {day}.", "It was set for {day}.", "Date: {day}", "I have {day} here.", "This concerns {day}.")
DAY_FORMS = (
    "{0:%Y-%m-%d}",
    "{0.day} {0:%B} {0.year}",
    "{0:%B} {0.day}, {0.year}",
    "{0.day} {0:%b} {0.year}",
    "{0:%d/%m/%Y}",
)
PHRASES = (
    "I can tell you this: {phrase}.",
    "Please note: {phrase}.",
    "In short, {phrase}.",
    "To put it plainly: {phrase}.",
    "One more thing: {phrase}.",
)
QUESTIONS = (
    "What is your {slot}?",
    "Could you tell me your {slot}, please?",
    "May I have your {slot}?",
    "Please give me your {slot}.",
    "I need your {slot}, please.",
)
OPEN_QUESTIONS = ("{slot}?", "Please tell me: {slot}?", "One question: {slot}?", "May I ask: {slot}?", "So, {slot}?")
READ_BACKS = (
    "Shall I go ahead?",
    "Is that correct?",
    "Do you want me to go ahead?",
    "May I proceed?",
    "Would you like me to do this now?",
)
DECLINING = (
    "I'm sorry, but the {noun} cannot be done. There is nothing that I can do for you.",
    "Unfortunately I have to decline the {noun}; I apologise for the inconvenience.",
    "I am not able to help with the {noun}. I am sorry.",
    "No. The {noun} {is} not possible, and I will not change my mind.",
)


def money(cents: int, form: int) -> str:
    """An amount in one of several forms."""
    return AMOUNT_FORMS[form % len(AMOUNT_FORMS)].format(cents / 100)


def day(value: date, form: int) -> str:
    """A day in one of several forms."""
    return DAY_FORMS[form % len(DAY_FORMS)].format(value)


def noun(lexicon: text.Lexicon, topic: str) -> str:
    """What a topic is called."""
    plain = (name for name in lexicon.topics[topic].nouns if _plain(name))
    return next(plain, topic)


def _plain(pattern: str) -> bool:
    return not set(pattern) & set("#|[]/.") and not pattern.startswith(("the ", "your "))


def outcome(lexicon: text.Lexicon, kind: str, topic: str, form: int) -> str:
    """An outcome in one of several wordings."""
    return said_of(OUTCOMES[kind][form % WORDINGS], lexicon, topic)


def said_of(sentence: str, lexicon: text.Lexicon, topic: str) -> str:
    """A sentence with the words of a topic; `it` where a verb says what it is about."""
    name = noun(lexicon, topic)
    pasts = [forms.split()[1] for forms in lexicon.topics[topic].verbs if len(forms.split()) == 2]
    if "{past}" in sentence and not pasts:
        sentence = "I have completed the {noun} for you."
    is_, has = ("are", "have") if name.endswith("s") else ("is", "has")
    return sentence.format(noun=name, past=(pasts or [""])[0], **{"is": is_, "has": has})


def question(lexicon: text.Lexicon, slot: str, form: int) -> str:
    """A question for a slot in one of several wordings."""
    if slot == YES:
        return READ_BACKS[form % WORDINGS]
    patterns = [pattern for pattern in lexicon.slots.get(slot, ()) if _plain(pattern)] or [slot]
    asking = re.compile(r"^(which|what|where|who|how|when|from|to|into|out|on|why)\b")
    things = [pattern for pattern in patterns if not asking.match(pattern)]
    questions = [pattern for pattern in patterns if asking.match(pattern)]
    if questions and not (things and len(things[0].split()) <= 2):
        return OPEN_QUESTIONS[form % WORDINGS].format(slot=questions[0]).capitalize()
    return QUESTIONS[form % WORDINGS].format(slot=(things or patterns)[0])


def fulfilling(check: Any, lexicon: text.Lexicon, form: int) -> str:
    """A sentence that does what a reply check demands."""
    match check:
        case Mentions():
            return REFERENCES[form % WORDINGS].format(value=check.value)
        case StatesAmount():
            name = noun(lexicon, check.about) if check.about else "payment"
            return AMOUNTS[form % WORDINGS].format(noun=name, amount=money(round(check.amount * 100), form))
        case StatesDate():
            return DAYS[form % WORDINGS].format(day=day(check.day, form))
        case SaysAny():
            return PHRASES[form % WORDINGS].format(phrase=check.phrases[form % len(check.phrases)])
        case StatesOutcome():
            return outcome(lexicon, check.outcome, check.about, form)
        case AsksFor() | AsksBefore():
            return question(lexicon, check.slot, form)
        case SaysBefore():
            return _told_before(check, form)
    return ""


def _told_before(check: SaysBefore, form: int) -> str:
    parts = [REFERENCES[form % WORDINGS].format(value=value) for value in check.mentions]
    amounts = [money(round(amount * 100), form) for amount in check.amounts]
    parts += [AMOUNTS[1 + form % (WORDINGS - 1)].format(amount=amount) for amount in amounts]
    if check.phrases:
        parts.append(PHRASES[form % WORDINGS].format(phrase=check.phrases[form % len(check.phrases)]))
    return " ".join(parts)


# The same, written otherwise

_ID = re.compile(r"\b([A-Z]{2,4})-(\d{3,6})\b")
_ID_FORMS = ("{0} {1}", "{0} {1}", "{0}-{1}", "{0}-{1}", "{0} {1}")


def rewritten(message: str, form: int) -> str:
    """The message with its ids and amounts written another way."""
    for found in reversed(text.amounts(message)):
        span = message[found.start : found.end]
        if any(letter.isdigit() for letter in span) and not span.isdigit():
            message = f"{message[: found.start]}{_amount(span, found.cents, form)}{message[found.end :]}"
    lower = form % 2 == 0
    return _ID.sub(lambda match: _id(match, form, lower), message)


def _id(match: re.Match[str], form: int, lower: bool) -> str:
    written = _ID_FORMS[form % len(_ID_FORMS)].format(*match.groups())
    return written.lower() if lower else written


def _amount(span: str, cents: int, form: int) -> str:
    """The amount with its currency on the other side, with or without marks of thousands, and round sums bare."""
    code = next((code for mark, code in _MARKS if mark in span), "")
    whole = cents % 100 == 0
    plain = (f"{cents // 100}" if whole else f"{cents / 100:.2f}", f"{cents / 100:,.2f}")[form % 2]
    if not code:
        return plain if "." in plain or "," in plain else f"{cents / 100:.2f}"
    return f"{code} {plain}" if form % 3 == 1 else f"{plain} {code}"


_MARKS = (("€", "EUR"), ("EUR", "EUR"), ("euro", "EUR"), ("£", "GBP"), ("GBP", "GBP"), ("$", "USD"), ("USD", "USD"))


# Turned into the opposite

_NOT = re.compile(r"n't\b|\bnot\b|\bunable to\b|\bnever\b|\bneither\b", re.I)
_NO = re.compile(r"\b(?:(no)\b(?= \w+ {0})|nothing\b(?= {0}))".format("(?:has|have|is|are|was|were|will|can)\\b"), re.I)
_BAD = re.compile(r"\b(?:declined|refused|rejected|failed)\b", re.I)
_WILL = re.compile(r"\b(?:won't|can't|cannot)\b", re.I)
_AUXILIARY = re.compile(r"\b(has|have|had|am|is|are|was|were|will|can|could|would|may|must)\b(?! (?:no|not)\b)", re.I)
_TWICE = re.compile(r"\bnot (have|be|been) not\b", re.I)
_SHORT = {"'ve": " have", "I'm": "I am", "'re": " are", "it's": "it is", "that's": "that is", "It's": "It is"}
_LEAD = re.compile(r"^(?:all )?done[:,.] ?", re.I)
_STATEMENT = re.compile(r"(?:(?:so|and|but) )?(?:i|we|you|it|they|he|she|this|that|the|your)\b(?: \S+){2}", re.I)
_CLAUSE = re.compile(r"(?<=[.!?;:,])\s+")


def negated(message: str, *, good: bool = True, bad: bool = True) -> str:
    """The opposite of each clause that says good, or bad, news; questions stay, and so does the other news."""
    clauses = _CLAUSE.split(_LEAD.sub("", message) if good else message)
    return " ".join(_opposite(clause, good, bad) for clause in clauses)


def _opposite(sentence: str, good: bool, bad: bool) -> str:
    denies = any(pattern.search(sentence) for pattern in (_NOT, _WILL, _NO))
    if sentence.endswith("?") or not (bad if denies or _BAD.search(sentence) else good):
        return sentence
    if denies:
        bare = _WILL.sub(lambda match: "will" if match[0][0] in "wW" else "can", sentence)
        return re.sub(
            r"\s+", " ", _NO.sub(lambda match: "the" if match[1] else "everything", _NOT.sub("", bare))
        ).strip()
    full = sentence
    for short, long in _SHORT.items():
        full = full.replace(short, long)
    if _AUXILIARY.search(full):
        return _TWICE.sub(r"not \1", _AUXILIARY.sub(r"\1 not", full))
    return f"It is not true that {sentence}" if _STATEMENT.match(sentence) else sentence


def with_other_amounts(message: str, cents: Sequence[int] | None = None) -> str:
    """The message with wrong amounts (in the place of certain ones)."""
    for found in reversed(text.amounts(message)):
        if cents is None or found.cents in cents:
            wrong = f"{(found.cents + 1000) / 100:,.2f} EUR"
            message = f"{message[: found.start]}{wrong}{message[found.end :]}"
    return message


def without(message: str, phrases: Sequence[str]) -> str:
    """The message with other words in the place of some."""
    for phrase in phrases:
        message = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", "thing", message, flags=re.I)
    return message
