"""The cameras of this computer, each with a picture, to choose from.

A driver may hang when a camera is opened: a child process looks, and is ended when it takes too long. A camera that is
in use cannot be opened twice; its picture is the vision worker's.
"""

from __future__ import annotations

import base64
import contextlib
import threading
import time
from collections.abc import Callable, Collection, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from . import wire
from .children import Child, Mailbox, begin, end, end_with_parent

LOOK_S = 8.0
"""Longest that people wait for the list; what was found by then is shown."""
MOST_CAMERAS = 4
"""Numbers that are tried where the system does not list its cameras."""
PREVIEW_WIDTH = 320
"""Widest picture of the list, px."""
WARM_UP_FRAMES = 5
"""The first pictures of a camera are dark until its exposure has settled."""
VIDEO_DEVICES = Path("/sys/class/video4linux")
"""Where Linux lists cameras with their names."""

Spawn = Callable[[Collection[int]], tuple[Child, Connection]]


class CameraList:
    """Looks for cameras, one look at a time."""

    def __init__(self, spawn: Spawn | None = None, look_s: float = LOOK_S) -> None:
        self._spawn, self._look_s = spawn or spawn_look, look_s
        self._turn = threading.Lock()

    def look(self, in_use: str | None, picture: bytes | None) -> list[wire.CameraFound]:
        """The cameras, with the one that is in use and its newest `picture` (JPEG). Blocks for some seconds."""
        numbers = device_names() or dict.fromkeys(range(MOST_CAMERAS), "")
        used = int(in_use) if in_use is not None and in_use.isdecimal() else None
        with self._turn:
            pictures = dict(self._pictures([number for number in numbers if number != used]))
        if used is not None and picture is not None:
            pictures[used] = picture
        return [
            {
                "source": str(number),
                "name": numbers.get(number, ""),
                "picture": _data_url(jpeg),
                "in_use": number == used,
            }
            for number, jpeg in sorted(pictures.items())
        ]

    def _pictures(self, numbers: Collection[int]) -> Iterator[tuple[int, bytes]]:
        if not numbers:
            return
        child, pipe = self._spawn(numbers)
        mailbox = Mailbox(pipe)
        try:
            until = time.monotonic() + self._look_s
            with contextlib.suppress(EOFError):
                while (left := until - time.monotonic()) > 0:
                    found = mailbox.get(left)
                    if found is not None:
                        yield found
        finally:
            end(child)
            mailbox.close()


def device_names(folder: Path = VIDEO_DEVICES) -> dict[int, str]:
    """Camera numbers and what the system calls them; empty where it does not say."""
    names = {}
    for device in folder.glob("video*") if folder.is_dir() else ():
        number = device.name.removeprefix("video")
        with contextlib.suppress(OSError):
            if number.isdecimal():
                names[int(number)] = (device / "name").read_text(encoding="utf-8", errors="replace").strip()
    return dict(sorted(names.items()))


def spawn_look(numbers: Collection[int]) -> tuple[Child, Connection]:
    """A fresh process that opens the cameras of these numbers, and the end of the pipe it sends pictures to."""
    return begin(run_look, tuple(numbers), name="yakume-cameras")


def run_look(numbers: Collection[int], pipe: Connection) -> None:
    """What the child does: send ``(number, JPEG)`` of each camera that gives a picture."""
    from yakume.vision.frames import camera_picture

    from .worker import encode_jpeg

    end_with_parent()
    with contextlib.suppress(ConnectionError, KeyboardInterrupt), pipe:
        for number in numbers:
            image = camera_picture(number, WARM_UP_FRAMES)
            if image is not None:
                pipe.send((number, encode_jpeg(image, PREVIEW_WIDTH)))


def _data_url(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
