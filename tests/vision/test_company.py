"""A back is likelier one where cards of its size lie beside it, and backs that look like it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from yakume.engine import BACK, FACES, Face
from yakume.models.registry import WEIGHTS, load_card
from yakume.vision.certainty import USUAL
from yakume.vision.company import beside
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import Quad, make_quad
from yakume.vision.read import CardReader

RED, BLUE = (40, 40, 160), (150, 60, 40)


def quad_at(x: float, width: float = 33.0, y: float = 20.0) -> Quad:
    return make_quad([[x, y], [x + width, y], [x + width, y + width * 54 / 33], [x, y + width * 54 / 33]])


def card(quad: Quad, face: str = "back", score: float = 0.9, p: float = 0.9) -> SeenCard:
    row = np.full(len(FACES), 0.001, np.float32)
    row[Face(face).index] = p
    return SeenCard(quad, score, row, presence=score)


def table(*backs: tuple[Quad, tuple[int, int, int]]) -> np.ndarray:
    image = np.full((240, 480, 3), 200, np.uint8)
    for quad, colour in backs:
        (left, top), (right, bottom) = quad[0].astype(int), quad[2].astype(int)
        image[top:bottom, left:right] = colour
    return image


ONE, OTHER = quad_at(20), quad_at(120)


def test_faces_are_not_asked_and_a_back_alone_has_no_company() -> None:
    image = table((ONE, RED))
    assert beside(image, []) == {}
    assert beside(image, [card(ONE, "8n")]) == {}
    assert beside(image, [card(ONE)]) == {0: (0.0, 0.0)}


def test_a_face_of_its_size_speaks_for_a_back_as_surely_as_it_is_told() -> None:
    image = table((ONE, RED))
    assert beside(image, [card(ONE), card(OTHER, "8n", 0.8)])[0] == pytest.approx((0.8, 0.0), abs=1e-3)
    assert beside(image, [card(ONE)], [card(OTHER, "8n", 0.8)])[0] == pytest.approx((0.8, 0.0), abs=1e-3)
    assert beside(image, [card(ONE), card(OTHER, "8n", 0.8, p=0.3)])[0] == (0.0, 0.0)  # it may be no face at all


def test_what_is_much_larger_or_lies_in_the_same_place_does_not() -> None:
    image = table((ONE, RED))
    assert beside(image, [card(ONE), card(quad_at(120, 99), "8n")])[0][0] < 0.01
    assert beside(image, [card(ONE), card(quad_at(22), "8n")])[0] == (0.0, 0.0)


def test_backs_speak_for_each_other_where_they_look_alike() -> None:
    alike, unlike = table((ONE, RED), (OTHER, RED)), table((ONE, RED), (OTHER, BLUE))
    both = [card(ONE), card(OTHER, score=0.7)]
    found = beside(alike, both)
    assert found[0] == pytest.approx((0.0, 0.7), abs=0.01) and found[1] == pytest.approx((0.0, 0.9), abs=0.01)
    assert max(back for _, back in beside(unlike, both).values()) < 0.01


@dataclass
class Eyes:
    """Finds cards that are not surely any, and reads each as it is told to."""

    places: dict[float, str]
    score: float = 0.6

    def detect(self, image: np.ndarray) -> list[Detection]:
        return [Detection(quad_at(x), self.score, False) for x in self.places]

    def read(self, image: np.ndarray, quads: list[Quad]) -> tuple[np.ndarray, np.ndarray]:
        rows = [card(quad, self.places[float(quad[0, 0])]).probabilities for quad in quads]
        return np.array(rows), np.zeros(len(quads), bool)


def told(places: dict[float, str], image: np.ndarray) -> list[str]:
    eyes = Eyes(places)
    return sorted(str(seen.face) for seen in CardReader(eyes, eyes).read(image).cards)


def test_two_doubtful_backs_that_look_alike_are_told_and_one_alone_is_not() -> None:
    both = {20.0: "back", 120.0: "back"}
    assert USUAL.confidence(0.6, card(ONE).probabilities) < 0.5
    assert told({20.0: "back"}, table((ONE, RED))) == []
    assert told(both, table((ONE, RED), (OTHER, RED))) == ["back", "back"]
    assert told(both, table((ONE, RED), (OTHER, BLUE))) == []


def test_what_reads_as_a_back_is_told_by_the_shipped_weights_where_it_surely_lies_or_beside_a_face() -> None:
    """The first frames of the demo clip: of the stock a box is found with 0.80, and nothing else lies there; then a
    face does. A lone wallet looks no other than a lone back."""
    back_weights = load_card(WEIGHTS / "read.toml").back_weights
    certainty, stock = replace(USUAL, back_weights=back_weights), card(ONE).probabilities
    assert certainty.is_certain(0.9, stock)
    assert not certainty.is_certain(0.8, stock)
    assert certainty.is_certain(certainty.in_company(0.8, face=0.95, back=0.0), stock)


def test_what_was_read_before_keeps_company_with_what_is_new() -> None:
    eyes = Eyes({20.0: "back"})
    image = table((ONE, RED), (OTHER, RED))
    new = Detection(ONE, 0.6, False)
    reader = CardReader(eyes, eyes)
    (alone,) = reader.see(image, [new])
    (among,) = reader.see(image, [new], known=[card(OTHER)])
    assert alone.face == among.face == BACK
    assert among.presence > alone.presence == pytest.approx(0.6) and among.score > alone.score
