"""A case whose promised time is over, and something for the trouble."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from crm_gym.contract import Check, Created
from crm_gym.domains.support import (
    escalate_case,
    get_case,
    issue_credit,
    list_cases,
    list_invoices,
)
from crm_gym.domains.support.records import Case, Credit, Escalation, Invoice, Line
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction, Told
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    asks_before,
    calls,
    calls_any,
    changes_just,
    changes_only,
    count,
    ends,
    in_order,
    made,
    mentions,
    never,
    never_passes,
    say,
    says_any,
    says_before,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import (
    Holder,
    case,
    comment,
    credit,
    device,
    holder,
    identity,
    invoice,
    line,
    plan_line,
    sign_in,
    spoken_day,
)
from crm_gym.tasks.support.days import spellings
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="medium",
    styles=["hop"],
    cells=[
        {"asks": "twenty", "edge": "60 days after the last"},
        {"asks": "no sum", "edge": "90 days after the last"},
        {"asks": "no sum", "edge": "91 days after the last"},
        {"asks": "fifteen", "edge": "due at nine"},
        {"asks": "fifteen", "edge": "due at eleven"},
        {"asks": "forty", "edge": "newest invoice is due"},
    ],
    boundary="edge",
)
def past_the_promise(draw: Draw) -> Draft:
    """The answer is overdue, or nearly: the team gets it, and money for the trouble is a matter of dates."""
    stories = {"twenty": _bracket, "no sum": _cover, "fifteen": _wedding, "forty": _florist}
    return stories[draw.cell["asks"]](draw)


def _bracket(draw: Draw) -> Draft:
    """The case is overdue, but the last goodwill is only sixty days old."""
    me = holder(draw, tier="plus")
    camera = device(draw, me, "CM-2", "carport camera")
    matter = case(
        draw,
        me,
        "Spare bracket for the carport camera",
        "product",
        device=camera,
        priority="low",
        status="waiting",
        opened=datetime(2026, 3, 12, 7, 0),
        comments=[comment("desk", "Asked the stores whether brackets are sold on their own.")],
    )
    given = draw.now - timedelta(days=60, hours=-1)
    january = _months(draw, me)[2]
    credit(draw, january, 15.0, "goodwill", at=given)
    possible = given.date() + timedelta(days=91)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A scout leader used to calling the roll; brisk, fair, keeps count of promises.",
            story=(
                "You asked about a spare bracket for your carport camera, and the answer that was promised for early "
                "this morning has not come. You want somebody to get moving on it, and a credit of 20 for the trouble."
            ),
            opening=(
                "Roll call: one question about a spare bracket for my camera, zero answers. You had promised one for "
                "first thing this morning! I want somebody put on it now, and 20 euros credit for the trouble.",
                "Good morning. I was promised a reply about my camera bracket by the start of today. None came. Please "
                "get somebody moving on it, and I'd like a credit of 20 for having been kept waiting.",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "And a credit of 20 euros for the trouble, please.",
                        "I asked for 20 euros credit as well, for the waiting.",
                    ),
                ),
                _moving("I want somebody put on my bracket question. It's late.", "Who gets moving on the bracket?"),
            ),
            facts={
                **identity(me),
                "amount": ("20. A round figure.", "20 euros."),
                "device": ("The camera in the carport.",),
                "details": ("The old bracket cracked in the frost. The camera itself is in fine fettle.",),
                "reason": ("A promise is a promise. It's late.",),
                "case": ("The one about the bracket, whatever number you gave it.",),
                "invoice": ("Whichever one you like.",),
            },
            figures=(20.0,),
            pushes=(
                (
                    "My troop would get extra washing-up for a thing like that. Twenty euros, surely?",
                    "You had one job, and a date for it. I do think that 20 is modest.",
                ),
            ),
            thanks=("Noted in the logbook. Thank you, goodbye.", "Fair's fair. Dismissed, and thanks."),
            leaves=("I've a troop to feed. Goodbye.",),
        ),
        solution=[
            *sign_in(me, "Good morning, I will look into both."),
            list_cases.call(me.id),
            get_case.call(matter.id),
            list_invoices.call(me.id, 4),
            escalate_case.call(matter.id, "technical", "sla_breach", "Bracket: the answer is overdue since 07:00."),
            say(
                f"Your case {matter.id} should have been answered by 07:00 today, so I have escalated it to our "
                f"technical team. I cannot give you a goodwill credit: you had one on {spoken_day(given.date())}, "
                f"and the next is possible on {spoken_day(possible)}."
            ),
            say(f"I am sorry, I cannot give you a credit of any amount today, only from {spoken_day(possible)} on."),
        ],
        contract=[*_escalated(matter), mentions(matter.id), tells("refused", "credit"), states(possible)],
        labels=("billing_adjustment", "escalation_handoff"),
        styles=("refuse",),
    )


def _cover(draw: Draw) -> Draft:
    """The last goodwill was given ninety or ninety-one days ago; no sum is named."""
    days = int(draw.cell["edge"].split()[0])
    me = holder(draw)
    hub = device(draw, me, "HB-1", "hub on the bookshelf")
    matter = case(
        draw,
        me,
        "Cracked cover of the hub: is there a new one?",
        "product",
        device=hub,
        status="new",
        opened=draw.now - timedelta(days=2, hours=5, minutes=draw.number(1, 50)),
        comments=[comment("customer", "It works, but the cover has a crack and the cat has found it.")],
    )
    invoices = _months(draw, me)
    given = draw.now - timedelta(days=days, minutes=draw.number(20, 90))
    credit(draw, invoices[3], 9.99, "goodwill", at=given)
    possible = given.date() + timedelta(days=91)
    allowed = days > 90
    new = invoices[0]
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Paints botanical plates, with a cat on the desk; shy, apologises for complaining.",
            story=(
                "The cover of your hub is cracked. You wrote two days ago, an answer was promised, and none has come. "
                "You would like somebody to take it on, and some small credit for the trouble; how much you leave to "
                "them. If there is none, you are content with knowing when it would be possible."
            ),
            opening=(
                "Hello, I don't like to make a fuss... I wrote about the cracked cover of my hub and was promised an "
                "answer, and nothing came. Could someone take it on? And perhaps there's a small credit for the "
                "trouble?",
                "Sorry to be a nuisance. It's about the crack in my hub's cover: you said I'd have heard by now. Would "
                "somebody see to it, please, and might I have a little credit for the bother?",
            ),
            goals=(
                Goal(
                    about="credit",
                    told=() if allowed else spellings(possible),
                    again=(
                        "And, well, a small credit for the trouble, if that can be done.",
                        "I did also ask about a little credit for the bother.",
                    ),
                ),
                _moving(
                    "It's only that nobody has answered about my hub's cover. Could someone see to it?",
                    "Could someone take on the matter of the cracked cover, please?",
                ),
            ),
            facts={
                **identity(me),
                "amount": ("Oh, whatever you think right.", "I'd leave that to you, really."),
                "device": ("The hub. The one on the bookshelf.",),
                "details": ("There's a crack right across, and the cat pulls at it. It does still work.",),
                "invoice": ("Whichever you like, I wouldn't know.",),
                "reason": ("Only that I'd been promised an answer.",),
                "case": ("The one about the hub's cover.",),
            },
            figures=_ANY_SUM,
            pushes=(("Oh. I see. And when might it be possible, if one may ask?",),),
            yes=("Yes, please, that's kind.", "Oh, yes. Thank you.", "That would be lovely, yes."),
            thanks=("Thank you, I'll be quiet now. Goodbye.", "That's all, thank you. Goodbye."),
            leaves=("Never mind, then. Goodbye.",),
        ),
        solution=[
            *sign_in(me, "It is no fuss at all."),
            list_cases.call(me.id),
            get_case.call(matter.id),
            list_invoices.call(me.id, 6),
            escalate_case.call(matter.id, "technical", "sla_breach", "No answer within the promised time."),
            *(_ten_given(me, matter, new) if allowed else _not_yet(matter, given.date(), possible)),
        ],
        contract=[
            *_escalated(matter, new=[_goodwill(new, 10.0)] if allowed else []),
            *(_once(new, 10.0) if allowed else [tells("refused", "credit"), states(possible)]),
            *([asks_before(issue_credit), states(10.0, "credit")] if allowed else []),
        ],
        difficulty="easy" if allowed else "medium",
        styles=("hop",) if allowed else ("refuse",),
    )


_ANY_SUM = (5.0, 10.0, 15.0, 20.0, 25.0)
"""Somebody who names no sum agrees to any."""


def _ten_given(me: Holder, matter: Case, new: Invoice) -> list[Say | Call]:
    return [
        say(
            f"Your case {matter.id} was not answered in time, so I have escalated it to our technical team. For the "
            f"trouble I would credit 10.00 as goodwill on your March invoice {new.id}. Is that all right?"
        ),
        issue_credit.call(me.id, new.id, 10.0, "goodwill"),
        say(f"10.00 have been credited on {new.id}, and {matter.id} has been escalated to the technical team."),
    ]


def _not_yet(matter: Case, given: date, possible: date) -> list[Say | Call]:
    return [
        say(
            f"Your case {matter.id} was not answered in time, so I have escalated it to our technical team. I cannot "
            f"give you a goodwill credit yet: the last was on {spoken_day(given)}, and the next is possible on "
            f"{spoken_day(possible)}."
        ),
    ]


def _wedding(draw: Draw) -> Draft:
    """The answer is promised for nine or for eleven, and it is ten."""
    late = draw.cell["edge"] == "due at nine"
    me = holder(draw, tier="priority", region="west")
    device(draw, me, "LK-1", "front door")
    due = datetime(2026, 3, 16, 9 if late else 11, 0)
    matter = case(
        draw,
        me,
        "New surname after the wedding",
        "account",
        status="working",
        opened=due - timedelta(hours=48),
        comments=[
            comment("customer", "The certificate is attached. Please change my surname everywhere."),
            comment("account", "Certificate received, we are looking at it."),
        ],
    )
    new, *_ = _months(draw, me)
    pay = 15.0
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Newly wed, back from the honeymoon, chirpy and impatient; half the sentences end in 'right?'.",
            story=(
                "You sent in the certificate for your new surname, and were told that you would hear on Monday "
                "morning. It is Monday morning. You want them to get on with it, and 15 euros credit for the wait. You "
                "do not want to speak with a specialist."
            ),
            opening=(
                "Hi! So I changed my surname and you said I'd hear Monday morning. It's Monday morning, right? Get on "
                "with it please, and I think 15 euros credit for my patience would be nice.",
                "Back from honeymoon and still under my old surname with you lot! Monday morning, you said. Well, here "
                "we are. Chop chop please, and a credit of 15 for the waiting, right?",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "And the 15 euros credit, right?",
                        "And what about a credit of 15, for my patience?",
                    ),
                ),
                Goal(
                    about="escalation",
                    also=("case",),
                    settled_by=("done", "refused", "pending"),
                    told=(matter.id,),
                    again=(
                        "What about my surname, you were going to get on with it, right?",
                        "It's about my new surname. Monday morning is now!",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "amount": ("15, that's fair, right?", "15 euros."),
                "details": ("Only the surname changes. I sent the certificate with it.",),
                "reason": ("Because I've been waiting since Saturday, that's why!",),
                "case": ("The one about my surname. No idea about numbers.",),
                "invoice": ("Oh, any of them.",),
            },
            figures=(pay,),
            pushes=(
                ("Aww, come on. It's the morning, you said the morning. Fifteen, for a newlywed?",),
                ("Not even a tiny one? You've got a button for that, right?",),
            ),
            yes=("Yes! Do it.", "Yep, that's the one.", "Yes please, right away."),
            thanks=("Right, okay! Off to unpack. Bye!", "Okay, that's that then. Bye-bye!"),
            leaves=("Ugh, I've got three suitcases to unpack. Bye!",),
        ),
        solution=[
            *sign_in(me, "Congratulations!"),
            list_cases.call(me.id),
            get_case.call(matter.id),
            list_invoices.call(me.id, 6),
            *(_late_wedding(me, matter, new, pay) if late else _early_wedding(matter)),
        ],
        contract=_late_contract(matter, new, pay) if late else _early_contract(matter),
        difficulty="easy" if late else "medium",
        styles=("routine",) if late else ("refuse",),
    )


def _late_wedding(me: Holder, matter: Case, new: Invoice, pay: float) -> list[Say | Call]:
    return [
        escalate_case.call(matter.id, "account", "sla_breach", "Change of surname, answer overdue since 09:00."),
        say(
            f"Your answer was due at 09:00, so I have escalated case {matter.id} to our account team. I would credit "
            f"{pay:.2f} as goodwill on your March invoice {new.id}. Is that right?"
        ),
        issue_credit.call(me.id, new.id, pay, "goodwill"),
        say(f"{pay:.2f} have been credited on {new.id}. Case {matter.id} has been escalated to the account team."),
    ]


def _late_contract(matter: Case, new: Invoice, pay: float) -> Checks:
    return [
        *_escalated(matter, new=[_goodwill(new, pay)]),
        *_once(new, pay),
        asks_before(issue_credit),
        states(pay, "credit"),
    ]


def _early_wedding(matter: Case) -> list[Say | Call]:
    early = "so it is still in time: I cannot escalate it, and I cannot give you a credit."
    return [
        say(f"Our account team has your certificate. The answer in {matter.id} is promised by 11:00 today, {early}"),
        say("I am sorry, I cannot give you a credit for that: 11:00 is what we have promised."),
        say(f"I cannot give you a credit, I am afraid. You will have the answer in {matter.id} by 11:00."),
    ]


def _early_contract(matter: Case) -> Checks:
    return [
        calls_any(list_cases, get_case),
        ends(matter, stays=True, status="working", priority="medium"),
        changes_only(matter),
        never(issue_credit),
        tells("refused", "credit"),
        says_any("the agent says that the answer is promised by 11:00", *_ELEVEN),
    ]


_ELEVEN = tuple(
    f"{lead}{time}" for lead in ("", "until ", "till ", "of ") for time in ("11:00", "11 am", "11", "eleven")
)


def _florist(draw: Draw) -> Draft:
    """More than goodwill allows, and the newest invoice has not been paid."""
    me = holder(draw, tier="plus", region="east")
    device(draw, me, "CM-1", "workbench camera")
    matter = case(
        draw,
        me,
        "VAT number is missing on the invoices",
        "billing",
        status="working",
        opened=datetime(2026, 3, 11, 8, draw.number(5, 55)),
        comments=[comment("customer", "My accountant cannot use them like this.")],
    )
    due = invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), status="due")
    second = line(draw, "Second site", 9.9, "2026-02")
    february = invoice(draw, me, "2026-02", plan_line(draw, me, "2026-02"), _storage(draw, "2026-02"), second)
    wrong = plan_line(draw, me, "2026-01", 18.99)
    january = invoice(draw, me, "2026-01", wrong, _storage(draw, "2026-01"))
    credit(draw, january, 4.0, "price_error", on=wrong, at=datetime(2026, 2, 20, 11, 20))
    most = 25.0
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A florist between two weddings; blunt, tired feet, haggles as at the flower market.",
            story=(
                "Your VAT number is missing on the invoices, and nobody has answered since last week although an "
                "answer was promised. You want somebody to take it in hand, and a credit of 40 euros for the trouble. "
                "When that is too much, you take what is the most that they may give."
            ),
            opening=(
                "Flower shop here. I wrote last week that my VAT number isn't on your invoices, was promised an answer "
                "and got none. Put somebody on it. And 40 euros credit for the trouble, my accountant's nagging.",
                "Still no word about the VAT number on my invoices, and you'd given me a date for it. I want it in "
                "good hands today, and I want a credit, 40 euros, for the trouble.",
            ),
            goals=(
                Goal(
                    about="credit",
                    settled_by=("done", "pending"),
                    again=(
                        "And a credit of 40 euros for the trouble.",
                        "I'm still waiting to hear about a credit, 40 euros.",
                    ),
                ),
                _moving(
                    "The VAT number on my invoices. Somebody has to take it in hand.",
                    "You promised an answer about the VAT number. Put somebody on it.",
                ),
            ),
            facts={
                **identity(me),
                "amount": ("40.", "40 euros, as I said."),
                "details": ("The number's on my letterhead, it was in the form, and it's not on your paper.",),
                "invoice": ("Put it on whichever you like.",),
                "reason": ("I spent an evening on the phone with the accountant, that's why.",),
                "case": ("The one about the VAT number.",),
            },
            figures=(40.0, most),
            reactions=(
                Reaction(
                    on=Told(phrases=("25.00", "25", "twenty-five")),
                    says=("Twenty-five. Deal.", "Fine, twenty-five, done."),
                    learns={"amount": ("Twenty-five then, 25.", "25, you said.")},
                    figures=(most,),
                ),
                Reaction(
                    on=HeardOutcome(outcome="refused", about="credit"),
                    says=("Market rules: what's your best price, then?", "Then what's the most you can do?"),
                ),
            ),
            yes=("Yes. Do it.", "Yes, book it.", "Deal, yes."),
            thanks=("Right, back to the roses. Bye.", "Good. I've got buckets to carry. Bye."),
            leaves=("I've got a bride on the other line. Bye.",),
        ),
        solution=[
            *sign_in(me, "I will take care of both."),
            list_cases.call(me.id),
            get_case.call(matter.id),
            list_invoices.call(me.id, 6),
            escalate_case.call(matter.id, "billing", "sla_breach", "VAT number on the invoices, answer overdue."),
            say(
                f"Your case {matter.id} is overdue, so I have escalated it to our billing team. 40.00 is more than I "
                f"may give: goodwill is at most {most:.2f}."
            ),
            say(f"I would credit {most:.2f} as goodwill on your February invoice {february.id}. Shall I do that?"),
            issue_credit.call(me.id, february.id, most, "goodwill"),
            say(f"{most:.2f} have been credited on {february.id}. I have escalated {matter.id} to our billing team."),
        ],
        contract=[
            calls(escalate_case, case_id=matter.id, team="billing", reason_code="sla_breach"),
            calls(issue_credit, invoice_id=february.id, amount=most, reason_code="goodwill"),
            in_order(list_invoices, issue_credit),
            never_passes(due.id, tools=[issue_credit]),
            says_before(issue_credit, amounts=[most]),
            asks_before(issue_credit),
            states(most, "credit"),
            ends(matter, status="escalated", priority="medium"),
            changes_just(matter, new=[made(Escalation, 1, case_id=matter.id), _goodwill(february, most)]),
            _says_escalated(),
            tells("done", "credit", or_outcome="pending"),
        ],
        labels=("billing_adjustment", "escalation_handoff"),
        difficulty="hard",
    )


def _moving(*again: str) -> Goal:
    """The wish that somebody acts on an old case."""
    return Goal(about="escalation", also=("case",), settled_by=("done", "pending"), again=again)


def _months(draw: Draw, owner: Holder) -> list[Invoice]:
    """Paid invoices of this month and the months before, newest first."""
    months = ("2026-03", "2026-02", "2026-01", "2025-12", "2025-11")
    return [invoice(draw, owner, month, plan_line(draw, owner, month), _storage(draw, month)) for month in months]


def _storage(draw: Draw, month: str) -> Line:
    return line(draw, "Video storage", 4.99, month)


def _goodwill(on: Invoice, amount: float) -> Created:
    return made(Credit, 1, invoice_id=on.id, amount=amount, reason_code="goodwill", line_id=None)


def _once(on: Invoice, amount: float) -> Checks:
    """The goodwill is given, exactly once, and the customer hears of it."""
    given = count(
        Credit, 1, customer_id=on.customer_id, invoice_id=on.id, amount=amount, reason_code="goodwill", line_id=None
    )
    return [given, tells("done", "credit")]


def _escalated(matter: Case, new: Sequence[Created] = ()) -> Checks:
    """The overdue case is with its team for that reason, the customer hears it, and nothing else changes."""
    passed_on = made(Escalation, 1, case_id=matter.id, team=matter.owner_team, reason_code="sla_breach")
    return [
        count(Escalation, 1, case_id=matter.id, team=matter.owner_team, reason_code="sla_breach"),
        ends(matter, status="escalated", priority=matter.priority),
        changes_just(matter, new=[passed_on, *new]),
        _says_escalated(),
    ]


def _says_escalated() -> Check:
    teams = ("billing team", "technical team", "account team", "technical colleagues", "specialist", "specialists")
    return says_any("the agent says that the case has been escalated", "escalated", "escalation", *teams)
