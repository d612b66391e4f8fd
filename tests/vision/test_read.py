"""One picture: detect, tighten, read; and a drawing of the result."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.engine import Face
from yakume.vision.detection import Detection
from yakume.vision.draw import draw_cards, draw_zones
from yakume.vision.geometry import make_quad
from yakume.vision.read import CardReader

LOOSE = [make_quad([[x, 10], [x + 40, 10], [x + 40, 70], [x, 70]]) for x in (0, 5, 100, 200)]


class Loose:
    """Finds four boxes, two of them on one card and one on no card."""

    def detect(self, image):
        return [Detection(quad, 0.9 - 0.1 * n, False) for n, quad in enumerate(LOOSE)]


class Tight:
    """Moves the first two boxes onto one place and finds the last one to be no card."""

    def tighten(self, image, boxes):
        return [LOOSE[0], LOOSE[0] + 1, LOOSE[2] + 3, LOOSE[3]], np.array([0.9, 0.9, 0.8, 0.1], np.float32)


class Upside:
    """Reads everything as 8n, upside down."""

    def read(self, image, quads):
        rows = np.full((len(quads), 37), 0.1 / 36, np.float32)
        rows[:, Face("8n").index] = 0.9
        return rows, np.ones(len(quads), bool)


def test_the_second_look_tightens_merges_and_drops() -> None:
    found = CardReader(Loose(), Upside(), Tight()).detect(np.zeros((100, 300, 3), np.uint8))
    assert [d.quad.tolist() for d in found] == [LOOSE[0].tolist(), (LOOSE[2] + 3).tolist()]
    assert [round(d.score, 3) for d in found] == [0.9, 0.7]


def test_without_a_second_look_the_boxes_stay() -> None:
    assert len(CardReader(Loose(), Upside()).detect(np.zeros((100, 300, 3), np.uint8))) == 4


def test_a_reading_is_json_with_quads_from_the_cards_own_top_left() -> None:
    data = CardReader(Loose(), Upside(), Tight()).read(np.zeros((100, 300, 3), np.uint8)).to_json()
    assert (data["width"], data["height"]) == (300, 100)
    card = data["cards"][0]
    assert card["face"] == "8n"
    assert card["quad"] == [[40.0, 70.0], [0.0, 70.0], [0.0, 10.0], [40.0, 10.0]]
    assert card["candidates"][0] == ["8n", 0.9]
    assert len(card["candidates"]) == 3
    assert set(data["ms"]) == {"detect", "read"}


def test_what_can_hardly_be_read_is_no_card() -> None:
    class Blurred(Upside):
        def read(self, image, quads):
            rows, flips = super().read(image, quads)
            rows[0] = 1 / 37
            return rows, flips

    cards = CardReader(Loose(), Blurred(), Tight()).read(np.zeros((100, 300, 3), np.uint8)).cards
    assert [card.quad[2].tolist() for card in cards] == [(LOOSE[2] + 3)[0].tolist()]
    assert cards[0].score == pytest.approx((0.7 * 0.9) ** 0.5)


def test_a_picture_without_cards_reads_as_none(table) -> None:
    assert table.reader().read(table.image()).cards == ()


def test_drawings_leave_the_picture_alone(layout) -> None:
    image = np.zeros((540, 960, 3), np.uint8)
    drawn = draw_zones(draw_cards(image, [(LOOSE[2], "8n", True), (LOOSE[3], "3k?", False)]), layout)
    assert not image.any()
    assert drawn.any()
