"""Which cards on the photograph of a deck have something lying on them: a hand, a cup, a sleeve.

Whatever lies across the edge of a card hides that edge: there the colours within and without are those of one thing,
which is not the table. The whole deck says what the table and an edge look like, on this table and in this light.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.vision.geometry import Quad
from yakume.vision.picture import Image

PLACES = 72
"""Places around a card where its edge is looked for."""

NEAR, FAR = 0.03, 0.09
"""Within and without are what lies from the first to the second from the edge, as shares of a card's width."""

FEW_CARDS = 8
"""Fewer cards do not say what an edge looks like."""

LEAST_CONTRAST = 10.0
"""Cards that differ less than this (Lab units) from the table have no edge to look for."""

NO_EDGE = 0.35
"""At a place whose contrast is less than this share of the deck's, no edge is to be seen."""

UNLIKE_TABLE = (12.0, 2.0)
"""What lies without is not the table if it differs from it by the first (Lab units) and by so many times as much as
the table around the deck differs from itself."""

HIDDEN = 0.11
"""Something lies on a card if no edge is seen along at least this share of its outline in one piece."""


def covered(photo: Image, quads: Sequence[Quad]) -> NDArray[np.bool_]:
    """For each of the cards at `quads` (px of `photo`), laid apart, whether something lies across its edge: (n,)."""
    if len(quads) < FEW_CARDS:
        return np.zeros(len(quads), np.bool_)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(photo, (0, 0), 1.0), cv2.COLOR_BGR2LAB), np.uint8)
    within, without = np.moveaxis(np.stack([_along_edge(lab, np.asarray(quad, np.float64)) for quad in quads]), 1, 0)
    contrast = np.linalg.norm(within - without, axis=2)
    usual = np.median(contrast)
    if usual < LEAST_CONTRAST:
        return np.zeros(len(quads), np.bool_)
    middles = np.stack([np.asarray(quad, np.float64).mean(0) for quad in quads])
    near = np.linalg.norm(middles[:, None] - middles, axis=2).argsort(1)[:, :FEW_CARDS]
    table = np.median(without[near].reshape(len(quads), -1, 3), axis=1)
    from_table = np.linalg.norm(without - table[:, None], axis=2)
    least, times = UNLIKE_TABLE
    is_foreign = (contrast < NO_EDGE * usual) & (from_table > max(least, times * float(np.median(from_table))))
    hidden = np.array([_longest(row) for row in is_foreign]) / PLACES
    return np.asarray(hidden >= max(HIDDEN, 2 * float(np.median(hidden))), np.bool_)


def _along_edge(lab: Image, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colours within and without at `PLACES` along the edge of a card, clockwise: (2, PLACES, 3)."""
    width = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.linalg.norm(sides, axis=1)
    along = np.linspace(0, lengths.sum(), PLACES, endpoint=False) + lengths.sum() / PLACES / 2
    ends = np.cumsum(lengths)
    side = np.minimum(np.searchsorted(ends, along, side="right"), 3)
    share = (along - (ends - lengths)[side]) / lengths[side]
    share = 0.06 + 0.88 * share  # corners are round
    places = quad[side] + share[:, None] * sides[side]
    inwards = np.stack([-sides[:, 1], sides[:, 0]], 1) / np.maximum(lengths, 1e-6)[:, None]
    steps = np.linspace(NEAR, FAR, 4) * width
    seen = []
    for sign in (1, -1):
        points = places[:, None] + sign * steps[None, :, None] * inwards[side][:, None]
        x, y = np.moveaxis(points.astype(np.float32), 2, 0)
        colours = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        seen.append(colours.astype(np.float64).mean(1))
    return np.stack(seen)


def _longest(marked: NDArray[np.bool_]) -> int:
    """The length of the longest run of `marked` places around a card."""
    if marked.all():
        return len(marked)
    start = int(np.argmin(marked))
    longest = run = 0
    for each in np.roll(marked, -start):
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest
