"""The match: what is booked, what lies on the table, and the commands that change it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import SystemRandom
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response, StreamingResponse
from yakume.engine import NotationError
from yakume.engine.rules import find_ruleset
from yakume.engine.sheet import sheet_of
from yakume.engine.sheet_text import to_csv, to_text

from .. import wire
from ..admission import check_events
from ..deps import DeskDep, StoreDep, VisitorDep
from ..drawing import draw_dealer
from ..errors import ApiError
from ..review import day_of
from ..schemas import AddEvents, Answer, DrawnOut, NamePlayers, Redo, StartMatch, Undo
from ..seats import check_answered, check_declared, told_to
from ..sheet_page import to_html
from ..view import rule_view, setup_view

router = APIRouter(prefix="/api")


SheetKind = Literal["html", "csv", "txt"]


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


def event_stream(messages: AsyncIterator[str]) -> StreamingResponse:
    """A response that sends encoded server-sent events as they come."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(messages, headers=headers)


@router.get("/stream", response_class=EventStream, responses={200: {"model": wire.Messages}})
async def stream(
    desk: DeskDep, visitor: VisitorDep, match: str | None = None, last_event_id: Annotated[str | None, Header()] = None
) -> StreamingResponse:
    """Server-sent events `state` (id: the log's seq), `table`, `camera` and `samples`, each whole.

    A page that follows `match` and reconnects with ``Last-Event-ID`` is not sent the state it has.
    """
    known = last_event_id if match is not None and match == desk.match_id else None
    topics = {"state", "table", "camera", "store"} | ({"samples", "decks"} if visitor.keeps else set())
    return event_stream(desk.hub.stream(frozenset(topics), known))


@router.get("/setup")
def setup(desk: DeskDep, visitor: VisitorDep) -> wire.Setup:
    """Names, games, who asks, and what the start form proposes, which alone changes while yakume runs."""
    choices = desk.remembered.choices
    first = desk.camera_source is None and desk.match_id is None and not choices.ruleset
    return setup_view(desk.settings, visitor, choices, first=first)


@router.get("/rules/{rule}")
def rule(rule: str) -> wire.Rule:
    """What a rule of the rule book says, in both languages. Raises: ApiError 404 if there is none."""
    try:
        return rule_view(rule)
    except NotationError as error:
        raise ApiError(404, "no_such_rule", str(error), error.rule) from None


@router.get("/state")
def state(desk: DeskDep) -> wire.Told:
    """What is booked: the replay of the log."""
    return desk.booked()


@router.get("/events")
def events(desk: DeskDep, visitor: VisitorDep) -> wire.Log:
    """The log of the match on the page; hands that are known only for the keeper and their own players."""
    log = desk.log()
    return {**log, "events": [{**row, "event": told_to(visitor, row["event"])} for row in log["events"]]}


@router.get("/sheet.{kind}")
def sheet(desk: DeskDep, store: StoreDep, kind: SheetKind, lang: Literal["ja", "en"] = "ja") -> Response:
    """The written sheet (記入式) of the match, to look at, to print or for a spreadsheet."""
    written = sheet_of(desk.match())
    if kind == "html":
        begun = next((row.begun_ms for row in store.matches() if row.match_id == desk.match_id), None)
        text = to_html(written, lang, "" if begun is None else day_of(begun))
    else:
        text = {"csv": to_csv, "txt": to_text}[kind](written, lang)
    media = {"html": "text/html", "csv": "text/csv", "txt": "text/plain"}[kind]
    headers = {"Cache-Control": "no-store"}
    if kind == "csv":
        # Spreadsheets take UTF-8 for something else without the mark.
        text = "\ufeff" + text
        headers["Content-Disposition"] = f'attachment; filename="yakume-{desk.match_id}.csv"'
    return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)


@router.get("/draw")
def draw(ruleset: str, seats: Annotated[int, Query(ge=2, le=7)]) -> DrawnOut:
    """Draw for the first dealer, as the game does. Raises: EngineError for a game that does not exist."""
    drawn = draw_dealer(find_ruleset(ruleset), seats, SystemRandom())
    rounds = [{seat: str(card) for seat, card in each.items()} for each in drawn.rounds]
    return DrawnOut(rounds=rounds, dealer=drawn.dealer)


@router.post("/match", status_code=201)
def start(desk: DeskDep, command: StartMatch) -> wire.Told:
    """Begin a match."""
    return desk.start(command.seq, command.ruleset, command.players, command.dealer, command.options)


@router.post("/match/players")
def name_players(desk: DeskDep, command: NamePlayers) -> wire.Told:
    """Call the players otherwise: a correction of the match's start, which is undone like any other."""
    return desk.name_players(command.seq, command.players)


@router.post("/events", status_code=201)
def add(desk: DeskDep, visitor: VisitorDep, command: AddEvents) -> wire.Told:
    """Book events; a player those that declare something for the own seat."""
    check_declared(visitor, command.events)
    check_events(desk.match(), command.events)
    return desk.add(command.seq, command.events)


@router.post("/undo")
def undo(desk: DeskDep, command: Undo) -> wire.Told:
    """Take back the newest event that still counts, or a photograph that booked nothing."""
    return desk.undo(command.seq, photo=command.photo)


@router.post("/redo")
def redo(desk: DeskDep, command: Redo) -> wire.Told:
    """Bring back what undo took back last, or the photograph that it took back."""
    return desk.redo(command.seq, photo=command.photo)


@router.post("/answer")
def answer(desk: DeskDep, visitor: VisitorDep, command: Answer) -> wire.Told:
    """Answer a question of the referee; a player those about the own seat."""
    return desk.answer(
        command.seq, command.question, command.answer, lambda question: check_answered(visitor, question)
    )
