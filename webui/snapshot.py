"""Reading a photograph that someone sent, in a process of its own.

A child process judges the upload by its header, decodes and reads it, and keeps the models warm: a picture that
crashes a decoder, fills the memory or never comes to an end costs that child and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from yakume.engine import FACES

from . import wire
from .children import Child, begin, end, end_with_parent
from .errors import ApiError

if TYPE_CHECKING:
    from yakume.datasets.enroll.sheet import Found
    from yakume.vision.read import CardReader

STATUS = {"not_an_image": 415, "image_too_large": 413, "no_model": 503}
"""HTTP status of a picture that is refused, 422 for every other code."""

READ_LIMIT_S = 120.0
"""Time for one photograph, the models' loading included; on two busy cores 80 megapixels took 36 seconds."""

MEMORY_LIMIT_BYTES = 4_000_000_000
"""Most memory that the child may take; for the largest picture that is let in, 80 megapixels, it had 1.8 GB."""


class SnapshotReader:
    """The child process that reads photographs, one at a time; started with the first one."""

    def __init__(self, limit_s: float = READ_LIMIT_S) -> None:
        self._limit_s = limit_s
        self._turn = threading.Lock()
        """Held while a photograph is read."""
        self._child: tuple[Child, Connection] | None = None
        self._deck: Path | None = None
        self._stale = False
        self._closed = False

    def use(self, deck: Path | None) -> None:
        """Read with the enrolled deck in that folder from now on, or with none; one learnt anew is loaded anew.

        A photograph that is being read is read to its end as before.
        """
        self._deck, self._stale = deck, True

    def read(self, data: bytes) -> wire.Reading:
        """What is seen in the encoded picture `data`: the form of `yakume read --json` for one image.

        Blocks for the time of one reading. Raises: ApiError if it is no picture or cannot be read.
        """
        return cast(wire.Reading, self._ask(read_picture, data, self._deck))

    def find(self, data: bytes, index: int) -> list[Found]:
        """The cards of a deck that is laid out in the encoded picture `data`, photograph number `index` of it.

        Raises: ApiError as `read`.
        """
        found: list[Found] = self._ask(find_cards, data, index)["found"]
        return found

    def cut(self, data: bytes, quad: Sequence[float], index: int) -> list[Found]:
        """The card at `quad` of the encoded picture `data`: (x, y) of four corners, px, from its own top-left on.

        Raises: ApiError as `read`, or if the corners are no outline of a card in it.
        """
        found: list[Found] = self._ask(cut_card, data, tuple(quad), index)["found"]
        return found

    def _ask(self, work: Callable[..., dict[str, Any]], *args: Any) -> dict[str, Any]:
        with self._turn:
            if self._closed:
                raise ApiError(503, "busy", "yakume is stopping")
            if self._stale:
                self._stale = False
                self._end()
            if self._child is not None and not self._child[0].is_alive():
                self._end()  # it died while nobody asked: that is no fault of this photograph
            child, pipe = self._child = self._child or spawn_reader()
            late = threading.Event()

            def give_up() -> None:
                late.set()
                child.kill()

            timer = threading.Timer(self._limit_s, give_up)
            timer.start()
            try:
                pipe.send((work, args))
                result: dict[str, Any] = pipe.recv()
            except (EOFError, OSError):
                self._end()
                if late.is_set():
                    raise ApiError(422, "too_slow", f"not read within {self._limit_s:.0f} s") from None
                raise ApiError(422, "broken_image", "the reader stopped while reading this picture") from None
            finally:
                timer.cancel()
            if late.is_set():
                self._end()  # the answer was quicker by a hair
        if "error" in result:
            code, message = result["error"]
            raise ApiError(STATUS.get(code, 422), code, message)
        return result

    def close(self) -> None:
        """End the child, if there is one; what it was reading is refused."""
        self._closed = True
        if self._child is not None:
            self._child[0].kill()
        with self._turn:
            self._end()

    def _end(self) -> None:
        if self._child is not None:
            child, pipe = self._child
            self._child = None
            end(child)
            pipe.close()


def spawn_reader() -> tuple[Child, Connection]:
    """A fresh process that reads photographs, and the end of the pipe on which it is asked."""
    from yakume.vision.limits import DECODER_LIMIT

    os.environ.update(DECODER_LIMIT)  # the child's decoders look at it when they are loaded
    return begin(run_reader, name="yakume-reader")


def run_reader(pipe: Connection) -> None:
    """What the child does: answer each question until nobody asks any more."""
    end_with_parent()
    _limit_memory()
    with contextlib.suppress(ConnectionError, EOFError, KeyboardInterrupt), pipe:
        while True:
            work, args = pipe.recv()
            pipe.send(work(*args))


def _limit_memory() -> None:
    """Let the child take no more than `MEMORY_LIMIT_BYTES`, where the system can limit that."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))


def read_picture(data: bytes, deck: Path | None) -> dict[str, Any]:
    """Decode and read `data`, whose cards are of the enrolled `deck`; runs in the child."""
    return _told(data, lambda image: _reader(deck).read(image).to_json())


def find_cards(data: bytes, index: int) -> dict[str, Any]:
    """Decode `data` and find the cards of a deck; runs in the child. The deck is new: the general reader looks."""
    from yakume.datasets.enroll import sheet

    def find(image: Any) -> dict[str, Any]:
        try:
            return {"found": sheet.cards_to_learn(image, index, _reader(None))}
        except sheet.PhotoError as error:
            return {"error": (error.code, str(error))}

    return _told(data, find)


def cut_card(data: bytes, quad: Sequence[float], index: int) -> dict[str, Any]:
    """Decode `data` and cut the card at `quad` out of it; runs in the child."""
    import numpy as np
    from yakume.datasets.enroll import sheet
    from yakume.vision.geometry import make_quad
    from yakume.vision.light import in_good_light

    def cut(image: Any) -> dict[str, Any]:
        height, width = image.shape[:2]
        try:
            corners = make_quad(np.reshape(quad, (4, 2)))
        except ValueError as error:
            return {"error": ("bad_outline", str(error))}
        if not ((corners >= 0).all() and (corners <= (width, height)).all()):
            return {"error": ("bad_outline", f"not in the picture of {width}×{height} px: {corners.tolist()}")}
        # Which card it is, the person says; no other may be thought of.
        unknown = np.full(len(FACES) + 1, 1e-3, np.float32)
        return {"found": [sheet.Found(index, corners, unknown, sheet.cut_out(in_good_light(image), corners))]}

    return _told(data, cut)


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
    except MemoryError:
        return {"error": ("image_too_large", "the picture takes more memory than may be used for one")}


@cache
def _reader(deck: Path | None) -> CardReader:
    """The models, loaded once in the child."""
    from yakume.models.reader import load_reader

    return load_reader(deck=deck)
