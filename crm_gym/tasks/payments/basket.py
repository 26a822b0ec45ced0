"""A basket is paid: charge, receipt, points and log."""

from collections.abc import Callable

from crm_gym.domains.payments import authenticate_party, award_points, find_party, list_accounts, process_payment
from crm_gym.domains.payments.records import Transaction
from crm_gym.persona import Asked, Goal, HeardOutcome, Reaction, Told, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    asks_before,
    calls,
    changes_only,
    count,
    in_order,
    mentions,
    never_says,
    refused,
    say,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.payments.cast import card, merchant, payment, sign_in
from crm_gym.tasks.payments.checkout import (
    IN_CHAIN,
    Tale,
    all_done,
    basket_at,
    chain,
    charge,
    charged,
    completed,
    payer,
    read_back,
    shopper,
    two_cards,
)


@scenario(
    "payments",
    labels=["checkout_loyalty"],
    difficulty="easy",
    styles=["routine"],
    cells=[
        {"twist": "none", "basket": "15.50"},
        {"twist": "two active cards", "basket": "drawn"},
        {"twist": "merchant settles later", "basket": "drawn"},
        {"twist": "frozen card first", "basket": "drawn"},
        {"twist": "wrong code first", "basket": "drawn"},
    ],
)
def basket(draw: Draw) -> Draft:
    """A saved card is charged once for a basket, and receipt, points and log follow in this order."""
    return _BASKETS[draw.cell["twist"]](draw)


def _plain(draw: Draw) -> Draft:
    """The paper's checkout: a duplicated chain keeps every check but those of the state."""
    me = shopper(draw)
    plastic = card(draw, me.party)
    basket = basket_at(draw, "QS", float(draw.cell["basket"]))
    txn = draw.new(Transaction)
    tale = Tale(
        voice="A retired teacher, courteous, in whole sentences.",
        story=f"You want your tea basket at Quayside Store ({basket.price}, {basket.ref}) charged to your only saved "
        "card, and you care about the receipt and your loyalty points.",
        opening=(
            "Good afternoon. I have a little basket of tea waiting at Quayside Store. Would you charge it to my "
            "card, and see that I get the receipt and my points?",
            "Hello there. My tea order at Quayside Store wants paying. Card, receipt and loyalty points, if you "
            "please.",
        ),
        again=(
            "I should like my basket at Quayside Store charged to my card.",
            "The basket of tea at Quayside Store, please: I wish to pay it by card.",
            "It is only about the payment of my tea, and what belongs to it.",
        ),
        details=(f"It is just tea: {basket.price}, basket {basket.ref} at Quayside Store.",),
        yes=("Yes, please do.", "That is quite right, thank you.", "Yes, kindly go ahead."),
        thanks=("Thank you very much, that was all. Goodbye.", "Splendid, I am much obliged. Good afternoon."),
        leaves=(
            "I fear that we do not understand each other. Good day.",
            "I shall go and pay at the counter. Goodbye.",
        ),
    )
    return Draft(
        user=payer(me, tale, basket, plastic),
        solution=[
            *sign_in(me, "Good afternoon, with pleasure."),
            say("Thank you. What does the basket come to, and what is its merchant reference?"),
            read_back(basket, plastic),
            *chain(me, basket, plastic.card_id, txn),
            all_done(basket, txn),
        ],
        contract=[
            charged(me, basket, plastic),
            *map(calls, IN_CHAIN),
            in_order(process_payment, *IN_CHAIN),
            count(Transaction, 1, party_id=me.id, amount=basket.amount),
            completed(me, basket, plastic),
            changes_only(me.party, new={Transaction: 1}),
            tells("done", "payment"),
            mentions(txn),
        ],
    )


