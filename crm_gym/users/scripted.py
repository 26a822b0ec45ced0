"""The simulated user: an agenda-based user simulator over a persona, which hears only what is spoken."""

import re
from collections.abc import Sequence

from crm_gym import text
from crm_gym.persona import Asked, Goal, HeardOutcome, Offered, Persona, Reaction, ReadBack, RefusedTimes, Told, Trigger
from crm_gym.types import AgentSays, Spoken, UserSays
from crm_gym.users.base import LEFT, SATISFIED, UserTurn, draw_wording

_WAITS = ("Sure, take your time.", "OK.", "All right, I'll wait.", "Fine, go ahead.")
_PUZZLED = ("Sorry, I don't follow.", "Hm, I'm not sure what you mean.", "I don't quite get that.")
_UNKNOWN = ("Sorry, I don't have that.", "I don't know that, I'm afraid.", "No idea, sorry.")
_DECLINES = ("No thanks, that's not what I need.", "No, I don't want that.", "Not that, no.")
_WRONG = ("No, that's not the amount I gave you.", "Those figures are wrong.", "Wait, that amount isn't right.")
_NODS = ("OK.", "All right.", "I see.")
_STAYS = ("All right, I'll stay here then.", "OK, I'll wait for them.", "Fine, I'll hold on.")
_STILL = ("Yes, there is still the thing I came for.", "We're not done yet.", "Well, yes.")


