"""Refunds of part_refund in which the customer has muddled something up."""

from datetime import timedelta

from crm_gym.domains.payments import award_points, list_transactions, log_transaction, refund_payment, send_receipt
from crm_gym.domains.payments.records import Refund, Transaction
from crm_gym.persona import Goal, Offered, Persona, Reaction, ReadBack, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    changes_only,
    count,
    ends,
    in_order,
    say,
    says_any,
    says_before,
    tells,
)
from crm_gym.tasks.payments.cast import Customer, card, customer, identity, merchant, payment, sign_in
from crm_gym.tasks.payments.purchases import AGREE, POINTS_NOTE, Purchase, bought_two, points_of, refund_facts


def ten_exactly(draw: Draw) -> Draft:
    """A refund of exactly 10.00: the smallest one that the points follow."""
    rest = draw.money(18.5, 34.5, 0.5)
    me = customer(draw, points=points_of(10.0, rest) + draw.number(50, 400))
    method = card(draw, me.party)
    pairs = [("crime novel", "cookbook"), ("crossword book", "atlas"), ("pocket diary", "fountain pen")]
    item, other = draw.pick(pairs)
    points = points_of(10.0, rest)
    items = ((item, 10.0), (other, rest))
    bought = bought_two(draw, method, "QB", items, 4, receipt_sent=True, points_awarded=points, logged=True)
    payment(draw, method, merchant(draw, "QB"), 10.0, days_ago=11, note="Gift wrapping and card 10.00")
    refund = draw.new(Refund)
    user = Persona(
        name=me.person.name,
        voice="Chatty and apologetic; explains more than needed.",
        story=f"You bought a {item} twice by mistake and have brought this copy back to the shop. You want 10.00 back.",
        opening=(
            f"Oh hello, so sorry to bother you. I bought a {item} at Quayside Books last week, came home, and there on "
            "the shelf was the very same one! They took it back, bless them. Could you see to the refund?",
            f"Hello dear, silly me: I've got a {item} from Quayside Books that I own already. It's back at the shop "
            f"since this morning. The {other} I'm keeping, of course. Would you refund me, please?",
        ),
        goals=(
            Goal(
                about="refund",
                again=(
                    f"It's about the {item} that I took back; I'd love a refund for it.",
                    f"The refund for that {item}, if it's not too much bother.",
                    f"I only wondered about the money for the {item} that went back to the shop.",
                ),
            ),
        ),
        facts={
            **refund_facts(me, bought, (f"I own that {item} already, so I brought this one back. All unread!",)),
            "date": ("It was last Thursday, I think. I had the dog with me.",),
            "amount": (f"A round tenner for the {item}.",),
        },
        figures=(10.0,),
        reactions=(AGREE,),
        yes=("Yes, please, if it's no trouble.", "Oh yes, that's the one.", "Yes, lovely, thank you."),
        thanks=(
            "You've been so kind. Sorry again for the bother. Bye!",
            "Wonderful, now I'll read the other one. Bye, dear!",
        ),
        leaves=("I've taken up enough of your time, sorry. Bye!", "I'm so sorry, I'll come back another day."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "No bother at all!"),
            list_transactions.call(me.id, 30),
            say(f"Found it. May I refund the {item}, 10.00 EUR of the {bought.total:.2f} EUR, to your card?"),
            refund_payment.call(bought.id, 10.0, "returned"),
            say(
                f"Your {item} has been refunded: 10.00 EUR, reference {refund}. The points that you earned with it "
                "will be adjusted by the back office later."
            ),
        ],
        contract=[
            calls(refund_payment, transaction_id=bought.id, amount=10.0, reason_code="returned"),
            ends(bought.payment, refunded=10.0),
            changes_only(bought.payment, new={Refund: 1}),
            tells("done", "refund"),
            POINTS_NOTE,
        ],
    )


