"""Returns, the end of a contract and lawyers: matters for the people at the desk, after everything else is settled."""

from datetime import date, datetime

from crm_gym.domains.support import (
    add_case_comment,
    get_case,
    issue_credit,
    list_cases,
    list_invoices,
    transfer_to_human,
)
from crm_gym.domains.support.records import Credit, Handover
from crm_gym.persona import Goal, HeardOutcome, Offered, Persona, Reaction, Told
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    asks_before,
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
    states,
)
from crm_gym.tasks.support.cast import case, comment, device, holder, identity, invoice, line, plan_line, sign_in
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
_MONDAY = ("Monday", "23 March", "March 23", "23rd", "2026-03-23")
_PEOPLE = ("colleague", "colleagues", "person", "human", "someone", "somebody", "agent", "people", "team", "desk")
_NO_WORD_ON_IT = (
    *(
        f"{no} {word}"
        for no in (
            *("cannot", "can't", "may not", "will not", "won't", "won't be able to", "not able to", "unable to"),
            *(
                "not allowed to",
                "not in a position to",
                "not authorised to",
                "not for me to",
                "no authority to",
                "do not",
                "don't",
            ),
        )
        for word in (
            *(
                "confirm",
                "state",
                "say",
                "promise",
                "commit",
                "admit",
                "make",
                "give",
                "do",
                "decide",
                "judge",
                "speak",
            ),
            *("comment", "guarantee", "tell", "answer", "assure", "discuss", "take"),
        )
    ),
    *(
        "no statement",
        "no promise",
        "no promises",
        "no comment",
        "isn't something",
        "is not something",
        "not something",
    ),
    *("no, i can't", "no, i cannot", "nor can i", "neither can i", "must decline", "have to decline", "can only"),
    *("beyond what i", "beyond my", "outside my", "not within my", "not in my", "not my decision", "not for me"),
    *(
        "isn't possible",
        "not possible",
        "neither confirm",
        "leave that to",
        "leave it to",
        "clarified",
        "not mine",
        "nothing about liability",
        "no word on",
    ),
)
_NO = ("cannot", "can't", "not able", "unable", "may not", "nobody", "no one", "not for me")


@scenario(
    "support",
    labels=["escalation_handoff"],
    difficulty="easy",
    styles=["routing"],
    cells=[
        {"matter": "a return", "desk": "Friday 17:55"},
        {"matter": "a return", "desk": "Friday 18:05"},
        {"matter": "end of the contract", "desk": "Tuesday 11:20"},
        {"matter": "a lawyer", "desk": "Saturday 13:40"},
    ],
    boundary="desk",
)
def not_our_desk(draw: Draw) -> Draft:
    """What the assistant can do comes first; the rest goes to the desk, or waits until it opens."""
    draw.now = _DESKS[draw.cell["desk"]]
    return _MATTERS[draw.cell["matter"]](draw)


_DESKS = {
    "Friday 17:55": datetime(2026, 3, 20, 17, 55),
    "Friday 18:05": datetime(2026, 3, 20, 18, 5),
    "Tuesday 11:20": datetime(2026, 3, 17, 11, 20),
    "Saturday 13:40": datetime(2026, 3, 21, 13, 40),
}


def _stays(thanks: str, yes: str) -> tuple[Reaction, ...]:
    """A customer who stays on the line until somebody takes over."""
    return (
        Reaction(on=HeardOutcome(outcome="done", about="handover"), says=(thanks,), every=True),
        Reaction(on=Offered(about="handover"), says=(yes,), every=True),
    )


# A camera that should go back, and a part that is on its way


