"""The page's dialogs in a real browser: they fit the screen, say what went wrong, and lose nothing by it."""

from __future__ import annotations

import json
import time
from typing import Any

import cv2
import numpy as np
import pytest
from page_bench import DEALS, FIELD, Site, late, on_screen, place, start
from yakume.engine.errors import Sentence
from yakume.webui.errors import refusal
from yakume.webui.worker import CameraStatus

pytestmark = pytest.mark.browser

PICTURE = {
    "name": "p.png",
    "mimeType": "image/png",
    "buffer": bytes(cv2.imencode(".png", np.zeros((70, 300, 3)))[1]),
}


def in_english(page: Any) -> None:
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="日本語").wait_for()


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)], ids=str)
def test_every_dialog_fits_the_screen_and_gives_the_focus_back(
    page: Any, site: Site, width: int, height: int, lang: str
) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.locator(".seen").nth(5).wait_for()
    if lang == "en":
        in_english(page)
    page.set_viewport_size({"width": width, "height": height})
    words = {
        "ja": ("札を置く・直す", "卓を合わせる", "札を覚えさせる", "学習用に残す", "写真を読む", "対局を始める"),
        "en": (
            "Put cards right",
            "Fit the table",
            "Enroll your deck",
            "Keep for training",
            "Read a photo",
            "Start a match",
        ),
    }[lang]
    openers = [page.get_by_role("button", name=name, exact=True) for name in words]
    dialog = page.locator("dialog")
    for button in [*openers, page.locator(".seen").first]:
        button.focus()
        page.keyboard.press("Enter")
        dialog.wait_for()
        for summary in dialog.locator("form summary").all():
            summary.click()
        box = dialog.bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        dialog.evaluate("dialog => dialog.scrollTo(0, dialog.scrollHeight)")
        last = dialog.locator("button:visible").last.bounding_box()
        assert last["y"] + last["height"] <= height
        sizes = dialog.locator("button:visible, select:visible, summary:visible").evaluate_all(
            "nodes => nodes.map(node => [node.textContent, node.getBoundingClientRect()])"
            ".map(([text, { width, height }]) => [text, width, height])"
        )
        assert [each for each in sizes if width < 600 and min(each[1:]) < 39.9] == []
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        assert button.evaluate("node => node === document.activeElement")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_refused_card_says_why_in_the_dialog_and_keeps_what_was_fitted(page: Any, site: Site, lang: str) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.locator(".seen").nth(5).wait_for()
    if lang == "en":
        in_english(page)

    def as_if_late(route: Any) -> None:
        route.continue_(post_data=json.dumps(route.request.post_data_json | {"seq": 0}))

    page.route("**/api/cards/add", as_if_late)
    page.get_by_role("button", name={"ja": "札を足す", "en": "Add a card"}[lang]).click()
    page.mouse.click(*on_screen(page.locator(".frame .overlay"), 700, 500))
    moon = page.locator("dialog .deck button", has=page.locator("img[src='/cards/8h.svg']"))
    moon.click()
    said = {"ja": "その間に記録が進みました", "en": "The log has moved on meanwhile"}[lang]
    page.locator("dialog .trouble", has_text=said).wait_for()
    assert page.locator("#head .trouble").is_hidden()
    page.unroute("**/api/cards/add")
    moon.click()
    page.locator("dialog").wait_for(state="detached")
    name = {"ja": "芒に月", "en": "pampas grass with full moon"}[lang]
    page.locator(f".seen[aria-label='{name}']").wait_for()


