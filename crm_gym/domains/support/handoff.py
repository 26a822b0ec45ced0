"""Hand-off: specialist teams, callbacks, and people."""

from crm_gym.domains.support import access, hours
from crm_gym.domains.support.cases import TEAM_OF, open_escalation
from crm_gym.domains.support.records import (
    Callback,
    Case,
    CaseId,
    Escalation,
    EscalationReason,
    Handover,
    HandoverReason,
    Slot,
    Team,
    TeamName,
    spelled,
)
from crm_gym.tools import Text, tool
from crm_gym.world import Refusal, World

OFFERED = 5
"""How many free callback slots are shown."""


@tool()
def get_team_hours(world: World, team: TeamName) -> dict[str, object]:
    """Show whether a team is open at this moment, its hours, when it opens next, and its next free callback slots."""
    found = world.get(Team, team)
    return {
        "team": team,
        "is_open": hours.is_open(found, world.now),
        "hours": hours.spoken(found),
        "opens_at": spelled(hours.next_opening(found, world.now)),
        "callback_slots": [spelled(slot) for slot in hours.free_slots(world, found, world.now)[:OFFERED]],
    }


@tool(writes=True)
def escalate_case(
    world: World, case_id: CaseId, team: TeamName, reason_code: EscalationReason, summary: Text
) -> dict[str, object]:
    """Give a case of the verified holder to the specialists of its category's team, while that team is open.

    Reason safety goes to technical, at any hour. Product cases belong to technical.
    """
    case = access.held_case(world, case_id)
    _require_unescalated(world, case)
    _require_reason(world, case, reason_code)
    _require_team(world, case, team, reason_code)
    specialists = world.get(Team, team).specialists
    busy = len(world.find(Escalation, team=team))
    escalation = world.add(
        Escalation(
            escalation_id=world.new_id(Escalation),
            case_id=case_id,
            team=team,
            reason_code=reason_code,
            summary=summary,
            specialist=specialists[busy % len(specialists)],
            at=world.now,
        )
    )
    changed = world.update(case, status="escalated", owner_team=team)
    return {**escalation.seen(), "case_status": changed.status}


@tool(writes=True)
def schedule_callback(world: World, case_id: CaseId, slot: Slot) -> Callback:
    """Book a call of the team that owns a case of the verified holder, at one of its free slots (get_team_hours)."""
    case = access.held_case(world, case_id)
    _require_open(case)
    team = world.get(Team, case.owner_team)
    if not hours.is_open(team, slot):
        opens_at = spelled(hours.next_opening(team, world.now))
        raise Refusal("OUTSIDE_TEAM_HOURS", f"the {team.team} team is not there then", opens_at=opens_at)
    free = hours.free_slots(world, team, world.now)
    if slot not in free:
        later = [other for other in free if other > slot] or free
        raise Refusal("SLOT_TAKEN", f"the {team.team} team has no free callback then", next=spelled(later[0]))
    return world.add(
        Callback(callback_id=world.new_id(Callback), case_id=case_id, team=team.team, slot=slot, at=world.now)
    )


@tool(writes=True, hands_over=True)
def transfer_to_human(world: World, reason_code: HandoverReason, summary: Text) -> Handover:
    """Give the conversation to a person. It ends your part at once: nothing can be said or done afterwards."""
    return world.add(
        Handover(
            handover_id=world.new_id(Handover),
            reason_code=reason_code,
            summary=summary,
            customer_id=access.session(world).verified_id,
            at=world.now,
        )
    )


def _require_open(case: Case) -> None:
    if case.status == "closed":
        raise Refusal("CASE_CLOSED", f"{case.id} is closed")


def _require_unescalated(world: World, case: Case) -> None:
    _require_open(case)
    escalation = open_escalation(world, case.id)
    if escalation is not None:
        message = f"{case.id} is with the {escalation.team} team already"
        raise Refusal("ALREADY_ESCALATED", message, escalation_id=escalation.id, team=escalation.team)


def _require_reason(world: World, case: Case, reason: EscalationReason) -> None:
    if reason == "sla_breach" and world.now <= case.respond_by:
        raise Refusal("NOT_OVERDUE", f"{case.id} is not overdue", respond_by=spelled(case.respond_by))


def _require_team(world: World, case: Case, name: TeamName, reason: EscalationReason) -> None:
    """Refuses a team that has nothing to do with the case or is not there; what is dangerous does not wait."""
    expected = "technical" if reason == "safety" else TEAM_OF[case.category]
    if name != expected:
        raise Refusal("TEAM_MISMATCH", f"{case.id} belongs to the {expected} team", expected=expected)
    team = world.get(Team, name)
    if reason != "safety" and not hours.is_open(team, world.now):
        opens_at = spelled(hours.next_opening(team, world.now))
        raise Refusal("TEAM_CLOSED", f"the {name} team is closed", opens_at=opens_at)
