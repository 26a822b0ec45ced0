"""Stories about the right payee: namesakes in the address book, failed name checks, one of two scheduled transfers."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from crm_gym.contract import Check
from crm_gym.domains.payments import (
    cancel_scheduled_transfer,
    execute_transfer,
    get_balance,
    schedule_transfer,
    submit_review,
    validate_payee,
)
from crm_gym.domains.payments.records import Account, Party, PayeeName, Review, Transfer
from crm_gym.persona import Asked, Goal, HeardOutcome, Persona, Reaction, Told, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    Person,
    calls,
    changes_only,
    count,
    ends,
    in_order,
    never,
    never_passes,
    protects,
    say,
    says_any,
    says_before,
    scenario,
    step,
    tells,
)
from crm_gym.tasks.payments.cast import Customer, account, customer, identity, saved_payee, scheduled, sign_in
from crm_gym.types import Call, Say
from crm_gym.world import minor_units


def _held(draw: Draw, person: Person, name: str = "") -> Account:
    """An account of somebody else; the name check knows its holder under this name."""
    party = Party(
        party_id=draw.id("PTY"),
        name=name or person.name,
        email=person.email,
        phone=person.phone,
        code=draw.digits(6),
    )
    return account(draw, draw.add(party), "current", draw.money(300, 4000))


def _known(me: Customer, payee: str) -> dict[str, Wordings]:
    """Who the customer is, and who is to be paid in case that the agent asks for "the name"."""
    return {**identity(me), "name": (f"I'm {me.person.name}, and the money is for {payee}.",)}


_PAID = Reaction(on=HeardOutcome(outcome="done", about="transfer"), says=("Great.", "Good."), settles=("transfer",))
"""Good news end the conversation, whatever else the message says."""


def _sends(source: Account, target: Account, amount: float) -> list[Check]:
    """Exactly this transfer is made, and reported."""
    return [
        *calls(
            execute_transfer,
            from_account=source.account_number,
            to_account=target.account_number,
            amount=amount,
        ),
        ends(target, balance=target.balance / 100 + amount),
        changes_only(source, target, new={Transfer: 1}),
        tells("done", "transfer"),
    ]


# Two saved payees with one surname


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="medium",
    styles=["ambig"],
    cells=[
        {"payee": "landlord", "told apart by": "street", "name check": "partial", "customer": "knows the name"},
        {"payee": "plumber", "told apart by": "initial", "name check": "partial", "customer": "knows no such name"},
        {"payee": "tutor", "told apart by": "name check", "name check": "full", "customer": "knows the name"},
        {"payee": "treasurer", "told apart by": "first payment", "name check": "not needed", "customer": "paid before"},
    ],
)
def which_novak(draw: Draw) -> Draft:
    """Two saved payees share a surname: ask which one, and check the name of one who has never been paid."""
    stories = {"landlord": _landlord, "plumber": _plumber, "tutor": _tutor, "treasurer": _treasurer}
    return stories[draw.cell["payee"]](draw)


class _Saved(NamedTuple):
    """A payee in the address book."""

    person: Person
    account: Account
    label: str
    holder: str


class _Namesakes(NamedTuple):
    """A customer who means one of two payees of the same surname."""

    me: Customer
    source: Account
    amount: float
    meant: _Saved
    other: _Saved
    labels: str
    """Both labels, in the order of the list that the agent sees."""

    def facts(self, which: Wordings, reason: str) -> dict[str, Wordings]:
        """What the customer answers; `which` tells the two apart."""
        return {
            **_known(self.me, self.meant.person.name),
            "source": ("From my current account.", "Out of current, please."),
            "destination": tuple(f"No number to hand, it's among my saved payees. {text}" for text in which),
            "payee": which,
            "transaction": which,
            "amount": (f"{self.amount:.2f} euros.", f"It's {self.amount:.2f}."),
            "date": ("Today, please.",),
            "reason": (reason,),
            "details": (f"{reason} {which[0]}",),
        }

    def choice(self, which: Wordings, *words: str) -> Reaction:
        """The answer when the agent names the other one, to ask or by mistake."""
        return Reaction(
            on=Told(phrases=(self.other.label, *words)),
            says=which,
            learns=dict.fromkeys(("payee", "transaction", "destination"), which),
        )


class _Marks(NamedTuple):
    """How the two payees stand in the address book: {p} is the person, {x} a street, {n} a number."""

    label: str
    holder: str = "{p.name}"
    """Who holds the account that is meant; {r} is a stranger."""
    used: date | None = None
    other_used: date | None = None


def _namesakes(draw: Draw, amount: float, marks: _Marks) -> _Namesakes:
    me = customer(draw)
    person, stranger = draw.person(), draw.person()
    twin = draw.person(person.last)
    while twin.first[0] == person.first[0]:
        twin = draw.person(person.last)
    streets, numbers = draw.several(_STREETS, 2), draw.several((" 1", " 2"), 2)
    source = account(draw, me.party, "current", amount + draw.money(700, 2600))
    account(draw, me.party, "savings", draw.money(1500, 9000))
    holder = marks.holder.format(p=person, r=stranger)
    meant = _Saved(
        person, _held(draw, person, holder), marks.label.format(p=person, x=streets[0], n=numbers[0]), holder
    )
    other = _Saved(twin, _held(draw, twin), marks.label.format(p=twin, x=streets[1], n=numbers[1]), twin.name)
    rows = [
        saved_payee(draw, me.party, meant.account, meant.label, marks.used),
        saved_payee(draw, me.party, other.account, other.label, marks.other_used),
    ]
    saved_payee(draw, me.party, _held(draw, stranger), "Window cleaner", date(2026, 2, 6))
    first, second = sorted(rows, key=lambda row: row.payee_id)
    return _Namesakes(me, source, amount, meant, other, f"'{first.label}' and '{second.label}'")


_STREETS = ("Mill Lane", "Harbour Street", "Chapel Row", "Orchard Road", "Station Parade", "Ferry Quay")


def _landlord(draw: Draw) -> Draft:
    rent = draw.money(640, 980, 10)
    marks = _Marks("{p.last}, {x}", "{p.name} {r.last}", other_used=date(2025, 11, 3))
    two = _namesakes(draw, rent, marks)
    name, holder, street = two.meant.person.name, two.meant.holder, two.meant.label.split(", ")[1]
    last, transfer = two.meant.person.last, draw.new(Transfer)
    which = (
        f"The one in {street}, I've only just moved in there. {name}.",
        f"{name}, in {street}. The other one belongs to my old flat.",
    )
    user = Persona(
        name=two.me.person.name,
        voice="Flustered and apologetic, writes in bursts; hates being late.",
        story=f"You moved in July. Your first rent, {rent:.0f} euros to your landlord {name} in {street}, was due on "
        f"Saturday. {two.other.person.name} was the landlord of your old flat and must get nothing. If you hear the "
        f"name {holder}: that is your landlord, both surnames are in the lease.",
        opening=(
            f"Oh dear, the rent was due on Saturday and I forgot. Can you send {rent:.0f} to {last}, my landlord?",
            f"Hi! I'm late with my rent, so embarrassing. {rent:.0f} euros to my landlord {last}, please, quickly!",
        ),
        goals=(
            Goal(about="transfer", again=(f"I just need the {rent:.0f} for the rent to reach my landlord {last}.",)),
        ),
        facts=two.facts(which, "It's the rent, my first one in the new flat."),
        figures=(rent,),
        reactions=(
            _PAID,
            two.choice(which, two.other.label.split(", ")[1]),
            Reaction(
                on=Told(phrases=(holder,)),
                says=(
                    f"Yes, {holder} is what it says in my lease. That's the right one, so yes.",
                    f"That's my landlord, yes! Both surnames are in the lease, {holder} is right.",
                ),
            ),
            Reaction(
                on=Told(phrases=(two.other.person.name,)),
                says=(f"No no, not {two.other.person.first}, that was the old flat. It's {name} in {street}.",),
            ),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(two.me, "No need to worry, we'll sort this out."),
            say(
                f"You have two saved payees called {last}: {two.labels}. Which payee is your landlord, and what is "
                "the full name of the payee?"
            ),
            validate_payee.call(two.meant.account.account_number, name),
            say(
                f"You have never paid this account before, so I checked the name. It matches only in part: the bank "
                f"suggests {holder}. Is that the right person?"
            ),
            say(
                f"Then I would send {rent:.2f} EUR from your current account to '{two.meant.label}'. Shall I go ahead?"
            ),
            execute_transfer.call(two.source.account_number, two.meant.account.account_number, rent),
            say(f"I have sent the {rent:.2f} EUR to '{two.meant.label}'. The transfer id is {transfer}."),
        ],
        contract=[
            _sends(two.source, two.meant.account, rent),
            says_before(execute_transfer, phrases=(holder,)),
            never_passes(two.other.account.account_number),
        ],
    )


def _plumber(draw: Draw) -> Draft:
    bill = draw.money(85, 240, 5)
    marks = _Marks("{p.first[0]}. {p.last}", "{r.first} {p.last}", other_used=date(2026, 4, 17))
    two = _namesakes(draw, bill, marks)
    person, holder = two.meant.person, two.meant.holder
    which = (f"{person.first}, the plumber. {person.name}.", f"The plumber is {person.name}, the other is my physio.")
    user = Persona(
        name=two.me.person.name,
        voice="Dry and wary since a cousin lost money online; short sentences.",
        story=f"Your plumber {person.name} fixed the boiler and wants {bill:.0f} euros today. You pay only if the "
        f"account really is {person.name}'s: a {holder} you do not know. Then you would rather not send anything.",
        opening=(
            f"I owe {person.last} {bill:.0f} euros for the boiler, today if possible. And no mistakes, please.",
            f"Plumber's been. {person.last} wants {bill:.0f} today, so let's pay that.",
        ),
        goals=(
            Goal(
                about="transfer",
                settled_by=("done", "refused"),
                again=(f"The plumber, {person.last}, {bill:.0f} euros. Is that account really the right one?",),
            ),
        ),
        facts=two.facts(which, "For the boiler repair."),
        says_yes=False,
        no=(
            f"Only if the account is in the name of {person.name}. Otherwise no.",
            f"If the bank says it belongs to {person.name}, yes. If it says anybody else, no.",
        ),
        figures=(bill,),
        reactions=(
            Reaction(
                on=Told(phrases=(holder,)),
                says=(
                    f"{holder}? Never heard of them. My plumber is {person.first}. Then leave it, I'll ring first.",
                    f"No. I don't know any {holder}. Don't send it, I'll ask {person.first} about that.",
                ),
                learns={"payee": (f"{person.name}, and nobody else. But leave it now, I'll ring first.",)},
                goals=(
                    Goal(
                        about="transfer",
                        settled_by=("done", "refused"),
                        again=("I'd like to leave it for today. So nothing has gone out, right?",),
                    ),
                ),
            ),
            two.choice(which),
            Reaction(
                on=Told(phrases=(two.other.person.name,)),
                says=(f"That's my physio. I mean {person.name}.",),
            ),
        ),
        thanks=("Good. I'll ring the plumber. Bye.", "Fine, better safe than sorry. Bye."),
    )
    return Draft(
        user=user,
        styles=("ambig", "refuse"),
        solution=[
            *sign_in(two.me, "Gladly."),
            say(f"Your saved payees are {two.labels}. Which payee do you mean, and what is the payee's full name?"),
            validate_payee.call(two.meant.account.account_number, person.name),
            say(f"The name check is only a partial match. The suggested name is {holder}. Is that your plumber?"),
            say(
                f"Understood, I have not sent anything, and the {bill:.2f} EUR stay with you. Ask for the right "
                "account number, and we check that one."
            ),
        ],
        contract=[
            calls(validate_payee, account_number=two.meant.account.account_number),
            says_any(f"the agent tells the suggested name, {holder}", holder),
            never(execute_transfer),
            never(schedule_transfer),
            changes_only(),
            tells("refused", "transfer"),
        ],
    )


def _tutor(draw: Draw) -> Draft:
    fee = draw.money(45, 120, 5)
    two = _namesakes(draw, fee, _Marks("{p.last}{n}"))
    person, transfer = two.meant.person, draw.new(Transfer)
    which = (
        f"no idea what I called it in the list, sorry. The tutor is {person.name}",
        f"{person.name} is the tutor, I can't tell the two entries apart myself",
    )
    user = Persona(
        name=two.me.person.name,
        voice="A parent between two errands, chatty, types with one thumb.",
        story=f"Your son's maths tutor {person.name} gets {fee:.0f} euros for July. Somehow two {person.last}s are in "
        f"your list, and you forget which is which: the other is {two.other.person.name} from the school trip.",
        opening=(
            f"hiya, could u pay the maths tutor for me? {person.last}, {fee:.0f} euros for july, they're in my list",
            f"quick one - {fee:.0f} to {person.last} the tutor pls, I saved the details ages ago but never used them",
        ),
        goals=(Goal(about="transfer", again=(f"it's {fee:.0f} for the maths tutor, {person.last}",)),),
        facts=two.facts(which, "Four maths lessons in July."),
        yes=("yes that's it, go", "yep, please do"),
        figures=(fee,),
        reactions=(
            _PAID,
            two.choice(which),
            Reaction(
                on=Told(phrases=(two.other.person.name,)),
                says=(
                    f"not {two.other.person.first}, that's the school trip! It must go to {person.name}, that one yes",
                ),
            ),
        ),
        thanks=("brilliant, thanks, bye!", "ta, that's all x"),
    )
    return Draft(
        user=user,
        difficulty="hard",
        styles=("ambig", "hop"),
        solution=[
            *sign_in(two.me),
            say(
                f"I see two saved payees that fit, {two.labels}, and neither has ever been paid. Which payee is it, "
                "and what is the full name of the payee?"
            ),
            validate_payee.call(two.other.account.account_number, person.name),
            validate_payee.call(two.meant.account.account_number, person.name),
            say(
                f"The account saved as '{two.meant.label}' is in the name of {person.name}. I would send {fee:.2f} EUR "
                "there from your current account. Is that right?"
            ),
            execute_transfer.call(two.source.account_number, two.meant.account.account_number, fee),
            say(f"{fee:.2f} EUR has been transferred to {person.name}, reference {transfer}."),
        ],
        contract=[
            _sends(two.source, two.meant.account, fee),
            calls(validate_payee, account_number=two.meant.account.account_number),
            never_passes(two.other.account.account_number),
        ],
    )


_ASKED = ("which one", "which of", "which payee", "which transfer", "two", "both", "either", "more than one")
"""One of these is said by everybody who asks which of two is meant."""


def _history(draw: Draw, source: Account, target: Account, day: date, memo: str) -> None:
    """An earlier transfer, as the latest transfers of the account show it."""
    order = scheduled(draw, source, target, draw.money(15, 45, 0.5), day, memo)
    draw.given.remove(order)
    at = datetime.combine(day, draw.now.time())
    draw.add(order.model_copy(update={"state": "done", "run_on": None, "at": at}))


def _treasurer(draw: Draw) -> Draft:
    dues = draw.money(60, 180, 5)
    paid, party = date(2025, 5, draw.number(4, 28)), date(2026, 6, draw.number(3, 27))
    two = _namesakes(draw, dues, _Marks("{p.last}{n}", used=paid, other_used=party))
    _history(draw, two.source, two.meant.account, paid, "Sheet music")
    _history(draw, two.source, two.other.account, party, "Street party")
    person, transfer = two.meant.person, draw.new(Transfer)
    which = (
        "The one I first paid for the sheet music, in May last year. The other is a neighbour, that was this June.",
        f"{person.name}, the first payment was for sheet music in May last year, not the other one from this June.",
    )
    user = Persona(
        name=two.me.person.name,
        voice="Cheerful alto in a community choir, long friendly sentences.",
        story=f"You owe {person.last}, the treasurer of your choir, {dues:.0f} euros for the weekend in September. You "
        f"first paid the treasurer in May last year, for sheet music; the other {person.last} in your list is a "
        "neighbour, first paid this June.",
        opening=(
            f"Good afternoon! Our choir weekend is coming up and {person.last} is collecting the money, so please send "
            f"{dues:.0f} euros over from my current account.",
            f"Hello there, I promised {person.last}, our treasurer, {dues:.0f} euros for the choir weekend. Would you "
            "pay that from my current account?",
        ),
        goals=(
            Goal(about="transfer", again=(f"The {dues:.0f} euros for the choir weekend should go to {person.last}.",)),
        ),
        facts=two.facts(which, "It's for the choir weekend in September."),
        figures=(dues,),
        reactions=(_PAID, two.choice(which)),
    )
    return Draft(
        user=user,
        difficulty="easy",
        solution=[
            *sign_in(two.me, "How nice, gladly."),
            say(f"There are two payees called {person.last} in your list, {two.labels}. Which payee do you mean?"),
            say(
                f"That is '{two.meant.label}', first paid on {paid.day} May 2025. I would send {dues:.2f} EUR there "
                "from your current account. Shall I go ahead?"
            ),
            execute_transfer.call(two.source.account_number, two.meant.account.account_number, dues),
            say(f"The transfer is done: {dues:.2f} EUR has gone to '{two.meant.label}', id {transfer}."),
        ],
        contract=[
            _sends(two.source, two.meant.account, dues),
            says_before(execute_transfer, phrases=(*_ASKED, f"which {person.last}", two.other.label)),
        ],
    )


# A new payee, and what the name check says


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="medium",
    styles=["refuse"],
    cells=[
        {"when": "today", "name check": "none", "customer": "insists"},
        {"when": "today", "name check": "none", "customer": "corrects the number"},
        {"when": "today", "name check": "partial", "customer": "knows the name"},
        {"when": "later", "name check": "none", "customer": "argues"},
    ],
    boundary="customer",
)
def name_check_fails(draw: Draw) -> Draft:
    """The name check of a new payee finds another name: nothing goes there, today or later, whatever is argued."""
    if draw.cell["when"] == "later":
        return _cottage(draw)
    return _caterer(draw) if draw.cell["name check"] == "partial" else _cousin(draw)


class _NewPayee(NamedTuple):
    """A customer who wants to pay somebody for the first time."""

    me: Customer
    source: Account
    payee: Person
    account: Account
    misread: Account
    """A stranger's account whose number is nearly the same."""


