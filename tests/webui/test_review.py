"""Matches looked at when they are over: exported, drawn, counted by player, and played back move by move."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import pytest
from page_bench import start
from random_play import random_match
from yakume.engine import CardPlayed, CardTurned, find_ruleset, from_json, replay, to_json
from yakume.engine.sheet import sheet_of
from yakume.engine.state import evolve
from yakume.webui.chart import Line, _spread, lines_svg, scores_svg
from yakume.webui.text.amounts import scored

FIELD = "1h 4a 5a 6a 7a 9a"


def played(bench: Any, game: str, names: list[str], seed: int, deals: int = 2) -> Any:
    """A match of random deals, card by card, booked; its state."""
    *_, last = random_match(find_ruleset(game), len(names), {}, seed=seed, deals=deals)
    bench.start(ruleset=game, players=names, dealer=last.log[0].dealer)
    events = [to_json(event) for event in last.log[1:]]
    for at in range(0, len(events), 200):
        bench.book(*events[at : at + 200])
    return last


def exported(bench: Any, kind: str) -> Any:
    match = bench.state["match"]
    answer = bench.client.get(f"/api/matches/{match}/export.{kind}")
    assert answer.status_code == 200, answer.text
    return answer


def test_a_match_is_exported_whole_and_its_log_replays_to_the_same_scores(bench: Any) -> None:
    last = played(bench, "koikoi", ["<甲>", "乙&丙"], seed=1)
    whole = json.loads(exported(bench, "json").content)
    events = [from_json(row["event"]) for row in whole["log"]]
    assert list(replay(events).scores) == whole["scores"] == list(last.scores)
    assert len(list(csv.reader(io.StringIO(exported(bench, "csv").text)))) > 3
    page = exported(bench, "html").text
    assert whole["day"] in page and "&lt;甲&gt;" in page and "<svg" in page and "<甲>" not in page
    assert bench.client.get("/api/matches/nonsense/export.json").status_code == 404


@pytest.mark.parametrize(("game", "seats"), [("koikoi", 2), ("hachihachi", 4), ("sudaoshi", 7)])
def test_the_picture_of_the_scores_names_every_seat_and_its_score(game: str, seats: int) -> None:
    *_, last = random_match(find_ruleset(game), seats, {}, seed=2, deals=3)
    names = tuple(f"<{seat}&>" for seat in range(seats))
    root = ElementTree.fromstring(scores_svg(sheet_of(evolve(last, players=names)), "2026-11-23"))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(texts.count(name) == 2 for name in names)
    lines = list(root.iter("{http://www.w3.org/2000/svg}polyline"))
    assert len({line.get("stroke-dasharray") for line in lines}) == len(names)
    assert len({len(line.get("points", "").split()) for line in lines}) == 1


def test_a_picture_of_a_running_match_says_that_its_scores_are_without_the_stones() -> None:
    sheets = [sheet_of(state) for state in random_match(find_ruleset("sannin"), 3, {}, seed=2, deals=2)]
    running = next(sheet for sheet in sheets if any(sheet.stones) and not sheet.final)
    assert "1月1日（月石を除く）" in scores_svg(running, "1月1日")
    assert "1 January (without month stones)" in scores_svg(running, "1 January", "en", narrow=True)
    assert not any("除く" in scores_svg(sheet, "1月1日") for sheet in sheets if sheet.deals and not any(sheet.stones))


def test_names_at_the_end_of_the_lines_do_not_cover_each_other() -> None:
    heights = [at for _, at in _spread([300, 301, 302, 560, 569, 570])]
    assert all(after - before >= 26.9 for before, after in pairwise(heights))
    assert heights[-1] <= 570


def test_players_are_counted_over_matches_and_deleted_ones_are_not(bench: Any) -> None:
    first = played(bench, "koikoi", ["甲", "乙"], seed=1)
    second = played(bench, "koikoi", ["乙", "丁"], seed=2)
    told = {row["player"]: row for row in bench.client.get("/api/statistics").json()["players"]}
    assert (told["乙"]["matches"], told["乙"]["deals"]) == (2, 4)
    assert told["乙"]["total"] == first.scores[1] + second.scores[0]
    assert sum(row["total"] for row in told.values()) == 0
    older = next(row["match"] for row in bench.client.get("/api/matches").json()["matches"] if "甲" in row["players"])
    bench.client.post("/api/matches/delete", json={"match": older})
    told = {row["player"]: row for row in bench.client.get("/api/statistics").json()["players"]}
    assert "甲" not in told and told["乙"]["matches"] == 1


def test_a_hand_yaku_that_was_claimed_wrongly_is_nobodys(bench: Any) -> None:
    bench.start(ruleset="sannin", players=["甲", "乙", "丙"])
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 4a 5a 6a 7a 9a"})
    bench.book({"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-01"], "exposed": "3h 3t 3a"})

    def yaku() -> dict[str, Any]:
        return {row["player"]: row["yaku"] for row in bench.client.get("/api/statistics").json()["players"]}

    assert [each["count"] for each in yaku()["乙"]] == [1]
    bench.book({"type": "teyaku_voided.v1", "seat": 1})
    assert not any(yaku().values())


def test_a_table_that_was_laid_and_left_is_no_match_and_the_best_stands_first(bench: Any) -> None:
    """H88-START-01: the stakes that everybody puts down before the first deal are nobody's loss."""
    last = played(bench, "hachihachi", ["甲", "乙", "丙", "丁"], seed=1)
    told = bench.client.get("/api/statistics").json()["players"]
    assert [row["total"] for row in told] == sorted(last.scores, reverse=True)
    left = bench.start(ruleset="hachihachi", players=["甲", "乙", "丙", "丁"])
    assert set(left["scores"]) == {-60}
    assert bench.client.get("/api/statistics").json()["players"] == told
    new, old = bench.client.get("/api/matches").json()["matches"]
    assert (new["deals"], new["standing"]) == (0, None)
    assert (old["deals"], old["over"]) == (2, False)
    best = max(range(4), key=lambda seat: last.scores[seat])
    assert old["standing"]["ja"].startswith("甲乙丙丁"[best] + " ")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_amounts_beside_a_chart_are_not_cut_off(language: Literal["ja", "en"]) -> None:
    game, lost = find_ruleset("hachihachi"), -(1199 * 12 + 11)
    shown = lines_svg(game, [Line("甲", "", (0, lost))], ["0", "1"], "", language)
    beside = [
        node for node in ElementTree.fromstring(shown).iter("{http://www.w3.org/2000/svg}text")
        if node.text == scored(game, lost, language)
    ]  # fmt: skip
    assert len(beside) == 1
    wide = sum(17 if ord(letter) > 0x2E7F else 0.58 * 17 for letter in beside[0].text or "")
    assert float(beside[0].get("x", "0")) >= wide


