"""What keeps a camera from seeing anything: a black picture, or something that covers the lens."""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from .motion import MIN_EDGE

DARK_LEVEL = 14
"""Mean grey level (of 255) below which a picture is black; a table by candle light is above 25."""

LIT_LEVEL, LIT_SHARE = 50, 0.005
"""But not if so large a share of it, as six small cards have, is brighter than this: cards lie on a dark cloth."""

COVERED_SHARE = 0.1
"""A lens is covered if less than this share of the edges is left that the picture had."""

OTHER_LEVEL = 20
"""And if the median of the picture is so many grey levels brighter or darker: a table that was cleared has
no edges either, and stays as bright as it was."""

PATIENCE_MS = 60_000
"""What looks covered for so long is what the table looks like."""

FEW_EDGES = 0.004
"""A picture with edges in a smaller share than this has nothing that could be missed: an empty table of one colour."""

FORGET = 0.999
"""How much of the most edges is still remembered a frame later: a table that is cleared has fewer."""


class Lens(StrEnum):
    """Whether the camera sees."""

    CLEAR = "clear"
    DARK = "dark"
    COVERED = "covered"


class LensWatch:
    """Watches the pictures of one camera."""

    def __init__(self) -> None:
        self._most = 0.0
        """Share of the picture with edges, when it had the most."""
        self._level = 0.0
        """Median grey level of the newest clear picture."""
        self._since_ms: int | None = None
        """Since when it looks covered."""
        self.lens = Lens.CLEAR

    def update(self, small: NDArray[np.uint8], now_ms: int) -> Lens:
        """Take the next small grey picture."""
        if float(small.mean()) < DARK_LEVEL and float((small > LIT_LEVEL).mean()) < LIT_SHARE:
            self.lens = Lens.DARK
            return self.lens
        edges = float((cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > MIN_EDGE).mean())
        level = float(np.median(small))
        bare = self._most >= FEW_EDGES and edges < COVERED_SHARE * self._most
        if bare and abs(level - self._level) >= OTHER_LEVEL:
            self._since_ms = now_ms if self._since_ms is None else self._since_ms
            if 0 <= now_ms - self._since_ms < PATIENCE_MS:
                self.lens = Lens.COVERED
                return self.lens
            self._most = 0.0
        self._since_ms, self._level = None, level
        self.lens, self._most = Lens.CLEAR, max(edges, FORGET * self._most)
        return self.lens
