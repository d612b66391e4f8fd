"""Enrolling a deck from the page: photographs are added, people correct what was found, a child process learns.

One draft for everybody who has the page open. Nothing of it outlives the process; what was learnt does, in a folder a
deck (`yakume.models.decks`). What is heavy is imported where it is needed: the page starts without it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from yakume.engine import Card

from . import wire
from .children import Child, Mailbox, begin, end, end_with_parent
from .errors import ApiError
from .live import Hub, Message
from .snapshot import SnapshotReader
from .text.learning import WHY, reason_of

if TYPE_CHECKING:
    from yakume.datasets.enroll.sheet import Found, Sheet

log = logging.getLogger("yakume.webui")

Json = dict[str, Any]

_NOTHING: Json = {"photos": 0, "cards": [], "missing": []}
"""A draft without photographs."""

SILENT_S = 300.0
"""Silence after which a child that learns is given up; between two of its hundred steps lie seconds."""
MOST_PHOTOS = 12
"""Photographs of one deck; four cards on each are enough."""


class Learn(Protocol):
    """Begins to learn a deck and says where it will be told how that goes."""

    def __call__(self, name: str, pictures: Any, decks: Path) -> tuple[Child, Connection]: ...


class Enrollment:
    """The draft of one deck, and the decks there are."""

    def __init__(
        self,
        decks: Path,
        reader: SnapshotReader,
        hub: Hub,
        use: Callable[[Path | None], None],
        learn: Learn,
        in_use: str | None = None,
    ) -> None:
        """`use` makes camera and snapshots read with the deck in a folder, or with none; `in_use` is read with now."""
        self._decks, self._reader, self._hub, self._use = decks, reader, hub, use
        self._learn = learn
        self._in_use = in_use
        self._lock = threading.RLock()
        self._adding = threading.Lock()
        """Held while a photograph is read; `_lock` is not, so that the page is answered meanwhile."""
        self._sheet: Sheet | None = None
        self._job: wire.Job | None = None
        self._child: Child | None = None
        self._closed = False

    def status(self) -> wire.Decks:
        """What the page shows: the decks, the draft, and how the learning goes (`job`, None before the first)."""
        from yakume.models.decks import enrolled

        with self._lock:
            draft = _NOTHING
            if self._sheet is not None:
                from yakume.datasets.enroll.sheet import to_json

                draft = to_json(self._sheet)
            return {
                "decks": enrolled(self._decks),
                "in_use": self._in_use,
                "folder": str(self._decks.absolute()),
                "job": self._job,
                "photos": draft["photos"],
                "cards": draft["cards"],
                "missing": draft["missing"],
            }

    def add(self, data: bytes) -> wire.Decks:
        """Find the cards of one more photograph. Blocks as long as that takes. Raises: ApiError."""
        from yakume.datasets.enroll.sheet import Sheet

        with self._adding:
            with self._lock:
                before, sheet = self._sheet, self._sheet or Sheet()
                if sheet.photos >= MOST_PHOTOS:
                    raise ApiError(409, "too_many_photos", f"a deck is learnt from {MOST_PHOTOS} photos at most")
            found = self._reader.find(data, sheet.photos)
            return self._add(before, sheet, found)

    def _add(self, before: Sheet | None, sheet: Sheet, found: list[Found]) -> wire.Decks:
        with self._lock:
            if self._sheet is not before:
                raise ApiError(409, "no_photo", "the photos of the deck were cleared while this one was read")
            sheet.photos += 1
            sheet.found += found
            self._sheet = sheet
            return self._tell()

    def add_missed(self, data: bytes, card: str, quad: Sequence[float]) -> wire.Decks:
        """A person shows where on a photograph a card lies that was not found; `quad` as (x, y) of four corners, px.

        Raises: ApiError if the corners are no outline in the picture, or nothing is missing.
        """
        named = Card.parse(card)
        with self._adding:
            with self._lock:
                before = self._draft()
                if named not in before.missing():
                    raise ApiError(409, "not_missing", f"{named} was found already")
            found = self._reader.cut(data, quad, max(0, before.photos - 1))
            with self._lock:
                if self._sheet is not before:
                    raise ApiError(409, "no_photo", "the photos of the deck were cleared while this one was read")
                before.found += found
                before.say(len(before.found), named)
                return self._tell()

    def say(self, number: int, card: str) -> wire.Decks:
        """A person says what a found card is: a card, or ``none`` for no card of the deck. Raises: ApiError."""
        from yakume.datasets.enroll.sheet import SheetError

        with self._lock:
            try:
                self._draft().say(number, None if card == "none" else Card.parse(card))
            except SheetError as error:
                raise ApiError(404, "no_card", str(error)) from None
            return self._tell()

    def clear(self) -> wire.Decks:
        """Forget the draft and what was said of it; what is being learnt is learnt on."""
        with self._lock:
            self._sheet = None
            if self._job is not None and self._job["state"] != "learning":
                self._job = None
            return self._tell()

    def picture(self, number: int) -> bytes:
        """JPEG of one found card. Raises: ApiError if there is none of that number."""
        from .worker import encode_jpeg

        with self._lock:
            found = self._draft().found
            if not 1 <= number <= len(found):
                raise ApiError(404, "no_card", f"there is no card number {number}")
            return encode_jpeg(found[number - 1].picture)

    def learn(self, name: str, *, replace: bool, incomplete: bool = False) -> wire.Decks:
        """Begin to learn the deck as it was found and corrected, `incomplete` with cards missing.

        Raises: ApiError if that cannot be done.
        """
        from yakume.datasets.enroll.build import balanced
        from yakume.datasets.enroll.sheet import SheetError
        from yakume.models.decks import DeckError, check_name, enrolled

        with self._lock:
            if self._job is not None and self._job["state"] == "learning":
                raise ApiError(409, "learning", f"the deck {self._job['name']!r} is being learnt")
            try:
                name = check_name(name)
                pictures = balanced(self._draft().pictures(incomplete=incomplete))
            except (DeckError, SheetError) as error:
                code = "bad_name" if isinstance(error, DeckError) else "incomplete"
                raise ApiError(422, code, str(error)) from None
            if name in enrolled(self._decks) and not replace:
                raise ApiError(409, "deck_exists", f"there is a deck {name!r} already")
            child, pipe = self._learn(name, pictures, self._decks)
            self._child = child
            self._job = {"name": name, "state": "learning", "share": 0.0}
            threading.Thread(target=self._follow, args=(name, child, pipe), name="enrollment", daemon=True).start()
            return self._tell()

    def stop(self) -> wire.Decks:
        """Give up the learning; photographs and corrections stay. Raises: ApiError if none goes on."""
        with self._lock:
            if self._child is None:
                raise ApiError(409, "not_learning", "no deck is being learnt")
            child, self._child, self._job = self._child, None, None
            end(child)
            return self._tell()

    def use(self, name: str | None) -> wire.Decks:
        """Read with the deck `name` from now on, or with none. Raises: ApiError if it cannot be used."""
        from yakume.models.decks import check_deck, find_deck
        from yakume.models.registry import ModelError

        try:
            folder = find_deck(name, self._decks) if name is not None else None
            if folder is not None:
                check_deck(folder)
        except ModelError as error:
            raise ApiError(422, "deck", str(error)) from None
        self._use(folder)
        with self._lock:
            self._in_use = name
            return self._tell()

    def close(self) -> None:
        """End the learning, if any goes on."""
        with self._lock:
            self._closed = True
            if self._child is not None:
                end(self._child)

    def _draft(self) -> Sheet:
        if self._sheet is None:
            raise ApiError(409, "no_photo", "there is no photo of a deck yet")
        return self._sheet

    def _tell(self) -> wire.Decks:
        status = self.status()
        self._hub.publish(Message("decks", status))
        return status

    def _follow(self, name: str, child: Child, pipe: Connection) -> None:
        """Take what the child says until it is done or gone."""
        result: Json = {"state": "failed", "message": "the learning stopped", "reason": "stopped"}
        mailbox = Mailbox(pipe)
        with contextlib.suppress(EOFError):
            while (message := mailbox.get(SILENT_S)) is not None:
                if "share" not in message:
                    result = message
                    break
                with self._lock:
                    if self._child is not child:
                        break
                    self._job = {"name": name, "state": "learning", "share": message["share"]}
                    self._tell()
        child.join(5)
        end(child)
        mailbox.close()
        with self._lock:
            if self._closed or self._child is not child:
                return
            why = WHY.get(result.pop("reason", None))
            self._job = cast(wire.Job, {"name": name, "why": why and {"ja": why.ja, "en": why.en}} | result)
            self._child = None
            if result["state"] == "done":
                self._sheet = None
            self._tell()
        if result["state"] == "done":
            try:
                self.use(name)
            except ApiError as error:
                log.warning("the deck %s was learnt but cannot be used: %s", name, error)


def spawn_learner(name: str, pictures: Any, decks: Path) -> tuple[Child, Connection]:
    """A fresh process that learns a deck, and the end of the pipe on which it tells how that goes."""
    return begin(run_learner, name, pictures, decks, name="yakume-enroll")


def run_learner(name: str, pictures: Any, decks: Path, pipe: Connection) -> None:
    """What the child does. It sends ``{"share": 0…1}`` as it goes on, and last how it ended."""
    from yakume.datasets.enroll.build import enroll

    end_with_parent()
    # The camera is served first. Without its parent the child has nobody to tell.
    if hasattr(os, "nice"):
        os.nice(5)
    told = 0.0

    def progress(share: float) -> None:
        nonlocal told
        if share - told >= 0.01:
            told = share
            pipe.send({"share": round(share, 2)})

    with contextlib.suppress(ConnectionError, KeyboardInterrupt), pipe:
        try:
            card = enroll(name, pictures, decks, progress=progress)
        except (OSError, ValueError) as error:
            pipe.send({"state": "failed", "message": str(error), "reason": reason_of(error)})
            return
        pipe.send({"state": "done", "checked": card.checked, "right": card.right, "right_before": card.right_before})