def test_what_was_refused_in_one_dialog_is_not_told_in_the_next(page: Any) -> None:
    start(page)
    error = {"error": refusal("broken_image", "the picture is damaged", "")}
    page.route("**/api/read", lambda route: route.fulfill(status=422, json=error))
    page.get_by_role("button", name="写真を読む").click()
    page.locator("#photo-file").set_input_files(PICTURE)
    page.locator("dialog .trouble", has_text="写真が壊れていて読めません").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="写真を読む").click()
    page.locator("dialog[open]").wait_for()
    assert page.locator(".trouble:visible").count() == 0


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_refusal_of_the_rules_says_why_with_its_rule_in_the_language_of_the_page(page: Any, lang: str) -> None:
    start(page)
    if lang == "en":
        page.get_by_role("button", name="English").click()
    page.evaluate(
        """async () => {
            const { command } = await import('/static/api.js');
            const book = (event) => command('/api/events', { events: [event] });
            await book({ type: 'deal_started.v1', dealer: 0, field: '1h 2n 3t 4t 5n 6a' });
            await book({ type: 'card_played.v1', seat: 1, card: '1t', takes: '1h' });
        }"""
    )
    said = {
        "ja": ("南の番ではありません。今は東の番です。", "手番では手札を1枚打ち"),
        "en": ("South cannot play, it is the turn of East.", "A turn is one card"),
    }
    trouble = page.locator("#head .trouble")
    for words in said[lang]:
        trouble.get_by_text(words).wait_for()
    assert trouble.locator("details").is_hidden()
    trouble.get_by_role("button", name="COM-TURN-01").click()
    page.locator("dialog .sentence").wait_for()


