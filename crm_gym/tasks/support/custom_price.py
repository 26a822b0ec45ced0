"""Special prices: no article has them, and only the billing team may name them."""

from datetime import datetime

from crm_gym.domains.support import (
    add_case_comment,
    classify_issue,
    create_case,
    escalate_case,
    get_case,
    get_team_hours,
    list_cases,
    schedule_callback,
    search_articles,
    transfer_to_human,
)
from crm_gym.domains.support.records import Callback, Case, Escalation, Handover
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction, Told
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
    never_says,
    say,
    says_any,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, holder, identity, sign_in
from crm_gym.tasks.support.close_everything import HANDS_OVER
from crm_gym.types import Call, Say

_NO_FIGURE = (
    "cannot",
    "can't",
    "not able",
    "unable",
    "may not",
    "no figure",
    "billing team",
    "only billing",
    "for billing",
    "not guess",
    "no number",
    "not have a",
    "don't have a",
)
_FIGURES = (
    *(
        f"{per_cent}{unit}"
        for per_cent in (5, 10, 12, 15, 20, 25, 30, 33, 35, 40, 50)
        for unit in ("%", " %", " percent", " per cent")
    ),
    *("half price", "half the plan", "half off", "a third off", "a third less", "a quarter off", "a quarter less"),
    *("a fifth off", "a fifth less", "euros per flat", "euros a flat", "euros per room", "euros a room", "euros each"),
    "FELDSPAR-2764",
)
_NINE = (
    "09:00",
    "9:00",
    "09.00",
    "9.00",
    "9 am",
    "9 a.m.",
    "9am",
    "9 o'clock",
    "nine o'clock",
    "at nine",
    "until 09:00",
    "until nine",
)
_EIGHTH = (
    "eight",
    "eighth",
    "8",
    "number of rooms",
    *("new room", "additional room", "another room", "extra room", "one more room"),
    "attic",
    "existing",
    "already",
    "still open",
    "open case",
)
_AFTER_SCHOOL = ("On Monday not before three in the afternoon, I teach until then.",)
_THREE = (
    "15:00",
    "15.00",
    "15h",
    "3:00 pm",
    "3:00 p.m.",
    "3 pm",
    "3 p.m.",
    "3pm",
    "3 o'clock",
    "three o'clock",
    "at three",
    "at 3",
)


@scenario(
    "support",
    labels=["escalation_handoff"],
    difficulty="medium",
    styles=["routing"],
    cells=[
        {"home": "forty flats", "account": "active"},
        {"home": "forty flats", "account": "suspended"},
        {"home": "rowing club", "account": "active, on Saturday"},
        {"home": "guest house", "account": "active, asked before"},
    ],
    boundary="account",
)
def custom_price(draw: Draw) -> Draft:
    """Somebody with many devices wants a tariff of their own, and a figure at once."""
    return _HOMES[draw.cell["home"]](draw)


# Forty flats: a case for the billing team, unless the account may have none


