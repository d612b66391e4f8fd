"""Outlines to cut pictures along: many looks at a card are better than one, and all cards are equally large."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from yakume.datasets.enroll.outlines import settled_outlines
from yakume.engine import CARDS, FACES
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import iou, turned
from yakume.vision.read import CardReader

PHOTO = np.full((640, 1100, 3), 80, np.uint8)
TILT = np.array([[1, 0.05, 0], [0.02, 0.9, 0], [2e-5, 2e-4, 1]])
"""Table mm × 2 to px, seen a little from below."""


def true_outlines() -> list[np.ndarray]:
    """Twelve cards in three rows, each turned a little."""
    rng = np.random.default_rng(3)
    box = np.array([[-33, -54], [33, -54], [33, 54], [-33, 54]])
    quads = []
    for number in range(12):
        c, s = np.cos(turn := rng.normal(0, 0.05)), np.sin(turn)
        quad = box @ np.array([[c, s], [-s, c]]) + (120 + 220 * (number % 4), 110 + 180 * (number // 4))
        quads.append(cv2.perspectiveTransform(quad[None].astype(np.float64), TILT)[0].astype(np.float32))
    return quads


@dataclass
class Unsteady:
    """A second look whose answer depends on the box it is given: off by `noise` px a corner."""

    quads: list[np.ndarray]
    noise: float = 4.0

    def tighten(self, image: np.ndarray, boxes: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
        answers = []
        for box in boxes:
            rng = np.random.default_rng(np.abs(box).astype(np.int64).ravel())
            near = max(self.quads, key=lambda quad: iou(quad, box))
            answers.append((near + rng.normal(0, self.noise, (4, 2))).astype(np.float32))
        return answers, np.ones(len(boxes), np.float32)

    def reader(self) -> CardReader:
        return CardReader(None, None, self)  # type: ignore[arg-type]


def seen(quads: list[np.ndarray]) -> list[SeenCard]:
    scores = np.full(len(FACES), 0.5 / 36, np.float32)
    scores[CARDS[0].face.index] = 0.5
    return [SeenCard(quad, 0.9, scores) for quad in quads]


def off_by(quads: list[np.ndarray], truth: list[np.ndarray]) -> np.ndarray:
    """Mean distance of the corners, px, a card."""
    return np.array([np.linalg.norm(a - b, axis=1).mean() for a, b in zip(quads, truth, strict=True)])


def test_many_looks_at_a_card_are_better_than_one() -> None:
    truth = true_outlines()
    finder = Unsteady(truth)
    once, _ = finder.tighten(PHOTO, truth)
    settled = settled_outlines(PHOTO, finder.reader(), seen(once))
    before, after = off_by(once, truth), off_by([card.quad for card in settled], truth)
    assert after.mean() < 0.5 * before.mean()
    assert after.max() < 5


def test_a_box_that_lacks_a_part_of_its_card_is_mended() -> None:
    truth = true_outlines()
    boxes = list(truth)
    boxes[5] = (boxes[5] + 0.3 * (boxes[5][1] - boxes[5][0])).astype(np.float32)
    settled = settled_outlines(PHOTO, Unsteady(truth, noise=0.0).reader(), seen(boxes))
    assert off_by([card.quad for card in settled], truth).max() < 2
    assert [card.score for card in settled] == [0.9] * 12


def test_a_card_stands_as_it_was_found_standing() -> None:
    truth = true_outlines()
    truth[2] = turned(truth[2], 2)
    finder = Unsteady([turned(quad, 2) if n % 2 else quad for n, quad in enumerate(truth)], noise=1.0)
    settled = settled_outlines(PHOTO, finder.reader(), seen(truth))
    assert off_by([card.quad for card in settled], truth).max() < 4


@pytest.mark.parametrize("count", [0, 3])
def test_fewer_cards_than_tell_a_plane_are_left_as_they_are(count: int) -> None:
    cards = seen(true_outlines()[:count])
    settled = settled_outlines(PHOTO, Unsteady(true_outlines()).reader(), cards)
    assert all((a.quad == b.quad).all() for a, b in zip(settled, cards, strict=True))
    assert len(settled) == count


def test_a_card_that_no_look_takes_for_one_keeps_its_outline() -> None:
    truth = true_outlines()

    class Blind(Unsteady):
        def tighten(self, image: np.ndarray, boxes: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
            quads, _ = super().tighten(image, boxes)
            return quads, np.array([iou(box, truth[7]) < 0.3 for box in boxes], np.float32)

    settled = settled_outlines(PHOTO, Blind(truth, noise=0.0).reader(), seen(truth))
    assert (settled[7].quad == truth[7]).all()
