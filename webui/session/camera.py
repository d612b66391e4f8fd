"""The camera over the table: its worker, the deck it reads with, and how the table is laid out before it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yakume.vision.observation import Observation

from ..errors import ApiError
from ..files import write_whole
from ..meter import FrameMeter
from ..phone import PHONE, Phone
from ..settings import Settings
from ..worker import CameraStatus, VisionWorker, Watch

if TYPE_CHECKING:
    from yakume.vision.layout import TableLayout
    from yakume.vision.zones import Zone


log = logging.getLogger("yakume.webui")


class CameraSupervisor:
    """Starts the vision worker, and starts it again for another layout or deck."""

    def __init__(
        self,
        settings: Settings,
        make_worker: Callable[..., VisionWorker],
        on_observation: Callable[[Observation], None],
        on_status: Callable[[CameraStatus], None],
        meter: FrameMeter,
    ) -> None:
        self.meter = meter
        self.phone = Phone()
        """What a phone sends, if one is the camera."""
        self._settings = settings
        self._turn = threading.RLock()
        """Held while a worker is started or stopped."""
        self.source = settings.source
        """What is looked at: camera number, stream, file or folder; None: nothing."""
        self._make_worker = make_worker
        self._on_observation, self._on_status = on_observation, on_status
        self._worker: VisionWorker | None = None
        self._watch: Watch | None = None
        self._full = False
        self._deck: Path | None = None
        """Folder of the enrolled deck that the camera is read with."""
        self._table: TableLayout | None = None
        """The layout on file, or the default; None before it is asked for."""
        self._on_file = False
        self._grew_from: TableLayout | None = None
        """The table before its zones grew; None while none has."""
        self._before: TableLayout | None = None
        """The same once people took the growth back: from then on zones stay as they are."""

    @property
    def looks(self) -> bool:
        """True if there is a camera whose frames come by themselves."""
        return self._worker is not None

    def look(self, seats: int) -> None:
        """Start the worker for the table as it is laid out for `seats`, or start it again if that has changed.

        Waits for the old worker, whose thread may be waiting for the desk: call this without the desk's lock.
        """
        with self._turn:
            self._look(seats)

    def _look(self, seats: int) -> None:
        if self.source is None:
            return
        table, learns = self.layout(seats).to_toml(), self._before is None
        inbox = self.phone.file if self.source == PHONE else None
        watch = Watch(self.source, table, self._settings.loop, self._deck, learns, inbox)
        if self._worker is not None:
            if self._watch == watch:
                return
            self._worker.stop()
        self._watch = watch
        self._worker = self._make_worker(watch, self._on_observation, self._on_status, self.meter)
        self._worker.ask_full(self._full)
        self._worker.start()

    def use(self, source: str | None, seats: int) -> None:
        """Look at another source from now on, or at none. Waits for the old worker, as `look` does."""
        with self._turn:
            if source == self.source:
                return
            self.source, self._watch = source, None
            if self._worker is not None:
                self._worker.stop()
                self._worker = None
            self._on_status(CameraStatus())
            self._look(seats)

    def use_deck(self, folder: Path | None, seats: int) -> None:
        """Read with the enrolled deck in `folder` from now on, or with none; a camera that runs is started again."""
        self._deck, self._watch = folder, None  # a deck that was learnt anew is another one in the same place
        if self._worker is not None:
            self.look(seats)

    def close(self) -> None:
        """Stop the worker, and forget what a phone sent."""
        if self._worker is not None:
            self._worker.stop()
        self.phone.close()

    # -- pictures -------------------------------------------------------------------------------------------------

    def picture(self, frame: int | None) -> tuple[int, bytes] | None:
        """Number and JPEG of a frame, see `VisionWorker.picture`."""
        return self._worker.picture(frame) if self._worker else None

    def full_picture(self, frame: int) -> bytes | None:
        """JPEG of a frame in full size, None if it is not kept any more."""
        return self._worker.full_picture(frame) if self._worker else None

    def ask_full(self, full: bool) -> None:
        """Have every frame sent in full size too from now on, or no longer."""
        self._full = full
        if self._worker is not None:
            self._worker.ask_full(full)

    # -- the layout -----------------------------------------------------------------------------------------------

    def layout(self, seats: int) -> TableLayout:
        """The table as it is laid out for `seats`. Raises: LayoutError for a file that cannot be used."""
        from yakume.vision.layout import TableLayout

        if self._table is None:
            file = self._settings.layout
            self._on_file = file.exists()
            self._table = TableLayout.load(file) if self._on_file else TableLayout.default(seats)
        return self._table.seated(seats)

    def other_players(self, seats: int) -> int | None:
        """For how many the table on file is laid out, if not for `seats`: then these have the usual zones."""
        if self._table is None or not self._on_file or self._table.players == seats:
            return None
        return self._table.players

    def fit(self, layout: Mapping[str, Any], seats: int) -> None:
        """Lay the table out anew for `seats` and write that to the layout's file.

        Raises: ApiError for a layout that cannot be used, or that cannot be written; then the old one stays.
        """
        from yakume.vision.layout import LayoutError, TableLayout
        from yakume.vision.layout_check import what_is_wrong

        try:
            table = TableLayout.from_json(layout)
        except LayoutError as error:
            raise ApiError(422, "bad_layout", str(error)) from None
        if table.players != seats:
            raise ApiError(422, "bad_layout", f"players = {table.players}: {seats} sit at the table")
        if wrong := what_is_wrong(table):
            raise ApiError(422, "bad_layout", wrong)
        file = self._settings.layout
        try:
            write_whole(file, table.to_toml().encode())
        except OSError as error:
            raise ApiError(409, "unwritable", f"cannot write {file}: {error.strerror}") from None
        self._on_file, self._grew_from = True, None
        self._table, self._watch = table, None  # also one that stays as it was is looked at anew

    def followed(self, corners: Sequence[tuple[float, float]], seats: int) -> None:
        """The camera was knocked, and its worker has found the table's corners there: keep them, also on file."""
        import numpy as np

        table = self.layout(seats)
        found = np.array(corners, np.float32)
        if not np.allclose(found, table.corners, atol=1e-4):
            self._keep(replace(table, corners=found))

    @property
    def has_grown(self) -> bool:
        """True if zones have grown, and nobody took that back."""
        return self._grew_from is not None

    def grew(self, zone: Zone, polygon: Sequence[tuple[float, float]], seats: int) -> None:
        """The worker lets a zone grow to where people lay their cards: keep it so, also on file."""
        import numpy as np

        table, shape = self.layout(seats), np.array(polygon, np.float32)
        if self._before is not None or np.array_equal(shape, table.zones[zone]):
            return
        self._grew_from = self._grew_from or table
        self._keep(table.with_zone(zone, shape))

    def shrink(self) -> None:
        """Zones are as they were before they grew, and stay so. Raises: ApiError if none has grown."""
        if self._grew_from is None:
            raise ApiError(409, "nothing_to_undo", "no zone has grown")
        self._before, self._grew_from = self._grew_from, None
        if self._table is not None:
            self._keep(replace(self._table, zones=self._before.zones))
        self._watch = None

    def _keep(self, table: TableLayout) -> None:
        """The worker goes on as it is; what it found is what another begins with, also after a restart."""
        self._table = table
        if self._watch is not None:
            self._watch = replace(self._watch, layout=table.to_toml())
        try:
            write_whole(self._settings.layout, table.to_toml().encode())
        except OSError as error:
            log.warning("the table lies otherwise, and %s cannot be written: %s", self._settings.layout, error.strerror)
