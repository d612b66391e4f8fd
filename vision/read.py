"""Reading one picture: find the cards, read their faces, and say how long it took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK

from .card_plane import MISFIT, cards_at, fit_plane, misfits
from .certainty import USUAL, Certainty
from .company import beside
from .detection import CornerFinder, Detection, Detector, FaceReader, SeenCard
from .geometry import Quad, iou, quad_long_side, scaled, turned
from .light import in_good_light
from .overlaps import MAX_NESTED, SIZE_SETTING, alike_in_size, nested, without_parts, without_twins
from .picture import Image
from .texture import is_pattern
from .thresholds import IS_CARD, NO_PATTERN, PATTERN, SURELY_READ, UNREAD
from .witness import Witness

MOVED = 0.12
"""A box is tightened again if a corner moved by more than this share of the box's long side (models/ATTEMPTS.md)."""

SURE_FACE, FAR_OFF = 0.95, 0.2
"""An outline that is no card's is put right unless its face is surer than the first, and its sides off by less than the
second."""

PLANE_FITS = 0.15
"""An outline with a surely read face is put right only if at least this share of all outlines are cards on the plane:
where cards lie near and far, the plane of a few wrong outlines makes all others look wrong."""

SQUARE = 1.5
"""A card looked at from a low angle looks as wide as it is high, or wider: 1.45 times from 65° off the vertical. Where
the sides of most outlines of a picture differ by less than this factor, either pair may be the long one of any, as far
cards are wider still: one alone is a half-covered card, or none (models/ATTEMPTS.md)."""

LIKELY, LARGER = 0.5, 1.15
"""A box that the detector takes for a card with the first, and the second look does not, is looked at once more: along
the other pair of sides, which may be the long one, if it is as wide as high; else so many times as large, as it may not
reach round a card that fills the picture. What the second look takes for a card with the first then counts."""

AS_SURE = 0.9
"""The second look takes the better outline for a card at least this much as surely as the one that was found."""

STILL_THERE = 0.5
"""The better outline overlaps the one that was found by at least this much."""

MANY_UNREAD = 5
"""If so many cards lie there that cannot be read, and more than can, they are of a deck that nobody enrolled. A first
field has six or eight cards; of decks it knows next to none stays unread."""


LEGIBLE, NO_CARD, MAYBE_BACK = 0.2, 0.5, 0.1
"""What is a card by at least the first, shows no card known by less than the second and a back by less than the third
is read beside the others of its picture (models/ATTEMPTS.md)."""

ONE_SIZE = 0.3
"""Pieces of one pattern differ in length by less than this factor (logarithm)."""

TOGETHER = 0.7
"""How much what is read beside the others counts against what is read alone, 0…1."""


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What is seen in one picture."""

    size_wh: tuple[int, int]
    """Width and height of the picture, px."""
    cards: tuple[SeenCard, ...]
    detect_ms: float
    read_ms: float
    unread: tuple[SeenCard, ...] = ()
    """What lies there like a card, but shows no card known, or none that can be told with certainty."""

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume read --json`, but for the picture's name."""
        return {
            "width": self.size_wh[0],
            "height": self.size_wh[1],
            "cards": [card_to_json(card) for card in self.cards],
            "unread": [card_to_json(card) | {"none": round(card.none, 4)} for card in self.unread],
            "unknown_deck": is_unknown_deck(len(self.unread), len(self.cards)),
            "ms": {"detect": round(self.detect_ms, 1), "read": round(self.read_ms, 1)},
        }


def card_to_json(card: SeenCard) -> dict[str, Any]:
    """`card` in the form of `yakume read --json`."""
    return {
        "face": str(card.face),
        "candidates": [[str(face), round(p, 4)] for face, p in card.candidates()],
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad],
        "score": round(card.score, 4),
    }


