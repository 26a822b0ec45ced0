"""One client for any OpenAI-compatible endpoint: chat completions, retries, usage, price; nothing of tasks.

Retries are made in one place (tenacity; those of the client library are off), within a budget of time. Every answer
that cannot be used is an error with a type that says what the caller must do: `Unavailable` (an infrastructure failure:
try the trial again later), `Misconfigured` (stop the run), `ContextExceeded` (the conversation is too long for the
model: its own failure). What a model itself does wrong (cut off, filtered, refused, malformed arguments, nothing that
its endpoint can read) is no error but part of the `Completion`.
"""

import json
import math
import os
import re
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, NoReturn

from pydantic import BaseModel, Field

from crm_gym.types import Value

Message = dict[str, Any]

TIMEOUT = 60.0
"""Seconds that one request may take without a sign of life; with some it may take its completion's budget."""
BUDGET = 180.0
"""Seconds that a completion may take with all its retries."""
ATTEMPTS = 5
"""Requests for one completion."""
MAX_TOKENS = 4096
"""What a completion may have, reasoning included, unless told otherwise: without a bound some servers never stop."""


SHORTEST_KEY = 8
"""Characters; a shorter key, like that of a server that takes any, is no secret, and would be found in other words."""
LONGEST_MESSAGE = 500
"""Characters of what an error says."""


class LLMError(Exception):
    """No usable completion. `reason` is a word for statistics; `log` says what was tried."""

    def __init__(self, reason: str, message: str, log: Sequence["Attempt"] = ()) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.log = tuple(log)

    def __str__(self) -> str:
        return str(self.args[1])


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
        """The arguments; none at all are an empty object. None when they are malformed: see `json_object`."""
        return json_object(self.arguments) if self.arguments.strip() else {}

    @property
    def for_history(self) -> Message:
        """The call as endpoints take it back: servers fail on arguments that are no JSON and on odd names."""
        name = _ODD.sub("_", self.name)[:64] or "_"
        arguments = self.arguments if self.parsed else "{}"
        return {"id": self.id, "type": "function", "function": {"name": name, "arguments": arguments}}


_ODD = re.compile(r"[^a-zA-Z0-9_-]")


