"""The environment: one customer, one agent, one CRM, and a contract at the end."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from math import inf
from numbers import Integral
from typing import Any, NamedTuple

import gymnasium as gym
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from crm_gym.contract import Run, Verdict, judge, shares, succeeded
from crm_gym.domains.background import MOST as LARGEST_SCALE
from crm_gym.domains.base import ROUTE, ROUTER, Domain, Exposure, load_domain
from crm_gym.envs.spaces import AgentAction, Utterance
from crm_gym.judges import rule_judge
from crm_gym.llm import Client, Endpoint, LLMError, Usage
from crm_gym.registration import SUITES, suggest, task_ids
from crm_gym.tasks import training_split
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import UnknownTask, given_rows, load_task, load_tasks, released_rows
from crm_gym.tools import failure
from crm_gym.transcript import conversation, line
from crm_gym.types import AgentSays, Event, Routed, Spoken, ToolUse, UserSays, clean_arguments, clean_text
from crm_gym.users import LLMUser, ScriptedUser, User, UserTurn
from crm_gym.world import World

Observation = dict[str, str]

MAX_USER_TURNS = 30
"""User turns of one episode, the opening included (paper, section 2)."""
_FEWEST_USER_TURNS = 2
"""The opening, and one answer."""
MAX_STEPS = 200
"""Steps of one episode, tool calls included."""

EXPOSURES = ("all", "routed")
"""What may be shown: everything, or one node of the graph."""

HANDED_OVER = "handed_over"
TURN_LIMIT = "turn_limit"
STEP_LIMIT = "step_limit"
SIMULATOR_DOWN = "infra.simulator"
USER_MODEL = "gpt-5-mini"
"""Who plays the customer with `user="llm"` (paper, section 4)."""
NOT_CONVERGED = frozenset({TURN_LIMIT, STEP_LIMIT})
"""Ends that are the agent's failure whatever the checks say."""


class Snapshot(NamedTuple):
    """An episode at one moment, to go on from as often as you like: see `CRMEnv.save`. It can be pickled."""

    task: Task
    world: World
    user: User
    events: tuple[Event, ...]
    verdicts: tuple[Verdict, ...]
    end: str
    simulator_error: LLMError | None
    node: str
    steps: int
    user_turns: int
    observation: Observation


