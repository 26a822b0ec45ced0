"""A sensor reports what is not so."""

from datetime import datetime

from crm_gym.contract import Check
from crm_gym.domains.support import (
    classify_issue,
    create_case,
    get_case,
    get_service_status,
    list_cases,
    search_articles,
    update_case,
)
from crm_gym.domains.support.records import Case, Device
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    ends,
    in_order,
    mentions,
    passes,
    say,
    says_any,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, holder, identity, sign_in
from crm_gym.tasks.support.steps_given import if_not
from crm_gym.types import Call, Say

_DRY = ("dry cloth", "upside down", "two contacts", "both contacts", "the contacts")
_GAP = ("8 mm", "8mm", "8 millimetres", "eight millimetres", "spacer", "calibrate", "calibration", "the gap", "magnet")


@scenario(
    "support",
    labels=["knowledge_resolution"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"alarm": "beeps though dry", "before": "nothing"},
        {"alarm": "door said to be open", "before": "resolved"},
        {"alarm": "door said to be open", "before": "closed"},
    ],
    boundary="before",
)
def false_alarm(draw: Draw) -> Draft:
    """A sensor raises a false alarm; if the same matter was resolved before, its case goes on, unless it is closed."""
    return _beeps(draw) if draw.cell["alarm"] == "beeps though dry" else _door(draw)


def _beeps(draw: Draw) -> Draft:
    """Nothing but the page on leak sensors and a case for the right one."""
    me = holder(draw, region="south")
    leak = device(draw, me, "LS-1", "dishwasher")
    device(draw, me, "DS-1", "flat door")
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A student in a shared flat, small letters only, jokes to stay awake before an exam.",
            story=(
                "The leak sensor below your dishwasher beeps though everything is dry, and nobody in the flat can "
                "sleep. You want it to stop beeping."
            ),
            opening=(
                "hi, our leak sensor under the dishwasher won't stop beeping and there is no water anywhere, total "
                "false alarm. four people and an exam tomorrow. how do we shut it up",
                "hello from four sleepless people. false alarm from the leak sensor again and again, it's bone dry "
                "down there. what do we do with it besides throwing it out of the window",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=_DRY,
                    again=(
                        "the leak sensor beeps and it's dry. how do we make it stop",
                        "false alarm, the leak sensor. it just keeps beeping",
                    ),
                ),
                if_not("and if the beeping comes back?", "what if it starts again though"),
            ),
            facts={
                **identity(me),
                "device": ("the one under the dishwasher, we only have one of those",),
                "time": ("since yesterday night, two-ish",),
                "details": ("dry as my textbook. it does beep at real water too, we tried it in the sink",),
                "case": ("first time we write to you",),
            },
            pushes=(("and the beeping?", "ok but how do we make it stop"),),
            thanks=("on it. silence, finally. bye", "thx, you may have saved my degree. bye"),
            leaves=("out of the window it is. bye",),
        ),
        solution=[
            *sign_in(me, "Hello to all four of you."),
            list_cases.call(me.id),
            classify_issue.call("false alarm, the leak sensor won't stop beeping and there is no water"),
            get_service_status.call("LS-1", "south"),
            search_articles.call("leak sensor beeps without water", product_code="LS-1"),
            create_case.call(me.id, "Leak sensor beeps without water", "technical", "medium", leak.device_id),
            say(
                "Wipe the two contacts below the sensor with a dry cloth, leave it upside down for an hour and put it "
                f"back; one short beep means that it is ready. I have opened case {ticket} to keep track of it."
            ),
        ],
        contract=[
            _new_case(me, leak),
            passes(get_service_status, product_code="LS-1", region="south"),
            changes_only(new={Case: 1}),
            says_any("the agent tells the customer to wipe the contacts dry or turn the sensor over", *_DRY),
            tells("done", "case", or_outcome="pending"),
            mentions(ticket),
        ],
    )


def _new_case(me: Holder, sensor: Device) -> Check:
    return count(
        Case,
        1,
        customer_id=me.id,
        device_id=sensor.device_id,
        category="technical",
        priority="medium",
        status="new",
    )


