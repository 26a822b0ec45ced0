"""One of several scheduled transfers."""

from datetime import date, timedelta
from typing import NamedTuple

from crm_gym.contract import Check
from crm_gym.domains.payments import cancel_scheduled_transfer, get_balance, submit_review
from crm_gym.domains.payments.records import Account, Review, Transfer
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction, Told, Wordings
from crm_gym.tasks.builder import (
    Draft,
    Draw,
    Person,
    calls,
    changes_only,
    count,
    ends,
    protects,
    say,
    says_before,
    scenario,
    tells,
)
from crm_gym.tasks.payments.cast import Customer, account, customer, identity, saved_payee, scheduled, sign_in
from crm_gym.tasks.payments.transfers import ASKED, held
from crm_gym.types import Call, Say


@scenario(
    "payments",
    labels=["account_transfer"],
    difficulty="easy",
    styles=["collateral"],
    cells=[
        {"request": "the rent", "rent": "runs tomorrow"},
        {"request": "the rent", "rent": "ran today"},
        {"request": "an amount that fits two", "rent": "runs next month"},
        {"request": "all but the rent", "rent": "runs next month"},
    ],
    boundary="rent",
)
def cancel_one(draw: Draw) -> Draft:
    """Two scheduled transfers of the same amount wait: only the one that the customer means may go."""
    stories = {"the rent": _moved_out, "an amount that fits two": _late_start, "all but the rent": _clear_out}
    return stories[draw.cell["request"]](draw)


class _Orders(NamedTuple):
    """A customer with scheduled transfers, two of them of the same amount."""

    me: Customer
    source: Account
    amount: float
    landlord: Person
    rent: Transfer
    nursery: str
    care: Transfer
    """To the nursery, as much as the rent."""


def _orders(draw: Draw, rent_on: date, care_on: date) -> _Orders:
    me = customer(draw)
    amount = draw.money(700, 1150, 50)
    landlord, director = draw.person(), draw.person()
    nursery = draw.pick(("Little Otters", "The Acorns", "Puddleducks"))
    source = account(draw, me.party, "current", amount * 3 + draw.money(100, 900))
    home, school = held(draw, landlord), held(draw, director, f"{nursery} Nursery")
    saved_payee(draw, me.party, home, f"{landlord.last} (rent)", date(2024, 3, 1))
    saved_payee(draw, me.party, school, f"{nursery} Nursery", date(2026, 1, 5))
    rent = scheduled(draw, source, home, amount, rent_on, "Rent")
    care = scheduled(draw, source, school, amount, care_on, "Nursery fee")
    return _Orders(me, source, amount, landlord, rent, nursery, care)


def _about(orders: _Orders, which: Wordings, reason: str, details: Wordings) -> dict[str, Wordings]:
    """What the customer answers; `which` names the transfer."""
    return {
        **identity(orders.me),
        "source": ("It comes out of my current account.",),
        "payee": which,
        "destination": which,
        "transaction": which,
        "amount": (f"{orders.amount:.0f} euros.",),
        "reason": (reason,),
        "details": details,
    }


_CANCELLED = HeardOutcome(outcome="done", about="cancellation")


