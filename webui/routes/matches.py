"""The list of matches: each can be gone on with, named, deleted and brought back. Nothing is lost by leaving one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from yakume.engine import find_ruleset

from .. import wire
from ..deps import DeskDep, StoreDep
from ..errors import ApiError
from ..review import Counted, Statistics
from ..schemas import ListMatch, NameMatch, OpenMatch
from ..store import EventStore, MatchRow
from ..text.amounts import scored
from ..text.words import called

router = APIRouter(prefix="/api/matches")


@router.get("", response_model=wire.MatchList)
def matches(request: Request, desk: DeskDep, store: StoreDep) -> Mapping[str, Any]:
    """Every match, the newest first, and which of them is open."""
    return _listed(request, desk.match_id, store)


@router.post("/open", response_model=wire.Booked)
def resume(desk: DeskDep, command: OpenMatch) -> Mapping[str, Any]:
    """Go on with a match; the one of now stays as it is."""
    return desk.resume(command.seq, command.match)


@router.post("/rename", response_model=wire.MatchList)
def rename(request: Request, desk: DeskDep, store: StoreDep, command: NameMatch) -> Mapping[str, Any]:
    """Call a match something."""
    _found(store.rename_match(command.match, command.name), command.match)
    return _listed(request, desk.match_id, store)


@router.post("/delete", response_model=wire.MatchList)
def delete(request: Request, desk: DeskDep, store: StoreDep, command: ListMatch) -> Mapping[str, Any]:
    """Take a match off the list; its log is kept, and it can be brought back."""
    if command.match == desk.match_id:
        raise ApiError(409, "match_open", "this match is open: open another one before you delete it")
    _found(store.delete_match(command.match), command.match)
    return _listed(request, desk.match_id, store)


@router.post("/restore", response_model=wire.MatchList)
def restore(request: Request, desk: DeskDep, store: StoreDep, command: ListMatch) -> Mapping[str, Any]:
    """Bring back a match that was deleted."""
    _found(store.delete_match(command.match, deleted=False), command.match)
    return _listed(request, desk.match_id, store)


def _found(found: bool, match_id: str) -> None:
    if not found:
        raise ApiError(404, "no_such_match", f"there is no match {match_id!r}")


def _listed(request: Request, now: str | None, store: EventStore) -> Mapping[str, Any]:
    counted: Statistics = request.app.state.statistics
    found = counted.listed(store, deleted=True)
    return {"open": now, "matches": [_row(row, found.get(row.match_id)) for row in store.matches()]}


def _row(row: MatchRow, counted: Counted | None) -> Mapping[str, Any]:
    """A match as the page lists it; times are milliseconds since 1970."""
    told = list(counted.players) if counted else row.first.get("players")
    players = [str(player) for player in told] if isinstance(told, list) else []
    return {
        "match": row.match_id,
        "number": row.number,
        "name": row.name,
        "ruleset": str(row.first.get("ruleset", "")),
        "players": players,
        "begun_ms": row.begun_ms,
        "last_ms": row.last_ms,
        "events": row.events,
        "deals": counted.deals if counted else None,
        "over": bool(counted and counted.over),
        "standing": _standing(counted, players) if counted and counted.begun else None,
        "deleted": row.deleted_ms is not None,
    }


def _standing(counted: Counted, players: list[str]) -> wire.Words:
    """Who has what, the best first."""
    game, seats = find_ruleset(counted.game), sorted(range(len(players)), key=lambda seat: -counted.final[seat])
    ja = "、".join(f"{players[seat]} {scored(game, counted.final[seat], 'ja')}" for seat in seats)
    names = called(players, english=True)
    return {"ja": ja, "en": ", ".join(f"{names[seat]} {scored(game, counted.final[seat], 'en')}" for seat in seats)}
