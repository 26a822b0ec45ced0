"""A suspended account: its old cases can be read and commented on, anything new is for a person."""

from datetime import date, datetime

from crm_gym.domains.support import add_case_comment, create_case, get_case, list_cases, transfer_to_human
from crm_gym.domains.support.records import Handover
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_just,
    ends,
    made,
    never,
    say,
    says_before,
    scenario,
    states,
)
from crm_gym.tasks.support.cast import case, comment, device, holder, identity, sign_in
from crm_gym.tasks.support.close_everything import HANDS_OVER


@scenario(
    "support",
    labels=["case_triage", "escalation_handoff"],
    difficulty="medium",
    styles=["routing"],
    cells=[{"account": "suspended", "wishes": "an old case, then a new one"}],
)
def frozen_account(draw: Draw) -> Draft:
    """The old case is served as ever; the second matter is new, and the desk may not open it."""
    me = holder(draw, tier="plus", status="suspended", region="north")
    camera = device(draw, me, "CM-2", "Studio door camera")
    device(draw, me, "HT-1", "Attic thermostat")
    old = case(
        draw,
        me,
        "Studio door camera: picture freezes after dark",
        device=camera,
        opened=datetime(2026, 3, 14, 21, 5),
        comments=[
            comment("customer", "Freezes every evening once the street lamps are on."),
            comment("technical", "We have found it in the log. A fitter can come on Friday, 20 March, in the morning."),
        ],
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A tattoo artist between two clients; soft-spoken, deadpan, makes puns on needles.",
            story=(
                "You want to know how your case about the studio door camera stands, and have it written down that "
                "the shutter is down and the fitter must knock at the yard door. Then you remember the thermostat in "
                "the attic, whose display has been dead since yesterday: you want a ticket for that. If the desk "
                "cannot, you want to be put through."
            ),
            opening=(
                "Hi, on pins and needles here. My case about the studio door camera: any news? And put in there that "
                "the shutter is down, whoever comes should knock at the yard door.",
                "Quick one while the stencil dries: how does my studio door camera case stand, and can you add that "
                "the fitter should knock at the yard door? The shutter's down all week.",
            ),
            goals=(
                Goal(
                    about="case",
                    told=("20 March", "Friday"),
                    again=(
                        "My case about the studio door camera, how does it stand? And add the bit about the yard door.",
                        "News on my camera case, please, and put in: knock at the yard door.",
                    ),
                ),
                Goal(
                    about="handover",
                    settled_by=(),
                    opening=(
                        "Sharp. Next one: the thermostat in my attic, display dead since yesterday. Open me a ticket "
                        "for that.",
                        "Got the point, thanks. And in the attic the thermostat's display is dead since yesterday. A "
                        "ticket for that as well, please.",
                    ),
                    again=(
                        "The thermostat in my attic, the display is dead. Who deals with that?",
                        "I need somebody for the thermostat in the attic, its display is dead.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The camera first, at the studio door. The thermostat is the one in my attic.",),
                "details": (
                    "Display black, radiators still warm. That's all I know.",
                    "It heats, only the display is dead.",
                ),
                "case": ("The studio door camera. I've no number on me.",),
                "time": ("Yesterday, the thermostat. The camera each evening.",),
                "reason": ("I can't set it when I can't see it.",),
            },
            pushes=(
                ("Hm. Then put me through to somebody who can.", "Ouch. Then pass me to whoever can."),
                ("Yes, yes, put me through, I'm here.",),
            ),
            thanks=("Fine by me. Thanks.",),
            leaves=("My next client's on the chair. Bye.",),
        ),
        solution=[
            *sign_in(me, "Good morning, at once."),
            list_cases.call(me.id),
            get_case.call(old.id),
            add_case_comment.call(old.id, "Whoever comes: the shutter is down, knock at the yard door.", public=True),
            say(
                f"The technical team has found the fault of {old.id} in the log; a fitter can come on Friday, 20 "
                "March, in the morning. I have added the yard door."
            ),
            say(
                "I am sorry, I cannot open a new case for this account. I will hand you over to a colleague who looks "
                f"at the thermostat with you; {old.id} goes on as it is."
            ),
            transfer_to_human.call("out_of_scope", "Suspended account, new matter: display of a thermostat is dead."),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=old.id),
            calls(transfer_to_human),
            never(create_case),
            ends(old, stays=True, status="working", priority="medium", category="technical"),
            changes_just(old, new=[made(Handover, reason_code="out_of_scope", customer_id=me.id)]),
            says_before(transfer_to_human, phrases=HANDS_OVER),
            states(date(2026, 3, 20)),
        ],
    )
