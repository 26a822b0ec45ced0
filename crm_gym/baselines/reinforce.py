"""A policy-gradient learner in numpy: from terminal rewards alone to a policy that serves customers.

A bilinear scorer gives each candidate of `wrappers.CandidateActions` a logit; the policy is their softmax.

- REINFORCE with groups: each task is played several times from the same start, and an episode's advantage is its return
  minus the mean of the others in its group (leave one out), as in RLOO and GRPO. There is no critic.
- Self-imitation: for each kind of task some successful episodes are kept and imitated. They are shortened first: the
  start is played again without some of the choices, and what still succeeds has lost what it did not need. Half of
  what is imitated are successes in tasks that had been lost before.
- Boldness: some episodes go back towards the prior; the more of them, the less succeeds. They are imitated if they
  succeed, and no gradient is taken of them. Tasks in which no episode succeeded are lost, and tried again.
- Plans: where the kind has had successes, bold episodes follow one of them in another task, as far as the same can be
  chosen there. In lost tasks they follow one of the family or of any kind, or begin like one and are bold from there,
  or are bold from the start.
- Curriculum: easy tasks with short episodes first, then harder and longer ones; kinds of task that fail are drawn more.

Nothing but observations, action masks and rewards is used.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from crm_gym.wrappers.candidates.features import PRIOR

Floats = npt.NDArray[np.float32]


class Kind(NamedTuple):
    """A kind of training task."""

    family: str
    difficulty: str


MakeEnv = Callable[[Kind], Any]
"""Makes an env of `CandidateActions` for the training tasks of a kind; must be picklable for several workers."""


class Stage(NamedTuple):
    """A part of the curriculum: which tasks, and how many choices an episode may take."""

    difficulty: tuple[str, ...]
    length: int
    until: float
    """The rate of success at which the next stage begins."""
    share: float
    """The share of all steps after which it begins at the latest."""


CURRICULUM = (
    Stage(("easy",), length=30, until=0.5, share=0.06),
    Stage(("easy", "medium"), length=40, until=0.5, share=0.15),
    Stage(("easy", "medium", "hard"), length=40, until=1.1, share=1.1),
)


class Settings(NamedTuple):
    """What a run is made of."""

    groups: int = 16
    """Tasks of one update."""
    members: int = 4
    """Episodes of one task, from the same start."""
    rate: float = 0.02
    """Step size of Adam at first."""
    halved: int = 500_000
    """After so many choices the step size is a half, after three times as many a quarter."""
    ending: float = 0.15
    """The share of all choices over which it ends in nothing, so that the last tasks count no more; 0 for never."""
    decay: float = 1e-4
    """Share of the weights that is lost in each update, so that exploring goes back to the prior."""
    discount: float = 0.99
    """What is left of a reward for each choice that it took."""
    imitation: float = 1.0
    """Weight of successful episodes that are imitated."""
    imitated: int = 96
    """Successful episodes imitated in one step."""
    passes: int = 3
    """Steps of imitation in one update."""
    memory: int = 48
    """Successful episodes remembered of each kind."""
    tries: int = 24
    """Plays spent on making a remembered episode shorter, and a sixth of them where there are some already."""
    boldest: float = 0.5
    """The share of bold episodes in tasks that were lost; in others it is that times the kind's rate of failure."""
    blind: float = 0.75
    """The share of bold episodes in kinds of task without any success."""
    kept: tuple[float, float] = (0.0, 0.5)
    """Between which shares of what was learnt are left in a bold episode."""
    again: float = 0.5
    """The share of tasks that are tried again after no episode has succeeded."""
    curriculum: tuple[Stage, ...] = CURRICULUM


class Step(NamedTuple):
    """One choice: what was known, what there was to choose from, and what was chosen."""

    at: npt.NDArray[np.int32]
    """Places of the context's features that are not zero."""
    prior: Floats
    bits: npt.NDArray[np.uint8]
    """The candidates' features, packed."""
    chosen: int


class Start(NamedTuple):
    """Where an episode starts: task, customer, and the policy's own chance."""

    task: int
    seed: int
    draws: tuple[int, ...]


class Played(NamedTuple):
    """One episode."""

    steps: tuple[Step, ...]
    reward: float
    start: Start

    @property
    def outline(self) -> tuple[int, int, list[int]]:
        """What it takes to play it again: task, customer, and the numbers that were chosen."""
        return self.start.task, self.start.seed, [step.chosen for step in self.steps]


