"""Points, quads and the way between image pixels and table millimetres.

Image px: x right, y down, as OpenCV indexes pixels. Table mm: x right, y down, origin at the table's top-left
corner as the camera sees it. Points are float32 arrays whose last axis is (x, y).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Quad = NDArray[np.float32]
"""Corners of one card, shape (4, 2), image px unless said otherwise, clockwise from its own top-left."""

CARD_MM = (33.0, 54.0)
"""Width and height of a hanafuda card, mm."""


def make_quad(points: ArrayLike) -> Quad:
    """`points` as a quad. Raises: ValueError if they are not four finite points of a convex, non-empty shape,
    clockwise as the image is seen."""
    with np.errstate(over="ignore"):  # too large a number is not finite then
        quad = np.asarray(points, np.float32)
    if quad.shape != (4, 2):
        raise ValueError(f"not a quad: expected shape (4, 2), got {quad.shape}")
    if not np.isfinite(quad).all():
        raise ValueError(f"not a quad: {quad.tolist()} has a corner that is not finite")
    if not is_convex(quad):
        raise ValueError(f"not a quad: {quad.tolist()} is not convex and clockwise")
    return quad


def quad_area(quad: Quad) -> float:
    """Area in squared units of the corners; positive for a clockwise quad."""
    return float(cv2.contourArea(quad))


def quad_centre(quad: Quad) -> NDArray[np.float32]:
    """Where the diagonals cross, shape (2,): under perspective, that is the card's own middle."""
    (a, b, c, d) = quad.astype(np.float64)
    # a + t (c - a) = b + s (d - b)
    matrix = np.array([c - a, b - d]).T
    if abs(np.linalg.det(matrix)) < 1e-9:
        return np.asarray(quad.mean(0), np.float32)
    t = np.linalg.solve(matrix, b - a)[0]
    return np.asarray(a + t * (c - a), np.float32)


def quad_long_side(quad: Quad) -> float:
    """Length of the longer pair of opposite sides, averaged."""
    a, b, c, d = quad.tolist()  # plain numbers: four are too few for arrays to pay
    return max(dist(a, b) + dist(c, d), dist(b, c) + dist(d, a)) / 2


def turned(quad: Quad, quarter_turns: int) -> Quad:
    """The same corners, named from another one: by two quarter turns, the card upside down."""
    return np.roll(quad, -quarter_turns, 0)


def scaled(quad: Quad, factor: float) -> Quad:
    """`quad` made `factor` times as large about its middle."""
    middle = quad_centre(quad)
    return np.asarray(middle + factor * (quad - middle), np.float32)


def standing(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each of `quads` (…, 4, 2) from the corner on that makes its first side a short one, as in a card that stands."""
    rolled = np.roll(quads, -1, axis=-2)
    sides = np.linalg.norm(rolled - quads, axis=-1)
    lying = sides[..., 0] + sides[..., 2] > sides[..., 1] + sides[..., 3]
    return np.where(lying[..., None, None], rolled, quads)


def is_convex(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """For each of `quads` (…, 4, 2) whether it is convex and clockwise."""
    edges = np.roll(quads, -1, axis=-2) - quads
    following = np.roll(edges, -1, axis=-2)
    return np.asarray((edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0] > 0).all(-1))


def iou(a: Quad, b: Quad) -> float:
    """Intersection over union of two convex quads, 0…1."""
    shared = intersection_area(a, b)
    union = quad_area(a) + quad_area(b) - shared
    return shared / union if union > 0 else 0.0


def ious(a: Sequence[Quad], b: Sequence[Quad]) -> NDArray[np.float64]:
    """Intersection over union of each of the n convex quads of `a` with each of the m of `b`, shape (n, m)."""
    overlap = np.zeros((len(a), len(b)))
    for n, m in np.argwhere(touching(a, b)):
        overlap[n, m] = iou(a[n], b[m])
    return overlap


def touching(a: Sequence[Quad], b: Sequence[Quad]) -> NDArray[np.bool_]:
    """Which of the n quads of `a` may overlap which of the m of `b`, shape (n, m): those whose bounding boxes do.

    Most cards lie apart, and this tells so a hundred times faster than the areas do.
    """
    one = np.asarray(a, np.float32).reshape(-1, 1, 4, 2)
    other = np.asarray(b, np.float32).reshape(1, -1, 4, 2)
    return np.asarray(((one.max(2) > other.min(2)) & (other.max(2) > one.min(2))).all(2))


def intersection_area(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Area that two convex clockwise polygons, (n, 2) and (m, 2), share."""
    shared = intersection(a, b)
    return max(
        sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(shared, shared[1:] + shared[:1], strict=True)) / 2, 0.0
    )


