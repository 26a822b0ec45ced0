"""`crm-gym doctor`: whether an endpoint can play, before a run is paid for."""

import argparse
import json
from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console

from crm_gym.cli.models import endpoint
from crm_gym.llm import Client, Completion, LLMError, Message, cost, prices

REFERENCE = "TRF-9001"
AMOUNT = "47.10"
_FUNCTION = {
    "name": "get_transfer",
    "description": "The amount of a transfer.",
    "parameters": {
        "type": "object",
        "properties": {"reference": {"type": "string"}},
        "required": ["reference"],
        "additionalProperties": False,
    },
}
TOOL = {"type": "function", "function": _FUNCTION}
MESSAGES: list[Message] = [
    {"role": "system", "content": "You serve customers. Amounts come from your tools: look them up, then answer."},
    {"role": "user", "content": f"How much was my transfer {REFERENCE}?"},
]


class Finding(NamedTuple):
    """One thing that was tried: what came of it, and what to do if it went wrong."""

    name: str
    well: bool
    what: str


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "doctor",
        help="check that a language model's endpoint can play",
        description="Two small requests: does the endpoint answer, call a function, and go on from its result?",
        epilog="example: crm-gym doctor --model my-model --base-url http://localhost:8000/v1",
    )
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url", metavar="URL", help="default: OPENAI_BASE_URL, or OpenAI")
    parser.add_argument(
        "--options",
        type=json.loads,
        default={},
        metavar="JSON",
        help='more fields of Endpoint, like {"temperature": 0}',
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints what was tried; 3 when something is wrong."""
    client = Client(endpoint(args.model, args.base_url, args.options))
    findings = list(examine(client))
    for finding in findings:
        mark = "ok   " if finding.well else "wrong"
        console.print(f"{mark} {finding.name}: {finding.what}", markup=False, highlight=False)
    return 0 if all(finding.well for finding in findings) else 3


def examine(client: Client) -> Iterator[Finding]:
    """Tries one thing after the other, and stops where no more can be learned."""
    try:
        first = client.complete(MESSAGES, [TOOL])
        yield Finding("answers", True, f"{first.model or client.endpoint.model}, after {first.seconds:.1f} s")
        yield _calls(first)
        yield _counts(client, first)
        if first.tool_calls:
            results = [{"role": "tool", "tool_call_id": c.id, "content": AMOUNT} for c in first.tool_calls]
            yield _goes_on(client.complete([*MESSAGES, first.message, *results], [TOOL]))
    except LLMError as error:
        yield Finding("answers", False, f"{error.reason}: {error}")


def _calls(first: Completion) -> Finding:
    """Whether the model calls functions, in the form that the endpoint promises."""
    if not first.tool_calls:
        said = f"no call, but {first.text[:80]!r}; is tool calling switched on at the server?"
        return Finding("calls functions", False, said)
    call = first.tool_calls[0]
    well = call.name == _FUNCTION["name"] and call.parsed == {"reference": REFERENCE}
    return Finding("calls functions", well, f"{call.name}({call.arguments})")


def _counts(client: Client, first: Completion) -> Finding:
    """Tokens are needed for any limit of cost; a price is not, so its absence is only told."""
    usage = first.usage
    if not usage.known:
        return Finding("counts tokens", False, "no usage is reported: limits of tokens and cost cannot hold")
    price = cost(usage, client.endpoint.model, prices())
    dollars = "no price known: give one with --prices" if price is None else f"{price:.6f} USD"
    return Finding("counts tokens", True, f"{usage.prompt} in, {usage.completion} out; {dollars}")


def _goes_on(second: Completion) -> Finding:
    well = AMOUNT in second.text or "47,10" in second.text
    return Finding("uses results", well, repr(second.text[:80]))
