"""What was typed of a deal and is not booked yet: there again after a reload, gone once the deal is over."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, start, until

pytestmark = pytest.mark.browser

DRAFTS = "Object.keys(localStorage).filter((key) => key.startsWith('draft')).length"


def begin(site: Site) -> None:
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])


def open_points(page: Any) -> Any:
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    return page.locator("dialog.points .counts input")


def type_points(page: Any) -> Any:
    """Card points typed for everybody, as they are in play; the boxes."""
    page.get_by_text("大場", exact=True).wait_for()
    boxes = open_points(page)
    for at, count in enumerate((100, 88, 76)):
        boxes.nth(at).fill(f"{count}")
    return boxes


def test_typed_points_are_there_again_after_a_reload_until_the_deal_is_over(page: Any, site: Site) -> None:
    start(page)
    begin(site)
    boxes = type_points(page)
    page.get_by_role("radio", name="西").click()
    page.get_by_role("button", name="赤短", exact=True).click()
    page.get_by_role("button", name="上がり", exact=True).click()
    page.locator("dialog .told li", has_text="西：赤短で上がり").wait_for()
    page.locator("dialog summary", has_text="カスが").click()
    boxes.nth(5).fill("17")
    until(page, "Object.values(localStorage).some((kept) => kept.includes('17'))")
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


PILES = {0: "1 2 3 4", 1: "5 6 7 8", 2: "9 10 11 12"}
"""Whole months in each pile."""


def declaring(page: Any) -> Any:
    page.get_by_role("button", name="宣言").click()
    dialog = page.locator("dialog.declare")
    dialog.wait_for()
    return dialog


def closed(page: Any) -> None:
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def open_tally(page: Any) -> Any:
    declaring(page).get_by_role("button", name="手で清算する").click()
    dialog = page.locator("dialog.tally")
    dialog.locator(".seats button").first.wait_for()
    return dialog


def counted(dialog: Any) -> list[str]:
    return [words.split()[-1] for words in dialog.locator(".seats button").all_inner_texts()]


def deal_out(dialog: Any, piles: dict[int, str]) -> None:
    for seat, months in piles.items():
        dialog.locator(".seats button").nth(seat).click()
        for month in months.split():
            dialog.get_by_role("button", name=f"{month}月の残りを入れる", exact=True).click()


def test_what_was_picked_for_one_match_is_not_there_in_another(page: Any) -> None:
    start(page, ruleset="koikoi")
    declaring(page)
    for card in ("1h", "2a", "3a"):
        page.locator(f"dialog .deck [data-card='{card}']").click()
    closed(page)
    for ruleset, unseen, names in (("hachihachi", 1, "東南西北"), ("sannin", 0, "東南西")):
        start(page, *names, ruleset=ruleset)
        dialog = declaring(page)
        assert dialog.locator("[aria-pressed=true]").count() == 0
        assert "あと6枚" in dialog.inner_text()
        assert dialog.locator(".switch").count() == unseen, dialog.inner_text()
        closed(page)


def test_half_dealt_piles_are_there_after_the_browser_was_closed_until_they_are_booked(
    page: Any, site: Site, browser: Any
) -> None:
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    deal_out(open_tally(page), {0: "1 2", 1: "5"})
    until(page, f"{DRAFTS} === 1")
    # What a browser keeps when it is closed, and no more.
    kept = page.context.storage_state()
    context = browser.new_context(locale="ja-JP", storage_state=kept, reduced_motion="reduce")
    later = context.new_page()
    later.goto(site.url)
    later.get_by_text("大場", exact=True).wait_for()
    assert counted(open_tally(later)) == ["8枚", "4枚", "0枚"]
    # Another device settles it, and takes that back: what it told counts, not what lay here before.
    dialog = page.locator("dialog.tally")
    deal_out(dialog, {0: "3 4", 1: "6 7 8", 2: "9 10 11 12"})
    settle(page, dialog)
    later.get_by_text("第2局", exact=True).wait_for()
    until(later, f"{DRAFTS} === 0")
    context.close()
    stale = browser.new_context(locale="ja-JP", storage_state=kept, reduced_motion="reduce")
    site.desk.undo(site.desk.seq)
    again = stale.new_page()
    again.goto(site.url)
    again.get_by_text("大場", exact=True).wait_for()
    assert counted(open_tally(again)) == ["16枚", "16枚", "16枚"]
    stale.close()


def settle(page: Any, dialog: Any) -> None:
    """Call what the piles hold, and book the end."""
    book = page.get_by_role("button", name="この結果を付ける")
    for _ in range(6):
        page.wait_for_timeout(300)
        if book.is_enabled():
            break
        nobody = dialog.locator(".foot .actions button").first
        if nobody.is_visible():
            nobody.click()
        else:
            dialog.locator(".made").get_by_role("button", name="上がり").first.click()
    book.click()
    page.locator("dialog").wait_for(state="detached")


def test_a_settlement_that_was_taken_back_is_proposed_when_the_deal_is_settled_anew(page: Any, site: Site) -> None:
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    dialog = open_tally(page)
    deal_out(dialog, PILES)
    settle(page, dialog)
    page.get_by_text("第2局", exact=True).wait_for()
    scores = site.desk.booked()["scores"]
    page.locator("#head button.named").click()
    page.get_by_text("大場", exact=True).wait_for()
    # A hand yaku that was forgotten, and then nothing but the end.
    hand = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "7n 7t 7a"}
    site.desk.add(site.desk.seq, [hand])
    page.get_by_role("button", name="局の終わり").first.click()
    page.locator("dialog").get_by_role("button", name="手で清算する").click()
    dialog = page.locator("dialog.tally")
    dialog.locator(".seats button").first.wait_for()
    assert counted(dialog) == ["16枚", "16枚", "16枚"]
    settle(page, dialog)
    page.get_by_text("第2局", exact=True).wait_for()
    assert site.desk.booked()["scores"] != scores


def test_counted_points_that_were_taken_back_are_proposed_again(page: Any, site: Site) -> None:
    start(page)
    begin(site)
    type_points(page)
    with page.expect_response("**/api/events"):
        page.get_by_role("button", name="この結果を付ける").click()
    page.get_by_text("第2局", exact=True).wait_for()
    page.locator("#head button.named").click()
    page.get_by_text("大場", exact=True).wait_for()
    boxes = open_points(page)
    boxes.nth(0).wait_for()
    assert [boxes.nth(at).input_value() for at in range(3)] == ["100", "88", "76"]
