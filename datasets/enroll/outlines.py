"""Outlines that pictures can be cut along: where a card ends, to about one part in a hundred.

For reading a card it is enough to know roughly where it lies; what a head is trained on must not show a strip of table
on one side and lack a strip of the card on the other. So every card is looked at from several boxes around it, and of
the answers a card is made: of a card's size and right angles on the plane on which the cards of the photograph lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from yakume.vision.card_plane import fit_plane
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import CARD_MM, Homography, Quad
from yakume.vision.picture import Image
from yakume.vision.read import CardReader

LOOKS = (
    (0.0, 0.0, 1.0),
    (0.06, 0.0, 1.0),
    (-0.06, 0.0, 1.0),
    (0.0, 0.06, 1.0),
    (0.0, -0.06, 1.0),
    (0.0, 0.0, 1.1),
    (0.0, 0.0, 0.92),
)
"""Boxes that a card is looked at from: moved by shares of its width and height, and scaled. On twelve composed
photographs of decks never trained on, corners by one look are off by 0.022 of the long side in the mean and some by
more than 0.1; of these cards by 0.013, none by more than 0.07."""

MOST = 5
"""Answers that a card is made of: those most like a card."""

FAR_MM = 4.0
"""An answer whose middle is further than this from that of the others is another card's."""

_CARD = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) * CARD_MM


def settled_outlines(photo: Image, reader: CardReader, cards: Sequence[SeenCard]) -> list[SeenCard]:
    """`cards`, which lie flat and apart on `photo`, with outlines to cut along; as they are if they are too few."""
    height, width = photo.shape[:2]
    plane = fit_plane([card.quad for card in cards], [card.score for card in cards], (width, height))
    if plane is None:
        return list(cards)
    boxes = [Detection(_moved(card.quad, *look), card.score, False) for card in cards for look in LOOKS]
    tight = reader.tighten(photo, boxes)
    settled = []
    for number, card in enumerate(cards):
        answers = [found.quad for found in tight[number * len(LOOKS) : (number + 1) * len(LOOKS)] if found is not None]
        settled.append(replace(card, quad=_as_card(answers, card.quad, plane)) if answers else card)
    return settled


def _moved(quad: Quad, right: float, down: float, scale: float) -> Quad:
    centre = quad.mean(0)
    step = right * (quad[1] - quad[0]) + down * (quad[3] - quad[0])
    return np.asarray((quad - centre) * scale + centre + step, np.float32)


def _as_card(answers: Sequence[Quad], before: Quad, plane: Homography) -> Quad:
    """The card (px) in the middle of `answers`, which stand or lie upside down; it stands as the outline `before`."""
    on_plane = np.array([plane.to_mm(quad) for quad in answers], np.float64)
    centres = on_plane.mean(1)
    # Which way a card's top is, as a complex number: its long sides say it better than its short ones.
    across = on_plane[:, 1] - on_plane[:, 0] + on_plane[:, 2] - on_plane[:, 3]
    down = on_plane[:, 3] - on_plane[:, 0] + on_plane[:, 2] - on_plane[:, 1]
    ways = CARD_MM[0] * (across @ [1, 1j]) + CARD_MM[1] * (down @ [-1j, 1])
    ways /= np.maximum(np.abs(ways), 1e-9)
    cards = np.array([_card_at(centre, way) for centre, way in zip(centres, ways, strict=True)])
    unlike = np.linalg.norm(on_plane - cards, axis=2).mean(1)
    likest = np.argsort(unlike, kind="stable")[:MOST]
    near = np.linalg.norm(centres[likest] - np.median(centres[likest], axis=0), axis=1) < FAR_MM
    chosen = likest[near] if near.any() else likest[:1]
    same_way = np.where((ways[chosen] * np.conj(ways[chosen[0]])).real < 0, -1, 1)
    card = _card_at(centres[chosen].mean(0), (ways[chosen] * same_way).sum())
    quad = np.asarray(plane.to_px(card), np.float32)
    turns = [quad, np.roll(quad, 2, axis=0)]
    return min(turns, key=lambda turned: float(np.linalg.norm(turned - before)))


def _card_at(centre: NDArray[np.float64], way: complex) -> NDArray[np.float64]:
    """Corners (4, 2) of a card in mm, its upper side along `way`."""
    right = np.array([way.real, way.imag]) / max(abs(way), 1e-9)
    return np.asarray(centre + _CARD @ np.array([right, [-right[1], right[0]]]), np.float64)
