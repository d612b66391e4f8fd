"""Whatever is seen and not booked says why: what was taken back, and captures that lie there though no deal runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from page_bench import start
from yakume.engine.rules import RULESETS
from yakume.webui.app import create_app

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
    assert bench.state["phase"] == ("teyaku" if ruleset == "koikoi" else "bid")


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


FOURS = {
    "koikoi": (2, "KK-DEAL-02", "場に同じ月の札が4枚出たら、配り直します。"),
    "hachiju": (4, "H80-DEAL-04", "場に同じ月の札が4枚出たら、配り直します。"),
    "hachihachi": (4, "H88-PLAY-05", "場に同じ月が4枚出たら、最初に打つ人が4枚とも取ります。"),
    "futari": (2, "H2-DEAL-01", "場に同じ月が4枚出たら、親が4枚とも取ります。"),
    "sannin": (3, "H3-DEAL-04", "場に同じ月が4枚出たら、胴が4枚とも取ります。"),
    "sudaoshi": (3, "YK-FOUR-01", "規則書にないので、場に同じ月が4枚出たら最初に打つ人が取ります。"),
}
"""Game: players, the rule of four of a month on the field, and what it says."""


@pytest.mark.parametrize("game", RULESETS)
def test_a_field_of_four_of_a_month_says_what_becomes_of_them(bench: Any, game: str) -> None:
    players, rule, says = FOURS[game]
    again = rule in ("KK-DEAL-02", "H80-DEAL-04")
    bench.start(ruleset=game, players=["い", "ろ", "は", "に"][:players])
    rest = "2n 3h 4n 5n"[: 11 if bench.state["ruleset"]["field"] == 8 else 5]
    assert bench.state["four"] is None
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": f"1h 1t 1a 1b {rest}"})
    assert (bench.state["phase"] == "ready") is again
    assert (bench.state["four"]["rule"], bench.state["four"]["ja"]) == (rule, says)
    if not again:
        bench.post("/api/undo")
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": f"1h 1t 1a 12a {rest}"})
    assert bench.state["four"] is None and bench.state["phase"] != "ready"


def test_a_rate_is_told_where_the_game_has_one_and_called_as_there(bench: Any) -> None:
    told = {}
    for game, (players, _, _) in FOURS.items():
        bench.start(ruleset=game, players=["い", "ろ", "は", "に"][:players])
        rest = " 4n 5n" if bench.state["ruleset"]["field"] == 8 else ""
        bench.book({"type": "deal_started.v1", "dealer": 0, "field": f"1h 2a 3a 7t 2n 6n{rest}"})
        rate = bench.newest("table")["rate"]
        told[game] = rate and (rate["ja"], rate["multiplier"])
        assert bench.state["ruleset"]["ba"] is (game in ("hachihachi", "futari", "sannin"))
    by_field = dict.fromkeys(("hachihachi", "futari", "sannin"), ("大場", "2"))
    assert told == {"koikoi": None, "sudaoshi": None, "hachiju": ("倍率", "1"), **by_field}
    bench.start(ruleset="hachiju", players=["い", "ろ", "は", "に"])
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 7t 2n 6n"})
    bench.book({"type": "bid_made.v1", "seat": 0, "call": "double"})
    assert bench.newest("table")["rate"]["multiplier"] == "2"


@pytest.mark.browser
def test_without_a_camera_the_next_step_stays_where_a_field_was_refused_or_taken_back(
    browser: Any, settings: Any, serve: Any
) -> None:
    with serve(create_app(replace(settings, source=None))) as served:
        page = browser.new_page(locale="ja-JP")
        page.goto(served.url)
        page.locator("dialog.wizard").wait_for()
        page.keyboard.press("Escape")
        start(page, "い", "ろ", ruleset="koikoi")
        step = page.locator("#next")
        step.get_by_role("button", name="場札を押して入れる").wait_for()
        page.evaluate(
            """import('/static/api.js').then(({ command }) => command('/api/events', { events: [
                { type: 'deal_started.v1', dealer: 0, field: '1h 1t 1a 1b 2n 3h 4n 5n' }] }))"""
        )
        step.get_by_text("場に同じ月の札が4枚出たら、配り直します。").wait_for()
        page.locator("#head button.named").click()
        page.get_by_role("button", name="やり直す").first.wait_for()
        assert "4枚出たら" not in step.inner_text()
        assert step.get_by_role("button", name="場札を押して入れる").is_visible()
        page.close()


@pytest.mark.browser
def test_without_a_camera_a_bid_is_asked_in_one_place(browser: Any, settings: Any, serve: Any) -> None:
    with serve(create_app(replace(settings, source=None))) as served:
        page = browser.new_page(locale="ja-JP")
        page.goto(served.url)
        page.locator("dialog.wizard").wait_for()
        page.keyboard.press("Escape")
        start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
        page.evaluate(
            """import('/static/api.js').then(({ command }) => command('/api/events', { events: [
                { type: 'deal_started.v1', dealer: 0, field: '1h 2a 3a 4a 5a 6a' }] }))"""
        )
        page.locator("#asks .ask", has_text="甲は出ますか？").wait_for()
        page.locator("#next").wait_for(state="hidden")
        page.close()


@pytest.mark.browser
def test_what_becomes_of_four_of_a_month_stands_on_the_page_with_its_rule(page: Any, site: Any) -> None:
    start(page)
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": "1h 1t 1a 1b 2n 3h"}])
    page.locator("#next", has_text="場に同じ月が4枚出たら、胴が4枚とも取ります。").wait_for()
    page.locator("#next").get_by_role("button", name="H3-DEAL-04").click()
    page.locator("dialog.rule .sentence", has_text="胴が4枚とも取ります").wait_for()


def test_who_doubles_is_the_provisional_dealer_at_once(bench: Any) -> None:
    """H80-BID-05: not only once the bids are over."""
    bench.start(ruleset="hachiju", players=["い", "ろ", "は", "に"])
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2n 3t 4t 5n 6a"})
    roles = [bench.state["deal"]["roles"]]
    for seat, call in ((0, "deru"), (1, "double")):
        roles.append(bench.book({"type": "bid_made.v1", "seat": seat, "call": call})["deal"]["roles"])
    assert [[role and role["ja"] for role in each].index("仮親") for each in roles] == [0, 0, 1]
