"""Does it work with my hub? Asked before something is bought."""

from datetime import datetime

from crm_gym.contract import Check
from crm_gym.domains.support import (
    add_case_comment,
    classify_issue,
    close_case,
    create_case,
    list_cases,
    search_articles,
)
from crm_gym.domains.support.records import Case, Device
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_before,
    calls,
    changes_only,
    count,
    ends,
    in_order,
    mentions,
    never,
    say,
    says_any,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, holder, identity, sign_in
from crm_gym.tasks.support.steps_given import all_said
from crm_gym.types import Call, Say

# What the article says of both hubs is no answer: the customer asks again until it is about their own.
_KINDS = ("first", "original", "older", "first-generation")
_CANNOT = ("does not", "doesn't", "will not", "won't", "cannot", "can't", "is not", "isn't")
_NO = (
    *(f"{is_the} {kind}" for is_the in ("have the", "have a", "is the", "is a", "is our") for kind in _KINDS),
    *(f"your {hub} {cannot}" for hub in ("hub", "norhaven hub", "first hub") for cannot in _CANNOT),
    *(f"{cannot} work with your" for cannot in ("not", "doesn't", "won't", "can't", "cannot")),
    *(f"no, {it}" for it in ("your", "it does not", "it doesn't", "it will not", "it won't", "the two", "they")),
    *(f"{you} need a" for you in ("you", "you'd", "you would", "you'll", "you will")),
    *("that one does not", "that one doesn't", "not compatible with your", "unfortunately not", "afraid not"),
    *("hb-1", "your current hub", "the first one", "first model"),
)
_YES = (
    *(f"{is_a} hub 2" for is_a in ("have", "have a", "have the", "is a", "is the", "is our", "it's a", "norhaven")),
    *(f"your {hub} {does}" for hub in ("hub", "hub 2") for does in ("works", "will work", "is compatible", "supports")),
    *(f"{does} with your" for does in ("works", "work", "compatible", "along")),
    *(f"yes, {it}" for it in ("your", "it does", "it will", "it works", "it is", "they do", "they will", "the two")),
    *(f"{got} hub 2" for got in ("got a", "got the", "got", "own a", "using a", "use a", "using the", "use the")),
    *(
        f"{it} work{ending}"
        for it in ("the two", "they", "they'll", "the lock will", "both")
        for ending in ("", " together")
    ),
    *(
        "hb-2",
        "your hub 2",
        "shows a hub 2",
        "see a hub 2",
        "supports the front door lock",
        "supports locks",
        "supports it",
        "**hub 2**",
        "with the hub you have",
        "go together",
        "work together",
        "fit together",
        "works with it",
    ),
)
_SENSORS = (
    *(f"your {hub} {does}" for hub in ("hub", "norhaven hub", "first hub") for does in ("works", "takes", "supports")),
    *(
        f"{does} with {which}"
        for does in ("works", "work")
        for which in ("sensors", "all", "our", "your", "it", "them")
    ),
    *(f"{does} with {which}" for does in ("works", "work") for which in ("leak sensors", "the leak sensor")),
    *(f"yes, {it}" for it in ("your", "it does", "it will", "it works", "they do", "they will", "they work", "the")),
    *(
        f"{does} {what}"
        for does in ("supports", "support")
        for what in ("all", "our", "your", "them", "leak", "the leak", "sensors")
    ),
    *(
        "what you have",
        "the one you have",
        "the one you've got",
        "compatible with",
        "along with",
        "works fine",
        "work fine",
        "are compatible",
        "work together",
        "go together",
    ),
    *("are supported", "is supported", "handles", "can use", "fit together", "fits", "works well", "work well"),
)


@scenario(
    "support",
    labels=["knowledge_resolution"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"wish": "a lock", "hub": "first"},
        {"wish": "a lock", "hub": "second"},
        {"wish": "leak sensors", "hub": "first"},
    ],
    boundary="hub",
)
def which_hub(draw: Draw) -> Draft:
    """Whether something works with the hub; which hub it is stands in the account alone."""
    return _a_lock(draw) if draw.cell["wish"] == "a lock" else _leak_sensors(draw)


