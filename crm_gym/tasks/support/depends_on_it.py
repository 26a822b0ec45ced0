"""Somebody depends on a device: who may be given an urgent priority, and who decides."""

from datetime import datetime

from crm_gym.domains.support import (
    add_case_comment,
    classify_issue,
    create_case,
    get_case,
    get_service_status,
    list_cases,
    request_approval,
    search_articles,
    update_case,
)
from crm_gym.domains.support.records import Approval, Case
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    calls,
    changes_just,
    changes_only,
    count,
    ends,
    in_order,
    made,
    never,
    passes,
    say,
    says_any,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, decision, device, holder, identity, sign_in
from crm_gym.tasks.support.new_ticket_again import HIGH
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["knowledge_resolution", "billing_adjustment"],
    difficulty="medium",
    styles=["hop"],
    cells=[
        {"device": "the thermostat", "the customer": "is flagged"},
        {"device": "the thermostat", "the customer": "is not flagged"},
        {"device": "the hub", "the answer": "is pending"},
    ],
    boundary="the customer",
)
def depends_on_it(draw: Draw) -> Draft:
    """An urgent priority needs a flag that only the record shows, and an answer that only the supervisors give."""
    return {"the thermostat": _thermostat, "the hub": _hub}[draw.cell["device"]](draw)


_HUB_STEPS = (
    *(
        "30 seconds",
        "thirty seconds",
        "30s",
        "half a minute",
        "five minutes",
        "5 minutes",
        "steady white",
        "white light",
    ),
    *("to the router", "by cable", "with the cable"),
)
_HEAT = (
    "Please raise the set temperature by five degrees and listen for a click within a minute. If it clicks, bleed the "
    "radiator and look at the boiler's display; if not, choose Restart under Thermostat, Service."
)


def _thermostat(draw: Draw) -> Draft:
    """Twins: the same words; a request for urgent is open to one of them only."""
    flagged = draw.cell["the customer"] == "is flagged"
    me = holder(draw, region="east", flags=("vulnerable",) if flagged else ())
    heater = device(draw, me, "HT-2", "Music room thermostat")
    device(draw, me, "HT-1", "Guest room thermostat")
    known = case(
        draw,
        me,
        "Music room thermostat: no heat",
        device=heater,
        priority="high",
        status="new",
        opened=datetime(2026, 3, 15, 20, 40),
        comments=[comment("customer", "The music room does not get warm any more.")],
    )
    decision(draw, known, "approved")
    start: list[Say | Call] = [
        *sign_in(me, "I am sorry to hear that, let us see."),
        classify_issue.call("no heat at all in the music room"),
        list_cases.call(me.id),
        get_case.call(known.id),
        get_service_status.call("HT-2", "east"),
        search_articles.call("thermostat heating cold no heat", product_code="HT-2"),
        add_case_comment.call(known.id, "Still no heat at all; it is the room for home dialysis.", public=True),
    ]
    asked: list[Say | Call] = [
        request_approval.call("priority", known.id, "No heat at all; the customer does dialysis in that room."),
        update_case.call(known.id, priority="urgent"),
        say(f"Your case {known.id} is now urgent; our supervisors have agreed to it. {_HEAT}"),
    ]
    high: list[Say | Call] = [
        say(
            f"I have noted in your case {known.id} that it is still cold. The case has priority high; urgent is not "
            f"possible, I am sorry. {_HEAT}"
        ),
        say(f"I understand, and I am sorry, but I cannot make it urgent: {known.id} has priority high. {_HEAT}"),
    ]
    steps = says_any(
        "the agent gives the steps for a heating that stays cold",
        "five degrees",
        "5 degrees",
        "click",
        "bleed",
        "restart",
    )
    urgent: Checks = [
        calls(add_case_comment, 1, case_id=known.id),
        calls(request_approval, kind="priority", subject_id=known.id),
        calls(update_case, 1, priority="urgent"),
        in_order(get_service_status, search_articles),
        ends(known, priority="urgent", status="new", category="technical"),
        changes_only(known, new={Approval: 1}),
        says_any("the agent says that the case is urgent now", "urgent"),
        steps,
    ]
    not_urgent: Checks = [
        calls(add_case_comment, 1, case_id=known.id),
        ends(known, stays=True, priority="high", status="new", category="technical"),
        never(request_approval),
        changes_only(known),
        says_any("the agent says that the case has priority high", *HIGH),
        passes(get_service_status, product_code="HT-2", region=me.account.region),
        steps,
    ]
    return Draft(
        user=_cellist(me),
        solution=[*start, *(asked if flagged else high)],
        contract=urgent if flagged else not_urgent,
        labels=("case_triage", "billing_adjustment") if flagged else ("case_triage", "knowledge_resolution"),
        difficulty="hard" if flagged else "medium",
        styles=("hop",) if flagged else ("refuse",),
    )