class CRMEnv(gym.Env[Observation, Any]):
    """Serve a simulated customer by talking and by calling the tools of a CRM.

    ## Description

    A customer opens the conversation. The agent answers with messages and calls typed tools that read and change the
    records of a business. When the customer leaves, the task's contract is judged over everything the agent did and
    over the state it left.

    ## Action Space

    `AgentAction`: a `str` is a message to the customer; `{"name": str, "arguments": dict}` is a tool call. Whatever a
    model can get wrong (unknown tools, bad arguments, empty messages) is answered in the observation; only another
    Python type raises `InvalidAction`. What is longer than 16,000 characters is cut, and the observation says so.

    ## Observation Space

    `Dict` of texts (`Utterance`):

    | key | content |
    |---|---|
    | `role` | who speaks: `user` or `tool` |
    | `content` | the newest event: the customer's words, or a tool result as JSON |
    | `instructions` | the date and the business's policy |
    | `tools` | JSON text: the tool schemas in OpenAI's function form |

    Each has at most 65,535 bytes in UTF-8.

    ## Rewards

    0.0 on every step but the last; then 1.0 if every declared check of the contract holds, else 0.0.

    ## Starting State

    The customer's opening. `reset(seed=...)` picks the task and the customer's wording;
    `options={"task_id": "payments-017"}` names the task. With `split="train"`, `options={"task_seed": 41}` is the same
    training task each time; with the same seed too, it is the same episode: a group of rollouts from one start.

    ## Episode End

    Termination: the customer leaves, satisfied (`user_done`) or out of patience (`user_left`); a hand-over tool
    succeeds (`handed_over`); 30 customer turns with the opening (`turn_limit`) or 200 steps (`step_limit`), which are
    failures. Truncation: never with the scripted customer; `infra.simulator` when the model that plays the customer
    cannot be reached. Such an episode has no verdict, and its info no `success`; the same goes for what Gymnasium's
    `TimeLimit` (`gym.make(..., max_episode_steps=...)`) cuts off, so prefer `max_steps`.

    ## Information

    `task_id` on every step. On the last: `success` (bool), `end` (str), `checks` (share of the checks that hold, for
    each declared family) and `report` (JSON text: each check with id, family, kind, outcome, why).

    ## Arguments

    `gym.make("CRMPayments-v0", max_user_turns=30, max_steps=200, split="test", render_mode=None)`

    | argument | default | meaning |
    |---|---|---|
    | `split` | `"test"` | `test`: the released tasks; `train`: a fresh task of the same families on each reset |
    | `families`, `difficulty` | all | with `split="train"`: only these families; only `easy`, `medium` or `hard` |
    | `held_out_families` | none | with `split="train"`: not these, so that generalisation to them can be measured |
    | `exposure` | `"all"` | `all`: every tool, the whole policy; `routed`: those of one node of the business's graph |
    | `user` | `"scripted"` | or `llm`: a language model plays the customer |
    | `user_model`, `base_url`, `user_options` | | with `user="llm"`: the endpoint (`crm_gym.llm.Endpoint`) |
    | `max_user_turns` | 30 | customer turns of an episode, the opening included; at least 2 |
    | `max_steps` | 200 | messages and calls of an episode |
    | `world_scale` | 1 | the seed world's customers so many times (to 100,000), as a background to search through |
    | `render_mode` | none | `human` prints, `ansi` returns the conversation as text |

    With `exposure="routed"` the agent sees the common part of the policy and the part and tools of one node. Calls
    like `route_to_billing` move along the graph; they are steps, but no tool calls of the contract. Each turn of the
    customer starts at the router. A call of a tool that the node does not show is answered and counts as an attempt.

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
        families: Sequence[str] | None = None,
        difficulty: Sequence[str] | None = None,
        held_out_families: Sequence[str] = (),
        exposure: str = "all",
        user: str = "scripted",
        user_model: str = USER_MODEL,
        base_url: str | None = None,
        user_options: dict[str, Any] | None = None,
        max_user_turns: int = MAX_USER_TURNS,
        max_steps: int = MAX_STEPS,
        world_scale: int = 1,
        render_mode: str | None = None,
    ) -> None:
        if (domain is None) == (task is None):
            raise ValueError("give either `domain` (a suite) or `task` (one task)")
        self._domain_name = domain or load_task(str(task)).domain
        self._tasks = (task,) if task else task_ids(self._domain_name)
        _one_of("split", split, ("test", "train"))
        _one_of("domain", self._domain_name, SUITES)
        self._routed = _one_of("exposure", exposure, EXPOSURES) == "routed"
        played = _one_of("user", user, ("scripted", "llm")) == "llm"
        endpoint = Endpoint(model=user_model, base_url=base_url, **(user_options or {}))
        self._client = Client(endpoint) if played else None
        if task and split == "train":
            raise ValueError("one task has no training split; use the suite's id")
        if split == "test" and (families or difficulty or held_out_families):
            raise ValueError(
                "`families`, `difficulty` and `held_out_families` choose training tasks: add split='train'"
            )
        self._training = (
            training_split(self._domain_name, families=families, difficulty=difficulty, held_out=held_out_families)
            if split == "train"
            else None
        )
        self._max_user_turns = _whole("max_user_turns", max_user_turns, _FEWEST_USER_TURNS)
        self._max_steps = _whole("max_steps", max_steps, 1)
        self._rows = self.domain.rows_at(_whole("world_scale", world_scale, 1, LARGEST_SCALE))
        self.render_mode = render_mode
        leaves: dict[str, gym.Space[Any]] = {key: Utterance() for key in ("role", "content", "instructions", "tools")}
        self.observation_space: gym.Space[Any] = spaces.Dict(leaves)
        ways = [ROUTE + node for node in self.domain.graph] if self._routed else []
        self.action_space = AgentAction((*self.domain.toolbox.tools, *ways))
        self._task: Task | None = None
        self.events: list[Event] = []
        """The trajectory: for evaluation and rendering, not for agents."""
        self.verdicts: tuple[Verdict, ...] = ()
        self.simulator_error: LLMError | None = None
        """Why the customer's model could not go on."""
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

    @property
    def fault(self) -> str:
        """Why the simulator could not go on, in a word, or ''."""
        return self.simulator_error.reason if self.simulator_error else ""

    @property
    def simulator_usage(self) -> Usage:
        """What the customer's model has used in this episode; nothing for a scripted customer."""
        return self._user.usage if self._task and isinstance(self._user, LLMUser) else Usage()

    @property
    def last_observation(self) -> Observation:
        """What was observed last, as a new object."""
        return dict(self._observation)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts an episode; `options` names the task, with a `task_id` or, of the training split, a `task_seed`.

        Raises ValueError for other options, and UnknownTask.
        """
        super().reset(seed=seed)
        episode_seed, pick = (int(number) for number in self.np_random.integers(2**32, size=2))
        return self.start(self._choose(options or {}, pick), episode_seed), self._info()

    def start(self, task: Task, episode_seed: int) -> Observation:
        """Starts an episode of a task that need not be released; `reset` is the way for agents."""
        released = load_tasks(task.domain).get(task.id) is task
        rows = released_rows(task.id) if released else given_rows(task)
        self._task = task
        self._clock = _clock_of(task.now or self.domain.now)
        self.world = World(self._rows, rows, task.now or self.domain.now)
        self._user: User = self._make_user(task, episode_seed)
        self.simulator_error = None
        self.events, self.verdicts, self.end = [], (), ""
        self.steps = 0
        self._user_turns = 0
        return self._hear(self._user.open())

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Says something to the customer or calls a tool; see the class for what it returns.

        Raises InvalidAction for another Python type, ResetNeeded after the end, and on the last step EvaluatorError
        when a check cannot be evaluated.
        """
        if self._task is None or self.end:
            raise ResetNeeded("the episode has ended or not begun: call `reset()`")
        if not isinstance(action, str | dict):
            raise InvalidAction(f"an action is a str or a dict, not {type(action).__name__}: {action!r}")
        self.steps += 1
        observation = self._talk(action) if isinstance(action, str) else self._call(action)
        if not self.end and self.steps >= self._max_steps:
            self.end = STEP_LIMIT
        return self._finish(observation)

    def render(self) -> str | None:
        """The conversation so far in the `ansi` mode; `human` prints while it runs."""
        if self.render_mode is None:
            gym.logger.warn("render() needs a render mode: gym.make(..., render_mode='ansi')")
            return None
        return conversation(self.events) if self.render_mode == "ansi" else None

    # Branching

    def save(self) -> Snapshot:
        """The episode as it is now, for tree search, best-of-n and branching rollouts.

        Costs what the episode has changed, never what the world holds. The wrappers of crm_gym have a `save` and
        `restore` too, with what they remember: over wrappers, call `env.get_wrapper_attr("save")()`.
        """
        return Snapshot(
            task=self.task,
            world=self.world.fork(),
            user=self._user.copy(),
            events=tuple(self.events),
            verdicts=self.verdicts,
            end=self.end,
            simulator_error=self.simulator_error,
            node=self._node,
            steps=self.steps,
            user_turns=self._user_turns,
            observation=self.last_observation,
        )

    def restore(self, snapshot: Snapshot) -> Observation:
        """Goes on from a snapshot of this or another env of the business; returns the observation of that moment.

        Like `reset`, it shows what this env's `exposure` allows: a snapshot of an env that shows everything goes on at
        the router. An env that `gym.make` has just made wants one `reset` before. Raises ValueError for a snapshot of
        another business.
        """
        if snapshot.task.domain != self._domain_name:
            raise ValueError(f"a snapshot of {snapshot.task.domain} cannot go on in an env of {self._domain_name}")
        self._task = snapshot.task
        self._clock = _clock_of(snapshot.world.now)
        self.world = snapshot.world.fork()
        self._user = snapshot.user.copy()
        self.events, self.verdicts = list(snapshot.events), snapshot.verdicts
        self.end, self.simulator_error = snapshot.end, snapshot.simulator_error
        self._node = (snapshot.node or ROUTER) if self._routed else ""
        self.steps, self._user_turns = snapshot.steps, snapshot.user_turns
        return self._observe(snapshot.observation["role"], snapshot.observation["content"])

    # Acting

    def _talk(self, action: str) -> Observation:
        message = clean_text(action)
        self._record(AgentSays(text=message.value))
        spoken: list[Spoken] = [event for event in self.events if isinstance(event, (AgentSays, UserSays))]
        try:
            turn = self._user.reply(spoken)
        except LLMError as error:
            self.end, self.simulator_error = SIMULATOR_DOWN, error
            return self._observe("user", "")
        observation = self._hear(turn)
        if message.note:
            note = f"[Your message was changed before it was sent: {message.note}.]"
            return self._observe("user", f"{observation['content']}\n\n{note}")
        return observation

    def _hear(self, turn: UserTurn) -> Observation:
        self._record(UserSays(text=turn.text))
        self._user_turns += 1
        self._node = ROUTER if self._routed else ""
        self.end = turn.end
        if not self.end and self._user_turns >= self._max_user_turns:
            self.end = TURN_LIMIT
        return self._observe("user", turn.text)

    def _call(self, action: Mapping[Any, Any]) -> Observation:
        name, arguments = action.get("name"), action.get("arguments")
        if isinstance(name, str) and isinstance(arguments, dict) and len(action) == 2:
            if self._routed and name.removeprefix(ROUTE) in self.domain.graph and name.startswith(ROUTE):
                return self._route(name.removeprefix(ROUTE), arguments)
            use = self.domain.toolbox.run(self.world, name, arguments, exposed=self._exposure.tools)
        else:
            use = _malformed(action)
        self._record(use)
        tool = self.domain.toolbox.tools.get(use.name)
        if tool is not None and tool.hands_over and use.status == "ok":
            self.end = HANDED_OVER
        return self._observe("tool", use.result)

    def _route(self, node: str, arguments: Mapping[Any, Any]) -> Observation:
        """Goes on to another node, if a way leads there from here."""
        if arguments:
            message = f"{ROUTE}{node} takes no arguments"
            routed = Routed(node=node, status="invalid", result=json.dumps(failure("INVALID_ARGUMENT", message)))
        elif node in self.domain.graph[self._node].edges:
            self._node = node
            routed = Routed(node=node, status="ok", result=json.dumps({"ok": True, "data": {"node": node}}))
        else:
            message = f"no way leads from {self._node} to {node}"
            routed = Routed(node=node, status="not_exposed", result=json.dumps(failure("TOOL_NOT_EXPOSED", message)))
        self._record(routed)
        return self._observe("tool", routed.result)

    @property
    def _exposure(self) -> Exposure:
        return self.domain.exposures[self._node] if self._routed else self.domain.everything

    def _record(self, event: Event) -> None:
        self.events.append(event)
        if self.render_mode == "human":
            print(line(event), flush=True)

    # Observing

    def _observe(self, role: str, content: str) -> Observation:
        exposure = self._exposure
        self._observation = {
            "role": role,
            "content": content,
            "instructions": self._clock + exposure.instructions,
            "tools": exposure.tools_json,
        }
        return self.last_observation

    def _info(self) -> dict[str, Any]:
        return {"task_id": self.task.id}

    def _finish(self, observation: Observation) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info = self._info()
        if not self.end:
            return observation, 0.0, False, False, info
        if self.end == SIMULATOR_DOWN:
            return observation, 0.0, False, True, {**info, "end": self.end}
        run = Run(self.events, self.world, self.domain.lexicon)
        self.verdicts = judge(self.task.contract, run, rule_judge)
        info |= {"success": self.success, "end": self.end, "checks": self.scores, "report": _report(self.verdicts)}
        return observation, float(self.success), True, False, info

    def _make_user(self, task: Task, seed: int) -> User:
        if self._client is None:
            return ScriptedUser(task.persona, self.domain.lexicon, seed=seed, task=task.id)
        return LLMUser(task.persona, self._client, seed=seed, task=task.id)

    # Choosing the task

    def _choose(self, options: Mapping[str, Any], pick: int) -> Task:
        unknown = options.keys() - {"task_id", "task_seed"}
        if unknown:
            raise ValueError(f"unknown reset option {min(unknown)!r}; known: 'task_id', 'task_seed'")
        if "task_id" in options:
            if self._training:
                raise ValueError("`task_id` names a released task: leave out split='train', or give a `task_seed`")
            return self._named(options["task_id"])
        if self._training:
            return self._training.draw(int(options.get("task_seed", pick)))
        if "task_seed" in options:
            raise ValueError("`task_seed` names a training task: gym.make(..., split='train')")
        return load_task(self._tasks[pick % len(self._tasks)])

    def _named(self, id: str) -> Task:
        if id not in self._tasks:
            raise UnknownTask(f"this env has no task {id!r}{suggest(str(id), self._tasks)}")
        return load_task(id)


