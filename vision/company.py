"""What lies beside a back: a wallet or a phone alone looks much like one, but all backs of a deck look alike, and lie
among cards of their size.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK

from .crops import upright_crop
from .detection import SeenCard
from .geometry import quad_long_side, touching
from .overlaps import nested
from .picture import Image
from .thresholds import MIN_FACE

BESIDE = 0.5
"""What shares more than this of the smaller of two outlines is no witness: it may be the same card."""

SIZES_DIFFER = 0.25
"""A card whose length differs by this factor (logarithm) counts e times less."""

LOOKS_DIFFER = np.array([15.0, 6.0, 6.0, 5.0])
"""A back counts e times less for each of these differences from the other: of the mean lightness, of both colour
channels (CIE L*a*b*), and of how much the lightness varies. Light falls unevenly on a table, its colour does not."""

_LOOK_PX, _RIM_PX = 32, 6
"""Side of the crop that is compared, and what is left out around it: the rim of the back and what lies under it."""


def beside(image: Image, seen: Sequence[SeenCard], known: Sequence[SeenCard] = ()) -> dict[int, tuple[float, float]]:
    """Of each of the cards `seen` that reads as a back, by number: how surely a face of its size and a back that looks
    like it and has its size lie beside it, 0…1 each.

    Args:
        known: other cards of the picture, which were read before.
    """
    cards = [*seen, *known]
    backs = [number for number, card in enumerate(cards) if card.face == BACK]
    asked = [number for number in backs if number < len(seen)]
    if not asked:
        return {}
    sizes = np.log([max(quad_long_side(card.quad), 1e-6) for card in cards])
    sure = np.array([card.score if card.face == BACK or card.probabilities.max() >= MIN_FACE else 0 for card in cards])
    looks = np.array([_look(image, cards[number]) for number in backs]) if len(backs) > 1 else None
    quads = [card.quad for card in cards]
    near = touching([quads[number] for number in asked], quads)
    found = {}
    for number, meets in zip(asked, near, strict=True):
        weight = sure * np.exp(-(((sizes - sizes[number]) / SIZES_DIFFER) ** 2))
        for other in np.flatnonzero(meets).tolist():
            if other == number or nested(quads[number], quads[other]) >= BESIDE:
                weight[other] = 0
        back = 0.0
        if looks is not None:
            unlike = (((looks - looks[backs.index(number)]) / LOOKS_DIFFER) ** 2).sum(1)
            back = float((weight[backs] * np.exp(-unlike)).max())
        weight[backs] = 0
        found[number] = float(weight.max()), back
    return found


def _look(image: Image, card: SeenCard) -> NDArray[np.float64]:
    """Mean lightness, colour (two channels) and spread of the lightness of a card's middle."""
    crop = upright_crop(image, card.quad, _LOOK_PX)[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX]
    mean, spread = cv2.meanStdDev(cv2.cvtColor(crop.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))
    return np.array([*mean[:, 0], spread[0, 0]])
