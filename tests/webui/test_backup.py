"""Matches as JSON lines: what was backed up comes back, into either kind of database, while yakume runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yakume.webui.store import EventStore
from yakume.webui.store.backup import BackupError, backup_lines, restore_lines

STARTED = {"type": "match_started.v1", "ruleset": "sannin", "players": ["甲", "乙", "丙"], "dealer": 0, "options": {}}
DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}

PLAYED = {"type": "card_played.v1", "seat": 0, "card": "1a", "takes": "1h"}
TURNED = {"type": "card_turned.v1", "seat": 0, "card": "2t", "takes": "2a"}


@pytest.fixture
def full(tmp_path: Path) -> Iterator[EventStore]:
    """A store with a match that is played, one that is deleted, and a row that holds no event."""
    store = EventStore(f"sqlite:///{tmp_path / 'full.db'}")
    store.append("played", 0, [STARTED, DEALT])
    store.keep_seen("played", 1, 0, [{"t_ms": 300}, {"t_ms": 900}], 1, [PLAYED, TURNED])
    store.append("gone", 0, [STARTED])
    store.rename_match("gone", "新年会")
    store.delete_match("gone")
    store.append("bad", 0, [STARTED])
    store.close()
    with sqlite3.connect(tmp_path / "full.db") as connection:
        connection.execute("INSERT INTO events VALUES ('bad', 2, 7, '{')")
        connection.execute("INSERT INTO followed VALUES ('bad', 1, '{')")
    connection.close()
    store = EventStore(f"sqlite:///{tmp_path / 'full.db'}")
    yield store
    store.close()


def rows(store: EventStore) -> list[Any]:
    listed = [(row.match_id, row.name, row.events, row.deleted_ms, row.begun_ms) for row in store.matches()]
    return [(*row, store.good_rows(row[0])[0], store.followed(row[0]), store.looks(row[0], 1)) for row in listed]


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
    full.keep_seen("played", 1, 2, [{"t_ms": 2_700}], 1, [PLAYED])
    assert len([*head, *lines]) == 8


def test_one_match_is_exported_readably(full: EventStore) -> None:
    lines = [json.loads(line) for line in backup_lines(full, "played")]
    assert lines[1] == {"match": "played", "name": None, "deleted_ms": None}
    assert lines[2]["event"] == STARTED
    assert lines[4:7] == [
        {"deal": 1, "half_turns": [PLAYED, TURNED]},
        {"laid_at": 1, "number": 0, "look": {"t_ms": 300}},
        {"laid_at": 1, "number": 1, "look": {"t_ms": 900}},
    ]
    with pytest.raises(BackupError, match="no match 'none'"):
        list(backup_lines(full, "none"))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda lines: lines[:-1], "not whole"),
        (lambda lines: lines[:-3] + lines[-2:], "not whole"),
        (lambda lines: ["{}", *lines[1:]], "not a backup"),
        (lambda lines: [lines[0].replace('"format":2', '"format":3'), *lines[1:]], "not a backup"),
        (lambda lines: [*lines[:2], lines[2][:20], *lines[3:]], "line 3"),
        (lambda lines: [*lines[:2], "[" * 100_000, *lines[3:]], "line 3"),
        (lambda lines: [lines[0], '{"match":"x"}', *lines[2:]], "line 2"),
        (lambda lines: [], "not whole"),
        (lambda lines: [line for line in lines if "half_turns" not in line], "not whole"),
        (lambda lines: [line.replace("half_turns", "other") for line in lines], "line 5"),
        (lambda lines: [line.replace('"number":1', '"number":"1"') for line in lines], "line 7"),
    ],
)
def test_a_spoilt_backup_restores_nothing(full: EventStore, spoil: Any, words: str, tmp_path: Path) -> None:
    new = EventStore(f"sqlite:///{tmp_path / 'new.db'}")
    with pytest.raises(BackupError, match=words):
        restore_lines(new, spoil(list(backup_lines(full))))
    assert new.matches() == []
    new.close()


def test_a_backup_of_before_half_turns_were_in_it_comes_back(full: EventStore, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in backup_lines(full)]
    before = [line for line in lines if not line.keys() & {"half_turns", "look", "deal"}]
    before[0]["format"] = 1
    del before[-1]["seen"]
    new = EventStore(f"sqlite:///{tmp_path / 'new.db'}")
    assert restore_lines(new, [json.dumps(line) for line in before]) == (3, 0)
    assert [row[:-2] for row in rows(new)] == [row[:-2] for row in rows(full)]
    assert new.followed("played") == {}
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
