"""Something that was over is back; what becomes of its old case depends on how far that one went."""

from datetime import datetime

from crm_gym.domains.support import (
    add_case_comment,
    classify_issue,
    create_case,
    get_case,
    get_service_status,
    list_cases,
    search_articles,
    update_case,
)
from crm_gym.domains.support.records import Case
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    ends,
    in_order,
    mentions,
    never,
    say,
    says_any,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, escalation, holder, identity, sign_in
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["case_triage"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"matter": "the lock", "its case": "resolved"},
        {"matter": "the lock", "its case": "closed"},
        {"matter": "the false alarms", "its case": "with the team"},
    ],
    boundary="its case",
)
def it_is_back(draw: Draw) -> Draft:
    """A resolved case goes on, a closed one needs a new one, and an open escalation holds a case where it is."""
    return {"the lock": _lock, "the false alarms": _false_alarms}[draw.cell["matter"]](draw)


_CALIBRATION = ("calibrate", "calibration", "recalibrate", "calibrating")
_CALIBRATE = (
    "Please open the door, choose Lock and then Calibrate in the app, turn the key once to each side when asked, and "
    "then close the door and let the app try it twice."
)

_CALIBRATES = says_any("the agent tells the customer to calibrate the lock", *_CALIBRATION)
_GOES_ON = (
    *("working", "in work", "being worked on", "in progress", "underway"),
    *(
        "up again",
        "running again",
        "handled again",
        "goes on",
        "continues",
        "resumes",
        "back to work",
        "back into work",
    ),
    *("reopened", "re-opened", "reactivated", "open again", "active again", "going again", "taken up", "resumed"),
)


def _lock(draw: Draw) -> Draft:
    """Twins: the same fault again, after a case that is resolved, or one that is closed for good."""
    closed = draw.cell["its case"] == "closed"
    me = holder(draw, region="central")
    lock = device(draw, me, "LK-1", "Front door lock")
    device(draw, me, "LK-1", "Practice door lock")
    before = case(
        draw,
        me,
        "Front door lock jams",
        device=lock,
        status="closed" if closed else "resolved",
        resolution="solved" if closed else None,
        opened=datetime(2026, 2, 26, 19, 15),
        comments=[
            comment("customer", "It jams when I come home at night."),
            comment("desk", "Calibrated in the app; it turns freely."),
        ],
    )
    ticket = draw.new(Case)
    start: list[Say | Call] = [
        *sign_in(me, "That is annoying, let me see."),
        classify_issue.call("My front door lock jams again"),
        list_cases.call(me.id),
        get_case.call(before.id),
        get_service_status.call("LK-1", "central"),
        search_articles.call("front door lock jams calibrate", product_code="LK-1"),
    ]
    anew: list[Say | Call] = [
        create_case.call(me.id, "Front door lock jams again", "technical", "medium", device_id=lock.device_id),
        say(f"{_CALIBRATE} The old case is closed, so I have opened a new one, {ticket}."),
    ]
    goes_on: list[Say | Call] = [
        update_case.call(before.id, status="working"),
        say(f"I have set your case {before.id} back to working. {_CALIBRATE}"),
    ]
    new_case: Checks = [
        calls(create_case, device_id=lock.device_id),
        in_order(get_service_status, search_articles, create_case),
        count(Case, 1, device_id=lock.device_id, category="technical", priority="medium", status="new"),
        changes_only(new={Case: 1}),
        _CALIBRATES,
        tells("done", "case"),
    ]
    old_case: Checks = [
        ends(before, status="working", priority="medium", category="technical"),
        changes_only(before),
        says_any("the agent says that the case is in work again", *_GOES_ON),
        _CALIBRATES,
        mentions(before.id),
    ]
    return Draft(
        user=_midwife(me),
        solution=[*start, *(anew if closed else goes_on)],
        contract=new_case if closed else old_case,
        labels=("case_triage", "knowledge_resolution") if closed else (),
    )


