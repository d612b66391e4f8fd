"""A phone as the camera: its page is `/camera`, which it finds by a link of the role *camera*.

`POST /api/camera/phone?phone=ID` takes one picture, a JPEG as the body; the first one makes the phone the camera if
there is none. `GET` tells how the pictures come, `POST /api/camera/phone/stop?phone=ID` makes room for another. ID
is what the page chose for itself: it stays the same after a reload.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from .. import wire
from ..deps import DeskDep
from ..desk import Desk
from ..phone import PHONE

router = APIRouter()

PhoneId = Annotated[str, Query(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9-]+$")]


@router.get("/api/camera/phone")
def told(desk: DeskDep) -> wire.PhoneTold:
    """How the phone's pictures come."""
    return _told(desk)


@router.post("/api/camera/phone")
async def send(request: Request, desk: DeskDep, phone: PhoneId) -> wire.PhoneTold:
    """Take one picture. Raises: ApiError if another camera or phone is in use, it comes too fast or cannot be used."""
    await run_in_threadpool(desk.check_phone)
    with desk.phone.turn(phone):
        data = await request.body()
        await run_in_threadpool(desk.phone.take, phone, data)
    await run_in_threadpool(desk.use_phone)
    return _told(desk)


@router.post("/api/camera/phone/stop")
def stop(desk: DeskDep, phone: PhoneId) -> wire.PhoneTold:
    """Make room for another phone; nothing happens if this one is not the camera."""
    desk.phone.leave(phone)
    return _told(desk)


def _told(desk: Desk) -> wire.PhoneTold:
    figures = desk.phone.figures()
    width, height = figures.size or (None, None)
    return {
        "chosen": desk.camera_source == PHONE,
        "sending": desk.phone.is_one(),
        "frames": figures.frames,
        "fps": figures.fps,
        "width": width,
        "height": height,
        "age_ms": figures.age_ms,
        "camera": desk.camera_health()[0].state,
    }
