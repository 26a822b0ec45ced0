"""Policies, customers and judges by what is written on the command line."""

import argparse
import hashlib
import importlib
import inspect
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from crm_gym.baselines import POLICIES, BatchPolicy, Policy
from crm_gym.contract import ReplyJudge
from crm_gym.envs.crm_env import USER_MODEL
from crm_gym.evaluation import Judge, Made
from crm_gym.llm import Client, Endpoint
from crm_gym.registration import suggest

AGENTS: Mapping[str, tuple[str, str]] = {
    "llm": ("crm_gym.baselines.agent", "LLMAgent"),
    "graph": ("crm_gym.baselines.graph_agent", "GraphAgent"),
}
"""Where the agents are that a language model plays, by the word before its name."""
JUDGE = ("crm_gym.judges_llm", "LLMJudge")


def add_models(parser: argparse.ArgumentParser) -> None:
    """The options that say which models play and judge."""
    models = parser.add_argument_group(
        "language models (any OpenAI-compatible endpoint; keys come from the environment)"
    )
    models.add_argument("--base-url", metavar="URL", help="where all models are (default: OPENAI_BASE_URL, or OpenAI)")
    models.add_argument("--model", metavar="MODEL", help="the agent's model, for --policy llm or graph without a name")
    models.add_argument(
        "--agent-options", type=_options, default={}, metavar="JSON", help='fields of Endpoint, like {"temperature": 0}'
    )
    models.add_argument(
        "--user",
        default="scripted",
        metavar="MODEL",
        help=f"the model that plays the customer; llm: {USER_MODEL} (default: a script)",
    )
    models.add_argument("--user-options", type=_options, default={}, metavar="JSON", help="its endpoint")
    models.add_argument(
        "--judge",
        choices=("rule", "llm", "both"),
        default="rule",
        help="who judges the replies; both: the rules decide, the model's opinion is kept, and agreement is reported",
    )
    models.add_argument("--judge-model", metavar="MODEL", help="the model that judges")
    models.add_argument("--judge-options", type=_options, default={}, metavar="JSON", help="its endpoint")
    models.add_argument("--allow-self-judge", action="store_true", help="let the agent's own model judge it")


def _options(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON object")
    return found


class Player(NamedTuple):
    """A policy that is to be measured."""

    name: str
    policy: Made
    exposure: str
    model: str = ""


def player(written: str, args: argparse.Namespace) -> Player:
    """A policy as it is written: a shipped name, `llm:MODEL`, `graph:MODEL` or `module:callable`. Raises ValueError."""
    kind, colon, rest = written.partition(":")
    if written in AGENTS:
        if not args.model:
            raise ValueError(f"--policy {written} needs a model: --model MODEL, or {written}:MODEL")
        rest = args.model
    elif not colon:
        if written not in POLICIES:
            known = f"{', '.join(POLICIES)}, llm:MODEL, graph:MODEL, module:callable"
            raise ValueError(f"there is no policy {written!r}{suggest(written, POLICIES)}; known: {known}")
        return Player(written, written, args.exposure)
    if kind in AGENTS:
        maker = Agent(kind, endpoint(rest, args.base_url, args.agent_options))
        return Player(f"{kind}:{rest}", maker, maker.only_exposure or args.exposure, rest)
    return Player(written, _playable(_found(kind, rest), written, args), args.exposure)


def _found(module: str, name: str) -> object:
    """Something of the caller's own, also from the directory in which the command is run."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        raise ValueError(f"there is no module {error.name!r}, for the policy {module}:{name}") from None
    except AttributeError:
        raise ValueError(f"the module {module!r} has no {name!r}") from None


def _playable(found: object, written: str, args: argparse.Namespace) -> Made:
    """What makes policies, as far as can be seen before it does. Raises ValueError."""
    if not callable(found):
        raise ValueError(f"{written} is a {type(found).__name__}: name a class, or a function that makes a policy")
    batch = isinstance(found, type) and isinstance(found, BatchPolicy) and not isinstance(found, Policy)
    if batch and args.num_envs is None:
        raise ValueError(f"{written} needs --num-envs: it plays several trials at once, with `act_batch`")
    return found


def endpoint(model: str, base_url: str | None, options: Mapping[str, Any]) -> Endpoint:
    """A model and how it is asked. Raises ValueError for options that an endpoint does not have."""
    try:
        return Endpoint.model_validate({"model": model, "base_url": base_url, **options})
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        names = ", ".join(Endpoint.model_fields)
        where = ".".join(map(str, problem["loc"]))
        raise ValueError(f"option {where!r} of {model!r}: {problem['msg']}; known: {names}") from None


def customer(args: argparse.Namespace) -> Endpoint | None:
    """Who plays the customer; None for the script."""
    if args.user == "scripted":
        return None
    model = USER_MODEL if args.user == "llm" else args.user.removeprefix("llm:")
    return endpoint(model, args.base_url, args.user_options)


def judge(args: argparse.Namespace, agent: str) -> Judge | None:
    """Who judges the replies of an agent's model; None for the rules. Raises ValueError."""
    if args.judge == "rule":
        return None
    if not args.judge_model:
        raise ValueError(f"--judge {args.judge} needs a model: --judge-model MODEL")
    if args.judge_model == agent and not args.allow_self_judge:
        raise ValueError(f"{agent!r} would judge itself: choose another --judge-model, or say --allow-self-judge")
    return ModelJudge(endpoint(args.judge_model, args.base_url, args.judge_options))


class Agent:
    """Makes agents that a language model plays; they share a connection."""

    def __init__(self, kind: str, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.only_exposure = "routed" if kind == "graph" else None
        self._where = AGENTS[kind]
        self._client = Client(endpoint)

    def __call__(self) -> Policy:
        """A fresh agent."""
        agent: Policy = _part(self._where)(self._client)
        return agent

    def describe(self) -> dict[str, Any]:
        """Which agent it is, prompts included."""
        return {"agent": self._where[1], "code": _code(self._where)}


class ModelJudge:
    """Makes judges of replies that share a connection."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._client = Client(endpoint)

    def __call__(self, story: str) -> ReplyJudge:
        """A judge for one episode."""
        judge: ReplyJudge = _part(JUDGE)(self._client, story)
        return judge

    def describe(self) -> dict[str, Any]:
        """Which judge it is, prompts included."""
        return {"code": _code(JUDGE)}


def _part(where: tuple[str, str]) -> Any:
    module, name = where
    return getattr(importlib.import_module(module), name)


def _code(where: tuple[str, str]) -> str:
    """Identifies a module with its prompts."""
    return hashlib.sha256(inspect.getsource(importlib.import_module(where[0])).encode()).hexdigest()[:16]


def price_file(text: str) -> Path:
    """A file that is there, for argparse."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    return path
