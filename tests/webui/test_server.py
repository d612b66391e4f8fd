"""The served application: light to start, on a free port, and its streams over a real connection."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from yakume.webui.addresses import own_addresses, page_url, reachable
from yakume.webui.app import create_app
from yakume.webui.server import free_port
from yakume.webui.settings import Settings, demo_settings, make_token
from yakume.webui.store.lock import StoreLock


def test_the_web_process_loads_neither_models_nor_pixels() -> None:
    code = (
        "import sys; from yakume.webui.app import create_app; from yakume.webui.settings import Settings; "
        "create_app(Settings()); print([m for m in ('torch', 'ultralytics', 'onnxruntime', 'cv2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_taken_port_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = free_port("127.0.0.1", port)
    assert found != port
    assert free_port("127.0.0.1", 0) > 0


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(OSError, match="assign"):
        free_port("192.0.2.1", 8480)


def test_the_printed_address_carries_the_token() -> None:
    token = make_token()
    assert page_url(Settings(host="::1", port=81)) == "http://[::1]:81/"
    assert page_url(Settings(host="0.0.0.0", port=80, token=token)) == (
        f"http://{reachable('0.0.0.0')}:80/?token={token}"
    )
    assert page_url(Settings(host="192.168.1.5", port=80, token="&#?/" * 6)).endswith("/?token=" + "%26%23%3F%2F" * 6)
    assert all(address.count(".") == 3 and not address.startswith("127.") for address in own_addresses())
    assert make_token() != token


def test_a_token_is_not_printed_with_the_settings() -> None:
    assert "secret" not in repr(Settings(token="secret" * 4))


def test_the_demo_uses_the_shipped_clip_and_a_database_of_its_own() -> None:
    demo = demo_settings(Settings(port=9))
    assert demo.source is not None and Path(demo.source).is_file()
    # The page may write the layout: it must not be the shipped one.
    assert demo.layout.read_bytes() == Path(demo.source).with_name("demo.layout.toml").read_bytes()
    assert demo.layout.parent != Path(demo.source).parent
    assert (demo.loop, demo.autostart, demo.port) == (True, True, 9)
    assert demo.database != demo_settings().database != Settings().database


def post(site: Any, path: str, body: dict[str, Any]) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return answer


@pytest.fixture
def site(tmp_path: Path, serve: Any) -> Iterator[Any]:
    """The application, served."""
    with serve(create_app(Settings(database=f"sqlite:///{tmp_path / 'events.db'}"))) as served:
        yield served


class Stream:
    """A page's event stream, message by message."""

    def __init__(self, port: int, path: str, last_id: str | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self._connection.request("GET", path, headers={"Last-Event-ID": last_id} if last_id else {})
        self._answer = self._connection.getresponse()
        assert self._answer.headers["content-type"].startswith("text/event-stream")

    def next(self) -> dict[str, str]:
        """Fields of the next message; empty when the stream has ended."""
        fields: dict[str, str] = {}
        while line := self._answer.readline().decode():
            if line == "\n" and fields:
                break
            key, _, value = line.rstrip("\n").partition(": ")
            if key:
                fields[key] = value
        return fields

    def close(self) -> None:
        self._connection.close()
        self._answer.close()


def test_a_page_that_reconnects_resumes_where_it_was(site: Any) -> None:
    first = post(site, "/api/match", {"seq": 0, "ruleset": "sannin", "players": ["a", "b", "c"]})
    path = f"/api/stream?match={first['match']}"
    page = Stream(site.port, path)
    seen = {message["event"]: message for message in (page.next() for _ in range(4))}
    assert seen.keys() == {"state", "table", "camera", "samples"}
    assert seen["state"]["id"] == "1"
    assert "id" not in seen["table"]
    page.close()
    # Nothing happened: the state is not sent again.
    quiet = Stream(site.port, path, last_id="1")
    assert {quiet.next()["event"] for _ in range(3)} == {"table", "camera", "samples"}
    event = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}
    post(site, "/api/events", {"seq": 1, "events": [event]})
    fresh = quiet.next()
    assert (fresh["event"], fresh["id"]) == ("state", "2")
    quiet.close()
    # A page that was away meanwhile gets the present at once.
    late = Stream(site.port, path, last_id="1")
    states = [message for message in (late.next() for _ in range(4)) if message["event"] == "state"]
    assert [json.loads(message["data"])["seq"] for message in states] == [2]
    late.close()


def test_the_same_number_in_another_match_is_not_taken_for_known(site: Any) -> None:
    old = post(site, "/api/match", {"seq": 0, "ruleset": "sannin", "players": ["a", "b", "c"]})
    new = post(site, "/api/match", {"seq": 1, "ruleset": "sannin", "players": ["d", "e", "f"]})
    page = Stream(site.port, f"/api/stream?match={old['match']}", last_id="1")
    states = [message for message in (page.next() for _ in range(4)) if message["event"] == "state"]
    assert [json.loads(message["data"])["match"] for message in states] == [new["match"]]
    page.close()


def test_the_server_stops_although_a_page_is_listening(site: Any) -> None:
    page = Stream(site.port, "/api/stream")
    for _ in range(4):
        page.next()
    started = time.monotonic()
    site.server.should_exit = True
    assert page.next() == {}
    site.thread.join(10)
    assert not site.thread.is_alive()
    assert time.monotonic() - started < 5
    page.close()


def test_settings_refuse_an_unknown_language() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        replace(Settings(), lang="fr")


def test_a_second_yakume_on_one_database_is_told_who_has_it(tmp_path: Path) -> None:
    """It took the next port in silence, and its page went stale."""
    database = f"sqlite:///{tmp_path / 'events.db'}"
    words = [sys.executable, "-c", "import sys; from yakume.webui.cli import main; sys.exit(main())", "serve"]
    words += ["--no-browser", "--port", "0", "--database", database]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        address = first.stdout.readline().split()[-1]
        second = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert second.returncode == 2
        assert second.stdout == ""
        held = f"events.db: another yakume has it open (process {first.pid}, {address})"
        assert second.stderr.count("\n") == 1 and held in second.stderr
        first.kill()
    # The lock ends with its process, however that ends.
    StoreLock(database, "").release()


def test_a_database_that_cannot_be_opened_is_told_on_the_page_and_in_the_terminal(
    tmp_path: Path, serve: Any, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "events.db"
    path.write_bytes(b"")
    with serve(create_app(Settings(database=f"sqlite:///{path}"))) as served:
        for route in ("/healthz", "/api/setup", "/api/state", "/api/stream", "/api/decks"):
            status, body = get(served.port, route)
            assert (status, json.loads(body)["error"]["code"]) == (503, "store_damaged")
        assert get(served.port, "/")[0] == 200
    assert [record.getMessage() for record in caplog.records] == [f"yakume: {path}: it was cut to nothing (0 bytes)"]
    assert path.read_bytes() == b""


def get(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()
