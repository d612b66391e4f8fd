"""What people say of the table: who fed a set, what a card is, what a photograph shows, where the table lies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from observing import card_seen, observed
from yakume.engine import CardSet, DealStarted, DealVoided, MatchStarted, apply
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CameraLost, CameraMoved, NoSight, ZoneGrew
from yakume.vision.referee.asking import Asked
from yakume.vision.referee.questions import TableCleared, WhichTeyaku
from yakume.vision.zones import captures_of
from yakume.webui.view import question_view

FIELD = "1h 2a 3a 4a 5a 6a"


def test_who_fed_a_set_is_asked_with_its_rule_kept_over_a_restart_and_taken_back(
    bench: Any, settings: Any, open_bench: Any
) -> None:
    bench.start()
    bench.sees(field=FIELD)
    before = bench.state
    bench.sees(field=FIELD, seat0_captures="1t 1a 2t 2b")
    bench.sees(field=f"{FIELD} 3t", seat0_captures="1t 1a 2t 2b")
    bench.sees(seat0_captures="1t 1a 2t 2b 3t 3b")
    (fed,) = bench.newest("table")["questions"]
    assert (fed["kind"], fed["seat"], fed["rule"], fed["cards"]) == ("who_fed", 0, "H3-HATTO-01", ["3t"])
    assert [answer["ja"] for answer in fed["answers"]] == [
        "いいえ（山札から、または免除）",
        "南が手から出した",
        "西が手から出した",
    ]
    told = bench.post("/api/answer", question=fed["id"], answer="seat1").json()
    changed = {"seq", "undo", "redo", "can_undo"}
    assert {key for key in told if told[key] != before[key]} <= changed
    assert told["undo"]["ja"].startswith("答え「南が手から出した」")
    taken_back = bench.post("/api/undo").json()
    assert {key for key in taken_back if taken_back[key] != before[key]} <= changed
    bench.sees(seat0_captures="1t 1a 2t 2b 3t 3b")
    bench.post("/api/answer", question=fed["id"], answer="seat1")
    with open_bench(settings) as again:
        again.sees(seat0_captures="1t 1a 2t 2b 3t 3b")
        (call,) = again.newest("table")["questions"]
        assert (call["kind"], call["seat"], call["rule"]) == ("set_to_call", 0, "H3-SAGE-00")
        booked = again.post("/api/answer", question=call["id"], answer="agari").json()
    # One pays for both (H3-HATTO-01): 7貫 × 2 in 大場; the winner puts one 文 on the table (H3-NEXT-02).
    assert booked["scores"] == [2 * 168 - 1, -2 * 168, 0]


def doubtful(bench: Any, for_ms: int, **more: Any) -> dict[str, Any] | None:
    """Let six cards of the field lie for a while, the last of them hardly read; the question about it."""
    cards = [
        card_seen(at, code, quad=[[at, 0], [at + 33, 0], [at + 33, 54], [at, 54]])
        for at, code in enumerate(FIELD.split(), 1)
    ]
    unread = {"p": 0.4, "candidates": [("6k", 0.4), ("5k", 0.3), ("1h", 0.2), ("6t", 0.1)], "face": "6k"}
    unread |= {"card": None, "zone": "field", "quad": cards.pop().quad}
    cards.append(card_seen(6, **unread | more))
    for _ in range(for_ms // 200):
        bench.now_ms += 200
        bench.frame += 1
        bench.worker.on_observation(observed(cards, bench.now_ms, frame=bench.frame))
    asked = [question for question in bench.newest("table")["questions"] if question["kind"] == "doubtful_card"]
    return asked[0] if asked else None


def test_a_card_that_looks_like_others_that_all_lie_elsewhere_may_be_of_another_deck(bench: Any) -> None:
    """COM-CARD-01: each card exists once."""
    bench.start()
    question = doubtful(bench, 4_000, candidates=[("1h", 0.4)])
    assert question is not None
    assert "別の組の札なら取り除いて" in question["ja"] and "of another deck" in question["en"]
    assert [(answer["id"], answer["en"]) for answer in question["answers"]] == [
        ("back", "a card face down"),
        ("none", "not a card of this deck"),
    ]


def test_a_card_that_cannot_be_read_is_asked_about_and_counts_when_named(bench: Any) -> None:
    bench.start()
    assert doubtful(bench, 2_000) is None
    question = doubtful(bench, 2_000)
    assert question is not None
    assert (question["track"], question["ja"]) == (6, "場のこの札は？")
    # 1h lies elsewhere for sure; of the two 5k one does.
    assert [answer["id"] for answer in question["answers"]] == ["6a", "5b", "6t", "back", "none"]
    assert question["answers"][0] == {"id": "6a", "ja": "牡丹のカス", "en": "peony, chaff", "p": 0.4, "card": "6a"}
    assert "別の組" not in question["ja"]
    refused = bench.post("/api/answer", question=question["id"], answer="7h")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_asked")
    assert bench.post("/api/answer", question=question["id"], answer="6a").status_code == 200
    assert doubtful(bench, 4_000) is None
    assert bench.state["phase"] == "teyaku"  # all six are known: the deal is laid


@pytest.mark.parametrize("answer", ["keep", "11h"])
def test_a_card_of_the_first_field_that_may_be_a_light_is_asked_about_once(bench: Any, answer: str) -> None:
    """Which card it is and which light it is stood there side by side; after the one the other was asked on."""
    bench.start()
    assert doubtful(bench, 4_000) is not None
    assert doubtful(bench, 12_000) is None
    (question,) = bench.newest("table")["questions"]
    assert question["kind"] == "unread_card"
    bench.post("/api/answer", question=question["id"], answer=answer)
    assert doubtful(bench, 6_000) is None
    assert not bench.newest("table")["questions"]
    bench.post("/api/undo")
    assert doubtful(bench, 1_000) is None
    assert bench.newest("table")["questions"] == [question]


@pytest.mark.parametrize(
    "more",
    [{"zone": None}, {"zone": "deck"}, {"stable": False}, {"face": "back", "p": 0.9}, {"card": "6a", "p": 0.6}],
    ids=["outside", "deck", "moving", "back", "read"],
)
def test_what_does_not_count_or_is_read_is_not_asked_about(bench: Any, more: dict[str, Any]) -> None:
    bench.start()
    assert doubtful(bench, 6_000, **more) is None


CORNERS = [[0.1, 0.05], [0.9, 0.05], [1.0, 0.95], [0.0, 0.95]]


def test_the_table_is_fitted_written_and_looked_at_anew(bench: Any, settings: Any, open_bench: Any) -> None:
    told = bench.client.get("/api/layout").json()
    assert told["layout"] == told["default"]
    assert not settings.layout.exists()
    fitted = told["layout"] | {"corners": CORNERS, "size_mm": [900.0, 900.0]}
    answer = bench.client.post("/api/layout", json={"layout": fitted})
    assert (answer.status_code, answer.json()["layout"]) == (200, fitted)
    assert TableLayout.load(settings.layout).to_json() == fitted
    assert TableLayout.from_toml(bench.worker.watch.layout).to_json() == fitted
    assert [worker.running for worker in bench.workers] == [False, True]
    # Another number of players sits at the same table, in this run and the next.
    bench.start(ruleset="futari", players=["a", "b"])
    with open_bench(settings) as again:
        for each in (bench, again):
            layout = each.client.get("/api/layout").json()["layout"]
            assert (layout["players"], layout["corners"], layout["size_mm"]) == (2, CORNERS, [900.0, 900.0])
            assert TableLayout.from_toml(each.worker.watch.layout).to_json() == layout


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"corners": CORNERS[::-1]}, "clockwise"),
        ({"players": 4}, "3 sit at the table"),
        ({"players": None}, "players"),
        ({"zones": {"garden": [[0, 0], [1, 0], [1, 1]]}}, "garden"),
        ({"size_mm": [0, 1]}, "size_mm"),
        ({"zones": {"field": [[0, 0], ["x", 0], [1, 1]]}}, "zones.field"),
    ],
    ids=["corners", "seats", "none", "zone", "size", "point"],
)
def test_a_layout_that_cannot_be_used_is_refused(bench: Any, settings: Any, change: Any, message: str) -> None:
    told = bench.client.get("/api/layout").json()
    answer = bench.client.post("/api/layout", json={"layout": told["layout"] | change})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_layout")
    assert message in answer.json()["error"]["message"]
    assert bench.client.get("/api/layout").json() == told
    assert not settings.layout.exists()
    assert len(bench.workers) == 1


def test_a_layout_on_which_nothing_could_be_told_apart_is_refused_with_the_reason(bench: Any, settings: Any) -> None:
    told = bench.client.get("/api/layout").json()["layout"]
    folded = told | {"corners": [[0.46, 0.5], [0.95, 0.05], [0.98, 0.97], [0.02, 0.98]]}
    covering = told | {"zones": told["zones"] | {"seat1.captures": [[360, 180], [650, 180], [650, 360], [360, 360]]}}
    for layout, ja, en in (
        (folded, "一直線", "nearly in one line"),
        (covering, "{1}の取り札", "{1}’s captures"),
    ):
        answer = bench.client.post("/api/layout", json={"layout": layout})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, "bad_layout")
        assert ja in error["why"]["ja"] and en in error["why"]["en"]
    assert not settings.layout.exists() and len(bench.workers) == 1


def test_a_layout_that_cannot_be_written_changes_nothing(bench: Any, settings: Any) -> None:
    settings.layout.mkdir()
    (settings.layout / "in the way").touch()
    told = {"corners": CORNERS, **TableLayout.default(3).to_json()}
    answer = bench.client.post("/api/layout", json={"layout": told})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "unwritable")
    assert len(bench.workers) == 1


def test_a_deal_is_settled_from_photographs_alone(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, source=None)) as bench:
        bench.start()

        def photo(place: str, faces: str) -> Any:
            answer = bench.post("/api/photo", place=place, faces=faces.split())
            assert answer.status_code == 200, answer.text
            return answer.json()

        assert photo("field", "1h 2k 3k 4k 5k")["phase"] == "ready"  # one is missing
        assert photo("field", "1h 2k 3k 4k 5k 6k back")["phase"] == "teyaku"
        assert photo("seat1.shown", "7n 7t 7k")["scores"] == [-72, 144, -72]
        photo("seat0.captures", "1t 2t 3t 1k 2k 3k")
        table = bench.newest("table")
        # 2a and 3a lie on the field: what looks like them in a pile is another card.
        assert table["seats"][0]["captures"] == ["1t", "1a", "2t", "2b", "3t", "3b"]
        (question,) = table["questions"]
        booked = bench.post("/api/answer", question=question["id"], answer="agari").json()
        assert booked["scores"] == [335 - 72, -168 + 144, -168 - 72]
        assert photo("field", "7k 8k 9k 10k 11k 12k")["deal"]["number"] == 2
        assert bench.newest("table")["seats"][0]["captures"] == []


def asked(bench: Any) -> list[str]:
    """The kinds of what is asked now."""
    return [question["kind"] for question in bench.newest("table")["questions"]]


def test_whatever_is_taken_back_can_be_said_anew_without_a_camera(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, source=None)) as bench:
        bench.start()

        def photo(place: str, faces: str) -> str:
            return str(bench.post("/api/photo", place=place, faces=faces.split()).json()["phase"])

        assert photo("field", "1h 2k 3k 4k 5k 6k") == "teyaku"
        assert bench.post("/api/undo").json()["phase"] == "ready"
        assert photo("field", "1h 2k 3k 4k 5k 6k") == "teyaku"
        photo("seat1.shown", "7n 7t 7k")
        bench.post("/api/undo")
        assert bench.state["scores"] == [0, 0, 0]
        # Only a photograph of that hand says it again.
        photo("seat0.captures", "1t 2t 1k 2k")
        assert bench.state["scores"] == [0, 0, 0]
        photo("seat1.shown", "7n 7t 7k")
        assert bench.state["scores"] == [-72, 144, -72]
        photo("seat0.captures", "1t 2t 3t 1k 2k 3k")
        (question,) = bench.newest("table")["questions"]
        for answer in ("sage", "agari", "agari"):
            bench.post("/api/answer", question=question["id"], answer=answer)
            bench.post("/api/undo")
            assert asked(bench) == ["set_to_call"]
            assert bench.state["scores"] == [-72, 144, -72]


def test_an_end_taken_back_is_asked_about_again_and_what_others_called_stands(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field="4a", seat0_captures="1t 2t 3t 1a 2b 3b")
    (lowered,) = (each["id"] for each in bench.newest("table")["questions"])
    bench.post("/api/answer", question=lowered, answer="sage")
    piles = {"seat0_captures": "1t 2t 3t 1a 2b 3b", "seat1_captures": "6n 7n 10n 6b 7a 10a"}
    bench.sees(field="4a", **piles)
    call = next(
        each for each in bench.newest("table")["questions"] if (each["kind"], each["seat"]) == ("set_to_call", 1)
    )
    ended = bench.post("/api/answer", question=call["id"], answer="agari").json()
    bench.sees(field="4a", **piles)
    assert bench.post("/api/undo").json()["lowered"] == [0]
    bench.sees(field="4a", **piles)
    assert call["id"] in {each["id"] for each in bench.newest("table")["questions"]}
    assert bench.post("/api/answer", question=call["id"], answer="agari").json()["scores"] == ended["scores"]


@pytest.mark.parametrize(
    ("place", "faces", "code"),
    [
        ("field", ["1h", "1h"], "too_many"),
        ("field", ["3k", "3k", "3k"], "too_many"),
        ("field", ["13h"], "bad_notation"),
        ("field", ["3a"], "bad_notation"),
        ("seat3.captures", ["1h"], "no_such_seat"),
        ("deck", ["1h"], "invalid_request"),
    ],
    ids=["twice", "kasu", "month", "card", "seat", "place"],
)
def test_a_photograph_that_cannot_be_used_changes_nothing(bench: Any, place: str, faces: list[str], code: str) -> None:
    bench.start()
    bench.sees(field=FIELD)
    before = bench.newest("table")
    answer = bench.post("/api/photo", place=place, faces=faces)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert bench.newest("table") == before


def test_the_newest_moves_and_whose_turn_it_is_are_told(bench: Any) -> None:
    bench.start()
    bench.sees(field="1h 2a 3a 4a 5a 6a")
    assert bench.newest("table")["plays"] == []
    assert bench.newest("table")["turn"] == 0
    bench.sees(field="1h 3a 4a 5a 6a 7a", seat0_captures="2t 2a")
    table = bench.newest("table")
    assert [(play["seat"], play["from_hand"], play["card"], play["takes"]) for play in table["plays"]] == [
        (0, True, "2t", ["2a"]),
        (0, False, "7a", []),
    ]
    assert table["turn"] == 1


def test_the_layout_follows_a_knocked_camera_and_is_kept_and_a_lost_one_says_what_to_do(
    bench: Any, settings: Any
) -> None:
    bench.start()
    corners = ((0.03, 0.02), (1.02, 0.03), (1.01, 1.02), (0.02, 1.01))
    moved = observed([], 1000, problems=(CameraMoved(corners, 38.0),))
    bench.worker.on_observation(moved)
    bench.worker.on_observation(moved)
    assert bench.newest("table")["problems"][0]["en"] == "The camera moved: the zones followed"
    assert np.allclose(bench.client.get("/api/layout").json()["layout"]["corners"], corners, atol=1e-4)
    assert np.allclose(TableLayout.load(settings.layout).corners, corners, atol=1e-4)
    assert len(bench.workers) == 1, "the worker follows by itself"
    bench.worker.on_observation(observed([], 2000, problems=(CameraLost(),)))
    assert "set its corners again" in bench.newest("table")["problems"][0]["en"]
    # Saved as they are they are looked at anew.
    layout = bench.client.get("/api/layout").json()["layout"]
    assert bench.client.post("/api/layout", json={"layout": layout}).status_code == 200
    assert len(bench.workers) == 2


def test_a_layout_for_another_number_of_players_is_told(settings: Any, open_bench: Any) -> None:
    settings.layout.write_text(TableLayout.default(4).to_toml(), encoding="utf-8")
    with open_bench(settings) as bench:
        bench.start()
        (told,) = bench.newest("table")["problems"]
        assert "laid out for 4: 3 sit at the usual zones" in told["en"] and "4人用" in told["ja"]
        layout = bench.client.get("/api/layout").json()["layout"]
        assert layout["players"] == 3
        assert bench.client.post("/api/layout", json={"layout": layout}).status_code == 200
        bench.sees(field="1h 2a")
        assert not [each for each in bench.newest("table")["problems"] if "laid out" in each["en"]]


def test_what_is_still_asked_of_the_deal_before_says_so() -> None:
    laid = DealStarted(0, CardSet.parse(FIELD))
    state = None
    for event in (MatchStarted("sannin", ("東", "南", "西")), laid, DealVoided(), laid):
        state = apply(state, event)
    of_deal = {
        deal: question_view(Asked(WhichTeyaku(deal, 1, CardSet.parse("7n 7t 7a"), "H3-TEYAKU-20"), ()), state)
        for deal in (1, 2)
    }
    assert of_deal[2]["ja"].startswith("南の手役は") and of_deal[2]["en"].startswith("Which hand yaku does South")
    assert of_deal[1]["ja"] == f"前の局：{of_deal[2]['ja']}"
    assert of_deal[1]["en"] == f"The deal before: {of_deal[2]['en']}"


def test_which_of_several_earlier_deals_is_asked_about_is_said() -> None:
    """Two that did not count were both "an earlier deal", in the same words."""
    state = apply(None, MatchStarted("sannin", ("東", "南", "西")))
    for event in (
        DealStarted(0, CardSet.parse(FIELD)),
        DealVoided(),
        DealStarted(0, CardSet.parse("1a 3t 5n 8a 9t 12a")),
        DealVoided(),
    ):
        state = apply(state, event)
    state = apply(state, DealStarted(0, CardSet.parse(FIELD)))
    said = [question_view(Asked(TableCleared(deal, 4, void=True), ()), state) for deal in (1, 2)]
    assert said[0]["ja"].startswith("2局前（東が配った局）：場が片付きました")
    assert said[0]["en"].startswith("2 deals ago (East dealt): The table was")
    assert said[1]["en"].startswith("The deal before: ")
    assert all("次に配る人も仮のもの" in each["ja"] and "who deals next is provisional" in each["en"] for each in said)


def test_a_hand_on_captures_is_told_by_name_and_a_black_picture_as_that_alone(bench: Any) -> None:
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2n 3h 4n 5n 6n"})

    def look(t_ms: int, *problems: Any) -> Any:
        seen = observed([card_seen(1, "1h")], t_ms, problems=problems)
        bench.worker.on_observation(replace(seen, hands=(captures_of(1),)))
        return bench.newest("table")

    for t_ms in range(0, 20_000, 200):
        table = look(t_ms)
    (told,) = [each for each in table["problems"] if "取り札の上に手など" in each["ja"]]
    assert told["ja"].startswith("南の取り札の上に手など") and "captured cards of South" in told["en"]
    assert table["hand_over_table"]
    # All black looks like hands on everything.
    table = look(20_200, NoSight("dark"))
    said = " ".join(each["ja"] for each in table["problems"])
    assert said.startswith("カメラの映像が真っ暗です") and "手など" not in said
    assert not table["hand_over_table"]


def test_a_zone_that_grew_is_kept_told_and_taken_back(bench: Any, settings: Any) -> None:
    bench.start()
    before = TableLayout.default(3)
    zone = captures_of(0)
    polygon = tuple((float(x) + 20, float(y)) for x, y in before.zones[zone])
    grew = observed([], 1000, problems=(ZoneGrew(zone, polygon),))
    bench.worker.on_observation(grew)
    table = bench.newest("table")
    assert table["zones_grew"] and "captures of East has grown" in table["problems"][0]["en"]
    assert np.allclose(TableLayout.load(settings.layout).zones[zone], polygon)
    assert len(bench.workers) == 1 and bench.worker.watch.learns
    assert bench.client.post("/api/layout/shrink").status_code == 200
    assert np.allclose(TableLayout.load(settings.layout).zones[zone], before.zones[zone])
    assert len(bench.workers) == 2 and not bench.worker.watch.learns
    bench.worker.on_observation(grew)
    assert not bench.newest("table")["zones_grew"]
    assert bench.client.post("/api/layout/shrink").json()["error"]["code"] == "nothing_to_undo"
