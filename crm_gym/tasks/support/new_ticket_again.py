"""The matter is logged already, and its customer wants it logged again, higher."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crm_gym.domains.support import (
    add_case_comment,
    create_case,
    get_case,
    get_customer,
    get_service_status,
    list_cases,
    search_articles,
    update_case,
)
from crm_gym.domains.support.records import Case
from crm_gym.persona import Goal, Persona, Reaction, Told, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    ends,
    in_order,
    mentions,
    never,
    say,
    says_any,
    scenario,
    step,
    tells,
)
from crm_gym.tasks.support.cast import Holder, case, comment, device, holder, identity, sign_in
from crm_gym.types import Call, Say

_NOT_URGENT = (
    *(
        "not urgent",
        "not be urgent",
        "no urgent",
        "cannot be urgent",
        "can't be urgent",
        "not possible",
        "not available",
    ),
    *(
        "cannot set",
        "can't set",
        "cannot make",
        "can't make",
        "cannot mark",
        "can't mark",
        "cannot raise",
        "can't raise",
    ),
    *("cannot give", "can't give", "cannot change", "can't change", "cannot go", "can't go", "cannot put", "can't put"),
    *("not able to", "unable to", "not entitled", "not eligible", "does not qualify", "doesn't qualify", "not covered"),
    *(
        "is the highest",
        "the highest on",
        "the highest for",
        "the highest your",
        "the highest that",
        "the highest i",
        "highest possible",
        "as high as",
        "the most that",
        "at most",
        "ends at",
        "end at",
        "only go",
        "goes up to",
        "go up to",
        "is the limit",
    ),
    *("reserved for", "only for", "standard plan", "standard tier", "plus plan", "plus tier", "on your plan"),
    *("stays at", "stays medium", "stay at", "stay medium", "remains at", "remains medium", "remain at", "keep it at"),
    *("not meet", "doesn't meet", "isn't urgent", "not qualify", "not allowed", "doesn't allow", "does not allow"),
    *("isn't possible", "isn't available", "isn't something", "not something", "can only", "won't be", "will not be"),
    *("not justify", "doesn't justify", "is no reason", "not a reason", "not grounds", "at medium", "medium priority"),
    *(
        "not on offer",
        "isn't on offer",
        "not marked",
        "isn't marked",
        "not permitted",
        "doesn't carry",
        "does not carry",
    ),
    *("doesn't apply", "does not apply", "won't mark", "will not mark", "won't make", "will not make", "won't raise"),
    *("not been raised", "hasn't been raised", "not been changed", "hasn't been changed", "unchanged", "top level"),
    *(
        "only use urgent",
        "use urgent only",
        "stays as it was",
        "left the priority",
        "medium case",
        "is medium",
        "it's medium",
    ),
    *("isn't an option", "not an option", "afraid not", "no higher", "not higher", "go higher", "as far as"),
    *("keeps its priority", "keep its priority", "priority stays", "priority remains", "leave it at", "stays as it is"),
)


HIGH = (
    *(
        "is high",
        "it's high",
        "now high",
        "high now",
        "to high",
        "as high",
        "priority high",
        "high priority",
        "at high",
    ),
    *("stays high", "stay high", "remains high", "remain high", "already high", "high already", "has high", "be high"),
    *(
        "with high",
        "marked high",
        "it high",
        "word high",
        "high is",
        "set high",
        "priority of high",
        "keeps high",
        "keep high",
    ),
)
"""How somebody says that a case has priority high; `from high to urgent` says something else."""


@scenario(
    "support",
    labels=["case_triage"],
    difficulty="medium",
    styles=["collateral"],
    cells=[
        {"thing": "bedroom thermostat", "twist": "warm, but late"},
        {"thing": "bedroom thermostat", "twist": "no heat at all"},
        {"thing": "hub in the barn", "twist": "tier priority"},
        {"thing": "hub in the barn", "twist": "tier plus"},
    ],
    boundary="twist",
)
def new_ticket_again(draw: Draw) -> Draft:
    """One open case for a device is enough: what is new goes into it, and only what has changed lifts it."""
    return _NEW_TICKET_AGAIN[draw.cell["thing"]](draw)


class _Bedroom(NamedTuple):
    """A librarian with a thermostat, and the case about it."""

    me: Holder
    before: Case


def _bedroom_thermostat(draw: Draw) -> Draft:
    """Twins: late heat leaves the case as it is, no heat at all makes it high; urgent is for neither."""
    me = holder(draw)
    bedroom = device(draw, me, "HT-2", "bedroom thermostat")
    study = device(draw, me, "HT-2", "study thermostat")
    told = comment("customer", "The bedroom gets warm about an hour later than it should in the morning.")
    before = case(draw, me, "Bedroom warms up an hour late", device=bedroom, status="new", comments=[told])
    case(draw, me, "Schedule of the study thermostat", "product", device=study, priority="low", status="closed")
    story = _Bedroom(me, before)
    return _no_heat(story) if draw.cell["twist"] == "no heat at all" else _late_heat(story)


_URGENT = Goal(
    about="case",
    settled_by=("done", "refused"),
    told=_NOT_URGENT,
    again=(
        "A new ticket for the bedroom thermostat, please, and an urgent one.",
        "I should like a second ticket about the bedroom heating. Urgent.",
    ),
)


def _librarian(
    story: _Bedroom, *, state: str, opening: Wordings, details: str, goals: Sequence[Goal], reaction: Reaction
) -> Persona:
    return Persona(
        name=story.me.person.name,
        voice="A librarian with a cold nose; icily polite, complete sentences, keeps count of letters.",
        story=(
            f"Yesterday you wrote about the thermostat in your bedroom. {state} You want a new ticket, marked urgent, "
            "because you believe that new ones are read first."
        ),
        opening=opening,
        goals=tuple(goals),
        facts={
            **identity(story.me),
            "device": ("The bedroom thermostat.", "The one in the bedroom. The study is faultless."),
            "details": (details,),
            "reason": ("Because I should like somebody to read it.",),
            "time": ("I wrote yesterday afternoon.",),
        },
        unknown=("case",),
        reactions=(reaction,),
        thanks=("I see. I shall put on a cardigan. Good day.", "Then I have it in writing. Good day to you."),
        leaves=("I shall write a letter, on paper. Good day.",),
    )


def _late_heat(story: _Bedroom) -> Draft:
    me, before = story
    user = _librarian(
        story,
        state="It still gets warm an hour late every morning.",
        opening=(
            "Good morning. I wrote to you yesterday: the heating in my bedroom comes on an hour late. It did so again "
            "today. Kindly open a new ticket for it, and mark this one urgent.",
            "My bedroom heating was an hour late once more this morning, as in yesterday's letter. I request a fresh "
            "ticket, and an urgent one this time.",
        ),
        details="It is cold at six and warm at seven. It ought to be warm at six.",
        goals=[_URGENT],
        reaction=Reaction(
            on=Told(phrases=(before.id,)),
            says=(
                "And it bears the word urgent now, I trust? I did ask for urgent.",
                "I asked for urgent. Has that been done as well?",
            ),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Good morning, I am sorry about the cold hour."),
            list_cases.call(me.id),
            get_case.call(before.id),
            add_case_comment.call(
                before.id, "Late by an hour again this morning; customer asks for urgent.", public=True
            ),
            say(
                f"Your case {before.id} about this is still open, so I have added today's report to it instead of "
                "opening a second one."
            ),
            say("I am sorry, but it cannot be urgent as long as the bedroom does get warm."),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=before.id),
            in_order(list_cases, add_case_comment),
            never(update_case, priority=("high", "urgent")),
            never(create_case),
            ends(before, stays=True, status="new", priority="medium", category="technical"),
            changes_only(before),
            says_any("the agent says that the case cannot be urgent or keeps its priority", *_NOT_URGENT),
            tells("refused", "case", or_outcome="done"),
            mentions(before.id),
        ],
    )


_STEPS = ("five degrees", "5 degrees", "click", "clicks", "bleed", "restart")


def _no_heat(story: _Bedroom) -> Draft:
    me, before = story
    user = _librarian(
        story,
        state="Since last night the bedroom has had no heat at all. You also want to know what you can try yourself.",
        opening=(
            "Good morning. I wrote to you yesterday about the heating in my bedroom. Since last night there has been "
            "no heat in there at all. Kindly open a new ticket, marked urgent, and tell me what I may try myself.",
            "Yesterday my bedroom was merely late; since ten last night it has had no heat whatsoever. I request a "
            "fresh ticket, and an urgent one this time. And is there anything that I can try?",
        ),
        details="No heat since ten last night. Eleven degrees, by my grandfather's thermometer.",
        goals=[
            _URGENT,
            Goal(
                about="fix",
                told=_STEPS,
                again=(
                    "What may I try myself? There is no heat in the bedroom.",
                    "Is there anything that I can do about the heating?",
                ),
            ),
        ],
        reaction=Reaction(
            on=Told(phrases=_STEPS),
            says=(
                "That I can do. And the ticket bears the word urgent now, I trust?",
                "I shall try that. I also asked for urgent: has that been seen to?",
            ),
            goals=(_URGENT,),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Good morning, that must be cold."),
            list_cases.call(me.id),
            get_case.call(before.id),
            get_service_status.call("HT-2", "central"),
            search_articles.call("thermostat no heat cold", product_code="HT-2"),
            add_case_comment.call(before.id, "No heat at all since last night; was late before.", public=True),
            update_case.call(before.id, priority="high"),
            say(
                f"I have added this to your open case {before.id}. Please set the thermostat five"
                " degrees higher and listen for a click within a minute. If it clicks and stays cold, bleed the "
                "radiator and look at the boiler's display; if not, choose Restart under Thermostat, Service."
            ),
            say(f"I have raised {before.id} to high. I am sorry, urgent is not possible for this."),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=before.id),
            calls(update_case, 1, case_id=before.id, priority="high"),
            in_order(get_service_status, search_articles),
            never(update_case, priority="urgent"),
            never(create_case),
            ends(before, priority="high", status="new", category="technical"),
            changes_only(before),
            says_any("the agent gives the steps for heating that stays cold", *_STEPS),
            says_any("the agent says that the case is high now", *HIGH),
            mentions(before.id),
        ],
        labels=("case_triage", "knowledge_resolution"),
        difficulty="hard",
    )


def _barn_hub(draw: Draw) -> Draft:
    """Twins: for a device that does nothing at all, tier priority may have urgent; plus gets high."""
    tier = "priority" if draw.cell["twist"] == "tier priority" else "plus"
    me = holder(draw, tier=tier, region="west")
    hub = device(draw, me, "HB-1", "barn hub", state="offline")
    device(draw, me, "CM-1", "lambing pen camera")
    told = comment("customer", "Hub in the barn drops the camera most evenings.")
    before = case(draw, me, "Barn hub drops out in the evenings", device=hub, comments=[told])
    user = Persona(
        name=me.person.name,
        voice="A sheep farmer in lambing time; thumbs on a cold phone, few words, no capitals to spare.",
        story=(
            "You wrote yesterday that the hub in the barn drops out in the evenings. Today it does nothing at all, "
            "not one light, and you have ewes to watch. You want a new ticket and you want it urgent."
        ),
        opening=(
            "barn hub again. yesterday it dropped out, today its dead. app says offline, not a light on it. new ticket "
            "please and make it urgent, ive ewes lambing",
            "morning. hub in the barn is stone dead now. wrote yesterday when it was only dropping out. want a new "
            "ticket and i want it urgent this time",
        ),
        goals=(
            Goal(
                about="case",
                settled_by=("done", "refused") if tier == "priority" else (),
                told=() if tier == "priority" else _NOT_URGENT,
                again=("new ticket for the barn hub. urgent.", "urgent ticket. barn hub. its dead."),
            ),
        ),
        facts={
            **identity(me),
            "device": ("barn hub", "the hub, in the barn"),
            "details": ("no lights. does nothing at all since five this morning.", "plugged in. socket is fine. dead."),
            "reason": ("cant see the ewes without it",),
            "time": ("five this morning",),
        },
        unknown=("case",),
        pushes=() if tier == "priority" else (("urgent, i said. lambs dont wait.",),),
        thanks=("right. back to the ewes.", "ok ta. one's coming now, bye"),
        leaves=("no time for this. bye",),
    )
    start: list[Say | Call] = [*sign_in(me, "Sorry to hear that."), list_cases.call(me.id), get_case.call(before.id)]
    noted = add_case_comment.call(
        before.id, "Hub does nothing at all since this morning; urgent asked for.", public=True
    )
    if tier == "priority":
        return Draft(
            user=user,
            solution=[
                *start,
                noted,
                update_case.call(before.id, priority="urgent"),
                say(
                    f"There is an open case for the hub, {before.id}, so no second one is needed: I have added that it "
                    "is dead now. Its priority is now urgent."
                ),
            ],
            contract=[
                calls(add_case_comment, 1, case_id=before.id),
                calls(update_case, 1, case_id=before.id, priority="urgent"),
                in_order(get_customer, step(update_case, priority="urgent")),
                ends(before, priority="urgent", status="working", category="technical"),
                changes_only(before),
                tells("done", "case", or_outcome="refused"),
                says_any("the agent says that the case is urgent now", "urgent"),
                mentions(before.id),
            ],
        )
    return Draft(
        user=user,
        solution=[
            *start,
            noted,
            update_case.call(before.id, priority="high"),
            say(
                f"Urgent is not possible on the Plus plan, I am sorry. I have added it to your open case {before.id}."
                " Its priority is now high."
            ),
        ],
        contract=[
            calls(add_case_comment, 1, case_id=before.id),
            calls(update_case, 1, case_id=before.id, priority="high"),
            ends(before, priority="high", status="working", category="technical"),
            changes_only(before),
            says_any("the agent says that the case cannot be urgent", *_NOT_URGENT),
            says_any("the agent says that the case is high now", *HIGH),
            tells("done", "case", or_outcome="refused"),
            mentions(before.id),
        ],
        styles=("refuse",),
    )


_NEW_TICKET_AGAIN: dict[str, Callable[[Draw], Draft]] = {
    "bedroom thermostat": _bedroom_thermostat,
    "hub in the barn": _barn_hub,
}
