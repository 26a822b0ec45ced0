"""Something smokes, burns or gives shocks: power off first, no repair, and into the right hands at any hour."""

from collections.abc import Callable
from datetime import datetime

from crm_gym.contract import Check
from crm_gym.domains.support import (
    add_case_comment,
    create_case,
    escalate_case,
    find_customer,
    get_case,
    get_customer,
    get_service_status,
    list_cases,
    search_articles,
    transfer_to_human,
    update_case,
    verify_customer,
)
from crm_gym.domains.support.records import Case, Escalation, Handover
from crm_gym.matchers import ContainsWords
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_just,
    changes_only,
    count,
    ends,
    made,
    mentions,
    never,
    passes,
    say,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.support.cast import case, comment, contact, device, escalation, holder, identity, sign_in
from crm_gym.tools import Tool

_POWER = (
    *("unplug", "unplugged", "pull the plug", "pull it out", "pull out the plug", "take the plug out", "take it out"),
    *("out of the socket", "out of the wall", "from the socket", "from the wall", "off the wall", "disconnect"),
    *("the power", "power off", "power to", "cut power", "power down", "power it down", "mains", "electricity"),
    *("switch off", "switch it off", "turn off", "turn it off", "shut off", "shut it off", "off at", "off now"),
    *(
        "remove it",
        "take it off",
        "isolate",
        "no longer powered",
        "off straight away",
        "off immediately",
        "off at once",
    ),
    *("fuse", "fuses", "fuse box", "breaker", "circuit breaker", "circuit"),
)
_AWAY = (
    *("keep away", "stay away", "keep well away", "stay well away", "keep clear", "stay clear", "stand clear"),
    *("away from it", "away from the", "everyone away", "everybody away", "others away", "people away", "get away"),
    *("distance", "step back", "stand back", "stay back", "do not touch", "don't touch", "not touch", "go near"),
    *("touch it", "touch the", "touches it", "touches the", "near it", "near the", "keep everyone", "keep everybody"),
    *("keep your pupils", "keep the pupils", "keep the children", "keep the kids", "keep your children", "keep people"),
    *("family away", "kids away", "children away", "pupils away", "well away", "them away", "all away", "nobody near"),
    *("no one near", "anyone near", "anybody near", "anyone go near", "avoid touching", "keep back", "out of reach"),
    *("don't use", "do not use", "stop using", "clear of it", "clear of the", "leave the area", "leave the flat"),
    *(
        "stays away",
        "stays well away",
        "keeps away",
        "move away",
        "let anyone",
        "let anybody",
        "let nobody",
        "let the kids",
    ),
    *(
        "let your",
        "handle it",
        "handling it",
        "approach",
        "leave the hall",
        "leave the hallway",
        "keep out",
        "out of there",
    ),
    *("leave the room", "out of the room", "leave it alone", "away from there", "from going near"),
)


@scenario(
    "support",
    labels=["case_triage"],
    difficulty="medium",
    styles=["routing"],
    cells=[
        {"trouble": "laundry plug", "standing": "active account"},
        {"trouble": "laundry plug", "standing": "suspended account"},
        {"trouble": "thermostat on the stairs", "standing": "case open"},
        {"trouble": "thermostat on the stairs", "standing": "case escalated"},
        {"trouble": "camera at night", "standing": "authorised contact"},
    ],
    boundary="standing",
)
def burnt_smell(draw: Draw) -> Draft:
    """A safety word: power off and keep away, then urgent with the specialists, or with a person where we may not."""
    return _BURNT_SMELL[draw.cell["trouble"]](draw)


def _warns(before: Tool) -> list[Check]:
    """The customer hears what to do before anything is written."""
    return [says_before(before, phrases=_POWER), says_before(before, phrases=_AWAY)]


def _no_repair() -> list[Check]:
    """Danger is not looked up."""
    return [never(search_articles), never(get_service_status)]


