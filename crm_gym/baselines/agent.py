"""An agent that a language model plays: function calling with the tools that the env shows."""

import json
import math
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from crm_gym.baselines.base import Action, Observation
from crm_gym.llm import Client, Completion, ContextExceeded, Endpoint, Message, ToolCall, Usage

HOW = (
    "\n\nWhat you write is sent to the customer as it stands. Call tools to look things up and to act. Text beside "
    "tool calls is a note to yourself: the customer does not see it."
)
"""Follows the policy in the system prompt: what the policy cannot say, because it is about this agent."""
REMINDER = "(Your answer was empty. Call a tool, or write to the customer.)"
NOTHING = "(nothing)"
"""An empty answer in the history: some endpoints refuse empty messages."""
LEFT_OUT = "(left out: the conversation is too long)"
"""Stands for an old tool result that the model's context has no room for."""


class Dialogue:
    """What was said and done so far as chat messages, and the calls that wait for their turn."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.waiting: deque[ToolCall] = deque()
        self._made: ToolCall | None = None

    def hear(self, observation: Observation) -> None:
        """Adds the customer's words, or the result of the call that was made."""
        message: Message = {"role": "user", "content": observation["content"]}
        if self._made is not None:
            message = {"role": "tool", "tool_call_id": self._made.id, "content": observation["content"]}
        self.messages.append(message)
        self._made = None

    def take(self, completion: Completion) -> None:
        """Adds what the model answered; its calls wait."""
        message = completion.message
        empty = not completion.tool_calls and not completion.text
        self.messages.append({**message, "content": NOTHING} if empty else message)
        self.waiting.extend(completion.tool_calls)

    def next_call(self) -> Action:
        """Makes the first call that waits. Malformed arguments stay text: the env answers them as a failed attempt."""
        call = self._made = self.waiting.popleft()
        return {"name": call.name, "arguments": call.arguments if call.parsed is None else call.parsed}

    def shorten(self) -> bool:
        """Leaves out the older half of the tool results, never those after the last answer; False if none is left."""
        last = max(n for n, message in enumerate(self.messages) if message["role"] != "tool")
        old = [message for message in self.messages[:last] if message["role"] == "tool" and _is_long(message)]
        for message in old[: (len(old) + 1) // 2]:
            message["content"] = LEFT_OUT
        return bool(old)


def _is_long(message: Message) -> bool:
    return len(message["content"]) > len(LEFT_OUT)


class LLMAgent:
    """Serves the customer with a language model that calls functions.

    The instructions that hold now are the system prompt, the tools of this moment are offered. Several calls of one
    answer are made in their order; text beside calls is kept and not spoken; calls with malformed arguments are failed
    attempts. An empty answer is asked for once more, then spoken as it is. When the conversation is too long for the
    model, old tool results are left out.

    `act` raises LLMError when the endpoint gives no completion: `Unavailable`, `Misconfigured`, `ContextExceeded`.

    ```python
    import crm_gym
    from crm_gym.baselines.agent import LLMAgent
    from crm_gym.llm import Endpoint

    endpoint = Endpoint(model="gpt-5-mini")  # or with base_url="http://localhost:8000/v1"
    make = lambda: LLMAgent(endpoint)  # crm_gym.evaluate(make, "CRMPayments-v0", limit=3)
    ```
    """

    def __init__(self, endpoint: Endpoint | Mapping[str, Any] | Client) -> None:
        """`endpoint` may be its JSON form; agents that share a client share its connection."""
        self._client = endpoint if isinstance(endpoint, Client) else Client(Endpoint.model_validate(endpoint))
        self.reset(0)

    @property
    def endpoint(self) -> Endpoint:
        """Which model is asked, and how."""
        return self._client.endpoint

    def reset(self, seed: int) -> None:
        """Forgets the episode before. An endpoint with a seed gets another one for each trial."""
        self.usage = Usage()
        """Tokens of this episode."""
        self.seconds = 0.0
        """Time spent waiting for the model in this episode."""
        self.limit_seconds = math.inf
        """What the episode may still take: who plays it may say so, and no wait for another request goes beyond it."""
        self._dialogue = Dialogue()
        base = self.endpoint.seed
        self._fields: dict[str, Any] = {} if base is None else {"seed": (base + seed) % 2**31}

    def act(self, observation: Observation) -> Action:
        """The next call of the last answer, or a new answer of the model. Raises LLMError."""
        self._dialogue.hear(observation)
        if not self._dialogue.waiting:
            completion = self._answer(observation)
            self._dialogue.take(completion)
            if not completion.tool_calls:
                return completion.text
        return self._dialogue.next_call()

    def _answer(self, observation: Observation) -> Completion:
        """What the model does next."""
        return self._ask(observation["instructions"] + HOW, json.loads(observation["tools"]))

    def _ask(self, system: str, tools: Sequence[Mapping[str, Any]], **fields: Any) -> Completion:
        """A completion; one that is empty is asked for once more."""
        completion = self._complete(system, tools, "", fields)
        if completion.text or completion.tool_calls:
            return completion
        return self._complete(system, tools, f"\n\n{REMINDER}", fields)

    def _complete(
        self, system: str, tools: Sequence[Mapping[str, Any]], reminder: str, fields: Mapping[str, Any]
    ) -> Completion:
        """A completion, of a shortened conversation where it is too long. Raises ContextExceeded if that is no help."""
        while True:
            *before, last = self._dialogue.messages
            messages = [{"role": "system", "content": system}, *before, {**last, "content": last["content"] + reminder}]
            try:
                budget = min(self.endpoint.budget, self.limit_seconds)
                completion = self._client.complete(messages, tools, budget=budget, **self._fields, **fields)
            except ContextExceeded:
                if not self._dialogue.shorten():
                    raise
            else:
                self.usage += completion.usage
                self.seconds += completion.seconds
                return completion
