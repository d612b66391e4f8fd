"""Matches as JSON lines: a copy for safe keeping, or for another machine or kind of database.

The first line says what the file is, then each match is a line of its own, followed by its events; the last line counts
them, so that a file that was cut off is known for one. A row that holds no event is kept as it is, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from .events import EventStore
from .schema import EVENTS, MATCHES

FORMAT = 1
"""Raised when lines of another shape are written."""


class BackupError(ValueError):
    """A file that is no backup, or not a whole one; one sentence."""


def backup_lines(store: EventStore, match_id: str | None = None) -> Iterator[str]:
    """Every match of `store`, or one, as it stands at one moment, while yakume may run on.

    Raises: BackupError if there is no such match; StoreTrouble.
    """
    wanted = [] if match_id is None else [MATCHES.c.match_id == match_id]
    with store.one_moment() as connection:
        matches = connection.execute(sa.select(MATCHES).where(*wanted).order_by(MATCHES.c.number)).all()
        if match_id is not None and not matches:
            raise BackupError(f"there is no match {match_id!r} in {store.name}")
        yield _line({"yakume": "matches", "format": FORMAT})
        count = 0
        for match in matches:
            yield _line({"match": match.match_id, "name": match.name, "deleted_ms": match.deleted_ms})
            query = sa.select(EVENTS).where(EVENTS.c.match_id == match.match_id).order_by(EVENTS.c.seq)
            for row in connection.execute(query):
                count += 1
                yield _line({"seq": row.seq, "at_ms": row.at_ms} | _event(row.body))
        yield _line({"matches": len(matches), "events": count})


def restore_lines(store: EventStore, lines: Iterable[str]) -> tuple[int, int]:
    """Write the matches of a backup into `store`, all of them or none; those that it has stay as they are.

    Returns: how many were written, and how many were there.
    Raises: BackupError if it is no whole backup, or a match in the store differs; StoreTrouble.
    """
    matches = _read(lines)
    written = there = 0
    with store.all_or_none() as connection:
        opened = connection.execute(sa.select(sa.func.max(MATCHES.c.opened))).scalar() or 0
        for match, rows in matches:
            of_match = EVENTS.c.match_id == match["match_id"]
            found = connection.execute(sa.select(EVENTS.c.seq, EVENTS.c.body).where(of_match).order_by(EVENTS.c.seq))
            known = [(row.seq, row.body) for row in found]
            if known:
                if known != [(row["seq"], row["body"]) for row in rows]:
                    raise BackupError(f"{store.name} has another match {match['match_id']}: nothing was restored")
                there += 1
                continue
            opened, written = opened + 1, written + 1
            connection.execute(sa.insert(MATCHES).values(**match, opened=opened))
            connection.execute(sa.insert(EVENTS), rows)
    return written, there


def _read(lines: Iterable[str]) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Matches and their rows. Raises: BackupError."""
    matches: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    last: dict[str, Any] = {}
    for number, line in enumerate(lines, start=1):
        said = _decoded(line, number)
        if number == 1:
            if said.get("yakume") != "matches" or said.get("format") != FORMAT:
                raise BackupError("not a backup of yakume, or one of a newer yakume")
        elif "match" in said:
            matches.append(({"match_id": said["match"], "name": said["name"], "deleted_ms": said["deleted_ms"]}, []))
        elif "seq" in said and matches:
            body = said["body"] if "body" in said else _compact(said["event"])
            row = {"match_id": matches[-1][0]["match_id"], "seq": said["seq"], "at_ms": said["at_ms"], "body": body}
            matches[-1][1].append(row)
        last = said
    events = sum(len(rows) for _, rows in matches)
    if last.get("matches") != len(matches) or last.get("events") != events:
        raise BackupError(f"the backup is not whole: {len(matches)} matches with {events} events, and no end")
    return matches


def _decoded(line: str, number: int) -> dict[str, Any]:
    try:
        said = json.loads(line)
        if not isinstance(said, dict) or ("match" in said and not {"name", "deleted_ms"} <= said.keys()):
            raise ValueError
        if "seq" in said and not (isinstance(said.get("at_ms"), int) and said.keys() & {"event", "body"}):
            raise ValueError
    except (ValueError, RecursionError):
        raise BackupError(f"line {number} of the backup cannot be read") from None
    return said


def _event(body: str) -> dict[str, Any]:
    """An event as it is read and written by people; as stored where it would not come back the same."""
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        return {"body": body}
    return {"event": event} if _compact(event) == body else {"body": body}


def _compact(event: Any) -> str:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def _line(value: dict[str, Any]) -> str:
    return _compact(value) + "\n"
