"""What is kept beside the logs: open questions, half-turns as they were followed, how the table lay."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from .database import Database
from .schema import FOLLOWED, LOOKS, QUESTIONS


class Beside(Database):
    """What is kept of matches beside their logs: nothing is booked by it, and a match is whole without it."""

    def keep_questions(self, match_id: str, seq: int, questions: Sequence[dict[str, Any]]) -> None:
        """Keep what is still asked about the booked deals of a match whose log has `seq` events, and nothing else."""
        with self._writing() as connection:
            connection.execute(sa.delete(QUESTIONS).where(QUESTIONS.c.match_id == match_id))
            if questions:
                connection.execute(sa.insert(QUESTIONS).values(match_id=match_id, seq=seq, body=_json(questions)))

    def questions(self, match_id: str) -> tuple[int, list[dict[str, Any]]]:
        """What `keep_questions` kept, and the number of events that the log had; none if nothing can be read."""
        query = sa.select(QUESTIONS.c.seq, QUESTIONS.c.body).where(QUESTIONS.c.match_id == match_id)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
        try:
            found = json.loads(row.body) if row is not None else []
        except (ValueError, RecursionError):
            found = []
        return (row.seq, found) if row is not None and isinstance(found, list) else (0, [])

    def followed(self, match_id: str) -> dict[int, list[dict[str, Any]]]:
        """Deal (from 1) → its half-turns as `keep_seen` kept them; a deal of which nothing can be read is left out.

        Below zero those of deals that do not count, by the place of their start in the log.
        """
        query = sa.select(FOLLOWED.c.deal, FOLLOWED.c.body).where(FOLLOWED.c.match_id == match_id)
        with self._reading() as connection:
            rows = connection.execute(query).all()
        found = {}
        for row in rows:
            with suppress(ValueError, RecursionError):
                found[row.deal] = json.loads(row.body)
        return {deal: half_turns for deal, half_turns in found.items() if isinstance(half_turns, list)}

    def keep_seen(
        self,
        match_id: str,
        laid_at: int,
        number: int,
        looks: Sequence[dict[str, Any]],
        deal: int,
        half_turns: Sequence[dict[str, Any]],
    ) -> None:
        """Keep how the table of a running deal lay, and its half-turns as they are followed now: both or neither.

        Of other deals how the table lay is forgotten, but for the one before: its end may be taken back.

        Args:
            laid_at: place in the log of the deal's start.
            number: how many looks of it are kept already; those beyond are replaced by `looks`.
        """
        mine = (LOOKS.c.match_id == match_id) & (LOOKS.c.laid_at == laid_at)
        before = sa.select(sa.func.max(LOOKS.c.laid_at)).where(LOOKS.c.match_id == match_id, LOOKS.c.laid_at < laid_at)
        rows = [
            {"match_id": match_id, "laid_at": laid_at, "number": at, "body": _json(look)}
            for at, look in enumerate(looks, start=number)
        ]
        with self._writing() as connection:
            connection.execute(sa.delete(LOOKS).where(mine & (LOOKS.c.number >= number)))
            if number == 0 and (newest := connection.execute(before).scalar()) is not None:
                connection.execute(sa.delete(LOOKS).where(LOOKS.c.match_id == match_id, LOOKS.c.laid_at < newest))
            if rows:
                connection.execute(sa.insert(LOOKS), rows)
            _write_followed(connection, match_id, deal, half_turns)

    def move_followed(self, match_id: str, moved: Mapping[int, int]) -> None:
        """Keep half-turns under other numbers of their deals, all of them or none."""
        mine = FOLLOWED.c.match_id == match_id
        with self._writing() as connection:
            rows = connection.execute(sa.select(FOLLOWED.c.deal, FOLLOWED.c.body).where(mine)).all()
            going = [
                {"match_id": match_id, "deal": moved[row.deal], "body": row.body} for row in rows if row.deal in moved
            ]
            if going:
                connection.execute(sa.delete(FOLLOWED).where(mine & FOLLOWED.c.deal.in_(moved)))
                connection.execute(sa.insert(FOLLOWED), going)

    def looks(self, match_id: str, laid_at: int) -> list[dict[str, Any]]:
        """How the table of a deal lay, in order, up to the first look that cannot be read."""
        query = sa.select(LOOKS.c.number, LOOKS.c.body).where(LOOKS.c.match_id == match_id, LOOKS.c.laid_at == laid_at)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(LOOKS.c.number)).all()
        found: list[dict[str, Any]] = []
        for row in rows:
            try:
                look = json.loads(row.body)
            except (ValueError, RecursionError):
                break
            if row.number != len(found) or not isinstance(look, dict):
                break
            found.append(look)
        return found


def _write_followed(connection: sa.Connection, match_id: str, deal: int, half_turns: Sequence[dict[str, Any]]) -> None:
    connection.execute(sa.delete(FOLLOWED).where(FOLLOWED.c.match_id == match_id, FOLLOWED.c.deal == deal))
    if half_turns:
        row = {"match_id": match_id, "deal": deal, "body": _json(half_turns)}
        connection.execute(sa.insert(FOLLOWED).values(row))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