@dataclass(frozen=True)
class CardReader:
    """A detector and a face reader, used together; whatever satisfies the two protocols will do."""

    detector: Detector
    faces: FaceReader
    corners: CornerFinder | None = None
    """The second look at each box; None trusts the detector's boxes."""
    certainty: Certainty = USUAL
    """What their answers are worth together."""
    witness: Witness | None = None
    """Knows an enrolled deck by its pictures, and is asked where the others are in doubt."""
    together: FaceReader | None = None
    """Reads the cards of one table beside each other, and is asked where most of them are in doubt."""

    def detect(self, image: Image) -> list[Detection]:
        """The cards in `image`, surest first, their corners tight but their faces unread."""
        found = self.detector.detect(image)
        return without_twins([tight for tight in self.tighten(image, found) if tight is not None])

    def tighten(self, image: Image, found: list[Detection]) -> list[Detection | None]:
        """`found` in its order with tight corners; None where the second look finds no card."""
        if self.corners is None or not found:
            return list(found)
        boxes = [d.quad for d in found]
        quads, is_card = self.corners.tighten(image, boxes)
        refused = [n for n, d in enumerate(found) if is_card[n] < IS_CARD and d.score >= LIKELY]
        if refused:
            anew = [turned(q, 1) if _is_square(q) else scaled(q, LARGER) for q in (boxes[n] for n in refused)]
            seen, sure = self.corners.tighten(image, anew)
            for k, number in enumerate(refused):
                if sure[k] >= (IS_CARD if _is_square(boxes[number]) else LIKELY):
                    quads[number], is_card[number] = seen[k], sure[k]
        loose = np.flatnonzero((is_card >= IS_CARD) & (moved(boxes, quads) > MOVED))
        if len(loose):
            again, is_card[loose] = self.corners.tighten(image, [quads[n] for n in loose])
            for n, quad in zip(loose, again, strict=True):
                quads[n] = quad
        return [
            replace(d, quad=quad, score=self.certainty.presence(d.score, float(p))) if p >= IS_CARD else None
            for d, quad, p in zip(found, quads, is_card, strict=True)
        ]

    def read_faces(
        self, image: Image, detections: list[Detection], among: Sequence[Detection] | None = None
    ) -> list[SeenCard]:
        """The cards of `detections` with their faces and their own top-left corner first.

        Args:
            among: all that was found in the picture, if `detections` are only some: one card alone does not say from
                how low an angle the camera looks.
        """
        if not detections:
            return []
        quads = [d.quad for d in detections]
        probabilities, upside_down = self.faces.read(image, quads)
        unsure = [n for n, row in enumerate(probabilities) if row.max() < SURELY_READ]
        square = unsure if _looks_low([d.quad for d in (detections if among is None else among)]) else []
        if square:
            lying = [turned(quads[n], 1) for n in square]
            for n, quad, row, flip in zip(square, lying, *self.faces.read(image, lying), strict=True):
                if row.max() >= SURELY_READ:
                    quads[n], probabilities[n], upside_down[n] = quad, row, flip
        return [
            SeenCard(_upright(quad, bool(flip)), self.certainty.confidence(found.score, row), row, presence=found.score)
            for found, quad, row, flip in zip(detections, quads, probabilities, upside_down, strict=True)
        ]

    def see(
        self,
        image: Image,
        detections: list[Detection],
        among: Sequence[Detection] | None = None,
        known: Sequence[SeenCard] = (),
    ) -> list[SeenCard]:
        """`detections` with their faces and, where there are enough cards to tell, with outlines that are cards'.

        What differs from a card in size is less likely one. A half-covered card is often found too short, or together
        with its neighbour: of the cards that lie in such an outline, the one that shows a face most clearly is taken
        (see `card_plane`). A back is likelier one where other cards lie (see `company`).

        Args:
            among: all that was found in the picture, if `detections` are only some.
            known: what the others of them show.
        """
        if not detections:
            return []
        seen = self._on_the_plane(image, detections, among)
        if self.witness:
            seen = self.witness.confirmed(image, seen, self.certainty)
        if self.together:
            seen = self._read_together(self.together, image, seen)
        return self._without_patterns(image, self._in_company(image, seen, known))

    def _without_patterns(self, image: Image, seen: list[SeenCard]) -> list[SeenCard]:
        """`seen`, where a piece of a pattern is no card any more unless its face is beyond doubt, nor what reads like
        it and has its size."""
        doubtful = [n for n, card in enumerate(seen) if card.score < NO_PATTERN and self._counts(card)]
        patterns = {n for n in doubtful if is_pattern(image, seen[n].quad)}
        sizes = {n: np.log(max(quad_long_side(seen[n].quad), 1e-6)) for n in doubtful}
        like = {
            n
            for n in doubtful
            for k in patterns
            if seen[n].face == seen[k].face and abs(sizes[n] - sizes[k]) < ONE_SIZE
        }
        cards = list(seen)
        for n in patterns | like:
            score = self.certainty.confidence(PATTERN, seen[n].probabilities)
            cards[n] = replace(seen[n], presence=PATTERN, score=score)
        return cards

    def _counts(self, card: SeenCard) -> bool:
        """True if `card` is told, or lies there unread."""
        return card.presence >= UNREAD or self._is_certain(card)

    def _read_together(self, reader: FaceReader, image: Image, seen: list[SeenCard]) -> list[SeenCard]:
        """`seen` with what is in doubt read again beside all others, if that is most of it."""
        legible = [
            n
            for n, card in enumerate(seen)
            if card.presence >= LEGIBLE and card.none < NO_CARD and card.probabilities[BACK.index] < MAYBE_BACK
        ]
        doubtful = {n for n in legible if seen[n].probabilities.max() < SURELY_READ}
        if 2 * len(doubtful) < max(len(legible), 1):
            return seen
        cards = list(seen)
        for n, row, flip in zip(legible, *reader.read(image, [seen[n].quad for n in legible]), strict=True):
            if n in doubtful:
                both = blended(seen[n].probabilities, row, TOGETHER)
                score = self.certainty.confidence(seen[n].presence, both)
                quad = _upright(seen[n].quad, bool(flip))
                cards[n] = replace(seen[n], quad=quad, probabilities=both, score=score)
        return cards

    def _in_company(self, image: Image, seen: list[SeenCard], known: Sequence[SeenCard]) -> list[SeenCard]:
        cards = list(seen)
        for number, (face, back) in beside(image, seen, known).items():
            presence = self.certainty.in_company(seen[number].presence, face, back)
            score = self.certainty.confidence(presence, seen[number].probabilities)
            cards[number] = replace(seen[number], presence=presence, score=score)
        return cards

    def _on_the_plane(
        self, image: Image, detections: list[Detection], among: Sequence[Detection] | None
    ) -> list[SeenCard]:
        all_found = detections if among is None else among
        height, width = image.shape[:2]
        plane = fit_plane([d.quad for d in all_found], [d.score for d in all_found], (width, height))
        if plane is None:
            return self.read_faces(image, detections, among)
        off = misfits([d.quad for d in detections], plane)
        detections = [
            replace(d, score=self.certainty.given_misfit(d.score, misfit))
            for d, misfit in zip(detections, off.tolist(), strict=True)
        ]
        seen = self.read_faces(image, detections, among)
        unsure = np.array([card.probabilities.max() <= SURE_FACE for card in seen])
        tried = [
            (int(n), replace(detections[n], quad=quad))
            for n in np.flatnonzero((off > MISFIT) & (unsure | (off > FAR_OFF)))
            for quad in cards_at(detections[n].quad, plane)
            if iou(quad, detections[n].quad) >= STILL_THERE
        ]
        better = dict[int, SeenCard]()
        for (n, _), card in zip(tried, self.read_faces(image, [one for _, one in tried]), strict=True):
            if card.probabilities.max() > better.get(n, seen[n]).probabilities.max():
                better[n] = replace(card, found=detections[n].quad)
        fits = float(np.average(off <= MISFIT, weights=[max(d.score, 1e-6) for d in detections]))
        better = {n: card for n, card in better.items() if unsure[n] or fits >= PLANE_FITS}
        for n in self._confirmed(image, better):
            seen[n] = better[n]
        return seen

    def _confirmed(self, image: Image, better: dict[int, SeenCard]) -> list[int]:
        """Those of the `better` outlines, by number, that the second look comes back to when it begins there.

        From an outline that lies half over the bare table it goes back to the one that was found, or finds no card.
        """
        if self.corners is None or not better:
            return list(better)
        quads = [card.quad for card in better.values()]
        before = [found for card in better.values() if (found := card.found) is not None]
        again, is_card = self.corners.tighten(image, [*quads, *before])
        return [
            number
            for k, number in enumerate(better)
            if iou(again[k], quads[k]) >= iou(again[k], before[k]) and is_card[k] >= AS_SURE * is_card[k + len(quads)]
        ]

    def read(self, image: Image) -> PictureReading:
        """All there is to see in `image`."""
        started = time.perf_counter()
        image = in_good_light(image)
        detections = self.detect(image)
        found = time.perf_counter()
        seen = self.see(image, detections)
        cards = self.accepted(seen)
        unread = [
            card
            for card in seen
            if not self._is_certain(card)
            and card.presence >= UNREAD
            and all(nested(card.quad, c.quad) <= MAX_NESTED for c in cards)
        ]
        done = time.perf_counter()
        height, width = image.shape[:2]
        times = (found - started) * 1000, (done - found) * 1000
        return PictureReading((width, height), tuple(cards), *times, tuple(without_parts(unread)))

    def accepted(self, seen: list[SeenCard]) -> list[SeenCard]:
        """Those of the cards `seen` in one picture that are certain enough to be taken for cards, surest first."""
        return without_parts(alike_in_size([card for card in seen if self._is_certain(card)]))

    def _is_certain(self, card: SeenCard) -> bool:
        return self.certainty.is_certain(card.presence, card.probabilities)


