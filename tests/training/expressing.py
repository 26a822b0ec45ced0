"""Whether a released task can be passed by choosing candidates: a search that follows the task's solution.

`python -m tests.training.expressing payments` prints of how many tasks all calls of the solution are among the
candidates, for which of them no passing play was found, and the shares; and keeps the plays, which a test plays again.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import gymnasium as gym

from crm_gym import text
from crm_gym.domains.base import load_domain
from crm_gym.registration import PLAYS, task_ids
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.types import Call, Say
from crm_gym.wrappers import CandidateActions
from crm_gym.wrappers.candidates import Dialogue, wording
from crm_gym.wrappers.candidates.grounding import options
from crm_gym.wrappers.candidates.moves import Call as MadeCall
from crm_gym.wrappers.candidates.moves import Message, Move
from crm_gym.wrappers.candidates.schemas import tools_of
from tests.training.repairing import repaired

_KEYS = re.compile(r"\b(?:[A-Z]{3}-)?\d{4,}\b|\S+@\S+\w")
MOST_DEPARTURES = 7
MOST_FAREWELLS = 4
"""Messages after the solution's last."""
FEW_STEPS, MOST_STEPS = 200, 1500
"""Choices that the search may cost before and after repairs are tried."""


class Way(NamedTuple):
    """Choices that fill in a call, and whether they make it as well."""

    names: tuple[str, ...]
    made: bool


