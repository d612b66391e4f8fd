"""Whatever is seen and not booked says why: what was taken back, and captures that lie there though no deal runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from page_bench import start
from yakume.webui.app import create_app

FIELD = "1h 2a 3a 4a 5a 6a"
RED = ["1t", "2t", "3t"]


def problems(bench: Any) -> list[str]:
    return [each["ja"] for each in bench.newest("table")["problems"]]


def test_captures_without_a_deal_say_so_where_no_camera_looks(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, source=None)) as bench:
        bench.start()
        bench.post("/api/photo", place="field", faces=["1h", "2k", "3k", "4k", "5k"])
        bench.post("/api/photo", place="seat0.captures", faces=RED)
        # 赤短 lies there complete, and pays nothing: it is said why, and what to do.
        assert [row["rule"] for row in bench.newest("table")["seats"][0]["yaku"] if row["state"] == "done"] == [
            "H3-DEKI-05"
        ]
        (told,) = problems(bench)
        assert "取り札3枚" in told and "最初の場札" in told
        for card in FIELD.split():
            bench.post("/api/cards/place", card=card, to="field")
        assert (bench.state["phase"], problems(bench)) == ("teyaku", [])


def test_the_captures_of_a_deal_that_was_settled_need_no_word(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, source=None)) as bench:
        bench.start()
        bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
        bench.post("/api/photo", place="seat0.captures", faces=[*RED, "1h", "2k", "3k"])
        (asked,) = bench.newest("table")["questions"]
        bench.post("/api/answer", question=asked["id"], answer="agari")
        assert (bench.state["phase"], problems(bench)) == ("ready", [])


@pytest.mark.parametrize(
    ("ruleset", "seats", "more"), [("hachiju", 4, ""), ("sudaoshi", 4, ""), ("koikoi", 2, " 7a 9a")]
)
def test_a_field_that_lies_is_laid_while_bids_are_asked(bench: Any, ruleset: str, seats: int, more: str) -> None:
    bench.start(ruleset=ruleset, players=[f"P{seat}" for seat in range(seats)])
    bench.sees(field=FIELD + more)
    assert bench.newest("table")["rate"]["multiplier"] == "1"


@pytest.mark.browser
def test_what_was_taken_back_is_offered_until_something_else_is_booked(page: Any, site: Any) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator(".seat[data-seat='1'] .score", has_text="+12貫").wait_for()
    page.get_by_role("button", name="一つ戻す：南の立三本").click()
    offer = page.locator("#offer", has_text="取り消した「南の立三本」は、自動では付け直しません。")
    offer.wait_for()
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    offer.get_by_role("button", name="付け直す").click()
    page.locator(".seat[data-seat='1'] .score", has_text="+12貫").wait_for()
    offer.wait_for(state="hidden")


@pytest.mark.parametrize(("game", "players"), [("koikoi", 2), ("hachiju", 4)])
def test_a_field_of_four_of_a_month_says_that_the_cards_are_dealt_again(bench: Any, game: str, players: int) -> None:
    rest = {"koikoi": "2n 3h 4n 5n", "hachiju": "2n 3h"}[game]
    bench.start(ruleset=game, players=["い", "ろ", "は", "に"][:players])
    assert bench.state["redealt"] is None
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": f"1h 1t 1a 1b {rest}"})
    assert bench.state["phase"] == "ready"
    assert bench.state["redealt"]["ja"] == "場に同じ月の札が4枚出たら、配り直します。"
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": f"1h 1t 1a 12a {rest}"})
    assert bench.state["redealt"] is None and bench.state["phase"] != "ready"


@pytest.mark.browser
def test_without_a_camera_the_next_step_stays_where_a_field_was_refused_or_taken_back(
    browser: Any, settings: Any, serve: Any
) -> None:
    with serve(create_app(replace(settings, source=None))) as served:
        page = browser.new_page(locale="ja-JP")
        page.goto(served.url)
        page.locator("dialog.wizard").wait_for()
        page.keyboard.press("Escape")
        start(page, "い", "ろ", ruleset="koikoi")
        step = page.locator("#next")
        step.get_by_role("button", name="場札を押して入れる").wait_for()
        page.evaluate(
            """import('/static/api.js').then(({ command }) => command('/api/events', { events: [
                { type: 'deal_started.v1', dealer: 0, field: '1h 1t 1a 1b 2n 3h 4n 5n' }] }))"""
        )
        step.get_by_text("場に同じ月の札が4枚出たら、配り直します。").wait_for()
        page.locator("#head button.named").click()
        page.get_by_role("button", name="やり直す").first.wait_for()
        assert "4枚出たら" not in step.inner_text()
        assert step.get_by_role("button", name="場札を押して入れる").is_visible()
        page.close()


@pytest.mark.browser
def test_without_a_camera_a_bid_is_asked_in_one_place(browser: Any, settings: Any, serve: Any) -> None:
    with serve(create_app(replace(settings, source=None))) as served:
        page = browser.new_page(locale="ja-JP")
        page.goto(served.url)
        page.locator("dialog.wizard").wait_for()
        page.keyboard.press("Escape")
        start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
        page.evaluate(
            """import('/static/api.js').then(({ command }) => command('/api/events', { events: [
                { type: 'deal_started.v1', dealer: 0, field: '1h 2a 3a 4a 5a 6a' }] }))"""
        )
        page.locator("#asks .ask", has_text="甲は？").wait_for()
        page.locator("#next").wait_for(state="hidden")
        page.close()
