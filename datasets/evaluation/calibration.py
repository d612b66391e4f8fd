"""Are probabilities worth what they say? Reliability, and the one number that mends a reader's.

Of the cards read with a probability of about 0.9, nine in ten should be read right. The expected calibration error
(ECE) is how far off that is, averaged over all cards: Σ over bins (cards in the bin / all) · |share right − mean
probability| (Naeini et al. 2015; Guo et al. 2017 for the temperature).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from yakume.engine import BACK, FACES
from yakume.vision.card_plane import fit_plane, misfits
from yakume.vision.certainty import GREAT_MISFIT, USUAL_MISFIT, Certainty, log_odds
from yakume.vision.company import beside
from yakume.vision.geometry import iou
from yakume.vision.light import in_good_light
from yakume.vision.onnx import tempered
from yakume.vision.picture import load_picture
from yakume.vision.read import CardReader
from yakume.vision.thresholds import IS_CARD

from .labels import LabelledPicture
from .metrics import MIN_IOU, Judged, judge, score

BINS = 10
"""Of equal width, 0…1."""

TEMPERATURES = (0.2, 5.0)
"""What a temperature is looked for between."""

FEW_BOXES = 50
"""Fewer boxes that read as a back, or as a face, say nothing about what these are worth: weights stay as they are."""

LEAST_WEIGHT = 0.1
"""Of what lies there in the certainty of a back; less was never fitted."""

THRESHOLDS = tuple(round(0.5 + 0.05 * n, 2) for n in range(9))
"""Certainties to tell a card from."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers with about the same probability."""

    low: float
    high: float
    count: int
    mean_probability: float
    share_right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """Probabilities beside how often they came true; bins without any answer are left out."""

    bins: tuple[Bin, ...]

    @property
    def count(self) -> int:
        """All answers."""
        return sum(row.count for row in self.bins)

    @property
    def ece(self) -> float | None:
        """Expected calibration error, 0…1; None without any answer."""
        if not self.bins:
            return None
        return sum(row.count * abs(row.share_right - row.mean_probability) for row in self.bins) / self.count

    def to_json(self) -> dict[str, Any]:
        """ECE and bins, shares rounded to four places."""
        return {
            "count": self.count,
            "ece": None if self.ece is None else round(self.ece, 4),
            "bins": [
                {
                    "from": row.low,
                    "to": row.high,
                    "count": row.count,
                    "mean_probability": round(row.mean_probability, 4),
                    "share_right": round(row.share_right, 4),
                }
                for row in self.bins
            ],
        }


def reliability(answers: Iterable[tuple[float, bool]]) -> Reliability:
    """The reliability of `answers`, each its probability 0…1 and whether it was right."""
    pairs = np.array([(p, right) for p, right in answers], float).reshape(-1, 2)
    number = np.minimum((pairs[:, 0] * BINS).astype(int), BINS - 1)
    rows = []
    for k in np.unique(number).tolist():
        within = pairs[number == k]
        rows.append(Bin(k / BINS, (k + 1) / BINS, len(within), float(within[:, 0].mean()), float(within[:, 1].mean())))
    return Reliability(tuple(rows))


def face_reliability(judged: Iterable[Judged]) -> Reliability:
    """How true the face's probability is, of the cards that count and were found."""
    found = [(m.found, m.face_right) for picture in judged for m in picture.matches if m.found is not None]
    return reliability((float(seen.probabilities.max()), right) for seen, right in found)


def card_reliability(judged: Iterable[Judged]) -> Reliability:
    """How true it is that a card lies where one was told with a certainty, of all that were told.

    A card less than half visible is a card; what lies in an ignored region is left out.
    """
    pictures = list(judged)
    matches = [m.found for p in pictures for m in (*p.matches, *p.hidden) if m.found is not None]
    false = [seen for p in pictures for seen in p.false]
    return reliability([*((seen.score, True) for seen in matches), *((seen.score, False) for seen in false)])


@dataclass(frozen=True, slots=True)
class Fit:
    """A temperature, and what it mends."""

    temperature: float
    """What divides the logarithms of the probabilities; above 1 a reader was too sure of itself."""
    cards: int
    loss_before: float
    """Mean negative logarithm of the probability given to the true face."""
    loss_after: float
    before: Reliability
    after: Reliability


def fit_temperature(probabilities: NDArray[np.float32], truth: NDArray[np.int_]) -> Fit:
    """The temperature at which face `probabilities` (n, 37) give the faces of `truth` (n,) the most.

    Raises: ValueError for fewer than 100 cards, of which one number cannot be told.
    """
    if len(truth) < 100:
        raise ValueError(f"{len(truth)} cards were found and can be compared: a temperature needs 100 or more")

    def loss(rows: NDArray[np.float32]) -> float:
        return float(-np.log(np.maximum(rows[np.arange(len(truth)), truth], 1e-7)).mean())

    def measured(rows: NDArray[np.float32]) -> Reliability:
        return reliability(zip(rows.max(1).tolist(), (rows.argmax(1) == truth).tolist(), strict=True))

    low, high = np.log(TEMPERATURES)
    best = minimize_scalar(
        lambda x: loss(tempered(probabilities, float(np.exp(x)))), bounds=(low, high), method="bounded"
    )
    temperature = round(float(np.exp(best.x)), 3)
    after = tempered(probabilities, temperature)
    return Fit(temperature, len(truth), loss(probabilities), loss(after), measured(probabilities), measured(after))


