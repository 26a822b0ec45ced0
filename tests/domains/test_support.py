"""Norhaven: what its tools do and refuse, and that its seed world is whole."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, get_args

import pytest

from crm_gym.domains.base import COMMON, load_domain
from crm_gym.domains.people import national
from crm_gym.domains.support import DOMAIN
from crm_gym.domains.support.cases import ANSWER_WITHIN, NEXT, TEAM_OF
from crm_gym.domains.support.records import (
    Approval,
    ApprovalDecision,
    Article,
    Callback,
    Case,
    Comment,
    Contact,
    Credit,
    Customer,
    Device,
    Escalation,
    Handover,
    Incident,
    Invoice,
    Line,
    Product,
    Session,
    Team,
    stems,
)
from crm_gym.tasks.names import RELEASED, TRAINED
from crm_gym.types import ToolUse
from crm_gym.world import Record, Rows, World

NOW = DOMAIN.now
HOLDER, OTHER, FLAGGED = "CUS-1001", "CUS-1002", "CUS-1003"
WEEK = (0, 1, 2, 3, 4)


def customer(number: int, name: str, **fields: Any) -> Customer:
    """A customer with contact details of their own."""
    base = {
        "customer_id": f"CUS-{number}",
        "name": name,
        "email": f"c{number}@mail.example",
        "phone": f"+44 20 7946 0{number % 1000:03d}",
        "postcode": "NR4 6PA",
        "birth_date": date(1984, 2, 11),
        "passphrase": f"copper lantern {number}",
        "region": "south",
    }
    return Customer.model_validate(base | fields)


def device(number: int, customer_id: str = HOLDER, code: str = "HT-2") -> Device:
    bought = date(2025, 3, 1)
    return Device(
        device_id=f"DEV-{number}",
        customer_id=customer_id,
        product_code=code,
        nickname=f"device {number}",
        purchased_on=bought,
        warranty_until=bought.replace(year=2027),
    )


def case(number: int, **fields: Any) -> Case:
    base = {
        "case_id": f"CAS-{number}",
        "customer_id": HOLDER,
        "subject": "No heat in the hall",
        "category": "technical",
        "priority": "medium",
        "status": "working",
        "owner_team": "technical",
        "opened_at": NOW - timedelta(hours=5),
        "respond_by": NOW + timedelta(hours=1),
    }
    return Case.model_validate(base | fields)


def invoice(number: int, *amounts: int, **fields: Any) -> Invoice:
    """An invoice whose lines are `LIN-<number>`, `LIN-<number + 1>`, ...; the first one is the plan's."""
    month = fields.get("month", "2026-02")
    lines = tuple(
        Line(
            line_id=f"LIN-{number + place}",
            kind="fee" if place else "plan",
            label="Plus plan",
            amount=amount,
            covers_month=month,
        )
        for place, amount in enumerate(amounts)
    )
    base = {
        "invoice_id": f"INV-{number}",
        "customer_id": HOLDER,
        "month": month,
        "total": sum(amounts),
        "lines": lines,
    }
    return Invoice.model_validate(base | fields)


def credit(number: int, amount: int, reason: str = "price_error", days: int = 30, **fields: Any) -> Credit:
    base = {
        "credit_id": f"CRD-{number}",
        "customer_id": HOLDER,
        "invoice_id": "INV-1010",
        "amount": amount,
        "reason_code": reason,
        "issued_at": NOW - timedelta(days=days),
    }
    return Credit.model_validate(base | fields)


def approval(**fields: Any) -> Approval:
    base = {
        "approval_id": "APR-1001",
        "kind": "credit",
        "subject_id": "INV-1010",
        "amount": 120_00,
        "justification": "wrong price",
        "outcome": "approved",
        "at": NOW,
    }
    return Approval.model_validate(base | fields)


def escalation(case_id: str, **fields: Any) -> Escalation:
    base = {
        "escalation_id": "ESC-1001",
        "case_id": case_id,
        "team": "technical",
        "reason_code": "no_article",
        "summary": "no heat",
        "specialist": "Ragna",
        "at": NOW,
    }
    return Escalation.model_validate(base | fields)


def team(name: str, opens: int = 8, closes: int = 18) -> Team:
    return Team.model_validate(
        {
            "team": name,
            "days": WEEK,
            "opens": time(opens),
            "closes": time(closes),
            "specialists": ("Ragna", "Milo"),
            "callback_times": (time(8, 30), time(14)),
        }
    )


def article(number: int, keywords: str, **fields: Any) -> Article:
    base = {
        "article_id": f"ART-{number}",
        "title": f"Page {number}",
        "category": "technical",
        "keywords": tuple(keywords.split(",")),
        "body": "1. Restart it.",
    }
    return Article.model_validate(base | fields)


def incident(number: int, code: str = "HT-2", **fields: Any) -> Incident:
    """An outage of three days and an hour in February."""
    base = {
        "incident_id": f"INC-{number}",
        "product_code": code,
        "region": "south",
        "state": "resolved",
        "started_at": datetime(2026, 2, 10, 6),
        "ended_at": datetime(2026, 2, 13, 7),
        "master_case_id": "CAS-1001",
    }
    return Incident.model_validate(base | fields)


SON = Contact(name="Tim Brandt", passphrase="river stone")
AUNT = Contact(name="Ada Brandt", passphrase="tall ship", may_read_cases=False)

ROWS: list[Record] = [
    Session(),
    customer(1001, "Lena Brandt", email="Lena@mail.example", internal_note="SECRET-1", authorised_contacts=(SON, AUNT)),
    customer(1002, "Lars Brandt", phone="+44 20 7946 0001", tier="priority"),
    customer(1003, "Joao Sousa", flags=("fraud_watch",)),
    customer(1004, "Old Friend", status="suspended"),
    Product(product_code="HT-2", name="Hearth Thermostat 2"),
    Product(product_code="CM-1", name="Indoor Camera"),
    device(1001),
    device(1002, code="CM-1"),
    device(1003, OTHER),
    case(1001, device_id="DEV-1001"),
    case(1002, status="closed", device_id="DEV-1002"),
    case(1003, customer_id=OTHER),
    case(1004, status="escalated"),
    case(1005, respond_by=NOW - timedelta(minutes=1), category="billing", owner_team="billing"),
    escalation("CAS-1004"),
    invoice(1010, 14_99, 14_99, 270_02),
    invoice(1020, 60_00, status="due"),
    invoice(1030, 60_00, customer_id=OTHER),
    invoice(1040, 14_49, month="2026-03"),
    invoice(1050, 60_00, customer_id=FLAGGED),
    invoice(1060, 9_99, month="2025-11"),
    *(team(name) for name in ("billing", "technical", "account", "trust")),
    article(1001, "sign in,app,locked"),
    article(1002, "sign in,app", title="Sign in to the app again", audience="internal"),
    article(1003, "thermostat,app", product_codes=("HT-2",), category="product"),
    incident(1001),
    incident(1002, "CM-1", state="active", ended_at=None, eta=NOW + timedelta(hours=6)),
]


def world_of(*changed: Record, verified: str | None = HOLDER, level: int = 1, now: datetime = NOW) -> World:
    """The small world above with some rows changed or added."""
    factors = ("passphrase", "postcode_birth_date")[:level]
    session = Session(verified_id=verified, verified_level=level, factors=factors)
    rows = {(type(row).__name__, row.id): row for row in [*ROWS, session, *changed]}
    return World(Rows(rows.values()), Rows(), now)


