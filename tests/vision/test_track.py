"""The same card from one frame to the next, and another card in its place."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.engine import Face
from yakume.vision.detection import Detection
from yakume.vision.geometry import make_quad
from yakume.vision.motion import Motion, thumbnail
from yakume.vision.track import Tracker


def place(x: int) -> np.ndarray:
    return make_quad([[x, 60], [x + 66, 60], [x + 66, 168], [x, 168]])


def table(*laid: tuple[int, int]) -> np.ndarray:
    """A table with cards at x, each with the pattern of its seed; later ones lie on top."""
    image = np.full((240, 320, 3), 90, np.uint8)
    for x, seed in laid:
        pattern = np.random.default_rng(seed).integers(0, 256, (9, 6, 1), np.uint8)
        image[60:168, x : x + 66] = pattern.repeat(12, 0).repeat(11, 1)
    return image


def look(motion: Motion, tracker: Tracker, image: np.ndarray, x: int, now_ms: int) -> None:
    """One frame in which a single card is found, at `x`."""
    motion.update(image)
    tracker.update([Detection(place(x), 0.9, False)], motion, now_ms)


@pytest.mark.parametrize(
    ("after", "keeps"), [([(108, 1)], True), ([(80, 1), (108, 2)], False)], ids=["pushed aside", "covered by the next"]
)
def test_what_was_read_stays_with_a_card_and_not_with_its_place(after: list[tuple[int, int]], keeps: bool) -> None:
    """A card half under the next one is often not found: the one that is found then is not the one that was read."""
    motion, tracker = Motion(), Tracker()
    look(motion, tracker, table((80, 1)), 80, 0)
    look(motion, tracker, table((80, 1)), 80, 200)
    (track,) = tracker.tracks
    row = np.full(37, 0.001, np.float32)
    row[Face("8n").index] = 0.96
    track.vote(row, False, thumbnail(motion, track.quad), 200)
    look(motion, tracker, table(*after), 108, 400)
    assert tracker.tracks == [track]
    assert bool(track.votes) == keeps
