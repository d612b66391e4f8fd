"""A detector's input and its boxes: the tiles of a large picture, the letterbox, oriented boxes as quads, and twins.

Boxes are (n, 5: cx cy w h angle): centres and sizes in px, the angle in radians, clockwise as the image is seen.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .motion import Window
from .picture import Image
from .runtime import Blob, to_blob

STRIDE = 32
"""Input sides are multiples of this, px."""

MAX_OVERLAP = 0.7
"""Two boxes that overlap more than this (probabilistic IoU) are one card. Neighbours in a fan stay below it."""

TILE_PX, TILE_OVERLAP_PX = 768, 192
"""Side of the tiles that a large look is cut into, and how much neighbours share: more than a card is long. In one
piece it was 0.03 worse when this was chosen: the network was trained on smaller pictures."""

MAX_UNCUT_PX = 1_000_000
"""A look with no more pixels than this goes through the network in one piece."""

STEP_PX = 128
"""Parts of a look are so many px wide and high, or a multiple of it."""

EDGE_PX = 3
"""A box that ends this close to the edge of a tile is taken for one that the edge cuts."""

_GREY = 114

Tile = tuple[int, int, int, int]
"""Part of a picture: left, top, right, bottom, px."""


def tiles(size_wh: tuple[int, int]) -> list[Tile]:
    """Parts that cover a look of this size, overlapping; the whole where that is small enough."""
    width, height = size_wh
    if width * height <= MAX_UNCUT_PX:
        return [(0, 0, width, height)]
    return [(x, y, min(x + TILE_PX, width), min(y + TILE_PX, height)) for y in _starts(height) for x in _starts(width)]


def tiles_within(window: Window, scale: float, size_wh: tuple[int, int]) -> list[Tile]:
    """Parts of a look of this size at this scale that cover `window` of the picture, grown to whole `STEP_PX`: going
    between many sizes costs time."""
    sides = []
    for low, high, length in zip(window[:2], window[2:], size_wh, strict=True):
        first, last = int(low * scale), min(math.ceil(high * scale), length)
        size = min(-(-(last - first) // STEP_PX) * STEP_PX, length)
        sides.append((max(min(first, length - size), 0), size))
    (left, width), (top, height) = sides
    return [(left + x0, top + y0, left + x1, top + y1) for x0, y0, x1, y1 in tiles((width, height))]


def _starts(length: int) -> list[int]:
    if length <= TILE_PX:
        return [0]
    count = math.ceil((length - TILE_OVERLAP_PX) / (TILE_PX - TILE_OVERLAP_PX))
    return [round(n * (length - TILE_PX) / (count - 1)) for n in range(count)]


def is_cut(boxes: NDArray[np.float32], tile: Tile, size_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Which of the boxes (n, 5) end at an edge of `tile` that is none of the picture: a neighbour sees them whole."""
    x, y, w, h, angle = boxes.T
    cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    half_width, half_height = (w * cos + h * sin) / 2, (w * sin + h * cos) / 2
    x0, y0, x1, y1 = tile
    width, height = size_wh
    # A picture's own edge is as far away as can be.
    left, top = x0 if x0 > 0 else -np.inf, y0 if y0 > 0 else -np.inf
    right, bottom = x1 if x1 < width else np.inf, y1 if y1 < height else np.inf
    return np.asarray(
        (x - half_width < left + EDGE_PX)
        | (y - half_height < top + EDGE_PX)
        | (x + half_width > right - EDGE_PX)
        | (y + half_height > bottom - EDGE_PX)
    )