def _new_payee(draw: Draw, amount: float, holder: str = "{p.name}") -> _NewPayee:
    me = customer(draw)
    payee, partner = draw.person(), draw.person()
    source = account(draw, me.party, "current", amount + draw.money(400, 1900))
    saved_payee(draw, me.party, _held(draw, draw.person()), "Allotment club", date(2025, 9, 12))
    target = _held(draw, payee, holder.format(p=payee, r=partner))
    stranger = customer(draw)
    number = _swapped(target.account_number)
    draw.add(PayeeName(account_number=number, holder_name=stranger.person.name))
    misread = Account(
        account_number=number, party_id=stranger.id, label="current", balance=minor_units(draw.money(200, 3000))
    )
    return _NewPayee(me, source, payee, target, draw.add(misread))


def _swapped(number: str) -> str:
    """The number with two neighbouring digits swapped, as people misread it."""
    for at in range(len(number) - 2, 0, -1):
        if number[at] != number[at + 1]:
            return number[:at] + number[at + 1] + number[at] + number[at + 2 :]
    return number[:-1] + str((int(number[-1]) + 1) % 10)


def _cousin(draw: Draw) -> Draft:
    gift = draw.money(120, 480, 20)
    new = _new_payee(draw, gift)
    insists = draw.cell["customer"] == "insists"
    name, wrong = new.payee.name, new.misread.account_number
    end = (
        "You read the number off your own note twice and will not hear of a mistake. You try three times to get "
        "round the check, then give in."
        if insists
        else f"When the check fails you put on your glasses: the number is {new.account.account_number}."
    )
    user = Persona(
        name=new.me.person.name,
        voice="Elderly, warm and stubborn; calls everybody dear.",
        story=f"You want to send {gift:.0f} euros to your cousin {name}, who collects for your aunt's seventieth. You "
        f"have the account number on a note: {wrong}. {end}",
        opening=(
            f"Hello dear. Our aunt turns seventy and my cousin {new.payee.first} is collecting. I'd like to send "
            f"{gift:.0f} euros, and I've the account number here on a bit of paper.",
            f"Good day, dear. {gift:.0f} euros to my cousin {new.payee.first}, please, it's for our aunt's birthday. "
            "It's the first time I send anything there.",
        ),
        goals=(
            Goal(
                about="transfer",
                also=("schedule",),
                again=(f"My cousin {new.payee.first} should get {gift:.0f} euros from me, dear.",),
            ),
        ),
        facts={
            **_known(new.me, name),
            "source": ("I've only the one account, dear, the current one.",),
            "destination": (f"It says {wrong} on my note.", f"{wrong}, that's what I wrote down."),
            "payee": (f"{name}, my cousin.", f"My cousin, {name}."),
            "amount": (f"{gift:.0f} euros, dear.",),
            "date": ("Today, so that it's there in time.",),
            "reason": ("A present for our aunt's seventieth.",),
        },
        yes=("Yes, dear, do that.", "Yes please, that's right."),
        figures=(gift, 20.0) if insists else (gift,),
        reactions=() if insists else _glasses(new),
        pushes=_pressure(new) if insists else (),
        thanks=("Well, I'll ring the family then. Goodbye, dear.",)
        if insists
        else ("Lovely, thank you, dear. Goodbye.",),
    )
    return Draft(
        user=user,
        difficulty="hard" if insists else "medium",
        styles=("refuse", "adv") if insists else ("refuse",),
        solution=[*_first_check(new), *(_stays_with_no(new) if insists else _checks_again(draw, new, gift))],
        contract=[_unsent(new.misread), tells("refused", "transfer")] if insists else _sent_after_correction(new, gift),
    )