def test_figures_and_charts_keep_games_apart_and_draw_a_line_through_every_match(bench: Any) -> None:
    first = played(bench, "koikoi", ["甲", "乙"], seed=1)
    second = played(bench, "koikoi", ["乙", "丁"], seed=2)
    played(bench, "sannin", ["甲", "乙", "<丙>"], seed=4, deals=1)
    rows = {(row["player"], row["ruleset"]): row for row in bench.client.get("/api/statistics").json()["players"]}
    assert rows["乙", "koikoi"]["mean"] == (first.scores[1] + second.scores[0]) / 4
    assert (rows["乙", "koikoi"]["in_kan"], rows["乙", "sannin"]["in_kan"]) == (False, True)
    assert rows["乙", "sannin"]["total"] != rows["乙", "koikoi"]["total"]
    root = ElementTree.fromstring(bench.client.get("/api/statistics/koikoi.svg").text)
    lines = [node.get("points", "").split() for node in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(points) for points in lines] == [3, 3, 3]
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert f"{first.scores[1] + second.scores[0]:+}文".replace("-", "−") in words
    # 丁 came for the second match: the line is level before it.
    level = [points for points in lines if points[0].split(",")[1] == points[1].split(",")[1]]
    assert len(level) == 1 + (first.scores[0] == 0) * 2
    assert bench.client.get("/api/statistics/hachiju.svg").status_code == 404
    assert bench.client.get("/api/statistics/poker.svg").status_code == 422
    assert "<丙>" not in bench.client.get("/api/statistics/sannin.svg").text


