"""Customers who would rather have a human being."""

from datetime import datetime

from crm_gym.domains.support import (
    add_case_comment,
    escalate_case,
    get_case,
    get_team_hours,
    list_cases,
    transfer_to_human,
)
from crm_gym.domains.support.records import Case, Escalation, Handover
from crm_gym.persona import Goal, HeardOutcome, Offered, Persona, Reaction, ReadBack, Told
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    ends,
    mentions,
    never,
    say,
    says_any,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import case, comment, device, holder, identity, sign_in
from crm_gym.tasks.support.offers import HELP_HERE
from crm_gym.types import Call, Say

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
_A_CALL = ("callback", "call-back", "call back", "a call", "call you", "ring you", "08:30", "8:30")
_PEOPLE = (
    "colleague",
    "colleagues",
    "person",
    "human",
    "human being",
    "someone",
    "somebody",
    "agent",
    "people",
    "team",
)
_NOT_NOW = (*_EIGHT, "cannot", "can't", "nobody", "no one", "closed")


@scenario(
    "support",
    labels=["escalation_handoff"],
    difficulty="medium",
    styles=["routine"],
    cells=[
        {"who": "chef", "point": "17:55"},
        {"who": "chef", "point": "18:05"},
        {"who": "muddled", "point": "flagged vulnerable"},
        {"who": "muddled", "point": "not flagged"},
        {"who": "radio operator", "point": "means an engineer"},
    ],
    boundary="point",
)
def wants_a_person(draw: Draw) -> Draft:
    """Insisting brings a person while the desk has some, being vulnerable at any hour; others mean an engineer."""
    return _WHO[draw.cell["who"]](draw)


# Five minutes before and after the desk goes home


def _chef(draw: Draw) -> Draft:
    """Insisting on a person: ten minutes decide whether there still is one."""
    closed = draw.cell["point"] == "18:05"
    draw.now = datetime(2026, 3, 16, 18, 5) if closed else datetime(2026, 3, 16, 17, 55)
    me = holder(draw, tier="plus")
    sensor = device(draw, me, "DS-1", "delivery door")
    device(draw, me, "DS-1", "cold store")
    gap = comment("desk", "The gap between door and magnet is too wide; a spacer did not help.")
    open_door = case(draw, me, "Delivery door is reported as open", device=sensor, comments=[gap], opened=_noon(draw))
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A chef between two services, shouts over the extractor fan, swears by onions, hates screens.",
            story=(
                "You want a note on the case about your delivery door: a joiner hangs a new door on Thursday. And then"
                " you want a human being, whatever the machine offers; what about is none of its business."
            ),
            opening=(
                "Right, quick, pans are on. One: put on that thing about the delivery door that we get a new door on"
                " Thursday. Two: I want a human being, not a typewriter.",
                "Holy onions, a robot. Listen: write down for my delivery door that a new door comes on Thursday. And"
                " then get me a person. A real one.",
            ),
            goals=(
                Goal(
                    about="case",
                    told=(open_door.id,),
                    again=(
                        "Note it: the delivery door is replaced on Thursday.",
                        "New delivery door on Thursday. Add that to what you have.",
                    ),
                ),
                Goal(
                    about="handover",
                    settled_by=("refused", "pending") if closed else (),
                    again=("A human being, please.", "Give me a person. A real one, with ears."),
                ),
            ),
            facts={
                **identity(me),
                "details": ("The rest is for human ears.", "I'll tell a person, not a machine."),
                "device": ("Delivery door. Not the cold store.",),
                "case": ("How should I know the number? The delivery door.",),
                "reason": ("Because machines can't taste. Person, please.",),
                "time": ("Now. At ten I'm asleep on my feet.",),
            },
            reactions=(_there_must_be(), _no_call())
            if closed
            else _waits("Finally.", "About time.", "A person, yes! Go on."),
            pushes=() if closed else (("Don't give me that. A person!",), ("I said: a person.",)),
            yes=("Yes, chef. I mean, yes.", "Yes! Go!", "Yes, and hurry."),
            thanks=("Fine. Service! Bye.", "Then so be it. Back to the stove. Bye."),
            leaves=("The duck won't wait. Bye.",),
        ),
        solution=[
            *sign_in(me, "Hello! I will do what I can."),
            list_cases.call(me.id),
            add_case_comment.call(open_door.id, "The delivery door is replaced on Thursday, 19 March.", public=True),
            say(f"I have noted in your case {open_door.id} that a new door comes on Thursday."),
            *(_sent_home() if closed else _put_through()),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=open_door.id),
            ends(open_door, stays=True, status="working", priority="medium"),
            mentions(open_door.id),
            *([] if closed else [says_before(transfer_to_human, phrases=HELP_HERE)]),
            *(_nobody_now(open_door) if closed else _a_person(open_door, "user_demand")),
        ],
        difficulty="medium" if closed else "easy",
        styles=("refuse",) if closed else ("routine",),
    )


def _noon(draw: Draw) -> datetime:
    return draw.now.replace(hour=12, minute=draw.number(0, 59))


