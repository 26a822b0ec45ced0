"""A model that knows the solution and speaks over HTTP, and how episodes are played with it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crm_gym.baselines import Policy, Script
from crm_gym.baselines.oracle import CLOSING
from crm_gym.domains.base import ROUTE, ROUTER, Node, load_domain
from crm_gym.envs.crm_env import CRMEnv, shared_env
from crm_gym.tasks.routes import routed, shortest_way
from crm_gym.tasks.spec import Task
from crm_gym.types import Call, Say
from tests.llm.server import Reply, calls, says

Steps = Sequence[Say | Call]


class Oracle:
    """Answers each request with the next steps of a solution; under routed exposure it finds the way to them."""

    def __init__(self, steps: Steps, graph: Mapping[str, Node], *, parallel: bool = False) -> None:
        self._ahead = list(steps)
        self._graph = graph
        self._parallel = parallel

    def __call__(self, request: dict[str, Any], number: int) -> Reply:
        shown = [tool["function"]["name"] for tool in request["tools"]]
        step = self._ahead[0] if self._ahead else Say(text=CLOSING)
        if isinstance(step, Call):
            return self._call(step, shown)
        if request.get("tool_choice") == "required":
            return calls((shown[0], {}))
        self._ahead = self._ahead[1:]
        return says(step.text)

    def _call(self, step: Call, shown: Sequence[str]) -> Reply:
        if step.name not in shown:
            return calls((ROUTE + shortest_way(self._graph, self._node(shown), step.name)[0], {}))
        made = []
        while self._ahead and isinstance(self._ahead[0], Call) and self._ahead[0].name in shown:
            made.append(self._ahead.pop(0))
            if not self._parallel:
                break
        return calls(*((call.name, call.arguments) for call in made), text="I look into it.")

    def _node(self, shown: Sequence[str]) -> str:
        ways = {name.removeprefix(ROUTE) for name in shown if name.startswith(ROUTE)}
        tools = {name for name in shown if not name.startswith(ROUTE)}
        if not tools:
            return ROUTER
        return next(name for name, node in self._graph.items() if set(node.tools) == tools and set(node.edges) == ways)


class Score(NamedTuple):
    """What an episode earned: reward, every check, and the records that it changed."""

    reward: float
    end: str
    checks: tuple[tuple[str, str], ...]
    changes: tuple[str, ...]


def play(env: CRMEnv, policy: Policy, task: Task, seed: int = 5) -> Score:
    """One episode of a policy, from its own reset to the end."""
    observation, _ = env.reset(seed=seed, options={"task_id": task.id})
    ended, reward = False, 0.0
    while not ended:
        observation, reward, ended, _, info = env.step(policy.act(observation))
    checks = tuple((verdict.id, verdict.outcome) for verdict in env.verdicts)
    return Score(reward, info["end"], checks, tuple(map(_plain, env.world.changes())))


def _plain(change: object) -> str:
    """A change without what counts the steps that were made."""
    return re.sub(r"\bstep=\d+", "", repr(change))


def play_offline(task: Task, steps: Steps, exposure: str) -> Score:
    """The same steps without any model."""
    domain = load_domain(task.domain)
    script = Script(routed(steps, domain.graph) if exposure == "routed" else steps)
    return play(shared_env(task.domain, exposure), script, task)
