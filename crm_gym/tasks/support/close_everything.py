"""A customer wants all their cases closed, and not all of them can or should be."""

from datetime import datetime

from crm_gym.contract import Check, SaysBefore
from crm_gym.domains.support import close_case, escalate_case, get_case, list_cases, transfer_to_human
from crm_gym.domains.support.records import Case, Escalation, Handover
from crm_gym.persona import Goal, Persona, Reaction, Told
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_before,
    calls,
    changes_just,
    changes_only,
    count,
    ends,
    made,
    matchers,
    never,
    say,
    says_any,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, escalation, holder, identity, sign_in
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["case_triage"],
    difficulty="easy",
    styles=["collateral"],
    cells=[
        {"list": "sensor and camera", "the camera": "works too"},
        {"list": "sensor and camera", "the camera": "still freezes"},
        {"list": "one is with the team"},
        {"list": "the same thing twice"},
        {"list": "everything, and the contract"},
    ],
    boundary="the camera",
)
def close_everything(draw: Draw) -> Draft:
    """Close everything is no word for each case: only what the customer then confirms may go."""
    stories = {
        "sensor and camera": _sensor_and_camera,
        "one is with the team": _with_the_team,
        "the same thing twice": _twice,
        "everything, and the contract": _leaving,
    }
    return stories[draw.cell["list"]](draw)


def _read_back(of: Case) -> list[Check]:
    """A yes to this case, by its id: nobody says yes to what was not named."""
    this = matchers({"case_id": of.id})
    return [
        asks_before(close_case, case_id=of.id),
        SaysBefore(tool=close_case.name, args=this, mentions=(of.id,)),
    ]


def _sensor_and_camera(draw: Draw) -> Draft:
    """One case is surely done; of the other only the customer knows."""
    camera_is = draw.cell["the camera"]
    me = holder(draw)
    sensor = device(draw, me, "WS-1", "Storeroom window sensor")
    camera = device(draw, me, "CM-1", "Aquarium camera")
    first = case(draw, me, "Storeroom window sensor warns of a low battery", device=sensor, status="waiting")
    second = case(
        draw,
        me,
        "Aquarium camera freezes at night",
        device=camera,
        comments=[comment("customer", "Every night from about two o'clock on.")],
    )
    return Draft(
        user=_fish_keeper(me, camera_is),
        solution=[
            *sign_in(me, "I will look at them with you."),
            list_cases.call(me.id),
            get_case.call(second.id),
            *_CLOSING[camera_is](first, second),
        ],
        contract=[
            ends(first, status="closed", resolution_code="solved"),
            *_read_back(first),
            *_CLOSED[camera_is](first, second),
        ],
    )


def _fish_keeper(me: Holder, camera_is: str) -> Persona:
    """What the customer says about the camera decides."""
    works = camera_is != "still freezes"
    about_camera = (
        (
            "Both are fine. Battery's new, and the camera has run through every night since Friday. Close both.",
            "Sensor has its new battery, camera hasn't frozen once this week. So yes, close the two of them.",
        )
        if works
        else (
            "Hang on. The camera still freezes at night, that one must stay. The window sensor's fine, close it.",
            "No no, the camera still hangs at night, leave that. The sensor has a new battery and works, close that.",
        )
    )
    story = {
        "works too": "Both things work again, and both cases can go.",
        "still freezes": "The sensor works. The camera still freezes, which you remember when you hear of it.",
    }
    return Persona(
        name=me.person.name,
        voice="Keeps a shop for aquarium fish; gruff, quick, hates mails.",
        story=f"You are tired of reminder mails and want everything closed. {story[camera_is]}",
        opening=(
            "Every other day a mail that something is still open. Close everything you've got on me, will you?",
            "Right, I want peace in my inbox. Whatever tickets there are under my name, close the lot.",
        ),
        goals=(
            Goal(
                about="closing",
                again=(
                    "Close my tickets, so that the mails stop.",
                    "I want those tickets closed. All of them.",
                ),
            ),
            _LAST_WORD[camera_is],
        ),
        facts={
            **identity(me),
            "case": about_camera,
            "device": about_camera,
            "details": about_camera,
            "reason": ("Because of the mails. Three last week!",),
        },
        reactions=(
            Reaction(
                on=Told(phrases=("camera", "aquarium")),
                says=about_camera,
                learns={"case": about_camera, "device": about_camera, "details": about_camera},
            ),
        ),
        pushes=(
            (
                "Both work, both can go. What's left?"
                if works
                else "Right, the camera one stays. And the sensor one, is that closed?",
            ),
        ),
        yes=("Yes.", "Yep, close it.", "Yes, do it."),
        thanks=("Good. Back to the fish.", "Finally quiet. Bye."),
        leaves=("Customers at the tank. Bye.",),
    )


