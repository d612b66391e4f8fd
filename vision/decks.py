"""One deck's own head: a linear layer on features that match a card with its picture, trained on that deck alone.

The general reader knows what hanafuda look like; a head knows what the cards of one maker look like. It is trained by
`yakume.datasets.enroll` without torch, and applied here.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, FACES

PAIRS = len(FACES) - 1
"""Faces that have a top: each of them is two classes, upright and upside down."""

CLASSES = 2 * PAIRS + 2
"""As of the reader in training: every face upright and upside down, the back, and "no card of this deck"."""

GENERAL_SHARE = 0.1
"""Weight of the general reader's log-probabilities beside those of the head, which has weight 1."""

STEEPER = 1.25
"""Power of what the two say together: a head is less sure than it is right, for its weights are kept small. Crops of
two decks never read before have the least loss with it (models/ATTEMPTS.md)."""

SHARPNESS, NO_CARD_LOGIT = 24.0, 6.0
"""Logit of a card for each unit of the cosine between the features of its picture and of what is seen, and of no card
of the deck: as the shipped network learnt them (`yakume.models.matcher`)."""

MATCHED = 3072
"""So many features, the first, match: of length 1 together, most alike where the card is the same."""

_FLOOR = 1e-6

assert FACES[-1] == BACK


@dataclass(frozen=True)
class DeckHead:
    """What tells the cards of one deck apart, given the features of the reader that it was trained on."""

    weights: NDArray[np.float32]
    """Shape (F, 74)."""
    bias: NDArray[np.float32]
    """Shape (74,)."""
    missing: tuple[int, ...] = ()
    """Numbers of the faces that were not enrolled: to this head they are no card it knows."""

    def __post_init__(self) -> None:
        if self.weights.ndim != 2 or self.weights.shape[1:] != (CLASSES,) or self.bias.shape != (CLASSES,):
            raise ValueError(
                f"not a deck's head: expected shapes (F, {CLASSES}) and ({CLASSES},), "
                f"got {self.weights.shape} and {self.bias.shape}"
            )

    def read(self, features: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Faces (n, 37) and upright (n,) as the reader gives them, of crops with these features (n, F).

        What the faces lack to 1 is the probability of "no card of this deck".
        """
        logits = features @ self.weights + self.bias
        share = np.exp(logits - logits.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        ways = share[:, : 2 * PAIRS].reshape(-1, PAIRS, 2)
        faces = np.concatenate([ways.sum(2), share[:, 2 * PAIRS : -1]], 1)
        return faces.astype(np.float32), ways[:, :, 0].sum(1).astype(np.float32)

    def fuse(
        self, faces: NDArray[np.float32], features: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Faces (n, 37) and upright (n,) by this head and a little by the general reader, who said `faces` (n, 37).

        What the general reader takes for no card known may well be one of this deck: it says nothing. Which of the
        faces that were not enrolled it is, or none, is for the general reader alone to say.
        """
        own, upright = self.read(features)
        own, general = with_none(own), with_none(faces)
        if self.missing:
            others = [*self.missing, -1]
            own[:, others] = own[:, -1:] * general[:, others] / general[:, others].sum(1, keepdims=True)
        unknown = general[:, -1:].copy()
        general[:, -1] = 0
        general += unknown / general.shape[1]
        weighed = (own * np.maximum(general, _FLOOR) ** GENERAL_SHARE) ** STEEPER
        weighed /= weighed.sum(1, keepdims=True)
        return weighed[:, :-1].astype(np.float32), upright

    def save(self, path: Path) -> None:
        """Write the head as an .npz file without any pickle."""
        np.savez(path, weights=self.weights, bias=self.bias, missing=np.array(self.missing, np.int64))


def with_none(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of the faces (n, 37) with that of no card at their end (n, 38); none of them is quite 0."""
    none = np.maximum(1 - faces.sum(1, keepdims=True), 0)
    return np.asarray(np.maximum(np.concatenate([faces, none], 1), _FLOOR), np.float32)


def load_head(path: Path) -> DeckHead:
    """The head in the file `path`. Raises: ValueError if it is none; OSError."""
    data = path.read_bytes()
    try:
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            missing = arrays["missing"].tolist() if "missing" in arrays.files else []
            return DeckHead(arrays["weights"], arrays["bias"], tuple(missing))
    except (KeyError, EOFError, ValueError, RuntimeError, SyntaxError, BadZipFile, zlib.error) as error:
        raise ValueError(f"{path} is not the head of a deck: {error}") from error
