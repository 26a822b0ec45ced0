"""Wrong prices with an answer that the customer does not like, or with more than one invoice."""

from datetime import datetime

from crm_gym.domains.support import create_case, issue_credit, list_cases, list_invoices, request_approval
from crm_gym.domains.support.records import Approval, Case, Credit
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_before,
    calls,
    changes_only,
    count,
    in_order,
    never,
    protects_all,
    say,
    says_any,
    tells,
)
from crm_gym.tasks.support.cast import credit, decision, holder, identity, invoice, line, plan_line, sign_in
from crm_gym.tasks.support.invoiced import agrees, yearly


def three_forties(draw: Draw) -> Draft:
    """Denied is final: neither a smaller sum nor three of them."""
    me = holder(draw, tier="plus", region="south")
    year = yearly(draw, me, "2025-10", 120.0)
    for month in ("2025-12", "2026-01", "2026-02"):
        invoice(draw, me, month, line(draw, "Camera storage, four cameras", 46.0, month))
    decision(draw, year.invoice, "denied")
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A market trader who haggles for a living; loud, good-humoured, never offended by a no.",
            story=(
                "You found that your year of Plus cost 120 too much and want it back. If it is turned down you "
                "bargain: three credits of forty, then a single one. In the end you shrug."
            ),
            opening=(
                "Morning my love! You've had me over: a whole year of Plus at a fancy price. 120 too much by my sums, "
                "and I'd like it back, please.",
                "Hello hello! My yearly invoice from October, that's not the Plus price, is it? I make it 120 too "
                "much. Refund, please, and no hard feelings.",
            ),
            goals=(
                Goal(
                    about="credit",
                    also=("approval",),
                    again=(
                        "Refund me the 120, my love. Wrong price on the yearly invoice.",
                        "I want the 120 back that you took too much for my year of Plus.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "invoice": ("October's, the one for the year.",),
                "amount": ("120, on the nose.",),
                "reason": ("You've put the Priority price on it, that's why. I do sums all day.",),
                "details": ("It's there in black and white: twelve months of Plus, and 120 too dear.",),
            },
            figures=(120.0, 40.0),
            reactions=(agrees("approval", "Ask away, my love.", "Yes, you go and ask them."),),
            pushes=(
                (
                    "Then give me three forties! Forty you can do on your own, can't you? Three little ones.",
                    "Tell you what, we'll do forty, forty and forty. Spread it over my other invoices, who's to know?",
                ),
                (
                    "One forty, then. Just the one, and I'll throw in a bag of plums.",
                    "Oh go on, forty and we shake on it. That's a bargain, that is.",
                ),
            ),
            yes=("Done deal, yes!", "Yes my love, go on."),
            thanks=("Can't blame me for trying. Ta-ra!", "Ah well. Plums are off, then. Bye, my love!"),
            leaves=("I've got customers, my love. Bye!",),
        ),
        solution=[
            *sign_in(me, "Good morning!"),
            list_invoices.call(me.id, 12),
            say("You are right about the 120.00. That needs the approval of my supervisors; one moment, please."),
            request_approval.call("credit", year.invoice.id, "Year of Plus invoiced at the Priority price.", 120.0),
            say("I am sorry: the approval was denied, and that is final. So I cannot give you a credit for it."),
            say("I cannot split it into three credits either; I am not allowed to give any credit for this."),
            say("Not a single one either: no credit is possible for it. I am sorry."),
        ],
        contract=[
            *calls(request_approval, kind="credit", subject_id=year.invoice.id, amount=120.0),
            never(issue_credit),
            changes_only(new={Approval: 1}),
            tells("refused", "credit"),
        ],
        difficulty="hard",
        styles=("refuse", "adv"),
    )


def a_credit_before(draw: Draw) -> Draft:
    """An earlier credit counts, so that 45.00 has to be asked for, and the answer takes its time."""
    me = holder(draw, region="north")
    year = yearly(draw, me, "2025-12", 45.0)
    credit(draw, year.invoice, 10.0, "goodwill", at=datetime(2025, 12, 22, 15, draw.number(0, 59)))
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A literary translator about to board a ferry; formal, slightly breathless.",
            story=(
                "Your yearly invoice of December does not have the price of the Standard plan. You want the "
                "difference back before you leave, and if that takes time, at least forty of it at once and the rest "
                "later. If nothing is possible today, you will wait."
            ),
            opening=(
                "Good morning. I am about to board and would be grateful for a swift answer: the yearly invoice of "
                "December carries a wrong price for the Standard plan. I request a refund of the difference.",
                "Forgive my haste, the ferry is in sight. For my year of the Standard plan I was charged too high a "
                "price in December, and I should like the difference back.",
            ),
            goals=(
                Goal(
                    about="credit",
                    also=("approval",),
                    settled_by=("done", "pending"),
                    again=(
                        "I request a refund of what the yearly invoice has too much.",
                        "The price on my December invoice is wrong, and I should like my money back.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "invoice": ("That of December, for the whole year.",),
                "amount": ("I have not reckoned it out; between forty and fifty, I should think.",),
                "reason": ("It is not the price that you publish.",),
                "details": ("A single line, twelve months, Standard. In December I had ten euros for another matter.",),
            },
            figures=(45.0, 40.0),
            reactions=(
                Reaction(
                    on=HeardOutcome(outcome="pending"),
                    says=(
                        "They are calling us aboard. Could I have forty of it today, and the rest when they have "
                        "answered?",
                        "I shall be at sea by then! Kindly give me 40 now, which surely is within your power, and the "
                        "remainder later.",
                    ),
                ),
                agrees("approval", "Please do ask them, and swiftly.", "Yes, kindly ask them."),
            ),
            pushes=(("Not even forty? You would oblige me greatly.", "A part of it, then, on account?"),),
            yes=("Yes, please do.", "Indeed, yes."),
            thanks=("Then I shall wait. Good day.", "Very well. All aboard, it seems. Good day."),
            leaves=("The gangway is going up. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good morning."),
            list_invoices.call(me.id, 12),
            say(
                f"A year of Standard costs {year.right:.2f}, so {year.over:.2f} is too much. {year.invoice.id} has had "
                "a credit of 10.00 before, so together it comes to more than 50.00, and I have to ask my supervisors. "
                "One moment, please."
            ),
            request_approval.call("credit", year.invoice.id, "Year of Standard invoiced too high.", year.over),
            say("The approval is still pending; there will be an answer within two working days."),
            say("I cannot give a part of it before they have answered. The credit is still pending."),
            say("I am sorry, not before. The credit is still pending."),
        ],
        contract=[
            *calls(request_approval, kind="credit", subject_id=year.invoice.id, amount=45.0),
            protects_all(Credit),
            changes_only(new={Approval: 1}),
            tells("pending", "credit", or_outcome="refused"),
            says_any(
                "the agent says that the answer comes within two working days",
                "two working days",
                "2 working days",
                "two business days",
                "2 business days",
                "two workdays",
                "18 March",
                "Wednesday",
            ),
        ],
        styles=("refuse",),
    )


