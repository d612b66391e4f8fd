"""Words that a newcomer does not know say what they mean where they stand; and a field that is full says so."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, fill_start, start
from playwright.sync_api import expect
from yakume.webui.worker import CameraStatus

pytestmark = pytest.mark.browser


def lay_field(page: Any, site: Site) -> None:
    deal = {"type": "deal_started.v1", "dealer": 0, "field": "1t 3b 5n 8a 9t 12a"}
    assert page.request.post(f"{site.url}api/events", data={"seq": 1, "events": [deal]}).ok


def test_the_places_at_the_table_and_who_dropped_out_are_explained_by_a_tap(page: Any, site: Site) -> None:
    start(page, "甲", "乙", "丙", "丁", "戊", ruleset="hachihachi")
    lay_field(page, site)
    page.locator("#asks .answers button", has_text="降りる").click()
    page.get_by_role("button", name="降りた").click()
    page.locator("dialog.rule", has_text="降り賃").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    for name in "乙丙丁":
        # A second tap on the same answer would be one with the first.
        page.locator("#asks", has_text=f"{name}").get_by_role("button", name="出る").click()
    page.get_by_role("button", name="ビキ", exact=True).press("Enter")
    page.locator("dialog.rule code, dialog.rule .rule, dialog.rule", has_text="その次がビキ").first.wait_for()
    assert page.locator("dialog.rule").inner_text().count("COM-SEAT-01")


def test_what_playing_unseen_means_is_told_where_it_is_chosen(page: Any, site: Site) -> None:
    start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="規則を読む（H88-MIZU-02）").click()
    page.locator("dialog.rule", has_text="みずてん").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("checkbox", name="みずてん")).not_to_be_checked()


def test_who_plays_on_is_marked_with_a_word_that_explains_itself(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_captures="1t 1b 2t 2a")
    site.camera.sees(field=FIELD, seat1_captures="1t 1b 2t 2a 3t 3a")
    page.get_by_role("button", name="下げ", exact=True).click()
    page.locator("[data-seat='1']").get_by_role("button", name="下げ", exact=True).click()
    page.locator("dialog.rule", has_text="下げ").wait_for()
    assert "H3-SAGE-0" in page.locator("dialog.rule").inner_text()


@pytest.mark.parametrize(("ruleset", "names", "offered"), [("sudaoshi", "甲乙丙", 0), ("sannin", "甲乙丙", 1)])
def test_cancelling_a_play_on_is_offered_only_where_the_game_has_it(
    page: Any, site: Site, ruleset: str, names: str, offered: int
) -> None:
    start(page, *names, ruleset=ruleset)
    lay_field(page, site)
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    page.locator("dialog.tally .foot").wait_for()
    assert page.locator("dialog.tally summary", has_text="ほかの出来事").count() == offered


def test_a_name_that_is_longer_than_can_be_says_so_while_it_is_typed(page: Any, site: Site) -> None:
    fill_start(page)
    for opens, field in (("対局を始める", "input[name=player]"), ("卓を整える", "input[name=player]")):
        if opens == "卓を整える":
            page.get_by_role("button", name="ほか").click()
        page.get_by_role("button", name=opens).last.click()
        if opens == "卓を整える":
            page.get_by_role("button", name="次へ").click()
        name = page.locator(f"dialog {field}").first
        name.fill("あ" * 23)
        assert page.locator("dialog .full").count() == 0
        name.press("End")
        name.press_sequentially("いう")
        page.locator("dialog .full", has_text="24字まで").wait_for()
        assert name.input_value() == "あ" * 23 + "い"
        name.press("Backspace")
        page.locator("dialog .full").wait_for(state="detached")
        page.keyboard.press("Escape")


def test_what_comes_next_stands_above_what_was_taken_back(page: Any, site: Site) -> None:
    start(page)
    site.camera.on_status(CameraStatus("off"))
    lay_field(page, site)
    page.get_by_role("button", name="一つ戻す").first.click()
    page.locator("#offer:visible").wait_for()
    boxes = [page.locator(part).bounding_box() for part in ("#next", "#offer")]
    assert boxes[0]["y"] < boxes[1]["y"]
