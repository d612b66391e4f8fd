"""How well a reading matches the truth, counted card by card.

A found box matches a true card at IoU ≥ 0.5; the matching is one to one and the best overall (not greedy). True cards
less than half visible are counted apart: finding one is neither right nor wrong for the main figures, and so is
anything found inside an ``ignore`` region. Kasu are compared as faces. Where the truth only is the upright box around
a card, the upright box around what was found is compared with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment
from yakume.engine import Face
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import inside, iou, quad_long_side

from .labels import LabelledPicture, TrueCard, box_quad

MIN_IOU = 0.5
MIN_VISIBLE = 0.5


@dataclass(frozen=True, slots=True)
class Match:
    """A true card and what was found there; None if nothing was."""

    truth: TrueCard
    found: SeenCard | None
    iou: float

    @property
    def face_right(self) -> bool:
        """True if something was found there and reads as the true face."""
        return self.found is not None and self.found.face == self.truth.face


@dataclass(frozen=True, slots=True)
class Judged:
    """One picture's reading beside its truth."""

    name: str
    matches: tuple[Match, ...]
    """True cards at least half visible."""
    hidden: tuple[Match, ...]
    """True cards less than half visible."""
    false: tuple[SeenCard, ...]
    """Found where there is no card."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Counts of one or more pictures, and the shares that follow from them; a share of nothing is None."""

    pictures: int
    exact_pictures: int
    cards: int
    found: int
    read_right: int
    false: int
    hidden: int
    hidden_found: int
    hidden_read_right: int

    @property
    def recall(self) -> float | None:
        """Share of true cards that were found."""
        return _share(self.found, self.cards)

    @property
    def precision(self) -> float | None:
        """Share of found boxes that are true cards."""
        return _share(self.found, self.found + self.false)

    @property
    def face_accuracy(self) -> float | None:
        """Share of matched boxes whose face is right."""
        return _share(self.read_right, self.found)

    @property
    def f1(self) -> float | None:
        """F1 of box and face together: a card counts if it was found and read right."""
        return _share(2 * self.read_right, self.cards + self.found + self.false)

    @property
    def false_a_picture(self) -> float | None:
        """Cards told where there is none, a picture: what counts where no card lies."""
        return _share(self.false, self.pictures)

    @property
    def worth(self) -> float:
        """F1, 0…1; of pictures without cards, F1 as if each held one card that was found and read right: what is
        false still counts there, one by one."""
        if self.cards:
            return self.f1 or 0.0
        return 2 * self.pictures / (2 * self.pictures + self.false) if self.pictures else 1.0

    @property
    def exact(self) -> float | None:
        """Share of pictures with every card found and read right, and nothing false."""
        return _share(self.exact_pictures, self.pictures)

    def to_json(self) -> dict[str, Any]:
        """Shares rounded to four places, then the counts."""
        names = ("recall", "precision", "face_accuracy", "f1", "exact", "false_a_picture")
        shares = {name: getattr(self, name) for name in names}
        rounded: dict[str, Any] = {k: None if v is None else round(v, 4) for k, v in shares.items()}
        counts = ("pictures", "exact_pictures", "cards", "found", "read_right", "false")
        hidden = {"cards": self.hidden, "found": self.hidden_found, "read_right": self.hidden_read_right}
        return rounded | {name: getattr(self, name) for name in counts} | {"less_than_half_visible": hidden}


def judge(picture: LabelledPicture, found: Sequence[SeenCard]) -> Judged:
    """Match the cards `found` in a picture with its truth."""
    overlap = np.array([[_overlap(card, seen, picture.size_wh) for seen in found] for card in picture.cards])
    overlap = overlap.reshape(len(picture.cards), len(found))
    # The most matches among the cards that count, then the best overlap: a card in a stack must not lose its box
    # to the hidden one below it.
    weight = np.array([1 + (card.visible >= MIN_VISIBLE) * len(picture.cards) for card in picture.cards], float)
    gain = np.where(overlap >= MIN_IOU, weight.reshape(-1, 1) + overlap, 0)
    partner = {int(t): int(f) for t, f in zip(*linear_sum_assignment(-gain), strict=True) if gain[t, f] > 0}
    matches = [
        Match(card, found[partner[t]] if t in partner else None, overlap[t, partner[t]] if t in partner else 0.0)
        for t, card in enumerate(picture.cards)
    ]
    taken = set(partner.values())
    false = [seen for f, seen in enumerate(found) if f not in taken and not _is_ignored(seen, picture)]
    return Judged(
        picture.name,
        tuple(m for m in matches if m.truth.visible >= MIN_VISIBLE),
        tuple(m for m in matches if m.truth.visible < MIN_VISIBLE),
        tuple(false),
    )


