"""A deal's start put right: another first dealer, みずてん that was missed, and where a later dealer comes from."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import DEALS, FIELD, Site, start
from random_play import random_match
from yakume.engine import RULESETS, DealStarted, find_ruleset
from yakume.engine.play import apply, effective, replay
from yakume.engine.state import State
from yakume.webui.dealt import follows, put_right, starts_instead
from yakume.webui.history import redoable, undoable
from yakume.webui.preview import preview

FOUR = ["東", "南", "西", "北"]
DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}


def bid(seat: int, call: str) -> dict[str, Any]:
    return {"type": "bid_made.v1", "seat": seat, "call": call}


def choice(bench: Any, at: int, words: str) -> Any:
    """What the page would post for the choice of those words, previewed."""
    found = bench.client.get(f"/api/instead/{at}").json()
    events = next(each["events"] for each in found["choices"] if words in (each["ja"], each["en"]))
    answer = bench.post(f"/api/instead/{at}", events=events)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_another_first_dealer_is_shown_before_it_is_booked_and_is_one_undo(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=FOUR)
    bench.book(DEALT, bid(0, "deru"), bid(1, "deru"), bid(2, "oriru"))
    told = choice(bench, 1, "親は南")
    assert bench.state["deal"]["dealer"] == 0
    bench.book(*told["events"])
    now = bench.state
    assert (now["deal"]["dealer"], now["phase"], now["scores"]) == (1, "teyaku", told["scores"])
    # 南 is asked first now, and each says what was said; 東 is not asked any more, as one has dropped (H88-BID-04).
    steps = [step for step in bench.client.get("/api/history").json()["steps"] if "bid" in step["event"]["type"]]
    assert [step["event"]["seat"] for step in steps if not step["refused"]] == [1, 2]
    assert len(told["refused"]) == len(now["rejected"]) == 1
    assert bench.post("/api/undo").status_code == 200
    assert bench.state["deal"]["dealer"] == 0 and bench.state["rejected"] == []
    assert bench.post("/api/redo").status_code == 200
    assert bench.state["deal"]["dealer"] == 1
    assert bench.client.get("/api/history").json()["redo"] is None


def test_before_the_first_deal_the_first_dealer_is_put_right_at_the_matchs_start(bench: Any) -> None:
    bench.start()
    found = bench.client.get("/api/instead/0").json()
    assert [each["ja"] for each in found["choices"]] == ["胴は南", "胴は西"] and not found["removable"]
    bench.book(*choice(bench, 0, "胴は西")["events"])
    assert bench.state["deal"]["dealer"] == 2
    bench.book(DEALT | {"dealer": 2})
    assert bench.post("/api/instead/0", events=[]).status_code == 422


def test_a_mizuten_that_was_missed_binds_the_dealer_and_one_too_many_is_taken_back(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=FOUR)
    bench.book(DEALT, bid(0, "deru"), bid(1, "deru"), bid(2, "oriru"))
    told = choice(bench, 1, "東はみずてんだった")
    bench.book(*told["events"])
    steps = bench.client.get("/api/history").json()["steps"]
    assert "みずてん" in steps[1]["ja"] and bench.state["phase"] == "teyaku"
    # What he said besides, to take part, is said already (H88-BID-01): that line alone falls away.
    assert [step["event"]["seat"] for step in steps if step["refused"]] == [0]
    bench.book(*choice(bench, 1, "みずてんではなかった")["events"])
    assert bench.state["rejected"] == [] and bench.state["phase"] == "teyaku"


def test_who_deals_later_follows_from_an_end_and_is_put_right_there(bench: Any) -> None:
    bench.start()
    bench.book(DEALT, {"type": "points_counted.v1", "points": [100, 84, 80], "happenings": []}, DEALT)
    found = bench.client.get("/api/instead/3").json()
    assert found["follows"].pop("says")["ja"] == "この局の親は、前の局の終わり方で決まりました。"
    assert found["follows"] == {"at": 2, "rule": "H3-NEXT-01"}
    assert [each for each in found["choices"] if "胴は" in each["ja"]] == []
    assert bench.client.get("/api/instead/1").json()["follows"] is None


def match_of(game: str, seed: int) -> State:
    *_, last = random_match(find_ruleset(game), max(find_ruleset(game).seats), {}, seed=seed, deals=2)
    return last


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_start_that_is_offered_is_taken_money_stays_and_one_undo_takes_it_back(game: str) -> None:
    offered = 0
    for seed in range(3):
        match = match_of(game, seed)
        for at in [seq for seq, event in effective(match.log) if seq == 0 or isinstance(event, DealStarted)]:
            assert at == 0 or (follows(match.log, at) is None) == (at == first_deal(match))
            for words, other in starts_instead(match, at):
                after = match
                for each in put_right(match.log, at, other):
                    after = apply(after, each)
                paid = sum(e.mon * ((e.payee is not None) - (e.payer is not None)) for e in after.ledger)
                assert words.ja and words.en and sum(after.scores) == paid
                assert preview(match, put_right(match.log, at, other)).scores == after.scores
                back = replay((*after.log, *(undo_of(after.log))))
                assert back.scores == match.scores and effective(back.log) == effective(match.log)
                assert len(redoable(back.log)) == len(undoable(after.log))
                offered += 1
    assert offered


def first_deal(match: State) -> int:
    return next(seq for seq, event in effective(match.log) if isinstance(event, DealStarted))


def undo_of(log: Any) -> list[Any]:
    from yakume.engine.events import Corrected

    return [Corrected(at) for at in undoable(log)]


def test_a_deal_booked_by_points_is_opened_again_with_its_numbers(bench: Any) -> None:
    bench.start()
    sets, fed = [["H3-DEKI-05", 7]], [["H3-DEKI-05", 0]]
    happening = {"type": "sets_made", "seat": 2, "sets": sets, "call": "agari", "fed": fed}
    bench.book(DEALT, {"type": "points_counted.v1", "points": [], "happenings": [happening]})
    found = bench.client.get("/api/instead/2").json()["points"]
    assert (found["told"][0]["sets"], found["told"][0]["fed"]) == (sets, fed)
    assert found["tell"]["points"] == 264 and found["order"] == [0, 1, 2]
    same = bench.post("/api/tally", at=2, points=found["points"], kasu=found["kasu"], told=found["told"]).json()
    assert same["result"]["change"] == [0, 0, 0]
    other = bench.post("/api/tally", at=2, points={0: 100, 1: 84, 2: 80}).json()["result"]
    bench.book(*other["events"])
    assert bench.state["scores"] == other["scores"]
    assert bench.client.get("/api/instead/2").json()["points"]["points"] == {"0": 100, "1": 84, "2": 80}


@pytest.mark.browser
def test_the_points_of_a_past_deal_are_put_right_from_the_history(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    start(page)
    site.desk.add(1, [DEALT, {"type": "points_counted.v1", "points": [100, 84, 80], "happenings": []}])
    page.get_by_text("第2局", exact=True).wait_for()
    before = page.locator("[data-seat='0'] .score").inner_text()
    page.get_by_role("button", name="履歴").click()
    page.locator("dialog [data-step='2']").get_by_role("button", name="正す…").click()
    page.get_by_role("button", name="清算をやり直す…").click()
    boxes = page.locator("dialog.points .counts").first.locator("input")
    expect(boxes).to_have_count(3)
    assert [box.input_value() for box in boxes.all()] == ["100", "84", "80"]
    boxes.nth(0).fill("80")
    page.get_by_text("244 点（264 点のはず）").wait_for()
    boxes.nth(2).fill("100")
    page.locator("dialog .foot p", has_text="前との差：東 −").wait_for()
    page.get_by_role("button", name="この結果を付ける").click()
    page.locator("dialog.history [data-step='2']", has_text="西 100").wait_for()
    expect(page.locator("[data-seat='2'] .score")).to_have_text(before)


@pytest.mark.browser
def test_a_wrong_dealer_is_put_right_by_a_tap_on_the_seat(page: Any, site: Site) -> None:
    start(page)
    site.desk.add(1, [DEALT])
    page.get_by_text("大場", exact=True).wait_for()
    page.locator("[data-seat='0'] button.role", has_text=DEALS).click()
    page.get_by_role("button", name="胴を正す…").click()
    page.locator("dialog [data-step='1'] .mending").get_by_role("button", name="胴は南").click()
    page.locator("dialog .outcome", has_text="こうなります").wait_for()
    page.get_by_role("button", name="このとおりに直す").click()
    page.locator("[data-seat='1'] button.role", has_text=DEALS).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="一つ戻す").click()
    page.locator("[data-seat='0'] button.role", has_text=DEALS).wait_for()