@cache
def shared_env(domain: str, exposure: str = "all") -> CRMEnv:
    """One env per domain and process, for playing many tasks: a start leaves nothing of the episode before."""
    return CRMEnv(domain=domain, exposure=exposure)


def _malformed(action: Mapping[Any, Any]) -> ToolUse:
    """A dict that is no tool call: an attempt with its answer."""
    message = 'a tool call is {"name": <text>, "arguments": <object>}'
    name = action.get("name")
    return ToolUse(
        name=clean_text(name).value[:200] if isinstance(name, str) else "",
        arguments=clean_arguments(dict(action)).value,
        status="invalid",
        result=json.dumps(failure("INVALID_ARGUMENT", message)),
    )


def _report(verdicts: tuple[Verdict, ...]) -> str:
    return json.dumps([v.model_dump(exclude={"evidence"}) for v in verdicts], ensure_ascii=False)


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = "January February March April May June July August September October November December".split()


@lru_cache(maxsize=1024)
def _clock_of(now: datetime) -> str:
    """The date and time as the agent reads them, in English whatever the locale."""
    return f"It is {_DAYS[now.weekday()]} {now.day} {_MONTHS[now.month - 1]} {now.year}, {now:%H:%M}.\n\n"


def _whole(name: str, value: Any, least: int, most: float = inf) -> int:
    number = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None
    if number is None or not least <= number <= most:
        bounds = f"of at least {least}" if most == inf else f"from {least} to {most}"
        raise ValueError(f"{name} is a whole number {bounds}, not {value!r}")
    return number


def _one_of(name: str, value: str, known: Any) -> str:
    if value not in known:
        raise ValueError(f"unknown {name} {value!r}{suggest(value, known)}; known: {', '.join(known)}")
    return value
