"""A database that cannot be used says why in one line, and nothing of it is overwritten."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from yakume.webui.store import EventStore, StoreTrouble
from yakume.webui.store.opening import open_match
from yakume.webui.store.schema import VERSION

STARTED = {"type": "match_started.v1", "ruleset": "sannin", "players": ["a", "b", "c"], "dealer": 0, "options": {}}
DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}


def url(path: Path) -> str:
    return f"sqlite:///{path}"


@contextmanager
def opened(path: Path) -> Iterator[EventStore]:
    store = EventStore(url(path))
    yield store
    store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with one match of two events."""
    path = tmp_path / "events.db"
    with opened(path) as store:
        store.append("m", 0, [STARTED, DEALT])
    return path


def raw(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)
    connection.close()


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file but SQLite's shared memory, which holds nothing."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def cut_to_nothing(path: Path) -> None:
    path.write_bytes(b"")


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_inside_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def overwrite_with_noise(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 100)


def overwrite_a_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:8192] = os.urandom(4096)
    path.write_bytes(data)


def write_as_a_newer_yakume(path: Path) -> None:
    raw(path, "UPDATE schema_version SET version = ?", VERSION + 1)


def make_it_another_programs(path: Path) -> None:
    path.unlink()
    raw(path, "CREATE TABLE recipes (name TEXT)")


DAMAGE: list[tuple[Callable[[Path], None], str, str]] = [
    (cut_to_nothing, "store_damaged", "cut to nothing"),
    (cut_in_half, "store_damaged", "damaged"),
    (cut_inside_a_page, "store_damaged", "damaged"),
    (overwrite_with_noise, "store_damaged", "no SQLite database"),
    (overwrite_a_page, "store_damaged", "damaged"),
    (write_as_a_newer_yakume, "store_newer", "newer yakume"),
    (make_it_another_programs, "store_failed", "another program"),
]


@pytest.mark.parametrize(("damage", "code", "words"), DAMAGE, ids=[damage.__name__ for damage, *_ in DAMAGE])
def test_a_file_that_cannot_be_used_is_told_in_one_line_and_stays_as_it_is(
    path: Path, damage: Callable[[Path], None], code: str, words: str
) -> None:
    damage(path)
    before = bytes_of(path.parent)
    with pytest.raises(StoreTrouble, match=words) as trouble:
        EventStore(url(path))
    assert trouble.value.code == code
    assert str(path) in str(trouble.value) and "\n" not in str(trouble.value)
    assert {name: data for name, data in bytes_of(path.parent).items() if data} == {
        name: data for name, data in before.items() if data
    }


def test_a_file_cut_to_nothing_keeps_the_log_beside_it(path: Path) -> None:
    """SQLite by itself deletes the write-ahead log of a file of 0 bytes."""
    log = path.with_name("events.db-wal")
    log.write_bytes(b"events")
    path.write_bytes(b"")
    with pytest.raises(StoreTrouble, match=r"events\.db-wal beside it still holds events"):
        EventStore(url(path))
    assert log.read_bytes() == b"events"


def test_the_file_alone_holds_every_booking(path: Path, tmp_path: Path) -> None:
    """Whoever loses the write-ahead log, or copies the file without it while yakume runs, loses nothing."""
    store = EventStore(url(path))
    for seq in range(2, 80):
        store.append("m", seq, [DEALT])
    shutil.copy(path, tmp_path / "copy.db")
    with opened(tmp_path / "copy.db") as copy:
        assert len(copy.load("m")) == 80
    store.close()


def test_a_reader_holds_the_log_back_and_the_next_booking_catches_up(path: Path, tmp_path: Path) -> None:
    store = EventStore(url(path))
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM events").fetchone()
    store.append("m", 2, [DEALT])
    reader.close()
    store.append("m", 3, [DEALT])
    shutil.copy(path, tmp_path / "copy.db")
    with opened(tmp_path / "copy.db") as copy:
        assert len(copy.load("m")) == 4
    store.close()


@contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder that may only be read by the user who works in the block; root may write anywhere."""
    folder = Path(tempfile.mkdtemp(prefix="yakume-test-"))
    try:
        yield folder
    finally:
        if os.geteuid() != os.getuid():
            os.seteuid(os.getuid())
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_database_that_may_only_be_read_says_so(what: str) -> None:
    with as_nobody() as folder:
        path = folder / "events.db"
        with opened(path) as store:
            store.append("m", 0, [STARTED])
        for each, mode in ((path, 0o444), (folder, 0o755 if what == "file" else 0o555)):
            each.chmod(mode)
        if what == "folder":
            path.chmod(0o666)
        elif os.getuid() == 0:
            folder.chmod(0o777)
        if os.getuid() == 0:
            os.seteuid(65534)
        with pytest.raises(StoreTrouble, match="may only be read") as trouble:
            EventStore(url(path))
        assert trouble.value.code == "store_readonly"


def test_a_full_disk_is_told_and_what_was_booked_stays(path: Path) -> None:
    with opened(path) as store:
        with store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        store._engine.dispose()

        def fill(connection: Any, record: Any) -> None:
            connection.execute(f"PRAGMA max_page_count={pages}")

        import sqlalchemy as sa

        sa.event.listen(store._engine, "connect", fill)
        with pytest.raises(StoreTrouble, match="the disk is full") as trouble:
            for seq in range(2, 100):
                store.append("m", seq, [DEALT | {"field": "x" * 500}])
        assert trouble.value.code == "store_full"
        held = len(store.load("m"))
        sa.event.remove(store._engine, "connect", fill)
        store._engine.dispose()
        assert store.append("m", held, [DEALT]) == held + 1


FULL = """
import sys
from yakume.webui.store import EventStore, StoreTrouble
store = EventStore("sqlite:///" + sys.argv[1] + "/events.db")
seq = 0
try:
    while True:
        store.append("m", seq, [{"type": "tick.v1", "n": seq, "pad": "x" * 2000}])
        seq += 1
