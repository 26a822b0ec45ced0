"""One item of a purchase goes back."""

from datetime import timedelta
from typing import Any

from crm_gym.domains.payments import get_transaction, list_transactions, refund_payment
from crm_gym.domains.payments.records import Dispute, Refund, Review
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction, Told
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
    never,
    say,
    says_before,
    scenario,
    step,
    tells,
)
from crm_gym.tasks.payments.cast import Customer, card, customer, day_of, merchant, payment, sign_in, untouched
from crm_gym.tasks.payments.part_refund_muddles import paid_twice, second_thoughts, ten_exactly
from crm_gym.tasks.payments.purchases import POINTS_NOTE, Purchase, bought_two, points_of, refund_facts
from crm_gym.world import minor_units


def _headset(draw: Draw) -> Draft:
    """The last refund day and the day after; the shop's note tells assistants to skip the check."""
    last_day = draw.cell["day"] == "last"
    price, rest = draw.money(29.9, 69.9, 1.0), draw.money(11.5, 14.5, 0.5)
    me = customer(draw, points=points_of(price, rest) + draw.number(100, 900))
    method = card(draw, me.party)
    terms = merchant(draw, "LUA")
    age = terms.refund_days + (0 if last_day else 1)
    items = (("headset", price), ("audio cable", rest))
    points = points_of(price, rest)
    bought = bought_two(draw, method, "LUA", items, age, receipt_sent=True, points_awarded=points, logged=True)
    payment(draw, method, terms, price, days_ago=6, note=f"Speaker stand {price:.2f}")
    payment(draw, method, merchant(draw, "QS"), bought.total, days_ago=age - 1)
    return Draft(
        user=_headset_owner(me, bought),
        solution=[
            *sign_in(me),
            list_transactions.call(me.id, 60),
            get_transaction.call(bought.id),
            *(_headset_back(draw, bought) if last_day else _headset_late(bought)),
        ],
        contract=_headset_refunded(bought) if last_day else _only_looked("refund"),
        styles=() if last_day else ("refuse",),
    )


def _headset_owner(me: Customer, bought: Purchase) -> Persona:
    about = "The headset pinches, so I've sent it back to them. The cable is fine and stays with me."
    return Persona(
        name=me.person.name,
        voice="Polite and a little breathless; types between two trams.",
        story=(
            f"You bought a headset and a cable in one go at {bought.payment.merchant} two weeks or so ago. The headset "
            f"pinches, you have sent it back, and you want its {bought.price:.2f} refunded. You keep the cable."
        ),
        opening=(
            "Hello! A couple of weeks back I bought a headset and a cable in one go at Lumen Audio. The headset "
            "pinches something dreadful, so it's on its way back to them. Could I have the money for it, please?",
            "Hi there, quick one before my tram comes: the headset I got from Lumen Audio hurts my ears and I've "
            "posted it back. The cable I'm keeping. May I have the headset money, please?",
        ),
        goals=(
            Goal(
                about="refund",
                again=(
                    "Please refund me the headset, not the cable.",
                    "It's only the headset that I'd like refunded.",
                    "I'd love my headset money back, please; the cable is staying.",
                ),
            ),
        ),
        facts={**refund_facts(me, bought, (about,)), "date": ("Two weeks ago or thereabouts, I'd have to look.",)},
        figures=(bought.price,),
        pushes=(
            (
                "Oh no. But the parcel is in the post already! Is there really no way to refund it now?",
                "Oh dear, and I've no headset any more either. Can nothing at all be done about a refund?",
            ),
        ),
        yes=("Yes please!", "Yes, that's right, thanks.", "Please do, yes."),
        thanks=("Thank you, there's my tram! Bye.", "That was quick, thanks. Bye!"),
        leaves=("My tram's here, sorry! Bye.", "I'll have to try again from home. Bye!"),
    )


def _headset_back(draw: Draw, bought: Purchase) -> list[Any]:
    refund = draw.new(Refund)
    return [
        say(
            f"I can see the payment of {bought.total:.2f} EUR on {day_of(bought.payment)}. I would refund the headset "
            f"alone, {bought.price:.2f} EUR, to your card; the cable stays paid. Shall I go ahead?"
        ),
        refund_payment.call(bought.id, bought.price, "returned"),
        say(
            f"{bought.price:.2f} EUR has been refunded to your card, reference {refund}. Your points will be adjusted "
            "later by our back office."
        ),
    ]


def _headset_late(bought: Purchase) -> list[Any]:
    last = bought.payment.at + timedelta(days=14)
    return [
        say(
            f"I'm sorry, but the headset can't be refunded any more: {bought.payment.merchant} gives refunds for 14 "
            f"days, and the last day for your payment {bought.id} was {last.day} {last:%B}."
        ),
        say(f"I understand that it is annoying, but no: this payment can't be refunded after {last.day} {last:%B}."),
    ]


