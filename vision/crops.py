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
    """The card at `quad` stretched to fill a (side, side, 3) square but for the rim."""
    low, high = side * CROP_MARGIN, side * (1 - CROP_MARGIN)
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    quad = np.asarray(quad, np.float32)
    image, quad = reduced(image, quad, high - low, 2 * CROP_MARGIN)
    matrix = cv2.getPerspectiveTransform(quad, target)
    crop = cv2.warpPerspective(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return np.asarray(crop, np.uint8)


def reduced(image: Image, quad: Quad, target_px: float, margin: float = 0.0) -> tuple[Image, Quad]:
    """The part of `image` around `quad`, halved until at most two of its px are left for one of `target_px`.

    To sample what is large at fewer points would alias a card's line art.

    Args:
        quad: image px.
        target_px: how long the quad's long side is to become, px.
        margin: how much around the quad is wanted besides, as a share of its long side.

    Returns: a picture and the quad in it; both as they are where there is nothing to halve.
    """
    long_px = quad_long_side(quad)
    halvings = math.ceil(math.log2(max(long_px / (2 * target_px), 1)))
    if not halvings:
        return image, quad
    # Whole blocks only: OpenCV halves in a tenth of the time in which it averages over any other factor.
    block = 2**halvings
    rim = margin * long_px + 2 * block
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
