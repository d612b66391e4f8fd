"""Reading a photograph that someone sent, in a process of its own.

A child process judges the upload by its header, decodes and reads it, and keeps the models warm: a picture that
crashes a decoder costs that child and nothing else.
"""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import ApiError

if TYPE_CHECKING:
    from yakume.vision.read import CardReader

STATUS = {"not_an_image": 415, "image_too_large": 413, "no_model": 503}
"""HTTP status of a picture that is refused, 422 for every other code."""


class SnapshotReader:
    """The child process that reads photographs; started with the first one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def read(self, data: bytes) -> dict[str, Any]:
        """What is seen in the encoded picture `data`: the form of `yakume read --json` for one image.

        Blocks for the time of one reading. Raises: ApiError if it is no picture or cannot be read.
        """
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
            reading = self._pool.submit(read_picture, data)
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


def read_picture(data: bytes) -> dict[str, Any]:
    """Decode and read `data`; runs in the child, where exceptions would lose their fields on the way back."""
    from yakume.models.registry import ModelError
    from yakume.vision.picture import PictureError, decode_picture

    try:
        return _reader().read(decode_picture(data)).to_json()
    except PictureError as error:
        return {"error": (error.code, str(error))}
    except ModelError as error:
        return {"error": ("no_model", str(error))}


@cache
def _reader() -> CardReader:
    """The models, loaded once in the child."""
    from yakume.models.registry import load_reader

    return load_reader()
