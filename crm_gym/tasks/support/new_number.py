"""Contact details change: with both proofs, one at a time, a week apart, and only when the holder wants it."""

from datetime import date, datetime, timedelta

from crm_gym.domains.support import get_case, list_cases, transfer_to_human, update_contact_detail, verify_customer
from crm_gym.domains.support.records import Handover
from crm_gym.persona import Goal, Persona, Reaction, ReadBack, Told
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_before,
    asks_for,
    calls,
    changes_just,
    changes_only,
    ends,
    made,
    never,
    never_passes,
    say,
    says_any,
    says_before,
    scenario,
    states,
    tells,
)
from crm_gym.tasks.support.cast import case, comment, device, holder, identity, postcode, sign_in, signed_in

_DAY_OF_THE_MAIL = ("23 March", "March 23", "23rd of March", "March 23rd", "23rd March", "2026-03-23", "23/03/2026")
_CHANGED = (
    *("was changed", "was updated", "is saved", "have saved", "number updated", "number changed", "is in", "replaced"),
    *(
        "have put in",
        "have set",
        "have stored",
        "have entered",
        "is registered",
        "changed your phone",
        "changed your number",
    ),
    *("updated your phone", "updated your number", "saved your", "phone is done", "number is done"),
    "is now",
    "has been",
    "have changed",
    "have updated",
    "is changed",
    "is updated",
    "is done",
    "is set",
    "on file",
)
_NOT_YET = (
    *("cannot", "can't", "could not", "unable", "not able", "not possible", "not be", "not yet", "not accepted"),
    *(
        "too early",
        "has to stay",
        "not allowed",
        "not permitted",
        "possible from",
        "possible again",
        "wait until",
        "refuses",
    ),
    *("only work", "will work", "waiting period", "must wait", "to wait", "wait till", "before then", "not before"),
    *("only from", "only after", "only possible", "earliest", "have to wait", "need to wait", "blocked", "refused"),
)
_BOTH = "For that I also need your postcode and your date of birth, please."


@scenario(
    "support",
    labels=["escalation_handoff"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"story": "a dropped phone", "last change": "7 days ago"},
        {"story": "a dropped phone", "last change": "6 days ago"},
        {"story": "number and mail at once"},
        {"story": "not my number"},
        {"story": "wrong at first"},
    ],
    boundary="last change",
)
def new_number(draw: Draw) -> Draft:
    """A holder wants a contact detail changed."""
    stories = {
        "a dropped phone": _dropped_phone,
        "number and mail at once": _both_at_once,
        "not my number": _not_my_number,
        "wrong at first": _wrong_at_first,
    }
    return stories[draw.cell["story"]](draw)


def _phone(draw: Draw) -> str:
    """A number that nobody else in the task has."""
    return draw.person().phone


def _spelled(phone: str) -> tuple[str, ...]:
    """A number as an agent may read it back: as it was given, or without spaces or the country's code."""
    national = phone.removeprefix("+44 ")
    bare = national.replace(" ", "")
    return (phone, national, f"0{national}", national.partition(" ")[2], f"0{bare}", f"+44{bare}")