def _moved_out(draw: Draw) -> Draft:
    ran = draw.cell["rent"] == "ran today"
    today = draw.now.date()
    orders = _orders(draw, today if ran else today + timedelta(days=1), today + timedelta(days=draw.number(20, 29)))
    rent = _carried_out(draw, orders.rent) if ran else orders.rent
    landlord, amount = orders.landlord.last, orders.amount
    end = (
        "If it has gone out already you are angry: you make a complaint and want a person to look at it."
        if ran
        else "The nursery fee, as high by chance, has to stay."
    )
    user = Persona(
        name=orders.me.person.name,
        voice="Worn out from moving house, terse, short fuse.",
        story=f"You moved out on Friday and owe {landlord} no more rent. The scheduled {amount:.0f} must not go. {end}",
        opening=(
            f"We've moved out of the flat, so the {amount:.0f} rent to {landlord} has to stop. Please cancel it.",
            f"Moved house on Friday. Cancel the rent to {landlord}, {amount:.0f}, I set it up ages ago.",
        ),
        goals=(
            Goal(
                about="cancellation",
                again=(
                    f"Cancel the rent to {landlord}. Just that.",
                    f"The scheduled rent to {landlord}. I want it cancelled.",
                    f"No more rent to {landlord}. Cancel it.",
                ),
            ),
        ),
        facts=_about(
            orders,
            (f"The rent, to {landlord}.", f"The one to {landlord}, that's the rent."),
            "We've moved out. There's nothing to pay any more.",
            ("Keys are handed over, the flat is empty. That's all there is to it.", "We left on Friday. End of story."),
        )
        | {"date": ("It goes at the start of the month. I don't know the exact day.",)},
        figures=(amount,),
        reactions=(*(_outrage(landlord) if ran else (_relief(),)), _not_the_nursery(orders, landlord)),
        thanks=("Right. Bye.", "That was all. Bye.", "OK. Back to the boxes."),
        yes=("Yes. Cancel it.", "Yes, that one.", "Yep. Do it."),
        leaves=("I've got a van to unload. Bye.", "Forget it, I'm too tired for this. Bye."),
    )
    return Draft(
        user=user,
        labels=("account_transfer", "payment_security") if ran else (),
        difficulty="hard" if ran else None,
        styles=("collateral", "refuse") if ran else (),
        solution=[*sign_in(orders.me, "I'll look into it."), *(_too_late if ran else _in_time)(draw, orders, rent)],
        contract=_too_late_contract(orders, rent) if ran else _cancelled(rent),
    )


def _carried_out(draw: Draw, order: Transfer) -> Transfer:
    """The same order after its day."""
    draw.given.remove(order)
    return draw.add(order.model_copy(update={"state": "done"}))


def _relief() -> Reaction:
    return Reaction(on=_CANCELLED, says=("Good.", "Finally something that works."), settles=("cancellation",))


def _not_the_nursery(orders: _Orders, landlord: str) -> Reaction:
    return Reaction(
        on=Told(phrases=(orders.nursery, "nursery")),
        says=(
            f"Not the nursery, that one stays. The rent to {landlord}.",
            f"Leave the nursery alone. It's the rent to {landlord} I mean.",
        ),
    )


def _outrage(landlord: str) -> tuple[Reaction, ...]:
    """However the agent says that it is too late, a complaint follows."""
    says = (
        "You are joking. I don't even live there any more! I want to make a complaint, and a person to look at this.",
        f"So {landlord} just keeps it? No. I'm making a complaint. Have a human being go over this.",
    )
    goals = (
        Goal(
            about="review",
            settled_by=("pending", "done"),
            again=("I want my complaint passed on to a person.", "A complaint. To a real person, please."),
        ),
    )
    learns: dict[str, Wordings] = {
        "reason": (f"That the rent went to {landlord} although we've moved out. Somebody should get it back.",),
        "details": (f"The rent went out although we've moved out. I want a person to try and get it from {landlord}.",),
    }
    too_late = ("already run", "already gone", "already been carried out", "already went", "taken back", "too late")
    triggers = (
        HeardOutcome(outcome="refused", about="cancellation"),
        HeardOutcome(outcome="refused", about="transfer"),
        HeardOutcome(outcome="done", about="transfer"),
        Told(phrases=too_late),
    )
    heard = (
        Reaction(on=HeardOutcome(outcome=kind, about="review"), says=("Fine.", "Good."), settles=("review",))
        for kind in ("pending", "done")
    )
    return (*heard, *(Reaction(on=on, says=says, goals=goals, learns=learns) for on in triggers))


def _in_time(draw: Draw, orders: _Orders, rent: Transfer) -> list[Say | Call]:
    return [
        say(
            f"I would cancel the scheduled transfer {rent.transfer_id}: {orders.amount:.2f} EUR from current to "
            f"'{orders.landlord.last} (rent)', due tomorrow, 4 August. Shall I go ahead?"
        ),
        cancel_scheduled_transfer.call(rent.transfer_id),
        say(f"The transfer {rent.transfer_id} of {orders.amount:.2f} EUR to {orders.landlord.last} is cancelled."),
    ]


