"""Identity, cards, and cases for people."""

from typing import Annotated

from pydantic import Field

from crm_gym.domains.payments import access
from crm_gym.domains.payments.records import (
    Card,
    CardToken,
    FreezeReason,
    LastFour,
    Party,
    PartyId,
    Review,
    ReviewKind,
    SubjectId,
)
from crm_gym.domains.people import found_by, masked
from crm_gym.tools import Text, tool
from crm_gym.world import Refusal, World

MAX_ATTEMPTS = 3
MAX_CARDS = 5
LONGEST_NUMBER = 11
"""A text with more digits than this may be a card number."""

Email = Annotated[str, Field(max_length=200, description="The e-mail address on file.")]
Phone = Annotated[str, Field(max_length=40, description="The phone number on file.")]
Code = Annotated[str, Field(max_length=40, description="The customer's six-digit security code.")]
Token = Annotated[
    str,
    Field(
        max_length=100,
        description="The token that the app's card form shows, like tok_k3vq9mxa. Never a card number.",
    ),
]


@tool()
def find_party(world: World, email: Email | None = None, phone: Phone | None = None) -> dict[str, object]:
    """Find a customer by e-mail, phone or both. Returns the party id and a masked name; proves nothing by itself."""
    if not (email or phone):
        raise Refusal("IDENTIFIER_REQUIRED", "give an e-mail address or a phone number")
    found = found_by(world, Party, email, phone)
    if not found:
        raise Refusal("NOT_FOUND", "no customer has these details")
    if len(found) > 1:
        raise Refusal("AMBIGUOUS_MATCH", "several customers share these details", matches=len(found))
    return {"party_id": found[0].party_id, "masked_name": masked(found[0].name)}


@tool(writes=True)
def authenticate_party(world: World, party_id: PartyId, code: Code) -> dict[str, object]:
    """Check a customer's security code and sign them in; whoever was signed in before is signed out.

    Three wrong codes lock the party for good, also for the right code.
    """
    session = access.session(world)
    party = world.get(Party, party_id)
    failed = session.failed_attempts.get(party_id, 0)
    if failed >= MAX_ATTEMPTS:
        raise Refusal("LOCKED", f"{party_id} is locked after {MAX_ATTEMPTS} wrong codes")
    if code.strip() != party.code:
        world.update(session, failed_attempts={**session.failed_attempts, party_id: failed + 1})
        raise Refusal("CODE_WRONG", "the code is wrong", attempts_left=MAX_ATTEMPTS - failed - 1)
    attempts = {id: count for id, count in session.failed_attempts.items() if id != party_id}
    world.update(session, verified_id=party_id, verified_level=1, failed_attempts=attempts)
    return {"party_id": party_id, "name": party.name, "authenticated": True}


@tool(writes=True)
def add_payment_method(world: World, party_id: PartyId, token: Token) -> Card:
    """Save a card for the signed-in customer from a token of the app's card form. Card numbers are rejected.

    Returns the new card. A customer can have five saved cards; expired ones do not count.
    """
    access.acting_party(world, party_id)
    if sum(letter.isdigit() for letter in token) > LONGEST_NUMBER:
        raise Refusal("RAW_NUMBER_REJECTED", "this looks like a card number; only tokens are accepted")
    entry = world.peek(CardToken, token)
    if entry is None or entry.party_id != party_id or world.find(Card, token=token):
        raise Refusal("TOKEN_INVALID", "the token is not valid for this customer, or it has been used")
    if sum(card.state != "expired" for card in world.find(Card, party_id=party_id)) >= MAX_CARDS:
        raise Refusal("LIMIT_REACHED", f"{party_id} has {MAX_CARDS} saved cards", limit=MAX_CARDS)
    return world.add(Card(card_id=world.new_id(Card), party_id=party_id, last4=entry.last4, token=token))


@tool(writes=True)
def freeze_card(world: World, party_id: PartyId, last4: LastFour, reason_code: FreezeReason) -> Card:
    """Stop a customer's card at once. Works before anybody has signed in; it cannot be undone here.

    Once somebody is signed in, only their own cards can be frozen.
    """
    if access.session(world).verified_id is not None:
        access.acting_party(world, party_id)
    cards = [card for card in world.find(Card, party_id=party_id) if card.last4 == last4]
    if not cards:
        raise Refusal("NOT_FOUND", f"{party_id} has no card ending in {last4}")
    usable = [card for card in cards if card.state != "frozen"]
    if not usable:
        raise Refusal("ALREADY_FROZEN", f"the card ending in {last4} is frozen already", card_id=cards[0].card_id)
    return world.update(usable[0], state="frozen")


@tool(writes=True)
def submit_review(world: World, kind: ReviewKind, subject_id: SubjectId, summary: Text) -> dict[str, object]:
    """Give a case to the review team: a scam concern, a locked customer, a complaint or a delegate's request.

    Returns the review id. A person answers within two working days; nothing else changes.
    """
    review = Review(
        review_id=world.new_id(Review),
        kind=kind,
        subject_id=subject_id,
        summary=summary,
        party_id=access.session(world).verified_id,
        at=world.now,
    )
    world.add(review)
    return {**review.seen(), "answer": "within two working days"}
