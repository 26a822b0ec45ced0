"""Policies from outside, importable by other processes."""

import time
from collections import Counter

from crm_gym.llm import ContextExceeded, Misconfigured, Unavailable, Usage


class Hello:
    """Says hello."""

    def act(self, observation):
        return "Hello."


HELLO = Hello()
"""A policy where one expects what makes them."""


class Batch:
    """Says hello to everybody at once."""

    def act_batch(self, observations):
        return dict.fromkeys(observations, "Hello.")


class Talker(Hello):
    """Uses a model that has a price."""

    model = "gpt-5-mini"

    def __init__(self):
        self.usage = Usage()

    def act(self, observation):
        self.usage += Usage(prompt=1000, completion=100, cached=900, calls=1)
        return super().act(observation)


class Slow(Hello):
    """Takes its time."""

    def __init__(self, seconds=0.2):
        self._seconds = seconds

    def act(self, observation):
        time.sleep(self._seconds)
        return "Hello."


class Watching(Hello):
    """Notes what time it has left."""

    left = []

    def __init__(self):
        self.limit_seconds = None

    def act(self, observation):
        self.left.append(self.limit_seconds)
        return "Hello."


class Failing:
    """Has an endpoint that fails at its second action."""

    error = Unavailable("rate_limit", "slow down")

    def __init__(self):
        self._acted = False

    def act(self, observation):
        if self._acted:
            raise self.error
        self._acted = True
        return "Hello."


class Overflowing(Failing):
    """Has a model with a short memory."""

    error = ContextExceeded("context_exceeded", "too long")


class Unpaid(Failing):
    """Has a key that is refused."""

    error = Misconfigured("authentication", "the key is wrong")


class Recovering:
    """Has an endpoint that fails the first `failures` times that a seed is played."""

    failures = 1
    played = Counter()

    def reset(self, seed):
        self._seed = seed
        self.played[seed] += 1

    def act(self, observation):
        if self.played[self._seed] <= self.failures:
            raise Unavailable("outage", "HTTP 503")
        return "Hello."


class Wrong:
    """Has a bug."""

    def act(self, observation):
        return {"name": observation["no such key"]}
