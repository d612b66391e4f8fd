"""What was typed of a deal and is not booked yet: there again after a reload, gone once the deal is over."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, start, until

pytestmark = pytest.mark.browser

DRAFTS = "Object.keys(sessionStorage).filter((key) => key.startsWith('draft')).length"


def begin(site: Site) -> None:
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])


def open_points(page: Any) -> Any:
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    return page.locator("dialog.points .counts input")


def test_typed_points_are_there_again_after_a_reload_until_the_deal_is_over(page: Any, site: Site) -> None:
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    boxes = open_points(page)
    for at, count in enumerate((100, 88, 76)):
        boxes.nth(at).fill(f"{count}")
    page.get_by_role("radio", name="西").click()
    page.get_by_role("button", name="赤短", exact=True).click()
    page.get_by_role("button", name="上がり", exact=True).click()
    page.locator("dialog .told li", has_text="西：赤短で上がり").wait_for()
    page.locator("dialog summary", has_text="カスが").click()
    boxes.nth(5).fill("17")
    until(page, "Object.values(sessionStorage).some((kept) => kept.includes('17'))")
    page.reload()
    boxes = open_points(page)
    boxes.nth(5).wait_for()
    assert [boxes.nth(at).input_value() for at in range(6)] == ["100", "88", "76", "", "", "17"]
    page.locator("dialog .told li", has_text="西：赤短で上がり").wait_for()
    boxes.nth(5).fill("")
    with page.expect_response("**/api/events"):
        page.get_by_role("button", name="この結果を付ける").click()
    page.get_by_text("第2局", exact=True).wait_for()
    until(page, f"{DRAFTS} === 0")


def test_what_was_picked_is_there_again_after_back(page: Any, site: Site) -> None:
    def declaring() -> None:
        page.get_by_role("button", name="宣言").click()
        page.locator("dialog.declare").wait_for()

    def back() -> None:
        page.go_back()
        page.locator("dialog").wait_for(state="detached")

    def picked() -> list[str]:
        chosen: list[str] = page.locator("dialog .deck [aria-pressed=true]").evaluate_all(
            "all => all.map((each) => each.dataset.card)"
        )
        return chosen

    start(page)
    declaring()
    for card in ("1h", "2a"):
        page.locator(f"dialog .deck [data-card='{card}']").click()
    back()
    declaring()
    assert picked() == ["1h", "2a"]
    # A field is there after a reload, too, as what is typed is.
    page.reload()
    declaring()
    assert picked() == ["1h", "2a"]
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    # A hand yaku, and the rule behind a word in between; a payment by hand.
    declaring()
    page.locator("dialog .seats button", has_text="南").click()
    page.locator("dialog .choices button", has_text="立三本").first.click()
    page.locator("dialog .deck [data-card='7n']").first.click()
    page.locator("dialog summary", has_text="卓の取り決めで払う").click()
    page.locator("dialog input[type=number]").first.fill("7")
    back()
    declaring()
    assert picked()[:1] == ["7n"] and page.locator("dialog input[type=number]").first.input_value() == "7"
    page.get_by_role("button", name="閉じる").click()
    page.locator("dialog").wait_for(state="detached")
    # What was begun of a new match.
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog [name=player]").first.fill("お藤")
    back()
    page.get_by_role("button", name="対局を始める").click()
    assert page.locator("dialog [name=player]").first.input_value() == "お藤"
    back()
    # On a log that has gone on, it is told anew.
    site.desk.undo(site.desk.seq)
    page.get_by_text("場は未定").wait_for()
    declaring()
    assert picked() == []


def test_drafts_of_a_deal_that_was_taken_back_are_forgotten(page: Any, site: Site) -> None:
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    open_points(page).nth(0).fill("12")
    until(page, f"{DRAFTS} === 1")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    site.desk.undo(site.desk.seq)
    until(page, f"{DRAFTS} === 0")
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    boxes = open_points(page)
    boxes.nth(0).wait_for()
    assert boxes.nth(0).input_value() == ""
