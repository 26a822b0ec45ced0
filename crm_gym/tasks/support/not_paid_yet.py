"""A wrong line on an invoice that nobody has paid: a credit is not the way."""

from crm_gym.domains.support import create_case, escalate_case, list_cases, list_invoices
from crm_gym.domains.support.records import Case
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    mentions,
    never,
    passes,
    say,
    says_any,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, holder, identity, invoice, line, plan_line, sign_in
from crm_gym.tasks.support.invoiced import agrees, ascending


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="easy",
    styles=["refuse"],
    cells=[{"march": "due"}, {"march": "void"}],
    boundary="march",
)
def not_paid_yet(draw: Draw) -> Draft:
    """The March invoice has a line twice and is not paid: due, it needs a case; void, it counts no more."""
    me = holder(draw, tier="priority", region="south")
    label = "Video history, 30 days"
    fee = draw.money(5.4, 7.8, 0.1)
    for month in ("2026-01", "2026-02"):
        invoice(draw, me, month, plan_line(draw, me, month), line(draw, label, fee, month))
    lines = ascending(
        plan_line(draw, me, "2026-03"), line(draw, label, fee, "2026-03"), line(draw, label, fee, "2026-03")
    )
    wrong = invoice(draw, me, "2026-03", *lines, status=draw.cell["march"])
    if draw.cell["march"] == "due":
        return _due(draw, me, fee, wrong.id)
    again = invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), line(draw, label, fee, "2026-03"))
    return Draft(
        user=_beekeeper(me, fee),
        solution=[
            *sign_in(me, "Good morning to you and the bees."),
            list_invoices.call(me.id, 3),
            say(
                f"{wrong.id}, which has it twice, was cancelled: you pay nothing for it, so I cannot give a credit "
                f"on it. {again.id} took its place, has the line once, and is paid."
            ),
            say(f"It was cancelled, so I cannot credit anything on it. The invoice that counts is {again.id}."),
        ],
        contract=[
            *calls(list_invoices, customer_id=me.id),
            changes_only(),
            tells("refused", "credit"),
            says_any(
                "the agent says that the invoice does not count any more",
                "void",
                "voided",
                "cancelled",
                "no longer valid",
                "not valid",
                "does not count",
                "replaced",
                "withdrawn",
            ),
        ],
    )


def _beekeeper(me: Holder, fee: float) -> Persona:
    return Persona(
        name=me.person.name,
        voice="Keeps bees, slow and thorough; likes to have things settled before the day's work.",
        story=(
            "You found the video history twice on an invoice of March and want one of the two credited at once, "
            "before anybody takes the money. You ask a second time, then leave it to Norhaven."
        ),
        opening=(
            "Good morning. Before I go out to the hives: an invoice of March lists the video history twice. Kindly "
            "credit me one of the two.",
            "Good morning, I like a clean slate. I have a March invoice here that bills me for the video history two "
            "times, where I have it once. I would ask for a credit.",
        ),
        goals=(
            Goal(
                about="credit",
                also=("case",),
                settled_by=("done", "refused", "pending"),
                again=(
                    "The video history is on the March invoice twice; a credit for one of them, please.",
                    "It is about the March invoice: one video history too many. I should like a credit.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("One of March. The paper has honey on the number.", "March's, the one with the line twice."),
            "amount": (f"{fee:.2f} each, and it is there two times.",),
            "reason": ("I have one subscription to it, and that has always been enough.",),
            "details": ("Video history, thirty days, and underneath the very same again. Same month, same price.",),
        },
        figures=(fee,),
        reactions=(
            Reaction(
                on=HeardOutcome(outcome="refused", about="credit"),
                says=(
                    "I had rather you credited it now. Then it is done and I need not think of it again.",
                    "Would you not simply credit it today? It is plain to see that it is wrong.",
                ),
            ),
            agrees("case", "Do that, please.", "Yes, if that is how it is done."),
        ),
        yes=("Yes, please.", "Yes, quite right."),
        thanks=("Good. The bees are waiting. Goodbye.", "That will do. Thank you, goodbye."),
        leaves=("The sun is out, I must go to the hives. Goodbye.",),
    )


def _due(draw: Draw, me: Holder, fee: float, wrong: str) -> Draft:
    ticket = draw.new(Case)
    return Draft(
        user=_beekeeper(me, fee),
        labels=("billing_adjustment", "case_triage"),
        difficulty="medium",
        styles=("refuse", "routing"),
        solution=[
            *sign_in(me, "Good morning to you and the bees."),
            list_invoices.call(me.id, 3),
            list_cases.call(me.id),
            create_case.call(me.id, f"Video history twice on {wrong}, which is due", "billing", "medium"),
            say(
                f"You are right, the line is on {wrong} twice. It is not paid yet, so I cannot give a credit on it. I "
                f"have opened case {ticket} for the billing team instead."
            ),
            say(f"I am sorry, I cannot give a credit before it is paid. The billing team has your case {ticket}."),
        ],
        contract=[
            passes(list_invoices, customer_id=me.id),
            count(Case, 1, customer_id=me.id, category="billing", priority="medium", status="new"),
            never(escalate_case),
            changes_only(new={Case: 1}),
            tells("refused", "credit", or_outcome="pending"),
            mentions(ticket),
        ],
    )
