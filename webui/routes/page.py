"""The page itself."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..desk import Desk
from ..first_paint import STATIC, read_page, with_scores

router = APIRouter()


@router.get("/", include_in_schema=False)
def index(request: Request) -> HTMLResponse:
    """The page with the scores of now; everything it needs is under /static and /cards."""
    return _scored("index.html", request)


@router.get("/scores", include_in_schema=False)
def scores(request: Request) -> HTMLResponse:
    """Scores, 場 and the last payment, large: for a projector or a tablet across the room."""
    return _scored("scores.html", request)


@router.get("/overlay", include_in_schema=False)
def overlay() -> HTMLResponse:
    """The same over nothing, for a stream; ``?parts=scores,rate,last`` says what is shown."""
    return _page("scores.html")


@router.get("/learn", include_in_schema=False)
def learn() -> HTMLResponse:
    """The cards, the yaku and a quiz."""
    return _page("learn.html")


@router.get("/hand", include_in_schema=False)
def hand() -> HTMLResponse:
    """For one player's phone: photograph the hand, see its hand yaku and what to lay open."""
    return _page("hand.html")


@router.get("/camera", include_in_schema=False)
def camera() -> HTMLResponse:
    """For a phone that is the camera: it sends its pictures from there."""
    return _page("camera.html")


def _scored(name: str, request: Request) -> HTMLResponse:
    desk: Desk | None = request.app.state.desk
    # Without a desk the database could not be opened; the page says so.
    page = with_scores(read_page(STATIC / name), desk.booked() if desk else None)
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


def _page(name: str) -> HTMLResponse:
    return HTMLResponse(with_scores(read_page(STATIC / name), None), headers={"Cache-Control": "no-cache"})
