"""Whether what looks like a card is a piece of a pattern: a checked cloth shows the same piece over and over.

A face is on three cards of a deck at most, and backs lie in rows and fans; a piece of a tablecloth has its like all
around it, as far as the cloth reaches.
"""

from __future__ import annotations

import cv2
import numpy as np

from .geometry import Quad, quad_long_side
from .picture import Image

ALIKE = 0.6
"""Correlation from which on a place looks like the outline."""

MANY = 16
"""So many places that look alike, on all sides, are a pattern."""

SECTORS, ON_SIDES = 8, 6
"""In so many directions of eight they must lie: cards in a row or a fan lie in a few."""

_PLAIN = 4.0
"""Spread of the grey values of what has nothing on it that could be compared."""

_LONG_PX, _REACH = 16, 3.0
"""Long side of the outline where it is compared, and how far around it is looked, in long sides."""


def is_pattern(image: Image, quad: Quad) -> bool:
    """True if what lies in `quad` (4, 2), px, has its like all around it in `image`."""
    long = quad_long_side(quad)
    centre = quad.mean(0)
    scale = _LONG_PX / max(long, 1.0)
    half = round((_REACH + 0.75) * _LONG_PX)
    place = np.array([[scale, 0, half - scale * centre[0]], [0, scale, half - scale * centre[1]]])
    size = 2 * half + 1
    inverse = cv2.invertAffineTransform(place)
    corners = cv2.transform(np.array([[[0, 0], [size, size]]], np.float32), inverse)[0]
    h, w = image.shape[:2]
    left, top = np.maximum(corners[0].astype(int), 0)
    right, bottom = np.minimum(corners[1].astype(int) + 1, (w, h))
    if right - left < 2 or bottom - top < 2:
        return False
    step = max(1, int(0.5 / scale))  # what is much larger is not looked at px by px
    part = cv2.resize(
        image[top:bottom:step, left:right:step], None, fx=scale * step, fy=scale * step,
        interpolation=cv2.INTER_AREA if scale * step < 1 else cv2.INTER_LINEAR,
    )  # fmt: skip
    at = (quad - (left, top)) * scale
    low, high = np.floor(at.min(0)).astype(int) - 2, np.ceil(at.max(0)).astype(int) + 3
    low = np.maximum(low, 0)
    piece = part[low[1] : high[1], low[0] : high[0]]
    if min(piece.shape[:2]) < 6 or any(a <= b for a, b in zip(part.shape[:2], piece.shape[:2], strict=True)):
        return False
    if piece.std(axis=(0, 1)).max() < _PLAIN:
        return False
    alike = cv2.matchTemplate(part, piece, cv2.TM_CCOEFF_NORMED)
    peaks = (alike >= ALIKE) & (alike == cv2.dilate(alike, np.ones((5, 5), np.uint8)))
    y, x = np.nonzero(peaks)
    away = np.stack([x - low[0], y - low[1]], 1).astype(np.float64)
    away = away[np.linalg.norm(away, axis=1) > 0.3 * _LONG_PX]
    sectors = np.unique(np.floor(np.arctan2(away[:, 1], away[:, 0]) / (2 * np.pi) * SECTORS).astype(int) % SECTORS)
    return len(away) >= MANY and len(sectors) >= ON_SIDES
