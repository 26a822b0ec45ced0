"""Money moves between accounts of one's own."""

from crm_gym.domains.payments import execute_transfer, get_balance
from crm_gym.domains.payments.records import Transfer
from crm_gym.persona import Goal, Persona, Reaction, Told
from crm_gym.tasks.builder import Draft, Draw, asks_before, say, says_before, scenario, tells
from crm_gym.tasks.payments.cast import account, customer, identity, sign_in
from crm_gym.tasks.payments.transfers import Story, one_transfer, spellings


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"source": "current", "sum": "part"},
        {"source": "holiday pot", "sum": "all of it"},
        {"source": "joint account", "sum": "part"},
        {"source": "current", "sum": "changed at the read-back"},
    ],
)
def own_accounts(draw: Draw) -> Draft:
    """Money moves between accounts that the customer holds; the third one stays untouched."""
    stories: dict[tuple[str, str], Story] = {
        ("current", "part"): _payday,
        ("holiday pot", "all of it"): _trip_is_off,
        ("joint account", "part"): _household_share,
        ("current", "changed at the read-back"): _second_look,
    }
    return stories[draw.cell["source"], draw.cell["sum"]](draw)


def _payday(draw: Draw) -> Draft:
    me = customer(draw)
    amount = draw.money(200, 900, 50)
    current = account(draw, me.party, "current", amount + 1240.55)
    savings = account(draw, me.party, "savings", draw.money(2000, 6000, 0.01))
    account(draw, me.party, "holiday", draw.money(100, 900, 0.01))
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="Brisk and friendly; typing with one thumb on the tram to work.",
        story=f"It was payday. You want {amount:.0f} euros moved from current to savings, not to the holiday pot.",
        opening=(
            f"Morning! Could you shift {amount:.0f} euros over to my savings? Payday leftovers.",
            f"Hiya, quick one before my stop: {amount:.0f} from current into savings, please.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"I'd like {amount:.0f} moved from current to savings, please.",
                    f"Just {amount:.0f} over to savings, out of current, please.",
                    f"A transfer between my own accounts: {amount:.0f}, current to savings.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "source": ("From my current account.", "Current, where my wages come in."),
            "destination": ("To my savings account.", "Savings, not the holiday one."),
            "date": ("Now, please.",),
            "amount": (f"{amount:.0f} euros.",),
            "details": (
                "It's what's left from last month, I put it by every payday.",
                "Payday leftovers, nothing more to it.",
            ),
        },
        figures=(amount,),
        yes=("Yep, go for it.", "Yes please, quick!", "Yes, that's it."),
        thanks=("Brilliant, and here's my stop. Bye!", "Cheers, have a good one!"),
        leaves=("My stop. I'll do it tonight. Bye!", "Got to get off here, never mind. Bye!"),
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
        contract=[*one_transfer(current, savings, amount, transfer), tells("done", "transfer")],
    )


def _trip_is_off(draw: Draw) -> Draft:
    """The customer does not know the amount: it is the balance to the cent."""
    me = customer(draw)
    account(draw, me.party, "current", draw.money(600, 1900))
    savings = account(draw, me.party, "savings", draw.money(3000, 7000))
    amount = draw.money(611, 1889, 0.37)
    pot = account(draw, me.party, "holiday pot", amount)
    place = draw.pick(["Lisbon", "Crete", "the Lofoten islands", "Sardinia"])
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="Resigned, a little dry; has just cancelled a trip and would rather not talk about it.",
        story="You want everything in your holiday pot moved to savings, to the last cent. You do not know how much"
        " it is.",
        opening=(
            f"So, {place} is off. Empty the holiday pot into my savings, would you? All of it, down to the last cent.",
            f"No {place} for us this year. Please put whatever sits in the holiday pot into savings, the whole lot.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    "Everything in the holiday pot should go to savings, please.",
                    "The holiday pot, emptied into savings. That's all.",
                    "Please move what is left of the holiday to savings.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "source": ("Out of the holiday pot.", "The holiday pot, and only that."),
            "destination": ("Into savings.",),
            "date": ("Right away, if you can.",),
            "amount": ("All that's in there. You can see it better than I can.", "The whole lot, whatever it is."),
            "reason": ("The trip is cancelled, that's all.",),
            "details": (
                "There's no trip, so there's no need for the pot. That's the whole story.",
                "I'd rather not go into it. It's all to be saved, that's all.",
            ),
        },
        thanks=("Thanks. At least something went smoothly. Bye.", "Good, that's it then. Bye."),
        yes=("Yes.", "Yes, all of it.", "That's right. Sadly."),
        leaves=("Fits the rest of my week. Bye.", "Leave it. I'll try some other day."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "I am sorry to hear that."),
            say(f"There is {amount:.2f} EUR in the holiday pot. I would move all of it to savings. Is that right?"),
            execute_transfer.call(pot.account_number, savings.account_number, amount),
            say(f"The holiday pot is empty: {amount:.2f} EUR was transferred to your savings ({transfer})."),
        ],
        contract=[*one_transfer(pot, savings, amount, transfer), tells("done", "transfer")],
    )


