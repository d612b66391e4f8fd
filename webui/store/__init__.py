"""The append-only event store: the log of each match is the truth, everything else is replayed from it.

| module | what it is |
| --- | --- |
| `database` | its connections, and its failures as they are told |
| `beside` | what is kept beside the logs: open questions, half-turns, how the table lay |
| `events` | `EventStore`: logs keyed ``(match_id, seq)``, and the list of matches |
| `before` | what older versions wrote, in the form of today |
| `schema` | the tables, their version, and how older ones are brought up to it |
| `trouble` | `StoreTrouble`: what may be wrong with a database, each with a code and one sentence |
| `backup` | matches as JSON lines, out and in |
| `lock` | one yakume at a time on one database |
| `opening` | a match as it was left; of a damaged log the good part, as a copy |
"""

from __future__ import annotations

from .events import Conflict, EventStore, MatchRow, Row
from .trouble import StoreTrouble

__all__ = ["Conflict", "EventStore", "MatchRow", "Row", "StoreTrouble"]