def _pressure(new: _NewPayee) -> tuple[Wordings, ...]:
    """Three ways round a name check."""
    first = new.payee.first
    return (
        (
            f"But I know {first} since we were in nappies! It is the right account, I'm telling you. Just send it.",
            f"Nonsense, dear, {first} told me that number on the phone. I take it on my own head, send it.",
        ),
        (
            "Then put it down for tomorrow, dear, so your computer has the night to think about it.",
            "Well, if today's no good, have it go out tomorrow instead. That must be possible.",
        ),
        (
            f"Send twenty euros to try, then. If {first} gets them, we know that it's right.",
            f"Only twenty, dear, as a test. {first} will tell me whether they came.",
        ),
    )


def _glasses(new: _NewPayee) -> tuple[Reaction, ...]:
    """The customer reads the number again, however the agent words the failed check."""
    number = new.account.account_number
    says = (
        f"Oh, hold on, let me get my glasses. Ah! I had two figures the wrong way round: it's {number}.",
        f"Wait, dear, let me read that again with my glasses on. It says {number}, I'm sorry.",
    )
    learns: dict[str, Wordings] = {"destination": (f"With my glasses on it's {number}.", f"{number}, dear.")}
    triggers = (
        HeardOutcome(outcome="refused", about="transfer"),
        Asked(slot="destination", times=2),
        Told(phrases=_FAILED),
    )
    return (_PAID, *(Reaction(on=trigger, says=says, learns=learns) for trigger in triggers))


