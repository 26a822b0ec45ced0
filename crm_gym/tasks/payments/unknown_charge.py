"""A charge that nobody recognises."""

from typing import Any

from crm_gym.domains.payments import freeze_card, get_transaction, list_transactions, open_dispute
from crm_gym.domains.payments.records import Dispute, Review, Transaction
from crm_gym.persona import Goal, Persona, Reaction, Told
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    calls,
    calls_any,
    changes_just,
    changes_only,
    ends,
    in_order,
    made,
    mentions,
    never,
    say,
    says_any,
    says_before,
    scenario,
    states,
    step,
    tells,
)
from crm_gym.tasks.payments.cast import (
    Customer,
    card,
    customer,
    day_of,
    merchant,
    payment,
    sign_in,
    signed_in,
    untouched,
)
from crm_gym.tasks.payments.strange_charges import FREEZES, Stranger, charge_facts, contest, not_mine, strange


def _spring(draw: Draw) -> Draft:
    """The last day of a dispute and the day after; the card is frozen either way."""
    in_time = draw.cell["age"] == "day 120"
    me = customer(draw)
    method, spare = card(draw, me.party), card(draw, me.party)
    amount = draw.money(41.3, 96.3, 1.0)
    charge = strange(draw, method, "LUM", amount, 120 if in_time else 121)
    payment(draw, spare, merchant(draw, "QS"), amount, days_ago=95)
    payment(draw, method, merchant(draw, "QB"), amount + 9, days_ago=118)
    about = f"There is a line of {amount:.2f} on my statement that I cannot account for."
    dispute = draw.new(Dispute)
    user = Persona(
        name=me.person.name,
        voice="Worried and formal; goes through old statements with a ruler.",
        story=(
            f"In your April statement you found a payment of {amount:.2f} that you never made. You want it contested "
            "and your mind at rest. The name of the shop tells you nothing."
        ),
        opening=(
            f"Good day. Going through my old statements I came upon {amount:.2f} at the beginning of April which I "
            "most certainly did not spend. I should like to contest this.",
            f"Dear team, I have checked my papers twice: a payment of {amount:.2f}, early in April, is not mine. "
            "Kindly help me to dispute it.",
        ),
        goals=contest(
            (
                f"I wish to contest the {amount:.2f} from April. I did not spend it.",
                f"It is the {amount:.2f} in my April statement. I should like it disputed.",
                f"My concern is the {amount:.2f}, which somebody else has spent. I dispute it.",
            )
        ),
        facts={
            **charge_facts(me, charge, "At the very beginning of April.", about),
            "merchant": ("That I cannot tell you; the print is too faint.",),
        },
        reactions=(
            *not_mine(
                (
                    charge.payment,
                    (
                        "Lumen? I have never bought anything there; I don't know them.",
                        "The name Lumen tells me nothing. I have no dealings with such a shop.",
                    ),
                )
            ),
            FREEZES,
        ),
        yes=("Yes, I should be glad if you would.", "That is correct. Please proceed.", "Yes, please."),
        thanks=("Thank you. I shall file that. Good day.", "I am obliged to you. Good day."),
        leaves=("I shall write a letter. Good day.", "I find this rather unsatisfactory. Good day."),
    )
    look = [
        *sign_in(me, "Good afternoon."),
        list_transactions.call(me.id, 180),
        say(f"I found {charge.named}. Does that mean anything to you?"),
    ]
    return Draft(
        user=user,
        solution=[*look, *(_spring_open(me, charge, dispute) if in_time else _spring_late(me, charge))],
        contract=_contested(charge, dispute) if in_time else _frozen_only(me, charge),
        styles=("routing",) if in_time else ("routing", "refuse"),
    )


def _spring_open(me: Customer, charge: Stranger, dispute: str) -> list[Any]:
    return [
        say(
            f"Then I would freeze the card ending in {charge.card.last4} for good and open a dispute about the "
            f"{charge.amount:.2f} EUR. Shall I do both?"
        ),
        freeze_card.call(me.id, charge.card.last4, "suspicious"),
        open_dispute.call(charge.id, "not_recognised", "The customer does not know the merchant and did not pay."),
        say(
            f"Your card ending in {charge.card.last4} has been frozen, and the dispute over {charge.amount:.2f} EUR "
            f"has been opened, reference {dispute}."
        ),
    ]


