"""The payments tasks, by capability."""

from crm_gym.tasks.payments import account_transfer, checkout_loyalty, payees, payment_security, refund_dispute

SCENARIOS = (
    *account_transfer.SCENARIOS,
    *payees.SCENARIOS,
    *checkout_loyalty.SCENARIOS,
    *refund_dispute.SCENARIOS,
    *payment_security.SCENARIOS,
)
