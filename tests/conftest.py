import pytest

from crm_gym.registration import task_ids

each_task = pytest.mark.parametrize("task_id", task_ids())