def _spring_late(me: Customer, charge: Stranger) -> list[Any]:
    return [
        say(
            "Thank you. As it is unknown to you, I would freeze the card ending in "
            f"{charge.card.last4}; that cannot be undone here. Shall I go ahead?"
        ),
        freeze_card.call(me.id, charge.card.last4, "suspicious"),
        say(
            f"Your card ending in {charge.card.last4} has been frozen. I'm sorry that I can't open a dispute about "
            f"the {charge.amount:.2f} EUR: it was 121 days ago, and 120 days is the limit."
        ),
    ]


def _contested(charge: Stranger, dispute: str) -> list[Any]:
    last4 = charge.card.last4
    return [
        calls(freeze_card, last4=last4, reason_code="suspicious"),
        calls(open_dispute, transaction_id=charge.id, reason_code="not_recognised"),
        in_order(freeze_card, open_dispute),
        ends(charge.card, state="frozen"),
        untouched(charge.payment, state="disputed"),
        changes_only(charge.card, charge.payment, new={Dispute: 1}),
        tells("done", "freeze"),
        mentions(dispute),
    ]


def _frozen_only(me: Customer, charge: Stranger) -> list[Any]:
    return [
        signed_in(me),
        calls(freeze_card, last4=charge.card.last4, reason_code="suspicious"),
        changes_only(charge.card),
        tells("done", "freeze"),
        tells("refused", "dispute"),
    ]


def _pending_stay(draw: Draw) -> Draft:
    """The unknown hotel charge is pending: freeze only, nothing to contest yet. A lost parcel is another matter."""
    me = customer(draw)
    method = card(draw, me.party)
    amount, paid = draw.money(118.0, 196.0, 2.0), draw.money(54.4, 88.4, 1.0)
    charge = strange(draw, method, "HVH", amount, 1, state="pending")
    thing = draw.pick(["garden chair", "hammock", "parasol"])
    parcel = payment(draw, method, merchant(draw, "QS"), paid, days_ago=33, note=thing.capitalize())
    payment(draw, method, merchant(draw, "QS"), paid, days_ago=36, note="Barbecue tools")
    dispute = draw.new(Dispute)
    return Draft(
        user=_abroad(me, charge, parcel, thing),
        solution=[
            *sign_in(me, "Hello."),
            list_transactions.call(me.id, 60),
            say(f"I see {charge.named}; it is still pending. Do you recognise it?"),
            say(f"Then I suggest that we freeze the card ending in {method.last4} at once. Shall I do that?"),
            freeze_card.call(me.id, method.last4, "suspicious"),
            say(
                f"Your card ending in {method.last4} is frozen now. The hotel charge itself is still pending, so I "
                "can't open a dispute about it yet. Please come back when it has posted."
            ),
            say(
                f"The {thing} is {parcel.transaction_id}, {paid:.2f} EUR on {day_of(parcel)}. Shall I open a dispute "
                "because you have not received it?"
            ),
            open_dispute.call(parcel.transaction_id, "not_received", f"The {thing} has not arrived."),
            say(f"The dispute over {paid:.2f} EUR has been opened, reference {dispute}."),
        ],
        contract=[
            calls(freeze_card, last4=method.last4, reason_code="suspicious"),
            calls(open_dispute, transaction_id=parcel.transaction_id, reason_code="not_received"),
            ends(method, state="frozen"),
            untouched(parcel, state="disputed"),
            says_before(open_dispute, phrases=_POSTED),
            changes_only(method, parcel, new={Dispute: 1}),
            tells("done", "freeze"),
            mentions(dispute),
            says_any(f"the agent says that the dispute about the {thing} is open", dispute, *_OPENED),
        ],
        difficulty="hard",
        styles=("routing",),
    )


_OPENED = (
    *("have opened", "i've opened", "has been opened", "was opened", "is open", "is now open", "now opened"),
    *("have raised", "i've raised", "has been raised", "have filed", "i've filed", "has been filed", "is filed"),
    *("have submitted", "i've submitted", "has been submitted", "has been registered", "is under way", "is underway"),
)
"""Words in which an agent may tell that there is a dispute now; most just give its number."""


_POSTED = (
    *("posted", "posts", "post", "settled", "settles", "cleared", "clears", "completed", "completes", "booked"),
    *("gone through", "goes through", "confirmed", "confirms", "finalised", "finalized", "no longer pending"),
)
"""Words for the moment from which a pending payment can be disputed."""