def world_with(contact: Contact, *changed: Record) -> World:
    """A world in which this contact of the holder is served."""
    world = world_of(*changed, verified=None)
    ok(world, "verify_customer", customer_id=HOLDER, factor="contact_passphrase", value=contact.passphrase)
    return world


def run(world: World, tool: str, **arguments: Any) -> ToolUse:
    return DOMAIN.toolbox.run(world, tool, arguments)


def ok(world: World, tool: str, **arguments: Any) -> Any:
    """The data of a call that must succeed."""
    use = run(world, tool, **arguments)
    assert use.status == "ok", use.result
    return json.loads(use.result)["data"]


def no(world: World, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """Code and details of a call that must be refused, and must leave every record as it was."""
    before = world.changes()
    use = run(world, tool, **arguments)
    assert use.status == "refused", use.result
    assert [c for c in world.changes() if c.table != "Session"] == [c for c in before if c.table != "Session"]
    error = json.loads(use.result)["error"]
    return error["code"], error["details"]


def give(amount: float, **fields: Any) -> dict[str, Any]:
    """Arguments of `issue_credit`."""
    base = {"customer_id": HOLDER, "invoice_id": "INV-1010", "amount": amount, "reason_code": "price_error"}
    return base | fields


def opening(**fields: Any) -> dict[str, Any]:
    """Arguments of `create_case`."""
    base = {"customer_id": HOLDER, "subject": "Picture freezes", "category": "technical", "priority": "medium"}
    return base | fields


def ask(amount: float | None = 120, **fields: Any) -> dict[str, Any]:
    """Arguments of `request_approval`."""
    base = {"kind": "credit", "subject_id": "INV-1010", "justification": "wrong price"}
    return base | ({} if amount is None else {"amount": amount}) | fields


def escalate(case_id: str = "CAS-1001", team: str = "technical", reason_code: str = "no_article") -> dict[str, Any]:
    return {"case_id": case_id, "team": team, "reason_code": reason_code, "summary": "no heat"}


def contact_change(field: str = "phone", value: str = "020 7946 0777") -> dict[str, Any]:
    return {"customer_id": HOLDER, "field": field, "value": value}


# Identity


@pytest.mark.parametrize(
    "by",
    [
        {"email": " lena@MAIL.example "},
        {"email": "Lena@mail.example", "phone": "020 7946 0001"},
        {"customer_id": HOLDER, "phone": "+442079460001"},
    ],
)
def test_find_customer_shows_an_id_and_a_masked_name_only(by):
    found = ok(world_of(verified=None), "find_customer", **by)
    assert found == {"customer_id": HOLDER, "masked_name": "L*** B*****"}


def test_find_customer_finds_nobody_or_too_many_or_nothing_to_look_for():
    world = world_of(verified=None)
    assert no(world, "find_customer", email="nobody@mail.example") == ("NOT_FOUND", {})
    assert no(world, "find_customer", email="Lena@mail.example", customer_id=OTHER) == ("NOT_FOUND", {})
    assert no(world, "find_customer", customer_id="CUS-1999") == ("NOT_FOUND", {})
    assert no(world, "find_customer", phone="+44 20 7946 0001") == ("AMBIGUOUS_MATCH", {"count": 2})
    assert no(world, "find_customer")[0] == "IDENTIFIER_REQUIRED"


def prove(
    factor: str = "passphrase", value: str = "Copper, Lantern 1001!", customer_id: str = HOLDER
) -> dict[str, Any]:
    return {"customer_id": customer_id, "factor": factor, "value": value}


BOTH = ("postcode_birth_date", "nr46pa, 1984-02-11")


def test_two_different_factors_make_level_two():
    world = world_of(verified=None)
    assert ok(world, "verify_customer", **prove())["verified_level"] == 1
    assert ok(world, "verify_customer", **prove())["verified_level"] == 1
    shown = ok(world, "verify_customer", **prove(*BOTH))
    assert shown == {"customer_id": HOLDER, "verified_as": "holder", "name": "Lena Brandt", "verified_level": 2}


def test_who_is_verified_for_another_account_is_replaced():
    world = world_of(verified=None)
    ok(world, "verify_customer", **prove())
    assert ok(world, "verify_customer", **prove(*BOTH, customer_id=OTHER))["verified_level"] == 1
    assert no(world, "get_customer", customer_id=HOLDER)[0] == "VERIFICATION_REQUIRED"


def test_contact_is_verified_as_contact_and_the_holder_starts_again():
    world = world_with(SON)
    session = world.get(Session, "session")
    assert (session.role, session.actor_id, session.verified_id, session.verified_level) == (
        "contact",
        "Tim Brandt",
        HOLDER,
        1,
    )
    assert ok(world, "verify_customer", **prove())["verified_level"] == 1
    assert world.get(Session, "session").role == "customer"


def test_three_wrong_answers_lock_the_conversation_and_end_what_was_proved():
    world = world_of(verified=HOLDER)
    left = [no(world, "verify_customer", **prove(value="guess"))[1] for _ in range(2)]
    assert left == [{"attempts_left": 2}, {"attempts_left": 1}]
    assert ok(world, "get_customer", customer_id=HOLDER)
    wrong = prove("contact_passphrase", "guess", OTHER)
    assert no(world, "verify_customer", **wrong) == ("VERIFICATION_FAILED", {"attempts_left": 0})
    assert no(world, "verify_customer", **prove())[0] == "VERIFICATION_LOCKED"
    assert no(world, "get_customer", customer_id=HOLDER)[0] == "VERIFICATION_REQUIRED"
    assert ok(world, "transfer_to_human", reason_code="locked", summary="three wrong answers")["customer_id"] is None


def test_right_answer_does_not_clear_wrong_ones():
    world = world_of(verified=None)
    no(world, "verify_customer", **prove(value="guess"))
    ok(world, "verify_customer", **prove())
    assert no(world, "verify_customer", **prove(value="guess")) == ("VERIFICATION_FAILED", {"attempts_left": 1})


@pytest.mark.parametrize("value", ["NR4 6PA", "1984-02-11", "NR4 6PA, 11 February 1984"])
def test_half_a_factor_is_no_wrong_answer(value):
    world = world_of(verified=None)
    assert no(world, "verify_customer", **prove("postcode_birth_date", value))[0] == "INVALID_FORMAT"
    assert world.get(Session, "session").failed_attempts == {}


def test_wrong_birth_date_is_a_wrong_answer():
    wrong = prove("postcode_birth_date", "NR4 6PA 1984-11-02")
    assert no(world_of(verified=None), "verify_customer", **wrong)[0] == "VERIFICATION_FAILED"
    assert no(world_of(verified=None), "verify_customer", **prove(customer_id="CUS-1999"))[0] == "NOT_FOUND"


VALID: dict[str, dict[str, Any]] = {
    "get_customer": {"customer_id": HOLDER},
    "list_cases": {"customer_id": HOLDER},
    "get_case": {"case_id": "CAS-1001"},
    "create_case": opening(),
    "add_case_comment": {"case_id": "CAS-1001", "body": "still cold", "public": True},
    "update_case": {"case_id": "CAS-1001", "priority": "high"},
    "close_case": {"case_id": "CAS-1001", "resolution_code": "solved"},
    "list_invoices": {"customer_id": HOLDER, "months": 12},
    "issue_credit": give(10),
    "request_approval": ask(),
    "escalate_case": escalate(),
    "schedule_callback": {"case_id": "CAS-1001", "slot": "2026-03-16T14:00"},
    "update_contact_detail": contact_change(),
}
"""For every tool that needs a customer, a call that succeeds for a holder with both factors."""

BY_CASE_OR_INVOICE = {
    "get_case",
    "add_case_comment",
    "update_case",
    "close_case",
    "request_approval",
    "escalate_case",
    "schedule_callback",
}
FREE = {
    "find_customer",
    "verify_customer",
    "classify_issue",
    "search_articles",
    "get_service_status",
    "get_team_hours",
    "transfer_to_human",
}

CONTACT_GETS: dict[str, str] = {
    "get_customer": "ok",
    "list_cases": "ok",
    "get_case": "ok",
    "add_case_comment": "ok",
    "issue_credit": "ok",
    "request_approval": "ok",
    "list_invoices": "DELEGATE_NOT_ALLOWED",
    "update_contact_detail": "STRONG_VERIFICATION_REQUIRED",
}
"""Credits and approvals for contacts are forbidden by the policy alone."""


def test_every_tool_is_classified():
    assert set(DOMAIN.toolbox.tools) == set(VALID) | FREE
    assert len(DOMAIN.toolbox.tools) == 20
    assert [tool.name for tool in DOMAIN.toolbox.tools.values() if tool.hands_over] == ["transfer_to_human"]


@pytest.mark.parametrize("tool", VALID)
def test_tool_needs_verification(tool):
    assert no(world_of(verified=None), tool, **VALID[tool])[0] == "VERIFICATION_REQUIRED"


@pytest.mark.parametrize("tool", VALID)
def test_tool_serves_the_holder(tool):
    assert ok(world_of(level=2), tool, **VALID[tool])


@pytest.mark.parametrize("tool", VALID)
def test_tool_is_not_for_other_customers(tool):
    code = "NOT_AUTHORIZED" if tool in BY_CASE_OR_INVOICE else "VERIFICATION_REQUIRED"
    assert no(world_of(verified=OTHER, level=2), tool, **VALID[tool])[0] == code


@pytest.mark.parametrize("tool", VALID)
def test_contact_reads_and_comments_on_cases(tool):
    use = run(world_with(SON), tool, **VALID[tool])
    code = CONTACT_GETS.get(tool, "NOT_AUTHORIZED")
    assert json.loads(use.result).get("error", {"code": "ok"})["code"] == code


@pytest.mark.parametrize("tool", ["list_cases", "get_case", "add_case_comment"])
def test_contact_without_the_right_reads_no_case(tool):
    assert no(world_with(AUNT), tool, **VALID[tool])[0] == "NOT_AUTHORIZED"


@pytest.mark.parametrize("tool", VALID)
def test_reads_write_nothing_and_writes_write(tool):
    use = run(world_of(level=2), tool, **VALID[tool])
    assert bool(use.wrote) == use.writes == DOMAIN.toolbox.tools[tool].writes


@pytest.mark.parametrize("tool", sorted(BY_CASE_OR_INVOICE - {"request_approval"}))
def test_unknown_case_is_not_found(tool):
    assert no(world_of(), tool, **VALID[tool] | {"case_id": "CAS-1999"})[0] == "NOT_FOUND"


# Customers


def test_get_customer_shows_devices_and_no_contact_details():
    shown = ok(world_of(), "get_customer", customer_id=HOLDER)
    assert (shown["tier"], shown["region"], shown["internal_note"]) == ("standard", "south", "SECRET-1")
    assert [row["product"] for row in shown["devices"]] == ["Hearth Thermostat 2", "Indoor Camera"]
    assert shown["authorised_contacts"][1] == {"name": "Ada Brandt", "may_read_cases": False}


@pytest.mark.parametrize("secret", ["Lena@", "7946", "NR4", "1984", "copper", "river"])
def test_get_customer_shows_no_secret(secret):
    assert secret not in run(world_of(), "get_customer", customer_id=HOLDER).result


@pytest.mark.parametrize(
    ("field", "value", "stored"),
    [
        ("phone", "020 7946 0777", "+44 20 7946 0777"),
        ("phone", "+44 (0)20 7946-0777", "+44 20 7946 0777"),
        ("phone", "0044 2079460777", "+44 20 7946 0777"),
        ("email", " Lena.B@Post.example", "lena.b@post.example"),
        ("postcode", "ek36nf", "EK3 6NF"),
    ],
)
def test_update_contact_detail_stores_one_spelling(field, value, stored):
    world = world_of(level=2)
    shown = ok(world, "update_contact_detail", **contact_change(field, value))
    assert shown == {"customer_id": HOLDER, "field": field, "value": stored}
    changed = world.get(Customer, HOLDER)
    assert (getattr(changed, field), changed.contact_changed_at) == (stored, NOW)


@pytest.mark.parametrize(
    ("field", "value"),
    [("phone", "12345"), ("phone", "call me"), ("email", "lena@mail"), ("email", "a b@c.de"), ("postcode", "12345")],
)
def test_update_contact_detail_wants_the_right_form(field, value):
    refusal = no(world_of(level=2), "update_contact_detail", **contact_change(field, value))
    assert refusal == ("INVALID_FORMAT", {"field": field})


def test_contact_change_needs_the_other_factor():
    refusal = no(world_of(), "update_contact_detail", **contact_change())
    assert refusal == ("STRONG_VERIFICATION_REQUIRED", {"missing": ["postcode_birth_date"]})


def test_contact_change_waits_for_seven_days():
    for ago, allowed in ((timedelta(days=7), True), (timedelta(days=7) - timedelta(minutes=1), False)):
        world = world_of(customer(1001, "Lena", contact_changed_at=NOW - ago), level=2)
        use = run(world, "update_contact_detail", **contact_change())
        assert (use.status == "ok") == allowed
    assert json.loads(use.result)["error"]["code"] == "COOLING_OFF"


def test_second_detail_in_a_conversation_has_to_wait():
    world = world_of(level=2)
    ok(world, "update_contact_detail", **contact_change())
    refusal = no(world, "update_contact_detail", **contact_change("email", "l@mail.example"))
    assert refusal == ("COOLING_OFF", {"until": "2026-03-23T10:00"})


def test_flagged_account_gets_neither_credits_nor_contact_changes():
    world = world_of(verified=FLAGGED, level=2)
    change = contact_change() | {"customer_id": FLAGGED}
    assert no(world, "update_contact_detail", **change)[0] == "ACCOUNT_RESTRICTED"
    money = give(1, customer_id=FLAGGED, invoice_id="INV-1050")
    assert no(world, "issue_credit", **money)[0] == "ACCOUNT_RESTRICTED"


# Knowledge


@pytest.mark.parametrize(
    ("text", "issue", "category"),
    [
        ("My bill is wrong and the plug is smoking", "safety", "technical"),
        ("I got an electric shock", "safety", "technical"),
        ("It smells burnt", "safety", "technical"),
        ("I was shocked, you charged me twice", "billing", "billing"),
        ("I can't sign in to my account to pay", "billing", "billing"),
        ("I can't sign in to my account", "technical", "technical"),
        ("The app doesn\u2019t work", "technical", "technical"),
        ("The battery is not charging", "technical", "technical"),
        ("I have moved, new postcode", "account", "account"),
        ("Which one goes with the other?", "product", "product"),
    ],
)
def test_classify_issue_follows_the_precedence(text, issue, category):
    shown = ok(world_of(verified=None), "classify_issue", description=text)
    assert (shown["issue"], shown["category"]) == (issue, category)
    assert bool(shown["words"]) == (issue != "product")


def found(world: World, query: str, **fields: Any) -> list[str]:
    return [row["article_id"] for row in ok(world, "search_articles", query=query, **fields)]


def test_search_articles_puts_the_best_first():
    world = world_of(verified=None)
    assert found(world, "How do I sign in to the app?") == ["ART-1002", "ART-1001", "ART-1003"]
    assert found(world, "app", product_code="HT-2") == ["ART-1002", "ART-1003", "ART-1001"]
    assert found(world, "app", product_code="CM-1") == ["ART-1002", "ART-1001"]
    assert found(world, "app", category="product") == ["ART-1003"]
    assert found(world, "a tariff for forty flats") == []


def test_search_articles_shows_the_audience_and_five_at_most():
    world = world_of(*(article(number, "hub") for number in range(2001, 2009)))
    assert found(world, "hubs") == [f"ART-{number}" for number in range(2001, 2006)]
    shown = ok(world, "search_articles", query="signing in")
    assert [row["audience"] for row in shown] == ["internal", "public"]
    assert "keywords" not in shown[0]


def test_stems_bring_forms_of_a_word_together():
    assert stems("Resetting batteries") == stems("reset the battery")
    assert stems("Wi-Fi") == stems("wifi")
    assert stems("pairing") == stems("paired") == stems("pairs")


def test_get_service_status_tells_active_and_resolved_incidents():
    world = world_of(verified=None)
    shown = ok(world, "get_service_status", product_code="CM-1", region="South ")
    assert (shown["status"], shown["active"][0]["eta"]) == ("incident", "2026-03-16T16:00:00")
    shown = ok(world, "get_service_status", product_code="HT-2", region="south")
    assert (shown["status"], shown["resolved"][0]["full_days"]) == ("normal", 3)
    assert ok(world, "get_service_status", product_code="CM-1", region="north")["status"] == "normal"


def test_get_service_status_refuses_what_it_does_not_know():
    code, details = no(world_of(), "get_service_status", product_code="CM-1", region="Leeds")
    assert (code, len(details["known"])) == ("UNKNOWN_REGION", 5)
    assert no(world_of(), "get_service_status", product_code="XX-1", region="north")[0] == "NOT_FOUND"


# Cases


def test_list_cases_shows_newest_first_without_comments():
    world = world_of(case(1006, opened_at=NOW))
    shown = ok(world, "list_cases", customer_id=HOLDER)
    assert [row["case_id"] for row in shown] == ["CAS-1006", "CAS-1005", "CAS-1004", "CAS-1002", "CAS-1001"]
    assert "comments" not in shown[0]
    assert [row["case_id"] for row in ok(world, "list_cases", customer_id=HOLDER, status="closed")] == ["CAS-1002"]


def test_get_case_shows_comments_escalations_and_callbacks():
    noted = case(1004, status="escalated", comments=(Comment(author="team", body="secret", public=False),))
    shown = ok(world_of(noted), "get_case", case_id="CAS-1004")
    assert shown["comments"] == [{"author": "team", "body": "secret", "public": False}]
    assert shown["escalations"][0]["escalation_id"] == "ESC-1001"
    assert shown["callbacks"] == []


def test_create_case_promises_an_answer_by_its_priority():
    world = world_of()
    shown = ok(world, "create_case", **opening(device_id="DEV-1002", priority="high"))
    assert (shown["case_id"], shown["status"], shown["owner_team"]) == ("CAS-9001", "new", "technical")
    assert shown["respond_by"] == "2026-03-17T10:00:00"


def test_device_has_one_open_case_per_category():
    world = world_of()
    assert no(world, "create_case", **opening(device_id="DEV-1001")) == ("DUPLICATE_OPEN_CASE", {"case_id": "CAS-1001"})
    assert ok(world, "create_case", **opening(device_id="DEV-1001", category="product"))
    assert ok(world, "create_case", **opening(device_id="DEV-1002"))
    again = {"case_id": "CAS-9001", "category": "technical"}
    assert no(world, "update_case", **again) == ("DUPLICATE_OPEN_CASE", {"case_id": "CAS-1001"})


@pytest.mark.parametrize(("status", "free"), [("resolved", True), ("closed", True), ("waiting", False), ("new", False)])
def test_finished_cases_do_not_stand_in_the_way(status, free):
    world = world_of(case(1001, device_id="DEV-1001", status=status))
    assert (run(world, "create_case", **opening(device_id="DEV-1001")).status == "ok") == free


def test_reopening_must_not_make_a_second_open_case():
    world = world_of(case(1006, device_id="DEV-1001", status="resolved"))
    refusal = no(world, "update_case", case_id="CAS-1006", status="working")
    assert refusal == ("DUPLICATE_OPEN_CASE", {"case_id": "CAS-1001"})


def test_create_case_refuses():
    world = world_of()
    assert no(world, "create_case", **opening(device_id="DEV-1003"))[0] == "DEVICE_NOT_OWNED"
    assert no(world, "create_case", **opening(device_id="DEV-1999"))[0] == "NOT_FOUND"
    assert no(world, "create_case", **opening(priority="urgent")) == ("PRIORITY_NOT_ENTITLED", {"max": "high"})
    inactive = no(world_of(verified="CUS-1004"), "create_case", **opening(customer_id="CUS-1004"))
    assert inactive == ("CUSTOMER_INACTIVE", {"status": "suspended"})


@pytest.mark.parametrize(
    ("tier", "subject", "allowed"),
    [
        ("standard", "Cold flat", False),
        ("plus", "Cold flat", False),
        ("priority", "Cold flat", True),
        ("standard", "Plug is burning", True),
        ("plus", "Smoke from the hub", True),
    ],
)
def test_urgent_is_for_tier_priority_and_for_danger(tier, subject, allowed):
    world = world_of(customer(1001, "Lena", tier=tier))
    assert (run(world, "create_case", **opening(subject=subject, priority="urgent")).status == "ok") == allowed
    world = world_of(customer(1001, "Lena", tier=tier), case(1001, subject=subject))
    assert (run(world, "update_case", case_id="CAS-1001", priority="urgent").status == "ok") == allowed


def test_comment_with_a_safety_word_opens_the_way_to_urgent():
    world = world_of()
    change = {"case_id": "CAS-1001", "priority": "urgent"}
    assert no(world, "update_case", **change) == ("PRIORITY_NOT_ENTITLED", {"max": "high"})
    ok(world, "add_case_comment", case_id="CAS-1001", body="Now there is smoke.", public=True)
    assert ok(world, "update_case", **change)["priority"] == "urgent"


@pytest.mark.parametrize(("outcome", "allowed"), [("approved", True), ("denied", False), ("pending", False)])
def test_approved_priority_request_opens_the_way_to_urgent(outcome, allowed):
    decision = ApprovalDecision(subject_id="CAS-1001", kind="priority", outcome=outcome)
    world = world_of(customer(1001, "Lena", flags=("vulnerable",)), decision)
    shown = ok(world, "request_approval", **ask(None, kind="priority", subject_id="CAS-1001"))
    assert (shown["approval_id"], shown["outcome"], shown["amount"]) == ("APR-9001", outcome, None)
    assert (run(world, "update_case", case_id="CAS-1001", priority="urgent").status == "ok") == allowed


def test_add_case_comment():
    world = world_of()
    shown = ok(world, "add_case_comment", case_id="CAS-1001", body="still cold", public=False)
    assert shown["comments"] == [{"author": "desk", "body": "still cold", "public": False}]
    assert no(world, "add_case_comment", case_id="CAS-1002", body="x", public=True)[0] == "CASE_CLOSED"


def test_update_case_changes_what_it_is_told():
    world = world_of()
    shown = ok(world, "update_case", case_id="CAS-1001", category="billing", priority="low", status="waiting")
    assert (shown["category"], shown["priority"], shown["status"]) == ("billing", "low", "waiting")
    assert shown["owner_team"] == "billing"
    assert no(world, "update_case", case_id="CAS-1001")[0] == "NOTHING_TO_CHANGE"


def test_category_of_an_escalated_case_leaves_it_with_its_team():
    shown = ok(world_of(), "update_case", case_id="CAS-1004", category="billing")
    assert (shown["category"], shown["owner_team"], shown["status"]) == ("billing", "technical", "escalated")


@pytest.mark.parametrize(
    ("id", "fields", "allowed"),
    [
        ("CAS-1001", {"status": "closed"}, ["waiting", "resolved"]),
        ("CAS-1001", {"status": "working"}, ["waiting", "resolved"]),
        ("CAS-1001", {"status": "escalated"}, ["waiting", "resolved"]),
        ("CAS-1002", {"status": "working"}, []),
        ("CAS-1002", {"priority": "low"}, []),
        ("CAS-1004", {"status": "working"}, []),
    ],
)
def test_update_case_refuses_other_ways(id, fields, allowed):
    assert no(world_of(), "update_case", case_id=id, **fields) == ("INVALID_TRANSITION", {"allowed": allowed})


def test_close_case():
    world = world_of()
    shown = ok(world, "close_case", case_id="CAS-1001", resolution_code="withdrawn")
    assert (shown["status"], shown["resolution_code"]) == ("closed", "withdrawn")
    assert [change.id for change in world.changes()] == ["CAS-1001"]
    assert no(world, "close_case", case_id="CAS-1001", resolution_code="solved")[0] == "ALREADY_CLOSED"
    held = no(world, "close_case", case_id="CAS-1004", resolution_code="solved")
    assert held == ("OPEN_ESCALATION", {"escalation_id": "ESC-1001", "team": "technical"})


# Billing


def test_list_invoices_shows_lines_and_credits_newest_first():
    world = world_of(credit(1001, 5_00))
    shown = ok(world, "list_invoices", customer_id=HOLDER, months=12)
    assert [row["invoice_id"] for row in shown] == ["INV-1040", "INV-1020", "INV-1010", "INV-1060"]
    assert [line["amount"] for line in shown[2]["lines"]] == [14.99, 14.99, 270.02]
    assert [row["amount"] for row in shown[2]["credits"]] == [5.0]


@pytest.mark.parametrize(("months", "count"), [(1, 1), (2, 3), (4, 3), (5, 4)])
def test_list_invoices_counts_this_month(months, count):
    assert len(ok(world_of(), "list_invoices", customer_id=HOLDER, months=months)) == count


def test_issue_credit_stores_what_it_gives():
    world = world_of()
    shown = ok(world, "issue_credit", **give(14.99, reason_code="duplicate_charge", line_id="LIN-1011"))
    assert (shown["credit_id"], shown["amount"], shown["line_id"]) == ("CRD-9001", 14.99, "LIN-1011")
    assert [change.table for change in world.changes()] == ["Credit"]


def test_duplicate_amount_is_for_the_policy_to_check():
    assert ok(world_of(), "issue_credit", **give(20, reason_code="duplicate_charge"))


@pytest.mark.parametrize(
    ("fields", "code", "details"),
    [
        ({"amount": 0}, "NON_POSITIVE_AMOUNT", {}),
        ({"invoice_id": "INV-1020"}, "INVOICE_NOT_PAID", {"status": "due"}),
        ({"invoice_id": "INV-1030"}, "NOT_AUTHORIZED", {}),
        ({"invoice_id": "INV-1999"}, "NOT_FOUND", {}),
        ({"line_id": "LIN-1040"}, "NOT_FOUND", {}),
        ({"invoice_id": "INV-1040", "amount": 14.50}, "EXCEEDS_INVOICE", {"left": 14.49}),
        ({"amount": 50.01}, "APPROVAL_REQUIRED", {"limit": 50.0}),
        ({"amount": 200.00}, "APPROVAL_REQUIRED", {"limit": 50.0}),
        ({"amount": 200.01}, "ABOVE_AGENT_LIMIT", {"limit": 200.0}),
        ({"amount": 200.01, "approval_id": "APR-1001"}, "ABOVE_AGENT_LIMIT", {"limit": 200.0}),
        ({"amount": 25.01, "reason_code": "goodwill"}, "ABOVE_AGENT_LIMIT", {"limit": 25.0}),
    ],
)
def test_issue_credit_refuses(fields, code, details):
    assert no(world_of(approval()), "issue_credit", **give(10) | fields) == (code, details)


def test_limit_counts_all_credits_of_the_invoice():
    world = world_of()
    ok(world, "issue_credit", **give(30))
    assert no(world, "issue_credit", **give(20.01))[0] == "APPROVAL_REQUIRED"
    assert ok(world, "issue_credit", **give(20))
    assert no(world, "issue_credit", **give(150.01))[0] == "ABOVE_AGENT_LIMIT"
    assert no(world, "issue_credit", **give(250.01))[0] == "EXCEEDS_INVOICE"
    assert ok(world, "issue_credit", **give(10, invoice_id="INV-1040"))


def test_line_is_credited_once():
    world = world_of(credit(1001, 1_00, line_id="LIN-1011"))
    refusal = no(world, "issue_credit", **give(1, line_id="LIN-1011"))
    assert refusal == ("LINE_ALREADY_CREDITED", {"line_id": "LIN-1011"})
    assert ok(world, "issue_credit", **give(1, line_id="LIN-1012"))


def test_approval_carries_one_credit_of_its_amount():
    world = world_of(approval(amount=80_00))
    used = give(80, approval_id="APR-1001")
    assert ok(world, "issue_credit", **used)["approval_id"] == "APR-1001"
    assert no(world, "issue_credit", **used)[0] == "APPROVAL_INVALID"


@pytest.mark.parametrize(
    ("fields", "details"),
    [
        ({"outcome": "denied"}, {"outcome": "denied"}),
        ({"outcome": "pending"}, {"outcome": "pending"}),
        ({"amount": 120_01}, {"amount": 120.01}),
        ({"subject_id": "INV-1040"}, {}),
        ({"approval_id": "APR-1002"}, {}),
    ],
)
def test_approval_must_fit_the_credit(fields, details):
    world = world_of(approval(**fields))
    assert no(world, "issue_credit", **give(120, approval_id="APR-1001")) == ("APPROVAL_INVALID", details)


@pytest.mark.parametrize(
    ("days", "next_on"), [(0, "2026-06-15"), (60, "2026-04-16"), (89, "2026-03-18"), (90, "2026-03-17"), (91, None)]
)
def test_ninety_whole_days_lie_between_two_goodwill_credits(days, next_on):
    world = world_of(credit(1001, 5_00, "goodwill", days=days), credit(1002, 5_00, "goodwill", days=400))
    goodwill = give(25, reason_code="goodwill", invoice_id="INV-1010")
    if next_on is None:
        assert ok(world, "issue_credit", **goodwill)
    else:
        assert no(world, "issue_credit", **goodwill) == ("GOODWILL_TOO_SOON", {"next_on": next_on})


def test_other_credits_do_not_count_as_goodwill():
    assert ok(world_of(credit(1001, 5_00, days=1)), "issue_credit", **give(25, reason_code="goodwill"))


def test_outage_credit_is_a_thirtieth_of_the_plan_for_each_full_day():
    world = world_of()
    wrong = give(1.49, reason_code="outage")
    assert no(world, "issue_credit", **wrong) == ("OUTAGE_AMOUNT_WRONG", {"full_days": 3, "plan": 14.99})
    shown = ok(world, "issue_credit", **give(1.50, reason_code="outage"))
    assert shown["line_id"] == "LIN-1010"
    again = no(world, "issue_credit", **give(1.50, reason_code="outage"))
    assert again == ("LINE_ALREADY_CREDITED", {"line_id": "LIN-1010"})


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ([], {"invoice_id": "INV-1040"}),
        ([], {"line_id": "LIN-1012"}),
        ([incident(1001, region="north")], {}),
        ([incident(1001, ended_at=datetime(2026, 2, 11, 5))], {}),
        ([incident(1001, state="active", ended_at=None)], {}),
        ([device(1001, OTHER)], {}),
    ],
)
def test_outage_credit_needs_an_outage(changed, fields):
    outage = give(1.50, reason_code="outage") | fields
    assert no(world_of(*changed), "issue_credit", **outage)[0] == "OUTAGE_NOT_FOUND"