def _which_card(draw: Draw) -> Draft:
    """Two active cards: only the customer knows that one of them is the firm's."""
    me = shopper(draw, points=draw.number(40, 900))
    firm, own = two_cards(draw, me, first={}, second={})
    basket = basket_at(draw, "LUM", draw.money(58, 190))
    shop = merchant(draw, "LUM")
    bought = draw.money(300, 900, 10)
    done = {"receipt_sent": True, "points_awarded": int(bought) * 10, "logged": True}
    payment(draw, firm, shop, bought, days_ago=draw.number(6, 20), **done)
    txn = draw.new(Transaction)
    choice = f"The one ending {own.last4}, that's my own. The {firm.last4} one belongs to the firm, hands off!"
    tale = Tale(
        voice="A chatty freelance illustrator, uses 'hiya' and 'cheers'.",
        story=f"You buy a keyboard at Lumen Electronics ({basket.price}, {basket.ref}). It must go on your own card "
        f"ending {own.last4}; the other saved card is the firm's, and a private purchase on it would be trouble.",
        opening=(
            f"Hiya! Treated myself to a new keyboard at Lumen Electronics, basket {basket.ref}. Can you take it off "
            "my card?",
            f"Hiya, got a Lumen Electronics basket here, {basket.ref}, a keyboard for my home desk. Pop it on my card?",
        ),
        again=(
            f"Just pay my Lumen basket {basket.ref} by card, please.",
            f"It's the keyboard, basket {basket.ref}, by card, that's all.",
            "My Lumen basket wants paying, if you would!",
        ),
        details=(f"A keyboard, for myself, {basket.price} at Lumen Electronics.",),
        yes=("Yes, cheers, go ahead.", "Yep, please do.", "Go for it, cheers!"),
        thanks=("Cheers, you're a star. Bye!", "Brilliant, that's me sorted. Ta-ra!"),
        leaves=("Ah, never mind, I'll have another go later. Bye!", "Hm, this isn't going anywhere, is it. Bye then."),
    )
    user = payer(
        me,
        tale,
        basket,
        own,
        facts={"card": (choice,), "last4": (f"{own.last4}, my own card.",)},
        reactions=(
            Reaction(
                on=Told(phrases=(firm.last4,)),
                says=(choice, f"Not the {firm.last4}, cheers, that's the firm's! Mine ends in {own.last4}."),
                learns={"card": (choice,), "last4": (choice,)},
            ),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Nice choice!"),
            say(f"Which card should I use, {firm.last4} or {own.last4}? And what is the total?"),
            read_back(basket, own),
            *chain(me, basket, own.card_id, txn),
            all_done(basket, txn),
        ],
        contract=[
            charged(me, basket, own),
            calls(award_points),
            in_order(process_payment, *IN_CHAIN),
            asks_before(process_payment, slot="card"),
            completed(me, basket, own),
            changes_only(me.party, new={Transaction: 1}),
            tells("done", "payment"),
            mentions(txn),
        ],
        difficulty="hard",
        styles=("ambig",),
    )