def test_the_table_can_be_fitted_and_saved_after_the_camera_went(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.locator(".seen").nth(5).wait_for()
    page.get_by_role("button", name="卓を合わせる").click()
    page.locator("dialog .handle").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    site.camera.on_status(CameraStatus("lost", Sentence("cannot open camera 0"), 1))
    page.get_by_text("見えているのは最後の映像です").wait_for()
    advice = page.locator(".veil span")
    assert advice.inner_text() == "線と電源を確かめてください。見つかればすぐ続けます。 点数はそのままです。"
    assert page.locator(".veil p").is_hidden()
    page.get_by_role("button", name="これで使う").click()
    page.locator("dialog").wait_for(state="detached")
    assert "corners" in site.layout.read_text()


def test_a_layout_that_cannot_be_written_is_told_and_can_be_tried_again(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.locator(".seen").nth(5).wait_for()
    site.layout.mkdir()
    page.get_by_role("button", name="卓を合わせる").click()
    page.locator("dialog .handle").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="これで使う").click()
    page.locator("dialog .trouble", has_text="卓の形を書き込めません。前のままにしてあります。").wait_for()
    site.layout.rmdir()
    page.get_by_role("button", name="これで使う").click()
    page.locator("dialog").wait_for(state="detached")
    assert site.layout.exists()


def test_a_card_is_added_by_keyboard_and_escape_gives_that_up(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.locator(".seen").nth(5).wait_for()
    add = page.get_by_role("button", name="札を足す")
    add.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="やめる").wait_for()
    page.keyboard.press("Escape")
    add.wait_for()
    page.keyboard.press("Enter")
    page.locator(".seen").first.focus()
    page.keyboard.press("Enter")
    page.locator("dialog .outline").focus()
    for _ in range(8):
        page.keyboard.press("Shift+ArrowDown")
    inside = page.locator("dialog .outline").evaluate(
        "node => { const [a, b] = [node, node.ownerSVGElement].map((each) => each.getBoundingClientRect());"
        " return a.top >= b.top && a.bottom <= b.bottom }"
    )
    assert inside
    page.locator("dialog .deck button", has=page.locator("img[alt='芒に月']")).click()
    page.locator(".seen[aria-label='芒に月']").wait_for()
    added = [each for each in site.desk._corrections.seen.cards if each.track < 0]
    assert added[0].quad[0][0] == place(0)[0][0]
    assert added[0].quad[0][1] > place(0)[0][1] + 40


def test_after_an_answer_the_focus_goes_on_to_what_came_of_it(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(seat0_captures="1t 2t 3t 1a 2b 3b")
    page.get_by_role("button", name="上がり").focus()
    page.locator("button:focus:not([aria-disabled=true])").wait_for()  # once it can have been read
    page.keyboard.press("Enter")
    page.get_by_role("button", name="いいえ（山札から、または免除）", exact=True).focus()  # what is asked next
    page.locator("button:focus:not([aria-disabled=true])").wait_for()
    page.keyboard.press("Enter")
    page.locator("#asks").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == "seats"


def test_cards_in_a_question_are_named(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7a 7b 8a 8b 9a 9b")
    page.get_by_text("南の手役は？（萩のカス・萩のカス・芒のカス・芒のカス・菊のカス・菊のカス）").wait_for()


def test_too_few_cards_for_a_field_are_told_and_six_are_shown_without_a_camera(page: Any) -> None:
    def card(face: str, x: int) -> dict[str, Any]:
        return {"face": face, "candidates": [[face, 0.99]], "quad": [[x, 10], [x + 30, 10], [x + 30, 60], [x, 60]]}

    start(page)
    read: dict[str, Any] = {"width": 300, "height": 70, "ms": {}, "cards": [], "unread": [], "unknown_deck": False}
    page.route("**/api/read", lambda route: route.fulfill(json=read))
    page.get_by_role("button", name="写真を読む").click()
    page.locator("#photo-file").set_input_files(PICTURE)
    page.get_by_text("札が見つかりませんでした。").wait_for()
    faces = ("1h", "2k", "3k", "4k", "5k", "6k")
    read["cards"] = [card(face, 40 * at) for at, face in enumerate(faces[:5])]
    page.locator("#photo-file").set_input_files(PICTURE)
    use = page.locator("dialog .places").get_by_role("button", name="場札", exact=True)
    use.click()
    page.get_by_text("（今は5枚）").wait_for()
    read["cards"] = [card(face, 40 * at) for at, face in enumerate(faces)]
    page.locator("#photo-file").set_input_files(PICTURE)
    page.locator("dialog .found li").nth(5).wait_for()
    assert page.get_by_text("（今は5枚）").count() == 0
    use.click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".field .card").nth(5).wait_for()
    assert page.locator(".field .label").inner_text() == "場札 6枚"
    # The deal has begun: to put its field right it must be taken back.
    page.get_by_role("button", name="写真を読む").click()
    read["cards"] = [card(face, 40 * at) for at, face in enumerate((*faces[:5], "11h"))]
    page.locator("#photo-file").set_input_files(PICTURE)
    page.locator("dialog .found li").nth(5).wait_for()
    use.click()
    page.get_by_text("この局はもう始まっていて、場は変わりません。").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="一つ戻す").click()
    page.get_by_text("場は未定").wait_for()
    page.get_by_role("button", name="写真を読む").click()
    page.locator("#photo-file").set_input_files(PICTURE)
    page.locator("dialog .found li").nth(5).wait_for()
    use.click()
    page.get_by_text("絶場", exact=True).wait_for()


def test_two_pages_show_the_same_and_a_hidden_one_leaves_its_connections_to_others(page: Any, site: Site) -> None:
    def hide(hidden: bool) -> None:
        page.evaluate(
            "(hidden) => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
            " document.dispatchEvent(new Event('visibilitychange')) }",
            hidden,
        )

    def streams(count: int) -> bool:
        deadline = time.monotonic() + 10
        while len(site.desk.hub._waiting) != count and time.monotonic() < deadline:
            time.sleep(0.05)
        return len(site.desk.hub._waiting) == count

    other = page.context.new_page()
    other.goto(site.url)
    assert streams(4)
    hide(True)
    assert streams(2)
    start(other, "お藤", "次郎", "ミツ")
    assert page.locator(".seat").count() == 0
    hide(False)
    page.locator(".seat h2", has_text="次郎").wait_for()
    assert streams(4)
    assert page.locator("#head .trouble").is_hidden()


def test_a_match_that_runs_is_not_ended_without_a_word(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="対局を始める").click()
    page.get_by_text("今の対局も一覧に残ります").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_a_dialog_that_says_late_that_it_was_closed_leaves_the_next_one_open(page: Any) -> None:
    page.get_by_role("button", name="対局を始める").click()
    first = page.locator("dialog").element_handle()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog").wait_for()
    first.evaluate("dialog => dialog.dispatchEvent(new Event('close'))")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator("dialog").count() == 1


def test_an_answer_that_comes_late_leaves_the_next_dialog_open(page: Any) -> None:
    held: list[Any] = []
    page.route("**/api/match", lambda route: held.append(route))  # noqa: PLW0108  # playwright marks what it is given
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog [name=ruleset]").select_option("sannin")
    page.locator("dialog .first-dealer select").select_option("0")
    page.get_by_role("button", name="始める", exact=True).click()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="写真を読む").click()
    page.locator("dialog.photo").wait_for()
    with page.expect_response("**/api/match"):
        held[0].continue_()
    page.locator(".seat").first.wait_for()
    page.evaluate("() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 100))")
    assert page.locator("dialog.photo").count() == 1