class Scorer:
    """logit = prior + candidate features x weights x context."""

    def __init__(self, context: int, width: int) -> None:
        self.weights = np.zeros((context, width), np.float32)

    def logits(self, at: npt.NDArray[np.int32], prior: Floats, candidates: Floats) -> Floats:
        """The logit of each candidate; `at` are the places of the context's features that hold."""
        pulled = self.weights[at].sum(0) / np.float32(len(at) ** 0.5)
        logits: Floats = prior + np.einsum("ij,j->i", candidates, pulled)
        return logits


class Adam:
    """Gradient ascent with a step size of its own for each weight."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.mean = np.zeros(shape, np.float32)
        """Of the gradients, the latest ones most."""
        self.squares = np.zeros(shape, np.float32)
        """The mean of their squares."""
        self.steps = 0

    def ascend(self, weights: Floats, gradient: Floats, rate: float) -> None:
        """One step, in place."""
        self.steps += 1
        self.mean += np.float32(1 - _MOMENTUM) * (gradient - self.mean)
        self.squares += np.float32(1 - _SQUARES) * (gradient * gradient - self.squares)
        spread = np.sqrt(self.squares / np.float32(1 - _SQUARES**self.steps))
        weights += np.float32(rate) * self.mean / (spread + np.float32(_DAMPING))


_MOMENTUM, _SQUARES = 0.8, 0.98
"""What is left of the means after a step."""
_DAMPING = 1e-4
"""Keeps tiny gradients from making large steps."""


def softmax(logits: Floats) -> Floats:
    """Probabilities of logits."""
    powers = np.exp(logits - logits.max())
    probabilities: Floats = powers / powers.sum()
    return probabilities


# Playing


Plan = tuple[Step, ...]
"""Choices that have led to success, or the first of them."""


def play(env: Any, scorer: Scorer, start: Start, length: int, kept: float = 1.0, plan: Plan = ()) -> Played:
    """Plays one episode, at most so many choices of it; along a plan as far as there is the same to choose.

    When the plan is over, the logits keep only a share of what was learnt.
    """
    rng = np.random.default_rng(start.draws)
    followed = 0

    def choose(observation: Mapping[str, Any], at: int) -> Step | None:
        nonlocal followed
        if at >= length:
            return None
        step = choice(scorer, observation, rng, 1.0 if followed < len(plan) else kept)
        for number in range(followed, min(followed + _AHEAD, len(plan))):
            alike = _likeness(step, plan[number])
            if alike.max() >= _ALIKE:
                followed = number + 1
                return step._replace(chosen=int(alike.argmax()))
        return step

    return _episode(env, start, choose)


_AHEAD = 3
"""So many steps of a plan are looked at: what it did in between may not be needed."""
_ALIKE = 0.7
"""The share of features in common that makes two candidates the same step of a plan."""


def _likeness(step: Step, wanted: Step) -> Floats:
    """The share of features that each candidate has in common with the one that was chosen elsewhere."""
    one = wanted.bits[wanted.chosen]
    common = np.unpackbits(step.bits & one, axis=1).sum(1, dtype=np.float32)
    share: Floats = common / np.unpackbits(step.bits | one, axis=1).sum(1, dtype=np.float32)
    return share


def replay(env: Any, start: Start, choices: Sequence[Step]) -> Played:
    """Plays an episode with the given choices, as far as each is still there to choose."""

    def choose(observation: Mapping[str, Any], at: int) -> Step | None:
        return _again(observation, choices[at]) if at < len(choices) else None

    return _episode(env, start, choose)


def rebuild(env: Any, start: Start, chosen: Sequence[int]) -> Played:
    """Plays an episode again from its outline."""

    def choose(observation: Mapping[str, Any], at: int) -> Step | None:
        seen = _seen(observation)
        there = at < len(chosen) and chosen[at] < len(seen.prior)
        return Step(seen.at, seen.prior, _bits(seen.candidates), chosen[at]) if there else None

    return _episode(env, start, choose)


def _episode(env: Any, start: Start, choose: Callable[[Mapping[str, Any], int], Step | None]) -> Played:
    observation, _ = env.reset(seed=start.seed, options={"task_seed": start.task})
    steps: list[Step] = []
    reward, ended = 0.0, False
    while not ended and (step := choose(observation, len(steps))):
        steps.append(step)
        observation, reward, terminated, truncated, _ = env.step(step.chosen)
        ended = terminated or truncated
    return Played(tuple(steps), float(reward) if ended else 0.0, start)


def choice(scorer: Scorer, observation: Mapping[str, Any], rng: np.random.Generator, kept: float = 1.0) -> Step:
    """What a policy chooses, or a bold one, which keeps a share of what was learnt."""
    at, prior, candidates = _seen(observation)
    logits = prior + np.float32(kept) * (scorer.logits(at, prior, candidates) - prior)
    chosen = int((logits + rng.gumbel(size=len(logits))).argmax())
    return Step(at, prior, _bits(candidates), chosen)


def _bits(candidates: Floats) -> npt.NDArray[np.uint8]:
    return np.packbits(candidates > 0, axis=1)


def best(scorer: Scorer, observation: Mapping[str, Any]) -> int:
    """The likeliest choice."""
    return int(scorer.logits(*_seen(observation)).argmax())


def _again(observation: Mapping[str, Any], wanted: Step) -> Step | None:
    """The candidate with the same features as the one that was chosen elsewhere; None if there is none."""
    at, prior, candidates = _seen(observation)
    bits = _bits(candidates)
    same = np.flatnonzero((bits == wanted.bits[wanted.chosen]).all(1))
    return Step(at, prior, bits, int(same[0])) if len(same) else None


class _Seen(NamedTuple):
    """The arrays of an observation as they are used here."""

    at: npt.NDArray[np.int32]
    prior: Floats
    candidates: Floats


def _seen(observation: Mapping[str, Any]) -> _Seen:
    count = int(observation["action_mask"].sum())
    candidates = observation["candidate_features"][:count].copy()
    prior = candidates[:, PRIOR].copy()
    candidates[:, PRIOR] = 0.0
    return _Seen(np.flatnonzero(observation["features"]).astype(np.int32), prior, candidates)


def shorten(env: Any, episode: Played, tries: int) -> Played:
    """A successful episode without choices that it did not need, as far as so many plays can tell."""
    size = max(len(episode.steps) // 3, 1)
    while size:
        at = 0
        while at < len(episode.steps):
            if not tries:
                return episode
            tries -= 1
            shorter = replay(env, episode.start, (*episode.steps[:at], *episode.steps[at + size :]))
            if shorter.reward > 0:
                episode = shorter
            else:
                at += size
        size //= 2
    return episode


class Group(NamedTuple):
    """What a task played several times has shown."""

    rewards: tuple[float, ...]
    """Of its episodes, the bold ones first."""
    lengths: tuple[int, ...]
    best: Played | None
    """What is worth remembering of it."""


class Venture(NamedTuple):
    """A bold episode: what it follows, and what share of what was learnt is kept when that is over."""

    start: Start
    plan: Plan
    kept: float


class Job(NamedTuple):
    """A task to be played several times."""

    kind: Kind
    bold: tuple[Venture, ...]
    starts: tuple[Start, ...]
    length: int
    discount: float
    tries: int
    fresh: bool
    """Whether the task is played for the first time."""

    @property
    def first(self) -> Start:
        """Where one of its episodes starts."""
        return self.starts[0] if self.starts else self.bold[0].start


class Pull(NamedTuple):
    """A gradient without the rows that are zero: most contexts have few of all features."""

    rows: npt.NDArray[np.int64]
    values: Floats

    def add_to(self, total: Floats) -> None:
        """Adds it to a whole one."""
        total[self.rows] += self.values


def _pull_of(total: Floats) -> Pull:
    rows = np.flatnonzero(total.any(axis=1))
    return Pull(rows, total[rows])


def play_groups(make_env: MakeEnv, scorer: Scorer, jobs: Sequence[Job]) -> tuple[list[Group], Pull]:
    """Plays each task several times from the same start; also returns the policy gradient, summed over all episodes."""
    total = np.zeros_like(scorer.weights)
    return [_play_group(make_env, scorer, job, total) for job in jobs], _pull_of(total)


def _play_group(make_env: MakeEnv, scorer: Scorer, job: Job, total: Floats) -> Group:
    env = _env(make_env, job.kind)
    tried = [play(env, scorer, start, job.length, kept, plan) for start, plan, kept in job.bold]
    played = [play(env, scorer, start, job.length) for start in job.starts]
    returns = [episode.reward * job.discount ** len(episode.steps) for episode in played]
    add_gradient(total, scorer, played, leave_one_out(returns))
    episodes = (*tried, *played)
    rewards = tuple(episode.reward for episode in episodes)
    return Group(
        rewards,
        tuple(len(episode.steps) for episode in episodes),
        _best(env, episodes, job.tries) if min(rewards) < max(rewards) else None,
    )


def _best(env: Any, episodes: Sequence[Played], tries: int) -> Played:
    """The shortest success of a group in which not all succeeded, made shorter."""
    won = [episode for episode in episodes if episode.reward > 0]
    return shorten(env, min(won, key=lambda episode: len(episode.steps)), tries)


@cache
def _env(make_env: MakeEnv, kind: Kind) -> Any:
    return make_env(kind)


def leave_one_out(returns: Sequence[float]) -> list[float]:
    """Each return minus the mean of the others; nothing can be said of one alone."""
    others, total = len(returns) - 1, sum(returns)
    return [value - (total - value) / others if others else 0.0 for value in returns]


# Learning


def gradient(scorer: Scorer, episodes: Sequence[Played], weights: Sequence[float]) -> Pull:
    """The gradient of the weighted log-likelihood of the choices, summed over episodes."""
    total = np.zeros_like(scorer.weights)
    add_gradient(total, scorer, episodes, weights)
    return _pull_of(total)


def add_gradient(total: Floats, scorer: Scorer, episodes: Sequence[Played], weights: Sequence[float]) -> None:
    """Adds the gradient to what is there already."""
    for episode, weight in zip(episodes, weights, strict=True):
        if weight:
            for step in episode.steps:
                total[step.at] += _row(scorer, step, weight)


def _row(scorer: Scorer, step: Step, weight: float) -> Floats:
    """What one choice adds to the gradient of each of its context's features."""
    candidates = np.unpackbits(step.bits, axis=1, count=scorer.weights.shape[1]).astype(np.float32)
    pull = -weight * softmax(scorer.logits(step.at, step.prior, candidates))
    pull[step.chosen] += weight
    row: Floats = np.einsum("i,ij->j", pull, candidates) / np.float32(len(step.at) ** 0.5)
    return row