class Completion(Value):
    """What a model answered."""

    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    """`stop`, `tool_calls`, `length`, `content_filter`, or the endpoint's own word; `malformed`: it could not read what
    its model had written."""
    refusal: str = ""
    model: str = ""
    usage: Usage = Usage()
    seconds: float = 0.0
    log: tuple[Attempt, ...] = ()

    @property
    def text(self) -> str:
        """What the model says: its words, or those of its refusal."""
        return self.content or self.refusal

    @property
    def message(self) -> Message:
        """The assistant message for the history. Malformed arguments are left out of it."""
        if not self.tool_calls:
            return {"role": "assistant", "content": self.text}
        calls = [call.for_history for call in self.tool_calls]
        return {"role": "assistant", "content": self.text or None, "tool_calls": calls}


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
    token_field: Literal["auto", "max_tokens", "max_completion_tokens"] = "auto"
    """How the endpoint calls this bound; `auto`: the second at OpenAI, the first elsewhere."""
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
        self._rest: _Rest | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_library": None, "_rest": None}

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
        self._connect()
        log: list[Attempt] = []
        began = time.perf_counter()
        ends = began + (self.endpoint.budget if budget is None else budget)
        body = self._body(messages, tools, fields)
        try:
            self._wait_for_others(ends)
            answer: Completion = self._retrying(log, ends - time.perf_counter())(self._ask, body)
        except _Retry as error:
            tried = [*log, Attempt(reason=error.reason, waited=0.0)]
            tries = f"{len(tried)} request{'s' if len(tried) > 1 else ''}"
            raise Unavailable(error.reason, f"{self._told(error)} (after {tries})", tried) from None
        except LLMError as error:
            raise type(error)(error.reason, self._told(error), log) from None
        seconds = time.perf_counter() - began
        return answer.model_copy(update={"seconds": seconds, "log": tuple(log)})

    def _body(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]], fields: Mapping[str, Any]
    ) -> dict[str, Any]:
        endpoint = self.endpoint
        body: dict[str, Any] = {"model": endpoint.model, "messages": list(messages)}
        body |= {"tools": list(tools)} if tools else {}
        body |= {_token_field(endpoint): endpoint.max_tokens}
        told = {"temperature": endpoint.temperature, "seed": endpoint.seed}
        body |= {name: value for name, value in told.items() if value is not None}
        return body | endpoint.extra | dict(fields)

    # Asking

    def _ask(self, body: Mapping[str, Any]) -> Completion:
        """One request. Body and answer go past the library's types.

        It looks through long bodies slowly, so this one is an extra, sent as it is; and it takes any JSON for a
        completion, so what comes back is checked here.
        """
        import openai

        create = self._library.chat.completions.with_streaming_response.create
        network = _network(openai)
        try:
            with create(model=body["model"], messages=(), extra_body=body) as response:
                return _completion(_read(self._whole(response.iter_bytes())))
        except openai.APIStatusError as error:
            if _is_the_models(error):
                return Completion(finish="malformed", usage=Usage(calls=1))
            raise self._noted(_of_status(error)) from None
        except (openai.APITimeoutError, network.TimeoutException):
            raise _Retry("timeout", f"no answer within {self.endpoint.timeout:.0f} s") from None
        except (openai.APIConnectionError, network.RequestError) as error:
            where = self._library.base_url
            raise _Retry("unreachable", f"cannot reach {where}: {error.__cause__ or error}") from None

    def _whole(self, parts: Iterator[bytes]) -> bytes:
        """A body as it comes in. One that comes so slowly that it would take longer than all may take is given up."""
        ends = time.perf_counter() + max(self.endpoint.timeout, self.endpoint.budget)
        body = bytearray()
        for part in parts:
            body += part
            if time.perf_counter() > ends:
                raise _Retry("timeout", f"no whole answer within {self.endpoint.budget:.0f} s")
        return bytes(body)

    def _told(self, error: LLMError) -> str:
        """What an error says, short, and without the key: some endpoints repeat it."""
        key = os.environ.get(self.endpoint.key_variable, "")
        return (str(error).replace(key, "***") if len(key) >= SHORTEST_KEY else str(error))[:LONGEST_MESSAGE]

    def _connect(self) -> None:
        if self._library is None:
            self._library = _library(self.endpoint)
            weakref.finalize(self, self._library.close)

    # Retrying

    def _retrying(self, log: list[Attempt], budget: float) -> Any:
        import tenacity

        def note(state: Any) -> None:
            error = state.outcome.exception()
            log.append(Attempt(reason=error.reason, waited=round(state.next_action.sleep, 3)))

        return tenacity.Retrying(
            sleep=self._sleep,
            stop=tenacity.stop_after_attempt(self.endpoint.attempts) | tenacity.stop_before_delay(budget),
            wait=self._wait,
            retry=tenacity.retry_if_exception_type(_Retry),
            before_sleep=note,
            reraise=True,
        )

    def _wait(self, state: Any) -> float:
        """What the endpoint asks for, or twice as long each time, with some chance."""
        error = state.outcome.exception()
        if error.retry_after is not None:
            return float(error.retry_after)
        wait = min(0.5 * 2 ** (state.attempt_number - 1), 20.0) * (1 + self._random.random() / 4)
        return float(max(wait, self._rest.left if self._rest else 0.0))

    def _noted(self, error: LLMError) -> LLMError:
        """Keeps for how long the endpoint wants no request: that holds for all that share this client."""
        if isinstance(error, _Retry) and error.retry_after is not None:
            rest = _Rest(time.perf_counter() + error.retry_after, error.reason)
            self._rest = max(rest, self._rest or rest)
        return error

    def _wait_for_others(self, ends: float) -> None:
        """Waits as long as the endpoint has asked for in its answers to other requests. Raises Unavailable."""
        rest = self._rest
        if rest is None or rest.left <= 0:
            return
        if rest.until > ends:
            raise Unavailable(rest.reason, f"the endpoint wants no request for another {rest.left:.0f} s")
        self._sleep(rest.left)


