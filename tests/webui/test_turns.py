"""A half-turn of a followed deal put right, while it runs and once it is settled; what was settled by piles says so."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from half_turned import begin, dealt, lay, zones_of
from page_bench import Site
from playwright.sync_api import expect
from random_play import random_match
from yakume.engine import Card, EngineError, find_ruleset
from yakume.engine.events import CardPlayed, CardTurned, SetsMade, TwoTurned
from yakume.engine.names import name
from yakume.engine.play import replay
from yakume.engine.state import State
from yakume.vision.referee.answers import PlayedSo
from yakume.webui.added_turns import legal_at, said_besides, with_more, without
from yakume.webui.half_turns import Played, ended_so, line_of, played, result_of, so_played
from yakume.webui.settings import Settings
from yakume.webui.store import EventStore


def cards(bench: Any) -> list[str]:
    """The cards of the half-turns of the first deal as its playback shows them."""
    scenes = bench.client.get("/api/replay/1").json()["scenes"]
    return [scene["card"] for scene in scenes if scene["turn"] is not None]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, open_bench: Any) -> Path:
    """A database with a deal of three that was followed to its end and booked: following it again would be the same."""
    folder = tmp_path_factory.mktemp("settled")
    settings = Settings(
        source="0", database=f"sqlite:///{folder / 'events.db'}", layout=folder / "t.toml", samples=folder / "samples"
    )
    with open_bench(settings) as bench:
        settled(bench, "sannin", 3)
    return folder / "events.db"


@pytest.fixture
def followed(kept: Path, settings: Settings) -> None:
    """The application of the test opens that match; it is asked for before the application."""
    shutil.copy(kept, settings.database.removeprefix("sqlite:///"))


@pytest.mark.usefixtures("followed")
def test_a_half_turn_of_a_settled_deal_is_put_right_by_another_with_the_score_shown_before(bench: Any) -> None:
    states = dealt("sannin", 3)
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
    at, choice = next(
        (at, choice)
        for at in range(8)
        for choice in bench.client.get(f"/api/turns/1/{at}").json()["choices"]
        if "追えなく" not in str(bench.post(f"/api/turns/1/{at}", events=choice["events"]).json()["turns"])
    )
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


def settled(bench: Any, game: str, seats: int) -> tuple[State, ...]:
    """A deal that was followed to its end and booked; the match after each half-turn."""
    states = dealt(game, seats)
    begin(bench, states)
    for state in states[1:]:
        lay(bench, state)
    lay(bench, states[-1], 4_000)
    assert bench.state["phase"] in ("ready", "over"), bench.state["phase"]
    return states


@pytest.mark.usefixtures("followed")
def test_a_half_turn_that_never_happened_is_removed_and_another_added_where_the_deal_is_settled(bench: Any) -> None:
    before, scores = cards(bench), bench.state["scores"]
    at = 10
    assert bench.client.get(f"/api/turns/1/{at}").json()["removable"]
    told = bench.post(f"/api/turns/1/{at}", events=[]).json()
    # Without it the deal has not ended: that is told with its rule, and nothing is to be booked yet.
    assert told["unfinished"]["rule"] == "COM-TURN-01" and told["events"] == [] and told["change"] == [0, 0, 0]
    draft = told["draft"]
    replayed = bench.client.get("/api/replay/1", params={"draft": draft}).json()
    shown = [scene["card"] for scene in replayed["scenes"] if scene["turn"] is not None]
    assert shown == before[:at] + before[at + 1 :] and cards(bench) == before
    # The card was played later: after each half-turn in turn, until the deal ends so.
    found = None
    for place in range(at + 1, len(before)):
        offered = bench.client.get(f"/api/turns/1/{place}", params={"draft": draft}).json()["legal"]
        for choice in (each for each in offered if before[at] in each["cards"]):
            said = {"card": choice["card"], "takes": choice["takes"]}
            told = bench.client.post(
                f"/api/turns/1/{place}", params={"draft": draft}, json={"seq": bench.state["seq"], **said}
            )
            if told.status_code == 200 and told.json()["events"] and any(told.json()["change"]):
                found = place, told.json()
        if found:
            break
    assert found is not None
    place, told = found
    assert bench.state["scores"] == scores
    bench.book(*told["events"])
    now = cards(bench)
    assert bench.state["scores"] == told["scores"] != scores
    assert sorted(now) == sorted(before) and now[place] == before[at]
    bench.post("/api/undo")
    assert (bench.state["scores"], cards(bench)) == (scores, before)


@pytest.mark.usefixtures("followed")
def test_what_the_game_does_not_allow_is_refused_with_its_rule(bench: Any) -> None:
    before = cards(bench)
    offered = bench.client.get("/api/turns/1/5").json()["legal"]
    assert offered and not {each["card"] for each in offered} & set(before[:5])
    # One more half-turn than a deal has; a card that was played before; one that takes what it cannot.
    again = bench.post("/api/turns/1/5", card=before[2]).json()["error"]
    assert again["rule"] == "COM-TURN-01"
    other = next(each for each in offered if each["card"] != before[5])
    wrong = bench.post("/api/turns/1/5", card=other["card"], takes=["1a", "2a"]).json()["error"]
    assert wrong["rule"] == "COM-TURN-01"
    end = bench.client.get(f"/api/turns/1/{len(before)}").json()
    assert end["legal"] == [] and not end["removable"]
    assert bench.client.get(f"/api/turns/1/{len(before) + 1}").json()["error"]["code"] == "no_such_turn"
    assert bench.client.get("/api/turns/1/5", params={"draft": "nonsense"}).status_code == 422
    assert bench.post(f"/api/turns/1/{len(before)}", events=[]).json()["error"]["code"] == "no_such_turn"


@pytest.mark.parametrize(("game", "seats"), [("koikoi", 2), ("sannin", 3), ("sudaoshi", 4)])
def test_every_half_turn_that_is_offered_may_be_played_there_and_no_other(game: str, seats: int) -> None:
    states = dealt(game, seats)
    plays = tuple(event for event in states[-1].log if isinstance(event, CardPlayed | CardTurned))
    log = states[-1].log
    base = replay(log[: next(at for at, event in enumerate(log) if isinstance(event, CardPlayed))])
    for at in (0, 1, 7, 12):
        offered = {(play.card, play.takes) for play, _ in legal_at(base, plays, at)}
        assert {(play.card.face, len(play.takes)) for play in plays[at : at + 1]} <= {
            (card.face, len(takes)) for card, takes in offered
        }
        for play, alike in legal_at(base, plays, at):
            assert play.card in alike == play.card.face.cards & alike
            assert line_of(base, (*plays[:at], play)).plays[at] == play


def test_a_half_turn_that_nobody_saw_is_added_to_the_running_deal_and_play_is_followed_with_it(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:8]:
        lay(bench, state)
    before = cards(bench)
    assert len(before) == 7
    # What comes next stays under a hand; people say it after the last one that was seen.
    bench.sees(for_ms=3_000, hand=True, **zones_of(states[7]))
    missed = [event for event in states[-1].log if isinstance(event, CardPlayed | CardTurned)][7]
    offered = bench.client.get("/api/turns/1/7").json()
    choice = next(
        each
        for each in offered["legal"]
        if Card.parse(each["card"]).face == missed.card.face and len(each["takes"]) == len(missed.takes)
    )
    told = bench.post("/api/turns/1/7", card=choice["card"], takes=choice["takes"]).json()
    assert [each["was"] for each in told["turns"]] == [None] and told["unfinished"] is None, told["turns"]
    bench.book(*told["events"])
    bench.sees(for_ms=200, hand=True, **zones_of(states[7]))
    assert cards(bench) == [*before, choice["card"]]
    bench.post("/api/undo")
    bench.sees(for_ms=200, hand=True, **zones_of(states[7]))
    assert cards(bench) == before
    bench.post("/api/redo")
    for state in states[9:12]:
        lay(bench, state)
    assert len(cards(bench)) == 11 and cards(bench)[:8] == [*before, choice["card"]]


def test_a_half_turn_that_never_happened_is_removed_from_the_running_deal(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:8]:
        lay(bench, state)
    # A card that is put down for a while lies on the field like one that was played.
    zones = zones_of(states[7])
    loose = next(str(card) for card in states[-1].deal.piles[0] if card in states[7].deal.unseen)
    bench.sees(for_ms=3_000, **zones | {"field": f"{zones['field']} {loose}"})
    assert len(cards(bench)) == 8 and cards(bench)[-1][:-1] == loose[:-1], cards(bench)
    told = bench.post("/api/turns/1/7", events=[]).json()
    assert told["turns"] and told["turns"][0]["now"] is None, told["turns"]
    bench.book(*told["events"])
    lay(bench, states[7])
    assert len(cards(bench)) == 7
    for state in states[8:12]:
        lay(bench, state)
    assert len(cards(bench)) == 11


def test_a_card_that_lies_there_though_its_half_turn_never_happened_is_told_to_come_later(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:9]:
        lay(bench, state)
    first, *rest = (Card.parse(card) for card in cards(bench))
    told = bench.post("/api/turns/1/0", events=[]).json()
    card = name(first)
    assert told["turns"][-1]["was"] is None
    assert told["turns"][-1]["now"]["ja"].startswith(f"「{card.ja}」は卓に見えているので、2手目として追います。")
    assert told["turns"][-1]["now"]["en"].startswith(
        f"“{card.en}” is seen on the table, so it is followed as half-turn 2."
    )
    # Of the last one nothing comes later: it is gone, though its card lies there.
    told = bench.post(f"/api/turns/1/{len(rest)}", events=[]).json()
    assert [each["now"] for each in told["turns"]] == [None]


def test_what_a_half_turn_could_have_been_is_told_so_that_no_two_sound_alike(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:9]:
        lay(bench, state)
    for at in range(8):
        choices = bench.client.get(f"/api/turns/1/{at}").json()["choices"]
        assert choices
        for lang in ("ja", "en"):
            said = [choice[lang] for choice in choices]
            assert len(said) == len(set(said)), said


def test_what_was_said_of_later_half_turns_goes_with_them() -> None:
    states = dealt("sannin", 3)
    plays = tuple(event for event in states[-1].log if isinstance(event, CardPlayed | CardTurned))[:6]
    told = so_played(plays, (1, 4))
    removed = said_besides(told, PlayedSo(never=so_played(plays, (2,)).turns), plays, without(plays, 2))
    assert [turn.at for turn in removed.turns] == [1, 3] and [turn.at for turn in removed.never] == [2]
    gone = said_besides(told, PlayedSo(never=so_played(plays, (4,)).turns), plays, without(plays, 4))
    assert [turn.at for turn in gone.turns] == [1]
    more = with_more(plays, 1, replace(plays[5]))
    added = said_besides(told, so_played(more, (1,)), plays, more)
    assert [(turn.at, turn.card) for turn in added.turns] == [
        (1, plays[5].card),
        (2, plays[1].card),
        (5, plays[4].card),
    ]


def test_what_is_no_half_turn_is_a_clear_refusal(bench: Any) -> None:
    bench.start()
    assert bench.client.get("/api/turns/1/0").json()["error"]["code"] == "no_such_turn"
    assert bench.client.get("/api/turns/0/0").status_code == 422
    states = dealt("koikoi", 2)
    begin(bench, states)
    lay(bench, states[1])
    other = [{"type": "deal_voided.v1"}]
    assert bench.post("/api/turns/1/0", events=other).json()["error"]["code"] == "no_such_turn"
    refused = bench.post("/api/turns/1/0", wrong="1a", right=str(next(iter(states[0].deal.field)))).json()["error"]
    assert refused["rule"].startswith("COM-")


@pytest.mark.browser
def test_a_half_turn_is_put_right_from_the_table_and_in_the_playback_and_taken_back(page: Any, site: Site) -> None:
    states = dealt("sannin", 3)
    site.desk.start(0, "sannin", ["東", "南", "西"], states[0].dealer, {})
    for state in states[:5]:
        site.camera.sees(**zones_of(state))
    moves = page.locator("#moves li button")
    expect(moves).to_have_count(4)
    newest = moves.first.inner_text()
    moves.first.click()
    words = page.locator("dialog.replay .scene-words")
    expect(words).to_contain_text("5 / 5")
    before = words.inner_text()
    page.get_by_role("button", name="正す…").click()
    page.locator("dialog .mending .choices button").first.wait_for()
    page.locator("dialog .mending .choices button").first.click()
    page.locator("dialog .outcome", has_text="こうなります").wait_for()
    expect(page.locator("dialog .mending .reasons s").first).to_be_visible()
    page.get_by_role("button", name="このとおりに直す").click()
    expect(page.locator("dialog .mending").first).to_be_empty()
    site.camera.sees(**zones_of(states[4]))
    page.keyboard.press("Escape")
    with page.expect_response("**/api/undo"):
        page.get_by_role("button", name="一つ戻す").click()
    site.camera.sees(**zones_of(states[4]))
    expect(moves).to_have_count(4)
    expect(moves.first).to_have_text(newest)
    moves.first.click()
    expect(words).to_have_text(before)


@pytest.mark.browser
def test_what_a_half_turn_could_have_been_fits_a_phone_in_english(page: Any, site: Site) -> None:
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
    assert len(right) == 4 and max(right) <= dialog["x"] + dialog["width"]


def eleventh(site: Site) -> tuple[str, int]:
    """The card of the eleventh half-turn of the settled deal, and the first place where it may be played instead."""
    how = played(site.desk.match(), 1, site.desk.followed(1))
    assert how is not None
    card, rest = how.plays[10].card, without(how.plays, 10)
    for place in range(11, len(rest)):
        for play, alike in legal_at(how.base, rest, place):
            with suppress(EngineError):
                if card in alike and ended_so(how, line_of(how.base, with_more(rest, place, play))):
                    return str(card), place
    raise AssertionError("it can be played nowhere else")


def go_to(page: Any, turn: int) -> None:
    """Show that half-turn, from 0: before them are the deal's start and what was declared."""
    slider = page.locator("dialog.replay input[type=range]")
    first = int(slider.get_attribute("max")) - (41 if page.locator("dialog .alarm").count() else 42)
    slider.evaluate("(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input')) }", first + turn)


