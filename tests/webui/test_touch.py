"""The page under real fingers: touch events as a tablet sends them, gestures of the browser among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page_bench import FIELD, Site, start, until

pytestmark = pytest.mark.browser


@pytest.fixture
def tablet(browser: Any, site: Site) -> Iterator[Any]:
    """A page with a touch screen, and the fingers on it: (page, touch)."""
    context = browser.new_context(
        locale="ja-JP", viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(site.url)
    page.get_by_role("button", name="対局を始める").wait_for()
    session = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    yield page, touch
    context.close()


def middle(node: Any) -> tuple[float, float]:
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def slide(touch: Any, start: list[tuple[float, float]], end: list[tuple[float, float]], steps: int = 8) -> None:
    """Fingers that lie at `start` go to `end`, each step told like a screen does."""
    for step in range(1, steps + 1):
        share = step / steps
        points = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in zip(start, end, strict=True)]
        touch("touchMove", *points)


def test_a_finger_takes_a_card_from_pile_to_pile_and_scrolls_where_it_does_not_wait(tablet: Any, site: Site) -> None:
    page, touch = tablet
    start(page)
    site.camera.sees(field=FIELD, seat0_captures="12h 12a")
    card = page.locator(".seat[data-seat='0'] .captures [data-card='12a']")
    card.wait_for()
    card.scroll_into_view_if_needed()
    page.wait_for_timeout(300)  # the page has come to rest
    here = middle(card)
    goal = middle(page.locator(".seat[data-seat='1'] .captures"))
    touch("touchStart", here)
    page.locator(".held").wait_for()
    # The browser's own menu, which a long touch opens on a tablet, would take the finger away.
    menu = "node => node.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"
    assert card.evaluate(menu) is False
    before = page.evaluate("scrollY")
    slide(touch, [here], [goal])
    assert page.locator(".drop").count() == 1
    touch("touchEnd")
    page.locator(".seat[data-seat='1'] .captures [data-card='12a']").wait_for()
    # Where an empty row went the page is shorter, and its end comes up; nothing else moves it.
    lowest = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    before = min(before, lowest)
    assert page.evaluate("scrollY") == before
    assert page.locator(".held").count() == 0

    # A finger that goes on at once scrolls the page, and takes no card along.
    other = middle(page.locator(".seat[data-seat='0'] .captures [data-card='12h']"))
    touch("touchStart", other)
    slide(touch, [other], [(other[0], other[1] + 200)])
    touch("touchEnd")
    until(page, f"scrollY !== {before}")
    assert page.locator(".held").count() == 0
    assert page.locator(".seat[data-seat='0'] .captures [data-card='12h']").count() == 1
    # A tap asks where the card lies.
    page.locator(".seat[data-seat='0'] .captures [data-card='12h']").tap()
    page.locator("dialog.place").wait_for()


def test_two_fingers_enlarge_the_picture_however_they_go_and_one_scrolls_the_page(tablet: Any, site: Site) -> None:
    page, touch = tablet
    start(page)
    site.camera.sees(field=FIELD)
    outline = page.locator(".seen").first
    outline.wait_for()
    before = outline.bounding_box()["width"]
    x, y = middle(page.locator(".frame"))
    # As fingers do: one a moment after the other, and one of them goes much farther.
    touch("touchStart", (x - 40, y))
    touch("touchStart", (x - 40, y), (x + 40, y))
    slide(touch, [(x - 40, y), (x + 40, y)], [(x - 40, y), (x + 60, y + 10)], 4)
    site.camera.sees(field=FIELD, seat1_captures="12h 12a")
    page.locator(".seen").nth(7).wait_for()
    slide(touch, [(x - 40, y), (x + 60, y + 10)], [(x - 60, y - 10), (x + 180, y + 60)])
    touch("touchEnd", (x - 60, y - 10))
    touch("touchEnd")
    assert outline.bounding_box()["width"] > 2.4 * before
    assert page.evaluate("visualViewport.scale") == 1
    page.wait_for_timeout(100)
    near = outline.bounding_box()
    # One finger looks around in what is enlarged; the page stays.
    down = page.evaluate("scrollY")
    touch("touchStart", (x, y))
    slide(touch, [(x, y)], [(x + 60, y + 40)])
    touch("touchEnd")
    moved = outline.bounding_box()
    assert moved["x"] > near["x"] + 40
    assert page.evaluate("scrollY") == down
    # A tap on a card in it asks about that card.
    page.get_by_role("button", name="拡大").tap()
    until(page, "document.querySelector('.frame').style.touchAction !== 'none'")
    assert outline.bounding_box()["width"] == pytest.approx(before, rel=0.02)
    outline.tap()
    page.locator("dialog.correct").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    touch("touchStart", (x, y))
    slide(touch, [(x, y)], [(x, y - 150)])
    touch("touchEnd")
    until(page, "scrollY > 0")
