"""Somebody wants a specialist at once, whatever the clock says."""

from datetime import datetime, timedelta

from crm_gym.domains.support import (
    classify_issue,
    create_case,
    escalate_case,
    get_case,
    get_service_status,
    get_team_hours,
    list_cases,
    schedule_callback,
    search_articles,
    transfer_to_human,
)
from crm_gym.domains.support.records import Callback, Case, Escalation
from crm_gym.persona import Goal, Offered, Persona, Reaction, Told
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
    passes,
    say,
    says_any,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import callback, case, comment, device, holder, identity, sign_in, slot_text
from crm_gym.types import Call, Say

SATURDAY = 5

_A_CALL = ("callback", "call-back", "call back", "a call", "call you", "ring you", "08:30", "8:30")

_EIGHT = (
    "08:00",
    "8:00",
    "8 am",
    "8 a.m.",
    "8am",
    "8 o'clock",
    "eight o'clock",
    "at eight",
    "until 08:00",
    "until eight",
)
_NINE = ("09:00", "9:00", "9 am", "9 a.m.", "9am", "9 o'clock", "nine o'clock", "at nine", "until 09:00", "until nine")
_STEPS = (
    "Please look in the app under Camera, Signal: below two bars, set the router to channel 1, 6 or 11, and lower the"
    " quality to 720p for the evening."
)
_HALF_PAST_EIGHT = ("08:30", "8:30", "8.30", "half past eight", "half eight")
_HALF_PAST_NINE = ("09:30", "9:30", "9.30", "half past nine", "half nine")
_HALF_PAST_FOUR = ("16:30", "4:30", "4.30", "half past four", "half four")


@scenario(
    "support",
    labels=["escalation_handoff"],
    difficulty="medium",
    styles=["routine"],
    cells=[
        {"matter": "frozen foyer", "clock": "Monday 19:45"},
        {"matter": "frozen foyer", "clock": "Monday 17:50"},
        {"matter": "two teams", "clock": "Saturday 12:10"},
        {"matter": "two teams", "clock": "Friday 12:10"},
        {"matter": "half past eight", "clock": "Tuesday 20:10"},
    ],
    boundary="clock",
)
def quarter_to_eight(draw: Draw) -> Draft:
    """A specialist takes over while the team is there; when it has gone home there is a call in its first slot."""
    draw.now = _CLOCKS[draw.cell["clock"]]
    return _STORIES[draw.cell["matter"]](draw)


_CLOCKS = {
    "Monday 19:45": datetime(2026, 3, 16, 19, 45),
    "Monday 17:50": datetime(2026, 3, 16, 17, 50),
    "Saturday 12:10": datetime(2026, 3, 21, 12, 10),
    "Friday 12:10": datetime(2026, 3, 20, 12, 10),
    "Tuesday 20:10": datetime(2026, 3, 17, 20, 10),
}


# A new fault, with steps that there is no time for


