"""The commands: what they book, what they refuse, and what the page hears of it."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

FIELD = "1h 2a 3a 4a 5a 6a"
DEAL = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
TATESANBON = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "12a 12b 12c"}


def kinds(bench: Any) -> list[tuple[str, int]]:
    """Kind and seat of what is asked now."""
    return [(asked["kind"], asked["seat"]) for asked in bench.newest("table")["questions"]]


def test_before_the_first_match_nothing_is_booked(bench: Any) -> None:
    assert bench.state == {
        "match": None, "seq": 0, "players": [], "scores": [], "entries": [], "can_undo": False
    }  # fmt: skip


def test_the_setup_names_all_cards_and_games(bench: Any) -> None:
    setup = bench.client.get("/api/setup").json()
    assert setup["names"]["8h"] == {"ja": "芒に月", "en": "pampas grass with full moon"}
    assert len({key for key in setup["names"] if key[0].isdigit() and key[-1] in "hntabc"}) == 48
    assert [game["id"] for game in setup["rulesets"]] == [
        "hachiju",
        "hachihachi",
        "futari",
        "sannin",
        "sudaoshi",
        "koikoi",
    ]
    menu = next(option for option in setup["rulesets"][3]["options"] if option["key"] == "menu")
    assert (menu["default"], menu["choices"], menu["source"]) == ("A", list("ABCDEF"), "H3-BA-04")


def test_a_match_begins_with_its_players_and_options(bench: Any) -> None:
    booked = bench.start(options={"menu": "B", "etsunen": True})
    assert (booked["seq"], booked["players"], booked["scores"]) == (1, ["東", "南", "西"], [0, 0, 0])
    assert booked["options"]["menu"] == "B"
    assert booked["options"]["recording"] == "chips"
    assert booked["deal"]["roles"] == [
        {"ja": "胴", "en": "dealer"}, {"ja": "胴二", "en": "second seat"}, {"ja": "ビキ", "en": "third seat"}
    ]  # fmt: skip
    assert bench.newest("state") == booked == bench.state


def test_a_hand_yaku_is_booked_with_its_sentence_and_rule(bench: Any) -> None:
    bench.start()
    booked = bench.book(DEAL, TATESANBON)
    assert booked["scores"] == [-72, 144, -72]
    entry = booked["entries"][0]
    assert (entry["payer"], entry["payee"], entry["mon"], entry["rule"]) == (0, 1, 72, "H3-TEYAKU-02")
    assert entry["ja"].startswith("立三本 3貫×2（大場）")
    assert entry["name"] == {"ja": "立三本", "en": "special three of a month"}


@pytest.mark.parametrize("seq", [0, 2, 99])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/events", {"events": [DEAL]}),
        ("/api/undo", {}),
        ("/api/match", {"ruleset": "sannin", "players": ["a", "b", "c"]}),
        ("/api/answer", {"question": "q", "answer": "a"}),
        ("/api/cards", {"track": 1, "card": "1h"}),
    ],
    ids=["events", "undo", "match", "answer", "cards"],
)
def test_a_command_based_on_another_state_is_refused(bench: Any, path: str, body: dict[str, Any], seq: int) -> None:
    before = bench.start()
    answer = bench.client.post(path, json={"seq": seq, **body})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
    assert bench.state == before


def test_of_two_pages_that_saw_the_same_only_one_books(bench: Any) -> None:
    bench.start()
    first = bench.client.post("/api/events", json={"seq": 1, "events": [DEAL]})
    second = bench.client.post("/api/events", json={"seq": 1, "events": [DEAL]})
    assert (first.status_code, second.status_code) == (201, 409)
    assert bench.state["seq"] == 2


def test_an_illegal_event_is_refused_with_its_rule_and_nothing_of_its_batch_is_booked(bench: Any) -> None:
    bench.start()
    wrong = TATESANBON | {"exposed": "12h 12a 12b"}
    answer = bench.post("/api/events", events=[DEAL, wrong])
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (422, "illegal_action")
    assert error["rule"].startswith("H3-TEYAKU")
    assert "sannin deal 1" in error["message"]
    assert bench.state["seq"] == 1
    assert bench.client.get("/api/events").json()["seq"] == 1


@pytest.mark.parametrize(
    "event",
    [{}, {"type": "nonsense.v1"}, DEAL | {"field": "1h 1h"}, DEAL | {"what": 1}, {"type": "deal_started.v1"}],
    ids=["empty", "unknown", "twice", "extra", "missing"],
)
def test_a_malformed_event_is_refused(bench: Any, event: dict[str, Any]) -> None:
    bench.start()
    answer = bench.post("/api/events", events=[event])
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_notation")


@pytest.mark.parametrize(
    "body",
    [
        {"ruleset": "poker"},
        {"players": ["a", "b"]},
        {"options": {"menu": "Z"}},
        {"options": {"nothing": 1}},
        {"dealer": 5},
        {"players": ["", "b", "c"]},
        {"players": ["x" * 25, "b", "c"]},
    ],
    ids=repr,
)
def test_an_impossible_match_is_refused(bench: Any, body: dict[str, Any]) -> None:
    answer = bench.post("/api/match", **{"ruleset": "sannin", "players": ["a", "b", "c"], **body})
    assert answer.status_code == 422
    assert bench.state["match"] is None


def test_events_without_a_match_are_refused(bench: Any) -> None:
    answer = bench.post("/api/events", events=[DEAL])
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_match")


def test_undo_takes_back_event_by_event_and_the_log_keeps_everything(bench: Any) -> None:
    bench.start()
    bench.book(DEAL, TATESANBON)
    once = bench.post("/api/undo").json()
    assert (once["scores"], once["deal"]["number"], once["seq"]) == ([0, 0, 0], 1, 4)
    assert bench.newest("table")["rate"] is None or once["phase"] == "teyaku"
    twice = bench.post("/api/undo").json()
    assert twice["phase"] == "ready"
    refused = bench.post("/api/undo")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "nothing_to_undo")
    log = bench.client.get("/api/events").json()["events"]
    assert [row["event"]["type"] for row in log] == [
        "match_started.v1", "deal_started.v1", "teyaku_shown.v1", "corrected.v1", "corrected.v1"
    ]  # fmt: skip


def test_after_a_restart_the_page_shows_the_same(bench: Any, settings: Any, open_bench: Any) -> None:
    bench.start()
    booked = bench.book(DEAL, TATESANBON)
    with open_bench(settings) as again:
        assert again.state == booked
        assert again.newest("state") == booked


def test_a_second_match_does_not_touch_the_first(bench: Any) -> None:
    first = bench.start()
    bench.book(DEAL)
    second = bench.start(players=["a", "b", "c"])
    assert second["match"] != first["match"]
    assert (second["seq"], second["players"]) == (1, ["a", "b", "c"])


def test_the_demo_begins_a_match_by_itself(settings: Any, open_bench: Any) -> None:
    from dataclasses import replace

    with open_bench(replace(settings, autostart=True)) as bench:
        assert bench.state["players"] == list(settings.players)


AKATAN = "1t 2t 3t 1a 2b 3b"


def test_a_new_deal_on_the_table_is_booked_by_itself(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    assert bench.state["phase"] == "teyaku"
    assert bench.newest("table")["rate"] == {"id": "oba", "ja": "大場", "en": "large field", "multiplier": "2"}


def test_a_shown_hand_yaku_is_booked_by_itself(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="7n 7t 7a")
    assert bench.state["scores"] == [-72, 144, -72]
    seat = bench.newest("table")["seats"][1]
    assert (seat["shown"], seat["teyaku"][0]["ja"]) == (["7n", "7t", "7a"], "立三本")


def test_shown_cards_that_may_mean_two_yaku_are_asked_about(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="12a 12b 12c")
    (question,) = bench.newest("table")["questions"]
    assert {answer["ja"] for answer in question["answers"]} >= {"立三本", "赤", "手役ではない"}
    booked = bench.post("/api/answer", question=question["id"], answer="H3-TEYAKU-02").json()
    assert booked["scores"] == [-72, 144, -72]


def test_a_completed_set_is_previewed_and_asked_about_and_not_booked(bench: Any) -> None:
    bench.start()
    before = bench.book(DEAL)
    bench.sees(seat0_captures=AKATAN)
    table = bench.newest("table")
    assert table["provisional"]["seat"] == 0
    assert table["provisional"]["scores"] == [335, -168, -168]
    assert {entry["rule"] for entry in table["provisional"]["entries"]} == {"H3-DEKI-05", "H3-NEXT-02"}
    (question,) = table["questions"]
    assert "赤短" in question["ja"]
    assert [answer["id"] for answer in question["answers"]] == ["agari", "sage"]
    sets = {row["ja"]: row for row in table["seats"][0]["yaku"]}
    assert (sets["赤短"]["state"], sets["赤短"]["mon"]) == ("done", 84)
    assert (sets["七短"]["state"], sets["七短"]["lacking"]) == ("open", 4)
    assert bench.state == before


def test_agari_books_the_deal(bench: Any) -> None:
    bench.start()
    bench.book(DEAL)
    bench.sees(seat0_captures=AKATAN)
    question = bench.newest("table")["questions"][0]["id"]
    booked = bench.post("/api/answer", question=question, answer="agari").json()
    assert booked["scores"] == [335, -168, -168]
    assert (booked["phase"], booked["deal"]["number"], booked["on_table"]) == ("ready", 2, 1)
    # Nobody saw the turns: whether the set was fed is asked of the deal that is booked (H3-HATTO-01).
    assert [(each["kind"], each["rule"]) for each in bench.newest("table")["questions"]] == [("who_fed", "H3-HATTO-01")]
    again = bench.client.post("/api/answer", json={"seq": booked["seq"], "question": question, "answer": "agari"})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "not_asked")


def test_sage_books_nothing_outlives_a_restart_and_can_be_taken_back(
    bench: Any, settings: Any, open_bench: Any
) -> None:
    bench.start()
    before = bench.book(DEAL)
    bench.sees(seat0_captures=AKATAN)
    question = bench.newest("table")["questions"][0]["id"]
    lowered = bench.post("/api/answer", question=question, answer="sage").json()
    assert (lowered["seq"], lowered["lowered"], lowered["entries"]) == (before["seq"] + 1, [0], before["entries"])
    bench.sees(seat0_captures=AKATAN)
    assert kinds(bench) == [("cancel_sage", 0)]
    assert bench.newest("table")["provisional"] is None
    with open_bench(settings) as again:
        assert again.state == lowered
        again.sees(seat0_captures=AKATAN)
        assert kinds(again) == [("cancel_sage", 0)]
        taken_back = again.post("/api/undo").json()
        assert (taken_back["lowered"], taken_back["entries"]) == ([], before["entries"])
        again.sees(seat0_captures=AKATAN)
        assert [asked["id"] for asked in again.newest("table")["questions"]] == [question]


def test_a_hidden_capture_is_asked_for_outlives_a_restart_and_can_be_taken_back(
    bench: Any, settings: Any, open_bench: Any
) -> None:
    """COM-CAP-02: of the two cards of a month one is seen."""
    bench.start()
    before = bench.book(DEAL)
    bench.sees(8_000, seat0_captures="1a 2t 2a 3t 3a")
    assert bench.newest("table")["provisional"] is None
    (question,) = bench.newest("table")["questions"]
    assert (question["kind"], question["rule"], question["cards"]) == ("hidden_capture", "COM-CAP-02", ["1a"])
    assert [answer["id"] for answer in question["answers"]] == ["1h", "1t", "1b", "none"]
    said = bench.post("/api/answer", question=question["id"], answer="1t").json()
    assert (said["seq"], said["entries"], said["lowered"]) == (before["seq"] + 1, before["entries"], [])
    bench.sees(8_000, seat0_captures="1a 2t 2a 3t 3a")
    assert kinds(bench) == [("set_to_call", 0)]
    with open_bench(settings) as again:
        again.sees(8_000, seat0_captures="1a 2t 2a 3t 3a")
        assert kinds(again) == [("set_to_call", 0)]
        again.post("/api/undo")
        again.sees(8_000, seat0_captures="1a 2t 2a 3t 3a")
        assert question["id"] in [asked["id"] for asked in again.newest("table")["questions"]]


def test_a_first_field_that_was_booked_wrongly_is_put_right_with_every_price(bench: Any) -> None:
    """H3-BA-01: the 8h instead of the 8a makes it 大場, and every price of the deal changes with it."""
    bench.start()
    wrong, right = "1a 2n 3t 5n 8a 9t", "1a 2n 3t 5n 8h 9t"
    bench.sees(field=wrong)
    bench.sees(field=wrong, seat1_shown="7n 7t 7a")
    paid = bench.state["scores"]
    bench.sees(field=right, seat1_shown="7n 7t 7a")
    (question,) = bench.newest("table")["questions"]
    assert (question["kind"], question["rule"]) == ("first_field", "H3-BA-01")
    booked = bench.post("/api/answer", question=question["id"], answer="fix").json()
    assert booked["scores"] == [2 * mon for mon in paid]
    bench.sees(field=right, seat1_shown="7n 7t 7a")
    assert bench.newest("table")["questions"] == []


def test_a_play_on_can_be_cancelled_for_half(bench: Any) -> None:
    bench.start()
    bench.book(DEAL)
    bench.sees(seat0_captures=AKATAN)
    bench.post("/api/answer", question=bench.newest("table")["questions"][0]["id"], answer="sage")
    (question,) = bench.newest("table")["questions"]
    assert [answer["ja"] for answer in question["answers"]] == ["下げの取消し"]
    booked = bench.post("/api/answer", question=question["id"], answer="cancel").json()
    assert booked["scores"] == [2 * 84 - 1, -84, -84]
    assert booked["entries"][0]["rule"] in ("H3-DEKI-05", "H3-SAGE-08")
    assert booked["lowered"] == []


def test_bids_are_asked_for_one_after_the_other(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=["a", "b", "c", "d"])
    bench.book(DEAL)
    said = []
    while bench.state["phase"] == "bid":
        (question,) = bench.newest("table")["questions"]
        said.append(question["en"])
        assert [answer["ja"] for answer in question["answers"]] == ["出る", "降りる（−2貫）"]
        wrong = bench.post("/api/answer", question=question["id"], answer="double")
        assert wrong.json()["error"]["code"] == "not_asked"
        answer = "oriru" if len(said) == 1 else "deru"
        assert bench.post("/api/answer", question=question["id"], answer=answer).status_code == 200
    assert said == ["Will a play?"]
    # A stake of 5貫 (H88-START-01) and the first fee of 1貫, doubled in 大場 (H88-BID-03).
    assert bench.state["scores"][0] == -60 - 24


def test_the_deal_is_booked_when_the_next_one_is_laid(bench: Any) -> None:
    bench.start()
    bench.book(DEAL)
    bench.sees(seat0_captures=AKATAN)
    bench.sees(field="7a 8b 9a 10a 11a 12a")
    assert bench.state["scores"] == [335, -168, -168]
    assert (bench.state["phase"], bench.state["deal"]["number"]) == ("teyaku", 2)
    assert bench.newest("table")["rate"]["ja"] == "小場"


def test_what_the_referee_booked_can_be_undone_and_stays_undone(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="7n 7t 7a")
    assert bench.state["scores"] == [-72, 144, -72]
    assert bench.post("/api/undo").json()["scores"] == [0, 0, 0]
    bench.sees(field=FIELD, seat1_shown="7n 7t 7a")
    assert bench.state["scores"] == [0, 0, 0]


def test_a_corrected_card_counts_as_what_it_is(bench: Any) -> None:
    bench.start()
    bench.book(DEAL)
    bench.sees(seat0_captures="1t 2t 4t")
    assert bench.newest("table")["questions"] == []
    wrong = next(card for card in bench.newest("observation")["cards"] if card["card"] == "4t")
    assert bench.post("/api/cards", track=wrong["track"], card="3t").status_code == 200
    bench.sees(seat0_captures="1t 2t 4t")
    assert "赤短" in bench.newest("table")["questions"][0]["ja"]
    assert {"3t", "1t", "2t"} == {card["card"] for card in bench.newest("observation")["cards"]}
    shown = next(card for card in bench.newest("observation")["cards"] if card["track"] == wrong["track"])
    assert (shown["card"], shown["face"], shown["p"]) == ("3t", "3t", 1.0)


@pytest.mark.parametrize(("track", "card", "status"), [(999, "1h", 404), (1, "13h", 422), (1, "", 422), (1, "3k", 422)])
def test_an_impossible_correction_is_refused(bench: Any, track: int, card: str, status: int) -> None:
    bench.start()
    bench.sees(field=FIELD)
    assert bench.post("/api/cards", track=track, card=card).status_code == status


def test_a_set_is_out_of_reach_once_another_player_has_a_card_of_it(bench: Any) -> None:
    bench.start()
    bench.book(DEAL)
    bench.sees(seat0_captures="1t 1a", seat1_captures="2t 2b")
    states = [{row["ja"]: row["state"] for row in seat["yaku"]} for seat in bench.newest("table")["seats"]]
    assert [seat["赤短"] for seat in states] == ["dead", "dead", "dead"]
    assert [seat["青短"] for seat in states] == ["open", "open", "open"]


def test_the_table_is_told_only_when_it_changes(bench: Any) -> None:
    bench.start()
    bench.book(DEAL)
    hub = bench.client.app.state.desk.hub
    bench.sees(seat0_captures="1t 1a")
    told, frame = hub._newest["table"][0], bench.newest("observation")["frame"]
    bench.sees(seat0_captures="1t 1a")
    assert hub._newest["table"][0] == told
    assert bench.newest("observation")["frame"] > frame


def test_another_number_of_seats_starts_the_eyes_again(bench: Any) -> None:
    assert tomllib.loads(bench.worker.watch.layout)["players"] == 3
    bench.start(ruleset="futari", players=["a", "b"])
    assert tomllib.loads(bench.worker.watch.layout)["players"] == 2
    assert [worker.running for worker in bench.workers] == [False, True]


def test_the_camera_tells_how_it_is(bench: Any) -> None:
    from yakume.engine.errors import Sentence
    from yakume.webui.worker import CameraStatus

    bench.worker.on_status(CameraStatus("lost", Sentence("{name} went away", name="0"), 2))
    detail = {"ja": "0 の映像が途切れました", "en": "0 went away"}
    told = bench.newest("camera")
    assert (told["state"], told["detail"], told["restarts"]) == ("lost", detail, 2)
    assert "cable" in told["hint"]["en"] and "線" in told["hint"]["ja"]
    bench.worker.on_status(CameraStatus("live"))
    assert bench.newest("camera")["hint"] is None


def test_pictures_come_by_frame_number(bench: Any) -> None:
    bench.worker.pictures = {7: b"seven", 8: b"eight"}
    old = bench.client.get("/api/camera/frame.jpg", params={"frame": 7})
    assert (old.content, old.headers["x-frame"], old.headers["content-type"]) == (b"seven", "7", "image/jpeg")
    gone = bench.client.get("/api/camera/frame.jpg", params={"frame": 1})
    assert (gone.content, gone.headers["x-frame"], gone.headers["cache-control"]) == (b"eight", "8", "no-store")


def test_a_photograph_is_read_on_request(bench: Any) -> None:
    answer = bench.client.post("/api/read", content=b"photo")
    assert [card["face"] for card in answer.json()["cards"]] == ["1h"]


@pytest.mark.parametrize("card", ["1h", "3b", "11n", "12c", "back"])
def test_cards_are_served_as_svg(bench: Any, card: str) -> None:
    answer = bench.client.get(f"/cards/{card}.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")


def test_the_event_log_is_json_all_the_way(bench: Any) -> None:
    bench.start(options={"menu": "C"})
    row = bench.client.get("/api/events").json()["events"][0]
    assert row["seq"] == 1
    assert json.loads(json.dumps(row["event"])) == row["event"]
    assert row["event"]["options"] == {"menu": "C"}


@pytest.mark.parametrize(
    ("kind", "media"), [("html", "text/html"), ("csv", "text/csv"), ("txt", "text/plain")], ids=["html", "csv", "txt"]
)
@pytest.mark.parametrize(("lang", "yaku"), [("ja", "立三本"), ("en", "special three of a month")])
def test_the_sheet_is_a_view_of_the_ledger(bench: Any, kind: str, media: str, lang: str, yaku: str) -> None:
    assert bench.client.get(f"/api/sheet.{kind}").status_code == 409
    bench.start()
    bench.book(DEAL, TATESANBON)
    answer = bench.client.get(f"/api/sheet.{kind}", params={"lang": lang})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == f"{media}; charset=utf-8"
    assert yaku in answer.text
    # The printed sheet calls the winds in its language; what programs read keeps the names as they were typed.
    assert ("East" if (kind, lang) == ("html", "en") else "東") in answer.text


def test_every_answer_forbids_to_load_anything_from_elsewhere(bench: Any) -> None:
    for path in ("/", "/static/app.js", "/api/state", "/nowhere"):
        policy = bench.client.get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "http" not in policy


def test_every_house_rule_and_its_choices_are_named_in_both_languages(bench: Any) -> None:
    games = bench.client.get("/api/setup").json()["rulesets"]
    options = [option for game in games for option in game["options"]]
    assert len(options) > 20
    for option in options:
        assert len(option["choice_names"]) == len(option["choices"])
        for said in (option["name"], option["about"], *option["choice_names"]):
            assert said["ja"] and said["en"]


@pytest.mark.parametrize("name", ["a\x01b", "two\nlines", "\u202eabc", "\u200b", "a\u2028b", "a\ufffeb"])
def test_a_name_that_breaks_its_line_or_shows_nothing_is_refused(bench: Any, name: str) -> None:
    refused = bench.post("/api/match", ruleset="sannin", players=[name, "南", "西"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "invalid_request")
    assert bench.state["match"] is None


def test_a_name_may_be_an_emoji_of_several_signs(bench: Any) -> None:
    names = ["👨\u200d👩\u200d👧\u200d👦🎴", "が" * 12, "O'Neill-<b>"]
    begun = bench.post("/api/match", ruleset="sannin", players=names)
    assert begun.status_code == 201, begun.text
    assert begun.json()["players"] == names
