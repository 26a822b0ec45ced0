from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from crm_gym.llm import Client, Endpoint
from tests.llm.server import ModelServer


@pytest.fixture(scope="module")
def http() -> Iterator[HTTPServer]:
    with HTTPServer(host="127.0.0.1", threaded=True) as server:
        yield server


@pytest.fixture
def server(http: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A model's endpoint; at the end every request must have had the right form."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    http.clear()
    server = ModelServer(http)
    yield server
    http.check_assertions()
    http.check_handler_errors()
    assert server.problems == []


@pytest.fixture
def endpoint(server: ModelServer) -> Endpoint:
    return Endpoint(model="some-model", base_url=server.url, timeout=20.0)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def client(endpoint: Endpoint, waits: list[float]) -> Client:
    """A client that only notes how long it would have waited."""
    return Client(endpoint, sleep=waits.append)
