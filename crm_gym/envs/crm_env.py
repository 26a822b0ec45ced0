"""The environment: one customer, one agent, one CRM, and a contract at the end."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

import gymnasium as gym
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from crm_gym.contract import Run, Verdict, judge, shares, succeeded
from crm_gym.domains.base import Domain, load_domain
from crm_gym.envs.spaces import AgentAction, Utterance
from crm_gym.judges import rule_judge
from crm_gym.registration import SUITES, suggest, task_ids
from crm_gym.tasks import draw_training_task
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import UnknownTask, given_rows, load_task, load_tasks, released_rows
from crm_gym.tools import failure
from crm_gym.transcript import conversation, line
from crm_gym.types import AgentSays, Event, Spoken, ToolUse, UserSays, clean_arguments, clean_text
from crm_gym.users import ScriptedUser, User, UserTurn
from crm_gym.world import World

Observation = dict[str, str]

MAX_USER_TURNS = 30
"""User turns of one episode, the opening included (paper, section 2)."""
MAX_STEPS = 200
"""Steps of one episode, tool calls included."""

HANDED_OVER = "handed_over"
TURN_LIMIT = "turn_limit"
STEP_LIMIT = "step_limit"
NOT_CONVERGED = frozenset({TURN_LIMIT, STEP_LIMIT})
"""Ends that are the agent's failure whatever the checks say."""