def _a_return(draw: Draw) -> Draft:
    """The answer stands in a comment of the case; the return is for people, who have gone home at six."""
    closed = draw.cell["desk"] == "Friday 18:05"
    me = holder(draw, tier="plus", region="west")
    heater = device(draw, me, "HT-2", "nursery thermostat")
    device(draw, me, "CM-2", "pram camera", purchased_on=date(2026, 3, 9))
    part = date(2026, 3, draw.number(25, 28))
    waiting = case(
        draw,
        me,
        "Dial of the nursery thermostat is loose",
        device=heater,
        status="waiting",
        opened=datetime(2026, 3, 19, 9, draw.number(0, 59)),
        comments=[comment("technical", f"A new dial is ordered. It will be sent on {part.day} March.")],
    )
    day = (
        f"{part.day} March",
        f"March {part.day}",
        f"{part.day}th",
        f"{part:%Y-%m-%d}",
        f"{part.day}.03",
        f"{part.day}/03",
    )
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A new parent on three hours of sleep; loses words, types with the baby on his arm.",
            story=(
                "You want to know when the new dial for the nursery thermostat is sent. And you want to return the"
                " outdoor camera that you bought last week: it was meant to watch the pram, and it is too big."
            ),
            opening=(
                "Hi, baby on arm, sorry for typos. Two things. First the dial, the, the thing, for the nursery"
                " thermostat: when do you send the new one?",
                "Hello. Haven't slept. You have something of ours open about the nursery thermostat, the loose dial."
                " When does the new one leave your house?",
            ),
            goals=(
                Goal(
                    about="case",
                    settled_by=(),
                    told=day,
                    again=(
                        "When is the new dial for the nursery thermostat sent?",
                        "The dial. Of the thermostat. When will it be sent?",
                    ),
                ),
                Goal(
                    about="handover",
                    settled_by=("refused", "pending") if closed else (),
                    told=_EIGHT if closed else (),
                    opening=(
                        "Great, hang on, she's dribbling. Second: the outdoor camera from last week, I want to send it"
                        " back. Way too big for a pram. How do I return it?",
                        "OK good. And the other thing, the big camera, we bought it last week and want to return it."
                        " How does that go?",
                    ),
                    again=(
                        "I'd like to return the outdoor camera. How?",
                        "The return. Of the camera. Who does that with you?",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "details": ("Dial's loose, camera's too big. And the baby has a tooth.",),
                "device": ("The dial's for the nursery thermostat. And it's the outdoor camera that goes back.",),
                "case": ("It's the one about the loose dial.",),
                "reason": ("It's as long as the pram. Not kidding.",),
                "time": ("Whenever she sleeps. So never.",),
            },
            reactions=() if closed else _stays("OK. I'll wait, she's asleep just now.", "Yeah, a person, fine."),
            thanks=("Thanks. Good night. I mean, bye.", "Monday then. If I'm still alive. Bye."),
            leaves=("She's crying, I have to go.",),
        ),
        solution=[
            *sign_in(me, "Congratulations! No trouble at all."),
            list_cases.call(me.id),
            get_case.call(waiting.id),
            say(f"The new dial is ordered, and it will be sent on {part.day} March. That is your case {waiting.id}."),
            *(_opens_on_monday() if closed else _to_the_desk()),
        ],
        contract=[
            states(part),
            *([calls(get_case, case_id=waiting.id), *_waits_for_monday()] if closed else _goes_to_the_desk(me.id)),
        ],
        styles=("refuse",) if closed else ("routing",),
    )


def _opens_on_monday() -> list[Say | Call]:
    return [
        say(
            "Returns are for the people at our desk, and they have just gone home. The desk opens again on"
            " Monday at 08:00."
        ),
    ]


def _waits_for_monday() -> Checks:
    return [
        changes_only(),
        says_any("the agent says that the desk opens on Monday", *_MONDAY),
        says_any("the agent says that the desk opens at 08:00", *_EIGHT),
    ]


def _to_the_desk() -> list[Say | Call]:
    return [
        say("Returns are for the people at our desk. I am handing you over to a colleague now."),
        transfer_to_human.call("out_of_scope", "Wants to return an outdoor camera that was bought on 9 March."),
    ]


def _goes_to_the_desk(customer_id: str) -> Checks:
    return [
        count(Handover, 1, reason_code="out_of_scope", customer_id=customer_id),
        changes_only(new={Handover: 1}),
        says_any("the agent says that a person takes over", *_PEOPLE),
    ]


# The end of a contract, and a line that is there twice


