"""Money for days on which a device was cut off."""

from datetime import datetime

from crm_gym.contract import Check
from crm_gym.domains.support import (
    add_case_comment,
    get_case,
    get_service_status,
    issue_credit,
    list_cases,
    list_invoices,
)
from crm_gym.domains.support.records import Credit, Incident, Invoice
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
    never,
    passes,
    say,
    says_any,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import (
    Holder,
    case,
    comment,
    device,
    holder,
    identity,
    incident,
    invoice,
    line,
    plan_line,
    sign_in,
    signed_in,
)
from crm_gym.types import Call, Say


@scenario(
    "support",
    labels=["billing_adjustment"],
    difficulty="medium",
    styles=["hop"],
    cells=[
        {"dark": "in February", "region": "south"},
        {"dark": "in February", "region": "west"},
        {"dark": "over the turn of the month", "region": "central"},
        {"dark": "still", "region": "east"},
    ],
    boundary="region",
)
def dark_days(draw: Draw) -> Draft:
    """An outage is worth what its full days make, where the customer lives, and when it is over."""
    stories = {"in February": _greenhouse, "over the turn of the month": _bakery, "still": _koi}
    return stories[draw.cell["dark"]](draw)


def _greenhouse(draw: Draw) -> Draft:
    """The same February: in the south there was an outage, in the west there was none."""
    hit = draw.cell["region"] == "south"
    me = holder(draw, tier="plus", region=draw.cell["region"])
    device(draw, me, "HT-2", "orchid greenhouse")
    february = _invoices(draw, me)[1]
    worth = 1.5
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="An orchid breeder, talks of the plants as of persons, otherwise practical.",
            story=(
                "In February your thermostat in the greenhouse was cut off from the app, a whole week as you remember "
                "it; now it is fine. You have read that others got a credit for those days, and you want yours, "
                "however much it comes to. If there is none you accept it after asking a second time."
            ),
            opening=(
                "Good day. In February I could not watch over my orchids for a week, the greenhouse thermostat was cut "
                "off the whole time. It's been fine since. I gather that one gets a credit for that? I'd like mine.",
                "Hello, my orchids send their regards, they survived. But for a week in February there was no talking "
                "to the thermostat. Others had a credit for those days, I read. May I have it as well?",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "I'd like the credit for the days in February when the thermostat was cut off.",
                        "It's about a credit for February, for the days without the greenhouse thermostat.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The thermostat in the greenhouse.", "The greenhouse one, where the orchids live."),
                "amount": ("Whatever it comes to. A week, I'd have said.", "You tell me. It felt like a week."),
                "time": ("In February, around the tenth.", "It began on the tenth of February or so."),
                "details": ("Cut off, then one day it was simply there again. I did nothing to it.",),
                "invoice": ("February's, I suppose.",),
                "reason": ("Because I paid for a week that I didn't get.",),
            },
            figures=(worth, 3.5),
            pushes=(
                (
                    "My cousin has the same thermostat and got something. Surely I paid for those days, too?",
                    "Then as a kindness for loyal customers? A few euros for the orchids?",
                ),
            ),
            thanks=("All right. The orchids say goodbye, too.", "Very well. Now to the watering. Good day."),
            leaves=("The plants want their water. Good day.",),
        ),
        solution=[
            *sign_in(me, "I am glad that the orchids are well."),
            get_service_status.call("HT-2", me.account.region),
            list_invoices.call(me.id, 3),
            *(_days_paid(me, february, worth) if hit else _no_outage()),
        ],
        contract=[*_paid(february, worth), _looked(me)] if hit else _nothing_paid(me),
        difficulty="easy" if hit else "medium",
        styles=("hop",) if hit else ("refuse",),
    )


def _days_paid(me: Holder, february: Invoice, worth: float) -> list[Say | Call]:
    return [
        say(
            "The outage in your region took three full days, from 10 to 13 February. I would credit "
            f"{worth:.2f} for it on the plan line of your February invoice {february.id}. Is that all right?"
        ),
        issue_credit.call(me.id, february.id, worth, "outage", february.lines[0].line_id),
        say(f"I have credited {worth:.2f} on your February invoice {february.id}."),
    ]


def _no_outage() -> list[Say | Call]:
    return [
        say(
            "I have looked at your region for the whole of February. The service ran normally there, so I cannot give "
            "you a credit for those days."
        ),
        say("I am sorry, I cannot give you a credit: only an outage in your own region counts."),
    ]


