"""The support tasks: one module for each family, in the order of the release."""

from crm_gym.tasks.support.locked_out import locked_out

SCENARIOS = (locked_out,)
