"""The reference agent: a router and specialists, each with its own instructions and tools."""

import json
import re
from collections.abc import Sequence
from typing import Any

from crm_gym.baselines.agent import HOW, LLMAgent
from crm_gym.baselines.base import Action, Observation
from crm_gym.llm import Completion, ToolCall, call_id

WAY = "route_to_"
"""What the names of the ways through the graph begin with, as the env shows them."""
ROUTING = (
    "\n\nYou are the router: you never write to the customer. Decide who goes on from here and call exactly one "
    "function."
)
"""Follows the router's instructions."""
MOST_MOVES = 8
"""Moves in one turn of the customer; after these a node must answer, so that nodes cannot pass a case on for ever."""


class GraphAgent(LLMAgent):
    """Plays `exposure="routed"`: one small completion at the router picks a way, then the active node acts.

    A node sees its own instructions and tools, and may hand over along the graph's edges. `routes` has the nodes of
    each turn of the customer, in the order in which they were entered; every turn starts at the router.

    Raises ValueError in an env that shows everything at once, and LLMError as LLMAgent does.
    """

    def reset(self, seed: int) -> None:
        """Forgets the episode before, with its routes."""
        super().reset(seed)
        self.routes: list[list[str]] = []
        self._moving = ""

    def act(self, observation: Observation) -> Action:
        """Moves along the graph, calls a tool of the active node, or speaks."""
        self._follow(observation)
        action = super().act(observation)
        self._moving = _goal(action["name"]) if isinstance(action, dict) else ""
        return action

    def _follow(self, observation: Observation) -> None:
        """Keeps where the conversation is: a move counts when the env has made it."""
        if observation["role"] == "user":
            self.routes.append([])
        elif self._moving and json.loads(observation["content"])["ok"]:
            self.routes[-1].append(self._moving)

    def _answer(self, observation: Observation) -> Completion:
        tools = json.loads(observation["tools"])
        ways = [tool["function"]["name"] for tool in tools if _goal(tool["function"]["name"])]
        if not ways:
            raise ValueError("GraphAgent needs an env with exposure='routed': this one shows no ways through a graph")
        if len(ways) == len(tools):
            return self._routed(observation, tools, ways)
        if len(self.routes[-1]) >= MOST_MOVES:
            tools = [tool for tool in tools if tool["function"]["name"] not in ways]
        return self._ask(observation["instructions"] + HOW, tools)

    def _routed(self, observation: Observation, tools: Sequence[dict[str, Any]], ways: Sequence[str]) -> Completion:
        """The router's answer as one move, whatever form it has."""
        completion = self._ask(observation["instructions"] + ROUTING, tools, tool_choice="required")
        picked = [call for call in completion.tool_calls if call.name in ways]
        if not picked:
            picked = [ToolCall(id=call_id(1), name=self._named(completion.text, ways), arguments="")]
        return completion.model_copy(update={"content": "", "refusal": "", "tool_calls": (picked[0],)})

    def _named(self, text: str, ways: Sequence[str]) -> str:
        """The one way that prose names; else the last node of the turn before, or the first way."""
        named = [way for way in ways if re.search(rf"\b(?:{WAY})?{re.escape(_goal(way))}\b", text, re.IGNORECASE)]
        if len(named) == 1:
            return named[0]
        before = [WAY + node for turn in self.routes[:-1] for node in turn]
        return next((way for way in reversed(before) if way in ways), ways[0])


def _goal(tool: str) -> str:
    """The node that a way leads to; '' for other tools."""
    return tool.removeprefix(WAY) if tool.startswith(WAY) else ""
