"""One client for any OpenAI-compatible endpoint: chat completions, retries, usage, price; nothing of tasks.

Retries are made in one place (tenacity; those of the client library are off), within a budget of time. Every answer
that cannot be used is an error with a type that says what the caller must do: `Unavailable` (an infrastructure failure:
try the trial again later), `Misconfigured` (stop the run), `ContextExceeded` (the conversation is too long for the
model: its own failure). What a model itself does wrong (cut off, filtered, refused, malformed arguments) is no error
but part of the `Completion`.
"""

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pydantic import Field

from crm_gym.types import Value

Message = dict[str, Any]

TIMEOUT = 60.0
"""Seconds that one request may take."""
BUDGET = 180.0
"""Seconds that a completion may take with all its retries."""
ATTEMPTS = 5
"""Requests for one completion."""
MAX_TOKENS = 1024
"""What a completion may have, unless told otherwise: without a bound some servers never stop."""


class LLMError(Exception):
    """No usable completion. `reason` is a word for statistics; `log` says what was tried."""

    def __init__(self, reason: str, message: str, log: Sequence["Attempt"] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.log = tuple(log)


class Unavailable(LLMError):
    """The endpoint failed after all retries: outage, rate_limit, timeout, unreachable, protocol, bad_request."""


class Misconfigured(LLMError):
    """No retry will help: authentication, permission, not_found, quota, no_key, no_package."""


class ContextExceeded(LLMError):
    """The messages are longer than the model's context."""


class Attempt(Value):
    """One request that did not give a completion."""

    reason: str
    waited: float
    """Seconds until the next request."""


class Usage(Value):
    """Tokens of one or several completions; a count that the endpoint leaves out is 0, and `known` says so."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    reasoning: int = 0
    calls: int = 0
    known: bool = True

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
            calls=self.calls + other.calls,
            known=self.known and other.known,
        )


class ToolCall(Value):
    """A tool call of a model: its arguments as they came, whether or not they are JSON."""

    id: str
    name: str
    arguments: str

    @property
    def parsed(self) -> dict[str, Any] | None:
        """The arguments, or None when they are no JSON object, or one in which a name stands twice."""
        try:
            value = json.loads(self.arguments or "{}", object_pairs_hook=_without_repeats)
        except ValueError:
            return None
        return value if isinstance(value, dict) else None


class Completion(Value):
    """What a model answered."""

    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    """`stop`, `tool_calls`, `length`, `content_filter`, or the endpoint's own word."""
    refusal: str = ""
    model: str = ""
    usage: Usage = Usage()
    seconds: float = 0.0
    log: tuple[Attempt, ...] = ()

    @property
    def message(self) -> Message:
        """The assistant message for the history. Malformed arguments are left out: some servers fail on them."""
        message: Message = {"role": "assistant", "content": self.content or self.refusal}
        calls = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": "{}" if call.parsed is None else call.arguments},
            }
            for call in self.tool_calls
        ]
        return {**message, "tool_calls": calls} if calls else message


class Endpoint(Value):
    """Which model, where, and how it is asked. JSON, and never the key itself."""

    model: str
    base_url: str | None = None
    """None: `OPENAI_BASE_URL`, or OpenAI's own."""
    key_variable: str = "OPENAI_API_KEY"
    """The environment variable that holds the key. A server on this machine needs none."""
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int = Field(default=MAX_TOKENS, ge=1)
    token_field: str = "max_tokens"
    """Some endpoints call it `max_completion_tokens`."""
    timeout: float = TIMEOUT
    budget: float = BUDGET
    attempts: int = Field(default=ATTEMPTS, ge=1)
    extra: dict[str, Any] = {}
    """More fields of the request body, like `{"cache_prompt": False}`."""


