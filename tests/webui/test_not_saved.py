"""Durable first, then told: what could not be written did not happen, is told, and is written once it can be."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from observing import observed
from yakume.engine import CardSet, DealStarted, State
from yakume.vision.referee.belief import OnTable
from yakume.vision.referee.notices import NotBooked
from yakume.vision.referee.referee import Ruling
from yakume.webui.session import match as session
from yakume.webui.store import EventStore, StoreTrouble
from yakume.webui.text.notices import say_notice

FIELD = "1h 2a 3a 4a 5a 6a"
AKATAN = "1t 1a 2t 2b 3t 3b"


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """While it holds something, nothing can be written; what is seen is tried again with the next frame."""
    full: list[bool] = []
    append = EventStore.append

    def write(self: EventStore, *args: Any) -> int:
        if full:
            raise StoreTrouble("store_full", "events.db: the disk is full")
        return append(self, *args)

    monkeypatch.setattr(EventStore, "append", write)
    monkeypatch.setattr(session, "WRITE_AGAIN_S", 0.0)
    return full


def test_a_deal_that_cannot_be_written_is_not_booked_is_told_and_booked_later(
    bench: Any, full_disk: list[bool]
) -> None:
    bench.start()
    before = bench.state
    full_disk.append(True)
    bench.sees(field=FIELD)
    assert bench.state == before
    (problem,) = bench.newest("table")["problems"]
    assert "ディスクがいっぱい" in problem["ja"]
    assert problem["en"].startswith("Not saved yet: the disk is full")
    full_disk.clear()
    bench.sees(200, field=FIELD)
    assert (bench.state["phase"], bench.state["seq"]) == ("teyaku", before["seq"] + 1)
    assert bench.newest("table")["problems"] == []


@pytest.mark.parametrize("answer", ["sage", "agari"])
def test_an_answer_that_cannot_be_written_is_refused_and_asked_on(
    bench: Any, full_disk: list[bool], answer: str
) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field="4a 5a 6a", seat0_captures=AKATAN)
    before = bench.state
    (question,) = bench.newest("table")["questions"]
    full_disk.append(True)
    refused = bench.post("/api/answer", question=question["id"], answer=answer)
    assert refused.status_code >= 500
    assert refused.json()["error"]["code"] == "store_full"
    assert bench.state == before
    bench.sees(field="4a 5a 6a", seat0_captures=AKATAN)
    assert [each["id"] for each in bench.newest("table")["questions"]] == [question["id"]]
    full_disk.clear()
    assert bench.post("/api/answer", question=question["id"], answer=answer).json()["seq"] == before["seq"] + 1


def test_a_database_that_another_program_locks_holds_nothing_up_for_long(bench: Any, settings: Any) -> None:
    bench.start()
    other = sqlite3.connect(settings.database.removeprefix("sqlite:///"))
    other.execute("BEGIN EXCLUSIVE")
    bench.sees(field=FIELD)
    (problem,) = bench.newest("table")["problems"]
    assert "ほかのプログラム" in problem["ja"]
    other.rollback()
    other.close()
    bench.client.app.state.desk._session._failed_s = None
    bench.sees(200, field=FIELD)
    assert bench.state["phase"] == "teyaku"


def test_what_could_not_be_shown_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence that fails, as one did over a loser without card points, takes the event with it and nothing else."""
    match = session.MatchSession(EventStore(f"sqlite:///{tmp_path / 'events.db'}"), 3)
    match.start(0, "sannin", ("A", "B", "C"), 0, {})
    before = match.rows()

    def fails(state: State) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(session, "tell", fails)
    with pytest.raises(ZeroDivisionError):
        match.book(1, [DealStarted(0, CardSet.parse(FIELD))])
    assert (match.rows(), match.seq) == (before, 1)
    monkeypatch.undo()
    match.book(1, [DealStarted(0, CardSet.parse(FIELD))])
    assert match.seq == 2


def test_what_the_rules_refuse_is_said_and_the_page_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was where the end of a deal was taken back and the next one lay there: every look failed from then on."""
    match = session.MatchSession(EventStore(f"sqlite:///{tmp_path / 'events.db'}"), 3)
    match.start(0, "sannin", ("A", "B", "C"), 0, {})
    match.book(1, [DealStarted(0, CardSet.parse(FIELD))])
    wrong = Ruling(OnTable(CardSet(), (), ()), (DealStarted(0, CardSet.parse(FIELD)),))
    monkeypatch.setattr(match.referee, "observe", lambda observation, state: wrong)
    assert not match.see(observed([], 0)) and match.seq == 2
    assert match.ruling is not None
    (notice,) = match.ruling.notices
    assert isinstance(notice, NotBooked)
    assert "running" in say_notice(notice, ("A", "B", "C")).en
