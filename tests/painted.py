"""A table made of paint: cards as textured rectangles, and a detector and reader that know the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from yakume.engine import FACES, Card, Face
from yakume.vision.detection import Detection
from yakume.vision.frames import Frame
from yakume.vision.geometry import CARD_MM, iou
from yakume.vision.read import CardReader

_NOISE = np.random.default_rng(0).normal(0, 1, 540 * 960 * 3).astype(np.float32)


@dataclass
class PaintedTable:
    """960 × 540 px, one px a mm; `cards` maps what lies there to (middle x, middle y, turned by degrees)."""

    cards: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """Key: a card or face in the notation, with a suffix after ``#`` where one face lies there twice."""
    hand: tuple[int, int] | None = None
    detected: int = 0
    """Pictures searched so far."""
    read: int = 0
    """Crops read so far."""
    confidence: float = 0.99
    misread: dict[str, dict[str, float]] = field(default_factory=dict)
    """Key of a card → face probabilities that the reader gives instead."""
    noise: float = 2.0

    def quad(self, key: str) -> np.ndarray:
        x, y, degrees = self.cards[key]
        w, h = CARD_MM
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
        c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        return (corners @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)

    def image(self, seed: int = 0) -> np.ndarray:
        picture = np.full((540, 960, 3), (60, 90, 70), np.uint8)
        for key in self.cards:
            texture = np.random.default_rng(_face(key).index).integers(40, 255, (9, 6, 3)).astype(np.uint8)
            texture = cv2.resize(texture, (66, 108), interpolation=cv2.INTER_CUBIC)
            source = np.array([[0, 0], [66, 0], [66, 108], [0, 108]], np.float32)
            matrix = cv2.getPerspectiveTransform(source, self.quad(key))
            cv2.warpPerspective(texture, matrix, (960, 540), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        if self.hand:
            cv2.ellipse(picture, self.hand, (70, 110), 20, 0, 360, (150, 170, 220), -1)
        noise = np.roll(_NOISE, 7919 * seed) * self.noise
        return np.clip(picture + noise.reshape(picture.shape), 0, 255).astype(np.uint8)

    def frame(self, index: int, step_ms: int = 100) -> Frame:
        return Frame(self.image(index), index, index * step_ms, "painted")

    def detect(self, image: np.ndarray) -> list[Detection]:
        self.detected += 1
        found = []
        for key in self.cards:
            x, y, _ = self.cards[key]
            if self.hand and abs(x - self.hand[0]) < 60 and abs(y - self.hand[1]) < 90:
                continue
            jitter = np.random.default_rng(self.detected).normal(0, 0.4, (4, 2))
            # A detector does not know which end is up.
            quad = np.roll(self.quad(key) + jitter, 2 * (self.detected % 2), 0).astype(np.float32)
            found.append(Detection(quad, 0.95, _face(key) == "back"))
        return found

    def read_quads(self, image: np.ndarray, quads: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        self.read += len(quads)
        rows, flips = [], []
        for quad in quads:
            key = max(self.cards, key=lambda k: iou(self.quad(k), quad))
            row = np.full(len(FACES), 0.001)
            for face, p in self.misread.get(key, {str(_face(key)): self.confidence}).items():
                row[Face(face).index] = p
            rows.append(row / max(row.sum(), 1.0))  # the rest is no card known
            own = self.quad(key)
            flips.append(np.abs(quad[0] - own[0]).sum() > np.abs(quad[0] - own[2]).sum())
        return np.array(rows, np.float32), np.array(flips, bool)

    def reader(self) -> CardReader:
        table = self

        class Truth:
            detect = staticmethod(table.detect)
            read = staticmethod(table.read_quads)

        return CardReader(Truth(), Truth())


def _face(key: str) -> Face:
    text = key.partition("#")[0]
    return Face(text) if text.endswith("k") or text == "back" else Card.parse(text).face
