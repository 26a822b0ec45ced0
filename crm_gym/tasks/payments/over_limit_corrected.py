"""A sum above a limit, and the customer's new figure."""

from datetime import timedelta

from crm_gym.domains.payments import execute_transfer, get_balance, validate_payee
from crm_gym.domains.payments.records import Transfer
from crm_gym.persona import Goal, Persona, Reaction, Told, Wordings
from crm_gym.tasks.builder import Draft, Draw, asks_before, calls, in_order, say, says_before, scenario, step, tells
from crm_gym.tasks.payments.cast import account, customer, identity, saved_payee, sign_in
from crm_gym.tasks.payments.transfers import (
    WAYS_OUT,
    Story,
    corrects,
    one_transfer,
    paid_before,
    payee_of,
    sees,
    sent,
    spellings,
)
from crm_gym.types import Say


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="medium",
    styles=["refuse"],
    cells=[
        {"wanted": "12,000", "then": "9,000"},
        {"wanted": "9,999.99", "then": "a discount"},
        {"wanted": "10,000.00", "then": "a discount"},
        {"wanted": "10,000.01", "then": "a discount"},
        {"wanted": "more than today's rest", "then": "what is left"},
        {"wanted": "12,000", "then": "9,500, then less"},
    ],
    boundary="wanted",
)
def over_limit_corrected(draw: Draw) -> Draft:
    """A sum above a limit moves nothing; the customer's new figure moves once (the paper's figure 2)."""
    stories: dict[str, Story] = {
        "9,000": _figure_two,
        "a discount": _campervan,
        "what is left": _full_day,
        "9,500, then less": _second_thoughts,
    }
    return stories[draw.cell["then"]](draw)


def _figure_two(draw: Draw) -> Draft:
    me = customer(draw, level="verified")
    joiner = payee_of(draw, draw.pick(["Joinery", "Tiling", "Kitchens", "Stairs"]))
    current = account(draw, me.party, "current", 20_000.0)
    account(draw, me.party, "savings", draw.money(1500, 4000))
    wanted, amount = 12_000.0, 9_000.0
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="A sawdust-covered renovator, jovial, calls thousands 'grand'.",
        story=(
            f"You want to pay {joiner.name} 12,000 from current. When you hear that it is too much for one transfer,"
            " you decide on 9,000 and nothing more: the work is not finished anyway."
        ),
        opening=(
            f"Afternoon! Dust everywhere here. I need to pay {joiner.name} twelve grand, 12,000 euros, out of my"
            " current account.",
            f"Hello mate, the house is nearly done. Can you send 12,000 to {joiner.name} from current for me?",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"12,000 to {joiner.name}, from my current account.",
                    f"Twelve grand, 12,000, over to {joiner.name}.",
                    f"A transfer of 12,000 to {joiner.name}, mate, that's the job.",
                ),
            ),
        ),
        facts={
            **identity(me),
            **joiner.told,
            "source": ("My current account.",),
            "amount": ("Twelve grand. 12,000.", "12,000 euros."),
            "reason": ("For the work on the house.", "It's for the job they've been doing here."),
            "date": ("Today, please.",),
            "details": (
                "They've been at it since spring, and now they'd like to see some money.",
                "It's one lot of fitters and one house, mate. Nearly done.",
            ),
        },
        figures=(wanted,),
        reactions=(
            sees(transfer, "transfer", "Smashing.", "Lovely job."),
            *corrects(
                (
                    "Fair enough. Send nine grand then, 9,000, please. They've not finished anyway.",
                    "Right you are, they still owe me a door. Send them 9,000 and not a cent more.",
                ),
                amount,
                (
                    f"Just the 9,000 to {joiner.name}, from current.",
                    f"Nine grand, mate, over to {joiner.name}. That's the transfer.",
                ),
            ),
        ),
        yes=("Aye, go on.", "Yes, mate, send it.", "That's the one, yes."),
        thanks=("Cracking, thanks. Back to the sanding!", "Ta, mate. All the best!"),
        leaves=("The plaster's setting, I've got to run. Bye!", "Ah, forget it, I'll ring round later."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Hello! I can help with that."),
            get_balance.call(current.account_number),
            say(
                "I am sorry, I cannot send 12,000.00: one transfer may carry 10,000.00 at most. You could send the"
                " maximum now, use a later day for the rest, or ask for a higher limit."
            ),
            say(f"I can do 9,000. It would be the first transfer to {joiner.name}: what is their account number?"),
            validate_payee.call(joiner.number, joiner.name),
            say(
                f"The name check fits. So 9,000.00 EUR from current {current.account_number} to {joiner.name},"
                f" {joiner.number}. Shall I send it?"
            ),
            execute_transfer.call(current.account_number, joiner.number, amount),
            say(f"9,000.00 EUR has been transferred to {joiner.name}, reference {transfer}."),
        ],
        contract=[
            calls(validate_payee, account_number=joiner.number),
            in_order(validate_payee, step(execute_transfer, amount=amount)),
            *one_transfer(current, joiner.account, amount, transfer),
            tells("done", "transfer"),
        ],
    )