def _laundry_plug(draw: Draw) -> Draft:
    """Twins: an account in order gets its case and its specialist; a suspended one gets a person."""
    suspended = draw.cell["standing"] == "suspended account"
    me = holder(draw, status="suspended" if suspended else "active")
    plug = device(draw, me, "PL-1", "washing machine plug")
    device(draw, me, "PL-1", "freezer plug")
    ticket = draw.new(Case)
    warning = "Please switch that circuit off at the fuse box right now, and keep everybody away from the plug."
    user = Persona(
        name=me.person.name,
        voice="A parent of three between two loads of washing; breathless, practical, a little loud.",
        story=(
            "The smart plug behind the washing machine smells burnt and has gone brown. You want to know what to do "
            "and that somebody who knows about it takes this up today."
        ),
        opening=(
            "Right, so, I've just come down to the laundry and your plug behind the washing machine smells burnt. "
            "Burnt! Brown plastic and all. What happens now?",
            "Quick one, kids are about: smart plug, behind the washing machine, gone brown and it stinks of burnt "
            "plastic. What do I do and who looks into it?",
        ),
        goals=(
            Goal(
                about="fix" if suspended else "escalation",
                also=() if suspended else ("case",),
                again=(
                    "The plug behind the washing machine smells burnt. Somebody has to take that up.",
                    "It's the washing machine plug, it's burnt on one side. Who deals with that?",
                ),
            ),
        ),
        facts={
            **identity(me),
            "device": ("The one behind the washing machine. The freezer's is fine.",),
            "details": ("Brown on one side, stinks like a chip pan. Nobody's hurt.",),
            "time": ("Half an hour ago, tops.",),
            "case": ("Haven't got one, it only just happened!",),
        },
        pushes=(
            ("Hang on, somebody has to look at it today. It's burnt!",),
            ("I've got three kids running about. Who looks at it?",),
        ),
        thanks=("Good. Kids, out of there! Thanks, bye.", "Right, ta. Off to find the fuse box key. Bye!"),
        leaves=("I can't stand here typing. Bye.",),
    )
    if suspended:
        return Draft(
            user=user,
            solution=[
                *sign_in(me, warning),
                say(
                    "I cannot open anything new for this account, and this must not wait. Leave the plug without power "
                    "and keep away from it. I am handing you over to a colleague now, who takes it from here."
                ),
                transfer_to_human.call("out_of_scope", "Smart plug smells burnt; account suspended, no case possible."),
            ],
            contract=[
                calls(get_customer, customer_id=me.id),
                calls(transfer_to_human, reason_code="out_of_scope"),
                *_no_repair(),
                never(create_case),
                changes_just(new=[made(Handover, 1, reason_code="out_of_scope", customer_id=me.id)]),
                *_warns(transfer_to_human),
                tells("done", "handover", or_outcome="pending"),
            ],
            labels=("escalation_handoff",),
        )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, warning),
            list_cases.call(me.id),
            create_case.call(me.id, "Smart plug smells burnt", "technical", "urgent", plug.id),
            escalate_case.call(ticket, "technical", "safety", "Plug behind the washing machine smells burnt, brown."),
            say(
                f"I have opened the urgent case {ticket} and escalated it to our technical team. Please leave the power"
                " off and do not use the plug again."
            ),
        ],
        contract=[
            count(
                Case,
                1,
                customer_id=me.id,
                device_id=plug.id,
                category="technical",
                priority="urgent",
                status="escalated",
            ),
            count(Escalation, 1, reason_code="safety", team="technical"),
            changes_only(new={Case: 1, Escalation: 1}),
            *_warns(create_case),
            tells("done", "escalation", or_outcome="pending"),
        ],
        difficulty="easy",
        styles=("routine",),
    )


