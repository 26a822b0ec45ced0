"""A device has died at home, or the service behind it has, for everybody in the region."""

from datetime import date, datetime

from crm_gym.contract import Created
from crm_gym.domains.support import (
    add_case_comment,
    classify_issue,
    create_case,
    escalate_case,
    get_case,
    get_service_status,
    list_cases,
    search_articles,
)
from crm_gym.domains.support.records import Case, Device, Region
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_just,
    changes_only,
    ends,
    in_order,
    made,
    mentions,
    never,
    never_says,
    say,
    says_any,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, holder, identity, incident, sign_in, signed_in
from crm_gym.tasks.support.steps_given import if_not

_STEPS = (
    "Please take the hub's plug out for 30 seconds, plug it in again and wait up to five minutes until the light "
    "is steady white. Should it stay red, connect the hub to the router with the cable from the box."
)
_PLUG_OUT = ("30 seconds", "thirty seconds", "30 s", "half a minute")
_MORE_STEPS = ("up to five minutes", "steady white", "with the cable", "with a cable", "unplug the hub", "unplug it")
_TOLD_STEPS = (*_PLUG_OUT, "steady white")


def _clock(hour: int, minute: int = 0) -> tuple[str, ...]:
    """A time of the day in the spellings that people use."""
    twelve, halves = hour % 12 or 12, ("am", "a.m.") if hour < 12 else ("pm", "p.m.")
    times = [f"{hour:02}:{minute:02}", f"{hour:02}.{minute:02}", f"{hour:02}:{minute:02}h", f"{twelve}:{minute:02}"]
    bare = [f"{twelve}:{minute:02}"] if minute else [f"{twelve}:00", f"{twelve}"]
    times += [f"{time}{space}{half}" for time in bare for space in ("", " ") for half in halves]
    return (*times, *([] if minute else [f"{twelve} o'clock"]))


@scenario(
    "support",
    labels=["knowledge_resolution"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"fault": "grey house", "region": "north"},
        {"fault": "grey house", "region": "west"},
        {"fault": "the neighbour's outage", "region": "north"},
        {"fault": "told us last night", "region": "east"},
        {"fault": "wants specialists", "region": "south"},
    ],
    boundary="region",
)
def nothing_works(draw: Draw) -> Draft:
    """Nothing works since the morning; only product and region together tell whether it is our own incident."""
    return _NOTHING_WORKS[draw.cell["fault"]](draw)


