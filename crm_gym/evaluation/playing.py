"""Plays one trial after the other."""

import time
from collections.abc import Sequence

from crm_gym.baselines import POLICIES, Briefing, Policy
from crm_gym.contract import EvaluatorError
from crm_gym.domains.base import load_domain
from crm_gym.envs.crm_env import shared_env
from crm_gym.evaluation.episode import Episode, record
from crm_gym.evaluation.jobs import Job
from crm_gym.tasks.routes import routed
from crm_gym.tasks.store import load_task
from crm_gym.types import Call, Say


def play(job: Job) -> Episode:
    """Plays one trial from a reset env to its end."""
    task = load_task(job.task)
    policy = made(job)
    env = shared_env(task.domain, job.exposure)
    started = time.perf_counter()
    observation, _ = env.reset(seed=job.seed, options={"task_id": task.id})
    if hasattr(policy, "reset"):
        policy.reset(job.seed)
    try:
        ended = False
        while not ended:
            observation, _, ended, _, _ = env.step(policy.act(observation))
    except EvaluatorError:
        return record(job, env, time.perf_counter() - started, failed=True)
    return record(job, env, time.perf_counter() - started)


def made(job: Job) -> Policy:
    """The policy of one trial. Raises TypeError for one that plays several trials at once."""
    if isinstance(job.policy, str):
        return POLICIES[job.policy](_briefing(job))
    policy = job.policy()
    if not isinstance(policy, Policy):
        raise TypeError(f"{job.name} has no `act`; a policy with `act_batch` needs evaluate(..., num_envs=8)")
    return policy


def _briefing(job: Job) -> Briefing:
    task = load_task(job.task)
    domain = load_domain(task.domain)
    steps: Sequence[Say | Call] = task.solution
    if job.exposure == "routed":
        steps = routed(steps, domain.graph)
    return Briefing(steps, domain.hand_over, job.trial)
