"""Advice for a seat in play: it is the engine's, follows the table, and knows no hand that the seat does not see."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_bench import FIELD, Site, start
from random_play import random_match
from yakume.engine import RULESETS, Card, CardSet, find_ruleset
from yakume.engine.advice import plays, view_of
from yakume.engine.play import apply
from yakume.engine.state import Phase, State
from yakume.webui.hand import hand_of
from yakume.webui.playing import advise_play, held, lying

HAND = ["2n", "3t", "8h", "8n", "10t", "11n", "12h"]


def states(game: str, seed: int) -> list[State]:
    """Every moment of a few random deals in which somebody plays."""
    *_, last = random_match(find_ruleset(game), find_ruleset(game).seats[0], {}, seed=seed, deals=4)
    state: State | None = None
    found = []
    for event in last.log:
        state = apply(state, event)
        if state.phase in (Phase.TEYAKU, Phase.HAND):
            found.append(state)
    return found


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_what_is_advised_is_what_the_engine_says_of_that_view(game: str) -> None:
    seen = [state for seed in range(4) for state in states(game, seed)][::5]
    assert len(seen) > 3
    for state in seen:
        assert state.deal is not None
        for seat in state.deal.order:
            hand = state.deal.hands[seat]
            told = advise_play(state, lying(state, None), seat, [card.face for card in hand])
            assert not told.gone
            # The kasu of a month look alike: the phone may think of another one, which takes the same.
            theirs, ours = plays(view_of(state, seat, hand)), told.plays
            assert [[len(take.cards) for take in play.takes] for play in theirs] == [
                [len(take.cards) for take in play.takes] for play in ours
            ]
            assert 0 <= told.takes <= 1
            assert {each.row.id for each in told.sets} == {row.id for row in state.game.sets(state.options)}


def test_a_face_that_lies_on_the_table_alone_was_played_and_the_other_kasu_of_a_month_is_meant() -> None:
    on_table = CardSet.parse("9a 1h")
    assert held([Card.parse("9b").face, Card.parse("1h").face], on_table) == (
        CardSet.parse("9b"),
        (Card.parse("1h").face,),
    )
    assert str(hand_of([Card.parse("9b").face], on_table)) == "9b"


def test_a_hand_with_the_second_kasu_of_a_month_on_the_field_is_no_refusal(bench: Any) -> None:
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 4a 5a 6a 7a 9a"})
    told = bench.client.post("/api/hand", json={"seat": 1, "faces": ["9k", "3t", "8h", "8n", "10t", "11n", "12h"]})
    assert told.status_code == 200 and "9b" in told.json()["cards"]


def test_what_may_be_fed_is_warned_of_with_its_rule_and_its_price(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field="4b 5a 6a 7a", seat0_captures="1t 2t 1a 2a")
    answer = bench.client.post("/api/hand/plays", json={"seat": 1, "faces": HAND}).json()
    rows = {play["card"]: play for play in answer["plays"]}
    assert [risk["seat"] for risk in rows["3t"]["warnings"]] == [0]
    assert rows["3t"]["warnings"][0]["rules"] == ["H3-DEKI-05"] and rows["3t"]["warnings"][0]["mon"] > 0
    assert rows["8h"]["warnings"] == [] and rows["8h"]["takes"] == [{"cards": [], "completes": []}]
    sets = {each["rule"]: each for each in answer["sets"]}
    assert sets["H3-DEKI-05"]["state"] == "dead"
    assert {each["card"]: each["fate"] for each in sets["H3-DEKI-05"]["missing"]}["1t"] == "lost"


def test_who_is_not_in_play_or_between_deals_gets_a_clear_refusal(bench: Any) -> None:
    bench.start()
    ask = {"seat": 1, "faces": HAND}
    assert bench.client.post("/api/hand/plays", json=ask).json()["error"]["rule"] == "COM-TURN-01"
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
    assert bench.client.post("/api/hand/plays", json=ask | {"seat": 5}).status_code == 422
    assert bench.client.post("/api/hand/plays", json=ask | {"faces": [*HAND, "5n"]}).status_code == 422
    told = bench.client.post("/api/hand/plays", json=ask).json()
    assert 0 < told["teyaku"] < 1 and told["unseen"] == 48 - 6 - 7


@pytest.mark.browser
def test_a_phone_says_what_each_card_takes_and_drops_what_was_played(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    start(page)
    site.camera.sees(field=FIELD)
    page.get_by_text("大場", exact=True).wait_for()
    page.goto(f"{site.url}hand?seat=1")
    page.get_by_role("button", name="札を選ぶ").click()
    for card in ("1t", "3t", "8h", "8n", "10t", "11n", "12h"):
        page.locator(f".deck button[data-card='{card}']").click()
    pine = page.locator(".plays li[data-card='1t']").first
    pine.get_by_text("松に鶴").wait_for()
    expect(pine.locator(".take img")).to_have_count(1)
    assert "[object" not in page.locator(".plays").inner_text()
    page.locator(".plays li[data-card='8h']").get_by_text("場に残ります").wait_for()
    expect(page.locator(".plays .odds")).to_have_count(2)
    site.camera.sees(field="2a 3a 4a 5a 6a", seat1_captures="1h 1t")
    page.locator("[role='status']", has_text="手に6枚").wait_for()
    expect(page.locator(".cards button")).to_have_count(6)
    page.get_by_role("button", name="出した 芒に月").click()
    page.locator("[role='status']", has_text="手に5枚").wait_for()
    page.locator(".plays [data-rule='H3-DEKI-05'] small", has_text="自分の手にあります").wait_for()


@pytest.mark.browser
def test_the_advice_is_in_one_language(page: Any, site: Site) -> None:

    start(page, ruleset="koikoi")
    site.camera.sees(field="1a 2a 3a 4a 5a 6a 8a 9a")
    site.camera.sees(field="2a 4a 5a 6a 8a", seat1_captures="1h 1a 3h 3a 9n 9a", seat0_captures="7n 7a")
    page.locator(".seat .captures [data-card='9n']").wait_for()
    page.evaluate("localStorage.setItem('lang', 'en')")
    page.goto(f"{site.url}hand?seat=1")
    page.get_by_role("button", name="Pick cards").click()
    for card in ("8h", "2n", "6n", "11n"):
        page.locator(f".deck button[data-card='{card}']").click()
    # The moon makes three brights and moon viewing at once.
    makes = page.locator(".plays li[data-card='8h'] .makes")
    makes.wait_for()
    assert "," in makes.inner_text()
    told = page.locator(".plays").inner_text()
    assert "captured it" in told
    assert not re.findall(r"[\u3001-\u30ff\u4e00-\u9fff]+", told)