class Search:
    """Depth first over a few messages for each message of the solution, with its calls as they are."""

    def __init__(self, task: Task, seed: int = 0) -> None:
        self.env: Any = CandidateActions(gym.make(f"crm/{task.id}-v0"))
        self.task = task
        self.lexicon = load_domain(task.domain).lexicon
        self.seed = seed
        self.left = 0
        self.path: list[str] = []
        self.deepest: tuple[int, list[str]] = (0, [])
        """How far a play came along the solution, and the play."""
        self.why = ""

    def run(self) -> bool:
        """Whether a play with reward 1 was found; `path` is its choices by name, `why` what the best one breaks."""
        return self._searched(FEW_STEPS) or self._repaired() or self._searched(MOST_STEPS)

    def _searched(self, steps: int) -> bool:
        """First the likeliest candidates alone are tried, then plays that depart from them once, twice, and so on."""
        self.left, self.path = steps, []
        self.env.reset(seed=self.seed)
        return any(self._from(0, departures) for departures in range(MOST_DEPARTURES))

    def _repaired(self) -> bool:
        plays = [repaired(self.env, self.task, path) for path in (self._followed(), self.deepest[1])]
        best = min(plays, key=lambda play: (-play.reward, len(play.broken)))
        self.path = list(best.path)
        self.why = "; ".join(self.task.contract[n].sentence for n in sorted(best.broken))
        return best.reward == 1.0

    def _followed(self) -> list[str]:
        """The solution with the likeliest candidate for each step, and without the steps for which there is none."""
        self.env.reset(seed=self.seed)
        self.path, self.left = [], MOST_STEPS
        for at, step in enumerate(self.task.solution):
            ways = self._calls(step) if isinstance(step, Call) else self._sayings(step, self._later(at))
            way = next(ways, None)
            if way is None and isinstance(step, Call) and self._asked(step):
                way = next(self._calls(step), None)
            if way and self._take(way)[0]:
                break
        return list(self.path)

    def _later(self, at: int) -> list[Call]:
        return [step for step in self.task.solution[at + 1 :] if isinstance(step, Call)]

    def _from(self, at: int, departures: int) -> bool:
        if at > self.deepest[0]:
            self.deepest = (at, list(self.path))
        if self.left <= 0 or at > len(self.task.solution) + MOST_FAREWELLS:
            return False
        for rank, names in enumerate(self._ways(at)):
            cost = min(rank, 2)
            if cost > departures:
                return False
            saved, length = self.env.save(), len(self.path)
            ended, reward = self._take(names)
            if ended and reward == 1.0:
                return True
            if not ended and self._from(at + 1, departures - cost):
                return True
            self.env.restore(saved)
            del self.path[length:]
        return False

    def _take(self, names: Sequence[str]) -> tuple[bool, float]:
        for name in names:
            moves = [move.name for move in self._moves()]
            if name not in moves:
                return True, 0.0
            self.left -= 1
            self.path.append(name)
            _, reward, ended, *_ = self.env.step(moves.index(name))
            if ended:
                return True, float(reward)
        return False, 0.0

    def _ways(self, at: int) -> Iterator[Sequence[str]]:
        """Sequences of candidates that may stand for the solution's step."""
        steps = self.task.solution
        if at >= len(steps):
            yield from ([m.name] for m in self._messages() if m.group in ("report", "refuse") or m.name == "close")
            return
        step = steps[at]
        if isinstance(step, Call):
            yield from self._calls(step)
            if wording.looks(step.name):
                yield []
            return
        yield from self._sayings(step, self._later(at))
        yield []

    def _calls(self, call: Call) -> Iterator[Sequence[str]]:
        ready = wording.call(call.name, call.arguments, {})
        for move in self._moves():
            if move.name == f"do {ready}":
                yield [move.name]
        way = self._filled(call)
        if way.names:
            yield way.names if way.made else (*way.names, "at once")

    def _asked(self, call: Call) -> bool:
        """Whether the customer was asked for the values of a call that only looks something up."""
        slots = [slot for slot, value in call.arguments.items() if isinstance(value, str) and " " in value]
        asks = [f"ask {slot}" for slot in slots if wording.looks(call.name)]
        return bool(asks) and not self._take(asks)[0]

    def _filled(self, call: Call, said: str = "") -> "Way":
        """The choices that fill in a call, with texts that a message says instead; none when it cannot be filled in."""
        twin = self.env.dialogue.copy()
        opened = [move for move in twin.moves if move.name.startswith(f"{call.name}(")]
        starts = [move for move in opened if set(move.effect.slots) <= call.arguments.keys()]
        if not starts:
            return Way((), made=False)
        names = [starts[-1].name]
        twin.choose(twin.moves.index(starts[-1]))
        while twin.form and twin.form.slot:
            slot, moves = twin.form.slot, twin.moves
            fills = [m for m in moves if m.group == "fill"]
            own = call.arguments.get(slot)
            fits = [m for m in fills if _same(m.effect.chosen.get(slot), own)]
            if said and isinstance(own, str) and own not in said:
                fits = [m for m in fills if _stands(m.effect.chosen.get(slot), said)] or fits
            if not fits:
                return Way((), made=False)
            names.append(fits[0].name)
            twin.choose(moves.index(fits[0]))
        return Way(tuple(names), made=twin.form is None)

    def _moves(self) -> Sequence[Move]:
        """The candidates of this moment that are actions of the env."""
        moves: Sequence[Move] = self.env.dialogue.moves[: self.env.action_space.n]
        return moves

    def _messages(self) -> list[Move]:
        return [move for move in self._moves() if isinstance(move.effect, Message)]

    def _sayings(self, say: Say, later: Sequence[Call]) -> Iterator[Sequence[str]]:
        heard = text.listen(say.text, self.lexicon)
        acts = [call for call in later if not wording.looks(call.name)][:2]
        ways = [self._filled(call) for act in acts for call in _with_amounts(act, say.text)] if "?" in say.text else []
        ways += [self._filled(act, say.text) for act in acts if "?" in say.text]
        filled = dict.fromkeys(way.names for way in ways if way.names and not way.made)
        read_backs = [(*names, "read back") for names in filled]
        asked = [name for slot in heard.asks if (name := self._asking(slot))] if len(heard.asks) > 1 else []
        if heard.confirms:
            yield from ((*names, *asked) for names in read_backs[:1] if asked)
            yield from read_backs
        if asked:
            yield asked
        scored = [(self._alike(heard, say.text, move), move.name) for move in self._messages()]
        best = sorted(scored, key=lambda pair: -pair[0])
        yield from ([name] for score, name in best[:2] if score > 0)
        yield from ([extra, best[0][1]] for extra in self._beside(say.text) if extra != best[0][1])
        yield from ([name] for score, name in best[2:3] if score > 0)
        if not heard.confirms:
            yield from read_backs

    def _beside(self, said: str) -> list[str]:
        """A record and two sentences of the policy that fit a message best."""
        names = [move.name for move in self._messages() if move.group == "tell" and move.name != "close"]
        names.sort(key=lambda name: -self._shared(name, said))
        quotes = [name for name in names if name.startswith("quote")]
        return [*quotes[:2], *[name for name in names if name not in quotes][:1]]

    def _shared(self, name: str, said: str) -> float:
        """How many words and keys a candidate has in common with a message of the solution."""
        words = next(move.effect.words() for move in self._messages() if move.name == name)
        keys = set(_KEYS.findall(words)) & set(_KEYS.findall(said))
        return 3 * len(keys) + len({w for w in words.lower().split() if len(w) > 3} & set(said.lower().split()))

    def _asking(self, slot: str) -> str:
        """The candidate that asks for a slot and for little else."""
        asks = [
            (len(h.asks), m.name) for m in self._messages() if slot in (h := self._heard(m)).asks and not h.outcomes
        ]
        return min(asks)[1] if asks else ""

    def _heard(self, move: Move) -> text.Heard:
        return text.listen(move.effect.words(), self.lexicon)

    def _alike(self, wanted: text.Heard, said: str, move: Move) -> float:
        words = move.effect.words()
        heard = text.listen(words, self.lexicon)
        ours, theirs = {(o.kind, o.about) for o in heard.outcomes}, {(o.kind, o.about) for o in wanted.outcomes}
        score = 3.0 * len(ours & theirs) - len(ours - theirs)
        score += 2.0 * len(set(heard.asks) & set(wanted.asks)) - 0.5 * len(set(heard.asks) - set(wanted.asks))
        score += len(set(heard.offers) & set(wanted.offers)) - 0.2 * len(heard.offers)
        shared = {m.cents for m in text.amounts(words)} & {m.cents for m in text.amounts(said)}
        named = set(_KEYS.findall(words)) & set(_KEYS.findall(said))
        return score + len(named) + 0.3 * len(shared) + 0.1 * len(set(words.split()) & set(said.split()))


