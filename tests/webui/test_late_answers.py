"""Where yakume answers late, what is shown is what can be told and booked, and nothing that was chosen goes."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, late, start

pytestmark = pytest.mark.browser

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
TALLY = "**/api/tally"


def piles(page: Any, site: Site, *months: int) -> None:
    """Open the dialog of piles and give these months to the first player."""
    start(page)
    site.desk.add(1, [DEALT])
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    for month in months:
        page.locator("dialog .whole").nth(month - 1).click()


def test_a_set_that_was_called_is_gone_before_the_answer_comes(page: Any, site: Site) -> None:
    piles(page, site, 1, 2, 3, 6, 7, 10)
    row = page.locator("dialog .made li", has_text="東")
    row.get_by_role("button", name="赤短").click()
    answer = late(page, TALLY)
    row.get_by_role("button", name="下げ").click()
    page.locator("dialog .told li").wait_for()
    assert page.locator("dialog .told li").all_inner_texts() == ["東：猪鹿蝶で下げ\n×"]
    assert page.locator("dialog .made li", has_text="猪鹿蝶").count() == 0
    # What is left can be called at once, and who fed it stays chosen when the answer comes.
    row = page.locator("dialog .made li", has_text="赤短")
    row.get_by_label("取らせた人（法度）").select_option("南")
    answer()
    row.get_by_role("button", name="上がり").click()
    assert "取らせたのは南" in page.locator("dialog .told li").nth(1).inner_text()


def test_who_fed_a_set_and_what_is_left_out_stay_when_a_card_makes_another(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    piles(page, site, 1, 2, 3, 6, 7)
    row = page.locator("dialog .made li", has_text="赤短")
    row.get_by_label("取らせた人（法度）").select_option("西")
    page.locator("dialog .whole").nth(9).click()
    row = page.locator("dialog .made li", has_text="猪鹿蝶")
    expect(row.get_by_label("取らせた人（法度）")).to_have_value("2")
    row.get_by_role("button", name="猪鹿蝶").click()
    page.locator("dialog .whole").nth(8).click()
    row = page.locator("dialog .made li", has_text="青短")
    row.wait_for()
    pressed = row.locator("[aria-pressed='true']").all_inner_texts()
    assert "赤短" in pressed and "青短" in pressed and "猪鹿蝶" not in pressed
    row.get_by_role("button", name="下げ").click()
    # The next call is nobody's fault until somebody says so, and all that is left is chosen.
    row = page.locator("dialog .made li", has_text="猪鹿蝶")
    expect(row.get_by_label("取らせた人（法度）")).to_have_value("")
    row.get_by_role("button", name="上がり").click()
    expect(page.locator("dialog .told li").nth(1)).to_have_text("東：上がり×")


def test_a_set_that_was_left_out_can_be_called_once_it_is_the_only_one(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    piles(page, site, 1, 2, 3, 6, 7, 10)
    page.locator("dialog .made li", has_text="猪鹿蝶").get_by_role("button", name="赤短").click()
    page.locator("dialog button[data-card='10n']").click()
    row = page.locator("dialog .made li")
    expect(row.locator("b")).to_have_text("東：赤短")
    row.get_by_role("button", name="上がり").click()
    expect(page.locator("dialog .told li")).to_have_text("東：上がり×")


def test_an_end_is_booked_as_it_was_answered_to_what_is_shown(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    piles(page, site, 1, 2, 3, 6, 7, 10)
    page.locator("dialog .made li").get_by_role("button", name="上がり").click()
    book = page.get_by_role("button", name="この結果を付ける")
    expect(book).to_be_enabled()
    answer = late(page, TALLY)
    page.locator("dialog .told button").click()
    expect(book).to_be_disabled()
    answer()
    expect(page.locator("dialog .told li")).to_have_count(0)


def test_a_correction_is_booked_as_it_was_answered_to_what_is_pressed(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    start(page)
    site.desk.add(1, [DEALT])
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="履歴", exact=True).click()
    page.locator("dialog.history [data-step='1'] .mend button").first.click()
    page.locator("dialog .mending").get_by_role("button", name="胴は南").click()
    apply = page.get_by_role("button", name="このとおりに直す")
    expect(apply).to_be_enabled()
    with page.expect_request("**/api/*/**") as asked:
        page.locator("dialog .mending").get_by_role("button", name="胴は西").click()
    answer = late(page, asked.value.url)
    page.locator("dialog .mending").get_by_role("button", name="胴は南").click()
    expect(apply).to_be_disabled()
    answer()
    expect(apply).to_be_enabled()
