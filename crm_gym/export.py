"""Tasks and trajectories as rows for trainers of language models, and groups of rollouts from one start."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym

from crm_gym.baselines import POLICIES, Briefing, Policy
from crm_gym.registration import SUITES
from crm_gym.types import Arguments, Value
from crm_gym.wrappers import Chat


class Start(NamedTuple):
    """What fixes an episode's start: two episodes with the same start see the same until they act differently."""

    seed: int
    """Of the customer's wording."""
    task_id: str = ""
    """A released task; '' for a training task."""
    task_seed: int = 0
    """The number of a training task."""

    @property
    def options(self) -> dict[str, Any]:
        """What `reset` takes."""
        return {"task_id": self.task_id} if self.task_id else {"task_seed": self.task_seed}


class TaskRow(Value):
    """A task as a trainer's data set needs it: the first messages, the tools, and how to start it again."""

    domain: str
    split: str
    task_id: str
    task_seed: int | None
    """The number of a training task; None for a released one."""
    seed: int
    messages: tuple[Arguments, ...]
    tools: tuple[Arguments, ...]


class Trajectory(Value):
    """One rollout as chat messages in OpenAI's form."""

    task_id: str
    task_seed: int | None
    seed: int
    member: int
    """Its number in the group of rollouts from the same start."""
    policy: str
    reward: float
    success: bool | None
    """None: the simulator failed, and the rollout must not be trained on."""
    end: str
    components: dict[str, float]
    """For each declared check family the share of its checks that hold."""
    messages: tuple[Arguments, ...]
    tools: tuple[Arguments, ...]


MakePolicy = Callable[[Any, int], Policy]
"""Makes the policy of a rollout from its env, which has been reset, and the number of the member."""


class EnvSpec(NamedTuple):
    """How the env of an export is made."""

    domain: str
    split: str = "test"
    exposure: str = "all"
    families: tuple[str, ...] = ()
    """Of the training split: only these, or all."""
    difficulty: tuple[str, ...] = ()
    """Of the training split: only these, or all."""
    held_out_families: tuple[str, ...] = ()
    """Not trained."""


@cache
def _env(spec: EnvSpec) -> Any:
    """One env for each process."""
    arguments: dict[str, Any] = spec._asdict()
    return Chat(gym.make(SUITES[arguments.pop("domain")], **arguments))


def task_rows(spec: EnvSpec, starts: Iterable[Start]) -> Iterator[TaskRow]:
    """The rows of tasks."""
    env = _env(spec)
    for start in starts:
        observation, info = env.reset(seed=start.seed, options=start.options)
        yield TaskRow(
            domain=spec.domain,
            split=spec.split,
            task_id=info["task_id"],
            task_seed=None if start.task_id else start.task_seed,
            seed=start.seed,
            messages=tuple(observation["messages"]),
            tools=tuple(observation["tools"]),
        )


def rollout_groups(
    spec: EnvSpec,
    make_policy: MakePolicy,
    starts: Sequence[Start],
    *,
    members: int = 8,
    workers: int = 1,
    name: str = "",
) -> Iterator[list[Trajectory]]:
    """Plays each start `members` times; yields the groups in the order of the starts.

    Members of a group differ only in what their policies do. With several workers, `make_policy` must be importable;
    the groups are the same whatever the number of workers.
    """
    arguments = repeat(spec), repeat(make_policy), starts, repeat(members), repeat(name or _name(make_policy))
    if workers == 1:
        yield from map(rollout_group, *arguments)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(rollout_group, *arguments)


def rollout_group(spec: EnvSpec, make_policy: MakePolicy, start: Start, members: int, name: str) -> list[Trajectory]:
    """Plays one start several times."""
    return [_rollout(spec, make_policy, start, member, name) for member in range(members)]


def _rollout(spec: EnvSpec, make_policy: MakePolicy, start: Start, member: int, name: str) -> Trajectory:
    env = _env(spec)
    observation, info = env.reset(seed=start.seed, options=start.options)
    policy = make_policy(env, member)
    if hasattr(policy, "reset"):
        policy.reset(start.seed * _MEMBERS + member)
    reward, ended = 0.0, False
    while not ended:
        action = policy.act(env.unwrapped.last_observation)
        observation, reward, terminated, truncated, info = env.step(_message(action))
        ended = terminated or truncated
    return Trajectory(
        task_id=info["task_id"],
        task_seed=None if start.task_id else start.task_seed,
        seed=start.seed,
        member=member,
        policy=name,
        reward=reward,
        success=info.get("success"),
        end=info["end"],
        components=info.get("checks", {}),
        messages=tuple(observation["messages"]),
        tools=tuple(observation["tools"]),
    )


_MEMBERS = 1_000
"""Seeds of the policies of one start lie so close together."""


def _message(action: str | Mapping[str, Any]) -> dict[str, Any]:
    """An action of the env as an assistant message."""
    if isinstance(action, str):
        return {"role": "assistant", "content": action}
    function = {"name": action["name"], "arguments": json.dumps(action["arguments"], ensure_ascii=False)}
    return {"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": function}]}


def _name(make_policy: MakePolicy) -> str:
    return str(getattr(make_policy, "__name__", type(make_policy).__name__))


@dataclass(frozen=True)
class Shipped:
    """Makes a shipped policy by name; those that play a solution get that of the task."""

    name: str

    def __call__(self, env: Any, member: int) -> Policy:
        """The policy of one rollout."""
        task, domain = env.unwrapped.task, env.unwrapped.domain
        return POLICIES[self.name](Briefing(task.solution, domain.hand_over, member))


def write_rows(path: Path, rows: Iterable[Value]) -> int:
    """Writes one JSON object per line; returns how many."""
    count = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(row.model_dump_json() + "\n")
            count += 1
    return count
