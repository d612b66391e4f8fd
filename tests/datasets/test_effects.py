"""What light and camera do to a composed picture: it looks worse, and nothing moves."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.datasets.synth import effects
from yakume.vision.light import in_good_light


@pytest.mark.parametrize("length", [3, 5, 7, 9])
def test_motion_blurs_to_both_sides_alike(length: int) -> None:
    picture = np.zeros((31, 31), np.float32)
    picture[15, 15] = 1
    for angle in np.linspace(0, np.pi, 13):
        blurred = cv2.filter2D(picture, -1, effects.motion(length, angle))
        assert blurred.sum() == pytest.approx(1, abs=1e-5)
        places = np.argwhere(blurred > 0)
        assert np.linalg.norm(np.ptp(places, axis=0)) + 1 == pytest.approx(length, abs=1.3)
        assert np.abs(places.mean(0) - 15).max() < 0.3


@pytest.mark.parametrize("size_wh", [(640, 384), (1600, 400), (400, 3200)])
def test_pictures_of_every_size_have_sensor_noise(size_wh: tuple[int, int]) -> None:
    grey = np.full((size_wh[1], size_wh[0], 3), 128, np.uint8)
    rng = np.random.default_rng(2)
    noise = [effects.camera(grey, rng).astype(float) for _ in range(8)]
    strong = max(noise, key=np.std)
    assert strong.std() > 3
    corners = [strong[y, x].std() for y in (np.s_[:200], np.s_[-200:]) for x in (np.s_[:200], np.s_[-200:])]
    assert min(corners) > 0.7 * max(corners)


def test_a_hand_throws_its_shadow_beside_itself_and_not_across_the_picture() -> None:
    """An arm that leaves the picture at its right or lower edge once darkened the edge opposite."""
    for seed in range(12):
        table = np.full((400, 600, 3), 200, np.uint8)
        owner = np.zeros((400, 600), np.int16)
        effects.draw_hand(table, owner, 7, np.array([300.0, 200.0]), 120, np.random.default_rng(seed))
        assert (owner == 7).any()
        to_hand = cv2.distanceTransform((owner != 7).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
        assert (np.abs(table[to_hand > 150].astype(int) - 200) <= 1).all()
        assert (table[(to_hand > 4) & (to_hand < 12)] < 195).any()


def test_what_a_camera_records_in_the_dark_is_noisy_and_can_be_brought_back() -> None:
    room = np.full((200, 300, 3), 90, np.uint8)
    room[50:120, 80:160] = 235
    levels, casts = [], []
    for seed in range(40):
        seen = effects.dark(room, np.random.default_rng(seed))
        assert seen.shape == room.shape and seen.dtype == np.uint8
        levels.append(seen.mean())
        paper = in_good_light(seen)[60:110, 90:150].reshape(-1, 3).mean(0)
        casts.append(np.ptp(paper))
        assert paper.max() > 120
    assert min(levels) < 15 and max(levels) > 45
    assert np.median(casts) < 40
