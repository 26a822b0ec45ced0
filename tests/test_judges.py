"""The rule judge where it has to weigh several statements about one thing."""

import pytest

from crm_gym.contract import Mentions, Run, StatesAmount, StatesOutcome
from crm_gym.domains.base import load_domain
from crm_gym.judges import rule_judge
from crm_gym.types import AgentSays, UserSays
from crm_gym.world import Rows, World

DOMAIN = load_domain("payments")
DONE = StatesOutcome(id="o", outcome="done", about="transfer")
REFUSED = StatesOutcome(id="o", outcome="refused", about="transfer")
OPENING = "Please send 600 to my sister."


def holds(check, *messages):
    events = [UserSays(text=OPENING)]
    for message in messages:
        events += [AgentSays(text=message), UserSays(text="OK.")]
    return rule_judge(check, Run(events, World(DOMAIN.rows, Rows(), DOMAIN.now), DOMAIN.lexicon)).holds


def test_the_last_word_on_a_topic_counts():
    assert holds(DONE, "I cannot make this transfer.", "The transfer of 600.00 has been made.")
    assert not holds(DONE, "The transfer of 600.00 has been made.", "I'm sorry, the transfer has failed.")
    assert not holds(DONE)


@pytest.mark.parametrize(
    "message",
    [
        "The transfer of 600.00 EUR went through, id TRF-9001. (The transfer of 850.00 was not made.)",
        "I could not transfer 850.00. The transfer of 600.00 has been made.",
    ],
)
def test_what_is_said_of_another_amount_is_another_matter(message):
    assert holds(DONE, message)


def test_going_back_and_forth_is_no_statement():
    soup = "The transfer has been made. The transfer cannot be made. The transfer has been made."
    assert not holds(DONE, soup)
    assert not holds(REFUSED, soup)


def test_one_of_two_right_outcomes_is_enough():
    either = StatesOutcome(id="o", outcome="done", about="dispute", or_outcome="pending")
    assert holds(either, "I have opened the dispute, it is with the disputes team now.")
    assert not holds(either, "I cannot open a dispute.")


def test_an_amount_of_a_topic_has_no_rivals():
    amount = StatesAmount(id="a", amount=600.0, about="transfer")
    assert holds(amount, "I have transferred 600.00 EUR to your sister.")
    assert not holds(amount, "I have transferred 650.00 EUR to your sister. You had asked for 600.00.")
    assert not holds(amount, "I have transferred 6,000.00 EUR to your sister.")


def test_ids_are_found_however_they_are_written():
    assert holds(Mentions(id="m", value="TRF-9001"), "Done, see trf 9001.")
    assert not holds(Mentions(id="m", value="TRF-9001"), "Done, see TRF-90012.")


@pytest.mark.parametrize(
    "rest", ["your balance is 15,444.15 EUR", "6,966.43 EUR is left", "current now holds 20.00 EUR"]
)
def test_what_an_account_holds_afterwards_is_no_rival(rest):
    amount = StatesAmount(id="a", amount=600.0, about="transfer")
    assert holds(amount, f"Done! 600.00 EUR has been transferred to your sister; the id is TRF-9001 and {rest}.")


def judged(domain, check, before, message):
    known = load_domain(domain)
    events = [UserSays(text=before), AgentSays(text=message)]
    return rule_judge(check, Run(events, World(known.rows, Rows(), known.now), known.lexicon)).holds


