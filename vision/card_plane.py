"""All cards are equally large: from the cards of a picture to the plane they lie on, and from there to better outlines.

Where a card is half covered, nobody sees its hidden corners, and what was found is too short or spans its neighbour as
well. But the other cards say how large a card is there. So the homography that makes the cards of a picture as much
alike as can be is looked for, and an outline that differs in it from a card is replaced by cards that share one of its
corners or sides; which of them is right, the reader says.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from .geometry import CARD_MM, Homography, Quad, is_convex, standing

FEW_CARDS = 4
"""Fewer cards than this do not say how large a card is in the picture."""

MISFIT = 0.08
"""An outline is a card's if no side differs from a card's by more than this share. Between 0.05 and 0.16 it matters
little."""

_GOOD_FIT = 0.15
"""The plane is fitted once more to the outlines whose sides differ by less than this: the others are no whole cards."""

_SOFT = 0.04
"""Misfits beyond this share count less and less: many an outline is not a card's."""

_FLAT = 0.03
"""Weight of the assumption that the camera looks straight down, against that of a card: a few cards in a row say
little about the tilt."""

_ENOUGH = 1e-4
"""The fit ends where a step changes no more than this share: of the side of a card that is a hundredth of a px."""

_SQUARE = 1.15
"""An outline less tall than this many times its width may be a card lying across."""

_NEXT = np.array([1, 2, 3, 0])
"""The corner, or side, that follows each."""

_SIDES_MM = np.array([CARD_MM[0], CARD_MM[1], CARD_MM[0], CARD_MM[1]])


def fit_plane(quads: Sequence[Quad], scores: Sequence[float], size_wh: tuple[int, int]) -> Homography | None:
    """The map from image px to mm on the plane of the cards; where its origin lies and how it is turned says nothing.

    Args:
        quads: outlines as found, image px; half of them may be wrong.
        scores: how much each counts, 0…1.
        size_wh: of the picture, px.

    Returns: None if there are fewer than `FEW_CARDS`, or no plane makes cards of them.
    """
    if len(quads) < FEW_CARDS:
        return None
    centre, unit = np.array(size_wh) / 2, max(size_wh) / 2
    corners = (standing(np.asarray(quads, np.float32)).astype(np.float64) - centre) / unit
    weights = np.asarray(scores, np.float64)
    area = float(np.median(np.prod(np.linalg.norm(_sides(corners)[:, :2], axis=-1), axis=-1)))
    start = np.array([0, 0, 0, 0, np.log(np.prod(CARD_MM) / max(area, 1e-9)) / 2])
    plane = _fit(corners, weights, start)
    whole = _worst_misfits(_on_plane(corners, plane)) < _GOOD_FIT
    if FEW_CARDS <= whole.sum() < len(quads):
        plane = _fit(corners[whole], weights[whole], plane)
    matrix = _matrix(plane) @ np.array([[1 / unit, 0, -centre[0] / unit], [0, 1 / unit, -centre[1] / unit], [0, 0, 1]])
    in_front = 1 + corners @ plane[:2] > 0.1
    return Homography(matrix) if np.isfinite(matrix).all() and in_front.all() else None


def misfits(quads: Sequence[Quad], plane: Homography) -> NDArray[np.float64]:
    """How much the sides of each of n ≥ 1 outlines (image px) differ from a card's at most, as a share, shape (n,)."""
    on_plane = np.array([plane.to_mm(quad) for quad in standing(np.asarray(quads, np.float32))], np.float64)
    return _worst_misfits(on_plane)