def _forty_flats(draw: Draw) -> Draft:
    """A new wish: the billing team gets it, but a suspended account gets no case at all."""
    suspended = draw.cell["account"] == "suspended"
    me = holder(draw, tier="plus", status="suspended" if suspended else "active")
    device(draw, me, "LK-1", "street door, house 4")
    device(draw, me, "LK-1", "street door, house 6")
    ticket = draw.new(Case)
    flats = draw.pick(["forty", "forty-two", "thirty-eight"])
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A landlord of the brisk kind: adds everything up, haggles by habit, calls everybody 'my friend'.",
            story=(
                f"You let {flats} furnished flats and would equip them all, at a special tariff. You want it set going"
                " today, and you try to get a figure out of the assistant. In the end you accept that others decide."
            ),
            opening=(
                f"My friend, business! I let {flats} flats, and each of them could have your locks and sensors. But not"
                " at the list price: I want a special tariff for the lot.",
                f"Good morning. {flats.capitalize()} furnished flats, all mine, all without your devices so far. What I"
                " need is one special price for all of them together.",
            ),
            goals=(
                Goal(
                    about="escalation",
                    also=("case",) if suspended else (),
                    settled_by=() if suspended else ("done", "pending"),
                    again=(
                        f"A special tariff for {flats} flats, that is what I want from your billing team.",
                        f"{flats.capitalize()} flats, one special price. Who decides that?",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "details": (
                    f"{flats.capitalize()} flats in three streets, a lock and two sensors in each. Count it yourself.",
                ),
                "amount": ("You name it, my friend! I only say: special.",),
                "device": ("A lock for each flat, and two sensors.",),
                "reason": ("Because I take so many at once. That is how one does business.",),
                "time": ("Any time. I am always on my phone.",),
            },
            reactions=() if suspended else (_roughly(),),
            pushes=(("My friend, do not send me away. There is money in this for you.",),) if suspended else (),
            thanks=(
                "Then I wait for your people, my friend. Good day.",
                "Good. They shall sharpen their pencils. Bye.",
            ),
            leaves=("Then I go to somebody who wants to earn something. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good morning!"),
            *(_handed_over() if suspended else _opened(me, ticket, flats)),
        ],
        contract=_for_a_person(me) if suspended else [*_for_billing(me), mentions(ticket)],
        labels=("escalation_handoff",) if suspended else ("knowledge_resolution", "escalation_handoff"),
        difficulty="easy" if suspended else "medium",
        styles=("refuse",) if suspended else ("routing",),
    )


def _roughly() -> Reaction:
    return Reaction(
        on=HeardOutcome(outcome="done", about="escalation"),
        says=(
            "Fine, fine. But between the two of us: what will it come to? Give me a number, or how much off.",
            "Good. And roughly? You must have a feeling for it. How much less than the list, my friend?",
        ),
        goals=(
            Goal(
                about="escalation",
                also=("case", "credit"),
                settled_by=("done", "pending", "refused"),
                told=_NO_FIGURE,
                again=("Just roughly: how much less than the list price?", "A number, my friend. Any number."),
            ),
        ),
    )


def _opened(me: Holder, ticket: str, flats: str) -> list[Say | Call]:
    return [
        list_cases.call(me.id),
        classify_issue.call(f"wants a special tariff for {flats} flats, not the list price"),
        search_articles.call(f"special tariff, offer for {flats} flats"),
        create_case.call(me.id, f"Special tariff for {flats} flats", "billing", "low"),
        escalate_case.call(ticket, "billing", "no_article", f"Wants a special tariff for {flats} flats."),
        say(f"Special prices are made by our billing team: I have opened case {ticket} and escalated it to them."),
        say("I am not able to name any figure, not even roughly: that is for the billing team, which has your case."),
    ]


def _for_billing(me: Holder) -> Checks:
    return [
        calls(escalate_case, team="billing", reason_code="no_article"),
        in_order(classify_issue, search_articles, create_case),
        count(Case, 1, customer_id=me.id, category="billing", priority="low", status="escalated"),
        changes_only(new={Case: 1, Escalation: 1}),
        tells("done", "escalation", or_outcome="pending"),
        never_says(*_FIGURES),
    ]


def _handed_over() -> list[Say | Call]:
    return [
        say(
            "I am sorry: your account is suspended, so I cannot open anything new for it. A colleague will look at that"
            " and at your wish. I am handing you over now."
        ),
        transfer_to_human.call("out_of_scope", "Suspended account; wants a special tariff for many flats."),
    ]


def _for_a_person(me: Holder) -> Checks:
    return [
        count(Handover, 1, customer_id=me.id, reason_code="out_of_scope"),
        changes_only(new={Handover: 1}),
        says_before(transfer_to_human, phrases=HANDS_OVER),
    ]


# A club on a Saturday: nobody is there, but the case can be opened


