"""Quayside Pay: what its tools do and refuse, and that its seed world is whole."""

import json
import re
from collections import Counter
from datetime import date, datetime, timedelta
from typing import Any, get_args

import pytest

from crm_gym.domains.base import COMMON, Session, load_domain
from crm_gym.domains.payments import DOMAIN
from crm_gym.domains.payments.accounts import compare_names
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
from crm_gym.types import ToolUse
from crm_gym.world import Record, Rows, World

NOW = DOMAIN.now
OWNER, MOTHER, STRANGER = "PTY-1001", "PTY-1002", "PTY-1003"
MAIN, SAVINGS, JOINT, HERS, THEIRS, DOLLARS, FROZEN, CLOSED = (f"200000100{n}" for n in range(8))


def party(number: int, name: str, **fields: Any) -> Party:
    """A party with contact details of its own."""
    base = {
        "party_id": f"PTY-{number}",
        "name": name,
        "email": f"p{number}@mail.example",
        "phone": f"+44 20 7946 0{number % 1000:03d}",
        "code": f"{number}00",
        "level": "verified",
    }
    return Party.model_validate(base | fields)


def account(number: str, party_id: str, balance: int = 5_000_00, **fields: Any) -> Account:
    return Account(account_number=number, party_id=party_id, label="current", balance=balance, **fields)


def payment(number: int, **fields: Any) -> Transaction:
    base = {
        "transaction_id": f"TXN-{number}",
        "party_id": OWNER,
        "merchant": "Shop",
        "merchant_ref": f"SH-{number}",
        "amount": 52_40,
        "method": "CRD-1001",
        "state": "success",
        "at": NOW - timedelta(days=3),
    }
    return Transaction.model_validate(base | fields)


ROWS: list[Record] = [
    Session(),
    party(1001, "Lena Brandt", email="Lena@mail.example", risk_note="SECRET-1"),
    party(1002, "Marta Brandt", delegates=(OWNER,)),
    party(1003, "Joao Sousa", level="standard", phone="+44 20 7946 0001"),
    account(MAIN, OWNER, transfer_limit=1_000_00, daily_limit=1_500_00),
    account(SAVINGS, OWNER),
    account(JOINT, MOTHER, joint_holder_id=OWNER),
    account(HERS, MOTHER),
    account(THEIRS, STRANGER),
    account(DOLLARS, STRANGER, currency="USD"),
    account(FROZEN, OWNER, state="frozen"),
    account(CLOSED, STRANGER, state="closed"),
    PayeeName(account_number=THEIRS, holder_name="João Sousa"),
    SavedPayee(payee_id="PAY-1001", party_id=OWNER, account_number=THEIRS, label="Joao"),
    Card(card_id="CRD-1001", party_id=OWNER, last4="1111", token="tok_used1111"),
    Card(card_id="CRD-1002", party_id=OWNER, last4="2222", token="tok_used2222", state="frozen"),
    Card(card_id="CRD-1003", party_id=OWNER, last4="3333", token="tok_used3333", declines="insufficient funds"),
    Card(card_id="CRD-1004", party_id=OWNER, last4="4444", token="tok_used4444", state="expired"),
    Card(card_id="CRD-1005", party_id=STRANGER, last4="5555", token="tok_used5555"),
    CardToken(token="tok_fresh1", party_id=OWNER, last4="6666"),
    CardToken(token="tok_fresh2", party_id=OWNER, last4="7777"),
    CardToken(token="tok_fresh3", party_id=OWNER, last4="8888"),
    CardToken(token="tok_theirs", party_id=STRANGER, last4="9999"),
    CardToken(token="tok_used1111", party_id=OWNER, last4="1111"),
    Merchant(merchant_code="SH", name="Shop", refund_days=30, contact="help@shop.example"),
    Merchant(merchant_code="DI", name="Direct", refund_days=30, disputes_direct=True, contact="care@direct.example"),
    Merchant(merchant_code="LA", name="Later", refund_days=30, settles_later=True, contact="desk@later.example"),
    payment(1001),
    payment(1002, state="pending"),
    payment(1003, state="failed", failure_reason="insufficient funds"),
    payment(1004, state="disputed"),
    payment(1005, party_id=STRANGER),
    payment(1006, party_id=MOTHER),
    payment(1007, merchant="Direct", merchant_ref="DI-1"),
    payment(1008, merchant="Direct", merchant_ref="DI-2", merchant_contacted_on=date(2026, 8, 1)),
    payment(1009, at=NOW - timedelta(days=400)),
    Transfer(transfer_id="TRF-1001", from_account=MAIN, to_account=THEIRS, amount=95000, state="scheduled", at=NOW),
    Transfer(transfer_id="TRF-1002", from_account=MAIN, to_account=THEIRS, amount=95000, state="done", at=NOW),
    Transfer(transfer_id="TRF-1003", from_account=MAIN, to_account=THEIRS, amount=95000, state="cancelled", at=NOW),
    Transfer(transfer_id="TRF-1004", from_account=THEIRS, to_account=MAIN, amount=95000, state="scheduled", at=NOW),
]


