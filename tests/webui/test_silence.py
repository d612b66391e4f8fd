"""Whatever is seen and not booked says why: what was taken back, and captures that lie there though no deal runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from page_bench import start

FIELD = "1h 2a 3a 4a 5a 6a"
RED = ["1t", "2t", "3t"]


def problems(bench: Any) -> list[str]:
    return [each["ja"] for each in bench.newest("table")["problems"]]


def test_captures_without_a_deal_say_so_where_no_camera_looks(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, source=None)) as bench:
        bench.start()
        bench.post("/api/photo", place="field", faces=["1h", "2k", "3k", "4k", "5k"])
        bench.post("/api/photo", place="seat0.captures", faces=RED)
        # 赤短 lies there complete, and pays nothing: it is said why, and what to do.
        assert [row["rule"] for row in bench.newest("table")["seats"][0]["yaku"] if row["state"] == "done"] == [
            "H3-DEKI-05"
        ]
        (told,) = problems(bench)
        assert "取り札3枚" in told and "最初の場札" in told
        for card in FIELD.split():
            bench.post("/api/cards/place", card=card, to="field")
        assert (bench.state["phase"], problems(bench)) == ("teyaku", [])


def test_the_captures_of_a_deal_that_was_settled_need_no_word(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, source=None)) as bench:
        bench.start()
        bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
        bench.post("/api/photo", place="seat0.captures", faces=[*RED, "1h", "2k", "3k"])
        (asked,) = bench.newest("table")["questions"]
        bench.post("/api/answer", question=asked["id"], answer="agari")
        assert (bench.state["phase"], problems(bench)) == ("ready", [])


@pytest.mark.parametrize(
    ("ruleset", "seats", "more"), [("hachiju", 4, ""), ("sudaoshi", 4, ""), ("koikoi", 2, " 7a 9a")]
)
def test_a_field_that_lies_is_laid_while_bids_are_asked(bench: Any, ruleset: str, seats: int, more: str) -> None:
    bench.start(ruleset=ruleset, players=[f"P{seat}" for seat in range(seats)])
    bench.sees(field=FIELD + more)
    assert bench.newest("table")["rate"]["multiplier"] == "1"


@pytest.mark.browser
def test_what_was_taken_back_is_offered_until_something_else_is_booked(page: Any, site: Any) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator(".seat[data-seat='1'] .score", has_text="+12貫").wait_for()
    page.get_by_role("button", name="一つ戻す：南の立三本").click()
    offer = page.locator("#offer", has_text="取り消した「南の立三本」は、自動では付け直しません。")
    offer.wait_for()
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    offer.get_by_role("button", name="付け直す").click()
    page.locator(".seat[data-seat='1'] .score", has_text="+12貫").wait_for()
    offer.wait_for(state="hidden")
