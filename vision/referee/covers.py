"""When cards of the field were out of sight: where an arm lay, others may have been laid meanwhile."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from .position import each_bit

REMEMBERED_MS = 16_000
"""When a card was out of sight is known for this long."""

OPEN_MS = 600
"""An arm that lay over the field is gone once nothing has moved there for so long: what is not seen then is misread."""

MOST_ARMS = 8
"""For so many arms it is known when they came."""

COVERED_MS = 300
"""A card that was not seen for longer was covered: a frame misses one now and then."""


@dataclass
class Covers:
    """Watches the field of one table; feed it all frames in order."""

    _seen_ms: dict[int, int] = field(default_factory=dict)
    """Bit of a face that was seen on the field → when it was last not covered."""
    _back_ms: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Bit of a face → when it was last seen before it was covered, and since when it is seen again."""
    _moved_ms: int = -OPEN_MS
    """When something last moved over the field."""
    _arms_ms: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_ARMS))
    """Since when something moved over it, each time."""

    def clear(self) -> None:
        """Another source."""
        self._seen_ms.clear()
        self._back_ms.clear()
        self._arms_ms.clear()
        self._moved_ms = -OPEN_MS

    def note(self, field_mask: int, now_ms: int, *, moving: bool) -> None:
        """Take the faces that are seen on the field in a frame, and whether something moves over it."""
        if moving:
            if now_ms - self._moved_ms >= OPEN_MS:
                self._arms_ms.append(now_ms)
            self._moved_ms = now_ms
        elif now_ms - self._moved_ms >= OPEN_MS:
            self._seen_ms = {bit: now_ms for bit, ms in self._seen_ms.items() if now_ms - ms < REMEMBERED_MS}
        for bit in each_bit(field_mask):
            before = self._seen_ms.get(bit, now_ms)
            if COVERED_MS < now_ms - before <= REMEMBERED_MS:
                self._back_ms[bit] = before, now_ms
            self._seen_ms[bit] = now_ms

    def left_ms(self, now_ms: int) -> dict[int, int]:
        """Bit of a face that is not seen now → when it was last seen."""
        return {bit: ms for bit, ms in self._seen_ms.items() if now_ms - REMEMBERED_MS <= ms < now_ms}

    def back_ms(self, now_ms: int) -> dict[int, tuple[int, int]]:
        """Bit of a face that was covered → when it was last seen before, and since when it is seen again."""
        return {bit: times for bit, times in self._back_ms.items() if now_ms - REMEMBERED_MS <= times[1]}

    @property
    def arms_ms(self) -> tuple[int, ...]:
        """Since when something moved over the field, the last few times."""
        return tuple(self._arms_ms)
