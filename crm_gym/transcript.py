"""A conversation as a person would read it."""

from collections.abc import Iterable

from crm_gym.types import AgentSays, Event, Routed, ToolUse, UserSays


def line(event: Event) -> str:
    """One event in one paragraph."""
    match event:
        case Routed():
            return f"route  > {event.node}\n         {event.status}: {event.result}"
        case UserSays():
            return f"user   > {event.text}"
        case AgentSays():
            return f"agent  > {event.text}"
        case ToolUse():
            arguments = ", ".join(f"{name}={value!r}" for name, value in event.arguments.items())
            return f"tool   > {event.name}({arguments})\n         {event.status}: {event.result}"


def conversation(events: Iterable[Event]) -> str:
    """All events, one below the other."""
    return "\n".join(line(event) for event in events)