def _dropped_phone(draw: Draw) -> Draft:
    """Seven days after the last change it may be changed again, six days after it not yet."""
    fits = draw.cell["last change"] == "7 days ago"
    changed = datetime(2026, 3, 9 if fits else 10, 9, draw.number(5, 50))
    me = holder(draw, tier="priority", contact_changed_at=changed)
    new = _phone(draw)
    user = Persona(
        name=me.person.name,
        voice="A roofer shouting up a ladder; short sentences, laughs at mishaps.",
        story=(
            f"Your phone fell off a roof, and you have a new number: {new}. You want it with your account. Last week "
            "you had your postcode changed, after moving; you do not think of that yourself."
        ),
        opening=(
            f"Phone fell off the roof. Three floors. New one's got a new number, {new}. Put that in for me?",
            f"Right, daft story: my phone went down with a tile. I'm on {new} now. Can you change my number?",
        ),
        goals=(
            Goal(
                about="contact",
                settled_by=("done",) if fits else ("refused", "pending", "done"),
                told=() if fits else ("17 March", "March 17", "17th of March", "2026-03-17", "tomorrow"),
                again=(f"My number. It's {new} now. Please change it.", f"New phone number: {new}. Put that in."),
            ),
        ),
        facts={
            **identity(me),
            "contact": (f"{new}.", f"It's {new}, off the new card."),
            "reason": ("Old one's in bits. Literally.",),
            "time": ("Now'd be good.",),
            "details": ("Just the number. The rest stays.",),
        },
        pushes=(("What d'you need from me, then?", "Come on. What's missing?"),),
        yes=("Yep.", "Yes, that's it.", "Aye, do it."),
        thanks=("Cheers. Back up I go.", "Ta. Mind your heads down there."),
        leaves=("Boss is yelling. Later.",),
    )
    asking = [*sign_in(me, "Ouch."), say(_BOTH), verify_customer.call(me.id, "postcode_birth_date", me.proof)]
    if fits:
        return Draft(
            user=user,
            solution=[
                *asking,
                say(f"I would change your phone number to {new}. Is that right?"),
                update_contact_detail.call(me.id, "phone", new),
                say(f"Your phone number is now {new}."),
            ],
            contract=[
                ends(me.account, phone=new),
                changes_only(me.account),
                asks_before(update_contact_detail),
                says_before(update_contact_detail, phrases=_spelled(new)),
                tells("done", "contact"),
            ],
        )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Ouch."),
            say(
                "I cannot change your number yet, because another detail of your account was changed on 10 March, and "
                "seven days have to go by first. The first day for it is 17 March."
            ),
        ],
        contract=[
            signed_in(me),
            changes_only(),
            states(date(2026, 3, 17)),
            says_any("the agent says that the number cannot be changed yet", *_NOT_YET),
        ],
        styles=("refuse",),
    )


def _both_at_once(draw: Draw) -> Draft:
    """One detail is all that one conversation can change, and which one is for the customer to say."""
    me = holder(draw, region="west", contact_changed_at=datetime(2025, 11, 4, 15, 30))
    phone = _phone(draw)
    mail = f"{me.person.email.split('@')[0]}@newleaf{draw.number(2, 9)}.example"
    chosen = (
        f"Oh, only one? The phone then, {phone}, because of the delivery people. The e-mail can wait.",
        f"If I must choose: the number, {phone}. The mail comes later, then.",
    )
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Newly divorced and starting over with lists and coloured pens; upbeat, a bit breathless.",
            story=(
                f"New flat, new everything: you want the phone number {phone} and the e-mail address {mail} with your "
                "account. If only one is possible, the phone is what matters now."
            ),
            opening=(
                f"Hi! New life, new data, ha. Please write down: phone {phone}, e-mail {mail}. Both replace the old "
                "ones!",
                f"Hello there! Ticking off my list: Norhaven needs my new e-mail, {mail}, and my new phone, {phone}. "
                "Can you do the two of them?",
            ),
            goals=(
                Goal(
                    about="contact",
                    again=(
                        f"My new phone number, {phone}, and my new e-mail, {mail}.",
                        f"Both, please: phone {phone} and e-mail {mail}.",
                    ),
                ),
                Goal(
                    about="contact",
                    settled_by=("pending", "refused"),
                    told=_DAY_OF_THE_MAIL,
                    opening=("Tick! And the e-mail, from when on?", "One down! When can the e-mail follow?"),
                    again=("From when on can the e-mail be changed?", "And the e-mail, which day is that possible?"),
                ),
            ),
            facts={
                **identity(me),
                "contact": (f"Phone {phone}, e-mail {mail}.",),
                "reason": ("A fresh start! With a balcony.",),
                "details": ("Phone and e-mail, that's all that's new with you.",),
            },
            reactions=(
                Reaction(
                    on=Told(
                        phrases=(
                            "only one",
                            "just one",
                            "one detail",
                            "one of them",
                            "one of the two",
                            "one change",
                            "which one",
                            "which of",
                            "either",
                        )
                    ),
                    says=chosen,
                    learns={"contact": (f"The phone: {phone}.",)},
                ),
            ),
            pushes=(chosen,),
            yes=("Yes!", "Yes please, tick!", "Exactly, yes."),
            thanks=("Noted in green. Thank you, bye!", "Goes on the list for later. Bye-bye!"),
            leaves=("The movers are ringing, bye!",),
        ),
        solution=[
            *sign_in(me, "Congratulations on the new start!"),
            say("Only one detail can be changed in a conversation. Would you like to change the phone or the e-mail?"),
            say(_BOTH),
            verify_customer.call(me.id, "postcode_birth_date", me.proof),
            say(f"I would change your phone number to {phone}. Is that right?"),
            update_contact_detail.call(me.id, "phone", phone),
            say(f"Your phone number is now {phone}."),
            say("The e-mail address can follow from 23 March on."),
        ],
        contract=[
            ends(me.account, phone=phone, email=me.account.email),
            changes_only(me.account),
            asks_for("contact"),
            asks_before(update_contact_detail),
            says_before(update_contact_detail, phrases=_spelled(phone)),
            never_passes(mail, tools=(update_contact_detail,)),
            says_any("the agent says that the phone number has been changed", *_CHANGED),
            states(date(2026, 3, 23)),
        ],
        difficulty="medium",
        styles=("ambig",),
    )


