"""Who is let in: Host, Origin, token, body size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

TOKEN = "a-long-secret-of-the-keeper"


def client(tmp_path: Path, base_url: str, **changes: object) -> TestClient:
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}", **changes)  # type: ignore[arg-type]
    return TestClient(create_app(settings), base_url=base_url)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path, "http://127.0.0.1:8480") as home:
        yield home


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path, "http://192.168.1.5:8480", host="0.0.0.0", token=TOKEN) as lan:
        yield lan


@pytest.mark.parametrize("host", ["localhost", "localhost:8480", "127.0.0.1", "[::1]:8480", "LOCALHOST"])
def test_names_of_this_machine_are_let_in(home: TestClient, host: str) -> None:
    assert home.get("/api/setup", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.1.5", "", "[", "a:b:c"])
def test_other_names_are_refused_on_loopback(home: TestClient, host: str) -> None:
    answer = home.get("/api/setup", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "wrong_host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost"])
@pytest.mark.parametrize("path", ["/api/undo", "/api/match", "/nowhere"])
def test_pages_from_elsewhere_are_refused(home: TestClient, origin: str, path: str) -> None:
    answer = home.post(path, json={}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_origin")


def test_the_page_itself_is_let_in(home: TestClient) -> None:
    answer = home.post("/nowhere", headers={"origin": "http://127.0.0.1:8480"})
    assert answer.status_code == 404


def test_beyond_loopback_a_token_is_required_to_start_at_all() -> None:
    with pytest.raises(ValueError, match="needs a token"):
        Settings(host="0.0.0.0")


@pytest.mark.parametrize("path", ["/", "/api/setup", "/api/stream", "/static/app.js", "/cards/1h.svg"])
def test_without_the_token_nothing_is_shown(lan: TestClient, path: str) -> None:
    answer = lan.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "token_needed")


@pytest.mark.parametrize("given", ["", "wrong", TOKEN[:-1], TOKEN + "x", "é"])
def test_a_wrong_token_is_refused(lan: TestClient, given: str) -> None:
    assert lan.get("/api/setup", params={"token": given}).status_code == 401
    assert lan.get("/api/setup", headers={"authorization": f"Bearer {given}".encode()}).status_code == 401
    assert lan.get("/api/setup", headers={"cookie": f"yakume={given}".encode()}).status_code == 401


def test_the_link_with_the_token_becomes_a_cookie_and_a_clean_address(lan: TestClient) -> None:
    answer = lan.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    assert lan.get("/").status_code == 200


def test_programs_may_send_the_token_as_bearer(lan: TestClient) -> None:
    assert lan.get("/api/setup", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_on_the_network_addresses_are_let_in_and_foreign_names_are_not(lan: TestClient) -> None:
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert lan.get("/api/setup", headers=bearer | {"host": "10.0.0.7:8480"}).status_code == 200
    assert lan.get("/api/setup", headers=bearer | {"host": "rebound.example"}).status_code == 400


def test_a_body_longer_than_the_limit_is_not_read(tmp_path: Path) -> None:
    with client(tmp_path, "http://localhost", upload_limit_bytes=1000) as small:
        told = small.post("/api/read", content=b"x" * 1001)
        streamed = small.post("/api/read", content=iter([b"x" * 600, b"x" * 600]))
        lied = small.post("/api/read", content=b"x", headers={"content-length": "many"})
    for answer in (told, streamed, lied):
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
