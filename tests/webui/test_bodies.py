"""What a command may carry: whatever comes is refused with a 4xx in a moment, and nobody else waits."""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yakume.webui import bodies
from yakume.webui.app import create_app
from yakume.webui.bodies import check_values
from yakume.webui.errors import ApiError
from yakume.webui.settings import Settings


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def corrections(depth: int) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "deal_voided.v1"}
    for _ in range(depth):
        event = {"type": "corrected.v1", "seq": 1, "events": [event]}
    return event


BAD: dict[str, bytes] = {
    "26 MB of unknown keys": b'{"seq":0,' + b",".join(b'"k%d":0' % n for n in range(2_000_000)) + b"}",
    "250 KB of unknown keys": b'{"seq":0,' + b",".join(b'"%d":0' % n for n in range(24_000)) + b"}",
    "lists 100,000 deep": b"[" * 100_000,
    "lists 300 deep": json.dumps({"seq": 0, "events": [nested(300)]}).encode(),
    "corrections 300 deep": json.dumps({"seq": 0, "events": [corrections(300)]}).encode(),
    "half a character": b'{"seq":0,"events":[{"type":"\\ud800"}]}',
    "half a character as a key": b'{"seq":0,"\\udfff":1}',
    "a NUL": b'{"seq":0,"players":["a\\u0000b","c"],"ruleset":"sannin"}',
    "an infinite number": b'{"seq":1e999}',
    "a number of 5,000 digits": b'{"seq":' + b"1" * 5000 + b"}",
    "a number of 400 digits": b'{"seq":0,"layout":{"players":' + b"9" * 400 + b"}}",
    "no number": b'{"seq":NaN}',
}


@pytest.mark.parametrize("path", ["/api/match", "/api/events", "/api/layout", "/api/cards/add", "/api/answer"])
@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_a_command_made_to_hurt_is_refused_at_once(bench: Any, path: str, body: bytes) -> None:
    bench.client.get("/api/state")
    started = time.monotonic()
    answer = bench.client.post(path, content=body, headers={"content-type": "application/json"})
    assert time.monotonic() - started < 2
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.json()["error"]["message"]


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters())


@given(st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=40))
def test_what_passes_can_be_said_again(value: Any) -> None:
    try:
        check_values(value)
    except ApiError:
        return
    assert json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False).encode()) == value


def test_a_deep_value_does_not_exhaust_the_checker() -> None:
    with pytest.raises(ApiError, match="too deep"):
        check_values(nested(50_000))


def test_the_largest_honest_command_passes() -> None:
    captures = ["1h 1t 1a 1b 2n 2t 2a 2b 3h 3t 3a 3b 4n 4t 4a 4b"] * 3
    happening = {"type": "sets_made", "seat": 1, "sets": [["SHIKO", 12]], "call": "agari", "fed": [["SHIKO", 2]]}
    result = {"type": "deal_result.v1", "captures": captures, "happenings": [happening] * 3}
    command = {"seq": 3, "events": [{"type": "corrected.v1", "seq": 1, "events": [result]}] * 100}
    assert len(json.dumps(command)) < bodies.COMMAND_BYTES
    check_values(command)


def test_a_body_that_drips_is_given_up(tmp_path: Path, serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_S", 0.5)
    with (
        serve(create_app(Settings(database=f"sqlite:///{tmp_path / 'events.db'}"))) as served,
        socket.create_connection(("127.0.0.1", served.port), timeout=5) as guest,
    ):
        guest.sendall(b"POST /api/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
        answer = guest.recv(65536)
        assert b" 408 " in answer and b'"too_slow"' in answer


class SlowReader:
    """Takes two seconds for a photograph."""

    def __init__(self) -> None:
        self.turn = threading.Lock()

    def read(self, data: bytes) -> dict[str, Any]:
        with self.turn:
            time.sleep(2)
        return {
            "width": 4,
            "height": 3,
            "cards": [],
            "unread": [],
            "unknown_deck": False,
            "ms": {"detect": 1.0, "read": 1.0},
        }

    def use(self, deck: Any) -> None:
        pass

    def close(self) -> None:
        pass


def test_sixty_photographs_at_once_leave_the_page_quick(tmp_path: Path, serve: Any) -> None:
    """They took every thread there is; /api/state waited 20 seconds."""
    import http.client

    def ask(port: int, method: str, path: str, body: bytes | None = None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    statuses: list[int] = []
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}")
    with serve(create_app(settings, reader=SlowReader())) as served:  # type: ignore[arg-type]
        threads = [
            threading.Thread(target=lambda: statuses.append(ask(served.port, "POST", "/api/read", b"photo")))
            for _ in range(60)
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        started = time.monotonic()
        assert ask(served.port, "GET", "/api/state") == 200
        waited = time.monotonic() - started
        for thread in threads:
            thread.join()
    assert waited < 1.5
    assert sorted(set(statuses)) == [200, 503]
    assert 3 <= statuses.count(200) <= 6