def paid_twice(draw: Draw) -> Draft:
    """The page hung and the customer paid twice: one payment goes back, the other needs receipt, points, log."""
    points = draw.number(100, 900)
    me = customer(draw, points=points)
    method = card(draw, me.party)
    shop = merchant(draw, "QS")
    amount = draw.money(32.2, 78.2, 1.0)
    first = payment(draw, method, shop, amount, days_ago=1, hour=9)
    second = _pressed_again(draw, first)
    payment(draw, method, shop, amount, days_ago=29, receipt_sent=True, points_awarded=points_of(amount), logged=True)
    pair = (first.transaction_id, second.transaction_id)
    refund = draw.new(Refund)
    gained = points_of(amount)
    return Draft(
        user=_double_payer(me, amount, gained),
        solution=[
            *sign_in(me, "Let's sort that out."),
            list_transactions.call(me.id, 30),
            say(
                f"I see two payments of {amount:.2f} EUR from yesterday, {pair[0]} and {pair[1]}. I would refund the "
                f"second one, {amount:.2f} EUR, to your card. Shall I go ahead?"
            ),
            refund_payment.call(second.transaction_id, amount, "duplicate"),
            send_receipt.call(first.transaction_id),
            award_points.call(first.transaction_id),
            log_transaction.call(first.transaction_id),
            say(
                f"{amount:.2f} EUR has been refunded, reference {refund}. The other payment is complete now: I have "
                f"sent you the receipt for {pair[0]}, and {gained} points have been added to your account."
            ),
        ],
        contract=[
            calls(refund_payment, amount=amount, reason_code="duplicate"),
            calls(send_receipt),
            calls(award_points),
            calls(log_transaction),
            in_order(send_receipt, award_points, log_transaction),
            count(Transaction, 1, transaction_id=pair, state="refunded", receipt_sent=False, logged=False),
            count(Transaction, 1, transaction_id=pair, state="success", receipt_sent=True, logged=True),
            ends(me.party, points=points + gained),
            changes_only(first, second, me.party, new={Refund: 1}),
            tells("done", "refund"),
        ],
        labels=("refund_dispute", "checkout_loyalty"),
        difficulty="hard",
        styles=("collateral",),
    )


def _pressed_again(draw: Draw, first: Transaction) -> Transaction:
    """The same basket, paid once more a little later: a retry keeps its reference."""
    at = first.at + timedelta(minutes=draw.number(2, 6))
    return draw.add(first.model_copy(update={"transaction_id": draw.id("TXN"), "at": at}))


_RECEIPT = ("receipt sent", "receipt has been sent", "receipt was sent", "sent the receipt", "sent you the receipt")
"""How a receipt is reported in passing."""


def _double_payer(me: Customer, amount: float, gained: int) -> Persona:
    return Persona(
        name=me.person.name,
        voice="Flustered new parent typing with one thumb, a baby on the other arm.",
        story=(
            f"Yesterday the Quayside Store page froze, you pressed pay again, and now {amount:.2f} is gone twice. You "
            "want one of the two back, and the other one finished properly: you got neither receipt nor points."
        ),
        opening=(
            "help, Quayside Store froze on me yesterday, I hit pay again and now its gone off my card twice!! want one "
            "back. and the one that counts was never finished properly, no receipt, no points, nothing",
            "Sorry for typos, baby on arm. Yesterday's Quayside Store order took the money TWICE because the page got "
            "stuck. One of them back please, and do the rest for the other: I have no receipt and no points either.",
        ),
        goals=(
            Goal(
                about="refund",
                again=(
                    "please refund one of the two payments, I only bought it once",
                    "its the double payment, Quayside Store, yesterday. one refund please",
                    "one of the two back on my card, that's the main thing",
                ),
            ),
            Goal(
                about="receipt",
                told=_RECEIPT,
                again=(
                    "and please send me the receipt for the one that stays",
                    "there's still the receipt for the payment that counts",
                ),
            ),
            Goal(
                about="points",
                told=(f"{gained} points", f"{gained:,} points", "points added"),
                again=(
                    "and please add my points for the one that stays",
                    "my points for the order are still missing, the one I keep",
                ),
            ),
        ),
        facts={
            **identity(me),
            "merchant": ("Quayside Store",),
            "transaction": ("either of the two, they're the same to me", "dont mind which of the two goes back"),
            "amount": (f"{amount:.2f}, twice", f"its {amount:.2f} both times"),
            "date": ("yesterday morning, between two feeds",),
            "reason": ("page got stuck so I pressed pay again. its one order",),
            "details": ("it hung and hung, I hit pay again, and this morning there's two of them on the card",),
            "card": ("the one card I have with you",),
        },
        figures=(amount,),
        reactions=(AGREE,),
        yes=("yes", "yes pls", "yes that's it"),
        thanks=("oh thank you, he's asleep now too. bye", "great, one less thing. bye!!"),
        leaves=("baby's screaming, got to go", "can't do this one handed, later"),
    )


