"""Cases: look up, open, comment, change and close."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from crm_gym.domains.support import access
from crm_gym.domains.support.knowledge import is_dangerous
from crm_gym.domains.support.records import (
    Approval,
    Callback,
    Case,
    CaseId,
    CaseStatus,
    Category,
    Comment,
    Customer,
    CustomerId,
    Device,
    DeviceId,
    Escalation,
    Priority,
    Resolution,
    TeamName,
)
from crm_gym.tools import Text, tool
from crm_gym.world import Refusal, World

RANKS: tuple[Priority, ...] = ("low", "medium", "high", "urgent")

ANSWER_WITHIN: dict[Priority, timedelta] = {
    "low": timedelta(hours=96),
    "medium": timedelta(hours=48),
    "high": timedelta(hours=24),
    "urgent": timedelta(hours=4),
}
"""What `respond_by` promises when a case is opened."""

TEAM_OF: dict[Category, TeamName] = {
    "billing": "billing",
    "technical": "technical",
    "account": "account",
    "product": "technical",
}

NEXT: dict[CaseStatus, tuple[CaseStatus, ...]] = {
    "new": ("working", "waiting", "resolved"),
    "working": ("waiting", "resolved"),
    "waiting": ("working", "resolved"),
    "escalated": ("working", "waiting", "resolved"),
    "resolved": ("working",),
    "closed": (),
}
"""Where `update_case` may take a case; an open escalation holds it where it is."""

Subject = Annotated[str, Field(min_length=3, max_length=200, description="What the case is about, in one line.")]


@tool()
def list_cases(world: World, customer_id: CustomerId, status: CaseStatus | None = None) -> list[dict[str, object]]:
    """List a verified customer's cases, newest first, without their comments; see get_case."""
    access.case_reader(world, customer_id)
    cases = [case for case in world.find(Case, customer_id=customer_id) if status in (None, case.status)]
    cases.sort(key=lambda case: (case.opened_at, case.id), reverse=True)
    return [{name: value for name, value in case.seen().items() if name != "comments"} for case in cases]


@tool()
def get_case(world: World, case_id: CaseId) -> dict[str, object]:
    """Show a case of the verified customer with its comments, escalations and callbacks.

    Comments that are not public are for staff only.
    """
    case = access.read_case(world, case_id)
    return {
        **case.seen(),
        "escalations": world.find(Escalation, case_id=case_id),
        "callbacks": world.find(Callback, case_id=case_id),
    }


@tool(writes=True)
def create_case(
    world: World,
    customer_id: CustomerId,
    subject: Subject,
    category: Category,
    priority: Priority,
    device_id: DeviceId | None = None,
) -> Case:
    """Open a case for the verified holder. A device has one open case per category.

    Urgent is for tier priority and for subjects with a safety word.
    """
    customer = access.holder(world, customer_id)
    if customer.status != "active":
        raise Refusal("CUSTOMER_INACTIVE", f"the account is {customer.status}", status=customer.status)
    _require_own_device(world, customer_id, device_id)
    case = Case(
        case_id=world.new_id(Case),
        customer_id=customer_id,
        device_id=device_id,
        subject=subject,
        category=category,
        priority=priority,
        owner_team=TEAM_OF[category],
        opened_at=world.now,
        respond_by=world.now + ANSWER_WITHIN[priority],
    )
    _require_only(world, case)
    _require_entitled(world, customer, case)
    return world.add(case)


@tool(writes=True)
def add_case_comment(world: World, case_id: CaseId, body: Text, public: bool) -> Case:
    """Add a comment to a case of the verified customer; the customer can read it if it is public."""
    case = access.read_case(world, case_id)
    if case.status == "closed":
        raise Refusal("CASE_CLOSED", f"{case_id} is closed")
    return world.update(case, comments=(*case.comments, Comment(author="desk", body=body, public=public)))


@tool(writes=True)
def update_case(
    world: World,
    case_id: CaseId,
    priority: Priority | None = None,
    category: Category | None = None,
    status: CaseStatus | None = None,
) -> Case:
    """Change priority, category or status of a case of the verified holder; what is left out stays.

    Cases are escalated with escalate_case and closed with close_case.
    """
    case = access.held_case(world, case_id)
    if not (priority or category or status):
        raise Refusal("NOTHING_TO_CHANGE", "give a priority, a category or a status")
    _require_transition(world, case, status)
    changed = case.model_copy(
        update={
            "priority": priority or case.priority,
            "category": category or case.category,
            "status": status or case.status,
        }
    )
    _require_only(world, changed)
    if priority is not None:
        _require_entitled(world, world.get(Customer, case.customer_id), changed)
    escalated = open_escalation(world, case_id) is not None
    team = TEAM_OF[category] if category and not escalated else case.owner_team
    return world.update(case, **vars(changed) | {"owner_team": team})


@tool(writes=True)
def close_case(world: World, case_id: CaseId, resolution_code: Resolution) -> Case:
    """Close a case of the verified holder for good. A case with an open escalation cannot be closed."""
    case = access.held_case(world, case_id)
    if case.status == "closed":
        raise Refusal("ALREADY_CLOSED", f"{case_id} is closed already")
    escalation = open_escalation(world, case_id)
    if escalation is not None:
        message = f"{case_id} is with the {escalation.team} team"
        raise Refusal("OPEN_ESCALATION", message, escalation_id=escalation.id, team=escalation.team)
    return world.update(case, status="closed", resolution_code=resolution_code)


def open_escalation(world: World, case_id: str) -> Escalation | None:
    """The escalation that has not ended yet."""
    return next(iter(world.find(Escalation, case_id=case_id, state="open")), None)


def _require_own_device(world: World, customer_id: str, device_id: str | None) -> None:
    if device_id is None:
        return
    device = world.get(Device, device_id)
    if device.customer_id != customer_id:
        raise Refusal("DEVICE_NOT_OWNED", f"{device_id} is not a device of {customer_id}")


def _require_only(world: World, case: Case) -> None:
    """Refuses a second open case for a device and category."""
    if case.device_id is None or not case.open:
        return
    twins = world.find(Case, device_id=case.device_id, category=case.category)
    other = next((twin for twin in twins if twin.open and twin.id != case.id), None)
    if other is not None:
        message = f"{other.id} is open for this device and category"
        raise Refusal("DUPLICATE_OPEN_CASE", message, case_id=other.id)


def _require_entitled(world: World, customer: Customer, case: Case) -> None:
    ceiling = _ceiling(world, customer, case)
    if RANKS.index(case.priority) > RANKS.index(ceiling):
        message = f"a case of tier {customer.tier} may have priority {ceiling} at most"
        raise Refusal("PRIORITY_NOT_ENTITLED", message, max=ceiling)


def _ceiling(world: World, customer: Customer, case: Case) -> Priority:
    if customer.tier == "priority" or is_dangerous(case.subject, *_words(case.comments)):
        return "urgent"
    approvals = world.find(Approval, subject_id=case.id, outcome="approved")
    return "urgent" if approvals else "high"


def _words(comments: Sequence[Comment]) -> list[str]:
    return [comment.body for comment in comments]


def _require_transition(world: World, case: Case, status: CaseStatus | None) -> None:
    """Refuses a status that does not follow, and any change of a closed case."""
    held = status is not None and open_escalation(world, case.id) is not None
    allowed = () if held else NEXT[case.status]
    if case.status == "closed" or (status is not None and status not in allowed):
        message = f"{case.id} is {case.status}{', and its escalation is open' if held else ''}"
        raise Refusal("INVALID_TRANSITION", message, allowed=list(allowed))
