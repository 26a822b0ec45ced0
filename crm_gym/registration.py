"""Registers the environments: one id per suite and one per task, from a small index."""

import difflib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import gymnasium

SUITES = {
    "payments": "CRMPayments-v0",
    "support": "CRMSupport-v0",
}
"""The suite of each domain: the one line that a new domain adds."""

INDEX = Path(__file__).parent / "data" / "index.json"
PLAYS = INDEX.with_name("plays.json")
"""For released tasks choices of `CandidateActions` that pass them."""


@cache
def index() -> dict[str, tuple[str, ...]]:
    """Released task ids by domain."""
    if not INDEX.exists():
        return {}
    return {domain: tuple(ids) for domain, ids in json.loads(INDEX.read_text(encoding="utf-8")).items()}


def task_ids(domain: str | None = None) -> tuple[str, ...]:
    """All released task ids, or those of one domain."""
    if domain is not None:
        return index().get(domain, ())
    return tuple(id for ids in index().values() for id in ids)


def register_crm_envs() -> None:
    """Registers every suite and task; safe to call twice."""
    for domain, suite in SUITES.items():
        _register(suite, {"domain": domain})
    for id in task_ids():
        _register(f"crm/{id}-v0", {"task": id})


def _register(id: str, kwargs: dict[str, str]) -> None:
    if id not in gymnasium.registry:
        gymnasium.register(id=id, entry_point="crm_gym.envs.crm_env:CRMEnv", kwargs=kwargs)


def suggest(name: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known names, if any is near."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
