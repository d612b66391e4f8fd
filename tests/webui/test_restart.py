"""What is asked about a deal that is booked is asked on after a restart, and an answer then puts that deal right."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from random_play import lopsided_piles, recorded
from yakume.engine import Corrected, State, TeyakuShown, apply, replay
from yakume.engine.events import from_json, to_json
from yakume.engine.play import effective

FIELD, NEXT = "1h 2a 3a 4a 5a 6a", "1h 2a 3a 4a 5a 7a"


def state_of(bench: Any) -> State:
    return replay(from_json(row["event"]) for row in bench.client.get("/api/events").json()["events"])


def asked(bench: Any) -> list[dict[str, Any]]:
    return [each for each in bench.newest("table")["questions"] if each["kind"] == "which_teyaku"]


@pytest.fixture
def left_open(bench: Any, settings: Any) -> Any:
    """Seat 1 showed three of a month, nobody said what that was, the deal was settled and the next one begun."""
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="12a 12b 12c")
    rng = random.Random(5)
    bench.book(to_json(recorded(state_of(bench), lopsided_piles(rng, 3), rng).log[-1]))
    bench.book({"type": "deal_started.v1", "dealer": state_of(bench).dealer, "field": NEXT})
    (question,) = asked(bench)
    assert question["deal"] == 1 and len(question["answers"]) > 1
    return bench


@pytest.mark.parametrize("camera", [True, False], ids=["camera", "no camera"])
def test_a_question_about_a_booked_deal_outlives_a_restart(
    left_open: Any, settings: Any, open_bench: Any, camera: bool
) -> None:
    (before,) = asked(left_open)
    booked = state_of(left_open)
    with open_bench(settings if camera else replace(settings, source=None)) as again:
        assert asked(again) == [before]
        assert again.post("/api/answer", question=before["id"], answer="H3-TEYAKU-02").status_code == 200
        after = state_of(again)
        assert asked(again) == []
        if camera:
            again.sees(field=NEXT)
            assert asked(again) == []
    # The deal is what it would have been, had it been said in time.
    (shown,) = [event for event in after.log[-1].events if isinstance(event, TeyakuShown)]  # type: ignore[union-attr]
    told = replay(booked.log[:2])
    for event in (shown, *booked.log[2:]):
        told = apply(told, event)
    assert after.scores == told.scores != booked.scores
    with open_bench(settings) as last:
        assert asked(last) == []


def test_a_late_answer_that_was_wrong_is_taken_back_by_undo_and_asked_again(
    left_open: Any, settings: Any, open_bench: Any
) -> None:
    (before,) = asked(left_open)
    booked = state_of(left_open)
    # Answered before the camera looked again: it is about the deal that ended all the same.
    assert left_open.post("/api/answer", question=before["id"], answer=before["answers"][0]["id"]).status_code == 200
    assert asked(left_open) == []
    assert {entry.deal for entry in state_of(left_open).ledger if entry.rule == "H3-TEYAKU-02"} == {1}
    with open_bench(settings) as again:
        assert asked(again) == []
        assert again.state["undo"]["ja"].startswith("訂正（")
        assert again.post("/api/undo").status_code == 200
        after = state_of(again)
        assert (after.ledger, after.phase, after.deal) == (booked.ledger, booked.phase, booked.deal)
        assert asked(again) == [before]
        # While the deal's end is taken back there is nothing to put right; with it the question comes again.
        for _ in range(2):
            assert again.post("/api/undo").status_code == 200
        assert asked(again) == []
        for _ in range(2):
            assert again.post("/api/redo").status_code == 200
        assert asked(again) == [before]
        assert again.post("/api/redo").status_code == 200
        assert asked(again) == []


def put_right(bench: Any) -> list[int]:
    """People put the end of the first deal right: two piles are the other way round. The scores then."""
    tally = bench.client.get("/api/instead/2").json()["tally"]
    piles = {seat: " ".join(cards) for seat, cards in tally["piles"].items()}
    piles["0"], piles["2"] = piles["2"], piles["0"]
    told = [each | {"seat": {0: 2, 2: 0}.get(each["seat"], each["seat"]), "fed": []} for each in tally["told"]]
    found = bench.post("/api/tally", at=2, piles=piles, told=told).json()
    assert any(found["result"]["change"]), found
    bench.book(*found["result"]["events"])
    return list(found["result"]["scores"])


def test_an_end_that_people_put_right_stays_so_when_what_was_asked_of_it_is_answered(left_open: Any) -> None:
    (before,) = asked(left_open)
    scores = put_right(left_open)
    assert left_open.state["scores"] == scores and asked(left_open)
    assert left_open.post("/api/answer", question=before["id"], answer="H3-TEYAKU-02").status_code == 200
    now = state_of(left_open)
    place = [event for seq, event in effective(now.log) if seq == 2]
    assert [type(event).__name__ for event in place] == ["TeyakuShown", "DealResult"]
    assert sum(now.scores) == -now.on_table and now.scores != tuple(scores)
    (shown, ending) = place
    told = replay(now.log[:2])
    for event in (shown, ending):
        told = apply(told, event)
    assert told.scores == now.scores
    left_open.post("/api/undo")
    assert left_open.state["scores"] == scores and asked(left_open)
    left_open.post("/api/undo")
    left_open.post("/api/answer", question=before["id"], answer="H3-TEYAKU-02")
    assert [event for seq, event in effective(state_of(left_open).log) if seq == 2][1] != ending


def test_it_stays_so_over_a_restart(left_open: Any, settings: Any, open_bench: Any) -> None:
    (before,) = asked(left_open)
    put_right(left_open)
    put = next(event for event in state_of(left_open).log if isinstance(event, Corrected) and event.seq == 2)
    with open_bench(settings) as again:
        assert again.post("/api/answer", question=before["id"], answer="H3-TEYAKU-02").status_code == 200
        place = [event for seq, event in effective(state_of(again).log) if seq == 2]
        assert [type(event).__name__ for event in place] == ["TeyakuShown", "DealResult"]
        assert place[-1] == put.events[-1]


def test_an_end_that_is_put_right_after_an_answer_keeps_the_answer(left_open: Any) -> None:
    (before,) = asked(left_open)
    left_open.post("/api/answer", question=before["id"], answer="H3-TEYAKU-02")
    put_right(left_open)
    assert asked(left_open) == []
    place = [event for seq, event in effective(state_of(left_open).log) if seq == 2]
    assert [type(event).__name__ for event in place] == ["TeyakuShown", "DealResult"]


def test_what_a_newer_yakume_asked_is_left_and_nothing_else_is_lost(
    left_open: Any, settings: Any, open_bench: Any, caplog: pytest.LogCaptureFixture
) -> None:
    file = Path(settings.database.removeprefix("sqlite:///"))
    for body in (
        '[{"seq": 2, "asked": [[{"answered": {"type": "nonsense.v1"}}]], "said": []}]',
        "no JSON",
        "[1]",
        "{}",
    ):
        with sqlite3.connect(file) as raw:
            assert raw.execute("UPDATE questions SET body = ?", (body,)).rowcount == 1
        raw.close()
        with open_bench(settings) as again:
            assert asked(again) == []
            assert again.state["seq"] == left_open.state["seq"]
    assert "cannot be used" in caplog.text


def test_the_demo_goes_round_and_asks_of_the_round_that_is_shown_alone(
    left_open: Any, settings: Any, open_bench: Any
) -> None:
    with open_bench(settings) as own:
        assert [each["deal"] for each in asked(own)] == [1]
    with open_bench(replace(settings, demo=True)) as demo:
        assert asked(demo) == []