def _too_late(draw: Draw, orders: _Orders, rent: Transfer) -> list[Say | Call]:
    review = draw.new(Review)
    return [
        get_balance.call(orders.source.account_number),
        say(
            f"I'm sorry: the {orders.amount:.2f} EUR of rent to {orders.landlord.last} ran today, {rent.transfer_id}. "
            "A transfer that has run cannot be cancelled."
        ),
        submit_review.call(
            "complaint", rent.transfer_id, "The rent ran on the day of the call; the customer had moved out before."
        ),
        say(
            f"Your complaint has been handed to the review team as {review}. A person answers within two working days."
        ),
    ]


def _cancelled(order: Transfer) -> list[Check]:
    """This order alone is cancelled, and the customer knows."""
    return [
        *calls(cancel_scheduled_transfer, transfer_id=order.transfer_id),
        ends(order, state="cancelled"),
        changes_only(order),
        tells("done", "cancellation"),
    ]


def _too_late_contract(orders: _Orders, rent: Transfer) -> list[Check]:
    return [
        *calls(get_balance, account_number=orders.source.account_number),
        *calls(submit_review, kind="complaint", subject_id=rent.transfer_id),
        *protects(orders.care),
        changes_only(new={Review: 1}),
        tells("refused", "cancellation"),
        tells("pending", "review"),
    ]


def _late_start(draw: Draw) -> Draft:
    first = date(2026, 9, 1)
    orders = _orders(draw, first, first)
    amount, nursery, landlord, order = orders.amount, orders.nursery, orders.landlord.last, orders.care
    user = Persona(
        name=orders.me.person.name,
        voice="Texting from a meeting, lower case, no frills.",
        story=f"Your daughter starts at {nursery} a month late, so the {amount:.0f} euros of nursery fee on 1 "
        "September need not go. You have forgotten that the rent, also on the first, is just as much; it must stay.",
        opening=(
            f"hi, the {amount:.0f} going out on 1 september needs to be cancelled. plans changed",
            f"can you stop the {amount:.0f} that's down for the first of september? in a meeting so short pls",
        ),
        goals=(
            Goal(
                about="cancellation",
                again=(
                    f"just cancel the {amount:.0f} on 1 september",
                    f"the {amount:.0f} set for 1 september, cancel pls",
                    "cancel that one transfer, nothing else",
                ),
            ),
        ),
        facts=_about(
            orders,
            (f"the nursery one. {nursery}. not the rent!!", f"{nursery}, the nursery. rent stays"),
            "she starts a month later",
            ("my daughter starts in october now, so no fee for september", "nursery start got moved, that's it"),
        )
        | {"date": ("1 september",)},
        yes=("yes", "yep that one", "yes pls"),
        figures=(amount,),
        reactions=(
            Reaction(on=_CANCELLED, says=("great", "perfect"), settles=("cancellation",)),
            Reaction(
                on=Told(phrases=(landlord, "rent")),
                says=(
                    f"oh right. not the rent, that has to go. the one to {nursery}",
                    f"rent has to stay. i mean {nursery}",
                ),
            ),
        ),
        thanks=("thx bye", "cheers, that's it", "great, back to the meeting"),
        leaves=("no time for this, bye", "ok later then"),
    )
    return Draft(
        user=user,
        difficulty="medium",
        styles=("ambig", "collateral"),
        solution=[
            *sign_in(orders.me, "Sure."),
            say(
                f"Two scheduled transfers of {amount:.2f} EUR leave on 1 September: one to '{landlord} (rent)', one to "
                f"'{nursery} Nursery'. Which transfer do you mean?"
            ),
            say(
                f"So I cancel {order.transfer_id}, {amount:.2f} EUR to {nursery} Nursery on 1 September. Is that right?"
            ),
            cancel_scheduled_transfer.call(order.transfer_id),
            say(f"{order.transfer_id}, {amount:.2f} EUR to {nursery} Nursery, is cancelled. The rent stays as it was."),
        ],
        contract=[
            _cancelled(order),
            protects(orders.rent),
            says_before(cancel_scheduled_transfer, phrases=(*ASKED, "rent", landlord)),
        ],
    )


