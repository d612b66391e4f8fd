"""Logs of matches behind one database URL, and the list of them.

Rows are keyed ``(match_id, seq)``; a writer names the last `seq` it knew, so of two that race only one can
win. SQLite runs in WAL mode with ``synchronous=FULL``: what was acknowledged survives ``kill -9`` and a power
cut. Any other database comes by its SQLAlchemy URL. An event
library would bring aggregates and snapshots, where a match is a short log that the engine replays.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from .beside import Beside
from .schema import EVENTS, FOLLOWED, LOOKS, MATCHES
from .trouble import StoreTrouble


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


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of the list."""

    match_id: str
    number: int
    """Counts the matches of this database as they were begun, from 1; a deleted one keeps its number."""
    name: str
    """What people call it; empty if nobody said."""
    first: dict[str, Any]
    """Its first event in wire form: game, players, options; empty if it cannot be read."""
    begun_ms: int
    """When it was begun, by the clock of then."""
    last_ms: int
    """When its newest event was stored."""
    events: int
    deleted_ms: int | None
    """When it was deleted; None for one that is not. A deleted match can be brought back."""


class EventStore(Beside):
    """Logs of all matches behind one database URL. Every method raises StoreTrouble if the database fails."""

    def append(self, match_id: str, based_on: int, events: Sequence[dict[str, Any]]) -> int:
        """Write `events` after event `based_on` (0: an empty log), all or none; returns the new last seq.

        Raises: Conflict if the log has moved on, or is shorter than `based_on`; StoreTrouble if it cannot be written.
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
            with self._writing() as connection:
                last = _last_seq(connection, match_id)
                if last != based_on:
                    raise Conflict(match_id, based_on, last)
                if rows and based_on == 0:
                    connection.execute(sa.insert(MATCHES).values(match_id=match_id, opened=_next_opening(connection)))
                if rows:
                    connection.execute(sa.insert(EVENTS), rows)
        except sa.exc.IntegrityError:
            # Another process inserted between our look and our write.
            with self._reading() as connection:
                raise Conflict(match_id, based_on, _last_seq(connection, match_id)) from None
        return based_on + len(rows)

    def load(self, match_id: str) -> list[Row]:
        """The whole log of a match, oldest first; empty if there is none. Raises: StoreTrouble for a bad row."""
        rows, trouble = self.good_rows(match_id)
        if trouble is not None:
            raise trouble
        return rows

    def good_rows(self, match_id: str) -> tuple[list[Row], StoreTrouble | None]:
        """The log of a match up to the first row that cannot be read, and what is wrong with that one."""
        query = sa.select(EVENTS).where(EVENTS.c.match_id == match_id).order_by(EVENTS.c.seq)
        rows: list[Row] = []
        with self._reading() as connection:
            for row in connection.execute(query):
                event = _decoded(row.body)
                if event is None or row.seq != len(rows) + 1:
                    what = "cannot be read" if row.seq == len(rows) + 1 else f"is missing: {row.seq} is the next"
                    where = f"{self.name}: event {len(rows) + 1} of match {match_id} {what}"
                    return rows, StoreTrouble("store_damaged", where)
                rows.append(Row(row.seq, row.at_ms, event))
        return rows, None

    # -- the list of matches ----------------------------------------------------------------------------------

    def newest_match(self) -> str | None:
        """The match that was opened (or begun) last and is not deleted, or None."""
        query = sa.select(MATCHES.c.match_id).where(MATCHES.c.deleted_ms.is_(None))
        with self._reading() as connection:
            return connection.execute(query.order_by(MATCHES.c.opened.desc()).limit(1)).scalar()

    def matches(self) -> list[MatchRow]:
        """Every match, the newest first, deleted ones too."""
        counted = (
            sa.select(
                EVENTS.c.match_id,
                sa.func.count().label("events"),
                sa.func.min(EVENTS.c.at_ms).label("begun_ms"),
                sa.func.max(EVENTS.c.at_ms).label("last_ms"),
            )
            .group_by(EVENTS.c.match_id)
            .subquery()
        )
        first = EVENTS.alias()
        query = (
            sa.select(MATCHES, counted.c.events, counted.c.begun_ms, counted.c.last_ms, first.c.body)
            .join(counted, counted.c.match_id == MATCHES.c.match_id)
            .outerjoin(first, sa.and_(first.c.match_id == MATCHES.c.match_id, first.c.seq == 1))
            .order_by(MATCHES.c.number.desc())
        )
        with self._reading() as connection:
            return [
                MatchRow(
                    row.match_id, row.number, row.name or "", _decoded(row.body) or {}, row.begun_ms, row.last_ms,
                    row.events, row.deleted_ms,
                )
                for row in connection.execute(query)
            ]  # fmt: skip

    def open_match(self, match_id: str) -> bool:
        """Note that a match is opened: it is the one a restart finds. False if there is none, or it is deleted."""
        with self._writing() as connection:
            there = sa.and_(MATCHES.c.match_id == match_id, MATCHES.c.deleted_ms.is_(None))
            change = sa.update(MATCHES).where(there).values(opened=_next_opening(connection))
            return connection.execute(change).rowcount == 1

    def rename_match(self, match_id: str, name: str) -> bool:
        """Call a match `name`, or nothing if that is empty. False if there is none."""
        return self._change(match_id, name=name or None)

    def delete_match(self, match_id: str, deleted: bool = True) -> bool:
        """Take a match off the list, or bring it back; its log stays. False if there is none."""
        return self._change(match_id, deleted_ms=int(self._clock() * 1000) if deleted else None)

    def copy_match(self, match_id: str, copy: str, events: int, deals: int) -> None:
        """Begin the match `copy` with the first `events` events of another, as they were written, and with what is kept
        of its first `deals` deals."""
        columns = [EVENTS.c.seq, EVENTS.c.at_ms, EVENTS.c.body]
        part = sa.select(sa.literal(copy), *columns).where(EVENTS.c.match_id == match_id, EVENTS.c.seq <= events)
        name = sa.select(MATCHES.c.name).where(MATCHES.c.match_id == match_id)
        with self._writing() as connection:
            row = {"match_id": copy, "name": connection.execute(name).scalar(), "opened": _next_opening(connection)}
            connection.execute(sa.insert(MATCHES), row)
            connection.execute(sa.insert(EVENTS).from_select(["match_id", "seq", "at_ms", "body"], part))
            for table, those in ((FOLLOWED, FOLLOWED.c.deal <= deals), (LOOKS, LOOKS.c.laid_at < events)):
                others = [column for column in table.c if column.name != "match_id"]
                kept = sa.select(sa.literal(copy), *others).where(table.c.match_id == match_id, those)
                names = ["match_id", *(column.name for column in others)]
                connection.execute(sa.insert(table).from_select(names, kept))

    def _change(self, match_id: str, **values: Any) -> bool:
        with self._writing() as connection:
            change = sa.update(MATCHES).where(MATCHES.c.match_id == match_id).values(values)
            return connection.execute(change).rowcount == 1


def _last_seq(connection: sa.Connection, match_id: str) -> int:
    newest = sa.select(sa.func.max(EVENTS.c.seq)).where(EVENTS.c.match_id == match_id)
    return connection.execute(newest).scalar() or 0


def _next_opening(connection: sa.Connection) -> int:
    return (connection.execute(sa.select(sa.func.max(MATCHES.c.opened))).scalar() or 0) + 1


def _decoded(body: Any) -> dict[str, Any] | None:
    """The event written as `body`, None if that is no JSON object."""
    try:
        event = json.loads(body)
    except (TypeError, ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) else None
