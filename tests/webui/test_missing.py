"""A deal that is missing in the history is told step by step and put in, one that was never played taken out: what is
shown before is what is booked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from page_bench import FIELD
from random_play import random_match
from yakume.engine import Card, CardPlayed, CardSet, DealStarted, find_ruleset
from yakume.engine.arrange import put_in
from yakume.engine.events import to_json
from yakume.engine.play import apply
from yakume.webui.access import Visitor
from yakume.webui.seats import told_to
from yakume.webui.store import EventStore

POINTS = {0: 100, 1: 82, 2: 82}
AGARI = {"kind": "called", "seat": 0, "call": "agari"}
WON, LOST = "1h 3h 8h 1t 2t 3t 1a 2a", "2n 2b 6t 6n"


def told(bench: Any, dealer: int, *firsts: int) -> None:
    """Deals that were booked: in each the seat of `firsts` has 赤短 and ends it."""
    for first in firsts:
        bench.book({"type": "deal_started.v1", "dealer": dealer, "field": FIELD})
        bench.book(
            *bench.post("/api/tally", piles=won_by(first), told=[AGARI | {"seat": first}]).json()["result"]["events"]
        )
        dealer = first


def played(bench: Any) -> int:
    return len({step["deal"] for step in bench.client.get("/api/history").json()["steps"] if not step["refused"]}) - 1


def won_by(seat: int) -> dict[int, str]:
    """Piles of a deal in which `seat` has 赤短."""
    rest = CardSet(range(48)) - CardSet.parse(WON) - CardSet.parse(LOST)
    return dict(zip([seat, *(other for other in range(3) if other != seat)], [WON, LOST, str(rest)], strict=True))


def start(dealer: int, **more: Any) -> dict[str, Any]:
    return {"type": "deal_started.v1", "dealer": dealer, "field": FIELD, **more}


def ask(bench: Any, before: int, *events: dict[str, Any], **more: Any) -> Any:
    return bench.post("/api/missing", missing={"before": before, "events": list(events), **more}).json()


def test_a_missing_deal_is_told_by_cards_shown_before_booked_as_one_and_undone_as_one(bench: Any) -> None:
    bench.start()
    told(bench, 0, 0, 1)
    scores = bench.state["scores"]
    first = ask(bench, 3)
    assert first["dealers"] == [0] and first["now"]["start"]["dealer"] == 0 and first["result"] is None
    begun = ask(bench, 3, start(0))
    assert begun["now"]["settle"] and not begun["now"]["void"] and len(begun["told"]) == 1
    missing = {"before": 3, "events": [start(0)]}
    tally = bench.post("/api/tally", missing=missing, piles=won_by(2), told=[AGARI | {"seat": 2}]).json()
    result = tally["result"]
    # The deal's stone goes to the table (H3-NEXT-02).
    assert sum(result["change"]) == -1 and result["notes"] == [] == result["refused"]
    (event,) = result["events"]
    desk = bench.client.app.state.desk
    desk._pictures[len(desk.match().log) + 1] = b"now"
    assert event["type"] == "deal_inserted.v1" and event["then"][0]["events"][0]["dealer"] == 2
    bench.book(event)
    assert bench.state["scores"] == result["scores"] and played(bench) == 3
    history = bench.client.get("/api/history").json()
    assert [step["deal"] for step in history["steps"]] == [0, 1, 1, 2, 2, 3, 3]
    assert history["undo"]["ja"] == "抜けた第2局"
    inside = history["steps"][3]["seq"]
    assert not history["steps"][3]["pictured"]  # nobody saw it
    # What stands there is put right like everything else.
    options = bench.client.get(f"/api/instead/{inside}").json()
    assert options["tally"]["told"] == [AGARI | {"seat": 2, "sets": None, "fed": []}] and options["removable"]
    anew = bench.post("/api/tally", at=inside, piles=won_by(1), told=[AGARI | {"seat": 1}]).json()["result"]
    assert anew["refused"] == []
    bench.book(*anew["events"])
    assert bench.state["scores"] == anew["scores"] and played(bench) == 3
    bench.post("/api/undo")
    assert bench.state["scores"] == result["scores"]
    bench.post("/api/undo")
    assert bench.state["scores"] == scores and played(bench) == 2
    assert bench.client.get("/api/history").json()["redo"]["ja"] == "抜けた第2局"
    bench.post("/api/redo")
    assert bench.state["scores"] == result["scores"]
    gone = bench.post(f"/api/instead/{inside}", events=[]).json()
    bench.book(*gone["events"])
    assert bench.state["scores"] == scores == gone["scores"]


def test_it_is_told_by_points_without_its_field_and_with_a_hand_yaku(bench: Any) -> None:
    bench.start()
    told(bench, 0, 0)
    begun = start(1, partly=True) | {"field": "1h"}
    shown = {"type": "teyaku_shown.v1", "seat": 2, "parts": ["H3-TEYAKU-01"], "exposed": "3h 3t 3a"}
    assert ask(bench, 1, dealer=1)["now"]["start"]["dealer"] == 1 and ask(bench, 1)["dealers"] == [0, 1, 2]
    missing = {"before": 1, "events": [begun], "dealer": 1}
    worth = bench.post("/api/preview", missing=missing, events=[shown]).json()
    assert worth["change"] == [-48, -48, 96]  # the light makes it 大場
    missing["events"].append(shown)
    result = bench.post("/api/tally", missing=missing, points=POINTS).json()["result"]
    bench.book(*result["events"])
    log = [row["event"] for row in bench.client.get("/api/events").json()["events"]]
    assert [part["seq"] for part in log[-1]["then"]] == [0] and bench.state["scores"] == result["scores"]
    assert bench.client.get("/api/history").json()["steps"][1]["event"]["dealer"] == 1
    # Another first dealer is the matter of that deal's start; its end stays.
    at = len(log) - 1
    choice = next(each for each in bench.client.get(f"/api/instead/{at}").json()["choices"] if "東" in each["ja"])
    other = bench.post(f"/api/instead/{at}", events=choice["events"]).json()
    assert other["refused"] == []
    bench.book(*other["events"])
    assert played(bench) == 2


def test_a_deal_that_its_hand_yaku_ended_needs_no_end(bench: Any) -> None:
    bench.start(ruleset="koikoi", players=["東", "南"])
    field = "1h 2a 3a 4a 5a 6a 7a 8a"
    for dealer in (0, 1):
        bench.book({"type": "deal_started.v1", "dealer": dealer, "field": field})
        told_points = [{"kind": "called", "seat": 1, "call": "agari", "sets": [["KK-DEKI-09", 5]]}]
        bench.book(*bench.post("/api/tally", points={}, told=told_points).json()["result"]["events"])
    begun = {"type": "deal_started.v1", "dealer": 1, "field": field}
    shown = {"type": "teyaku_shown.v1", "seat": 0, "parts": ["KK-TEYAKU-01"], "exposed": "9n 9t 9a 9b"}
    assert ask(bench, 3, begun)["result"] is None
    found = ask(bench, 3, begun, shown)
    assert found["result"]["change"] == [6, -6]
    bench.book(*found["result"]["events"])
    assert bench.state["scores"] == found["result"]["scores"] and played(bench) == 3


def test_people_are_told_before_when_the_last_deals_count_no_more_or_the_match_goes_on(bench: Any) -> None:
    bench.start()
    deals = find_ruleset("sannin").match_deals(dict(find_ruleset("sannin").choose({})))
    assert deals
    told(bench, 0, *[0] * deals)
    assert bench.state["phase"] == "over"
    missing = {"before": 3, "events": [start(0)]}
    result = bench.post("/api/tally", missing=missing, points=POINTS).json()["result"]
    assert f"{deals}局で終わるので、その後の1局" in result["notes"][0]["ja"] and sum(result["change"]) in (-1, 0, 1)
    bench.book(*result["events"])
    assert bench.state["phase"] == "over" and bench.state["scores"] == result["scores"]
    out = bench.post("/api/instead/1", whole=True, events=[]).json()
    assert out["refused"] == [] and out["notes"] == []  # what did not count any more does again
    bench.post("/api/undo")
    choice = bench.client.get("/api/instead/3").json()["choices"][-1]
    assert choice["whole"]
    out = bench.post("/api/instead/3", whole=True, events=[]).json()
    assert "続き" in out["notes"][0]["ja"]
    bench.book(*out["events"])
    assert bench.state["phase"] == "ready" and played(bench) == deals - 1
    assert bench.client.get("/api/history").json()["undo"]["ja"] == "なかった第2局"


def test_where_no_deal_can_be_missing_and_what_is_no_deal_are_clear_refusals(bench: Any) -> None:
    bench.start()
    told(bench, 0, 0, 1)
    for before, events in (
        (2, []),
        (99, []),
        (3, [{"type": "deal_voided.v1"}]),
        (3, [start(1)]),
        (3, [start(0), start(0)]),
    ):
        answer = bench.post("/api/missing", missing={"before": before, "events": events})
        assert answer.status_code == 422 and answer.json()["error"]["rule"], (before, events)
        assert "Sentence" not in answer.text
    assert bench.client.post("/api/missing", json={"seq": 1, "missing": {"before": 3}}).status_code == 409
    nameless = {"type": "corrected_together.v1", "parts": [{"type": "corrected.v1", "seq": 0, "events": []}]}
    assert bench.post("/api/events", events=[nameless]).status_code == 422


def test_the_hands_of_a_deal_that_was_put_in_are_told_to_nobody_else() -> None:
    *_, last = random_match(find_ruleset("sannin"), 3, {}, seed=1, deals=2)
    starts = [seq for seq, event in enumerate(last.log) if isinstance(event, DealStarted)]
    events = [event for seq, event in enumerate(last.log) if starts[0] <= seq < starts[1]]
    first = events[0]
    assert isinstance(first, DealStarted) and first.hands
    inserted = to_json(put_in(apply_until(last, starts[1]), starts[0], events))
    for seat in (0, None):
        shown = str(told_to(Visitor("watcher" if seat is None else "player", seat), inserted))
        for other, hand in enumerate(first.hands):
            assert (str(hand) in shown) == (other == seat)


def apply_until(last: Any, seq: int) -> Any:
    state = None
    for event in last.log[:seq]:
        state = apply(state, event)
    return state


def test_half_turns_go_with_their_deal(bench: Any) -> None:
    bench.start()
    told(bench, 0, 0, 1)
    seen = bench.client.app.state.desk._session.seen
    play = (CardPlayed(0, Card.parse("2t"), CardSet()),)
    seen.followed |= {2: play}
    missing = {"before": 3, "events": [start(0)]}
    bench.book(*bench.post("/api/tally", missing=missing, points=POINTS).json()["result"]["events"])
    assert seen.followed == {3: play}
    bench.post("/api/undo")
    assert seen.followed == {2: play}
    bench.book(*bench.post("/api/instead/3", whole=True, events=[]).json()["events"])
    assert seen.followed == {-3: play}
    bench.post("/api/undo")
    assert seen.followed == {2: play}


def test_moved_half_turns_are_there_after_a_restart(tmp_path: Path) -> None:
    store = EventStore(f"sqlite:///{tmp_path / 'm.db'}")
    store.append("m", 0, [{"type": "match_started.v1"}])
    for deal in (1, 2):
        store.keep_seen("m", deal, 0, [{}], deal, [{"deal": deal}])
    store.move_followed("m", {2: 3, 1: -1})
    assert store.followed("m") == {3: [{"deal": 2}], -1: [{"deal": 1}]}
