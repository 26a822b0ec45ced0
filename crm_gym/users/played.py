"""A user that a language model plays, from the same persona as the scripted one."""

import re
from collections.abc import Sequence
from random import Random

from crm_gym.llm import Client, Message, Unavailable, Usage
from crm_gym.persona import Persona
from crm_gym.types import AgentSays, Spoken, UserSays
from crm_gym.users.base import LEFT, SATISFIED, UserTurn, draw_wording
from crm_gym.users.briefing import instruction, is_recited

TRIES = 2
"""Answers of the model for one turn: one that is no turn of a customer is asked for again."""
LONGEST = 2000
"""Characters of one turn."""


class LLMUser:
    """Plays a persona with a language model. It sees the private instruction and what was spoken, nothing else.

    The opening is one of the persona's own. The marks that end a conversation are drawn for each episode, never shown
    to the agent, and cut from what the agent writes, so that nothing it writes can end the conversation or step out of
    its fence. An answer that is empty, plays the agent, writes both sides or recites the instruction is asked for
    again; then `Unavailable` is raised, which is a failure of the simulator and not of the agent.
    """

    def __init__(self, persona: Persona, client: Client, *, seed: int, task: str) -> None:
        self._persona = persona
        self._client = client
        self._stream = f"{seed}/{task}"
        self._mark = f"{int(Random(f'{self._stream}/mark').random() * 16**8):08x}"
        self._done, self._leave = f"[[end {self._mark}]]", f"[[leave {self._mark}]]"
        self._fence = f"[[agent {self._mark}]]"
        self.usage = Usage()
        self.seconds = 0.0

    def copy(self) -> "LLMUser":
        """An independent user in the same state of mind, over the same client."""
        twin = object.__new__(LLMUser)
        vars(twin).update(vars(self))
        return twin

    def open(self) -> UserTurn:
        """Says what it is about."""
        return UserTurn(draw_wording(self._persona.opening, f"{self._stream}/1/opening"))

    def reply(self, spoken: Sequence[Spoken]) -> UserTurn:
        """The model's answer to the agent's last message. Raises LLMError."""
        messages = self.messages(spoken)
        for _ in range(TRIES):
            completion = self._client.complete(messages)
            self.usage += completion.usage
            self.seconds += completion.seconds
            turn = self._turn(completion.content)
            if turn is not None:
                return turn
            messages = [*messages[:-1], {**messages[-1], "content": f"{messages[-1]['content']}\n\n{_REMINDER}"}]
        raise Unavailable("no_turn", "the simulator did not write a customer's turn")

    def messages(self, spoken: Sequence[Spoken]) -> list[Message]:
        """What the model is sent: the agent is the other side, fenced in."""
        system = {"role": "system", "content": instruction(self._persona, self._done, self._leave)}
        return [system, *(self._message(turn) for turn in spoken)]

    def _message(self, turn: Spoken) -> Message:
        match turn:
            case UserSays():
                return {"role": "assistant", "content": turn.text}
            case AgentSays():
                return {"role": "user", "content": f"{self._fence}\n{self._unmarked(turn.text)}\n{self._fence}"}

    def _turn(self, content: str) -> UserTurn | None:
        """What the model wrote as a turn, or None when it is none."""
        end = SATISFIED if self._done in content else LEFT if self._leave in content else ""
        text = _SPEAKER.sub("", self._unmarked(content).strip()).strip()[:LONGEST]
        if end and not text:
            text = draw_wording(
                self._persona.thanks if end == SATISFIED else self._persona.leaves, f"{self._stream}/end"
            )
        is_none = not text or _SWAPPED.search(text) or is_recited(content)
        return None if is_none else UserTurn(text, end)

    def _unmarked(self, text: str) -> str:
        """Text without the marks, whole or not: who saw one could write one, also around another."""
        mark = re.compile(rf"(?:\[\[(?:end|leave|agent) )?{self._mark}(?:\]\])?", re.IGNORECASE)
        while mark.search(text):
            text = mark.sub("", text)
        return text


_REMINDER = "(Write only the customer's next message, as the customer.)"
_SPEAKER = re.compile(r"\A(?:customer|user|me)\s*:\s*", re.IGNORECASE)
_SWAPPED = re.compile(
    r"(?im)^\s*(?:agent|assistant|support)\s*:"
    r"|\b(?:how (?:can|may) i (?:help|assist) you|as an ai\b|i'?m here to (?:help|assist)"
    r"|thank you for (?:contacting|reaching out)|is there anything else i can (?:help|do))"
)
"""Words of an agent."""
