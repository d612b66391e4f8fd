"""What a model says of one picture: where cards lie, and what each shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from yakume.engine import FACES, Face

from .geometry import Quad
from .motion import Window
from .picture import Image


@dataclass(frozen=True, slots=True)
class Detection:
    """A card somewhere in a picture, before its face is read."""

    quad: Quad
    """Image px; which of its two short sides is the card's top is not known yet."""
    score: float
    """How sure the detector is that a card lies here, 0…1."""
    is_back: bool
    """True if the detector takes it for a face-down card."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a picture with what it shows."""

    quad: Quad
    """Image px, clockwise from the card's own top-left."""
    score: float
    """How sure we are that a card lies here, 0…1."""
    probabilities: NDArray[np.float32]
    """Shape (37,): one per face in the order of `FACES`; what they lack to 1 is the probability of no card known."""
    presence: float = 0.0
    """How sure we are that something lies here like a card, whatever it shows, 0…1."""
    found: Quad | None = None
    """The outline it was found with, image px, where `quad` is a better one."""

    @property
    def face(self) -> Face:
        """The likeliest face."""
        return FACES[int(self.probabilities.argmax())]

    @property
    def none(self) -> float:
        """The probability that it is no card known."""
        return max(0.0, 1.0 - float(self.probabilities.sum()))

    def candidates(self, count: int = 3) -> list[tuple[Face, float]]:
        """The `count` likeliest faces with their probabilities, best first."""
        order = np.argsort(-self.probabilities, kind="stable")[:count]
        return [(FACES[int(k)], float(self.probabilities[k])) for k in order]


class Detector(Protocol):
    """Finds cards in a picture."""

    def detect(self, image: Image) -> list[Detection]:
        """The cards in `image`, surest first."""
        ...


@runtime_checkable
class ScaledDetector(Detector, Protocol):
    """A detector that looks at the scale that suits the cards of a picture, and can begin with a known one."""

    def detect_from(
        self, image: Image, scale: float | None, card_px: float | None = None
    ) -> tuple[list[Detection], float | None]:
        """The cards in `image`, surest first, and the scale to begin the next picture of the same table with.

        Args:
            scale: what the picture before gave; None begins as `detect` does.
            card_px: how long the table's cards are known to be, px; None: what is found says so.
        """
        ...

    def detect_within(self, image: Image, scale: float | None, windows: Sequence[Window]) -> list[Detection]:
        """The cards that lie in `windows` of `image` whole, surest first; `scale` as for `detect_from`."""
        ...


class FaceReader(Protocol):
    """Reads the faces of cards whose places are known."""

    def read(self, image: Image, quads: Sequence[Quad]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Face probabilities (n, 37) of the cards at `quads`, and for each whether its quad is upside down (n,).

        What the probabilities of a card lack to 1 is that of no card known.
        """
        ...


class CornerFinder(Protocol):
    """The second look: from loose boxes to the corners of the cards in them."""

    def tighten(self, image: Image, boxes: Sequence[Quad]) -> tuple[list[Quad], NDArray[np.float32]]:
        """Tight quads for `boxes` and, for each, the probability that there is a card (n,)."""
        ...