def _looked(me: Holder) -> Check:
    """The service is looked up where the customer lives."""
    return passes(get_service_status, product_code="HT-2", region=me.account.region)


def _nothing_paid(me: Holder) -> Checks:
    return [
        calls(get_service_status, product_code="HT-2", region=me.account.region),
        signed_in(me),
        changes_only(),
        never(issue_credit),
        tells("refused", "credit"),
    ]


def _bakery(draw: Draw) -> Draft:
    """Began in February and ended in March; another outage was too short to count."""
    me = holder(draw, tier="priority")
    device(draw, me, "CM-1", "shop window camera")
    device(draw, me, "PL-1", "proving cabinet plug")
    began = datetime(2026, 2, 26, 20, draw.number(5, 55))
    ended = datetime(2026, 3, 2, 6, draw.number(5, 55))
    incident(draw, "CM-1", "central", state="resolved", started_at=began, ended_at=ended)
    _short(draw)
    march, *_ = _invoices(draw, me)
    worth = 2.5
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A baker at the end of the night; few words, all of them to the point.",
            story=(
                "Your camera and, a few days later, the plug in the bakery were cut off because of outages. You "
                "believe that it was five days in all, mostly in February, and want the credit for them on the "
                "February invoice. You accept what the agent works out, on the invoice that they name."
            ),
            opening=(
                "Baker here. Camera was down end of February because of your outage, the plug later on as well. Makes "
                "five days. Credit me the five days on the February bill, please.",
                "I want a credit for your outages. Camera, then the plug. Five days together by my count. Put it on "
                "February, that's when it was.",
            ),
            goals=(
                Goal(
                    about="credit",
                    again=(
                        "The credit for five days, camera and plug.",
                        "A credit for the days that camera and plug were down.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("Camera in the shop window. And the plug of the proving cabinet.",),
                "amount": ("Five days' worth. You do the sum.", "No idea. Five days."),
                "time": ("End of February the camera. The plug a few days after.",),
                "details": ("Both work now.", "Everything's up again. Only want the credit."),
                "invoice": ("February. Or whichever is right.",),
                "reason": ("I pay for it, it was down.",),
            },
            figures=(worth, 2.49, 3.33, 4.16, 4.17, 1.67, 0.83),
            pushes=(("Hm. And the rest of it?", "So what do I get?"),),
            yes=("Yes.", "Fine, yes.", "Do that, yes."),
            thanks=("Good. To bed now. Bye.", "Right. Night's over for me. Bye."),
            leaves=("I'm falling over. Bye.",),
        ),
        solution=[
            *sign_in(me, "Good morning."),
            get_service_status.call("CM-1", "central"),
            get_service_status.call("PL-1", "central"),
            list_invoices.call(me.id, 3),
            say(
                "Only full days count: the camera's outage took three, and it ended in March. I would credit "
                f"{worth:.2f} for it on the plan line of your March invoice {march.id}. Is that all right?"
            ),
            issue_credit.call(me.id, march.id, worth, "outage", march.lines[0].line_id),
            say(f"I have credited {worth:.2f} on {march.id}. The plug's outage was shorter than a day."),
        ],
        contract=[
            *_paid(march, worth),
            calls(get_service_status, product_code="CM-1", region="central"),
            calls(issue_credit, invoice_id=march.id, amount=worth, reason_code="outage"),
            in_order(list_invoices, issue_credit),
        ],
        difficulty="hard",
    )


def _short(draw: Draw) -> Incident:
    """An outage of less than a day."""
    began = datetime(2026, 3, 5, 9, draw.number(30, 55))
    ended = datetime(2026, 3, 6, 8, draw.number(5, 25))
    return incident(draw, "PL-1", "central", state="resolved", started_at=began, ended_at=ended)


