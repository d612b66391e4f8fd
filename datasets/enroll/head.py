"""From the 48 pictures of a deck to a head that reads it: composed crops, frozen features, one linear layer.

No torch: the features come from the reader as it runs, the layer is fitted by L-BFGS. Where the features are those that
match, the layer begins as what takes a crop for the card whose picture is most like it, and is kept near that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from yakume.datasets.design import render
from yakume.datasets.synth.export import CROP_JITTER, READ_FOLDERS, crops
from yakume.datasets.synth.match_samples import picture_crop
from yakume.datasets.synth.scene import Composer, Recipe
from yakume.datasets.synth.sprites import SPRITE_WH, Deck
from yakume.engine import CARDS
from yakume.vision.decks import CLASSES, MATCHED, NO_CARD_LOGIT, SHARPNESS, DeckHead
from yakume.vision.picture import Image

CROPS = 9000
"""Crops that a head is trained on."""

CUTS = (CROP_JITTER, CROP_JITTER, 0.30)
"""How loosely each card of a scene is cut, once for each: composing it is what takes time, and what a head does not
know is how cards look whose outlines are off. The last is about as far off as the outline of a card can be and still
count as that card's. Whether it helps is not proved (models/ATTEMPTS.md)."""

PIECE = 200
"""Crops that are kept at a time."""

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
    deck: Deck,
    reader: FeatureReader,
    *,
    matches: bool = False,
    seed: int = 0,
    count: int = CROPS,
    progress: Progress = lambda share: None,
) -> DeckHead:
    """A head for `deck` on the features of `reader`; the same seed gives the same head on the same machine.

    Args:
        matches: whether the first `MATCHED` features are of length 1, and of a card most like those of its picture.
    """
    made = deck_crops(deck, seed)
    pieces: list[NDArray[np.float32]] = []
    classes: list[int] = []
    while len(classes) < count:
        piece = list(islice(made, min(PIECE, count - len(classes))))
        pieces.append(reader.features([crop for _, crop in piece]))
        classes += [kind for kind, _ in piece]
        progress(0.8 * len(classes) / count)
    start = by_pictures(deck, reader) if matches else None
    head = fit(np.concatenate(pieces), np.array(classes), lambda share: progress(0.8 + 0.2 * share), start)
    progress(1.0)
    return replace(head, missing=missing_faces(deck))


def missing_faces(deck: Deck) -> tuple[int, ...]:
    """Numbers of the faces that no picture of `deck` shows."""
    return tuple(sorted({card.face.index for card in CARDS} - {card.face.index for card in deck.pictures}))


def completed(deck: Deck) -> Deck:
    """`deck` with 48 pictures: a card that is missing is shown by one with its face or else by the project's own."""
    shown = {card.face: picture for card, picture in deck.pictures.items()}
    return Deck(
        deck.name,
        {
            card: deck.pictures[card]
            if card in deck.pictures
            else shown.get(card.face, np.asarray(render(card, SPRITE_WH[1]), np.uint8))
            for card in CARDS
        },
    )


def deck_crops(deck: Deck, seed: int) -> Iterator[tuple[int, Image]]:
    """Crops (128, 128, 3) of cards of `deck` on composed tables with their classes, as many as are taken.

    What stands for faces that are missing is of the class "no card of this deck": a card, but none that it has.
    """
    composer = Composer([completed(deck)], None, RECIPE)
    unknown = {2 * face + way for face in missing_faces(deck) for way in (0, 1)}
    number = 0
    while True:
        rng = np.random.default_rng([seed, number])
        number += 1
        scene = composer.scene(rng)
        for looseness in CUTS:
            for name, crop in crops(scene, rng, looseness=looseness):
                kind = READ_FOLDERS.index(name)
                yield len(READ_FOLDERS) - 1 if kind in unknown else kind, crop


def by_pictures(deck: Deck, reader: FeatureReader) -> DeckHead:
    """The head that takes a crop for the card of `deck` whose picture it is most like, by the features that match."""
    shown = completed(deck).pictures
    missing = set(missing_faces(deck))
    upright = [picture_crop(shown[card]) for card in CARDS]
    features = reader.features(upright), reader.features([crop[::-1, ::-1] for crop in upright])
    weights = np.zeros((features[0].shape[1], CLASSES), np.float32)
    bias = np.zeros(CLASSES, np.float32)
    bias[-2:] = NO_CARD_LOGIT
    for face in {card.face.index for card in CARDS} - missing:
        of_face = [number for number, card in enumerate(CARDS) if card.face.index == face]
        for way, seen in enumerate(features):
            middle = seen[of_face, :MATCHED].mean(0)
            weights[: len(middle), 2 * face + way] = SHARPNESS * middle / np.linalg.norm(middle)
    return DeckHead(weights, bias, tuple(sorted(missing)))


def fit(
    features: NDArray[np.float32],
    classes: NDArray[np.int_],
    progress: Progress = lambda share: None,
    start: DeckHead | None = None,
) -> DeckHead:
    """The softmax layer that tells `classes` (n,) by `features` (n, F), with a penalty on weights far from those of
    `start`; without it, on large ones."""
    count, width = features.shape
    mean = features.mean(0)
    scale = 1 / ((features.std(0) + 1e-3) * np.float32(width**0.5))
    inputs = (features - mean) * scale
    truth = np.zeros((count, CLASSES), np.float32)
    truth[np.arange(count), classes] = 1
    begun = np.zeros((width + 1, CLASSES), np.float32)
    if start is not None:
        begun[:-1], begun[-1] = start.weights / scale[:, None], start.bias + mean @ start.weights

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        layer = flat.reshape(width + 1, CLASSES).astype(np.float32)
        weights, bias = layer[:-1], layer[-1]
        logits = inputs @ weights + bias
        logits -= logits.max(1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        error = (np.exp(logs) - truth) / count
        away = weights - begun[:-1]
        slope = np.vstack([inputs.T @ error + PENALTY * away, error.sum(0)])
        value = -float((logs * truth).sum()) / count + PENALTY / 2 * float((away**2).sum())
        return value, slope.ravel().astype(np.float64)

    steps = 0

    def step(xk: NDArray[np.float64]) -> None:  # noqa: ARG001  # scipy asks for the name
        nonlocal steps
        steps += 1
        progress(steps / STEPS)

    found = minimize(
        loss, begun.ravel().astype(np.float64), jac=True, method="L-BFGS-B", callback=step, options={"maxiter": STEPS}
    )
    layer = found.x.reshape(width + 1, CLASSES)
    weights = layer[:-1] * scale[:, None]
    return DeckHead(weights.astype(np.float32), (layer[-1] - mean @ weights).astype(np.float32))