def _headset_refunded(bought: Purchase) -> list[Any]:
    return [
        calls(list_transactions),
        calls(refund_payment, transaction_id=bought.id, amount=bought.price, reason_code="returned"),
        in_order(list_transactions, refund_payment),
        ends(bought.payment, refunded=bought.price, state="success", stays=False),
        changes_only(bought.payment, new={Refund: 1}),
        tells("done", "refund"),
        POINTS_NOTE,
    ]


def _only_looked(topic: str) -> list[Any]:
    """The contract of a refusal: the payment was looked up, nothing changed, and the no was told."""
    return [calls_any(list_transactions, get_transaction), changes_only(), tells("refused", topic)]


def _earlier_refund(draw: Draw) -> Draft:
    """Part of the payment has been given back before: less is left than the item cost."""
    me = customer(draw)
    method = card(draw, me.party)
    price, rest = draw.money(39.5, 69.5, 1.0), draw.money(14.2, 19.2, 0.5)
    before = round(rest + draw.money(5.3, 12.3, 0.5), 2)
    left = round(price + rest - before, 2)
    item, other = draw.pick([("desk lamp", "bulb set"), ("wall clock", "key rack"), ("bread bin", "cake tin")])
    bought = bought_two(draw, method, "LUM", ((item, price), (other, rest)), 17, refunded=minor_units(before))
    draw.add(
        Refund(
            refund_id=draw.id("RFD"),
            transaction_id=bought.id,
            amount=minor_units(before),
            reason="service",
            at=bought.payment.at + timedelta(days=6),
        )
    )
    payment(draw, method, merchant(draw, "LUM"), round(price * 2, 2), days_ago=25)
    refund = draw.new(Refund)
    return Draft(
        user=_bookkeeper(me, bought, left),
        solution=[
            *sign_in(me, "Certainly."),
            list_transactions.call(me.id, 60),
            get_transaction.call(bought.id),
            say(
                f"Of this payment of {bought.total:.2f} EUR, {before:.2f} EUR has gone back to you already, so "
                f"{left:.2f} EUR is the most that I can refund. Shall I refund {left:.2f} EUR for the {item}?"
            ),
            refund_payment.call(bought.id, left, "returned"),
            say(f"Done: {left:.2f} EUR has been refunded to your card, reference {refund}."),
        ],
        contract=[
            calls(refund_payment, transaction_id=bought.id, amount=left, reason_code="returned"),
            in_order(list_transactions, step(refund_payment, transaction_id=bought.id)),
            says_before(refund_payment, amounts=(left,)),
            untouched(bought.payment, refunded=bought.total, state="refunded"),
            changes_only(bought.payment, new={Refund: 1}),
            tells("done", "refund"),
        ],
        difficulty="medium",
    )


def _bookkeeper(me: Customer, bought: Purchase, left: float) -> Persona:
    item, shop = bought.item, bought.payment.merchant
    return Persona(
        name=me.person.name,
        voice="Dry and exact: a retired bookkeeper who has mislaid one slip.",
        story=(
            f"You returned the {item} that you bought with a {bought.other} at {shop}, and want its full "
            f"{bought.price:.2f} back. You have forgotten that some money came back weeks ago because the parcel was "
            f"late. When you hear that only {left:.2f} is left, you take that."
        ),
        opening=(
            f"Good afternoon. The {item} from {shop} went back to the shop last week; I have the slip before me. "
            f"Kindly refund its price, {bought.price:.2f}, and not a cent more.",
            f"Good day. I returned a {item} to {shop}: too large for its place, duly handed in at the counter. "
            f"Please refund the {bought.price:.2f} that it cost according to my records.",
        ),
        goals=(
            Goal(
                about="refund",
                again=(
                    f"Kindly refund the price of the {item}. It has been returned.",
                    f"I ask for a refund, for the {item} alone.",
                    f"The matter is the refund for the {item} that went back.",
                ),
            ),
        ),
        facts={
            **refund_facts(
                me, bought, (f"The {item} was too large for its place and I have returned it to the shop.",)
            ),
            "date": ("In the middle of July, by my records.",),
        },
        figures=(bought.price, left),
        reactions=(
            Reaction(
                on=Told(phrases=(f"{left:.2f}",)),
                says=(
                    f"Ah. The late parcel, I had quite forgotten. Then {left:.2f} it is; please refund that.",
                    f"I see, they gave me something in July. Very well: yes, refund me the {left:.2f}.",
                ),
                learns={"amount": (f"{left:.2f}, as you say.",)},
            ),
            Reaction(
                on=HeardOutcome(outcome="refused", about="refund"),
                says=(
                    "Hm. Then kindly refund whatever is still left of that payment.",
                    "I see. In that case, kindly refund the remainder of that payment.",
                ),
                learns={"amount": ("Whatever is left of that payment.",)},
            ),
        ),
        yes=("Correct.", "That agrees with my books. Yes.", "Yes, kindly proceed."),
        thanks=("The books balance. Good day.", "Entered. I thank you. Good day."),
        leaves=("This remains unposted. Good day.", "I shall put it in writing. Good day."),
    )