class ScriptedUser:
    """Plays a persona without a language model; the same seed and messages give the same words."""

    def __init__(self, persona: Persona, lexicon: text.Lexicon, *, seed: int, task: str) -> None:
        self._persona = persona
        self._lexicon = lexicon
        self._stream = f"{seed}/{task}"
        self._turn = 1
        self._facts = dict(persona.facts)
        self._figures = persona.figures
        self._open = [goal for number, goal in enumerate(persona.goals) if number == 0 or not goal.opening]
        self._later = [goal for goal in persona.goals if goal not in self._open]
        self._spent: set[int] = set()
        self._asked: dict[str, int] = {}
        self._told: set[str] = set()
        self._read_backs = 0
        self._refusals = 0
        self._pushes = 0
        self._lost = 0
        self._last_again = ""

    def copy(self) -> "ScriptedUser":
        """An independent user in the same state of mind."""
        twin = object.__new__(ScriptedUser)
        copies = {k: v.copy() if isinstance(v, dict | list | set) else v for k, v in vars(self).items()}
        vars(twin).update(copies)
        return twin

    def open(self) -> UserTurn:
        """Says what it is about."""
        return UserTurn(self._draw(self._persona.opening, "opening"))

    def reply(self, spoken: Sequence[Spoken]) -> UserTurn:
        """Answers everything it understands in the agent's last message, or says again what it wants."""
        self._turn += 1
        message = _last(spoken, AgentSays)
        heard = text.listen(message, self._lexicon, before=self._context(spoken))
        self._remember(heard)
        reaction = self._reaction(message, heard)
        said = [self._follow(reaction)] if reaction else []
        if heard.asks:
            for slot in self._to_tell(_wanted(message, heard.asks, _consumed(reaction)), heard):
                said += self._tell(slot, said)
        if reaction is None:
            open_before = len(self._open)
            said += self._settle(message, heard)
            said += self._decide(message, heard)
            if not said and self._open and len(self._open) < open_before:
                said = [self._draw(_NODS, "nod")]
        return self._close(heard, said) if not self._open else self._go_on(heard, said)

    # Hearing

    def _context(self, spoken: Sequence[Spoken]) -> tuple[str, ...]:
        """What an agent's words without a topic are about: the open goal, and what the user said last."""
        last = _last(spoken, UserSays)
        return (self._open[0].again[0], last) if self._open else (last,)

    def _remember(self, heard: text.Heard) -> None:
        for slot in heard.asks:
            self._asked[slot] = self._asked.get(slot, 0) + 1
        self._read_backs += heard.confirms
        refused = [outcome.about for outcome in heard.outcomes if outcome.kind == "refused"]
        self._refusals += any(about in _topics(goal) for about in refused for goal in self._open)

    def _reaction(self, message: str, heard: text.Heard) -> Reaction | None:
        """The first reaction whose trigger has happened."""
        for number, reaction in enumerate(self._persona.reactions):
            if (reaction.every or number not in self._spent) and self._happened(reaction.on, message, heard):
                self._spent.add(number)
                return reaction
        return None

    def _happened(self, trigger: Trigger, message: str, heard: text.Heard) -> bool:
        match trigger:
            case Asked():
                return trigger.slot in heard.asks and self._asked[trigger.slot] >= trigger.times
            case HeardOutcome():
                return any(o.kind == trigger.outcome and trigger.about in (None, o.about) for o in heard.outcomes)
            case Offered():
                return trigger.about in heard.offers and _within(trigger.at_most, message)
            case RefusedTimes():
                return self._refusals >= trigger.times
            case ReadBack():
                return heard.confirms and self._read_backs >= trigger.times
            case Told():
                return text.tells_any(message, trigger.phrases)

    # Answering

    def _follow(self, reaction: Reaction) -> str:
        self._facts.update(reaction.learns)
        self._figures = reaction.figures or self._figures
        self._open = [goal for goal in self._open if goal.about not in reaction.settles]
        self._later = [goal for goal in self._later if goal.about not in reaction.settles]
        if reaction.goals:
            self._open = list(reaction.goals)
        return self._draw(reaction.says, "reaction")

    def _unanswered(self, slots: Sequence[str], heard: text.Heard) -> Sequence[str]:
        """Without what was told before, where the message also wants something new: nobody repeats that unasked."""
        new = [slot for slot in slots if slot not in self._told]
        self._told.update(slots)
        return new if new or heard.confirms else slots

    def _to_tell(self, slots: Sequence[str], heard: text.Heard) -> Sequence[str]:
        """What is answered: what is not known only where it is all that was asked; no more for "what else?"."""
        slots = [slot for slot in self._unanswered(slots, heard) if slot != "details" or not heard.more_help]
        known = [slot for slot in slots if slot in self._facts or slot == "details"]
        return known or slots[:1]

    def _tell(self, slot: str, said: Sequence[str]) -> list[str]:
        """The answer to a question, unless it would only repeat figures that were just said."""
        if slot in self._facts:
            answer = self._draw(self._facts[slot], slot)
        elif slot == "details" and self._open:
            answer = self._draw(self._open[0].again, slot)
        else:
            answer = self._draw(_UNKNOWN, "unknown")
        return [] if said and _repeats(answer, said) else [answer]

    def _settle(self, message: str, heard: text.Heard) -> list[str]:
        """Crosses off the goals whose outcome was heard; pushes when one is refused."""
        refused: list[Goal] = []
        awaits_yes = self._awaits_yes(message, heard)
        for goal in list(self._open):
            kinds = {o.kind for o in heard.outcomes if o.about in _topics(goal)}
            if awaits_yes:
                kinds.discard("refused")  # who asks for a yes has not given up
            if not kinds.isdisjoint(goal.settled_by) or text.tells_any(message, goal.told):
                self._open.remove(goal)
            elif "refused" in kinds:
                refused.append(goal)
        if refused and self._pushes < len(self._persona.pushes):
            self._pushes += 1
            return [self._draw(self._persona.pushes[self._pushes - 1], "push")]
        self._open = [goal for goal in self._open if goal not in refused]
        return []

    def _awaits_yes(self, message: str, heard: text.Heard) -> bool:
        """Whether the agent reads back, or proposes just what the user wants as if it were news."""
        if heard.confirms or not any(goal.about in heard.offers for goal in self._open):
            return heard.confirms
        amounts = {money.cents for money in text.amounts(message)}
        if not amounts or not self._figures:
            return not amounts and not self._figures and "?" in message and not heard.more_help
        return not amounts.isdisjoint(round(figure * 100) for figure in self._figures)

    def _decide(self, message: str, heard: text.Heard) -> list[str]:
        """A yes or no to a read-back."""
        if not self._awaits_yes(message, heard):
            return []
        amounts = {money.cents for money in text.amounts(message)}
        if amounts and self._figures and amounts.isdisjoint(round(figure * 100) for figure in self._figures):
            again = [self._draw(self._open[0].again, "again")] if self._open else []
            return [self._draw(_WRONG, "wrong"), *again]
        return [self._draw(self._persona.yes if self._persona.says_yes else self._persona.no, "read_back")]

    # Going on, or leaving

    def _close(self, heard: text.Heard, said: list[str]) -> UserTurn:
        """With nothing open: brings up what is next, answers what was asked, or says goodbye."""
        self._lost = 0
        if self._later:
            goal = self._later.pop(0)
            self._open.append(goal)
            self._pushes = 0
            self._refusals = 0
            return UserTurn(" ".join([*said, self._draw(goal.opening, "next")]))
        if said and (heard.asks or heard.confirms):
            return UserTurn(" ".join(said))
        if self._stays(heard):
            return UserTurn(" ".join([*said, self._draw(_STAYS, "stay")]))
        return UserTurn(" ".join([*said, self._draw(self._persona.thanks, "thanks")]), SATISFIED)

    def _stays(self, heard: text.Heard) -> bool:
        """Whether the agent speaks of somebody who will go on in this conversation: then nobody leaves yet."""
        over = {"refused", "done"} if heard.more_help else {"refused"}
        told = [outcome.about for outcome in heard.outcomes if outcome.kind not in over]
        return any(topic and self._lexicon.topics[topic].stays for topic in [*told, *heard.offers])

    def _go_on(self, heard: text.Heard, said: list[str]) -> UserTurn:
        if said:
            self._lost = 0
            return UserTurn(" ".join(said))
        if heard.offers:
            return UserTurn(f"{self._draw(_DECLINES, 'decline')} {self._again()}")
        if heard.outcomes and not heard.more_help:
            return UserTurn(self._draw(_NODS, "nod"))
        self._lost += 1
        if self._lost > self._persona.patience:
            return UserTurn(self._draw(self._persona.leaves, "leaves"), LEFT)
        if heard.waits:
            return UserTurn(self._draw(_WAITS, "wait"))
        lead = self._draw(_STILL if heard.more_help else _PUZZLED, "lead")
        return UserTurn(f"{lead} {self._again()}")

    def _again(self) -> str:
        """The wish in other words than the last time, if there are any."""
        options = [words for words in self._open[0].again if words != self._last_again]
        self._last_again = self._draw(options or self._open[0].again, "again")
        return self._last_again

    def _draw(self, options: Sequence[str], purpose: str) -> str:
        return draw_wording(options, f"{self._stream}/{self._turn}/{purpose}")