def _midwife(me: Holder) -> Persona:
    details = (
        "It takes two or three goes, then it turns. It does lock in the end.",
        "Same as last time: jams, I jiggle, third go it locks. Started on Saturday.",
    )
    return Persona(
        name=me.person.name,
        voice="A midwife on call; practical, brisk, kind underneath.",
        story=(
            "The lock of your front door jams again, as it did at the end of February; it was sorted out then. You "
            "want it taken up again, and right at the front of the queue, because you leave at night. It does lock at "
            "the third go. What you can do about it yourself until then you would like to know, too."
        ),
        opening=(
            "Morning. My front door lock jams again, same as two weeks ago when you sorted it. Put it to the top of "
            "the pile, please, I'm on call at night.",
            "Hello, it's back: the lock on my front door jams, like in February. Somebody take it up again, please, "
            "and high up the list, I've babies to catch.",
        ),
        goals=(
            Goal(
                about="case",
                told=("being worked on", "taken up", "back to working", "back in progress", "reopened"),
                again=(
                    "My case about the front door lock: it jams again. Somebody should take that up.",
                    "The front door lock jams again. Please get that going.",
                ),
            ),
            Goal(
                about="fix",
                told=_CALIBRATION,
                again=(
                    "And is there anything I can do about the lock myself, meanwhile?",
                    "What do I do with it until then?",
                ),
            ),
        ),
        facts={
            **identity(me),
            "device": ("The front door, not the practice.", "The one at home, front door."),
            "details": details,
            "case": ("The one from the end of February, about the lock. No number at hand.",),
            "reason": ("I leave at night, and then it jams. But it does lock in the end.",),
            "time": ("Since Saturday.", "It started on Saturday night."),
        },
        thanks=("Right, will do. Bye!", "Good, off to the ward. Bye."),
        leaves=("That's a birth calling. Bye.",),
    )


def _false_alarms(draw: Draw) -> Draft:
    """The team still has the case: what is new goes in as a comment, and everything else stays."""
    me = holder(draw, region="west")
    sensor = device(draw, me, "DS-1", "Tunnel door sensor")
    device(draw, me, "DS-1", "Garage door sensor")
    held = case(
        draw,
        me,
        "Tunnel door sensor: false alarms",
        device=sensor,
        status="escalated",
        opened=datetime(2026, 3, 14, 10, 10),
        comments=[
            comment("customer", "It says open, and the door is shut."),
            comment("technical", "We are testing the same sensor with another magnet. Answer by Wednesday, 18 March."),
        ],
    )
    escalation(draw, held, "no_article", "False alarms although the gap is right; the usual steps did not help.")
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Grows mushrooms in an old railway tunnel; slow, laconic, fond of the dark.",
            story=(
                "You have a case about false alarms of the sensor on the tunnel door. It was quiet for a day, which "
                "you took for the end, and last night it began again. You want that known and the matter set going "
                "again, as a new ticket if need be."
            ),
            opening=(
                "Morning. The door sensor of the tunnel was quiet for a day. Last night it gave false alarms "
                "again. Get that going again, or make me a new ticket. As you like.",
                "Quiet as a mushroom, yesterday. Tonight false alarms again, tunnel door. Thought that was done with. "
                "Start it again, will you, or open a new ticket.",
            ),
            goals=(
                Goal(
                    about="case",
                    also=("escalation",),
                    settled_by=("done", "pending", "refused"),
                    again=(
                        "My case about the tunnel door sensor. False alarms again, put that in and get on with it.",
                        "The false alarms are back. A new ticket, or the old one.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("Tunnel door. The garage one behaves.",),
                "details": ("Door shut, sensor says open. Three times between one and four. I've measured, 5 mm gap.",),
                "case": ("The one about the tunnel. Number's on a note somewhere.",),
                "time": ("Last night. Between one and four.",),
                "reason": ("I've to get up each time. Mushrooms don't, but I do.",),
            },
            thanks=("Good. I'll wait, then. Bye.", "Fair enough. Bye."),
            leaves=("The crates want turning. Bye.",),
        ),
        solution=[
            *sign_in(me, "Good morning, let me look."),
            classify_issue.call("Last night it gave false alarms again"),
            list_cases.call(me.id),
            get_case.call(held.id),
            add_case_comment.call(held.id, "Quiet for a day; false alarms again last night, three times.", public=True),
            say(
                f"I have added that to your case {held.id}. It is still with the technical team, who test the sensor "
                "with another magnet and answer by Wednesday, 18 March, so it needs no new case."
            ),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=held.id),
            ends(held, stays=True, status="escalated", priority="medium", category="technical"),
            never(create_case),
            changes_only(held),
            says_any("the agent says that the case is with the technical team", "technical"),
            mentions(held.id),
        ],
        styles=("collateral",),
    )
