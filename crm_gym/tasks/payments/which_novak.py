"""Two saved payees with one surname."""

from datetime import date, datetime
from typing import NamedTuple

from crm_gym.domains.payments import execute_transfer, schedule_transfer, validate_payee
from crm_gym.domains.payments.records import Account, Transfer
from crm_gym.persona import Goal, Persona, Reaction, Told, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    Person,
    calls,
    changes_only,
    in_order,
    never,
    never_passes,
    say,
    says_any,
    says_before,
    scenario,
    step,
    tells,
)
from crm_gym.tasks.payments.cast import Customer, account, customer, saved_payee, scheduled, sign_in
from crm_gym.tasks.payments.transfers import ASKED, PAID, held, known, sends


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
            **known(self.me, self.meant.person.name),
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
    meant = _Saved(person, held(draw, person, holder), marks.label.format(p=person, x=streets[0], n=numbers[0]), holder)
    other = _Saved(twin, held(draw, twin), marks.label.format(p=twin, x=streets[1], n=numbers[1]), twin.name)
    rows = [
        saved_payee(draw, me.party, meant.account, meant.label, marks.used),
        saved_payee(draw, me.party, other.account, other.label, marks.other_used),
    ]
    saved_payee(draw, me.party, held(draw, stranger), "Window cleaner", date(2026, 2, 6))
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
            Goal(
                about="transfer",
                again=(
                    f"I just need the {rent:.0f} for the rent to reach my landlord {last}.",
                    f"It's the rent, {rent:.0f}, a transfer to {last}, my landlord, please!",
                    f"Only my rent, {rent:.0f} euros, to {last}, so that I'm not thrown out!",
                ),
            ),
        ),
        facts=two.facts(which, "It's the rent, my first one in the new flat."),
        figures=(rent,),
        reactions=(
            PAID,
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
                says=(
                    f"No no, not {two.other.person.first}, that was the old flat. It's {name} in {street}.",
                    f"Oh no, {two.other.person.first} was my old landlord! {name}, in {street}, please.",
                ),
            ),
        ),
        yes=("Yes, yes, please!", "That's it, yes, thank you!", "Yes, quick, before it gets any later!"),
        thanks=("Oh what a relief. Thank you, bye!", "Phew. Sorry for the fuss, bye!"),
        leaves=("I'm holding everything up, sorry. Bye!", "Oh no. I'll ring my landlord. Sorry, bye!"),
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
            sends(two.source, two.meant.account, rent),
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
                again=(
                    f"The plumber, {person.last}, {bill:.0f} euros. Is that account really the right one?",
                    f"{bill:.0f} to the plumber, {person.last}. If the account is right.",
                    f"I owe the plumber {bill:.0f}. I'd like the transfer to land with the right person.",
                ),
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
                        again=(
                            "I'd like to leave it for today. So nothing has gone out, right?",
                            "Nothing goes out today. No transfer. Right?",
                        ),
                    ),
                ),
            ),
            two.choice(which),
            Reaction(
                on=Told(phrases=(two.other.person.name,)),
                says=(
                    f"That's my physio. I mean {person.name}.",
                    f"No, that one treats my back. The plumber is {person.name}.",
                ),
            ),
        ),
        thanks=("Good. I'll ring the plumber. Bye.", "Fine, better safe than sorry. Bye."),
        yes=("Yes.", "Yes, that I believe.", "Fine, yes."),
        leaves=("Sounds fishy. I'll leave it. Bye.", "No. I'll pay in cash. Bye."),
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
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"it's {fee:.0f} for the maths tutor, {person.last}",
                    f"just {fee:.0f} to {person.last}, the tutor, pls",
                    "a transfer to the maths tutor, that's all I need",
                ),
            ),
        ),
        facts=two.facts(which, "Four maths lessons in July."),
        yes=("yes that's it, go", "yep, please do", "yes pls"),
        figures=(fee,),
        reactions=(
            PAID,
            two.choice(which),
            Reaction(
                on=Told(phrases=(two.other.person.name,)),
                says=(
                    f"not {two.other.person.first}, that's the school trip! It must go to {person.name}, that one yes",
                    f"no no {two.other.person.first} is school trip money. {person.name} is the tutor, that one pls",
                ),
            ),
        ),
        thanks=("brilliant, thanks, bye!", "ta, that's all x"),
        leaves=("school run, got to go, bye", "sorry can't now, later x"),
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
            sends(two.source, two.meant.account, fee),
            calls(validate_payee, account_number=two.meant.account.account_number),
            in_order(step(validate_payee, account_number=two.meant.account.account_number), execute_transfer),
            never_passes(two.other.account.account_number),
        ],
    )


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
            Goal(
                about="transfer",
                again=(
                    f"The {dues:.0f} euros for the choir weekend should go to {person.last}.",
                    f"It's about a transfer to {person.last}, our treasurer, {dues:.0f} euros.",
                    f"I'd love to have my {dues:.0f} euros for the choir weekend paid, to {person.last}.",
                ),
            ),
        ),
        facts=two.facts(which, "It's for the choir weekend in September."),
        figures=(dues,),
        reactions=(PAID, two.choice(which)),
        yes=("Yes, that's exactly right, please do!", "Yes, lovely, go ahead.", "That's the one, yes, thank you."),
        thanks=(
            "You've been a delight, thank you, and goodbye!",
            "Wonderful, now I only have to learn my part. Goodbye!",
        ),
        leaves=(
            "I'm late for rehearsal, so another time. Goodbye!",
            "Let's leave it at that, I'll catch them at the choir. Bye!",
        ),
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
            sends(two.source, two.meant.account, dues),
            says_before(execute_transfer, phrases=(*ASKED, f"which {person.last}", two.other.label)),
        ],
    )
