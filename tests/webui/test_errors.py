"""Whatever goes wrong, the answer has the one shape and no traceback."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from route_table import COMMANDS, ROUTES
from starlette.requests import ClientDisconnect
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


def shape(answer: Any, status: int) -> dict[str, str]:
    """The error of an answer, after its shape was checked."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert list(body) == ["error"]
    assert list(body["error"]) == ["code", "message", "rule", "why", "says"]
    assert all(isinstance(body["error"][field], str) for field in ("code", "message", "rule"))
    assert re.fullmatch(r"[a-z0-9_]+", body["error"]["code"])
    assert body["error"]["message"]
    assert "Traceback" not in answer.text
    return dict(body["error"])


def filled(path: str) -> str:
    """`path` with something in its gaps."""
    return re.sub(r"\{\w+\}", "nonsense", path)


def test_the_table_of_routes_is_not_empty() -> None:
    assert ("POST", "/api/match") in ROUTES
    assert {"/api/match", "/api/cards", "/api/cards/add", "/api/photo", "/api/layout", "/api/samples"} <= {*COMMANDS}


@pytest.mark.parametrize("path", ["/nowhere", "/api", "/api/nowhere", "/static/nowhere.js", "/static/..%2fapp.py"])
def test_an_unknown_address_answers_404(idle_bench: Any, path: str) -> None:
    assert shape(idle_bench.client.get(path), 404)["code"] == "not_found"


@pytest.mark.parametrize("path", sorted({path for _, path in ROUTES}))
def test_a_wrong_method_answers_405_and_names_a_right_one(idle_bench: Any, path: str) -> None:
    allowed = {method for method, other in ROUTES if other == path}
    for method in METHODS - allowed:
        answer = idle_bench.client.request(method, filled(path))
        assert shape(answer, 405)["code"] == "method_not_allowed"
        assert set(answer.headers["allow"].split(", ")) <= allowed


@pytest.mark.parametrize("path", COMMANDS)
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"x"', b"{}", b'{"seq": -1}', b'{"seq": "0x"}', b"\xff\xfe", b'{"seq": 0, "what": 1}'],
    ids=repr,
)
def test_a_malformed_command_answers_422(idle_bench: Any, path: str, body: bytes) -> None:
    answer = idle_bench.client.post(path, content=body, headers={"content-type": "application/json"})
    assert shape(answer, 422)["code"] == "invalid_request"


@pytest.mark.parametrize("path", ["/cards/13h.svg", "/cards/x.svg", "/cards/3k.svg", "/cards/.svg"])
def test_a_card_that_does_not_exist_answers_404(idle_bench: Any, path: str) -> None:
    shape(idle_bench.client.get(path), 404)


def test_an_unknown_rule_answers_with_its_id(idle_bench: Any) -> None:
    error = shape(idle_bench.client.get("/api/rules/H9-NO-01"), 404)
    assert "H9-NO-01" in error["message"]


def test_what_is_no_picture_answers_415(idle_bench: Any) -> None:
    assert shape(idle_bench.client.post("/api/read", content=b"text"), 415)["code"] == "not_an_image"


def test_no_picture_yet_answers_404(idle_bench: Any) -> None:
    assert shape(idle_bench.client.get("/api/camera/frame.jpg"), 404)["code"] == "no_picture"


def test_a_crash_answers_500_without_telling_its_inside(bench: Any) -> None:
    router = APIRouter()

    @router.get("/crash")
    def crash() -> None:
        raise RuntimeError("a secret path /home/someone")

    bench.client.app.include_router(router)  # type: ignore[attr-defined]
    error = shape(bench.client.get("/crash"), 500)
    assert error["code"] == "internal_error"
    assert "secret" not in error["message"]


def test_nothing_is_opened_by_making_the_application(tmp_path: Path) -> None:
    create_app(Settings(source="0", database=f"sqlite:///{tmp_path / 'events.db'}"))
    assert list(tmp_path.iterdir()) == []


def test_who_goes_in_the_middle_of_sending_is_no_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/events.db"))

    @app.post("/api/gone")
    async def gone() -> None:
        raise ClientDisconnect

    with TestClient(app, base_url="http://localhost:8480", raise_server_exceptions=False) as client:
        assert shape(client.post("/api/gone"), 400)["code"] == "gone"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