def _frozen(draw: Draw) -> Draft:
    """Steps and a case in any case; a technician while there is one, else the first call in the morning."""
    me = holder(draw, tier="plus")
    camera = device(draw, me, "CM-1", "foyer camera")
    device(draw, me, "CM-1", "stage door camera")
    ticket = draw.new(Case)
    late = draw.cell["clock"] == "Monday 19:45"
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A stage manager with a radio in one ear: cues, no small talk, thinks in minutes.",
            story=(
                "The picture of the camera in your foyer freezes again and again. You want a technician on it at once,"
                " whatever else you are told. If nobody is there any more, you take the first call that they have;"
                " otherwise you want no call."
            ),
            opening=(
                "Stand by, problem. The picture of the foyer camera freezes every few minutes. I need a technician"
                " on it. Now, not tomorrow.",
                "Missed a cue because the foyer camera freezes all the time. Runs, freezes, runs. Get me one of your"
                " technicians on this right away.",
            ),
            goals=(
                Goal(
                    about="callback" if late else "escalation",
                    settled_by=("done",) if late else ("done", "pending"),
                    again=(
                        "A technician for the foyer camera. Its picture freezes.",
                        "The foyer camera freezes. I want a technician on that.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The one in the foyer.", "Foyer camera. The stage door one behaves."),
                "details": (
                    "Picture's fine for a minute, then it freezes, then it's back.",
                    "Freezes, comes back, freezes. Since this afternoon.",
                ),
                "reason": ("The ushers count the house on that picture.",),
                "time": ("First one they've got.", "The earliest call there is."),
                "case": ("There is none yet. New trouble, today's.",),
            },
            reactions=(_late(), _takes_it("Yes. First call, book it.", "That one. Book it."))
            if late
            else (_no_call(),),
            yes=("Yes. Go.", "Go on that, yes.", "Affirmative."),
            thanks=("Copy. Thank you, out.", "Good. House is open, bye."),
            leaves=("Beginners' call. I have to go.", "No time for this. Out."),
        ),
        solution=[
            *sign_in(me, "I will look at it at once."),
            list_cases.call(me.id),
            classify_issue.call("the foyer camera freezes every few minutes"),
            get_service_status.call("CM-1", "central"),
            search_articles.call("foyer camera picture freezes", product_code="CM-1"),
            create_case.call(
                me.id, "Foyer camera: picture freezes every few minutes", "technical", "medium", camera.device_id
            ),
            get_team_hours.call("technical"),
            *(_booked(ticket) if late else _handed_on(ticket)),
        ],
        contract=[
            count(
                Case,
                1,
                customer_id=me.id,
                category="technical",
                priority="medium",
                status="new" if late else "escalated",
                device_id=camera.device_id,
            ),
            mentions(ticket),
            says_any(
                "the agent gives the steps against a frozen picture",
                "720p",
                "720",
                "channel 1",
                "channels 1",
                "two bars",
            ),
            *(_call_at_half_past_eight() if late else _with_technical(draw.now)),
        ],
        difficulty="medium" if late else "easy",
        styles=("refuse",) if late else ("routine",),
    )


def _late() -> Reaction:
    return Reaction(
        on=Told(phrases=("closed", "not open", "not there", "gone home", "08:00", "8:00")),
        says=(
            "Gone home? Unbelievable. Then the first call they have, whenever that is.",
            "So nobody. Fine: book me the very first call in the morning.",
        ),
        goals=(
            Goal(
                about="callback",
                again=("The first call they have, about the foyer camera.", "Book me their first call, will you."),
            ),
        ),
    )


def _no_call() -> Reaction:
    return Reaction(
        on=Told(phrases=_A_CALL),
        says=("No call, I'm on headset. Just get them on it.", "Don't ring me, I can't pick up. Get them on it."),
    )


def _booked(ticket: str) -> list[Say | Call]:
    return [
        say(
            f"{_STEPS} I have opened a case as well. The technical team is closed until 08:00 tomorrow; I can offer you"
            " its first free call, tomorrow at 08:30. Shall I book that?"
        ),
        schedule_callback.call(ticket, "2026-03-17T08:30"),
        say(f"Your call is booked for tomorrow, 17 March, at 08:30. The case is {ticket}."),
    ]


def _call_at_half_past_eight() -> Checks:
    return [
        count(Callback, 1, team="technical", slot="2026-03-17T08:30"),
        changes_only(new={Case: 1, Callback: 1}),
        in_order(get_service_status, search_articles, create_case),
        says_before(schedule_callback, phrases=("closed", *_EIGHT, *_HALF_PAST_EIGHT)),
        says_any("the agent says that the call is at 08:30", *_HALF_PAST_EIGHT),
        says_any("the agent says that the technical team opens at 08:00", *_EIGHT),
        tells("done", "callback"),
        never(transfer_to_human),
    ]


