"""Something died again, and there are several of its kind: only its owner knows which, or the old cases do."""

from collections.abc import Callable
from datetime import date, datetime

from crm_gym.domains.support import (
    add_case_comment,
    classify_issue,
    create_case,
    get_service_status,
    list_cases,
    search_articles,
)
from crm_gym.domains.support.records import Case
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    asks_before,
    asks_for,
    calls,
    changes_only,
    count,
    ends,
    in_order,
    mentions,
    never_passes,
    never_says,
    passes,
    say,
    says_any,
    scenario,
    states,
    step,
    tells,
)
from crm_gym.tasks.support.cast import case, comment, device, holder, identity, sign_in, signed_in
from crm_gym.tasks.support.steps_given import if_not
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["case_triage"],
    difficulty="easy",
    styles=["ambig"],
    cells=[
        {"things": "door and window sensors", "means": "the garage"},
        {"things": "door and window sensors", "means": "the one from before Christmas"},
        {"things": "leak sensors", "means": "the kitchen"},
        {"things": "leak sensors", "means": "the one that has a case"},
        {"things": "cameras", "means": "over the loading bay"},
        {"things": "cameras", "means": "behind the till"},
    ],
    boundary="means",
)
def sensor_died(draw: Draw) -> Draft:
    """Three of a kind, and one has trouble again: ask which, and write about that one only."""
    return _SENSOR_DIED[draw.cell["things"]](draw)


def _door_sensors(draw: Draw) -> Draft:
    """Twins: the customer names the room, or only remembers when it last died, which an old case shows."""
    me = holder(draw, tier="plus", region="south")
    garage = device(draw, me, "DS-1", "garage sensor", state="offline")
    gate = device(draw, me, "DS-1", "garden gate sensor")
    larder = device(draw, me, "WS-1", "larder window sensor")
    case(
        draw,
        me,
        "Sensor dead, new battery put in",
        device=gate,
        status="closed",
        resolution="solved",
        opened=datetime(2025, 12, 19, 11, draw.number(0, 59)),
        comments=[comment("customer", "It answers again with the new battery.")],
    )
    case(
        draw,
        me,
        "Sensor dead after the frost",
        device=larder,
        status="closed",
        resolution="solved",
        opened=datetime(2026, 2, 4, 9, draw.number(0, 59)),
        comments=[comment("customer", "It was the battery.")],
    )
    remembered = draw.cell["means"] == "the one from before Christmas"
    mine = gate if remembered else garage
    which = (
        ("The one that died on me just before Christmas. You have it written down, dear.", "That one from December.")
        if remembered
        else ("The garage one, dear.", "The one on the garage door.")
    )
    ticket = draw.new(Case)
    user = Persona(
        name=me.person.name,
        voice="Over eighty and alone in a big house; warm, digresses, calls everybody dear.",
        story=(
            "One of your three sensors is dead again and reports nothing at all. "
            + (
                "You mean the one that died shortly before Christmas; you have forgotten on which door it sits, but "
                "the helpdesk wrote it down then. "
                if remembered
                else "It is the one in the garage. "
            )
            + "You want it put right."
        ),
        opening=(
            "Hello dear, my sensor has died again. It doesn't tell me a thing any more, open or shut. My grandson is "
            "away at sea, so it's you I'm asking.",
            "Good morning, dear. It's that sensor of mine, dead again, not a word out of it whatever I open. Could you "
            "help an old soul put it right?",
        ),
        goals=(
            Goal(
                about="fix",
                told=(
                    "cr2032",
                    "green blinks",
                    "blinks green",
                    "put in a new",
                    "insert a new",
                    "the battery",
                    "plus side",
                ),
                again=("My sensor is dead again, dear. I want it put right.", "It's the sensor, it died again."),
            ),
            if_not("And if it still won't say a word, dear?", "And should that not wake it, dear?"),
        ),
        facts={
            **identity(me),
            "device": which,
            "details": ("It just says nothing. No little light when I push the button.",),
            "time": ("Since yesterday morning, I think.",),
            "reason": ("I like to know what goes on, living alone.",),
        },
        unknown=("case",),
        yes=(f"{which[0]} Yes.",),
        thanks=("You are a treasure. Bye bye, dear.", "Bless you. I'll put the kettle on first. Bye."),
        leaves=("I'll wait for my grandson, dear. Bye.",),
    )
    solution: list[Say | Call] = [
        *sign_in(me, "Good morning! Let us see."),
        list_cases.call(me.id),
        say("I see three sensors: the garage, the garden gate and the larder window. Which one is it?"),
        classify_issue.call("my sensor has died again"),
        get_service_status.call(mine.product_code, "south"),
        search_articles.call("sensor has died again, battery", product_code=mine.product_code),
        create_case.call(me.id, "A sensor has died again", "technical", "high", mine.id),
        say(
            f"I have opened case {ticket} for the {mine.nickname}. Please push the notch below its logo, slide the "
            "cover off and insert a new CR2032 battery, plus side up; it blinks green twice. If it is not found after "
            "two minutes, hold the inner button for ten seconds."
        ),
    ]
    others = [other.id for other in (garage, gate, larder) if other is not mine]
    contract: Checks = [
        asks_before(create_case, "device"),
        passes(get_service_status, product_code="DS-1", region="south"),
        calls(search_articles),
        count(Case, 1, customer_id=me.id, device_id=mine.id, category="technical", priority="high", status="new"),
        changes_only(new={Case: 1}),
        says_any("the agent tells the customer to put in a new battery", "cr2032", "new battery", "battery"),
        tells("done", "case"),
    ]
    if not remembered:
        return Draft(user=user, solution=solution, contract=contract)
    return Draft(
        user=user,
        solution=solution,
        contract=[
            *contract,
            in_order(list_cases, step(create_case, device_id=mine.id)),
            never_passes(*others),
        ],
        labels=("case_triage", "knowledge_resolution"),
        difficulty="hard",
        styles=("ambig", "hop"),
    )


