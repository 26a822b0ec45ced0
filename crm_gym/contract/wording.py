"""How a check says which calls and values it is about."""

from crm_gym.matchers import Equals, Matchers, Near
from crm_gym.types import Value


def call_text(tool: str, args: Matchers) -> str:
    """A call as a person would write it."""
    return f"{tool}({args_text(args)})"


def args_text(args: Matchers) -> str:
    """Names and what is demanded of their values."""
    return ", ".join(f"{name}={_matcher_text(matcher)}" for name, matcher in args.items())


def _matcher_text(matcher: Value) -> str:
    match matcher:
        case Equals():
            return str(matcher.value)
        case Near(within=0):
            return f"{matcher.amount:.2f}"
    values = matcher.model_dump(mode="json")
    kind = values.pop("kind")
    return f"{kind}({', '.join(str(value) for value in values.values())})"