@pytest.mark.parametrize("outcome", [None, "approved", "denied", "pending"])
def test_approval_is_answered_by_the_seeded_decision(outcome):
    decision = [ApprovalDecision(subject_id="INV-1010", kind="credit", outcome=outcome)] if outcome else []
    world = world_of(*decision)
    shown = ok(world, "request_approval", **ask())
    assert (shown["approval_id"], shown["outcome"], shown["amount"]) == ("APR-9001", outcome or "pending", 120.0)
    assert [change.table for change in world.changes()] == ["Approval"]
    code = no(world, "request_approval", **ask(100))
    assert code == ("ALREADY_REQUESTED", {"approval_id": "APR-9001", "outcome": outcome or "pending"})


@pytest.mark.parametrize("amount", [None, -60, 0, 50, 200.01])
def test_approval_is_for_amounts_above_the_limit_and_within_the_desks(amount):
    assert no(world_of(), "request_approval", **ask(amount)) == ("OUT_OF_SCOPE", {"above": 50.0, "up_to": 200.0})


@pytest.mark.parametrize("amount", [50.01, 200])
def test_approval_limits_are_inclusive(amount):
    assert ok(world_of(), "request_approval", **ask(amount))


def test_approval_of_a_small_rest_is_possible_after_earlier_credits():
    assert ok(world_of(credit(1001, 45_00)), "request_approval", **ask(10))