class _Rest(NamedTuple):
    """For how long an endpoint wants no request, and why."""

    until: float
    reason: str

    @property
    def left(self) -> float:
        """Seconds until then; not above 0 when it is over."""
        return self.until - time.perf_counter()


class _Retry(LLMError):
    """One request failed in a way that may pass."""

    def __init__(self, reason: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(reason, message)
        self.retry_after = retry_after


def _library(endpoint: Endpoint) -> Any:
    try:
        import openai
        import tenacity  # noqa: F401 # say at once what is missing
    except ImportError as error:
        raise Misconfigured("no_package", f"{error.name} is not installed: pip install openai tenacity") from None
    base_url = _base_url(endpoint)
    key = os.environ.get(endpoint.key_variable)
    if not key and not _is_local(base_url):
        where = base_url or "OpenAI"
        message = (
            f"set {endpoint.key_variable} to the key for {where} (to any text if it takes none), or give the base_url "
            "of a server on this machine"
        )
        raise Misconfigured("no_key", message)
    return openai.OpenAI(base_url=base_url, api_key=key or "none", max_retries=0, timeout=endpoint.timeout)


def _network(library: Any) -> Any:
    """The package that the library speaks HTTP with: httpx, or from its version 3 on another one of the same form."""
    return import_module(library.DefaultHttpxClient.__base__.__module__.partition(".")[0])


def _base_url(endpoint: Endpoint) -> str | None:
    return endpoint.base_url or os.environ.get("OPENAI_BASE_URL")


def _token_field(endpoint: Endpoint) -> str:
    """OpenAI's newer models refuse the old name, most other servers know only that."""
    if endpoint.token_field != "auto":
        return endpoint.token_field
    base_url = _base_url(endpoint)
    return "max_completion_tokens" if base_url is None or "api.openai.com" in base_url else "max_tokens"


def _is_local(base_url: str | None) -> bool:
    return bool(base_url) and any(f"//{host}" in str(base_url) for host in ("localhost", "127.", "[::1]", "0.0.0.0"))


# Reading failures


_CONTEXT = frozenset({"context_length_exceeded", "exceed_context_size_error", "context_window_exceeded"})
_CONTEXT_WORDS = ("maximum context length", "prompt is too long", "input token count")
"""How servers say it that give no code for it, like vLLM."""
_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "quota_exceeded"})
_FOR_GOOD = {401: "authentication", 403: "permission", 404: "not_found", 402: "quota"}
_PASSING = {408: "timeout", 409: "outage", 429: "rate_limit"}


_MALFORMED = "tool_use_failed"
_MALFORMED_WORDS = "model produced output that does not match"


def _is_the_models(error: Any) -> bool:
    """Whether an endpoint says that it failed because it cannot read its model's answer: Groq by a code, llama.cpp not.

    Another model would have done better, so it is nothing that passes, and no failure of the infrastructure.
    """
    return str(error.code) == _MALFORMED or _MALFORMED_WORDS in _said(error)


