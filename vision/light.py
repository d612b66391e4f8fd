"""Light put right before anything is looked for: a picture in the dark, and one under a lamp of a single colour.

The networks were trained on pictures as cameras make them in rooms. Where a camera could not make one, in candle light
or under a red lamp, what it recorded is stretched to what it would have recorded in good light. Everything else is left
as it is: a picture that needs nothing is the same array.
"""

from __future__ import annotations

import cv2
import numpy as np

from .picture import Image

PAPER = 99.9
"""Percentile of a picture's pixels that is as bright as paper: the whites of a single card of a first field, where the
camera sees the whole table, are about a thousandth of the picture."""

MUCH_PAPER = 99.0
"""The same where many cards lie there. By how much a strong cast is put right is told from so many pixels: the very
brightest are where a lamp shines on a card, and white whatever its colour."""

BRIGHT = 245.0
"""Paper in a well exposed picture is about this bright."""

DARK = 200.0
"""A picture whose paper is darker than this is brightened. Above it, nothing is gained."""

MOST_GAIN = 24.0
"""Beyond this there is more noise than picture."""

CAST = 0.55
"""Light has a strong cast where the brightest of one channel is less than this share of that of another: white paper,
or the table itself, cannot be seen in its own colour."""

_SAMPLE_PX = 40_000
"""About so many pixels say how bright a picture is."""


def gains(image: Image) -> tuple[float, float, float]:
    """By how much each channel (B, G, R) of `image` (H, W, 3) is to be multiplied; all 1 where the light is good.

    One gain for all three, so that colours stay what they are; a gain a channel only under a strong cast.
    """
    step = max(1, int((image.shape[0] * image.shape[1] / _SAMPLE_PX) ** 0.5))
    small = cv2.resize(image, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)  # no single noisy pixels
    usual, bright = np.maximum(np.percentile(small.reshape(-1, 3), (MUCH_PAPER, PAPER), axis=0), 1.0)
    if bright.min() < CAST * bright.max():
        b, g, r = np.clip(BRIGHT / usual, 1.0, MOST_GAIN).tolist()
        return float(b), float(g), float(r)
    if bright.max() >= DARK:
        return 1.0, 1.0, 1.0
    gain = float(min(BRIGHT / bright.max(), MOST_GAIN))
    return gain, gain, gain


def in_good_light(image: Image) -> Image:
    """`image` (H, W, 3) as it would look in good light; the same array where the light is good."""
    factors = gains(image)
    if factors == (1.0, 1.0, 1.0):
        return image
    table = np.clip(np.arange(256)[:, None] * np.array(factors), 0, 255).astype(np.uint8)[:, None]
    return np.asarray(cv2.LUT(image, table), np.uint8)
