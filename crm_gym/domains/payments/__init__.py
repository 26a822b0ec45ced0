"""Quayside Pay: accounts, card checkout with loyalty points, refunds and disputes, security."""

from datetime import datetime

from crm_gym.domains.base import Domain, Session
from crm_gym.domains.payments.accounts import get_balance, list_accounts, request_limit_increase, validate_payee
from crm_gym.domains.payments.checkout import award_points, log_transaction, process_payment, send_receipt
from crm_gym.domains.payments.disputes import get_transaction, list_transactions, open_dispute, refund_payment
from crm_gym.domains.payments.records import (
    Account,
    Card,
    CardToken,
    Dispute,
    LimitDecision,
    LimitRequest,
    Merchant,
    Party,
    PayeeName,
    Refund,
    Review,
    SavedPayee,
    Transaction,
    Transfer,
)
from crm_gym.domains.payments.security import (
    add_payment_method,
    authenticate_party,
    find_party,
    freeze_card,
    submit_review,
)
from crm_gym.domains.payments.transfers import cancel_scheduled_transfer, execute_transfer, schedule_transfer
from crm_gym.tools import Toolbox

__all__ = [
    "DOMAIN",
    "add_payment_method",
    "authenticate_party",
    "award_points",
    "cancel_scheduled_transfer",
    "execute_transfer",
    "find_party",
    "freeze_card",
    "get_balance",
    "get_transaction",
    "list_accounts",
    "list_transactions",
    "log_transaction",
    "open_dispute",
    "process_payment",
    "refund_payment",
    "request_limit_increase",
    "schedule_transfer",
    "send_receipt",
    "submit_review",
    "validate_payee",
]

DOMAIN = Domain(
    "payments",
    title="Quayside Pay",
    now=datetime(2026, 8, 3, 13, 0),
    labels=("account_transfer", "checkout_loyalty", "refund_dispute", "payment_security"),
    records=(
        Session,
        Party,
        Account,
        PayeeName,
        SavedPayee,
        Card,
        CardToken,
        Merchant,
        Transaction,
        Refund,
        Dispute,
        Transfer,
        LimitDecision,
        LimitRequest,
        Review,
    ),
    tools=Toolbox(
        [
            find_party,
            authenticate_party,
            list_accounts,
            get_balance,
            validate_payee,
            execute_transfer,
            schedule_transfer,
            cancel_scheduled_transfer,
            process_payment,
            send_receipt,
            award_points,
            log_transaction,
            get_transaction,
            list_transactions,
            refund_payment,
            open_dispute,
            add_payment_method,
            freeze_card,
            request_limit_increase,
            submit_review,
        ]
    ),
    copied=(Party, Account, PayeeName, SavedPayee, Card, CardToken, Transaction, Transfer),
    hand_over=(
        submit_review.call("scam_concern", "PTY-0001", "The customer may be the target of a scam; please call back."),
        submit_review.call("locked", "PTY-0001", "The customer could not be authenticated; please help."),
        submit_review.call("complaint", "PTY-0001", "The customer is not satisfied and wants a person to answer."),
        submit_review.call("delegate", "PTY-0001", "Somebody asks on behalf of this customer; please clarify."),
    ),
)
