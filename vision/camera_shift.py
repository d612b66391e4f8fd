"""A camera that was knocked: how far the table lies elsewhere in the picture since, found from what lies still on it.

Two pictures at rest are compared, the one before and the one after: corners of cards and of the table top (ORB) that
look alike, and the homography that most of them agree on (RANSAC). Hands and cards that moved meanwhile disagree and do
not count. A knock is known by everything with texture changing in one frame; a camera that sinks slowly is found by
looking now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .motion import Motion
from .picture import Image, resized

WIDTH = 640
"""Width of the pictures that are compared, px: a card is some 20 px wide in it."""

SHAKEN = 0.5
"""Share of what has texture that changes in a frame when the camera is knocked, or the light switched."""

AT_REST = 0.3
"""Below this share the picture has come to rest; hands may be at it again."""

REST_FRAMES = 2
"""So many frames at rest, one after the other, are waited for."""

WAIT_MS = 2_500
"""A picture that does not come to rest for so long is compared as it is."""

AGAIN_MS = 10_000
"""Without a knock the camera is looked after this often."""

NOISE_PX = 1.0
"""Shifts below this, in the compared picture, are none: what is found without any stays below 0.3."""

FEATURES, LIKE, NEAR_PX = 900, 60, 0.2 * WIDTH
"""Corners looked for in a picture; in how many bits of 256 two that are alike may differ; how far apart they may be."""

FEW_INLIERS, FEW_SHARE = 24, 0.3
"""Fewer corners that agree, or a smaller share of those that look alike, are no answer."""

LEAST_SPREAD, SPREAD = 0.02, 0.08
"""Shares of the picture that the corners which agree must span, or they say nothing of the camera (the stock looks
elsewhere as it becomes lower), or perspective is not asked of them."""

STAYED_PX, STAYED_SHARE = 1.5, 0.25
"""Corners that stayed within this; if there are so many for each that moved, cards were moved, not the camera."""

BLOCK_PX, TEXTURE, SAME = 32, 3.0, 0.8
"""Side of the blocks that are compared where the corners say that everything moved by more than `FAR_PX`; the standard
deviation of the grey of one that has texture; and the correlation of two that show the same."""

FAR_PX = 6.0
"""What moved by less may look the same where it was."""

MOST_TURN, MOST_SCALE = 0.2, 1.2
"""A camera is not knocked further than that, radians and times."""


@dataclass(frozen=True)
class Shift:
    """The camera looks elsewhere."""

    matrix: NDArray[np.float64]
    """3×3, picture px before → picture px now."""
    by_px: float
    """How far the picture's corners moved at most, px."""


class CameraWatch:
    """Watches one camera for knocks; feed it every frame."""

    def __init__(self) -> None:
        self._reference: NDArray[np.uint8] | None = None
        """The last picture at rest of which it is known where the table lies."""
        self._taken_ms = 0
        self._shaken_ms: int | None = None
        """When the picture was last shaken, until it was compared."""
        self._waited_ms = 0
        self._rest = 0
        self.is_lost = False
        """True if the camera was knocked and it could not be found where the table lies now."""

    @property
    def is_shaken(self) -> bool:
        """True from a knock until it is known where the table lies, or given up."""
        return self._shaken_ms is not None

    def update(self, image: Image, motion: Motion, now_ms: int, *, still: Callable[[], bool]) -> Shift | None:
        """Take the next frame; gives the way from the last known picture if the camera looks elsewhere now.

        Args:
            still: whether most cards still look as they did where they lay: then nothing moved but the light.
        """
        spread = motion.spread()
        if spread >= SHAKEN and self._reference is not None:
            if self._shaken_ms is None:
                self._waited_ms = now_ms
            self._shaken_ms = now_ms
        self._rest = self._rest + 1 if spread < AT_REST else 0
        if self._shaken_ms is not None:
            return self._after_knock(image, now_ms, still=still)
        if self._reference is None or not 0 <= now_ms - self._taken_ms < AGAIN_MS:
            return self._look_after(image, now_ms, still=still)
        return None

    def _after_knock(self, image: Image, now_ms: int, *, still: Callable[[], bool]) -> Shift | None:
        if self._rest < REST_FRAMES and 0 <= now_ms - self._waited_ms < WAIT_MS:
            return None
        self._shaken_ms = None
        found = self._compare(image)
        if found is None and not still():
            self.is_lost = True
            self._taken_ms = now_ms  # the old picture stays what is looked for
            return None
        return self._settle(image, found, now_ms)

    def _look_after(self, image: Image, now_ms: int, *, still: Callable[[], bool]) -> Shift | None:
        if self._reference is None:
            self._settle(image, None, now_ms)
            return None
        if self._rest == 0:
            return None
        self._taken_ms = now_ms
        found = self._compare(image)
        if found is None and self.is_lost and not still():
            return None
        return self._settle(image, found, now_ms)

    def _settle(self, image: Image, found: Shift | None, now_ms: int) -> Shift | None:
        self._reference, self._taken_ms, self.is_lost = _small(image), now_ms, False
        return found if found is not None and found.by_px * WIDTH / image.shape[1] >= NOISE_PX else None

    def _compare(self, image: Image) -> Shift | None:
        assert self._reference is not None
        small = _small(image)
        if small.shape != self._reference.shape:
            return None
        matrix = alignment(self._reference, small)
        if matrix is None:
            # Hung up the other way round.
            high, wide = small.shape
            turn = np.array([[-1.0, 0, wide - 1], [0, -1, high - 1], [0, 0, 1]])
            found = alignment(self._reference, np.asarray(cv2.rotate(small, cv2.ROTATE_180), np.uint8))
            if found is None:
                return None
            matrix = turn @ found
        height, width = image.shape[:2]
        grow = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
        matrix = grow @ matrix @ np.linalg.inv(grow)
        corners = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float64)
        moved = cv2.perspectiveTransform(corners, matrix)
        return Shift(matrix, float(np.linalg.norm(moved - corners, axis=2).max()))