def _handed_on(ticket: str) -> list[Say | Call]:
    return [
        escalate_case.call(ticket, "technical", "customer_request", "Picture freezes; wants a technician at once."),
        say(f"{_STEPS} I have also opened case {ticket} and escalated it to our technical team: a technician has it."),
    ]


def _with_technical(now: datetime) -> Checks:
    return [
        passes(get_service_status, product_code="CM-1", region="central"),
        count(Escalation, 1, team="technical", reason_code="customer_request", at=now),
        changes_only(new={Case: 1, Escalation: 1}),
        tells("done", "escalation", or_outcome="pending"),
    ]


# Two open cases of two teams with other hours


def _two_teams(draw: Draw) -> Draft:
    """Two open cases of two teams: on a Saturday one of them is there, and the other is not."""
    me = holder(draw)
    lock = device(draw, me, "LK-1", "boathouse lock")
    calibrated = comment("desk", "Calibration done twice with the customer; the bolt is still slow.")
    slow = case(draw, me, "Lock of the boathouse turns slowly", device=lock, comments=[calibrated], opened=_eve(draw))
    asked = comment("customer", "What was this visit? Nobody has been here.")
    fee = case(draw, me, "Visit fee on the February invoice", "billing", comments=[asked], opened=_eve(draw))
    case(
        draw,
        me,
        "Lock of the boathouse: key cover lost",
        "product",
        device=lock,
        status="closed",
        opened=datetime(2026, 2, 3, 11, 40),
    )
    saturday = draw.now.weekday() == SATURDAY
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A ferry skipper on shore leave, hearty, salty comparisons, sails again on Monday night.",
            story=(
                "You have two open cases: the slow lock of your boathouse, and a fee for a visit that never was. You"
                " want a specialist on each of them today. If one of the teams is away you would rather be put through"
                " to anybody; when that cannot be, you take their first call."
            ),
            opening=(
                "Ahoy! Two days ashore, so let's get somewhere. First my boathouse lock, the slow one, you have it in"
                " your books already: I want one of your lock specialists on that today.",
                "Good day from dry land. You've got my boathouse lock on file, the bolt that crawls like a barnacle."
                " I've had my fill of waiting: put a specialist on it, today.",
            ),
            goals=(
                Goal(
                    about="escalation",
                    settled_by=("done", "pending"),
                    again=(
                        "A specialist for the boathouse lock, please. It's in your books.",
                        "A specialist who knows locks, for my boathouse.",
                    ),
                ),
                Goal(
                    about="callback" if saturday else "escalation",
                    settled_by=("done",) if saturday else ("done", "pending"),
                    opening=(
                        "Fair wind so far. Now the same for that fee of mine, for the visit nobody paid me: you"
                        " know about it, and I want one of the billing specialists on it today.",
                        "One down. And that visit fee, there's a case of mine about it: get somebody from billing to"
                        " take it on today as well.",
                    ),
                    again=(
                        "Somebody from the billing team, for the visit fee. If they're away, their first call.",
                        "The visit fee. I want a billing specialist on that, or a call from one.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The lock of the boathouse.",),
                "case": ("The lock one and the one about the visit fee.", "One's the lock, the other the visit fee."),
                "details": (
                    "The bolt takes half an age, and calibrating it did nothing. And nobody ever came for that visit.",
                ),
                "reason": ("On Monday night I sail, and then nobody gets hold of me for three weeks.",),
                "time": ("The first they've got.", "Earliest there is, before I cast off."),
            },
            reactions=(_anybody(), _takes_it("Aye, put me down for that one.", "Aye, that call I take."))
            if saturday
            else (_ashore(),),
            yes=("Aye, do that.", "Aye aye.", "Yes, make it so."),
            thanks=("That's a load off the deck. Farewell!", "Good work. Fair winds, bye."),
            leaves=("I'd have better luck with a message in a bottle. Bye.", "Tide's turning, I'm off."),
        ),
        solution=[
            *sign_in(me, "Hello! I am glad to help."),
            list_cases.call(me.id),
            get_case.call(slow.id),
            get_team_hours.call("technical"),
            escalate_case.call(slow.id, "technical", "customer_request", "Lock still slow after two calibrations."),
            say(f"I have escalated {slow.id}, the one about your boathouse lock, to our technical team."),
            get_case.call(fee.id),
            get_team_hours.call("billing"),
            *(_call_on_monday(fee) if saturday else _both_on(fee)),
        ],
        contract=[
            calls(escalate_case, case_id=slow.id, team="technical", reason_code="customer_request"),
            ends(slow, status="escalated", priority="medium"),
            *(_one_call(slow, fee) if saturday else _two_escalations(slow, fee)),
        ],
        difficulty="hard" if saturday else "easy",
        styles=("hop",) if saturday else ("routing",),
    )


