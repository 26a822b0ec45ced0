"""Questions about an invoice: what a line is, and what only looks like a second payment."""

from datetime import date, datetime

from crm_gym.contract import Created
from crm_gym.domains.support import (
    classify_issue,
    create_case,
    get_case,
    issue_credit,
    list_cases,
    list_invoices,
    search_articles,
)
from crm_gym.domains.support.records import Case, Credit, Invoice, Line
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Checks,
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
    never,
    say,
    says_any,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import (
    Holder,
    case,
    comment,
    device,
    holder,
    identity,
    invoice,
    line,
    plan_line,
    sign_in,
)
from crm_gym.tasks.support.days import spellings
from crm_gym.tasks.support.steps_given import all_said
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"question": "a visit a month late", "line": "right"},
        {"question": "two payments at the bank", "line": "once"},
        {"question": "two payments at the bank", "line": "twice"},
        {"question": "two plans", "line": "the upgrade"},
    ],
    boundary="line",
)
def reading_the_bill(draw: Draw) -> Draft:
    """What looks wrong on a bill is mostly right: look at the lines, explain, and pay back only what is there twice."""
    stories = {"a visit a month late": _clockmaker, "two payments at the bank": _husband, "two plans": _night_shift}
    return stories[draw.cell["question"]](draw)


def _clockmaker(draw: Draw) -> Draft:
    """Visits are invoiced in the month after."""
    me = holder(draw, region="north")
    lock = device(draw, me, "LK-1", "clock workshop")
    fee = draw.money(39, 59, 0.5)
    visit = line(draw, "Technician visit", fee, "2026-02", "fee")
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), visit)
    invoice(draw, me, "2026-02", plan_line(draw, me, "2026-02"))
    case(
        draw,
        me,
        "Lock of the clock workshop to be fitted by a technician",
        "technical",
        device=lock,
        status="closed",
        opened=datetime(2026, 2, 16, 9, draw.number(5, 50)),
        comments=[comment("technical", "Fitted on 19 February, the customer was there.")],
        resolution="solved",
    )
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Repairs old clocks; unhurried, likes to see how a thing works before paying for it.",
            story=(
                "Your March invoice is higher than the others and you do not know why. Nothing was done for you in "
                "March. You want to know what the difference is and why it stands on this invoice. You want no money "
                "back, only an explanation."
            ),
            opening=(
                "Good day to you. My March invoice is a good deal higher than the one before. I'm sure there's a "
                "reason, I'd only like to understand which. Nobody did anything here in March.",
                "Hello. I like to know what I pay for: why is the invoice for March so much higher than February's? "
                "Nothing has changed with me this month, the clocks tick as ever.",
            ),
            goals=(
                Goal(
                    about="case",
                    told=_AFTERWARDS,
                    settled_by=(),
                    again=(
                        "I'd like to understand why the March invoice is higher.",
                        "Why does that stand on the March invoice, if nothing was done in March?",
                    ),
                ),
                all_said("And there is nothing more to it?", "So that is the whole explanation?"),
            ),
            facts={
                **identity(me),
                "invoice": ("March's.", "The one of this month."),
                "amount": ("It's some fifty euros more than usual.", "About fifty more, I'd have to fetch my glasses."),
                "details": ("There's a line below the plan, and I can't make sense of the months.",),
                "reason": ("Out of curiosity. And because I like my papers in order.",),
                "device": ("None in particular. It's the invoice I'm after.",),
            },
            thanks=("Ah, now it makes sense. Thank you kindly.", "That's all I wanted to know. Good day to you."),
            leaves=("I'll ask my neighbour, she knows about papers. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good day!"),
            list_cases.call(me.id),
            list_invoices.call(me.id, 3),
            classify_issue.call("why is the invoice for March higher"),
            search_articles.call("understand the lines of an invoice"),
            create_case.call(me.id, "Why the March invoice is higher", "billing", "low"),
            say(
                f"The difference is the line Technician visit, {fee:.2f}: it is for the visit in February. Visits are "
                f"invoiced in the month after. I have opened case {ticket} to keep track of your question."
            ),
        ],
        contract=[
            in_order(classify_issue, search_articles, create_case),
            *_tracked(me, made(Case)),
            states(fee),
            says_any("the agent says that it is February's visit, or that visits come a month later", *_AFTERWARDS),
        ],
    )


