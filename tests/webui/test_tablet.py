"""The page on a tablet, upright and lying: the scores of all seats are in sight, with a camera or without."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, start
from playwright.sync_api import expect
from yakume.webui.worker import CameraStatus

pytestmark = pytest.mark.browser
NAMES = ("お藤", "次郎", "三郎", "ミツ", "花子", "源五郎", "Alexander")
TABLETS = ((1024, 768), (768, 1024))


def scores_in_sight(page: Any, height: int) -> int:
    """How many scores, with whose they are, stand wholly within the window and under nothing."""
    seen: int = page.locator("#strip span").evaluate_all(
        """(all, height) => all.filter(each => [...each.children].every(part => {
          const box = part.getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return box.width > 0 && box.y >= 0 && box.bottom <= height && box.right <= innerWidth && top === part;
        })).length""",
        height,
    )
    return seen


@pytest.mark.parametrize(("ruleset", "names"), [("sannin", NAMES[:3]), ("sudaoshi", NAMES)], ids=["3", "7"])
def test_on_a_tablet_all_scores_are_in_sight_wherever_one_scrolled(
    page: Any, site: Site, ruleset: str, names: tuple[str, ...]
) -> None:
    start(page, *names, ruleset=ruleset)
    site.camera.on_status(CameraStatus("off"))
    page.locator("#table .veil[data-state=off]").wait_for()
    for lang in ("ja", "en"):
        for width, height in TABLETS:
            page.set_viewport_size({"width": width, "height": height})
            for down in (0, 9999):
                page.evaluate("down => scrollTo(0, down)", down)
                assert scores_in_sight(page, height) == len(names), (lang, width, down)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate("lang => import('/static/store.js').then(({ update }) => update({ lang }))", "en")


def test_a_phone_has_one_strip_and_a_laptop_one_only_where_many_sit(page: Any, site: Site) -> None:
    start(page, *NAMES[:3])
    page.set_viewport_size({"width": 390, "height": 844})
    assert scores_in_sight(page, 844) == 3
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not page.locator("#strip").is_visible()
    assert page.locator("#strip").count() == 1 and page.locator("#first-scores").count() == 0


def test_on_a_tablet_what_is_asked_below_the_picture_is_in_sight(page: Any, site: Site) -> None:
    start(page, *NAMES, ruleset="sudaoshi")
    site.camera.sees(field=FIELD)
    page.locator("#asks .answers button").first.wait_for()
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#asks .ask").first.bounding_box()
        assert box["y"] + box["height"] <= height, width


def test_on_a_lying_tablet_two_questions_stand_in_sight_below_the_picture(page: Any, site: Site) -> None:
    """Below the picture's buttons the second was out of sight."""
    start(page, *NAMES[:3])
    site.camera.sees(field=FIELD)
    site.camera.sees(seat0_captures="1t 2t 3t 1a 2b 3b")
    page.get_by_role("button", name="上がり").wait_for()
    page.set_viewport_size({"width": 1180, "height": 820})
    page.evaluate("""() => import('/static/store.js').then(({ state, update }) => {
        const [asked] = state.table.questions;
        update({ table: { ...state.table, questions: [asked, { ...asked, id: 'second' }] } });
    })""")
    expect(page.locator("#asks .ask")).to_have_count(2)
    assert page.locator("#table img").first.bounding_box()["width"] > 500
    box = page.locator("#asks .ask").last.bounding_box()
    assert box["y"] + box["height"] <= 820


def test_on_a_tablet_two_seats_stand_beside_each_other_and_an_empty_one_takes_a_card(page: Any, site: Site) -> None:
    start(page, *NAMES, ruleset="sudaoshi")
    site.camera.sees(field=FIELD, seat1_captures="1t 1b 2t 2a 5n 5b")
    page.locator("[data-seat='1'] .kind[data-count='2']").first.wait_for()
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        first, second, third = (page.locator(".seat").nth(n).bounding_box() for n in range(3))
        assert abs(first["y"] - second["y"]) < 2 and first["x"] + first["width"] <= second["x"]
        assert third["y"] >= second["y"] + second["height"]
        assert page.locator("[data-seat='0'] .captures").bounding_box()["height"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_a_camera_a_tablet_says_so_in_one_line_and_draws_no_row_for_nothing(page: Any, site: Site) -> None:
    start(page, *NAMES[:3])
    site.camera.on_status(CameraStatus("off"))
    page.locator("#table .veil[data-state=off]").wait_for()
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#table .veil").bounding_box()["height"] < 40, width
        assert page.locator(".seat .kind:visible").count() == 0
        for score in page.locator(".seat .score").all():
            box = score.bounding_box()
            assert box["y"] + box["height"] <= height, width


def test_undo_of_a_field_names_it_without_its_cards(page: Any, site: Site) -> None:
    start(page, *NAMES[:3])
    site.camera.sees(field=FIELD)
    for lang, shown in (("ja", "一つ戻す：第1局の場札"), ("en", "Undo: field of deal 1")):
        page.evaluate("lang => import('/static/store.js').then(({ update }) => update({ lang }))", lang)
        expect(page.locator("#head .named")).to_have_text(shown)
        page.get_by_role("button", name=shown, exact=True).wait_for()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_on_a_tablet_that_lies_undo_is_not_cut_and_history_is_one_tap_away(page: Any, site: Site, lang: str) -> None:
    start(page)
    page.set_viewport_size({"width": 1180, "height": 820})
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    page.evaluate("lang => import('/static/store.js').then(({ update }) => update({ lang }))", lang)
    undo = page.locator("#head .named")
    expect(undo).to_have_text({"ja": "一つ戻す：南の立三本", "en": "Undo: South: special three of a month"}[lang])
    assert undo.evaluate("each => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth")
    # Taking it back moves no button below the finger.
    names = {"ja": ("宣言", "一つ戻す", "履歴"), "en": ("Declare", "Undo", "History")}[lang]
    places: list[list[float]] = []
    for step in ("南の立三本", "第1局の場札") if lang == "ja" else ("South: special", "field of deal 1"):
        expect(undo).to_contain_text(step)
        places.append([])
        for width in (1440, 1510, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            if width == 1440:
                assert undo.evaluate("each => each.scrollHeight <= each.clientHeight"), step
            buttons = [page.locator("#head nav button", has_text=name).last for name in names]
            places[-1] += [button.bounding_box()["x"] for button in buttons]
        undo.click()
    assert places[0] == places[1]
    page.set_viewport_size({"width": 1180, "height": 820})
    page.locator("#head nav button", has_text={"ja": "履歴", "en": "History"}[lang]).click()
    page.locator("dialog.history").wait_for()
    assert page.locator("#head nav").bounding_box()["height"] < 60
