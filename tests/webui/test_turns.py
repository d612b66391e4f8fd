"""A half-turn of a followed deal put right, while it runs and once it is settled; what was settled by piles says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from half_turned import begin, dealt, lay, zones_of
from page_bench import Site
from random_play import random_match
from yakume.engine import find_ruleset
from yakume.engine.events import CardPlayed, CardTurned, SetsMade, TwoTurned
from yakume.engine.play import replay
from yakume.webui.half_turns import Played, ended_so, line_of, result_of
from yakume.webui.settings import Settings
from yakume.webui.store import EventStore


def cards(bench: Any) -> list[str]:
    """The cards of the half-turns of the first deal as its playback shows them."""
    scenes = bench.client.get("/api/replay/1").json()["scenes"]
    return [scene["card"] for scene in scenes if scene["turn"] is not None]


def test_a_half_turn_of_a_settled_deal_is_put_right_by_another_with_the_score_shown_before(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:]:
        lay(bench, state)
    lay(bench, states[-1], 4_000)
    scores = bench.state["scores"]
    assert scores == list(states[-1].scores) and bench.state["phase"] == "ready"
    replay = bench.client.get("/api/replay/1").json()
    turns = [scene for scene in replay["scenes"] if scene["turn"] is not None]
    assert replay["decides"] and len(turns) == len(states) - 1
    tried = 0
    for turn in turns:
        for choice in bench.client.get(f"/api/turns/1/{turn['turn']}").json()["choices"]:
            told = bench.post(f"/api/turns/1/{turn['turn']}", events=choice["events"]).json()
            assert told["turns"] and sum(told["change"]) == sum(told["scores"]) - sum(scores)
            tried += 1
            if any(told["change"]):
                break
        if tried and any(told["change"]):
            break
    assert bench.state["scores"] == scores
    bench.book(*told["events"])
    assert bench.state["scores"] == told["scores"] != scores
    # The playback shows what people said, and it can be put right once more; undo is one step.
    again = bench.client.get("/api/replay/1").json()
    shown = [scene["ja"] for scene in again["scenes"]]
    assert again["decides"] and all(each["now"]["ja"].split(". ")[1] in shown for each in told["turns"] if each["now"])
    bench.post("/api/undo")
    assert bench.state["scores"] == scores
    assert bench.client.get("/api/replay/1").json()["scenes"] == replay["scenes"]


def test_another_card_of_a_half_turn_is_another_wherever_it_was_named_later(bench: Any) -> None:
    states = dealt("koikoi", 2)
    begin(bench, states)
    for state in states[1:]:
        lay(bench, state)
    bench.post("/api/deal/end")
    deal = bench.client.get("/api/replay/1").json()
    first = next(scene for scene in deal["scenes"] if scene["turn"] == 0)
    later = [scene["card"] for scene in deal["scenes"] if scene["turn"]]
    same_month = [card for card in later if int(card[:-1]) == int(first["card"][:-1])]
    right = (same_month or later)[0]
    told = bench.post("/api/turns/1/0", wrong=first["card"], right=right).json()
    numbers = [int(each["was"]["ja"].split(".")[0]) for each in told["turns"]]
    assert numbers[0] == 1 and later.index(right) + 2 in numbers
    bench.book(*told["events"])
    now = cards(bench)
    assert now[0] == right and first["card"] in now and len(now) == len(set(now))


def test_a_half_turn_of_the_running_deal_is_followed_as_people_say_it_was(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:9]:
        lay(bench, state)
    lay(bench, states[8], 4_000)
    before = cards(bench)
    assert len(before) == 8
    tried = [
        (at, choice)
        for at in range(8)
        for choice in bench.client.get(f"/api/turns/1/{at}").json()["choices"]
        if "追えなく" not in str(bench.post(f"/api/turns/1/{at}", events=choice["events"]).json()["turns"])
    ]
    at, choice = tried[0]
    told = bench.post(f"/api/turns/1/{at}", events=choice["events"]).json()
    assert told["turns"] and told["change"] == [0, 0, 0] and cards(bench) == before
    bench.book(*told["events"])
    lay(bench, states[8])
    now = cards(bench)
    assert now != before and len(now) == 8
    bench.post("/api/undo")
    lay(bench, states[8])
    assert cards(bench) == before
    # Said again, it holds to the end: the deal is settled, and what was said is not followed otherwise.
    bench.post("/api/redo")
    for state in states[9:]:
        lay(bench, state)
    lay(bench, states[-1], 4_000)
    assert cards(bench)[:8] == now


def test_a_deal_that_its_piles_settled_says_that_its_half_turns_do_not_decide(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:7]:
        lay(bench, state)
    piles = {seat: str(pile) for seat, pile in enumerate(states[-1].deal.piles)}
    told = bench.post("/api/tally", piles=piles).json()
    bench.book(*told["result"]["events"])
    replay = bench.client.get("/api/replay/1").json()
    assert any(scene["turn"] == 0 for scene in replay["scenes"]) and not replay["decides"]
    assert bench.client.get("/api/turns/1/0").status_code == 404
    end = next(scene["seq"] for scene in replay["scenes"][::-1] if scene["seq"])
    assert bench.client.get(f"/api/instead/{end - 1}").json()["tally"]


def test_how_a_deal_was_followed_is_there_after_a_restart_and_can_be_put_right(
    settings: Settings, open_bench: Any
) -> None:
    states = dealt("koikoi", 2)
    with open_bench(settings) as bench:
        begin(bench, states)
        for state in states[1:]:
            lay(bench, state)
        bench.post("/api/deal/end")
        before = bench.client.get("/api/replay/1").json()
        assert len(cards(bench)) == len(states) - 1 and before["decides"]
    with open_bench(settings) as bench:
        assert bench.client.get("/api/replay/1").json() == before
        assert bench.client.get("/api/turns/1/0").json()["choices"]
        first, match = before["scenes"], bench.state["match"]
        bench.start(players=["a", "b", "c"])
        assert bench.client.get("/api/replay/1").status_code == 404
        bench.post("/api/matches/open", match=match)
        assert bench.client.get("/api/replay/1").json()["scenes"] == first
    store = EventStore(settings.database)
    # Of another version: the deal is there without it.
    store.keep_seen(match, 1, 0, [], 1, [{"type": "card_played.v9"}])
    store.close()
    with open_bench(settings) as bench:
        assert cards(bench) == []


def test_who_fed_a_set_stays_as_people_said_where_the_half_turns_give_another() -> None:
    """As where a feeder showed a hand of nothing else (H3-HATTO-03)."""
    tried = 0
    for seed in range(400):
        *_, last = random_match(find_ruleset("sannin"), 3, {}, seed=seed, deals=1)
        states = [replay(last.log[:at]) for at, event in enumerate(last.log) if isinstance(event, CardPlayed)][:1]
        if not states or TwoTurned in {type(event) for event in last.log}:
            continue
        base, plays = states[0], tuple(event for event in last.log if isinstance(event, CardPlayed | CardTurned))
        given = result_of(line_of(base, plays), last.deal.happenings)
        fed = next((each for each in given.happenings if isinstance(each, SetsMade) and each.fed), None)
        if fed is None:
            continue
        exempt = tuple(replace(each, fed=()) if each is fed else each for each in given.happenings)
        how = Played(base, plays, 2, replace(given, happenings=exempt))
        assert ended_so(how, line_of(base, plays)) == how.result != given
        assert ended_so(replace(how, result=given), line_of(base, plays)) == given
        tried += 1
        if tried == 3:
            return
    raise AssertionError("no fed set was played")


def test_what_is_no_half_turn_is_a_clear_refusal(bench: Any) -> None:
    bench.start()
    assert bench.client.get("/api/turns/1/0").json()["error"]["code"] == "no_such_turn"
    assert bench.client.get("/api/turns/0/0").status_code == 422
    states = dealt("koikoi", 2)
    begin(bench, states)
    lay(bench, states[1])
    assert bench.post("/api/turns/1/0", events=[]).json()["error"]["code"] == "no_such_turn"
    refused = bench.post("/api/turns/1/0", wrong="1a", right=str(next(iter(states[0].deal.field)))).json()["error"]
    assert refused["rule"].startswith("COM-")


@pytest.mark.browser
def test_a_half_turn_is_put_right_from_the_table_and_in_the_playback_and_taken_back(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    states = dealt("sannin", 3)
    site.desk.start(0, "sannin", ["東", "南", "西"], states[0].dealer, {})
    for state in states[:5]:
        site.camera.sees(**zones_of(state))
    moves = page.locator("#moves li button")
    expect(moves).to_have_count(4)
    moves.first.click()
    words = page.locator("dialog.replay .scene-words")
    expect(words).to_contain_text("5 / 5")
    before = words.inner_text()
    page.get_by_role("button", name="正す…").click()
    page.locator("dialog .mending .choices button").first.wait_for()
    page.locator("dialog .mending .choices button").first.click()
    page.locator("dialog .outcome", has_text="こうなります").wait_for()
    expect(page.locator("dialog .mending .reasons s").first).to_be_visible()
    page.get_by_role("button", name="この通りに正す").click()
    expect(page.locator("dialog .mending")).to_be_empty()
    site.camera.sees(**zones_of(states[4]))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="一つ戻す").click()
    site.camera.sees(**zones_of(states[4]))
    moves.first.click()
    expect(words).to_have_text(before)


@pytest.mark.browser
def test_what_a_half_turn_could_have_been_fits_a_phone_in_english(page: Any, site: Site) -> None:
    from playwright.sync_api import expect

    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script("localStorage.setItem('lang', 'en')")
    page.reload()
    states = dealt("sannin", 3)
    site.desk.start(0, "sannin", ["East", "South", "West"], states[0].dealer, {})
    for state in states[:5]:
        site.camera.sees(**zones_of(state))
    moves = page.locator("#moves li button")
    expect(moves).to_have_count(4)
    moves.first.click()
    page.get_by_role("button", name="Put right").click()
    choices = page.locator("dialog .mending .choices button")
    choices.first.wait_for()
    dialog = page.locator("dialog[open]").bounding_box()
    right = [box["x"] + box["width"] for each in choices.all() if (box := each.bounding_box())]
    assert len(right) == 3 and max(right) <= dialog["x"] + dialog["width"]
