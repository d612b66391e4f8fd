"""From the 48 pictures of a deck to a head that reads it: composed crops, frozen features, one linear layer.

No torch: the features come from the reader as it runs, the layer is fitted by L-BFGS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from yakume.datasets.synth.export import READ_FOLDERS, crops
from yakume.datasets.synth.scene import Composer, Recipe
from yakume.datasets.synth.sprites import Deck
from yakume.vision.decks import CLASSES, DeckHead
from yakume.vision.picture import Image

CROPS = 3000
"""Crops that a head is trained on. When this was chosen it misread 7 of 1201 crops of an unseen deck, with half as many
11; half of them covered by further cards in the crop changed nothing (9)."""

RECIPE = Recipe(size_wh=(512, 512), empty_share=0.0)
"""Scenes that the crops are cut from: as for the general reader."""

PENALTY = 1e-5
"""Weight of the squared size of the layer beside the mean cross-entropy, for standardised features."""

STEPS = 80
"""Steps of L-BFGS at most; the answers on fresh crops do not change after about sixty."""

Progress = Callable[[float], None]
"""Told how much is done, 0…1."""


class FeatureReader(Protocol):
    """The part of the face reader that a head is trained on."""

    def features(self, crops: list[Image]) -> NDArray[np.float32]:
        """What the network sees in each of `crops` (128, 128, 3), before it settles on a face: (n, F)."""
        ...


def train_head(
    deck: Deck, reader: FeatureReader, *, seed: int = 0, count: int = CROPS, progress: Progress = lambda share: None
) -> DeckHead:
    """A head for `deck` on the features of `reader`; the same seed gives the same head on the same machine."""
    pictures, classes = deck_crops(deck, seed, count, lambda share: progress(0.6 * share))
    pieces = []
    for start in range(0, count, 200):
        pieces.append(reader.features(pictures[start : start + 200]))
        progress(0.6 + 0.25 * min(start + 200, count) / count)
    head = fit(np.concatenate(pieces), classes, lambda share: progress(0.85 + 0.15 * share))
    progress(1.0)
    return head


def deck_crops(
    deck: Deck, seed: int, count: int, progress: Progress = lambda share: None
) -> tuple[list[Image], NDArray[np.int_]]:
    """`count` crops (128, 128, 3) of cards of `deck` on composed tables, and their classes (count,)."""
    composer = Composer([deck], None, RECIPE)
    pictures: list[Image] = []
    classes: list[int] = []
    number = 0
    while len(pictures) < count:
        rng = np.random.default_rng([seed, number])
        number += 1
        for name, crop in crops(composer.scene(rng), rng):
            pictures.append(crop)
            classes.append(READ_FOLDERS.index(name))
        progress(min(len(pictures) / count, 1.0))
    return pictures[:count], np.array(classes[:count])


def fit(features: NDArray[np.float32], classes: NDArray[np.int_], progress: Progress = lambda share: None) -> DeckHead:
    """The softmax layer that tells `classes` (n,) by `features` (n, F), with a penalty on large weights."""
    count, width = features.shape
    mean = features.mean(0)
    scale = 1 / ((features.std(0) + 1e-3) * np.float32(width**0.5))
    inputs = (features - mean) * scale
    truth = np.zeros((count, CLASSES), np.float32)
    truth[np.arange(count), classes] = 1

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        layer = flat.reshape(width + 1, CLASSES).astype(np.float32)
        weights, bias = layer[:-1], layer[-1]
        logits = inputs @ weights + bias
        logits -= logits.max(1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        error = (np.exp(logs) - truth) / count
        slope = np.vstack([inputs.T @ error + PENALTY * weights, error.sum(0)])
        value = -float((logs * truth).sum()) / count + PENALTY / 2 * float((weights**2).sum())
        return value, slope.ravel().astype(np.float64)

    steps = 0

    def step(_: NDArray[np.float64]) -> None:
        nonlocal steps
        steps += 1
        progress(steps / STEPS)

    start = np.zeros((width + 1) * CLASSES)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", callback=step, options={"maxiter": STEPS})
    layer = found.x.reshape(width + 1, CLASSES)
    weights = layer[:-1] * scale[:, None]
    return DeckHead(weights.astype(np.float32), (layer[-1] - mean @ weights).astype(np.float32))