def _leak_sensors(draw: Draw) -> Draft:
    """Twins: the one in the kitchen is new, the one in the boiler room has a case already."""
    me = holder(draw, tier="standard")
    kitchen = device(draw, me, "LS-1", "kitchen leak sensor")
    boiler = device(draw, me, "LS-1", "boiler room leak sensor")
    device(draw, me, "LS-1", "guest bath leak sensor")
    told = comment("customer", "False alarm at two in the morning, everything dry.")
    before = case(draw, me, "Leak sensor gave a false alarm", device=boiler, status="waiting", comments=[told])
    has_case = draw.cell["means"] == "the one that has a case"
    mine = boiler if has_case else kitchen
    which = (
        ("Boiler room.", "The boiler room one, same as yesterday.")
        if has_case
        else ("Kitchen this time.", "The kitchen one, under the sink.")
    )
    ticket = draw.new(Case)
    user = Persona(
        name=me.person.name,
        voice="A night porter who has not slept; monosyllabic, deadpan.",
        story=(
            "A leak sensor gave a false alarm again last night: everything was dry. You have three of them and "
            + (
                "reported the one in the boiler room yesterday; it is that one again. "
                if has_case
                else "reported the one in the boiler room yesterday; this time it is the one in the kitchen. "
            )
            + "You want it to stop."
        ),
        opening=(
            "Leak sensor. False alarm, again, four in the morning. Bone dry. Make it stop.",
            "Another false alarm from a leak sensor last night. No water anywhere. I need sleep. What do I do?",
        ),
        goals=(
            Goal(
                about="fix",
                told=("dry cloth", "contacts", "upside down"),
                again=("The leak sensor. False alarm. Dry. Stop it.", "False alarm from the leak sensor. Help."),
            ),
            if_not("And if it beeps again?", "And tonight, if it goes off again?"),
        ),
        facts={
            **identity(me),
            "device": which,
            "details": ("Beeps. Dry. Beeps.",),
            "time": ("Four in the morning.",),
            "case": ("There's one from yesterday. Number, no idea.",),
        },
        yes=(f"{which[0]} Yes.",),
        thanks=("Good. Night.", "Right. Bed. Bye."),
        leaves=("I'll take the thing off the wall. Bye.",),
    )
    steps = (
        "Please wipe its two contacts with a dry cloth, leave it upside down for an hour and put it back; one short "
        "beep means that it is ready."
    )
    start: list[Say | Call] = [
        *sign_in(me, "I am sorry about your night."),
        list_cases.call(me.id),
        say("You have three leak sensors: kitchen, boiler room and guest bath. Which of the sensors gave the alarm?"),
        classify_issue.call("leak sensor, false alarm, everything dry"),
        get_service_status.call("LS-1", "central"),
        search_articles.call("leak sensor false alarm dry", product_code="LS-1"),
    ]
    helped = says_any("the agent gives the steps for a leak sensor", "dry cloth", "contacts", "upside down")
    if has_case:
        return Draft(
            user=user,
            solution=[
                *start,
                add_case_comment.call(before.id, "Another false alarm at four; steps given in chat.", public=True),
                say(f"{steps} I have noted it in your open case {before.id}."),
            ],
            contract=[
                asks_before(add_case_comment, "device"),
                passes(get_service_status, product_code="LS-1", region="central"),
                calls(add_case_comment, 1, case_id=before.id),
                ends(before, stays=True, status="waiting", priority="medium"),
                changes_only(before),
                helped,
                tells("done", "case"),
                mentions(before.id),
            ],
        )
    return Draft(
        user=user,
        solution=[
            *start,
            create_case.call(me.id, "False alarm of the kitchen leak sensor", "technical", "medium", mine.id),
            say(f"{steps} I have opened case {ticket} for the kitchen sensor."),
        ],
        contract=[
            asks_before(create_case, "device"),
            passes(get_service_status, product_code="LS-1", region="central"),
            calls(search_articles),
            count(Case, 1, customer_id=me.id, device_id=mine.id, category="technical", priority="medium", status="new"),
            changes_only(new={Case: 1}),
            helped,
            tells("done", "case"),
        ],
        labels=("knowledge_resolution",),
    )