def _of_status(error: Any) -> LLMError:
    """What an HTTP status means, by the code and type in its body; words count only where there is no code."""
    status: int = error.status_code
    words = {str(error.code), str(error.type)}
    message = f"HTTP {status} from {error.request.url}: {_said(error)}"
    if words & _CONTEXT or (status == 400 and any(phrase in message.lower() for phrase in _CONTEXT_WORDS)):
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
    """The endpoint's own message."""
    body = error.body if isinstance(error.body, dict) else {}
    return str(body.get("message") or error.code or "no message")


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from any of the three ways in which servers say so; what is no time ahead is no answer."""
    try:
        if "retry-after-ms" in headers:
            return _ahead(float(headers["retry-after-ms"]) / 1000)
        return _ahead(float(headers["retry-after"]))
    except KeyError:
        return None
    except ValueError:
        return _until(headers.get("retry-after", ""))


def _until(moment: str) -> float | None:
    try:
        return _ahead(parsedate_to_datetime(moment).timestamp() - time.time())
    except ValueError:
        return None


def _ahead(seconds: float) -> float | None:
    return seconds if seconds > 0 else None


# Reading answers


class _Function(BaseModel):
    name: str | None = None
    arguments: Any = None


class _Call(BaseModel):
    id: str | None = None
    function: _Function | None = None
    """None for other kinds of tools: they are not ours."""


class _Said(BaseModel):
    content: str | list[Any] | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _Answer(BaseModel):
    """What of an answer is read; servers add and leave out much, and that is theirs to do."""

    choices: list[_Choice] = Field(min_length=1)
    model: str | None = None
    usage: Any = None


def _read(body: bytes) -> _Answer:
    """An answer, with lone surrogates replaced: nothing else could take them."""
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False)
        return _Answer.model_validate_json(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    except (ValueError, RecursionError):
        raise _Retry("protocol", f"the answer is no completion: {body.decode(errors='replace')!r}") from None


def _completion(answer: _Answer) -> Completion:
    said = answer.choices[0].message
    calls = [call for call in said.tool_calls or () if call.function is not None]
    ids = [call.id for call in calls]
    unique = all(ids) and len(set(ids)) == len(ids)
    return Completion(
        content=_content(said.content),
        tool_calls=tuple(_tool_call(call, n, keep_id=unique) for n, call in enumerate(calls, 1)),
        finish=answer.choices[0].finish_reason or "stop",
        refusal=said.refusal or "",
        model=answer.model or "",
        usage=_usage(answer.usage),
    )


def _content(content: str | list[Any] | None) -> str:
    """The words of an answer, without the reasoning that some servers leave at its beginning."""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text")
        content = "".join(part for part in parts if isinstance(part, str))
    return _REASONING.sub("", content or "").strip()


_REASONING = re.compile(r"\A(?:.*</think>|\s*<think>.*\Z)", re.DOTALL)


def _tool_call(call: _Call, number: int, *, keep_id: bool) -> ToolCall:
    """A function call, whatever form its arguments have; calls of one answer get ids that differ."""
    function = call.function or _Function()
    arguments = "" if function.arguments is None else function.arguments
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    id = call.id if keep_id and call.id else call_id(number)
    return ToolCall(id=id, name=function.name or "", arguments=text)


def call_id(number: int) -> str:
    """An id for a call that has none, in the narrowest form that endpoints take back: nine letters and digits."""
    return f"call{number:05d}"


def _usage(usage: Any) -> Usage:
    prompt, completion = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    return Usage(
        prompt=prompt or 0,
        completion=completion or 0,
        cached=_count(usage, "prompt_tokens_details", "cached_tokens") or 0,
        reasoning=_count(usage, "completion_tokens_details", "reasoning_tokens") or 0,
        calls=1,
        known=prompt is not None and completion is not None,
    )


def _count(holder: Any, *path: str) -> int | None:
    """A count somewhere in the usage; any level may be missing."""
    for name in path:
        holder = holder.get(name) if isinstance(holder, dict) else None
    return holder if isinstance(holder, int) and holder >= 0 else None


def json_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, read strictly.

    None for anything else: another value, an object in which a name stands twice, a number that is not finite, text
    that cannot be sent, too deep nesting.
    """
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_refuse, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a name stands twice")
    return dict(pairs)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is not finite")
    return value


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