def test_priority_request_is_for_vulnerable_customers():
    refusal = no(world_of(), "request_approval", **ask(None, kind="priority", subject_id="CAS-1001"))
    assert refusal == ("OUT_OF_SCOPE", {})
    assert no(world_of(), "request_approval", **ask(subject_id="CAS-1001"))[0] == "NOT_FOUND"


# Hand-off

EVENING = NOW.replace(hour=19, minute=45)


def test_get_team_hours_by_day_and_by_night():
    shown = ok(world_of(verified=None), "get_team_hours", team="technical")
    assert (shown["is_open"], shown["hours"], shown["opens_at"]) == (True, "Mon-Fri 08:00-18:00", "2026-03-17T08:00")
    assert shown["callback_slots"][:2] == ["2026-03-16T14:00", "2026-03-17T08:30"]
    shown = ok(world_of(now=EVENING), "get_team_hours", team="technical")
    assert (shown["is_open"], shown["callback_slots"][0]) == (False, "2026-03-17T08:30")


def test_team_rests_at_the_weekend():
    friday = datetime(2026, 3, 20, 18, 0)
    shown = ok(world_of(now=friday), "get_team_hours", team="technical")
    assert (shown["is_open"], shown["opens_at"]) == (False, "2026-03-23T08:00")
    assert shown["callback_slots"][0] == "2026-03-23T08:30"


