"""The list of matches: each can be gone on with, named, deleted and brought back. Nothing is lost by leaving one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter

from .. import wire
from ..deps import DeskDep, StoreDep
from ..errors import ApiError
from ..schemas import ListMatch, NameMatch, OpenMatch
from ..store import EventStore, MatchRow

router = APIRouter(prefix="/api/matches")


@router.get("", response_model=wire.MatchList)
def matches(desk: DeskDep, store: StoreDep) -> Mapping[str, Any]:
    """Every match, the newest first, and which of them is open."""
    return _listed(desk.match_id, store)


@router.post("/open", response_model=wire.Booked)
def resume(desk: DeskDep, command: OpenMatch) -> Mapping[str, Any]:
    """Go on with a match; the one of now stays as it is."""
    return desk.resume(command.seq, command.match)


@router.post("/rename", response_model=wire.MatchList)
def rename(desk: DeskDep, store: StoreDep, command: NameMatch) -> Mapping[str, Any]:
    """Call a match something."""
    _found(store.rename_match(command.match, command.name), command.match)
    return _listed(desk.match_id, store)


@router.post("/delete", response_model=wire.MatchList)
def delete(desk: DeskDep, store: StoreDep, command: ListMatch) -> Mapping[str, Any]:
    """Take a match off the list; its log is kept, and it can be brought back."""
    if command.match == desk.match_id:
        raise ApiError(409, "match_open", "this match is open: open another one before you delete it")
    _found(store.delete_match(command.match), command.match)
    return _listed(desk.match_id, store)


@router.post("/restore", response_model=wire.MatchList)
def restore(desk: DeskDep, store: StoreDep, command: ListMatch) -> Mapping[str, Any]:
    """Bring back a match that was deleted."""
    _found(store.delete_match(command.match, deleted=False), command.match)
    return _listed(desk.match_id, store)


def _found(found: bool, match_id: str) -> None:
    if not found:
        raise ApiError(404, "no_such_match", f"there is no match {match_id!r}")


def _listed(now: str | None, store: EventStore) -> Mapping[str, Any]:
    return {"open": now, "matches": [_row(row) for row in store.matches()]}


def _row(row: MatchRow) -> Mapping[str, Any]:
    """A match as the page lists it; times are milliseconds since 1970."""
    players = row.first.get("players")
    return {
        "match": row.match_id,
        "number": row.number,
        "name": row.name,
        "ruleset": str(row.first.get("ruleset", "")),
        "players": [str(player) for player in players] if isinstance(players, list) else [],
        "begun_ms": row.begun_ms,
        "last_ms": row.last_ms,
        "events": row.events,
        "deleted": row.deleted_ms is not None,
    }