def _grey_house(draw: Draw) -> Draft:
    """Twins: in the north the second hub is down for everybody, in the west it is this one that needs steps."""
    region: Region = "north" if draw.cell["region"] == "north" else "west"
    me = holder(draw, tier="plus", region=region)
    hub = device(draw, me, "HB-2", "hub under the stairs", state="offline")
    plug = device(draw, me, "PL-1", "sewing room plug")
    device(draw, me, "WS-1", "bathroom window")
    case(draw, me, "Plug forgets its timer", device=plug, status="waiting")
    over = _clock(16)
    user = Persona(
        name=me.person.name,
        voice="A dressmaker with a bride at two o'clock; talks in a rush, forgets full stops, never unkind.",
        story=(
            "Since this morning nothing in your house answers: the app shows everything grey, and the hub has a red "
            "light. You want to know what is going on and what to do about it."
        ),
        opening=(
            "Morning, so nothing works since I got up, the app has the whole house in grey and the hub under the "
            "stairs shows a red light, what is going on?",
            "Hi, I've a bride coming at two and nothing works here: the hub shows red, everything in the app is grey. "
            "What do I do about it?",
        ),
        goals=(
            Goal(
                about="fix",
                settled_by=("done", "pending") if region == "north" else ("done",),
                told=over if region == "north" else _TOLD_STEPS,
                again=(
                    "The hub's red and nothing works, since this morning.",
                    "Everything in the app is grey and the hub won't come back. What now?",
                ),
            ),
            *(() if region == "north" else (if_not("And if it stays red?", "And what if the light won't change?"),)),
        ),
        facts={
            **identity(me),
            "device": ("The hub, the one under the stairs.", "It's the hub under the stairs."),
            "time": ("Since this morning, it was like that when I got up.",),
            "details": ("Red light, not one thing answers: no plug, no window sensor, nothing at all.",),
            "case": ("No number for this one, it only started today.",),
        },
        pushes=(
            ("Right, but what do I do about the red light?", "OK, and what about my hub then?"),
            ("So is there anything at all I can do?", "And how does it come back?"),
        ),
        thanks=("OK, thanks, back to the hem. Bye!", "Brilliant, got to run, the bride's early. Bye!"),
        leaves=("She's at the door, I have to go. Bye!",),
    )
    start = [
        *sign_in(me, "Good morning, let us find out."),
        list_cases.call(me.id),
        classify_issue.call("nothing works since this morning, the hub shows red"),
        get_service_status.call("HB-2", region),
    ]
    if region == "north":
        return Draft(
            user=user,
            solution=[
                *start,
                search_articles.call("hub offline red light", product_code="HB-2"),
                say(
                    "We know about it: there is an active incident with the Hub 2 in your region. We expect it to be "
                    "over at 16:00 today. You do not have to do anything."
                ),
            ],
            contract=[
                calls(get_service_status, product_code="HB-2", region="north"),
                signed_in(me),
                changes_only(),
                says_any("the agent tells the customer that the incident should be over by 16:00 today", *over),
                never_says(*_PLUG_OUT, *_MORE_STEPS),
            ],
        )
    ticket = draw.new(Case)
    return Draft(
        user=user,
        solution=[
            *start,
            search_articles.call("hub offline red light", product_code="HB-2"),
            create_case.call(me.id, "Hub offline with a red light", "technical", "high", hub.device_id),
            say(f"{_STEPS} I have opened case {ticket} to keep track of it."),
        ],
        contract=[
            calls(get_service_status, product_code="HB-2", region="west"),
            calls(create_case, device_id=hub.device_id, category="technical", priority="high"),
            calls(search_articles),
            changes_just(new=[_tracked(me, hub)]),
            says_any("the agent tells the customer to take the hub's plug out for 30 seconds", *_TOLD_STEPS),
            tells("done", "case"),
            mentions(ticket),
        ],
    )


def _tracked(me: Holder, hub: Device) -> Created:
    """The case of a hub that does nothing at all, as it must be in the end."""
    return made(Case, customer_id=me.id, device_id=hub.device_id, category="technical", priority="high", status="new")


def _neighbours_outage(draw: Draw) -> Draft:
    """The outage that the neighbour has heard of is about the second hub; this house has the first one."""
    me = holder(draw, region="north")
    hub = device(draw, me, "HB-1", "box behind the telly", state="offline")
    device(draw, me, "LS-1", "washing machine")
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Over eighty and still says wireless; chatty and trusting, has everything from the neighbour.",
            story=(
                "Your hub shows red and nothing answers. Your neighbour was told that there is an outage up here, and "
                "you take it that yours is the same one. You only want to know when yours works again; if there is "
                "something to do, you do it."
            ),
            opening=(
                "Hello there! My hub's gone red and nothing works, and the lady next door says you've an outage "
                "up here, she had it from you. When will mine be back, then?",
                "Good morning! It's this outage in the north, I suppose, next door have got it too: the hub has a red "
                "light and nothing works. How long will it be?",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=_TOLD_STEPS,
                    settled_by=("done", "pending"),
                    again=(
                        "It's about my hub: red light, nothing works. When is it back?",
                        "Same as next door, I reckon: the hub's red and offline. When will it be over?",
                    ),
                ),
                if_not("And if that won't wake it, what then?", "And should it stay red, my dear?"),
            ),
            facts={
                **identity(me),
                "device": ("The hub, it sits behind the telly.", "My hub, the little box behind the telly."),
                "time": ("Since breakfast.", "It was all right last night, red at breakfast."),
                "details": (
                    "I couldn't tell you what kind it is. It's a white box, and the light is red.",
                    "Nothing answers any more. Next door have the tall new one, with the ring on top.",
                ),
                "case": ("I haven't written to you about it before.",),
            },
            pushes=(
                ("Oh. And what do I do with mine?", "Not the same, you say? Then what's wrong with mine?"),
                ("Well, is there something that I can do?", "And how do I get it going?"),
            ),
            thanks=("Right you are, I'll do that. Cheerio!", "Ta very much. I'll tell next door. Cheerio!"),
            leaves=("I'll wait with next door, then. Cheerio!",),
        ),
        solution=[
            *sign_in(me, "Good morning!"),
            list_cases.call(me.id),
            classify_issue.call("hub has a red light and nothing works"),
            get_service_status.call("HB-1", "north"),
            search_articles.call("hub offline red light", product_code="HB-1"),
            create_case.call(me.id, "First hub offline with a red light", "technical", "high", hub.device_id),
            say(
                "The outage next door is about the Hub 2. You have the first hub, so it will not come back by itself. "
                f"{_STEPS} I have opened case {ticket} to keep track of it."
            ),
        ],
        contract=[
            calls(get_service_status, product_code="HB-1", region="north"),
            calls(create_case, device_id=hub.device_id, category="technical", priority="high"),
            in_order(get_service_status, search_articles, create_case),
            changes_just(new=[_tracked(me, hub)]),
            says_any("the agent tells the customer to take the hub's plug out for 30 seconds", *_TOLD_STEPS),
            tells("done", "case"),
            mentions(ticket),
        ],
        difficulty="medium",
        styles=("hop",),
    )