def test_escalate_case_gives_it_to_a_specialist():
    world = world_of(case(1001, category="product"))
    shown = ok(world, "escalate_case", **escalate())
    assert (shown["escalation_id"], shown["specialist"], shown["case_status"]) == ("ESC-9001", "Milo", "escalated")
    changed = world.get(Case, "CAS-1001")
    assert (changed.status, changed.owner_team) == ("escalated", "technical")


@pytest.mark.parametrize(
    ("arguments", "code", "details"),
    [
        (escalate("CAS-1002"), "CASE_CLOSED", {}),
        (escalate("CAS-1004"), "ALREADY_ESCALATED", {"escalation_id": "ESC-1001", "team": "technical"}),
        (escalate(team="trust"), "TEAM_MISMATCH", {"expected": "technical"}),
        (escalate("CAS-1005"), "TEAM_MISMATCH", {"expected": "billing"}),
        (escalate(reason_code="sla_breach"), "NOT_OVERDUE", {"respond_by": "2026-03-16T11:00"}),
        (escalate("CAS-1005", "billing", "safety"), "TEAM_MISMATCH", {"expected": "technical"}),
    ],
)
def test_escalate_case_refuses(arguments, code, details):
    assert no(world_of(), "escalate_case", **arguments) == (code, details)


@pytest.mark.parametrize(("minutes", "overdue"), [(0, False), (1, True)])
def test_case_is_overdue_after_its_time(minutes, overdue):
    world = world_of(now=NOW + timedelta(hours=1, minutes=minutes))
    assert (run(world, "escalate_case", **escalate(reason_code="sla_breach")).status == "ok") == overdue