def intersection(a: NDArray[np.float32], b: NDArray[np.float32]) -> list[tuple[float, float]]:
    """The polygon that two convex clockwise polygons, (n, 2) and (m, 2), share; empty where they are apart.

    Clipped edge by edge (Sutherland and Hodgman 1974): OpenCV's `intersectConvexConvex` answers 0.63 of the area
    for some quads that coincide.
    """
    if (a.max(0) <= b.min(0)).any() or (b.max(0) <= a.min(0)).any():
        return []
    shape = [(float(x), float(y)) for x, y in a]
    corners = [(float(x), float(y)) for x, y in b]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        dx, dy = x1 - x0, y1 - y0
        # Positive on the inner side of the edge.
        side = [dx * (y - y0) - dy * (x - x0) for x, y in shape]
        clipped = []
        for k, (point, s) in enumerate(zip(shape, side, strict=True)):
            before, s_before = shape[k - 1], side[k - 1]
            if (s >= 0) != (s_before >= 0):
                t = s_before / (s_before - s)
                clipped.append((before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])))
            if s >= 0:
                clipped.append(point)
        shape = clipped
        if len(shape) < 3:
            return []
    return shape


def inside(point: ArrayLike, polygon: NDArray[np.float32]) -> bool:
    """True if `point` (x, y) lies in or on `polygon` (n, 2)."""
    x, y = point if isinstance(point, tuple) else np.asarray(point).tolist()
    return cv2.pointPolygonTest(np.ascontiguousarray(polygon, np.float32), (float(x), float(y)), False) >= 0


@dataclass(frozen=True, slots=True)
class Homography:
    """The plane-to-plane map between image px and table mm.

    >>> view = Homography.from_corners([[0, 0], [200, 0], [200, 100], [0, 100]], (960, 540))
    >>> view.to_mm([[100, 50]]).tolist(), view.to_px([[960, 540]]).tolist()
    ([[480.0, 270.0]], [[200.0, 100.0]])
    """

    matrix: NDArray[np.float64]
    """3×3, image px → table mm, acting on column vectors (x, y, 1)."""

    def __post_init__(self) -> None:
        if self.matrix.shape != (3, 3):
            raise ValueError(f"not a homography: expected shape (3, 3), got {self.matrix.shape}")
        if not np.isfinite(self.matrix).all() or abs(np.linalg.det(self.matrix)) < 1e-15:
            raise ValueError("not a homography: the matrix cannot be inverted")

    @classmethod
    def from_corners(cls, corners_px: ArrayLike, size_mm: tuple[float, float]) -> Homography:
        """The map that takes four image points, clockwise from the table's top-left, to the table's corners.

        Raises: ValueError if the points are not a convex clockwise quad.
        """
        width, height = size_mm
        table = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        return cls(np.asarray(cv2.getPerspectiveTransform(make_quad(corners_px), table), np.float64))

    def to_mm(self, points_px: ArrayLike) -> NDArray[np.float32]:
        """Image points (n, 2) in table mm."""
        return _transform(points_px, self.matrix)

    def to_px(self, points_mm: ArrayLike) -> NDArray[np.float32]:
        """Table points (n, 2) in image px."""
        return _transform(points_mm, np.asarray(np.linalg.inv(self.matrix), np.float64))


def moved(quads: Sequence[Quad], matrix: NDArray[np.float64]) -> list[Quad]:
    """`quads` where `matrix`, 3×3, px → px, takes them."""
    if not quads:
        return []
    points = np.asarray(quads, np.float64).reshape(-1, 1, 2)
    return list(cv2.perspectiveTransform(points, matrix).reshape(-1, 4, 2).astype(np.float32))


def _transform(points: ArrayLike, matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    array = np.asarray(points, np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(array, matrix).reshape(-1, 2), np.float32)