def _no_call() -> Reaction:
    return Reaction(
        on=Told(phrases=_A_CALL),
        says=("No calls, I've got fish on both hands.", "Don't ring me, the phone's in the freezer. Long story."),
    )


def _there_must_be() -> Reaction:
    return Reaction(
        on=Told(phrases=_EIGHT),
        says=(
            "Tomorrow? There's always somebody sweeping up. Put me through to them.",
            "Come off it. My kitchen runs till midnight, somebody's there. Connect me.",
        ),
        goals=(
            Goal(
                about="handover",
                settled_by=("refused", "pending"),
                told=_NOT_NOW,
                again=("Put me through to whoever is there.", "A person. Anybody."),
            ),
        ),
    )


def _waits(*says: str) -> tuple[Reaction, ...]:
    """A customer who stays on the line until somebody takes over."""
    *thanks, yes = says
    return (
        Reaction(on=HeardOutcome(outcome="done", about="handover"), says=tuple(thanks), every=True),
        Reaction(on=Offered(about="handover"), says=(yes,), every=True),
    )


def _put_through() -> list[Say | Call]:
    return [
        say("I can help you with most things myself, if you tell me what it is about. What is it?"),
        say("As you wish. I am handing you over to a colleague at our desk now."),
        transfer_to_human.call("user_demand", "Insists on a person; the note about the new door is in the case."),
    ]


def _sent_home() -> list[Say | Call]:
    return [
        say("I am sorry, I cannot put you through to a person now. The desk opens tomorrow at 08:00."),
        say("I cannot put you through to anybody. There are people at the desk from 08:00 tomorrow."),
    ]


def _a_person(about: Case, reason: str) -> Checks:
    return [
        calls(transfer_to_human, reason_code=reason),
        changes_only(about, new={Handover: 1}),
        says_any("the agent says that a person takes over", *_PEOPLE),
    ]


def _nobody_now(about: Case) -> Checks:
    return [
        changes_only(about),
        never(transfer_to_human),
        says_any("the agent says that the desk opens at 08:00", *_EIGHT),
    ]


# Somebody who cannot follow the steps, on a Sunday


def _muddled(draw: Draw) -> Draft:
    """The steps are too much for them: what only the record shows decides who may be handed over on a Sunday."""
    draw.now = datetime(2026, 3, 22, 15, 20)
    flagged = draw.cell["point"] == "flagged vulnerable"
    me = holder(draw, flags=("vulnerable",) if flagged else ())
    sensor = device(draw, me, "LS-1", "washing machine")
    steps = comment(
        "desk",
        "Please wipe the two contacts with a dry cloth, leave the sensor upside down for an hour, and put it back.",
    )
    beeping = case(
        draw,
        me,
        "Leak sensor beeps without water",
        device=sensor,
        comments=[steps],
        opened=datetime(2026, 3, 20, 17, draw.number(0, 59)),
    )
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="Apologetic and hard of hearing; takes one thing at a time, loses the thread and laughs about it.",
            story=(
                "The sensor under your washing machine beeps, and on Friday you were sent steps that you cannot follow."
                " You want it noted that you wiped it and it beeps on, and you want a person who does it with you. You"
                " do not want a call: you hardly hear on the telephone."
            ),
            opening=(
                "Good afternoon, I'm so sorry. It still beeps, the thing under the washing machine. I wiped it as you"
                " wrote on Friday; would you note that? But the rest is too much for me. Could a person help me?",
                "Hello dear. You wrote me what to do with the beeping thing, and I did wipe it, please put that down."
                " Only then I got all muddled with up and down. Might I have a real person, do you think?",
            ),
            goals=(
                Goal(
                    about="case",
                    told=(beeping.id,),
                    again=(
                        "Would you note that I wiped the beeping thing, and it still beeps?",
                        "Please put down that I have wiped it, and it goes on beeping.",
                    ),
                ),
                Goal(
                    about="handover",
                    settled_by=() if flagged else ("refused", "pending"),
                    again=(
                        "Could a person help me? I can't follow what it says.",
                        "I get so muddled, dear. A real person would be a blessing.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "details": (
                    "It says to turn it upside down, but which side is up? I've tried, dear, I can't follow it.",
                    "I wiped it, and then I lost the thread. It beeps, and I can't follow what it says.",
                ),
                "device": ("The little round thing under the washing machine.",),
                "case": ("A number? Oh dear. The beeping one.",),
                "reason": ("My nephew put it in, and he's in Canada now.",),
                "time": ("I have all the time in the world, but no telephone, please. I hardly hear it.",),
            },
            reactions=(
                *(
                    _waits("Thank you, dear, I'll wait.", "I'll stay right here.", "Oh yes, a person.")
                    if flagged
                    else ()
                ),
                Reaction(
                    on=Told(phrases=_A_CALL),
                    says=(
                        "Not the telephone, dear, I hardly hear it.",
                        "Oh, no call, please. On the telephone I hear nothing but rustling.",
                    ),
                ),
                Reaction(
                    on=Told(phrases=("upside down", "dry cloth")),
                    says=(
                        "There, now I'm lost again. Which side is up? It's no use, dear, I can't follow.",
                        "Oh dear, that's just what I can't follow. I turn it and turn it.",
                    ),
                ),
            ),
            yes=("Yes, dear, please.", "Oh yes, please.", "That would be lovely, yes."),
            thanks=("You're very kind. Goodbye, dear.", "Then I'll put a cushion on it until then. Goodbye."),
            leaves=("Never mind, dear. I'll put a cushion on it. Goodbye.",),
        ),
        solution=[
            *sign_in(me, "Good afternoon, and do not worry."),
            list_cases.call(me.id),
            get_case.call(beeping.id),
            add_case_comment.call(beeping.id, "Customer has wiped the contacts; it still beeps.", public=True),
            say(f"I have noted in your case {beeping.id} that you have wiped it and that it still beeps."),
            *(_at_any_hour() if flagged else _on_monday()),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=beeping.id),
            ends(beeping, stays=True, status="working", priority="medium"),
            mentions(beeping.id),
            *(_a_person(beeping, "vulnerable") if flagged else _not_on_sunday(beeping)),
        ],
        styles=("hop",) if flagged else ("refuse",),
    )