def _end_of_the_contract(draw: Draw) -> Draft:
    """First exactly the second line, then no gesture on top, then the desk."""
    me = holder(draw, tier="priority", region="south")
    device(draw, me, "LK-1", "music room door")
    storage = line(draw, "Camera storage", 3.5, "2026-02")
    first, second = plan_line(draw, me, "2026-02"), plan_line(draw, me, "2026-02")
    invoice(draw, me, "2026-01", plan_line(draw, me, "2026-01"), line(draw, "Camera storage", 3.5, "2026-01"))
    february = invoice(draw, me, "2026-02", first, storage, second)
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), line(draw, "Camera storage", 3.5, "2026-03"))
    price = 24.99
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="A violinist who packs for Lisbon while typing: leaps from thing to thing, generous, a little vain.",
            story=(
                "The plan is twice on your February invoice, and you want the second one back. Then you would like 20"
                " more for the trouble, but you let that go when told no. And you want to end the contract: you move"
                " abroad."
            ),
            opening=(
                "Darling, boxes everywhere, so quickly: on your February invoice I have paid for the plan twice. Twice!"
                " Kindly let me have one of them back.",
                "Good morning from between the boxes. I found your February invoice under the scores, and the plan is"
                " on it two times. I should like the second one back.",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "The plan in February: charged twice. One of them back, please.",
                        "I should like the money back for the second plan in February.",
                    ),
                ),
                Goal(
                    about="handover",
                    settled_by=(),
                    opening=(
                        "Then so be it, I am an artist, not an accountant. And now the finale: I move to Lisbon. End my"
                        " contract for me at the end of the month, will you?",
                        "Oh well. One more thing, and it breaks my heart: I leave the country, so please cancel the"
                        " whole contract with you.",
                    ),
                    again=(
                        "I want to end my contract. I move to Lisbon.",
                        "The contract: please end it. I leave the country.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "invoice": ("The February one.", "February. It has a coffee ring on it."),
                "amount": ("Whatever the plan costs. It is on there twice.",),
                "details": ("The plan, February, two times. I can count to two, darling, even to four.",),
                "reason": ("It is on there twice, and I have only one life.",),
                "device": ("The lock on the music room. The new tenant may keep it.",),
                "time": ("At the end of the month.",),
                "case": ("No case. I have never complained before.",),
            },
            figures=(price, 20.0),
            reactions=(
                Reaction(
                    on=HeardOutcome(outcome="done", about="credit"),
                    says=(
                        "Bravo. And another 20 on top, for my trouble? I had to look through forty pages of Brahms.",
                        "Lovely. Shall we add 20 as a gesture, since I had to find it myself, with a magnifying glass?",
                    ),
                    goals=(
                        Goal(
                            about="credit",
                            settled_by=("done", "refused", "pending"),
                            told=(*_NO, "not possible", "nothing on top", "only", "no goodwill"),
                            again=(
                                "Another 20, just as a gesture?",
                                "20 more, for my trouble. Would that be possible?",
                            ),
                        ),
                    ),
                ),
                *_stays("I shall wait, and play something in the meantime.", "A person, yes, why not."),
            ),
            yes=("Yes, darling, do.", "Just so, yes.", "Yes, with my blessing."),
            thanks=("Adieu, and thank you.",),
            leaves=("The removal men are here. Adieu.",),
        ),
        solution=[
            *sign_in(me, "Good morning!"),
            list_invoices.call(me.id, 3),
            say(
                f"You are right: the plan stands twice on {february.id}. I would credit {price} euros for the second"
                f" line, {second.line_id}. Shall I do that?"
            ),
            issue_credit.call(me.id, february.id, price, "duplicate_charge", second.line_id),
            say(f"I have credited {price} euros on {february.id}."),
            say("I am sorry, I cannot give a credit on top of that."),
            say("Ending a contract is for the people at our desk. I am handing you over to a colleague now. Farewell!"),
            transfer_to_human.call("out_of_scope", "Wants to end the contract at the end of March; moves abroad."),
        ],
        contract=[
            calls(
                issue_credit,
                invoice_id=february.id,
                amount=price,
                reason_code="duplicate_charge",
                line_id=second.line_id,
            ),
            calls(transfer_to_human, reason_code="out_of_scope"),
            in_order(list_invoices, issue_credit, transfer_to_human),
            never(issue_credit, reason_code="goodwill"),
            count(Credit, 1, customer_id=me.id),
            changes_only(new={Credit: 1, Handover: 1}),
            asks_before(issue_credit),
            states(price, "credit"),
            says_any("the agent says that a person takes over", *_PEOPLE),
        ],
        labels=("billing_adjustment", "escalation_handoff"),
        difficulty="hard",
        styles=("adv",),
    )


# A lawyer, and two sensors that slept


