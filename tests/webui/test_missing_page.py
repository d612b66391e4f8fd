"""A deal that is missing is told on the page: from the history or from the question, by keys and on a phone; one that
was never played is taken out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_bench import FIELD, Site, start
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def type_points(page: Any, *points: int) -> None:
    for at, count in enumerate(points):
        page.locator("dialog.points .counts input").nth(at).fill(str(count))


def settle_by_points(page: Any, *points: int) -> None:
    """The running deal, or the one that is told, settled by typed points."""
    page.get_by_role("button", name="札点と役で清算する").click()
    type_points(page, *points)
    page.get_by_role("button", name="この結果を付ける").click()
    page.locator("dialog").wait_for(state="detached")


def declared(page: Any) -> None:
    page.get_by_role("button", name="宣言", exact=True).first.click()
    page.locator("dialog.declare").wait_for()


def tap_field(page: Any, cards: str = FIELD) -> None:
    for card in cards.split():
        page.locator(f"dialog .deck [data-card='{card}']").first.click()


def play_by_points(page: Any, *points: int) -> None:
    """A whole deal by tap."""
    declared(page)
    tap_field(page)
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator("dialog").wait_for(state="detached")
    declared(page)
    settle_by_points(page, *points)


def scores(page: Any) -> list[str]:
    return [re.sub(r"\s", "", each) for each in page.locator(".seat .score").all_text_contents()]


def open_history(page: Any) -> None:
    page.get_by_role("button", name="履歴", exact=True).first.click()
    page.locator("dialog.history").wait_for()


def test_a_missing_deal_is_told_from_the_history_shown_before_put_in_and_undone(page: Any, site: Site) -> None:
    start(page)
    play_by_points(page, 100, 82, 82)
    play_by_points(page, 82, 100, 82)
    before = scores(page)
    open_history(page)
    page.locator("dialog.history details", has_text="第2局").get_by_role(
        "button", name="この前に抜けた一局を入れる"
    ).click()
    page.get_by_role("heading", name="抜けた第2局").wait_for()
    # Nobody knows the whole field any more, but a light lay there.
    tap_field(page, "1h")
    page.get_by_label("ほかの場札は覚えていない").check()
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator("dialog.declare .told li").wait_for()
    # What was told is there again after a reload.
    page.reload()
    open_history(page)
    page.locator("dialog.history details", has_text="第2局").get_by_role(
        "button", name="この前に抜けた一局を入れる"
    ).click()
    page.locator("dialog.declare .told li").wait_for()
    page.get_by_role("button", name="札点と役で清算する").click()
    page.get_by_role("heading", name="抜けた第2局　札点と役で清算する").wait_for()
    type_points(page, 82, 82, 100)
    page.locator("dialog.points [role=status]", has_text="こうなります").wait_for()
    page.get_by_role("button", name="この結果を付ける").click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".seat .score").first.wait_for()
    assert scores(page) != before
    open_history(page)
    page.locator("dialog").get_by_role("button", name="一つ戻す：抜けた第2局").click()
    page.locator("dialog").get_by_role("button", name="やり直す：抜けた第2局").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert scores(page) == before


def test_it_is_told_by_keys_on_a_phone_in_english_too(page: Any, site: Site) -> None:
    start(page)
    play_by_points(page, 100, 82, 82)
    page.locator("nav button[lang='en']").evaluate("button => button.click()")
    page.locator("html[lang='en']").wait_for()
    page.get_by_role("button", name="History", exact=True).first.click()
    page.locator("dialog.history").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    button = page.get_by_role("button", name="A deal is missing before it")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="The missing deal 1").wait_for()
    assert page.locator("dialog h3").all_inner_texts() == ["Field"]
    # Who dealt decides what may be said: the dialog is drawn anew with the answer, and what was ticked meanwhile stays.
    answers: list[Any] = []

    def hold(route: Any) -> None:
        answers.append(route)

    page.route("**/api/missing", hold)
    page.locator("dialog select").first.select_option("1")
    switch = page.get_by_label("the rest of the field is not known")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    before = switch.element_handle()
    answers[0].continue_()
    page.unroute("**/api/missing")
    before.wait_for_element_state("hidden")
    expect(switch).to_be_checked()
    begin = page.get_by_role("button", name="Begin the deal with this field")
    expect(begin).to_be_enabled()
    begin.focus()
    expect(begin).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("dialog.declare .told li").wait_for()
    assert page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
    page.get_by_role("button", name="Settle by tap").focus()
    page.keyboard.press("Enter")
    page.locator("dialog.tally").wait_for()
    # Back leads to what is told, and from there to the history.
    page.keyboard.press("Escape")
    page.locator("dialog.declare .told li").wait_for()
    page.locator("dialog.declare .told button").click()
    page.locator("dialog.declare .told li").wait_for(state="detached")
    page.keyboard.press("Escape")
    page.locator("dialog.history").wait_for()


def test_the_question_about_an_unseen_deal_leads_there_also_when_it_is_answered_late(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    declared(page)
    settle_by_points(page, 100, 82, 82)
    site.camera.sees()
    site.camera.now_ms += 60_000
    site.camera.sees(field="2n 4a 6t 7a 10t 11a")
    page.locator(".ask", has_text="見えないうちに終わった局がありましたか").wait_for()
    declared(page)
    settle_by_points(page, 82, 100, 82)
    page.get_by_role("button", name="あった。その局を入れる").click()
    page.get_by_role("heading", name="抜けた第2局").wait_for()
    tap_field(page, "3t 5n 8a 9t 12a 2a")
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator("dialog.declare .told li").wait_for()
    settle_by_points(page, 82, 82, 100)
    page.locator(".ask", has_text="見えないうちに終わった局").wait_for(state="detached")
    assert site.desk.match().played == 3


def test_a_deal_that_was_never_played_is_taken_out_whole(page: Any, site: Site) -> None:
    start(page)
    play_by_points(page, 100, 82, 82)
    before = scores(page)
    play_by_points(page, 82, 82, 100)
    open_history(page)
    step = page.locator("dialog.history details", has_text="第2局").locator("li", has_text="第2局の場札")
    step.get_by_role("button", name="正す").click()
    page.get_by_role("button", name="この局は打たなかった").click()
    page.get_by_role("button", name="このとおりに直す").click()
    page.locator("dialog").get_by_role("button", name="一つ戻す：なかった第2局").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert scores(page) == before
