"""Setting a table up: the cameras to choose from, and leaving the demo for the own table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request

from .. import wire
from ..cameras import CameraList
from ..deps import DeskDep
from ..errors import ApiError
from ..phone import PHONE
from ..schemas import UseCamera

router = APIRouter(prefix="/api")

STREAMS = ("rtsp", "rtsps", "http", "https")
"""Schemes of a camera's address."""


def _cameras(request: Request) -> CameraList:
    cameras: CameraList = request.app.state.cameras
    return cameras


@router.get("/cameras")
def cameras(desk: DeskDep, found: Annotated[CameraList, Depends(_cameras)]) -> wire.Cameras:
    """The cameras of yakume's computer, each with a picture; takes some seconds."""
    in_use = desk.camera_source
    newest = desk.picture(None)
    return {"in_use": in_use, "cameras": found.look(in_use, newest[1] if newest else None)}


@router.post("/cameras/use")
def use_camera(desk: DeskDep, command: UseCamera) -> wire.CameraInUse:
    """Look at a camera from now on; how it is follows on the stream (`camera`)."""
    desk.use_camera(_checked(command.source) if command.source else None)
    return {"in_use": desk.camera_source}


@router.post("/demo/leave", status_code=202)
def leave_demo(request: Request, desk: DeskDep) -> wire.CameraInUse:
    """End the recording; the page comes back with the own table. Raises: ApiError if there is no recording."""
    if not desk.settings.demo or request.app.state.leave_demo is None:
        raise ApiError(409, "no_demo", "this is no demo")
    request.app.state.leave_demo()
    return {"in_use": None}


def _checked(source: str) -> str:
    """`source` if it may be one. Raises: ApiError 422 for a file that is not there or an address of another kind."""
    if source == PHONE or source.isdecimal():
        return source
    if "://" in source:
        if urlsplit(source).scheme.lower() in STREAMS:
            return source
        raise ApiError(422, "no_such_camera", f"cannot use {source!r}: expected one of {', '.join(STREAMS)}")
    try:
        there = Path(source).exists()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        raise ApiError(422, "no_such_camera", f"cannot open {source!r}: no such file or folder on yakume's computer")
    return source