def _clear_out(draw: Draw) -> Draft:
    first = date(2026, 9, 1)
    orders = _orders(draw, first, first)
    fee = draw.money(25, 65, 5)
    day = date(2026, 8, draw.number(14, 28))
    gym = held(draw, draw.person(), "Tidewater Gym")
    saved_payee(draw, orders.me.party, gym, "Tidewater Gym", date(2026, 3, 2))
    club = scheduled(draw, orders.source, gym, fee, day, "Membership")
    amount, landlord = orders.amount, orders.landlord.last
    user = Persona(
        name=orders.me.person.name,
        voice="Cutting costs after losing a job, matter-of-fact, a little embarrassed.",
        story=f"Money is tight. Every scheduled transfer should go, except the rent to {landlord}: that is the nursery "
        f"({amount:.0f}) and the gym ({fee:.0f}).",
        opening=(
            "I've been let go at work and have to cut down. Everything that's scheduled can be cancelled, except the "
            "rent. I can't lose the flat.",
            "Hello. Things are tight at the moment. Could you cancel all the payments I've lined up? All but the rent, "
            "that one has to go out.",
        ),
        goals=(
            Goal(
                about="cancellation",
                again=(
                    "Everything but the rent should be cancelled, please.",
                    "I'd like to cancel whatever is scheduled, only not the rent.",
                    "Please cancel the lot and leave me the rent.",
                ),
            ),
        ),
        facts=_about(
            orders,
            (f"All of them but the rent to {landlord}.", "Everything that's lined up, only the rent stays."),
            "I've lost my job and have to save.",
            ("There's no wage from this month on, so I'm stopping what I can.", "I was let go on Friday, that's all."),
        )
        | {"amount": ("Whatever is lined up, I don't have the figures here.",), "date": ("As soon as you can.",)},
        figures=(amount, fee),
        reactions=(
            Reaction(
                on=_CANCELLED,
                says=(
                    "Thank you. And that goes for everything but the rent, yes? Both the nursery and the gym?",
                    "All right. So the nursery and the gym are both off, and the rent still goes out, yes?",
                ),
                goals=(
                    Goal(
                        about="cancellation",
                        also=("schedule", "transfer"),
                        settled_by=("done", "pending"),
                        told=("yes", "correct", "exactly", "right", "both"),
                        again=(
                            "So nursery and gym are off, and only the rent is left?",
                            "Both cancelled, the nursery and the gym, is that so?",
                        ),
                    ),
                ),
            ),
        ),
        yes=("Yes, please.", "Yes. That's how I'd like it.", "Correct, please go ahead."),
        thanks=("Thank you. That helps. Goodbye.", "Good, one worry less. Thanks, bye."),
        leaves=("I'll write a letter instead. Goodbye.", "Let me think about how to put it. Bye for now."),
    )
    return Draft(
        user=user,
        solution=[
            *sign_in(orders.me, "I'm sorry to hear that, of course."),
            say(
                f"That would be two: {amount:.2f} EUR to {orders.nursery} Nursery on 1 September and {fee:.2f} EUR to "
                f"Tidewater Gym on {day.day} August. The rent to {landlord} stays. Is that right?"
            ),
            cancel_scheduled_transfer.call(orders.care.transfer_id),
            cancel_scheduled_transfer.call(club.transfer_id),
            say(
                f"Both are cancelled: {orders.care.transfer_id} over {amount:.2f} EUR and {club.transfer_id} over "
                f"{fee:.2f} EUR."
            ),
            say("Yes, both transfers are cancelled. The rent goes out as before."),
        ],
        contract=[
            calls(cancel_scheduled_transfer, transfer_id=orders.care.transfer_id),
            calls(cancel_scheduled_transfer, transfer_id=club.transfer_id),
            count(Transfer, 1, from_account=orders.source.account_number, state="scheduled"),
            changes_only(orders.care, club),
            tells("done", "cancellation"),
        ],
    )
