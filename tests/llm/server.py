"""A real server on the loopback that speaks chat completions, with a function of a test in the place of the model."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from openai.types.chat import (
    ChatCompletion,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageFunctionToolCallParam,
    ChatCompletionMessageParam,
)
from pydantic import TypeAdapter, ValidationError
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.llm.verdict import Exchange

MESSAGES = TypeAdapter(list[ChatCompletionMessageParam])
CALLS = TypeAdapter(list[ChatCompletionMessageFunctionToolCallParam])
TOOLS = TypeAdapter(list[ChatCompletionFunctionToolParam])
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
PATH = "/v1/chat/completions"


@dataclass
class Reply:
    """What is answered: a body and its frame."""

    body: bytes | str = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay: float = 0.0


def completion(message: dict[str, Any], finish: str = "stop", usage: Any = USAGE, **more: Any) -> Reply:
    """A completion around a message, as it stands."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish, "logprobs": None}
    frame = {"id": "c-1", "object": "chat.completion", "created": 1, "model": "served-model"}
    return Reply(json.dumps({**frame, "choices": [choice], "usage": usage, **more}))


def says(text: str | None, finish: str = "stop", **more: Any) -> Reply:
    """A message; checked against the client library's own type."""
    reply = completion({"content": text, "refusal": None}, finish, **more)
    ChatCompletion.model_validate_json(reply.body, strict=True)
    return reply


def calls(*made: tuple[str, Any], text: str | None = None) -> Reply:
    """Tool calls by name and arguments; text as arguments goes out as it stands."""
    whole = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": name, "arguments": told if isinstance(told, str) else json.dumps(told)},
        }
        for number, (name, told) in enumerate(made, 1)
    ]
    reply = completion({"content": text, "refusal": None, "tool_calls": whole}, "tool_calls")
    ChatCompletion.model_validate_json(reply.body, strict=True)
    return reply


def fails(status: int, message: str = "no", *, code: Any = None, type: str = "error", **headers: str) -> Reply:
    """An error in OpenAI's form; headers are written with underscores."""
    body = json.dumps({"error": {"message": message, "type": type, "param": None, "code": code}})
    return Reply(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


Model = Callable[[dict[str, Any], int], Reply]


class ModelServer:
    """Serves what `model(request, number of the call)` answers, keeps all requests, and checks their form."""

    def __init__(self, http: HTTPServer) -> None:
        self._http = http
        self.model: Model = lambda request, number: says("Hello.")
        self.requests: list[dict[str, Any]] = []
        self.problems: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.exchanges: list[Exchange] = []
        http.expect_request(PATH, method="POST").respond_with_handler(self._serve)

    @property
    def url(self) -> str:
        """The base URL for clients."""
        return self._http.url_for("/v1")

    def plays(self, *replies: Reply) -> None:
        """Answers these one after the other, then the last one for ever."""
        self.model = lambda request, number: replies[min(number, len(replies)) - 1]

    def begin(self, model: Model) -> None:
        """Another model, with the count at the start."""
        self.model = model
        self.requests.clear()
        self.exchanges.clear()

    def _serve(self, request: Request) -> Response:
        began = time.monotonic()
        body = json.loads(request.data)
        self.problems += problems_of(body)
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        reply = self.model(body, len(self.requests))
        time.sleep(reply.delay)
        told = reply.headers.get("retry-after", "")
        wanted = float(told) if re.fullmatch(r"[\d.]+", told) else 0.0
        usable = '"message": {' in str(reply.body)
        exchange = Exchange(request.data.decode(), began, time.monotonic(), reply.status, wanted, usable)
        self.exchanges.append(exchange)
        return Response(reply.body, reply.status, reply.headers, content_type=reply.content_type)


def problems_of(body: dict[str, Any]) -> Iterator[str]:
    """What an endpoint would refuse in a request, or fail on."""
    if not body.get("max_tokens") and not body.get("max_completion_tokens"):
        yield "no bound on the answer"
    try:
        MESSAGES.validate_python(body["messages"], strict=True)
        TOOLS.validate_python(body.get("tools", []), strict=True)
        for message in body["messages"]:
            CALLS.validate_python(message.get("tool_calls", []), strict=True)
    except ValidationError as error:
        yield str(error)
    yield from _history(body["messages"])


def _history(messages: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Calls must be whole, and each must have its result before anything else is said."""
    if not messages or messages[0]["role"] != "system" or any(m["role"] == "system" for m in messages[1:]):
        yield "one system message must come first"
    open_calls: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_calls:
                yield f"a result without a call: {message}"
                continue
            open_calls.remove(message["tool_call_id"])
        elif open_calls:
            yield f"calls without a result: {open_calls}"
        if message["role"] != "tool" and not message.get("tool_calls") and not message["content"]:
            yield f"an empty message: {message}"
        for call in message.get("tool_calls", ()):
            open_calls.append(call["id"])
            yield from _call(call["function"])
    if open_calls:
        yield f"calls without a result: {open_calls}"


def _call(function: dict[str, str]) -> Iterator[str]:
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", function["name"]):
        yield f"no name of a function: {function['name']!r}"
    try:
        if not isinstance(json.loads(function["arguments"]), dict):
            yield f"arguments are no object: {function['arguments']!r}"
    except ValueError:
        yield f"malformed arguments in the history: {function['arguments']!r}"