def _last(spoken: Sequence[Spoken], kind: type[Spoken]) -> str:
    """What one side has said last."""
    for turn in reversed(spoken):
        if type(turn) is kind:
            return turn.text
    return ""


def _topics(goal: Goal) -> tuple[str, ...]:
    return (goal.about, *goal.also)


_EITHER = re.compile(r"\b(?:e-?mail|phone|mobile)\b[^.?!]{0,40}\bor\b[^.?!]{0,40}\b(?:e-?mail|phone|mobile)\b", re.I)


def _wanted(message: str, asks: Sequence[str], answered: set[str]) -> list[str]:
    """The slots to answer: of 'e-mail or phone' one is enough."""
    spare = {"phone"} if "email" in asks and "phone" in asks and _EITHER.search(message) else set()
    return [slot for slot in asks if slot not in answered | spare]


def _repeats(answer: str, said: Sequence[str]) -> bool:
    """Whether an answer has figures, and all of them were just said; or was itself."""
    figures = set(_FIGURES.findall(answer))
    return answer in said or bool(figures and figures <= set(_FIGURES.findall(" ".join(said))))


_FIGURES = re.compile(r"[\w@+€$£]*\d(?:[\w@.,-]*\w)?")


def _consumed(reaction: Reaction | None) -> set[str]:
    """Slots that the reaction itself answers."""
    if reaction is None:
        return set()
    asked = {reaction.on.slot} if isinstance(reaction.on, Asked) else set()
    return asked | reaction.learns.keys()


def _within(bound: float | None, message: str) -> bool:
    """Whether some amount of the message is not above the bound."""
    return bound is None or any(money.cents <= round(bound * 100) for money in text.amounts(message))