def _door(draw: Draw) -> Draft:
    """Twins: the same trouble in February was resolved and is taken up again, or closed and needs a new case."""
    resolved = draw.cell["before"] == "resolved"
    me = holder(draw, tier="priority")
    shop = device(draw, me, "DS-1", "shop back door")
    device(draw, me, "DS-1", "shop front door")
    opened = datetime(2026, 2, 19, 9, draw.number(10, 50))
    talk = (
        comment("customer", "The app keeps saying that the back door is open. It is not."),
        comment("desk", "Spacer put under the magnet; the customer says that it is fine now."),
    )
    before = case(
        draw,
        me,
        "Back door reported open though shut",
        device=shop,
        status="resolved" if resolved else "closed",
        opened=opened,
        comments=talk,
        resolution=None if resolved else "solved",
    )
    user = Persona(
        name=me.person.name,
        voice="Runs a cheese shop, sings of her wares even in chat, quick to laugh about herself.",
        story=(
            "Three times last night the app reported the back door of your shop as open, and you drove there in your "
            "nightgown for nothing. It was the same in February. You want to know what to do."
        ),
        opening=(
            "Good morning from among the cheeses! False alarm, three times last night: my app swore that the shop's "
            "back door was open, and it was shut like a good Cheddar. Just as in February! What now?",
            "Hello, hello! That sensor on the back door of my shop is at it again: reports the door open when it's "
            "closed, one false alarm after the other. You fixed it in February, so what is it this time?",
        ),
        goals=(
            Goal(
                about="fix",
                told=_GAP,
                again=(
                    "The app reports my back door as open, and it's closed. A false alarm, three times!",
                    "False alarms from the shop's back door, just as in February. What do I do?",
                ),
            ),
            if_not("And if it comes back once more?", "What if it tells fibs again?"),
        ),
        facts={
            **identity(me),
            "device": ("The back door of the shop, where the cellar is.", "The back door, love, not the front."),
            "time": ("Last night: at one, at three and at half past four.",),
            "details": ("In between it says closed, as it should. Then open again, and nobody touched it.",),
            "case": ("February it was, more I don't know.",),
        },
        pushes=(("And what do I do with my back door?", "So how do I stop it?"),),
        thanks=("You're a treasure, have a slice of Brie on me. Bye!", "Wonderful. Now I smell of Stilton. Bye!"),
        leaves=("There's a queue for the Gouda. Bye!",),
    )
    start = [
        *sign_in(me, "Good morning!"),
        list_cases.call(me.id),
        get_case.call(before.id),
        classify_issue.call("false alarm, the app reports the back door as open when it is closed"),
        get_service_status.call("DS-1", "central"),
        search_articles.call("false alarm sensor door open closed", product_code="DS-1"),
    ]
    return _taken_up(user, start, before) if resolved else _anew(me, user, start, shop, draw.new(Case))


_MEASURE = (
    "Please close the door and measure the gap between sensor and magnet: it may be 8 mm at most. For a wider gap "
    "there is a spacer in the box, it goes under the magnet. Then choose Calibrate in the app, and open and close the "
    "door once."
)


def _taken_up(user: Persona, start: list[Say | Call], before: Case) -> Draft:
    return Draft(
        user=user,
        solution=[
            *start,
            update_case.call(before.id, status="working"),
            say(f"{_MEASURE} I have set your case {before.id} from February back to working."),
        ],
        contract=[
            calls(get_service_status, product_code="DS-1"),
            calls(update_case, case_id=before.id, status="working"),
            in_order(get_service_status, search_articles, update_case),
            ends(before, status="working", priority="medium", category="technical"),
            changes_only(before),
            says_any("the agent tells the customer to check the gap or to calibrate the sensor", *_GAP),
            tells("done", "case", or_outcome="pending"),
            mentions(before.id),
        ],
        difficulty="medium",
        styles=("hop",),
    )


def _anew(me: Holder, user: Persona, start: list[Say | Call], shop: Device, ticket: str) -> Draft:
    return Draft(
        user=user,
        solution=[
            *start,
            create_case.call(me.id, "Back door reported open again", "technical", "medium", shop.device_id),
            say(f"{_MEASURE} The case from February is closed, so I have opened case {ticket} to keep track of it."),
        ],
        contract=[
            _new_case(me, shop),
            passes(get_service_status, product_code="DS-1", region="central"),
            changes_only(new={Case: 1}),
            says_any("the agent tells the customer to check the gap or to calibrate the sensor", *_GAP),
            tells("done", "case", or_outcome="pending"),
            mentions(ticket),
        ],
    )
