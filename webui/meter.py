"""How well the camera is followed: pictures a second, time per stage, age of the newest picture.

A camera that has stopped and a computer that is too slow look alike on the page, but need different help: the one is
told by pictures that do not come, the other by the time that those take which did.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean, median

SLOW_MS = 1_000.0
"""From a picture to what follows from it: above this people's plays, of which one takes about two seconds, are seen in
one picture or none."""
SLOW_UNTIL = 0.8
"""A computer is slow until every one of `JUDGED_BY` pictures took less than this share of `SLOW_MS`: one that keeps up
now and then does not make the page flicker."""
WINDOW_S = 10.0
"""Pictures of so long are counted."""
JUDGED_BY = 9
"""Pictures whose median says whether the computer is slow; the first ones wait for models to be loaded."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Time that one picture took, ms."""

    detect: float
    """Found the cards and put their corners right."""
    read: float
    """Read their faces."""
    judge: float
    """Followed the game."""
    total: float
    """From the camera's picture to what was told of it, waiting included."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The camera's pictures of the last `WINDOW_S`."""

    frames: int
    """All since the start."""
    fps: float
    picture_age_ms: float | None
    """How long ago the newest picture was taken; None before the first."""
    stages: Stages | None
    """Means; None if no picture came lately."""


class FrameMeter:
    """Counts the pictures of one camera and what they took; safe to ask from any thread."""

    def __init__(
        self, also: Callable[[Stages], None] = lambda stages: None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`also` is told of each picture."""
        self._also, self._clock = also, clock
        self._lock = threading.Lock()
        self._recent: deque[tuple[float, Stages]] = deque()
        self._last: deque[float] = deque(maxlen=JUDGED_BY)
        self._frames = 0
        self._taken_s: float | None = None

    def add(self, taken_s: float, detect_ms: float, read_ms: float, judge_ms: float) -> None:
        """Note a picture that was judged just now; `taken_s` is the clock's time when the camera gave it."""
        now = self._clock()
        stages = Stages(detect_ms, read_ms, judge_ms, max(0.0, now - taken_s) * 1000)
        with self._lock:
            self._frames += 1
            self._taken_s = taken_s
            self._recent.append((now, stages))
            self._last.append(stages.total)
            self._forget(now)
        self._also(stages)

    def start_over(self) -> None:
        """Another worker begins, which loads its models first; what was counted stays."""
        with self._lock:
            self._last.clear()

    def is_slow(self, was: bool, waited_ms: float) -> bool:
        """True if pictures take longer than play; `was`: what was said of the last one.

        `waited_ms`: since the newest was taken, which is still to be judged.
        """
        with self._lock:
            took = [*self._last, waited_ms][-JUDGED_BY:]
        if len(took) < JUDGED_BY:
            return False
        return max(took) > SLOW_MS * SLOW_UNTIL if was else median(took) > SLOW_MS

    def figures(self) -> Figures:
        """The figures of now."""
        now = self._clock()
        with self._lock:
            self._forget(now)
            recent = [stages for _, stages in self._recent]
            age = None if self._taken_s is None else max(0.0, now - self._taken_s) * 1000
            span = min(WINDOW_S, now - self._recent[0][0]) if self._recent else 0.0
            frames = self._frames
        if not recent:
            return Figures(frames, 0.0, age, None)
        # The first picture begins the time that is counted, and is none of those that came in it.
        fps = (len(recent) - 1) / span if span > 0 and len(recent) > 1 else 0.0
        names = Stages.__slots__
        return Figures(frames, fps, age, Stages(*(fmean(getattr(each, name) for each in recent) for name in names)))

    def _forget(self, now: float) -> None:
        while self._recent and now - self._recent[0][0] > WINDOW_S:
            self._recent.popleft()