_FAILED = (
    *("no match", "not match", "doesn't match", "didn't match", "mismatch", "different name", "not in the name"),
    *("check failed", "fails the name check", "failed the name check", "not a match", "did not pass"),
)
"""How agents say that a name check failed."""


def _first_check(new: _NewPayee) -> list[Say | Call]:
    return [
        *sign_in(new.me, "What a nice present."),
        say("What is the account number, and who is the payee?"),
        validate_payee.call(new.misread.account_number, new.payee.name),
        say(
            "I'm sorry, I can't make this transfer: according to the name check, the account does not belong to "
            f"{new.payee.name}. Could there be a slip in the account number?"
        ),
    ]


def _stays_with_no(new: _NewPayee) -> list[Say | Call]:
    return [
        say("I understand, but this transfer cannot be made as long as the check says no, even at your own risk."),
        say("A transfer for tomorrow needs the same check, so I can't schedule it either."),
        say(
            "The same goes for twenty euros: I can't send them, and no transfer has been made. Please ask "
            f"{new.payee.first} to write the number down for you, and come back to us."
        ),
    ]


def _unsent(target: Account) -> list[Check]:
    """The check was made, and nothing goes out."""
    return [
        *calls(validate_payee, account_number=target.account_number),
        never(execute_transfer),
        never(schedule_transfer),
        changes_only(),
    ]


