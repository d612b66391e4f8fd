"""What comes while somebody is in the midst of something takes nothing away: focus, text, place, drag, picked cards."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, fill_start, on_screen, start, until

pytestmark = pytest.mark.browser

POST = (
    "async ([path, body]) => { const { seq } = await (await fetch('/api/state')).json(); return (await fetch("
    "path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, "
    "body: JSON.stringify({ seq, ...body }) })).status }"
)


@pytest.fixture
def another(page: Any, site: Site) -> Any:
    """Books a payment as another page would, and waits until this page shows it: ``another(page)``."""

    def books() -> None:
        rows = page.locator("#book .deals li")
        before = rows.count()
        event = {"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 12, "reason": "茶"}
        assert page.evaluate(POST, ["/api/events", {"events": [event]}]) == 201
        rows.nth(before).wait_for(state="attached")

    return books


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.outerHTML")[:160])


def test_half_picked_cards_scroll_typed_text_and_open_parts_stay_when_others_book(
    page: Any, site: Site, another: Any
) -> None:
    start(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="宣言").click()
    dialog = page.locator("dialog.declare")
    for card in ("1h", "2a", "12c"):
        dialog.locator(f"[data-card='{card}']").first.click()
    dialog.locator("details", has_text="卓の取り決めで払う").locator("summary").click()
    reason = dialog.locator("input[maxlength='60']")
    reason.fill("茶を")
    reason.press("Home")
    down = dialog.evaluate("node => node.scrollTop")
    assert down > 0
    another()
    site.camera.sees(field="1h 2a")
    page.locator(".seen").nth(1).wait_for(state="attached")
    assert dialog.locator("[aria-pressed=true]").count() == 3
    assert dialog.evaluate("node => node.scrollTop") == down
    page.keyboard.type("お")
    assert reason.input_value() == "お茶を"
    assert dialog.locator("details[open]").count() == 1


def test_the_cards_to_choose_from_keep_the_focus_while_cards_are_seen(page: Any, site: Site) -> None:
    start(page)
    page.get_by_role("button", name="札を置く・直す").click()
    page.locator("dialog.pile [data-card='12c']").focus()
    site.camera.sees(field=FIELD)
    page.locator("dialog.pile [data-card='1h'][aria-pressed=true]").wait_for()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.card") == "12b"
    # Another pile is looked at where one was: the choice keeps the focus, and the dialog its place.
    select = page.locator("dialog.pile select")
    select.focus()
    select.select_option("seat0.captures")
    page.locator("dialog.pile [data-card='1h'][aria-pressed=false]").wait_for()
    assert page.locator("dialog.pile select").evaluate("node => node === document.activeElement"), focused(page)


def test_a_question_that_goes_leaves_the_focus_on_the_answer_of_another(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7a 7b 8a 8b 9a 9b", seat2_shown="10a 10b 11h 11a 12a 12b")
    asks = page.locator("#asks .ask")
    asks.nth(1).wait_for()
    asks.last.locator(".answers button").last.focus()
    page.evaluate("document.activeElement.dataset.test = 'here'")
    asks.first.locator(".answers button:not([aria-disabled=true])").first.evaluate("node => node.click()")
    asks.nth(1).wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.test") == "here", focused(page)


def test_a_table_being_set_up_keeps_focus_and_place_at_each_choice(page: Any) -> None:
    page.get_by_role("button", name="ほか").click()
    page.locator("#over").get_by_role("button", name="卓を整える").click()
    dialog = page.locator("dialog.wizard")
    dialog.locator("[name=ruleset]").first.focus()
    page.keyboard.press("Space")
    dialog.locator("[name=ruleset]:checked").wait_for()
    for _ in range(2):
        was = dialog.locator("[name=ruleset]:checked").input_value()
        page.keyboard.press("ArrowDown")
        until(page, f"document.querySelector('[name=ruleset]:checked')?.value !== '{was}'")
        assert page.evaluate("document.activeElement.name") == "ruleset", focused(page)


def test_the_name_of_one_match_is_kept_while_the_next_is_typed(page: Any) -> None:
    fill_start(page, "甲", "乙", "丙")
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog .first-dealer select").select_option("0")
    page.get_by_role("button", name="始める", exact=True).click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="対局の一覧").click()
    names = page.locator("dialog.matches .matches > ul input")
    names.nth(1).fill("春")
    with page.expect_response("**/api/matches/rename"):
        names.nth(0).click()
        page.keyboard.type("夏の")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.keyboard.type("卓")
    assert names.nth(0).input_value() == "夏の卓"
    assert names.nth(1).input_value() == "春"


def test_how_yakume_is_changes_under_the_hand_of_nobody(page: Any) -> None:
    page.get_by_role("button", name="映像あり").click()
    link = page.locator("dialog.health a")
    link.focus()
    page.evaluate("getSelection().selectAllChildren(document.querySelector('dialog.health dt'))")
    for _ in range(2):
        with page.expect_response("**/api/health"):
            pass
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert link.evaluate("node => node === document.activeElement"), focused(page)
    assert page.evaluate("getSelection().toString()") != ""


def test_a_corner_that_is_dragged_goes_on_while_cards_are_seen(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.get_by_role("button", name="卓を合わせる").click()
    svg = page.locator("dialog.layout svg")
    corner = svg.locator(".handle").first
    corner.wait_for()
    x, y = (corner.bounding_box()[side] + 22 for side in "xy")
    before = on_screen(svg, 0, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 10, steps=2)
    site.camera.sees(field=FIELD, seat1_captures="12h 12a")
    page.locator(".seen").nth(7).wait_for(state="attached")
    page.mouse.move(x + 40, y + 20, steps=2)
    page.mouse.up()
    assert on_screen(svg, 0, 0) == before
    assert corner.bounding_box()["x"] + 22 == pytest.approx(x + 40, abs=2)


def test_a_card_that_is_dragged_goes_on_while_cards_are_seen(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD, seat0_captures="11h 11t 12h 12a")
    card = page.locator(".seat[data-seat='0'] .captures [data-card='12a']")
    card.wait_for()
    box = card.bounding_box()
    page.mouse.move(box["x"] + 6, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 30, steps=3)
    # The pile changes under the hand: cards before the one that is held go elsewhere.
    site.camera.sees(field=FIELD, seat0_captures="12h 12a", seat1_captures="11h 11t")
    page.locator(".seat[data-seat='1'] .captures [data-card='11h']").wait_for()
    goal = page.locator(".seat[data-seat='2'] .captures").bounding_box()
    page.mouse.move(goal["x"] + 60, goal["y"] + 20, steps=4)
    page.mouse.up()
    page.locator(".seat[data-seat='2'] .captures [data-card='12a']").wait_for()
    assert page.locator(".held").count() == 0


def take_the_camera_away(page: Any) -> None:
    use = "{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ source: null }) }"
    page.evaluate(f"async () => (await fetch('/api/cameras/use', {use})).status")


def test_a_picture_that_comes_after_its_camera_was_taken_away_is_not_shown(page: Any, site: Site) -> None:
    start(page)
    asked: list[Any] = []
    page.route("**/api/camera/frame.jpg*", lambda route: asked.append(route))  # noqa: PLW0108 (a built-in method takes no wrapper of playwright)
    site.camera.sees(field=FIELD)
    while not asked:
        page.wait_for_timeout(20)
    take_the_camera_away(page)
    page.get_by_text("「宣言」なら押すだけで").wait_for()
    asked[0].fulfill(body=site.camera.picture()[1], content_type="image/jpeg")
    page.wait_for_timeout(500)  # as long as a picture takes
    assert page.locator(".seen").count() == 0
    assert len(asked) == 1


def test_a_page_opened_after_the_camera_was_taken_away_asks_for_no_picture(page: Any, site: Site) -> None:
    start(page)
    with page.expect_request_finished(lambda request: request.url.endswith("frame=20")):
        site.camera.sees(field=FIELD)
    page.locator(".seen").nth(5).wait_for()
    take_the_camera_away(page)
    page.locator(".seen").first.wait_for(state="detached")
    page.get_by_text("「宣言」なら押すだけで").wait_for()
    pictures: list[str] = []
    page.on("request", lambda request: pictures.append(request.url) if "frame.jpg" in request.url else None)
    page.reload()
    page.locator("#table .field [data-card='1h']").wait_for()
    page.wait_for_timeout(500)  # as long as a picture was asked for
    assert pictures == []
