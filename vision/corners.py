"""The second look: from a detector's loose box to a card's true corners.

The reader wants tight corners. A detector's boxes are some way off, and perspective bends a card's outline out of any
rectangle anyway. A small network looks at each box again, at the picture's full resolution, and answers with four
corners and with the probability that there is a card at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .crops import reduced
from .geometry import Quad, is_convex, standing
from .picture import Image
from .runtime import CropRunner

CORNER_PX = 96
"""Side of the network's square input, px."""

VIEW_SCALE = 1.35
"""How much larger than the box the view is: the true corners often lie outside of the box."""

_SQUARE = np.array([[0, 0], [CORNER_PX, 0], [CORNER_PX, CORNER_PX], [0, CORNER_PX]], np.float32)


def corner_view(image: Image, box: Quad) -> tuple[Image, NDArray[np.float64]]:
    """What the network sees of `box` (4, 2; image px, clockwise).

    Returns: the (CORNER_PX, CORNER_PX, 3) view and the (3, 3) homography image px → view px.
    """
    middle = box.mean(0)
    wide = ((box - middle) * VIEW_SCALE + middle).astype(np.float32)
    part, there = reduced(image, wide, CORNER_PX)
    from_part = cv2.getPerspectiveTransform(there, _SQUARE)
    view = cv2.warpPerspective(part, from_part, (CORNER_PX, CORNER_PX), flags=cv2.INTER_LINEAR, borderValue=(114,) * 3)
    return np.asarray(view, np.uint8), np.asarray(cv2.getPerspectiveTransform(wide, _SQUARE), np.float64)


class OnnxCornerFinder:
    """Tightens boxes with the corner network: ``views`` B×3×96×96 RGB 0…1 → ``corners`` B×4×2, ``is_card`` B."""

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        """Load `path`. Raises: ValueError if it is no corner network."""
        self._runner = CropRunner(path, threads=threads)
        if list(self._runner.network.outputs) != ["corners", "is_card"]:
            raise ValueError(f"{path} is not a corner network: expected the outputs 'corners' and 'is_card'")

    def tighten(self, image: Image, boxes: Sequence[Quad]) -> tuple[list[Quad], NDArray[np.float32]]:
        """The corners of the cards in `boxes`, a short side first as in a standing card, and how sure each is a card.

        Where the answer is no convex outline, the box is kept as it is.
        """
        if not len(boxes):
            return [], np.zeros(0, np.float32)
        homographies: list[NDArray[np.float64]] = [np.empty(0)] * len(boxes)

        def cut(number: int) -> Image:
            view, homographies[number] = corner_view(image, boxes[number])
            return view

        corners, is_card = self._runner.run(len(boxes), cut)
        in_view = np.concatenate([corners * CORNER_PX, np.ones((len(boxes), 4, 1))], 2)
        points = in_view @ np.linalg.inv(homographies).transpose(0, 2, 1)
        quads = standing((points[..., :2] / points[..., 2:]).astype(np.float32))
        good = is_convex(quads)
        return [quad if found else box for quad, found, box in zip(quads, good, boxes, strict=True)], is_card