def _told_us_last_night(draw: Draw) -> Draft:
    """The camera of the incident has an open case: a comment there, although the customer wants a new one."""
    me = holder(draw, tier="plus", region="east")
    yard = device(draw, me, "CM-2", "yard camera", state="offline")
    shed = device(draw, me, "CM-1", "saw shed camera")
    reported = datetime(2026, 3, 15, 21, draw.number(10, 50))
    told = comment("customer", "The yard camera has gone black.")
    before = case(draw, me, "Yard camera shows nothing", device=yard, priority="high", opened=reported, comments=[told])
    case(draw, me, "Picture from the saw shed is blue", device=shed, status="waiting")
    over = _clock(9)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A stonemason who was burgled a fortnight ago; blunt, watchful, has sat up all night.",
            story=(
                "The camera in the yard has shown nothing since last night, and you wrote about it then. You want to "
                "know when it is back, and a new case, because you think that the old one is forgotten."
            ),
            opening=(
                "Yard camera. Not working since last night, black picture, and I was burgled only a fortnight ago. "
                "When is it back? And open a new case, the one from last night is lost, clearly.",
                "My outdoor camera's not working, black all night, and the marble's out there. I wrote to you, heard "
                "nothing. Make me a fresh case, so that somebody looks at it, and tell me how long.",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=over,
                    settled_by=("done", "pending"),
                    again=("The yard camera's black. When is it back?", "When does the camera in the yard work again?"),
                ),
                Goal(
                    about="case",
                    settled_by=("done", "refused"),
                    told=(before.id,),
                    again=("I want a new case for the yard camera.", "A fresh case for the camera. Open one."),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The one in the yard.", "Yard camera. The other one's fine."),
                "time": ("Since nine last night, about.",),
                "details": ("Black picture. The one in the shed works. The yard doesn't.",),
                "case": ("Didn't note any number. Last night, the yard camera.",),
            },
            pushes=(("And the yard camera?", "So when do I see my yard?"),),
            thanks=("Fine. One more night in the van. Bye.", "Then I sit up with a torch. Bye."),
            leaves=("There's somebody at the gate. Bye.",),
        ),
        solution=[
            *sign_in(me, "I will look at once."),
            classify_issue.call("outdoor camera black, not working since last night"),
            get_service_status.call("CM-2", "east"),
            list_cases.call(me.id),
            get_case.call(before.id),
            add_case_comment.call(before.id, "Still black this morning; told about the incident and its ETA.", True),
            say(
                "We know about it: there is an incident with the Outdoor Camera in your region. We expect it to be "
                f"over tomorrow at 09:00. Your case from last night is not lost: I have added a comment to {before.id}."
                " A new one is not opened during an incident."
            ),
        ],
        contract=[
            calls(get_service_status, product_code="CM-2", region="east"),
            calls(add_case_comment, 1, case_id=before.id),
            never(create_case),
            ends(before, stays=True, status="working", priority="high"),
            changes_only(before),
            says_any("the agent tells the customer that the incident should be over at 9:00", *over),
            states(date(2026, 3, 17)),
            tells("done", "case", or_outcome="refused"),
            mentions(before.id),
        ],
        difficulty="medium",
        styles=("collateral",),
    )


