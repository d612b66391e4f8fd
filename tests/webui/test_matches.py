"""Every match can be gone on with: the list, its routes, and the page."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from page_bench import fill_start as start_on_page
from pydantic import TypeAdapter
from yakume.webui import wire
from yakume.webui.settings import Settings

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}


def listed(bench: Any) -> list[tuple[str, str, bool]]:
    found = bench.client.get("/api/matches").json()
    return [(row["players"][0], row["name"], row["deleted"]) for row in found["matches"]]


def test_a_match_that_was_left_can_be_gone_on_with(bench: Any) -> None:
    """A new match hid the old one for good."""
    first = bench.start(players=["a", "b", "c"])["match"]
    bench.book(DEALT)
    second = bench.start(players=["d", "e", "f", "g"], ruleset="hachihachi")["match"]
    assert [row[0] for row in listed(bench)] == ["d", "a"]
    back = bench.post("/api/matches/open", match=first)
    assert back.status_code == 200 and back.json()["players"] == ["a", "b", "c"]
    assert bench.state["match"] == first and bench.state["seq"] == 2
    # Three sit at the table again: the camera looks with their zones.
    assert "seat3" not in bench.worker.watch.layout and "seat2" in bench.worker.watch.layout
    bench.book({"type": "deal_voided.v1"})
    assert bench.post("/api/matches/open", match=second).json()["seq"] == 1


def test_the_match_that_was_open_is_open_after_a_restart(settings: Settings, open_bench: Any) -> None:
    with open_bench(settings) as bench:
        first = bench.start(players=["a", "b", "c"])["match"]
        bench.start(players=["d", "e", "f"])
        bench.post("/api/matches/open", match=first)
    with open_bench(settings) as bench:
        assert bench.state["match"] == first


def test_matches_are_listed_as_they_were_begun_whatever_the_clock_says(
    settings: Settings, open_bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the clock was set back, an old match was shown."""
    with open_bench(settings) as bench:
        bench.start(players=["old", "b", "c"])
        now = time.time
        bench.client.app.state.store._clock = lambda: now() - 86_400
        bench.start(players=["new", "b", "c"])
    with open_bench(settings) as bench:
        assert bench.state["players"][0] == "new"
        assert [row[0] for row in listed(bench)] == ["new", "old"]


def test_a_match_is_named_deleted_and_brought_back(bench: Any) -> None:
    first = bench.start(players=["a", "b", "c"])["match"]
    second = bench.start(players=["d", "e", "f"])["match"]
    client = bench.client
    assert client.post("/api/matches/rename", json={"match": first, "name": " 新年会 "}).status_code == 200
    assert client.post("/api/matches/delete", json={"match": first}).status_code == 200
    assert listed(bench) == [("d", "", False), ("a", "新年会", True)]
    assert bench.post("/api/matches/open", match=first).status_code == 404
    assert client.post("/api/matches/restore", json={"match": first}).status_code == 200
    assert bench.post("/api/matches/open", match=first).status_code == 200
    refused = client.post("/api/matches/delete", json={"match": first})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "match_open")
    assert client.post("/api/matches/delete", json={"match": second}).status_code == 200
    assert client.post("/api/matches/rename", json={"match": "none", "name": ""}).status_code == 404


def test_another_page_cannot_swap_the_match_unseen(bench: Any) -> None:
    first = bench.start()["match"]
    bench.start()
    bench.book(DEALT)
    assert bench.post("/api/matches/open", seq=1, match=first).status_code == 409


def damage(settings: Settings) -> None:
    path = Path(settings.database.removeprefix("sqlite:///"))
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO events SELECT match_id, seq + 1, at_ms, '{' FROM events ORDER BY seq DESC LIMIT 1"
        )
    connection.close()


def test_a_bad_newest_row_costs_that_row(settings: Settings, open_bench: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Every start ended with a traceback."""
    with open_bench(settings) as bench:
        first = bench.start()["match"]
        bench.book(DEALT)
    damage(settings)
    with open_bench(settings) as bench:
        assert bench.state["seq"] == 2 and bench.state["match"] != first
        told = bench.newest("store")
        assert TypeAdapter(wire.Refusal).validate_python(told) == told
        assert told["code"] == "copy_opened" and f"event 3 of match {first} cannot be read" in told["message"]
        bench.book({"type": "deal_voided.v1"})
        assert [row["events"] for row in bench.client.get("/api/matches").json()["matches"]] == [3, 3]
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 1 and "\n" not in lines[0]


@pytest.mark.browser
def test_the_page_goes_back_to_a_match_after_asking(page: Any, site: Any) -> None:
    start_on_page(page, "甲", "乙", "丙")
    site.camera.sees(field="1h 2a 3a 4a 5a 6a")
    page.get_by_text("第1局", exact=True).wait_for()
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog .players input").first.fill("丁")
    page.locator("dialog .first-dealer select").select_option("0")
    page.get_by_role("button", name="始める", exact=True).click()
    # A deal is being played: that is said twice.
    page.get_by_role("button", name="今の対局を離れて始める").click()
    page.locator(".seat h2", has_text="丁").wait_for()
    page.get_by_role("button", name="ほか", exact=True).click()
    page.get_by_role("button", name="対局の一覧").click()
    rows = page.locator("dialog.matches li")
    rows.first.wait_for()
    assert rows.count() == 2
    box = rows.nth(1).locator("input")
    box.fill("新年会")
    with page.expect_response("**/api/matches/rename"):
        box.press("Tab")
    rows.nth(1).get_by_role("button", name="続ける").click()
    page.locator(".seat h2", has_text="甲").wait_for()
    page.locator("dialog").wait_for(state="detached")


@pytest.mark.browser
def test_the_page_deletes_a_match_and_brings_it_back(page: Any, site: Any) -> None:
    start_on_page(page, "甲", "乙", "丙")
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog .first-dealer select").select_option("0")
    page.get_by_role("button", name="始める", exact=True).click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="ほか", exact=True).click()
    page.get_by_role("button", name="対局の一覧").click()
    page.get_by_role("button", name="消す", exact=True).click()
    page.get_by_text("消した対局（1）").click()
    assert page.locator("dialog.matches > .matches > ul > li").count() == 1
    page.get_by_role("button", name="元に戻す").click()
    page.locator("dialog.matches > .matches > ul > li").nth(1).wait_for()


@pytest.mark.browser
def test_the_page_says_that_a_copy_was_opened(settings: Settings, browser: Any, serve: Any, open_bench: Any) -> None:
    from yakume.webui.app import create_app

    with open_bench(settings) as bench:
        bench.start()
        bench.book(DEALT)
    damage(settings)
    from dataclasses import replace

    with serve(create_app(replace(settings, source=None))) as served:
        context = browser.new_context(locale="ja-JP")
        page = context.new_page()
        page.goto(served.url)
        page.locator(".trouble", has_text="写しを開きました").wait_for()
        context.close()
