"""How certain it is that a card lies there: one probability out of what three networks say.

The weights are those of two logistic regressions on composed scenes of decks the networks never saw, whose cards are
known; `yakume calibrate-reader` fits them and writes them into the reader's card. So 0.9 means that nine of ten such
boxes are cards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK

from .thresholds import MIN_FACE

USUAL_MISFIT, GREAT_MISFIT = 0.2, 0.6
"""How much an outline differs in size from a card where nothing tells how large a card is; and from what share on it
does not matter by how much."""

_NEVER, _ALWAYS = 1e-3, 1 - 1e-3


@dataclass(frozen=True, slots=True)
class Certainty:
    """What the answers of three networks are worth together: weights that belong to those networks, in their cards."""

    presence_weights: tuple[float, ...] = (0.5, 0.2, -2.9, 0.4)
    """Log-odds of the detector, log-odds of the second look, misfit in size, constant."""
    confidence_weights: tuple[float, ...] = (0.9, 0.2, -0.4, -0.1, -1.2)
    """Log-odds that something lies there, of the likeliest face and of no card known, 1 for a back, constant: what has
    no face that can be read is rarely a card, and bare wood in good light looks like a back."""
    acceptance_threshold: float = 0.75
    """What is less certain to be a card is not told as one."""
    least_face: float = MIN_FACE
    """What has no likelier face than this is not told either."""

    def presence(self, score: float, is_card: float) -> float:
        """The probability that a card lies in a box, from the detector's `score` and the second look's `is_card`."""
        of_score, of_second, of_misfit, constant = self.presence_weights
        evidence = of_score * log_odds(score) + of_second * log_odds(is_card)
        return _probability(evidence + of_misfit * USUAL_MISFIT + constant)

    def given_misfit(self, score: float, misfit: float) -> float:
        """The probability `score` that a card lies there once it is known how large cards are in the picture.

        Args:
            misfit: by how much the sides of the outline differ from a card's, as a share (see `card_plane.misfits`).
        """
        return _probability(log_odds(score) + self.presence_weights[2] * (min(misfit, GREAT_MISFIT) - USUAL_MISFIT))

    def confidence(self, score: float, probabilities: NDArray[np.float32]) -> float:
        """The probability that a card lies there and shows what was read.

        Args:
            score: the probability that something lies there like a card.
            probabilities: of the faces, (37,).
        """
        of_score, of_face, of_none, of_back, constant = self.confidence_weights
        is_back = int(probabilities.argmax()) == BACK.index
        evidence = of_score * log_odds(score) + of_face * log_odds(float(probabilities.max()))
        evidence += of_none * log_odds(1 - float(probabilities.sum()))
        return _probability(evidence + of_back * is_back + constant)

    def is_certain(self, score: float, probabilities: NDArray[np.float32]) -> bool:
        """True if what was found with `score` and reads as `probabilities` (37,) is to be told as a card."""
        return (
            float(probabilities.max()) >= self.least_face
            and self.confidence(score, probabilities) >= self.acceptance_threshold
        )


USUAL = Certainty()
"""For networks that nobody weighed: about what came out for others."""


def log_odds(p: float) -> float:
    """ln(p / (1 − p)), of probabilities between one and 999 in a thousand."""
    p = min(max(p, _NEVER), _ALWAYS)
    return float(np.log(p / (1 - p)))


def _probability(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))