def score(judged: Iterable[Judged]) -> Scores:
    """The counts over all pictures of `judged`."""
    pictures = list(judged)
    return Scores(
        pictures=len(pictures),
        exact_pictures=sum(not p.false and all(m.face_right for m in p.matches) for p in pictures),
        cards=sum(len(p.matches) for p in pictures),
        found=sum(m.found is not None for p in pictures for m in p.matches),
        read_right=sum(m.face_right for p in pictures for m in p.matches),
        false=sum(len(p.false) for p in pictures),
        hidden=sum(len(p.hidden) for p in pictures),
        hidden_found=sum(m.found is not None for p in pictures for m in p.hidden),
        hidden_read_right=sum(m.face_right for p in pictures for m in p.hidden),
    )


def confusions(judged: Iterable[Judged]) -> dict[tuple[Face, Face], int]:
    """How often a true face (first) was read as another (second), cards at least half visible."""
    counts: dict[tuple[Face, Face], int] = {}
    for match in (m for picture in judged for m in picture.matches):
        if match.found is not None and not match.face_right:
            pair = match.truth.face, match.found.face
            counts[pair] = counts.get(pair, 0) + 1
    return counts


SIZES_PX = (0.0, 24.0, 40.0, 60.0, 100.0, 200.0, float("inf"))
"""Borders between the rows of the table by size: cards from 24 px long are to be found, from 40 px to be read."""

VISIBLE = (0.0, 0.25, 0.5, 0.75, 0.95, 1.0)
"""Borders between the rows of the table by visibility; the last row holds 1 too."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The cards of one size, or of one visibility."""

    low: float
    high: float
    cards: int
    found: int
    read_right: int
    false: int
    """Found of this size where there is no card; 0 by visibility, which what is not there has not."""

    @property
    def recall(self) -> float | None:
        """Share of the true cards that were found."""
        return _share(self.found, self.cards)

    @property
    def face_accuracy(self) -> float | None:
        """Share of those found whose face is right."""
        return _share(self.read_right, self.found)

    @property
    def errors(self) -> int:
        """Cards missed or misread, and boxes without a card."""
        return self.cards - self.read_right + self.false

    def to_json(self) -> dict[str, Any]:
        """Borders, counts and the two shares; a border at infinity is None."""
        high = None if self.high == float("inf") else self.high
        shares = {"recall": self.recall, "face_accuracy": self.face_accuracy}
        rounded = {name: None if share is None else round(share, 4) for name, share in shares.items()}
        counts = {"cards": self.cards, "found": self.found, "read_right": self.read_right, "false": self.false}
        return {"from": self.low, "to": high, **counts, **rounded}


def by_size(judged: Iterable[Judged]) -> list[Slice]:
    """The cards that count by the length of their long side, px; of upright boxes, by the box's."""
    pictures = list(judged)
    matches = [(quad_long_side(m.truth.quad), m) for p in pictures for m in p.matches]
    false = [quad_long_side(seen.quad) for p in pictures for seen in p.false]
    return _slices(SIZES_PX, matches, false)


def by_visibility(judged: Iterable[Judged]) -> list[Slice]:
    """All true cards, those that do not count for the main figures too, by how much of them can be seen."""
    matches = [(min(m.truth.visible, 0.999999), m) for p in judged for m in (*p.matches, *p.hidden)]
    return _slices(VISIBLE, matches, [])


def _slices(borders: Sequence[float], matches: Sequence[tuple[float, Match]], false: Sequence[float]) -> list[Slice]:
    rows = []
    for low, high in pairwise(borders):
        within = [match for value, match in matches if low <= value < high]
        rows.append(
            Slice(
                low,
                high,
                cards=len(within),
                found=sum(m.found is not None for m in within),
                read_right=sum(m.face_right for m in within),
                false=sum(low <= value < high for value in false),
            )
        )
    return rows


def _overlap(card: TrueCard, seen: SeenCard, size_wh: tuple[int, int]) -> float:
    """IoU of a true card with what was found; of upright boxes, which end at the picture's edge, if it is one."""
    if not card.is_box:
        return iou(card.quad, seen.quad)
    corners = np.clip(seen.quad, 0, size_wh)
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    return iou(card.quad, box_quad(left, top, right, bottom)) if left < right and top < bottom else 0.0


def _is_ignored(seen: SeenCard, picture: LabelledPicture) -> bool:
    """True if half of the card or more lies in ignored regions, which need not be convex: judged at 256 points."""
    across, down = (grid.ravel()[:, None] for grid in np.meshgrid(*2 * [(np.arange(16) + 0.5) / 16]))
    a, b, c, d = seen.quad
    points = (1 - down) * ((1 - across) * a + across * b) + down * ((1 - across) * d + across * c)
    hits = sum(any(inside(point, region) for region in picture.ignore) for point in points)
    return hits * 2 >= len(points)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
