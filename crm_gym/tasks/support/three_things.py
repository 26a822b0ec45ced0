"""Several wishes in one conversation, brought up one after the other."""

from datetime import date, datetime

from crm_gym.domains.support import (
    classify_issue,
    close_case,
    create_case,
    get_service_status,
    get_team_hours,
    issue_credit,
    list_cases,
    list_invoices,
    schedule_callback,
    search_articles,
    update_contact_detail,
    verify_customer,
)
from crm_gym.domains.support.records import Callback, Case, Credit
from crm_gym.persona import Goal, Offered, Persona, Reaction, Told
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_before,
    calls,
    changes_just,
    changes_only,
    count,
    ends,
    in_order,
    made,
    say,
    says_any,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import (
    case,
    device,
    holder,
    identity,
    invoice,
    line,
    plan_line,
    sign_in,
)
from crm_gym.tasks.support.three_things_quiz import list_of_three


@scenario(
    "support",
    labels=["knowledge_resolution", "billing_adjustment", "case_triage"],
    difficulty="medium",
    styles=["routing"],
    cells=[
        {"wishes": "Wi-Fi, a doubled line, a number"},
        {"wishes": "a wet camera, a call"},
        {"wishes": "a question, a status, a credit", "last credit": "90 days ago"},
        {"wishes": "a question, a status, a credit", "last credit": "91 days ago"},
        {"wishes": "an outage, an address, a closing"},
    ],
    boundary="last credit",
)
def three_things(draw: Draw) -> Draft:
    """One customer, several matters: each has rules of its own, and none may be lost on the way."""
    stories = {
        "Wi-Fi, a doubled line, a number": _new_router,
        "a wet camera, a call": _wet_camera,
        "a question, a status, a credit": list_of_three,
        "an outage, an address, a closing": _after_the_outage,
    }
    return stories[draw.cell["wishes"]](draw)


_NETWORK = (
    "In the app, open Home and then Network, choose Change network, and enter the new name and password. Stay near "
    "the hub until every device shows a green dot."
)


