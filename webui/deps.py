"""What routes ask for: the desk, the snapshot reader and the enrollment of the running application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from .access import Visitor
from .desk import Desk
from .enrollment import Enrollment
from .links import Links
from .snapshot import SnapshotReader
from .store import EventStore, StoreTrouble
from .uploads import Uploads


def _usable(request: Request) -> None:
    """Raises: StoreTrouble if the database could not be opened: then there is nothing else."""
    trouble: StoreTrouble | None = request.app.state.trouble
    if trouble is not None:
        raise trouble


def _desk(request: Request) -> Desk:
    _usable(request)
    desk: Desk = request.app.state.desk
    return desk


def _reader(request: Request) -> SnapshotReader:
    _usable(request)
    reader: SnapshotReader = request.app.state.reader
    return reader


def _enrollment(request: Request) -> Enrollment:
    _usable(request)
    enrollment: Enrollment = request.app.state.enrollment
    return enrollment


def _uploads(request: Request) -> Uploads:
    _usable(request)
    uploads: Uploads = request.app.state.uploads
    return uploads


def _store(request: Request) -> EventStore:
    _usable(request)
    store: EventStore = request.app.state.store
    return store


def _links(request: Request) -> Links:
    _usable(request)
    links: Links = request.app.state.links
    return links


def _visitor(request: Request) -> Visitor:
    visitor: Visitor = request.state.visitor
    return visitor


VisitorDep = Annotated[Visitor, Depends(_visitor)]
LinksDep = Annotated[Links, Depends(_links)]
StoreDep = Annotated[EventStore, Depends(_store)]
UploadsDep = Annotated[Uploads, Depends(_uploads)]
DeskDep = Annotated[Desk, Depends(_desk)]
ReaderDep = Annotated[SnapshotReader, Depends(_reader)]
EnrollmentDep = Annotated[Enrollment, Depends(_enrollment)]
