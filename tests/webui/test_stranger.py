"""What helps who is at the table for the first time: whose turn it is, how one plays, what a word takes, few taps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from page_bench import FIELD, Site, start
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

PHONE = {"width": 390, "height": 844}
TURNS = "東から反時計回りに、手札を1枚出し、続けて山札を1枚めくります。"


@pytest.fixture
def by_tap(browser: Any, settings: Settings, serve: Any) -> Iterator[Any]:
    """The page on a phone at a table that no camera sees."""
    with serve(create_app(replace(settings, source=None))) as served:
        context = browser.new_context(locale="ja-JP", viewport=PHONE, reduced_motion="reduce")
        page = context.new_page()
        page.goto(served.url)
        page.locator("dialog.wizard .choice").first.wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        yield page
        context.close()


def top(node: Any) -> float:
    return float(node.bounding_box()["y"])


@pytest.mark.browser
def test_on_a_phone_what_is_asked_stands_between_the_picture_and_its_tools(page: Any, site: Site) -> None:
    page.set_viewport_size(PHONE)
    start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
    site.camera.sees(field=FIELD)
    asked = page.locator("#asks .ask", has_text="甲は出ますか？")
    asked.wait_for()
    picture = page.locator(".frame").bounding_box()
    assert picture["width"] == PHONE["width"] and picture["height"] > 200
    assert (
        picture["y"] + picture["height"] <= top(asked) < top(page.locator(".under .tools")) < top(page.locator("#flow"))
    )


@pytest.mark.browser
def test_whose_turn_it_is_stands_above_everything_on_a_phone_as_soon_as_it_is_known(page: Any, site: Site) -> None:
    page.set_viewport_size(PHONE)
    start(page)
    assert page.locator("#strip [data-turn]").count() == 0
    site.camera.sees(field=FIELD)
    page.locator("#strip [data-turn] b", has_text="東").wait_for()
    page.locator(".seat[data-seat='0'] .turn:visible").wait_for()
    # How a turn goes is told until somebody has played one.
    page.locator("#next", has_text=TURNS).wait_for()
    learn = page.locator("#next a:visible", has_text="5分で覚える")
    assert learn.get_attribute("href") == "/learn?game=sannin"
    site.camera.sees(field="1h 3a 4a 5a 6a 7a", seat0_captures="2t 2a")
    page.locator("#strip [data-turn] b", has_text="南").wait_for()
    assert page.locator("#next").is_hidden()
    # A player's own phone says it, too.
    page.goto(f"{site.url}hand?seat=1")
    page.get_by_text("あなたの番です。").wait_for()
    site.camera.sees(field="1h 4a 5a 6a", seat0_captures="2t 2a", seat1_captures="3t 3a 7b 7a")
    page.get_by_text("西の番です。").wait_for()


def test_nobody_has_a_turn_where_nobody_follows_the_play(bench: Any, settings: Settings, open_bench: Any) -> None:
    bench.start()
    assert bench.newest("table")["turn"] is None
    bench.sees(field=FIELD)
    assert bench.newest("table")["turn"] == 0
    database = settings.database.replace("events", "blind")
    with open_bench(replace(settings, source=None, database=database)) as blind:
        blind.start()
        blind.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
        assert blind.newest("table")["turn"] is None
        told = blind.state["deal"]["turns"]
        assert told["ja"].startswith(TURNS) and told["en"].startswith("East begins, then counter-clockwise:")
        blind.book({"type": "deal_voided.v1"}, {"type": "deal_started.v1", "dealer": 0, "field": FIELD})
        assert blind.state["deal"]["turns"] is not None


@pytest.mark.browser
def test_a_deal_by_tap_needs_no_more_of_its_field_than_the_lights(by_tap: Any) -> None:
    page = by_tap
    start(page)
    page.get_by_role("button", name="場札を押して入れる").click()
    begin = page.get_by_role("button", name="この場札で局を始める")
    assert begin.is_disabled()
    page.get_by_text("場札は光札だけ入れる").click()
    page.locator("dialog .deck button[data-card='1h']").click()
    begin.click()
    page.locator(".rate", has_text="大場").wait_for()
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.get_by_role("button", name="札点と役で清算する").click()
    boxes = page.locator("dialog input[type=number]")
    for at, points in enumerate((100, 90, 74)):  # each is waited for
        boxes.nth(at).fill(f"{points}")
    page.get_by_role("button", name="この結果を付ける").click()
    page.get_by_text("第2局", exact=True).wait_for()
    # Of three players the sheet fits a phone.
    page.goto(page.get_by_role("link", name="記入式").evaluate("link => link.href"))
    assert page.locator(".wide").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_camera_that_comes_later_asks_for_the_rest_of_a_field_and_follows_the_deal_then(bench: Any) -> None:
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h", "partly": True})
    bench.sees(field=FIELD)
    table = bench.newest("table")
    (question,) = table["questions"]
    assert question["ja"] == "場札にはほかに2a 3a 4a 5a 6aがありましたか。"
    assert question["en"] == "Did 2a 3a 4a 5a 6a lie on the field at the start, too?"
    assert table["turn"] is None and table["health"]["id"] == "lost"
    assert bench.post("/api/answer", question=question["id"], answer="fix").status_code == 200
    bench.sees(field=FIELD)
    assert bench.newest("table")["turn"] == 0 and bench.newest("table")["health"]["id"] == "on thread"


@pytest.mark.browser
def test_where_a_camera_looks_the_whole_field_is_asked_for(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog .deck button").nth(47).wait_for()
    assert page.get_by_text("場札は光札だけ入れる").count() == 0


@pytest.mark.browser
def test_a_deal_without_rates_begins_without_its_field_and_its_end_says_how_it_was_told(by_tap: Any) -> None:
    page = by_tap
    start(page, ruleset="koikoi")
    page.get_by_role("button", name="場札を押して入れる").click()
    page.get_by_text("場札は入れない").click()
    page.get_by_role("button", name="この場札で局を始める").click()
    page.get_by_role("button", name="一つ戻す：第1局（場札なし）").wait_for()
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.get_by_role("button", name="役だけで清算する").click()
    page.get_by_role("button", name="誰も役なし").click()
    page.get_by_role("button", name="この結果を付ける").click()
    page.locator("#book .why", has_text="札を見ずに、申告のとおりに清算しています。").wait_for()
    page.get_by_role("button", name="一つ戻す：第1局を役だけで清算").wait_for()


@pytest.mark.browser
def test_a_hand_yaku_says_what_it_takes_once_it_is_chosen_and_its_button_stays_in_sight(by_tap: Any) -> None:
    page = by_tap
    start(page)
    page.get_by_role("button", name="場札を押して入れる").click()
    for card in FIELD.split():
        page.locator(f"dialog .deck button[data-card='{card}']").click()
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog .seats button").nth(1).click()
    page.get_by_role("button", name="赤 2貫").click()
    page.get_by_text("赤：短冊が2枚以上で、残りはカスです。").wait_for()
    announce = page.get_by_role("button", name="この手役を付ける")
    assert top(announce) + announce.bounding_box()["height"] <= PHONE["height"]
    page.get_by_role("button", name="赤 2貫").click()
    page.get_by_text("赤：短冊が2枚以上で、残りはカスです。").wait_for(state="detached")


@pytest.mark.browser
def test_the_caption_of_a_recording_scrolls_away_with_the_page(page: Any) -> None:
    assert page.evaluate("document.querySelector('#top #caption')") is None


@pytest.mark.browser
def test_one_line_of_the_ledger_names_who_pays_alike_and_nobody_twice(page: Any, site: Site) -> None:
    start(page)
    for payer in (0, 2, 0):
        tea = {"type": "house_payment.v1", "payer": payer, "payee": 1, "mon": 12, "reason": "茶"}
        site.desk.add(site.desk.seq, [tea])
    page.locator(".seat[data-seat='1'] .score", has_text="+3貫").wait_for()
    assert page.locator("#book li .who").all_inner_texts() == ["東・西 から 南 へ", "東 から 南 へ"]
    assert page.locator("#book li .amount").all_inner_texts() == ["各1貫", "1貫"]
