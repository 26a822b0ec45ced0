"""The payments tasks, by capability."""

from crm_gym.tasks.payments import account_transfer

SCENARIOS = (*account_transfer.SCENARIOS,)