def _wants_specialists(draw: Draw) -> Draft:
    """A landlord insists on an escalation; during an incident there is none, also not on request."""
    me = holder(draw, tier="plus", region="south")
    lock = device(draw, me, "LK-1", "cottage door", state="offline")
    device(draw, me, "HB-2", "cottage hub")
    incident(
        draw,
        "LK-1",
        "south",
        state="active",
        started_at=datetime(2026, 3, 16, 6, 20),
        eta=datetime(2026, 3, 16, 18, 30),
    )
    told = comment("customer", "The app no longer opens the cottage door.")
    opened = datetime(2026, 3, 16, 7, draw.number(10, 50))
    before = case(
        draw, me, "Lock does not answer the app", device=lock, priority="high", opened=opened, comments=[told]
    )
    over = _clock(18, 30)
    again = ("Escalate my case to the specialists.", "I want the case escalated to your specialists, today.")
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Lets a holiday cottage; clipped, used to getting the manager, keeps score of promises.",
            story=(
                "The lock of your cottage does not answer the app, guests arrive tonight, and you want your case "
                "escalated to the specialists. You accept a clear no in the end, if you hear when it is over."
            ),
            opening=(
                "The front door lock of my cottage is not working with the app since seven, guests come tonight, and "
                "my case just sits there. Escalate it to your specialists.",
                "My cottage lock doesn't work any more, I reported it this morning and nobody has replied. I want "
                "that case escalated to a specialist, please.",
            ),
            goals=(
                Goal(about="escalation", again=again),
                Goal(
                    about="fix",
                    told=over,
                    settled_by=("done", "pending"),
                    again=("And when does the lock work again?", "When will the cottage lock be back, then?"),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The front door of the cottage. There is only one lock.",),
                "time": ("Since seven this morning.",),
                "details": ("The app says that the lock does not answer. The key turns, but the guests have no key.",),
                "case": (f"{before.id}. I wrote it down.",),
                "reason": ("Guests arrive tonight, that is the reason.",),
            },
            pushes=(
                (
                    "Not good enough. I was told in the shop that the specialists take over whenever a lock fails.",
                    "I pay for the Plus plan. I expect the specialists to have it now.",
                ),
                (
                    "Your colleague on the phone promised me an escalation this morning. Do it.",
                    "Whatever is going on, escalate it. I take it on me.",
                ),
            ),
            thanks=("Noted. I shall drive down with the key. Goodbye.", "I will remember this. Goodbye."),
            leaves=("I have no more time for this. Goodbye.",),
        ),
        solution=[
            *sign_in(me, "I understand."),
            list_cases.call(me.id),
            classify_issue.call("front door lock is not working with the app"),
            get_service_status.call("LK-1", "south"),
            add_case_comment.call(before.id, "Guests arrive tonight; wants an escalation. Told about the ETA.", True),
            say(
                "There is an incident with our locks in your region; we know about it and expect it to be over at "
                f"18:30 today. Your case {before.id} cannot be escalated while it is going on, I have added a comment "
                "to it instead."
            ),
            say("I am sorry, I cannot escalate it, also not on request. The incident should be over at 18:30 today."),
            say("I understand, but I cannot escalate a case during an incident. We expect the end at 18:30 today."),
        ],
        contract=[
            calls(get_service_status, product_code="LK-1", region="south"),
            calls(add_case_comment, 1, case_id=before.id),
            in_order(get_service_status, add_case_comment),
            never(escalate_case),
            ends(before, stays=True, status="working", priority="high"),
            changes_only(before),
            says_any("the agent tells the customer that the incident should be over by 18:30 today", *over),
            tells("refused", "escalation"),
        ],
        difficulty="medium",
        styles=("refuse", "adv"),
    )


_NOTHING_WORKS = {
    "grey house": _grey_house,
    "the neighbour's outage": _neighbours_outage,
    "told us last night": _told_us_last_night,
    "wants specialists": _wants_specialists,
}