def _with_amounts(call: Call, said: str) -> list[Call]:
    """The call with each of the amounts that the solution says instead of its own."""
    sums = [money.cents / 100 for money in text.amounts(said)]
    slots = [name for name, value in call.arguments.items() if isinstance(value, float)]
    own = {call.arguments[slot] for slot in slots}
    others = [value for value in sums if value not in own] if slots else []
    return [call, *(call.model_copy(update={"arguments": {**call.arguments, slots[0]: v}}) for v in others)]


def _stands(value: Any, said: str) -> bool:
    """Whether a text with a figure or a mark in it stands in a message."""
    return isinstance(value, str) and not value.isidentifier() and value in said


def _same(ours: Any, theirs: Any) -> bool:
    """Whether a value will do for the solution's: any free text does, and any count that is not less."""
    if isinstance(ours, int) and not isinstance(ours, bool) and isinstance(theirs, int):
        return ours >= theirs
    if isinstance(ours, str) and ours.startswith("The customer says"):
        return isinstance(theirs, str)
    return bool(ours == theirs)


def ungrounded(task: Task) -> list[tuple[str, str, Any]]:
    """Arguments of the solution that are not among the candidates' values when they are needed: tool, slot, value."""
    env: Any = gym.make(f"crm/{task.id}-v0")
    observation, _ = env.reset(seed=0)
    dialogue, missing, ended = Dialogue(observation), [], False
    for step in task.solution:
        if ended:
            break
        dialogue.last_call = None
        if isinstance(step, Call):
            missing += [(step.name, slot, value) for slot, value in _lacking(dialogue, step)]
            dialogue.last_call = MadeCall(step.name, step.arguments)
        action = {"name": step.name, "arguments": dict(step.arguments)} if isinstance(step, Call) else step.text
        observation, _, ended, _, _ = env.step(action)
        dialogue.observe(observation)
    return missing


def _lacking(dialogue: Dialogue, call: Call) -> Iterator[tuple[str, Any]]:
    tools = tools_of(dialogue.observation["tools"])
    slots = tools.by_name[call.name].slots
    for slot, value in call.arguments.items():
        if not any(_same(option.value, value) for option in options(dialogue.memory, slots[slot], tools)):
            yield slot, value


def kept_plays() -> dict[str, list[str]]:
    """Candidates by name that have passed each task when the search was last run."""
    plays: dict[str, list[str]] = json.loads(PLAYS.read_text(encoding="utf-8")) if PLAYS.exists() else {}
    return plays


def passes(id: str, play: Sequence[str]) -> bool:
    """Whether a task is passed by choosing these candidates, one after the other."""
    env: Any = CandidateActions(gym.make(f"crm/{id}-v0"))
    env.reset(seed=0)
    for name in play:
        names = [move.name for move in env.dialogue.moves]
        if name not in names:
            return False
        _, reward, ended, *_ = env.step(names.index(name))
        if ended:
            return bool(reward == 1.0)
    return False


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Prints the share of the released tasks of a domain that candidates can pass."""
    domain, *named = sys.argv[1:] or ["payments"]
    ids = named or task_ids(domain)
    grounded, plays = 0, {}
    for id in ids:
        task = load_task(id)
        missing = ungrounded(task)
        grounded += not missing
        search = Search(task)
        found = search.run()
        if found:
            plays[id] = search.path
        if not found or missing or named:
            _tell(f"{id} {task.family} {task.cell} {missing} {search.path if found else search.why}")
    _tell(f"all calls are among the candidates: {grounded} of {len(ids)} ({grounded / len(ids):.1%})")
    _tell(f"a passing play was found: {len(plays)} of {len(ids)} ({len(plays) / len(ids):.1%})")
    kept = {id: play for id, play in kept_plays().items() if id not in ids}
    lines = (f"{json.dumps(id)}: {json.dumps(play)}" for id, play in sorted({**kept, **plays}.items()))
    PLAYS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
