"""A match is begun although something was typed wrongly first: what is wrong is said, wherever it stands."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import Site, start, until
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_what_keeps_a_match_from_beginning_is_said_and_a_folded_rule_is_unfolded(page: Any, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="対局を始める").click()
    form = page.locator("dialog.start form")
    begin = form.get_by_role("button", name="始める", exact=True)
    begin.click()
    form.get_by_role("alert").get_by_text("ゲームを選んでください。").wait_for()
    form.locator("[name=ruleset]").select_option("hachihachi")
    names = form.locator("[name=player]")
    free = [name.get_attribute("placeholder") for name in names.all()]
    assert free == [None] * 3 + ["空いたままでよい"] * 3
    form.locator("[name=ruleset]").select_option("koikoi")
    for typed, why in (("　", "1番席の名前を入れてください。"), ("太郎 ", "「太郎」が二人います。")):
        for seat, name in enumerate((typed, "太郎")):
            names.nth(seat).fill(name)
        form.locator(".first-dealer select").select_option("0")
        begin.click()
        form.get_by_role("alert").get_by_text(why).wait_for()
    names.nth(0).fill("花子")
    form.locator("summary").click()
    deals = form.locator("[data-key=deals]")
    for wrong in ("0", "", "1000"):
        deals.fill(wrong)
        form.locator("summary").click()
        assert deals.is_hidden()
        begin.click()
        form.get_by_role("alert").get_by_text("1から999までの整数を入れてください。").wait_for()
        for told in (deals, form.get_by_role("alert")):
            expect(told).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.activeElement.dataset.key") == "deals"
    # As it was typed it stands there after a reload, and is told as well.
    page.reload()
    page.get_by_role("button", name="対局を始める").click()
    assert deals.is_hidden()
    begin.click()
    form.get_by_role("alert").get_by_text("1から999までの整数を入れてください。").wait_for()
    deals.fill("3")
    begin.click()
    form.wait_for(state="detached")
    assert site.desk.match().players == ("花子", "太郎") and site.desk.match().options["deals"] == 3


def test_the_steps_take_a_number_of_ones_own_refuse_none_and_forget_the_match_that_was_begun(
    page: Any, site: Site
) -> None:
    page.get_by_role("button", name="卓を整える").click()
    steps = page.locator("dialog.wizard")
    steps.locator(".choice", has=page.locator("[value=koikoi]")).click()
    steps.locator(".step summary").click()
    deals = steps.locator("[data-key=deals]")
    deals.fill("0")
    steps.locator(".step summary").click()
    for way in ("カメラなしですぐ始める", "次へ"):
        steps.get_by_role("button", name=way).click()
        steps.get_by_role("alert").get_by_text("1から999までの整数を入れてください。").wait_for()
        assert deals.is_visible()
    deals.fill("5")
    steps.get_by_role("button", name="カメラなしですぐ始める").click()
    steps.wait_for(state="detached")
    assert site.desk.match().options["deals"] == 5
    start(page, "花子", "太郎", "次郎")
    until(page, "document.querySelectorAll('.seat').length === 3")
    page.reload()
    page.get_by_role("button", name="ほか", exact=True).click()
    page.get_by_role("button", name="卓を整える").click()
    steps.locator(".steps button", has_text="席").click()
    steps.locator("[name=player]").nth(2).wait_for()
    assert [name.input_value() for name in steps.locator("[name=player]").all()] == ["花子", "太郎", "次郎"]
