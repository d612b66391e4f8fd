"""By tap as by camera: who fed a set or a 飛込み pays for it (法度), and a player who played on calls once more."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, start
from yakume.engine import DECK, Month

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
SANBON = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "12a 12b 12c"}


def months(*of: str) -> dict[int, str]:
    """Piles of whole months: ``months("1 2 3", "12", …)``."""
    whole = [[DECK.of_month(Month(int(month))) for month in each.split()] for each in of]
    return {seat: " ".join(str(cards) for cards in pile) for seat, pile in enumerate(whole)}


def test_who_fed_a_tobikomi_is_told_of_the_piles_and_pays_alone(bench: Any) -> None:
    bench.start()
    bench.book(DEALT, SANBON)
    piles = months("4 5 6 7", "12 9 10 2", "1 8 11 3")
    found = bench.post("/api/tally", piles=piles).json()
    assert found["threes"] == [[1, 12]] and found["result"]
    fed = bench.post(
        "/api/tally", piles=piles, told=[{"kind": "tobikomi", "seat": 1, "month": 12, "hatto_by": 2}]
    ).json()
    paid = [(entry["payer"], entry["mon"]) for entry in fed["result"]["added"] if entry["rule"] == "H3-TOKU-04"]
    assert paid == [(2, 48)] and fed["result"]["change"] != found["result"]["change"]
    bench.book(*fed["result"]["events"])
    again = bench.client.get("/api/instead/3").json()["tally"]["told"]
    assert again == [{"kind": "tobikomi", "seat": 1, "month": 12, "hatto_by": 2}]


def test_a_game_without_that_liability_asks_for_nobody(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=["東", "南", "西"])
    bench.book(DEALT)
    assert bench.post("/api/tally", piles=months("4 5 6 7", "12 9 10 2", "1 8 11 3")).json()["threes"] == []


def test_sets_of_the_piles_say_whether_they_can_be_fed(bench: Any) -> None:
    bench.start()
    bench.book(DEALT)
    found = bench.post("/api/tally", piles=months("1 2 3 8", "", "")).json()["standing"]["0"]
    assert {row["rule"] for row in found if row["hatto"]} and all("hatto" in row for row in found)


@pytest.mark.browser
def test_the_feeder_of_a_set_and_a_second_call_are_told_where_the_piles_are(page: Any, site: Any) -> None:
    from playwright.sync_api import expect

    start(page)
    site.desk.add(1, [DEALT])
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    for month in (0, 1, 2, 5, 6, 9):
        page.locator("dialog .whole").nth(month).click()
    row = page.locator("dialog .made li", has_text="東")
    expect(row.get_by_role("button", name="猪鹿蝶")).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name="赤短").click()
    row.get_by_role("button", name="下げ").click()
    expect(page.locator("dialog .told li")).to_contain_text("猪鹿蝶で下げ")
    row = page.locator("dialog .made li", has_text="赤短")
    row.get_by_label("取らせた人（法度）").select_option("南")
    row.get_by_role("button", name="上がり").click()
    expect(page.locator("dialog .told li").nth(1)).to_contain_text("上がり（取らせたのは南）")
    expect(page.locator("dialog .foot p")).to_contain_text("西")
    page.get_by_role("button", name="この結果を付ける").click()
    page.get_by_text("第2局", exact=True).wait_for()
    page.locator("#book", has_text="取り札からは確かめられないので、申告のとおり").wait_for()
