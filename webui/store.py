"""The append-only event store: the log of each match is the truth, everything else is replayed from it.

Rows are keyed ``(match_id, seq)``; a writer names the last `seq` it knew, so of two that race only one can
win. SQLite runs in WAL mode with ``synchronous=FULL``: what was acknowledged survives ``kill -9`` and a power
cut. Any other database comes by its SQLAlchemy URL.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

_METADATA = sa.MetaData()
_EVENTS = sa.Table(
    "events",
    _METADATA,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
_ANSWERS = sa.Table(
    "answers",
    _METADATA,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("stands", sa.Boolean, nullable=False),
)


class Conflict(Exception):
    """Someone else appended first; `seq` is the newest in the log."""

    def __init__(self, match_id: str, based_on: int, seq: int) -> None:
        super().__init__(f"match {match_id} is at event {seq}, not {based_on}: look again and repeat")
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Row:
    """One stored event."""

    seq: int
    """Position in the log, from 1, without gaps."""
    at_ms: int
    """When it was stored, milliseconds since 1970 (UTC)."""
    event: dict[str, Any]
    """The event in its wire form."""


class EventStore:
    """Logs of all matches behind one database URL."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        """Open (and create) the store. Raises: sqlalchemy.exc.SQLAlchemyError if the database cannot be."""
        self._engine = sa.create_engine(url)
        self._clock = clock
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _make_durable)
        _METADATA.create_all(self._engine)

    def append(self, match_id: str, based_on: int, events: Sequence[dict[str, Any]]) -> int:
        """Write `events` after event `based_on` (0: an empty log), all or none; returns the new last seq.

        Raises: Conflict if the log has moved on, or is shorter than `based_on`.
        """
        at_ms = int(self._clock() * 1000)
        rows = [
            {
                "match_id": match_id,
                "seq": based_on + offset,
                "at_ms": at_ms,
                "body": json.dumps(event, ensure_ascii=False, separators=(",", ":")),
            }
            for offset, event in enumerate(events, start=1)
        ]
        try:
            with self._engine.begin() as connection:
                last = _last_seq(connection, match_id)
                if last != based_on:
                    raise Conflict(match_id, based_on, last)
                if rows:
                    connection.execute(sa.insert(_EVENTS), rows)
        except sa.exc.IntegrityError:
            # Another process inserted between our look and our write.
            with self._engine.connect() as connection:
                raise Conflict(match_id, based_on, _last_seq(connection, match_id)) from None
        return based_on + len(rows)

    def load(self, match_id: str) -> list[Row]:
        """The whole log of a match, oldest first; empty if there is none."""
        query = sa.select(_EVENTS).where(_EVENTS.c.match_id == match_id).order_by(_EVENTS.c.seq)
        with self._engine.connect() as connection:
            return [Row(row.seq, row.at_ms, json.loads(row.body)) for row in connection.execute(query)]

    def declare(self, match_id: str, deal: int, question: str, stands: bool = True) -> None:
        """Write down an answer that books nothing yet (下げ), or with `stands` False that it was taken back."""
        with self._engine.begin() as connection:
            of_match = _ANSWERS.c.match_id == match_id
            last = connection.execute(sa.select(sa.func.max(_ANSWERS.c.number)).where(of_match)).scalar() or 0
            row = {"match_id": match_id, "number": last + 1, "deal": deal, "question": question, "stands": stands}
            connection.execute(sa.insert(_ANSWERS), row)

    def declared(self, match_id: str, deal: int) -> list[str]:
        """The answers of one deal that still stand, oldest first."""
        query = (
            sa.select(_ANSWERS.c.question, _ANSWERS.c.stands)
            .where(_ANSWERS.c.match_id == match_id, _ANSWERS.c.deal == deal)
            .order_by(_ANSWERS.c.number)
        )
        standing: dict[str, None] = {}
        with self._engine.connect() as connection:
            for question, stands in connection.execute(query):
                if stands:
                    standing[question] = None
                else:
                    standing.pop(question, None)
        return list(standing)

    def newest_match(self) -> str | None:
        """The match that was begun last, or None."""
        query = (
            sa.select(_EVENTS.c.match_id)
            .where(_EVENTS.c.seq == 1)
            .order_by(_EVENTS.c.at_ms.desc(), _EVENTS.c.match_id.desc())
            .limit(1)
        )
        with self._engine.connect() as connection:
            return connection.execute(query).scalar()

    def close(self) -> None:
        """Give back all connections."""
        self._engine.dispose()


def _last_seq(connection: sa.Connection, match_id: str) -> int:
    newest = sa.select(sa.func.max(_EVENTS.c.seq)).where(_EVENTS.c.match_id == match_id)
    return connection.execute(newest).scalar() or 0


def _make_durable(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
