"""Plays one episode with a policy written as a conversation, and prints what was said and done."""

import re
from collections.abc import Generator
from typing import Any

import gymnasium as gym


def signs_in_and_declines() -> Generator[Any, str, None]:
    """Each `yield` acts, and gives back what the customer or the tool answers."""
    answer = yield "Hello! Which e-mail address is on your account?"
    answer = yield call("find_party", email=first(r"[\w.]+@[\w.]+\w", answer))
    party = first(r"PTY-\d{4}", answer)
    answer = yield "Thank you. And your six-digit security code, please?"
    yield call("authenticate_party", party_id=party, code=first(r"\b\d{6}\b", answer))
    yield call("list_accounts", party_id=party)
    while True:
        yield "I am sorry, but I cannot do that for you. Is there anything else?"


def call(name: str, **arguments: str) -> dict[str, Any]:
    """A tool call as an action."""
    return {"name": name, "arguments": arguments}


def first(pattern: str, text: str) -> str:
    """The first match, or an empty text, which the tools answer with an error."""
    found = re.search(pattern, text)
    return found[0] if found else ""


env = gym.make("crm_gym:CRMPayments-v0", render_mode="ansi")
env.reset(seed=7)
agent = signs_in_and_declines()
action = next(agent)
ended = False
while not ended:
    observation, reward, terminated, truncated, info = env.step(action)
    ended = terminated or truncated
    action = agent.send(observation["content"])

print(env.render())
print(f"\nreward {reward}, checks {info['checks']}")
env.close()