class Client:
    """Asks one endpoint. The library is imported and the connection made at the first request; pickled without it."""

    def __init__(self, endpoint: Endpoint, *, sleep: Callable[[float], None] = time.sleep, jitter: int = 0) -> None:
        """`jitter` seeds the random part of the waits."""
        self.endpoint = endpoint
        self._sleep = sleep
        self._random = Random(jitter)
        self._library: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_library": None}

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[Mapping[str, Any]] = (),
        *,
        budget: float | None = None,
        **fields: Any,
    ) -> Completion:
        """One completion; `fields` go into the request. Raises Unavailable, Misconfigured or ContextExceeded."""
        if not messages:
            raise ValueError("there is nothing to complete: messages are empty")
        log: list[Attempt] = []
        began = time.perf_counter()
        body = self._body(messages, tools, fields)
        answer: Completion = self._retrying(log, self.endpoint.budget if budget is None else budget)(self._ask, body)
        seconds = time.perf_counter() - began
        return answer.model_copy(update={"seconds": seconds, "log": tuple(log)})

    def _body(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]], fields: Mapping[str, Any]
    ) -> dict[str, Any]:
        endpoint = self.endpoint
        body: dict[str, Any] = {"model": endpoint.model, "messages": list(messages)}
        body |= {"tools": list(tools)} if tools else {}
        body |= {endpoint.token_field: endpoint.max_tokens}
        told = {"temperature": endpoint.temperature, "seed": endpoint.seed}
        body |= {name: value for name, value in told.items() if value is not None}
        body |= fields
        return {**body, "extra_body": endpoint.extra} if endpoint.extra else body

    # Asking

    def _ask(self, body: Mapping[str, Any]) -> Completion:
        library = self._connected()
        import openai

        try:
            answer = library.chat.completions.create(**body)
        except openai.APIStatusError as error:
            raise _of_status(error) from None
        except openai.APITimeoutError:
            raise _Retry("timeout", f"no answer within {self.endpoint.timeout:.0f} s") from None
        except openai.APIConnectionError as error:
            raise _Retry("unreachable", f"cannot reach {library.base_url}: {error.__cause__ or error}") from None
        except (json.JSONDecodeError, openai.APIError) as error:
            raise _Retry("protocol", f"the answer is no completion: {type(error).__name__}") from None
        return _completion(answer)

    def _connected(self) -> Any:
        if self._library is None:
            self._library = _connect(self.endpoint)
        return self._library

    # Retrying

    def _retrying(self, log: list[Attempt], budget: float) -> Any:
        import tenacity

        def note(state: Any) -> None:
            error = state.outcome.exception()
            log.append(Attempt(reason=error.reason, waited=round(state.next_action.sleep, 3)))

        def give_up(state: Any) -> Any:
            error = state.outcome.exception()
            if not isinstance(error, _Retry):
                raise error
            tries = f"{state.attempt_number} request{'s' if state.attempt_number > 1 else ''}"
            last = Attempt(reason=error.reason, waited=0.0)
            raise Unavailable(error.reason, f"{error} (after {tries})", [*log, last]) from None

        return tenacity.Retrying(
            sleep=self._sleep,
            stop=tenacity.stop_after_attempt(self.endpoint.attempts) | tenacity.stop_before_delay(budget),
            wait=self._wait,
            retry=tenacity.retry_if_exception_type(_Retry),
            before_sleep=note,
            retry_error_callback=give_up,
        )

    def _wait(self, state: Any) -> float:
        """What the endpoint asks for, or twice as long each time, with some chance."""
        error = state.outcome.exception()
        if error.retry_after is not None:
            return float(error.retry_after)
        return float(min(0.5 * 2 ** (state.attempt_number - 1), 20.0) * (1 + self._random.random() / 4))


class _Retry(LLMError):
    """One request failed in a way that may pass."""

    def __init__(self, reason: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(reason, message)
        self.retry_after = retry_after


def _connect(endpoint: Endpoint) -> Any:
    try:
        import openai
        import tenacity  # noqa: F401 # say at once what is missing
    except ImportError as error:
        raise Misconfigured("no_package", f"{error.name} is not installed: pip install 'crm-gym[llm]'") from None
    base_url = endpoint.base_url or os.environ.get("OPENAI_BASE_URL")
    key = os.environ.get(endpoint.key_variable)
    if not key and not _is_local(base_url):
        where = base_url or "OpenAI"
        message = f"set {endpoint.key_variable} to the key for {where}, or give the base_url of a local server"
        raise Misconfigured("no_key", message)
    return openai.OpenAI(base_url=base_url, api_key=key or "none", max_retries=0, timeout=endpoint.timeout)


def _is_local(base_url: str | None) -> bool:
    return bool(base_url) and any(f"//{host}" in str(base_url) for host in ("localhost", "127.", "[::1]", "0.0.0.0"))


# Reading failures


_CONTEXT = frozenset({"context_length_exceeded", "exceed_context_size_error", "context_window_exceeded"})
_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "quota_exceeded"})
_FOR_GOOD = {401: "authentication", 403: "permission", 404: "not_found", 402: "quota"}
_PASSING = {408: "timeout", 409: "outage", 429: "rate_limit"}