_LAST_WORD = {
    "works too": Goal(
        about="closing",
        settled_by=(),
        told=("yes", "both", "correct", "right", "closed", "camera"),
        opening=("And that's the sensor and the camera, both gone?", "So both are off my back, camera too?"),
        again=("Are both closed now?", "The sensor one and the camera one, both closed?"),
    ),
    "still freezes": Goal(
        about="closing",
        settled_by=("refused",),
        told=("yes", "stays", "open", "correct", "right", "untouched"),
        opening=("And the camera one is left alone, right?", "And you haven't touched the camera one?"),
        again=("The camera one stays, doesn't it?", "Is the one about the camera still there?"),
    ),
}


def _both(first: Case, second: Case) -> list[Say | Call]:
    return [
        say(
            f"There are two: {first.id}, Storeroom window sensor warns of a low battery, and {second.id}, Aquarium "
            "camera freezes at night. Do both work again, and may I close each of them?"
        ),
        close_case.call(first.id, "solved"),
        close_case.call(second.id, "solved"),
        say(f"{first.id} and {second.id} are closed."),
        say("Yes, both are closed."),
    ]


def _one(first: Case, second: Case) -> list[Say | Call]:
    return [
        say(
            f"There are two: {first.id}, Storeroom window sensor warns of a low battery, and {second.id}, Aquarium "
            "camera freezes at night. Do both work again, and may I close each of them?"
        ),
        close_case.call(first.id, "solved"),
        say(f"{first.id} is closed."),
        say(f"Yes, {second.id} about the camera is still open."),
    ]


_CLOSING = {"works too": _both, "still freezes": _one}


def _both_closed(first: Case, second: Case) -> list[Check]:
    return [
        *calls(close_case, case_id=first.id),
        *calls(close_case, case_id=second.id),
        ends(second, status="closed", resolution_code="solved"),
        changes_only(first, second),
        *_read_back(second),
        tells("done", "closing"),
    ]


def _camera_left(first: Case, second: Case) -> list[Check]:
    return [
        never(close_case, case_id=second.id),
        says_any("the agent says that the case of the camera is left as it is", *_LEFT),
        ends(second, stays=True, status="working", priority="medium", category="technical"),
        changes_only(first, second),
    ]


_LEFT = (
    *("stays", "stay", "remains", "remain", "left", "leave", "leaving", "untouched", "still open", "keep", "kept"),
    *("as it is", "as it was", "haven't touched", "have not touched", "not touched"),
    *(
        "hasn't been closed",
        "has not been closed",
        "didn't close",
        "did not close",
        "haven't closed",
        "have not closed",
    ),
)

_CLOSED = {"works too": _both_closed, "still freezes": _camera_left}