def _new_router(draw: Draw) -> Draft:
    """Steps, a credit to the cent, and a change that needs the second factor."""
    me = holder(draw, tier="plus")
    hub = device(draw, me, "HB-2", "Hub by the stairs")
    device(draw, me, "CM-1", "Record room camera")
    month = "2026-02"
    plans = [plan_line(draw, me, month), plan_line(draw, me, month)]
    storage = line(draw, "Plus video storage", 14.49, month)
    february = invoice(draw, me, month, plans[0], storage, plans[1])
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), line(draw, "Plus video storage", 14.49, "2026-03"))
    mobile = draw.person().phone
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A wedding DJ at soundcheck; breezy, half a sentence at a time, remembers things late.",
            story=(
                "You have a new router and want to know how your Norhaven things get onto it. Then you remember that "
                f"the plan was on your February invoice twice. Last, your mobile number has changed to {mobile}."
            ),
            opening=(
                "Hey hey! New router at home, and I'd like all my Norhaven stuff on the new Wi-Fi. How do I do that? "
                "Soundcheck in ten, so the short mix please.",
                "Morning! Testing, one two. I've switched to a new router. How do I move everything over to the new "
                "Wi-Fi?",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=("change network", "green dot"),
                    again=(
                        "How do I get my things onto the new Wi-Fi?",
                        "It's the new router: how do the devices get onto its Wi-Fi?",
                    ),
                ),
                Goal(
                    about="credit",
                    opening=(
                        "Super, I'll spin that tonight. Oh, and in February you've charged me twice for something, "
                        "about fifteen euros. The plan, I think. Can I have one of them back?",
                        "Great. While I'm here: fifteen-ish euros were charged twice in February, the plan I believe. "
                        "Could you credit me one of them?",
                    ),
                    again=(
                        "I was charged twice in February, for the plan. Can I have one of them back?",
                        "The doubled thing in February: please credit me one of the two.",
                    ),
                ),
                Goal(
                    about="contact",
                    opening=(
                        f"Brilliant. Last one, then I'm off: I have a new mobile, {mobile}. Put that in instead of the "
                        "old one?",
                        f"Nice. Nearly forgot: my mobile number is {mobile} now. Can you swap it for the old one?",
                    ),
                    again=(
                        f"Please change my phone number to {mobile}.",
                        f"My new mobile number is {mobile}, put that in instead of the old one.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "phone": (f"The one you've got is {me.person.phone}.", f"{me.person.phone}, that's the old one."),
                "details": ("Nothing wrong as such. It's all still on the old router, that's all.",),
                "device": ("All of them, the hub and the camera.",),
                "amount": ("Fifteen or so. You'll see it.",),
                "invoice": ("The February one.",),
                "contact": (f"{mobile}.", f"It's {mobile} now."),
                "reason": ("It's on there twice, that's all I know.",),
            },
            figures=(14.99,),
            thanks=("You rock. Bye!", "Three hits in a row. Thanks, bye!"),
            leaves=("The bride's here, got to go. Bye!",),
        ),
        solution=[
            *sign_in(me, "Of course, the short mix it is."),
            classify_issue.call("I'd like all my Norhaven stuff on the new Wi-Fi, I have a new router"),
            list_cases.call(me.id),
            search_articles.call("move devices to new Wi-Fi network router"),
            create_case.call(me.id, "Devices to move to the Wi-Fi of a new router", "technical", "low"),
            say(f"{_NETWORK} I have opened case {ticket} to track it."),
            list_invoices.call(me.id, 3),
            say(
                f"You are right: the Plus plan is on your February invoice {february.id} twice. I would credit the "
                "second line, 14.99 euros. Shall I do that?"
            ),
            issue_credit.call(me.id, february.id, 14.99, "duplicate_charge", line_id=plans[1].line_id),
            say("I have credited 14.99 euros for the doubled plan in February."),
            say("For a change of the number I also need your postcode and your date of birth."),
            verify_customer.call(me.id, "postcode_birth_date", me.proof),
            say(f"I would change your phone number to {mobile}. Is that right?"),
            update_contact_detail.call(me.id, "phone", mobile),
            say(f"Your phone number is now {mobile}."),
        ],
        contract=[
            calls(issue_credit, line_id=plans[1].line_id),
            calls(update_contact_detail),
            in_order(list_invoices, issue_credit),
            calls(search_articles),
            count(
                Case,
                1,
                customer_id=me.id,
                category="technical",
                priority="low",
                status="new",
                device_id=(None, hub.device_id),
            ),
            count(Credit, 1, invoice_id=february.id, amount=14.99, reason_code="duplicate_charge"),
            ends(me.account, phone=mobile),
            changes_only(me.account, new={Case: 1, Credit: 1}),
            asks_before(issue_credit),
            asks_before(update_contact_detail),
            says_any("the agent tells the customer to choose Change network", "change network", "change the network"),
            states(14.99, "credit"),
            tells("done", "contact"),
        ],
        labels=("knowledge_resolution", "billing_adjustment", "escalation_handoff"),
        difficulty="hard",
    )