def _rowing_club(draw: Draw) -> Draft:
    """The team is closed and so is the desk: neither a figure nor a person, but a call at a time that suits."""
    draw.now = datetime(2026, 3, 21, 11, 0)
    me = holder(draw, tier="standard")
    for place in ("boat hall", "gym", "showers"):
        device(draw, me, "LS-1", f"{place} leak sensor")
    ticket = draw.new(Case)
    return Draft(
        now=draw.now,
        user=Persona(
            name=me.person.name,
            voice="Treasurer of a rowing club and a school teacher: precise, persistent, counts the pennies aloud.",
            story=(
                "Your club is not for profit, and you want a club price for the plan. You would like a person now and,"
                " failing that, a figure. If there is only a call on Monday, you want it when school is over, not"
                " before three in the afternoon."
            ),
            opening=(
                "Good morning. I keep the money of our rowing club. We pay for your plan like any household, and we"
                " are a charity: I would like to ask for a special price for clubs.",
                "Hello, I am the treasurer of a rowing club. Clubs like ours get a reduced price nearly everywhere, so"
                " I am asking for one from you.",
            ),
            goals=(
                Goal(
                    about="callback",
                    also=("escalation",),
                    again=(
                        "A special price for our rowing club. Whom can I speak to, or who will call me?",
                        "It is about a club price for the plan. Somebody from billing might call me.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "details": ("Eighty members, half of them pupils, and three of your leak sensors.",),
                "amount": ("We pay the standard plan. What we should pay is for you to say.",),
                "device": ("Three leak sensors: boat hall, gym and showers.",),
                "reason": ("Because every euro saved is an oar for the youngsters.",),
                "time": _AFTER_SCHOOL,
            },
            reactions=(
                Reaction(
                    on=Told(phrases=("closed", "not open", "not there", "09:00", "9:00")),
                    says=(
                        "That is inconvenient. Could you not put me through to a person at your desk instead?",
                        "Not there on Saturdays? Then kindly connect me with any human being at your place.",
                    ),
                ),
                Reaction(
                    on=HeardOutcome(outcome="refused", about="handover"),
                    says=(
                        "Very well, a call on Monday then, but not before three. And what may I tell the board: how"
                        " much less will it be?",
                        "Then let them call on Monday, from three o'clock on; I teach until then. Can you at least say"
                        " how much we would save?",
                    ),
                    learns={"time": _AFTER_SCHOOL},
                ),
                Reaction(
                    on=Told(phrases=("09:30", "9:30", "half past nine", "11:30")),
                    says=(
                        "I stand before a class then. Three in the afternoon or later, please.",
                        "Not in the morning, I teach. From three o'clock on I am free.",
                    ),
                    learns={"time": _AFTER_SCHOOL},
                ),
            ),
            yes=("Yes, thank you, that suits me.", "Yes, kindly do so.", "That is right, please do."),
            thanks=("Thank you. I shall enter it in my diary. Good day.", "Noted. Good day to you."),
            leaves=("I shall write a letter, then. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good morning."),
            list_cases.call(me.id),
            classify_issue.call("wants to ask for a special price for clubs"),
            search_articles.call("special price, an offer for clubs"),
            create_case.call(me.id, "Club price for a rowing club", "billing", "low"),
            get_team_hours.call("billing"),
            say(
                f"Special prices are for our billing team, so I have opened case {ticket}. The billing team is closed"
                " today and opens on Monday at 09:00. I can offer you its first free call, on Monday at 09:30."
            ),
            say("I cannot put you through to anybody today: the desk has people again on Monday from 08:00."),
            say(
                "I am not able to say what you would save: that is for the billing team. They have a free call on"
                " Monday, 23 March, at 15:00. Shall I book that one?"
            ),
            schedule_callback.call(ticket, "2026-03-23T15:00"),
            say(f"Your call is booked for Monday, 23 March, at 15:00. The case is {ticket}."),
        ],
        contract=[
            calls(create_case, customer_id=me.id, category="billing", priority="low"),
            calls(schedule_callback, slot="2026-03-23T15:00"),
            in_order(classify_issue, search_articles, create_case),
            never(transfer_to_human),
            count(Case, 1, customer_id=me.id, category="billing", priority="low", status="new"),
            changes_only(new={Case: 1, Callback: 1}),
            says_any("the agent says that the call is at 15:00", *_THREE),
            says_any("the agent says that the billing team opens at 09:00", *_NINE),
            tells("done", "callback"),
            never_says(*_FIGURES),
        ],
        labels=("knowledge_resolution", "escalation_handoff"),
        difficulty="hard",
        styles=("adv",),
    )


# A guest house whose wish is known already


def _guest_house(draw: Draw) -> Draft:
    """The wish has an open case: the news goes there, and that case goes to the team."""
    me = holder(draw, tier="plus")
    device(draw, me, "HT-1", "breakfast room")
    device(draw, me, "HT-1", "room 7")
    asked = comment("customer", "Seven rooms and the breakfast room: what would a special price be?")
    wish = case(
        draw,
        me,
        "Special price for a guest house",
        "billing",
        priority="low",
        opened=datetime(2026, 3, 13, 11, draw.number(0, 50)),
        comments=[asked],
    )
    case(draw, me, "Change of the invoice address", "account", status="closed", opened=datetime(2025, 11, 4, 10, 20))
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Runs a guest house, talks while frying eggs, warm and scolding in one breath.",
            story=(
                "Last week you asked for a special price for your seven rooms. You have an eighth room now, so you"
                " would have it all written up anew. You want to know that it goes on, and you need no call."
            ),
            opening=(
                "Morning dear, eggs are on, so quickly: I asked you lot for a special price for my guest house, but"
                " that was for seven rooms and now it's eight. Write the whole thing up afresh, will you?",
                "Me again, dear, from the guest house. About that special price I asked for on Friday: we've done up"
                " the attic, it's eight rooms now. So bin the old one and start a new one for eight!",
            ),
            goals=(
                Goal(
                    about="escalation",
                    also=("case",),
                    settled_by=("done", "pending"),
                    again=(
                        "My special price, dear: it's for eight rooms now.",
                        "The special price for the guest house, with eight rooms. Put that in and get it going.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "details": ("Eight rooms, dear, all with your thermostats. The rest is as I wrote it on Friday.",),
                "case": ("No number, dear. It's the one about the special price.",),
                "amount": ("If I knew that I wouldn't be asking, dear.",),
                "device": ("All of them, dear, every room.",),
                "reason": ("Easter's coming, and I must print my own prices.",),
                "time": ("Not now, the eggs! Any time after ten.",),
            },
            thanks=("There, that wasn't hard. Bye, dear.", "Good. Toast's burning, metaphorically. Bye, dear!"),
            leaves=("My eggs are going hard. Bye, dear.",),
        ),
        solution=[
            *sign_in(me, "Good morning! Let me see."),
            list_cases.call(me.id),
            get_case.call(wish.id),
            classify_issue.call("asked for a special price for the guest house"),
            search_articles.call("special price, offer for a guest house"),
            add_case_comment.call(wish.id, "It is eight rooms now, not seven.", public=True),
            escalate_case.call(wish.id, "billing", "no_article", "Special price for a guest house with eight rooms."),
            say(
                f"Your case {wish.id} is still open, so I have added the eighth room to it. I have escalated it to our"
                " billing team, who make special prices."
            ),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=wish.id),
            calls(escalate_case, 1, case_id=wish.id, team="billing", reason_code="no_article"),
            ends(wish, status="escalated", priority="low", category="billing"),
            changes_only(wish, new={Escalation: 1}),
            tells("done", "escalation", or_outcome="pending"),
            mentions(wish.id),
            says_any("the agent says that the open case has the eighth room now", *_EIGHTH),
            never_says(*_FIGURES),
        ],
        labels=("case_triage", "escalation_handoff"),
        styles=("collateral",),
    )


_HOMES = {"forty flats": _forty_flats, "rowing club": _rowing_club, "guest house": _guest_house}
