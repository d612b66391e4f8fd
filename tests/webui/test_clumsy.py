"""Clumsy people: back in a dialog, two tablets at one table, a name without a space, a phone on its side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from page_bench import start
from page_walk import OUTSIDE
from yakume.engine import from_json
from yakume.webui.app import create_app

pytestmark = pytest.mark.browser

LONG = "W" * 24
FIELD = "1h 2n 3h 4n 5n 6n"


class Tablets:
    """A table without a camera, and pages that look at it."""

    def __init__(self, browser: Any, url: str, desk: Any) -> None:
        self.browser, self.url, self.desk = browser, url, desk

    def page(self, width: int = 820, height: int = 1180) -> Any:
        size = {"width": width, "height": height}
        page = self.browser.new_context(locale="ja-JP", viewport=size, reduced_motion="reduce").new_page()
        page.goto(self.url)
        page.locator(".seat").first.wait_for()
        return page

    def book(self, *events: dict[str, Any]) -> None:
        self.desk.book(self.desk.seq, [from_json(event) for event in events])

    def deal(self) -> None:
        self.book({"type": "deal_started.v1", "dealer": self.desk.match().dealer, "field": FIELD})


@pytest.fixture
def tablets(browser: Any, settings: Any, serve: Any) -> Iterator[Tablets]:
    app = create_app(replace(settings, source=None))
    with serve(app) as served:
        app.state.desk.start(0, "sannin", ("東", LONG, "西"), 0, {})
        yield Tablets(browser, served.url, app.state.desk)
        for context in browser.contexts:
            context.close()


def declare(page: Any) -> None:
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog.declare").wait_for()


def test_back_closes_a_dialog_instead_of_leaving_the_table(tablets: Tablets) -> None:
    page = tablets.page()
    here = page.url
    for name in ("宣言", "写真を読む"):
        page.get_by_role("button", name=name).click()
        page.locator("dialog[open]").wait_for()
        page.go_back()
        page.locator("dialog").wait_for(state="detached")
        assert page.url == here and page.locator(".seat").count() == 3
    # A dialog that was closed by hand costs no second dialog.
    declare(page)
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    declare(page)
    page.go_back()
    page.locator("dialog").wait_for(state="detached")
    assert page.url == here


def test_what_is_declared_on_a_page_that_was_overtaken_is_not_booked_and_the_newest_state_is_shown(
    tablets: Tablets,
) -> None:
    page = tablets.page()
    declare(page)
    cards = page.locator("dialog .deck button")
    for at in range(6):
        cards.nth(4 * at).click()
    tablets.deal()
    seq = tablets.desk.seq
    page.locator("#head .deal", has_text="第1局").wait_for()
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator("dialog .trouble", has_text="その間に記録が進みました").wait_for()
    page.get_by_role("heading", name="手役を言う").wait_for()
    assert page.get_by_role("button", name="この場札で局を始める").count() == 0
    assert tablets.desk.seq == seq


@pytest.mark.parametrize("way", ["手で清算する", "札点と役で清算する"])
def test_a_deal_that_was_settled_elsewhere_does_not_settle_the_next(tablets: Tablets, way: str) -> None:
    tablets.deal()
    page = tablets.page()
    declare(page)
    page.get_by_role("button", name=way).click()
    book = page.get_by_role("button", name="この結果を付ける")
    if way == "手で清算する":
        piles = page.locator("dialog .seats [role=radio]")
        for month in range(12):
            piles.nth(month % 3).click()
            page.locator("dialog .whole").nth(month).click()
    else:
        for at, points in enumerate((90, 90, 84)):
            page.locator("dialog input[type=number]").nth(at).fill(str(points))
    page.locator("dialog .seal:enabled").wait_for()
    tablets.book({"type": "points_counted.v1", "points": [100, 80, 84]})
    tablets.deal()
    page.get_by_text("第2局", exact=True).wait_for(state="attached")
    seq = tablets.desk.seq
    book.click()
    page.locator(".trouble", has_text="この局はもう清算済みか、取り消されています。").wait_for()
    page.locator("dialog").wait_for(state="detached")
    assert tablets.desk.seq == seq and tablets.desk.match().deal.number == 2


def test_nobody_holds_the_blank_card_before_it_is_said(page: Any) -> None:
    start(page, *"甲乙丙丁戊己庚", ruleset="sudaoshi")
    declare(page)
    cards = page.locator("dialog .deck button")
    for at in range(6):
        cards.nth(4 * at).click()
    begin = page.get_by_role("button", name="この場札で局を始める")
    assert begin.is_disabled()
    page.get_by_text("白札は絵のない予備の札です。").wait_for()
    page.get_by_text("白札が誰に来たか選んでください。").wait_for()
    page.get_by_label("白札は").select_option("丙")
    assert begin.is_enabled()
    page.get_by_text("白札が誰に来たか選んでください。").wait_for(state="detached")


def test_a_long_name_keeps_to_every_dialog_on_the_smallest_phone(tablets: Tablets) -> None:
    tablets.deal()
    tablets.book({"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "7n 7t 7a"})
    page = tablets.page(320, 568)
    found = {"table": page.evaluate(OUTSIDE)}
    ways = {
        **{name: (name,) for name in ("宣言", "写真を読む", "対局を始める", "ほか")},
        "履歴": ("ほか", "履歴"),
        "一覧": ("ほか", "対局の一覧"),
        "成績": ("ほか", "対局の一覧", "成績"),
        "手で清算する": ("宣言", "手で清算する"),
        "札点と役で清算する": ("宣言", "札点と役で清算する"),
        "局の終わり": ("局の終わり",),
        "卓を整える": ("ほか", "卓を整える"),
    }
    for view, buttons in ways.items():
        for name in buttons:
            page.locator("dialog[open], #head, #flow").get_by_role("button", name=name, exact=True).last.click()
            page.locator("dialog[open]").wait_for()
        page.evaluate("document.querySelectorAll('dialog details').forEach(each => { each.open = true })")
        page.wait_for_timeout(200)
        found[view] = page.evaluate(OUTSIDE)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    assert {view: out for view, out in found.items() if out} == {}


def test_without_a_camera_its_place_leaves_room_on_a_phone_on_its_side_and_undo_shows_whole_lines(
    tablets: Tablets,
) -> None:
    tablets.deal()
    for width, height in ((844, 390), (390, 844), (1440, 900)):
        page = tablets.page(width, height)
        veil = page.locator(".veil").bounding_box()
        assert veil["height"] < 150
        assert page.locator(".veil").evaluate("veil => veil.scrollHeight <= veil.clientHeight")
        lines = page.locator("#head .named").evaluate(
            """button => { const style = getComputedStyle(button);
               const inner = button.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
               return [inner / parseFloat(style.lineHeight), parseFloat(style.paddingBottom)]; }"""
        )
        assert lines[0] % 1 < 0.05 and lines[1] == 0, lines


def test_a_double_tap_is_one_command_and_alarms_nobody(tablets: Tablets) -> None:
    page = tablets.page()
    declare(page)
    for at in range(6):
        page.locator("dialog .deck button").nth(4 * at).click()
    page.get_by_role("button", name="この場札で局を始める").dblclick()
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_timeout(800)
    assert tablets.desk.match().deal is not None and page.locator("[role=alert]:visible").count() == 0
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.get_by_role("button", name="札点と役で清算する").click()
    boxes = page.locator("dialog .counts").first.locator("input")
    boxes.nth(2).wait_for()
    for box, points in zip(boxes.all(), (100, 88, 76), strict=True):
        box.fill(str(points))
    settle = page.get_by_role("button", name="この結果を付ける")
    settle.dblclick()
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_timeout(800)
    assert tablets.desk.match().scores == (23, 0, -24)  # 12 × 2, and who deals next puts 1 on the table (H3-NEXT-02)
    assert page.locator("[role=alert]:visible").count() == 0
