"""What the camera sees: pictures, observations, and photographs to be read."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from yakume.vision.observation import Observation

from .. import wire
from ..deps import DeskDep, ReaderDep, UploadsDep
from ..errors import ApiError
from ..schemas import FitTable, UsePhoto
from .match import EventStream, event_stream

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


@router.get("/observations", response_class=EventStream, responses={200: {"model": Observation}})
async def observations(desk: DeskDep) -> StreamingResponse:
    """Server-sent events: each observation as the vision worker makes it (event `observation`, no id)."""
    return event_stream(desk.hub.stream(frozenset({"observation"})))


@router.get("/layout")
def layout(desk: DeskDep, seats: Annotated[int | None, Query(ge=2, le=7)] = None) -> wire.Layout:
    """Where the table's corners lie in the picture, and its zones in mm; beside it the default."""
    return desk.layout(seats)


@router.post("/layout/shrink")
def shrink(desk: DeskDep) -> wire.Layout:
    """Take back that zones have grown to where cards are laid; from now on they stay as they are."""
    return desk.shrink()


@router.post("/layout")
def fit(desk: DeskDep, command: FitTable) -> wire.Layout:
    """Lay the table out anew."""
    return desk.fit(command.layout, command.seats)


@router.post("/read")
async def read(request: Request, reader: ReaderDep, uploads: UploadsDep) -> wire.Reading:
    """Read one photograph, sent as the body: JPEG, PNG or WebP."""
    return await uploads.take(request, reader.read)


@router.post("/photo")
def use_photo(desk: DeskDep, command: UsePhoto) -> wire.Told:
    """Take what was read in a photograph for the field, someone's captures or shown cards."""
    return desk.use_photo(command.seq, command.place, command.faces)
