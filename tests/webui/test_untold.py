"""Without a camera the page shows what the log has of the table; a photograph of another's captures is taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}
SHOWN = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "12a 12b 12c"}


def lies(bench: Any) -> tuple[str, list[str], list[str]]:
    """The field, the captures and the shown cards of every seat, as a page is told."""
    table = bench.newest("table")
    seats = table["seats"]
    return (
        " ".join(table["field"]),
        [" ".join(each["captures"]) for each in seats],
        [" ".join(each["shown"]) for each in seats],
    )


def photo(bench: Any, place: str, faces: str) -> Any:
    answer = bench.post("/api/photo", place=place, faces=faces.split())
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_where_no_camera_has_looked_the_field_and_shown_hands_are_those_that_people_told(bench: Any) -> None:
    bench.start()
    assert lies(bench) == ("", ["", "", ""], ["", "", ""])
    bench.book(DEALT, SHOWN)
    assert lies(bench) == ("1h 2a 3a 4a 5a 6a", ["", "", ""], ["", "12a 12b 12c", ""])
    # Cards are moved from there like those that were seen.
    assert bench.post("/api/cards/place", card="2a", to="seat0.captures").status_code == 200
    assert lies(bench) == ("1h 3a 4a 5a 6a", ["2a", "", ""], ["", "12a 12b 12c", ""])
    assert bench.post("/api/cards/place", card="3a", to=None).status_code == 200
    assert lies(bench)[0] == "1h 4a 5a 6a"
    assert bench.post("/api/undo").status_code == 200
    assert lies(bench)[2] == ["", "", ""]
    # Once a camera has looked, what lies there is what it sees.
    bench.start()
    bench.book(DEALT)
    bench.sees()
    assert lies(bench)[0] == ""


def test_a_photograph_taken_for_another_persons_captures_is_taken_back(bench: Any) -> None:
    bench.start()
    bench.book(DEALT)
    photo(bench, "seat0.captures", "1h 1k")
    before = lies(bench)
    assert bench.newest("table")["photo"] == {"ja": "写真（東の取り札）", "en": "photo of East’s captures"}
    photo(bench, "seat0.captures", "2n 2k")
    assert lies(bench)[1] == ["2n 2a", "", ""]
    undone = bench.post("/api/undo", photo=True)
    assert undone.status_code == 200 and undone.json()["seq"] == 2
    assert lies(bench) == before and bench.newest("table")["photo"] is None
    assert bench.post("/api/undo", photo=True).status_code == 409
    # What is booked or said of a card since is not lost with it.
    photo(bench, "seat1.captures", "2n 2k")
    bench.post("/api/cards/place", card="2t", to="seat1.captures")
    assert bench.newest("table")["photo"] is None
    photo(bench, "seat1.captures", "2n 2k")
    bench.book(SHOWN)
    assert bench.newest("table")["photo"] is None and bench.post("/api/undo", photo=True).status_code == 409


def test_a_photograph_that_was_taken_back_is_brought_back_until_something_else_is_said(bench: Any) -> None:
    bench.start()
    bench.book(DEALT)
    assert bench.post("/api/redo", photo=True).json()["error"]["code"] == "nothing_to_redo"
    photo(bench, "seat0.captures", "1h 1k")
    photo(bench, "seat0.captures", "2n 2k")
    after = lies(bench)
    bench.post("/api/undo", photo=True)
    assert bench.newest("table")["photo_back"]["ja"] == "写真（東の取り札）"
    assert bench.post("/api/redo", photo=True).status_code == 200
    assert lies(bench) == after and bench.newest("table")["photo_back"] is None
    # It is taken back again as before.
    assert bench.post("/api/undo", photo=True).status_code == 200
    assert lies(bench)[1] == ["1h 1a", "", ""]
    bench.post("/api/cards/place", card="2t", to="seat1.captures")
    assert bench.post("/api/redo", photo=True).status_code == 409
    photo(bench, "seat0.captures", "1h 1k")
    bench.post("/api/undo", photo=True)
    bench.book(SHOWN)
    assert bench.newest("table")["photo_back"] is None and bench.post("/api/redo", photo=True).status_code == 409
    # Of a photograph that booked something, the photograph comes first, then what it booked.
    bench.start()
    bench.book(DEALT)
    photo(bench, "seat1.shown", "7n 7t 7k")
    bench.post("/api/undo")
    bench.post("/api/undo", photo=True)
    assert bench.post("/api/redo", photo=True).json()["scores"] == [0, 0, 0]
    assert lies(bench)[2] == ["", "7n 7t 7a", ""]
    assert bench.post("/api/redo").json()["scores"] == [-72, 144, -72]


def test_a_photograph_that_booked_something_is_taken_back_after_what_it_booked(bench: Any) -> None:
    bench.start()
    bench.book(DEALT)
    assert photo(bench, "seat1.shown", "7n 7t 7k")["scores"] == [-72, 144, -72]
    assert bench.newest("table")["photo"] is None
    assert bench.post("/api/undo").json()["scores"] == [0, 0, 0]
    assert bench.newest("table")["photo"]["ja"] == "写真（南の公開札）"
    assert bench.post("/api/undo", photo=True).json()["scores"] == [0, 0, 0]
    assert lies(bench)[2] == ["", "", ""]
    photo(bench, "seat1.shown", "7n 7t 7k")
    assert bench.state["scores"] == [-72, 144, -72]
    # A field is the deal's: that is what is undone of it.
    bench.start()
    photo(bench, "field", "1h 2k 3k 4k 5k 6k")
    bench.post("/api/undo")
    assert bench.newest("table")["photo"] is None


@pytest.mark.browser
def test_the_page_shows_a_tapped_field_as_cards_and_its_undo_names_the_photograph(
    browser: Any, settings: Settings, serve: Any
) -> None:
    app = create_app(replace(settings, source=None))
    with serve(app) as served:
        page = browser.new_page(locale="ja-JP", viewport={"width": 390, "height": 844})
        page.goto(served.url)
        desk = app.state.desk
        desk.start(0, "sannin", ["東", "南", "西"], 0, {})
        desk.add(1, [DEALT])
        field = page.locator("#table .field")
        field.get_by_text("入れた場札 6枚").wait_for()
        assert [img.get_attribute("data-card") for img in field.locator("img").all()] == DEALT["field"].split()
        desk.use_photo(2, "seat0.captures", ["2n", "2k"])
        undo = page.get_by_role("button", name="一つ戻す：写真（東の取り札）")
        undo.click()
        page.get_by_role("button", name="一つ戻す：第1局の場札").wait_for()
        assert page.locator(".seat .captures img").count() == 0 and desk.seq == 2
        page.locator("#offer", has_text="「写真（東の取り札）」を取り消しました。").wait_for()
        page.locator("#offer").get_by_role("button", name="やり直す").click()
        page.locator(".seat .captures img").nth(1).wait_for()
        undo.wait_for()
        assert page.locator("#offer").is_hidden() and desk.seq == 2
        page.context.close()
