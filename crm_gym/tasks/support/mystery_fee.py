"""A fee that its customer does not understand: an old case tells whether it was due."""

from datetime import datetime

from crm_gym.domains.support import get_case, issue_credit, list_cases, list_invoices, request_approval
from crm_gym.domains.support.records import Approval, Credit
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    in_order,
    never,
    say,
    says_before,
    scenario,
    step,
    tells,
)
from crm_gym.tasks.support.cast import (
    Holder,
    case,
    comment,
    decision,
    device,
    holder,
    identity,
    invoice,
    line,
    plan_line,
    sign_in,
    spoken_day,
)
from crm_gym.tasks.support.invoiced import agrees, credited


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="medium",
    styles=["hop"],
    cells=[
        {"fee": "missed appointment", "case": "we did not come"},
        {"fee": "missed appointment", "case": "nobody opened"},
        {"fee": "engineer visit", "case": "one of two was free"},
    ],
    boundary="case",
)
def mystery_fee(draw: Draw) -> Draft:
    """A fee is given back if a case shows that it was not due."""
    return _MYSTERY_FEE[draw.cell["fee"]](draw)


def _missed_appointment(draw: Draw) -> Draft:
    """Twins: the engineer never came, or stood before a closed door."""
    not_due = draw.cell["case"] == "we did not come"
    me = holder(draw, tier="plus", region="central")
    sensor = device(draw, me, "LS-1", "Cellar sensor")
    doorbell = device(draw, me, "CM-2", "Gate camera")
    fee = draw.money(28, 42, 2)
    day = datetime(2026, 1, draw.number(19, 23), 8, 20)
    booked = comment("desk", f"Engineer booked for {spoken_day(day.date())}, 8 to 10.")
    told = (
        "Our engineer fell ill that morning and the visit did not take place. New date found; the sensor is replaced."
        if not_due
        else "Our engineer rang from 8:20 to 8:40 and phoned, nobody opened. New date found; the sensor is replaced."
    )
    visit = case(
        draw,
        me,
        "Cellar sensor is silent in water",
        device=sensor,
        status="closed",
        opened=datetime(2026, 1, 14, 9, draw.number(10, 50)),
        comments=[booked, comment("team", told)],
        resolution="solved",
    )
    case(
        draw,
        me,
        "Gate camera sees only half of the path",
        device=doorbell,
        status="closed",
        opened=datetime(2026, 1, 30, 14, draw.number(10, 50)),
        comments=[comment("desk", "Turned by the customer, picture is right.")],
        resolution="solved",
    )
    invoice(draw, me, "2026-01", plan_line(draw, me, "2026-01"))
    charged = line(draw, "Missed appointment", fee, "2026-01", "fee")
    february = invoice(draw, me, "2026-02", plan_line(draw, me, "2026-02"), charged)
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"))
    user = _allotment_holder(me, fee)
    look = [
        *sign_in(me, "Let me see."),
        list_invoices.call(me.id, 6),
        list_cases.call(me.id),
        get_case.call(visit.id),
    ]
    if not_due:
        return Draft(
            user=user,
            solution=[
                *look,
                say(
                    f"Case {visit.id} shows that our engineer was ill and the visit did not take place, so the fee "
                    f"was not due. I would credit {fee:.2f} for line {charged.line_id} on {february.id}. Shall I?"
                ),
                issue_credit.call(me.id, february.id, fee, "price_error", charged.line_id),
                say(f"I have credited {fee:.2f} on {february.id}."),
            ],
            contract=[
                *calls(get_case, case_id=visit.id),
                *calls(issue_credit, line_id=charged.line_id, amount=fee, reason_code="price_error"),
                in_order(step(get_case, case_id=visit.id), issue_credit),
                *credited(february, charged, fee, "price_error"),
                says_before(issue_credit, amounts=[fee]),
                changes_only(new={Credit: 1}),
            ],
        )
    return Draft(
        user=user,
        styles=("hop", "refuse"),
        solution=[
            *look,
            say(
                f"Case {visit.id} shows that our engineer rang for twenty minutes and phoned, and nobody "
                "opened. So the fee was due, and I cannot give it back."
            ),
            say("I understand, but by the case the engineer was there. I cannot give a credit for the fee."),
            say("I am sorry, I cannot give a part of it either."),
        ],
        contract=[
            *calls(list_invoices, customer_id=me.id),
            *calls(get_case, case_id=visit.id),
            never(issue_credit),
            changes_only(),
            tells("refused", "credit"),
        ],
    )