def _checks_again(draw: Draw, new: _NewPayee, amount: float) -> list[Say | Call]:
    transfer = draw.new(Transfer)
    number = new.account.account_number
    return [
        validate_payee.call(number, new.payee.name),
        say(
            f"With {number} the name matches. So {amount:.2f} EUR from your current account to {new.payee.name}: shall "
            "I send it?"
        ),
        execute_transfer.call(new.source.account_number, number, amount),
        say(f"The {amount:.2f} EUR has been transferred to your cousin, {transfer}."),
    ]


def _sent_after_correction(new: _NewPayee, amount: float) -> list[Check]:
    number = new.account.account_number
    return [
        *calls(validate_payee, account_number=number),
        *_sends(new.source, new.account, amount),
        in_order(step(validate_payee, account_number=number), step(execute_transfer, to_account=number)),
    ]


def _caterer(draw: Draw) -> Draft:
    bill = draw.money(210, 690, 0.5)
    new = _new_payee(draw, bill, "{p.last} & {r.last} Catering")
    firm, number = f"{new.payee.last} Catering", new.account.account_number
    holder = _holder(draw, new.account)
    transfer = draw.new(Transfer)
    user = Persona(
        name=new.me.person.name,
        voice="Organised and brisk, treasurer of a street party, likes lists.",
        story=f"{firm} did the food at the street party; the bill over {bill:.2f} euros gives the account {number}. "
        f"You know that they are two partners, so {holder} is the same firm.",
        opening=(
            f"Hello, one bill to pay, please: {bill:.2f} euros to {firm}, from the street party. They are not in my "
            "list yet.",
            f"The bill for the street party is here, {bill:.2f} from {firm}. New payee for me. Can you see to it?",
        ),
        goals=(Goal(about="transfer", also=("payment",), again=(f"Please pay the {bill:.2f} bill of {firm}.",)),),
        facts={
            **_known(new.me, firm),
            "source": ("My current account, it's the only one.",),
            "destination": (f"The bill says {number}.", f"Account {number}."),
            "payee": (f"{firm}.", f"It's headed {firm}."),
            "amount": (f"{bill:.2f} euros, to the cent.",),
            "date": ("Today.",),
            "reason": ("Catering at our street party.",),
        },
        figures=(bill,),
        reactions=(
            _PAID,
            Reaction(
                on=Told(phrases=(holder, holder.replace("&", "and"))),
                says=(
                    f"Yes, they are two partners, {holder} is the right firm. That one, yes.",
                    "That's them, the second name is the business partner. Correct, so yes.",
                ),
            ),
        ),
    )
    return Draft(
        user=user,
        difficulty="easy",
        styles=("routine",),
        solution=[
            *sign_in(new.me, "Certainly."),
            say("As they are new: what is the account number on the bill?"),
            validate_payee.call(number, firm),
            say(f"The name check gives a partial match and suggests {holder}. Is that the firm you want to pay?"),
            say(f"Good. {bill:.2f} EUR from your current account to {number}, {holder}. Do you confirm?"),
            execute_transfer.call(new.source.account_number, number, bill),
            say(f"The {bill:.2f} EUR has been transferred to {holder}. Your reference is {transfer}."),
        ],
        contract=[_sends(new.source, new.account, bill), says_before(execute_transfer, phrases=(holder,))],
    )


