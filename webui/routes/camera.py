"""What the camera sees: pictures, observations, and photographs to be read."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse

from ..deps import DeskDep, ReaderDep
from ..errors import ApiError
from ..schemas import FitTable, UsePhoto
from .match import event_stream

router = APIRouter(prefix="/api")


@router.get("/camera/frame.jpg")
def frame(desk: DeskDep, frame: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """The picture of frame `frame`, or the newest one if that is gone; its number is in ``X-Frame``."""
    picture = desk.picture(frame)
    if picture is None:
        raise ApiError(404, "no_picture", "there is no picture from the camera yet")
    number, jpeg = picture
    headers = {"Cache-Control": "no-store", "X-Frame": str(number)}
    return Response(jpeg, media_type="image/jpeg", headers=headers)


@router.get("/observations")
async def observations(desk: DeskDep) -> StreamingResponse:
    """Server-sent events: each observation as the vision worker makes it (event `observation`, no id)."""
    return event_stream(desk.hub.stream(frozenset({"observation"})))


@router.get("/layout")
def layout(desk: DeskDep) -> dict[str, Any]:
    """Where the table's corners lie in the picture, and its zones in mm; beside it the default."""
    return desk.layout()


@router.post("/layout")
def fit(desk: DeskDep, command: FitTable) -> dict[str, Any]:
    """Lay the table out anew."""
    return desk.fit(command.layout)


@router.post("/read")
async def read(request: Request, reader: ReaderDep) -> dict[str, Any]:
    """Read one photograph, sent as the body: JPEG, PNG or WebP."""
    data = await request.body()
    return await run_in_threadpool(reader.read, data)


@router.post("/photo")
def use_photo(desk: DeskDep, command: UsePhoto) -> dict[str, Any]:
    """Take what was read in a photograph for the field, someone's captures or shown cards."""
    return desk.use_photo(command.seq, command.place, command.faces)
