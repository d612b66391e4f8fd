"""A match as it was left. Of a log with a row that cannot be used the good part is opened, as a copy.

The damaged log stays as it is: whoever mends the row, or brings a newer yakume, finds everything.
"""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass

from yakume.engine import EngineError
from yakume.engine.events import EVENTS, Event, from_json
from yakume.engine.play import replay
from yakume.engine.state import State

from .events import EventStore, Row
from .trouble import Code, StoreTrouble

_VERSIONED = re.compile(r"(.+)\.v(\d+)")


@dataclass(frozen=True, slots=True)
class Opened:
    """A match that can be played on."""

    match_id: str
    state: State
    trouble: StoreTrouble | None = None
    """Why this is a copy of the first events of another match; None if it is that match itself."""


def new_match_id() -> str:
    """Sorted by time when files are listed, and not to be guessed."""
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(8)}"


def open_match(store: EventStore, match_id: str) -> Opened:
    """The match `match_id`, or a copy of what is good of it.

    Raises: StoreTrouble if the store fails, or nothing of the match can be used.
    """
    rows, trouble = store.good_rows(match_id)
    state, used, refused = _replayed(rows, store.name, match_id)
    trouble = refused or trouble
    if state is None:
        raise trouble or StoreTrouble("store_failed", f"{store.name}: there is no match {match_id}")
    if trouble is None:
        return Opened(match_id, state)
    copy = new_match_id()
    store.copy_match(match_id, copy, used, state.played + 1)
    told = f"{trouble}; the {used} events before it were opened as a copy, match {copy}"
    return Opened(copy, state, StoreTrouble(trouble.code, told))


def _replayed(rows: list[Row], name: str, match_id: str) -> tuple[State | None, int, StoreTrouble | None]:
    """State after as many of `rows` as can be used, their number, and what is wrong with the next."""
    events: list[Event] = []
    trouble: StoreTrouble | None = None
    for row in rows:
        try:
            events.append(from_json(row.event))
        except (EngineError, RecursionError) as error:
            trouble = _bad_row(row, error, name, match_id)
            break
    # Whatever is wrong with an event, the ones before it are good: it was added to their state.
    used = len(events)
    while used:
        try:
            return replay(events[:used]), used, trouble
        except (EngineError, ValueError, LookupError, TypeError, RecursionError) as error:
            used -= 1
            trouble = _bad_row(rows[used], error, name, match_id)
    return None, 0, trouble


def _bad_row(row: Row, error: Exception, name: str, match_id: str) -> StoreTrouble:
    where = f"{name}: event {row.seq} of match {match_id}"
    kind = str(row.event.get("type"))
    code: Code = "store_damaged"
    if (found := _VERSIONED.fullmatch(kind)) and kind not in EVENTS:
        known = [int(other[2]) for wire in EVENTS if (other := _VERSIONED.fullmatch(wire)) and other[1] == found[1]]
        if known and int(found[2]) > max(known):
            code = "store_newer"
    if code == "store_newer":
        return StoreTrouble(code, f"{where} was written by a newer yakume ({kind})")
    return StoreTrouble(code, f"{where} cannot be used: {error}")
