"""A second witness for doubtful cards of an enrolled deck: its own pictures, laid over what is seen there.

Local features of the place (SIFT, Lowe 2004; square roots of them, Arandjelović and Zisserman 2012) are matched with
those of the likeliest faces' pictures, and one projective map has to explain them (RANSAC). It sees less often than the
networks do, but what it sees is hardly ever wrong, and the map says where the card lies (models/ATTEMPTS.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, FACES

from .certainty import Certainty
from .detection import SeenCard
from .geometry import Quad
from .picture import Image
from .thresholds import SURELY_READ, UNREAD

CARD_WH = (220, 360)
"""Size, px, at which a place and the pictures of the deck are compared."""

MARGIN = 0.18
"""What is looked at around an outline, as a share of the card: outlines of covered cards are off."""

FACES_TRIED = 8
"""So many faces are tried, the likeliest first."""

POINTS, CONTRAST = 500, 0.02
"""Most features of a picture, and how faint they may be: a small card has few."""

RATIO = 0.82
"""A feature's nearest one in the card's picture is nearer than the second by this factor (Lowe's is 0.8)."""

OFF_PX = 6.0
"""How far, px of `CARD_WH`, a feature may lie from where the map puts it."""

AGREE, AGREE_OTHER = 6, 8
"""So many places of a card's picture have to agree where the networks say the same, and where they say another face;
then also twice as many as of any other face."""

DOUBTFUL, WORTH_A_LOOK, LOOKS = 0.7, 0.1, 8
"""Asked about are cards less certain than the first, or with a face that is not surely read, unless something lies
there with less than the second; of one look at the table so many, for each takes as long as reading twenty."""

SURE = 0.985
"""The probability of a face that is seen so: of 282 in composed scenes of four decks, 278 were right."""

AREA = 0.45, 1.8
"""The card's area lies between these shares of the outline's."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a witness saw."""

    face: int
    """Number of the face, as in `FACES`."""
    quad: Quad
    """Where its card lies, image px, clockwise from its own top-left."""


@dataclass(frozen=True, slots=True)
class _Features:
    places: NDArray[np.float32]
    """(n, 2), px of `CARD_WH`."""
    roots: NDArray[np.float32]
    """(n, 128), of length 1."""


class Witness:
    """Knows one deck by its pictures."""

    def __init__(self, pictures: Mapping[int, Sequence[Image]]) -> None:
        """`pictures` of each face by its number, of any size."""
        self._pictures = pictures
        self._known: dict[int, list[_Features]] = {}

    def confirmed(self, image: Image, seen: Sequence[SeenCard], certainty: Certainty) -> list[SeenCard]:
        """`seen` in `image`, in its order, the doubtful ones as this witness sees them, where it sees any."""
        doubtful = [
            number
            for number, card in enumerate(seen)
            if (card.score < DOUBTFUL or card.probabilities.max() < SURELY_READ)
            and card.presence > WORTH_A_LOOK
            and card.face != BACK
        ]
        cards = list(seen)
        for number in sorted(doubtful, key=lambda number: -seen[number].presence)[:LOOKS]:
            card = seen[number]
            sighting = self.look(image, card.quad, card.probabilities)
            if sighting is not None:
                rest = (1 - SURE) / len(FACES)
                shown = np.full(len(FACES), rest, np.float32)
                shown[sighting.face] = SURE
                presence = max(card.presence, UNREAD)
                score = certainty.confidence(presence, shown)
                cards[number] = replace(card, quad=sighting.quad, score=score, probabilities=shown, presence=presence)
        return cards

    def look(self, image: Image, quad: Quad, probabilities: NDArray[np.float32]) -> Sighting | None:
        """Which card lies about `quad` in `image`, if that can be told; `probabilities` (37,) say what to look for."""
        to_card = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _corners(MARGIN))
        size = round(CARD_WH[0] * (1 + 2 * MARGIN)), round(CARD_WH[1] * (1 + 2 * MARGIN))
        view = cv2.warpPerspective(image, to_card, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        seen = _features(np.asarray(view, np.uint8))
        likeliest = [int(face) for face in np.argsort(-probabilities, kind="stable") if int(face) in self._pictures]
        answers = sorted((self._best(seen, face) for face in likeliest[:FACES_TRIED]), key=lambda answer: -answer[0])
        if not answers:
            return None
        agree, face, where = answers[0]
        next_best = answers[1][0] if len(answers) > 1 else 0
        is_same = face == int(probabilities.argmax())
        if where is None or agree < (AGREE if is_same else max(AGREE_OTHER, 2 * next_best)):
            return None
        there = cv2.perspectiveTransform(where[None].astype(np.float64), np.linalg.inv(to_card))[0]
        return Sighting(face, np.asarray(there, np.float32))

    def _best(self, seen: _Features, face: int) -> tuple[int, int, NDArray[np.float32] | None]:
        """How many places of the picture of `face` that fits best agree, the face, and its corners in the view."""
        if face not in self._known:
            sized = (cv2.resize(p, CARD_WH, interpolation=cv2.INTER_AREA) for p in self._pictures[face])
            self._known[face] = [_features(np.asarray(picture, np.uint8)) for picture in sized]
        answers = [_laid_over(seen, picture) for picture in self._known[face]]
        agree, where = max(answers, key=lambda answer: answer[0])
        return agree, face, where


def _features(picture: Image) -> _Features:
    points, found = cv2.SIFT.create(nfeatures=POINTS, contrastThreshold=CONTRAST).detectAndCompute(picture, None)
    if found is None:
        return _Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    roots = np.sqrt(found / np.maximum(found.sum(1, keepdims=True), 1e-6))
    return _Features(np.array([point.pt for point in points], np.float32), roots.astype(np.float32))


def _laid_over(seen: _Features, card: _Features) -> tuple[int, NDArray[np.float32] | None]:
    """How many places of `card` are found again in `seen` under one map, and the card's corners (4, 2) under it."""
    if len(seen.roots) < AGREE or len(card.roots) < AGREE:
        return 0, None
    # Of vectors of length 1, the squared distance is 2 − 2 × their product.
    alike = seen.roots @ card.roots.T
    nearest = alike.argmax(1)
    second, first = np.partition(alike, -2, axis=1)[:, -2:].T
    clear = np.flatnonzero(1 - first < RATIO**2 * (1 - second))
    if len(clear) < AGREE:
        return 0, None
    places = card.places[nearest[clear]]
    onto, fits = cv2.findHomography(places, seen.places[clear], cv2.RANSAC, OFF_PX, maxIters=300)
    if onto is None:
        return 0, None
    corners = np.asarray(cv2.perspectiveTransform(_corners()[None], onto)[0], np.float32)
    if not _is_card(corners):
        return 0, None
    # Features of several sizes at one place are one witness.
    agreeing = np.round(places[fits.ravel() > 0] / 3)
    return len(np.unique(agreeing, axis=0)), corners


def _is_card(corners: NDArray[np.float32]) -> bool:
    """True if `corners` (4, 2) can be a card's in the view: convex, not mirrored, about as large as the outline."""
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners):
        return False
    share = cv2.contourArea(corners, oriented=True) / (CARD_WH[0] * CARD_WH[1])
    return AREA[0] < share < AREA[1]


def _corners(margin: float = 0.0) -> NDArray[np.float32]:
    """The corners (4, 2) of a card, clockwise from its top-left, with a margin around it as a share of its sides."""
    w, h = CARD_WH
    return np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) + np.array([margin * w, margin * h], np.float32)