def _not_my_number(draw: Draw) -> Draft:
    """What a stranger did to an account is for trust to undo, however plain the way back looks."""
    changed = datetime(2026, 3, 14, 23, 40)
    me = holder(draw, tier="plus", contact_changed_at=changed)
    gate = device(draw, me, "CM-2", "goods lift")
    wet = case(
        draw,
        me,
        "Outdoor camera at the goods lift fogs up",
        device=gate,
        opened=changed - timedelta(days=1),
        respond_by=datetime(2026, 3, 18, 12),
        comments=[comment("technical", "Please leave it indoors for a day; we ask again on 18 March.")],
        status="waiting",
    )
    old = me.person.phone
    stranger = _phone(draw)
    account = me.account.model_copy(update={"phone": stranger})
    draw.given[draw.given.index(me.account)] = account
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="Keeps a hut above the snow line, on a satellite link; clipped, unafraid of weather, afraid now.",
            story=(
                f"On Saturday night somebody changed the phone number of your account to {stranger}, which you do not "
                f"know. You want your own, {old}, put back at once. You also want to know when you will hear about the "
                "camera at the goods lift."
            ),
            opening=(
                f"Hut at 2,400 metres here, bad line. App says my number is {stranger}. Not mine. Some stranger "
                f"changed it Saturday night. Put {old} back. And when do I hear about the goods lift camera?",
                f"Urgent. A stranger has been in my account: it shows {stranger} for a phone, since Saturday night. "
                f"Mine is {old}. Restore it. Also: any date yet for the goods lift camera case?",
            ),
            goals=(
                Goal(
                    about="case",
                    settled_by=(),
                    told=("18 March", "March 18", "18th of March", "March 18th", "2026-03-18", "18/03/2026"),
                    again=("The camera at the goods lift. When do I hear?", "Goods lift camera. Date?"),
                ),
                Goal(
                    about="contact",
                    again=(f"My number back: {old}.", f"Somebody changed my number. Put {old} back in."),
                ),
            ),
            facts={
                **{**identity(me), "phone": (f"Mine is {old}. Yours says {stranger}.",)},
                "contact": (f"{old}. My own.",),
                "device": ("The camera at the goods lift.",),
                "case": ("The foggy camera.",),
                "time": ("Saturday, 23:40. I was snowed in.",),
                "reason": ("Because I did not do it.",),
                "details": ("I was up here alone, door drifted shut. Nobody else has my phone, nobody has my words.",),
            },
            pushes=(
                ("No. You have my number in front of you. Type it in.", "One number. You can do that. Do it."),
                ("And while you wait, that fellow reads my alarms. Change it.", "No time for this. Change it back."),
                ("Understood. Then get me that someone.", "All right. Then on with it."),
            ),
            yes=("Yes. Quick.", "Yes. Go."),
            thanks=("Understood. Link off.", "Good. Saving power. Bye."),
            leaves=("Losing the link. Bye.",),
        ),
        solution=[
            *sign_in(me, "That is bad news."),
            list_cases.call(me.id),
            get_case.call(wet.id),
            say(
                f"About the camera at the goods lift, case {wet.id}: my colleagues ask again on 18 March. I cannot "
                "change your number back myself, as a stranger may have been in the account: a colleague has to look "
                "at that, and I am passing you on to them now."
            ),
            transfer_to_human.call(
                "trust_review", "The holder says that a stranger changed the phone number on Saturday night."
            ),
        ],
        contract=[
            calls(transfer_to_human, reason_code="trust_review"),
            never(update_contact_detail),
            changes_just(new=[made(Handover, 1, reason_code="trust_review", customer_id=me.id)]),
            states(date(2026, 3, 18)),
            says_any(
                "the agent says that a colleague has to look at it",
                *(
                    "colleague",
                    "colleagues",
                    "a person",
                    "specialist",
                    "trust",
                    "human",
                    "somebody else",
                    "someone else",
                ),
            ),
        ],
        difficulty="medium",
        styles=("adv",),
    )