def second_thoughts(draw: Draw) -> Draft:
    """The customer names the wrong item and notices at the read-back; the right one is below 10.00."""
    price, wrong = draw.money(7.6, 9.9, 0.1), draw.money(21.4, 38.4, 1.0)
    earned = points_of(price, wrong)
    me = customer(draw, points=earned + draw.number(50, 400))
    method = card(draw, me.party)
    item, other = draw.pick([("tea strainer", "teapot"), ("bike bell", "bike pump"), ("paint roller", "wall paint")])
    items = ((item, price), (other, wrong))
    bought = bought_two(draw, method, "QS", items, 6, receipt_sent=True, points_awarded=earned, logged=True)
    payment(draw, method, merchant(draw, "QS"), price, days_ago=3, note=f"Parking disc {price:.2f}")
    refund = draw.new(Refund)
    return Draft(
        user=_scatterbrain(me, bought),
        solution=[
            *sign_in(me, "Of course!"),
            list_transactions.call(me.id, 30),
            say(f"So I would refund the {other}, {wrong:.2f} EUR, to your card. Is that right?"),
            say(f"No problem. Then it is the {item} instead, {price:.2f} EUR back to your card. Shall I do that?"),
            refund_payment.call(bought.id, price, "returned"),
            say(f"Done: {price:.2f} EUR for the {item} has been refunded, reference {refund}."),
            say("Your points stay as they are: a refund below 10.00 EUR does not touch them."),
        ],
        contract=[
            calls(refund_payment, transaction_id=bought.id, amount=price, reason_code="returned"),
            ends(bought.payment, refunded=price),
            changes_only(bought.payment, new={Refund: 1}),
            says_before(refund_payment, amounts=(price,)),
            tells("done", "refund"),
            says_any("the agent tells the user that the points are not affected by this refund", *_UNTOUCHED),
        ],
        difficulty="medium",
        styles=("ambig",),
    )


_UNTOUCHED = (
    "stay",
    "stays",
    "keep",
    "remain",
    "remains",
    "untouched",
    "unaffected",
    "unchanged",
    "not affected",
    "not affect",
    "doesn't affect",
    "won't affect",
    "does not touch",
    "doesn't touch",
    "won't touch",
    "not touched",
    "not change",
    "won't change",
    "not lose",
    "won't lose",
    "not be adjusted",
    "won't be adjusted",
    "not be reduced",
    "no points",
    "no change",
    "no effect",
    "no adjustment",
    "yours to keep",
    "safe",
)


def _scatterbrain(me: Customer, bought: Purchase) -> Persona:
    item, other = bought.item, bought.other
    right = Goal(
        about="refund",
        again=(
            f"I'd like a refund for the {item}, that's what I sent back. The {other} stays here.",
            f"It's the {item} I want refunded, ha, not the {other}.",
        ),
    )
    learns: dict[str, Wordings] = {
        "amount": (f"The {item} was {bought.price:.2f}.",),
        "transaction": (f"The Quayside Store one, and it's about the {item}.",),
    }
    return Persona(
        name=me.person.name,
        voice="Scatter-brained and cheerful; laughs at their own muddles.",
        story=(
            f"You sent the {item} back to Quayside Store, but in your head it is the {other}. Only when the agent "
            f"reads back what it will do you notice. You want {bought.price:.2f} and keep the {other}. Then you ask "
            "about points."
        ),
        opening=(
            f"Hiya! I've sent the {other} back to Quayside Store, it was just not for me, ha. Can I get my pennies "
            "back?",
            f"Hello hello! My {other} from Quayside Store is travelling home again, I took a dislike to it. Money "
            "back, please and thank you!",
        ),
        goals=(
            Goal(
                about="refund",
                again=(
                    f"I'd like a refund for the {other}, from Quayside Store.",
                    f"Just a refund for my {other}, please!",
                    f"My {other} went home, and my money should come home too.",
                ),
            ),
            Goal(
                about="points",
                settled_by=("done", "refused", "pending"),
                told=_UNTOUCHED,
                opening=("Lovely! Oh, and does that cost me any of my points?", "Super. And what about my points now?"),
                again=("I just wondered what this does to my points.", "My points, do I lose any?"),
            ),
        ),
        facts={
            **refund_facts(me, bought, ("It wasn't for me, so I sent it back. Nothing wrong with it!",)),
            "transaction": (f"The Quayside Store one from last week, and it's about the {other}.",),
            "amount": (f"Whatever the {other} cost, twenty or thirty something?",),
            "date": ("Last week some time. A rainy day!",),
        },
        reactions=(
            Reaction(
                on=ReadBack(),
                says=(
                    f"Oh, wait, no! What am I saying. It's the {item} that I sent back; the {other} is right here in "
                    "front of me, ha.",
                    f"Hang on, I'm looking at the {other} as we speak! It was the {item} that went back. Sorry, sorry.",
                ),
                learns=learns,
                figures=(bought.price,),
                goals=(right,),
            ),
            Reaction(
                on=Offered(about="refund"),
                says=(
                    f"It's the {item} for {bought.price:.2f} that I sent back, so yes, that one, please.",
                    f"The {item}, {bought.price:.2f}, that's what went back, ha. That one, yes please!",
                ),
                learns=learns,
                figures=(bought.price,),
                goals=(right,),
                every=True,
            ),
        ),
        yes=("Yes! That one.", "Ha, yes, now it's right.", "Yes please, go on."),
        thanks=("You're a gem. Bye-bye!", "Ha, all's well that ends well. Ta-ta!"),
        leaves=("I've lost the thread myself, ha. Bye!", "Let me start over tomorrow. Toodle-oo!"),
    )
