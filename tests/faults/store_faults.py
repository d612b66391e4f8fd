"""Faults of the disk and the database, each against the store of a running yakume or the store itself."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from postgres_server import PostgresServer, postgres_server
from yakume.webui.store import EventStore, StoreTrouble
from yakume.webui.store.opening import open_match

from .served import Keeper, Yakume, story
from .table import Fault, NotHere, Outcome


@contextmanager
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL of its own. Raises: NotHere."""
    try:
        with postgres_server() as found:
            yield found
    except pytest.skip.Exception as reason:
        raise NotHere(str(reason)) from None


def kills(folder: Path, times: int, database: str | None = None) -> Outcome:
    """kill -9 of yakume at any moment of a match that is booked as fast as it takes it, and a new start."""
    rng, lost = random.Random(18), []
    with Yakume(folder, database=database) as yakume:
        keeper = Keeper(yakume, seed=1)
        acknowledged = 0
        for number in range(times):
            if keeper.acknowledged == len(keeper.events):
                keeper = Keeper(yakume, seed=number + 2)
            keeper.book(1)  # so that there is something to lose, whatever the machine is doing
            blow = threading.Timer(rng.uniform(0.1, 1.5), yakume.kill)
            blow.start()
            acknowledged += 1 + keeper.book()
            blow.join()
            yakume.start()
            lost += keeper.lost()
    return Outcome(times, f"{acknowledged} events acknowledged", tuple(lost))


def kills_on_a_server(folder: Path, times: int) -> Outcome:
    """The same on PostgreSQL."""
    with server() as found:
        return kills(folder, times, found.new_url())


def server_falls_over(folder: Path, times: int) -> Outcome:
    """The database server is stopped as by a power cut; bookings are refused meanwhile and go on after it."""
    lost, told = [], set()
    with server() as found, Yakume(folder, database=found.new_url()) as yakume:
        keeper = Keeper(yakume, seed=1)
        for _ in range(min(times, 3)):
            keeper.book(20)
            found.stop("immediate")
            if keeper.book(1):
                lost.append("a booking was acknowledged without a database")
            told.add(yakume.health()["store"]["code"])
            found.start()
            keeper.book(5)
            lost += keeper.lost()
    return Outcome(min(times, 3), f"{keeper.acknowledged} events acknowledged", tuple(lost), f"told {told}")


SMALL = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from faults.served import Keeper, Yakume
folder = Path(sys.argv[1])
with Yakume(folder) as yakume:
    keeper = Keeper(yakume, seed=1)
    keeper.book(20)
    (folder / "pad").write_bytes(b"x" * 100)
    try:
        with (folder / "pad").open("wb", 0) as pad:
            while True:
                pad.write(b"x" * 512)
    except OSError:
        pass
    keeper.book()
    refused = yakume.post("/api/events", seq=keeper.acknowledged, events=[keeper.events[keeper.acknowledged]])
    full = keeper.acknowledged
    lost = keeper.lost()
    (folder / "pad").unlink()
    keeper.acknowledged = min(full, keeper.acknowledged)
    more = keeper.book(20)
    lost += keeper.lost() + ([] if more == 20 else [f"only {more} of 20 were taken with room again"])
    print("DONE", full, refused[1]["error"]["code"], *lost, sep="|")