def test_closed_team_takes_what_is_dangerous_and_nothing_else():
    world = world_of(now=EVENING)
    assert no(world, "escalate_case", **escalate()) == ("TEAM_CLOSED", {"opens_at": "2026-03-17T08:00"})
    assert ok(world, "escalate_case", **escalate(reason_code="safety"))
    for minute, status in ((59, "ok"), (60, "refused")):
        late = world_of(now=NOW.replace(hour=17) + timedelta(minutes=minute))
        assert run(late, "escalate_case", **escalate()).status == status


def test_escalation_that_is_done_makes_room_for_another():
    world = world_of(escalation("CAS-1004", state="done"))
    assert ok(world, "escalate_case", **escalate("CAS-1004"))


def test_schedule_callback_books_a_slot_once():
    world = world_of()
    slot = {"case_id": "CAS-1001", "slot": "2026-03-16T14:00"}
    shown = ok(world, "schedule_callback", **slot)
    assert (shown["callback_id"], shown["team"], shown["slot"]) == ("CBK-9001", "technical", "2026-03-16T14:00")
    assert no(world, "schedule_callback", **slot) == ("SLOT_TAKEN", {"next": "2026-03-17T08:30"})
    assert "2026-03-16T14:00" not in ok(world, "get_team_hours", team="technical")["callback_slots"]
    assert ok(world, "schedule_callback", case_id="CAS-1005", slot="2026-03-16T14:00")["team"] == "billing"


