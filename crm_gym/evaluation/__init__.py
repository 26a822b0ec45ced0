"""Plays policies over tasks and keeps what happened: one episode, one JSON line."""

from crm_gym.evaluation.episode import Edit, Episode
from crm_gym.evaluation.figures import Summary, family_shares, summarise
from crm_gym.evaluation.jobs import Job, Made, select, task_hash, trial_seed
from crm_gym.evaluation.playing import play
from crm_gym.evaluation.runner import evaluate
from crm_gym.evaluation.side_by_side import play_side_by_side

__all__ = [
    "Edit",
    "Episode",
    "Job",
    "Made",
    "Summary",
    "evaluate",
    "family_shares",
    "play",
    "play_side_by_side",
    "select",
    "summarise",
    "task_hash",
    "trial_seed",
]
