"""Pictures that somebody else sends, such as a phone: each is put into one file, in the place of the last one.

A file and not a pipe: whoever writes never waits for whoever reads, only the newest picture is ever there, and neither
end is in the way of the other when it dies.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from yakume.engine.errors import Sentence

from .frames import Frame
from .picture import PictureError, load_picture

LOOK_S = 0.02
"""How often is looked whether there is another picture, s."""
WAITING_S = 1.5
"""So long without a picture is told, and told again as long as none comes, s."""
STALE_S = 3.0
"""A picture that was there longer than that before anybody looked shows the past, s."""


class PushedSource:
    """The newest picture of a file that is replaced again and again; waits for ever for the next one."""

    def __init__(self, path: Path, name: str, waiting: Callable[[Sentence], None]) -> None:
        """`waiting` is called while no picture comes, with what is wrong with the last one, empty if nothing is.

        It may raise, which ends the source.
        """
        self.name = name
        self._path, self._waiting = path, waiting
        self._closing = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        opened = told = time.monotonic()
        index, last, trouble = 0, self._stale(), Sentence("")
        while not self._closing.is_set():
            stamp = self._stamp()
            if stamp is None or stamp == last:
                if time.monotonic() - told > WAITING_S:
                    told = time.monotonic()
                    self._waiting(trouble)
                self._closing.wait(LOOK_S)
                continue
            last = stamp
            try:
                image = load_picture(self._path)
            except PictureError as error:
                trouble = Sentence("the picture that came cannot be read: {why}", why=str(error))
                continue
            yield Frame(image, index, round((time.monotonic() - opened) * 1000), self.name)
            index, trouble, told = index + 1, Sentence(""), time.monotonic()

    def close(self) -> None:
        """End the iteration."""
        self._closing.set()

    def _stamp(self) -> tuple[int, int] | None:
        """Which picture is there now, None before the first."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns

    def _stale(self) -> tuple[int, int] | None:
        """The picture that is there now, if it is an old one."""
        stamp = self._stamp()
        return stamp if stamp is not None and time.time() - stamp[1] / 1e9 > STALE_S else None
