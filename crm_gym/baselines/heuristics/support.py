"""Rules for customer support: danger, doubled lines, faults with their article, cases, new contact details."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from crm_gym.baselines.conversation import Steps
from crm_gym.baselines.heuristics.common import Desk, Rule, refused, rule
from crm_gym.baselines.oracle import CLOSING
from crm_gym.baselines.reading import (
    EMAIL,
    PHONE,
    agrees,
    birth_date,
    fitting,
    listed,
    passphrase,
    spoken,
    spoken_month,
)

Row = dict[str, Any]

DANGER = re.compile(r"\b(?:smok|burn|shock)\w*", re.I)
OPEN = ("new", "working", "waiting", "escalated")
LEFT = ("no attempt is", "one attempt is", "two attempts are")
OWN_LIMIT = 50.0
"""Euros on one invoice that need nobody's approval."""
_CONTACT = re.compile(
    r"\bmy (?:dad|father|mum|mother|gran\w*|aunt|uncle|wife|husband|neighbour)\b.*\bcontact\b", re.I | re.S
)
_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b")


class SupportHeuristic(Desk):
    """Serves the plainest wishes of Norhaven's customers, and says no where its rules end."""

    def reset(self, seed: int) -> None:
        """Forgets the episode before."""
        super().reset(seed)
        self.customer: Row = {}
        self.cases: list[Row] = []
        self.case: Row | None = None
        """The case that was opened or added to in this conversation."""
        self.offered = False
        """Whether somebody who wants a person has been offered help here."""

    # Who it is

    def sign_in(self) -> Steps[bool]:
        """Finds and verifies the customer; three wrong answers go to a person."""
        contact = _CONTACT.search(self.said) is not None
        whose = "your own contact passphrase" if contact else "the passphrase of your account"
        warning = "Please cut the power at once and keep away from it. " if DANGER.search(self.said) else ""
        words = yield from self.tell(f"{warning}What is the e-mail address of the account, and {whose}?")
        email = EMAIL.search(words) or EMAIL.search(self.said)
        found = yield from self.call("find_customer", **({"email": email[0]} if email else {}))
        if not found.ok:
            yield from self.tell("I'm sorry, I cannot find you, so I cannot do anything for you.")
            return False
        id = found.data["customer_id"]
        if not (yield from self._verified(id, "contact_passphrase" if contact else "passphrase", words)):
            yield from self.hand_over("locked", "So I can neither show nor change anything. A person will take over.")
            return False
        self.customer = (yield from self.call("get_customer", customer_id=id)).data
        cases = yield from self.call("list_cases", customer_id=id)
        self.cases = cases.data if cases.ok else []
        if contact:
            self.rules = self.for_contacts
        elif "fraud_watch" in self.customer["flags"]:
            watched = self.for_colleagues
            self.rules = [r._replace(serve=SupportHeuristic.trust) if r.serve in watched else r for r in self.rules]
        return True

    def _verified(self, id: str, factor: str, words: str) -> Steps[bool]:
        """Tries what the customer says until it is right or no attempt is left."""
        while True:
            value = passphrase(words) or "unknown"
            checked = yield from self.call("verify_customer", customer_id=id, factor=factor, value=value)
            left = 0 if checked.ok else checked.data["details"].get("attempts_left", 0)
            if not left:
                return checked.ok
            words = yield from self.tell(f"That is wrong; {LEFT[left]} left. What is your passphrase?")

    # People

    def hand_over(self, reason: str, last_words: str) -> Steps[str]:
        """Says the last words and gives the conversation to a person."""
        yield from self.tell(last_words)
        yield from self.call("transfer_to_human", reason_code=reason, summary="A person has to go on from here.")
        return CLOSING

    def trust(self, words: str) -> Steps[str]:
        """Somebody else has to look at this wish."""
        last_words = "I cannot do that here myself: a colleague has to look at it. I am handing you over now."
        return (yield from self.hand_over("trust_review", last_words))

    def person(self, words: str) -> Steps[str]:
        """A person, once help here was offered and declined, while the desk is there."""
        if self.offered:
            return (yield from self._desk("user_demand"))
        self.offered = True
        return "I can help you with most things myself, if you tell me what it is about. What is it?"

    def elsewhere(self, words: str) -> Steps[str]:
        """Orders, returns and legal matters are not for this chat."""
        return (yield from self._desk("out_of_scope"))

    def _desk(self, reason: str) -> Steps[str]:
        if self.now.weekday() >= 5 or not 8 <= self.now.hour < 18:
            return refused("I cannot hand you over now: our desk is open Monday to Friday from 08:00 to 18:00.")
        return (yield from self.hand_over(reason, "That is for the people at our desk. I am handing you over now."))

    # Danger

    def danger(self, words: str) -> Steps[str]:
        """An urgent case with the word in it, escalated at any hour."""
        device = yield from self._device(words)
        subject = f"{_device_name(device)}: {listed(DANGER.findall(words))}"
        case = self._case_of(device, "technical")
        if case is None and self.customer["status"] != "active":
            last_words = "Please leave the power off. I am handing you over to a colleague now."
            return (yield from self.hand_over("out_of_scope", last_words))
        if case is None:
            case = yield from self._open_case(subject, "technical", "urgent", device)
        else:
            yield from self._comment(case, subject)
            yield from self.call("update_case", case_id=case["case_id"], priority="urgent")
        if case["status"] != "escalated":
            yield from self._escalated(case, "technical", "safety")
        return f"Please leave the power off. Your case {case['case_id']} has been escalated to our technical team."

    # Money

    def doubled(self, words: str) -> Steps[str]:
        """Gives the second of two equal lines back."""
        invoices = (yield from self.call("list_invoices", customer_id=self._id, months=12)).data
        lines = list(_doubled_lines(invoices))
        found = lines[0] if len(lines) == 1 else (yield from self.choose(lines, words, _line_words))
        if found is None:
            return refused("I see no line that is on an invoice twice, so I cannot give a credit.")
        id, amount = found["invoice_id"], found["amount"]
        if found["status"] != "paid":
            case = yield from self._open_case(f"{found['label']} twice on {id}", "billing", "medium", None)
            kept = f"I have opened case {case['case_id']} for it."
            return refused(f"I cannot give a credit on {id} before it is paid. {kept}")
        if amount > OWN_LIMIT:
            return refused(f"I cannot give a credit of more than {OWN_LIMIT:.2f}.")
        twice = f"{found['label']} is on {id} twice."
        if not (yield from self.agreed(f"{twice} I would credit the second line, {amount:.2f}.")):
            return refused("then I have given no credit.")
        return (yield from self._credit(found))

    def _credit(self, line: Row) -> Steps[str]:
        credit = yield from self.call(
            "issue_credit",
            customer_id=self._id,
            invoice_id=line["invoice_id"],
            amount=line["amount"],
            reason_code="duplicate_charge",
            line_id=line["line_id"],
        )
        if not credit.ok:
            return refused(f"I cannot give the credit: {credit.data['message']}.")
        return f"I have credited {line['amount']:.2f} on your invoice {line['invoice_id']}."

    def no_credit(self, words: str) -> Steps[str]:
        """Credits that need judgement are beyond these rules."""
        yield from ()
        return refused("I cannot give you a credit for that.")

    # Contact details

    def details(self, words: str) -> Steps[str]:
        """One new contact detail, after the second factor and a yes."""
        phones, mails = PHONE.findall(words), EMAIL.findall(words)
        if not phones and not mails:
            words = yield from self.tell("What is the new one?")
            phones, mails = PHONE.findall(words), EMAIL.findall(words)
        field, values = ("phone", phones) if phones else ("email", mails)
        answer = yield from self.tell("For that I also need your postcode and your date of birth. What are they?")
        postcode, birth = _POSTCODE.search(answer), birth_date(answer)
        if not values or postcode is None or not birth:
            return refused("I cannot change your contact details without all of this.")
        checked = yield from self.call(
            "verify_customer", customer_id=self._id, factor="postcode_birth_date", value=f"{postcode[0]} {birth}"
        )
        if not checked.ok:
            return refused(f"I cannot change your contact details: {checked.data['message']}.")
        name = {"phone": "phone number", "email": "e-mail address"}[field]
        if not (yield from self.agreed(f"I would change your {name} to {values[-1]}.")):
            return refused("then I have changed nothing.")
        changed = yield from self.call("update_contact_detail", customer_id=self._id, field=field, value=values[-1])
        if not changed.ok:
            return refused(f"I cannot change your {name}: {changed.data['message']}.")
        return f"Your {name} has been changed to {values[-1]}."

    # Cases

    def status(self, words: str) -> Steps[str]:
        """What the case in question says to the customer."""
        case = yield from self.choose(self.cases, words, _case_words)
        if case is None:
            return refused("I see no case about that.")
        seen = (yield from self.call("get_case", case_id=case["case_id"])).data
        public = [comment["body"] for comment in seen["comments"] if comment["public"]]
        news = public[-1] if public else "Nobody has written anything yet."
        return f"Your case {case['case_id']}, {case['subject']}, is {case['status']}. {news}"

    def close(self, words: str) -> Steps[str]:
        """Closes the open cases that the customer confirms, one by one."""
        cases = self._open_cases()
        closed = []
        for case in fitting(cases, words, _case_words) or cases:
            what = f"case {case['case_id']}, {case['subject']}"
            answer = yield from self.tell(f"I would close {what}. Does it work again, and shall I close it?")
            if agrees(answer):
                withdrawn = re.search(r"\bno longer|don't want|not need", words, re.I)
                code = "withdrawn" if withdrawn else "solved"
                done = yield from self.call("close_case", case_id=case["case_id"], resolution_code=code)
                closed += [case["case_id"]] if done.ok else []
        left = [case["case_id"] for case in cases if case["case_id"] not in closed]
        stays = f" {listed(left)} stays open." if left else ""
        return f"I have closed {listed(closed)}.{stays}" if closed else refused("I have closed no case.")

    def note(self, words: str) -> Steps[str]:
        """Adds to an open case what the customer wants its team to know."""
        case = yield from self.choose(self._open_cases(), words, _case_words)
        if case is None:
            return refused("I cannot tell which case that is about.")
        yield from self._comment(case, words[:300])
        return f"I have added that to your case {case['case_id']}."

    def escalate(self, words: str) -> Steps[str]:
        """Gives a case to its specialists, if they are there; opens it first where there is none."""
        case = yield from self.choose(self._open_cases(), words, _case_words)
        if case is not None:
            return (yield from self._specialists(case, "customer_request"))
        report = yield from self.fault(words)
        if self.case is None or self.case["status"] == "escalated":
            return report
        return f"{report} {(yield from self._specialists(self.case, 'customer_request'))}"

    def _specialists(self, case: Row, reason: str) -> Steps[str]:
        """Escalates while the team is there, else offers its first call."""
        team = "technical" if case["category"] == "product" else case["category"]
        id = case["case_id"]
        hours = (yield from self.call("get_team_hours", team=team)).data
        if hours["is_open"]:
            return (yield from self._escalated(case, team, reason))
        if not hours["callback_slots"]:
            return f"The {team} team is closed. Your case is {id}."
        slot = hours["callback_slots"][0]
        when = f"{spoken(slot[:10])} at {slot[11:]}"
        closed = f"The {team} team is closed until {spoken(hours['opens_at'][:10])}, {hours['opens_at'][11:]}."
        if not (yield from self.agreed(f"{closed} I can offer you a call on {when} for case {id}.")):
            return f"Your case is {id}."
        yield from self.call("schedule_callback", case_id=id, slot=slot)
        return f"The call for your case {id} has been booked for {when}."

    def _escalated(self, case: Row, team: str, reason: str) -> Steps[str]:
        id = case["case_id"]
        done = yield from self.call("escalate_case", case_id=id, team=team, reason_code=reason, summary=case["subject"])
        if not done.ok:
            return refused(f"I cannot escalate case {id}: {done.data['message']}.")
        case["status"] = "escalated"
        return f"I have escalated your case {id} to our {team} team."

    # Faults and questions

    def fault(self, words: str) -> Steps[str]:
        """Service status, then an article, then a case with its steps, or one for the specialists."""
        if self.case is not None and not fitting(self.customer["devices"], words, _nickname):
            return f"Your case {self.case['case_id']} is open for that."
        issue = (yield from self.call("classify_issue", description=words)).data
        device = (yield from self._device(words)) if issue["category"] == "technical" else None
        known = (yield from self._incident(device)) if device is not None else ""
        if known:
            return known
        article = yield from self._article(words, device)
        track = yield from self._track(words, issue, device)
        if self.case is None:
            return (yield from self._desk("out_of_scope"))
        if article is None and self.case["status"] != "escalated":
            return (yield from self._specialists(self.case, "no_article"))
        return f"{article['body']} {track}" if article else track

    def _incident(self, device: Row) -> Steps[str]:
        """What to say about a disturbance that is known, or ''."""
        state = yield from self.call(
            "get_service_status", product_code=device["product_code"], region=self.customer["region"]
        )
        if not state.data["active"]:
            return ""
        case = self._case_of(device, "technical")
        if case is not None:
            yield from self._comment(case, "The customer has asked again; the incident is known.")
        eta = state.data["active"][0]["eta"]
        until = f"{spoken(eta[:10])}, {eta[11:16]}"
        return f"We know about it: there is an active incident. We expect it to be over on {until}."

    def _article(self, words: str, device: Row | None) -> Steps[Row | None]:
        """The public article that shares most words with what the customer says."""
        product = {"product_code": device["product_code"]} if device else {}
        found = (yield from self.call("search_articles", query=words[:300], **product)).data
        public = [article for article in found if article["audience"] == "public"]
        return next(iter(fitting(public, words, lambda article: f"{article['title']} {article['body']}")), None)

    def _track(self, words: str, issue: Row, device: Row | None) -> Steps[str]:
        """Keeps the matter in the case that is there, or in a new one; what to say about it."""
        priority = _priority(words, issue["category"])
        self.case = self._case_of(device, issue["category"])
        if self.case is not None:
            return (yield from self._go_on(self.case, words, priority))
        if self.customer["status"] != "active":
            return ""
        subject = f"{_device_name(device)}: {', '.join(issue['words']) or words[:60]}"
        self.case = yield from self._open_case(subject, issue["category"], priority, device)
        return f"I have opened case {self.case['case_id']} to keep track of it."

    def _go_on(self, case: Row, words: str, priority: str) -> Steps[str]:
        """Adds to a case that is there; one that was resolved goes on."""
        id = case["case_id"]
        if case["status"] == "resolved":
            yield from self.call("update_case", case_id=id, status="working")
            return f"I have set your case {id} back to working."
        yield from self._comment(case, words[:300])
        if priority == "high" and case["priority"] in ("low", "medium"):
            yield from self.call("update_case", case_id=id, priority=priority)
        return f"Your case {id} is open for that, so I cannot open another: I have added it there."

    def _comment(self, case: Row, body: str) -> Steps[None]:
        yield from self.call("add_case_comment", case_id=case["case_id"], body=body, public=True)

    def _open_case(self, subject: str, category: str, priority: str, device: Row | None) -> Steps[Row]:
        """A new case, or the one that the tool says is there for it."""
        about = {"device_id": device["device_id"]} if device else {}
        opened = yield from self.call(
            "create_case", customer_id=self._id, subject=subject, category=category, priority=priority, **about
        )
        if not opened.ok:
            id = opened.data["details"].get("case_id", "")
            return {"case_id": id, "subject": subject, "category": category, "status": "new", "priority": priority}
        self.cases.append(opened.data)
        new: Row = opened.data
        return new

    # Looking things up

    @property
    def _id(self) -> str:
        return str(self.customer["customer_id"])

    def _open_cases(self) -> list[Row]:
        return [case for case in self.cases if case["status"] in OPEN]

    def _case_of(self, device: Row | None, category: str) -> Row | None:
        """The case about a device, or about none, that is not closed."""
        id = device["device_id"] if device else None
        left = [case for case in self.cases if case["status"] != "closed" and case["device_id"] == id]
        return next((case for case in left if case["category"] == category), None)

    def _device(self, words: str) -> Steps[Row | None]:
        """The device that is meant: the one that the words fit, or the only one."""
        devices: Sequence[Row] = self.customer["devices"]
        if len(devices) == 1:
            return devices[0]
        named = fitting(devices, words, _nickname)
        return named[0] if len(named) == 1 else (yield from self.choose(named or devices, words, _device_words))

    # Which wish is for which rule

    def no_contact(self, words: str) -> Steps[str]:
        """What only the holder may want."""
        yield from ()
        return refused("I cannot give a credit or change anything for a contact; the holder can ask us for it.")

    asks_status = rule(r"\b(?:how does|how is|status|when (?:do|does|will|is)|what day|any news|progress)\b", status)

    for_contacts = (asks_status, rule(r"\w", no_contact))
    """An authorised contact may ask how a case stands, and nothing else."""

    for_colleagues = (doubled, details, no_credit)
    """What these rules do is for a colleague where a customer's account is watched."""

    rules: Sequence[Rule] = (
        rule(DANGER.pattern, danger),
        rule(r"\b(?:human|a person|real person|somebody real|flesh and blood)\b", person),
        rule(r"\b(?:return it|goes back|my order|lawyer|legal|solicitor|end (?:my|the) contract)\b", elsewhere),
        rule(r"\b(?:twice|two times|doubled?|duplicate)\b", doubled),
        rule(r"\b(?:new|change\w*|other)\b[^.?!]*\b(?:number|mobile|phone|e-?mail|address)\b", details),
        rule(r"\bclose\b", close),
        rule(r"\b(?:specialist|expert|technician|engineer)s?\b", escalate),
        asks_status,
        rule(r"\b(?:put on|add that|tell (?:them|the people)|make a note)\b", note),
        rule(r"\b(?:credit|refund|money back|overcharged|goodwill|difference back)\b", no_credit),
        rule(
            r"\b(?:not|dead|died|broken|fault\w*|freezes|freezing|frozen|jam\w*|lock\w*|beep\w*|foggy|cold|stop\w*|offline|red|again"
            r"|how do|wi-?fi|fails?|ticket|wrong|alarm|invoice|price|tariff|late|no heat)\b|n't\b|\bworks\b",
            fault,
        ),
    )


