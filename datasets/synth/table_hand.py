"""Hands with their sleeves and heads with their shoulders, seen from above, drawn by code."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

PX_PER_MM = 2
"""Resolution of the hand's picture."""

_SIZE_WH = (380, 1500)
"""Size of the picture in px: 190 × 750 mm, enough to reach across the table."""

TIP_MM = (95.0, 12.0)
"""Where the finger tips are in the picture, mm."""

HEAD_PX_PER_MM = 1
"""Resolution of a head's picture."""

HEAD_MM = (260.0, 130.0)
"""Where the middle of the head is in its picture, mm; the face looks up."""

# Parts as lines of (x, y, radius) in mm, back to front: forearm, palm, little finger to index, thumb.
_PARTS = (
    ((95, 240, 27), (95, 150, 26)),
    ((84, 112, 26), (104, 112, 28), (96, 150, 27), (92, 92, 22)),
    ((120, 98, 9), (128, 66, 8), (122, 46, 7)),
    ((109, 88, 10), (113, 48, 9), (106, 27, 8)),
    ((96, 84, 10.5), (97, 40, 9.5), (95, 17, 8)),
    ((80, 88, 10), (78, 48, 9), (85, 24, 8)),
    ((72, 130, 13), (52, 100, 10.5), (58, 66, 9.5), (68, 50, 8.5)),
)
_NAILS = ((122, 43, 4.5), (106, 24, 5), (95, 14, 5), (84, 21, 5), (69, 47, 5.5))


@lru_cache(maxsize=12)
def hand_picture(skin: tuple[int, int, int], cloth: tuple[int, int, int]) -> NDArray[np.float32]:
    """Premultiplied BGRA, shape (1500, 380, 4), 0…255: finger tips at `TIP_MM`, the arm running down.

    Args:
        skin: BGR.
        cloth: BGR of the sleeve.
    """
    w, h = _SIZE_WH
    out = np.zeros((h, w, 4), np.float32)
    for part in _PARTS:
        _lay(out, _capsules(part), np.array(skin, np.float32), depth_px=26)
    for x, y, r in _NAILS:
        nail = np.zeros((h, w), np.uint8)
        cv2.ellipse(nail, _px(x, y), (round(r * 1.5), round(r * 2)), 0, 0, 360, 255, -1, cv2.LINE_AA)
        _lay(out, nail, np.array(skin, np.float32) * 0.5 + np.array([118, 122, 130]), depth_px=6)
    sleeve = np.zeros((h, w), np.uint8)
    outline = np.array([[52, 196], [140, 192], [176, 420], [190, 760], [0, 760], [18, 420]]) * PX_PER_MM
    cv2.fillPoly(sleeve, [outline.astype(np.int32)], 255, cv2.LINE_AA)
    _lay(out, sleeve, np.array(cloth, np.float32), depth_px=70)
    rng = np.random.default_rng(7)
    folds = cv2.resize(rng.normal(0, 1, (9, 7)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    covered = (sleeve[..., None] / 255.0).astype(np.float32)
    out[..., :3] *= 1 + covered * np.clip(folds[..., None], -1.5, 1.5) * 0.13
    cv2.line(out, _px(55, 206), _px(139, 202), [*(0.55 * v for v in cloth), 255], 4, cv2.LINE_AA)
    out[..., :3] = np.clip(out[..., :3], 0, out[..., 3:])
    return out


@lru_cache(maxsize=12)
def head_picture(hair: tuple[int, int, int], cloth: tuple[int, int, int]) -> NDArray[np.float32]:
    """Premultiplied BGRA, shape (460, 520, 4), 0…255: a head at `HEAD_MM` and the shoulders behind it.

    Args:
        hair: BGR.
        cloth: BGR of the clothes.
    """
    out = np.zeros((460, 520, 4), np.float32)
    rng = np.random.default_rng(8)
    for middle, axes, colour, depth in (
        ((260, 290), (225, 105), cloth, 80),
        ((260, 400), (190, 160), cloth, 120),
        ((260, 148), (76, 98), hair, 70),
    ):
        mask = np.zeros(out.shape[:2], np.uint8)
        cv2.ellipse(mask, middle, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
        _lay(out, mask, np.array(colour, np.float32), depth_px=depth)
    strands = cv2.resize(rng.normal(0, 1, (6, 90)).astype(np.float32), (520, 460), interpolation=cv2.INTER_CUBIC)
    out[..., :3] *= 1 + 0.12 * np.clip(strands, -1.5, 1.5)[..., None]
    out[..., :3] = np.clip(out[..., :3], 0, out[..., 3:])
    return out


def _px(x: float, y: float) -> tuple[int, int]:
    return round(x * PX_PER_MM), round(y * PX_PER_MM)


def _capsules(points: tuple[tuple[float, float, float], ...]) -> NDArray[np.uint8]:
    """A mask of circles along a line, joined."""
    w, h = _SIZE_WH
    mask = np.zeros((h, w), np.uint8)
    for (ax, ay, ar), (bx, by, br) in pairwise(points):
        for share in np.linspace(0, 1, 24):
            centre = _px(ax + (bx - ax) * share, ay + (by - ay) * share)
            cv2.circle(mask, centre, round((ar + (br - ar) * share) * PX_PER_MM), 255, -1, cv2.LINE_AA)
    return mask


def _lay(out: NDArray[np.float32], mask: NDArray[np.uint8], colour: NDArray[np.float32], depth_px: float) -> None:
    """Lay a rounded part over what is there: darker towards its rim, lighter from the upper left."""
    inner = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_off = np.sqrt(np.clip(inner / depth_px, 0, 1))
    gx = cv2.Sobel(cv2.GaussianBlur(round_off, (0, 0), 4), cv2.CV_32F, 1, 0)
    shade = 0.62 + 0.38 * round_off + np.clip(gx, -0.12, 0.12)
    alpha = (mask / 255.0).astype(np.float32)[..., None]
    part = np.dstack([np.clip(shade[..., None] * colour, 0, 255), np.full(mask.shape, 255.0)]).astype(np.float32)
    out *= 1 - alpha
    out += part * alpha