_AFTERWARDS = (
    "month after",
    "following month",
    "next month",
    "month later",
    "month behind",
    "in arrears",
    "month following",
    "february visit",
    "visit in february",
    "visit on 19 february",
    "visit of 19 february",
    "visit from february",
    "was in february",
    "took place in february",
    "19 february",
    "february 19",
    "covers february",
    "for february",
    "february 2026",
)


def _husband(draw: Draw) -> Draft:
    """The bank shows the plan twice; the invoice has it once, or twice as well."""
    twice = draw.cell["line"] == "twice"
    me = holder(draw, tier="plus", region="south")
    device(draw, me, "WS-1", "skylight")
    first, second = _in_turn(plan_line(draw, me, "2026-03"), plan_line(draw, me, "2026-03"))
    march = invoice(draw, me, "2026-03", first, *([second] if twice else []))
    invoice(draw, me, "2026-02", plan_line(draw, me, "2026-02"))
    price = first.amount / 100
    told = case(
        draw,
        me,
        "March plan paid twice",
        "billing",
        priority="low",
        status="new",
        opened=datetime(2026, 3, 15, 20, draw.number(5, 55)),
        comments=[comment("customer", "At the bank the plan went off twice. Is one of them wrong?")],
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A driving instructor between two lessons; warm, hurried, passes on what the husband says.",
            story=(
                "Your husband does the banking and says that the plan for March was paid twice at the weekend. You "
                "want to know what happened, and the second payment back as a credit if it is owed to you."
            ),
            opening=(
                "Hello, quickly between two learners: my husband says your plan went off our bank account twice at the "
                "weekend, for March. Is that so? Then I'd like the second one back as a credit, please.",
                "Hi there! According to my husband we've paid the March plan twice, he saw it in the bank's app on "
                "Sunday. Can you look what happened, and credit us the second one?",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        f"So do we get a credit for the second {price:.2f}, or don't we?",
                        "My husband will ask: do we get the second payment back?",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "invoice": ("March's, he says.", "The March one."),
                "amount": (f"{price:.2f}, twice he says.", f"{price:.2f}."),
                "time": ("At the weekend. He looked on Sunday.",),
                "details": ("I only know what he read out to me: the plan, and the plan again.",),
                "reason": ("Well, because we'd have paid it twice.",),
            },
            figures=(price,),
            pushes=(("He's quite sure of it, you know. He'll say that I let you fob me off. No credit at all?",),),
            yes=("Yes please, that's it.", "Yes, lovely.", "Yes, do."),
            thanks=(
                "Thank you, I'll tell him. Off to the next lesson, bye!",
                "Right, he'll hear it from me. My learner's here, bye!",
            ),
            leaves=("I have to run, my learner's blocking the road. Bye!",),
        ),
        solution=[
            *sign_in(me, "Of course."),
            list_cases.call(me.id),
            list_invoices.call(me.id, 3),
            search_articles.call("payment shows twice at the bank"),
            *(_paid_back(me, march, second) if twice else _reserved(price)),
        ],
        contract=[
            *(_twice(told, march, second) if twice else _once(told)),
            ends(told, stays=True, status="new", priority="low"),
        ],
        labels=("billing_adjustment",) if twice else ("billing_adjustment", "knowledge_resolution"),
        difficulty="easy" if twice else "medium",
        styles=("hop",) if twice else ("refuse",),
    )


def _in_turn(one: Line, other: Line) -> tuple[Line, Line]:
    """Two lines so that the later one has the higher number, too."""
    first, second = sorted((one, other), key=lambda each: each.line_id)
    return first, second


def _paid_back(me: Holder, march: Invoice, second: Line) -> list[Say | Call]:
    price = second.amount / 100
    return [
        say(
            f"He is right: the plan for March stands twice on invoice {march.id}. I would credit {price:.2f} for the "
            f"second line, {second.line_id}. Is that all right?"
        ),
        issue_credit.call(me.id, march.id, price, "duplicate_charge", second.line_id),
        say(f"I have credited {price:.2f} on {march.id}."),
    ]


def _reserved(price: float) -> list[Say | Call]:
    return [
        say(
            f"Your March invoice has the plan once, {price:.2f}. What your husband sees is a reservation: the bank "
            "shows it beside the payment for up to five days, and it goes away by itself. I cannot give you a credit "
            "for it."
        ),
        say("I am sorry, I cannot credit it: the reservation goes away by itself."),
    ]