def _campervan(draw: Draw) -> Draft:
    """Twins around the limit: up to 10,000.00 the sum goes as it is, a cent more and the customer has a new figure."""
    me = customer(draw, level=draw.pick(["standard", "verified"]))
    seller = payee_of(draw, "")
    current = account(draw, me.party, "current", draw.money(14_000, 18_000))
    account(draw, me.party, "savings", draw.money(10_500, 16_000))
    paid_before(draw, me.party, current, seller, "campervan", 500.0)
    van = draw.pick(["an old camper", "a converted post van", "a motorhome with curtains from 1989"])
    wanted = float(draw.cell["wanted"].replace(",", ""))
    lower = draw.money(9400, 9900, 50)
    over = wanted > current.transfer_limit / 100
    amount = lower if over else wanted
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="Giddy with excitement, spells out every cent because the seller is a stickler.",
        story=(
            f"You are buying {van} from {seller.name}, whom you paid a deposit by transfer. You want to send"
            f" {wanted:,.2f} from current. Should that be too much for one transfer, you pay {lower:,.0f}, to which you"
            " have just beaten the seller down, and no more."
        ),
        opening=(
            f"It's happening! We're getting {van}! Please send {seller.name} {wanted:,.2f} euros from my current"
            " account.",
            f"Hello hello, today I pay for {van}: {wanted:,.2f} euros to {seller.name}, from current, to the cent"
            " please.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"{wanted:,.2f} to {seller.name} for the van, from current.",
                    f"The transfer for the van: {wanted:,.2f} to {seller.name}!",
                    f"{seller.name} is waiting for {wanted:,.2f}, and so is the van!",
                ),
            ),
        ),
        facts={
            **identity(me),
            "transaction": (f"The transfer to {seller.name}.",),
            "payee": (f"{seller.name}, the deposit went to the same account.",),
            "destination": (f"The account I paid the deposit to, {seller.name}'s. You have it saved.",),
            "source": ("From current.", "The current account, not the savings."),
            "amount": (f"{wanted:,.2f} euros.", f"{wanted:,.2f}, to the cent."),
            "reason": (f"It's for {van}.",),
            "date": ("Today! We're collecting it tonight.",),
            "details": (
                "We've wanted one for years, and this one even has its own kettle!",
                "We saw it, we fell in love, we paid the deposit. Tonight we fetch it.",
            ),
        },
        figures=(wanted,),
        reactions=(
            sees(transfer, "transfer", "Yippee!", "It's ours!"),
            *(_beaten_down(seller.name, lower) if over else ()),
        ),
        yes=("Yes! Yes yes yes.", "Yes, to the cent, please!", "Exactly that, yes!"),
        thanks=("We have a van! Thank you, bye!", "Off we go! Thanks a million, bye!"),
        leaves=("I have to catch the seller. I'll be back, bye!", "Not even this can spoil today. Bye!"),
    )
    return Draft(
        user=user,
        difficulty="medium" if over else "easy",
        styles=("refuse",) if over else ("routine",),
        solution=[
            *sign_in(me, "How exciting!"),
            get_balance.call(current.account_number),
            *([_over_the_limit(wanted)] if over else []),
            say(
                f"So {amount:,.2f} EUR from current {current.account_number} to {seller.name}, {seller.number}. Shall I"
                " go ahead?"
            ),
            execute_transfer.call(current.account_number, seller.number, amount),
            say(
                f"{amount:,.2f} EUR has been transferred to {seller.name}. The reference is {transfer}. Enjoy the van!"
            ),
        ],
        contract=[*one_transfer(current, seller.account, amount, transfer), tells("done", "transfer")],
    )


def _beaten_down(seller: str, lower: float) -> tuple[Reaction, ...]:
    says = (
        f"Seriously, for that? Ha. I've just beaten {seller} down anyway. Send {lower:,.0f} and we're quits.",
        f"Oh! Well, {seller} has just agreed to {lower:,.0f} if I collect tonight, so send that.",
    )
    again = (
        f"{lower:,.0f} to {seller}, today, from current.",
        f"A transfer of {lower:,.0f} to {seller}, and the van is ours.",
    )
    return corrects(says, lower, again)


