"""What the players are called is put right while the match runs: pages, sheet and lists say the new names."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import start

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}
SETTLED = {"type": "points_counted.v1", "points": [100, 100, 64], "happenings": []}


def name_players(bench: Any, *players: str) -> Any:
    return bench.post("/api/match/players", players=list(players))


def test_new_names_are_everywhere_from_the_start_of_the_match_on_and_are_undone_and_redone(
    bench: Any, settings: Any, open_bench: Any
) -> None:
    match = bench.start(players=["甲", "乙", "丙"])["match"]
    bench.book(DEALT, SETTLED)
    before = bench.state
    told = name_players(bench, "甲", "お藤", "丙")
    assert told.status_code == 200 and told.json()["players"] == ["甲", "お藤", "丙"]
    assert told.json()["scores"] == before["scores"] and told.json()["phase"] == before["phase"]
    assert told.json()["undo"] == {"ja": "名前の変更", "en": "names of the players"}
    get = bench.client.get
    texts = [get(f"/api/sheet.{kind}").text for kind in ("html", "csv", "txt")]
    texts += [get(f"/api/matches/{match}/export.{kind}").text for kind in ("csv", "svg")]
    texts += [get(path).text for path in ("/api/history", "/api/replay/1", "/api/statistics", "/scores")]
    assert [("お藤" in text, "乙" in text) for text in texts] == [(True, False)] * len(texts)
    assert get("/api/matches").json()["matches"][0]["players"] == ["甲", "お藤", "丙"]
    assert get("/api/setup").json()["proposal"]["players"] == ["甲", "お藤", "丙"]
    for path, players in (("undo", ["甲", "乙", "丙"]), ("redo", ["甲", "お藤", "丙"])):
        assert bench.post(f"/api/{path}").json()["players"] == players
    with open_bench(settings) as again:
        assert again.state["players"] == ["甲", "お藤", "丙"]
        again.start()
        again.client.post("/api/matches/delete", json={"match": match})
        assert again.client.get("/api/matches").json()["matches"][1]["players"] == ["甲", "お藤", "丙"]


def test_what_is_put_right_next_to_new_names_is_undone_without_them(bench: Any) -> None:
    bench.start()
    bench.book(DEALT)
    name_players(bench, "お藤", "南", "西")
    bench.book({"type": "corrected.v1", "seq": 1, "events": [DEALT | {"field": "1h 2a 3a 4a 5a 7a"}]})
    assert bench.post("/api/undo").json()["players"][0] == "お藤"
    assert bench.post("/api/undo").json()["players"][0] == "東"
    # Another first dealer is put right at the same place of the log, and keeps the names.
    name_players(bench, "お藤", "南", "西")
    dealer = next(each for each in bench.client.get("/api/instead/1").json()["choices"] if "南" in each["ja"])
    bench.book(*bench.post("/api/instead/1", events=dealer["events"]).json()["events"])
    told = name_players(bench, "花子", "南", "西").json()
    assert (told["players"][0], told["deal"]["dealer"], told["undo"]["ja"]) == ("花子", 1, "名前の変更")
    told = bench.post("/api/undo").json()
    assert (told["players"][0], told["deal"]["dealer"]) == ("お藤", 1)
    told = bench.post("/api/undo").json()
    assert (told["players"][0], told["deal"]["dealer"], told["undo"]["ja"]) == ("お藤", 0, "名前の変更")


def test_a_deal_that_is_followed_is_followed_on_under_new_names(bench: Any) -> None:
    bench.start()
    bench.sees(field="1h 2a 3a 4a 5a 6a")
    bench.sees(field="2a 3a 4a 5a 6a", seat0_captures="1h 1a")
    before = bench.newest("table")
    assert before["seats"][0]["captures"] == ["1h", "1a"]
    name_players(bench, "お藤", "南", "西")
    after = bench.newest("table")
    assert {key: after[key] for key in ("field", "seats", "plays", "turn")} == {
        key: before[key] for key in ("field", "seats", "plays", "turn")
    }
    bench.sees(field="2a 3a 4a 5a 6a", seat0_captures="1h 1a")
    assert bench.newest("table")["seats"][0]["captures"] == ["1h", "1a"] and bench.state["rejected"] == []


def test_names_that_no_table_has_are_refused_and_those_it_has_book_nothing(bench: Any) -> None:
    assert name_players(bench, "a", "b").status_code == 409
    bench.start()
    for players in (("a", "b"), ("a", "b", "c", "d"), ("a", "a", "c"), ("a", " ", "c"), ("a", "b", "\u202ec")):
        assert name_players(bench, *players).status_code == 422
    # A page in English calls the winds so.
    assert name_players(bench, "East", "南", "West").json()["seq"] == 1
    told = name_players(bench, "East", "南", "七")
    assert (told.json()["seq"], told.json()["players"]) == (2, ["東", "南", "七"])


@pytest.mark.browser
def test_a_name_that_is_tapped_is_put_right_on_every_page(page: Any, site: Any) -> None:
    start(page, "東", "南", "西")
    watcher = page.context.new_page()
    watcher.goto(site.url)
    watcher.locator(".seat .name", has_text="南").wait_for()
    page.locator(".seat .name", has_text="南").click()
    dialog = page.locator("dialog.names")
    names = dialog.locator("input")
    names.nth(1).fill("東")
    dialog.get_by_role("button", name="名前を変える").click()
    dialog.locator(".alarm", has_text="「東」が二人います").wait_for()
    names.nth(1).fill("お藤")
    dialog.get_by_role("button", name="名前を変える").click()
    dialog.wait_for(state="detached")
    for each in (page, watcher):
        each.locator(".seat .name", has_text="お藤").wait_for()
    watcher.close()
    page.get_by_role("button", name="一つ戻す：名前の変更").click()
    page.locator(".seat .name", has_text="南").wait_for()


@pytest.mark.browser
def test_who_played_last_is_proposed_also_where_another_device_began_the_match(page: Any) -> None:
    start(page, "お花", "太郎", ruleset="koikoi")
    page.locator(".seat .name", has_text="太郎").click()
    page.locator("dialog.names input").nth(1).fill("次郎")
    page.locator("dialog.names").get_by_role("button", name="名前を変える").click()
    page.locator("dialog.names").wait_for(state="detached")
    page.locator(".seat .name", has_text="次郎").wait_for()
    page.get_by_role("button", name="対局を始める").click()
    names = page.locator("dialog .players input")
    names.first.wait_for()
    assert page.locator("dialog [name=ruleset]").input_value() == "koikoi"
    assert [each.input_value() for each in names.all()] == ["お花", "次郎"]
