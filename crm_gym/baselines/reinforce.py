"""A policy-gradient learner in numpy: from terminal rewards alone to a policy that serves customers.

A bilinear scorer gives each candidate of `wrappers.CandidateActions` a logit; the policy is their softmax.

- REINFORCE with groups: each task is played several times from the same start, and an episode's advantage is its reward
  minus the mean of the others in its group (leave one out), as in RLOO and GRPO. There is no critic.
- Self-imitation: episodes that succeeded are kept and imitated, most while success is rare.
- Curriculum: easy tasks with short episodes first, then harder and longer ones.

Nothing but observations, action masks and rewards is used.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from crm_gym.baselines.base import Action, Observation
from crm_gym.wrappers.candidates import Dialogue, observed
from crm_gym.wrappers.candidates.features import PRIOR

Floats = npt.NDArray[np.float32]
MakeEnv = Callable[[tuple[str, ...]], Any]
"""Makes an env of `CandidateActions` for a stage's difficulties; must be picklable when there are several workers."""


class Stage(NamedTuple):
    """A part of the curriculum: which tasks, and how many choices an episode may take."""

    difficulty: tuple[str, ...]
    length: int
    until: float
    """The rate of success at which the next stage begins."""
    share: float
    """The share of all steps after which it begins at the latest."""


CURRICULUM = (
    Stage(("easy",), length=40, until=0.6, share=0.3),
    Stage(("easy", "medium"), length=60, until=0.6, share=0.55),
    Stage(("easy", "medium", "hard"), length=80, until=1.1, share=1.1),
)


class Settings(NamedTuple):
    """What a run is made of."""

    groups: int = 12
    """Tasks of one update."""
    members: int = 4
    """Episodes of one task, from the same start."""
    rate: float = 0.1
    """Step size of Adagrad."""
    entropy: float = 0.002
    """Weight of the entropy bonus; entropy is taken relative to the prior, so that exploring goes back to it."""
    imitation: float = 1.0
    """Weight of successful episodes that are imitated, times the share of failures."""
    imitated: int = 96
    """Successful episodes imitated in one update."""
    memory: int = 1500
    """Successful episodes remembered."""
    curriculum: tuple[Stage, ...] = CURRICULUM


class Step(NamedTuple):
    """One choice: what was known, what there was to choose from, and what was chosen."""

    at: npt.NDArray[np.int32]
    """Places of the context's features that are not zero."""
    prior: Floats
    bits: npt.NDArray[np.uint8]
    """The candidates' features, packed."""
    chosen: int


class Played(NamedTuple):
    """One episode."""

    steps: tuple[Step, ...]
    reward: float


class Scorer:
    """logit = prior + candidate features x weights x context."""

    def __init__(self, context: int, width: int) -> None:
        self.weights = np.zeros((context, width), np.float32)
        self.squares = np.full((context, width), _DAMPING, np.float32)
        """Sums of squared gradients, for Adagrad."""

    def logits(self, at: npt.NDArray[np.int32], prior: Floats, candidates: Floats) -> Floats:
        """The logit of each candidate; `at` are the places of the context's features that hold."""
        logits: Floats = prior + candidates @ (self.weights[at].sum(0) / np.float32(len(at) ** 0.5))
        return logits

    def ascend(self, gradient: Floats, rate: float) -> None:
        """One step of Adagrad."""
        self.squares += gradient * gradient
        self.weights += rate * gradient / np.sqrt(self.squares)


_DAMPING = 1e-3
"""Keeps Adagrad from blowing up the first small gradients: without it, noise would wipe out the prior at once."""


def softmax(logits: Floats) -> Floats:
    """Probabilities of logits."""
    powers = np.exp(logits - logits.max())
    probabilities: Floats = powers / powers.sum()
    return probabilities


def play(env: Any, scorer: Scorer, start: "Start", length: int, *, greedy: bool = False) -> Played:
    """Plays one episode, at most so many choices of it."""
    rng = np.random.default_rng(start.draws)
    observation, _ = env.reset(seed=start.seed, options={"task_seed": start.task})
    steps: list[Step] = []
    reward, ended = 0.0, False
    while not ended and len(steps) < length:
        step = _choice(scorer, observation, rng, greedy=greedy)
        steps.append(step)
        observation, reward, terminated, truncated, _ = env.step(step.chosen)
        ended = terminated or truncated
    return Played(tuple(steps), float(reward) if ended else 0.0)


