"""A picture with what was recognised drawn on it, for people who look at results."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from .geometry import Quad, quad_long_side
from .layout import TableLayout
from .picture import Image

SURE_BGR = (80, 170, 60)
DOUBTFUL_BGR = (40, 120, 240)
ZONE_BGR = (200, 160, 90)


def draw_cards(image: Image, cards: Iterable[tuple[Quad, str, bool]]) -> Image:
    """A copy of `image` with outlines and labels; each card is its quad, its label, and whether it is sure.

    A dot marks the card's own top-left corner.
    """
    canvas = image.copy()
    for quad, label, sure in cards:
        colour = SURE_BGR if sure else DOUBTFUL_BGR
        size = quad_long_side(quad)
        width = max(1, round(size / 60))
        cv2.polylines(canvas, [np.round(quad).astype(np.int32)], True, colour, width, cv2.LINE_AA)
        cv2.circle(canvas, _point(quad[0]), 2 * width, colour, -1, cv2.LINE_AA)
        scale = max(size / 140, 0.35)
        (text_w, text_h), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, scale, width)
        x, y = _point(quad.mean(0) - (text_w / 2, -text_h / 2))
        cv2.rectangle(canvas, (x - 3, y - text_h - 3), (x + text_w + 3, y + 5), (250, 250, 250), -1)
        cv2.putText(canvas, label, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, width, cv2.LINE_AA)
    return canvas


def draw_zones(image: Image, layout: TableLayout) -> Image:
    """A copy of `image` with the zones of `layout` outlined and named."""
    canvas = image.copy()
    height, width = image.shape[:2]
    view = layout.homography((width, height))
    for name, polygon in layout.zones.items():
        corners = view.to_px(polygon)
        cv2.polylines(canvas, [np.round(corners).astype(np.int32)], True, ZONE_BGR, 1, cv2.LINE_AA)
        cv2.putText(canvas, name, _point(corners[0] + (4, 14)), cv2.FONT_HERSHEY_SIMPLEX, 0.4, ZONE_BGR, 1, cv2.LINE_AA)
    return canvas


def _point(xy: np.ndarray) -> tuple[int, int]:
    x, y = np.round(xy)
    return int(x), int(y)