def _small(image: Image) -> NDArray[np.uint8]:
    """`image` grey and `WIDTH` px wide."""
    size = (WIDTH, round(image.shape[0] * WIDTH / image.shape[1]))
    return np.asarray(cv2.cvtColor(resized(image, size), cv2.COLOR_BGR2GRAY), np.uint8)


def alignment(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The homography, 3×3, from px of one grey picture to px of the other; None where too little agrees on one."""
    orb = cv2.ORB.create(FEATURES, fastThreshold=8)
    points, looks = orb.detectAndCompute(before, None)
    others, others_look = orb.detectAndCompute(now, None)
    if looks is None or others_look is None or min(len(points), len(others)) < FEW_INLIERS:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(looks, others_look)
    at = np.array([points[pair.queryIdx].pt for pair in pairs], np.float32).reshape(-1, 2)
    to = np.array([others[pair.trainIdx].pt for pair in pairs], np.float32).reshape(-1, 2)
    alike = np.array([pair.distance <= LIKE for pair in pairs], bool)
    alike &= np.linalg.norm(to - at, axis=1) <= NEAR_PX
    at, to = at[alike], to[alike]
    if len(at) < FEW_INLIERS:
        return None
    # Four numbers first, which few corners settle; perspective where they span enough of the picture.
    rigid, agree = cv2.estimateAffinePartial2D(at, to, method=cv2.RANSAC, ransacReprojThreshold=3.0)
    if rigid is None or not _agrees(agree, len(at)) or not _is_knock(rigid):
        return None
    agrees = agree.ravel().astype(bool)
    stayed = np.linalg.norm(to - at, axis=1) < STAYED_PX
    if stayed.sum() >= STAYED_SHARE * (agrees & ~stayed).sum():
        return np.eye(3)
    if _is_far(rigid, before.shape) and _stands_still(before, now, rigid):
        return np.eye(3)
    hull = cv2.contourArea(cv2.convexHull(at[agrees]))
    if hull < LEAST_SPREAD * before.size:
        return None
    if hull >= SPREAD * before.size:
        full, fits = cv2.findHomography(at, to, cv2.RANSAC, 2.0)
        if full is not None and fits.sum() >= agrees.sum() and _is_knock(full[:2] / full[2, 2]):
            return np.asarray(full, np.float64)
    return np.vstack([rigid, [0, 0, 1]]).astype(np.float64)


def _is_far(matrix: NDArray[np.float64], shape: tuple[int, ...]) -> bool:
    """True if 2×3 `matrix` moves the middle of a picture of `shape` by more than `FAR_PX`."""
    middle = np.array([shape[1] / 2, shape[0] / 2])
    return float(np.linalg.norm(matrix[:, :2] @ middle + matrix[:, 2] - middle)) > FAR_PX


def _stands_still(before: NDArray[np.uint8], now: NDArray[np.uint8], matrix: NDArray[np.float64]) -> bool:
    """True if too much of the picture looks the same where it was for the camera to have moved by the 2×3 `matrix`.

    A sleeve has more corners than all else on a plain cloth: what they agree on is then how the arm moved.
    """
    back = cv2.warpAffine(now, matrix, before.shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    was, stays, goes = (_detail(picture) for picture in (before, now, np.asarray(back, np.uint8)))
    alike = [0, 0]
    for top in range(0, before.shape[0] - BLOCK_PX + 1, BLOCK_PX):
        for left in range(0, before.shape[1] - BLOCK_PX + 1, BLOCK_PX):
            block = slice(top, top + BLOCK_PX), slice(left, left + BLOCK_PX)
            if was[block].std() < TEXTURE:
                continue
            for n, other in enumerate((stays, goes)):
                alike[n] += bool(cv2.matchTemplate(other[block], was[block], cv2.TM_CCOEFF_NORMED)[0, 0] >= SAME)
    return alike[0] > 0 and alike[0] >= STAYED_SHARE * alike[1]


def _detail(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What is left of `picture` without its noise and without light and shadow."""
    grey = picture.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2) - cv2.GaussianBlur(grey, (0, 0), 8), np.float32)


def _agrees(mask: NDArray[np.uint8], among: int) -> bool:
    count = int(mask.sum())
    return count >= FEW_INLIERS and count >= FEW_SHARE * among


def _is_knock(matrix: NDArray[np.float64]) -> bool:
    """True if 2×3 `matrix` turns and scales no more than a knock does."""
    a, b = matrix[0, 0], matrix[1, 0]
    scale = float(np.hypot(a, b))
    return abs(float(np.arctan2(b, a))) <= MOST_TURN and 1 / MOST_SCALE <= scale <= MOST_SCALE