class Start(NamedTuple):
    """Where an episode starts: task, customer, and the policy's own chance."""

    task: int
    seed: int
    draws: tuple[int, ...]


def _choice(scorer: Scorer, observation: Mapping[str, Any], rng: np.random.Generator, *, greedy: bool) -> Step:
    count = int(observation["action_mask"].sum())
    at = np.flatnonzero(observation["features"]).astype(np.int32)
    candidates = observation["candidate_features"][:count].copy()
    prior = candidates[:, PRIOR].copy()
    candidates[:, PRIOR] = 0.0
    logits = scorer.logits(at, prior, candidates)
    chosen = int(logits.argmax()) if greedy else int((logits + rng.gumbel(size=count)).argmax())
    return Step(at, prior, np.packbits(candidates > 0, axis=1), chosen)


# Learning


def gradient(scorer: Scorer, episodes: Sequence[Played], weights: Sequence[float], entropy: float) -> Floats:
    """The gradient of the weighted log-likelihood of the choices and of the entropy, per episode."""
    total = np.zeros_like(scorer.weights)
    for episode, weight in zip(episodes, weights, strict=True):
        if weight or entropy:
            for step in episode.steps:
                total[step.at] += _pull(scorer, step, weight, entropy)
    total /= max(len(episodes), 1)
    return total


def _pull(scorer: Scorer, step: Step, weight: float, entropy: float) -> Floats:
    """What one choice adds to the gradient of each of its context's features."""
    candidates = np.unpackbits(step.bits, axis=1, count=scorer.weights.shape[1]).astype(np.float32)
    logits = scorer.logits(step.at, step.prior, candidates)
    chances = softmax(logits)
    learnt = logits - step.prior
    pull = -weight * chances - entropy * chances * (learnt - (chances * learnt).sum())
    pull[step.chosen] += weight
    row: Floats = pull @ candidates / np.float32(len(step.at) ** 0.5)
    return row


class Progress(NamedTuple):
    """Where a run stands after an update."""

    update: int
    episodes: int
    choices: int
    stage: int
    success: float
    """The rate over the last updates of this stage."""
    remembered: int


