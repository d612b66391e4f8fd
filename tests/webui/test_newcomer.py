"""Somebody who has never seen the page, with a phone: from the first start to a deal that is booked and understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from page_bench import until
from page_walk import OUTSIDE, foreign
from yakume.webui.app import create_app

pytestmark = pytest.mark.browser

WORDS = {
    "ja": {
        "no_game": "ゲームを選んでください。",
        "draw": "札を引いて決める",
        "first": "が最初の親です。",
        "lay": "場札を押して入れる",
        "begin": "この場札で局を始める",
        "declare": "宣言",
        "yaku": "立三本 3貫",
        "paid": "東 −6貫、南 +12貫、西 −6貫",
        "announce": "この手役を付ける",
        "end": "局の終わり",
        "tally": "手で清算する",
        "call": "上がり",
        "book": "この結果を付ける",
        "second": "第2局",
        "arithmetic": "赤短 7貫×2（大場）＝14貫",
        "why": "同じ月の3枚で",
    },
    "en": {
        "no_game": "Choose a game.",
        "draw": "Draw for it",
        "first": "deals first.",
        "lay": "Tap the field cards",
        "begin": "Begin the deal with this field",
        "declare": "Declare",
        "yaku": "special three of a month 3 kan",
        "paid": "East −6 kan, South +12 kan, West −6 kan",
        "announce": "Book this hand yaku",
        "end": "End of deal",
        "tally": "Settle by tap",
        "call": "ending with the set",
        "book": "Book this result",
        "second": "Deal 2",
        "arithmetic": "Red ribbons: 7 kan × 2 (large field) = 14 kan",
        "why": "of one month",
    },
}
IN_SIGHT = """node => { const box = node.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.width > 0
    && node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_newcomer_with_a_phone_gets_from_the_first_start_to_a_booked_deal(
    browser: Any, settings: Any, serve: Any, lang: str
) -> None:
    says = WORDS[lang]
    app = create_app(replace(settings, source=None))
    with serve(app) as served:
        context = browser.new_context(
            locale={"ja": "ja-JP", "en": "en-GB"}[lang],
            viewport={"width": 390, "height": 844},
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(served.url)
        walk(page, says, app.state.desk.match)
        context.close()


def walk(page: Any, says: dict[str, str], match: Callable[[], Any]) -> None:
    def well() -> None:
        """Everything on the screen is within it, and in the page's language."""
        assert page.evaluate(OUTSIDE) == [] and foreign(page) == []

    def button(word: str) -> Any:
        return page.get_by_role("button", name=says[word], exact=True)

    def closed() -> None:
        page.locator("dialog").wait_for(state="detached")

    # The game: none is chosen for them, and who goes on without one is told where they look.
    forward = page.locator("dialog .actions .next")
    page.locator("dialog .choice").first.wait_for()
    assert page.locator("dialog .choice :checked").count() == 0
    forward.tap()
    asked = page.get_by_text(says["no_game"])
    asked.wait_for()
    assert asked.evaluate(IN_SIGHT)
    well()
    page.locator("dialog .choice", has=page.locator("[value=sannin]")).tap()
    page.locator("dialog :checked[value=sannin]").wait_for()
    forward.tap()
    button("draw").tap()
    page.locator("dialog .drawn", has_text=says["first"]).wait_for()
    well()
    # Who is drawn stays, under the name of now.
    drawn = page.locator("dialog [name=dealer]:checked").count()
    page.locator("dialog [name=player]").first.press_sequentially("・")
    assert page.locator("dialog .drawn").inner_text() == ""
    assert page.locator("dialog [name=dealer]:checked").count() == drawn == 1
    page.locator("dialog [name=player]").first.press("Backspace")
    forward.tap()
    page.locator("dialog.wizard .step-camera").wait_for()
    well()
    # Without a camera there is nothing to fit: the deck comes next, and the camera before it.
    forward.tap()
    page.locator("dialog .summary").wait_for()
    page.locator("dialog .actions .quiet").tap()
    page.locator("dialog.wizard .step-camera").wait_for()
    forward.tap()
    page.locator("dialog .summary").wait_for()
    well()
    page.locator("dialog .actions .seal").tap()
    closed()
    # The first deal: what to do next stands there, with its button.
    page.locator(".seat").nth(2).wait_for()
    assert button("lay").evaluate(IN_SIGHT)
    well()
    button("lay").tap()
    cards = page.locator("dialog .deck button")
    cards.nth(47).wait_for()
    for at in range(6):
        cards.nth(4 * at).tap()
    button("begin").tap()
    closed()
    # A hand yaku: what it pays is seen before it is booked.
    button("declare").tap()
    page.locator("dialog .seats button").nth(1).tap()
    button("yaku").tap()
    for card in ("7n", "7t", "7b"):
        page.locator(f"dialog .part .deck button[data-card='{card}']:visible").first.tap()
    page.get_by_text(says["paid"]).wait_for()
    well()
    button("announce").tap()
    closed()
    # The end of the deal: nothing there reads as an error, and both ways lead on.
    button("end").tap()
    page.locator("dialog.ended .actions button").first.wait_for()
    assert page.locator("dialog.ended .actions button:not(.quiet)").count() == 2
    well()
    button("tally").tap()
    piles = page.locator("dialog .seats [role=radio]")
    piles.first.wait_for()
    for month in range(12):
        if month in (3, 8):
            piles.nth(1 if month == 3 else 2).tap()
        page.locator("dialog .whole").nth(month).tap()
    page.locator("dialog .made button", has_text=says["call"]).first.tap()
    page.get_by_text(says["arithmetic"]).first.wait_for()
    well()
    before = match().scores
    page.locator("dialog .seal:enabled").wait_for()
    button("book").tap()
    closed()
    page.get_by_text(says["second"], exact=True).wait_for()
    until(page, "document.querySelectorAll('#book li').length >= 4")
    assert match().scores != before and sum(match().scores) + match().on_table == 0
    # Each payment has its arithmetic, and its rule one tap away.
    page.locator("#book .rule", has_text="H3-TEYAKU-02").first.tap()
    page.locator("dialog.rule .sentence", has_text=says["why"]).wait_for()
    well()
    page.keyboard.press("Escape")
    closed()
    well()
