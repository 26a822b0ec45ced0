"""When the teams are there, and when they can call back."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from crm_gym.domains.support.records import Callback, Team
from crm_gym.world import World

DAYS_AHEAD = 14
"""How many days ahead a callback can be booked."""

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def is_open(team: Team, at: datetime) -> bool:
    """Whether the team is there; at its closing time it is gone."""
    return at.weekday() in team.days and team.opens <= at.time() < team.closes


def next_opening(team: Team, after: datetime) -> datetime:
    """The first opening after a moment."""
    return next(_occurrences(team, (team.opens,), after))


def free_slots(world: World, team: Team, after: datetime) -> list[datetime]:
    """The callback slots after a moment that nobody has booked, in order."""
    taken = {callback.slot for callback in world.find(Callback, team=team.team)}
    return [slot for slot in _occurrences(team, team.callback_times, after) if slot not in taken]


def spoken(team: Team) -> str:
    """The hours as people write them, like Mon-Fri 08:00-18:00."""
    days = [WEEKDAYS[day] for day in team.days]
    return f"{days[0]}-{days[-1]} {team.opens:%H:%M}-{team.closes:%H:%M}"


def _occurrences(team: Team, times: tuple[time, ...], after: datetime) -> Iterator[datetime]:
    """Each of these times on the team's days, as far ahead as callbacks go."""
    days = (after.date() + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1))
    moments = (datetime.combine(day, at) for day in days if day.weekday() in team.days for at in sorted(times))
    return (moment for moment in moments if moment > after)
