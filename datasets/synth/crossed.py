"""Decks between two decks: each card shows parts of two artists' pictures of it, in the colours of either.

The same card looks otherwise in every deck, but what makes it that card is in all of them; so a picture whose one half
is one artist's and whose other half is another's is still that card, in a composition that nobody drew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import CARDS

from .sprites import SPRITE_WH, Deck

Image = NDArray[np.uint8]

COLOURED, CUT = 0.6, 0.75
"""Shares of the crossed decks that take the other deck's colours, and that show parts of its pictures."""


@dataclass(frozen=True)
class Crossing:
    """How the pictures of two decks become those of one; the same for all of its cards."""

    coloured: float
    """How far one deck's colours become the other's, 0…1."""
    cut: float
    """Share of a card that shows the other deck's picture, 0…1."""
    cells: tuple[int, int]
    """Into how many parts across and down a card is cut, roughly."""
    soft_px: float
    """How softly one picture runs into the other."""
    grown: float
    """How much larger the other deck's motif is drawn."""
    moved: float
    """How far it lies from where it was, as a share of the card's width."""
    mirrored: bool

    def cross(self, one: Image, other: Image, rng: np.random.Generator) -> Image:
        """A picture (360, 220, 3) with parts of `one` and parts of `other`, both of that size."""
        if self.coloured:
            one = _in_colours_of(one, other, self.coloured)
        if not self.cut:
            return one
        w, h = SPRITE_WH
        shift = rng.normal(0, self.moved * w, 2)
        at = np.array([[self.grown, 0, (1 - self.grown) * w / 2], [0, self.grown, (1 - self.grown) * h / 2]])
        at[:, 2] += shift
        if self.mirrored:
            other = other[:, ::-1]
        placed = cv2.warpAffine(np.ascontiguousarray(other), at, SPRITE_WH, borderMode=cv2.BORDER_REPLICATE)
        field = cv2.resize(
            rng.normal(0, 1, self.cells[::-1]).astype(np.float32), SPRITE_WH, interpolation=cv2.INTER_CUBIC
        )
        edge = float(np.quantile(field[::8, ::8], 1 - self.cut))
        slope = max(float(field.std()), 1e-3) * self.soft_px / 40
        share = np.clip((field - edge) / slope + 0.5, 0, 1)[..., None]
        return np.asarray(one * (1 - share) + placed * share, np.uint8)


def crossed(decks: Sequence[Deck], rng: np.random.Generator) -> Deck:
    """A deck between two of `decks`."""
    first, second = (decks[int(number)] for number in rng.integers(len(decks), size=2))
    crossing = Crossing(
        coloured=float(rng.uniform(0.3, 1)) if rng.random() < COLOURED else 0.0,
        cut=float(rng.uniform(0.2, 0.6)) if rng.random() < CUT else 0.0,
        cells=(int(rng.integers(2, 5)), int(rng.integers(2, 7))),
        soft_px=float(rng.uniform(1, 25)),
        grown=float(np.exp(rng.uniform(-0.25, 0.35))),
        moved=float(rng.uniform(0, 0.12)),
        mirrored=bool(rng.random() < 0.25),
    )
    return Deck("crossed", {card: crossing.cross(first.pictures[card], second.pictures[card], rng) for card in CARDS})


def _in_colours_of(picture: Image, other: Image, share: float) -> Image:
    """`picture` with the mean and the spread of the colours of `other`, each channel of CIELAB by itself (Reinhard
    et al. 2001)."""
    here, there = (cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).astype(np.float32) for pixels in (picture, other))
    (mean, spread), (new_mean, new_spread) = (
        (pixels.mean((0, 1)), pixels.std((0, 1)) + 1.0) for pixels in (here, there)
    )
    turned = (here - mean) / spread * new_spread + new_mean
    lab = np.clip(here * (1 - share) + turned * share, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), np.uint8)
