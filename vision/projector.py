"""A video file shown by the clock, for everybody who would see it live."""

from __future__ import annotations

import time
from collections.abc import Callable

MOST_SKIPPED_MS = 5_000
"""Of a film no more than this is left out at once: where a computer stood still, or cannot even unpack the frames in
time, the film goes on from where it is."""
EXAMPLE_SKIPPED_MS = 400
"""The same of a film that is shown over and over: nobody plays there, so that on a slow computer it runs slower instead
of leaving out whole turns, of which the score then knows nothing."""


class Projector:
    """Shows a film as a camera would show the table: frames come when they are due, and those that are overdue never.

    Whoever is slow misses frames instead of seeing them late.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        most_skipped_ms: int = MOST_SKIPPED_MS,
    ):
        """`clock` tells the time in seconds, and `sleep` lets it pass; no more than `most_skipped_ms` is left out."""
        self._clock, self._sleep, self._most_skipped_ms = clock, sleep, most_skipped_ms
        self._begun_s: float | None = None
        """When the film's time was 0, None until the first picture was looked at."""
        self._first_s = 0.0
        """The same, had the first picture taken no time."""
        self._shown_ms: int | None = None

    def shows(self, t_ms: int, frame_ms: float) -> bool:
        """True once the frame of the film's time `t_ms` is to be shown; False if the next, `frame_ms` later, is due.

        The film stands at its first picture until that was looked at: what is loaded and compiled for it takes seconds
        on a slow computer, in which the first cards would have been dealt and played.
        """
        now = self._clock()
        if self._shown_ms is None:
            self._first_s, self._shown_ms = now - t_ms / 1000, t_ms
            return True
        if self._begun_s is None:
            self._begun_s = max(self._first_s, now - t_ms / 1000)
        late_s = now - self._begun_s - t_ms / 1000
        if late_s >= frame_ms / 1000 and t_ms - self._shown_ms < self._most_skipped_ms:
            return False
        if late_s >= frame_ms / 1000:
            self._begun_s = now - t_ms / 1000
        if late_s < 0:
            self._sleep(-late_s)
        self._shown_ms = t_ms
        return True
