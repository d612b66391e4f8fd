"""Reading a photograph that someone sent, in a process of its own.

A child process judges the upload by its header, decodes and reads it, and keeps the models warm: a picture that
crashes a decoder costs that child and nothing else.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ApiError

if TYPE_CHECKING:
    from yakume.datasets.enroll.sheet import Found
    from yakume.vision.read import CardReader

STATUS = {"not_an_image": 415, "image_too_large": 413, "no_model": 503}
"""HTTP status of a picture that is refused, 422 for every other code."""


class SnapshotReader:
    """The child process that reads photographs; started with the first one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        self._deck: Path | None = None

    def use(self, deck: Path | None) -> None:
        """Read with the enrolled deck in that folder from now on, or with none; one learnt anew is loaded anew."""
        self._deck = deck
        self.close()

    def read(self, data: bytes) -> dict[str, Any]:
        """What is seen in the encoded picture `data`: the form of `yakume read --json` for one image.

        Blocks for the time of one reading. Raises: ApiError if it is no picture or cannot be read.
        """
        result: dict[str, Any] = self._ask(read_picture, data, self._deck)
        return result

    def find(self, data: bytes, index: int) -> list[Found]:
        """The cards of a deck that is laid out in the encoded picture `data`, photograph number `index` of it.

        Raises: ApiError as `read`.
        """
        found: list[Found] = self._ask(find_cards, data, index)["found"]
        return found

    def _ask(self, work: Callable[..., dict[str, Any]], *args: Any) -> dict[str, Any]:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
            reading = self._pool.submit(work, *args)
        try:
            result = reading.result()
        except BrokenProcessPool:
            self.close()
            raise ApiError(422, "broken_image", "the reader stopped while reading this picture") from None
        if "error" in result:
            code, message = result["error"]
            raise ApiError(STATUS.get(code, 422), code, message)
        return result

    def close(self) -> None:
        """End the child, if there is one."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def read_picture(data: bytes, deck: Path | None) -> dict[str, Any]:
    """Decode and read `data`, whose cards are of the enrolled `deck`; runs in the child."""
    return _told(data, lambda image: _reader(deck).read(image).to_json())


def find_cards(data: bytes, index: int) -> dict[str, Any]:
    """Decode `data` and find the cards of a deck; runs in the child. The deck is new: the general reader looks."""
    from yakume.datasets.enroll import sheet

    return _told(data, lambda image: {"found": sheet.find_cards(image, index, _reader(None))})


def _told(data: bytes, look: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """What `look` makes of the picture `data`, or why not: exceptions would lose their fields on the way back."""
    from yakume.models.registry import ModelError
    from yakume.vision.picture import PictureError, decode_picture

    try:
        return look(decode_picture(data))
    except PictureError as error:
        return {"error": (error.code, str(error))}
    except ModelError as error:
        return {"error": ("no_model", str(error))}


@cache
def _reader(deck: Path | None) -> CardReader:
    """The models, loaded once in the child."""
    from yakume.models.registry import load_reader

    return load_reader(deck=deck)
