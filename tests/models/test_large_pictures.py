"""Small cards in a photograph of 12 megapixels are found, with the shipped models."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.engine import CARDS
from yakume.models.reader import load_reader


def large_picture(long_side: int) -> tuple[np.ndarray, list[tuple[float, float]]]:
    """4000×3000 px with 24 cards of the own deck in its middle, `long_side` px long, and their centres."""
    image = np.full((3000, 4000, 3), (70, 100, 60), np.uint8)
    centres = []
    for place, card in enumerate(CARDS[::2]):
        picture = render(card, long_side)
        h, w = picture.shape[:2]
        x, y = 1500 + place % 8 * 2 * w, 1300 + place // 8 * 2 * h
        image[y : y + h, x : x + w] = picture
        centres.append((x + w / 2, y + h / 2))
    return image, centres


@pytest.mark.slow
@pytest.mark.parametrize("long_side", [32, 48, 120])
def test_small_cards_in_a_large_photograph_are_found(long_side) -> None:
    image, centres = large_picture(long_side)
    found = [d.quad.mean(0) for d in load_reader().detect(image)]
    near = [any(np.hypot(*(middle - centre)) < long_side / 4 for middle in found) for centre in centres]
    # A first look shows them 5 to 17 px long; four of them may be missed, and nothing is found where none lie.
    assert sum(near) >= 20
    assert all(min(np.hypot(*(middle - centre)) for centre in centres) < long_side for middle in found)
