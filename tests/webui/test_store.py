"""The event store: appended once, in order, and still there after the worst."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from postgres_server import PostgresServer
from yakume.webui.store import Conflict, EventStore, StoreTrouble
from yakume.webui.store import lock as lock_module
from yakume.webui.store.lock import StoreLock

T = TypeVar("T")

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
def store(url: str) -> Iterator[EventStore]:
    store = EventStore(url, clock=lambda: 1000.5)
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


def test_of_two_stores_on_one_database_only_one_can_write_an_event(url: str) -> None:
    first, second = EventStore(url), EventStore(url)
    first.append("m", 0, [{"type": "first.v1"}])
    with pytest.raises(Conflict):
        second.append("m", 0, [{"type": "second.v1"}])
    assert [row.event["type"] for row in second.load("m")] == ["first.v1"]
    first.close()
    second.close()


def test_of_many_writers_at_once_each_event_has_one(url: str) -> None:
    """Eight threads with a store each write what they can; whoever is too late is told, and looks again."""

    def write(writer: int) -> None:
        store = EventStore(url)
        for number in range(10):
            while True:
                try:
                    store.append("m", len(store.load("m")), [{"type": "tick.v1", "writer": writer, "n": number}])
                    break
                except Conflict:
                    continue
        store.close()

    EventStore(url).close()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    store = EventStore(url)
    rows = store.load("m")
    assert [row.seq for row in rows] == list(range(1, 41))
    for writer in range(4):
        assert [row.event["n"] for row in rows if row.event["writer"] == writer] == list(range(10))
    store.close()


def test_matches_do_not_mix_and_the_newest_is_known(url: str) -> None:
    times = iter([3.0, 1.0, 2.0, 2.5])
    store = EventStore(url, clock=lambda: next(times))
    assert store.newest_match() is None
    store.append("old", 0, [{"type": "a.v1"}])
    store.append("new", 0, [{"type": "a.v1"}])  # the clock was set back meanwhile
    store.append("old", 1, [{"type": "b.v1"}])
    assert store.newest_match() == "new"
    assert len(store.load("old")) == 2
    assert store.load("none") == []
    assert store.open_match("old") and store.newest_match() == "old"
    assert store.delete_match("old") and store.newest_match() == "new"
    assert not store.open_match("old")
    assert store.rename_match("new", "新年会")
    listed = [(row.match_id, row.name, row.events, row.deleted_ms) for row in store.matches()]
    assert listed == [("new", "新年会", 1, None), ("old", "", 2, 2500)]
    store.close()


def test_a_match_is_copied_up_to_an_event(store: EventStore) -> None:
    store.append("m", 0, [{"type": "a.v1"}, {"type": "b.v1"}, {"type": "c.v1"}, {"type": "d.v1"}])
    for deal, laid_at in enumerate((1, 2, 3), start=1):
        store.keep_seen("m", laid_at, 0, [{"t_ms": laid_at}], deal, [{"type": "x.v1"}])
    store.copy_match("m", "copy", 3, 1)
    assert [row.event["type"] for row in store.load("copy")] == ["a.v1", "b.v1", "c.v1"]
    assert store.followed("copy") == {1: [{"type": "x.v1"}]}
    assert [len(store.looks("copy", laid_at)) for laid_at in (1, 2, 3)] == [0, 1, 0]
    assert store.newest_match() == "copy"


def test_sqlite_is_in_wal_mode_and_syncs_every_commit(tmp_path: Path) -> None:
    store = EventStore(f"sqlite:///{tmp_path / 'events.db'}")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


def killed_in_the_middle(url: str) -> int:
    """Let a writer work until it is killed; the number of the last event it was told to be stored."""
    with subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line) >= 25:
                os.kill(writer.pid, signal.SIGKILL)
                break
        return int([line, *writer.stdout][-1])


def test_no_acknowledged_event_is_lost_by_kill_minus_9(url: str) -> None:
    acknowledged = killed_in_the_middle(url)
    store = EventStore(url)
    rows = store.load("m")
    store.close()
    # The writer may have died between the commit and its word: then one more is there.
    assert acknowledged <= len(rows) <= acknowledged + 1
    assert [row.event["n"] for row in rows] == list(range(1, len(rows) + 1))
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        raw.close()


def test_a_database_server_that_falls_over_loses_nothing_and_is_found_again(server: PostgresServer) -> None:
    store = EventStore(server.new_url())
    for seq in range(20):
        store.append("m", seq, [{"type": "tick.v1", "n": seq}])
    server.stop("immediate")
    with pytest.raises(StoreTrouble) as trouble:
        store.append("m", 20, [{"type": "tick.v1"}])
    assert trouble.value.code == "store_unreachable" and "\n" not in str(trouble.value)
    server.start()
    assert [row.event["n"] for row in store.load("m")] == list(range(20))
    assert store.append("m", 20, [{"type": "tick.v1"}]) == 21
    store.close()


def test_a_database_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble) as trouble:
        EventStore(f"postgresql://yakume:secret@/none?host={tmp_path}")
    assert trouble.value.code == "store_unreachable"
    assert "secret" not in str(trouble.value) and "\n" not in str(trouble.value)


def test_a_second_yakume_on_one_database_is_told_who_has_it(url: str, tmp_path: Path) -> None:
    first = StoreLock(url, "starting")
    first.say("http://127.0.0.1:8480/")
    with pytest.raises(StoreTrouble) as trouble:
        StoreLock(url, "another")
    assert trouble.value.code == "store_in_use"
    assert f"process {os.getpid()}, http://127.0.0.1:8480/)" in str(trouble.value)
    StoreLock(f"sqlite:///{tmp_path / 'other.db'}", "").release()  # another database is nobody's
    first.release()
    StoreLock(url, "").release()


def test_a_lock_on_a_server_ends_with_its_process_and_outlives_a_restart_of_the_server(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.new_url()
    code = "import sys, time; from yakume.webui.store.lock import StoreLock; lock = StoreLock(sys.argv[1], 'x'); "
    code += "print('held', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, url], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(StoreTrouble, match=f"process {other.pid}, x"):
            StoreLock(url, "")
        other.kill()
    monkeypatch.setattr(lock_module, "LOOK_S", 0.1)
    lock = _until(lambda: StoreLock(url, "mine"))  # the server notices a killed process in a moment
    server.stop("immediate")
    server.start()

    def held() -> bool:
        try:
            StoreLock(url, "").release()
        except StoreTrouble as trouble:
            assert f"process {os.getpid()}, mine" in str(trouble)
            return True
        raise AssertionError("not held")

    assert _until(held)
    lock.release()


def _until(fact: Callable[[], T]) -> T:
    """What `fact` gives as soon as it does not fail any more."""
    limit = time.monotonic() + 20
    while True:
        try:
            return fact()
        except (AssertionError, StoreTrouble):
            if time.monotonic() > limit:
                raise
            time.sleep(0.05)


@pytest.mark.slow
def test_kills_in_the_middle_of_writing_lose_nothing(server: PostgresServer, tmp_path: Path) -> None:
    for kind in ("sqlite", "postgresql"):
        acknowledged = stored = 0
        for number in range(8):
            url = f"sqlite:///{tmp_path / f'{number}.db'}" if kind == "sqlite" else server.new_url()
            said = killed_in_the_middle(url)
            store = EventStore(url)
            kept = len(store.load("m"))
            store.close()
            assert kept >= said
            acknowledged, stored = acknowledged + said, stored + kept
        print(f"{kind}: 8 times kill -9 while writing, {acknowledged} events acknowledged, {stored} stored")
