"""A phone as the camera: it sends one picture after the other, and the newest is what the vision worker looks at.

One phone at a time. Nothing is queued: a picture takes the place of the last one, and the phone sends the next when the
last was answered.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from yakume.vision.headers import PictureError, picture_size

from .errors import ApiError

PHONE = "phone"
"""What the phone is called among the sources of pictures."""

FRAME_BYTES = 4 * 1024 * 1024
"""Longest picture; 12 megapixels at good quality take 3 MB."""
MOST_PIXELS = 12_600_000
"""Largest picture, px: what phones take photographs with."""
MOST_A_SECOND = 10
"""Pictures that are taken in a second; more are refused."""
MOST_AT_A_TIME = 2
"""Pictures on their way at a time: a new one while the net still holds an old one back."""
LEAVES_S = 8.0
"""A phone that sent nothing for so long has left: another one may come. A page that sleeps sends nothing, s."""
COUNTED_S = 5.0
"""Over so long the rate is counted, s."""


@dataclass(frozen=True, slots=True)
class PhoneFigures:
    """How the phone's pictures come."""

    frames: int
    """Pictures taken since this phone came."""
    fps: float
    """Pictures a second, in the last five."""
    size: tuple[int, int] | None
    """Width and height of the newest, px; None before the first."""
    age_ms: int | None
    """Age of the newest; None before the first."""


class Phone:
    """Takes the pictures of one phone. Used from several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._folder: Path | None = None
        self._who = ""
        self._heard: float | None = None
        """When the phone last sent something."""
        self._times: deque[float] = deque(maxlen=int(COUNTED_S * MOST_A_SECOND) + 1)
        self._asked: deque[float] = deque()
        self._sending = 0
        self._frames = 0
        self._size: tuple[int, int] | None = None

    @property
    def file(self) -> Path:
        """Where the newest picture lies: in a folder that nobody else may look into."""
        with self._lock:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="yakume-phone-"))
            return self._folder / "newest.jpg"

    @contextmanager
    def turn(self, who: str) -> Iterator[None]:
        """While the phone `who` sends one picture; asked for before the picture is read.

        Raises: ApiError if another phone is the camera, or pictures come too fast.
        """
        with self._lock:
            now = self._clock()
            if who != self._who:
                if self._who and not self._has_left(now):
                    raise ApiError(409, "phone_in_use", "another phone is the camera now: end it there first")
                self._who, self._frames, self._size = who, 0, None
                self._times.clear()
            # Two in a tenth of a second come when the net hiccups: what counts is the last second.
            while self._asked and now - self._asked[0] >= 1.0:
                self._asked.popleft()
            if len(self._asked) >= MOST_A_SECOND or self._sending >= MOST_AT_A_TIME:
                raise ApiError(429, "too_fast", f"at most {MOST_A_SECOND} pictures a second are taken")
            self._asked.append(now)
            self._heard = now
            self._sending += 1
        try:
            yield
        finally:
            with self._lock:
                self._sending -= 1

    def take(self, who: str, data: bytes) -> None:
        """Put the picture `data` in the place of the last one.

        Raises: ApiError if it is no JPEG, too large, or cannot be kept.
        """
        size = _size_of(data)
        file = self.file
        with self._lock:
            if who != self._who:
                raise ApiError(409, "phone_in_use", "another phone is the camera now: end it there first")
            part = file.with_suffix(".part")
            try:
                # Whatever tidies the folder of temporary files up may have taken it away.
                file.parent.mkdir(mode=0o700, exist_ok=True)
                part.write_bytes(data)
                part.replace(file)
            except OSError as error:
                raise ApiError(507, "no_room", f"the picture cannot be kept: {error.strerror}") from None
            now = self._clock()
            self._heard, self._size = now, size
            self._times.append(now)
            self._frames += 1

    def leave(self, who: str) -> None:
        """The phone `who` is not the camera any more; nothing if it is not now."""
        with self._lock:
            if who == self._who:
                self._who, self._heard = "", None

    def is_one(self) -> bool:
        """True while a phone is the camera."""
        with self._lock:
            return bool(self._who) and not self._has_left(self._clock())

    def figures(self) -> PhoneFigures:
        """How the pictures come now."""
        with self._lock:
            now = self._clock()
            times = [each for each in self._times if now - each < COUNTED_S]
            # Between n pictures lie n−1 times.
            fps = (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 and times[-1] > times[0] else 0.0
            age = round((now - self._times[-1]) * 1000) if self._times else None
            return PhoneFigures(self._frames, round(fps, 1), self._size, age)

    def close(self) -> None:
        """Delete the newest picture."""
        with self._lock:
            folder, self._folder = self._folder, None
        if folder is not None:
            with suppress(OSError):
                shutil.rmtree(folder)

    def _has_left(self, now: float) -> bool:
        return self._heard is None or now - self._heard > LEAVES_S


def _size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a JPEG, px. Raises: ApiError."""
    if data[:3] != b"\xff\xd8\xff":
        raise ApiError(415, "not_a_jpeg", "a camera's picture is a JPEG")
    try:
        width, height = picture_size(data)
    except PictureError as error:
        raise ApiError(415, error.code, str(error)) from None
    if not 0 < width * height <= MOST_PIXELS:
        raise ApiError(413, "image_too_large", f"{width}×{height} px is more than {MOST_PIXELS / 1e6:.1f} megapixels")
    return width, height
