"""Plays policies over tasks, keeps what happened (one attempt, one JSON line), and makes figures of it.

`evaluate` plays, `read_run` reads a run directory, `rejudge` judges a stored episode again, `summary` has all figures
of a run as JSON; the figures themselves are functions over episodes in `crm_gym.evaluation.figures`.
"""

from crm_gym.evaluation.comparing import Difference, TaskSets, differences, task_sets, unchanged
from crm_gym.evaluation.crew import Crew
from crm_gym.evaluation.episode import OUTCOMES, Edit, Episode, Outcome, Seconds, Spent
from crm_gym.evaluation.figures import Summary, family_shares, summarise
from crm_gym.evaluation.info import RunInfo
from crm_gym.evaluation.jobs import Judge, Made, select, task_hashes, trial_seed
from crm_gym.evaluation.judging import rejudge, review, run_of
from crm_gym.evaluation.limits import Limits, RunStopped
from crm_gym.evaluation.overview import summary
from crm_gym.evaluation.runner import evaluate
from crm_gym.evaluation.storage import RunFolder, StoredRun, endpoint_settings, read_run

__all__ = [
    "OUTCOMES",
    "Crew",
    "Difference",
    "Edit",
    "Episode",
    "Judge",
    "Limits",
    "Made",
    "Outcome",
    "RunFolder",
    "RunInfo",
    "RunStopped",
    "Seconds",
    "Spent",
    "StoredRun",
    "Summary",
    "TaskSets",
    "differences",
    "endpoint_settings",
    "evaluate",
    "family_shares",
    "read_run",
    "rejudge",
    "review",
    "run_of",
    "select",
    "summarise",
    "summary",
    "task_hashes",
    "task_sets",
    "trial_seed",
    "unchanged",
]
