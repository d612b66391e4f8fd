"""Whether yakume works and how well, for what watches over it and for the page about it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

from .. import wire
from ..deps import StoreDep
from ..health import Health
from ..metrics import Metrics

router = APIRouter()


@router.get("/healthz")
def health(store: StoreDep) -> dict[str, str]:
    """Asks the database; 503 with a code if it cannot be used. Needs no token and tells nothing else."""
    store.newest_match()
    return {"status": "ok"}


@router.get("/api/health")
def figures(request: Request) -> wire.Health:
    """Pictures a second, time per stage, age of the picture, database, disk; also when the database cannot be used."""
    state = request.app.state
    health: Health = state.health
    return health.told(state.desk, state.store, state.trouble)


@router.get("/metrics", response_class=Response)
def metrics(request: Request) -> Response:
    """The same and more for Prometheus; the keeper's, whose token goes into its `authorization`."""
    counted: Metrics = request.app.state.metrics
    return Response(counted.text(figures(request)), media_type=CONTENT_TYPE_LATEST)