class Learner:
    """A run that can be saved and gone on with; the same settings and seed give the same weights."""

    def __init__(self, make_env: MakeEnv, *, settings: Settings | None = None, seed: int = 0, workers: int = 1) -> None:
        self.settings = settings or Settings()
        self.seed = seed
        self.workers = workers
        self._make_env = make_env
        spaces = _env(make_env, self.settings.curriculum[0].difficulty).observation_space
        self.scorer = Scorer(spaces["features"].shape[0], spaces["candidate_features"].shape[1])
        self.progress = Progress(0, 0, 0, 0, 0.0, 0)
        self._good: deque[Played] = deque(maxlen=self.settings.memory)
        self._recent: deque[float] = deque(maxlen=_RECENT)

    def train(self, choices: int) -> Iterator[Progress]:
        """Learns until so many choices have been made in all; yields after each update."""
        with ExitStack() as stack:
            spread = map
            if self.workers > 1:
                pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
                spread = stack.enter_context(pool).map  # type: ignore[assignment] # the same call
            while self.progress.choices < choices:
                yield self._update(spread, choices)

    def _update(self, spread: Callable[..., Any], choices: int) -> Progress:
        stage = self.settings.curriculum[self.progress.stage]
        groups = list(spread(play_group, *self._jobs(stage)))
        played = [episode for group in groups for episode in group]
        advantages = [value for group in groups for value in leave_one_out([e.reward for e in group])]
        step = gradient(self.scorer, played, advantages, self.settings.entropy)
        self._good.extend(episode for episode in played if episode.reward > 0)
        success = float(np.mean([episode.reward for episode in played]))
        step += self._imitation(1.0 - success)
        self.scorer.ascend(step, self.settings.rate)
        return self._count(played, success, choices)

    def _jobs(self, stage: Stage) -> tuple[Any, ...]:
        """The arguments of `play_group` for each group of an update."""
        rng = np.random.default_rng((self.seed, self.progress.update))
        starts = rng.integers(2**31, size=(self.settings.groups, 2)).tolist()
        key = (self.seed, self.progress.update)
        groups = [
            [Start(task, seed, (*key, number, member)) for member in range(self.settings.members)]
            for number, (task, seed) in enumerate(starts)
        ]
        return repeat(self._make_env), repeat(self.scorer), repeat(stage), groups

    def _imitation(self, failures: float) -> Floats:
        """The pull towards remembered successes."""
        weight = self.settings.imitation * failures
        if not self._good or not weight:
            return np.zeros_like(self.scorer.weights)
        rng = np.random.default_rng((self.seed, self.progress.update, 1))
        count = min(self.settings.imitated, len(self._good))
        picked = [self._good[int(at)] for at in rng.choice(len(self._good), count, replace=False)]
        return gradient(self.scorer, picked, [weight] * count, 0.0)

    def _count(self, played: Sequence[Played], success: float, choices: int) -> Progress:
        self._recent.append(success)
        before, stage = self.progress, self.settings.curriculum[self.progress.stage]
        made = before.choices + sum(len(episode.steps) for episode in played)
        rate = float(np.mean(self._recent))
        full = len(self._recent) == _RECENT
        last = before.stage + 1 == len(self.settings.curriculum)
        onward = not last and ((full and rate >= stage.until) or made >= stage.share * choices)
        if onward:
            self._recent.clear()
        self.progress = Progress(
            before.update + 1,
            before.episodes + len(played),
            made,
            before.stage + onward,
            rate,
            len(self._good),
        )
        return self.progress

    def save(self, path: Path) -> None:
        """Writes weights and progress; remembered episodes are not kept."""
        recent = np.array(self._recent)
        np.savez_compressed(
            path,
            weights=self.scorer.weights,
            squares=self.scorer.squares,
            progress=np.array(self.progress),
            recent=recent,
            seed=self.seed,
        )

    def load(self, path: Path) -> None:
        """Goes on from what `save` wrote."""
        with np.load(path) as saved:
            self.scorer.weights, self.scorer.squares = saved["weights"], saved["squares"]
            numbers = saved["progress"].tolist()
            update, episodes, made, stage = map(int, numbers[:4])
            self.progress = Progress(update, episodes, made, stage, float(numbers[4]), 0)
            self._recent.extend(saved["recent"].tolist())
            self.seed = int(saved["seed"])


_RECENT = 20
"""Updates over which the rate of success is taken."""


def play_group(make_env: MakeEnv, scorer: Scorer, stage: Stage, starts: Sequence[Start]) -> list[Played]:
    """Plays one task several times from the same start."""
    env = _env(make_env, stage.difficulty)
    return [play(env, scorer, start, stage.length) for start in starts]


@cache
def _env(make_env: MakeEnv, difficulty: tuple[str, ...]) -> Any:
    return make_env(difficulty)


def leave_one_out(rewards: Sequence[float]) -> list[float]:
    """Each reward minus the mean of the others."""
    others = max(len(rewards) - 1, 1)
    total = sum(rewards)
    return [reward - (total - reward) / others for reward in rewards]


# Playing


class Learned:
    """What was learnt, as a policy on the text env: it sees observations and nothing else."""

    def __init__(self, path: Path | str, *, greedy: bool = True, untrained: bool = False) -> None:
        """The policy of a checkpoint; `untrained` is the one that learning began with, which chooses by chance."""
        with np.load(path) as saved:
            weights = saved["weights"]
        self._scorer = Scorer(*weights.shape)
        self._scorer.weights = np.zeros_like(weights) if untrained else weights
        self._greedy = greedy and not untrained
        self._dialogue: Dialogue | None = None
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Forgets the last episode."""
        self._dialogue = None
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation) -> Action:
        """The next message or tool call."""
        if self._dialogue is None:
            self._dialogue = Dialogue(observation)
        else:
            self._dialogue.observe(observation)
        context, width = self._scorer.weights.shape
        action = None
        while action is None:
            seen = observed(self._dialogue, context=context, width=width)
            action = self._dialogue.choose(_choice(self._scorer, seen, self._rng, greedy=self._greedy).chosen)
        return action
