"""Mutation testing of task contracts: wrong plays must fail, right ones pass, and nothing leak or depend on chance."""

from crm_gym.audit.examine import audit_task
from crm_gym.audit.findings import CheckFate, Fate, Finding, Tally, TaskAudit, Waiver
from crm_gym.audit.plays import LAZY, lazy_successes, play, replay
from crm_gym.audit.runs import Audit, audit_tasks

__all__ = [
    "LAZY",
    "Audit",
    "CheckFate",
    "Fate",
    "Finding",
    "Tally",
    "TaskAudit",
    "Waiver",
    "audit_task",
    "audit_tasks",
    "lazy_successes",
    "play",
    "replay",
]