def _household_share(draw: Draw) -> Draft:
    """The joint account is in the partner's name, and the joint holder may use it all the same."""
    me, partner = customer(draw), customer(draw)
    amount = draw.money(120, 480, 0.5)
    joint = account(
        draw, partner.party, "household", draw.money(1500, 3800), joint_holder_id=me.id, sent_today=draw.money(40, 90)
    )
    current = account(draw, me.party, "current", draw.money(200, 900))
    account(draw, me.party, "savings", draw.money(2000, 5000))
    account(draw, partner.party, "current", draw.money(700, 2500))
    transfer = draw.new(Transfer)
    first = partner.person.first
    user = Persona(
        name=me.person.name,
        voice="Tidy and precise; keeps a shared spreadsheet of every household bill.",
        story=(
            f"You and {partner.person.name} hold a household account together. You paid for the plumber out of your own"
            f" pocket and want {amount:.2f} back from the household account to your own current account."
        ),
        opening=(
            f"Hello, I advanced {amount:.2f} euros for our plumber. Please pay me back from the household account that"
            f" {first} and I share, into my own current account.",
            f"Good afternoon. {amount:.2f} euros should come out of our joint household account and into my current"
            " one; I had paid the plumber for the both of us.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"{amount:.2f} from the household account to my current account, please.",
                    f"I am owed {amount:.2f} by the household account, to my own current account.",
                    f"It is a transfer of {amount:.2f}, household to my current account.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "source": ("The household account, the one we hold together.",),
            "destination": ("My own current account.",),
            "date": ("Today, please.",),
            "amount": (f"{amount:.2f} euros.", f"Exactly {amount:.2f}."),
            "reason": ("I paid the plumber for the two of us.",),
            "details": (f"{first} opened the household account and I'm the joint holder.",),
        },
        figures=(amount,),
        yes=("Yes, that is correct.", "Yes, exactly that.", "Confirmed, please go ahead."),
        thanks=("Thank you, I'm entering it now. Goodbye.", "Perfect, then the sheet adds up. Bye."),
        leaves=("I'll mark the row in red. Goodbye.", "That leaves an open row. Another time, then."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Hello, gladly."),
            say(f"So {amount:.2f} EUR from the household account to your own current account. Shall I do that?"),
            execute_transfer.call(joint.account_number, current.account_number, amount),
            say(
                f"{amount:.2f} EUR has been transferred from the household account to your current account: {transfer}."
            ),
        ],
        contract=[*one_transfer(joint, current, amount, transfer), tells("done", "transfer")],
    )


def _second_look(draw: Draw) -> Draft:
    """The figure changes when the customer hears it read back."""
    me = customer(draw)
    first = draw.money(600, 1200, 50)
    amount = first - draw.money(150, 350, 50)
    current = account(draw, me.party, "current", first + draw.money(150, 400))
    savings = account(draw, me.party, "savings", draw.money(800, 2600))
    account(draw, me.party, "car", draw.money(300, 900))
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="A ditherer, chatty and apologetic; decides things by hearing them said aloud.",
        story=(
            f"You want {first:.0f} moved from current to savings. When it is read back to you, you remember the car's"
            f" service and want {amount:.0f} instead."
        ),
        opening=(
            f"Right, I'm being good this month. Move {first:.0f} from my current account to savings? Before I spend"
            " it, ha.",
            f"Hello there! I thought I'd save a bit: {first:.0f} euros, current to savings, if you'd be so kind.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"I wanted {first:.0f} put aside, from current to savings.",
                    f"{first:.0f} into savings, that was the idea.",
                    f"So, a transfer: {first:.0f} from current to savings, if I may.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "source": ("From current.",),
            "destination": ("Savings. The car pot is another thing.",),
            "date": ("Now, before I spend it!",),
            "amount": (f"{first:.0f}, I think.", f"{first:.0f} euros."),
            "details": (
                "I've a habit of spending what lies around, so I'm putting some away.",
                "No story, really. I want to save a bit.",
            ),
        },
        figures=(first,),
        reactions=(
            Reaction(
                on=Told(phrases=spellings(first)),
                says=(
                    f"Ooh, hearing it like that... the car's service is due. Make it {amount:.0f} instead, sorry!",
                    f"Hm, wait, no. the car has its service this week. Let's say {amount:.0f}, that's safer.",
                ),
                learns={"amount": (f"{amount:.0f}. Final answer!",)},
                figures=(amount,),
                goals=(
                    Goal(
                        about="transfer",
                        again=(
                            f"{amount:.0f} from current to savings, that's all.",
                            f"Just the {amount:.0f}, current to savings. Really.",
                        ),
                    ),
                ),
            ),
        ),
        thanks=("Lovely, thank you, you're patient. Bye!", "Perfect. That's me done. Bye bye!"),
        yes=("Yes. Yes, I'm sure now.", "Oh yes, do.", "Yes, before I change my mind."),
        leaves=("Oh, I don't know. I'll sleep on it. Bye!", "Maybe it wasn't meant to be today. Bye!"),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me),
            say(f"That is {first:.2f} EUR from your current account to savings. Shall I go ahead?"),
            say(f"No problem. So {amount:.2f} EUR from current to savings. Shall I do that?"),
            execute_transfer.call(current.account_number, savings.account_number, amount),
            say(f"Done, {amount:.2f} EUR has been transferred to savings. The reference is {transfer}."),
        ],
        contract=[
            *one_transfer(current, savings, amount, transfer),
            tells("done", "transfer"),
            asks_before(execute_transfer),
            says_before(execute_transfer, amounts=[amount]),
        ],
    )
