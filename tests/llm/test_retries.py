"""How agent, customer and judge ask an endpoint that fails: judged from the server, with real waits."""

import socket
import threading
import time

import pytest

from crm_gym.llm import Client, Endpoint, Unavailable
from tests.llm.roles import REPLY, ROLES, RULING, TURNS, patient
from tests.llm.server import Reply, fails, says
from tests.llm.verdict import Exchange, faults

each_role = pytest.mark.parametrize("role", ROLES)
GOOD = says(RULING)
HELLO = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello?"}]


def verdict(server, client, at_once=1):
    return faults(server.exchanges, budget=client.endpoint.budget, at_once=at_once)


# What passes

PASSING = (
    *(fails(429, retry_after="0.4"), fails(503), GOOD),
    *(Reply(""), Reply('{"choices": []}'), GOOD),
    *(fails(408), fails(429, retry_after="0.3"), GOOD),
)


@each_role
def test_what_passes_is_waited_for(server, role):
    server.plays(*PASSING)
    client = patient(server.url)
    assert ROLES[role](client) == ""
    assert verdict(server, client) == []
    assert len(server.requests) == len(PASSING) == 3 * TURNS


# What does not


@each_role
@pytest.mark.parametrize(
    ("reply", "reason", "requests"),
    [
        (fails(503), "outage", 3),
        (fails(429, retry_after="0.4"), "rate_limit", 3),
        (fails(429, retry_after="60"), "rate_limit", 1),
        (fails(429, code="insufficient_quota", retry_after="0.1"), "quota", 1),
        (fails(400), "bad_request", 1),
        (fails(401), "authentication", 1),
        (fails(403), "permission", 1),
        (fails(404), "not_found", 1),
        (fails(422), "bad_request", 1),
        (fails(400, code="context_length_exceeded"), "context_exceeded", 1),
    ],
    ids=lambda value: value.status if isinstance(value, Reply) else None,
)
def test_what_does_not_pass_is_given_up_in_time(server, role, reply, reason, requests):
    server.plays(reply)
    client = patient(server.url, budget=5.0)
    assert ROLES[role](client) == reason
    assert len(server.requests) == requests
    assert verdict(server, client) == []


# For all that share a client


def test_who_shares_a_client_shares_its_waits(server):
    """Four at once: one of them is told to wait, and then nobody asks before that."""
    server.model = lambda request, number: fails(429, retry_after="2.0") if number == 3 else says(REPLY)
    client = patient(server.url)

    def talk(who):
        for number in range(6):
            client.complete([HELLO[0], {"role": "user", "content": f"{who} says {number}."}])
            time.sleep(0.1)

    threads = [threading.Thread(target=talk, args=(who,)) for who in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(server.requests) == 25
    assert verdict(server, client, at_once=4) == []


def test_a_wait_that_was_too_long_for_one_holds_for_the_next(server):
    server.plays(fails(429, retry_after="1.0"), GOOD)
    client = patient(server.url)
    for _ in range(2):
        with pytest.raises(Unavailable) as caught:
            client.complete(HELLO, budget=0.3)
        assert caught.value.reason == "rate_limit"
    assert len(server.requests) == 1
    assert client.complete(HELLO).content
    assert verdict(server, client) == []


# Nothing hangs


def test_an_answer_that_never_ends_is_given_up():
    """With a byte now and then no read runs out of time."""
    ended = threading.Event()

    def serve(listening):
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
            try:
                while not ended.wait(0.05):
                    connection.sendall(b" ")
            except OSError:
                pass

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        client = Client(Endpoint(model="m", base_url=url, timeout=0.5, budget=1.0, attempts=1))
        began = time.monotonic()
        with pytest.raises(Unavailable, match="no whole answer") as caught:
            client.complete(HELLO)
        took = time.monotonic() - began
        ended.set()
        thread.join()
    assert caught.value.reason == "timeout"
    assert 1.0 <= took < 30.0


# The judgement itself

RUDE = [
    ("asked 0.01 s after an answer", [Exchange("a", 0, 1, 429, 2.0), Exchange("a", 1.01, 2)]),
    ("asked 0.75 s after an answer", [Exchange("a", 0, 1, 429, 2.0), Exchange("b", 1.75, 2)]),
    ("asked again after 401", [Exchange("a", 0, 1, 401), Exchange("a", 9, 10)]),
    ("asked again after an answer", [Exchange("a", 0, 1), Exchange("a", 9, 10)]),
    ("2 requests at once", [Exchange("a", 0, 1), Exchange("b", 0.5, 2)]),
    ("6 requests for one", [Exchange("a", 2**n, 2**n + 0.01, 500) for n in range(6)]),
    ("still asking after 80.00 s", [Exchange("a", 0, 1, 500), Exchange("a", 80, 81)]),
    ("waited 0.50 s where 1.00 s", [Exchange("a", 0, 1, 500), Exchange("a", 1.5, 2, 500), Exchange("a", 2.5, 3)]),
]


@pytest.mark.parametrize(("fault", "exchanges"), RUDE, ids=[fault for fault, _ in RUDE])
def test_each_fault_is_found_alone(fault, exchanges):
    (found,) = faults(exchanges, budget=60.0)
    assert found.startswith(fault)


@pytest.mark.parametrize("role", ["agent", "judge"])
def test_a_client_that_does_not_wait_is_found(server, role):
    server.plays(*PASSING)
    rude = Client(patient(server.url).endpoint, sleep=lambda seconds: None)
    assert ROLES[role](rude) == ""
    found = " ".join(verdict(server, rude))
    assert "that wanted 0.40 s" in found
    assert "that wanted 0.30 s" in found


def test_waits_of_equal_length_are_found(server):
    server.plays(fails(503), fails(503), GOOD)
    rude = Client(patient(server.url).endpoint, sleep=lambda seconds: time.sleep(0.6))
    rude.complete(HELLO)
    (found,) = verdict(server, rude)
    assert found.endswith("where 1.00 s are due")