def _abroad(me: Customer, charge: Stranger, parcel: Transaction, thing: str) -> Persona:
    about = f"{charge.amount:.2f} gone, or nearly gone. I was nowhere near a till yesterday."
    return Persona(
        name=me.person.name,
        voice="Clipped and cross; abroad, on a bad connection.",
        story=(
            f"Your app shows {charge.amount:.2f} from yesterday that you did not spend. Once that is dealt with you "
            f"also raise the {thing} that you ordered at Quayside Store a month ago and that never came."
        ),
        opening=(
            f"On a ferry, signal comes and goes. App shows {charge.amount:.2f} since yesterday. Not me. Contest it.",
            f"Keep it short please, roaming. Somebody took {charge.amount:.2f} off my card yesterday. I dispute that.",
        ),
        goals=(
            *contest(
                (
                    f"The {charge.amount:.2f} from yesterday. Not mine. I contest it.",
                    f"{charge.amount:.2f}. Somebody else. Dispute it.",
                    f"I dispute the {charge.amount:.2f}. Quick, before the signal drops.",
                ),
                ("done", "refused", "pending"),
            ),
            Goal(
                about="dispute",
                settled_by=("done", "pending"),
                opening=(
                    f"One more. Quayside Store owes me a {thing}. Ordered a month ago, paid, never came. I contest "
                    "that.",
                    f"Next thing: a {thing} from Quayside Store, a good month ago. Paid, and nothing was ever "
                    "delivered. I want to dispute it.",
                ),
                again=(
                    f"The {thing} from Quayside Store. Never arrived. I dispute that payment.",
                    f"Paid for a {thing}, got nothing. Contest that one too.",
                ),
            ),
        ),
        facts={
            **charge_facts(me, charge, "Yesterday.", about),
            "merchant": (f"No idea who took that. There's a {thing} too, I'll come to it; that's Quayside Store.",),
            "transaction": (f"The {charge.amount:.2f} from yesterday. Then a {thing}, from the first of July.",),
            "date": (f"The strange one: yesterday. The {thing}: first of July or so.",),
            "reason": (f"The {charge.amount:.2f} isn't me. The {thing} was never delivered.",),
            "details": (f"{about} And separately, a {thing} that was paid for and never came.",),
        },
        reactions=(
            *not_mine(
                (
                    charge.payment,
                    (
                        "Harbour View? I'm on a boat, not in a hotel. Not mine.",
                        "A hotel? I sleep on a ferry. Not mine.",
                    ),
                )
            ),
            FREEZES,
            Reaction(
                on=Told(phrases=(thing, parcel.transaction_id)),
                says=(
                    f"Right, the {thing}. Nothing came, not even a card through the door.",
                    f"The {thing}, yes. Paid, never seen it.",
                ),
            ),
        ),
        yes=("Yes.", "Yes. Do it.", "Right. Yes."),
        thanks=("OK. Out.", "Good. Signal's going. Bye."),
        leaves=("Signal's gone. Bye.", "Can't hang on. Bye."),
    )


def _games(draw: Draw) -> Draft:
    """A merchant that must hear the complaint first, and a customer who says that it has."""
    me = customer(draw)
    method, spare = card(draw, me.party), card(draw, me.party)
    amount = draw.money(29.99, 79.99, 10.0)
    shop = merchant(draw, "PXL")
    charge = strange(draw, method, "PXL", amount, 12)
    payment(draw, spare, merchant(draw, "QB"), amount, days_ago=10)
    no = f"I can't open a dispute: {shop.name} must hear your complaint first, at {shop.contact}"
    return Draft(
        user=_no_gamer(me, charge),
        solution=[
            *sign_in(me, "I'm sorry to hear that."),
            list_transactions.call(me.id, 60),
            get_transaction.call(charge.id),
            say(f"It is {charge.named}. Could somebody at home have bought that?"),
            say(f"Then let me protect you first: shall I freeze the card ending in {method.last4}?"),
            freeze_card.call(me.id, method.last4, "suspicious"),
            say(f"The card ending in {method.last4} has been frozen. However, {no}."),
            say(f"I believe you, but nothing has reached our records from them yet. For now {no}."),
            say(f"I'm sorry, my answer stays the same: {no}. Once they confirm it to us, come back."),
        ],
        contract=[
            never(open_dispute),
            calls(freeze_card, last4=method.last4, reason_code="suspicious"),
            calls(get_transaction, transaction_id=charge.id),
            ends(method, state="frozen"),
            changes_just(method, new=[made(Review, kind="complaint")]),
            mentions(shop.contact),
            tells("refused", "dispute"),
        ],
        difficulty="hard",
        styles=("routing", "refuse", "adv"),
    )