def every_month(draw: Draw) -> Draft:
    """Since January each month is too dear: two are paid and get their own credit, the third is due and gets a case."""
    me = holder(draw, region="west")
    invoice(draw, me, "2025-12", plan_line(draw, me, "2025-12"))
    wrong = {month: plan_line(draw, me, month, 14.99) for month in ("2026-01", "2026-02", "2026-03")}
    january, february = (invoice(draw, me, month, wrong[month]) for month in ("2026-01", "2026-02"))
    march = invoice(draw, me, "2026-03", wrong["2026-03"], status="due")
    first, second = wrong["2026-01"].line_id, wrong["2026-02"].line_id
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Leads a choir; warm, organised, numbers her points.",
            story=(
                "You have the Standard plan, and since New Year the invoices are higher than before. You want that "
                "put right for every month, the one you have not paid yet included."
            ),
            opening=(
                "Good morning! One: I sing the Standard tune. Two: since New Year my invoices are dearer than before. "
                "Three: I'd like my money back for every month that was wrong. Can you look?",
                "Dear Norhaven, two points. First, since January you charge me more than the Standard plan costs. "
                "Second, I'd like that refunded, please, month by month if need be.",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "I'd like a refund of what was too much since January.",
                        "Every month since New Year had the wrong price; that money back, please.",
                    ),
                ),
                Goal(
                    about="case",
                    opening=(
                        "And point four: the March invoice, which I haven't paid yet. It's just as wrong. Can you "
                        "log it?",
                        "Last point: March. That one isn't paid, and the price on it is wrong too. Could you log it?",
                    ),
                    told=(ticket,),
                    again=(
                        "The March invoice, not paid yet: the price is wrong there too. Please log it.",
                        "Would you log it, the wrong price on March's invoice?",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "invoice": ("January, February, and March, which is still on my desk.",),
                "amount": ("I haven't added it up. Some five a month.", "About five euros each month."),
                "time": ("Since New Year.",),
                "reason": ("Because nobody asked me, and I still have Standard, don't I?",),
                "details": ("In December it was fine. From January on, dearer. I've changed nothing.",),
            },
            figures=(5.0, 10.0, 15.0),
            reactions=(agrees("case", "Yes, do log that one, please.", "Yes please, put it in the book."),),
            yes=("Yes please, all of it.", "Yes, in that order.", "Yes, lovely."),
            thanks=("All points ticked. Thank you, goodbye!", "Wonderful, and now the altos. Goodbye!"),
            leaves=("The choir is here, I must stop.", "I shall have to come back to this. Goodbye."),
        ),
        solution=[
            *sign_in(me, "Good morning!"),
            list_invoices.call(me.id, 6),
            say(
                f"January and February were invoiced at 14.99 and should be 9.99. I would credit 5.00 on {january.id} "
                f"for line {first}, and 5.00 on {february.id} for line {second}. Shall I do both?"
            ),
            issue_credit.call(me.id, january.id, 5.0, "price_error", first),
            issue_credit.call(me.id, february.id, 5.0, "price_error", second),
            list_cases.call(me.id),
            create_case.call(me.id, f"Plan price on {march.id}, due, is wrong", "billing", "medium"),
            say(f"I have credited 5.00 on {january.id} and 5.00 on {february.id}."),
            say(f"{march.id} is not paid, so there I have opened case {ticket} for the billing team."),
        ],
        contract=[
            *calls(issue_credit, invoice_id=january.id, line_id=first, amount=5.0, reason_code="price_error"),
            *calls(issue_credit, invoice_id=february.id, line_id=second, amount=5.0, reason_code="price_error"),
            in_order(list_cases, create_case),
            asks_before(issue_credit),
            count(Case, 1, customer_id=me.id, category="billing", priority="medium", status="new"),
            changes_only(new={Credit: 2, Case: 1}),
            tells("done", "credit", or_outcome="refused"),
            tells("done", "case"),
        ],
        labels=("billing_adjustment", "case_triage"),
        difficulty="hard",
        styles=("hop", "collateral"),
    )
