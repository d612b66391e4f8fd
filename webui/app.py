"""The web process: `create_app(settings)` is where store, engine, vision worker and page meet.

Nothing opens a device, a database or the environment at import. Neither torch nor ultralytics nor a model is
loaded in this process; it starts in about a second.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from . import errors
from .desk import Desk
from .enrolment import Enrolment, Learn, spawn_learner
from .guard import Guard
from .routes import camera, cards, correct, decks, match, page
from .settings import Settings
from .snapshot import SnapshotReader
from .store import EventStore
from .worker import VisionWorker

STATIC = Path(__file__).parent / "static"


def create_app(
    settings: Settings,
    *,
    make_worker: Callable[..., VisionWorker] = VisionWorker,
    reader: SnapshotReader | None = None,
    learn: Learn = spawn_learner,
) -> FastAPI:
    """The application; camera and database are opened when it starts and closed when it ends.

    `make_worker`, `reader` and `learn` let a test put something else in the place of camera and models.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = EventStore(settings.database)
        snapshot_reader = reader or SnapshotReader()
        desk = Desk(settings, store, make_worker)

        def use_deck(folder: Path | None) -> None:
            snapshot_reader.use(folder)
            desk.use_deck(folder)

        enrolment = Enrolment(settings.decks_folder, snapshot_reader, desk.hub, use_deck, learn, settings.deck)
        app.state.desk, app.state.reader, app.state.enrolment = desk, snapshot_reader, enrolment
        try:
            if settings.deck is not None:
                use_deck(settings.decks_folder / settings.deck)
            desk.open()
            yield
        finally:
            enrolment.close()
            desk.close()
            snapshot_reader.close()
            store.close()

    app = FastAPI(title="yakume", lifespan=lifespan, docs_url=None, redoc_url=None)
    errors.install(app)
    app.add_middleware(Guard, settings=settings)
    for routes in (page, match, camera, cards, correct, decks):
        app.include_router(routes.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app
