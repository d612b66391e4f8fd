"""What events a command may bring beyond what the rules ask: corrections that keep the table and the log in hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from yakume.engine.events import Corrected, CorrectedTogether, DealInserted, MatchStarted
from yakume.engine.state import State

from .errors import ApiError
from .schemas import on_one_line

MOST_CORRECTIONS = 12
"""Corrections in one command: each replays the log, which takes 0.6 s at 4,000 events. Another first dealer is
another of the match, of its first deal and of each bid there."""
NAME_LENGTH = 24
"""Longest name of a player, as in the start form."""


def check_events(state: State, events: Sequence[Mapping[str, Any]]) -> None:
    """See that `events`, in wire form, may be booked on `state`. Raises: ApiError 422."""
    # What is said to be a type may be anything.
    kinds = (Corrected.wire, CorrectedTogether.wire, DealInserted.wire)
    corrections = [event for event in events if event.get("type") in kinds]
    if len(corrections) > MOST_CORRECTIONS:
        raise ApiError(422, "too_many_corrections", f"at most {MOST_CORRECTIONS} corrections in one command")
    for correction in (*corrections, *_parts(events)):
        if correction.get("seq") == 0:
            _check_start(state, correction.get("events"))


def _parts(events: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """What corrections bring along."""
    for event in events:
        inside = {CorrectedTogether.wire: "parts", DealInserted.wire: "then"}.get(str(event.get("type")), "")
        parts = event.get(inside)
        yield from (part for part in (parts if isinstance(parts, list) else ()) if isinstance(part, Mapping))


def _check_start(state: State, instead: object) -> None:
    """The first event may be put right, such as a name; who sits at the table stays."""
    first = instead[0] if isinstance(instead, list) and len(instead) == 1 else None
    if not isinstance(first, Mapping) or first.get("type") != MatchStarted.wire:
        raise ApiError(422, "bad_start", "in the place of a match's first event there can only be another one")
    players = first.get("players")
    if not isinstance(players, list) or len(players) != len(state.players):
        raise ApiError(422, "bad_start", f"{len(state.players)} sit at the table: a correction cannot change that")
    if not all(isinstance(name, str) and 1 <= len(name.strip()) <= NAME_LENGTH for name in players):
        raise ApiError(422, "bad_start", f"a name has 1 to {NAME_LENGTH} characters")
    try:
        for name in players:
            on_one_line(name)
    except ValueError as error:
        raise ApiError(422, "bad_start", str(error)) from None
