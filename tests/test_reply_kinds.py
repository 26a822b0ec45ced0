"""Reply criteria by kind of wording: each kind in several phrasings, with others that must not pass for it."""

from datetime import date

import pytest

from crm_gym import text
from crm_gym.contract import AsksFor, Mentions, Run, SaysAny, StatesAmount, StatesDate, StatesOutcome
from crm_gym.domains.base import load_domain
from crm_gym.judges import rule_judge
from crm_gym.types import AgentSays, UserSays
from crm_gym.world import Rows, World

P, S = "payments", "support"


def outcome(kind, about):
    return StatesOutcome(id="c", outcome=kind, about=about)


def amount(value, about=None):
    return StatesAmount(id="c", amount=value, about=about)


def day(iso):
    return StatesDate(id="c", day=date.fromisoformat(iso))


def asks(slot):
    return AsksFor(id="c", slot=slot)


def says(meaning, *phrases):
    return SaysAny(id="c", meaning=meaning, phrases=phrases)


def mentions(id):
    return Mentions(id="c", value=id)


SEND = "Please send 800 to my landlord."
FRZ = "I want to freeze the card ending in 1447"
NEW = ("new card is on its way", "we'll send a new card", "you will receive a new card", "replacement card")
PLUG = ("restart", "unplug it and plug it back in", "turn it off and on again")
LINES = [
    # readiness
    (
        P,
        SEND,
        "The details are all there, so we're good to go. I'll send the 800 as soon as you confirm.",
        outcome("done", "transfer"),
        False,
    ),
    (P, SEND, "Everything is in place. Once you say yes I'll send the 800.", outcome("done", "transfer"), False),
    (P, SEND, "All good on my side. Shall I send the 800 now?", outcome("done", "transfer"), False),
    (P, SEND, "The name matched, all set! Just say yes and the 800 goes out.", outcome("done", "transfer"), False),
    (
        P,
        SEND,
        "We're all set. Do you want me to send the 800 to your landlord now?",
        outcome("done", "transfer"),
        False,
    ),
    (P, SEND, "We're all set: the 800 has gone to your landlord.", outcome("done", "transfer"), True),
    (P, SEND, "All set, your landlord has the 800. Anything else?", outcome("done", "transfer"), True),
    # another thing waits
    (P, FRZ, "Your card is frozen. The replacement is still being processed.", outcome("pending", "freeze"), False),
    (P, FRZ, "Your card is frozen. The replacement is still being processed.", outcome("done", "freeze"), True),
    (
        P,
        FRZ,
        "The card ending in 1447 is frozen now. Your new PIN is pending with the card team.",
        outcome("done", "freeze"),
        True,
    ),
    (
        P,
        FRZ,
        "Frozen! Your replacement card is waiting for the card team, and should be posted on Friday.",
        outcome("done", "freeze"),
        True,
    ),
    (P, FRZ, "I've blocked it. A replacement is in the queue with the card team.", outcome("pending", "freeze"), False),
    (P, FRZ, "Your request is pending with the card team, they freeze it by hand.", outcome("pending", "freeze"), True),
    (P, FRZ, "The freeze is still pending with the card team.", outcome("pending", "freeze"), True),
    # list of figures
    (
        P,
        "Refund for TXN-7790 and what's my balance?",
        "Balance: 611.75. Refund for TXN-7790: 24.00.",
        amount(611.75, "refund"),
        False,
    ),
    (P, "Refund for TXN-7790 and what's my balance?", "- Balance: 611.75\n- Refund: 24.00", amount(24, "refund"), True),
    (
        P,
        "Refund for TXN-7790 and what's my balance?",
        "Your balance is 611.75 and the refund is 24.00.",
        amount(611.75, "refund"),
        False,
    ),
    (
        P,
        "Refund for TXN-7790 and what's my balance?",
        "Balance: 611.75. Refund for TXN-7790: 24.00.",
        amount(611.75, "balance"),
        True,
    ),
    # a part of it
    (
        P,
        "What's in my current account?",
        "There is 1,118.46 in it, including an arranged overdraft of 300.00.",
        amount(300, "balance"),
        False,
    ),
    (
        P,
        "What's in my current account?",
        "Your balance is 1,118.46; 300.00 of that is the arranged overdraft.",
        amount(300, "balance"),
        False,
    ),
    (
        P,
        "What's in my current account?",
        "Your balance is 1,118.46, of which 300.00 are reserved.",
        amount(300, "balance"),
        False,
    ),
    (
        P,
        "What's in my current account?",
        "1,118.46 on your current account, 300.00 of it reserved for a card payment.",
        amount(300, "balance"),
        False,
    ),
    (
        P,
        "What's in my current account?",
        "Your balance is 1,118.46, of which 300.00 are reserved.",
        amount(1118.46, "balance"),
        True,
    ),
    (
        P,
        "What's in my current account?",
        "The balance is 300.00, and an overdraft of 1,000.00 is arranged.",
        amount(300, "balance"),
        True,
    ),
    # what was claimed
    (
        S,
        "Did you ask your supervisor?",
        "Your claim was for 150.00. I asked my supervisor to approve 90.00.",
        amount(150, "approval"),
        False,
    ),
    (
        S,
        "Did you ask your supervisor?",
        "Your request was 150.00, and I put 90.00 to my supervisor for approval.",
        amount(150, "approval"),
        False,
    ),
    (
        S,
        "Did you ask your supervisor?",
        "You had claimed 150.00; what I asked my supervisor to approve is 90.00.",
        amount(150, "approval"),
        False,
    ),
    (
        S,
        "Did you ask your supervisor?",
        "Your wish was 150.00, the approval is for 90.00.",
        amount(90, "approval"),
        True,
    ),
    (
        S,
        "Did you ask your supervisor?",
        "I asked my supervisor to approve a credit of 150.00.",
        amount(150, "approval"),
        True,
    ),
    (S, "Did you ask your supervisor?", "She has approved a refund of 150 euros.", amount(150, "approval"), True),
    (
        S,
        "Did you ask your supervisor?",
        "I've sent her the request for approval of a credit of 150.00.",
        amount(150, "approval"),
        True,
    ),
    (
        S,
        "Did you ask your supervisor?",
        "The credit is 150.00 and the approval is for 90.00.",
        amount(150, "approval"),
        False,
    ),
    # days
    (P, "When's the next one?", "It goes out on Monday in two weeks.", day("2026-08-10"), False),
    (P, "When's the next one?", "It goes out on Monday in two weeks.", day("2026-08-17"), True),
    (P, "When's the next one?", "On Friday in 3 weeks' time.", day("2026-08-28"), True),
    (P, "when", "fri this week", day("2026-08-07"), True),
    (P, "when", "on wed", day("2026-08-05"), True),
    (P, "when", "by thu next week", day("2026-08-13"), True),
    (P, "when", "this week's Thursday", day("2026-08-06"), True),
    (P, "when", "thu this week", day("2026-08-13"), False),
    (P, "when", "The sun is out, we sat down and wed.", day("2026-08-05"), False),
    (P, "What's scheduled?", "14.08. Kita 180.00", day("2026-08-14"), True),
    (P, "What's scheduled?", "1) 03.09. Rent", day("2026-09-03"), True),
    (P, "What's scheduled?", "It came to 14.08. Anything else?", day("2026-08-14"), False),
    (P, "Can it be next week?", "Done, it goes out next Thursday.", day("2026-08-13"), True),
    (P, "Can it be next week?", "Done, it goes out next Thursday, 6 August.", day("2026-08-13"), False),
    (S, "When did my plan start?", "Two years ago today.", day("2024-03-16"), True),
    (S, "When did my plan start?", "Six months ago to the day.", day("2025-09-16"), True),
    (S, "When does the warranty run out?", "A year from today.", day("2027-03-16"), True),
    (S, "When did my plan start?", "About a year ago.", day("2025-03-16"), False),
    (S, "When does the warranty run out?", "It ends on May 2nd of next year.", day("2027-05-02"), True),
    (S, "When does the warranty run out?", "2 May, next year.", day("2026-05-02"), False),
    (S, "When did it begin?", "On 2 May last year.", day("2025-05-02"), True),
    # how much you get is ...
    (
        S,
        "I'd like some money back.",
        "How much we pay depends on the outage minutes. Which invoice is it?",
        asks("amount"),
        False,
    ),
    (S, "I'd like some money back.", "What amount you get will be worked out by billing.", asks("amount"), False),
    (S, "Call me.", "When they call you is up to the team.", asks("time"), False),
    (S, "Call me.", "When we call is decided by the planners. What number can I reach you on?", asks("time"), False),
    (S, "I'd like some money back.", "How much you were charged is what I need to know.", asks("amount"), True),
    (S, "I'd like some money back.", "How much did you pay?", asks("amount"), True),
    (S, "I'd like some money back.", "Tell me how much you paid, please.", asks("amount"), True),
    # promised for a case that may come
    (
        P,
        "do I get a new card?",
        "Should you not find it, write to us and we'll send a new card.",
        says("a new card is sent", *NEW),
        False,
    ),
    (
        P,
        "do I get a new card?",
        "If it stays lost, just say so and then we'll send a new card.",
        says("a new card is sent", *NEW),
        False,
    ),
    (
        P,
        "do I get a new card?",
        "The old one is frozen and we'll send a new card today.",
        says("a new card is sent", *NEW),
        True,
    ),
    (P, "do I get a new card?", "Yes, we'll send a new card to your address.", says("a new card is sent", *NEW), True),
    (P, "do I get a new card?", "As you asked for one, we'll send a new card.", says("a new card is sent", *NEW), True),
    # both deeds
    (S, "what now", "Please unplug it. Give it ten seconds. Then plug it back in.", says("restart", *PLUG), True),
    (S, "what now", "1. Unplug it.\n2. Wait a minute.\n3. Plug it back in.", says("restart", *PLUG), True),
    (S, "what now", "Don't unplug it, and never plug it back in yourself.", says("restart", *PLUG), False),
    (S, "what now", "Plug it back in, please.", says("restart", *PLUG), False),
    (S, "what now", "Did you unplug it and plug it back in?", says("restart", *PLUG), False),
    # held payment of a transfer
    (
        P,
        "Pay the 500 to my brother.",
        "The payment is being held by the safety team.",
        outcome("pending", "transfer"),
        True,
    ),
    (
        P,
        "Pay 1,900 to Hollis Roofing, new payee.",
        "The payment to Hollis Roofing is waiting for release by our checks team.",
        outcome("pending", "transfer"),
        True,
    ),
    (
        P,
        "Pay the 1,900 to Hollis Roofing.",
        "Your payment of 1,900 to Hollis Roofing has been made.",
        outcome("done", "transfer"),
        True,
    ),
    (
        P,
        "Pay the 1,900 to Hollis Roofing.",
        "Your payment of 1,900 to Hollis Roofing has been made.",
        outcome("pending", "transfer"),
        False,
    ),
    # stop requests
    (
        P,
        "cancel the scheduled 2,000, TRF-8150",
        "A request to stop TRF-8150 is with the processing bank.",
        outcome("pending", "cancellation"),
        True,
    ),
    (
        P,
        "cancel the scheduled 2,000, TRF-8150",
        "I've put in a stop order for TRF-8150, the bank will answer within the hour.",
        outcome("pending", "cancellation"),
        True,
    ),
    (
        P,
        "cancel the scheduled 2,000, TRF-8150",
        "The cancel request has gone to the other bank, and they still have to answer.",
        outcome("pending", "cancellation"),
        True,
    ),
    (
        P,
        "cancel the scheduled 2,000, TRF-8150",
        "We've forwarded your cancellation request to the bank.",
        outcome("pending", "cancellation"),
        True,
    ),
    (
        P,
        "cancel the scheduled 2,000, TRF-8150",
        "TRF-8150 is cancelled, the stop request went through.",
        outcome("done", "cancellation"),
        True,
    ),
    (
        P,
        "cancel the scheduled 2,000, TRF-8150",
        "TRF-8150 is cancelled, no money will leave.",
        outcome("pending", "cancellation"),
        False,
    ),
    # comes later by itself
    (
        P,
        "Receipt for yesterday's fuel please",
        "It will be mailed to you automatically tonight.",
        outcome("pending", "receipt"),
        True,
    ),
    (
        P,
        "Receipt for yesterday's fuel please",
        "The receipt will be issued overnight, when the purchase settles.",
        outcome("pending", "receipt"),
        True,
    ),
    (
        P,
        "Receipt for yesterday's fuel please",
        "Receipts are generated when a purchase settles, so yours will follow tonight.",
        outcome("pending", "receipt"),
        True,
    ),
    (
        P,
        "Receipt for yesterday's fuel please",
        "I've mailed you the receipt just now.",
        outcome("pending", "receipt"),
        False,
    ),
    (
        P,
        "Receipt for yesterday's fuel please",
        "I've mailed you the receipt just now.",
        outcome("done", "receipt"),
        True,
    ),
    (P, "Add this one: tok_5d20", "The card has gone to its issuer for approval.", outcome("pending", "card"), True),
    (
        P,
        "Add this one: tok_5d20",
        "Your card is with its issuer for verification; it will appear in your wallet later.",
        outcome("pending", "card"),
        True,
    ),
    (
        P,
        "Add this one: tok_5d20",
        "I've handed the new card to your bank for checking, they still have to answer.",
        outcome("pending", "card"),
        True,
    ),
    (
        P,
        "Add this one: tok_5d20",
        "The card is added, you'll see it in your wallet.",
        outcome("pending", "card"),
        False,
    ),
    (P, "Add this one: tok_5d20", "The card is added, you'll see it in your wallet.", outcome("done", "card"), True),
    (
        S,
        "can you create a ticket for DEV-5512",
        "The system is down; your report will be logged tomorrow when it is back.",
        outcome("pending", "case"),
        True,
    ),
    (
        S,
        "can you create a ticket for DEV-5512",
        "A case will be opened tonight, once the ticket system is back.",
        outcome("pending", "case"),
        True,
    ),
    (
        S,
        "can you create a ticket for DEV-5512",
        "I can't get into the ticket system now, so it'll be registered later today.",
        outcome("pending", "case"),
        True,
    ),
    (
        S,
        "can you create a ticket for DEV-5512",
        "I've opened CAS-1001; it will be looked at tomorrow.",
        outcome("done", "case"),
        True,
    ),
    (
        S,
        "is CAS-6004 closed?",
        "Not yet. It'll close automatically tomorrow unless you write again.",
        outcome("pending", "closing"),
        True,
    ),
    (S, "is CAS-6004 closed?", "It will close on its own on Thursday.", outcome("pending", "closing"), True),
    (
        S,
        "is CAS-6004 closed?",
        "It's solved and will be closed automatically on Friday.",
        outcome("pending", "closing"),
        True,
    ),
    (S, "is CAS-6004 closed?", "Yes, it closed by itself on Thursday.", outcome("pending", "closing"), False),
    (
        S,
        "Where is my credit",
        "It's approved and goes out with the next billing run.",
        outcome("pending", "credit"),
        True,
    ),
    (
        S,
        "Where is my credit",
        "Your credit is in the next payment run, on 20 March.",
        outcome("pending", "credit"),
        True,
    ),
    (
        S,
        "Where is my credit",
        "It will be on your account on Friday, with the next pay run.",
        outcome("pending", "credit"),
        True,
    ),
    (
        S,
        "Where is my credit",
        "It went out with the last payment run and has been credited.",
        outcome("pending", "credit"),
        False,
    ),
    (S, "Where is my credit", "It was credited on 12 March.", outcome("done", "credit"), True),
    # who has to decide on it
    (
        S,
        "Has it been escalated?",
        "I've proposed it; my team lead must approve the escalation first.",
        outcome("pending", "escalation"),
        True,
    ),
    (
        S,
        "Has it been escalated?",
        "The supervisor still has to sign off the escalation.",
        outcome("pending", "escalation"),
        True,
    ),
    (
        S,
        "Has it been escalated?",
        "The shift lead has to release the escalation before noon.",
        outcome("done", "escalation"),
        False,
    ),
    (
        S,
        "Has it been escalated?",
        "The shift lead has released it, your case is with the technical team.",
        outcome("done", "escalation"),
        True,
    ),
    (
        S,
        "I'd like a call on Thursday.",
        "I've asked them about Thursday; they have to confirm that someone is free.",
        outcome("pending", "callback"),
        True,
    ),
    (
        S,
        "I'd like a call on Thursday.",
        "The team needs to confirm the time, you'll get a text.",
        outcome("pending", "callback"),
        True,
    ),
    (
        S,
        "I'd like a call on Thursday.",
        "I've passed Thursday on to them and they will see whether somebody is free.",
        outcome("pending", "callback"),
        True,
    ),
    (
        S,
        "I'd like a call on Thursday.",
        "They confirmed that somebody is free, and your call is booked for Thursday at 10.",
        outcome("done", "callback"),
        True,
    ),
    (
        S,
        "still nothing",
        "The steps don't fix it. The lock looks broken and has to be replaced.",
        outcome("refused", "fix"),
        True,
    ),
    (S, "still nothing", "None of that helped; the unit needs to be replaced.", outcome("refused", "fix"), True),
    (S, "still nothing", "None of that helped; the device will need replacing.", outcome("pending", "fix"), False),
    (
        S,
        "When will the app bug be fixed?",
        "The fix is ready and being tested; it ships with version 5.2.",
        outcome("pending", "fix"),
        True,
    ),
    (
        S,
        "When will the app bug be fixed?",
        "The fix is in testing and will be rolled out on 24 March.",
        outcome("pending", "fix"),
        True,
    ),
    (
        S,
        "When will the app bug be fixed?",
        "Our engineers have a fix ready and are testing it.",
        outcome("pending", "fix"),
        True,
    ),
    (S, "When will the app bug be fixed?", "The fix was rolled out this morning.", outcome("done", "fix"), True),
    (S, "When will the app bug be fixed?", "The fix was rolled out this morning.", outcome("pending", "fix"), False),
    (S, "is the lock thing solved on your side?", "The fix has been deployed at noon.", outcome("done", "fix"), True),
    (S, "is the lock thing solved on your side?", "A fix is out since noon.", outcome("done", "fix"), True),
    (S, "is the lock thing solved on your side?", "The fix has not been deployed yet.", outcome("done", "fix"), False),
    # the person goes on
    (
        S,
        "I want to talk to a person",
        "I've handed you over to Amira, she's looking at your notes now.",
        outcome("done", "handover"),
        True,
    ),
    (
        S,
        "I want to talk to a person",
        "This chat has been handed to Joris. He is checking your history.",
        outcome("done", "handover"),
        True,
    ),
    (
        S,
        "I want to talk to a person",
        "I've moved this chat to Amira. She will answer you here.",
        outcome("done", "handover"),
        True,
    ),
    (
        S,
        "I want to talk to a person",
        "I moved our conversation over to a colleague, who'll be with you right away.",
        outcome("done", "handover"),
        True,
    ),
    (
        S,
        "I want to talk to a person",
        "I've asked for a colleague, you are number three in the queue.",
        outcome("done", "handover"),
        False,
    ),
    (S, "I want to talk to a person", "He's not in, and I can't hand you over.", outcome("done", "handover"), False),
    (
        S,
        "I've forgotten the passphrase, I sent you my id by mail",
        "Your id is with the trust team, and they have to look at it first.",
        outcome("pending", "identity"),
        True,
    ),
    (
        S,
        "I've forgotten the passphrase, I sent you my id by mail",
        "Your documents are still with our trust team.",
        outcome("pending", "identity"),
        True,
    ),
    (
        S,
        "I've forgotten the passphrase, I sent you my id by mail",
        "The trust team has to check your document before you are verified.",
        outcome("pending", "identity"),
        True,
    ),
    (
        S,
        "I've forgotten the passphrase, I sent you my id by mail",
        "The trust team has checked your document and you are verified.",
        outcome("done", "identity"),
        True,
    ),
    (
        S,
        "My details: Ola Brandt, 17 June 1975.",
        "Thank you, that agrees with our records.",
        outcome("done", "identity"),
        True,
    ),
    (
        S,
        "My details: Ola Brandt, 17 June 1975.",
        "Your answers tally with our records, thank you.",
        outcome("done", "identity"),
        True,
    ),
    (
        S,
        "My details: Ola Brandt, 17 June 1975.",
        "Both fit our records, so we can talk about the account.",
        outcome("done", "identity"),
        True,
    ),
    (
        S,
        "My details: Ola Brandt, 17 June 1975.",
        "The details do not agree with our records.",
        outcome("done", "identity"),
        False,
    ),
    (
        S,
        "My details: Ola Brandt, 17 June 1975.",
        "The details do not agree with our records.",
        outcome("refused", "identity"),
        True,
    ),
    # adjectives
    (
        S,
        "open a case please",
        "I've opened a case for the expired certificate on your hub.",
        outcome("done", "case"),
        True,
    ),
    (S, "open a case please", "CAS-3390 is open for the two dead bulbs.", outcome("done", "case"), True),
    (S, "open a case please", "The case was rejected, the number is dead.", outcome("done", "case"), False),
    # numbers in words
    (
        P,
        "Set up rent for the 1st",
        "The one thousand and twenty euros are set up for 1 September.",
        amount(1020, "schedule"),
        True,
    ),
    (P, "Set up rent for the 1st", "Nine hundred and forty euros has been scheduled.", amount(940, "schedule"), True),
    (P, "Set up rent for the 1st", "Nine hundred and forty euros has been scheduled.", amount(40, "schedule"), False),
    (
        P,
        "I dispute the charge.",
        "I opened the dispute for the second charge, 31.20. I left the first alone.",
        amount(31.2, "dispute"),
        True,
    ),
    (
        P,
        "I dispute the charge.",
        "There are two charges, 31.20 and 12.00. I disputed the second.",
        amount(31.2, "dispute"),
        False,
    ),
    (S, "how much is my credit", "Your credit is twelve ninety-nine.", amount(12.99, "credit"), True),
    (S, "how much is my credit", "It's four fifty.", amount(4.5, "credit"), True),
    (S, "how much is my credit", "Thirty-two eighty, the same as your bill.", amount(32.8, "credit"), True),
    (S, "how much is my credit", "Nineteen ninety-five.", amount(114, "credit"), False),
    (S, "when do they call", "At four fifty.", amount(4.5), False),
    (S, "What's the late fee?", "It's a tenner.", amount(10), True),
    (S, "What's the late fee?", "Two fivers.", amount(10), True),
    (S, "What's the late fee?", "Just a fiver.", amount(10), False),
    # ids by name
    (S, "case number?", "Your case number is 1234.", mentions("CAS-1234"), True),
    (S, "case number?", "It's case no. 1234", mentions("CAS-1234"), True),
    (S, "case number?", "case #1234", mentions("CAS-1234"), True),
    (S, "case number?", "Invoice 1234.", mentions("CAS-1234"), False),
    (S, "case number?", "Case 12345.", mentions("CAS-1234"), False),
    (S, "invoice?", "Invoice number 2290", mentions("INV-2290"), True),
    # asks
    (S, "call me tomorrow at 3", "The number I have looks old. Can you give me your current one?", asks("phone"), True),
    (
        S,
        "call me tomorrow at 3",
        "Is the number we have still right, or would you give me a new one?",
        asks("phone"),
        True,
    ),
    (S, "call me tomorrow at 3", "Booked, they will use the number we have.", asks("phone"), False),
    (S, "I need to verify myself", "We're going to need your passphrase.", asks("passphrase"), True),
    (S, "I need to verify myself", "I'll be needing your passphrase, please.", asks("passphrase"), True),
    (
        S,
        "I need to verify myself",
        "You're going to need your passphrase later, keep it safe.",
        asks("passphrase"),
        False,
    ),
    (S, "what else do you need?", "Just your postcode.", asks("postcode"), True),
    (S, "do you want anything else from me?", "Yes: your postcode.", asks("postcode"), True),
    (S, "is there something missing?", "Only the postcode, then I can go on.", asks("postcode"), True),
    (S, "did you get my postcode?", "Yes, your postcode, and it matches.", asks("postcode"), False),
    (S, "do you need anything else?", "No, your postcode was enough.", asks("postcode"), False),
    # replay kinds
    (S, "open a case", "In case it comes back, I've opened CAS-9001.", outcome("done", "case"), True),
    (S, "open a case", "If it should happen again, we have now logged it as CAS-9001.", outcome("done", "case"), True),
    (S, "open a case", "If you want me to, I'll open a case.", outcome("done", "case"), False),
    (S, "open a case", "If it stays dark, we have a case form on our page.", outcome("done", "case"), False),
    (
        S,
        "Escalate it now!",
        "It isn't possible to escalate CAS-2513 now. I have, though, added a comment.",
        outcome("refused", "escalation"),
        True,
    ),
    (
        S,
        "Escalate it now!",
        "Escalating is not possible. I have instead put a note in the case.",
        outcome("refused", "escalation"),
        True,
    ),
    (S, "Escalate it now!", "You asked whether I have escalated it. I have.", outcome("done", "escalation"), True),
    (
        S,
        "Can I have a credit of 20?",
        "There must be ninety days between two goodwill credits, so the earliest I can give you one is 17 March.",
        outcome("refused", "credit"),
        True,
    ),
    (
        S,
        "Can I have a credit of 20?",
        "Goodwill credits have to lie ninety days apart. Yours would be possible from 17 March.",
        outcome("refused", "credit"),
        True,
    ),
    (
        S,
        "Escalate my case.",
        "The case has been made. The case cannot be made. The case is pending.",
        outcome("done", "escalation"),
        False,
    ),
    (S, "Make it urgent", "Urgent isn't an option here.", outcome("refused", "case"), True),
    (S, "Add it to my case", "I've put today's outage in there.", outcome("done", "case"), True),
    # more of the same kinds
    (
        P,
        SEND,
        "I've got everything I need. The 800 will go out the moment you give me the go-ahead.",
        outcome("done", "transfer"),
        False,
    ),
    (P, SEND, "Ready when you are! Shall I push the 800 through?", outcome("done", "transfer"), False),
    (
        P,
        FRZ,
        "That card is blocked now. As for the replacement, it is still waiting for approval.",
        outcome("done", "freeze"),
        True,
    ),
    (
        P,
        "What's in my current account?",
        "You have 1,118.46 there; 300.00 of this belongs to the overdraft.",
        amount(300, "balance"),
        False,
    ),
    (
        P,
        "Where's my receipt?",
        "The receipt will be emailed to you automatically once the purchase settles.",
        outcome("pending", "receipt"),
        True,
    ),
    (
        P,
        "Add my card tok_5d20",
        "Its issuer is verifying the card; you'll see it in your wallet as soon as they're done.",
        outcome("pending", "card"),
        True,
    ),
    (
        P,
        "Stop TRF-8150 please",
        "The bank has our stop request for TRF-8150 and will tell us within the hour.",
        outcome("pending", "cancellation"),
        True,
    ),
    (
        P,
        "Pay 500 to my sister",
        "Your payment to your sister is paused for a security check.",
        outcome("pending", "transfer"),
        True,
    ),
    (P, "When is it", "Wednesday next week", day("2026-08-12"), True),
    (P, "When is it", "the Tuesday after next", day("2026-08-11"), True),
    (P, "When is it", "In a fortnight.", day("2026-08-17"), True),
    (P, "What does it cost", "Six ninety-nine a month.", amount(6.99), True),
    (P, "What does it cost", "A tenner a month.", amount(10), True),
    (S, "is my case closed", "It closes by itself on Friday if you don't write.", outcome("pending", "closing"), True),
    (
        S,
        "when does my credit come",
        "Approved, and it goes out with Friday's payment run.",
        outcome("pending", "credit"),
        True,
    ),
    (S, "did you escalate", "My supervisor has yet to approve the escalation.", outcome("pending", "escalation"), True),
    (S, "get me a human", "Handed over to Priya. She's typing already.", outcome("done", "handover"), True),
    (
        S,
        "get me a human",
        "I've passed our chat to Priya from technical, she'll take it from here.",
        outcome("done", "handover"),
        True,
    ),
    (S, "Born 3 May 1980", "Thanks, that corresponds with our records.", outcome("done", "identity"), True),
    (
        S,
        "I sent my passport",
        "Your passport copy is being checked by the trust team.",
        outcome("pending", "identity"),
        True,
    ),
    (
        S,
        "credit and a case",
        "Credited: 18.00. And CAS-3390 is opened for the dead lamp.",
        outcome("done", "case"),
        True,
    ),
    (
        S,
        "what now",
        "Switch it off, count to ten, and switch it on again.",
        says("restart", "restart", "switch it off and switch it on again"),
        True,
    ),
    (S, "any news", "The bug fix ships next week with version 5.2.", outcome("pending", "fix"), True),
    (S, "is it fixed", "Our patch went live at noon, everything works again.", outcome("done", "fix"), True),
    (S, "case number?", "It is case number 9001.", mentions("CAS-9001"), True),
    (S, "call me", "The number on file may be old. What's your current number?", asks("phone"), True),
    (S, "anything else you need?", "Yes please, your date of birth.", asks("birth_date"), True),
    (S, "make it urgent", "Urgent is not on the cards for this one.", outcome("refused", "case"), True),
    (S, "give me 20", "The earliest I can give you another credit is 17 March.", outcome("refused", "credit"), True),
]


@pytest.mark.parametrize(("domain", "before", "reply", "check", "holds"), LINES)
def test_every_kind_of_wording_is_judged_as_it_is_meant(domain, before, reply, check, holds):
    known = load_domain(domain)
    events = [UserSays(text=before), AgentSays(text=reply)]
    finding = rule_judge(check, Run(events, World(known.rows, Rows(), known.now), known.lexicon))
    assert finding.holds is holds, finding.why


@pytest.mark.parametrize(
    ("message", "speaks"),
    [
        ("CUS-2275 CAS-9001 ESC-9001 12.00 EUR. The case has been made.", False),
        ("ESC-9001", False),
        ("Your escalation reference: ESC-9001.", True),
        ("It runs as ESC-9001.", True),
        ("Shall I send you ESC-9001?", False),
    ],
)
def test_a_bare_list_of_ids_speaks_of_nothing(message, speaks):
    assert text.speaks_of(message, "escalation", load_domain(S).lexicon) is speaks
