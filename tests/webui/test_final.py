"""The final score of a match (H3-END-03, H3-END-04): on the page, large, in the export and in the statistics."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from page_bench import FIELD, Site, start

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
COUNTED = {"type": "points_counted.v1", "points": [100, 88, 76]}
# 24, 0 and −24 文 at the large field; 東 paid the stone, which 西 gets. Less 120 文 each, in whole 貫 toward zero;
# the top has what the others lack.
FINAL = ["+21貫", "−10貫", "−11貫"]


def test_the_export_and_the_statistics_have_the_final_score_of_a_match_that_is_over(bench: Any) -> None:
    bench.start()
    bench.book(DEALT)
    bench.book(COUNTED)
    match = bench.state["match"]
    row = bench.client.get("/api/statistics").json()["players"]
    assert {each["player"]: each["total"] for each in row} == {"東": 23, "南": 0, "西": -24}
    assert json.loads(bench.client.get(f"/api/matches/{match}/export.json").text)["result"] is None
    assert bench.post("/api/match/end").status_code == 200
    told = json.loads(bench.client.get(f"/api/matches/{match}/export.json").text)
    assert told["result"] == {"scores": [21, -10, -11], "unit": "貫", "mon": [252, -120, -132], "void": False}
    rows = {each["player"]: each for each in bench.client.get("/api/statistics").json()["players"]}
    assert {player: each["total"] for player, each in rows.items()} == {"東": 21 * 12, "南": -120, "西": -132}
    # What a deal brought on average is of the deals, and no share of what the year is settled by.
    assert (rows["東"]["mean"], rows["東"]["won"], rows["西"]["mean"]) == (23, 1, -23)
    assert "<b>東</b> +21貫</span> <span><b>南</b> −10貫" in bench.client.get("/scores").text
    # The lines of the picture end where the scores do.
    root = ElementTree.fromstring(bench.client.get(f"/api/matches/{match}/export.svg").text)
    lines = [line.get("points").split() for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(points) for points in lines] == [3, 3, 3]
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.text == "終"]
    heights = [float(points[-1].split(",")[1]) for points in lines]
    assert heights[0] < heights[1] < heights[2]


@pytest.mark.browser
def test_the_page_tells_the_final_score_and_what_the_deals_came_to(page: Any, site: Site) -> None:
    start(page)
    site.desk.add(site.desk.seq, [DEALT, COUNTED])
    page.locator(".seat .score", has_text="+1貫11文").wait_for()
    page.get_by_role("button", name="対局の終わり", exact=True).click()
    with page.expect_response("**/api/match/end"):
        page.get_by_role("button", name="本当に？ 対局の終わり").click()
    step = page.locator("#next")
    step.get_by_text("対局が終わりました。一位は東。最終得点：東 +21貫、南 −10貫、西 −11貫。", exact=False).wait_for()
    assert "局の支払いの合計：東 +1貫11文、南 0文、西 −1貫11文。" in step.inner_text()
    assert page.locator(".seat .score").all_inner_texts() == FINAL
    # The result is the first thing seen, above the table and whatever is still asked; a new match is what comes next.
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        box = step.bounding_box()
        assert box["y"] + box["height"] <= page.locator("#main").bounding_box()["y"] < height
    assert step.locator(".seal:visible").all_inner_texts() == ["対局を始める"]
    assert page.locator("#said").inner_text() == "東 +21貫、南 −10貫、西 −11貫"
    assert step.get_by_role("link", name="記入式").get_attribute("href") == "/api/sheet.html?lang=ja"
    step.get_by_role("button", name="対局の一覧").click()
    page.locator("dialog.matches").wait_for()
    assert page.locator("dialog.matches .seal").all_inner_texts() == ["対局を始める"]
    other = page.context.new_page()
    other.goto(f"{site.url}scores")
    other.locator(".seats strong", has_text="−11貫").wait_for()
    assert other.locator(".seats strong").all_inner_texts() == FINAL
