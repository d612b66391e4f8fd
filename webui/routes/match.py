"""The match: what is booked, what lies on the table, and the commands that change it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header
from fastapi.responses import Response, StreamingResponse
from yakume.engine import NotationError
from yakume.engine.sheet import sheet_of
from yakume.engine.sheet_text import to_csv, to_html, to_text

from ..deps import DeskDep
from ..errors import ApiError
from ..schemas import AddEvents, Answer, StartMatch, Undo
from ..view import rule_view, setup_view

router = APIRouter(prefix="/api")

SheetKind = Literal["html", "csv", "txt"]


def event_stream(messages: AsyncIterator[str]) -> StreamingResponse:
    """A response that sends encoded server-sent events as they come."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(messages, media_type="text/event-stream", headers=headers)


@router.get("/stream")
async def stream(
    desk: DeskDep, match: str | None = None, last_event_id: Annotated[str | None, Header()] = None
) -> StreamingResponse:
    """Server-sent events `state` (id: the log's seq), `table`, `camera` and `samples`, each whole.

    A page that follows `match` and reconnects with ``Last-Event-ID`` is not sent the state it has.
    """
    known = last_event_id if match is not None and match == desk.match_id else None
    return event_stream(desk.hub.stream(frozenset({"state", "table", "camera", "samples", "decks"}), known))


@router.get("/setup")
def setup(desk: DeskDep) -> dict[str, Any]:
    """Names, games and what the start form proposes; does not change while yakume runs."""
    return setup_view(desk.settings)


@router.get("/rules/{rule}")
def rule(rule: str) -> dict[str, Any]:
    """What a rule of the rule book says, in both languages. Raises: ApiError 404 if there is none."""
    try:
        return rule_view(rule)
    except NotationError as error:
        raise ApiError(404, "no_such_rule", str(error), error.rule) from None


@router.get("/state")
def state(desk: DeskDep) -> dict[str, Any]:
    """What is booked: the replay of the log."""
    return desk.booked()


@router.get("/events")
def events(desk: DeskDep) -> dict[str, Any]:
    """The log of the match on the page."""
    return desk.log()


@router.get("/sheet.{kind}")
def sheet(desk: DeskDep, kind: SheetKind, lang: Literal["ja", "en"] = "ja") -> Response:
    """The written sheet (記入式) of the match, to look at, to print or for a spreadsheet."""
    text = {"html": to_html, "csv": to_csv, "txt": to_text}[kind](sheet_of(desk.match()), lang)
    media = {"html": "text/html", "csv": "text/csv", "txt": "text/plain"}[kind]
    headers = {"Cache-Control": "no-store"}
    if kind == "csv":
        # Spreadsheets take UTF-8 for something else without the mark.
        text = "\ufeff" + text
        headers["Content-Disposition"] = f'attachment; filename="yakume-{desk.match_id}.csv"'
    return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)


@router.post("/match", status_code=201)
def start(desk: DeskDep, command: StartMatch) -> dict[str, Any]:
    """Begin a match."""
    return desk.start(command.seq, command.ruleset, command.players, command.dealer, command.options)


@router.post("/events", status_code=201)
def add(desk: DeskDep, command: AddEvents) -> dict[str, Any]:
    """Book events."""
    return desk.add(command.seq, command.events)


@router.post("/undo")
def undo(desk: DeskDep, command: Undo) -> dict[str, Any]:
    """Take back the newest event that still counts."""
    return desk.undo(command.seq)


@router.post("/answer")
def answer(desk: DeskDep, command: Answer) -> dict[str, Any]:
    """Answer a question of the referee."""
    return desk.answer(command.seq, command.question, command.answer)