def is_unknown_deck(unread: int, told: int) -> bool:
    """True if `unread` cards that cannot be read, beside `told` ones that can, are those of a deck not known."""
    return unread >= max(MANY_UNREAD, told + 1)


def moved(before: Sequence[Quad], after: Sequence[Quad]) -> NDArray[np.float64]:
    """How far the corners of n ≥ 1 quads moved at most, as a share of their long sides before, shape (n,).

    The same outline may be named from its next corner on.
    """
    old, new = np.asarray(before), np.asarray(after)
    sides = np.linalg.norm(np.roll(old, -1, axis=1) - old, axis=2)
    turns = np.stack([np.roll(new, turn, axis=1) for turn in (-1, 0, 1)])
    way = np.linalg.norm(turns - old, axis=3).max(2).min(0)
    return np.asarray(way / sides.max(1), np.float64)


def blended(first: NDArray[np.float32], second: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """Two answers to what a card shows, (37,) each, as one: their geometric mean, the second of weight `share`.

    What each lacks to 1 is the probability of no card known, and is weighed likewise.
    """
    rows = np.stack([first, second])
    rows = np.clip(np.concatenate([rows, 1 - rows.sum(1, keepdims=True)], 1), 1e-6, 1)
    mean = np.exp((1 - share) * np.log(rows[0]) + share * np.log(rows[1]))
    return np.asarray((mean / mean.sum())[:-1], np.float32)


def _looks_low(quads: Sequence[Quad]) -> bool:
    """True if `quads`, all of one picture, are those of a camera that looks at the table from a low angle."""
    square = sum(_is_square(quad) for quad in quads)
    return square >= SIZE_SETTING and 2 * square > len(quads)


def _is_square(quad: Quad) -> bool:
    """True if either pair of sides of `quad` may be a card's long one."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across, down = float(sides[::2].sum()), float(sides[1::2].sum())
    return max(across, down) < SQUARE * min(across, down)


def _upright(quad: Quad, upside_down: bool) -> Quad:
    return turned(quad, 2) if upside_down else quad