class Progress(NamedTuple):
    """Where a run stands after an update."""

    update: int
    episodes: int
    choices: int
    stage: int
    success: float
    """The mean over the stage's kinds of task of their latest rates of success."""
    remembered: int


class Record:
    """What is known of a kind of task: how its last episodes ended, and some that succeeded."""

    def __init__(self, memory: int) -> None:
        self.results: deque[float] = deque(maxlen=_RECENT)
        self.good: deque[Played] = deque(maxlen=memory)
        self.regained: deque[Played] = deque(maxlen=memory)
        """Successes in tasks in which none had succeeded at first."""
        self.lost: deque[tuple[int, int]] = deque(maxlen=_LOST)
        """Tasks and customers with which no episode has succeeded."""

    @property
    def success(self) -> float:
        """The rate over the last episodes; missing ones count as failures."""
        return sum(self.results) / _RECENT

    @property
    def remembered(self) -> int:
        """How many successes there are to follow and to imitate."""
        return len(self.good) + len(self.regained)

    def any(self, rng: np.random.Generator) -> Played:
        """One of the remembered successes; half of the time one that was hard to get."""
        hard = self.regained and (not self.good or rng.random() < 0.5)
        kept = self.regained if hard else self.good
        return kept[int(rng.integers(len(kept)))]

    @property
    def outline(self) -> dict[str, Any]:
        """All of it, with episodes as outlines."""
        good, regained = ([played.outline for played in kept] for kept in (self.good, self.regained))
        return {"results": list(self.results), "lost": list(self.lost), "good": good, "regained": regained}

    def restore(self, outline: Mapping[str, Any], env: Any) -> None:
        """Takes in an outline; an episode that succeeds no more, in another version of the env, is left out."""
        self.results.extend(outline["results"])
        self.lost.extend((task, seed) for task, seed in outline["lost"])
        for kept, outlines in ((self.good, outline["good"]), (self.regained, outline["regained"])):
            again = (rebuild(env, Start(task, seed, ()), chosen) for task, seed, chosen in outlines)
            kept.extend(played for played in again if played.reward > 0)

    def add(self, job: Job, group: Group) -> None:
        """Takes in what a group has shown; tasks that are tried again do not count for the rate of success."""
        if job.fresh:
            self.results.extend(group.rewards[len(job.bold) :])
        if group.best:
            (self.good if job.fresh else self.regained).append(group.best)
        if not any(group.rewards):
            self.lost.append((job.first.task, job.first.seed))


