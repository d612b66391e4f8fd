"""Every fact is tappable: where a card lies is put right by a word, with a camera that sees it and without."""

from __future__ import annotations

from typing import Any

import pytest

FIELD = "1h 2a 3a 4a 5a 6a"


def place(bench: Any, card: str, to: str | None, **more: Any) -> Any:
    return bench.post("/api/cards/place", card=card, to=to, **more)


def piles(bench: Any) -> tuple[set[str], list[set[str]], list[set[str]]]:
    table = bench.newest("table")
    return set(table["field"]), *([set(seat[kind]) for seat in table["seats"]] for kind in ("captures", "shown"))


def test_a_deal_is_laid_card_by_card_and_a_hand_yaku_shown(bench: Any) -> None:
    bench.start()
    for card in FIELD.split():
        assert bench.state["phase"] == "ready"
        assert place(bench, card, "field").status_code == 200
    assert bench.state["phase"] == "teyaku"
    for card in ("8h", "8n", "8a"):
        place(bench, card, "seat1.shown")
    assert [entry["rule"] for entry in bench.state["entries"]] == ["H3-TEYAKU-01"] * 2


def test_a_card_in_the_wrong_pile_is_moved_or_taken_away_and_another_stands_in_for_it(bench: Any) -> None:
    bench.start()
    bench.post("/api/photo", place="field", faces=["1h", "2k", "3k", "4k", "5k", "6k"])
    bench.post("/api/photo", place="seat0.captures", faces=["1h", "1t", "12h", "12k"])
    place(bench, "12h", "seat2.captures")
    place(bench, "12a", "seat2.captures")
    field, captures, _ = piles(bench)
    assert captures == [{"1h", "1t"}, set(), {"12h", "12a"}]
    # The light of the pine was misread, and lies on the field still: that is no new deal.
    place(bench, "1a", "seat0.captures", instead="1h")
    seq = bench.state["seq"]
    place(bench, "1h", "field")
    field, captures, _ = piles(bench)
    assert ("1h" in field, captures[0], bench.state["seq"]) == (True, {"1t", "1a"}, seq)
    place(bench, "12a", None)
    assert piles(bench)[1][2] == {"12h"}
    refused = place(bench, "12a", None)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_there")
    assert place(bench, "12a", "seat5.captures").json()["error"]["code"] == "no_such_seat"
    assert place(bench, "12a", "deck").status_code == 422


def test_where_a_camera_sees_the_card_it_stays_where_people_said(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    seen = {"field": "3a 4a 5a 6a", "seat0_captures": "1h 1t 2a 2t"}
    bench.sees(**seen)
    place(bench, "2t", "seat1.captures")
    place(bench, "2a", "seat1.captures")
    place(bench, "1t", None)
    place(bench, "1a", "seat0.captures", instead="1h")
    bench.sees(for_ms=8_000, **seen)
    _, captures, _ = piles(bench)
    assert captures[:2] == [{"1a"}, {"2a", "2t"}]


@pytest.mark.parametrize("card", ["13h", "back"])
def test_what_is_no_card_is_refused(bench: Any, card: str) -> None:
    bench.start()
    assert place(bench, card, "field").status_code == 422
