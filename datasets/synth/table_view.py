"""Where things on a simulated table appear in the picture: a pinhole camera nearly above it, with a lens that bends.

Table mm (x right, y down, heights up) → picture px. The camera looks down at the table from about a metre, leaning
up to `MAX_TILT_DEG` off the vertical and turned a little, as a camera on an arm or a shelf does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .optics import Camera, Points

MAX_TILT_DEG = 16.0
"""Greatest angle of the camera off the vertical: what an arm beside the table gives."""

BEND = (-0.035, 0.012)
"""Range of the lens's radial distortion at the picture's corner: a webcam whose software straightens most of it."""


@dataclass(frozen=True)
class View:
    """One camera with its lens, over a table."""

    camera: Camera
    """Table mm → px of a lens that does not bend."""
    bend: float
    """A point at r times the half diagonal from the picture's middle is moved outwards by `bend` × r² of its way."""
    size_wh: tuple[int, int]

    def to_px(self, points_mm: Points, height_mm: float | Points = 0.0) -> NDArray[np.float32]:
        """Table points (n, 2), `height_mm` above the table, in px (n, 2)."""
        way, share = self._from_middle(self.camera.project(np.asarray(points_mm, np.float64), height_mm))
        return (self._middle + way * (1 + self.bend * share)).astype(np.float32)

    def to_mm(self, points_px: Points) -> NDArray[np.float64]:
        """Points of the picture (n, 2) on the table's surface, mm (n, 2)."""
        way = np.asarray(points_px, np.float64) - self._middle
        straight = way
        for _ in range(8):  # each round leaves about a tenth of the error
            _, share = self._from_middle(self._middle + straight)
            straight = way / (1 + self.bend * share)
        points = cv2.perspectiveTransform((self._middle + straight)[None], np.linalg.inv(self.camera.plane))[0]
        return np.asarray(points, np.float64)

    def knocked(self, by_mm: NDArray[np.float64], turn: float) -> View:
        """The same camera once the table lies `by_mm` (2,) further in its picture, turned by `turn` radians about the
        picture's middle."""
        c, s = math.cos(turn), math.sin(turn)
        middle = self.to_mm(self._middle[None])[0]
        shift = middle + np.asarray(by_mm) - np.array([[c, -s], [s, c]]) @ middle
        plane = np.array([[c, -s, 0, shift[0]], [s, c, 0, shift[1]], [0, 0, 1, 0], [0, 0, 0, 1]])
        return View(Camera(self.camera.matrix @ plane), self.bend, self.size_wh)

    @property
    def _middle(self) -> NDArray[np.float64]:
        return np.array(self.size_wh) / 2

    def _from_middle(self, points_px: Points) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The way from the picture's middle, and the square of its length in half diagonals (n, 1)."""
        way = points_px - self._middle
        return way, (way**2).sum(1, keepdims=True) / (self._middle**2).sum()

    def corners(self, size_mm: tuple[float, float]) -> NDArray[np.float32]:
        """Where the corners of a table of `size_mm` appear, as shares of the picture (4, 2)."""
        return (self.to_px(_outline(size_mm)) / self.size_wh).astype(np.float32)


def draw_view(size_mm: tuple[float, float], size_wh: tuple[int, int], rng: np.random.Generator) -> View:
    """A random camera above a table of `size_mm`, near enough that the table just fills the picture."""
    w, h = size_wh
    focal = rng.uniform(0.8, 1.5) * w
    tilt, towards = math.radians(rng.uniform(2, MAX_TILT_DEG)), rng.uniform(0, 2 * math.pi)
    turn = _turn_about_axis(tilt, towards) @ _turn_in_plane(math.radians(rng.normal(0, 1.2)))
    bend, margin = float(rng.uniform(*BEND)), rng.uniform(0.005, 0.035)
    outline = _outline(size_mm)

    def view(distance_mm: float, shift: NDArray[np.float64]) -> View:
        lens = np.array([[focal, 0, w / 2 + shift[0]], [0, focal, h / 2 + shift[1]], [0, 0, 1]])
        # The camera looks at the table's middle; its third axis points down, heights are against it.
        start = np.array([0, 0, distance_mm]) - turn[:, :2] @ (np.array(size_mm) / 2)
        return View(Camera(lens @ np.column_stack([turn[:, 0], turn[:, 1], -turn[:, 2], start])), bend, size_wh)

    near, far, shift = 300.0, 6000.0, np.zeros(2)
    for _ in range(40):
        distance = (near + far) / 2
        corners = view(distance, shift).to_px(outline)
        low, high = corners.min(0), corners.max(0)
        shift = shift + np.array(size_wh) / 2 - (low + high) / 2
        fits = ((high - low) <= np.array(size_wh) * (1 - 2 * margin)).all()
        near, far = (near, distance) if fits else (distance, far)
    return view(far, shift)


def _outline(size_mm: tuple[float, float]) -> NDArray[np.float64]:
    width, height = size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _turn_in_plane(angle: float) -> NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _turn_about_axis(angle: float, direction: float) -> NDArray[np.float64]:
    """By `angle` about an axis in the table's plane."""
    axis = np.array([math.cos(direction), math.sin(direction), 0.0])
    return np.asarray(cv2.Rodrigues(axis * angle)[0], np.float64)