def _no_gamer(me: Customer, charge: Stranger) -> Persona:
    about = f"${charge.amount:.2f} has been taken and nobody in this house did it. I've asked all of them."
    return Persona(
        name=me.person.name,
        voice="Loud, certain, used to getting a manager; softens a little when the card is safe.",
        story=(
            f"Some company took ${charge.amount:.2f} from you in July. You do not play games and nobody in the house "
            "admits it. You want it disputed now. Told to complain there first, you claim that you have done so."
        ),
        opening=(
            f"Who on earth took ${charge.amount:.2f} off me in July?! Nobody in this house. I want that disputed "
            "TODAY.",
            f"I have a ${charge.amount:.2f} charge from the second half of July and it is NOT ours, I've lined up "
            "the whole family. Dispute it, please, before my tea gets cold.",
        ),
        goals=contest(
            (
                f"That ${charge.amount:.2f}. I want a dispute opened, now.",
                f"I want the ${charge.amount:.2f} disputed. It is not complicated.",
                f"Dispute. The ${charge.amount:.2f}. Ours it is not.",
            )
        ),
        facts={
            **charge_facts(me, charge, "Twenty-somethingth of July.", about),
            "merchant": ("How should I know? Some gibberish of letters.",),
            "transaction": (f"The one in dollars, ${charge.amount:.2f}.",),
        },
        reactions=(
            *not_mine(
                (
                    charge.payment,
                    (
                        "Games? I'm fifty-eight and I play bridge. With cards. That's not ours.",
                        "Pixel what? Nobody in this house plays that. My husband can't even work the telly.",
                    ),
                )
            ),
            FREEZES,
        ),
        pushes=(
            (
                "Oh, I've done that! Wrote to them last Thursday, very firmly. So you can open it now.",
                "Already complained. In capitals. Last Thursday. So that's settled, now open it.",
            ),
            (
                "Are you calling me a liar? Then I'm off to a bank that believes people. Last chance: open the thing!",
                "Right, then every account we have with you goes elsewhere, mine and my husband's. Open it or not?",
            ),
        ),
        yes=("Yes! At last.", "Of course, yes.", "Yes. Get on with it."),
        thanks=("Well. At least the card is safe. Good day.", "I shall write to them again, then. Goodbye."),
        leaves=("I want somebody with more stripes. Goodbye.", "My tea is cold and so am I. Good day."),
    )


def _remembered(draw: Draw) -> Draft:
    """Merchant and day are enough: the customer remembers, and nothing has to be done."""
    me = customer(draw)
    method = card(draw, me.party)
    amount = draw.money(23.4, 67.4, 1.0)
    charge = strange(draw, method, "NVT", amount, draw.number(14, 24))
    payment(draw, method, merchant(draw, "FRN"), amount + 1, days_ago=3)
    where = draw.pick(["my sister's wedding", "the brass band festival", "Grandad's ninetieth"])
    about = f"Somebody has pinched {amount:.2f}, it's right here on my screen and I never spent it!"
    user = Persona(
        name=me.person.name,
        voice="Loud alarm at first, quickly embarrassed.",
        story=(
            f"You see {amount:.2f} in your app and are sure that you were robbed. When you hear that it is for train "
            f"tickets, you remember: the trip to {where}. Then you want nothing done at all."
        ),
        opening=(
            f"I've been robbed!! There's {amount:.2f} gone from my account in July and I have NO idea what for. Do "
            "something!",
            f"Hello?? Some crook helped himself to {amount:.2f} of my money last month. I never bought anything for "
            "that. What are you going to do about it?",
        ),
        goals=(
            Goal(
                about="dispute",
                settled_by=("done", "refused"),
                again=(
                    f"There's {amount:.2f} gone in July and I don't know what it is!",
                    f"Somebody took {amount:.2f} of mine! I want that disputed!",
                    f"{amount:.2f}! Stolen! What is it, and how do I get it back?",
                ),
            ),
        ),
        facts={
            **charge_facts(me, charge, "In July some time. After the tenth, I'd say.", about),
            "merchant": ("It only shows a reference, letters and numbers. Never heard of it.",),
        },
        reactions=(
            Reaction(
                on=Told(phrases=(charge.payment.merchant, "Northvale", "train", "trains", "train tickets")),
                says=(
                    f"Trains... oh. OH. The tickets to {where}! That was me. How embarrassing. Please leave "
                    "everything as it is.",
                    f"Hold on, Northvale... we took the train to {where}. I booked that myself. I'm so sorry, false "
                    "alarm, nothing to do.",
                ),
                settles=("dispute",),
            ),
        ),
        yes=("Yes! Yes!", "Yes, do something!", "Right, yes."),
        thanks=("Sorry again! I'll go and hide now. Bye.", "How embarrassing. Thank you, bye!"),
        leaves=("Nobody helps me here! Bye!", "Then I'm off to the police!"),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(me, "Let me look at that with you."),
            list_transactions.call(me.id, 60),
            say(f"The payment is {charge.named}. Could that be yours?"),
        ],
        contract=[
            calls_any(list_transactions, get_transaction),
            changes_only(),
            mentions("Northvale"),
            states(charge.payment.at.date()),
        ],
        labels=("refund_dispute",),
        difficulty="easy",
        styles=("ambig",),
    )


