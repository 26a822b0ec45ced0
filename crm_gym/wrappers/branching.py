"""Saving and restoring an episode through wrappers."""

from typing import Any, NamedTuple

import gymnasium as gym


class WrapperSnapshot(NamedTuple):
    """An episode at one moment, with what a wrapper remembers of it. It can be pickled."""

    inner: Any
    """What the env beneath has saved."""
    memory: Any


class Branching(gym.Wrapper[Any, Any, Any, Any]):
    """A wrapper that can save and restore the episode with what it remembers itself, over any others that can."""

    def save(self) -> WrapperSnapshot:
        """The episode as it is now, with what is remembered of it."""
        return WrapperSnapshot(self.env.get_wrapper_attr("save")(), self._memory())

    def restore(self, snapshot: WrapperSnapshot) -> Any:
        """Goes on from a moment that was saved; returns its observation."""
        observation = self.env.get_wrapper_attr("restore")(snapshot.inner)
        self._remember(snapshot.memory)
        return self._seen(observation)

    def _memory(self) -> Any:
        """What to save: a value of its own, which playing on does not change."""
        return None

    def _remember(self, memory: Any) -> None:
        """Takes up what was saved; the episode is already that of the moment."""

    def _seen(self, observation: Any) -> Any:
        """An observation from beneath as this wrapper shows it."""
        return observation