class CRMEnv(gym.Env[Observation, Any]):
    """Serve a simulated customer by talking and by calling the tools of a CRM.

    ## Description

    A customer opens the conversation. The agent answers with messages and calls typed tools that read and change the
    records of a business. When the customer leaves, the task's contract is judged over everything the agent did and
    over the state it left.

    ## Action Space

    `AgentAction`: a `str` is a message to the customer; `{"name": str, "arguments": dict}` is a tool call. Whatever a
    model can get wrong (unknown tools, bad arguments, empty messages) is answered in the observation; only another
    Python type raises `InvalidAction`.

    ## Observation Space

    `Dict` of texts (`Utterance`):

    | key | content |
    |---|---|
    | `role` | who speaks: `user` or `tool` |
    | `content` | the newest event: the customer's words, or a tool result as JSON |
    | `instructions` | the date and the business's policy |
    | `tools` | JSON text: the tool schemas in OpenAI's function form |

    ## Rewards

    0.0 on every step but the last; then 1.0 if every declared check of the contract holds, else 0.0.

    ## Starting State

    The customer's opening. `reset(seed=...)` picks the task and the customer's wording;
    `options={"task_id": "payments-017"}` names the task.

    ## Episode End

    Termination: the customer leaves, satisfied (`user_done`) or out of patience (`user_left`); a hand-over tool
    succeeds (`handed_over`); 30 customer turns (`turn_limit`) or 200 steps (`step_limit`), which are failures.
    Truncation: never with the scripted customer.

    ## Information

    `task_id` on every step. On the last: `success` (bool), `end` (str), `checks` (share of the checks that hold, for
    each declared family) and `report` (JSON text: each check with id, family, kind, outcome, why).

    ## Arguments

    `gym.make("CRMPayments-v0", max_user_turns=30, max_steps=200, split="test", render_mode=None)`

    | argument | meaning |
    |---|---|
    | `split` | `test`: the released tasks; `train`: a fresh task of the same families on each reset |
    | `exposure` | `all`: every tool and the whole policy |
    | `user` | `scripted` |
    | `max_user_turns`, `max_steps` | limits of one episode |
    | `render_mode` | `human` prints, `ansi` returns the conversation as text |

    ## References

    Banerjee, Lan, Cao: "CRM-Agent-Bench: evaluating tool-using agents in stateful enterprise environments" (2026).

    ## Version History

    * v0: first release.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 4}

    def __init__(
        self,
        *,
        domain: str | None = None,
        task: str | None = None,
        split: str = "test",
        exposure: str = "all",
        user: str = "scripted",
        max_user_turns: int = MAX_USER_TURNS,
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        if (domain is None) == (task is None):
            raise ValueError("give either `domain` (a suite) or `task` (one task)")
        self._domain_name = domain or load_task(str(task)).domain
        self._tasks = (task,) if task else task_ids(self._domain_name)
        self._split = _one_of("split", split, ("test", "train"))
        _one_of("domain", self._domain_name, SUITES)
        _one_of("exposure", exposure, ("all",))
        _one_of("user", user, ("scripted",))
        if task and split == "train":
            raise ValueError("one task has no training split; use the suite's id")
        self._max_user_turns = max_user_turns
        self._max_steps = max_steps
        self.render_mode = render_mode
        leaves: dict[str, gym.Space[Any]] = {key: Utterance() for key in ("role", "content", "instructions", "tools")}
        self.observation_space: gym.Space[Any] = spaces.Dict(leaves)
        self.action_space = AgentAction(tuple(self.domain.toolbox.tools))
        self._task: Task | None = None
        self.events: list[Event] = []
        """The trajectory: for evaluation and rendering, not for agents."""
        self.verdicts: tuple[Verdict, ...] = ()
        self.end = ""
        """Why the episode ended, or '' while it runs."""

    @property
    def success(self) -> bool:
        """Whether the episode has ended, converged, and every declared check holds. Raises EvaluatorError."""
        return bool(self.end) and succeeded(self.verdicts) and self.end not in NOT_CONVERGED

    @property
    def scores(self) -> dict[str, float]:
        """For each declared family the share of its checks that hold; empty while the episode runs."""
        return shares(self.verdicts)

    @property
    def domain(self) -> Domain:
        """The business; shared by all envs of a process."""
        return load_domain(self._domain_name)

    @property
    def task(self) -> Task:
        """The task being played: for evaluation, not for agents."""
        if self._task is None:
            raise ResetNeeded("call `reset()` first")
        return self._task

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts an episode; `options={"task_id": ...}` names the task."""
        super().reset(seed=seed)
        episode_seed, pick = (int(number) for number in self.np_random.integers(2**32, size=2))
        return self.start(self._choose(options or {}, pick), episode_seed), self._info()

    def start(self, task: Task, episode_seed: int) -> Observation:
        """Starts an episode of a task that need not be released; `reset` is the way for agents."""
        released = load_tasks(task.domain).get(task.id) is task
        rows = released_rows(task.id) if released else given_rows(task)
        self._task = task
        self.world = World(self.domain.rows, rows, task.now or self.domain.now)
        self._user: User = ScriptedUser(task.persona, self.domain.lexicon, seed=episode_seed, task=task.id)
        self._instructions = f"{_clock(self.world.now)}\n\n{self.domain.policy}"
        self.events, self.verdicts, self.end = [], (), ""
        self.steps = 0
        self._user_turns = 0
        return self._hear(self._user.open())

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Says something to the customer or calls a tool."""
        if self._task is None or self.end:
            raise ResetNeeded("the episode has ended or not begun: call `reset()`")
        self.steps += 1
        if isinstance(action, str):
            observation = self._talk(action)
        elif isinstance(action, dict):
            observation = self._call(action)
        else:
            raise InvalidAction(f"an action is a str or a dict, not {type(action).__name__}: {action!r}")
        if not self.end and self.steps >= self._max_steps:
            self.end = STEP_LIMIT
        return self._finish(observation)

    def render(self) -> str | None:
        """The conversation so far in the `ansi` mode; `human` prints while it runs."""
        if self.render_mode is None:
            gym.logger.warn("render() needs a render mode: gym.make(..., render_mode='ansi')")
            return None
        return conversation(self.events) if self.render_mode == "ansi" else None

    # Acting

    def _talk(self, action: str) -> Observation:
        message = clean_text(action)
        self._record(AgentSays(text=message.value))
        spoken: list[Spoken] = [event for event in self.events if not isinstance(event, ToolUse)]
        observation = self._hear(self._user.reply(spoken))
        if message.note:
            observation["content"] += f"\n\n[Your message was changed before it was sent: {message.note}.]"
        return observation

    def _hear(self, turn: UserTurn) -> Observation:
        self._record(UserSays(text=turn.text))
        self._user_turns += 1
        self.end = turn.end
        if not self.end and self._user_turns >= self._max_user_turns:
            self.end = TURN_LIMIT
        return self._observe("user", turn.text)

    def _call(self, action: Mapping[Any, Any]) -> Observation:
        name, arguments = action.get("name"), action.get("arguments")
        if isinstance(name, str) and isinstance(arguments, dict) and len(action) == 2:
            use = self.domain.toolbox.run(self.world, name, arguments)
        else:
            use = _malformed(action)
        self._record(use)
        tool = self.domain.toolbox.tools.get(use.name)
        if tool is not None and tool.hands_over and use.status == "ok":
            self.end = HANDED_OVER
        return self._observe("tool", use.result)

    def _record(self, event: Event) -> None:
        self.events.append(event)
        if self.render_mode == "human":
            print(line(event), flush=True)

    # Observing

    def _observe(self, role: str, content: str) -> Observation:
        return {
            "role": role,
            "content": content,
            "instructions": self._instructions,
            "tools": self.domain.tools_json,
        }

    def _info(self) -> dict[str, Any]:
        return {"task_id": self.task.id}

    def _finish(self, observation: Observation) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info = self._info()
        if not self.end:
            return observation, 0.0, False, False, info
        run = Run(self.events, self.world, self.domain.lexicon)
        self.verdicts = judge(self.task.contract, run, rule_judge)
        info |= {"success": self.success, "end": self.end, "checks": self.scores, "report": _report(self.verdicts)}
        return observation, float(self.success), True, False, info

    # Choosing the task

    def _choose(self, options: Mapping[str, Any], pick: int) -> Task:
        unknown = options.keys() - {"task_id"}
        if unknown:
            raise ValueError(f"unknown reset option {min(unknown)!r}; the only one is 'task_id'")
        if "task_id" in options:
            return self._named(options["task_id"])
        if self._split == "train":
            return draw_training_task(self._domain_name, pick)
        return load_task(self._tasks[pick % len(self._tasks)])

    def _named(self, id: str) -> Task:
        if id not in self._tasks:
            raise UnknownTask(f"this env has no task {id!r}{suggest(str(id), self._tasks)}")
        return load_task(id)


@cache
def shared_env(domain: str) -> CRMEnv:
    """One env per domain and process, for playing many tasks: a start leaves nothing of the episode before."""
    return CRMEnv(domain=domain)


def _malformed(action: Mapping[Any, Any]) -> ToolUse:
    """A dict that is no tool call: an attempt with its answer."""
    message = 'a tool call is {"name": <text>, "arguments": <object>}'
    return ToolUse(
        name=clean_text(str(action.get("name", "")))[0][:200],
        arguments=clean_arguments(dict(action)).value,
        status="invalid",
        result=json.dumps(failure("INVALID_ARGUMENT", message)),
    )


def _report(verdicts: tuple[Verdict, ...]) -> str:
    return json.dumps([v.model_dump(exclude={"evidence"}) for v in verdicts], ensure_ascii=False)


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = "January February March April May June July August September October November December".split()


def _clock(now: datetime) -> str:
    """The date and time as the agent reads them, in English whatever the locale."""
    return f"It is {_DAYS[now.weekday()]} {now.day} {_MONTHS[now.month - 1]} {now.year}, {now:%H:%M}."


def _one_of(name: str, value: str, known: Any) -> str:
    if value not in known:
        raise ValueError(f"unknown {name} {value!r}{suggest(value, known)}; known: {', '.join(known)}")
    return value