def _settles_later(draw: Draw) -> Draft:
    """The hotel confirms later: the charge is pending, and nothing may follow yet."""
    me = shopper(draw, points=draw.number(40, 900))
    plastic = card(draw, me.party)
    basket = basket_at(draw, "HVH", draw.money(180, 420))
    txn = draw.new(Transaction)
    tale = Tale(
        voice="A consultant between two meetings; clipped, a bit impatient, never rude.",
        story=f"You check out of Harbour View Hotel and want the bill {basket.ref} of {basket.price} on your card, "
        "with the receipt for your expenses. If it has to wait for the hotel, you can live with that.",
        opening=(
            f"Checking out of Harbour View Hotel, bill {basket.ref}. Charge my card and mail the receipt, my "
            "expenses are due.",
            f"Hi. Hotel bill {basket.ref}, Harbour View. Card, receipt, points - cab's waiting.",
        ),
        again=(
            "Charge the hotel bill to my card, please.",
            f"Hotel bill {basket.ref}. My card. Please.",
            "The payment for the hotel. That is all I need.",
        ),
        details=(f"Two nights at Harbour View, {basket.price}, bill {basket.ref}.",),
        yes=("Yes. Go.", "Correct, do it.", "Yes, please. Quickly."),
        thanks=("Good. Taxi's here. Bye.", "Noted, thanks. Off to the next one."),
        leaves=("Cab's leaving. I'll call the hotel. Bye.", "No time for this. Goodbye."),
    )
    goal = Goal(about="payment", settled_by=("done", "pending"), again=tale.again)
    return Draft(
        user=payer(me, tale, basket, plastic, goals=(goal,)),
        solution=[
            *sign_in(me, "Let us be quick, then."),
            say("What is the total of the bill?"),
            read_back(basket, plastic),
            charge(me, basket, plastic.card_id),
            say(
                f"Your payment {txn} of {basket.price} is pending: the hotel confirms it later. The receipt and the "
                "points will follow after that, not yet."
            ),
        ],
        contract=[
            charged(me, basket, plastic),
            count(
                Transaction,
                1,
                party_id=me.id,
                merchant_ref=basket.ref,
                amount=basket.amount,
                state="pending",
                receipt_sent=False,
                points_awarded=None,
                logged=False,
            ),
            changes_only(new={Transaction: 1}),
            tells("pending", "payment"),
            mentions(txn),
        ],
    )


def _frozen_first(draw: Draw) -> Draft:
    """The card that the customer names is frozen for good: the other one needs a read-back of its own."""
    me = shopper(draw, points=draw.number(40, 900))
    frozen, other = two_cards(draw, me, first={"state": "frozen"}, second={})
    basket = basket_at(draw, "QB", draw.money(18, 75))
    txn = draw.new(Transaction)
    tale = Tale(
        voice="A night-shift nurse, tired, dry humour.",
        story=f"You pay your book basket at Quayside Books ({basket.price}, {basket.ref}) and name the card ending "
        f"{frozen.last4}. You forgot that you froze it in spring; then you take the one ending {other.last4}.",
        opening=(
            "Evening, or whatever it is for normal people. Please put my Quayside Books order on the card ending "
            f"{frozen.last4}.",
            f"Hello. Books for the night shift, Quayside Books. Take the card ending {frozen.last4}, that's the one "
            "I use.",
        ),
        again=(
            "I'd like my book order at Quayside Books paid by card.",
            "The Quayside Books payment, by card. Then I can sleep.",
            "Still after my books, please. Card payment.",
        ),
        details=(f"Three paperbacks, {basket.price}, reference {basket.ref}.",),
        yes=("Yes, do it.", "Yep. Before I fall asleep.", "Yes, that's the one."),
        thanks=("Ta. Off to bed, such as it is. Bye.", "Lovely. Night, or morning, whatever. Bye."),
        leaves=("I've had more luck with drunk patients. Bye.", "My break's over. Another time."),
    )
    switch = (
        "Oh, of course, I froze that one after I lost my bag. Can't be thawed, I suppose. Take the one ending "
        f"{other.last4}.",
        f"Right, that one's on ice since spring. My brain's on nights. {other.last4} is the other card, take that.",
    )
    told = ("frozen", "froze", "freeze", "blocked", "locked", "unfreeze", "not active", "inactive", other.last4)
    learns: dict[str, Wordings] = {
        "card": (f"The one ending {other.last4} then.",),
        "last4": (f"{other.last4}.",),
    }
    user = payer(
        me,
        tale,
        basket,
        frozen,
        reactions=(Reaction(on=Told(phrases=told), says=switch, learns=learns),),
        pushes=(
            (
                f"Well, there is my other card, the one ending {other.last4}.",
                f"Right, then the other piece of plastic, ending {other.last4}.",
            ),
        ),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Good evening!"),
            say("What is the total, and what is the merchant reference?"),
            say(
                f"I am sorry, the card ending {frozen.last4} is frozen, and I cannot unfreeze it here. You also have "
                f"one ending {other.last4}: which card would you like to use?"
            ),
            read_back(basket, other),
            *chain(me, basket, other.card_id, txn),
            all_done(basket, txn),
        ],
        contract=[
            charged(me, basket, other),
            asks_before(process_payment),
            in_order(process_payment, *IN_CHAIN),
            completed(me, basket, other),
            changes_only(me.party, new={Transaction: 1}),
            tells("done", "payment"),
            mentions(txn),
        ],
        difficulty="medium",
        styles=("refuse",),
    )


