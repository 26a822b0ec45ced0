"""Days as an agent may write them, for customers who wait for one."""

from datetime import date


def spellings(day: date) -> tuple[str, ...]:
    """A day in figures and in words."""
    month = f"{day:%B}"
    return (f"{day.day} {month}", f"{month} {day.day}", f"{day.day}th of {month}", f"{day.day}th {month}", str(day))
