"""What is written to the log: every request with its id, nothing that lets anybody in."""

from __future__ import annotations

import http.client
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from yakume.webui.logs import REQUEST, set_up, without_secrets

TOKEN, WRONG = "keeper-0123456789-abcdefgh", "wrong-0123456789-abcdefghij"


@pytest.fixture
def written() -> Iterator[Any]:
    """Sets the log up as a served yakume does; what was written is returned by a call."""
    root, yakume = logging.getLogger(), logging.getLogger("yakume")
    before = root.handlers[:], root.level, yakume.level
    streams: list[io.StringIO] = []

    def begin(kind: str) -> io.StringIO:
        streams.append(io.StringIO())
        set_up(kind, [TOKEN], streams[-1])  # type: ignore[arg-type]
        return streams[-1]

    yield begin
    root.handlers[:], root.level = before[0], before[1]
    root.setLevel(before[1])
    yakume.setLevel(before[2])


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"GET /?token={WRONG}&x=1 HTTP/1.1", "GET /?token=***&x=1 HTTP/1.1"),
        (f"Authorization: Bearer {WRONG}", "Authorization: Bearer ***"),
        (f"Cookie: a=b; yakume={WRONG}; c=d", "Cookie: a=b; yakume=***; c=d"),
        (f"rtsp://me:{WRONG}@10.0.0.7/a", "rtsp://me:***@10.0.0.7/a"),
        (f"postgresql://me:p@{WRONG}@db/yakume", "postgresql://me:***@db/yakume"),
        (f"it stands {TOKEN} in the middle", "it stands *** in the middle"),
        ("http://127.0.0.1:8480/ and token of the deck", "http://127.0.0.1:8480/ and token of the deck"),
    ],
)
def test_secrets_are_taken_out_of_a_line_wherever_they_stand(said: str, left: str, written: Any) -> None:
    assert without_secrets(said, [TOKEN]) == left
    for kind in ("text", "json"):
        out = written(kind)
        try:
            raise OSError(said)
        except OSError:
            logging.getLogger("yakume.webui").exception("failed: %s", said, extra={"path": said})
        assert TOKEN not in out.getvalue() and WRONG not in out.getvalue()
        assert out.getvalue().count(left) >= 2


def test_a_line_cannot_be_made_to_look_like_two(written: Any) -> None:
    out = written("text")
    REQUEST.set("an-id")
    logging.getLogger("yakume.webui").error("GET %s failed", "/a\n2026-11-23 ERROR all is lost")
    REQUEST.set("")
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().endswith("GET /a\\n2026-11-23 ERROR all is lost failed [an-id]\n")


def test_requests_have_an_id_that_their_answer_and_their_line_show(bench: Any, written: Any) -> None:
    out = written("json")
    bench.client.get("/api/state?token=" + WRONG)
    given = bench.client.get("/api/state", headers={"x-request-id": "mine-1"})
    refused = bench.client.post(
        "/api/undo", json={"seq": 0}, headers={"x-request-id": "not one\u00e9 of ours".encode()}
    )
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    own = [line for line in lines if line["logger"] == "yakume.requests"]
    assert [line["status"] for line in own] == [200, 200, 409]
    assert given.headers["x-request-id"] == own[1]["request"] == "mine-1"
    assert re.fullmatch("[0-9a-f]{16}", refused.headers["x-request-id"])
    assert own[2]["request"] == refused.headers["x-request-id"]
    assert (own[2]["code"], own[2]["path"], own[2]["method"]) == ("nothing_to_undo", "/api/undo", "POST")


def figures(bench: Any) -> dict[tuple[str, ...], float]:
    text = bench.client.get("/metrics").text
    return {
        (sample.name.removeprefix("yakume_"), *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_prometheus_is_told_what_happened(bench: Any) -> None:
    from yakume.webui.worker import CameraStatus

    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"})
    bench.post("/api/events", events=[{"type": "nonsense"}])
    bench.client.get("/nowhere/at/all")
    bench.worker.meter.add(0.0, 60.0, 30.0, 10.0)
    bench.worker.on_status(CameraStatus("live", restarts=2))
    found = figures(bench)
    assert found["frames_total",] == 1
    assert found["stage_seconds_sum", "detect"] == pytest.approx(0.06)
    assert found["worker_restarts_total",] == 2
    assert (found["events_total", "match_started.v1"], found["events_total", "deal_started.v1"]) == (1, 1)
    assert found["store_seconds_count", "write"] >= 2 and found["store_seconds_sum", "write"] > 0
    assert (found["camera_state", "live"], found["camera_state", "frozen"]) == (1, 0)
    assert found["requests_total", "POST", "/api/match", "201"] == 1
    assert found["requests_total", "GET", "other", "404"] == 1
    assert sum(value for name, value in found.items() if name[0] == "refusals_total") == 2
    assert found["disk_free_bytes",] > 0
    assert found["process_open_fds",] > 0
    bench.client.app.state.store.close()
    (Path(bench.client.app.state.desk.settings.database.removeprefix("sqlite:///"))).unlink()
    bench.post("/api/match", ruleset="sannin", players=["東", "南", "西"])
    assert figures(bench)["store_failures_total", "store_gone"] == 1


def test_a_served_yakume_writes_no_token_anywhere_but_in_the_printed_link(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "yakume.webui", "serve", "--host", "0.0.0.0", "--port", "0", "--no-browser"]
    command += ["--token", TOKEN, "--log", "json"]
    served = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert served.stdout is not None
    port = int(re.search(r":(\d+)/", served.stdout.readline())[1])  # type: ignore[index]
    asked = [
        (f"/?token={TOKEN}", {}),
        (f"/api/state?token={WRONG}", {}),
        ("/api/state", {"Authorization": f"Bearer {TOKEN}"}),
        ("/api/state", {"Authorization": f"Bearer {WRONG}"}),
        ("/api/state", {"Cookie": f"yakume={TOKEN}"}),
        (f"/nowhere?token={TOKEN}", {"Referer": f"http://127.0.0.1/?token={TOKEN}"}),
    ]
    for path, headers in asked:
        for _ in range(100):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            try:
                connection.request("GET", path, headers=headers)
                connection.getresponse().read()
                break
            except ConnectionRefusedError:
                signal.sigtimedwait([], 0.1)
            finally:
                connection.close()
    served.send_signal(signal.SIGINT)
    _, told = served.communicate(timeout=20)
    lines = [json.loads(line) for line in told.splitlines()]
    assert [line["status"] for line in lines if line["logger"] == "yakume.requests"] == [303, 401, 200, 401, 200, 303]
    assert TOKEN not in told and WRONG not in told