def _of_status(error: Any) -> LLMError:
    """What an HTTP status means. The words of a body are never parsed, only its code and type."""
    status: int = error.status_code
    words = {str(error.code), str(error.type)}
    message = f"HTTP {status} from {error.request.url}: {_said(error)}"
    if words & _CONTEXT:
        return ContextExceeded("context_exceeded", message)
    if words & _QUOTA:
        return Misconfigured("quota", message)
    told = error.response.headers.get("x-should-retry")
    if status in _FOR_GOOD and told != "true":
        return Misconfigured(_FOR_GOOD[status], message)
    passing = status in _PASSING or status >= 500
    if told == "true" or (passing and told != "false"):
        return _Retry(_PASSING.get(status, "outage"), message, _retry_after(error.response.headers))
    return Unavailable("bad_request" if status < 500 else "outage", message)


def _said(error: Any) -> str:
    """The endpoint's own message, short."""
    body = error.body if isinstance(error.body, dict) else {}
    return str(body.get("message") or error.code or "no message")[:300]


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from any of the three ways in which servers say so; 0 is no answer."""
    try:
        if "retry-after-ms" in headers:
            return float(headers["retry-after-ms"]) / 1000 or None
        return float(headers["retry-after"]) or None
    except KeyError:
        return None
    except ValueError:
        return _until(headers["retry-after"])


def _until(moment: str) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(moment).timestamp() - time.time()) or None
    except ValueError:
        return None


# Reading answers


def _completion(answer: Any) -> Completion:
    """An answer as a completion; one that is none is worth another request."""
    choices: Sequence[Any] = getattr(answer, "choices", None) or ()
    message = getattr(choices[0], "message", None) if choices else None
    if message is None:
        told = (getattr(answer, "model_extra", None) or {}).get("error")
        raise _Retry("protocol", f"an answer without a message{f': {str(told)[:200]}' if told else ''}")
    calls = [_tool_call(call, number) for number, call in enumerate(message.tool_calls or (), 1)]
    return Completion(
        content=message.content if isinstance(message.content, str) else "",
        tool_calls=tuple(call for call in calls if call is not None),
        finish=str(choices[0].finish_reason or "stop"),
        refusal=getattr(message, "refusal", None) or "",
        model=str(getattr(answer, "model", "") or ""),
        usage=_usage(getattr(answer, "usage", None)),
    )


def _tool_call(call: Any, number: int) -> ToolCall | None:
    """A function call, whatever form its arguments have; other kinds of tools are not ours."""
    function = getattr(call, "function", None)
    if function is None:
        return None
    arguments = function.arguments
    whole = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ToolCall(id=str(call.id or f"call_{number}"), name=str(function.name or ""), arguments=whole)


def _usage(usage: Any) -> Usage:
    def number(holder: Any, name: str) -> int:
        return int(getattr(holder, name, None) or 0)

    prompt, completion = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
    return Usage(
        prompt=prompt or 0,
        completion=completion or 0,
        cached=number(getattr(usage, "prompt_tokens_details", None), "cached_tokens"),
        reasoning=number(getattr(usage, "completion_tokens_details", None), "reasoning_tokens"),
        calls=1,
        known=prompt is not None and completion is not None,
    )


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a name stands twice")
    return dict(pairs)


# Price


class Price(NamedTuple):
    """What a million tokens cost, in US dollars."""

    prompt: float
    completion: float


def prices(path: Path | None = None) -> dict[str, Price]:
    """The price table by model: the shipped one with what a file of your own adds or changes."""
    table: dict[str, list[float]] = json.loads(files("crm_gym").joinpath("data", "prices.json").read_text("utf-8"))
    if path is not None:
        table |= json.loads(path.read_text(encoding="utf-8"))
    return {model: Price(*price) for model, price in table.items()}


def cost(usage: Usage, model: str, table: Mapping[str, Price]) -> float | None:
    """US dollars, with cached tokens counted as plain ones; None where price or usage is unknown."""
    price = table.get(model)
    if price is None or not usage.known:
        return None
    return (usage.prompt * price.prompt + usage.completion * price.completion) / 1e6
