"""Where frames come from: photographs, folders, video files and cameras, all as one kind of iterator.

A live camera is read by a thread of its own that keeps only the newest frame, so a slow reader never looks at the
past; of those that it missed small pictures are kept. A camera that hangs may go on returning its last picture: what
counts is the age of the last *changed* frame.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from yakume.engine.errors import SentenceError

from .motion import KEPT_EVERY_MS, Missed, small_picture
from .picture import SUFFIXES, Image, PictureError, load_picture
from .projector import Projector

LOST_MS = 5_000
"""Age of the newest changed frame at which a camera counts as frozen; auto-exposure and noise change every
frame of a camera that works, and the slowest give one a second."""

OPEN_MS = 5_000
"""How long to wait for a network camera to answer."""

MOST_MISSED = 30
"""So many frames of a camera that nobody looked at are kept at most."""

NO_FILE = "cannot open {path}: no such file"


class SourceError(SentenceError):
    """A source of frames that cannot be opened or that went away; one sentence."""


class SourceFrozenError(SourceError):
    """A camera that is there and gives no new picture."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source."""

    image: Image
    """(height, width, 3) uint8, BGR."""
    index: int
    """Number since the source was opened, from 0; live sources skip numbers that nobody looked at."""
    t_ms: int
    """Time since the source was opened; of a video, its own time, running on over loops."""
    source: str
    """What the source is called."""
    missed: tuple[Missed, ...] = ()
    """Those since the last one that was looked at, oldest first."""


def looked_at(frames: Iterable[Frame], every: int) -> Iterator[Frame]:
    """Every so many-th of `frames`, as somebody sees them who has no time for all of them."""
    missed: list[Missed] = []
    for frame in frames:
        if frame.index % every:
            missed.append(Missed(frame.t_ms, small_picture(frame.image)))
        else:
            yield replace(frame, missed=tuple(missed))
            missed.clear()


class FrameSource(Protocol):
    """Anything that gives frames, oldest first. Iterating raises SourceError when the source goes away."""

    name: str

    def __iter__(self) -> Iterator[Frame]: ...
    def close(self) -> None: ...


class PictureSource:
    """Photographs, one frame each; a second apart, as far as time matters."""

    def __init__(self, paths: Sequence[Path], name: str) -> None:
        self.name = name
        self._paths = tuple(paths)

    def __iter__(self) -> Iterator[Frame]:
        for index, path in enumerate(self._paths):
            try:
                yield Frame(load_picture(path), index, index * 1000, path.name)
            except PictureError as error:
                raise SourceError("cannot use a picture of the folder: {why}", why=error) from error

    def close(self) -> None:
        """Nothing is held open."""


