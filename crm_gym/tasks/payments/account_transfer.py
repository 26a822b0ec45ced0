"""Stories about moving money between accounts."""

from crm_gym.domains.payments import execute_transfer, get_balance
from crm_gym.domains.payments.records import Transfer
from crm_gym.persona import Goal, Persona
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    ends,
    say,
    scenario,
    tells,
)
from crm_gym.tasks.payments.cast import account, customer, identity, sign_in


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="easy",
    styles=["routine"],
    cells=[{"cover": "ample"}, {"cover": "exact"}],
)
def own_accounts(draw: Draw) -> Draft:
    """Money moves from one's own current account to one's own savings; a third account stays untouched."""
    me = customer(draw)
    amount = draw.money(200, 900, 50)
    current = account(draw, me.party, "current", amount if draw.cell["cover"] == "exact" else amount + 1240.55)
    savings = account(draw, me.party, "savings", draw.money(2000, 6000, 0.01))
    account(draw, me.party, "holiday", draw.money(100, 900, 0.01))
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="Brisk and friendly; on the way to work.",
        story=f"You want {amount:.0f} euros moved from your current account to your savings, not to the holiday pot.",
        opening=(
            f"Morning! Could you shift {amount:.0f} euros over to my savings? Payday leftovers.",
            f"Hi, please put {amount:.0f} from current into savings for me.",
        ),
        goals=(Goal(about="transfer", again=(f"I'd like {amount:.0f} moved from current to savings, please.",)),),
        facts={
            **identity(me),
            "source": ("From my current account.",),
            "destination": ("To my savings account.",),
            "amount": (f"{amount:.0f} euros.",),
        },
        figures=(amount,),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me),
            get_balance.call(current.account_number),
            say(f"I would move {amount:.2f} EUR from current to savings. Shall I go ahead?"),
            execute_transfer.call(current.account_number, savings.account_number, amount),
            say(f"Done: {amount:.2f} EUR has been transferred to your savings, reference {transfer}."),
        ],
        contract=[
            calls(
                execute_transfer,
                from_account=current.account_number,
                to_account=savings.account_number,
                amount=amount,
            ),
            count(Transfer, 1, from_account=current.account_number, state="done"),
            ends(savings, balance=savings.balance / 100 + amount),
            changes_only(current, savings, new={Transfer: 1}),
            tells("done", "transfer"),
        ],
    )


SCENARIOS = (own_accounts,)
