"""A database that an older version wrote opens with the same score, and what people answered then still stands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from yakume.engine import Card
from yakume.vision.referee.answers import AfterSage, Called, FedBy, LiesHidden
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.questions import HiddenCapture, SetToCall, WhoFed, WhoFedTobikomi
from yakume.webui.settings import Settings
from yakume.webui.store import EventStore
from yakume.webui.store.backup import backup_lines
from yakume.webui.store.before import answers_as_events

HERE = Path(__file__).parent
WRITTEN = json.loads((HERE / "before_v1.json").read_text(encoding="utf-8"))
"""What the page of that version told of its database."""


@pytest.fixture
def old(tmp_path: Path, settings: Settings) -> Settings:
    """One deal settled; in the second a fed set was lowered, a hidden capture named and a 飛込み judged."""
    file = tmp_path / "events.db"
    with sqlite3.connect(file) as connection:
        connection.executescript((HERE / "before_v1.sql").read_text(encoding="utf-8"))
    connection.close()
    return replace(settings, database=f"sqlite:///{file}", source=None)


def payments(entries: list[dict[str, Any]]) -> list[list[Any]]:
    """Who pays whom what under which rule, in order; how that is said may change."""
    return [[entry[key] for key in ("deal", "payer", "payee", "mon", "rule")] for entry in entries]


Open = Callable[[Settings], AbstractContextManager[Any]]


def test_the_ledger_is_the_same_and_what_was_declared_stands(old: Settings, open_bench: Open) -> None:
    with open_bench(old) as bench:
        now = bench.state
        assert all(now[key] == WRITTEN[key] for key in ("players", "scores", "lowered", "phase"))
        assert payments(now["entries"]) == payments(WRITTEN["entries"])
        state = bench.client.app.state.desk.match()
        assert state.line == WRITTEN["line"]
        answers = deal_log(state).answers
        (hidden,) = (asked for asked in answers if isinstance(asked, HiddenCapture))
        assert (hidden.seat, str(hidden.seen)) == (1, "12a")
        assert list(answers.items()) == [
            (WhoFed(2, 0, ("H3-DEKI-05",)), FedBy(1)),
            (SetToCall(2, 0, ("H3-DEKI-05",)), Called("sage")),
            (hidden, LiesHidden(Card.parse("12h"))),
            (WhoFedTobikomi(2, 2, 6), AfterSage()),
        ]
    with open_bench(old) as again:  # brought up once, not twice
        assert again.state == now


def test_what_was_declared_is_taken_back_answer_by_answer(old: Settings, open_bench: Open) -> None:
    with open_bench(old) as bench:
        for _ in range(3):
            bench.post("/api/undo")
        assert bench.state["lowered"] == []
        assert bench.post("/api/redo").json()["lowered"] == [0]
        assert bench.state["scores"] == WRITTEN["scores"]


def test_answers_that_no_version_wrote_and_logs_that_cannot_be_read_add_nothing() -> None:
    log = [
        '{"type":"match_started.v1","ruleset":"sannin","players":["A","B","C"]}',
        '{"type":"deal_started.v1","dealer":0,"field":"1h 2a 3a 4a 5a 6a"}',
    ]
    told = [(0, "garden", True), (0, "fed:0:H3-DEKI-05=seatx", True), (1, "call:0:H3-DEKI-05", True)]
    assert answers_as_events(log, told) == []
    assert answers_as_events(["{"], [(0, "call:0:H3-DEKI-05", True)]) == []
    assert len(answers_as_events(log, [(0, "call:0:H3-DEKI-05", True)])) == 1


def test_a_result_that_was_taken_then_and_is_impossible_now_costs_what_follows_it_and_nothing_else(
    settings: Settings, open_bench: Open, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Version 0.1 took piles with one or three cards of a month (COM-CAP-02, COM-CAP-04)."""
    written = json.loads((HERE / "before_checks.json").read_text(encoding="utf-8"))
    store = EventStore(settings.database)
    store.append("old", 0, written["events"])
    store.close()
    with open_bench(settings) as bench:
        # Two deals of three were impossible; the first stands, in a copy that is played on.
        assert bench.state["seq"] == 4 and bench.state["scores"] == [-36, 17, 18]
        damage = bench.newest("store")
        assert damage["code"] == "copy_opened"
        (line,) = damage["message"].splitlines()
        assert "event 5 of match old cannot be used: seat 0 holds 1 cards of month 2, 2t: expected 0, 2 or 4" in line
        assert "the 4 events before it were opened as a copy" in line
        assert line in caplog.text
        copy = bench.state["match"]
        listed = {row["match"]: row["events"] for row in bench.client.get("/api/matches").json()["matches"]}
        assert listed == {"old": 7, copy: 4}
        bench.post("/api/undo")
    # What was recorded is all there, to be read and put right, and the copy is what a start finds.
    store = EventStore(settings.database)
    exported = [json.loads(line) for line in backup_lines(store, "old")]
    store.close()
    assert [line["event"] for line in exported if "event" in line] == written["events"]
    with open_bench(settings) as bench:
        assert (bench.state["match"], bench.state["seq"]) == (copy, 5)