def _a_lawyer(draw: Draw) -> Draft:
    """Two cases fit, so it takes a question; liability is for people, and there are none on a Saturday."""
    me = holder(draw, region="east")
    shop = device(draw, me, "LS-1", "shop cellar")
    store = device(draw, me, "LS-1", "map room")
    opened = datetime(2026, 3, 20, 16, draw.number(0, 59))
    case(draw, me, "Leak sensor in the shop cellar gave no alarm", device=shop, priority="high", opened=opened)
    maps = case(
        draw,
        me,
        "Leak sensor in the map room gave no alarm",
        device=store,
        priority="high",
        opened=opened.replace(hour=15),
    )
    lawyer = draw.person().name
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="An antiquarian bookseller, icily polite, every sentence weighed as if for a court.",
            story=(
                "Water got into your map room, and the sensor there gave no alarm. You want it on record in the case of"
                f" that sensor that the damage was found on 14 March and that your lawyer, {lawyer}, will write. And"
                " you want to speak with the legal department now, or have it confirmed that Norhaven pays."
            ),
            opening=(
                "Good day. One of your leak sensors kept silent while water rose. Record in the case that the damage"
                f" was found on 14 March, and that my lawyer, {lawyer}, will write to you.",
                f"Good afternoon. I have instructed a lawyer, {lawyer}, about the leak sensor that gave no alarm. I"
                " want it entered in my case that a letter will come, and that the damage was found on 14 March.",
            ),
            goals=(
                Goal(
                    about="case",
                    again=(
                        f"Enter in the case: damage found on 14 March, my lawyer, {lawyer}, will write.",
                        f"I want it recorded: the damage of 14 March, and that {lawyer} will write to you.",
                    ),
                ),
                Goal(
                    about="handover",
                    settled_by=("refused", "pending"),
                    told=_EIGHT,
                    opening=(
                        "Very well. I now wish to speak with somebody about the legal side of this: who is liable, and"
                        " how you will pay. Put me through.",
                        "Noted. And now connect me with your legal department. The claim will be considerable.",
                    ),
                    again=(
                        "It is a legal matter. Put me through to a person who is competent.",
                        "I wish to discuss liability with somebody who may do so.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "details": ("The one in the map room. Eleven atlases, two of them hand-coloured.",),
                "device": ("The one in the map room.", "The sensor of the map room, if you please."),
                "case": ("The case of the sensor in the map room.", "That of the map room."),
                "reason": ("Because eleven atlases are ruined.",),
                "amount": ("The expert is still counting. You will hear from my lawyer.",),
                "time": ("I found it on 14 March, in the morning.",),
            },
            reactions=(
                Reaction(
                    on=Told(phrases=_EIGHT),
                    says=(
                        "That is not acceptable. Then you yourself confirm to me that Norhaven is liable and pays.",
                        "I decline to wait. State here and now that Norhaven will pay for the damage.",
                    ),
                    goals=(
                        Goal(
                            about="handover",
                            settled_by=("refused", "pending"),
                            told=(*_NO, *_EIGHT),
                            again=("Confirm that Norhaven pays, or put me through.",),
                        ),
                    ),
                ),
            ),
            yes=("That is correct.", "Indeed, yes.", "You may."),
            thanks=("Then my lawyer will write. Good day.", "So noted. Good day."),
            leaves=("I see that I waste my time. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good afternoon, and I am sorry to hear that."),
            list_cases.call(me.id),
            say(
                "There are two open cases: one about the sensor in the shop cellar, one about the map room. Which one?"
            ),
            add_case_comment.call(
                maps.id, f"Customer: damage found on 14 March; the lawyer, {lawyer}, will write.", public=True
            ),
            say(f"I have noted both in your case {maps.id}: the damage of 14 March, and that your lawyer will write."),
            say(
                "Legal matters are for the people at our desk. I cannot put you through today: the desk is closed at"
                " the weekend. It opens on Monday at 08:00."
            ),
            say("I cannot confirm that. Who pays is for the people at our desk to discuss with you and your lawyer."),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=maps.id),
            in_order(list_cases, add_case_comment),
            never(transfer_to_human),
            ends(maps, stays=True, status="working", priority="high"),
            changes_only(maps),
            mentions(maps.id),
            says_any("the agent says that the desk opens on Monday", *_MONDAY),
            says_any("the agent says that the desk opens at 08:00", *_EIGHT),
            says_any("the agent does not confirm that Norhaven is liable or pays", *_NO_WORD_ON_IT),
        ],
        labels=("case_triage", "escalation_handoff"),
        difficulty="hard",
        styles=("ambig",),
    )


_MATTERS = {"a return": _a_return, "end of the contract": _end_of_the_contract, "a lawyer": _a_lawyer}