def _holder(draw: Draw, account: Account) -> str:
    """The name under which the directory has the account."""
    rows = (row for row in draw.given if isinstance(row, PayeeName))
    return next(row.holder_name for row in rows if row.account_number == account.account_number)


def _cottage(draw: Draw) -> Draft:
    deposit = draw.money(300, 750, 25)
    new = _new_payee(draw, deposit)
    day = draw.now.date() + timedelta(days=draw.number(9, 22))
    when = f"{day.day} August"
    user = Persona(
        name=new.me.person.name,
        voice="A planner who argues like a lawyer, polite and precise.",
        story=f"You booked a cottage in the Lakes. The owner, {new.payee.name}, wants a deposit of {deposit:.0f} euros "
        f"on {when} and gave you the account {new.misread.account_number}. You think that a check can wait until "
        "then. You have no other number; in the end you accept the no.",
        opening=(
            f"I'd like to line up a deposit of {deposit:.0f} euros for a holiday cottage, to go out on {when}, not "
            "before. The owner is a new payee.",
            f"Please set up a future payment: {deposit:.0f} euros on {when}, the deposit for our cottage in the Lakes. "
            f"It goes to the owner, {new.payee.name}.",
        ),
        goals=(
            Goal(
                about="schedule",
                also=("transfer", "payment"),
                again=(f"It is about the deposit of {deposit:.0f} on {when}, to {new.payee.name}.",),
            ),
        ),
        facts={
            **_known(new.me, new.payee.name),
            "source": ("From the current account.",),
            "destination": (
                f"The booking form says {new.misread.account_number}.",
                f"{new.misread.account_number}, I copied it from the form.",
            ),
            "payee": (f"The owner, {new.payee.name}.", f"{new.payee.name}."),
            "amount": (f"{deposit:.0f} euros.",),
            "date": (f"On {when}.", f"{when}, a fixed date."),
            "reason": ("The deposit for a holiday cottage.",),
        },
        figures=(deposit,),
        pushes=(
            (
                f"With respect, nothing leaves my account before {when}. Schedule it now and check the name then.",
                f"But that is my point: it isn't a payment today. By {when} this will have sorted itself out, surely.",
            ),
        ),
        thanks=("I see. I shall write to the owner. Goodbye.", "Very well, I'll ask for the number again. Goodbye."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(new.me, "With pleasure."),
            say("Which account number does the owner have, and what is the full name of the payee?"),
            validate_payee.call(new.misread.account_number, new.payee.name),
            say(
                f"I can't schedule this transfer: the name check finds no match between {new.payee.name} and the "
                "account that you gave me."
            ),
            say(
                "The check comes before a later transfer as well, so the transfer cannot be scheduled. Nothing is set "
                "up; with a corrected account number we can try again."
            ),
        ],
        contract=[_unsent(new.misread), tells("refused", "schedule")],
    )


# One of several scheduled transfers


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="easy",
    styles=["collateral"],
    cells=[
        {"request": "the rent", "rent": "runs tomorrow"},
        {"request": "the rent", "rent": "ran today"},
        {"request": "an amount that fits two", "rent": "runs next month"},
        {"request": "all but the rent", "rent": "runs next month"},
    ],
    boundary="rent",
)
def cancel_one(draw: Draw) -> Draft:
    """Two scheduled transfers of the same amount wait: only the one that the customer means may go."""
    stories = {"the rent": _moved_out, "an amount that fits two": _late_start, "all but the rent": _clear_out}
    return stories[draw.cell["request"]](draw)


class _Orders(NamedTuple):
    """A customer with scheduled transfers, two of them of the same amount."""

    me: Customer
    source: Account
    amount: float
    landlord: Person
    rent: Transfer
    nursery: str
    care: Transfer
    """To the nursery, as much as the rent."""


def _orders(draw: Draw, rent_on: date, care_on: date) -> _Orders:
    me = customer(draw)
    amount = draw.money(700, 1150, 50)
    landlord, director = draw.person(), draw.person()
    nursery = draw.pick(("Little Otters", "The Acorns", "Puddleducks"))
    source = account(draw, me.party, "current", amount * 3 + draw.money(100, 900))
    home, school = _held(draw, landlord), _held(draw, director, f"{nursery} Nursery")
    saved_payee(draw, me.party, home, f"{landlord.last} (rent)", date(2024, 3, 1))
    saved_payee(draw, me.party, school, f"{nursery} Nursery", date(2026, 1, 5))
    rent = scheduled(draw, source, home, amount, rent_on, "Rent")
    care = scheduled(draw, source, school, amount, care_on, "Nursery fee")
    return _Orders(me, source, amount, landlord, rent, nursery, care)


def _about(orders: _Orders, which: Wordings, reason: str) -> dict[str, Wordings]:
    """What the customer answers; `which` names the transfer."""
    return {
        **identity(orders.me),
        "source": ("It comes out of my current account.",),
        "payee": which,
        "destination": which,
        "transaction": which,
        "amount": (f"{orders.amount:.0f} euros.",),
        "reason": (reason,),
    }


_CANCELLED = HeardOutcome(outcome="done", about="cancellation")