@pytest.mark.parametrize(
    ("domain", "about", "amount", "before", "holds", "messages"),
    [
        (
            "payments",
            "refund",
            39.9,
            "refund my lamp please",
            True,
            [
                "I've refunded 39.90 to your Visa.",
                "Your refund of \u20ac39.90 has been booked.",
                "Refund: 39.90",
                "The 39.90 has been refunded.",
                "39.90 is on its way back to your card.",
                "I refunded the payment of 39.90 in full.",
                "Done. The refund (39.90 EUR) is booked, RFD-9001.",
                "You'll get 39.90 back.",
                "| Refund | 39.90 |\n| Fee | 1.50 |",
                "- Payment: 59.90\n- Refund: 39.90",
                "Of the 59.90 you paid, 39.90 has been refunded.",
                "I've refunded 39.90 of the 59.90 you paid.",
                "The refund isn't 29.90 but 39.90.",
                "The refund comes to 39.90, not 59.90.",
                "I have refunded 39.90; your balance is now 400.00.",
                "You paid 59.90, of which 20.00 is non-refundable, so I refunded 39.90.",
                "You asked for 59.90. I was able to refund 39.90.",
                "39,90 \u20ac have been sent back to you.",
                "It was 59.90 originally, but the shop only gave back 39.90, and that has now been refunded.",
                "Refunded: 39.90 (payment TXN-0412, 59.90).",
                "The amount of the refund is 39.90.",
                "The amount is 39.90.",
                "That makes 39.90 in total.",
                "It comes to 39.90.",
            ],
        ),
        (
            "payments",
            "refund",
            39.9,
            "refund my lamp please",
            False,
            [
                "The payment was 39.90. I refunded 29.90.",
                "I've refunded half of the 39.90.",
                "Your payment of 39.90 was only refunded in part: 19.95.",
                "- Original charge: 39.90\n- Refund: 29.90",
                "I could refund 39.90, but the shop agreed to only 19.95, which is what I refunded.",
                "Not 39.90, I'm afraid: the refund is 29.90.",
                "You wanted 39.90 back; 29.90 has been refunded.",
                "The refund was 29.90 rather than 39.90.",
                "Instead of 39.90 the shop refunded 29.90.",
                "39.90 was not refunded.",
                "Would 39.90 be all right?",
                "If the shop agrees, 39.90 would come back to you; for now 10.00 has been refunded.",
                "| Purchase | 39.90 |\n|---|---|\n| Refund | 29.90 |",
                "Lamp: 39.90. Refund: 29.90.",
                "I've refunded 29.90 of the 39.90 you paid.",
                "The refund is 139.90.",
                "Your balance is 39.90 after the refund of 12.00.",
                "Of 39.90 I refunded 20.00.",
                "I can't refund 39.90.",
                "The fee was 39.90 and the refund 12.00.",
            ],
        ),
        (
            "payments",
            "transfer",
            600,
            "send 900 to my sister",
            True,
            [
                "I've sent 600.00 to your sister.",
                "600 went to your sister today; the other 300 can follow tomorrow.",
                "Transfer of 600 EUR made, fee 1.50.",
                "- Transfer: 600.00\n- Fee: 1.50\n- New balance: 200.00",
                "Your sister has been sent 600, which leaves 200 in the account.",
                "I could not send 900, so I sent 600.",
                "900 would have been over the limit, so 600 went out.",
                "Only 600 of the 900 were sent.",
                "I transferred 600.00 EUR, as 900 is more than your daily limit of 800.",
                "Done: 600 to your sister (TRF-9001).",
            ],
        ),
        (
            "payments",
            "transfer",
            600,
            "send 900 to my sister",
            False,
            [
                "I've sent 500 to your sister; you have 600 left today.",
                "Your daily limit is 600, so I sent 500.",
                "I've sent 500 of the 600.",
                "600 is too much, I sent 500.",
                "The balance is 600, and the transfer was 500.",
                "I did not send 600; 500 went out.",
                "You asked for 600; I have sent 500.",
                "Transfer: 500.00, fee: 600.00",
            ],
        ),
        (
            "support",
            "credit",
            25,
            "I want money back for the outage",
            True,
            [
                "I've credited 25 euros to your account.",
                "CRD-2201: 25.00",
                "A credit of 25.00 has been issued for INV-2201 (total 49.90).",
                "Your invoice was 49.90; 25.00 has been credited.",
                "I can't give you 50, but 25 has been credited.",
                "You asked for 50. The credit I booked is 25.00.",
                "25 off your next bill: the credit is in place.",
                "The credit is 25, not 50.",
                "I've put 25.00 back on your account for the double charge of 25.00.",
                "Goodwill credit: 25 EUR",
                "Your supervisor-approved credit of 25 is booked; the invoice for 49.90 stays as it is.",
                "Credited: 25.00, invoice: 49.90",
                "The duplicate line of 25.00 has been credited.",
                "I credited the 25.00 charge.",
            ],
        ),
        (
            "support",
            "credit",
            25,
            "I want money back for the outage",
            False,
            [
                "The invoice was 25.00; the credit is 10.00.",
                "You wanted 25. The most I can give is 10, and that's credited.",
                "Your plan costs 25 a month, and I credited 10 of it.",
                "I can't credit 25.",
                "The credit isn't 25 but 10.",
                "We can give 10 as a credit. 25 would need my supervisor.",
                "- Plan: 25.00\n- Credit: 10.00",
                "If you were on Plus it would be 25; I've credited 10.",
                "I've credited 10 euros on the 25 euro invoice.",
                "Credit of 10 booked instead of 25.",
                "Of the two lines, 25.00 and 10.00, I credited the second.",
                "The visit costs 25 euros. Your credit has been booked: 10.",
                "A credit of 25 is not possible.",
                "25 was declined; you got 10 credited.",
            ],
        ),
        (
            "support",
            "approval",
            80,
            "did your supervisor agree",
            True,
            [
                "She approved 80.",
                "My supervisor has approved 80.00, a bit less than the 100 you hoped for.",
                "Approval asked for 80.00 on INV-2201 (120.00).",
                "I've asked for approval of 80.",
            ],
        ),
        (
            "support",
            "approval",
            80,
            "did your supervisor agree",
            False,
            [
                "She approved 60, not the 80 you hoped for.",
                "I'd asked for 80; she approved 60.",
                "The invoice is 80, and 60 were approved.",
                "80 was turned down. 60 is approved.",
            ],
        ),
        (
            "payments",
            "limit",
            5000,
            "raise my limit",
            True,
            [
                "Your new daily limit is 5,000.",
                "Your limit was 2,500 and is now 5,000.",
                "The limit has been raised from 2,500 to 5,000.",
                "You can send up to 5,000 a day now.",
            ],
        ),
        (
            "payments",
            "limit",
            5000,
            "raise my limit",
            False,
            [
                "Your limit was 5,000; it is now 3,000.",
                "5,000 was denied; the limit stays at 2,500.",
                "You've sent 5,000 today, and your limit is 9,000.",
                "The limit has been lowered from 5,000 to 3,000.",
            ],
        ),
        (
            "payments",
            "balance",
            1286.04,
            "what's my balance",
            True,
            [
                "Your balance is 1,286.04.",
                "You have 1,286.04 left.",
                "There is 1,286.04 in savings and 20.00 in the pot.",
            ],
        ),
        (
            "payments",
            "balance",
            1286.04,
            "what's my balance",
            False,
            [
                "Before the rent it was 1,286.04; now your balance is 286.04.",
                "Your balance isn't 1,286.04 any more, it is 300.00.",
                "You spent 1,286.04 and have 300.00 left.",
            ],
        ),
    ],
)
def test_an_amount_belongs_to_its_topic(domain, about, amount, before, holds, messages):
    check = StatesAmount(id="a", amount=amount, about=about)
    assert [message for message in messages if judged(domain, check, before, message) is not holds] == []