def _allotment_holder(me: Holder, fee: float) -> Persona:
    return Persona(
        name=me.person.name,
        voice="Grows prize marrows on an allotment; stubborn about principles, mild about everything else.",
        story=(
            f"The February invoice has a fee of {fee:.0f} that you do not understand. You remember that an engineer "
            "was to come one morning in January and that you saw nobody; you are quite sure that you were in, or at "
            "most in the garden. You want the fee back, then half of it, then let it be."
        ),
        opening=(
            f"Morning. It's the principle, you understand: there's a fee of {fee:.0f} in February that I never agreed "
            "to. I want it back, please.",
            f"Hello. I've been going through my invoices with a cup of tea, and in February you charged me a fee, "
            f"{fee:.0f} euros, for nothing at all as far as I can see. Money back, please.",
        ),
        goals=(
            Goal(
                about="credit",
                again=(
                    f"The fee of {fee:.0f} in February. I'd like that refunded.",
                    f"I want my {fee:.0f} back, that fee on the February invoice.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("February's.",),
            "amount": (f"{fee:.0f}. On principle.",),
            "device": ("The leak thing in the cellar, that was the one they came for. Or didn't.",),
            "case": ("I don't keep numbers. It was about the sensor in the cellar.",),
            "time": ("A morning in January, the third week or so.",),
            "reason": ("Nobody came when I was waiting in. Why should I pay for that?",),
            "details": (
                "It says missed appointment. I was in all morning, but for a look at the marrows, and saw nobody.",
                "Somebody was to come about the cellar sensor in January. I saw nobody, and now there's this fee.",
            ),
        },
        figures=(fee, fee / 2),
        pushes=(
            ("I was in, bar a minute with the marrows. It's the principle.", "But I saw nobody, and I was waiting!"),
            ("Half of it, then, and we'll say no more.", "Meet me halfway. Half the fee, for goodwill."),
        ),
        yes=("Yes, please.", "Yes. On principle.", "Aye, do that."),
        thanks=("Well, that's that. Good day to you.", "Right. Back to the marrows. Bye."),
        leaves=("I'll take it up another day. On principle.",),
    )


def _engineer_visit(draw: Draw) -> Draft:
    """Two visits with the same fee: by the cases only the one upstairs was under warranty."""
    me = holder(draw, tier="priority", region="west")
    below = device(draw, me, "HT-2", "Downstairs thermostat")
    above = device(draw, me, "HT-2", "Upstairs thermostat")
    paid = case(
        draw,
        me,
        "Thermostat drops out of the network",
        device=below,
        status="closed",
        opened=datetime(2026, 1, 8, 11, draw.number(10, 50)),
        comments=[
            comment("team", "Engineer was there on 15 January: no fault of ours, the customer's router was off."),
            comment("team", "The visit is charged, as agreed with the customer beforehand."),
        ],
        resolution="solved",
    )
    free = case(
        draw,
        me,
        "Thermostat clicks and does not heat",
        device=above,
        status="closed",
        opened=datetime(2026, 2, 9, 15, draw.number(10, 50)),
        comments=[
            comment("team", "Engineer was there on 12 February: part replaced."),
            comment("team", "Fault of the device, covered by the warranty: the customer does not pay for the visit."),
        ],
        resolution="solved",
    )
    first = line(draw, "Engineer visit", 79.0, "2026-01", "fee")
    second = line(draw, "Engineer visit", 79.0, "2026-02", "fee")
    invoice(draw, me, "2026-01", plan_line(draw, me, "2026-01"))
    invoice(draw, me, "2026-02", plan_line(draw, me, "2026-02"), first)
    march = invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), second)
    decision(draw, march, "approved")
    approved = draw.new(Approval)
    user = Persona(
        name=me.person.name,
        voice="Writes crime novels at night; dry, sees a plot in every invoice.",
        story=(
            "Two engineers came this winter, and one of the two visits was to cost you nothing; which one you do not "
            "recall. Only that fee should come back, and you are content with what the papers say."
        ),
        opening=(
            "A small mystery for you. An engineer's visit this winter was supposed to cost me nothing, and yet there "
            "is a fee on my invoices. I should like it back.",
            "Good morning. Exhibit A: a fee for an engineer. Exhibit B: my clear memory that one of the visits was to "
            "be free. I would like my money back.",
        ),
        goals=(
            Goal(
                about="credit",
                again=(
                    "The fee for the engineer's visit that was to be free; I'd like a refund of it.",
                    "One visit should have cost nothing. I want the fee for that one back.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("I paid them all without reading, to my shame. You will find it.",),
            "amount": ("Whatever one visit costs. Not two, I am an honest soul.",),
            "device": ("A thermostat. We have two, one up, one down; I forget which of them was forgiven.",),
            "case": ("The number escapes me. You must have a file on each visit.",),
            "time": ("One came in January, one in February, I believe. Which was the free one is for you to find.",),
            "reason": ("Somebody said that I would not have to pay. I recall the words, not the occasion.",),
            "details": ("Two visits, two thermostats, and only one of them was to be paid. Your files will know.",),
        },
        figures=(79.0,),
        reactions=(agrees("approval", "Do ask. I am used to waiting for verdicts.", "Yes, please ask them."),),
        yes=("Yes, please.", "Yes. Case closed, as it were.", "Please do."),
        thanks=("The butler did not do it, then. Thank you, goodbye.", "Elegantly solved. Good day."),
        leaves=("This plot has a hole. Goodbye.",),
    )
    return Draft(
        user=user,
        difficulty="hard",
        styles=("hop", "ambig"),
        solution=[
            *sign_in(me, "I like a mystery."),
            list_invoices.call(me.id, 6),
            list_cases.call(me.id),
            get_case.call(paid.id),
            get_case.call(free.id),
            say(
                f"By case {free.id} the visit of February, to the upstairs thermostat, was under warranty, so the fee "
                f"of 79.00 on {march.id} was not due. That needs an approval; one moment, please."
            ),
            request_approval.call("credit", march.id, f"Visit under warranty, see {free.id}.", 79.0),
            say(f"It is approved. I would credit 79.00 for line {second.line_id} on {march.id}. Shall I go ahead?"),
            issue_credit.call(me.id, march.id, 79.0, "price_error", second.line_id, approved),
            say(f"I have credited 79.00 on {march.id}."),
        ],
        contract=[
            *calls(request_approval, kind="credit", subject_id=march.id, amount=79.0),
            *calls(issue_credit, invoice_id=march.id, line_id=second.line_id, amount=79.0),
            in_order(step(get_case, case_id=free.id), request_approval),
            *credited(march, second, 79.0, "price_error"),
            says_before(issue_credit, amounts=[79.0]),
            changes_only(new={Credit: 1, Approval: 1}),
        ],
    )


_MYSTERY_FEE = {"missed appointment": _missed_appointment, "engineer visit": _engineer_visit}
