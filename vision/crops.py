"""Upright crops of cards: what the face reader is shown, in training and in use alike."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .geometry import Quad, quad_long_side
from .picture import Image, resized

CROP_PX = 128
"""Side of the reader's square input, px."""

CROP_MARGIN = 0.06
"""Rim of table left around the card, as a share of the crop's side."""

_GREY = (114, 114, 114)


def upright_crop(image: Image, quad: Quad, side: int = CROP_PX) -> Image:
    """The card at `quad` stretched to fill a (side, side, 3) square but for the rim.

    Sampling a large card at `side` points a side would alias its line art: it is halved first until at most two px of
    the picture are left for one of the crop.
    """
    low, high = side * CROP_MARGIN, side * (1 - CROP_MARGIN)
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    quad = np.asarray(quad, np.float32)
    halvings = math.ceil(math.log2(max(quad_long_side(quad) / (2 * (high - low)), 1)))
    if halvings:
        image, quad = _halved(image, quad, 2**halvings)
    matrix = cv2.getPerspectiveTransform(quad, target)
    crop = cv2.warpPerspective(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return np.asarray(crop, np.uint8)


def _halved(image: Image, quad: Quad, block: int) -> tuple[Image, Quad]:
    """The part of `image` around `quad`, `block` × `block` px averaged to one, and the quad in it.

    Whole blocks only: OpenCV halves in a tenth of the time in which it averages over any other factor.
    """
    rim = 2 * CROP_MARGIN * quad_long_side(quad) + 2 * block
    height, width = image.shape[:2]
    left, right = (int(min(max(v, 0), width)) for v in (quad[:, 0].min() - rim, quad[:, 0].max() + rim))
    top, bottom = (int(min(max(v, 0), height)) for v in (quad[:, 1].min() - rim, quad[:, 1].max() + rim))
    across, down = (right - left) // block, (bottom - top) // block
    if not across or not down:
        return image, quad  # none of it lies in the picture
    part = image[top : top + down * block, left : left + across * block]
    # Pixel centres: x' + 0.5 = (x + 0.5) / block
    moved = (quad - np.array([left, top], np.float32) + 0.5) / block - 0.5
    return resized(part, (across, down)), moved.astype(np.float32)