def _at_any_hour() -> list[Say | Call]:
    return [
        say("A person will help you with the rest. I am handing you over to a colleague now."),
        transfer_to_human.call("vulnerable", "Cannot follow the steps for the beeping leak sensor; wiped it already."),
    ]


def _on_monday() -> list[Say | Call]:
    return [
        say("I cannot put you through to a person on a Sunday. The desk opens tomorrow at 08:00."),
    ]


def _not_on_sunday(about: Case) -> Checks:
    return [
        changes_only(about),
        says_any("the agent says that the desk opens at 08:00", *_EIGHT),
    ]


# Somebody who says human and means engineer


def _radio_operator(draw: Draw) -> Draft:
    """Any person will not do: what is meant is an escalation of the open case."""
    draw.now = datetime(2026, 3, 18, 14, 10)
    me = holder(draw, tier="standard")
    hub = device(draw, me, "HB-1", "attic hub", state="offline")
    tried = comment(
        "desk", "Plug out for 30 seconds, cable to the router: both done, the hub still drops out at night."
    )
    drops = case(draw, me, "Hub in the attic drops out at night", device=hub, comments=[tried], status="waiting")
    wish = (
        "One of your engineers is to take on my attic hub. You have it on file. Over.",
        "Want an engineer on the attic hub. Somebody who can read a log. It is in your files.",
    )
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A former ship's radio operator: clipped sentences, ends on 'over', no patience with chatter.",
            story=(
                "Your hub in the attic drops out at night, and all the steps were tried. You ask for a human, but any"
                " human will not do: you want an engineer to take the matter on. A call you do not need."
            ),
            opening=(
                "Calling Norhaven. Human operator requested. Over.",
                "CQ, CQ. Is there a human on this frequency? Put one on. Over.",
            ),
            goals=(Goal(about="escalation", settled_by=("done", "pending"), again=wish),),
            facts={
                **identity(me),
                "details": wish,
                "device": ("Attic hub.",),
                "case": ("Number unknown. The hub in the attic.",),
                "reason": ("All steps done, nothing achieved. Over.",),
                "time": ("No calls. Written word only. Over.",),
            },
            reactions=(
                Reaction(
                    on=Offered(about="handover"),
                    says=(
                        "Negative, not just anybody. An engineer is to take on my attic hub. Over.",
                        "Not any hand on deck. One of your engineers, for my attic hub. Over.",
                    ),
                ),
                Reaction(
                    on=ReadBack(times=1),
                    says=(
                        "If it means that an engineer takes on my attic hub, affirmative. Nobody else. Over.",
                        "Engineer for the attic hub: affirmative. Any other hand: negative. Over.",
                    ),
                ),
                Reaction(
                    on=Told(phrases=_A_CALL),
                    says=(
                        "Negative, no call. Written word only. Over.",
                        "No calls. Just put the engineer on it. Over.",
                    ),
                ),
            ),
            yes=("Affirmative. Over.", "Affirmative."),
            thanks=("Roger. Out.", "Received and understood. Out."),
            leaves=("No contact. Signing off.",),
        ),
        solution=[
            say(
                "I am the assistant, and I can help you with most things myself. What is it about? And what are the"
                " e-mail address and the passphrase of your account?"
            ),
            *sign_in(me)[1:],
            list_cases.call(me.id),
            get_case.call(drops.id),
            get_team_hours.call("technical"),
            escalate_case.call(drops.id, "technical", "customer_request", "Hub drops out at night; all steps tried."),
            say(f"I have escalated {drops.id} to our technical team: one of the engineers takes it on."),
        ],
        contract=[
            count(Escalation, 1, case_id=drops.id, team="technical", reason_code="customer_request"),
            ends(drops, status="escalated", priority="medium"),
            changes_only(drops, new={Escalation: 1}),
            tells("done", "escalation", or_outcome="pending"),
        ],
        difficulty="easy",
        styles=("ambig",),
    )


_WHO = {"chef": _chef, "muddled": _muddled, "radio operator": _radio_operator}
