"""Rules for payments: transfers to known payees, baskets, refunds, cancellations, cards that must be stopped."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from crm_gym.baselines.conversation import Steps
from crm_gym.baselines.heuristics.common import Desk, Rule, refused, rule
from crm_gym.baselines.reading import (
    CARD_NUMBER,
    EMAIL,
    ID,
    PHONE,
    agrees,
    code,
    fitting,
    full_name,
    listed,
    money,
    spoken,
    sums,
)

Row = dict[str, Any]

_ACCOUNT_NUMBER = re.compile(r"\b\d{10,16}\b")
_LAST_FOUR = re.compile(r"(?<![\d.,+-])\d{4}(?![\d.,]\d|\d)")
_TOKEN = re.compile(r"\btok_\w+")
_ALL = re.compile(r"\b(?:all of it|whole lot|everything|whatever|all the money|empty)\b", re.I)


class PaymentsHeuristic(Desk):
    """Serves the plainest wishes of Quayside Pay's customers, and says no where its rules end."""

    def reset(self, seed: int) -> None:
        """Forgets the episode before."""
        super().reset(seed)
        self.party = ""
        self.profile: Row = {}
        self.subject = ""
        """What a complaint would be about."""
        self.unpaid: tuple[float, str] | None = None
        """Total and reference of a basket whose payment was declined."""

    # Who it is

    def sign_in(self) -> Steps[bool]:
        """Finds the customer and checks their code, with as many tries as the business allows."""
        words = yield from self.tell("What is your e-mail address, and your six-digit security code?")
        email, phone = EMAIL.search(self.said), PHONE.search(self.said)
        known = {"email": email[0]} if email else {"phone": phone[0]} if phone else {}
        found = yield from self.call("find_party", **known)
        if not found.ok:
            yield from self.tell("I'm sorry, I cannot find you, so I cannot do anything for you.")
            return False
        self.party = self.subject = found.data["party_id"]
        checked = yield from self.call("authenticate_party", party_id=self.party, code=code(words))
        while not checked.ok and checked.data["details"].get("attempts_left"):
            left = checked.data["details"]["attempts_left"]
            words = yield from self.tell(f"That code is wrong; {left} attempts are left. What is your security code?")
            checked = yield from self.call("authenticate_party", party_id=self.party, code=code(words))
        if not checked.ok:
            yield from self.tell((yield from self.review("locked", "Three wrong codes.")))
            return False
        self.profile = (yield from self.call("list_accounts", party_id=self.party)).data
        return True

    def review(self, kind: str, summary: str) -> Steps[str]:
        """Gives the case to the review team; what to tell the customer."""
        subject = self.subject if kind == "complaint" else self.party
        review = yield from self.call("submit_review", kind=kind, subject_id=subject, summary=summary)
        return f"I have opened review {review.data['review_id']}; a colleague answers within two working days."

    # Scams and card numbers

    def scam(self, words: str) -> Steps[str]:
        """No transfer when somebody has told the customer to make it, whatever else they say."""
        told = yield from self.review("scam_concern", "Somebody tells the customer to move money to be safe.")
        self.rules = ()
        no = refused("I cannot make this transfer: no bank asks for that, and this is how scams work.")
        return f"{no} {told}"

    def card_number(self, words: str) -> Steps[str]:
        """A card is saved from a token of the app only."""
        yield from ()
        endings = listed([card["last4"] for card in self._cards()] or ["nothing"])
        no = refused("the card cannot be added from its number: please give me the token of the app's card form.")
        return f"{no} The active cards that we have end in {endings}."

    def token(self, words: str) -> Steps[str]:
        """Saves the card that a token stands for."""
        token = _TOKEN.findall(words)[-1]
        if not (yield from self.agreed(f"I would add the card with the token {token}.")):
            return refused("then the card has not been added.")
        added = yield from self.call("add_payment_method", party_id=self.party, token=token)
        if not added.ok:
            return refused(f"the card cannot be added: {added.data['message']}.")
        self.profile["cards"].append(added.data)
        return f"The card ending in {added.data['last4']} has been added."

    # Transfers

    def transfer(self, words: str) -> Steps[str]:
        """Between own accounts at once; to somebody else after the name check, within the limits."""
        named = self._named_accounts(words)
        source = named[0] if named else self._usual_account()
        if source is None:
            return refused("I cannot see which account the money should come from.")
        amount = source["balance"] if _ALL.search(words) else next(iter(sums(words)), 0.0)
        if not amount:
            amount = next(iter(sums((yield from self.tell("What amount should it be?")))), 0.0)
        if not amount:
            return refused("without an amount the transfer cannot be made.")
        if len(named) > 1:
            return (yield from self._send(source, named[1]["account_number"], named[1]["label"], amount))
        return (yield from self._pay(words, source, amount))

    def _pay(self, words: str, source: Row, amount: float) -> Steps[str]:
        limit = min(source["transfer_limit"], source["daily_limit"] - source["sent_today"])
        if amount > limit:
            over = refused(f"I cannot send {money(amount)}: {money(limit)} is the most that is possible now.")
            more = yield from self.tell(over)
            amount = next((figure for figure in sums(more) if figure <= limit), 0.0)
            if not amount:
                return over
        payee = yield from self._payee(words)
        if payee is None:
            return refused("I cannot tell which payee you mean, so the transfer cannot be made.")
        if payee.get("first_used_on") is None and not (yield from self._name_fits(payee)):
            return refused("the name check does not fit, so the transfer cannot be made.")
        return (yield from self._send(source, payee["account_number"], payee["label"], amount))

    def _payee(self, words: str) -> Steps[Row | None]:
        """The saved payee whom the words fit, or an account that the customer gives."""
        payees: Sequence[Row] = self.profile["payees"]
        if fitting(payees, words, _label):
            return (yield from self.choose(payees, words, _label))
        more = yield from self.tell("What is the account number, and who is the payee?")
        fits = self._given(more) or fitting(payees, more, _label) or payees
        return fits[0] if len(fits) == 1 else None

    def _given(self, words: str) -> list[Row]:
        """An account that the customer gives by its number, saved or not."""
        numbers = _ACCOUNT_NUMBER.findall(words)
        saved = [payee for payee in self.profile["payees"] if payee["account_number"] in numbers]
        return saved or [{"account_number": number, "label": full_name(words) or "the payee"} for number in numbers[:1]]

    def _name_fits(self, payee: Row) -> Steps[bool]:
        """The name check, once more after a corrected number; a partial match needs the customer's word."""
        name = full_name(self.said) if full_name(self.said) in payee["label"] else ""
        if not name:
            name = full_name((yield from self.tell("What is the full name of the payee?"))) or payee["label"]
        for _ in range(2):
            number = payee["account_number"]
            check = (yield from self.call("validate_payee", account_number=number, payee_name=name)).data
            if check["match"] == "full":
                return True
            if check["match"] == "partial":
                words = yield from self.tell(f"The bank suggests {check['suggested']}. Is that the right person?")
                return not re.search(r"\b(?:no|not|don't|never)\b", words, re.I)
            words = yield from self.tell(
                refused(f"I can't make this transfer: account {number} does not belong to {name}. Is there a slip?")
            )
            payee["account_number"] = next(iter(_ACCOUNT_NUMBER.findall(words)), number)
            if payee["account_number"] == number:
                return False
        return False

    def _send(self, source: Row, to: str, whom: str, amount: float) -> Steps[str]:
        if amount > source["balance"] and not (yield from self._top_up(source, amount)):
            return refused(f"the transfer cannot be made: {money(source['balance'])} is all there is.")
        plan = f"{money(amount)} from {source['label']} to {whom}, {to}"
        if not (yield from self.agreed(f"I would send {plan}.")):
            return refused("then the transfer has not been made.")
        sent = yield from self.call(
            "execute_transfer", from_account=source["account_number"], to_account=to, amount=amount
        )
        if not sent.ok:
            return refused(f"the transfer cannot be made: {sent.data['message']}.")
        return f"{money(amount)} has been transferred to {whom}, reference {sent.data['transfer_id']}."

    def _top_up(self, source: Row, amount: float) -> Steps[bool]:
        """Moves what is missing from another own account, if the customer agrees."""
        missing = round(amount - source["balance"], 2)
        others = [a for a in self._open() if a is not source and a["balance"] >= missing]
        if len(others) != 1:
            return False
        label, other = source["label"], others[0]
        lacks = f"Your {label} account holds {money(source['balance'])}, which is not enough."
        read_back = f"{lacks} I would move {money(missing)} from {other['label']} to {label} first."
        if not (yield from self.agreed(read_back)):
            return False
        moved = yield from self.call(
            "execute_transfer",
            from_account=other["account_number"],
            to_account=source["account_number"],
            amount=missing,
        )
        source["balance"] += missing * moved.ok
        return moved.ok

    def _open(self) -> list[Row]:
        return [account for account in self.profile["accounts"] if account["state"] == "open"]

    def _usual_account(self) -> Row | None:
        """The current account, or the only one there is."""
        accounts = self._open()
        current = [account for account in accounts if account["label"] == "current"]
        return current[0] if current else accounts[0] if len(accounts) == 1 else None

    def _named_accounts(self, words: str) -> list[Row]:
        """The own accounts that are named, where the money comes from first."""
        lower = words.lower()
        named = sorted((a for a in self._open() if a["label"].lower() in lower), key=lambda a: lower.find(a["label"]))
        if len(named) > 1 and re.search(rf"\b(?:from|out of) (?:my |the |our )?{re.escape(named[1]['label'])}", lower):
            named.reverse()
        return named

    def cancel(self, words: str) -> Steps[str]:
        """Cancels the one scheduled transfer that the words fit."""
        found = yield from self.choose(self.profile["scheduled_transfers"], words, self._transfer_words)
        if found is None:
            return (yield from self._has_run(words))
        what = f"transfer {found['transfer_id']} of {money(found['amount'])} on {spoken(found['run_on'])}"
        if not (yield from self.agreed(f"I would cancel the scheduled {what}.")):
            return refused("then nothing has been cancelled.")
        yield from self.call("cancel_scheduled_transfer", transfer_id=found["transfer_id"])
        return f"The {what} has been cancelled."

    def _has_run(self, words: str) -> Steps[str]:
        """What to say when the transfer that the customer means is not waiting."""
        account = self._usual_account()
        recent: list[Row] = []
        if account is not None:
            balance = yield from self.call("get_balance", account_number=account["account_number"])
            recent = fitting(balance.data["recent_transfers"], words, self._transfer_words)
        if len(recent) != 1:
            return refused("I see no such scheduled transfer, so nothing has been cancelled.")
        self.subject = recent[0]["transfer_id"]
        return refused(f"the transfer {self.subject} has run already, so it cannot be cancelled.")

    def _transfer_words(self, transfer: Row) -> str:
        labels = {payee["account_number"]: payee["label"] for payee in self.profile["payees"]}
        whom = labels.get(transfer["to_account"], "")
        day = transfer["run_on"] or transfer["at"][:10]
        return f"{transfer['memo']} to {whom} on {spoken(day)}"

    # Baskets

    def basket(self, words: str) -> Steps[str]:
        """Charges a saved card, then receipt, points and log."""
        if self.unpaid is not None:
            card = yield from self._card(words)
            return self.report if card is None else (yield from self._charge(card, *self.unpaid))
        if not (ID.search(self.said) and sums(words)):
            words += " " + (yield from self.tell("What is the total of the basket, and what is its reference?"))
        reference, amounts = ID.search(self.said), sums(words)
        card = yield from self._card(words)
        if card is None or reference is None or not amounts:
            return refused("without card, total and reference the payment cannot be made.")
        return (yield from self._charge(card, amounts[-1], reference[0]))

    def _cards(self) -> list[Row]:
        return [card for card in self.profile["cards"] if card["state"] == "active"]

    def _card(self, words: str) -> Steps[Row | None]:
        """The active card that is named by its last digits, or the only one."""
        cards = self._cards()
        if len(cards) > 1 and not _endings(words):
            endings = listed([card["last4"] for card in cards])
            words = yield from self.tell(f"Which card should I use, the one ending in {endings}?")
        named = [card for card in cards if card["last4"] in _endings(words)]
        cards = named or cards
        return cards[0] if len(cards) == 1 else None

    def _charge(self, card: Row, amount: float, reference: str) -> Steps[str]:
        what = f"{money(amount)} for {reference}"
        if not (yield from self.agreed(f"I would charge {what} to your card ending in {card['last4']}.")):
            return refused("then the payment has not been made.")
        paid = yield from self.call(
            "process_payment", party_id=self.party, amount=amount, method=card["card_id"], merchant_ref=reference
        )
        if not paid.ok:
            return refused(f"the payment cannot be made: {paid.data['message']}.")
        payment = paid.data
        self.unpaid = (amount, reference) if payment["state"] == "failed" else None
        if self.unpaid:
            return refused(f"the payment of {money(amount)} was declined: {payment['failure_reason']}.")
        if payment["state"] == "pending":
            return f"The payment {payment['transaction_id']} of {money(amount)} is pending."
        return (yield from self._finish(payment))

    def _finish(self, payment: Row) -> Steps[str]:
        """The steps that a successful payment still lacks."""
        id = payment["transaction_id"]
        if not payment["receipt_sent"]:
            yield from self.call("send_receipt", transaction_id=id)
        if payment["points_awarded"] is None:
            payment = (yield from self.call("award_points", transaction_id=id)).data
        if not payment["logged"]:
            yield from self.call("log_transaction", transaction_id=id)
        points = payment["points_awarded"]
        done = f"{money(payment['amount'])} has been charged, payment {id}."
        return f"{done} The receipt has been sent and {points} points have been added."

    def hung(self, words: str) -> Steps[str]:
        """Looks at what has become of a payment before it is made again."""
        recent = yield from self._payments(words, days=2)
        meant = [row for row in recent if row["amount"] in sums(words) or fitting([row], words, _merchant)]
        last = next(iter(meant), None)
        if last is None:
            return (yield from self.basket(words))
        if last["state"] == "success":
            return (yield from self._finish(last))
        if last["state"] == "pending":
            what = f"{last['transaction_id']} of {money(last['amount'])}"
            return f"The payment {what} is pending, so I cannot charge again."
        card = next(card for card in self.profile["cards"] if card["card_id"] == last["method"])
        return (yield from self._charge(card, last["amount"], last["merchant_ref"]))

    # Past payments

    def _payments(self, words: str, days: int) -> Steps[list[Row]]:
        """Payments of the last days, those of an amount that was named if there are any."""
        found = yield from self.call("list_transactions", party_id=self.party, days=days)
        rows: list[Row] = found.data["transactions"]
        return [row for row in rows if row["amount"] in sums(words)] or rows

    def refund(self, words: str) -> Steps[str]:
        """Gives back the payment, or the one item of it, that was named."""
        words = re.sub(r"[^.!?;]*\b(?:keep|stay|rest)\w*[^.!?;]*", "", words)
        found = yield from self._one((yield from self._payments(words, days=60)), words)
        if found is None:
            return refused("I cannot tell which payment you mean, so the refund cannot be made.")
        payment = (yield from self.call("get_transaction", transaction_id=found["transaction_id"])).data
        until = payment["merchant_terms"]["refund_until"]
        if payment["state"] != "success" or self.now.date() > date.fromisoformat(until):
            return refused(f"the refund cannot be made: it was possible until {spoken(until)}.")
        items = fitting(_items(payment["note"]), words, lambda item: item[0])
        amount = min(items[0][1] if len(items) == 1 else payment["amount"], payment["left_to_refund"])
        if not (yield from self.agreed(f"I would refund {money(amount)} of the payment at {payment['merchant']}.")):
            return refused("then the refund has not been made.")
        reason = "duplicate" if re.search(r"\btwice|double", words, re.I) else "returned"
        refund = yield from self.call(
            "refund_payment", transaction_id=payment["transaction_id"], amount=amount, reason_code=reason
        )
        if not refund.ok:
            return refused(f"the refund cannot be made: {refund.data['message']}.")
        done = f"{money(amount)} has been refunded to your card, reference {refund.data['refund_id']}."
        later = " Our back office will adjust your points later." if payment["points_awarded"] and amount >= 10 else ""
        return done + later

    def _one(self, payments: Sequence[Row], words: str) -> Steps[Row | None]:
        """The one payment that is meant."""
        return payments[0] if len(payments) == 1 else (yield from self.choose(payments, words, _payment_words))

    def stranger(self, words: str) -> Steps[str]:
        """A charge that the customer does not know: name it, stop the card, then dispute it."""
        found = yield from self._one((yield from self._payments(words, days=180)), words)
        if found is None:
            return refused("I cannot tell which payment you mean.")
        what, last4 = _payment_words(found), found["card_last4"]
        words = yield from self.tell(f"I found {what}, card ending in {last4}. Do you know it now?")
        if agrees(words) or re.search(r"\bthat was\b|\bi remember\b", words, re.I):
            return "Then there is nothing to do, and no dispute has been opened."
        obstacle = yield from self._obstacle(found)
        also = "" if obstacle else f", and open a dispute about the {money(found['amount'])}"
        if not (yield from self.agreed(f"I would freeze the card ending in {last4} for good{also}.")):
            return refused("then no dispute has been opened.")
        yield from self.call("freeze_card", party_id=self.party, last4=last4, reason_code="suspicious")
        return f"Your card ending in {last4} has been frozen. {obstacle or (yield from self._dispute(found))}"

    def _obstacle(self, found: Row) -> Steps[str]:
        """Why a payment cannot be disputed, or ''."""
        payment = (yield from self.call("get_transaction", transaction_id=found["transaction_id"])).data
        terms = payment["merchant_terms"]
        if payment["state"] != "success":
            return f"The dispute cannot be opened, because the payment is {payment['state']}."
        if self.now.date() - date.fromisoformat(payment["at"][:10]) > timedelta(days=120):
            return "The dispute cannot be opened, because the payment is more than 120 days old."
        if terms["disputes_direct"] and not payment["merchant_contacted_on"]:
            return f"The dispute cannot be opened before you have complained to {terms['contact']}."
        return ""

    def _dispute(self, found: Row) -> Steps[str]:
        opened = yield from self.call(
            "open_dispute",
            transaction_id=found["transaction_id"],
            reason_code="not_recognised",
            statement="The customer does not know this payment.",
        )
        if not opened.ok:
            return f"The dispute cannot be opened: {opened.data['message']}."
        return f"The dispute over {money(found['amount'])} has been opened, reference {opened.data['dispute_id']}."

    def freeze(self, words: str) -> Steps[str]:
        """Stops the card that was lost or stolen."""
        named = [card for card in self._cards() if card["last4"] in _endings(self.said)] or self._cards()
        if len(named) != 1:
            return refused("I cannot tell which card you mean: please give me its last four digits.")
        reason = "stolen" if re.search(r"stole|robbed", words, re.I) else "lost"
        last4 = named[0]["last4"]
        yield from self.call("freeze_card", party_id=self.party, last4=last4, reason_code=reason)
        return f"Your card ending in {last4} has been frozen."

    def otherwise(self, words: str) -> Steps[str]:
        """Complaints about an answer that stands go to the review team."""
        if re.search(r"\b(?:complain\w*|human|person)\b", words, re.I):
            return (yield from self.review("complaint", "The customer does not accept the answer."))
        return (yield from super().otherwise(words))

    rules: Sequence[Rule] = (
        rule(r"safe account|security (?:team|department)|keep (?:it|this) (?:a )?secret|on my screen", scam),
        rule(r"\btok_\w+", token),
        rule(CARD_NUMBER.pattern, card_number),
        rule(r"\b(?:lost|stolen|stole)\b.*\bcard\b|\bcard\b.*\b(?:lost|stolen|stole)\b", freeze),
        rule(
            r"not mine|isn't mine|not me|never bought|(?:don't|not) (?:know|recogni|make|made)|dispute|contest",
            stranger,
        ),
        rule(r"\bhung\b|\bfroze\b|charge it again|\bstuck\b", hung),
        rule(r"\b(?:refund\w*|money back|posted it back|sent it back|return\w*)\b", refund),
        rule(r"\bcancel\w*|\bhas to stop\b|\bstop the\b|\bcall off\b", cancel),
        rule(r"\b(?:basket|charge|receipt|points)\b|on my card|ending (?:in )?\d{4}", basket),
        rule(
            r"\b(?:send|sent|pay|transfer|move|put|owe)\b|\b(?:in)?to my savings\b|\bfrom current\b|\d (?:euros )?to\b",
            transfer,
        ),
    )


def _label(payee: Row) -> str:
    return str(payee["label"])


def _merchant(payment: Row) -> str:
    return str(payment["merchant"])


def _endings(words: str) -> list[str]:
    """The last digits of cards that are named and wanted."""
    return [four for four in _LAST_FOUR.findall(words) if not re.search(rf"not (?:the )?{four}", words, re.I)]


def _payment_words(payment: Row) -> str:
    what = f"{money(payment['amount'])} to {payment['merchant']} on {spoken(payment['at'][:10])}"
    return f"{what} {payment['note']}".strip()


def _items(note: str) -> list[tuple[str, float]]:
    """The items of a payment's note, like "Headset 45.90, audio cable 14.00"."""
    return [(name.strip(), float(price)) for name, price in re.findall(r"([^,\d]+?) (\d+\.\d\d)", note)]
