"""The camera above the composed table: points in mm, with their height, to px."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .sprites import CARD_MM

Points = NDArray[np.floating[Any]]
"""Points (n, 2), or one number a point (n,), in any precision."""


@dataclass(frozen=True)
class Camera:
    """A pinhole camera; the table is a plane in mm (x right, y down, origin where the camera looks)."""

    matrix: NDArray[np.float64]
    """(3, 4): table mm (x, y, height above the table, 1) → homogeneous image px."""

    @property
    def plane(self) -> NDArray[np.float64]:
        """(3, 3) homography, points on the table's surface (mm) → px."""
        return self.matrix[:, [0, 1, 3]]

    def project(self, points_mm: NDArray[np.float64], height_mm: float | Points = 0.0) -> Points:
        """(N, 2) table points, `height_mm` above the table (one height, or one a point) → (N, 2) px."""
        height = np.broadcast_to(np.asarray(height_mm, np.float64), len(points_mm))
        image = np.column_stack([points_mm, height, np.ones(len(points_mm))]) @ self.matrix.T
        points: Points = image[:, :2] / image[:, 2:]
        return points

    def visible_plane(self, size_wh: tuple[int, int]) -> NDArray[np.float64]:
        """The picture's corners on the table, (4, 2) mm; far corners of oblique views are pulled in."""
        w, h = size_wh
        # Points near the horizon are metres away; the middle nine tenths hold all that matters.
        inset = np.array([[[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]]) * (w, h)
        plane = cv2.perspectiveTransform(inset, np.linalg.inv(self.plane))[0]
        reach = np.linalg.norm(plane, axis=1, keepdims=True)
        limit = 3 * float(np.median(reach))
        return np.asarray(plane * np.minimum(1, limit / np.maximum(reach, 1e-9)), np.float64)


def draw_camera(size_wh: tuple[int, int], card_px: float, max_tilt_deg: float, rng: np.random.Generator) -> Camera:
    """A random camera at most `max_tilt_deg` off the vertical, with a card near the centre `card_px` long."""
    w, h = size_wh
    focal = rng.uniform(0.8, 1.7) * max(w, h)
    tilt = np.deg2rad(rng.uniform(0, 15) if rng.random() < 0.5 else rng.uniform(0, max_tilt_deg))
    yaw, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.15)
    # A card must not come nearer to the lens than a third of its distance, or its outline turns inside out.
    distance = max(focal * CARD_MM[1] / card_px, 1.5 * CARD_MM[1])
    turn = _rotation(2, roll) @ _rotation(0, tilt) @ _rotation(2, yaw)
    lens = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1]])
    # The table's third axis points down into it: heights are against it.
    return Camera(lens @ np.column_stack([turn[:, 0], turn[:, 1], -turn[:, 2], [0, 0, distance]]))


def _rotation(axis: int, angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    i, j = [(1, 2), (0, 2), (0, 1)][axis]
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return matrix
