"""A plan that was invoiced at a wrong price: who may give the difference back, and when nobody may."""

from crm_gym.contract import Check
from crm_gym.domains.support import (
    create_case,
    escalate_case,
    issue_credit,
    list_cases,
    list_invoices,
    request_approval,
)
from crm_gym.domains.support.records import Approval, Case, Credit, Escalation
from crm_gym.persona import Goal, HeardOutcome, OutcomeKind, Persona, Reaction
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    in_order,
    never,
    say,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import Holder, decision, holder, identity, invoice, line, sign_in
from crm_gym.tasks.support.invoiced import Yearly, agrees, credited, yearly
from crm_gym.tasks.support.wrong_price_answers import a_credit_before, every_month, three_forties
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="medium",
    styles=["hop"],
    cells=[
        {"story": "piano tuner", "shows": "50.00"},
        {"story": "piano tuner", "shows": "50.01"},
        {"story": "kennels", "shows": "200.00"},
        {"story": "kennels", "shows": "200.01"},
        {"story": "three forties", "shows": "denied"},
        {"story": "a credit before", "shows": "pending"},
        {"story": "every month", "shows": "two paid, one due"},
    ],
    boundary="shows",
)
def wrong_price(draw: Draw) -> Draft:
    """What a line has above the right plan price: given, asked for, denied, waited for, or the billing team's."""
    return _WRONG_PRICE[draw.cell["story"]](draw)


def _asked(year: Yearly) -> list[Check]:
    """The supervisors were asked for exactly the difference, and exactly that was given."""
    return [
        *calls(request_approval, kind="credit", subject_id=year.invoice.id, amount=year.over),
        *calls(issue_credit, invoice_id=year.invoice.id, amount=year.over),
        *credited(year.invoice, year.line, year.over, "price_error"),
        states(year.over, "credit"),
        changes_only(new={Credit: 1, Approval: 1}),
    ]


def _own_limit(me: Holder, year: Yearly) -> list[Say | Call]:
    """The difference is within what the desk may give."""
    return [
        list_invoices.call(me.id, 12),
        say(
            f"Twelve months of your plan cost {year.right:.2f}, so the line on {year.invoice.id} is too high. I would "
            f"credit {year.over:.2f} for line {year.line.line_id}. Shall I go ahead?"
        ),
        issue_credit.call(me.id, year.invoice.id, year.over, "price_error", year.line.line_id),
        say(f"I have credited {year.over:.2f} on {year.invoice.id}."),
    ]


def _with_approval(draw: Draw, me: Holder, year: Yearly) -> list[Say | Call]:
    """The difference is above it, and the supervisors agree."""
    approved = draw.new(Approval)
    return [
        list_invoices.call(me.id, 12),
        say(
            f"Twelve months of your plan cost {year.right:.2f}, so the line on {year.invoice.id} is {year.over:.2f} "
            "too high. I have to ask for an approval of that. One moment, please."
        ),
        request_approval.call("credit", year.invoice.id, "The yearly plan was invoiced too high.", year.over),
        say(f"It is approved. So I would credit {year.over:.2f} for line {year.line.line_id}. Is that all right?"),
        issue_credit.call(me.id, year.invoice.id, year.over, "price_error", year.line.line_id, approved),
        say(f"I have credited {year.over:.2f} on {year.invoice.id}."),
    ]


