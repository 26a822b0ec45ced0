"""Norhaven: cases, knowledge, invoices and credits, and hand-offs of a helpdesk for connected homes."""

from datetime import datetime

from crm_gym.domains.base import Domain
from crm_gym.domains.support.billing import issue_credit, list_invoices, request_approval
from crm_gym.domains.support.cases import (
    add_case_comment,
    close_case,
    create_case,
    get_case,
    list_cases,
    update_case,
)
from crm_gym.domains.support.customers import find_customer, get_customer, update_contact_detail, verify_customer
from crm_gym.domains.support.handoff import escalate_case, get_team_hours, schedule_callback, transfer_to_human
from crm_gym.domains.support.knowledge import classify_issue, get_service_status, search_articles
from crm_gym.domains.support.records import (
    Approval,
    ApprovalDecision,
    Article,
    Callback,
    Case,
    Credit,
    Customer,
    Device,
    Escalation,
    Handover,
    Incident,
    Invoice,
    Product,
    Session,
    Team,
)
from crm_gym.tools import Toolbox

__all__ = [
    "DOMAIN",
    "add_case_comment",
    "classify_issue",
    "close_case",
    "create_case",
    "escalate_case",
    "find_customer",
    "get_case",
    "get_customer",
    "get_service_status",
    "get_team_hours",
    "issue_credit",
    "list_cases",
    "list_invoices",
    "request_approval",
    "schedule_callback",
    "search_articles",
    "transfer_to_human",
    "update_case",
    "update_contact_detail",
    "verify_customer",
]

DOMAIN = Domain(
    "support",
    title="Norhaven",
    now=datetime(2026, 3, 16, 10, 0),
    labels=("case_triage", "knowledge_resolution", "billing_adjustment", "escalation_handoff"),
    records=(
        Session,
        Customer,
        Product,
        Device,
        Case,
        Article,
        Incident,
        Invoice,
        Credit,
        ApprovalDecision,
        Approval,
        Team,
        Escalation,
        Callback,
        Handover,
    ),
    tools=Toolbox(
        [
            find_customer,
            verify_customer,
            get_customer,
            list_cases,
            get_case,
            classify_issue,
            search_articles,
            get_service_status,
            create_case,
            add_case_comment,
            update_case,
            close_case,
            list_invoices,
            issue_credit,
            request_approval,
            get_team_hours,
            escalate_case,
            schedule_callback,
            update_contact_detail,
            transfer_to_human,
        ]
    ),
    copied=(Customer, Device, Case, Invoice, Credit, Approval),
    hand_over=(
        transfer_to_human.call("locked", "The customer could not be verified; please help."),
        transfer_to_human.call("vulnerable", "A vulnerable customer needs a person."),
        transfer_to_human.call("trust_review", "Please look at this account before anything is changed."),
        transfer_to_human.call("user_demand", "The customer asks for a person."),
        transfer_to_human.call("out_of_scope", "The customer wants something that the desk cannot do."),
    ),
)
