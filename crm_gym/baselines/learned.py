"""What `baselines.reinforce` has learnt, as a policy on the text env."""

from pathlib import Path

import numpy as np

from crm_gym.baselines.base import Action, Observation
from crm_gym.baselines.reinforce import Scorer, best, choice
from crm_gym.wrappers.candidates import Dialogue, observed


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
            chosen = best(self._scorer, seen) if self._greedy else choice(self._scorer, seen, self._rng).chosen
            action = self._dialogue.choose(chosen)
        return action
