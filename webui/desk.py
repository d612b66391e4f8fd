"""The desk: one table's log, what lies on the table now, and everyone who watches.

Commands and observations come from several threads; the desk takes them one at a time. What is booked is a
replay of the log (`state`); what is only seen is the referee's (`table`) and books nothing by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from .live import Hub, Message
from .settings import Settings
from .store import EventStore
from .worker import CameraStatus, Observation, VisionWorker, Watch


class Desk:
    """Everything a page shows, for one table."""

    def __init__(self, settings: Settings, store: EventStore, make_worker: Callable[..., VisionWorker]) -> None:
        self.settings = settings
        self.match_id: str | None = None
        self._store = store
        self._make_worker = make_worker
        self._lock = threading.RLock()
        self._worker: VisionWorker | None = None
        self.hub = Hub()

    def open(self) -> None:
        """Load the newest match and start the vision worker."""
        self._on_status(CameraStatus())
        if self.settings.source is not None:
            watch = Watch(
                self.settings.source, self.settings.layout, len(self.settings.players), self.settings.loop
            )
            self._worker = self._make_worker(watch, self.observe, self._on_status)
            self._worker.start()

    def close(self) -> None:
        """Stop the vision worker and end every stream."""
        self.hub.close()
        if self._worker is not None:
            self._worker.stop()

    def picture(self, frame: int | None) -> tuple[int, bytes] | None:
        """Number and JPEG of a frame, see `VisionWorker.picture`."""
        return self._worker.picture(frame) if self._worker else None

    def observe(self, observation: Observation) -> None:
        """Take what the vision worker saw in one frame."""
        self.hub.publish(Message("observation", observation))

    def _on_status(self, status: CameraStatus) -> None:
        self.hub.publish(Message("camera", status.to_json()))
