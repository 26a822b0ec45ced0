"""A line that stands on an invoice twice, or only seems to."""

from datetime import datetime

from crm_gym.domains.support import issue_credit, list_invoices
from crm_gym.domains.support.records import Credit
from crm_gym.persona import Goal, Persona, Reaction, Told
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    in_order,
    never,
    say,
    says_any,
    says_before,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import case, comment, credit, holder, identity, invoice, line, plan_line, sign_in
from crm_gym.tasks.support.invoiced import ascending, credited


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"story": "camera storage", "shows": "one month twice"},
        {"story": "camera storage", "shows": "two months"},
        {"story": "alarm centre", "shows": "a credit for the plan"},
        {"story": "alarm centre", "shows": "a credit for the line"},
        {"story": "for my trouble", "shows": "one month twice"},
        {"story": "about fifteen", "shows": "one month on two invoices"},
    ],
    boundary="shows",
)
def charged_twice(draw: Draw) -> Draft:
    """Money back for a doubled line: same label, amount and month, and not credited before."""
    return _CHARGED_TWICE[draw.cell["story"]](draw)


def _camera_storage(draw: Draw) -> Draft:
    """Twins: the two lines are for the same month, or one of them is for the month before."""
    doubled = draw.cell["shows"] == "one month twice"
    me = holder(draw)
    invoice(draw, me, "2025-12", plan_line(draw, me, "2025-12"))
    first = line(draw, "Camera storage", 4.99, "2026-01" if doubled else "2025-12")
    plan, first, second = ascending(
        plan_line(draw, me, "2026-01"), first, line(draw, "Camera storage", 4.99, "2026-01")
    )
    january = invoice(draw, me, "2026-01", plan, first, second)
    for month in ("2026-02", "2026-03"):
        invoice(draw, me, month, plan_line(draw, me, month), line(draw, "Camera storage", 4.99, month))
    puzzled = ("but it says camera storage 4.99 and again camera storage 4.99??", "its the same thing two times tho")
    user = Persona(
        name=me.person.name,
        voice="A parent with a baby on one arm; types with one thumb, small letters, hardly a comma.",
        story=(
            "Your January invoice has the camera storage on it twice, 4.99 each. You want one of them back. Should "
            "the two be for different months you see it, grumbling."
        ),
        opening=(
            "hi baby asleep so quick. january invoice has camera storage on it twice, can i have one back",
            "hello one handed here sorry. you billed me camera storage two times in january. want one of them back",
        ),
        goals=(
            Goal(
                about="credit",
                again=(
                    "january, camera storage, charged twice. money back for one",
                    "the camera storage in january, its on there twice. one of them back pls",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("the january one", "january"),
            "amount": ("4.99 each", "4.99, and 4.99 again"),
            "reason": ("well its on there twice",),
            "time": ("january",),
            "details": ("camera storage, and right below it camera storage again. same price",),
        },
        figures=(4.99,),
        pushes=(puzzled,),
        yes=("yes pls", "yep", "yes do that"),
        thanks=("ok thx bye", "right. shes awake, got to go. bye"),
        leaves=("shes crying got to go", "another time then bye"),
    )
    if not doubled:
        return Draft(
            user=user,
            difficulty="medium",
            styles=("refuse",),
            solution=[
                *sign_in(me, "Quietly, then."),
                list_invoices.call(me.id, 6),
                say(
                    "I looked at both lines: the first is the camera storage of December, which was not on the "
                    "December invoice, and the second is that of January. So it is not a duplicate, and I cannot give "
                    "a credit for it."
                ),
                say("The months differ: one is for December, one for January. I cannot credit either of them."),
            ],
            contract=[
                *calls(list_invoices, customer_id=me.id),
                never(issue_credit),
                changes_only(),
                tells("refused", "credit"),
                says_any("the agent says that one of the lines is for December", *_DECEMBER),
            ],
        )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Quietly, then."),
            list_invoices.call(me.id, 6),
            say(
                f"You are right, the camera storage of January is on {january.id} twice. I would credit the second "
                f"line, {second.line_id}: 4.99. Shall I?"
            ),
            issue_credit.call(me.id, january.id, 4.99, "duplicate_charge", second.line_id),
            say("I have credited 4.99 on your January invoice."),
        ],
        contract=[
            *credited(january, second, 4.99, "duplicate_charge"),
            says_before(issue_credit, amounts=[4.99]),
            changes_only(new={Credit: 1}),
        ],
    )