def _eve(draw: Draw) -> datetime:
    """The afternoon before, so that nothing is overdue."""
    return (draw.now - timedelta(days=1)).replace(hour=draw.number(14, 16), minute=draw.number(0, 59))


def _anybody() -> Reaction:
    return Reaction(
        on=Told(phrases=("closed", "not open", "not there", "09:00", "9:00")),
        says=(
            "Gone ashore, the lot of them? Then put me through to whoever still has the watch with you.",
            "Not there? Hand me to any living soul at your desk, then.",
        ),
    )


def _takes_it(*says: str) -> Reaction:
    """A customer who takes the call that is offered."""
    return Reaction(on=Offered(about="callback"), says=says, every=True)


def _ashore() -> Reaction:
    return Reaction(
        on=Told(phrases=_A_CALL),
        says=("No calls, I'm under the hull with both hands full.", "Don't ring, there's no signal in the boathouse."),
    )


def _call_on_monday(fee: Case) -> list[Say | Call]:
    first = "I can book its first free call, on Monday 23 March at 09:30. Shall I?"
    return [
        say(f"The billing team is closed today and opens again on Monday at 09:00. {first}"),
        say(f"The desk has nobody today either; it opens on Monday at 08:00. But {first}"),
        schedule_callback.call(fee.id, "2026-03-23T09:30"),
        say(f"The billing team will call you on Monday 23 March at 09:30. It is booked, for case {fee.id}."),
    ]


def _one_call(slow: Case, fee: Case) -> Checks:
    return [
        calls(schedule_callback, case_id=fee.id, slot="2026-03-23T09:30"),
        ends(fee, stays=True, status="working", priority="medium"),
        changes_only(slow, fee, new={Escalation: 1, Callback: 1}),
        says_before(schedule_callback, phrases=("closed", *_NINE, *_HALF_PAST_NINE)),
        says_any("the agent says that the call is at 09:30", *_HALF_PAST_NINE),
        says_any("the agent says that the billing team opens at 09:00", *_NINE),
        tells("done", "callback"),
    ]


def _both_on(fee: Case) -> list[Say | Call]:
    return [
        escalate_case.call(fee.id, "billing", "customer_request", "Fee for a visit that did not happen."),
        say(f"I have escalated {fee.id}, the one about the visit fee, to our billing team as well."),
    ]


def _two_escalations(slow: Case, fee: Case) -> Checks:
    return [
        calls(escalate_case, case_id=fee.id, team="billing", reason_code="customer_request"),
        ends(fee, status="escalated", priority="medium"),
        changes_only(slow, fee, new={Escalation: 2}),
        tells("done", "escalation", or_outcome="pending"),
    ]


# A call that is asked for, at a time that somebody else has


