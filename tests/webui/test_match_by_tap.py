"""A whole match by tap alone, in a browser, in every game: bids, two deals settled from their piles, and its end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_bench import fill_start
from yakume.engine import RULESETS, find_ruleset

pytestmark = pytest.mark.browser

SEATS = {"hachihachi": 4, "sudaoshi": 4, "hachiju": 4}


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_a_match_of_two_deals_is_kept_by_tap_from_its_start_to_its_end(game: str, page: Any, site: Any) -> None:
    from playwright.sync_api import expect

    seats = SEATS.get(game, min(find_ruleset(game).seats))
    fill_start(page, *"甲乙丙丁"[:seats], ruleset=game)
    for deal in (1, 2):
        page.get_by_text(f"第{deal}局", exact=True).wait_for()
        declare(page)
        begin = page.get_by_role("button", name="この場札で局を始める")
        cards = page.locator("dialog .deck button")
        cards.nth(47).wait_for()
        for at in range(find_ruleset(game).field):
            cards.nth(4 * at).click()
        begin.click()
        page.locator("dialog").wait_for(state="detached")
        while site.desk.match().phase.value == "bid":
            told = site.desk.seq
            declare(page)
            # Of 八十 a deal is over where all but one drop out; in the others those who are left have to play.
            said = page.locator("dialog .part").first.get_by_role("button", name=re.compile("出る|降りる"))
            (said.first if game == "hachiju" else said.last).click()
            page.locator("dialog").wait_for(state="detached")
            assert site.desk.seq > told
        declare(page)
        page.get_by_role("button", name="手で清算する").click()
        piles = page.locator("dialog .seats [role=radio]")
        piles.first.wait_for()
        whole = 12 if len(site.desk.match().deal.order) == 3 else 8
        for month in range(whole):
            # Each has months apart from each other, so that sets are few.
            piles.nth(month % len(site.desk.match().deal.order)).click()
            page.locator("dialog .whole").nth(month).click()
        book = page.get_by_role("button", name="この結果を付ける")
        calls = page.locator("dialog .made li > button")
        settled = page.locator("dialog .seal:enabled")
        for _ in range(6):
            settled.or_(calls).first.wait_for()
            if settled.is_visible():
                break
            calls.first.click()
        expect(book).to_be_enabled()
        book.click()
        page.locator("dialog").wait_for(state="detached")
    page.get_by_text("第3局", exact=True).wait_for()
    end = page.get_by_role("button", name="対局の終わり")
    end.click()
    page.get_by_role("button", name="対局の終わり").click()
    expect(page.locator("#flow")).to_be_hidden()
    # No field is to be laid any more, and none is said to be missing.
    expect(page.locator("#head .rate")).to_be_hidden()
    match = site.desk.match()
    assert match.phase.value == "over" and match.result is not None
    assert len(match.ends) == 2 and sum(match.scores) + match.on_table == 0


def declare(page: Any) -> None:
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog.declare .part").first.wait_for()
