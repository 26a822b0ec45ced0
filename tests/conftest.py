import pytest
from hypothesis import HealthCheck, settings

from crm_gym.registration import task_ids

each_task = pytest.mark.parametrize("task_id", task_ids())

# How long an example takes says more about the machine than about the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
