"""Cards are put right on the page itself: tapped, dragged from pile to pile, or chosen from all 48 by the keys."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from page_bench import FIELD, Site, on_screen, start

pytestmark = pytest.mark.browser


def drag(page: Any, card: Any, to: Any) -> None:
    box, goal = card.bounding_box(), to.bounding_box()
    page.mouse.move(box["x"] + 6, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(goal["x"] + 60, goal["y"] + 20, steps=4)
    page.mouse.up()


def test_cards_are_laid_tapped_and_dragged_where_they_belong(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="札を置く・直す").click()
    dialog = page.locator("dialog.pile")
    first = dialog.locator("[data-card='1h']")
    first.focus()
    # By the keys: 1 2 goes to December, the arrow down to the next month's row, and space lays the card.
    for keys in ("1", "2"):
        page.keyboard.press(keys)
    assert page.evaluate("document.activeElement.dataset.card") == "12h"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.card") == "11h"
    for card in FIELD.split():
        dialog.locator(f"[data-card='{card}']").press("Space")
        dialog.locator(f"[data-card='{card}'][aria-pressed=true]").wait_for()
    dialog.locator("select").select_option("東 取り札")
    for card in ("12h", "12a"):
        page.locator(f"dialog.pile [data-card='{card}']").click()
        page.locator(f"dialog.pile [data-card='{card}'][aria-pressed=true]").wait_for()
    assert page.locator("dialog.pile [data-card='1h'] small").inner_text() == "場札"
    page.keyboard.press("Escape")
    page.get_by_text("大場", exact=True).or_(page.get_by_text("小場", exact=True)).wait_for()

    card = page.locator(".seat[data-seat='0'] .captures [data-card='12h']")
    drag(page, card, page.locator(".seat[data-seat='2'] .captures"))
    page.locator(".seat[data-seat='2'] .captures [data-card='12h']").wait_for()
    page.locator(".seat[data-seat='0'] .captures [data-card='12a']").click()
    page.locator("dialog.place").get_by_text("別の札です").click()
    page.locator("dialog.place .deck [data-card='12b']").click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".seat[data-seat='0'] .captures [data-card='12b']").click()
    page.locator("dialog.place").get_by_role("button", name="卓の上にはない").click()
    page.locator(".seat[data-seat='0'] .captures [data-card]").wait_for(state="detached")


def test_the_card_in_question_is_shown_cut_out_of_the_picture(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD, seat1_captures="12h 12a")
    page.locator(".seen").nth(7).wait_for()
    page.locator(".seen").first.click()
    crop = page.locator("dialog.correct .crop image")
    crop.wait_for()
    # Where the test shows 1h: its top-left corner is brought to the crop's, at the same scale.
    assert crop.get_attribute("transform") == "matrix(1.000000 0.000000 0.000000 1.000000 -60.000000 -100.000000)"
    page.keyboard.press("Escape")
    page.locator(".seat[data-seat='1'] .captures [data-card='12h']").click()
    page.locator("dialog.place .crop").wait_for()


def test_a_photo_with_one_card_missed_is_mended_and_a_picture_is_looked_at_from_nearer(page: Any, site: Site) -> None:
    def card(face: str, x: int) -> dict[str, Any]:
        quad = [[x, 10], [x + 30, 10], [x + 30, 60], [x, 60]]
        return {"face": face, "candidates": [[face, 0.99]], "quad": quad, "score": 0.99}

    cards = [card(face, 40 * at) for at, face in enumerate(("1h", "2k", "3k", "4k", "5k"))]
    read = {"width": 300, "height": 70, "cards": cards, "unread": [], "unknown_deck": False, "ms": {}}
    page.route("**/api/read", lambda route: route.fulfill(json=read))
    start(page)
    page.get_by_role("button", name="写真を読む").click()
    picture = bytes(cv2.imencode(".png", np.zeros((70, 300, 3)))[1])
    page.locator("#photo-file").set_input_files({"name": "p.png", "mimeType": "image/png", "buffer": picture})
    page.locator("dialog .found button").nth(4).wait_for()
    page.locator("dialog .photo-add").click()
    where = on_screen(page.locator("dialog .sheet svg"), 220, 35)
    page.mouse.click(*where)
    page.locator("dialog .choices .crop").wait_for()
    page.locator("dialog .choices [data-card='6a']").press("Enter")
    mended = page.locator("dialog .found button").nth(5).filter(has_text="牡丹のカス")
    mended.wait_for()
    assert mended.evaluate("node => node === document.activeElement")  # the keys go on from there
    page.get_by_role("button", name="場札", exact=True).click()
    page.get_by_text("大場", exact=True).or_(page.get_by_text("小場", exact=True)).wait_for()

    site.camera.sees(field=FIELD)
    outline = page.locator(".seen").first
    outline.wait_for()
    before = outline.bounding_box()
    page.get_by_role("button", name="拡大").click()
    after = outline.bounding_box()
    assert after["width"] == pytest.approx(2 * before["width"], rel=0.02)
    site.camera.sees(field=FIELD, seat1_captures="12h 12a")
    page.locator(".seen").nth(7).wait_for()  # what is seen from then on leaves it as near as it is
    assert outline.bounding_box()["width"] == pytest.approx(after["width"], rel=0.02)
    page.get_by_role("button", name="拡大").click()
    assert outline.bounding_box()["width"] == pytest.approx(before["width"], rel=0.02)


def captured_on_a_phone(page: Any, site: Site, height: int) -> Any:
    """A captured card of the first seat, on a screen so high, px."""
    page.set_viewport_size({"width": 390, "height": height})
    start(page)
    site.camera.sees(field=FIELD, seat0_captures="12h 12a")
    card = page.locator(".seat[data-seat='0'] .captures [data-card='12h']")
    card.wait_for()
    return card


def test_on_a_phone_a_card_is_dragged_to_a_seat_that_has_none_yet(page: Any, site: Site) -> None:
    card = captured_on_a_phone(page, site, 1600)
    assert page.locator(".seat[data-seat='1'] .captures").bounding_box()["height"] == 0
    drag(page, card, page.locator(".seat[data-seat='1']"))
    page.locator(".seat[data-seat='1'] .captures [data-card='12h']").wait_for()


def test_the_page_scrolls_under_a_card_that_is_held_near_its_edge(page: Any, site: Site) -> None:
    card = captured_on_a_phone(page, site, 560)
    seat = page.locator(".seat[data-seat='2']")
    page.evaluate("at => scrollBy(0, at - 200)", card.bounding_box()["y"])
    page.wait_for_timeout(300)
    before = seat.bounding_box()["y"]
    box = card.bounding_box()
    page.mouse.move(box["x"] + 6, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(200, 482, steps=4)  # and no further: the pointer rests there
    # However far down the seat begins, it is dropped on where the page stays.
    goal = min(before - 60, 420)
    for _ in range(200):
        if seat.bounding_box()["y"] < goal:
            break
        page.wait_for_timeout(50)
    # Away from the edge the page stays where it is.
    page.mouse.move(200, 300, steps=2)
    rests = seat.bounding_box()["y"]
    page.wait_for_timeout(200)
    assert seat.bounding_box()["y"] == rests < goal
    page.mouse.move(200, rests + 20)
    page.mouse.up()
    page.locator(".seat[data-seat='2'] .captures [data-card='12h']").wait_for()