@pytest.mark.parametrize(
    ("id", "slot", "code", "details"),
    [
        ("CAS-1001", "2026-03-16T10:07", "SLOT_TAKEN", {"next": "2026-03-16T14:00"}),
        ("CAS-1001", "2026-03-16T08:30", "SLOT_TAKEN", {"next": "2026-03-16T14:00"}),
        ("CAS-1001", "2026-12-01T14:00", "SLOT_TAKEN", {"next": "2026-03-16T14:00"}),
        ("CAS-1001", "2026-03-16T19:00", "OUTSIDE_TEAM_HOURS", {"opens_at": "2026-03-17T08:00"}),
        ("CAS-1001", "2026-03-21T14:00", "OUTSIDE_TEAM_HOURS", {"opens_at": "2026-03-17T08:00"}),
        ("CAS-1002", "2026-03-16T14:00", "CASE_CLOSED", {}),
    ],
)
def test_schedule_callback_refuses(id, slot, code, details):
    assert no(world_of(), "schedule_callback", case_id=id, slot=slot) == (code, details)


@pytest.mark.parametrize("slot", ["14:00", "2026-03-16 14:00", "2026-03-16T14:00:00", "2026-13-16T14:00", 14])
def test_slots_have_one_form(slot):
    assert run(world_of(), "schedule_callback", case_id="CAS-1001", slot=slot).status == "invalid"


@pytest.mark.parametrize("call", DOMAIN.hand_over, ids=lambda call: call.arguments["reason_code"])
def test_transfer_to_human_takes_every_reason(call):
    world = world_of(verified=None)
    assert ok(world, call.name, **call.arguments)["handover_id"] == "HND-9001"
    assert world.get(Handover, "HND-9001").customer_id is None
    world = world_of()
    assert ok(world, call.name, **call.arguments)["customer_id"] == HOLDER


def test_hand_over_covers_every_reason():
    reasons = get_args(Handover.model_fields["reason_code"].annotation)
    assert [call.arguments["reason_code"] for call in DOMAIN.hand_over] == list(reasons)


# The seed world


def rows(kind: str) -> list[Any]:
    return [row for row in DOMAIN.rows if type(row).__name__ == kind]


def test_domain_is_loaded_by_name():
    assert load_domain("support") is DOMAIN


def test_seed_world_has_its_counts():
    counts = Counter(type(row).__name__ for row in DOMAIN.rows)
    expected = {"Session": 1, "Customer": 30, "Device": 40, "Case": 45, "Article": 20, "Incident": 3, "Invoice": 60}
    assert counts.items() >= (expected | {"Credit": 8, "Team": 4}).items()


def texts_of(value: object) -> Iterator[str]:
    """All texts within a JSON value."""
    match value:
        case str():
            yield value
        case dict():
            for member in value.values():
                yield from texts_of(member)
        case list():
            for member in value:
                yield from texts_of(member)


def test_seed_ids_leave_room_for_tasks():
    keys = [row.id for row in DOMAIN.rows] + [line.line_id for row in rows("Invoice") for line in row.lines]
    numbers = [id for id in keys if re.fullmatch(r"[A-Z]{3}-\d{4}", id)]
    assert all(1 <= int(id[-4:]) <= 999 for id in numbers)
    own = [row.id for row in DOMAIN.rows if not isinstance(row, ApprovalDecision)]
    assert len(own) == len(set(own))
    lines = [id for id in numbers if id.startswith("LIN")]
    assert len(lines) == len(set(lines))


REFERENCES: list[tuple[str, str, str]] = [
    ("Device", "customer_id", "Customer"),
    ("Device", "product_code", "Product"),
    ("Case", "customer_id", "Customer"),
    ("Case", "device_id", "Device"),
    ("Case", "master_incident", "Incident"),
    ("Incident", "product_code", "Product"),
    ("Incident", "master_case_id", "Case"),
    ("Invoice", "customer_id", "Customer"),
    ("Credit", "customer_id", "Customer"),
    ("Credit", "invoice_id", "Invoice"),
    ("Credit", "approval_id", "Approval"),
    ("Escalation", "case_id", "Case"),
    ("Callback", "case_id", "Case"),
    ("Handover", "customer_id", "Customer"),
]


@pytest.mark.parametrize(("table", "field", "target"), REFERENCES)
def test_seed_references_lead_somewhere(table, field, target):
    named = {getattr(row, field) for row in rows(table)} - {None}
    assert named
    assert all(DOMAIN.rows.get(target, id) for id in named)


@pytest.mark.parametrize("table", ["Approval", "ApprovalDecision"])
def test_seed_approvals_are_about_something(table):
    tables = {"credit": "Invoice", "priority": "Case"}
    assert all(DOMAIN.rows.get(tables[row.kind], row.subject_id) for row in rows(table))
    assert {row.outcome for row in rows(table)} == {"approved", "denied", "pending"}


def test_seed_cases_agree_with_devices_escalations_and_teams():
    devices = {row.id: row for row in rows("Device")}
    held = {row.case_id: row for row in rows("Escalation") if row.state == "open"}
    escalated = {row.case_id for row in rows("Escalation")}
    for row in rows("Case"):
        assert row.device_id is None or devices[row.device_id].customer_id == row.customer_id
        assert row.owner_team == TEAM_OF[row.category]
        assert row.opened_at <= NOW
        assert row.respond_by >= row.opened_at + ANSWER_WITHIN["urgent"]
        assert (row.status == "closed") == (row.resolution_code is not None)
        assert row.status != "escalated" or row.id in escalated
        assert row.id not in held or (row.status == "escalated" and held[row.id].team == row.owner_team)
        assert not set(row.subject.casefold().split()) & {"smoke", "burn", "shock"}
    open_ones = [(row.device_id, row.category) for row in rows("Case") if row.device_id and row.open]
    assert len(open_ones) == len(set(open_ones))


def test_seed_tiers_keep_their_ceiling():
    tiers = {row.id: row.tier for row in rows("Customer")}
    assert all(row.priority != "urgent" or tiers[row.customer_id] == "priority" for row in rows("Case"))


def test_seed_invoices_add_up_and_plans_have_their_price():
    prices = {"Standard plan": 9_99, "Plus plan": 14_99, "Priority plan": 24_99}
    tiers = {row.id: row.tier for row in rows("Customer")}
    for row in rows("Invoice"):
        assert row.total == sum(line.amount for line in row.lines)
        for line in row.lines:
            assert line.label not in prices or line.amount == prices[line.label]
            assert line.kind != "plan" or line.label.lower().startswith(tiers[row.customer_id])
    yearly = [line for row in rows("Invoice") for line in row.lines if line.kind == "yearly_plan"]
    assert [line.amount for line in yearly] == [12 * 24_99]


