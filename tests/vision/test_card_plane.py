"""From cards that are all equally large to the plane on which they lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.vision.card_plane import MISFIT, cards_at, fit_plane, misfits
from yakume.vision.geometry import CARD_MM, iou, make_quad

SIZE = (1280, 720)
BOX = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) * CARD_MM
VIEWS = {
    "straight": [[100, 50], [1180, 50], [1180, 680], [100, 680]],
    "tilted": [[300, 100], [980, 100], [1250, 700], [30, 700]],
    "askew": [[200, 60], [900, 150], [1240, 690], [60, 560]],
}


def seen_through(view: str, cards: np.ndarray) -> list[np.ndarray]:
    """Cards (n, 4, 2) on a table of 700 × 400 mm as the camera sees them, px."""
    table = np.array([[0, 0], [700, 0], [700, 400], [0, 400]], np.float32)
    matrix = cv2.getPerspectiveTransform(table, np.array(VIEWS[view], np.float32))
    return [make_quad(cv2.perspectiveTransform(card[None].astype(np.float32), matrix)[0]) for card in cards]


def cards(count: int, size: tuple[float, float] = (1, 1), seed: int = 3) -> np.ndarray:
    """`count` cards strewn over the table, their width and height `size` times a card's, mm."""
    rng = np.random.default_rng(seed)
    placed = []
    for _ in range(count):
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        placed.append((BOX * size) @ turn + rng.uniform((50, 50), (650, 350)))
    return np.array(placed)


@pytest.mark.parametrize("view", VIEWS)
def test_whole_cards_fit_the_plane_of_the_cards(view) -> None:
    quads = seen_through(view, cards(10))
    plane = fit_plane(quads, [0.9] * 10, SIZE)
    assert misfits(quads, plane).max() < 0.02
    sides = [np.linalg.norm(np.diff(plane.to_mm(quad), axis=0), axis=1) for quad in quads]
    assert np.array(sides) == pytest.approx(np.array([[33, 54, 33]] * 10), rel=0.02)


@pytest.mark.parametrize("view", VIEWS)
def test_outlines_of_parts_and_of_two_cards_do_not_spoil_it(view) -> None:
    whole, halves, doubles = cards(8), cards(4, (1, 0.55), 4), cards(3, (1.6, 1), 5)
    quads = seen_through(view, np.concatenate([whole, halves, doubles]))
    plane = fit_plane(quads, [0.9] * 15, SIZE)
    off = misfits(quads, plane)
    assert off[:8].max() < MISFIT
    assert off[8:].min() > 0.3


def test_few_cards_say_nothing() -> None:
    assert fit_plane(seen_through("straight", cards(3)), [0.9] * 3, SIZE) is None


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("part", [(0.6, 1.0), (1.0, 0.7), (0.7, 0.7), (1.5, 1.0), (1.0, 0.6)])
def test_of_the_cards_at_an_outline_one_is_the_true_one(view, part) -> None:
    plane = fit_plane(seen_through(view, cards(10)), [0.9] * 10, SIZE)
    turn = np.array([[0.8, 0.6], [-0.6, 0.8]])
    for corner in range(4):
        shared = BOX[corner] @ turn + (300, 200)
        outline = shared + ((BOX - BOX[corner]) * part) @ turn
        found, true = seen_through(view, np.array([outline, BOX @ turn + (300, 200)]))
        assert max(iou(each, true) for each in cards_at(found, plane)) > 0.93