"""


def disk_full(folder: Path, times: int) -> Outcome:
    """The folder is a small disk of memory that something fills up while a match is kept, and empties again."""
    lost, told, kept = [], set(), 0
    times = min(times, 2)
    for number in range(times):
        small = folder / f"small{number}"
        small.mkdir()
        script = f'mount -t tmpfs -o size=400k none {small} && exec {sys.executable} -c "$0" {small} "$@"'
        command = ["unshare", "-rm", "sh", "-c", script, SMALL, str(Path(__file__).resolve().parents[1])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode and ("mount" in done.stderr or "unshare" in done.stderr):
            raise NotHere(done.stderr.strip())
        assert done.returncode == 0, done.stderr
        _, full, code, *found = done.stdout.strip().rsplit("DONE", 1)[-1].split("|")
        lost, kept = lost + found, kept + int(full)
        told.add(code)
    return Outcome(times, f"{kept} events acknowledged before it was full", tuple(lost), f"told {told}")


def locked(folder: Path, times: int) -> Outcome:
    """Another program keeps the database locked while events are booked."""
    lost, told = [], set()
    with Yakume(folder) as yakume:
        keeper = Keeper(yakume, seed=1)
        for _ in range(min(times, 3)):
            keeper.book(10)
            other = sqlite3.connect(folder / "yakume.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            event = keeper.events[keeper.acknowledged]
            status, answer = yakume.post("/api/events", seq=keeper.acknowledged, events=[event])
            told.add(answer["error"]["code"] if status != 201 else "acknowledged while it was locked")
            other.execute("ROLLBACK")
            other.close()
            if keeper.book(5) != 5:
                lost.append("nothing was taken after the lock was gone")
            lost += keeper.lost()
    lost += [each for each in told if each != "store_locked"]
    return Outcome(min(times, 3), f"{keeper.acknowledged} events acknowledged", tuple(lost), f"told {told}")


def bad_rows(folder: Path, times: int) -> Outcome:
    """The newest row is made unreadable, impossible or of a newer yakume; the rest opens as a copy, the row stays."""
    events = story(1)
    spoils = {
        "no JSON": "{",
        "nothing": "",
        "another kind of value": "[1]",
        "an event nobody knows": '{"type":"nonsense.v1"}',
        "of a newer yakume": '{"type":"deal_started.v9"}',
        "impossible now": '{"type":"card_played.v1","seat":9,"card":"1a","takes":""}',
        "nested without end": '{"type":"corrected.v1","seq":1,"events":' + "[" * 3000 + "]" * 3000 + "}",
    }
    lost, told, rows = [], set(), 0
    for number in range(times):
        for what, body in spoils.items():
            file = folder / f"{number}-{what}.db"
            store = EventStore(f"sqlite:///{file}")
            kept = 5 + 7 * number
            store.append("m", 0, events[:kept])
            store.close()
            with sqlite3.connect(file) as raw:
                raw.execute("INSERT INTO events VALUES ('m', ?, 0, ?)", (kept + 1, body))
            raw.close()
            store = EventStore(f"sqlite:///{file}")
            opened = open_match(store, "m")
            rows += kept
            if len(opened.state.log) != kept or opened.trouble is None:
                lost.append(f"{what}: {kept} good events, {len(opened.state.log)} opened")
            else:
                told.add(opened.trouble.code)
            store.close()
            with sqlite3.connect(file) as raw:
                found = raw.execute("SELECT body FROM events WHERE match_id = 'm' ORDER BY seq DESC").fetchall()
            raw.close()
            if len(found) != kept + 1 or found[0][0] != body:
                lost.append(f"{what}: the damaged log was changed")
    return Outcome(times * len(spoils), f"{rows} good events before a bad one", tuple(lost), f"told {told}")


def lost_log(folder: Path, times: int) -> Outcome:
    """Yakume is killed while it books and the write-ahead log beside the database is deleted."""
    lost, total = [], 0
    for number in range(min(times, 3)):
        own = folder / str(number)
        own.mkdir()
        with Yakume(own) as yakume:
            keeper = Keeper(yakume, seed=number)
            keeper.book(60)
            yakume.kill()
            for rest in ("-wal", "-shm"):
                (own / f"yakume.db{rest}").unlink(missing_ok=True)
            yakume.start()
            total += keeper.acknowledged
            lost += keeper.lost()
    return Outcome(min(times, 3), f"{total} events acknowledged", tuple(lost))


def cut_to_nothing(folder: Path, times: int) -> Outcome:
    """The database is cut to 0 bytes: what is left beside it stays, and a start says so instead of beginning anew."""
    lost, told = [], set()
    for number in range(times):
        file = folder / f"{number}.db"
        store = EventStore(f"sqlite:///{file}")
        store.append("m", 0, story(1)[:10])
        store.close()
        shutil.copy(file, folder / "kept")
        file.write_bytes(b"")
        wal = file.with_name(f"{file.name}-wal")
        wal.write_bytes(b"the evening")
        try:
            EventStore(f"sqlite:///{file}")
            lost.append("it was taken for a new database")
        except StoreTrouble as trouble:
            told.add(trouble.code)
        if file.read_bytes() or wal.read_bytes() != b"the evening":
            lost.append("what was left was changed")
    return Outcome(times, "a file and its log", tuple(lost), f"told {told}")


def _second(folder: Path, first: Yakume) -> tuple[str, list[str]]:
    """Start a second yakume on the database of the first: what it says, and what is wrong with that."""
    second = subprocess.run(first.command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    words = second.stderr.strip()
    wrong = [] if second.returncode == 2 and f"process {first.process.pid}" in words else [f"the second said {words!r}"]
    return words.rsplit("another", 1)[-1], wrong


def two_processes(folder: Path, times: int, database: str | None = None) -> Outcome:
    """A second yakume is started on the database of one that books."""
    lost = []
    times = min(times, 2)
    with Yakume(folder, database=database) as yakume:
        keeper = Keeper(yakume, seed=1)
        for _ in range(times):
            keeper.book(20)
            told, wrong = _second(folder, yakume)
            lost += wrong
            keeper.book(20)
            lost += keeper.lost()
    return Outcome(times, f"{keeper.acknowledged} events acknowledged", tuple(lost), f"told another{told}")


def two_on_a_server(folder: Path, times: int) -> Outcome:
    """The same on PostgreSQL."""
    with server() as found:
        return two_processes(folder, times, found.new_url())


def two_writers(folder: Path, times: int) -> Outcome:
    """Two programs write to one log at once without a lock: of each event there is one, and the other is told."""
    url = f"sqlite:///{folder / 'events.db'}"
    EventStore(url).close()
    code = (
        "import sys\nfrom yakume.webui.store import Conflict, EventStore\nstore = EventStore(sys.argv[1])\n"
        "for number in range(50):\n  while True:\n    try:\n"
        "      store.append('m', len(store.load('m')), [{'type': 'tick.v1', 'who': sys.argv[2], 'n': number}])\n"
        "      break\n    except Conflict: pass\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, url, who]) for who in "ab"]
    ends = [process.wait() for process in both]
    store = EventStore(url)
    rows = store.load("m")
    store.close()
    lost = [f"a writer ended with {end}" for end in ends if end]
    numbers = {who: [row.event["n"] for row in rows if row.event["who"] == who] for who in "ab"}
    lost += [f"events of writer {who}" for who, found in numbers.items() if found != list(range(50))]
    return Outcome(1, f"{len(rows)} events of two writers", tuple(lost))


def clock_set_back(folder: Path, times: int) -> Outcome:
    """The clock of the machine jumps while matches are begun and events booked; a start finds the right one."""
    rng, lost = random.Random(4), []
    for number in range(times):
        now = [time.time()]
        url = f"sqlite:///{folder / f'{number}.db'}"
        store = EventStore(url, clock=lambda now=now: now[0])
        events = story(number)[:6]
        for match in range(5):
            for seq, event in enumerate(events):
                now[0] = rng.uniform(0, 2e9)
                store.append(f"m{match}", seq, [event])
        store.close()
        store = EventStore(url)
        if store.newest_match() != "m4":
            lost.append(f"a start opens {store.newest_match()}, not the newest match")
        if [row.match_id for row in store.matches()] != ["m4", "m3", "m2", "m1", "m0"]:
            lost.append("the list is not in the order in which matches were begun")
        lost += [f"events of m{m}" for m in range(5) if [row.event for row in store.load(f"m{m}")] != events]
        store.close()
    return Outcome(times, f"{30 * times} events at random times", tuple(lost))


def stopped_for_a_while(folder: Path, times: int) -> Outcome:
    """The whole process is stopped for two seconds while events are booked, as when a laptop sleeps."""
    times, lost = min(times, 3), []
    with Yakume(folder) as yakume:
        keeper = Keeper(yakume, seed=1)
        for _ in range(times):
            os.kill(yakume.process.pid, signal.SIGSTOP)
            threading.Timer(2, os.kill, (yakume.process.pid, signal.SIGCONT)).start()
            if keeper.book(30) != 30:
                lost.append("bookings were refused")
            lost += keeper.lost()
    return Outcome(times, f"{keeper.acknowledged} events acknowledged", tuple(lost))


FAULTS = [
    Fault("kill -9 while booking, SQLite", "yakume serve killed at a random moment, started again", kills),
    Fault("kill -9 while booking, PostgreSQL", "the same with the database by URL", kills_on_a_server),
    Fault("database server falls over", "pg_ctl stop -m immediate while booking, started again", server_falls_over),
    Fault("disk full", "a 400 kB disk filled up by another file, then emptied", disk_full),
    Fault("database locked", "another program holds BEGIN IMMEDIATE while booking", locked),
    Fault("bad newest row", "seven kinds of row that cannot be used, in the file", bad_rows),
    Fault("lost write-ahead log", "kill -9, then the -wal and -shm files are deleted", lost_log),
    Fault("database cut to nothing", "0 bytes, its log still beside it", cut_to_nothing),
    Fault("two processes, one folder", "a second yakume serve on the same SQLite file", two_processes),
    Fault("two processes, one PostgreSQL", "a second yakume serve on the same database", two_on_a_server),
    Fault("two writers without a lock", "two programs append to one log as fast as they can", two_writers),
    Fault("clock set back", "each event at a random time between 1970 and 2033", clock_set_back),
    Fault("computer sleeps", "SIGSTOP to yakume for two seconds while booking", stopped_for_a_while),
]