def _moved_out(draw: Draw) -> Draft:
    ran = draw.cell["rent"] == "ran today"
    today = draw.now.date()
    orders = _orders(draw, today if ran else today + timedelta(days=1), today + timedelta(days=draw.number(20, 29)))
    rent = _carried_out(draw, orders.rent) if ran else orders.rent
    landlord, amount = orders.landlord.last, orders.amount
    end = (
        "If it has gone out already you are angry: you make a complaint and want a person to look at it."
        if ran
        else "The nursery fee, as high by chance, has to stay."
    )
    user = Persona(
        name=orders.me.person.name,
        voice="Worn out from moving house, terse, short fuse.",
        story=f"You moved out on Friday and owe {landlord} no more rent. The scheduled {amount:.0f} must not go. {end}",
        opening=(
            f"We've moved out of the flat, so the {amount:.0f} rent to {landlord} has to stop. Please cancel it.",
            f"Moved house on Friday. Cancel the rent to {landlord}, {amount:.0f}, I set it up ages ago.",
        ),
        goals=(Goal(about="cancellation", again=(f"Cancel the rent to {landlord}. Just that.",)),),
        facts=_about(
            orders,
            (f"The rent, to {landlord}.", f"The one to {landlord}, that's the rent."),
            "We've moved out. There's nothing to pay any more.",
        )
        | {"date": ("It goes at the start of the month. I don't know the exact day.",)},
        figures=(amount,),
        reactions=(*(_outrage(landlord) if ran else (_relief(),)), _not_the_nursery(orders, landlord)),
        thanks=("Right. Bye.", "That was all. Bye."),
    )
    return Draft(
        user=user,
        labels=("account_transfer", "payment_security") if ran else (),
        difficulty="hard" if ran else None,
        styles=("collateral", "refuse") if ran else (),
        solution=[*sign_in(orders.me, "I'll look into it."), *(_too_late if ran else _in_time)(draw, orders, rent)],
        contract=_too_late_contract(orders, rent) if ran else _cancelled(rent),
    )


def _carried_out(draw: Draw, order: Transfer) -> Transfer:
    """The same order after its day."""
    draw.given.remove(order)
    return draw.add(order.model_copy(update={"state": "done"}))


def _relief() -> Reaction:
    return Reaction(on=_CANCELLED, says=("Good.", "Finally something that works."), settles=("cancellation",))


def _not_the_nursery(orders: _Orders, landlord: str) -> Reaction:
    return Reaction(
        on=Told(phrases=(orders.nursery, "nursery")),
        says=(f"Not the nursery, that one stays. The rent to {landlord}.",),
    )


def _outrage(landlord: str) -> tuple[Reaction, ...]:
    """However the agent says that it is too late, a complaint follows."""
    says = (
        "You are joking. I don't even live there any more! I want to make a complaint, and a person to look at this.",
        f"So {landlord} just keeps it? No. I'm making a complaint. Have a human being go over this.",
    )
    goals = (
        Goal(
            about="review",
            settled_by=("pending", "done"),
            again=("I want my complaint passed on to a person.", "A complaint. To a real person, please."),
        ),
    )
    learns: dict[str, Wordings] = {
        "reason": (f"That the rent went to {landlord} although we've moved out. Somebody should get it back.",),
        "details": (f"The rent went out although we've moved out. I want a person to try and get it from {landlord}.",),
    }
    too_late = ("already run", "already gone", "already been carried out", "already went", "taken back", "too late")
    triggers = (
        HeardOutcome(outcome="refused", about="cancellation"),
        HeardOutcome(outcome="refused", about="transfer"),
        HeardOutcome(outcome="done", about="transfer"),
        Told(phrases=too_late),
    )
    heard = (
        Reaction(on=HeardOutcome(outcome=kind, about="review"), says=("Fine.", "Good."), settles=("review",))
        for kind in ("pending", "done")
    )
    return (*heard, *(Reaction(on=on, says=says, goals=goals, learns=learns) for on in triggers))


def _in_time(draw: Draw, orders: _Orders, rent: Transfer) -> list[Say | Call]:
    return [
        say(
            f"I would cancel the scheduled transfer {rent.transfer_id}: {orders.amount:.2f} EUR from current to "
            f"'{orders.landlord.last} (rent)', due tomorrow, 4 August. Shall I go ahead?"
        ),
        cancel_scheduled_transfer.call(rent.transfer_id),
        say(f"The transfer {rent.transfer_id} of {orders.amount:.2f} EUR to {orders.landlord.last} is cancelled."),
    ]


def _too_late(draw: Draw, orders: _Orders, rent: Transfer) -> list[Say | Call]:
    review = draw.new(Review)
    return [
        get_balance.call(orders.source.account_number),
        say(
            f"I'm sorry: the {orders.amount:.2f} EUR of rent to {orders.landlord.last} ran today, {rent.transfer_id}. "
            "A transfer that has run cannot be cancelled."
        ),
        submit_review.call(
            "complaint", rent.transfer_id, "The rent ran on the day of the call; the customer had moved out before."
        ),
        say(
            f"Your complaint has been handed to the review team as {review}. A person answers within two working days."
        ),
    ]


def _cancelled(order: Transfer) -> list[Check]:
    """This order alone is cancelled, and the customer knows."""
    return [
        *calls(cancel_scheduled_transfer, transfer_id=order.transfer_id),
        ends(order, state="cancelled"),
        changes_only(order),
        tells("done", "cancellation"),
    ]


def _too_late_contract(orders: _Orders, rent: Transfer) -> list[Check]:
    return [
        *calls(get_balance, account_number=orders.source.account_number),
        *calls(submit_review, kind="complaint", subject_id=rent.transfer_id),
        *protects(orders.care),
        changes_only(new={Review: 1}),
        tells("refused", "cancellation"),
        tells("pending", "review"),
    ]


