"""End of deal, end of match and a pause: one command each, undoable; what cannot be settled says what is missing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from page_bench import start
from referee_table import WHOLE, observation
from yakume.engine import CardSet, DealResult, DealStarted, DealVoided, MatchEnded, Phase
from yakume.vision.referee.notices import EndInDoubt
from yakume.webui.session.match import MatchSession
from yakume.webui.store import EventStore, StoreTrouble

AKATAN = "1t 1b 2t 2a 3t 3a"
FIELD, NEXT = "1h 4a 5a 6a 7a 9a", "2n 4a 6t 7a 10t 11a"
DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
PARTLY = {"field": "6a 7a 9a", "seat0_captures": "1t 1h 2t 2a"}


def ended(bench: Any, what: str) -> dict[str, Any]:
    answer = bench.post(f"/api/{what}/end")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_deal_that_ended_with_a_set_is_settled_without_a_next_field_and_taken_back(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    assert bench.newest("table")["health"]["id"] == "on thread"
    bench.sees(field=FIELD, seat0_captures="1t 1b 2t 2a")
    bench.sees(field=FIELD, seat0_captures=AKATAN)
    told = ended(bench, "deal")
    assert told["booked"] and not told["missing"]
    state = bench.state
    assert state["deal"]["number"] == 2 and state["scores"][0] > 0
    assert all(entry["rule"] for entry in state["entries"])
    assert bench.post("/api/undo").json()["scores"] == [0, 0, 0]
    # Nothing else was booked of a table that lies as before, and it can be told again.
    bench.sees(field=FIELD, seat0_captures=AKATAN)
    assert bench.state["deal"]["number"] == 1
    assert ended(bench, "deal")["booked"]


def test_what_is_missing_is_told_and_points_or_a_void_deal_are_offered(bench: Any) -> None:
    bench.start()
    assert bench.post("/api/deal/end").json()["error"]["code"] == "no_deal"
    bench.sees(field=FIELD)
    bench.sees(**PARTLY)
    told = ended(bench, "deal")
    assert not told["booked"] and told["lacking"] == len(told["missing"]) == 44
    assert (told["tell"]["points"], told["void"], told["order"]) == (264, True, [0, 1, 2])
    seq = bench.state["seq"]
    short = bench.post("/api/events", events=[{"type": "points_counted.v1", "points": [90, 90, 80]}])
    assert short.status_code == 422 and short.json()["error"]["rule"] == "COM-CARD-02"
    assert bench.state["seq"] == seq
    state = bench.book({"type": "points_counted.v1", "points": [90, 90, 84]})
    assert state["deal"]["number"] == 2
    assert {entry["rule"] for entry in state["entries"]} >= {"H3-SCORE-04"}
    assert "YK-TOLD-02" in state["entries"][0]["because"]


def test_points_are_not_offered_where_the_cards_matter(bench: Any) -> None:
    bench.start(ruleset="koikoi", players=["東", "南"])
    bench.book(DEALT | {"field": f"{FIELD} 2n 8a"})
    told = ended(bench, "deal")
    assert told["tell"]["points"] is None and told["tell"]["sets"]
    assert told["lacking"] == 40 and not told["missing"]


def test_bids_that_are_still_open_are_no_deal_to_settle(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=["東", "南", "西", "北"])
    bench.book(DEALT)
    told = ended(bench, "deal")
    assert not told["booked"] and told["refusal"]["message"] and told["void"]


def test_an_evening_ends_with_its_last_deal_and_no_next_field(bench: Any) -> None:
    bench.start()
    assert bench.post("/api/match/end").json()["error"]["rule"] == "YK-END-01"
    bench.sees(field=FIELD)
    told = ended(bench, "match")
    assert not told["booked"] and told["lacking"] == 48, "a deal that cannot be settled does not end the match"
    bench.book({"type": "points_counted.v1", "points": [90, 90, 84]})
    bench.sees(field="1a 2a 3a 4b 5b 6b")
    bench.sees(field="1a 2a 3a 4b 5b 6b", seat1_captures="1t 1b 2t 2b")
    bench.sees(field="1a 2a 3a 4b 5b 6b", seat1_captures="1t 1b 2t 2b 3t 3b")
    assert ended(bench, "match")["booked"]
    state = bench.state
    assert state["phase"] == "over" and sum(state["result"]["scores"]) == 0
    assert bench.newest("table")["turn"] is None
    # Taken back step by step: first the match goes on, then its deal.
    assert bench.post("/api/undo").json()["phase"] == "ready"
    assert bench.post("/api/undo").json()["deal"]["number"] == 2


def test_nothing_is_concluded_in_a_pause_and_the_deal_goes_on_after_it(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    seq = bench.state["seq"]
    assert bench.client.post("/api/pause", json={"on": True}).status_code == 200
    assert bench.newest("table")["paused"]
    # Somebody tidies up and deals for fun.
    bench.sees(field="2a 3a 8a 10a 11t 12a", for_ms=20_000)
    assert bench.state["seq"] == seq and bench.newest("table")["field"] == FIELD.split()
    bench.sees(field=FIELD)
    assert bench.client.post("/api/pause", json={"on": False}).status_code == 200
    bench.sees(field=FIELD)
    table = bench.newest("table")
    assert not table["paused"] and table["health"]["id"] == "on thread" and table["problems"] == []
    assert bench.state["seq"] == seq


@pytest.mark.browser
def test_ends_are_told_by_a_button_and_points_typed_into_what_is_missing(page: Any, site: Any) -> None:
    start(page)
    site.camera.sees(field="1h 2a 3a 4a 5a 6a")
    page.get_by_text("打ち方を追えています").wait_for()
    page.get_by_role("button", name="休む").click()
    page.get_by_text("休んでいます").wait_for()
    page.get_by_role("button", name="続ける").click()
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.get_by_text("取り札が48枚見えません").wait_for()
    page.get_by_role("button", name="札点と役で清算する").click()
    book = page.get_by_role("button", name="この結果を付ける")
    fields = page.locator("dialog.points .counts").first.locator("input")
    for seat, count in enumerate(("100", "88", "75")):
        fields.nth(seat).fill(count)
    page.get_by_text("合計 263 点（264 点のはず）").wait_for()
    assert book.is_disabled()
    fields.nth(2).fill("76")
    page.get_by_text("東 +").wait_for()
    book.click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_text("第2局", exact=True).wait_for()
    assert page.get_by_role("button", name="局の終わり", exact=True).is_hidden()
    page.get_by_role("button", name="対局の終わり", exact=True).click()
    page.get_by_role("button", name="本当に？ 対局の終わり").click()
    page.get_by_text("対局終了").wait_for()
    page.get_by_role("button", name="一つ戻す：対局の終わり").click()
    page.get_by_role("button", name="対局の終わり", exact=True).wait_for()


class Watched:
    """A match of 三人 and its camera, whose clock begins at 0 each time that it is found."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self.now_s, begun_s = EventStore(f"sqlite:///{folder / 'yakume.db'}"), 0.0, time.time()
        self.store._clock = lambda: begun_s + self.now_s
        monkeypatch.setattr(time, "time", self.store._clock)
        self.session = MatchSession(self.store, 3, clock=lambda: self.now_s)
        self.session.start(0, "sannin", ("A", "B", "C"), 0, {})
        self._found_s: float | None = None

    def sees(self, **zones: str) -> None:
        """It lies so for four seconds."""
        lying = {zone.replace("_", "."): cards for zone, cards in zones.items()}
        self._found_s = self.now_s if self._found_s is None else self._found_s
        for _ in range(40):
            self.now_s += 0.1
            self.session.see(observation(round(1000 * (self.now_s - self._found_s)), lying))

    def begins_and_makes_akatan(self) -> None:
        """The first deal."""
        self.sees(field=FIELD)
        self.sees(field=FIELD, seat0_captures="1t 1b 2t 2a")
        self.sees(field=FIELD, seat0_captures=AKATAN)

    @contextmanager
    def nothing_kept(self) -> Iterator[None]:
        """What is asked cannot be written meanwhile."""

        def fails(*_: object) -> None:
            raise StoreTrouble("store_full", "no space left")

        with pytest.MonkeyPatch.context() as full:
            full.setattr(self.store, "keep_questions", fails)
            yield

    def begins_and_ends_unkept(self) -> None:
        """The first deal; its end, told while nobody watches, is written, and what is asked of it is not."""
        self.begins_and_makes_akatan()
        self.now_s += 10
        with self.nothing_kept():
            self.session.end_deal(self.session.seq)

    def restart(self) -> None:
        self.session, self._found_s = MatchSession(self.store, 3, clock=lambda: self.now_s), None
        assert self.session.open_newest()

    def asked(self, kind: str) -> int:
        """How many questions of that kind are open."""
        return [each.question.kind for each in self.session.questions()].count(kind)


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(tmp_path, monkeypatch)