def test_the_form_names_the_winds_in_the_language_of_the_page(page: Any) -> None:
    in_english(page)
    page.get_by_role("button", name="Start a match").click()
    # No game is chosen before somebody chooses one, and without one nothing begins.
    page.get_by_role("button", name="Start", exact=True).click()
    assert page.locator("dialog [name=ruleset]:invalid").count() == 1
    page.locator("dialog [name=ruleset]").select_option("sannin")
    page.locator("dialog .players input").nth(2).wait_for()
    assert [box.input_value() for box in page.locator("dialog .players input").all()] == ["East", "South", "West"]


def test_who_is_called_by_a_wind_is_called_so_in_the_language_of_the_page(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    start(page, "東", "花子", "西")
    site.camera.sees(field=FIELD)
    site.camera.sees(seat0_captures="1t 2t 3t 1a 2b 3b")
    page.get_by_text("東に赤短ができました。").wait_for()
    in_english(page)
    names = page.locator(".seat h2")
    expect(names).to_have_text(["East", "花子", "West"])
    page.get_by_text("East has red ribbons.").wait_for()
    page.get_by_role("button", name="日本語").click()
    expect(names).to_have_text(["東", "花子", "西"])


def test_the_wizard_draws_for_the_first_dealer(page: Any) -> None:
    page.locator("#welcome").get_by_role("button", name="卓を整える").click()
    page.locator("dialog [value=sannin]").check()
    page.locator("dialog .steps button", has_text="席").click()
    page.get_by_role("button", name="札を引いて決める").click()
    told = page.locator("dialog .drawn p").last
    told.get_by_text("が最初の親です。").wait_for()
    drawn = told.inner_text().removesuffix("が最初の親です。")
    seat = page.locator("dialog .round li[data-seat]:has([name=dealer]:checked) [name=player]")
    assert seat.input_value() == drawn


def test_the_head_says_when_the_match_is_over(page: Any) -> None:
    start(page)
    page.get_by_text("第1局", exact=True).wait_for()
    page.evaluate(
        "import('/static/store.js').then(({ state, update }) => update({ booked: { ...state.booked, phase: 'over' } }))"
    )
    page.get_by_text("対局終了", exact=True).wait_for()


@pytest.mark.parametrize("path", ["**/api/events", "**/api/history"], ids=["booking", "list"])
def test_what_was_closed_is_not_opened_again_by_a_late_answer(page: Any, site: Site, path: str) -> None:
    start(page)
    site.desk.add(1, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="履歴", exact=True).click()
    page.locator("dialog.history [data-step='1'] .mend button").first.click()
    page.locator("dialog .mending").get_by_role("button", name="胴は南").click()
    page.locator("dialog .outcome", has_text="こうなります").wait_for()
    answer = late(page, path)
    with page.expect_request(path):
        page.get_by_role("button", name="このとおりに直す").click()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    answer()
    assert page.locator("dialog").count() == 0
    # It was booked all the same, and the page can be used.
    page.locator("[data-seat='1'] button.role", has_text=DEALS).wait_for()
    with page.expect_request("**/api/undo"):
        page.get_by_role("button", name="一つ戻す").click()


def test_a_rule_above_a_list_closes_alone(page: Any, site: Site) -> None:
    start(page)
    site.desk.add(1, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
    site.desk.add(2, [{"type": "points_counted.v1", "points": [100, 84, 80], "happenings": []}])
    page.get_by_role("button", name="履歴", exact=True).click()
    page.locator("dialog.history button.rule").first.click()
    page.locator("dialog.rule").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.history[open]").wait_for()
    page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    assert page.locator("dialog.history[open]").count() == 1
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