def _a_lock(draw: Draw) -> Draft:
    """Twins: with the first hub the wish for a lock is over and its case is withdrawn, with the second it stays."""
    first = draw.cell["hub"] == "first"
    me = holder(draw, tier="plus")
    hub = device(draw, me, "HB-1" if first else "HB-2", "box in the airing cupboard")
    device(draw, me, "DS-1", "garden door")
    told = comment("customer", "We are thinking of a Front Door Lock. Would that go with what we have?")
    asked = datetime(2026, 3, 13, 17, draw.number(10, 50))
    before = case(
        draw, me, "Front Door Lock for us?", "product", device=hub, priority="low", opened=asked, comments=[told]
    )
    case(draw, me, "How to name more people", "account", priority="low", status="closed", resolution="solved")
    gives_up = Goal(
        about="closing",
        opening=(
            "Ah well. Another hub is out of the question, so we don't want the lock any more. Please close our case "
            "about it.",
            "What a pity. Then no lock for us, we keep the key. You can close the case that we have about it.",
        ),
        again=(f"We don't want the lock any more, please close {before.id}.", "Our case about the lock can be closed."),
    )
    user = Persona(
        name=me.person.name,
        voice="Speaks for two, with a spouse calling in from the next room; gentle, amused bickering.",
        story=(
            "You would like to buy a front door lock, asked about it on Friday, and want to know whether it works with "
            "your hub, whose kind you do not know. If it does, your case should stay open until the lock is on the "
            "door. If it does not, you give up the lock, buy no other hub, and want the case closed."
        ),
        opening=(
            "Hello, we asked you on Friday about your front door lock, and now himself wants to order one tonight. "
            "Does it work with our hub? We've no idea which hub that is. Our case can wait until it's on the door.",
            "Good morning from the two of us! Before we buy one of your front door locks: will it get along with the "
            "hub in our airing cupboard? We wrote on Friday, too, and shall keep you posted there.",
        ),
        goals=(
            Goal(
                about="fix",
                told=_NO if first else _YES,
                again=(
                    "Does your front door lock work with our hub?",
                    "The front door lock and our hub: do the two go together?",
                ),
            ),
            *([gives_up] if first else [all_said("And that is all there is to it?", "So that settles it between us?")]),
        ),
        facts={
            **identity(me),
            "device": ("The hub, it lives in the airing cupboard.", "A white box with a light. It's the only one."),
            "case": (f"That would be {before.id}, it says in your mail.",),
            "details": ("It's a white box, we never looked what it says below. We'd rather not crawl in there.",),
            "reason": ("We keep losing the key, both of us. Each says it is the other.",),
        },
        pushes=(("So does it, or does it not?", "Sorry, is that a yes or a no for our hub?"),),
        thanks=("Thank you, also from the next room. Bye!", "That's us done, then. Bye from both!"),
        leaves=("We'll go and look for the key instead. Bye!",),
    )
    return _withdrawn(me, user, before) if first else _kept(me, user, before)


def _looked_up(me: Holder) -> list[Say | Call]:
    return [
        *sign_in(me, "Good morning to you both."),
        list_cases.call(me.id),
        classify_issue.call("does the front door lock work with our hub"),
        search_articles.call("which hub works with front door lock"),
    ]