def _koi(draw: Draw) -> Draft:
    """The outage is going on: what we know, a comment on the open case, and no credit before it is over."""
    me = holder(draw, tier="plus", region="east")
    camera = device(draw, me, "CM-2", "pond", state="offline")
    device(draw, me, "LS-1", "pump house")
    told = case(
        draw,
        me,
        "Pond camera shows nothing",
        device=camera,
        status="new",
        opened=datetime(2026, 3, 15, 18, draw.number(5, 50)),
        comments=[comment("customer", "Black picture since about five, and the heron knows it.")],
    )
    _invoices(draw, me)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Keeps koi and is at war with a heron; mock-heroic, sharp when put off.",
            story=(
                "Your camera at the pond has been black since yesterday and a heron is after your fish. You want to "
                "know when it will work again, and you want a credit for the dark days right away. You push for it "
                "and accept that it has to wait only when the agent stays firm."
            ),
            opening=(
                "My pond camera has been black since yesterday and the heron has noticed. When shall I see my fish "
                "again? And I want a credit for the time that I've stood guard myself, in wellingtons.",
                "I've spent the night by the pond because the camera there shows nothing. When is it going to work? I "
                "also want a credit for the days without it, right now. The enemy has wings!",
            ),
            goals=(
                Goal(
                    about="credit",
                    settled_by=("done", "pending"),
                    again=(
                        "And the credit for the dark days? I want it now.",
                        "What about a credit for the time without the camera?",
                    ),
                ),
                Goal(
                    about="fix",
                    settled_by=("done", "pending"),
                    told=_BACK_AT,
                    again=(
                        "When will the camera at the pond work again?",
                        "I need to know when I'll see my fish on the camera again.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "device": ("The camera at the pond.", "The pond camera, the outdoor one."),
                "amount": ("Two days so far. Work it out.", "For two days, at least."),
                "time": ("Since yesterday, about five in the afternoon.",),
                "details": ("Black picture. The lamp on it is on.", "Nothing but black, day and night."),
                "case": ("I wrote about it yesterday. No idea what number it has.",),
                "reason": ("Because I pay for a camera and stand guard instead!",),
            },
            pushes=(
                ("So I pay for nothing? Then give me something for my goodwill, ten euros, and we're quits.",),
                ("Each of those fish is worth more than your camera. Come on.",),
            ),
            thanks=("Then I'll stand guard until then. Goodbye.", "All right. Wish the fish luck. Bye."),
            leaves=("There he is! I have to go.",),
        ),
        solution=[
            *sign_in(me, "I hope that the fish are well."),
            list_cases.call(me.id),
            get_case.call(told.id),
            get_service_status.call("CM-2", "east"),
            add_case_comment.call(told.id, "Part of the incident in the east; told the customer the ETA.", public=True),
            say(
                "Outdoor cameras in your region are out at the moment. We know about it, and it should be over on "
                f"17 March at 09:00. I have added that to your case {told.id}. I cannot give you a credit now: it is "
                "for outages that are over."
            ),
            say("I am sorry, I cannot give you a credit while it lasts, goodwill or not. Please ask again afterwards."),
            say("I cannot credit anything today, I am afraid. The cameras should be back tomorrow at 09:00."),
        ],
        contract=[
            calls(get_service_status, product_code="CM-2", region="east"),
            calls(add_case_comment, 1, case_id=told.id),
            ends(told, stays=True, status="new", priority="medium", category="technical"),
            changes_only(told),
            never(issue_credit),
            tells("refused", "credit", or_outcome="pending"),
            says_any("the agent says that it should be over at 09:00 tomorrow", *_BACK_AT),
        ],
        labels=("billing_adjustment", "knowledge_resolution"),
        styles=("refuse",),
    )


_BACK_AT = (
    "09:00",
    "9:00",
    "09.00",
    "9.00",
    "9 am",
    "9am",
    "9 a.m.",
    "9 o'clock",
    "nine o'clock",
    "nine tomorrow",
    "nine in the",
)


def _invoices(draw: Draw, owner: Holder) -> list[Invoice]:
    """Paid invoices of the last three months, newest first; the first line of each is the plan."""
    months = ("2026-03", "2026-02", "2026-01")
    storage = 4.99
    return [
        invoice(draw, owner, month, plan_line(draw, owner, month), line(draw, "Video storage", storage, month))
        for month in months
    ]


def _paid(on: Invoice, worth: float) -> Checks:
    """The outage credit is there once, on the plan's line, and nothing else is."""
    plan = on.lines[0].line_id
    return [
        count(Credit, 1, invoice_id=on.id, line_id=plan, amount=worth, reason_code="outage"),
        changes_only(new={Credit: 1}),
        asks_before(issue_credit),
        says_before(issue_credit, amounts=[worth]),
        tells("done", "credit"),
    ]
