"""An event put right: what is offered the engine takes, what is previewed is what is booked, and money stays zero."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from page_bench import FIELD, Site, fill_start, start
from random_play import random_match
from yakume.engine import DECK, RULESETS, Card, find_ruleset, replay
from yakume.engine.events import Corrected
from yakume.engine.play import apply, parts_of
from yakume.engine.state import State
from yakume.webui.history import steps, undoable
from yakume.webui.instead import cards_of, choices, place_of, with_card
from yakume.webui.session.next_dealer import with_next_dealer


def match_of(game: str, seed: int, deals: int = 2) -> State:
    *_, last = random_match(find_ruleset(game), find_ruleset(game).seats[0], {}, seed=seed, deals=deals)
    return last


def test_bids_that_are_read_anew_since_another_deals_are_told_before_that_is_booked(bench: Any) -> None:
    """Who was squeezed out has dropped out, and pays, once the three who played are asked after that seat."""
    bench.start(ruleset="hachihachi", players=["東", "南", "西", "北", "花子"])

    def months(*those: int) -> str:
        return " ".join(str(card) for card in DECK if card.month in those)

    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1a 2a 4a 5a 6a 7a"})
    bench.book(*({"type": "bid_made.v1", "seat": seat, "call": "oriru"} for seat in (0, 1)))
    piles = {"2": months(1, 4, 7, 10), "3": months(2, 5, 8, 11), "4": months(3, 6, 9, 12)}
    bench.book(*bench.post("/api/tally", piles=piles).json()["result"]["events"])
    bench.book({"type": "deal_started.v1", "dealer": 3, "field": "2b 4b 5b 6b 7b 9a"})
    calls = ((3, "oriru"), (4, "deru"), (0, "deru"), (1, "deru"))
    bench.book(*({"type": "bid_made.v1", "seat": seat, "call": call} for seat, call in calls))
    assert bench.state["deal"]["parts"][2] == "squeezed"
    # The third seat is the first of the first deal instead, and deals the second.
    other = piles | {"2": months(1, 2, 4, 7, 10), "3": months(5, 8, 11)}
    told = bench.post("/api/tally", at=4, piles=other).json()["result"]
    assert [note["ja"] for note in told["notes"]] == [
        "第2局は配る人が替わり、出降りは「西：降りる、北：降りる」と読みます。"
        "違うなら、後で履歴からその出降りを正してください。"
    ]
    assert "West: drop out, North: drop out" in told["notes"][0]["en"]
    bench.book(*told["events"])
    assert bench.state["deal"]["parts"][2] == "dropped" and bench.state["scores"] == told["scores"]
    # What is not read anew is not told of.
    assert bench.post("/api/tally", at=4, piles=other).json()["result"]["notes"] == []


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_choice_for_every_event_is_taken_and_the_seats_and_the_table_add_up_to_zero(game: str) -> None:
    kinds = set()
    for seed in range(3):
        last = match_of(game, seed)
        for at in range(1, len(last.log)):
            for _, other, events in choices(place_of(last.log, at)):
                after, booked = last, with_next_dealer(last, [Corrected(at, events)])
                for each in booked:
                    after = apply(after, each)
                assert len(undoable(after.log)) == len(booked)
                paid = sum(
                    entry.mon * ((entry.payee is not None) - (entry.payer is not None)) for entry in after.ledger
                )
                assert sum(after.scores) == paid
                assert any(other in part.events for each in booked for part in parts_of(each))
                assert at not in {rejected.seq for rejected in after.rejected}
                kinds.add(type(other).__name__)
    assert kinds & {"CardPlayed", "CardTurned"} and len(kinds) > 1


PILES = {0: "1h 3h 8h 1t 2t 3t 1a 2a", 1: "2n 2b 6t 6n", 2: ""}
AGARI = {"kind": "called", "seat": 0, "call": "agari"}


def test_another_card_in_a_deals_end_is_settled_anew_with_the_calls_that_were_said(bench: Any) -> None:
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
    bench.book(*bench.post("/api/tally", piles=whole(PILES), told=[AGARI]).json()["result"]["events"])
    told = bench.client.get("/api/instead/2").json()
    assert "2t" in told["cards"] and told["tally"]["told"] == [AGARI | {"sets": None, "fed": []}]
    # Without its ribbon the first seat has no 赤短, and what it called cannot be; with a fourth light it has 四光.
    assert bench.post("/api/instead/2", wrong="2t", right="2b").status_code == 422
    more = bench.post("/api/instead/2", wrong="1a", right="12h").json()
    assert more["change"][0] > 0 and sum(more["change"]) == 0
    again = bench.post("/api/tally", at=2, piles=whole(PILES), told=told["tally"]["told"]).json()
    assert again["result"]["change"] == [0, 0, 0]
    bench.book(*more["events"])
    assert bench.state["scores"] == more["scores"]


def whole(piles: dict[int, str]) -> dict[int, str]:
    """All 48 cards: those not named lie with the last seat."""
    named = " ".join(piles.values()).split()
    rest = [str(Card(number)) for number in range(48) if str(Card(number)) not in named]
    return {**piles, 2: " ".join(rest)}


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_a_card_that_was_another_changes_places_with_it_and_no_card_is_lost(game: str) -> None:
    last = match_of(game, seed=5, deals=1)
    for at in range(1, len(last.log)):
        place = place_of(last.log, at)
        cards = cards_of(place)
        for wrong, right in product(list(cards)[:2], list(DECK)[::7]):
            changed = cards_of(replace(place, events=with_card(place, wrong, right)))
            assert right in changed and len(changed) == len(cards)
            assert wrong == right or (wrong in changed) == (right in cards)


def test_where_another_deals_next_the_next_deal_is_corrected_with_it(bench: Any) -> None:
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
    bench.book(*bench.post("/api/tally", piles=whole(PILES), told=[AGARI]).json()["result"]["events"])
    dealer = bench.client.get("/api/declare").json()["start"]["dealer"]
    bench.book({"type": "deal_started.v1", "dealer": dealer, "field": FIELD})
    other = {0: PILES[1], 1: PILES[0], 2: ""}
    told = bench.post("/api/tally", at=2, piles=whole(other), told=[AGARI | {"seat": 1}]).json()["result"]
    assert [event["seq"] for event in told["events"]] == [2, 3] and told["refused"] == []
    bench.book(*told["events"])
    assert bench.state["scores"] == told["scores"] and bench.state["deal"]["number"] == 2
    log = [row["event"] for row in bench.client.get("/api/events").json()["events"]]
    assert log[-1]["events"][0]["dealer"] == 1 != dealer
    # Undo takes both back, as they were booked.
    bench.post("/api/undo")
    assert len(bench.client.get("/api/events").json()["events"]) == len(log) + 2


def test_what_was_taken_out_in_the_history_comes_back_by_undo_and_goes_again_by_redo(bench: Any) -> None:
    """Undo took back what was booked before it, and redo brought back what was taken out."""
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
    bench.book({"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-01"], "exposed": "11n 11t 11a"})
    bench.book({"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 5, "reason": "茶"})
    both = bench.state["scores"]
    bench.book(*bench.post("/api/instead/2", events=[]).json()["events"])
    paid = bench.state["scores"]
    assert paid == [-5, 5, 0] != both and bench.client.get("/api/state").json()["redo"] is None
    bench.post("/api/undo")
    assert bench.state["scores"] == both
    bench.post("/api/redo")
    assert bench.state["scores"] == paid


def test_what_stands_nowhere_and_what_the_rules_refuse_are_clear_refusals(bench: Any) -> None:
    bench.start()
    assert bench.client.get("/api/instead/7").status_code == 404
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
    assert bench.client.get("/api/instead/-1").status_code == 422
    # The field must have six cards, and each once: with another card it has.
    assert bench.post("/api/instead/1", wrong="1h", right="1t").status_code == 200
    assert bench.post("/api/instead/1", wrong="1h", right="99").status_code == 422
    refused = bench.post("/api/instead/1", events=[{"type": "deal_started.v1", "dealer": 0, "field": "1h"}])
    assert refused.status_code == 422 and refused.json()["error"]["rule"]
    assert bench.client.post("/api/instead/1", json={"seq": 1}).status_code == 409


def test_every_step_says_its_arithmetic_and_its_rule(bench: Any) -> None:
    last = match_of("sannin", seed=4)
    for step in steps(last.log):
        paid = [0] * len(last.players)
        for entry in step.entries:
            assert re.search(r"\d", entry.ja) and entry.rule
            if entry.payer is not None:
                paid[entry.payer] -= entry.mon
            if entry.payee is not None:
                paid[entry.payee] += entry.mon
        assert tuple(paid) == step.change
        assert bool(step.rule) == hasattr(step.event, "takes")
    assert replay(last.log).scores == last.scores


@pytest.mark.browser
def test_an_event_is_put_right_out_of_the_playback_and_the_score_is_shown_before(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    mend_in_playback(page)
    # Put right, the playback stands at the same event again.
    page.locator("dialog .scene-words", has_text="西の立三本").wait_for()
    page.locator("dialog .reasons").get_by_text("立三本").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-seat='2'] .score", has_text="+12貫").wait_for()


@pytest.mark.browser
def test_a_match_of_the_past_is_opened_and_put_right_as_well(page: Any, site: Site) -> None:
    fill_start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    page.get_by_role("button", name="対局の終わり").click()
    page.get_by_role("button", name="対局の終わり").click()
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    start_another(page)
    page.locator("#book .none").wait_for()
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="対局の一覧").click()
    page.locator("dialog.matches li").nth(1).get_by_role("button", name="続ける").click()
    page.locator("#book li .why").first.wait_for()
    mend_in_playback(page)
    page.locator("[data-seat='2'] .score", has_text="+12貫").wait_for()


@pytest.mark.browser
def test_a_reason_that_several_pay_for_is_told_once_and_nothing_shows_below_the_bar_of_a_playback(
    page: Any, site: Site
) -> None:
    from playwright.sync_api import expect

    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 400})
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="履歴").last.click()
    hand_yaku = page.locator("dialog .steps li", has_text="南の立三本")
    expect(hand_yaku.locator(".reasons p", has_text="立三本")).to_have_count(1)
    hand_yaku.locator(".mend button").first.click()
    # What unfolds is in sight, however low its line stands.
    inner = page.locator("dialog").evaluate("d => d.getBoundingClientRect().top + d.clientTop + d.clientHeight")
    for unfolds, button in ((".choices button", None), (".minis button", "summary"), (".picker p", ".minis button")):
        if button:
            hand_yaku.locator(f".mending {button}").first.click()
        shown = hand_yaku.locator(f".mending {unfolds}").first
        expect(shown).to_be_in_viewport()
        assert shown.bounding_box()["y"] + shown.bounding_box()["height"] <= inner, unfolds
    # Where nothing but who pays would be another, that is what is told.
    hand_yaku.locator(".mending").get_by_role("button", name="西の立三本").click()
    lines = hand_yaku.locator(".mending .reasons p")
    expect(lines.filter(has_text="から")).not_to_have_count(0)
    told = lines.all_inner_texts()
    assert len(told) == len(set(told)) and any("東 から 西 へ" in each for each in told)
    page.get_by_role("button", name="なかったことにする").first.click()
    expect(hand_yaku.locator(".mending .reasons p", has_text="立三本")).to_have_count(1)
    page.get_by_role("button", name="一手ずつ見る").click()
    bar = page.locator("dialog .replay-steps")
    bar.wait_for()
    dialog = page.locator("dialog.replay")
    assert dialog.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight + 40")
    for down in (0, 9999):
        dialog.evaluate("(dialog, down) => dialog.scrollTo(0, down)", down)
        inner = dialog.evaluate("d => d.getBoundingClientRect().top + d.clientTop + d.clientHeight")
        assert bar.evaluate("bar => bar.getBoundingClientRect().bottom") >= inner - 0.5


def start_another(page: Any) -> None:
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog .players input").first.wait_for()
    page.locator("dialog .first-dealer select").select_option("0")
    page.get_by_role("button", name="始める", exact=True).click()
    page.locator("dialog form button[type=submit]").click()


def mend_in_playback(page: Any) -> None:
    """It was not 南 but 西 who showed it."""
    page.get_by_role("button", name="履歴").click()
    page.get_by_role("button", name="一手ずつ見る").click()
    page.locator("dialog .scene-words", has_text="1 / 2").wait_for()
    page.get_by_role("button", name="次へ").click()
    page.locator("dialog .reasons").get_by_text("立三本").first.wait_for()
    page.get_by_role("button", name="正す…").click()
    page.locator("dialog .mending").get_by_role("button", name="西の立三本").click()
    page.locator("dialog .outcome", has_text="こうなります： 東 −6貫、南 −6貫、西 +12貫").wait_for()
    assert page.locator("[data-seat='1'] .score").inner_text() == "+12貫"
    page.get_by_role("button", name="このとおりに直す").click()
