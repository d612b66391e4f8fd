"""What else lies on a table than cards: cups, phones, boxes of cards, seen from above, drawn by code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

THING_PX_PER_MM = 2
"""Resolution of a thing's picture."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a kind of thing is."""

    size_mm: tuple[float, float]
    height_mm: float
    colours: tuple[tuple[int, int, int], ...]
    """BGR."""


THINGS: Mapping[str, Shape] = MappingProxyType(
    {
        "cup": Shape((82.0, 82.0), 70.0, ((230, 236, 240), (60, 70, 150), (90, 110, 80), (40, 44, 52))),
        "phone": Shape((74.0, 150.0), 9.0, ((30, 30, 32), (210, 205, 200), (90, 60, 40))),
        "box": Shape((42.0, 62.0), 28.0, ((30, 30, 150), (120, 40, 30), (40, 90, 40))),
    }
)
"""By kind."""


@lru_cache(maxsize=12)
def thing_picture(kind: str, colour: tuple[int, int, int]) -> NDArray[np.float32]:
    """Premultiplied BGRA 0…255 of a thing from above, its own top up."""
    w, h = (round(side * THING_PX_PER_MM) for side in THINGS[kind].size_mm)
    image, alpha = np.zeros((h, w, 3), np.uint8), np.zeros((h, w), np.uint8)
    if kind == "cup":
        middle, r = (w // 2, h // 2), w // 2 - 12
        cv2.ellipse(alpha, (w - 14, h // 2), (12, 18), 0, 0, 360, 255, 8, cv2.LINE_AA)  # the handle
        cv2.circle(alpha, middle, r, 255, -1, cv2.LINE_AA)
        image[:] = colour
        cv2.circle(image, middle, round(r * 0.88), [0.75 * v for v in colour], -1, cv2.LINE_AA)
        cv2.circle(image, middle, round(r * 0.8), (28, 52, 74), -1, cv2.LINE_AA)  # tea
        cv2.ellipse(image, (middle[0] - r // 3, middle[1] - r // 3), (r // 4, r // 8), -40, 0, 360, (120, 150, 170), -1)
    else:
        radius = 18 if kind == "phone" else 4
        cv2.rectangle(alpha, (radius, 0), (w - radius, h), 255, -1)
        cv2.rectangle(alpha, (0, radius), (w, h - radius), 255, -1)
        for x in (radius, w - radius - 1):
            for y in (radius, h - radius - 1):
                cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
        image[:] = colour
        if kind == "phone":
            cv2.rectangle(image, (8, 10), (w - 8, h - 10), (22, 20, 18), -1)
            cv2.fillPoly(image, [np.array([[8, h // 2], [w // 2, 10], [w - 8, 10], [8, h - 60]])], (44, 40, 36))
        else:
            cv2.rectangle(image, (10, 14), (w - 10, h - 14), (210, 220, 226), 3)
            cv2.circle(image, (w // 2, h // 2), w // 4, (60, 180, 220), -1, cv2.LINE_AA)
    share = alpha.astype(np.float32) / 255
    return np.dstack([image.astype(np.float32) * share[..., None], 255 * share]).astype(np.float32)
