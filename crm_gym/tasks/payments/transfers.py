"""What stories about transfers have in common: payees with accounts, earlier transfers, reactions and checks."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from crm_gym.contract import Check
from crm_gym.domains.payments import execute_transfer
from crm_gym.domains.payments.records import Account, LimitDecision, Party, Transfer
from crm_gym.persona import Goal, HeardOutcome, Offered, Reaction, Told, Wordings
from crm_gym.tasks.builder import Checks, Draft, Draw, Person, calls, changes_only, count, ends, mentions, states, tells
from crm_gym.tasks.payments.cast import Customer, account, identity, saved_payee
from crm_gym.world import minor_units

Story = Callable[[Draw], Draft]


class Payee(NamedTuple):
    """Somebody to be paid, with the name that the directory knows."""

    name: str
    account: Account

    @property
    def number(self) -> str:
        """The account number."""
        return self.account.account_number

    @property
    def told(self) -> dict[str, Wordings]:
        """What a customer says about where the money goes."""
        return {
            "transaction": (f"The transfer to {self.name}.",),
            "payee": (f"It goes to {self.name}.", f"{self.name}."),
            "destination": (f"{self.name}, account {self.number}.", f"The account number is {self.number}."),
        }


def payee_of(draw: Draw, trade: str) -> Payee:
    """A firm, or with no trade a person, that has an account here."""
    person = draw.person()
    party = draw.add(
        Party(
            party_id=draw.id("PTY"),
            name=f"{person.last} {trade}" if trade else person.name,
            email=person.email,
            phone=person.phone,
            code=draw.digits(6),
            level="business" if trade else "standard",
        )
    )
    return Payee(party.name, account(draw, party, "business" if trade else "current", draw.money(4000, 9000)))


def sent(draw: Draw, source: Account, target: Account, amount: float, memo: str, *, days_ago: int) -> Transfer:
    """A transfer of the past, as the account's history shows it."""
    return draw.add(
        Transfer(
            transfer_id=draw.id("TRF"),
            from_account=source.account_number,
            to_account=target.account_number,
            amount=minor_units(amount),
            memo=memo,
            state="done",
            at=(draw.now - timedelta(days=days_ago)).replace(hour=draw.number(7, 11), minute=draw.number(0, 59)),
        )
    )


def paid_before(draw: Draw, owner: Party, source: Account, payee: Payee, label: str, amount: float) -> None:
    """Saves a payee together with the first transfer to it, some weeks ago."""
    first = sent(draw, source, payee.account, amount, label.capitalize(), days_ago=draw.number(20, 60))
    saved_payee(draw, owner, payee.account, label, first.at.date())


def eur(amount: float) -> str:
    """An amount as people write it: cents only where there are some."""
    return f"{amount:,.0f}" if amount == int(amount) else f"{amount:,.2f}"


def spellings(amount: float) -> tuple[str, ...]:
    """An amount in the ways that an agent may write it."""
    plain = (f"{amount:,.2f}", f"{amount:.2f}")
    return (*plain, f"{amount:,.0f}", f"{amount:.0f}") if amount == int(amount) else plain


def weekday(day: date) -> str:
    """A day as people say it."""
    return f"{day:%A} {day.day} {day:%B}"


def one_transfer(source: Account, target: Account, amount: float, reference: str) -> Checks:
    """Exactly one transfer of this amount, told with its reference, and nothing else."""
    return [
        calls(execute_transfer, from_account=source.account_number, to_account=target.account_number, amount=amount),
        count(Transfer, 1, from_account=source.account_number, to_account=target.account_number, amount=amount),
        ends(source, balance=source.balance / 100 - amount),
        ends(target, balance=target.balance / 100 + amount),
        changes_only(source, target, new={Transfer: 1}),
        states(amount, about="transfer"),
        mentions(reference),
    ]


def sees(reference: str, about: str, *says: str) -> Reaction:
    """The reference of what was made settles a topic, whatever else the message says."""
    return Reaction(on=Told(phrases=(reference,)), says=says, settles=(about,))


WAYS_OUT: tuple[HeardOutcome | Offered, ...] = (
    HeardOutcome(outcome="refused", about="transfer"),
    Offered(about="limit"),
    Offered(about="schedule"),
    Offered(about="transfer"),
)
"""How an agent may let a customer know that a sum is too much."""


def corrects(
    says: Wordings, amount: float, again: Wordings, *, spoken: str = "", on: Sequence[HeardOutcome | Offered] = WAYS_OUT
) -> tuple[Reaction, ...]:
    """The same new figure, however the customer learns that the old one is too much."""
    learns: dict[str, Wordings] = {"amount": (spoken or f"{amount:,.0f}.",)}
    goals = (Goal(about="transfer", again=again),)
    return tuple(Reaction(on=way, says=says, learns=learns, figures=(amount,), goals=goals) for way in on)


def held(draw: Draw, person: Person, name: str = "") -> Account:
    """An account of somebody else; the name check knows its holder under this name."""
    party = Party(
        party_id=draw.id("PTY"),
        name=name or person.name,
        email=person.email,
        phone=person.phone,
        code=draw.digits(6),
    )
    return account(draw, draw.add(party), "current", draw.money(300, 4000))


def known(me: Customer, payee: str) -> dict[str, Wordings]:
    """Who the customer is, and who is to be paid in case that the agent asks for "the name"."""
    return {**identity(me), "name": (f"I'm {me.person.name}, and the money is for {payee}.",)}


PAID = Reaction(on=HeardOutcome(outcome="done", about="transfer"), says=("Great.", "Good."), settles=("transfer",))
"""Good news end the conversation, whatever else the message says."""


def sends(source: Account, target: Account, amount: float) -> list[Check]:
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


ASKED = ("which one", "which of", "which payee", "which transfer", "two", "both", "either", "more than one")
"""One of these is said by everybody who asks which of two is meant."""


def decision(draw: Draw, source: Account, outcome: Literal["approved", "denied"]) -> LimitDecision:
    """What the limits desk will say about an account."""
    return draw.add(LimitDecision(account_number=source.account_number, outcome=outcome))