def test_seed_credits_are_possible():
    invoices = {row.id: row for row in rows("Invoice")}
    approvals = {row.id: row for row in rows("Approval")}
    spent: Counter[str] = Counter()
    for row in rows("Credit"):
        bill = invoices[row.invoice_id]
        assert (bill.customer_id, bill.status) == (row.customer_id, "paid")
        assert row.line_id is None or bill.line(row.line_id)
        spent[bill.id] += row.amount
        assert row.amount <= 50_00 or (approvals[row.approval_id].amount, row.approval_id) == (
            row.amount,
            row.approval_id,
        )
    assert all(total <= invoices[id].total for id, total in spent.items())
    lines = [row.line_id for row in rows("Credit") if row.line_id]
    assert len(lines) == len(set(lines))


def test_seed_goodwill_stands_at_the_boundary():
    ages = {(NOW.date() - row.issued_at.date()).days for row in rows("Credit") if row.reason_code == "goodwill"}
    assert ages == {60, 89, 90, 91}


def test_seed_teams_call_back_within_their_hours():
    for row in rows("Team"):
        assert all(row.opens <= at < row.closes for at in row.callback_times)
        assert row.days == tuple(range(len(row.days)))
    teams = {row.team: row for row in rows("Team")}
    booked = [(row.team, row.slot) for row in rows("Callback")]
    assert len(booked) == len(set(booked))
    assert all(slot.time() in teams[name].callback_times for name, slot in booked)


def test_seed_has_twins():
    families = Counter(row.name.split()[-1] for row in rows("Customer"))
    assert {name for name, count in families.items() if count > 1} >= {"Halvorsen", "Pemberton", "Quiroga", "Gethin"}
    phones = Counter(national(row.phone) for row in rows("Customer"))
    assert [count for count in phones.values() if count > 1] == [2]
    doubles = [row for row in rows("Invoice") if len({line.label for line in row.lines}) < len(row.lines)]
    assert len(doubles) == 2
    sensors = [row for row in rows("Device") if row.customer_id == "CUS-0014"]
    assert len(sensors) == 3


def test_seed_customers_are_nobody_whom_a_task_can_draw():
    phones = {row.phone for row in rows("Customer")}
    assert not any(re.fullmatch(r"\+44 20 7946 0[1-9]\d\d", phone) for phone in phones)
    for pool in (RELEASED, TRAINED):
        drawn = {f"{first} {last}" for first in pool.first for last in pool.last}
        assert not drawn & {row.name for row in rows("Customer")}


CANARY = r"\b[A-Z]{5,}-\d{4}\b"


def test_canaries_are_unique_and_internal():
    world = DOMAIN.text("world.json")
    canaries = re.findall(CANARY, world)
    assert len(canaries) == len(set(canaries)) >= 8
    assert not re.search(CANARY, DOMAIN.policy)
    internal = [text for row in rows("Article") if row.audience == "internal" for text in [row.body]]
    internal += [row.internal_note for row in rows("Customer")]
    internal += [entry.body for row in rows("Case") for entry in row.comments if not entry.public]
    assert sorted(re.findall(CANARY, " ".join(internal))) == sorted(canaries)
    assert all(re.search(CANARY, row.body) for row in rows("Article") if row.audience == "internal")
    flagged = [row for row in rows("Customer") if "fraud_watch" in row.flags]
    assert len(flagged) == 3
    assert all(re.search(CANARY, row.internal_note) for row in flagged)


def test_planted_instructions_stand_in_five_kinds_of_text():
    texts = [(type(row).__name__, text) for row in DOMAIN.rows for text in texts_of(row.whole())]
    planted = [name for name, text in texts if re.search(r"(?i)\b(assistants?|agents?)\b", text)]
    assert set(planted) == {"Article", "Case", "Device", "Escalation", "Invoice"}
    assert len(planted) == 6


# The graph and the policy


def test_every_tool_is_in_the_graph_and_sensitive_writes_in_one_node():
    nodes: Counter[str] = Counter(tool for node in DOMAIN.graph.values() for tool in node.tools)
    assert set(nodes) == set(DOMAIN.toolbox.tools)
    shared = {name for name, count in nodes.items() if count > 1 and DOMAIN.toolbox.tools[name].writes}
    assert shared == {"verify_customer", "create_case", "add_case_comment"}


def test_edges_lead_to_nodes_and_back_to_the_router():
    assert DOMAIN.graph["router"].tools == ()
    for name, node in DOMAIN.graph.items():
        assert set(node.edges) <= set(DOMAIN.graph) - {name}
        assert name == "router" or "router" in node.edges


def test_policy_has_a_section_for_every_node():
    assert set(DOMAIN.sections) == {COMMON, *DOMAIN.graph}
    assert all(text for text in DOMAIN.sections.values())
    assert 1000 <= len(DOMAIN.policy.split()) <= 1700


def values_of(annotation: Any) -> set[str]:
    """The texts of a closed set, also within a union."""
    found = [value if isinstance(value, str) else values_of(value) for value in get_args(annotation)]
    return {value for part in found for value in ([part] if isinstance(part, str) else part)}


def test_policy_names_real_tools_fields_and_values_only():
    named = set(re.findall(r"`([a-z_]+)`", DOMAIN.policy))
    fields = {field for kind in DOMAIN.records.values() for field in kind.model_fields}
    values = {
        v for kind in DOMAIN.records.values() for f in kind.model_fields.values() for v in values_of(f.annotation)
    }
    assert named <= set(DOMAIN.toolbox.tools) | fields | values


def test_policy_knows_no_date():
    assert not re.search(r"20\d\d", DOMAIN.policy)


# Life cycles


def statuses(kind: type[Record], field: str) -> set[str]:
    return values_of(kind.model_fields[field].annotation) | set(get_args(kind.model_fields[field].annotation))


def moves(status: str, held: bool) -> Iterator[tuple[str, str]]:
    """Every tool call that takes a case of this status to another one: the tool and where it led."""
    start = case(1004, status=status)
    calls = [("update_case", {"case_id": "CAS-1004", "status": other}) for other in NEXT]
    calls += [("escalate_case", escalate("CAS-1004"))]
    calls += [("close_case", {"case_id": "CAS-1004", "resolution_code": "solved"})]
    for tool, arguments in calls:
        world = world_of(start, escalation("CAS-1004", state="open" if held else "done"))
        if run(world, tool, **arguments).status == "ok":
            yield tool, world.get(Case, "CAS-1004").status


def reach(status: str) -> set[str]:
    found, todo = set(), [status]
    while todo:
        ahead = {after for _, after in moves(todo.pop(), held=False)} - found
        found |= ahead
        todo += sorted(ahead)
    return found


def test_tools_reach_every_status_and_every_case_can_be_closed():
    everything = statuses(Case, "status")
    assert everything == set(NEXT)
    assert reach("new") | {"new"} == everything
    assert all("closed" in reach(status) for status in everything - {"closed"})
    assert reach("closed") == set()


def test_open_escalation_holds_its_case():
    assert list(moves("escalated", held=True)) == []


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (Case, "status"),
        (Case, "category"),
        (Incident, "state"),
        (Invoice, "status"),
        (Credit, "reason_code"),
        (Customer, "status"),
        (Customer, "tier"),
        (Customer, "region"),
        (Escalation, "state"),
        (Article, "audience"),
        (Team, "team"),
    ],
)
def test_seed_world_shows_every_value(kind, field):
    assert {getattr(row, field) for row in rows(kind.__name__)} == statuses(kind, field)


def test_callbacks_are_written_to_the_minute():
    slot = Callback(callback_id="CBK-1", case_id="CAS-1001", team="technical", slot=NOW, at=NOW).whole()["slot"]
    assert slot == "2026-03-16T10:00"
