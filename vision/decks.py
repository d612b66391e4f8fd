"""One deck's own head: a linear layer on the reader's features, trained on that deck alone.

The general reader knows what hanafuda look like; a head knows what the cards of one maker look like. It is trained by
`yakume.datasets.enroll` without torch, and applied here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, FACES

PAIRS = len(FACES) - 1
"""Faces that have a top: each of them is two classes, upright and upside down."""

CLASSES = 2 * PAIRS + 2
"""As of the reader in training: every face upright and upside down, the back, and "no card of this deck"."""

GENERAL_SHARE = 0.2
"""Weight of the general reader's log-probabilities beside those of the head, which has weight 1."""

_FLOOR = 1e-6

assert FACES[-1] == BACK


@dataclass(frozen=True)
class DeckHead:
    """What tells the cards of one deck apart, given the features of the reader that it was trained on."""

    weights: NDArray[np.float32]
    """Shape (F, 74)."""
    bias: NDArray[np.float32]
    """Shape (74,)."""

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
        """Faces (n, 37) and upright (n,) by this head and a little by the general reader, who said `faces` (n, 37)."""
        own, upright = self.read(features)
        weighed = with_none(own) * with_none(faces) ** GENERAL_SHARE
        weighed /= weighed.sum(1, keepdims=True)
        return weighed[:, :-1].astype(np.float32), upright

    def save(self, path: Path) -> None:
        """Write the head as an .npz file without any pickle."""
        np.savez(path, weights=self.weights, bias=self.bias)


def with_none(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of the faces (n, 37) with that of no card at their end (n, 38); none of them is quite 0."""
    none = np.maximum(1 - faces.sum(1, keepdims=True), 0)
    return np.maximum(np.concatenate([faces, none], 1), _FLOOR)


def load_head(path: Path) -> DeckHead:
    """The head in the file `path`. Raises: ValueError if it is none; OSError."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return DeckHead(arrays["weights"], arrays["bias"])
    except (KeyError, EOFError, ValueError) as error:
        raise ValueError(f"{path} is not the head of a deck: {error}") from error
