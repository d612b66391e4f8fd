"""Which of what was found in a picture is one card: twins, parts of one, boxes between two; what has another size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from yakume.engine import BACK, Face

from .detection import Detection, SeenCard
from .geometry import Quad, intersection, intersection_area, iou, quad_area, quad_long_side, touching

SIZE_SETTING = 4
"""Fewer cards than this do not say how large the cards of a picture are."""

SAME_SIZE = (0.5, 2.0)
"""Cards of one picture are at least and at most this many times as long as their median; tilted views need the room."""

MAX_NESTED = 0.75
"""Of two cards of which one lies within the other by more than this share of its area, only the surer is one: cards of
one deck are alike in size, and a picture on a card can look like a small card."""

MAX_IOU = 0.7
"""Two tight outlines that overlap more than this are one card seen twice."""

MAX_IOU_NESTED = 0.3
"""The same once they were put right, if one was found within the other."""

SURELY_TWO, MAX_IOU_TWO = 0.95, 0.4
"""The same if both faces are surer than the first, and differ: captures laid 14 mm apart overlap by half and more."""

MAX_SHARED, MAX_IOU_SHARED = 0.5, 0.25
"""The same for two that show one face, and were found to share more than the first of the smaller."""

BETWEEN, SURELY_THERE = 0.7, 0.97
"""Of a card two surer ones cover more than the first of, and it shows the face of one of them, or one that surer cards
show as often as there is one: then it is only a box between the two, unless it is surer than the second."""

AnyCard = TypeVar("AnyCard", Detection, SeenCard)


def without_parts(cards: list[SeenCard]) -> list[SeenCard]:
    """`cards` surest first, without those that are a part of a surer one, or of two, or that card seen once more."""
    whole = _surest(cards, _is_part)
    return [card for n, card in enumerate(whole) if not _is_between(card, whole[:n])]


def _is_part(card: SeenCard, surer: SeenCard) -> bool:
    """True if `card` can only be a part of `surer`, or the same card, given how both were found and what they show."""
    shared = nested(_found(card), _found(surer))
    if nested(card.quad, surer.quad) > MAX_NESTED:
        return True
    if card.face == surer.face and shared > MAX_SHARED:
        return iou(card.quad, surer.quad) > MAX_IOU_SHARED
    are_two = card.face != surer.face and min(card.probabilities.max(), surer.probabilities.max()) > SURELY_TWO
    return shared > MAX_NESTED and iou(card.quad, surer.quad) > (MAX_IOU_TWO if are_two else MAX_IOU_NESTED)


def _is_between(card: SeenCard, surer: Sequence[SeenCard]) -> bool:
    """True if `card` can only be a box between two of the `surer` cards, which together cover it."""
    if card.score >= SURELY_THERE:
        return False
    share, two = covered_by_two(card.quad, [other.quad for other in surer])
    return share > BETWEEN and is_shown(card.face, [other.face for other in surer], two)


def is_shown(face: Face, others: Sequence[Face | None], two: Sequence[int]) -> bool:
    """True if one of the `two` of `others` shows `face`, or as many of them all as there are cards with it."""
    return face in {others[n] for n in two} or (face != BACK and list(others).count(face) >= len(face.cards))


def covered_by_two(quad: Quad, others: Sequence[Quad]) -> tuple[float, tuple[int, ...]]:
    """Which share of `quad` the two of `others` that share most of it cover together, 0…1, and which these are.

    0 and none if there are no two that share any of it.
    """
    shares = sorted(((intersection_area(quad, other), n) for n, other in enumerate(others)), reverse=True)[:2]
    if len(shares) < 2 or not shares[1][0]:
        return 0.0, ()
    (most, one), (less, other) = shares
    twice = intersection_area(np.array(intersection(quad, others[one]), np.float32), others[other])
    return (most + less - twice) / quad_area(quad), (one, other)


def _found(card: SeenCard) -> Quad:
    return card.quad if card.found is None else card.found


def without_twins(detections: list[Detection]) -> list[Detection]:
    """`detections` surest first, without twins: two loose boxes that became one card."""
    return _surest(detections, lambda one, surer: iou(one.quad, surer.quad) > MAX_IOU)


def _surest(cards: list[AnyCard], is_same: Callable[[AnyCard, AnyCard], bool]) -> list[AnyCard]:
    """`cards` surest first, without those that are the same as a surer one that stays; only such that touch can be."""
    cards = sorted(cards, key=lambda card: -card.score)
    quads = [card.quad for card in cards]
    near = touching(quads, quads)
    kept: list[int] = []
    for n, card in enumerate(cards):
        if not any(near[n, other] and is_same(card, cards[other]) for other in kept):
            kept.append(n)
    return [cards[n] for n in kept]


def alike_in_size(cards: list[SeenCard]) -> list[SeenCard]:
    """`cards` without those much longer or shorter than the others, if there are enough to tell.

    The faces say how long cards are, each as much as it is certain: what is false in a picture is mostly a plain spot
    that looks like a back.
    """
    if len(cards) < SIZE_SETTING:
        return cards
    faces = [card for card in cards if card.face != BACK] or cards
    faces = sorted(faces, key=lambda card: quad_long_side(card.quad))
    weight = np.cumsum([card.score for card in faces])
    middle = quad_long_side(faces[int(np.searchsorted(weight, weight[-1] / 2))].quad)
    least, most = (middle * limit for limit in SAME_SIZE)
    return [card for card in cards if least <= quad_long_side(card.quad) <= most]


def nested(a: Quad, b: Quad) -> float:
    """Which share of the smaller of two quads lies within the larger, 0…1."""
    return intersection_area(a, b) / max(min(quad_area(a), quad_area(b)), 1e-6)
