"""What the page tells of a tap is in sight, wherever the page was scrolled to."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, start

pytestmark = pytest.mark.browser


def test_a_refusal_is_in_sight_however_far_down_the_page_was_scrolled(page: Any, site: Site) -> None:
    for ruleset, names in (("sannin", ""), ("sudaoshi", "甲乙丙丁戊")):
        start(page, *names, ruleset=ruleset)
        for width, height in ((390, 844), (768, 600), (1280, 500)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            assert page.evaluate("scrollY") > 0
            with page.expect_response("**/api/undo") as answer:
                page.evaluate("async () => (await import('/static/api.js')).command('/api/undo', { seq: 99 })")
            assert answer.value.status == 409
            trouble = page.locator("#head .trouble")
            trouble.wait_for()
            box = trouble.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (ruleset, width)
            page.evaluate("async () => (await import('/static/store.js')).update({ error: null })")
            trouble.wait_for(state="hidden")
        page.set_viewport_size({"width": 1440, "height": 900})


def test_on_a_phone_whose_cards_are_tapped_and_what_follows_stay_in_sight(page: Any, site: Site) -> None:
    start(page)
    page.set_viewport_size({"width": 390, "height": 700})
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    for month in range(3):
        page.locator("dialog .whole").nth(month).click()
    page.get_by_text("できた役をどうしたか、札の下のボタンで選んでください。").wait_for()
    for down in (0, 300, 9999):
        page.evaluate("down => document.querySelector('dialog').scrollTo(0, down)", down)
        for part in (".seats button", ".foot p", ".foot .seal"):
            assert lies_open(page, f"dialog {part}"), (part, down)


def lies_open(page: Any, selector: str) -> bool:
    """True if the first of them is whole in the window, and nothing lies over it."""
    return page.locator(selector).first.evaluate("""part => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const open = (y) => part.contains(document.elementFromPoint((left + right) / 2, y));
        return top >= 0 && bottom <= innerHeight && bottom > top && open(top + 2) && open(bottom - 2);
    }""")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_an_empty_dialog_says_is_in_sight_beside_both_its_buttons(page: Any, site: Site, lang: str) -> None:
    """In English the two buttons stand one above the other, and covered it."""
    start(page, "甲", "乙", ruleset="koikoi")
    page.set_viewport_size({"width": 390, "height": 700})
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a 10a 11a"}])
    page.evaluate("lang => import('/static/store.js').then(({ update }) => update({ lang }))", lang)
    for way in {"ja": ("手で清算する", "役だけで清算する"), "en": ("Settle by tap", "Settle by sets")}[lang]:
        page.keyboard.press("Escape")
        page.get_by_role("button", name={"ja": "宣言", "en": "Declare"}[lang]).first.click()
        page.get_by_role("button", name=way).click()
        page.locator("dialog .foot button:enabled").wait_for()
        for part in ("p", "button:enabled", ".seal"):
            assert lies_open(page, f"dialog .foot {part}"), (way, part)


def test_the_page_stays_where_it_was_once_the_last_question_is_answered(page: Any, site: Site) -> None:
    start(page, *"甲乙丙丁戊", ruleset="hachihachi")
    page.set_viewport_size({"width": 768, "height": 1024})
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
    for name, answer in (("甲", 0), ("乙", 1), ("丙", 0), ("丁", 0)):
        page.locator("#asks .ask", has_text=f"{name}は出ますか？").wait_for()
        with page.expect_response("**/api/answer"):
            page.locator("#asks .answers button").nth(answer).click()
    page.locator("#asks .ask").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "seats"
    assert page.evaluate("scrollY") == 0
