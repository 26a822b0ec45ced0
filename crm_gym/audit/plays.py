"""Playing a task: through the env with its customer, or step by step straight over a world."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from crm_gym.baselines import POLICIES, Briefing, Policy
from crm_gym.contract import Run, Verdict, judge
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import HANDED_OVER, CRMEnv, shared_env
from crm_gym.judges import rule_judge
from crm_gym.tasks.spec import Act, Task
from crm_gym.tasks.store import given_rows
from crm_gym.types import AgentSays, Call, Event, Say, ToolUse, UserSays
from crm_gym.users import SATISFIED
from crm_gym.world import World

LAZY = ("noop", "refuse", "transfer", "talk")
"""Policies that must earn nothing on any task."""

# Through the env


def play(task: Task, policy: str, seed: int, trial: int = 0) -> CRMEnv:
    """The env after an episode of a shipped policy on a task that need not be released."""
    return play_policy(task, POLICIES[policy](Briefing(task.solution, load_domain(task.domain).hand_over, trial)), seed)


def play_policy(task: Task, player: Policy, seed: int) -> CRMEnv:
    """The env after an episode of any policy; it is shared, so read it before the next play."""
    env = shared_env(task.domain)
    observation = env.start(task, seed)
    while not env.end:
        observation = env.step(player.act(observation))[0]
    return env


def replay(task: Task, policy: str, seed: int) -> list[str]:
    """Why a solution does not earn the reward, or does so with calls that the business refused."""
    env = play(task, policy, seed)
    wrong = [f"{v.id} {v.outcome}: {v.why}" for v in env.verdicts if v.outcome != "holds"]
    if env.end not in (SATISFIED, HANDED_OVER):
        wrong.append(f"the episode ended with {env.end!r}")
    wrong += _refusals(task, [event for event in env.events if isinstance(event, ToolUse)])
    return wrong


def _refusals(task: Task, uses: Sequence[ToolUse]) -> Iterable[str]:
    acts = [step for step in task.solution if isinstance(step, Act)]
    for act, use in zip(acts, uses, strict=False):
        if use.status != act.expect:
            yield f"{act.name} was {use.status}, expected {act.expect}: {use.result}"


def lazy_successes(task: Task) -> Iterator[str]:
    """The lazy policies that earn the reward, each with all its wordings and reasons."""
    for policy in LAZY:
        trials = len(load_domain(task.domain).hand_over) if policy == "transfer" else 1
        if any(play(task, policy, 0, trial).success for trial in range(trials)):
            yield policy


# Straight over a world


class Tamper(NamedTuple):
    """Writes that no tool makes: what a faulty tool, or somebody else, might do."""

    writes: tuple[Callable[[World], object], ...]


Move = Event | Call | Tamper
"""What happens next: a recorded event (a call is made again), another call, or a write past the tools."""


class Stage:
    """A task with its solution as it was played, and the way to play it otherwise."""

    def __init__(self, task: Task, events: Sequence[Event]) -> None:
        self.task = task
        self.domain = load_domain(task.domain)
        self.base: tuple[Event, ...] = tuple(events)
        self._worlds = [World(self.domain.rows, given_rows(task), task.now or self.domain.now)]
        for event in self.base:
            world = self._worlds[-1].fork()
            _happen(self, world, [], event)
            self._worlds.append(world)
        self.run = Run(self.base, self._worlds[-1], self.domain.lexicon)
        self.verdicts = self.judge(self.run)
        self.wrote = frozenset(number for number, _ in self.run.writes)
        """The events that wrote business records."""

    @property
    def last_call(self) -> int:
        """The number of the last call."""
        return max((number for number, _ in self.run.uses), default=0)

    def before(self, number: int) -> World:
        """The world as it was before an event, to try things on."""
        return self._worlds[number].fork()

    def perform(self, moves: Sequence[Move]) -> Run:
        """What the moves lead to; the customer says what they said when the solution was played."""
        same = _shared(self.base, moves)
        world, events = self.before(same), list(self.base[:same])
        for move in moves[same:]:
            _happen(self, world, events, move)
        return Run(events, world, self.domain.lexicon)

    def judge(self, run: Run) -> tuple[Verdict, ...]:
        """One verdict per check."""
        return judge(self.task.contract, run, rule_judge)

    def broken(self, run: Run) -> list[Verdict]:
        """The verdicts of the checks that do not hold."""
        return [verdict for verdict in self.judge(run) if verdict.outcome != "holds"]

    def edited(self, start: int, stop: int, *moves: Move) -> list[Move]:
        """The solution with other moves in the place of some."""
        return [*self.base[:start], *moves, *self.base[stop:]]


def _shared(base: Sequence[Event], moves: Sequence[Move]) -> int:
    """How many moves at the beginning are the recorded events."""
    pairs = zip(base, moves, strict=False)
    return next((n for n, (event, move) in enumerate(pairs) if event is not move), min(len(base), len(moves)))


def _happen(stage: Stage, world: World, events: list[Event], move: Move) -> None:
    match move:
        case AgentSays() | UserSays():
            events.append(move)
        case ToolUse() | Call():
            events.append(stage.domain.toolbox.run(world, move.name, move.arguments))
        case Tamper():
            _tamper(world, events, move)


def _tamper(world: World, events: list[Event], tamper: Tamper) -> None:
    """The writes count for the call before them, so that no check sees a call that was not made."""
    place = max(number for number, event in enumerate(events) if isinstance(event, ToolUse))
    before = len(world.journal)
    for write in tamper.writes:
        write(world)
    use = events[place]
    assert isinstance(use, ToolUse)
    events[place] = use.model_copy(update={"wrote": use.wrote + len(world.journal) - before})


def steps_of(moves: Iterable[Move]) -> list[Say | Call]:
    """What the agent does in some moves, to be played through the env."""
    steps: list[Say | Call] = []
    for move in moves:
        match move:
            case AgentSays():
                steps.append(Say(text=move.text))
            case ToolUse() | Call():
                steps.append(Call(name=move.name, arguments=move.arguments))
    return steps