def _cellist(me: Holder) -> Persona:
    return Persona(
        name=me.person.name,
        voice="A retired cellist on home dialysis; composed, a little old-fashioned, not used to asking twice.",
        story=(
            "You reported last night that the music room has no heat, and it is still cold. You do your dialysis "
            "there, four times a week, and must keep warm. You want the case to be urgent. If that is not possible, "
            "you ask once more and then make do."
        ),
        opening=(
            "Good morning. The heating in my music room, of which I wrote, has stayed stone cold overnight. "
            "I do my dialysis in there and must keep warm. Could it be treated as urgent, please?",
            "Good morning to you. There is still no heat at all in the music room, as I reported last night, and it "
            "is where I have my dialysis this evening. I should like this made urgent.",
        ),
        goals=(
            Goal(
                about="case",
                settled_by=("done", "pending"),
                also=("fix",),
                told=(
                    "urgent now",
                    "now urgent",
                    "is urgent",
                    "raised to urgent",
                    "priority urgent",
                    "approved",
                    "have agreed",
                ),
                again=(
                    "The music room has no heat at all, and I need it for my dialysis. Please make my case urgent.",
                    "My case about the music room should be urgent: it is stone cold in there.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "device": ("The one in the music room. The guest room is as it should be.",),
            "details": (
                "The radiator is as cold as the window pane, and the display shows 14 degrees.",
                "Not a trace of warmth since midnight. I have a blanket over my knees as I write.",
            ),
            "case": ("I wrote last night about the music room; the number I do not have.",),
            "reason": ("I am on dialysis at home, in that very room. I must not get cold.",),
            "time": ("Since about midnight.",),
        },
        pushes=(("But I am on dialysis, and that needs a warm room. Is there truly no way?",),),
        thanks=("Thank you, I shall try that. Good day.", "That is kind of you. Good day."),
        leaves=("I had better ring my nurse. Good day.",),
    )


def _hub(draw: Draw) -> Draft:
    """A new case as high as the desk may go, and a request that nobody has answered yet."""
    me = holder(draw, tier="plus", region="central", flags=("vulnerable",))
    hub = device(draw, me, "HB-2", "Hub above the bed", state="offline")
    device(draw, me, "LK-1", "Flat door lock")
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Tests video games, paralysed from the neck down, types with an eye tracker: short, fast, funny.",
            story=(
                "The hub through which you open the door, the blinds and the lights is offline. You cannot move, so "
                "you depend on it; your assistant is with you until noon. You want the matter to jump the queue. You "
                "do not want a person on the line, only that it goes fast, and you can live with waiting for an answer."
            ),
            opening=(
                "hub is offline since 8. that's my door, blinds, lights, everything, and i can't move a finger, "
                "literally. can this go to the front as urgent?",
                "game over here: hub is offline, red light. i run the whole flat through it and i'm paralysed. please "
                "make it urgent",
            ),
            goals=(
                Goal(
                    about="approval",
                    also=("case",),
                    settled_by=("done", "pending"),
                    again=(
                        "the hub's offline and i depend on it. can you make that urgent?",
                        "hub is dead, i can't open my own door. urgent please",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("hub above my bed. only one",),
                "details": ("red light, app says offline. my assistant is here till noon, she has hands",),
                "reason": ("no hub = no door, no light, no blinds. i can't do any of that by hand",),
                "time": ("since 8 this morning",),
            },
            pushes=(("come on. i can't even let the pizza in",),),
            thanks=("ok. respawning. bye", "gg. bye"),
            leaves=("eyes are tired. bye",),
        ),
        solution=[
            *sign_in(me, "I see how much hangs on it."),
            classify_issue.call("hub is offline, red light"),
            list_cases.call(me.id),
            get_service_status.call("HB-2", "central"),
            search_articles.call("hub offline red light", product_code="HB-2"),
            create_case.call(
                me.id, "Hub offline, customer depends on it", "technical", "high", device_id=hub.device_id
            ),
            request_approval.call("priority", ticket, "Paralysed; opens door, blinds and lights through the hub."),
            say(
                "Please have the hub's plug taken out for 30 seconds and put in again, and wait up to five minutes for "
                "a steady white light; if it stays red, connect it to the router with the cable from the box. I have "
                f"opened case {ticket} with priority high and asked the supervisors to make it urgent. Their answer is "
                "pending and comes within two working days."
            ),
        ],
        contract=[
            calls(create_case, device_id=hub.device_id),
            calls(request_approval, kind="priority"),
            count(Case, 1, device_id=hub.device_id, category="technical", priority="high", status="new"),
            changes_just(new=[made(Case), made(Approval, kind="priority")]),
            never(update_case, priority="urgent"),
            passes(get_service_status, product_code="HB-2", region="central"),
            says_any("the agent gives the steps for a hub that is offline", *_HUB_STEPS),
            tells("pending", "approval"),
        ],
        styles=("routing",),
    )
