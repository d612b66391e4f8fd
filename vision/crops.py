"""Upright crops of cards: what the face reader is shown, in training and in use alike."""

from __future__ import annotations

import cv2
import numpy as np

from .geometry import Quad, quad_long_side
from .picture import Image

CROP_PX = 128
"""Side of the reader's square input, px."""

CROP_MARGIN = 0.06
"""Rim of table left around the card, as a share of the crop's side."""

_GREY = (114, 114, 114)


def upright_crop(image: Image, quad: Quad, side: int = CROP_PX) -> Image:
    """The card at `quad` stretched to fill a (side, side, 3) square but for the rim."""
    low, high = side * CROP_MARGIN, side * (1 - CROP_MARGIN)
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    quad = np.asarray(quad, np.float32)
    matrix = cv2.getPerspectiveTransform(quad, target)
    shrink = _shrink(quad, high - low)
    if shrink < 1:
        # Sampling a large card at 128 points a side would alias its line art: average it down first.
        corners = np.array([[[0, 0], [side, 0], [side, side], [0, side]]], np.float32)
        around = cv2.perspectiveTransform(corners, np.linalg.inv(matrix))[0]
        (x0, y0), (x1, y1) = np.floor(around.min(0)) - 2, np.ceil(around.max(0)) + 2
        h, w = image.shape[:2]
        x0, y0 = int(max(x0, 0)), int(max(y0, 0))
        x1, y1 = int(min(x1, w)), int(min(y1, h))
        if x1 > x0 and y1 > y0:
            size = max(round((x1 - x0) * shrink), 1), max(round((y1 - y0) * shrink), 1)
            image = cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
            scale = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)], np.float32)
            # Pixel centres: x' + 0.5 = (x + 0.5) scale
            moved = (quad - np.array([x0, y0], np.float32) + 0.5) * scale - 0.5
            matrix = cv2.getPerspectiveTransform(moved.astype(np.float32), target)
    crop = cv2.warpPerspective(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return np.asarray(crop, np.uint8)


def _shrink(quad: Quad, target_px: float) -> float:
    """Factor below 1 by which the picture may be averaged down first; two source px a crop px are left."""
    return min(1.0, 2 * target_px / max(quad_long_side(quad), 1.0))