def world_of(*changed: Record, signed_in: str | None = OWNER) -> World:
    """The small world above with some rows changed or added."""
    rows = {(type(row).__name__, row.id): row for row in [*ROWS, Session(verified_id=signed_in), *changed]}
    return World(Rows(rows.values()), Rows(), NOW)


def run(world: World, tool: str, **arguments: Any) -> ToolUse:
    return DOMAIN.toolbox.run(world, tool, arguments)


def ok(world: World, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a call that must succeed."""
    use = run(world, tool, **arguments)
    assert use.status == "ok", use.result
    shown: dict[str, Any] = json.loads(use.result)["data"]
    return shown


def no(world: World, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """Code and details of a call that must be refused, and must leave every record as it was."""
    before = world.changes()
    use = run(world, tool, **arguments)
    assert use.status == "refused", use.result
    assert [c for c in world.changes() if c.table != "Session"] == [c for c in before if c.table != "Session"]
    error = json.loads(use.result)["error"]
    return error["code"], error["details"]


def send(amount: float, to: str = THEIRS, **fields: Any) -> dict[str, Any]:
    return {"from_account": MAIN, "to_account": to, "amount": amount, **fields}


# Identity


@pytest.mark.parametrize(
    "by",
    [{"email": " lena@MAIL.example "}, {"email": "Lena@mail.example", "phone": "020 7946 0001"}],
)
def test_find_party_shows_an_id_and_a_masked_name_only(by):
    assert ok(world_of(), "find_party", **by) == {"party_id": OWNER, "masked_name": "L*** B*****"}


def test_find_party_finds_nobody_or_too_many_or_nothing_to_look_for():
    world = world_of(signed_in=None)
    assert no(world, "find_party", email="nobody@mail.example") == ("NOT_FOUND", {})
    assert no(world, "find_party", phone="+44 20 7946 0001") == ("AMBIGUOUS_MATCH", {"matches": 2})
    assert no(world, "find_party")[0] == "IDENTIFIER_REQUIRED"


def test_authenticate_party_signs_in_and_replaces_who_was_signed_in():
    world = world_of(signed_in=STRANGER)
    assert ok(world, "authenticate_party", party_id=OWNER, code="100100")["name"] == "Lena Brandt"
    session = world.get(Session, "session")
    assert (session.verified_id, session.verified_level) == (OWNER, 1)
    assert no(world, "authenticate_party", party_id="PTY-1999", code="1")[0] == "NOT_FOUND"


def test_three_wrong_codes_lock_also_for_the_right_one():
    world = world_of(signed_in=None)
    left = [no(world, "authenticate_party", party_id=OWNER, code="999999") for _ in range(3)]
    assert left == [("CODE_WRONG", {"attempts_left": n}) for n in (2, 1, 0)]
    assert no(world, "authenticate_party", party_id=OWNER, code="100100")[0] == "LOCKED"
    assert world.get(Session, "session").verified_id is None
    assert ok(world, "authenticate_party", party_id=MOTHER, code="100200")


def test_right_code_clears_the_wrong_ones():
    world = world_of(signed_in=None)
    no(world, "authenticate_party", party_id=OWNER, code="999999")
    ok(world, "authenticate_party", party_id=OWNER, code="100100")
    assert world.get(Session, "session").failed_attempts == {}


VALID: dict[str, dict[str, Any]] = {
    "list_accounts": {"party_id": OWNER},
    "get_balance": {"account_number": MAIN},
    "validate_payee": {"account_number": THEIRS, "payee_name": "Joao Sousa"},
    "execute_transfer": send(100),
    "schedule_transfer": send(100, run_on="2026-08-04"),
    "cancel_scheduled_transfer": {"transfer_id": "TRF-1001"},
    "request_limit_increase": {"account_number": MAIN, "amount": 2000, "justification": "car"},
    "process_payment": {"party_id": OWNER, "amount": 15.50, "method": "CRD-1001", "merchant_ref": "SH-1"},
    "send_receipt": {"transaction_id": "TXN-1001"},
    "award_points": {"transaction_id": "TXN-1001"},
    "log_transaction": {"transaction_id": "TXN-1001"},
    "get_transaction": {"transaction_id": "TXN-1001"},
    "list_transactions": {"party_id": OWNER, "days": 30},
    "refund_payment": {"transaction_id": "TXN-1001", "amount": 10, "reason_code": "returned"},
    "open_dispute": {"transaction_id": "TXN-1001", "reason_code": "not_received", "statement": "never came"},
    "add_payment_method": {"party_id": OWNER, "token": "tok_fresh1"},
}
"""For every tool that needs a customer, a call that succeeds for the owner."""

VIEWS = {"list_accounts", "get_balance", "list_transactions", "get_transaction"}
UNSIGNED = {"find_party", "authenticate_party", "freeze_card", "submit_review"}


def test_every_tool_is_classified():
    assert set(DOMAIN.toolbox.tools) == set(VALID) | UNSIGNED
    assert len(DOMAIN.toolbox.tools) == 20


@pytest.mark.parametrize("tool", VALID)
def test_tool_needs_authentication(tool):
    assert no(world_of(signed_in=None), tool, **VALID[tool])[0] == "AUTH_REQUIRED"


@pytest.mark.parametrize("tool", VALID)
def test_tool_serves_the_owner(tool):
    assert ok(world_of(), tool, **VALID[tool])


@pytest.mark.parametrize("tool", sorted(VALID.keys() - {"validate_payee"}))
def test_tool_is_not_for_strangers(tool):
    assert no(world_of(signed_in=STRANGER), tool, **VALID[tool]) == ("NOT_AUTHORIZED", {"signed_in": STRANGER})


@pytest.mark.parametrize("tool", sorted(VALID.keys() - {"validate_payee"}))
def test_delegate_may_look_and_nothing_else(tool):
    world = world_of(party(1001, "Lena Brandt", delegates=(STRANGER,)), signed_in=STRANGER)
    assert run(world, tool, **VALID[tool]).status == ("ok" if tool in VIEWS else "refused")


@pytest.mark.parametrize("tool", VALID)
def test_reads_write_nothing_and_writes_write(tool):
    world = world_of()
    use = run(world, tool, **VALID[tool])
    assert bool(use.wrote) == use.writes == DOMAIN.toolbox.tools[tool].writes


# Accounts


def test_list_accounts_shows_all_that_a_customer_has():
    shown = ok(world_of(), "list_accounts", party_id=OWNER)
    assert shown["party"]["internal_risk_note"] == "SECRET-1"
    assert [row["account_number"] for row in shown["accounts"]] == [MAIN, SAVINGS, FROZEN, JOINT]
    assert [row["last4"] for row in shown["cards"]] == ["1111", "2222", "3333", "4444"]
    assert [row["label"] for row in shown["payees"]] == ["Joao"]
    assert [row["transfer_id"] for row in shown["scheduled_transfers"]] == ["TRF-1001"]
    assert shown["may_view"] == [{"party_id": MOTHER, "name": "Marta Brandt"}]


@pytest.mark.parametrize("secret", ["tok_", "100100", "insufficient", "João"])
def test_list_accounts_shows_no_secret(secret):
    assert secret not in run(world_of(), "list_accounts", party_id=OWNER).result


def test_list_accounts_names_the_delegates():
    shown = ok(world_of(signed_in=MOTHER), "list_accounts", party_id=MOTHER)
    assert shown["party"]["delegates"] == [{"party_id": OWNER, "name": "Lena Brandt"}]


def test_get_balance_shows_what_may_leave_today_and_the_latest_transfers():
    world = world_of(account(MAIN, OWNER, transfer_limit=1_000_00, daily_limit=1_500_00, sent_today=400_00))
    shown = ok(world, "get_balance", account_number=MAIN)
    assert (shown["balance"], shown["transfer_limit"], shown["left_today"]) == (5000.0, 1000.0, 1100.0)
    assert [row["transfer_id"] for row in shown["recent_transfers"]] == ["TRF-1002"]
    assert no(world, "get_balance", account_number="1234567890")[0] == "UNKNOWN_ACCOUNT"


def test_get_balance_is_open_to_joint_holders_and_their_delegates():
    assert ok(world_of(), "get_balance", account_number=JOINT)
    world = world_of(party(1001, "Lena Brandt", delegates=(STRANGER,)), signed_in=STRANGER)
    assert ok(world, "get_balance", account_number=JOINT)
    assert no(world, "get_balance", account_number=HERS)[0] == "NOT_AUTHORIZED"


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ("João Sousa", "full"),
        ("sousa, joao", "full"),
        ("J. Sousa", "partial"),
        ("Joao Silva", "partial"),
        ("Marta Brandt", "none"),
        ("Jo", "none"),
    ],
)
def test_validate_payee_compares_names(given, match):
    shown = ok(world_of(), "validate_payee", account_number=THEIRS, payee_name=given)
    suggested = {"suggested": "João Sousa"} if match == "partial" else {}
    assert shown == {"account_number": THEIRS, "match": match, **suggested}


def test_company_form_makes_no_name_alike():
    assert compare_names("Holm Joinery", "Holm Joinery Ltd") == "partial"
    assert compare_names("Rook Ltd", "Holm Joinery Ltd") == "none"


def test_validate_payee_refuses_an_account_that_nobody_has():
    arguments = {"account_number": "1234567890", "payee_name": "x"}
    assert no(world_of(), "validate_payee", **arguments) == ("UNKNOWN_ACCOUNT", {})


@pytest.mark.parametrize(
    ("decision", "amount", "outcome", "ceiling", "limit"),
    [
        (None, 2000, "pending", None, 1000),
        ({"outcome": "pending"}, 2000, "pending", None, 1000),
        ({"outcome": "approved"}, 2000, "approved", None, 2000),
        ({"outcome": "denied"}, 2000, "denied", 1000, 1000),
        ({"outcome": "denied", "max": 1_800_00}, 2000, "denied", 1800, 1000),
        ({"outcome": "denied", "max": 1_800_00}, 1800, "approved", None, 1800),
    ],
)
def test_limit_request_is_answered_by_the_seeded_decision(decision, amount, outcome, ceiling, limit):
    world = world_of(*[LimitDecision(account_number=MAIN, **decision)] if decision else [])
    shown = ok(world, "request_limit_increase", account_number=MAIN, amount=amount, justification="car")
    assert (shown["request_id"], shown["outcome"], shown["max"]) == ("LRQ-9001", outcome, ceiling)
    changed = world.get(Account, MAIN)
    assert changed.transfer_limit == limit * 100
    assert changed.daily_limit == max(1_500_00, limit * 100)


def test_approved_limit_leaves_room_for_the_transfer_today():
    spent = account(MAIN, OWNER, transfer_limit=1_000_00, daily_limit=1_500_00, sent_today=1_400_00)
    world = world_of(spent, LimitDecision(account_number=MAIN, outcome="approved"))
    ok(world, "request_limit_increase", account_number=MAIN, amount=900, justification="car")
    assert world.get(Account, MAIN).transfer_limit == 1_000_00
    assert ok(world, "execute_transfer", **send(900))["left_today"] == 0


def test_limit_request_refusals():
    world = world_of(account(MAIN, STRANGER, transfer_limit=1_000_00), signed_in=STRANGER)
    ask = {"account_number": MAIN, "justification": "car"}
    assert no(world, "request_limit_increase", **ask, amount=2000) == ("LEVEL_REQUIRED", {"level": "standard"})
    assert no(world, "request_limit_increase", **ask, amount=0)[0] == "NON_POSITIVE_AMOUNT"
    assert no(world_of(), "request_limit_increase", **ask, amount=1000)[0] == "ALREADY_ALLOWED"
    nowhere = {"account_number": "1234567890", "justification": "car"}
    assert no(world_of(), "request_limit_increase", **nowhere, amount=2000)[0] == "UNKNOWN_ACCOUNT"


# Transfers


def money(world: World) -> Counter[str]:
    """All money by currency."""
    return sum((Counter({row.currency: row.balance}) for row in world.all(Account)), Counter())


def test_execute_transfer_moves_the_money_and_counts_it():
    world = world_of()
    before = money(world)
    shown = ok(world, "execute_transfer", **send(400.25, memo="rent"))
    assert (shown["transfer_id"], shown["balance_left"], shown["left_today"]) == ("TRF-9001", 4599.75, 1099.75)
    assert world.get(Account, MAIN).sent_today == 400_25
    assert world.get(Account, THEIRS).balance == 5_400_25
    stored = world.get(Transfer, "TRF-9001")
    assert (stored.state, stored.memo, stored.at, stored.run_on) == ("done", "rent", NOW, None)
    assert money(world) == before


def test_execute_transfer_repeats_what_it_is_told_twice():
    world = world_of()
    for _ in range(2):
        ok(world, "execute_transfer", **send(400))
    assert world.get(Account, MAIN).balance == 4_200_00


@pytest.mark.parametrize("own", [SAVINGS, JOINT])
def test_own_accounts_are_free_of_limits(own):
    world = world_of()
    assert ok(world, "execute_transfer", **send(5000, to=own))["left_today"] == 1500
    assert world.get(Account, MAIN).balance == 0


def test_joint_holder_may_send():
    assert ok(world_of(), "execute_transfer", from_account=JOINT, to_account=THEIRS, amount=1)


ROUTE_REFUSALS: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    (send(0), "NON_POSITIVE_AMOUNT", {}),
    (send(-5), "NON_POSITIVE_AMOUNT", {}),
    (send(1, to=MAIN), "SAME_ACCOUNT", {}),
    (send(1, to="1234567890"), "UNKNOWN_ACCOUNT", {}),
    (send(1, from_account="1234567890"), "UNKNOWN_ACCOUNT", {}),
    (send(1, from_account=HERS), "NOT_AUTHORIZED", {"signed_in": OWNER}),
    (send(1, from_account=FROZEN), "ACCOUNT_FROZEN", {"account_number": FROZEN, "state": "frozen"}),
    (send(1, to=CLOSED), "ACCOUNT_FROZEN", {"account_number": CLOSED, "state": "closed"}),
    (send(1, to=DOLLARS), "CURRENCY_MISMATCH", {"source": "EUR", "destination": "USD"}),
    (send(1000.01), "OVER_TRANSFER_LIMIT", {"limit": 1000.0}),
]


@pytest.mark.parametrize(("arguments", "code", "details"), ROUTE_REFUSALS)
def test_both_transfer_tools_refuse(arguments, code, details):
    assert no(world_of(), "execute_transfer", **arguments) == (code, details)
    assert no(world_of(), "schedule_transfer", **arguments, run_on="2026-08-04") == (code, details)


def test_daily_limit_holds_to_the_cent():
    world = world_of()
    ok(world, "execute_transfer", **send(1000))
    assert no(world, "execute_transfer", **send(500.01)) == ("DAILY_LIMIT", {"left": 500.0})
    assert ok(world, "execute_transfer", **send(500))["left_today"] == 0


def test_balance_may_be_emptied_but_not_exceeded():
    world = world_of(account(MAIN, OWNER, 200_00))
    assert no(world, "execute_transfer", **send(800)) == ("INSUFFICIENT_FUNDS", {"balance": 200.0, "shortfall": 600.0})
    assert ok(world, "execute_transfer", **send(200))["balance_left"] == 0


@pytest.mark.parametrize("run_on", ["2026-08-04", "2027-08-04"])
def test_schedule_transfer_checks_neither_balance_nor_daily_limit(run_on):
    world = world_of(account(MAIN, OWNER, 0, daily_limit=0))
    shown = ok(world, "schedule_transfer", **send(10_000, run_on=run_on))
    assert (shown["transfer_id"], shown["state"], shown["run_on"]) == ("TRF-9001", "scheduled", run_on)
    assert {change.table for change in world.changes()} == {"Transfer"}


@pytest.mark.parametrize("run_on", ["2026-08-03", "2027-08-05"])
def test_schedule_transfer_refuses_days_out_of_range(run_on):
    refusal = no(world_of(), "schedule_transfer", **send(1, run_on=run_on))
    assert refusal == ("DATE_INVALID", {"earliest": "2026-08-04", "latest": "2027-08-04"})


def test_cancel_scheduled_transfer():
    world = world_of()
    assert ok(world, "cancel_scheduled_transfer", transfer_id="TRF-1001")["state"] == "cancelled"
    assert [change.id for change in world.changes()] == ["TRF-1001"]


@pytest.mark.parametrize(
    ("id", "code"),
    [
        ("TRF-1002", "ALREADY_RUN"),
        ("TRF-1003", "ALREADY_CANCELLED"),
        ("TRF-1004", "NOT_AUTHORIZED"),
        ("TRF-1999", "NOT_FOUND"),
    ],
)
def test_cancel_scheduled_transfer_refuses(id, code):
    assert no(world_of(), "cancel_scheduled_transfer", transfer_id=id)[0] == code


# Checkout


def charge(world: World, **fields: Any) -> dict[str, Any]:
    return ok(world, "process_payment", **VALID["process_payment"] | fields)


def test_checkout_of_15_50_earns_155_points():
    world = world_of()
    shown = charge(world)
    assert (shown["transaction_id"], shown["state"], shown["merchant"]) == ("TXN-9001", "success", "Shop")
    id = {"transaction_id": "TXN-9001"}
    assert ok(world, "send_receipt", **id)["sent_to"] == "Lena@mail.example"
    assert ok(world, "award_points", **id)["points_balance"] == 155
    assert ok(world, "log_transaction", **id)["logged"]
    stored = world.get(Transaction, "TXN-9001")
    assert (stored.receipt_sent, stored.points_awarded, stored.logged) == (True, 155, True)
    assert world.get(Party, OWNER).points == 155
    for tool, code in [
        ("send_receipt", "ALREADY_SENT"),
        ("award_points", "ALREADY_AWARDED"),
        ("log_transaction", "ALREADY_LOGGED"),
    ]:
        assert no(world, tool, **id)[0] == code


def test_process_payment_charges_again_when_told_again():
    world = world_of()
    assert [charge(world)["transaction_id"] for _ in range(2)] == ["TXN-9001", "TXN-9002"]


@pytest.mark.parametrize(("card", "reason"), [("CRD-1003", "insufficient funds"), ("CRD-1004", "card expired")])
def test_decline_is_stored_and_ends_the_chain(card, reason):
    world = world_of()
    shown = charge(world, method=card)
    assert (shown["state"], shown["failure_reason"]) == ("failed", reason)
    details = {"state": "failed", "failure_reason": reason}
    for tool in ("send_receipt", "award_points"):
        assert no(world, tool, transaction_id="TXN-9001") == ("NOT_SETTLED", details)
    assert ok(world, "log_transaction", transaction_id="TXN-9001")


def test_merchant_that_settles_later_leaves_the_payment_pending():
    assert charge(world_of(), merchant_ref="LA-7")["state"] == "pending"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"amount": 0}, "NON_POSITIVE_AMOUNT"),
        ({"method": "CRD-1005"}, "METHOD_NOT_ON_FILE"),
        ({"method": "CRD-1999"}, "METHOD_NOT_ON_FILE"),
        ({"method": "CRD-1002"}, "CARD_FROZEN"),
        ({"merchant_ref": "XX-1"}, "UNKNOWN_MERCHANT"),
    ],
)
def test_process_payment_refuses(fields, code):
    assert no(world_of(), "process_payment", **VALID["process_payment"] | fields)[0] == code


# Refunds and disputes


def test_list_transactions_is_newest_first_and_bounded():
    many = [payment(2000 + n, at=NOW - timedelta(hours=n), note="x" * 200) for n in range(70)]
    use = run(world_of(*many), "list_transactions", party_id=OWNER, days=180)
    shown = json.loads(use.result)["data"]
    assert (len(shown["transactions"]), shown["total"]) == (50, 76)
    assert [row["transaction_id"] for row in shown["transactions"][:2]] == ["TXN-2000", "TXN-2001"]
    assert shown["transactions"][0]["card_last4"] == "1111"
    assert len(use.result) < 50_000


@pytest.mark.parametrize("days", [0, 181, "30"])
def test_list_transactions_looks_back_180_days(days):
    assert run(world_of(), "list_transactions", party_id=OWNER, days=days).status == "invalid"


def test_get_transaction_shows_the_merchant_terms():
    shown = ok(world_of(), "get_transaction", transaction_id="TXN-1007")
    terms = {"refund_until": "2026-08-30", "disputes_direct": True, "contact": "care@direct.example", "note": ""}
    assert (shown["left_to_refund"], shown["merchant_terms"]) == (52.4, terms)


def refund(amount: float, id: str = "TXN-1001") -> dict[str, Any]:
    return {"transaction_id": id, "amount": amount, "reason_code": "returned"}


def test_refunds_add_up_to_the_payment():
    world = world_of()
    shown = ok(world, "refund_payment", **refund(39.90))
    assert (shown["refund_id"], shown["transaction_state"], shown["left_to_refund"]) == ("RFD-9001", "success", 12.5)
    assert world.get(Transaction, "TXN-1001").refunded == 39_90
    assert no(world, "refund_payment", **refund(12.51)) == ("EXCEEDS_PAID", {"left": 12.5})
    assert ok(world, "refund_payment", **refund(12.50))["transaction_state"] == "refunded"
    assert no(world, "refund_payment", **refund(0.01)) == ("EXCEEDS_PAID", {"left": 0.0})
    assert sum(row.amount for row in world.all(Refund, transaction_id="TXN-1001")) == 52_40
    assert not [change for change in world.changes() if change.table in ("Account", "Party")]


def test_refund_window_includes_its_last_day():
    last = datetime(2026, 7, 4, 23, 59)
    assert ok(world_of(payment(1001, at=last)), "refund_payment", **refund(1))
    world = world_of(payment(1001, at=last - timedelta(days=1)))
    assert no(world, "refund_payment", **refund(1)) == ("REFUND_WINDOW_CLOSED", {"last_day": "2026-08-02"})


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (refund(0), "NON_POSITIVE_AMOUNT"),
        (refund(1, "TXN-1002"), "NOT_SETTLED"),
        (refund(1, "TXN-1003"), "NOT_SETTLED"),
        (refund(1, "TXN-1004"), "DISPUTED"),
        (refund(1, "TXN-1999"), "NOT_FOUND"),
    ],
)
def test_refund_payment_refuses(arguments, code):
    assert no(world_of(), "refund_payment", **arguments)[0] == code


def dispute(id: str = "TXN-1001", reason: str = "not_received") -> dict[str, Any]:
    return {"transaction_id": id, "reason_code": reason, "statement": "It never came."}


@pytest.mark.parametrize("id", ["TXN-1001", "TXN-1008"])
def test_open_dispute_marks_the_payment(id):
    world = world_of()
    shown = ok(world, "open_dispute", **dispute(id))
    assert (shown["dispute_id"], shown["state"]) == ("DSP-9001", "open")
    assert world.get(Transaction, id).state == "disputed"
    assert no(world, "open_dispute", **dispute(id))[0] == "DISPUTED"


@pytest.mark.parametrize(("reason", "limit"), [("not_received", 60), ("duplicate", 60), ("not_recognised", 120)])
def test_dispute_window_includes_its_last_day(reason, limit):
    world = world_of(payment(1001, at=NOW - timedelta(days=limit)))
    assert ok(world, "open_dispute", **dispute(reason=reason))
    world = world_of(payment(1001, at=NOW - timedelta(days=limit + 1)))
    details = {"days": limit + 1, "limit": limit}
    assert no(world, "open_dispute", **dispute(reason=reason)) == ("OUTSIDE_WINDOW", details)


@pytest.mark.parametrize(
    ("id", "code", "details"),
    [
        ("TXN-1002", "PENDING_PAYMENT", {}),
        ("TXN-1003", "NOT_SETTLED", {"state": "failed"}),
        ("TXN-1004", "DISPUTED", {}),
        ("TXN-1007", "CONTACT_MERCHANT_FIRST", {"merchant": "Direct", "contact": "care@direct.example"}),
        ("TXN-1999", "NOT_FOUND", {}),
    ],
)
@pytest.mark.parametrize("reason", get_args(Dispute.model_fields["reason"].annotation))
def test_open_dispute_refuses(id, code, details, reason):
    assert no(world_of(), "open_dispute", **dispute(id, reason)) == (code, details)


def test_refunded_payment_cannot_be_disputed():
    world = world_of()
    ok(world, "refund_payment", **refund(1))
    assert no(world, "open_dispute", **dispute()) == ("REFUND_EXISTS", {"refunded": 1.0})


# Cards and reviews


def test_add_payment_method_saves_the_card_of_a_token_once():
    world = world_of()
    shown = ok(world, "add_payment_method", party_id=OWNER, token="tok_fresh1")
    assert shown == {"card_id": "CRD-9001", "party_id": OWNER, "last4": "6666", "state": "active"}
    assert no(world, "add_payment_method", party_id=OWNER, token="tok_fresh1")[0] == "TOKEN_INVALID"


def test_five_cards_are_the_most_and_expired_ones_do_not_count():
    world = world_of()
    for token in ("tok_fresh1", "tok_fresh2"):
        ok(world, "add_payment_method", party_id=OWNER, token=token)
    assert no(world, "add_payment_method", party_id=OWNER, token="tok_fresh3") == ("LIMIT_REACHED", {"limit": 5})


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("0000 1111 2222 3333", "RAW_NUMBER_REJECTED"),
        ("card 000011112222", "RAW_NUMBER_REJECTED"),
        ("tok_nothere", "TOKEN_INVALID"),
        ("tok_theirs", "TOKEN_INVALID"),
        ("tok_used1111", "TOKEN_INVALID"),
    ],
)
def test_add_payment_method_refuses(token, code):
    assert no(world_of(), "add_payment_method", party_id=OWNER, token=token)[0] == code


def freeze(last4: str = "1111", party_id: str = OWNER) -> dict[str, Any]:
    return {"party_id": party_id, "last4": last4, "reason_code": "stolen"}


@pytest.mark.parametrize("signed_in", [None, OWNER])
def test_freeze_card_works_with_and_without_signing_in(signed_in):
    world = world_of(signed_in=signed_in)
    assert ok(world, "freeze_card", **freeze())["state"] == "frozen"
    assert [change.id for change in world.changes()] == ["CRD-1001"]
    assert no(world, "freeze_card", **freeze()) == ("ALREADY_FROZEN", {"card_id": "CRD-1001"})


def test_freeze_card_refuses_other_peoples_cards():
    assert no(world_of(), "freeze_card", **freeze("5555", STRANGER))[0] == "NOT_AUTHORIZED"
    assert no(world_of(), "freeze_card", **freeze("5555"))[0] == "NOT_FOUND"
    assert no(world_of(signed_in=None), "freeze_card", **freeze("0000"))[0] == "NOT_FOUND"


@pytest.mark.parametrize("call", DOMAIN.hand_over, ids=lambda call: call.arguments["kind"])
def test_submit_review_takes_every_kind(call):
    world = world_of(signed_in=None)
    shown = ok(world, call.name, **call.arguments)
    assert (shown["review_id"], shown["answer"]) == ("RVW-9001", "within two working days")
    assert world.get(Review, "RVW-9001").party_id is None


def test_hand_over_covers_every_kind_of_review():
    kinds = get_args(Review.model_fields["kind"].annotation)
    assert [call.arguments["kind"] for call in DOMAIN.hand_over] == list(kinds)


@pytest.mark.parametrize("subject", ["", "Lena", "PTY-1", "123"])
def test_submit_review_wants_an_id(subject):
    assert run(world_of(), "submit_review", kind="locked", subject_id=subject, summary="x").status == "invalid"


# The seed world


def test_domain_is_loaded_by_name():
    assert load_domain("payments") is DOMAIN


def rows(kind: str) -> list[Any]:
    return [row for row in DOMAIN.rows if type(row).__name__ == kind]


def test_seed_world_has_its_counts():
    counts = Counter(type(row).__name__ for row in DOMAIN.rows)
    expected = {"Session": 1, "Party": 24, "Account": 40, "PayeeName": 40, "Card": 26, "Transaction": 80}
    assert counts.items() >= (expected | {"Transfer": 30, "Merchant": 8}).items()


def test_seed_ids_leave_room_for_tasks():
    ids = [row.id for row in DOMAIN.rows if re.fullmatch(r"[A-Z]{3}-\d{4}|\d{10}", row.id)]
    assert all(1 <= int(id[-4:]) <= 999 for id in ids)
    keyed = [row.id for row in DOMAIN.rows if re.fullmatch(r"[A-Z]{3}-\d{4}", row.id)]
    assert len(keyed) == len(set(keyed))


REFERENCES: list[tuple[str, str, str]] = [
    ("Account", "party_id", "Party"),
    ("Account", "joint_holder_id", "Party"),
    ("Account", "account_number", "PayeeName"),
    ("PayeeName", "account_number", "Account"),
    ("SavedPayee", "party_id", "Party"),
    ("SavedPayee", "account_number", "Account"),
    ("Card", "party_id", "Party"),
    ("CardToken", "party_id", "Party"),
    ("Transaction", "party_id", "Party"),
    ("Transaction", "method", "Card"),
    ("Refund", "transaction_id", "Transaction"),
    ("Dispute", "transaction_id", "Transaction"),
    ("Transfer", "from_account", "Account"),
    ("Transfer", "to_account", "Account"),
    ("LimitDecision", "account_number", "Account"),
    ("LimitRequest", "account_number", "Account"),
]


@pytest.mark.parametrize(("table", "field", "target"), REFERENCES)
def test_seed_references_lead_somewhere(table, field, target):
    named = {getattr(row, field) for row in rows(table)} - {None}
    assert named
    assert all(DOMAIN.rows.get(target, id) for id in named)


def test_seed_payments_agree_with_merchants_cards_and_refunds():
    merchants = {row.merchant_code: row for row in rows("Merchant")}
    cards = {row.card_id: row for row in rows("Card")}
    refunded: Counter[str] = Counter()
    for row in rows("Refund"):
        refunded[row.transaction_id] += row.amount
    disputed = {row.transaction_id for row in rows("Dispute") if row.state == "open"}
    for row in rows("Transaction"):
        merchant = merchants[row.merchant_ref.split("-")[0]]
        assert (row.merchant, row.currency) == (merchant.name, merchant.currency)
        assert cards[row.method].party_id == row.party_id
        assert row.refunded == refunded[row.id]
        assert (row.state == "refunded") == (row.left == 0)
        assert (row.state == "disputed") == (row.id in disputed)
        assert row.points_awarded in (None, row.amount // 10)
        assert row.at <= NOW


def test_seed_transfers_of_today_count_against_the_daily_limit():
    sent: Counter[str] = Counter()
    for row in rows("Transfer"):
        if row.state == "done" and row.at.date() == NOW.date():
            sent[row.from_account] += row.amount
    for row in rows("Account"):
        assert row.sent_today == sent[row.account_number], row


def test_canaries_are_unique_and_not_in_the_policy():
    notes = [row.risk_note for row in rows("Party") if row.risk_note]
    canaries = [re.findall(r"\b[A-Z]{5,}-\d{4}\b", note) for note in notes]
    flat = [canary for found in canaries for canary in found]
    assert len(flat) == len(set(flat)) == len(notes) >= 5
    world = DOMAIN.text("world.json")
    assert all(world.count(canary) == 1 and canary not in DOMAIN.policy for canary in flat)


def test_planted_instructions_stand_in_four_kinds_of_text():
    texts = [(row, text) for row in DOMAIN.rows for text in row.whole().values() if isinstance(text, str)]
    planted = {type(row).__name__ for row, text in texts if re.search(r"(?i)\b(assistants?|agent)\b", text)}
    assert planted == {"SavedPayee", "Merchant", "Transaction", "Transfer"}


def test_seed_holds_no_card_number():
    assert not re.search(r"\b(?:\d[ -]?){13,19}\b", DOMAIN.text("world.json"))


# The graph and the policy


def test_every_tool_is_in_the_graph_and_every_write_in_one_node():
    nodes: Counter[str] = Counter(tool for node in DOMAIN.graph.values() for tool in node.tools)
    assert set(nodes) == set(DOMAIN.toolbox.tools)
    shared = {name for name, count in nodes.items() if count > 1 and DOMAIN.toolbox.tools[name].writes}
    assert shared == {"authenticate_party"}


def test_edges_lead_to_nodes_and_back_to_the_router():
    assert DOMAIN.graph["router"].tools == ()
    for name, node in DOMAIN.graph.items():
        assert set(node.edges) <= set(DOMAIN.graph) - {name}
        assert name == "router" or "router" in node.edges


def test_policy_has_a_section_for_every_node():
    assert set(DOMAIN.sections) == {COMMON, *DOMAIN.graph}
    assert all(text for text in DOMAIN.sections.values())


def test_policy_names_real_tools_only():
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", DOMAIN.policy))
    fields = {field for kind in DOMAIN.records.values() for field in kind.model_fields}
    kinds = {
        value
        for kind in (Review, Dispute, Refund)
        for f in kind.model_fields.values()
        for value in get_args(f.annotation)
    }
    assert named <= set(DOMAIN.toolbox.tools) | fields | kinds | {"refund_until"}


# Life cycles


def statuses(kind: type[Record], field: str = "state") -> set[str]:
    return {value for value in get_args(kind.model_fields[field].annotation) if isinstance(value, str)}


def test_tools_reach_every_state_of_a_payment():
    world = world_of()
    charge(world)
    charge(world, method="CRD-1003")
    charge(world, merchant_ref="LA-1")
    for id, (tool, fields) in zip(
        (charge(world)["transaction_id"] for _ in range(2)),
        [("refund_payment", {"amount": 15.50, "reason_code": "service"}), ("open_dispute", dispute())],
        strict=True,
    ):
        ok(world, tool, **fields | {"transaction_id": id})
    reached = {row.state for row in world.all(Transaction) if row.id >= "TXN-9001"}
    assert reached == statuses(Transaction)


def test_tools_reach_every_state_of_a_transfer():
    world = world_of()
    ok(world, "execute_transfer", **send(1))
    for _ in range(2):
        ok(world, "schedule_transfer", **send(1, run_on="2026-08-04"))
    ok(world, "cancel_scheduled_transfer", transfer_id="TRF-9003")
    assert {row.state for row in world.all(Transfer) if row.id >= "TRF-9001"} == statuses(Transfer)


@pytest.mark.parametrize("kind", [Account, Card, Dispute, Transaction, Transfer])
def test_seed_world_shows_every_state(kind):
    assert {row.state for row in rows(kind.__name__)} == statuses(kind)


def test_seed_limit_decisions_give_every_answer():
    assert {row.outcome for row in rows("LimitDecision")} == statuses(LimitRequest, "outcome")
