"""The tables, their version, and how a database of an older version is brought up to it.

A version is one number in the table `schema_version`; databases from before it was kept are version 1. Each step runs
in one transaction with the new number, so a stopped upgrade is no upgrade.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from .before import answers_as_events
from .trouble import StoreTrouble, check_version, look_at, trouble_of

METADATA = sa.MetaData()
EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
ANSWERS = sa.Table(
    "answers",
    sa.MetaData(),  # versions 1 and 2 kept answers beside the log; they are left as they were
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("stands", sa.Boolean, nullable=False),
)
MATCHES = sa.Table(
    "matches",
    METADATA,
    # Counts the matches as they were begun: a clock may be set back.
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.String(40), nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=True),
    # Counts openings: the match with the highest number is the one that is open.
    sa.Column("opened", sa.Integer, nullable=False),
    sa.Column("deleted_ms", sa.BigInteger, nullable=True),
)
LINKS = sa.Table(
    "links",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_ms", sa.BigInteger, nullable=True),
    # SHA-256 of the secret: who reads the database cannot come by it.
    sa.Column("digest", sa.String(64), nullable=False),
)
QUESTIONS = sa.Table(
    "questions",
    METADATA,
    sa.Column("match_id", sa.String(40), primary_key=True),
    # The length of the log that they belong to.
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
FOLLOWED = sa.Table(
    "followed",
    METADATA,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    # Its half-turns as they were followed: to be played back, nothing is booked by them.
    sa.Column("body", sa.Text, nullable=False),
)
LOOKS = sa.Table(
    "looks",
    METADATA,
    sa.Column("match_id", sa.String(40), primary_key=True),
    # Place in the log of the deal's start: a deal that is laid anew is another one.
    sa.Column("laid_at", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # How its table lay: to be followed on after a restart.
    sa.Column("body", sa.Text, nullable=False),
)
VERSION_TABLE = sa.Table("schema_version", METADATA, sa.Column("version", sa.Integer, nullable=False))

VERSION = 7
"""Version of the tables above."""


def open_engine(url: str) -> sa.Engine:
    """The database behind `url`, made or brought up to `VERSION` where that is needed.

    Raises: StoreTrouble if there is none, or it cannot be used; then it is as it was.
    """
    try:
        parsed = _with_driver(sa.make_url(url))
        name, file = _name(parsed), sqlite_file(parsed)
        if file is not None:
            if file.exists() or file.is_symlink():
                look_at(file, VERSION)
            else:
                _make_file(file)
        engine = sa.create_engine(parsed, pool_pre_ping=file is None)
    except sa.exc.ArgumentError as error:
        raise StoreTrouble("store_failed", f"not a database URL: {url!r}: {error}") from None
    except ImportError as error:
        raise StoreTrouble("store_failed", f"no driver for the database: {error}") from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _make_durable)
        sa.event.listen(engine, "begin", _begin)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            _upgrade(connection, name)
    except sa.exc.SQLAlchemyError as error:
        engine.dispose()
        raise trouble_of(error, name) from None
    except StoreTrouble:
        engine.dispose()
        raise
    return engine


def server_engine(url: sa.URL) -> sa.Engine:
    """A database server's connections for what is no event: each statement stands for itself, none is kept open.

    Raises: ImportError without its driver.
    """
    return sa.create_engine(_with_driver(url), poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")


def _with_driver(url: sa.URL) -> sa.URL:
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgresql", "postgres") else url


def sqlite_file(url: sa.URL) -> Path | None:
    """The file of a SQLite database; None for one in memory and for other databases."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def sqlite_path(url: str) -> Path | None:
    """As `sqlite_file`, of a URL as text; None for what is no URL, too."""
    try:
        return sqlite_file(sa.make_url(url))
    except sa.exc.ArgumentError:
        return None


def _name(url: sa.URL) -> str:
    """What people are told: the file, or the address without its password."""
    file = sqlite_file(url)
    return str(file) if file else url.render_as_string(hide_password=True)