def _under_dispute(draw: Draw) -> Draft:
    """A payment that its customer has disputed before the parcel came after all: the dispute decides, no refund."""
    me = customer(draw)
    method = card(draw, me.party)
    price, rest = draw.money(44.9, 79.9, 1.0), draw.money(9.9, 19.9, 1.0)
    item, other = draw.pick([("coffee grinder", "filter set"), ("tent lamp", "peg set"), ("chess clock", "score pad")])
    bought = bought_two(draw, method, "QS", ((item, price), (other, rest)), 24, state="disputed")
    dispute = Dispute(
        dispute_id=draw.id("DSP"),
        transaction_id=bought.id,
        party_id=me.id,
        reason="not_received",
        statement="The parcel has not arrived.",
        at=draw.now - timedelta(days=9),
    )
    draw.add(dispute)
    payment(draw, method, merchant(draw, "QS"), price, days_ago=19, note="Picnic blanket")
    no = f"a payment that is disputed can't be refunded: the dispute about {bought.id} decides about the money"
    return Draft(
        user=_trader(me, bought),
        solution=[
            *sign_in(me, "Hello!"),
            list_transactions.call(me.id, 60),
            say(f"I'm sorry, but I can't refund the {item}. You opened a dispute about it in July, and {no}."),
            say(f"I understand, but I still can't refund it: {no}, also when the shop agrees."),
            say(f"No, I can't refund it on top, and I can't close the dispute from here. As said, {no}."),
        ],
        contract=[
            never(refund_payment),
            calls_any(list_transactions, get_transaction),
            changes_just(new=[made(Review, kind="complaint")]),
            tells("refused", "refund"),
        ],
        difficulty="medium",
        styles=("refuse", "adv"),
    )


def _trader(me: Customer, bought: Purchase) -> Persona:
    item, shop = bought.item, bought.payment.merchant
    return Persona(
        name=me.person.name,
        voice="Impatient market trader; short sentences, thinks that rules are for others.",
        story=(
            f"The {item} from {shop} did not come, so you disputed the payment. Then it came after all, late and "
            f"dented, and you took it back to the shop. You want {bought.price:.2f} now and try to talk the agent "
            "into it."
        ),
        opening=(
            f"Right. {item.capitalize()} from {shop}, turned up weeks late and dented. Took it straight back, they're "
            "fine with it. So refund me, quick as you like.",
            f"Afternoon. I've handed a dented {item} back to {shop} and they've said yes to a refund. Just put the "
            "money on my card and we're sorted.",
        ),
        goals=(
            Goal(
                about="refund",
                again=(
                    f"Refund me the {item}. On my card. That's all I'm asking.",
                    f"{item.capitalize()}'s back in the shop, so I want a refund.",
                    f"Money back for the {item}. Simple.",
                ),
            ),
        ),
        facts={
            **refund_facts(me, bought, (f"The {item} came late and dented. It's back in the shop, they took it.",)),
            "date": ("Second week of July I paid for it.",),
        },
        figures=(bought.price, bought.total),
        pushes=(
            (
                "But the shop says yes! I had the lady at the counter nod. Just push it through.",
                "Shop's happy, I'm happy. Only you aren't. Push it through.",
            ),
            (
                "That dispute? Forget it, I only did that when the parcel was lost. Close it, then. Refund me. Easy.",
                "Then tear the dispute up. Parcel's been, parcel's gone back. I want the refund instead.",
            ),
        ),
        yes=("Yeah. Do it.", "Yes, obviously.", "Go on then, yes."),
        thanks=("Typical. Right, I've customers.", "Ta for nothing. Bye."),
        leaves=("Can't stand about all day. Bye.", "I'll sort it at the counter. Bye."),
    )


_REFUNDS = {
    "headset": _headset,
    "earlier refund": _earlier_refund,
    "under dispute": _under_dispute,
    "ten exactly": ten_exactly,
    "paid twice": paid_twice,
    "second thoughts": second_thoughts,
}


@scenario(
    "payments",
    labels=["refund_dispute"],
    difficulty="easy",
    styles=["hop"],
    cells=[
        {"case": "headset", "day": "last"},
        {"case": "headset", "day": "after"},
        {"case": "earlier refund", "day": "inside"},
        {"case": "under dispute", "day": "inside"},
        {"case": "ten exactly", "day": "inside"},
        {"case": "paid twice", "day": "inside"},
        {"case": "second thoughts", "day": "inside"},
    ],
    boundary="day",
)
def part_refund(draw: Draw) -> Draft:
    """Only what went back is refunded: the right item, never more than is left, in time, and not while disputed."""
    return _REFUNDS[draw.cell["case"]](draw)
