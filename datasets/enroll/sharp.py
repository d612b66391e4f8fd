"""Whether a photograph of a deck is sharp enough to learn the deck from it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from yakume.vision.picture import Image

LEAST_SHARP = 0.08
"""Of a photograph sharp enough: half of its cards have an edge along which that share of their contrast lies within a
hundred-and-eightieth of their height. Sharp ones have 0.3 and more at 100 to 200 px, less than this blurred by three
hundredths of their height, which is more than a table seen from above loses of a card."""

_SIZE_WH, _RIM = (110, 180), 6
_LEAST_CONTRAST = 20.0


def sharpness(card: Image) -> float:
    """The steepest edges of one upright card, as share of its contrast per hundred-and-eightieth of its height."""
    grey = cv2.cvtColor(cv2.resize(card, _SIZE_WH, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    inner = grey.astype(np.float32)[_RIM:-_RIM, _RIM:-_RIM]
    across, down = (inner[1:-1, 2:] - inner[1:-1, :-2]) / 2, (inner[2:, 1:-1] - inner[:-2, 1:-1]) / 2
    contrast = float(np.percentile(inner, 95) - np.percentile(inner, 5))
    return float(np.percentile(np.hypot(across, down), 99)) / max(contrast, _LEAST_CONTRAST)


def is_blurred(cards: Sequence[Image]) -> bool:
    """True if what would be learnt of most of `cards`, upright pictures, is a blur."""
    return float(np.median([sharpness(card) for card in cards])) < LEAST_SHARP