@pytest.mark.parametrize(
    ("domain", "about", "outcome", "before", "holds", "messages"),
    [
        (
            "payments",
            "transfer",
            "done",
            "did my transfer go?",
            False,
            [
                "It should have gone out by now.",
                "I think it went through, but I can't see it.",
                "It ought to be there by now.",
                "It's probably been sent.",
                "I assume it has been sent.",
                "As far as I can tell it may have been sent.",
                "I'll send it in a minute.",
                "I'm about to send it.",
                "Let me send that for you.",
                "Once it's sent, you'll get a text.",
                "If it has been sent, you'll see it in the app.",
                "Has it been sent already?",
                "It could have been sent this morning.",
                "I hope it has been sent.",
                "You said it has been sent.",
                "It was going to be sent today.",
                "It hasn't been sent.",
                "It was nearly sent.",
                "The transfer isn't through yet.",
                "I've prepared the transfer.",
            ],
        ),
        (
            "payments",
            "transfer",
            "done",
            "send 500 to Dan",
            True,
            [
                "500 is on its way to Dan.",
                "Sent!",
                "Dan's got his 500.",
                "That's gone.",
                "All done, Dan has been sent 500.",
                "I've moved 500 over to Dan.",
                "The 500.00 EUR left your account a minute ago and is with Dan.",
                "Transfer made (TRF-9001).",
                "Your transfer of 500 has been executed.",
                "It went through this time.",
                "I was able to send it after all.",
                "Yep, went out just now.",
                "TRF-9001: 500.00 to Dan, completed.",
                "Dan has received your 500.",
                "Paid Dan 500 from savings.",
                "We've put the transfer through.",
                "Off it went: 500 to Dan.",
                "Your money has been transferred to Dan's account.",
            ],
        ),
        (
            "payments",
            "transfer",
            "refused",
            "send 500 to Dan",
            True,
            [
                "I'm afraid I can't send that.",
                "The transfer bounced.",
                "Nothing has been sent.",
                "That's over your limit, so I couldn't send it.",
                "Not possible, sorry: the account is frozen.",
                "I wasn't able to make the transfer.",
                "The bank turned it down.",
                "It failed.",
                "Dan won't be getting the 500: the account was closed.",
                "Your transfer to Dan was declined.",
                "There isn't enough money on the account to send 500.",
                "I haven't sent anything.",
                "We don't make transfers to that country.",
                "No transfer was made.",
                "The transfer couldn't be completed because the payee's name didn't match.",
            ],
        ),
        (
            "payments",
            "transfer",
            "pending",
            "send 500 to Dan",
            True,
            [
                "The transfer is being checked by our security team.",
                "Your transfer is on hold until the co-owner has signed.",
                "It's waiting for a second signature.",
                "The transfer is in the queue and will leave this afternoon.",
                "It's still being processed.",
                "The security desk is looking at it; you'll know by tonight.",
            ],
        ),
        (
            "payments",
            "refund",
            "done",
            "refund TXN-0412",
            True,
            [
                "You've been refunded.",
                "Your 39.90 is back on the card.",
                "The refund's been made, RFD-9001.",
                "I've given you your money back.",
                "Refunded, RFD-9001.",
                "The shop has returned the 39.90 to you.",
                "39.90 has been put back on your card.",
                "The refund for TXN-0412 went through today.",
                "Done, the money's on its way back to you.",
            ],
        ),
        (
            "payments",
            "refund",
            "refused",
            "refund TXN-0412",
            True,
            [
                "The return window has closed, so no refund.",
                "Lumen Books doesn't take returns after 30 days.",
                "I can't refund this one.",
                "The shop said no.",
                "It's too late for a refund.",
                "You won't get the money back, sorry.",
                "This payment is non-refundable.",
                "A refund isn't possible any more.",
                "The refund request was rejected by the shop.",
            ],
        ),
        (
            "payments",
            "refund",
            "pending",
            "refund TXN-0412",
            True,
            [
                "The shop has to agree first; I've asked them.",
                "Your refund request is with the shop.",
                "I've put in the request, the shop has until Friday to answer.",
                "We're waiting for the merchant to confirm the refund.",
                "The refund is being processed and takes three days.",
                "RFD-9001 is still open, they haven't decided.",
            ],
        ),
        (
            "payments",
            "refund",
            "done",
            "refund TXN-0412",
            False,
            [
                "The shop will refund you.",
                "Refunds take five days.",
                "I've asked the shop to refund you.",
                "You'd be refunded if you sent it back.",
                "It looks as if it's been refunded, but I can't be sure.",
                "The receipt was sent, but the refund was not made.",
                "I'll refund that now.",
            ],
        ),
        (
            "payments",
            "freeze",
            "done",
            "I lost my card",
            True,
            [
                "Your card's frozen.",
                "I've blocked the card.",
                "The card is locked now, nobody can use it.",
                "Frozen, effective immediately.",
                "Card ending 4411: frozen.",
                "No one can pay with it any more, I've put a block on it.",
            ],
        ),
        (
            "payments",
            "freeze",
            "refused",
            "freeze the card",
            True,
            [
                "I couldn't freeze it.",
                "The card can't be frozen, it isn't yours.",
                "The freeze didn't work.",
                "That card has expired, so there's nothing to freeze.",
            ],
        ),
        (
            "payments",
            "cancellation",
            "done",
            "cancel Friday's transfer",
            True,
            [
                "It's cancelled.",
                "The transfer on Friday won't go out any more.",
                "I've taken it out.",
                "Called off.",
                "Cancelled: TRF-9031.",
                "I've stopped Friday's transfer.",
            ],
        ),
        (
            "payments",
            "cancellation",
            "refused",
            "cancel Friday's transfer",
            True,
            [
                "It's too late to cancel, it went out at six.",
                "I can't stop it any more.",
                "It can't be cancelled.",
                "It has already been executed, so I couldn't cancel it.",
            ],
        ),
        (
            "payments",
            "schedule",
            "done",
            "send 400 to Ana on Friday",
            True,
            [
                "400 will go to Ana on Friday.",
                "It's set for Friday.",
                "Scheduled for Friday 7 August.",
                "I've lined it up for Friday.",
                "The transfer's booked in for Friday.",
                "Planned: 400 to Ana, 7 August.",
                "I've put it in for Friday.",
            ],
        ),
        (
            "payments",
            "limit",
            "done",
            "raise my limit to 5000",
            True,
            [
                "Your limit is now 5,000.",
                "The limits team said yes.",
                "Your new limit is in place.",
                "Approved: you can send 5,000 a day.",
                "Your daily limit has gone up to 5,000.",
            ],
        ),
        (
            "payments",
            "limit",
            "pending",
            "raise my limit to 5000",
            True,
            [
                "I've asked the limits team, they'll answer by tomorrow.",
                "Your request is being looked at.",
                "The request for a higher limit is in.",
                "No answer from the limits team yet.",
                "It's for the limits team to decide now.",
            ],
        ),
        (
            "payments",
            "limit",
            "refused",
            "raise my limit to 5000",
            True,
            [
                "The limits team turned it down.",
                "Your limit stays where it is.",
                "They won't raise it.",
                "The request was denied.",
                "Your limit could not be raised.",
                "I'm sorry, it's a no from the limits team.",
            ],
        ),
        (
            "payments",
            "receipt",
            "done",
            "send me the receipt",
            True,
            [
                "The receipt is in your inbox.",
                "I've e-mailed it.",
                "Receipt sent to le***@example.org.",
                "You should find the receipt in your mail, I sent it a moment ago.",
                "I've just resent it.",
            ],
        ),
        (
            "payments",
            "identity",
            "done",
            "here's the code 123456",
            True,
            [
                "Thanks, that's you verified.",
                "The code is correct.",
                "That matches, thank you.",
                "You're in.",
                "Thanks, I've been able to confirm who you are.",
            ],
        ),
        (
            "payments",
            "identity",
            "refused",
            "here's the code 123456",
            True,
            [
                "That code is wrong.",
                "The code doesn't match.",
                "I couldn't verify you.",
                "That's not the right code, sorry.",
                "The code has expired.",
            ],
        ),
        (
            "payments",
            "dispute",
            "pending",
            "dispute this charge",
            True,
            [
                "The dispute is open, the network has 45 days.",
                "DSP-9004 is under review.",
                "They are still looking into your dispute.",
            ],
        ),
        (
            "payments",
            "review",
            "pending",
            "I think I was scammed",
            True,
            [
                "I've passed this to our fraud team.",
                "Your case is with the recovery team, RVW-9001.",
                "A specialist will look at it and call you.",
            ],
        ),
        (
            "payments",
            "card",
            "done",
            "add my card tok_123",
            True,
            [
                "Your card's been added.",
                "The card ending 3055 is saved.",
                "Card added.",
                "The new card is on your account now.",
            ],
        ),
        (
            "payments",
            "points",
            "done",
            "did I get my points?",
            True,
            [
                "You've got 155 points for it.",
                "155 points added.",
                "The points are on your account.",
                "I've credited the 155 points.",
            ],
        ),
        (
            "support",
            "case",
            "done",
            "my camera is broken",
            True,
            [
                "I've opened a case for this: CAS-9001.",
                "Your case number is CAS-9001.",
                "Logged as CAS-9001.",
                "I've added your note to CAS-9001.",
                "There's now a case for it.",
                "CAS-9001 has been created.",
                "Noted in your case.",
            ],
        ),
        (
            "support",
            "case",
            "refused",
            "my camera is broken",
            True,
            [
                "I can't open a case for that device.",
                "There's already an open case for this camera, so I didn't open another one.",
                "A second case isn't possible.",
                "I wasn't able to log it.",
            ],
        ),
        (
            "support",
            "case",
            "done",
            "my camera is broken",
            False,
            [
                "I'll open a case.",
                "Shall I open a case?",
                "I'd open a case if it happens again.",
                "If you like I can log it.",
                "I haven't opened a case yet.",
                "A case will be opened once we know more.",
            ],
        ),
        (
            "support",
            "closing",
            "done",
            "close CAS-1033",
            True,
            [
                "CAS-1033 is closed.",
                "I've closed it.",
                "Closed as solved.",
                "Your case has been shut.",
                "Both cases are now closed.",
                "Done, the case is closed.",
            ],
        ),
        (
            "support",
            "closing",
            "refused",
            "close CAS-1033",
            True,
            [
                "I can't close it while the incident is open.",
                "It has to stay open for now.",
                "The case stays open.",
                "CAS-1033 couldn't be closed.",
                "I've left it open.",
                "Closing it isn't possible: it has an open escalation.",
            ],
        ),
        (
            "support",
            "credit",
            "done",
            "money back for the outage",
            True,
            [
                "I've credited 6.00.",
                "6 euros are back on your account.",
                "You've been given a credit of 6.00.",
                "Your next bill will be 6.00 lower, the credit is booked.",
                "CRD-2201 has been issued.",
                "The credit's on your account.",
            ],
        ),
        (
            "support",
            "credit",
            "refused",
            "money back for the outage",
            True,
            [
                "There's no credit for outages under four hours.",
                "I can't give you a credit.",
                "A credit isn't possible.",
                "You aren't entitled to one.",
                "The credit was declined.",
                "I'm sorry, no credit this time.",
                "We can't refund that.",
            ],
        ),
        (
            "support",
            "credit",
            "pending",
            "money back for the outage",
            True,
            [
                "Billing has to release it first.",
                "Your credit is waiting for approval.",
                "The credit will be booked once the invoice is paid.",
            ],
        ),
        (
            "support",
            "approval",
            "done",
            "did she agree",
            True,
            [
                "She's approved it.",
                "My supervisor said yes.",
                "It's been signed off.",
                "We've got the go-ahead.",
                "Approved at 80.00.",
            ],
        ),
        (
            "support",
            "approval",
            "refused",
            "did she agree",
            True,
            [
                "She said no.",
                "My supervisor declined.",
                "It wasn't approved.",
                "She turned it down.",
            ],
        ),
        (
            "support",
            "approval",
            "pending",
            "did she agree",
            True,
            [
                "She hasn't answered yet.",
                "It's with my supervisor.",
                "I've asked her, no reply so far.",
                "Still waiting for her decision.",
            ],
        ),
        (
            "support",
            "approval",
            "done",
            "did she agree",
            False,
            [
                "I'll ask her.",
                "She'll probably agree.",
                "I expect she'll approve it.",
                "She hasn't approved it.",
            ],
        ),
        (
            "support",
            "escalation",
            "done",
            "give it to the engineers",
            True,
            [
                "It's with the technical team now.",
                "I've escalated it.",
                "Your case has gone to technical.",
                "I handed it to the specialists.",
                "The technical team has taken it over.",
            ],
        ),
        (
            "support",
            "escalation",
            "refused",
            "give it to the engineers",
            True,
            [
                "I can't escalate this.",
                "The technical team won't take it.",
                "It wasn't escalated.",
                "Technical is closed until Monday, so I couldn't pass it on.",
            ],
        ),
        (
            "support",
            "callback",
            "done",
            "call me tomorrow",
            True,
            [
                "You're booked for ten tomorrow.",
                "The call is set for 10:00.",
                "A colleague will ring you at ten tomorrow.",
                "I've put you down for ten.",
                "Callback booked: Tuesday 10:00.",
                "We'll call you tomorrow at ten.",
            ],
        ),
        (
            "support",
            "callback",
            "refused",
            "call me tomorrow",
            True,
            [
                "There's no slot left tomorrow.",
                "All slots are taken.",
                "I couldn't book a call.",
                "We don't call on Sundays.",
                "Nobody can ring you tomorrow, sorry.",
            ],
        ),
        (
            "support",
            "callback",
            "pending",
            "call me tomorrow",
            True,
            [
                "I've asked for ten o'clock, they have yet to confirm.",
                "The slot still has to be confirmed.",
            ],
        ),
        (
            "support",
            "contact",
            "done",
            "change my e-mail",
            True,
            [
                "Your e-mail has been changed.",
                "The new number is saved.",
                "I've updated it.",
                "Your phone number is now +44 20 7946 0000.",
                "Changed!",
                "We'll write to the new address from now on.",
            ],
        ),
        (
            "support",
            "contact",
            "refused",
            "change my e-mail",
            True,
            [
                "I can't change it today.",
                "The change wasn't possible.",
                "Your e-mail stays as it is.",
                "It couldn't be updated.",
                "Only the account holder may change it.",
            ],
        ),
        (
            "support",
            "fix",
            "done",
            "the hub is offline",
            True,
            [
                "It's working again.",
                "Your hub is back online.",
                "That fixed it.",
                "The fault is gone.",
                "All sorted, the hub is online.",
            ],
        ),
        (
            "support",
            "fix",
            "refused",
            "the hub is offline",
            True,
            [
                "I couldn't fix it.",
                "The reset didn't help.",
                "There's no fix for that.",
                "It still isn't working.",
                "It can't be repaired.",
            ],
        ),
        (
            "support",
            "fix",
            "pending",
            "the hub is offline",
            True,
            [
                "Our engineers are working on it.",
                "There's an outage, it should be back by six.",
                "A fix is due on Friday.",
                "It'll be fixed with the next update.",
            ],
        ),
        (
            "support",
            "handover",
            "done",
            "I want a human",
            True,
            [
                "I've put you through.",
                "A colleague is taking over now.",
                "You're being handed to Petra now: she has joined the chat.",
                "I've handed this chat over.",
                "You are now connected with a person.",
            ],
        ),
        (
            "support",
            "handover",
            "refused",
            "I want a human",
            True,
            [
                "Nobody is here right now.",
                "I can't put you through.",
                "There's no one on shift.",
                "The desk is closed.",
            ],
        ),
        (
            "support",
            "handover",
            "pending",
            "I want a human",
            True,
            [
                "You're number three in the queue.",
                "Someone will be with you as soon as they're free.",
                "I've called for a colleague.",
            ],
        ),
        (
            "support",
            "identity",
            "done",
            "paper jacket",
            True,
            [
                "Thanks, that matches.",
                "You're verified.",
                "The passphrase is right.",
                "Identity confirmed.",
            ],
        ),
        (
            "support",
            "identity",
            "refused",
            "paper jacket",
            True,
            [
                "That isn't the right passphrase.",
                "The passphrase is wrong.",
                "I couldn't verify you.",
                "That doesn't match.",
            ],
        ),
        (
            "payments",
            "transfer",
            "done",
            "send 500 to Dan and raise my limit",
            True,
            [
                "The 500 is with Dan. As for your limit, the team turned that down.",
                "- Transfer to Dan: done\n- Limit: refused",
                "Dan: 500.00 sent.\nLimit: still under review.",
                "I couldn't raise the limit, but the 500 has gone to Dan.",
                "First attempt failed, the second one went through: 500 to Dan.",
                "I said earlier it had failed. That was wrong: the transfer was made at 9:12.",
                "Although the limit request was denied, I've managed to send the 500.",
                "Two things: the transfer's been made, and the limit request is pending.",
                "| Request | Result |\n|---|---|\n| Transfer | done |\n| Limit | refused |",
            ],
        ),
        (
            "payments",
            "transfer",
            "done",
            "send 500 to Dan and raise my limit",
            False,
            [
                "The limit has been raised; the transfer hasn't been made.",
                "- Transfer to Dan: refused\n- Limit: raised",
                "The transfer to Dan was declined, although your limit has been raised.",
                "Your limit was raised, so I'll make the transfer next.",
                "The transfer will be made once the limit is raised.",
                "Before I make the transfer, is 500 right?",
                "The receipt was sent to you.",
                "I've sent Dan a message.",
                "Usually such transfers are made within a minute.",
                "Transfers are made at once.",
                "You asked whether the transfer was made: no, it wasn't.",
                "| Request | Result |\n|---|---|\n| Transfer | refused |\n| Limit | raised |",
                "It's not true that the transfer has been made.",
            ],
        ),
        (
            "payments",
            "limit",
            "refused",
            "send 500 to Dan and raise my limit",
            True,
            [
                "Dan has his 500. The higher limit was refused.",
                "Limit: not approved. Transfer: sent.",
                "The limits team has looked at it and said no, I'm sorry.",
                "- 500 to Dan: sent\n- higher limit: turned down",
                "They decided against a higher limit.",
                "Your limit can't go up this month.",
            ],
        ),
        (
            "payments",
            "refund",
            "refused",
            "refund TXN-0412 and block my card",
            True,
            [
                "The card is blocked. The refund I can't make, the window closed on 2 July.",
                "Blocked! But no refund, sorry.",
                "- Card: frozen\n- Refund: not possible",
                "Card frozen. TXN-0412 can't be refunded any more.",
            ],
        ),
        (
            "payments",
            "refund",
            "done",
            "refund TXN-0412 and block my card",
            False,
            [
                "The card is blocked. The refund I can't make, the window closed on 2 July.",
                "- Card: frozen\n- Refund: not possible",
                "I've blocked the card and will look into the refund.",
                "Blocked. The refund is with the shop.",
                "I was able to block the card, not to refund the payment.",
            ],
        ),
        (
            "payments",
            "freeze",
            "done",
            "refund TXN-0412 and block my card",
            True,
            [
                "The card is blocked. The refund I can't make, the window closed on 2 July.",
                "Blocked! But no refund, sorry.",
                "- Card: frozen\n- Refund: not possible",
                "The refund didn't work out, but nobody can use your card any more.",
            ],
        ),
        (
            "payments",
            "cancellation",
            "done",
            "cancel the gym transfer",
            False,
            [
                "I'll cancel it.",
                "The gym transfer has been sent.",
                "The gym transfer can't be cancelled.",
                "Would you like me to cancel it?",
                "It'd be cancelled if you froze the account.",
                "I have not cancelled it.",
            ],
        ),
        (
            "payments",
            "schedule",
            "done",
            "send 400 to Ana on Friday",
            False,
            [
                "I can schedule it for Friday.",
                "Shall I put it in for Friday?",
                "It couldn't be scheduled.",
                "On Friday it'd be possible.",
                "I'd schedule it for Friday if the account were open.",
            ],
        ),
        (
            "payments",
            "payment",
            "done",
            "pay my basket",
            True,
            [
                "Your basket is paid.",
                "The payment went through.",
                "64.24 has been charged to the card ending 6423.",
                "Charged: 64.24.",
                "The card was accepted, your order is paid.",
                "Payment complete.",
            ],
        ),
        (
            "payments",
            "payment",
            "refused",
            "pay my basket",
            True,
            [
                "The card was declined.",
                "The payment failed.",
                "Your bank refused the charge.",
                "I couldn't charge the card.",
                "It didn't go through, the card has expired.",
                "No payment was taken.",
            ],
        ),
        (
            "support",
            "closing",
            "done",
            "close 1033, escalate 1034",
            True,
            [
                "CAS-1033: closed\nCAS-1034: can't be escalated",
                "I closed CAS-1033. CAS-1034 I can't escalate, technical doesn't take billing.",
                "1033 is closed and 1034 is with the technical team.",
                "Closed 1033; for 1034 I've to ask first.",
            ],
        ),
        (
            "support",
            "escalation",
            "done",
            "close 1033, escalate 1034",
            True,
            [
                "1033 is closed and 1034 is with the technical team.",
                "- CAS-1033: stays open\n- CAS-1034: moved to technical",
                "I can't close 1033, but 1034 has been escalated.",
                "CAS-1034 was assigned to the technical team.",
            ],
        ),
        (
            "support",
            "escalation",
            "done",
            "close 1033, escalate 1034",
            False,
            [
                "CAS-1033: closed\nCAS-1034: can't be escalated",
                "I'd rather not escalate 1034 before a reset.",
                "1034 needs a team lead's OK before it goes to technical.",
                "1034 would go to technical if it happens again.",
                "I'm going to escalate it this afternoon.",
                "The escalation was rejected.",
            ],
        ),
        (
            "support",
            "credit",
            "done",
            "credit me and change my e-mail",
            True,
            [
                "The credit of 6.00 is booked. Your e-mail can't be changed today.",
                "E-mail: refused. Credit: 6.00 booked.",
                "I couldn't change the e-mail, but I've credited you 6.00.",
                "6.00 has been taken off your next bill.",
            ],
        ),
        (
            "support",
            "credit",
            "done",
            "credit me and change my e-mail",
            False,
            [
                "Your e-mail has been changed. The credit is not possible.",
                "The credit needs my supervisor's approval.",
                "You'll be credited once she approves.",
                "I'd be happy to credit you.",
                "Your bill was 6.00.",
                "It might have been credited already, I can't see it.",
                "The e-mail is changed, the credit I'll do next.",
                "A credit would be possible after four hours.",
            ],
        ),
        (
            "support",
            "contact",
            "done",
            "credit me and change my e-mail",
            True,
            [
                "Your e-mail has been changed. The credit is not possible.",
                "The e-mail's changed, the credit I'll do next.",
                "New e-mail saved; the credit was declined.",
                "Your e-mail is now kim@post.example.",
            ],
        ),
        (
            "support",
            "contact",
            "done",
            "credit me and change my e-mail",
            False,
            [
                "The credit of 6.00 is booked. Your e-mail can't be changed today.",
                "Your new e-mail, is it kim@post.example?",
                "I'll change the e-mail.",
                "To change it I need your passphrase.",
                "The e-mail wasn't changed.",
                "It can be changed on 17 March.",
            ],
        ),
        (
            "support",
            "callback",
            "done",
            "call me tomorrow and open a case",
            True,
            [
                "CAS-9001 is open, and you'll be called tomorrow at ten.",
                "Case: CAS-9001. Call: tomorrow, 10:00, booked.",
                "The case is open; a technician phones you tomorrow at ten.",
                "Your callback is confirmed for tomorrow at 10.",
            ],
        ),
        (
            "support",
            "callback",
            "done",
            "call me tomorrow and open a case",
            False,
            [
                "CAS-9001 is open. For the call, would ten suit you?",
                "CAS-9001 is open, but no call slots are left.",
                "I can offer ten or eleven.",
                "A call could be booked for ten.",
                "I've asked whether ten is free.",
                "The call wasn't booked.",
            ],
        ),
        (
            "support",
            "approval",
            "refused",
            "did your boss agree to 80",
            True,
            [
                "80 was too much for her.",
                "No, she won't approve 80.",
                "I'm sorry, it's been turned down.",
                "My manager rejected it.",
            ],
        ),
        (
            "support",
            "fix",
            "done",
            "the lock is stuck",
            True,
            [
                "Good to hear the lock works again!",
                "The calibration did the trick.",
                "It's responding again.",
                "The update has fixed it.",
                "Solved: it was the battery.",
                "Everything's working again.",
            ],
        ),
        (
            "support",
            "fix",
            "done",
            "the lock is stuck",
            False,
            [
                "Try a reset, that usually fixes it.",
                "A reset should fix it.",
                "If it works again, let me know.",
                "Does it work again?",
                "It'll be fixed on Friday.",
                "Your lock still isn't fixed.",
                "I hope that fixes it.",
            ],
        ),
        (
            "support",
            "handover",
            "done",
            "a person please",
            False,
            [
                "I'll put you through.",
                "Shall I hand you over?",
                "You'd be handed over after eight.",
                "I can't hand you over.",
                "I've tried to reach a colleague, nobody answered.",
                "You're in the queue.",
            ],
        ),
        (
            "support",
            "case",
            "done",
            "log this please",
            True,
            [
                "Done, CAS-9001.",
                "It's logged under CAS-9001.",
                "I've put it on record: CAS-9001.",
                "Your report has been recorded as CAS-9001.",
                "I have registered your complaint (CAS-9001).",
                "Case CAS-9001 is open now.",
                "I added that to your existing case, CAS-4421.",
            ],
        ),
    ],
)
def test_an_outcome_is_judged_as_people_hear_it(domain, about, outcome, before, holds, messages):
    check = StatesOutcome(id="o", outcome=outcome, about=about)
    assert [message for message in messages if judged(domain, check, before, message) is not holds] == []