def _make_file(file: Path) -> None:
    """A new database, there with all its tables or not at all: then a file of 0 bytes is always a damaged one."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    engine = sa.create_engine(f"sqlite:///{part}")
    sa.event.listen(engine, "connect", _make_durable)
    sa.event.listen(engine, "begin", _begin)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            _create(connection)
    except sa.exc.SQLAlchemyError as error:
        trouble = trouble_of(error, str(file))
        raise StoreTrouble(trouble.code, f"{trouble}" if file.parent.is_dir() else f"{file}: no such folder") from None
    finally:
        engine.dispose()
    with suppress(FileExistsError):  # another process was quicker: its file is as good
        os.link(part, file)
    part.unlink()


def _create(connection: sa.Connection) -> None:
    METADATA.create_all(connection)
    connection.execute(sa.insert(VERSION_TABLE).values(version=VERSION))


def _upgrade(connection: sa.Connection, name: str) -> None:
    tables = set(sa.inspect(connection).get_table_names())
    if "events" not in tables:
        _create(connection)
        return
    version = 1
    if VERSION_TABLE.name in tables:
        version = connection.execute(sa.select(VERSION_TABLE.c.version)).scalar() or 1
    check_version(version, VERSION, name)
    for step in range(version, VERSION):
        _STEPS[step](connection)
    if version < VERSION:
        connection.execute(sa.delete(VERSION_TABLE))
        connection.execute(sa.insert(VERSION_TABLE).values(version=VERSION))


def _list_matches(connection: sa.Connection) -> None:
    """1 → 2: matches get a list of their own, in the order in which they were written."""
    METADATA.create_all(connection, [MATCHES, VERSION_TABLE])
    written: list[Any] = [sa.text("rowid")]
    order = written if connection.dialect.name == "sqlite" else [EVENTS.c.at_ms, EVENTS.c.match_id]
    found = connection.execute(sa.select(EVENTS.c.match_id).where(EVENTS.c.seq == 1).order_by(*order)).scalars().all()
    for number, match_id in enumerate(found, start=1):
        connection.execute(sa.insert(MATCHES).values(match_id=match_id, opened=number))


def _log_answers(connection: sa.Connection) -> None:
    """2 → 3: what people answered in the running deal of each match becomes events of its log."""
    if ANSWERS.name not in sa.inspect(connection).get_table_names():
        return
    rows = connection.execute(sa.select(ANSWERS).order_by(ANSWERS.c.match_id, ANSWERS.c.number)).all()
    for match_id, of_match in groupby(rows, key=lambda row: str(row.match_id)):
        query = sa.select(EVENTS.c.at_ms, EVENTS.c.body).where(EVENTS.c.match_id == match_id).order_by(EVENTS.c.seq)
        log = connection.execute(query).all()
        told = [(row.deal, row.question, row.stands) for row in of_match]
        for seq, body in enumerate(answers_as_events([row.body for row in log], told), start=len(log) + 1):
            row = {"match_id": match_id, "seq": seq, "at_ms": log[-1].at_ms, "body": body}
            connection.execute(sa.insert(EVENTS), row)


def _keep_links(connection: sa.Connection) -> None:
    """3 → 4: links for players, watchers and cameras."""
    METADATA.create_all(connection, [LINKS])


def _keep_questions(connection: sa.Connection) -> None:
    """4 → 5: what is still asked about booked deals."""
    METADATA.create_all(connection, [QUESTIONS])


def _keep_followed(connection: sa.Connection) -> None:
    """5 → 6: the half-turns of deals as they were followed."""
    METADATA.create_all(connection, [FOLLOWED])


def _keep_looks(connection: sa.Connection) -> None:
    """6 → 7: how the table lay in the deals that run."""
    METADATA.create_all(connection, [LOOKS])


_STEPS: dict[int, Callable[[sa.Connection], None]] = {
    1: _list_matches,
    2: _log_answers,
    3: _keep_links,
    4: _keep_questions,
    5: _keep_followed,
    6: _keep_looks,
}
"""From each version to the next."""


def _make_durable(connection: Any, record: Any) -> None:  # noqa: ARG001  # SQLAlchemy gives both
    connection.text_factory = _text
    connection.isolation_level = None  # transactions are begun by `_begin`, so that tables are made all or none, too
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=2000")
    # Each commit goes on into the file itself (12 ms): who copies, or loses, one of two files loses no evening.
    cursor.execute("PRAGMA wal_autocheckpoint=1")
    cursor.close()


def _text(stored: bytes) -> str:
    """Stored text; nothing for what is none, so that one bad row is one bad row and not a failed query."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return ""


def _begin(connection: sa.Connection) -> None:
    # A writer that looks first and writes then must keep others out from the first look on.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
