"""What routes ask for: the desk, the snapshot reader and the enrolment of the running application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from .desk import Desk
from .enrolment import Enrolment
from .snapshot import SnapshotReader


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _reader(request: Request) -> SnapshotReader:
    reader: SnapshotReader = request.app.state.reader
    return reader


def _enrolment(request: Request) -> Enrolment:
    enrolment: Enrolment = request.app.state.enrolment
    return enrolment


DeskDep = Annotated[Desk, Depends(_desk)]
ReaderDep = Annotated[SnapshotReader, Depends(_reader)]
EnrolmentDep = Annotated[Enrolment, Depends(_enrolment)]