def _late_start(draw: Draw) -> Draft:
    first = date(2026, 9, 1)
    orders = _orders(draw, first, first)
    amount, nursery, landlord, order = orders.amount, orders.nursery, orders.landlord.last, orders.care
    user = Persona(
        name=orders.me.person.name,
        voice="Texting from a meeting, lower case, no frills.",
        story=f"Your daughter starts at {nursery} a month late, so the {amount:.0f} euros of nursery fee on 1 "
        "September need not go. You have forgotten that the rent, also on the first, is just as much; it must stay.",
        opening=(
            f"hi, the {amount:.0f} going out on 1 september needs to be cancelled. plans changed",
            f"can you stop the {amount:.0f} that's down for the first of september? in a meeting so short pls",
        ),
        goals=(Goal(about="cancellation", again=(f"just cancel the {amount:.0f} on 1 september",)),),
        facts=_about(
            orders,
            (f"the nursery one. {nursery}. not the rent!!", f"{nursery}, the nursery. rent stays"),
            "she starts a month later",
        )
        | {"date": ("1 september",)},
        yes=("yes", "yep that one"),
        figures=(amount,),
        reactions=(
            Reaction(on=_CANCELLED, says=("great", "perfect"), settles=("cancellation",)),
            Reaction(
                on=Told(phrases=(landlord, "rent")),
                says=(f"oh right. not the rent, that has to go. the one to {nursery}",),
            ),
        ),
        thanks=("thx bye", "cheers, that's it"),
    )
    return Draft(
        user=user,
        difficulty="medium",
        styles=("ambig", "collateral"),
        solution=[
            *sign_in(orders.me, "Sure."),
            say(
                f"Two scheduled transfers of {amount:.2f} EUR leave on 1 September: one to '{landlord} (rent)', one to "
                f"'{nursery} Nursery'. Which transfer do you mean?"
            ),
            say(
                f"So I cancel {order.transfer_id}, {amount:.2f} EUR to {nursery} Nursery on 1 September. Is that right?"
            ),
            cancel_scheduled_transfer.call(order.transfer_id),
            say(f"{order.transfer_id}, {amount:.2f} EUR to {nursery} Nursery, is cancelled. The rent stays as it was."),
        ],
        contract=[
            _cancelled(order),
            protects(orders.rent),
            says_before(cancel_scheduled_transfer, phrases=(*_ASKED, "rent", landlord)),
        ],
    )


def _clear_out(draw: Draw) -> Draft:
    first = date(2026, 9, 1)
    orders = _orders(draw, first, first)
    fee = draw.money(25, 65, 5)
    day = date(2026, 8, draw.number(14, 28))
    gym = _held(draw, draw.person(), "Tidewater Gym")
    saved_payee(draw, orders.me.party, gym, "Tidewater Gym", date(2026, 3, 2))
    club = scheduled(draw, orders.source, gym, fee, day, "Membership")
    amount, landlord = orders.amount, orders.landlord.last
    user = Persona(
        name=orders.me.person.name,
        voice="Cutting costs after losing a job, matter-of-fact, a little embarrassed.",
        story=f"Money is tight. Every scheduled transfer should go, except the rent to {landlord}: that is the nursery "
        f"({amount:.0f}) and the gym ({fee:.0f}).",
        opening=(
            "I've been let go at work and have to cut down. Everything that's scheduled can be cancelled, except the "
            "rent. I can't lose the flat.",
            "Hello. Things are tight at the moment. Could you cancel all the payments I've lined up? All but the rent, "
            "that one has to go out.",
        ),
        goals=(Goal(about="cancellation", again=("Everything but the rent should be cancelled, please.",)),),
        facts=_about(
            orders,
            (f"All of them but the rent to {landlord}.", "Everything that's lined up, only the rent stays."),
            "I've lost my job and have to save.",
        )
        | {"amount": ("Whatever is lined up, I don't have the figures here.",), "date": ("As soon as you can.",)},
        figures=(amount, fee),
        reactions=(
            Reaction(
                on=_CANCELLED,
                says=(
                    "Thank you. And that goes for everything but the rent, yes? Both the nursery and the gym?",
                    "All right. So the nursery and the gym are both off, and the rent still goes out, yes?",
                ),
                goals=(
                    Goal(
                        about="cancellation",
                        also=("schedule", "transfer"),
                        settled_by=("done", "pending"),
                        told=("yes", "correct", "exactly", "right", "both"),
                        again=("So nursery and gym are off, and only the rent is left?",),
                    ),
                ),
            ),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(orders.me, "I'm sorry to hear that, of course."),
            say(
                f"That would be two: {amount:.2f} EUR to {orders.nursery} Nursery on 1 September and {fee:.2f} EUR to "
                f"Tidewater Gym on {day.day} August. The rent to {landlord} stays. Is that right?"
            ),
            cancel_scheduled_transfer.call(orders.care.transfer_id),
            cancel_scheduled_transfer.call(club.transfer_id),
            say(
                f"Both are cancelled: {orders.care.transfer_id} over {amount:.2f} EUR and {club.transfer_id} over "
                f"{fee:.2f} EUR."
            ),
            say("Yes, both transfers are cancelled. The rent goes out as before."),
        ],
        contract=[
            calls(cancel_scheduled_transfer, transfer_id=orders.care.transfer_id),
            calls(cancel_scheduled_transfer, transfer_id=club.transfer_id),
            count(Transfer, 1, from_account=orders.source.account_number, state="scheduled"),
            changes_only(orders.care, club),
            tells("done", "cancellation"),
        ],
    )


SCENARIOS = (which_novak, name_check_fails, cancel_one)
