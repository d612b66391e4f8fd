"""The match: what is booked, what lies on the table, and the commands that change it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from ..deps import DeskDep

router = APIRouter(prefix="/api")


def event_stream(messages: AsyncIterator[str]) -> StreamingResponse:
    """A response that sends encoded server-sent events as they come."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(messages, media_type="text/event-stream", headers=headers)


@router.get("/stream")
async def stream(desk: DeskDep) -> StreamingResponse:
    """Server-sent events `state` (id: the log's seq), `table` and `camera`, each whole."""
    return event_stream(desk.hub.stream(frozenset({"state", "table", "camera"})))


@router.get("/setup")
def setup(desk: DeskDep):
    from yakume.engine.names import NAMES

    return {
        "lang": "ja",
        "names": {k: {"ja": v.ja, "en": v.en} for k, v in NAMES.items()},
        "rulesets": [],
        "proposal": {"ruleset": "sannin", "players": ["A"]},
    }
