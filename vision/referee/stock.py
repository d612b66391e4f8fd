"""Whether the stock lies there still: with three in play it is gone once the last card was turned."""

from __future__ import annotations

from dataclasses import dataclass

LAIN_LOOKS = 20
"""In so many frames it was seen at least: what was there for less was none."""

GONE_MS = 1_500
"""It is gone once nothing lay in its place for so long while nothing moved over it."""


@dataclass
class Stock:
    """The stock of one table, frame by frame."""

    _looks: int = 0
    """In how many frames it was seen since it came."""
    _open_since_ms: int | None = None
    """Since when its place is empty and open; None while it is not."""
    is_gone: bool = False
    """True if it lay there and does no more."""

    def clear(self) -> None:
        """Another source."""
        self._looks, self._open_since_ms, self.is_gone = 0, None, False

    def note(self, t_ms: int, *, lies: bool, hidden: bool) -> None:
        """A frame in which it `lies` in its place, or something moves over that, `hidden`."""
        if lies:
            self._looks = 1 if self.is_gone else self._looks + 1  # that of the next deal
        if lies or hidden:
            self._open_since_ms, self.is_gone = None, self.is_gone and not lies
            return
        if self._open_since_ms is None:
            self._open_since_ms = t_ms
        self.is_gone |= self._looks >= LAIN_LOOKS and t_ms - self._open_since_ms >= GONE_MS
