"""Three questions in a row: does it fit, where does it stand, and is there something for the wait."""

from datetime import date, datetime

from crm_gym.domains.support import (
    classify_issue,
    create_case,
    get_case,
    issue_credit,
    list_cases,
    list_invoices,
    search_articles,
)
from crm_gym.domains.support.records import Case, Credit
from crm_gym.persona import Goal, Persona
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
    never_says,
    protects_all,
    say,
    says_any,
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
)
from crm_gym.types import Call, Say

_NO_LOCKS = ("not work with locks", "not work with a lock", "not compatible with locks", "not go with locks")


def list_of_three(draw: Draw) -> Draft:
    """A question, the status of a late case, and goodwill on the first possible day or the day before."""
    possible = draw.cell["last credit"] == "91 days ago"
    me = holder(draw)
    hub = device(draw, me, "HB-1", "Hub behind the bar")
    sensor = device(draw, me, "LS-1", "Cellar leak sensor")
    leak = case(
        draw,
        me,
        "Leak sensor in the cellar beeps though all is dry",
        device=sensor,
        opened=datetime(2026, 3, 10, 11, 20),
        comments=[
            comment("customer", "It is dry, and it beeps all the same."),
            comment("technical", "Sorry for the wait. A new sensor is on its way and arrives on Thursday, 19 March."),
            comment("technical", "OLIVINE-6120: stock is short, the fourth such case this week.", public=False),
        ],
    )
    december = invoice(draw, me, "2025-12", plan_line(draw, me, "2025-12"))
    credit(draw, december, 5.0, "goodwill", at=datetime(2025, 12, 15 if possible else 16, 15, 10))
    for month in ("2026-01", "2026-02"):
        newest = invoice(
            draw, me, month, plan_line(draw, me, month), line(draw, "Sensor instalment", 14.50, month, "device")
        )
    invoice(draw, me, "2026-03", plan_line(draw, me, "2026-03"), status="due")
    ticket = draw.new(Case)
    asked = 20.0
    start: list[Say | Call] = [
        *sign_in(me, "Of course, one by one."),
        classify_issue.call("Would your front door lock get along with my first hub?"),
        list_cases.call(me.id),
        search_articles.call("front door lock hub compatible", product_code="HB-1"),
        create_case.call(me.id, "Question: does the first hub work with a front door lock", "product", "low"),
        say(
            "I am afraid that the first hub does not work with locks; a lock needs Hub 2. I have noted "
            f"your question as case {ticket}. What is next?"
        ),
        get_case.call(leak.id),
        say(f"Your case {leak.id} is in work: a new sensor is on its way and arrives on Thursday, 19 March."),
        list_invoices.call(me.id, 6),
    ]
    given: list[Say | Call] = [
        say(
            f"I can do that. I would give you a goodwill credit of 20.00 euros on invoice {newest.id} of February. "
            "Shall I?"
        ),
        issue_credit.call(me.id, newest.id, asked, "goodwill"),
        say(f"I have credited 20.00 euros on {newest.id}."),
    ]
    refused: list[Say | Call] = [
        say(
            "Ninety whole days must lie between two goodwill credits, and your last one was on 16 December. So I am "
            "sorry, I cannot give you a credit today, only from 17 March 2026 on."
        )
    ]
    outcome: Checks = (
        [
            calls(create_case),
            calls(issue_credit),
            in_order(list_invoices, issue_credit),
            count(Credit, 1, invoice_id=newest.id, line_id=None, amount=asked, reason_code="goodwill"),
            changes_only(leak, new={Case: 1, Credit: 1}),
            asks_before(issue_credit),
            states(asked, "credit"),
        ]
        if possible
        else [
            protects_all(Credit),
            changes_only(leak, new={Case: 1}),
            states(date(2026, 3, 17)),
            tells("refused", "credit"),
        ]
    )
    return Draft(
        user=_quizmaster(me, asked),
        solution=[*start, *(given if possible else refused)],
        contract=[
            count(
                Case,
                1,
                customer_id=me.id,
                category="product",
                priority="low",
                status="new",
                device_id=(None, hub.device_id),
            ),
            ends(leak, stays=True, status="working", priority="medium"),
            *outcome,
            says_any("the agent says that the first hub does not do, and that a lock needs Hub 2", "Hub 2", *_NO_LOCKS),
            states(date(2026, 3, 19)),
            calls(search_articles),
            never_says("OLIVINE-6120", "stock", "fourth"),
        ],
    )


def _quizmaster(me: Holder, asked: float) -> Persona:
    gesture = f"{asked:.0f} euros"
    return Persona(
        name=me.person.name,
        voice="Runs the quiz at the pub; jolly, everything comes as question one, two and three.",
        story=(
            "You have three questions. Does the front door lock go with your first hub? What has become of your "
            f"case about the leak sensor (no hurry)? And would {gesture} be possible because the answer to that case "
            "came late? A no is all right for you, with a reason."
        ),
        opening=(
            "Good morning, and welcome to my quiz! Three questions. Question one: would your front door lock get along "
            "with my first hub, the one behind the bar?",
            "Hello! Three quick ones, for a change you're the contestant. First: I fancy your front door lock. Does it "
            "go with my first hub?",
        ),
        goals=(
            Goal(
                about="fix",
                also=("case",),
                told=("Hub 2", "not work with locks"),
                settled_by=("done", "refused"),
                again=(
                    "Does your front door lock go with my first hub?",
                    "Question one again: the front door lock and my first hub, do the two get along?",
                ),
            ),
            Goal(
                about="case",
                settled_by=("done", "pending"),
                told=("19 March", "Thursday", "on its way"),
                opening=(
                    "One point to you! Number two: what has become of my case about the leak sensor in the cellar? No "
                    "hurry with it, I'd only like to know.",
                    "Correct, I suppose! Next: my case about the cellar leak sensor. Where does it stand? I'm in no "
                    "hurry, mind, just curious.",
                ),
                again=(
                    "How does my case about the cellar leak sensor stand? Just so I know.",
                    "Question two: the leak sensor in the cellar, my case. Where is it?",
                ),
            ),
            Goal(
                about="credit",
                opening=(
                    f"Lovely. And the jackpot question: you answered that much later than promised. Would a "
                    f"credit of {gesture} be possible, for the waiting?",
                    f"Good. Last round: your answer to that case came days late. A credit of {gesture} would be a "
                    "fair gesture, I find. Could you?",
                ),
                again=(
                    f"A credit of {gesture}, for the late answer. Is that possible?",
                    f"The jackpot: {gesture} as a credit because your answer was late.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "device": ("The hub behind the bar for question one, the leak sensor in the cellar for question two.",),
            "case": ("The one about the leak sensor in the cellar. I don't know its number.",),
            "amount": (f"{gesture}, if it is possible.", f"I'd thought of {gesture}."),
            "reason": ("You promised an answer within two days, and it took far longer.",),
            "details": ("Nothing more to it, three questions and I'm gone.",),
        },
        figures=(asked,),
        thanks=("Three questions, three answers, bravo! Goodbye!", "And that's the end of the show. Goodbye!"),
        leaves=("Time's up, the gong has gone. Another time!",),
    )