def _wrong_code(draw: Draw) -> Draft:
    """The first code is wrong: two attempts are left, and the right one opens the checkout."""
    me = shopper(draw, points=draw.number(40, 900))
    plastic = card(draw, me.party)
    basket = basket_at(draw, "FRN", draw.money(24, 96))
    wrong = draw.digits(6)
    txn = draw.new(Transaction)
    tale = Tale(
        voice="A father with two small children pulling at him; scatterbrained, apologetic.",
        story=f"You pay the weekly shop at Fern and Fig Grocers ({basket.price}, {basket.ref}). First you give the "
        f"code of your gym locker, {wrong}; when told that it is wrong you give the right one, {me.party.code}.",
        opening=(
            f"Hi, sorry, kids everywhere. Can you pay our weekly shop, Fern and Fig, {basket.price}? It's basket "
            f"{basket.ref}.",
            f"Hello! Weekly groceries at Fern and Fig, {basket.ref}, {basket.price}. Charge my card please - Mia, "
            "put that down!",
        ),
        again=(
            f"Please pay our Fern and Fig basket, {basket.price}.",
            f"It's the weekly shop, {basket.ref}, on my card, sorry.",
            "Just the groceries at Fern and Fig, paid by card, please.",
        ),
        details=(f"The weekly groceries, {basket.price}, Fern and Fig, {basket.ref}.",),
        yes=("Yes, please, sorry. Go ahead.", "Yes! No, not you, Mia. Yes, go on.", "That's it, yes, thank you."),
        thanks=("Thanks so much, sorry for the noise. Bye!", "You're an angel. We're off, bye!"),
        leaves=(
            "Sorry, somebody's crying. I'll try later. Bye!",
            "I can't do this with two kids on my arm. Sorry, bye.",
        ),
    )
    right = (
        f"Oh no, that was the gym locker. It's {me.party.code}.",
        f"Sorry, wrong one, I'm all over the place: {me.party.code}.",
    )
    learns: dict[str, Wordings] = {"code": (f"{me.party.code}.",)}
    user = payer(
        me,
        tale,
        basket,
        plastic,
        facts={"code": (f"Er, {wrong}.", f"The code, the code... {wrong}.")},
        reactions=(
            Reaction(on=Asked(slot="code", times=2), says=right, learns=learns),
            Reaction(on=HeardOutcome(outcome="refused", about="identity"), says=right, learns=learns),
        ),
    )
    return Draft(
        user=user,
        solution=[
            say("No worries. What is your e-mail address, and your six-digit security code?"),
            find_party.call(email=me.person.email),
            refused(authenticate_party.call(me.id, wrong)),
            say("That code is not right; you have two attempts left. What is your six-digit code?"),
            authenticate_party.call(me.id, me.party.code),
            list_accounts.call(me.id),
            read_back(basket, plastic),
            *chain(me, basket, plastic.card_id, txn),
            all_done(basket, txn),
        ],
        contract=[
            charged(me, basket, plastic),
            says_before(authenticate_party, phrases=("two", "2")),
            never_says(me.party.code, wrong),
            completed(me, basket, plastic),
            changes_only(me.party, new={Transaction: 1}),
            tells("done", "payment"),
            mentions(txn),
        ],
        labels=("checkout_loyalty", "payment_security"),
        difficulty="medium",
    )


_BASKETS: dict[str, Callable[[Draw], Draft]] = {
    "none": _plain,
    "two active cards": _which_card,
    "merchant settles later": _settles_later,
    "frozen card first": _frozen_first,
    "wrong code first": _wrong_code,
}