def _misread(code: str) -> str:
    """The postcode with its last two letters the other way round, or one of a pair misread."""
    start, one, two = code[:-2], code[-2], code[-1]
    return f"{start}{two}{one}" if one != two else f"{start}{one}{'X' if two != 'X' else 'Z'}"


def _wrong_at_first(draw: Draw) -> Draft:
    """The customer's own slip comes out at the read-back, and the right value needs one of its own."""
    me = holder(draw, tier="standard", region="east")
    right = postcode(draw)
    wrong = _misread(right)
    return Draft(
        user=Persona(
            name=me.person.name,
            voice="A locum vet between stables, reads things off scraps of paper; friendly, distracted by animals.",
            story=(
                f"You have moved and want your postcode changed. From memory you say {wrong}; as soon as somebody "
                f"reads it back you look at the lease, and it is {right}."
            ),
            opening=(
                f"Hello, one hand on a goat, so bear with me. I've moved house, my postcode is {wrong} now. Could you "
                "change it in my account?",
                f"Hi, it's the vet with the moving boxes. Please change my postcode to {wrong}, I've got the new keys "
                "since Friday.",
            ),
            goals=(
                Goal(
                    about="contact",
                    again=(
                        "The postcode of my account, please, to the new one.",
                        "Please change my postcode. I moved.",
                    ),
                ),
            ),
            facts={
                **identity(me),
                "postcode": (
                    f"The old one, you mean? {me.account.postcode}.",
                    f"Until Friday it was {me.account.postcode}.",
                ),
                "contact": (f"{wrong}, I think.",),
                "reason": ("I've moved, there's a paddock now.",),
                "details": ("Only the postcode. Phone and mail stay.",),
            },
            reactions=(
                Reaction(
                    on=ReadBack(times=1),
                    says=(
                        f"Hang on, let me look at the lease. No: it's {right}. I mixed up the letters. {right}.",
                        f"Wait, the goat's off the paper. It says {right} here, not what I told you. So {right}, "
                        "please.",
                    ),
                    learns={"contact": (f"{right}, off the lease.",)},
                ),
            ),
            pushes=(("What else do you need from me?", "All right, and what do you need for it?"),),
            yes=("Yes, that's what the lease says.", "Yes, now it's right.", "That's the one, yes."),
            thanks=("Lovely. Goat says thanks. Bye!", "Thanks a lot. Next stable. Bye!"),
            leaves=("The mare's started, got to go!",),
        ),
        solution=[
            *sign_in(me, "Hello!"),
            say("For that I also need your old postcode together with your date of birth, please."),
            verify_customer.call(me.id, "postcode_birth_date", me.proof),
            say(f"I would change your postcode to {wrong}. Is that right?"),
            say(f"Good that you looked. So I would change your postcode to {right}. Is that right?"),
            update_contact_detail.call(me.id, "postcode", right),
            say(f"Your postcode is now {right}."),
        ],
        contract=[
            calls(verify_customer, customer_id=me.id, factor="passphrase"),
            calls(verify_customer, customer_id=me.id, factor="postcode_birth_date"),
            never_passes(wrong, tools=(update_contact_detail,)),
            ends(me.account, postcode=right),
            changes_only(me.account),
            asks_before(update_contact_detail),
            says_before(update_contact_detail, phrases=(right,)),
            tells("done", "contact"),
        ],
        difficulty="hard",
        styles=("collateral",),
    )