def letterbox(image: Image) -> tuple[Blob, tuple[int, int]]:
    """The detector's input (1, 3, H, W) for `image`, and the offset (x, y) of the picture in it.

    The grey rim is as small as the stride allows.
    """
    height, width = image.shape[:2]
    full_w, full_h = -(-width // STRIDE) * STRIDE, -(-height // STRIDE) * STRIDE
    left, top = (full_w - width) // 2, (full_h - height) // 2
    canvas = np.full((full_h, full_w, 3), _GREY, np.uint8)
    canvas[top : top + height, left : left + width] = image
    return to_blob([canvas]), (left, top)


def box_quads(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners (n, 4, 2) of boxes (n, 5: cx cy w h angle): clockwise, from an end of a long side, so that the card
    stands upright or upside down between them."""
    centre, (w, h), angle = boxes[:, :2], boxes[:, 2:4].T, boxes[:, 4]
    lying = w > h
    w, h = np.where(lying, h, w), np.where(lying, w, h)
    angle = np.where(lying, angle + np.float32(np.pi / 2), angle)
    across = np.stack([np.cos(angle), np.sin(angle)], 1) * w[:, None] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], 1) * h[:, None] / 2
    corners = [centre - across - down, centre + across - down, centre + across + down, centre - across + down]
    return np.stack(corners, 1).astype(np.float32)


def rotated_nms(boxes: NDArray[np.float32], scores: NDArray[np.float32], max_overlap: float) -> NDArray[np.int_]:
    """Indices of the boxes (n, 5: cx cy w h angle) that no surer box overlaps by more than `max_overlap`, surest first.

    Overlap is the probabilistic IoU of Llerena et al. 2021 (boxes as Gaussians), as in ultralytics: close to the
    IoU, and a matrix operation. Our own because ultralytics' needs torch, and OpenCV's `NMSBoxesRotated` judges by
    another overlap than the models were measured with.
    """
    order = np.argsort(-scores, kind="stable")
    shapes = _gaussians(boxes[order].astype(np.float64))
    # Boxes whose middles are farther apart than so, by their long sides, overlap less: most need no more arithmetic.
    reach = boxes[order, 2:4].max(1, initial=0).astype(np.float64) ** 2 * -np.log(1 - (1 - max_overlap) ** 2) / 3
    x, y = shapes[:2]
    alive = np.ones(len(order), np.bool_)
    for surest in range(len(order)):
        if alive[surest]:
            rest = slice(surest + 1, None)
            distance = (x[rest] - x[surest]) ** 2 + (y[rest] - y[surest]) ** 2
            near = surest + 1 + np.flatnonzero(distance <= reach[rest] + reach[surest])
            alive[near[_overlap(shapes[:, surest, None], shapes[:, near]) > max_overlap]] = False
    return order[alive]


def probabilistic_iou(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Overlap, 0…1, of boxes (n, 5) with boxes (n, 5: cx cy w h angle), pair by pair: 1 − the Hellinger distance of
    Gaussians. One box is compared with each of the others if either is (1, 5)."""
    return _overlap(_gaussians(a), _gaussians(b))


def _gaussians(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Boxes (n, 5) as (6, n): x, y, variance in x and in y, covariance, root of the determinant."""
    x, y, w, h, angle = boxes.T
    var_w, var_h, cos, sin = w**2 / 12, h**2 / 12, np.cos(angle), np.sin(angle)
    a = var_w * cos**2 + var_h * sin**2
    b = var_w * sin**2 + var_h * cos**2
    c = (var_w - var_h) * cos * sin
    return np.stack([x, y, a, b, c, np.sqrt(np.maximum(a * b - c**2, 1e-12))])


def _overlap(one: NDArray[np.float64], many: NDArray[np.float64]) -> NDArray[np.float64]:
    dx, dy, _, _, _, _ = one - many
    _, _, a, b, c, _ = one + many
    determinant = np.maximum(a * b - c**2, 1e-12)
    distance = (a * dy**2 + b * dx**2 - 2 * c * dx * dy) / determinant / 4
    spread = np.log(determinant / (4 * one[5] * many[5]) + 1e-12) / 2
    return np.asarray(1 - np.sqrt(1 - np.exp(-np.maximum(distance + spread, 0)) + 1e-12), np.float64)