def found_faces(
    pictures: Sequence[LabelledPicture],
    reader: CardReader,
    progress: Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]] = iter,
) -> tuple[NDArray[np.float32], NDArray[np.int_]]:
    """Face probabilities (n, 37) of every card at least half visible that `reader` finds, and their true faces (n,).

    Unsure ones that are not told as cards are among them: leaving them out would make the reader look surer than it is.
    """
    rows: list[NDArray[np.float32]] = []
    truth: list[int] = []
    for picture in progress(pictures):
        image = in_good_light(load_picture(picture.path))
        for match in judge(picture, reader.see(image, reader.detect(image))).matches:
            if match.found is not None:
                rows.append(match.found.probabilities)
                truth.append(match.truth.face.index)
    return np.array(rows, np.float32).reshape(-1, len(FACES)), np.array(truth, int)


def fit_weights(
    pictures: Sequence[LabelledPicture],
    reader: CardReader,
    progress: Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]] = iter,
) -> tuple[Certainty, int]:
    """Logistic regressions that tell boxes on cards (IoU ≥ 0.5, however little visible) from other boxes.

    Returns: their weights, and how many boxes they were fitted on.

    Raises: ValueError if `reader` has no second look, or finds fewer than 100 boxes.
    """
    if reader.corners is None:
        raise ValueError("these models have no corner network: there is nothing to weigh its answer with")
    rows: list[tuple[float, ...]] = []
    truth: list[bool] = []
    company: list[tuple[float, float]] = []
    usual = reader.certainty
    weight, *_, constant = usual.back_weights
    alone = replace(reader, certainty=replace(usual, back_weights=(weight, 0.0, 0.0, constant)))
    for picture in progress(pictures):
        image = in_good_light(load_picture(picture.path))
        found = reader.detector.detect(image)
        quads, is_card = reader.corners.tighten(image, [d.quad for d in found])
        quads, is_card = reader.corners.tighten(image, quads)
        kept = [n for n, p in enumerate(is_card) if p >= IS_CARD]
        tight = [
            replace(found[n], quad=quads[n], score=reader.certainty.presence(found[n].score, float(is_card[n])))
            for n in kept
        ]
        plane = fit_plane([d.quad for d in tight], [d.score for d in tight], picture.size_wh)
        off = np.full(len(kept), USUAL_MISFIT) if plane is None else misfits([d.quad for d in tight], plane)
        cards = alone.see(image, tight)
        others = beside(image, cards)
        company += [others.get(n, (0.0, 0.0)) for n in range(len(cards))]
        for n, misfit, seen in zip(kept, off.tolist(), cards, strict=True):
            chances = found[n].score, float(is_card[n]), float(seen.probabilities.max()), seen.none
            rows.append((*map(log_odds, chances), min(misfit, GREAT_MISFIT), seen.face == BACK))
            truth.append(any(iou(seen.quad, card.quad) >= MIN_IOU for card in picture.cards))
    if len(rows) < 100:
        raise ValueError(f"{len(rows)} boxes were found: weights need 100 or more")
    of_score, of_second, of_face, of_none, misfit, is_back = np.array(rows, float).T
    right = np.array(truth)
    evidence = np.column_stack([of_score, of_second, misfit])
    presence = _logistic(evidence, right)
    lies = evidence @ presence[:-1] + presence[-1]
    faces, backs = is_back == 0, is_back > 0
    confidence, back = np.array(usual.confidence_weights), np.array(usual.back_weights)
    if faces.sum() >= FEW_BOXES:
        confidence = _logistic(np.column_stack([lies, of_face, of_none])[faces], right[faces])
    if backs.sum() >= FEW_BOXES:
        back = _logistic(np.column_stack([lies, np.array(company)])[backs], right[backs])
        back[0] = max(back[0], LEAST_WEIGHT)
        back[1:3] /= back[0]  # they are added before what lies there is weighed
    of_presence, of_confidence, of_back = (
        tuple(round(float(w), 2) for w in weights) for weights in (presence, confidence, back)
    )
    return Certainty(of_presence, of_confidence, of_back), len(rows)


def fit_threshold(
    pictures: Sequence[LabelledPicture],
    reader: CardReader,
    progress: Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]] = iter,
) -> tuple[float, dict[float, float]]:
    """From which certainty on a card is to be told: the highest of `THRESHOLDS` with the best F1, but for one card.

    Returns: it, and F1 by threshold.
    """
    readers = {t: replace(reader, certainty=replace(reader.certainty, acceptance_threshold=t)) for t in THRESHOLDS}
    judged: dict[float, list[Judged]] = {t: [] for t in THRESHOLDS}
    for picture in progress(pictures):
        image = in_good_light(load_picture(picture.path))
        seen = reader.see(image, reader.detect(image))
        for threshold, strict in readers.items():
            judged[threshold].append(judge(picture, strict.accepted(seen)))
    totals = {threshold: score(rows) for threshold, rows in judged.items()}
    f1 = {threshold: total.f1 or 0.0 for threshold, total in totals.items()}
    best = max(f1, key=lambda threshold: f1[threshold])
    one_card = 2 / max(totals[best].cards + totals[best].found + totals[best].false, 1)
    return max(threshold for threshold in THRESHOLDS if f1[threshold] >= f1[best] - one_card), f1


def _logistic(features: NDArray[np.float64], truth: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Weights and constant of the likeliest logistic regression, held back a little from large weights."""
    inputs, sign = np.column_stack([features, np.ones(len(features))]), np.where(truth, 1.0, -1.0)

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, -sign * (inputs @ weights)).mean() + 1e-3 * (weights[:-1] ** 2).sum())

    return np.asarray(minimize(loss, np.zeros(inputs.shape[1])).x)