@pytest.mark.parametrize(("away_s", "paused", "asked"), [(0, False, 0), (10, False, 1), (10, True, 1)])
def test_a_deal_that_is_ended_while_nobody_watches_is_asked_about(
    watched: Watched, away_s: float, paused: bool, asked: int
) -> None:
    """The camera is gone, or people pause: play may have gone on since the set was made."""
    watched.begins_and_makes_akatan()
    watched.session.paused = paused
    watched.now_s += away_s
    assert watched.session.end_deal(watched.session.seq).events
    assert watched.asked("how_ended") == asked


@pytest.mark.parametrize(("before_s", "after_s", "asked"), [(100, 0, 1), (30, 30, 1), (0, 100, 1), (20, 20, 0)])
def test_how_long_nobody_watched_is_known_after_a_restart_whatever_people_tapped_meanwhile(
    watched: Watched, before_s: float, after_s: float, asked: int
) -> None:
    """The camera is gone, somebody taps, yakume is started anew, and the camera is found later still."""
    watched.sees(field=FIELD)
    watched.session.book(watched.session.seq, [DealVoided()])
    watched.sees(field="")
    watched.now_s += before_s
    watched.session.undo(watched.session.seq)
    watched.session.redo(watched.session.seq)
    watched.restart()
    watched.now_s += after_s
    watched.sees(field=NEXT)
    assert watched.session.running.phase is Phase.TEYAKU
    assert watched.asked("unseen_deal") == asked