def _over_the_limit(wanted: float) -> Say:
    return say(
        f"I am sorry, but I cannot send {wanted:,.2f}: a single transfer may carry at most 10,000.00. You could send"
        " the maximum now, pay a part on a later day, or have us ask for a higher limit. What would you like?"
    )


def _full_day(draw: Draw) -> Draft:
    """The day's limit is nearly used up: only the balance view shows to the cent what still goes."""
    me = customer(draw, level="standard")
    yard, chandler = payee_of(draw, "Boatyard"), payee_of(draw, "Chandlery")
    saved_payee(draw, me.party, yard.account, "yard", draw.now.date() - timedelta(days=draw.number(200, 500)))
    earlier = [draw.money(7000, 8900), draw.money(5000, 6900)]
    current = account(draw, me.party, "current", draw.money(16_000, 19_000), sent_today=round(sum(earlier), 2))
    paid_before(draw, me.party, current, chandler, "chandler", draw.money(90, 380, 5))
    sent(draw, current, chandler.account, earlier[0], "Rigging", days_ago=0)
    sent(draw, current, chandler.account, earlier[1], "Sails", days_ago=0)
    wanted, left = draw.money(8200, 9400, 100), round(20_000 - sum(earlier), 2)
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="A gruff retired skipper; short sentences, dislikes paperwork and telephones.",
        story=(
            f"You want {wanted:,.0f} sent to {yard.name} from current. You have forgotten how much you sent this"
            " morning. If the day's limit is in the way, whatever still fits today goes now; the rest you will bring"
            " along in person. You want nothing scheduled and no request."
        ),
        opening=(
            f"Need {wanted:,.0f} with {yard.name} today. From current. They've got my boat on stilts.",
            f"{yard.name} wants {wanted:,.0f} before she goes back in the water. Send it from current, will you.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"{wanted:,.0f} to {yard.name}. From current.",
                    f"A transfer. {wanted:,.0f}, {yard.name}.",
                    f"The boat. {wanted:,.0f} to {yard.name}.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "transaction": (f"The transfer to {yard.name}.",),
            "payee": (f"{yard.name}. Been with them for years.",),
            "destination": (f"{yard.name}. You have them on file.",),
            "source": ("Current.",),
            "amount": (f"{wanted:,.0f}.",),
            "reason": ("New keel bolts.",),
            "date": ("Today.",),
            "details": ("Boat's out of the water. Yard wants its money.", "They did the keel. Good work."),
        },
        figures=(wanted,),
        reactions=(
            sees(transfer, "transfer", "Aye.", "Good."),
            *corrects(
                (
                    "Then send what still fits today, to the cent. I'll bring the rest round myself.",
                    "Hm. Send whatever today's limit leaves, all of it. The rest they get in cash from me.",
                ),
                left,
                (
                    f"As much as still fits today, to {yard.name}.",
                    f"Whatever today's limit leaves. From current, to {yard.name}.",
                ),
                spoken="Whatever still fits today.",
            ),
        ),
        yes=("Aye, do that.", "Yes. Go on.", "Yes, send it."),
        thanks=("That's all. Bye.", "Good. Bye."),
        leaves=("Bah. I'll row over there with cash.", "Enough. Bye."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Good afternoon."),
            get_balance.call(current.account_number),
            say(
                f"I cannot send {wanted:,.2f} today: of your daily limit only {left:,.2f} EUR is left, because two"
                " transfers went out this morning. You could send that now and the rest on a later day."
            ),
            say(
                f"So {left:,.2f} EUR from current {current.account_number} to {yard.name}, {yard.number}. Shall I send"
                " it?"
            ),
            execute_transfer.call(current.account_number, yard.number, left),
            say(f"{left:,.2f} EUR has been transferred to {yard.name}, reference {transfer}."),
        ],
        contract=[
            *one_transfer(current, yard.account, left, transfer),
            asks_before(execute_transfer),
            tells("done", "transfer"),
        ],
    )


