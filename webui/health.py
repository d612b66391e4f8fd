"""How yakume is, in figures: the camera's pictures, the database, the room on the disk."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from typing import cast

import sqlalchemy as sa

from . import wire
from .desk import Desk
from .errors import refusal
from .meter import Figures
from .settings import Settings
from .store import EventStore, StoreTrouble
from .store.schema import sqlite_path
from .worker import CameraStatus

LOW_DISK_BYTES = 500_000_000
"""With less room than this people are warned; an evening's log takes under a megabyte, kept pictures far more."""


class Health:
    """What is asked of a running yakume; works without a desk, too, when the database could not be opened."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._clock = settings, clock
        self._started = clock()

    def told(self, desk: Desk | None, store: EventStore | None, trouble: StoreTrouble | None) -> wire.Health:
        """The figures of now."""
        return {
            "version": version("yakume"),
            "uptime_s": round(self._clock() - self._started, 1),
            "camera": _camera(desk),
            "store": self._store(store, trouble),
            "disk": self.disk(),
        }

    def _store(self, store: EventStore | None, trouble: StoreTrouble | None) -> wire.StoreHealth:
        try:
            kind = sa.make_url(self._settings.database).get_backend_name()
        except sa.exc.ArgumentError:
            kind = "unknown"
        if store is not None:
            try:
                store.newest_match()
            except StoreTrouble as found:
                trouble = found
        if trouble is None:
            return {"kind": kind, "code": "", "message": "", "why": None}
        told = refusal(trouble.code, str(trouble), "")
        return {"kind": kind, "code": trouble.code, "message": told["message"], "why": told["why"]}

    def disk(self) -> wire.Disk | None:
        """Room where the database lies; where the pictures do, if that is another machine's."""
        file = sqlite_path(self._settings.database) or self._settings.samples
        folder = file.absolute().parent
        try:
            found = shutil.disk_usage(folder)
        except OSError:
            return None
        return {
            "folder": str(folder),
            "free_bytes": found.free,
            "total_bytes": found.total,
            "low": found.free < LOW_DISK_BYTES,
        }


def _camera(desk: Desk | None) -> wire.CameraHealth:
    status, figures = desk.camera_health() if desk else (CameraStatus(), Figures(0, 0.0, None, None))
    age, stages = figures.picture_age_ms, figures.stages
    times = {name: round(value, 1) for name, value in asdict(stages).items()} if stages else None
    return {
        **status.told(),
        "frames": figures.frames,
        "fps": round(figures.fps, 2),
        "picture_age_ms": None if age is None else round(age, 1),
        "stages_ms": cast(wire.StageTimes | None, times),
    }
