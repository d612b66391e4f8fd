"""One yakume at a time on one database: the second is told who has it, instead of showing a page that goes stale.

Of a file the lock is the operating system's, on a file beside it; on a PostgreSQL server it is an advisory lock of a
connection that is kept for it. Both end with the process, however that ends.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from pathlib import Path
from typing import IO, Protocol

import sqlalchemy as sa

from .schema import server_engine, sqlite_file
from .trouble import StoreTrouble

try:
    import fcntl
except ImportError:  # Windows: no such lock there
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("yakume.webui")

LOOK_S = 10.0
"""How often a lock on a server is looked after: it goes with its connection, as when the server is started again."""
_KEY = {"a": 0x79616B75, "b": 1}
"""The advisory lock's two numbers, "yaku" and 1; each database of a server has its own."""
_NAME_LENGTH = 63
"""PostgreSQL keeps so many bytes of a connection's name."""


class _Lock(Protocol):
    def say(self, holder: str) -> None: ...
    def release(self) -> None: ...


class StoreLock:
    """Held from its making until `release`, or the end of the process."""

    def __init__(self, url: str, holder: str) -> None:
        """Take the lock for the database `url`; `holder` is what others are told, such as the page's address.

        A database in memory has none. Raises: StoreTrouble if another process has it.
        """
        self._lock: _Lock | None = None
        try:
            parsed = sa.make_url(url)
        except sa.exc.ArgumentError:
            return  # told when it is opened
        if (file := sqlite_file(parsed)) is not None:
            self._lock = _lock_file(file)
        elif parsed.get_backend_name() in ("postgresql", "postgres"):
            self._lock = _lock_server(parsed)
        self.say(holder)

    def say(self, holder: str) -> None:
        """Tell others `holder` from now on."""
        if self._lock is not None:
            self._lock.say(f"process {os.getpid()}, {holder}")

    def release(self) -> None:
        """Let others in."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _lock_file(database: Path) -> _FileLock | None:
    """The lock of a database file; None where there can be none. Raises: StoreTrouble."""
    if fcntl is None or not database.parent.is_dir():
        return None
    path = database.with_name(f"{database.name}.lock")
    try:
        file = path.open("a+", encoding="utf-8")
    except OSError:
        return None  # a folder that may only be read: told when it is opened
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        try:
            words = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            words = ""
        raise _in_use(str(database), words) from None
    return _FileLock(file)


class _FileLock:
    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def say(self, holder: str) -> None:
        self._file.truncate(0)
        self._file.write(f"{holder}\n")
        self._file.flush()

    def release(self) -> None:
        self._file.truncate(0)
        self._file.close()


def _lock_server(url: sa.URL) -> _ServerLock | None:
    """The lock of a database of a server; None if it does not answer. Raises: StoreTrouble."""
    try:
        return _ServerLock(url)
    except (sa.exc.SQLAlchemyError, ImportError):
        return None  # told when it is opened


class _ServerLock:
    """An advisory lock and the connection that holds it; taken again when that is lost."""

    def __init__(self, url: sa.URL) -> None:
        """Raises: StoreTrouble if another has it; SQLAlchemyError, ImportError if the server cannot be asked."""
        self._engine = server_engine(url)
        self._name = str(self._engine.url.render_as_string(hide_password=True))
        self._holder = ""
        self._released = threading.Event()
        self._connection = self._take()
        threading.Thread(target=self._look_after, name="store-lock", daemon=True).start()

    def say(self, holder: str) -> None:
        self._holder = f"{socket.gethostname()}, {holder}"
        _call(self._connection, self._holder)

    def release(self) -> None:
        self._released.set()
        self._connection.close()
        self._engine.dispose()

    def _take(self) -> sa.Connection:
        connection = self._engine.connect()
        if connection.execute(sa.text("SELECT pg_try_advisory_lock(:a, :b)"), _KEY).scalar():
            _call(connection, self._holder)
            return connection
        who = connection.execute(
            sa.text(
                "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE granted"
                " AND locktype = 'advisory' AND classid = :a AND objid = :b AND datname = current_database()"
            ),
            _KEY,
        ).scalar()
        connection.close()
        raise _in_use(self._name, str(who or ""))

    def _look_after(self) -> None:
        while not self._released.wait(LOOK_S):
            try:
                self._connection.execute(sa.text("SELECT 1"))
            except sa.exc.SQLAlchemyError:
                self._take_again()

    def _take_again(self) -> None:
        self._connection.close()
        try:
            self._connection = self._take()
        except sa.exc.SQLAlchemyError:
            return  # the server is not there yet; whoever writes is told
        except StoreTrouble as trouble:
            # Nothing is overwritten: of two that write one is told that the log moved on.
            log.error("yakume: the lock was lost with its connection: %s", trouble)


def _call(connection: sa.Connection, holder: str) -> None:
    """Give a connection the name under which the server lists it: ASCII, and not much of it."""
    name = "".join(sign if 32 <= ord(sign) < 127 else "?" for sign in holder)[:_NAME_LENGTH]
    connection.execute(sa.text("SELECT set_config('application_name', :name, false)"), {"name": name})


def _in_use(name: str, holder: str) -> StoreTrouble:
    held = f" ({holder.strip()})" if holder.strip() else ""
    return StoreTrouble("store_in_use", f"{name}: another yakume has it open{held}")