class VideoSource:
    """A video file, once or over and over: every frame in order, or as a projector shows them."""

    def __init__(self, path: Path, *, loop: bool = False, projector: Projector | None = None) -> None:
        """Open `path`. Raises: SourceError if it is missing or no video."""
        self.name = path.name
        self._path, self._loop, self._projector = path, loop, projector
        if not path.is_file():
            raise SourceError(NO_FILE, path=path)
        capture = _open(str(path))
        if capture is None:
            raise SourceError("cannot open {path}: not a video that OpenCV can read", path=path)
        self._capture = capture
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._frame_ms = 1000 / fps if 0 < fps <= 1000 else 1000 / 30
        self._last = round(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)) - 1
        """Number of the last frame, as far as the file tells."""

    def __iter__(self) -> Iterator[Frame]:
        index, in_pass = 0, 0
        while True:
            if not self._capture.grab():
                if in_pass == 0:
                    raise SourceError("cannot read {path}: no picture in it", path=self._path)
                if not self._loop:
                    return
                self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
                in_pass = 0
                continue
            # How the table lies in the end is shown to the slowest.
            if self._is_shown(index) or (in_pass == self._last and not self._loop):
                ok, image = self._capture.retrieve()
                if ok:
                    yield Frame(np.asarray(image, np.uint8), index, round(index * self._frame_ms), self.name)
            index, in_pass = index + 1, in_pass + 1

    def _is_shown(self, index: int) -> bool:
        return self._projector is None or self._projector.shows(round(index * self._frame_ms), self._frame_ms)

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that a camera needs."""

    def read(self) -> tuple[bool, Image | None]: ...
    def release(self) -> None: ...


class CameraSource:
    """A live camera: a thread keeps its newest frame, whoever iterates gets that, and of older ones small pictures."""

    def __init__(
        self,
        target: int | str,
        *,
        open_capture: Callable[[int | str], Capture | None] | None = None,
        lost_ms: int = LOST_MS,
    ) -> None:
        """Open camera number or stream URL `target`. Raises: SourceError if it is not there."""
        self.name = f"camera {target}" if isinstance(target, int) else _without_password(target)
        capture = (open_capture or _open)(target)
        if capture is None:
            raise SourceError("cannot open {name}: no camera answers there", name=self.name)
        self._capture, self._lost_ms = capture, lost_ms
        self._opened = time.monotonic()
        self._changed = threading.Condition()
        self._newest: tuple[int, float, Image] | None = None  # number, time, picture
        self._taken = -1
        """Number of the newest that was looked at."""
        self._missed: deque[Missed] = deque(maxlen=MOST_MISSED)
        self._ended = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._grab, name="camera-grab", daemon=True)
        self._thread.start()

    def _grab(self) -> None:
        number, before = 0, b""
        while not self._closing.is_set():
            ok, image = self._capture.read()
            if not ok or image is None:
                break
            # A hung driver repeats its last buffer for ever; such a frame is not news.
            thumbnail = image[::16, ::16].tobytes()
            if thumbnail != before:
                self._miss()
                with self._changed:
                    self._newest = number, time.monotonic(), np.asarray(image, np.uint8)
                    self._changed.notify_all()
                number, before = number + 1, thumbnail
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _miss(self) -> None:
        """Keep a small picture of the newest frame if nobody took it before the next one came."""
        if self._newest is None or self._newest[0] <= self._taken:
            return
        number, taken, image = self._newest
        t_ms = self._ms(taken)
        if self._missed and t_ms - self._missed[-1].t_ms < KEPT_EVERY_MS:
            return
        missed = Missed(t_ms, small_picture(image))
        with self._changed:
            if number > self._taken:
                self._missed.append(missed)

    def _ms(self, taken: float) -> int:
        return round((taken - self._opened) * 1000)

    def __iter__(self) -> Iterator[Frame]:
        last = -1
        while not self._closing.is_set():
            newest = self._next(last)
            if newest is None:
                if self._closing.is_set():
                    return
                if self._ended:
                    raise SourceError("{name} went away", name=self.name)
                raise SourceFrozenError(
                    "{name} is frozen: no new picture for {seconds} s",
                    name=self.name, seconds=f"{self._lost_ms / 1000:g}",
                )  # fmt: skip
            (last, taken, image), missed = newest
            yield Frame(image, last, self._ms(taken), self.name, missed)

    def _next(self, last: int) -> tuple[tuple[int, float, Image], tuple[Missed, ...]] | None:
        """Wait for a frame after number `last`, and those missed since; None if the camera ended or nothing came in
        time."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self._is_newer(last), self._lost_ms / 1000)
            if self._newest is None or not self._is_newer(last):
                return None
            self._taken = self._newest[0]
            missed = tuple(self._missed)
            self._missed.clear()
            return self._newest, missed

    def _is_newer(self, last: int) -> bool:
        return self._newest is not None and self._newest[0] > last

    def close(self) -> None:
        """End the thread and let go of the camera."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        # A driver that hangs inside read() keeps its thread; the process must be able to go on without it.
        self._thread.join(1.0)
        if not self._thread.is_alive():
            self._capture.release()


def open_source(text: str, *, loop: bool = False, projector: Projector | None = None) -> FrameSource:
    """The source that `text` names: a camera number, a URL, a folder of pictures, a picture or a video file.

    `loop` and `projector` are for video files. Raises: SourceError if it is not there or cannot be opened.
    """
    if text.isdecimal():
        return CameraSource(int(text))
    if "://" in text:
        return CameraSource(text)
    path = Path(text)
    if path.is_dir():
        paths = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES)
        if not paths:
            raise SourceError("cannot open {path}: no JPEG, PNG or WebP picture in the folder", path=path)
        return PictureSource(paths, path.name)
    if path.suffix.lower() in SUFFIXES:
        if not path.is_file():
            raise SourceError(NO_FILE, path=path)
        return PictureSource([path], path.name)
    return VideoSource(path, loop=loop, projector=projector)


def find_cameras(limit: int = 4) -> list[int]:
    """Numbers below `limit` at which a camera opens and gives a picture."""
    return [number for number in range(limit) if camera_picture(number) is not None]


def camera_picture(number: int, frames: int = 1) -> Image | None:
    """The last of the first `frames` pictures of a camera, (height, width, 3) uint8 BGR; None if it gives none."""
    capture = _open(number)
    if capture is None:
        return None
    try:
        for _ in range(frames):
            ok, image = capture.read()
            if not ok:
                return None
        return np.asarray(image, np.uint8)
    finally:
        capture.release()


def _open(target: int | str) -> cv2.VideoCapture | None:
    """An opened capture, None if nothing is there; OpenCV's own chatter about failures is kept off stderr."""
    settings = [] if isinstance(target, int) else [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS]
    with _quiet(), contextlib.suppress(cv2.error):
        capture = cv2.VideoCapture(target, cv2.CAP_ANY if isinstance(target, int) else cv2.CAP_FFMPEG, settings)
        if capture.isOpened():
            return capture
    return None


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