def _cameras(draw: Draw) -> Draft:
    """Twins: outdoor cameras are down in this region and get no case; the one indoors gets steps and a case."""
    me = holder(draw, tier="priority", region="east")
    bay = device(draw, me, "CM-2", "loading bay camera")
    till = device(draw, me, "CM-1", "till camera")
    device(draw, me, "CM-1", "cold room camera")
    outdoors = draw.cell["means"] == "over the loading bay"
    mine = bay if outdoors else till
    which = (
        ("The one over the loading bay.", "Loading bay, outside, over the ramp.")
        if outdoors
        else ("The one behind the till.", "Behind the till, that one.")
    )
    ticket = draw.new(Case)
    user = Persona(
        name=me.person.name,
        voice="A fishmonger shouting over ice and customers; hearty, never finishes one thing at a time.",
        story=(
            f"The picture of one of your three cameras freezes again, since yesterday evening: the one "
            f"{draw.cell['means']}. You want to know what can be done."
        ),
        opening=(
            "Morning, love! Camera's at it again, the picture freezes every other minute. Two kilos? Sorry, not you. "
            "What can we do?",
            "Hello hello! My camera, the picture freezes again since last night, I look like a waxwork. What do I do "
            "about it, love?",
        ),
        goals=(
            Goal(
                about="fix",
                also=("case",) if outdoors else (),
                settled_by=("done", "pending"),
                told=("720p", "channel 1", "two bars"),
                again=("The camera, love. The picture freezes.", "My camera picture freezes again. What can we do?"),
            ),
            *(
                ()
                if outdoors
                else (if_not("And if it won't stop, love?", "And what if it freezes all the same, love?"),)
            ),
        ),
        facts={
            **identity(me),
            "device": which,
            "details": ("Freezes, goes on, freezes. Like the haddock.",),
            "time": ("Since last night, about closing time.",),
        },
        unknown=("case",),
        yes=(f"{which[0]} Yes, love.",),
        thanks=("Ta, love! Next please! Bye!", "Smashing. Come by for kippers. Bye!"),
        leaves=("Got a queue to the door, love. Bye!",),
    )
    start: list[Say | Call] = [
        *sign_in(me, "Good morning!"),
        list_cases.call(me.id),
        say("You have three cameras: loading bay, till and cold room. Which camera freezes?"),
        classify_issue.call("the picture of my camera freezes again"),
        get_service_status.call(mine.product_code, "east"),
        search_articles.call("the picture of a camera freezes", product_code=mine.product_code),
    ]
    if outdoors:
        return Draft(
            user=user,
            solution=[
                *start,
                say(
                    "Outdoor cameras have an outage in your region, and our engineers are working on it. It should be "
                    "over by 17 March, 09:00."
                ),
            ],
            contract=[
                calls(get_service_status, product_code="CM-2", region="east"),
                asks_for("device"),
                signed_in(me),
                changes_only(),
                states(date(2026, 3, 17)),
                tells("pending", "fix"),
                never_says("720p", "channel 1", "channels 1", "two bars"),
            ],
            labels=("knowledge_resolution",),
            difficulty="medium",
            styles=("ambig", "routing"),
        )
    return Draft(
        user=user,
        solution=[
            *start,
            create_case.call(me.id, "Picture of the till camera freezes", "technical", "medium", mine.id),
            say(
                f"I have opened case {ticket} for the till camera. In the app, open Camera, Signal; below two bars set "
                "the router to channel 1, 6 or 11, and in the evening lower the quality to 720p."
            ),
        ],
        contract=[
            asks_before(create_case, "device"),
            passes(get_service_status, product_code="CM-1", region="east"),
            calls(search_articles),
            count(Case, 1, customer_id=me.id, device_id=mine.id, category="technical", priority="medium", status="new"),
            changes_only(new={Case: 1}),
            says_any("the agent gives the steps for a frozen picture", "720p", "channel", "two bars"),
            tells("done", "case"),
        ],
        labels=("knowledge_resolution",),
    )


_SENSOR_DIED: dict[str, Callable[[Draw], Draft]] = {
    "door and window sensors": _door_sensors,
    "leak sensors": _leak_sensors,
    "cameras": _cameras,
}