@pytest.mark.parametrize("lying", ["", FIELD], ids=["between deals", "in mid-deal"])
def test_a_restart_makes_no_gap_of_the_time_in_which_somebody_watched_and_nothing_was_booked(
    watched: Watched, lying: str
) -> None:
    """Each restart counted as a gap since the newest event: after many in long deals the next was asked about."""
    watched.sees(field=FIELD)
    if not lying:
        watched.session.book(watched.session.seq, [DealVoided()])
    for _ in range(15):
        watched.sees(field=lying)
    watched.restart()
    if lying:
        watched.session.book(watched.session.seq, [DealVoided()])
    watched.sees(field="")
    watched.sees(field=NEXT)
    assert watched.session.running.phase is Phase.TEYAKU
    assert watched.asked("unseen_deal") == 0


def test_that_somebody_watches_is_tried_to_be_written_no_more_often_where_that_fails(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fails(*_: object) -> None:
        tried.append(watched.now_s)
        raise StoreTrouble("store_full", "no space left")

    watched.sees(field=FIELD)
    monkeypatch.setattr(watched.store, "keep_questions", fails)
    for _ in range(5):
        watched.sees(field=FIELD)
    assert 2 <= len(tried) <= 6


def test_a_shown_card_that_could_not_be_told_before_the_bids_were_is_kept_though_nothing_is_asked_yet(
    watched: Watched,
) -> None:
    """After a restart the others were booked as a hand yaku of their own."""
    watched.session.start(watched.session.seq, "hachihachi", ("A", "B", "C", "D"), 0, {})
    watched.sees(field=FIELD)
    watched.sees(**{"field": FIELD, "seat0_shown": "2a 3a 4b 10a", "?seat0_shown": "11a"})
    kept = watched.store.questions(watched.session.match_id or "")[1]
    assert kept[0]["seat"] == 0 and kept[0]["unread"] == ["11k"]


def test_what_is_asked_and_could_not_be_written_is_written_a_moment_later(watched: Watched) -> None:
    watched.begins_and_ends_unkept()
    assert watched.asked("how_ended") == 1
    watched.sees(field=FIELD, seat0_captures=AKATAN)
    *kept, until = watched.store.questions(watched.session.match_id or "")[1]
    asked = json.loads(json.dumps(watched.session.referee.keep()))
    assert asked and kept == [*asked, {"deals_until": watched.session.seq}] and "watched_until_ms" in until


def test_of_a_deal_that_ends_as_yakume_is_killed_it_is_asked_whether_it_did_so(watched: Watched) -> None:
    """Its end is written, and what is asked of it is not: nobody knows what that was."""
    watched.begins_and_ends_unkept()
    watched.restart()
    assert watched.asked("how_ended") == 1
    watched.restart()
    assert watched.asked("how_ended") == 1
    (asked,) = watched.session.questions()
    watched.session.book(watched.session.seq, asked.books(asked.answers[0]), asked.id)
    watched.restart()
    assert watched.asked("how_ended") == 0


def test_of_a_deal_that_begins_as_yakume_is_killed_it_is_asked_whether_one_was_played_before(watched: Watched) -> None:
    watched.sees(field=FIELD)
    watched.session.book(watched.session.seq, [DealVoided()])
    watched.now_s += 100
    watched.sees(field="")
    with watched.nothing_kept():
        watched.sees(field=NEXT)
        assert watched.asked("unseen_deal") == 1
    watched.restart()
    assert watched.asked("unseen_deal") == 1
    # Nor is it known whether a card of its first field was read.
    watched.session.book(watched.session.seq, [DealResult(tuple(map(CardSet.parse, WHOLE.values()))), MatchEnded()])
    assert watched.session.ruling is not None and EndInDoubt((1,)) in watched.session.ruling.notices


@pytest.mark.parametrize(("later_s", "asked"), [(0, 0), (600, 1)])
def test_a_match_that_is_opened_later_asks_whether_a_deal_was_played_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later_s: float, asked: int
) -> None:
    store = EventStore(f"sqlite:///{tmp_path / 'yakume.db'}")
    session = MatchSession(store, 3)
    session.start(0, "sannin", ("A", "B", "C"), 0, {})
    for event in (DealStarted(0, CardSet.parse(FIELD)), DealVoided()):
        session.book(session.seq, [event])
    opened_s = time.time() + later_s
    monkeypatch.setattr(time, "time", lambda: opened_s)
    session = MatchSession(store, 3)
    assert session.open_newest()
    for at_ms in range(100, 4000, 100):
        session.see(observation(at_ms, {"field": NEXT}))
    assert session.state is not None and session.state.deal is not None
    assert [each.question.kind for each in session.questions()].count("unseen_deal") == asked