def _second_thoughts(draw: Draw) -> Draft:
    """Corrected after the refusal, and once more when the new figure is said aloud."""
    me = customer(draw, level="business")
    roaster = payee_of(draw, draw.pick(["Coffee Machines", "Ovens", "Shopfitting"]))
    saved_payee(draw, me.party, roaster.account, "quote from spring", None)
    current = account(draw, me.party, "business", draw.money(22_000, 28_000))
    account(draw, me.party, "tax reserve", draw.money(9000, 14_000))
    wanted, second = 12_000.0, 9_500.0
    amount = draw.money(8900, 9350, 50)
    transfer = draw.new(Transfer)
    user = Persona(
        name=me.person.name,
        voice="Runs a tiny cafe; warm, scattered, does sums aloud and gets interrupted by the milk steamer.",
        story=(
            f"You want {wanted:,.0f} sent to {roaster.name} from the business account. When that is too much, you say"
            f" {second:,.0f}; and when you hear {second:,.0f} back you remember the return of your old machine, which"
            f" makes it {amount:,.0f}. You want no limit request and nothing on another day."
        ),
        opening=(
            f"Hiya, from the cafe! We're getting our new machine. 12,000 to {roaster.name} please, from the business"
            " account.",
            f"Good day! Could you send {roaster.name} 12,000 euros? It's all going out of the business account. Sorry,"
            " noisy.",
        ),
        goals=(
            Goal(
                about="transfer",
                again=(
                    f"The 12,000 for {roaster.name}, out of the business account.",
                    f"It's for our new machine, 12,000 to {roaster.name}.",
                    f"Just the transfer to {roaster.name}, the 12,000. Sorry, it's loud here.",
                ),
            ),
        ),
        facts={
            **identity(me),
            "transaction": (f"The transfer to {roaster.name}.",),
            "payee": (f"{roaster.name}. We've never paid them before.",),
            "destination": (
                f"{roaster.name}, I saved them in spring when the quote came.",
                "It's the one that I saved.",
            ),
            "source": ("The business account. The other one is for the taxman.",),
            "amount": ("12,000.", "Twelve thousand."),
            "reason": ("It's for the new machine at the cafe.",),
            "date": ("Today, if it can be done.",),
            "details": (
                "The old one leaks and the regulars sulk. The new one is ordered.",
                "It's for the cafe, we've saved two years for it.",
            ),
        },
        figures=(wanted,),
        reactions=(
            sees(transfer, "transfer", "Brilliant, flat whites for everyone.", "Oh, wonderful."),
            *_trade_in(second, amount),
            *corrects(
                (
                    "Oh. Well, they said 9,500 would do for a start. So 9,500?",
                    "Too much? Then let's say 9,500, they're easy.",
                ),
                second,
                (
                    f"9,500 to {roaster.name} then, from the business account.",
                    f"It'd be 9,500 for {roaster.name}, a transfer from the business account.",
                ),
                on=WAYS_OUT[:2],
            ),
        ),
        yes=("Yes, lovely.", "Yes please! Sorry, steamer.", "Mm, yes, that's right."),
        thanks=("You're a treasure. Come by for a coffee. Bye!", "Wonderful, thank you, got to froth. Bye!"),
        leaves=("There's a queue out the door. Later, sorry!", "The steamer's hissing at me. Another time, bye!"),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "How nice!"),
            get_balance.call(current.account_number),
            _over_the_limit(wanted),
            validate_payee.call(roaster.number, roaster.name),
            say(
                f"That fits. So 9,500.00 EUR from the business account to {roaster.name}, {roaster.number}, shall I"
                " send it?"
            ),
            say(
                f"Then it is {amount:,.2f} EUR from the business account to {roaster.name}. Is that right, shall I go"
                " ahead?"
            ),
            execute_transfer.call(current.account_number, roaster.number, amount),
            say(f"Done. {amount:,.2f} EUR has been transferred to {roaster.name}, reference {transfer}."),
        ],
        contract=[
            calls(validate_payee, account_number=roaster.number),
            in_order(validate_payee, execute_transfer),
            *one_transfer(current, roaster.account, amount, transfer),
            tells("done", "transfer"),
            says_before(execute_transfer, amounts=[amount]),
        ],
    )


def _trade_in(second: float, amount: float) -> tuple[Reaction, ...]:
    """The change of mind, and what the customer says when the figure before it comes up again."""
    told = Told(phrases=spellings(second))
    fixed: dict[str, Wordings] = {"amount": (f"{amount:,.0f}. That's the one.",)}
    return (
        Reaction(
            on=told,
            says=(
                f"Hang on, they take our old machine back! That leaves {amount:,.0f}. Sorry, sorry.",
                f"No, wait. Minus what they give us for the old one... {amount:,.0f}. Make it {amount:,.0f}.",
            ),
            learns=fixed,
            figures=(amount,),
            goals=(
                Goal(
                    about="transfer",
                    again=(
                        f"{amount:,.0f}, with the old machine taken off.",
                        f"It's {amount:,.0f} for the new machine now, one transfer.",
                    ),
                ),
            ),
        ),
        Reaction(
            on=told,
            says=(
                f"{amount:,.0f} now, not {second:,.0f}. If {amount:,.0f} is what goes out: yes.",
                f"Not {second:,.0f}, {amount:,.0f}: the old machine goes back. Yes to {amount:,.0f}.",
            ),
            learns=fixed,
            figures=(amount,),
        ),
    )
