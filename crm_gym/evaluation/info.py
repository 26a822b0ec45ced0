"""What `run.json` says about a run."""

import hashlib
import json
from typing import Any, Literal

from crm_gym.evaluation.jobs import set_hash, task_hashes
from crm_gym.evaluation.limits import Limits
from crm_gym.types import Json, Value

GRADING = 2
"""How episodes are judged. It goes up by one with each part *Grading* of the changelog, so with the first change of
checks, of how text is read, or of what counts as success since a release."""


class RunInfo(Value):
    """What is run."""

    format: Literal[2] = 2
    """Of this file. Format 1 had one hash for all tasks; it is still read."""
    policy: str
    policy_settings: dict[str, Json] = {}
    """What the policy says about itself: model, prompt hashes, ..."""
    tasks: dict[str, str]
    """The tasks in their order, each with a hash of its content; '' where that is not known any more."""
    data: dict[str, str]
    """The hash of each business's seed world."""
    trials: int
    seed: int
    exposure: str
    max_user_turns: int
    max_steps: int
    user: str
    """`scripted`, or the model that plays the customer."""
    user_settings: dict[str, Json] = {}
    judge: str
    """`rule`, the model that judges replies, or `rule+MODEL` when the model's opinion decides nothing."""
    judge_settings: dict[str, Json] = {}
    grading: int = 1
    """`GRADING` of the version that judged; runs from before it was written down have 1."""
    limits: Limits = Limits()
    prices: dict[str, tuple[float, float]] = {}
    """US dollars for a million tokens of prompt and completion, of the models that are known by name here."""
    version: str
    """Of crm_gym."""
    python: str
    packages: dict[str, str]

    @property
    def task_set(self) -> str:
        """Identifies the tasks together, by content, in whatever order."""
        return hashlib.sha256("".join(f"{id} {self.tasks[id]}\n" for id in sorted(self.tasks)).encode()).hexdigest()[
            :16
        ]

    @property
    def scheduled(self) -> int:
        """How many trials the run has, N."""
        return len(self.tasks) * self.trials

    def judged_again(self) -> "RunInfo":
        """What is said about the run when its episodes have been judged again by this version."""
        return self.model_copy(update={"tasks": task_hashes(self.tasks), "grading": GRADING})


def run_info(text: str) -> RunInfo:
    """Reads `run.json`, also of format 1. Raises ValueError: of its subclasses JSONDecodeError and ValidationError."""
    return RunInfo.model_validate_json(json.dumps(_as_format_2(json.loads(text))))


def _as_format_2(found: Any) -> Any:
    """What format 1 says with one hash for all tasks: those of this version when they have it, else unknown ones."""
    if not isinstance(found, dict) or "task_hash" not in found:
        return found
    tasks, digest = found.get("tasks", []), found["task_hash"]
    known = task_hashes(tasks) if set_hash(tasks) == digest else dict.fromkeys(tasks, "")
    return {name: value for name, value in found.items() if name != "task_hash"} | {"tasks": known}