def _wet_camera(draw: Draw) -> Draft:
    """A fault outside the region of the incident, and a call at the time that the customer chooses."""
    me = holder(draw, region="west")
    camera = device(draw, me, "CM-2", "Driveway camera")
    device(draw, me, "CM-1", "Hall camera")
    ticket = draw.new(Case)
    slot = "2026-03-17T16:30"
    half_past_four = (
        "Tomorrow at half past four in the afternoon, 16:30. Today I'm out.",
        "Tomorrow, please, at 16:30. I'm always in by then.",
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Thirty years a letter carrier, now retired; chatty, exact about times, mentions the weather.",
            story=(
                "The camera over the driveway is wet inside and shows little. You want to know what to do, and then to "
                "be rung up about it tomorrow at half past four in the afternoon. Today you are out."
            ),
            opening=(
                "Good morning! What weather. My driveway camera has a fault: it's all misted up inside the glass and "
                "the picture is milky. What does one do?",
                "Morning. After all this rain the camera over the drive is faulty, wet on the inside, and you can "
                "hardly read a number plate. What would you suggest?",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=("room temperature", "inside for a day", "take the camera inside", "the seal"),
                    again=(
                        "It's the driveway camera: faulty, all wet behind the glass.",
                        "The camera over the drive has a fault, it's misted up inside.",
                    ),
                ),
                Goal(
                    about="callback",
                    opening=(
                        "Right, onto the kitchen shelf with it. And would your people give me a call about it? I'm "
                        "better on the telephone.",
                        "That I can do. One thing more: could I have a call about it? I like to hear a voice.",
                    ),
                    again=("I'd like a call about the camera.", "Could you book me a call about the camera?"),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The one over the driveway.", "The driveway one, outdoors."),
                "details": (
                    "You can make out the cars, only no faces. Since Saturday's downpour.",
                    "Drops behind the glass, picture like milk. It still records, mind.",
                ),
                "time": half_past_four,
            },
            reactions=(
                Reaction(on=Told(phrases=("10:30", "08:30", "14:00")), says=half_past_four),
                Reaction(on=Offered(about="callback"), says=half_past_four, every=True),
            ),
            thanks=("Much obliged. Keep dry!", "Splendid. Good day to you."),
            leaves=("The kettle's boiling. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good morning, let us see."),
            classify_issue.call("My driveway camera has a fault: it's all misted up inside the glass"),
            list_cases.call(me.id),
            get_service_status.call("CM-2", "west"),
            search_articles.call("outdoor camera condensation fog wet", product_code="CM-2"),
            create_case.call(me.id, "Driveway camera wet inside", "technical", "medium", device_id=camera.device_id),
            say(
                "Please take the camera inside and leave it at room temperature for a day, press the seal all around, "
                f"and mount it again under a roof edge. I have opened case {ticket} for it."
            ),
            get_team_hours.call("technical"),
            say(
                "Gladly. Free are today 10:30 and 16:30, and tomorrow, 17 March, 08:30, 14:00 and 16:30. Which time "
                "suits you?"
            ),
            schedule_callback.call(ticket, slot),
            say(f"The call is booked for tomorrow, 17 March, at 16:30, about case {ticket}."),
        ],
        contract=[
            calls(create_case, device_id=camera.device_id),
            calls(schedule_callback),
            in_order(get_service_status, search_articles, create_case),
            changes_just(
                new=[
                    made(Case, category="technical", priority="medium", device_id=camera.device_id, status="new"),
                    made(Callback, team="technical", slot=slot),
                ]
            ),
            says_any(
                "the agent tells the customer to let the camera dry inside for a day",
                "room temperature",
                "inside for a day",
                "indoors for a day",
            ),
            tells("done", "callback"),
        ],
        labels=("knowledge_resolution", "escalation_handoff"),
    )


