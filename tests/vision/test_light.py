"""Pictures in poor light are put right; all others are not touched."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.vision.light import gains, in_good_light


def room() -> np.ndarray:
    """A wooden table with white paper on it, in good light."""
    rng = np.random.default_rng(1)
    image = rng.normal((60, 95, 140), 12, (300, 400, 3))
    image[100:160, 100:200] = rng.normal((228, 236, 240), 3, (60, 100, 3))
    return np.clip(image, 0, 255).astype(np.uint8)


def test_a_picture_in_good_light_is_the_same_array() -> None:
    image = room()
    assert in_good_light(image) is image
    warm = np.clip(image * np.array([0.75, 0.9, 1.0]), 0, 255).astype(np.uint8)  # a lamp in the evening
    assert in_good_light(warm) is warm


def test_a_few_cards_on_a_dark_coloured_cloth_lie_in_good_light() -> None:
    """A camera sees a first field as a hundredth of the picture, and its whites as less; a red back is no red lamp."""
    rng = np.random.default_rng(1)
    image = rng.normal((29, 67, 34), 6, (720, 1280, 3))
    image[300:460, 400:440] = (40, 60, 200)
    image[330:362, 520:560] = image[330:362, 580:600] = (236, 240, 238)
    image = np.clip(image, 0, 255).astype(np.uint8)
    assert in_good_light(image) is image


def test_noise_in_the_dark_is_no_light() -> None:
    rng = np.random.default_rng(1)
    noisy = np.clip(rng.normal(20, 70, (720, 1280, 3)), 0, 255).astype(np.uint8)
    noisy[100:160, 100:200] = np.clip(rng.normal(60, 70, (60, 100, 3)), 0, 255)
    assert min(gains(noisy)) > 1


@pytest.mark.parametrize("level", [0.35, 0.2, 0.1, 0.05])
def test_in_the_dark_one_gain_brings_back_what_was_there(level: float) -> None:
    image = room()
    dark = np.clip(np.round(image * level), 0, 255).astype(np.uint8)
    b, g, r = gains(dark)
    assert b == g == r > 1
    lit = in_good_light(dark)
    assert np.abs(lit.astype(float) - image).mean() < 1.5 / level + 3  # a few levels, stretched


@pytest.mark.parametrize("lamp", [(0.2, 0.2, 1.0), (0.15, 0.5, 1.0), (1.0, 0.4, 0.3), (0.1, 0.1, 0.5)])
def test_under_a_coloured_lamp_paper_is_white_again(lamp: tuple[float, float, float]) -> None:
    seen = np.clip(room() * np.array(lamp), 0, 255).astype(np.uint8)
    paper = in_good_light(seen)[130, 150].astype(int)
    assert paper.min() > 200 and np.ptp(paper) < 30


def test_where_a_coloured_lamp_shines_on_a_card_says_nothing_of_its_colour() -> None:
    seen = np.clip(room() * np.array((0.15, 0.15, 1.0)), 0, 255).astype(np.uint8)
    seen[110:130, 120:150] = (120, 120, 255)
    paper = in_good_light(seen)[140, 170].astype(int)
    assert paper.min() > 200 and np.ptp(paper) < 30


def test_a_black_picture_stays_one() -> None:
    black = np.zeros((50, 60, 3), np.uint8)
    assert not in_good_light(black).any()
