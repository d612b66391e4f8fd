"""What is found afterwards: a forgotten hand yaku, redo on a phone, what a match that is over says, the own hand."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from page_bench import FIELD, Site, start, until
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

HAND = ("7n", "7t", "7a", "8h", "9n", "10n", "12h")
NAV = """() => [...document.querySelectorAll('#head nav button')].filter((each) => each.offsetWidth).map((each) =>
    [each.className.includes('named') ? '' : each.textContent, Math.round(each.getBoundingClientRect().x)])"""
"""Every button of the row that is seen, with its place, px; undo names another thing each time."""


def begin(site: Site) -> None:
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])


def closed(page: Any) -> None:
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_a_hand_yaku_that_was_forgotten_is_added_in_the_history_before_the_end_of_its_deal(
    page: Any, site: Site
) -> None:
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    boxes = page.locator("dialog.points .counts input")
    for at, count in enumerate((100, 88, 76)):
        boxes.nth(at).fill(f"{count}")
    with page.expect_response("**/api/events"):
        page.get_by_role("button", name="この結果を付ける").click()
    page.get_by_text("第2局", exact=True).wait_for()
    before = site.desk.booked()["scores"]
    page.get_by_role("button", name="履歴").click()
    end = page.locator("dialog.history .steps li").first
    end.get_by_role("button", name="正す…").click()
    end.get_by_text("忘れた手役を足す…").click()
    end.locator(".seats button", has_text="南").click()
    end.get_by_role("button", name="立三本").first.click()
    for card in ("7n", "7t", "7a"):
        end.locator(f".deck [data-card='{card}']").first.click()
    end.get_by_role("button", name="この手役を付ける").click()
    expect(end.locator(".outcome")).to_contain_text("南 +")
    assert site.desk.booked()["scores"] == before  # nothing was booked yet
    with page.expect_response("**/api/events"):
        end.get_by_role("button", name="このとおりに直す").click()
    until(page, "document.querySelector('dialog.history')?.innerText.includes('立三本')")
    after = site.desk.booked()["scores"]
    assert after[1] > before[1] and site.desk.booked()["deal"]["number"] == 2


def test_on_a_phone_every_button_keeps_its_place_when_something_is_taken_back(page: Any, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    before = page.evaluate(NAV)
    page.locator("#head button.named").click()
    page.get_by_role("button", name="付け直す").wait_for()
    assert page.evaluate(NAV) == before
    tools = page.locator(".under .tools")
    assert tools.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    page.get_by_role("button", name="ほか").click()
    page.locator("dialog.more").get_by_role("button", name="やり直す：").click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_text("大場", exact=True).wait_for()


def test_a_match_that_is_over_says_why_nothing_is_declared_or_laid_in_it(page: Any, site: Site) -> None:
    card = {"face": "1h", "candidates": [["1h", 0.99]], "quad": [[10, 10], [40, 10], [40, 60], [10, 60]], "score": 0.99}
    read = {"width": 300, "height": 70, "cards": [card], "unread": [], "unknown_deck": False, "ms": {}}
    page.route("**/api/read", lambda route: route.fulfill(json=read))
    start(page)
    begin(site)
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    for at, count in enumerate((100, 88, 76)):
        page.locator("dialog.points .counts input").nth(at).fill(f"{count}")
    page.get_by_role("button", name="この結果を付ける").click()
    page.get_by_text("第2局", exact=True).wait_for()
    site.desk.add(site.desk.seq, [{"type": "match_ended.v1"}])
    page.get_by_text("対局終了", exact=True).first.wait_for()
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog").get_by_text("対局は終わっています。").wait_for()
    closed(page)
    page.get_by_role("button", name="写真を読む").click()
    picture = bytes(cv2.imencode(".png", np.zeros((70, 300, 3)))[1])
    page.locator("#photo-file").set_input_files({"name": "p.png", "mimeType": "image/png", "buffer": picture})
    page.locator("dialog .places").get_by_role("button", name="場札", exact=True).click()
    page.locator("dialog.photo .places").get_by_text("対局は終わっています。").wait_for()


def test_a_hand_yaku_is_announced_on_the_phone_that_named_it(page: Any, site: Site) -> None:
    start(page)
    begin(site)
    page.goto(f"{site.url}hand?seat=1")
    page.get_by_role("button", name="札を選ぶ").click()
    for card in HAND:
        page.locator(f".deck [data-card='{card}']").first.click()
    announce = page.get_by_role("button", name="この手役を付ける").first
    announce.wait_for()
    page.get_by_role("button", name="いくらになる？").wait_for()
    assert "追い込まれた時は" not in page.locator("#hand").inner_text()
    announce.click()
    announce.wait_for(state="detached")
    assert site.desk.booked()["scores"][1] > 0
    # Nothing is offered that cannot be answered.
    assert page.get_by_role("button", name="いくらになる？").count() == 0
