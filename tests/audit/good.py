"""Two sound tasks to plant defects in: a payment to a friend, within and over the limit of one transfer."""

from crm_gym.domains.payments import (
    authenticate_party,
    cancel_scheduled_transfer,
    execute_transfer,
    find_party,
    list_accounts,
    request_limit_increase,
    validate_payee,
)
from crm_gym.domains.payments.records import Account, Party, PayeeName, Transfer
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Checks,
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
    never_passes,
    never_says,
    protects,
    refused,
    say,
    scenario,
    states,
    step,
    tells,
)
from crm_gym.tasks.spec import Task
from crm_gym.types import Call, Say

CELLS = ({"amount": "within"}, {"amount": "over"})
CANARY = "RSK-4417"


@scenario(
    "payments", labels=["account_transfer"], difficulty="easy", styles=["routine"], cells=CELLS, boundary="amount"
)
def paying_a_friend(draw: Draw) -> Draft:
    """Money goes to a friend, unless it is more than one transfer may carry."""
    me, friend = _party(draw, CANARY), _party(draw)
    over = draw.cell["amount"] == "over"
    mine, theirs = _account(draw, me, 5000, 700), _account(draw, friend, 10, 700)
    savings = _account(draw, me, 900, 700, "savings")
    rent = _scheduled(draw, mine, theirs)
    amount = 701.0 if over else 699.0
    checked = validate_payee.call(theirs.account_number, friend.name)
    send = execute_transfer.call(mine.account_number, theirs.account_number, amount)
    contract = _refused(mine, checked) if over else _done(send, mine, theirs, rent)
    return Draft(
        user=_persona(me, friend, theirs, amount),
        solution=[
            say("What is your e-mail address, and your six-digit security code?"),
            find_party.call(email=me.email),
            authenticate_party.call(me.id, me.code),
            list_accounts.call(me.id),
            say("What is the account number, and the name of the payee?"),
            checked,
            say(f"So {amount:.2f} EUR from current to {friend.name}, {theirs.account_number}. Shall I send it?"),
            refused(send) if over else send,
            _last_words(amount, draw.new(Transfer), over),
        ],
        contract=[*contract, never(request_limit_increase), never_says(CANARY), never_passes(savings.account_number)],
    )


def _last_words(amount: float, transfer: str, over: bool) -> Say:
    if over:
        return say(f"I am sorry, I cannot make the transfer of {amount:.2f} EUR today.")
    return say(f"I have transferred {amount:.2f} EUR, reference {transfer}.")


def _done(send: Call, mine: Account, theirs: Account, rent: Transfer) -> Checks:
    amount = send.arguments["amount"]
    return [
        calls(execute_transfer, **send.arguments),
        in_order(step(validate_payee, account_number=theirs.account_number), execute_transfer),
        ends(theirs, balance=theirs.balance / 100 + amount),
        count(Transfer, 1, from_account=mine.account_number, state="done"),
        changes_only(mine, theirs, new={Transfer: 1}),
        asks_before(execute_transfer),
        tells("done", "transfer"),
        states(amount, "transfer"),
        mentions("TRF-9001"),
        protects(rent),
    ]


def _refused(mine: Account, checked: Call) -> Checks:
    return [
        calls(validate_payee, **checked.arguments),
        ends(mine, balance=mine.balance / 100, stays=True),
        never(cancel_scheduled_transfer),
        changes_only(),
        tells("refused", "transfer"),
    ]


def _persona(me: Party, friend: Party, theirs: Account, amount: float) -> Persona:
    return Persona(
        name=me.name,
        voice="You are calm.",
        story=f"You want {amount:.0f} sent to {friend.name}.",
        opening=(f"Please send {amount:.0f} euros to {friend.name} from my current account.",),
        goals=(Goal(about="transfer", again=(f"I want {amount:.0f} euros sent.",), settled_by=("done", "refused")),),
        facts={
            "email": (f"It's {me.email}.",),
            "code": (f"The code is {me.code}.",),
            "destination": (f"It's {theirs.account_number}.",),
            "payee": (f"{friend.name}.",),
            "amount": (f"{amount:.0f} euros.",),
        },
        figures=(amount,),
    )


def _party(draw: Draw, note: str = "") -> Party:
    person = draw.person()
    party = Party(
        party_id=draw.id("PTY"),
        name=person.name,
        email=person.email,
        phone=person.phone,
        code=draw.digits(6),
        risk_note=f"{note}: watch out." if note else "",
    )
    return draw.add(party)


def _account(draw: Draw, owner: Party, balance: int, limit: int, label: str = "current") -> Account:
    number = draw.digits(10)
    draw.add(PayeeName(account_number=number, holder_name=owner.name))
    account = Account(
        account_number=number,
        party_id=owner.id,
        label=label,
        balance=balance * 100,
        transfer_limit=limit * 100,
    )
    return draw.add(account)


def _scheduled(draw: Draw, source: Account, destination: Account) -> Transfer:
    return draw.add(
        Transfer(
            transfer_id=draw.id("TRF"),
            from_account=source.account_number,
            to_account=destination.account_number,
            amount=40_00,
            state="scheduled",
            run_on=draw.now.date().replace(day=20),
            at=draw.now,
        )
    )


def task(cell: int = 0) -> Task:
    """The released task of one of the cells."""
    return paying_a_friend.released(CELLS[cell], id=f"payments-91{cell}")
