"""A denser reward for learners that see no success at all yet."""

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from crm_gym.wrappers.branching import Branching


class PartialCredit(Branching, RecordConstructorArgs):
    """At the end of a failed episode, a part of the reward for the checks that hold.

    The last reward of a failure becomes `weight` times the mean over the declared check families of the share that
    holds; a success stays 1.0, and `info["success"]` stays what it is. Episodes without a verdict stay 0.0.

    **Use it to get a learner off the ground, never to report a result.** Most contracts have checks that hold for an
    agent that does nothing ("nothing else changed", "never called"), so that doing nothing, or refusing at once, earns
    a good part of the credit, and a learner may settle there. Train the last part of a run on the strict reward, and
    compare policies by `info["success"]` alone. No registered env uses this wrapper.

    ```python
    import crm_gym
    import gymnasium as gym
    from crm_gym.wrappers import PartialCredit

    env = PartialCredit(gym.make("CRMPayments-v0", max_user_turns=2), weight=0.5)
    env.reset(seed=7)
    _, reward, *_, info = env.step("Hello.")
    assert 0.0 < reward <= 0.5
    assert not info["success"]
    ```
    """

    def __init__(self, env: gym.Env[Any, Any], *, weight: float = 0.5) -> None:
        RecordConstructorArgs.__init__(self, weight=weight)
        super().__init__(env)
        if not 0.0 <= weight < 1.0:
            raise ValueError(f"the weight of a failure's checks must be at least 0 and below 1: {weight}")
        self._weight = weight

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Acts; a failure's last reward is its partial credit."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if terminated and not info["success"]:
            shares = info["checks"].values()
            reward = self._weight * sum(shares) / len(shares)
        return observation, float(reward), terminated, truncated, info
