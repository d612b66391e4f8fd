"""The page itself."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse

router = APIRouter()
INDEX = Path(__file__).parent.parent / "static" / "index.html"


@router.get("/", include_in_schema=False)
def index() -> FileResponse:
    """The page; everything it needs is under /static and /cards."""
    return FileResponse(INDEX, headers={"Cache-Control": "no-cache"})