def _twice(told: Case, march: Invoice, second: Line) -> Checks:
    price = second.amount / 100
    return [
        count(Credit, 1, invoice_id=march.id, line_id=second.line_id, amount=price, reason_code="duplicate_charge"),
        changes_only(told, new={Credit: 1}),
        asks_before(issue_credit),
        tells("done", "credit"),
        states(price, "credit"),
    ]


def _once(told: Case) -> Checks:
    return [
        calls(list_invoices, customer_id=told.customer_id),
        calls(search_articles),
        never(issue_credit),
        changes_only(told),
        tells("refused", "credit"),
        says_any("the agent says that the bank shows a reservation beside the payment", *_RESERVATION),
    ]


_RESERVATION = ("reservation", "reservations", "reserved", "reserves", "pre-authorisation", "pre-authorization")


def _night_shift(draw: Draw) -> Draft:
    """In the middle of February the plan was changed; the March invoice has the difference."""
    me = holder(draw, tier="priority", region="west")
    device(draw, me, "DS-1", "balcony door")
    first = draw.number(14, 18)
    rest = round(10 * (29 - first) / 28, 2)
    upgrade = line(draw, "Plus to Priority, rest of the month", rest, "2026-02", "fee")
    invoice(draw, me, "2026-03", upgrade, plan_line(draw, me, "2026-03"))
    invoice(draw, me, "2026-02", line(draw, "Plus plan", 14.99, "2026-02", "plan"))
    day = date(2026, 2, first)
    changed = case(
        draw,
        me,
        "Other plan",
        "account",
        priority="low",
        status="closed",
        opened=datetime(2026, 2, first, 9, draw.number(5, 55)),
        comments=[
            comment("customer", "Please put us on the Priority plan from today."),
            comment("desk", f"Priority since {day.day} February. The difference for the rest comes with March."),
        ],
        resolution="solved",
    )
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A tram driver on nights, laconic, suspicious of small print, fair when shown the facts.",
            story=(
                f"Your March invoice has your plan and a further {rest:.2f} that you cannot place. You want to know "
                "what it is for and since when. You had forgotten that your flatmate asked you to change plans in "
                "February."
            ),
            opening=(
                f"Evening. Well, morning for you. Invoice for March: the plan, fine. And another {rest:.2f} with words "
                "I don't get. What's that for and since when?",
                f"Question about my March invoice. There's {rest:.2f} on top of the plan. I don't recall ordering "
                "anything. What is it, and from which day?",
            ),
            goals=(
                Goal(
                    about="case",
                    told=spellings(day),
                    settled_by=(),
                    again=(
                        f"The {rest:.2f} on the March invoice. What's it for, and from which day?",
                        f"I want to know since when I pay that {rest:.2f}, and why.",
                    ),
                ),
                all_said("That's it?", "Nothing more behind it?"),
            ),
            facts={
                **identity(me),
                "invoice": ("March.",),
                "amount": (f"{rest:.2f}.",),
                "details": ("Something with plus and priority. Small print.", "It says rest of the month, whatever."),
                "reason": ("Want to know what I pay for.",),
                "time": ("It's on the March one.",),
            },
            thanks=("Right, that was me. Forgot. Cheers.", "Ah. My flatmate's idea, that. Okay, bye."),
            leaves=("My tram's leaving. Bye.",),
        ),
        solution=[
            *sign_in(me, "Good morning to you, too."),
            list_cases.call(me.id),
            get_case.call(changed.id),
            list_invoices.call(me.id, 3),
            classify_issue.call("what is that line on my invoice"),
            search_articles.call("explain the lines of an invoice"),
            create_case.call(me.id, f"What the {rest:.2f} on the March invoice are for", "billing", "low"),
            say(
                f"You moved from Plus to Priority on {day.day} February 2026, see your case {changed.id}. The "
                f"{rest:.2f} are the difference for the rest of February. I have opened case {ticket} to track your "
                "question."
            ),
        ],
        contract=[
            *_tracked(me, made(Case, device_id=None)),
            states(day),
            says_any("the agent says that it is the change from Plus to Priority", "priority", "upgrade", "upgraded"),
        ],
        styles=("hop",),
    )


def _tracked(me: Holder, new: Created) -> Checks:
    """The question has one case that tracks it, and nothing else is new."""
    return [
        count(Case, 1, customer_id=me.id, category="billing", priority="low", status="new"),
        changes_just(new=[new]),
    ]