_CHUNK = 2
"""Groups that are handed to a worker at once: they share one copy of the weights and of the gradient."""
_RECENT = 48
"""Episodes of a kind over which its rate of success is taken."""
_LOST = 24
"""Tasks of a kind that wait to be tried again."""
_PLAYED, _IMITATED = 0.05, 0.4
"""What a mastered kind still weighs in the draw of tasks to play, and of successes to imitate."""
_UNSOLVED = 0.5
"""What a kind without any success weighs in the draw of tasks to play."""


class Learner:
    """A run that can be saved and gone on with; the same settings and seed give the same weights."""

    def __init__(
        self,
        make_env: MakeEnv,
        kinds: Sequence[Kind],
        *,
        settings: Settings | None = None,
        seed: int = 0,
        workers: int = 1,
    ) -> None:
        self.settings = settings or Settings()
        self.kinds = tuple(kinds)
        self.seed = seed
        self.workers = workers
        self._make_env = make_env
        spaces = _env(make_env, self.kinds[0]).observation_space
        self.scorer = Scorer(spaces["features"].shape[0], spaces["candidate_features"].shape[1])
        self.optimiser = Adam(self.scorer.weights.shape)
        self.records = {kind: Record(self.settings.memory) for kind in self.kinds}
        self.progress = Progress(0, 0, 0, 0, 0.0, 0)

    @property
    def stage(self) -> Stage:
        """The part of the curriculum that is on."""
        return self.settings.curriculum[self.progress.stage]

    @property
    def active(self) -> list[Kind]:
        """The kinds of task of this stage."""
        return [kind for kind in self.kinds if kind.difficulty in self.stage.difficulty]

    def train(self, choices: int) -> Iterator[Progress]:
        """Learns until so many choices have been made in all; yields after each update."""
        with ExitStack() as stack:
            spread: Callable[..., Any] = map
            if self.workers > 1:
                pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
                spread = stack.enter_context(pool).map
            while self.progress.choices < choices:
                yield self._update(spread, choices)

    def _update(self, spread: Callable[..., Any], choices: int) -> Progress:
        jobs = self._jobs()
        parts = list(spread(play_groups, repeat(self._make_env), repeat(self.scorer), _batched(jobs, _CHUNK)))
        groups: list[Group] = [group for part, _ in parts for group in part]
        for job, group in zip(jobs, groups, strict=True):
            self.records[job.kind].add(job, group)
        step = self._summed(pull for _, pull in parts) / np.float32(len(jobs) * self.settings.members)
        made, settings = self.progress.choices, self.settings
        left = 1 - made / choices
        ending = left / settings.ending if left < settings.ending else 1.0
        rate = settings.rate * ending / (1 + made / settings.halved)
        self.scorer.weights *= np.float32(1 - settings.decay)
        for number in range(settings.passes):
            pull = self._imitation(spread, number)
            self.optimiser.ascend(self.scorer.weights, pull if number else step + pull, rate)
        return self._count(groups, choices)

    def _drawn(self, kinds: Sequence[Kind], count: int, always: float, *key: int) -> list[Kind]:
        """Kinds by chance, those that fail more often than others; `always` is what a mastered kind still weighs."""
        weights = np.array([self._weight(kind) + always for kind in kinds])
        rng = np.random.default_rng((self.seed, self.progress.update, *key))
        return [kinds[int(at)] for at in rng.choice(len(kinds), count, p=weights / weights.sum())]

    def _weight(self, kind: Kind) -> float:
        """What fails teaches most, but little where nothing has ever succeeded: long episodes without a reward."""
        record = self.records[kind]
        return 1.0 - record.success if record.remembered or record.success else _UNSOLVED

    def _jobs(self) -> list[Job]:
        key = (self.seed, self.progress.update)
        settings, rng = self.settings, np.random.default_rng(key)
        jobs = []
        for number, kind in enumerate(self._drawn(self.active, settings.groups, _PLAYED, 1)):
            fresh = not self.records[kind].lost or rng.random() >= settings.again
            task, seed = rng.integers(2**31, size=2).tolist() if fresh else self.records[kind].lost.popleft()
            starts = tuple(Start(task, seed, (*key, number, member)) for member in range(settings.members))
            record = self.records[kind]
            known = record.remembered or record.success
            share = settings.boldest * (1 - record.success * fresh) if known else settings.blind
            bold = round(share * settings.members)
            tries = settings.tries if record.remembered < settings.memory // 3 else settings.tries // 6
            ventures = tuple(Venture(start, *self._plan(kind, rng, fresh=fresh)) for start in starts[:bold])
            jobs.append(Job(kind, ventures, starts[bold:], self.stage.length, settings.discount, tries, fresh))
        return jobs

    def _plan(self, kind: Kind, rng: np.random.Generator, *, fresh: bool) -> tuple[Plan, float]:
        """What a bold episode follows: a success of the kind, if there is one and the task is a fresh one.

        Else it is, with the same chance each, one of the family, one of any kind, the beginning of one of the family
        with boldness after it, or boldness alone. Also returns what is kept then.
        """
        if fresh and self.records[kind].remembered:
            return self.records[kind].any(rng).steps, 1.0
        known = [other for other in self.active if self.records[other].remembered]
        family = [other for other in known if other.family == kind.family]
        near, way = family or known, int(rng.integers(4))
        if near and way < 2:
            return self._any_of(near if way else known, rng).steps, 1.0
        steps = self._any_of(near, rng).steps if near and way == 2 else ()
        return steps[: int(rng.integers(len(steps) + 1))], float(rng.uniform(*self.settings.kept))

    def _any_of(self, kinds: Sequence[Kind], rng: np.random.Generator) -> Played:
        return self.records[kinds[int(rng.integers(len(kinds)))]].any(rng)

    def _imitation(self, spread: Callable[..., Any], number: int) -> Floats:
        """The pull towards remembered successes."""
        known = [kind for kind in self.active if self.records[kind].remembered]
        if not known:
            return np.zeros_like(self.scorer.weights)
        rng = np.random.default_rng((self.seed, self.progress.update, 2, number))
        picked, weights = [], []
        for kind in self._drawn(known, self.settings.imitated, _IMITATED, 3, number):
            picked.append(self.records[kind].any(rng))
            weights.append(self.settings.imitation / self.settings.imitated)
        batches = _batched(picked, _BATCH), _batched(weights, _BATCH)
        return self._summed(spread(gradient, repeat(self.scorer), *batches))

    def _summed(self, pulls: Iterable[Pull]) -> Floats:
        total = np.zeros_like(self.scorer.weights)
        for pull in pulls:
            pull.add_to(total)
        return total

    def _count(self, groups: Sequence[Group], choices: int) -> Progress:
        before = self.progress
        made = before.choices + sum(sum(group.lengths) for group in groups)
        success = float(np.mean([self.records[kind].success for kind in self.active]))
        last = before.stage + 1 == len(self.settings.curriculum)
        onward = not last and (success >= self.stage.until or made >= self.stage.share * choices)
        episodes = before.episodes + sum(len(group.rewards) for group in groups)
        kept = sum(record.remembered for record in self.records.values())
        self.progress = Progress(before.update + 1, episodes, made, before.stage + onward, success, kept)
        return self.progress

    def save(self, path: Path) -> None:
        """Writes weights, progress, and how to play the remembered episodes again."""
        np.savez_compressed(
            path,
            weights=self.scorer.weights,
            mean=self.optimiser.mean,
            squares=self.optimiser.squares,
            steps=self.optimiser.steps,
            progress=np.array(self.progress),
            records=json.dumps([record.outline for record in self.records.values()]),
            seed=self.seed,
        )

    def load(self, path: Path) -> None:
        """Goes on from what `save` wrote, as if it had never stopped; plays the remembered episodes again."""
        with np.load(path) as saved:
            self.scorer.weights = saved["weights"]
            self.optimiser.mean, self.optimiser.squares = saved["mean"], saved["squares"]
            self.optimiser.steps = int(saved["steps"])
            update, episodes, choices, stage, success, remembered = saved["progress"].tolist()
            counts = int(update), int(episodes), int(choices), int(stage)
            self.progress = Progress(*counts, float(success), int(remembered))
            self.seed = int(saved["seed"])
            outlines = json.loads(str(saved["records"]))
            for kind, outline in zip(self.kinds, outlines, strict=True):
                self.records[kind].restore(outline, _env(self._make_env, kind))


_BATCH = 48
"""Episodes of one piece of work."""


def _batched(items: list[Any], size: int) -> list[list[Any]]:
    return [items[at : at + size] for at in range(0, len(items), size)]