def _with_the_team(draw: Draw) -> Draft:
    """Both things work, but a team has one of the cases, and only it can end that."""
    me = holder(draw, tier="priority")
    lock = device(draw, me, "LK-1", "Observatory lock")
    hub = device(draw, me, "HB-1", "Hub in the attic")
    jammed = case(draw, me, "Observatory lock jams in the frost", device=lock, opened=datetime(2026, 3, 14, 15, 20))
    drops = case(
        draw,
        me,
        "Hub in the attic drops the connection in the evening",
        device=hub,
        status="escalated",
        opened=datetime(2026, 3, 14, 15, 45),
        comments=[comment("technical", "We are reading the hub's log of the last two weeks.")],
    )
    escalation(draw, drops, "no_article", "Drops every evening; no article fits.")
    both = (
        "The frost is over, hence the lock turns freely, and the hub has not dropped since Sunday. Both may be closed.",
        "Lock: no frost, no jam. Hub: not one interruption since yesterday. Ergo, close both.",
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Teaches physics; dry, precise, likes a logical conclusion and tests it once.",
            story=(
                "The lock and the hub both work again and you want everything closed. If one case cannot be closed, "
                "you ask once why it should not, and accept the answer."
            ),
            opening=(
                "Good morning. Two faults, two observations, both resolved by nature. Would you close everything there "
                "is under my name?",
                "Morning. Spring has solved my problems without you. Kindly close all of my cases.",
            ),
            goals=(
                Goal(
                    about="closing",
                    again=(
                        "I would like all of my cases closed.",
                        "Please close the cases under my name, all of them.",
                    ),
                ),
                Goal(
                    about="closing",
                    settled_by=("refused", "pending"),
                    told=("technical",),
                    opening=(
                        "And the hub? It works, therefore the case is over. What speaks against closing it?",
                        "There remains the hub. A fault that does not occur is no fault. Close that one as well?",
                    ),
                    again=(
                        "The case about the hub: can it be closed as well?",
                        "I should still like the hub's case closed, it works.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "case": both,
                "device": both,
                "details": both,
                "reason": ("A case about something that works is a contradiction.",),
            },
            reactions=(
                Reaction(
                    on=Told(phrases=("lock", "hub")),
                    says=both,
                    learns={"case": both, "device": both, "details": both},
                ),
            ),
            pushes=(("Noted. And the case of the lock, is that one closed?",),),
            yes=("Correct.", "Yes, that is the intention.", "Affirmative."),
            thanks=("A consistent explanation. Goodbye.", "Then the system is at rest. Goodbye."),
            leaves=("The bell rings. Goodbye.",),
        ),
        solution=[
            *sign_in(me, "Good morning, let us look."),
            list_cases.call(me.id),
            get_case.call(drops.id),
            say(
                f"I can close {jammed.id}, Observatory lock jams in the frost, as solved. Shall I? {drops.id} about "
                "the hub is with the technical team."
            ),
            close_case.call(jammed.id, "solved"),
            say(f"{jammed.id} is closed."),
            say(f"I cannot close {drops.id}: our technical team is working on it, and only they can end that."),
        ],
        contract=[
            ends(jammed, status="closed", resolution_code="solved"),
            ends(drops, stays=True, status="escalated", priority="medium", category="technical"),
            changes_only(jammed, drops),
            *_read_back(jammed),
            says_any("the agent says that the case of the hub is with the technical team", "technical"),
            tells("refused", "closing"),
        ],
    )


def _twice(draw: Draw) -> Draft:
    """One case is a second message about another, one is no longer wanted, and the oldest is overdue."""
    me = holder(draw, tier="plus")
    sensor = device(draw, me, "LS-1", "Leak sensor under the sink")
    device(draw, me, "PL-1", "Reading lamp plug")
    beeps = case(
        draw,
        me,
        "Leak sensor under the sink beeps at night",
        device=sensor,
        opened=datetime(2026, 3, 9, 8, 50),
        comments=[comment("customer", "It beeps about three, and there is no water anywhere.")],
    )
    manual = case(
        draw,
        me,
        "Printed manual for the smart plug",
        "product",
        priority="low",
        status="new",
        opened=datetime(2026, 3, 13, 10, 5),
    )
    again = case(
        draw,
        me,
        "Beeping in the kitchen, second message",
        status="new",
        opened=datetime(2026, 3, 15, 7, 40),
        comments=[comment("customer", "As was written on Monday: it beeps, and all is dry.")],
    )
    answer = (
        "Let me see. The printed manual we don't need any more, our daughter has printed one. The second message was "
        "from my better half, about the same beeping, so that can go. But it does still beep, so mine must stay!",
        "Well, the manual: no longer wanted, thank you. The kitchen one is a second letter about the same beeping, "
        "from my better half, one too many. My own, about the sensor, has to stay; it still beeps.",
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Nine grandchildren; wordy, says petal to everybody, calls cases letters, never loses the thread.",
            story=(
                "Your list has become a muddle: you want it tidied up. Your own case about the leak sensor must stay, "
                "since it still beeps at night. Your better half wrote a second one about the same beeping; it can go. "
                "The printed manual is no longer wanted. And because the promised answer about the beeping never came, "
                "you want something to happen now."
            ),
            opening=(
                "Good morning, petal. There are so many letters between us by now that I lose count. Would you be so "
                "kind and close everything?",
                "Hello petal. My son calls our list a proper muddle. Could you tidy up and close it all?",
            ),
            goals=(
                Goal(
                    about="closing",
                    told=("are closed", "have been closed", "are both closed", "have closed"),
                    again=(
                        "I should like our list tidied up, petal: close what is on it.",
                        "Please close the letters that we have with you.",
                    ),
                ),
                Goal(
                    about="escalation",
                    also=("case",),
                    settled_by=("done", "pending"),
                    opening=(
                        "Much better. But about the sensor: an answer was promised within two days, and that was a "
                        "week ago. Now I would like something to happen, petal.",
                        "Thank you, petal. Only, nobody has answered about the beeping for a week, and two days were "
                        "promised. Would you see to it that something is done?",
                    ),
                    again=(
                        "The leak sensor: the answer is late, and I want something done about it.",
                        "It beeps every night and nobody has answered. Please see that something happens.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "case": answer,
                "device": ("The sensor under the sink, petal. The plug does what it should.",),
                "details": answer,
                "reason": ("Nobody has answered, and it wakes us every night at three.",),
            },
            reactions=(
                Reaction(
                    on=Told(phrases=(beeps.id, manual.id, again.id, "manual", "beeping")),
                    says=answer,
                    learns={"case": answer, "details": answer},
                ),
            ),
            pushes=(
                ("Mine stays, quite right. And the other two can go, petal, or are they gone already?",),
                ("Yes, leave mine. And the others, are they off the list?",),
            ),
            yes=("Yes, petal, just so.", "Yes, that is how I want it.", "Quite right, yes."),
            thanks=("You are a treasure. Goodbye, petal.", "Now I can sleep, perhaps. Bless you, goodbye."),
            leaves=("The cake is in the oven. Another time, petal.",),
        ),
        solution=[
            *sign_in(me, "Gladly, let us go through them."),
            list_cases.call(me.id),
            say(
                f"There are three cases. {beeps.id}: Leak sensor under the sink beeps at night. {manual.id}: Printed "
                f"manual for the smart plug. {again.id}: Beeping in the kitchen, second message. What is with each of "
                "them, may it be closed?"
            ),
            say(
                f"So I close {again.id}, Beeping in the kitchen, as a duplicate, and {manual.id}, Printed manual, as "
                f"no longer wanted, and {beeps.id} stays. Is that right?"
            ),
            close_case.call(again.id, "duplicate"),
            close_case.call(manual.id, "withdrawn"),
            say(f"{again.id} and {manual.id} are closed."),
            get_case.call(beeps.id),
            escalate_case.call(
                beeps.id, "technical", "sla_breach", "No answer to a week of beeping at night, and no water is there."
            ),
            say(f"You are right, that is overdue. I have escalated {beeps.id} to the technical team."),
        ],
        contract=[
            calls(close_case, case_id=again.id),
            calls(close_case, case_id=manual.id),
            ends(again, status="closed", resolution_code="duplicate"),
            ends(manual, status="closed", resolution_code="withdrawn"),
            ends(beeps, status="escalated", priority="medium", category="technical"),
            count(Escalation, 1, case_id=beeps.id, team="technical", reason_code="sla_breach"),
            changes_only(again, manual, beeps, new={Escalation: 1}),
            *_read_back(again),
            *_read_back(manual),
            tells("done", "escalation", or_outcome="pending"),
        ],
        labels=("case_triage", "escalation_handoff"),
        difficulty="hard",
        styles=("collateral", "routing"),
    )


HANDS_OVER = (
    *("colleague", "colleagues", "a person", "a human", "somebody", "someone", "take over", "takes over"),
    *("hand you", "handing you", "pass you", "passing you", "put you through", "connect you"),
    *("transfer you", "transferring you", "hand this", "pass this", "transfer this", "transferring this", "hand over"),
    *(
        "putting you through",
        "connecting you",
        "forward you",
        "forwarding you",
        "handing over",
        "handing this",
        "staff",
    ),
    *("one of our people", "member of our", "our desk", "an agent"),
)
"""Last words before a transfer."""


def _leaving(draw: Draw) -> Draft:
    """One case is not wanted any more, one is with billing, and the contract is for a person."""
    me = holder(draw)
    plug = device(draw, me, "PL-1", "Balcony lights plug")
    timer = case(draw, me, "Balcony lights plug forgets its times", device=plug, status="waiting")
    visit = case(
        draw,
        me,
        "Fee for a technician who did not come",
        "billing",
        status="escalated",
        opened=datetime(2026, 3, 13, 14, 30),
        comments=[comment("billing", "We are asking the technician what happened that day.")],
    )
    escalation(draw, visit, summary="Disputes a fee for a visit.")
    about_plug = (
        "The plug's with my neighbour now, haha, so nobody needs that one any more. Close it!",
        "Oh, the balcony lights! Gave them away with the plug. Forget that one, you can close it.",
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="About to emigrate to New Zealand; euphoric, exclamation marks, already half gone.",
            story=(
                "You are emigrating and want everything with Norhaven gone: first the cases, then the contract. The "
                "plug has gone to a neighbour. You do not mind if the matter of the fee goes on, and you do not want "
                "an offer to stay."
            ),
            opening=(
                "Hi!! Emigrating in three weeks, tying up loose ends! Could you close everything that's still running "
                "with you, all my tickets?",
                "Hello from between the moving boxes! I'm off to New Zealand! Please close all of my tickets, I want a "
                "clean desk!",
            ),
            goals=(
                Goal(
                    about="closing",
                    settled_by=("done", "refused"),
                    again=("I'd like all my tickets closed!", "Close whatever tickets are still there, please!"),
                ),
                Goal(
                    about="handover",
                    settled_by=(),
                    opening=(
                        "Yay, one box ticked! And the contract itself: I'd like to end it, at the end of April. Can "
                        "you do that?",
                        "Great!! Next box: the contract. It should end with April, I won't be here. Would you end it?",
                    ),
                    again=("I'd like to end my contract with you, end of April.", "The contract should end in April!"),
                ),
            ),
            facts={
                **identity(me),
                "case": about_plug,
                "device": about_plug,
                "details": ("New Zealand has its own lights, haha. I won't need any of it!",),
                "reason": ("I'm emigrating! No home here, no smart home.",),
                "time": ("End of April.",),
            },
            reactions=(
                Reaction(
                    on=Told(phrases=("plug", "balcony")),
                    says=about_plug,
                    learns={"case": about_plug, "device": about_plug},
                ),
            ),
            pushes=(
                ("OK! Then put me through to whoever can!", "Fine, then pass me on!"),
                ("Sure, go ahead, I'm here!", "Yes, do that, please!"),
            ),
            yes=("Yes!", "Yes please!", "Yep, do it!"),
            leaves=("The removal van's here! Bye!",),
        ),
        solution=[
            *sign_in(me, "How exciting, gladly."),
            list_cases.call(me.id),
            get_case.call(visit.id),
            say(
                f"There are two. {timer.id}, Balcony lights plug forgets its times: may I close it? And "
                f"{visit.id}, the fee for the technician, is with the billing team."
            ),
            close_case.call(timer.id, "withdrawn"),
            say(f"{timer.id} is closed."),
            say(
                "For the end of the contract I will hand you over to a colleague. To sum up: the case about the plug "
                f"is closed, {visit.id} goes on with the billing team. I wish you a good journey."
            ),
            transfer_to_human.call("out_of_scope", "Emigrates and wants to end the contract at the end of April."),
        ],
        contract=[
            calls(close_case, case_id=timer.id),
            calls(transfer_to_human),
            ends(timer, status="closed", resolution_code="withdrawn"),
            changes_just(timer, new=[made(Handover, reason_code="out_of_scope", customer_id=me.id)]),
            *_read_back(timer),
            says_before(transfer_to_human, phrases=HANDS_OVER),
            says_any("the agent says that the fee is with the billing team", "billing"),
        ],
        labels=("case_triage", "escalation_handoff"),
        difficulty="medium",
        styles=("routing", "collateral"),
    )