def _half_past_eight(draw: Draw) -> Draft:
    """The wished slot is somebody else's, the first free one does not suit: it becomes a later one."""
    me = holder(draw, tier="plus")
    hub = device(draw, me, "HB-1", "caretaker's hub")
    note = comment("technical", "We are comparing the log of the hub with that of the boiler room.", public=True)
    chime = case(draw, me, "Hub chimes every night at three", device=hub, comments=[note])
    case(
        draw,
        me,
        "Hub offline after a power cut",
        device=hub,
        status="closed",
        opened=datetime(2026, 1, 20, 9, 5),
        resolution="solved",
    )
    neighbour = holder(draw)
    other = case(draw, neighbour, "Camera cannot be added", device=device(draw, neighbour, "CM-1", "camera"))
    callback(draw, other, datetime(2026, 3, 18, 8, 30))
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A school bus driver who yawns through every message; patient, plain, all about the timetable.",
            story=(
                "Your hub chimes at three every night. There is a case, and you want the technical team to call you"
                " about it tomorrow at 08:30, between two tours. In the morning there is no other time when you could"
                " pick up; in the afternoon you could from four o'clock on."
            ),
            opening=(
                "Evening. That hub of mine that goes bing at three in the night, you know about it. Can your technical"
                " people ring me tomorrow morning at 08:30? I'm between tours then.",
                "Hello, yawn, me with the hub that chimes at 3 a.m. I'd like a call about it from technical. 08:30"
                " tomorrow would be good, the bus is parked then.",
            ),
            goals=(
                Goal(
                    about="callback",
                    again=(
                        "A call about the hub that chimes at night, tomorrow.",
                        "Somebody from technical should ring me about the chiming hub.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The hub in the caretaker's flat, that's where we live.",),
                "case": ("I have no number in my head. It's the one about the chiming at night.",),
                "details": ("Three in the night, bing, every night. The whole family stands upright in bed.",),
                "reason": ("I want to know how far they are, and I sleep badly enough.",),
                "time": (
                    "If not 08:30, then only after four in the afternoon.",
                    "After four tomorrow, then. Before that I'm driving.",
                ),
            },
            reactions=(
                Reaction(
                    on=Told(phrases=("10:30", "10.30", "half past ten", "14:00", "2 pm", "two o'clock")),
                    says=(
                        "I'm on the road with forty kids then. After four in the afternoon I could.",
                        "Not then, I drive till just before four. Anything after four is fine, tomorrow.",
                    ),
                ),
                Reaction(
                    on=Told(phrases=("Thursday", "19 March", "March 19")),
                    says=(
                        "No, it should be tomorrow. After four in the afternoon would do.",
                        "Thursday I'm on the long tour. Tomorrow after four, if there's something.",
                    ),
                ),
                _takes_it("Tomorrow after four, yes, I'm parked by then.", "If it's tomorrow after four, yes please."),
            ),
            yes=("Yes, that works.", "Good, book that.", "Yes, I'll be parked by then."),
            thanks=("Then off to bed. Good night.", "Great. Good night, as long as it lasts."),
            leaves=("I have to be up at five. Good night.",),
        ),
        solution=[
            *sign_in(me, "Good evening."),
            list_cases.call(me.id),
            get_team_hours.call("technical"),
            say(
                "I am sorry, 08:30 tomorrow is taken already. The first free slot is tomorrow at 10:30; there are also"
                " 14:00 and 16:30. Which one suits you?"
            ),
            say("Then it is 16:30 tomorrow, Wednesday 18 March. Shall I book that?"),
            schedule_callback.call(chime.id, slot_text(datetime(2026, 3, 18, 16, 30))),
            say(f"It is booked: the technical team will call you on 18 March at 16:30 about case {chime.id}."),
        ],
        contract=[
            count(Callback, 1, case_id=chime.id, team="technical", slot="2026-03-18T16:30"),
            ends(chime, stays=True, status="working", priority="medium"),
            changes_only(chime, new={Callback: 1}),
            says_any("the agent says that the call is at 16:30", *_HALF_PAST_FOUR),
            tells("done", "callback"),
        ],
        styles=("ambig",),
    )


_STORIES = {"frozen foyer": _frozen, "two teams": _two_teams, "half past eight": _half_past_eight}
