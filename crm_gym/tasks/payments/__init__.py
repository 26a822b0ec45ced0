"""The payments tasks, by capability."""

import importlib
import importlib.util

_FOUND = [
    importlib.import_module(f"crm_gym.tasks.payments.{name}")
    for name in ("account_transfer", "payees", "checkout_loyalty", "refund_dispute", "payment_security")
    if importlib.util.find_spec(f"crm_gym.tasks.payments.{name}")
]
SCENARIOS = tuple(s for module in _FOUND for s in module.SCENARIOS)
