"""Faces become cards: every card exists once, and that settles what a single look cannot.

One assignment over all cards on the table at once, never a greedy pick: a surely read 8h pushes a doubtful "8h or 8n"
to 8n wherever it lies. What fits nowhere is left without a card and reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from yakume.engine import BACK, CARDS, FACES, Card, Face

from .thresholds import NO_CARD_LEFT, READ_TOO_OFTEN, UNSURE

_KEEP_BONUS = 0.05
"""Log-probability that a card gains by having been given here before: enough to keep the kasu of a month, which
look alike, from changing places, and too little to hold on to a misreading."""

_FLOOR = 1e-4
_FACE_OF_CARD = np.array([card.face.index for card in CARDS])


@dataclass(frozen=True, slots=True)
class Assigned:
    """What one thing on the table was taken for."""

    card: Card | None
    """None for a back, and for what fits no card that is left."""
    face: Face
    """The card's face, or the likeliest one if there is no card."""
    probability: float
    """Of the face, as read."""

    @property
    def doubtful(self) -> bool:
        """True if a person should have a look."""
        return self.probability < UNSURE or (self.card is None and self.face != BACK)


def assign(probabilities: NDArray[np.float32], held: Sequence[Card | None] | None = None) -> list[Assigned]:
    """Give cards to the rows of `probabilities` (n, 37), each card to one row at most.

    `held` names the card that each row had before, if any.
    """
    count = len(probabilities)
    if not count:
        return []
    scores = np.log(np.maximum(probabilities, _FLOOR))
    cards = scores[:, _FACE_OF_CARD]
    for row, card in enumerate(held or ()):
        if card is not None:
            cards[row, card] += _KEEP_BONUS
    # Backs and "none of them" are not used up: every row has one of its own.
    backs = np.where(np.eye(count, dtype=bool), scores[:, BACK.index][:, None], -1e6)
    none = np.where(np.eye(count, dtype=bool), np.log(NO_CARD_LEFT), -1e6)
    _, columns = linear_sum_assignment(-np.hstack([cards, backs, none]))
    return [_answer(int(column), probabilities[row], count) for row, column in enumerate(columns)]


def duplicates(probabilities: NDArray[np.float32], sure: float = READ_TOO_OFTEN) -> list[Face]:
    """Faces that are surely read more often than there are cards that show them."""
    sure_rows = probabilities[probabilities.max(1) >= sure] if len(probabilities) else probabilities
    counts = np.bincount(sure_rows.argmax(1), minlength=len(FACES)) if len(sure_rows) else np.zeros(len(FACES))
    return [face for face in FACES if face != BACK and counts[face.index] > len(face.cards)]


def _answer(column: int, probabilities: NDArray[np.float32], count: int) -> Assigned:
    if column < len(CARDS):
        face = _FACE_OF_CARD[column]
        return Assigned(CARDS[column], FACES[face], float(probabilities[face]))
    if column < len(CARDS) + count:
        return Assigned(None, BACK, float(probabilities[BACK.index]))
    best = int(probabilities.argmax())
    return Assigned(None, FACES[best], float(probabilities[best]))
