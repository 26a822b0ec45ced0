"""People whom a business can reach by e-mail and phone, and how they are found."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from crm_gym.world import Record, World

R = TypeVar("R", bound="Reachable")


class Reachable(Record):
    """A record of somebody. A subclass has `email` and `phone`, and indexes them."""

    def index_keys(self, field: str) -> tuple[object, ...]:
        """E-mail in small letters and phone by its digits, however they were typed."""
        spelled = _SPELLED.get(field)
        return (spelled(getattr(self, field)),) if spelled else super().index_keys(field)


def national(phone: str) -> str:
    """The last ten digits of a phone number: what is left without its country or trunk code."""
    return "".join(letter for letter in phone if letter.isdigit())[-10:]


_SPELLED: Mapping[str, Callable[[str], str]] = {"email": str.casefold, "phone": national}


def masked(name: str) -> str:
    """A name of which only initials and lengths are left, like I**** N****."""
    return " ".join(word[0] + "*" * (len(word) - 1) for word in name.split())


def found_by(world: World, kind: type[R], email: str | None, phone: str | None, id: str | None = None) -> list[R]:
    """Those whom all of the given details fit, by id; at least one must be given."""
    matches: list[list[R]] = []
    if email:
        matches.append(world.lookup(kind, "email", email.strip().casefold()))
    if phone:
        matches.append(world.lookup(kind, "phone", national(phone)))
    if id:
        matches.append([row for row in [world.peek(kind, id)] if row is not None])
    return [row for row in matches[0] if all(row in rows for rows in matches)]