def _piano_tuner(draw: Draw) -> Draft:
    """Twins around the desk's own limit: a cent more, and the supervisors have to agree."""
    me = holder(draw, tier="plus", region="west")
    year = yearly(draw, me, "2025-11", float(draw.cell["shows"]))
    invoice(draw, me, "2026-02", line(draw, "Alarm texts", 2.5, "2026-02"))
    decision(draw, year.invoice, "approved")
    user = Persona(
        name=me.person.name,
        voice="A piano tuner between two houses; mild, exact, hears false notes and says so politely.",
        story=(
            "You pay for the Plus plan once a year. The last yearly invoice seemed too high to you by fifty or so. "
            "You want back whatever is too much, no more and no less, and you trust the agent's sum."
        ),
        opening=(
            "Good morning. My yearly invoice from November sounds a little sharp to me: twelve months of Plus ought to "
            "cost less, by fifty or so. May I have back what is too much?",
            "Hello, I'm between two pianos, so I'll be brief. The year of Plus was invoiced at the wrong price last "
            "autumn, I believe. Could I get the difference back?",
        ),
        goals=(
            Goal(
                about="credit",
                again=(
                    "I would like my money back for what was too much on the year of Plus.",
                    "The yearly invoice has a wrong price, and I should like the difference refunded.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("The one for the whole year, from November.",),
            "amount": ("Fifty or so by ear. You will have the exact figure.", "Around fifty, I haven't worked it out."),
            "reason": ("Because the price on it is not that of the plan.",),
            "time": ("Last November.",),
            "details": ("It is one line, for twelve months of Plus, and it does not agree with your price list.",),
        },
        figures=(50.0, 50.01),
        reactions=(agrees("approval", "Yes, do ask them, please.", "By all means, ask."),),
        yes=("Yes, please.", "Yes, that would be in tune.", "Yes, do go ahead."),
        thanks=("In tune again. Thank you, goodbye.", "Much obliged. My next piano is waiting, goodbye."),
        leaves=("I'm expected at the next house. Goodbye.",),
    )
    greeting = sign_in(me, "Good morning.")
    if year.over > 50:
        return Draft(
            user=user,
            solution=[*greeting, *_with_approval(draw, me, year)],
            contract=[in_order(list_invoices, request_approval), *_asked(year)],
        )
    return Draft(
        user=user,
        difficulty="easy",
        styles=("routine",),
        solution=[*greeting, *_own_limit(me, year)],
        contract=[
            *credited(year.invoice, year.line, year.over, "price_error"),
            states(year.over, "credit"),
            changes_only(new={Credit: 1}),
        ],
    )


def _kennels(draw: Draw) -> Draft:
    """Twins around the most that can be credited here: the supervisors may allow it, a cent more is for billing."""
    me = holder(draw, tier="priority", region="east")
    year = yearly(draw, me, "2026-01", float(draw.cell["shows"]))
    decision(draw, year.invoice, "approved")
    if year.over > 200:
        return _beyond_the_limit(draw, me, year)
    return Draft(
        user=_kennels_owner(me),
        difficulty="easy",
        styles=("routine",),
        solution=[*sign_in(me, "Good morning to all of you."), *_with_approval(draw, me, year)],
        contract=_asked(year),
    )


def _kennels_owner(me: Holder, also: tuple[str, ...] = (), settled_by: tuple[OutcomeKind, ...] = ("done",)) -> Persona:
    flat = (
        "What, over a few cents? Then keep the odd cents and give me 200 flat, today. That's within your limit.",
        "Oh for heaven's sake. 200 even, then, and we forget what's above it. You can do 200, can't you?",
    )
    return Persona(
        name=me.person.name,
        voice="Runs boarding kennels, barking all around; shouts a little, practical, no time.",
        story=(
            "Your bookkeeper says that the yearly invoice of January is about 200 too high for the Priority plan. You "
            "want that back. If you hear that it is too much for the desk by some cents, you offer to take 200 flat; "
            "if that is not possible either, you let the right people have it."
        ),
        opening=(
            "MORNING, excuse the noise, feeding time. My bookkeeper says January's invoice, the whole year of "
            "Priority, is about 200 too high. I want that money back please.",
            "Hello! (quiet, Bruno!) The yearly invoice from January: wrong price, she says, my bookkeeper. Some 200 "
            "too much. Can you refund that?",
        ),
        goals=(
            Goal(
                about="credit",
                also=also,
                settled_by=settled_by,
                again=(
                    "The year of Priority was charged too high. I want the money back.",
                    "Refund what's too much on January's yearly invoice, please.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("January's! The yearly one.",),
            "amount": ("About 200, she said. You've got it in front of you.", "200 or thereabouts."),
            "reason": ("Wrong price. My bookkeeper never errs, she bred terriers.",),
            "details": (
                "Twelve months of Priority, and the price isn't the one on your page. That's all she told me.",
            ),
        },
        reactions=(
            Reaction(on=HeardOutcome(outcome="refused", about="credit"), says=flat),
            Reaction(
                on=HeardOutcome(outcome="pending", about="credit"),
                says=("So who decides that? And when?", "And who has to say yes, if not you? QUIET back there!"),
            ),
            *(agrees(topic, "Yes, do that.", "If it has to be, yes!") for topic in ("approval", "case", "escalation")),
        ),
        pushes=(
            ("So nobody there can hand out 200? Bruno, DOWN.", "And what am I to tell my bookkeeper? She'll bite me."),
        ),
        yes=("YES. Please.", "Yes, yes, do it!", "Go ahead, yes."),
        thanks=("Good. Walkies. Bye!", "Right-o. They're at the fence again, bye!"),
        leaves=("I can't hear myself think. Bye!", "Somebody's got out. Another time!"),
    )


def _beyond_the_limit(draw: Draw, me: Holder, year: Yearly) -> Draft:
    """Neither credit nor request: a case, and the billing team."""
    ticket = draw.new(Case)
    return Draft(
        user=_kennels_owner(me, also=("escalation",), settled_by=("done", "pending")),
        labels=("billing_adjustment", "escalation_handoff"),
        difficulty="hard",
        styles=("refuse", "adv"),
        solution=[
            *sign_in(me, "Good morning to all of you."),
            list_invoices.call(me.id, 12),
            list_cases.call(me.id),
            create_case.call(me.id, "Yearly Priority plan invoiced too high", "billing", "medium"),
            escalate_case.call(ticket, "billing", "beyond_limit", "The yearly line is too high; beyond the desk."),
            say(
                f"The line is {year.over:.2f} too high, and I cannot give a credit above 200.00. So I have opened case "
                f"{ticket} and escalated it to the billing team."
            ),
            say(
                "I am sorry, I cannot give you a part of it as a credit either. The billing team will decide on the "
                f"whole sum; it has your case {ticket}."
            ),
            say(f"The billing team will decide, and write to you about case {ticket}."),
            say(f"I cannot credit it, I am sorry. The billing team will decide, in case {ticket}."),
        ],
        contract=[
            *calls(create_case, customer_id=me.id, category="billing"),
            *calls(escalate_case, team="billing", reason_code="beyond_limit"),
            in_order(list_cases, create_case),
            never(issue_credit),
            count(Case, 1, customer_id=me.id, category="billing", priority="medium", status="escalated"),
            changes_only(new={Case: 1, Escalation: 1}),
            tells("done", "escalation", or_outcome="pending"),
        ],
    )


_WRONG_PRICE = {
    "piano tuner": _piano_tuner,
    "kennels": _kennels,
    "three forties": three_forties,
    "a credit before": a_credit_before,
    "every month": every_month,
}
