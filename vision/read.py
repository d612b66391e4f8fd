"""Reading one picture: find the cards, read their faces, and say how long it took."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .detection import CornerFinder, Detection, Detector, FaceReader, SeenCard
from .geometry import Quad, iou, turned
from .picture import Image

MIN_IS_CARD = 0.5
"""A box that the second look finds less likely a card than this is dropped."""

MIN_CERTAINTY = 0.5
"""What is less certain to be a card than this is left out. On composed scenes of decks never seen in training the best
F1 of box and face lies at 0.55, and is a third higher than without."""

MAX_IOU = 0.7
"""Two tight outlines that overlap more than this are one card seen twice."""


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What is seen in one picture."""

    size_wh: tuple[int, int]
    """Width and height of the picture, px."""
    cards: tuple[SeenCard, ...]
    detect_ms: float
    read_ms: float

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume read --json`, but for the picture's name."""
        return {
            "width": self.size_wh[0],
            "height": self.size_wh[1],
            "cards": [card_to_json(card) for card in self.cards],
            "ms": {"detect": round(self.detect_ms, 1), "read": round(self.read_ms, 1)},
        }


def card_to_json(card: SeenCard) -> dict[str, Any]:
    """`card` in the form of `yakume read --json`."""
    return {
        "face": str(card.face),
        "candidates": [[str(face), round(p, 4)] for face, p in card.candidates()],
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad],
        "score": round(card.score, 4),
    }


@dataclass(frozen=True)
class CardReader:
    """A detector and a face reader, used together; whatever satisfies the two protocols will do."""

    detector: Detector
    faces: FaceReader
    corners: CornerFinder | None = None
    """The second look at each box; None trusts the detector's boxes."""

    def detect(self, image: Image) -> list[Detection]:
        """The cards in `image`, surest first, their corners tight but their faces unread."""
        found = self.detector.detect(image)
        if self.corners is None or not found:
            return found
        quads, is_card = self.corners.tighten(image, [d.quad for d in found])
        looked = [replace(d, quad=quad) for d, quad, p in zip(found, quads, is_card, strict=True) if p >= MIN_IS_CARD]
        return without_twins(looked)

    def read_faces(self, image: Image, detections: list[Detection]) -> list[SeenCard]:
        """The cards of `detections` with their faces and their own top-left corner first."""
        probabilities, upside_down = self.faces.read(image, [d.quad for d in detections])
        return [
            SeenCard(_upright(found.quad, bool(flip)), certainty(found.score, row), row)
            for found, row, flip in zip(detections, probabilities, upside_down, strict=True)
        ]

    def read(self, image: Image) -> PictureReading:
        """All there is to see in `image`."""
        started = time.perf_counter()
        detections = self.detect(image)
        found = time.perf_counter()
        cards = [card for card in self.read_faces(image, detections) if card.score >= MIN_CERTAINTY]
        done = time.perf_counter()
        height, width = image.shape[:2]
        return PictureReading((width, height), tuple(cards), (found - started) * 1000, (done - found) * 1000)


def certainty(score: float, probabilities: NDArray[np.float32]) -> float:
    """How certain it is that a card lies there, 0…1, from the detector's `score` and the face probabilities (37,).

    What has no face that can be read is rarely a card: the geometric mean of both tells cards from other things better
    than either alone.
    """
    return float(np.sqrt(score * probabilities.max()))


def without_twins(detections: list[Detection]) -> list[Detection]:
    """`detections` (surest first) without those that lie on a surer one: two loose boxes that became one card."""
    kept: list[Detection] = []
    for detection in detections:
        if all(iou(detection.quad, other.quad) <= MAX_IOU for other in kept):
            kept.append(detection)
    return kept


def _upright(quad: Quad, upside_down: bool) -> Quad:
    return turned(quad, 2) if upside_down else quad