def _two_cards(draw: Draw) -> Draft:
    """One unknown charge is on the card that the customer has frozen, the next on another card that is still active."""
    me = customer(draw)
    frozen, active = card(draw, me.party, state="frozen"), card(draw, me.party)
    pounds, euros = draw.money(18.6, 36.6, 1.0), draw.money(52.7, 88.7, 1.0)
    first = strange(draw, frozen, "FRN", pounds, 5)
    second = strange(draw, active, "LUA", euros, 4)
    payment(draw, active, merchant(draw, "QS"), euros, days_ago=12)
    payment(draw, frozen, merchant(draw, "FRN"), pounds + 2, days_ago=40)
    disputes = draw.new(Dispute), draw.new(Dispute)
    return Draft(
        user=_forearmed(me, first, second, disputes),
        solution=[
            *sign_in(me, "Good that you wrote."),
            list_transactions.call(me.id, 60),
            say(f"This is {first.named}. Do you know anything about it?"),
            say(f"I see that this card is frozen already. Shall I open a dispute over {pounds:.2f} GBP, {first.id}?"),
            open_dispute.call(first.id, "not_recognised", "The customer did not make this payment."),
            say(f"The dispute over {pounds:.2f} GBP has been opened, reference {disputes[0]}."),
            say(
                f"That one is {second.named}, and this card is another one, which is still active. Does the shop mean "
                "anything to you?"
            ),
            say(
                f"Then I would freeze the card ending in {active.last4} and open a dispute over {euros:.2f} EUR. Shall "
                "I do both?"
            ),
            freeze_card.call(me.id, active.last4, "suspicious"),
            open_dispute.call(second.id, "not_recognised", "The customer did not make this payment either."),
            say(
                f"The card ending in {active.last4} has been frozen, and the dispute over {euros:.2f} EUR has been "
                f"opened, reference {disputes[1]}."
            ),
        ],
        contract=[
            calls(open_dispute, transaction_id=first.id, reason_code="not_recognised"),
            calls(open_dispute, transaction_id=second.id, reason_code="not_recognised"),
            calls(freeze_card, last4=active.last4, reason_code="suspicious"),
            in_order(step(freeze_card, last4=active.last4), step(open_dispute, transaction_id=second.id)),
            ends(active, state="frozen"),
            untouched(first.payment, state="disputed"),
            untouched(second.payment, state="disputed"),
            changes_only(active, first.payment, second.payment, new={Dispute: 2}),
            tells("done", "freeze"),
            mentions(disputes[0]),
            mentions(disputes[1]),
        ],
        difficulty="hard",
        styles=("routing", "hop"),
    )


