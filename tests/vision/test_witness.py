"""The second witness of an enrolled deck: its pictures, laid over what is seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.engine import BACK, CARDS, FACES, Face
from yakume.vision.certainty import USUAL
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import iou, make_quad
from yakume.vision.read import CardReader
from yakume.vision.witness import CARD_WH, LOOKS, Witness

NAMES = ("1h", "8n", "3t", "5n", "11h", "12h")
W, H = CARD_WH
LIES = make_quad([[210, 90], [352, 118], [306, 352], [160, 320]])
"""Where a card lies in the picture, and which outline it is found with: a tenth of it too far down."""
FOUND = LIES + np.float32([-6, 20])


def picture(name: str) -> np.ndarray:
    card = next(card for card in CARDS if str(card.face) == name)
    return cv2.resize(np.asarray(render(card, H), np.uint8), (W, H))


@pytest.fixture(scope="module")
def witness() -> Witness:
    return Witness({Face(name).index: [picture(name)] for name in NAMES})


def table(name: str | None, quad: np.ndarray = LIES) -> np.ndarray:
    """A picture of 480 × 420 px of a wooden table on which `name` lies."""
    image = np.random.default_rng(1).normal(120, 6, (420, 480, 3)).clip(0, 255).astype(np.uint8)
    if name:
        onto = cv2.getPerspectiveTransform(np.float32([[0, 0], [W, 0], [W, H], [0, H]]), np.float32(quad))
        cv2.warpPerspective(picture(name), onto, (480, 420), image, borderMode=cv2.BORDER_TRANSPARENT)
    return image


def guess(**shares: float) -> np.ndarray:
    values = np.full(len(FACES), 0.001, np.float32)
    for name, share in shares.items():
        values[Face(name.lstrip("_")).index] = share
    return values


def test_it_names_the_card_and_says_where_it_lies(witness) -> None:
    sighting = witness.look(table("8n"), FOUND, guess(_8n=0.4))
    assert sighting is not None
    assert str(FACES[sighting.face]) == "8n"
    assert np.abs(sighting.quad - LIES).max() < 3
    assert iou(FOUND, LIES) < 0.85 < iou(sighting.quad, LIES), "the outline was off"


def test_it_says_so_where_the_networks_guess_another_card_and_which_way_up_it_lies(witness) -> None:
    sighting = witness.look(table("5n"), np.roll(FOUND, 2, axis=0), guess(_8n=0.4, _5n=0.1))
    assert sighting is not None
    assert str(FACES[sighting.face]) == "5n"
    assert np.abs(sighting.quad - LIES).max() < 3, "the card's own top-left comes first"


def test_it_says_nothing_of_what_it_does_not_know(witness) -> None:
    plain, mirrored = table(None), table("8n", LIES[[1, 0, 3, 2]])
    for name, image in (("table", plain), ("another card", table("2k")), ("a mirrored card", mirrored)):
        assert witness.look(image, FOUND, guess(_8n=0.4)) is None, name


def seen(probabilities: np.ndarray, presence: float = 0.4, score: float = 0.3) -> SeenCard:
    return SeenCard(FOUND, score, probabilities, presence=presence)


def test_it_is_asked_about_the_doubtful_alone(witness, monkeypatch) -> None:
    image, asked = table("8n"), []
    look = Witness.look
    monkeypatch.setattr(Witness, "look", lambda self, *about: asked.append(about[1].tobytes()) or look(self, *about))
    sure = seen(guess(_5n=0.95), 0.99, 0.99)
    back, nothing = seen(guess(back=0.6)), seen(guess(_8n=0.4), presence=0.05)
    assert witness.confirmed(image, [sure, back, nothing], USUAL) == [sure, back, nothing]
    assert not asked
    (told,) = witness.confirmed(image, [seen(guess(_8n=0.4))], USUAL)
    assert told.face == Face("8n")
    assert told.score > 0.75 > USUAL.confidence(0.4, guess(_8n=0.4))
    asked.clear()
    witness.confirmed(image, [seen(guess(_8n=0.4))] * 40, USUAL)
    assert len(asked) == LOOKS, "each takes as long as reading twenty"
    assert FACES[-1] == BACK


def test_a_reader_tells_what_its_witness_sees(witness) -> None:
    class Doubtful:
        def detect(self, image):
            return [Detection(FOUND, 0.5, False)]

        def read(self, image, quads):
            return np.array([guess(_8n=0.3, _5n=0.25)] * len(quads)), np.zeros(len(quads), bool)

    eyes, image = Doubtful(), np.clip(table("5n").astype(int) * 2, 0, 255).astype(np.uint8)
    assert CardReader(eyes, eyes).read(image).cards == ()
    (card,) = CardReader(eyes, eyes, witness=witness).read(image).cards
    assert card.face == Face("5n")
    assert iou(card.quad, LIES) > 0.9
