"""The web process: `create_app(settings)` is where store, engine, vision worker and page meet.

Nothing opens a device, a database or the environment at import. Neither torch nor ultralytics nor a model is
loaded in this process; it starts in about a second.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from . import errors
from .bodies import Bodies
from .cameras import CameraList
from .desk import Desk
from .enrollment import Enrollment, Learn, spawn_learner
from .guard import Guard
from .health import Health
from .links import Links
from .metrics import MeasuredStore, Metrics
from .review import Statistics
from .routes import (
    camera,
    cards,
    certificate,
    correct,
    decks,
    declare,
    ending,
    hand,
    health,
    instead,
    links,
    match,
    matches,
    missing,
    page,
    phone,
    review,
    table,
    teaching,
    turns,
)
from .seen import Seen
from .settings import Settings
from .snapshot import SnapshotReader
from .store import StoreTrouble
from .uploads import Uploads
from .worker import VisionWorker

if TYPE_CHECKING:
    from .certificates import Authority

log = logging.getLogger("yakume.webui")

STATIC = Path(__file__).parent / "static"


def remembered_deck(decks: Path, name: str | None) -> str | None:
    """`name` if that deck can be read with; one that was deleted or damaged since is told in the log and left out."""
    from yakume.models.decks import check_deck, find_deck
    from yakume.models.registry import ModelError

    if name is None:
        return None
    try:
        check_deck(find_deck(name, decks))
    except ModelError as error:
        log.warning("the deck that was used last is not used: %s", error)
        return None
    return name


def create_app(
    settings: Settings,
    *,
    make_worker: Callable[..., VisionWorker] = VisionWorker,
    reader: SnapshotReader | None = None,
    learn: Learn = spawn_learner,
    authority: Authority | None = None,
) -> FastAPI:
    """The application; camera and database are opened when it starts and closed when it ends.

    `make_worker`, `reader` and `learn` let a test put something else in the place of camera and models. `authority` is
    what phones are to trust, see `certificates`.
    """

    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            store = MeasuredStore(settings.database, metrics)
            app.state.links.open(store)
        except StoreTrouble as trouble:
            # The page says what is wrong; it has nothing else to show.
            log.error("yakume: %s", trouble)
            app.state.trouble = trouble
            yield
            return
        snapshot_reader = reader or SnapshotReader()
        desk = Desk(settings, store, make_worker, metrics)

        def use_deck(folder: Path | None) -> None:
            snapshot_reader.use(folder)
            desk.use_deck(folder)

        deck = settings.deck or remembered_deck(settings.decks_folder, desk.remembered.choices.deck)
        enrollment = Enrollment(settings.decks_folder, snapshot_reader, desk.hub, use_deck, learn, deck)
        uploads = Uploads()
        app.state.desk, app.state.reader, app.state.enrollment = desk, snapshot_reader, enrollment
        app.state.uploads, app.state.store = uploads, store
        app.state.statistics = Statistics()
        try:
            if deck is not None:
                use_deck(settings.decks_folder / deck)
            desk.open()
            yield
        finally:
            uploads.close()
            enrollment.close()
            desk.close()
            snapshot_reader.close()
            store.close()

    app = FastAPI(title="yakume", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.trouble = app.state.desk = app.state.store = None
    app.state.links, app.state.authority = Links(), authority
    app.state.health, app.state.metrics = Health(settings), metrics
    errors.install(app)
    # What is told bit by bit must not wait until there is enough of it to compress.
    as_it_comes = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/x-ndjson")
    app.add_middleware(GZipMiddleware, compresslevel=6, exclude_content_types=as_it_comes)
    # The last one added is asked first: a body is read only for those who are let in.
    app.add_middleware(Bodies, settings=settings)
    app.add_middleware(Guard, settings=settings, links=app.state.links)
    app.add_middleware(Seen, metrics=metrics)
    app.state.cameras, app.state.leave_demo = CameraList(), None
    for routes in (
        page,
        match,
        camera,
        cards,
        certificate,
        correct,
        decks,
        declare,
        ending,
        hand,
        health,
        instead,
        missing,
        turns,
        links,
        matches,
        phone,
        table,
        review,
        teaching,
    ):
        # Routes are whole already: include_router would build each anew for every application, at its first request.
        app.router.routes.extend(routes.router.routes)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app
