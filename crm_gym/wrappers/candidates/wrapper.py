"""The wrapper: a fixed number of candidates, a mask, and their features."""

from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import RecordConstructorArgs

from crm_gym.wrappers.branching import Branching
from crm_gym.wrappers.candidates import features
from crm_gym.wrappers.candidates.blocks import Block
from crm_gym.wrappers.candidates.dialogue import Dialogue
from crm_gym.wrappers.candidates.moves import Move

Observed = dict[str, npt.NDArray[Any]]

CANDIDATES = 128
"""Candidates of one moment at most; what is over is left out."""
CONTEXT = 2048
"""Length of the features of a moment."""
WIDTH = 256
"""Length of the features of a candidate."""


class CandidateActions(Branching, RecordConstructorArgs):
    """Turns the text env into one with a few dozen numbered actions, for learners that know no language.

    The candidates are made of observations alone: tool calls whose arguments were said by the customer or shown by a
    tool (or are the difference or sum of such amounts), and messages in plain English: ask for a slot, ask which of
    several records is meant, read back a call and wait for a yes, report what was done, refuse with the tool's reason,
    quote a sentence of the policy, say how a record is or what stands in it, name the day from which something is
    possible, offer something, close. A call is filled in slot by slot: choosing a tool and each of its arguments are
    steps of their own that do not reach the env and take no turn of the customer. A call that only looks something up
    is made as soon as it is filled in; one that changes something is read back or made.

    The observation is a `Dict`:

    | key | content |
    |---|---|
    | `features` | hashed words and facts of this moment, `context` floats |
    | `action_mask` | which of the `candidates` actions there are, as 0 and 1 |
    | `candidate_features` | hashed features of each candidate, `candidates` x `width` floats |

    Column 0 of `candidate_features` is the logarithm of a chance that the candidate has before anything is learnt:
    looking up comes before asking, asking for what a tool still lacks before anything else that is said, values that
    were said last before others. It knows nothing of any business; a policy that starts from it finds its first
    successes about as often as one episode in thirty, and one that ignores it hardly ever.

    An action that the mask excludes is a message that means nothing to the customer, so that a learner without masks
    can run. `env.get_wrapper_attr("candidate_names")()` names the candidates of a moment.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import CandidateActions

    env = CandidateActions(gym.make("CRMPayments-v0"))
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    ```
    """

    def __init__(
        self, env: gym.Env[Any, Any], *, candidates: int = CANDIDATES, context: int = CONTEXT, width: int = WIDTH
    ) -> None:
        RecordConstructorArgs.__init__(self, candidates=candidates, context=context, width=width)
        super().__init__(env)
        if min(candidates, context, width) < 2:
            raise ValueError(f"candidates, context and width must be 2 or more: {candidates}, {context}, {width}")
        self._sizes = (candidates, context, width)
        self.action_space = spaces.Discrete(candidates)
        self.observation_space = spaces.Dict(
            {
                "features": spaces.Box(0.0, 1.0, (context,), np.float32),
                "action_mask": spaces.MultiBinary(candidates),
                "candidate_features": spaces.Box(-np.inf, 1.0, (candidates, width), np.float32),
            }
        )
        self._dialogue: Dialogue | None = None

    @property
    def dialogue(self) -> Dialogue:
        """What the agent remembers of the episode."""
        if self._dialogue is None:
            raise ResetNeeded("call `reset()` first")
        return self._dialogue

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions there are now, as sb3-contrib asks for it."""
        mask = np.zeros(self._sizes[0], np.bool_)
        mask[: len(self.dialogue.moves)] = True
        return mask

    def candidate_names(self) -> list[str]:
        """The candidates of this moment in words, by number."""
        return [f"{move.group}: {move.name}" for move in self._moves]

    @property
    def _moves(self) -> tuple[Move, ...]:
        return self.dialogue.moves[: self._sizes[0]]

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        observation, info = self.env.reset(**kwargs)
        self._dialogue = Dialogue(observation)
        return self._observe(), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes a candidate: fills in a slot, or acts."""
        if not self._is_number(action):
            raise gym.error.InvalidAction(f"an action is a number below {self._sizes[0]}, not {action!r}")
        count = sum(len(block.moves) for block in self.dialogue.blocks)
        act = self.dialogue.choose(int(action)) if action < count else self.dialogue.mumble()
        if act is None:
            return self._observe(), 0.0, False, False, {}
        observation, reward, terminated, truncated, info = self.env.step(act)
        self.dialogue.observe(observation)
        return self._observe(), float(reward), terminated, truncated, info

    def _is_number(self, action: Any) -> bool:
        """Whether an action is in the space; the space itself takes its time over plain numbers."""
        if isinstance(action, int | np.int64):
            return bool(0 <= action < self._sizes[0])
        return bool(self.action_space.contains(action))

    def _memory(self) -> Dialogue:
        return self.dialogue.copy()

    def _remember(self, memory: Dialogue) -> None:
        self._dialogue = memory.copy()

    def _seen(self, observation: Any) -> Observed:
        return self._observe()

    def _observe(self) -> Observed:
        return observed(self.dialogue, *self._sizes)


def observed(dialogue: Dialogue, rows: int = CANDIDATES, context: int = CONTEXT, width: int = WIDTH) -> Observed:
    """The arrays that a learner sees of a conversation."""
    blocks = dialogue.blocks
    count = sum(len(block.moves) for block in blocks)
    if count > rows:
        blocks, count = (Block(dialogue.moves[:rows]),), rows
    mask = np.zeros(rows, np.int8)
    mask[:count] = 1
    return {
        "features": features.context(dialogue, context),
        "action_mask": mask,
        "candidate_features": features.candidates(blocks, features.groups(dialogue), rows, width),
    }
