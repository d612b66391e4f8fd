"""Card pictures, drawn by the project's own deck."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter
from fastapi.responses import Response
from yakume.engine import Card
from yakume.engine.errors import NotationError

from ..errors import ApiError

router = APIRouter()


@router.get("/cards/{notation}.svg", include_in_schema=False)
def card_picture(notation: str) -> Response:
    """The SVG of one card, or of ``back``. Raises: ApiError 404 for anything else."""
    try:
        card = None if notation == "back" else Card.parse(notation)
    except NotationError as error:
        raise ApiError(404, "no_such_card", str(error), error.rule) from None
    return Response(_svg(card), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


@cache
def _svg(card: Card | None) -> str:
    from yakume.datasets import design

    return design.back_svg() if card is None else design.card_svg(card)
