"""Episodes written by hand, for figures that are computed by hand."""

from crm_gym.contract import Verdict
from crm_gym.evaluation import Episode, Seconds


def episode(task="payments-001", trial=0, outcome="success", **fields):
    """A scored episode that succeeds, unless told otherwise."""
    reason = {"success": "", "model_failure": "model.checks", "infra_failure": "infra.agent.outage"}.get(outcome, "x.y")
    plain = {
        "policy": "p",
        "task": task,
        "domain": "payments",
        "family": "f",
        "labels": ("transfer",),
        "styles": ("routine",),
        "difficulty": "easy",
        "policy_constrained": False,
        "trial": trial,
        "seed": 0,
        "outcome": outcome,
        "reason": reason,
        "end": "user_done",
        "checks": {"action": 1.0},
        "verdicts": (),
        "steps": 1,
        "events": (),
        "given": (),
        "changes": (),
        "journal": (),
        "data_hash": "",
        "seconds": Seconds(),
    }
    return Episode.model_validate({**plain, **fields})


def failed(task="payments-001", trial=0, **fields):
    """A scored episode that fails."""
    return episode(task, trial, "model_failure", **{"checks": {"action": 0.0}, **fields})


def verdict(id, family, kind, outcome="holds"):
    """A verdict without a reason."""
    return Verdict(id=id, family=family, kind=kind, outcome=outcome, why="")
