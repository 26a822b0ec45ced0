"""How a check says which calls and values it is about."""

from crm_gym.matchers import Matchers
from crm_gym.types import Value


def call_text(tool: str, args: Matchers) -> str:
    """A call as a person would write it."""
    return f"{tool}({args_text(args)})"


def args_text(args: Matchers) -> str:
    """Names and what is demanded of their values."""
    return ", ".join(f"{name}={_matcher_text(matcher)}" for name, matcher in args.items())


def _matcher_text(matcher: Value) -> str:
    values = matcher.model_dump(mode="json", exclude={"kind"})
    if matcher.model_dump()["kind"] == "equals":
        return str(values["value"])
    inside = ", ".join(str(value) for value in values.values())
    return f"{matcher.model_dump()['kind']}({inside})"