except StoreTrouble as trouble:
    print(trouble.code, seq, len(store.load("m")))
"""


def test_a_disk_that_is_really_full_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    script = f'mount -t tmpfs -o size=600k none {small} && exec {sys.executable} -c "$0" {small}'
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script, FULL], capture_output=True, text=True)
    if done.returncode and ("mount" in done.stderr or "unshare" in done.stderr):
        pytest.skip(f"no small disk can be made here: {done.stderr.strip()}")
    code, acknowledged, stored = done.stdout.split()
    assert code == "store_full", done.stderr
    assert int(acknowledged) > 10
    assert int(stored) == int(acknowledged)


def test_a_database_that_another_program_keeps_is_told_and_written_to_later(path: Path) -> None:
    with opened(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreTrouble, match="keeps it locked") as trouble:
            store.append("m", 2, [DEALT])
        assert trouble.value.code == "store_locked"
        other.execute("ROLLBACK")
        other.close()
        assert store.append("m", 2, [DEALT]) == 3


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_file_that_vanishes_while_yakume_runs_takes_no_more_bookings(path: Path, replaced: bool) -> None:
    with opened(path) as store:
        if replaced:
            shutil.copy(path, path.with_name("other.db"))
            path.with_name("other.db").replace(path)
        else:
            path.unlink()
        with pytest.raises(StoreTrouble, match="moved, deleted or replaced") as trouble:
            store.append("m", 2, [DEALT])
        assert trouble.value.code == "store_gone"


@pytest.mark.parametrize(
    ("nonsense", "words"),
    [("nonsense", "not a database URL"), ("nosuch://x/y", "not a database URL"), ("sqlite:////no/such/x.db", "folder")],
)
def test_a_url_that_leads_nowhere_is_one_line(nonsense: str, words: str) -> None:
    with pytest.raises(StoreTrouble, match=words) as trouble:
        EventStore(nonsense)
    assert "\n" not in str(trouble.value)


BAD_ROWS: list[tuple[str, object, str]] = [
    ("not JSON", "{", "store_damaged"),
    ("cut off", '{"type":"deal_star', "store_damaged"),
    ("no text", b"\xff\xfe\x00", "store_damaged"),
    ("no object", "[1]", "store_damaged"),
    ("no event", '{"type":"deal_started.v1","dealer":"x"}', "store_damaged"),
    ("not allowed", '{"type":"card_played.v1","seat":0,"card":"1h","takes":""}', "store_damaged"),
    ("nested", "[" * 100_000, "store_damaged"),
    ("of a newer yakume", '{"type":"deal_started.v2","dealer":0}', "store_newer"),
]


@pytest.mark.parametrize(("body", "code"), [(b, c) for _, b, c in BAD_ROWS], ids=[name for name, *_ in BAD_ROWS])
def test_of_a_log_with_a_bad_row_the_good_part_is_opened_as_a_copy(path: Path, body: object, code: str) -> None:
    raw(path, "INSERT INTO events VALUES ('m', 3, 5, ?)", body)
    with opened(path) as store:
        found = open_match(store, "m")
        assert found.match_id != "m" and len(found.state.log) == 2
        assert found.trouble is not None and found.trouble.code == code
        assert f"{path}: event 3 of match m" in str(found.trouble) and "\n" not in str(found.trouble)
        # The next start finds the copy, and the damaged log is as it was.
        assert store.newest_match() == found.match_id
        assert open_match(store, found.match_id).trouble is None
        assert store.append(found.match_id, 2, [DEALT]) == 3
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT body FROM events WHERE match_id = 'm' AND seq = 3").fetchone() == (body,)
    connection.close()


def test_a_log_with_a_gap_is_opened_up_to_it(path: Path) -> None:
    raw(path, "INSERT INTO events VALUES ('m', 4, 5, ?)", json.dumps(DEALT))
    with opened(path) as store:
        found = open_match(store, "m")
        assert "event 3 of match m is missing" in str(found.trouble)
        assert len(found.state.log) == 2


def test_a_match_whose_first_row_is_bad_cannot_be_opened(path: Path) -> None:
    raw(path, "UPDATE events SET body = '' WHERE seq = 1")
    with opened(path) as store, pytest.raises(StoreTrouble, match="event 1 of match m cannot be read"):
        open_match(store, "m")


def test_a_database_of_version_1_is_brought_up_and_keeps_its_order(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            "CREATE TABLE events (match_id VARCHAR(40) NOT NULL, seq INTEGER NOT NULL, at_ms BIGINT NOT NULL, "
            "body TEXT NOT NULL, PRIMARY KEY (match_id, seq));"
        )
        for match_id, at_ms in (("first", 900), ("second", 100)):  # the clock was set back
            row = (match_id, at_ms, json.dumps(STARTED))
            connection.execute("INSERT INTO events VALUES (?, 1, ?, ?)", row)
    connection.close()
    with opened(path) as store:
        assert store.newest_match() == "second"
        assert [row.match_id for row in store.matches()] == ["second", "first"]
    with opened(path) as store:
        assert [row.match_id for row in store.matches()] == ["second", "first"]


def test_a_start_that_is_killed_leaves_no_file_of_0_bytes(tmp_path: Path) -> None:
    code = (
        "import os, sys; import yakume.webui.store.schema as s; s._create = lambda c: os.kill(os.getpid(), 9); "
        "s.open_engine(sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", code, url(tmp_path / "new.db")])
    assert not (tmp_path / "new.db").exists()
    with opened(tmp_path / "new.db") as store:
        assert store.newest_match() is None