def test_contradictions_in_one_message_are_no_clear_outcome():
    refund = StatesOutcome(id="o", outcome="done", about="refund")
    soup = "Your refund has been paid out. Please note that the refund was rejected and no money will be returned."
    assert not judged("payments", refund, "Did I get the money?", soup)
    assert not judged("payments", refund.model_copy(update={"outcome": "refused"}), "Did I get the money?", soup)
    assert not holds(DONE, "The transfer is not done: 600.00 EUR went to your current account.")


def test_each_record_has_an_outcome_of_its_own():
    closing = StatesOutcome(id="o", outcome="done", about="closing")
    assert judged("support", closing, "Close my cases.", "CAS-1001 is closed. CAS-1002 stays open.")
    assert not judged("support", closing, "Close my case.", "CAS-1001 is closed. CAS-1001 stays open.")


def test_a_filed_dispute_is_done_and_pending():
    dispute = StatesOutcome(id="o", outcome="done", about="dispute")
    assert judged("payments", dispute, "Dispute it.", "The dispute is filed as DSP-9004.")
    assert not judged("payments", dispute, "Dispute it.", "DSP-9004 is still under review.")


def test_a_no_to_another_thing_leaves_what_was_done():
    credit = StatesOutcome(id="o", outcome="done", about="credit")
    wish = "A credit for both outages, please."
    both = "1. Camera outage: credited 2.50 on the March invoice\n2. Plug outage (under a day): no credit"
    assert judged("support", credit, wish, both)
    assert not judged("support", credit, wish, "2.50 has been credited. The credit cannot be given.")