def in_sight(page: Any, name: str) -> bool:
    """Whether a button is on the screen, and nothing lies over it."""
    button = page.get_by_role("button", name=name)
    return bool(
        button.evaluate(
            "(node) => { const box = node.getBoundingClientRect();"
            " return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }"
        )
    )


@pytest.mark.browser
@pytest.mark.usefixtures("followed")
def test_one_half_turn_is_removed_and_added_elsewhere_and_taken_back_by_one_tap(page: Any, site: Site) -> None:
    card, place = eleventh(site)
    scores = site.desk.booked()["scores"]
    before = site.desk.followed(1)
    page.get_by_role("button", name="履歴").click()
    page.get_by_role("button", name="一手ずつ見る").first.click()
    go_to(page, 10)
    page.get_by_role("button", name="正す…").click()
    page.get_by_role("button", name="この手はなかった").click()
    outcome = page.locator("dialog .outcome")
    expect(outcome).to_contain_text(re.compile("これだけでは局が終わりません.*COM-TURN-01"))
    expect(page.get_by_role("button", name="このとおりに直す")).to_be_hidden()
    assert in_sight(page, "続けて直す")
    page.get_by_role("button", name="続けて直す").click()
    expect(page.locator("dialog .alarm")).to_contain_text("まだ付けていません")
    go_to(page, place)
    page.get_by_role("button", name="正す…").click()
    page.get_by_text("この前に、見えなかった手があった…").click()
    # A card that cannot be played there is refused with its rule.
    page.locator("dialog .mending .deck .off").first.click()
    expect(outcome).to_contain_text(re.compile("それはできません。 .+はこの手の前には打てません。 COM-TURN-01"))
    page.locator(f"dialog .mending .deck [data-card='{card}']").last.click()
    expect(outcome).to_contain_text("こうなります")
    expect(page.locator("dialog .mending .reasons s").first).to_be_visible()
    assert in_sight(page, "このとおりに直す")
    page.get_by_role("button", name="このとおりに直す").click()
    expect(page.locator("dialog .alarm")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    undo = page.locator("#head button.named")
    expect(undo).to_contain_text("訂正")
    undo.click()
    expect(undo).not_to_contain_text("訂正")
    assert site.desk.booked()["scores"] == scores and site.desk.followed(1) == before


@pytest.mark.browser
@pytest.mark.usefixtures("followed")
def test_half_turns_are_removed_and_added_on_a_phone_in_english_by_keys(page: Any, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script("localStorage.setItem('lang', 'en')")
    page.reload()
    _, place = eleventh(site)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="History").click()
    page.get_by_role("button", name="Move by move").first.click()
    go_to(page, 10)
    page.get_by_role("button", name="Put right").press("Enter")
    page.get_by_role("button", name="It never happened").press("Enter")
    page.get_by_role("button", name="Go on from here").press("Enter")
    expect(page.locator("dialog .alarm")).to_contain_text("nothing is booked yet")
    # The last half-turn has a place after it, too; there the deal is over.
    go_to(page, 40)
    expect(page.get_by_role("button", name="Add one after it")).to_be_visible()
    go_to(page, place)
    page.get_by_role("button", name="Put right").press("Enter")
    page.get_by_text("One before it was not seen").press("Enter")
    button = page.locator("dialog .mending details[open] .deck button")
    button.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("dialog .outcome")).not_to_be_empty()
    box = page.locator("dialog[open]").bounding_box()
    wide = page.evaluate(
        "[...document.querySelectorAll('dialog .mending button')].map((b) => b.getBoundingClientRect().right)"
    )
    assert max(wide) <= box["x"] + (box["width"])
    page.get_by_role("button", name="Leave it").press("Enter")
    expect(page.locator("dialog .alarm")).to_have_count(0)
