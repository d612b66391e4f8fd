"""Whether cards could be told apart on a table as somebody fitted it.

A layout may be well formed and still see nothing: corners dragged nearly into one line, a zone that lies on another,
one too small for a card. Who fits a table is told at once; afterwards only the cards would be missing.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine.errors import Sentence

from .geometry import CARD_MM
from .layout import TableLayout

FLAT = "the corners lie nearly in one line"
SMALL = "the zone {zone} is smaller than a card"
CROSSED = "the zone {zone} crosses itself"
COVERED = "the zones {zone} and {other} lie on each other"

FLAT_SHARE = 0.06
"""Least share of the table in the picture that each three of its corners span: half of it seen from above, a fifth
where the far edge is a quarter of the near one."""
COVERED_SHARE = 0.5
"""Share of the smaller of two zones from which on they lie on each other; those of neighbours may overlap a little."""
CELL_MM = 4.0
"""What zones have in common is counted in squares of this."""


def what_is_wrong(layout: TableLayout) -> Sentence | None:
    """Why cards could not be told apart with `layout`; None if they can."""
    corners = layout.corners.astype(np.float32)
    of_three = min(cv2.contourArea(np.delete(corners, at, 0)) for at in range(4))
    if of_three < FLAT_SHARE * cv2.contourArea(corners):
        return Sentence(FLAT)
    cells = {}
    for zone, polygon in layout.zones.items():
        if _crosses_itself(polygon):
            return Sentence(CROSSED, zone=zone)
        if cv2.contourArea(polygon.astype(np.float32)) < CARD_MM[0] * CARD_MM[1]:
            return Sentence(SMALL, zone=zone)
        cells[zone] = _cells(polygon, layout.size_mm)
    for one, other in combinations(cells, 2):
        shared = np.count_nonzero(cells[one] & cells[other])
        if shared > COVERED_SHARE * min(np.count_nonzero(cells[one]), np.count_nonzero(cells[other])):
            return Sentence(COVERED, zone=one, other=other)
    return None


def _cells(polygon: NDArray[np.float32], size_mm: tuple[float, float]) -> NDArray[np.uint8]:
    """The squares of the table that a zone holds, as a mask; what lies beside the table counts for nothing."""
    width, height = (max(1, round(side / CELL_MM)) for side in size_mm)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(polygon / CELL_MM).astype(np.int32)], 1)
    return mask


def _crosses_itself(polygon: NDArray[np.float32]) -> bool:
    edges = list(zip(polygon, np.roll(polygon, -1, 0), strict=True))
    for (first, one), (second, other) in combinations(enumerate(edges), 2):
        if second - first in (1, len(edges) - 1):
            continue  # they have a corner in common
        if _cross(*one, *other):
            return True
    return False


def _cross(a: NDArray[np.float32], b: NDArray[np.float32], c: NDArray[np.float32], d: NDArray[np.float32]) -> bool:
    """Whether the way from `a` to `b` crosses that from `c` to `d`."""

    def side(p: NDArray[np.float32], q: NDArray[np.float32], r: NDArray[np.float32]) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
