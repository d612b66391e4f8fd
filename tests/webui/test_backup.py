"""Matches as JSON lines: what was backed up comes back, into either kind of database, while yakume runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postgres_server import PostgresServer, postgres_server
from yakume.webui.store import EventStore
from yakume.webui.store.backup import BackupError, backup_lines, restore_lines

STARTED = {"type": "match_started.v1", "ruleset": "sannin", "players": ["甲", "乙", "丙"], "dealer": 0, "options": {}}
DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture
def full(tmp_path: Path) -> Iterator[EventStore]:
    """A store with a match that is played, one that is deleted, and a row that holds no event."""
    store = EventStore(f"sqlite:///{tmp_path / 'full.db'}")
    store.append("played", 0, [STARTED, DEALT])
    store.append("gone", 0, [STARTED])
    store.rename_match("gone", "新年会")
    store.delete_match("gone")
    store.append("bad", 0, [STARTED])
    store.close()
    with sqlite3.connect(tmp_path / "full.db") as connection:
        connection.execute("INSERT INTO events VALUES ('bad', 2, 7, '{')")
    connection.close()
    store = EventStore(f"sqlite:///{tmp_path / 'full.db'}")
    yield store
    store.close()


def rows(store: EventStore) -> list[Any]:
    listed = [(row.match_id, row.name, row.events, row.deleted_ms, row.begun_ms) for row in store.matches()]
    return [(*row, store.good_rows(row[0])[0]) for row in listed]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_backed_up_comes_back(full: EventStore, kind: str, tmp_path: Path, request: Any) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}" if kind == "sqlite" else request.getfixturevalue("server").new_url()
    lines = list(backup_lines(full))
    new = EventStore(url)
    assert restore_lines(new, lines) == (3, 0)
    assert rows(new) == rows(full)
    assert "".join(backup_lines(new)) == "".join(lines)
    # Once more changes nothing.
    assert restore_lines(new, lines) == (0, 3)
    assert rows(new) == rows(full)
    new.close()


def test_a_backup_shows_one_moment(full: EventStore) -> None:
    lines = backup_lines(full, "played")
    head = [next(lines), next(lines)]
    full.append("played", 2, [DEALT])
    assert len([*head, *lines]) == 5


def test_one_match_is_exported_readably(full: EventStore) -> None:
    lines = [json.loads(line) for line in backup_lines(full, "played")]
    assert lines[1] == {"match": "played", "name": None, "deleted_ms": None}
    assert lines[2]["event"] == STARTED
    with pytest.raises(BackupError, match="no match 'none'"):
        list(backup_lines(full, "none"))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda lines: lines[:-1], "not whole"),
        (lambda lines: lines[:-3] + lines[-2:], "not whole"),
        (lambda lines: ["{}", *lines[1:]], "not a backup"),
        (lambda lines: [lines[0].replace('"format":1', '"format":2'), *lines[1:]], "not a backup"),
        (lambda lines: [*lines[:2], lines[2][:20], *lines[3:]], "line 3"),
        (lambda lines: [*lines[:2], "[" * 100_000, *lines[3:]], "line 3"),
        (lambda lines: [lines[0], '{"match":"x"}', *lines[2:]], "line 2"),
        (lambda lines: [], "not whole"),
    ],
)
def test_a_spoilt_backup_restores_nothing(full: EventStore, spoil: Any, words: str, tmp_path: Path) -> None:
    new = EventStore(f"sqlite:///{tmp_path / 'new.db'}")
    with pytest.raises(BackupError, match=words):
        restore_lines(new, spoil(list(backup_lines(full))))
    assert new.matches() == []
    new.close()


def test_a_match_that_went_on_is_not_overwritten(full: EventStore, tmp_path: Path) -> None:
    lines = list(backup_lines(full))
    full.append("played", 2, [DEALT])
    with pytest.raises(BackupError, match="another match played: nothing was restored"):
        restore_lines(full, lines)
    assert len(full.load("played")) == 3


def test_the_commands_say_what_they_did(full: EventStore, tmp_path: Path, yakume: Any) -> None:
    file, old, new = tmp_path / "b.jsonl", tmp_path / "full.db", tmp_path / "new.db"
    assert yakume("backup", file, "--database", f"sqlite:///{old}") == (0, f"{file}: 3 matches, 5 events\n", "")
    assert yakume("restore", file, "--database", f"sqlite:///{new}") == (0, f"{new}: 3 matches restored\n", "")
    code, out, err = yakume("restore", file, "--database", f"sqlite:///{new}")
    assert (code, out, err.count("\n")) == (0, f"{new}: 0 matches restored\n", 1)
    for words in (
        ("backup", file, "--database", f"sqlite:///{tmp_path / 'none.db'}"),
        ("restore", tmp_path / "none.jsonl"),
        ("restore", file, "--database", "nonsense"),
        ("backup", file, "--database", f"sqlite:///{old}", "--match", "none"),
    ):
        code, out, err = yakume(*words)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "none.db").exists()