def _priority(words: str, category: str) -> str:
    """High for what does not do its main job at all, low for questions."""
    if category in ("product", "billing"):
        return "low"
    return "high" if re.search(r"\b(?:dead|died|at all|nothing|no heat|won't lock)\b", words, re.I) else "medium"


def _nickname(device: Row) -> str:
    return str(device["nickname"])


def _device_words(device: Row) -> str:
    return f"the {device['nickname']} ({device['product']})"


def _device_name(device: Row | None) -> str:
    return _nickname(device) if device else "Question"


def _case_words(case: Row) -> str:
    return f"{case['case_id']}, {case['subject']}"


def _line_words(line: Row) -> str:
    return f"{line['label']} of {spoken_month(line['covers_month'])}"


def _doubled_lines(invoices: Sequence[Row]) -> Iterator[Row]:
    """Lines that stand on their invoice a second time and were not credited, with the invoice's id and status."""
    for invoice in invoices:
        credited = {credit["line_id"] for credit in invoice["credits"]}
        seen = set()
        for line in invoice["lines"]:
            kind = (line["label"], line["amount"], line["covers_month"])
            if kind in seen and line["line_id"] not in credited:
                yield {**line, "invoice_id": invoice["invoice_id"], "status": invoice["status"]}
            seen.add(kind)