def test_a_deal_is_played_back_card_by_card_and_each_card_is_in_one_place(bench: Any) -> None:
    last = played(bench, "sannin", ["東", "南", "西"], seed=4, deals=1)
    scenes = bench.client.get("/api/replay/1").json()["scenes"]
    half_turns = [event for event in last.log if isinstance(event, CardPlayed | CardTurned)]
    assert [scene["card"] for scene in scenes if scene["card"]] == [str(event.card) for event in half_turns]
    for scene in scenes:
        lying = [*scene["field"], *(card for pile in scene["captures"] for card in pile)]
        assert len(lying) == len(set(lying))
    assert scenes[-1]["scores"] == list(last.scores)
    assert bench.client.get("/api/replay/2").status_code == 404


def test_an_event_has_the_picture_of_then_as_long_as_the_match_is_open(bench: Any) -> None:
    bench.start()
    bench.worker.pictures[0] = b"then"
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})
    bench.worker.pictures[0] = b"now"
    steps = bench.client.get("/api/history").json()["steps"]
    assert [step["pictured"] for step in steps] == [False, True]
    assert bench.client.get("/api/events/2/picture.jpg").content == b"then"
    bench.start()
    assert bench.client.get("/api/events/2/picture.jpg").status_code == 404


@pytest.mark.browser
def test_a_deal_is_stepped_through_and_a_match_is_kept_as_a_picture(page: Any, site: Any) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="8h 8n 8a")
    page.get_by_role("button", name="履歴").click()
    page.locator("dialog .then").first.wait_for()
    page.get_by_role("button", name="一手ずつ見る").click()
    page.locator("dialog .scene-words", has_text="1 / 2").wait_for()
    assert page.locator("dialog .scene").first.locator("img").count() == 6
    page.get_by_role("button", name="次へ").click()
    page.locator("dialog .scene-words", has_text="2 / 2　南の").wait_for()
    assert page.get_by_role("button", name="次へ").is_disabled()
    page.locator("dialog .scene-picture").wait_for()
    # Played from its start: a scene without a picture keeps the room of one, and at its end nothing is left to stop.
    deal = page.evaluate("fetch('/api/replay/1').then((answer) => answer.json())")
    deal["scenes"].insert(1, {**deal["scenes"][0], "pictured": False})
    page.route("**/api/replay/1", lambda route: route.fulfill(json=deal))
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="履歴").click()
    page.get_by_role("button", name="一手ずつ見る").click()
    high = page.locator("dialog .scene-picture").bounding_box()
    page.locator("dialog .replay-steps .seal", has_text="再生").click()
    page.locator("dialog .scene-words", has_text="2 / 3").wait_for()
    assert page.locator("dialog .scene-picture.pale").bounding_box() == high
    page.locator("dialog .scene-words", has_text="3 / 3").wait_for()
    assert page.locator("dialog .replay-steps .seal").inner_text() == "再生"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="対局の一覧").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="画像にする").click()
    assert download.value.suggested_filename.endswith(".png")
    assert Path(download.value.path()).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    page.get_by_role("button", name="成績").click()
    page.locator("dialog.statistics tbody tr").nth(2).wait_for()
    page.locator("dialog.statistics .chart[aria-label] svg[width='1200']").wait_for()