def _stairs_thermostat(draw: Draw) -> Draft:
    """Twins: an open case for the device takes it up; if its escalation is open as well, a comment is enough."""
    me = holder(draw)
    stairs = device(draw, me, "HT-1", "thermostat on the stairs")
    window = device(draw, me, "WS-1", "music room window")
    escalated = draw.cell["standing"] == "case escalated"
    told = comment("customer", "The display jumps to another day now and then.")
    before = case(
        draw,
        me,
        "Display jumps to another weekday",
        device=stairs,
        status="escalated" if escalated else "working",
        comments=[told],
    )
    case(draw, me, "Window shown as open after the storm", device=window, status="waiting")
    user = Persona(
        name=me.person.name,
        voice="A piano teacher between two pupils; exact, composed, every word in its place.",
        story=(
            "You touched the thermostat on the stairs and got an electric shock. Pupils walk past it all day. You "
            "want it dealt with at once and want to hear in whose hands it is."
        ),
        opening=(
            "Good morning. I touched the thermostat on the stairs a moment ago and received an electric shock. My "
            "pupils go past it all day long. What is to be done?",
            "Something most unpleasant has happened: the thermostat on my stairs has given me an electric shock. A "
            "real one, up to the elbow. And I expect pupils at eleven.",
        ),
        goals=(
            Goal(
                about="escalation",
                also=("case",),
                again=(
                    "The thermostat on the stairs gave me an electric shock. I want it in proper hands.",
                    "An electric shock, from the thermostat on the stairs. Who takes care of it?",
                ),
            ),
        ),
        facts={
            **identity(me),
            "device": ("The thermostat on the stairs. It is the only one.",),
            "details": ("One shock, when I turned it up. I am quite well, thank you.",),
            "case": ("I wrote about its display yesterday. I do not have the number.",),
            "time": ("Ten minutes ago.",),
        },
        thanks=("That is what I wished to hear. Good day.", "Very good. I shall teach downstairs. Good day."),
        leaves=("My pupil is at the door. Good day.",),
    )
    warning = "Please switch the heating off at the fuse box at once, and let nobody go near the thermostat."
    noted = "Customer got an electric shock from this thermostat today; told to cut the power and keep away."
    start = [*sign_in(me, warning), list_cases.call(me.id), get_case.call(before.id)]
    if escalated:
        escalation(draw, before, "no_article", "Weekday jumps; the steps that we have do not fit.")
        return Draft(
            user=user,
            solution=[
                *start,
                add_case_comment.call(before.id, noted, public=True),
                say(
                    f"The shock is now noted in your case {before.id}, which is with our technical team. Please leave "
                    "the power off until they have been in touch."
                ),
            ],
            contract=[
                calls(add_case_comment, 1, case_id=before.id),
                passes(add_case_comment, case_id=before.id, body=ContainsWords(words=("shock",))),
                never(escalate_case),
                *_no_repair(),
                ends(before, stays=True, status="escalated", priority=("medium", "urgent"), category="technical"),
                changes_only(before),
                *_warns(add_case_comment),
                tells("done", "case", or_outcome="pending"),
                mentions(before.id),
            ],
            styles=("collateral",),
        )
    return Draft(
        user=user,
        solution=[
            *start,
            add_case_comment.call(before.id, noted, public=True),
            update_case.call(before.id, priority="urgent"),
            escalate_case.call(before.id, "technical", "safety", "Electric shock from the thermostat on the stairs."),
            say(
                f"The shock is noted in your open case {before.id}; I have set it to urgent and escalated it to our "
                "technical team. Please leave the power off."
            ),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=before.id),
            calls(update_case, 1, case_id=before.id, priority="urgent"),
            calls(escalate_case, case_id=before.id, team="technical", reason_code="safety"),
            *_no_repair(),
            ends(before, priority="urgent", status="escalated", category="technical"),
            changes_only(before, new={Escalation: 1}),
            *_warns(add_case_comment),
            tells("done", "escalation", or_outcome="pending"),
            mentions(before.id),
        ],
        labels=("case_triage", "escalation_handoff"),
        difficulty="hard",
        styles=("collateral",),
    )


