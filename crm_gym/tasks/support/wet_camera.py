"""A camera with fog behind the glass, or with a picture that freezes."""

from datetime import datetime

from crm_gym.contract import Check
from crm_gym.domains.support import (
    classify_issue,
    create_case,
    escalate_case,
    get_service_status,
    list_cases,
    search_articles,
)
from crm_gym.domains.support.records import Case, Device, Escalation
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_for,
    calls,
    changes_just,
    changes_only,
    count,
    in_order,
    made,
    mentions,
    never_passes,
    never_says,
    passes,
    say,
    says_any,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, holder, identity, sign_in
from crm_gym.tasks.support.steps_given import if_not
from crm_gym.types import Call, Say

_DRYING = ("room temperature", "the seal", "roof edge", "edge of a roof", "edge of the roof")
_SPECIALISTS = (
    "technical team",
    "technical colleagues",
    "specialist",
    "specialists",
    "engineer",
    "engineers",
    "technician",
    "technicians",
    "expert",
    "experts",
)
_SIGNAL = ("channel 1", "1, 6 or 11", "channels 1", "720p", "two bars")


@scenario(
    "support",
    labels=["knowledge_resolution"],
    difficulty="easy",
    styles=["hop"],
    cells=[
        {"picture": "fogged", "model": "outdoor"},
        {"picture": "fogged", "model": "indoor"},
        {"picture": "freezes", "model": "outdoor"},
    ],
    boundary="model",
)
def wet_camera(draw: Draw) -> Draft:
    """A camera fogs up or freezes; whether an article fits depends on the product, and which camera on the customer."""
    return _fogged(draw) if draw.cell["picture"] == "fogged" else _freezes(draw)


def _fogged(draw: Draw) -> Draft:
    """Twins: the page on fog is for the outdoor camera; if it is the indoor one, a specialist has to look at it."""
    outdoor = draw.cell["model"] == "outdoor"
    me = holder(draw, region="west")
    camera = device(draw, me, "CM-2" if outdoor else "CM-1", "tortoise house")
    device(draw, me, "LS-1", "paddling pool")
    asked = datetime(2026, 3, 12, 11, draw.number(10, 50))
    case(
        draw, me, "Bracket for a round post?", "product", device=camera, priority="low", status="waiting", opened=asked
    )
    case(draw, me, "Leak sensor not found", status="closed", resolution="solved")
    user = Persona(
        name=me.person.name,
        voice="Keeps giant tortoises and has taken on their pace: serene, roundabout, nothing has to be quick.",
        story=(
            "The camera in your tortoise house does not work properly: fog behind the glass, everything milky. You "
            "want to know what to do, or else that somebody looks at it. You do not know which model it is."
        ),
        opening=(
            "Good day. In your own time: the camera in my tortoise house isn't working properly. It has gone foggy "
            "behind its glass, and I can only just tell which end of old Methuselah is the front. What does one do?",
            "Hello, no hurry at all, but the camera that watches my tortoises is not working as it should: damp "
            "inside, and everything foggy. They do not mind. I do, a little. Any advice?",
        ),
        goals=(
            Goal(
                about="escalation",
                also=("handover",),
                settled_by=("done", "pending"),
                told=_DRYING if outdoor else (),
                again=(
                    "The camera in the tortoise house isn't working properly, it's all fog inside. What now?",
                    "My tortoise camera: wet behind the glass, and not working properly.",
                ),
            ),
            *((if_not("And should it stay foggy?", "And if that does not dry it?"),) if outdoor else ()),
        ),
        facts={
            **identity(me),
            "device": ("The one in the tortoise house. I have no other camera.", "The tortoise house, please."),
            "time": ("For a week or so. One loses count here.",),
            "details": (
                "There are little drops on the inside, like dew. It does show a picture, only a milky one.",
                "It hangs above the hay. A present from my sister, I couldn't tell you the kind.",
            ),
            "case": ("I only wrote about a bracket, that is another matter.",),
        },
        pushes=(("And what about my foggy camera?", "Is there nobody, then, who could look at it?"),),
        thanks=("Splendid. I shall tell the tortoises, in time. Good day.", "I thank you. Slowly does it."),
        leaves=("Lettuce time. Good day.",),
    )
    start = [
        *sign_in(me, "Good day! Let us see what can be done."),
        list_cases.call(me.id),
        classify_issue.call("the camera isn't working properly, foggy behind its glass"),
        get_service_status.call(camera.product_code, "west"),
        search_articles.call("camera foggy, condensation behind the glass"),
        create_case.call(me.id, "Fog behind the glass of the camera", "technical", "medium", camera.device_id),
    ]
    return _dried(me, user, start, camera, draw.new(Case)) if outdoor else _looked_at(me, user, start, camera, draw)