def _worst_misfits(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each of `quads` (n, 4, 2) in mm, how much the side least like a card's differs from it, (n,)."""
    return np.asarray(np.abs(_misfit(np.linalg.norm(_sides(quads), axis=-1))).max(-1), np.float64)


def cards_at(quad: Quad, plane: Homography) -> list[Quad]:
    """Outlines of cards (image px) that share a corner or side with `quad`, in the direction in which it lies."""
    found = standing(quad[None])[0]
    lying = plane.to_mm(found).astype(np.float64)
    shapes = [lying]
    across, down = _middle_lines(lying)
    if np.linalg.norm(down) < _SQUARE * np.linalg.norm(across):
        shapes.append(np.roll(lying, -1, axis=0))
    quads = [plane.to_px(card) for shape in shapes for card in _cards_on(shape)]
    return [each for each in quads if np.isfinite(each).all() and is_convex(each)]


def _cards_on(shape: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Cards in mm at the corners of `shape`; at its sides where its width or height already is a card's."""
    across, down = _middle_lines(shape)
    width, height = np.linalg.norm(across), np.linalg.norm(down)
    # The longer pair of sides says better how it is turned.
    angle = np.arctan2(across[1], across[0])
    askew = (np.arctan2(-down[0], down[1]) - angle + np.pi) % (2 * np.pi) - np.pi
    angle += askew * height / (width + height)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * CARD_MM
    cards = []
    for x in (0.0, 1.0) if abs(np.log(width / CARD_MM[0])) > MISFIT else (0.5,):
        for y in (0.0, 1.0) if abs(np.log(height / CARD_MM[1])) > MISFIT else (0.5,):
            shared = (1 - y) * ((1 - x) * shape[0] + x * shape[1]) + y * ((1 - x) * shape[3] + x * shape[2])
            cards.append(shared + (box - np.array(CARD_MM) * (x, y)) @ turn)
    return cards


def _middle_lines(shape: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The vectors from the middle of the left side to that of the right, and from the top's to the bottom's."""
    a, b, c, d = shape
    return (b - a + c - d) / 2, (d - a + c - b) / 2


def _fit(corners: NDArray[np.float64], weights: NDArray[np.float64], start: NDArray[np.float64]) -> NDArray[np.float64]:
    """Tilt (2), stretch, shear and log scale of the plane on which `corners` (n, 4, 2) are most like cards."""

    def residuals(planes: NDArray[np.float64]) -> NDArray[np.float64]:
        """How unlike cards they are on each of `planes` (…, 5), in numbers whose squares count, (…, 6 n + 4)."""
        sides = _sides(_on_plane(corners, planes))
        lengths = np.hypot(sides[..., 0], sides[..., 1])
        skew = (sides * sides[..., _NEXT, :]).sum(-1) / (lengths * lengths[..., _NEXT])
        unlike = np.concatenate([_misfit(lengths), skew[..., ::2]], -1) * weights[:, None]
        return np.concatenate([unlike.reshape(*planes.shape[:-1], -1), _FLAT * planes[..., :4]], -1)

    def slopes(plane: NDArray[np.float64]) -> NDArray[np.float64]:
        """Their derivatives, (6 n + 4, 5): all steps at once take a third of the time of one after the other."""
        steps = np.sqrt(np.finfo(np.float64).eps) * np.maximum(np.abs(plane), 1)
        here, *there = residuals(plane + np.concatenate([np.zeros((1, 5)), np.diag(steps)]))
        return np.asarray((np.stack(there, 1) - here[:, None]) / steps, np.float64)

    found = least_squares(
        residuals, start, slopes, loss="soft_l1", f_scale=_SOFT, ftol=_ENOUGH, xtol=_ENOUGH, max_nfev=40
    )
    return np.asarray(found.x, np.float64)


def _matrix(planes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homographies (…, 3, 3) of `planes` (…, 5)."""
    tilt_x, tilt_y, stretch, shear, scale = np.moveaxis(planes, -1, 0)
    matrix = np.zeros((*planes.shape[:-1], 3, 3))
    matrix[..., 0, 0], matrix[..., 1, 1], matrix[..., 0, 1] = np.exp(stretch), np.exp(-stretch), shear
    matrix[..., 2, 0], matrix[..., 2, 1], matrix[..., 2, 2] = tilt_x, tilt_y, 1
    matrix[..., 2, :] *= np.exp(-scale)[..., None]
    return matrix


def _on_plane(corners: NDArray[np.float64], planes: NDArray[np.float64]) -> NDArray[np.float64]:
    """`corners` (n, 4, 2) in mm on each of `planes` (…, 5), (…, n, 4, 2)."""
    with np.errstate(divide="ignore"):  # a corner on the horizon: the fit turns away from it
        matrix = _matrix(planes)[..., None, :, :]
        flat = corners @ matrix[..., :2].swapaxes(-1, -2) + matrix[..., None, :, 2]
        return np.asarray(flat[..., :2] / flat[..., 2:], np.float64)


def _sides(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The vectors from corner to corner of `quads` (…, 4, 2), (…, 4, 2)."""
    return quads[..., _NEXT, :] - quads


def _misfit(lengths_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log of how much longer sides of `lengths_mm` (…, 4) are than a standing card's, (…, 4)."""
    return np.asarray(np.log(np.maximum(lengths_mm, 1e-6) / _SIDES_MM), np.float64)