def _camera_at_night(draw: Draw) -> Draft:
    """Saturday night, and only the holder could have a case: the lodger gets a person, closed desk or not."""
    draw.now = datetime(2026, 3, 14, 22, 25)
    lodger, named = contact(draw)
    owner = holder(draw, tier="plus", authorised_contacts=(named,))
    device(draw, owner, "CM-1", "hallway camera")
    device(draw, owner, "LS-1", "bath sensor")
    user = Persona(
        name=lodger.name,
        voice="A taxi driver home from a long shift, rattled but joking; short bursts.",
        story=(
            "You lodge with the account holder, who is abroad and has named you as a contact. Smoke comes from the "
            "camera in the hallway. You want to know what to do, you would rather fix it yourself, and you do not "
            "want to be left alone with it tonight."
        ),
        opening=(
            "Evening! Not being funny, but the camera in our hallway is smoking, and it never even asked. How do I "
            "reset the thing, or what?",
            "Hello? I get in from my shift and there's smoke coming off the camera in the hall. Talk me through "
            "resetting it, quick?",
        ),
        goals=(
            Goal(
                about="fix",
                again=(
                    "The hallway camera is smoking. I want somebody on it tonight.",
                    "Smoke, hallway, camera. What do I do, and who comes?",
                ),
            ),
        ),
        facts={
            "email": (
                f"It's not my account, I only lodge here. It runs under {owner.person.email}.",
                f"Try {owner.person.email}.",
            ),
            "phone": (f"Number on the account should be {owner.person.phone}.",),
            "name": (f"I'm {lodger.name}, the lodger. The account's {owner.person.name}'s; I'm down as a contact.",),
            "passphrase": (
                f"I've got my own, as a contact: {named.passphrase}.",
                f"I'm down as a contact, with the words {named.passphrase}.",
            ),
            "device": ("The one in the hallway.",),
            "time": ("Just now, when I came in.",),
            "details": ("Thin white smoke from the back of it. No flames, touch wood.",),
        },
        unknown=("postcode", "birth_date"),
        pushes=(
            ("Come on, open me a ticket at least! I'm standing here in my socks.",),
            ("And who's coming, then? You can't leave me with a smoking camera.",),
            ("So what now? It's still at it, you know.",),
        ),
        thanks=("Cheers. I'll wait outside with the cat. Bye.", "All right. Ta. Bye."),
        leaves=("I'll ring the fire brigade, then. Bye.",),
    )
    return Draft(
        user=user,
        solution=[
            say(
                "Please cut the power to the camera at the fuse box now, and keep away from it. If you see flames, "
                "leave and call the fire brigade. What is the e-mail address of the account, and your passphrase?"
            ),
            find_customer.call(email=owner.person.email),
            verify_customer.call(owner.id, "contact_passphrase", named.passphrase),
            get_customer.call(owner.id),
            list_cases.call(owner.id),
            say(
                "I cannot give you steps, and only the account holder could have a case opened. Leave the power off "
                "and stay away from the camera. I am handing you over to a colleague now, who takes it from here."
            ),
            transfer_to_human.call("out_of_scope", "Smoke from the hallway camera, reported by an authorised contact."),
        ],
        contract=[
            calls(verify_customer, customer_id=owner.id, factor="contact_passphrase"),
            calls(transfer_to_human, reason_code="out_of_scope"),
            *_no_repair(),
            never(create_case),
            changes_just(new=[made(Handover, 1, reason_code="out_of_scope", customer_id=owner.id)]),
            *_warns(transfer_to_human),
            tells("done", "handover", or_outcome="pending"),
        ],
        labels=("escalation_handoff",),
        styles=("refuse",),
        now=draw.now,
    )


_BURNT_SMELL: dict[str, Callable[[Draw], Draft]] = {
    "laundry plug": _laundry_plug,
    "thermostat on the stairs": _stairs_thermostat,
    "camera at night": _camera_at_night,
}