def _after_the_outage(draw: Draw) -> Draft:
    """A credit for full days of an outage, a change within seven days of another, and one of two cases to close."""
    me = holder(draw, tier="priority", region="south", contact_changed_at=datetime(2026, 3, 12, 9, 40))
    heating = device(draw, me, "HT-2", "Landing thermostat")
    lock = device(draw, me, "LK-1", "Street door lock")
    month = "2026-02"
    february = invoice(draw, me, month, plan_line(draw, me, month), line(draw, "Second home", 6.0, month))
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), line(draw, "Second home", 6.0, "2026-03"))
    settled = case(draw, me, "Street door lock slow after frost", device=lock, opened=datetime(2026, 3, 15, 9, 30))
    case(
        draw,
        me,
        "Landing thermostat shows last winter's schedule",
        "product",
        device=heating,
        priority="low",
        opened=datetime(2026, 3, 13, 17, 5),
    )
    mailbox = f"office{draw.number(12, 79)}@post.example"
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A notary; measured, complete sentences, takes a no without fuss if it comes with a date.",
            story=(
                "In February the thermostat service was down for days and you would like something back; you believe "
                f"that it was a week. Then your e-mail address should become {mailbox}. Last, the case about the "
                "street door lock can be closed: the lock works well again. The other case is still of use."
            ),
            opening=(
                "Good morning. In February your thermostat service was out of order for about a week, and I paid in "
                "full for that month. I should like a credit for that.",
                "Good day. The service for my thermostat failed for several days in February, a week if I am not "
                "mistaken. Kindly credit what is due for that.",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "I should like a credit for the outage in February.",
                        "It concerns the February outage of the thermostat service: please credit those days.",
                    ),
                ),
                Goal(
                    about="contact",
                    settled_by=("done", "refused", "pending"),
                    opening=(
                        f"That is correct of you. Secondly, my e-mail address: please change it to {mailbox}.",
                        f"I am content with that. Next, I would ask you to replace my e-mail address by {mailbox}.",
                    ),
                    again=(
                        f"Please change my e-mail address to {mailbox}.",
                        f"The address for e-mail should become {mailbox}.",
                    ),
                ),
                Goal(
                    about="closing",
                    opening=(
                        "I shall make a note of that. Finally, the street door lock works perfectly well again: please "
                        "close that case.",
                        "Very well. One last matter: with the lock on the street door all is well again. That case "
                        "can be closed.",
                    ),
                    again=(
                        "Please close the case about the lock on the street door; it works.",
                        "The case about the street door lock can be closed.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The thermostat on the landing.", "It concerns the thermostat."),
                "invoice": ("The one for February.",),
                "amount": ("Whatever is due; I leave the sum to you.",),
                "contact": (f"{mailbox}.", f"It should read {mailbox}."),
                "case": ("The one about the lock on the street door.",),
                "details": ("There is nothing to add, I believe.",),
                "reason": ("The service failed, and I had paid for the entire month.",),
            },
            figures=(2.50,),
            thanks=("I am obliged to you. Good day.", "Everything is in order, then. Good day."),
            leaves=("I have a client waiting. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good morning, certainly."),
            get_service_status.call("HT-2", "south"),
            list_invoices.call(me.id, 3),
            say(
                "The outage in your region took three full days, from 10 to 13 February. For three days of your plan "
                f"I would credit 2.50 euros on invoice {february.id}. Shall I?"
            ),
            issue_credit.call(me.id, february.id, 2.50, "outage", line_id=february.lines[0].line_id),
            say(f"I have credited 2.50 euros on {february.id}. What is next?"),
            say(
                "I am sorry, I cannot change your e-mail address today: a contact detail was changed on 12 March, and "
                "the next change is possible from 19 March 2026. Is there anything else?"
            ),
            list_cases.call(me.id),
            say(f"I would close case {settled.id}, Street door lock slow after frost, as solved. Is that right?"),
            close_case.call(settled.id, "solved"),
            say(f"Case {settled.id} is closed."),
        ],
        contract=[
            calls(issue_credit),
            calls(close_case, case_id=settled.id),
            in_order(get_service_status, issue_credit),
            count(Credit, 1, invoice_id=february.id, amount=2.50, reason_code="outage"),
            ends(settled, status="closed", resolution_code="solved"),
            changes_only(settled, new={Credit: 1}),
            asks_before(issue_credit),
            asks_before(close_case),
            states(2.50, "credit"),
            states(date(2026, 3, 19)),
            tells("refused", "contact", or_outcome="pending"),
            tells("done", "closing"),
        ],
        labels=("billing_adjustment", "escalation_handoff", "case_triage"),
        difficulty="hard",
    )
