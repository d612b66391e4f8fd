"""What a simulated table looks like without cards: wood, cloth, tatami, stone or a texture, often with a mat on it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .backgrounds import background
from .table_view import View

Image = NDArray[np.uint8]

_PX_PER_MM = 1.5
_ROOM_MM = 220
"""How much of the table beyond its playing area is drawn, mm."""

_MATS = ((92, 118, 88), (74, 52, 60), (60, 62, 128), (118, 92, 66), (70, 72, 76), (150, 168, 178), (58, 96, 70))
"""BGR of felt, rugs and 毛氈."""


def table_top(
    size_mm: tuple[float, float], view: View, textures: tuple[Path, ...], rng: np.random.Generator
) -> NDArray[np.float32]:
    """The empty table as `view` sees it, (H, W, 3) BGR 0…255."""
    w, h = (round((side + 2 * _ROOM_MM) * _PX_PER_MM) for side in size_mm)
    top = background((w, h), textures, rng).astype(np.float32)
    if rng.random() < 0.45:
        top = _with_mat(top, rng)
    width, height = view.size_wh
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    where = view.to_mm(np.column_stack([x.ravel(), y.ravel()])).reshape(height, width, 2)
    where = ((where + _ROOM_MM) * _PX_PER_MM - 0.5).astype(np.float32)
    seen = cv2.remap(top, where[..., 0], where[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.float32)


def _with_mat(top: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """`top` with a cloth on it that reaches a little beyond the playing area."""
    h, w = top.shape[:2]
    inset = round((_ROOM_MM - rng.uniform(4, 60)) * _PX_PER_MM)
    weave = cv2.GaussianBlur(rng.normal(0, 5, (h, w)).astype(np.float32), (3, 3), 0)
    patches = cv2.resize(rng.normal(0, 4, (12, 18)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    colour = np.array(_MATS[rng.integers(len(_MATS))], np.float32) * rng.uniform(0.75, 1.2)
    cloth = colour * (1 + (weave + patches)[..., None] / 110)
    mask = np.zeros((h, w), np.float32)
    cv2.rectangle(mask, (inset, inset), (w - inset, h - inset), 1.0, -1)
    shadow = cv2.GaussianBlur(np.roll(mask, (5, 4), (0, 1)), (0, 0), 5)
    laid = top * (1 - 0.4 * shadow[..., None]) * (1 - mask[..., None]) + cloth * mask[..., None]
    if rng.random() < 0.5:
        seam = inset + round(6 * _PX_PER_MM)
        cv2.rectangle(laid, (seam, seam), (w - seam, h - seam), (colour * 0.75).tolist(), 2, cv2.LINE_AA)
    return np.asarray(laid, np.float32)
