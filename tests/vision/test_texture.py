"""Pieces of a pattern are no cards; cards that look alike, in rows and fans, are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.engine import Card, Face
from yakume.vision.detection import Detection
from yakume.vision.read import CardReader
from yakume.vision.texture import is_pattern

SIZE = 720, 1280


def rectangle(x: float, y: float, w: float, h: float, angle: float = 0.0) -> np.ndarray:
    """Corners (4, 2), px, of a rectangle about (x, y)."""
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    c, s = np.cos(angle), np.sin(angle)
    return (corners @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def cloth(check_px: int, angle: float) -> np.ndarray:
    """A checked tablecloth that lies turned by `angle`, with a camera's noise."""
    yy, xx = np.mgrid[0 : SIZE[0], 0 : SIZE[1]].astype(np.float64)
    c, s = np.cos(angle), np.sin(angle)
    u, v = (c * xx + s * yy) // check_px % 2, (c * yy - s * xx) // check_px % 2
    pixels = np.array([60, 60, 200]) * (u + v)[..., None] / 2 + 230 * (1 - (u + v)[..., None] / 2)
    return np.clip(pixels + np.random.default_rng(3).normal(0, 8, pixels.shape), 0, 255).astype(np.uint8)


def lay(image: np.ndarray, card: Card | None, quad: np.ndarray) -> None:
    """Draw `card`, or a back for None, at `quad` (4, 2), in place."""
    picture = render(card, 180)
    h, w = picture.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    to = cv2.getPerspectiveTransform(corners, quad)
    drawn = cv2.warpPerspective(np.dstack([picture, np.full((h, w), 255, np.uint8)]), to, SIZE[::-1])
    image[drawn[..., 3] > 127] = drawn[..., :3][drawn[..., 3] > 127]


@pytest.mark.parametrize("check_px", [9, 24, 40])
@pytest.mark.parametrize("angle", [0.0, 0.35])
def test_a_piece_of_a_checked_cloth_is_a_pattern(check_px: int, angle: float) -> None:
    image = cloth(check_px, angle)
    assert is_pattern(image, rectangle(600, 360, check_px, 1.6 * check_px, angle))
    assert is_pattern(image, rectangle(610, 350, 1.6 * check_px, check_px, angle))


@pytest.mark.parametrize("first", range(8))
def test_whichever_six_directions_of_eight_it_lies_in(first: int) -> None:
    """Six directions beside each other are as many wherever they begin; five are too few."""
    motif = np.random.default_rng(1).integers(0, 256, (32, 20, 3)).astype(np.uint8)
    motif = cv2.resize(motif[::4, ::4], (20, 32), interpolation=cv2.INTER_NEAREST)
    for directions, expected in ((6, True), (5, False)):
        image = np.full((*SIZE, 3), 90, np.uint8)
        angles = [(first + k + 0.5) * np.pi / 4 for k in range(directions)]
        around = [(d, a + by) for a in angles for d, by in ((40, 0.0), (72, 0.0), (102, -0.16), (102, 0.16))]
        for x, y in [(0.0, 0.0)] + [(d * np.cos(a), d * np.sin(a)) for d, a in around]:
            left, top = 590 + round(x), 344 + round(y)
            image[top : top + 32, left : left + 20] = motif
        assert is_pattern(image, rectangle(600, 360, 20, 32)) is expected


def test_a_card_on_a_checked_cloth_is_none() -> None:
    image = cloth(24, 0.2)
    for n, card in enumerate((Card.parse("9a"), Card.parse("12b"), Card.parse("8h"), None)):
        quad = rectangle(300 + 120 * n, 360, 60, 98, 0.1)
        lay(image, card, quad)
        assert not is_pattern(image, quad), card


@pytest.mark.parametrize("long_px", [36, 90])
def test_backs_in_rows_and_fans_and_many_like_faces_are_none(long_px: int) -> None:
    image = np.full((*SIZE, 3), (70, 110, 60), np.uint8)
    w = long_px * 33 / 54
    rows = [rectangle(300 + n * w * 1.1, 200, w, long_px) for n in range(8)]
    fan = [rectangle(700 + n * w * 0.4, 450 + 4 * n, w, long_px, -0.5 + 0.14 * n) for n in range(8)]
    for quad in (*rows, *fan):
        lay(image, None, quad)
    alike = [rectangle(300 + n * w * 1.1, 600, w, long_px) for n in range(3)]
    for quad in alike:
        lay(image, Card.parse("12b"), quad)
    for quad in (*rows, *fan, *alike):
        assert not is_pattern(image, quad)


def test_nothing_is_said_of_an_outline_outside_the_picture_or_as_large_as_it() -> None:
    image = cloth(24, 0.0)
    assert not is_pattern(image, rectangle(-400, -400, 30, 50))
    assert not is_pattern(image, rectangle(640, 360, 1200, 700))


@dataclass
class Eyes:
    """Finds boxes at `quads` and reads each as a 9k, with the probabilities `sure`."""

    quads: list[np.ndarray]
    sure: list[float]

    def detect(self, image: np.ndarray) -> list[Detection]:
        return [Detection(quad, 0.9, False) for quad in self.quads]

    def read(self, image: np.ndarray, quads: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        rows = np.full((len(quads), 37), 1e-4, np.float32)
        rows[:, Face("9k").index] = [self.sure[min(self._number(quad), len(self.sure) - 1)] for quad in quads]
        return rows, np.zeros(len(quads), bool)

    def _number(self, quad: np.ndarray) -> int:
        return int(np.argmin([np.abs(quad - known).max() for known in self.quads]))


def test_pieces_of_a_cloth_are_not_told_nor_what_reads_like_them_at_its_rim() -> None:
    image = cloth(24, 0.0)
    image[:, :300] = (70, 110, 60)
    pieces = [rectangle(x, 360, 24, 38) for x in (600, 900)]
    rim, elsewhere, large = rectangle(312, 20, 24, 38), rectangle(120, 300, 60, 98), rectangle(120, 550, 24, 40)
    assert not is_pattern(image, rim)
    eyes = Eyes([*pieces, rim, elsewhere, large], [0.8, 0.8, 0.8, 0.8, 0.9999])
    reading = CardReader(eyes, eyes).read(image)
    told = {tuple(card.quad.mean(0).round()) for card in (*reading.cards, *reading.unread)}
    assert told == {(120, 300), (120, 550)}  # of another size; of the same one, but read without a doubt