def _dried(me: Holder, user: Persona, start: list[Say | Call], camera: Device, ticket: str) -> Draft:
    return Draft(
        user=user,
        solution=[
            *start,
            say(
                "Take the camera inside and leave it at room temperature for a day. Then press the seal all around "
                f"and mount it again under a roof edge. I have opened case {ticket} to keep track of it."
            ),
        ],
        contract=[
            calls(search_articles),
            passes(get_service_status, product_code="CM-2", region="west"),
            _one_case(me, camera),
            changes_only(new={Case: 1}),
            says_any("the agent tells the customer to dry the camera inside and press its seal", *_DRYING),
            tells("done", "case"),
            mentions(ticket),
        ],
    )


def _looked_at(me: Holder, user: Persona, start: list[Say | Call], camera: Device, draw: Draw) -> Draft:
    ticket = draw.new(Case)
    return Draft(
        user=user,
        solution=[
            *start,
            escalate_case.call(ticket, "technical", "no_article", "Fog inside an indoor camera; there is no article."),
            say(
                "Yours is an indoor camera, and I have no guide for fog in one. So I have opened case "
                f"{ticket} and escalated it to our technical team."
            ),
        ],
        contract=[
            calls(create_case, device_id=camera.device_id, category="technical", priority="medium"),
            calls(escalate_case, team="technical", reason_code="no_article"),
            in_order(get_service_status, search_articles, create_case),
            changes_just(
                new=[
                    made(Case, device_id=camera.device_id, priority="medium"),
                    made(Escalation, reason_code="no_article"),
                ]
            ),
            never_says("room temperature", "the seal", "roof edge", "for a day", "a roof"),
            says_any("the agent tells the customer that specialists will look at it", *_SPECIALISTS),
            tells("done", "escalation"),
            mentions(ticket),
        ],
        labels=("knowledge_resolution", "escalation_handoff"),
        difficulty="hard",
    )


def _one_case(me: Holder, camera: Device) -> Check:
    return count(
        Case,
        1,
        customer_id=me.id,
        device_id=camera.device_id,
        category="technical",
        priority="medium",
        status="new",
    )


def _freezes(draw: Draw) -> Draft:
    """Two cameras of one kind, and the other one has an open case: ask which one it is."""
    me = holder(draw, tier="plus")
    lake, hide = device(draw, me, "CM-2", "lake shore"), device(draw, me, "CM-2", "owl box")
    told = comment("customer", "Water behind the glass of the camera at the lake.")
    other = case(draw, me, "Lake camera wet inside", device=lake, status="waiting", comments=[told])
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A birdwatcher who types softly and in haste, as if the owls could hear the keys.",
            story=(
                "The picture of the camera at the owl box freezes every evening, just when the owls come. You want to "
                "know what helps. The camera at the lake shore was wet inside; that one is another matter."
            ),
            opening=(
                "Quick one before dusk: the picture from my camera freezes every single evening. What can I do?",
                "Hi, my outdoor camera freezes, the whole picture, always in the evening and at the best moment. How "
                "do I get rid of that?",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=_SIGNAL,
                    again=("My camera's picture freezes in the evenings.", "The picture freezes. What helps?"),
                ),
                if_not("And if it freezes all the same?", "And should that not help?"),
            ),
            facts={
                **identity(me),
                "device": ("The one at the owl box.", "Owl box. Not the lake one."),
                "time": ("Every evening, from six or so.",),
                "details": ("It stands still for a minute, jumps, and stands still again. By day it's fine.",),
                "case": ("There's one about the lake camera, but that's for the water in it.",),
            },
            pushes=(("And the frozen picture?", "So what do I do about the freezing?"),),
            thanks=("Great. They're stirring. Bye!", "Thanks. Shh. Bye."),
            leaves=("They're coming out, have to go. Bye.",),
        ),
        solution=[
            *sign_in(me, "Hello!"),
            list_cases.call(me.id),
            say("You have two cameras with us. Which one is it, the lake shore or the owl box?"),
            classify_issue.call("the picture from my camera freezes every evening"),
            get_service_status.call("CM-2", "central"),
            search_articles.call("camera picture freezes in the evening", product_code="CM-2"),
            create_case.call(me.id, "Picture freezes in the evening", "technical", "medium", hide.device_id),
            say(
                "In the app open Camera, Signal. Below two bars, set the router to channel 1, 6 or 11. And lower the "
                f"quality to 720p for the evening hours. I have opened case {ticket} for the camera at the owl box."
            ),
        ],
        contract=[
            asks_for("device"),
            in_order(get_service_status, search_articles, create_case),
            never_passes(other.id, lake.device_id),
            _one_case(me, hide),
            changes_only(new={Case: 1}),
            says_any("the agent tells the customer to change the router's channel or lower the quality", *_SIGNAL),
            tells("done", "case"),
            mentions(ticket),
        ],
        difficulty="medium",
        styles=("ambig",),
    )