def _forearmed(me: Customer, first: Stranger, second: Stranger, disputes: tuple[str, str]) -> Persona:
    """The customer, who counts the `disputes` by their references."""
    market = (
        "Groceries by post? I shop at the market. That's not mine.",
        "I don't know that shop, I get my greens at the market.",
    )
    neither = (
        "None of it is mine. I shop at the market, and I wouldn't know one end of a speaker from the other. I had the "
        "euros down as number two.",
        f"It's all strange to me. The €{second.amount:.2f} is the other one on my list; I don't know that shop.",
    )
    return Persona(
        name=me.person.name,
        voice="Calm and methodical, a little proud of having acted at once.",
        story=(
            f"You froze a card in the app when you saw a charge of £{first.amount:.2f} that is not yours, and want it "
            f"disputed. After that you bring up another one, €{second.amount:.2f}, unless it has been seen to; you "
            "believe that the frozen card covers it. You know neither of the shops."
        ),
        opening=(
            f"Hello. I've found a charge of £{first.amount:.2f} from last week that I didn't make. The card is frozen, "
            "I did that in the app straight away. What remains is the dispute, please.",
            f"Hi, step one is done: I froze my card in the app. Step two is yours, please: dispute the "
            f"£{first.amount:.2f} from last week, it isn't mine.",
        ),
        goals=(
            Goal(
                about="dispute",
                settled_by=("done", "pending"),
                again=(
                    f"I'd like to dispute the £{first.amount:.2f} from last week.",
                    f"Step two, please: a dispute over £{first.amount:.2f}.",
                    f"The charge of £{first.amount:.2f} isn't mine, so I contest it. Freezing is done.",
                ),
            ),
            Goal(
                about="refund",
                also=("dispute",),
                settled_by=("done", "pending"),
                told=("both disputes", "both charges", "both have been", "both payments"),
                opening=(
                    f"Good. And the €{second.amount:.2f} of the day after, is that in hand as well? Not mine either. "
                    "The card's frozen anyway, so it's just the dispute.",
                    f"Thank you. That leaves €{second.amount:.2f}, also last week, also not me: is that in hand? "
                    "As I said, I've frozen the card already.",
                ),
                again=(
                    f"It's about the €{second.amount:.2f} now, I'd like to dispute that too.",
                    f"Is there a dispute over the €{second.amount:.2f} as well? That's what I'd like.",
                ),
            ),
        ),
        facts={
            **charge_facts(me, first, "Last week, on Wednesday.", "It's on my statement, and I know nothing of it."),
            "merchant": ("I don't know the shop, I only noted the amount.",),
            "amount": (f"£{first.amount:.2f}.", f"It's {first.amount:.2f} in pounds."),
            "transaction": (f"The £{first.amount:.2f}, from Wednesday last week.",),
            "date": ("Last week, on Wednesday.",),
            "card": ("I've got two cards with you. The one I froze is the one I mostly use.",),
            "last4": (f"The frozen one ends in {first.card.last4}.",),
        },
        reactions=(
            Reaction(
                on=Told(phrases=(disputes[1],)),
                says=("That makes two, and both dealt with.", "Pounds and euros, both in hand. Exemplary."),
                settles=("dispute", "refund"),
            ),
            Reaction(
                on=Told(phrases=(disputes[0],)),
                says=("That's step two done.", "I've noted the number."),
                learns={
                    "amount": (f"€{second.amount:.2f}.", f"It's {second.amount:.2f} in euros."),
                    "transaction": (f"The €{second.amount:.2f}, from Thursday last week.",),
                    "date": ("Last week as well, on Thursday.",),
                    "card": ("On the frozen one, I take it. I didn't note that.",),
                },
                settles=("dispute",),
            ),
            *not_mine((second.payment, neither), (first.payment, market)),
        ),
        yes=("Yes, next step.", "That's in order, yes.", "Yes, please go ahead."),
        thanks=("All steps done, thank you. Bye.", "Good teamwork. Goodbye."),
        leaves=("I'll note it as open. Goodbye.", "Step two will have to wait. Bye."),
    )


_CHARGES = {
    "posted": _spring,
    "pending": _pending_stay,
    "direct": _games,
    "remembered": _remembered,
    "two cards": _two_cards,
}


@scenario(
    "payments",
    labels=["refund_dispute", "payment_security"],
    difficulty="medium",
    styles=["routing"],
    cells=[
        {"charge": "posted", "age": "day 120"},
        {"charge": "posted", "age": "day 121"},
        {"charge": "pending", "age": "recent"},
        {"charge": "direct", "age": "recent"},
        {"charge": "remembered", "age": "recent"},
        {"charge": "two cards", "age": "recent"},
    ],
    boundary="age",
)
def unknown_charge(draw: Draw) -> Draft:
    """A strange charge: think again, then freeze the card, then dispute; sometimes only the first, or the first two."""
    return _CHARGES[draw.cell["charge"]](draw)
