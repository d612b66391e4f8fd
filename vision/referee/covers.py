"""When cards of the field were out of sight: where an arm lay, others may have been laid meanwhile."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from .position import each_bit

REMEMBERED_MS = 16_000
"""When a card was out of sight is known for this long."""

OPEN_MS = 600
"""An arm that lay over the field is gone once nothing has moved there for so long: what is not seen then is misread.
A card under it is whole again once it was in sight for so long."""

RESTS_MS = 6_000
"""An arm rests over a card for no longer; what is not seen for longer though nothing moves is misread, or not there."""

MOST_ARMS = 8
"""For so many arms it is known when they came."""

COVERED_MS = 300
"""A card that was not seen for longer was covered: a frame misses one now and then."""


@dataclass(slots=True)
class _Sight:
    read_ms: int
    """When it was last seen."""
    seen_ms: int
    """The same; later where no arm lay over the field and it was misread or is not there any more."""
    whole_ms: int
    """When nothing lay over it last: what comes and goes under an arm is half covered, by the arm or by a card."""
    since_ms: int | None = None
    """Since when it is seen again after it was covered; None once that has lasted."""
    under_ms: int | None = None
    """When nothing lay over it before it was not seen any more, though nothing moved: an arm may rest there."""


@dataclass
class Covers:
    """Watches the field of one table; feed it all frames in order."""

    _sights: dict[int, _Sight] = field(default_factory=dict)
    """Bit of a face → how it was seen on the field."""
    _back_ms: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Bit of a face → when nothing lay over it before it was covered, and until when that
    lasted: since when it is seen again, or when the arm under which it vanished had left."""
    _moved_ms: int = -OPEN_MS
    """When something last moved over the field."""
    _arms_ms: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_ARMS))
    """Since when something moved over it, each time."""

    def clear(self) -> None:
        """Another source."""
        self._sights.clear()
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
            self._open(now_ms)
        for bit in each_bit(field_mask):
            known = self._sights.setdefault(bit, _Sight(now_ms, now_ms, now_ms))
            if now_ms - known.seen_ms > REMEMBERED_MS:
                known.whole_ms, known.since_ms = now_ms, None
            elif known.under_ms is not None or now_ms - known.seen_ms > COVERED_MS:
                known.whole_ms = known.whole_ms if known.under_ms is None else known.under_ms
                known.since_ms, known.under_ms = now_ms, None
                self._back_ms[bit] = known.whole_ms, now_ms
            elif known.since_ms is None or now_ms - known.since_ms >= OPEN_MS:
                known.whole_ms, known.since_ms = now_ms, None
            known.seen_ms = known.read_ms = now_ms

    def _open(self, now_ms: int) -> None:
        """Nothing lies over the field: what was under the last arm, and is not there any more, left with it."""
        came_ms = self._arms_ms[-1] if self._arms_ms else now_ms
        opened: dict[int, _Sight] = {}
        for bit, each in self._sights.items():
            if now_ms - each.seen_ms >= REMEMBERED_MS:
                continue
            under_ms = each.under_ms if now_ms - each.read_ms <= RESTS_MS else None
            under_arm = each.seen_ms <= self._moved_ms and came_ms - OPEN_MS <= each.read_ms
            if under_ms is None and under_arm:
                under_ms = each.whole_ms
            if under_ms is not None and each.seen_ms <= self._moved_ms:
                self._back_ms[bit] = under_ms, self._moved_ms
            lately = now_ms - each.read_ms <= COVERED_MS
            opened[bit] = _Sight(each.read_ms, now_ms, now_ms, under_ms=None if lately else under_ms)
        self._sights = opened

    def left_ms(self, now_ms: int) -> dict[int, int]:
        """Bit of a face that is not seen now → when nothing lay over it last."""
        recent = ((bit, each) for bit, each in self._sights.items() if now_ms - REMEMBERED_MS <= each.seen_ms < now_ms)
        return {bit: each.whole_ms if each.under_ms is None else each.under_ms for bit, each in recent}

    def back_ms(self, now_ms: int) -> dict[int, tuple[int, int]]:
        """Bit of a face that was covered → when nothing lay over it before, and until when that lasted."""
        return {bit: times for bit, times in self._back_ms.items() if now_ms - REMEMBERED_MS <= times[1]}

    @property
    def arms_ms(self) -> tuple[int, ...]:
        """Since when something moved over the field, the last few times."""
        return tuple(self._arms_ms)