def _withdrawn(me: Holder, user: Persona, before: Case) -> Draft:
    return Draft(
        user=user,
        solution=[
            *_looked_up(me),
            add_case_comment.call(
                before.id, "They have the first hub; told them that it does not work with locks.", True
            ),
            say(
                "You have the first Norhaven Hub, and that one does not work with locks. Only the Hub 2 would. I have "
                f"noted it in your case {before.id}."
            ),
            say(f'I would close case {before.id}, "{before.subject}", as withdrawn. Is that right?'),
            close_case.call(before.id, "withdrawn"),
            say(f"I have closed case {before.id} as withdrawn."),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=before.id),
            calls(close_case, case_id=before.id, resolution_code="withdrawn"),
            in_order(search_articles, add_case_comment),
            asks_before(close_case),
            ends(before, status="closed", priority="low"),
            changes_only(before),
            says_any("the agent tells the customer that their hub does not work with the lock", *_NO),
            tells("done", "closing"),
        ],
        labels=("knowledge_resolution", "case_triage"),
        difficulty="hard",
        styles=("hop",),
    )


def _kept(me: Holder, user: Persona, before: Case) -> Draft:
    return Draft(
        user=user,
        solution=[
            *_looked_up(me),
            add_case_comment.call(before.id, "They have a Hub 2; told that the lock works with it.", True),
            say(
                "You have a Hub 2, and it works with every Norhaven device, the Front Door Lock too. I have "
                f"noted that in your case {before.id}, which waits for you."
            ),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=before.id),
            never(close_case),
            ends(before, stays=True, status="working", priority="low"),
            changes_only(before),
            says_any("the agent tells the customer that their hub works with the lock", *_YES),
            tells("done", "case"),
            mentions(before.id),
        ],
        difficulty="medium",
        styles=("hop",),
    )


def _leak_sensors(draw: Draw) -> Draft:
    """The hub has an open case already, but about a fault: a question gets one of its own."""
    me = holder(draw)
    hub = device(draw, me, "HB-1", "hub by the counter")
    device(draw, me, "PL-1", "sign in the window")
    case(draw, me, "Hub drops out at night", device=hub, status="waiting")
    ticket = draw.new(Case)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Runs a launderette; unhurried and philosophical, mostly about socks.",
            story=(
                "You run a launderette and think of buying two leak sensors for behind the machines. You want to know "
                "whether the hub that you have works with them."
            ),
            opening=(
                "Good day from among the drums. I am thinking of two leak sensors for behind my machines, and wonder "
                "whether the hub that I have works with them.",
                "Hello, a question before I buy two of your leak sensors. Does my hub get along with them? Odd socks "
                "I have enough of, odd gadgets I do not need.",
            ),
            goals=(
                Goal(
                    about="fix",
                    told=_SENSORS,
                    again=(
                        "My hub and your leak sensors: do they work together?",
                        "I want to know whether the leak sensors work with my hub.",
                    ),
                ),
                all_said("And that is the whole of it?", "Then that is all one has to know?"),
            ),
            facts={
                **identity(me),
                "device": ("The hub by the counter, the only one in the shop.",),
                "details": ("A white thing that I took over with the shop. It does its work, as far as I can tell.",),
                "reason": ("Forty years of hoses. Sooner or later one of them goes, as we all do.",),
            },
            pushes=(("So do the two get along or not?", "A plain yes or no would do me."),),
            thanks=("Much obliged. May your socks stay in pairs.", "Then I shall get two. Good day."),
            leaves=("The spin cycle calls. Good day.",),
        ),
        solution=[
            *sign_in(me, "Good day!"),
            list_cases.call(me.id),
            classify_issue.call("does my hub work with leak sensors"),
            search_articles.call("hub works with leak sensors"),
            create_case.call(me.id, "Leak sensors with the first hub?", "product", "low", hub.device_id),
            say(
                "Your hub is the first Norhaven Hub, and it works with sensors, the leak sensor as well. I have "
                f"opened case {ticket} to keep track of your question."
            ),
        ],
        contract=[
            calls(search_articles),
            _question_about(me, hub),
            changes_only(new={Case: 1}),
            says_any("the agent tells the customer that their hub works with leak sensors", *_SENSORS),
            tells("done", "case"),
            mentions(ticket),
        ],
    )


def _question_about(me: Holder, hub: Device) -> Check:
    return count(Case, 1, customer_id=me.id, device_id=hub.device_id, category="product", priority="low", status="new")