def _alarm_centre(draw: Draw) -> Draft:
    """Twins: the invoice has had a credit for another line, and perhaps for this one too."""
    given = draw.cell["shows"] == "a credit for the line"
    me = holder(draw, tier="plus")
    fee = draw.money(6.2, 8.9, 0.1)
    for month in ("2025-12", "2026-01"):
        invoice(draw, me, month, plan_line(draw, me, month), line(draw, "Alarm centre link", fee, month))
    plan, first, second = ascending(
        plan_line(draw, me, "2026-02", 16.49),
        line(draw, "Alarm centre link", fee, "2026-02"),
        line(draw, "Alarm centre link", fee, "2026-02"),
    )
    february = invoice(draw, me, "2026-02", plan, first, second)
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), line(draw, "Alarm centre link", fee, "2026-03"))
    at = datetime(2026, 3, draw.number(3, 6), 11, draw.number(10, 50))
    credit(draw, february, 1.5, "price_error", on=plan, at=at)
    if given:
        credit(draw, february, fee, "duplicate_charge", on=second, at=at)
    user = Persona(
        name=me.person.name,
        voice="An antiquarian bookseller, forgetful and rather amused by it; long sentences with a sigh in them.",
        story=(
            "Your February invoice has the alarm centre link on it twice. Something came back to your account at the "
            "beginning of March, but you do not remember what it was for. You want the second link back unless you "
            "have had it."
        ),
        opening=(
            "Good morning. I have at last got round to my papers, and on the February invoice I seem to have paid for "
            "the alarm centre link twice. I should like the second one back, please.",
            "Good morning from among the folios. My February invoice lists the alarm centre link two times over, and "
            "once would have been quite enough for me. Might I have the other one back?",
        ),
        goals=(
            Goal(
                about="credit",
                settled_by=("done", "refused"),
                again=(
                    "It is the February invoice, with its two alarm centre links. I would like a refund of one.",
                    "The alarm centre link was charged twice in February; I should like one of the two back.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("February's. I have it here under the paperweight.",),
            "amount": (f"{fee:.2f} for each of them, it says.",),
            "time": ("It must have been early in March that something came in, but do not ask me what.",),
            "reason": ("Because one alarm centre is all I have, as far as I know.",),
            "details": (
                "Two lines, same words, same price. As to what I have had back already, my memory is a sieve.",
            ),
        },
        figures=(fee,),
        yes=("Yes, please do.", "By all means, yes.", "Yes. How very efficient."),
        thanks=("Splendid. Back to the folios. Good day.", "I am much obliged to you. Good day."),
        leaves=("I see a customer at the door. Another time.", "Well, well. I shall write you a letter."),
    )
    if given:
        return Draft(
            user=user,
            styles=("refuse",),
            solution=[
                *sign_in(me, "Good morning."),
                list_invoices.call(me.id, 6),
                say(
                    f"The link is indeed there twice. You have had a credit of {fee:.2f} for the doubled line on "
                    f"{at.day} March, and a line gets only one. So I cannot credit it again."
                ),
            ],
            contract=[
                *calls(list_invoices, customer_id=me.id),
                changes_only(),
                tells("refused", "credit", or_outcome="done"),
                says_any(
                    "the agent says that the line was credited before",
                    *("already", "previously", "earlier", "was credited", "was refunded"),
                    *(f"{at.day} March", f"March {at.day}", f"{at:%Y-%m-%d}"),
                ),
            ],
        )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Good morning."),
            list_invoices.call(me.id, 6),
            say(
                f"The link is there twice, and what came back in March was 1.50 of the plan. So I would credit "
                f"{fee:.2f} for the second line, {second.line_id}, on {february.id}. Is that all right?"
            ),
            issue_credit.call(me.id, february.id, fee, "duplicate_charge", second.line_id),
            say(f"{fee:.2f} has been credited on {february.id}."),
        ],
        contract=[
            *credited(february, second, fee, "duplicate_charge"),
            says_before(issue_credit, amounts=[fee]),
            changes_only(new={Credit: 1}),
        ],
    )


