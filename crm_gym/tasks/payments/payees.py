"""Stories about the right payee: namesakes in the address book, failed name checks, one of two scheduled transfers."""

from datetime import date, timedelta
from typing import NamedTuple

from crm_gym.domains.payments import (
    cancel_scheduled_transfer,
    execute_transfer,
    get_balance,
    schedule_transfer,
    submit_review,
    validate_payee,
)
from crm_gym.domains.payments.records import Account, Party, PayeeName, Review, SavedPayee, Transfer
from crm_gym.persona import Asked, Goal, HeardOutcome, Persona, Reaction, Told, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    Person,
    asks_before,
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
from crm_gym.world import minor_units

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
        {"payee": "choir treasurer", "told apart by": "earlier payment", "name check": "not needed", "customer": "-"},
    ],
)
def which_novak(draw: Draw) -> Draft:
    """Two saved payees share a surname: ask which one, and check the name of one who has never been paid."""
    return _NAMESAKES[draw.cell["payee"]](draw)


class _Namesakes(NamedTuple):
    """A customer, the payee they mean, and the one of the same surname."""

    me: Customer
    source: Account
    amount: float
    wanted: Person
    saved: SavedPayee
    other: Person
    other_saved: SavedPayee

    @property
    def target(self) -> str:
        """The account number of the payee who is meant."""
        return self.saved.account_number

    @property
    def labels(self) -> str:
        """Both labels as an agent lists them."""
        first, second = sorted((self.saved, self.other_saved), key=lambda payee: payee.payee_id)
        return f"'{first.label}' and '{second.label}'"

    def facts(self, which: Wordings, reason: str) -> dict[str, Wordings]:
        """What the customer answers; `which` tells the two payees apart."""
        return {
            **identity(self.me),
            "source": ("From my current account.", "Out of current, please."),
            "destination": tuple(f"I don't have the number here, it's in my saved payees. {text}" for text in which),
            "payee": which,
            "transaction": which,
            "amount": (f"{self.amount:.2f} euros.", f"It's {self.amount:.2f}."),
            "date": ("Today, please.",),
            "reason": (reason,),
            "details": (f"{reason} {which[0]}",),
        }


def _initials_differ(draw: Draw, one: Person) -> Person:
    """A namesake whose first name begins with another letter."""
    other = draw.person(one.last)
    while other.first[0] == one.first[0]:
        other = draw.person(one.last)
    return other


def _held(draw: Draw, person: Person, name: str = "") -> Account:
    """An account of somebody else, whose holder the name check knows under this name."""
    party = Party(
        party_id=draw.id("PTY"),
        name=name or person.name,
        email=person.email,
        phone=person.phone,
        code=draw.digits(6),
    )
    return account(draw, draw.add(party), "current", draw.money(300, 4000))


def _namesakes(
    draw: Draw, amount: float, label: str, *, holder: str = "", used: tuple[date | None, date | None] = (None, None)
) -> _Namesakes:
    """Lays the scene. In `label` and `holder`, {p} is the person, {x} what tells the two apart, {r} a stranger."""
    me = customer(draw)
    wanted, stranger = draw.person(), draw.person()
    other = _initials_differ(draw, wanted)
    x, y = draw.several(_STREETS, 2)
    source = account(draw, me.party, "current", amount + draw.money(700, 2600))
    account(draw, me.party, "savings", draw.money(1500, 9000))
    account_1 = _held(draw, wanted, holder.format(p=wanted, r=stranger))
    account_2 = _held(draw, other)
    saved = saved_payee(draw, me.party, account_1, label.format(p=wanted, x=x), used[0])
    other_saved = saved_payee(draw, me.party, account_2, label.format(p=other, x=y), used[1])
    neighbour = _held(draw, draw.person())
    saved_payee(draw, me.party, neighbour, "Window cleaner", date(2026, 2, 6))
    return _Namesakes(me, source, amount, wanted, saved, other, other_saved)


_STREETS = ("Mill Lane", "Harbour Street", "Chapel Row", "Orchard Road", "Station Parade", "Ferry Quay")


def _holder(draw: Draw, number: str) -> str:
    """The name under which the directory knows an account."""
    return next(row.holder_name for row in draw.given if isinstance(row, PayeeName) and row.account_number == number)


def _sent(two: _Namesakes, draw: Draw) -> list[object]:
    return [two, draw]


def _landlord(draw: Draw) -> Draft:
    rent = draw.money(640, 980, 10)
    two = _namesakes(draw, rent, "{p.last}, {x}", holder="{p.name} {r.last}", used=(None, date(2025, 11, 3)))
    last, holder, street = two.wanted.last, _holder(draw, two.target), two.saved.label.split(", ")[1]
    transfer = draw.new(Transfer)
    user = Persona(
        name=two.me.person.name,
        voice="Flustered and apologetic, writes in bursts; worried about being late.",
        story=f"You moved in July and your first rent, {rent:.0f} euros to your landlord {two.wanted.name} in {street}, "
        f"was due on Saturday. {two.other.name} is the landlord of your old flat and must get nothing. If the bank "
        f"names {holder}, that is your landlord, too: both surnames are in the lease.",
        opening=(
            f"Oh dear, the rent was due on Saturday and I clean forgot. Can you send {rent:.0f} to {last}, my landlord?",
            f"Hi! I'm late with my rent, so embarrassing. {rent:.0f} euros to my landlord {last}, as quick as you can?",
        ),
        goals=(Goal(about="transfer", again=(f"I just need the {rent:.0f} rent to go to my landlord {last}.",)),),
        facts=two.facts(
            (
                f"The one in {street}, I've only just moved in there. {two.wanted.name}.",
                f"{two.wanted.name}, in {street}. The other one is from my old flat.",
            ),
            "It's the rent, my first one in the new flat.",
        ),
        figures=(rent,),
        reactions=(
            Reaction(
                on=Told(phrases=(holder,)),
                says=(
                    f"Yes, {holder}, that's the name in my lease. That's the right one, so yes.",
                    f"That's my landlord, yes! Both surnames are in the lease. {holder} is right.",
                ),
            ),
            Reaction(
                on=Told(phrases=(two.other.name,)),
                says=(f"No no, not {two.other.first}, that was the old flat. It's {two.wanted.name} in {street}.",),
            ),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(two.me, "No need to worry, we'll sort this out."),
            say(f"You have two payees called {last}: {two.labels}. Which payee should get the rent?"),
            validate_payee.call(two.target, two.wanted.name),
            say(
                f"You have never paid this account, so I checked the name. It is only a partial match: the bank "
                f"suggests {holder}. Is that your landlord?"
            ),
            say(f"Then I would send {rent:.2f} EUR from your current account to '{two.saved.label}'. Shall I go ahead?"),
            execute_transfer.call(two.source.account_number, two.target, rent),
            say(f"Done: {rent:.2f} EUR has been sent to {holder}. The transfer id is {transfer}."),
        ],
        contract=[
            calls(execute_transfer, from_account=two.source.account_number, to_account=two.target, amount=rent),
            says_before(execute_transfer, phrases=(holder,)),
            never_passes(two.other_saved.account_number),
            *_moved(draw, two.source, two.target, rent),
        ],
    )


def _moved(draw: Draw, source: Account, target: str, amount: float) -> list[object]:
    return []
