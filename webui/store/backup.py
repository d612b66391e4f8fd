"""Matches as JSON lines: a copy for safe keeping, or for another machine or kind of database.

The first line says what the file is, then each match is a line of its own, followed by its events, then by what was
seen of it: the half-turns of its deals, and how the table of a running one lay. The last line counts them, so that a
file that was cut off is known for one. A row that holds no event is kept as it is, too. Format 1 had nothing of what
was seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from .events import EventStore
from .schema import EVENTS, FOLLOWED, LOOKS, MATCHES

FORMAT = 2
"""Raised when lines of another shape are written; lines of all formats before can be read."""

SEEN = ((FOLLOWED, ("deal",), "half_turns"), (LOOKS, ("laid_at", "number"), "look"))
"""What was seen of a match: the table, its columns that number a row, and what its body is."""


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
        count = seen = 0
        for match in matches:
            yield _line({"match": match.match_id, "name": match.name, "deleted_ms": match.deleted_ms})
            query = sa.select(EVENTS).where(EVENTS.c.match_id == match.match_id).order_by(EVENTS.c.seq)
            for row in connection.execute(query):
                count += 1
                yield _line({"seq": row.seq, "at_ms": row.at_ms} | _told("event", row.body))
            for table, numbers, what in SEEN:
                rows = sa.select(table).where(table.c.match_id == match.match_id)
                for row in connection.execute(rows.order_by(*(table.c[each] for each in numbers))):
                    seen += 1
                    yield _line({each: row._mapping[each] for each in numbers} | _told(what, row.body))
        yield _line({"matches": len(matches), "events": count, "seen": seen})


def restore_lines(store: EventStore, lines: Iterable[str]) -> tuple[int, int]:
    """Write the matches of a backup into `store`, all of them or none; those that it has stay as they are.

    Returns: how many were written, and how many were there.
    Raises: BackupError if it is no whole backup, or a match in the store differs; StoreTrouble.
    """
    matches = _read(lines)
    written = there = 0
    with store.all_or_none() as connection:
        opened = connection.execute(sa.select(sa.func.max(MATCHES.c.opened))).scalar() or 0
        for match, rows, seen in matches:
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
            for table, kept in zip((FOLLOWED, LOOKS), seen, strict=True):
                if kept:
                    connection.execute(sa.insert(table), kept)
    return written, there


Rows = list[dict[str, Any]]


def _read(lines: Iterable[str]) -> list[tuple[dict[str, Any], Rows, tuple[Rows, Rows]]]:
    """Matches, their rows, and those of what was seen of them (`SEEN`). Raises: BackupError."""
    matches: list[tuple[dict[str, Any], Rows, tuple[Rows, Rows]]] = []
    last: dict[str, Any] = {}
    for number, line in enumerate(lines, start=1):
        said = _decoded(line, number)
        if number == 1:
            if said.get("yakume") != "matches" or said.get("format") not in range(1, FORMAT + 1):
                raise BackupError("not a backup of yakume, or one of a newer yakume")
        elif "match" in said:
            head = {"match_id": said["match"], "name": said["name"], "deleted_ms": said["deleted_ms"]}
            matches.append((head, [], ([], [])))
        elif "seq" in said and matches:
            row = {"match_id": matches[-1][0]["match_id"], "seq": said["seq"], "at_ms": said["at_ms"]}
            matches[-1][1].append(row | {"body": _body("event", said)})
        elif matches and (at := _seen(said)) is not None:
            _, numbers, what = SEEN[at]
            row = {"match_id": matches[-1][0]["match_id"]} | {each: said[each] for each in numbers}
            matches[-1][2][at].append(row | {"body": _body(what, said)})
        last = said
    events = sum(len(rows) for _, rows, _ in matches)
    seen = sum(len(kept) for _, _, both in matches for kept in both)
    if last.get("matches") != len(matches) or last.get("events") != events or last.get("seen", 0) != seen:
        raise BackupError(f"the backup is not whole: {len(matches)} matches with {events} events, and no end")
    return matches


def _decoded(line: str, number: int) -> dict[str, Any]:
    try:
        said = json.loads(line)
        if not isinstance(said, dict) or ("match" in said and not {"name", "deleted_ms"} <= said.keys()):
            raise ValueError
        if "seq" in said and not (isinstance(said.get("at_ms"), int) and said.keys() & {"event", "body"}):
            raise ValueError
        if said.keys() & {"deal", "laid_at"} and _seen(said) is None:
            raise ValueError
    except (ValueError, RecursionError):
        raise BackupError(f"line {number} of the backup cannot be read") from None
    return said


def _seen(said: dict[str, Any]) -> int | None:
    """Which of `SEEN` a line is; None for none of them."""
    for at, (_, numbers, what) in enumerate(SEEN):
        if all(isinstance(said.get(each), int) for each in numbers) and said.keys() & {what, "body"}:
            return at
    return None


def _told(what: str, body: str) -> dict[str, Any]:
    """What is stored as it is read and written by people; as stored where it would not come back the same."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {"body": body}
    return {what: value} if _compact(value) == body else {"body": body}


def _body(what: str, said: dict[str, Any]) -> str:
    """The body of a row that a line tells."""
    return said["body"] if "body" in said else _compact(said[what])


def _compact(event: Any) -> str:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def _line(value: dict[str, Any]) -> str:
    return _compact(value) + "\n"