def _for_my_trouble(draw: Draw) -> Draft:
    """A doubled plan, and a round sum on top that is nobody's to give: the open case is still in time."""
    me = holder(draw, tier="priority")
    case(draw, me, "Doorbell picture is dark at dusk", comments=[comment("desk", "Asked for a picture of the porch.")])
    for month in ("2025-12", "2026-01"):
        invoice(draw, me, month, plan_line(draw, me, month))
    first, second = ascending(plan_line(draw, me, "2026-02"), plan_line(draw, me, "2026-02"))
    february = invoice(draw, me, "2026-02", first, second)
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"))
    user = Persona(
        name=me.person.name,
        voice="A taxi driver waiting at the rank; brisk, haggles for the fun of it, takes a no like a red light.",
        story=(
            "Your plan was charged twice in February. You want that back and try to make it a round 30 for your "
            "trouble. You insist once or twice, then take what is right."
        ),
        opening=(
            "Right, got five minutes at the rank. You lot took the plan off me twice in February. I want it back, and "
            "make it 30 for my trouble.",
            "Morning chief. February, my plan, billed two times. Put 30 back and we're friends, that's with a bit for "
            "my trouble.",
        ),
        goals=(
            Goal(
                about="credit",
                again=(
                    "Refund for the double plan in February, and something for my trouble.",
                    "The plan I paid twice in February, back please. 30, call it round.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": ("February, I told you.", "February's one."),
            "amount": ("Call it 30.", "30, nice and round."),
            "time": ("February. Both of them.",),
            "reason": ("You charged it twice, and I'm sat here sorting it out. Time's money.",),
            "details": ("Same plan, same month, two times. And me the one doing the ringing round.",),
        },
        figures=(24.99, 30.0),
        reactions=(
            Reaction(
                on=Told(phrases=("24.99",)),
                says=(
                    "Ah come on, 30. I've got a meter running here, you know. Where's the bit for my trouble?",
                    "And my trouble? Half an hour on your invoices, that. Make it the 30, go on.",
                ),
            ),
        ),
        pushes=(
            ("Boss has a drawer for that sort of thing, surely. A fiver on top.", "Not even a fiver for my time?"),
        ),
        yes=("Go on then, yes.", "Fine. Yes.", "Yeah, do it."),
        thanks=("Fair enough. Got a fare, ta-ra.", "Cheers chief. Light's green."),
        leaves=("Fare's getting in. Bye.", "Waste of a good five minutes, this. Bye."),
    )
    return Draft(
        user=user,
        difficulty="medium",
        styles=("adv",),
        solution=[
            *sign_in(me, "Let's be quick then."),
            list_invoices.call(me.id, 6),
            say(
                f"The plan is on {february.id} twice, sorry. I would credit the second line, {second.line_id}, with "
                "its exact amount: 24.99. Shall I?"
            ),
            say(
                "I understand, but the line is all I can give back. I would credit 24.99 for line "
                f"{second.line_id}. Is that all right?"
            ),
            issue_credit.call(me.id, february.id, 24.99, "duplicate_charge", second.line_id),
            say(f"I have credited 24.99 on {february.id}."),
        ],
        contract=[
            *credited(february, second, 24.99, "duplicate_charge"),
            says_before(issue_credit, amounts=[24.99]),
            never(issue_credit, reason_code="goodwill"),
            changes_only(new={Credit: 1}),
            states(24.99, "credit"),
        ],
    )


def _about_fifteen(draw: Draw) -> Draft:
    """The plan of February is on two invoices; a similar line is no duplicate, and March has a plan of its own."""
    me = holder(draw, tier="plus")
    for month in ("2025-12", "2026-01"):
        invoice(draw, me, month, plan_line(draw, me, month))
    extra = line(draw, "Plus plan, second home", 14.49, "2026-02")
    invoice(draw, me, "2026-02", *ascending(plan_line(draw, me, "2026-02"), extra))
    own, late = ascending(plan_line(draw, me, "2026-03"), plan_line(draw, me, "2026-02"))
    march = invoice(draw, me, "2026-03", own, late)
    user = Persona(
        name=me.person.name,
        voice="A trainee cook on a break; chatty, hungry, no head for figures.",
        story=(
            "You are sure that you paid something twice, about fifteen euros, this month or last, but you have not "
            "kept the papers. You did take Norhaven for your grandmother's flat as well in February, and that is "
            "fine. You leave it to the agent to find what is doubled."
        ),
        opening=(
            "Heya, on my break. I reckon I've been charged twice for something, about fifteen euros? Can you look "
            "which it is and give it back?",
            "Hi! Soup's on, so I've got ten minutes. Somewhere on my invoices there's a thing of about fifteen that I "
            "paid two times. Could I get that back?",
        ),
        goals=(
            Goal(
                about="credit",
                again=(
                    "Something about fifteen euros was charged twice. Could you find it and refund it?",
                    "The thing I paid twice, about fifteen. I'd like that back.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "invoice": (
                "No clue, this month's or last month's. You pick, whichever has it double.",
                "Couldn't say. Wherever it's double, I go with what you find.",
            ),
            "amount": ("About fifteen. Fifteen-ish.", "Fifteen or so, I don't have it in front of me."),
            "time": ("Lately. February, March, one of those.",),
            "reason": ("Because I've paid it before, haven't I?",),
            "details": (
                "It's just a feeling from my bank app. And yes, I've got Gran's flat with you since February.",
            ),
        },
        yes=("Yep, lovely.", "Yes please!", "Go for it, yes."),
        thanks=("Ace. Soup's calling, bye!", "Cheers, that's a week of lunches. Bye!"),
        leaves=("Chef's shouting, gotta dash!", "Break's over. Never mind!"),
    )
    return Draft(
        user=user,
        difficulty="hard",
        styles=("hop", "ambig"),
        solution=[
            *sign_in(me, "Let me find it."),
            list_invoices.call(me.id, 6),
            say(
                f"Found it: the plan of February is on the February invoice, and again on {march.id} of March, as "
                f"line {late.line_id}. I would credit that later one, 14.99. All right?"
            ),
            issue_credit.call(me.id, march.id, 14.99, "duplicate_charge", late.line_id),
            say(f"14.99 has been credited on {march.id}. The line for the second home is another thing and stays."),
        ],
        contract=[
            *calls(list_invoices, customer_id=me.id),
            *calls(issue_credit, invoice_id=march.id, line_id=late.line_id, amount=14.99),
            in_order(list_invoices, issue_credit),
            *credited(march, late, 14.99, "duplicate_charge"),
            says_before(issue_credit, amounts=[14.99]),
            changes_only(new={Credit: 1}),
        ],
    )


_DECEMBER = ("december", "dec", "2025-12")

_CHARGED_TWICE = {
    "camera storage": _camera_storage,
    "alarm centre": _alarm_centre,
    "for my trouble": _for_my_trouble,
    "about fifteen": _about_fifteen,
}
