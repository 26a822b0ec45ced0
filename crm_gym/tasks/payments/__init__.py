"""The payments tasks, by capability."""

import importlib
import importlib.util
import sys

_FOUND = []
for name in ("account_transfer", "payees", "checkout_loyalty", "refund_dispute", "payment_security"):
    if importlib.util.find_spec(f"crm_gym.tasks.payments.{name}"):
        try:
            _FOUND.append(importlib.import_module(f"crm_gym.tasks.payments.{name}"))
        except Exception as error:
            print(f"TEMPORARY: {name} cannot be imported: {error!r}", file=sys.stderr)
SCENARIOS = tuple(s for module in _FOUND for s in getattr(module, "SCENARIOS", ()))
