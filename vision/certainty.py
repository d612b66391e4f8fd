"""How certain it is that a card lies there: one probability out of what three networks say.

The weights are those of three logistic regressions on composed scenes of decks the networks never saw, whose cards are
known; `yakume calibrate-reader` fits them and writes them into the reader's card. So 0.9 means that nine of ten such
boxes are cards.

A back is judged apart. How surely it reads as a back says nothing (a wallet reads as one, too); that cards of its size
lie beside it, or backs that look like it, says much (see `company`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK

from .thresholds import MIN_BACK, MIN_FACE, TOLD_BACK

USUAL_MISFIT, GREAT_MISFIT = 0.2, 0.6
"""How much an outline differs in size from a card where nothing tells how large a card is; and from what share on it
does not matter by how much."""

_NEVER, _ALWAYS = 1e-3, 1 - 1e-3


@dataclass(frozen=True, slots=True)
class Certainty:
    """What the answers of three networks are worth together: weights that belong to those networks, in their cards."""

    presence_weights: tuple[float, ...] = (0.5, 0.2, -2.9, 0.4)
    """Log-odds of the detector, log-odds of the second look, misfit in size, constant."""
    confidence_weights: tuple[float, ...] = (0.9, 0.2, -0.4, -1.2)
    """Of a face: log-odds that something lies there, of the likeliest face and of no card known, constant: what has no
    face that can be read is rarely a card."""
    back_weights: tuple[float, ...] = (1.4, 1.1, 1.8, -1.0)
    """Of a back: log-odds that something lies there; what is added to these for a face of its size that surely lies
    beside it, and for a back that looks like it; constant."""
    acceptance_threshold: float = 0.75
    """A face that is less certain to be a card's is not told."""
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
        if _is_back(probabilities):
            of_score, *_, constant = self.back_weights
            return _probability(of_score * log_odds(score) + constant)
        of_score, of_face, of_none, constant = self.confidence_weights
        evidence = of_score * log_odds(score) + of_face * log_odds(float(probabilities.max()))
        evidence += of_none * log_odds(1 - float(probabilities.sum()))
        return _probability(evidence + constant)

    def in_company(self, score: float, face: float, back: float) -> float:
        """The probability `score` that a back lies there once it is known what lies beside it.

        Args:
            face: how surely a face of its size does, 0…1 (see `company.beside`).
            back: how surely a back that looks like it does.
        """
        _, of_face, of_back, _ = self.back_weights
        return _probability(log_odds(score) + of_face * face + of_back * back)

    def is_certain(self, score: float, probabilities: NDArray[np.float32]) -> bool:
        """True if what was found with `score` and reads as `probabilities` (37,) is to be told as a card."""
        if _is_back(probabilities):
            least, told_from = min(self.least_face, MIN_BACK), min(self.acceptance_threshold, TOLD_BACK)
        else:
            least, told_from = self.least_face, self.acceptance_threshold
        return float(probabilities.max()) >= least and self.confidence(score, probabilities) >= told_from


USUAL = Certainty()
"""For networks that nobody weighed: about what came out for others."""


def log_odds(p: float) -> float:
    """ln(p / (1 − p)), of probabilities between one and 999 in a thousand."""
    p = min(max(p, _NEVER), _ALWAYS)
    return float(np.log(p / (1 - p)))


def _is_back(probabilities: NDArray[np.float32]) -> bool:
    return int(probabilities.argmax()) == BACK.index


def _probability(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))
