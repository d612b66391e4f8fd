"""Guests who open connections and say nothing keep nobody out."""

from __future__ import annotations

import http.client
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.responses import Response
from yakume.webui import connections
from yakume.webui.app import create_app
from yakume.webui.connections import Connections, counted_as
from yakume.webui.settings import Settings


@pytest.fixture
def site(tmp_path: Path, serve: Any) -> Iterator[Any]:
    with serve(create_app(Settings(database=f"sqlite:///{tmp_path / 'events.db'}"))) as served:
        yield served


def get(port: int, path: str = "/api/state", timeout: float = 5) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def closes(guest: socket.socket, within_s: float) -> bool:
    """True if the other side closes in time."""
    guest.settimeout(within_s)
    try:
        while guest.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def test_eleven_hundred_idle_connections_keep_nobody_out(site: Any) -> None:
    """They reached the limit of file descriptors, and nobody got in any more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    guests = []
    try:
        for _ in range(1100):
            guest = socket.socket()
            guest.bind(("127.0.0.2", 0))  # another machine, as far as yakume can tell
            guest.connect(("127.0.0.1", site.port))
            guests.append(guest)
        started = time.monotonic()
        assert get(site.port) == 200
        assert time.monotonic() - started < 2
        assert site.server.connections.total() <= connections.MOST_OF_ONE + 1
    finally:
        for guest in guests:
            guest.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    limit = time.monotonic() + 5
    while site.server.connections.total():
        assert time.monotonic() < limit, "the places were not given back"
        time.sleep(0.05)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: loc"], ids=["nothing", "half a request"])
def test_who_sends_no_request_is_closed(site: Any, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_S", 0.3)
    with socket.create_connection(("127.0.0.1", site.port)) as guest:
        guest.sendall(said)
        assert closes(guest, 3)


def test_a_second_request_has_its_time_too(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_S", 0.3)
    with socket.create_connection(("127.0.0.1", site.port)) as guest:
        guest.sendall(b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in guest.recv(65536)
        guest.sendall(b"GET /api/st")
        assert closes(guest, 3)


def test_a_request_whose_lines_never_end_is_closed(site: Any) -> None:
    with socket.create_connection(("127.0.0.1", site.port)) as guest:
        guest.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises(ConnectionError):
            for number in range(2000):
                guest.sendall(b"X-%d: %s\r\n" % (number, b"x" * 1000))
                time.sleep(0.0005)


def test_an_event_stream_outlives_the_time_for_requests(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_S", 0.3)
    with socket.create_connection(("127.0.0.1", site.port)) as page:
        page.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert not closes(page, 1.5)


def test_an_answer_that_nobody_takes_is_given_up(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED_S", 0.5)
    app = FastAPI()

    @app.get("/large")
    def large() -> Response:
        return Response(bytes(50_000_000))

    with serve(app) as served, socket.socket() as guest:
        guest.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        guest.connect(("127.0.0.1", served.port))
        guest.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        limit = time.monotonic() + 5
        while not served.server.connections.total():
            time.sleep(0.01)
        while served.server.connections.total():
            assert time.monotonic() < limit
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::2:3:4:5", "2001:db8::/64"),
        ("", ""),
    ],
)
def test_a_network_of_addresses_is_one_guest(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_the_machine_itself_gets_in_when_all_places_are_taken() -> None:
    places = Connections(most=10, most_of_one=3)
    guests = [f"192.168.1.{number}" for number in range(10)]
    assert all(places.enter(guest) for guest in guests)
    assert not places.enter("192.168.1.99")
    assert places.enter("127.0.0.1")
    places.leave("127.0.0.1")
    places.leave(guests[0])
    assert places.enter("192.168.1.99")
    assert [places.enter("192.168.1.99") for _ in range(3)] == [False, False, False]


def test_places_follow_the_file_descriptors_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"now": (256, 256)}
    monkeypatch.setattr(resource, "getrlimit", lambda what: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda what, new: limits.update(now=new))
    assert connections.raise_limits() == 256 - connections.SPARE
    limits["now"] = (256, 4096)
    assert connections.raise_limits() == connections.MOST
