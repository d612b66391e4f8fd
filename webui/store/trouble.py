"""What may be wrong with a database: one code and one sentence each, and nothing is overwritten to find out.

A database file is looked at before anything is written to it: SQLite by itself takes a file cut to nothing for a new
one, and throws away the write-ahead log that still has the evening in it.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

Code = Literal[
    "store_full",
    "store_locked",
    "store_readonly",
    "store_damaged",
    "store_newer",
    "store_gone",
    "store_in_use",
    "store_unreachable",
    "store_failed",
]

_HEADER = b"SQLite format 3\0"

_BY_SQLITE: tuple[tuple[str, Code, str], ...] = (
    ("SQLITE_FULL", "store_full", "the disk is full"),
    ("SQLITE_BUSY", "store_locked", "another program keeps it locked"),
    ("SQLITE_LOCKED", "store_locked", "another program keeps it locked"),
    ("SQLITE_READONLY", "store_readonly", "it may only be read"),
    ("SQLITE_CANTOPEN", "store_failed", "it cannot be opened"),
    ("SQLITE_CORRUPT", "store_damaged", "it is damaged"),
    ("SQLITE_NOTADB", "store_damaged", "it is no SQLite database"),
    ("SQLITE_IOERR", "store_failed", "the disk failed"),
)
"""Beginning of SQLite's error name, our code, and what it means."""


class StoreTrouble(OSError):
    """The database cannot be used as it is: a stable `code`, and one sentence that names the database."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code


def trouble_of(error: sa.exc.SQLAlchemyError, name: str) -> StoreTrouble:
    """What a failure of the database called `name` means."""
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        kind = getattr(cause, "sqlite_errorname", "")
        for beginning, code, meaning in _BY_SQLITE:
            if kind.startswith(beginning):
                return StoreTrouble(code, f"{name}: {meaning}")
    reason = " ".join(str(cause or error).split())
    if isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError) and not isinstance(cause, sqlite3.Error):
        if getattr(cause, "sqlstate", None) in ("53100", "53200"):
            return StoreTrouble("store_full", f"{name}: the disk of the database server is full")
        return StoreTrouble("store_unreachable", f"{name}: {reason}")
    if getattr(cause, "sqlstate", None) == "25006":
        return StoreTrouble("store_readonly", f"{name}: it may only be read")
    return StoreTrouble("store_failed", f"{name}: {reason}")


def look_at(file: Path, newest: int) -> None:
    """See that an existing SQLite `file` can be used, without writing to it; versions up to `newest` are known.

    Raises: StoreTrouble if it is cut off, damaged, no database of ours, of a newer yakume, or may not be written to.
    """
    log = file.with_name(f"{file.name}-wal")
    if file.is_dir():
        raise StoreTrouble("store_failed", f"{file}: it is a folder")
    try:
        size = file.stat().st_size
        with file.open("rb") as opened:
            header = opened.read(len(_HEADER))
    except OSError as error:
        raise StoreTrouble("store_failed", f"{file}: {error.strerror}") from None
    if size == 0:
        rest = f"; {log.name} beside it still holds events: keep both" if _holds_something(log) else ""
        raise StoreTrouble("store_damaged", f"{file}: it was cut to nothing (0 bytes){rest}")
    if header != _HEADER:
        raise StoreTrouble("store_damaged", f"{file}: it is no SQLite database")
    if not (os.access(file, os.W_OK, effective_ids=True) and os.access(file.parent, os.W_OK, effective_ids=True)):
        raise StoreTrouble("store_readonly", f"{file}: it, or its folder, may only be read")
    try:
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=5)
        try:
            _check(file, connection, newest)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise trouble_of(sa.exc.DBAPIError("PRAGMA quick_check", None, error), str(file)) from None


def _check(file: Path, connection: sqlite3.Connection, newest: int) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise StoreTrouble("store_damaged", f"{file}: it is damaged: {' '.join(str(found[0]).split())}")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "events" not in tables:
        raise StoreTrouble("store_failed", f"{file}: it is a database of another program")
    if "schema_version" in tables:
        check_version(connection.execute("SELECT version FROM schema_version").fetchone()[0], newest, str(file))


def check_version(version: int, newest: int, name: str) -> None:
    """Raises: StoreTrouble if the tables of the database `name` are of a newer yakume."""
    if version > newest:
        known = f"version {version}, known up to {newest}"
        raise StoreTrouble("store_newer", f"{name}: written by a newer yakume ({known})")


def _holds_something(log: Path) -> bool:
    try:
        return log.stat().st_size > 0
    except OSError:
        return False
