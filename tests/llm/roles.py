"""Agent, customer and judge, each of which asks its model a few times; they say why they could not, in a word."""

import json
from collections.abc import Callable, Mapping

import gymnasium as gym

from crm_gym.baselines.agent import LLMAgent
from crm_gym.contract import Mentions, Run
from crm_gym.domains.base import load_domain
from crm_gym.judges_llm import LLMJudge
from crm_gym.llm import Client, Endpoint, LLMError
from crm_gym.types import AgentSays, UserSays
from crm_gym.world import Rows, World

TURNS = 3
REPLY = "I have sent it, reference TRF-9001."
RULING = json.dumps({"holds": True, "evidence": "TRF-9001"})
"""What a judge can use; agents and customers may say it too."""


def act(client: Client) -> str:
    """An agent serves a customer."""
    env = gym.make("CRMPayments-v0")
    observation, _ = env.reset(seed=3)
    agent = LLMAgent(client)
    try:
        for _ in range(TURNS):
            observation, *_ = env.step(agent.act(observation))
    except LLMError as error:
        return error.reason
    return ""


def play_customer(client: Client) -> str:
    """A customer answers an agent."""
    endpoint = client.endpoint
    options = endpoint.model_dump(exclude={"model", "base_url"})
    env = gym.make(
        "CRMPayments-v0", user="llm", user_model=endpoint.model, base_url=endpoint.base_url, user_options=options
    ).unwrapped
    env.reset(seed=3)
    for _ in range(TURNS):
        if not env.end:
            env.step("Hello?")
    return env.fault


def judge(client: Client) -> str:
    """A judge rules on criteria."""
    domain = load_domain("payments")
    run = Run([UserSays(text="Please."), AgentSays(text=REPLY)], World(domain.rows, Rows(), domain.now), domain.lexicon)
    replies = LLMJudge(client, "You want 600 sent.")
    try:
        for number in range(TURNS):
            replies(Mentions(id=f"m-{number}", value=f"TRF-900{number}"), run)
    except LLMError as error:
        return error.reason
    return ""


ROLES: Mapping[str, Callable[[Client], str]] = {"agent": act, "customer": play_customer, "judge": judge}


def patient(base_url: str, **more: object) -> Client:
    """A client that really waits, though not for long."""
    return Client(Endpoint(model="some-model", base_url=base_url, **{"timeout": 20.0, "attempts": 3, **more}))
