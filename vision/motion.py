"""What moves: a picture of change between frames, small and cheap.

Nothing on a table is decided while a hand is over it. No model of hands is needed for that: hands move, cards lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from .geometry import Quad
from .picture import Image, resized

SMALL_WIDTH = 320
"""Width of the picture that is compared, px: a card is some 10 px wide in it."""

MIN_CHANGE = 14
"""Grey levels (of 255) by which a blurred pixel must differ to count as moving; sensor noise stays below 6 there."""

MIN_EDGE, BLOCK, BLOCK_SHARE, FEW_BLOCKS = 24, 10, 0.1, 12
"""What has texture: blocks of small px of which that share differs by so many grey levels from its neighbours."""

REACH = 21
"""Moving pixels closer than this are one thing, small px: about two cards' width on a table that fills the picture."""

MOST_OF_IT = 0.6
"""Of a picture of which more than this share moved the whole is looked at."""

Window = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, picture px."""


KEPT_EVERY_MS = 90
"""Where small pictures are kept to look back at, one in so many ms is."""


class Missed(NamedTuple):
    """A frame that nobody had time to look at."""

    t_ms: int
    coloured: NDArray[np.uint8]
    """Its `small_picture`."""


def small_picture(image: Image) -> NDArray[np.uint8]:
    """A frame `SMALL_WIDTH` wide, BGR, smoothed."""
    return np.asarray(cv2.blur(_shrunk(image), (3, 3)), np.uint8)


def _shrunk(image: Image) -> Image:
    scale = min(1.0, SMALL_WIDTH / image.shape[1])
    return resized(image, (round(image.shape[1] * scale), round(image.shape[0] * scale)))


class Motion:
    """Compares each frame with the one before; holds the newest small grey picture for others to sample."""

    def __init__(self) -> None:
        self._before: NDArray[np.uint8] | None = None
        self.small: NDArray[np.uint8] = np.zeros((1, 1), np.uint8)
        """The newest frame, grey, `SMALL_WIDTH` wide, smoothed."""
        self.coloured: NDArray[np.uint8] = np.zeros((1, 1, 3), np.uint8)
        """The same in BGR: its `small_picture`."""
        self.scale = 1.0
        """Small px a picture px."""
        self._changed: NDArray[np.bool_] = np.zeros((1, 1), np.bool_)
        self.moving: NDArray[np.bool_] = np.zeros((1, 1), np.bool_)
        """What of it moves, and what lies between the moving parts."""
        self._stirred: NDArray[np.bool_] | None = None
        """What moved since it was `searched`; None before it ever was."""

    def update(self, image: Image) -> None:
        """Take the next frame."""
        self.scale = min(1.0, SMALL_WIDTH / image.shape[1])
        shrunk = _shrunk(image)
        small = np.asarray(cv2.blur(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY), (3, 3)), np.uint8)
        self.coloured = np.asarray(cv2.blur(shrunk, (3, 3)), np.uint8)
        if self._before is None or self._before.shape != small.shape:
            changed = np.zeros_like(small)
        else:
            differs = (cv2.absdiff(small, self._before) > MIN_CHANGE).astype(np.uint8)
            changed = np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
        self._before, self.small = small, small
        self._changed, self.moving = changed.astype(bool), _filled(changed)
        if self._stirred is not None and self._stirred.shape == self.moving.shape:
            self._stirred |= self.moving

    def area_px(self) -> float:
        """How much of the picture moves, picture px²."""
        return float(self.moving.sum()) / self.scale**2

    def searched(self) -> None:
        """All that moved until now has been looked at; what moves still is to be looked at again."""
        self._stirred = self.moving.copy()

    def windows(self, quads: Sequence[Quad], margin_px: float) -> list[Window] | None:
        """Parts of the picture, apart from each other, that hold all that moved since it was `searched`, and `quads`,
        with so much beside them.

        None if the whole is to be looked at: nothing of it has been yet, or the parts are most of it.
        """
        if self._stirred is None or self._stirred.shape != self.moving.shape:
            return None
        height, width = self._stirred.shape
        mask = self._stirred.astype(np.uint8)
        for quad in quads:
            cv2.fillConvexPoly(mask, np.round(quad * self.scale).astype(np.int32), 1)
        beside = max(1, round(margin_px * self.scale))
        while True:
            # A box round each thing; boxes that touch are one thing with one box round it.
            boxes = [
                (max(x - beside, 0), max(y - beside, 0), min(x + w + beside, width), min(y + h + beside, height))
                for x, y, w, h in cv2.connectedComponentsWithStats(mask)[2][1:, :4].tolist()
            ]
            beside = 0
            for x0, y0, x1, y1 in boxes:
                mask[y0:y1, x0:x1] = 1
            if mask.mean() > MOST_OF_IT:
                return None
            if sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes) == mask.sum():
                return [
                    (round(x0 / self.scale), round(y0 / self.scale), round(x1 / self.scale), round(y1 / self.scale))
                    for x0, y0, x1, y1 in boxes
                ]

    def spread(self) -> float:
        """Share of what has texture in the picture that changed, 0…1: nearly all of it where the camera is knocked or
        the light switched, whatever else lies or moves there. 0 where hardly anything has any."""
        if not self._changed.any():
            return 0.0
        edges = cv2.morphologyEx(self.small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > MIN_EDGE
        size = (max(1, self.small.shape[1] // BLOCK), max(1, self.small.shape[0] // BLOCK))
        textured = cv2.resize(edges.astype(np.float32), size, interpolation=cv2.INTER_AREA) > BLOCK_SHARE
        changed = cv2.resize(self._changed.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0
        return float(changed[textured].mean()) if textured.sum() >= FEW_BLOCKS else 0.0

    def within(self, quad: Quad) -> float:
        """Share of `quad` (picture px) over which something moves, 0…1: also what lies between the moving parts."""
        return self._share(self.moving, quad)

    def is_over(self, polygon: NDArray[np.float32]) -> bool:
        """True if something moves over any part of `polygon` (n, 2), picture px."""
        mask = np.zeros(self.moving.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(polygon * self.scale).astype(np.int32)], 1)
        return bool(self.moving[mask > 0].any())

    def changed_within(self, quad: Quad) -> float:
        """Share of `quad` (picture px) that itself looks different from the frame before, 0…1."""
        return self._share(self._changed, quad)

    def _share(self, mask: NDArray[np.bool_], quad: Quad) -> float:
        points = np.round(quad * self.scale).astype(np.int32)
        (x0, y0), (x1, y1) = points.min(0), points.max(0) + 1
        height, width = mask.shape
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        if x1 <= x0 or y1 <= y0:
            return 0.0
        part = mask[y0:y1, x0:x1]
        if not part.any():
            return 0.0
        covered = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(covered, points - (x0, y0), 1)
        return float(part[covered > 0].mean()) if covered.any() else 0.0


def _filled(mask: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """`mask` with everything that moves nearby joined to one shape: a hand's rim changes, its middle may not."""
    filled = np.zeros(mask.shape, np.uint8)
    if not mask.any():
        return filled.astype(bool)
    joined = cv2.dilate(mask, np.ones((REACH, REACH), np.uint8))
    count, labels = cv2.connectedComponents(joined)
    for label in range(1, count):
        points = cv2.findNonZero(((labels == label) & (mask > 0)).astype(np.uint8))
        cv2.fillConvexPoly(filled, cv2.convexHull(points), 1)
    return cv2.dilate(filled, np.ones((5, 5), np.uint8)).astype(bool)


THUMBNAIL_WH = (8, 12)
"""Size of the thumbnail that tells whether a card still looks the same."""


def cells(small: NDArray[np.uint8], quad: Quad) -> NDArray[np.float32]:
    """The place `quad` (small px) of a small picture as 8×12 cells, of one value or three as the picture has them."""
    width, height = THUMBNAIL_WH
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    # What lies beyond the picture is as its rim is: black there would look the same with and without a card.
    seen = cv2.warpPerspective(small, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def thumbnail(motion: Motion, quad: Quad) -> NDArray[np.float32]:
    """The card at `quad` as 8×12 grey values, free of brightness and contrast: light drifts, cards do not."""
    small = cells(motion.small, quad * motion.scale)
    return np.asarray((small - small.mean()) / max(float(small.std()), 8.0), np.float32)
