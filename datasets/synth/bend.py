"""A card that does not lie flat: its ends stand up, or its middle."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .optics import Camera, Points

_OUTLINE_STEPS = 8
"""Points along each long side of a bent card's outline."""


@dataclass(frozen=True)
class Bend:
    """Where a bent card is seen.

    A row of the card at height z lies where the flat card's row lies, moved by z times the picture of 1 mm.
    """

    flat: NDArray[np.float32]
    """(4, 2) px: the corners of the card if it lay flat, clockwise from its top-left."""
    lift: NDArray[np.float32]
    """(2,) px: how far 1 mm of height moves a point."""
    mm: float
    """How high the ends stand above the middle; negative where the middle stands above the ends."""

    @classmethod
    def seen_by(cls, camera: Camera, corners_mm: NDArray[np.float64], height_mm: float, mm: float) -> Bend:
        """The card with its `corners_mm` (4, 2) on the table whose lowest points are `height_mm` above it."""
        centre = corners_mm.mean(0, keepdims=True)
        lift = camera.project(centre, height_mm + 1) - camera.project(centre, height_mm)
        return cls(camera.project(corners_mm, height_mm).astype(np.float32), lift[0].astype(np.float32), mm)

    def rise(self, v: Points) -> Points:
        """Height above the flat card, mm, at the share `v` of its length, 0…1 from its top."""
        end = (2 * v - 1) ** 2
        risen: Points = self.mm * end if self.mm > 0 else self.mm * (end - 1)
        return risen

    def outline(self) -> NDArray[np.float32]:
        """Its edge as a polygon (n, 2), px, clockwise from the card's top-right; its short sides stay straight."""
        t = np.linspace(0, 1, _OUTLINE_STEPS)
        risen = np.outer(self.rise(t), self.lift)  # the same from either end
        parts = [self.flat[a] + np.outer(t, self.flat[b] - self.flat[a]) + risen for a, b in ((1, 2), (3, 0))]
        return np.concatenate(parts).astype(np.float32)

    def warp(self, sprite: NDArray[np.float32], region: tuple[int, int, int, int]) -> NDArray[np.float32]:
        """What is seen of a premultiplied BGRA picture of the card in `region` (left, top, right, bottom, px)."""
        x0, y0, x1, y1 = region
        h, w = sprite.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        to_sprite = cv2.getPerspectiveTransform(self.flat, corners)
        xx, yy = np.meshgrid(np.arange(x0, x1, dtype=np.float32), np.arange(y0, y1, dtype=np.float32))
        z: NDArray[np.float32] = np.zeros_like(xx)
        for _ in range(3):  # the height of a pixel depends on its row, its row on its height
            x, y = xx - z * self.lift[0], yy - z * self.lift[1]
            depth = to_sprite[2, 0] * x + to_sprite[2, 1] * y + to_sprite[2, 2]
            row = (to_sprite[1, 0] * x + to_sprite[1, 1] * y + to_sprite[1, 2]) / depth
            z = self.rise(np.clip(row / h, 0, 1)).astype(np.float32)
        column = (to_sprite[0, 0] * x + to_sprite[0, 1] * y + to_sprite[0, 2]) / depth
        warped = cv2.remap(sprite, column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
        # The card's slope against the light makes one end brighter than the other.
        slope = np.float32(0.06 * np.sign(self.mm) * min(1.0, abs(self.mm) / 2)) * (2 * np.clip(row / h, 0, 1) - 1)
        warped[..., :3] = np.clip(warped[..., :3] * (1 + slope[..., None]), 0, 255)
        return warped.astype(np.float32)
