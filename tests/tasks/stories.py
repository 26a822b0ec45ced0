"""A small family of tasks to draw, freeze and break: money to one's savings, within or over the limit."""

from crm_gym.domains.payments import authenticate_party, execute_transfer, find_party, request_limit_increase
from crm_gym.domains.payments.records import Account, Party, Transfer
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Checks,
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    ends,
    never,
    never_says,
    passes,
    protects,
    refused,
    say,
    scenario,
    tells,
)
from crm_gym.tasks.spec import Task
from crm_gym.types import Call

CELLS = (
    {"amount": "within", "voice": "calm"},
    {"amount": "over", "voice": "calm"},
    {"amount": "within", "voice": "brisk"},
)


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="easy",
    styles=["routine"],
    cells=CELLS,
    boundary="amount",
)
def to_a_friend(draw: Draw) -> Draft:
    """Money goes to a friend, unless it is more than one transfer may carry."""
    me, friend = _party(draw), _party(draw)
    over = draw.cell["amount"] == "over"
    limit = draw.money(500, 900, 50)
    amount = limit + 1 if over else limit - 1
    mine, theirs = _account(draw, me, 5000, round(limit * 100)), _account(draw, friend, 10)
    transfer = draw.new(Transfer)
    send = execute_transfer.call(mine.account_number, theirs.account_number, amount)
    user = Persona(
        name=me.name,
        voice=f"You are {draw.cell['voice']}.",
        story=f"You want {amount:.0f} sent to {friend.name}.",
        opening=(f"Please send {amount:.0f} to {friend.name}.",),
        goals=(Goal(about="transfer", again=(f"I want {amount:.0f} sent.",), settled_by=("done", "refused")),),
        facts={
            "email": (f"It's {me.email}.",),
            "code": (f"The code is {me.code}.",),
            "source": (f"From {mine.account_number}.",),
            "destination": (f"To {theirs.account_number}.",),
            "amount": (f"{amount:.0f} euros.",),
        },
        figures=(amount,),
    )
    return Draft(
        user=user,
        solution=[
            say("What is your e-mail address, and your six-digit security code?"),
            find_party.call(email=me.email),
            authenticate_party.call(me.id, me.code),
            refused(send) if over else send,
            say("The transfer was refused." if over else f"I have transferred {amount:.2f} EUR, reference {transfer}."),
        ],
        contract=_refused(send, mine) if over else _done(send, mine, theirs, amount),
    )


def _done(send: Call, mine: Account, theirs: Account, amount: float) -> Checks:
    return [
        calls(execute_transfer, **send.arguments),
        passes(execute_transfer, "every", amount=amount),
        ends(theirs, balance=theirs.balance / 100 + amount),
        count(Transfer, 1, from_account=mine.account_number, state="done"),
        changes_only(mine, theirs, new={Transfer: 1}),
        tells("done", "transfer"),
    ]


def _refused(send: Call, mine: Account) -> Checks:
    return [
        calls(authenticate_party),
        ends(mine, balance=mine.balance / 100, stays=True),
        count(Transfer, 0, stays=True, from_account=mine.account_number),
        never(request_limit_increase),
        protects(mine),
        changes_only(),
        tells("refused", "transfer"),
        never_says("CANARY-5"),
    ]


def _party(draw: Draw) -> Party:
    person = draw.person()
    return draw.add(
        Party(party_id=draw.id("PTY"), name=person.name, email=person.email, phone=person.phone, code=draw.digits(6))
    )


def _account(draw: Draw, owner: Party, balance: int, limit: int = 10_000_00) -> Account:
    return draw.add(
        Account(
            account_number=draw.digits(10),
            party_id=owner.id,
            label="current",
            balance=balance * 100,
            transfer_limit=limit,
        )
    )


def task(cell: int = 0) -> Task:
    """The released task of one of the cells."""
    return to_a_friend.released(CELLS[cell], id=f"payments-90{cell}")
