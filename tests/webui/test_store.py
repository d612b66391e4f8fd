"""The event store: appended once, in order, and still there after the worst."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from yakume.webui.store import Conflict, EventStore

# Appends one event after another and says so after each; the test kills it in the middle.
WRITER = """
import sys
from yakume.webui.store import EventStore
store = EventStore(sys.argv[1])
for seq in range(100000):
    store.append("m", seq, [{"type": "tick.v1", "n": seq + 1}])
    print(seq + 1, flush=True)
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    store = EventStore(f"sqlite:///{tmp_path / 'events.db'}", clock=lambda: 1000.5)
    yield store
    store.close()


def test_events_come_back_in_order_with_their_time(store: EventStore) -> None:
    assert store.append("m", 0, [{"type": "a.v1"}, {"type": "b.v1", "名": "東"}]) == 2
    assert store.append("m", 2, [{"type": "c.v1"}]) == 3
    rows = store.load("m")
    assert [(row.seq, row.at_ms, row.event) for row in rows] == [
        (1, 1000500, {"type": "a.v1"}),
        (2, 1000500, {"type": "b.v1", "名": "東"}),
        (3, 1000500, {"type": "c.v1"}),
    ]


@pytest.mark.parametrize("based_on", [0, 1, 3], ids=["from the start", "one behind", "ahead"])
def test_a_writer_who_does_not_know_the_newest_event_is_refused(store: EventStore, based_on: int) -> None:
    store.append("m", 0, [{"type": "a.v1"}, {"type": "b.v1"}])
    with pytest.raises(Conflict, match="at event 2") as refusal:
        store.append("m", based_on, [{"type": "late.v1"}])
    assert refusal.value.seq == 2
    assert len(store.load("m")) == 2


def test_of_two_stores_on_one_file_only_one_can_write_an_event(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'events.db'}"
    first, second = EventStore(url), EventStore(url)
    first.append("m", 0, [{"type": "first.v1"}])
    with pytest.raises(Conflict):
        second.append("m", 0, [{"type": "second.v1"}])
    assert [row.event["type"] for row in second.load("m")] == ["first.v1"]
    first.close()
    second.close()


def test_matches_do_not_mix_and_the_newest_is_known(tmp_path: Path) -> None:
    times = iter([1.0, 2.0, 3.0])
    store = EventStore(f"sqlite:///{tmp_path / 'events.db'}", clock=lambda: next(times))
    assert store.newest_match() is None
    store.append("old", 0, [{"type": "a.v1"}])
    store.append("new", 0, [{"type": "a.v1"}])
    store.append("old", 1, [{"type": "b.v1"}])
    assert store.newest_match() == "new"
    assert len(store.load("old")) == 2
    assert store.load("none") == []
    store.close()


def test_sqlite_is_in_wal_mode_and_syncs_every_commit(store: EventStore) -> None:
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


def test_no_acknowledged_event_is_lost_by_kill_minus_9(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, f"sqlite:///{path}"], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line) >= 25:
                os.kill(writer.pid, signal.SIGKILL)
                break
        acknowledged = int([line, *writer.stdout][-1])
    store = EventStore(f"sqlite:///{path}")
    rows = store.load("m")
    store.close()
    # The writer may have died between the commit and its word: then one more is there.
    assert acknowledged <= len(rows) <= acknowledged + 1
    assert [row.event["n"] for row in rows] == list(range(1, len(rows) + 1))
    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()
